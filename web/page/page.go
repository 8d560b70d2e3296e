// Package page is the pages of the site: one template for each page, and the data that it shows.
// Templates are in the files *.templ. The Go code beside them is generated, and a test checks that
// it is up to date.
//
// Begin with page.go (what all pages share) and frame.templ (what stands around each page). The
// other templates are home, lobby (with the lists of games), game, tools (analysis, board editor,
// problem solver, conversion), studies, rules, settings, people (sign-in, accounts, profiles) and
// moderation.
package page

//go:generate go run github.com/a-h/templ/cmd/templ@v0.3.977 generate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/a-h/templ"

	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/web/message"
)

// Frame is what every page shows around its content.
type Frame struct {
	Title string
	Style string // a style sheet of the page alone, "" without one
	Path  string // of the page
	Back  string // the same with its query, to come back to
	Theme string // "light", "dark", or "" for the choice of the reader's system
	Look  Look   // of boards
	User  User
	Asset func(name string) string // the address of a file of the site
	Flash string                   // what the last form has done

	Request string // the number of the request in the log

	News News
}

// News is what is new for a reader.
type News struct {
	Turns   int      // games in which it is their turn
	Notices []Notice // those that ask for an answer now
	Items   []Notice // the list of the bell: what others have done, the newest first, then turns
	Count   int      // of all of them, more than are listed
}

// Clearable reports whether the list has notices that can be dismissed.
func (n News) Clearable() bool {
	return slices.ContainsFunc(n.Items, func(one Notice) bool { return one.ID != "" })
}

// Notice tells a reader on every page of a challenge, of what others have done, or of a game in
// which it is the reader's turn.
type Notice struct {
	ID    string // of a notice that can be dismissed
	Seek  string // the challenge
	Game  string // the game that has begun, or that it is about
	Text  string
	At    time.Time // since when
	Asks  bool      // it is shown on the page, not in the list of the bell alone
	Begun bool      // a live game has begun: the page leads there by itself
}

// User is the reader.
type User struct {
	Name  string // "" for a visitor without a name
	Guest bool

	Moderates bool
}

// Family is a group of variants.
type Family struct {
	Name  string
	Games []Game
	More  string // the address of all of them, if these are some
}

// Game is a variant in a list.
type Game struct {
	ID, Name, Summary string
	Drawn             bool
	By                string // who has invented it, of a game of the workshop
	Plays             int    // how often it was played, 0 where that is not said
}

// Level is a level of the computer.
type Level struct{ Number, Elo int }

// Name returns what the level is called where one is chosen.
func (l Level) Name(ctx context.Context) string {
	return say(ctx, "Level %s · about %s Elo", number(l.Number), number(l.Elo))
}

// Picture is a diagram with the words that say what it shows.
type Picture struct {
	Title, Words, URL string
	Caption           string // what to look at, where the title is not enough
	FEN               string // of a position to play on, "" if it is only a picture
}

// Rules are the rules of a variant.
type Rules struct {
	ID, Name, Summary string
	Version           int
	Sections          []RulesSection
	Workshop          bool   // there is one
	About             *About // of a game of the workshop, or nil
}

// RulesSection is a part of them.
type RulesSection struct {
	Title    string
	List     bool
	Text     []string
	Diagrams []Picture
}

// Look is what a reader has chosen for boards.
type Look struct {
	Board, Pieces string
	Gating        string // when a board asks whether to gate
	Confirm       string // which moves are shown before they are played
	Coordinates   string // whether squares have their names
}

// The choices that a look has. The first of each is the default.
var (
	boards      = boardNames()
	pieces      = diagram.Sets()
	gating      = []string{"ask", "shift"}
	confirms    = []string{"correspondence", "always", "never"}
	coordinates = []string{"inside", "none"}
)

func boardNames() []string {
	var names []string
	for _, b := range diagram.Boards() {
		names = append(names, b.Name)
	}
	return names
}

// ParseLook reads a look such as "wood:flat:ask:always:none". Anything that is not known is the
// default, and so is what is missing in cookies of earlier versions.
func ParseLook(text string) Look {
	chosen := append(strings.Split(text, ":"), "", "", "", "", "")
	known := func(name string, all []string) string {
		if slices.Contains(all, name) {
			return name
		}
		return all[0]
	}
	return Look{
		Board:       known(chosen[0], boards),
		Pieces:      known(chosen[1], pieces),
		Gating:      known(chosen[2], gating),
		Confirm:     known(chosen[3], confirms),
		Coordinates: known(chosen[4], coordinates),
	}
}

// String returns the look as ParseLook reads it.
func (l Look) String() string {
	return strings.Join([]string{l.Board, l.Pieces, l.Gating, l.Confirm, l.Coordinates}, ":")
}

// ConfirmMoves returns the attribute confirm of a board with a game of some speed.
func (l Look) ConfirmMoves(speed string) string {
	switch {
	case speed == "":
		return "auto"
	case l.Confirm == "never":
		return "never"
	case l.Confirm == "always", l.Confirm == speed:
		return "always"
	}
	return "auto"
}

type styleKey struct{}

// WithStyle returns a context in which pictures of positions have a look. theme is that of Frame.
func WithStyle(ctx context.Context, l Look, theme string) context.Context {
	return context.WithValue(ctx, styleKey{}, diagram.Style{
		Board: l.Board, Pieces: l.Pieces, Theme: cmp.Or(theme, "system"),
	})
}

// styled returns the address of a picture of a position in the look of the reader.
func styled(ctx context.Context, address string) string {
	style, ok := ctx.Value(styleKey{}).(diagram.Style)
	if !ok {
		return address
	}
	mark := "?"
	if strings.Contains(address, "?") {
		mark = "&"
	}
	q := url.Values{"board": {style.Board}, "pieces": {style.Pieces}, "theme": {style.Theme}}
	return address + mark + q.Encode()
}

