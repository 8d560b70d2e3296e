package tablebase

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/variantfile"
)

// The file of a table is DIR/GAME/KQvK.tb:
//
//	8 bytes   signature, of which the last is the version of this format
//	4 bytes   the length of the head
//	head      in Go's gob encoding
//	extra     in Go's gob encoding, head.Extra bytes
//	values    of plain positions by their numbers, head.Width bytes each
//	4 bytes   CRC-32C of all before
//
// Numbers are little-endian. Values are as they are used, so that a file is read in one go.
const signature = "KirkeTB" + version

// version is raised when the format changes.
const version = "2"

// anew ends errors about a file that no other can help.
const anew = "; delete it and build it again"

// maxHead bounds the length of a head.
const maxHead = 1 << 16

// head is what a file says of itself.
type head struct {
	Game     string
	Rules    uint64 // see rulesOf
	Material string
	Width    int
	Extra    int
}

// extra is the second part of a file.
type extra struct {
	Values map[string]Value // of positions that remember something, by appendKey
	Next   []string         // the material that moves lead to
}

// table is the values of the positions with one material.
type table struct {
	extra
	width  int // bytes of a value: 1 if all of them fit
	values []byte
}

// newTable returns a table with the values of plain positions.
func newTable(values []Value, x extra) *table {
	t := &table{extra: x, width: 1}
	for _, v := range values {
		if v != impossible && (v <= math.MinInt8 || v > math.MaxInt8) {
			t.width = 2
		}
	}
	t.values = make([]byte, 0, t.width*len(values))
	for _, v := range values {
		switch {
		case t.width == 2:
			t.values = binary.LittleEndian.AppendUint16(t.values, uint16(v))
		case v == impossible:
			t.values = append(t.values, 1<<7)
		default:
			t.values = append(t.values, byte(v))
		}
	}
	return t
}

// value returns the value of the plain position with a number.
func (t *table) value(n int) Value {
	if t.width == 2 {
		return Value(binary.LittleEndian.Uint16(t.values[2*n:]))
	}
	if v := int8(t.values[n]); v != math.MinInt8 {
		return Value(v)
	}
	return impossible
}

// plain returns the values of all plain positions.
func (t *table) plain() []Value {
	all := make([]Value, len(t.values)/t.width)
	for n := range all {
		all[n] = t.value(n)
	}
	return all
}

// folder is where the tables of a game are.
type folder struct {
	dir   string
	v     *kirke.Variant
	rules uint64 // see rulesOf
}

func newFolder(dir string, v *kirke.Variant) (folder, error) {
	id, err := rulesOf(v)
	return folder{filepath.Join(dir, v.ID), v, id}, err
}

// rulesOf returns a number that differs between games with different rules: a hash of the game as a
// file, without its words and pictures and what the computer thinks of its pieces.
func rulesOf(v *kirke.Variant) (uint64, error) {
	v = v.Clone()
	v.Name, v.Summary, v.Notes, v.Family, v.Aliases = "", "", nil, "", nil
	for i := range v.Army {
		t := &v.Army[i]
		t.Doc, t.Picture, t.Value = "", "", 0
	}
	var text bytes.Buffer
	if err := variantfile.Write(&text, v); err != nil {
		return 0, err
	}
	h := fnv.New64a()
	h.Write(text.Bytes())
	return h.Sum64(), nil
}

// suffix ends the names of files.
const suffix = ".tb"

// path returns the path of a table.
func (f *folder) path(m Material) string { return filepath.Join(f.dir, m.Text(f.v)+suffix) }

// write writes a table to its place, in one go.
func (f *folder) write(m Material, t *table) error {
	data, err := f.encode(m, t)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(f.dir, ".new-")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), f.path(m))
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// encode returns a table as a file.
func (f *folder) encode(m Material, t *table) ([]byte, error) {
	var first, second bytes.Buffer
	if err := gob.NewEncoder(&second).Encode(t.extra); err != nil {
		return nil, err
	}
	h := head{f.v.ID, f.rules, m.Text(f.v), t.width, second.Len()}
	if err := gob.NewEncoder(&first).Encode(h); err != nil {
		return nil, err
	}
	data := binary.LittleEndian.AppendUint32([]byte(signature), uint32(first.Len()))
	data = append(append(append(data, first.Bytes()...), second.Bytes()...), t.values...)
	return binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli)), nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// read reads the table of a material. The error is that of os.Open if there is none, else it says
// what is wrong with the file.
func (f *folder) read(m Material) (*table, error) {
	data, err := os.ReadFile(f.path(m))
	if err != nil {
		return nil, err
	}
	t, err := f.decode(data, m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path(m), err)
	}
	return t, nil
}

// size returns how many bytes the file of a table has. The error says what is wrong with its
// beginning.
func (f *folder) size(m Material) (int64, error) {
	file, err := os.Open(f.path(m))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	h, at, err := f.head(file, m)
	if err == nil {
		err = f.fits(h, m, info.Size()-int64(at))
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", f.path(m), err)
	}
	return info.Size(), nil
}

// fits returns an error unless so many bytes are what follows the head of the table of a material.
func (f *folder) fits(h head, m Material, rest int64) error {
	const checksum = 4
	values := rest - checksum - int64(h.Extra)
	if h.Width < 1 || h.Width > 2 || h.Extra < 0 || values != int64(h.Width*m.numbers(f.v.Size.Area())) {
		return errors.New("the table is damaged: it has too few or too many positions" + anew)
	}
	return nil
}

// head reads the head of the table of a material, and returns how many bytes it has with what is
// before it. The error says why the table is not one of this material by these rules.
func (f *folder) head(r io.Reader, m Material) (h head, length int, err error) {
	var start [len(signature) + 4]byte
	_, err = io.ReadFull(r, start[:])
	sign, n := start[:len(signature)], binary.LittleEndian.Uint32(start[len(signature):])
	switch old := bytes.HasPrefix(sign, []byte{0x1F, 0x8B}); { // the first version was compressed by gzip
	case err == nil && (old || string(sign) != signature && string(sign[:len(sign)-1]) == signature[:len(sign)-1]):
		return h, 0, errors.New("the table has the format of another version of Kirke" + anew)
	case err != nil || string(sign) != signature || n > maxHead:
		return h, 0, errors.New("this is no table" + anew)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return h, 0, fmt.Errorf("the table is damaged: %w%s", err, anew)
	}
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&h); err != nil {
		return h, 0, fmt.Errorf("the table is damaged: %w%s", err, anew)
	}
	switch {
	case h.Game != f.v.ID:
		err = fmt.Errorf("the table is for %s, not for %s", h.Game, f.v.ID)
	case h.Rules != f.rules:
		err = errors.New("the table was built by other rules" + anew)
	case h.Material != m.Text(f.v):
		err = fmt.Errorf("the table is for %s, not %s", h.Material, m.Text(f.v))
	}
	return h, len(start) + len(text), err
}

// decode returns the table that a file has. The error says what is wrong with it.
func (f *folder) decode(data []byte, m Material) (*table, error) {
	h, at, err := f.head(bytes.NewReader(data), m)
	if err != nil {
		return nil, err
	}
	if err := f.fits(h, m, int64(len(data)-at)); err != nil {
		return nil, err
	}
	end := len(data) - 4
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, errors.New("the table is damaged: its checksum is wrong" + anew)
	}
	t := &table{width: h.Width, values: data[at+h.Extra : end]}
	if err := gob.NewDecoder(bytes.NewReader(data[at : at+h.Extra])).Decode(&t.extra); err != nil {
		return nil, fmt.Errorf("the table is damaged: %w%s", err, anew)
	}
	return t, nil
}
