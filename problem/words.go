package problem

import (
	"fmt"
	"strings"
)

// Language is one of the three of Popeye's input and output.
type Language uint8

// The languages; a file is in that of its first word.
const (
	English Language = iota
	German
	French
)

// words are the keywords of one table in the three languages, by meaning.
type words [][3]string

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

// textWords are those after which the rest of the line is text.
var textWords = []int{wordRemark, wordAuthor, wordOrigin, wordTitle, wordAward, wordProtocol, wordLaTeX, wordLaTeXPieces}

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
	optExclusive:       {"CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"},
	optGoalIsEnd:       {"GoalIsEnd", "ZielIstEnde", "ButEstFin"},
	optNullMoves:       {"NullMoves", "NullZuege", "CoupsVides"},
	optUpTo:            {"UpToMoveNumber", "BisZugnummer", "JusquAuCoup"},
	optTrivialTries:    {"TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"},
	optMatesIn1:        {"MatesIn1", "MattsIn1", "MatsEn1"},
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

var colourWords = words{{"White", "Weiss", "Blanc"}, {"Black", "Schwarz", "Noir"}, {"Neutral", "Neutral", "Neutre"}, {"TotalInvisible", "TotalUnsichtbar", "TotalInvisible"}}

// The attributes of men.
const (
	attrRoyal = iota
	attrKamikaze
)

var attributeWords = words{
	attrRoyal: {"Royal", "Koeniglich", "Royale"}, attrKamikaze: {"Kamikaze", "Kamikaze", "Kamikaze"},
	{"Paralysing", "Paralysierend", "Paralysante"}, {"Chameleon", "Chamaeleon", "Cameleon"}, {"Jigger", "Jigger", "Jigger"},
	{"Volage", "Volage", "Volage"}, {"Functionary", "Beamtet", "Fonctionnaire"}, {"HalfNeutral", "HalbNeutral", "DemiNeutre"},
	{"HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"}, {"Protean", "Proteisch", "Protee"},
	{"Magic", "Magisch", "Magique"}, {"Uncapturable", "Unschlagbar", "Imprenable"}, {"Patrol", "Patrouille", "Patrouille"},
	{"Frischauf", "Frischauf", "Frischauf"},
}

// letters are the men's letters in the three languages, in the order K P Q S R B.
var letters = [3]string{"KPQSRB", "KBDSTL", "RPDCTF"}

// ours are the letters of the army for them.
const ours = "KPQNRB"

// Popeye's conditions that Kirke plays, with what they add to the game.
var conditionWords = []struct {
	names [3]string
	kind  conditionKind
	id    string
	text  string // as printed, where that is not the first name
}{
	{[3]string{"Circe", "Circe", "Circe"}, circeCondition, "circe", "Circe"},
	{[3]string{"AntiCirce", "AntiCirce", "AntiCirce"}, antiCondition, "anticirce-calvet", "AntiCirce"},
	{[3]string{"MarsCirce", "MarsCirce", "MarsCirce"}, plainCondition, "circe-martian", "MarsCirce"},
	{[3]string{"MirrorCirce", "SpiegelCirce", "CirceMalefique"}, circeCondition, "circe-mirror", "Circe Mirror"},
	{[3]string{"PWC", "PlatzwechselCirce", "CirceEchange"}, circeCondition, "circe-pwc", "Circe PWC"},
	{[3]string{"ChameleonCirce", "ChamaeleonCirce", "CirceCameleon"}, circeCondition, "circe-chameleon", "Circe Chameleon"},
	{[3]string{"CouscousCirce", "CouscousCirce", "CirceCouscous"}, circeCondition, "circe-coucou", "Circe Couscous"},
	{[3]string{"EquipollentsCirce", "EquipollentsCirce", "CirceEquipollents"}, circeCondition, "circe-equipollents", "Circe Equipollents"},
	{[3]string{"DiagramCirce", "DiagrammCirce", "CirceDiagramme"}, circeCondition, "circe-diagram", "Circe Diagram"},
	{[3]string{"ParrainCirce", "CirceParrain", "CirceParrain"}, circeCondition, "circe-parrain", "Circe Parrain"},
	{[3]string{"SymmetryCirce", "SymmetrieCirce", "CirceSymetrique"}, circeCondition, "circe-symmetrical", "Circe Symmetry"},
	{[3]string{"CirceClone", "CirceClone", "CirceClone"}, circeCondition, "circe-clone", "Circe Clone"},
	{[3]string{"CirceAssassin", "AssassinCirce", "CirceAssassin"}, circeCondition, "circe-assassin", "Circe Assassin"},
	{[3]string{"LastCapture", "LetzterSchlag", "DernierePrise"}, lastCapture, "", "LastCapture"},
}

