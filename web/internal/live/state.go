package live

// This file writes how a game stands, as JSON for pages and programs.

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
	"github.com/kirke-chess/kirke/web/view"
)

// State is how a game stands, seen from a seat.
type State struct {
	Game     string           `json:"game"`
	Seq      int              `json:"seq" doc:"The number of the last event."`
	Seat     play.Seat        `json:"seat" doc:"The reader: white, black or watcher."`
	Ply      int              `json:"ply" doc:"Half-moves made."`
	Turn     play.Seat        `json:"turn"`
	View     view.View        `json:"view" doc:"What a board shows."`
	Moves    []string         `json:"moves" doc:"The moves as people write them."`
	UCI      []string         `json:"uci" doc:"The moves as programs write them."`
	Score    []page.ScoreLine `json:"score" doc:"The moves in numbered lines."`
	Times    []int64          `json:"times,omitempty" doc:"Milliseconds that each half-move took, 0 if it was not timed."`
	Clock    *Clocks          `json:"clock,omitempty"`
	History  [][2]int64       `json:"clocks,omitempty" doc:"Of a game that is over: milliseconds on White's and Black's clock at the starting position and after each half-move."`
	Draw     play.Seat        `json:"drawOffer,omitempty" doc:"Who offers a draw."`
	Declined play.Seat        `json:"drawDeclined,omitempty" doc:"Who has declined the opponent's last draw offer, until the opponent moves."`
	Takeback play.Seat        `json:"takeback,omitempty" doc:"Who requests a takeback."`
	Left     int              `json:"takebackPly,omitempty" doc:"The half-moves left after the takeback."`
	Rematch  play.Seat        `json:"rematchOffer,omitempty" doc:"Who offers a rematch."`
	Next     string           `json:"rematch,omitempty" doc:"The ID of the rematch."`
	Claims   []string         `json:"claims,omitempty" doc:"The draws that the side to move may claim."`
	Over     bool             `json:"over,omitempty"`
	Says     string           `json:"says" doc:"Whose turn it is and what is offered, or how the game ended, as a sentence for the reader."`
	Result   string           `json:"result"`
	Ending   string           `json:"ending,omitempty" doc:"How the game ended, in a sentence."`
	Verdict  string           `json:"verdict,omitempty" doc:"Of a game that is over, for a player: You won, You lost or Draw, in the reader's language."`
	Ratings  []string         `json:"ratings,omitempty" doc:"The ratings of White and Black after a rated game, each with its change."`
}

// Clocks are the clocks of a game at a moment.
type Clocks struct {
	White    int64     `json:"white" doc:"Milliseconds left."`
	Black    int64     `json:"black"`
	Running  bool      `json:"running"`
	At       time.Time `json:"at" doc:"The moment, by the server's clock: when the game ended, if it is over."`
	Deadline time.Time `json:"deadline,omitzero" doc:"When the time of the side to move is up."`
}

// StateOf returns how a game stands, seen from a seat, in the reader's language. It does not change
// the game.
func StateOf(ctx context.Context, g *play.Game, seat play.Seat, now time.Time) State {
	st := State{
		Game: g.ID(), Seq: g.Seq(), Seat: seat, Ply: g.Ply(), Turn: g.Turn(), Moves: []string{}, UCI: []string{},
		Draw: g.DrawOffer(), Declined: g.DrawRefusal(), Rematch: g.RematchOffer(), Next: g.Rematch(),
		Over: g.Over(), Result: kirke.Unfinished.String(),
	}
	for _, m := range g.Moves() {
		st.Moves, st.UCI = append(st.Moves, m.SAN), append(st.UCI, m.UCI)
	}
	st.Times = timesOf(g)
	st.Score = scoreOf(ctx, g, st.Times)
	st.Takeback, st.Left = g.Takeback()
	var opts []view.Option
	switch {
	case !seat.Playing():
		opts = append(opts, view.Watching())
	case seat != g.Turn():
		opts = append(opts, view.Premoves())
	}
	st.View = view.OfGame(g.Chess(), opts...)
	e, ended, over := g.Ending()
	if over {
		st.Result, st.Ending, st.Verdict = e.Result, endingText(g), verdict(ctx, e.Result, seat)
		if st.View.Outcome == nil {
			st.View.End(view.Outcome{Result: e.Result, Reason: e.Reason, Text: st.Ending})
		}
		now = ended
	} else {
		for _, r := range g.Chess().Claims() {
			st.Claims = append(st.Claims, r.String())
		}
	}
	st.Says = says(ctx, g, seat)
	st.Ratings = ratingsOf(g)
	if !g.Terms().Control.IsUnlimited() {
		st.Clock = clocksOf(g, now)
	}
	if over {
		for _, left := range g.History() {
			st.History = append(st.History, [2]int64{left[0].Milliseconds(), left[1].Milliseconds()})
		}
	}
	return st
}

func clocksOf(g *play.Game, now time.Time) *Clocks {
	c := &Clocks{
		White: TimeFor(g, play.White, now).Milliseconds(), Black: TimeFor(g, play.Black, now).Milliseconds(),
		Running: g.Running(now), At: now.UTC().Truncate(time.Millisecond),
	}
	c.Deadline, _ = g.Deadline()
	return c
}

// TimeFor returns the time that a side has left for its turn, or had when the game ended. For the
// side not to move it is the time for its next turn, with the grace of that turn.
func TimeFor(g *play.Game, side play.Seat, now time.Time) time.Duration {
	left := g.Left(side, now)
	if side != g.Turn() {
		left += g.Terms().Control.Grace
	}
	return left
}

