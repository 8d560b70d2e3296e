//go:build unix

package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// Postgres returns places in a PostgreSQL that lasts as long as the test: the server
// that KIRKE_POSTGRES names by its URL, or else one that is started for the test,
// where the programs of PostgreSQL are installed. Without either the test is skipped.
func Postgres(t *testing.T) func(*testing.T) string {
	t.Helper()
	base := os.Getenv("KIRKE_POSTGRES")
	if base == "" {
		base = startPostgres(t)
	}
	var n atomic.Int64
	return func(t *testing.T) string {
		return newSchema(t, base, fmt.Sprintf("kirke_test_%d_%d", os.Getpid(), n.Add(1)))
	}
}

// newSchema returns a place in a schema of its own.
func newSchema(t *testing.T, base, name string) string {
	t.Helper()
	db, err := sql.Open("pgx", base)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), `CREATE SCHEMA `+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db, err := sql.Open("pgx", base)
		if err == nil {
			_, err = db.ExecContext(context.Background(), `DROP SCHEMA `+name+` CASCADE`)
			_ = db.Close()
		}
		if err != nil {
			t.Error(err)
		}
	})
	place, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	q := place.Query()
	q.Set("search_path", name)
	place.RawQuery = q.Encode()
	return place.String()
}

// startPostgres starts a private server in a directory of its own, which listens on
// a socket there and nowhere else.
func startPostgres(t *testing.T) string {
	t.Helper()
	bin := postgresPrograms()
	if bin == "" {
		t.Skip("needs PostgreSQL: initdb and postgres are not installed, and KIRKE_POSTGRES names no server")
	}
	dir, err := os.MkdirTemp("", "kirkepg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	as := unprivileged(t, dir)
	data := filepath.Join(dir, "data")
	run := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.Dir = dir
		cmd.SysProcAttr = as
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		return cmd
	}
	if out, err := run("initdb", "-D", data, "-U", "kirke", "-A", "trust", "-E", "UTF8", "--no-sync").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	var log strings.Builder
	server := run("postgres", "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=100")
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Wait() }()
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGINT) // a fast shutdown
		if err := <-stopped; err != nil {
			t.Errorf("postgres: %v\n%s", err, log.String())
		}
	})
	base := "postgres:///postgres?" + url.Values{"host": {dir}, "user": {"kirke"}}.Encode()
	for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(50 * time.Millisecond) {
		db, err := sql.Open("pgx", base)
		if err == nil {
			err = db.PingContext(t.Context())
			_ = db.Close()
		}
		if err == nil {
			return base
		}
		select {
		case err := <-stopped:
			stopped <- err
			t.Fatalf("postgres: %v\n%s", err, log.String())
		default:
		}
	}
	t.Fatal("PostgreSQL does not answer")
	return ""
}

// postgresPrograms returns the directory of PostgreSQL's programs: that of initdb
// on the path, or where Debian has them; "" when there is none.
func postgresPrograms() string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.Reverse(found)
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			found = slices.Insert(found, 0, filepath.Dir(path))
		}
	}
	for _, dir := range found {
		if _, err := os.Stat(filepath.Join(dir, "postgres")); err == nil {
			return dir
		}
	}
	return ""
}

// unprivileged returns how to run PostgreSQL, which refuses to run as root: as the
// user it is installed with or as nobody, to whom the directory is given. Who is not
// root runs it as they are.
func unprivileged(t *testing.T, dir string) *syscall.SysProcAttr {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
		return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	t.Skip("needs PostgreSQL: there is no user to run it as")
	return nil
}
