package notation

import (
	"errors"
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
	if len(left) == 0 {
		return 0, x.forbidden(r)
	}
	pawn := func(m rules.Move) bool { return m.Form() != rules.Reassign && isPawn(v, moverOf(p, m)) }
	promotion, enters, entersAt, back := r.promotion, r.enters, r.entersAt, r.back
	if enters != 0 && promotion == 0 && !slices.ContainsFunc(left, func(m rules.Move) bool { return !pawn(m) }) {
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
			return 0, x.mismatch(r, left, enters)
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

// mismatch is the error for a text whose move exists, but not with the choices
// or the consequences it names.
func (x resolver) mismatch(r request, left []rules.Move, enters byte) error {
	if enters != 0 && len(left) > 0 {
		v := x.p.Variant()
		if k := v.KindOf(enters); k != 0 {
			m := left[0]
			m = m.WithEntry(k, m.Form() == rules.Castle && r.entersAt == m.To())
			if err := x.p.Forbidden(m); err != nil {
				return &IllegalError{x.text, m, err}
			}
		}
	}
	return fmt.Errorf("%s does not fit: the move is %s", quote(x.text), x.list(left))
}

// wanted returns the moves that r may ask for, legal or not: one for each man
// that fits. The error says that there is none.
func (x resolver) wanted(r request) ([]rules.Move, error) {
	p, v, us := x.p, x.p.Variant(), x.p.Turn()
	if king := p.King(us); king != board.NoSquare && r.castle == nil && r.in == 0 {
		r.castle = castlingAsKingMove(v, king, r)
	}
	var moves []rules.Move
	switch {
	case r.castle != nil:
		side, name := 0, "queen's"
		if *r.castle {
			side, name = 1, "king's"
		}
		rook := p.Setup().Castling.Rook[us][side]
		if v.Castling == (rules.Castling{}) {
			return nil, fmt.Errorf("%s: there is no castling in %s", quote(x.text), v.Name)
		}
		if rook == board.NoSquare || p.King(us) == board.NoSquare {
			return nil, fmt.Errorf("%s: %s has no right to castle on the %s side", quote(x.text), us, name)
		}
		moves = append(moves, rules.MakeMove(rules.Castle, p.King(us), rook))
	case r.in != 0:
		moves = x.reassignments(r)
	case r.to == board.NoSquare:
		return nil, fmt.Errorf("%s does not say which man moves where", quote(x.text))
	default:
		for sq := range board.Square(v.Size.Area()) {
			if man := p.At(sq); man != 0 && man.Color() == us && r.leaves(v, sq, man) {
				moves = append(moves, x.ordinary(r, sq, man))
			}
		}
	}
	if len(moves) == 0 {
		return nil, x.nobody(r)
	}
	return moves, nil
}

// forbidden says why no legal move is what r asks for.
func (x resolver) forbidden(r request) error {
	moves, err := x.wanted(r)
	if err != nil {
		return err
	}
	const most = 4
	var reason error
	for _, m := range moves[:min(most, len(moves))] {
		err := x.p.Forbidden(m)
		if err == nil {
			continue
		}
		switch {
		case reason == nil:
			reason = err
		case !strings.Contains(reason.Error(), err.Error()):
			reason = fmt.Errorf("%w; %w", reason, err)
		}
	}
	if reason == nil {
		reason = errors.New("it is not among the legal moves")
	}
	return &IllegalError{x.text, moves[0], reason}
}

// castlingAsKingMove returns the side of a castling that r writes as a move of
// the king from its square along the rank, or nil when it does not.
func castlingAsKingMove(v *rules.Variant, king board.Square, r request) *bool {
	size := v.Size
	if v.Castling == (rules.Castling{}) || r.rank != size.Rank(king) || r.file != size.File(king) ||
		!size.Contains(r.to) || size.Rank(r.to) != r.rank {
		return nil
	}
	kingSide := r.to > king
	if far := size.File(r.to) - r.file; far*far < 4 {
		return nil
	}
	return &kingSide
}

// ordinary returns the move that r asks of the man on from, legal or not.
func (x resolver) ordinary(r request, from board.Square, man rules.Man) rules.Move {
	v := x.p.Variant()
	form := rules.Ordinary
	if isPawn(v, man) && v.Size.Contains(r.to) && v.Size.File(from) != v.Size.File(r.to) && x.p.At(r.to) == 0 &&
		slices.Contains(x.p.Setup().EnPassant, r.to) {
		form = rules.EnPassant
	}
	m := rules.MakeMove(form, from, r.to)
	last := isPawn(v, man) && v.Size.Contains(r.to) && v.Size.RankFrom(man.Color(), r.to) == v.Size.Ranks-1
	if k := v.KindOf(r.promotion); r.promotion != 0 && k != 0 {
		m = m.WithPromotion(k)
	} else if last && v.Promotion.To != "" {
		m = m.WithPromotion(v.KindOf(v.Promotion.To[0]))
	}
	if k := v.KindOf(r.enters); r.enters != 0 && k != 0 {
		m = m.WithEntry(k, false)
	}
	return m
}

// reassignments returns the reassignments r asks for, legal or not.
func (x resolver) reassignments(r request) []rules.Move {
	p, v := x.p, x.p.Variant()
	in := v.KindOf(r.in)
	var wanted []rules.Move
	for sq := range board.Square(v.Size.Area()) {
		man := p.At(sq)
		if in == 0 || man == 0 || man.Color() != p.Turn() || man.Kind() == in ||
			strings.IndexByte(v.Entry.Hand, letter(v, man)) < 0 ||
			r.out != 0 && letter(v, man) != r.out || r.place != board.NoSquare && sq != r.place {
			continue
		}
		m := rules.MakeMove(rules.Reassign, sq, sq).WithEntry(in, false)
		if r.pawn == nil {
			wanted = append(wanted, m)
			continue
		}
		for from := range board.Square(v.Size.Area()) {
			if man := p.At(from); man != 0 && man.Color() == p.Turn() && isPawn(v, man) && r.pawn.leaves(v, from, man) {
				pawn := x.ordinary(*r.pawn, from, man)
				wanted = append(wanted, m.WithPawn(from, r.pawn.to).WithPromotion(pawn.Promotion()))
			}
		}
	}
	return wanted
}

// nobody is the error for a text whose man is not there.
func (x resolver) nobody(r request) error {
	v, us := x.p.Variant(), x.p.Turn()
	switch {
	case r.in != 0 && r.pawn != nil && len(x.reassignments(request{in: r.in, out: r.out, place: r.place})) > 0:
		return x.nobody(*r.pawn)
	case r.in != 0:
		return fmt.Errorf("%s: %s has no man on the board that could change places that way", quote(x.text), us)
	case r.file >= 0 && r.rank >= 0:
		return fmt.Errorf("%s: %s has no such man on %s", quote(x.text), us, v.SquareName(v.Size.At(r.file, r.rank)))
	}
	name := "pawn"
	if r.letter != 0 {
		name = strings.ToLower(v.Type(v.KindOf(r.letter)).Name)
	}
	where := ""
	if r.file >= 0 {
		where = " on the " + board.FileName(r.file) + "-file"
	} else if r.rank >= 0 {
		where = fmt.Sprintf(" on rank %d", r.rank+1)
	}
	return fmt.Errorf("%s: %s has no %s%s", quote(x.text), us, name, where)
}
