package view

// This file holds positions of the board editor.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Setup is a position in the board editor. It leaves out pending rebirths and the origin of pieces.
type Setup struct {
	Variant string                    `json:"variant"`
	Pieces  []Placed                  `json:"men"` // also those on imaginary squares
	Turn    string                    `json:"turn" enum:"white,black"`
	Hands   map[string]map[string]int `json:"hands,omitempty"` // the number of each letter, by colour
	Gates   []string                  `json:"gates,omitempty"` // squares where a piece can still be placed
	// Castling has the squares of the rooks that may castle. Where pieces are reborn, it also has
	// the square of a king that has a right of its own.
	Castling  []string `json:"castling,omitempty"`
	EnPassant []string `json:"enPassant,omitempty"`
	// Passers has the pawns that have passed the squares in EnPassant, if one of them did not go
	// straight.
	Passers  []string       `json:"passers,omitempty"`
	Unmoved  []Unmoved      `json:"unmoved,omitempty"` // bishops before a conversion
	Series   *Series        `json:"series,omitempty"`
	Checks   map[string]int `json:"checks,omitempty"` // how many each side still has to give, where they count
	Halfmove int            `json:"halfmove,omitempty" minimum:"0" maximum:"65535"`
	Number   int            `json:"number,omitempty" minimum:"0" maximum:"65535"` // of the move; 0 means 1
}

// Placed is a piece on a square.
type Placed struct {
	Square string `json:"square"`
	Letter string `json:"letter"`
	Color  string `json:"color" enum:"white,black,neutral,"` // "" for a wall
}

// Unmoved is a bishop that has not moved.
type Unmoved struct {
	Square string `json:"square"`
	Must   bool   `json:"must"` // its first move must be the conversion
}

// Edited is a position in the board editor, with its defects and what can be set in it.
type Edited struct {
	Setup    Setup    `json:"setup"`
	FEN      string   `json:"fen"`
	Problems []string `json:"problems"` // why it is not a legal position
	View     View     `json:"view"`
	Army     []Piece  `json:"army"` // the pieces of the variant, of both colours
	// Hand has the letters of the pieces that can be in hand. Pieces on imaginary squares are
	// placed like those on the board.
	Hand []string `json:"hand"`
	// Offers are the squares where a right can be set as the pieces stand now.
	Offers Offers `json:"offers"`
}

// Offers are squares where a right can be set.
type Offers struct {
	Gates     []string `json:"gates"`
	Castling  []string `json:"castling"`
	EnPassant []string `json:"enPassant"`
	Unmoved   []string `json:"unmoved"`
}

// EditFEN returns the position of a FEN for the board editor, or the starting position if fen is
// "". The error says what in the FEN cannot be read.
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

// Edit checks an edited position. The error names an unknown square, piece or colour.
func (s Setup) Edit(v *kirke.Variant) (Edited, error) {
	r, err := s.Rules(v)
	if err != nil {
		return Edited{}, err
	}
	return edited(v, r), nil
}

// edited describes a setup for the board editor.
func edited(v *kirke.Variant, s kirke.Setup) Edited {
	e := Edited{FEN: notation.FEN(v, s), Problems: []string{}, Hand: []string{}}
	if kept, err := notation.ParseFEN(v, e.FEN); err == nil {
		s = kept // reading drops what has no meaning
	}
	e.FEN = notation.FEN(v, s)
	e.View = OfSetup(v, s, e.FEN)
	e.Setup = setupOf(v, s)
	var bad *rules.SetupError
	if _, err := reference.New(v, s, 0); errors.As(err, &bad) {
		e.Problems = strings.Split(bad.Defects.String(), "; ")
	}
	for c := range board.Color(2) {
		for i := range v.Army {
			if named(v, i) {
				e.Army = append(e.Army, pieceOf(v, rules.MakePiece(kirke.PieceType(i+1), c)))
			}
		}
	}
	for i := range v.Army {
		if v.Neutrals && named(v, i) {
			e.Army = append(e.Army, pieceOf(v, rules.MakeNeutral(kirke.PieceType(i+1))))
		}
	}
	if v.Walls.Place != rules.NoWalls || slices.Contains(s.Board, rules.Wall) {
		e.Army = append(e.Army, pieceOf(v, rules.Wall))
	}
	e.Hand = append(e.Hand, handLetters(v)...)
	e.Offers = offers(v, s)
	return e
}

