package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// courierStep is one step of a turn in Game Courier's grammar. Without from, the labelled piece is
// put on to; without to, the piece on from is removed.
type courierStep struct {
	label    string // "" if not given
	from, to board.Square
	swap     bool // "swap z0 i0": the pieces on two squares change places
	implied  bool // it follows from the rules, and a text may leave it out
}

// text returns "N g1-f3", "H-g1", "e5-" or "swap z0 i0".
func (s courierStep) text(v *rules.Variant) string {
	switch {
	case s.swap:
		return "swap " + v.SquareName(s.from) + " " + v.SquareName(s.to)
	case s.to == board.NoSquare:
		return v.SquareName(s.from) + "-"
	case s.from == board.NoSquare:
		return s.label + "-" + v.SquareName(s.to)
	}
	return s.label + " " + v.SquareName(s.from) + "-" + v.SquareName(s.to)
}

// courierText returns a move in Game Courier's full algebraic notation: every step that changes the
// board, in order. A piece that goes below another is left out, as Game Courier has no place for
// it.
func courierText(p rules.Position, d rules.Details) string {
	var steps []string
	for _, s := range courierSteps(p, d) {
		steps = append(steps, s.text(p.Variant()))
	}
	return strings.Join(steps, "; ")
}

// courierSteps returns the steps of a move.
func courierSteps(p rules.Position, d rules.Details) []courierStep {
	const none = board.NoSquare
	v := p.Variant()
	var all []courierStep
	label := func(pc rules.Piece) string { return string(v.Letter(pc)) }
	move := func(pc rules.Piece, from, to board.Square, implied bool) {
		all = append(all, courierStep{label: label(pc), from: from, to: to, implied: implied})
	}
	put := func(pc rules.Piece, at board.Square, implied bool) {
		if pc != 0 {
			all = append(all, courierStep{label: label(pc), from: none, to: at, implied: implied})
		}
	}
	remove := func(sq board.Square) { all = append(all, courierStep{from: sq, to: none, implied: true}) }

	put(d.Choice, d.ChoiceAt, false)
	to := d.To
	switch d.Move.Form() {
	case rules.Castle:
		move(d.Mover, d.From, d.To, false)
		if v.Fairy.Castling == rules.CastlesByExchange {
			put(d.Partner, d.RookTo, true)
		} else {
			move(d.Partner, d.RookFrom, d.RookTo, true)
		}
		put(d.Gated, d.GatedAt, false)
	case rules.Exchange:
		other := p.At(d.To)
		move(d.Mover, d.From, d.To, false)
		put(other, d.From, false)
	case rules.Reassign:
		put(d.Gated, d.GatedAt, false)
		if d.PawnFrom != none {
			to = d.PawnTo
			move(p.At(d.PawnFrom), d.PawnFrom, to, false)
		}
	default:
		if d.Home != none && d.Home != d.From {
			move(d.Mover, d.From, d.Home, true)
			move(d.Mover, d.Home, to, true)
			all[len(all)-2].implied = false
		} else {
			move(d.Mover, d.From, to, false)
		}
		put(d.Gated, d.GatedAt, false)
	}
	if d.Captured != 0 && d.CapturedAt != to {
		remove(d.CapturedAt)
	}
	put(d.Promoted, to, false)
	if d.CapturerGone {
		remove(to)
	}
	for _, r := range returns(d) {
		switch {
		case r.below:
		case r.was != 0:
			if r.from != r.at {
				move(r.was, r.from, r.at, true)
			}
		default:
			put(r.piece, r.at, true)
			if r.into != 0 {
				all = all[:len(all)-1]
			}
		}
		put(r.into, r.at, false)
	}
	if d.Move.Redesignates() {
		left := v.Imaginary(2 * int(d.Mover.Color()))
		all = append(all, courierStep{from: left, to: left + 1, swap: true})
	}
	return all
}

// readCourier returns the steps of a text. The comment after "//" is dropped.
func readCourier(v *rules.Variant, text string) ([]courierStep, error) {
	if i := strings.Index(text, "//"); i >= 0 {
		text = text[:i]
	}
	if len(text) > longestMove {
		return nil, fmt.Errorf("%s is too long for a move", quote(text))
	}
	var steps []courierStep
	for _, part := range strings.Split(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		s, err := readStep(v, part)
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("the move is empty")
	}
	return steps, nil
}

