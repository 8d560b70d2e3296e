package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the field of a FEN for what the conditions of problemists remember: a letter and
// its value for each, with commas between them, such as "$b700/325,ma1b1R".

// remembers reports whether a condition of the game remembers something.
func remembers(v *rules.Variant) bool {
	f := &v.Fairy
	return f.Budget != rules.Budget{} || f.RemembersMove() || f.RemembersDuellists() || f.Checking.Strict ||
		f.Mobility.Fuddled || f.Exchange != rules.NoExchange || f.Roles.Most > 0 || f.Imitators.Squares != "" ||
		f.Capturing.Second != rules.SecondAsFirst || f.Castling == rules.CastlesByExchange
}

// memory reads what conditions remember: b is how far each side may still move, in hundredths of a
// square, m the last move with its piece, d the squares of the duellists, f those of the pieces
// that each side has moved last, x those of two pieces that have just changed places, r how often
// White may exchange the roles, s which kings have been attacked, k which sides have castled, c the
// squares of pieces that have captured, and i where the imitators are.
func (r *fenReader) memory(text string) error {
	f := &r.s.Fairy
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			return fmt.Errorf("a part is empty")
		}
		var err error
		switch value := part[1:]; part[0] {
		case 'b':
			err = r.pair(value, func(c int, text string) (err error) {
				if f.Budget[c], err = strconv.Atoi(text); err == nil && f.Budget[c] < 0 {
					err = fmt.Errorf("%q is less than nothing", text)
				}
				return err
			})
		case 'd':
			err = r.pair(value, func(c int, text string) (err error) {
				f.Duellist[c], err = r.squareOrNone(text)
				return err
			})
		case 'f':
			err = r.pair(value, func(c int, text string) error { return r.fuddled(&f.Fuddled[c], text) })
		case 'x':
			err = r.fuddled(&f.Exchanged, value)
		case 'r':
			f.RolesLeft, err = strconv.Atoi(value)
			if err == nil && (f.RolesLeft < 0 || f.RolesLeft > r.v.Fairy.Roles.Most) {
				err = fmt.Errorf("the roles cannot be exchanged %s times", short(value))
			}
		case 's':
			err = r.pair(value, func(c int, text string) error {
				f.Attacked[c] = text == "1"
				return nil
			})
		case 'k':
			err = r.pair(value, func(c int, text string) error {
				f.Castled[c] = text == "1"
				return nil
			})
		case 'i':
			f.Imitators = value
			names := board.Names(value)
			for _, name := range names {
				if _, bad := r.v.ParseSquare(name); bad != nil {
					err = fmt.Errorf("the squares of imitators: %w", bad)
				}
			}
			if len(names) == 0 || len(names) > rules.MostImitators || 2*len(names) != len(value) {
				err = fmt.Errorf("%q are not the squares of imitators", short(value))
			}
		case 'c':
			f.Captured = value
			names := board.Names(value)
			for _, name := range names {
				if sq, bad := r.v.ParseSquare(name); bad != nil || r.s.Board[sq] == 0 {
					err = fmt.Errorf("no piece stands on %s that has captured", short(name))
				}
			}
			if len(names) == 0 || 2*len(names) != len(value) {
				err = fmt.Errorf("%q are not the squares of pieces that have captured", short(value))
			}
		case 'm':
			err = r.lastMove(value)
		default:
			err = fmt.Errorf("%q is not known", part[:1])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pair reads White's and Black's value, with a slash between them.
func (r *fenReader) pair(text string, read func(c int, text string) error) error {
	white, black, ok := strings.Cut(text, "/")
	if !ok {
		return fmt.Errorf("%q lacks the slash between White's and Black's", short(text))
	}
	if err := read(0, white); err != nil {
		return err
	}
	return read(1, black)
}

// fuddled reads "e1", "c1d1" or "-".
func (r *fenReader) fuddled(squares *[2]board.Square, text string) (err error) {
	first, n := r.v.Size.Prefix(text)
	if n == 0 {
		squares[0], err = r.squareOrNone(text)
		return err
	}
	squares[0] = first
	if text[n:] != "" {
		squares[1], err = r.v.Size.Parse(text[n:])
	}
	return err
}

// lastMove reads "a1b1R".
func (r *fenReader) lastMove(text string) (err error) {
	f := &r.s.Fairy
	from, n := r.v.Size.Prefix(text)
	to, m := r.v.Size.Prefix(text[n:])
	if n == 0 || m == 0 {
		return fmt.Errorf("%q is no move", short(text))
	}
	f.From, f.To = from, to
	f.Moved, err = r.v.ParsePiece(text[n+m:])
	return err
}

func formatMemory(v *rules.Variant, s *rules.Setup) string {
	f, none := &s.Fairy, board.NoSquare
	var parts []string
	name := func(sq board.Square) string {
		if sq == none {
			return "-"
		}
		return v.Size.Name(sq)
	}
	if v.Fairy.Budget != (rules.Budget{}) {
		parts = append(parts, fmt.Sprintf("b%d/%d", f.Budget[0], f.Budget[1]))
	}
	if v.Fairy.RemembersMove() && f.Moved != 0 {
		parts = append(parts, "m"+name(f.From)+name(f.To)+v.Label(f.Moved))
	}
	if v.Fairy.RemembersDuellists() && f.Duellist != [2]board.Square{none, none} {
		parts = append(parts, "d"+name(f.Duellist[0])+"/"+name(f.Duellist[1]))
	}
	if v.Fairy.Mobility.Fuddled && f.Fuddled != [2][2]board.Square{{none, none}, {none, none}} {
		squares := func(two [2]board.Square) string {
			if two[1] == none {
				return name(two[0])
			}
			return name(two[0]) + name(two[1])
		}
		parts = append(parts, "f"+squares(f.Fuddled[0])+"/"+squares(f.Fuddled[1]))
	}
	if x := f.Exchanged; v.Fairy.Exchange != rules.NoExchange && x != [2]board.Square{none, none} {
		parts = append(parts, "x"+name(x[0])+name(x[1]))
	}
	if v.Fairy.Roles.Most > 0 {
		parts = append(parts, fmt.Sprintf("r%d", f.RolesLeft))
	}
	if v.Fairy.Checking.Strict && f.Attacked != [2]bool{} {
		parts = append(parts, "s"+flags(f.Attacked))
	}
	if v.Fairy.Castling == rules.CastlesByExchange && f.Castled != [2]bool{} {
		parts = append(parts, "k"+flags(f.Castled))
	}
	if v.Fairy.Imitators.Squares != "" {
		parts = append(parts, "i"+f.Imitators)
	}
	if f.Captured != "" && v.Fairy.Capturing.Second != rules.SecondAsFirst {
		parts = append(parts, "c"+f.Captured)
	}
	return strings.Join(parts, ",")
}

// flags returns what is true of White and Black: "1/0".
func flags(of [2]bool) string {
	digits := map[bool]string{true: "1", false: "0"}
	return digits[of[0]] + "/" + digits[of[1]]
}
