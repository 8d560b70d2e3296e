package oracle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece/fairy"
	problems "github.com/kirke-chess/kirke/problem"
	language "github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// This file compares conditions, attributes and fairy pieces with Popeye: random diagrams of each,
// alone and with Circe, are solved by both programs from one text, and all that they print must be
// the same. What is compared is a row of rebirths_test.go, restrictions_test.go, changes_test.go,
// traits_test.go or families_test.go. compared_test.go counts the diagrams.

var (
	conditionFlag = flag.String("condition", "", "compare only the conditions with this in their text")
	askedFlag     = flag.String("asked", "", "compare only the stipulations that begin with this")
	diagramsFlag  = flag.Int("diagrams", fresh, "random diagrams for each condition and stipulation")
	untilFlag     = flag.Int("until", 0,
		"instead as many diagrams as testdata/compared.jsonl lacks to this many, so that a run with -record goes on")
	rowsFlag     = flag.String("rows", "", "compare only the rows of these names, separated by semicolons")
	seedFlag     = flag.Uint64("seed", 0, "of the random diagrams (default: the time)")
	recordedFlag = flag.Bool("recorded", false, "solve all recorded mates, not one in eight")
	recordFlag   = flag.Bool("record", false,
		"count the diagrams in testdata/compared.jsonl; of new rows write some answers to testdata/conditions")
)

// conditionRow is a condition, an attribute or a family of pieces that is compared.
type conditionRow struct {
	text   string          // in Popeye's language: "Madrasi RexInclusive"
	empty  string          // squares without pieces, "a1b2"
	alone  bool            // not with Circe, which Popeye or Kirke refuses
	apart  bool            // Popeye takes the last move of a problem for one before the next problem of a run
	mating bool            // Kirke refuses goals other than mate
	noMate bool            // there are no mates: stalemates are asked for in their place, and counted as they are
	trait  string          // attributes that half of the pieces have; "royal" is of pieces in place of kings
	kings  bool            // kings may have it too
	all    bool            // all pieces have it
	fairy  bool            // only fairy pieces may have it
	pieces string          // letters of the types on the board (default: QRBSP)
	family string          // what pieces like these are called
	walks  string          // their abbreviations, "G LI"; half of the pieces are of three of them
	only   bool            // all are, but pawns and kings
	lacks  bool            // kings are mostly missing
	pair   bool            // the condition names the squares of two pieces
	quirk  func(fact) bool // facts that are not compared
}

// fact is a diagram under a condition and what Popeye prints of its solution, in alphabetical order.
type fact struct {
	Condition   string   `json:"condition"`
	Stipulation string   `json:"stipulation"`
	Option      string   `json:"option,omitempty"`
	Pieces      string   `json:"pieces"`
	Said        []string `json:"said"`
}

// conditionTasks are what is asked about each diagram, with the least and most pieces besides kings.
var conditionTasks = []struct {
	stipulation, option string
	low, high           int
	white               int // in percent: how many of Black's pieces become White's
}{
	{"~1", "", 2, 22, 0},
	{"~1", "HalfDuplex", 2, 22, 0},
	{"h~1", "", 2, 6, 0},
	{"h#2", "", 1, 3, 60},
	{"#2", "Variation", 1, 4, 70},
	{"ser-h#3", "", 1, 3, 60},
}

// longest is how many lines an answer may have whose diagram is compared. Most of the lines of long
// answers are alike.
const longest = 1000

// input returns the text of a fact in Popeye's language, without the words around a problem.
func (f fact) input() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Stipulation %s\n", f.Stipulation)
	if f.Option != "" {
		fmt.Fprintf(&b, "Option %s\n", f.Option)
	}
	if f.Condition != "" {
		fmt.Fprintf(&b, "Condition %s\n", f.Condition)
	}
	fmt.Fprintf(&b, "Pieces%s\n", f.Pieces)
	return b.String()
}

// TestConditions compares every row with Popeye.
func TestConditions(t *testing.T) {
	binary := peer(t, "KIRKE_POPEYE", "Popeye")
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	for _, row := range slices.Concat(rebirths, restrictions, changes, traits, families, pairs) {
		if !strings.Contains(row.name(), *conditionFlag) ||
			*rowsFlag != "" && !slices.Contains(strings.Split(*rowsFlag, ";"), row.name()) {
			continue
		}
		t.Run(row.name(), func(t *testing.T) {
			t.Logf("seed %d", seed)
			var recorded []fact
			count := tally{Row: row.name()}
			for _, with := range []string{"", "Circe "} {
				if with != "" && row.alone {
					continue
				}
				dice := rand.New(rand.NewPCG(seed, 0))
				recorded = append(recorded, compareRow(t, binary, row, with, dice, &count)...)
			}
			if *recordFlag && !t.Failed() {
				record(t, row.name(), recorded)
				count.record(t)
			}
		})
	}
}

