package play

import (
	"cmp"
	"time"
	"unicode"
	"unicode/utf8"
)

// Verb is what a command does.
type Verb string

// The verbs, with the fields of Command that they use.
const (
	MakeMove        Verb = "move"            // Ply, Text; Offer, Lag
	OfferDraw       Verb = "offerDraw"       // accepts if the opponent has offered one
	AcceptDraw      Verb = "acceptDraw"      //
	DeclineDraw     Verb = "declineDraw"     // declines the opponent's offer, or withdraws the player's own
	Claim           Verb = "claim"           // Reason; Text, to claim with a move that is not played
	Resign          Verb = "resign"          //
	Abort           Verb = "abort"           // only before both sides have moved
	OfferTakeback   Verb = "offerTakeback"   // of the player's last half-move; the computer always accepts
	AcceptTakeback  Verb = "acceptTakeback"  //
	DeclineTakeback Verb = "declineTakeback" // declines, or withdraws
	Flag            Verb = "flag"            // ends the game of an opponent whose time is up
	Say             Verb = "say"             // Text, User, Name
	OfferRematch    Verb = "offerRematch"    // NewGame; accepts if the opponent has offered one
	DeclineRematch  Verb = "declineRematch"  // declines, or withdraws
)

// Command is what somebody wants to do in a game. The server fills in the fields without a JSON
// name.
type Command struct {
	Do     Verb   `json:"do"`
	ID     string `json:"id,omitempty"`     // chosen by the client; a second command with it changes nothing
	Ply    int    `json:"ply,omitempty"`    // the number that the half-move is to have, from 1
	Text   string `json:"text,omitempty"`   // a move in any style, or a line of chat
	Offer  bool   `json:"offer,omitempty"`  // offer a draw with the move
	Reason string `json:"reason,omitempty"` // of a claim: "threefold repetition" or "fifty moves"

	By      Seat          `json:"-"` // who does it
	User    string        `json:"-"` // the ID of the person who chats
	Name    string        `json:"-"` // the name of the person who chats
	Lag     time.Duration `json:"-"` // the measured round trip to the player
	NewGame string        `json:"-"` // the ID for a rematch, if one is agreed
	planned bool          // a conditional move
}

// Limits of what a client may send.
const (
	MaxID   = 64  // bytes
	MaxMove = 64  // bytes
	MaxChat = 500 // characters
)

// Do carries out a command at a time and returns the events that follow, which are in the game
// already. A command whose ID its sender has used before changes nothing: it returns no events and
// no error.
//
// An error that is the player's is an *Error. It may come with events: those of a game that had
// ended on time before the command arrived.
func (g *Game) Do(c Command, now time.Time) ([]Event, error) {
	if g.seenBefore(c) {
		return nil, nil
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	now = g.eventTime(now)
	var refused error
	events, err := g.collect(func() {
		g.expire(now)
		g.commandID = c.ID
		refused = g.dispatch(c, now)
		g.commandID = ""
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

func (g *Game) dispatch(c Command, now time.Time) error {
	if c.Do == Say {
		return g.sayCommand(c, now)
	}
	if !c.By.Playing() && !(c.By == Server && c.Do == Flag) {
		return refuse(NotYours, "Only the players may do this.")
	}
	if rematch := c.Do == OfferRematch || c.Do == DeclineRematch; g.Over() != rematch {
		if rematch {
			return refuse(NotNow, "The game is not over yet.")
		}
		return refuse(GameOver, "The game is over: %s.", g.ending)
	}
	switch c.Do {
	case MakeMove:
		return g.moveCommand(c, now)
	case OfferDraw, AcceptDraw, DeclineDraw:
		return g.drawCommand(c, now)
	case Claim:
		return g.claimCommand(c, now)
	case Resign:
		g.finish(c.By, resigned(c.By), now)
		return nil
	case Abort:
		if g.hasMoved(White) && g.hasMoved(Black) {
			return refuse(NotNow, "Both sides have moved: you can resign the game, but not abort it.")
		}
		g.finish(c.By, Ended{Result: "*", Reason: Aborted}, now)
		return nil
	case OfferTakeback, AcceptTakeback, DeclineTakeback:
		return g.takebackCommand(c, now)
	case Flag:
		return refuse(NotNow, "%s still has time.", g.Turn())
	case OfferRematch, DeclineRematch:
		return g.rematchCommand(c, now)
	}
	return refuse(Invalid, "There is no command %q.", c.Do)
}

func (g *Game) sayCommand(c Command, now time.Time) error {
	room := WatchersRoom
	if c.By.Playing() {
		room = PlayersRoom
	}
	switch {
	case c.By == Server:
		return refuse(Invalid, "The server does not chat.")
	case utf8.RuneCountInString(c.Text) > MaxChat:
		return refuse(Invalid, "A line of chat has at most %d characters.", MaxChat)
	case !plain(c.Text) || !visible(c.Text):
		return refuse(Invalid, "A line of chat is one line of text.")
	case g.chatLines[room] >= maxChatLines:
		return refuse(NotNow, "This chat is full.")
	}
	g.emit(c.By, Said{Room: room, User: c.User, Name: c.Name, Text: c.Text}, now)
	return nil
}

// maxChatLines is how many lines each chat room of a game has at most.
const maxChatLines = 1000

// visible reports whether s has a character that can be seen.
func visible(s string) bool {
	for _, r := range s {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return true
		}
	}
	return false
}
