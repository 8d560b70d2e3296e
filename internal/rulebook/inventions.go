package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file writes about the parts that no game of the chess and Circe families has: one function
// for each part, nil where the part is not there.

// asInChess reports whether a game ends by mate, stalemate and dead positions as chess does.
func asInChess(v *kirke.Variant) bool {
	return v.Drops == rules.Drops{} && v.Capture == rules.Capture{} && v.Check == rules.Check{} &&
		v.Passing == rules.Passing{} && v.InPlace == rules.InPlace{} && v.Walls == rules.Walls{} &&
		v.Extinction == rules.Extinction{} &&
		v.Goal == rules.Goal{} && v.Row == rules.Row{} && v.End.Stalemate == "" && v.End.Mate == "" &&
		!v.End.StalemateCount && v.End.Castled == "" && !v.End.Full && v.Fairy == rules.Fairy{} && hasKing(v) &&
		!slices.ContainsFunc(v.Army, shogi)
}

// hasKing reports whether some piece of the game must not be left in check.
func hasKing(v *kirke.Variant) bool {
	return v.Extinction.Royal || slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Royal })
}

// shogi reports whether a piece that is no pawn is promoted.
func shogi(t piece.Type) bool { return t.To != "" && !t.Pawn }

// neutralText says what neutral pieces are.
func neutralText(v *kirke.Variant) []string {
	if !v.Neutrals {
		return nil
	}
	text := "A neutral piece belongs to both sides. Each side moves it as its own and may capture it as one of the " +
		"other's, and it checks the king of either. A neutral pawn goes the way of the side that moves it."
	if v.Aftermath.Active {
		text += " A captured neutral piece is reborn as one of the side that did not capture it, and stays neutral."
	}
	return []string{text}
}

// region describes squares: ranks, files and single squares; "" for all of the board.
func region(v *kirke.Variant, r board.Regions) string {
	white, _ := r.Squares(v.Size, board.White)
	black, _ := r.Squares(v.Size, board.Black)
	switch {
	case white == nil || !slices.Contains(white, false) && !slices.Contains(black, false):
		return ""
	case slices.Equal(white, black):
		return squares(v, white)
	}
	return squares(v, white) + " for White and " + squares(v, black) + " for Black"
}

// nowhere describes a set without squares.
const nowhere = "no square"

// squares describes a set of squares.
func squares(v *kirke.Variant, in []bool) string {
	in = slices.Clone(in)
	var all []string
	line := func(name string, on func(sq board.Square) bool) {
		var rest, whole = false, true
		for sq := range in {
			if on(board.Square(sq)) {
				rest, whole = rest || in[sq], whole && in[sq]
			}
		}
		if !rest || !whole {
			return
		}
		all = append(all, name)
		for sq := range in {
			in[sq] = in[sq] && !on(board.Square(sq))
		}
	}
	for rank := range v.Size.Ranks {
		line(strconv.Itoa(rank+1), func(sq board.Square) bool { return v.Size.Rank(sq) == rank })
	}
	if len(all) > 0 {
		all = []string{ranks(all)}
	}
	for file := range v.Size.Files {
		line("the "+board.FileName(file)+"-file", func(sq board.Square) bool { return v.Size.File(sq) == file })
	}
	for sq := range in {
		if in[sq] {
			all = append(all, v.SquareName(board.Square(sq)))
		}
	}
	if all == nil {
		return nowhere
	}
	return words.Or(all)
}

// ranks describes ranks, given as numbers in their order: "rank 1 or 3", "ranks 1 to 5".
func ranks(numbers []string) string {
	first, _ := strconv.Atoi(numbers[0])
	last, _ := strconv.Atoi(numbers[len(numbers)-1])
	if len(numbers) > 2 && last-first == len(numbers)-1 {
		return fmt.Sprintf("ranks %d to %d", first, last)
	}
	return "rank " + words.Or(numbers)
}

