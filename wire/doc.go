// Package wire carries what happens between the processes that serve Kirke: events about games, and jobs for workers.
//
// A Bus speaks NATS. Without a URL it runs a server of its own inside the process, which listens nowhere; with one it
// joins a cluster, and everything else is the same:
//
//	bus, err := wire.Open(ctx, wire.Options{Dir: "data/wire"})
//
// # Events
//
// SQL is the truth, and an event only says that there is something new in it: that a game is at a sequence number, mostly
// with the change itself, so that nobody has to look. Publish never waits and never fails. What it cannot deliver is dropped
// and counted, and those who may have missed something are told by an event whose Resync is set: look at the truth
// again. A subscriber that does not keep up is told the same instead of holding up the others. So whoever subscribes
// first, then reads the truth, and reads it again at every Resync, misses nothing.
//
// # Jobs
//
// A job is cut into shards, each a Task. Submit puts them in a queue that survives restarts; workers, in this process
// or any other, take them with Work, and say all the time that they are still at it. The tasks of a worker that falls silent are
// given to another. What a task gives is brought to Results, at least once, and forgotten only when it has been
// stored, so whoever stores it does so under the number of the shard, which makes the second time harmless. Cancel takes a job
// out of the queue and stops those who work on it.
package wire
