package kirke

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// The tags that follow from the game.
const (
	tagVariant     = "Variant"
	tagVersion     = "RulesVersion"
	tagFEN         = "FEN"
	tagSetUp       = "SetUp"
	tagArray       = "Array"
	tagResult      = "Result"
	tagProblem     = "Problem"
	tagTermination = "Termination"
)

// unnamed is the variant of a file that names none, by the PGN standard.
const unnamed = "chess"

// elsewhere maps names of games in other programs, reduced to small letters and digits, to our IDs.
var elsewhere = map[string]string{
	"normal": "chess", "classical": "chess", "fromposition": "chess",
	"fischerandom": "chess960", "fischerrandom": "chess960", "chess9lx": "chess960",
	"schess960": "seirawan960",
}

// VersionError is the error for a stored game whose version of the rules this build does not have.
type VersionError struct {
	Variant string // the ID of the game
	Stored  string // the version that the game names
	Known   int    // the newest version that this build has
}

// Error names the game and both versions.
func (e *VersionError) Error() string {
	return fmt.Sprintf("the game was played under rules version %s of %s, "+
		"and the newest that this build knows is version %d", e.Stored, e.Variant, e.Known)
}

// lookup finds a game by its name in a file.
func (o *options) lookup(name string) (*Variant, error) {
	if name == "" {
		if o.assume != nil {
			return o.assume, nil
		}
		name = unnamed
	}
	for _, v := range append(o.own[:len(o.own):len(o.own)], o.assume) {
		if v != nil && v.ID == name {
			return v, nil
		}
	}
	v, err := Lookup(name)
	if err == nil {
		return v, nil
	}
	plain := letters(name)
	if id, ok := elsewhere[plain]; ok {
		return Lookup(id)
	}
	if v, err := Lookup(plain); err == nil {
		return v, nil
	}
	for _, v := range Variants() {
		if letters(v.ID) == plain || letters(v.Name) == plain {
			return v, nil
		}
	}
	return nil, err
}

// version returns v in the version of its rules that a file names; "" is none. The error is a
// *VersionError.
func (o *options) version(v *Variant, name string) (*Variant, error) {
	n, err := strconv.Atoi(name)
	if name == "" || err == nil && n == v.Version {
		return v, nil
	}
	unknown := &VersionError{v.ID, name, v.Version}
	if err != nil {
		return nil, unknown
	}
	for _, own := range o.own {
		if own.ID == v.ID && own.Version == n {
			return own, nil
		}
	}
	today, err := Lookup(v.ID)
	plain := v.Clone()
	plain.AssumeCastling = false
	if err != nil || !plain.Equal(today) {
		return nil, unknown // a variant of the user's own
	}
	older, err := rules.LookupVersion(v.ID, n)
	if err != nil {
		return nil, unknown
	}
	older.AssumeCastling = v.AssumeCastling
	return older, nil
}

// letters reduces a name to small letters and digits.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// origin is what a file says about the start of a game. A text is "" if it does not say.
type origin struct {
	variant, version, fen, array string
	problem                      bool // castling rights follow from the squares
}

// originOf reads an origin from tags.
func originOf(tags []Tag) origin {
	t := notation.Tags(tags)
	return origin{
		variant: t.Value(tagVariant), version: t.Value(tagVersion), fen: t.Value(tagFEN), array: t.Value(tagArray),
		problem: t.Value(tagProblem) != "",
	}
}

// begin returns a game without moves that starts as a file says.
func (o options) begin(from origin) (*Game, error) {
	v, err := o.lookup(from.variant)
	if err != nil {
		return nil, err
	}
	if v, err = o.version(v, from.version); err != nil {
		return nil, err
	}
	if from.problem && !v.AssumeCastling {
		changed := *v
		changed.AssumeCastling = true
		v = &changed
	}
	if from.array != "" {
		o.start.FirstRank = from.array
	}
	var s Setup
	if from.fen != "" {
		s, err = notation.ParseFEN(v, from.fen)
	} else if v.Start.Shuffle != nil && o.start.FirstRank == "" {
		err = fmt.Errorf("the starting position of %s is shuffled, and the game does not say which it was", v.ID)
	} else {
		s, err = v.StartSetup(o.start)
	}
	if err != nil {
		return nil, err
	}
	p, err := o.position(v, s)
	if err != nil {
		return nil, err
	}
	return NewGame(p), nil
}

// usualStart reports whether the game starts from the one starting position of its variant.
func (g *Game) usualStart() bool {
	v := g.Variant()
	if v.Start.Shuffle != nil {
		return false
	}
	usual, err := Start(v)
	return err == nil && usual.FEN() == g.Start().FEN()
}

// array returns the first ranks of the starting position if that is shuffled and pieces are reborn
// at home, and otherwise "".
func (g *Game) array() string {
	v := g.Variant()
	if v.Start.Shuffle == nil || !v.Aftermath.Active {
		return ""
	}
	return strings.ToUpper(arrayOf(v.Start.Placement))
}

// concludeFile records the result and reason of a file, unless the rules give the same.
func (g *Game) concludeFile(file *notation.PGN) error {
	result, err := fileResult(file)
	if err != nil {
		return err
	}
	reason, _ := ParseReason(strings.ToLower(file.Tag(tagTermination))) // other programs have their own words
	return g.conclude(result, reason)
}

// conclude records a result and a reason, unless the rules give the same.
func (g *Game) conclude(result string, reason Reason) error {
	r, err := ParseResult(result)
	if err != nil {
		return err
	}
	g.recorded = Outcome{}
	if r == Unfinished {
		return nil
	}
	if board := g.final(); board.Result != r || reason != NoReason && reason != board.Reason {
		g.recorded = Outcome{r, reason}
	}
	return nil
}

// header returns the tags to write: the seven that every PGN has, then those that follow from the
// game, then the rest.
func (g *Game) header() []Tag {
	var out notation.Tags
	for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black"} {
		value := g.Tag(name)
		switch {
		case value != "":
		case name == "Date":
			value = "????.??.??"
		default:
			value = "?"
		}
		out.Set(name, value)
	}
	v, final := g.Variant(), g.final()
	out.Set(tagResult, final.Result.String())
	if v.ID != unnamed {
		out.Set(tagVariant, v.ID)
	}
	out.Set(tagVersion, strconv.Itoa(v.Version))
	if !g.usualStart() {
		out.Set(tagSetUp, "1")
		out.Set(tagFEN, g.Start().FEN())
	}
	if array := g.array(); array != "" {
		out.Set(tagArray, array)
	}
	if v.AssumeCastling {
		out.Set(tagProblem, "1")
	}
	for _, t := range g.Tags {
		if out.Value(t.Name) == "" && !ownTag(t.Name) {
			out = append(out, t)
		}
	}
	if g.recorded.Over() && g.recorded.Reason != NoReason && out.Value(tagTermination) == "" {
		out.Set(tagTermination, g.recorded.Reason.String())
	}
	return out
}

// ownTag reports whether a tag follows from the game.
func ownTag(name string) bool {
	switch name {
	case tagVariant, tagVersion, tagFEN, tagSetUp, tagArray, tagProblem, tagResult:
		return true
	}
	return false
}

// keepTags adds the tags of a file that do not follow from the game.
func (g *Game) keepTags(tags []Tag) {
	for _, t := range tags {
		if !ownTag(t.Name) {
			g.Tags = append(g.Tags, t)
		}
	}
}
