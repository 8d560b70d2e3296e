package storetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

func users(f *fixture) {
	ann := f.person("Ann")
	got, err := f.User(f.ctx, ann.ID)
	f.ok(err)
	want(f, "name", got.Name, "Ann")
	want(f, "hash", got.PasswordHash(), "hash of Ann")
	want(f, "created", got.Created, f.now)
	want(f, "guest", got.Guest, false)
	got, err = f.UserByName(f.ctx, "aNN")
	f.ok(err)
	want(f, "by name", got.ID, ann.ID)
	_, err = f.User(f.ctx, "nobody")
	f.refused(err, play.NotFound)
	_, err = f.UserByName(f.ctx, "")
	f.refused(err, play.NotFound)
	_, err = f.CreateUser(f.ctx, "ANN", "")
	f.refused(err, play.Taken)
	for _, name := range []string{
		"", "a", "1ann", "-ann", "an n", "ann\x00", "änn", "ann\n", strings.Repeat("a", store.MaxName+1),
		"server", "Admin", "Guest-1", "guest", "<b>", "ann'--", "\xff\xfe",
	} {
		_, err := f.CreateUser(f.ctx, name, "")
		f.refused(err, play.Invalid)
	}
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	if !guest.Guest || !strings.HasPrefix(guest.Name, "Guest-") {
		f.Errorf("the guest is %+v", guest)
	}

	f.ok(f.SetSettings(f.ctx, ann.ID, json.RawMessage(`{"theme":"dark"}`)))
	for _, bad := range []string{``, `null`, `[]`, `"x"`, `{`, `{"a":"` + strings.Repeat("a", 20_000) + `"}`} {
		f.refused(f.SetSettings(f.ctx, ann.ID, json.RawMessage(bad)), play.Invalid)
	}
	f.refused(f.SetSettings(f.ctx, "nobody", json.RawMessage(`{}`)), play.NotFound)
	f.pass(30 * time.Second)
	f.ok(f.MarkSeen(f.ctx, ann.ID))
	got, _ = f.User(f.ctx, ann.ID)
	want(f, "seen", got.Seen, ann.Seen) // not worth writing
	want(f, "settings", string(got.Settings), `{"theme":"dark"}`)
	f.pass(time.Minute)
	f.ok(f.MarkSeen(f.ctx, ann.ID))
	got, _ = f.User(f.ctx, ann.ID)
	want(f, "seen", got.Seen, f.now)
}

// noText expects invalid text to be found nowhere and to be refused.
func noText(f *fixture) {
	ann := f.person("Ann")
	m := f.game(terms("1d"), ann, f.person("Bob"))
	for _, bad := range []string{"\x00", "a\x00b", "\xff"} {
		_, err := f.UserByName(f.ctx, bad)
		f.refused(err, play.NotFound)
		_, err = f.Game(f.ctx, bad)
		f.refused(err, play.NotFound)
		_, err = f.SeekByID(f.ctx, bad)
		f.refused(err, play.NotFound)
		_, err = f.Job(f.ctx, bad)
		f.refused(err, play.NotFound)
		found, err := f.Search(f.ctx, store.Query{Player: bad})
		f.ok(err)
		want(f, "games found", len(found.Games), 0)
		f.refused(f.SetNote(f.ctx, m.ID, ann.ID, bad), play.Invalid)
	}
}

func namesAtOnce(f *fixture) {
	f.oneOf(atOnce(8, func(i int) error {
		name := "ann"
		if i%2 == 0 {
			name = "ANN"
		}
		_, err := f.CreateUser(f.ctx, name, "")
		return err
	}), play.Taken)
}

func registering(f *fixture) {
	bob := f.person("bob")
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	m := f.game(terms("1d"), guest, bob)
	_, err = f.Register(f.ctx, guest.ID, "BOB", "h")
	f.refused(err, play.Taken)
	_, err = f.Register(f.ctx, guest.ID, "guest", "h")
	f.refused(err, play.Invalid)
	ann, err := f.Register(f.ctx, guest.ID, "ann", "h")
	f.ok(err)
	want(f, "registered", fmt.Sprintf("%v %v %v %v", ann.ID == guest.ID, ann.Name, ann.Guest, ann.PasswordHash()),
		"true ann false h")
	_, err = f.Register(f.ctx, guest.ID, "eve", "h")
	f.refused(err, play.NotAllowed)
	f.plays(m.ID, "e4") // the game is still hers
	var guests []store.User
	for range 4 {
		g, err := f.CreateGuest(f.ctx, "")
		f.ok(err)
		guests = append(guests, g)
	}
	f.oneOf(atOnce(len(guests), func(i int) error {
		_, err := f.Register(f.ctx, guests[i].ID, "eve", "h")
		return err
	}), play.Taken)
}

