package train

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/bits"
	"os"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/engine/nn"
	"github.com/kirke-chess/kirke/rules"
)

// Sample is a position of a game, what the engine thought of it and how the game ended.
type Sample struct {
	Position nn.Position
	Score    int16  // of the side to move, in centipawns
	Result   Result // of the game
	Ply      int    // half-moves played before; those of one series, at progressive chess, have the same
	First    bool   // the first one that a file has of a game; none near those of games is
}

// place is where a sample stands in its game.
type place struct {
	ply    int
	result Result
	first  bool
}

// beforeAll is the place before the first sample of a file.
var beforeAll = place{ply: math.MaxInt}

func (s *Sample) place() place { return place{s.Ply, s.Result, s.First} }

// mayFollow reports whether p may come right after before in a file that has games one after the other.
func (p place) mayFollow(before place) bool {
	return p.first || p.ply >= before.ply && p.result == before.result
}

// Result is the result of a game.
type Result uint8

// The results.
const (
	BlackWins Result = iota
	Draw
	WhiteWins
)

// A file of positions begins with a header of headerSize bytes:
//
//	0  "kirkepo2", 8 bytes
//	8  signature of the inputs, 8 bytes
//	16 seed of the first game, 8 bytes
//	24 nodes for each move, 8 bytes
//	32 games, 8 bytes
//	40 records, 8 bytes
//	48 positions near each position of a game, see Generation.Static, 8 bytes
//	56 ID of the game, 64 bytes, zeros at its end
//	120 the network that played, see Header.Player, 8 bytes
//
// Files of earlier versions begin with "kirkepos" and have no player: their header has 120 bytes.
// Records follow, all of the same size, which follows from the game:
//
//	0  score, 2 bytes
//	2  ply in the low 12 bits, then whether it is the first of its game, then the turn, then the result in
//	   2 bits: 2 bytes. Earlier versions marked no first ones
//	4  a bit for each cell that is not 0
//	   the values of these cells less one, in 4 bits each if all values fit, else in 8
//
// Numbers are little-endian. A record of chess has 30 bytes, one of Seirawan chess 33.
const (
	magic      = "kirkepo2"
	oldMagic   = "kirkepos"
	headerSize = 128
	oldSize    = 120
	maxPly     = 1<<12 - 1
	firstBit   = 1 << 12
)

// Header is what a file says of itself.
type Header struct {
	Seed, Nodes, Games, Records, Static uint64
	// Player is what played the games, as PlayerOf names it; 0 in files that do not say.
	Player uint64
	// Old says that the file is of an earlier version, which does not know the player.
	Old bool `json:"-"`
}

// size returns how many bytes the header has in its file.
func (h *Header) size() int64 {
	if h.Old {
		return oldSize
	}
	return headerSize
}

// HandMade is the player of games that the hand-made evaluation played, in Header.Player. Earlier versions
// wrote 0 for it, and for the network that came with them.
const HandMade = 1

// PlayerOf returns a number for the file of a network, by which it is recognised; HandMade for none.
func PlayerOf(network []byte) uint64 {
	if network == nil {
		return HandMade
	}
	h := fnv.New64a()
	h.Write(network)
	return h.Sum64()
}

// Format reads and writes the records of a game.
type Format struct {
	In     *nn.Inputs
	Game   string // its ID
	pieces int    // on the board when a game begins
	full   int    // the pieces besides kings that a game begins with, see nn.Inputs.Left
	values int    // cells that are not 0, at most
	wide   bool   // a value takes a byte
}

// NewFormat returns the format for a game. The error says why the game cannot have a network.
func NewFormat(v *rules.Variant) (*Format, error) {
	in, err := nn.NewInputs(v)
	if err != nil {
		return nil, err
	}
	f := &Format{In: in, Game: v.ID}
	for cell := range in.Cells() {
		f.wide = f.wide || in.Most(cell) > 16
	}
	start, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		return nil, err
	}
	for _, pc := range start.Board {
		if pc != 0 {
			f.pieces++
			if !v.Type(pc.Type()).Royal {
				f.full++
			}
		}
	}
	f.values = f.pieces
	for c := range start.Hand {
		for _, n := range start.Hand[c] {
			f.values += int(n) // they come to the board
			f.full += int(n)
		}
	}
	f.values += in.Cells() - v.Size.Area() // no game has more pieces than at its start
	f.values = min(f.values, in.Cells())
	return f, nil
}

// Size returns the size of a record in bytes.
func (f *Format) Size() int {
	if f.wide {
		return f.valuesAt() + f.values
	}
	return f.valuesAt() + (f.values+1)/2
}

// valuesAt returns where the values begin in a record.
func (f *Format) valuesAt() int { return 4 + (f.In.Cells()+7)/8 }

// write returns the header as it is written.
func (f *Format) write(h Header) []byte {
	sign := magic
	if h.Old {
		sign = oldMagic
	}
	buf := append(make([]byte, 0, headerSize), sign...)
	for _, n := range []uint64{f.In.Signature(), h.Seed, h.Nodes, h.Games, h.Records, h.Static} {
		buf = binary.LittleEndian.AppendUint64(buf, n)
	}
	buf = append(buf, f.Game...)[:oldSize]
	if h.Old {
		return buf
	}
	return binary.LittleEndian.AppendUint64(buf, h.Player)
}

