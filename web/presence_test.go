package web

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestPresence: somebody is gone when the last of their pages has been closed for long, and not before.
func TestPresence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var gone []string
		p := newPresence(func(user string) { gone = append(gone, user) })
		first, second := p.enter("ann"), p.enter("ann")
		first()
		first() // twice is once
		time.Sleep(2 * absence)
		second()
		time.Sleep(absence / 2)
		back := p.enter("ann") // to another page and back
		time.Sleep(2 * absence)
		synctest.Wait()
		if len(gone) != 0 {
			t.Fatalf("gone are %v", gone)
		}
		back()
		time.Sleep(absence + time.Second)
		synctest.Wait()
		if len(gone) != 1 || gone[0] != "ann" {
			t.Errorf("gone are %v, want ann", gone)
		}
	})
}
