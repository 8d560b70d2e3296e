package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// suffix is a field after the clocks, for what a part of the game remembers.
type suffix struct {
	name   string
	lead   string // what the field starts with
	has    func(*rules.Variant) bool
	read   func(*fenReader, string) error
	format func(*rules.Variant, *rules.Setup) string // "" for nothing
}

// suffixes are the suffix fields in the order in which they are written. The series comes last
// because it starts with a number.
var suffixes = []suffix{
	{"pending rebirth", "~", func(v *rules.Variant) bool {
		return v.Aftermath.Active && v.Aftermath.Where.Waits()
	}, (*fenReader).pending, formatPending},
	{"choice", "=", func(v *rules.Variant) bool { return v.Aftermath.OwnerPromotes }, (*fenReader).choice,
		formatChoice},
	{"list of pieces below", "{", func(v *rules.Variant) bool {
		return v.HidesPieces()
	}, (*fenReader).below, formatBelow},
	{"list of squares in the diagram", "@", func(v *rules.Variant) bool {
		return v.RemembersOrigins()
	}, (*fenReader).origins, formatOrigins},
	{"last capture", "!", func(v *rules.Variant) bool { return v.Aftermath.Cohen }, (*fenReader).last, formatLast},
	{"memory of conditions", "$", remembers, (*fenReader).memory, formatMemory},
	{"series", "", func(v *rules.Variant) bool { return v.Series.Progressive }, (*fenReader).series, formatSeries},
}

// isSuffix reports whether a field after the first is one of the suffixes.
func isSuffix(text string) bool {
	return strings.IndexByte("~={@!$", text[0]) >= 0 || strings.Contains(text, "/")
}

// suffixes reads the fields after the clocks, in any order but each once.
func (r *fenReader) suffixes(texts []string) error {
	if r.v.Series.Progressive {
		// White's first turn is a series of one move, Black's of two, and so on.
		n := 2*r.s.Fullmove - 1 + int(r.s.Turn)
		r.s.Series = rules.SeriesState{Left: n, Length: n}
	}
	seen := make([]bool, len(suffixes))
	for _, text := range texts {
		i := slices.IndexFunc(suffixes, func(f suffix) bool { return strings.HasPrefix(text, f.lead) })
		if !isSuffix(text) {
			return fmt.Errorf("FEN: %q stands where no further field is known", short(text))
		}
		f := &suffixes[i]
		var err error
		switch {
		case !f.has(r.v):
			err = fmt.Errorf("%s has none", r.v.ID)
		case seen[i]:
			err = fmt.Errorf("it stands here for the second time")
		default:
			err = f.read(r, text[len(f.lead):])
		}
		if err != nil {
			return fmt.Errorf("FEN: %s %q: %w", f.name, short(text), err)
		}
		seen[i] = true
	}
	return nil
}

func formatSuffixes(v *rules.Variant, s *rules.Setup) []string {
	var fields []string
	for _, f := range suffixes {
		if !f.has(v) {
			continue
		}
		if text := f.format(v, s); text != "" {
			fields = append(fields, f.lead+text)
		}
	}
	return fields
}

// square reads one square of the board.
func (r *fenReader) square(text string) (board.Square, error) { return r.v.Size.Parse(text) }

// squareOrNone reads one square of the board, or "-".
func (r *fenReader) squareOrNone(text string) (board.Square, error) {
	if text == "-" {
		return board.NoSquare, nil
	}
	return r.square(text)
}

// pending reads "n@d5": the piece to be reborn and where it was captured. Where capturers wait, that
// is the capturer and where it captured, and "N@d5-d6" says that it stands on d6.
func (r *fenReader) pending(text string) error {
	label, at, _ := strings.Cut(text, "@")
	pc, err := r.v.ParsePiece(label)
	if err != nil {
		return err
	}
	a := &r.s.Aftermath
	a.Pending = pc
	on := at
	if r.v.CapturersWait() {
		if captured, stands, apart := strings.Cut(at, "-"); apart {
			at, on = captured, stands
		}
		if a.PendingOn, err = r.square(on); err != nil {
			return err
		}
	}
	a.PendingAt, err = r.square(at)
	return err
}

func formatPending(v *rules.Variant, s *rules.Setup) string {
	if s.Aftermath.Pending == 0 {
		return ""
	}
	a := &s.Aftermath
	text := string(rune(v.Letter(a.Pending))) + "@" + v.Size.Name(a.PendingAt)
	if v.CapturersWait() && a.PendingOn != a.PendingAt {
		text += "-" + v.Size.Name(a.PendingOn)
	}
	return text
}

// choice reads "d8": the square of the pawn to be promoted first.
func (r *fenReader) choice(text string) (err error) {
	r.s.Aftermath.Choice, err = r.square(text)
	return err
}

func formatChoice(v *rules.Variant, s *rules.Setup) string {
	if s.Aftermath.Choice == board.NoSquare {
		return ""
	}
	return v.Size.Name(s.Aftermath.Choice)
}

