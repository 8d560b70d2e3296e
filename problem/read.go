package problem

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Entry is one problem of a file, or what is wrong with it.
type Entry struct {
	Number  int // in the file, from 1
	Line    int // where it begins, from 1
	Problem *Problem
	Err     error // an *UnsupportedError of parts that are known but not solved
}

// Read reads a file in Popeye's language: problems between "BeginProblem" and "EndProblem"
// (or the German or French words). What is wrong with one problem is in its entry and does not
// stop the reading of the next. The error says that the file cannot be read, or is none.
func Read(r io.Reader) ([]Entry, Language, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, English, err
	}
	in := newReader(text)
	if !in.begin() {
		return nil, English, errors.New("this is no file of problems: it has no BeginProblem")
	}
	var entries []Entry
	for {
		e := Entry{Number: len(entries) + 1, Line: in.line()}
		var more bool
		e.Problem, more, e.Err = in.problem()
		if e.Err != nil {
			more = in.skip()
		}
		if e.Problem.blank() && e.Err == nil && !more && len(entries) > 0 {
			return entries, in.lang, nil // nothing after the last NextProblem
		}
		entries = append(entries, e)
		if !more {
			return entries, in.lang, nil
		}
	}
}

func (p *Problem) blank() bool {
	return p == nil || p.Stipulation.Text == "" && len(p.Options.Words) == 0 && len(p.Twins) == 0 && empty(p.Setup.Board)
}

func empty(men []rules.Man) bool {
	for _, m := range men {
		if m != 0 {
			return false
		}
	}
	return true
}

// reader takes a file apart.
type reader struct {
	text []byte
	at   int
	lang Language
	back string // a token that was read and is to be read again
	last int    // where the last token begins

	start int   // where the last command or word between problems begins
	lines []int // where the lines begin
}

func newReader(text []byte) *reader {
	in := &reader{text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			in.lines = append(in.lines, i+1)
		}
	}
	return in
}

// lineAt returns the line that a byte stands in, from 1.
func (in *reader) lineAt(at int) int {
	n, exact := slices.BinarySearch(in.lines, at)
	if exact {
		return n + 1
	}
	return n
}

// line returns the line that is being read, from 1.
func (in *reader) line() int { return in.lineAt(in.at) }

// leads reports whether the last token is the first of its line.
func (in *reader) leads() bool {
	begin := in.lines[in.lineAt(in.last)-1]
	return len(bytes.TrimSpace(in.text[begin:in.last])) == 0
}

const tokenBytes = "#=+-%>!.<()~/&|:[]{}?"

func inToken(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(tokenBytes, c) >= 0
}

// next returns the next token, "" at the end.
func (in *reader) next() string {
	if in.back != "" {
		t := in.back
		in.back = ""
		return t
	}
	for in.at < len(in.text) && !inToken(in.text[in.at]) {
		in.at++
	}
	from := in.at
	for in.at < len(in.text) && inToken(in.text[in.at]) {
		in.at++
	}
	in.last = from
	return string(in.text[from:in.at])
}

func (in *reader) again(token string) { in.back = token }

// rest returns the rest of the line, without what Popeye skips before a word; blanks at its end stay, as they count where a line is centred.
func (in *reader) rest() string {
	end := bytes.IndexByte(in.text[in.at:], '\n')
	if end < 0 {
		end = len(in.text) - in.at
	}
	line := string(in.text[in.at : in.at+end])
	in.at = min(in.at+end+1, len(in.text))
	line, _, _ = strings.Cut(line, "\r")
	return strings.TrimLeft(line, ".,; \t")
}

// begin finds the beginning of the first problem, which says the language. It is the first word and may be shortened as far as any other, or stands further on
// in more than three letters.
func (in *reader) begin() bool {
	least := 1
	for t := in.next(); t != ""; t = in.next() {
		for lang := English; lang <= French; lang++ {
			if _, ok, err := beginWords.find(lang, t); ok && err == nil && len(t) >= least {
				in.lang = lang
				return true
			}
		}
		least = 4
	}
	return false
}

