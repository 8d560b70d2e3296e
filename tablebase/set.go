package tablebase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Tables is a folder of tables. It reads a table when it is first asked for, and keeps it; tables that
// come to the folder later are not seen. It keeps nothing of games without tables. A nil *Tables has no
// tables. Several goroutines may use it.
type Tables struct {
	dir     string
	report  func(error)
	room    atomic.Int64      // bytes that tables may still take
	folders map[string]*shelf // by the ID of their games
}

// MaxMemory is how many bytes the tables of a folder take at most. A table for which there is no room
// any more is not used.
const MaxMemory = 2 << 30

// shelf is the folder of the games with one ID. A game of one's own may have the ID of another game.
type shelf struct {
	last  atomic.Pointer[asked]
	mu    sync.Mutex
	games map[uint64]*game // that have a table, by their rules
	told  map[string]bool  // what was reported
}

// asked is the game that was last asked for, and its tables.
type asked struct {
	v    *kirke.Variant
	game *game
}

// game is the tables of a game.
type game struct {
	folder
	bare   rules.Setup
	pieces int // of the largest table, 0 if there is none
	tables map[Material]*answer
}

// answer is a table or why there is none.
type answer struct {
	once   sync.Once
	size   int64 // of the file
	table  *table
	err    error
	broken atomic.Bool // err is not nil
}

// ErrNoTable is the error for positions of which no table knows the value.
var ErrNoTable = errors.New("there is no table for this position")

// Open returns the tables of a folder, which must exist. report, unless nil, is told once of each table
// that cannot be used; several goroutines may call it.
func Open(dir string, report func(error)) (*Tables, error) {
	info, err := os.Stat(dir)
	var path *fs.PathError
	if errors.As(err, &path) {
		return nil, fmt.Errorf("%s: %w", dir, path.Err)
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder of tables", dir)
	}
	folders, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	if report == nil {
		report = func(error) {}
	}
	t := &Tables{dir: dir, report: report, folders: map[string]*shelf{}}
	t.room.Store(MaxMemory)
	for _, folder := range folders {
		if folder.Type().IsRegular() {
			continue
		}
		t.folders[folder.Name()] = &shelf{games: map[uint64]*game{}, told: map[string]bool{}}
	}
	return t, nil
}

// Games returns the IDs for which there is a folder, in the order of the alphabet.
func (t *Tables) Games() []string {
	if t == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(t.folders))
}

// Pieces returns the number of pieces of the largest table for a game, 0 if there is no table for it.
func (t *Tables) Pieces(v *kirke.Variant) int {
	if g := t.game(v); g != nil {
		return g.pieces
	}
	return 0
}

// Count returns how many tables there are for a game, and how many of them cannot be used, as far as
// that is known.
func (t *Tables) Count(v *kirke.Variant) (all, broken int) {
	g := t.game(v)
	if g == nil {
		return 0, 0
	}
	for _, a := range g.tables {
		all++
		if a.broken.Load() {
			broken++
		}
	}
	return all, broken
}

// game returns the tables of a game, or nil if it has no folder.
func (t *Tables) game(v *kirke.Variant) *game {
	if t == nil {
		return nil
	}
	s := t.folders[v.ID]
	if s == nil {
		return nil
	}
	if last := s.last.Load(); last != nil && last.v == v {
		return last.game
	}
	g := t.find(s, v)
	s.last.Store(&asked{v, g})
	return g
}

// find looks for the tables of a game in its folder. It remembers a game that has one.
func (t *Tables) find(s *shelf, v *kirke.Variant) *game {
	s.mu.Lock()
	defer s.mu.Unlock()
	report := func(err error) {
		if text := err.Error(); !s.told[text] {
			s.told[text] = true
			t.report(err)
		}
	}
	files, err := newFolder(t.dir, v)
	if err != nil {
		report(err)
		return nil
	}
	if g := s.games[files.rules]; g != nil {
		return g
	}
	g := &game{folder: files, bare: rules.NewSetup(v), tables: map[Material]*answer{}}
	if check(v) == nil {
		if err := g.list(report); err != nil {
			report(err)
		}
	}
	if g.pieces > 0 {
		s.games[files.rules] = g
	}
	return g
}

// list finds the tables in the folder of a game. It reads their heads, and reports those that cannot be
// used.
func (g *game) list(report func(error)) error {
	files, err := os.ReadDir(g.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no folder, no tables
	}
	for _, file := range files {
		name, ok := strings.CutSuffix(file.Name(), suffix)
		if m, err := ParseMaterial(g.v, name); ok && err == nil && m.Text(g.v) == name {
			a := &answer{}
			if a.size, a.err = g.size(m); a.err == nil {
				g.pieces = max(g.pieces, len(m.pieces()))
			} else {
				a.once.Do(func() {})
				a.broken.Store(true)
				report(a.err)
			}
			g.tables[m] = a
		}
	}
	return err
}

