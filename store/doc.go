// Package store keeps what play is about in SQL: people, seeks, games and their
// events, and all that belongs to them. It works on SQLite, which is inside the
// program, and on PostgreSQL, with the same statements.
//
// # What is promised
//
//   - What a method has returned without an error is on disk. In SQLite a commit
//     waits for the disk (synchronous = FULL), and commits that wait together go
//     together.
//   - A change of a game is one transaction: its events, its row, the ratings, the
//     answers of conditional moves. Two people who act at once are served one after
//     the other, and the second is judged by the game as the first has left it. In
//     SQL that is a compare-and-set on the number of the game's last event.
//   - A command with an ID that has been carried out is not carried out again, and
//     is no error.
//   - Secrets (tokens, invitation links, web sessions) are kept as hashes only.
//
// Errors that are the caller's to mend are *play.Error.
//
// What has been committed is also told to [Options].Notify, for the wire to spread. With
// SQLite it is told in the order in which it happened; with PostgreSQL two changes of one
// game that follow each other at once may be told the other way round, and the
// numbers of their events say which was first.
package store
