package popeye

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// conditionWord is a condition of Popeye that Kirke plays.
type conditionWord struct {
	name     string // in English; conditionNames has it in all languages
	follows  followers
	modifier string // the IDs of the modifiers that it puts on chess, joined by "+"
	text     string // as printed
}

// conditionWords are the conditions of Popeye that Kirke plays.
var conditionWords = slices.Concat(circeWords, rebirthWords, movementWords, restrictionWords)

// circeWords are those of the Circe family, and others that have no list of their own.
var circeWords = []conditionWord{
	{"Circe", ofCaptured, "circe", "Circe"},
	{"AntiCirce", ofCapturer, "anticirce-calvet", "AntiCirce"},
	{"MarsCirce", ofMartian, "circe-martian", "MarsCirce"},
	{"MirrorCirce", ofCaptured, "circe-mirror", "Circe Mirror"},
	{"PWC", ofCaptured, "circe-pwc", "Circe PWC"},
	{"ChameleonCirce", ofCaptured, "circe-chameleon", "Circe Chameleon"},
	// Popeye calls Couscous what is otherwise CouCou: rebirth on the capturer's home square.
	{"CouscousCirce", ofCaptured, "circe-coucou", "Circe Couscous"},
	{
		"EquipollentsCirce",
		ofCaptured, "circe-equipollents", "Circe Equipollents",
	},
	{"DiagramCirce", ofCaptured, "circe-diagram", "Circe Diagram"},
	{"ParrainCirce", ofCaptured, "circe-parrain", "Circe Parrain"},
	{"SymmetryCirce", ofCaptured, "circe-symmetrical", "Circe Symmetry"},
	{"CirceClone", ofCaptured, "circe-clone", "Circe Clone"},
	{"CirceAssassin", ofCaptured, "circe-assassin", "Circe Assassin"},
	{"Madrasi", rexInclusive, "madrasi", "Madrasi"},
	{"LastCapture", onePiece, "", "LastCapture"},
}

// followers are what may follow the word of a condition.
type followers uint8

const (
	nothing       followers = iota
	ofCaptured              // choices of Circe
	ofCapturer              // choices of Anticirce, which may be its type
	ofMartian               // choices of Martian Circe
	ofAntiMartian           // choices of Anti-Martian Circe
	onePiece                // and its square
	rexInclusive            // RexInclusive, which puts the modifier with that in its ID
	squareList              // squares, which the modifier needs
	bretonTypes             // likewise
	sentinelTypes           // likewise
	boxTypes                // Type1, Type2 or Type3
	typeSequence            // types, which may be missing
	letteredType            // TypeB, TypeC or TypeD, likewise
)

// choices reports whether choices of the Circe family may follow.
func (f followers) choices() bool {
	_, ok := choosers[f]
	return ok
}

// NewProblem returns a problem without pieces in a game: if Popeye knows it as chess with
// conditions, they are those of the problem.
func NewProblem(v *rules.Variant) *problem.Problem {
	game, conditions, ok := ConditionsOf(v)
	if !ok {
		return problem.New(v)
	}
	p := problem.New(game)
	p.Conditions = conditions
	return p
}

// ConditionsOf returns the conditions under which chess is a game, and chess with the game's fairy
// pieces. ok is false if Popeye has no such conditions.
func ConditionsOf(v *rules.Variant) (game *rules.Variant, all []problem.Condition, ok bool) {
	base, mods := rules.Parts(v)
	if base.ID != "chess" {
		return nil, nil, false
	}
	var pieces []*rules.Modifier
	for _, m := range mods {
		if m.Adds != nil || m.Neutrals && m.Fairy == (rules.Fairy{}) {
			pieces = append(pieces, m)
			continue
		}
		c, ok := conditionOf(m)
		if !ok {
			return nil, nil, false
		}
		all = append(all, c)
	}
	game, err := rules.Compose(base, pieces...)
	return game, all, err == nil
}

