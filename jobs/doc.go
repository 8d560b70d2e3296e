// Package jobs solves problems and analyses games that take long. It cuts each into shards, has any
// number of workers do them, and joins the results.
//
// A Scheduler belongs to a server. It stores jobs in SQL, puts their shards in the bus's queue, and
// stores each result once. When a job has all its results, joining them is one more task for a
// worker. A Worker belongs to any process and needs nothing but the bus:
//
//	scheduler := jobs.NewScheduler(store, bus, log)
//	id, err := scheduler.Submit(ctx, user, jobs.Solving, request)
//	go scheduler.Run(ctx)
//
//	err := jobs.Worker{Slots: 4}.Run(ctx, bus)
//
// The same request is always cut into the same shards, and a shard gives the same result wherever
// it runs. So a lost task can be done again, and a result that arrives twice does no harm. A job
// that has begun goes on after any restart.
//
// Read job.go first (what a job is), then solve.go and analyse.go (the two kinds), scheduler.go and
// worker.go.
package jobs
