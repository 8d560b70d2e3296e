package nn

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

// Network is a network with whole numbers. It does not change.
//
// Its first layer has a unit sum for each perspective: the bias and the weights of the inputs that
// are on. Units are limited to 0 and one and squared; the units of the side to move and then those
// of the other side are weighted and added to the output. There are several sets of output weights,
// for positions with more and with fewer pieces.
type Network struct {
	Games   []string // IDs of the games that it is for
	units   int
	buckets int
	most    int // pieces on the board, at most
	weights []int16
	bias    []int16
	output  []int16 // by bucket and unit, those of the side to move first
	offset  []int32 // by bucket
}

// Numbers of the network stand for real numbers.
const (
	one       = 255 // 1 in the first layer
	outputOne = 64  // 1 in output weights
	// Scale is how many centipawns an output of 1 is.
	Scale = 400

	// MaxUnits bounds the units of a perspective.
	MaxUnits = 512
	// MaxWeight and maxOutput bound the weights of the two layers, in real numbers 1.98. Sums of the
	// first layer wrap around if more than 56 inputs are on with weights at the bound, which makes a
	// value wrong but does no other harm. Trained networks stay far below.
	MaxWeight = 505
	maxOutput = 127

	// MaxBuckets bounds the sets of output weights.
	MaxBuckets = 16
)

// Real is a network with real numbers, as a trainer has it: rows of Units weights for each input,
// and for each bucket twice as many output weights.
type Real struct {
	Units, Buckets, Most  int // Most is the number of pieces on the board at most
	Weights, Bias, Output []float32
	Offset                []float32
}

// Quantise returns the network of whole numbers nearest to r. Weights beyond the bounds are limited.
func Quantise(r *Real, games []string) *Network {
	whole := func(x []float32, unit, most float32) []int16 {
		to := make([]int16, len(x))
		for i := range x {
			to[i] = int16(round(min(most, max(-most, x[i]*unit))))
		}
		return to
	}
	n := &Network{
		Games: games, units: r.Units, buckets: r.Buckets, most: r.Most,
		weights: whole(r.Weights, one, MaxWeight),
		bias:    whole(r.Bias, one, 8*MaxWeight),
		output:  whole(r.Output, outputOne, maxOutput),
	}
	for b := range n.buckets {
		limitSum(n.output[2*b*n.units : 2*(b+1)*n.units])
	}
	for _, x := range r.Offset {
		n.offset = append(n.offset, int32(round(x*one*outputOne)))
	}
	return n
}

// limitSum makes output weights smaller if sums with them could overflow.
func limitSum(weights []int16) {
	const most = (1<<31 - 1) / (one * one)
	if sum := sumOf(weights); sum > most {
		for i, w := range weights {
			weights[i] = int16(int(w) * most / sum)
		}
	}
}

// sumOf returns the sum of weights without their signs.
func sumOf(weights []int16) (sum int) {
	for _, w := range weights {
		sum += max(int(w), -int(w))
	}
	return sum
}

// Shape returns how many units and sets of output weights the network has.
func (n *Network) Shape() (units, buckets int) { return n.units, n.buckets }

// Real returns the network with real numbers.
func (n *Network) Real() *Real {
	reals := func(x []int16, unit float32) []float32 {
		to := make([]float32, len(x))
		for i := range x {
			to[i] = float32(x[i]) / unit
		}
		return to
	}
	r := &Real{
		Units: n.units, Buckets: n.buckets, Most: n.most,
		Weights: reals(n.weights, one), Bias: reals(n.bias, one), Output: reals(n.output, outputOne),
	}
	for _, x := range n.offset {
		r.Offset = append(r.Offset, float32(x)/(one*outputOne))
	}
	return r
}

func round(x float32) float32 {
	if x < 0 {
		return float32(int32(x - 0.5))
	}
	return float32(int32(x + 0.5))
}

// bucket returns the set of output weights for a position.
func (n *Network) bucket(p *Position) int { return Bucket(n.buckets, n.most, p.Pieces) }

// Bucket returns the set of output weights, of so many, for a number of pieces.
func Bucket(buckets, most, pieces int) int {
	return min(buckets-1, max(0, pieces-1)*buckets/max(1, most))
}

// row returns the weights of an input.
func (n *Network) row(input int32) []int16 {
	at := int(input) * n.units
	return n.weights[at : at+n.units : at+n.units]
}

// A file of a network begins with "kirkenn1", the signature of the inputs (8 bytes), the numbers of
// inputs, units, buckets and pieces (4 bytes each), the length of the IDs of its games and these,
// with spaces between them. The weights of the first layer, its bias, the output weights (2 bytes
// each) and the offsets (4 bytes each) follow, and the CRC-32C of all before. Numbers are
// little-endian.
const magic = "kirkenn1"

