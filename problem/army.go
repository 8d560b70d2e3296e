package problem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
)

// This file has the armies of problems: those of their games, and the fairy pieces that they use.

// AddType returns the number of a piece type in the army of the problem, to which it is added if it
// is not there. The error says that there are too many types.
func (p *Problem) AddType(t piece.Type) (rules.PieceType, error) {
	p.Game = p.Game.Clone()
	return p.Game.AddType(t)
}

// AddTraits returns the number of the piece type that moves as type k and has traits besides, and
// is royal. It is added if it is not there.
func (p *Problem) AddTraits(k rules.PieceType, traits piece.Traits, royal bool) (rules.PieceType, error) {
	if known := p.Game.With(k, traits, royal); known != 0 {
		return known, nil
	}
	p.Game = p.Game.Clone()
	return enlistLike(p.Game, k, traits, royal)
}

// enlistLike is AddTraits for a game.
func enlistLike(v *rules.Variant, k rules.PieceType, traits piece.Traits, royal bool) (rules.PieceType, error) {
	if known := v.With(k, traits, royal); known != 0 {
		return known, nil
	}
	walk := v.WalkOf(k)
	t := *v.Type(walk)
	names := append(traits.Names(), t.Name)
	if royal && !t.Royal {
		names = append([]string{"Royal"}, names...)
	}
	t.Name, t.Walk, t.Abbreviation = strings.Join(names, " "), t.Label(), notation.ProblemLetter(v, walk)
	t.Traits, t.Royal = traits, royal
	t.Picture = marked(&t, v.Type(walk))
	k, err := v.AddType(t)
	if err != nil {
		return 0, unsupported("%v", err)
	}
	return k, nil
}

// marked returns the drawing of a type with attributes: that of its walk, and the letters of its
// attributes beside it unless the walk has letters there.
func marked(t, walk *piece.Type) string {
	name, turn, mark := walk.Drawing()
	if walk.Path() != "" {
		return walk.Picture
	}
	if mark == "" {
		mark = t.Traits.Initials()
		if t.Royal && !walk.Royal {
			mark = "R" + mark
		}
	}
	if mark == "" {
		return walk.Picture
	}
	return fmt.Sprintf("%s %d %s", name, turn, mark[:min(2, len(mark))])
}

// complete adds to v the types that pieces with attributes become: what their pawns promote to, and
// what a move makes of them.
func complete(v *rules.Variant) error {
	if err := composes(v); err != nil {
		return err
	}
	if v.TwoBoards() {
		for i := range slices.Clone(v.Army) {
			if t := &v.Army[i]; t.Traits == (piece.Traits{}) {
				traits := piece.Traits{OtherBoard: true}
				if _, err := enlistLike(v, rules.PieceType(i+1), traits, t.Royal); err != nil {
					return err
				}
			}
		}
	}
	if v.MarksPromoted() {
		if err := enlistPromoted(v); err != nil {
			return err
		}
	}
	if err := completeTaken(v); err != nil {
		return err
	}
	chameleons := slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits.Chameleon })
	if err := enlistRoyal(v, royals(v)); err != nil {
		return err
	}
	if v.Fairy.Succession.Dynasty {
		common, err := enlistLike(v, v.TypeOf('K'), piece.Traits{}, false)
		if err != nil {
			return err
		}
		v.Promotion.To += v.Type(common).Label()
	}
	if v.Fairy.Turning.Mover == rules.FirstCrossingTurns {
		for i := range slices.Clone(v.Army) {
			if v.Army[i].Royal {
				continue
			}
			if _, err := enlistLike(v, rules.PieceType(i+1), piece.Traits{Settled: true}, false); err != nil {
				return err
			}
		}
	}
	for _, t := range slices.Clone(v.Army) {
		if t.Pawn && chameleons && len(t.Traits.Names()) > 0 && !t.Traits.Chameleon {
			return unsupported("the attribute %s of pawns with the attribute Chameleon", words.And(t.Traits.Names()))
		}
		var into []rules.PieceType
		if t.Pawn {
			into = v.PromotionsOf(v.TypeOf(t.Letter), board.White)
		}
		if t.Traits.Chameleon {
			into = append(into, chameleonTypes(v)...)
		}
		if t.Traits.Volage {
			settled := t.Traits
			settled.Volage = false
			for _, k := range append(into, v.TypeOf(t.Letter)) {
				if _, err := enlistLike(v, k, settled, t.Royal); err != nil {
					return err
				}
			}
		}
		for _, k := range into {
			if _, err := enlistLike(v, k, t.Traits, t.Royal); err != nil {
				return err
			}
		}
		if t.Pawn && chameleons && t.Traits == (piece.Traits{}) {
			if err := enlistChameleons(v, t.Royal); err != nil {
				return err
			}
		}
	}
	return composes(v) // with the types that were added
}

