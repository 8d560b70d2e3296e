package popeye

import (
	"cmp"
	commandline "flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

var recordFlag = commandline.Bool("record", false, "write the table of docs/conditions.md")

// parameters are examples of what may follow the name of a condition, in English.
var parameters = map[string][]string{
	"Circe":       {"Mirror", "Rank Strict"},
	"AntiCirce":   {"Cheylan", "Rank"},
	"MarsCirce":   {"Mirror"},
	"Madrasi":     {"RexInclusive"},
	"LastCapture": {"White Qd4"},
	"AprilChess":  {"S B"},

	"MagicSquares":                {"c3f6"},
	"Wormholes":                   {"a1h8"},
	"WhitePromSquares":            {"a4b4"},
	"BlackPromSquares":            {"a4b4"},
	"Hole":                        {"a1b2"},
	"Imitator":                    {"e3"},
	"WhiteForcedSquare":           {"c3f6"},
	"BlackForcedSquare":           {"c3f6"},
	"WhiteConsequentForcedSquare": {"c3f6"},
	"BlackConsequentForcedSquare": {"c3f6"},
	"WhiteMaxDister":              {"a1h8"},
	"BlackMaxDister":              {"a1h8"},
	"WhiteMinDister":              {"a1h8"},
	"BlackMinDister":              {"a1h8"},

	"ChameleonChess":    {"S B R Q"},
	"ChameleonSequence": {"Q R B S"},
	"Football":          {"Q S"},
	"PromOnly":          {"Q S"},
	"VaultingKings":     {"G"},
	"WhiteVaultingKing": {"G"},
	"BlackVaultingKing": {"G"},
	"KoeKo":             {"Contact S"},
	"AntiKoeko":         {"Contact S"},

	"AnnanChess":            {"TypeB"},
	"WhiteOscillatingKings": {"TypeB"},
	"BlackOscillatingKings": {"TypeB"},
	"Isardam":               {"TypeB", "RexInclusive"},
	"RepublicanChess":       {"Type1"},
	"SingleBox":             {"Type2"},
	"Breton":                {"Adverse Chromatic", "PY"},
	"Sentinelles":           {"PionAdvers"},
	"GridChess":             {"VerticalShift", "Orthogonal aceg1357"},
	"PADChess":              {"Strict RexInclusive"},
	"ImmunChess":            {"Mirror", "RexInclusive"},
	"GenevaChess":           {"Mirror", "RexInclusive"},
	"Woozles":               {"RexExclusive"},
	"BiWoozles":             {"RexExclusive"},
	"Heffalumps":            {"RexExclusive"},
	"BiHeffalumps":          {"RexExclusive"},
	"MessignyChess":         {"RexExclusive"},
	"FrankfurtChess":        {"RexExclusive"},
	"ProteanChess":          {"RexExclusive"},
	"Bolero":                {"RexInclusive"},
	"BoleroInverse":         {"RexInclusive"},
	"PowerTransfer":         {"RexInclusive"},
	"KobulKings":            {"White"},

	"Maximummer":       {"exact", "ultra"},
	"WhiteMaximummer":  {"exact", "ultra"},
	"BlackMaximummer":  {"exact", "ultra"},
	"WhiteMinimummer":  {"exact", "ultra"},
	"BlackMinimummer":  {"exact", "ultra"},
	"WhiteMustCapture": {"exact", "ultra"},
	"BlackMustCapture": {"exact", "ultra"},
	"RoleExchange":     {"2"},
	"SAT":              {"2"},
	"StrictSAT":        {"2"},
	"BGL":              {"10 20", "27.42"},
}

// withoutParameters have code of their own, and yet nothing follows them.
var withoutParameters = []string{
	"NoIProm", "MAFF", "Volage", "LeseMajeste", "UltraSchachZwang", "CavalierMajeur", "Leofamily", "ChineseChess",
	"MarineChess", "UltramarineChess", "ArgentinianChess", "LosingChess", "SnekChess", "RoyalDynasty",
	"AliceChess", "SeriesCapture", "BackHome", "AlphabeticChess", "FrischAufCirce",
}

// read returns the condition of a problem that has one.
func read(t *testing.T, text string) problem.Condition {
	t.Helper()
	entries, _, err := Read(strings.NewReader("BeginProblem\nCondition " + text +
		"\nPieces White Kc3 Black Kh8\nStipulation #2\nEndProblem\n"))
	if err != nil || entries[0].Err != nil || len(entries[0].Problem.Conditions) != 1 || entries[0].Warnings != nil {
		t.Fatalf("%s: %v %v %v", text, err, entries[0].Err, entries[0].Warnings)
	}
	if _, err := entries[0].Problem.Variant(); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return entries[0].Problem.Conditions[0]
}

// TestParameters: the examples are read, and change the condition.
func TestParameters(t *testing.T) {
	known := slices.Collect(maps.Keys(parameters))
	for _, w := range conditionWords {
		takes := w.follows != nothing && !w.follows.choices() ||
			restrictionFollowers[w.name] != nil && !slices.Contains(withoutParameters, w.name)
		if takes && len(parameters[w.name]) == 0 {
			t.Errorf("what follows %s has no example", w.name)
		}
		for _, example := range parameters[w.name] {
			if c := read(t, w.name+" "+example); c.Text == w.text {
				t.Errorf("%s %s is read as %s", w.name, example, c.Text)
			}
		}
		known = slices.DeleteFunc(known, func(name string) bool { return name == w.name })
	}
	if len(known) > 0 {
		t.Errorf("there are no conditions %v", known)
	}
}

// TestConditionPage: the page has all conditions that are played. With -record it is written.
func TestConditionPage(t *testing.T) {
	const page = "../../docs/conditions.md"
	rulestest.Table(t, page, "problem/popeye", conditionTable(), *recordFlag)
	rulestest.Table(t, page, "the choices of Circe", choiceTable(), *recordFlag)
	rulestest.Table(t, page, "the commands", commandTable(), *recordFlag)
}

// TestPageExample: the problem that the page begins with is read.
func TestPageExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/conditions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, begins := strings.Cut(string(text), "    BeginProblem\n")
	example, _, ends := strings.Cut(example, "    EndProblem\n")
	entries, _, err := Read(strings.NewReader("BeginProblem\n" + example + "EndProblem\n"))
	if !begins || !ends || err != nil || len(entries) != 1 || entries[0].Err != nil || entries[0].Warnings != nil {
		t.Fatal(begins, ends, err, entries)
	}
	if _, err := entries[0].Problem.Variant(); err != nil {
		t.Error(err)
	}
}

