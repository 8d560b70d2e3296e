package popeye

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// memory is the modifier that two choices stand for together.
const memory = "circe-memory"

// memoryWords are these choices.
var memoryWords = [2]string{"CaptureSquare", "WaitCapture"}

// contraParrain is a choice that is printed with Mirror behind it, and so read.
const contraParrain = "ContraParrain"

// choiceWords are the choices of Circe and its kin, in the order in which they are printed. Those
// without a modifier are read but not played, except memoryWords.
var choiceWords = []struct {
	names    names
	modifier string
}{
	{names{"PWC", "Platzwechsel", "Echange"}, "circe-pwc"},
	{names{"Symmetry", "Symmetrie", "Symetrie"}, "circe-symmetrical"},
	{names{"VerticalSymmetry", "VertikaleSymmetrie", "VerticaleSymetrique"}, "circe-vertical-symmetry"},
	{names{"HorizontalSymmetry", "HorizontaleSymmetrie", "HorizontaleSymetrique"}, "circe-horizontal-symmetry"},
	{names{"Diagram", "Diagramm", "Diagramme"}, "circe-diagram"},
	{names{"Cage", "Kaefig", "Cage"}, "circe-cage"},
	{names{"Rank", "Reihe", "Rangee"}, "circe-rank"},
	{names{"File", "File", "Colonne"}, "circe-file"},
	{names{"Couscous", "Couscous", "Couscous"}, "circe-coucou"},
	{names{"Antipodes", "Antipoden", "Antipodes"}, "circe-antipodes"},
	{names{"Take&Make", "Take&Make", "Take&Make"}, "circe-take-and-make"},
	{names{"Super", "Super", "Super"}, "circe-super"},
	{names{"CaptureSquare", "Schlagfeld", "CaseDePrise"}, ""},
	{names{"April", "April", "Avril"}, ""}, // types follow
	{names{"Equipollents", "Equipollents", "Equipollents"}, "circe-equipollents"},
	{names{"ContraParrain", "ContraParrain", "ContraParrain"}, "circe-contra-parrain"},
	{names{"Parrain", "Parrain", "Parrain"}, "circe-parrain"},
	{names{"LastMove", "LetzterZug", "CoupDernier"}, ""},
	{names{"WaitCapture", "NaechsterSchlag", "PriseProchaine"}, ""},
	{names{"Mirror", "Spiegel", "Malefique"}, "circe-mirror"},
	{names{"Assassin", "Assassin", "Assassin"}, "circe-assassin"},
	{names{"Strict", "Strikt", "Stricte"}, "circe-strict"},
	{names{"Relaxed", "Locker", "Relache"}, ""},
	{names{"Parachute", "Fallschirm", "Parachute"}, "circe-parachute"},
	{names{"Volcanic", "Vulkan", "Volcanique"}, "circe-volcanic"},
	{names{"Diametral", "Diametral", "Diametral"}, "circe-diametral"},
	{names{"VerticalMirror", "VertikalSpiegel", "MalefiqueVerticale"}, "circe-vertical-mirror"},
	{names{"Clone", "Clone", "Clone"}, "circe-clone"},
	{names{"Einstein", "Einstein", "Einstein"}, "circe-einstein"},
	{names{"ReversalEinstein", "ReversesEinstein", "ReversEinstein"}, "circe-reversal-einstein"},
	{names{"Chameleon", "Chamaeleon", "Chameleon"}, "circe-chameleon"},
	{names{"Turncoats", "Turncoat", "Turncoats"}, "circe-turncoats"},
	{names{"Frischauf", "Frischauf", "Frischauf"}, ""}, // rules.Frischauf
	{names{"Calvet", "Calvet", "Calvet"}, ""},
	{names{"Cheylan", "Cheylan", "Cheylan"}, ""},
	{names{"RexInclusive", "RexInklusive", "RexInclusif"}, "circe-rex-inclusive"},
	{names{"RexExclusive", "RexExklusive", "RexExclusif"}, ""},
}

