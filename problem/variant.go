package problem

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Variant returns the game that the problem is played in: its game under its conditions. The error
// is an *UnsupportedError, and says which of them do not go together.
func (p *Problem) Variant() (*rules.Variant, error) {
	v, err := p.composed()
	if err == nil {
		err = p.knownGoals(v)
	}
	if err == nil {
		err = p.replaced()
	}
	if err == nil {
		err = p.promoteToFairies(v)
	}
	if err != nil {
		return nil, p.refusal(err)
	}
	p.promote(v)
	if err := p.promoteAsOnBoard(v); err != nil {
		return nil, p.refusal(err)
	}
	promoteToImitators(v)
	if err := complete(v); err != nil {
		return nil, p.refusal(err)
	}
	return v, nil
}

// composed returns the game of the problem under its conditions, before what the pieces of the
// diagram add to it. The error is an *UnsupportedError or an *apartError.
func (p *Problem) composed() (*rules.Variant, error) {
	base, mods := rules.Parts(p.Game)
	base.Neutrals = base.Neutrals || p.neutrals()
	for _, c := range p.Conditions {
		mods = append(mods, c.Modifiers...)
	}
	both, err := p.twoRebirths()
	if err != nil {
		return nil, err
	}
	mods = append(mods, both...)
	if slices.ContainsFunc(mods, isOtherCirce) { // plain Circe adds nothing to other members of its family
		mods = slices.DeleteFunc(mods, isPlainCirce)
	}
	if err := enlistRoyals(base, mods); err != nil {
		return nil, err
	}
	v, err := rules.Compose(base, mods...)
	if err != nil {
		return nil, &apartError{errors.Unwrap(err)}
	}
	if err := composes(v); err != nil {
		return nil, err
	}
	if v.Fairy.Republic != rules.NoRepublic && !p.onlyMates() {
		return nil, unsupported("the condition RepublicanChess with another goal than mate")
	}
	if v.Fairy.Republic == rules.RepublicansUnlessMated && p.Stipulation.Play != Direct {
		return nil, unsupported("the condition RepublicanChess Type1 in other than direct play")
	}
	if v.Fairy.Checking.OneMate && !p.onlyMates() {
		return nil, unsupported("the condition ExclusiveChess with another goal than mate")
	}
	if v.Fairy.Checking.FreeField && !p.knowsFreeField() {
		return nil, unsupported("the condition MAFF with another goal that immobilises than mate and stalemate")
	}
	if v.Fairy.Chains && p.Stipulation.Structure != nil {
		return nil, unsupported("the condition SeriesCapture in a structured stipulation")
	}
	if v.Fairy.Chains && !p.knowsEndsOfChains() {
		return nil, unsupported("the condition SeriesCapture with a goal about the pieces that are captured or return")
	}
	if a := &v.Aftermath; a.Active && (a.Occupied == rules.CoversOccupant || a.Occupied.Hides() &&
		a.Reborn == rules.CapturerReborn) && p.Stipulation.looksBack() {
		return nil, unsupported("pieces that wait below others with a goal about where pieces stood before")
	}
	if v.CapturersWait() {
		switch {
		case p.Stipulation.looksBack():
			return nil, unsupported("AntiCirce Parrain or ContraParrain with a goal about where pieces stood before")
		case slices.ContainsFunc(p.Conditions, func(c Condition) bool { return c.LastCapture != 0 }):
			return nil, unsupported("the condition LastCapture with AntiCirce Parrain or ContraParrain")
		}
	}
	if a := &v.Aftermath; a.As == rules.AsCapturer && a.Kings {
		return nil, unsupported("the condition Circe Clone RexInclusive, by which kings become other royal pieces")
	}
	if v.Aftermath.Where == rules.AtItsCapture && p.Stipulation.looksBack() {
		return nil, unsupported("the condition Circe CaptureSquare WaitCapture with a goal about where pieces stood " +
			"before")
	}
	if v.Fairy.Movers.MovesTheirs() && p.exposesKing() {
		return nil, unsupported("moves of the other side's pieces with a goal that mates the side which reaches it")
	}
	compared := v.Fairy.Mobility.Disparate || v.Fairy.Movers.MovesTheirs()
	if v.Fairy.RemembersMove() && !compared && p.Stipulation.Mover != Alternate {
		return nil, unsupported("a condition about the last move in a series: %s", words.And(p.conditionTexts()))
	}
	if v.Fairy.Checking.Must != (rules.Sides{}) && (p.Stipulation.Structure != nil || p.exposesKing()) {
		return nil, unsupported("the condition UltraSchachZwang in a structured stipulation, or with a goal that " +
			"mates the side which reaches it")
	}
	if r := &v.Fairy.Rebirth; r.Turncoats && r.Of == rules.OfCapturers && p.anyKing() {
		return nil, unsupported("the condition AntiCirce Turncoats with kings")
	}
	return v, nil
}

