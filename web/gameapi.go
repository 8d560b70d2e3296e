package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/wire"
)

// Account is a person as they see themselves.
type Account struct {
	store.User
	YourTurn int              `json:"yourTurn" doc:"In how many games it is your turn."`
	Ratings  []store.RatingOf `json:"ratings,omitempty"`
}

// signed makes an operation one that needs a person.
func signed(op huma.Operation) huma.Operation {
	op.Security = []map[string][]string{{"token": {}}, {"session": {}}}
	return op
}

// asPerson returns who asks; the error is for those who are nobody.
func asPerson(ctx context.Context) (*person, error) {
	if p := personOf(ctx); p != nil {
		return p, nil
	}
	return nil, errNobody
}

// apiError returns an error as the API answers it; what is not for the client is logged.
func (s *Server) apiError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	status := statusOf(err, http.StatusInternalServerError)
	if status == http.StatusInternalServerError {
		if ctx.Err() == nil {
			s.log.Error("the API", "err", err)
		}
		return huma.Error500InternalServerError("Something went wrong on the server.")
	}
	code := string(play.CodeOf(err))
	if code == "" {
		return huma.NewError(status, sentence(err))
	}
	return huma.NewError(status, sentence(err), &huma.ErrorDetail{Message: sentence(err), Value: code})
}

// reply returns v, or the error as the API answers it.
func reply[T any](ctx context.Context, s *Server, v T, err error) (*body[T], error) {
	if err != nil {
		return nil, s.apiError(ctx, err)
	}
	return answer(v), nil
}

// GameIn names a game, or what else is meant, in an address. It is exported because huma leaves out the fields of embedded types that are not.
type GameIn struct {
	ID string `path:"id" maxLength:"64"`
}

// playAPI is what concerns games between people.
func (s *Server) playAPI(api huma.API) {
	s.accountAPI(api)
	s.seekAPI(api)
	s.gameAPI(api)
	if s.jobs != nil {
		s.jobAPI(api)
	}
}

func (s *Server) accountAPI(api huma.API) {
	huma.Register(api, signed(operation("get-account", http.MethodGet, "/account", "Who you are", "people")),
		func(ctx context.Context, _ *struct{}) (*body[Account], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			out := Account{User: p.User}
			if out.YourTurn, err = s.store.OnTurn(ctx, p.ID); err == nil {
				out.Ratings, err = s.store.Ratings(ctx, p.ID)
			}
			return reply(ctx, s, out, err)
		})
	type publicPerson struct {
		Name    string           `json:"name"`
		Guest   bool             `json:"guest,omitempty"`
		Ratings []store.RatingOf `json:"ratings,omitempty"`
	}
	huma.Register(api, operation("get-person", http.MethodGet, "/people/{name}", "A person", "people"),
		func(ctx context.Context, in *struct {
			Name string `path:"name" maxLength:"30"`
		}) (*body[publicPerson], error) {
			u, err := s.store.UserByName(ctx, in.Name)
			if err != nil {
				return nil, s.apiError(ctx, err)
			}
			ratings, err := s.store.Ratings(ctx, u.ID)
			return reply(ctx, s, publicPerson{u.Name, u.Guest, ratings}, err)
		})
	huma.Register(api, signed(operation("list-presets", http.MethodGet, "/presets", "Your presets", "play")),
		func(ctx context.Context, _ *struct{}) (*body[[]store.Preset], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			all, err := s.store.Presets(ctx, p.ID)
			return reply(ctx, s, all, err)
		})
	type presetIn struct {
		Body struct {
			Name  string `json:"name" minLength:"1" maxLength:"60"`
			Offer Offer  `json:"offer"`
		}
	}
	huma.Register(api, signed(operation("save-preset", http.MethodPost, "/presets", "Keep a game set up for others to play by a link", "play")),
		func(ctx context.Context, in *presetIn) (*body[store.Preset], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			if err := s.mayAct(p.ID); err != nil {
				return nil, err
			}
			preset, err := s.store.SavePreset(ctx, p.ID, plain(in.Body.Name, 60), in.Body.Offer.terms())
			return reply(ctx, s, preset, err)
		})
	huma.Register(api, operation("get-preset", http.MethodGet, "/presets/{id}", "A preset", "play"),
		func(ctx context.Context, in *GameIn) (*body[store.Preset], error) {
			preset, err := s.store.Preset(ctx, in.ID)
			return reply(ctx, s, preset, err)
		})
}

