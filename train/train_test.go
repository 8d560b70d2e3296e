package train

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/filelock"
	"github.com/kirke-chess/kirke/piece"
)

// game returns a game and the format of its positions.
func game(t testing.TB, id string) (*kirke.Variant, *Format) {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewFormat(v)
	if err != nil {
		t.Fatal(err)
	}
	return v, f
}

// generate plays games into a file and returns its path.
func generate(t testing.TB, g Generation) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.pos")
	if err := Generate(t.Context(), path, g, nil); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRecords: what is read is what was written, in games of every shape.
func TestRecords(t *testing.T) {
	for _, id := range []string{
		"chess", "seirawan", "siceirawan", "circe-parrain", "sissa", "crazyhouse", "progressive", "placement",
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			v, f := game(t, id)
			g := Generation{Variant: v, Nodes: 20, Static: 3}
			samples, err := g.Play(t.Context(), f.In, 5)
			if err != nil {
				t.Fatal(err)
			}
			if len(samples) < 20 {
				t.Fatalf("only %d positions", len(samples))
			}
			for _, want := range samples {
				rec, err := f.Append(nil, &want)
				if err != nil {
					t.Fatal(err)
				}
				if len(rec) != f.Size() {
					t.Fatalf("a record of %d bytes, not %d", len(rec), f.Size())
				}
				var got Sample
				if err := f.Read(rec, &got); err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Fatalf("read %+v, written %+v", got, want)
				}
			}
		})
	}
}

// TestSizes: the sizes of records that the documents name.
func TestSizes(t *testing.T) {
	for id, want := range map[string]int{"chess": 30, "seirawan": 33} {
		if _, f := game(t, id); f.Size() != want {
			t.Errorf("%s: %d bytes, not %d", id, f.Size(), want)
		}
	}
}

