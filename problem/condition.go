package problem

import "strings"

// ConditionOf returns the condition of Popeye under which chess is the game with an
// ID; ok is false for games that Popeye has no such word for.
func ConditionOf(id string) (c Condition, ok bool) {
	for _, w := range conditionWords {
		if w.id == id && w.kind != lastCapture {
			return Condition{Text: w.text, IDs: []string{id}}, true
		}
	}
	for _, w := range choiceWords {
		if w.id == id {
			return Condition{Text: "Circe " + w.names[English], IDs: []string{"circe", id}}, true
		}
	}
	return Condition{}, false
}

// ConditionsOf returns the conditions of Popeye under which chess is the game with an ID, which may
// join several with "+"; ok is false for games that Popeye has no such words for.
func ConditionsOf(id string) (all []Condition, ok bool) {
	for part := range strings.SplitSeq(id, "+") {
		if part == "chess" {
			continue
		}
		c, ok := ConditionOf(part)
		if !ok {
			return nil, false
		}
		all = append(all, c)
	}
	return all, true
}

// printed returns a condition as it is printed: of a last capture the man is not said.
func (c Condition) printed() string {
	if c.LastCapture != 0 {
		text, _, _ := strings.Cut(c.Text, " ")
		return text
	}
	return c.Text
}
