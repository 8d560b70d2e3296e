package train

import (
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
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
	if err = errors.Join(err, file.Close()); err != nil {
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
	if err := gob.NewDecoder(file).Decode(&c); err != nil {
		return fmt.Errorf("%s is no checkpoint of a fit: %w", name, err)
	}
	same := c.Of == f.settings() && c.Game == f.samples.Game &&
		c.Samples == f.samples.checksum() && c.Start == f.Start.Checksum()
	if !same || len(c.Params) != len(f.model.params) || len(c.Mean) != len(c.Params) || len(c.Square) != len(c.Params) {
		return fmt.Errorf("%s is of a fit to other positions or with other settings: delete it to begin anew", name)
	}
	copy(f.model.params, c.Params)
	f.adam = adam{mean: c.Mean, square: c.Square, steps: c.Steps}
	f.epochs = c.Epochs
	return nil
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
