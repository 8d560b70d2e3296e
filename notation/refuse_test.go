package notation_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// texts is how many texts TestRefusedTexts reads in a position. make soak reads more.
var texts = flag.Int("texts", 40, "random texts to read in each position")

// TestRefusedTexts reads texts for every piece and square of random positions: a text whose piece
// is there is refused with reasons that are true, about pieces that it may mean, and one whose
// piece is not there says so, and only then.
func TestRefusedTexts(t *testing.T) {
	for i, v := range rulestest.Variants(t) {
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 3))
			s, err := v.StartSetup(rules.StartOptions{Seed: dice.Uint64()})
			if err != nil {
				t.Fatal(err)
			}
			p, err := reference.New(v, s, 0)
			if err != nil {
				t.Fatal(err)
			}
			for ply := range 24 {
				if ply%8 == 7 {
					for range *texts {
						refusedText(t, p, dice)
					}
				}
				moves := p.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[dice.IntN(len(moves))])
			}
		})
	}
}

// refusedText checks what is said of one random text.
func refusedText(t *testing.T, p rules.Position, dice *rand.Rand) {
	t.Helper()
	v, size := p.Variant(), p.Variant().Size
	k := rules.PieceType(1 + dice.IntN(len(v.Army)))
	typ, to := v.Type(k), board.Square(dice.IntN(size.Area()))
	from, file := board.NoSquare, -1
	var text string
	letter := string(typ.Letter)
	if typ.Pawn {
		letter = ""
	}
	switch dice.IntN(4) {
	case 0:
		file = dice.IntN(size.Files)
		text = letter + board.FileName(file) + size.Name(to)
		if typ.Pawn {
			text = board.FileName(file) + "x" + size.Name(to)
		}
	case 1:
		from = board.Square(dice.IntN(size.Area()))
		text = string(typ.Letter) + size.Name(from) + "-" + size.Name(to) // a pawn without P would be any piece
	default:
		if text = letter + size.Name(to); typ.Pawn {
			file = size.File(to)
		}
	}
	if v.Aftermath.OwnerPromotes && dice.IntN(2) == 0 {
		text = "=Q, " + text
	}
	_, err := notation.Parse(p, text, notation.SAN)
	if err == nil || strings.Contains(err.Error(), "say which") || strings.Contains(err.Error(), "does not fit") {
		return
	}
	there := false
	for sq := range board.Square(size.Area()) {
		if pc := p.At(sq); pc != 0 && pc.Color() == p.Turn() && v.Type(pc.Type()).Letter == typ.Letter &&
			(file < 0 || size.File(sq) == file) {
			there = true
		}
	}
	var illegal *notation.IllegalError
	switch is := errors.As(err, &illegal); {
	case is:
		for _, reason := range reasonsOf(illegal.Reason) {
			refusedRightly(t, p, text, reason, k, to)
		}
	case from != board.NoSquare:
		own := p.At(from)
		if want := fmt.Sprintf("the piece on %s is the %s, not the", size.Name(from),
			nameOf(v, own.Type())); own == 0 ||
			own.Color() != p.Turn() || v.Type(own.Type()).Letter == typ.Letter || !strings.Contains(err.Error(), want) {
			t.Errorf("%s %s\n%q: %v, want %s", v.ID, rulestest.Text(p), text, err, want)
		}
	case there || !strings.Contains(err.Error(), fmt.Sprintf("%s has no %s", p.Turn(), nameOf(v, k))):
		t.Errorf("%s %s\n%q: %v; the piece is there: %v", v.ID, rulestest.Text(p), text, err, there)
	}
}

// nameOf returns the name of a type, the same for all bishops; 0 has none.
func nameOf(v *rules.Variant, k rules.PieceType) string {
	if k == 0 {
		return ""
	}
	return strings.ToLower(v.Type(v.TypeOf(v.Type(k).Letter)).Name)
}

// reasonsOf returns the reasons that an error joins.
func reasonsOf(err error) []*rules.ForbiddenError {
	if reason := new(rules.ForbiddenError); errors.As(err, &reason) {
		if _, joined := err.(interface{ Unwrap() []error }); !joined {
			return []*rules.ForbiddenError{reason}
		}
	}
	var all []*rules.ForbiddenError
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, e := range joined.Unwrap() {
			all = append(all, reasonsOf(e)...)
		}
	}
	return all
}

// refusedRightly checks the facts of a reason, and that it is about a piece and a square that the
// text names.
func refusedRightly(t *testing.T, p rules.Position, text string, reason *rules.ForbiddenError, k rules.PieceType,
	to board.Square) {
	t.Helper()
	v := p.Variant()
	again := rulestest.Judge(t, p, reason.Move)
	if again == nil || again.Error() != reason.Error() {
		t.Errorf("%s %s\n%q is refused because %v, and its move because %v", v.ID, rulestest.Text(p), text, reason,
			again)
	}
	if pc := p.At(reason.Move.From()); reason.Move.To() != to && reason.Move.Form() != rules.Castle ||
		pc != 0 && pc.Color() == p.Turn() && nameOf(v, pc.Type()) != nameOf(v, k) && reason.Move.Choice() == 0 {
		t.Errorf("%s %s\n%q is refused because %v, which is about another move", v.ID, rulestest.Text(p), text, reason)
	}
}
