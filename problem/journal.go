package problem

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Journal keeps what a long solving has done in a file: one line for every first move that has been
// looked at to the end. A solving that is stopped goes on from there.
type Journal struct {
	mu    sync.Mutex
	file  *os.File
	known map[string][]byte
	err   error
}

// entry is a line of the file. The first has only the task.
type journalLine struct {
	Task  string `json:"task,omitempty"`  // what the journal is of
	Place string `json:"place,omitempty"` // twin, phase and first move
	Found string `json:"found,omitempty"`
}

// Fingerprint returns what tells a problem, as it was read, from others.
func Fingerprint(input []byte) string {
	sum := sha256.Sum256(input)
	return hex.EncodeToString(sum[:8])
}

// OpenJournal begins a journal of a task in a file, or with resume goes on with the one there. The
// error says that the file cannot be written, or is not a journal of this task.
func OpenJournal(path, task string, resume bool) (*Journal, error) {
	j := &Journal{known: map[string][]byte{}}
	flags := os.O_RDWR | os.O_CREATE
	if !resume {
		flags |= os.O_EXCL
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s is there already: resume from it, or name another", path)
	}
	if err != nil {
		return nil, err
	}
	j.file = f
	end, err := j.read(task)
	if err == nil {
		err = f.Truncate(end) // a line that was cut off
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err == nil && end == 0 {
		err = j.write(journalLine{Task: task})
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

// read takes over what the file holds and returns where its last whole line ends.
func (j *Journal) read(task string) (end int64, err error) {
	in := bufio.NewReader(j.file)
	for n := 0; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		var l journalLine
		if err := json.Unmarshal(line, &l); err != nil {
			return 0, fmt.Errorf("line %d is not of a journal of solving", n+1)
		}
		if n == 0 && l.Task != task {
			return 0, errors.New("this is the journal of another task")
		}
		if l.Place != "" {
			data, err := base64.StdEncoding.DecodeString(l.Found)
			if err != nil {
				return 0, fmt.Errorf("line %d is not of a journal of solving", n+1)
			}
			j.known[l.Place] = data
		}
		end += int64(len(line))
	}
}

func (j *Journal) write(l journalLine) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(data, '\n'))
	return err
}

// get reads what was found at a place; a nil Journal knows nothing.
func (j *Journal) get(place string, into any) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	data, ok := j.known[place]
	j.mu.Unlock()
	return ok && gob.NewDecoder(bytes.NewReader(data)).Decode(into) == nil
}

// put writes what was found at a place. The first error is kept for Close.
func (j *Journal) put(place string, found any) {
	if j == nil {
		return
	}
	var data bytes.Buffer
	err := gob.NewEncoder(&data).Encode(found)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil {
		err = j.write(journalLine{Place: place, Found: base64.StdEncoding.EncodeToString(data.Bytes())})
	}
	if j.err == nil {
		j.err = err
	}
}

// Done returns how many first moves the journal holds.
func (j *Journal) Done() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.known)
}

// Close ends the writing. The error is the first there was.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return errors.Join(j.err, j.file.Close())
}
