package store

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/names"
	"github.com/kirke-chess/kirke/variantfile"
)

// GamePrefix is how the IDs of published games begin. No built-in game has it.
const GamePrefix = "u-"

// Who may see the page of a published game. Whoever knows the ID can play it.
const (
	Private = "private" // its author, and who plays it
	ByLink  = "link"    // whoever has the link
	Public  = "public"  // everybody: it is in the catalogue
	Removed = "removed" // as Private; a moderator has decided so
)

// Limits of what one account publishes.
const (
	MaxVersionsADay = 20
	MaxPublished    = 100
	MaxVersions     = 100 // of one game
	MaxNews         = 300 // characters
)

// Published is a game that somebody has published, in its latest version.
type Published struct {
	ID          string    `json:"id"`
	By          Person    `json:"by"` // without an ID if the account is deleted
	Visibility  string    `json:"visibility"`
	Version     int       `json:"version"`
	Name        string    `json:"name"`
	Summary     string    `json:"summary"`
	Traits      string    `json:"traits" doc:"What the catalogue is searched by: words apart by blanks."`
	ForkOf      string    `json:"forkOf,omitempty" doc:"The game that it began as."`
	ForkVersion int       `json:"forkVersion,omitempty"`
	Created     time.Time `json:"created"`
	Changed     time.Time `json:"changed"`
}

// PublishedVersion is a version of a published game. It never changes.
type PublishedVersion struct {
	Game    string    `json:"game"`
	Version int       `json:"version"`
	File    string    `json:"file,omitempty" doc:"The whole game as TOML; left out of lists."`
	News    string    `json:"news,omitempty" doc:"What the author says has changed."`
	Created time.Time `json:"created"`
}

// Publication is what a person publishes: a draft as the game that its file has.
type Publication struct {
	Draft      string // its ID
	Revision   int    // of the draft
	Game       *kirke.Variant
	Visibility string
	Traits     string
	News       string
}

// ErrNoPublished is the error for published games that do not exist, or not for the person who asks.
var ErrNoPublished = noSuch("There is no such game in the workshop.")

// errRemoved is the refusal of what the author of a game may not do after a moderator has removed it.
var errRemoved = refuse(play.NotAllowed, "A moderator has removed this game.")

// Publish publishes a draft: as a new game, or as the next version of the game that the draft is
// the next version of. The draft then belongs to that game. The error has the code Stale when the
// draft has another revision, and NotAllowed when the person has published too much.
//
// The stored file has the whole game, so that it stays what it is when games that it was made from
// change. The caller has checked the game.
func (s *Store) Publish(ctx context.Context, user string, p Publication) (Published, error) {
	if err := p.check(); err != nil {
		return Published{}, err
	}
	var id string
	err := s.update(ctx, func(t *tx) error {
		u, err := t.locked(ctx, user)
		if err != nil {
			return err
		}
		if u.Guest {
			return refuse(play.NotAllowed, "Guests cannot publish games. Make an account first: your drafts stay.")
		}
		if err := s.mayWrite(u); err != nil {
			return err
		}
		return s.publish(ctx, t, u, p, &id)
	})
	if err != nil {
		return Published{}, err
	}
	s.library.forget(id)
	return s.Published(ctx, id)
}

// check returns what is wrong with a publication, apart from the game.
func (p Publication) check() error {
	switch {
	case p.Visibility != Private && p.Visibility != ByLink && p.Visibility != Public:
		return refuse(play.Invalid, "A game is private, by link or public.")
	case utf8.RuneCountInString(p.News) > MaxNews:
		return refuse(play.Invalid, "What is new has at most %d characters.", MaxNews)
	case p.Game.Name == "" || utf8.RuneCountInString(p.Game.Name) > MaxGameName:
		return refuse(play.Invalid, "A game has a name of at most %d characters.", MaxGameName)
	}
	return nil
}

