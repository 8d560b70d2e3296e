// Package gamefile reads and writes games and positions in every format that Kirke knows, and says
// how users want games to begin.
//
// gamefile.go reads and writes; setting.go is where games begin.
package gamefile

import (
	"bufio"
	"bytes"
	"cmp"
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

// Reader says how to read files.
type Reader struct {
	Variant *kirke.Variant                 // of files that do not name theirs
	Options []kirke.Option                 // of every position
	Start   func() (kirke.Position, error) // where lines of moves begin
}

// courierMove matches the beginning of a Game Courier log: a comment, or a move such as "1. P
// e2-e4".
var courierMove = regexp.MustCompile(
	`^(//|(\d+\.+\s*)?[A-Za-z]{1,3} [a-p]\d+-[a-p]\d+|(\d+\.+\s*)?[A-Za-z]?\*?[a-p]\d+-[a-p]\d+)`)

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

// Games yields the games of a file in a format ("" to guess it), each with its error.
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
			Lines(in, yield, func(line string) (*kirke.Game, error) { return JSONGame([]byte(line), opts) })
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

// Lines yields the game on each line of r.
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

// moveNumber matches the number before a move, and dots alone, which stand for White's move.
var moveNumber = regexp.MustCompile(`^([1-9]\d*)?\.*$`)

// PlayAll plays a line of moves in any notation, and passes ("--"), which analyses use to show a
// threat. A move may hold spaces, as in Game Courier and in reassignments: the longest text that is
// a move is played. No pass, number or result is within one.
func PlayAll(g *kirke.Game, line string) error {
	const longest = 6 // words in a move
	words := strings.Fields(line)
	for len(words) > 0 {
		word := words[0]
		if i := strings.LastIndexByte(word, '.'); i >= 0 && moveNumber.MatchString(word[:i+1]) {
			word = word[i+1:]
		}
		if isNoMove(word) {
			words = words[1:]
			continue
		}
		words[0] = word
		n := min(longest, len(words))
		if i := slices.IndexFunc(words[1:n], func(w string) bool { return isNoMove(w) || notation.IsPass(w) }); i >= 0 {
			n = i + 1
		}
		if notation.IsPass(word) {
			n = 1
		}
		for n > 1 && g.Position().Explain(strings.Join(words[:n], " ")) != nil {
			n--
		}
		if err := g.PlayTextOrPass(strings.Join(words[:n], " ")); err != nil {
			return fmt.Errorf("after %d half-moves: %w", g.Ply(), err)
		}
		words = words[n:]
	}
	return nil
}

// isNoMove reports whether a word is none of a move: a number, dots, a result, or empty.
func isNoMove(word string) bool {
	_, err := kirke.ParseResult(word)
	return err == nil || moveNumber.MatchString(word)
}

// record is a game on a line of JSON as collections write it: its moves are lists in one or more
// notations, and it may have the final position.
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
	text, err := r.kirkeJSON(lists[0])
	if err != nil {
		return nil, err
	}
	g, err := oneGame(text, opts)
	if err != nil {
		return nil, err
	}
	if s := cmp.Or(r.Source, r.URL); s != "" {
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
	if err := r.checkFinal(g, opts); err != nil {
		return nil, err
	}
	return g, nil
}

// kirkeJSON returns a game with some moves as Kirke writes it.
func (r *record) kirkeJSON(moves []string) ([]byte, error) {
	type move struct {
		UCI string `json:"uci"`
	}
	game := struct {
		Variant string `json:"variant"`
		Problem bool   `json:"problem"`
		Start   string `json:"start"`
		Array   string `json:"array"`
		Result  string `json:"result"`
		Moves   []move `json:"moves"`
	}{
		Variant: cmp.Or(r.Variant, r.Game),
		Problem: r.Problem,
		Start:   cmp.Or(r.Start, r.StartFEN, r.FEN),
		Array:   r.Array,
		Result:  r.Result,
	}
	for _, m := range moves {
		game.Moves = append(game.Moves, move{m})
	}
	return json.Marshal(game)
}

// checkFinal compares the end of a game with the final position, if the record has one.
func (r *record) checkFinal(g *kirke.Game, opts []kirke.Option) error {
	final := cmp.Or(r.Final, r.FinalFEN)
	if final == "" {
		return nil
	}
	p, err := kirke.FromFEN(g.Variant(), final, opts...) // the order of its parts may differ
	if err != nil {
		return fmt.Errorf("the final position: %w", err)
	}
	if p.FEN() != g.Position().FEN() {
		return fmt.Errorf("the game ends in %s, but its record says %s", g.Position().FEN(), p.FEN())
	}
	return nil
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

// agree checks that a list of moves in another notation means the moves of g.
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
		return fmt.Errorf("the game has %d half-moves in one notation and %d in another", i, len(list))
	}
	return nil
}

// Write writes the main line of a game in a format, PGN if it is none of the others. FEN is the
// current position; Moves are in a style.
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
