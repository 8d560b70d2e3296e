package variantfile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// lacking are the keys whose rules Kirke does not have, with the values that ask for none.
var lacking = map[string]string{
	"twoBoards": "false", "sittuyinPromotion": "false", "sittuyinRookDrop": "false", "gating": "false",
	"seirawanGating": "false", "cambodianMoves": "false", "diagonalLines": "-", "shatarMateRule": "false",
	"bikjangRule": "false", "tripleStepRegionWhite": "-", "tripleStepRegionBlack": "-", "janggiCannon": "-",
	"enclosingDrop": "none", "flipEnclosedPieces": "none", "freeDrops": "false", "petrifyBlastPieces": "false",
	"enPassantTypes": "", "enPassantTypesWhite": "", "enPassantTypesBlack": "",
	"castlingKingFile": "e", "castlingRookKingsideFile": "l", "castlingRookQueensideFile": "a",
}

// ignored are the keys that say nothing of the rules of moves, or nothing that Kirke reads yet.
var ignored = []string{
	"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "nMoveRuleTypes",
	"nMoveRuleTypesWhite", "nMoveRuleTypesBlack", "countingRule", "chasingRule", "moveRepetitionIllegal",
	"nnueAlias", "endgameEval",
}

// iniGame is a section on its way to a game.
type iniGame struct {
	*section
	men  []man
	size board.Size
	used map[string]bool
	err  error // the first value that cannot be read
}

// game returns the game of a section. The error names the key that it needs and Kirke lacks, or
// what cannot be read.
func (s *section) game() (*rules.Variant, error) {
	for _, key := range s.keys {
		if none, ok := lacking[key]; ok && s.values[key] != none {
			return nil, fmt.Errorf("it needs %s = %s, which Kirke does not play", key, s.values[key])
		}
	}
	men, err := s.men()
	if err != nil {
		return nil, err
	}
	g := &iniGame{section: s, men: men, used: map[string]bool{}}
	v := &rules.Variant{ID: strings.ToLower(s.name), Name: s.name, Version: 1,
		Summary: "A game from a variants file of Fairy-Stockfish."}
	for _, step := range []func(*rules.Variant) error{
		g.board, g.pieces, g.start, g.castling, g.promotion, g.drops, g.others, g.ends,
	} {
		if err := step(v); err != nil {
			return nil, err
		}
	}
	if g.err != nil {
		return nil, g.err
	}
	for _, key := range s.keys {
		if _, known := stock(key); !known && !g.used[key] && lacking[key] == "" && !slices.Contains(ignored, key) &&
			!strings.HasPrefix(key, "mobilityRegion") {
			return nil, fmt.Errorf("the key %s is not known", key)
		}
	}
	if wrong := v.Validate(); len(wrong) > 0 {
		return nil, fmt.Errorf("%s: %w", wrong[0].Field, wrong[0])
	}
	return v, nil
}

// value returns the value of a key, "" if it is not set.
func (g *iniGame) value(key string) string {
	g.used[key] = true
	return g.values[key]
}

// fail notes the first value that cannot be read.
func (g *iniGame) fail(key, want string) {
	if g.err == nil {
		g.err = fmt.Errorf("%s: %q is not %s", key, g.values[key], want)
	}
}

// flag returns whether a key is true.
func (g *iniGame) flag(key string) bool {
	switch g.value(key) {
	case "true":
		return true
	case "", "false":
		return false
	}
	g.fail(key, "true or false")
	return false
}

// unless returns whether a key is not false.
func (g *iniGame) unless(key string) bool { return g.value(key) == "" || g.flag(key) }

// number returns the number of a key, or otherwise if it is not set.
func (g *iniGame) number(key string, otherwise int) int {
	text := g.value(key)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxNumber {
		g.fail(key, "a number")
	}
	return n
}

// file returns the file of a key, counted from 0, written as a letter or a number.
func (g *iniGame) file(key string, otherwise int) int {
	text := g.value(key)
	if len(text) == 1 && text[0] >= 'a' && text[0] <= 'p' {
		return int(text[0] - 'a')
	}
	return g.number(key, otherwise+1) - 1
}

// region returns the region of a key: squares that the board does not have are left out.
func (g *iniGame) region(key string, otherwise board.Region) board.Region {
	text := g.value(key)
	if text == "" {
		return otherwise
	}
	var words []string
	for _, word := range strings.Fields(text) {
		if word == "-" {
			continue
		}
		if _, err := board.Region(word).Squares(g.size); err == nil {
			words = append(words, word)
		}
	}
	if words == nil {
		return "-"
	}
	return board.Region(strings.Join(words, " "))
}

