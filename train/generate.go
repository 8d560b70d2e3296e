package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine/nets"
	"github.com/kirke-chess/kirke/internal/filelock"
)

// ErrInUse is the error for a file to which games are being added.
var ErrInUse = filelock.ErrTaken

// Generation says which games are played.
type Generation struct {
	Variant *kirke.Variant
	Seed    uint64 // with the number of a game it decides the game
	Nodes   uint64 // for each move
	Games   uint64 // to play, those included that the file has
	// Static is how many positions near each position of a game are written with their static
	// evaluation. With 0 the positions of the games are, with the scores of the searches.
	Static int
	// Network is the file of a network that plays the games; see engine.Options.
	Network []byte
	Threads int
}

// player returns what plays the games, as PlayerOf names it.
func (g *Generation) player() uint64 {
	if g.Network != nil {
		return PlayerOf(g.Network)
	}
	return PlayerOf(nets.File(g.Variant.ID))
}

// Generate plays games into a file and goes on with a file that it has begun. The games and the
// file follow from the seed, however many threads there are. After each game it calls progress. It
// ends with the error of ctx, if that ends first; the file then has the games until then. A file to
// which another process adds games is refused with ErrInUse.
func Generate(ctx context.Context, path string, g Generation, progress func(Header)) error {
	f, err := NewFormat(g.Variant)
	if err != nil {
		return err
	}
	file, err := filelock.Open(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	w := &writer{Format: f, file: file, waiting: map[uint64][]byte{}}
	w.header = Header{Seed: g.Seed, Nodes: g.Nodes, Static: uint64(g.Static), Player: g.player()}
	if err = w.resume(); err == nil {
		err = w.play(ctx, g, progress)
	}
	return errors.Join(err, file.Close())
}

// writer writes the records of games in the order of the games.
type writer struct {
	*Format
	file    *os.File
	mu      sync.Mutex
	header  Header
	waiting map[uint64][]byte // records of games that earlier ones must precede, by number
	next    uint64            // game to be played
	err     error
}

// resume goes to the end of what the file has. Records of a game that was not finished are cut off.
func (w *writer) resume() error {
	size, err := w.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if size == 0 {
		return w.writeHeader()
	}
	if _, err = w.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	had, err := w.readHeader(w.file)
	if err != nil {
		return fmt.Errorf("%s: %w", w.file.Name(), err)
	}
	if had.Static != w.header.Static {
		return fmt.Errorf("%s has %d positions near each position of a game, not %d (0: the games' own)",
			w.file.Name(), had.Static, w.header.Static)
	}
	if had.Seed != w.header.Seed || had.Nodes != w.header.Nodes {
		return fmt.Errorf("%s has games with seed %d and %d nodes, not seed %d and %d nodes",
			w.file.Name(), had.Seed, had.Nodes, w.header.Seed, w.header.Nodes)
	}
	built := had.Player == 0 && w.header.Player == PlayerOf(nets.File(w.Game)) // not named by earlier versions
	if !had.Old && had.Player != w.header.Player && !built {
		return fmt.Errorf("%s has games that another evaluation played", w.file.Name())
	}
	w.header, w.next = had, had.Games
	end := had.size() + int64(had.Records)*int64(w.Size())
	if size < end {
		return fmt.Errorf("%s has fewer records than its header says", w.file.Name())
	}
	if err = w.file.Truncate(end); err == nil {
		_, err = w.file.Seek(end, io.SeekStart)
	}
	return err
}

func (w *writer) writeHeader() error {
	if _, err := w.file.WriteAt(w.write(w.header), 0); err != nil {
		return err
	}
	_, err := w.file.Seek(w.header.size()+int64(w.header.Records)*int64(w.Size()), io.SeekStart)
	return err
}

// play plays the games that are missing.
func (w *writer) play(ctx context.Context, g Generation, progress func(Header)) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	for range max(1, g.Threads) {
		workers.Go(func() {
			for n, ok := w.claim(g.Games); ok && working.Err() == nil; n, ok = w.claim(g.Games) {
				samples, err := g.Play(working, w.In, n)
				if err == nil {
					err = w.add(n, samples, progress)
				}
				if err != nil {
					w.fail(err)
					stop()
				}
			}
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.err
}

// claim returns the number of the next game, from 0. ok is false if there is none.
func (w *writer) claim(games uint64) (n uint64, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil || w.next >= games {
		return 0, false
	}
	w.next++
	return w.next - 1, true
}

// fail keeps the first error.
func (w *writer) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
}

// add writes the samples of a game, once those of all earlier games are written.
func (w *writer) add(n uint64, samples []Sample, progress func(Header)) error {
	buf := []byte{}
	for i := range samples {
		samples[i].First = w.header.Static == 0 && len(buf) == 0
		var err error
		if buf, err = w.Append(buf, &samples[i]); err != nil && !errors.Is(err, ErrFull) {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting[n] = buf
	for {
		buf, ok := w.waiting[w.header.Games]
		if !ok {
			return nil
		}
		if _, err := w.file.Write(buf); err != nil {
			return err
		}
		delete(w.waiting, w.header.Games)
		w.header.Games++
		w.header.Records += uint64(len(buf) / w.Size())
		if err := w.writeHeader(); err != nil {
			return err
		}
		if progress != nil {
			progress(w.header)
		}
	}
}
