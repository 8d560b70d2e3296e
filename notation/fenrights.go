package notation

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// rights are what the castling field says: who may castle, and which squares still gate.
type rights struct {
	castling rules.CastlingState
	gates    [2]uint16
}

// rights reads the castling field.
func (r *fenReader) rights(text string) error {
	got, err := parseRights(r.v, r.s, text)
	if err != nil {
		return err
	}
	r.s.Castling, r.s.Gating.Gates = got.castling, got.gates
	return nil
}

// rightsReader reads a castling field for a setup whose board and hands are known already.
type rightsReader struct {
	v    *rules.Variant
	s    *rules.Setup
	king [2]int    // file of each king on its first rank, else of its home, else -1
	rook [2][2]int // files where the castling rooks start, or -1; not for Chess960
	rights
}

func newRightsReader(v *rules.Variant, s *rules.Setup) *rightsReader {
	r := &rightsReader{v: v, s: s}
	none := board.NoSquare
	r.castling.Rook = [2][2]board.Square{{none, none}, {none, none}}
	start, err := v.ParsePlacement(v.Start.Placement)
	if err != nil {
		start = make([]rules.Piece, v.Size.Area())
	}
	for c := range board.Color(2) {
		r.king[c], r.rook[c] = homes(v, start, c)
		if v.Drops.Castling && r.king[c] < 0 { // they are dropped on the squares of chess
			r.king[c], r.rook[c] = (v.Castling.KingTo[0]+v.Castling.KingTo[1])/2, [2]int{0, v.Size.Files - 1}
		}
		if !v.Castling.Free {
			continue
		}
		if king, _ := homes(v, s.Board, c); king >= 0 {
			r.king[c] = king
		}
	}
	return r
}

// homes returns the files of a side's king on the rank where it castles and of the rooks furthest
// from it on either side; -1 is none.
func homes(v *rules.Variant, pieces []rules.Piece, c board.Color) (king int, rooks [2]int) {
	king, rooks = -1, [2]int{-1, -1}
	for file := range v.Size.Files {
		sq := v.Size.Home(c, file, v.Castling.Rank)
		if sq == board.NoSquare || !pieces[sq].Of(c) {
			continue
		}
		switch t := v.Type(pieces[sq].Type()); {
		case v.Castling.IsKing(t):
			king = file
		case !v.Castling.IsRook(t):
		case king >= 0:
			rooks[1] = file
		case rooks[0] < 0:
			rooks[0] = file
		}
	}
	return king, rooks
}

// parseRights reads a castling field. Letters of kings and rooks that are out of place mean
// nothing. In games with gates the letters are of rooks that may castle and of squares that gate.
// If there is a colon, those before it are of castling alone and those after it of gates alone.
func parseRights(v *rules.Variant, s *rules.Setup, text string) (rights, error) {
	r := newRightsReader(v, s)
	if text == "-" {
		return r.rights, nil
	}
	letters, gates, apart := text, "", false
	if v.HasGates() {
		letters, gates, apart = strings.Cut(text, ":")
	}
	mixed := v.HasGates() && !apart
	for _, l := range []byte(strings.TrimPrefix(letters, "-")) {
		if err := r.letter(l, mixed); err != nil {
			return rights{}, err
		}
	}
	for _, l := range []byte(strings.TrimPrefix(gates, "-")) {
		c, file := fileLetter(l)
		if file < 0 || file >= v.Size.Files {
			return rights{}, fmt.Errorf("%q is not the letter of a file", string(rune(l)))
		}
		r.gates[c] |= 1 << file
	}
	for c := range board.Color(2) {
		if mixed {
			r.castlingFromGates(c)
		}
		r.gates[c] &= useful(v, s, c)
		if !v.KingsReturn() && hasRook(r.castling, c) {
			r.castling.King[c] = true
		}
	}
	return r.rights, nil
}

// letter reads one letter of the castling field.
func (r *rightsReader) letter(l byte, mixed bool) error {
	if side := strings.IndexByte("QqKk", l); side >= 0 {
		return r.side(board.Color(side&1), side>>1, mixed)
	}
	c, file := fileLetter(l)
	if file < 0 || file >= r.v.Size.Files {
		return fmt.Errorf("%q is neither K nor Q nor the letter of a file", string(rune(l)))
	}
	if mixed {
		r.gates[c] |= 1 << file
		return nil
	}
	if !r.v.Castling.Any() {
		return fmt.Errorf("there is no castling in %s", r.v.ID)
	}
	side, isRook := r.rookSide(c, file)
	switch {
	case kingsAlone(r.v) && file == r.king[c]:
		r.castling.King[c] = r.stands(c, file, r.v.Castling.IsKing)
	case isRook:
		r.castle(c, side, file)
	default:
		return fmt.Errorf("%q: no %s rook castles from %s", string(rune(l)), strings.ToLower(c.String()),
			r.v.Size.Name(r.home(c, file)))
	}
	return nil
}