// Probe returns the value of a position for the side to move, as if the clock of moves without
// progress stood at 0 and nothing was repeated. The error is ErrNoTable if no table has the position,
// else it says what is wrong with the file.
func (t *Tables) Probe(p kirke.Position) (Value, error) {
	p, err := rested(p)
	if err != nil {
		return 0, err
	}
	return t.probe(p, ahead)
}

// Drawn reports whether tables know that a position is drawn, or if there are moves, that after the first of
// them.
func (t *Tables) Drawn(p kirke.Position, moves []kirke.Move) bool {
	if t == nil {
		return false
	}
	if len(moves) > 0 {
		next, err := p.Play(moves[0])
		if err != nil {
			return false
		}
		p = next
	}
	value, err := t.Probe(p)
	return err == nil && value == 0
}

// rested returns a position with its clocks at the start.
func rested(p kirke.Position) (kirke.Position, error) {
	s := p.Setup()
	s.Halfmove, s.Fullmove = 0, 1
	return kirke.FromSetup(p.Rules().Variant(), s)
}

// ahead is how many half-moves Probe looks ahead where a position remembers something, such as the
// piece that was just captured and is about to be reborn: the table of its material may lack it,
// since it was found with that of the position before.
const ahead = 2

func (t *Tables) probe(p kirke.Position, ahead int) (Value, error) {
	if o := p.Outcome(); o.Over() {
		return valueOfEnd(p, o), nil
	}
	value, err := t.stored(p.Rules())
	if !errors.Is(err, errRemembers) {
		return value, err
	}
	if ahead == 0 {
		return 0, ErrNoTable
	}
	moves, err := t.moves(p, ahead-1)
	if err != nil {
		return 0, err
	}
	return moves[0].Value, nil
}

// Decided returns whether the side to move wins (1), draws (0) or loses (-1), and in how many
// half-moves. It is not ok if no table has the position, or if the file cannot be read.
func (t *Tables) Decided(p rules.Position) (sign, plies int, ok bool) {
	value, err := t.stored(p)
	return cmp.Compare(value, 0), value.Plies(), err == nil
}

// errRemembers is the error for positions that remember something and are not in their table.
var errRemembers = errors.New("the position remembers something")

