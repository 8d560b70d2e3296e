// Package server holds the commands of those who run a site: kirke serve, kirke worker and kirke
// admin.
//
// Read serve.go (the flags and the life of a server), listen.go and tls.go (its addresses),
// notify.go (mail and push messages), settings.go (flags from a file and the environment),
// backups.go and restore.go, worker.go, admin.go.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/tablebase"
	"github.com/kirke-chess/kirke/web"
)

// Serve is kirke serve.
type Serve struct {
	Addr     string `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to listen at (default 127.0.0.1:8080)."`
	DB       string `name:"db" default:"kirke.db" placeholder:"FILE" help:"Database of people and games: an SQLite file, or postgres://HOST/NAME (default kirke.db)."`
	NATS     string `name:"nats" placeholder:"URL" help:"NATS cluster that several servers share, as nats://HOST:4222 (default: a NATS server inside this program)."`
	Keep     int    `name:"nats-replicas" placeholder:"N" default:"1" help:"Number of nodes of the cluster that keep the job queue (default 1)."`
	QueueDir string `name:"queue-dir" aliases:"wire-dir" placeholder:"FOLDER" type:"path" help:"Where the NATS server inside keeps the job queue (default: beside the database; with PostgreSQL, kirke.db-wire in this folder)."`
	Workers  int    `placeholder:"N" default:"1" help:"Number of tasks of each kind, solving and analysis, at a time; 0 leaves them to 'kirke worker' (default 1)."`
	Tables   string `name:"tablebases" placeholder:"DIR" type:"path" help:"Folder of tables of endgames that the analysis page, the computer and the solver ask."`
	Internal string `placeholder:"HOST:PORT" help:"Another address to listen at, for operators: /metrics, /debug/pprof/, /healthz, /readyz."`

	TLS     tlsFlags    `embed:""`
	Notify  notifyFlags `embed:""`
	Copies  backupFlags `embed:""`
	Backup  string      `placeholder:"FILE" type:"path" help:"Back up the database to a new file and exit: as SQLite, or as portable JSON Lines if the name ends in .jsonl."`
	Restore string      `placeholder:"FILE" type:"path" help:"Create the database from a backup and exit. The SQLite file must not exist yet; a PostgreSQL database must be empty, and the backup JSON Lines."`
	Drill   string      `placeholder:"FILE" type:"path" help:"Test a backup and exit: restore it into a temporary database, replay every game, and report."`
	Rate    float64     `placeholder:"N" help:"Requests per second that one address may make on average (default 20)."`
	Work    float64     `placeholder:"N" default:"1" help:"Multiplier of how much computing people may use (default 1); docs/serving.md has the figures."`
	Proxied bool        `help:"Trust X-Forwarded-For: a proxy in front names the clients in it."`
	Quiet   bool        `help:"Log warnings and errors only."`

	SessionLife  time.Duration  `placeholder:"TIME" default:"2160h" help:"How long a browser stays signed in after its last request (default 2160h, which is 90 days)."`
	MetricsFrom  []netip.Prefix `placeholder:"NETWORK" help:"Networks that may read /metrics, as 10.0.0.0/8 (default: this machine)."`
	MetricsToken string         `name:"metrics-token" placeholder:"FILE" type:"path" help:"File with a token that lets programs read /metrics from anywhere."`

	Slow        time.Duration `placeholder:"TIME" default:"1s" help:"Log pages and queries that take this long as slow (default 1s)."`
	CheckConfig bool          `name:"check-config" help:"Show all settings, where each comes from and what is wrong with them, and exit."`

	By configFlags         `embed:""`
	As console.JSONFlags   `embed:""`
	On console.ThreadFlags `embed:"" set:"threads=all but one"`
}

// Help returns examples.
func (*Serve) Help() string {
	return console.Examples("kirke serve --addr 127.0.0.1:8080 --db games/kirke.db", "kirke serve --config kirke.toml")
}

// settingsOK is the last line of --check-config.
const settingsOK = "# The settings are right."

