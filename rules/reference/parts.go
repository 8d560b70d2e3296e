package reference

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// parts is what the parts of a variant say about squares and types, read once: squares as a row by
// square, nil for all of them, and types as bits 1<<(type-1).
type parts struct {
	zone    [2][]bool   // where a side promotes
	drops   [2][]bool   // where it drops
	walls   [2][]bool   // where it puts walls
	goal    [2][]bool   // where it wins
	lines   [2][]bool   // where lines of the board lead
	passed  [2][]bool   // where it takes en passant
	from    [2][]bool   // the ends of a chain of Row
	to      [2][]bool   //
	starts  [][2][]bool // by type: where moves marked i are made from
	within  [][2][]bool // by type: where it may go
	dropped [][2][]bool // by type: where it is dropped

	walk     []rules.PieceType      // by type-1: the type that it differs from by its attributes alone
	like     [][]rules.PieceType    // by type-1 twice: the first with the attributes of the second, or 0
	reborn   [][]rules.PieceType    // by type-1: what a pawn of it may become where it is reborn
	becomes  []rules.PieceType      // by type-1: what it is promoted to, or 0
	kind     []rules.PieceType      // by type-1: the type that it counts as
	was      []rules.PieceType      // by type-1: what it was before its promotion, or 0
	taken    []rules.PieceType      // by type-1: as what it comes to a hand
	promotes [2][][]rules.PieceType // by side and by type-1: what a pawn of it becomes
	usual    [2][]rules.PieceType   // by side: what pawns become that say nothing of it
	shogi    bool                   // some type becomes or was another
	kings    [2]bool                // the side starts with a royal piece
	steps    bool                   // some pawns start their double steps elsewhere than on the second rank

	extinct   uint32
	together  bool // Extinction counts all types as one
	goals     [2]uint32
	row       uint32
	blasted   uint32 // types that a blast removes
	immune    uint32
	petrifies uint32
	first     uint32 // types with moves that they make once
	aiming    uint32 // types that end the first move of a royal piece
	dropFirst uint32 // types of which one must be dropped while it can be
	once      rules.PieceType
	noMate    rules.PieceType
	bishops   rules.PieceType // shared between light and dark squares
	castled   [2]uint16       // sides on which castling wins, as bits 1<<side

	// plain is set in games that are won by mating a king, as in chess, with pieces that stay what
	// they are.
	plain        bool
	withoutFairy bool // the game would be plain without conditions and attributes
	ends         bool // a position can have an Ending
	// guards is set if a rule looks at the position after a move for more than the own king.
	guards bool
	// fairy is set in games with a condition of Fairy, or with types that borrow.
	fairy bool
	// sifts is set if whether a move of a side is legal depends on its other moves.
	sifts [2]bool
	// keepsSome is set if some move of a side is legal as soon as one is that no others forbid.
	keepsSome [2]bool
}

// newParts reads the parts of v. The error names the part and the text that cannot be read.
func newParts(v *rules.Variant) (p parts, err error) {
	for c := range board.Color(2) {
		for _, r := range []struct {
			name    string
			regions board.Regions
			squares *[]bool
		}{
			{"the promotion zone", v.Promotion.Zone, &p.zone[c]},
			{"the squares for drops", v.Drops.Zone, &p.drops[c]},
			{"the squares for walls", v.Walls.Zone, &p.walls[c]},
			{"the goal", v.Goal.Zone, &p.goal[c]},
			{"the lines", v.Lines.Squares, &p.lines[c]},
			{"the squares of en passant", v.Pawns.EnPassant, &p.passed[c]},
			{"the start of a chain", v.Row.From, &p.from[c]},
			{"the end of a chain", v.Row.To, &p.to[c]},
		} {
			if *r.squares, err = r.regions.Squares(v.Size, c); err != nil {
				return p, fmt.Errorf("%s: %w", r.name, err)
			}
		}
		if p.zone[c] == nil {
			p.zone[c] = make([]bool, v.Size.Area())
			for file := range v.Size.Files {
				p.zone[c][v.Size.Home(c, file, v.Size.Ranks-1)] = true
			}
		}
	}
	if err := p.readTypes(v); err != nil {
		return p, err
	}
	if err := p.readSets(v); err != nil {
		return p, err
	}
	if p.kings, err = kingsOf(v); err != nil {
		return p, err
	}
	row := v.Row.Length > 0 || v.Row.Square > 0 || v.Row.Line > 0 || p.from[0] != nil
	p.ends = v.Extinction.Types != "" || p.goal[0] != nil || v.Check.Count > 0 || row || v.End.Castled != "" ||
		v.End.Full || v.Passing != rules.Passing{}
	p.withoutFairy = !p.ends && !p.shogi && v.Drops == rules.Drops{} && v.Capture == rules.Capture{} &&
		v.Check == rules.Check{} && v.Pawns == rules.Pawns{} && v.Walls == rules.Walls{} && v.End.Stalemate == "" &&
		v.End.Mate == "" && v.InPlace == rules.InPlace{} && v.Lines == rules.Lines{} &&
		v.FirstMoves == rules.FirstMoves{}
	p.fairy = v.Fairy != rules.Fairy{} || v.Borrows() || v.HasTraits()
	p.plain = p.withoutFairy && !p.fairy
	p.guards = v.Check.Forbidden || v.Check.Facing || v.Drops.Active || v.Drops.Mobile || v.InPlace.Active
	sifts := v.Capture.Forced || v.Drops.Forced != "" || v.Passing.Stalemated || v.Fairy.Checking.OneMate
	p.sifts, p.keepsSome = [2]bool{sifts, sifts}, [2]bool{!sifts, !sifts}
	return p, nil
}

