package problem

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// Words returns a summary in plain sentences, one line for each twin. It says that there is no
// solution and what was searched, or that several keys make the twin cooked. In a report of Check
// it says whether the twin is sound. It is "" if the solution speaks for itself.
func (r *Report) Words() string {
	var lines []string
	for i := range r.Twins {
		t := &r.Twins[i]
		text := t.words()
		if text == "" {
			continue
		}
		if t.Label != "" {
			text = strings.SplitAfter(t.Label, ")")[0] + " " + text
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// words returns the summary of a twin.
func (t *TwinReport) words() string {
	const unsolvable = "no solution"
	switch {
	case t.unsolved != "":
		return "Not solved: " + strings.ReplaceAll(t.unsolved, "\n\n", ", ") + "."
	case !t.Complete && t.Sound != nil:
		return "Not checked to the end: a limit ended the search."
	case !t.Complete && t.Solutions == 0:
		return "A limit ended the search before a solution was found."
	case t.Sound != nil && *t.Sound:
		return "Sound (C+): it is solved as intended, and in no other way. Checked: " + t.checked() + "."
	case t.Sound != nil && len(t.Faults) == 1 && t.Faults[0] == unsolvable, t.Sound == nil && t.Solutions == 0:
		return "No solution: " + t.noSolution() + ". Looked at: " + t.checked() + "."
	case t.Sound != nil:
		return "Not sound: " + strings.Join(t.faultWords(), "; ") + ". Checked: " + t.checked() + "."
	}
	if keys := t.keys(); len(keys) > 1 {
		return fmt.Sprintf("Cooked: %d keys, %s. A sound problem has one.", len(keys), firstTexts(keys))
	}
	return ""
}

// faultWords returns the faults. Several keys are one of them.
func (t *TwinReport) faultWords() []string {
	keys := t.keys()
	if len(keys) < 2 {
		return t.Faults
	}
	words := []string{fmt.Sprintf("cooked, %d keys (%s)", len(keys), firstTexts(keys))}
	for _, f := range t.Faults {
		if !strings.HasPrefix(f, "cook: ") {
			words = append(words, f)
		}
	}
	return words
}

// firstTexts returns moves in a line. Of many it names the first ones.
func firstTexts(nodes []*Node) string {
	const most = 4
	if len(nodes) <= most {
		return texts(nodes)
	}
	return fmt.Sprintf("%s and %d more", texts(nodes[:most-1]), len(nodes)-most+1)
}

// keys returns the keys of the play, unless it was solved for several sides.
func (t *TwinReport) keys() []*Node {
	var keys []*Node
	phases := 0
	for _, ph := range t.Phases {
		if ph.Kind != "play" {
			continue
		}
		phases++
		for _, k := range ph.Keys {
			if k.Sign == "!" {
				keys = append(keys, k)
			}
		}
	}
	if phases != 1 {
		return nil
	}
	return keys
}

// noSolution says that nothing meets the stipulation, in the words of its play.
func (t *TwinReport) noSolution() string {
	st, err := ParseStipulation(t.Stipulation)
	if err != nil || len(st.Intro) > 0 {
		return "nothing meets the stipulation " + t.Stipulation
	}
	begins, afterKey := board.White, false
	for _, ph := range t.Phases {
		if ph.Swapped {
			begins = board.Black
		}
		afterKey = afterKey || ph.Kind == "after the key"
	}
	side, other := sideName(begins), sideName(begins.Other())
	length := st.length()
	switch {
	case st.Goal.Aim == ProofGame || st.Goal.Aim == TargetGame:
		return fmt.Sprintf("no game of %s leads to the diagram", length)
	case st.Mover == Series && st.Play == Direct:
		return fmt.Sprintf("%s has no series of %s that ends in %s", side, length, noun(st.Goal))
	case st.Mover != Alternate:
		return "nothing meets the stipulation " + t.Stipulation
	case st.Play == Help:
		return fmt.Sprintf("no play of %s ends in %s, though both sides help", length, noun(st.Goal))
	case afterKey:
		return "the play after the key does not force " + noun(st.Goal)
	case st.Play == Direct:
		return fmt.Sprintf("none of %s's first moves forces %s in %s", side, noun(st.Goal), length)
	case st.Play == Self || st.Play == Reflex || st.Play == SemiReflex:
		return fmt.Sprintf("none of %s's first moves forces %s to give %s in %s", side, other, noun(st.Goal), length)
	}
	return "nothing meets the stipulation " + t.Stipulation
}

func sideName(c board.Color) string {
	return map[board.Color]string{board.White: "White", board.Black: "Black"}[c]
}

// length returns the length of the play in words: "1 move", "2.5 moves".
func (s *Stipulation) length() string {
	text := strconv.Itoa(s.Moves)
	if s.Half {
		text += ".5"
	}
	if text == "1" {
		return "1 move"
	}
	return text + " moves"
}

// noun returns what the goal is called within a sentence.
func noun(g Goal) string {
	switch g.Aim {
	case Mate:
		return "mate"
	case Stalemate:
		return "stalemate"
	case MateOrStalemate:
		return "mate or stalemate"
	case DoubleStalemate:
		return "stalemate of both sides"
	case DoubleMate:
		return "mate of both kings"
	case Check:
		return "check"
	case Capture:
		return "a capture"
	case Target:
		return "a move to " + g.Square
	case Castling:
		return "castling"
	}
	return "the goal " + g.String()
}
