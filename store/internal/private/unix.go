//go:build unix

package private

import (
	"io/fs"
	"os"
	"syscall"
)

// isOurs reports whether a file belongs to the user that this program runs as.
func isOurs(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
