package work

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func at(n byte) netip.Addr { return netip.AddrFrom4([4]byte{192, 0, 2, n}) }

// TestTurns: addresses take turns, and so do the people at each address.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1, 100, nil)
		first, err := q.Enter(t.Context(), Client{"", at(9)})
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var order []string
		ask := func(person string, address byte, name string) {
			go func() {
				p, err := q.Enter(t.Context(), Client{person, at(address)})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				p.Leave()
			}()
			synctest.Wait()
		}
		for i := range 4 {
			ask("greedy", 1, fmt.Sprint("greedy", i))
		}
		ask("other", 1, "other")
		ask("", 2, "modest")
		ask("", 3, "shy")
		first.Leave()
		synctest.Wait()
		if want := []string{"greedy0", "modest", "shy", "other", "greedy1", "greedy2", "greedy3"}; !slices.Equal(
			order, want,
		) {
			t.Errorf("the order is %v, not %v", order, want)
		}
	})
}

// TestBusy: the length of a queue is limited, and one address cannot fill it.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1, 8, nil)
		p, err := q.Enter(t.Context(), Client{"", at(1)})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		wait := func(address byte) error {
			errs := make(chan error, 1)
			go func() {
				_, err := q.Enter(ctx, Client{"", at(address)})
				errs <- err
			}()
			synctest.Wait()
			select {
			case err := <-errs:
				return err
			default:
				return nil
			}
		}
		for address := byte(1); address <= 4; address++ {
			for i, want := range []error{nil, nil, ErrBusy} {
				if err := wait(address); !errors.Is(err, want) {
					t.Errorf("wait %d of %d: %v", i, address, err)
				}
			}
		}
		if err := wait(5); !errors.Is(err, ErrBusy) {
			t.Errorf("a wait beyond the limit: %v", err)
		}
		cancel() // all clients leave
		synctest.Wait()
		if n := q.Waiting(); n != 0 {
			t.Errorf("%d still wait", n)
		}
		p.Leave()
		if p, err = q.Enter(t.Context(), Client{"", at(1)}); err != nil {
			t.Fatalf("the place is lost: %v", err)
		}
		p.Leave()
	})
}

// TestSlices: long work yields to others and continues.
func TestSlices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1, 8, nil)
		done := make(chan time.Duration, 1)
		began := time.Now()
		go func() {
			p, err := q.Enter(t.Context(), Client{"long", at(1)})
			if err != nil {
				t.Error(err)
				return
			}
			defer p.Leave()
			for range 1000 { // ten seconds of work
				time.Sleep(10 * time.Millisecond)
				p.Yield(t.Context())
			}
			done <- time.Since(began)
		}()
		time.Sleep(5 * time.Second)
		asked := time.Now()
		p, err := q.Enter(t.Context(), Client{"short", at(2)})
		if err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(asked); waited > Slice {
			t.Errorf("others wait for %v", waited)
		}
		time.Sleep(300 * time.Millisecond)
		p.Leave()
		if took := <-done; took < 10*time.Second || took > 11*time.Second {
			t.Errorf("the long work took %v", took)
		}
	})
}

// TestBudget: use counts for the account (or the guests of the address) and for the address, and
// time restores it.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(Limits{Account: Allowance{0.5, 10}, Guest: Allowance{0.1, 5}, Address: Allowance{1, 18}})
		ann, bob, guest, far := Client{"ann", at(1)}, Client{"bob", at(1)}, Client{"", at(1)}, Client{"", at(2)}
		refused := func(what string, c Client, want time.Duration) {
			t.Helper()
			var empty *EmptyError
			if err := b.Check(c); want == 0 && err != nil ||
				want > 0 && (!errors.As(err, &empty) || empty.Wait.Round(time.Second) != want) {
				t.Errorf("%s: %v", what, err)
			}
		}
		b.Charge(ann, 11)
		refused("Ann has used hers", ann, 4*time.Second)
		refused("Bob has not", bob, 0)
		b.Charge(guest, 5)
		refused("nor have guests elsewhere", far, 0)
		refused("guests here have", guest, 10*time.Second)
		b.Charge(bob, 3)
		refused("and the address has", bob, 2*time.Second)
		time.Sleep(3 * time.Second)
		refused("time gives back", bob, 0)
		time.Sleep(time.Hour)
		b.Charge(far, 1)
		if n := len(b.debts); n != 2 {
			t.Errorf("%d debts are remembered", n)
		}
	})
}

// TestQueueCharges: a place costs the time that it was taken, and an empty budget is refused.
func TestQueueCharges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(
			1, 8, NewBudget(Limits{Account: Allowance{1, 2}, Guest: Allowance{1, 2}, Address: Allowance{10, 100}}),
		)
		ann := Client{"ann", at(1)}
		p, err := q.Enter(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Second)
		p.Leave()
		p.Leave() // a second call changes nothing
		var empty *EmptyError
		if _, err := q.Enter(t.Context(), ann); !errors.As(err, &empty) {
			t.Errorf("an empty budget: %v", err)
		}
		time.Sleep(empty.Wait)
		if p, err = q.Enter(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
		p.Leave()
	})
}