// Run serves until the program is interrupted or terminated, or does what a flag for one run asks.
func (cmd *Serve) Run(c *console.Console) error {
	if cmd.CheckConfig {
		fmt.Fprint(c.Out, cmd.By.list(c.Parsed))
	}
	token, err := cmd.check()
	switch {
	case err != nil:
		return err
	case cmd.CheckConfig:
		fmt.Fprintln(c.Out, settingsOK)
		return nil
	case cmd.Drill != "":
		return drill(c, cmd.Drill)
	case cmd.Backup != "" || cmd.Restore != "":
		return cmd.copy(c)
	}
	return cmd.serve(c, token)
}

// check validates the settings without doing anything. It returns the token of --metrics-token.
func (cmd *Serve) check() (token string, err error) {
	if err := cmd.TLS.check(); err != nil {
		return "", err
	}
	if cmd.TLS.Cert != "" {
		if _, _, err := cmd.TLS.config(); err != nil {
			return "", err
		}
	}
	for flag, address := range map[string]string{"addr": cmd.Addr, "internal": cmd.Internal, "http": cmd.TLS.HTTP} {
		if address == "" {
			continue
		}
		if _, err := net.ResolveTCPAddr("tcp", address); err != nil {
			return "", fmt.Errorf("--%s: %w", flag, err)
		}
	}
	if err := cmd.Copies.check(); err != nil {
		return "", err
	}
	if _, err := cmd.Notify.mailer(cmd.TLS); err != nil {
		return "", err
	}
	if _, err := cmd.openTables(slog.New(slog.DiscardHandler)); err != nil {
		return "", err
	}
	return cmd.metricsToken()
}

// metricsToken returns the token that lets programs read the metrics, "" for none.
func (cmd *Serve) metricsToken() (string, error) {
	if cmd.MetricsToken == "" {
		return "", nil
	}
	data, err := os.ReadFile(cmd.MetricsToken)
	if err != nil {
		return "", fmt.Errorf("--metrics-token: %w", console.FileError(err))
	}
	const least = 16
	token := strings.TrimSpace(string(data))
	if len(token) < least {
		return "", fmt.Errorf("--metrics-token: the token in %s has %d characters; it needs at least %d",
			cmd.MetricsToken, len(token), least)
	}
	return token, nil
}

// serve runs the site and its background work until the program is interrupted or terminated.
func (cmd *Serve) serve(c *console.Console, token string) (err error) {
	log := newLog(c, cmd.Quiet)
	events, err := cmd.openBus(c.Ctx, log)
	if err != nil {
		return err
	}
	defer events.Close()
	notify := func(c store.Committed) { web.Tell(events, c) }
	games, err := openStore(c.Ctx, cmd.DB, store.Options{
		Notify: notify, Log: log, Slow: cmd.Slow, MailAfter: cmd.Notify.MailAfter,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, games.Close()) }()
	sender, err := cmd.sender(c.Ctx, games, log)
	if err != nil {
		return err
	}
	tables, err := cmd.openTables(log)
	if err != nil {
		return err
	}
	scheduler := jobs.NewScheduler(games, events, log)
	copies := newBackups(cmd.Copies, games, log)
	config := cmd.webConfig(c, token)
	config.Log, config.Store, config.Bus, config.Jobs, config.Sender = log, games, events, scheduler, sender
	config.Tables = tables
	config.Collectors = append(config.Collectors, sender)
	if cmd.Copies.Dir != "" {
		config.Collectors = append(config.Collectors, copies.age())
	}
	site, err := web.New(config)
	if err != nil {
		return err
	}
	at, err := cmd.listen(c.Ctx, site)
	if err != nil {
		return err
	}
	// With more threads than processors, the operating system schedules the requests instead of Go,
	// and it prefers threads that have waited: those of players who move. Under attack this divides
	// the 99th percentile of a move by three.
	const threadsPerProcessor = 4
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threadsPerProcessor * runtime.NumCPU()))
	background, stop := context.WithCancel(c.Ctx)
	var tasks sync.WaitGroup
	defer func() {
		stop()
		tasks.Wait()
	}()
	start := func(name string, run func(context.Context) error) {
		tasks.Go(func() {
			if err := run(background); err != nil {
				log.Error(name+" failed", "err", err)
			}
		})
	}
	start("job scheduler", scheduler.Run)
	start("sender", func(ctx context.Context) error { sender.Run(ctx); return nil })
	if cmd.Workers > 0 {
		worker := jobs.Worker{Slots: cmd.Workers}
		start("worker", func(ctx context.Context) error { return worker.Run(ctx, events) })
	}
	if cmd.Copies.Dir != "" {
		start("backups", func(ctx context.Context) error { copies.run(ctx); return nil })
	}
	for _, e := range at.others {
		start("listener", e.serve)
	}
	fmt.Fprintf(c.Out, "Kirke is at %s://%s (Ctrl-C stops it)\n", at.scheme, at.main.Addr())
	err = site.Serve(c.Ctx, at.main)
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, context.Canceled) {
		err = nil
	}
	return err
}