// labelled returns the names of the types that labels name; "piece" for "*".
func labelled(v *kirke.Variant, labels string) []string {
	set, err := v.TypesOf(labels)
	if labels == "*" || err != nil {
		return []string{"piece"}
	}
	var all []string
	for i := range v.Army {
		if name := nameOf(&v.Army[i]); set>>i&1 != 0 && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// promotionText says which pieces that are no pawns are promoted, as in shogi.
func promotionText(v *kirke.Variant) []string {
	rule := &v.Promotion
	var becomes, text []string
	for i := range v.Army {
		t := &v.Army[i]
		if k, n := v.LabelPrefix(t.To); n > 0 && shogi(*t) {
			becomes = append(becomes, "the "+nameOf(t)+" becomes "+an(nameOf(v.Type(k)))[0])
		}
		if t.Limit > 0 {
			text = append(text, fmt.Sprintf("No piece becomes %s while its side has %d of them.", an(nameOf(t))[0],
				t.Limit))
		}
	}
	if becomes == nil {
		return paragraph(text)
	}
	may, move := "may", "A piece"
	if rule.Forced {
		may = "must"
	}
	if rule.OnCapture {
		move = "A piece that captures"
	}
	where := "by any move"
	if zone := region(v, zoneOf(v)); zone != "" {
		where = "if its move begins or ends on " + zone
	}
	text = append([]string{fmt.Sprintf("%s %s be promoted %s: %s.", move, may, where, words.And(becomes))}, text...)
	if rule.Back {
		text = append(text, "A promoted piece turns back in the same way.")
	}
	return paragraph(text)
}

// zoneOf returns where pieces promote.
func zoneOf(v *kirke.Variant) board.Regions {
	if v.Promotion.Zone == (board.Regions{}) {
		return board.Regions{White: board.Region(fmt.Sprintf("*%d", v.Size.Ranks))}
	}
	return v.Promotion.Zone
}

// dropText says how pieces are dropped.
func dropText(v *kirke.Variant) []string {
	d := &v.Drops
	if !d.Active {
		return nil
	}
	on := "on any empty square"
	if zone := region(v, d.Zone); zone != "" {
		on = "on an empty square of " + zone
	}
	text := []string{"Instead of moving a piece on the board, a player may drop one from the hand " + on + "."}
	if v.Start.Hand != "" {
		text = append(text, "In hand at the start are "+v.Start.Hand+", White's pieces in capitals.")
	}
	if d.Captured {
		as := "."
		promoted := slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.From != "" })
		switch {
		case promoted && d.Promoted:
			as = ", a promoted one as what it is."
		case promoted:
			as = ", a promoted one as what it was before."
		}
		captured := "A captured piece"
		if a := v.Aftermath; a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn) {
			captured += " that is not reborn"
		}
		text = append(text, captured+" changes sides and comes to the capturer's hand"+as)
	}
	if d.EitherSide {
		text = append(text, "A piece is dropped as it is or promoted, as the player likes.")
	}
	return append(paragraph(text), paragraph(dropLimits(v))...)
}

// dropLimits says which drops are not allowed, and which must be made.
func dropLimits(v *kirke.Variant) (text []string) {
	d := &v.Drops
	add := func(is bool, format string, args ...any) {
		if is {
			text = append(text, fmt.Sprintf(format, args...))
		}
	}
	pawns := slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Pawn })
	add(pawns && !d.PawnsFirstRank && !d.PawnsInZone,
		"Pawns are dropped neither on their side's first rank nor where they promote.")
	add(pawns && d.PawnsFirstRank && !d.PawnsInZone, "Pawns are not dropped where they promote.")
	add(pawns && !d.PawnsFirstRank && d.PawnsInZone, "Pawns are not dropped on their side's first rank.")
	for i := range v.Army {
		t := &v.Army[i]
		add(t.Drops != board.Regions{}, "The %s is dropped only on %s.", nameOf(t), region(v, t.Drops))
	}
	if d.Once != "" {
		already := "one"
		if d.OnceCount > 1 {
			already = strconv.Itoa(d.OnceCount)
		}
		add(true, "%s is not dropped on a file where its side has %s already.",
			capital(words.Or(an(labelled(v, d.Once)...))), already)
	}
	add(d.NoMate != "", "The drop of %s may not mate.", words.Or(an(labelled(v, d.NoMate)...)))
	add(d.NoCheck, "A drop may not give check.")
	add(d.Mobile, "No piece is dropped, or moved without promotion, to a square from which it could never move again.")
	add(d.Forced != "", "A player who can drop %s must drop one.", words.Or(an(labelled(v, d.Forced)...)))
	add(d.Bishops != "", "A side shares its pieces of the type %s evenly between light and dark squares.",
		words.Or(labelled(v, d.Bishops)))
	add(d.Castling, "A king and a rook that are dropped on the squares where they start in chess may castle.")
	return text
}

