package popeye

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// Read reads a file in Popeye's language: problems between "BeginProblem" and "EndProblem", or the
// German or French words. An error in a problem is in its entry, and does not stop the reading of
// the next. The error says that the file cannot be read or has no problems.
func Read(r io.Reader) (entries []problem.Entry, lang Language, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, English, err
	}
	in := newReader(text)
	if !in.begin() {
		return nil, English, errors.New("this is no file of problems: it has no BeginProblem")
	}
	for {
		e := problem.Entry{Number: len(entries) + 1, Line: in.line()}
		var more bool
		e.Problem, more, e.Err = in.problem()
		if e.Err != nil {
			more = in.skip()
		}
		in.refuseDefenders(e.Problem)
		e.Err = in.lacking(e.Problem, e.Err)
		e.Warnings = in.warned(e.Problem)
		if blank(e.Problem) && e.Err == nil && !more && len(entries) > 0 {
			return entries, in.lang, nil // nothing follows the last NextProblem
		}
		if lang := in.lang; !more && in.begin() {
			e.Warnings = append(e.Warnings, fmt.Sprintf("the problems from line %d on, after %s, are not read: %s "+
				"goes between problems", in.line(), frameWords[wordEnd][lang], frameWords[wordNext][lang]))
			in.lang = lang
		}
		entries = append(entries, e)
		if !more {
			return entries, in.lang, nil
		}
	}
}

// blank reports whether a problem has no stipulation, options, twins and pieces.
func blank(p *problem.Problem) bool {
	return p == nil || p.Stipulation.Text == "" && len(p.Options.Words) == 0 && len(p.Twins) == 0 &&
		!slices.ContainsFunc(p.Setup.Board, func(m rules.Piece) bool { return m != 0 })
}

// begin finds the word that begins the first problem, which also sets the language. The first word
// of the file may be shortened like any other; a later one needs four letters.
func (in *reader) begin() bool {
	least := 1
	for t := in.next(); t != ""; t = in.next() {
		for lang := English; lang <= French; lang++ {
			if _, ok, err := beginWords.find(lang, t); ok && err == nil && len(t) >= least {
				in.lang = lang
				return true
			}
		}
		least = 4
	}
	return false
}

// skip goes to the end of the problem, starting at the last command, and reports whether another
// problem follows. The word that ends the problem is in full, or shortened at the start of a line.
func (in *reader) skip() bool {
	in.at = in.start
	for t := in.next(); t != ""; t = in.next() {
		first := in.atLineStart()
		if w, ok, err := commandWords.find(in.lang, t); first && ok && err == nil && slices.Contains(textWords, w) {
			in.rest()
			continue
		}
		w, ok, err := frameWords.find(in.lang, t)
		if !ok || err != nil {
			continue
		}
		_, colour, _ := colourWords.find(in.lang, t)
		whole := strings.EqualFold(t, frameWords[w][in.lang])
		if !whole && (!first || len(t) < 3 || colour) {
			continue
		}
		switch w {
		case wordNext:
			return true
		case wordEnd:
			return false
		}
	}
	return false
}

// problem reads one problem and reports whether another follows. If there is an error, the problem
// is what was read before it.
func (in *reader) problem() (p *problem.Problem, more bool, err error) {
	game, err := rules.Lookup("chess")
	if err != nil {
		return nil, false, err
	}
	p = problem.New(game)
	in.start = in.at
	for {
		t := in.next()
		if t == "" {
			return p, false, in.fault("the file ends within a problem")
		}
		in.start = in.last
		if w, ok, _ := frameWords.find(in.lang, t); ok && w != wordBegin {
			switch w {
			case wordEnd:
				return p, false, nil
			case wordNext:
				return p, true, nil
			}
			p.Zero = p.Zero || w == wordZero
			if err := in.strange(in.twin(p)); err != nil {
				return p, false, err
			}
			continue
		}
		w, ok, err := commandWords.find(in.lang, t)
		if attribute, is, _ := attributeWords.find(in.lang, t); is && (err != nil || !ok) {
			return p, false, in.fault("the attribute %q stands after pieces: it belongs between their colour and the "+
				"first of them (write White Kc1 White %s Qd1)", t, attributeWords[attribute][in.lang])
		}
		if err != nil || !ok {
			return p, false, in.unknown(t, "is no command", slices.Concat(commandWords, frameWords))
		}
		if err := in.strange(in.command(p, w)); err != nil {
			return p, false, err
		}
	}
}