// castle gives a side the right to castle with the rook on a file of its first rank, if rook and
// king are in place.
func (r *rightsReader) castle(c board.Color, side, rook int) {
	king := r.stands(c, r.king[c], r.v.Castling.IsKing) || r.v.KingsReturn()
	if king && r.stands(c, rook, r.v.Castling.IsRook) {
		r.castling.Rook[c][side] = r.home(c, rook)
	}
}

// stands reports whether a piece of c of some type stands on a file of its first rank.
func (r *rightsReader) stands(c board.Color, file int, such func(*piece.Type) bool) bool {
	sq := r.home(c, file)
	if sq == board.NoSquare {
		return false
	}
	pc := r.s.Board[sq]
	return pc.Of(c) && such(r.v.Type(pc.Type()))
}

// home returns a square of the rank where a side castles, which is also the one where it gates.
func (r *rightsReader) home(c board.Color, file int) board.Square {
	return r.v.Size.Home(c, file, r.v.Castling.Rank)
}

// rookSide returns the side on which the rook on a file of its first rank castles.
func (r *rightsReader) rookSide(c board.Color, file int) (side int, ok bool) {
	if !r.v.Castling.Free {
		for side, f := range r.rook[c] {
			if f == file {
				return side, true
			}
		}
		return 0, false
	}
	if !r.stands(c, file, r.v.Castling.IsRook) || r.king[c] < 0 {
		return 0, false
	}
	if file > r.king[c] {
		side = 1
	}
	return side, true
}

// side reads K or Q: the king may castle with the rook furthest out on that side, and in games with
// gates their squares gate.
func (r *rightsReader) side(c board.Color, side int, mixed bool) error {
	if !r.v.Castling.Any() {
		return fmt.Errorf("there is no castling in %s", r.v.ID)
	}
	rook := r.rook[c][side]
	if r.v.Castling.Free {
		_, rooks := homes(r.v, r.s.Board, c)
		rook = rooks[side]
	}
	// Many programs also write the letters of a king that has left its place.
	king, kings := r.king[c], r.stands(c, r.king[c], r.v.Castling.IsKing)
	rooks := r.stands(c, rook, r.v.Castling.IsRook)
	if kings && rooks {
		r.castle(c, side, rook)
		r.castling.King[c] = true
	}
	if mixed && kings {
		r.gates[c] |= 1 << king
	}
	if mixed && rooks {
		r.gates[c] |= 1 << rook
	}
	return nil
}

// castlingFromGates finds who may castle from the squares that gate: if the king's and a rook's do,
// neither has moved. A side with nothing in hand has no gates; in Chess960 the letter of a rook
// then means castling.
func (r *rightsReader) castlingFromGates(c board.Color) {
	if !r.v.Castling.Any() {
		return
	}
	unmoved := r.stands(c, r.king[c], r.v.Castling.IsKing) && r.gates[c]>>r.king[c]&1 != 0
	if unmoved && r.v.Aftermath.Active {
		r.castling.King[c] = true
	}
	if !unmoved && (canGate(r.v, r.s, c) || !r.v.Castling.Free) {
		return
	}
	for file := range r.v.Size.Files {
		side, ok := r.rookSide(c, file)
		if ok && r.gates[c]>>file&1 != 0 && (r.castling.Rook[c][side] == board.NoSquare || side == 1) {
			r.castle(c, side, file)
		}
	}
}

func hasRook(s rules.CastlingState, c board.Color) bool {
	return s.Rook[c][0] != board.NoSquare || s.Rook[c][1] != board.NoSquare
}

// canGate reports whether a side may still gate a piece: it has one in hand, or both on their
// imaginary squares.
func canGate(v *rules.Variant, s *rules.Setup, c board.Color) bool {
	g := &s.Gating
	if v.Gating.Imaginary {
		return g.Imaginary[2*c] != 0 && g.Imaginary[2*c+1] != 0
	}
	if v.Gating.Dropped && (v.Drops.Captured || s.Hand[c] != [32]uint8{}) {
		return true
	}
	return g.Hand[c][0] > 0 || g.Hand[c][1] > 0
}