// named reports whether the i-th type of the army is the one that its label names. It is not for a
// bishop before its conversion.
func named(v *kirke.Variant, i int) bool {
	k, _ := v.LabelPrefix(v.Army[i].Label())
	return k == kirke.PieceType(i+1)
}

// handLetters returns the letters of the pieces that can be in hand.
func handLetters(v *kirke.Variant) []string {
	var all []string
	dropped := v.HandTypes()
	for i := range v.Army {
		t := &v.Army[i]
		gated := strings.IndexByte(v.Gating.Hand, t.Letter) >= 0 && !v.Gating.Imaginary
		if named(v, i) && (gated || dropped>>i&1 != 0) {
			all = append(all, t.Label())
		}
	}
	return all
}

// PawnOnLastRank returns the side and the square of the first pawn that stands on its promotion rank,
// "" if none does.
func PawnOnLastRank(v *kirke.Variant, s kirke.Setup) (side, square string) {
	for i, pc := range s.Board {
		if pc.Type() == 0 || !v.Type(pc.Type()).Pawn {
			continue
		}
		alone := rules.NewSetup(v)
		alone.Board[i] = pc
		var bad *rules.SetupError
		if _, err := reference.New(v, alone, 0); errors.As(err, &bad) && bad.Defects&rules.PawnOnLastRank != 0 {
			return colorName(pc.Color()), v.SquareName(kirke.Square(i))
		}
	}
	return "", ""
}

// setupOf returns the part of a setup that can be edited.
func setupOf(v *kirke.Variant, s kirke.Setup) Setup {
	e := Setup{Variant: v.ID, Pieces: []Placed{}, Turn: colorName(s.Turn), Halfmove: s.Halfmove, Number: s.Fullmove}
	place := func(sq kirke.Square, pc kirke.Piece) {
		if pc != 0 {
			p := pieceOf(v, pc)
			e.Pieces = append(e.Pieces, Placed{v.SquareName(sq), p.Letter, p.Color})
		}
	}
	for sq, pc := range s.Board {
		place(kirke.Square(sq), pc)
	}
	for i, pc := range s.Gating.Imaginary {
		place(v.Imaginary(i), pc)
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
			if s.Gating.Gates[c]>>file&1 != 0 {
				e.Gates = append(e.Gates, v.SquareName(v.Size.Home(c, file, 0)))
			}
		}
	}
	for color, hand := range hands(v, s) {
		for _, h := range hand {
			e.hold(color, h.Letter, h.Count)
		}
	}
	for _, sq := range s.EnPassant {
		e.EnPassant = append(e.EnPassant, v.SquareName(sq))
	}
	for _, sq := range s.Passers {
		e.Passers = append(e.Passers, v.SquareName(sq))
	}
	for _, u := range s.Conversions {
		e.Unmoved = append(e.Unmoved, Unmoved{v.SquareName(u.Square), u.Must})
	}
	if s.Series.Length > 0 {
		e.Series = &Series{s.Series.Left, s.Series.Length}
	}
	if v.Check.Count > 0 {
		e.Checks = map[string]int{"white": s.Checks[board.White], "black": s.Checks[board.Black]}
	}
	return e
}

// hold puts pieces of a letter into the hand of a side.
func (s *Setup) hold(color, letter string, n int) {
	if s.Hands == nil {
		s.Hands = map[string]map[string]int{}
	}
	if s.Hands[color] == nil {
		s.Hands[color] = map[string]int{}
	}
	s.Hands[color][letter] = n
}

