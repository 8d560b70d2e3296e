package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// lease is for how long the tests take rows of the outbox.
const lease = time.Minute

// reachable gives a person a confirmed mail address.
func (f *fixture) reachable(u store.User) {
	f.Helper()
	address := u.Name + "@example.org"
	f.ok(f.SetAddress(f.ctx, u.ID, address))
	secret, err := f.NewConfirmation(f.ctx, u.ID, address)
	f.ok(err)
	_, err = f.ConfirmAddress(f.ctx, secret)
	f.ok(err)
	f.sent() // the mail with the link
}

// browser lets a person take push messages in a new session.
func (f *fixture) browser(u store.User, endpoint string) (session store.Token, secret string) {
	f.Helper()
	session, secret, err := f.CreateToken(f.ctx, u.ID, "a browser", "web", 0)
	f.ok(err)
	f.ok(f.Subscribe(f.ctx, store.Subscription{User: u.ID, Token: session.ID, Endpoint: endpoint}))
	return session, secret
}

// sent sends everything that is due, and returns it: "mail ann turn", "push ann turn", "daily ann
// turn+end".
func (f *fixture) sent() string {
	f.Helper()
	var all []string
	for _, c := range []store.Channel{store.ByPush, store.ByMail} {
		for again := true; again; {
			parcels, err := f.TakeOutgoing(f.ctx, c, 10, lease)
			f.ok(err)
			again = len(parcels) > 0
			for _, rows := range parcels {
				if text := f.deliver(rows); text != "" {
					all = append(all, text)
				}
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// deliver sends a parcel, and returns what was sent.
func (f *fixture) deliver(rows []store.Outgoing) string {
	f.Helper()
	var topics []string
	name := ""
	for _, o := range rows {
		d, err := f.Prepare(f.ctx, o)
		f.ok(err)
		switch {
		case d.Drop != "":
			f.ok(f.MarkDropped(f.ctx, d.Drop, o))
		case !d.Later.IsZero():
			f.ok(f.Postpone(f.ctx, d.Later, "later", true, o))
		default:
			topics, name = append(topics, string(o.Topic)), d.Person.Name
			f.ok(f.MarkSent(f.ctx, o))
		}
	}
	if topics == nil {
		return ""
	}
	slices.Sort(topics)
	how := string(rows[0].Channel)
	if rows[0].Daily {
		how = "daily"
	}
	return how + " " + name + " " + strings.Join(topics, "+")
}

// sends expects what is sent, when it has waited long enough.
func (f *fixture) sends(want string) {
	f.Helper()
	f.pass(2 * time.Minute)
	if got := f.sent(); got != want {
		f.Errorf("sent: %q, want %q", got, want)
	}
}

func contacts(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	f.refused(f.SetAddress(f.ctx, guest.ID, "a@example.org"), play.NotAllowed)
	for _, bad := range []string{
		"ann", "@", "a@", "Ann <ann@example.org>", "a@b\r\nBcc: c@d", "a b@c", "ä@example.org", "a@b, c@d",
		strings.Repeat("a", 250) + "@b.org", `"a b"@c.org`,
	} {
		f.refused(f.SetAddress(f.ctx, ann.ID, bad), play.Invalid)
	}
	f.ok(f.SetAddress(f.ctx, ann.ID, " Ann@Example.org "))
	c, err := f.Contact(f.ctx, ann.ID)
	f.ok(err)
	want(f, "address", c.Address, "Ann@Example.org")
	want(f, "mail before it is confirmed", c.Mail(), "")
	secret, err := f.NewConfirmation(f.ctx, ann.ID, c.Address)
	f.ok(err)
	_, err = f.ConfirmAddress(f.ctx, "x"+secret)
	f.refused(err, play.NotFound)
	u, err := f.ConfirmAddress(f.ctx, secret)
	f.ok(err)
	want(f, "confirmed by", u.ID, ann.ID)
	_, err = f.ConfirmAddress(f.ctx, secret) // once
	f.refused(err, play.NotFound)
	c, err = f.Contact(f.ctx, ann.ID)
	f.ok(err)
	want(f, "mail", c.Mail(), "Ann@Example.org")
	// A link confirms the address that it was sent to, and no later one.
	secret, err = f.NewConfirmation(f.ctx, ann.ID, c.Address)
	f.ok(err)
	f.sends("mail ann confirm")
	f.ok(f.SetAddress(f.ctx, ann.ID, "other@example.org"))
	_, err = f.ConfirmAddress(f.ctx, secret)
	f.refused(err, play.NotFound)
	f.sends("mail ann changed, mail ann confirm") // the old address is warned
	f.ok(f.SetAddress(f.ctx, ann.ID, "third@example.org"))
	f.ok(f.SetAddress(f.ctx, ann.ID, "fourth@example.org"))
	f.sends("mail ann confirm")
	f.pass(store.ConfirmLife)
	f.ok(f.ResendConfirmation(f.ctx, ann.ID))
	f.sends("mail ann confirm")

	// Wishes
	want(f, "usual wish", c.Wishes.Of(store.EndTopic).Mail, store.MailDaily)
	w := store.Wishes{store.EndTopic: {Mail: store.MailNow}}
	f.ok(f.SetWishes(f.ctx, bob.ID, w, 23))
	f.refused(f.SetWishes(f.ctx, bob.ID, w, 24), play.Invalid)
	f.refused(f.SetWishes(f.ctx, bob.ID, store.Wishes{"x": {Mail: store.MailNow}}, 1), play.Invalid)
	f.refused(f.SetWishes(f.ctx, bob.ID, store.Wishes{store.DeadlineTopic: {Mail: store.MailDaily}}, 1), play.Invalid)
	f.ok(f.StopMail(f.ctx, bob.ID, func(t store.Topic, _ store.Wish) bool { return t == store.TurnTopic }))
	f.reopen()
	c, err = f.Contact(f.ctx, bob.ID)
	f.ok(err)
	want(f, "hour", c.Hour, 23)
	want(f, "of ends", c.Wishes.Of(store.EndTopic).Mail, store.MailNow)
	want(f, "of turns", c.Wishes.Of(store.TurnTopic), store.Wish{Mail: store.MailNever, Push: true})
	want(f, "of challenges", c.Wishes.Of(store.ChallengeTopic).Mail, store.MailNow)

	// Feeds
	first, err := f.NewFeed(f.ctx, ann.ID)
	f.ok(err)
	u, err = f.FeedOwner(f.ctx, first)
	f.ok(err)
	want(f, "owner", u.ID, ann.ID)
	second, err := f.NewFeed(f.ctx, ann.ID)
	f.ok(err)
	for _, ended := range []string{first, ""} {
		_, err = f.FeedOwner(f.ctx, ended)
		f.refused(err, play.NotFound)
	}
	f.ok(f.DropFeed(f.ctx, ann.ID))
	_, err = f.FeedOwner(f.ctx, second)
	f.refused(err, play.NotFound)
}

func resets(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	for _, nobody := range []string{"ann", "nobody", ""} {
		f.ok(f.RequestReset(f.ctx, nobody))
	}
	f.sends("")
	f.reachable(ann)
	f.reachable(bob)
	for _, name := range []string{"ANN", "Ann@example.org"} {
		f.ok(f.RequestReset(f.ctx, name))
		f.ok(f.RequestReset(f.ctx, name)) // one mail waits
		f.sends("mail ann reset")
	}
	_, session, err := f.CreateToken(f.ctx, ann.ID, "a browser", "web", 0)
	f.ok(err)
	first, err := f.NewReset(f.ctx, ann.ID)
	f.ok(err)
	second, err := f.NewReset(f.ctx, ann.ID)
	f.ok(err)
	u, err := f.ResetOwner(f.ctx, first)
	f.ok(err)
	want(f, "owner", u.ID, ann.ID)
	u, err = f.ResetPassword(f.ctx, first, "another hash")
	f.ok(err)
	want(f, "owner", u.ID, ann.ID)
	for _, used := range []string{first, second, "", "x"} { // those of the old password end too
		_, err = f.ResetOwner(f.ctx, used)
		f.refused(err, play.NotFound)
		_, err = f.ResetPassword(f.ctx, used, "a third hash")
		f.refused(err, play.NotFound)
	}
	u, err = f.User(f.ctx, ann.ID)
	f.ok(err)
	want(f, "hash", u.PasswordHash(), "another hash")
	_, err = f.TokenBySecret(f.ctx, session)
	f.refused(err, play.NotFound)
	f.sends("mail ann changed")
	late, err := f.NewReset(f.ctx, ann.ID)
	f.ok(err)
	var dump bytes.Buffer
	f.ok(f.Dump(f.ctx, &dump))
	if strings.Contains(dump.String(), late) {
		f.Error("the database holds the secret of a link")
	}
	f.pass(store.ResetLife)
	_, err = f.ResetOwner(f.ctx, late)
	f.refused(err, play.NotFound)
}

// Players are told once of what they have not seen.
func outbox(f *fixture) {
	ann, bob, eve := f.person("ann"), f.person("bob"), f.person("eve")
	f.reachable(ann)
	m := f.game(terms("3d"), ann, bob)
	f.sends("mail ann turn")
	f.sends("")
	f.plays(m.ID, "e4")
	f.sends("") // bob has no address
	m = f.plays(m.ID, "e5")
	f.pass(time.Second)
	want(f, "sent at once", f.sent(), "")
	f.sends("mail ann turn")
	m = f.plays(m.ID, "Nf3 Nc6")
	f.ok(f.SawGame(f.ctx, ann.ID, m.ID, m.Seq)) // ann has opened the game
	f.sends("")
	m = f.plays(m.ID, "Bb5 a6")
	f.ok(f.SawGame(f.ctx, ann.ID, m.ID, m.Seq-1)) // as it was before
	f.ok(f.SawGame(f.ctx, bob.ID, m.ID, m.Seq))
	f.sends("mail ann turn")
	f.plays(m.ID, "Ba4 Nf6 O-O") // ann has moved meanwhile
	f.sends("")
	// What was taken for one turn is not sent about the next.
	f.plays(m.ID, "Be7")
	f.pass(2 * time.Minute)
	taken, err := f.TakeOutgoing(f.ctx, store.ByMail, 10, lease)
	f.ok(err)
	want(f, "parcels", len(taken), 1)
	f.plays(m.ID, "Re1 b5")
	want(f, "sent late", f.deliver(taken[0]), "")
	f.sends("mail ann turn")

	// A message, until the game is seen
	say := play.Command{Do: play.Say, Text: "hello"}
	w := store.Wishes{store.MessageTopic: {Mail: store.MailNow}, store.EndTopic: {Mail: store.MailNow}}
	f.ok(f.SetWishes(f.ctx, ann.ID, w, 7))
	f.does(m.ID, bob, say)
	f.does(m.ID, bob, say)
	f.sends("mail ann message")
	f.does(m.ID, bob, say)
	f.sends("")
	done := f.does(m.ID, bob, say)
	f.ok(f.SawGame(f.ctx, ann.ID, m.ID, done.Summary.Seq))
	f.does(m.ID, bob, say)
	f.sends("mail ann message")
	f.does(m.ID, bob, play.Command{Do: play.OfferDraw})
	f.sends("mail ann message")
	f.does(m.ID, eve, say) // a watcher
	f.sends("")

	// The end, for who has not brought it about
	f.does(m.ID, bob, play.Command{Do: play.Resign})
	f.sends("mail ann end")
	f.does(m.ID, bob, play.Command{Do: play.OfferRematch})
	f.sends("mail ann challenge")
	m = *f.does(m.ID, ann, play.Command{Do: play.OfferRematch}).Rematch
	f.sends("")
	f.does(m.ID, ann, play.Command{Do: play.Resign})
	f.sends("")

	// Live games: their players look at the board
	live := f.game(terms("5+0"), ann, bob)
	f.plays(live.ID, "e4 e5")
	f.does(live.ID, bob, say)
	f.does(live.ID, bob, play.Command{Do: play.Resign})
	f.sends("mail ann end")
	// The computer's games are quiet.
	_, err = f.CreateGame(f.ctx, play.Beginning{
		Terms: terms("3d"), White: player(ann), Black: play.Player{Name: "Computer 3", Level: 3},
	})
	f.ok(err)
	f.sends("")
	// A closed account gets nothing.
	f.game(terms("3d"), ann, bob)
	f.ok(f.CloseAccount(f.ctx, store.Operator, ann.ID, "", false))
	f.sends("")
}

// Offers and challenges are told of until the person has seen a page, or they are over.
func outboxOffers(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	f.reachable(ann)
	k, _ := f.seek(store.SeekRequest{By: ann.ID, Terms: terms("3d"), Color: play.White})
	_, err := f.TakeSeek(f.ctx, k.ID, bob.ID)
	f.ok(err)
	f.sends("mail ann accepted") // and not "turn" as well
	k, _ = f.seek(store.SeekRequest{By: ann.ID, Terms: terms("5+0")})
	_, err = f.TakeSeek(f.ctx, k.ID, bob.ID)
	f.ok(err)
	f.ok(f.SawNotices(f.ctx, ann.ID))
	f.sends("")
	challenge := func() store.Seek {
		k, _ := f.seek(store.SeekRequest{By: bob.ID, To: ann.ID, Terms: terms("3d")})
		return k
	}
	k = challenge()
	f.sends("mail ann challenge")
	f.ok(f.DropSeek(f.ctx, k.ID, bob.ID))
	k = challenge()
	f.ok(f.DropSeek(f.ctx, k.ID, bob.ID))
	f.sends("")
	challenge()
	f.ok(f.SawNotices(f.ctx, ann.ID))
	f.sends("")
	for _, kind := range []store.NoticeKind{store.OfferAccepted} { // the site shows the same
		all, err := f.Notices(f.ctx, ann.ID)
		f.ok(err)
		want(f, "notice", all[0].Kind, kind)
	}
}

// Push messages come first, and mail about the same event only if none could be sent.
func outboxPush(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	f.reachable(ann)
	session, secret := f.browser(ann, "https://push.example.org/1")
	f.browser(ann, "https://push.example.org/2")
	m := f.game(terms("3d"), ann, bob)
	f.sends("push ann turn, push ann turn")
	f.plays(m.ID, "e4 e5")
	f.ok(f.SetWishes(f.ctx, ann.ID, store.Wishes{store.TurnTopic: {Mail: store.MailNow}}, 7))
	f.sends("mail ann turn")

	// Without a mail address, and when a browser is gone
	f.ok(f.SetWishes(f.ctx, ann.ID, store.Wishes{}, 7))
	f.plays(m.ID, "Nf3 Nc6")
	all, err := f.Subscriptions(f.ctx, ann.ID)
	f.ok(err)
	want(f, "browsers", len(all), 2)
	f.ok(f.DropSubscription(f.ctx, all[1].ID))
	f.sends("push ann turn")
	// A session that takes the place of another keeps what the browser takes.
	other, _, err := f.CreateToken(f.ctx, ann.ID, "a browser", "web", 0)
	f.ok(err)
	f.ok(f.MoveSubscriptions(f.ctx, ann.ID, session.ID, other.ID))
	f.ok(f.RevokeToken(f.ctx, ann.ID, session.ID))
	_, err = f.TokenBySecret(f.ctx, secret)
	f.refused(err, play.NotFound)
	f.plays(m.ID, "Bb5 a6")
	f.sends("push ann turn")
	// It ends with the session, and mail comes instead.
	f.plays(m.ID, "Ba4 Nf6")
	f.ok(f.RevokeToken(f.ctx, ann.ID, other.ID))
	f.sends("mail ann turn")
	n, err := f.DeleteExpired(f.ctx)
	f.ok(err)
	want(f, "tidied", n, 1)
	// A browser belongs to who used it last.
	f.browser(ann, "https://push.example.org/3")
	f.browser(bob, "https://push.example.org/3")
	all, err = f.Subscriptions(f.ctx, ann.ID)
	f.ok(err)
	want(f, "browsers of ann", len(all), 0)
}

// The daily mail has everything that is still news, once.
func outboxDaily(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	f.reachable(ann)
	daily := store.Wishes{}
	for _, topic := range store.Topics {
		if topic != store.DeadlineTopic {
			daily[topic] = store.Wish{Mail: store.MailDaily}
		}
	}
	f.ok(f.SetWishes(f.ctx, ann.ID, daily, 15)) // it is noon
	a, b := f.game(terms("7d"), ann, bob), f.game(terms("7d"), ann, bob)
	c := f.game(terms("7d"), bob, ann)
	f.seek(store.SeekRequest{By: bob.ID, To: ann.ID, Terms: terms("3d")})
	f.does(c.ID, bob, play.Command{Do: play.Abort})
	f.sends("")
	f.plays(a.ID, "e4 e5 Nf3") // bob is on turn
	f.pass(3 * time.Hour)
	f.sends("daily ann challenge+end+turn")
	f.sends("")
	f.plays(b.ID, "e4 e5")
	f.pass(12 * time.Hour)
	f.sends("")
	f.pass(12 * time.Hour)
	f.sends("daily ann turn")
}

// A warning comes when a day is left, or a third of a shorter turn.
func outboxDeadlines(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	f.reachable(ann)
	f.ok(f.SetWishes(f.ctx, ann.ID, store.Wishes{store.TurnTopic: {Mail: store.MailNever}}, 7))
	long, short := f.game(terms("3d"), ann, bob), f.game(terms("1d"), ann, bob)
	f.pass(15 * time.Hour)
	f.sends("")
	f.pass(time.Hour)
	f.sends("mail ann deadline")
	f.plays(short.ID, "e4 e5")
	f.pass(11 * time.Hour)
	f.plays(short.ID, "Nf3") // in time
	f.sends("")
	_, err := f.TakeVacation(f.ctx, ann.ID, f.now.Add(2*play.Day)) // moves the deadline of the long game
	f.ok(err)
	f.pass(2 * play.Day)
	f.sends("")
	f.pass(21 * time.Hour)
	f.sends("mail ann deadline")
	f.does(long.ID, ann, play.Command{Do: play.Abort})
	_, err = f.Sweep(f.ctx) // bob has lost the short game
	f.ok(err)
	f.sends("")

	// Somebody who turns mail on is warned of turns that had begun.
	for range 2 {
		f.game(terms("3d"), bob, ann)
	}
	f.pass(play.Day)
	f.reachable(bob)
	f.ok(f.SetWishes(f.ctx, bob.ID, store.Wishes{}, 7)) // changes nothing
	f.pass(play.Day + 9*time.Hour)
	f.sends("mail bob deadline, mail bob deadline")
	f.sends("")
}

// A row that a killed server has taken is sent by another, and each row by one of several.
func outboxLeases(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	f.reachable(ann)
	f.game(terms("3d"), ann, bob)
	f.pass(2 * time.Minute)
	take := func() store.Outgoing {
		f.Helper()
		parcels, err := f.TakeOutgoing(f.ctx, store.ByMail, 10, lease)
		f.ok(err)
		if len(parcels) != 1 || len(parcels[0]) != 1 {
			f.Fatalf("taken: %+v", parcels)
		}
		return parcels[0][0]
	}
	none := func() {
		f.Helper()
		parcels, err := f.TakeOutgoing(f.ctx, store.ByMail, 10, lease)
		f.ok(err)
		want(f, "taken", len(parcels), 0)
	}
	killed := take()
	none()
	f.reopen()
	none()
	f.pass(lease)
	next := take()
	want(f, "the name of the mail", next.ID, killed.ID)
	want(f, "tries", next.Tries, 2)
	f.ok(f.MarkFailed(f.ctx, "too late", killed)) // it is no longer its row
	f.ok(f.Postpone(f.ctx, f.now, "too late", false, killed))
	f.ok(f.Postpone(f.ctx, f.now.Add(time.Hour), "busy", false, next))
	f.pass(time.Hour - time.Second)
	none()
	f.pass(time.Second)
	next = take()
	want(f, "tries", next.Tries, 3)
	count, err := f.OutboxCount(f.ctx, store.ByMail)
	f.ok(err)
	want(f, "open", count, store.OutboxCount{Open: 2, Sending: 1}) // with the warning of the deadline
	f.ok(f.MarkFailed(f.ctx, "no such mailbox", next))
	none()
	why, err := f.LastFailure(f.ctx, ann.ID)
	f.ok(err)
	want(f, "why", why, "no such mailbox")

	// Several servers, and a daily mail
	f.ok(f.SetWishes(f.ctx, ann.ID, store.Wishes{store.ChallengeTopic: {Mail: store.MailDaily}}, 7))
	for range 4 {
		f.game(terms("3d"), ann, bob)
		f.seek(store.SeekRequest{By: bob.ID, To: ann.ID, Terms: terms("3d")})
	}
	f.pass(20 * time.Hour)
	taken := make([][][]store.Outgoing, 6)
	errs := atOnce(len(taken), func(i int) error {
		var err error
		taken[i], err = f.TakeOutgoing(f.ctx, store.ByMail, 2, lease)
		return err
	})
	f.ok(errors.Join(errs...))
	single, daily := map[string]int{}, 0
	for _, parcels := range taken {
		for _, rows := range parcels {
			if rows[0].Daily {
				daily++
				want(f, "in the daily mail", len(rows), 4)
				continue
			}
			single[rows[0].ID]++
		}
	}
	want(f, "daily mails", daily, 1)
	want(f, "single mails", fmt.Sprint(len(single)), "4")
	for id, n := range single {
		want(f, "row "+id, n, 1)
	}
}