// useful returns the files on which it matters that a piece of c has not moved: all while it may
// gate a piece, and those of pieces with moves that they make once.
func useful(v *rules.Variant, s *rules.Setup, c board.Color) (files uint16) {
	if canGate(v, s, c) {
		return ^files
	}
	once, _ := v.TypesOf(v.FirstMoves.Once)
	for file := range v.Size.Files {
		if pc := s.Board[v.Size.Home(c, file, 0)]; pc.Of(c) && once>>(pc.Type()-1)&1 != 0 {
			files |= 1 << file
		}
	}
	return files
}

// kingsAlone reports whether a FEN may say that a king may castle while no rook may: rooks may come
// back to their corners by a rebirth, and under conditions. Under some of these none can; the kernels
// then drop the right.
func kingsAlone(v *rules.Variant) bool {
	return v.Aftermath.Active || v.Fairy != rules.Fairy{} || v.HasTraits()
}

// formatRights writes the castling field.
func formatRights(v *rules.Variant, s *rules.Setup) string {
	have := rights{s.Castling, s.Gating.Gates}
	for c := range board.Color(2) {
		have.gates[c] &= useful(v, s, c)
		if !v.KingsReturn() && hasRook(s.Castling, c) {
			have.castling.King[c] = true
		} else if !kingsAlone(v) {
			have.castling.King[c] = false
		}
	}
	kings := newRightsReader(v, s).king
	castling := have.castlingText(v, kings)
	if !v.HasGates() {
		return castling
	}
	mixed := have.mixedText(v, kings)
	if got, err := parseRights(v, s, mixed); err == nil && got == have {
		return mixed
	}
	return castling + ":" + have.gatesText()
}

// castlingText writes who may castle. K and Q are the rooks, or the letter of the rook's file in
// Chess960 or if the king may not castle. The king's own letter says that it has not moved, if no
// rook's does.
func (r *rights) castlingText(v *rules.Variant, kings [2]int) string {
	var b strings.Builder
	for c := range board.Color(2) {
		king := r.castling.King[c]
		r.rookText(&b, v, c, king)
		if king && kingsAlone(v) && (!hasRook(r.castling, c) || v.Castling.Free && v.KingsReturn()) {
			b.WriteByte(inCase(c, 'A'+byte(max(kings[c], 0))))
		}
	}
	return orDash(b.String())
}

// rookText writes the letters of the rooks that may castle.
func (r *rights) rookText(b *strings.Builder, v *rules.Variant, c board.Color, king bool) {
	rooks := r.castling.Rook[c]
	for i := range 2 {
		side := 1 - i
		if !king && !v.Castling.Free {
			side = i // letters of files stand in the order of the files
		}
		switch {
		case rooks[side] == board.NoSquare:
		case king && !v.Castling.Free:
			b.WriteByte(inCase(c, "QK"[side]))
		default:
			b.WriteByte(inCase(c, 'A'+byte(v.Size.File(rooks[side]))))
		}
	}
}

// mixedText writes castling letters, which stand for the gates of these squares as well, and the
// letters of the other gates.
func (r *rights) mixedText(v *rules.Variant, kings [2]int) string {
	var b strings.Builder
	for c := range board.Color(2) {
		king, rest := r.castling.King[c], r.gates[c]
		r.rookText(&b, v, c, king)
		for _, rook := range r.castling.Rook[c] {
			if rook == board.NoSquare {
				continue
			}
			rest &^= 1 << v.Size.File(rook)
			if !v.Castling.Free && kings[c] >= 0 {
				rest &^= 1 << kings[c]
			}
		}
		if king && kingsAlone(v) && !hasRook(r.castling, c) && kings[c] >= 0 {
			rest |= 1 << kings[c]
		}
		writeFiles(&b, c, rest)
	}
	return orDash(b.String())
}

func (r *rights) gatesText() string {
	var b strings.Builder
	for c := range board.Color(2) {
		writeFiles(&b, c, r.gates[c])
	}
	return orDash(b.String())
}

// writeFiles writes the letters of a set of files.
func writeFiles(b *strings.Builder, c board.Color, files uint16) {
	for file := range board.MaxSide {
		if files>>file&1 != 0 {
			b.WriteByte(inCase(c, 'A'+byte(file)))
		}
	}
}

// orDash returns text, or "-" for nothing.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
