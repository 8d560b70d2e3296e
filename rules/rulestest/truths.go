package rulestest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// truths check the facts of each rule's error and return what is not true, or "". A rule without a
// check fails every test that meets it, as Unexplained must.
var truths map[rules.Rule]func(*claims) string

func init() {
	truths = map[rules.Rule]func(*claims) string{
		rules.NoMove:    func(c *claims) string { return unless(c.m == 0 || c.m.Form() == rules.Pass, "it is a move") },
		rules.Malformed: func(c *claims) string { return unless(!c.formed() || c.oddPass(), "it is well formed") },
		rules.WrongForm: (*claims).wrongForm,
		rules.ChoiceDue: func(c *claims) string {
			return unless(c.s.Aftermath.Choice == c.r.At && c.own(c.r.At) && c.m.Choice() == 0,
				"no choice is due there")
		},
		rules.ChoiceNotDue: func(c *claims) string {
			at := c.s.Aftermath.Choice
			return unless(c.m.Choice() != 0 && (at == board.NoSquare || !c.own(at)), "a choice is due")
		},
		rules.EmptySquare: func(c *claims) string {
			return unless(c.b.pieces[c.r.At].Type() == 0 && c.r.At == c.r.Mover.At, "it is not empty")
		},
		rules.NotYours: func(c *claims) string { return unless(c.r.Mover.Piece.Color() != c.us, "it is") },

		rules.NoSuchMove: func(c *claims) string {
			return unless(len(c.moves()) == 0 && len(c.takes()) == 0, "there is a way")
		},
		rules.OwnPiece:      (*claims).ownPiece,
		rules.Blocked:       func(c *claims) string { return c.blocked(c.b, c.wanted()) },
		rules.NothingToLeap: (*claims).nothingToLeap,
		rules.OnlyCaptures:  (*claims).onlyCaptures,
		rules.OnlyMoves:     (*claims).onlyMoves,
		rules.FirstRankPawn: (*claims).firstRankPawn,
		rules.EmptyImaginary: func(c *claims) string {
			return unless(!c.v.Size.Contains(c.r.To) && c.b.pieces[c.r.To] == 0, "somebody is there")
		},
		rules.MustConvert:     (*claims).mustConvert,
		rules.QuietConversion: (*claims).quietConversion,
		rules.HomeTaken: func(c *claims) string {
			return first(c.fromHome(), unless(c.r.At != c.m.From(), "it stands at home itself"), c.standAt(c.r.At))
		},
		rules.HomeOutOfReach: func(c *claims) string {
			return first(c.fromHome(), unless(len(c.homeWays()) == 0, "there is a way"))
		},
		rules.HomeBlocked: func(c *claims) string {
			return first(c.fromHome(), c.blocked(c.b.without(c.m.From()), c.homeWays()))
		},

		rules.NoCastling: func(c *claims) string {
			return unless(c.v.Castling == (rules.Castling{}), "there is castling")
		},
		rules.NotTheKing: func(c *claims) string {
			return unless(!c.v.Castling.IsKing(c.v.Type(c.r.Mover.Piece.Type())), "it is a king")
		},
		rules.NoCastlingRight:  (*claims).noCastlingRight,
		rules.CastlingInCheck:  func(c *claims) string { return c.checkedBy(c.s) },
		rules.CastlingBlocked:  (*claims).castlingBlocked,
		rules.CastlingAttacked: (*claims).castlingAttacked,

		rules.NoReassignment:  func(c *claims) string { return unless(!c.v.Gating.Imaginary, "there is") },
		rules.NotReassignable: func(c *claims) string { return unless(!c.ofHand(c.r.Mover.Piece.Type()), "it can be") },
		rules.SeveralPresent: func(c *claims) string {
			return first(c.present(), unless(len(c.r.Pieces) > 1, "it is alone"))
		},
		rules.NoNewcomer: func(c *claims) string { return unless(c.m.Gated() == 0, "it does") },
		rules.SameType: func(c *claims) string {
			return unless(c.r.Type == c.m.Gated() && c.r.Type == c.r.Mover.Piece.Type(), "they are different")
		},
		rules.ReturnBlocked: func(c *claims) string {
			return first(c.stand(c.b), unless(len(c.r.Pieces) == 1 && !c.v.Size.Contains(c.r.Pieces[0].At),
				"it stands on no imaginary square"))
		},
		rules.NotAPawn: func(c *claims) string {
			return unless(c.own(c.r.Mover.At) && !c.v.Type(c.r.Mover.Piece.Type()).Pawn, "it is an own pawn")
		},

		rules.PromotionDue: func(c *claims) string {
			return unless(len(c.becomes()) > 0 && c.mustBecome() && c.m.Promotion() == 0, "it need not")
		},
		rules.PromotionNotDue: func(c *claims) string {
			stays := c.v.InPlace.Active && c.m.From() != c.m.To() // it would promote without going anywhere
			return unless((len(c.becomes()) == 0 || stays) && c.m.Promotion() != 0, "it is")
		},
		rules.NotAPromotion: (*claims).notAPromotion,
		rules.PromotionHeld: (*claims).promotionHeld,
		rules.PromotionHits: (*claims).promotionHits,

		rules.RebornDue:      (*claims).rebornDue,
		rules.RebornNotDue:   (*claims).rebornNotDue,
		rules.RebirthBlocked: (*claims).rebirthBlocked,
		rules.NoRebirth:      (*claims).noRebirth,
		rules.CapturerBlocked: func(c *claims) string {
			waits := c.v.CapturersWait() && c.s.Aftermath.Pending != 0
			return first(unless(waits || c.capturerHome() == c.r.At && c.r.At != c.m.From(),
				"that is not its rebirth square"), c.standAt(c.r.At))
		},
		rules.CapturerOff: func(c *claims) string {
			return unless(c.v.Fairy.Rebirth.Of == rules.OfCapturers, "it is reborn at home, which is on the board")
		},
		rules.OnOwnHome: func(c *claims) string {
			return unless(c.v.Aftermath.Cheylan && c.capturerHome() == c.m.To(), "it is at home elsewhere")
		},
		rules.TakesBack: func(c *claims) string {
			last := c.s.Aftermath.Last
			return unless(c.v.Aftermath.Cohen && last[1] == c.m.To() && last[2] == c.m.From(),
				"the last move was another")
		},

		rules.KingTaken:   func(c *claims) string { return c.kingGone(c.us.Other()) },
		rules.KingLost:    func(c *claims) string { return c.kingGone(c.us) },
		rules.LeavesCheck: (*claims).leavesCheck,
		rules.GateShields: (*claims).gateShields,
		rules.ChecksEarly: (*claims).checksEarly,

		rules.NoImaginary: func(c *claims) string {
			return unless(c.m.Redesignates() && !c.v.Gating.Imaginary, "there are")
		},
		rules.SwapOutsideCastle: func(c *claims) string {
			return unless(c.m.Redesignates() && c.m.Form() != rules.Castle && c.v.Gating.Imaginary, "it castles")
		},
		rules.NothingToSwap: (*claims).nothingToSwap,
		rules.NeverGated: func(c *claims) string {
			return unless(c.r.Type == c.m.Gated() && !c.ofHand(c.r.Type), "it does")
		},
		rules.PawnLeaves: func(c *claims) string {
			return unless(c.m.Gated() != 0 && c.v.Type(c.r.Mover.Piece.Type()).Pawn, "it is no pawn")
		},
		rules.NotWaiting: func(c *claims) string {
			return unless(c.v.Gating.Imaginary && c.r.Type == c.m.Gated() && !c.waits(c.r.Type), "it waits")
		},
		rules.OtherPresent: func(c *claims) string {
			return first(c.present(), unless(c.v.Gating.Imaginary && len(c.r.Pieces) > 0 && c.r.Type == c.m.Gated(),
				"none is there"))
		},
		rules.NotInHand: (*claims).notInHand,
		rules.NoGate: func(c *claims) string {
			return unless(c.atGate() && c.v.Size.RankFrom(c.us, c.r.At) != 0, "there is")
		},
		rules.GateClosed: (*claims).gateClosed,
		rules.GateBlocked: func(c *claims) string {
			return first(unless(c.atGate(), "nothing is gated there"), c.standAfter(c.bare()))
		},
	}
	maps.Copy(truths, partTruths())
	maps.Copy(truths, fairyTruths())
	maps.Copy(truths, restrictionTruths())
}