// compareRow compares a row, with another condition before it or "", and counts the diagrams. It
// returns some facts that were the same.
func compareRow(t *testing.T, binary string, row conditionRow, with string, dice *rand.Rand,
	count *tally) (same []fact) {
	for _, task := range conditionTasks {
		if !strings.HasPrefix(task.stipulation, *askedFlag) || row.mating && !strings.Contains(task.stipulation, "#") {
			continue
		}
		diagrams := *diagramsFlag
		if *untilFlag > 0 {
			diagrams = *untilFlag - counted(t, row.name(), with != "", task.stipulation)
		}
		if diagrams <= 0 {
			continue
		}
		facts := make([]fact, 0, diagrams)
		for range diagrams {
			f := fact{
				Condition: strings.TrimSpace(with + row.text), Stipulation: row.asked(task.stipulation),
				Option: task.option, Pieces: row.diagram(dice, task.low+dice.IntN(task.high-task.low+1), task.white),
			}
			if row.pair {
				squares := squareName.FindAllString(f.Pieces, -1)
				dice.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
				f.Condition += " " + squares[0] + squares[1]
			}
			facts = append(facts, f)
		}
		batch := 10
		if row.apart {
			batch = 1
		}
		asked := askPopeye(t, binary, facts, batch)
		kept, lines, answered, compared := 0, 0, 0, 0
		for _, f := range asked {
			if row.quirk != nil && row.quirk(f) || len(f.Said) > longest || mates(f) && len(f.Said) > longest/10 {
				continue
			}
			ok := f.compare(t)
			compared++
			lines += len(f.Said)
			if len(f.Said) > 0 {
				answered++
			}
			if ok && kept < 1 && len(f.Said) > 0 && len(f.Said) < 50 {
				kept++
				same = append(same, f)
			}
		}
		count.add(with != "", task.stipulation, compared)
		t.Logf("%s%s %s %s: %d of %d diagrams with %d lines", with, row.name(), task.stipulation, task.option,
			answered, compared, lines)
	}
	return same
}

// asked returns a stipulation of conditionTasks as it is asked for.
func (row *conditionRow) asked(stipulation string) string {
	if row.noMate {
		return strings.Replace(stipulation, "#", "=", 1)
	}
	return stipulation
}

var squareName = regexp.MustCompile(`[a-h][1-8]`)

// mates are the facts whose goal is mate.
func mates(f fact) bool { return strings.Contains(f.Stipulation, "#") }

// castles are the facts with a king on the square from which it may castle.
func castles(f fact) bool {
	white, black, _ := strings.Cut(f.Pieces, " Black")
	return strings.Contains(white, " Ke1") || strings.Contains(black, " Ke8")
}

// series are the facts about series play.
func series(f fact) bool { return strings.HasPrefix(f.Stipulation, "ser-") }

// kingsAtHome are the facts with a king on its square in the starting position.
func kingsAtHome(f fact) bool {
	return strings.Contains(f.Pieces, "Ke1") || strings.Contains(f.Pieces, "Ke8")
}

// TestConditionsRecorded compares the diagrams of testdata/conditions with the answers that Popeye
// gave.
func TestConditionsRecorded(t *testing.T) {
	files, err := filepath.Glob("../testdata/conditions/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded conditions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			for i, f := range rulestest.Lines[fact](t, file) {
				if !mates(f) || *recordedFlag || len(f.Pieces)%8 == i%8 {
					f.compare(t)
				}
			}
		})
	}
}

