package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Style is a way of writing moves.
type Style string

// The styles, with two moves in each: the knight goes from g1 to f3 and a Hawk is gated on g1; a
// rook takes a knight on e8, which is reborn on g8.
const (
	SAN      Style = "san"     // Nf3/H, Rxe8(Ng8)
	Book     Style = "book"    // Nf3(Hg1), Rxe8(Ng8)
	LAN      Style = "lan"     // Ng1-f3(Hg1), Re1xe8(Ng8)
	UCIStyle Style = "uci"     // g1f3h, e1e8
	Courier  Style = "courier" // N g1-f3; H-g1 and R e1-e8; n-g8
	Popeye   Style = "popeye"  // Sg1-f3/Hg1, Re1*e8[+bSg8]
)

// Styles returns every style.
func Styles() []Style { return []Style{SAN, Book, LAN, UCIStyle, Courier, Popeye} }

// ParseStyle returns the style with a name. The error lists the styles.
func ParseStyle(name string) (Style, error) {
	var names []string
	for _, s := range Styles() {
		if strings.EqualFold(name, string(s)) {
			return s, nil
		}
		names = append(names, string(s))
	}
	return "", fmt.Errorf("%q is not a style of move text: there are %s", name, strings.Join(names, ", "))
}

// Text returns the legal move m of p in a style; an unknown style is SAN. Two legal moves of a
// position never have the same text in one style, and Parse reads every text back. The pass is
// "--". In games with drops, walls, passes or promotions as in shogi, Game Courier's and Popeye's
// styles are LAN, and Game Courier's in those in which pieces change on the first and last file.
//
// SAN, book and LAN have these forms besides those of chess:
//
//	Nf3/H  O-O/He1  Nf3(Hg1)  Ng1-f3(Hg1)   a piece is gated on the square left
//	H\E  E\H, exf6  Hd3\E, e5xf6            the Elephant takes the Hawk's place
//	O-O-O, ∞                                the imaginary squares change places
//	=Q, e4                                  first, the reborn pawn becomes a queen
//	Rxe8(Ng8)  exd5(d7)  Rxg4(h1=B)         the captured piece (a pawn has no letter) is reborn
//	Qxd5(Qd1)  exf7(f8=Q)                   the capturer is reborn, in games where it is
//	Qxd5(Qd1)(Ng8)                          both are, the capturer first
//	Kxc2(Rh1->v)  Be6(Ng8)                  a piece goes below another, and comes up
//	Rd4-a1xb1                               by way of its home square (LAN; SAN has Rxb1)
//	N@f3  P@e4                              a piece is dropped
//	+Rd5  Sd5+  Sd5=  +Sd5-                 a promoted rook moves; a silver is promoted, is not
//	                                        though it might be, or turns back
//	Na3=Q  a8=R=Q                           on the first or last file the piece becomes a queen
//	Nf3,d6  --,d6                           the move, or the pass, puts a wall on d6
//	Ra1<->Ra8                               the two pieces change places
//	<>                                      the roles are exchanged
//	Bb1*c2*d3-e4                            a chain of captures (in UCI "b1e4~7", with its number)
//	Qxa5->b6                                the capturer goes on to b6, or the mover chooses that
//	                                        square for what follows
//
// In games with both gating and rebirths, all styles write a gated piece as "/Hg1".
func Text(p rules.Position, m rules.Move, style Style) string {
	v := p.Variant()
	if m.Form() == rules.Pass && style != UCIStyle {
		return "--" + wallText(v, m)
	}
	switch {
	case style == UCIStyle:
	case v.Fairy.Chains && m.Chain() != 0:
		return popeyeText(p, p.Details(m))
	case m == rules.ExchangeOfRoles && style != Popeye:
		return rolesText + checkSign(p.Details(m))
	}
	switch spoken(v, style) {
	case UCIStyle:
		return UCI(v, m)
	case Courier:
		return courierText(p, p.Details(m))
	case Popeye:
		return popeyeText(p, p.Details(m))
	case LAN:
		d := p.Details(m)
		text := peopleText(v, d, LAN, lanBody(p, d))
		if style == Popeye {
			return text + popeyeCheck(d)
		}
		return text + checkSign(d)
	default:
		d := p.Details(m)
		return peopleText(v, d, style, sanBody(p, d)) + checkSign(d)
	}
}