func unless(ok bool, wrong string) string {
	if ok {
		return ""
	}
	return wrong
}

func first(wrongs ...string) string {
	for _, w := range wrongs {
		if w != "" {
			return w
		}
	}
	return ""
}

func (c *claims) own(sq board.Square) bool {
	return c.b.pieces[sq].Type() != 0 && c.b.pieces[sq].Color() == c.us
}

// ofHand reports whether a type starts in hand.
func (c *claims) ofHand(k rules.PieceType) bool {
	return k != 0 && c.v.TypeOf(c.v.Type(k).Letter) == k && strings.IndexByte(c.v.Gating.Hand, c.v.Type(k).Letter) >= 0
}

// stand checks that the pieces named stand in b where the error says.
func (c *claims) stand(b seen) string {
	if len(c.r.Pieces) == 0 {
		return "it names no piece"
	}
	for _, p := range c.r.Pieces {
		if b.pieces[p.At] != p.Piece || p.Piece == 0 {
			return fmt.Sprintf("on %s stands piece %d", c.v.SquareName(p.At), b.pieces[p.At])
		}
	}
	return ""
}

// standAt checks that one piece is named, which stands on a square before the move.
func (c *claims) standAt(sq board.Square) string {
	return first(c.stand(c.b), unless(len(c.r.Pieces) == 1 && c.r.Pieces[0].At == sq, "it names another square"))
}

