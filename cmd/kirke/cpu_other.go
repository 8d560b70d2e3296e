//go:build !unix

package main

import "time"

var started = time.Now()

// cpuTime returns the time this program has run, where the processor time it has used
// is not known.
func cpuTime() time.Duration { return time.Since(started) }