// conditionTable returns a table with a line for each condition.
func conditionTable() string {
	var b strings.Builder
	b.WriteString("| English | German | French | what may follow | in an ID |\n|---|---|---|---|---|\n")
	for _, n := range conditionNames {
		i := slices.IndexFunc(conditionWords, func(w conditionWord) bool { return w.name == n[English] })
		if i < 0 {
			continue
		}
		w := conditionWords[i]
		id := "–"
		// Anticirce, Martian and Anti-Martian Circe with a choice have no name in IDs.
		chooses := strings.HasPrefix(w.modifier, "anticirce-calvet+") || strings.Contains(w.modifier, "-choices+")
		if _, err := rules.Lookup(w.modifier); err == nil && w.modifier != "" && !chooses {
			id = "`" + w.modifier + "`"
		}
		var follows []string
		for _, example := range parameters[w.name] {
			follows = append(follows, "`"+example+"`")
		}
		if w.follows.choices() {
			follows = append(follows, "choices")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", n[English], n[German], n[French],
			cmp.Or(strings.Join(follows, ", "), "–"), id)
	}
	return b.String()
}

// commandTable returns a table with a line for each word of a problem that is no condition.
func commandTable() string {
	var b strings.Builder
	b.WriteString("| English | German | French | what it is |\n|---|---|---|---|\n")
	for _, part := range []struct {
		what  string
		words words
	}{
		{"command", slices.Concat(frameWords, commandWords)},
		{"twin", twinWords},
		{"colour", colourWords},
		{"attribute", attributeWords},
		{"option", optionWords},
	} {
		for _, w := range part.words {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", w[English], w[German], w[French], part.what)
		}
	}
	return b.String()
}

// choiceTable returns a table with a line for each choice of the Circe family.
func choiceTable() string {
	var b strings.Builder
	b.WriteString("| English | German | French | in an ID |\n|---|---|---|---|\n")
	for _, w := range choiceWords {
		id := "–"
		if _, err := rules.LookupModifier(w.modifier); err == nil {
			id = "`" + w.modifier + "`"
		} else if slices.Contains(memoryWords[:], w.names[English]) {
			id = "both: `" + memory + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", w.names[English], w.names[German], w.names[French], id)
	}
	return b.String()
}
