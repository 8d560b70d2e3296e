package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file finds the moves that end the play of most problems: those that check and mate. Most
// moves cannot check by what they write on the board, so that they need not be played.

// checkLines says which moves could check a king that is not attacked: those that come to a square
// from where a piece attacks it, and those that open a line to it.
type checkLines struct {
	known   bool
	king    board.Square
	reads   rules.Squares[most] // squares that the search for attackers comes to
	opens   rules.Squares[most] // those of them where a piece stands in the way
	hurdles rules.Squares[most] // those of them where a piece may be needed
	strikes []uint32            // by square: the types that attack from there, as bits 1<<(type-1)
}

// linesTo returns the lines to the king of a side. They are unknown if it is attacked, or if that
// does not say whether it is in check. At most one is in use at a time.
func (s *state) linesTo(of board.Color) checkLines {
	king := s.king(of)
	if !s.testsAttacks || king == board.NoSquare || has(s.pawn, s.at(king)) {
		return checkLines{}
	}
	if s.striking == nil {
		s.striking = make([]uint32, len(s.seen))
	}
	clear(s.striking)
	l := checkLines{known: true, king: king, strikes: s.striking}
	by := of.Other()
	reach, target := s.reach.To[by][king], uint8(s.at(king).Type())
	for i := 0; i < len(reach); {
		n, pc := &reach[i], rules.Piece(s.cells[reach[i].Square])
		if n.Captures(target) {
			l.strikes[n.Square] |= n.Types
			if pc.Of(by) && has(n.Types, pc) {
				return checkLines{}
			}
		}
		l.reads.Add(n.Square)
		after := next(s.cells, reach, i, by)
		if n.Needs != piece.Nothing {
			l.hurdles.Add(n.Square)
			l.opens.Add(n.Square)
		} else if after != i+1 {
			l.opens.Add(n.Square)
		}
		i = after
	}
	return l
}

// mayCheck reports whether a pseudo-legal move could check the king to which lines are known.
func (s *state) mayCheck(l *checkLines, m rules.Move) bool {
	from, to := m.From(), m.To()
	if m.Form() != rules.Ordinary || from == l.king || to == l.king || from == to {
		return true
	}
	if target := s.at(to); target != 0 {
		revives := s.v.Aftermath.Active && l.hurdles != rules.Squares[most]{}
		if !s.plainly.captures || target.Neutral() || revives {
			return true
		}
	} else if !s.plainly.quiet {
		return true
	}
	k := m.Promotion()
	if k == 0 {
		k = s.at(from).Type()
	}
	return l.opens.Has(from) || l.hurdles.Has(to) || l.strikes[to]>>(k-1)&1 != 0 ||
		s.plainly.retypes && l.strikes[to] != 0
}

// plainMoves says which moves write on their two squares of the board alone: the square of arrival
// gets the mover, of either side, or in some games a piece of its side and another type. A capture
// may also bring the captured piece to an empty square.
type plainMoves struct {
	quiet, captures bool
	retypes         bool // the mover may become another type
}

// plainMovesOf lists the rules and the attributes of pieces that are known to leave moves so.
func plainMovesOf(t *table) (p plainMoves) {
	v, f, a := t.v, &t.v.Fairy, &t.v.Aftermath
	if !t.parts.withoutFairy || v.Gating != (rules.Gating{}) || v.Series != (rules.Series{}) || t.bishop != 0 ||
		v.HidesPieces() || !t.plainTraits() {
		return p
	}
	p.retypes = f.Changing.Mover != rules.MoverKeepsType || f.Changing.Bench != "" || v.HasTraits() || t.fairy.late
	lanes := f.Lanes
	lanes.Vanishing = false
	p.quiet = (!a.Active || a.Where != rules.AtNextVector) && *f == rules.Fairy{
		Paralysis: f.Paralysis, Making: f.Making, Turning: f.Turning, Changing: f.Changing, Lanes: lanes,
		Mobility: f.Mobility, Capturing: f.Capturing, Contact: f.Contact, Measuring: f.Measuring,
		Checking: f.Checking, Budget: f.Budget, Breton: f.Breton, Box: f.Box, Rebirth: f.Rebirth,
		Castling:   f.Castling,
		Succession: rules.Succession{Heirs: f.Succession.Heirs, KingHeirs: f.Succession.KingHeirs},
		Movers:     f.Movers,
	}
	reborn := *a == rules.Aftermath{
		Active: true, As: a.As, OtherPiece: a.OtherPiece, OwnerPromotes: a.OwnerPromotes,
		OpponentHome: a.OpponentHome, Where: a.Where, Occupied: a.Occupied, Kings: a.Kings, Cohen: a.Cohen,
	} && (a.Occupied == rules.NotReborn || a.Occupied == rules.NoCapture) && !a.Where.Waits() && !f.Rebirth.Turncoats
	p.captures = p.quiet && (!a.Active || reborn) && t.traits.kamikaze == 0 && f.Making == rules.NoMaking &&
		!f.Breton.Active && f.Capturing.Second == rules.SecondAsFirst && f.Succession == rules.Succession{}
	return p
}

