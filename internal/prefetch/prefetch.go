//go:build amd64 || arm64

// Package prefetch brings memory that will be read soon nearer to the processor. A plain read of it would do so too, but
// what comes after a read that is not done waits.
package prefetch

import "unsafe"

// Line asks for the cache line at p. Nothing waits for it, and p may be any address.
//
//go:noescape
func Line(p unsafe.Pointer)