// standAfter checks that one piece is named, which stands on At after the move m.
func (c *claims) standAfter(m rules.Move) string {
	q, full := playFully(c.p, m)
	return first(unless(full && len(c.r.Pieces) == 1 && c.r.Pieces[0].At == c.r.At, "it names another square"),
		c.stand(look(q)))
}

// bare returns the move without the piece that it gates.
func (c *claims) bare() rules.Move {
	m := c.m
	if m.Form() == rules.Reassign || m.Form() == rules.Drop {
		return m
	}
	if m.Redesignates() {
		m ^= rules.MakeMove(rules.Ordinary, 0, 0).WithRedesignation() ^ rules.MakeMove(rules.Ordinary, 0, 0)
	}
	return m.WithGated(0, false)
}

func (c *claims) formed() bool {
	m, area := c.m, board.Square(c.v.Size.Area())
	last := area
	if c.v.Gating.Imaginary && m.Form() == rules.Ordinary {
		last += 4
	}
	again := rules.MakeMove(m.Form(), m.From(), m.To()).WithPromotion(m.Promotion()).WithGated(m.Gated(), m.AtRook()).
		WithReborn(m.Reborn()).WithOwnReborn(m.OwnReborn()).WithChoice(m.Choice())
	if m.Redesignates() {
		again = again.WithRedesignation()
	}
	from, to, pawn := m.Pawn()
	if pawn || m.Form() == rules.Reassign {
		again = again.WithPawn(from, to)
	}
	if wall, walled := m.Wall(); walled && c.v.Walls.Place != rules.NoWalls && again == again.WithWall(wall) {
		from, pawn = 0, false // a wall is written in the place of a pawn move
	}
	for _, k := range []rules.PieceType{m.Promotion(), m.Gated(), m.Reborn(), m.OwnReborn(), m.Choice()} {
		if int(k) > len(c.v.Army) {
			return false
		}
	}
	switch {
	case again != m || m.Form() > rules.Drop && m.Form() != rules.Exchange:
		return false
	case m.From() >= area || m.To() >= last || from >= area || to >= area:
		return false
	case m.AtRook() && (m.Form() != rules.Castle || m.Gated() == 0):
		return false
	case from == to && from != 0: // a pawn that goes nowhere
		return false
	case m.Form() == rules.Drop && (m.From() != m.To() || m.Gated() == 0):
		return false
	case m.Form() == rules.Exchange && (m != m.Bare() || m.From() == m.To() && m != rules.ExchangeOfRoles):
		return false
	}
	return m.Form() == rules.Reassign && m.From() == m.To() || m.Form() != rules.Reassign && !pawn
}

// oddPass reports whether the move is a pass, but not of the king or the first piece, or with more
// than a wall.
func (c *claims) oddPass() bool {
	if c.m.Form() != rules.Pass {
		return false
	}
	at := c.p.King(c.us)
	for sq := board.Square(0); at == board.NoSquare && c.v.Size.Contains(sq); sq++ {
		if c.own(sq) {
			at = sq
		}
	}
	return c.m.From() != at || c.m.To() != at || c.m.Promotion() != 0 || c.m.Gated() != 0
}

// passed reports whether a pawn can be captured en passant on To now.
func (c *claims) passed() bool {
	return slices.Contains(c.s.EnPassant, c.r.To) && c.s.Series.Left == c.s.Series.Length
}

func (c *claims) wrongForm() string {
	open := func(paths []path) bool { return slices.ContainsFunc(paths, c.b.open) }
	if c.m.Form() == rules.Ordinary {
		return unless(c.passed() && c.b.pieces[c.r.To] == 0 && open(c.takes()), "it does not take en passant there")
	}
	if c.m.Form() != rules.EnPassant {
		return "it is of another form"
	}
	if c.v.Aftermath.Active && c.v.Aftermath.Reborn == rules.MoverReborn && c.b.pieces[c.r.To] != 0 {
		return unless(slices.ContainsFunc(c.takes(), c.b.without(c.m.From()).open), "there is no way")
	}
	return unless(open(c.wanted()), "there is no way")
}