// skip goes to the end of the problem, from the command that was read last, and reports whether another follows. The word for that stands somewhere in
// full, or shortened at the beginning of a line.
func (in *reader) skip() bool {
	in.at, in.back = in.start, ""
	for t := in.next(); t != ""; t = in.next() {
		first := in.leads()
		if w, ok, err := commandWords.find(in.lang, t); first && ok && err == nil && slices.Contains(textWords, w) {
			in.rest()
			continue
		}
		w, ok, err := frameWords.find(in.lang, t)
		if !ok || err != nil {
			continue
		}
		if _, colour, _ := colourWords.find(in.lang, t); !strings.EqualFold(t, frameWords[w][in.lang]) && (!first || len(t) < 3 || colour) {
			continue
		}
		switch w {
		case wordNext:
			return true
		case wordEnd:
			return false
		}
	}
	return false
}

func (in *reader) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", in.line(), fmt.Errorf(format, args...))
}

// New returns a problem without men in a game.
func New(game *rules.Variant) *Problem {
	return &Problem{Game: game, Setup: rules.NewSetup(game)}
}

// problem reads one problem and reports whether another follows. The problem is there, as far as
// it was read, also when there is an error.
func (in *reader) problem() (p *Problem, more bool, err error) {
	game, err := rules.Lookup("chess")
	if err != nil {
		return nil, false, err
	}
	p = New(game)
	in.start = in.at
	for {
		t := in.next()
		if t == "" {
			return p, false, in.fault("the file ends within a problem")
		}
		in.start = in.last
		if w, ok, _ := frameWords.find(in.lang, t); ok && w != wordBegin {
			switch w {
			case wordEnd:
				return p, false, nil
			case wordNext:
				return p, true, nil
			case wordTwin, wordZero:
				if w == wordZero {
					p.Zero = true
				}
				if err := in.twin(p); err != nil {
					return p, false, err
				}
			}
			continue
		}
		w, ok, err := commandWords.find(in.lang, t)
		if err != nil || !ok {
			return p, false, in.fault("%q is no command", t)
		}
		if err := in.command(p, w); err != nil {
			return p, false, err
		}
	}
}

func (in *reader) command(p *Problem, w int) (err error) {
	switch w {
	case wordRemark:
		p.Remarks = append(p.Remarks, in.rest())
	case wordAuthor:
		p.Authors = append(p.Authors, in.rest())
	case wordOrigin:
		p.Origins = append(p.Origins, in.rest())
	case wordTitle:
		p.Titles = append(p.Titles, in.rest())
	case wordAward:
		p.Awards = append(p.Awards, in.rest())
	case wordProtocol:
		in.rest() // where Popeye would write to; the caller says where Kirke does
	case wordLaTeX:
		in.rest()
		in.symbols()
	case wordLaTeXPieces:
		in.symbols()
	case wordStructured:
		return unsupported("line %d: sstipulation", in.line())
	case wordStipulation:
		p.Stipulation, err = in.stipulation()
		if p.Stipulation.Goal.Aim == TargetGame {
			p.Initial, p.Setup.Board = p.Setup.Board, make([]rules.Man, len(p.Setup.Board))
		}
	case wordCondition:
		return in.conditions(p)
	case wordOption:
		return in.options(p)
	case wordPieces:
		men, err := in.men(p)
		for _, m := range men {
			p.add(m)
		}
		return err
	case wordArray:
		s, err := p.Game.Start(rules.Draw{})
		if err != nil {
			return err
		}
		p.Setup.Board = s.Board
	case wordForsyth:
		return in.forsyth(p)
	}
	return err
}

// symbols passes over what Popeye would draw fairy men with: lines of a man, two capital letters, and its name.
func (in *reader) symbols() {
	for {
		at := in.at
		man, symbol := in.next(), in.next()
		if in.at = at; len(man) > 2 || len(symbol) != 2 || symbol != strings.ToUpper(symbol) {
			return
		}
		in.next()
		in.rest()
	}
}

