package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/web/view"
)

const apiPath = "/api/v1"

// api registers the operations of the API on mux.
func (s *Server) api(mux humago.Mux) huma.API {
	config := huma.DefaultConfig("Kirke", "1")
	config.Info.Description = "Everything the pages do: games, positions, analysis, problems, and games between people. " +
		"A position is named by its game, where it starts and the moves since; moves may be in any style."
	config.OpenAPIPath = apiPath + "/openapi"
	config.DocsPath = ""
	config.SchemasPath = apiPath + "/schemas"
	config.CreateHooks = nil // no $schema in answers
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token":   {Type: "http", Scheme: "bearer", Description: "A token made on your profile page."},
		"session": {Type: "apiKey", In: "cookie", Name: sessionCookie, Description: "The session of a browser."},
	}
	api := humago.New(mux, config)
	s.positionAPI(api)
	editingAPI(api)
	s.workAPI(api)
	s.convertAPI(api)
	if s.store != nil {
		s.playAPI(api)
	}
	return api
}

// operation describes one operation of the API.
func operation(id, method, path, summary string, tags ...string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: apiPath + path, Summary: summary, Tags: tags, MaxBodyBytes: maxBody}
}

// refused is the answer to input that makes no sense or is not allowed, with the
// sentence that says why.
func refused(err error) error {
	if status, again := overload(err); status != 0 {
		return huma.ErrorWithHeaders(huma.NewError(status, sentence(err)), http.Header{"Retry-After": {again}})
	}
	return huma.Error422UnprocessableEntity(sentence(err))
}

// VariantSummary is a game in a list.
type VariantSummary struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Version int    `json:"rulesVersion"`
	Files   int    `json:"files"`
	Ranks   int    `json:"ranks"`
	Drawn   bool   `json:"drawn" doc:"That its array is drawn by lot."`
}

func summaryOf(v *kirke.Variant) VariantSummary {
	return VariantSummary{v.ID, v.Name, v.Summary, v.Version, v.Size.Files, v.Size.Ranks, v.Array.Lot != nil}
}

// MoveText is a legal move in the styles there are.
type MoveText struct {
	UCI     string `json:"uci"`
	SAN     string `json:"san"`
	Book    string `json:"book"`
	LAN     string `json:"lan"`
	Courier string `json:"courier"`
}

func moveText(p kirke.Position, m kirke.Move) MoveText {
	return MoveText{
		UCI: p.MoveText(m, kirke.UCI), SAN: p.MoveText(m, kirke.SAN), Book: p.MoveText(m, kirke.Book),
		LAN: p.MoveText(m, kirke.LAN), Courier: p.MoveText(m, kirke.Courier),
	}
}

// Standing is how a game stands.
type Standing struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen"`
	Turn    string   `json:"turn" enum:"white,black"`
	Ply     int      `json:"ply" doc:"Half-moves since the start."`
	Check   bool     `json:"check"`
	Result  string   `json:"result" enum:"*,1-0,0-1,1/2-1/2"`
	Reason  string   `json:"reason,omitempty" doc:"Why the game is over."`
	Claims  []string `json:"claims,omitempty" doc:"The draws that the side to move may claim."`
}

func standing(g *kirke.Game) Standing {
	p, o := g.Position(), g.Outcome()
	st := Standing{
		Variant: p.Variant().ID, FEN: p.FEN(), Turn: colourName(p.Turn()), Ply: g.Ply(), Check: p.InCheck(),
		Result: o.Result.String(), Reason: o.Reason.String(),
	}
	for _, r := range g.Claims() {
		st.Claims = append(st.Claims, r.String())
	}
	return st
}

func colourName(c kirke.Color) string {
	if c == kirke.Black {
		return "black"
	}
	return "white"
}

// body is the answer of an operation.
type body[T any] struct {
	Body T
}

func answer[T any](v T) *body[T] { return &body[T]{v} }

