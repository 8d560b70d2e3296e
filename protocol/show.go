package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// movesText writes moves as engines do.
func movesText(v *kirke.Variant, moves []kirke.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = notation.UCI(v, m)
	}
	return strings.Join(texts, " ")
}

// picture draws a position with letters, White below, with the pieces in hand beside it.
func picture(p kirke.Position) string {
	size := p.Variant().Size
	frame := " +" + strings.Repeat("---+", size.Files) + "\n"
	var b strings.Builder
	b.WriteString("\n" + frame)
	placement := strings.Fields(p.FEN())[0]
	_, hand, _ := strings.Cut(strings.TrimSuffix(placement, "]"), "[")
	hands := [2]string{}
	if hand != "" && !p.Variant().Gating.Imaginary {
		hands[kirke.White] = " [" + strings.TrimRight(hand, "abcdefghijklmnopqrstuvwxyz") + "]"
		hands[kirke.Black] = " [" + strings.TrimLeft(hand, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "]"
	} else if hand != "" {
		hands[kirke.White] = " [" + hand + "] on z0 i0 z9 i9"
	}
	for rank := size.Ranks - 1; rank >= 0; rank-- {
		for file := range size.Files {
			letter := byte(' ')
			if m := p.At(size.At(file, rank)); m != 0 {
				letter = p.Variant().Letter(m)
			}
			fmt.Fprintf(&b, " | %c", letter)
		}
		b.WriteString(" |")
		for c, back := range [2]int{0, size.Ranks - 1} {
			if rank != back {
				continue
			}
			if p.Turn() == kirke.Color(c) {
				b.WriteString(" *")
			}
			b.WriteString(hands[c])
		}
		b.WriteString("\n" + frame)
	}
	return b.String()
}

// checkers returns the squares of the pieces that give check. Where check depends on what a capture
// would bring about, they are the pieces that might take the king.
func checkers(p kirke.Position) []string {
	if !p.InCheck() {
		return nil
	}
	switch q := p.Rules().(type) {
	case rules.Surveyor[[1]uint64]:
		return attackers(p, q)
	case rules.Surveyor[[2]uint64]:
		return attackers(p, q)
	case rules.Surveyor[[4]uint64]:
		return attackers(p, q)
	}
	return nil
}

// attackers returns the squares of the pieces that attack the king of the side to move, by q's
// survey.
func attackers[W rules.Words](p kirke.Position, q rules.Surveyor[W]) []string {
	king := p.Rules().King(p.Turn())
	if king == kirke.NoSquare {
		return nil
	}
	var squares []string
	var survey rules.Survey[W]
	q.Survey(&survey)
	for i := range survey.Pieces {
		if m := &survey.Pieces[i]; m.Piece.Color() != p.Turn() && m.Reach.Has(king) {
			squares = append(squares, p.Variant().SquareName(m.At))
		}
	}
	them := p.Turn().Other()
	if !survey.Guarded[them].Has(king) {
		return squares
	}
	size, back := p.Variant().Size, 1
	if them == kirke.White {
		back = -1
	}
	for _, side := range [2]int{-1, 1} {
		sq := size.At(size.File(king)+side, size.Rank(king)+back)
		if sq != kirke.NoSquare && survey.Pawns[them].Has(sq) {
			squares = append(squares, p.Variant().SquareName(sq))
		}
	}
	return squares
}

// display shows the position, as UCI's d does.
func (u *uci) display() {
	p := u.game.Position()
	u.out.line("%s\nFen: %s\nKey: %016X\nCheckers: %s", picture(p), p.FEN(), p.Key(), strings.Join(checkers(p), " "))
}

// evaluate shows the static evaluation of the position.
func (u *uci) evaluate() {
	p := u.game.Position()
	if p.InCheck() {
		u.out.line("Total evaluation: none (in check)")
		return
	}
	s := u.engine.Evaluate(p)
	if p.Turn() == kirke.Black {
		s = -s
	}
	u.out.line("Total evaluation: %.2f (white side)", float64(s)/100)
}

// flip exchanges the colours in the position.
func (u *uci) flip() {
	fen := u.game.Position().FEN()
	turned := flipped(fen, u.variant().Gating.Imaginary)
	err := errors.New("this position has parts that cannot be flipped")
	if turned != "" {
		err = u.setUp(turned)
	}
	if err != nil {
		u.say(fmt.Errorf("flip: %w", err))
	}
}

// swapCase turns the pieces in a text into those of the other side.
func swapCase(text string) string {
	b := []byte(text)
	for i, c := range b {
		switch {
		case 'a' <= c && c <= 'z':
			b[i] = c - 'a' + 'A'
		case 'A' <= c && c <= 'Z':
			b[i] = c - 'A' + 'a'
		}
	}
	return string(b)
}

// flipped returns a FEN with the colours exchanged, or "" if it has parts that cannot be exchanged.
func flipped(fen string, imaginary bool) string {
	f := strings.Fields(fen)
	if len(f) < 4 || strings.ContainsAny(fen, "~@{}") {
		return ""
	}
	placement, hands, hasHands := strings.Cut(strings.TrimSuffix(f[0], "]"), "[")
	ranks := strings.Split(placement, "/")
	slices.Reverse(ranks)
	f[0] = swapCase(strings.Join(ranks, "/"))
	if hasHands {
		hands = swapCase(hands)
		if imaginary && len(hands) == 4 {
			hands = hands[2:] + hands[:2] // those on White's side of the board come first
		}
		f[0] += "[" + hands + "]"
	}
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2] = swapCase(f[2])
	var passed []string
	for _, name := range strings.Split(f[3], ",") {
		if len(name) >= 2 {
			n, err := strconv.Atoi(name[1:])
			if err != nil {
				return ""
			}
			name = fmt.Sprintf("%c%d", name[0], len(ranks)+1-n)
		}
		passed = append(passed, name)
	}
	f[3] = strings.Join(passed, ",")
	if len(f) > 6 {
		f[4] = swapCase(f[4]) // bishops that have not moved
	}
	return strings.Join(f, " ")
}