// captureText says what must be captured and what goes off with a capture.
func captureText(v *kirke.Variant) []string {
	c := &v.Capture
	var text []string
	if c.Forced {
		text = append(text, "A player who can capture must capture, by any of the captures that are legal.")
	}
	if c.Blast {
		blast := "A capture is an explosion: the captured piece, the capturer and all pieces but pawns on the " +
			"squares around leave the board."
		if c.BlastProof != "" {
			blast += fmt.Sprintf(" An explosion leaves %s alone.", words.Or(an(labelled(v, c.BlastProof)...)))
		}
		text = append(text, blast)
	}
	if c.Immune != "" {
		text = append(text, fmt.Sprintf("Pieces of one type do not capture each other if that is %s.",
			words.Or(an(labelled(v, c.Immune)...))))
	}
	if c.Petrifies != "" {
		text = append(text, fmt.Sprintf("%s that captures turns to a wall on the spot, which nobody enters.",
			capital(words.Or(an(labelled(v, c.Petrifies)...)))))
	}
	return paragraph(text)
}

// checkText says which checks are forbidden or counted.
func checkText(v *kirke.Variant) []string {
	var text []string
	if v.Check.Forbidden {
		text = append(text, "No move may give check.")
	}
	if v.Check.Facing {
		text = append(text, "The kings may not face each other on a file or rank with no piece between them.")
	}
	if v.Check.Bikjang {
		text = append(text, "When the kings face each other on a file or rank with no piece between them, the side to "+
			"move must part them or pass, even in check. "+decided(v, "A pass then ends the game"))
	}
	if v.Check.KingStays {
		text = append(text, "A king in check may capture the checking piece, and does not move otherwise.")
	}
	switch n := v.Check.Count; n {
	case 0:
	case 1:
		text = append(text, "The side that gives check first wins.")
	default:
		text = append(text, fmt.Sprintf("The side that has given check %d times wins.", n))
	}
	return paragraph(text)
}

// firstMoveText says which moves are made once.
func firstMoveText(v *kirke.Variant) []string {
	once, aim := v.FirstMoves.Once, v.FirstMoves.AimedBy
	if once == "" {
		return nil
	}
	text := []string{fmt.Sprintf("%s that has not moved may make its first move, which does not capture, if that is "+
		"legal. With any other move it loses it.", capital(words.Or(an(labelled(v, once)...))))}
	types, _ := v.TypesOf(once)
	for i, t := range v.Army {
		if t.Royal && types>>i&1 != 0 {
			text = append(text, fmt.Sprintf("%s in check does not make it.", capital(words.Or(an(t.Name)))))
			if aim != "" {
				text = append(text, fmt.Sprintf("It loses it, too, when %s of the other side moves to a square from "+
					"which it would reach it on an empty board.", words.Or(an(labelled(v, aim)...))))
			}
		}
	}
	return paragraph(text)
}

// decided says who wins by what ends the game.
func decided(v *kirke.Variant, ends string) string {
	var points []string
	for i := range v.Army {
		if t := &v.Army[i]; t.Points != 0 {
			counts := ""
			if points == nil {
				counts = "counts "
			}
			points = append(points, fmt.Sprintf("%s %s%d", an(nameOf(t))[0], counts, t.Points))
		}
	}
	if !v.End.Material {
		return ends + " in a draw."
	}
	text := ends + ": the side with more pieces wins"
	if points != nil {
		text = ends + ": the side with more points wins, where " + words.And(points)
	}
	if b := v.End.Bonus; b != 0 {
		text += ", and Black has " + strconv.FormatFloat(float64(b)/2, 'g', -1, 64) + " more"
	}
	return text + "."
}

