package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/rules"
)

// Parse returns the legal move of p that text means in a style. Reading is generous. Check marks,
// praise, "x", "e.p." and what follows from the rules (a rebirth, the only square for a gated
// piece) may be missing or there. "0-0", "/H", "(Hg1)", "e8Q" and S for the knight are understood,
// and SAN, book, LAN and Popeye read one another. "--" is the pass, which is never legal in play.
//
// If the text is a move but not a legal one, the error is an *IllegalError with the rule against
// it. Otherwise it is one sentence that says what is not understood, or which moves the text may
// mean.
func Parse(p rules.Position, text string, style Style) (rules.Move, error) {
	text = strings.TrimSpace(text)
	v := p.Variant()
	pass, wall, _ := strings.Cut(text, ",")
	if style != UCIStyle && slices.Contains(nullMoves, pass) && (wall == "" || v.Walls.Place != rules.NoWalls) {
		return passWith(p, text, wall)
	}
	style = spoken(v, style)
	if m, ok := parseLocust(p, text, style); ok {
		return m, nil
	}
	if m, ok := parseChain(p, text, style); ok {
		return m, nil
	}
	if m, ok, err := parseExchange(p, text); ok {
		return m, err
	}
	switch style {
	case UCIStyle:
		return ParseUCI(p, text)
	case Courier:
		return parseCourier(p, text)
	}
	r, err := read(v, text, style)
	if err != nil {
		return 0, err
	}
	return resolver{p, text, style}.resolve(r)
}

// nullMoves are the ways to write a pass.
var nullMoves = []string{"--", "...", "Z0", "@@@@", "null", "pass"}

// IsPass reports whether a text is a pass, with a wall or not: one of nullMoves or "0000".
func IsPass(text string) bool {
	pass, _, _ := strings.Cut(text, ",")
	return pass == nullMove || slices.Contains(nullMoves, pass)
}

// Pass returns the pass of the side to move: the legal one in games with passes, the first where
// each puts another wall, else [rules.NullMove], the pass of analysis. A wall that is put instead of
// a move is no pass.
func Pass(p rules.Position) rules.Move {
	if p.Variant().Passing == (rules.Passing{}) {
		return rules.NullMove
	}
	return legalPass(p)
}

// legalPass returns the first legal move that moves no piece, or NullMove.
func legalPass(p rules.Position) rules.Move {
	for _, legal := range p.LegalMoves(nil) {
		if legal.Form() == rules.Pass {
			return legal
		}
	}
	return rules.NullMove
}

// passWith returns the pass of the side to move, with a wall on the square named if one is: the
// legal one in games with passes, and else that of analysis.
func passWith(p rules.Position, text, wall string) (rules.Move, error) {
	v := p.Variant()
	if v.Passing == (rules.Passing{}) && !v.Walls.Instead {
		return rules.NullMove, nil
	}
	m := legalPass(p).WithPawn(0, 0) // the wall is what the text says
	if sq, n := v.SquarePrefix(wall); n > 0 && n == len(wall) {
		m = m.WithWall(sq)
	} else if wall != "" {
		return 0, fmt.Errorf("%s: %s is no square for a wall", quote(text), quote(wall))
	}
	if err := p.Forbidden(m); err != nil {
		return 0, &IllegalError{text, m, err}
	}
	return m, nil
}

// ParseAny returns the legal move of p that text means in any style. The error is that of the style
// that the text looks like.
func ParseAny(p rules.Position, text string) (rules.Move, error) {
	text = strings.TrimSpace(text)
	first := looksLike(p.Variant(), text)
	m, err := Parse(p, text, first)
	if err == nil {
		return m, nil
	}
	for _, style := range []Style{SAN, UCIStyle, Popeye, Courier} {
		if style == first {
			continue
		}
		if m, other := Parse(p, text, style); other == nil {
			return m, nil
		}
	}
	return 0, err
}

// looksLike returns the most likely style of a text.
func looksLike(v *rules.Variant, text string) Style {
	if strings.Contains(text, ";") || strings.Contains(text, "//") {
		return Courier
	}
	if len(text) > 2 && text[1] == ' ' && isSquare(text[2:]) || strings.HasPrefix(text, "-") ||
		strings.HasPrefix(text, "@-") {
		return Courier
	}
	if strings.Contains(text, "@") {
		return SAN
	}
	if strings.HasPrefix(text, "=") && len(text) > 1 && text[1] >= 'a' {
		return UCIStyle
	}
	if from, n := v.SquarePrefix(text); n > 0 && from != board.NoSquare {
		if _, k := v.SquarePrefix(text[n:]); k > 0 && strings.ToLower(text) == text {
			return UCIStyle
		}
	}
	return SAN
}

// resolver finds the legal move a request means.
type resolver struct {
	p     rules.Position
	text  string
	style Style
}