// openTables opens the folder of --tablebases, or returns nil without one. It logs for which games there
// are tables, and each table that cannot be used.
func (cmd *Serve) openTables(log *slog.Logger) (*tablebase.Tables, error) {
	if cmd.Tables == "" {
		return nil, nil //nolint:nilnil // no tables
	}
	tables, err := tablebase.Open(cmd.Tables, func(err error) {
		log.Warn("a table of endgames cannot be used", "err", err)
	})
	if err != nil {
		return nil, fmt.Errorf("--tablebases: %w", err)
	}
	for _, id := range tables.Games() {
		v, err := kirke.Lookup(id)
		if err != nil {
			log.Warn("the tables in a folder are for no game", "folder", id, "err", err)
			continue
		}
		all, broken := tables.Count(v)
		log.Info("tables of endgames", "game", id, "tables", all-broken, "pieces", tables.Pieces(v))
	}
	return tables, nil
}

// openBus connects to the NATS cluster, or starts the NATS server inside.
func (cmd *Serve) openBus(ctx context.Context, log *slog.Logger) (*bus.Bus, error) {
	events, err := bus.Open(ctx, bus.Options{URL: cmd.NATS, Replicas: cmd.Keep, Dir: cmd.queueDir(), Log: log})
	if err != nil && cmd.NATS != "" {
		err = fmt.Errorf("--nats: %w", err)
	}
	return events, err
}

// openStore opens the database of --db.
func openStore(ctx context.Context, db string, options store.Options) (*store.Store, error) {
	games, err := store.Open(ctx, db, options)
	if err != nil {
		return nil, fmt.Errorf("--db: %w", err)
	}
	return games, nil
}

// webConfig returns the part of the site's configuration that the flags describe.
func (cmd *Serve) webConfig(c *console.Console, token string) web.Config {
	config := web.Config{
		Rate:         cmd.Rate,
		Work:         cmd.Work,
		Proxied:      cmd.Proxied,
		SessionLife:  cmd.SessionLife,
		MetricsFrom:  cmd.MetricsFrom,
		MetricsToken: token,
		Slow:         cmd.Slow,
	}
	if c.ThreadsGiven {
		config.Engines = c.Threads
	}
	return config
}

// newLog returns the log on standard error, as text or JSON.
func newLog(c *console.Console, quiet bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if quiet {
		options.Level = slog.LevelWarn
	}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(c.Err, options))
	}
	return slog.New(slog.NewTextHandler(c.Err, options))
}

// queueDir returns the folder of the job queue inside the program: that of --queue-dir, or else one
// beside the database, or here where the database is no file.
func (cmd *Serve) queueDir() string {
	switch {
	case cmd.QueueDir != "":
		return cmd.QueueDir
	case isFile(cmd.DB):
		return cmd.DB + "-wire"
	}
	return "kirke.db-wire"
}

// isFile reports whether a database is an SQLite file.
func isFile(db string) bool { return !strings.Contains(db, "://") }

// checkExists returns an error if a database is a file that does not exist.
func checkExists(db string) error {
	if !isFile(db) {
		return nil
	}
	if _, err := os.Stat(db); err != nil {
		return fmt.Errorf("--db: %w", console.FileError(err))
	}
	return nil
}