// moves returns the ways of the mover to To without a capture.
func (c *claims) moves() []path { return c.b.paths(c.r.Mover.Piece, c.r.Mover.At, c.r.To, piece.Move) }

// takes returns the ways of the mover by which it captures on To.
func (c *claims) takes() []path {
	from, pc := c.r.Mover.At, c.r.Mover.Piece
	if c.v.Aftermath.Active && c.v.Aftermath.Reborn == rules.MoverReborn {
		if c.v.Type(pc.Type()).Pawn && c.v.Size.RankFrom(pc.Color(), from) == 0 {
			return nil
		}
		from = c.b.home(pc.Type(), pc.Color(), from)
	}
	return c.b.paths(pc, from, c.r.To, piece.Capture)
}

// wanted returns the ways that count: captures if To is occupied, others if it is empty.
func (c *claims) wanted() []path {
	if c.b.pieces[c.r.To] != 0 {
		return c.takes()
	}
	return c.moves()
}

func (c *claims) ownPiece() string {
	return first(c.standAt(c.r.To), unless(c.own(c.r.To), "it is the other side's"),
		unless(len(c.moves())+len(c.takes()) > 0, "the piece does not move there anyway"))
}

// blocked checks the number of ways, that none is open, and which pieces stand on them.
func (c *claims) blocked(b seen, ways []path) string {
	var named []board.Square
	for _, p := range c.r.Pieces {
		named = append(named, p.At)
	}
	there := b.blockers(ways)
	slices.Sort(named)
	slices.Sort(there)
	if len(named) == 1 && named[0] == c.r.To && b.pieces[c.r.To] == rules.Wall {
		return unless(len(c.moves())+len(c.takes()) > 0, "the piece does not move there anyway")
	}
	return first(c.stand(b), unless(len(ways) == c.r.Ways, fmt.Sprintf("there are %d ways", len(ways))),
		unless(!slices.ContainsFunc(ways, b.open), "one way is open"),
		unless(!c.own(c.r.To) || b.pieces[c.r.To].Neutral(), "an own piece stands there"),
		unless(slices.Equal(named, there), fmt.Sprintf("in the way stand those on %v", there)))
}

func (c *claims) nothingToLeap() string {
	ways, b := c.wanted(), c.b
	if c.v.Aftermath.Reborn == rules.MoverReborn {
		b = b.without(c.m.From())
	}
	return unless(len(ways) > 0 && len(b.blockers(ways)) == 0 && !slices.ContainsFunc(ways, b.open), "it has")
}

func (c *claims) onlyCaptures() string {
	pawn := c.v.Type(c.r.Mover.Piece.Type()).Pawn
	return first(unless(c.b.pieces[c.r.To] == 0 && !(pawn && c.passed()), "there is something to take"),
		unless(len(c.moves()) == 0, "it moves there"), unless(len(c.takes()) > 0, "it does not capture there"))
}

func (c *claims) onlyMoves() string {
	k := c.b.pieces[c.r.To].Type()
	if set, err := c.v.TypesOf(c.v.Capture.Immune); err == nil && k == c.r.Mover.Piece.Type() && set>>(k-1)&1 != 0 {
		return unless(len(c.takes()) > 0 && !c.own(c.r.To), "it would not capture it anyway")
	}
	return first(c.standAt(c.r.To), unless(!c.own(c.r.To), "it is an own piece"),
		unless(len(c.moves()) > 0, "it does not move there"), unless(len(c.takes()) == 0, "it captures there"))
}

func (c *claims) firstRankPawn() string {
	pc := c.r.Mover.Piece
	return unless(c.v.Type(pc.Type()).Pawn && c.v.Size.RankFrom(pc.Color(), c.r.Mover.At) == 0 &&
		!c.v.PawnsLeaveFirstRank(), "it may move")
}

// steps reports whether To is one orthogonal step away.
func (c *claims) steps() bool {
	size, from, to := c.v.Size, c.r.Mover.At, c.r.To
	return distance(size.File(from), size.File(to))+distance(size.Rank(from), size.Rank(to)) == 1
}

func (c *claims) mustConvert() string {
	return unless(slices.Contains(c.s.Conversions, rules.ConversionRight{Square: c.r.Mover.At, Must: true}) &&
		!c.steps(),
		"it need not, or does")
}

func (c *claims) quietConversion() string {
	unmoved := slices.ContainsFunc(c.s.Conversions,
		func(u rules.ConversionRight) bool { return u.Square == c.r.Mover.At })
	return first(c.standAt(c.r.To), unless(unmoved && c.steps() && c.v.Conversion.NoCaptures && !c.own(c.r.To),
		"it is no capture by conversion"))
}

