package prefetch

import (
	"testing"
	"unsafe"
)

// TestLine asks for valid and for invalid memory.
func TestLine(t *testing.T) {
	x := [16]uint64{7: 7}
	Line(unsafe.Pointer(&x[7]))
	Line(nil)
	if x != [16]uint64{7: 7} {
		t.Errorf("prefetching changed memory to %v", x)
	}
}
