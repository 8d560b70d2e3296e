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
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
)

// Journal keeps what a long solving has found, in a file or in memory: a line for each first move
// that was searched to the end. A stopped solving can resume from it. A solving divided by Split is
// joined from the journals of its parts.
type Journal struct {
	mu    sync.Mutex
	file  *os.File // nil in memory
	known map[string][]byte
	err   error
}

// journalLine is a line of the file. The first has only the task.
type journalLine struct {
	Task  string `json:"task,omitempty"`  // what is solved
	Place string `json:"place,omitempty"` // twin, phase and first move
	Found string `json:"found,omitempty"`
}

// Fingerprint returns a task for a journal that identifies a text.
func Fingerprint(input []byte) string {
	sum := sha256.Sum256(input)
	return hex.EncodeToString(sum[:8])
}

// NewJournal returns an empty journal in memory.
func NewJournal() *Journal { return &Journal{known: map[string][]byte{}} }

// OpenJournal creates a file with a journal of a task. With resume it opens an existing one. The
// error says that the file cannot be written, or is not a journal of this task.
func OpenJournal(path, task string, resume bool) (*Journal, error) {
	j := NewJournal()
	flags := os.O_RDWR
	if !resume {
		flags |= os.O_CREATE | os.O_EXCL
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s is there already: resume from it, or name another", path)
	}
	if errors.Is(err, os.ErrNotExist) && resume {
		return nil, fmt.Errorf("%s is not there: there is nothing to go on from", path)
	}
	if err != nil {
		return nil, err
	}
	j.file = f
	end, err := j.read(f, task)
	if err == nil {
		err = f.Truncate(end) // remove a line that was cut off
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

// read adds the lines of a journal of a task. It returns the offset after its last whole line.
func (j *Journal) read(r io.Reader, task string) (end int64, err error) {
	in := bufio.NewReader(r)
	for n := 0; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if n == 0 && len(line) > 0 {
				return 0, errors.New("this is no journal of solving")
			}
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

// write appends a line to the file, if there is one.
func (j *Journal) write(l journalLine) error {
	if j.file == nil {
		return nil
	}
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(data, '\n'))
	return err
}

// Merge adds what another journal of a task holds, as written by Text. The error says that the text
// is no journal of this task.
func (j *Journal) Merge(text, task string) error {
	other := NewJournal()
	if _, err := other.read(strings.NewReader(text), task); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	maps.Copy(j.known, other.known)
	return nil
}

// Text returns the journal as the file of a task would hold it.
func (j *Journal) Text(task string) (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out strings.Builder
	lines := json.NewEncoder(&out)
	err := lines.Encode(journalLine{Task: task})
	for _, place := range slices.Sorted(maps.Keys(j.known)) {
		found := base64.StdEncoding.EncodeToString(j.known[place])
		err = errors.Join(err, lines.Encode(journalLine{Place: place, Found: found}))
	}
	return out.String(), err
}

// get reads what was found at a place. A nil Journal has nothing.
func (j *Journal) get(place string, into any) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	data, ok := j.known[place]
	j.mu.Unlock()
	return ok && gob.NewDecoder(bytes.NewReader(data)).Decode(into) == nil
}

// has reports whether something was found at a place.
func (j *Journal) has(place string) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.known[place]
	return ok
}

// put keeps what was found at a place. Close returns the first error.
func (j *Journal) put(place string, found any) {
	if j == nil {
		return
	}
	var data bytes.Buffer
	err := gob.NewEncoder(&data).Encode(found)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil {
		if j.file == nil {
			j.known[place] = data.Bytes()
		}
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

// Close closes the file. It returns the first error of all writing.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return j.err
	}
	return errors.Join(j.err, j.file.Close())
}
