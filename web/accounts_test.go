package web_test

import (
	"archive/zip"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket/wsjson"
	"github.com/pquerna/otp/totp"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/live"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// wants fails the test unless an answer has a status and contains a text.
func (a answer) wants(t testing.TB, status int, text string) {
	t.Helper()
	if a.status != status || !strings.Contains(a.body, text) {
		t.Fatalf("the answer at %s is %d, want %d with %q: %.600s", a.at, a.status, status, text, a.body)
	}
}

// within returns the first group of a pattern in a text.
func within(t testing.TB, text, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("there is no %s in %s", pattern, text)
	}
	return found[1]
}

// TestSecondFactor: with a second factor the password alone does not sign in. A code works once,
// and so does a recovery code in its place.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	s := newSiteAt(t, func() time.Time { return now })
	ann := s.account("Ann")
	other := s.client()
	other.form("/sign-in", "name=Ann", "password=correct horse Ann")

	setup := ann.form("/me/factor")
	setup.wants(t, http.StatusOK, "data:image/png;base64,")
	secret := within(t, setup.body, `<code class="secret">([A-Z2-7]+)</code>`)
	code := func() string {
		c, err := totp.GenerateCode(secret, now)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ann.form("/me/factor/on", "code=000000").wants(t, http.StatusUnprocessableEntity, "That is not the code.")
	kept := ann.form("/me/factor/on", "code="+code())
	kept.wants(t, http.StatusOK, "Recovery codes")
	recovery := within(t, kept.body, `<code>([A-Z2-7]{6}(?:-[A-Z2-7]{6}){3})</code>`)
	if a := other.get("/me"); a.at != "/sign-in" {
		t.Errorf("the other session has not ended: it is at %s", a.at)
	}

	eve := s.client()
	in := func(c *client, code string) answer {
		c.form("/sign-in", "name=Ann", "password=correct horse Ann", "back=/me").wants(t, http.StatusOK, "Your code")
		return c.form("/sign-in/code", "code="+code)
	}
	in(eve, code()).wants(t, http.StatusForbidden, "wrong or no longer valid") // it was used for the setup
	if a := eve.get("/me"); a.at != "/sign-in" {
		t.Errorf("the password alone leads to %s", a.at)
	}
	now = now.Add(30 * time.Second)
	if a := in(eve, code()); a.at != "/me" {
		t.Errorf("the code leads to %s: %d", a.at, a.status)
	}
	in(s.client(), code()).wants(t, http.StatusForbidden, "wrong or no longer valid")
	if a := in(s.client(), strings.ToLower(recovery)); a.at != "/me" {
		t.Errorf("a recovery code leads to %s: %d", a.at, a.status)
	}
	in(s.client(), recovery).wants(t, http.StatusForbidden, "wrong or no longer valid")
	s.client().form("/sign-in/code", "code="+code()).wants(t, http.StatusOK, "Sign in") // without a password first

	// A change of the password ends a sign-in that waits for its code.
	late := s.client()
	late.form("/sign-in", "name=Ann", "password=correct horse Ann").wants(t, http.StatusOK, "Your code")
	eve.form("/me/password", "old=correct horse Ann", "password=another horse Ann").
		wants(t, http.StatusOK, "The password is changed")
	now = now.Add(30 * time.Second)
	if a := late.form("/sign-in/code", "code="+code()); a.at != "/sign-in" {
		t.Errorf("after another password the code leads to %s: %d", a.at, a.status)
	}
	eve.form("/me/password", "old=another horse Ann", "password=correct horse Ann").
		wants(t, http.StatusOK, "The password is changed")

	now = now.Add(11 * time.Minute)
	eve.form("/me/factor/off").wants(t, http.StatusForbidden, "First confirm that it is you")
	eve.form("/me/password", "old=correct horse Ann", "password=another horse").
		wants(t, http.StatusForbidden, "First confirm that it is you")
	if a := in(eve, code()); a.at != "/me" {
		t.Fatalf("confirming leads to %s: %d %s", a.at, a.status, a.body)
	}
	eve.form("/me/factor/off").wants(t, http.StatusOK, "The second factor is off.")
	if a := s.client().form("/sign-in", "name=Ann", "password=correct horse Ann", "back=/me"); a.at != "/me" {
		t.Errorf("without the second factor the password leads to %s", a.at)
	}
}