// TestGenerate: a file follows from the seed, also with several threads and when the work was
// interrupted in the middle of a record.
func TestGenerate(t *testing.T) {
	v, f := game(t, "chess")
	g := Generation{Variant: v, Seed: 3, Nodes: 30, Games: 6, Threads: 1}
	read := func(path string) []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	want := read(generate(t, g))

	several := g
	several.Threads = 3
	if !bytes.Equal(read(generate(t, several)), want) {
		t.Error("with three threads the file is another")
	}

	part := g
	part.Games = 2
	path := generate(t, part)
	cut := append(read(path), 1, 2, 3)
	if err := os.WriteFile(path, cut, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Generate(t.Context(), path, g, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(path), want) {
		t.Error("resumed, the file is another")
	}

	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := Generate(stopped, filepath.Join(t.TempDir(), "none.pos"), g, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: error %v", err)
	}

	s, err := f.Check(bytes.NewReader(want))
	if err != nil || s.Header.Games != 6 || s.Positions < 50 || s.Results[0]+s.Results[1]+s.Results[2] != s.Positions {
		t.Errorf("%+v, error %v", s, err)
	}
}

// TestMates: positions in which a search finds a mate are kept in series games, and only there.
func TestMates(t *testing.T) {
	for id, want := range map[string]bool{"progressive": true, "progressive-italian": true, "chess": false} {
		v, f := game(t, id)
		mates := 0
		for number := range uint64(8) {
			g := Generation{Variant: v, Nodes: 100, Seed: 1}
			samples, err := g.Play(t.Context(), f.In, number)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range samples {
				if _, mate := engine.Score(s.Score).Mate(); mate {
					mates++
				}
			}
		}
		if (mates > 0) != want {
			t.Errorf("%s: %d positions with a mate", id, mates)
		}
	}
}

// TestAdjudicator: a game is decided when one side wins for five turns, not for five moves of a series.
func TestAdjudicator(t *testing.T) {
	white := func(turn int) engine.Score { return engine.Score(2000 - 4000*(turn%2)) }
	black := func(turn int) engine.Score { return -white(turn) }
	for _, c := range []struct {
		way    string
		length int                         // moves of a series
		score  func(turn int) engine.Score // of the side to move
		ends   int                         // turn in which the game is over, or -1
		want   Result
	}{
		{"White wins", 1, white, 4, WhiteWins},
		{"White wins in series", 6, white, 4, WhiteWins},
		{"Black wins", 1, black, 4, BlackWins},
		{"each wins in its series", 6, func(int) engine.Score { return 2000 }, -1, Draw},
		{"level", 1, func(int) engine.Score { return 3 }, levelFrom, Draw},
	} {
		a, ended := adjudicator{turn: kirke.Black}, -1
		for turn := 0; turn < 150 && ended < 0; turn++ {
			for range c.length {
				a.watch(kirke.Color(turn%2), c.score(turn), turn)
			}
			if a.over {
				ended = turn
			}
		}
		if ended != c.ends || a.over && a.result != c.want {
			t.Errorf("%s: ended in turn %d, %+v", c.way, ended, a)
		}
	}
}

// TestInUse: two programs do not write one file, which keeps what it has.
func TestInUse(t *testing.T) {
	if !filelock.Supported {
		t.Skip("the system cannot lock files")
	}
	v, _ := game(t, "chess")
	path := filepath.Join(t.TempDir(), "games.pos")
	g := Generation{Variant: v, Seed: 3, Nodes: 30, Games: 2}
	var during error
	before := func(h Header) {
		if h.Games == 1 {
			during = Generate(t.Context(), path, g, nil)
		}
	}
	if err := Generate(t.Context(), path, g, before); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(during, ErrInUse) {
		t.Errorf("while the games were played another Generate had the error %v", during)
	}
	g.Games = 3
	if err := Generate(t.Context(), path, g, nil); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestPlayer: a file knows which network played its games, and refuses others; files of earlier versions,
// which do not know, are read and go on in their own format.
func TestPlayer(t *testing.T) {
	v, f := game(t, "chess")
	g := Generation{Variant: v, Seed: 3, Nodes: 30, Games: 1, Threads: 1}
	path := generate(t, g)
	g.Games, g.Network = 2, []byte("another")
	if err := Generate(t.Context(), path, g, nil); err == nil || !strings.Contains(err.Error(), "another evaluation") {
		t.Errorf("error %v", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	older := append([]byte(oldMagic), data[len(magic):oldSize]...)
	if err := os.WriteFile(path, append(older, data[headerSize:]...), 0o644); err != nil {
		t.Fatal(err)
	}
	g.Network = nil
	if err := Generate(t.Context(), path, g, nil); err != nil {
		t.Fatal(err)
	}
	h, err := f.HeaderOf(path)
	if err != nil || !h.Old || h.Games != 2 {
		t.Fatalf("%+v, error %v", h, err)
	}
	s, err := f.ReadFiles(path)
	if err != nil || s.Len() != int(h.Records) {
		t.Fatalf("error %v", err)
	}
	want, err := f.ReadFiles(generate(t, g))
	if err != nil || !bytes.Equal(s.records, want.records) {
		t.Errorf("the positions of the older file are others, error %v", err)
	}
	h = Header{Player: PlayerOf([]byte("another")), Games: 5}
	if got, err := f.readHeader(bytes.NewReader(f.write(h))); err != nil || got != h || h.Player == 0 {
		t.Errorf("%+v is read as %+v, error %v", h, got, err)
	}
	v, f = game(t, "makruk") // which has no network
	h, err = f.HeaderOf(generate(t, Generation{Variant: v, Seed: 3, Nodes: 5, Games: 1, Threads: 1}))
	if err != nil || h.Player != HandMade {
		t.Errorf("games of the hand-made evaluation: %+v, error %v", h, err)
	}
}

// TestRefused: files that do not fit are refused with the reason, and nothing is written to them.
func TestRefused(t *testing.T) {
	v, f := game(t, "chess")
	circe, _ := game(t, "circe")
	path := generate(t, Generation{Variant: v, Seed: 3, Nodes: 30, Games: 1})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		g    Generation
		want string
	}{
		{Generation{Variant: v, Seed: 4, Nodes: 30, Games: 2}, "seed 3 and 30 nodes, not seed 4 and 30 nodes"},
		{Generation{Variant: circe, Seed: 3, Nodes: 30, Games: 2}, "the positions are of chess, not of circe"},
	} {
		if err := Generate(t.Context(), path, tt.g, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, not %q", err, tt.want)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, data) {
		t.Errorf("the file has changed, error %v", err)
	}
	noResult := bytes.Clone(data)
	noResult[headerSize+3] |= 0xC0
	for _, tt := range []struct {
		data []byte
		want string
	}{
		{nil, "no file of positions"},
		{data[:len(data)-1], "is cut off"},
		{data[:len(data)-f.Size()], "the header says"},
		{noResult, "record 1: result 3"},
	} {
		if _, err := f.Check(bytes.NewReader(tt.data)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, not %q", err, tt.want)
		}
	}
	v.Army = append(v.Army, v.Army[slices.IndexFunc(v.Army, func(p piece.Type) bool { return p.Pawn })])
	if _, err := NewFormat(v); err == nil || !strings.Contains(err.Error(), "types of pawns") {
		t.Errorf("two types of pawns: error %v", err)
	}
}

// TestFit: a fit learns; one seed gives one network, also when the fit
// was interrupted.
func TestFit(t *testing.T) {
	v, f := game(t, "chess")
	s, err := f.ReadFiles(generate(t, Generation{Variant: v, Nodes: 20, Games: 6, Static: 8, Threads: 2}))
	if err != nil {
		t.Fatal(err)
	}
	o := Fitting{Units: 16, Buckets: 2, Epochs: 4, Batch: 64, Rate: 0.01, Score: 1, Threads: 2}
	losses := map[int]float64{} // by epoch
	want := file(t, f, s, o, "", func(p Progress) { losses[p.Epoch] = p.Loss })
	t.Logf("%d positions: error %.4f in the first epoch, %.4f in the last", s.Len(), losses[1], losses[o.Epochs])
	if losses[o.Epochs] > losses[1]/2 {
		t.Errorf("the error went from %.4f to %.4f only", losses[1], losses[o.Epochs])
	}
	if !bytes.Equal(file(t, f, s, o, "", nil), want) {
		t.Error("the same seed gave another network")
	}

	kept := filepath.Join(t.TempDir(), "fit")
	ctx, stop := context.WithCancel(t.Context())
	_, err = Fit(ctx, s, o, kept, func(p Progress) {
		if p.Epoch == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: error %v", err)
	}
	if !bytes.Equal(file(t, f, s, o, kept, nil), want) {
		t.Error("resumed, the network is another")
	}
	others, err := f.ReadFiles(generate(t, Generation{Variant: v, Nodes: 20, Games: 6, Static: 8, Seed: 1}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Fit(t.Context(), others, o, kept, nil)
	if err == nil || !strings.Contains(err.Error(), "other positions") {
		t.Errorf("error %v for a checkpoint of a fit to other positions", err)
	}
	o.Units = 32
	if _, err := Fit(t.Context(), s, o, kept, nil); err == nil || !strings.Contains(err.Error(), "units 16, not 32") {
		t.Errorf("error %v for a checkpoint of another fit", err)
	}
	empty := filepath.Join(t.TempDir(), "fit")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Fit(t.Context(), s, o, empty, nil); err == nil || !strings.Contains(err.Error(), "it is empty") {
		t.Errorf("error %v for an empty checkpoint", err)
	}
}

// file returns the file of a fitted network.
func file(t *testing.T, f *Format, s *Samples, o Fitting, checkpoint string, progress func(Progress)) []byte {
	t.Helper()
	n, err := Fit(t.Context(), s, o, checkpoint, progress)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := n.Write(&out, f.In); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestLater: what a fit learns of a position comes from the rest of its game, the less the later it is.
func TestLater(t *testing.T) {
	v, f := game(t, "chess")
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	s := &Samples{Format: f, games: 2}
	add := func(score int16, ply int, result Result, first bool) {
		t.Helper()
		sample := Sample{Score: score, Result: result, Ply: ply, First: first}
		f.In.Read(p.Rules(), &sample.Position)
		sample.Position.Turn = board.Color(ply % 2)
		if s.records, err = f.Append(s.records, &sample); err != nil {
			t.Fatal(err)
		}
	}
	add(0, 8, WhiteWins, true)
	add(-100, 9, WhiteWins, false) // of Black
	add(300, 12, WhiteWins, false)
	add(0, 13, WhiteWins, true) // of another game, though it might go on
	fit := fit{Fitting: Fitting{Score: 1, Later: 0.5}, samples: s, scale: 100}
	if _, err := fit.readSamples(); err != nil {
		t.Fatal(err)
	}
	last := (expected(300, 100) + 1) / 2
	second := 7*expected(100, 100)/8 + last/8 // three half-moves before
	want := []float64{(0.5 + second) / 2, 1 - second, last, 0.25}
	for i, w := range want {
		if got := float64(fit.targets[i]); math.Abs(got-w) > 1e-6 {
			t.Errorf("of position %d %.6f is learned, want %.6f", i, got, w)
		}
	}

	o := Fitting{Units: 16, Epochs: 1, Later: 0.5}
	static, err := f.ReadFiles(generate(t, Generation{Variant: v, Nodes: 20, Games: 1, Static: 1}))
	if err != nil {
		t.Fatal(err)
	}
	own, err := f.ReadFiles(generate(t, Generation{Variant: v, Nodes: 20, Games: 2}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Fit(t.Context(), own, o, "", nil); err != nil {
		t.Errorf("games' own positions: %v", err)
	}
	own.Shuffle(1)
	for want, s := range map[string]*Samples{"order of their games": own, "--static": static} {
		_, err := Fit(t.Context(), s, o, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	if (Fitting{Units: 16, Buckets: 1, Epochs: 1, Batch: 1, Threads: 1, Rate: 1, Score: 1, Later: 1}).Check() == nil {
		t.Error("nothing but results is learned")
	}
}

// TestGradient: the gradient is what small changes of each weight do to the output.
func TestGradient(t *testing.T) {
	v, f := game(t, "seirawan")
	g := Generation{Variant: v, Nodes: 20, Static: 1}
	samples, err := g.Play(t.Context(), f.In, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(f.In.Features(), 16, 2, 32)
	m.randomise(1)
	p, gradient := newPass(16), m.like()
	at := &samples[len(samples)/2].Position
	p.forward(m, f.In, at)
	p.backward(m, gradient, at, 1)
	moved := 0
	for i, slope := range gradient.params {
		if slope == 0 {
			continue
		}
		const by = 1e-2
		was := m.params[i]
		m.params[i] = was + by
		up := p.forward(m, f.In, at)
		m.params[i] = was - by
		down := p.forward(m, f.In, at)
		m.params[i] = was
		got := (up - down) / (2 * by)
		if d := got - slope; d > 0.02 || d < -0.02 {
			t.Fatalf("parameter %d: the output changes by %g, the gradient says %g", i, got, slope)
		}
		moved++
	}
	if moved < 300 {
		t.Errorf("only %d parameters have a gradient", moved)
	}
}

// TestStart: a fit that begins with a network and has nothing to learn gives that network.
func TestStart(t *testing.T) {
	v, f := game(t, "chess")
	s, err := f.ReadFiles(generate(t, Generation{Variant: v, Nodes: 20, Games: 2, Static: 8}))
	if err != nil {
		t.Fatal(err)
	}
	o := Fitting{Units: 16, Buckets: 2, Epochs: 1, Batch: 256}
	first, err := Fit(t.Context(), s, o, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := file(t, f, s, o, "", nil)
	o.Start, o.Rate = first, 1e-12
	if !bytes.Equal(file(t, f, s, o, "", nil), want) {
		t.Error("the network has changed")
	}
	o.Units = 32
	if _, err := Fit(t.Context(), s, o, "", nil); err == nil {
		t.Error("a network of another shape is taken as the start")
	}
}

// TestShuffle: the same positions in another order.
func TestShuffle(t *testing.T) {
	v, f := game(t, "chess")
	path := generate(t, Generation{Variant: v, Nodes: 20, Games: 2, Static: 2})
	s, err := f.ReadFiles(path, path)
	if err != nil {
		t.Fatal(err)
	}
	before := slices.Clone(s.records)
	s.Shuffle(1)
	if bytes.Equal(before, s.records) {
		t.Error("nothing has moved")
	}
	last := s.learned() * f.Size()
	sorted := func(records []byte) [][]byte {
		return slices.SortedFunc(slices.Chunk(records, f.Size()), bytes.Compare)
	}
	if !slices.EqualFunc(sorted(before), sorted(s.records), bytes.Equal) {
		t.Error("other positions")
	}
	if last == len(before) || !slices.EqualFunc(sorted(before[last:]), sorted(s.records[last:]), bytes.Equal) {
		t.Error("the positions that are not learned from are others")
	}
	var out bytes.Buffer
	if err := s.Save(&out); err != nil {
		t.Fatal(err)
	}
	if got, err := f.Check(&out); err != nil || got.Positions != s.Len() || got.Header.Games != 4 ||
		got.Header.Static != 2 {
		t.Errorf("%+v, error %v", got, err)
	}
}

// FuzzReader: no file makes the reader panic, and what it reads can be fitted.
func FuzzReader(f *testing.F) {
	v, form := game(f, "chess")
	data, err := os.ReadFile(generate(f, Generation{Variant: v, Nodes: 20, Games: 1}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:headerSize+3*form.Size()])
	m := newModel(form.In.Features(), 16, 1, 32)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := form.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		var s Sample
		for err == nil {
			if err = r.Next(&s); err == nil {
				newPass(16).forward(m, form.In, &s.Position)
			}
		}
		if !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), "record") {
			t.Errorf("error %v does not name the record", err)
		}
	})
}
