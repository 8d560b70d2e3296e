package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/wire"
)

type serveCmd struct {
	Addr    string  `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen (default 127.0.0.1:8080)."`
	DB      string  `name:"db" default:"kirke.db" placeholder:"FILE" help:"Where people and games are kept: a file of SQLite, or postgres://HOST/NAME (default kirke.db)."`
	NATS    string  `name:"nats" placeholder:"URL" help:"A NATS cluster that several servers share, as nats://HOST:4222; without it one inside the program is used."`
	Keep    int     `name:"nats-replicas" placeholder:"N" default:"1" help:"On how many servers of that cluster the queue of long work is kept (default 1)."`
	WireDir string  `name:"wire-dir" placeholder:"FOLDER" type:"path" help:"Where the one inside keeps the queue of long work; without it beside the database, or with PostgreSQL in kirke.db-wire here."`
	Workers int     `placeholder:"N" default:"1" help:"How many parts of long work of each kind, solving and analysis, are done here at a time; 0 leaves them to 'kirke worker' (default 1)."`
	Backup  string  `placeholder:"FILE" type:"path" help:"Write everything to a new file and end: a database of SQLite, or portable JSON Lines if it ends in .jsonl."`
	Restore string  `placeholder:"FILE" type:"path" help:"Read a file of JSON Lines that --backup has written into an empty database and end."`
	Rate    float64 `placeholder:"N" help:"How many requests a second one address may make on the average (default 20)."`
	Work    float64 `placeholder:"N" default:"1" help:"How much people may have computed, as a multiple of the usual (default 1); docs/serving.md has the figures."`
	Proxied bool    `help:"A proxy in front names the clients in X-Forwarded-For."`
	Quiet   bool    `help:"Log warnings and errors only."`

	SessionLife  time.Duration  `placeholder:"TIME" default:"2160h" help:"How long a browser stays signed in after its last request (default 2160h, which is 90 days)."`
	MetricsFrom  []netip.Prefix `placeholder:"NETWORK" help:"Networks from which /metrics may be read, as 10.0.0.0/8 (default: this machine)."`
	MetricsToken string         `name:"metrics-token" placeholder:"FILE" type:"path" help:"A file with a token that lets programs read /metrics from anywhere."`

	As jsonFlags   `embed:""`
	On threadFlags `embed:"" set:"threads=all but one"`
}

func (*serveCmd) Help() string {
	return examples(
		"kirke serve --addr 127.0.0.1:8080 --db games/kirke.db",
		"kirke serve --db kirke.db --backup today.jsonl",
	)
}

// Run serves until the program is interrupted or terminated.
func (cmd *serveCmd) Run(c *console) error {
	ctx := c.ctx
	log := cmd.log(c)
	token, err := cmd.metricsToken()
	if err != nil {
		return err
	}
	if cmd.Backup != "" || cmd.Restore != "" {
		return cmd.copy(ctx, c, log)
	}
	bus, err := wire.Open(ctx, wire.Options{URL: cmd.NATS, Replicas: cmd.Keep, Dir: cmd.wireDir(), Log: log})
	if err != nil && cmd.NATS != "" {
		err = fmt.Errorf("--nats: %w", err)
	}
	if err != nil {
		return err
	}
	defer bus.Close()
	games, err := store.Open(ctx, cmd.DB, store.Options{Notify: func(c store.Committed) { web.Tell(bus, c) }, Log: log})
	if err != nil {
		return fmt.Errorf("--db: %w", err)
	}
	desk := jobs.NewDesk(games, bus, log)
	server, err := web.New(web.Config{
		Log: log, Store: games, Wire: bus, Jobs: desk, Engines: c.engines(), Rate: cmd.Rate, Work: cmd.Work, Proxied: cmd.Proxied,
		SessionLife: cmd.SessionLife, MetricsFrom: cmd.MetricsFrom, MetricsToken: token,
	})
	if err != nil {
		return errors.Join(err, games.Close())
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", cmd.Addr)
	if err != nil {
		return errors.Join(fmt.Errorf("--addr: %w", err), games.Close())
	}
	working, end := context.WithCancel(ctx)
	var long sync.WaitGroup
	long.Go(func() { cmd.complain(log, desk.Run(working)) })
	if cmd.Workers > 0 {
		long.Go(func() { cmd.complain(log, jobs.Worker{Slots: cmd.Workers}.Run(working, bus)) })
	}
	fmt.Fprintf(c.out, "Kirke is at http://%s (Ctrl-C ends it)\n", l.Addr())
	err = server.Serve(ctx, l)
	end()
	long.Wait()
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, games.Close())
}

// metricsToken returns the token that lets programs read the metrics, "" for none.
func (cmd *serveCmd) metricsToken() (string, error) {
	if cmd.MetricsToken == "" {
		return "", nil
	}
	data, err := os.ReadFile(cmd.MetricsToken)
	if err != nil {
		return "", fmt.Errorf("--metrics-token: %w", plainly(err))
	}
	token := strings.TrimSpace(string(data))
	if len(token) < 16 {
		return "", fmt.Errorf("--metrics-token: the token in %s has %d characters, and needs 16 at least", cmd.MetricsToken, len(token))
	}
	return token, nil
}

// complain logs why long work has ended, if there is a reason.
func (cmd *serveCmd) complain(log *slog.Logger, err error) {
	if err != nil {
		log.Error("long work", "err", err)
	}
}

// log returns where requests and faults are written.
func (cmd *serveCmd) log(c *console) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if cmd.Quiet {
		options.Level = slog.LevelWarn
	}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(c.err, options))
	}
	return slog.New(slog.NewTextHandler(c.err, options))
}

// wireDir returns where the wire inside the program keeps its queue: where the user
// says, else beside the database, or here where that is no file.
func (cmd *serveCmd) wireDir() string {
	switch {
	case cmd.WireDir != "":
		return cmd.WireDir
	case cmd.isFile():
		return cmd.DB + "-wire"
	}
	return "kirke.db-wire"
}

// isFile reports whether the database is a file of SQLite.
func (cmd *serveCmd) isFile() bool { return !strings.Contains(cmd.DB, "://") }

// copy writes a backup, or reads one.
func (cmd *serveCmd) copy(ctx context.Context, c *console, log *slog.Logger) error {
	if cmd.Backup != "" && cmd.isFile() {
		if _, err := os.Stat(cmd.DB); err != nil {
			return fmt.Errorf("--db: %w", plainly(err)) // nothing is made only to be written down
		}
	}
	games, err := store.Open(ctx, cmd.DB, store.Options{Log: log})
	if err != nil {
		return fmt.Errorf("--db: %w", err)
	}
	switch {
	case cmd.Backup != "" && cmd.Restore != "":
		err = errors.New("--backup and --restore are done one at a time")
	case cmd.Backup != "":
		if err = games.Backup(ctx, cmd.Backup); err == nil {
			fmt.Fprintf(c.out, "Written: %s\n", cmd.Backup)
		}
	default:
		err = restore(ctx, games, cmd.Restore)
		if err == nil {
			fmt.Fprintf(c.out, "Restored from %s\n", cmd.Restore)
		}
	}
	return errors.Join(err, games.Close())
}

func restore(ctx context.Context, games *store.Store, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return plainly(err)
	}
	defer f.Close()
	return games.Restore(ctx, f)
}

// engines returns how many searches run at once, 0 for the server's own choice.
func (c *console) engines() int {
	if c.threadsGiven {
		return c.Threads
	}
	return 0
}