// below reads "e8:n,p}{g1:B}": the pieces below each square, the first to come up first. The first
// brace has been read.
func (r *fenReader) below(text string) error {
	text, ok := strings.CutSuffix(text, "}")
	if !ok {
		return fmt.Errorf("the brace is not closed at the end")
	}
	for _, group := range strings.Split(text, "}{") {
		name, pieces, ok := strings.Cut(group, ":")
		if !ok {
			return fmt.Errorf("%q lacks the colon between the square and the pieces below it", short(group))
		}
		at, err := r.square(name)
		if err != nil {
			return err
		}
		for _, label := range strings.Split(pieces, ",") {
			pc, err := r.v.ParsePiece(label)
			if err != nil {
				return err
			}
			r.s.Aftermath.Below = append(r.s.Aftermath.Below, rules.Hidden{At: at, Piece: pc})
		}
	}
	slices.SortStableFunc(r.s.Aftermath.Below, func(a, b rules.Hidden) int { return int(a.At) - int(b.At) })
	return nil
}

func formatBelow(v *rules.Variant, s *rules.Setup) string {
	below := slices.Clone(s.Aftermath.Below)
	slices.SortStableFunc(below, func(a, b rules.Hidden) int { return int(a.At) - int(b.At) })
	var b strings.Builder
	for i, h := range below {
		switch {
		case i > 0 && h.At == below[i-1].At:
			b.WriteByte(',')
		case i > 0:
			b.WriteString("}{")
			fallthrough
		default:
			b.WriteString(v.Size.Name(h.At) + ":")
		}
		b.WriteByte(v.Letter(h.Piece))
	}
	if b.Len() > 0 {
		b.WriteByte('}')
	}
	return b.String()
}

// origins reads "e4=e2,d8=-": the squares in the diagram of pieces that have left theirs, "-" for a
// piece that has none.
func (r *fenReader) origins(text string) error {
	origin := ownOrigins(r.s)
	moved := false
	for _, pair := range strings.Split(text, ",") {
		name, from, _ := strings.Cut(pair, "=")
		sq, err := r.square(name)
		if err != nil {
			return err
		}
		if r.s.Board[sq] == 0 {
			return fmt.Errorf("there is no piece on %s", name)
		}
		if origin[sq], err = r.squareOrNone(from); err != nil {
			return err
		}
		moved = moved || origin[sq] != sq
	}
	if moved {
		r.s.Aftermath.Origin = origin
	}
	return nil
}

// ownOrigins returns the origins if every piece stands on its square in the diagram.
func ownOrigins(s *rules.Setup) []board.Square {
	origin := make([]board.Square, len(s.Board))
	for sq, pc := range s.Board {
		origin[sq] = board.NoSquare
		if pc != 0 {
			origin[sq] = board.Square(sq)
		}
	}
	return origin
}

func formatOrigins(v *rules.Variant, s *rules.Setup) string {
	var pairs []string
	for sq, own := range ownOrigins(s) {
		if sq < len(s.Aftermath.Origin) && own != board.NoSquare && s.Aftermath.Origin[sq] != own {
			pairs = append(pairs, v.Size.Name(own)+"="+v.Size.Name(s.Aftermath.Origin[sq]))
		}
	}
	return strings.Join(pairs, ",")
}

// last reads "e2d4d1": departure, arrival and rebirth square of the last capture; "-" is no
// rebirth.
func (r *fenReader) last(text string) error {
	var last [3]board.Square
	rest := text
	for i := range last {
		sq, n := r.v.Size.Prefix(rest)
		if i == 2 && rest == "-" {
			sq, n = board.NoSquare, 1
		}
		if n == 0 {
			return fmt.Errorf("it must be the squares of departure, arrival and rebirth")
		}
		last[i], rest = sq, rest[n:]
	}
	if rest != "" {
		return fmt.Errorf("%q follows the three squares", short(rest))
	}
	r.s.Aftermath.Last = last
	return nil
}

func formatLast(v *rules.Variant, s *rules.Setup) string {
	last := s.Aftermath.Last
	if last[0] == board.NoSquare {
		return ""
	}
	return v.Size.Name(last[0]) + v.Size.Name(last[1]) + v.Size.Name(last[2])
}

// series reads "2/3": the moves left and the length of the series, with a "+" after a capture or
// pawn move in it.
func (r *fenReader) series(text string) (err error) {
	state := &r.s.Series
	text, state.Progress = strings.CutSuffix(text, "+")
	left, length, _ := strings.Cut(text, "/")
	if state.Left, err = number(left); err == nil {
		state.Length, err = number(length)
	}
	return err
}

func formatSeries(_ *rules.Variant, s *rules.Setup) string {
	text := strconv.Itoa(s.Series.Left) + "/" + strconv.Itoa(s.Series.Length)
	if s.Series.Progress {
		text += "+"
	}
	return text
}