// fromHome checks that the mover would go to To from At, its home: by a capture in Martian Circe, and
// without one in Anti-Martian Circe.
func (c *claims) fromHome() string {
	pc := c.r.Mover.Piece
	enemy := c.b.pieces[c.r.To] != 0 && !c.own(c.r.To) || c.v.Type(pc.Type()).Pawn && c.passed()
	home := c.b.home(pc.Type(), pc.Color(), c.r.Mover.At)
	goes := c.v.Aftermath.Reborn == rules.MoverReborn && enemy || c.goesFromHome() && c.b.pieces[c.r.To] == 0
	return unless(goes && home == c.r.At, "that is not its home square, or it does not go from there")
}

func (c *claims) goesFromHome() bool { return c.v.Fairy.Changing.Departs == rules.QuietFromHome }

// homeWays returns the ways of the mover from its home to To.
func (c *claims) homeWays() []path {
	if c.goesFromHome() {
		return c.b.paths(c.r.Mover.Piece, c.r.At, c.r.To, piece.Move)
	}
	return c.takes()
}

func (c *claims) noCastlingRight() string {
	s := &c.s.Castling
	return unless(!s.King[c.us] || !slices.Contains(s.Rook[c.us][:], c.m.To()) || c.p.King(c.us) != c.m.From(),
		"it has the right")
}

func (c *claims) castlingBlocked() string {
	if c.v.Fairy.Castling != rules.NoFreeCastling {
		return first(c.stand(c.b), unless(c.between(c.r.Pieces[0].At), "it does not stand between king and partner"))
	}
	king, rook := c.m.From(), c.m.To()
	kingTo, rookTo := c.v.CastlingSquares(king, rook)
	inTheWay := map[board.Square]bool{}
	for _, way := range [][2]board.Square{{king, kingTo}, {rook, rookTo}} {
		for sq := min(way[0], way[1]); sq <= max(way[0], way[1]); sq++ {
			if sq != king && sq != rook && c.b.pieces[sq] != 0 {
				inTheWay[sq] = true
			}
		}
	}
	for _, p := range c.r.Pieces {
		if !inTheWay[p.At] {
			return "castling does not pass " + c.v.SquareName(p.At)
		}
	}
	return first(c.stand(c.b), unless(len(c.r.Pieces) == len(inTheWay), "there are more in the way"))
}

func (c *claims) castlingAttacked() string {
	king, rook := c.m.From(), c.m.To()
	kingTo, _ := c.v.CastlingSquares(king, rook)
	at := c.r.At
	if c.v.Fairy.Castling != rules.NoFreeCastling {
		king = c.m.From()
		if !c.between(at) || c.v.Size.Distance(at, king) != 1 {
			return "the king does not pass there"
		}
	} else if at == king || at < min(king, kingTo) || at > max(king, kingTo) {
		return "the king does not pass there"
	}
	s := c.s.Clone()
	s.Board[king], s.Board[at] = 0, s.Board[king]
	return c.checkedBy(s)
}

// checkedBy checks that the pieces named are those that give check to the mover's king in s, and
// how.
func (c *claims) checkedBy(s rules.Setup) string { return c.checkIn(s, c.us) }

func (c *claims) checkIn(s rules.Setup, king board.Color) string {
	there := checkers(c.v, s, king)
	kingAt := slices.IndexFunc(s.Board, func(pc rules.Piece) bool {
		return pc.Type() != 0 && pc.Color() == king && c.v.Type(pc.Type()).Royal
	})
	for _, p := range c.r.Pieces {
		takes, checks := there[p.At]
		switch {
		case !checks:
			return fmt.Sprintf("%s gives no check", c.v.SquareName(p.At))
		case c.v.TypeOf(c.v.Type(s.Board[p.At].Type()).Letter) != c.v.TypeOf(c.v.Type(p.Piece.Type()).Letter) ||
			s.Board[p.At].Color() != p.Piece.Color():
			return fmt.Sprintf("another piece stands on %s", c.v.SquareName(p.At))
		case !c.v.Extinction.Royal && (p.Takes == board.NoSquare) != (int(takes) == kingAt):
			return fmt.Sprintf("%s captures on %s", c.v.SquareName(p.At), c.v.SquareName(takes))
		}
		home := p.At
		if c.v.Aftermath.Active && c.v.Aftermath.Reborn == rules.MoverReborn {
			home = c.b.home(p.Piece.Type(), p.Piece.Color(), p.At)
		}
		if home == p.At && p.Home != board.NoSquare || home != p.At && p.Home != home {
			return fmt.Sprintf("%s captures from %s", c.v.SquareName(p.At), c.v.SquareName(home))
		}
	}
	return unless(len(c.r.Pieces) == len(there) && len(there) > 0,
		fmt.Sprintf("check comes from %v", slices.Sorted(maps.Keys(there))))
}

