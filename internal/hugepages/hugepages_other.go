//go:build !linux

package hugepages

// Advise does nothing here.
func Advise[T any]([]T) {}

// Collapse does nothing here.
func Collapse[T any]([]T) {}
