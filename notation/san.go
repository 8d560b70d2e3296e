package notation

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// sanBody returns a move as FIDE writes it, without what else happens and
// without a check mark: "Nbd2", "exd6", "O-O", "e8=Q", "H\E, exf6".
func sanBody(p rules.Position, d rules.Details) string {
	v := p.Variant()
	switch d.Move.Form() {
	case rules.Castle:
		return castling(v, d)
	case rules.Drop:
		return dropText(v, d)
	case rules.Exchange:
		return exchangeText(v, d, string(letter(v, d.Mover)))
	case rules.Reassign:
		s := string(letter(v, d.Returned)) + `\` + string(letter(v, d.Gated))
		if d.PawnFrom == board.NoSquare {
			return s
		}
		s += ", "
		if d.Captured != 0 {
			s += board.FileName(v.Size.File(d.PawnFrom)) + "x"
		}
		return s + v.SquareName(d.PawnTo) + promotionText(v, d.Promoted)
	}
	var b strings.Builder
	b.WriteString(pieceLetter(v, d.Mover))
	if d.Move.Form() == rules.Locust {
		return b.String() + stepsOf(v, d, "x") + becomesText(p, d)
	}
	b.WriteString(origin(p, d))
	if d.Captured != 0 {
		b.WriteByte('x')
	}
	b.WriteString(v.SquareName(d.To))
	b.WriteString(becomesText(p, d))
	return b.String()
}

// origin returns as much of the departure square as tells the move from those of other pieces of
// the same letter to the same square: nothing, else the file, else the rank, else both. A pawn that
// captures or leaves its file always names it.
func origin(p rules.Position, d rules.Details) string {
	v := p.Variant()
	size := v.Size
	file, rank := size.File(d.From), size.Rank(d.From)
	others, sameFile, sameRank := false, false, false
	for _, m := range p.LegalMoves(nil) {
		from := m.From()
		if m.To() != d.To || from == d.From || m.Choice() != d.Move.Choice() || m.Form() != rules.Ordinary &&
			m.Form() != rules.EnPassant {
			continue
		}
		if other := moverOf(p, m); letter(v, other) != letter(v, d.Mover) || plus(v, other) != plus(v, d.Mover) {
			continue
		}
		others = true
		sameFile = sameFile || size.File(from) == file
		sameRank = sameRank || size.Rank(from) == rank
	}
	pawnTakes := isPawn(v, d.Mover) && (d.Captured != 0 || file != size.File(d.To))
	switch {
	case !others && !pawnTakes:
		return ""
	case !sameFile:
		return board.FileName(file)
	case !sameRank && !pawnTakes:
		return strings.TrimPrefix(size.Name(d.From), board.FileName(file))
	default:
		return size.Name(d.From)
	}
}

// moverOf returns the piece that makes an ordinary move, after the promotion that the move begins
// with, if there is one.
func moverOf(p rules.Position, m rules.Move) rules.Piece {
	v, pc := p.Variant(), p.At(m.From())
	if m.Choice() != 0 && isPawn(v, pc) && v.Size.RankFrom(pc.Color(), m.From()) == v.Size.Ranks-1 {
		return rules.MakePiece(m.Choice(), pc.Color())
	}
	return pc
}
