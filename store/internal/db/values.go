package db

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Columns are integers, floats and text. A time is stored as milliseconds, 0 for the zero Time, a
// bool as 0 or 1, and other values as JSON.

// Millis returns a time as it is stored.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Time returns the time that Millis has written.
func Time(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// stored returns the arguments of a statement as they are stored. The error is ErrText when a string
// is not UTF-8 or has a zero byte. PostgreSQL stores no such text, and so SQLite gets none either.
func stored(args []any) ([]any, error) {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case time.Time:
			args[i] = Millis(arg)
		case bool:
			args[i] = int64(0)
			if arg {
				args[i] = int64(1)
			}
		case json.RawMessage:
			args[i] = string(arg)
		case jsonColumn:
			data, err := json.Marshal(arg.value)
			if err != nil {
				return nil, err
			}
			args[i] = string(data)
		}
		if text, ok := args[i].(string); ok && (!utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0) {
			return nil, ErrText
		}
	}
	return args, nil
}

// JSON has a value stored as JSON, or, if it is a pointer, read from JSON.
func JSON(value any) any { return jsonColumn{value} }

type jsonColumn struct{ value any }

// Scan implements sql.Scanner.
func (c jsonColumn) Scan(text any) error {
	var raw json.RawMessage
	if err := (rawColumn{&raw}).Scan(text); err != nil {
		return err
	}
	return json.Unmarshal(raw, c.value)
}

// rawColumn scans a column into JSON as it is stored.
type rawColumn struct{ into *json.RawMessage }

// Scan implements sql.Scanner.
func (c rawColumn) Scan(text any) error {
	s, ok := text.(string)
	if !ok {
		return fmt.Errorf("JSON is stored as %T", text)
	}
	*c.into = json.RawMessage(s)
	return nil
}

// timeColumn scans a column into a time.
type timeColumn struct{ into *time.Time }

// Scan implements sql.Scanner.
func (c timeColumn) Scan(value any) error {
	ms, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a time is stored as %T", value)
	}
	*c.into = Time(ms)
	return nil
}

// targets returns what the columns of a row are scanned into.
func targets(into []any) []any {
	into = slices.Clone(into)
	for i, v := range into {
		switch v := v.(type) {
		case *time.Time:
			into[i] = timeColumn{v}
		case *json.RawMessage:
			into[i] = rawColumn{v}
		}
	}
	return into
}
