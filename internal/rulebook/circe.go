package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// rebirthText says what becomes of the pieces of a capture in the Circe family.
func rebirthText(v *kirke.Variant) []string {
	a := &v.Aftermath
	if !a.Active {
		return nil
	}
	switch {
	case v.Fairy.Rebirth.Of == rules.OfMovers:
		return departureText(v)
	case a.Reborn == rules.MoverReborn:
		return martianText(v)
	}
	text := slices.Concat(paragraph(rebornText(v)), paragraph(squareText(v)), paragraph(occupiedText(a)))
	if capturedAreReborn(a) && !a.Where.Waits() {
		text = append(text, "A capture is not legal when its rebirth leaves the king of the capturing side in check.")
	}
	if a.Cohen {
		text = append(text, "A capture that only reverses the opponent's last capture is not legal.")
	}
	return text
}

// rebornText says which piece is reborn, and as what.
func rebornText(v *kirke.Variant) []string {
	a := &v.Aftermath
	var text []string
	say := func(s string) { text = append(text, s) }
	switch {
	case a.Reborn == rules.CapturerReborn:
		say("A piece that captures is reborn as part of the capture, and the captured piece leaves the game.")
	case a.Reborn == rules.BothReborn:
		say("Both pieces of a capture are reborn, the capturing one first. A king that captures stays where it is.")
	case a.Where == rules.AtNextVector:
		say("A captured piece is reborn by the half-move that follows its capture.")
	case a.Where == rules.AtItsCapture:
		say("A captured piece is reborn by the next capture, of either side.")
	default:
		say("A captured piece is reborn as part of the capture.")
	}
	if a.Capturer == rules.CapturerVanishes {
		say("The piece that captures leaves the board, unless it is a king.")
	}
	if a.Reborn != rules.CapturerReborn {
		text = append(text, asText(v)...)
	}
	switch {
	case v.Fairy.Rebirth.KingsStay:
		say("A king that captures stays where it is, and a king is in check only from a king or a piece that could " +
			"be reborn after taking it.")
	case a.Reborn == rules.CapturerReborn:
		say("Kings are reborn like other pieces when they capture, and a king is in check only from a piece that " +
			"could be reborn after taking it.")
	case a.Kings:
		say("Kings are reborn, too, as kings: a king is in check only when it would not come back after its capture.")
	case a.Occupied == rules.ReplacesOccupant:
		say("Kings are not reborn.")
	default:
		say("Kings are not reborn: check and mate are as usual.")
	}
	if a.Occupied == rules.ReplacesOccupant {
		say("A king is in check, too, when a capture would put another piece in its place.")
	}
	return text
}

// asText says as what a captured piece is reborn.
func asText(v *kirke.Variant) []string {
	switch v.Aftermath.As {
	case rules.AsCapturer:
		return []string{"The captured piece is reborn as a piece of the type that took it, before any promotion. " +
			"When a king takes it, it keeps its type."}
	case rules.AsChameleon:
		homes, err := rules.HomesOf(v)
		var changes []string
		for _, k := range types(v) {
			if err != nil {
				continue
			}
			if as := homes.Chameleon(k); as != k {
				changes = append(changes, nameOf(v.Type(k))+" as "+nameOf(v.Type(as)))
			}
		}
		if changes == nil {
			return []string{"No piece of this game changes its type by rebirth."}
		}
		return []string{fmt.Sprintf("The captured piece is reborn as another type: %s. Other pieces keep theirs.",
			strings.Join(changes, ", "))}
	}
	return []string{"The captured piece is reborn as what it is, a promoted pawn as what it has become."}
}

// captureSquare is the square that rebirth squares depend on.
const captureSquare = "the square where the captured piece stood"

// departureText says from where pieces go in Martian Circe, and in Anti-Martian Circe with a choice.
func departureText(v *kirke.Variant) []string {
	square := moverSquare(v)
	if v.Aftermath.Reborn == rules.NobodyReborn {
		return []string{"To move without a capture, a piece is first carried to " + square + ", which must be empty " +
			"or its own, and moves from there. Captures and checks are as usual."}
	}
	return []string{"To capture, a piece is first carried to " + square + ", which must be empty or its own, and " +
		"captures from there; the captured piece leaves the game. Moves that do not capture are as usual. A piece " +
		"gives check from " + square + "."}
}

