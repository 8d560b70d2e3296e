package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/match"
)

// matchCmd lets two engines play each other.
type matchCmd struct {
	Engine      []string `short:"e" sep:"none" placeholder:"ENGINE" help:"An engine, twice: its command, then after commas name=, proto=uci or xboard, variant=, dir=, tc=, st=, depth=, nodes= and option.NAME=."`
	Games       int      `short:"g" default:"100" placeholder:"N" help:"How many games to play (default 100)."`
	TC          string   `name:"tc" placeholder:"TIME" help:"Time for a game in seconds: 60, 1+0.1, 40/60+0.5, 2:30+1."`
	ST          string   `name:"st" placeholder:"SECONDS" help:"Time for each move."`
	Depth       int      `placeholder:"N" help:"Half-moves to search."`
	Nodes       uint64   `placeholder:"N" help:"Nodes to search (UCI only)."`
	Concurrency int      `short:"c" default:"1" placeholder:"N" help:"How many games to play at a time (default 1)."`
	Openings    string   `default:"random:6" placeholder:"BOOK" help:"Where games start, each twice: none, random:N half-moves, or a file of FEN, EPD or PGN (default random:6)."`
	Output      string   `short:"o" aliases:"pgn" placeholder:"FILE" type:"path" help:"Write the games to a new file."`
	Resume      string   `placeholder:"FILE" type:"path" help:"Go on with the match whose games are in FILE."`
	SPRT        string   `name:"sprt" placeholder:"ELO0:ELO1" help:"End the match when it is decided which difference is true."`
	Margin      string   `default:"0.05" placeholder:"SECONDS" help:"How far a move may overstep its time (default 0.05)."`
	Stall       string   `default:"60" placeholder:"SECONDS" help:"How long an engine without a clock may be silent (default 60)."`
	MaxMoves    int      `placeholder:"N" help:"Draw games after N moves of each side."`
	Draw        string   `placeholder:"N:CP[:FROM]" help:"Draw when both engines are within CP of 0 for N moves, from move FROM."`
	Resign      string   `placeholder:"N:CP" help:"Score a game that both engines see won by CP or more for N moves."`
	Log         string   `placeholder:"FILE" type:"path" help:"Write all that engines say and are told to FILE."`

	Start startFlags `embed:"" set:"seed=, random openings included"`
	As    jsonFlags  `embed:""`
}

func (*matchCmd) Help() string {
	return examples(
		"kirke match -v seirawan -e 'kirke uci' -e 'sjaakii,proto=xboard' --tc 10+0.1",
		"kirke match -e 'kirke uci' -e stockfish --tc 1+0.1 --sprt 0:10 -o games.pgn",
	)
}

func (cmd *matchCmd) Run(c *console) (err error) {
	m, err := cmd.match(c)
	if err != nil {
		return err
	}
	if cmd.Log != "" {
		f, err := os.Create(cmd.Log)
		if err != nil {
			return plainly(err)
		}
		defer f.Close()
		m.Log = f
	}
	file := gameFile{path: cmp.Or(cmd.Resume, cmd.Output)}
	if cmd.Resume != "" {
		if m.Played, err = file.recall(c); err != nil {
			return err
		}
	} else if err := file.isNew(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.close()) }()
	show, began, before := c.progress("games"), time.Now(), len(m.Played)
	show.tell("the engines start")
	standing, err := m.Run(c.ctx, func(r match.Record, s match.Standing) error {
		done := s.Tally().Games()
		show.tell(matchLine(s, m.Games, time.Since(began)/time.Duration(max(done-before, 1))))
		r.Game.SetTag(tagSeed, strconv.FormatUint(c.seedOrZero(), 10))
		return file.write(r.Game)
	})
	show.clear()
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	if err := cmd.report(c, m, standing, !stopped); err != nil {
		return err
	}
	if stopped {
		return context.Canceled
	}
	return nil
}