// link is an item of the menu.
type link struct{ name, path string }

var menu = []link{
	{message.Key("Play"), "/lobby"}, {message.Key("Games"), "/games"}, {message.Key("Analysis"), "/analysis"},
	{message.Key("Problems"), "/problems"}, {message.Key("Rules"), "/rules"},
}

// here reports whether a link of the menu leads to the current page.
func (f Frame) here(path string) bool {
	return f.Path == path || strings.HasPrefix(f.Path, path+"/")
}

// anchor returns a title as the ID of an element.
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

// cardPicture returns the address of a game's picture, which changes with the game.
func cardPicture(g GameCard) string {
	return fmt.Sprintf("/g/%s/diagram.svg?plain=true&square=15&seq=%d&flip=%t", g.ID, g.Seq, g.Flip)
}

// upper and lower are the sides that sit above and below the board.
func upper(d GameData) int { return 1 - lower(d) }

func lower(d GameData) int {
	if d.Board.Flip {
		return 1
	}
	return 0
}

// Took writes how long a half-move took, given in milliseconds: "4.2s", "1:05" or "3 days".
func Took(ctx context.Context, ms int64) string {
	seconds := ms / 1000
	switch {
	case ms <= 0:
		return ""
	case seconds < 10:
		return fmt.Sprintf("%d.%ds", seconds, ms%1000/100)
	case seconds < 60:
		return fmt.Sprintf("%ds", seconds)
	case seconds < 3600:
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	case seconds < 2*86400:
		return fmt.Sprintf("%dh", seconds/3600)
	default:
		return count(ctx, int(seconds/86400), "%d days", "%d days")
	}
}

// moveAddress leads to the position after some half-moves of a game, on the board as it is turned.
func moveAddress(d GameData, ply int) templ.SafeURL { return gameAddress(d, ply, d.Board.Flip) }

// flipAddress leads to the same position with the board turned.
func flipAddress(d GameData) templ.SafeURL { return gameAddress(d, d.At, !d.Board.Flip) }

func gameAddress(d GameData, ply int, flip bool) templ.SafeURL {
	q := url.Values{}
	if ply < d.Ply {
		q.Set("ply", number(ply))
	}
	if flip != (d.Seat == "black") {
		q.Set("flip", "true")
	}
	address := "/g/" + d.ID
	if len(q) > 0 {
		address += "?" + q.Encode()
	}
	return templ.SafeURL(address)
}

func sideName(side int) string { return [2]string{"white", "black"}[side] }

// clockAnd returns the time control of an offer, and whether it is rated or has a custom start.
func clockAnd(ctx context.Context, k SeekLine) string {
	text := known(ctx, k.Clock)
	if k.Rated {
		text = say(ctx, "%s, rated", text)
	}
	if k.Own {
		text = say(ctx, "%s, custom start", text)
	}
	return text
}

// whatOf says what the maker of an offer wants.
func whatOf(ctx context.Context, k SeekLine) string {
	var words []string
	if k.Rated {
		words = append(words, "("+k.Rating+")")
	}
	switch k.Colour {
	case "white":
		words = append(words, say(ctx, "plays white"))
	case "black":
		words = append(words, say(ctx, "plays black"))
	}
	if k.To != "" {
		words = append(words, say(ctx, "challenges %s", k.To))
	}
	if k.Link {
		words = append(words, say(ctx, "by link"))
	}
	return strings.Join(words, " ")
}

// sinceWhen describes a session or token: when it began, what it may do, and when it was used.
func sinceWhen(ctx context.Context, t TokenLine) string {
	text := say(ctx, "since %s", t.Since)
	if t.ReadOnly {
		text = say(ctx, "%s, read only", text)
	}
	if t.Used != "" {
		if t.Nearby {
			text = say(ctx, "%s, last used %s", text, t.Used)
		} else {
			text = say(ctx, "%s, last used %s from another address", text, t.Used)
		}
	}
	if t.Until != "" {
		text = say(ctx, "%s, ends %s", text, t.Until)
	}
	if t.Here {
		text = say(ctx, "%s, this browser", text)
	}
	return text
}

// paceOf returns the time control of a game.
func paceOf(ctx context.Context, g GameCard) string {
	if g.Rated {
		return say(ctx, "%s, rated", known(ctx, g.Clock))
	}
	return known(ctx, g.Clock)
}

// newsPath returns the page that a notice is about.
func newsPath(n Notice) string {
	if n.Game != "" {
		return "/g/" + n.Game
	}
	return "/lobby"
}

// stateOf returns the state of a game: the result, whose turn it is, or the number of moves.
func stateOf(ctx context.Context, g GameCard) string {
	switch {
	case g.Over && g.Result == "*":
		return say(ctx, "Aborted")
	case g.Over && g.Reason != "":
		return g.Result + " (" + g.Reason + ")"
	case g.Over:
		return g.Result
	case g.YourTurn && g.Left != "" && g.Ply < 2: // each side's first turn
		return say(ctx, "Your move, %s left to begin", g.Left)
	case g.YourTurn && g.Left != "":
		return say(ctx, "Your move, %s left", g.Left)
	case g.YourTurn:
		return say(ctx, "Your move")
	case g.Ply == 0:
		return say(ctx, "No moves yet")
	}
	return count(ctx, (g.Ply+1)/2, "%d move", "%d moves")
}

// aboutGame returns the terms of a game and when it began.
func aboutGame(ctx context.Context, d GameData) string {
	text := known(ctx, d.Clock)
	if d.Rated {
		text = say(ctx, "%s, rated", text)
	}
	if d.Private {
		text = say(ctx, "%s, private", text)
	}
	return text + " · " + d.Created
}
