package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file explains why a text that resolve.go understands is not a legal move.

// mismatch is the error for a text whose move exists, but not with the choices or consequences that
// it names.
func (x resolver) mismatch(left []rules.Move, gated byte, at board.Square) error {
	v := x.p.Variant()
	if gated != 0 {
		k := v.TypeOf(gated)
		if k == 0 {
			return noPiece(v, x.text, string(gated))
		}
		var moves []rules.Move
		for _, m := range left {
			m = m.WithGated(k, m.Form() == rules.Castle && at == m.To())
			if !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
		if err := x.refused(moves); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s does not fit: the move is %s", quote(x.text), x.list(left))
}

// noPiece is the error for a letter or longer name that no piece of the game has.
func noPiece(v *rules.Variant, text, name string) error {
	return fmt.Errorf("%s: %s has no piece %s", quote(text), v.Name, name)
}

// forbidden is the error for a request that no legal move fits. It says how a piece in hand would
// be dropped instead.
func (x resolver) forbidden(r request) error {
	err := x.reason(r)
	drop := x.dropInstead(r)
	if drop == "" {
		return err
	}
	if illegal := new(IllegalError); errors.As(err, &illegal) {
		illegal.Reason = fmt.Errorf("%w; %s", illegal.Reason, drop)
		return err
	}
	return fmt.Errorf("%w; %s", err, drop)
}

// reason is the error for a request that no legal move fits.
func (x resolver) reason(r request) error {
	moves, err := x.wanted(r)
	if err != nil {
		return err
	}
	if err := x.refused(moves); err != nil {
		return err
	}
	return &IllegalError{x.text, moves[0], errors.New("it is not among the legal moves")}
}

// dropInstead says how the piece in hand that r names is dropped on the square where r moves it, ""
// if that is not legal or r is not simply a piece and a square.
func (x resolver) dropInstead(r request) string {
	p, v := x.p, x.p.Variant()
	if !v.Drops.Active || r.drop || r.castle != nil || r.in != 0 || !v.Size.Contains(r.to) || r.promotion != 0 ||
		r.rank >= 0 || r.letter != 0 && r.file >= 0 || strings.Contains(x.text, "x") {
		return ""
	}
	if r.letter == 0 {
		r.letter = 'P'
	}
	m, err := x.drop(r)
	if err != nil || p.Forbidden(m) != nil {
		return ""
	}
	return fmt.Sprintf("the %s in hand is dropped by %s", v.Type(m.Gated()).Name, dropText(v, p.Details(m)))
}

// refused returns the *IllegalError for moves that the text may mean, with the rules against at
// most four of them. It leaves out pieces that cannot reach the square if others can. It returns
// nil if all moves are legal.
func (x resolver) refused(moves []rules.Move) error {
	const most = 4
	var near, far []error
	var first [2]rules.Move // near, far
	for _, m := range moves {
		err := x.p.Forbidden(m)
		if err == nil {
			continue
		}
		list, i := &near, 0
		reason := new(rules.ForbiddenError)
		is := errors.As(err, &reason)
		if is && reason.Rule == rules.NoSuchMove {
			list, i = &far, 1
		}
		switch {
		case len(*list) == 0:
			first[i] = m
		case is && reason.Rule == rules.NotAPawn: // one piece that is no pawn is enough
			continue
		}
		if !slices.ContainsFunc(*list, func(e error) bool { return e.Error() == err.Error() }) {
			*list = append(*list, err)
		}
	}
	reasons, m := near, first[0]
	if len(near) == 0 {
		reasons, m = far, first[1]
	}
	if len(reasons) == 0 {
		return nil
	}
	reason := reasons[0]
	for _, err := range reasons[1:min(most, len(reasons))] {
		reason = fmt.Errorf("%w; %w", reason, err)
	}
	return &IllegalError{x.text, m, reason}
}

// wanted returns the moves that r may ask for, legal or not: one for each piece that fits. The
// error says that there is none.
func (x resolver) wanted(r request) ([]rules.Move, error) {
	p, v, us := x.p, x.p.Variant(), x.p.Turn()
	if r.castle == nil {
		r.castle = r.castlingBySquares(p)
	}
	r.claimGating(v)
	var moves []rules.Move
	switch {
	case r.castle != nil:
		m, err := x.castling(r)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	case r.in != 0:
		moves = x.reassignments(r)
	case r.drop:
		m, err := x.drop(r)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	case r.to == board.NoSquare:
		return nil, fmt.Errorf("%s does not say which piece moves where", quote(x.text))
	default:
		choice := x.choices(0, r, false).Choice()
		for sq := range board.Square(v.Size.Area()) {
			if pc := p.At(sq); pc.Type() == 0 || pc.Color() != us {
				continue
			}
			if pc := moverOf(p, rules.MakeMove(rules.Ordinary, sq, r.to).WithChoice(choice)); r.leaves(v, sq, pc) {
				moves = append(moves, x.ordinary(r, sq, pc))
			}
		}
	}
	if len(moves) == 0 {
		return nil, x.absent(r)
	}
	return moves, nil
}

// claimGating takes what stands in parentheses, "(Hg1)", for a gated piece if it may be one.
func (r *request) claimGating(v *rules.Variant) {
	for _, c := range r.back {
		if r.gated == 0 && c.letter != 0 && c.into == 0 && c.from == board.NoSquare && !c.below &&
			!v.Aftermath.Active && (v.Gating.Dropped || strings.IndexByte(v.Gating.Hand, c.letter) >= 0) {
			r.gated, r.gatedAt = c.letter, c.at
		}
	}
}

// castlingBySquares returns the side of a castling that r writes as a king move along the rank, to
// the square where castling takes it or to its own rook. It returns nil if r is no such move.
func (r *request) castlingBySquares(p rules.Position) *bool {
	v, us := p.Variant(), p.Turn()
	size, king := v.Size, p.King(us)
	if theirs := p.King(us.Other()); v.Fairy.Movers.MovesTheirs() && size.Contains(theirs) &&
		size.File(theirs) == r.file && size.Rank(theirs) == r.rank {
		us, king = us.Other(), theirs
	}
	if !v.Castling.Any() || r.in != 0 || king == board.NoSquare || !size.Contains(r.to) || r.to == king ||
		r.letter != 0 && letter(v, p.At(king)) != r.letter ||
		r.rank != size.Rank(king) || r.file != size.File(king) || size.Rank(r.to) != r.rank {
		return nil
	}
	kingSide := r.to > king
	rook := p.Setup().Castling.Rook[us][0]
	if kingSide {
		rook = p.Setup().Castling.Rook[us][1]
	}
	if far := size.File(r.to) - r.file; rook == board.NoSquare || !v.Castling.Free && far*far < 4 {
		return nil
	}
	if kingTo, _ := v.CastlingSquares(king, rook); r.to != kingTo && r.to != rook {
		return nil
	}
	return &kingSide
}

// castling returns the castling that r asks for, legal or not. The error says that the right is
// lost.
func (x resolver) castling(r request) (rules.Move, error) {
	p, v, us := x.p, x.p.Variant(), x.p.Turn()
	side, name := 0, "queen's"
	if *r.castle {
		side, name = 1, "king's"
	}
	rook := p.Setup().Castling.Rook[us][side]
	if !v.Castling.Any() {
		return 0, fmt.Errorf("%s: there is no castling in %s", quote(x.text), v.Name)
	}
	if rook == board.NoSquare || p.King(us) == board.NoSquare {
		return 0, fmt.Errorf("%s: %s has no right to castle on the %s side", quote(x.text), us, name)
	}
	m := rules.MakeMove(rules.Castle, p.King(us), rook)
	if r.swap {
		m = m.WithRedesignation()
	}
	return x.choices(m, r, r.gatedAt == rook), nil
}

// drop returns the drop that r asks for, legal or not.
func (x resolver) drop(r request) (rules.Move, error) {
	v := x.p.Variant()
	label := string(rune(r.letter))
	if r.plus {
		label = "+" + label
	}
	k, n := v.LabelPrefix(label)
	if n != len(label) {
		return 0, noPiece(v, x.text, label)
	}
	t := uciMove{from: r.to, to: r.to, piece: k, drop: true}
	m := t.dropped(v)
	if r.wall != board.NoSquare {
		m = m.WithWall(r.wall)
	}
	return m, nil
}

// choices returns m with the promotion that r makes first and the piece that it gates.
func (x resolver) choices(m rules.Move, r request, atRook bool) rules.Move {
	v := x.p.Variant()
	if r.choice != 0 {
		m = m.WithChoice(v.TypeOf(r.choice))
	}
	if k := v.TypeOf(r.gated); r.gated != 0 && k != 0 {
		m = m.WithGated(k, atRook)
	}
	return m
}

// ordinary returns the move of the piece on from that r asks for, legal or not.
func (x resolver) ordinary(r request, from board.Square, pc rules.Piece) rules.Move {
	v := x.p.Variant()
	m := step(x.p, from, r.to)
	last := isPawn(v, pc) && v.Size.Contains(r.to) && v.Size.RankFrom(pc.Color(), r.to) == v.Size.Ranks-1
	types := v.PromotionTypes()
	switch k := promoted(v, v.TypeOf(r.promotion)); {
	case r.promotion != 0 && k != 0:
		m = m.WithPromotion(k)
	case last && len(types) > 0:
		m = m.WithPromotion(types[0])
	case r.turn == '+' || r.turn == '-':
		m = m.WithPromotion(otherSide(v, pc, r.turn))
	}
	if r.wall != board.NoSquare {
		m = m.WithWall(r.wall)
	}
	return x.choices(m, r, false)
}

// reassignments returns the reassignments that r asks for, legal or not.
func (x resolver) reassignments(r request) []rules.Move {
	p, v := x.p, x.p.Variant()
	in := v.TypeOf(r.in)
	own := func(sq board.Square) bool { pc := p.At(sq); return pc.Type() != 0 && pc.Color() == p.Turn() }
	var wanted []rules.Move
	for sq := range board.Square(v.Size.Area()) {
		if in == 0 || !own(sq) || p.At(sq).Type() == in || strings.IndexByte(v.Gating.Hand, letter(v, p.At(sq))) < 0 ||
			r.out != 0 && letter(v, p.At(sq)) != r.out || r.place != board.NoSquare && sq != r.place {
			continue
		}
		m := rules.MakeMove(rules.Reassign, sq, sq).WithGated(in, false)
		if r.pawn == nil {
			wanted = append(wanted, m)
			continue
		}
		for from := range board.Square(v.Size.Area()) {
			// Other pieces too: the rule then says that only a pawn may move.
			if own(from) && r.pawn.leaves(v, from, p.At(from)) {
				pawn := x.ordinary(*r.pawn, from, p.At(from))
				wanted = append(wanted, m.WithPawn(from, r.pawn.to).WithPromotion(pawn.Promotion()))
			}
		}
	}
	return wanted
}

// absent is the error for a text whose piece is not there.
func (x resolver) absent(r request) error {
	p, v, us := x.p, x.p.Variant(), x.p.Turn()
	switch {
	case r.in != 0 && r.pawn != nil && len(x.reassignments(request{in: r.in, out: r.out, place: r.place})) > 0:
		return x.absent(*r.pawn)
	case r.in != 0:
		return fmt.Errorf("%s: %s has no piece on the board that can change places that way", quote(x.text), us)
	case r.file < 0 || r.rank < 0:
		return &absentError{x.text, v, us, r.letter, r.file, r.rank}
	}
	from := v.Size.At(r.file, r.rank)
	if from == board.NoSquare {
		return fmt.Errorf("%s names a square off the board", quote(x.text))
	}
	if pc := p.At(from); pc.Type() != 0 && pc.Color() == us {
		is, named := nameOf(v, letter(v, pc)), nameOf(v, r.letter)
		return fmt.Errorf("%s: the piece on %s is the %s, not the %s", quote(x.text), v.SquareName(from), is, named)
	}
	if err := x.refused([]rules.Move{x.choices(rules.MakeMove(rules.Ordinary, from, r.to), r, false)}); err != nil {
		return err
	}
	return &absentError{x.text, v, us, r.letter, r.file, r.rank}
}

// nameOf returns the name of the type with a letter. 0 is a pawn.
func nameOf(v *rules.Variant, letter byte) string {
	if k := v.TypeOf(letter); letter != 0 && k != 0 {
		return strings.ToLower(v.Type(k).Name)
	}
	return "pawn"
}

// absentError is the error for a text whose piece the side to move does not have.
type absentError struct {
	text       string
	v          *rules.Variant
	side       board.Color
	letter     byte // 0 for a pawn
	file, rank int  // where it would stand, -1 when the text does not say
}

func (e *absentError) Error() string {
	where := ""
	switch {
	case e.file >= 0:
		where = " on the " + board.FileName(e.file) + "-file"
	case e.rank >= 0:
		where = fmt.Sprintf(" on rank %d", e.rank+1)
	}
	return fmt.Sprintf("%s: %s has no %s%s", quote(e.text), e.side, nameOf(e.v, e.letter), where)
}
