package problem

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
