package train

import (
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"reflect"
	"strings"
)

// checkpoint is a fit as it is kept between epochs.
type checkpoint struct {
	Of                   Fitting
	Samples              uint32 // their checksum
	Start                uint32 // the checksum of the network that the fit began with
	Game                 string
	Epochs, Steps        int
	Params, Mean, Square []float32
}

// keep writes the fit to a file, unless the name is empty. The file is replaced in one go.
func (f *fit) keep(name string) error {
	if name == "" {
		return nil
	}
	file, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	err = gob.NewEncoder(file).Encode(checkpoint{
		Of: f.settings(), Samples: f.samples.checksum(), Start: f.Start.Checksum(), Game: f.samples.Game,
		Epochs: f.epochs,
		Steps:  f.adam.steps, Params: f.model.params, Mean: f.adam.mean, Square: f.adam.square,
	})
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// resume goes on with the fit in a file, if there is one.
func (f *fit) resume(name string) error {
	if name == "" {
		return nil
	}
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	var c checkpoint
	switch err := gob.NewDecoder(file).Decode(&c); {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%s is no checkpoint of a fit: it is empty", name)
	case err != nil:
		return fmt.Errorf("%s is no checkpoint of a fit: %w", name, err)
	}
	if other := f.differs(&c); other != "" {
		return fmt.Errorf("%s is of a fit with %s: ask for the same, or delete it to begin anew", name, other)
	}
	copy(f.model.params, c.Params)
	f.adam = adam{mean: c.Mean, square: c.Square, steps: c.Steps}
	f.epochs = c.Epochs
	return nil
}

// differs returns in what the fit of a checkpoint is another one, or "".
func (f *fit) differs(c *checkpoint) string {
	switch {
	case c.Game != f.samples.Game:
		return "positions of " + c.Game
	case c.Samples != f.samples.checksum():
		return "other positions"
	case c.Start != f.Start.Checksum():
		return "another network to start with"
	}
	of, own := reflect.ValueOf(c.Of), reflect.ValueOf(f.settings())
	for _, setting := range reflect.VisibleFields(of.Type()) {
		name := setting.Name
		if x, want := of.FieldByName(name), own.FieldByName(name); !x.Equal(want) {
			return fmt.Sprintf("%s %v, not %v", strings.ToLower(name), x, want)
		}
	}
	if len(c.Params) != len(f.model.params) || len(c.Mean) != len(c.Params) || len(c.Square) != len(c.Params) {
		return "another number of weights"
	}
	return ""
}

// checksum returns a checksum of the samples.
func (s *Samples) checksum() uint32 { return crc32.ChecksumIEEE(s.records) }

// CheckpointSeed returns the seed of the fit that is kept in a file. ok is false if there is none.
func CheckpointSeed(name string) (seed uint64, ok bool) {
	file, err := os.Open(name)
	if err != nil {
		return 0, false
	}
	defer file.Close()
	var c checkpoint
	err = gob.NewDecoder(file).Decode(&c)
	return c.Of.Seed, err == nil
}

// settings returns the settings of the fit that can be compared: the network to start with is left
// out, since the fit goes on from its own weights.
func (f *fit) settings() Fitting {
	o := f.Fitting
	o.Start = nil
	return o
}
