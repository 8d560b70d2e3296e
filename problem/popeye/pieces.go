package popeye

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	english "github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// diagram is the board of Popeye.
var diagram = board.Size{Files: 8, Ranks: 8}

// parseSquare returns the square with a name.
func parseSquare(p *problem.Problem, name string) (board.Square, bool) {
	sq, err := p.Game.Size.Parse(strings.ToLower(name))
	return sq, err == nil
}

// parseSquares returns the squares in a token such as "a2b3c4".
func parseSquares(p *problem.Problem, token string) ([]board.Square, bool) {
	if len(token) == 0 || len(token)%2 != 0 {
		return nil, false
	}
	var all []board.Square
	for i := 0; i < len(token); i += 2 {
		sq, ok := parseSquare(p, token[i:i+2])
		if !ok {
			return nil, false
		}
		all = append(all, sq)
	}
	return all, true
}

// squares reads a token of squares, and returns it as well.
func (in *reader) squares(p *problem.Problem) (string, []board.Square, error) {
	t := in.next()
	squares, ok := parseSquares(p, t)
	if ok {
		return t, squares, nil
	}
	if in.beginsOther(t) {
		in.again()
		return t, nil, in.fault("squares are missing before %q", t)
	}
	return t, nil, in.fault("%q is no list of squares", t)
}

// isWalk reports whether letters stand for a piece type.
func (in *reader) isWalk(letter string) bool {
	return len(letter) == 1 && strings.Contains(letters[in.lang], strings.ToUpper(letter)) ||
		fairy.Find(int(in.lang), letter) != nil
}

// pieceTypes reads the piece types after a condition, which is not known with pawns or kings.
func (in *reader) pieceTypes(p *problem.Problem, condition string) (types []rules.PieceType) {
	for {
		t := in.next()
		if !in.isWalk(t) {
			in.again()
			return types
		}
		k := in.pieceType(p, t)
		if k == 0 {
			continue
		}
		if typ := p.Game.Type(k); typ.Pawn || typ.Royal {
			in.lack("the condition %s with pawns or kings", condition)
		}
		types = append(types, k)
	}
}

// pieceType returns the piece type that letters stand for, 0 if Kirke lacks it.
func (in *reader) pieceType(p *problem.Problem, letter string) rules.PieceType {
	upper := strings.ToUpper(letter)
	if len(letter) == 1 {
		if i := strings.Index(letters[in.lang], upper); i >= 0 {
			return p.Game.TypeOf(ours[i])
		}
	}
	walk := fairy.Find(int(in.lang), letter)
	switch {
	case walk == nil:
		in.stranger(letter)
		return 0
	case walk.Betza == "":
		in.lack("the piece %s", walk.Name)
		return 0
	}
	k, err := p.AddType(walk.Type())
	if err != nil {
		in.lack("%s", err.Error())
	}
	return k
}

// stranger keeps letters that are no piece, so that all are named at once.
func (in *reader) stranger(letter string) {
	quoted := strconv.Quote(letter)
	switch {
	case len(in.strangers) == 0:
		in.strangersLine = in.line()
	case slices.Contains(in.strangers, quoted):
		return
	}
	in.strangers = append(in.strangers, quoted)
}

// strange returns an error if some of the letters that have been read are no pieces, and forgets
// them. Otherwise it returns err, which may follow from what was not understood.
func (in *reader) strange(err error) error {
	all, are := in.strangers, "is no piece"
	if len(all) == 0 {
		return err
	}
	if in.strangers = nil; len(all) > 1 {
		are = "are no pieces"
	}
	return fmt.Errorf("line %d: %s %s", in.strangersLine, english.And(all), are)
}

// pieces reads colours, attributes, and letters with squares. It sets in.invisible to the number of
// totally invisible pieces, or to -1 if the list has none.
func (in *reader) pieces(p *problem.Problem) ([]problem.Placed, error) {
	var all []problem.Placed
	in.placedLines, in.invisible = nil, -1
	for {
		t := in.next()
		if t == "" {
			return all, nil
		}
		w, ok, err := colourWords.find(in.lang, t)
		if !ok || err != nil {
			in.again()
			in.placed = in.at
			if len(all) == 0 && in.invisible < 0 && len(in.lacks.Missing)+len(in.strangers) == 0 {
				if in.isCommand(t) {
					return nil, in.fault("no pieces are given before %q", t)
				}
				in.next()
				return nil, in.noPiece(t)
			}
			return all, nil
		}
		if w == totalInvisible {
			if in.invisible >= 0 {
				in.warn("%s is given twice", colourWords[w][in.lang])
			}
			if in.invisible, _, err = in.number(-1); err != nil {
				return all, err
			}
			continue
		}
		pieces, err := in.side(p, w)
		all = append(all, pieces...)
		if err != nil {
			return all, err
		}
	}
}

// noPiece returns an error about the last token, which is no part of a list of pieces.
func (in *reader) noPiece(t string) error {
	for _, n := range []int{2, 1} {
		if len(t) < n+2 || !in.isWalk(t[:n]) || t[n+1] < '0' || t[n+1] > '9' {
			continue
		}
		for _, s := range board.Names(t[n:]) {
			if _, err := diagram.Parse(strings.ToLower(s)); err != nil && (len(t)-n)%2 == 0 {
				return in.fault("%q: %q is no square of the board", t, s)
			}
		}
		return in.fault("%q: %q is no list of squares", t, t[n:])
	}
	return in.fault("%q is neither a colour nor a piece with its squares%s", t,
		slices.Concat(colourWords, attributeWords).meant(in.lang, t))
}

