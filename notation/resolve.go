package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Parse returns the legal move of p that text means in a style. Reading is
// generous: check marks, praise, "x", "e.p." and what follows from the rules (the
// rebirth, the square a man enters on when there is but one) may be missing or
// too much; "0-0", "/H", "(Hg1)", "e8Q" and S for the knight are understood; SAN,
// book, LAN and Popeye read one another. "--" is the pass, which is never legal
// in play.
//
// The error is an *IllegalError with the rule against it when the text is a move
// but not a legal one, and otherwise one sentence that says what in the text is not
// understood or which moves it may mean.
func Parse(p rules.Position, text string, style Style) (rules.Move, error) {
	text = strings.TrimSpace(text)
	if style != UCIStyle && slices.Contains(nullMoves, text) {
		return rules.MakeMove(rules.Pass, 0, 0), nil
	}
	switch style {
	case UCIStyle:
		return ParseUCI(p, text)
	case Courier:
		return parseCourier(p, text)
	}
	r, err := read(p.Variant(), text, style)
	if err != nil {
		return 0, err
	}
	return resolver{p, text, style}.resolve(r)
}

// nullMoves are the ways to write that nobody moves.
var nullMoves = []string{"--", "...", "Z0", "@@@@", "null", "pass"}

// ParseAny returns the legal move of p that text means in any style. The error is
// that of the style the text looks like.
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

// looksLike returns the style a text most likely has.
func looksLike(v *rules.Variant, text string) Style {
	if strings.Contains(text, ";") || strings.Contains(text, "//") {
		return Courier
	}
	if len(text) > 2 && text[1] == ' ' && isSquare(text[2:]) || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "@-") {
		return Courier
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
	left := keep(legal, func(m rules.Move) bool { return r.asksFor(p, m) })
	if castle := r.castlingBySquares(p); len(left) == 0 && castle != nil {
		r.castle = castle
		left = keep(legal, func(m rules.Move) bool { return r.asksFor(p, m) })
	}
	if len(left) == 0 {
		return 0, x.forbidden(r)
	}
	promotion, enters, entersAt, back := r.promotion, r.enters, r.entersAt, r.back
	unpromoted := func(m rules.Move) bool { return m.Promotion() == 0 }
	if enters != 0 && promotion == 0 && !slices.ContainsFunc(left, unpromoted) {
		promotion, enters = enters, 0 // "e8/Q"
	}
	if r.pawn != nil {
		promotion = r.pawn.promotion
	}
	// What stands in parentheses may be a man that enters: "(Hg1)", "(H)"; or a
	// promotion: "e8(Q)".
	for i, c := range back {
		if enters != 0 || c.letter == 0 || c.into != 0 || c.from != board.NoSquare {
			continue
		}
		entering := keep(left, func(m rules.Move) bool { return entry(v, m, c.letter, c.at) })
		if len(entering) > 0 && (!v.Aftermath.Active || !x.comesBack(left, c)) {
			enters, entersAt = c.letter, c.at
		} else if c.at == board.NoSquare && promotion == 0 {
			promotion = c.letter
		} else {
			continue
		}
		back = slices.Delete(slices.Clone(back), i, i+1)
		break
	}

	steps := []func(rules.Move) bool{
		func(m rules.Move) bool { return r.choice == 0 || is(v, m.Choice(), r.choice) },
		func(m rules.Move) bool { return promotion == 0 || is(v, m.Promotion(), promotion) },
		func(m rules.Move) bool { return m.Redesignates() == r.swap },
		func(m rules.Move) bool {
			if m.Form() == rules.Reassign {
				return true
			}
			return enters == 0 && m.Enters() == 0 || enters != 0 && entry(v, m, enters, entersAt)
		},
		func(m rules.Move) bool { return r.via == board.NoSquare || p.Details(m).MarsHome == r.via },
	}
	for _, c := range back {
		steps = append(steps, func(m rules.Move) bool { return c.holds(v, p.Details(m)) })
	}
	for _, step := range steps {
		next := keep(left, step)
		if len(next) == 0 {
			return 0, x.mismatch(left, enters, entersAt)
		}
		left = next
	}
	if len(left) > 1 {
		return 0, fmt.Errorf("%s may mean %s: say which", quote(x.text), x.list(left))
	}
	return left[0], nil
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

// is reports whether k is a kind with the given letter.
func is(v *rules.Variant, k rules.Kind, letter byte) bool {
	return k != 0 && v.Type(k).Letter == letter
}

// entry reports whether in m a man with the given letter enters on sq, which may
// be left open.
func entry(v *rules.Variant, m rules.Move, letter byte, sq board.Square) bool {
	if m.Form() == rules.Reassign || !is(v, m.Enters(), letter) {
		return false
	}
	at := m.From()
	if m.AtRook() {
		at = m.To()
	}
	return sq == board.NoSquare || sq == at
}

// asksFor reports whether m is the move r asks for as far as form, man and
// squares go.
func (r *request) asksFor(p rules.Position, m rules.Move) bool {
	v := p.Variant()
	switch m.Form() {
	case rules.Castle:
		return r.castle != nil && *r.castle == (m.To() > m.From())
	case rules.Reassign:
		if !is(v, m.Enters(), r.in) || r.castle != nil ||
			r.out != 0 && !is(v, p.At(m.From()).Kind(), r.out) || r.place != board.NoSquare && r.place != m.From() {
			return false
		}
		from, to, ok := m.Pawn()
		if r.pawn == nil || !ok {
			return r.pawn == nil && !ok
		}
		return to == r.pawn.to && r.pawn.leaves(v, from, p.At(from))
	}
	return r.castle == nil && r.in == 0 && m.To() == r.to && r.leaves(v, m.From(), moverOf(p, m))
}

// leaves reports whether man on from fits the man and the departure r names.
func (r *request) leaves(v *rules.Variant, from board.Square, man rules.Man) bool {
	if man == 0 || r.file >= 0 && v.Size.File(from) != r.file || r.rank >= 0 && v.Size.Rank(from) != r.rank {
		return false
	}
	if r.letter == 0 {
		return isPawn(v, man) || r.file >= 0 && r.rank >= 0
	}
	return letter(v, man) == r.letter
}

// comesBack reports whether in one of the moves a man comes back as c says.
func (x resolver) comesBack(moves []rules.Move, c claim) bool {
	return slices.ContainsFunc(moves, func(m rules.Move) bool {
		return m.Enters() == 0 && c.holds(x.p.Variant(), x.p.Details(m))
	})
}

// holds reports whether what the claim says happens in a move.
func (c claim) holds(v *rules.Variant, d rules.Details) bool {
	for _, r := range returns(d) {
		man := r.man
		if r.was != 0 && c.from != board.NoSquare {
			man = r.was
		}
		if c.at == r.at && (c.from == board.NoSquare || c.from == r.from) && c.below == r.below &&
			(c.letter == letter(v, man) || c.letter == 0 && isPawn(v, man)) &&
			(c.into == 0 && r.into == 0 || r.into != 0 && letter(v, r.into) == c.into) {
			return true
		}
	}
	if gone := d.CapturerGone && c.at == d.To; gone {
		return true
	}
	return d.Removed != 0 && c.at == d.RebornAt && c.letter == letter(v, d.Removed)
}

// list names moves, at most six, for messages.
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
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return names[0]
}
