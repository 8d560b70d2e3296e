package play

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"
)

// Millis is a span of time in milliseconds, as stored and sent.
type Millis int64

// MillisOf returns d in whole milliseconds.
func MillisOf(d time.Duration) Millis { return Millis(d / time.Millisecond) }

// Duration returns m as a time.Duration.
func (m Millis) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

// Event is one thing that happened in a game.
type Event struct {
	Seq     int       // its number in the game, from 1, without gaps
	At      time.Time // when, in whole milliseconds of UTC
	By      Seat      // who did it
	ID      string    // the client's ID for it, so that the client can retry; may be ""
	Payload Payload   // what happened: one of the types that follow
}

// Payload says what happened. It is one of Created, Moved, DrawOffered, DrawDeclined,
// TakebackOffered, TakebackDeclined, TakenBack, Ended, RatingsChanged, RematchOffered,
// RematchDeclined, Rematched, Said, Credited, VacationStarted, VacationEnded, Renamed and Annulled.
type Payload interface{ kind() string }

// Created is the first event of a game.
type Created struct {
	Game     string    `json:"game"` // the game's ID
	Origin   Origin    `json:"origin"`
	Players  [2]Player `json:"players"` // White and Black
	Terms    Terms     `json:"terms"`
	Previous string    `json:"previous,omitempty"` // the game that this is the rematch of
}

// Moved is a half-move. In a series only the last half-move of a turn presses the clock.
type Moved struct {
	Ply     int    `json:"ply"` // the half-moves made with this one, from 1
	UCI     string `json:"uci"`
	SAN     string `json:"san"`
	Took    Millis `json:"tookMs"`            // charged to the clock for the turn so far
	Left    Millis `json:"leftMs"`            // in the bank afterwards, with gains if the turn is over
	Planned bool   `json:"planned,omitempty"` // a conditional move
}

// DrawOffered stands until it is declined or the opponent moves.
type DrawOffered struct{}

// DrawDeclined ends a draw offer: the opponent declined it, or the player withdrew it.
type DrawDeclined struct{}

// TakebackOffered asks to take back half-moves.
type TakebackOffered struct {
	Ply int `json:"ply"` // how many half-moves would be left
}

// TakebackDeclined ends a takeback request: the opponent declined it, or the player withdrew it.
type TakebackDeclined struct{}

// TakenBack is half-moves taken back with consent. The banks stay as they are, and the turn of the
// side to move begins now.
type TakenBack struct {
	Ply int `json:"ply"` // how many half-moves are left
}

// Ended is the end of the game.
type Ended struct {
	Result string `json:"result"` // "1-0", "0-1", "1/2-1/2", or "*" when the game was aborted
	Reason string `json:"reason"` // as kirke.Reason writes it, or "aborted"
}

// Aborted is the reason of a game that ended without a result.
const Aborted = "aborted"

// RatingsChanged is the effect of a rated game on the ratings of its players.
type RatingsChanged struct {
	Before      [2]float64 `json:"before"` // White's and Black's
	After       [2]float64 `json:"after"`
	Provisional [2]bool    `json:"provisional,omitzero"` // those of After
}

// RematchOffered proposes another game on the same terms, colours reversed.
type RematchOffered struct{}

// RematchDeclined ends a proposal: the opponent declined it, or the player withdrew it.
type RematchDeclined struct{}

// Rematched names the rematch.
type Rematched struct {
	Game string `json:"game"`
}

// Room is a chat room of a game.
type Room string

// The rooms. Until the game is over, only players read the one and only watchers the other.
const (
	PlayersRoom  Room = "players"
	WatchersRoom Room = "watchers"
)

// Said is a line of chat.
type Said struct {
	Room Room   `json:"room"`
	User string `json:"user"`
	Name string `json:"name"`
	Text string `json:"text"` // plain text, to be escaped by what shows it
}

// Credited is time in which the server was down. It is not charged to the turn in which it fell.
type Credited struct {
	Time Millis `json:"timeMs"`
}

