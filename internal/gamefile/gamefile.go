// Package gamefile reads and writes games and positions in every format that Kirke
// knows.
package gamefile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
)

// The formats of games and positions.
const (
	FEN     = "fen"
	PGN     = "pgn"
	Courier = "courier"
	JSON    = "jsonl"
	Moves   = "moves"
)

// Reader says how files are read.
type Reader struct {
	Variant *kirke.Variant                 // the game of files that do not name theirs
	Options []kirke.Option                 // of every position
	Start   func() (kirke.Position, error) // where lines of moves begin
}

// courierMove is the beginning of a Game Courier log: a comment, or a move such
// as "1. P e2-e4".
var courierMove = regexp.MustCompile(`^(//|(\d+\.+\s*)?[A-Za-z]{1,3} [a-p]\d+-[a-p]\d+|(\d+\.+\s*)?[A-Za-z]?\*?[a-p]\d+-[a-p]\d+)`)

// Guess returns the format of a file from its name and its first bytes.
func Guess(name string, head []byte) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pgn":
		return PGN
	case ".json", ".jsonl":
		return JSON
	case ".fen", ".epd":
		return FEN
	}
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	line, _, _ := bytes.Cut(head, []byte("\n"))
	field, _, _ := bytes.Cut(line, []byte(" "))
	switch {
	case bytes.HasPrefix(head, []byte("{")):
		return JSON
	case courierMove.Match(line):
		return Courier
	case bytes.Count(field, []byte("/")) >= 3:
		return FEN
	}
	return PGN
}

// Games yields the games of a file in a format, "" to guess it, each with its
// error.
func (f Reader) Games(name string, r io.Reader, format string) iter.Seq2[*kirke.Game, error] {
	return func(yield func(*kirke.Game, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		if format == "" {
			head, err := in.Peek(4096)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(nil, err)
				return
			}
			format = Guess(name, head)
		}
		opts := append(slices.Clip(f.Options), kirke.Assuming(f.Variant))
		switch format {
		case JSON:
			jsonGames(in, opts, yield)
		case Courier:
			yield(kirke.ReadCourier(in, opts...))
		case FEN:
			Lines(in, yield, f.FENGame)
		case Moves:
			Lines(in, yield, f.movesGame)
		default:
			kirke.ReadPGN(in, opts...)(yield)
		}
	}
}

// Lines yields the game that each line of r stands for.
func Lines(r *bufio.Reader, yield func(*kirke.Game, error) bool, read func(string) (*kirke.Game, error)) {
	for at := 1; ; at++ {
		line, err := r.ReadString('\n')
		if err != nil && err != io.EOF {
			yield(nil, err)
			return
		}
		if text := strings.TrimSpace(line); text != "" {
			g, bad := read(text)
			if bad != nil {
				g, bad = nil, &notation.LineError{Line: at, Err: bad}
			}
			if !yield(g, bad) {
				return
			}
		}
		if err == io.EOF {
			return
		}
	}
}

// FENGame returns the game without moves that starts from a FEN.
func (f Reader) FENGame(fen string) (*kirke.Game, error) {
	p, err := kirke.FromFEN(f.Variant, fen, f.Options...)
	if err != nil {
		return nil, err
	}
	return kirke.NewGame(p), nil
}

// movesGame returns the game of a line of moves.
func (f Reader) movesGame(line string) (*kirke.Game, error) {
	p, err := f.Start()
	if err != nil {
		return nil, err
	}
	g := kirke.NewGame(p)
	return g, PlayAll(g, line)
}

// moveNumber is what may stand before a move in a line of them.
var moveNumber = regexp.MustCompile(`^\d+\.*$`)

// pass is how UCI writes that a side does nothing, as analyses have it to show a threat.
const pass = "0000"

// PlayAll plays a line of moves in any style, passes ("0000") among them. A move
// may hold spaces, as those of Game Courier and of reassignments do: the longest
// text that is a move is taken for one.
func PlayAll(g *kirke.Game, line string) error {
	const longest = 6 // words in a move
	words := strings.Fields(line)
	for len(words) > 0 {
		word := words[0]
		if i := strings.LastIndexByte(word, '.'); i >= 0 && moveNumber.MatchString(word[:i+1]) {
			word = word[i+1:]
		}
		if word == pass {
			if err := g.Pass(); err != nil {
				return fmt.Errorf("after %d half-moves: %w", g.Ply(), err)
			}
			words = words[1:]
			continue
		}
		if word == "" || moveNumber.MatchString(word) || isResult(word) {
			words = words[1:]
			continue
		}
		words[0] = word
		n := min(longest, len(words))
		for n > 1 && g.Position().Explain(strings.Join(words[:n], " ")) != nil {
			n--
		}
		if err := g.PlayText(strings.Join(words[:n], " ")); err != nil {
			return fmt.Errorf("after %d half-moves: %w", g.Ply(), err)
		}
		words = words[n:]
	}
	return nil
}

func isResult(word string) bool {
	_, err := kirke.ParseResult(word)
	return err == nil
}

