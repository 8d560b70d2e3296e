package popeye

import (
	"regexp"
	"strings"

	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/problem"
)

// phrases are what is printed beside moves, by language.
var phrases = map[string][3]string{
	"zugzwang":    {"zugzwang.", "Zugzwang.", "blocus."},
	"threat":      {"threat:", "Drohung:", "menace:"},
	"but":         {"but", "Aber", "mais"},
	"finished":    {"solution finished.", "Loesung beendet.", "solution terminee."},
	"partial":     {"Partial solution", "Partielle Loesung", "solution partielle"},
	"time":        {"Time = ", "Zeit = ", "Temps = "},
	"interrupted": {"solving interrupted.", "Bearbeitung abgebrochen.", "solution interrompue."},
	"white":       {"White", "Weiss", "Blanc"},
	"black":       {"Black", "Schwarz", "Noir"},
	"refutes":     {"refutes.", "Widerlegt.", "Refute."},
}

// phrase returns a phrase in a language.
func (l Language) phrase(key string) string { return phrases[key][l] }

// notes are the solver's notes in German and French.
var notes = map[problem.Note][2]string{
	problem.NoteNoPawn: {
		"Inkonsistente Retro-Information\n\nProblem uebersprungen",
		"Information retro inconsistent\n\nprobleme ignoree",
	},
	problem.NoteNoWhiteKing: {
		"Weiss hat keinen Koenig; geloest wird trotzdem. Die Option OhneWk sagt, dass keiner fehlt.",
		"Les blancs n'ont pas de roi; le probleme est resolu tel quel. L'option SansRB dit que c'est voulu.",
	},
	problem.NoteNoBlackKing: {
		"Schwarz hat keinen Koenig; geloest wird trotzdem. Die Option OhneSk sagt, dass keiner fehlt.",
		"Les noirs n'ont pas de roi; le probleme est resolu tel quel. L'option SansRN dit que c'est voulu.",
	},
	problem.NoteKingTakeable: {
		"Die am Zug befindliche Partei kann den Koenig schlagen",
		"le camp au trait peut prendre le roi",
	},
	problem.NoteQuodlibet:   {"Quodlibet nicht anwendbar - ignoriert", "Quodlibet pas applicable - ignore"},
	problem.NoteGoalIsEnd:   {"ZielIstEnde nicht anwendbar - ignoriert", "ButEstFin pas applicable - ignore"},
	problem.NotePostKeyPlay: {"NachSchluessel nicht anwendbar - ignoriert", "ApresCle pas applicable - ignore"},
	problem.NoteWhiteToPlay: {"WeissBeginnt nicht anwendbar - ignoriert", "ApparentSeul pas applicable - ignore"},
	problem.NoteTry:         {"Verfuehrung nicht anwendbar", "jeu d'essai pas applicable"},
	problem.NoteSetPlay:     {"Satzspiel nicht anwendbar - ignoriert", "Apparent pas applicable - ignore"},
	problem.NoteMoveNumbers: {
		"StartZugnummer oder BisZugnummer inkompatibel mit der Forderung",
		"Enroute ou JusquAuCoup incompatible avec l'enonce",
	},
	problem.NoteStopOnShort: {
		"Option  StopNachKurzloesungen  nicht unterstuetzt im direkten Spiel.",
		"L'option  FinApresSolutionsCourtes  n'est pas soutenu au jeu direct.",
	},
	problem.NoteThreat: {
		`Option "Drohung" nicht anwendbar order maximale Laenge der Drohung zu gross`,
		`Option "menace" pas applicable ou longueur maximale de la menace trop grande`,
	},
	problem.NoteIntelligent: {
		"Intelligent Modus nur im h#/=, ser-#/= und ser-h#/=, " +
			"wenigen Maerchenbedingungen und keinen Maerchensteinen.",
		"mode intelligent seulement avec h#/=, ser-#/= et ser-h#/=, " +
			"facultativement avec certaines conditions, et sans pieces feeriques.",
	},
}

// note returns a note in a language.
func (l Language) note(n problem.Note) string {
	if texts, ok := notes[n]; ok && l != English {
		return texts[l-1]
	}
	return string(n)
}

