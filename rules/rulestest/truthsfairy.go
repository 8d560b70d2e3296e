package rulestest

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// fairyTruths check the errors of the conditions of problemists.
func fairyTruths() map[rules.Rule]func(*claims) string {
	making := func(c *claims) string {
		return unless(c.v.Fairy.Making == rules.TakeThenMake && c.b.pieces[c.m.To()].Type() != 0, "nothing is made")
	}
	alike := func(c *claims) bool {
		pc, other := c.r.Mover.Piece, c.p.At(c.m.To())
		return other.Against(c.us) && c.v.WalkOf(other.Type()) == c.v.WalkOf(pc.Type())
	}
	return map[rules.Rule]func(*claims) string{
		rules.NeverExchanged: func(c *claims) string {
			some := c.v.Fairy.Exchange == rules.LikePieces ||
				c.v.Fairy.Exchange == rules.LikePiecesNoKings && !c.v.Type(c.r.Mover.Piece.Type()).Royal
			return unless(c.m.Form() == rules.Exchange && !some, "it changes places")
		},
		rules.NotAlike: func(c *claims) string {
			return unless(c.m.Form() == rules.Exchange && !alike(c), "the two are alike")
		},
		rules.JustExchanged: func(c *claims) string {
			x := c.s.Fairy.Exchanged
			just := slices.Contains(x[:], c.m.From()) || slices.Contains(x[:], c.m.To())
			return unless(c.m.Form() == rules.Exchange && just, "neither has changed places")
		},
		rules.NoPartner:      func(c *claims) string { return unless(!c.partner(), "it castles with that piece") },
		rules.PartnerTooNear: (*claims).partnerTooNear,
		rules.CastledBefore:  (*claims).castledBefore,
		rules.RolesStay: func(c *claims) string {
			roles := &c.v.Fairy.Roles
			may := roles.Exchanged && (roles.Most == 0 || c.s.Fairy.RolesLeft > 0)
			return unless(c.m == rules.ExchangeOfRoles && (c.us == board.Black || !may), "it may exchange the roles")
		},
		rules.Paralysed: func(c *claims) string {
			for _, p := range c.r.Pieces {
				if p.Piece.Type() != c.r.Mover.Piece.Type() && !c.v.Type(p.Piece.Type()).Traits.Paralysing {
					return "the other piece is of another type"
				}
			}
			paralyses := c.v.Fairy.Paralysis.Active || c.v.HasTraits()
			return unless(len(c.r.Pieces) > 0 && paralyses, "nothing paralyses it")
		},
		rules.BenchDue: func(c *claims) string {
			return first(unless(c.v.Fairy.Changing.Bench != "", "nothing becomes another piece"),
				unless(c.m.Reborn() == 0, "the move says what it becomes"),
				unless(c.onEdgeFile(), "it is not on the first or last file"))
		},
		rules.NotBenched: func(c *claims) string {
			bench, err := c.v.TypesOf(c.v.Fairy.Changing.Bench)
			return first(unless(err == nil && c.r.Type != 0, "nothing becomes another piece"),
				unless(!c.onEdgeFile() || bench>>(c.r.Type-1)&1 == 0, "it may"))
		},
		rules.StepDue: func(c *claims) string {
			_, chosen := c.m.Second()
			return first(making(c), unless(!chosen, "it goes on"))
		},
		rules.NoStep: func(c *claims) string {
			for sq := range board.Square(c.v.Size.Area()) {
				if c.p.IsLegal(c.m.WithSecond(sq)) {
					return "it may go on"
				}
			}
			return making(c)
		},
		rules.UnsafeSwap: func(c *claims) string { return unless(c.v.Fairy.Swapping != rules.Swapping{}, "none swap") },
		rules.ImitatorBlocked: func(c *claims) string {
			return unless(c.v.Fairy.Imitators.Squares != "", "there is none")
		},
		rules.OutOfBox: func(c *claims) string {
			return unless(c.v.Fairy.Box && c.m.Promotion() != 0, "the box is full")
		},
		rules.StaysPawn: func(c *claims) string {
			return unless(c.v.Fairy.Latent != rules.NoLatentPawns, "no pawn is latent")
		},
		rules.NotChosen: func(c *claims) string {
			sq, chosen := c.m.Second()
			return unless(chosen && sq == c.r.At, "it names no such square")
		},
		rules.OwnType: func(c *claims) string {
			pc, target := c.r.Mover.Piece, c.b.pieces[c.m.To()]
			return unless(c.v.Fairy.Changing.OwnType && (pc.Type() != target.Type() || c.v.Type(pc.Type()).Royal),
				"it is of its own type")
		},
	}
}

// onEdgeFile reports whether the move goes to the first or last file.
func (c *claims) onEdgeFile() bool {
	file := c.v.Size.File(c.r.To)
	return file == 0 || file == c.v.Size.Files-1
}

// partner reports whether a king castles from any square with the piece on To, if nothing stands
// between them.
func (c *claims) partner() bool {
	king, at := c.m.From(), c.m.To()
	pc, size := c.p.At(at), c.v.Size
	if pc.Type() == 0 || at == king {
		return false
	}
	files, ranks := size.File(at)-size.File(king), size.Rank(at)-size.Rank(king)
	straight := files == 0 || ranks == 0
	switch c.v.Fairy.Castling {
	case rules.CastlesWithAny:
		return straight || files == ranks || files == -ranks
	case rules.CastlesWithRooks:
		return straight && c.v.Type(c.v.WalkOf(pc.Type())).Letter == 'R'
	case rules.CastlesByExchange:
		return pc.Color() == c.us && !c.v.Type(pc.Type()).Pawn
	case rules.NoFreeCastling:
	}
	return false
}

func (c *claims) partnerTooNear() string {
	return unless(c.v.Fairy.Castling.Lined() && c.v.Size.Distance(c.m.From(), c.m.To()) <= 2, "it is far away")
}

func (c *claims) castledBefore() string {
	return unless(c.v.Fairy.Castling == rules.CastlesByExchange && c.s.Fairy.Castled[c.us], "it may castle")
}

// between reports whether a square is on the line between king and partner.
func (c *claims) between(at board.Square) bool {
	size, king, partner := c.v.Size, c.m.From(), c.m.To()
	far := size.Distance(king, partner)
	for n := 1; n < far; n++ {
		file := size.File(king) + n*(size.File(partner)-size.File(king))/far
		rank := size.Rank(king) + n*(size.Rank(partner)-size.Rank(king))/far
		if size.At(file, rank) == at {
			return true
		}
	}
	return false
}
