package play

import (
	"cmp"
	"time"
	"unicode"
	"unicode/utf8"
)

// Verb is what somebody wants to do.
type Verb string

// The verbs.
const (
	MakeMove        Verb = "move"            // Ply, Text; Offer, Lag
	OfferDraw       Verb = "offerDraw"       // accepts when the opponent has offered one
	AcceptDraw      Verb = "acceptDraw"      //
	DeclineDraw     Verb = "declineDraw"     // declines the opponent's offer, or withdraws one's own
	Claim           Verb = "claim"           // Reason; Text for a claim with a move that is not played
	Resign          Verb = "resign"          //
	Abort           Verb = "abort"           // before both sides have moved
	OfferTakeback   Verb = "offerTakeback"   // of one's own last half-move; the computer agrees at once
	AcceptTakeback  Verb = "acceptTakeback"  //
	DeclineTakeback Verb = "declineTakeback" // declines, or withdraws
	Flag            Verb = "flag"            // ends the game of an opponent whose time is up
	Say             Verb = "say"             // Text, User, Name
	OfferRematch    Verb = "offerRematch"    // NewGame; accepts when the opponent has offered one
	DeclineRematch  Verb = "declineRematch"  // declines, or withdraws
)

// Command is what somebody wants to do in a game. The fields without a JSON name
// are for the server to fill in.
type Command struct {
	Do     Verb   `json:"do"`
	ID     string `json:"id,omitempty"`     // the client's own; the same again changes nothing
	Ply    int    `json:"ply,omitempty"`    // which half-move a move is meant to be, from 1
	Text   string `json:"text,omitempty"`   // a move in any style, or a line of chat
	Offer  bool   `json:"offer,omitempty"`  // offer a draw with the move
	Reason string `json:"reason,omitempty"` // of a claim: "threefold repetition" or "fifty moves"

	By      Seat          `json:"-"` // who does it
	User    string        `json:"-"` // the person's ID, for chat
	Name    string        `json:"-"` // and name
	Lag     time.Duration `json:"-"` // of the way to the player and back, as the server has measured it
	NewGame string        `json:"-"` // the ID for a rematch, should it come about
	planned bool          // a conditional move
}

// The most that a client may send.
const (
	MaxID   = 64  // bytes
	MaxMove = 64  // bytes
	MaxChat = 500 // characters
)

// Do carries out what somebody wants at a moment, and returns the events that
// follow, which are in the game already. A command with an ID that its sender has
// used before changes nothing and returns no events and no error.
//
// The error is an *Error with one of the codes of this package. There may be events
// together with an error: the time of the side to move was up before the command came.
func (g *Game) Do(c Command, now time.Time) ([]Event, error) {
	if g.done(c) {
		return nil, nil
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	now = g.moment(now)
	var refused error
	events, err := g.brings(func() {
		g.expire(now)
		g.naming = c.ID
		refused = g.do(c, now)
		g.naming = ""
	})
	return events, cmp.Or(err, refused)
}

func (c Command) check() error {
	switch {
	case len(c.ID) > MaxID || !plain(c.ID):
		return refuse(Invalid, "The ID of a command has at most %d bytes of text.", MaxID)
	case c.Do != Say && (len(c.Text) > MaxMove || !plain(c.Text)):
		return refuse(Invalid, "A move has at most %d bytes of text.", MaxMove)
	}
	return nil
}

// plain reports whether s is one line of text.
func plain(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || unicode.IsControl(r) {
			return false
		}
	}
	return true
}

func (g *Game) do(c Command, now time.Time) error {
	if c.Do == Say {
		return g.say(c, now)
	}
	if !c.By.Playing() && !(c.By == Server && c.Do == Flag) {
		return refuse(NotYours, "Only the players may do that.")
	}
	if rematch := c.Do == OfferRematch || c.Do == DeclineRematch; g.Over() != rematch {
		if rematch {
			return refuse(NotNow, "The game is not over yet.")
		}
		return refuse(GameOver, "The game is over: %s.", g.ending)
	}
	switch c.Do {
	case MakeMove:
		return g.move(c, now)
	case OfferDraw, AcceptDraw, DeclineDraw:
		return g.draw(c, now)
	case Claim:
		return g.claim(c, now)
	case Resign:
		g.end(c.By, resigned(c.By), now)
		return nil
	case Abort:
		if g.hasMoved(White) && g.hasMoved(Black) {
			return refuse(NotNow, "Both sides have moved: the game can be resigned, not aborted.")
		}
		g.end(c.By, Ended{Result: "*", Reason: Aborted}, now)
		return nil
	case OfferTakeback, AcceptTakeback, DeclineTakeback:
		return g.takeback(c, now)
	case Flag:
		return refuse(NotNow, "%s still has time.", g.Turn())
	case OfferRematch, DeclineRematch:
		return g.askRematch(c, now)
	}
	return refuse(Invalid, "There is no command %q.", c.Do)
}

func (g *Game) say(c Command, now time.Time) error {
	room := WatchersRoom
	if c.By.Playing() {
		room = PlayersRoom
	}
	switch {
	case c.By == Server:
		return refuse(Invalid, "The server has nothing to say.")
	case utf8.RuneCountInString(c.Text) > MaxChat:
		return refuse(Invalid, "A line of chat has at most %d characters.", MaxChat)
	case !plain(c.Text) || !visible(c.Text):
		return refuse(Invalid, "A line of chat is one line of text.")
	case g.said[room] >= maxSaid:
		return refuse(NotNow, "Enough has been said in this game.")
	}
	g.happen(c.By, Said{Room: room, User: c.User, Name: c.Name, Text: c.Text}, now)
	return nil
}

// maxSaid bounds the chat of a game, in each room.
const maxSaid = 1000

// visible reports whether there is anything to see in s.
func visible(s string) bool {
	for _, r := range s {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return true
		}
	}
	return false
}
