package db

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

func open(t *testing.T) *DB {
	t.Helper()
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"),
		Options{Log: slog.New(slog.DiscardHandler), Slow: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// TestValues expects values to come back as they were stored.
func TestValues(t *testing.T) {
	ctx, d := t.Context(), open(t)
	type pair struct{ A, B int }
	noon := time.Date(2026, 3, 1, 12, 0, 0, 1e6, time.UTC)
	err := d.Update(ctx, func(t *Tx) error {
		err := t.Run(ctx, `CREATE TABLE kept (at BIGINT, never BIGINT, yes INT, no INT, pair TEXT, raw TEXT)`)
		if err != nil {
			return err
		}
		return t.Run(ctx, `INSERT INTO kept VALUES (?, ?, ?, ?, ?, ?)`,
			noon.Add(time.Microsecond), time.Time{}, true, false, JSON(pair{1, 2}), json.RawMessage(`{ }`))
	})
	if err != nil {
		t.Fatal(err)
	}
	never, yes, no := noon, false, true
	var at time.Time
	var p pair
	var raw json.RawMessage
	found, err := d.Reading().Row(ctx, `SELECT * FROM kept WHERE at = ?`, []any{noon},
		&at, &never, &yes, &no, JSON(&p), &raw)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	if !at.Equal(noon) || !never.IsZero() || !yes || no || p != (pair{1, 2}) || string(raw) != `{ }` {
		t.Error(at, never, yes, no, p, string(raw))
	}
	columns, err := d.Reading().Columns(ctx, "kept")
	if want := []string{"at", "never", "yes", "no", "pair", "raw"}; err != nil || !reflect.DeepEqual(columns, want) {
		t.Error(columns, err)
	}
}

// TestText expects text that PostgreSQL cannot store to be refused, and to be found nowhere.
func TestText(t *testing.T) {
	ctx, d := t.Context(), open(t)
	for _, bad := range []any{"a\x00b", "\xff", json.RawMessage("\"\xff\"")} {
		err := d.Update(ctx, func(t *Tx) error {
			return t.Run(ctx, `INSERT INTO keyed (name, value, expires) VALUES ('x', ?, 0)`, bad)
		})
		if !errors.Is(err, ErrText) {
			t.Errorf("%q is stored: %v", bad, err)
		}
		const query = `SELECT COUNT(*) FROM keyed WHERE value = ?`
		if n, err := d.Reading().Count(ctx, query, bad); n != 0 || err != nil {
			t.Errorf("%q is found %d times, %v", bad, n, err)
		}
	}
}

// TestBatch expects a write that fails or panics to leave the writes beside it alone.
func TestBatch(t *testing.T) {
	ctx, d := t.Context(), open(t)
	insert := func(name string, after func()) func(*Tx) error {
		return func(t *Tx) error {
			err := t.Run(ctx, `INSERT INTO keyed (name, value, expires) VALUES (?, '', 0)`, name)
			after()
			return err
		}
	}
	batch := []*pending{
		{ctx: ctx, do: insert("a", func() {}), done: make(chan struct{})},
		{ctx: ctx, do: insert("b", func() { panic("no") }), done: make(chan struct{})},
		{ctx: ctx, do: insert("a", func() {}), done: make(chan struct{})},
		{ctx: ctx, do: insert("c", func() {}), done: make(chan struct{})},
	}
	d.writeBatch(batch)
	for i, failed := range []bool{false, true, true, false} {
		if (batch[i].err != nil) != failed {
			t.Errorf("write %d: %v", i, batch[i].err)
		}
	}
	names, err := d.Reading().IDs(ctx, `SELECT name FROM keyed ORDER BY name`)
	if err != nil || !reflect.DeepEqual(names, []string{"a", "c"}) {
		t.Error(names, err)
	}
}
