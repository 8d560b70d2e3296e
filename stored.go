package kirke

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// The tags that a game writes from itself.
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

// unnamed is the game of a file that names none, as the PGN standard has it.
const unnamed = "chess"

// elsewhere maps the names other programs give to games, in small letters and
// digits alone, to ours.
var elsewhere = map[string]string{
	"normal": "chess", "classical": "chess", "fromposition": "chess",
	"fischerandom": "chess960", "fischerrandom": "chess960", "chess9lx": "chess960",
	"schess960": "seirawan960",
}

// VersionError is a stored game that was played under rules this build does not
// have.
type VersionError struct {
	Variant string // the id of the game
	Stored  string // the version the game names
	Known   int    // the newest version this build plays
}

// Error names the game and both versions.
func (e *VersionError) Error() string {
	return fmt.Sprintf("the game was played under rules version %s of %s, and the newest that this build knows is version %d", e.Stored, e.Variant, e.Known)
}

// lookup finds a game by the name a file gives it.
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

// version returns v as it is in the version of its rules that a file names, "" for
// none. The error is a *VersionError.
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
	plain.Problem = false
	if err != nil || !plain.Equal(today) {
		return nil, unknown // a game of the user's own
	}
	older, err := rules.LookupVersion(v.ID, n)
	if err != nil {
		return nil, unknown
	}
	older.Problem = v.Problem
	return older, nil
}

// letters returns the letters and digits of a name, small.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// origin is what a file says about where a game comes from, each text "" when
// it does not say.
type origin struct {
	variant, version, fen, array string
	problem                      bool // castling rights follow from the squares
}

// originOf reads an origin from tags.
func originOf(tags []Tag) origin {
	h := notation.PGN{Tags: tags}
	return origin{h.Tag(tagVariant), h.Tag(tagVersion), h.Tag(tagFEN), h.Tag(tagArray), h.Tag(tagProblem) != ""}
}

// begin returns a game without moves from where a file says it starts.
func (o options) begin(from origin) (*Game, error) {
	v, err := o.lookup(from.variant)
	if err != nil {
		return nil, err
	}
	if v, err = o.version(v, from.version); err != nil {
		return nil, err
	}
	if from.problem && !v.Problem {
		changed := *v
		changed.Problem = true
		v = &changed
	}
	if from.array != "" {
		o.draw.Array = from.array
	}
	var s Setup
	if from.fen != "" {
		s, err = notation.ParseFEN(v, from.fen)
	} else if v.Array.Lot != nil && o.draw.Array == "" {
		err = fmt.Errorf("the array of %s is drawn, and the game does not say which it was", v.ID)
	} else {
		s, err = v.Start(o.draw)
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

// usualStart reports whether the game starts as every game of its variant does.
func (g *Game) usualStart() bool {
	v := g.Variant()
	if v.Array.Lot != nil {
		return false
	}
	usual, err := Start(v)
	return err == nil && usual.FEN() == g.Start().FEN()
}

// array returns the array that the game was drawn to start from where its rules
// depend on it, "" elsewhere.
func (g *Game) array() string {
	v := g.Variant()
	if v.Array.Lot == nil || !v.Aftermath.Active {
		return ""
	}
	return strings.ToUpper(arrayOf(v.Array.Placement))
}

// conclude records the outcome that a file gives in a result, a reason and the
// header's own result. Where the board itself says the same, nothing is recorded.
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

// header returns the tags to write: the seven that every PGN has, what the game
// knows of itself, then the rest.
func (g *Game) header() []Tag {
	out := notation.PGN{}
	for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black"} {
		value := g.Tag(name)
		switch {
		case value != "":
		case name == "Date":
			value = "????.??.??"
		default:
			value = "?"
		}
		out.SetTag(name, value)
	}
	v, final := g.Variant(), g.final()
	out.SetTag(tagResult, final.Result.String())
	if v.ID != unnamed {
		out.SetTag(tagVariant, v.ID)
	}
	out.SetTag(tagVersion, strconv.Itoa(v.Version))
	if !g.usualStart() {
		out.SetTag(tagSetUp, "1")
		out.SetTag(tagFEN, g.Start().FEN())
	}
	if array := g.array(); array != "" {
		out.SetTag(tagArray, array)
	}
	if v.Problem {
		out.SetTag(tagProblem, "1")
	}
	for _, t := range g.Tags {
		if out.Tag(t.Name) == "" && !ownTag(t.Name) {
			out.Tags = append(out.Tags, t)
		}
	}
	if g.recorded.Over() && g.recorded.Reason != NoReason && out.Tag(tagTermination) == "" {
		out.SetTag(tagTermination, g.recorded.Reason.String())
	}
	return out.Tags
}

// ownTag reports whether a game writes the tag from itself.
func ownTag(name string) bool {
	switch name {
	case tagVariant, tagVersion, tagFEN, tagSetUp, tagArray, tagProblem, tagResult:
		return true
	}
	return false
}

// keepTags takes over the tags of a file that are not the game's own to write.
func (g *Game) keepTags(tags []Tag) {
	for _, t := range tags {
		if !ownTag(t.Name) {
			g.Tags = append(g.Tags, t)
		}
	}
}