// lineText says where the lines of the board lead, and who moves along them.
func lineText(v *kirke.Variant) []string {
	var along []string
	for i := range v.Army {
		if v.Army[i].Along != "" {
			along = append(along, an(nameOf(&v.Army[i]))[0])
		}
	}
	if along == nil {
		return nil
	}
	return []string{"Diagonal lines join " + region(v, v.Lines.Squares) + ". Along them may also move " +
		words.And(along) + ", as on a rank or file."}
}

// passingText says who may pass.
func passingText(v *kirke.Variant) []string {
	p := &v.Passing
	who := "Either side"
	switch {
	case !p.White && !p.Black:
		return nil
	case !p.Black:
		who = "White"
	case !p.White:
		who = "Black"
	}
	when := ""
	if p.Stalemated {
		when = " when it has no other move and is not in check"
	}
	end := decided(v, "Two passes in a row end the game")
	if p.White != p.Black {
		return []string{who + " may pass" + when + "."}
	}
	return []string{who + " may pass" + when + ". " + end}
}

// wallText says where walls are put.
func wallText(v *kirke.Variant) []string {
	where := map[rules.WallPlace]string{
		rules.WallAny:   "on an empty square",
		rules.WallLeft:  "on the square that the piece has left",
		rules.WallArrow: "on an empty square to which the piece that has moved could go next",
		rules.WallEdge:  "on an empty square on the edge of the board or beside another wall",
		rules.WallMoves: "on an empty square",
	}[v.Walls.Place]
	if where == "" {
		return nil
	}
	if zone := region(v, v.Walls.Zone); zone != "" {
		where += " of " + zone
	}
	text := "After each move the player puts a wall " + where + "."
	switch {
	case v.Walls.Place == rules.WallMoves:
		text = "There is one wall. After each move the player takes it up and puts it " + where +
			", another than before."
	case v.Walls.Instead:
		text = "Instead of moving, a player may put a wall " + where + "."
	}
	return []string{text + " No piece enters a wall or passes through it."}
}

// endsText says how else a game is won: by extinction, a goal, a row, castling, a full board.
func endsText(v *kirke.Variant) []string {
	return slices.Concat(extinctionText(v), goalText(v), rowText(v), otherEndsText(v))
}

// extinctionText says which pieces a side must not run out of.
func extinctionText(v *kirke.Variant) []string {
	e := &v.Extinction
	if e.Types == "" {
		return nil
	}
	result, left := "loses", "has no "
	if e.Wins {
		result = "wins"
	}
	if e.Count > 0 {
		left = fmt.Sprintf("has no more than %d ", e.Count)
	}
	of := words.Or(labelled(v, e.Types))
	text := fmt.Sprintf("A side that %s%s left %s.", left, of, result)
	if e.Opponent > 0 {
		text += fmt.Sprintf(" The other side must have %d or more, though.", e.Opponent)
	}
	if e.Claim {
		text += fmt.Sprintf(" While that side is to move, and may still capture, the other must have %d or more.",
			e.Opponent+1)
	}
	if e.Royal && !v.Capture.Blast {
		text = "" // they are mated, not captured
	}
	switch {
	case e.Royal && e.Together:
		text += " All these pieces together are royal: a check to all of them at once must be met."
	case e.Royal:
		text += fmt.Sprintf(" The last %s is royal: it must not be left in check.", of)
	}
	return []string{strings.TrimSpace(text)}
}

// goalText says which squares win.
func goalText(v *kirke.Variant) []string {
	g := &v.Goal
	zone := region(v, g.Zone)
	if zone == "" {
		return nil
	}
	white, black := g.Sides()
	who := words.Or(an(labelled(v, white)...))
	if black != white {
		who += " (of Black: " + words.Or(an(labelled(v, black)...)) + ")"
	}
	if g.Count > 1 {
		who = fmt.Sprintf("%d pieces of these: %s", g.Count, who)
	}
	text := fmt.Sprintf("A side wins that brings %s to %s.", who, zone)
	if g.Blocked {
		text += " Fewer pieces are enough when all other squares there are occupied."
	}
	if g.Held {
		text += " That counts only if they are still there after the opponent's next move."
	}
	if g.Safe {
		text += " The piece must not be captured there in the opponent's next move."
	}
	if g.Reply {
		text += " When White is there, Black has one more move to get there too, which draws the game."
	}
	return []string{text}
}

