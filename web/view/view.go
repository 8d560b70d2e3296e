// Package view turns a position into everything that a board on a page needs, as one JSON value: what stands where, what
// there is to know beyond that (gates, conversions, hands, rebirths to come, the last move), and the legal moves, each as
// a chain of choices. A client that lets the player make one choice after the other, and drops the moves that do not
// begin so, plays every game; it needs to know no rule. web/client/README.md documents the JSON.
package view

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/picture"
)

// View is a position as a board shows it. Squares are written as names, colours as "white" and "black".
type View struct {
	Variant   Variant           `json:"variant"`
	Squares   []string          `json:"squares"`             // names by rank and file, a1 first
	Imaginary []string          `json:"imaginary,omitempty"` // beyond a1, h1, a8 and h8, where the game has them
	FEN       string            `json:"fen"`
	Turn      string            `json:"turn"`
	Number    int               `json:"number"`            // of the move
	Men       []Man             `json:"men"`               // those on imaginary squares included
	Hands     map[string][]Held `json:"hands,omitempty"`   // men in hand by colour, where the game has hands
	Gates     []string          `json:"gates,omitempty"`   // squares that still gate
	Hidden    []Hidden          `json:"hidden,omitempty"`  // men that belong to a square but do not stand on it
	Check     []string          `json:"check,omitempty"`   // the king in check
	Series    *Series           `json:"series,omitempty"`  // in games with series of moves
	Notes     []string          `json:"notes,omitempty"`   // the state of the game in words
	Last      *Last             `json:"last,omitempty"`    // the move that led here
	Outcome   *Outcome          `json:"outcome,omitempty"` // when the game is over

	// Moves are the legal moves, none when the game is over. Choices describes the choices in their steps that are not
	// squares, and Aliases squares that mean another one as a second step: by the first step, then by the square.
	Moves   []Move                       `json:"moves"`
	Choices map[string]Choice            `json:"choices,omitempty"`
	Aliases map[string]map[string]string `json:"aliases,omitempty"`
	// Premoves are the chains that the side not to move may choose ahead of its turn. They are tried on the legal moves
	// when it comes.
	Premoves [][]string `json:"premoves,omitempty"`
}

// Variant says which game it is, and how large its board.
type Variant struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Files int    `json:"files"`
	Ranks int    `json:"ranks"`
}

// Piece is a man without a place.
type Piece struct {
	Letter string `json:"letter"` // upper case, as in move text
	Type   string `json:"type"`   // the name, and the key of its drawing
	Color  string `json:"color"`
}

// Man is a man on a square.
type Man struct {
	Square string `json:"square"`
	Piece
	Marks []string `json:"marks,omitempty"` // "royal", "may convert", "must convert", "reborn"
}

// Held is how many men of a kind a side holds.
type Held struct {
	Piece
	Count int `json:"count"`
}

// Hidden is a man below the one on a square, or waiting to be reborn.
type Hidden struct {
	Square string `json:"square"`
	Piece
	How string `json:"how"` // "below" or "pending"
}

// Series is where in a series of moves the game is.
type Series struct {
	Left   int `json:"left"`
	Length int `json:"length"`
}

// Outcome is how the game has ended.
type Outcome struct {
	Result string `json:"result"` // "1-0", "0-1" or "1/2-1/2"
	Reason string `json:"reason"` // "mate"
	Text   string `json:"text"`   // "White wins: mate"
}

// Option asks for more than the position itself tells.
type Option func(*options)

type options struct {
	before   kirke.Position
	last     kirke.Move
	outcome  kirke.Outcome
	premoves bool
	watching bool
}

// After shows the move that led here, which was legal in the position before.
func After(before kirke.Position, last kirke.Move) Option {
	return func(o *options) { o.before, o.last = before, last }
}

// Ended shows an outcome that the position does not tell by itself. The zero Outcome changes nothing.
func Ended(outcome kirke.Outcome) Option {
	return func(o *options) {
		if outcome.Over() {
			o.outcome = outcome
		}
	}
}

// Premoves lists what the side not to move may choose ahead.
func Premoves() Option { return func(o *options) { o.premoves = true } }

// Watching leaves the moves out, for those who do not play.
func Watching() Option { return func(o *options) { o.watching = true } }

// OfGame returns the view of the current position of a game, with the move that led to it and its outcome.
func OfGame(g *kirke.Game, opts ...Option) View {
	known := []Option{Ended(g.Outcome())}
	if n := g.Node(); n.Parent() != nil {
		known = append(known, After(n.Parent().Position(), n.Move()))
	}
	return Of(g.Position(), append(known, opts...)...)
}

// Of returns the view of a position. The zero Position has an empty view.
func Of(p kirke.Position, opts ...Option) View {
	if p.IsZero() {
		return View{}
	}
	o := options{outcome: p.Outcome()}
	for _, set := range opts {
		set(&o)
	}
	v, s := p.Variant(), p.Setup()
	view := ofSetup(v, s)
	view.FEN = p.FEN()
	if king := p.Rules().King(p.Turn()); p.InCheck() && king != board.NoSquare {
		view.Check = []string{v.SquareName(king)}
	}
	if o.last != 0 {
		view.showLast(o.before, o.last)
	}
	switch {
	case o.outcome.Over():
		view.End(Outcome{o.outcome.Result.String(), o.outcome.Reason.String(), outcomeText(o.outcome)})
	case !o.watching:
		view.listMoves(p)
		if o.premoves {
			view.listPremoves(p)
		}
	}
	return view
}

