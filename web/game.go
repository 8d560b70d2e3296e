package web

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
)

// moveExample returns a move of a position as people may write it: the one that takes most to say, which shows what is special in the game.
func moveExample(p kirke.Position) string {
	var most kirke.Move
	length := 0
	for m := range p.LegalMoves() {
		if n := len(p.MoveText(m, kirke.UCI)); n > length {
			most, length = m, n
		}
	}
	if length == 0 {
		return ""
	}
	return fmt.Sprintf("%s, %s or %s", p.MoveText(most, kirke.SAN), p.MoveText(most, kirke.UCI), p.MoveText(most, kirke.Courier))
}

// do carries out what a person wants to do in a game.
func (s *Server) do(ctx context.Context, game, user string, c play.Command) (store.Done, error) {
	if err := s.mayAct(user); err != nil {
		return store.Done{}, err
	}
	if c.Do == play.Say {
		c.Text = plain(c.Text, 2*play.MaxChat) // what is too long is refused, not cut
	}
	done, err := s.store.Do(ctx, game, user, c)
	if err == nil && len(done.Events) > 0 {
		s.opponents.told(done)
	}
	return done, err
}

// watched returns the game of an address, if its reader may see it.
func (s *Server) watched(r *http.Request) (*play.Game, play.Seat, error) {
	return s.watchedBy(r.Context(), r.PathValue("game"))
}

// watchedBy returns a game with the seat of who asks, if they may see it.
func (s *Server) watchedBy(ctx context.Context, id string) (*play.Game, play.Seat, error) {
	g, err := s.store.Game(ctx, id)
	if err != nil {
		return nil, "", err
	}
	user := userID(ctx)
	if !g.MayWatch(user) {
		return nil, "", errNoGame
	}
	return g, g.SeatFor(user), nil
}

