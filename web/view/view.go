// Package view turns a position into everything that a board on a page needs, as one JSON value:
// the pieces, the state beyond them (gates, conversions, hands, pending rebirths, the last move),
// and the legal moves, each as a chain of choices. A client lets the player make one choice after
// the other and drops the moves that do not begin with them. So it plays every variant and knows no
// rules.
// web/client/README.md documents the JSON.
//
// Begin with view.go. moves.go writes legal moves as chains of choices. setup.go is for the board
// editor.
package view

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// View is a position as a board shows it. Squares are written as names, colours as "white" and
// "black".
type View struct {
	Variant   Variant           `json:"variant"`
	Squares   []string          `json:"squares"`             // names by rank and file, a1 first
	Imaginary []string          `json:"imaginary,omitempty"` // beyond a1, h1, a8 and h8, where the game has them
	FEN       string            `json:"fen"`
	Turn      string            `json:"turn"`
	Number    int               `json:"number"`            // the move number
	Pieces    []PlacedPiece     `json:"men"`               // also those on imaginary squares
	Hands     map[string][]Held `json:"hands,omitempty"`   // pieces in hand by colour, where the game has hands
	Gates     []string          `json:"gates,omitempty"`   // squares where a piece can still be placed
	Goals     *Goals            `json:"goals,omitempty"`   // in games with a region to be reached
	Lines     [][2]string       `json:"lines,omitempty"`   // squares that lines drawn on the board join
	Hidden    []Hidden          `json:"hidden,omitempty"`  // pieces below another, or waiting to be reborn
	Check     []string          `json:"check,omitempty"`   // the squares of royal pieces in check
	Series    *Series           `json:"series,omitempty"`  // in games with series of moves
	Notes     []string          `json:"notes,omitempty"`   // the state of the game in sentences
	Last      *Last             `json:"last,omitempty"`    // the move that led here
	Outcome   *Outcome          `json:"outcome,omitempty"` // when the game is over

	// Moves are the legal moves, none when the game is over. Choices describes the choices in their
	// steps that are not squares. Aliases has squares that stand for another one as a second step,
	// by the first step and then by the square.
	Moves   []Move                       `json:"moves"`
	Choices map[string]Choice            `json:"choices,omitempty"`
	Aliases map[string]map[string]string `json:"aliases,omitempty"`
	// Premoves are the chains that the side not to move can choose ahead of its turn. They are
	// matched with the legal moves when the turn comes.
	Premoves [][]string `json:"premoves,omitempty"`
}

// Variant is the name of a variant and the size of its board.
type Variant struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Files int    `json:"files"`
	Ranks int    `json:"ranks"`
}

// Goals are the squares that win for each side when its pieces reach them.
type Goals struct {
	White []string `json:"white,omitempty"`
	Black []string `json:"black,omitempty"`
}

// Piece is a piece without a square, or a wall.
type Piece struct {
	Letter  string `json:"letter"`            // upper case, as in move text: "N", "+P"; "*" for a wall
	Type    string `json:"type"`              // the name, and the key of its drawing if it has no picture
	Color   string `json:"color"`             // "neutral" if both sides move it; "" for a wall
	Picture string `json:"picture,omitempty"` // the key of its drawing, or the path of an SVG of 100×100
}

// PlacedPiece is a piece on a square.
type PlacedPiece struct {
	Square string `json:"square"`
	Piece
	Marks []string `json:"marks,omitempty"` // "royal", "may convert", "must convert", "reborn"
}

// Held is the pieces of one type that a side has in hand.
type Held struct {
	Piece
	Count int `json:"count"`
}

// Hidden is a piece below another one, or one waiting to be reborn.
type Hidden struct {
	Square string `json:"square"`
	Piece
	How string `json:"how"` // "below" or "pending"
}

// Series is the state of a series of moves.
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

// Option adds something that does not follow from the position.
type Option func(*options)

type options struct {
	before   kirke.Position
	last     kirke.Move
	outcome  kirke.Outcome
	premoves bool
	watching bool
}

// After shows the move that led here. It must be legal in the position before.
func After(before kirke.Position, last kirke.Move) Option {
	return func(o *options) { o.before, o.last = before, last }
}

// Ended shows an outcome that does not follow from the position. The zero Outcome changes nothing.
func Ended(outcome kirke.Outcome) Option {
	return func(o *options) {
		if outcome.Over() {
			o.outcome = outcome
		}
	}
}

// Premoves lists the premoves of the side not to move.
func Premoves() Option { return func(o *options) { o.premoves = true } }

// Watching leaves out the moves, for spectators.
func Watching() Option { return func(o *options) { o.watching = true } }