// readStep reads one step.
func readStep(v *rules.Variant, text string) (courierStep, error) {
	s := courierStep{from: board.NoSquare, to: board.NoSquare}
	rest := strings.Join(strings.Fields(text), " ")
	if two, ok := strings.CutPrefix(rest, "swap "); ok {
		from, to, _ := strings.Cut(two, " ")
		var err error
		if s.from, err = v.ParseSquare(from); err == nil {
			s.to, err = v.ParseSquare(to)
		}
		s.swap = true
		return s, err
	}
	if label, after, ok := strings.Cut(rest, " "); ok && !strings.ContainsAny(label, "-*") {
		if _, n := v.SquarePrefix(label); n != len(label) {
			s.label, rest = label, after
		}
	}
	rest = strings.ReplaceAll(rest, " ", "")
	left, right, ok := strings.Cut(rest, "-")
	drop := false
	if !ok {
		left, right, drop = strings.Cut(rest, "*")
	}
	if !ok && !drop {
		return s, fmt.Errorf("%s is not a step of a Game Courier move such as %q or %q", quote(text), "N g1-f3", "H-g1")
	}
	var err error
	if right != "" {
		if s.to, err = v.ParseSquare(right); err != nil {
			return s, fmt.Errorf("%s: %w", quote(text), err)
		}
	}
	switch sq, n := v.SquarePrefix(left); {
	case left == "@":
		s.from, s.to, s.label = s.to, board.NoSquare, ""
		if s.from == board.NoSquare {
			return s, fmt.Errorf("%s does not say which square is emptied", quote(text))
		}
	case n > 0 && n == len(left) && !drop:
		s.from = sq
	case left == "" && s.label == "" && !drop:
		return s, fmt.Errorf("%s removes a square from the board, which no game here does", quote(text))
	case left != "":
		s.label = left
	}
	if s.from == board.NoSquare && s.to == board.NoSquare {
		return s, fmt.Errorf("%s names no square", quote(text))
	}
	if s.label != "" {
		pc, err := v.ParsePiece(s.label)
		if err != nil {
			return s, fmt.Errorf("%s: %w", quote(text), err)
		}
		s.label = string(v.Letter(pc))
	}
	return s, nil
}

// fits reports whether the step s of a text is a step of a move.
func (s courierStep) fits(of courierStep) bool {
	return s.from == of.from && s.to == of.to && s.swap == of.swap && (s.label == "" || s.label == of.label)
}

// parseCourier returns the legal move that a text in Game Courier's grammar means. Only steps that
// follow from the rules may be left out.
func parseCourier(p rules.Position, text string) (rules.Move, error) {
	v := p.Variant()
	steps, err := readCourier(v, text)
	if err != nil {
		return 0, err
	}
	var best []rules.Move
	fewest := -1
	var near []rules.Move // the squares are right, but not every step
	for _, m := range p.LegalMoves(nil) {
		if !mayBe(m, steps) {
			continue
		}
		all := courierSteps(p, p.Details(m))
		if slices.ContainsFunc(all, steps[0].fits) {
			near = append(near, m)
		}
		missing, ok := missingSteps(all, steps)
		if !ok || fewest >= 0 && missing > fewest {
			continue
		}
		if missing != fewest {
			best, fewest = best[:0], missing
		}
		best = append(best, m)
	}
	x := resolver{p, text, Courier}
	switch {
	case len(best) == 1:
		return best[0], nil
	case len(best) > 1:
		return 0, fmt.Errorf("%s may mean %s: say which", quote(text), x.list(best))
	case len(near) > 0:
		return 0, fmt.Errorf("%s does not fit: the move is written %s", quote(text), courierList(p, near))
	}
	return 0, x.forbidden(courierRequest(v, steps))
}

// mayBe reports whether the first steps may be those of m.
func mayBe(m rules.Move, steps []courierStep) bool {
	first := steps[0]
	if m.Choice() != 0 && first.from == board.NoSquare && len(steps) > 1 {
		first = steps[1]
	}
	if m.Form() == rules.Reassign {
		return first.from == board.NoSquare && first.to == m.From()
	}
	return first.from == m.From()
}

// missingSteps compares the steps of a move with those of a text. It returns how many implied steps
// the text leaves out; ok is false if they do not agree.
func missingSteps(all, given []courierStep) (missing int, ok bool) {
	for _, s := range all {
		if len(given) > 0 && given[0].fits(s) {
			given = given[1:]
			continue
		}
		if !s.implied {
			return 0, false
		}
		missing++
	}
	return missing, len(given) == 0
}

// courierList returns the texts of a few moves for a message.
func courierList(p rules.Position, moves []rules.Move) string {
	const most = 4
	var texts []string
	for _, m := range moves[:min(most, len(moves))] {
		texts = append(texts, fmt.Sprintf("%q", courierText(p, p.Details(m))))
	}
	if len(moves) > most {
		texts = append(texts, "…")
	}
	return strings.Join(texts, ", ")
}

// courierRequest returns what the steps of an illegal move ask for, to find the rule against it.
func courierRequest(v *rules.Variant, steps []courierStep) request {
	r := newRequest()
	for _, s := range steps {
		switch {
		case s.swap:
			r.swap = true
		case r.to == board.NoSquare && s.from != board.NoSquare && s.to != board.NoSquare:
			r.file, r.rank, r.to = v.Size.File(s.from), v.Size.Rank(s.from), s.to
			if s.label != "" {
				r.letter = upper(s.label[0])
			}
		case s.from == board.NoSquare && s.label != "" && r.to == s.to:
			r.promotion = upper(s.label[0])
		case s.from == board.NoSquare && s.label != "":
			r.gated, r.gatedAt = upper(s.label[0]), s.to
		}
	}
	return r
}