// publish stores a publication of a locked person, and sets the ID of its game.
func (s *Store) publish(ctx context.Context, t *tx, u User, p Publication, id *string) error {
	var d Draft
	err := t.mustRow(ctx, ErrNoDraft, `SELECT game, fork_of, fork_version, revision FROM drafts
		WHERE user_id = ? AND id = ?`, []any{u.ID, p.Draft}, &d.Game, &d.ForkOf, &d.ForkVersion, &d.Revision)
	if err != nil {
		return err
	}
	if d.Revision != p.Revision {
		return errStaleDraft
	}
	now := s.now()
	err = t.hasRoom(ctx, MaxVersionsADay, "You have published %d versions of games today. Try again tomorrow.",
		`SELECT COUNT(*) FROM published_versions WHERE user_id = ? AND created > ?`, u.ID, now.Add(-24*time.Hour))
	if err != nil {
		return err
	}
	v := p.Game.Clone()
	look := names.Look(v.Name)
	if p.Visibility == Public {
		if err := t.nameIsFree(ctx, d.Game, look); err != nil {
			return err
		}
	}
	if d.Game == "" {
		v.ID, v.Version = newGameID(v.Name), 1
		err = t.publishNew(ctx, u.ID, v.ID, look, p, d, now)
	} else {
		v.ID = d.Game
		v.Version, err = t.publishNext(ctx, u.ID, v.ID, look, p, now)
	}
	if err != nil {
		return err
	}
	*id = v.ID
	file, err := gameFile(v)
	if err != nil {
		return err
	}
	return t.Run(ctx, `INSERT INTO published_versions (game, version, user_id, body, news, created)
		VALUES (?, ?, ?, ?, ?, ?)`, v.ID, v.Version, u.ID, file, p.News, now)
}

