package invisible

import (
	"fmt"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// full is a position of a game in which some pieces are invisible. In these tests such positions
// are listed and played by the kernel, one by one.
type full struct {
	p      rules.Position
	hidden uint64 // by Square
}

// listing is a diagram with all positions that it may be.
type listing struct {
	task    Task
	variant *rules.Variant
	holes   string
	small   bool
}

func (l *listing) at(s Square) board.Square { return l.variant.Size.At(s.file(), s.rank()) }
func (l *listing) square(b board.Square) Square {
	return squareAt(l.variant.Size.File(b), l.variant.Size.Rank(b))
}

// start returns all positions that the diagram may be.
func (l *listing) start(t *rapid.T) (all []full) {
	chess, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	l.variant = chess
	l.variant.Fairy.Lanes.Holes = l.holes
	var place func(g Grid, hidden uint64, from Square, left int)
	place = func(g Grid, hidden uint64, from Square, left int) {
		if left == 0 {
			if p, ok := l.position(t, &g); ok {
				all = append(all, full{p, hidden})
			}
			return
		}
		for s := from; s < 64; s++ {
			if g[s] != 0 {
				continue
			}
			for kind := King; kind <= Pawn; kind++ {
				for c := range board.Color(2) {
					if kind == Pawn && !pawnStands(s) || kind == King && g.king(c) != nowhere {
						continue
					}
					n := g
					n[s] = Make(kind, c)
					place(n, hidden|1<<s, s+1, left-1)
				}
			}
		}
	}
	place(l.task.Diagram, 0, 0, l.task.Number)
	return all
}

// position sets up a position. ok is false if it has not both kings or the side that is not to move
// is in check.
func (l *listing) position(t *rapid.T, g *Grid) (p rules.Position, ok bool) {
	if g.king(board.White) == nowhere || g.king(board.Black) == nowhere ||
		g.attacked(g.king(l.task.Begins.Other()), l.task.Begins) {
		return nil, false
	}
	assuming := l.variant.Clone()
	assuming.AssumeCastling = true
	s := rules.NewSetup(assuming)
	for sq, pc := range g {
		if pc != 0 && pc != Hole {
			k := l.variant.TypeOf(" KQRBNP"[pc.kind()])
			s.Board[l.at(Square(sq))] = rules.MakePiece(k, pc.color())
		}
	}
	s.Turn, s.Fairy = l.task.Begins, rules.NewFairyState(assuming)
	q, err := reference.New(assuming, s, walk.Forgiven)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = walk.SetUp(l.variant, q.Setup()); err != nil {
		t.Fatal(err)
	}
	return p, true
}

// piece returns a piece of a position.
func (l *listing) piece(p rules.Position, s Square) Piece {
	pc := p.At(l.at(s))
	if pc == 0 || pc == rules.Wall {
		return 0
	}
	kind := Piece(strings.IndexByte(" KQRBNP", l.variant.Type(pc.Type()).Letter))
	return Make(kind, pc.Color())
}

// seen returns what is seen of a legal move, "" if invisible pieces make no such moves, and the
// pieces that are invisible after it.
func (l *listing) seen(w full, m rules.Move) (string, uint64) {
	from, to := l.square(m.From()), l.square(m.To())
	if m.Form() == rules.Castle {
		king := l.task.Diagram.king(w.p.Turn())
		if king == nowhere || w.hidden>>from&1 != 0 {
			return "", 0
		}
		if to > from {
			return "0-0", w.hidden &^ (1 << (from + 3))
		}
		return "0-0-0", w.hidden &^ (1 << (from - 4))
	}
	if m.Form() == rules.EnPassant {
		captured := squareAt(to.file(), from.rank())
		if w.hidden>>from&1 != 0 || w.hidden>>captured&1 != 0 {
			return "", 0
		}
	}
	if w.hidden>>from&1 == 0 {
		letter := strings.TrimPrefix(l.piece(w.p, from).letter(), "P")
		text := letter + from.String() + to.String()
		if k := m.Promotion(); k != 0 {
			text += "=" + strings.Replace(string(l.variant.Type(k).Letter), "N", "S", 1)
		}
		return text, w.hidden &^ (1<<from | 1<<to)
	}
	after := w.hidden&^(1<<from) | 1<<to
	if w.hidden>>to&1 == 0 && l.piece(w.p, to) != 0 {
		return "TI~*" + to.String(), after
	}
	return "TI~-~", after
}

// next sorts the positions after all moves by what is seen of the move, and reveals.
func (l *listing) next(all []full) map[string][]full {
	sorted, known := map[string][]full{}, map[string]bool{}
	for _, w := range all {
		for _, m := range w.p.LegalMoves(nil) {
			text, hidden := l.seen(w, m)
			if text == "" {
				continue
			}
			n := full{w.p.Play(m), hidden}
			if key := fmt.Sprint(text, n.p.Key(), hidden); !known[key] {
				known[key] = true
				sorted[text] = append(sorted[text], n)
			}
		}
	}
	revealed := map[string][]full{}
	for text, some := range sorted {
		for s := Square(63); s >= 0; s-- {
			p := l.piece(some[0].p, s)
			if slices.ContainsFunc(some, func(w full) bool { return w.hidden>>s&1 == 0 || l.piece(w.p, s) != p }) {
				continue
			}
			text += "[" + s.String() + "=" + colourLetter(p.color()) + p.letter() + "]"
			for i := range some {
				some[i].hidden &^= 1 << s
			}
		}
		revealed[text] = some
	}
	return revealed
}

// mated reports whether the side to move is mated in all positions.
func (l *listing) mated(all []full) bool {
	return !slices.ContainsFunc(all, func(w full) bool {
		return !w.p.InCheck() || slices.ContainsFunc(w.p.LegalMoves(nil), func(m rules.Move) bool {
			text, _ := l.seen(w, m)
			return text != ""
		})
	})
}

// lines adds all lines of a length that can be played, with " #" behind those that mate.
func (l *listing) lines(all []full, moves []string, length int, found map[string]bool) {
	for text, some := range l.next(all) {
		line := append(slices.Clone(moves), text)
		if len(line) < length {
			l.lines(some, line, length, found)
			continue
		}
		key := strings.Join(line, " ")
		if l.mated(some) {
			key += " #"
		}
		found[key] = true
	}
}

// possible adds all lines of a length that the search finds possible, as listing.lines does.
func (s *Search) possible(length int, found map[string]bool) {
	ply := len(s.moves)
	mover := s.side ^ board.Color(ply%2)
	for _, m := range s.seen[ply].moves(mover) {
		s.add(m)
		if s.find() {
			mates := ply+1 == length
			if mates {
				s.play()
				mates = s.mated(mover.Other())
			}
			worlds := [][]history{slices.Clone(s.all)}
			s.lost = mover.Other()
			mates = mates && !s.refute(mover.Other())
			sure, _ := s.certain(worlds)
			s.reveal(sure)
			if ply+1 < length {
				s.possible(length, found)
			} else {
				var words []string
				for i := range s.moves {
					words = append(words, signs.ReplaceAllString(s.moves[i].String(), "$1$2"))
				}
				key := strings.Join(words, " ")
				if mates {
					key += " #"
				}
				found[key] = true
			}
		}
		s.drop()
	}
}

// signs are what the listing leaves out of visible moves.
var signs = regexp.MustCompile(`(?:\[\+.TI..\])?([KQRBS]?[a-h][1-8])[-*]([a-h][1-8])(?: ep\.)?`)

// drawListing returns a random diagram with one invisible piece on the board, or two on a small one.
func drawListing(t *rapid.T) *listing {
	l := &listing{}
	l.task.Number = rapid.IntRange(1, 2).Draw(t, "invisible pieces")
	l.task.Begins = board.Color(rapid.IntRange(0, 1).Draw(t, "first"))
	l.task.Length = 1
	g := &l.task.Diagram
	if l.small = l.task.Number == 2 || rapid.Bool().Draw(t, "small"); l.small {
		l.drawHoles(t)
	}
	put := func(p Piece) {
		s := rapid.IntRange(0, 63).Filter(func(s int) bool { return g[s] == 0 }).Draw(t, "square")
		g[s] = p
	}
	for c := range board.Color(2) {
		switch at := Square(4 + 56*int(c)); {
		case rapid.IntRange(0, 5).Draw(t, "no king") == 0:
		case g[at] == 0 && rapid.Bool().Draw(t, "at home"):
			g[at] = Make(King, c)
		default:
			put(Make(King, c))
		}
	}
	for range rapid.IntRange(1, 3).Draw(t, "others") {
		kind, side := rapid.IntRange(int(Queen), int(Pawn)).Draw(t, "kind"), rapid.IntRange(0, 1).Draw(t, "side")
		put(Make(Piece(kind), board.Color(side)))
	}
	return l
}

// drawHoles leaves a board of three files and four ranks.
func (l *listing) drawHoles(t *rapid.T) {
	file, rank := rapid.IntRange(0, 5).Draw(t, "file"), rapid.IntRange(0, 4).Draw(t, "rank")
	var names []string
	for s := range Square(64) {
		if f, r := s.file()-file, s.rank()-rank; f < 0 || f > 2 || r < 0 || r > 3 {
			l.task.Diagram[s] = Hole
			names = append(names, s.String())
		}
	}
	l.holes = strings.Join(names, " ")
}

// TestWorlds: the search finds the lines, what is certain after them, and mates, that all positions
// of the diagram show.
func TestWorlds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawListing(t)
		length := 1
		if l.task.Number == 1 && l.small {
			length = rapid.IntRange(1, 3).Draw(t, "moves")
		} else if l.task.Number == 1 && bits.OnesCount(uint(rapid.IntRange(0, 7).Draw(t, "two moves"))) == 0 {
			length = 2
		}
		want, got := map[string]bool{}, map[string]bool{}
		l.lines(l.start(t), nil, length, want)
		New(&l.task).possible(length, got)
		if maps.Equal(want, got) {
			return
		}
		for key := range want {
			if !got[key] {
				t.Errorf("the search lacks %s", key)
			}
		}
		for key := range got {
			if !want[key] {
				t.Errorf("the search finds %s", key)
			}
		}
		for s, p := range l.task.Diagram {
			if p != 0 && p != Hole {
				t.Logf("%s%s%v", colourLetter(p.color()), p.letter(), Square(s))
			}
		}
	})
}

