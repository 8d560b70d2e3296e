// Package traits tells a fast kernel what it may assume of a game.
//
// All of it is derived here, from lists of choices. A list names fields of a [rules.Variant] by
// their path and the values of each under which something holds. A field that a list does not name
// must be zero. So the lists fail closed: a new value of a field, or a new field that is set, is on
// no list. [Of] then refuses the game by name, and the reference kernel plays it, until somebody
// has thought about it and added it here.
//
// Read Traits first, then the lists in lists.go.
package traits

import (
	"reflect"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Check is the rule of when a king is in check.
type Check uint8

// The ways of being in check.
const (
	ByReach   Check = iota // an enemy piece attacks its square
	ByHomes                // an enemy piece attacks it from its own home (Mars)
	ByCapture              // some capture, played in full, leaves the side without its king
)

// Traits are what is true of a game. In the Circe family a capturer captures a piece, and a reborn
// piece returns on its rebirth square.
type Traits struct {
	Rules
	Assumptions
}

// Rules are the rules that the kernel plays.
type Rules struct {
	Check          Check
	Aftermath      bool // captures have an aftermath: a game of the Circe family
	FirstRankPawns bool // pawns on their own first rank move (Parrain)
	Remembers      bool // positions have a memory: of origins, or of pieces below others
	RebirthRemoves bool // a rebirth removes the piece that stands on its square (Assassin)
	KingsReturn    bool // kings are reborn, so that a rook may keep its right when its king is gone
	Castles        bool
	Gating         bool
	Imaginary      bool // pieces in hand stand on imaginary squares
	Conversion     bool // bishops convert
	Series         bool // a turn may have several moves
	Italian        bool
	Drops          bool // pieces in hand are dropped
	Forced         bool // who can capture must
	Blast          bool // a capture blows up what is near it
	RunsOut        bool // the game ends when a side runs out of a type
	CountsChecks   bool // the game ends when a side has given so many checks
	HasGoal        bool // the game ends when a region is reached
	Ends           bool // one of these three
	ForbidsChecks  bool // nobody may check
	Neutrals       bool // pieces may be neutral
	Royals         bool // other pieces than kings are royal
	Sifted         bool // a position may end the game, or moves forbid others
}

// Assumptions are what optimisations assume. Each is true where one of its lists allows the game.
type Assumptions struct {
	// Assumptions of the kernel when it plays.

	Scanned              bool // checkers and pins, and in a blast what is near, tell whether a move is legal
	Orthodox             bool // a captured piece is gone, and a turn is one move
	OrthodoxOnBoard      bool // likewise, and no piece stands on an imaginary square
	PlainOrthodox        bool // likewise, without hands and conversions
	QuietOrthodox        bool // captures have an aftermath, but a quiet move is that of chess
	CapturedRebornAtOnce bool // the captured piece alone is reborn, on an empty square or not at all
	RebirthFollowsMove   bool // likewise, and the move alone says where and as what
	KingRebornAtHome     bool // a captured king is reborn on its home if that is free
	CapturerGoesHome     bool // the capturer is reborn on its home, the captured piece is gone (Anticirce)
	OnlyCapturerGoesHome bool // likewise, and a move has no other effect
	CastlingOrthodox     bool // castling has no effects besides those of chess
	Hoppers              bool // pieces may go along paths of any kind: checks along these are looked for
	AttackTakesKing      bool // a piece that attacks the king can capture it, though rebirths remove pieces
	RebornAtOwnHome      bool // a captured piece is reborn as it was, on its own home

	// Assumptions of foresight.

	CapturerPlaceKnown  bool // after a capture, the capturer has arrived or is at home; no other own piece has moved
	QuietChecksOrthodox bool // a quiet move checks as in chess
	FlightsStayOpen     bool // a flight square that no piece attacks after a quiet move is safe for the king
	HomesAlone          bool // all captures, and so all checks, start from homes (Mars)
	RepliesPersist      bool // a quiet reply stays legal unless the move before interferes with it
	MovesAreLocal       bool // a move fills one square, castling and en passant apart; an attack is a check
	MatesForeseeable    bool // the squares around the king tell whether a quiet move allows a mate
}

// Of returns the traits of v. The error is an *unplayable.Error that names the field of the part
// that is on no list of what the kernel plays.
func Of(v *rules.Variant) (Traits, error) {
	all := settingsOf(reflect.ValueOf(v).Elem())
	played, among := playedLike(v)
	if s := played.misses(all); s != nil {
		reason := "it does not know " + inWords(s.path)
		if slices.ContainsFunc(playedLists, func(c choices) bool { return c[s.path] != nil }) {
			reason += among // alone it is played
		}
		return Traits{}, &unplayable.Error{Variant: v.ID, Reason: reason, Field: s.path}
	}
	return Traits{rulesOf(v), assumptionsOf(all)}, nil
}

// partWords say of each part of a game, and of some of its fields, what it is about.
var partWords = map[string]string{
	"Aftermath":       "this rebirth of captured pieces",
	"Army":            "what is special of a piece",
	"Army.Along":      "moves along lines",
	"Army.Drops":      "pieces that are dropped on some squares only",
	"Army.From":       "pieces that were others before",
	"Army.Kind":       "pieces that count as others",
	"Army.Limit":      "limits of promotion",
	"Army.Mark":       "marked pieces",
	"Army.Starts":     "first moves from such squares",
	"Army.To":         "pieces that promote as in shogi",
	"Army.Traits":     "pieces with attributes",
	"Army.Walk":       "royal pieces that move as others",
	"Army.Within":     "pieces that may not leave a region",
	"Capture":         "these rules of captures",
	"Castling":        "this castling",
	"Castling.King":   "castling of another piece than the king",
	"Check":           "these rules of checks",
	"Check.Bikjang":   "kings that face each other",
	"Check.Count":     "checks that are counted",
	"Check.Facing":    "kings that may not face each other",
	"Check.Forbidden": "forbidden checks",
	"Conversion":      "the conversion rule",
	"Drops":           "this rule of drops",
	"Drops.Forced":    "drops that must be made first",
	"Drops.Mobile":    "the rule against pieces that can never move again",
	"End":             "this end of the game",
	"Extinction":      "pieces that a side must not run out of",
	"Fairy":           "this condition",
	"FirstMoves":      "moves that are made once",
	"Gating":          "pieces that are gated",
	"Goal":            "squares to be reached",
	"InPlace":         "promotion as a move of its own",
	"Neutrals":        "neutral pieces",
	"Passing":         "passes",
	"Pawns":           "these pawns",
	"Promotion":       "this promotion",
	"Row":             "pieces to be connected",
	"Series":          "several moves in a turn",
	"Start":           "this starting position",
	"Walls":           "walls that moves put on the board",
}

// inWords says what the field with a path is about.
func inWords(path string) string {
	for path != "" {
		if words := partWords[path]; words != "" {
			return words
		}
		path = path[:max(strings.LastIndexByte(path, '.'), 0)]
	}
	return "one of its rules"
}

// Sieves reports whether the moves of v are those of the game without Fairy with some left out, for
// reasons that package sieve knows.
func Sieves(v *rules.Variant) bool {
	return sieved.misses(settingsOf(reflect.ValueOf(v).Elem())) == nil
}

// playedLike returns the list that the game must be on to be played, and with what other rules the list
// goes, as the end of a sentence.
func playedLike(v *rules.Variant) (played choices, among string) {
	switch {
	case v.Gating.Imaginary:
		return orthodox, " together with imaginary squares"
	case v.Neutrals:
		return shared, " together with neutral pieces"
	case v.Drops.Active:
		return house.with(contest), " together with drops"
	case v.Check.Forbidden:
		return checkless, " together with forbidden checks"
	case v.Goal != rules.Goal{} || v.Check != rules.Check{}:
		return orthodox.with(contest), " together with goals"
	case v.Promotion.Optional || v.Promotion.Zone != board.Regions{} || v.Drops.Mobile || hasLimits(v):
		return promoting, " together with this promotion"
	case v.Aftermath == rules.Aftermath{} && v.Series == rules.Series{} && v.Gating == rules.Gating{} &&
		v.Conversion == rules.Conversion{}:
		return cousins, ""
	}
	return onBoard, ""
}

// hasLimits reports whether there may be only so many pieces of a type by promotion.
func hasLimits(v *rules.Variant) bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Limit > 0 })
}

