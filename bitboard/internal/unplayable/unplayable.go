// Package unplayable holds the error of all kernels on sets.
package unplayable

// Error is why a variant or a position is not played on sets.
type Error struct {
	Variant, Reason string
}

func (e *Error) Error() string { return e.Variant + " is not played on sets: " + e.Reason }