type conditionKind uint8

const (
	plainCondition conditionKind = iota // nothing follows
	circeCondition                      // choices of Circe follow
	antiCondition                       // a type of Anticirce follows
	lastCapture                         // a man and a square follow
)

// choiceWords are the choices of Circe and Anticirce, by what they add, in the order in which they are printed; "" is nothing of ours.
var choiceWords = []struct {
	names [3]string
	id    string
}{
	{[3]string{"Couscous", "Couscous", "Couscous"}, "circe-coucou"},
	{[3]string{"Equipollents", "Equipollents", "Equipollents"}, "circe-equipollents"},
	{[3]string{"Parrain", "Parrain", "Parrain"}, "circe-parrain"},
	{[3]string{"Symmetry", "Symmetrie", "Symetrie"}, "circe-symmetrical"},
	{[3]string{"Diagram", "Diagramm", "Diagramme"}, "circe-diagram"},
	{[3]string{"PWC", "Platzwechsel", "Echange"}, "circe-pwc"},
	{[3]string{"Mirror", "Spiegel", "Malefique"}, "circe-mirror"},
	{[3]string{"Assassin", "Assassin", "Assassin"}, "circe-assassin"},
	{[3]string{"Strict", "Strikt", "Stricte"}, "circe-strict"},
	{[3]string{"Volcanic", "Vulkan", "Volcanique"}, "circe-volcanic"},
	{[3]string{"Clone", "Clone", "Clone"}, "circe-clone"},
	{[3]string{"Chameleon", "Chamaeleon", "Chameleon"}, "circe-chameleon"},
	{[3]string{"RexInclusive", "RexInklusive", "RexInclusif"}, "circe-rex-inclusive"},
	{[3]string{"RexExclusive", "RexExklusive", "RexExclusif"}, "-"},
	{[3]string{"Calvet", "Calvet", "Calvet"}, "calvet"},
	{[3]string{"Cheylan", "Cheylan", "Cheylan"}, "cheylan"},
	{[3]string{"Diametral", "Diametral", "Diametral"}, ""},
	{[3]string{"VerticalMirror", "VertikalSpiegel", "MalefiqueVerticale"}, ""},
	{[3]string{"Turncoats", "Turncoat", "Turncoats"}, ""},
	{[3]string{"LastMove", "LetzterZug", "CoupDernier"}, ""},
	{[3]string{"ContraParrain", "ContraParrain", "ContraParrain"}, ""},
	{[3]string{"Cage", "Kaefig", "Cage"}, ""},
	{[3]string{"Rank", "Reihe", "Rangee"}, ""},
	{[3]string{"File", "File", "Colonne"}, ""},
	{[3]string{"VerticalSymmetry", "VertikaleSymmetrie", "VerticaleSymetrique"}, ""},
	{[3]string{"HorizontalSymmetry", "HorizontaleSymmetrie", "HorizontaleSymetrique"}, ""},
	{[3]string{"Antipodes", "Antipoden", "Antipodes"}, ""},
	{[3]string{"Take&Make", "Take&Make", "Take&Make"}, ""},
	{[3]string{"Super", "Super", "Super"}, ""},
	{[3]string{"April", "April", "Avril"}, ""},
	{[3]string{"Frischauf", "Frischauf", "Frischauf"}, ""},
	{[3]string{"Relaxed", "Locker", "Relache"}, ""},
	{[3]string{"Parachute", "Fallschirm", "Parachute"}, ""},
	{[3]string{"Einstein", "Einstein", "Einstein"}, ""},
	{[3]string{"ReversalEinstein", "ReversesEinstein", "ReversEinstein"}, ""},
	{[3]string{"WaitCapture", "NaechsterSchlag", "PriseProchaine"}, ""},
	{[3]string{"CaptureSquare", "Schlagfeld", "CaseDePrise"}, ""},
}

// find returns the index of the word that a token means: the whole word, or a beginning that
// only one word has. ok is false when there is none, or more than one, which err then says.
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

func (w words) find(lang Language, token string) (int, bool, error) {
	return find(len(w), func(i int) string { return w[i][lang] }, token)
}