// Only returns the assumptions of these names; the others do not hold.
func (a Assumptions) Only(names ...string) (kept Assumptions) {
	for _, name := range names {
		reflect.ValueOf(&kept).Elem().FieldByName(name).Set(reflect.ValueOf(a).FieldByName(name))
	}
	return kept
}

func rulesOf(v *rules.Variant) Rules {
	a := &v.Aftermath
	r := Rules{
		Aftermath:      a.Active,
		FirstRankPawns: v.PawnsLeaveFirstRank(),
		Remembers:      a.Active && (a.Where == rules.AtOrigin || a.Occupied == rules.WaitsBelow),
		RebirthRemoves: a.Active && a.Occupied == rules.ReplacesOccupant,
		KingsReturn:    v.KingsReturn(),
		Castles:        v.Castling != rules.Castling{},
		Gating:         v.Gating.Hand != "",
		Imaginary:      v.Gating.Imaginary,
		Conversion:     v.Conversion.Bishop != 0,
		Series:         v.Series.Progressive,
		Italian:        v.Series.Italian,
		Drops:          v.Drops.Active,
		Forced:         v.Capture.Forced,
		Blast:          v.Capture.Blast,
		Neutrals:       v.Neutrals,
		Royals:         v.Extinction.Royal && !v.Capture.Blast,
		RunsOut:        v.Extinction.Types != "" && (!v.Extinction.Royal || v.Capture.Blast),
		CountsChecks:   v.Check.Count > 0,
		HasGoal:        v.Goal.Zone != board.Regions{},
		ForbidsChecks:  v.Check.Forbidden,
	}
	r.Ends = r.RunsOut || r.CountsChecks || r.HasGoal
	r.Sifted = r.Forced || r.Blast || r.Ends
	switch {
	case !a.Active:
	case a.Reborn == rules.MoverReborn:
		r.Check = ByHomes
	case r.KingsReturn || r.RebirthRemoves:
		r.Check = ByCapture
	}
	return r
}