// gamePage shows a game. Without JavaScript it is played by its forms.
func (s *Server) gamePage(w http.ResponseWriter, r *http.Request) {
	g, seat, err := s.watched(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if seat.Playing() {
		s.sawGame(r.Context(), userID(r.Context()), g.ID())
	}
	s.showGame(w, r, http.StatusOK, g, seat, page.Try{})
}

func (s *Server) showGame(w http.ResponseWriter, r *http.Request, status int, g *play.Game, seat play.Seat, try page.Try) {
	data, err := s.gameData(r.Context(), g, seat)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	data.Try = try
	if data.Try.ID == "" {
		data.Try.ID = store.NewID()
	}
	f := s.frame(r, data.Names[0]+" – "+data.Names[1])
	s.showStatus(w, r, status, page.GamePage(f, data))
}

// gameData returns what the page of a game shows.
func (s *Server) gameData(ctx context.Context, g *play.Game, seat play.Seat) (page.GameData, error) {
	now := s.now()
	st := stateOf(g, seat, now)
	terms := g.Terms()
	v := g.Chess().Variant()
	d := page.GameData{
		ID: g.ID(), Seat: string(seat), Playing: seat.Playing(), State: st, Turn: string(st.Turn), MyTurn: seat == st.Turn && !st.Over,
		Variant: v.ID, Game: v.Name, Clock: controlName(terms.Control), Rated: g.Rated(), Private: terms.Private, Correspondence: terms.Control.Correspondence(),
		Over: st.Over, Result: st.Result, Ending: st.Ending, Draw: string(st.Draw), Takeback: string(st.Takeback), Rematch: string(st.Rematch), Next: st.Next,
		Claims: st.Claims, Ply: st.Ply, Previous: g.Created().Previous, Created: g.CreatedAt().Format("2 January 2006"), Version: g.Created().Origin.RulesVersion,
		Board: page.Board{
			Variant: v.ID, View: st.View, Flip: seat == play.Black, Confirm: terms.Control.Correspondence(),
			Picture: page.Picture{Title: v.Name, Words: picture.Of(g.Position()).Describe(), URL: fmt.Sprintf("/g/%s/diagram.svg?seq=%d&flip=%t", g.ID(), st.Seq, seat == play.Black)},
		},
		Says: st.Says, Notes: st.View.Notes, Computer: g.Player(play.White).Computer() || g.Player(play.Black).Computer(),
		NoHelp: noHelp(g, seat), MayAbort: !st.Over && st.Ply < 2, Score: st.Score, Example: moveExample(g.Chess().Start()),
	}
	for i, side := range []play.Seat{play.White, play.Black} {
		p := g.Player(side)
		d.Names[i], d.Persons[i] = p.Name, !p.Computer()
		if st.Clock != nil {
			d.Left[i] = timeText(timeFor(g, side, now))
		}
	}
	if st.Clock != nil && !st.Clock.Deadline.IsZero() && !st.Over && d.Correspondence { // the script says it in the same words
		d.Deadline = st.Clock.Deadline.Format("2 January, 15:04 UTC")
	}
	if changed := g.Ratings(); changed != nil {
		for i := range d.Ratings {
			d.Ratings[i] = fmt.Sprintf("%s (%+.0f)", play.RatingText(changed.After[i], changed.Provisional[i]), changed.After[i]-changed.Before[i])
		}
	}
	events, err := s.store.Events(ctx, g.ID(), 0)
	if err != nil {
		return d, err
	}
	for _, e := range visible(events, seat, st.Over) {
		if said, ok := e.What.(play.Said); ok {
			d.Chat = append(d.Chat, page.ChatLine{Name: said.Name, Text: said.Text})
		}
	}
	user := userID(ctx)
	d.SignedIn = user != ""
	if user != "" {
		if d.Note, err = s.store.Note(ctx, g.ID(), user); err != nil {
			return d, err
		}
	}
	if seat.Playing() && d.Correspondence && !st.Over {
		plan, err := s.store.Plan(ctx, g.ID(), user)
		if err != nil {
			return d, err
		}
		d.Plan = planText(g, plan)
		d.Plans, d.MayPlan = true, !d.MyTurn
	}
	return d, nil
}

// scoreOf returns the moves in lines of the number, White's and Black's.
func scoreOf(g *play.Game) []page.ScoreLine {
	lines := []page.ScoreLine{}
	moves := g.Moves()
	ply := 0
	for n := range g.Chess().MainLine() {
		if ply == len(moves) {
			break
		}
		text := moves[ply].SAN
		ply++
		p := n.Parent().Position()
		_, full := p.Clock()
		last := len(lines) - 1
		if last < 0 || lines[last].Number != full {
			lines = append(lines, page.ScoreLine{Number: full})
			last++
		}
		if p.Turn() == kirke.White {
			lines[last].White = joinMoves(lines[last].White, text)
		} else {
			lines[last].Black = joinMoves(lines[last].Black, text)
		}
		lines[last].Ply = ply
	}
	return lines
}

func joinMoves(before, text string) string {
	if before == "" {
		return text
	}
	return before + " " + text
}

// planText writes what is left of conditional moves, a line each, as people write moves.
func planText(g *play.Game, plan play.Plan) string {
	var b strings.Builder
	for _, line := range plan.Rest(g) {
		p := g.Position()
		for i, uci := range line {
			next, m, err := p.PlayText(uci)
			if err != nil {
				break // moves of other rules than those of this build
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(p.MoveText(m, kirke.SAN))
			p = next
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// controlName writes a time control for people.
func controlName(c play.Control) string {
	for _, known := range clocks {
		if known.Value == c.String() {
			return known.Name
		}
	}
	return c.String()
}

// timeText writes a time that is left.
func timeText(d time.Duration) string {
	d = max(0, d).Truncate(time.Second)
	switch {
	case d >= 2*play.Day:
		return fmt.Sprintf("%d days %d h", d/play.Day, d%play.Day/time.Hour)
	case d >= time.Hour:
		return fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d%time.Minute/time.Second)
}

// tryMove shows what a move would do, before it is sent: it is found legal or not by the
// rules themselves.
func (s *Server) tryMove(w http.ResponseWriter, r *http.Request) {
	g, seat, err := s.watched(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	text := strings.TrimSpace(r.FormValue("text"))
	try := page.Try{Text: text, Offer: r.FormValue("offer") != "", ID: store.NewID()}
	status := http.StatusOK
	switch {
	case !seat.Playing() || seat != g.Turn() || g.Over():
		status, try.Error = http.StatusConflict, "It is not your turn."
	case len(text) > play.MaxMove:
		status, try.Error = http.StatusUnprocessableEntity, "That is no move."
	default:
		found := explain(g.Chess(), text)
		if !found.Legal {
			status, try.Error = http.StatusUnprocessableEntity, found.Text
			break
		}
		try.Legal, try.SAN, try.Courier, try.UCI, try.Result = true, found.SAN, found.Courier, found.UCI, found.Result
		try.Picture = page.Picture{
			Words: "The position after " + found.SAN,
			URL:   fmt.Sprintf("/g/%s/diagram.svg?seq=%d&try=%s&flip=%t", g.ID(), g.Seq(), found.UCI, seat == play.Black),
		}
	}
	s.showGame(w, r, status, g, seat, try)
}

// explainMove says why a move may not be played, for the board.
func (s *Server) explainMove(w http.ResponseWriter, r *http.Request) {
	g, _, err := s.watched(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	text := r.FormValue("text")
	if len(text) > play.MaxMove {
		s.fail(w, r, http.StatusUnprocessableEntity, "That is no move.")
		return
	}
	writeJSON(w, explain(g.Chess(), text))
}

// doForm carries out a form of the page.
func (s *Server) doForm(w http.ResponseWriter, r *http.Request) {
	p := personOf(r.Context())
	if p == nil {
		s.refuse(w, r, errNobody)
		return
	}
	ply, err := strconv.Atoi(r.FormValue("ply"))
	if err != nil {
		ply = 0
	}
	c := play.Command{
		Do: play.Verb(r.FormValue("do")), ID: r.FormValue("id"), Ply: ply, Text: strings.TrimSpace(r.FormValue("text")),
		Offer: r.FormValue("offer") != "", Reason: r.FormValue("reason"),
	}
	id := r.PathValue("game")
	done, err := s.do(r.Context(), id, p.ID, c)
	if err != nil {
		if play.CodeOf(err) == "" || play.CodeOf(err) == play.NotFound {
			s.refuse(w, r, err)
			return
		}
		g, seat, wrong := s.watched(r)
		if wrong != nil {
			s.refuse(w, r, wrong)
			return
		}
		s.showGame(w, r, statusOf(err, http.StatusConflict), g, seat, page.Try{Text: c.Text, Error: sentence(err), ID: store.NewID()})
		return
	}
	if done.Rematch != nil {
		id = done.Rematch.ID
	}
	http.Redirect(w, r, "/g/"+id, http.StatusSeeOther)
}

// noteForm and planForm keep what only the writer sees.
func (s *Server) noteForm(w http.ResponseWriter, r *http.Request) {
	p := personOf(r.Context())
	if p == nil {
		s.refuse(w, r, errNobody)
		return
	}
	if err := s.setNote(r.Context(), r.PathValue("game"), p.ID, r.FormValue("note")); err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/g/"+r.PathValue("game"), http.StatusSeeOther)
}

// maxNote is how long a note may be, in bytes.
const maxNote = 20_000

func (s *Server) setNote(ctx context.Context, game, user, text string) error {
	if err := s.mayAct(user); err != nil {
		return err
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
	if len(text) > maxNote {
		return deny(play.Invalid, "A note has at most %d bytes.", maxNote)
	}
	return s.store.SetNote(ctx, game, user, text)
}

func (s *Server) planForm(w http.ResponseWriter, r *http.Request) {
	p := personOf(r.Context())
	if p == nil {
		s.refuse(w, r, errNobody)
		return
	}
	g, seat, err := s.watched(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	lines, err := planLines(g, r.FormValue("plan"))
	if err == nil {
		_, err = s.store.SetPlan(r.Context(), g.ID(), p.ID, lines)
	}
	if err != nil {
		if status := statusOf(err, http.StatusInternalServerError); status < http.StatusInternalServerError {
			s.showGame(w, r, status, g, seat, page.Try{PlanError: sentence(err), Plan: r.FormValue("plan")})
			return
		}
		s.broken(w, r, err)
		return
	}
	s.flash(w, r, "The conditional moves are kept.")
	http.Redirect(w, r, "/g/"+g.ID(), http.StatusSeeOther)
}

// planLines reads conditional moves, a line each.
func planLines(g *play.Game, text string) ([][]string, error) {
	var lines [][]string
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if len(line) > 2000 || len(lines) == play.MaxPlanLines {
			return nil, deny(play.Invalid, "That is too much for conditional moves.")
		}
		c := kirke.NewGame(g.Position())
		if err := gamefile.PlayAll(c, line); err != nil {
			return nil, deny(play.Illegal, "Line %d: %s", i+1, sentence(err))
		}
		var moves []string
		for n := range c.Line() {
			moves = append(moves, n.Text(kirke.UCI))
		}
		lines = append(lines, moves)
	}
	return lines, nil
}

// gameDiagram draws a game's position, or that after a move that is tried.
func (s *Server) gameDiagram(w http.ResponseWriter, r *http.Request) {
	g, _, err := s.watched(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	c := g.Chess()
	if ply, err := strconv.Atoi(r.FormValue("ply")); err == nil {
		if err := c.GoTo(ply); err != nil {
			s.fail(w, r, http.StatusUnprocessableEntity, sentence(err))
			return
		}
	}
	p, n := c.Position(), c.Node()
	d := picture.Of(p)
	if n.Parent() != nil {
		picture.MarkMove(d, n.Parent().Position().Details(n.Move()))
	}
	if text := r.FormValue("try"); text != "" {
		next, m, err := p.PlayText(text)
		if err != nil {
			s.fail(w, r, http.StatusUnprocessableEntity, sentence(err))
			return
		}
		d = picture.Of(next)
		picture.MarkMove(d, p.Details(m))
	}
	d.Flip = r.FormValue("flip") == "true"
	if r.FormValue("plain") == "true" {
		unwritten(d)
	}
	if square, err := strconv.Atoi(r.FormValue("square")); err == nil && square >= 8 && square <= 120 {
		d.Square = square
	}
	w.Header().Set("Cache-Control", "private, max-age=60")
	s.writeDiagram(w, r, d, strings.HasSuffix(r.URL.Path, ".png"))
}

// exportGame writes a game in the format that its address ends in.
func (s *Server) exportGame(w http.ResponseWriter, r *http.Request) {
	g, _, err := s.watched(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	format, ok := map[string]string{"pgn": gamefile.PGN, "txt": gamefile.Courier, "json": gamefile.JSON}[r.PathValue("format")]
	if !ok {
		s.notFound(w, r)
		return
	}
	c := tagged(g)
	var b bytes.Buffer
	if err := gamefile.Write(&b, c, format, kirke.SAN); err != nil {
		s.broken(w, r, err)
		return
	}
	kind, extension := formatNamed(format)
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="kirke-%s.%s"`, g.ID(), extension))
	_, _ = w.Write(b.Bytes()) // a client that has gone
}

// tagged returns a game with the header that files have.
func tagged(g *play.Game) *kirke.Game {
	c := g.Chess()
	c.SetTag("Event", map[bool]string{true: "Rated game", false: "Casual game"}[g.Rated()])
	c.SetTag("Site", "Kirke /g/"+g.ID())
	c.SetTag("Date", g.CreatedAt().Format("2006.01.02"))
	c.SetTag("White", g.Player(play.White).Name)
	c.SetTag("Black", g.Player(play.Black).Name)
	c.SetTag("TimeControl", g.Terms().Control.String())
	if e, _, over := g.Ending(); over && e.Reason != "" {
		c.SetTag("Termination", e.Reason)
	}
	return c
}

// gameAnalysis and gameProblem go on with a game's position elsewhere.
func (s *Server) gameAnalysis(w http.ResponseWriter, r *http.Request) {
	g, _, err := s.watched(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	c := g.Chess()
	var moves []string
	for n := range c.MainLine() {
		moves = append(moves, n.Text(kirke.UCI))
	}
	at := At{Variant: c.Variant().ID, FEN: g.Created().Origin.Start, Moves: strings.Join(moves, " ")}
	if array := g.Created().Origin.Array; array != "" {
		at.FEN, at.Array = "", array
	}
	http.Redirect(w, r, "/analysis?"+at.query().Encode(), http.StatusSeeOther)
}

func (s *Server) gameProblem(w http.ResponseWriter, r *http.Request) {
	g, seat, err := s.watched(r)
	if err == nil && noHelp(g, seat) {
		err = deny(play.NotAllowed, "No problems from your rated game while it runs: the solver does not help in it.")
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	at := At{Variant: g.Chess().Variant().ID, FEN: g.Position().FEN()}
	q := at.query()
	q.Set("stipulation", "#2")
	http.Redirect(w, r, "/problems?"+q.Encode(), http.StatusSeeOther)
}

// writeDiagram answers with a picture.
func (s *Server) writeDiagram(w http.ResponseWriter, r *http.Request, d *diagram.Diagram, bitmap bool) {
	var b bytes.Buffer
	kind, draw := "image/svg+xml", d.SVG
	if bitmap {
		kind, draw = "image/png", func(w io.Writer) error { return writePNG(w, d) }
	}
	if err := draw(&b); err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(b.Bytes()) // a client that has gone
}

// writePNG draws a diagram as PNG.
func writePNG(w io.Writer, d *diagram.Diagram) error {
	m, err := d.Image()
	if err != nil {
		return err
	}
	return png.Encode(w, m)
}