// diagram returns the diagram of pieces, "wKh1 bPg7".
func diagram(pieces string) (g Grid) {
	for _, text := range strings.Fields(pieces) {
		kind, side := strings.IndexByte(" KQRBSP", text[1]), board.Color(strings.IndexByte("wb", text[0]))
		g[squareAt(int(text[2]-'a'), int(text[3]-'1'))] = Make(Piece(kind), side)
	}
	return g
}

// TestCaptureAndGoOn: an invisible piece that captures twice has left the square of its first
// capture, so a rook may pass.
func TestCaptureAndGoOn(t *testing.T) {
	s := New(&Task{Diagram: diagram("wKh1 wRd1 wPd4 wPc3 bKh8 bPg7 bPh7"), Number: 1, Begins: board.Black, Length: 4})
	for ply, text := range []string{"TI~*d4", "Kh1-h2", "TI~*c3", "Rd1-d8"} {
		moves := s.seen[ply].moves(s.side ^ board.Color(ply%2))
		i := slices.IndexFunc(moves, func(m Move) bool { return m.String() == text })
		if i < 0 {
			t.Fatalf("%s is not among the moves", text)
		}
		if s.add(moves[i]); !s.find() {
			t.Fatalf("%s is not possible", text)
		}
	}
}

// TestPawnOnLastRank: a pawn on a rank where no pawn can come neither moves nor attacks.
func TestPawnOnLastRank(t *testing.T) {
	s := New(&Task{Diagram: diagram("wKh1 wQa7 wRb1 bKa8 bPa1"), Number: 1, Begins: board.Black, Length: 2})
	for i := range s.First() {
		if lines := s.Run(i, i+1); len(lines) > 0 {
			t.Errorf("Popeye finds no line, the search %v", lines)
		}
	}
}