// secondFactor sets up a second factor for somebody who has just signed in.
func (c *client) secondFactor(now time.Time) (secret string) {
	c.Helper()
	secret = within(c, c.form("/me/factor").body, `<code class="secret">([A-Z2-7]+)</code>`)
	code, err := totp.GenerateCode(secret, now)
	if err != nil {
		c.Fatal(err)
	}
	c.form("/me/factor/on", "code="+code).wants(c, http.StatusOK, "Recovery codes")
	return secret
}

// TestManyCodes: somebody who knows the password cannot try all codes.
func TestManyCodes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann").secondFactor(time.Now())
	eve := s.client()
	eve.form("/sign-in", "name=Ann", "password=correct horse Ann")
	for i := range 20 {
		if a := eve.form("/sign-in/code", "code=123456"); a.status == http.StatusTooManyRequests {
			if i > 10 {
				t.Errorf("%d codes could be tried", i)
			}
			return
		}
	}
	t.Error("the number of codes is not limited")
}

// TestArchive: an archive has all that is stored about a person.
func TestArchive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "seirawan", "3d")
	ann.form("/g/"+game+"/do", "do=move", "ply=1", "text=e4")
	ann.form("/g/"+game+"/do", "do=say", "text=Good luck")
	bob.form("/g/"+game+"/do", "do=say", "text=And to you")
	ann.form("/g/"+game+"/note", "note=He likes the Sicilian")
	ann.kept(tools.StudyText{PGN: "1. c4 {a quiet plan} *"})
	ann.form("/me/profile", "text=I compose\r\n\r\nand play").wants(t, http.StatusOK, "I compose\n\nand play")
	s.client().get("/u/Ann").wants(t, http.StatusOK, "I compose\n\nand play")

	a := ann.form("/me/export")
	z, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil {
		t.Fatalf("%d: %v: %.200s", a.status, err, a.body)
	}
	parts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(text)
	}
	for name, holds := range map[string][]string{
		"account.json": {`"name": "Ann"`, `"profile": "I compose`, `"scope": "web"`, `1. c4 {a quiet plan}`},
		"games.pgn":    {`[White "Ann"]`, "1. e4"},
		"games.jsonl":  {game, "Good luck", "He likes the Sicilian"},
	} {
		for _, want := range holds {
			if !strings.Contains(parts[name], want) {
				t.Errorf("%s has no %s: %s", name, want, parts[name])
			}
		}
	}
	if strings.Contains(a.body+parts["account.json"]+parts["games.jsonl"], "And to you") ||
		strings.Contains(parts["account.json"], "argon2") {
		t.Error("the archive has data of others, or the hash of the password")
	}
	if !json.Valid([]byte(parts["account.json"])) {
		t.Error("account.json is not JSON")
	}
}

// TestDeletedAccount: after a deletion the owner is signed out and cannot sign in, and their name
// is nowhere. The games stay.
func TestDeletedAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "3d")
	for i, who := range []*client{ann, bob, ann, bob} {
		text := []string{"e4", "e5", "Nf3", "Nc6"}[i]
		who.form("/g/"+game+"/do", "do=move", "ply="+string(rune('1'+i)), "text="+text).wants(t, http.StatusOK, "")
	}
	ann.form("/g/"+game+"/do", "do=say", "text=My address is 5 High Street")
	ann.form("/me/delete", "name=Bob").wants(t, http.StatusUnprocessableEntity, "Nothing is deleted.")
	if a := ann.form("/me/delete", "name=ann"); a.at != "/" {
		t.Fatalf("deleting leads to %s: %d %s", a.at, a.status, a.body)
	}
	s.client().form("/sign-in", "name=Ann", "password=correct horse Ann").wants(t, http.StatusUnauthorized, "")
	s.client().get("/u/Ann").wants(t, http.StatusNotFound, "")
	s.client().form("/register", "name=Ann", "password=another horse").wants(t, http.StatusConflict, "")
	over := bob.get("/g/" + game)
	over.wants(t, http.StatusOK, "Black wins")
	if strings.Contains(over.body, "Ann") || strings.Contains(over.body, "High Street") ||
		strings.Contains(over.body, "/u/deleted") {
		t.Errorf("the game shows Ann's name: %s", over.body)
	}
}

