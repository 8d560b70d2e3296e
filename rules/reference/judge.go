package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file explains why a move is forbidden: the move as a value, whose piece it moves, and where
// that piece may go. judgeplay.go goes on with castling, reassignment, what the move leads to, and
// gating.

// Forbidden returns nil when m is legal, and otherwise the *ForbiddenError against it.
func (r *position) Forbidden(m rules.Move) error {
	s := r.load()
	defer s.release()
	if s.isLegal(m) {
		return nil
	}
	return s.why(m)
}

// judge looks for the rule against an illegal move, in steps. A step returns nil if it finds none.
type judge struct {
	*state
	m        rules.Move
	us       board.Color
	from, to board.Square // of the piece that moves; in a reassignment, later those of its pawn
	who      rules.Placed // that piece
	theirs   bool         // it is the other side's, for which us stands meanwhile
}

// why returns the rule against the illegal move m. If there are several, it is the one that a
// player needs to know first: whether the piece may go there at all, then what happens if it does,
// then whether a piece may be gated behind it.
func (s *state) why(m rules.Move) *rules.ForbiddenError {
	none := rules.Placed{At: board.NoSquare, Home: board.NoSquare, Takes: board.NoSquare}
	j := &judge{state: s, m: m, us: s.turn(), from: m.From(), to: m.To(), who: none}
	type step = func() *rules.ForbiddenError
	steps := []step{
		j.form, j.over, j.choice, j.mover, j.chained, j.stands, j.movement, j.bar, j.promotion, j.wall, j.bare,
		j.gating, j.sifted,
	}
	switch m.Form() {
	case rules.Drop:
		steps = []step{j.form, j.over, j.choice, j.drop, j.wall, j.bare, j.sifted}
	case rules.Pass:
		steps = []step{j.form, j.over, j.choice, j.pass, j.wall, j.bare, j.sifted}
	}
	if m == rules.ExchangeOfRoles {
		steps = []step{j.form, j.over, j.choice, j.roles, j.bare, j.sifted}
	}
	for _, step := range steps {
		if reason := step(); reason != nil {
			return reason
		}
	}
	return j.because(rules.Unexplained)
}

// because returns the error with a rule and the pieces that stand against the move.
func (j *judge) because(rule rules.Rule, pieces ...rules.Placed) *rules.ForbiddenError {
	turn := j.us
	if j.theirs {
		turn = j.us.Other()
	}
	return &rules.ForbiddenError{
		Rule: rule, Move: j.m, Turn: turn, Mover: j.who, To: j.to, At: board.NoSquare, Pieces: pieces, Variant: j.v,
	}
}

// placed returns the piece on sq, if there is one, with its square.
func (s *state) placed(sq board.Square) rules.Placed {
	return rules.Placed{Piece: s.at(sq), At: sq, Home: board.NoSquare, Takes: board.NoSquare}
}

// form looks at the move as a value: the game must have its squares, types and choices.
func (j *judge) form() *rules.ForbiddenError {
	switch {
	case j.m == 0 || j.m.Form() == rules.Pass && !j.hasPasses():
		return j.because(rules.NoMove)
	case !j.m.WellFormed(j.v):
		return j.because(rules.Malformed)
	}
	if form := j.m.Form(); form != rules.Drop && form != rules.Pass && j.m != rules.ExchangeOfRoles {
		j.who = j.placed(j.from)
	}
	return nil
}

// choice looks at the promotion of a pawn that was reborn in the opponent's capture, and carries it
// out for the steps that follow.
func (j *judge) choice() *rules.ForbiddenError {
	if j.v.Fairy.Latent == rules.OwnerReleases {
		return j.releases()
	}
	at, k := j.awaits(j.us), j.m.Choice()
	switch {
	case at != board.NoSquare && k == 0:
		return j.because(rules.ChoiceDue).About(at, 0)
	case at == board.NoSquare && k != 0:
		return j.because(rules.ChoiceNotDue)
	case k == 0:
		return nil
	}
	if !slices.Contains(j.promotionOf(j.at(at), j.us), k) {
		return j.because(rules.NotAPromotion).About(board.NoSquare, k)
	}
	j.choose(k, j.us, nil)
	return nil
}

// mover looks for an own piece on the square that the move leaves.
func (j *judge) mover() *rules.ForbiddenError {
	switch j.who = j.placed(j.from); {
	case j.who.Piece.Type() == 0:
		return j.because(rules.EmptySquare).About(j.from, 0)
	case j.moverSide(j.m, j.us) != j.us:
		j.swapSides()
	case !j.who.Piece.Of(j.us):
		return j.because(rules.NotYours)
	case !j.v.Fairy.Movers.MovesOwn():
		return j.because(rules.OnlyTheirs)
	}
	return nil
}

