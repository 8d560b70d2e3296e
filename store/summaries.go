package store

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// Summary is what lists show of a game: its row in the table games.
type Summary struct {
	ID       string         `json:"id"`
	Seq      int            `json:"seq"` // of the last event
	Variant  string         `json:"variant"`
	Control  play.Control   `json:"clock"`
	Speed    play.Speed     `json:"speed"`
	Rated    bool           `json:"rated,omitempty"` // see play.Game.Rated
	Private  bool           `json:"private,omitempty"`
	Players  [2]play.Player `json:"players"` // White and Black
	Ply      int            `json:"ply"`
	Turn     play.Seat      `json:"turn"`
	FEN      string         `json:"fen"`
	LastMove string         `json:"lastMove,omitempty"` // as UCI writes it
	Over     bool           `json:"over,omitempty"`
	Result   string         `json:"result"`           // "*" while the game goes on
	Reason   string         `json:"reason,omitempty"` // see play.Ended
	Created  time.Time      `json:"created"`
	Last     time.Time      `json:"last"`              // of the last event
	Deadline time.Time      `json:"deadline,omitzero"` // see play.Game.Deadline; zero for none
	Previous string         `json:"previous,omitempty"`
}

// MayWatch reports whether a person may see the game. A private game is for its players only.
func (m Summary) MayWatch(user string) bool {
	return !m.Private || user != "" && (m.Players[0].User == user || m.Players[1].User == user)
}

// Computer reports whether one of the players is the computer.
func (m Summary) Computer() bool { return m.Players[0].Computer() || m.Players[1].Computer() }

// summarise returns the summary of a game.
func summarise(g *play.Game) Summary {
	t := g.Terms()
	m := Summary{
		ID: g.ID(), Seq: g.Seq(), Variant: g.Created().Origin.Variant, Control: t.Control, Speed: t.Control.Speed(),
		Rated: g.Rated(), Private: t.Private, Players: g.Created().Players, Ply: g.Ply(), Turn: g.Turn(),
		FEN: g.Position().FEN(), Result: kirke.Unfinished.String(), Created: g.CreatedAt(), Last: g.LastAt(),
		Previous: g.Created().Previous,
	}
	if last, ok := g.LastMove(); ok {
		m.LastMove = last.UCI
	}
	if e, _, over := g.Ending(); over {
		m.Over, m.Result, m.Reason = true, e.Result, e.Reason
	}
	m.Deadline, _ = g.Deadline()
	return m
}

// deadline returns the value of the column deadline, NULL for none.
func deadline(m Summary) any {
	if m.Deadline.IsZero() {
		return nil
	}
	return m.Deadline
}

// summaries returns the games that the rest of a query selects.
func (t *tx) summaries(ctx context.Context, rest string, args ...any) ([]Summary, error) {
	return queryAll(ctx, t, `SELECT id, seq, variant, control, speed, rated, private,
			white, white_name, white_level, black, black_name, black_level,
			ply, turn, fen, last_move, finished, result, reason, created, last_at, COALESCE(deadline, 0), previous
		FROM games `+rest, args, func(scan scanFunc) (m Summary, err error) {
		var control string
		w, b := &m.Players[0], &m.Players[1]
		err = scan(&m.ID, &m.Seq, &m.Variant, &control, &m.Speed, &m.Rated, &m.Private,
			&w.User, &w.Name, &w.Level, &b.User, &b.Name, &b.Level,
			&m.Ply, &m.Turn, &m.FEN, &m.LastMove, &m.Over, &m.Result, &m.Reason, &m.Created, &m.Last,
			&m.Deadline, &m.Previous)
		if err != nil {
			return Summary{}, err
		}
		m.Control, err = play.ParseControl(control)
		return m, err
	})
}

// Summary returns the summary of a game. The error has the code NotFound when there is no such
// game.
func (s *Store) Summary(ctx context.Context, game string) (Summary, error) {
	return s.reading().summary(ctx, game)
}

func (t *tx) summary(ctx context.Context, game string) (Summary, error) {
	all, err := t.summaries(ctx, `WHERE id = ?`, game)
	return only(all, err, errNoGame)
}

// GamesOf returns a person's ongoing games: first those with the person to move, by deadline, then
// the others, by their last event.
func (s *Store) GamesOf(ctx context.Context, user string) ([]Summary, error) {
	if user == "" {
		return nil, nil
	}
	return s.reading().summaries(ctx, `WHERE finished = 0 AND (white = ? OR black = ?)
		ORDER BY CASE WHEN (turn = 'white' AND white = ?) OR (turn = 'black' AND black = ?) THEN 0 ELSE 1 END,
			CASE WHEN (turn = 'white' AND white = ?) OR (turn = 'black' AND black = ?)
				THEN COALESCE(deadline, 9223372036854775807) ELSE 0 END,
			last_at DESC, id`, user, user, user, user, user, user)
}

// OnTurn returns in how many games it is a person's turn.
func (s *Store) OnTurn(ctx context.Context, user string) (int, error) {
	if user == "" {
		return 0, nil
	}
	return s.reading().Count(ctx, `SELECT COUNT(*) FROM games
		WHERE finished = 0 AND ((turn = 'white' AND white = ?) OR (turn = 'black' AND black = ?))`, user, user)
}

// LiveGames returns ongoing games that are not private, for people to watch: the last moved first,
// at most limit of them.
func (s *Store) LiveGames(ctx context.Context, limit int) ([]Summary, error) {
	return s.reading().summaries(ctx, `WHERE finished = 0 AND private = 0 ORDER BY last_at DESC, id LIMIT ?`,
		clampLimit(limit))
}

// ComputerToMove returns games with the computer to move: the longest waiting first, at most limit
// of them.
func (s *Store) ComputerToMove(ctx context.Context, limit int) ([]Summary, error) {
	return s.reading().summaries(ctx, `WHERE finished = 0 AND
		((turn = 'white' AND white_level > 0) OR (turn = 'black' AND black_level > 0)) ORDER BY last_at, id LIMIT ?`,
		clampLimit(limit))
}

// Query selects games. Zero fields do not count.
type Query struct {
	Player   string     // a person's ID, on either side
	Opponent string     // another person's ID, on the other side
	Variant  string     // an ID
	Speed    play.Speed //
	Result   string     // "1-0", "0-1", "1/2-1/2", or "*" for aborted games
	Over     bool       // only games that have ended
	Live     bool       // only ongoing games
	Rated    bool       // only rated games
	Position string     // play.PositionKey of a position in the game
	Since    time.Time  // created then or later
	Until    time.Time  // created before
	Viewer   string     // the ID of the person who searches, and may see private games as a player
	Cursor   string     // Page.Next of the previous page
	Limit    int        // games on a page (default 50, at most 200)
}

// Page is a page of games, the newest first.
type Page struct {
	Games []Summary `json:"games"`
	Next  string    `json:"next,omitempty"` // the Cursor of the next page, "" on the last page
}

func clampLimit(n int) int {
	const usual, most = 50, 200
	if n <= 0 {
		return usual
	}
	return min(n, most)
}

// Search finds games. The error has the code Invalid for an invalid cursor.
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
	and(!q.Since.IsZero(), `created >= ?`, q.Since)
	and(!q.Until.IsZero(), `created < ?`, q.Until)
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
		page.Next = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", db.Millis(last.Created), last.ID))
	}
	return page, nil
}

func readCursor(cursor string) (created int64, id string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil {
		_, err = fmt.Sscanf(string(text), "%d %s", &created, &id)
	}
	if err != nil {
		return 0, "", refuse(play.Invalid, "The cursor is not valid.")
	}
	return created, id, nil
}
