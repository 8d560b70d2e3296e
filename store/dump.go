package store

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A dump is JSON Lines: a head, a line for each row of each table, and an end.

// tables are the tables in a dump. Those that others refer to come first.
var tables = []string{
	"users", "credentials", "tokens", "seeks", "games", "events", "positions", "notes", "plans", "presets",
	"vacations", "ratings", "heartbeat", "keyed", "jobs", "shards", "notices", "names", "recovery", "blocks",
	"reports", "audit", "contacts", "subscriptions", "outbox",
}

// dumpVersion is the version of the format.
const dumpVersion = 1

type dumpHead struct {
	Kirke   string `json:"kirke"` // "store"
	Version int    `json:"version"`
}

type dumpRow struct {
	Table string         `json:"table"`
	Row   map[string]any `json:"row"`
}

// dumpEnd is the last line. A dump without it has been cut off.
type dumpEnd struct {
	Rows int `json:"rows"`
}

// Dump writes a consistent snapshot of the store as JSON Lines.
func (s *Store) Dump(ctx context.Context, w io.Writer) error {
	sqlTx, err := s.read.BeginTx(ctx, &sql.TxOptions{Isolation: s.snapshot(), ReadOnly: s.postgres})
	if err != nil {
		return err
	}
	defer func() { _ = sqlTx.Rollback() }()
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(dumpHead{"store", dumpVersion}); err != nil {
		return err
	}
	count := 0
	for _, table := range tables {
		n, err := dumpTable(ctx, sqlTx, table, lines)
		if err != nil {
			return err
		}
		count += n
	}
	if err := lines.Encode(dumpEnd{count}); err != nil {
		return err
	}
	return out.Flush()
}

// snapshot returns the isolation level at which a transaction reads a snapshot. On SQLite all do.
func (s *Store) snapshot() sql.IsolationLevel {
	if s.postgres {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

func dumpTable(ctx context.Context, sqlTx *sql.Tx, table string, lines *json.Encoder) (count int, err error) {
	rows, err := sqlTx.QueryContext(ctx, `SELECT * FROM `+table)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return count, err
		}
		row := make(map[string]any, len(columns))
		for i, c := range columns {
			row[c] = values[i]
		}
		if err := lines.Encode(dumpRow{table, row}); err != nil {
			return count, err
		}
		count++
	}
	return count, rows.Err()
}

// Restore reads a dump into an empty store, completely or not at all. The error says that the store
// is not empty, or what is wrong in which line of the dump.
func (s *Store) Restore(ctx context.Context, r io.Reader) error {
	return s.update(ctx, func(t *tx) error { return restore(ctx, t, r) })
}

func restore(ctx context.Context, t *tx, r io.Reader) error {
	if err := t.checkEmpty(ctx); err != nil {
		return err
	}
	columns, err := t.columns(ctx)
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
		var end *dumpEnd
		if line == 1 {
			err = checkHead(text)
		} else {
			end, err = restoreLine(ctx, t, columns, text)
		}
		switch {
		case err != nil:
			return fmt.Errorf("line %d: %w", line, err)
		case end != nil && end.Rows != rows:
			return fmt.Errorf("line %d: the dump has %d rows and says it has %d", line, rows, end.Rows)
		case end != nil:
			return nil
		case line > 1:
			rows++
		}
	}
}

// checkEmpty returns an error if a table has rows. It deletes the heartbeat, which every store has.
func (t *tx) checkEmpty(ctx context.Context) error {
	if _, err := t.exec(ctx, `DELETE FROM heartbeat`); err != nil {
		return err
	}
	for _, table := range tables {
		n, err := t.count(ctx, `SELECT COUNT(*) FROM `+table)
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
	var head dumpHead
	if json.Unmarshal(text, &head) != nil || head.Kirke != "store" {
		return errors.New("this is not a dump of a store")
	}
	if head.Version != dumpVersion {
		return fmt.Errorf("the dump has version %d, and this program reads version %d", head.Version, dumpVersion)
	}
	return nil
}

// columns returns the columns of every table.
func (t *tx) columns(ctx context.Context) (map[string][]string, error) {
	all := make(map[string][]string, len(tables))
	for _, table := range tables {
		rows, err := t.sql.QueryContext(ctx, `SELECT * FROM `+table+` WHERE 1 = 0`)
		if err != nil {
			return nil, err
		}
		names, err := rows.Columns()
		if err = errors.Join(err, rows.Close()); err != nil {
			return nil, err
		}
		all[table] = names
	}
	return all, nil
}

// restoreLine inserts the row in a line. It returns the end if the line is that.
func restoreLine(ctx context.Context, t *tx, columns map[string][]string, text []byte) (end *dumpEnd, err error) {
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
		return &dumpEnd{*in.Rows}, nil
	}
	known, ok := columns[in.Table]
	if !ok {
		return nil, fmt.Errorf("there is no table %q", in.Table)
	}
	if name, ok := in.Row["name_key"].(string); ok && in.Table == "users" {
		in.Row["look"] = nameLook(name) // dumps of earlier versions do not have it
	}
	var marks []string
	var values []any
	names := slices.Sorted(maps.Keys(in.Row))
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("the table %s has no column %q", in.Table, name)
		}
		value, err := restoreValue(in.Row[name])
		if err != nil {
			return nil, err
		}
		marks, values = append(marks, "?"), append(values, value)
	}
	_, err = t.exec(ctx, `INSERT INTO `+in.Table+` (`+strings.Join(names, ", ")+`)
		VALUES (`+strings.Join(marks, ", ")+`)`, values...)
	return nil, err
}

// restoreValue returns a JSON value as the database takes it.
func restoreValue(value any) (any, error) {
	number, ok := value.(json.Number)
	if !ok {
		return value, nil
	}
	if n, err := number.Int64(); err == nil {
		return n, nil
	}
	return number.Float64()
}
