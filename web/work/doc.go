// Package work shares the processors of a server between its clients. A Queue has a number of
// places. It gives a free place to the address whose last turn is longest ago, and at one address
// to the person whose last turn is. A Budget counts what each client has used, in processor seconds
// or in bytes, and refuses clients that have used up their allowance.
//
// Begin with queue.go. budget.go has the allowances.
package work

import "net/netip"

// Client is who asks for work.
type Client struct {
	Person  string     // the ID of an account, "" for guests and visitors
	Address netip.Addr // the network
}
