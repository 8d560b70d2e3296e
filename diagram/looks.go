package diagram

// This file holds the looks of boards: their colours, and the sets of pieces. The board in the
// browser is made of the same tables (tool/bundle). Then come art.go and symbols.go, the drawings.

import (
	"fmt"
	"slices"
)

// Tone is a colour in light and in dark surroundings, written as "#rrggbb", or as "#rrggbbaa" where
// something shines through.
type Tone struct{ Light, Dark string }

// Board is a colour scheme.
type Board struct {
	Name string

	LightSquare, DarkSquare, Outer Tone // Outer is an imaginary square
	OnLight, OnDark, OnOuter       Tone // coordinates
	Accent                         Tone // outlines of marked squares, gates, targets
	From                           Tone // the chosen square
}

// boards are the colour schemes. The first is the default. TestContrast says what they must meet.
var boards = []Board{
	{
		Name:        "wood",
		LightSquare: Tone{"#f0dcbb", "#cdb58d"}, DarkSquare: Tone{"#b58a63", "#8a6445"},
		Outer:   Tone{"#ddd6c9", "#958d80"},
		OnLight: Tone{"#5c3a1e", "#33220f"}, OnDark: Tone{"#24140a", "#ffffff"},
		OnOuter: Tone{"#4a4338", "#14110d"},
		Accent:  Tone{"#0b4420", "#04200e"}, From: Tone{"#3c8c5a80", "#3c8c5a99"},
	},
	{
		Name:        "slate",
		LightSquare: Tone{"#dfe5ec", "#a9b4c1"}, DarkSquare: Tone{"#7b8ea3", "#56677a"},
		Outer:   Tone{"#cdd3da", "#868e98"},
		OnLight: Tone{"#344456", "#1d2833"}, OnDark: Tone{"#0d151d", "#ffffff"},
		OnOuter: Tone{"#39424c", "#0e1216"},
		Accent:  Tone{"#0f3557", "#030f1c"}, From: Tone{"#286eaa73", "#286eaa99"},
	},
	{
		Name:        "meadow",
		LightSquare: Tone{"#eceed4", "#c3c9a4"}, DarkSquare: Tone{"#7d9a5d", "#587443"},
		Outer:   Tone{"#d6d9c4", "#8d927f"},
		OnLight: Tone{"#38491f", "#232f13"}, OnDark: Tone{"#121d08", "#ffffff"},
		OnOuter: Tone{"#40452f", "#12150b"},
		Accent:  Tone{"#2f2a05", "#151200"}, From: Tone{"#d7961ea6", "#d7961e8c"},
	},
	{
		Name:        "ocean",
		LightSquare: Tone{"#e0eef0", "#a8c1c6"}, DarkSquare: Tone{"#69a1ad", "#3f7480"},
		Outer:   Tone{"#ccd9db", "#82979b"},
		OnLight: Tone{"#1c4a54", "#10313a"}, OnDark: Tone{"#04191e", "#ffffff"},
		OnOuter: Tone{"#33474b", "#0a1719"},
		Accent:  Tone{"#4a0f2e", "#1d0512"}, From: Tone{"#e08a3c99", "#e08a3c8c"},
	},
	{
		Name:        "rose",
		LightSquare: Tone{"#f7e6e2", "#cfb0ab"}, DarkSquare: Tone{"#c48a88", "#8e5a5c"},
		Outer:   Tone{"#e2d3d0", "#998583"},
		OnLight: Tone{"#6b2f34", "#3d1a1e"}, OnDark: Tone{"#2a0c10", "#ffffff"},
		OnOuter: Tone{"#4f3c3b", "#1c1011"},
		Accent:  Tone{"#3a1140", "#1b0620"}, From: Tone{"#7a5bb08c", "#7a5bb099"},
	},
	{
		Name:        "lilac",
		LightSquare: Tone{"#eee8f5", "#bdb2cd"}, DarkSquare: Tone{"#a28fc0", "#6f5d90"},
		Outer:   Tone{"#d8d3de", "#8e8899"},
		OnLight: Tone{"#453064", "#291b40"}, OnDark: Tone{"#190d2c", "#ffffff"},
		OnOuter: Tone{"#453e50", "#15111b"},
		Accent:  Tone{"#123a2c", "#051a12"}, From: Tone{"#3c967899", "#3c967899"},
	},
	{
		Name:        "sand",
		LightSquare: Tone{"#f7edd2", "#d3c49d"}, DarkSquare: Tone{"#d0b27c", "#8a6e38"},
		Outer:   Tone{"#e2dac4", "#9a927d"},
		OnLight: Tone{"#5b4415", "#35270a"}, OnDark: Tone{"#2b1e05", "#ffffff"},
		OnOuter: Tone{"#4c442f", "#18140a"},
		Accent:  Tone{"#123a5c", "#07192b"}, From: Tone{"#3c82b48c", "#3c82b499"},
	},
	{
		Name:        "marble",
		LightSquare: Tone{"#f3f3f0", "#bfc0bd"}, DarkSquare: Tone{"#a8aaa8", "#6d706f"},
		Outer:   Tone{"#dbdbd8", "#8d8e8c"},
		OnLight: Tone{"#3d3f3e", "#202221"}, OnDark: Tone{"#141515", "#ffffff"},
		OnOuter: Tone{"#424341", "#121312"},
		Accent:  Tone{"#0d3b66", "#03182c"}, From: Tone{"#3c8caa99", "#3c8caa99"},
	},
	{
		Name:        "print",
		LightSquare: Tone{"#ffffff", "#e6e6e6"}, DarkSquare: Tone{"#bdbdbd", "#8c8c8c"},
		Outer:   Tone{"#e0e0e0", "#a8a8a8"},
		OnLight: Tone{"#222222", "#111111"}, OnDark: Tone{"#000000", "#000000"},
		OnOuter: Tone{"#222222", "#000000"},
		Accent:  Tone{"#00206b", "#001241"}, From: Tone{"#ffb000b3", "#ffb000b3"},
	},
}