// EditProblem returns the position of a problem for the board editor. Its rights follow from the
// squares unless they are stated.
func EditProblem(v *kirke.Variant, s kirke.Setup, stated bool) Edited {
	if !stated {
		assuming := *v
		assuming.AssumeCastling = true
		if p, err := reference.New(&assuming, s, rules.AnyDefect); err == nil {
			s = p.Setup()
		}
	}
	return edited(v, s)
}

// In returns a position of one variant in another. Pieces keep their squares. lost names those that
// the other variant does not have, or has no square for.
func (s Setup) In(from, v *kirke.Variant) (there Setup, lost []string) {
	if from.ID == v.ID {
		return s, nil
	}
	there = s
	there.Variant, there.Pieces, there.Hands = v.ID, nil, nil
	for _, m := range s.Pieces {
		k, n := from.LabelPrefix(m.Letter)
		letter, name := "", m.Letter
		if n > 0 {
			letter, name = letterOf(v, from.Type(k)), from.Type(k).Name
		}
		if _, err := v.ParseSquare(m.Square); err != nil || letter == "" || m.Color == neutralName && !v.Neutrals {
			lost = append(lost, fmt.Sprintf("%s %s on %s", m.Color, name, m.Square))
			continue
		}
		there.Pieces = append(there.Pieces, Placed{m.Square, letter, m.Color})
	}
	square := func(name string) bool { _, err := v.ParseSquare(name); return err == nil }
	there.Gates, there.Castling = only(s.Gates, square), only(s.Castling, square)
	there.EnPassant, there.Passers = only(s.EnPassant, square), only(s.Passers, square)
	there.Unmoved = only(s.Unmoved, func(u Unmoved) bool { return square(u.Square) })
	letters := handLetters(v)
	for color, hand := range s.Hands {
		for letter, n := range hand {
			if slices.Contains(letters, letter) {
				there.hold(color, letter, n)
			}
		}
	}
	return there, lost
}

// only returns the elements of a list that fit.
func only[T any](list []T, fits func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(e T) bool { return !fits(e) })
}

// letterOf returns the letter of a piece that moves like t in a variant, or has its name; "" if
// there is none.
func letterOf(v *kirke.Variant, t *piece.Type) string {
	for _, same := range []func(*piece.Type) bool{
		func(o *piece.Type) bool { return o.Name == t.Name && o.Betza == t.Betza },
		func(o *piece.Type) bool { return o.Betza == t.Betza && o.Royal == t.Royal && o.Pawn == t.Pawn },
		func(o *piece.Type) bool { return o.Name == t.Name },
	} {
		for i := range v.Army {
			o := &v.Army[i]
			if same(o) && named(v, i) {
				return o.Label()
			}
		}
	}
	return ""
}

// Rules returns s as a setup of package rules.
func (s Setup) Rules(v *kirke.Variant) (kirke.Setup, error) {
	r := rules.NewSetup(v)
	for _, set := range []func(*kirke.Variant, *kirke.Setup) error{
		s.setTurn, s.setPieces, s.setHands, s.setCastling, s.setGates, s.setEnPassant, s.setConversions, s.setSeries,
		s.setChecks,
	} {
		if err := set(v, &r); err != nil {
			return r, err
		}
	}
	return r, nil
}

// mostCounted bounds counts of moves, as in a FEN.
const mostCounted = 65535

// setTurn sets the side to move and the counts of moves.
func (s Setup) setTurn(_ *kirke.Variant, r *kirke.Setup) (err error) {
	for _, n := range []int{s.Halfmove, s.Number} {
		if n < 0 || n > mostCounted {
			return fmt.Errorf("a count of moves is from 0 to %d, not %d", mostCounted, n)
		}
	}
	r.Halfmove, r.Fullmove = s.Halfmove, max(s.Number, 1)
	r.Turn, err = colorOf(s.Turn)
	return err
}

func (s Setup) setPieces(v *kirke.Variant, r *kirke.Setup) error {
	for _, m := range s.Pieces {
		if err := put(v, r, m); err != nil {
			return err
		}
	}
	return nil
}

