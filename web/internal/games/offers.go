package games

// This file makes and takes offers.

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Opponent says who may accept an offer.
type Opponent string

// The opponents.
const (
	Anybody  Opponent = "anybody"  // everybody in the lobby
	Friend   Opponent = "friend"   // everybody who has the link
	Named    Opponent = "named"    // one person
	Computer Opponent = "computer" // at a level
)

// Offer is what somebody wants to play.
type Offer struct {
	Variant  string       `json:"variant" maxLength:"200" doc:"The variant." example:"seirawan"`
	Array    string       `json:"array,omitempty" maxLength:"64" doc:"The first rank, in variants that draw it."`
	Symmetry string       `json:"symmetry,omitempty" enum:"asymmetric,mirror,central"`
	Start    string       `json:"start,omitempty" maxLength:"2000" doc:"A FEN to start from."`
	Clock    play.Control `json:"clock" doc:"5+3, 3d, 10d+1d/20d, unlimited, or parts by name: spare=7d grace=1d extra=1d bonus=1d within=1d." example:"5+3"`
	Rated    bool         `json:"rated,omitempty"`
	Private  bool         `json:"private,omitempty" doc:"Only the players may see the game."`
	Colour   play.Seat    `json:"colour,omitempty" enum:"white,black" doc:"What the maker of the offer plays; without it, drawn at random."`
	Opponent Opponent     `json:"opponent" enum:"anybody,friend,named,computer"`
	Name     string       `json:"name,omitempty" maxLength:"24" doc:"The person's name, when named."`
	Level    int          `json:"level,omitempty" minimum:"1" maximum:"10" doc:"The level of the computer, from 1 (about 600 Elo) to 10 (about 2500)."`
}

func (o Offer) terms() play.Terms {
	return play.Terms{
		Variant: strings.TrimSpace(o.Variant), Array: strings.TrimSpace(o.Array),
		Symmetry: kirke.Symmetry(o.Symmetry), Start: strings.TrimSpace(o.Start),
		Control: o.Clock, Rated: o.Rated, Private: o.Private,
	}
}

// Offered is the result of an offer.
type Offered struct {
	Game string      `json:"game,omitempty" doc:"The game that has begun."`
	Seek *store.Seek `json:"seek,omitempty" doc:"The offer, until somebody accepts it."`
	Link string      `json:"link,omitempty" doc:"The address for a friend. It is shown only once."`
}

// offer makes an offer for a person, or begins a game with the computer.
func (g *Games) offer(ctx context.Context, by store.User, o Offer) (Offered, error) {
	if err := g.mayBegin(ctx, by.ID); err != nil {
		return Offered{}, err
	}
	if err := mayBeRated(by, o.Rated); err != nil {
		return Offered{}, err
	}
	if o.Opponent == Computer {
		return g.offerComputer(ctx, by, o)
	}
	request := store.SeekRequest{By: by.ID, Terms: o.terms(), Color: o.Colour, Link: o.Opponent == Friend}
	if o.Opponent == Named {
		to, err := g.store.UserByName(ctx, strings.TrimSpace(o.Name))
		if err != nil {
			return Offered{}, err
		}
		request.To = to.ID
	}
	seek, secret, err := g.store.PostSeek(ctx, request)
	if err != nil {
		return Offered{}, err
	}
	g.site.TellSeek(seek)
	out := Offered{Seek: &seek}
	if secret != "" {
		out.Link = "/i/" + secret
	}
	return out, nil
}

func (g *Games) offerComputer(ctx context.Context, by store.User, o Offer) (Offered, error) {
	if o.Level < 1 || o.Level > engine.MaxLevel {
		return Offered{}, play.Refuse(play.Invalid, "The computer's levels are 1 to %d.", engine.MaxLevel)
	}
	b := play.Beginning{Terms: o.terms()}
	if b.Terms.Start != "" {
		// The store refuses impossible terms.
		at := position.At{Variant: b.Terms.Variant, FEN: b.Terms.Start}
		if from, err := at.Game(); err == nil {
			if err := fairplay.MayJudge(ctx, g.site, from); err != nil {
				return Offered{}, err
			}
		}
	}
	b.White = play.Player{User: by.ID, Name: by.Name}
	b.Black = play.Player{Name: "Computer " + strconv.Itoa(o.Level), Level: o.Level}
	if o.Colour == play.Black || o.Colour == "" && rand.IntN(2) == 1 {
		b.White, b.Black = b.Black, b.White
	}
	m, err := g.store.CreateGame(ctx, b)
	if err != nil {
		return Offered{}, err
	}
	g.computer.Wake()
	return Offered{Game: m.ID}, nil
}

// mayBeRated refuses rated games to guests.
func mayBeRated(by store.User, rated bool) error {
	if by.Guest && rated {
		return play.Refuse(play.NotAllowed, "Rated games need an account.")
	}
	return nil
}

// take accepts an offer, and returns the game that begins.
func (g *Games) take(ctx context.Context, id string, by store.User) (store.Summary, error) {
	if err := g.mayBegin(ctx, by.ID); err != nil {
		return store.Summary{}, err
	}
	seek, err := g.store.SeekByID(ctx, id)
	if err == nil {
		err = mayBeRated(by, seek.Terms.Rated)
	}
	if err != nil {
		return store.Summary{}, err
	}
	m, err := g.store.TakeSeek(ctx, id, by.ID)
	if err == nil {
		g.site.TellSeek(seek)
	}
	return m, err
}

// takeLink accepts the offer of a link, and returns the game that begins.
func (g *Games) takeLink(ctx context.Context, secret string, by store.User) (store.Summary, error) {
	if err := g.mayBegin(ctx, by.ID); err != nil {
		return store.Summary{}, err
	}
	seek, err := g.store.SeekBySecret(ctx, secret)
	if err == nil {
		err = mayBeRated(by, seek.Terms.Rated)
	}
	if err != nil {
		return store.Summary{}, err
	}
	return g.store.TakeLink(ctx, secret, by.ID)
}

// withdraw withdraws the person's own offer, or declines a challenge.
func (g *Games) withdraw(ctx context.Context, id string, by store.User) error {
	k, err := g.store.SeekByID(ctx, id)
	if err != nil {
		return err
	}
	if err := g.store.DropSeek(ctx, id, by.ID); err != nil {
		return err
	}
	g.site.TellSeek(k)
	g.site.TellUser(k.By.ID)
	return nil
}

// mayBegin returns site.ErrTooMany when a person, or all people at one address, make and take too
// many offers.
func (g *Games) mayBegin(ctx context.Context, user string) error {
	if !g.offers.Allow(user) || !g.offersHere.Allow(site.AddressOf(ctx)) {
		return site.ErrTooMany
	}
	return g.site.MayAct(ctx, user)
}