// record is a game on a line of JSON as collections write it: its moves are lists
// of text in one or more styles, and it may say how it ends.
type record struct {
	Variant  string   `json:"variant"`
	Game     string   `json:"game"`
	FEN      string   `json:"fen"`
	Start    string   `json:"start"`
	StartFEN string   `json:"start_fen"`
	Array    string   `json:"array"`
	Problem  bool     `json:"problem"`
	UCI      []string `json:"uci"`
	SAN      []string `json:"san"`
	Courier  []string `json:"courier"`
	MovesUCI []string `json:"moves_uci"`
	MovesSAN []string `json:"moves_san"`
	MovesGC  []string `json:"moves_gc"`
	Result   string   `json:"result"`
	Final    string   `json:"final"`
	FinalFEN string   `json:"final_fen"`
	Source   string   `json:"source"`
	URL      string   `json:"url"`
	Date     string   `json:"date"`
}

// JSONGames yields the games of JSON Lines, as Kirke writes them or as records.
func jsonGames(r *bufio.Reader, opts []kirke.Option, yield func(*kirke.Game, error) bool) {
	for at := 1; ; at++ {
		line, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			yield(nil, err)
			return
		}
		if len(bytes.TrimSpace(line)) > 0 {
			g, bad := JSONGame(line, opts)
			if bad != nil {
				g, bad = nil, &notation.LineError{Line: at, Err: bad}
			}
			if !yield(g, bad) {
				return
			}
		}
		if err == io.EOF {
			return
		}
	}
}

// JSONGame returns the game on a line of JSON.
func JSONGame(line []byte, opts []kirke.Option) (*kirke.Game, error) {
	var r record
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, fmt.Errorf("not a game in JSON: %w", err)
	}
	var lists [][]string
	for _, list := range [][]string{r.UCI, r.MovesUCI, r.SAN, r.MovesSAN, r.Courier, r.MovesGC} {
		if list != nil {
			lists = append(lists, list)
		}
	}
	if lists == nil {
		return oneGame(line, opts)
	}
	type move struct {
		UCI string `json:"uci"`
	}
	own := struct {
		Variant string            `json:"variant"`
		Problem bool              `json:"problem"`
		Start   string            `json:"start"`
		Array   string            `json:"array"`
		Result  string            `json:"result"`
		Tags    []json.RawMessage `json:"tags,omitempty"`
		Moves   []move            `json:"moves"`
	}{Variant: first(r.Variant, r.Game), Problem: r.Problem, Start: first(r.Start, r.StartFEN, r.FEN), Array: r.Array, Result: r.Result}
	for _, m := range lists[0] {
		own.Moves = append(own.Moves, move{m})
	}
	text, err := json.Marshal(own)
	if err != nil {
		return nil, err
	}
	g, err := oneGame(text, opts)
	if err != nil {
		return nil, err
	}
	if s := first(r.Source, r.URL); s != "" {
		g.SetTag("Site", s)
	}
	if r.Date != "" {
		g.SetTag("Date", strings.ReplaceAll(r.Date, "-", "."))
	}
	for _, list := range lists[1:] {
		if err := agree(g, list); err != nil {
			return nil, err
		}
	}
	if final := first(r.Final, r.FinalFEN); final != "" {
		// Read, so that it does not matter in which order it lists what it lists.
		p, err := kirke.FromFEN(g.Variant(), final, opts...)
		if err != nil {
			return nil, fmt.Errorf("the final position: %w", err)
		}
		if p.FEN() != g.Position().FEN() {
			return nil, fmt.Errorf("the game ends in %s, but its record says %s", g.Position().FEN(), p.FEN())
		}
	}
	return g, nil
}

// oneGame reads one game as Kirke writes it.
func oneGame(line []byte, opts []kirke.Option) (*kirke.Game, error) {
	for g, err := range kirke.ReadJSON(bytes.NewReader(line), opts...) {
		var at *notation.LineError
		if errors.As(err, &at) {
			err = at.Err
		}
		return g, err
	}
	return nil, errors.New("there is no game on the line")
}

// agree checks that a list of moves in another style means the moves of g.
func agree(g *kirke.Game, list []string) error {
	p, i := g.Start(), 0
	for n := range g.MainLine() {
		if i >= len(list) {
			break
		}
		m, err := p.ParseMove(list[i])
		if err != nil {
			return fmt.Errorf("after %d half-moves: %w", i, err)
		}
		if m != n.Move() {
			return fmt.Errorf("after %d half-moves: %q is not the same move as %q", i, list[i], n.Text(kirke.UCI))
		}
		p, i = n.Position(), i+1
	}
	if i != len(list) {
		return fmt.Errorf("the game has %d half-moves in one style and %d in another", i, len(list))
	}
	return nil
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// Write writes the main line of a game in a format, PGN where it is none of the others: of FEN the current position; moves
// in a style.
func Write(w io.Writer, g *kirke.Game, format string, style kirke.Style) error {
	switch format {
	case FEN:
		_, err := fmt.Fprintln(w, g.Position().FEN())
		return err
	case Moves:
		var texts []string
		for n := range g.MainLine() {
			texts = append(texts, n.Text(style))
		}
		_, err := fmt.Fprintln(w, strings.Join(texts, " "))
		return err
	case JSON:
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		return e.Encode(g)
	case Courier:
		return g.WriteCourier(w)
	}
	return g.WritePGN(w)
}
