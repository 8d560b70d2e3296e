package work

import (
	"fmt"
	"net/netip"
	"sync"
	"time"
)

// Allowance is how much may be used: Burst at once, and Rate a second on average.
type Allowance struct{ Rate, Burst float64 }

// Limits are the allowances of the clients of a server.
type Limits struct {
	Account Allowance // of one account, wherever it is used
	Guest   Allowance // of all people without an account at one address
	Address Allowance // of all people at one address
}

// Scaled returns limits that are so many times as high.
func (l Limits) Scaled(by float64) Limits {
	scale := func(a Allowance) Allowance { return Allowance{a.Rate * by, a.Burst * by} }
	return Limits{scale(l.Account), scale(l.Guest), scale(l.Address)}
}

// EmptyError says that a client has used up its allowance.
type EmptyError struct{ Wait time.Duration }

func (e *EmptyError) Error() string {
	return fmt.Sprintf("You have used up your computing time for now. Try again in %d seconds.", Seconds(e.Wait))
}

// Seconds returns a duration in whole seconds, one at least.
func Seconds(d time.Duration) int { return max(1, int((d+time.Second-1)/time.Second)) }

// Budget counts what people and addresses have used. Its methods may be called from several
// goroutines.
type Budget struct {
	limits Limits
	now    func() time.Time

	mu    sync.Mutex
	debts map[any]*debt // by account ID, guestAt or netip.Addr
	swept time.Time
}

// debt is the part of an allowance that has been used and not been restored by time.
type debt struct {
	used float64
	at   time.Time
	of   Allowance
}

// guestAt is the key of the people without an account at an address.
type guestAt netip.Addr

// NewBudget returns a budget that nobody has used yet.
func NewBudget(l Limits) *Budget {
	return &Budget{limits: l, now: time.Now, debts: map[any]*debt{}}
}

// Check returns an *EmptyError if a client has used up its allowance.
func (b *Budget) Check(c Client) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var wait time.Duration
	for _, d := range b.of(c) {
		if over := d.used - d.of.Burst; over >= 0 {
			wait = max(wait, time.Duration((over+1)/d.of.Rate*float64(time.Second)))
		}
	}
	if wait > 0 {
		return &EmptyError{wait}
	}
	return nil
}

// Charge counts what a client has used, which may be more than its allowance: then the client has
// to wait longer.
func (b *Budget) Charge(c Client, amount float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range b.of(c) {
		d.used += amount
	}
	b.sweep()
}

// of returns the debts of a client as they are now: of the account or the guests, and of the
// address.
func (b *Budget) of(c Client) []*debt {
	person, limit := any(c.Person), b.limits.Account
	if c.Person == "" {
		person, limit = guestAt(c.Address), b.limits.Guest
	}
	return []*debt{b.at(person, limit), b.at(c.Address, b.limits.Address)}
}

func (b *Budget) at(key any, of Allowance) *debt {
	now := b.now()
	d, ok := b.debts[key]
	if !ok {
		d = &debt{at: now, of: of}
		b.debts[key] = d
	}
	d.used = max(0, d.used-now.Sub(d.at).Seconds()*of.Rate)
	d.at = now
	return d
}

// sweepEvery is how often clients with a full allowance are forgotten.
const sweepEvery = time.Minute

func (b *Budget) sweep() {
	now := b.now()
	if now.Sub(b.swept) < sweepEvery {
		return
	}
	b.swept = now
	for key, d := range b.debts {
		if now.Sub(d.at).Seconds()*d.of.Rate >= d.used {
			delete(b.debts, key)
		}
	}
}
