// Package notify tells people of events outside the site: by mail, by push messages of browsers, by
// an Atom feed and by a calendar of deadlines.
//
// # From event to mail
//
// The store writes a row of its outbox in the transaction of the event (store/outbox.go). A
// [Sender] at each server takes rows that are due, for the time of a lease. It asks the store
// whether the person has seen the event meanwhile, sends what is left, and marks it as sent.
//
// Each row is sent once, whichever server is killed when, with one exception: a server that is
// killed after the mail server has taken a mail and before the row is marked. Then another server
// sends the mail again, with the same Message-ID, by which mail programs can tell.
//
// What cannot be sent is tried again after one minute, two, four and so on, and given up after
// twelve tries, or at once when the mail server refuses it for good. The row keeps the reason.
//
// Read sender.go first, then mail.go and push.go (the channels), text.go (the words), unsubscribe.go,
// feed.go and calendar.go.
package notify
