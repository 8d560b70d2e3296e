package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
	"github.com/kirke-chess/kirke/web/view"
	"github.com/kirke-chess/kirke/wire"
)

// Wire carries what has happened to everybody who looks on, in this process and others.
type Wire interface {
	Publish(wire.Event)
	Subscribe(...wire.Subject) (*wire.Subscription, error)
}

// Tell publishes what has been committed to a game. It is for store.Options.Notify.
func Tell(w Wire, c store.Committed) {
	data, err := json.Marshal(c.Events)
	if err != nil {
		data = nil // those who look on read the store instead
	}
	w.Publish(wire.Event{Subject: wire.Game(c.Summary.ID), Seq: int64(c.Summary.Seq), Data: data})
	for _, p := range c.Summary.Players {
		if !p.Computer() {
			w.Publish(wire.Event{Subject: wire.User(p.User), Data: mustJSON(UserEvent{Game: c.Summary.ID, Ply: c.Summary.Ply, YourTurn: yourTurn(c.Summary, p.User), Over: c.Summary.Over})})
		}
	}
	for _, k := range c.Ended {
		tellOfSeek(w, k)
	}
}

// UserEvent tells a person that something has happened in one of their games.
type UserEvent struct {
	Game     string `json:"game"`
	Ply      int    `json:"ply"`
	YourTurn bool   `json:"yourTurn"`
	Over     bool   `json:"over,omitempty"`
}

func yourTurn(m store.Summary, user string) bool {
	if m.Over {
		return false
	}
	turn := m.Players[0]
	if m.Turn == play.Black {
		turn = m.Players[1]
	}
	return turn.User == user
}

// mustJSON writes a value of our own types, which always can be.
func mustJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return data
}

// Live is what somebody who looks on is told: what is new, and how the game stands now.
type Live struct {
	Events []play.Event `json:"events,omitempty" doc:"What has happened since, as far as it is for the reader."`
	State  State        `json:"state"`
}

// State is how a game stands, for one who looks on from a seat.
type State struct {
	Game     string           `json:"game"`
	Seq      int              `json:"seq" doc:"The number of the last event."`
	Seat     play.Seat        `json:"seat" doc:"Where the reader sits: white, black or watcher."`
	Ply      int              `json:"ply" doc:"Half-moves made."`
	Turn     play.Seat        `json:"turn"`
	View     view.View        `json:"view" doc:"What a board shows."`
	Moves    []string         `json:"moves" doc:"The moves as people write them."`
	UCI      []string         `json:"uci" doc:"The moves as programs write them."`
	Score    []page.ScoreLine `json:"score" doc:"The moves in numbered lines."`
	Clock    *Clocks          `json:"clock,omitempty"`
	Draw     play.Seat        `json:"drawOffer,omitempty" doc:"Who offers a draw."`
	Declined play.Seat        `json:"drawDeclined,omitempty" doc:"Who has declined the opponent's last draw offer, until the opponent moves."`
	Takeback play.Seat        `json:"takeback,omitempty" doc:"Who asks for moves to be taken back."`
	Left     int              `json:"takebackPly,omitempty" doc:"How many half-moves that would leave."`
	Rematch  play.Seat        `json:"rematchOffer,omitempty" doc:"Who proposes a rematch."`
	Next     string           `json:"rematch,omitempty" doc:"The game that is the rematch."`
	Claims   []string         `json:"claims,omitempty" doc:"The draws that the side to move may claim."`
	Over     bool             `json:"over,omitempty"`
	Says     string           `json:"says" doc:"Whose turn it is and what has been offered, or how the game ended, in words to the reader."`
	Result   string           `json:"result"`
	Ending   string           `json:"ending,omitempty" doc:"How the game ended, in a sentence."`
}

// Clocks are the clocks of a game at a moment.
type Clocks struct {
	White    int64     `json:"white" doc:"Milliseconds left."`
	Black    int64     `json:"black"`
	Running  bool      `json:"running"`
	At       time.Time `json:"at" doc:"The moment, by the server's clock: when the game ended, if it is over."`
	Deadline time.Time `json:"deadline,omitzero" doc:"When the time of the side to move is up."`
}