func passwords(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	_, here, err := f.CreateToken(f.ctx, ann.ID, "here", "", 0)
	f.ok(err)
	_, there, err := f.CreateToken(f.ctx, ann.ID, "there", "", 0)
	f.ok(err)
	_, bobs, err := f.CreateToken(f.ctx, bob.ID, "bob's", "", 0)
	f.ok(err)
	f.ok(f.SetPassword(f.ctx, ann.ID, "new", here))
	got, _ := f.User(f.ctx, ann.ID)
	want(f, "hash", got.PasswordHash(), "new")
	_, err = f.TokenBySecret(f.ctx, here)
	f.ok(err)
	_, err = f.TokenBySecret(f.ctx, bobs)
	f.ok(err)
	_, err = f.TokenBySecret(f.ctx, there)
	f.refused(err, play.NotFound)
	guest, _ := f.CreateGuest(f.ctx, "")
	f.refused(f.SetPassword(f.ctx, guest.ID, "new", ""), play.NotFound)
}

func passkeys(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	key := store.Credential{ID: []byte{1, 0, 255}, User: ann.ID, Data: json.RawMessage(`{"count":1}`)}
	f.ok(f.SaveCredential(f.ctx, key))
	key.Data = json.RawMessage(`{"count":2}`)
	f.ok(f.SaveCredential(f.ctx, key))
	got, err := f.CredentialByID(f.ctx, key.ID)
	f.ok(err)
	if !bytes.Equal(got.ID, key.ID) || got.User != ann.ID || string(got.Data) != `{"count":2}` {
		f.Errorf("the passkey is %+v", got)
	}
	f.refused(f.SaveCredential(f.ctx, store.Credential{ID: key.ID, User: bob.ID, Data: key.Data}), play.Taken)
	f.ok(f.SaveCredential(f.ctx, store.Credential{ID: []byte{2}, User: ann.ID, Data: key.Data}))
	all, err := f.Credentials(f.ctx, ann.ID)
	f.ok(err)
	want(f, "passkeys", len(all), 2)
	f.refused(f.DeleteCredential(f.ctx, bob.ID, key.ID), play.NotFound)
	f.ok(f.DeleteCredential(f.ctx, ann.ID, key.ID))
	_, err = f.CredentialByID(f.ctx, key.ID)
	f.refused(err, play.NotFound)

	// The only way to sign in cannot be deleted.
	eve, err := f.CreateUser(f.ctx, "eve", "")
	f.ok(err)
	f.ok(f.SaveCredential(f.ctx, store.Credential{ID: []byte{3}, User: eve.ID, Data: key.Data}))
	f.refused(f.DeleteCredential(f.ctx, eve.ID, []byte{3}), play.NotAllowed)
}

func tokens(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	k, secret, err := f.CreateToken(f.ctx, ann.ID, "my bot", "play", time.Hour)
	f.ok(err)
	got, err := f.TokenBySecret(f.ctx, secret)
	f.ok(err)
	want(f, "token", got, k)
	want(f, "user", got.User, ann.ID)
	for _, wrong := range []string{"", "x", secret + "x", strings.ToLower(secret), k.ID} {
		_, err := f.TokenBySecret(f.ctx, wrong)
		f.refused(err, play.NotFound)
	}
	_, forever, err := f.CreateToken(f.ctx, ann.ID, "for ever", "", 0)
	f.ok(err)
	f.pass(time.Hour)
	_, err = f.TokenBySecret(f.ctx, secret)
	f.refused(err, play.NotFound)
	f.pass(100 * 365 * play.Day)
	k, err = f.TokenBySecret(f.ctx, forever)
	f.ok(err)
	all, err := f.Tokens(f.ctx, ann.ID)
	f.ok(err)
	want(f, "tokens", len(all), 1)
	f.refused(f.RevokeToken(f.ctx, bob.ID, k.ID), play.NotFound)
	f.ok(f.RevokeToken(f.ctx, ann.ID, k.ID))
	_, err = f.TokenBySecret(f.ctx, forever)
	f.refused(err, play.NotFound)
	_, _, err = f.CreateToken(f.ctx, "nobody", "", "", 0)
	f.refused(err, play.NotFound)
	_, _, err = f.CreateToken(f.ctx, ann.ID, strings.Repeat("x", 101), "", 0)
	f.refused(err, play.Invalid)
	removed, err := f.DeleteExpired(f.ctx)
	f.ok(err)
	want(f, "tidied", removed, 1)
}

// A token records its last use, which prolongs a session.
func tokenUse(f *fixture) {
	ann := f.person("ann")
	k, secret, err := f.CreateToken(f.ctx, ann.ID, "a browser", "web", time.Hour)
	f.ok(err)
	want(f, "proved", k.Proved, k.Created)
	f.pass(59 * time.Minute)
	k, err = f.UseToken(f.ctx, k, "here", time.Hour)
	f.ok(err)
	f.pass(30 * time.Second)
	_, err = f.UseToken(f.ctx, k, "there", time.Hour)
	f.ok(err) // too soon to write
	f.pass(58 * time.Minute)
	f.ok(f.ProveToken(f.ctx, k.ID))
	got, err := f.TokenBySecret(f.ctx, secret)
	f.ok(err)
	want(f, "from", got.From, "here")
	want(f, "used", got.Used, k.Used)
	want(f, "ends", got.Expires, k.Used.Add(time.Hour))
	want(f, "proved again", got.Proved, f.now)
	f.pass(2 * time.Minute)
	_, err = f.TokenBySecret(f.ctx, secret)
	f.refused(err, play.NotFound)
	f.refused(f.ProveToken(f.ctx, "nothing"), play.NotFound)
}