// positionAPI is what can be asked about a position.
func (s *Server) positionAPI(api huma.API) {
	huma.Register(api, operation("list-variants", http.MethodGet, "/variants", "List the games", "games"),
		func(context.Context, *struct{}) (*body[[]VariantSummary], error) {
			var all []VariantSummary
			for _, v := range kirke.Variants() {
				all = append(all, summaryOf(v))
			}
			return answer(all), nil
		})
	huma.Register(api, operation("get-variant", http.MethodGet, "/variants/{id}", "The rules of a game", "games"),
		func(_ context.Context, in *struct {
			ID string `path:"id" maxLength:"200"`
		}) (*body[RulesPage], error) {
			v, err := kirke.Lookup(in.ID)
			if err != nil {
				return nil, huma.Error404NotFound(sentence(err))
			}
			rules, err := rulesOf(v)
			if err != nil {
				return nil, refused(err)
			}
			return answer(rules), nil
		})
	huma.Register(api, operation("get-position", http.MethodGet, "/position", "A position as a board shows it, with its legal moves", "positions"),
		func(_ context.Context, in *At) (*body[Looked], error) { return look(*in) })
	huma.Register(api, operation("post-position", http.MethodPost, "/position", "The same, for positions too long for an address", "positions"),
		func(_ context.Context, in *struct{ Body At }) (*body[Looked], error) { return look(in.Body) })
	huma.Register(api, operation("list-moves", http.MethodGet, "/moves", "The legal moves of a position", "positions"),
		func(_ context.Context, in *At) (*body[[]MoveText], error) {
			g, err := in.game()
			if err != nil {
				return nil, refused(err)
			}
			all := []MoveText{}
			for m := range g.Position().LegalMoves() {
				all = append(all, moveText(g.Position(), m))
			}
			return answer(all), nil
		})
	type explainIn struct {
		At
		Text string `query:"text" required:"true" minLength:"1" maxLength:"100" doc:"The move, in any style."`
	}
	huma.Register(api, operation("explain-move", http.MethodGet, "/explain", "Whether a move is legal, and if not, why", "positions"),
		func(_ context.Context, in *explainIn) (*body[Explained], error) {
			g, err := in.game()
			if err != nil {
				return nil, refused(err)
			}
			return answer(explain(g, in.Text)), nil
		})
}

// Looked is a position as a board shows it, and how the game stands there.
type Looked struct {
	view.View
	Ply    int      `json:"ply" doc:"Half-moves since the start."`
	Claims []string `json:"claims,omitempty" doc:"The draws that the side to move may claim."`
	Played string   `json:"played" doc:"The moves so far, as text."`
}

func look(at At) (*body[Looked], error) {
	g, err := at.game()
	if err != nil {
		return nil, refused(err)
	}
	out, err := lookedAt(g)
	if err != nil {
		return nil, refused(err)
	}
	return answer(out), nil
}

func lookedAt(g *kirke.Game) (Looked, error) {
	var b strings.Builder
	if err := gamefile.Write(&b, g, gamefile.Moves, kirke.SAN); err != nil {
		return Looked{}, err
	}
	return Looked{view.OfGame(g, view.Premoves()), g.Ply(), standing(g).Claims, strings.TrimSpace(b.String())}, nil
}

// Explained says whether a move is legal.
type Explained struct {
	Legal   bool   `json:"legal"`
	UCI     string `json:"uci,omitempty"`
	SAN     string `json:"san,omitempty"`
	Courier string `json:"courier,omitempty"`
	Text    string `json:"text,omitempty" doc:"Why it may not be played, in a sentence."`
	FEN     string `json:"fen,omitempty" doc:"The position after it."`
	Result  string `json:"result,omitempty" doc:"How the game would stand after it, when that ends it."`
}

// explain says whether a text is a legal move where g stands, without playing it.
func explain(g *kirke.Game, text string) Explained {
	p := g.Position()
	m, err := p.ParseMove(text)
	if err != nil {
		return Explained{Text: sentence(err)}
	}
	next, err := p.Play(m)
	if err != nil {
		return Explained{Text: sentence(err)}
	}
	t := moveText(p, m)
	out := Explained{Legal: true, UCI: t.UCI, SAN: t.SAN, Courier: t.Courier, FEN: next.FEN()}
	if o := g.OutcomeAfter(m); o.Over() {
		out.Result = o.String()
	}
	return out
}