// readHeader reads the header of a file. The error says why it is no file of the format.
func (f *Format) readHeader(r io.Reader) (Header, error) {
	got := make([]byte, oldSize, headerSize)
	game, err := readStart(r, got)
	if err != nil {
		return Header{}, err
	}
	sign := string(got[:len(magic)])
	if sign == magic {
		got = got[:headerSize]
		if _, err = io.ReadFull(r, got[oldSize:]); err != nil {
			return Header{}, errNoPositions
		}
	}
	if game != f.Game {
		return Header{}, fmt.Errorf("the positions are of %s, not of %s", game, f.Game)
	}
	number := func(at int) uint64 { return binary.LittleEndian.Uint64(got[at:]) }
	if number(8) != f.In.Signature() {
		return Header{}, fmt.Errorf("the positions are of another version of %s: make them anew", f.Game)
	}
	h := Header{
		Seed: number(16), Nodes: number(24), Games: number(32), Records: number(40), Static: number(48),
		Old: sign == oldMagic,
	}
	if !h.Old {
		h.Player = number(oldSize)
	}
	return h, nil
}

var errNoPositions = errors.New("this is no file of positions for training")

// readStart reads the part of a header that all versions have. It returns the ID of the game.
func readStart(r io.Reader, start []byte) (game string, err error) {
	_, err = io.ReadFull(r, start)
	if sign := string(start[:len(magic)]); err != nil || sign != magic && sign != oldMagic {
		return "", errNoPositions
	}
	return string(bytes.TrimRight(start[56:oldSize], "\x00")), nil
}

// HeaderOf returns the header of the file of positions of a name.
func (f *Format) HeaderOf(name string) (Header, error) {
	file, err := os.Open(name)
	if err != nil {
		return Header{}, err
	}
	defer file.Close()
	return f.readHeader(file)
}

// ErrFull is the error for a position with more pieces than a record holds.
var ErrFull = errors.New("the position has more pieces than the starting position")

// Append appends the record of a sample to buf.
func (f *Format) Append(buf []byte, s *Sample) ([]byte, error) {
	at := len(buf)
	buf = append(buf, make([]byte, f.Size())...)
	rec := buf[at:]
	binary.LittleEndian.PutUint16(rec, uint16(s.Score))
	word := uint16(min(s.Ply, maxPly)) | uint16(s.Position.Turn)<<13 | uint16(s.Result)<<14
	if s.First {
		word |= firstBit
	}
	binary.LittleEndian.PutUint16(rec[2:], word)
	n := 0
	for cell, value := range s.Position.Cells[:f.In.Cells()] {
		if value == 0 {
			continue
		}
		if n == f.values {
			return buf[:at], ErrFull
		}
		rec[4+cell/8] |= 1 << (cell & 7)
		if f.wide {
			rec[f.valuesAt()+n] = value - 1
		} else {
			rec[f.valuesAt()+n/2] |= (value - 1) << (n & 1 * 4)
		}
		n++
	}
	return buf, nil
}

// Read reads a record into a sample. The error says what is wrong with it.
func (f *Format) Read(rec []byte, s *Sample) error {
	s.Score = int16(binary.LittleEndian.Uint16(rec))
	word := binary.LittleEndian.Uint16(rec[2:])
	s.Ply, s.First, s.Result = int(word&maxPly), word&firstBit != 0, Result(word>>14)
	turn := board.Color(word >> 13 & 1)
	if s.Result > WhiteWins {
		return fmt.Errorf("result %d is none of 0, 1 and 2", s.Result)
	}
	cells := f.In.Cells()
	clear(s.Position.Cells[:cells])
	n := 0
	for i, b := range rec[4:f.valuesAt()] {
		for rest := b; rest != 0; rest &= rest - 1 {
			cell := 8*i + bits.TrailingZeros8(rest)
			if cell >= cells || n == f.values {
				return fmt.Errorf("cell %d is beyond the last", cell)
			}
			value := rec[f.valuesAt()+n/2] >> (n & 1 * 4) & 15
			if f.wide {
				value = rec[f.valuesAt()+n]
			}
			if int(value) >= f.In.Most(cell) {
				return fmt.Errorf("cell %d has the value %d, more than %d", cell, value+1, f.In.Most(cell))
			}
			s.Position.Cells[cell] = value + 1
			n++
		}
	}
	return f.In.Complete(&s.Position, turn)
}

// Reader reads a file of positions.
type Reader struct {
	*Format
	Header Header
	in     *bufio.Reader
	rec    []byte
	number int
}

// NewReader returns a reader of a file of positions of the format's game.
func (f *Format) NewReader(r io.Reader) (*Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	h, err := f.readHeader(in)
	if err != nil {
		return nil, err
	}
	return &Reader{Format: f, Header: h, in: in, rec: make([]byte, f.Size())}, nil
}

// Next reads the next sample. The error is io.EOF after the last.
func (r *Reader) Next(s *Sample) error {
	r.number++
	switch _, err := io.ReadFull(r.in, r.rec); {
	case errors.Is(err, io.EOF):
		return io.EOF
	case err != nil:
		return fmt.Errorf("record %d is cut off", r.number)
	}
	if err := r.Read(r.rec, s); err != nil {
		return fmt.Errorf("record %d: %w", r.number, err)
	}
	return nil
}