// match returns the match that the flags describe.
func (cmd *matchCmd) match(c *console) (*match.Match, error) {
	if len(cmd.Engine) != 2 {
		return nil, fmt.Errorf("a match has two engines: give --engine twice, not %d times", len(cmd.Engine))
	}
	if cmd.Output != "" && cmd.Resume != "" {
		return nil, errors.New("--resume goes on in its own file: --output cannot be used with it")
	}
	m := &match.Match{Games: cmd.Games, Concurrency: cmd.Concurrency}
	var err error
	for i, text := range cmd.Engine {
		if m.Engines[i], err = match.ParseEngine(text); err != nil {
			return nil, err
		}
	}
	for flag, n := range map[string]int{"--games": cmd.Games, "--concurrency": cmd.Concurrency} {
		if n < 1 {
			return nil, fmt.Errorf("%s: %d is not a number from 1", flag, n)
		}
	}
	for flag, n := range map[string]int{"--depth": cmd.Depth, "--max-moves": cmd.MaxMoves} {
		if n < 0 {
			return nil, fmt.Errorf("%s: %d is not a number from 0", flag, n)
		}
	}
	if m.Referee, err = cmd.referee(); err != nil {
		return nil, err
	}
	if cmd.SPRT != "" {
		if m.SPRT, err = match.ParseSPRT(cmd.SPRT); err != nil {
			return nil, fmt.Errorf("--sprt: %w", err)
		}
	}
	m.Book, err = cmd.book(c)
	return m, err
}

func (cmd *matchCmd) referee() (match.Referee, error) {
	var r match.Referee
	var err error
	if cmd.TC != "" {
		if r.Limit, err = match.ParseLimit(cmd.TC); err != nil {
			return r, fmt.Errorf("--tc: %w", err)
		}
	}
	for _, f := range []struct {
		flag, text string
		to         *time.Duration
	}{{"--st", cmd.ST, &r.Limit.MoveTime}, {"--margin", cmd.Margin, &r.Margin}, {"--stall", cmd.Stall, &r.Stall}} {
		if f.text == "" {
			continue
		}
		if *f.to, err = match.ParseSeconds(f.text); err != nil {
			return r, fmt.Errorf("%s: %w", f.flag, err)
		}
	}
	r.Limit.Depth, r.Limit.Nodes, r.MaxMoves = cmd.Depth, cmd.Nodes, cmd.MaxMoves
	if r.Draw, err = adjudication("--draw", cmd.Draw); err == nil {
		r.Resign, err = adjudication("--resign", cmd.Resign)
	}
	return r, err
}

// adjudication reads "N:CP" or "N:CP:FROM".
func adjudication(flag, text string) (match.Adjudication, error) {
	var n [3]int
	numbers := strings.Split(text, ":")
	bad := len(numbers) < 2 || len(numbers) > len(n)
	for i, number := range numbers {
		if bad || text == "" {
			break
		}
		var err error
		n[i], err = strconv.Atoi(number)
		bad = err != nil || n[i] < 0
	}
	if text != "" && (bad || n[0] == 0) {
		return match.Adjudication{}, fmt.Errorf("%s: %q is not a number of moves and a score in centipawns, such as 8:10", flag, text)
	}
	return match.Adjudication{Moves: n[0], Score: n[1], From: n[2]}, nil
}

// book returns the openings that --openings names.
func (cmd *matchCmd) book(c *console) (match.Book, error) {
	if c.Seed == nil && cmd.Resume != "" {
		var err error
		if c.Seed, err = seedOf(cmd.Resume); err != nil {
			return nil, err
		}
	}
	if _, err := c.start(); err != nil {
		return nil, err
	}
	plies, random := 0, cmd.Openings == "none"
	if number, ok := strings.CutPrefix(cmd.Openings, "random:"); ok {
		var err error
		const most = 60
		if plies, err = strconv.Atoi(number); err != nil || plies < 0 || plies > most {
			return nil, fmt.Errorf("--openings: %q is not a number of half-moves from 0 to %d", number, most)
		}
		random = true
	}
	if random {
		if plies > 0 {
			c.seed()
		}
		start := func(i int) (kirke.Position, error) { return c.start(kirke.Seed(c.seedOrZero() + uint64(i))) }
		book := match.Random(start, plies, c.seedOrZero())
		if plies == 0 {
			book = func(i int) (match.Opening, error) {
				p, err := start(i)
				return match.Opening{Start: p}, err
			}
		}
		_, err := book(0)
		return book, err
	}
	return cmd.listed(c)
}

