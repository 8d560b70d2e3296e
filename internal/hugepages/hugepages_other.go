//go:build !linux

package hugepages

// Advise does nothing here.
func Advise[T any]([]T) {}