// kingsOf reports which sides start with a royal piece, on the board or in hand.
func kingsOf(v *rules.Variant) (kings [2]bool, err error) {
	pieces, err := v.ParsePlacement(v.Start.Placement)
	if err != nil {
		return kings, err
	}
	for _, pc := range pieces {
		if pc.Type() != 0 && v.Type(pc.Type()).Royal {
			kings[pc.Color()] = true
		}
	}
	hand, err := v.ParseHand(v.Start.Hand)
	for c := range kings {
		for i := range v.Army {
			kings[c] = kings[c] || hand[c][i+1] > 0 && v.Army[i].Royal
		}
	}
	return kings, err
}

// readTypes reads what each type says of itself.
func (p *parts) readTypes(v *rules.Variant) error {
	n := len(v.Army)
	p.starts, p.within, p.dropped = make([][2][]bool, n), make([][2][]bool, n), make([][2][]bool, n)
	p.becomes, p.was, p.kind = make([]rules.PieceType, n), make([]rules.PieceType, n), make([]rules.PieceType, n)
	p.taken = make([]rules.PieceType, n)
	p.walk, p.like = make([]rules.PieceType, n), make([][]rules.PieceType, n)
	for i := range v.Army {
		p.walk[i], p.like[i] = v.WalkOf(rules.PieceType(i+1)), make([]rules.PieceType, n)
		for j := range v.Army {
			p.like[i][j] = v.Like(rules.PieceType(i+1), rules.PieceType(j+1))
		}
		typ := &v.Army[i]
		p.taken[i] = v.TakenAs(rules.PieceType(i + 1))
		p.steps = p.steps || typ.Pawn && typ.Starts != board.Regions{}
		for c := range board.Color(2) {
			for _, r := range []struct {
				regions board.Regions
				squares *[]bool
			}{
				{typ.Starts, &p.starts[i][c]}, {typ.Within, &p.within[i][c]}, {typ.Drops, &p.dropped[i][c]},
			} {
				var err error
				if *r.squares, err = r.regions.Squares(v.Size, c); err != nil {
					return fmt.Errorf("the %s: %w", typ.Name, err)
				}
			}
		}
		for _, r := range []struct {
			label string
			other *rules.PieceType
		}{{typ.To, &p.becomes[i]}, {typ.From, &p.was[i]}} {
			if r.label == "" {
				continue
			}
			k, length := v.LabelPrefix(r.label)
			if length != len(r.label) {
				return fmt.Errorf("the %s: there is no piece %q", typ.Name, r.label)
			}
			*r.other, p.shogi = k, true
		}
		p.kind[i] = rules.PieceType(i + 1)
		if typ.Kind != "" {
			p.kind[i], _ = v.LabelPrefix(typ.Kind)
		}
	}
	return nil
}

// readSets reads the types that the parts name.
func (p *parts) readSets(v *rules.Variant) error {
	white, black := v.Goal.Sides()
	for _, r := range []struct {
		name, labels string
		types        *uint32
	}{
		{"extinction", v.Extinction.Types, &p.extinct},
		{"the goal", white, &p.goals[0]},
		{"the goal", black, &p.goals[1]},
		{"a row", orAll(v.Row.Types), &p.row},
		{"what a blast leaves", v.Capture.BlastProof, &p.blasted},
		{"what does not capture its kind", v.Capture.Immune, &p.immune},
		{"what petrifies", v.Capture.Petrifies, &p.petrifies},
		{"forced drops", v.Drops.Forced, &p.dropFirst},
		{"first moves", v.FirstMoves.Once, &p.first},
		{"what ends first moves", v.FirstMoves.AimedBy, &p.aiming},
	} {
		set, err := v.TypesOf(r.labels)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		*r.types = set
	}
	p.once, _ = v.LabelPrefix(v.Drops.Once)
	p.noMate, _ = v.LabelPrefix(v.Drops.NoMate)
	p.bishops, _ = v.LabelPrefix(v.Drops.Bishops)
	for c := range board.Color(2) {
		p.usual[c] = v.PromotionTypesOf(c)
		for i := range v.Army {
			p.promotes[c] = append(p.promotes[c], v.PromotionsOf(rules.PieceType(i+1), c))
		}
	}
	p.together = v.Extinction.Types == "*"
	p.blasted = ^p.blasted
	for i := range v.Army {
		bit := uint32(1) << i
		if v.Army[i].Pawn {
			p.blasted &^= bit
		}
	}
	for _, side := range v.End.Castled {
		switch side {
		case 'Q':
			p.castled[0] |= 1
		case 'K':
			p.castled[0] |= 2
		case 'q':
			p.castled[1] |= 1
		case 'k':
			p.castled[1] |= 2
		default:
			return fmt.Errorf("castling that wins: %q is none of K, Q, k and q", side)
		}
	}
	return nil
}

// orAll returns labels, or all types for none.
func orAll(labels string) string {
	if labels == "" {
		return "*"
	}
	return labels
}

// in reports whether a square is in a row of squares, nil for all.
func in(squares []bool, sq board.Square) bool { return squares == nil || squares[sq] }
