package train

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/kirke-chess/kirke/engine"
)

// Summary is what Check finds in a file of positions.
type Summary struct {
	Header    Header
	Positions int
	InOrder   bool    // nothing denies that the positions of each game follow each other, see Fitting.Later
	Results   [3]int  // games' results, by Result, each position counted
	Score     float64 // mean of the scores that are no mates, without their sign, in centipawns
	Mates     int     // positions in which the search found a mate
}

// Check reads all records of a file. The error names the first that is wrong.
func (f *Format) Check(r io.Reader) (Summary, error) {
	reader, err := f.NewReader(r)
	if err != nil {
		return Summary{}, err
	}
	s := Summary{Header: reader.Header, InOrder: reader.Header.Static == 0}
	var sample Sample
	before := beforeAll
	for {
		switch err := reader.Next(&sample); {
		case errors.Is(err, io.EOF):
			s.Score /= float64(max(1, s.Positions-s.Mates))
			if uint64(s.Positions) != s.Header.Records {
				return s, fmt.Errorf("the header says %d records, the file has %d", s.Header.Records, s.Positions)
			}
			return s, nil
		case err != nil:
			return s, err
		}
		here := sample.place()
		s.InOrder = s.InOrder && here.mayFollow(before)
		before = here
		s.Positions++
		s.Results[sample.Result]++
		if _, mate := engine.Score(sample.Score).Mate(); mate {
			s.Mates++
		} else {
			s.Score += float64(max(sample.Score, -sample.Score))
		}
	}
}

// ReadFiles reads files of positions of one game into memory, one after the other.
func (f *Format) ReadFiles(files ...string) (*Samples, error) {
	all := &Samples{Format: f}
	for _, name := range files {
		if err := all.add(name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return all, nil
}

// add appends the records of a file that its header counts. A file that is still being written may
// have begun another.
func (s *Samples) add(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	h, err := s.readHeader(file)
	if err != nil {
		return err
	}
	size := int64(h.Records) * int64(s.Size())
	if info, err := file.Stat(); err != nil || info.Size() < h.size()+size {
		return fmt.Errorf("the header says %d records, the file has fewer", h.Records)
	}
	at := len(s.records)
	s.records = append(s.records, make([]byte, size)...)
	s.games += h.Games
	s.static = max(s.static, h.Static)
	_, err = io.ReadFull(file, s.records[at:])
	return err
}

// Shuffle changes the order of the samples at random. Those that a fit does not learn from stay apart
// from the others, so that only one game is in both.
func (s *Samples) Shuffle(seed uint64) {
	n, learned := s.Size(), s.learned()
	swap := make([]byte, n)
	dice := rand.New(rand.NewPCG(seed, 4))
	for _, part := range [][]byte{s.records[:learned*n], s.records[learned*n:]} {
		dice.Shuffle(len(part)/n, func(i, j int) {
			a, b := part[i*n:(i+1)*n], part[j*n:(j+1)*n]
			copy(swap, a)
			copy(a, b)
			copy(b, swap)
		})
	}
}

// Save writes a file of the samples. Games cannot be added to it, since its header has no seed. It does
// not say which network played.
func (s *Samples) Save(w io.Writer) error {
	if _, err := w.Write(s.write(Header{Games: s.games, Records: uint64(s.Len()), Static: s.static})); err != nil {
		return err
	}
	_, err := w.Write(s.records)
	return err
}