// workAPI is what the engine and the solver do.
func (s *Server) workAPI(api huma.API) {
	type replyIn struct {
		Body struct {
			At
			Level int `json:"level,omitempty" minimum:"1" maximum:"10" default:"3" doc:"How strong the computer plays."`
		}
	}
	type reply struct {
		Move MoveText `json:"move"`
		View Looked   `json:"view" doc:"The position after it."`
	}
	huma.Register(api, operation("computer-move", http.MethodPost, "/computer", "The computer's move in a position", "work"),
		func(ctx context.Context, in *replyIn) (*body[reply], error) {
			place, err := s.places.long.Enter(ctx, clientOf(ctx))
			if err != nil {
				return nil, refused(err)
			}
			defer place.Leave()
			g, err := in.Body.game()
			if err != nil {
				return nil, refused(err)
			}
			if err := s.mayJudge(ctx, g); err != nil {
				return nil, s.apiError(ctx, err)
			}
			if o := g.Outcome(); o.Over() {
				return nil, huma.Error409Conflict("The game is over: " + o.String() + ".")
			}
			m, err := s.analysts.move(ctx, g, in.Body.Level, engine.Limits{})
			if err != nil {
				return nil, refused(err)
			}
			text := moveText(g.Position(), m)
			if err := g.Play(m); err != nil {
				return nil, refused(err)
			}
			after, err := lookedAt(g)
			if err != nil {
				return nil, refused(err)
			}
			return answer(reply{text, after}), nil
		})
	type analyseIn struct {
		At
		Lines   int `query:"lines" minimum:"1" maximum:"5" default:"1" doc:"How many of the best lines are shown."`
		Seconds int `query:"seconds" minimum:"1" maximum:"20" default:"5" doc:"How long the engine thinks; less when it is asked for elsewhere."`
	}
	sse.Register(api, operation("analyse", http.MethodGet, "/analyse", "The best lines of a position, as they are found", "work"),
		map[string]any{"line": AnalysisLine{}, "end": AnalysisEnd{}, "error": StreamError{}},
		func(ctx context.Context, in *analyseIn, send sse.Sender) {
			if err := s.analyse(ctx, in.At, in.Lines, time.Duration(in.Seconds)*time.Second, func(v any) { _ = send.Data(v) }); err != nil {
				_ = send.Data(StreamError{sentence(err)}) // the client may have gone
			}
		})
	sse.Register(api, operation("solve", http.MethodPost, "/solve", "Solve a problem and tell how it goes; ending the request ends the solving", "work"),
		map[string]any{"progress": SolvingProgress{}, "found": Found{}, "solution": Solution{}, "error": StreamError{}},
		func(ctx context.Context, in *struct{ Body Task }, send sse.Sender) {
			ctx, cancel := s.untilClosing(ctx)
			defer cancel()
			tell := func(v any) {
				if send.Data(v) != nil {
					cancel()
				}
			}
			solution, err := s.solve(ctx, in.Body, tell)
			if err != nil {
				tell(StreamError{sentence(err)})
				return
			}
			tell(*solution)
		})
}

// untilClosing returns a context that also ends when the server closes.
func (s *Server) untilClosing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// AnalysisLine is one of the best lines of a position.
type AnalysisLine struct {
	Line  int      `json:"line" doc:"From 1, the best."`
	Depth int      `json:"depth" doc:"Half-moves."`
	Score int      `json:"score" doc:"In centipawns as White sees it; of a mate, beyond 99000."`
	Mate  int      `json:"mate,omitempty" doc:"In how many moves there is mate, negative when Black mates."`
	Text  string   `json:"text" doc:"The score as people read it, +0.35 or #3."`
	Nodes uint64   `json:"nodes"`
	UCI   []string `json:"uci"`
	SAN   []string `json:"san"`
}

// AnalysisEnd says that an analysis has ended by itself.
type AnalysisEnd struct {
	Seconds float64 `json:"seconds"`
}

// StreamError ends a stream that could not do what it was asked to.
type StreamError struct {
	Detail string `json:"detail"`
}

// mostShown is how many moves of a line are sent.
const mostShown = 16

// analyse tells of the best lines of a position as they are found, and of the end.
func (s *Server) analyse(ctx context.Context, at At, lines int, d time.Duration, tell func(any)) error {
	place, err := s.places.long.Enter(ctx, clientOf(ctx))
	if err != nil {
		return err
	}
	defer place.Leave()
	g, err := at.game()
	if err != nil {
		return err
	}
	kept, err := s.protects(ctx)
	if err == nil {
		err = kept.line(g)
	}
	if err != nil {
		return err
	}
	ctx, cancel := s.untilClosing(ctx)
	defer cancel()
	began := time.Now()
	p := g.Position()
	err = s.analysts.analyse(ctx, g, lines, d, place, func(i engine.Info) {
		if i.Bound != engine.Exact || len(i.PV) == 0 {
			return
		}
		line := AnalysisLine{Line: max(i.Line, 1), Depth: i.Depth, Nodes: i.Nodes}
		line.Score, line.Mate, line.Text = asWhite(i.Score, p.Turn())
		at := p
		for _, m := range i.PV[:min(len(i.PV), mostShown)] {
			next, err := at.Play(m)
			if err != nil {
				break
			}
			line.UCI = append(line.UCI, at.MoveText(m, kirke.UCI))
			line.SAN = append(line.SAN, at.MoveText(m, kirke.SAN))
			if at = next; kept.stand(at) {
				break
			}
		}
		tell(line)
	})
	if err != nil {
		return err
	}
	tell(AnalysisEnd{time.Since(began).Seconds()})
	return nil
}

// asWhite returns a score of the side to move as White sees it: in centipawns, as a
// mate in so many moves, and as text.
func asWhite(score engine.Score, turn kirke.Color) (centipawns, mate int, text string) {
	const beyond = 100_000
	sign := 1
	if turn == kirke.Black {
		sign = -1
	}
	if n, ok := score.Mate(); ok {
		winner := sign
		if n <= 0 {
			winner = -sign
		}
		return winner * (beyond - max(n, -n)), sign * n, fmt.Sprintf("#%d", sign*n)
	}
	score *= engine.Score(sign)
	return int(score), 0, score.String()
}
