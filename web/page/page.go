// Package page is the site as it is read: one template for each page, and the
// data it shows. Templates are in the files *.templ; the Go code beside them is
// generated, and a test proves it fresh.
package page

//go:generate go run github.com/a-h/templ/cmd/templ@v0.3.977 generate

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Frame is what every page shows around its content.
type Frame struct {
	Title string
	Path  string // of the page
	Back  string // the same with its query, to come back to
	Theme string // "light", "dark", or "" for what the reader's system says
	Board string // how boards look, one of Boards
	Men   string // one of Men
	User  User
	Asset func(name string) string // the address of a file of the site
	Flash string                   // what has just been done, or refused

	Notices []Notice // what others have done, the newest first
}

// Notice is something that a reader is told on every page: of a game that has begun, a challenge, or an offer that was
// declined.
type Notice struct {
	ID   string // of one that can be dismissed
	Seek string // the challenge
	Game string // the game that has begun
	Text string
	At   time.Time // since when
}

// User is who reads.
type User struct {
	Name  string // "" for nobody
	Guest bool
	Turns int // games in which it is their turn
}

// Family is a group of games.
type Family struct {
	Name  string
	Games []Game
}

// Game is a game in a list.
type Game struct {
	ID, Name, Summary string
	Drawn             bool
}

// Picture is a diagram with the words that say what it shows.
type Picture struct {
	Title, Words, URL string
}

// Rules are the rules of a game.
type Rules struct {
	ID, Name, Summary string
	Version           int
	Sections          []RulesSection
}

// RulesSection is a part of them.
type RulesSection struct {
	Title    string
	List     bool
	Text     []string
	Diagrams []Picture
}

// The looks that a board can have; the first of each is the usual one.
var (
	boards = []string{"wood", "slate", "meadow"}
	men    = []string{"drawn", "letters"}
)

// Look returns what readers have chosen for their boards, "wood:drawn", and the usual look for anything else.
func Look(choice string) (board, set string) {
	board, set, _ = strings.Cut(choice, ":")
	if !slices.Contains(boards, board) {
		board = boards[0]
	}
	if !slices.Contains(men, set) {
		set = men[0]
	}
	return board, set
}

// link is an entry of the menu.
type link struct{ name, path string }

var menu = []link{
	{"Play", "/lobby"}, {"Games", "/games"}, {"Analysis", "/analysis"}, {"Problems", "/problems"}, {"Rules", "/rules"},
}

// here reports whether a menu's entry is where the reader is.
func (f Frame) here(path string) bool {
	return f.Path == path || strings.HasPrefix(f.Path, path+"/")
}

// anchor returns a title as the name of a place within the page.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, title)
}

// asJSON returns v for the attribute of an element.
func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "null"
	}
	return string(text)
}

func number(n int) string { return strconv.Itoa(n) }

// query escapes a value of a query.
func query(text string) string { return url.QueryEscape(text) }

// cardPicture is the address of a game's picture, which changes with the game.
func cardPicture(g GameCard) string {
	return "/g/" + g.ID + "/diagram.svg?plain=true&square=15&seq=" + number(g.Seq) + "&flip=" + strconv.FormatBool(g.Flip)
}

// upper and lower are the sides that sit above and below the board.
func upper(d GameData) int { return 1 - lower(d) }

func lower(d GameData) int {
	if d.Seat == "black" {
		return 1
	}
	return 0
}

func sideName(side int) string { return [2]string{"white", "black"}[side] }

// clockAnd says at what pace an offer is, and what is special about it.
func clockAnd(k SeekLine) string {
	text := k.Clock
	if k.Rated {
		text += ", rated"
	}
	if k.Own {
		text += ", from a position of its own"
	}
	return text
}

// whatOf says what the one who offers wants.
func whatOf(k SeekLine) string {
	var words []string
	if k.Rated {
		words = append(words, "("+k.Rating+")")
	}
	if k.Colour != "" {
		words = append(words, "plays "+k.Colour)
	}
	if k.To != "" {
		words = append(words, "challenges "+k.To)
	}
	if k.Link {
		words = append(words, "invites by a link")
	}
	return strings.Join(words, " ")
}

// sinceWhen says since when there is a session or token, and what is special about it.
func sinceWhen(t TokenLine) string {
	text := "since " + t.Since
	if t.ReadOnly {
		text += ", only reads"
	}
	if t.Used != "" {
		text += ", last used " + t.Used
		if !t.Nearby {
			text += " from elsewhere"
		}
	}
	if t.Until != "" {
		text += ", ends " + t.Until
	}
	if t.Here {
		text += ", this one"
	}
	return text
}

// paceOf says at what pace a game is played, and stateOf how it stands.
func paceOf(g GameCard) string {
	if g.Rated {
		return g.Clock + ", rated"
	}
	return g.Clock
}

func stateOf(g GameCard) string {
	switch {
	case g.Over && g.Reason != "":
		return g.Result + " (" + g.Reason + ")"
	case g.Over:
		return g.Result
	case g.YourTurn && g.Left != "":
		return "Your move, " + g.Left + " left"
	case g.YourTurn:
		return "Your move"
	case g.Ply == 0:
		return "Not begun"
	case g.Ply < 3:
		return "1 move"
	}
	return number((g.Ply+1)/2) + " moves"
}

// aboutGame says what was agreed on, and when.
func aboutGame(d GameData) string {
	text := d.Clock
	if d.Rated {
		text += ", rated"
	}
	if d.Private {
		text += ", private"
	}
	return text + " · " + d.Created
}
