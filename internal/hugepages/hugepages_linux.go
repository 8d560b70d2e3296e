// Package hugepages asks the system to back large tables with large pages: fewer
// faults when they are first touched and fewer misses when they are read at random.
package hugepages

import (
	"syscall"
	"unsafe"
)

// page is the size of the pages memory comes in.
const page = 4096

// Advise asks for large pages for the memory of a slice. It is advice only: where it is not taken
// nothing changes.
func Advise[T any](s []T) {
	if len(s) == 0 {
		return
	}
	size := uintptr(len(s)) * unsafe.Sizeof(s[0])
	start := uintptr(unsafe.Pointer(&s[0]))
	skip := -start & (page - 1)
	if size < skip+page {
		return
	}
	b := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&s[0]), skip)), (size-skip)&^(page-1))
	_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE)
}