// VacationStarted begins a vacation of the player, whose clock stands still until it ends.
type VacationStarted struct {
	Until time.Time `json:"until"`
}

// VacationEnded ends a vacation early.
type VacationEnded struct{}

// Renamed gives the player another name, in the whole game.
type Renamed struct {
	Name string `json:"name"`
}

// Annulled means that a rated game no longer counts, since one of its players has cheated.
type Annulled struct{}

func (Created) kind() string          { return "created" }
func (Moved) kind() string            { return "moved" }
func (DrawOffered) kind() string      { return "drawOffered" }
func (DrawDeclined) kind() string     { return "drawDeclined" }
func (TakebackOffered) kind() string  { return "takebackOffered" }
func (TakebackDeclined) kind() string { return "takebackDeclined" }
func (TakenBack) kind() string        { return "takenBack" }
func (Ended) kind() string            { return "ended" }
func (RatingsChanged) kind() string   { return "ratingsChanged" }
func (RematchOffered) kind() string   { return "rematchOffered" }
func (RematchDeclined) kind() string  { return "rematchDeclined" }
func (Rematched) kind() string        { return "rematched" }
func (Said) kind() string             { return "said" }
func (Credited) kind() string         { return "credited" }
func (VacationStarted) kind() string  { return "wentAway" }
func (VacationEnded) kind() string    { return "cameBack" }
func (Renamed) kind() string          { return "renamed" }
func (Annulled) kind() string         { return "annulled" }

// payloadTypes has the type of each kind of payload.
var payloadTypes = map[string]reflect.Type{}

func init() {
	for _, p := range []Payload{
		Created{}, Moved{}, DrawOffered{}, DrawDeclined{}, TakebackOffered{}, TakebackDeclined{}, TakenBack{},
		Ended{}, RatingsChanged{}, RematchOffered{}, RematchDeclined{}, Rematched{}, Said{}, Credited{},
		VacationStarted{}, VacationEnded{}, Renamed{}, Annulled{},
	} {
		payloadTypes[p.kind()] = reflect.TypeOf(p)
	}
}

// Kind returns the kind of the payload, "moved" for Moved.
func (e Event) Kind() string {
	if e.Payload == nil {
		return ""
	}
	return e.Payload.kind()
}

// Data returns the payload as a JSON object, without its kind.
func (e Event) Data() ([]byte, error) { return json.Marshal(e.Payload) }

// ReadPayload returns the payload of an event, from its kind and data. The error says that the kind
// is unknown, or that the data do not fit it.
func ReadPayload(kind string, data []byte) (Payload, error) {
	t, ok := payloadTypes[kind]
	if !ok {
		return nil, fmt.Errorf("there is no event of the kind %q", kind)
	}
	p := reflect.New(t)
	if err := json.Unmarshal(data, p.Interface()); err != nil {
		return nil, fmt.Errorf("the event %q cannot be read: %w", kind, err)
	}
	return p.Elem().Interface().(Payload), nil
}

type eventJSON struct {
	Seq  int             `json:"seq"`
	At   time.Time       `json:"at"`
	By   Seat            `json:"by"`
	ID   string          `json:"id,omitempty"`
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// MarshalJSON returns an object with the fields seq, at (RFC 3339), by, id, kind
// and data.
func (e Event) MarshalJSON() ([]byte, error) {
	data, err := e.Data()
	if err != nil {
		return nil, err
	}
	return json.Marshal(eventJSON{e.Seq, e.At, e.By, e.ID, e.Kind(), data})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Event) UnmarshalJSON(data []byte) error {
	var in eventJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	payload, err := ReadPayload(in.Kind, in.Data)
	if err != nil {
		return err
	}
	*e = Event{in.Seq, in.At, in.By, in.ID, payload}
	return nil
}

// VisibleTo reports whether a seat may see the event. While the game goes on, players do not see
// the watchers' chat, and watchers not the players'. When it is over, everybody sees everything.
func (e Event) VisibleTo(s Seat, over bool) bool {
	said, ok := e.Payload.(Said)
	return !ok || over || s == Server || (said.Room == PlayersRoom) == s.Playing()
}
