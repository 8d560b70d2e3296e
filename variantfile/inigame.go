package variantfile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// lacking are the keys whose rules Kirke does not have, with the values that ask for none.
var lacking = map[string]string{
	"twoBoards": "false", "seirawanGating": "false", "shatarMateRule": "false",
	"tripleStepRegionWhite": "-", "tripleStepRegionBlack": "-",
	"enclosingDrop": "none", "flipEnclosedPieces": "none", "freeDrops": "false", "petrifyBlastPieces": "false",
	"castlingKingFile": "e", "castlingRookKingsideFile": "l", "castlingRookQueensideFile": "a",
	"moveRepetitionIllegal": "false", "countingRule": "none", "chasingRule": "none",
}

// leftOut are the lacking keys of built-in games that are played without them, with what the notes of
// the game say.
var leftOut = map[string]string{
	"countingRule": "The counting rule for endgames is not played.",
	"chasingRule":  "Perpetual chases are not forbidden, and count as any other repetition.",
}

// ignored are the keys that say nothing of the rules.
var ignored = []string{
	"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "nnueAlias", "endgameEval",
}

// conditional are the keys that mean something only with a piece or another key, which reads them.
var conditional = []string{
	"doubleStepRegionWhite", "doubleStepRegionBlack", "soldierPromotionRank", "nFoldValueAbsolute",
	"enclosingDropStart", "promotionPawnTypes", "pawnTypes", "gating",
}

// iniGame is a section on its way to a game.
type iniGame struct {
	*section
	types   []iniPiece
	partial bool // some pieces could not be read
	size    board.Size
	used    map[string]bool
	refused map[string]bool // keys with a fault
	faults  []*UnsupportedError
}

// game returns the game of a section, or the keys that it needs and Kirke lacks, and those that
// cannot be read.
func (s *section) game() (*rules.Variant, []*UnsupportedError) {
	g := &iniGame{section: s, used: map[string]bool{}, refused: map[string]bool{}}
	v := &rules.Variant{ID: strings.ToLower(s.name), Name: s.name, Version: 1,
		Summary: "A game from a variants file of Fairy-Stockfish."}
	g.lacks(v)
	g.readPieces()
	if !g.board(v) {
		return nil, g.faults
	}
	for _, step := range []func(*rules.Variant){
		g.pieces, g.start, g.castling, g.promotion, g.drops, g.others, g.ends, g.unknown,
	} {
		step(v)
	}
	g.leaveOut(v)
	if len(g.faults) == 0 {
		for _, wrong := range v.Validate() {
			g.faults = append(g.faults, g.fault("", "%s: %v", wrong.Field, wrong))
		}
	}
	return v, g.faults
}

// lacks notes the keys whose rules Kirke does not have.
func (g *iniGame) lacks(v *rules.Variant) {
	for _, key := range g.keys {
		none, ok := lacking[key]
		if !ok || g.values[key] == none {
			continue
		}
		if note := leftOut[key]; note != "" && g.builtIn(key) {
			v.Notes = append(v.Notes, note)
			continue
		}
		g.faults = append(g.faults, g.fault(key, "it needs %s = %s, which Kirke does not play", key, g.values[key]))
	}
}

// unknown notes the keys that nothing reads.
func (g *iniGame) unknown(*rules.Variant) {
	for _, key := range g.keys {
		_, isPiece := stock(key)
		_, isLacking := lacking[key]
		if !isPiece && !isLacking && !g.used[key] && !g.refused[key] && !slices.Contains(ignored, key) &&
			!slices.Contains(conditional, key) && !isMobility(key) {
			g.faults = append(g.faults, g.fault(key, "the key %s is not known%s", key, g.similar(key)))
		}
	}
}

