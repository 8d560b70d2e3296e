package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/words"
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
	text := slices.Concat(paragraph(rebornText(v)), paragraph(slices.Concat(squareText(v), rebornPawnText(v))),
		paragraph(occupiedText(v)))
	if capturedAreReborn(v) && !a.Where.Waits() {
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
	text := []string{whichText(v)}
	if a.Capturer == rules.CapturerVanishes {
		text = append(text, "The piece that captures leaves the board, unless it is a king.")
	}
	if capturedAreReborn(v) || v.Fairy.Rebirth.Of == rules.OfCapturers {
		text = append(text, asText(v)...)
	}
	if v.Fairy.Rebirth.Turncoats {
		who := map[rules.RebirthOf]string{
			rules.OfTheReborn: "A piece that is reborn", rules.OfTheCaptured: "The captured piece",
			rules.OfCapturers: "A piece other than a king that is reborn",
		}[v.Fairy.Rebirth.Of]
		text = append(text, who+" changes sides, on the rebirth square of the side that it leaves.")
	}
	text = append(text, rebornKingText(v))
	if a.Occupied == rules.ReplacesOccupant {
		text = append(text, "A king is in check, too, when a capture would put another piece in its place.")
	}
	return text
}

// whichText says which piece of a capture is reborn, and when.
func whichText(v *kirke.Variant) string {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	of := words.Or(an(labelled(v, r.Types)...))
	switch {
	case v.CapturersWait():
		return "A piece that captures stays where it is until the next half-move is made, which lets it be reborn; " +
			"the captured piece leaves the game. If it has just been captured itself, what has captured it is " +
			"reborn instead."
	case r.Of == rules.OfTheCaptured && a.Where == rules.AtNextVector:
		return "A piece that captures is reborn as part of the capture, and the captured piece by the half-move that " +
			"follows."
	case r.Of == rules.OfTheCaptured && a.Where == rules.AtItsCapture:
		return "A piece that captures is reborn as part of the capture, and the captured piece by the next " +
			"capture, of either side."
	case r.Of == rules.OfTheCaptured && r.Types != "":
		return "A piece that captures is reborn as part of the capture, and then the captured piece if it is " + of +
			"; others leave the game."
	case r.Of == rules.OfTheCaptured:
		return "A piece that captures is reborn as part of the capture, and then the captured piece."
	case a.Reborn == rules.CapturerReborn && r.Types != "":
		return capital(of) + " that captures is reborn as part of the capture; other pieces stay where they " +
			"capture. The captured piece leaves the game."
	case a.Reborn == rules.CapturerReborn:
		return "A piece that captures is reborn as part of the capture, and the captured piece leaves the game."
	case a.Reborn == rules.BothReborn:
		return "Both pieces of a capture are reborn, the capturing one first. A king that captures stays where it " +
			"is. A pawn that captures on its last rank is promoted before."
	case a.Where == rules.AtNextVector:
		return "A captured piece is reborn by the half-move that follows its capture."
	case a.Where == rules.AtItsCapture:
		return "A captured piece is reborn by the next capture, of either side."
	case r.Types != "":
		return capital(of) + " that is captured is reborn as part of the capture; other pieces leave the game."
	}
	return "A captured piece is reborn as part of the capture."
}

// rebornKingText says whether kings are reborn, and what that means for check.
func rebornKingText(v *kirke.Variant) string {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	switch {
	case r.KingsStay:
		return "A king that captures stays where it is, and a king is in check only from a king or a piece that " +
			"could be reborn after taking it."
	case v.CapturersWait():
		return "Kings are reborn like other pieces, and a king is in check only from a piece whose capture would " +
			"let the last capturer be reborn."
	case r.Of == rules.OfCapturers && r.Types != "":
		return "A king is in check only from a piece that stays or could be reborn after taking it."
	case r.Of == rules.OfTheCaptured && a.Kings:
		return "Kings are reborn like other pieces when they capture, and as kings when they are captured: a " +
			"king is in check only from a piece that could be reborn after taking it, and only when it would not " +
			"come back."
	case a.Reborn == rules.CapturerReborn:
		return "Kings are reborn like other pieces when they capture, and a king is in check only from a piece that " +
			"could be reborn after taking it."
	case v.KingsReturn():
		return "Kings are reborn, too, as kings: a king is in check only when it would not come back after its " +
			"capture."
	case a.Occupied == rules.ReplacesOccupant:
		return "Kings are not reborn."
	}
	return "Kings are not reborn: check and mate are as usual."
}