// letter returns a piece's letter in a language.
func (l Language) letter(english string) string {
	if i := strings.Index(letters[English], english); i >= 0 && len(english) == 1 {
		return letters[l][i : i+1]
	}
	if walk := fairy.Find(int(English), english); walk != nil {
		return walk.Letters[l]
	}
	return english
}

// colours are the letters of White and Black in brackets.
var colours = [3]string{"wb", "ws", "bn"}

// move returns the text of a move in a language.
func (l Language) move(english string) string {
	if after, ok := strings.CutPrefix(english, "RoleExchange"); ok { // as a word, which Popeye sets apart
		name, _, _ := conditionNames.find(English, "RoleExchange")
		return " " + conditionNames[name][l] + after
	}
	if l == English {
		return english
	}
	var b strings.Builder
	for i := 0; i < len(english); {
		n := abbreviationAt(english, i)
		switch before := english[:i]; {
		case n > 0:
			b.WriteString(l.letter(english[i : i+n]))
			i += n
			continue
		case strings.HasSuffix(before, "[") || strings.HasSuffix(before, "[+"): // a rebirth begins
			if j := strings.IndexByte(colours[English], english[i]); j >= 0 {
				b.WriteByte(colours[l][j])
				i++
				continue
			}
		}
		b.WriteByte(english[i])
		i++
	}
	return b.String()
}

// abbreviationAt returns the length of the abbreviation of a piece in the text of a move that
// begins at a byte, 0 for none. The rank of a square is no abbreviation.
func abbreviationAt(move string, at int) int {
	in := func(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '/' }
	n := 0
	for at+n < len(move) && in(move[at+n]) {
		n++
	}
	isDigit := n > 0 && move[at] >= '0' && move[at] <= '9'
	if isDigit && at > 0 && (move[at-1] >= 'a' && move[at-1] <= 'h' || move[at-1] == '-') {
		return 0
	}
	return n
}

// structured returns a structured stipulation in a language.
func (l Language) structured(english string) string {
	side, rest, _ := strings.Cut(english, " ")
	return l.phrase(strings.ToLower(side)) + " " + rest
}

// condition returns a condition, as it is printed, in a language.
func (l Language) condition(english string) string {
	words := strings.Fields(english)
	for i, w := range words {
		for _, known := range conditionNames {
			if i == 0 && known[English] == w {
				words[i] = known[l]
			}
		}
		for _, known := range choiceWords {
			if i > 0 && known.names[English] == w {
				words[i] = known.names[l]
			}
		}
	}
	return strings.Join(words, " ")
}

// label returns the label of a twin in a language.
func (l Language) label(english string) string {
	name, changes, ok := strings.Cut(english, ") ")
	if !ok || l == English {
		return english
	}
	return name + ") " + oneChange.ReplaceAllStringFunc(changes, l.change)
}

// oneChange is one change in the label of a twin, or one of its conditions.
var oneChange = regexp.MustCompile(`[^ \n]+( [^ \n]+)*`)

// placed are pieces with their squares as labels of twins name them.
var placed = regexp.MustCompile(`\b([wb])(k?)([A-Z0-9/]+)([a-p][1-9])\b`)

// change returns one change of a twin in a language.
func (l Language) change(english string) string {
	word, rest, _ := strings.Cut(english, " ")
	if word == "White" || word == "Black" {
		return l.structured(english)
	}
	for _, w := range twinWords {
		if w[English] == word {
			return strings.TrimSuffix(w[l]+" "+rest, " ")
		}
	}
	for _, known := range conditionWords {
		if known.name == word {
			return l.condition(english)
		}
	}
	if from, to, ok := strings.Cut(english, " ==> "); ok {
		return l.letter(from) + " ==> " + l.letter(to)
	}
	return placed.ReplaceAllStringFunc(english, func(piece string) string {
		part := placed.FindStringSubmatch(piece)
		colour := colours[l][strings.IndexByte(colours[English], part[1][0])]
		return string(colour) + part[2] + l.letter(part[3]) + part[4]
	})
}
