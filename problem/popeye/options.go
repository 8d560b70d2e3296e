package popeye

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem"
)

// ErrNoOption is what is wrong with a word that is no option of Popeye.
var ErrNoOption = errors.New("is no option")

// SetOptions adds options to p that are written in Popeye's English, as "Try Variations" or
// "MaxSolutions 5". The error names the word that is wrong, and wraps ErrNoOption if the word is no
// option; the options before it have been added.
func SetOptions(p *problem.Problem, words string) error {
	in := newReader([]byte(words))
	for {
		t := in.next()
		if t == "" {
			return nil
		}
		in.again()
		before := len(p.Options.Words)
		if err := in.lacking(nil, in.options(p)); err != nil {
			return fmt.Errorf("%q: %w", words, linelessError{err})
		}
		if len(p.Options.Words) == before {
			return fmt.Errorf("%q: %q %w%s", words, t, ErrNoOption, optionWords.meant(English, t))
		}
	}
}

// linelessError is an error about a text of one line, without the number of the line.
type linelessError struct{ error }

func (e linelessError) Error() string { return strings.TrimPrefix(e.error.Error(), "line 1: ") }
func (e linelessError) Unwrap() error { return e.error }

// options reads options until a command follows.
func (in *reader) options(p *problem.Problem) error {
	for {
		t := in.next()
		if t == "" {
			return nil
		}
		w, ok, err := optionWords.find(in.lang, t)
		if err != nil && !in.isCommand(t) {
			return in.fault("option %w", err)
		}
		if !ok || err != nil {
			if in.isCommand(t) {
				in.again()
				return nil
			}
			if misplaced := in.misplaced(t); misplaced != nil {
				return misplaced
			}
			return in.fault("%q %w%s", t, ErrNoOption, optionWords.meant(in.lang, t))
		}
		argument, err := in.option(p, w)
		if err != nil {
			return err
		}
		p.Options.Words = append(p.Options.Words, strings.TrimSpace(optionWords[w][English]+" "+argument))
	}
}

// flag returns the field that an option without an argument sets, nil for another option.
func flag(o *problem.Options, w int) *bool {
	switch w {
	case optSetPlay:
		return &o.SetPlay
	case optWhiteToPlay:
		return &o.WhiteToPlay
	case optVariations:
		return &o.Variations
	case optMoveNumbers:
		return &o.MoveNumbers
	case optNoWk:
		return &o.NoKing[board.White]
	case optNoBk:
		return &o.NoKing[board.Black]
	case optNoThreat:
		return &o.NoThreat
	case optNoBoard:
		return &o.NoBoard
	case optNoShort:
		return &o.NoShortVariations
	case optPostKey:
		return &o.PostKeyPlay
	case optQuodlibet:
		return &o.Quodlibet
	case optStopOnShort:
		return &o.StopOnShort
	case optGoalIsEnd:
		return &o.GoalIsEnd
	case optKeepMating:
		return &o.KeepMating
	case optTrivialTries:
		return &o.NoTrivialTries
	case optMatesIn1:
		return &o.MatesIn1
	}
	return nil
}

// option reads the argument of an option, sets the option, and returns the argument as written.
func (in *reader) option(p *problem.Problem, w int) (argument string, err error) {
	o := &p.Options
	if set := flag(o, w); set != nil {
		*set = true
		return "", nil
	}
	var n int
	var squares []board.Square
	switch w {
	case optSuppressGrid, optWriteGrid: // they change nothing that is found
	case optDuplex:
		o.Duplex = !o.HalfDuplex // the first of the two counts
	case optHalfDuplex:
		o.HalfDuplex = !o.Duplex
	case optTry:
		o.Tries = max(o.Tries, 1)
	case optDefence:
		o.Tries, argument, err = in.number(-1)
	case optStartMoveNumber:
		o.From, o.FromNext, argument, err = in.moveNumbers()
	case optUpTo:
		o.UpTo, o.UpToNext, argument, err = in.moveNumbers()
	case optThreat:
		if o.Threat, argument, err = in.number(-1); o.Threat == 0 {
			o.Threat = -1
		}
	case optMaxSolutions:
		o.MaxSolutions, argument, err = in.number(-1)
	case optMaxFlights:
		n, argument, err = in.number(-1)
		o.Flights = &n
	case optMaxTime:
		n, argument, err = in.number(-1)
		o.MaxTime = time.Duration(n) * time.Second
	case optNonTrivial:
		o.NonTrivial, argument, err = in.twoNumbers()
	case optIntelligent:
		o.Intelligent = true
		o.PerEnding, argument, err = in.number(0)
	case optBeep:
		_, argument, err = in.number(0)
	case optEnPassant:
		argument, o.EnPassant, err = in.squares(p)
	case optNoCastling:
		argument, squares, err = in.squares(p)
		o.NoCastling = append(o.NoCastling, squares...)
	case optExclusive:
		if argument, squares, err = in.squares(p); err == nil && len(squares) != 2 {
			return argument, in.fault("CastlingMutuallyExclusive: two squares are wanted, not %q", argument)
		}
		if err == nil {
			o.Exclusive = append(o.Exclusive, [2]board.Square(squares))
		}
	default:
		in.lack("the option %s", optionWords[w][English])
		for t := in.next(); t != ""; t = in.next() { // its numbers and squares
			if _, squares := parseSquares(p, t); !squares && strings.Trim(t, "0123456789") != "" {
				in.again()
				break
			}
		}
	}
	return argument, err
}

// moveNumbers reads the number of a first move, and the numbers of moves that follow it ("14:2:7").
func (in *reader) moveNumbers() (n int, next []int, text string, err error) {
	for i, word := range strings.Split(in.next(), ":") {
		k, err := strconv.Atoi(word)
		switch {
		case err != nil || k < 0:
			in.again()
			return 0, nil, "", in.fault("a number is missing before %q", in.next())
		case i == 0:
			n, text = k, word
		default:
			next, text = append(next, k), text+":"+word
		}
	}
	return n, next, text, nil
}

// number reads a number. If none follows, it returns the default; a negative default makes a
// missing number an error.
func (in *reader) number(otherwise int) (n int, text string, err error) {
	t := in.next()
	if n, err := strconv.Atoi(t); err == nil && n >= 0 {
		return n, t, nil
	}
	in.again()
	if otherwise < 0 {
		return 0, "", in.fault("a number is missing before %q", t)
	}
	return otherwise, "", nil
}

// twoNumbers reads two numbers.
func (in *reader) twoNumbers() (two *[2]int, text string, err error) {
	n, text, err := in.number(-1)
	if err != nil {
		return nil, text, err
	}
	m, more, err := in.number(-1)
	if err != nil {
		return nil, text, err
	}
	return &[2]int{n, m}, text + " " + more, nil
}