// stateOf returns how a game stands for a seat.
func stateOf(g *play.Game, seat play.Seat, now time.Time) State {
	st := State{
		Game: g.ID(), Seq: g.Seq(), Seat: seat, Ply: g.Ply(), Turn: g.Turn(), Moves: []string{}, UCI: []string{},
		Draw: g.DrawOffer(), Declined: g.DrawRefusal(), Rematch: g.RematchOffer(), Next: g.Rematch(), Over: g.Over(), Result: "*",
	}
	for _, m := range g.Moves() {
		st.Moves, st.UCI = append(st.Moves, m.SAN), append(st.UCI, m.UCI)
	}
	st.Score = scoreOf(g)
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
		st.Result, st.Ending = e.Result, endingText(g)
		if st.View.Outcome == nil {
			st.View.End(view.Outcome{Result: e.Result, Reason: e.Reason, Text: st.Ending})
		}
	} else {
		for _, r := range g.Chess().Claims() {
			st.Claims = append(st.Claims, r.String())
		}
	}
	st.Says = says(g, seat)
	if !g.Terms().Control.IsUnlimited() {
		if over {
			now = ended
		}
		at := now.UTC().Truncate(time.Millisecond)
		st.Clock = &Clocks{White: timeFor(g, play.White, now).Milliseconds(), Black: timeFor(g, play.Black, now).Milliseconds(), Running: g.Running(now), At: at}
		st.Clock.Deadline, _ = g.Deadline()
	}
	return st
}

// timeFor returns the time that a side has, or had when the game ended: what is left of its turn or, when it is not on
// turn, what it will have for the next, the grace of the turn included.
func timeFor(g *play.Game, side play.Seat, now time.Time) time.Duration {
	left := g.Left(side, now)
	if side != g.Turn() {
		left += g.Terms().Control.Grace
	}
	return left
}

// endingText says how a game that is over ended, in words.
func endingText(g *play.Game) string {
	e, _, _ := g.Ending()
	text := map[string]string{kirke.WhiteWins.String(): "White wins", kirke.BlackWins.String(): "Black wins", kirke.Drawn.String(): "Draw"}[e.Result]
	if text == "" {
		return "The game was aborted"
	}
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	if g.Terms().Rated && g.TooShort() && g.Ratings() == nil {
		text += "; not rated, because one side had made fewer than two moves"
	}
	return text
}

// says tells a seat whose turn it is and what has been offered, or how the game ended.
func says(g *play.Game, seat play.Seat) string {
	var words []string
	if g.DrawRefusal() == seat.Other() && seat.Playing() {
		words = append(words, "Your draw offer was declined.")
	}
	_, _, over := g.Ending()
	switch {
	case over:
		words = append(words, endingText(g)+".")
	case g.Turn() == seat:
		words = append(words, "Your move.")
	default:
		words = append(words, g.Turn().String()+" to move.")
	}
	offered := func(by play.Seat, yours, theirs string) {
		switch by {
		case "":
		case seat:
			words = append(words, "You have "+yours+".")
		default:
			words = append(words, g.Player(by).Name+" "+theirs+".")
		}
	}
	if !over {
		offered(g.DrawOffer(), "offered a draw", "offers a draw")
		by, left := g.Takeback()
		back := halfMoves(g.Ply() - left)
		offered(by, "asked to take back "+back, "asks to take back "+back)
	} else if g.Rematch() == "" {
		offered(g.RematchOffer(), "offered a rematch", "offers a rematch")
	}
	return strings.Join(words, " ")
}

// halfMoves names the last half-moves of a game.
func halfMoves(n int) string {
	if n == 1 {
		return "the last move"
	}
	return fmt.Sprintf("the last %d half-moves", n)
}

// tables are the games that somebody looks at.
type tables struct {
	store *store.Store
	wire  Wire
	now   func() time.Time

	mu   sync.Mutex
	open map[string]*table
}

// table is a game with those who look at it. It is kept up to date by what the wire
// tells, and by the store where the wire has missed something. Its lock may be held while
// the store is read, that of the tables may not.
type table struct {
	all *tables
	id  string
	sub *wire.Subscription

	mu       sync.Mutex
	game     *play.Game
	visitors map[*visitor]struct{}
	closed   bool
}

// visitor is one who looks at a game.
type visitor struct {
	table *table
	seat  play.Seat
	out   chan Live // closed when the visitor does not keep up, or the game cannot be followed
}

// maxUnread is how many messages wait for a visitor.
const maxUnread = 32

// join returns a visitor of a game, whose first message tells what happened after an event, 0 for
// everything. The visitor is to leave.
func (ts *tables) join(ctx context.Context, id, user string, after int) (*visitor, error) {
	const tries = 3 // a table may close before it is joined
	for range tries {
		t, err := ts.table(ctx, id)
		if err != nil {
			return nil, err
		}
		v, err := t.join(ctx, user, after)
		if v != nil || err != nil {
			return v, err
		}
	}
	return nil, errTryAgain
}