// ConditionLike returns Popeye's English name of the condition that a word such as "kobul-kings",
// "alice" or "circe-frischauf" means: in any case, without hyphens, and with or without "Chess".
// game is the ID of chess with the condition, "" if that is no game. ok is false if Kirke plays no
// such condition.
func ConditionLike(word string) (name, game string, ok bool) {
	plain := func(s string) string {
		return strings.TrimSuffix(strings.NewReplacer("-", "", " ", "").Replace(strings.ToLower(s)), "chess")
	}
	word = plain(word)
	for _, w := range conditionWords {
		if known := plain(w.name); known == word || known == strings.TrimPrefix(word, "circe")+"circe" {
			if _, err := rules.Lookup(w.modifier); err == nil {
				game = w.modifier
			}
			return w.name, game, true
		}
	}
	return "", "", false
}

// conditionOf returns the condition that puts a modifier on chess.
func conditionOf(m *rules.Modifier) (c problem.Condition, ok bool) {
	for _, w := range conditionWords {
		if w.modifier == m.ID {
			return problem.Condition{Text: w.text, Modifiers: []*rules.Modifier{m}}, true
		}
	}
	choice := func(words string) (problem.Condition, bool) {
		return problem.Condition{Text: "Circe " + words, Modifiers: []*rules.Modifier{modifier("circe"), m}}, true
	}
	if m.ID == memory {
		return choice(strings.Join(memoryWords[:], " "))
	}
	for _, w := range choiceWords {
		if w.modifier == m.ID {
			return choice(w.names[English])
		}
	}
	return problem.Condition{}, false
}

// modifier returns the modifier that a word stands for.
func modifier(id string) *rules.Modifier {
	m, err := rules.LookupModifier(id)
	if err != nil {
		panic(err) // TestConditionWords looks them all up
	}
	return m
}

// modifiers returns those with the IDs that "+" joins.
func modifiers(ids string) (all []*rules.Modifier) {
	for _, id := range strings.Split(ids, "+") {
		all = append(all, modifier(id))
	}
	return all
}

// conditions reads conditions until something else follows. Those that are given before, or twice,
// count once.
func (in *reader) conditions(p *problem.Problem, before []problem.Condition) ([]problem.Condition, error) {
	var all []problem.Condition
	known := conditionNames // what may follow
	for {
		t := in.next()
		if t == "" {
			return all, nil
		}
		i, ok, err := conditionNames.find(in.lang, t)
		if !ok {
			if family := in.familyAfter(t); family != "" {
				return all, in.fault("%q stands before %s: it belongs after it (write %s %s)", t, family, family, t)
			}
			if _, twin, _ := twinWords.find(in.lang, t); twin || in.isCommand(t) {
				in.again()
				return all, nil
			}
			if misplaced := in.misplaced(t); misplaced != nil {
				return all, misplaced
			}
			if strange := in.strangeWord(t); strange != "" {
				return all, in.unknown(strange, "is no condition", conditionNames)
			}
			if err != nil {
				return all, in.fault("the condition %w", err)
			}
			if c, choice, _ := choiceNames().find(in.lang, t); choice && len(all) > 0 {
				in.lack("the condition %s %s", all[len(all)-1].Text, choiceWords[c].names[English])
				continue
			}
			return all, in.unknown(t, "is no condition", slices.Concat(known, familyNames()))
		}
		known = conditionNames
		name := conditionNames[i][English]
		row := slices.IndexFunc(conditionWords, func(w conditionWord) bool { return w.name == name })
		if row < 0 {
			in.lack("the condition %s", name)
			in.arguments()
			continue
		}
		w := conditionWords[row]
		c := problem.Condition{Text: w.text}
		if w.modifier != "" && w.follows <= rexInclusive {
			c.Modifiers = modifiers(w.modifier)
		}
		switch w.follows {
		case ofCaptured, ofCapturer, ofMartian, ofAntiMartian:
			known = slices.Concat(choiceNames(), conditionNames)
			err = in.choices(&c, w.follows)
		case onePiece:
			err = in.captured(p, &c)
		case rexInclusive:
			in.rex(&c, w.modifier)
		default:
			err = in.parameters(p, &c, w)
		}
		if read := restrictionFollowers[name]; read != nil {
			err = read(in, p, &c)
		}
		given := func(other problem.Condition) bool { return other.Text == c.Text }
		if slices.ContainsFunc(before, given) || slices.ContainsFunc(all, given) {
			in.warn("the condition %s is given twice", c.Text)
		} else {
			all = append(all, c)
		}
		if err != nil {
			return all, err
		}
	}
}

