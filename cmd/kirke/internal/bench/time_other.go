//go:build !unix

package bench

import "time"

var started = time.Now()

// cpuTime returns how long this program has run: its processor time is not known here.
func cpuTime() time.Duration { return time.Since(started) }
