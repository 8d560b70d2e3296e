// Package store keeps games, their events and everything around them in SQL: people, offers,
// ratings, notes, jobs. It works with SQLite, which is part of the program, and with PostgreSQL, by
// the same statements.
//
// # Guarantees
//
//   - When a method returns without an error, its changes are on disk. With SQLite a commit waits
//     for the disk (synchronous = FULL), and changes that wait are committed together.
//   - A change of a game is one transaction: its events, its row, ratings, conditional moves. Of
//     two people who act at once, the second acts in the game that the first has left. In SQL this
//     is a compare-and-set on the number of the game's last event.
//   - A command with an ID that was carried out before changes nothing, and is no error.
//   - Secrets (tokens, invitation links, web sessions) are stored as hashes only.
//
// Errors that the caller can mend are *play.Error.
//
// [Options].Notify gets each committed change of a game, for the bus. With SQLite the order is that
// of the commits. With PostgreSQL two changes of one game may come in the wrong order; the numbers
// of their events tell.
//
// Read store.go (opening) and tx.go (transactions) first. Then games.go (loading and committing a
// game), commands.go, summaries.go. downtime.go and clock.go keep time. Each other file has one kind
// of thing: users.go, names.go, tokens.go, seeks.go and so on.
//
// What knows nothing of people and offers is below internal: db runs statements on either database,
// schema has the tables, gamelog the events of games.
package store