// regions returns the region of each side: of the key alone for both, or with White and Black in it.
func (g *iniGame) regions(key string, otherwise board.Regions, suffix ...string) board.Regions {
	end := strings.Join(suffix, "")
	if suffix == nil {
		otherwise.White = g.region(key, otherwise.White)
		otherwise.Black = g.region(key, otherwise.Black)
	}
	white, black := g.region(key+"White"+end, otherwise.White), g.region(key+"Black"+end, otherwise.Black)
	switch {
	case white == "" && black == "":
		return board.Regions{}
	case white == "":
		white = "*"
	case black == "":
		black = "*"
	}
	return board.Regions{White: white, Black: black}
}

// rankRegion returns a rank as a region, "-" if the board does not have it.
func (g *iniGame) rankRegion(rank int) board.Region {
	if rank < 1 || rank > g.size.Ranks {
		return "-"
	}
	return board.Region(fmt.Sprintf("*%d", rank))
}

// ranksFrom returns the ranks from one on, as each side counts them.
func (g *iniGame) ranksFrom(text string) (board.Regions, error) {
	from, err := strconv.Atoi(text)
	if err != nil || from < 1 || from > g.size.Ranks {
		return board.Regions{}, fmt.Errorf("soldierPromotionRank: %q is no rank", text)
	}
	var words []string
	for rank := from; rank <= g.size.Ranks; rank++ {
		words = append(words, string(g.rankRegion(rank)))
	}
	return board.Regions{White: board.Region(strings.Join(words, " "))}, nil
}

// labels returns the labels of the types that letters name: "*" for all, and with each letter those
// that have become it.
func (g *iniGame) labels(v *rules.Variant, key string) string {
	text := g.value(key)
	if text == "*" || text == "" || text == "-" {
		return strings.Trim(text, "-")
	}
	var b strings.Builder
	for _, letter := range []byte(strings.ToUpper(text)) {
		for i := range v.Army {
			t := &v.Army[i]
			if t.Letter == letter && t.Mark != '+' || t.Mark == '+' && g.intoOf(t.Letter) == letter {
				b.WriteString(t.Label())
			}
		}
	}
	return b.String()
}

// intoOf returns the letter of what the piece with a letter is promoted to, or 0.
func (g *iniGame) intoOf(letter byte) byte {
	for _, m := range g.men {
		if m.letter == letter {
			return m.into
		}
	}
	return 0
}

// pawnLetters returns the letters of the types that are pawns.
func (g *iniGame) pawnLetters() string {
	if text := g.value("pawnTypes"); text != "" {
		return strings.ToUpper(text)
	}
	for _, m := range g.men {
		if m.name == "pawn" {
			return string(rune(m.letter))
		}
	}
	return ""
}

// promotions returns the letters of what pawns become.
func (g *iniGame) promotions() string {
	text := strings.ToUpper(g.value("promotionPieceTypes"))
	if g.values["promotionPieceTypes"] == "" {
		for _, name := range []string{"queen", "rook", "bishop", "knight"} {
			for _, m := range g.men {
				if m.name == name {
					text += string(rune(m.letter))
				}
			}
		}
	}
	if text == "-" || g.value("promotionPawnTypes") == "-" {
		return ""
	}
	return text
}

func (g *iniGame) board(v *rules.Variant) error {
	g.size = board.Size{Files: g.file("maxFile", 7) + 1, Ranks: g.number("maxRank", 8)}
	v.Size = g.size
	return g.size.Check()
}

func (g *iniGame) pieces(v *rules.Variant) error {
	for pair := range strings.FieldsSeq(strings.ToUpper(g.value("promotedPieceType"))) {
		from, to, _ := strings.Cut(pair, ":")
		for i := range g.men {
			if from != string(rune(g.men[i].letter)) || len(to) != 1 {
				continue
			}
			if g.men[i].into = to[0]; to == "-" {
				g.men[i].into = 0
			}
		}
	}
	army, err := g.army()
	v.Army = army
	v.Pawns.FirstRank = true
	v.Pawns.EnPassant = g.regions("enPassantRegion", board.Regions{})
	for pair := range strings.FieldsSeq(strings.ToUpper(g.value("promotionLimit"))) {
		letter, limit, _ := strings.Cut(pair, ":")
		for i := range v.Army {
			t := &v.Army[i]
			if letter == cmp.Or(t.Kind, string(rune(t.Letter))) {
				t.Limit, _ = strconv.Atoi(limit)
			}
		}
	}
	return err
}

