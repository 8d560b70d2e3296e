// This file surveys positions for the evaluation.

package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Survey is rules.Surveyor.Survey.
func (g *Game) Survey(p *Pos, mem *Memory, s *rules.Survey[Words]) {
	if neutral := p.Own & p.Opp; neutral != 0 {
		g.surveyNeutrals(p, neutral, mem, s)
		return
	}
	pawns := p.made(PartPawn)
	var attacks, twice [2]Set // by own (0) and opp (1)
	g.surveyPawns(p, pawns, s, &attacks, &twice)
	g.surveyPieces(p, pawns, s, &attacks, &twice)
	for side := range 2 {
		c := p.color(side) & 1
		attacks[side].Squares(p.Turn, &s.Attacks[c])
		twice[side].Squares(p.Turn, &s.Twice[c])
	}
	g.surveyState(p, mem, s)
}

// surveyNeutrals is Survey for a position with neutral pieces, which count as White's.
func (g *Game) surveyNeutrals(p *Pos, neutral Set, mem *Memory, s *rules.Survey[Words]) {
	q := *p
	if q.Turn == 0 {
		q.Opp &^= neutral
	} else {
		q.Own &^= neutral
	}
	g.Survey(&q, mem, s)
	for i := range s.Pieces {
		if m := &s.Pieces[i]; neutral.Has(q.Seen(m.At)) {
			m.Piece = rules.MakeNeutral(m.Piece.Type())
		}
	}
}

// surveyPawns fills in where pieces stand and what pawns attack.
func (g *Game) surveyPawns(p *Pos, pawns Set, s *rules.Survey[Words], attacks, twice *[2]Set) {
	first := [2]Set{g.Low[p.Turn&1], g.High[p.Turn&1]}
	for side, ours := range [2]Set{p.Own, p.Opp} {
		c, striking := p.color(side), pawns&ours
		if !g.FirstRankPawns {
			striking &^= first[side]
		}
		west, east := g.pawnsTake(striking, side != 0, p.Turn)
		attacks[side], twice[side] = west|east, west&east
		(pawns & ours).Squares(p.Turn, &s.Pawns[c&1])
		attacks[side].Squares(p.Turn, &s.Guarded[c&1])
		ours.Squares(p.Turn, &s.All[c&1])
	}
}

// surveyPieces fills in the other pieces, what they attack, and from where they would check.
func (g *Game) surveyPieces(p *Pos, pawns Set, s *rules.Survey[Words], attacks, twice *[2]Set) {
	occ, sides := p.Own|p.Opp, [2]Set{p.Own, p.Opp}
	most := (occ &^ pawns).Count()
	s.Pieces = slices.Grow(s.Pieces[:0], most)[:most]
	n := 0
	var checks [2]CheckSquares // of the king of the other side
	for side, ours := range sides {
		if king := p.King &^ ours & g.royal; king != 0 {
			checks[side] = g.CheckSquares(p, king.First(), occ)
		}
	}
	plain := occ &^ (p.Pawn | p.King | p.Sissa | p.Step | p.Promoted) // most pieces
	for i, parts := range g.Army {
		all := plain & p.Knight.Match(parts>>1) & p.Diag.Match(parts>>2) & p.Orth.Match(parts>>3)
		if parts&^partsOfMost != 0 {
			all = p.made(parts) &^ pawns
		}
		if all == 0 {
			continue
		}
		for side, ours := range sides {
			pieces := all & ours
			if pieces == 0 {
				continue
			}
			c := p.color(side)
			if parts&(PartPawn|PartKing|PartSissa) == 0 {
				checks[side].Of(parts).Squares(p.Turn, &s.Checks[c.Other()&1][i+1])
			} else if from, known := g.pathChecks(p, parts, uint8(side), p.King&^ours&g.royal, occ); known {
				from.Squares(p.Turn, &s.Checks[c.Other()&1][i+1])
			}
			piece := rules.MakePiece(rules.PieceType(i+1), c)
			once, more := attacks[side], twice[side]
			for ; pieces != 0; pieces = pieces.Rest() {
				sq := pieces.First()
				reach := g.reachOf(parts, sq, p.Turn, uint8(side), occ)
				more |= once & reach
				once |= reach
				if n < len(s.Pieces) {
					m := &s.Pieces[n]
					m.Piece, m.At = piece, p.Square(sq)
					reach.Squares(p.Turn, &m.Reach)
					n++
				}
			}
			attacks[side], twice[side] = once, more
		}
	}
	if g.Drops {
		g.surveyHands(p, &checks, s)
	}
}

// surveyHands fills in from where pieces in hand would check.
func (g *Game) surveyHands(p *Pos, checks *[2]CheckSquares, s *rules.Survey[Words]) {
	for side := range p.hand {
		them := p.color(side).Other() & 1
		for h := p.hand[side]; h != 0; h = h.without(h.firstType()) {
			i := h.firstType()
			if parts := g.handParts[i]; parts&(PartPawn|PartKing|PartSissa) == 0 {
				checks[side].Of(parts).Squares(p.Turn, &s.Checks[them][g.handTypes[i]])
			}
		}
	}
}

// surveyState fills in rights, and pieces that are not on the board.
func (g *Game) surveyState(p *Pos, mem *Memory, s *rules.Survey[Words]) {
	s.Held = s.Held[:0]
	for side, pieces := range [2]Set{p.Own, p.Opp} {
		c := p.color(side)
		s.Rooks[c] = (p.Castle & pieces &^ p.King).Count()
		s.ChecksLeft[c] = int(p.checks[side])
		if g.Gating {
			s.Gates[c] = (p.gate & pieces).Count()
			s.Hand[c] = p.handOf(side)
		}
		for h := p.hand[side]; g.Drops && h != 0; h = h.without(h.firstType()) {
			i := h.firstType()
			s.Held = append(s.Held, rules.Holding{Piece: rules.MakePiece(g.handTypes[i], c), Count: h.count(i)})
		}
	}
	for i := range s.Waiting {
		s.Waiting[i] = g.waitingOn(p, i)
	}
	s.Pending, s.Below, s.Left = 0, s.Below[:0], int(p.left)
	if p.Pending != 0 {
		s.Pending = rules.MakePiece(g.types[p.Pending], board.Color(p.pendingOf))
	}
	if mem != nil {
		for _, h := range mem.below[:mem.n] {
			s.Below = append(s.Below, g.hiddenPiece(h).Piece)
		}
	}
}