// completeTaken adds to v the types that protean pieces become, and the pawns that go the other
// way.
func completeTaken(v *rules.Variant) error {
	if !v.TurnsPawns() {
		return nil
	}
	if _, err := v.AddType(fairy.Find(0, "PP").Type()); err != nil {
		return unsupported("%v", err)
	}
	for _, royal := range []bool{false, true} {
		if !slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits.Protean && t.Royal == royal }) {
			continue
		}
		for i := range slices.Clone(v.Army) {
			if t := &v.Army[i]; t.Royal || t.Walk != "" {
				continue
			}
			if _, err := enlistLike(v, rules.PieceType(i+1), piece.Traits{Protean: true}, royal); err != nil {
				return err
			}
		}
	}
	return nil
}

// enlistRoyals adds royal types of all pieces where modifiers make capturers clones of what they
// capture: a king is reborn as one of them.
func enlistRoyals(v *rules.Variant, mods []*rules.Modifier) error {
	clones := slices.ContainsFunc(mods, func(m *rules.Modifier) bool { return m.Aftermath.As == rules.AsCapturer })
	if !clones || !slices.ContainsFunc(mods, func(m *rules.Modifier) bool {
		return m.Fairy.Rebirth.Of == rules.OfCapturers
	}) {
		return nil
	}
	var types []rules.PieceType
	for i, t := range v.Army {
		if !t.Royal && t.Walk == "" {
			types = append(types, rules.PieceType(i+1))
		}
	}
	return enlistRoyal(v, types)
}

// enlistRoyal adds the royal types of types.
func enlistRoyal(v *rules.Variant, types []rules.PieceType) error {
	for _, k := range types {
		if _, err := enlistLike(v, k, piece.Traits{}, true); err != nil {
			return err
		}
	}
	return nil
}

// royals returns the types that a king may become.
func royals(v *rules.Variant) (types []rules.PieceType) {
	f := &v.Fairy.Succession
	for i := range v.Army {
		t := &v.Army[i]
		inLine := f.Heirs == rules.LineOfHeirs && strings.IndexByte("NBRQ", t.Letter) >= 0
		heir := !t.Pawn && (inLine || f.KingHeirs != rules.Sides{})
		if !t.Royal && t.Walk == "" && (heir || v.Fairy.Changing.Kings) {
			types = append(types, rules.PieceType(i+1))
		}
	}
	return types
}

// composes returns an *apartError if pieces with attributes are not known to go with the other
// parts of v, or an *UnsupportedError. It lists what has been compared with Popeye.
func composes(v *rules.Variant) error {
	f := &v.Fairy
	if v.PromotedWrongly() {
		return unsupported("the attribute Frischauf of pawns and kings")
	}
	if v.HasTraits() && (v.Borrows() || !v.TakesTraits()) || v.GoesOn() && (v.HasTraits() || v.Borrows()) {
		return &apartError{}
	}
	if f.Turning.Mover == rules.FirstCrossingTurns {
		alone := rules.Fairy{Turning: rules.Turning{Mover: f.Turning.Mover}}
		others := slices.ContainsFunc(v.Army, func(t piece.Type) bool {
			return t.Traits != piece.Traits{Settled: t.Traits.Settled}
		})
		if *f != alone || others || v.Aftermath.Active {
			return &apartError{}
		}
	}
	if f.Turning.Mover == rules.CrossingTurns && (v.Aftermath.Active || f.Rebirth != rules.Rebirth{}) {
		return &apartError{}
	}
	for i := range v.Army {
		t := &v.Army[i]
		aboutTypes := f.Paralysis.Kings || f.Mobility.Disparate || f.Changing.OwnType || f.Box ||
			f.Changing.Mover != rules.MoverKeepsType && !f.Changing.Kings || f.Turning.Mover != rules.NoMoveTurns
		switch {
		case t.Royal && (t.Traits.Kamikaze || t.Traits.BecomeNeutral()):
			return unsupported("one piece with the attributes Royal and %s", words.And(t.Traits.Names()))
		case t.Traits.Volage && v.Aftermath.Active, t.Royal && t.Walk != "" && aboutTypes:
			return &apartError{}
		}
	}
	return nil
}

