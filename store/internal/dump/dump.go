// Package dump copies all tables of a store to text and back, between databases of either kind.
package dump

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/store/internal/db"
	"github.com/kirke-chess/kirke/store/internal/names"
)

// A dump is JSON Lines: a head, a line for each row of each table, and an end.

// tables are the tables in a dump. Those that others refer to come first.
var tables = []string{
	"users", "credentials", "tokens", "seeks", "games", "events", "positions", "notes", "plans", "presets",
	"vacations", "ratings", "heartbeat", "keyed", "jobs", "shards", "notices", "names", "recovery", "blocks",
	"reports", "audit", "contacts", "subscriptions", "outbox", "studies",
	"drafts", "published", "published_versions", "comments",
}

// version is the version of the format.
const version = 1

type head struct {
	Kirke   string `json:"kirke"` // "store"
	Version int    `json:"version"`
}

type row struct {
	Table string         `json:"table"`
	Row   map[string]any `json:"row"`
}

// end is the last line. A dump without it has been cut off.
type end struct {
	Rows int `json:"rows"`
}

// Write writes all tables as JSON Lines, as t sees them.
func Write(ctx context.Context, t *db.Tx, w io.Writer) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(head{"store", version}); err != nil {
		return err
	}
	count := 0
	for _, table := range tables {
		n, err := writeTable(ctx, t, table, lines)
		if err != nil {
			return err
		}
		count += n
	}
	if err := lines.Encode(end{count}); err != nil {
		return err
	}
	return out.Flush()
}

func writeTable(ctx context.Context, t *db.Tx, table string, lines *json.Encoder) (count int, err error) {
	columns, err := t.Columns(ctx, table)
	if err != nil {
		return 0, err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	err = t.Each(ctx, `SELECT * FROM `+table, nil, func(scan db.Scan) error {
		if err := scan(into...); err != nil {
			return err
		}
		all := make(map[string]any, len(columns))
		for i, c := range columns {
			all[c] = values[i]
		}
		count++
		return lines.Encode(row{table, all})
	})
	return count, err
}

// Read reads a dump into empty tables. The error says that one is not empty, or what is wrong in
// which line of the dump.
func Read(ctx context.Context, t *db.Tx, r io.Reader) error {
	if err := checkEmpty(ctx, t); err != nil {
		return err
	}
	columns, err := allColumns(ctx, t)
	if err != nil {
		return err
	}
	in := bufio.NewReader(r)
	rows := 0
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF && len(text) == 0 {
			return fmt.Errorf("the dump is cut off after %d rows", rows)
		}
		if err != nil && err != io.EOF {
			return err
		}
		var last *end
		if line == 1 {
			err = checkHead(text)
		} else {
			last, err = readLine(ctx, t, columns, text)
		}
		switch {
		case err != nil:
			return fmt.Errorf("line %d: %w", line, err)
		case last != nil && last.Rows != rows:
			return fmt.Errorf("line %d: the dump has %d rows and says it has %d", line, rows, last.Rows)
		case last != nil:
			return nil
		case line > 1:
			rows++
		}
	}
}

// checkEmpty returns an error if a table has rows. It deletes the heartbeat, which every store has.
func checkEmpty(ctx context.Context, t *db.Tx) error {
	if err := t.Run(ctx, `DELETE FROM heartbeat`); err != nil {
		return err
	}
	for _, table := range tables {
		n, err := t.Count(ctx, `SELECT COUNT(*) FROM `+table)
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("a dump is restored into an empty database, and this one has rows in %s", table)
		}
	}
	return nil
}

// checkHead returns what is wrong with the first line of a dump.
func checkHead(text []byte) error {
	var h head
	if json.Unmarshal(text, &h) != nil || h.Kirke != "store" {
		return errors.New("this is not a dump of a store")
	}
	if h.Version != version {
		return fmt.Errorf("the dump has version %d, and this program reads version %d", h.Version, version)
	}
	return nil
}

// allColumns returns the columns of every table.
func allColumns(ctx context.Context, t *db.Tx) (map[string][]string, error) {
	all := make(map[string][]string, len(tables))
	for _, table := range tables {
		names, err := t.Columns(ctx, table)
		if err != nil {
			return nil, err
		}
		all[table] = names
	}
	return all, nil
}

// readLine inserts the row in a line. It returns the end if the line is that.
func readLine(ctx context.Context, t *db.Tx, columns map[string][]string, text []byte) (last *end, err error) {
	var in struct {
		Table string         `json:"table"`
		Row   map[string]any `json:"row"`
		Rows  *int           `json:"rows"`
	}
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber() // times have more digits than a float64
	if err := numbers.Decode(&in); err != nil {
		return nil, err
	}
	if in.Rows != nil {
		return &end{*in.Rows}, nil
	}
	known, ok := columns[in.Table]
	if !ok {
		return nil, fmt.Errorf("there is no table %q", in.Table)
	}
	if name, ok := in.Row["name_key"].(string); ok && in.Table == "users" {
		in.Row["look"] = names.Look(name) // dumps of earlier versions do not have it
	}
	var marks []string
	var values []any
	fields := slices.Sorted(maps.Keys(in.Row))
	for _, name := range fields {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("the table %s has no column %q", in.Table, name)
		}
		value, err := readValue(in.Row[name])
		if err != nil {
			return nil, err
		}
		marks, values = append(marks, "?"), append(values, value)
	}
	err = t.Run(ctx, `INSERT INTO `+in.Table+` (`+strings.Join(fields, ", ")+`)
		VALUES (`+strings.Join(marks, ", ")+`)`, values...)
	return nil, err
}

// readValue returns a JSON value as the database takes it.
func readValue(value any) (any, error) {
	number, ok := value.(json.Number)
	if !ok {
		return value, nil
	}
	if n, err := number.Int64(); err == nil {
		return n, nil
	}
	return number.Float64()
}