// rebirthWords are words that stand for Circe or one of its kin with a choice.
var rebirthWords = []conditionWord{
	withChoice("FileCirce", "circe-file", "Circe File"),
	withChoice("MirrorFileCirce", "circe-file+circe-mirror", "Circe File Mirror"),
	withChoice("RankCirce", "circe-rank", "Circe Rank"),
	withChoice("AntipodeanCirce", "circe-antipodes", "Circe Antipodes"),
	withChoice("MirrorCirceClone", "circe-mirror+circe-clone", "Circe Mirror Clone"),
	withChoice("SuperCirce", "circe-super", "Circe Super"),
	withChoice("CageCirce", "circe-cage", "Circe Cage"),
	withChoice("CirceTake&Make", "circe-take-and-make", "Circe Take&Make"),
	withChoice("DiametralCirce", "circe-diametral", "Circe Diametral"),
	withChoice("VerticalMirrorCirce", "circe-vertical-mirror", "Circe VerticalMirror"),
	withChoice("VerticalSymmetryCirce", "circe-vertical-symmetry", "Circe VerticalSymmetry"),
	withChoice("HorizontalSymmetryCirce", "circe-horizontal-symmetry", "Circe HorizontalSymmetry"),
	withChoice("ContraParrain", "circe-contra-parrain", "Circe ContraParrain Mirror"),
	withChoice("CirceTurncoats", "circe-turncoats", "Circe Turncoats"),
	withChoice("CirceDoubleAgents", "circe-mirror+circe-turncoats", "Circe Mirror Turncoats"),
	anti("MirrorAntiCirce", "circe-mirror", "Mirror"),
	antiChoice("DiagramAntiCirce", "circe-diagram", "Diagram"),
	antiChoice("FileAntiCirce", "circe-file", "File"),
	antiChoice("SymmetryAntiCirce", "circe-symmetrical", "Symmetry"),
	antiChoice("MirrorFileAntiCirce", "circe-file+circe-mirror", "File Mirror"),
	antiChoice("AntipodeanAntiCirce", "circe-antipodes", "Antipodes"),
	antiChoice("EquipollentsAntiCirce", "circe-equipollents", "Equipollents"),
	antiChoice("VerticalSymmetryAntiCirce", "circe-vertical-symmetry", "VerticalSymmetry"),
	antiChoice("HorizontalSymmetryAntiCirce", "circe-horizontal-symmetry", "HorizontalSymmetry"),
	antiChoice("AntiSuperCirce", "circe-super", "Super"),
	antiChoice("AntiCloneCirce", "circe-clone", "Clone"),
	{"MarsMirrorCirce", ofMartian, "circe-martian+martian-choices+circe-mirror", "MarsCirce Mirror"},
	{"AntiMarsCirce", ofAntiMartian, "antimars-circe", "AntiMarsCirce"},
	antiMars("AntiMarsMirrorCirce", "circe-mirror", "Mirror"),
	antiMars("AntiMarsAntipodeanCirce", "circe-antipodes", "Antipodes"),
}

func withChoice(name, modifiers, text string) conditionWord {
	return conditionWord{name, ofCaptured, modifiers, text}
}

func anti(name, modifiers, text string) conditionWord {
	return conditionWord{name, ofCapturer, "anticirce-calvet+" + modifiers, "AntiCirce " + text}
}

func antiChoice(name, modifiers, text string) conditionWord {
	return anti(name, "anticirce-choices+"+modifiers, text)
}

func antiMars(name, modifiers, text string) conditionWord {
	return conditionWord{name, ofAntiMartian, "antimars-circe+antimars-choices+" + modifiers, "AntiMarsCirce " + text}
}

// choosers are the modifiers under which choices are about the piece that they follow, "" if they are
// without one.
var choosers = map[followers]string{
	ofCaptured: "", ofCapturer: "anticirce-choices", ofMartian: "martian-choices", ofAntiMartian: "antimars-choices",
}

