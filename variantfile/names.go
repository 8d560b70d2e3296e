package variantfile

import (
	"reflect"
	"strings"
	"unicode"
)

// Key returns the key of a Go field: "king-to" for KingTo.
func Key(field string) string {
	runes := []rune(field)
	var b strings.Builder
	for i, c := range runes {
		if unicode.IsUpper(c) && i > 0 {
			afterLower := !unicode.IsUpper(runes[i-1])
			beforeLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if afterLower || beforeLower {
				b.WriteByte('-')
			}
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// TypeName returns the name of a type by which enums knows it: "rules.Symmetry".
func TypeName(t reflect.Type) string {
	path := t.PkgPath()
	return path[strings.LastIndexByte(path, '/')+1:] + "." + t.Name()
}

// Choice is one of the values that a type has names for.
type Choice struct {
	Name  string `json:"name"` // in a file
	Value any    `json:"-"`    // int64 or string
	Doc   string `json:"doc,omitempty"`
}

// ChoicesOf returns the names of the values of a type, nil if it has none.
func ChoicesOf(t reflect.Type) []Choice {
	if t.Name() == "" || t.PkgPath() == "" {
		return nil
	}
	return choices[TypeName(t)]
}
