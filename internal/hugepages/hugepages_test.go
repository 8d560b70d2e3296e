package hugepages

import "testing"

func TestAdviceChangesNothing(t *testing.T) {
	for _, n := range []int{0, 1, 511, 512, 1 << 20} {
		s := make([]uint64, n)
		for i := range s {
			s[i] = uint64(i)
		}
		Advise(s)
		for i := range s {
			if s[i] != uint64(i) {
				t.Fatalf("of %d, %d holds %d", n, i, s[i])
			}
		}
	}
}
