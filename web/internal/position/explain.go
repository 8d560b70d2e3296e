package position

// This file says whether a text is a legal move.

import (
	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// MoveText is a legal move in all styles.
type MoveText struct {
	UCI     string `json:"uci"`
	SAN     string `json:"san"`
	Book    string `json:"book"`
	LAN     string `json:"lan"`
	Courier string `json:"courier"`
}

// TextOf returns a legal move of p in all styles.
func TextOf(p kirke.Position, m kirke.Move) MoveText {
	return MoveText{
		UCI: p.MoveText(m, kirke.UCI), SAN: p.MoveText(m, kirke.SAN), Book: p.MoveText(m, kirke.Book),
		LAN: p.MoveText(m, kirke.LAN), Courier: p.MoveText(m, kirke.Courier),
	}
}

// Explained says whether a move is legal.
type Explained struct {
	Legal   bool   `json:"legal"`
	UCI     string `json:"uci,omitempty"`
	SAN     string `json:"san,omitempty"`
	Courier string `json:"courier,omitempty"`
	Text    string `json:"text,omitempty" doc:"Why the move is not legal, in a sentence."`
	FEN     string `json:"fen,omitempty" doc:"The position after the move."`
	Result  string `json:"result,omitempty" doc:"The result of the game, if the move ends it."`
}

// Explain says whether a text is a legal move in the position of g, without playing it.
func Explain(g *kirke.Game, text string) Explained {
	p := g.Position()
	m, err := p.ParseMove(text)
	if err != nil {
		return Explained{Text: site.English(err)}
	}
	next, err := p.Play(m)
	if err != nil {
		return Explained{Text: site.English(err)}
	}
	t := TextOf(p, m)
	out := Explained{Legal: true, UCI: t.UCI, SAN: t.SAN, Courier: t.Courier, FEN: next.FEN()}
	if o := g.OutcomeAfter(m); o.Over() {
		out.Result = o.String()
	}
	return out
}
