package problem_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/problem"
)

var timing = regexp.MustCompile(` Time = [0-9:.]* s`)

func TestBytes(t *testing.T) {
	popeye := os.Getenv("KIRKE_POPEYE")
	if popeye == "" {
		t.Skip("KIRKE_POPEYE names no program")
	}
	same, other := 0, 0
	for _, r := range records(t) {
		if *only != "" && !strings.Contains(r.ID, *only) || r.Seconds > 1 {
			continue
		}
		entries, lang, err := problem.Read(strings.NewReader(r.Input))
		if err != nil || entries[0].Err != nil {
			continue
		}
		var out bytes.Buffer
		w := problem.NewTextWriter(&out, lang)
		w.Diagram(entries[0].Problem)
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		err = (&problem.Solver{Threads: 2, Hash: 64}).Solve(ctx, entries[0].Problem, w)
		cancel()
		if err != nil {
			continue
		}
		w.Finish()
		_ = w.Flush()
		file := filepath.Join(t.TempDir(), "p.inp")
		_ = os.WriteFile(file, []byte(r.Input), 0o600)
		ctx, cancel = context.WithTimeout(context.Background(), 5*time.Second)
		want, err := exec.CommandContext(ctx, popeye, "-maxmem", "64M", file).Output()
		cancel()
		if err != nil {
			continue
		}
		_, body, _ := strings.Cut(string(want), "\n")
		body = timing.ReplaceAllString(body, "")
		ours := timing.ReplaceAllString(out.String(), "")
		if body == ours {
			same++
			t.Logf("SAME %s %s", r.ID, r.Stipulation)
			continue
		}
		other++
		a, b := strings.Split(ours, "\n"), strings.Split(body, "\n")
		i := 0
		for i < len(a) && i < len(b) && a[i] == b[i] {
			i++
		}
		t.Logf("OTHER %s %s at line %d:\n%q\n%q", r.ID, r.Stipulation, i, strings.Join(a[min(i, len(a)):min(i+2, len(a))], "|"), strings.Join(b[min(i, len(b)):min(i+2, len(b))], "|"))
	}
	t.Logf("same %d other %d", same, other)
}