// start reads the starting position.
func (g *iniGame) start(v *rules.Variant) error {
	fen := g.value("startFen")
	if fen == "" {
		fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	}
	fields := strings.Fields(fen)
	v.Start.Placement, v.Start.Hand, _ = strings.Cut(fields[0], "[")
	v.Start.Hand = strings.Trim(v.Start.Hand, "]-")
	if len(fields) > 1 && fields[1] == "b" {
		v.Start.Black = true
	}
	if len(fields) > 2 {
		v.Start.Rights = fields[2]
	}
	return nil
}

// castling reads who castles and where to. Without rights at the start nobody does.
func (g *iniGame) castling(v *rules.Variant) error {
	rights := v.Start.Rights
	king, queen := g.file("castlingKingsideFile", 6), g.file("castlingQueensideFile", 2)
	c := rules.Castling{KingTo: [2]int{queen, king}, RookTo: [2]int{queen + 1, king - 1},
		Free: g.flag("chess960"), Rank: g.number("castlingRank", 1) - 1, Opposite: g.flag("oppositeCastling")}
	if text := strings.ToUpper(g.value("castlingKingPiece")); text != "" && !g.royal(text[0]) {
		c.King = text[0]
	}
	if text := strings.ToUpper(g.value("castlingRookPieces")); text != "" {
		c.Rooks = text
	} else {
		for _, m := range g.men {
			if m.name == "rook" && m.letter != 'R' {
				c.Rooks = string(rune(m.letter))
			}
		}
	}
	dropped := g.flag("castlingDroppedPiece")
	has := strings.ContainsAny(rights, "KQkq")
	if !g.unless("castling") || !has && !dropped {
		v.Start.Rights = ""
		return nil
	}
	v.Castling = c
	if rights == "KQkq" || dropped {
		v.Start.Rights = ""
	}
	return nil
}

// royal reports whether the piece with a letter is a king.
func (g *iniGame) royal(letter byte) bool {
	return slices.ContainsFunc(g.men, func(m man) bool { return m.letter == letter && m.name == "king" })
}

// promotion reads what becomes of pieces, and where.
func (g *iniGame) promotion(v *rules.Variant) error {
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
	if black := strings.ToUpper(g.value("promotionPieceTypesBlack")); black != "" {
		p.Black = to(strings.Trim(black, "-"))
	}
	p.Zone = g.regions("promotionRegion", board.Regions{White: g.rankRegion(8), Black: g.rankRegion(1)})
	p.Optional = !g.unless("mandatoryPawnPromotion")
	p.Forced, p.OnCapture = g.flag("mandatoryPiecePromotion"), g.flag("piecePromotionOnCapture")
	p.Back = g.flag("pieceDemotion")
	if types := strings.ToUpper(g.value("promotionPawnTypesBlack")); types != "" {
		for i := range v.Army {
			v.Army[i].Pawn = v.Army[i].Pawn || strings.IndexByte(types, v.Army[i].Letter) >= 0
		}
	}
	if types := strings.ToUpper(g.value("promotionPawnTypes")); types != "" && types != "-" {
		for i := range v.Army {
			v.Army[i].Pawn = strings.IndexByte(types, v.Army[i].Letter) >= 0 && v.Army[i].Mark == 0
		}
	}
	return nil
}

func (g *iniGame) drops(v *rules.Variant) error {
	v.Drops = rules.Drops{
		Active: g.flag("pieceDrops"), Captured: g.flag("capturesToHand"), Promoted: g.flag("dropLoop"),
		EitherSide: g.flag("dropPromoted"), Zone: g.regions("dropRegion", board.Regions{}),
		PawnsFirstRank: g.flag("firstRankPawnDrops"), PawnsInZone: g.flag("promotionZonePawnDrops"),
		Once: g.labels(v, "dropNoDoubled"), OnceCount: g.number("dropNoDoubledCount", 0),
		NoCheck: !g.unless("dropChecks"), Mobile: g.flag("immobilityIllegal"),
		BishopColors: g.flag("dropOppositeColoredBishop"), Castling: g.flag("castlingDroppedPiece"),
	}
	if g.flag("mustDrop") {
		if v.Drops.Forced = g.labels(v, "mustDropType"); v.Drops.Forced == "" {
			v.Drops.Forced = "*"
		}
	}
	if g.flag("shogiPawnDropMateIllegal") {
		for _, m := range g.men {
			if m.name == "shogiPawn" {
				v.Drops.NoMate = string(rune(m.letter))
			}
		}
	}
	if !v.Drops.Active {
		v.Drops, v.Start.Hand = rules.Drops{Mobile: v.Drops.Mobile}, ""
	}
	return nil
}

