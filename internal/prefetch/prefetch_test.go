package prefetch

import (
	"testing"
	"unsafe"
)

// TestLine asks for memory that is there, and for some that is not.
func TestLine(t *testing.T) {
	x := [16]uint64{7: 7}
	Line(unsafe.Pointer(&x[7]))
	Line(nil)
	if x != [16]uint64{7: 7} {
		t.Errorf("memory that was asked for became %v", x)
	}
}