// present checks that the pieces named are those of the mover on the board whose types start in
// hand.
func (c *claims) present() string {
	n := 0
	for sq := range c.v.Size.Area() {
		if c.own(board.Square(sq)) && c.ofHand(c.b.pieces[sq].Type()) {
			n++
		}
	}
	for _, p := range c.r.Pieces {
		if !c.own(p.At) || !c.ofHand(p.Piece.Type()) || !c.v.Size.Contains(p.At) {
			return "it names a piece that does not count"
		}
	}
	return first(c.stand(c.b), unless(n == len(c.r.Pieces), "there are more"))
}

// zone returns the squares where the mover promotes.
func (c *claims) zone() []bool {
	zone, err := c.v.Promotion.Zone.Squares(c.v.Size, c.us)
	if zone == nil || err != nil {
		zone = make([]bool, c.v.Size.Area())
		for file := range c.v.Size.Files {
			zone[c.v.Size.Home(c.us, file, c.v.Size.Ranks-1)] = true
		}
	}
	return zone
}

// becomes returns what the mover becomes by this move, in any number.
func (c *claims) becomes() []rules.PieceType {
	pc, to := c.r.Mover.Piece, c.r.To
	if !c.v.Size.Contains(to) || c.m.Form() == rules.EnPassant || c.m.Form() == rules.Castle {
		return nil
	}
	t, zone, taken := c.v.Type(pc.Type()), c.zone(), c.b.pieces[to] != 0
	if t.Pawn && c.v.InPlace.Active {
		return c.inPlace()
	}
	if t.Pawn {
		if !zone[to] || taken && c.v.Aftermath.Capturer == rules.CapturerVanishes {
			return nil
		}
		return append(c.promotions(), c.named(t.To)...)
	}
	if !zone[to] && !zone[c.r.Mover.At] || c.m.Form() == rules.Reassign || c.v.Promotion.OnCapture && !taken {
		return nil
	}
	types := c.named(t.To)
	if c.v.Promotion.Back {
		types = append(types, c.named(t.From)...)
	}
	return types
}

// inPlace returns what the mover, a pawn, may become by a move of its own to To.
func (c *claims) inPlace() (types []rules.PieceType) {
	pawns, from, to := 0, c.r.Mover.At, c.r.To
	for sq, pc := range c.b.pieces {
		if pc.Type() != 0 && c.own(board.Square(sq)) && c.v.Type(pc.Type()).Pawn {
			pawns++
		}
	}
	if !c.zone()[from] && !(c.v.InPlace.LastAnywhere && pawns == 1) {
		return nil
	}
	for _, k := range c.promotions() {
		paths := c.b.paths(rules.MakePiece(k, c.us), from, to, piece.Move)
		if from == to || c.b.pieces[to] == 0 && slices.ContainsFunc(paths, c.b.open) {
			types = append(types, k)
		}
	}
	return types
}

// promotionHits checks that the promotion would check, or that the new piece would attack
// something.
func (c *claims) promotionHits() string {
	q, _ := playFully(c.p, c.m)
	b, hits := look(q), q.InCheck()
	for sq, pc := range b.pieces {
		paths := b.paths(b.pieces[c.m.To()], c.m.To(), board.Square(sq), piece.Capture)
		hits = hits || pc.Type() != 0 && pc.Against(c.us) && slices.ContainsFunc(paths, b.open)
	}
	return first(unless(hits, "it hits nothing"), unless(len(c.r.Pieces) > 0, "it names no piece"))
}

// named returns the type with a label, if there is one.
func (c *claims) named(label string) []rules.PieceType {
	if k, n := c.v.LabelPrefix(label); n > 0 {
		return []rules.PieceType{k}
	}
	return nil
}

// mustBecome reports whether the mover may not stay what it is.
func (c *claims) mustBecome() bool {
	if c.v.Type(c.r.Mover.Piece.Type()).Pawn {
		return !c.v.MayStayPawn()
	}
	return c.v.Promotion.Forced
}

func (c *claims) notAPromotion() string {
	k := c.r.Type
	types := c.promotions()
	if k == c.m.Promotion() && c.m.Choice() == 0 && c.r.Mover.Piece != 0 {
		types = c.becomes()
	}
	asked := []rules.PieceType{c.m.Promotion(), c.m.Reborn(), c.m.OwnReborn(), c.m.Choice()}
	return unless(slices.Contains(asked, k) && !slices.Contains(types, k), "it may become that")
}

