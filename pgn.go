package kirke

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// ReadPGN yields the games of a PGN file one at a time. Its memory does not grow with the file. The
// Variant tag names the game (chess if there is none, unless Assuming names another), FEN the
// starting position and RulesVersion the version of the rules.
//
// A game that cannot be read yields nil and a *notation.LineError with the line and what is wrong
// there, and reading goes on with the next game. An error of r is yielded as it is and ends the
// sequence.
func ReadPGN(r io.Reader, opts ...Option) iter.Seq2[*Game, error] {
	o := gather(opts)
	return func(yield func(*Game, error) bool) {
		in := notation.NewPGNReader(r)
		for {
			file, err := in.Next()
			if err == io.EOF {
				return
			}
			var g *Game
			if err == nil {
				g, err = o.fromPGN(file)
			}
			if !yield(g, err) || err != nil && !onLine(err) {
				return
			}
		}
	}
}

// onLine reports whether err is about a line of the file.
func onLine(err error) bool {
	var line *notation.LineError
	return errors.As(err, &line)
}

func (o *options) fromPGN(file *notation.PGN) (*Game, error) {
	g, err := o.begin(originOf(file.Tags))
	if err != nil {
		return nil, &notation.LineError{Line: file.At, Err: err}
	}
	g.keepTags(file.Tags)
	if err := g.readLine(file.Line); err != nil {
		return nil, err
	}
	g.at = g.root
	if err := g.concludeFile(file); err != nil {
		return nil, &notation.LineError{Line: file.At, Err: err}
	}
	g.GoToEnd()
	return g, nil
}

// fileResult returns the result of a game in a file: in the Result tag, after the moves, or both.
func fileResult(file *notation.PGN) (string, error) {
	tag, moves := file.Tag(tagResult), file.Result
	switch {
	case moves == "" || moves == "*":
		if _, err := ParseResult(tag); err != nil {
			tag = "*"
		}
		return tag, nil
	case tag == "" || tag == "*" || tag == "?" || tag == moves:
		return moves, nil
	}
	return "", fmt.Errorf("the Result tag says %q, and the moves end with %q", tag, moves)
}

// readLine plays a line of a file from the current position.
func (g *Game) readLine(l notation.Line) error {
	if g.root.Next() == nil {
		g.root.Comments, l.Comments = l.Comments, nil
	}
	for i, ply := range l.Plies {
		before := g.at
		if err := g.PlayTextOrPass(ply.Text); err != nil {
			return &notation.LineError{Line: ply.At, Err: err}
		}
		n := g.at
		if i == 0 {
			n.Before = append(n.Before, l.Comments...)
		}
		n.NAGs = append(n.NAGs, ply.NAGs...)
		n.Comments = append(n.Comments, ply.Comments...)
		for _, variation := range ply.Variations {
			if len(variation.Plies) == 0 {
				n.Comments = append(n.Comments, variation.Comments...)
				continue
			}
			g.at = before
			if err := g.readLine(variation); err != nil {
				return err
			}
		}
		g.at = n
	}
	return nil
}

// nullMove is the pass in UCI's text.
const nullMove = "0000"

// PlayTextOrPass is PlayText for the moves of files and analyses: it also plays passes ("0000", "--",
// "pass" and others) where the game has none, to show a threat. The errors are those of PlayText and of Pass.
func (g *Game) PlayTextOrPass(text string) error {
	m, err := notation.ParseAny(g.at.position.p, text)
	if text == nullMove || err == nil && m.Form() == rules.Pass && !g.at.position.IsLegal(m) {
		return g.Pass()
	}
	if err != nil {
		return err
	}
	return g.enter(m, Position{g.at.position.p.Play(m), g.at.position.v})
}

// WritePGN writes the game as PGN in its export layout, with the whole tree of moves, comments and
// glyphs. The error is that of w.
func (g *Game) WritePGN(w io.Writer) error {
	file := notation.PGN{
		Tags:   g.header(),
		Line:   notation.Line{Comments: g.root.Comments},
		Result: g.final().Result.String(),
	}
	writeLine(&file.Line, g.root)
	_, err := file.WriteTo(w)
	return err
}

// writeLine adds the main continuation of n to l, with the variations from it.
func writeLine(l *notation.Line, n *Node) {
	for n.Next() != nil {
		if last := len(l.Plies) - 1; last >= 0 {
			l.Plies[last].Comments = slices.Concat(l.Plies[last].Comments, n.Next().Before)
		} else {
			l.Comments = slices.Concat(l.Comments, n.Next().Before)
		}
		ply := n.Next().asPly()
		for _, c := range n.children[1:] {
			variation := notation.Line{Comments: c.Before, Plies: []notation.Ply{c.asPly()}}
			writeLine(&variation, c)
			ply.Variations = append(ply.Variations, variation)
		}
		l.Plies = append(l.Plies, ply)
		n = n.Next()
	}
}

// asPly returns the move that led to n as it is written in a file.
func (n *Node) asPly() notation.Ply {
	before := n.parent.position
	_, full := before.Clock()
	return notation.Ply{
		Number:   notation.MoveNumber(full, before.Turn()),
		Text:     n.Text(SAN),
		NAGs:     n.NAGs,
		Comments: n.Comments,
	}
}
