package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// The outbox has what is to be sent to people: a row for each person, event and channel. A row is
// written in the transaction of its event, so neither is there without the other. It waits a
// little, because most events are seen on the site. Package notify takes rows that are due and
// sends them.
//
// A row that is taken is due again when its lease ends: somebody else then sends what a killed
// server was about to send. Each taking raises tries, and only the last taker can finish a row.

// Channel is how something is sent.
type Channel string

// The channels.
const (
	ByMail Channel = "mail"
	ByPush Channel = "push"
)

// Outgoing is a row of the outbox.
type Outgoing struct {
	ID      string // stable: it names the mail, so that a second one can be recognised
	User    string
	Channel Channel
	Target  string // the address of mail that goes to no confirmed one; the ID of a subscription
	Topic   Topic
	Event   string // names the event: a person is told once of each
	Game    string // "" for none
	Seq     int    // of the event in its game
	By      string // the name of the person who has caused it
	Variant string
	Detail  string // the offer of a challenge; the result and reason of a game's end; what is asked or changed
	Daily   bool   // part of the daily mail
	Created time.Time
	Due     time.Time // when it may be taken
	Tries   int       // how often it has been taken
}

// States of a row.
const (
	waitingState = "waiting"
	sendingState = "sending"
	sentState    = "sent"
	droppedState = "dropped" // there was no need to send it
	failedState  = "failed"  // given up
)

// Waits of rows by default; see Options.
const (
	defaultMailAfter = time.Minute
	defaultPushAfter = 10 * time.Second
)

// staleAfter is how long after it happened an event is still news.
const staleAfter = 3 * play.Day

// A person is warned of a deadline when this much time is left, or a third of the turn's time if
// that is less.
const (
	deadlineWarning = play.Day
	deadlinePart    = 3
)

// queue writes what a person is to be told about an event, by each channel that the person wishes.
// o.User, Topic, Event and what is said are given. warnAt is when the event is to be told; zero for
// as soon as it is clear that the person has not seen it.
func (s *Store) queue(ctx context.Context, t *tx, o Outgoing, warnAt time.Time) error {
	c, found, err := t.contact(ctx, o.User)
	if err != nil || !found {
		return err
	}
	now, wish := s.now(), c.Wishes.Of(o.Topic)
	at := func(wait time.Duration) time.Time {
		if !warnAt.IsZero() {
			return warnAt.Add(wait)
		}
		return now.Add(wait)
	}
	if c.Mail() != "" && wish.Mail != MailNever {
		o.Channel, o.Due = ByMail, at(s.mailAfter)
		if o.Daily = wish.Mail == MailDaily; o.Daily {
			o.Due = nextHour(o.Due, c.Hour)
		}
		if err := s.addOutgoing(ctx, t, o); err != nil {
			return err
		}
	}
	if !wish.Push {
		return nil
	}
	all, err := t.subscriptions(ctx, `user_id = ?`, o.User)
	for _, b := range all {
		if err != nil {
			break
		}
		o.Channel, o.Daily, o.Target, o.Due = ByPush, false, b.ID, at(s.pushAfter)
		err = s.addOutgoing(ctx, t, o)
	}
	return err
}