// choices reads the choices of a condition of the Circe family, after those that its own word
// gives.
func (in *reader) choices(c *problem.Condition, of followers, given ...string) error {
	var said, chosen []int // in choiceWords; those chosen are printed
	shown := map[int]string{}
	for {
		var t string
		if len(given) > 0 {
			t, given = given[0], given[1:]
		} else {
			t = in.next()
		}
		if t == "" {
			break
		}
		i, ok, _ := choiceNames().find(in.lang, t)
		if !ok || len(t) < 2 {
			in.again()
			break
		}
		name := choiceWords[i].names[English]
		if name == "Mirror" && len(said) > 0 && choiceWords[said[len(said)-1]].names[English] == contraParrain {
			continue // so it is printed
		}
		if err := in.contradiction(name, said); err != nil {
			return err
		}
		said = append(said, i)
		if shown[i] = in.choose(c, of, i); shown[i] != "" {
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	var words []string
	for _, i := range chosen {
		words = append(words, shown[i])
	}
	if of == ofCaptured {
		in.memory(c, words)
	}
	c.Text = strings.Join(append([]string{c.Text}, words...), " ")
	return nil
}

// contradicting are pairs of choices of which a condition has one.
var contradicting = [][2]string{
	{"Strict", "Relaxed"}, {"Parrain", "ContraParrain"}, {"RexInclusive", "RexExclusive"}, {"Calvet", "Cheylan"},
}

// contradiction returns why a choice does not go together with those before it, by their places in
// choiceWords.
func (in *reader) contradiction(name string, before []int) error {
	for _, i := range before {
		other := choiceWords[i].names[English]
		if other == name {
			return in.fault("the choice %s stands twice", name)
		}
		if slices.Contains(contradicting, [2]string{name, other}) ||
			slices.Contains(contradicting, [2]string{other, name}) {
			return in.fault("the choices %s and %s contradict each other", other, name)
		}
	}
	return nil
}

// choose adds what one of choiceWords says to a condition. It returns the words that are printed:
// none where the condition is the same without.
func (in *reader) choose(c *problem.Condition, of followers, choice int) (shown string) {
	w := choiceWords[choice]
	name, anti := w.names[English], of == ofCapturer
	switch {
	case anti && name == "Calvet", of != ofCaptured && name == "RexInclusive",
		of == ofCaptured && (name == "Relaxed" || name == "RexExclusive"):
		return ""
	case of != ofCaptured && name == "Strict": // printed, but the same without
	case anti && name == "RexExclusive":
		c.Modifiers = append(c.Modifiers, modifier("rex-exclusive"))
	case anti && name == "Cheylan":
		c.Modifiers[0] = modifier("anticirce-cheylan")
	case name == "April":
		return in.april(c, of)
	case of == ofCaptured && slices.Contains(memoryWords[:], name):
	case name != "Frischauf" && w.modifier == "":
		in.lack("the condition %s %s", c.Text, name)
	default:
		m := rules.Frischauf()
		if w.modifier != "" {
			m = modifier(w.modifier)
		}
		c.Modifiers = append(c.Modifiers, m)
		if chooser := choosers[of]; chooser != "" && !(anti && name == "Mirror") {
			c.Modifiers = append(c.Modifiers, modifier(chooser))
		}
	}
	if w.modifier == "circe-chameleon" {
		in.cycle(c)
	}
	if name == contraParrain {
		return name + " Mirror" // so Popeye prints it
	}
	return name
}

// memory adds the modifier of memoryWords if both are among the words chosen. One alone is lacking.
func (in *reader) memory(c *problem.Condition, chosen []string) {
	square, waits := slices.Contains(chosen, memoryWords[0]), slices.Contains(chosen, memoryWords[1])
	switch {
	case square && waits:
		c.Modifiers = append(c.Modifiers, modifier(memory))
	case square:
		in.lack("the condition %s %s without %s", c.Text, memoryWords[0], memoryWords[1])
	case waits:
		in.lack("the condition %s %s without %s", c.Text, memoryWords[1], memoryWords[0])
	}
}

// aprilTypes are the types that April may name, in the order in which they are printed.
const aprilTypes = "KPQSRB"

// april reads the types that are reborn. It returns the words that are printed, "" if the condition
// is not played.
func (in *reader) april(c *problem.Condition, of followers) string {
	types := ""
	t := in.next()
	for ; len(t) == 1; t = in.next() {
		types += strings.ToUpper(t)
	}
	in.again()
	known, april := aprilTypes[1:], rules.April
	if of == ofCapturer {
		known, april = aprilTypes, rules.AprilCapturers
	}
	switch other := strings.Trim(types, known); {
	case of != ofCaptured && of != ofCapturer, in.lang != English:
		in.lack("the condition %s April", c.Text)
		in.arguments()
		return ""
	case types == "" || other != "":
		in.lack("the condition %s April with no types, or others than %s", c.Text,
			strings.Join(strings.Split(known, ""), ", "))
		in.arguments()
		return ""
	}
	var printed []string
	for _, letter := range strings.Split(aprilTypes, "") {
		if strings.Contains(types, letter) {
			printed = append(printed, letter)
		}
	}
	c.Modifiers = append(c.Modifiers, april(strings.ReplaceAll(strings.Join(printed, ""), "S", "N")))
	return strings.Join(append([]string{"April"}, printed...), " ")
}

// circeFirst puts Circe before Anticirce, as both are printed.
func circeFirst(all []problem.Condition) []problem.Condition {
	is := func(word string) func(problem.Condition) bool {
		return func(c problem.Condition) bool { return c.Text == word || strings.HasPrefix(c.Text, word+" ") }
	}
	circe, anti := slices.IndexFunc(all, is("Circe")), slices.IndexFunc(all, is("AntiCirce"))
	if anti >= 0 && circe > anti {
		all[circe], all[anti] = all[anti], all[circe]
	}
	return all
}