// publishNew stores the first version of a game.
func (t *tx) publishNew(ctx context.Context, user, id, look string, p Publication, d Draft, now time.Time) error {
	err := t.hasRoom(ctx, MaxPublished, "You have published %d games already.",
		`SELECT COUNT(*) FROM published WHERE user_id = ?`, user)
	if err != nil {
		return err
	}
	err = t.Run(ctx, `INSERT INTO published (id, user_id, visibility, version, name, look, summary, traits, fork_of,
			fork_version, created, changed) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, user, p.Visibility, p.Game.Name, look, p.Game.Summary, p.Traits, d.ForkOf, d.ForkVersion, now, now)
	if err != nil {
		return err
	}
	return t.Run(ctx, `UPDATE drafts SET game = ? WHERE id = ?`, id, p.Draft)
}

// publishNext stores another version of a game, and returns its number.
func (t *tx) publishNext(
	ctx context.Context, user, id, look string, p Publication, now time.Time,
) (version int, err error) {
	var visibility string
	err = t.mustRow(ctx, ErrNoPublished, `SELECT version, visibility FROM published WHERE user_id = ? AND id = ?`,
		[]any{user, id}, &version, &visibility)
	if err != nil {
		return 0, err
	}
	if visibility == Removed {
		return 0, errRemoved
	}
	if version >= MaxVersions {
		return 0, refuse(play.NotAllowed, "A game has at most %d versions. Publish the draft as another game.",
			MaxVersions)
	}
	version++
	return version, t.Run(ctx, `UPDATE published
		SET visibility = ?, version = ?, name = ?, look = ?, summary = ?, traits = ?, changed = ? WHERE id = ?`,
		p.Visibility, version, p.Game.Name, look, p.Game.Summary, p.Traits, now, id)
}

// nameIsFree returns an error if another public game has a name that looks the same.
func (t *tx) nameIsFree(ctx context.Context, game, look string) error {
	taken, err := t.Count(ctx, `SELECT COUNT(*) FROM published WHERE look = ? AND visibility = ? AND id <> ?`,
		look, Public, game)
	if err == nil && taken > 0 {
		err = refuse(play.Taken, "There is a public game of this name already. Call yours otherwise.")
	}
	return err
}

// newGameID returns the ID of a new game: readable, and not to be guessed.
func newGameID(name string) string {
	const readable = 24
	word := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		case unicode.IsSpace(r) || r == '-' || r == '_':
			return '-'
		}
		return -1
	}, strings.ToLower(name))
	word = strings.Join(strings.FieldsFunc(word, func(r rune) bool { return r == '-' }), "-")
	word = strings.Trim(word[:min(len(word), readable)], "-")
	if word != "" {
		word += "-"
	}
	return GamePrefix + word + NewID()[:8]
}

// gameFile returns the file of a version: all of the game, which extends no other.
func gameFile(v *kirke.Variant) (string, error) {
	v.Aliases, v.Family = nil, ""
	var b strings.Builder
	if err := variantfile.Write(&b, v); err != nil {
		return "", err
	}
	return b.String(), nil
}

// Published returns a published game, whoever may see it. The error has the code NotFound when there
// is none.
func (s *Store) Published(ctx context.Context, id string) (Published, error) {
	all, err := s.published(ctx, `g.id = ?`, id)
	return only(all, err, ErrNoPublished)
}

// PublishedFor returns the published game that an ID names, with modifiers or without, if a person may
// see its page: it is not private, or theirs, or they play it or are challenged to it. The error has
// the code NotFound otherwise. user is "" for a visitor.
func (s *Store) PublishedFor(ctx context.Context, user, id string) (Published, error) {
	id = baseOf(id)
	g, err := s.Published(ctx, id)
	if err != nil || g.open() || user != "" && g.By.ID == user {
		return g, err
	}
	knows, err := s.reading().plays(ctx, user, id)
	if err == nil && !knows {
		err = ErrNoPublished
	}
	if err != nil {
		return Published{}, err
	}
	return g, nil
}

// open reports whether whoever has the link may see the game.
func (g Published) open() bool { return g.Visibility == Public || g.Visibility == ByLink }

// baseOf returns the ID of the published game in an ID with modifiers, "" if there is none.
func baseOf(id string) string {
	for part := range strings.SplitSeq(strings.ToLower(id), "+") {
		if strings.HasPrefix(part, GamePrefix) {
			return part
		}
	}
	return ""
}

// plays reports whether a person is a player of a game of a published game, or challenged to one.
func (t *tx) plays(ctx context.Context, user, id string) (bool, error) {
	if user == "" {
		return false, nil
	}
	n, err := t.Count(ctx, `SELECT (SELECT COUNT(*) FROM games WHERE white = ? AND (variant = ? OR variant LIKE ?))
			+ (SELECT COUNT(*) FROM games WHERE black = ? AND (variant = ? OR variant LIKE ?))
			+ (SELECT COUNT(*) FROM seeks WHERE to_user = ? AND terms LIKE ?)`,
		user, id, id+"+%", user, id, id+"+%", user, `%"`+id+`%`)
	return n > 0, err
}

// mayOfferGame returns an error if a person may not offer others a variant: one of their own, or one that
// they may see, and to everybody only a public one.
func (t *tx) mayOfferGame(ctx context.Context, r SeekRequest) error {
	id := baseOf(r.Terms.Variant)
	if id == "" {
		return nil
	}
	var author, visibility string
	err := t.mustRow(ctx, ErrNoPublished, `SELECT user_id, visibility FROM published WHERE id = ?`, []any{id},
		&author, &visibility)
	if err != nil {
		return err
	}
	if r.To == "" && !r.Link && visibility != Public {
		return refuse(play.NotAllowed, "Only public games can be offered to everybody. "+
			"Challenge somebody, or invite them by a link.")
	}
	if author == r.By || visibility == Public || visibility == ByLink {
		return nil
	}
	knows, err := t.plays(ctx, r.By, id)
	if err == nil && !knows {
		err = ErrNoPublished
	}
	return err
}

// PublishedBy returns what a person has published, the latest change first.
func (s *Store) PublishedBy(ctx context.Context, user string) ([]Published, error) {
	return s.published(ctx, `g.user_id = ? ORDER BY g.changed DESC, g.id`, user)
}

// maxPublic is how many public games the catalogue has at most, those changed last.
const maxPublic = 5000

// PublicGames returns the games of the catalogue, the latest change first.
func (s *Store) PublicGames(ctx context.Context) ([]Published, error) {
	return s.published(ctx, `g.visibility = ? ORDER BY g.changed DESC, g.id LIMIT ?`, Public, maxPublic)
}

// ForksOf returns the public games that began as a game, the latest change first.
func (s *Store) ForksOf(ctx context.Context, id string) ([]Published, error) {
	const most = 100
	return s.published(ctx, `g.fork_of = ? AND g.visibility = ? ORDER BY g.changed DESC, g.id LIMIT ?`,
		id, Public, most)
}

func (s *Store) published(ctx context.Context, where string, args ...any) ([]Published, error) {
	return queryAll(ctx, s.reading(), `SELECT g.id, g.user_id, COALESCE(u.name, ?), g.visibility, g.version, g.name,
			g.summary, g.traits, g.fork_of, g.fork_version, g.created, g.changed
		FROM published g LEFT JOIN users u ON u.id = g.user_id WHERE `+where, append([]any{DeletedName}, args...),
		func(scan scanFunc) (g Published, err error) {
			err = scan(&g.ID, &g.By.ID, &g.By.Name, &g.Visibility, &g.Version, &g.Name, &g.Summary, &g.Traits,
				&g.ForkOf, &g.ForkVersion, &g.Created, &g.Changed)
			return g, err
		})
}

// PublishedVersions returns the versions of a game without their files, the latest first.
func (s *Store) PublishedVersions(ctx context.Context, id string) ([]PublishedVersion, error) {
	return s.versions(ctx, `''`, `game = ? ORDER BY version DESC`, id)
}

// PublishedVersion returns a version of a game with its file. The error has the code NotFound when
// there is none.
func (s *Store) PublishedVersion(ctx context.Context, id string, version int) (PublishedVersion, error) {
	all, err := s.versions(ctx, `body`, `game = ? AND version = ?`, id, version)
	return only(all, err, noSuch("The game has no such version."))
}

func (s *Store) versions(ctx context.Context, body, where string, args ...any) ([]PublishedVersion, error) {
	return queryAll(ctx, s.reading(), `SELECT game, version, `+body+`, news, created FROM published_versions
		WHERE `+where, args, func(scan scanFunc) (v PublishedVersion, err error) {
		err = scan(&v.Game, &v.Version, &v.File, &v.News, &v.Created)
		return v, err
	})
}

// SetVisibility changes who may see a game of a person.
func (s *Store) SetVisibility(ctx context.Context, user, id, visibility string) error {
	if err := (Publication{Visibility: visibility, Game: &kirke.Variant{Name: "x"}}).check(); err != nil {
		return err
	}
	return s.update(ctx, func(t *tx) error {
		var look, now string
		err := t.mustRow(ctx, ErrNoPublished, `SELECT look, visibility FROM published
			WHERE user_id = ? AND user_id <> '' AND id = ?`, []any{user, id}, &look, &now)
		if err == nil && now == Removed {
			err = errRemoved
		}
		if err == nil && visibility == Public {
			err = t.nameIsFree(ctx, id, look)
		}
		if err != nil {
			return err
		}
		return t.Run(ctx, `UPDATE published SET visibility = ? WHERE id = ?`, visibility, id)
	})
}

// DeletePublished deletes a game of a person that nobody plays or has played, with its comments. The
// error has the code NotNow when somebody has.
func (s *Store) DeletePublished(ctx context.Context, user, id string) error {
	err := s.update(ctx, func(t *tx) error {
		err := t.mustRow(ctx, ErrNoPublished, `SELECT 1 FROM published WHERE user_id = ? AND id = ?`,
			[]any{user, id}, new(int))
		if err != nil {
			return err
		}
		used, err := t.isPlayed(ctx, id)
		if err == nil && used {
			err = refuse(play.NotNow, "The game has been played, so it stays. Make it private instead.")
		}
		if err != nil {
			return err
		}
		return t.deletePublished(ctx, id)
	})
	if err == nil {
		s.library.forget(id)
	}
	return err
}

func (t *tx) deletePublished(ctx context.Context, id string) error {
	return t.runAll(ctx, []string{
		`DELETE FROM comments WHERE game = ?`,
		`DELETE FROM published_versions WHERE game = ?`,
		`UPDATE drafts SET game = '' WHERE game = ?`,
		`DELETE FROM published WHERE id = ?`,
	}, id)
}

// isPlayed reports whether a stored game, an offer, a preset or a study is of a published game, alone or
// with modifiers.
func (t *tx) isPlayed(ctx context.Context, id string) (bool, error) {
	n, err := t.Count(ctx, `SELECT (SELECT COUNT(*) FROM games WHERE variant = ? OR variant LIKE ?)
			+ (SELECT COUNT(*) FROM studies WHERE variant = ? OR variant LIKE ?)
			+ (SELECT COUNT(*) FROM seeks WHERE terms LIKE ?) + (SELECT COUNT(*) FROM presets WHERE terms LIKE ?)`,
		id, id+"+%", id, id+"+%", `%"`+id+`%`, `%"`+id+`%`)
	return n > 0, err
}

// abandonPublished takes a person's name off the games that they have published, and deletes those
// that nobody else has any use for: not public, or never played.
func (t *tx) abandonPublished(ctx context.Context, user string) error {
	all, err := queryAll(ctx, t, `SELECT id FROM published WHERE user_id = ?`, []any{user},
		func(scan scanFunc) (id string, err error) { return id, scan(&id) })
	if err != nil {
		return err
	}
	for _, id := range all {
		used, err := t.isPlayed(ctx, id)
		if err == nil && !used {
			err = t.deletePublished(ctx, id)
		}
		if err != nil {
			return err
		}
	}
	return t.runAll(ctx, []string{
		`UPDATE published SET user_id = '' WHERE user_id = ?`,
		`UPDATE published_versions SET user_id = '' WHERE user_id = ?`,
		`DELETE FROM comments WHERE user_id = ?`,
	}, user)
}

// PlayedCounts returns how many stored games there are of each variant.
func (s *Store) PlayedCounts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	type count struct {
		variant string
		n       int
	}
	all, err := queryAll(ctx, s.reading(), `SELECT variant, COUNT(*) FROM games GROUP BY variant`, nil,
		func(scan scanFunc) (c count, err error) { return c, scan(&c.variant, &c.n) })
	for _, c := range all {
		counts[c.variant] = c.n
	}
	return counts, err
}