// Write writes the file of a network for inputs.
func (n *Network) Write(w io.Writer, in *Inputs) error {
	var buf bytes.Buffer
	buf.WriteString(magic)
	games := strings.Join(n.Games, " ")
	put := func(x any) { binary.Write(&buf, binary.LittleEndian, x) } //nolint:errcheck // a buffer never fails
	put(in.Signature())
	put([]uint32{uint32(in.features), uint32(n.units), uint32(n.buckets), uint32(n.most), uint32(len(games))})
	buf.WriteString(games)
	put(n.weights)
	put(n.bias)
	put(n.output)
	put(n.offset)
	put(crc32.Checksum(buf.Bytes(), castagnoli))
	_, err := w.Write(buf.Bytes())
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns a checksum of the weights, 0 for no network.
func (n *Network) Checksum() uint32 {
	if n == nil {
		return 0
	}
	h := crc32.New(castagnoli)
	for _, part := range []any{n.weights, n.bias, n.output, n.offset} {
		binary.Write(h, binary.LittleEndian, part) //nolint:errcheck // a hash never fails
	}
	return h.Sum32()
}

// Games returns the IDs of the games that the network in a file is for.
func Games(file []byte) ([]string, error) {
	_, games, _, err := readHead(file)
	return games, err
}

// readHead reads what stands before the weights.
func readHead(file []byte) (head fileHead, games []string, rest []byte, err error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		return head, nil, nil, errors.New("this is no file of a network")
	}
	size := binary.Size(head)
	rest = file[len(magic):]
	if len(rest) < size+crcSize {
		return head, nil, nil, errCut
	}
	if _, err = binary.Decode(rest, binary.LittleEndian, &head); err != nil {
		return head, nil, nil, err
	}
	rest = rest[size:]
	if uint64(head.Games) > uint64(len(rest)) {
		return head, nil, nil, errCut
	}
	return head, strings.Fields(string(rest[:head.Games])), rest[head.Games:], nil
}

// fileHead is the head of a file after its magic.
type fileHead struct {
	Signature                             uint64
	Features, Units, Buckets, Most, Games uint32
}

const crcSize = 4

var errCut = errors.New("the file of the network is cut off")

// Read reads the file of a network for inputs. The error says why the file is no such network.
func Read(file []byte, in *Inputs) (*Network, error) {
	head, games, rest, err := readHead(file)
	if err != nil {
		return nil, err
	}
	body := len(file) - crcSize
	if crc32.Checksum(file[:body], castagnoli) != binary.LittleEndian.Uint32(file[body:]) {
		return nil, errors.New("the file of the network is damaged: its checksum is wrong")
	}
	if head.Signature != in.Signature() || int(head.Features) != in.features {
		if slices.Contains(games, in.v.ID) {
			return nil, fmt.Errorf("the network is for %s with another board or other pieces: make it anew", in.v.ID)
		}
		return nil, fmt.Errorf("the network is for %s, whose board or pieces differ from those of %s",
			strings.Join(games, ", "), in.v.ID)
	}
	units, buckets := int(head.Units), int(head.Buckets)
	if units == 0 || units > MaxUnits || units%unitsAtOnce != 0 || buckets == 0 || buckets > MaxBuckets {
		return nil, fmt.Errorf("a network with %d units and %d buckets cannot be used", units, buckets)
	}
	n := &Network{
		Games: games, units: units, buckets: buckets, most: int(head.Most),
		weights: make([]int16, in.features*units), bias: make([]int16, units),
		output: make([]int16, 2*units*buckets), offset: make([]int32, buckets),
	}
	if len(rest) != 2*(len(n.weights)+len(n.bias)+len(n.output))+4*len(n.offset)+crcSize {
		return nil, errCut
	}
	for _, part := range []any{n.weights, n.bias, n.output, n.offset} {
		used, err := binary.Decode(rest, binary.LittleEndian, part)
		if err != nil {
			return nil, err
		}
		rest = rest[used:]
	}
	return n, n.check()
}

// check reports weights beyond their bounds, and output weights with which sums could overflow.
func (n *Network) check() error {
	for _, part := range []struct {
		weights []int16
		most    int16
	}{{n.weights, MaxWeight}, {n.bias, 8 * MaxWeight}, {n.output, maxOutput}} {
		for _, w := range part.weights {
			if w > part.most || w < -part.most {
				return fmt.Errorf("the network has a weight of %d, beyond %d", w, part.most)
			}
		}
	}
	for b := range n.buckets {
		if int64(sumOf(n.output[2*b*n.units:2*(b+1)*n.units]))*one*one > 1<<31-1 {
			return errors.New("the output weights of the network are so large that sums could overflow")
		}
	}
	return nil
}
