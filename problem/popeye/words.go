package popeye

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	english "github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/rules"
)

// Language is one of the three languages of Popeye's input and output.
type Language uint8

// The languages. The first word of a file says which one it is in.
const (
	English Language = iota
	German
	French
)

// names are a word in the three languages.
type names [3]string

// words are keywords by meaning.
type words []names

// The commands that frame problems.
const (
	wordBegin = iota
	wordNext
	wordEnd
	wordTwin
	wordZero
)

var beginWords = words{{"beginproblem", "AnfangProblem", "DebutProbleme"}}

var frameWords = words{
	wordBegin: {"beginproblem", "AnfangProblem", "DebutProbleme"},
	wordNext:  {"nextproblem", "WeiteresProblem", "asuivre"},
	wordEnd:   {"endproblem", "EndeProblem", "FinProbleme"},
	wordTwin:  {"twin", "Zwilling", "jumeau"},
	wordZero:  {"zeroposition", "NullStellung", "zeroposition"},
}

// The commands of a problem.
const (
	wordRemark = iota
	wordStructured
	wordAuthor
	wordOrigin
	wordPieces
	wordCondition
	wordOption
	wordStipulation
	wordProtocol
	wordTitle
	wordLaTeX
	wordLaTeXPieces
	wordAward
	wordArray
	wordForsyth
)

// textWords are the commands after which the rest of the line is text.
var textWords = []int{
	wordRemark, wordAuthor, wordOrigin, wordTitle, wordAward, wordProtocol, wordLaTeX, wordLaTeXPieces,
}

var commandWords = words{
	wordRemark:      {"remark", "Bemerkung", "remarque"},
	wordStructured:  {"sstipulation", "sForderung", "senonce"},
	wordAuthor:      {"author", "Autor", "auteur"},
	wordOrigin:      {"origin", "Quelle", "source"},
	wordPieces:      {"pieces", "Steine", "pieces"},
	wordCondition:   {"condition", "Bedingung", "condition"},
	wordOption:      {"option", "Option", "option"},
	wordStipulation: {"stipulation", "Forderung", "enonce"},
	wordProtocol:    {"protocol", "Protokoll", "protocol"},
	wordTitle:       {"title", "Titel", "titre"},
	wordLaTeX:       {"LaTeX", "LaTeX", "LaTeX"},
	wordLaTeXPieces: {"LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"},
	wordAward:       {"award", "Auszeichnung", "prix"},
	wordArray:       {"InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"},
	wordForsyth:     {"Forsyth", "Forsyth", "Forsyth"},
}

// The options.
const (
	optDefence = iota
	optSetPlay
	optWhiteToPlay
	optVariations
	optMoveNumbers
	optStartMoveNumber
	optNoWk
	optDuplex
	optNoBk
	optThreat
	optNoThreat
	optTry
	optMaxSolutions
	optMaxFlights
	optNonTrivial
	optKeepMating
	optEnPassant
	optNoBoard
	optNoShort
	optHalfDuplex
	optPostKey
	optIntelligent
	optMaxTime
	optNoCastling
	optQuodlibet
	optStopOnShort
	optBeep
	optSuppressGrid
	optWriteGrid
	optExclusive
	optGoalIsEnd
	optNullMoves
	optUpTo
	optTrivialTries
	optMatesIn1
)

var optionWords = words{
	optDefence:         {"Defence", "Widerlegung", "Defense"},
	optSetPlay:         {"SetPlay", "Satzspiel", "Apparent"},
	optWhiteToPlay:     {"WhiteToPlay", "WeissBeginnt", "ApparentSeul"},
	optVariations:      {"Variations", "Varianten", "Variantes"},
	optMoveNumbers:     {"MoveNumbers", "Zugnummern", "Trace"},
	optStartMoveNumber: {"StartMoveNumber", "StartZugnummer", "Enroute"},
	optNoWk:            {"NoWk", "OhneWk", "SansRB"},
	optDuplex:          {"Duplex", "Duplex", "Duplex"},
	optNoBk:            {"NoBk", "OhneSk", "SansRN"},
	optThreat:          {"Threat", "Drohung", "Menace"},
	optNoThreat:        {"NoThreat", "OhneDrohung", "SansMenace"},
	optTry:             {"Try", "Verfuehrung", "Essais"},
	optMaxSolutions:    {"MaxSolutions", "MaxLoesungen", "MaxSolutions"},
	optMaxFlights:      {"MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"},
	optNonTrivial:      {"NonTrivial", "NichtTrivial", "NonTrivial"},
	optKeepMating:      {"KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"},
	optEnPassant:       {"EnPassant", "EnPassant", "EnPassant"},
	optNoBoard:         {"NoBoard", "OhneBrett", "SansEchiquier"},
	optNoShort:         {"NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"},
	optHalfDuplex:      {"HalfDuplex", "HalbDuplex", "DemiDuplex"},
	optPostKey:         {"PostKeyPlay", "NachSchluessel", "ApresCle"},
	optIntelligent:     {"Intelligent", "Intelligent", "Intelligent"},
	optMaxTime:         {"MaxTime", "MaxZeit", "MaxTemps"},
	optNoCastling:      {"NoCastling", "KeineRochade", "SansRoquer"},
	optQuodlibet:       {"Quodlibet", "Quodlibet", "Quodlibet"},
	optStopOnShort:     {"StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"},
	optBeep:            {"Beep", "Pieps", "Bip"},
	optSuppressGrid:    {"SuppressGrid", "OhneGitter", "SansGrille"},
	optWriteGrid:       {"WriteGrid", "ZeichneGitter", "AjouteGrille"},
	optExclusive: {
		"CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs",
	},
	optGoalIsEnd:    {"GoalIsEnd", "ZielIstEnde", "ButEstFin"},
	optNullMoves:    {"NullMoves", "NullZuege", "CoupsVides"},
	optUpTo:         {"UpToMoveNumber", "BisZugnummer", "JusquAuCoup"},
	optTrivialTries: {"TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"},
	optMatesIn1:     {"MatesIn1", "MattsIn1", "MatsEn1"},
}

