package nn

// The loops of sums_arm64.s.

//go:noescape
func addSubVectors(dst, src, add, sub []int16)

//go:noescape
func addVectors(dst, row []int16)

//go:noescape
func subVectors(dst, row []int16)

//go:noescape
func outputVectors(units, weights []int16) int32

//go:noescape
func addRealsVectors(dst, row []float32)

// hasVectors returns true: NEON is part of every 64-bit ARM processor that Go runs on.
func hasVectors() bool { return true }
