package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
)

// FieldError is what is wrong with a field of a variant.
type FieldError struct {
	Field string // as in Go: "Promotion.To", "Army[2].Betza"
	Err   error
}

func (e *FieldError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the field.
func (e *FieldError) Unwrap() error { return e.Err }

// Validate returns all that makes no sense in v, or nil: an impossible board or movement, parts
// that name pieces that v does not have, parts that contradict each other.
func (v *Variant) Validate() []*FieldError {
	c := checker{v: v}
	c.all()
	return c.wrong
}

// check returns the starting position of v, or an error if v itself makes no sense.
func (v *Variant) check() (start []Piece, err error) {
	c := checker{v: v}
	c.all()
	if len(c.wrong) > 0 {
		return nil, fmt.Errorf("%s: %w", v.ID, c.wrong[0])
	}
	return c.start, nil
}

// checker looks for what makes no sense in a variant.
type checker struct {
	v     *Variant
	start []Piece // the starting position; nil if it cannot be read
	wrong []*FieldError
}

// add notes that a field is wrong.
func (c *checker) add(field, format string, args ...any) {
	c.wrong = append(c.wrong, &FieldError{field, fmt.Errorf(format, args...)})
}

// all checks every part, so that all that is wrong is said at once. Each part has a method of its
// own, which may rely on a board, but not on pieces that are in order.
func (c *checker) all() {
	sized := c.v.Size.Check()
	if sized != nil {
		c.add("Size", "%w", sized)
	}
	if c.army(); len(c.v.Army) == 0 || len(c.v.Army) > 31 {
		return
	}
	c.promotion()
	c.traits()
	if sized != nil {
		return
	}
	c.parts()
	c.startPosition()
	c.shuffle()
	c.conversion()
	c.series()
	c.counts()
	c.aftermath()
	c.fairy()
	c.neutrals()
	c.ghosts()
	c.dynasty()
	c.kingHeirs()
	c.settled()
	c.takenTypes()
	if c.start != nil {
		c.gating()
		c.castling()
	}
}

// ghosts checks that each type has a type of its ghosts, where these are never captured.
func (c *checker) ghosts() {
	v := c.v
	for i := range v.Army {
		k, t := PieceType(i+1), &v.Army[i]
		if v.Fairy.Ghosts == ImmuneGhosts && !t.Royal && !v.IsGhost(k) && v.GhostOf(k) == k {
			c.add("Army", "the %s has no type that its ghost is of", t.Name)
		}
	}
}

// dynasty checks that there is a type of kings that are not royal, where a side may have several.
func (c *checker) dynasty() {
	if !c.v.Fairy.Succession.Dynasty {
		return
	}
	king := c.v.TypeOf('K')
	if king == 0 || !c.v.Type(king).Royal || c.v.With(king, piece.Traits{}, false) == 0 {
		c.add("Army", "kings that are not royal have no type of their own, with the walk K")
	}
}

// kingHeirs checks that there are royal types for what kings become by Succession.
func (c *checker) kingHeirs() {
	for i := range c.v.Army {
		t := &c.v.Army[i]
		becomes := !t.Royal && t.Walk == "" && c.v.Fairy.Succession.kingBecomes(t)
		if becomes && c.v.With(PieceType(i+1), piece.Traits{}, true) == 0 {
			c.add("Army", "the king has no type for when it becomes a %s: a royal one, with the walk "+
				"%s", t.Name, t.Label())
		}
	}
}

// settled checks that pieces that change sides once have types for what they are then.
func (c *checker) settled() {
	if c.v.Fairy.Turning.Mover != FirstCrossingTurns {
		return
	}
	for i := range c.v.Army {
		t := &c.v.Army[i]
		settled := t.Traits
		if settled.Settled = true; !t.Royal && c.v.With(PieceType(i+1), settled, false) == 0 {
			c.add("Army", "the %s has no type for when it has changed sides: Settled, with the walk %s", t.Name,
				t.Label())
		}
	}
}

// takenTypes checks that there are types for what capturers become.
func (c *checker) takenTypes() {
	v := c.v
	for i := range v.Army {
		k, t := PieceType(i+1), &v.Army[i]
		if v.TurnsPawns() && t.Pawn && t.Walk == "" && v.Turned(k) == k {
			c.add("Army", "the %s has no type of pawns that go the other way", t.Name)
		}
		if !v.TakesType(k) {
			continue
		}
		for j := range v.Army {
			if o := &v.Army[j]; !o.Royal && o.Walk == "" && v.TakenType(k, PieceType(j+1)) == 0 {
				c.add("Army", "the %s has no type for when it has captured a %s", t.Name, o.Name)
			}
		}
	}
}

// neutrals checks that no part asks whose a neutral piece is. Whatever is not named may be a part
// of a game with neutral pieces only once the kernel knows what it means for them.
func (c *checker) neutrals() {
	v := c.v
	if !v.Neutrals {
		return
	}
	for _, part := range []struct {
		name string
		set  bool
	}{
		{"pieces are in hand", v.Gating != Gating{} || v.Drops != Drops{} || v.Start.Hand != ""},
		{"bishops convert", v.Conversion != Conversion{}},
		{"captures have other effects", v.Capture != Capture{}},
		{"checks are forbidden or counted", v.Check != Check{}},
		{"moves put walls", v.Walls != Walls{}},
		{"a side runs out of pieces", v.Extinction != Extinction{}},
		{"pieces reach a goal", v.Goal != Goal{}},
		{"pieces form a row", v.Row != Row{}},
		{"pieces are counted", v.End.StalemateCount || v.End.BareKing || v.End.Full},
	} {
		if part.set {
			c.add("Neutrals", "there are no neutral pieces in games in which %s", part.name)
		}
	}
}

func (c *checker) walls() {
	v := c.v
	c.regions("Walls.Zone", v.Walls.Zone)
	switch left := v.Walls.Place == WallLeft; {
	case left && v.Walls.Instead:
		c.add("Walls.Instead", "a wall is put on the square that the piece has left, which none has without a move")
	case left && (v.Passing != Passing{} || v.Drops.Active):
		c.add("Walls.Place", "a wall is put on the square that the piece has left, which a pass and a drop have not: "+
			"they could never be made")
	}
}

func (c *checker) army() {
	v := c.v
	if len(v.Army) == 0 || len(v.Army) > 31 {
		c.add("Army", "an army has 1 to 31 piece types, not %d", len(v.Army))
		return
	}
	for i := range v.Army {
		t, field := &v.Army[i], fmt.Sprintf("Army[%d].", i)
		if t.Letter == 0 {
			c.add(field+"Letter", "the %s has no letter", t.Name)
		} else if t.Letter < 'A' || t.Letter > 'Z' {
			c.add(field+"Letter", "the letter of the %s is not one of A to Z", t.Name)
		}
		if strings.ToUpper(t.Alias) != t.Alias {
			c.add(field+"Alias", "the longer name %q of the %s is not in upper case", t.Alias, t.Name)
		}
		if _, err := piece.Parse(t.Along); t.Along != "" && err != nil {
			c.add(field+"Along", "the %s: along the lines: %w", t.Name, err)
		} else if t.Along != "" && v.Lines == (Lines{}) {
			c.add(field+"Along", "the %s moves along lines, and the board has none", t.Name)
		}
		m, err := t.Movement()
		switch takesOnTheWay := slices.ContainsFunc(m, func(p piece.Path) bool { return p.Takes > 0 }); {
		case err != nil:
			c.add(field+"Betza", "the %w", err)
		case takesOnTheWay && v.Walls.Place != NoWalls:
			c.add(field+"Betza", "the %s captures on its way, which no move does that also puts a wall", t.Name)
		}
		ahead := func(p piece.Path) bool { return p.Squares[len(p.Squares)-1].Rank >= 0 }
		if t.Backwards && slices.ContainsFunc(m, ahead) {
			c.add(field+"Betza", "the %s goes back, and %q does not lead back", t.Name, t.Betza)
		}
		if c.labels(field+"Promotes", t.Promotes, fmt.Sprintf("the %s promotes to", t.Name)); !t.Pawn {
			switch {
			case t.Backwards:
				c.add(field+"Backwards", "the %s goes back as a pawn does, and is no pawn", t.Name)
			case t.Promotes != "":
				c.add(field+"Promotes", "the %s promotes as a pawn does, and is no pawn", t.Name)
			}
		}
		if first, _ := v.LabelPrefix(t.Label()); first != 0 && int(first) <= i && t.Letter != v.Conversion.Bishop {
			c.add(field+"Letter", "the %s is written %s as the %s is: moves and positions could not name it", t.Name,
				t.Label(), v.Type(first).Name)
		}
	}
}

// letters checks that a field names pieces of the army only.
func (c *checker) letters(field, letters string, format func(i int, letter byte) string) {
	for i, letter := range []byte(letters) {
		if c.v.TypeOf(letter) == 0 {
			c.add(field, "%s, which is not in the army", format(i, letter))
		}
	}
}

// labels checks that a field names pieces of the army only, "*" for all; what begins the sentence.
func (c *checker) labels(field, labels, what string) {
	if _, err := c.v.TypesOf(labels); err != nil {
		c.add(field, "%s %w", what, err)
	}
}

// oneOf checks that a field has one of some values, or none.
func (c *checker) oneOf(field, value string, values ...string) {
	if value != "" && !slices.Contains(values, value) {
		c.add(field, "%q is none of %s", value, strings.Join(values, ", "))
	}
}

// label checks that a field names one piece of the army, or none.
func (c *checker) label(field, label, what string) {
	switch _, n := c.v.LabelPrefix(label); {
	case n == 0 && label != "*":
		c.labels(field, label, what)
	case n != len(label):
		c.add(field, "%s the pieces of one type, and %q names more", what, label)
	}
}

// parts checks the types, regions and counts that the parts name.
func (c *checker) parts() {
	v := c.v
	white, black := v.Goal.Sides()
	c.labels("Goal.Types", white, "the goal is reached by")
	if black != white {
		c.labels("Goal.Types", black, "the goal is reached by")
	}
	c.labels("Extinction.Types", v.Extinction.Types, "a side may run out of")
	c.labels("Row.Types", v.Row.Types, "a row is of")
	c.labels("Capture.BlastProof", v.Capture.BlastProof, "a blast leaves")
	c.labels("Capture.Immune", v.Capture.Immune, "their own kind do not capture")
	if types, err := v.TypesOf(v.Capture.Immune); err == nil {
		for i, t := range v.Army {
			if t.Royal && types>>i&1 != 0 {
				c.add("Capture.Immune", "the %s is royal: whether it takes its own kind decides what is check", t.Name)
			}
		}
	}
	c.labels("Capture.Petrifies", v.Capture.Petrifies, "walls are made by")
	c.firstMoves()
	c.regions("Lines.Squares", v.Lines.Squares)
	switch passing := v.Passing; {
	case v.Check.Bikjang && v.Check.Facing:
		c.add("Check.Bikjang", "kings that may not face each other never do")
	case v.Check.Bikjang && (!passing.White || !passing.Black || passing.Stalemated):
		c.add("Check.Bikjang", "a side whose king faces the other may pass, and the game has no passes at any time")
	case v.End.Bonus != 0 && !v.End.Material:
		c.add("End.Bonus", "Black has half-points, and nothing is decided by points: set material")
	case v.End.Repeated == "material" && !v.End.Material:
		c.add("End.Repeated", "a repetition is decided by pieces or points, and nothing else is: set material")
	}
	c.oneOf("End.Repeated", v.End.Repeated, "white", "black", "mover", "opponent", "material")
	c.oneOf("End.Drawn", v.End.Drawn, "white", "black")
	c.labels("Drops.Forced", v.Drops.Forced, "dropped first are")
	c.label("Drops.Once", v.Drops.Once, "once on a file stand")
	c.label("Drops.NoMate", v.Drops.NoMate, "mate is not given by a dropped")
	c.label("Drops.Bishops", v.Drops.Bishops, "between light and dark squares are shared")
	c.regions("Promotion.Zone", v.Promotion.Zone)
	c.regions("Drops.Zone", v.Drops.Zone)
	c.walls()
	c.regions("Goal.Zone", v.Goal.Zone)
	c.regions("Pawns.EnPassant", v.Pawns.EnPassant)
	c.regions("Row.From", v.Row.From)
	c.regions("Row.To", v.Row.To)
	if (v.Row.From == board.Regions{}) != (v.Row.To == board.Regions{}) {
		c.add("Row", "a chain of pieces joins two regions, from and to, and one of them is missing")
	}
	for i := range v.Army {
		t, field := &v.Army[i], fmt.Sprintf("Army[%d].", i)
		c.labels(field+"From", t.From, "the "+t.Name+" was before its promotion")
		c.labels(field+"To", t.To, "the "+t.Name+" becomes")
		c.labels(field+"Kind", t.Kind, "the "+t.Name+" counts as")
		c.regions(field+"Starts", t.Starts)
		c.regions(field+"Within", t.Within)
		c.regions(field+"Drops", t.Drops)
	}
	if _, err := v.ParseHand(v.Start.Hand); err != nil {
		c.add("Start.Hand", "%w", err)
	}
	dropped := v.Drops
	dropped.Mobile = false // it is about moves, too
	switch {
	case v.Start.Hand != "" && !v.Drops.Active:
		c.add("Start.Hand", "pieces are in hand, and the game has no drops")
	case v.Gating.Dropped && !v.Drops.Active:
		c.add("Gating.Dropped", "pieces in hand to be dropped are gated, and the game has no drops")
	case v.Gating.Dropped && v.Gating.Hand != "":
		c.add("Gating.Dropped", "pieces in hand to be dropped are gated, and there is another hand, %q", v.Gating.Hand)
	case v.Gating.Dropped && v.Drops != Drops{Active: true, Captured: v.Drops.Captured, Promoted: v.Drops.Promoted,
		Zone: v.Drops.Zone, PawnsFirstRank: v.Drops.PawnsFirstRank, PawnsInZone: v.Drops.PawnsInZone}:
		c.add("Gating.Dropped", "pieces in hand to be dropped are gated, and there are rules for drops that gating "+
			"does not know: besides zones it knows only captured and promoted")
	case dropped != Drops{} && !v.Drops.Active:
		c.add("Drops.Active", "it is said how pieces are dropped, but not that they are: set it")
	}
	switch goal := &v.Goal; {
	case goal.Types != "" && goal.Zone == board.Regions{}:
		c.add("Goal.Zone", "pieces must reach a goal, and no region is named")
	case goal.Types == "" && goal.Zone != board.Regions{}:
		c.add("Goal.Types", "a goal is to be reached, and no pieces are named")
	}
}

// firstMoves checks that there are moves to be made once.
func (c *checker) firstMoves() {
	v := c.v
	c.labels("FirstMoves.Once", v.FirstMoves.Once, "moves are made once by")
	c.labels("FirstMoves.AimedBy", v.FirstMoves.AimedBy, "first moves are ended by")
	once, _ := v.TypesOf(v.FirstMoves.Once)
	for i, t := range v.Army {
		if once>>i&1 == 0 {
			continue
		}
		movement, _ := t.Movement()
		first := slices.IndexFunc(movement, func(p piece.Path) bool { return p.Initial })
		switch {
		case first < 0:
			c.add("FirstMoves.Once", "the %s has no move marked i in %q to make once", t.Name, t.Betza)
		case t.Pawn:
			c.add("FirstMoves.Once", "the %s is a pawn, and makes its double steps from where it starts", t.Name)
		case slices.ContainsFunc(movement, func(p piece.Path) bool { return p.Initial && p.Mode&piece.Capture != 0 }):
			c.add("FirstMoves.Once", "the %s captures with a move marked i in %q: write it with m", t.Name, t.Betza)
		}
	}
	switch {
	case v.FirstMoves.AimedBy != "" && once == 0:
		c.add("FirstMoves.AimedBy", "no piece has a first move that could be ended")
	case once != 0 && v.Castling.Any() && v.Castling.Rank != 0:
		c.add("FirstMoves.Once", "unmoved pieces are on the first rank, and the castling field of a FEN is of rank %d",
			v.Castling.Rank+1)
	}
}

// regions checks that a field names squares of the board.
func (c *checker) regions(field string, r board.Regions) {
	for side := range board.Color(2) {
		if _, err := r.Squares(c.v.Size, side); err != nil {
			c.add(field, "%w", err)
			return
		}
	}
}

func (c *checker) promotion() {
	switch v := c.v; {
	case v.InPlace == InPlace{}:
	case !v.InPlace.Active:
		c.add("InPlace.Active", "the last pawn may promote in place, and other pawns do not: set it")
	case v.Promotion.To == "":
		c.add("InPlace.Active", "pawns promote in place, and it is not said to what: promotion.to is empty")
	case v.Aftermath.Active || v.Fairy != Fairy{} || v.Series != Series{} || v.Gating.Imaginary || v.Capture.Forced:
		c.add("InPlace.Active", "promotion in place does not go with rebirths, conditions of problemists, series, "+
			"imaginary squares and forced captures")
	}
	c.labels("Promotion.To", c.v.Promotion.To, "pawns promote to")
	c.labels("Promotion.Black", c.v.Promotion.Black, "pawns promote to")
	if c.v.Promotion.To == "*" || c.v.Promotion.Black == "*" {
		c.add("Promotion.To", "pawns promote to what the letters name, in the order they are offered, "+
			"and not to %q", "*")
	}
}

func (c *checker) startPosition() {
	var err error
	if c.start, err = c.v.ParsePlacement(c.v.Start.Placement); err != nil {
		c.add("Start.Placement", "the starting position: %w", err)
	}
}

func (c *checker) shuffle() {
	v, s := c.v, c.v.Start.Shuffle
	if s == nil {
		return
	}
	c.letters("Start.Shuffle.Pieces", s.Pieces, func(_ int, letter byte) string {
		return fmt.Sprintf("the first rank is drawn of %q with %q", s.Pieces, letter)
	})
	if len(s.Pieces) != v.Size.Files {
		c.add("Start.Shuffle.Pieces", "the first rank is drawn of %q, which is %d pieces for %d files",
			s.Pieces, len(s.Pieces), v.Size.Files)
	}
	if v.Size.Ranks < 4 || v.TypeOf('P') == 0 {
		c.add("Start.Shuffle", "the first rank is drawn before a rank of pawns, on a board of at least 4 ranks")
	}
	known := []Symmetry{Asymmetric, Mirror, Central}
	for _, a := range s.Allowed {
		if !slices.Contains(known, a) {
			c.add("Start.Shuffle.Allowed", "there is no symmetry %q; it may be %s", a, words.Or(known))
		}
	}
	if !slices.Contains(s.Allowed, s.Default) {
		c.add("Start.Shuffle.Default", "the symmetry %q is not among those allowed", s.Default)
	}
	letters := []byte(s.Pieces)
	slices.Sort(letters)
	if s.Chess960 && string(letters) != "BBKNNQRR" {
		c.add("Start.Shuffle.Chess960", "the first ranks of Chess960 are drawn of RNBQKBNR, not of %q", s.Pieces)
	}
}

func (c *checker) conversion() {
	v := c.v
	if v.Conversion.NoCaptures && v.Conversion.Bishop == 0 {
		c.add("Conversion.NoCaptures", "the game has no conversion rule")
	}
	if v.Conversion.Bishop == 0 {
		return
	}
	if _, _, must := v.ConversionTypes(); must == 0 {
		c.add("Conversion.Bishop", "three piece types with the letter %q must follow each other in the army: "+
			"the ordinary bishop, the one that may convert and the one that must", v.Conversion.Bishop)
	}
}

func (c *checker) series() {
	if c.v.Series.Italian && !c.v.Series.Progressive {
		c.add("Series.Italian", "there is no series, which progressive would begin")
	}
	if c.v.End.IdleTurns < 0 {
		c.add("End.IdleTurns", "%d is not a number of turns", c.v.End.IdleTurns)
	}
}

// counts checks numbers of pieces, checks and repetitions.
func (c *checker) counts() {
	v := c.v
	for _, n := range []struct {
		field string
		count int
	}{
		{"Check.Count", v.Check.Count}, {"Drops.OnceCount", v.Drops.OnceCount}, {"End.Repetition", v.End.Repetition},
		{"Extinction.Count", v.Extinction.Count}, {"Extinction.Opponent", v.Extinction.Opponent},
		{"Goal.Count", v.Goal.Count}, {"Row.Length", v.Row.Length}, {"Row.Line", v.Row.Line},
		{"Row.Square", v.Row.Square},
	} {
		if n.count < 0 {
			c.add(n.field, "%d is less than 0", n.count)
		}
	}
	most := max(v.Size.Files, v.Size.Ranks)
	const long = "no row of the %d×%d board has %d squares"
	if n := v.Row.Length; n > most {
		c.add("Row.Length", long, v.Size.Files, v.Size.Ranks, n)
	}
	if n := v.Row.Line; n > most {
		c.add("Row.Line", long, v.Size.Files, v.Size.Ranks, n)
	}
}

func (c *checker) aftermath() {
	a := &c.v.Aftermath
	switch {
	case a.Active:
		if err := a.contradiction(c.v); err != nil {
			c.add("Aftermath", "%w", err)
		}
	case *a != Aftermath{}:
		c.add("Aftermath", "no piece is reborn, which active would allow")
	}
}

func (c *checker) fairy() {
	if err := c.v.Fairy.contradiction(c.v); err != nil {
		c.add("Fairy", "%w", err)
	}
}

// castling checks that there are a king and a rook to castle with, and squares to land on.
func (c *checker) castling() {
	v := c.v
	if !v.Castling.Any() || v.Drops.Castling {
		return
	}
	for side, name := range []string{"queen's", "king's"} {
		king, rook := v.Castling.KingTo[side], v.Castling.RookTo[side]
		switch {
		case king < 0 || king >= v.Size.Files:
			c.add("Castling.KingTo", "on the %s side the king lands on file %d, counted from 0, of %d",
				name, king, v.Size.Files)
		case rook < 0 || rook >= v.Size.Files:
			c.add("Castling.RookTo", "on the %s side the rook lands on file %d, counted from 0, of %d",
				name, rook, v.Size.Files)
		case king == rook:
			c.add("Castling.RookTo", "on the %s side king and rook both land on file %d, counted from 0", name, king)
		}
	}
	const wrongWay = "%s lands further right on the queen's side than on the king's: the queen's side, with the rook " +
		"of the a-file, comes first"
	if k := v.Castling.KingTo; k[0] > k[1] && k[0] < v.Size.Files && k[1] >= 0 {
		c.add("Castling.KingTo", wrongWay, "the king")
	}
	if r := v.Castling.RookTo; r[0] > r[1] && r[0] < v.Size.Files && r[1] >= 0 {
		c.add("Castling.RookTo", wrongWay, "the rook")
	}
	kings, rooks := false, false
	for side := range board.Color(2) {
		king, rook := false, false
		for file := range v.Size.Files {
			sq := v.Size.Home(side, file, v.Castling.Rank)
			if sq == board.NoSquare || c.start[sq].Type() == 0 || c.start[sq].Color() != side {
				continue
			}
			t := v.Type(c.start[sq].Type())
			king, rook = king || v.Castling.IsKing(t), rook || v.Castling.IsRook(t)
		}
		kings, rooks = kings || king, rooks || king && rook
	}
	switch {
	case !kings:
		c.add("Castling", "no king stands on a first rank to castle")
	case !rooks:
		c.add("Castling", "no rook stands on the first rank of a king to castle with")
	}
}

// gating checks that the pieces in hand can be gated.
func (c *checker) gating() {
	if err := c.v.checkHand(c.v.firstRanks(c.start)); err != nil {
		field := "Gating.Hand"
		if c.v.Gating.Hand == "" {
			field = "Gating.Imaginary"
		}
		c.wrong = append(c.wrong, &FieldError{field, err})
	}
}

// checkHand returns an error if the pieces in hand cannot be gated.
func (v *Variant) checkHand(firstRanks [2][]PieceType) error {
	hand := v.Gating.Hand
	if len(hand) > 2 {
		return fmt.Errorf("a hand holds at most two piece types, not %q", hand)
	}
	starts := false // whether one of them starts on the board, too
	for i, letter := range []byte(hand) {
		k := v.TypeOf(letter)
		switch {
		case k == 0:
			return fmt.Errorf("the hand holds %q, which is not in the army", letter)
		case v.Type(k).Royal || v.Type(k).Pawn:
			return fmt.Errorf("the hand holds %q, but a %s cannot be gated", letter, v.Type(k).Name)
		case i > 0 && letter == hand[0]:
			return fmt.Errorf("the hand %q names %q twice", hand, letter)
		}
		starts = starts || slices.Contains(firstRanks[0], k) || slices.Contains(firstRanks[1], k)
	}
	if v.Gating.Imaginary && (len(hand) != 2 || starts) {
		return fmt.Errorf("the hand on imaginary squares is two types that the starting position does not have, "+
			"not %q", hand)
	}
	return nil
}

// errorOf joins what is wrong with a variant, nil for nothing.
func errorOf(wrong []*FieldError) error {
	all := make([]error, len(wrong))
	for i, w := range wrong {
		all[i] = w
	}
	return errors.Join(all...)
}
