package rulebook

import (
	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// aftermathText says what becomes of the men of a capture, from the choices that
// make up the Circe family.
func aftermathText(v *kirke.Variant) []string {
	a := v.Aftermath
	if !a.Active {
		return nil
	}
	var text []string
	say := func(s string) { text = append(text, s) }
	switch a.Reborn {
	case rules.CapturedReborn:
		if a.Where == rules.AtNextVector {
			say("A captured man is reborn by the half-move that follows its capture.")
		} else {
			say("A captured man is reborn as part of the capture.")
		}
	case rules.CapturerReborn:
		say("The man that captures is reborn as part of the capture, and the captured man leaves the game.")
	case rules.BothReborn:
		say("Both men of a capture are reborn, the capturer first.")
	case rules.MoverReborn:
		say("To capture, a man is first carried to its home square, which must be free or its own, and captures from there; the captured man leaves the game. Moves that do not capture are as usual. A man gives check from its home square.")
		say(martianRefuges)
	}
	if a.Capturer == rules.Vanishes && a.Reborn != rules.BothReborn {
		say("The man that captures leaves the board, unless it is a king.")
	}
	if a.Kings {
		say("Kings are reborn too: a king is in check only when its capture would not be followed by its rebirth.")
	} else if a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn {
		say("Kings are not reborn: check and mate are as usual.")
	}
	switch a.As {
	case rules.AsCapturer:
		say("It is reborn as a man of the capturer's type; when a king captures, as itself.")
	case rules.AsChameleon:
		say("It is reborn as another type: knight as bishop, bishop as rook, rook as queen, queen as knight. Pawns do not change.")
	}
	if a.Reborn != rules.MoverReborn {
		where(a, say)
		occupied(a, say)
	}
	if a.Cheylan {
		say("A man may not capture on its own rebirth square.")
	}
	if a.Cohen {
		say("A capture that only reverses the opponent's last move is not allowed.")
	}
	return text
}

// where says which square is the rebirth square.
func where(a rules.Aftermath, say func(string)) {
	switch a.Where {
	case rules.AtHome:
		say("The rebirth square is the man's home square: for a rook, knight or bishop its square in the array that has the colour of the square of the capture, for queen and king their own, for a pawn its start square on the file of the capture. Men that the array does not have go to the far end of that file.")
		switch {
		case a.OtherMan && a.OwnerPromotes:
			say("The capturer's type and side decide which home square that is. A pawn reborn on its promotion rank is promoted by its own side, with the first part of its next move.")
		case a.OtherMan:
			say("The capturer's type and side decide which home square that is. A pawn reborn on its promotion rank is promoted at once, as the capturing side chooses.")
		}
		if a.OpponentHome {
			say("The home squares are those of the other side.")
		}
	case rules.AtDeparture:
		say("The rebirth square is the square that the capturer came from.")
	case rules.AtReflection:
		say("The rebirth square is the square of the capture reflected in the centre of the board.")
	case rules.AtOrigin:
		say("The rebirth square is the square on which the man stood in the diagram or the array.")
	case rules.AtEquipollent:
		say("The rebirth square is as far beyond the square of the capture as the capturer came, in the same direction.")
	case rules.AtNextVector:
		say("The rebirth square is the square of the capture, moved as far and in the same direction as the man that makes the next half-move.")
	}
}

// occupied says what happens when the rebirth square is not free.
func occupied(a rules.Aftermath, say func(string)) {
	switch {
	case a.Occupied == rules.Illegal:
		say("When the rebirth square is occupied the capture is not legal.")
	case a.Occupied == rules.Removed:
		say("A man that stands on the rebirth square leaves the game.")
	case a.Occupied == rules.Below:
		say("When the rebirth square is occupied the man waits below the one that stands there and comes up when the square is left; the first to go below comes up first.")
	case a.Where == rules.AtDeparture:
	default:
		say("When the rebirth square is occupied, or off the board, the man is gone.")
	}
}

// martianRefuges names the squares that no home reaches on the emptiest board.
const martianRefuges = "No home of White's reaches b4, e4, c5, e5, f5, b6, c6, e6, f6, g6, b7, c7, e7, f7, g7, b8, c8, e8, f8 or g8, and none of Black's the same squares seen from its side. A king that keeps to them is never in check, so that mate cannot be forced upon one that stays at home."