// moverSquare returns from where a piece goes that is reborn before it moves.
func moverSquare(v *kirke.Variant) string {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	switch {
	case r.Square == rules.OnRank:
		return "the square on the rank where it stands, on the file of its home square, of the side that gives it a " +
			"square of the colour where it stands"
	case r.Square == rules.OnFile:
		return "the square on the file where it stands, on the rank of its home square"
	case r.Square == rules.Anywhere:
		return "any square, which its side chooses"
	case r.Square == rules.AtAntipodes:
		return "the square half a board away by file and by rank"
	case r.Square == rules.AcrossFiles:
		return "the square opposite on the same rank"
	case r.Square == rules.AcrossRanks:
		return "the square opposite on the same file"
	case r.Turned == rules.Diametral:
		return "the square opposite its home square through the centre of the board"
	case r.Turned == rules.LeftRight:
		return "the square opposite its home square on the same rank"
	case a.Where == rules.AtReflection:
		return "the square opposite through the centre of the board"
	case a.Where == rules.AtOrigin:
		return "the square where it stood in the diagram"
	case a.OpponentHome:
		return "its home square on the ranks of the other side"
	}
	return "its home square"
}

// squareText says which square is the rebirth square.
func squareText(v *kirke.Variant) []string {
	a := &v.Aftermath
	if v.Fairy.Rebirth.Square != rules.AsInAftermath {
		return nil // conditionText says it
	}
	var text []string
	say := func(s string) { text = append(text, s) }
	switch a.Where {
	case rules.AtDeparture:
		say("The rebirth square is the square that the capturing piece came from.")
	case rules.AtReflection:
		say("The rebirth square lies opposite " + captureSquare + ", through the centre of the board.")
	case rules.AtOrigin:
		say("The rebirth square is the square where the piece stood at the start of the game or, in a problem, " +
			"in the diagram. A promoted pawn keeps the square of the pawn.")
		if v.Gating.Any() {
			say("A gated piece has the square where it was gated.")
		}
	case rules.AtEquipollent:
		say("The rebirth square is as far beyond " + captureSquare + " as the capturing piece has come, in the same " +
			"direction.")
	case rules.AtNextVector:
		direction := "in the same direction"
		if v.Fairy.Rebirth.Turned == rules.Against {
			direction = "in the opposite direction"
		}
		say("The rebirth square is as far from " + captureSquare + ", and " + direction + ", as the half-move " +
			"that follows goes; castling counts as the sum of its two movements.")
	case rules.AtItsCapture:
		say("The rebirth square is " + captureSquare + ".")
	default:
		text = append(text, homeSquareText(v)...)
	}
	if !pawnRanks(v)[v.Size.Ranks-1] {
		return text
	}
	switch {
	case a.OwnerPromotes:
		say("A pawn that is reborn on its last rank is promoted by its own side, as the first part of its next " +
			"half-move.")
	case a.Where == rules.AtNextVector:
		say("A pawn that is reborn on its last rank is promoted by the side that makes that half-move.")
	default:
		say("A pawn that is reborn on its last rank is promoted by the capturing side.")
	}
	return text
}

// homeSquareText says whose home square the rebirth square is, and where that is.
func homeSquareText(v *kirke.Variant) []string {
	a := &v.Aftermath
	var text []string
	say := func(s string) { text = append(text, s) }
	switch {
	case a.Reborn == rules.CapturerReborn && a.OtherPiece:
		say("The rebirth square is the home square of the captured piece.")
	case a.Reborn == rules.CapturerReborn:
		say("The rebirth square is the home square of the capturing piece, after any promotion.")
	case a.OtherPiece && a.Reborn == rules.BothReborn:
		say("The rebirth square of both is the home square of the capturing piece, after any promotion.")
	case a.OtherPiece:
		say("The rebirth square is the home square that the capturing piece has, after any promotion.")
	case a.Reborn == rules.BothReborn:
		say("The rebirth square of each is its home square.")
	default:
		say("The rebirth square is the home square of what is reborn.")
	}
	text = append(text, homeText(v, captureSquare)...)
	if a.OpponentHome {
		say("But the home squares are those of the other side.")
	}
	return text
}