// The operations of twins.
const (
	twinMove = iota
	twinExchange
	twinStipulation
	twinStructured
	twinAdd
	twinRemove
	twinContinued
	twinRotate
	twinCondition
	twinPolish
	twinMirror
	twinShift
	twinSubstitute
)

var twinWords = words{
	twinMove:        {"move", "versetze", "deplacement"},
	twinExchange:    {"exchange", "tausche", "echange"},
	twinStipulation: {"stipulation", "Forderung", "enonce"},
	twinStructured:  {"sstipulation", "SForderung", "senonce"},
	twinAdd:         {"add", "hinzufuegen", "ajoute"},
	twinRemove:      {"remove", "entferne", "ote"},
	twinContinued:   {"continued", "ferner", "enplus"},
	twinRotate:      {"rotate", "Drehung", "rotation"},
	twinCondition:   {"condition", "Bedingung", "condition"},
	twinPolish:      {"PolishType", "Farbwechsel", "CouleurEchange"},
	twinMirror:      {"mirror", "Spiegelung", "miroir"},
	twinShift:       {"shift", "Verschiebung", "translation"},
	twinSubstitute:  {"substitute", "ersetze", "remplace"},
}

// The colours of pieces besides white and black. Kirke knows the first of them.
const (
	neutral = iota + 2
	totalInvisible
)

var colourWords = words{
	board.White:    {"White", "Weiss", "Blanc"},
	board.Black:    {"Black", "Schwarz", "Noir"},
	neutral:        {"Neutral", "Neutral", "Neutre"},
	totalInvisible: {"TotalInvisible", "TotalUnsichtbar", "TotalInvisible"},
}

// coloured returns the piece of a type and one of colourWords.
func coloured(k rules.PieceType, colour int) rules.Piece {
	if colour == neutral {
		return rules.MakeNeutral(k)
	}
	return rules.MakePiece(k, board.Color(colour))
}

// colourOf returns the place of a piece's colour in colourWords.
func colourOf(m rules.Piece) int {
	if m.Neutral() {
		return neutral
	}
	return int(m.Color())
}

// attrRoyal is the attribute that is no trait of a type.
const attrRoyal = 0

var attributeWords = words{
	attrRoyal: {"Royal", "Koeniglich", "Royale"},
	1:         {"Kamikaze", "Kamikaze", "Kamikaze"},
	2:         {"Paralysing", "Paralysierend", "Paralysante"},
	3:         {"Chameleon", "Chamaeleon", "Cameleon"},
	4:         {"Jigger", "Jigger", "Jigger"},
	5:         {"Volage", "Volage", "Volage"},
	6:         {"Functionary", "Beamtet", "Fonctionnaire"},
	7:         {"HalfNeutral", "HalbNeutral", "DemiNeutre"},
	8:         {"HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"},
	9:         {"Protean", "Proteisch", "Protee"},
	10:        {"Magic", "Magisch", "Magique"},
	11:        {"Uncapturable", "Unschlagbar", "Imprenable"},
	12:        {"Patrol", "Patrouille", "Patrouille"},
	13:        {"Frischauf", "Frischauf", "Frischauf"},
	14:        {"Bul", "Bul", "Bul"},
	15:        {"Dob", "Dob", "Dob"},
	16:        {"Anda", "Anda", "Anda"},
	17:        {"AndaInverse", "AndaInvers", "AndaInverse"},
	18:        {"AliceA", "AliceA", "AliceA"},
	19:        {"AliceB", "AliceB", "AliceB"},
}

// letters are the letters of king, pawn, queen, knight, rook and bishop in the three languages.
var letters = [3]string{"KPQSRB", "KBDSTL", "RPDCTF"}

// ours are the letters of these pieces in the army of chess.
const ours = "KPQNRB"

// find returns the index of the word that a token stands for: the whole word, or a beginning that
// only one word has. ok is false if there is none, and err is not nil if there are several.
func find(n int, name func(int) string, token string) (index int, ok bool, err error) {
	token = strings.ToLower(token)
	var hits []int
	for i := range n {
		word := strings.ToLower(name(i))
		if word == token {
			return i, true, nil
		}
		if word != "" && strings.HasPrefix(word, token) {
			hits = append(hits, i)
		}
	}
	switch len(hits) {
	case 0:
		return 0, false, nil
	case 1:
		return hits[0], true, nil
	}
	return 0, false, fmt.Errorf("%q may be %s or %s", token, name(hits[0]), name(hits[1]))
}

// meant returns a question after the word that a misspelt token may stand for, "" if none is much
// like it.
func (w words) meant(lang Language, token string) string {
	var all []string
	for _, n := range w {
		all = append(all, strings.ToLower(n[lang]))
	}
	best := english.Closest(strings.ToLower(token), all)
	if best != "" {
		return fmt.Sprintf("; did you mean %s?", w[slices.Index(all, best)][lang])
	}
	var longer []string
	for i, name := range all {
		if len(token) > 3 && strings.Contains(name, strings.ToLower(token)) {
			longer = append(longer, w[i][lang])
		}
	}
	if len(longer) == 0 || len(longer) > 3 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", english.Or(longer))
}

// find returns the index of the word that a token stands for in a language.
func (w words) find(lang Language, token string) (int, bool, error) {
	return find(len(w), func(i int) string { return w[i][lang] }, token)
}