// place puts pieces on the board, and keeps which of them stand on others.
func (in *reader) place(p *problem.Problem, all []problem.Placed) {
	for i, m := range all {
		switch old, at := p.Setup.Board[m.At], p.Game.Size.Name(m.At); old {
		case 0:
		case m.Piece:
			in.doubled = append(in.doubled, fmt.Sprintf(
				"line %d: the %s is on %s twice", in.placedLines[i], pieceName(p, old), at))
		default:
			in.doubled = append(in.doubled, fmt.Sprintf(
				"line %d: two pieces are on %s: the %s stands there, the %s is left out",
				in.placedLines[i], at, pieceName(p, m.Piece), pieceName(p, old)))
		}
		p.Add(m)
	}
}

// pieceName returns a piece as "black S".
func pieceName(p *problem.Problem, pc rules.Piece) string {
	return strings.ToLower(colourWords[colourOf(pc)][English]) + " " + p.Letter(pc.Type())
}

// isCommand reports whether a token begins another part of the problem.
func (in *reader) isCommand(t string) bool {
	_, frame, _ := frameWords.find(in.lang, t)
	_, command, _ := commandWords.find(in.lang, t)
	return frame || command
}

// attributes are the attributes of the pieces that are read.
type attributes struct {
	royal  bool
	traits piece.Traits
}

// add adds one of attributeWords.
func (in *reader) add(p *problem.Problem, to *attributes, attribute int) {
	switch name := attributeWords[attribute][English]; {
	case attribute == attrRoyal:
		to.royal = true
	case name == "AliceA": // what pieces without it are too
		in.twoBoards(p)
	case !to.traits.Set(name):
		in.lack("the attribute %s", name)
	}
}

// side reads the pieces of one of colourWords.
func (in *reader) side(p *problem.Problem, colour int) ([]problem.Placed, error) {
	var having attributes
	var all []problem.Placed
	placed := false
	defer func() {
		if !placed {
			in.idle(having)
		}
	}()
	for {
		t := in.next()
		if t == "" {
			return all, nil
		}
		if len(all) == 0 && len(t) > 2 {
			if a, ok, _ := attributeWords.find(in.lang, t); ok {
				in.add(p, &having, a)
				continue
			}
		}
		letter, list := letterAndSquares(p, t)
		if list == "" {
			list = in.next()
		}
		squares, ok := parseSquares(p, list)
		switch {
		case !ok && letter == t:
			return all, in.noSquares(letter, list)
		case !ok:
			in.again()
			return all, nil
		}
		placed = true
		k := in.pieceType(p, letter)
		if k == 0 {
			continue
		}
		k, err := p.AddTraits(k, having.traits, having.royal || p.Game.Type(k).Royal)
		if err != nil {
			in.lack("%s", err.Error())
			continue
		}
		for _, sq := range squares {
			all = append(all, problem.Placed{Piece: coloured(k, colour), At: sq})
			in.placedLines = append(in.placedLines, in.lineAt(in.last))
		}
	}
}

// idle warns of attributes that no piece follows.
func (in *reader) idle(a attributes) {
	names := a.traits.Names()
	if a.royal {
		names = append([]string{attributeWords[attrRoyal][English]}, names...)
	}
	switch len(names) {
	case 0:
	case 1:
		in.warn("no piece follows the attribute %s", names[0])
	default:
		in.warn("no piece follows the attributes %s", english.And(names))
	}
}

// noSquares returns an error about a piece that no squares follow.
func (in *reader) noSquares(letter, next string) error {
	follows := fmt.Sprintf("%q follows it", next)
	if next == "" {
		follows = "the file ends"
	}
	in.again()
	return in.fault("the piece %q has no squares: %s", letter, follows)
}

// letterAndSquares splits a token such as "Qa1b2" into the letter of a piece and its squares, which
// are "" for a letter that is a token of its own: the squares are in the next.
func letterAndSquares(p *problem.Problem, t string) (letter, squares string) {
	away, home, hunter := strings.Cut(t, "/")
	if hunter && (len(away) == 1 || len(away) == 2) {
		n := len(away) + 2 + (len(home)+1)%2
		if len(home) <= 2 {
			return t, ""
		}
		return t[:n], t[n:]
	}
	if _, isSquare := parseSquare(p, t); len(t) <= 2 && !isSquare {
		return t, ""
	}
	n := 1 + (len(t)+1)%2 // squares have two bytes each
	return t[:n], t[n:]
}

// forsyth reads a placement with Popeye's letters.
func (in *reader) forsyth(p *problem.Problem) error {
	t := in.next()
	size := p.Game.Size
	at, run := 0, 0
	sign := byte(0)
	for i := 0; i < len(t); i++ {
		c := t[i]
		if c >= '0' && c <= '9' {
			run = run*10 + int(c-'0')
			if run > size.Area() {
				return in.fault("forsyth %q: the run of empty squares is too long", t)
			}
			continue
		}
		at, run = at+run, 0
		switch c {
		case '/':
			continue
		case '+', '-', '=':
			sign = c
			continue
		}
		letter := t[i : i+1]
		if c == '.' { // two letters follow
			letter = t[i+1 : min(i+3, len(t))]
			i += 2
			if letter == "" {
				return in.fault("forsyth %q ends with a dot", t)
			}
		}
		k := in.pieceType(p, letter)
		if k == 0 {
			at++
			continue
		}
		if at >= size.Area() {
			return in.fault("forsyth %q has more than %d squares", t, size.Area())
		}
		colour := int(board.White)
		switch {
		case sign == '=':
			colour = neutral
		case sign == '-' || sign == 0 && letter[0] >= 'a':
			colour = int(board.Black)
		}
		sign = 0
		sq := size.At(at%size.Files, size.Ranks-1-at/size.Files)
		p.Setup.Board[sq] = 0 // the placement replaces what stands there
		p.Add(problem.Placed{Piece: coloured(k, colour), At: sq})
		at++
	}
	return nil
}
