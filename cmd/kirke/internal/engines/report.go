package engines

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/match"
)

// progressLine says how a match stands. each is the time that a game takes on average.
func progressLine(s match.Standing, games int, each time.Duration) string {
	t, e := s.Tally(), s.Estimate()
	line := fmt.Sprintf("%d of %d games  +%d =%d -%d  %.1f%%  Elo %s",
		t.Games(), games, t.Won, t.Drawn, t.Lost, 100*e.Score, eloText(e))
	if left := games - t.Games(); left > 0 {
		line += fmt.Sprintf("  %v left", (each * time.Duration(left)).Round(time.Second))
	}
	return line
}

// eloText writes a difference with its error: "+35 ± 20", "+350 (+200 to +∞)".
func eloText(e match.Estimate) string {
	number := func(x float64) string {
		switch {
		case math.IsInf(x, 0):
			return fmt.Sprintf("%+f", x)[:1] + "∞"
		case math.Round(x) == 0:
			return "0"
		}
		return fmt.Sprintf("%+.0f", x)
	}
	if math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) || math.IsInf(e.Elo, 0) {
		return fmt.Sprintf("%s (%s to %s)", number(e.Elo), number(e.Low), number(e.High))
	}
	return fmt.Sprintf("%s ± %.0f", number(e.Elo), (e.High-e.Low)/2)
}

// report writes the final table, or all of it as JSON.
func (cmd *Match) report(c *console.Console, m *match.Match, s match.Standing, complete bool) error {
	if c.JSON {
		return c.Print(cmd.summary(c, m, s, complete))
	}
	if !complete {
		fmt.Fprintln(c.Out, "Interrupted: not all of the games were played")
	}
	head := []string{defaultGame(c).ID, fmt.Sprintf("%d games", s.Tally().Games())}
	if limit := m.Referee.Limit; !limit.IsZero() {
		head = append(head, limit.String())
	}
	head = append(head, "openings "+cmd.Openings)
	if c.Seed != nil {
		head = append(head, fmt.Sprintf("seed %d", *c.Seed))
	}
	fmt.Fprintf(c.Out, "%s\n\n", strings.Join(head, ", "))
	writeTable(c.Out, s)
	e := s.Estimate()
	fmt.Fprintf(c.Out, "\nElo of %s less that of %s: %s (95 %%, %s), LOS %.1f %%\n",
		s.Names[0], s.Names[1], eloText(e), e.Model, 100*e.LOS)
	if m.SPRT != nil {
		lower, upper := m.SPRT.Bounds()
		verdicts := [3]string{fmt.Sprintf("Elo %g", m.SPRT.Elo0), "undecided", fmt.Sprintf("Elo %g", m.SPRT.Elo1)}
		if s.Pairs.Count() < match.LeastPairs {
			verdicts[1] = fmt.Sprintf("undecided before %d pairs of games", match.LeastPairs)
		}
		fmt.Fprintf(c.Out, "SPRT %s: LLR %.2f (%.2f to %.2f): %s\n",
			cmd.SPRT, m.SPRT.LLR(s.Pairs), lower, upper, verdicts[m.SPRT.Decided(s.Pairs)+1])
	}
	if len(s.Endings) > 0 {
		fmt.Fprintf(c.Out, "Ends: %s\n", counted(s.Endings))
	}
	for i, f := range s.Faults {
		if len(f) > 0 {
			fmt.Fprintf(c.Out, "Lost by fault of %s: %s\n", s.Names[i], counted(f))
		}
	}
	return nil
}

// writeTable writes three rows for each engine: all games, those as White, those as Black.
func writeTable(w io.Writer, s match.Standing) {
	width := 12
	for _, name := range s.Names {
		width = max(width, len([]rune(name)))
	}
	fmt.Fprintf(w, "%-*s  games    won  drawn   lost    score   depth     nodes/s  s/move\n", width, "")
	for i, name := range s.Names {
		white, black := talliesOf(s, i)
		cost := costOf(s.Effort[i])
		fmt.Fprintf(w, "%-*s %s %7s %11s %7s\n",
			width, name, tallyText(white.Plus(black)), cost.depthText(), cost.speedText(), cost.timeText())
		fmt.Fprintf(w, "%-*s %s\n", width, "  as White", tallyText(white))
		fmt.Fprintf(w, "%-*s %s\n", width, "  as Black", tallyText(black))
	}
}

// talliesOf returns an engine's own games as White and as Black.
func talliesOf(s match.Standing, engine int) (white, black match.Tally) {
	if engine == 0 {
		return s.AsWhite, s.AsBlack
	}
	return s.AsBlack.Reversed(), s.AsWhite.Reversed()
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

// cost is what an engine's moves cost on average, 0 where it is not known.
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
func (c cost) speedText() string { return orDash(c.Speed, console.Grouped(uint64(c.Speed))) }
func (c cost) timeText() string  { return orDash(c.Seconds, fmt.Sprintf("%.3f", c.Seconds)) }

func orDash(x float64, text string) string {
	if x == 0 {
		return "-"
	}
	return text
}

// number is a JSON number, null if it is not finite.
type number float64

// MarshalJSON implements json.Marshaler.
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

// summary returns the whole result of a match.
func (cmd *Match) summary(c *console.Console, m *match.Match, s match.Standing, complete bool) matchJSON {
	e := s.Estimate()
	out := matchJSON{
		Variant: defaultGame(c).ID, Openings: cmd.Openings, Seed: c.SeedOrZero(),
		Score: e.Score, Elo: number(e.Elo), EloLow: number(e.Low), EloHigh: number(e.High), LOS: e.LOS, Model: e.Model,
		Pairs: s.Pairs, Endings: s.Endings, Complete: complete,
	}
	for i, name := range s.Names {
		white, black := talliesOf(s, i)
		out.Engines[i] = engineJSON{
			Name: name, All: tallyOf(white.Plus(black)), AsWhite: tallyOf(white), AsBlack: tallyOf(black),
			Faults: s.Faults[i], cost: costOf(s.Effort[i]),
		}
	}
	if m.SPRT != nil {
		lower, upper := m.SPRT.Bounds()
		out.SPRT = &sprtJSON{m.SPRT.Elo0, m.SPRT.Elo1, m.SPRT.LLR(s.Pairs), lower, upper, m.SPRT.Decided(s.Pairs)}
	}
	return out
}
