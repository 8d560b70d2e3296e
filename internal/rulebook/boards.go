package rulebook

// This file makes the boards of the rules that can be played on.

import (
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// played shows a position that can be played on.
func played(p kirke.Position, title, caption string) Figure {
	d := picture.Of(p)
	d.Title = title
	return Figure{d, caption, p.FEN()}
}

// boards shows the positions before the examples of a topic.
func boards(all []example, of topic) []Figure {
	var figures []Figure
	for _, e := range all {
		if e.of == of {
			title := fmt.Sprintf("%v can play %s", e.before.Turn(), e.before.MoveText(e.move, kirke.SAN))
			figures = append(figures, played(e.before, title, fmt.Sprintf("%v can play %s", e.before.Turn(), e.text())))
		}
	}
	return figures
}

// neighbours returns the squares that are one orthogonal step away.
func neighbours(size board.Size, sq board.Square) []board.Square {
	var all []board.Square
	for _, step := range []piece.Offset{{File: -1}, {Rank: 1}, {File: 1}, {Rank: -1}} {
		if at := size.At(size.File(sq)+step.File, size.Rank(sq)+step.Rank); at != board.NoSquare {
			all = append(all, at)
		}
	}
	return all
}

// conversionBoards shows a bishop of White that may convert: the starting position without the pieces
// beside the bishop. The king stays.
func conversionBoards(p kirke.Position) []Figure {
	v := p.Variant()
	rights := p.Setup().Conversions
	for i := len(rights) - 1; i >= 0; i-- { // the bishop on the king's side first
		from, s := rights[i].Square, p.Setup().Clone()
		if s.Board[from].Color() != board.White {
			continue
		}
		var to []string
		for _, at := range neighbours(v.Size, from) {
			if pc := s.Board[at]; pc == 0 || !v.Type(pc.Type()).Royal {
				s.Board[at] = 0
				to = append(to, v.SquareName(at))
			}
		}
		q, err := kirke.FromSetup(v, s)
		if err != nil {
			continue
		}
		caption := fmt.Sprintf("The bishop on %s may convert by a step to %s.", v.SquareName(from), words.Or(to))
		return []Figure{played(q, "Conversion", caption)}
	}
	return nil
}

// seriesBoards shows the first series of more than two moves.
func seriesBoards(p kirke.Position) []Figure {
	if !p.Variant().Series.Progressive {
		return nil
	}
	for _, text := range []string{"e4", "d5", "Nf6"} {
		q, _, err := p.PlayText(text)
		if err != nil {
			return nil
		}
		p = q
	}
	length := p.Setup().Series.Length
	return []Figure{played(p, "Series", fmt.Sprintf("%v now makes %d moves in a row.", p.Turn(), length))}
}

// turns reports whether a piece has a path that is not straight.
func turns(movement piece.Movement) bool {
	for _, path := range movement {
		for _, o := range path.Squares {
			if first := path.Squares[0]; o.File*first.Rank != o.Rank*first.File {
				return true
			}
		}
	}
	return false
}

// obstructedBoards shows a piece whose paths turn, with pieces in its way.
func obstructedBoards(v *kirke.Variant, t kirke.PieceType) []Figure {
	movement, err := v.Type(t).Movement()
	if err != nil || !turns(movement) {
		return nil
	}
	var pawn, king kirke.PieceType
	for _, k := range types(v) {
		if v.Type(k).Pawn {
			pawn = k
		}
		if v.Type(k).Royal {
			king = k
		}
	}
	s := rules.NewSetup(v)
	file, rank := (v.Size.Files-1)/2, (v.Size.Ranks-1)/2
	put := func(file, rank int, c board.Color, k kirke.PieceType) {
		s.Board[v.Size.At(file, rank)] = rules.MakePiece(k, c)
	}
	put(file, rank, board.White, t)
	put(file, rank+1, board.White, pawn)
	put(file+1, rank, board.Black, pawn)
	put(file-1, rank-1, board.White, pawn)
	q, ok := withKings(v, s, king)
	if !ok {
		return nil
	}
	caption := fmt.Sprintf("The %s with pieces in its way: it reaches a square while one of the paths to it is "+
		"free.", v.Type(t).Name)
	return []Figure{played(q, v.Type(t).Name+", obstructed", caption)}
}

// withKings adds kings to a setup, each on its first rank where it is not attacked.
func withKings(v *kirke.Variant, s kirke.Setup, king kirke.PieceType) (kirke.Position, bool) {
	for white := range v.Size.Files {
		for black := range v.Size.Files {
			all := s.Clone()
			all.Board[v.Size.Home(board.White, white, 0)] = rules.MakePiece(king, board.White)
			all.Board[v.Size.Home(board.Black, black, 0)] = rules.MakePiece(king, board.Black)
			if q, err := kirke.FromSetup(v, all); err == nil && !q.InCheck() {
				return q, true
			}
		}
	}
	return kirke.Position{}, false
}