// OfGame returns the view of the current position of a game, with the last move and the outcome.
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
	if p.InCheck() {
		for _, sq := range reference.Checked(p.Rules()) {
			view.Check = append(view.Check, v.SquareName(sq))
		}
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

// End shows that the game has ended: it removes the moves and the series.
func (view *View) End(o Outcome) {
	view.Outcome, view.Moves, view.Premoves, view.Choices, view.Aliases = &o, []Move{}, nil, nil, nil
	if view.Series != nil {
		said := picture.SeriesNote(view.Series.Left, view.Series.Length)
		view.Notes = slices.DeleteFunc(view.Notes, func(note string) bool { return note == said })
		view.Series = nil
	}
}

// OfSetup returns the view of a setup, which need not be legal. It has no moves.
func OfSetup(v *kirke.Variant, s kirke.Setup, fen string) View {
	view := ofSetup(v, s)
	view.FEN = fen
	return view
}

// ofSetup returns the view of a setup without its FEN.
func ofSetup(v *kirke.Variant, s kirke.Setup) View {
	view := View{
		Variant: Variant{v.ID, v.Name, v.Size.Files, v.Size.Ranks},
		Turn:    colorName(s.Turn), Number: s.Fullmove, Pieces: []PlacedPiece{}, Moves: []Move{},
	}
	for sq := range v.Size.Area() {
		view.Squares = append(view.Squares, v.SquareName(board.Square(sq)))
	}
	d := picture.OfSetup(v, s)
	for i, pc := range slices.Concat(d.Pieces, d.Corners) {
		if sq := board.Square(i); pc.Type != nil {
			view.Pieces = append(view.Pieces, PlacedPiece{v.SquareName(sq), drawn(pc), pieceMarks(v, s, sq, pc)})
		}
	}
	if v.Gating.Imaginary {
		for i := range 4 {
			view.Imaginary = append(view.Imaginary, v.SquareName(v.Imaginary(i)))
		}
	}
	view.Hands = hands(v, s)
	view.Goals = goals(v)
	for _, l := range d.Lines {
		view.Lines = append(view.Lines, [2]string{v.SquareName(l[0]), v.SquareName(l[1])})
	}
	for sq := range v.Size.Area() {
		if d.Marks[board.Square(sq)]&diagram.Gate != 0 {
			view.Gates = append(view.Gates, view.Squares[sq])
		}
	}
	for _, h := range s.Aftermath.Below {
		view.Hidden = append(view.Hidden, Hidden{v.SquareName(h.At), pieceOf(v, h.Piece), "below"})
	}
	if at := s.Aftermath.PendingAt; s.Aftermath.Pending != 0 && at != board.NoSquare && !v.CapturersWait() {
		view.Hidden = append(view.Hidden, Hidden{v.SquareName(at), pieceOf(v, s.Aftermath.Pending), "pending"})
	}
	if s.Series.Length > 0 {
		view.Series = &Series{s.Series.Left, s.Series.Length}
	}
	view.Notes = d.Notes
	return view
}

// goals returns the regions to be reached, nil in games without.
func goals(v *kirke.Variant) *Goals {
	if v.Goal.Types == "" {
		return nil
	}
	side := func(c kirke.Color) (names []string) {
		in, _ := v.Goal.Zone.Squares(v.Size, c) // a region that cannot be read is in no variant of a position
		for sq, is := range in {
			if is {
				names = append(names, v.SquareName(kirke.Square(sq)))
			}
		}
		return names
	}
	return &Goals{side(board.White), side(board.Black)}
}

// hands returns the pieces in hand, nil in variants without hands.
func hands(v *kirke.Variant, s kirke.Setup) map[string][]Held {
	gated := v.Gating.Hand
	if v.Gating.Imaginary { // they are on squares
		gated = ""
	}
	if gated == "" && !v.Drops.Active {
		return nil
	}
	all := map[string][]Held{}
	for c := range board.Color(2) {
		held := []Held{}
		for i, letter := range []byte(gated) {
			if n := s.Gating.Hand[c][i]; n > 0 {
				held = append(held, Held{pieceOf(v, rules.MakePiece(v.TypeOf(letter), c)), n})
			}
		}
		for i := range v.Army {
			k := kirke.PieceType(i + 1)
			if n := s.Hand[c][k]; n > 0 {
				held = append(held, Held{pieceOf(v, rules.MakePiece(k, c)), int(n)})
			}
		}
		all[colorName(c)] = held
	}
	return all
}

// pieceMarks returns the marks of a piece.
func pieceMarks(v *kirke.Variant, s kirke.Setup, sq board.Square, pc diagram.Piece) []string {
	var marks []string
	if pc.Type.Royal {
		marks = append(marks, "royal")
	}
	for _, u := range s.Conversions {
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

// drawn returns a piece of a diagram. Its type differs for bishops before a conversion.
func drawn(pc diagram.Piece) Piece {
	if pc.Type == &picture.Wall {
		return Piece{Letter: pc.Type.Label(), Type: pc.Type.Name}
	}
	shown := typed(pc.Type, pc.Color)
	if pc.Neutral {
		shown.Color = neutralName
	}
	return shown
}

func pieceOf(v *kirke.Variant, pc kirke.Piece) Piece {
	if pc == rules.Wall {
		return drawn(diagram.Piece{Type: &picture.Wall})
	}
	return drawn(diagram.Piece{Type: v.Type(pc.Type()), Color: pc.Color(), Neutral: pc.Neutral()})
}

// typed returns a piece of a type and a side.
func typed(t *piece.Type, c kirke.Color) Piece {
	return Piece{t.Label(), t.Name, colorName(c), t.Picture}
}

// neutralName is the colour of a piece that both sides move.
const neutralName = "neutral"

func colorName(c kirke.Color) string { return strings.ToLower(c.String()) }

func outcomeText(o kirke.Outcome) string {
	return EndingText(o.Result.String(), o.Reason.String())
}

// EndingText says how a game ended: "White wins: mate". It is "" for a game without a result.
func EndingText(result, reason string) string {
	text := map[string]string{
		kirke.WhiteWins.String(): "White wins", kirke.BlackWins.String(): "Black wins", kirke.Drawn.String(): "Draw",
	}[result]
	if text != "" && reason != "" {
		text += ": " + reason
	}
	return text
}
