package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file tells what is against a move: the move as a value, whose piece it moves, and where that
// may go. explainplay.go goes on with castling, reassignment, what comes of the move, and the piece
// that enters by it.

// Forbidden returns nil when m is legal, and otherwise the *ForbiddenError against it.
func (r *reference) Forbidden(m Move) error {
	s := r.load()
	defer s.drop()
	if s.isLegal(m) {
		return nil
	}
	return s.why(m)
}

// judge looks for what is against the illegal move m. Each of its steps returns nil
// when it finds nothing.
type judge struct {
	*state
	m        Move
	us       board.Color
	from, to board.Square // of the piece that moves: of a reassignment's pawn once that is looked at
	who      Placed       // that piece
}

// why returns what is against the illegal move m. Where there is more than one thing, it is the
// first that a player needs to know: whether the piece may go there at all, then what happens
// when it does, then what enters behind it.
func (s *state) why(m Move) *ForbiddenError {
	none := Placed{At: board.NoSquare, Home: board.NoSquare, Takes: board.NoSquare}
	j := &judge{state: s, m: m, us: s.turn(), from: m.From(), to: m.To(), who: none}
	steps := []func() *ForbiddenError{j.form, j.choice, j.mover, j.movement, j.promotion, j.bare, j.entry}
	for _, step := range steps {
		if reason := step(); reason != nil {
			return reason
		}
	}
	return j.because(Unexplained)
}

// because returns the reason with a rule, the piece that moves and the pieces that stand against it.
func (j *judge) because(rule Rule, pieces ...Placed) *ForbiddenError {
	return &ForbiddenError{
		Rule: rule, Move: j.m, Turn: j.us, Mover: j.who, To: j.to, At: board.NoSquare, Pieces: pieces, v: j.v,
	}
}

// about sets what a refusal tells besides.
func (r *ForbiddenError) about(sq board.Square, k Kind) *ForbiddenError {
	r.At, r.Kind = sq, k
	return r
}

// placed returns what stands on sq, which may be nothing.
func (s *state) placed(sq board.Square) Placed {
	return Placed{Man: s.at(sq), At: sq, Home: board.NoSquare, Takes: board.NoSquare}
}

// form looks at the move as a value: its squares, types and choices must be some of this game.
func (j *judge) form() *ForbiddenError {
	switch {
	case j.m == 0 || j.m.Form() == Pass:
		return j.because(NoMove)
	case !j.wellFormed():
		return j.because(Malformed)
	}
	j.who = j.placed(j.from)
	return nil
}

func (j *judge) wellFormed() bool {
	m, last := j.m, j.area
	if j.v.Entry.Imaginary && m.Form() == Ordinary {
		last += 4
	}
	pawn, pawnTo, _ := m.Pawn()
	if m.Form() > Pass || m.From() >= j.area || m.To() >= last || pawn >= j.area || pawnTo >= j.area {
		return false
	}
	kinds := []Kind{m.Promotion(), m.Enters(), m.Reborn(), m.OwnReborn(), m.Choice()}
	if slices.ContainsFunc(kinds, func(k Kind) bool { return int(k) > len(j.v.Army) }) {
		return false
	}
	second := m&Move(secondFields) != 0
	switch {
	case m&passedBit == 0 || m&unusedBit != 0 || second && (m.Form() != Reassign || pawn == pawnTo):
		return false
	case m.AtRook():
		return m.Form() == Castle && m.Enters() != 0
	case m.Form() == Reassign:
		return m.From() == m.To()
	}
	return true
}

// choice looks at the promotion of a pawn that the opponent's capture has brought back, and makes
// it for the steps that follow.
func (j *judge) choice() *ForbiddenError {
	at, k := j.awaits(j.us), j.m.Choice()
	switch {
	case at != board.NoSquare && k == 0:
		return j.because(ChoiceDue).about(at, 0)
	case at == board.NoSquare && k != 0:
		return j.because(ChoiceNotDue)
	case k == 0:
		return nil
	}
	if !slices.Contains(j.table.promotion, k) {
		return j.because(NotAPromotion).about(board.NoSquare, k)
	}
	j.choose(MakeMan(k, j.us), nil)
	return nil
}

// mover looks for a piece of one's own on the square that the move leaves.
func (j *judge) mover() *ForbiddenError {
	switch j.who = j.placed(j.from); {
	case j.who.Man == 0:
		return j.because(EmptySquare).about(j.from, 0)
	case j.who.Man.Color() != j.us:
		return j.because(NotYours)
	}
	return nil
}

// movement looks at where the piece may go.
func (j *judge) movement() *ForbiddenError {
	switch j.m.Form() {
	case Castle:
		return j.castling()
	case Reassign:
		return j.reassignment()
	}
	moves, formed := j.pseudo()
	switch {
	case formed:
		return nil
	case moves:
		return j.because(WrongForm)
	}
	return j.unreached()
}