// ratingsOf returns both ratings after a rated game, each with its change, nil without any.
func ratingsOf(g *play.Game) []string {
	changed := g.Ratings()
	if changed == nil {
		return nil
	}
	texts := make([]string, 2)
	for i := range texts {
		texts[i] = fmt.Sprintf("%s (%+.0f)",
			play.RatingText(changed.After[i], changed.Provisional[i]), changed.After[i]-changed.Before[i])
	}
	return texts
}

// timesOf returns how long each half-move took in milliseconds, nil if none was timed. The time of a
// move that is stored is that of the turn so far.
func timesOf(g *play.Game) []int64 {
	moves := g.Moves()
	times := make([]int64, 0, len(moves))
	timed := false
	var before play.Millis // of the turn, as charged with the half-move before
	for n := range g.Chess().MainLine() {
		if len(times) == len(moves) {
			break
		}
		took := moves[len(times)].Took
		times = append(times, max(0, int64(took-before)))
		timed = timed || took > 0
		before = took
		if n.Position().Turn() != n.Parent().Position().Turn() {
			before = 0
		}
	}
	if !timed {
		return nil
	}
	return times
}

// scoreOf returns the moves in numbered lines, each with White's move and Black's. times are those
// of the half-moves, nil for none.
func scoreOf(ctx context.Context, g *play.Game, times []int64) []page.ScoreLine {
	lines := []page.ScoreLine{}
	moves := g.Moves()
	ply := 0
	for n := range g.Chess().MainLine() {
		if ply == len(moves) {
			break
		}
		text := moves[ply].SAN
		ply++
		p := n.Parent().Position()
		_, full := p.Clock()
		last := len(lines) - 1
		if last < 0 || lines[last].Number != full {
			lines = append(lines, page.ScoreLine{Number: full})
			last++
		}
		line, side := &lines[last], 0
		if p.Turn() == kirke.White {
			line.White = joinMoves(line.White, text)
		} else {
			side, line.Black = 1, joinMoves(line.Black, text)
		}
		half := page.ScoreMove{Ply: ply, Text: text}
		if times != nil {
			half.Took = page.Took(ctx, times[ply-1])
		}
		line.Ply = ply
		line.Count[side]++
		line.Halves[side] = append(line.Halves[side], half)
	}
	return lines
}

func joinMoves(before, text string) string {
	if before == "" {
		return text
	}
	return before + " " + text
}

// endingText says how a game that is over ended.
func endingText(g *play.Game) string {
	e, _, _ := g.Ending()
	text := view.EndingText(e.Result, e.Reason)
	if text == "" {
		return "The game was aborted"
	}
	if g.Annulled() {
		text += "; annulled because a player cheated"
	}
	if g.Terms().Rated && g.TooShort() && g.Ratings() == nil {
		text += "; not rated because one side made fewer than two moves"
	}
	return text
}

// verdict tells a player how the game ended for them, "" a watcher or after an aborted game.
func verdict(ctx context.Context, result string, seat play.Seat) string {
	won := map[play.Seat]string{play.White: kirke.WhiteWins.String(), play.Black: kirke.BlackWins.String()}
	switch {
	case !seat.Playing() || result == kirke.Unfinished.String():
		return ""
	case result == won[seat]:
		return message.Text(ctx, "You won")
	case result == won[seat.Other()]:
		return message.Text(ctx, "You lost")
	}
	return message.Text(ctx, "Draw")
}

// says tells a seat whose turn it is and what has been offered, or how the game ended.
func says(ctx context.Context, g *play.Game, seat play.Seat) string {
	var words []string
	if g.DrawRefusal() == seat.Other() && seat.Playing() {
		words = append(words, message.Text(ctx, "Your draw offer was declined."))
	}
	_, _, over := g.Ending()
	switch {
	case over:
		words = append(words, endingText(g)+".")
	case g.Turn() == seat:
		words = append(words, message.Text(ctx, "Your move."))
	case g.Turn() == play.White:
		words = append(words, message.Text(ctx, "White to move."))
	default:
		words = append(words, message.Text(ctx, "Black to move."))
	}
	switch by := g.RematchOffer(); {
	case !over:
		words = append(words, offers(ctx, g, seat)...)
	case g.Rematch() != "" || by == "":
	case by == seat:
		words = append(words, message.Text(ctx, "You have offered a rematch."))
	default:
		words = append(words, message.Text(ctx, "%s offers a rematch.", g.Player(by).Name))
	}
	return strings.Join(words, " ")
}

// offers tells a seat of a draw that is offered, and of a takeback that is requested.
func offers(ctx context.Context, g *play.Game, seat play.Seat) (words []string) {
	switch by := g.DrawOffer(); by {
	case "":
	case seat:
		words = append(words, message.Text(ctx, "You have offered a draw."))
	default:
		words = append(words, message.Text(ctx, "%s offers a draw.", g.Player(by).Name))
	}
	by, left := g.Takeback()
	switch by {
	case "":
	case seat:
		words = append(words, message.Count(ctx, g.Ply()-left,
			"You have asked to take back the last move.", "You have asked to take back the last %d half-moves."))
	default:
		words = append(words, message.Count(ctx, g.Ply()-left,
			"%[2]s asks to take back the last move.", "%[2]s asks to take back the last %[1]d half-moves.",
			g.Player(by).Name))
	}
	return words
}
