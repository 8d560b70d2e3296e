package rulestest

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// partTruths check the errors of the parts that chess does not have.
func partTruths() map[rules.Rule]func(*claims) string {
	return map[rules.Rule]func(*claims) string{
		rules.GameOver: func(c *claims) string {
			return unless(rules.EndingOf(c.p).By != rules.NoEnding && !c.p.HasLegalMove(), "it goes on")
		},
		rules.CaptureDue: func(c *claims) string {
			return unless(c.v.Capture.Forced && (c.m.Form() == rules.Drop || c.b.pieces[c.m.To()] == 0) &&
				c.only(func(d rules.Details) bool { return d.Captured != 0 }), "it need not capture")
		},
		rules.DropDue: func(c *claims) string {
			return unless(c.v.Drops.Forced != "" && c.only(func(d rules.Details) bool { return d.Dropped != 0 }),
				"nothing need be dropped")
		},
		rules.PassNotDue: (*claims).passNotDue,
		rules.ChecksForbidden: func(c *claims) string {
			forbidden := c.v.Check.Forbidden || c.v.Fairy.Checking.MatesOnly
			return first(unless(forbidden, "checks are allowed"), c.checkAfter())
		},
		rules.KingsFace: (*claims).kingsFace,
		rules.KingWalks: func(c *claims) string {
			stays := c.v.Check.KingStays && c.p.InCheck()
			return unless(stays && c.m.From() == c.p.King(c.us), "the king may walk away")
		},
		rules.RoyalLost: (*claims).royalLost,
		rules.NeverMoves: func(c *claims) string {
			q, _ := playFully(c.p, c.m)
			b := look(q)
			for sq := range board.Square(c.v.Size.Area()) {
				if len(b.paths(b.pieces[c.m.To()], c.m.To(), sq, piece.Both)) > 0 {
					return "it moves"
				}
			}
			return unless(c.v.Drops.Mobile, "it may be immobile")
		},
		rules.NotDropped: (*claims).notDropped,
		rules.DropOccupied: func(c *claims) string {
			drop := c.m.Form() == rules.Drop && c.r.Type == c.m.Gated()
			return first(c.standAt(c.m.To()), unless(drop, "it is no drop"))
		},
		rules.DropChecks: func(c *claims) string {
			return first(unless(c.v.Drops.NoCheck && c.m.Form() == rules.Drop, "it may check"), c.checkAfter())
		},
		rules.DropMates: func(c *claims) string {
			q, _ := playFully(c.p, c.m)
			return first(unless(c.m.Form() == rules.Drop && !q.HasLegalMove(), "it does not mate"), c.checkAfter())
		},
		rules.BishopColors: func(c *claims) string {
			return unless(c.v.Drops.Bishops != "" && c.m.Form() == rules.Drop, "bishops may stand anywhere")
		},
		rules.HasMoved: func(c *claims) string {
			file, rank := c.v.Size.File(c.r.Mover.At), c.v.Size.RankFrom(c.us, c.r.Mover.At)
			return first(c.firstMove(), unless(rank != 0 || c.s.Gating.Gates[c.us]>>file&1 == 0, "it has not moved"))
		},
		rules.FirstMoveInCheck: func(c *claims) string {
			return first(c.firstMove(), unless(c.r.Mover.At == c.p.King(c.us), "it is no king"),
				c.checkIn(c.s, c.us))
		},
		rules.WallDue: func(c *claims) string {
			wall, walled := c.m.Wall()
			return unless(c.v.Walls.Place != rules.NoWalls && walled == (c.r.At != board.NoSquare) &&
				(!walled || c.r.At == wall), "it puts its wall well")
		},
	}
}

// firstMove checks that the move is one that Mover makes once.
func (c *claims) firstMove() string {
	t := c.v.Type(c.r.Mover.Piece.Type())
	movement, _ := t.Movement()
	isFirst := slices.ContainsFunc(movement, func(p piece.Path) bool { return p.Initial })
	return unless(isFirst && slices.Contains(c.named(c.v.FirstMoves.Once), c.r.Mover.Piece.Type()), "it has none")
}

// only reports whether there are legal moves, and all are such.
func (c *claims) only(such func(rules.Details) bool) bool {
	moves := c.p.LegalMoves(nil)
	return len(moves) > 0 && !slices.ContainsFunc(moves, func(m rules.Move) bool { return !such(c.p.Details(m)) })
}

func (c *claims) passNotDue() string {
	pass := &c.v.Passing
	may := c.us == board.White && pass.White || c.us == board.Black && pass.Black
	if pass.Stalemated && (c.p.InCheck() || c.p.HasLegalMove()) {
		may = false
	}
	return unless(c.m.Form() == rules.Pass && !may, "it may pass")
}

// checkAfter checks that the pieces named give check to the other side after the move.
func (c *claims) checkAfter() string {
	q, full := playFully(c.p, c.m)
	return first(unless(full, "the move is not played to its end"), c.checkIn(q.Setup(), c.us.Other()))
}

func (c *claims) kingsFace() string {
	m := c.m
	if !c.v.Gating.Any() { // it gates a piece that is not there
		m = m.WithoutGating()
	}
	q, _ := playFully(c.p, m)
	a, b := q.King(board.White), q.King(board.Black)
	between := 0
	for sq := min(a, b) + 1; sq < max(a, b); sq++ {
		same := c.v.Size.File(sq) == c.v.Size.File(a) || c.v.Size.Rank(a) == c.v.Size.Rank(b)
		if same && q.At(sq) != 0 {
			between++
		}
	}
	line := c.v.Size.File(a) == c.v.Size.File(b) || c.v.Size.Rank(a) == c.v.Size.Rank(b)
	return first(unless((c.v.Check.Facing || c.v.Check.Bikjang) && line && between == 0, "they do not"),
		unless(len(c.r.Pieces) == 2 && c.r.Pieces[0].At == q.King(c.us), "it names other pieces"))
}

func (c *claims) royalLost() string {
	q, _ := playFully(c.p, c.m)
	after := look(q)
	for k := range c.b.royals(c.us) {
		if len(after.squaresOf(rules.MakePiece(k, c.us))) < len(c.b.squaresOf(rules.MakePiece(k, c.us))) {
			return ""
		}
	}
	return "none is lost"
}

func (c *claims) notDropped() string {
	d, k, at := &c.v.Drops, c.m.Gated(), c.m.To()
	if c.r.Type == c.m.Promotion() {
		return unless(!d.EitherSide || !slices.Contains(c.named(c.v.Type(k).To), c.r.Type), "it may be turned over")
	}
	if len(c.r.Pieces) > 0 {
		for _, p := range c.r.Pieces {
			if p.Piece != rules.MakePiece(k, c.us) || c.v.Size.File(p.At) != c.v.Size.File(at) {
				return "another piece is named"
			}
		}
		return first(c.stand(c.b), unless(len(c.r.Pieces) >= max(d.OnceCount, 1), "there are few"))
	}
	zone, _ := d.Zone.Squares(c.v.Size, c.us)
	barred := c.v.Type(k).Pawn && (c.zone()[at] || c.v.Size.RankFrom(c.us, at) == 0)
	return unless(c.m.Form() == rules.Drop && (zone != nil && !zone[at] || barred), "it may be dropped")
}
