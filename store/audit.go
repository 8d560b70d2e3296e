package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kirke-chess/kirke/store/internal/db"
)

// Operator acts from the server's own command line.
const Operator = "the operator"

// AuditEntry is an entry of the audit log: what a moderator or the operator did.
type AuditEntry struct {
	Seq    int       `json:"seq"`
	At     time.Time `json:"at"`
	By     string    `json:"by"` // a name, or Operator
	Act    string    `json:"act"`
	About  string    `json:"about"`  // a person's ID
	Detail string    `json:"detail"` // JSON
	Chain  string    `json:"chain"`  // a hash of this entry and the Chain before it
}

// hash returns the Chain of an entry that follows one with the Chain before.
func (e AuditEntry) hash(before string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%d\n%q\n%q\n%q\n%q",
		before, e.Seq, db.Millis(e.At), e.By, e.Act, e.About, e.Detail))
	return hex.EncodeToString(sum[:])
}

// audit adds an entry to the log. The number of an entry is unique, so of two at once one is tried
// again.
func (s *Store) audit(ctx context.Context, t *tx, by string, e AuditEntry) error {
	e.By = by
	if by != Operator {
		u, err := t.user(ctx, "id", by)
		if err != nil {
			return err
		}
		e.By = u.Name
	}
	var last AuditEntry
	_, err := t.Row(ctx, `SELECT seq, chain FROM audit ORDER BY seq DESC LIMIT 1`, nil, &last.Seq, &last.Chain)
	if err != nil {
		return err
	}
	e.Seq, e.At = last.Seq+1, s.storedNow()
	return t.Run(ctx, `INSERT INTO audit (seq, at, by_name, act, about, detail, chain) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		e.Seq, e.At, e.By, e.Act, e.About, e.Detail, e.hash(last.Chain))
}

// detail returns names and values as a JSON object, for the log.
func detail(pairs ...string) string {
	all := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	data, err := json.Marshal(all)
	if err != nil {
		return ""
	}
	return string(data)
}

// ErrAuditLog means that somebody has tampered with the audit log.
var ErrAuditLog = errors.New("the audit log has been changed")

// AuditLog returns the entries of the log after one, at most limit of them, the oldest first. The
// error wraps ErrAuditLog, and names the first entry that was changed or follows a gap.
func (s *Store) AuditLog(ctx context.Context, after, limit int) ([]AuditEntry, error) {
	before := ""
	if after > 0 {
		if _, err := s.reading().Row(ctx, `SELECT chain FROM audit WHERE seq = ?`, []any{after}, &before); err != nil {
			return nil, err
		}
	}
	all, err := queryAll(ctx, s.reading(),
		`SELECT seq, at, by_name, act, about, detail, chain FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`,
		[]any{after, limit}, func(scan scanFunc) (e AuditEntry, err error) {
			err = scan(&e.Seq, &e.At, &e.By, &e.Act, &e.About, &e.Detail, &e.Chain)
			return e, err
		})
	for i, e := range all {
		if e.Seq != after+i+1 || e.Chain != e.hash(before) {
			return all, fmt.Errorf("%w: entry %d differs, or one before it is missing", ErrAuditLog, e.Seq)
		}
		before = e.Chain
	}
	return all, err
}

// LastAuditEntries returns the last entries of the log, at most limit of them, the newest first.
// The errors are those of AuditLog.
func (s *Store) LastAuditEntries(ctx context.Context, limit int) ([]AuditEntry, error) {
	last := 0
	if _, err := s.reading().Row(ctx, `SELECT seq FROM audit ORDER BY seq DESC LIMIT 1`, nil, &last); err != nil {
		return nil, err
	}
	all, err := s.AuditLog(ctx, max(0, last-limit), limit)
	slices.Reverse(all)
	return all, err
}
