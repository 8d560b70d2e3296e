package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
)

// PostgreSQL runs each write in a transaction of its own. SQLite has one writer: its goroutine
// commits all writes that are waiting in one transaction, because most of a commit is the wait for
// the disk.

// maxTries is how often a transaction is tried that conflicts with others.
const maxTries = 20

// Update runs do in a transaction. It may run do several times, each time on a fresh transaction.
// When it returns nil, everything that do has written is on disk.
func (d *DB) Update(ctx context.Context, do func(*Tx) error) error {
	var err error
	for range maxTries {
		if d.writes == nil {
			err = d.updateAlone(ctx, do)
		} else {
			err = d.enqueue(ctx, do)
		}
		if !retryable(err) {
			return err
		}
	}
	return err
}

// updateAlone runs do in a transaction of its own.
func (d *DB) updateAlone(ctx context.Context, do func(*Tx) error) error {
	sqlTx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	t := &Tx{sql: sqlTx, db: d}
	if err = recovered(do, t); err != nil {
		_ = sqlTx.Rollback()
		return err
	}
	if err = sqlTx.Commit(); err == nil {
		t.committed()
	}
	return err
}

// committed calls the functions that wait for the commit.
func (t *Tx) committed() {
	for _, f := range t.onCommit {
		f()
	}
}

// recovered runs do and turns a panic into an error, so that one bad game does not end the writer.
func recovered(do func(*Tx) error, t *Tx) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("fault: %v\n%s", r, debug.Stack())
		}
	}()
	return do(t)
}

// pending is a write that waits for SQLite's writer.
type pending struct {
	ctx  context.Context
	do   func(*Tx) error
	tx   Tx
	err  error
	done chan struct{}
}

// maxBatch is how many writes are committed together at most.
const maxBatch = 64

// errClosed is the error of a closed database.
var errClosed = errors.New("the store is closed")

// enqueue hands do to the writer and waits until its writes are on disk.
func (d *DB) enqueue(ctx context.Context, do func(*Tx) error) error {
	p := &pending{ctx: ctx, do: do, done: make(chan struct{})}
	select {
	case d.writes <- p:
	case <-ctx.Done():
		return ctx.Err()
	case <-d.closed:
		return errClosed
	}
	select {
	case <-p.done:
		return p.err
	case <-d.drained:
		select {
		case <-p.done:
			return p.err
		default:
			return errClosed
		}
	}
}

// writeLoop is SQLite's writer. When the database closes, it finishes the writes that are waiting.
func (d *DB) writeLoop() {
	defer close(d.drained)
	for {
		select {
		case p := <-d.writes:
			d.writeBatch(d.batch(p))
		case <-d.closed:
			for {
				select {
				case p := <-d.writes:
					d.writeBatch(d.batch(p))
				default:
					return
				}
			}
		}
	}
}

// batch returns first and the writes that wait behind it.
func (d *DB) batch(first *pending) []*pending {
	batch := []*pending{first}
	for len(batch) < maxBatch {
		select {
		case p := <-d.writes:
			batch = append(batch, p)
		default:
			return batch
		}
	}
	return batch
}

// writeBatch runs writes in one transaction, each behind a savepoint of its own.
func (d *DB) writeBatch(batch []*pending) {
	ctx := context.Background() // a cancelled write must not stop the others
	sqlTx, err := d.write.BeginTx(ctx, nil)
	if err == nil {
		for _, p := range batch {
			p.tx = Tx{sql: sqlTx, db: d, shared: true}
			if p.err = p.ctx.Err(); p.err != nil {
				continue
			}
			if err = savepoint(ctx, sqlTx, p); err != nil {
				break
			}
		}
		if err == nil {
			err = sqlTx.Commit()
		} else {
			_ = sqlTx.Rollback()
		}
	}
	for _, p := range batch {
		if p.err == nil {
			p.err = err
		}
		if p.err == nil {
			p.tx.committed()
		}
		close(p.done)
	}
}

// savepoint runs a write and rolls back that write alone when it fails. An error of savepoint
// itself means that the whole transaction has failed.
func savepoint(ctx context.Context, sqlTx *sql.Tx, p *pending) error {
	if _, err := sqlTx.ExecContext(ctx, "SAVEPOINT write"); err != nil {
		return err
	}
	if p.err = recovered(p.do, &p.tx); p.err != nil {
		if _, err := sqlTx.ExecContext(ctx, "ROLLBACK TO write"); err != nil {
			return err
		}
	}
	_, err := sqlTx.ExecContext(ctx, "RELEASE write")
	return err
}
