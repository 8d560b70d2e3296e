package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/store"
)

// Scheduled backups: a server writes them by itself.

// backupFlags say when.
type backupFlags struct {
	Dir   string        `name:"backup-dir" placeholder:"FOLDER" type:"path" help:"Write a backup to this folder every day, as kirke-20260102T030405Z.db (.jsonl for PostgreSQL)."`
	Every time.Duration `name:"backup-every" placeholder:"TIME" default:"24h" help:"Time between backups (default 24h)."`
	Keep  int           `name:"backup-keep" placeholder:"N" default:"7" help:"Number of backups to keep (default 7)."`
}

// check validates the flags.
func (f backupFlags) check() error {
	switch {
	case f.Dir == "":
		return nil
	case f.Every < time.Minute:
		return fmt.Errorf("--backup-every: %v is less than a minute", f.Every)
	case f.Keep < 1:
		return fmt.Errorf("--backup-keep: %d is not a number of backups", f.Keep)
	}
	info, err := os.Stat(f.Dir)
	if err != nil {
		return fmt.Errorf("--backup-dir: %w", console.FileError(err))
	}
	if !info.IsDir() {
		return fmt.Errorf("--backup-dir: %s is not a folder", f.Dir)
	}
	return nil
}

// backups writes the backups of a store.
type backups struct {
	backupFlags
	games *store.Store
	log   *slog.Logger
	last  atomic.Int64 // when the last one was made, in seconds since 1970; 0 for never
}

func newBackups(f backupFlags, games *store.Store, log *slog.Logger) *backups {
	b := &backups{backupFlags: f, games: games, log: log}
	if all, err := b.existing(); err == nil && len(all) > 0 {
		b.last.Store(timeOf(all[len(all)-1]).Unix())
	}
	return b
}

// age returns the metric of the last backup.
func (b *backups) age() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "kirke_backup_timestamp_seconds",
		Help: "When the last backup was made, in seconds since 1970; 0 is never.",
	}, func() float64 { return float64(b.last.Load()) })
}

// run writes a backup whenever one is due, until ctx ends. After a failure it tries again in a
// tenth of the time.
func (b *backups) run(ctx context.Context) {
	for {
		wait := time.Until(time.Unix(b.last.Load(), 0).Add(b.Every))
		if wait > 0 && !pause(ctx, wait) {
			return
		}
		name, err := b.write(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			b.log.Error("the backup failed", "err", err)
			if !pause(ctx, b.Every/10) {
				return
			}
			continue
		}
		b.log.Info("a backup was written", "file", name)
	}
}

// pause waits. It returns false if ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// The names of backups.
const backupTime = "20060102T150405Z"

var backupName = regexp.MustCompile(`^kirke-(\d{8}T\d{6}Z)\.(db|jsonl)$`)

// write makes a backup now and removes the oldest.
func (b *backups) write(ctx context.Context) (string, error) {
	extension := ".db"
	if b.games.Postgres() {
		extension = ".jsonl"
	}
	now := time.Now().UTC()
	name := filepath.Join(b.Dir, "kirke-"+now.Format(backupTime)+extension)
	if err := b.games.Backup(ctx, name); err != nil {
		return "", err
	}
	b.last.Store(now.Unix())
	return name, b.prune()
}

// prune removes the oldest backups, except for as many as --backup-keep says.
func (b *backups) prune() error {
	all, err := b.existing()
	for _, name := range all[:max(0, len(all)-b.Keep)] {
		err = errors.Join(err, os.Remove(filepath.Join(b.Dir, name)))
	}
	return err
}

// existing returns the names of the backups in the folder, the oldest first.
func (b *backups) existing() (names []string, err error) {
	all, err := os.ReadDir(b.Dir)
	for _, f := range all {
		if backupName.MatchString(f.Name()) && f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(timeOf(x).Compare(timeOf(y)), cmp.Compare(x, y))
	})
	return names, err
}

// timeOf returns when a backup was made, from its name.
func timeOf(name string) time.Time {
	t, _ := time.Parse(backupTime, backupName.FindStringSubmatch(name)[1]) // a bad time is zero: older than all
	return t
}
