package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Setup is a position that is set up by hand. What captures have left to be done, and where men come from, cannot be set up so.
type Setup struct {
	Variant string                    `json:"variant"`
	Men     []Placed                  `json:"men"` // those on imaginary squares included
	Turn    string                    `json:"turn" enum:"white,black"`
	Hands   map[string]map[string]int `json:"hands,omitempty"` // how many of each letter, by colour
	Gates   []string                  `json:"gates,omitempty"` // squares that still gate
	// Castling are squares of the rooks that may still castle; where men are reborn, also of a king that has the right by itself.
	Castling  []string  `json:"castling,omitempty"`
	EnPassant []string  `json:"enPassant,omitempty"`
	Unmoved   []Unmoved `json:"unmoved,omitempty"` // bishops that still have a conversion before them
	Series    *Series   `json:"series,omitempty"`
	Halfmove  int       `json:"halfmove,omitempty" minimum:"0" maximum:"65535"`
	Number    int       `json:"number,omitempty" minimum:"0" maximum:"65535"` // of the move; 0 is read as 1
}

// Placed is a man on a square.
type Placed struct {
	Square string `json:"square"`
	Letter string `json:"letter"`
	Color  string `json:"color" enum:"white,black"`
}

// Unmoved is a bishop that has not moved.
type Unmoved struct {
	Square string `json:"square"`
	Must   bool   `json:"must"` // its first move must be the conversion
}

// Edited is a position that is set up by hand, with what else may be set.
type Edited struct {
	Setup    Setup    `json:"setup"`
	FEN      string   `json:"fen"`
	Problems []string `json:"problems"` // why it is no position of its game, if it is none
	View     View     `json:"view"`
	Army     []Piece  `json:"army"` // the men there are, of both colours
	Hand     []string `json:"hand"` // letters of the men a hand may hold; on imaginary squares they are placed like others
	// Offers are the squares where a right may be set as the men stand now.
	Offers Offers `json:"offers"`
}

// Offers are squares where a right may be set.
type Offers struct {
	Gates     []string `json:"gates"`
	Castling  []string `json:"castling"`
	EnPassant []string `json:"enPassant"`
	Unmoved   []string `json:"unmoved"`
}

// EditFEN returns the position of a FEN to be changed by hand, that of the array when it is empty. The error says what in the
// FEN cannot be read.
func EditFEN(v *kirke.Variant, fen string) (Edited, error) {
	if fen == "" {
		p, err := kirke.Start(v)
		if err != nil {
			return Edited{}, err
		}
		fen = p.FEN()
	}
	s, err := notation.ParseFEN(v, fen)
	if err != nil {
		return Edited{}, err
	}
	return edited(v, s), nil
}

// Edit returns the position that is set up. The error names what is no square, man or colour of the game.
func (s Setup) Edit(v *kirke.Variant) (Edited, error) {
	r, err := s.rules(v)
	if err != nil {
		return Edited{}, err
	}
	return edited(v, r), nil
}

// edited writes a setup down, with the rights that make sense in it.
func edited(v *kirke.Variant, s kirke.Setup) Edited {
	e := Edited{FEN: notation.FEN(v, s), Problems: []string{}, Hand: []string{}}
	if kept, err := notation.ParseFEN(v, e.FEN); err == nil {
		s = kept // reading leaves out what means nothing
	}
	e.FEN = notation.FEN(v, s)
	e.View = OfSetup(v, s, e.FEN)
	e.Setup = setupOf(v, s)
	var bad *rules.SetupError
	if _, err := rules.New(v, s, 0); errors.As(err, &bad) {
		e.Problems = strings.Split(bad.Problems.String(), "; ")
	}
	for c := range board.Color(2) {
		for i := range v.Army {
			if k := kirke.Kind(i + 1); v.KindOf(v.Army[i].Letter) == k {
				e.Army = append(e.Army, pieceOf(v, rules.MakeMan(k, c)))
			}
		}
	}
	if !v.Entry.Imaginary {
		for _, letter := range v.Entry.Hand {
			e.Hand = append(e.Hand, string(letter))
		}
	}
	e.Offers = offers(v, s)
	return e
}

