package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/internal/playout"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// prepare puts games with their players into a new database.
func prepare(ctx context.Context, db string, n, plies int, variants []string) ([]*game, error) {
	s, err := store.Open(ctx, db, store.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }() // after an error
	random := rand.New(rand.NewPCG(1, 2))
	lines := map[string][][]string{} // a few for each variant are enough
	const different = 10
	games := make([]*game, n)
	for i := range games {
		variant := variants[i%len(variants)]
		if len(lines[variant]) < different {
			line, err := playout.Line(variant, plies, random)
			if err != nil {
				return nil, err
			}
			lines[variant] = append(lines[variant], line)
		}
		g := &game{line: lines[variant][i/len(variants)%len(lines[variant])]}
		b := play.Beginning{Terms: play.Terms{Variant: variant, Control: play.Live(time.Hour, 0)}}
		for side, p := range []*play.Player{&b.White, &b.Black} {
			u, err := s.CreateUser(ctx, fmt.Sprintf("Player%d-%d", i, side), "")
			if err != nil {
				return nil, err
			}
			if _, g.tokens[side], err = s.CreateToken(ctx, u.ID, "load", "play", 0); err != nil {
				return nil, err
			}
			p.User, p.Name = u.ID, u.Name
		}
		m, err := s.CreateGame(ctx, b)
		if err != nil {
			return nil, err
		}
		g.id, games[i] = m.ID, g
	}
	return games, s.Close()
}

// server is a running kirke serve.
type server struct {
	addr string
	cmd  *exec.Cmd
}

// start starts the server on a database and waits until it answers.
func start(ctx context.Context, kirke, db string, more ...string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, err
	}
	path, err := filepath.Abs(kirke)
	if err != nil {
		return nil, err
	}
	args := append([]string{"serve", "--quiet", "--addr", addr, "--db", db}, more...)
	s := &server{addr: addr, cmd: exec.CommandContext(ctx, path, args...)}
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(os.Interrupt) }
	s.cmd.WaitDelay = 15 * time.Second
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil {
		return nil, fmt.Errorf("%s serve does not start: %w", kirke, s.cmd.Wait())
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }() // it ends with the server
	return s, nil
}

// keepBusy gives the server a problem that takes longer to solve than any measurement.
func (s *server) keepBusy(ctx context.Context, token string) error {
	const job = `{"solve":{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","stipulation":"#9"}}`
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addr+"/api/v1/jobs", strings.NewReader(job))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body) // the status says enough
		return fmt.Errorf("the job is answered with %s: %s", answer.Status, text)
	}
	return nil
}

// figures returns two metrics of the server: the processor time that it has used in seconds, and
// its memory in bytes.
func (s *server) figures(ctx context.Context) (cpu, memory float64, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.addr+"/metrics", nil)
	if err != nil {
		return 0, 0, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, 0, err
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		switch name {
		case "process_cpu_seconds_total":
			cpu, err = strconv.ParseFloat(value, 64)
		case "process_resident_memory_bytes":
			memory, err = strconv.ParseFloat(value, 64)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return cpu, memory, lines.Err()
}
