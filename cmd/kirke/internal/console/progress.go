package console

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"
)

// Progress shows on a terminal how far long work is. Where standard error is no terminal it shows
// nothing. Several goroutines may use it.
type Progress struct {
	mu     sync.Mutex
	out    io.Writer // nil to show nothing
	unit   string    // what is counted, such as "nodes"
	start  time.Time
	shown  time.Time // when the line was last written
	length int       // of the line that is shown
}

// Progress returns the progress of work that is counted in a unit.
func (c *Console) Progress(unit string) *Progress {
	p := &Progress{unit: unit, start: time.Now()}
	if IsTerminal(c.Err) {
		p.out = c.Err
	}
	p.shown = p.start
	return p
}

// Show reports that count units are done, which are a part of the whole between 0 and 1.
func (p *Progress) Show(count uint64, part float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.out == nil || now.Sub(p.shown) < 200*time.Millisecond {
		return
	}
	p.shown = now
	p.write(progressLine(count, p.unit, part, now.Sub(p.start)))
}

func (p *Progress) write(line string) {
	pad := max(p.length-len(line), 0)
	p.length = len(line)
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", pad))
}

// Line shows a line of the command's own.
func (p *Progress) Line(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out != nil {
		p.write(line)
	}
}

// Clear removes the line.
func (p *Progress) Clear() {
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
	line := fmt.Sprintf("%3.0f%%  %s %s", part*100, Grouped(count), unit)
	if spent >= time.Millisecond {
		line += fmt.Sprintf("  %s a second", Grouped(uint64(math.Round(float64(count)/spent.Seconds()))))
	}
	if part > 0 && part < 1 {
		left := time.Duration(float64(spent) * (1 - part) / part)
		line += fmt.Sprintf("  %v left", left.Round(time.Second))
	}
	return line
}

// Grouped writes n with spaces between groups of three digits.
func Grouped(n uint64) string {
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