// plainTraits reports whether the pieces have no attributes but those that are known to leave moves
// so.
func (t *table) plainTraits() bool {
	return !slices.ContainsFunc(t.v.Army, func(k piece.Type) bool {
		has := k.Traits
		return has != piece.Traits{
			Kamikaze: has.Kamikaze, Chameleon: has.Chameleon, Volage: has.Volage, Functionary: has.Functionary,
			Settled: has.Settled,
		}
	})
}

// quietFlightsOf reports whether a king that can step to an empty square where nothing attacks it
// is not mated, and whether nothing else decides if it can. It lists the rules that are known to
// leave that so.
func quietFlightsOf(t *table) bool {
	f, m := &t.v.Fairy, &t.v.Fairy.Measuring
	for i := range t.v.Army {
		if typ := &t.v.Army[i]; typ.Royal && (typ.Betza != piece.King.Betza || typ.Traits != (piece.Traits{})) {
			return false
		}
	}
	changing := f.Changing
	if changing.Departs == rules.QuietFromHome { // a mating piece may fill the square that the king would go from
		changing.Departs = rules.FromOwnSquare
	}
	return t.plainly.quiet && t.testsAttacks && !t.parts.guards && *f == rules.Fairy{
		Paralysis: rules.Paralysis{Active: f.Paralysis.Active, By: f.Paralysis.By}, Making: f.Making,
		Turning:  rules.Turning{Mover: f.Turning.Mover, Squares: f.Turning.Squares},
		Changing: changing, Lanes: f.Lanes, Mobility: rules.Mobility{Fuddled: f.Mobility.Fuddled},
		Capturing: f.Capturing, Budget: rules.Budget{White: f.Budget.White, Black: f.Budget.Black},
		Measuring: rules.Measuring{
			White: rules.Measured{By: m.White.By, Squares: m.White.Squares},
			Black: rules.Measured{By: m.Black.By, Squares: m.Black.Squares},
		},
		Checking: rules.Checking{Once: f.Checking.Once},
		Breton:   f.Breton, Box: f.Box, Rebirth: f.Rebirth, Succession: f.Succession,
		Castling: f.Castling,
	}
}

// withoutFlights returns the checks after which the king of a side cannot go to an empty square
// where nothing attacks it now. It may leave in others.
func (s *state) withoutFlights(checks []rules.Move, of board.Color) []rules.Move {
	if !s.quietFlights {
		return checks
	}
	king, base, start := s.king(of), len(s.moves), len(s.log)
	pc := s.at(king)
	s.set(s.table.cells.turn, uint16(of))
	s.generateOf(pc, king, func(target rules.Piece, _ board.Square) bool { return target == 0 })
	s.unbar(base)
	s.undo(start)
	for i := base; i < len(s.moves) && len(checks) > 0; i++ {
		s.put(king, 0)
		s.put(s.moves[i].To(), pc)
		lines := s.linesTo(of)
		s.undo(start)
		if lines.known {
			checks = slices.DeleteFunc(checks, func(m rules.Move) bool {
				// By a rebirth a capture may fill the square, and a neutral king may itself have
				// moved.
				keeps := s.v.Aftermath.Active && !s.empty(m.To()) || m.From() == king
				return !keeps && !s.mayCheck(&lines, m)
			})
		}
	}
	s.moves = s.moves[:base]
	return checks
}

// legalChecks appends the legal moves that check to buf, with matesOnly those that mate.
// filtersChecks says whether it may be asked.
func (s *state) legalChecks(matesOnly bool, buf []rules.Move) []rules.Move {
	t, base := s.newTrial(true), len(s.moves)
	t.checksOnly, t.matesOnly = true, matesOnly
	them := t.us.Other()
	s.generate(nil)
	if lines := s.linesTo(them); lines.known {
		checks := slices.DeleteFunc(s.moves[base:], func(m rules.Move) bool { return !s.mayCheck(&lines, m) })
		if matesOnly && len(checks) > 0 {
			checks = s.withoutFlights(checks, them)
		}
		s.moves = append(s.moves[:base], checks...)
	}
	return s.keepLegalIn(&t, base, 0, buf)
}

// filtersChecks reports whether legalChecks finds all legal moves that check.
func (s *state) filtersChecks() bool { return s.listsAll() && s.v.Fairy.Republic == rules.NoRepublic }

// listsAll reports whether the legal moves are among those that generate lists, with what try adds
// to them, and are legal whatever other moves there are.
func (s *state) listsAll() bool {
	us := s.turn()
	return !s.parts.sifts[us] && !s.parts.ends && len(s.hand) == 0 && s.v.Series == rules.Series{} &&
		s.awaits(us) == board.NoSquare && s.v.Fairy.Latent != rules.OwnerReleases && !s.v.Fairy.Chains
}
