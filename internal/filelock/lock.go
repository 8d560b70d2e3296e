// Package filelock keeps two processes from writing one file.
package filelock

import "errors"

// ErrTaken is the error for a file that another process has locked.
var ErrTaken = errors.New("another process uses it")