// rowText says what pieces must be connected.
func rowText(v *kirke.Variant) []string {
	r := &v.Row
	result := "wins"
	if r.Loses {
		result = "loses"
	}
	of := "own pieces"
	if r.Types != "" && r.Types != "*" {
		of = "own pieces of these types: " + words.And(labelled(v, r.Types))
	}
	var along []string
	for _, d := range []struct {
		not  bool
		name string
	}{{r.NoRanks, "a rank"}, {r.NoFiles, "a file"}, {r.NoDiagonals, "a diagonal"}} {
		if !d.not {
			along = append(along, d.name)
		}
	}
	var text []string
	if r.Length > 0 {
		text = append(text, fmt.Sprintf("A side %s that has %d %s side by side on %s.", result, r.Length, of,
			words.Or(along)))
	}
	if r.Line > 0 {
		text = append(text, fmt.Sprintf("A side %s that has %d %s on %s, with gaps or without.", result, r.Line, of,
			words.Or(along)))
	}
	if r.Square > 0 {
		text = append(text, fmt.Sprintf("A side %s that fills a square of %d by %d with %s.", result, r.Square,
			r.Square, of))
	}
	if from, to := region(v, r.From), region(v, r.To); from != "" && to != "" {
		text = append(text, fmt.Sprintf("A side %s that joins %s with %s by a chain of %s.", result, from, to, of))
	}
	return text
}

// otherEndsText says what End adds.
func otherEndsText(v *kirke.Variant) []string {
	var text []string
	if sides := v.End.Castled; sides != "" {
		names := strings.NewReplacer("K", "White on the king's side, ", "Q", "White on the queen's side, ",
			"k", "Black on the king's side, ", "q", "Black on the queen's side, ").Replace(sides)
		text = append(text, "A side wins by castling: "+strings.TrimSuffix(names, ", ")+
			". It loses when it can no longer do so.")
	}
	if v.End.Full {
		text = append(text, decided(v, "A full board ends the game"))
	}
	return text
}

// mateText says what mate and stalemate are, in games where they are not what they are in chess.
func mateText(v *kirke.Variant) string {
	text := ""
	score := func(s rules.Score, chess string) string {
		switch s {
		case rules.Win:
			return "wins"
		case rules.Loss:
			return "loses"
		case rules.Draw:
			return "draws the game"
		}
		return chess
	}
	stuck := "A side that has no legal move "
	if hasKing(v) {
		text = "A side that is in check and has no legal move is mated and " + score(v.End.Mate, "loses") + ". "
		stuck = "A side that is not in check and has no legal move "
	}
	switch {
	case !v.End.StalemateCount:
		return text + stuck + score(v.End.Stalemate, "draws the game") + "."
	case v.End.Stalemate == rules.Loss:
		return text + "When a side" + strings.TrimPrefix(stuck, "A side that") + "the side with more pieces wins."
	}
	return text + "When a side" + strings.TrimPrefix(stuck, "A side that") + "the side with fewer pieces wins."
}

// otherRepetitionText says what a repetition leads to, in games where End says so.
func otherRepetitionText(v *kirke.Variant) string {
	result := map[string]string{
		"white":    "White wins",
		"black":    "Black wins",
		"mover":    "the player to move wins",
		"opponent": "the player to move loses",
	}[v.End.Repeated]
	if result == "" {
		result = "the game is a draw"
	}
	times := v.End.Repeats()
	text := fmt.Sprintf("When a position has stood %d times %s.", times, result)
	if v.End.Repeated == "material" {
		text = decided(v, fmt.Sprintf("When a position has stood %d times the game ends", times))
	}
	if v.End.Perpetual {
		text += " A side that gave check with each of its moves since then loses, though."
	}
	return text
}