// stipulation reads a stipulation, of which the length may be a token of its own.
func (in *reader) stipulation() (Stipulation, error) {
	text := in.next()
	if text == "" {
		return Stipulation{}, in.fault("the stipulation is missing")
	}
	s, err := ParseStipulation(text)
	for range 2 {
		if err == nil || errors.As(err, new(*UnsupportedError)) {
			break
		}
		more := in.next()
		if more == "" || more[0] != '.' && (more[0] < '0' || more[0] > '9') && len(more) != 2 {
			in.again(more)
			break
		}
		longer, again := ParseStipulation(text + more)
		text += more
		s, err = longer, again
	}
	if err != nil {
		return s, in.fault("%w", err)
	}
	return s, nil
}

// square reads a square name.
func parseSquare(p *Problem, name string) (board.Square, bool) {
	sq, err := p.Game.Size.Parse(strings.ToLower(name))
	return sq, err == nil
}

// squares reads a token of squares, "a2b3c4".
func parseSquares(p *Problem, token string) ([]board.Square, bool) {
	if len(token) == 0 || len(token)%2 != 0 {
		return nil, false
	}
	var all []board.Square
	for i := 0; i < len(token); i += 2 {
		sq, ok := parseSquare(p, token[i:i+2])
		if !ok {
			return nil, false
		}
		all = append(all, sq)
	}
	return all, true
}