// choiceNames are the names of choiceWords.
func choiceNames() (all words) {
	for _, w := range choiceWords {
		all = append(all, w.names)
	}
	return all
}

// families are the conditions that choices make others of, the same in all languages.
var families = []string{"Circe", "AntiCirce", "MarsCirce", "AntiMarsCirce"}

// familyNames are the names of families with a choice each.
func familyNames() (all words) {
	for _, family := range families {
		for _, w := range choiceWords {
			var both names
			for lang, choice := range w.names {
				both[lang] = family + " " + choice
			}
			all = append(all, both)
		}
	}
	return all
}

// familyAfter returns which of families follows a token that is a choice, "" if none does.
func (in *reader) familyAfter(token string) string {
	if _, choice, _ := choiceNames().find(in.lang, token); !choice {
		return ""
	}
	at, last, before := in.at, in.last, in.before
	next := in.next()
	in.at, in.last, in.before = at, last, before
	i := slices.IndexFunc(families, func(family string) bool { return strings.EqualFold(family, next) })
	if i < 0 {
		return ""
	}
	return families[i]
}

// arguments skips what follows the name of a condition that is not played: squares, pieces, numbers
// and words of its own, up to another condition or a command.
func (in *reader) arguments() {
	for t := in.next(); t != ""; t = in.next() {
		if in.beginsOther(t) {
			in.again()
			return
		}
	}
}

// beginsOther reports whether a token begins another condition or a command, or is the end of the
// file.
func (in *reader) beginsOther(t string) bool {
	_, condition, _ := conditionNames.find(in.lang, t)
	_, twin, _ := twinWords.find(in.lang, t)
	return t == "" || len(t) > 2 && (condition || twin || in.isCommand(t))
}

// misplaced returns an error about a token that belongs under Pieces, or nil.
func (in *reader) misplaced(t string) error {
	if w, ok, _ := colourWords.find(in.lang, t); !ok || w != totalInvisible {
		return nil
	}
	word := colourWords[totalInvisible][in.lang]
	return in.fault("%q belongs among the pieces: write %s %s 1 and the other pieces", t,
		commandWords[wordPieces][in.lang], word)
}

// rex reads whether a condition is about kings too.
func (in *reader) rex(c *problem.Condition, id string) {
	t := in.next()
	i, ok, _ := find(len(choiceWords), func(i int) string { return choiceWords[i].names[in.lang] }, t)
	if !ok || len(t) < 3 || choiceWords[i].names[English] != "RexInclusive" {
		in.again()
		return
	}
	c.Modifiers = []*rules.Modifier{modifier(id + "-rex-inclusive")}
	c.Text += " RexInclusive"
}

// cycle reads the order in which pieces become others. Only that of the rules is played.
func (in *reader) cycle(c *problem.Condition) {
	var types []string
	t := in.next()
	for ; len(t) == 1 || len(t) == 2 && !strings.ContainsAny(t, "12345678"); t = in.next() {
		types = append(types, strings.ToUpper(t))
	}
	in.again()
	if len(types) == 0 || in.lang == English && slices.Contains([]string{"SBRQ", "SBRQS"}, strings.Join(types, "")) {
		return
	}
	in.lack("the condition %s %s", c.Text, strings.Join(types, " "))
}

// captured reads the piece that the move before the diagram captured.
func (in *reader) captured(p *problem.Problem, c *problem.Condition) error {
	pieces, err := in.pieces(p)
	if err != nil {
		return err
	}
	if len(pieces) != 1 {
		return in.fault("LastCapture: one piece and its square are wanted")
	}
	m := pieces[0]
	c.LastCapture, c.CapturedAt = m.Piece, m.At
	c.Text += " " + colours[English][m.Piece.Color():][:1] + p.Letter(m.Piece.Type()) + p.Game.Size.Name(m.At)
	return nil
}
