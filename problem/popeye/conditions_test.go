package popeye_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
)

// TestConditionsOf writes the conditions of each game and reads them as that game.
// TestConditionsAreKept: a game under a condition that has a word becomes a problem that names it.
func TestConditionsAreKept(t *testing.T) {
	kept := 0
	for _, m := range rules.Conditions() {
		v, err := rules.Lookup("chess+" + m.ID)
		if err != nil {
			continue // it is no modifier of chess alone
		}
		_, conditions, ok := popeye.ConditionsOf(v)
		if ok && m.Adds == nil && m.ID != "neutrals" && len(conditions) == 0 {
			t.Errorf("%s: the problem has no condition", v.ID)
		}
		if ok && len(conditions) > 0 {
			kept++
		}
	}
	if kept < 60 {
		t.Errorf("only %d conditions are kept", kept)
	}
}

func TestConditionsOf(t *testing.T) {
	chess, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, v := range kirke.Variants() {
		_, conditions, ok := popeye.ConditionsOf(v)
		if !ok {
			continue
		}
		known++
		p := problem.New(chess)
		p.Conditions = conditions
		if p.Stipulation, err = problem.ParseStipulation("#1"); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := popeye.Write(&b, []*problem.Problem{p}); err != nil {
			t.Fatal(err)
		}
		entries, _, err := popeye.Read(strings.NewReader(b.String()))
		if err == nil && len(entries) == 1 {
			err = entries[0].Err
		}
		if err != nil || len(entries) != 1 {
			t.Errorf("%s: %v in %s", v.ID, err, b.String())
			continue
		}
		got, err := entries[0].Problem.Variant()
		if err != nil || got.ID != v.ID && got.ID != "circe+"+v.ID {
			t.Errorf("%s is read as %v (%v)", v.ID, got, err)
		}
	}
	if known < 10 {
		t.Errorf("Popeye has words for %d games only", known)
	}
	seirawan, err := kirke.Lookup("seirawan")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok := popeye.ConditionsOf(seirawan); ok {
		t.Error("Popeye has no word for Seirawan chess")
	}
}

// TestConditionWords reads every word that stands for a modifier of the rules.
func TestConditionWords(t *testing.T) {
	for _, text := range []string{
		"AntiCirce Cheylan", "AntiCirce Calvet", "Circe Calvet", "Circe Cheylan",
		"MarsCirce", "MirrorCirce", "PWC", "ChameleonCirce", "CouscousCirce", "EquipollentsCirce", "DiagramCirce",
		"ParrainCirce", "SymmetryCirce", "CirceClone", "CirceAssassin",
		"Circe Couscous Equipollents Parrain Symmetry Diagram PWC Mirror",
		"Circe Assassin Strict Volcanic Clone Chameleon RexInclusive",
	} {
		entries, _, err := popeye.Read(strings.NewReader("BeginProblem\nCondition " + text + "\nEndProblem\n"))
		if err != nil {
			t.Fatal(err)
		}
		refused := text == "Circe Calvet" || text == "Circe Cheylan"
		if got := entries[0].Err; (got != nil) != refused {
			t.Errorf("%s: %v", text, got)
		}
	}
}