// kind returns the kind that a letter means; err says which known fairy man it may be.
func (in *reader) kind(p *Problem, walk string) (rules.Kind, error) {
	if len(walk) == 1 {
		if i := strings.IndexByte(letters[in.lang], upper(walk[0])); i >= 0 {
			return p.Game.KindOf(ours[i]), nil
		}
	}
	return 0, unsupported("line %d: the man %q", in.line(), strings.ToUpper(walk))
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// men reads colours, attributes, letters and squares.
func (in *reader) men(p *Problem) ([]Placed, error) {
	var all []Placed
	for {
		t := in.next()
		if t == "" {
			return all, nil
		}
		w, ok, err := colourWords.find(in.lang, t)
		if !ok || err != nil || in.isCommand(t) {
			in.again(t)
			if len(all) == 0 {
				return nil, in.fault("%q is neither a colour nor a man with its squares", t)
			}
			return all, nil
		}
		if w > 1 {
			return all, unsupported("line %d: the colour %s", in.line(), colourWords[w][English])
		}
		men, err := in.side(p, board.Color(w))
		all = append(all, men...)
		if err != nil {
			return all, err
		}
	}
}

// isCommand reports whether a token begins another part of the problem. A colour may be
// abbreviated to what a command is too; commands are then longer.
func (in *reader) isCommand(t string) bool {
	_, frame, _ := frameWords.find(in.lang, t)
	_, command, _ := commandWords.find(in.lang, t)
	return frame || command
}

// side reads the men of one colour.
func (in *reader) side(p *Problem, c board.Color) ([]Placed, error) {
	kamikaze, royal := false, false
	var all []Placed
	for {
		t := in.next()
		if t == "" {
			return all, nil
		}
		if len(all) == 0 && len(t) > 3 {
			if a, ok, _ := attributeWords.find(in.lang, t); ok {
				switch a {
				case attrKamikaze:
					kamikaze = true
				case attrRoyal:
					royal = true
				default:
					return all, unsupported("line %d: the attribute %s", in.line(), attributeWords[a][English])
				}
				continue
			}
		}
		walk := t[:min(len(t), 1+(len(t)+1)%2)]
		list := t[len(walk):]
		if len(t) <= 2 && len(t) > 0 {
			if _, isSquare := parseSquare(p, t); !isSquare {
				walk, list = t, in.next()
			}
		}
		squares, ok := parseSquares(p, list)
		if !ok {
			if len(t) <= 2 {
				return all, in.fault("%q: squares are missing after the man %q", list, walk)
			}
			in.again(t)
			return all, nil
		}
		k, err := in.kind(p, walk)
		if err != nil {
			return all, err
		}
		if royal && !p.Game.Type(k).Royal {
			return all, unsupported("line %d: the attribute Royal of a man", in.line())
		}
		royal = false
		for _, sq := range squares {
			all = append(all, Placed{rules.MakeMan(k, c), sq, kamikaze})
		}
	}
}

// forsyth reads a placement with Popeye's letters.
func (in *reader) forsyth(p *Problem) error {
	t := in.next()
	size := p.Game.Size
	at, run := 0, 0
	place := func(k rules.Kind, c board.Color) error {
		if at >= size.Area() {
			return in.fault("forsyth %q has more than %d squares", t, size.Area())
		}
		sq := size.At(at%size.Files, size.Ranks-1-at/size.Files)
		p.put(sq, rules.MakeMan(k, c), false)
		at++
		return nil
	}
	sign := byte(0)
	for i := 0; i < len(t); i++ {
		c := t[i]
		if c >= '0' && c <= '9' {
			run = run*10 + int(c-'0')
			if run > size.Area() {
				return in.fault("forsyth %q: the run of empty squares is too long", t)
			}
			continue
		}
		at, run = at+run, 0
		switch {
		case c == '/':
		case c == '+' || c == '-':
			sign = c
		case c == '=':
			return unsupported("line %d: the colour Neutral", in.line())
		default:
			walk := t[i : i+1]
			if c == '.' {
				walk = t[i+1 : min(i+3, len(t))]
				i += 2
				if len(walk) == 0 {
					return in.fault("forsyth %q ends with a dot", t)
				}
			}
			k, err := in.kind(p, walk)
			if err != nil {
				return err
			}
			colour := board.White
			if sign == '-' || sign == 0 && walk[0] >= 'a' {
				colour = board.Black
			}
			sign = 0
			if err := place(k, colour); err != nil {
				return err
			}
		}
	}
	return nil
}

// conditions reads conditions until something else follows.
func (in *reader) conditions(p *Problem) error {
	cs, err := in.conditionList(p)
	p.Conditions = append(p.Conditions, cs...)
	return err
}

func (in *reader) conditionList(p *Problem) ([]Condition, error) {
	var all []Condition
	for {
		t := in.next()
		if t == "" {
			return all, nil
		}
		i, ok, _ := find(len(conditionWords), func(i int) string { return conditionWords[i].names[in.lang] }, t)
		if !ok {
			in.again(t)
			if in.isCommand(t) || in.isTwinWord(t) {
				return all, nil
			}
			return all, unsupported("line %d: the condition %s", in.line(), in.next())
		}
		w := conditionWords[i]
		c := Condition{Text: w.text}
		if w.id != "" {
			c.IDs = []string{w.id}
		}
		var err error
		switch w.kind {
		case circeCondition, antiCondition:
			err = in.choices(&c, w.kind == antiCondition)
		case lastCapture:
			err = in.captured(p, &c)
		}
		all = append(all, c)
		if err != nil {
			return all, err
		}
	}
}

func (in *reader) isTwinWord(t string) bool {
	_, ok, _ := twinWords.find(in.lang, t)
	return ok
}

// choices reads the choices of a kind of Circe.
func (in *reader) choices(c *Condition, anti bool) error {
	var chosen []int
	for {
		t := in.next()
		if t == "" {
			return nil
		}
		i, ok, _ := find(len(choiceWords), func(i int) string { return choiceWords[i].names[in.lang] }, t)
		if !ok || len(t) < 3 {
			in.again(t)
			slices.Sort(chosen)
			for _, i := range chosen {
				c.Text += " " + choiceWords[i].names[English]
			}
			return nil
		}
		w := choiceWords[i]
		if w.id != "calvet" || !anti {
			chosen = append(chosen, i)
		}
		switch {
		case w.id == "":
			return unsupported("line %d: the condition %s %s", in.line(), c.Text, w.names[English])
		case w.id == "cheylan" && anti:
			c.IDs[0] = "anticirce-cheylan"
		case w.id == "calvet" && anti:
		case w.id == "-":
			return unsupported("line %d: the condition %s %s", in.line(), c.Text, w.names[English])
		default:
			c.IDs = append(c.IDs, w.id)
		}
		if w.id == "circe-chameleon" {
			if err := in.cycle(c); err != nil {
				return err
			}
		}
	}
}

// cycle reads the order in which men become others, which must be that of the rules.
func (in *reader) cycle(c *Condition) error {
	var walks []string
	t := in.next()
	for ; len(t) == 1 || len(t) == 2 && !strings.ContainsAny(t, "12345678"); t = in.next() {
		walks = append(walks, strings.ToUpper(t))
	}
	in.again(t)
	if len(walks) == 0 || in.lang == English && strings.Join(walks, "") == "SBRQS" {
		return nil
	}
	return unsupported("line %d: the condition %s %s", in.line(), c.Text, strings.Join(walks, " "))
}

// captured reads the man that the move before the diagram has captured.
func (in *reader) captured(p *Problem, c *Condition) error {
	men, err := in.men(p)
	if err != nil {
		return err
	}
	if len(men) != 1 {
		return in.fault("LastCapture: one man and its square are wanted")
	}
	c.LastCapture, c.CapturedAt = men[0].Man, men[0].At
	c.Text += " " + p.manName(men[0].Man, false) + p.Game.Size.Name(men[0].At)
	return nil
}

// options reads options until something else follows.
func (in *reader) options(p *Problem) error {
	for {
		t := in.next()
		if t == "" {
			return nil
		}
		w, ok, err := optionWords.find(in.lang, t)
		if err != nil && !in.isCommand(t) {
			return in.fault("option %w", err)
		}
		if !ok || err != nil {
			in.again(t)
			if in.isCommand(t) {
				return nil
			}
			return in.fault("%q %w", t, ErrNoOption)
		}
		word, err := in.option(p, w)
		if err != nil {
			return err
		}
		p.Options.Words = append(p.Options.Words, strings.TrimSpace(optionWords[w][English]+" "+word))
	}
}

// number reads a number, or returns the default where none follows.
func (in *reader) number(otherwise int) (int, string, error) {
	t := in.next()
	if n, err := strconv.Atoi(t); err == nil && n >= 0 {
		return n, t, nil
	}
	in.again(t)
	if otherwise < 0 {
		return 0, "", in.fault("a number is missing before %q", t)
	}
	return otherwise, "", nil
}

// option reads what follows an option word and returns it as it was written.
func (in *reader) option(p *Problem, w int) (word string, err error) {
	o := &p.Options
	var n int
	switch w {
	case optDefence:
		o.Tries, word, err = in.number(-1)
	case optSetPlay:
		o.SetPlay = true
	case optWhiteToPlay:
		o.WhiteToPlay = true
	case optVariations:
		o.Variations = true
	case optMoveNumbers:
		o.MoveNumbers = true
	case optStartMoveNumber:
		o.From, word, err = in.number(-1)
	case optUpTo:
		o.UpTo, word, err = in.number(-1)
	case optNoWk:
		o.NoKing[board.White] = true
	case optNoBk:
		o.NoKing[board.Black] = true
	case optDuplex:
		o.Duplex = !o.HalfDuplex // the first of the two counts
	case optHalfDuplex:
		o.HalfDuplex = !o.Duplex
	case optThreat:
		if o.Threat, word, err = in.number(-1); o.Threat == 0 {
			o.Threat = -1
		}
	case optNoThreat:
		o.NoThreat = true
	case optTry:
		o.Tries = max(o.Tries, 1)
	case optMaxSolutions:
		o.MaxSolutions, word, err = in.number(-1)
	case optMaxFlights:
		n, word, err = in.number(-1)
		o.Flights = &n
	case optNonTrivial:
		var m int
		var more string
		if n, word, err = in.number(-1); err == nil {
			if m, more, err = in.number(-1); err == nil {
				o.NonTrivial, word = &[2]int{n, m}, word+" "+more
			}
		}
	case optEnPassant:
		word, o.EnPassant, err = in.squareList(p)
	case optNoBoard:
		o.NoBoard = true
	case optNoShort:
		o.NoShortVariations = true
	case optPostKey:
		o.PostKeyPlay = true
	case optIntelligent:
		o.Intelligent = true
		o.PerEnding, word, err = in.number(0)
	case optMaxTime:
		n, word, err = in.number(-1)
		o.MaxTime = time.Duration(n) * time.Second
	case optNoCastling:
		var squares []board.Square
		word, squares, err = in.squareList(p)
		o.NoCastling = append(o.NoCastling, squares...)
	case optQuodlibet:
		o.Quodlibet = true
	case optStopOnShort:
		o.StopOnShort = true
	case optBeep:
		_, word, err = in.number(0)
	case optExclusive:
		var squares []board.Square
		if word, squares, err = in.squareList(p); err == nil {
			if len(squares) != 2 {
				return word, in.fault("CastlingMutuallyExclusive: two squares are wanted, not %q", word)
			}
			o.Exclusive = append(o.Exclusive, [2]board.Square(squares))
		}
	case optGoalIsEnd:
		o.GoalIsEnd = true
	case optSuppressGrid, optWriteGrid:
	default:
		return "", unsupported("line %d: the option %s", in.line(), optionWords[w][English])
	}
	return word, err
}

func (in *reader) squareList(p *Problem) (string, []board.Square, error) {
	t := in.next()
	squares, ok := parseSquares(p, t)
	if !ok {
		return t, nil, in.fault("%q is no list of squares", t)
	}
	return t, squares, nil
}

// twin reads the operations of a twin.
func (in *reader) twin(p *Problem) error {
	var t Twin
	add := func(c Change) { t.Changes = append(t.Changes, c) }
	defer func() { p.Twins = append(p.Twins, t) }()
	for {
		word := in.next()
		if word == "" {
			return nil
		}
		w, ok, err := twinWords.find(in.lang, word)
		_, frame, _ := frameWords.find(in.lang, word)
		if err != nil || !ok || frame {
			in.again(word)
			if frame {
				return nil
			}
			return in.fault("%q is no operation of a twin", word)
		}
		switch w {
		case twinContinued:
			t.Continued = true
		case twinMove, twinExchange, twinShift:
			from, ok1 := parseSquare(p, in.next())
			to, ok2 := parseSquare(p, in.next())
			if !ok1 || !ok2 {
				return in.fault("%s: two squares are wanted", word)
			}
			add(Change{Kind: map[int]ChangeKind{twinMove: MoveMan, twinExchange: SwapMen, twinShift: Shift}[w], From: from, To: to})
		case twinRemove:
			_, squares, err := in.squareList(p)
			if err != nil {
				return err
			}
			add(Change{Kind: RemoveMen, Squares: squares})
		case twinAdd:
			men, err := in.men(p)
			if err != nil {
				return err
			}
			add(Change{Kind: AddMen, Men: men})
		case twinSubstitute:
			from, err := in.kind(p, in.next())
			if err != nil {
				return err
			}
			to, err := in.kind(p, in.next())
			if err != nil {
				return err
			}
			add(Change{Kind: Substitute, Kinds: [2]rules.Kind{from, to}})
		case twinRotate:
			n, _, err := in.number(-1)
			if err != nil {
				return err
			}
			add(Change{Kind: Rotate, Angle: n})
		case twinMirror:
			add(Change{Kind: Reflect, Mirror: strings.ToLower(in.next())})
		case twinPolish:
			add(Change{Kind: SwapColours})
		case twinStipulation:
			s, err := in.stipulation()
			if err != nil {
				return err
			}
			add(Change{Kind: NewStipulation, Task: s})
		case twinCondition:
			cs, err := in.conditionList(p)
			if err != nil {
				return err
			}
			add(Change{Kind: NewConditions, Conditions: cs})
		case twinStructured:
			return unsupported("line %d: sstipulation", in.line())
		}
	}
}
