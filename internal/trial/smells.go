package trial

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
)

// Warnings says what no rule forbids in a game that starts from p, but is seldom meant. What can only
// be seen in games is said after 20 of them.
func (r *Record) Warnings(p kirke.Position) []string {
	all := opening(p)
	all = append(all, r.army(p)...)
	all = append(all, stuck(p)...)
	all = append(all, goal(p.Variant())...)
	if r.Games >= enough && r.Decisive() == 0 {
		all = append(all, "No game was won.")
	}
	return all
}

// enough is how many games tell what seldom happens.
const enough = 20

// opening warns of a game that is over before it has begun.
func opening(p kirke.Position) (all []string) {
	if o := p.Outcome(); o.Over() {
		return []string{fmt.Sprintf("The game is over at the start: %v.", o)}
	}
	all = append(all, kingless(p)...)
	if p.InCheck() {
		all = append(all, fmt.Sprintf("%v is in check at the start.", p.Turn()))
	}
	var over []string
	total := 0
	for m := range p.LegalMoves() {
		total++
		next, err := p.Play(m)
		if err == nil && next.Outcome().Over() {
			over = append(over, fmt.Sprintf("%s (%v)", p.MoveText(m, kirke.SAN), next.Outcome().Reason))
		}
	}
	const most = 5
	if n := len(over); n > 0 {
		text := fmt.Sprintf("%d of %d first moves end the game: ", n, total)
		all = append(all, text+words.And(over[:min(n, most)])+".")
	}
	return all
}

// kingless warns of a side without a king whose opponent has one: it cannot be mated.
func kingless(p kirke.Position) (all []string) {
	v, kings := p.Variant(), [2]int{}
	for _, pc := range p.Setup().Board {
		if pc.Type() != 0 && v.Type(pc.Type()).Royal {
			kings[pc.Color()]++
		}
	}
	for c := range kings {
		if kings[c] == 0 && kings[1-c] > 0 && v.Extinction.Types == "" {
			all = append(all, fmt.Sprintf("%v has no king at the start, and can never be mated.", board.Color(c)))
		}
	}
	return all
}

// army warns of types that cannot come to the board, or never moved.
func (r *Record) army(p kirke.Position) (all []string) {
	v := p.Variant()
	named := lettersNamed(v)
	for i := range v.Army {
		t := &v.Army[i]
		drawn, _, _ := t.Drawing()
		if t.Picture != "" && t.Path() == "" && diagram.Art()[diagram.Classic][drawn] == nil {
			all = append(all, fmt.Sprintf("There is no drawing %q for the %s, and it is no SVG path of the commands "+
				"M L H V Q C Z.", t.Picture, t.Name))
		}
		switch {
		case r.Types[i].Moved > 0:
		case !r.Types[i].Seen && !strings.Contains(named, t.Label()):
			all = append(all, fmt.Sprintf("No %s can ever come to the board: it does not start there, and no part "+
				"of the game names its letter %s.", t.Name, t.Label()))
		case r.Games >= enough && r.Types[i].Seen:
			all = append(all, fmt.Sprintf("No %s moved in the games.", t.Name))
		}
	}
	return all
}

// lettersNamed returns all text in the parts of a game that may name pieces.
func lettersNamed(v *kirke.Variant) string {
	var b strings.Builder
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			b.WriteString(strings.ToUpper(v.String()))
		case reflect.Uint8:
			b.WriteByte(byte(v.Uint()))
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		}
	}
	for i := range v.Army {
		b.WriteString(v.Army[i].To + " " + v.Army[i].From + " ")
	}
	game := reflect.ValueOf(v).Elem()
	for i := range game.NumField() {
		f := game.Type().Field(i)
		if f.IsExported() && f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[board.Size]() {
			walk(game.Field(i))
		}
	}
	return b.String()
}

// goal warns of a goal where none of its pieces can stand: they may not go there, or are pawns, which
// become something else there.
func goal(v *kirke.Variant) (all []string) {
	white, black := v.Goal.Sides()
	for c, labels := range [2]string{white, black} {
		zone, err := v.Goal.Zone.Squares(v.Size, board.Color(c))
		if err != nil || !slices.Contains(zone, true) {
			continue
		}
		types, _ := v.TypesOf(labels)
		stands := false
		for i := range v.Army {
			stands = stands || types>>i&1 != 0 && mayStand(v, &v.Army[i], board.Color(c), zone)
		}
		if !stands {
			all = append(all, fmt.Sprintf("%v can never reach its goal: the pieces that count there may not go there, "+
				"or are pawns, which become other pieces on these squares.", board.Color(c)))
		}
	}
	return all
}

// mayStand reports whether pieces of a type may stay what they are on a square of a zone.
func mayStand(v *kirke.Variant, t *piece.Type, c board.Color, zone []bool) bool {
	promotion, _ := v.Promotion.Zone.Squares(v.Size, c)
	within, _ := t.Within.Squares(v.Size, c)
	promotes := t.Pawn && !v.MayStayPawn() && len(v.PromotionTypesOf(c)) > 0
	for i, in := range zone {
		last := v.Size.RankFrom(c, kirke.Square(i)) == v.Size.Ranks-1
		there := promotion == nil && last || promotion != nil && promotion[i]
		if in && (within == nil || within[i]) && !(promotes && there) {
			return true
		}
	}
	return false
}

// immobile is the movement of a piece that never moves.
const immobile = "-"

// stuck warns of pieces that could not leave their first square on an empty board.
func stuck(p kirke.Position) (all []string) {
	v := p.Variant()
	movement := make([]piece.Movement, len(v.Army))
	for i := range v.Army {
		movement[i], _ = v.Army[i].Movement()
	}
	for sq := range kirke.Square(v.Size.Area()) {
		pc := p.At(sq)
		if pc.Type() == 0 || v.Type(pc.Type()).Betza == immobile {
			continue
		}
		free := false
		for _, path := range movement[pc.Type()-1] {
			if _, ok := path.From(v.Size, pc.Color(), sq, nil); ok {
				free = true
				break
			}
		}
		if !free {
			all = append(all, fmt.Sprintf("The %s on %s can never move from there.", v.Type(pc.Type()).Name,
				v.SquareName(sq)))
		}
	}
	return all
}
