//go:build !amd64 && !arm64

package nn

// Other processors have no loops in assembly: none of these is called.

func hasVectors() bool { return false }

func addSubVectors(dst, src, add, sub []int16) { addSubPlain(dst, src, add, sub) }

func addVectors(dst, row []int16) { addPlain(dst, row) }

func subVectors(dst, row []int16) { subPlain(dst, row) }

func outputVectors(units, weights []int16) int32 { return outputPlain(units, weights) }

func addRealsVectors(dst, row []float32) { addRealsPlain(dst, row) }