// movement looks at where the piece may go.
func (j *judge) movement() *rules.ForbiddenError {
	switch j.m.Form() {
	case rules.Castle:
		return j.castling()
	case rules.Reassign:
		return j.reassignment()
	case rules.Exchange:
		return j.exchanges()
	}
	moves, formed := j.pseudo()
	switch {
	case j.v.InPlace.Active && j.m.Promotion() != 0 && j.promotesTo():
		return nil
	case formed:
		return j.walksAway()
	case moves:
		return j.because(rules.WrongForm)
	}
	return j.unreached()
}

// pseudo reports whether the piece reaches its square by any move, and whether by one of this form.
func (j *judge) pseudo() (moves, formed bool) {
	base := len(j.moves)
	pc, want := j.at(j.from), func(_ rules.Piece, sq board.Square) bool {
		moves = moves || sq == j.to
		return sq == j.to
	}
	if j.mars {
		j.generateMars(pc, j.from, want)
	} else if j.traits.otherBoard != 0 {
		j.generateOnBoards(j.us, want)
		j.moves = append(j.moves[:base], slices.DeleteFunc(j.moves[base:],
			func(m rules.Move) bool { return m.From() != j.from })...)
		moves = len(j.moves) > base
	} else if j.parts.fairy {
		j.roam(pc, j.from, want)
	} else {
		j.walk(pc, j.from, j.from, piece.Both, want)
	}
	formed = moves && len(j.moves) == base && j.m.Form() == rules.Ordinary // it may become nothing there
	for _, p := range j.moves[base:] {
		formed = formed || p.Form() == j.m.Form()
	}
	j.moves = j.moves[:base]
	return moves, formed
}

// unreached explains why the piece does not reach its square.
func (j *judge) unreached() *rules.ForbiddenError {
	pc, target := j.at(j.from), j.at(j.to)
	enemy := target.Against(j.us) || has(j.passant, pc) && j.isPassed(j.to)
	pieceType, home := pc.Type(), j.from
	chosen := j.choosesStart() && (j.mars && enemy || !j.mars && target == 0)
	if has(j.goingOn, pc) || j.traits.otherBoard != 0 || chosen {
		return j.because(rules.NoSuchMove)
	}
	if j.mars {
		if home = j.moverHome(pc, j.us, j.from); home == board.NoSquare && enemy {
			return j.because(rules.NoSuchMove)
		} else if home == board.NoSquare {
			home = j.from
		}
	}
	if j.theirs && target.Of(j.us) {
		return j.because(rules.Blocked, j.placed(j.to))
	}
	if j.parts.fairy {
		if r := j.unreachedAs(); r != nil {
			return r
		}
		pieceType = j.moverType()
	}
	moves := ways(j.reach.From[j.us][pieceType-1][j.from], j.to, piece.Move)
	prey := rules.PieceType(0)
	if target.Against(j.us) {
		prey = target.Type()
	}
	takes := waysTaking(j.reach.From[j.us][pieceType-1][home], j.to, prey)
	switch {
	case target == rules.Wall && len(moves)+len(takes) != 0:
		return j.because(rules.Blocked, j.placed(j.to))
	case target == rules.Wall:
		return j.because(rules.NoSuchMove)
	case has(j.pawn, pc) && j.v.Size.RankFrom(j.heading(pc, j.us), j.from) == 0 && !j.firstRankWay:
		return j.because(rules.FirstRankPawn)
	case j.to >= j.area && target == 0:
		return j.because(rules.EmptyImaginary)
	case j.free != 0 && pieceType == j.must && len(moves)+len(takes) == 0:
		return j.because(rules.MustConvert)
	case target != 0 && !target.Against(j.us) && len(moves)+len(takes) != 0:
		return j.because(rules.OwnPiece, j.placed(j.to))
	case enemy && j.mars:
		return j.notFromHome(home, takes)
	case target == 0 && j.v.Fairy.Changing.Departs == rules.QuietFromHome:
		if home = j.moverHome(pc, j.us, j.from); home == board.NoSquare {
			return j.because(rules.NoSuchMove)
		}
		return j.notFromHome(home, ways(j.reach.From[j.us][pieceType-1][home], j.to, piece.Move))
	case target != 0 && len(takes) > 0 && !j.mayTake(pc, target):
		return j.because(rules.OnlyMoves, j.placed(j.to))
	case target != 0 && len(takes) > 0:
		return j.blocked(rules.Blocked, takes)
	case target != 0 && len(moves) > 0 && j.free != 0 && (pieceType == j.free || pieceType == j.must):
		return j.because(rules.QuietConversion, j.placed(j.to))
	case target != 0 && len(moves) > 0:
		return j.because(rules.OnlyMoves, j.placed(j.to))
	case target == 0 && len(moves) > 0 && j.parts.first != 0 && has(j.parts.first, pc) &&
		len(ways(j.later.From[j.us][pieceType-1][j.from], j.to, piece.Move)) == 0 && !j.gate(j.us, j.from):
		return j.because(rules.HasMoved)
	case target == 0 && len(moves) > 0 && j.parts.first != 0 && has(j.parts.first, pc) && has(j.royal, pc) &&
		len(ways(j.later.From[j.us][pieceType-1][j.from], j.to, piece.Move)) == 0 && j.inCheck(j.us):
		return j.because(rules.FirstMoveInCheck, j.checkers(j.us)...)
	case target == 0 && len(moves) > 0:
		return j.blocked(rules.Blocked, moves)
	case target == 0 && len(takes) > 0:
		return j.because(rules.OnlyCaptures)
	}
	return j.because(rules.NoSuchMove)
}