// checkSign returns the sign of a move that mates or checks.
func checkSign(d rules.Details) string {
	switch {
	case d.Mate:
		return "#"
	case d.Check:
		return "+"
	}
	return ""
}

// peopleText writes a move in the form that SAN, book and LAN share, without a sign of check: what
// else happens in it is put around its body.
func peopleText(v *rules.Variant, d rules.Details, style Style, body string) string {
	var b strings.Builder
	if d.Choice != 0 {
		fmt.Fprintf(&b, "=%c, ", letter(v, d.Choice))
	}
	b.WriteString(body)
	if d.Gated != 0 && d.Returned == 0 {
		castling := d.Move.Form() == rules.Castle
		switch square := v.SquareName(d.GatedAt); {
		case v.Aftermath.Active:
			fmt.Fprintf(&b, "/%c%s", letter(v, d.Gated), square)
		case style != SAN:
			fmt.Fprintf(&b, "(%c%s)", letter(v, d.Gated), square)
		case castling:
			fmt.Fprintf(&b, "/%c%s", letter(v, d.Gated), square)
		default:
			fmt.Fprintf(&b, "/%c", letter(v, d.Gated))
		}
	}
	for _, r := range returns(d) {
		b.WriteString("(" + r.text(v) + ")")
	}
	if d.Move.Redesignates() {
		b.WriteString(", ∞")
	}
	b.WriteString(wallText(v, d.Move))
	b.WriteString(secondText(v, d.Move, "->"))
	return b.String()
}

// spoken returns the style in which a game's moves are written where one is asked for: Game Courier
// and Popeye have no words for drops, walls, passes and promotions as in shogi, and Game Courier none
// for what a piece becomes on the first or last file.
func spoken(v *rules.Variant, style Style) Style {
	others := v.Drops.Active || v.Walls.Place != rules.NoWalls || v.Passing != rules.Passing{} || turns(v)
	if others && (style == Courier || style == Popeye) || style == Courier && v.Fairy.Changing.Bench != "" {
		return LAN
	}
	return style
}

// turns reports whether some piece that is no pawn may be promoted.
func turns(v *rules.Variant) bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.To != "" && !t.Pawn })
}

// wallText returns ",d6", or "" for a move without a wall.
func wallText(v *rules.Variant, m rules.Move) string {
	if sq, ok := m.Wall(); ok {
		return "," + v.SquareName(sq)
	}
	return ""
}

// secondText returns "->d6" for the square that the mover chose besides those of its piece,
// "->d8=Q" if a pawn is promoted there, or "".
func secondText(v *rules.Variant, m rules.Move, arrow string) string {
	sq, ok := m.Second()
	if !ok {
		return ""
	}
	text := arrow + v.SquareName(sq)
	if k := m.Reborn(); k != 0 && v.PromotesOnChosen() && arrow == "->" {
		text += "=" + string(v.Type(k).Letter)
	}
	return text
}

// castling returns castling as SAN and LAN write it. Where sides move each other's pieces, the king
// may be of either side, so its square and its rook's are named.
func castling(v *rules.Variant, d rules.Details) string {
	switch {
	case v.Fairy.Castling != rules.NoFreeCastling:
		return freeCastling(v, d, func(pc rules.Piece) string { return string(letter(v, pc)) }, noSide)
	case v.Fairy.Movers.MovesTheirs():
		return theirCastling(v, d)
	}
	return castleText(d, "O")
}

// theirCastling returns castling as a move of the king to its rook, which is no other move: where
// kings start anywhere, one may castle to a square beside it.
func theirCastling(v *rules.Variant, d rules.Details) string {
	return string(letter(v, d.Mover)) + v.SquareName(d.From) + "-" + v.SquareName(d.RookFrom)
}

// castleText returns how castling is written with the given letter.
func castleText(d rules.Details, o string) string {
	if d.KingSide {
		return o + "-" + o
	}
	return o + "-" + o + "-" + o
}

// letter returns a piece's upper-case letter.
func letter(v *rules.Variant, pc rules.Piece) byte { return v.Type(pc.Type()).Letter }

