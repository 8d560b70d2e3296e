//go:build !amd64

package nn

// Without AVX2 none of these is called.

func hasAVX2() bool { return false }

func addSubAVX2(dst, src, add, sub []int16) { addSubPlain(dst, src, add, sub) }

func addAVX2(dst, row []int16) { addPlain(dst, row) }

func subAVX2(dst, row []int16) { subPlain(dst, row) }

func outputAVX2(units, weights []int16) int32 { return outputPlain(units, weights) }

func addRealsAVX2(dst, row []float32) { addRealsPlain(dst, row) }