// listed returns the openings of a file.
func (cmd *matchCmd) listed(c *console) (match.Book, error) {
	f, err := c.open(cmd.Openings)
	if err != nil {
		return nil, fmt.Errorf("--openings: %w", err)
	}
	defer f.Close()
	var all []match.Opening
	reader, err := c.reader()
	if err != nil {
		return nil, err
	}
	v := reader.Variant
	games := c.games(cmd.Openings, f, "")
	if strings.EqualFold(filepath.Ext(cmd.Openings), ".epd") {
		games = func(yield func(*kirke.Game, error) bool) {
			gamefile.Lines(bufio.NewReader(f), yield, func(line string) (*kirke.Game, error) { return reader.FENGame(plainEPD(v, line)) })
		}
	}
	for g, err := range games {
		if err != nil {
			return nil, fmt.Errorf("--openings: %s: %w", cmd.Openings, err)
		}
		g.GoToEnd()
		if id := g.Variant().ID; id != v.ID {
			return nil, fmt.Errorf("--openings: %s: opening %d is of %s, not of %s", cmd.Openings, len(all)+1, id, v.ID)
		}
		if o := g.Position().Outcome(); o.Over() {
			return nil, fmt.Errorf("--openings: %s: in opening %d the game is over: %s", cmd.Openings, len(all)+1, o)
		}
		all = append(all, match.Opening{Start: g.Start(), Moves: g.Moves()})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("--openings: %s: there is no opening in it", cmd.Openings)
	}
	return match.Listed(all), nil
}

// plainEPD returns the fields of a line of EPD that are a position.
func plainEPD(v *kirke.Variant, line string) string {
	fields, keep := strings.Fields(line), 4
	if v.Conversion.Bishop != 0 {
		keep++
	}
	return strings.Join(fields[:min(keep, len(fields))], " ")
}

// tagSeed is the tag for the seed of a match's openings, in each of its games.
const tagSeed = "OpeningSeed"

// seedOf returns the seed of the openings of the games in a file, nil if there is no game. Earlier versions did not
// write it, and used 0 unless --seed was given.
func seedOf(file string) (*uint64, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, plainly(err)
	}
	defer in.Close()
	for g, err := range kirke.ReadPGN(in) {
		if err != nil {
			continue
		}
		seed, err := strconv.ParseUint(cmp.Or(g.Tag(tagSeed), "0"), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: the tag %s is %q, which is no number", file, tagSeed, g.Tag(tagSeed))
		}
		return &seed, nil
	}
	return nil, nil
}

// gameFile is the PGN file of a match, "" for none.
type gameFile struct {
	path string
	out  *os.File
}

// isNew returns an error when the file has something in it.
func (f *gameFile) isNew() error {
	if info, err := os.Stat(f.path); f.path != "" && err == nil && info.Size() != 0 && info.Mode().IsRegular() {
		return fmt.Errorf("%s has games in it: go on with them by --resume, or choose another file", f.path)
	}
	return nil
}