// setupOf returns what can be edited of a setup.
func setupOf(v *kirke.Variant, s kirke.Setup) Setup {
	e := Setup{Variant: v.ID, Men: []Placed{}, Turn: colorName(s.Turn), Halfmove: s.Halfmove, Number: s.Fullmove}
	place := func(sq kirke.Square, m kirke.Man) {
		if m != 0 {
			p := pieceOf(v, m)
			e.Men = append(e.Men, Placed{v.SquareName(sq), p.Letter, p.Color})
		}
	}
	for sq, m := range s.Board {
		place(kirke.Square(sq), m)
	}
	for i, m := range s.Entry.Imaginary {
		place(v.Imaginary(i), m)
	}
	for c := range board.Color(2) {
		if king := kingOf(v, s, c); s.Castling.King[c] && v.Aftermath.Active && king != board.NoSquare {
			e.Castling = append(e.Castling, v.SquareName(king))
		}
		for _, rook := range s.Castling.Rook[c] {
			if rook != board.NoSquare {
				e.Castling = append(e.Castling, v.SquareName(rook))
			}
		}
		for file := range v.Size.Files {
			if s.Entry.Gates[c]>>file&1 != 0 {
				e.Gates = append(e.Gates, v.SquareName(v.Size.Home(c, file, 0)))
			}
		}
		for i, letter := range v.Entry.Hand {
			if n := s.Entry.Hand[c][i]; n > 0 && !v.Entry.Imaginary {
				if e.Hands == nil {
					e.Hands = map[string]map[string]int{}
				}
				if e.Hands[colorName(c)] == nil {
					e.Hands[colorName(c)] = map[string]int{}
				}
				e.Hands[colorName(c)][string(letter)] = n
			}
		}
	}
	for _, sq := range s.EnPassant {
		e.EnPassant = append(e.EnPassant, v.SquareName(sq))
	}
	for _, u := range s.Unmoved {
		e.Unmoved = append(e.Unmoved, Unmoved{v.SquareName(u.Square), u.Must})
	}
	if s.Series.Length > 0 {
		e.Series = &Series{s.Series.Left, s.Series.Length}
	}
	return e
}

// rules returns s as the kernel takes it.
func (s Setup) rules(v *kirke.Variant) (kirke.Setup, error) {
	r := rules.NewSetup(v)
	const most = 65535 // of anything counted, as in a FEN
	for _, n := range []int{s.Halfmove, s.Number} {
		if n < 0 || n > most {
			return r, fmt.Errorf("a count of moves is from 0 to %d, not %d", most, n)
		}
	}
	r.Halfmove, r.Fullmove = s.Halfmove, max(s.Number, 1)
	var err error
	if r.Turn, err = colorOf(s.Turn); err != nil {
		return r, err
	}
	for _, m := range s.Men {
		if err := put(v, &r, m); err != nil {
			return r, err
		}
	}
	for name, held := range s.Hands {
		c, err := colorOf(name)
		if err != nil {
			return r, err
		}
		for letter, n := range held {
			i := strings.Index(v.Entry.Hand, letter)
			if i < 0 || len(letter) != 1 || n < 0 || n > 99 {
				return r, fmt.Errorf("no side holds %d men %q in %s", n, letter, v.Name)
			}
			r.Entry.Hand[c][i] = n
		}
	}
	if r.Castling, err = s.castling(v, &r); err != nil {
		return r, err
	}
	for _, name := range s.Gates {
		sq, err := v.ParseSquare(name)
		if err != nil {
			return r, err
		}
		if v.Size.Contains(sq) && r.Board[sq] != 0 && v.Size.RankFrom(r.Board[sq].Color(), sq) == 0 { // the man may have been taken off since
			r.Entry.Gates[r.Board[sq].Color()] |= 1 << v.Size.File(sq)
		}
	}
	for _, name := range s.EnPassant {
		sq, err := v.ParseSquare(name)
		if err != nil {
			return r, err
		}
		r.EnPassant = append(r.EnPassant, sq)
	}
	for _, u := range s.Unmoved {
		sq, err := v.ParseSquare(u.Square)
		if err != nil {
			return r, err
		}
		if v.Size.Contains(sq) && r.Board[sq] != 0 && v.Type(r.Board[sq].Kind()).Letter == v.Conversion.Bishop {
			r.Unmoved = append(r.Unmoved, rules.Unmoved{Square: sq, Must: u.Must})
		}
	}
	if s.Series != nil && v.Series.Progressive {
		if s.Series.Left < 1 || s.Series.Left > s.Series.Length || s.Series.Length > most {
			return r, fmt.Errorf("of the moves of a series at least one is left, and at most all: not %d of %d", s.Series.Left, s.Series.Length)
		}
		r.Series.Left, r.Series.Length = s.Series.Left, s.Series.Length
	}
	return r, nil
}