// pseudo reports whether the piece gets to its square by any move, and whether by one of this form.
func (j *judge) pseudo() (moves, formed bool) {
	base := len(j.moves)
	man, want := j.at(j.from), func(_ Man, sq board.Square) bool { return sq == j.to }
	if j.check == byHomes {
		j.generateMars(man, j.from, j.us, want)
	} else {
		j.walk(man, j.from, j.from, piece.Both, j.us, want)
	}
	for _, p := range j.moves[base:] {
		moves = true
		formed = formed || p.Form() == j.m.Form()
	}
	j.moves = j.moves[:base]
	return moves, formed
}

// unreached tells why the piece does not get to its square.
func (j *judge) unreached() *ForbiddenError {
	man, target := j.at(j.from), j.at(j.to)
	enemy := target != 0 && target.Color() != j.us || has(j.pawn, man) && j.isPassed(j.to)
	kind, home := man.Kind(), j.from
	if j.check == byHomes {
		home = j.home(kind, j.us, j.from)
	}
	moves := ways(j.reach.From[j.us][kind-1][j.from], j.to, piece.Move)
	takes := ways(j.reach.From[j.us][kind-1][home], j.to, piece.Capture)
	switch {
	case has(j.pawn, man) && j.v.Size.RankFrom(j.us, j.from) == 0 && !j.firstRankWay:
		return j.because(FirstRankPawn)
	case j.to >= j.area && target == 0:
		return j.because(EmptyImaginary)
	case j.free != 0 && kind == j.must && len(moves)+len(takes) == 0:
		return j.because(MustConvert)
	case target != 0 && target.Color() == j.us && len(moves)+len(takes) != 0:
		return j.because(OwnPiece, j.placed(j.to))
	case enemy && j.check == byHomes:
		return j.notFromHome(home, takes)
	case target != 0 && len(takes) > 0:
		return j.blocked(Blocked, takes)
	case target != 0 && len(moves) > 0 && j.free != 0 && (kind == j.free || kind == j.must):
		return j.because(QuietConversion, j.placed(j.to))
	case target != 0 && len(moves) > 0:
		return j.because(OnlyMoves, j.placed(j.to))
	case target == 0 && len(moves) > 0:
		return j.blocked(Blocked, moves)
	case target == 0 && len(takes) > 0:
		return j.because(OnlyCaptures)
	}
	return j.because(NoSuchMove)
}

// notFromHome tells why a piece of Martian Circe does not capture on its square from its home.
func (j *judge) notFromHome(home board.Square, takes []way) *ForbiddenError {
	if home != j.from && !j.empty(home) {
		return j.because(MarsHomeTaken, j.placed(home)).about(home, 0)
	}
	if len(takes) == 0 {
		return j.because(MarsOutOfReach).about(home, 0)
	}
	return j.blocked(MarsBlocked, takes).about(home, 0)
}

// blocked returns the reason with what stands on the ways: all of it on one way, else the first
// piece on each.
func (j *judge) blocked(rule Rule, ways []way) *ForbiddenError {
	r := j.because(rule)
	r.Ways = len(ways)
	for _, w := range ways {
		for _, n := range w {
			if n.Hurdle || j.empty(n.Square) || n.Square == j.from {
				continue
			}
			if p := j.placed(n.Square); !slices.Contains(r.Pieces, p) {
				r.Pieces = append(r.Pieces, p)
			}
			if len(ways) > 1 {
				break
			}
		}
	}
	if len(r.Pieces) == 0 {
		r.Rule = NothingToLeap
	}
	return r
}

// way is what a piece passes on one way to a square: those before its last one.
type way []piece.Node

// ways returns the ways in a tree of squares that end on a square and may be used as mode says.
func ways(reach piece.Reach, to board.Square, mode piece.Mode) []way {
	var found []way
	var trail []int // the nodes that lead to the one looked at
	for i := range reach {
		for len(trail) > 0 && int(reach[trail[len(trail)-1]].Skip) <= i {
			trail = trail[:len(trail)-1]
		}
		if n := &reach[i]; n.Square == to && n.Mode&mode != 0 {
			var w way
			for _, j := range trail {
				w = append(w, reach[j])
			}
			found = append(found, w)
		}
		trail = append(trail, i)
	}
	return found
}

// promotion looks at what becomes of a pawn on the last rank.
func (j *judge) promotion() *ForbiddenError {
	man, k := j.at(j.from), j.m.Promotion()
	due := has(j.pawn, man) && j.lastRank(man, j.to) && j.m.Form() != EnPassant && len(j.table.promotion) > 0 &&
		(j.empty(j.to) || j.v.Aftermath.Capturer != Vanishes)
	switch {
	case due && k == 0:
		return j.because(PromotionDue)
	case !due && k != 0:
		return j.because(PromotionNotDue)
	case !due:
		return nil
	case !slices.Contains(j.table.promotion, k):
		return j.because(NotAPromotion).about(board.NoSquare, k)
	case !j.mayPromote(j.us, k):
		_, at := j.presence(j.us)
		return j.because(PromotionHeld, j.placed(at)).about(board.NoSquare, k)
	}
	return nil
}