// End shows that the game has ended: nobody moves any more, and nothing is left of a series.
func (view *View) End(o Outcome) {
	view.Outcome, view.Moves, view.Premoves, view.Choices, view.Aliases = &o, []Move{}, nil, nil, nil
	if view.Series != nil {
		said := picture.SeriesNote(view.Series.Left, view.Series.Length)
		view.Notes = slices.DeleteFunc(view.Notes, func(note string) bool { return note == said })
		view.Series = nil
	}
}

// OfSetup returns the view of a setup, which need not be a position of its game: it has no moves.
func OfSetup(v *kirke.Variant, s kirke.Setup, fen string) View {
	view := ofSetup(v, s)
	view.FEN = fen
	return view
}

// ofSetup fills in what a setup tells.
func ofSetup(v *kirke.Variant, s kirke.Setup) View {
	view := View{
		Variant: Variant{v.ID, v.Name, v.Size.Files, v.Size.Ranks},
		Turn:    colorName(s.Turn), Number: s.Fullmove, Men: []Man{}, Moves: []Move{},
	}
	for sq := range v.Size.Area() {
		view.Squares = append(view.Squares, v.SquareName(board.Square(sq)))
	}
	d := picture.OfSetup(v, s)
	for i, m := range slices.Concat(d.Men, d.Corners) {
		if m.Type != nil {
			view.Men = append(view.Men, Man{v.SquareName(board.Square(i)), drawn(m), manMarks(v, s, board.Square(i), m)})
		}
	}
	if v.Entry.Imaginary {
		for i := range 4 {
			view.Imaginary = append(view.Imaginary, v.SquareName(v.Imaginary(i)))
		}
	}
	view.Hands = hands(v, s)
	for sq := range v.Size.Area() {
		if d.Marks[board.Square(sq)]&diagram.Gate != 0 {
			view.Gates = append(view.Gates, view.Squares[sq])
		}
	}
	for _, h := range s.Aftermath.Below {
		view.Hidden = append(view.Hidden, Hidden{v.SquareName(h.At), pieceOf(v, h.Man), "below"})
	}
	if s.Aftermath.Pending != 0 && s.Aftermath.PendingAt != board.NoSquare {
		view.Hidden = append(view.Hidden, Hidden{v.SquareName(s.Aftermath.PendingAt), pieceOf(v, s.Aftermath.Pending), "pending"})
	}
	if s.Series.Length > 0 {
		view.Series = &Series{s.Series.Left, s.Series.Length}
	}
	view.Notes = d.Notes
	return view
}

// hands returns the men in hand, nil in games without.
func hands(v *kirke.Variant, s kirke.Setup) map[string][]Held {
	if v.Entry.Hand == "" || v.Entry.Imaginary {
		return nil
	}
	all := map[string][]Held{}
	for c := range s.Entry.Hand {
		side := board.Color(c)
		all[colorName(side)] = []Held{}
		for i, letter := range []byte(v.Entry.Hand) {
			if n := s.Entry.Hand[c][i]; n > 0 {
				held := Held{Piece{string(letter), v.Type(v.KindOf(letter)).Name, colorName(side)}, n}
				all[colorName(side)] = append(all[colorName(side)], held)
			}
		}
	}
	return all
}

// manMarks returns what is to be known about a man beside its type.
func manMarks(v *kirke.Variant, s kirke.Setup, sq board.Square, m diagram.Man) []string {
	var marks []string
	if m.Type.Royal {
		marks = append(marks, "royal")
	}
	for _, u := range s.Unmoved {
		switch {
		case u.Square != sq:
		case u.Must:
			marks = append(marks, "must convert")
		default:
			marks = append(marks, "may convert")
		}
	}
	if !v.Size.Contains(sq) {
		marks = append(marks, "waiting")
	}
	return marks
}

// drawn returns a man of a diagram, whose type tells bishops before a conversion apart.
func drawn(m diagram.Man) Piece {
	return Piece{string(rune(m.Type.Letter)), m.Type.Name, colorName(m.Color)}
}

func pieceOf(v *kirke.Variant, m kirke.Man) Piece {
	t := v.Type(m.Kind())
	return Piece{string(rune(t.Letter)), t.Name, colorName(m.Color())}
}

func colorName(c kirke.Color) string { return strings.ToLower(c.String()) }

func outcomeText(o kirke.Outcome) string {
	who := map[kirke.Result]string{kirke.WhiteWins: "White wins", kirke.BlackWins: "Black wins", kirke.Drawn: "Draw"}[o.Result]
	if o.Reason == kirke.NoReason {
		return who
	}
	return who + ": " + o.Reason.String()
}
