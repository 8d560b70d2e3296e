package live

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/bus"
)

// fakeBus keeps what a server says of who is there.
type fakeBus struct {
	said []present
}

func (b *fakeBus) Publish(e bus.Event) {
	var p present
	if json.Unmarshal(e.Data, &p) == nil {
		b.said = append(b.said, p)
	}
}

func (b *fakeBus) Subscribe(...bus.Subject) (*bus.Subscription, error) { return nil, nil }

// TestPresenceAmongServers: a server takes in who is there at others, answers their questions, and
// forgets a server that is silent.
func TestPresenceAmongServers(t *testing.T) {
	b := &fakeBus{}
	ts := &tables{bus: b, server: "here", open: map[string]*table{}}
	tb := &table{all: ts, id: "g", visitors: map[*visitor]struct{}{}, servers: map[string]heard{}}
	hear := func(p present) bool {
		t.Helper()
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return tb.hear(bus.Event{Subject: bus.Game("g"), Data: data})
	}
	if tb.hear(bus.Event{Seq: 3, Data: json.RawMessage(`[]`)}) || tb.hear(bus.Event{Resync: true}) {
		t.Error("moves are taken for presence")
	}
	if !hear(present{Server: "there", Black: true, Ask: true}) || tb.players() != [2]bool{false, true} {
		t.Errorf("online: %v", tb.online())
	}
	if len(b.said) != 0 {
		t.Errorf("a server without players answers %+v", b.said)
	}
	tb.arrive("white")
	tb.arrive("white")
	if len(b.said) != 1 || !b.said[0].White || b.said[0].Black {
		t.Errorf("after White has come the server says %+v", b.said)
	}
	hear(b.said[0])
	hear(present{Server: "third", Ask: true})
	if len(b.said) != 2 || tb.players() != [2]bool{true, true} {
		t.Errorf("a question is answered with %+v", b.said)
	}
	hear(present{Server: "there"})
	if tb.players() != [2]bool{true, false} {
		t.Errorf("after Black has gone online: %v", tb.online())
	}
	tb.servers["old"] = heard{present{Server: "old", Black: true}, time.Now().Add(-2 * presentFor)}
	if tb.refresh(); tb.players() != [2]bool{true, false} || len(b.said) != 3 {
		t.Errorf("online: %v, said: %+v", tb.online(), b.said)
	}
}
