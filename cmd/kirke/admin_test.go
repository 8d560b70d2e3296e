package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/store"
)

// TestAdmin: the operator gives roles, drops a lost second factor, and verifies the moderation log.
func TestAdmin(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kirke.db")
	admin := func(code int, want string, args ...string) {
		t.Helper()
		got, out, errs := inProcess(t.Context(), "", append([]string{"admin", "--db", db}, args...)...)
		if got != code || !strings.Contains(out+errs, want) {
			t.Errorf("%v ends with %d: %s%s; want %d with %q", args, got, out, errs, code, want)
		}
	}
	admin(console.ExitInput, "kirke.db", "show", "Ann")
	games, err := store.Open(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	ann, err := games.CreateUser(t.Context(), "Ann", "")
	if err != nil {
		t.Fatal(err)
	}
	factor := store.SecondFactor{Secret: "JBSWY3DPEHPK3PXP", Recovery: []string{"x"}}
	if err := games.SetSecondFactor(t.Context(), ann.ID, factor, ""); err != nil {
		t.Fatal(err)
	}
	admin(console.ExitOK, "Role: admin", "role", "ann", "admin")
	admin(console.ExitOK, "Has a second factor", "show", "Ann")
	admin(console.ExitOK, "Ann, ID "+ann.ID, "password-only", "Ann")
	if u, err := games.User(t.Context(), ann.ID); err != nil || u.HasSecondFactor() || !u.Moderates() {
		t.Errorf("Ann is %+v, %v", u, err)
	}
	admin(console.ExitOK, `"act":"role"`, "log", "--json")
	admin(console.ExitOK, "the operator: drop second factor", "log")
	admin(console.ExitInput, "admin, moderator or none", "role", "Ann")
	admin(console.ExitInput, "The roles are moderator, admin and none.", "role", "Ann", "king")
	admin(console.ExitInput, "give the name", "show")
	admin(console.ExitInput, "Bob", "show", "Bob")
	admin(console.ExitInput, "has no second factor", "password-only", "Ann")
	t.Setenv("KIRKE_DB", db)
	if code, out, errs := inProcess(t.Context(), "", "admin", "show", "Ann"); code != console.ExitOK {
		t.Errorf("with KIRKE_DB it ends with %d: %s%s", code, out, errs)
	}
	admin(console.ExitInput, "must be one of", "close", "Ann")
}