// Guests without games are deleted after GuestLife, guests with games are kept.
func guestsEnd(f *fixture) {
	idle, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	_, secret, err := f.CreateToken(f.ctx, idle.ID, "a browser", "web", 0)
	f.ok(err)
	_, err = f.SaveStudy(f.ctx, idle.ID, store.Study{Name: "mine", Variant: "chess", PGN: "*"})
	f.ok(err)
	player, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	f.game(terms("5+0"), player, f.person("ann"))
	f.pass(store.GuestLife - time.Hour)
	_, err = f.DeleteExpired(f.ctx)
	f.ok(err)
	_, err = f.User(f.ctx, idle.ID)
	f.ok(err)
	f.pass(2 * time.Hour)
	_, err = f.DeleteExpired(f.ctx)
	f.ok(err)
	_, err = f.User(f.ctx, idle.ID)
	f.refused(err, play.NotFound)
	_, err = f.TokenBySecret(f.ctx, secret)
	f.refused(err, play.NotFound)
	_, err = f.User(f.ctx, player.ID)
	f.ok(err)
}

// New names must not look like existing ones.
func looks(f *fixture) {
	f.person("Milli")
	guest, err := f.CreateGuest(f.ctx, "")
	f.ok(err)
	for _, name := range []string{"mi11i", "Mil-li", "MILLI", "rnilli", "m_i_l_l_1"} {
		_, err := f.CreateUser(f.ctx, name, "")
		f.refused(err, play.Taken)
		_, err = f.Register(f.ctx, guest.ID, name, "")
		f.refused(err, play.Taken)
	}
	f.person("mila")
	f.person("vvim")
	_, err = f.CreateUser(f.ctx, "Wim", "")
	f.refused(err, play.Taken)
}

func values(f *fixture) {
	f.ok(f.SetValue(f.ctx, "a", []byte("1"), time.Time{}))
	f.ok(f.SetValue(f.ctx, "a", []byte("2"), time.Time{}))
	f.ok(f.SetValue(f.ctx, "empty", []byte{}, time.Time{}))
	f.pass(1000 * play.Day)
	got, found, err := f.Value(f.ctx, "a")
	f.ok(err)
	want(f, "value", string(got), "2")
	want(f, "found", found, true)
	_, found, err = f.Value(f.ctx, "empty")
	f.ok(err)
	want(f, "found empty", found, true)
	f.ok(f.SetValue(f.ctx, "a", []byte("3"), f.now.Add(time.Hour)))
	_, found, err = f.Value(f.ctx, "a")
	f.ok(err)
	want(f, "found before its end", found, true)
	f.pass(time.Hour)
	_, found, err = f.Value(f.ctx, "a")
	f.ok(err)
	want(f, "found after its end", found, false)
	f.ok(f.SetValue(f.ctx, "empty", nil, time.Time{}))
	f.ok(f.SetValue(f.ctx, "empty", nil, time.Time{}))
	_, found, err = f.Value(f.ctx, "empty")
	f.ok(err)
	want(f, "found after its removal", found, false)
	f.ok(f.SetValue(f.ctx, "once", []byte("1"), f.now.Add(time.Hour)))
	f.oneOf(atOnce(8, func(int) error {
		got, found, err := f.TakeValue(f.ctx, "once")
		if err == nil && !found {
			err = &play.Error{Code: play.NotFound}
		} else if err == nil && string(got) != "1" {
			err = fmt.Errorf("taken: %q", got)
		}
		return err
	}), play.NotFound)
	first, err := f.FirstValue(f.ctx, "key", []byte("1"))
	f.ok(err)
	second, err := f.FirstValue(f.ctx, "key", []byte("2"))
	f.ok(err)
	want(f, "first and second", string(first)+string(second), "11")
}

// The database does not contain secrets.
func nothingSecret(f *fixture) {
	ann := f.person("ann")
	_, token, err := f.CreateToken(f.ctx, ann.ID, "bot", "", 0)
	f.ok(err)
	_, link, err := f.PostSeek(f.ctx, store.SeekRequest{By: ann.ID, Link: true, Terms: terms("5+0")})
	f.ok(err)
	var dump bytes.Buffer
	f.ok(f.Dump(f.ctx, &dump))
	for _, secret := range []string{token, link} {
		if len(secret) < 10 || strings.Contains(dump.String(), secret) {
			f.Errorf("the database holds the secret %q", secret)
		}
	}
}
