package web_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/live"
)

// TestComputerAnswersDraws: the computer answers a draw offer while its opponent is to move, and
// the page shows the answer.
func TestComputerAnswersDraws(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	for _, test := range []struct {
		name, start string
		accepts     bool
	}{
		{"it is lost", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", true},
		{"it is winning", "qq2k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			made, a := api[games.Offered](ann, http.MethodPost, "/seeks", games.Offer{
				Variant: "chess", Start: test.start, Clock: play.Unlimited, Colour: play.White,
				Opponent: games.Computer, Level: 3,
			})
			if a.status != http.StatusOK {
				t.Fatalf("%d: %s", a.status, a.body)
			}
			if a := ann.form("/g/"+made.Game+"/do", "do=offerDraw"); a.status != http.StatusOK {
				t.Fatalf("offering a draw: %d %s", a.status, a.body)
			}
			g := s.until(made.Game, func(g *play.Game) bool { return g.DrawOffer() == "" })
			if g.Over() != test.accepts || !g.Over() && g.DrawRefusal() != play.Black {
				t.Errorf("over: %v, declined by %q", g.Over(), g.DrawRefusal())
			}
			want := "Your draw offer was declined."
			if test.accepts {
				want = "Draw: agreement."
			}
			if page := ann.get("/g/" + made.Game).body; !strings.Contains(page, want) {
				t.Errorf("the page does not say %q", want)
			}
		})
	}
}

// TestDrawDeclinedIsSeen: a player sees at once, until the next move, that a draw offer was
// declined.
func TestDrawDeclinedIsSeen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	made, _ := api[games.Offered](s.account("Ann"), http.MethodPost, "/seeks", games.Offer{
		Variant: "chess", Start: "qq2k3/8/8/8/8/8/8/4K3 w - - 0 1", Clock: play.Unlimited, Colour: play.White,
		Opponent: games.Computer, Level: 1,
	})
	tab := open(t, chromium.Desk, s.at("localhost", "/sign-in?back=/g/"+made.Game))
	tab.fill(`input[name=name]`, "Ann")
	tab.fill(`input[name=password]`, "correct horse Ann")
	tab.press(`form[action="/sign-in"] .primary`)
	tab.Wait(board(`board?.view != null`))
	tab.press(`[data-verb="offerDraw"]`)
	const says = `document.querySelector('[data-place="says"]').textContent`
	const declined = says + `.includes("Your draw offer was declined.")`
	tab.Wait(declined)
	tab.move("e1e2")
	tab.Wait("!" + declined)
}

// TestFinalClocksAreShown: the page and the API show what each side had left when the game ended.
func TestFinalClocksAreShown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "3d")
	for i, text := range []string{"e4", "e5"} {
		[]*client{ann, bob}[i].form("/g/"+game+"/do", "do=move", "ply="+[]string{"1", "2"}[i], "text="+text)
	}
	ann.form("/g/"+game+"/do", "do=resign")
	st, _ := api[live.State](ann, http.MethodGet, "/games/"+game, nil)
	const nearly = int64(3*play.Day/time.Millisecond) - 60_000
	if st.Clock == nil || st.Clock.White < nearly || st.Clock.Black < nearly || st.Clock.Running {
		t.Errorf("the clocks are %+v", st.Clock)
	}
	if page := ann.get("/g/" + game).body; strings.Count(page, ">2 days 23 h<")+strings.Count(
		page, ">3 days 0 h<",
	) != 2 {
		t.Error("the page does not show the clocks")
	}
}

// TestShortGamesSaySo: a rated game that ends before both sides have made two moves changes no
// rating and says so. Provisional ratings are marked.
func TestShortGamesSaySo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	rated := func(moves ...string) string {
		t.Helper()
		made, _ := api[games.Offered](
			ann,
			http.MethodPost,
			"/seeks",
			games.Offer{
				Variant: "chess", Clock: play.Days(3), Rated: true, Opponent: games.Anybody, Colour: play.White,
			},
		)
		if lobby := bob.get("/lobby").body; !strings.Contains(lobby, "(1500?)") {
			t.Error("the lobby does not mark a provisional rating")
		}
		a := bob.form("/offers/" + made.Seek.ID + "/take")
		game := strings.TrimPrefix(a.at, "/g/")
		for i, text := range moves {
			if a := []*client{ann, bob}[i%2].moves(game, i+1, text); a.status != http.StatusOK {
				t.Fatalf("%s: %d %s", text, a.status, a.body)
			}
		}
		return game
	}
	const why = "not rated because one side made fewer than two moves"
	game := rated("e4", "e5", "Nf3")
	bob.form("/g/"+game+"/do", "do=resign")
	if page := ann.get("/g/" + game).body; !strings.Contains(page, "White wins: resignation; "+why+".") ||
		strings.Contains(page, "(+162)") {
		t.Error("a game of three half-moves is rated, or does not say why it is not")
	}
	if profile := ann.get("/u/Ann").body; strings.Contains(profile, "1662") {
		t.Error("a game of three half-moves has changed a rating")
	}
	game = rated("e4", "e5", "Nf3", "Nc6")
	bob.form("/g/"+game+"/do", "do=resign")
	if page := ann.get("/g/" + game).body; strings.Contains(page, why) || !strings.Contains(page, "1662? (+162)") {
		t.Error("a game of four half-moves is not rated")
	}
	if profile := ann.get("/u/Ann").body; !strings.Contains(profile, "1662? ±") {
		t.Error("the profile does not mark a provisional rating")
	}
}

// TestServeEndsWhileItStarts ends a server before it answers requests. That is no error, and the
// address is free again.
func TestServeEndsWhileItStarts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	server, err := web.New(web.Config{Store: s.store, Bus: s.bus})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := server.Serve(ctx, l); err != nil {
		t.Errorf("a server that was ended while it started returned %v", err)
	}
	if again, err := net.Listen("tcp", l.Addr().String()); err != nil {
		t.Error(err)
	} else {
		again.Close()
	}
}
