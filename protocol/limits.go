package protocol

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// order is what go asks for.
type order struct {
	engine.Limits
	infinite bool
	perft    int // half-moves, 0 for a search
}

// bounded reports whether the search ends by itself.
func (o *order) bounded() bool {
	clock := o.Left[kirke.White] > 0 || o.Left[kirke.Black] > 0
	return !o.infinite && !o.Ponder && (o.Depth > 0 || o.Nodes > 0 || o.MoveTime > 0 || clock)
}

// goWords are the words of go; those that are true have a number behind them.
var goWords = map[string]bool{
	"searchmoves": false, "ponder": false, "infinite": false, "wtime": true, "btime": true, "winc": true, "binc": true,
	"movestogo": true, "depth": true, "nodes": true, "mate": true, "movetime": true, "perft": true,
}

// parseGo reads what follows go, in position p. What cannot be read is left out, with an error each; numbers
// below the least that makes sense are that least.
func parseGo(text string, p kirke.Position) (o order, errs []error) {
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		word := words[i]
		number, known := goWords[word]
		if !known {
			errs = append(errs, fmt.Errorf("%q means nothing there", word))
			continue
		}
		n := 0
		if number {
			i++
			if i == len(words) {
				errs = append(errs, fmt.Errorf("the number after %s is missing", word))
				break
			}
			var err error
			if n, err = strconv.Atoi(words[i]); err != nil {
				errs = append(errs, fmt.Errorf("%q after %s is not a number", words[i], word))
				continue
			}
		}
		switch word {
		case "searchmoves":
			for ; i+1 < len(words) && !isGoWord(words[i+1]); i++ {
				m, err := parseMove(p, words[i+1])
				if err != nil {
					errs = append(errs, err)
					continue
				}
				o.Moves = append(o.Moves, m)
			}
		case "ponder":
			o.Ponder = true
		case "infinite":
			o.infinite = true
		case "wtime":
			o.Left[kirke.White] = max(milliseconds(n), time.Millisecond)
		case "btime":
			o.Left[kirke.Black] = max(milliseconds(n), time.Millisecond)
		case "winc":
			o.Increment[kirke.White] = milliseconds(n)
		case "binc":
			o.Increment[kirke.Black] = milliseconds(n)
		case "movestogo":
			o.MovesToGo = max(0, n)
		case "depth":
			o.Depth = min(max(1, n), engine.MaxPly)
		case "nodes":
			o.Nodes = uint64(max(1, n))
		case "mate":
			o.Mate = max(1, n)
		case "movetime":
			o.MoveTime = max(milliseconds(n), time.Millisecond)
		case "perft":
			o.perft = max(1, n)
		}
	}
	if o.infinite {
		o.Limits = engine.Limits{Moves: o.Moves}
	}
	return o, errs
}

func isGoWord(word string) bool {
	_, known := goWords[word]
	return known
}

// milliseconds returns so many, none where they are fewer than that, at most those of a year.
func milliseconds(n int) time.Duration {
	const year = 365 * 24 * time.Hour
	return min(time.Duration(min(max(0, n), math.MaxInt32*8))*time.Millisecond, year)
}

// level is the time control of CECP.
type level struct {
	moves     int // to be made in the time, 0 for the whole game
	base, inc time.Duration
}

// parseLevel reads "MPS BASE INC": BASE in minutes or minutes:seconds, INC in seconds. What stands behind BASE in
// its word is left out. The error names the part that cannot be read.
func parseLevel(text string) (l level, err error) {
	f := strings.Fields(text)
	if len(f) != 3 {
		return l, fmt.Errorf("level has three parts, as in level 40 5 0")
	}
	if l.moves, err = strconv.Atoi(f[0]); err != nil || l.moves < 0 {
		return l, fmt.Errorf("%q is not a number of moves", f[0])
	}
	base := f[1]
	if i := strings.IndexFunc(base, func(r rune) bool { return !strings.ContainsRune("0123456789:.", r) }); i > 0 {
		base = base[:i]
	}
	minutes, rest, _ := strings.Cut(base, ":")
	m, err := seconds(minutes)
	if err != nil {
		return l, fmt.Errorf("%q is not minutes or minutes:seconds", f[1])
	}
	l.base = min(60*m, math.MaxInt64/2)
	if rest != "" {
		s, err := seconds(rest)
		if err != nil {
			return l, fmt.Errorf("%q is not minutes or minutes:seconds", f[1])
		}
		l.base += s
	}
	if l.inc, err = seconds(f[2]); err != nil {
		return l, fmt.Errorf("%q is not a number of seconds", f[2])
	}
	return l, nil
}

// seconds reads a number of seconds, whole or not, of at most a year.
func seconds(text string) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= 365*24*3600) {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	return time.Duration(n * float64(time.Second)), nil
}

// left returns how many of the moves of a time control are still to be made after some.
func (l level) left(made int) int {
	if l.moves == 0 {
		return 0
	}
	return l.moves - made%l.moves
}

// swapCase turns the men of a text into the other side's.
func swapCase(text string) string {
	b := []byte(text)
	for i, c := range b {
		switch {
		case 'a' <= c && c <= 'z':
			b[i] = c - 'a' + 'A'
		case 'A' <= c && c <= 'Z':
			b[i] = c - 'A' + 'a'
		}
	}
	return string(b)
}

// flipped returns a FEN with the colours exchanged, or "" where it has parts that this cannot turn round.
func flipped(fen string, imaginary bool) string {
	f := strings.Fields(fen)
	if len(f) < 4 || strings.ContainsAny(fen, "~@{}") {
		return ""
	}
	placement, hands, hasHands := strings.Cut(strings.TrimSuffix(f[0], "]"), "[")
	ranks := strings.Split(placement, "/")
	slices.Reverse(ranks)
	f[0] = swapCase(strings.Join(ranks, "/"))
	if hasHands {
		hands = swapCase(hands)
		if imaginary && len(hands) == 4 {
			hands = hands[2:] + hands[:2] // those of White's side of the board come first
		}
		f[0] += "[" + hands + "]"
	}
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2] = swapCase(f[2])
	var passed []string
	for _, name := range strings.Split(f[3], ",") {
		if len(name) >= 2 {
			n, err := strconv.Atoi(name[1:])
			if err != nil {
				return ""
			}
			name = fmt.Sprintf("%c%d", name[0], len(ranks)+1-n)
		}
		passed = append(passed, name)
	}
	f[3] = strings.Join(passed, ",")
	if len(f) > 6 {
		f[4] = swapCase(f[4]) // bishops that have not moved
	}
	return strings.Join(f, " ")
}