// enlistPromoted adds to v what its pawns become, as promoted types.
func enlistPromoted(v *rules.Variant) error {
	for i := range len(v.Army) {
		pawn := rules.PieceType(i + 1)
		if !v.Type(pawn).Pawn {
			continue
		}
		for side := range board.Color(2) {
			for _, k := range v.PromotionsOf(pawn, side) {
				if k == 0 {
					continue
				}
				if _, err := enlistLike(v, k, piece.Traits{Promoted: true}, v.Type(pawn).Royal); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// enlistChameleons adds to v the chameleons without other attributes, royal or not.
func enlistChameleons(v *rules.Variant, royal bool) error {
	for _, k := range chameleonTypes(v) {
		if _, err := enlistLike(v, k, piece.Traits{Chameleon: true}, royal); err != nil {
			return err
		}
	}
	return nil
}

// chameleonTypes returns what chameleons become.
func chameleonTypes(v *rules.Variant) (types []rules.PieceType) {
	labels := cmp.Or(v.Fairy.Changing.Sequence, rules.ChameleonCycle)
	for labels != "" {
		k, n := v.LabelPrefix(labels)
		types, labels = append(types, k), labels[max(n, 1):]
	}
	return types
}

// Named returns the game of the problem under its conditions, with its fairy pieces named in the ID
// ("madrasi+grasshoppers"), and the diagram in that game: the ID and a FEN say both. ok is false if
// no ID names one of its pieces.
func (p *Problem) Named() (v *rules.Variant, s rules.Setup, ok bool) {
	v, err := p.Variant()
	if err != nil || slices.ContainsFunc(p.Conditions, Condition.promotes) {
		return nil, s, false
	}
	base, _ := rules.Parts(p.Game)
	ids := []string{v.ID}
	for i := range base.Army {
		if t := &base.Army[i]; t.Abbreviation != "" {
			ids = append(ids, pieceModifier(t))
		}
	}
	if v.Neutrals {
		ids = append(ids, "neutrals")
	}
	if len(ids) == 1 {
		return v, p.Setup, true
	}
	if v, err = rules.Lookup(strings.Join(ids, "+")); err != nil || len(p.Setup.Aftermath.Below) > 0 {
		return nil, s, false
	}
	s = p.Setup.Clone()
	known := len(v.Army)
	for sq, pc := range s.Board {
		if pc.Type() == 0 {
			continue
		}
		k, err := v.AddType(*p.Game.Type(pc.Type()))
		if err != nil || len(v.Army) > known {
			return nil, s, false
		}
		s.Board[sq] = pc.As(k)
	}
	return v, s, true
}

// pieceModifier returns the ID of the modifier that adds a fairy piece to a game. It is that of
// none for a piece that no modifier adds.
func pieceModifier(t *piece.Type) string {
	for _, m := range rules.Pieces() {
		if m.Adds != nil && m.Adds.Name == t.Name && m.Adds.Abbreviation == t.Abbreviation {
			return m.ID
		}
	}
	return "-"
}

// promotes reports whether a condition changes where pawns are promoted, or to what.
func (c Condition) promotes() bool {
	return c.Army || c.Promotions != "" || c.PromotionsToo != "" || c.PromoteOn != board.Regions{}
}

// promote lets pawns of v promote to nothing but what a condition names, if one does, and on no
// squares but those that conditions name.
func (p *Problem) promote(v *rules.Variant) {
	var on board.Regions
	for _, c := range p.Conditions {
		on.White, on.Black = joined(on.White, c.PromoteOn.White), joined(on.Black, c.PromoteOn.Black)
		if c.Promotions != "" {
			v.Promotion.To, v.Promotion.Black = c.Promotions, ""
			for i := range v.Army {
				v.Army[i].Promotes = ""
			}
		}
	}
	if on != (board.Regions{}) {
		v.Promotion.Zone = board.Regions{White: cmp.Or(on.White, "*8"), Black: cmp.Or(on.Black, "*1")}
	}
}

// joined returns the region of two.
func joined(a, b board.Region) board.Region {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// promoteAsOnBoard lets pawns of v promote to hoppers that act on what they hop over where such
// hoppers are on the board, and then to fairy pieces without attributes only where these are too.
func (p *Problem) promoteAsOnBoard(v *rules.Variant) error {
	i := slices.IndexFunc(v.Army, func(t piece.Type) bool { return t.Traits.ActOnHurdles() })
	if i < 0 {
		return nil
	}
	acting := v.Army[i].Traits
	stands := func(k rules.PieceType) bool {
		return slices.ContainsFunc(p.Setup.Board, func(pc rules.Piece) bool { return pc.Type() == k })
	}
	asOnBoard := func(labels string) (to string) {
		for labels != "" {
			k, n := v.LabelPrefix(labels)
			if v.Type(k).Abbreviation == "" || stands(k) {
				to += labels[:n]
			}
			if with := v.With(k, acting, false); with != 0 && stands(with) {
				to += v.Type(with).Label()
			}
			labels = labels[n:]
		}
		return to
	}
	all := []*string{&v.Promotion.To, &v.Promotion.Black}
	for i := range v.Army {
		all = append(all, &v.Army[i].Promotes)
	}
	for _, labels := range all {
		if *labels == "" {
			continue
		}
		if *labels = asOnBoard(*labels); *labels == "" {
			return unsupported("the attribute %s with pawns that promote to nothing on the board", acting.Names()[0])
		}
	}
	return nil
}

// promoteToImitators lets pawns of v promote to imitators, if there are any and no condition is
// against it.
func promoteToImitators(v *rules.Variant) {
	f := &v.Fairy.Imitators
	i := slices.IndexFunc(v.Army, func(t piece.Type) bool { return t.Name == rules.Imitator })
	if f.Squares == "" || f.NoPromotion || i < 0 {
		return
	}
	f.Type = v.Army[i].Label()
	v.Promotion.To = f.Type + v.Promotion.To
}

// promoteToFairies lets pawns of v promote to the fairy pieces on the board as well, as Popeye
// does: to those that move, pawns and kings excepted, in the order of the catalogue. Pawns that do
// not promote to the pieces of chess do so to those that are on the board.
func (p *Problem) promoteToFairies(v *rules.Variant) error {
	var types []*piece.Type // on the board, or named by a condition
	for _, c := range p.Conditions {
		for i := range len(c.PromotionsToo) {
			types = append(types, v.Type(v.TypeOf(c.PromotionsToo[i])))
		}
	}
	for _, pc := range p.Setup.Board {
		if pc.Type() == 0 {
			continue
		}
		t := v.Type(v.WalkOf(pc.Type()))
		if !t.Immobile() && !t.Pawn && !t.Royal && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	for i := range v.Army {
		if walk := fairy.Find(0, v.Army[i].Abbreviation); v.Army[i].Pawn && walk != nil && walk.Promotes != nil {
			if err := promoteTo(v, i, walk.Promotes, types); err != nil {
				return err
			}
		}
	}
	if p.hasArmy() {
		for _, k := range v.PromotionTypes() {
			if t := v.Type(k); !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
		v.Promotion.To = labelsInOrder(v, types, "")
		return nil
	}
	types = slices.DeleteFunc(types, func(t *piece.Type) bool { return t.Abbreviation == "" })
	v.Promotion.To += labelsInOrder(v, types, v.Promotion.To)
	return nil
}

// hasArmy reports whether a condition puts other pieces in the place of those of chess.
func (p *Problem) hasArmy() bool {
	return slices.ContainsFunc(p.Conditions, func(c Condition) bool { return c.Army })
}

// promoteTo lets the pawn with an index in the army of v promote to the walks with the
// abbreviations, which are added to the army, and to other types.
func promoteTo(v *rules.Variant, pawn int, abbreviations []string, others []*piece.Type) error {
	types := slices.Clone(others)
	for _, letters := range abbreviations {
		t := fairy.Find(0, letters).Type()
		if !slices.ContainsFunc(types, func(o *piece.Type) bool { return o.Abbreviation == letters }) {
			k, err := v.AddType(t)
			if err != nil {
				return unsupported("%v", err)
			}
			t = *v.Type(k)
			types = append(types, &t)
		}
	}
	v.Army[pawn].Promotes = labelsInOrder(v, types, "")
	return nil
}

// labelsInOrder returns the labels of types in the order of the catalogue, without those in known.
func labelsInOrder(v *rules.Variant, types []*piece.Type, known string) string {
	order := func(t *piece.Type) int {
		return fairy.Order(notation.ProblemLetter(v, v.TypeOf(t.Letter)))
	}
	types = slices.Clone(types)
	slices.SortStableFunc(types, func(a, b *piece.Type) int { return cmp.Compare(order(a), order(b)) })
	var labels strings.Builder
	for _, t := range types {
		if !strings.ContainsRune(known, rune(t.Letter)) {
			labels.WriteByte(t.Letter)
		}
	}
	return labels.String()
}
