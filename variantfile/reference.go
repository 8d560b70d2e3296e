package variantfile

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"
)

// Section describes the keys of one table of a file, as the reference page does.
type Section struct {
	Path   string  `json:"path"` // "" is the game itself, "pieces" each of its pieces
	Doc    string  `json:"doc,omitempty"`
	Fields []Field `json:"fields"`
}

// Field describes a key of a file.
type Field struct {
	Key     string   `json:"key"`
	Kind    string   `json:"kind"` // one of the kinds below
	Doc     string   `json:"doc"`  // keys and values stand in backticks
	Choices []Choice `json:"choices,omitempty"`
	Items   int      `json:"items,omitempty"` // how many items a list must have; 0 is any number
}

// The kinds of fields.
const (
	TextField    = "text"
	LetterField  = "letter"
	YesField     = "yes" // true or false
	NumberField  = "number"
	SizeField    = "size"
	RegionField  = "region"
	ChoiceField  = "choice"  // one of Choices
	TextsField   = "texts"   // a list of text
	NumbersField = "numbers" // a list of numbers
	ChoicesField = "choices" // a list of Choices
	TableField   = "table"   // described by a section of its own
)

//go:embed reference.json
var referenceText []byte

var described = sync.OnceValue(func() []Section {
	var all []Section
	if err := json.Unmarshal(referenceText, &all); err != nil {
		panic(err) // generated: TestReference reads it
	}
	return all
})

// Reference returns what the keys of files mean, in the order of the reference page. It is generated
// from the Go types, as that page and the schema are.
func Reference() []Section { return slices.Clone(described()) }
