package bus

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kind is the kind of thing an event is about.
type Kind string

// The kinds.
const (
	KindGame  Kind = "game"
	KindLobby Kind = "lobby"
	KindUser  Kind = "user"
	KindJob   Kind = "job"
)

// Subject is what a reader subscribes to: a game, a user, a job or the lobby. It is comparable.
type Subject struct {
	Kind Kind
	ID   string
}

// Lobby is the subject of all open seeks.
var Lobby = Subject{Kind: KindLobby}

// Game returns the subject of a game.
func Game(id string) Subject { return Subject{KindGame, id} }

// User returns the subject of everything that concerns a user.
func User(id string) Subject { return Subject{KindUser, id} }

// Job returns the subject of a job's progress.
func Job(id string) Subject { return Subject{KindJob, id} }

// String returns the subject as "game abc".
func (s Subject) String() string { return strings.TrimSpace(string(s.Kind) + " " + s.ID) }

// Event says that something has happened.
type Event struct {
	Subject `json:"-"`
	Seq     int64           `json:"seq,omitempty"`  // the last event of the game, say; 0 where nothing counts
	Data    json.RawMessage `json:"data,omitempty"` // what has happened; nil when the reader must look in SQL
	// Resync says that events may be missing, and that the reader must read SQL again. Such an
	// event has no Seq, no Data and no Subject: it is about all subjects of a subscription.
	Resync bool `json:"resync,omitempty"`
}

const (
	eventPrefix   = "kirke.event."
	resyncSubject = "kirke.resync" // a process tells all others that they may have missed its events
)

// subject returns the NATS subject for s.
func (s Subject) subject() string {
	return eventPrefix + token(string(s.Kind)) + "." + token(s.ID)
}

// token returns text as one token of a NATS subject: letters, digits, '-' and '_' as they are,
// every other byte in hexadecimal ("=2E"), and the empty text as "=".
func token(text string) string {
	if text == "" {
		return "="
	}
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "=%02X", c)
		}
	}
	return b.String()
}