// isPawn reports whether m is a pawn.
func isPawn(v *rules.Variant, pc rules.Piece) bool { return v.Type(pc.Type()).Pawn }

// pieceLetter returns a piece's letter in move text, "+R" for a promoted piece as in shogi: none
// for a pawn, of several types of pawns for the first.
func pieceLetter(v *rules.Variant, pc rules.Piece) string {
	if letterless(v, pc) {
		return ""
	}
	return plus(v, pc) + string(letter(v, pc))
}

// letterless reports whether a piece is a pawn that is written without a letter.
func letterless(v *rules.Variant, pc rules.Piece) bool {
	first := slices.IndexFunc(v.Army, func(t piece.Type) bool { return t.Pawn })
	return isPawn(v, pc) && letter(v, pc) == v.Army[first].Letter
}

// plus returns "+" for a promoted piece as in shogi, or else "".
func plus(v *rules.Variant, pc rules.Piece) string {
	if v.Type(pc.Type()).Mark == '+' {
		return "+"
	}
	return ""
}

// promotionText returns "=Q", or "" for no promotion.
func promotionText(v *rules.Variant, pc rules.Piece) string {
	if pc == 0 {
		return ""
	}
	return "=" + plus(v, pc) + string(letter(v, pc))
}

// becomesText returns what the mover becomes: "=Q" for a pawn; for other pieces "+" or "-" if it
// turns over to its promoted side or back, and "=" if it does not though it may.
func becomesText(p rules.Position, d rules.Details) string {
	v := p.Variant()
	switch {
	case isPawn(v, d.Mover) || !turns(v):
		return promotionText(v, d.Promoted) + benchText(v, d)
	case d.Promoted == 0:
		if slices.ContainsFunc(p.LegalMoves(nil), func(m rules.Move) bool {
			return m.Promotion() != 0 && m.Bare() == d.Move.Bare()
		}) {
			return "="
		}
		return ""
	case d.Promoted.Type() == otherSide(v, d.Mover, '+'):
		return "+"
	}
	return "-"
}

// benchText returns "=Q" for what a piece becomes on the first or last file, or "" if it stays what
// it has come there as.
func benchText(v *rules.Variant, d rules.Details) string {
	if v.Fairy.Changing.Bench == "" || staysOffBench(d.Move, d.Mover.Type()) {
		return ""
	}
	return promotionText(v, d.Mover.As(d.Move.Reborn()))
}

// staysOffBench reports whether a piece of type k stays on the first or last file what it comes
// there as by the move m.
func staysOffBench(m rules.Move, k rules.PieceType) bool {
	if m.Promotion() != 0 {
		k = m.Promotion()
	}
	return m.Reborn() == 0 || m.Reborn() == k
}

// back is a piece that comes back to the board, or goes below a piece on it, as part of a move.
type back struct {
	piece rules.Piece // as it comes back, before a promotion
	was   rules.Piece // what the capturer was before; 0 for other pieces
	from  board.Square
	at    board.Square
	into  rules.Piece // what it is promoted to
	below bool
}

// returns lists the pieces that come back in a move, in order.
func returns(d rules.Details) []back {
	var all []back
	if d.CapturerAs != 0 {
		r := back{piece: d.CapturerAs, was: d.Mover, from: d.To, at: d.CapturerAt, below: d.CapturerBelow}
		if d.Promoted != 0 {
			r.was = d.Promoted
		}
		if d.Move.OwnReborn() != 0 {
			r.piece, r.into = r.was, d.CapturerAs
		}
		all = append(all, r)
	}
	if d.RebornAs != 0 {
		r := back{piece: d.RebornAs, from: d.RebornFrom, at: d.RebornAt, into: d.RebornInto, below: d.RebornBelow}
		if r.from != board.NoSquare {
			r.was = r.piece
		}
		all = append(all, r)
	}
	for _, h := range d.Emerged {
		all = append(all, back{piece: h.Piece, from: board.NoSquare, at: h.At})
	}
	return all
}

// text returns "Ng8", "d7", "h1=B" or "Rh1->v".
func (r back) text(v *rules.Variant) string {
	s := pieceLetter(v, r.piece) + v.SquareName(r.at) + promotionText(v, r.into)
	if r.below {
		s += "->v"
	}
	return s
}