// similar suggests a key in place of one that nothing reads, when all others have been read.
func (g *iniGame) similar(key string) string {
	known := slices.Concat(slices.Sorted(maps.Keys(g.used)), slices.Sorted(maps.Keys(lacking)), conditional)
	known = slices.DeleteFunc(known, func(k string) bool { return k == key })
	if best := words.Closest(key, known); best != "" {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return ""
}

// isMobility reports whether a key is the mobility region of a piece, which the game may lack.
func isMobility(key string) bool {
	name, ok := strings.CutPrefix(key, "mobilityRegion")
	if color := strings.TrimPrefix(strings.TrimPrefix(name, "White"), "Black"); ok && color != "" {
		_, known := stock(strings.ToLower(color[:1]) + color[1:])
		return known
	}
	return false
}

// board reads the size of the board, and reports whether it is one.
func (g *iniGame) board(v *rules.Variant) bool {
	g.size = board.Size{Files: g.file("maxFile", 7) + 1, Ranks: g.number("maxRank", 8)}
	v.Size = g.size
	if err := g.size.Check(); err != nil {
		g.faults = append(g.faults, g.fault(cmp.Or(g.setOf("maxRank", "maxFile"), "maxRank"), "the board: %v", err))
		return false
	}
	return true
}

// setOf returns the first of some keys that the file sets, "" for none.
func (g *iniGame) setOf(keys ...string) string {
	for _, key := range keys {
		if !g.builtIn(key) {
			return key
		}
	}
	return ""
}

func (g *iniGame) pieces(v *rules.Variant) {
	for from, to := range g.pairs("promotedPieceType") {
		i := slices.IndexFunc(g.types, func(m iniPiece) bool { return m.letter == from })
		switch {
		case to == "-":
			g.types[i].into = 0
		case len(to) == 1 && g.has(to[0]):
			g.types[i].into = to[0]
		case !g.builtIn("promotedPieceType") && !g.partial:
			g.refuse("promotedPieceType", "there is no piece %q", to)
		}
	}
	g.army(v)
	if g.flag("cambodianMoves") {
		g.firstMoves(v)
	}
	v.Pawns = rules.Pawns{FirstRank: true, EnPassant: g.passing(g.regions("enPassantRegion", board.Regions{}))}
	for letter, limit := range g.pairs("promotionLimit") {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 0 || n > maxNumber {
			g.refuse("promotionLimit", "%q is not a number", limit)
		}
		for i := range v.Army {
			t := &v.Army[i]
			if string(rune(letter)) == cmp.Or(t.Kind, string(rune(t.Letter))) {
				t.Limit = n
			}
		}
	}
}

// firstMoves gives the king and the fers the leaps that they make once in ouk chatrang.
func (g *iniGame) firstMoves(v *rules.Variant) {
	fers := g.named("fers")
	for i := range v.Army {
		switch t := &v.Army[i]; {
		case t.Mark != 0:
		case t.Royal:
			t.Betza += "imfsN"
		case fers != "" && t.Letter == fers[0]:
			t.Betza += "imfD"
		default:
			continue
		}
		v.FirstMoves.Once += v.Army[i].Label()
		v.Army[i].Doc = doc(&v.Army[i])
	}
	v.FirstMoves.AimedBy = g.named("rook")
	var marked, want []string // the files of these pieces, as the field of rights writes them
	fields := g.fen()
	if len(fields) > 2 {
		marked = strings.Split(fields[2], "")
	}
	placement, _, _ := strings.Cut(fields[0], "[")
	pieces, err := v.ParsePlacement(placement)
	if err != nil {
		return // the starting position says so
	}
	for sq, pc := range pieces {
		at := board.Square(sq)
		if pc.Type() == 0 || v.Size.RankFrom(pc.Color(), at) != 0 ||
			!strings.Contains(v.FirstMoves.Once, v.Type(pc.Type()).Label()) {
			continue
		}
		file := strings.ToUpper(board.FileName(v.Size.File(at)))
		if pc.Color() == board.Black {
			file = strings.ToLower(file)
		}
		want = append(want, file)
	}
	slices.Sort(marked)
	slices.Sort(want)
	if !slices.Equal(marked, want) {
		g.refuse("cambodianMoves", "the starting position gives %q first moves, and not the king and the fers of both "+
			"sides", strings.Join(marked, ""))
	}
}

// start reads the starting position.
func (g *iniGame) start(v *rules.Variant) {
	fields := g.fen()
	v.Start.Placement, v.Start.Hand, _ = strings.Cut(fields[0], "[")
	v.Start.Hand = strings.Trim(v.Start.Hand, "]-")
	if len(fields) > 1 && fields[1] == "b" {
		v.Start.Black = true
	}
	if len(fields) > 2 {
		v.Start.Rights = fields[2]
	}
}

// fen returns the fields of the starting position.
func (g *iniGame) fen() []string {
	return strings.Fields(cmp.Or(g.value("startFen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
}

// castling reads who castles and where to. Without rights at the start nobody does.
func (g *iniGame) castling(v *rules.Variant) {
	rights := v.Start.Rights
	king, queen := g.file("castlingKingsideFile", 6), g.file("castlingQueensideFile", 2)
	c := rules.Castling{KingTo: [2]int{queen, king}, RookTo: [2]int{queen + 1, king - 1},
		Free: g.flag("chess960"), Rank: g.number("castlingRank", 1) - 1, Opposite: g.flag("oppositeCastling")}
	if letter := g.letter("castlingKingPiece"); letter != "" && !g.royal(letter[0]) {
		c.King = letter[0]
	}
	if c.Rooks = cmp.Or(g.letters("castlingRookPieces"), g.named("rook")); c.Rooks == "R" {
		c.Rooks = ""
	}
	dropped := g.flag("castlingDroppedPiece")
	has := strings.ContainsAny(rights, "KQkq")
	if !g.unless("castling") || !has && !dropped {
		v.Start.Rights = ""
		return
	}
	v.Castling = c
	if rights == "KQkq" || dropped {
		v.Start.Rights = ""
	}
}

// royal reports whether the piece with a letter is a king.
func (g *iniGame) royal(letter byte) bool {
	return slices.ContainsFunc(g.types, func(m iniPiece) bool { return m.letter == letter && m.name == "king" })
}

// promotion reads what becomes of pieces, and where.
func (g *iniGame) promotion(v *rules.Variant) {
	p := &v.Promotion
	mark := ""
	if g.flag("capturesToHand") && !g.flag("dropLoop") && g.pawnLetters() != "" {
		mark = "~"
	}
	to := func(letters string) string {
		var b strings.Builder
		for _, letter := range []byte(letters) {
			if _, n := v.LabelPrefix(string(rune(letter)) + mark); n > 0 {
				b.WriteString(string(rune(letter)) + mark)
			}
		}
		return b.String()
	}
	p.To = to(g.promotions())
	if p.Black = to(g.letters("promotionPieceTypesBlack")); p.Black == "" && g.value("promotionPieceTypesBlack") != "" {
		g.refuse("promotionPieceTypesBlack", "Kirke does not play a game in which pawns of Black alone do not promote")
	}
	p.Zone = g.regions("promotionRegion", board.Regions{White: g.rankRegion(8), Black: g.rankRegion(1)})
	if g.flag("sittuyinPromotion") {
		v.InPlace = rules.InPlace{Active: true, LastAnywhere: true}
	}
	p.Optional = !g.unless("mandatoryPawnPromotion")
	p.Forced, p.OnCapture = g.flag("mandatoryPiecePromotion"), g.flag("piecePromotionOnCapture")
	p.Back = g.flag("pieceDemotion")
	if types := g.letters("promotionPawnTypes"); types != "" {
		for i := range v.Army {
			v.Army[i].Pawn = strings.IndexByte(types, v.Army[i].Letter) >= 0 && v.Army[i].Mark == 0
		}
	}
	g.blackPawns(v)
	g.idleTypes(v)
}

// blackPawns reads which pieces of Black are pawns. A piece that both sides have is a pawn for both or
// for neither.
func (g *iniGame) blackPawns(v *rules.Variant) {
	const key = "promotionPawnTypesBlack"
	if g.value(key) == "" {
		return
	}
	types := g.letters(key)
	for i := range v.Army {
		t := &v.Army[i]
		if t.Mark != 0 {
			continue
		}
		switch black := strings.IndexByte(types, t.Letter) >= 0; {
		case black == t.Pawn:
		case g.starts(v, board.White, t.Letter) && (black || g.starts(v, board.Black, t.Letter)):
			g.refuse(key, "the %s would be a pawn for one side only, which Kirke does not play", t.Name)
		default:
			t.Pawn = t.Pawn || black
		}
	}
}

// starts reports whether a side may have the piece with a letter: from the start, in hand, or by
// promotion or capture.
func (g *iniGame) starts(v *rules.Variant, c board.Color, letter byte) bool {
	promotions := v.Promotion.To
	if c == board.Black {
		promotions = cmp.Or(v.Promotion.Black, promotions)
	}
	own := string(rune(letter))
	if c == board.Black {
		own = strings.ToLower(own)
	}
	return strings.Contains(v.Start.Placement+v.Start.Hand, own) || strings.IndexByte(promotions, letter) >= 0 ||
		g.flag("capturesToHand")
}

// idleTypes refuses a fifty-move rule in which the moves of other pieces than pawns count.
func (g *iniGame) idleTypes(v *rules.Variant) {
	for c := range board.Color(2) {
		for _, key := range []string{"nMoveRuleTypes", "nMoveRuleTypes" + c.String()} {
			if g.value(key) == "" {
				continue
			}
			types := g.letters(key)
			for i := range v.Army {
				t := &v.Army[i]
				if t.Mark == 0 && g.starts(v, c, t.Letter) && t.Pawn != (strings.IndexByte(types, t.Letter) >= 0) {
					g.refuse(key, "%q are not the pawns, whose moves alone Kirke counts", g.values[key])
				}
			}
		}
	}
}

func (g *iniGame) drops(v *rules.Variant) {
	v.Drops = rules.Drops{
		Active: g.flag("pieceDrops"), Captured: g.flag("capturesToHand"), Promoted: g.flag("dropLoop"),
		EitherSide: g.flag("dropPromoted"), Zone: g.regions("dropRegion", board.Regions{}),
		PawnsFirstRank: g.flag("firstRankPawnDrops"), PawnsInZone: g.flag("promotionZonePawnDrops"),
		Once: g.letter("dropNoDoubled"), OnceCount: g.number("dropNoDoubledCount", 0),
		NoCheck: !g.unless("dropChecks"), Mobile: g.flag("immobilityIllegal"),
		Bishops: g.bishops(), Castling: g.flag("castlingDroppedPiece"),
	}
	if forced := cmp.Or(g.value("mustDropType"), "*"); g.flag("mustDrop") {
		if v.Drops.Forced = forced; forced != "*" {
			v.Drops.Forced = g.letter("mustDropType")
		}
	}
	if g.flag("shogiPawnDropMateIllegal") {
		v.Drops.NoMate = g.named("shogiPawn")
	}
	if !v.Drops.Active {
		v.Drops, v.Start.Hand = rules.Drops{Mobile: v.Drops.Mobile}, ""
	}
}

// bishops returns the letter of the bishops that must be shared between light and dark squares.
func (g *iniGame) bishops() string {
	if g.flag("dropOppositeColoredBishop") {
		return g.named("bishop")
	}
	return ""
}

// others reads what is captured, checked, passed and walled.
func (g *iniGame) others(v *rules.Variant) {
	v.Capture = rules.Capture{
		Forced: g.flag("mustCapture"), Blast: g.flag("blastOnCapture"), BlastProof: g.labels(v, "blastImmuneTypes"),
		Immune: g.labels(v, "mutuallyImmuneTypes"), Petrifies: g.labels(v, "petrifyOnCaptureTypes"),
	}
	v.Check = rules.Check{Forbidden: !g.unless("checking"), Facing: g.flag("flyingGeneral"),
		Bikjang: g.flag("bikjangRule"), KingStays: g.flag("makpongRule"), Count: g.checks()}
	v.Passing = g.passes()
	places := map[string]rules.WallPlace{"": rules.NoWalls, "none": rules.NoWalls, "static": rules.WallAny,
		"past": rules.WallLeft, "arrow": rules.WallArrow, "edge": rules.WallEdge, "duck": rules.WallMoves}
	place, ok := places[g.value("wallingRule")]
	if !ok {
		g.fail("wallingRule", "a rule for walls")
	}
	v.Walls = rules.Walls{
		Place: place, Zone: g.regions("wallingRegion", board.Regions{}), Instead: g.flag("wallOrMove"),
	}
}

// checks returns how many checks win, 0 if they are not counted. The starting position has the number
// in its fifth field; without one the first check wins.
func (g *iniGame) checks() int {
	fields := g.fen()
	if !g.flag("checkCounting") {
		return 0
	}
	if len(fields) < 5 {
		return 1
	}
	white, black, ok := strings.Cut(fields[4], "+")
	if !ok {
		return 1
	}
	n, err := strconv.Atoi(white)
	switch {
	case err != nil || n < 1 || n > 9:
		g.refuse("startFen", "%q is not a number of checks, 1+1 to 9+9", fields[4])
	case white != black:
		g.refuse("startFen", "%q: both sides must give as many checks", fields[4])
	}
	return n
}

// passing returns where pawns are taken en passant: only in regions of sides whose pawns take so.
func (g *iniGame) passing(region board.Regions) board.Regions {
	var never [2]bool
	for c := range board.Color(2) {
		for _, key := range []string{"enPassantTypes", "enPassantTypes" + c.String()} {
			switch types := g.letters(key); {
			case g.value(key) == "" || g.refused[key] || types != "" && sameLetters(types, g.pawnLetters()):
			case types != "":
				g.refuse(key, "%q are not the pawns, which alone take en passant in Kirke", g.values[key])
			default:
				never[c] = true
			}
		}
	}
	if never != [2]bool{} && region == (board.Regions{}) {
		region = board.Same("*")
	}
	if never[board.White] {
		region.White = "-"
	}
	if never[board.Black] {
		region.Black = "-"
	}
	return region
}

// sameLetters reports whether two texts have the same letters.
func sameLetters(a, b string) bool { return strings.Trim(a, b) == "" && strings.Trim(b, a) == "" }

// passes returns who may pass.
func (g *iniGame) passes() rules.Passing {
	always, stuck := g.sides("pass"), g.sides("passOnStalemate")
	for c := range stuck {
		stuck[c] = stuck[c] && !always[c]
	}
	switch {
	case always == [2]bool{}:
		return rules.Passing{White: stuck[0], Black: stuck[1], Stalemated: stuck != [2]bool{}}
	case stuck != [2]bool{}:
		key := "passOnStalemate"
		g.refuse(cmp.Or(g.setOf(key, key+"White", key+"Black", "pass", "passWhite", "passBlack"), key),
			"one side may pass always and the other in stalemate, which Kirke does not play")
	}
	return rules.Passing{White: always[0], Black: always[1]}
}

// score reads a result for the side that it befalls.
func (g *iniGame) score(key string, otherwise rules.Score) rules.Score {
	switch text := g.value(key); text {
	case "", "none":
		return otherwise
	case "win", "loss", "draw":
		return rules.Score(text)
	}
	g.fail(key, "win, loss or draw")
	return otherwise
}

// ends reads how the game ends.
func (g *iniGame) ends(v *rules.Variant) {
	v.Extinction = g.extinction(v)
	goal := rules.Goal{
		Types: g.goalTypes(v), Zone: g.regions("flagRegion", board.Regions{}), Count: g.number("flagPieceCount", 0),
		Reply: g.flag("flagMove"), Safe: g.flag("flagPieceSafe"), Blocked: g.flag("flagPieceBlockedWin"),
	}
	if goal.Zone != (board.Regions{}) {
		v.Goal = goal
		for side, region := range []*board.Region{&v.Goal.Zone.White, &v.Goal.Zone.Black} {
			if g.values["flagRegion"] == "" && g.values["flagRegion"+board.Color(side).String()] == "" {
				*region = "-"
			}
		}
	}
	v.Row = rules.Row{
		Length: g.number("connectN", 0), Square: g.number("connectNxN", 0), Line: g.number("collinearN", 0),
		Types: g.labels(v, "connectPieceTypes"), NoRanks: !g.unless("connectHorizontal"),
		NoFiles: !g.unless("connectVertical"), NoDiagonals: !g.unless("connectDiagonal"),
		From: g.regions("connectRegion1", board.Regions{}), To: g.regions("connectRegion2", board.Regions{}),
		Loses: g.wins("connectValue", rules.Win) == rules.Loss,
	}
	g.results(v)
}

// extinction reads which pieces a side may run out of, and what that is worth.
func (g *iniGame) extinction(v *rules.Variant) rules.Extinction {
	value := g.wins("extinctionValue", "")
	e := rules.Extinction{
		Types: g.labels(v, "extinctionPieceTypes"), Wins: value == rules.Win,
		Count: g.number("extinctionPieceCount", 0), Opponent: g.number("extinctionOpponentPieceCount", 0),
		Claim: g.flag("extinctionClaim"), Royal: g.flag("extinctionPseudoRoyal"), Together: g.flag("dupleCheck"),
	}
	if value == "" {
		if e.Types != "" && g.value("extinctionValue") == "" {
			g.refuse("extinctionPieceTypes", "extinctionValue must say whether the side wins or loses")
		}
		return rules.Extinction{}
	}
	return e
}

// wins reads a result that must be a win or a loss.
func (g *iniGame) wins(key string, otherwise rules.Score) rules.Score {
	value := g.score(key, otherwise)
	if value == rules.Draw {
		g.fail(key, "win or loss, and Kirke does not play a draw here")
	}
	return value
}

// results reads what mate, stalemate, repetition and idle play are worth.
func (g *iniGame) results(v *rules.Variant) {
	if strings.Trim(g.value("castlingWins"), "KQkq-") != "" {
		g.fail("castlingWins", "some of the letters KQkq")
	}
	drawn := map[string]string{"blackdrawodds": "black", "whitedrawodds": "white"}
	switch counting := g.value("materialCounting"); counting {
	case "", "none", "unweighted", "blackdrawodds", "whitedrawodds", "janggi":
	default:
		g.fail("materialCounting", "a way of counting material that Kirke plays")
	}
	v.End = rules.End{
		NoClaims: true, Stalemate: g.score("stalemateValue", ""), StalemateCount: g.flag("stalematePieceCount"),
		Mate: g.score("checkmateValue", ""), Perpetual: g.flag("perpetualCheckIllegal"),
		Full:     g.flag("adjudicateFullBoard"),
		Material: slices.Contains([]string{"unweighted", "janggi"}, g.value("materialCounting")),
		Castled:  strings.Trim(g.value("castlingWins"), "-"),
		Drawn:    drawn[g.value("materialCounting")],
	}
	if v.End.Stalemate != rules.Win && v.End.Stalemate != rules.Loss {
		v.End.StalemateCount = false // Fairy-Stockfish counts for a win or a loss alone
	}
	if g.value("materialCounting") == "janggi" {
		v.End.Bonus = 3
	}
	if n := g.number("nFoldRule", 3); n != 3 {
		v.End.Repetition = n
	}
	switch value := g.score("nFoldValue", ""); {
	case (value == "" || value == rules.Draw) && v.End.Material:
		v.End.Repeated = "material"
	case value == "" || value == rules.Draw:
	case g.flag("nFoldValueAbsolute") && value == rules.Win:
		v.End.Repeated = "white"
	case g.flag("nFoldValueAbsolute"):
		v.End.Repeated = "black"
	case value == rules.Win:
		v.End.Repeated = "mover"
	default:
		v.End.Repeated = "opponent"
	}
	switch n := g.number("nMoveRule", 50); n {
	case 50:
	case 0:
		v.End.NoIdle = true
	default:
		v.End.IdleTurns = 2 * n
	}
}

// goalTypes returns the types that must reach the goal.
func (g *iniGame) goalTypes(v *rules.Variant) string {
	var types [2]string
	for c := range board.Color(2) {
		for _, key := range []string{"flagPiece" + c.String(), "flagPiece"} {
			if g.value(key) != "*" {
				g.letter(key)
			}
			types[c] = cmp.Or(types[c], g.labels(v, key))
		}
		types[c] = cmp.Or(types[c], "*")
	}
	if types[0] == types[1] {
		return types[0]
	}
	return types[0] + "/" + types[1]
}

// leaveOut leaves out of a game what it means without saying.
func (g *iniGame) leaveOut(v *rules.Variant) {
	counts := v.Extinction.Types != "" || slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Limit > 0 })
	second, last := board.Regions{White: g.rankRegion(2)}, board.Regions{White: g.rankRegion(g.size.Ranks)}
	for i := range v.Army {
		if t := &v.Army[i]; t.Pawn && g.same(t.Starts, second) {
			t.Starts = board.Regions{}
		}
		if !counts {
			v.Army[i].Kind = ""
		}
	}
	if g.same(v.Promotion.Zone, last) {
		v.Promotion.Zone = board.Regions{}
	}
	v.Pawns.FirstRank = !g.pawnsLeave(v)
	v.End.NoClaims = g.setsDraws()
}

// same reports whether two regions have the same squares.
func (g *iniGame) same(a, b board.Regions) bool {
	for c := range board.Color(2) {
		in, err := a.Squares(g.size, c)
		other, wrong := b.Squares(g.size, c)
		if err != nil || wrong != nil || !slices.Equal(in, other) {
			return false
		}
	}
	return true
}

// pawnsLeave reports whether no pawn is ever on its own first rank, because pawns are those of chess,
// start on other ranks and come to no other by a drop or by turning back.
func (g *iniGame) pawnsLeave(v *rules.Variant) bool {
	if v.Promotion.Back || v.Drops.Active && v.Drops.PawnsFirstRank {
		return false
	}
	start, err := v.ParsePlacement(v.Start.Placement)
	if err != nil {
		return false
	}
	for i := range v.Army {
		if t := &v.Army[i]; t.Pawn && t.Betza != piece.Pawn.Betza && t.Betza != "fmWfceF" {
			return false
		}
	}
	for sq, pc := range start {
		if pc.Type() != 0 && v.Type(pc.Type()).Pawn && g.size.RankFrom(pc.Color(), board.Square(sq)) == 0 {
			return false
		}
	}
	return true
}

// setsDraws reports whether the file says when repetition or idle play is a draw, which then needs no
// claim.
func (g *iniGame) setsDraws() bool {
	return slices.ContainsFunc([]string{"nFoldRule", "nFoldValue", "nMoveRule", "perpetualCheckIllegal"},
		func(key string) bool { return g.values[key] != "" })
}