// onlyMates reports whether mate is the only goal of the problem.
func (p *Problem) onlyMates() bool {
	return !slices.ContainsFunc(p.Stipulation.goals(), func(g Goal) bool { return g != (Goal{}) && g.Aim != Mate })
}

// exposesKing reports whether a goal of the problem exposes the king of the side that reaches it.
func (p *Problem) exposesKing() bool {
	return slices.ContainsFunc(p.Stipulation.goals(), Goal.ExposesKing)
}

// knowsFreeField reports whether the goals of the problem are among those that have been compared
// with Popeye in MAFF.
func (p *Problem) knowsFreeField() bool {
	return p.Stipulation.Structure == nil && !slices.ContainsFunc(p.Stipulation.goals(), func(g Goal) bool {
		return g.Immobilises() && g.Aim != Mate && g.Aim != Stalemate
	})
}

// knowsEndsOfChains reports whether the goals of the problem are none that depend on which step of
// a chain of captures takes or brings back what.
func (p *Problem) knowsEndsOfChains() bool {
	return !slices.ContainsFunc(p.Stipulation.goals(), func(g Goal) bool {
		return g.Aim == Capture || g.Aim == WinPiece || g.Aim == PassingCapture || g.LooksBack()
	})
}

// neutrals reports whether the problem has neutral pieces, or pieces that may become neutral.
func (p *Problem) neutrals() bool {
	return slices.ContainsFunc(p.Setup.Board, rules.Piece.Neutral) ||
		slices.ContainsFunc(p.Initial, rules.Piece.Neutral) ||
		slices.ContainsFunc(p.Setup.Aftermath.Below, func(h rules.Hidden) bool { return h.Piece.Neutral() }) ||
		slices.ContainsFunc(p.Conditions, func(c Condition) bool { return c.LastCapture.Neutral() }) ||
		slices.ContainsFunc(p.Game.Army, func(t piece.Type) bool { return t.Traits.BecomeNeutral() })
}

// twoRebirths returns the modifier that lets both pieces of a capture be reborn if one condition is
// Anticirce and another one of the Circe family.
func (p *Problem) twoRebirths() (mods []*rules.Modifier, err error) {
	var captured, capturer, mars int
	var chosen bool // the capturer is reborn by a choice
	for _, c := range p.Conditions {
		chosen = chosen || slices.ContainsFunc(c.Modifiers, func(m *rules.Modifier) bool {
			return m.Fairy.Rebirth.Of == rules.OfCapturers
		})
		isOf := func(reborn rules.Reborn) func(*rules.Modifier) bool {
			return func(m *rules.Modifier) bool { return m.Aftermath.Active && m.Aftermath.Reborn == reborn }
		}
		switch {
		case slices.ContainsFunc(c.Modifiers, isOf(rules.CapturerReborn)):
			capturer++
		case slices.ContainsFunc(c.Modifiers, isOf(rules.MoverReborn)),
			slices.ContainsFunc(c.Modifiers, isOf(rules.NobodyReborn)):
			mars++
		case slices.ContainsFunc(c.Modifiers, isOf(rules.CapturedReborn)):
			captured++
		}
	}
	switch {
	case capturer+mars == 0, captured+capturer+mars < 2:
		return nil, nil
	case captured == 1 && capturer == 1 && mars == 0 && chosen:
		return nil, &apartError{errors.New("beside Circe capturers are known to be reborn at home only")}
	case captured == 1 && capturer == 1 && mars == 0:
		return []*rules.Modifier{modifier("anticirce-with-circe")}, nil
	}
	return nil, &apartError{errors.New("both are of the Circe family")}
}

// knownGoals returns why a goal of the problem is not known with its pieces. It lists what has been
// compared with Popeye.
func (p *Problem) knownGoals(v *rules.Variant) error {
	if !slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits.Paralysing }) {
		return nil
	}
	for _, g := range p.Stipulation.goals() {
		if (g.Immobilises() || g.ExposesKing()) && g.Aim != Mate && g.Aim != Stalemate {
			return unsupported("the attribute Paralysing with the goal %s", g)
		}
	}
	return nil
}

// anyKing reports whether a king stands in the diagram.
func (p *Problem) anyKing() bool {
	return slices.ContainsFunc(p.Setup.Board, func(pc rules.Piece) bool {
		return pc != 0 && pc != rules.Wall && p.Game.Type(pc.Type()).Royal
	})
}

var circe = modifier("circe")

// modifier returns a built-in modifier.
func modifier(id string) *rules.Modifier {
	m, err := rules.LookupModifier(id)
	if err != nil {
		panic(err)
	}
	return m
}

func isPlainCirce(m *rules.Modifier) bool { return m.ID == circe.ID }

func isOtherCirce(m *rules.Modifier) bool { return m.Aftermath.Active && !isPlainCirce(m) }

func (p *Problem) conditionTexts() []string {
	var texts []string
	for _, c := range p.Conditions {
		texts = append(texts, c.Text)
	}
	return texts
}