// asText says as what a piece is reborn: the capturing one if the choices are about it, else the
// captured one.
func asText(v *kirke.Variant) []string {
	r := &v.Fairy.Rebirth
	piece := "The captured piece"
	if r.Of == rules.OfCapturers {
		piece = "The capturing piece"
	}
	switch {
	case r.As == rules.Decreased:
		return []string{piece + " is reborn as the next in the row of queen, rook, bishop, knight and pawn, a " +
			"pawn as what it is."}
	case r.As == rules.Increased:
		return []string{piece + " is reborn as the next in the row of pawn, knight, bishop, rook and queen, a " +
			"queen as what it is."}
	case v.ClonesCapturer():
		return []string{piece + " is reborn as a piece of the type that it has captured."}
	}
	switch v.Aftermath.As {
	case rules.AsCapturer:
		return []string{piece + " is reborn as a piece of the type that took it, before any promotion. " +
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
		return []string{fmt.Sprintf("%s is reborn as another type: %s. Other pieces keep theirs.", piece,
			strings.Join(changes, ", "))}
	}
	return []string{piece + " is reborn as what it is, a promoted pawn as what it has become."}
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
		return "the square on the rank where it stands, on the file of its home square (of two files, on that where " +
			"the square has the colour of its own)"
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
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	elsewhere := r.Square != rules.AsInAftermath || r.Turned != rules.NotTurned || a.Where != rules.AtHome
	if r.Of == rules.OfTheCaptured && elsewhere {
		text := []string{"The rebirth square of the capturing piece is its home square, after any promotion."}
		return slices.Concat(text, homeText(v, captureSquare), placeText(v, "That of the captured piece"))
	}
	return placeText(v, "The rebirth square")
}

// placeText says where what the choices are about is reborn. square is the subject of the sentence.
func placeText(v *kirke.Variant, square string) []string {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	var text []string
	say := func(s string) { text = append(text, s) }
	switch {
	case r.Square != rules.AsInAftermath:
		text = choiceText(v, square)
	case a.Where == rules.AtDeparture:
		say(square + " is the square that the capturing piece came from.")
	case a.Where == rules.AtReflection:
		say(square + " lies opposite " + captureSquare + ", through the centre of the board.")
	case a.Where == rules.AtOrigin:
		say(square + " is the square where the piece stood at the start of the game or, in a problem, " +
			"in the diagram. A promoted pawn keeps the square of the pawn.")
		if v.Gating.Any() {
			say("A gated piece has the square where it was gated.")
		}
	case a.Where == rules.AtEquipollent:
		say(square + " is as far beyond " + captureSquare + " as the capturing piece has come, in the same direction.")
	case a.Where == rules.AtNextVector:
		direction := "in the same direction"
		if r.Turned == rules.Against {
			direction = "in the opposite direction"
		}
		say(square + " is as far from " + captureSquare + ", and " + direction + ", as the half-move " +
			"that follows goes; castling counts as the sum of its two movements.")
	case a.Where == rules.AtItsCapture:
		say(square + " is " + captureSquare + ".")
	case r.Of == rules.OfTheCaptured && r.Turned != rules.NotTurned: // the homes are said
		say(square + " is its home square.")
	default:
		text = homeSquareText(v)
	}
	if r.Turned == rules.Diametral || r.Turned == rules.LeftRight {
		say("But the piece is reborn opposite that square, " + opposite(r.Turned) + ".")
	}
	return text
}

// opposite says in which direction a square that is turned lies opposite.
func opposite(t rules.Turned) string {
	if t == rules.LeftRight {
		return "on the same rank"
	}
	return "through the centre of the board"
}

// choiceText says which square Rebirth.Square is, and which squares are at home if that matters. square
// is the subject of the sentence.
func choiceText(v *kirke.Variant, square string) []string {
	a, r, size := &v.Aftermath, &v.Fairy.Rebirth, v.Size
	capturer := r.Of == rules.OfCapturers
	var text []string
	switch r.Square {
	case rules.OnRank:
		text = append(text, square+" is on the rank of the capture, and on the file of the home square that the piece "+
			"has as a white one if that rank is odd, and as a black one if it is even.")
	case rules.OnFile:
		home := "of the home square"
		if a.OpponentHome {
			home += " on the other side"
		}
		text = append(text, square+" is on the file of the capture, and on the rank "+home+".")
	case rules.AtAntipodes:
		text = append(text, fmt.Sprintf("%s is %d files and %d ranks from the square of the capture.", square,
			size.Files/2, size.Ranks/2))
	case rules.AcrossFiles:
		text = append(text, square+" lies opposite the square of the capture, on the same rank.")
	case rules.AcrossRanks:
		text = append(text, square+" lies opposite the square of the capture, on the same file.")
	case rules.PromotedOnLastRank:
		text = append(text, square+" of a promoted piece is on the last rank of its side, on the file of the capture; "+
			"other pieces are reborn at home.")
	case rules.Anywhere:
		or := "; it may also choose that the piece is not reborn"
		switch {
		case capturer && a.Cheylan, !capturer && a.Occupied == rules.NoCapture:
			or = ""
		case capturer:
			or = "; it may also choose that the piece stays where it captures"
		}
		text = append(text, square+" is any empty square, which the capturing side chooses"+or+".")
	case rules.InCage:
		text = append(text, square+" is an empty square, which the capturing side chooses, where the piece "+
			"could make no legal move but captures.")
		if a.Occupied == rules.NoCapture {
			text = append(text, "Without such a square the capture is not legal.")
		} else {
			text = append(text, "Without such a square it is gone.")
		}
	case rules.ByMove:
		step := "the piece could have gone without a capture from where it was captured"
		if capturer {
			step = "the piece could go on without a capture from where it captures, as a piece of the other side"
		}
		text = append(text, square+" is one to which "+step+"; the capturing side chooses.")
	}
	needsHome := r.Square == rules.OnRank || r.Square == rules.OnFile || r.Square == rules.PromotedOnLastRank
	if needsHome && r.Of != rules.OfTheCaptured {
		text = append(text, homeText(v, captureSquare)...)
	}
	return text
}

// rebornPawnText says who promotes a pawn that is reborn on its last rank, if one may be.
func rebornPawnText(v *kirke.Variant) []string {
	a := &v.Aftermath
	by := "the capturing side"
	switch {
	case !pawnRanks(v)[v.Size.Ranks-1]:
		return nil
	case a.OwnerPromotes:
		by = "its own side, as the first part of its next half-move"
	case a.Where == rules.AtNextVector:
		by = "the side that makes that half-move"
	}
	return []string{"A pawn that is reborn on its last rank is promoted by " + by + "."}
}

// homeSquareText says whose home square the rebirth square is, and where that is.
func homeSquareText(v *kirke.Variant) []string {
	a := &v.Aftermath
	var text []string
	say := func(s string) { text = append(text, s) }
	switch {
	case a.Reborn == rules.BothReborn && !a.OtherPiece, v.Fairy.Rebirth.Of == rules.OfTheCaptured:
		say("The rebirth square of each is its home square.")
	case a.Reborn == rules.CapturerReborn && a.OtherPiece:
		say("The rebirth square is the home square of the captured piece.")
	case a.Reborn == rules.CapturerReborn:
		say("The rebirth square is the home square of the capturing piece, after any promotion.")
	case a.OtherPiece && a.Reborn == rules.BothReborn:
		say("The rebirth square of both is the home square of the capturing piece, after any promotion.")
	case a.OtherPiece:
		say("The rebirth square is the home square that the capturing piece has, after any promotion.")
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
func occupiedText(v *kirke.Variant) []string {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	makesRoom := a.Occupied.Hides() || a.Occupied == rules.ReplacesOccupant
	switch {
	case v.CapturersWait():
		return []string{"When the rebirth square is occupied or off the board, the half-move that follows is not " +
			"legal."}
	case r.Of == rules.OfTheCaptured:
		return append(capturerOccupiedText(v), capturedOccupiedText(v)...)
	case a.Reborn == rules.CapturerReborn && makesRoom && a.Cheylan:
		return append(capturedOccupiedText(v), ownRebirthSquare)
	case a.Reborn == rules.CapturerReborn && !makesRoom:
		return capturerOccupiedText(v)
	}
	return capturedOccupiedText(v)
}

// ownRebirthSquare is what Cheylan forbids.
const ownRebirthSquare = "A piece may not capture on its own rebirth square."

// capturerOccupiedText says in Anticirce when a capture is not legal for the sake of the capturer.
func capturerOccupiedText(v *kirke.Variant) []string {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	when := "When the rebirth square is occupied"
	switch {
	case r.Of == rules.OfTheCaptured:
		when = "When the rebirth square of the capturing piece is occupied"
	case r.Square == rules.ByMove:
		return []string{"When the capturing piece could go nowhere the capture is not legal."}
	case r.Square == rules.Anywhere && a.Cheylan:
		return []string{"The piece may not be reborn where it captures."}
	case r.Square == rules.Anywhere, a.Where == rules.AtDeparture:
		return nil
	case a.Where == rules.AtEquipollent:
		when += " or off the board,"
	}
	text := when + " the capture is not legal."
	if a.Cheylan {
		return []string{text, ownRebirthSquare, "The square that it has left counts as empty."}
	}
	return []string{text, "The square that the piece has left and the one on which it captures count as empty."}
}

// capturedOccupiedText says what happens to a captured piece whose rebirth square is not free, and to
// capturers whose rebirth makes room likewise.
func capturedOccupiedText(v *kirke.Variant) []string {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	var text []string
	say := func(s string) { text = append(text, s) }
	switch {
	case r.Square == rules.ByMove:
		return []string{"When a captured piece could have gone nowhere the capture is not legal."}
	case r.Square.Chosen():
		return nil
	}
	one, reborn := "piece", "captured"
	if a.Reborn == rules.BothReborn {
		say("A capturing piece whose rebirth square is occupied is gone.")
		one = "captured piece"
	}
	if r.Of == rules.OfCapturers {
		reborn = "capturing"
	}
	offBoard := a.Where == rules.AtEquipollent || a.Where == rules.AtNextVector
	when := "When the rebirth square is occupied"
	if r.Of == rules.OfTheCaptured || a.Occupied == rules.NoCapture && a.Reborn == rules.BothReborn {
		when = "When the rebirth square of the captured piece is occupied"
	}
	switch {
	case a.Where == rules.AtDeparture && r.Of != rules.OfTheCaptured: // else the capturer may be reborn there
		say("It is always empty.")
		return text
	case a.Occupied == rules.NoCapture && offBoard:
		say(when + " or off the board, the capture is not legal.")
	case a.Occupied == rules.NoCapture:
		say(when + " the capture is not legal.")
	case a.Occupied == rules.ReplacesOccupant && reborn == "capturing":
		say("A piece that stands on the rebirth square leaves the game; but the own king may not be put off the board.")
	case a.Occupied == rules.ReplacesOccupant:
		say("A piece that stands on the rebirth square of a captured piece leaves the game, the capturing one too; " +
			"but the own king may not be put off the board.")
	case a.Occupied == rules.WaitsBelow:
		say(fmt.Sprintf("%s the %s waits below the one that stands there and comes up when the square is left. "+
			"Of several below one square the first to go below comes up first. A pawn is not promoted by coming up.",
			when, one))
	case a.Occupied == rules.CoversOccupant:
		say(fmt.Sprintf("%s the one that stands there waits below the %s piece, a king too, and comes up when the "+
			"square is left. Of several below one square the last to go below comes up first. A king below another "+
			"piece is not in check.", when, reborn))
	case offBoard:
		say(fmt.Sprintf("%s or off the board, the %s is gone.", when, one))
		return text
	default:
		say(fmt.Sprintf("%s the %s is gone.", when, one))
	}
	switch {
	case offBoard && reborn == "capturing":
		say("When it is off the board the capture is not legal.")
	case offBoard && a.Occupied != rules.NoCapture:
		say("When it is off the board the piece is gone.")
	}
	if a.Reborn == rules.BothReborn {
		say("The square that the capturing piece has left counts as empty, and that of the capture unless a king has " +
			"come there.")
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

// homeText says where each type is at home; from is the square that this depends on.
func homeText(v *kirke.Variant, from string) []string {
	a := &v.Aftermath
	ranks := firstRanks(v)
	var once, two, near, none []kirke.PieceType
	pawn := false
	for _, k := range types(v) {
		t := v.Type(k)
		switch {
		case t.Royal && !v.KingsReturn() && !a.OtherPiece && rebirths(a), !mayBeReborn(v, k):
			continue
		case t.Pawn:
			pawn = true
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
	if pawn {
		text = append(text, "A pawn is at home on its second rank, on the file of "+from+".")
	}
	say(none, "on its last rank, on the file of "+from)
	return text
}