func (c *claims) promotionHeld() string {
	if limit := c.v.Type(c.r.Type).Limit; limit > 0 {
		return first(c.stand(c.b), unless(c.r.Type == c.m.Promotion() && c.own(c.r.Pieces[0].At) &&
			len(c.r.Pieces) >= limit && c.r.Pieces[0].Piece.Type() == c.r.Type, "it may"))
	}
	return first(c.stand(c.b), unless(c.v.Gating.Imaginary && c.ofHand(c.r.Type) && c.r.Type == c.m.Promotion() &&
		len(c.r.Pieces) == 1 && c.own(c.r.Pieces[0].At) && c.ofHand(c.r.Pieces[0].Piece.Type()), "it may"))
}

// promotions returns what pawns become.
func (c *claims) promotions() []rules.PieceType { return c.v.PromotionTypes() }

func (c *claims) rebornDue() string {
	return unless(slices.ContainsFunc(c.promotions(), func(k rules.PieceType) bool {
		d, own := c.p.Details(c.bare().WithReborn(k)), c.p.Details(c.bare().WithOwnReborn(k))
		return c.m.Reborn() == 0 && d.RebornAt == c.r.At && d.RebornInto.Type() == k ||
			c.m.OwnReborn() == 0 && own.CapturerAt == c.r.At && own.CapturerAs == rules.MakePiece(k, c.us)
	}), "no pawn is reborn there to be promoted")
}

func (c *claims) rebornNotDue() string {
	d := c.p.Details(c.bare())
	pawn := c.r.Mover.Piece != 0 && c.v.Type(c.r.Mover.Piece.Type()).Pawn && c.m.Promotion() == 0
	own := pawn && d.CapturerAt != board.NoSquare && c.v.Size.RankFrom(c.us, d.CapturerAt) == c.v.Size.Ranks-1
	return unless(c.m.Reborn() != 0 && d.RebornInto == 0 || c.m.OwnReborn() != 0 && !own, "it is promoted")
}

// rebirthBlocked checks that this rule would not forbid the capture if the piece were not there.
func (c *claims) rebirthBlocked() string {
	if len(c.r.Pieces) != 1 || c.r.Pieces[0].At != c.r.At {
		return "it names another square"
	}
	if c.r.At == c.m.To() { // the capturer itself
		q := c.p.Play(c.bare())
		return unless(q.At(c.r.At) == c.r.Pieces[0].Piece && c.r.Pieces[0].Piece.Color() == c.us,
			"the capturer does not stand there")
	}
	s := c.s.Clone()
	s.Board[c.r.At] = 0
	p, err := reference.Exactly(c.v, s)
	if err != nil {
		return err.Error()
	}
	reason := new(rules.ForbiddenError)
	if errors.As(p.Forbidden(c.m), &reason) && reason.Rule == rules.RebirthBlocked {
		return "it is blocked without that piece too"
	}
	return c.stand(c.b)
}

func (c *claims) noRebirth() string {
	from, to, at, size := c.m.From(), c.m.To(), c.captureSquare(), c.v.Size
	switch c.v.Aftermath.Where {
	case rules.AtOrigin:
		return unless(c.s.Aftermath.Origin != nil && c.s.Aftermath.Origin[at] == board.NoSquare, "it has one")
	case rules.AtEquipollent:
		beyond := size.At(size.File(at)+size.File(to)-size.File(from), size.Rank(at)+size.Rank(to)-size.Rank(from))
		return unless(beyond == board.NoSquare, "it has one")
	}
	return "all captured pieces have one"
}

// captureSquare returns where the captured piece stands.
func (c *claims) captureSquare() board.Square {
	if c.m.Form() == rules.EnPassant {
		return c.v.Size.At(c.v.Size.File(c.m.To()), c.v.Size.Rank(c.m.From()))
	}
	return c.m.To()
}

// capturerHome returns where the capturer is reborn.
func (c *claims) capturerHome() board.Square {
	pieceType, side := c.r.Mover.Piece.Type(), c.us
	if k := c.m.Promotion(); k != 0 {
		pieceType = k
	}
	if c.v.Aftermath.OpponentHome {
		side = side.Other()
	}
	return c.b.home(pieceType, side, c.captureSquare())
}

func (c *claims) kingGone(side board.Color) string {
	q, full := playFully(c.p, c.bare())
	if c.m.Gated() != 0 && full && q.King(side) != board.NoSquare {
		q, full = playFully(c.p, c.m)
	}
	at := c.p.King(side)
	return first(unless(full && at != board.NoSquare && q.King(side) == board.NoSquare, "the king is there"),
		unless(len(c.r.Pieces) == 1 && c.r.Pieces[0].At == at && c.p.At(at) == c.r.Pieces[0].Piece,
			"it stands elsewhere"))
}

