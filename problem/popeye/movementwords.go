package popeye

import (
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// movementWords are the conditions that change how pieces move, or what a move does.
var movementWords = []conditionWord{
	{"Take&MakeChess", nothing, "take-and-make", "Take&MakeChess"},
	{"Make&TakeChess", nothing, "make-and-take", "Make&TakeChess"},
	{"AndernachChess", nothing, "andernach", "AndernachChess"},
	{
		"AntiAndernachChess",
		nothing, "anti-andernach", "AntiAndernachChess",
	},
	{"Masand", nothing, "masand", "Masand"},
	{
		"MasandGeneralised",
		nothing, "masand-generalised", "MasandGeneralised",
	},
	{"Anda", nothing, "anda", "Anda"},
	{"AndaInverse", nothing, "anda-inverse", "AndaInverse"},
	{"MagicSquares", squareList, "magic-squares", "MagicSquares"},
	{"AnnanChess", letteredType, "annan", "AnnanChess"},
	{"FaceToFace", nothing, "face-to-face", "FaceToFace"},
	{"BackToBack", nothing, "back-to-back", "BackToBack"},
	{
		"TransmutedKings",
		nothing, "transmuting-kings", "TransmutedKings",
	},
	{"EinsteinChess", nothing, "einstein", "EinsteinChess"},
	{
		"ReversalEinsteinChess",
		nothing, "reversal-einstein", "ReversalEinsteinChess",
	},
	{
		"AntiEinsteinChess",
		nothing, "anti-einstein", "AntiEinsteinChess",
	},
	{"Wormholes", squareList, "wormholes", "Wormholes"},
	{"Breton", bretonTypes, "breton", "Breton"},
	{
		"ChameleonChess",
		typeSequence, "chameleon", "ChameleonChess",
	},
	{
		"ChameleonSequence",
		typeSequence, "", "ChameleonSequence",
	},
	{
		"LineChameleonChess",
		nothing, "line-chameleon", "LineChameleonChess",
	},
	{
		"ChameleonPursuit",
		nothing, "chameleon-pursuit", "ChameleonPursuit",
	},
	{"SwappingKings", nothing, "swapping-kings", "SwappingKings"},
	{
		"WhiteOscillatingKings",
		letteredType, "white-oscillating-kings", "WhiteOscillatingKings",
	},
	{
		"BlackOscillatingKings",
		letteredType, "black-oscillating-kings", "BlackOscillatingKings",
	},
	{"Sentinelles", sentinelTypes, "sentinelles", "Sentinelles"},
	{"SingleBox", boxTypes, "single-box", "SingleBox"},
	{"NorskSjakk", nothing, "norsk", "NorskSjakk"},
}

// parameters reads what follows the name of a condition, and sets its modifier.
func (in *reader) parameters(p *problem.Problem, c *problem.Condition, w conditionWord) error {
	switch w.follows {
	case squareList:
		squares, err := in.squareList(w.text)
		if err != nil {
			return err
		}
		c.Text += " " + strings.Join(squares, " ")
		of := rules.MagicSquares
		if w.modifier == "wormholes" {
			of = rules.Wormholes
		}
		c.Modifiers = []*rules.Modifier{of(strings.Join(squares, ""))}
		if w.modifier == "magic-squares" && in.word("Type2", "Typ2") {
			in.lack("the condition %s Type2", w.text)
		}
	case letteredType:
		c.Modifiers = []*rules.Modifier{modifier(w.modifier)}
		for i, letter := range []string{"B", "C", "D"} {
			if in.word("Type"+letter, "Typ"+letter) {
				c.Text += " Type" + letter
				c.Modifiers = []*rules.Modifier{modifier(w.modifier + "-" + strings.ToLower(letter))}
				return nil
			}
			if i == 0 {
				in.word("TypeA", "TypA")
			}
		}
	case bretonTypes:
		in.breton(c, w)
	case sentinelTypes:
		in.sentinels(c, w)
	case boxTypes:
		kind := 0
		for i, n := range []string{"1", "2", "3"} {
			if in.word("Type"+n, "Typ"+n) {
				kind = i
			}
		}
		c.Text += " Type" + strconv.Itoa(kind+1)
		c.Modifiers = []*rules.Modifier{modifier(w.modifier)}
		if kind > 0 {
			c.Modifiers = []*rules.Modifier{modifier(w.modifier + "-" + strconv.Itoa(kind+1))}
		}
	case typeSequence:
		return in.sequence(p, c, w)
	case nothing, ofCaptured, ofCapturer, ofMartian, ofAntiMartian, onePiece, rexInclusive:
	}
	return nil
}

// sequence reads what chameleons become in turn.
func (in *reader) sequence(p *problem.Problem, c *problem.Condition, w conditionWord) error {
	var fairy rules.Fairy
	if w.modifier != "" {
		c.Modifiers = []*rules.Modifier{modifier(w.modifier)}
		fairy = c.Modifiers[0].Fairy
	}
	types, labels := in.pieceTypes(p, w.text), ""
	if n := len(types); n > 1 && types[n-1] != types[0] { // the last becomes the first
		types = append(types, types[0])
	}
	for _, k := range types {
		labels += p.Game.Type(k).Label()
		c.Text += " " + p.Letter(k)
	}
	if labels != "" {
		fairy.Changing.Sequence = labels
		own(c, slug(c.Text), fairy)
	}
	return nil
}

// breton reads the types of Breton.
func (in *reader) breton(c *problem.Condition, w conditionWord) {
	var adverse, chromatic string
	last := false
	for {
		switch {
		case in.word("Adverse"):
			adverse = " Adverse"
		case in.word("Chromatic", "Chromatisch", "Chromatique"):
			chromatic = " Chromatic"
		case in.word("PY"):
			last = true
		default:
			c.Text += adverse + chromatic
			c.Modifiers = []*rules.Modifier{modifier(slug(w.modifier + adverse + chromatic))}
			if last {
				f := c.Modifiers[0].Fairy
				f.Breton.Last = true
				c.Text += " PY"
				own(c, slug(c.Text), f)
			}
			return
		}
	}
}

// sentinels reads the types of Sentinelles.
func (in *reader) sentinels(c *problem.Condition, w conditionWord) {
	c.Modifiers = []*rules.Modifier{modifier(w.modifier)}
	for {
		switch t := in.next(); {
		case strings.EqualFold(t, "PionAdvers"):
			c.Text += " PionAdvers"
			c.Modifiers = []*rules.Modifier{modifier(w.modifier + "-adverse")}
		case len(t) > 4 && (hasPrefixFold(t, "Maximum") || hasPrefixFold(t, "PionNeutre") ||
			hasPrefixFold(t, "ParaSentinelles") || hasPrefixFold(t, "Berolina")):
			in.lack("the condition %s %s", w.text, t)
			in.arguments()
			return
		default:
			in.again()
			return
		}
	}
}

// hasPrefixFold reports whether a text begins with a prefix in any case.
func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// choice reads one of the choices of Circe, by its English name, if it is next.
func (in *reader) choice(name string) bool {
	next := in.anyChoice()
	if next != "" && next != name {
		in.again()
	}
	return next == name
}

// anyChoice reads one of the choices of Circe, if one is next, and returns its English name, or "".
func (in *reader) anyChoice() string {
	t := in.next()
	i, ok, _ := choiceNames().find(in.lang, t)
	if !ok || len(t) < 3 {
		in.again()
		return ""
	}
	return choiceWords[i].names[English]
}

// word reads one of the words if it is next.
func (in *reader) word(words ...string) bool {
	t := in.next()
	for _, w := range words {
		if strings.EqualFold(t, w) {
			return true
		}
	}
	in.again()
	return false
}

// squareList reads squares, one after the other or apart.
func (in *reader) squareList(condition string) (names []string, err error) {
	for {
		t := in.next()
		rest := strings.ToLower(t)
		var read []string
		for len(rest) >= 2 && rest[0] >= 'a' && rest[0] <= 'h' && rest[1] >= '1' && rest[1] <= '8' {
			read, rest = append(read, rest[:2]), rest[2:]
		}
		if len(read) == 0 || rest != "" {
			in.again()
			if len(names) == 0 {
				return nil, in.fault("%s: squares are wanted", condition)
			}
			return names, nil
		}
		names = append(names, read...)
	}
}
