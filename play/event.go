package play

import (
	"encoding/json"
	"fmt"
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
	Seq  int       // its number in the game, from 1, without gaps
	At   time.Time // when, in whole milliseconds of UTC
	By   Seat      // who did it
	ID   string    // what the client called it, so that it can send it again; may be ""
	What Happening // one of the types that follow
}

// Happening is what an event says: one of Created, Moved, DrawOffered,
// DrawDeclined, TakebackOffered, TakebackDeclined, TakenBack, Ended, RatingsChanged,
// RematchOffered, RematchDeclined, Rematched, Said, Credited, WentAway and CameBack.
type Happening interface{ kind() string }

// Created is the first event of a game.
type Created struct {
	Game     string    `json:"game"` // the game's ID
	Origin   Origin    `json:"origin"`
	Players  [2]Player `json:"players"` // White and Black
	Terms    Terms     `json:"terms"`
	Previous string    `json:"previous,omitempty"` // the game that this is the rematch of
}

// Moved is a half-move. Where a turn has several, only the last of them lets the
// clock be pressed.
type Moved struct {
	Ply     int    `json:"ply"` // the number of half-moves it makes, from 1
	UCI     string `json:"uci"`
	SAN     string `json:"san"`
	Took    Millis `json:"tookMs"`            // how long the turn has taken so far, as charged to the clock
	Left    Millis `json:"leftMs"`            // what is in the bank afterwards, gains included once the turn is over
	Planned bool   `json:"planned,omitempty"` // a conditional move
}

// DrawOffered stands until it is declined or the opponent moves.
type DrawOffered struct{}

// DrawDeclined takes a draw offer off the table: declined, or withdrawn.
type DrawDeclined struct{}

// TakebackOffered asks for half-moves to be taken back.
type TakebackOffered struct {
	Ply int `json:"ply"` // how many half-moves would be left
}

// TakebackDeclined takes the question off the table: declined, or withdrawn.
type TakebackDeclined struct{}

// TakenBack is half-moves taken back with consent. The banks stay as they are,
// and the side that is to move again has its turn from now.
type TakenBack struct {
	Ply int `json:"ply"` // how many half-moves are left
}

// Ended is the end of the game.
type Ended struct {
	Result string `json:"result"` // "1-0", "0-1", "1/2-1/2", or "*" for a game that was aborted
	Reason string `json:"reason"` // as kirke.Reason writes it, or "aborted"
}

// Aborted is the reason of a game that ended without a result.
const Aborted = "aborted"

// RatingsChanged is what a rated game has done to the ratings of the players.
type RatingsChanged struct {
	Before      [2]float64 `json:"before"` // White's and Black's
	After       [2]float64 `json:"after"`
	Provisional [2]bool    `json:"provisional,omitzero"` // those of After
}

// RematchOffered proposes another game on the same terms, colours reversed.
type RematchOffered struct{}

// RematchDeclined takes the proposal off the table: declined, or withdrawn.
type RematchDeclined struct{}

// Rematched names the game that is the rematch.
type Rematched struct {
	Game string `json:"game"`
}

// Room is where something was said.
type Room string

// The rooms: what players say to each other is for them until the game is over;
// what watchers say is for watchers until then.
const (
	PlayersRoom  Room = "players"
	WatchersRoom Room = "watchers"
)

// Said is a line of chat.
type Said struct {
	Room Room   `json:"room"`
	User string `json:"user"`
	Name string `json:"name"`
	Text string `json:"text"` // plain text: whoever shows it escapes it
}

// Credited is time that passed without being anybody's fault: the server was
// down. It does not count for the turn in which it fell.
type Credited struct {
	Time Millis `json:"timeMs"`
}

// WentAway is a vacation of the player that begins: until it ends, the
// clock stands while the player is on turn.
type WentAway struct {
	Until time.Time `json:"until"`
}

// CameBack is a vacation cut short.
type CameBack struct{}

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
func (WentAway) kind() string         { return "wentAway" }
func (CameBack) kind() string         { return "cameBack" }

// readers decode each kind of happening.
var readers = map[string]func([]byte) (Happening, error){}

func init() {
	reader[Created]()
	reader[Moved]()
	reader[DrawOffered]()
	reader[DrawDeclined]()
	reader[TakebackOffered]()
	reader[TakebackDeclined]()
	reader[TakenBack]()
	reader[Ended]()
	reader[RatingsChanged]()
	reader[RematchOffered]()
	reader[RematchDeclined]()
	reader[Rematched]()
	reader[Said]()
	reader[Credited]()
	reader[WentAway]()
	reader[CameBack]()
}

func reader[H Happening]() {
	var zero H
	readers[zero.kind()] = func(data []byte) (Happening, error) {
		var h H
		if err := json.Unmarshal(data, &h); err != nil {
			return nil, fmt.Errorf("the event %q cannot be read: %w", zero.kind(), err)
		}
		return h, nil
	}
}

// Kind returns the word for what happened, "moved" for Moved.
func (e Event) Kind() string {
	if e.What == nil {
		return ""
	}
	return e.What.kind()
}

// Data returns what happened as a JSON object, without its kind.
func (e Event) Data() ([]byte, error) { return json.Marshal(e.What) }

// ReadHappening returns what the kind and data of an event say. The error says
// that the kind is unknown or the data are not of that kind.
func ReadHappening(kind string, data []byte) (Happening, error) {
	read, ok := readers[kind]
	if !ok {
		return nil, fmt.Errorf("there is no event of the kind %q", kind)
	}
	return read(data)
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
	what, err := ReadHappening(in.Kind, in.Data)
	if err != nil {
		return err
	}
	*e = Event{in.Seq, in.At, in.By, in.ID, what}
	return nil
}

// VisibleTo reports whether somebody at a seat may see the event while the game
// goes on: of chat, players see what players say and watchers what watchers say.
// Once it is over, everything is for everybody.
func (e Event) VisibleTo(s Seat, over bool) bool {
	said, ok := e.What.(Said)
	return !ok || over || s == Server || (said.Room == PlayersRoom) == s.Playing()
}