func (s *Server) seekAPI(api huma.API) {
	huma.Register(api, operation("list-seeks", http.MethodGet, "/seeks", "The open offers of the lobby", "play"),
		func(ctx context.Context, _ *struct{}) (*body[[]store.Seek], error) {
			all, err := s.store.Lobby(ctx)
			return reply(ctx, s, all, err)
		})
	huma.Register(api, signed(operation("list-own-seeks", http.MethodGet, "/seeks/mine", "Your offers, and challenges to you", "play")),
		func(ctx context.Context, _ *struct{}) (*body[[]store.Seek], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			all, err := s.store.SeeksOf(ctx, p.ID)
			return reply(ctx, s, all, err)
		})
	huma.Register(api, signed(operation("make-offer", http.MethodPost, "/seeks", "Offer a game to anybody, a friend, a player or the computer", "play")),
		func(ctx context.Context, in *struct{ Body Offer }) (*body[Offered], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			out, err := s.offer(ctx, p.User, in.Body)
			return reply(ctx, s, out, err)
		})
	huma.Register(api, signed(operation("take-offer", http.MethodPost, "/seeks/{id}/take", "Take an offer, and begin a game", "play")),
		func(ctx context.Context, in *GameIn) (*body[store.Summary], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			m, err := s.take(ctx, in.ID, p.User)
			return reply(ctx, s, m, err)
		})
	huma.Register(api, signed(operation("take-link", http.MethodPost, "/invitations/{id}/take", "Take the offer of a link", "play")),
		func(ctx context.Context, in *GameIn) (*body[store.Summary], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			m, err := s.takeLink(ctx, in.ID, p.User)
			return reply(ctx, s, m, err)
		})
	drop := signed(operation("drop-offer", http.MethodDelete, "/seeks/{id}", "Take back an offer, or decline a challenge", "play"))
	drop.DefaultStatus = http.StatusNoContent
	huma.Register(api, drop, func(ctx context.Context, in *GameIn) (*struct{}, error) {
		p, err := asPerson(ctx)
		if err != nil {
			return nil, err
		}
		return nil, s.apiError(ctx, s.withdraw(ctx, in.ID, p.User))
	})
}

func (s *Server) gameAPI(api huma.API) {
	huma.Register(api, operation("search-games", http.MethodGet, "/games", "Find games", "play"),
		func(ctx context.Context, in *Search) (*body[store.Page], error) {
			found, err := s.search(ctx, *in)
			return reply(ctx, s, found, err)
		})
	huma.Register(api, signed(operation("list-own-games", http.MethodGet, "/games/mine", "Your games that go on, those first in which it is your turn", "play")),
		func(ctx context.Context, _ *struct{}) (*body[[]store.Summary], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			all, err := s.store.GamesOf(ctx, p.ID)
			return reply(ctx, s, all, err)
		})
	huma.Register(api, operation("get-game", http.MethodGet, "/games/{id}", "A game as it stands, with the legal moves when it is your turn", "play"),
		func(ctx context.Context, in *GameIn) (*body[State], error) {
			g, seat, err := s.watchedBy(ctx, in.ID)
			if err != nil {
				return nil, s.apiError(ctx, err)
			}
			return answer(stateOf(g, seat, s.now())), nil
		})
	type exportIn struct {
		GameIn
		Format string `path:"format" enum:"pgn,courier,jsonl,moves,fen"`
	}
	type file struct {
		Kind string `header:"Content-Type"`
		Body []byte
	}
	export := operation("export-game", http.MethodGet, "/games/{id}/export/{format}", "A game as a file", "play")
	export.Responses = media("text/plain")
	huma.Register(api, export, func(ctx context.Context, in *exportIn) (*file, error) {
		g, _, err := s.watchedBy(ctx, in.ID)
		if err != nil {
			return nil, s.apiError(ctx, err)
		}
		var b strings.Builder
		if err := gamefile.Write(&b, tagged(g), in.Format, kirke.SAN); err != nil {
			return nil, s.apiError(ctx, err)
		}
		kind, _ := formatNamed(in.Format)
		return &file{kind, []byte(b.String())}, nil
	})
	type doIn struct {
		GameIn
		Body play.Command
	}
	type done struct {
		State   State  `json:"state"`
		Rematch string `json:"rematch,omitempty" doc:"The game that the command has begun."`
	}
	huma.Register(api, signed(operation("do", http.MethodPost, "/games/{id}/do", "Move, offer, claim, resign, say: everything a player does", "play")),
		func(ctx context.Context, in *doIn) (*body[done], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			d, err := s.do(ctx, in.ID, p.ID, in.Body)
			if err != nil {
				return nil, s.apiError(ctx, err)
			}
			out := done{}
			if d.Rematch != nil {
				out.Rematch = d.Rematch.ID
			}
			g, seat, err := s.watchedBy(ctx, in.ID)
			if err != nil {
				return nil, s.apiError(ctx, err)
			}
			out.State = stateOf(g, seat, s.now())
			return answer(out), nil
		})
	s.privateAPI(api)
	s.streamAPI(api)
}

