// Package words joins words in sentences, and compares them.
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

// Closest returns the name that is most like a misspelt one, "" if none is much like it.
func Closest(misspelt string, names []string) string {
	best, least := "", min(3, len(misspelt)/2)+1
	for _, name := range names {
		if d := Distance(misspelt, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// Distance is the least number of letters to insert, delete or change to make b of a.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