// notFromHome explains why a piece that has these ways from its home square does not go there.
func (j *judge) notFromHome(home board.Square, all []way) *rules.ForbiddenError {
	if home != j.from && !j.empty(home) {
		return j.because(rules.HomeTaken, j.placed(home)).About(home, 0)
	}
	if len(all) == 0 {
		return j.because(rules.HomeOutOfReach).About(home, 0)
	}
	return j.blocked(rules.HomeBlocked, all).About(home, 0)
}

// blocked returns the error with the pieces in the way: all of them on a single way, else the first
// on each.
func (j *judge) blocked(rule rules.Rule, ways []way) *rules.ForbiddenError {
	r := j.because(rule)
	r.Ways = len(ways)
	for _, w := range ways {
		for _, n := range w {
			if n.Needs != piece.Nothing || j.empty(n.Square) || n.Square == j.from {
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
		r.Rule = rules.NothingToLeap
	}
	return r
}

// way is the squares that a piece passes on one way to a square.
type way []piece.Node

// ways returns the ways in a tree of squares that end on to and have the mode.
func ways(reach piece.Reach, to board.Square, mode piece.Mode) []way {
	return waysWhere(reach, to, func(n *piece.Node) bool { return n.Mode&mode != 0 })
}

// waysTaking returns those on which a piece of a type is captured, 0 for any.
func waysTaking(reach piece.Reach, to board.Square, prey rules.PieceType) []way {
	return waysWhere(reach, to, func(n *piece.Node) bool {
		return n.Mode&piece.Capture != 0 && n.Captures(uint8(prey))
	})
}

func waysWhere(reach piece.Reach, to board.Square, arrives func(*piece.Node) bool) []way {
	var found []way
	var trail []int // the nodes that lead to the one looked at
	for i := range reach {
		for len(trail) > 0 && int(reach[trail[len(trail)-1]].Skip) <= i {
			trail = trail[:len(trail)-1]
		}
		if n := &reach[i]; n.Square == to && arrives(n) {
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

// promotion looks at what the piece becomes.
func (j *judge) promotion() *rules.ForbiddenError {
	pc, k := j.at(j.from), j.m.Promotion()
	if !has(j.pawn, pc) {
		return j.turned()
	}
	types := j.promotionOf(pc, j.us)
	if to := j.parts.becomes[pc.Type()-1]; to != 0 {
		types = append(slices.Clone(types), to)
	}
	if j.fairy.late { // bare looks at it
		return nil
	}
	if j.v.InPlace.Active {
		return j.inPlace(k)
	}
	zone := j.promotesOn(pc, j.us, j.to) && j.m.Form() != rules.EnPassant && len(types) > 0 &&
		!j.v.Fairy.Changing.NoPromotion &&
		(j.empty(j.to) || !j.vanishes(pc))
	switch {
	case k == 0 && zone && !j.v.MayStayPawn():
		return j.because(rules.PromotionDue)
	case k == 0:
		return nil
	case !zone:
		return j.because(rules.PromotionNotDue)
	case !slices.Contains(types, k):
		return j.because(rules.NotAPromotion).About(board.NoSquare, k)
	case !j.mayPromote(j.us, k):
		return j.held(k)
	}
	return nil
}