func (s Setup) setHands(v *kirke.Variant, r *kirke.Setup) error {
	letters := handLetters(v)
	for name, hand := range s.Hands {
		c, err := colorOf(name)
		if err != nil {
			return err
		}
		for letter, n := range hand {
			if !slices.Contains(letters, letter) || n < 0 || n > 99 {
				return fmt.Errorf("in %[3]s no side has %[1]d pieces %[2]q in hand", n, letter, v.Name)
			}
			if i := strings.Index(v.Gating.Hand, letter); i >= 0 {
				r.Gating.Hand[c][i] = n
			} else {
				k, _ := v.LabelPrefix(letter)
				r.Hand[c][k] = uint8(n)
			}
		}
	}
	return nil
}

func (s Setup) setCastling(v *kirke.Variant, r *kirke.Setup) (err error) {
	r.Castling, err = s.castling(v, r)
	return err
}

func (s Setup) setGates(v *kirke.Variant, r *kirke.Setup) error {
	for _, name := range s.Gates {
		sq, err := v.ParseSquare(name)
		if err != nil {
			return err
		}
		if !occupied(v, r, sq) {
			continue
		}
		if c := r.Board[sq].Color(); v.Size.RankFrom(c, sq) == 0 {
			r.Gating.Gates[c] |= 1 << v.Size.File(sq)
		}
	}
	return nil
}

func (s Setup) setEnPassant(v *kirke.Variant, r *kirke.Setup) error {
	for _, name := range s.EnPassant {
		sq, err := v.ParseSquare(name)
		if err != nil {
			return err
		}
		r.EnPassant = append(r.EnPassant, sq)
	}
	if len(s.Passers) != len(s.EnPassant) {
		return nil // as after a change of the squares: the pawns went straight
	}
	for _, name := range s.Passers {
		sq, err := v.ParseSquare(name)
		if err != nil {
			return err
		}
		r.Passers = append(r.Passers, sq)
	}
	return nil
}

func (s Setup) setConversions(v *kirke.Variant, r *kirke.Setup) error {
	for _, u := range s.Unmoved {
		sq, err := v.ParseSquare(u.Square)
		if err != nil {
			return err
		}
		if occupied(v, r, sq) && v.Type(r.Board[sq].Type()).Letter == v.Conversion.Bishop {
			r.Conversions = append(r.Conversions, rules.ConversionRight{Square: sq, Must: u.Must})
		}
	}
	return nil
}

func (s Setup) setSeries(v *kirke.Variant, r *kirke.Setup) error {
	if s.Series == nil || !v.Series.Progressive {
		return nil
	}
	if s.Series.Left < 1 || s.Series.Left > s.Series.Length || s.Series.Length > mostCounted {
		return fmt.Errorf("a series has from one to all of its moves left, not %d of %d",
			s.Series.Left, s.Series.Length)
	}
	r.Series.Left, r.Series.Length = s.Series.Left, s.Series.Length
	return nil
}

func (s Setup) setChecks(v *kirke.Variant, r *kirke.Setup) error {
	if v.Check.Count == 0 {
		return nil
	}
	for name, n := range s.Checks {
		c, err := colorOf(name)
		if err != nil {
			return err
		}
		if n < 0 || n > v.Check.Count {
			return fmt.Errorf("in %s a side has up to %d checks to give, not %d", v.Name, v.Check.Count, n)
		}
		r.Checks[c] = n
	}
	return nil
}

// occupied reports whether there is a piece on a square of the board. Rights of pieces that were
// removed are ignored.
func occupied(v *kirke.Variant, r *kirke.Setup, sq kirke.Square) bool {
	return v.Size.Contains(sq) && r.Board[sq].Type() != 0
}

