// Package bus carries events about games, and a queue of jobs, between the processes that serve
// Kirke.
//
// A Bus speaks NATS. Without a URL it runs a NATS server inside the process, which opens no port.
// With a URL it joins a cluster, and everything else is the same:
//
//	b, err := bus.Open(ctx, bus.Options{Dir: "data/queue"})
//
// # Events
//
// An event says that something in SQL has changed, and usually what: a game is at a sequence number
// now, by this move. SQL is the source of truth, and events may get lost. Publish never blocks and
// never fails. An event that cannot be delivered is dropped and counted, and its subscribers get a
// Resync instead: read SQL again. So does a subscriber that reads too slowly, which never holds up
// the others. A reader that subscribes first, then reads SQL, and reads it again at each Resync,
// misses nothing.
//
// # Jobs
//
// A job is cut into shards, and each shard is a Task. Submit puts tasks in a queue that survives
// restarts. Workers in any process take them with Work, and report regularly that they are alive:
// the task of a worker that falls silent goes to another. Results hands each result to a function
// that stores it, at least once, and the queue keeps it until that has succeeded. A result stored
// under the number of its shard makes the second time harmless. Cancel removes a job's tasks from
// the queue and stops those that are running.
//
// Read bus.go (the connection, publishing and receiving), then event.go and subscription.go, then
// queue.go (the job queue) and work.go (its workers). metrics.go has the counters.
package bus
