package protocol

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// goCommand is what UCI's go asks for.
type goCommand struct {
	engine.Limits
	infinite bool
	perft    int // half-moves, 0 for a search
}

// bounded reports whether the search ends by itself.
func (g *goCommand) bounded() bool {
	clock := g.Left[kirke.White] > 0 || g.Left[kirke.Black] > 0
	return !g.infinite && !g.Ponder && (g.Depth > 0 || g.Nodes > 0 || g.MoveTime > 0 || clock)
}

// goFlags are the words of go without a number, apart from searchmoves.
var goFlags = map[string]func(g *goCommand){
	"ponder":   func(g *goCommand) { g.Ponder = true },
	"infinite": func(g *goCommand) { g.infinite = true },
}

// goNumbers are the words of go with a number. Numbers below the least that makes sense are raised
// to it.
var goNumbers = map[string]func(g *goCommand, n int){
	"wtime":     func(g *goCommand, n int) { g.Left[kirke.White] = max(milliseconds(n), time.Millisecond) },
	"btime":     func(g *goCommand, n int) { g.Left[kirke.Black] = max(milliseconds(n), time.Millisecond) },
	"winc":      func(g *goCommand, n int) { g.Increment[kirke.White] = milliseconds(n) },
	"binc":      func(g *goCommand, n int) { g.Increment[kirke.Black] = milliseconds(n) },
	"movestogo": func(g *goCommand, n int) { g.MovesToGo = max(0, n) },
	"depth":     func(g *goCommand, n int) { g.Depth = min(max(1, n), engine.MaxPly) },
	"nodes":     func(g *goCommand, n int) { g.Nodes = uint64(max(1, n)) },
	"mate":      func(g *goCommand, n int) { g.Mate = max(1, n) },
	"movetime":  func(g *goCommand, n int) { g.MoveTime = max(milliseconds(n), time.Millisecond) },
	"perft":     func(g *goCommand, n int) { g.perft = max(1, n) },
}

// searchMoves is the word of go with moves behind it.
const searchMoves = "searchmoves"

// parseGo reads what follows go in position p. It leaves out what it cannot read, with an error for
// each word.
func parseGo(text string, p kirke.Position) (g goCommand, errs []error) {
	words := strings.Fields(text)
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		flag, number := goFlags[word], goNumbers[word]
		switch {
		case flag != nil:
			flag(&g)
		case number != nil && len(words) == 0:
			errs = append(errs, fmt.Errorf("the number after %s is missing", word))
		case number != nil:
			n, err := strconv.Atoi(words[0])
			if err != nil {
				errs = append(errs, fmt.Errorf("%q after %s is not a number", words[0], word))
			} else {
				number(&g, n)
			}
			words = words[1:]
		case word == searchMoves:
			for ; len(words) > 0 && !isGoWord(words[0]); words = words[1:] {
				m, err := parseMove(p, words[0])
				if err != nil {
					errs = append(errs, err)
					continue
				}
				g.Moves = append(g.Moves, m)
			}
		default:
			errs = append(errs, fmt.Errorf("%q means nothing there", word))
		}
	}
	if g.infinite {
		g.Limits = engine.Limits{Moves: g.Moves}
	}
	return g, errs
}

func isGoWord(word string) bool {
	return word == searchMoves || goFlags[word] != nil || goNumbers[word] != nil
}

// milliseconds returns n milliseconds, from none to a year.
func milliseconds(n int) time.Duration {
	const year = 365 * 24 * time.Hour
	return min(time.Duration(min(max(0, n), math.MaxInt32*8))*time.Millisecond, year)
}
