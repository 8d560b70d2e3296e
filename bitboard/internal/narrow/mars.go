package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// In Martian Circe men capture, and so check, from their homes. Where a man is at home depends on where it stands.

// quarter is a home with the squares on which a man is at home there.
type quarter struct {
	home int
	at   set
}

// readQuarters learns them, as the side sees them whose turn it is.
func (g *game) readQuarters() {
	for side := range g.quarters {
		for _, parts := range g.army {
			all := &g.quarters[side][parts]
			for sq := range g.size.Area() {
				home := turn(int(g.homes[side][parts][sq]), uint8(side))
				i := slices.IndexFunc(*all, func(q quarter) bool { return q.home == home })
				if i < 0 {
					i, *all = len(*all), append(*all, quarter{home: home})
				}
				(*all)[i].at |= bit(turn(sq, uint8(side)))
			}
		}
	}
}

// attackedFromHomes is check: some man of the other side, carried
// to its home square (free, or its own), attacks sq from there, when the squares of occ are
// occupied and its men are those of opp.
func (w *worker) attackedFromHomes(p *pos, sq int, occ, opp set) bool {
	for s := opp; s != 0; s = s.rest() {
		from := s.first()
		parts := p.parts(from)
		if home := w.homeFrom(p, parts, from, occ); home >= 0 && w.aims(p, parts, home, sq, occ&^bit(from)) {
			return true
		}
	}
	return false
}

// coveredFromHomes returns the empty squares on which a king would be attacked so, when it comes there and the squares of occ are occupied besides.
func (w *worker) coveredFromHomes(p *pos, occ set) (covered set) {
	for s := p.opp; s != 0; s = s.rest() {
		from := s.first()
		parts := p.parts(from)
		if home := w.homeFrom(p, parts, from, occ); home >= 0 {
			covered |= w.theirReach(p, parts, home, occ&^bit(from))
		}
	}
	return covered
}

// theirReach returns the squares that a man of the other side made of parts attacks from a square.
func (w *worker) theirReach(p *pos, parts uint8, sq int, occ set) set {
	if parts == partPawn {
		west, east := w.pawnsTake(bit(sq), true, p.turn)
		return west | east
	}
	return w.reach(parts, sq, p.turn, occ)
}

// takes reports whether a man made of parts that stands on a square captures at all: a pawn on the first or last rank does not.
func (w *worker) takes(p *pos, parts uint8, from int) bool {
	return parts != partPawn || !(w.low[p.turn&1] | w.high[p.turn&1]).has(from)
}

// homeFrom returns the home of a man of the other side made of parts, from where it would take, or -1 if somebody else stands there or the man takes nobody.
func (w *worker) homeFrom(p *pos, parts uint8, from int, occ set) int {
	if !w.takes(p, parts, from) {
		return -1
	}
	home := w.home(p, parts, p.turn^1, from)
	if home != from && occ.has(home) {
		return -1
	}
	return home
}

// homeLines finds the squares that come into it whether some man of the other side attacks the king from its home. A
// man that does not leave one of these opens nothing.
func (w *worker) homeLines(p *pos, f *field) {
	if w.lines = w.all; !w.attackedFromHomes(p, f.king, f.occ, p.opp) {
		w.lines = w.linesFromHomes(p, f.king)
	}
}

// linesFromHomes returns the homes of the other side's men from which these would attack a square, and what lies between.
func (w *worker) linesFromHomes(p *pos, sq int) (lines set) {
	side := p.turn ^ 1
	for s := p.opp; s != 0; s = s.rest() {
		from := s.first()
		parts := p.parts(from)
		home := w.home(p, parts, side, from)
		if parts&partSissa != 0 {
			paths := &w.sissas.paths[home&(cells-1)][sq&(cells-1)]
			for _, way := range paths.ways[:paths.n] {
				lines |= way | bit(home)
			}
		}
		if w.aims(p, parts, home, sq, 0) {
			lines |= w.betweens[home&(cells-1)][sq&(cells-1)] | bit(home)
		}
	}
	return lines
}