// put puts a man on its square.
func put(v *kirke.Variant, r *kirke.Setup, m Placed) error {
	sq, err := v.ParseSquare(m.Square)
	if err != nil {
		return err
	}
	c, err := colorOf(m.Color)
	if err != nil {
		return err
	}
	k, n := v.KindPrefix(m.Letter)
	if n == 0 || n != len(m.Letter) {
		return fmt.Errorf("%q is no man of %s", m.Letter, v.Name)
	}
	man := rules.MakeMan(k, c)
	if v.Size.Contains(sq) {
		r.Board[sq] = man
	} else {
		r.Entry.Imaginary[int(sq)-v.Size.Area()] = man
	}
	return nil
}

// castling returns the rights of the men on the squares that are named.
func (s Setup) castling(v *kirke.Variant, r *kirke.Setup) (rules.CastlingState, error) {
	state := r.Castling
	for _, name := range s.Castling {
		sq, err := v.ParseSquare(name)
		if err != nil {
			return state, err
		}
		if !v.Size.Contains(sq) || r.Board[sq] == 0 {
			continue // the man has been taken off since
		}
		c := r.Board[sq].Color()
		if v.Type(r.Board[sq].Kind()).Royal {
			state.King[c] = true
			continue
		}
		middle := v.Size.Files / 2
		if king := kingOf(v, *r, c); king != board.NoSquare && v.Size.RankFrom(c, king) == 0 {
			middle = v.Size.File(king)
		}
		side := 0
		if v.Size.File(sq) >= middle {
			side = 1
		}
		state.Rook[c][side] = sq
		state.King[c] = state.King[c] || !v.Aftermath.Active
	}
	return state, nil
}

// kingOf returns the square of a side's first king, or NoSquare.
func kingOf(v *kirke.Variant, s kirke.Setup, c kirke.Color) kirke.Square {
	i := slices.IndexFunc(s.Board, func(m kirke.Man) bool { return m != 0 && m.Color() == c && v.Type(m.Kind()).Royal })
	if i < 0 {
		return board.NoSquare
	}
	return kirke.Square(i)
}

// offers asks the rules of each right whether it may be set.
func offers(v *kirke.Variant, s kirke.Setup) Offers {
	o := Offers{Gates: []string{}, Castling: []string{}, EnPassant: []string{}, Unmoved: []string{}}
	fits := func(wrong rules.Problem, change func(*kirke.Setup)) bool {
		changed := s.Clone()
		change(&changed)
		_, err := rules.New(v, changed, rules.AnyProblem&^wrong)
		return err == nil
	}
	for i, m := range s.Board {
		sq, name := kirke.Square(i), v.SquareName(kirke.Square(i))
		if m == 0 {
			if fits(rules.BadEnPassant, func(r *kirke.Setup) { r.EnPassant = []kirke.Square{sq} }) {
				o.EnPassant = append(o.EnPassant, name)
			}
			continue
		}
		c := m.Color()
		if v.Entry.Hand != "" && v.Size.RankFrom(c, sq) == 0 && fits(rules.BadGate, func(r *kirke.Setup) { r.Entry.Gates[c] |= 1 << v.Size.File(sq) }) {
			o.Gates = append(o.Gates, name)
		}
		letter, royal := v.Type(m.Kind()).Letter, v.Type(m.Kind()).Royal
		if v.Castling != (rules.Castling{}) && v.Size.RankFrom(c, sq) == 0 && (letter == 'R' || royal && v.Aftermath.Active) {
			state, err := Setup{Castling: []string{name}}.castling(v, &s)
			if err == nil && fits(rules.BadCastling, func(r *kirke.Setup) { r.Castling = state }) {
				o.Castling = append(o.Castling, name)
			}
		}
		if v.Conversion.Bishop != 0 && letter == v.Conversion.Bishop &&
			fits(rules.BadUnmoved, func(r *kirke.Setup) { r.Unmoved = []rules.Unmoved{{Square: sq}} }) {
			o.Unmoved = append(o.Unmoved, name)
		}
	}
	return o
}

func colorOf(name string) (kirke.Color, error) {
	switch name {
	case "white":
		return board.White, nil
	case "black":
		return board.Black, nil
	}
	return board.White, fmt.Errorf("%q is no colour: it is white or black", name)
}
