package popeye

import (
	"regexp"
	"strings"

	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/problem"
)

// phrases are what a TextWriter prints, by language.
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

// phrase returns a phrase in the writer's language.
func (t *TextWriter) phrase(key string) string { return phrases[key][t.lang] }

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

// note returns a note in the writer's language.
func (t *TextWriter) note(n problem.Note) string {
	if texts, ok := notes[n]; ok && t.lang != English {
		return texts[t.lang-1]
	}
	return string(n)
}

// letter returns a piece's letter in the writer's language.
func (t *TextWriter) letter(english string) string {
	if i := strings.Index(letters[English], english); i >= 0 && len(english) == 1 {
		return letters[t.lang][i : i+1]
	}
	if walk := fairy.Find(int(English), english); walk != nil {
		return walk.Letters[t.lang]
	}
	return english
}

// colours are the letters of White and Black in brackets.
var colours = [3]string{"wb", "ws", "bn"}

// move returns the text of a move in the writer's language.
func (t *TextWriter) move(english string) string {
	if after, ok := strings.CutPrefix(english, "RoleExchange"); ok { // as a word, which Popeye sets apart
		name, _, _ := conditionNames.find(English, "RoleExchange")
		return " " + conditionNames[name][t.lang] + after
	}
	if t.lang == English {
		return english
	}
	var b strings.Builder
	for i := 0; i < len(english); {
		n := abbreviationAt(english, i)
		switch before := english[:i]; {
		case n > 0:
			b.WriteString(t.letter(english[i : i+n]))
			i += n
			continue
		case strings.HasSuffix(before, "[") || strings.HasSuffix(before, "[+"): // a rebirth begins
			if j := strings.IndexByte(colours[English], english[i]); j >= 0 {
				b.WriteByte(colours[t.lang][j])
				i++
				continue
			}
		}
		b.WriteByte(english[i])
		i++
	}
	return b.String()
}

// abbreviationAt returns the length of the abbreviation of a piece in the text of a move that begins
// at a byte, 0 for none. The rank of a square is no abbreviation.
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

// structured returns a structured stipulation in the writer's language.
func (t *TextWriter) structured(english string) string {
	side, rest, _ := strings.Cut(english, " ")
	return t.phrase(strings.ToLower(side)) + " " + rest
}

// condition returns a condition, as it is printed, in the writer's language.
func (t *TextWriter) condition(english string) string {
	words := strings.Fields(english)
	for i, w := range words {
		for _, known := range conditionNames {
			if i == 0 && known[English] == w {
				words[i] = known[t.lang]
			}
		}
		for _, known := range choiceWords {
			if i > 0 && known.names[English] == w {
				words[i] = known.names[t.lang]
			}
		}
	}
	return strings.Join(words, " ")
}

// label returns the label of a twin in the writer's language.
func (t *TextWriter) label(english string) string {
	name, changes, ok := strings.Cut(english, ") ")
	if !ok || t.lang == English {
		return english
	}
	return name + ") " + oneChange.ReplaceAllStringFunc(changes, t.change)
}

// oneChange is one change in the label of a twin, or one of its conditions.
var oneChange = regexp.MustCompile(`[^ \n]+( [^ \n]+)*`)

// placed are pieces with their squares as labels of twins name them.
var placed = regexp.MustCompile(`\b([wb])(k?)([A-Z0-9/]+)([a-p][1-9])\b`)

// change returns one change of a twin in the writer's language.
func (t *TextWriter) change(english string) string {
	word, rest, _ := strings.Cut(english, " ")
	if word == "White" || word == "Black" {
		return t.structured(english)
	}
	for _, w := range twinWords {
		if w[English] == word {
			return strings.TrimSuffix(w[t.lang]+" "+rest, " ")
		}
	}
	for _, known := range conditionWords {
		if known.name == word {
			return t.condition(english)
		}
	}
	if from, to, ok := strings.Cut(english, " ==> "); ok {
		return t.letter(from) + " ==> " + t.letter(to)
	}
	return placed.ReplaceAllStringFunc(english, func(piece string) string {
		part := placed.FindStringSubmatch(piece)
		colour := colours[t.lang][strings.IndexByte(colours[English], part[1][0])]
		return string(colour) + part[2] + t.letter(part[3]) + part[4]
	})
}