// occupiedText says what happens when the rebirth square is not free.
func occupiedText(a *rules.Aftermath) []string {
	var text []string
	say := func(s string) { text = append(text, s) }
	if a.Reborn == rules.CapturerReborn {
		say("When the rebirth square is occupied the capture is not legal.")
		if a.Cheylan {
			say("A piece may not capture on its own rebirth square.")
		} else {
			say("The square on which the piece captures counts as empty.")
		}
		return text
	}
	one := "piece"
	if a.Reborn == rules.BothReborn {
		say("A capturing piece whose rebirth square is occupied is gone.")
		one = "captured piece"
	}
	offBoard := a.Where == rules.AtEquipollent || a.Where == rules.AtNextVector
	when := "When the rebirth square is occupied"
	switch {
	case a.Where == rules.AtDeparture:
		say("It is always empty.")
		return text
	case a.Occupied == rules.NoCapture && offBoard:
		say(when + " or off the board, the capture is not legal.")
	case a.Occupied == rules.NoCapture && a.Reborn == rules.BothReborn:
		say("When the rebirth square of the captured piece is occupied the capture is not legal.")
	case a.Occupied == rules.NoCapture:
		say(when + " the capture is not legal.")
	case a.Occupied == rules.ReplacesOccupant:
		say("A piece that stands on the rebirth square of a captured piece leaves the game, the capturing one too; " +
			"but the own king may not be put off the board.")
	case a.Occupied == rules.WaitsBelow:
		say(fmt.Sprintf("%s the %s waits below the one that stands there and comes up when the square is left. "+
			"Of several below one square the first to go below comes up first. A pawn is not promoted by coming up.",
			when, one))
	case a.Occupied == rules.CoversOccupant:
		say(when + " the one that stands there waits below the captured piece, a king too, and comes up when the " +
			"square is left. Of several below one square the last to go below comes up first. A king below another " +
			"piece is not in check.")
	case offBoard:
		say(fmt.Sprintf("%s or off the board, the %s is gone.", when, one))
		return text
	default:
		say(fmt.Sprintf("%s the %s is gone.", when, one))
	}
	if offBoard && a.Occupied != rules.NoCapture {
		say("When it is off the board the piece is gone.")
	}
	if a.Capturer == rules.CapturerStays && a.Reborn == rules.CapturedReborn {
		say("The square that the capturing piece has left counts as empty, and the one on which it stands now as " +
			"occupied.")
	}
	return text
}

// martianText says how pieces capture from their home squares.
func martianText(v *kirke.Variant) []string {
	const stands = "the square where it stands"
	text := append(departureText(v), strings.Join(homeText(v, stands), " "))
	var lines []string
	for _, side := range []kirke.Color{kirke.White, kirke.Black} {
		if safe := refuges(v, side); len(safe) > 0 {
			lines = append(lines, fmt.Sprintf("The %s king is never in check on %s.", strings.ToLower(side.String()),
				words.And(safe)))
		}
	}
	if lines != nil {
		text = append(text, "From the home squares not every square can be attacked. "+strings.Join(lines, " "))
	}
	return text
}

// refuges returns the squares where a side's king is never in check in Martian Circe: even on an
// empty board, no enemy piece attacks them from a home square.
func refuges(v *kirke.Variant, side kirke.Color) []string {
	homes, err := rules.HomesOf(v)
	if err != nil {
		return nil
	}
	attacked := map[board.Square]bool{}
	enemy := side.Other()
	for i := range v.Army {
		k := kirke.PieceType(i + 1)
		movement, err := v.Army[i].Movement()
		if err != nil {
			return nil
		}
		from := map[board.Square]bool{}
		for at := range board.Square(v.Size.Area()) {
			from[homes.Home(k, enemy, at)] = true
		}
		for home := range from {
			for _, path := range movement {
				squares, ok := path.From(v.Size, enemy, home, nil)
				if ok && path.Mode&piece.Capture != 0 {
					attacked[squares[len(squares)-1]] = true
				}
			}
		}
	}
	var safe []string
	for sq := range board.Square(v.Size.Area()) {
		if !attacked[sq] {
			safe = append(safe, v.SquareName(sq))
		}
	}
	return safe
}