// TestRenamed: people, pages and games have the new name, and nobody else can take the old one.
func TestRenamed(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := newSiteAt(t, func() time.Time { return now })
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "3d")
	ann.form("/me/name", "name=Bob").wants(t, http.StatusConflict, "")
	ann.form("/me/name", "name=Anna").wants(t, http.StatusOK, "Your name is Anna now.")
	bob.get("/g/"+game).wants(t, http.StatusOK, "/u/Anna")
	s.client().form("/register", "name=Ann", "password=another horse").wants(t, http.StatusConflict, "")
	ann.form("/me/name", "name=Hanna").wants(t, http.StatusConflict, "once in 30 days")
	now = now.Add(31 * play.Day)
	ann.form("/me/name", "name=Hanna").wants(t, http.StatusForbidden, "First confirm that it is you")
}

// TestModeration: from a report to a closed account, with every action in the log.
func TestModeration(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, mod := s.account("Ann"), s.account("Bob"), s.account("Mia")
	if err := s.store.SetRole(t.Context(), "the operator", s.id("Mia"), "moderator"); err != nil {
		t.Fatal(err)
	}
	mod.get("/moderation").wants(t, http.StatusForbidden, "Moderators need a second factor")
	mod.secondFactor(time.Now())
	game := s.game(ann, bob, "chess", "5+3")
	bob.form("/g/"+game+"/do", "do=say", "text=You are a fool")
	line := within(t, ann.get("/g/"+game).body, `/u/Bob\?game=`+game+`&amp;line=(\d+)#report`)
	ann.get("/u/Bob?game="+game+"&line="+line).wants(t, http.StatusOK, "You are a fool")
	ann.form("/u/Bob/report", "game="+game, "line="+line, "text=He insults me").
		wants(t, http.StatusOK, "The moderators will look at it.")

	ann.get("/moderation").wants(t, http.StatusNotFound, "")
	ann.form("/moderation/mute", "name=Bob", "hours=24", "why=no").wants(t, http.StatusNotFound, "")
	seen := mod.get("/moderation")
	seen.wants(t, http.StatusOK, "He insults me")
	seen.wants(t, http.StatusOK, "<blockquote>You are a fool</blockquote>")
	mod.form("/moderation/line", "game="+game, "line="+line).wants(t, http.StatusOK, "The message is removed.")
	if a := ann.get("/g/" + game); strings.Contains(a.body, "fool") || !strings.Contains(a.body, "removed") {
		t.Errorf("the line is still there: %s", a.body)
	}
	mod.form("/moderation/mute", "name=Bob", "hours=24", "why=insults").wants(t, http.StatusOK, "Bob is muted.")
	bob.form("/g/"+game+"/do", "do=say", "text=Again").wants(t, http.StatusForbidden, "muted")
	mod.form("/moderation/report", "id="+within(t, seen.body, `name="id" value="(\w+)"`), "verdict=muted").
		wants(t, http.StatusOK, "The report is closed.")
	mod.form("/moderation/role", "name=Mia", "role=admin").wants(t, http.StatusForbidden, "Only admins may do this.")
	mod.form("/moderation/mute", "name=Mia", "hours=0", "why=me").
		wants(t, http.StatusForbidden, "Only admins may moderate moderators.")

	bob.form("/offers", "variant=chess", "clock=5+3", "opponent=anybody")
	page := mod.get("/moderation?name=Bob")
	page.wants(t, http.StatusOK, "last used")
	mod.form("/moderation/offer", "id="+within(t, page.body, `name="id" value="(\w+)"`)).
		wants(t, http.StatusOK, "The offer is removed.")

	study := bob.kept(tools.StudyText{Name: "Fools", PGN: "1. e4 {You are a fool} *", Public: true})
	const remove = `action="/moderation/study"`
	if a := ann.get("/study/" + study.ID); strings.Contains(a.body, remove) {
		t.Error("everybody is offered to remove a study")
	}
	mine := within(t, ann.get("/study/"+study.ID).body, `href="(/u/Bob\?study=\w+)#report"`)
	ann.get(mine).wants(t, http.StatusOK, "/study/"+study.ID+": </textarea>")
	mod.get("/study/"+study.ID).wants(t, http.StatusOK, remove)
	ann.form("/moderation/study", "id="+study.ID).wants(t, http.StatusNotFound, "")
	mod.form("/moderation/study", "id="+study.ID).wants(t, http.StatusOK, "The study is removed.")
	bob.get("/study/"+study.ID).wants(t, http.StatusNotFound, "There is no such study.")
	hidden := bob.kept(tools.StudyText{Name: "Mine", PGN: "1. e4 *"})
	mod.form("/moderation/study", "id="+hidden.ID).wants(t, http.StatusNotFound, "There is no such study.")

	other := s.client()
	other.form("/sign-in", "name=Bob", "password=correct horse Bob")
	mod.form("/moderation/end", "name=Bob").wants(t, http.StatusOK, "All sessions and tokens of Bob have ended.")
	if a := other.get("/me"); a.at != "/sign-in" {
		t.Errorf("a session that a moderator has ended leads to %s", a.at)
	}
	bob.form("/sign-in", "name=Bob", "password=correct horse Bob")
	live := bob.open("/g/" + game + "/live")
	mod.form("/moderation/close", "name=Bob", "why=cheating", "cheating=yes").
		wants(t, http.StatusOK, "The account of Bob is closed.")
	if code := s.ends(live); code == -1 {
		t.Error("the socket of a closed account stays open")
	}
	if a := bob.get("/me"); a.at != "/sign-in" {
		t.Errorf("the session of a closed account leads to %s", a.at)
	}
	s.client().
		form("/sign-in", "name=Bob", "password=correct horse Bob").
		wants(t, http.StatusForbidden, "This account is closed.")
	s.client().get("/u/Bob").wants(t, http.StatusOK, "This account is closed.")
	ann.get("/g/"+game).wants(t, http.StatusOK, "aborted")
	mod.form("/moderation/reopen", "name=Bob", "why=a mistake").wants(t, http.StatusOK, "Bob can sign in again.")
	s.client().form("/sign-in", "name=Bob", "password=correct horse Bob", "back=/lobby").wants(t, http.StatusOK, "")

	log := mod.get("/moderation").body
	for _, act := range []string{
		"end sessions", "role", "remove line", "mute", "close report", "remove offer", "remove study",
		"close", "reopen",
	} {
		if !strings.Contains(log, "<td>"+act+"</td>") {
			t.Errorf("the log has no %q", act)
		}
	}
}