// nextHour returns the next time after t at which an hour of UTC begins.
func nextHour(t time.Time, hour int) time.Time {
	t = t.UTC()
	at := time.Date(t.Year(), t.Month(), t.Day(), hour, 0, 0, 0, time.UTC)
	if !at.After(t) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// queueNow writes a mail that the account needs. It takes the place of a waiting one of its topic.
func (s *Store) queueNow(ctx context.Context, t *tx, user string, topic Topic, address, detail string) error {
	err := t.Run(ctx, `DELETE FROM outbox WHERE user_id = ? AND topic = ? AND target = ? AND done = 0`,
		user, string(topic), address)
	if err != nil {
		return err
	}
	return s.addOutgoing(ctx, t, Outgoing{
		User: user, Channel: ByMail, Target: address, Topic: topic, Event: string(topic) + " " + NewID(),
		Detail: detail, Due: s.now(),
	})
}

func (s *Store) addOutgoing(ctx context.Context, t *tx, o Outgoing) error {
	return t.Run(ctx, `INSERT INTO outbox (id, user_id, channel, target, topic, event, game, seq, by_name, variant,
			detail, daily, created, due, state, tries, why, done)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', 0) ON CONFLICT DO NOTHING`,
		NewID(), o.User, string(o.Channel), o.Target, string(o.Topic), o.Event, o.Game, o.Seq, o.By, o.Variant,
		o.Detail, o.Daily, s.now(), o.Due, waitingState)
}

const outgoingColumns = `id, user_id, channel, target, topic, event, game, seq, by_name, variant, detail, daily,
	created, due, tries`

func scanOutgoing(scan scanFunc) (o Outgoing, err error) {
	err = scan(&o.ID, &o.User, &o.Channel, &o.Target, &o.Topic, &o.Event, &o.Game, &o.Seq, &o.By, &o.Variant,
		&o.Detail, &o.Daily, &o.Created, &o.Due, &o.Tries)
	return o, err
}

// TakeOutgoing takes what is due of a channel, in parcels: one row, or the rows of one person's
// daily mail. It takes at most limit single rows and one daily mail. Until the lease ends nobody
// else takes them. Without due rows it costs one look at an index.
func (s *Store) TakeOutgoing(ctx context.Context, c Channel, limit int, lease time.Duration) ([][]Outgoing, error) {
	var parcels [][]Outgoing
	due, err := s.reading().Count(ctx, `SELECT COUNT(*) FROM outbox WHERE channel = ? AND done = 0 AND due <= ?`,
		string(c), s.now())
	if err != nil || due == 0 {
		return nil, err
	}
	err = s.update(ctx, func(t *tx) error {
		parcels = nil
		now := s.now()
		skip := ""
		if t.Postgres() {
			skip = " FOR UPDATE SKIP LOCKED"
		}
		single, err := t.take(ctx, now.Add(lease), `id IN (SELECT id FROM outbox
			WHERE channel = ? AND done = 0 AND daily = 0 AND due <= ? ORDER BY due, id LIMIT ?`+skip+`)`,
			string(c), now, limit)
		if err != nil {
			return err
		}
		for _, o := range single {
			parcels = append(parcels, []Outgoing{o})
		}
		var user string
		found, err := t.Row(ctx, `SELECT user_id FROM outbox WHERE channel = ? AND done = 0 AND daily = 1 AND due <= ?
			ORDER BY due, id LIMIT 1`, []any{string(c), now}, &user)
		if err != nil || !found {
			return err
		}
		// Of two servers one takes all rows of the daily mail, so that it is one mail.
		if _, err := t.Row(ctx, `SELECT user_id FROM contacts WHERE user_id = ?`+t.ForUpdate(), []any{user},
			&user); err != nil {
			return err
		}
		daily, err := t.take(ctx, now.Add(lease), `user_id = ? AND channel = ? AND done = 0 AND daily = 1 AND due <= ?`,
			user, string(c), now)
		if len(daily) > 0 {
			parcels = append(parcels, daily)
		}
		return err
	})
	return parcels, err
}

// take takes rows until a time, and returns them by age.
func (t *tx) take(ctx context.Context, until time.Time, where string, args ...any) ([]Outgoing, error) {
	all, err := queryAll(ctx, t, `UPDATE outbox SET state = ?, tries = tries + 1, due = ? WHERE `+where+
		` RETURNING `+outgoingColumns, append([]any{sendingState, until}, args...), scanOutgoing)
	slices.SortFunc(all, func(a, b Outgoing) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return all, err
}

// stillTaken finds a row by its ID and tries, if its taker still has it: it is deleted when there is no
// need to send it, and has another try when the lease has ended and another has taken it.
const stillTaken = `id = ? AND tries = ? AND done = 0`

// MarkSent notes that rows were sent. A row that was taken again meanwhile stays with its taker.
func (s *Store) MarkSent(ctx context.Context, rows ...Outgoing) error {
	return s.finish(ctx, sentState, "", rows)
}

// MarkDropped notes that there was no need to send rows, and why.
func (s *Store) MarkDropped(ctx context.Context, why string, rows ...Outgoing) error {
	return s.finish(ctx, droppedState, why, rows)
}

// MarkFailed notes that rows are given up, and why.
func (s *Store) MarkFailed(ctx context.Context, why string, rows ...Outgoing) error {
	return s.finish(ctx, failedState, why, rows)
}

func (s *Store) finish(ctx context.Context, state, why string, rows []Outgoing) error {
	return s.update(ctx, func(t *tx) error {
		for _, o := range rows {
			err := t.Run(ctx, `UPDATE outbox SET state = ?, why = ?, done = ? WHERE `+stillTaken,
				state, why, s.now(), o.ID, o.Tries)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Postpone lets rows wait until a time, and notes why. If untried, this taking does not count.
func (s *Store) Postpone(ctx context.Context, until time.Time, why string, untried bool, rows ...Outgoing) error {
	return s.update(ctx, func(t *tx) error {
		for _, o := range rows {
			err := t.Run(ctx, `UPDATE outbox SET state = ?, why = ?, due = ?, tries = tries - ? WHERE `+stillTaken,
				waitingState, why, until, untried, o.ID, o.Tries)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Delivery says what a row needs to be sent, or why and how long it is not to be sent.
type Delivery struct {
	Person       User
	Address      string       // of mail
	Subscription Subscription // of a push message
	Contact      Contact
	Game         Summary       // if the event is about one
	Left         time.Duration // until the deadline, if it is the person's turn; 0 for none

	Drop  string    // why there is no need to send it, "" if there is
	Later time.Time // when to look again; zero for now
}

// Prepare looks at whether a row that was taken is still to be sent: the person may have seen the
// event meanwhile, or chosen not to be told.
func (s *Store) Prepare(ctx context.Context, o Outgoing) (d Delivery, err error) {
	t := s.reading()
	held, err := t.Count(ctx, `SELECT COUNT(*) FROM outbox WHERE `+stillTaken, o.ID, o.Tries)
	if err != nil {
		return d, err
	}
	if held == 0 {
		d.Drop = "it is deleted, or another has taken it"
		return d, nil
	}
	if d.Person, err = t.user(ctx, "id", o.User); err != nil {
		return d, err
	}
	if !d.Person.Closed.IsZero() {
		d.Drop = "the account is closed"
		return d, nil
	}
	d.Address = o.Target
	if o.Topic != DeadlineTopic && s.now().Sub(o.Created) > staleAfter {
		d.Drop = "it waited too long"
		return d, nil
	}
	if slices.Contains(Topics, o.Topic) {
		if err := s.prepareChannel(ctx, t, o, &d); err != nil || d.Drop != "" || !d.Later.IsZero() {
			return d, err
		}
	}
	return d, s.prepareTopic(ctx, t, o, &d)
}

// prepareChannel looks at whether the person still wishes to be told in this way, and was not told
// in another.
func (s *Store) prepareChannel(ctx context.Context, t *tx, o Outgoing, d *Delivery) error {
	c, _, err := t.contact(ctx, o.User)
	if err != nil {
		return err
	}
	d.Contact = c
	wish := c.Wishes.Of(o.Topic)
	if o.Channel == ByPush {
		all, err := t.subscriptions(ctx, `id = ? AND user_id = ?`, o.Target, o.User)
		switch {
		case err != nil:
			return err
		case len(all) == 0 || !wish.Push:
			d.Drop = "push messages are off"
		default:
			d.Subscription = all[0]
		}
		return nil
	}
	d.Address = c.Mail()
	if d.Address == "" || wish.Mail == MailNever {
		d.Drop = "mail is off"
		return nil
	}
	sent, open := 0, 0
	_, err = t.Row(ctx, `SELECT COALESCE(SUM(CASE WHEN state = ? THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN done = 0 THEN 1 ELSE 0 END), 0)
		FROM outbox WHERE user_id = ? AND event = ? AND channel = ?`,
		[]any{sentState, o.User, o.Event, string(ByPush)}, &sent, &open)
	switch {
	case err != nil:
		return err
	case sent > 0:
		d.Drop = "told by a push message"
	case open > 0 && o.Daily:
		d.Later = nextHour(s.now(), c.Hour)
	case open > 0:
		d.Later = s.now().Add(s.pushAfter)
	}
	return nil
}

// prepareTopic looks at whether what the person was to be told still holds.
func (s *Store) prepareTopic(ctx context.Context, t *tx, o Outgoing, d *Delivery) error {
	if o.Topic == ChallengeTopic && o.Game == "" {
		_, err := s.seek(ctx, t, `AND k.id = ?`, o.Detail)
		if errors.Is(err, errNoSeek) {
			d.Drop, err = "the challenge is over", nil
		}
		return err
	}
	if o.Game == "" {
		return nil
	}
	var err error
	if d.Game, err = t.summary(ctx, o.Game); err != nil {
		return err
	}
	switch o.Topic {
	case TurnTopic, DeadlineTopic:
		if d.Game.onTurn() != o.User {
			d.Drop = "the turn is over"
		} else if o.Topic == DeadlineTopic {
			s.prepareDeadline(d)
		}
		if d.Drop == "" && !d.Game.Deadline.IsZero() {
			d.Left = d.Game.Deadline.Sub(s.now())
		}
	case ChallengeTopic:
		if next, err := t.Count(ctx, `SELECT COUNT(*) FROM games WHERE previous = ?`, o.Game); err != nil || next > 0 {
			d.Drop = "the rematch has begun"
			return err
		}
	}
	return nil
}

// prepareDeadline looks at whether a deadline is still near: a vacation moves it.
func (s *Store) prepareDeadline(d *Delivery) {
	const slack = time.Hour
	switch left := d.Game.Deadline.Sub(s.now()); {
	case d.Game.Deadline.IsZero() || left <= 0:
		d.Drop = "there is no deadline"
	case left > deadlineWarning+slack:
		d.Later = d.Game.Deadline.Add(-deadlineWarning)
	}
}

// onTurn returns the ID of the person who is to move, "" for nobody.
func (m Summary) onTurn() string {
	switch {
	case m.Over:
		return ""
	case m.Turn == play.White:
		return m.Players[0].User
	}
	return m.Players[1].User
}

// SawGame notes that a person has seen a game up to an event: what is waiting to be sent about that
// is deleted. Without such rows it costs one look at an index.
func (s *Store) SawGame(ctx context.Context, user, game string, seq int) error {
	const which = ` FROM outbox WHERE user_id = ? AND game = ? AND seq <= ? AND topic <> 'deadline'`
	n, err := s.reading().Count(ctx, `SELECT COUNT(*)`+which, user, game, seq)
	if err != nil || n == 0 {
		return err
	}
	return s.run(ctx, `DELETE`+which, user, game, seq)
}

// SawNotices notes that a person has seen a page, and on it the challenges and accepted offers.
func (s *Store) SawNotices(ctx context.Context, user string) error {
	const which = ` FROM outbox WHERE user_id = ? AND done = 0 AND topic IN ('challenge', 'accepted')`
	n, err := s.reading().Count(ctx, `SELECT COUNT(*)`+which, user)
	if err != nil || n == 0 {
		return err
	}
	return s.run(ctx, `DELETE`+which, user)
}

// LastFailure returns why the last mail to a person was given up, "" if it was not.
func (s *Store) LastFailure(ctx context.Context, user string) (why string, err error) {
	var state string
	_, err = s.reading().Row(ctx, `SELECT state, why FROM outbox WHERE user_id = ? AND channel = ? AND state IN (?, ?)
		ORDER BY done DESC LIMIT 1`, []any{user, string(ByMail), sentState, failedState}, &state, &why)
	return why, err
}

// OutboxCount is how many rows of a channel are not done yet.
type OutboxCount struct {
	Open    int // all of them
	Due     int // wait to be taken now
	Sending int // are taken
}

// OutboxCount counts the rows of a channel.
func (s *Store) OutboxCount(ctx context.Context, c Channel) (n OutboxCount, err error) {
	_, err = s.reading().Row(ctx, `SELECT COUNT(*),
			COALESCE(SUM(CASE WHEN due <= ? THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN state = ? THEN 1 ELSE 0 END), 0)
		FROM outbox WHERE channel = ? AND done = 0`,
		[]any{s.now(), sendingState, string(c)}, &n.Open, &n.Due, &n.Sending)
	return n, err
}
