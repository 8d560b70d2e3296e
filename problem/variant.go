package problem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Variant returns the game the problem is played in: its game under its conditions. The error
// says which of them do not go together, or is an *UnsupportedError.
func (p *Problem) Variant() (*rules.Variant, error) {
	ids := []string{p.Game.ID}
	for _, c := range p.Conditions {
		ids = append(ids, c.IDs...)
	}
	if len(p.Kamikaze) != 0 {
		for sq, m := range p.Setup.Board {
			if m != 0 && !p.Game.Type(m.Kind()).Royal != p.kamikaze(board.Square(sq)) {
				return nil, unsupported("kamikaze: that some men are and others are not")
			}
		}
		if len(ids) == 1 {
			return nil, unsupported("kamikaze: without a rebirth of captured men")
		}
		i := slices.Index(ids, "circe")
		if i < 0 {
			return nil, unsupported("kamikaze: under %s", p.Conditions[0].Text)
		}
		ids[i] = "circe-kamikaze-rebirth"
	}
	if len(ids) > 2 { // where "circe" says nothing that the others do not
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == "circe" })
	}
	v, err := rules.Lookup(strings.Join(ids, "+"))
	if err != nil {
		return nil, unsupported("condition %s (%v)", strings.Join(p.conditionTexts(), ", "), err)
	}
	return v, nil
}

// assumed returns the game with castling rights that follow from the squares.
func assumed(v *rules.Variant) *rules.Variant {
	a := v.Clone()
	a.Problem = true
	return a
}

func (p *Problem) conditionTexts() []string {
	var texts []string
	for _, c := range p.Conditions {
		texts = append(texts, c.Text)
	}
	return texts
}

// position returns the position with a side to move, played by the fast kernel where that can
// play it. Kings may be missing, and the other side may be in check, which the caller asks about.
func (p *Problem) position(v *rules.Variant, turn board.Color) (rules.Position, error) {
	s := p.Setup.Clone()
	s.Turn = turn
	if v.Aftermath.Occupied != rules.Below {
		s.Aftermath.Below = nil // nobody comes up
	}
	for _, c := range p.Conditions {
		if c.LastCapture != 0 && v.Aftermath.Where == rules.AtNextVector {
			s.Aftermath.Pending, s.Aftermath.PendingAt = c.LastCapture, c.CapturedAt
		}
	}
	if squares := p.Options.EnPassant; len(squares) > 2 {
		s.EnPassant = slices.Clone(squares[1 : len(squares)-1])
	}
	if !p.FromFEN {
		q, err := rules.New(assumed(v), s, forgiven)
		if err != nil {
			return nil, fmt.Errorf("the position: %w", err)
		}
		s = q.Setup()
	}
	if p.Stipulation.game() {
		return setUp(v, s)
	}
	for _, sq := range p.Options.NoCastling {
		forbidCastling(v, &s, sq)
	}
	return setUp(v, s)
}

// passed reports whether a man stands where the pawn that may be taken en passant does, if one is said to.
func (p *Problem) passed() bool {
	squares := p.Options.EnPassant
	if len(squares) == 0 {
		return true
	}
	return p.Setup.Board[squares[len(squares)-1]] != 0
}

// forgiven is what may be wrong with the position of a problem.
const forgiven = rules.MissingKing | rules.OppositeCheck | rules.PawnOnFirstRank | rules.PawnOnLastRank | rules.EmptyBoard |
	rules.BadEnPassant | rules.BadCastling

// setUp returns the position of a setup, on the fastest kernel that plays it.
func setUp(v *rules.Variant, s rules.Setup) (rules.Position, error) {
	p, err := kirke.FromSetup(v, s, kirke.Forgive(forgiven))
	if err != nil {
		return nil, fmt.Errorf("the position: %w", err)
	}
	return p.Rules(), nil
}

// forbidCastling takes away the rights that hang on the man on a square.
func forbidCastling(v *rules.Variant, s *rules.Setup, sq board.Square) {
	for c := range board.Color(2) {
		if m := s.Board[sq]; m != 0 && m.Color() == c && v.Type(m.Kind()).Royal {
			s.Castling.King[c] = false
			s.Castling.Rook[c] = [2]board.Square{board.NoSquare, board.NoSquare}
		}
		for side, rook := range s.Castling.Rook[c] {
			if rook == sq {
				s.Castling.Rook[c][side] = board.NoSquare
			}
		}
	}
}
