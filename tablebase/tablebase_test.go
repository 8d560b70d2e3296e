package tablebase

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

var slow = flag.Bool("all", false, "build the tables that take minutes, too")

func variant(t testing.TB, id string) *kirke.Variant {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func material(t testing.TB, v *kirke.Variant, text string) Material {
	t.Helper()
	m, err := ParseMaterial(v, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// files returns the tables of a game in a folder.
func files(t testing.TB, dir string, v *kirke.Variant) folder {
	t.Helper()
	f, err := newFolder(dir, v)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// build builds a table in a folder.
func build(t testing.TB, v *kirke.Variant, dir, text string) []Summary {
	t.Helper()
	all, err := Build(t.Context(), dir, v, material(t, v, text), 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestKnown: wins and the longest of them are those that the literature has (Thompson,
// "Retrograde Analysis of Certain Endgames", 1986, and the tables of Nalimov).
func TestKnown(t *testing.T) {
	if !*slow {
		t.Skip("takes minutes: -all")
	}
	for _, tt := range []struct {
		game, material string
		won, longest   int // with White to move
	}{
		{"chess", "KQK", 144508, 2*10 - 1},
		{"chess", "KRK", 175168, 2*16 - 1},
		{"chess", "KPK", 124960, 2*28 - 1},
	} {
		t.Run(tt.material, func(t *testing.T) {
			v := variant(t, tt.game)
			name := material(t, v, tt.material).Text(v)
			for _, s := range build(t, v, t.TempDir(), tt.material) {
				if s.Material == name && (s.Won != tt.won || s.Longest != tt.longest) {
					t.Errorf("%d wins, the longest in %d half-moves (%s), not %d and %d",
						s.Won, s.Longest, s.LongestFEN, tt.won, tt.longest)
				}
			}
		})
	}
}

// games are small games with rules of every kind that a table must mind, and material for each.
var games = []struct{ game, material string }{
	{"gardner", "KPK"},                 // promotion
	{"gardner+circe", "KRK"},           // rebirth
	{"gardner+anticirce", "KRK"},       // the capturer goes home
	{"gardner+circe-parrain", "KRK"},   // positions that remember a capture
	{"gardner+circe-chameleon", "KNK"}, // a captured piece becomes another
}

// TestAgreesWithMoves: a position is worth what the best move makes of it, and a win or loss in few
// half-moves is one by the moves of the reference kernel alone.
func TestAgreesWithMoves(t *testing.T) {
	for _, tt := range games {
		t.Run(tt.game+"/"+tt.material, func(t *testing.T) {
			t.Parallel()
			v, dir := variant(t, tt.game), t.TempDir()
			summaries := build(t, v, dir, tt.material)
			tables, err := Open(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			dice := rand.New(rand.NewPCG(1, 1))
			for _, s := range summaries {
				m := material(t, v, s.Material)
				for range 40 {
					if p, ok := random(v, m, dice); ok {
						compare(t, tables, p, 1)
					}
				}
			}
		})
	}
}

// random returns a position with a material, if the dice make a legal one.
func random(v *kirke.Variant, m Material, dice *rand.Rand) (kirke.Position, bool) {
	g, err := newGraph(v)
	if err != nil {
		return kirke.Position{}, false
	}
	e := explorer{graph: g}
	return e.plain(&part{material: m}, dice.IntN(m.numbers(v.Size.Area())))
}

// compare compares the value of a position, and of one after a random move.
func compare(t *testing.T, tables *Tables, p kirke.Position, depth int) {
	t.Helper()
	value, err := tables.Probe(p)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	if o := p.Outcome(); o.Over() {
		if want := valueOfEnd(p, o); value != want {
			t.Errorf("%s, %v: %v, not %v", p.FEN(), o, value, want)
		}
		return
	}
	moves, err := tables.Moves(p)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	if moves[0].Value != value {
		t.Errorf("%s: %v, and %v after the best move", p.FEN(), value, moves[0].Value)
	}
	const most = 3
	r, err := reference.New(p.Rules().Variant(), p.Setup(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tried(r, most), value; value.Plies() <= most && got != want {
		t.Errorf("%s: %v, but %v by trying all moves", p.FEN(), want, got)
	} else if value.Plies() > most && got != 0 {
		t.Errorf("%s: %v, but %v by trying all moves", p.FEN(), want, got)
	}
	if depth > 0 {
		after, err := p.Play(moves[len(moves)/2].Move)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, tables, after, depth-1)
	}
}

// tried returns the value of a position by trying all moves to a depth, 0 if nothing is decided.
func tried(p rules.Position, depth int) Value {
	moves := p.LegalMoves(nil)
	if rules.EndingOf(p).By != rules.NoEnding || len(moves) == 0 || p.Dead() {
		at, err := kirke.FromSetup(p.Variant(), p.Setup())
		if err != nil {
			return 0
		}
		return valueOfEnd(at, at.Outcome())
	}
	if depth == 0 {
		return 0
	}
	var best Value
	for i, m := range moves {
		value := tried(p.Play(m), depth-1).before()
		if i == 0 || value.rank() > best.rank() {
			best = value
		}
	}
	return best
}

// TestPlayer: the computer player finds the shortest win at once if it has tables, and not without.
func TestPlayer(t *testing.T) {
	v, dir := variant(t, "gardner"), t.TempDir()
	var longest Summary
	for _, s := range build(t, v, dir, "KRK") {
		if s.Longest > longest.Longest {
			longest = s
		}
	}
	p, err := kirke.FromFEN(v, longest.LongestFEN)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []engine.Options{{Threads: 1, Tables: tables}, {Threads: 1}} {
		r, err := engine.New(o).Search(t.Context(), kirke.NewGame(p), engine.Limits{Depth: 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		moves, _ := r.Score.Mate()
		if got, want := moves == (longest.Longest+1)/2, o.Tables != nil; got != want {
			t.Errorf("%s, tables %v: a score of %v, and the win takes %d half-moves",
				p.FEN(), want, r.Score, longest.Longest)
		}
	}
}

// TestGoesOn: a build that is interrupted goes on from the tables that are finished, and gives what
// it gives in one go.
func TestGoesOn(t *testing.T) {
	v := variant(t, "gardner")
	whole, parts := t.TempDir(), t.TempDir()
	want := build(t, v, whole, "KPK")
	ctx, stop := context.WithCancel(t.Context())
	first, err := Build(ctx, parts, v, material(t, v, "KPK"), 1, func(s Stage) {
		if s.Solving > 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || len(first) == 0 || len(first) >= len(want) {
		t.Fatalf("%d tables, error %v", len(first), err)
	}
	rest := build(t, v, parts, "KPK")
	read := 0
	for _, s := range rest {
		if s.FromFile {
			read++
		}
	}
	if read != len(first) {
		t.Errorf("%d tables were read, %d were there", read, len(first))
	}
	one, other := files(t, whole, v), files(t, parts, v)
	if err := os.Remove(other.path(material(t, v, "KK"))); err != nil {
		t.Fatal(err)
	}
	build(t, v, parts, "KPK") // although its own table is there
	for _, s := range want {
		m := material(t, v, s.Material)
		first, err := one.read(m)
		if err != nil {
			t.Fatal(err)
		}
		second, err := other.read(m)
		if err != nil {
			t.Fatal(err)
		}
		for n, value := range first.plain() {
			if second.value(n) != value {
				t.Fatalf("%s: position %d is %v in one go, %v in two", s.Material, n, value, second.value(n))
			}
		}
	}
}

// TestMirrored: where both sides are treated alike, a table made from that with the colours exchanged is
// the one that is built.
func TestMirrored(t *testing.T) {
	for _, tt := range []struct {
		game string
		want bool
	}{{"chess", true}, {"gardner", true}, {"seirawan", false}, {"circe", false}, {"racingkings", false},
		{"makruk", false}, {"kingofthehill", false}} {
		if got := alike(variant(t, tt.game)); got != tt.want {
			t.Errorf("%s treats both sides alike: %v", tt.game, got)
		}
	}
	v, dir := variant(t, "gardner"), t.TempDir()
	own, m := files(t, dir, v), material(t, v, "KPK")
	build(t, v, dir, "KPK")
	first, err := own.read(m)
	if err != nil {
		t.Fatal(err)
	}
	made, ok := first.mirrored(v, m)
	if !ok {
		t.Fatal("the table is not mirrored")
	}
	g, err := newGraph(v)
	if err != nil {
		t.Fatal(err)
	}
	g.load = func(Material) (*table, error) { return nil, nil }
	other := m.flipped()
	err = g.build(t.Context(), other, 2, func(p *part) error {
		if p.material != other {
			return nil
		}
		for n, value := range p.values[:p.plain] {
			if made.value(n) != value {
				t.Fatalf("position %d is %v, and %v mirrored", n, value, made.value(n))
			}
		}
		if len(made.Next) != len(p.next) {
			t.Errorf("moves lead to %d materials, not %d", len(made.Next), len(p.next))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestClock: a long way without progress does not change what tables say.
func TestClock(t *testing.T) {
	v, dir := variant(t, "gardner"), t.TempDir()
	build(t, v, dir, "KRK")
	tables, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	var values [2]Value
	for i, clock := range []string{"0 1", "149 90"} {
		p, err := kirke.FromFEN(v, "k4/5/5/1K3/4R w - - "+clock)
		if err != nil {
			t.Fatal(err)
		}
		if values[i], err = tables.Probe(p); err != nil {
			t.Fatal(err)
		}
		moves, err := tables.Moves(p)
		if err != nil || moves[0].Value != values[i] {
			t.Errorf("%s: %v after the best move, not %v, error %v", p.FEN(), moves[0].Value, values[i], err)
		}
	}
	if values[0] != values[1] || values[0] <= 0 {
		t.Errorf("%v, and %v after many moves", values[0], values[1])
	}
}

// TestRefused: what no table can hold is refused with the reason, broken files too.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ game, material, want string }{
		{"chess", "KQ", "does not say what pieces Black has"},
		{"chess", "", "does not say"},
		{"chess", "KQXK", "chess has no piece with the letter X"},
		{"chess", "KQRBKQRBN", "has 9 pieces, and a table at most 6"},
		{"chess", "KQRKQ", "too many positions with KQRvKQ"},
		{"progressive", "KQK", "several times in a row"},
		{"gardner+neutrals", "KRK", "neutral pieces"},
		{"isolation", "PvP", "there are walls"},
		{"chess960+circe", "KRK", "depends on the drawn array"},
		{"gardner", "KQvKK", "there is no position with KQvKK"},
		{"crazyhouse", "KQK", "pieces are dropped, which"},
	} {
		v := variant(t, tt.game)
		m, err := ParseMaterial(v, tt.material)
		if err == nil {
			_, err = Build(t.Context(), t.TempDir(), v, m, 1, nil)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %q: error %v, not %q", tt.game, tt.material, err, tt.want)
		}
	}

	if _, err := Open(filepath.Join(t.TempDir(), "none"), nil); err == nil {
		t.Error("a folder that is not there is opened")
	}
}

// TestBroken: a file that is no table of its game is refused with the reason, and is told of once.
func TestBroken(t *testing.T) {
	v, dir := variant(t, "gardner"), t.TempDir()
	build(t, v, dir, "KNK")
	m, own := material(t, v, "KNK"), files(t, dir, v)
	path := own.path(m)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other, changed, told := variant(t, "gardner+circe"), variant(t, "gardner"), variant(t, "gardner")
	changed.End.Stalemate = "loss"
	told.Summary, told.Notes, told.Army[0].Doc = "Told in other words.", []string{"A note."}, "Another text."
	words := files(t, dir, told)
	if _, err := words.decode(data, m); err != nil {
		t.Errorf("other words: error %v", err)
	}
	flipped := bytes.Clone(data)
	flipped[len(flipped)/2] ^= 1
	for name, tt := range map[string]struct {
		data []byte
		v    *kirke.Variant
		want string
	}{
		"empty":   {nil, v, "this is no table"},
		"text":    {[]byte("KNvK is drawn"), v, "this is no table"},
		"cut":     {data[:len(data)-9], v, "damaged"},
		"short":   {data[:40], v, "damaged"},
		"changed": {flipped, v, "damaged"},
		"longer":  {append(bytes.Clone(data), data...), v, "damaged"},
		"older":   {[]byte("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\xFF\x00\x00"), v, "another version"},
		"newer":   {append([]byte("KirkeTB9"), data[len(signature):]...), v, "another version"},
		"other":   {data, other, "for gardner, not for gardner+circe"},
		"rules":   {data, changed, "by other rules"},
	} {
		f := files(t, dir, tt.v)
		_, err := f.decode(tt.data, m)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, not %q", name, err, tt.want)
		}
		var reports []error
		if err := os.WriteFile(path, tt.data, 0o644); err != nil {
			t.Fatal(err)
		}
		tables, err := Open(dir, func(err error) { reports = append(reports, err) })
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.FromFEN(v, "k4/5/5/1K3/4N w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, _, ok := tables.Decided(p.Rules()); tt.v == v && ok {
				t.Errorf("%s: the table is used", name)
			}
		}
		if all, broken := tables.Count(v); tt.v == v && (all != 2 || broken != 1 || len(reports) != 1) {
			t.Errorf("%s: %d tables, %d broken, %v", name, all, broken, reports)
		}
	}
	if err := os.WriteFile(path, data[:40], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(t.Context(), dir, v, m, 1, nil); err == nil || !strings.Contains(err.Error(), "KNvK.tb") {
		t.Errorf("a build on a broken file: error %v", err)
	}
}

// TestMarkedPieces: tables of pieces with a mark, such as ghosts, have names of their own.
func TestMarkedPieces(t *testing.T) {
	v := variant(t, "chess+ghost")
	ghost, rook := material(t, v, "KR~vK"), material(t, v, "KRvK")
	if ghost == rook || ghost.Text(v) != "KR~vK" || rook.Text(v) != "KRvK" {
		t.Errorf("%s and %s", ghost.Text(v), rook.Text(v))
	}
}

// TestSameID: a game of one's own with the ID of another game neither gets its tables nor hides them, and
// games without tables leave nothing behind.
func TestSameID(t *testing.T) {
	v, dir := variant(t, "gardner"), t.TempDir()
	build(t, v, dir, "KNK")
	own := v.Clone()
	own.End.Stalemate = rules.Win
	var reports []error
	tables, err := Open(dir, func(err error) { reports = append(reports, err) })
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if n := tables.Pieces(own); n != 0 {
			t.Errorf("a game of one's own has tables of %d pieces", n)
		}
		if n := tables.Pieces(v); n != 3 {
			t.Errorf("the game has tables of %d pieces", n)
		}
		for _, other := range []string{"chess", "gardner+circe"} {
			if n := tables.Pieces(variant(t, other)); n != 0 {
				t.Errorf("%s has tables of %d pieces", other, n)
			}
		}
	}
	if all := tables.Games(); !slices.Equal(all, []string{"gardner"}) || len(tables.folders["gardner"].games) != 1 {
		t.Errorf("there are tables for %v, and %d games are kept", all, len(tables.folders["gardner"].games))
	}
	if len(reports) != 2 { // one for each table
		t.Errorf("reports %v", reports)
	}
}

// TestMemory: a table for which there is no room is told of and not used.
func TestMemory(t *testing.T) {
	v, dir := variant(t, "gardner"), t.TempDir()
	build(t, v, dir, "KRK")
	var reports []error
	tables, err := Open(dir, func(err error) { reports = append(reports, err) })
	if err != nil {
		t.Fatal(err)
	}
	tables.room.Store(5000) // for KK alone, which has 1250 positions
	for fen, want := range map[string]bool{"k4/5/5/1K3/4R w - - 0 1": false, "k4/5/5/1K3/5 w - - 0 1": true} {
		p, err := kirke.FromFEN(v, fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tables.stored(p.Rules()); (err == nil) != want {
			t.Errorf("%s: error %v", fen, err)
		}
	}
	if len(reports) != 1 || !strings.Contains(reports[0].Error(), "KRvK.tb: not read") {
		t.Errorf("reports %v", reports)
	}
}

// TestConcurrent: goroutines may ask tables that none of them has asked before, and get the same.
func TestConcurrent(t *testing.T) {
	v, dir := variant(t, "gardner+circe-parrain"), t.TempDir()
	summaries := build(t, v, dir, "KRK")
	dice := rand.New(rand.NewPCG(1, 2))
	var positions []kirke.Position
	for len(positions) < 300 {
		if p, ok := random(v, material(t, v, summaries[len(positions)%len(summaries)].Material), dice); ok {
			positions = append(positions, p)
		}
	}
	var answers [4][]int
	tables, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			for _, p := range positions {
				for m := range p.LegalMoves() {
					sign, plies, ok := tables.Decided(p.Rules().Play(m))
					if !ok {
						plies = -1
					}
					answers[i] = append(answers[i], sign*1000+plies)
				}
			}
		})
	}
	group.Wait()
	for i := range answers {
		if !slices.Equal(answers[i], answers[0]) {
			t.Errorf("goroutine %d has other answers than the first", i)
		}
	}
	if !slices.ContainsFunc(answers[0], func(a int) bool { return a > 0 }) {
		t.Error("no position is won")
	}
}

// TestKey: every field of a position but its clocks counts in its key.
func TestKey(t *testing.T) {
	s := rules.NewSetup(variant(t, "chess"))
	s.EnPassant, s.Passers = make([]board.Square, 1), make([]board.Square, 1)
	s.Conversions = make([]rules.ConversionRight, 1)
	s.Aftermath.Below, s.Aftermath.Origin = make([]rules.Hidden, 1), make([]board.Square, 1)
	key := string(appendKey(nil, &s))
	var leaves int
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		before := reflect.ValueOf(v.Interface())
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), path+"."+v.Type().Field(i).Name)
			}
			return
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i), path)
			}
			return
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.String:
			v.SetString(v.String() + "a1")
		case reflect.Int:
			v.SetInt(v.Int() + 1)
		default:
			v.SetUint(v.Uint() ^ 3)
		}
		clock := path == ".Halfmove" || path == ".Fullmove"
		if same := string(appendKey(nil, &s)) == key; same != clock {
			t.Errorf("%s: the key is the same: %v", path, same)
		}
		v.Set(before)
		leaves++
	}
	walk(reflect.ValueOf(&s).Elem(), "")
	if leaves < 100 || string(appendKey(nil, &s)) != key {
		t.Errorf("%d fields were changed", leaves)
	}
}

// BenchmarkDecided asks for positions of a few pieces, plain ones and such as remember a capture.
func BenchmarkDecided(b *testing.B) {
	for _, game := range []string{"gardner", "gardner+circe-parrain"} {
		b.Run(game, func(b *testing.B) {
			v, dir := variant(b, game), b.TempDir()
			build(b, v, dir, "KRK")
			tables, err := Open(dir, nil)
			if err != nil {
				b.Fatal(err)
			}
			m, dice := material(b, v, "KRK"), rand.New(rand.NewPCG(1, 3))
			var positions []rules.Position
			for len(positions) < 1000 {
				if p, ok := random(v, m, dice); ok {
					for m := range p.LegalMoves() {
						positions = append(positions, p.Rules().Play(m))
					}
				}
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				tables.Decided(positions[i%len(positions)])
			}
		})
	}
}

// TestAllocates: a probe allocates nothing.
func TestAllocates(t *testing.T) {
	v, dir := variant(t, "gardner"), t.TempDir()
	build(t, v, dir, "KRK")
	tables, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromFEN(v, "k4/5/5/1K3/4R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	ask := func() {
		if _, _, ok := tables.Decided(p.Rules()); !ok {
			t.Error("the position is not known")
		}
	}
	if n := testing.AllocsPerRun(100, ask); n >= 1 {
		t.Errorf("a probe allocates %v times", n)
	}
}

// FuzzDecode: no file makes the reader panic.
func FuzzDecode(f *testing.F) {
	v, dir := variant(f, "gardner"), f.TempDir()
	build(f, v, dir, "KNK")
	m := material(f, v, "KNK")
	own := files(f, dir, v)
	data, err := os.ReadFile(own.path(m))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = own.decode(data, m)
	})
}
