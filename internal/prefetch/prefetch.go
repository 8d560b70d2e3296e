//go:build amd64 || arm64

// Package prefetch loads memory that will be read soon into the processor's cache. A plain read
// would do so too, but holds up the instructions behind it.
package prefetch

import "unsafe"

// Line asks for the cache line at p. It does not wait, and p may be any address.
//
//go:noescape
func Line(p unsafe.Pointer)