// others reads what is captured, checked, passed and walled.
func (g *iniGame) others(v *rules.Variant) error {
	v.Capture = rules.Capture{
		Forced: g.flag("mustCapture"), Blast: g.flag("blastOnCapture"), BlastProof: g.labels(v, "blastImmuneTypes"),
		Immune: g.labels(v, "mutuallyImmuneTypes"), Petrifies: g.labels(v, "petrifyOnCaptureTypes"),
	}
	v.Check = rules.Check{Forbidden: !g.unless("checking"), Facing: g.flag("flyingGeneral"),
		KingStays: g.flag("makpongRule")}
	if g.flag("checkCounting") {
		v.Check.Count = 1
		for _, field := range strings.Fields(g.values["startFen"]) {
			if white, _, ok := strings.Cut(field, "+"); ok {
				if n, err := strconv.Atoi(white); err == nil {
					v.Check.Count = n
				}
			}
		}
	}
	always, stuck := g.flag("pass"), g.flag("passOnStalemate")
	if white, black := g.flag("passOnStalemateWhite"), g.flag("passOnStalemateBlack"); stuck || white || black {
		v.Passing = rules.Passing{White: stuck || white, Black: stuck || black, Stalemated: true}
	}
	if white, black := g.flag("passWhite"), g.flag("passBlack"); always || white || black {
		v.Passing = rules.Passing{White: always || white, Black: always || black}
	}
	places := map[string]rules.WallPlace{"": rules.NoWalls, "none": rules.NoWalls, "static": rules.WallAny,
		"past": rules.WallLeft, "arrow": rules.WallArrow, "edge": rules.WallEdge, "duck": rules.WallMoves}
	place, ok := places[g.value("wallingRule")]
	if !ok {
		g.fail("wallingRule", "a rule for walls")
	}
	v.Walls = rules.Walls{
		Place: place, Zone: g.regions("wallingRegion", board.Regions{}), Instead: g.flag("wallOrMove"),
	}
	return nil
}

// score reads a result for the side that it befalls.
func (g *iniGame) score(key string, otherwise rules.Score) rules.Score {
	switch text := g.value(key); text {
	case "":
		return otherwise
	case "win", "loss", "draw":
		return rules.Score(text)
	}
	g.fail(key, "win, loss or draw")
	return otherwise
}

// ends reads how the game ends.
func (g *iniGame) ends(v *rules.Variant) error {
	if value := g.score("extinctionValue", ""); value != "" {
		v.Extinction = rules.Extinction{
			Types: g.labels(v, "extinctionPieceTypes"), Wins: value == rules.Win,
			Count: g.number("extinctionPieceCount", 0), Opponent: g.number("extinctionOpponentPieceCount", 0),
			Claim: g.flag("extinctionClaim"), Royal: g.flag("extinctionPseudoRoyal"), Together: g.flag("dupleCheck"),
		}
	}
	if zone := g.regions("flagRegion", board.Regions{}); zone != (board.Regions{}) {
		v.Goal = rules.Goal{Types: g.goalTypes(v), Zone: zone, Count: g.number("flagPieceCount", 0),
			Reply: g.flag("flagMove"), Safe: g.flag("flagPieceSafe"), Blocked: g.flag("flagPieceBlockedWin")}
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
		Loses: g.score("connectValue", rules.Win) == rules.Loss,
	}
	v.End = rules.End{
		NoClaims: true, Stalemate: g.score("stalemateValue", ""), StalemateCount: g.flag("stalematePieceCount"),
		Mate: g.score("checkmateValue", ""), Perpetual: g.flag("perpetualCheckIllegal"),
		Full: g.flag("adjudicateFullBoard"), Material: g.value("materialCounting") == "unweighted",
		Castled: strings.Trim(g.value("castlingWins"), "-"),
		Drawn:   map[string]string{"blackdrawodds": "black", "whitedrawodds": "white"}[g.value("materialCounting")],
	}
	if n := g.number("nFoldRule", 3); n != 3 {
		v.End.Repetition = n
	}
	switch value := g.score("nFoldValue", ""); {
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
	return nil
}

// goalTypes returns the types that must reach the goal.
func (g *iniGame) goalTypes(v *rules.Variant) string {
	both := g.labels(v, "flagPiece")
	if both == "" {
		both = "*"
	}
	white, black := g.labels(v, "flagPieceWhite"), g.labels(v, "flagPieceBlack")
	if white == "" && black == "" {
		return both
	}
	if white == "" {
		white = both
	}
	if black == "" {
		black = both
	}
	return white + "/" + black
}