// id returns the ID of a person.
func (s *site) id(name string) string {
	s.Helper()
	u, err := s.store.UserByName(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	return u.ID
}

// TestBlocked: somebody who is blocked can neither challenge nor write.
func TestBlocked(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "5+3")
	challenge := games.Offer{Variant: "chess", Clock: play.Days(1), Opponent: games.Named, Name: "Ann"}
	ann.form("/u/Bob/block", "do=block").wants(t, http.StatusOK, "Unblock")
	ann.get("/me").wants(t, http.StatusOK, `<a href="/u/Bob">Bob</a>`)
	if _, a := api[games.Offered](bob, http.MethodPost, "/seeks", challenge); a.status != http.StatusForbidden {
		t.Errorf("a challenge by somebody who is blocked: %d %s", a.status, a.body)
	}
	bob.form("/g/"+game+"/do", "do=say", "text=Hello").wants(t, http.StatusForbidden, "has blocked you")
	ann.form("/u/Bob/block", "do=unblock").wants(t, http.StatusOK, "Block")
	if _, a := api[games.Offered](bob, http.MethodPost, "/seeks", challenge); a.status != http.StatusOK {
		t.Errorf("a challenge when nobody is blocked: %d %s", a.status, a.body)
	}
}

// TestSpectatorChat: players do not receive it, and its rate is limited.
func TestSpectatorChat(t *testing.T) {
	t.Parallel()
	s := startSite(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: web.DefaultRate})
	ann, bob, eve := s.account("Ann"), s.account("Bob"), s.account("Eve")
	game := s.game(ann, bob, "chess", "5+3")
	socket := ann.open("/g/" + game + "/live")
	if _, _, err := socket.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	said := 0
	for range 40 {
		a := eve.form("/g/"+game+"/do", "do=say", "text=spam")
		if a.status == http.StatusTooManyRequests {
			break
		}
		said++
	}
	if line := s.log.String(); !strings.Contains(line, "a limit was hit") ||
		!strings.Contains(line, "limit=actions user="+s.id("Eve")) {
		t.Errorf("the limit is not logged: %s", line)
	}
	if said < 10 || said > 30 {
		t.Errorf("%d lines were said at once", said)
	}
	bob.form("/g/"+game+"/do", "do=say", "text=Good luck").wants(t, http.StatusOK, "")
	var told live.Live
	if err := wsjson.Read(t.Context(), socket, &told); err != nil {
		t.Fatal(err)
	}
	if len(told.Events) != 1 || told.State.Seq < said {
		t.Errorf("the player receives %+v", told)
	}
}