// resolve narrows the legal moves down to the one that r asks for.
func (x resolver) resolve(r request) (rules.Move, error) {
	p, v := x.p, x.p.Variant()
	legal := p.LegalMoves(nil)
	if v.Fairy.Chains { // parseChain reads these
		legal = keep(legal, func(m rules.Move) bool { return m.Chain() == 0 })
	}
	left := keep(legal, func(m rules.Move) bool { return r.asksFor(p, m) })
	if castle := r.castlingBySquares(p); len(left) == 0 && castle != nil {
		r.castle = castle
		left = keep(legal, func(m rules.Move) bool { return r.asksFor(p, m) })
	}
	if len(left) == 0 && r.star && v.Drops.Active && p.At(r.to) == 0 {
		r.drop = true
		left = keep(legal, func(m rules.Move) bool { return r.asksFor(p, m) })
	}
	if len(left) == 0 {
		return 0, x.forbidden(r)
	}
	x.readChoices(&r, left)
	tests := []func(rules.Move) bool{
		func(m rules.Move) bool { return r.choice == 0 || is(v, m.Choice(), r.choice) },
		func(m rules.Move) bool { return r.promotion == 0 || is(v, m.Promotion(), r.promotion) },
		// Where promotion is a move of its own, a move that names no piece is none.
		func(m rules.Move) bool { return !v.InPlace.Active || r.promotion != 0 || m.Promotion() == 0 },
		func(m rules.Move) bool { return r.wall == board.NoSquare || m == m.WithWall(r.wall) },
		func(m rules.Move) bool { return r.second == board.NoSquare || m == m.WithSecond(r.second) },
		func(m rules.Move) bool { return r.released == 0 || is(v, m.Reborn(), r.released) },
		func(m rules.Move) bool {
			return v.Fairy.Changing.Bench == "" || r.released != 0 || staysOffBench(m, p.At(m.From()).Type())
		},
		func(m rules.Move) bool { return m.Redesignates() == r.swap },
		func(m rules.Move) bool {
			return m.Form() == rules.Reassign || m.Form() == rules.Drop ||
				r.gated == 0 && m.Gated() == 0 || r.gated != 0 && gates(v, m, r.gated, r.gatedAt)
		},
		func(m rules.Move) bool { return r.via == board.NoSquare || p.Details(m).Home == r.via },
	}
	for _, c := range r.back {
		tests = append(tests, func(m rules.Move) bool { return c.holds(v, p.Details(m)) })
	}
	left = r.turned(p, left)
	for _, test := range tests {
		next := keep(left, test)
		if len(next) == 0 {
			return 0, x.mismatch(left, r.gated, r.gatedAt)
		}
		left = next
	}
	if v.Fairy.Rebirth.Of == rules.OfMovers && len(left) > 1 { // without another square it goes from its own
		if own := keep(left, func(m rules.Move) bool { return m == m.WithSecond(m.From()) }); len(own) == 1 {
			return own[0], nil
		}
	}
	if len(left) > 1 {
		return 0, fmt.Errorf("%s may mean %s: say which", quote(x.text), x.list(left))
	}
	return left[0], nil
}

// turned keeps of the moves those in which the piece becomes what r says, in games where it need
// not become anything. A "+" that no promotion fits is the mark of a check.
func (r *request) turned(p rules.Position, left []rules.Move) []rules.Move {
	v := p.Variant()
	if r.promotion != 0 || r.castle != nil || r.drop || !turns(v) && !v.MayStayPawn() {
		return left
	}
	var fits []rules.Move
	for _, sign := range []byte{r.turn, 0} {
		if fits == nil {
			fits = keep(left, func(m rules.Move) bool {
				if sign == 0 || sign == '=' {
					return m.Promotion() == 0
				}
				return m.Promotion() != 0 && m.Promotion() == otherSide(v, p.At(m.From()), sign)
			})
		}
	}
	if fits == nil {
		return left
	}
	return fits
}

// readChoices decides what the letters in r mean by the moves that are left: in "e8/Q" the piece of
// a gating may be a promotion, and in parentheses "(Hg1)" and "(H)" may be a gated piece and
// "e8(Q)" a promotion.
func (x resolver) readChoices(r *request, left []rules.Move) {
	v := x.p.Variant()
	unpromoted := func(m rules.Move) bool { return m.Promotion() == 0 }
	promotes := func(m rules.Move) bool { return m.Promotion() != 0 }
	if r.gated != 0 && r.promotion == 0 && !slices.ContainsFunc(left, unpromoted) {
		r.promotion, r.gated = r.gated, 0
	}
	if r.pawn != nil {
		r.promotion = r.pawn.promotion
	}
	if v.Fairy.Changing.Bench != "" && r.released == 0 && !slices.ContainsFunc(left, promotes) {
		r.promotion, r.released = 0, r.promotion
	}
	for i, c := range r.back {
		if r.gated != 0 || c.letter == 0 || c.into != 0 || c.from != board.NoSquare {
			continue
		}
		gating := slices.ContainsFunc(left, func(m rules.Move) bool { return gates(v, m, c.letter, c.at) })
		switch {
		case gating && (!v.Aftermath.Active || !x.comesBack(left, c)):
			r.gated, r.gatedAt = c.letter, c.at
		case c.at == board.NoSquare && r.promotion == 0:
			r.promotion = c.letter
		default:
			continue
		}
		r.back = slices.Delete(slices.Clone(r.back), i, i+1)
		return
	}
}

