package protocol

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// line writes moves as engines do.
func line(v *kirke.Variant, moves []kirke.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = notation.UCI(v, m)
	}
	return strings.Join(texts, " ")
}

// picture draws a position with letters, White's below, and what each side has in hand beside it.
func picture(p kirke.Position) string {
	size := p.Variant().Size
	frame := " +" + strings.Repeat("---+", size.Files) + "\n"
	var b strings.Builder
	b.WriteString("\n" + frame)
	placement := strings.Fields(p.FEN())[0]
	_, hand, _ := strings.Cut(strings.TrimSuffix(placement, "]"), "[")
	hands := [2]string{}
	if hand != "" && !p.Variant().Entry.Imaginary {
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

// checkers names the men that attack the king of the side to move where it is in check. Where check depends on what a
// capture would bring about they are the men that might take it.
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

// attackers names the men that attack the king of the side to move, asking q.
func attackers[W rules.Words](p kirke.Position, q rules.Surveyor[W]) []string {
	king := p.Rules().King(p.Turn())
	if king == kirke.NoSquare {
		return nil
	}
	var names []string
	var survey rules.Survey[W]
	q.Survey(&survey)
	for i := range survey.Men {
		if m := &survey.Men[i]; m.Man.Color() != p.Turn() && m.Reach.Has(king) {
			names = append(names, p.Variant().SquareName(m.At))
		}
	}
	them := p.Turn().Other()
	if !survey.Guarded[them].Has(king) {
		return names
	}
	size, back := p.Variant().Size, 1
	if them == kirke.White {
		back = -1
	}
	for _, side := range [2]int{-1, 1} {
		if sq := size.At(size.File(king)+side, size.Rank(king)+back); sq != kirke.NoSquare && survey.Pawns[them].Has(sq) {
			names = append(names, p.Variant().SquareName(sq))
		}
	}
	return names
}

func (u *uci) display() {
	p := u.game.Position()
	u.out.line("%s\nFen: %s\nKey: %016X\nCheckers: %s", picture(p), p.FEN(), p.Key(), strings.Join(checkers(p), " "))
}

// evaluate tells what the position is worth without a search.
func (u *uci) evaluate() {
	p := u.game.Position()
	if p.InCheck() {
		u.out.line("Total evaluation: none (in check)")
		return
	}
	s := engine.Evaluate(p)
	if p.Turn() == kirke.Black {
		s = -s
	}
	u.out.line("Total evaluation: %.2f (white side)", float64(s)/100)
}

// flip exchanges the colours.
func (u *uci) flip() {
	fen := u.game.Position().FEN()
	turned := flipped(fen, u.variant().Entry.Imaginary)
	err := errors.New("this position has parts that cannot be turned round")
	if turned != "" {
		err = u.setUp(turned)
	}
	if err != nil {
		u.say(fmt.Errorf("flip: %w", err))
	}
}
