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
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tables are all that is dumped, those that others refer to first.
var tables = []string{
	"users", "credentials", "tokens", "seeks", "games", "events", "positions", "notes", "plans", "presets",
	"vacations", "ratings", "heartbeat", "keyed", "jobs", "shards", "notices",
}

// dumpVersion is the version of the schema that dumps are of.
const dumpVersion = 1

// dumpHead is the first line of a dump, dumpRow every other.
type dumpHead struct {
	Kirke   string `json:"kirke"` // "store"
	Version int    `json:"version"`
}

type dumpRow struct {
	Table string         `json:"table"`
	Row   map[string]any `json:"row"`
}

// dumpEnd is the last line, by which a dump that was cut off is known.
type dumpEnd struct {
	Rows int `json:"rows"`
}

// Backup writes everything to a new file while the store is in use, as it is at
// one moment. A name that ends in ".jsonl" gives a portable dump, which Restore reads
// into either kind of database; any other gives a database of SQLite, to be opened as
// it is, and is an error for PostgreSQL. The error says that the file exists
// already, or that it cannot be written; there is no file then that was not there before.
func (s *Store) Backup(ctx context.Context, file string) error {
	if strings.HasSuffix(file, ".jsonl") {
		return s.dumpTo(ctx, file)
	}
	if s.postgres {
		return errors.New("a backup of PostgreSQL is a dump: give it a name that ends in .jsonl")
	}
	return publish(file, func(part string) error {
		db, err := sql.Open("sqlite", s.file) // the readers of the store may not even do this
		if err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, `VACUUM INTO ?`, part)
		return errors.Join(err, db.Close())
	})
}

// publish makes a file by another name, which only its owner can read, and gives it its own when it is
// whole. make finds the file there, and empty.
func publish(file string, make func(part string) error) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s exists already", file)
	}
	dir, err := os.MkdirTemp(filepath.Dir(file), ".kirke-backup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	part := filepath.Join(dir, "part")
	if err := os.WriteFile(part, nil, private); err != nil {
		return err
	}
	if err := make(part); err != nil {
		return err
	}
	if err := flush(part); err != nil {
		return err
	}
	return os.Rename(part, file)
}

// flush waits until a file is on disk.
func flush(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (s *Store) dumpTo(ctx context.Context, file string) error {
	return publish(file, func(part string) error {
		f, err := os.OpenFile(part, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(s.Dump(ctx, f), f.Close())
	})
}

// Dump writes everything that is stored as JSON Lines, as it is at one moment.
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

// snapshot is the isolation in which a transaction sees one moment only. SQLite
// has no other.
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

// Restore reads a dump into a store that is empty, all of it or nothing. The error
// says that the store is not empty, or what is wrong with the dump and in which line.
func (s *Store) Restore(ctx context.Context, r io.Reader) error {
	return s.update(ctx, func(t *tx) error { return restore(ctx, t, r) })
}

func restore(ctx context.Context, t *tx, r io.Reader) error {
	for _, table := range tables {
		var n int
		if _, err := t.row(ctx, `SELECT COUNT(*) FROM `+table, nil, &n); err != nil {
			return err
		}
		if n > 0 && table != "heartbeat" {
			return fmt.Errorf("a dump is restored into an empty database, and this one has rows in %s", table)
		}
	}
	if _, err := t.exec(ctx, `DELETE FROM heartbeat`); err != nil {
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
			return fmt.Errorf("the dump ends after %d rows, before its end", rows)
		}
		if err != nil && err != io.EOF {
			return err
		}
		if line == 1 {
			var head dumpHead
			if json.Unmarshal(text, &head) != nil || head.Kirke != "store" {
				return errors.New("line 1: this is not a dump of a store")
			}
			if head.Version != dumpVersion {
				return fmt.Errorf("line 1: the dump has version %d, and this program reads version %d", head.Version, dumpVersion)
			}
			continue
		}
		end, err := restoreLine(ctx, t, columns, text)
		if err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		if end != nil {
			if end.Rows != rows {
				return fmt.Errorf("line %d: the dump has %d rows and says it has %d", line, rows, end.Rows)
			}
			return nil
		}
		rows++
	}
}

// columns returns the columns of every table, as they are made.
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

// restoreLine inserts the row of a line; end is not nil when the line is the last.
func restoreLine(ctx context.Context, t *tx, columns map[string][]string, text []byte) (end *dumpEnd, err error) {
	var in struct {
		Table string         `json:"table"`
		Row   map[string]any `json:"row"`
		Rows  *int           `json:"rows"`
	}
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber() // times are too long for floating point
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
		in.Row["look"] = nameLook(name) // which the dumps of earlier versions lack
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
	_, err = t.exec(ctx, `INSERT INTO `+in.Table+` (`+strings.Join(names, ", ")+`) VALUES (`+strings.Join(marks, ", ")+`)`, values...)
	return nil, err
}

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
