package store

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
)

const summaryColumns = `id, seq, variant, control, speed, rated, private,
	white, white_name, white_level, black, black_name, black_level,
	ply, turn, fen, last_move, finished, result, reason, created, last_at, COALESCE(deadline, 0), previous`

func scanSummary(scan func(...any) error) (m Summary, err error) {
	var control string
	var rated, private, over, created, last, deadline int64
	w, b := &m.Players[0], &m.Players[1]
	err = scan(&m.ID, &m.Seq, &m.Variant, &control, &m.Speed, &rated, &private,
		&w.User, &w.Name, &w.Level, &b.User, &b.Name, &b.Level,
		&m.Ply, &m.Turn, &m.FEN, &m.LastMove, &over, &m.Result, &m.Reason, &created, &last, &deadline, &m.Previous)
	if err != nil {
		return Summary{}, err
	}
	m.Control, err = play.ParseControl(control)
	m.Rated, m.Private, m.Over = rated != 0, private != 0, over != 0
	m.Created, m.Last, m.Deadline = moment(created), moment(last), moment(deadline)
	return m, err
}

func (t *tx) summaries(ctx context.Context, rest string, args ...any) (all []Summary, err error) {
	err = t.rows(ctx, `SELECT `+summaryColumns+` FROM games `+rest, args, func(scan func(...any) error) error {
		m, err := scanSummary(scan)
		all = append(all, m)
		return err
	})
	return all, err
}

// Summary returns what lists show of a game. The error has the code NotFound when
// there is no such game.
func (s *Store) Summary(ctx context.Context, game string) (Summary, error) {
	all, err := s.reading().summaries(ctx, `WHERE id = ?`, game)
	if err == nil && len(all) == 0 {
		err = errNoGame
	}
	if err != nil {
		return Summary{}, err
	}
	return all[0], nil
}

// GamesOf returns a person's games that go on: first those in which the person is
// on turn, by deadline, then the others, the last moved in first.
func (s *Store) GamesOf(ctx context.Context, user string) ([]Summary, error) {
	if user == "" {
		return nil, nil
	}
	// The three parts of the order: not on turn; without a deadline; which deadline.
	return s.reading().summaries(ctx, `WHERE finished = 0 AND (white = ? OR black = ?)
		ORDER BY CASE WHEN (turn = 'white' AND white = ?) OR (turn = 'black' AND black = ?) THEN 0 ELSE 1 END,
			CASE WHEN (turn = 'white' AND white = ?) OR (turn = 'black' AND black = ?) THEN COALESCE(deadline, 9223372036854775807) ELSE 0 END,
			last_at DESC, id`, user, user, user, user, user, user)
}

// OnTurn returns in how many games a person is on turn.
func (s *Store) OnTurn(ctx context.Context, user string) (n int, err error) {
	_, err = s.reading().row(ctx, `SELECT COUNT(*) FROM games
		WHERE finished = 0 AND ((turn = 'white' AND white = ?) OR (turn = 'black' AND black = ?)) AND ? <> ''`,
		[]any{user, user, user}, &n)
	return n, err
}

// LiveGames returns games that go on and are not private, the last moved in first,
// at most limit of them, for people to watch.
func (s *Store) LiveGames(ctx context.Context, limit int) ([]Summary, error) {
	return s.reading().summaries(ctx, `WHERE finished = 0 AND private = 0 ORDER BY last_at DESC, id LIMIT ?`, clampLimit(limit))
}

// ComputerToMove returns games in which the computer is on turn, those that wait
// longest first, at most limit of them.
func (s *Store) ComputerToMove(ctx context.Context, limit int) ([]Summary, error) {
	return s.reading().summaries(ctx, `WHERE finished = 0 AND
		((turn = 'white' AND white_level > 0) OR (turn = 'black' AND black_level > 0)) ORDER BY last_at, id LIMIT ?`, clampLimit(limit))
}

// Query says which games to find; what is zero does not matter.
type Query struct {
	Player   string     // a person's ID, on either side
	Opponent string     // another's, on the other side
	Variant  string     // an ID
	Speed    play.Speed //
	Result   string     // "1-0", "0-1", "1/2-1/2", or "*" for games that were aborted
	Over     bool       // only games that have ended
	Live     bool       // only games that go on
	Rated    bool       // only rated games
	Position string     // play.PositionKey of a position that the game went through
	Since    time.Time  // begun then or later
	Until    time.Time  // begun before
	Viewer   string     // who asks: private games are found by their players alone
	Cursor   string     // Page.Next of the page before
	Limit    int        // of games on a page; the default is 50, the most 200
}

// Page is a part of what was found, the newest first.
type Page struct {
	Games []Summary `json:"games"`
	Next  string    `json:"next,omitempty"` // the Cursor of the next page, "" when this is the last
}

func clampLimit(n int) int {
	const usual, most = 50, 200
	if n <= 0 {
		return usual
	}
	return min(n, most)
}

// Search finds games. The error has the code Invalid for a cursor that is none.
func (s *Store) Search(ctx context.Context, q Query) (Page, error) {
	where := []string{`(private = 0 OR (? <> '' AND (white = ? OR black = ?)))`}
	args := []any{q.Viewer, q.Viewer, q.Viewer}
	and := func(wanted bool, condition string, values ...any) {
		if wanted {
			where = append(where, condition)
			args = append(args, values...)
		}
	}
	and(q.Player != "", `(white = ? OR black = ?)`, q.Player, q.Player)
	and(q.Opponent != "", `(white = ? OR black = ?)`, q.Opponent, q.Opponent)
	and(q.Variant != "", `variant = ?`, q.Variant)
	and(q.Speed != "", `speed = ?`, string(q.Speed))
	and(q.Result != "", `finished = 1 AND result = ?`, q.Result)
	and(q.Over, `finished = 1`)
	and(q.Live, `finished = 0`)
	and(q.Rated, `rated = 1`)
	and(q.Position != "", `id IN (SELECT game FROM positions WHERE position = ?)`, q.Position)
	and(!q.Since.IsZero(), `created >= ?`, millis(q.Since))
	and(!q.Until.IsZero(), `created < ?`, millis(q.Until))
	if q.Cursor != "" {
		created, id, err := readCursor(q.Cursor)
		if err != nil {
			return Page{}, err
		}
		and(true, `(created < ? OR (created = ? AND id < ?))`, created, created, id)
	}
	limit := clampLimit(q.Limit)
	found, err := s.reading().summaries(ctx,
		`WHERE `+strings.Join(where, " AND ")+` ORDER BY created DESC, id DESC LIMIT ?`, append(args, limit+1)...)
	if err != nil {
		return Page{}, err
	}
	page := Page{Games: found}
	if len(found) > limit {
		page.Games = found[:limit]
		last := page.Games[limit-1]
		page.Next = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", millis(last.Created), last.ID))
	}
	return page, nil
}

func readCursor(cursor string) (created int64, id string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil {
		_, err = fmt.Sscanf(string(text), "%d %s", &created, &id)
	}
	if err != nil {
		return 0, "", refuse(play.Invalid, "The cursor is not one that was given out here.")
	}
	return created, id, nil
}
