package popeye

import (
	"strings"

	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/problem"
)

// This file holds the conditions that say which pieces a game has.

// army has the abbreviations in English of the fairy pieces that stand in the place of others, by the
// letters of those.
type army map[byte]string

// replace puts an army in the place of pieces of chess: pawns become its pieces, and these castle
// and are at home where the others would.
func replace(a army) reads {
	return func(_ *reader, p *problem.Problem, c *problem.Condition) error {
		c.Army = true
		var labels []string
		for _, letter := range []byte("QRBNKP") {
			if a[letter] == "" {
				continue
			}
			k, err := p.AddType(fairy.Find(int(English), a[letter]).Type())
			if err != nil {
				return err
			}
			label, castling := p.Game.Type(k).Label(), &p.Game.Castling
			labels = append(labels, string(letter), label, strings.ToLower(string(letter)), strings.ToLower(label))
			switch {
			case letter == 'R' && castling.Any():
				castling.Rooks = label
			case letter == 'K' && castling.Any():
				castling.King = label[0]
			}
		}
		for _, text := range []*string{&p.Game.Promotion.To, &p.Game.Start.Placement} {
			*text = strings.NewReplacer(labels...).Replace(*text)
		}
		return nil
	}
}

// replaceAll is replace where the pieces that are replaced may not be in the diagram.
func replaceAll(a army) reads {
	stand := replace(a)
	return func(in *reader, p *problem.Problem, c *problem.Condition) error {
		for letter := range a {
			c.Without += string(letter)
		}
		return stand(in, p, c)
	}
}

// alsoPromoteTo lets pawns also become the pieces with the abbreviations in English.
func alsoPromoteTo(abbreviations ...string) reads {
	return func(_ *reader, p *problem.Problem, c *problem.Condition) error {
		for _, letters := range abbreviations {
			k, err := p.AddType(fairy.Find(int(English), letters).Type())
			if err != nil {
				return err
			}
			c.PromotionsToo += p.Game.Type(k).Label()
		}
		return nil
	}
}

// losing makes sides capture if they can, and kings pieces like others.
func (in *reader) losing(p *problem.Problem, c *problem.Condition) error {
	commonKings(p, c)
	p.Game.Capture.Forced = true
	return nil
}

// commonKings makes the kings of a game pieces like others, which castle and which pawns become too.
func commonKings(p *problem.Problem, c *problem.Condition) {
	c.Army, c.CommonKings = true, true
	p.Game = p.Game.Clone()
	for i := range p.Game.Army {
		if king := &p.Game.Army[i]; king.Letter == 'K' {
			king.Royal = false
		}
	}
	if p.Game.Castling.Any() {
		p.Game.Castling.King = 'K'
	}
	p.Game.Promotion.To = "K" + p.Game.Promotion.To
}
