package store

import (
	"context"
	"encoding/base64"
	"time"
)

// Values are bytes under a name, for other packages: keys, and state that expires.

// Value returns the value of a name. found is false when there is none, or it has expired.
func (s *Store) Value(ctx context.Context, name string) (value []byte, found bool, err error) {
	var text string
	found, err = s.reading().Row(ctx, `SELECT value FROM keyed WHERE name = ? AND (expires = 0 OR expires > ?)`,
		[]any{name, s.now()}, &text)
	return decodeValue(text, found, err)
}

func decodeValue(text string, found bool, err error) ([]byte, bool, error) {
	if err != nil || !found {
		return nil, false, err
	}
	value, err := base64.StdEncoding.DecodeString(text)
	return value, err == nil, err
}

// SetValue stores a value under a name until a time, for ever when that is zero. A nil value
// deletes it.
func (s *Store) SetValue(ctx context.Context, name string, value []byte, expires time.Time) error {
	return s.update(ctx, func(t *tx) error {
		if value == nil {
			return t.Run(ctx, `DELETE FROM keyed WHERE name = ?`, name)
		}
		return t.Run(ctx, `INSERT INTO keyed (name, value, expires) VALUES (?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
			name, base64.StdEncoding.EncodeToString(value), expires)
	})
}

// TakeValue returns a value and deletes it. Of several callers at once, one finds it.
func (s *Store) TakeValue(ctx context.Context, name string) (value []byte, found bool, err error) {
	err = s.update(ctx, func(t *tx) error {
		value, found, err = t.takeValue(ctx, name)
		return err
	})
	return value, found, err
}

func (t *tx) takeValue(ctx context.Context, name string) (value []byte, found bool, err error) {
	var text string
	found, err = t.Row(ctx, `DELETE FROM keyed WHERE name = ? AND (expires = 0 OR expires > ?) RETURNING value`,
		[]any{name, t.store.now()}, &text)
	return decodeValue(text, found, err)
}

// FirstValue stores a value under a name that has none, and returns the value that the name then
// has.
func (s *Store) FirstValue(ctx context.Context, name string, value []byte) ([]byte, error) {
	err := s.run(ctx, `INSERT INTO keyed (name, value, expires) VALUES (?, ?, 0) ON CONFLICT (name) DO NOTHING`,
		name, base64.StdEncoding.EncodeToString(value))
	if err != nil {
		return nil, err
	}
	kept, _, err := s.Value(ctx, name)
	return kept, err
}