// record writes facts to the file of a row if there is none.
func record(t *testing.T, condition string, facts []fact) {
	t.Helper()
	var b bytes.Buffer
	lines := plainLines(&b)
	for _, f := range facts {
		if err := lines.Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	name := recordedFile(condition)
	if _, err := os.Stat(name); err == nil {
		return
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// plainLines writes values as lines of JSON, with "&" as it is.
func plainLines(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// recordedFile returns the file of the recorded answers of a row. A condition that is called like an
// attribute (Volage) has one of its own.
func recordedFile(row string) string {
	name := strings.Trim(notName.ReplaceAllString(strings.ToLower(row), "-"), "-")
	isTrait := func(r conditionRow) bool { return r.trait == name }
	if row != strings.ToLower(row) && slices.ContainsFunc(traits, isTrait) {
		name += "-condition"
	}
	return filepath.Join("../testdata/conditions", name+".jsonl")
}

var notName = regexp.MustCompile(`[^a-z0-9]+`)

// diagram returns a random diagram in Popeye's language. If White is favoured, Black's king often
// stands on the edge of the board, where it can be mated.
func (row *conditionRow) diagram(dice *rand.Rand, pieces, white int) string {
	chess, err := rules.Lookup("chess")
	if err != nil {
		panic(err)
	}
	leftOut := ""
	for _, letter := range "QRBNP" {
		if row.pieces != "" && !strings.ContainsRune(strings.ReplaceAll(row.pieces, "S", "N"), letter) {
			leftOut += string(letter)
		}
	}
	for {
		s := rulestest.Scatter(dice, chess, pieces, leftOut)
		if white > 0 {
			favour(dice, chess, &s, white)
		}
		free := true
		for i := 0; i+1 < len(row.empty); i += 2 {
			sq, _ := chess.Size.Parse(row.empty[i : i+2])
			free = free && s.Board[sq] == 0
		}
		if free {
			return row.diagramText(dice, chess, s)
		}
	}
}

// favour gives some of Black's pieces to White, in percent, or more than half of them, a queen and a
// rook, and mostly moves Black's king to the edge.
func favour(dice *rand.Rand, v *rules.Variant, s *rules.Setup, white int) {
	king := board.NoSquare
	for sq := range board.Square(v.Size.Area()) {
		switch pc := s.Board[sq]; {
		case pc == 0 || pc.Color() == board.White:
		case v.Type(pc.Type()).Royal:
			king = sq
		case dice.IntN(100) < white:
			s.Board[sq] = rules.MakePiece(pc.Type(), board.White)
		}
	}
	for _, letter := range "QR" {
		sq := board.Square(dice.IntN(v.Size.Area()))
		if white > 60 && s.Board[sq] == 0 {
			s.Board[sq] = rules.MakePiece(v.TypeOf(byte(letter)), board.White)
		}
	}
	edge := v.Size.At(dice.IntN(v.Size.Files), dice.IntN(2)*(v.Size.Ranks-1))
	if s.Board[edge] == 0 && dice.IntN(3) > 0 {
		s.Board[edge], s.Board[king] = s.Board[king], 0
	}
}

// diagramText returns the pieces of s in Popeye's language, half of them with the attribute, or of
// the family, of the row.
func (row *conditionRow) diagramText(dice *rand.Rand, v *rules.Variant, s rules.Setup) string {
	var b, neutral strings.Builder
	walks := strings.Fields(row.walks)
	dice.Shuffle(len(walks), func(i, j int) { walks[i], walks[j] = walks[j], walks[i] })
	walks = walks[:min(len(walks), 3)]
	besides, isNeutral := strings.CutPrefix(row.trait, "neutral")
	for color := range board.Color(2) {
		var plain, having strings.Builder
		with := &having
		if isNeutral {
			with = &neutral
		}
		for sq := range board.Square(v.Size.Area()) {
			pc := s.Board[sq]
			if pc == 0 || pc.Color() != color {
				continue
			}
			letter := strings.Replace(string(v.Type(pc.Type()).Letter), "N", "S", 1)
			into, royal := &plain, letter == "K"
			if royal && row.lacks && dice.IntN(4) > 0 {
				continue
			}
			switch {
			case len(walks) > 0 && (row.only || dice.IntN(2) == 0):
				walk := insteadOf(letter, walks[dice.IntN(len(walks))])
				stays := walk == letter
				letter = walk
				if row.all || row.trait != "" && !royal && !(stays && row.fairy) && dice.IntN(2) > 0 {
					into = with
				}
			case row.trait == "" || row.fairy || royal && !row.kings || !royal && row.trait == "royal":
			case row.trait == "royal":
				into, letter = with, row.royals(dice)
			case !row.all && dice.IntN(2) > 0:
			default:
				into = with
			}
			fmt.Fprintf(into, " %s%s", letter, v.SquareName(sq))
		}
		if plain.Len() > 0 || having.Len() == 0 {
			fmt.Fprintf(&b, " %v%s", color, plain.String())
		}
		if having.Len() > 0 {
			fmt.Fprintf(&b, " %v %s%s", color, row.trait, having.String())
		}
	}
	if neutral.Len() > 0 {
		fmt.Fprintf(&b, " Neutral%s%s", besides, neutral.String())
	}
	return b.String()
}

// insteadOf returns the letter of a walk that stands where one of the given letter did, or that letter
// if only one of them is a pawn, or a king.
func insteadOf(letter, walk string) string {
	if w := fairy.Find(0, walk); w.Pawn != (letter == "P") || w.Royal != (letter == "K") {
		return letter
	}
	return walk
}

// royals returns the letter of a royal piece.
func (row *conditionRow) royals(dice *rand.Rand) string {
	letters := []string{"Q", "R", "B", "S", "P", "G", "N", "CA", "FE", "LI"}
	if row.text != "" {
		letters = letters[:5]
	}
	return letters[dice.IntN(len(letters))]
}

// name returns what a row is called.
func (row *conditionRow) name() string {
	return strings.TrimSpace(strings.TrimSpace(row.trait+" "+row.text) + " " + row.family)
}

// askPopeye returns the facts with Popeye's answers, without those for which it needs more than a
// second, and without the batches in which it crashes.
func askPopeye(t *testing.T, binary string, facts []fact, batch int) (answered []fact) {
	t.Helper()
	for some := range slices.Chunk(facts, batch) {
		said, err := askOnce(binary, some)
		if err != nil {
			t.Logf("%d diagrams are left out: %v", len(some), err)
		}
		answered = append(answered, said...)
	}
	if len(answered) == 0 && len(facts) > batch {
		t.Fatal("Popeye answers nothing")
	}
	return answered
}

// askOnce runs Popeye once.
func askOnce(binary string, facts []fact) (answered []fact, err error) {
	var in strings.Builder
	for i, f := range facts {
		if i == 0 {
			in.WriteString("BeginProblem\n")
		} else {
			in.WriteString("NextProblem\n")
		}
		in.WriteString("Option MaxTime 1\n" + f.input())
	}
	in.WriteString("EndProblem\n")
	folder, err := os.MkdirTemp("", "kirke-oracle")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "problems.inp")
	if err := os.WriteFile(file, []byte(in.String()), 0o600); err != nil {
		return nil, err
	}
	out, err := exec.Command(binary, "-maxmem", "64M", file).Output()
	if err != nil {
		return nil, fmt.Errorf("running %s: %w", binary, err)
	}
	blocks := strings.Split(string(out), "+---a---b---c---d---e---f---g---h---+\n")
	if len(blocks) != 2*len(facts)+1 {
		return nil, fmt.Errorf("%s answered %d of %d problems", binary, len(blocks)/2, len(facts))
	}
	for i, f := range facts {
		text := blocks[2*i+2]
		if !strings.Contains(text, "solution finished") {
			continue
		}
		if kingCaptured.MatchString(text) { // Popeye loses a piece's letter where kings are captured
			continue
		}
		_, text, _ = strings.Cut(text, "\n\n") // what stands under the board
		f.Said = solutionLines(text)
		answered = append(answered, f)
	}
	return answered, nil
}

// kingCaptured is of the line of Popeye's output that shows a captured king.
var kingCaptured = regexp.MustCompile(`\b1\.\.[^.]`)

// solutionLines returns the lines of a solution in alphabetical order.
func solutionLines(text string) []string {
	lines := []string{}
	for l := range strings.Lines(text) {
		l = strings.Join(strings.Fields(l), " ")
		if l != "" && !strings.HasPrefix(l, "solution finished") {
			lines = append(lines, l)
		}
	}
	slices.Sort(lines)
	return lines
}

// compare solves the diagram and reports whether Kirke prints what Popeye did.
func (f fact) compare(t *testing.T) bool {
	t.Helper()
	input := "BeginProblem\n" + f.input() + "EndProblem\n"
	entries, lang, err := language.Read(strings.NewReader(input))
	if err != nil || entries[0].Err != nil {
		t.Fatalf("%s: %v %v", input, err, entries[0].Err)
	}
	var out bytes.Buffer
	w := language.NewTextWriter(&out, lang)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	solver := problems.Solver{Threads: 1, Hash: 16}
	if err := solver.Solve(ctx, entries[0].Problem, w); err != nil {
		if errors.Is(err, problems.ErrInterrupted) {
			t.Logf("%s: takes too long", input)
			return false
		}
		t.Fatalf("%s: %v", input, err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	ours := solutionLines(out.String())
	missing, extra := rulestest.Difference(f.Said, ours)
	if len(missing)+len(extra) > 0 {
		t.Errorf("%smissing %q\ntoo many %q", input, missing, extra)
		return false
	}
	return true
}