// scratch is the memory of a probe.
type scratch struct {
	setup   rules.Setup
	squares []board.Square
	places  []place
	key     []byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// stored returns the value that a table has. It allocates nothing once the table is read.
func (t *Tables) stored(p rules.Position) (Value, error) {
	g := t.game(p.Variant())
	if g == nil || g.pieces == 0 {
		return 0, ErrNoTable
	}
	mem := scratches.Get().(*scratch)
	defer scratches.Put(mem)
	if mem.squares = rules.OccupiedSquares(p, mem.squares[:0]); len(mem.squares) > g.pieces {
		return 0, ErrNoTable
	}
	rules.FillSetup(p, &mem.setup)
	return t.look(g, mem)
}

// look looks up the position of a scratch. Its error is that of Probe, or errRemembers.
func (t *Tables) look(g *game, mem *scratch) (Value, error) {
	m, places, err := placed(g.v, &mem.setup, mem.places)
	if mem.places = places; err != nil {
		return 0, ErrNoTable
	}
	isPlain := plain(&mem.setup, &g.bare)
	tab, err := t.table(g, m)
	switch {
	case err != nil && !isPlain && errors.Is(err, ErrNoTable):
		return 0, errRemembers
	case err != nil:
		return 0, err
	case isPlain:
		if value := tab.value(numberOf(mem.setup.Turn, places, g.v.Size.Area())); value != impossible {
			return value, nil
		}
		return 0, ErrNoTable
	}
	mem.key = appendKey(mem.key[:0], &mem.setup)
	if value, ok := tab.Values[string(mem.key)]; ok {
		return value, nil
	}
	return 0, errRemembers
}

// table returns the table of a material.
func (t *Tables) table(g *game, m Material) (*table, error) {
	a := g.tables[m]
	if a == nil {
		return nil, ErrNoTable
	}
	a.once.Do(func() {
		if a.table, a.err = t.read(g, m, a.size); a.err != nil {
			a.broken.Store(true)
			t.report(a.err)
		}
	})
	return a.table, a.err
}

// read reads a table if there is room for it.
func (t *Tables) read(g *game, m Material, size int64) (*table, error) {
	if t.room.Add(-size) < 0 {
		t.room.Add(size)
		return nil, fmt.Errorf("%s: not read, since tables take at most %d MB of memory", g.path(m), MaxMemory>>20)
	}
	read, err := g.folder.read(m)
	if err != nil {
		t.room.Add(size)
	}
	return read, err
}

// Answer is a legal move and what the position is worth after it, to the side that moves.
type Answer struct {
	Move  kirke.Move
	Value Value
}

// Moves returns the legal moves of a position, the best first; equal ones in the order of the rules.
// The error is that of Probe for the first position after a move that no table has.
func (t *Tables) Moves(p kirke.Position) ([]Answer, error) {
	p, err := rested(p)
	if err != nil {
		return nil, err
	}
	return t.moves(p, ahead)
}

func (t *Tables) moves(p kirke.Position, ahead int) ([]Answer, error) {
	var all []Answer
	for m := range p.LegalMoves() {
		after, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		value, err := t.probe(after, ahead)
		if err != nil {
			return nil, err
		}
		all = append(all, Answer{m, value.before()})
	}
	sortAnswers(all)
	return all, nil
}

// Summary says what is in a table.
type Summary struct {
	Material   string `json:"material"`
	FromFile   bool   `json:"fromFile"`  // it was there and was read, not built
	Positions  int    `json:"positions"` // that are legal
	Won        int    `json:"won"`       // by the side to move
	Drawn      int    `json:"drawn"`
	Lost       int    `json:"lost"`
	Longest    int    `json:"longest"` // half-moves of the longest win, 0 without a win
	LongestFEN string `json:"longestFEN,omitempty"`
}

// Build builds the tables for a material and for the same with the colours exchanged, and all those
// that moves lead to, unless the folder has them. It writes each as soon as it is finished, so that
// an interrupted build goes on from there. The folder is made if there is none. report, unless nil,
// is told of stages; the summaries are of the tables in the order in which they were finished.
func Build(
	ctx context.Context, dir string, v *kirke.Variant, m Material, threads int, report func(Stage),
) ([]Summary, error) {
	g, err := newGraph(v)
	if err != nil {
		return nil, err
	}
	files, err := newFolder(dir, v)
	if err != nil {
		return nil, err
	}
	var all []Summary
	g.report = report
	g.load = func(m Material) (*table, error) {
		t, err := files.read(m)
		built := false
		if errors.Is(err, fs.ErrNotExist) {
			t, err = files.mirror(m)
			built = true
		}
		if t != nil {
			all = append(all, g.summary(m, t.plain(), !built))
		}
		return t, err
	}
	write := func(p *part) error {
		x := extra{Values: map[string]Value{}}
		for key, n := range p.extra.numbers {
			x.Values[key] = p.values[p.plain+n]
		}
		for _, to := range p.next {
			x.Next = append(x.Next, to.material.Text(v))
		}
		values := p.values[:p.plain]
		s := g.summary(p.material, values, false)
		if s.Positions == 0 && len(x.Values) == 0 { // no move leads there: it is what was asked for
			return fmt.Errorf("%s: there is no position with %s", v.ID, s.Material)
		}
		all = append(all, s)
		return files.write(p.material, newTable(values, x))
	}
	for _, m := range []Material{m, m.flipped()} {
		if err := g.build(ctx, m, threads, write); err != nil {
			return all, err
		}
	}
	if all[len(all)-1].Positions == 0 {
		return all, fmt.Errorf("%s: there is no position with %s", v.ID, m.Text(v))
	}
	return all, nil
}

// mirror writes the table of a material if that with the colours exchanged is there and tells it. It
// returns nil if not.
func (f *folder) mirror(m Material) (*table, error) {
	if !alike(f.v) || m == m.flipped() {
		return nil, nil
	}
	other, err := f.read(m.flipped())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, ok := other.mirrored(f.v, m.flipped())
	if !ok {
		return nil, nil
	}
	return t, f.write(m, t)
}

// check returns why there can be no tables for a game.
func check(v *kirke.Variant) error {
	for _, reason := range []struct {
		is   bool
		what string
	}{
		{v.Series.Progressive, "a side moves several times in a row"},
		{v.Drops.Active, "pieces are dropped"},
		{v.Neutrals, "there are neutral pieces"},
		{v.MakesWalls(), "there are walls"},
		{v.Start.Shuffle != nil && v.Aftermath.Active, "where pieces are reborn depends on the drawn array"},
		{v.End.Drawn != "", "draws are won by a side"},
	} {
		if reason.is {
			return fmt.Errorf("%s: %s, which no table can hold", v.ID, reason.what)
		}
	}
	return nil
}

// summary says what is in a table.
func (g *graph) summary(m Material, values []Value, fromFile bool) Summary {
	s := Summary{Material: m.Text(g.v), FromFile: fromFile}
	at := -1
	for n, v := range values {
		switch {
		case v == impossible:
			continue
		case v > 0:
			s.Won++
			if v.Plies() > s.Longest || at < 0 {
				s.Longest, at = v.Plies(), n
			}
		case v < 0:
			s.Lost++
		default:
			s.Drawn++
		}
		s.Positions++
	}
	if at >= 0 {
		e := explorer{graph: g}
		if p, ok := e.plain(&part{material: m}, at); ok {
			s.LongestFEN = p.FEN()
		}
	}
	return s
}
