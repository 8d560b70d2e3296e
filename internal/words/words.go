// Package words joins words in sentences.
package words

import "strings"

// And returns "a, b and c".
func And[T ~string](all []T) string { return join(all, " and ") }

// Or returns "a, b or c".
func Or[T ~string](all []T) string { return join(all, " or ") }

func join[T ~string](all []T, last string) string {
	var b strings.Builder
	for i, w := range all {
		switch {
		case i == 0:
		case i == len(all)-1:
			b.WriteString(last)
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}
