package nn

// The loops over the units of the first layer, in plain Go and in assembly: for AVX2 (sums_amd64.s,
// which asm/main.go writes) and for NEON (sums_arm64.s). All give the same results to the bit: sums
// of 16 and 32 bits wrap around in all. Slices have the same length, a multiple of unitsAtOnce.

// unitsAtOnce is how many units assembly takes at a time.
const unitsAtOnce = 16

// vectors is whether the loops in assembly run on this processor and system.
var vectors = hasVectors()

// addSub sets dst to src plus a row of weights less another.
func addSub(dst, src, add, sub []int16) {
	if vectors {
		addSubVectors(dst, src, add, sub)
		return
	}
	addSubPlain(dst, src, add, sub)
}

func addSubPlain(dst, src, add, sub []int16) {
	src, add, sub = src[:len(dst)], add[:len(dst)], sub[:len(dst)]
	for i := range dst {
		dst[i] = src[i] + add[i] - sub[i]
	}
}

// add adds a row of weights to dst.
func add(dst, row []int16) {
	if vectors {
		addVectors(dst, row)
		return
	}
	addPlain(dst, row)
}

func addPlain(dst, row []int16) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] += row[i]
	}
}

// sub subtracts a row of weights from dst.
func sub(dst, row []int16) {
	if vectors {
		subVectors(dst, row)
		return
	}
	subPlain(dst, row)
}

func subPlain(dst, row []int16) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] -= row[i]
	}
}

// output returns the sum of the squares of units between 0 and one, each times its weight. The
// product of a unit and its weight fits 16 bits, since |weight| is at most maxOutput.
func output(units, weights []int16) int32 {
	if vectors {
		return outputVectors(units, weights)
	}
	return outputPlain(units, weights)
}

func outputPlain(units, weights []int16) (sum int32) {
	weights = weights[:len(units)]
	for i, u := range units {
		u = min(max(u, 0), one)
		sum += int32(u*weights[i]) * int32(u)
	}
	return sum
}

// AddReals adds a row of real weights to dst, for trainers. row is at least as long as dst, whose
// length is a multiple of 8.
func AddReals(dst, row []float32) {
	row = row[:len(dst)]
	if vectors {
		addRealsVectors(dst, row)
		return
	}
	addRealsPlain(dst, row)
}

func addRealsPlain(dst, row []float32) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] += row[i]
	}
}