// recall returns the finished games in the file, and takes out what was left
// unfinished at its end.
func (f *gameFile) recall(c *console) ([]*kirke.Game, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return nil, plainly(err)
	}
	var played []*kirke.Game
	for g, err := range kirke.ReadPGN(in, kirke.Assuming(c.assumed())) {
		if err == nil && g.Tag("Round") != "" && g.Outcome().Over() {
			played = append(played, g)
		}
	}
	in.Close()
	fresh := f.path + ".new"
	if err := writeFile(fresh, func(w io.Writer) error {
		for _, g := range played {
			if err := g.WritePGN(w); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return played, os.Rename(fresh, f.path)
}

// assumed is the game of files that name none.
func (c *console) assumed() *kirke.Variant {
	v, err := c.variant("")
	if err != nil {
		v, _ = kirke.Lookup("chess")
	}
	return v
}

// write adds a game to the file at once.
func (f *gameFile) write(g *kirke.Game) error {
	if f.path == "" {
		return nil
	}
	if f.out == nil {
		out, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return plainly(err)
		}
		f.out = out
	}
	return g.WritePGN(f.out)
}

func (f *gameFile) close() error {
	if f.out == nil {
		return nil
	}
	return f.out.Close()
}

// matchLine says how a match stands, one of whose games takes so long.
func matchLine(s match.Standing, games int, each time.Duration) string {
	t, e := s.Tally(), s.Estimate()
	line := fmt.Sprintf("%d of %d games  +%d =%d -%d  %.1f%%  Elo %s", t.Games(), games, t.Won, t.Drawn, t.Lost, 100*e.Score, eloText(e))
	if left := games - t.Games(); left > 0 {
		line += fmt.Sprintf("  %v left", (each * time.Duration(left)).Round(time.Second))
	}
	return line
}

// eloText writes a difference with its error: "+35 ± 20", "+350 (+200 to +∞)".
func eloText(e match.Estimate) string {
	number := func(x float64) string {
		if math.IsInf(x, 0) {
			return fmt.Sprintf("%+f", x)[:1] + "∞"
		}
		return fmt.Sprintf("%+.0f", x)
	}
	if math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) || math.IsInf(e.Elo, 0) {
		return fmt.Sprintf("%s (%s to %s)", number(e.Elo), number(e.Low), number(e.High))
	}
	return fmt.Sprintf("%s ± %.0f", number(e.Elo), (e.High-e.Low)/2)
}

// report writes the final table, or all of it as JSON.
func (cmd *matchCmd) report(c *console, m *match.Match, s match.Standing, complete bool) error {
	if c.JSON {
		return c.print(cmd.summary(c, m, s, complete))
	}
	t, e := s.Tally(), s.Estimate()
	if !complete {
		fmt.Fprintln(c.out, "Interrupted: not all of the games were played")
	}
	head := []string{c.assumed().ID, fmt.Sprintf("%d games", t.Games())}
	if limit := m.Referee.Limit; !limit.IsZero() {
		head = append(head, limit.String())
	}
	head = append(head, "openings "+cmd.Openings)
	if c.Seed != nil {
		head = append(head, fmt.Sprintf("seed %d", *c.Seed))
	}
	fmt.Fprintf(c.out, "%s\n\n", strings.Join(head, ", "))
	width := 12
	for _, name := range s.Names {
		width = max(width, len([]rune(name)))
	}
	fmt.Fprintf(c.out, "%-*s  games    won  drawn   lost    score   depth     nodes/s  s/move\n", width, "")
	for i, name := range s.Names {
		white, black := s.AsWhite, s.AsBlack
		if i == 1 {
			white, black = s.AsBlack.Reversed(), s.AsWhite.Reversed()
		}
		cost := costOf(s.Effort[i])
		fmt.Fprintf(c.out, "%-*s %s %7s %11s %7s\n", width, name, tallyText(white.Plus(black)), cost.depthText(), cost.speedText(), cost.timeText())
		fmt.Fprintf(c.out, "%-*s %s\n", width, "  as White", tallyText(white))
		fmt.Fprintf(c.out, "%-*s %s\n", width, "  as Black", tallyText(black))
	}
	fmt.Fprintf(c.out, "\nElo of %s less that of %s: %s (95 %%, %s), LOS %.1f %%\n", s.Names[0], s.Names[1], eloText(e), e.Model, 100*e.LOS)
	if m.SPRT != nil {
		lower, upper := m.SPRT.Bounds()
		verdict := [3]string{fmt.Sprintf("Elo %g", m.SPRT.Elo0), "undecided", fmt.Sprintf("Elo %g", m.SPRT.Elo1)}[m.SPRT.Decided(s.Pairs)+1]
		fmt.Fprintf(c.out, "SPRT %s: LLR %.2f (%.2f to %.2f): %s\n", cmd.SPRT, m.SPRT.LLR(s.Pairs), lower, upper, verdict)
	}
	if len(s.Endings) > 0 {
		fmt.Fprintf(c.out, "Ends: %s\n", counted(s.Endings))
	}
	for i, f := range s.Faults {
		if len(f) > 0 {
			fmt.Fprintf(c.out, "Lost by fault of %s: %s\n", s.Names[i], counted(f))
		}
	}
	return nil
}

