package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// TestLogIsKept expects the database to refuse changes of the audit log, and the store to detect
// them when the triggers were dropped.
func TestLogIsKept(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, filepath.Join(t.TempDir(), "kirke.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	u, err := s.CreateUser(ctx, "ann", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []Role{Moderator, Admin, NoRole} {
		if err := s.SetRole(ctx, Operator, u.ID, role); err != nil {
			t.Fatal(err)
		}
	}
	tamper := []string{`UPDATE audit SET detail = 'admin' WHERE seq = 1`, `DELETE FROM audit WHERE seq = 2`}
	for _, query := range tamper {
		if err := s.run(ctx, query); err == nil || !strings.Contains(err.Error(), "only added to") {
			t.Errorf("%s: %v", query, err)
		}
	}
	if acts, err := s.AuditLog(ctx, 0, 10); err != nil || len(acts) != 3 {
		t.Errorf("%d entries, %v", len(acts), err)
	}
	for _, trigger := range []string{"audit_kept", "audit_stays"} {
		if err := s.run(ctx, "DROP TRIGGER "+trigger); err != nil {
			t.Fatal(err)
		}
	}
	for i, query := range tamper {
		if err := s.run(ctx, query); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AuditLog(ctx, 0, 10); !errors.Is(err, ErrAuditLog) {
			t.Errorf("%d: a log that was changed is said to be whole: %v", i, err)
		}
	}
}
