package piece_test

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

var catalogue = []piece.Type{
	piece.King, piece.Queen, piece.Rook, piece.Bishop, piece.Knight, piece.Pawn,
	piece.Hawk, piece.Elephant, piece.Sissa, piece.Chancellor, piece.Archbishop, piece.Cardinal,
	piece.DragonHorse, piece.DragonKing, piece.Amazon, piece.Gryphon, piece.Aanca,
	piece.FreeBishop, piece.MustBishop,
}

// pieces is what stands on a board.
type pieces map[board.Square]board.Color

// destinations walks the paths of m for a piece of colour c on sq, not on a start
// square, and returns where it can go.
func destinations(size board.Size, m piece.Movement, c board.Color, sq board.Square,
	pieces pieces) map[board.Square]bool {
	out := map[board.Square]bool{}
	for _, p := range m {
		squares, ok := p.From(size, c, sq, nil)
		if !ok || p.Initial || len(blockers(p, squares, pieces)) > 0 {
			continue
		}
		to := squares[len(squares)-1]
		if at, ok := pieces[to]; !ok && p.Mode&piece.Move != 0 || ok && at != c && p.Mode&piece.Capture != 0 {
			out[to] = true
		}
	}
	return out
}

// blockers returns the squares before the last that are not as p needs them.
func blockers(p piece.Path, squares []board.Square, pieces pieces) []board.Square {
	var out []board.Square
	for i, sq := range squares[:len(squares)-1] {
		if _, ok := pieces[sq]; ok != (p.Hurdles>>i&1 == 1) {
			out = append(out, sq)
		}
	}
	return out
}