// homeText says where each type is at home; from is the square that this depends on.
func homeText(v *kirke.Variant, from string) []string {
	a := &v.Aftermath
	ranks := firstRanks(v)
	var once, two, near, none []kirke.PieceType
	for _, k := range types(v) {
		t := v.Type(k)
		switch {
		case t.Pawn, t.Royal && !v.KingsReturn() && !a.OtherPiece && rebirths(a):
			continue
		case !slices.Contains(ranks[0], k) && !slices.Contains(ranks[1], k):
			none = append(none, k)
		case isAt(v, ranks, k, 1, 1):
			once = append(once, k)
		case isAt(v, ranks, k, 2, 2):
			two = append(two, k)
		default:
			near = append(near, k)
		}
	}
	var text []string
	say := func(pieceTypes []kirke.PieceType, where string) {
		if len(pieceTypes) > 0 {
			text = append(text, fmt.Sprintf("%s is at home %s.", capital(words.Or(an(named(v, pieceTypes)...))), where))
		}
	}
	say(once, "on the square that its type has in the starting position")
	say(two, "on that one of its type's two squares in the starting position which has the colour of "+from)
	say(near, "on that one of its type's squares in the starting position which has the colour of "+from+
		" or, where several or none have it, on the nearest of them by file, the queen's side first")
	text = append(text, "A pawn is at home on its second rank, on the file of "+from+".")
	say(none, "on its last rank, on the file of "+from)
	return text
}

// isAt reports whether both sides have that many pieces of a type on their first ranks, on squares
// of that many colours.
func isAt(v *kirke.Variant, ranks [2][]kirke.PieceType, k kirke.PieceType, many, colours int) bool {
	for c, rank := range ranks {
		n, shades := 0, map[bool]bool{}
		for file, pieceType := range rank {
			if pieceType == k {
				n++
				shades[v.Size.Dark(v.Size.Home(board.Color(c), file, 0))] = true
			}
		}
		if n != many || len(shades) != colours {
			return false
		}
	}
	return true
}

// pawnRanks returns the ranks, seen from its own side, on which a pawn may be reborn.
func pawnRanks(v *kirke.Variant) []bool {
	all := make([]bool, v.Size.Ranks)
	a := &v.Aftermath
	for _, k := range types(v) {
		if !v.Type(k).Pawn || !rebirths(a) {
			continue
		}
		for sq := range rebirthSquares(v, k, kirke.White) {
			all[v.Size.Rank(sq)] = true
		}
	}
	return all
}

// returners reports whether rooks and kings may be reborn on squares where they start.
func returners(v *kirke.Variant) (rook, king bool) {
	a := &v.Aftermath
	if !rebirths(a) {
		return false, false
	}
	ranks := firstRanks(v)
	for _, k := range types(v) {
		squares := rebirthSquares(v, k, kirke.White)
		for file, pieceType := range ranks[kirke.White] {
			if pieceType != k || !squares[v.Size.At(file, 0)] {
				continue
			}
			rook = rook || v.Type(k).Letter == 'R'
			king = king || v.Type(k).Royal && v.KingsReturn()
		}
	}
	return rook, king
}

// rebirthSquares returns the squares where a piece of type k and side c may be reborn.
func rebirthSquares(v *kirke.Variant, k kirke.PieceType, c kirke.Color) map[board.Square]bool {
	a := &v.Aftermath
	squares := map[board.Square]bool{}
	homes, err := rules.HomesOf(v)
	if err != nil {
		return nil
	}
	rank := firstRanks(v)[c]
	home := func(k kirke.PieceType, side kirke.Color, at board.Square) {
		if a.OpponentHome {
			side = side.Other()
		}
		squares[homes.Home(k, side, at)] = true
	}
	for at := range board.Square(v.Size.Area()) {
		starts := v.Size.RankFrom(c, at) == 0 && rank[v.Size.File(at)] == k ||
			v.Size.RankFrom(c, at) == 1 && v.Type(k).Pawn
		neverThere := a.Where == rules.AtOrigin && !starts ||
			a.Where == rules.AtItsCapture && v.Type(k).Pawn && v.Size.Rank(at)%(v.Size.Ranks-1) == 0
		if a.Where != rules.AtHome && !neverThere {
			squares[at] = true
		}
		if a.Where != rules.AtHome {
			continue
		}
		if !a.OtherPiece || a.Reborn == rules.BothReborn {
			home(k, c, at)
		}
		if !a.OtherPiece {
			continue
		}
		for _, by := range types(v) {
			home(by, c.Other(), at)
		}
	}
	return squares
}