func tallyText(t match.Tally) string {
	score := "-"
	if n := t.Games(); n > 0 {
		score = fmt.Sprintf("%.1f %%", 100*t.Points()/float64(n))
	}
	return fmt.Sprintf("%6d %6d %6d %6d %8s", t.Games(), t.Won, t.Drawn, t.Lost, score)
}

// counted writes counts as "mate 12, stalemate 1", the most frequent first.
func counted(counts map[string]int) string {
	words := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, w := range words {
		words[i] = fmt.Sprintf("%s %d", w, counts[w])
	}
	return strings.Join(words, ", ")
}

// cost is what an engine's moves have cost on average, 0 where it is not known.
type cost struct {
	Depth   float64 `json:"depth"`
	Speed   float64 `json:"nodesPerSecond"`
	Seconds float64 `json:"secondsPerMove"`
}

func costOf(e match.Effort) cost {
	var c cost
	if e.Searched > 0 {
		c.Depth = float64(e.Depth) / float64(e.Searched)
	}
	if e.Counted > 0 {
		c.Speed = math.Round(float64(e.Nodes) / e.Counted.Seconds())
	}
	if e.Moves > 0 {
		c.Seconds = e.Time.Seconds() / float64(e.Moves)
	}
	return c
}

func (c cost) depthText() string { return orDash(c.Depth, fmt.Sprintf("%.1f", c.Depth)) }
func (c cost) speedText() string { return orDash(c.Speed, grouped(uint64(c.Speed))) }
func (c cost) timeText() string  { return orDash(c.Seconds, fmt.Sprintf("%.3f", c.Seconds)) }

func orDash(x float64, text string) string {
	if x == 0 {
		return "-"
	}
	return text
}

// number is a JSON number, null when it is not finite.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(n), 0) || math.IsNaN(float64(n)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

type tallyJSON struct {
	Games int `json:"games"`
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

func tallyOf(t match.Tally) tallyJSON { return tallyJSON{t.Games(), t.Won, t.Drawn, t.Lost} }

type engineJSON struct {
	Name    string         `json:"name"`
	All     tallyJSON      `json:"all"`
	AsWhite tallyJSON      `json:"asWhite"`
	AsBlack tallyJSON      `json:"asBlack"`
	Faults  map[string]int `json:"faults,omitempty"`
	cost
}

type sprtJSON struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Decided int     `json:"decided"` // -1 for elo0, 1 for elo1, 0 for neither
}

type matchJSON struct {
	Variant  string         `json:"variant"`
	Openings string         `json:"openings"`
	Seed     uint64         `json:"seed"`
	Engines  [2]engineJSON  `json:"engines"`
	Score    float64        `json:"score"`
	Elo      number         `json:"elo"`
	EloLow   number         `json:"eloLow"`
	EloHigh  number         `json:"eloHigh"`
	LOS      float64        `json:"los"`
	Model    string         `json:"model"`
	Pairs    match.Pairs    `json:"pairs"`
	SPRT     *sprtJSON      `json:"sprt,omitempty"`
	Endings  map[string]int `json:"endings"`
	Complete bool           `json:"complete"`
}

func (cmd *matchCmd) summary(c *console, m *match.Match, s match.Standing, complete bool) matchJSON {
	e := s.Estimate()
	out := matchJSON{
		Variant: c.assumed().ID, Openings: cmd.Openings, Seed: c.seedOrZero(),
		Score: e.Score, Elo: number(e.Elo), EloLow: number(e.Low), EloHigh: number(e.High), LOS: e.LOS, Model: e.Model,
		Pairs: s.Pairs, Endings: s.Endings, Complete: complete,
	}
	for i, name := range s.Names {
		white, black := s.AsWhite, s.AsBlack
		if i == 1 {
			white, black = s.AsBlack.Reversed(), s.AsWhite.Reversed()
		}
		out.Engines[i] = engineJSON{name, tallyOf(white.Plus(black)), tallyOf(white), tallyOf(black), s.Faults[i], costOf(s.Effort[i])}
	}
	if m.SPRT != nil {
		lower, upper := m.SPRT.Bounds()
		out.SPRT = &sprtJSON{m.SPRT.Elo0, m.SPRT.Elo1, m.SPRT.LLR(s.Pairs), lower, upper, m.SPRT.Decided(s.Pairs)}
	}
	return out
}
