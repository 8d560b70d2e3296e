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

// Postgres returns places in a PostgreSQL server: the one at the URL KIRKE_POSTGRES, or else one
// that is started for the test if PostgreSQL is installed. Without either the test is skipped.
func Postgres(t *testing.T) func(*testing.T) string {
	t.Helper()
	base := os.Getenv("KIRKE_POSTGRES")
	if base == "" {
		base = NewServer(t).URL
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

// Server is a PostgreSQL server in a temporary directory, which listens on a socket there and lasts
// as long as the test.
type Server struct {
	URL string // of its database

	t        *testing.T
	bin, dir string
	as       *syscall.SysProcAttr
	log      strings.Builder
	process  *exec.Cmd
	stopped  chan error
}

// NewServer starts a Server. If PostgreSQL is not installed the test is skipped.
func NewServer(t *testing.T) *Server {
	t.Helper()
	s := &Server{t: t, bin: postgresPrograms()}
	if s.bin == "" {
		t.Skip("needs PostgreSQL: initdb and postgres are not installed")
	}
	dir, err := os.MkdirTemp("", "kirkepg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s.dir, s.as = dir, unprivileged(t, dir)
	s.URL = "postgres:///postgres?" + url.Values{"host": {dir}, "user": {"kirke"}}.Encode()
	if out, err := s.run("initdb", "-D", s.data(), "-U", "kirke", "-A", "trust", "-E", "UTF8",
		"--no-sync").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	s.Start()
	t.Cleanup(func() {
		_ = s.process.Process.Signal(syscall.SIGINT) // a fast shutdown
		if err := <-s.stopped; err != nil {
			t.Errorf("postgres: %v\n%s", err, s.log.String())
		}
	})
	return s
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) run(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = s.as
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	return cmd
}

// Start starts the server and waits until it answers.
func (s *Server) Start() {
	s.t.Helper()
	for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if s.process == nil {
			s.process = s.run("postgres", "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off",
				"-c", "max_connections=100")
			s.process.Stderr = &s.log
			if err := s.process.Start(); err != nil {
				s.t.Fatal(err)
			}
			process, stopped := s.process, make(chan error, 1)
			s.stopped = stopped
			go func() { stopped <- process.Wait() }()
		}
		db, err := sql.Open("pgx", s.URL)
		if err == nil {
			err = db.PingContext(s.t.Context())
			_ = db.Close()
		}
		if err == nil {
			return
		}
		select {
		case err := <-s.stopped: // after Kill its children may still be running
			s.process = nil
			if time.Since(start) > 30*time.Second {
				s.t.Fatalf("postgres: %v\n%s", err, s.log.String())
			}
		default:
		}
	}
	s.t.Fatal("PostgreSQL does not answer")
}

// Kill kills the server at once. What it has written stays.
func (s *Server) Kill() {
	s.t.Helper()
	if err := s.process.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	if err := <-s.stopped; err == nil {
		s.t.Error("PostgreSQL had ended before it was killed")
	}
	s.process = nil
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

// unprivileged returns how to run PostgreSQL, which refuses to run as root: as the user it was
// installed with, or as nobody. That user gets the directory. Other users run it as themselves.
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