// put puts a piece on its square.
func put(v *kirke.Variant, r *kirke.Setup, m Placed) error {
	sq, err := v.ParseSquare(m.Square)
	if err != nil {
		return err
	}
	if wall := pieceOf(v, rules.Wall); m.Letter == wall.Letter && m.Color == wall.Color && v.Size.Contains(sq) {
		r.Board[sq] = rules.Wall
		return nil
	}
	k, n := v.LabelPrefix(m.Letter)
	if n == 0 || n != len(m.Letter) {
		return fmt.Errorf("%q is not a piece of %s", m.Letter, v.Name)
	}
	pc := rules.MakeNeutral(k)
	if m.Color != neutralName || !v.Neutrals {
		c, err := colorOf(m.Color)
		if err != nil {
			return err
		}
		pc = rules.MakePiece(k, c)
	}
	if v.Size.Contains(sq) {
		r.Board[sq] = pc
	} else {
		r.Gating.Imaginary[int(sq)-v.Size.Area()] = pc
	}
	return nil
}

// castling returns the rights of the pieces on the squares of s.Castling.
func (s Setup) castling(v *kirke.Variant, r *kirke.Setup) (rules.CastlingState, error) {
	state := r.Castling
	for _, name := range s.Castling {
		sq, err := v.ParseSquare(name)
		if err != nil {
			return state, err
		}
		if !occupied(v, r, sq) {
			continue
		}
		c := r.Board[sq].Color()
		if v.Castling.IsKing(v.Type(r.Board[sq].Type())) {
			state.King[c] = true
			continue
		}
		middle := v.Size.Files / 2
		if king := kingOf(v, *r, c); king != board.NoSquare && v.Size.RankFrom(c, king) == v.Castling.Rank {
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

// kingOf returns the square of the first piece of a side that castles as a king, or NoSquare.
func kingOf(v *kirke.Variant, s kirke.Setup, c kirke.Color) kirke.Square {
	i := slices.IndexFunc(s.Board, func(pc kirke.Piece) bool {
		return pc.Type() != 0 && pc.Color() == c && v.Castling.IsKing(v.Type(pc.Type()))
	})
	if i < 0 {
		return board.NoSquare
	}
	return kirke.Square(i)
}

// offers returns the squares where the rules allow each right.
func offers(v *kirke.Variant, s kirke.Setup) Offers {
	o := Offers{Gates: []string{}, Castling: []string{}, EnPassant: []string{}, Unmoved: []string{}}
	fits := func(wrong rules.Defect, change func(*kirke.Setup)) bool {
		changed := s.Clone()
		change(&changed)
		_, err := reference.New(v, changed, rules.AnyDefect&^wrong)
		return err == nil
	}
	for i, pc := range s.Board {
		sq, name := kirke.Square(i), v.SquareName(kirke.Square(i))
		if pc == 0 {
			if fits(rules.BadEnPassant, func(r *kirke.Setup) { r.EnPassant = []kirke.Square{sq} }) {
				o.EnPassant = append(o.EnPassant, name)
			}
			continue
		}
		if pc == rules.Wall {
			continue
		}
		c, t := pc.Color(), v.Type(pc.Type())
		home := v.Size.RankFrom(c, sq) == 0
		castles := (v.Castling.IsRook(t) || v.Castling.IsKing(t) && v.Aftermath.Active) &&
			v.Castling.Any() && v.Size.RankFrom(c, sq) == v.Castling.Rank
		gate := func(r *kirke.Setup) { r.Gating.Gates[c] |= 1 << v.Size.File(sq) }
		if v.HasGates() && home && fits(rules.BadGate, gate) {
			o.Gates = append(o.Gates, name)
		}
		if castles {
			state, err := Setup{Castling: []string{name}}.castling(v, &s)
			if err == nil && fits(rules.BadCastling, func(r *kirke.Setup) { r.Castling = state }) {
				o.Castling = append(o.Castling, name)
			}
		}
		convert := func(r *kirke.Setup) { r.Conversions = []rules.ConversionRight{{Square: sq}} }
		if v.Conversion.Bishop != 0 && t.Letter == v.Conversion.Bishop && fits(rules.BadConversion, convert) {
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
	return board.White, fmt.Errorf("%q is not a colour: use white or black", name)
}
