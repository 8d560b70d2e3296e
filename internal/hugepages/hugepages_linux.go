// Package hugepages asks the system for large pages behind large tables. They cause fewer page
// faults when a table is first touched, and fewer TLB misses when it is read at random.
package hugepages

import (
	"syscall"
	"unsafe"
)

// page is the size of an ordinary page.
const page = 4096

// Advise asks for large pages for the memory of a slice. The system may ignore it.
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
