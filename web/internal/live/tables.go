package live

// This file keeps the games that somebody looks at up to date.

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
)

// Live is a message to a visitor of a game: what is new, and how the game stands now.
type Live struct {
	Events []play.Event `json:"events,omitempty" doc:"What has happened since, as far as the reader may see it."`
	State  State        `json:"state"`
	Online []play.Seat  `json:"online" doc:"The players who have the game open."`
}

// news is a message to the visitors of an audience. It is written once for all of them.
type news struct {
	Live
	once    sync.Once
	written []byte
	err     error
}

// data returns the news as JSON.
func (n *news) data() ([]byte, error) {
	n.once.Do(func() { n.written, n.err = json.Marshal(n.Live) })
	return n.written, n.err
}

// tables are the games that somebody looks at, by ID.
type tables struct {
	store  *store.Store
	bus    site.Bus
	now    func() time.Time
	server string // this server, among those that tell each other who is there

	mu   sync.Mutex
	open map[string]*table
}

// table is a game with its visitors. Events of the bus keep it up to date; what the bus has missed
// is read from the store. A table may be locked while the store is read, the tables may not.
type table struct {
	all *tables
	id  string
	sub *bus.Subscription

	mu       sync.Mutex
	game     *play.Game
	visitors map[*visitor]struct{}
	closed   bool
	here     [2]int           // connections of White and of Black at this server
	servers  map[string]heard // who is there, by server
}

// audience is who gets the same news: a seat, and the language in which a state says how it stands.
type audience struct {
	seat   play.Seat
	reader message.Reader
}

// visitor is somebody who looks at a game.
type visitor struct {
	audience
	table  *table
	socket bool       // hears who is there as well
	out    chan *news // closed if the visitor does not keep up, or the game cannot be followed
}

// maxUnread is the number of messages that may wait for a visitor.
const maxUnread = 32

var errTryAgain = huma.Error503ServiceUnavailable("The game cannot be followed just now. Try again.")

func newTables(s *site.Site) *tables {
	return &tables{store: s.Store, bus: s.Bus, now: s.Now, open: map[string]*table{}, server: newServer()}
}

// join returns a new visitor of a game, who must leave. The first message has the events after a
// number, 0 for all.
func (ts *tables) join(ctx context.Context, id, user string, after int, socket bool) (*visitor, error) {
	const tries = 3 // a table may close before it is joined
	for range tries {
		t, err := ts.table(ctx, id)
		if err != nil {
			return nil, err
		}
		v, err := t.join(ctx, user, after, socket)
		if v != nil || err != nil {
			return v, err
		}
	}
	return nil, errTryAgain
}

// join returns a new visitor, nil if the table is closed.
func (t *table) join(ctx context.Context, user string, after int, socket bool) (*visitor, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, nil
	}
	defer t.closeIfEmpty()
	if !t.game.MayWatch(user) {
		return nil, site.ErrNoGame
	}
	who := audience{t.game.SeatFor(user), message.ReaderOf(ctx)}
	v := &visitor{audience: who, table: t, socket: socket, out: make(chan *news, maxUnread)}
	events, err := t.all.store.Events(ctx, t.id, after)
	if err != nil {
		return nil, err
	}
	if n := len(events); n > 0 && events[n-1].Seq > t.game.Seq() {
		events = events[:n-(events[n-1].Seq-t.game.Seq())] // the bus brings the others
	}
	t.visitors[v] = struct{}{}
	t.arrive(v.seat)
	v.out <- t.news(who, site.VisibleTo(v.seat, t.game.Over(), events))
	return v, nil
}

// news returns the message of events to an audience. t.mu is locked.
func (t *table) news(to audience, events []play.Event) *news {
	return &news{Live: Live{events, StateOf(to.reader.Context(), t.game, to.seat, t.all.now()), t.online()}}
}

// table returns the table of a game, which it opens if nobody looks at the game yet. The caller
// joins it.
func (ts *tables) table(ctx context.Context, id string) (*table, error) {
	ts.mu.Lock()
	t, ok := ts.open[id]
	if !ok {
		t = &table{all: ts, id: id, visitors: map[*visitor]struct{}{}, servers: map[string]heard{}}
		ts.open[id] = t
		t.mu.Lock() // visitors who come meanwhile wait for this table only
		defer t.mu.Unlock()
	}
	ts.mu.Unlock()
	if ok {
		return t, nil
	}
	sub, err := ts.bus.Subscribe(bus.Game(id))
	if err != nil {
		t.close()
		return nil, err
	}
	t.sub = sub
	if t.game, err = ts.store.Game(ctx, id); err != nil {
		t.close()
		return nil, err
	}
	t.publishPresent(true)
	go t.follow()
	return t, nil
}

// follow keeps the table up to date until it is closed.
func (t *table) follow() {
	again := time.NewTicker(presentEvery)
	defer again.Stop()
	for open := true; open; {
		var e bus.Event
		select {
		case e, open = <-t.sub.Events():
		case <-again.C:
			t.mu.Lock()
			t.refresh()
			t.mu.Unlock()
			continue
		}
		t.mu.Lock()
		switch {
		case !open:
			t.dismiss()
			t.closeIfEmpty()
		case !t.hear(e):
			t.take(e)
		}
		t.mu.Unlock()
	}
}

// take brings the game up to date and tells what is new in it. t.mu is locked.
func (t *table) take(e bus.Event) {
	events, err := t.catchUp(e)
	switch {
	case err != nil:
		t.dismiss()
	case len(events) > 0:
		t.tell(events)
	}
}

// catchUp brings the game up to date and returns what is new in it.
func (t *table) catchUp(e bus.Event) ([]play.Event, error) {
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

// reload reads the game from the store. It returns what is new since before the events known, which
// have been applied already.
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

// tell tells all visitors what is new, except those who may see none of it: players do not see the
// chat of spectators.
func (t *table) tell(events []play.Event) {
	told := map[audience]*news{}
	for v := range t.visitors {
		n, ok := told[v.audience]
		if !ok {
			if seen := site.VisibleTo(v.seat, t.game.Over(), events); len(seen) > 0 {
				n = t.news(v.audience, seen)
			}
			told[v.audience] = n
		}
		if n != nil {
			v.send(n)
		}
	}
}

// send sends news to a visitor, who is disconnected when too many are unread. The table is locked.
func (v *visitor) send(n *news) {
	select {
	case v.out <- n:
	default:
		v.end()
	}
}

// end ends a visit. The table is locked.
func (v *visitor) end() {
	if _, here := v.table.visitors[v]; !here {
		return
	}
	delete(v.table.visitors, v)
	close(v.out)
	v.table.depart(v.seat)
}

// dismiss closes the visits of all. The clients connect again.
func (t *table) dismiss() {
	for v := range t.visitors {
		v.end()
	}
}

// leave ends a visit.
func (v *visitor) leave() {
	t := v.table
	t.mu.Lock()
	defer t.mu.Unlock()
	v.end()
	t.closeIfEmpty()
}

// closeIfEmpty closes the table if nobody is left. t.mu is locked.
func (t *table) closeIfEmpty() {
	if len(t.visitors) == 0 && !t.closed {
		t.close()
	}
}

// close closes the table. The next visitor opens another. t.mu is locked.
func (t *table) close() {
	t.closed = true
	t.all.mu.Lock()
	delete(t.all.open, t.id)
	t.all.mu.Unlock()
	if t.sub != nil {
		t.sub.Close()
	}
}
