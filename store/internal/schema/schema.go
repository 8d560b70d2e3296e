// Package schema has the tables of a store as migrations, from each version of Kirke to the next.
package schema

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// maxTries is how often Upgrade tries on an SQLite file that another program upgrades too.
const maxTries = 20

// Upgrade brings the tables of a database up to date. The error also says that the database is of a
// later version of Kirke.
func Upgrade(ctx context.Context, db *sql.DB, postgres bool) error {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect, opts := goose.DialectSQLite3, []goose.ProviderOption{goose.WithGoMigrations(protectLog(postgres))}
	if postgres {
		// Several programs may start at once.
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // every second, for five minutes
		if err != nil {
			return err
		}
		dialect, opts = goose.DialectPostgres, append(opts, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(dialect, db, dir, opts...)
	if err != nil {
		return err
	}
	for range maxTries {
		// Nothing keeps two programs from starting on one SQLite file at once. The slower one
		// fails, and then finds the work done.
		if _, err = p.Up(ctx); err == nil || postgres || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return err
	}
	sources := p.ListSources()
	has, err := p.GetDBVersion(ctx)
	if newest := sources[len(sources)-1].Version; err == nil && has > newest {
		err = fmt.Errorf("the database is of a later version of Kirke: "+
			"its schema has version %d, and this program knows %d", has, newest)
	}
	return err
}

// protectLog is the migration that keeps SQL statements from changing the audit log. It is in Go
// because the two databases need different statements.
func protectLog(postgres bool) *goose.Migration {
	const version = 7
	up := []string{
		`CREATE TRIGGER audit_kept BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END`,
		`CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END`,
	}
	down := []string{`DROP TRIGGER audit_kept`, `DROP TRIGGER audit_stays`}
	if postgres {
		up = []string{
			`CREATE FUNCTION audit_kept() RETURNS trigger AS $$
				BEGIN RAISE EXCEPTION 'the log is only added to'; END $$ LANGUAGE plpgsql`,
			`CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_kept()`,
		}
		down = []string{`DROP TRIGGER audit_kept ON audit`, `DROP FUNCTION audit_kept()`}
	}
	run := func(queries []string) *goose.GoFunc {
		return &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			for _, query := range queries {
				if _, err := tx.ExecContext(ctx, query); err != nil {
					return err
				}
			}
			return nil
		}}
	}
	return goose.NewGoMigration(version, run(up), run(down))
}