// keep returns the moves for which ok holds.
func keep(moves []rules.Move, ok func(rules.Move) bool) []rules.Move {
	var kept []rules.Move
	for _, m := range moves {
		if ok(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// is reports whether k is a type with a letter.
func is(v *rules.Variant, k rules.PieceType, letter byte) bool {
	return k != 0 && v.Type(k).Letter == letter
}

// gates reports whether m gates a piece with a letter on sq, or anywhere if sq is NoSquare.
func gates(v *rules.Variant, m rules.Move, letter byte, sq board.Square) bool {
	return m.Form() != rules.Reassign && is(v, m.Gated(), letter) && (sq == board.NoSquare || sq == m.GateSquare())
}

// asksFor reports whether m has the form, the piece and the squares that r asks for.
func (r *request) asksFor(p rules.Position, m rules.Move) bool {
	v := p.Variant()
	switch m.Form() {
	case rules.Castle:
		named := r.file >= 0 || !v.Fairy.Movers.MovesBoth() // else the own king is meant
		return r.castle != nil && *r.castle == (m.To() > m.From()) && r.stands(v, m.From()) &&
			(named || p.At(m.From()).Color() == p.Turn())
	case rules.Reassign:
		if !is(v, m.Gated(), r.in) || r.castle != nil ||
			r.out != 0 && !is(v, p.At(m.From()).Type(), r.out) || r.place != board.NoSquare && r.place != m.From() {
			return false
		}
		from, to, ok := m.Pawn()
		if r.pawn == nil || !ok {
			return r.pawn == nil && !ok
		}
		return to == r.pawn.to && r.pawn.leaves(v, from, p.At(from))
	}
	if m.Form() == rules.Drop {
		return r.drop && m.To() == r.to && r.named(v, rules.MakePiece(cmp.Or(m.Promotion(), m.Gated()), p.Turn()))
	}
	return r.castle == nil && r.in == 0 && !r.drop && m.To() == r.to && r.leaves(v, m.From(), moverOf(p, m))
}

// stands reports whether a square is on the file and rank of departure that r names, if it names any.
func (r *request) stands(v *rules.Variant, from board.Square) bool {
	return (r.file < 0 || v.Size.File(from) == r.file) && (r.rank < 0 || v.Size.Rank(from) == r.rank)
}

// leaves reports whether a piece on from is what r names as the piece and its departure.
func (r *request) leaves(v *rules.Variant, from board.Square, pc rules.Piece) bool {
	if pc.Type() == 0 || !r.stands(v, from) {
		return false
	}
	if r.letter == 0 {
		return letterless(v, pc) || r.file >= 0 && r.rank >= 0
	}
	return r.named(v, pc)
}

// named reports whether a piece has the letter that r names, and is a promoted one if r says so.
func (r *request) named(v *rules.Variant, pc rules.Piece) bool {
	return letter(v, pc) == r.letter && (plus(v, pc) != "") == r.plus
}

// comesBack reports whether a piece comes back as c says in one of the moves.
func (x resolver) comesBack(moves []rules.Move, c claim) bool {
	return slices.ContainsFunc(moves, func(m rules.Move) bool {
		return m.Gated() == 0 && c.holds(x.p.Variant(), x.p.Details(m))
	})
}

// holds reports whether a move does what c says.
func (c claim) holds(v *rules.Variant, d rules.Details) bool {
	for _, r := range returns(d) {
		pc := r.piece
		if r.was != 0 && c.from != board.NoSquare {
			pc = r.was
		}
		if c.at == r.at && (c.from == board.NoSquare || c.from == r.from) && c.below == r.below &&
			(c.letter == letter(v, pc) || c.letter == 0 && isPawn(v, pc)) &&
			(c.into == 0 && r.into == 0 || r.into != 0 && letter(v, r.into) == c.into) {
			return true
		}
	}
	if gone := d.CapturerGone && c.at == d.To; gone {
		return true
	}
	return d.Removed != 0 && c.at == d.RebornAt && c.letter == letter(v, d.Removed)
}

// list returns the texts of moves for messages, of at most six.
func (x resolver) list(moves []rules.Move) string {
	const most = 6
	style := x.style
	if style == Courier || style == UCIStyle {
		style = LAN
	}
	var names []string
	for _, m := range moves[:min(len(moves), most)] {
		names = append(names, Text(x.p, m, style))
	}
	if len(moves) > most {
		return fmt.Sprintf("%s or one of %d more", strings.Join(names, ", "), len(moves)-most)
	}
	return words.Or(names)
}
