// Package work shares the processors of a server between those who have it compute something. A Queue has a number of
// places, and gives each that is free to whoever has waited for it with the fewest turns lately: first between the
// addresses, then between the people at one address. A Budget counts what each of them has used, in processor seconds or
// in bytes, and refuses those who have used more than they may.
//
// queue.go holds the places, budget.go what may be used.
package work

import "net/netip"

// Client is on whose behalf something is computed.
type Client struct {
	Person  string     // the ID of an account, "" for guests and for nobody in particular
	Address netip.Addr // the network
}
