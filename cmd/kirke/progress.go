package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"
)

// progress tells a person at a terminal how long work goes on; elsewhere it says
// nothing. Its methods may be called by several goroutines.
type progress struct {
	mu     sync.Mutex
	out    io.Writer // nil when nobody is to be told
	unit   string    // what is counted, "nodes"
	start  time.Time
	shown  time.Time
	length int // of the line that is shown
}

// progress returns the progress of work counted in a unit, told on stderr.
func (c *console) progress(unit string) *progress {
	p := &progress{unit: unit, start: time.Now()}
	if isTerminal(c.err) {
		p.out = c.err
	}
	p.shown = p.start
	return p
}

// show tells of count units done, which are a part of the whole between 0 and 1.
func (p *progress) show(count uint64, part float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.out == nil || now.Sub(p.shown) < 200*time.Millisecond {
		return
	}
	p.shown = now
	p.write(progressLine(count, p.unit, part, now.Sub(p.start)))
}

func (p *progress) write(line string) {
	pad := max(p.length-len(line), 0)
	p.length = len(line)
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", pad))
}

// tell shows a line of its own.
func (p *progress) tell(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out != nil {
		p.write(line)
	}
}

// clear takes away what is shown.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out != nil && p.length > 0 {
		p.write("")
		fmt.Fprint(p.out, "\r")
		p.length = 0
	}
}

// progressLine says how far work is, how fast it goes and how long it will take.
func progressLine(count uint64, unit string, part float64, spent time.Duration) string {
	line := fmt.Sprintf("%3.0f%%  %s %s", part*100, grouped(count), unit)
	if spent >= time.Millisecond {
		line += fmt.Sprintf("  %s a second", grouped(uint64(math.Round(float64(count)/spent.Seconds()))))
	}
	if part > 0 && part < 1 {
		left := time.Duration(float64(spent) * (1 - part) / part)
		line += fmt.Sprintf("  %v left", left.Round(time.Second))
	}
	return line
}

// grouped writes n with spaces between groups of three digits.
func grouped(n uint64) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(d)
	}
	return b.String()
}