// assumed returns the game with castling rights that follow from the squares.
func assumed(v *rules.Variant) *rules.Variant {
	a := v.Clone()
	a.AssumeCastling = true
	return a
}

// position returns the position with a side to move. Kings may be missing, and the other side may
// be in check.
func (p *Problem) position(v *rules.Variant, turn board.Color) (rules.Position, error) {
	s := p.Setup.Clone()
	s.Turn = turn
	s.Fairy = rules.NewFairyState(v)
	if !v.HidesPieces() {
		s.Aftermath.Below = nil // pieces below others never come up
	}
	for _, c := range p.Conditions {
		if c.LastCapture != 0 && v.Aftermath.Where.Waits() {
			s.Aftermath.Pending, s.Aftermath.PendingAt = c.LastCapture, c.CapturedAt
		}
	}
	if squares := p.Options.EnPassant; len(squares) > 2 {
		s.EnPassant = slices.Clone(squares[1 : len(squares)-1])
	}
	if !p.FromFEN {
		q, err := reference.New(assumed(v), s, walk.Forgiven)
		if err != nil {
			return nil, fmt.Errorf("the position: %w%s", err, whichKings(v, s, err))
		}
		s = q.Setup()
	}
	if p.Stipulation.IsGame() {
		return walk.SetUp(v, s)
	}
	for _, sq := range p.Options.NoCastling {
		walk.ForbidCastling(v, &s, sq)
	}
	return walk.SetUp(v, s)
}

// whichKings returns, behind an error that a side has more than one king, where they stand.
func whichKings(v *rules.Variant, s rules.Setup, err error) string {
	if wrong, is := errors.AsType[*rules.SetupError](err); !is || wrong.Refused&rules.TooManyKings == 0 {
		return ""
	}
	var all []string
	for c := range board.Color(2) {
		var squares []string
		for sq, pc := range s.Board {
			if pc.Of(c) && v.Type(pc.Type()).Royal {
				squares = append(squares, v.SquareName(board.Square(sq)))
			}
		}
		if len(squares) > 1 {
			all = append(all, fmt.Sprintf("%v's on %s", c, words.And(squares)))
		}
	}
	return " (" + strings.Join(all, "; ") + ")"
}

// passed reports whether the pawn that the option EnPassant names is on the board. It is true
// without the option.
func (p *Problem) passed() bool {
	squares := p.Options.EnPassant
	if len(squares) == 0 {
		return true
	}
	return p.Setup.Board[squares[len(squares)-1]] != 0
}

// replaced returns why other pieces cannot stand in the place of those of chess. It lists what has
// been compared with Popeye.
func (p *Problem) replaced() error {
	at := slices.IndexFunc(p.Conditions, func(c Condition) bool { return c.Army })
	if at < 0 {
		return nil
	}
	if p.Conditions[at].CommonKings {
		if err := p.knowsCommonKings(p.Conditions[at].Text); err != nil {
			return err
		}
	}
	for _, pc := range p.Setup.Board {
		if pc.Type() == 0 {
			continue
		}
		t := p.Game.Type(p.Game.WalkOf(pc.Type()))
		if t.Abbreviation == "" && strings.IndexByte(p.Conditions[at].Without, t.Letter) >= 0 {
			return unsupported("the condition %s with the %s of chess", p.Conditions[at].Text, strings.ToLower(t.Name))
		}
	}
	for i := range p.Game.Army {
		if names := p.Game.Army[i].Traits.Names(); len(names) > 0 {
			return unsupported("the condition %s with the attribute %s", p.Conditions[at].Text, names[0])
		}
	}
	for i, c := range p.Conditions {
		if i != at && (len(c.Modifiers) == 0 || slices.ContainsFunc(c.Modifiers, asksForTypes)) {
			return unsupported("the condition %s with the condition %s", p.Conditions[at].Text, c.Text)
		}
	}
	return nil
}

// knowsCommonKings returns why a problem is not known under a condition in which kings are pieces
// like others. It lists the goals that have been compared with Popeye.
func (p *Problem) knowsCommonKings(condition string) error {
	for _, g := range p.Stipulation.goals() {
		switch g.Aim {
		case Stalemate, Capture, Target, WinPiece, PassingCapture, Castling, Circuit, Exchange, AnyMove, ProofGame,
			TargetGame:
		default:
			return unsupported("the condition %s with the goal %s", condition, g)
		}
	}
	for i := range p.Game.Army {
		t := &p.Game.Army[i]
		if walk := fairy.Find(0, t.Abbreviation); t.Royal || walk != nil && walk.Promotes != nil {
			return unsupported("the condition %s with the piece %s", condition, t.Name)
		}
	}
	return nil
}

// asksForTypes reports whether a condition may tell types apart, as far as is known.
func asksForTypes(m *rules.Modifier) bool { return m.ID != circe.ID && m.ID != "checkless" }
