//go:build !unix

package storetest

import "testing"

// Postgres skips the test: PostgreSQL is started for tests on Unix only.
func Postgres(t *testing.T) func(*testing.T) string {
	t.Helper()
	t.Skip("needs PostgreSQL: the tests start it on Unix only")
	return nil
}