// Colours that all boards share.
var (
	lastTone  = Tone{"#ebc8288c", "#c8a01473"} // a square of the last move
	checkTone = Tone{"#d6281e", "#d6281e"}
	wordsTone = Tone{"#444444", "#d0cbc0"} // notes below a board
	paperTone = Tone{"#ffffff", "#1d2127"} // behind a PNG
)

// Marks returns the colours of the squares of the last move and of a king in check.
func Marks() (last, check Tone) { return lastTone, checkTone }

// Boards returns the colour schemes of boards, the default first.
func Boards() []Board { return slices.Clone(boards) }

// The sets of pieces.
const (
	Classic     = "classic" // outlined drawings
	Flat        = "flat"    // the same as silhouettes, with faint inner lines
	LetterDiscs = "letters" // a disc with the piece's letter
	Symbols     = "symbols" // bold shapes; Black's are hatched
)

// Sets returns the names of the sets of pieces, the default first.
func Sets() []string { return []string{Classic, Flat, LetterDiscs, Symbols} }

// Paint says how paths of an ink are painted. "" paints no fill or no stroke.
type Paint struct {
	Fill   string  `json:"fill,omitempty"`
	Stroke string  `json:"stroke,omitempty"`
	Width  float64 `json:"width,omitempty"` // of the stroke
}

// paints has the colours of each set by side and ink. The sets not named here are as classic.
var paints = map[string][2]map[ink]Paint{
	Classic: {
		{body: {"#fff", "#111", 3}, line: {"", "#111", 3}, spot: {Fill: "#111"}},
		{body: {"#333", "#111", 3}, line: {"", "#eee", 3}, spot: {Fill: "#eee"}},
	},
	Flat: {
		{edge: {"", "#222", 7}, body: {"#fff", "#aaa", 2}, line: {"", "#888", 2.5}, spot: {Fill: "#333"}},
		{edge: {"", "#111", 7}, body: {"#2d2d2d", "#777", 2}, line: {"", "#999", 2.5}, spot: {Fill: "#eee"}},
	},
	Symbols: {
		{edge: {"", "#000", 12}, body: {Fill: "#fff"}, spot: {Fill: "#000"}},
		{edge: {"", "#000", 12}, body: {Fill: "#000"}, hatch: {"", "#fff", 4}, spot: {"#fff", "#000", 9}},
	},
}

// Paints returns how paths are painted, by set ("letters" included), colour and ink.
func Paints() map[string]map[string]map[string]Paint {
	all := map[string]map[string]map[string]Paint{}
	for _, set := range Sets() {
		sides := map[string]map[string]Paint{}
		for side, name := range []string{"white", "black"} {
			sides[name] = map[string]Paint{}
			for i, p := range paintsOf(set)[side] {
				sides[name][i.String()] = p
			}
		}
		all[set] = sides
	}
	return all
}

func paintsOf(set string) [2]map[ink]Paint {
	if p, ok := paints[set]; ok {
		return p
	}
	return paints[Classic]
}

// Style is how a diagram looks. The zero Style is the default board and the default pieces in light
// surroundings.
type Style struct {
	Board  string // the name of one of Boards
	Pieces string // one of Sets
	// Theme is "light", "dark", or "system": then an SVG is dark where its reader prefers that.
	Theme string
}

// check returns an error for a name that is not known.
func (s Style) check() error {
	if s.Board != "" && !slices.ContainsFunc(boards, func(b Board) bool { return b.Name == s.Board }) {
		return fmt.Errorf("no board is called %q", s.Board)
	}
	if s.Pieces != "" && !slices.Contains(Sets(), s.Pieces) {
		return fmt.Errorf("no set of pieces is called %q", s.Pieces)
	}
	if !slices.Contains([]string{"", "light", "dark", "system"}, s.Theme) {
		return fmt.Errorf("a diagram is light, dark or as the system, not %q", s.Theme)
	}
	return nil
}

// board returns the colours of a style.
func (s Style) board() Board {
	for _, b := range boards {
		if b.Name == s.Board {
			return b
		}
	}
	return boards[0]
}

// pieces returns the set of a style.
func (s Style) pieces() string {
	if s.Pieces == "" {
		return Classic
	}
	return s.Pieces
}

// of returns a colour where the theme is not left to the reader's system.
func (s Style) of(t Tone) string {
	if s.Theme == "dark" {
		return t.Dark
	}
	return t.Light
}