// command reads what follows the word of a command.
func (in *reader) command(p *problem.Problem, w int) (err error) {
	switch w {
	case wordRemark:
		p.Remarks = append(p.Remarks, in.rest())
	case wordAuthor:
		p.Authors = append(p.Authors, in.rest())
	case wordOrigin:
		p.Origins = append(p.Origins, in.rest())
	case wordTitle:
		p.Titles = append(p.Titles, in.rest())
	case wordAward:
		p.Awards = append(p.Awards, in.rest())
	case wordProtocol:
		in.rest() // the caller of Kirke says where output goes
	case wordLaTeX:
		in.rest()
		in.symbols()
	case wordLaTeXPieces:
		in.symbols()
	case wordStructured:
		in.onlyStipulation(p)
		p.Stipulation, err = in.structured()
		startsFromA(p)
	case wordStipulation:
		in.onlyStipulation(p)
		p.Stipulation, err = in.stipulation()
		startsFromA(p)
	case wordCondition:
		var read []problem.Condition
		read, err = in.conditions(p, p.Conditions)
		p.Conditions = circeFirst(joinHoles(append(p.Conditions, read...)))
	case wordOption:
		return in.options(p)
	case wordPieces:
		var read []problem.Placed
		read, err = in.pieces(p)
		in.place(p, read)
		if in.invisible >= 0 {
			p.Invisible = in.invisible
		}
	case wordArray:
		start, err := p.Game.StartSetup(rules.StartOptions{})
		if err != nil {
			return err
		}
		p.Setup.Board = start.Board
	case wordForsyth:
		return in.forsyth(p)
	}
	return err
}

// symbols skips what Popeye would draw fairy pieces with: lines of a piece, two capital letters and
// the name of the piece.
func (in *reader) symbols() {
	for {
		at := in.at
		letter, symbol := in.next(), in.next()
		if in.at = at; len(letter) > 2 || len(symbol) != 2 || symbol != strings.ToUpper(symbol) {
			return
		}
		in.next()
		in.rest()
	}
}

// stipulation reads a stipulation. Its square and its length may be tokens of their own.
func (in *reader) stipulation() (problem.Stipulation, error) {
	text := in.next()
	if text == "" {
		return problem.Stipulation{}, in.fault("the stipulation is missing")
	}
	s, err := problem.ParseStipulation(text)
	for range 2 {
		if err == nil || errors.As(err, new(*problem.UnsupportedError)) {
			break
		}
		more := in.next()
		if more == "" || more[0] != '.' && (more[0] < '0' || more[0] > '9') && len(more) != 2 {
			in.again()
			break
		}
		text += more
		s, err = problem.ParseStipulation(text)
	}
	if u, known := errors.AsType[*problem.UnsupportedError](err); known {
		in.lack("%s", u.Missing[0])
		err = nil
	}
	if err != nil {
		return s, in.fault("%w", err)
	}
	return s, nil
}

// onlyStipulation warns if a problem that gets a stipulation has one.
func (in *reader) onlyStipulation(p *problem.Problem) {
	if p.Stipulation.Text != "" {
		in.warn("the stipulation is given twice: the last one counts")
	}
}

// startsFromA makes the pieces read so far those of position A, if the stipulation leads from there
// to position B and none were so before.
func startsFromA(p *problem.Problem) {
	if p.Stipulation.Asks(problem.TargetGame) && p.Initial == nil {
		p.Initial, p.Setup.Board = p.Setup.Board, make([]rules.Piece, len(p.Setup.Board))
	}
}

// structured reads a structured stipulation: the side that is to move, and the expression.
func (in *reader) structured() (problem.Stipulation, error) {
	t := in.next()
	side, ok, err := colourWords[:board.Black+1].find(in.lang, t)
	if !ok || err != nil {
		return problem.Stipulation{}, in.fault("structured stipulation: %q is not the side that is to move", t)
	}
	s, length, err := problem.ParseStructure(board.Color(side), string(in.text[in.at:]), inToken)
	in.at += length
	in.last = in.at - 1
	for in.last > 0 && !inToken(in.text[in.last]) {
		in.last--
	}
	if err != nil {
		return s, in.fault("%w", err)
	}
	return s, nil
}