func movement(t *testing.T, typ piece.Type) piece.Movement {
	t.Helper()
	m, err := typ.Movement()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCatalogue(t *testing.T) {
	for _, typ := range catalogue {
		if typ.Name == "" || typ.Letter < 'A' || typ.Letter > 'Z' || !strings.HasSuffix(typ.Doc, ".") {
			t.Errorf("%+v lacks a name, a letter or a sentence", typ)
		}
		if typ.Royal != (typ.Value == 0) {
			t.Errorf("%s: royal %v and worth %d", typ.Name, typ.Royal, typ.Value)
		}
		movement(t, typ)
	}
	if _, err := (piece.Type{Name: "Nobody", Betza: "?"}).Movement(); err == nil ||
		!strings.HasPrefix(err.Error(), "Nobody: ") {
		t.Errorf("a type with bad text gives the error %v", err)
	}
}

// The moves of every piece on an empty 8×8 board: from d4, and from all squares
// together. The totals of the orthodox pieces are well known and those of compounds
// sums of theirs. The Sissa's: squares on its lines and nightrider squares; the
// gryphon's: (1,1) and (1,n); the aanca's: (0,1), (1,2) and so on to (6,7).
func TestReach(t *testing.T) {
	tests := []struct {
		typ       piece.Type
		d4, total int
	}{
		{piece.King, 8, 420},
		{piece.Queen, 27, 1456},
		{piece.Rook, 14, 896},
		{piece.Bishop, 13, 560},
		{piece.Knight, 8, 336},
		{piece.Pawn, 1, 56},
		{piece.Hawk, 21, 560 + 336},
		{piece.Elephant, 22, 896 + 336},
		{piece.Sissa, 26, 2*408 + 608},
		{piece.Chancellor, 22, 896 + 336},
		{piece.Archbishop, 21, 560 + 336},
		{piece.Cardinal, 21, 560 + 336},
		{piece.DragonHorse, 17, 560 + 224},
		{piece.DragonKing, 18, 896 + 196},
		{piece.Amazon, 35, 1456 + 336},
		{piece.Gryphon, 24, 196 + 1176},
		{piece.Aanca, 24, 224 + 336 + 240 + 160 + 96 + 48 + 16},
		{piece.FreeBishop, 17, 560 + 224},
		{piece.MustBishop, 4, 224},
	}
	size := board.Size{Files: 8, Ranks: 8}
	if len(tests) != len(catalogue) {
		t.Fatalf("%d of %d pieces are counted", len(tests), len(catalogue))
	}
	for i, tt := range tests {
		if tt.typ != catalogue[i] {
			t.Fatalf("row %d counts %s", i, tt.typ.Name)
		}
		m := movement(t, tt.typ)
		total := 0
		for sq := range board.Square(64) {
			total += len(destinations(size, m, board.White, sq, nil))
		}
		d4 := len(destinations(size, m, board.White, 27, nil))
		if d4 != tt.d4 || total != tt.total {
			t.Errorf("%s: %d moves from d4 and %d in all, want %d and %d", tt.typ.Name, d4, total, tt.d4, tt.total)
		}
	}
}

// Where the bent pieces go on an empty board follows from the files and ranks
// between two squares.
func TestGeometry(t *testing.T) {
	for _, size := range []board.Size{{Files: 8, Ranks: 8}, {Files: 9, Ranks: 9}, {Files: 12, Ranks: 10},
		{Files: 16, Ranks: 16}} {
		rules := map[string]struct {
			typ  piece.Type
			goes func(file, df, rank, dr int) bool
		}{
			"gryphon": {piece.Gryphon, func(_, df, _, dr int) bool { return min(df, dr) == 1 }},
			"aanca":   {piece.Aanca, func(_, df, _, dr int) bool { return df-dr == 1 || dr-df == 1 }},
			"sissa": {piece.Sissa, func(file, df, rank, dr int) bool {
				switch {
				case df == 0: // over a corner as far to the side
					return dr > 0 && (file-dr >= 0 || file+dr < size.Files)
				case dr == 0:
					return rank-df >= 0 || rank+df < size.Ranks
				}
				return df == 2*dr || dr == 2*df
			}},
		}
		for name, rule := range rules {
			m := movement(t, rule.typ)
			for from := range board.Square(size.Area()) {
				got := destinations(size, m, board.White, from, nil)
				for to := range board.Square(size.Area()) {
					df, dr := size.File(to)-size.File(from), size.Rank(to)-size.Rank(from)
					want := rule.goes(size.File(from), max(df, -df), size.Rank(from), max(dr, -dr))
					if got[to] != want {
						t.Fatalf("%s on %v from %s to %s: %v", name, size, size.Name(from), size.Name(to), got[to])
					}
				}
			}
		}
	}
}

func TestPawnPaths(t *testing.T) {
	size := board.Size{Files: 8, Ranks: 8}
	m := movement(t, piece.Pawn)
	double := 0
	for _, p := range m {
		if p.Initial {
			double++
			white, _ := p.From(size, board.White, 12, nil)
			black, _ := p.From(size, board.Black, 52, nil)
			if diff := cmp.Diff([][]board.Square{{20, 28}, {44, 36}}, [][]board.Square{white, black}); diff != "" ||
				p.Mode != piece.Move {
				t.Errorf("the double step with mode %v:\n%s", p.Mode, diff)
			}
		}
	}
	if double != 1 {
		t.Errorf("%d double steps", double)
	}
	// e4 with an enemy in front and enemies and friends beside it.
	got := destinations(size, m, board.White, 28, pieces{36: board.Black, 35: board.Black, 37: board.White})
	if !maps.Equal(got, map[board.Square]bool{35: true}) {
		t.Errorf("the pawn on e4 goes to %v", got)
	}
}

// A hopper needs its hurdle: the cannon of xiangqi.
func TestCannon(t *testing.T) {
	size := board.Size{Files: 9, Ranks: 10}
	at := func(name string) board.Square {
		sq, err := size.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return sq
	}
	got := destinations(size, parse(t, "mRcpR"), board.White, at("b3"),
		pieces{at("b6"): board.White, at("b9"): board.Black, at("b10"): board.Black, at("d3"): board.Black,
			at("e3"): board.White})
	want := map[board.Square]bool{}
	for _, name := range []string{"b1", "b2", "b4", "b5", "b9", "a3", "c3"} {
		want[at(name)] = true
	}
	if !maps.Equal(got, want) {
		t.Errorf("the cannon goes to %v, want %v", got, want)
	}
}

// On a cylinder a rook on a rank of its own goes round but not home.
func TestCylinder(t *testing.T) {
	size := board.Size{Files: 8, Ranks: 8}
	got := destinations(size, parse(t, "osR"), board.White, 24, pieces{28: board.Black})
	want := map[board.Square]bool{25: true, 26: true, 27: true, 28: true, 29: true, 30: true, 31: true}
	if !maps.Equal(got, want) {
		t.Errorf("the rook on a4 goes to %v", got)
	}
	if n := len(destinations(size, parse(t, "oB"), board.White, 0, nil)); n != 13 {
		t.Errorf("the bishop on a1 of the empty cylinder has %d moves, want 13: seven each way, e5 both", n)
	}
}

// A Sissa attacks another exactly when that one attacks it, whatever stands
// between them.
func TestSissaMutual(t *testing.T) {
	m := parse(t, "{Sissa}")
	rapid.Check(t, func(t *rapid.T) {
		size := board.Size{Files: rapid.IntRange(2, 16).Draw(t, "files"), Ranks: rapid.IntRange(2, 16).Draw(t, "ranks")}
		square := rapid.Custom(func(t *rapid.T) board.Square {
			return board.Square(rapid.IntRange(0, size.Area()-1).Draw(t, "square"))
		})
		stand := pieces{}
		for _, sq := range rapid.SliceOfN(square, 0, size.Area()/2).Draw(t, "pieces") {
			stand[sq] = board.White
		}
		a := square.Draw(t, "white sissa")
		stand[a] = board.White
		var targets []board.Square
		for sq := range board.Square(size.Area()) {
			if sq != a {
				targets = append(targets, sq)
			}
		}
		b := rapid.SampledFrom(targets).Draw(t, "black sissa")
		stand[b] = board.Black
		if there, back := destinations(size, m, board.White, a, stand)[b],
			destinations(size, m, board.Black, b, stand)[a]; there != back {
			t.Fatalf("%s attacks %s: %v, the other way: %v", size.Name(a), size.Name(b), there, back)
		}
	})
}

// The facts are the inventor's: from where to where, over which corners, and
// what blocks the others. The row that lists legal moves is for a kernel.
func TestSissaFacts(t *testing.T) {
	file, err := os.Open("../testdata/sissa-facts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m := movement(t, piece.Sissa)
	sizes := map[string]board.Size{"8x8": {Files: 8, Ranks: 8}, "9x9": {Files: 9, Ranks: 9}}
	checked, lines := 0, bufio.NewScanner(file)
	for lines.Scan() {
		var fact struct {
			Kind, Board, From, To string
			Pieces                map[string]string
			Reachable             bool
			Open                  []string            `json:"open_corners"`
			Blocked               map[string][]string `json:"blocked_corners"`
		}
		if err := json.Unmarshal(lines.Bytes(), &fact); err != nil {
			t.Fatal(err)
		}
		if fact.Kind != "" {
			continue
		}
		checked++
		size := sizes[fact.Board]
		square := func(name string) board.Square {
			sq, err := size.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			return sq
		}
		stand := pieces{}
		for name, letter := range fact.Pieces {
			stand[square(name)] = board.White
			if strings.ToLower(letter) == letter {
				stand[square(name)] = board.Black
			}
		}
		from, to := square(fact.From), square(fact.To)
		open, blocked := []string{}, map[string][]string{}
		for _, p := range m {
			squares, ok := p.From(size, board.White, from, nil)
			if !ok || squares[len(squares)-1] != to {
				continue
			}
			corner := size.Name(squares[len(squares)/2-1])
			if stops := blockers(p, squares, stand); len(stops) > 0 {
				for _, sq := range stops {
					blocked[corner] = append(blocked[corner], size.Name(sq))
				}
				slices.Sort(blocked[corner])
			} else {
				open = append(open, corner)
			}
		}
		slices.Sort(open)
		for _, stops := range fact.Blocked {
			slices.Sort(stops)
		}
		name := fact.Board + " " + fact.From + "-" + fact.To
		if got := destinations(size, m, board.White, from, stand)[to]; got != fact.Reachable {
			t.Errorf("%s: reachable %v", name, got)
		}
		if diff := cmp.Diff(fact.Open, open); diff != "" {
			t.Errorf("%s: open corners (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(fact.Blocked, blocked); diff != "" {
			t.Errorf("%s: blocked corners (-want +got):\n%s", name, diff)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if checked != 31 {
		t.Errorf("%d facts, want 31", checked)
	}
}