// privateAPI is what only its writer sees.
func (s *Server) privateAPI(api huma.API) {
	type text struct {
		Text string `json:"text" maxLength:"20000"`
	}
	huma.Register(api, signed(operation("get-note", http.MethodGet, "/games/{id}/note", "Your private note on a game", "play")),
		func(ctx context.Context, in *GameIn) (*body[text], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			if _, _, err := s.watchedBy(ctx, in.ID); err != nil {
				return nil, s.apiError(ctx, err)
			}
			note, err := s.store.Note(ctx, in.ID, p.ID)
			return reply(ctx, s, text{note}, err)
		})
	huma.Register(api, signed(operation("set-note", http.MethodPut, "/games/{id}/note", "Keep a private note on a game", "play")),
		func(ctx context.Context, in *struct {
			GameIn
			Body text
		}) (*body[text], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			return reply(ctx, s, in.Body, s.setNote(ctx, in.ID, p.ID, in.Body.Text))
		})
	huma.Register(api, signed(operation("get-plan", http.MethodGet, "/games/{id}/plan", "Your conditional moves", "play")),
		func(ctx context.Context, in *GameIn) (*body[planned], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			if _, _, err := s.watchedBy(ctx, in.ID); err != nil {
				return nil, s.apiError(ctx, err)
			}
			plan, err := s.store.Plan(ctx, in.ID, p.ID)
			return s.replyPlan(ctx, in.ID, plan, err)
		})
	type planIn struct {
		GameIn
		Body struct {
			Lines [][]string `json:"lines,omitempty" maxItems:"50" doc:"Lines of moves in any style, beginning with the opponent's."`
			Text  string     `json:"text,omitempty" maxLength:"100000" doc:"The same as people write them, a line each; instead of lines."`
		}
	}
	huma.Register(api, signed(operation("set-plan", http.MethodPut, "/games/{id}/plan", "Keep conditional moves; no lines are none", "play")),
		func(ctx context.Context, in *planIn) (*body[planned], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			if err := s.mayAct(p.ID); err != nil {
				return nil, err
			}
			g, _, err := s.watchedBy(ctx, in.ID)
			lines := in.Body.Lines
			if err == nil && in.Body.Text != "" {
				lines, err = planLines(g, in.Body.Text)
			}
			var plan play.Plan
			if err == nil {
				plan, err = s.store.SetPlan(ctx, in.ID, p.ID, lines)
			}
			return s.replyPlan(ctx, in.ID, plan, err)
		})
}

// planned are conditional moves with what is left of them as people write it.
type planned struct {
	play.Plan
	Text string `json:"text" doc:"What may still be played of the lines, as people write moves, a line each."`
}

func (s *Server) replyPlan(ctx context.Context, game string, plan play.Plan, err error) (*body[planned], error) {
	var g *play.Game
	if err == nil {
		g, _, err = s.watchedBy(ctx, game)
	}
	if err != nil {
		return nil, s.apiError(ctx, err)
	}
	return answer(planned{plan, planText(g, plan)}), nil
}

// Ping keeps a stream open through proxies that close quiet ones.
type Ping struct{}

// streamAPI tells programs what happens, as it happens.
func (s *Server) streamAPI(api huma.API) {
	type eventsIn struct {
		GameIn
		After int `query:"after" minimum:"0" doc:"The number of the last event that you know."`
	}
	sse.Register(api, operation("game-events", http.MethodGet, "/games/{id}/events", "What happens in a game, as it happens", "play"),
		map[string]any{"live": Live{}, "ping": Ping{}, "error": StreamError{}},
		func(ctx context.Context, in *eventsIn, send sse.Sender) {
			ctx, cancel := s.untilClosing(ctx)
			defer cancel()
			ctx, end, err := s.whileSignedIn(ctx, personOf(ctx))
			if err != nil {
				_ = send.Data(StreamError{"Nothing can be told just now. Try again."}) // the client may have gone
				return
			}
			defer end()
			v, err := s.tables.join(ctx, in.ID, userID(ctx), in.After)
			if err != nil {
				_ = send.Data(StreamError{sentence(s.apiError(ctx, err))}) // the client may have gone
				return
			}
			defer v.leave()
			stream(ctx, send, v.out)
		})
	sse.Register(api, signed(operation("account-events", http.MethodGet, "/account/events", "What happens in your games and to your offers", "people")),
		map[string]any{"game": UserEvent{}, "ping": Ping{}, "error": StreamError{}},
		func(ctx context.Context, _ *struct{}, send sse.Sender) {
			s.streamWire(ctx, send, wire.User(userID(ctx)), func(e wire.Event) any { return readUserEvent(e) })
		})
	sse.Register(api, operation("lobby-events", http.MethodGet, "/seeks/events", "That the lobby has changed", "play"),
		map[string]any{"change": LobbyChange{}, "game": UserEvent{}, "ping": Ping{}, "error": StreamError{}},
		func(ctx context.Context, _ *struct{}, send sse.Sender) {
			s.streamWire(ctx, send, wire.Lobby, func(e wire.Event) any {
				if e.Kind == wire.KindUser {
					return readUserEvent(e)
				}
				return LobbyChange{}
			})
		})
}

// LobbyChange says that the lobby has changed.
type LobbyChange struct{}