func (c *claims) leavesCheck() string {
	m := c.bare()
	if c.r.Type != 0 {
		m = c.m
	}
	q, full := playFully(c.p, m)
	s := q.Setup()
	if c.r.Becomes != 0 {
		if s.Aftermath.Choice != c.r.At || !slices.Contains(c.promotions(), c.r.Becomes) {
			return "no pawn waits there"
		}
		s.Board[c.r.At], s.Aftermath.Choice = rules.MakePiece(c.r.Becomes, c.us.Other()), board.NoSquare
	}
	d := c.p.Details(m)
	for _, p := range c.r.Pieces {
		if p.Reborn != (d.RebornAt == p.At && d.RebornAs != 0 && !d.RebornBelow) {
			return "another piece is reborn"
		}
	}
	return first(unless(full, "the move is not played to its end"),
		unless(c.r.Still == c.p.InCheck(), "that it is in check now is not so"),
		unless(c.r.Type == 0 || c.r.Type == c.m.Gated(), "another piece is gated"), c.checkedBy(s))
}

func (c *claims) gateShields() string {
	bare, full := playFully(c.p, c.bare())
	with, fully := playFully(c.p, c.m)
	gates := c.r.Type == c.m.Gated() && c.ofHand(c.r.Type) && c.m.Form() != rules.Reassign
	return first(unless(full && fully && gates, "nothing is gated"),
		c.checkedBy(bare.Setup()),
		unless(len(checkers(c.v, with.Setup(), c.us)) == 0, "it does not shield the king"),
		unless(c.waits(c.r.Type) || !c.v.Gating.Imaginary && c.notInHandOf(c.r.Type) == "it is in hand",
			"it cannot enter"))
}

func (c *claims) checksEarly() string {
	q, full := playFully(c.p, c.m)
	return first(unless(full && c.v.Series.Italian && c.s.Series.Left > 1, "the series is at its end"),
		c.checkIn(q.Setup(), c.us.Other()))
}

// waits reports whether a piece of the mover's side and of type k stands on an imaginary square.
func (c *claims) waits(k rules.PieceType) bool {
	return c.v.Gating.Imaginary && slices.Contains(c.s.Gating.Imaginary[2*c.us:2*c.us+2], rules.MakePiece(k, c.us))
}

func (c *claims) nothingToSwap() string {
	left := 0
	for _, pc := range c.s.Gating.Imaginary[2*c.us : 2*c.us+2] {
		if pc != 0 && pc.Type() != c.m.Gated() {
			left++
		}
	}
	return unless(c.m.Redesignates() && left == 0, "there is one")
}

func (c *claims) notInHand() string {
	if c.m.Form() == rules.Drop {
		held := 0
		for k, n := range c.s.Hand[c.us] {
			if n > 0 != slices.Contains(c.r.Hand, rules.PieceType(k)) {
				return "the hand has other pieces"
			}
			held += int(min(n, 1))
		}
		if len(c.r.Hand) != held {
			return "a type is named twice"
		}
		return unless(c.r.Type == c.m.Gated() && c.s.Hand[c.us][c.r.Type] == 0, "it is in hand")
	}
	return c.notInHandOf(c.r.Type)
}

func (c *claims) notInHandOf(k rules.PieceType) string {
	if c.v.Gating.Dropped {
		return unless(k == c.m.Gated() && c.s.Hand[c.us][k] == 0, "it is in hand")
	}
	i := strings.IndexByte(c.v.Gating.Hand, c.v.Type(k).Letter)
	return unless(k == c.m.Gated() && !c.v.Gating.Imaginary && i >= 0 && c.s.Gating.Hand[c.us][i] == 0, "it is in hand")
}

// atGate reports whether the move gates a piece on At.
func (c *claims) atGate() bool {
	at := c.m.From()
	if c.m.AtRook() {
		at = c.m.To()
	}
	return at == c.r.At && c.m.Gated() == c.r.Type && c.r.Type != 0
}

func (c *claims) gateClosed() string {
	rank, file := c.v.Size.RankFrom(c.us, c.r.At), c.v.Size.File(c.r.At)
	both := !slices.Contains(c.s.Gating.Imaginary[2*c.us:2*c.us+2], 0)
	return unless(c.atGate() && rank == 0 && c.s.Gating.Gates[c.us]>>file&1 == 0 && (both || !c.v.Gating.Imaginary),
		"it is open")
}
