// Package jobs does what takes long: it solves problems and analyses games, in shards that any number of workers take
// from the wire, and puts together what they have found.
//
// A Desk belongs to a server. It takes jobs, keeps them in SQL, hands their shards to the wire, and stores what comes back, each
// shard once. When all of a job's shards are there they are joined, which is a task for a worker as well. A Worker
// belongs to any process. It needs nothing but the wire:
//
//	desk := jobs.NewDesk(store, bus, log)
//	id, err := desk.Submit(ctx, user, jobs.Solving, request)
//	go desk.Run(ctx)
//
//	err := jobs.Worker{Slots: 4}.Run(ctx, bus)
//
// The same request is always cut into the same shards, and a shard gives the same whoever does it, so that whatever is
// lost is done again and nothing is found twice. A job that was begun goes on after any restart.
package jobs
