// Package oracle asks other programs, Popeye and Fairy-Stockfish, for the moves of positions. Tests
// compare the answers with Kirke's. The programs are run, never linked; a test that needs one is
// skipped if it is not installed.
package oracle

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Condition is how to tell Popeye of one of our variants.
type Condition struct {
	Name     string // as in its input; "" for chess
	Kamikaze bool   // every piece but the kings is a kamikaze
}

// Conditions are the variants that Popeye plays, by our IDs.
var Conditions = map[string]Condition{
	"chess":                   {},
	"circe":                   {Name: "Circe"},
	"circe-strict":            {Name: "Circe Strict"},
	"circe-rex-inclusive":     {Name: "Circe RexInclusive"},
	"circe-mirror":            {Name: "Circe Mirror"},
	"circe-clone":             {Name: "Circe Clone"},
	"circe-chameleon":         {Name: "Circe Chameleon"},
	"circe-coucou":            {Name: "Circe Couscous"},
	"circe-pwc":               {Name: "Circe PWC"},
	"circe-equipollents":      {Name: "Circe Equipollents"},
	"circe-parrain":           {Name: "Circe Parrain"},
	"circe-memory":            {Name: "Circe CaptureSquare WaitCapture"},
	"circe-symmetrical":       {Name: "Circe Symmetry"},
	"circe-diagram":           {Name: "Circe Diagram"},
	"circe-assassin":          {Name: "Circe Assassin"},
	"circe-volcanic":          {Name: "Circe Volcanic"},
	"circe-kamikaze-rebirth":  {Name: "Circe", Kamikaze: true},
	"anticirce-calvet":        {Name: "AntiCirce"},
	"anticirce-cheylan":       {Name: "AntiCirce Cheylan"},
	"circe-martian":           {Name: "MarsCirce"},
	"take-and-make":           {Name: "Take&MakeChess"},
	"make-and-take":           {Name: "Make&TakeChess"},
	"andernach":               {Name: "AndernachChess"},
	"anti-andernach":          {Name: "AntiAndernachChess"},
	"hypervolage":             {Name: "Hypervolage"},
	"masand":                  {Name: "Masand"},
	"masand-generalised":      {Name: "MasandGeneralised"},
	"anda":                    {Name: "Anda"},
	"anda-inverse":            {Name: "AndaInverse"},
	"annan":                   {Name: "AnnanChess"},
	"nanna":                   {Name: "NannaChess"},
	"face-to-face":            {Name: "FaceToFace"},
	"back-to-back":            {Name: "BackToBack"},
	"cheek-to-cheek":          {Name: "CheekToCheek"},
	"transmuting-kings":       {Name: "TransmutedKings"},
	"reflective-kings":        {Name: "ReflectiveKings"},
	"einstein":                {Name: "EinsteinChess"},
	"reversal-einstein":       {Name: "ReversalEinsteinChess"},
	"anti-einstein":           {Name: "AntiEinsteinChess"},
	"norsk":                   {Name: "NorskSjakk"},
	"frankfurt-rex-exclusive": {Name: "FrankfurtChess RexExclusive"},
	"madrasi":                 {Name: "Madrasi"},
}

// PopeyeMoves runs Popeye once and returns its legal moves of every position, as it writes them
// without blanks, sorted. The error says why the program could not be run, or how many positions it
// answered.
func PopeyeMoves(ctx context.Context, binary string, c Condition, positions []rules.Position) ([][]string, error) {
	return popeye(ctx, binary, c, "~1", positions)
}

// PopeyeReplies is PopeyeMoves for lines of two half-moves, a move and its answer.
func PopeyeReplies(ctx context.Context, binary string, c Condition, positions []rules.Position) ([][]string, error) {
	return popeye(ctx, binary, c, "h~1", positions)
}

func popeye(ctx context.Context, binary string, c Condition, stipulation string,
	positions []rules.Position) ([][]string, error) {
	var in strings.Builder
	for i, p := range positions {
		if i == 0 {
			in.WriteString("BeginProblem\n")
		} else {
			in.WriteString("NextProblem\n")
		}
		fmt.Fprintf(&in, "Stipulation %s\n", stipulation)
		// Help play begins with Black, all other play with White.
		if (p.Turn() == board.Black) != strings.HasPrefix(stipulation, "h") {
			in.WriteString("Option HalfDuplex\n")
		}
		if c.Name != "" {
			fmt.Fprintf(&in, "Condition %s\n", c.Name)
		}
		in.WriteString("Pieces" + pieces(p, c) + "\n")
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
	out, err := exec.CommandContext(ctx, binary, "-maxmem", "64M", file).Output()
	if err != nil {
		return nil, fmt.Errorf("running %s: %w", binary, err)
	}
	lists := answers(out, stipulation)
	if len(lists) != len(positions) {
		return nil, fmt.Errorf("%s answered %d of %d problems", binary, len(lists), len(positions))
	}
	return lists, nil
}

// pieces lists the pieces of p in Popeye's language.
func pieces(p rules.Position, c Condition) string {
	v := p.Variant()
	var b strings.Builder
	for _, color := range []string{"white", "black", "neutral"} {
		var kings, lines strings.Builder
		for sq := range board.Square(v.Size.Area()) {
			pc := p.At(sq)
			if pc == 0 || colour(pc) != color {
				continue
			}
			letter := string(v.Type(pc.Type()).Letter)
			if abbreviation := v.Type(pc.Type()).Abbreviation; abbreviation != "" {
				letter = abbreviation
			} else if letter == "N" {
				letter = "S"
			}
			into := &lines
			if v.Type(pc.Type()).Royal {
				into = &kings
			}
			fmt.Fprintf(into, " %s%s", letter, v.SquareName(sq))
		}
		if kings.Len() > 0 {
			fmt.Fprintf(&b, " %s%s", color, kings.String())
		}
		if lines.Len() > 0 {
			b.WriteString(" " + color)
			if c.Kamikaze {
				b.WriteString(" kamikaze")
			}
			b.WriteString(lines.String())
		}
	}
	return b.String()
}

// colour returns Popeye's word for the colour of a piece.
func colour(pc rules.Piece) string {
	if pc.Neutral() {
		return "neutral"
	}
	return strings.ToLower(pc.Color().String())
}

var solution = regexp.MustCompile(`^ *1\.(.*)$`)

// answers splits Popeye's output at the lines that repeat the stipulation.
func answers(out []byte, stipulation string) [][]string {
	var lists [][]string
	in := bufio.NewScanner(bytes.NewReader(out))
	for in.Scan() {
		line := in.Text()
		if strings.HasPrefix(strings.TrimSpace(line), stipulation+" ") {
			lists = append(lists, nil)
			continue
		}
		said := solution.FindStringSubmatch(line)
		if said == nil || len(lists) == 0 {
			continue
		}
		text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(said[1]), "!"))
		text = strings.NewReplacer(" +", "+", " ep.", "ep.").Replace(text)
		lists[len(lists)-1] = append(lists[len(lists)-1], text)
	}
	for _, list := range lists {
		slices.Sort(list)
	}
	return lists
}