// join returns a visitor, nil when the table is closed.
func (t *table) join(ctx context.Context, user string, after int) (*visitor, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, nil
	}
	defer t.closeIfEmpty()
	if !t.game.MayWatch(user) {
		return nil, errNoGame
	}
	v := &visitor{table: t, seat: t.game.SeatFor(user), out: make(chan Live, maxUnread)}
	events, err := t.all.store.Events(ctx, t.id, after)
	if err != nil {
		return nil, err
	}
	if n := len(events); n > 0 && events[n-1].Seq > t.game.Seq() {
		events = events[:n-(events[n-1].Seq-t.game.Seq())] // the rest is on its way
	}
	t.visitors[v] = struct{}{}
	v.out <- Live{visible(events, v.seat, t.game.Over()), stateOf(t.game, v.seat, t.all.now())}
	return v, nil
}

var (
	errTryAgain = huma.Error503ServiceUnavailable("The game cannot be followed just now. Try again.")
	errNoGame   = &play.Error{Code: play.NotFound, Message: "There is no such game."}
)

// visible returns the events that may be seen from a seat.
func visible(events []play.Event, seat play.Seat, over bool) []play.Event {
	var out []play.Event
	for _, e := range events {
		if e.VisibleTo(seat, over) {
			out = append(out, e)
		}
	}
	return out
}

// table returns the table of a game, and opens it when nobody looks at it yet. The
// caller joins it.
func (ts *tables) table(ctx context.Context, id string) (*table, error) {
	ts.mu.Lock()
	t, ok := ts.open[id]
	if !ok {
		t = &table{all: ts, id: id, visitors: map[*visitor]struct{}{}}
		ts.open[id] = t
		t.mu.Lock() // those who come meanwhile wait for this table only
		defer t.mu.Unlock()
	}
	ts.mu.Unlock()
	if ok {
		return t, nil
	}
	sub, err := ts.wire.Subscribe(wire.Game(id))
	if err != nil {
		t.close()
		return nil, err
	}
	t.sub = sub
	if t.game, err = ts.store.Game(ctx, id); err != nil {
		t.close()
		return nil, err
	}
	go t.follow()
	return t, nil
}

// follow keeps the table up to date until it is closed.
func (t *table) follow() {
	for e := range t.sub.Events() {
		t.mu.Lock()
		events, err := t.catchUp(e)
		switch {
		case err != nil:
			t.dismiss()
		case len(events) > 0:
			t.tell(events)
		}
		t.mu.Unlock()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dismiss()
	t.closeIfEmpty()
}

// catchUp brings the game up to date and returns what is new in it.
func (t *table) catchUp(e wire.Event) ([]play.Event, error) {
	if !e.Resync && e.Seq <= int64(t.game.Seq()) {
		return nil, nil
	}
	var told []play.Event
	if !e.Resync && json.Unmarshal(e.Data, &told) == nil && len(told) > 0 && told[0].Seq == t.game.Seq()+1 {
		for i, event := range told {
			if err := t.game.Apply(event); err != nil {
				return t.reload(told[:i])
			}
		}
		return told, nil
	}
	return t.reload(nil)
}

// reload reads the game from the store, and returns what is new there after what is known.
func (t *table) reload(known []play.Event) ([]play.Event, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	after := t.game.Seq() - len(known)
	g, err := t.all.store.Game(ctx, t.id)
	if err != nil {
		return nil, err
	}
	events, err := t.all.store.Events(ctx, t.id, after)
	if err != nil {
		return nil, err
	}
	for len(events) > 0 && events[len(events)-1].Seq > g.Seq() {
		events = events[:len(events)-1]
	}
	t.game = g
	return events, nil
}

// tell tells all visitors what is new.
func (t *table) tell(events []play.Event) {
	now := t.all.now()
	states := map[play.Seat]State{}
	for v := range t.visitors {
		st, ok := states[v.seat]
		if !ok {
			st = stateOf(t.game, v.seat, now)
			states[v.seat] = st
		}
		select {
		case v.out <- Live{visible(events, v.seat, t.game.Over()), st}:
		default:
			delete(t.visitors, v)
			close(v.out)
		}
	}
}

// dismiss sends all visitors away; they come again and read the truth.
func (t *table) dismiss() {
	for v := range t.visitors {
		delete(t.visitors, v)
		close(v.out)
	}
}

// leave ends a visit.
func (v *visitor) leave() {
	t := v.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, here := t.visitors[v]; here {
		delete(t.visitors, v)
		close(v.out)
	}
	t.closeIfEmpty()
}

// closeIfEmpty closes the table when nobody is left. t.mu is held.
func (t *table) closeIfEmpty() {
	if len(t.visitors) == 0 && !t.closed {
		t.close()
	}
}

// close closes the table; who comes next opens another. t.mu is held.
func (t *table) close() {
	t.closed = true
	t.all.mu.Lock()
	delete(t.all.open, t.id)
	t.all.mu.Unlock()
	if t.sub != nil {
		t.sub.Close()
	}
}