// testMars finds the moves: a man moves from where it stands, and
// captures from its home square if that is free.
func (w *worker) testMars(p *pos, mem *memory, f *field) {
	strict := w.testsAll(p) || w.gating
	for s := p.own; s != 0 && !w.enough(); s = s.rest() {
		from, parts := s.first(), p.parts(s.first())
		pawn := parts == partPawn
		var to set
		if pawn {
			to = w.pushes(s.lowest(), p.turn, f.occ)
		} else {
			to = w.reach(parts, from, p.turn, f.occ) &^ f.occ
		}
		home := w.home(p, parts, p.turn, from)
		takes := w.takes(p, parts, from) && (home == from || !f.occ.has(home))
		if takes {
			to |= w.reach(parts, home, p.turn, f.occ&^s.lowest()) & p.opp
		}
		to &= w.every
		plain := to &^ p.king
		if pawn {
			plain &^= w.high[p.turn&1]
		}
		if strict {
			plain = 0
		}
		if safe := w.safeFromHomes(p, f, from, plain); safe != 0 {
			w.add(safe, from, manMoves, 1)
		}
		w.testAll(p, mem, f, from, to&^plain)
		if pawn && takes && p.firstOfTurn() {
			for to := w.pawnReach(home, p.turn) & p.pass; to != 0; to = to.rest() {
				w.try(p, mem, rules.MakeMove(rules.EnPassant, p.square(from), p.square(to.first())))
			}
		}
	}
}

// safeFromHomes returns those of some squares to which a man may go without leaving its king in check.
func (w *worker) safeFromHomes(p *pos, f *field, from int, to set) set {
	if f.king < 0 || from != f.king && !w.lines.has(from) {
		return to // it opens nothing
	}
	safe, test, occ := set(0), to, f.occ&^bit(from)
	if from == f.king && to&^p.opp != 0 {
		safe, test = to&^p.opp&^w.coveredFromHomes(p, occ), to&p.opp
	}
	for ; test != 0; test = test.rest() {
		b, king := test.lowest(), f.king
		if from == king {
			king = test.first()
		}
		if !w.attackedFromHomes(p, king, occ|b, p.opp&^b) {
			safe |= b
		}
	}
	return safe
}

// shot is an own man that attacks the other side's king from its home, or would but for one man.
type shot struct {
	from int
	line set // its home, and what lies between that and the king
	shut set // who stands there
}

// checkingFromHomes is checking where nobody enters, without Sissas: a man checks from where its home is
// when it has moved, or opens the line of another.
func (w *worker) checkingFromHomes(p *pos, mem *memory, buf []rules.Move) []rules.Move {
	want := w.findHits(p)
	if p.pass|p.castle&p.own != 0 {
		want = w.all
	}
	if want == 0 {
		return buf
	}
	w.scan(p, mem, want)
	e := w.entries(p)
	for i := range int(w.n) {
		pk, base := w.list[i], len(buf)
		if pk.form == manMoves && pk.times == 1 {
			pk.to &= w.hits[pk.from&(cells-1)]
			buf = w.movesOf(p, &pk, e, buf)
			continue
		}
		buf = w.movesOf(p, &pk, e, buf)
		buf = w.onlyChecks(p, mem, buf, base)
	}
	first := len(buf)
	buf = append(buf, w.single...)
	return w.onlyChecks(p, mem, buf, first)
}

// findHits finds for each own man the squares from which it checks when it has moved there, and where a pawn is promoted, and returns them all.
func (w *worker) findHits(p *pos) (all set) {
	occ := p.own | p.opp
	shots := w.shots[:0]
	for s := p.own; s != 0; s = s.rest() {
		from, parts := s.first(), p.parts(s.first())
		if !w.takes(p, parts, from) {
			continue
		}
		if line, aims := w.lineFromHome(p, parts, w.home(p, parts, p.turn, from)); aims {
			if shut := line & occ &^ bit(from); shut.rest() == 0 {
				shots = append(shots, shot{from, line, shut})
			}
		}
	}
	w.shots = shots
	for s := p.own; s != 0; s = s.rest() {
		from, parts := s.first(), p.parts(s.first())
		var hits set
		for i := range w.quarters[p.turn&1][parts] {
			q := &w.quarters[p.turn&1][parts][i]
			if line, aims := w.lineFromHome(p, parts, q.home); aims {
				switch shut := line & occ &^ bit(from); {
				case shut == 0:
					hits |= q.at
				case shut.rest() == 0:
					hits |= q.at & shut
				}
			}
		}
		if parts == partPawn {
			hits |= w.high[p.turn&1] // whatever it becomes
		}
		for i := range shots {
			if o := &shots[i]; o.from != from && o.shut&^bit(from) == 0 {
				hits |= w.all &^ o.line
			}
		}
		w.hits[from&(cells-1)] = hits
		all |= hits
	}
	return all
}

// lineFromHome returns a home of an own man made of parts and what lies between that and the other side's king, and whether the man attacks the king from there
// if nobody stands on these.
func (w *worker) lineFromHome(p *pos, parts uint8, home int) (line set, aims bool) {
	k := (p.opp & p.king).first() & (cells - 1)
	if parts == partPawn {
		aims = w.takers[p.turn&1][k].has(home)
	} else {
		aims = w.aims(p, parts, home, k, 0)
	}
	if !aims {
		return 0, false
	}
	return w.betweens[home&(cells-1)][k] | bit(home), true
}