func assumptionsOf(all settings) (a Assumptions) {
	for name, lists := range assumptions {
		reflect.ValueOf(&a).Elem().FieldByName(name).SetBool(all.are(lists))
	}
	return a
}

// setting is the value of a field of a variant.
type setting struct {
	path  string
	value reflect.Value
}

// settings are all fields of a variant but for data.
type settings []setting

// settingsOf returns the settings of a variant.
func settingsOf(variant reflect.Value) settings {
	var all settings
	all.read("", variant)
	return slices.DeleteFunc(all, func(s setting) bool { return slices.Contains(data, s.path) })
}

// read appends the fields of a struct and of the structs in it. The elements of a slice of structs
// share one path.
func (s *settings) read(path string, v reflect.Value) {
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				s.read(strings.TrimPrefix(path+"."+field.Name, "."), v.Field(i))
			}
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			s.read(path, v.Index(i))
		}
	default:
		*s = append(*s, setting{path, v})
	}
}

// are reports whether one of the lists allows all settings.
func (s settings) are(lists []choices) bool {
	return slices.ContainsFunc(lists, func(c choices) bool { return c.misses(s) == nil })
}

// misses returns the first setting that c does not allow, or nil.
func (c choices) misses(all settings) *setting {
	for i := range all {
		s := &all[i]
		switch listed, named := c[s.path]; {
		case !named && !s.value.IsZero(), len(listed) > 0 && !slices.Contains(listed, s.value.Interface()):
			return s
		}
	}
	return nil
}
