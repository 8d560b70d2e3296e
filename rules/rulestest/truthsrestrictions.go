package rulestest

import (
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// restrictionTruths check the errors of the conditions that forbid or demand moves, from what the
// game says and what the legal moves show.
func restrictionTruths() map[rules.Rule]func(*claims) string {
	capture := func(c *claims) bool {
		d := rules.Effects(c.p, c.m)
		return d.Captured != 0
	}
	others := func(c *claims, such func(m rules.Move) bool) bool {
		return slices.ContainsFunc(c.p.LegalMoves(nil), such)
	}
	return map[rules.Rule]func(*claims) string{
		rules.Unguarded: func(c *claims) string {
			m := c.v.Fairy.Mobility
			moves := others(c, func(m rules.Move) bool { return m.From() == c.m.From() })
			return unless((m.Guarded || m.Linked) && !moves, "it moves elsewhere")
		},
		rules.Unattacked: func(c *claims) string {
			return unless(c.v.Fairy.Mobility.Attacked || c.v.HasTraits(), "nothing needs an attack to move")
		},
		rules.TypeMoved: func(c *claims) string {
			return unless(c.v.Fairy.Mobility.Disparate && c.s.Fairy.Moved.Type() == c.r.Mover.Piece.Type(),
				"another type has moved")
		},
		rules.JustMoved: func(c *claims) string {
			last := c.v.Fairy.Movers == rules.AllButLast && c.s.Fairy.To == c.m.From()
			return unless(last || c.v.Fairy.Mobility.Fuddled, "nothing is fuddled, and another piece was moved last")
		},
		rules.MovesBack: func(c *claims) string {
			back := c.s.Fairy.To == c.m.From() && c.s.Fairy.From == c.m.To() && !capture(c)
			return unless(c.v.Fairy.Movers == rules.AllPieces && back, "it does not go back")
		},
		rules.OnlyTheirs: func(c *claims) string {
			return unless(c.v.Fairy.Movers == rules.TheirPieces && c.r.Mover.Piece.Of(c.us), "it is the other side's")
		},
		rules.AttackedKing: func(c *claims) string {
			return unless(c.v.Fairy.Mobility.AttackedKings && c.v.Type(c.r.Mover.Piece.Type()).Royal, "it is no king")
		},
		rules.KingMustGo: func(c *claims) string {
			return unless(c.v.Fairy.Lending.Becomes && !c.v.Type(c.r.Mover.Piece.Type()).Royal, "it is a king")
		},
		rules.WithinCell: func(c *claims) string {
			l := c.v.Fairy.Lanes
			return unless(l.Grid != "" || l.Cells != "" || l.Lines != "", "there is no grid")
		},
		rules.WrongShade: func(c *claims) string {
			same := c.v.Size.Dark(c.m.From()) == c.v.Size.Dark(c.m.To())
			castling := c.m.Form() == rules.Castle
			return unless(castling || (c.v.Fairy.Lanes.Shade == rules.SameShade) != same, "the shade is right")
		},
		rules.OffTheEdge: func(c *claims) string {
			file, rank := c.v.Size.File(c.m.To()), c.v.Size.Rank(c.m.To())
			inside := file > 0 && file < c.v.Size.Files-1 && rank > 0 && rank < c.v.Size.Ranks-1
			return unless(c.v.Fairy.Lanes.Edge.Has(c.us) && (inside || c.m.Form() == rules.Castle), "it is on the edge")
		},
		rules.TooFar: func(c *claims) string {
			distance := 100 * c.v.Size.Distance(c.m.From(), c.m.To())
			return unless(2*distance > c.s.Fairy.Budget[c.us], "it is near")
		},
		rules.CaptureBarred: func(c *claims) string {
			bars := c.v.Fairy.Capturing != rules.Capturing{} || c.v.HasTraits()
			return unless(bars && capture(c), "it captures nothing")
		},
		rules.Paralyses: func(c *claims) string { return unless(c.v.Fairy.Paralysis.Avoided, "it may") },
		rules.MakesContact: func(c *claims) string {
			return unless(c.v.Fairy.Contact.Rule > rules.NeedsContact, "it may")
		},
		rules.LosesContact: func(c *claims) string {
			rule := c.v.Fairy.Contact.Rule
			needs := rule == rules.NeedsContact || rule == rules.KeepsContact || c.v.HasTraits()
			return unless(needs, "it may")
		},
		rules.GreaterDue: func(c *claims) string {
			by := [2]rules.Measured{c.v.Fairy.Measuring.White, c.v.Fairy.Measuring.Black}[c.us]
			return unless(by.By != rules.NoMeasure && (by.Ultra || by.Exact || c.p.HasLegalMove()), "no other is legal")
		},
		rules.CheckDue: func(c *claims) string {
			q, _ := playFully(c.p, c.m)
			return unless(c.v.Fairy.Checking.Must.Has(c.us) && !q.InCheck(), "it checks")
		},
		rules.MatesTwice: func(c *claims) string {
			q, _ := playFully(c.p, c.m)
			return unless(c.v.Fairy.Checking.OneMate && q.InCheck() && !q.HasLegalMove(), "it does not mate")
		},
	}
}
