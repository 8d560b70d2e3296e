package wire

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kind is what an event is about.
type Kind string

// The kinds of subjects.
const (
	KindGame  Kind = "game"
	KindLobby Kind = "lobby"
	KindUser  Kind = "user"
	KindJob   Kind = "job"
)

// Subject is what one subscribes to: a game, a user, a job, the lobby. It is comparable.
type Subject struct {
	Kind Kind
	ID   string
}

// Lobby is the subject of all open seeks.
var Lobby = Subject{Kind: KindLobby}

// Game returns the subject of a game.
func Game(id string) Subject { return Subject{KindGame, id} }

// User returns the subject of what concerns one user.
func User(id string) Subject { return Subject{KindUser, id} }

// Job returns the subject of a job's progress.
func Job(id string) Subject { return Subject{KindJob, id} }

// String returns the subject as "game abc".
func (s Subject) String() string { return strings.TrimSpace(string(s.Kind) + " " + s.ID) }

// Event says that something has happened.
type Event struct {
	Subject `json:"-"`
	Seq     int64           `json:"seq,omitempty"`  // what the truth is at: of a game, its last event; 0 where there is no number
	Data    json.RawMessage `json:"data,omitempty"` // what has happened, small; none when the reader has to look
	// Resync says that events may have been missed: the truth is to be read again. It has no Seq and no Data, and the zero
	// Subject when it is about all that a subscription has.
	Resync bool `json:"resync,omitempty"`
}

const (
	eventPrefix = "kirke.event."
	resyncAll   = "kirke.resync" // from a process that may have lost events to all others
)

// subject returns the NATS subject of a subject of ours.
func (s Subject) subject() string {
	return eventPrefix + token(string(s.Kind)) + "." + token(s.ID)
}

// token returns text as one token of a NATS subject: letters, digits, '-' and '_' stand for themselves, every other byte
// is written "=2E", and no text at all is "=".
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
