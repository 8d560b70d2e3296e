package play

import "github.com/kirke-chess/kirke"

// Seat is the role in which somebody acts in a game.
type Seat string

// The seats.
const (
	White   Seat = "white"
	Black   Seat = "black"
	Watcher Seat = "watcher" // a person who is not playing
	Server  Seat = "server"  // time and the rules
)

// SeatOf returns the seat of a side.
func SeatOf(c kirke.Color) Seat {
	if c == kirke.White {
		return White
	}
	return Black
}

// Playing reports whether s is one of the two sides.
func (s Seat) Playing() bool { return s == White || s == Black }

// Other returns the opponent's seat, and s itself for those who do not play.
func (s Seat) Other() Seat {
	switch s {
	case White:
		return Black
	case Black:
		return White
	}
	return s
}

// Color returns the side of s, White for those who do not play.
func (s Seat) Color() kirke.Color {
	if s == Black {
		return kirke.Black
	}
	return kirke.White
}

// String returns the seat for use in a sentence: "White", "a watcher".
func (s Seat) String() string {
	switch s {
	case White:
		return "White"
	case Black:
		return "Black"
	case Watcher:
		return "a watcher"
	}
	return "the server"
}

// side returns the index of a side in arrays: 0 for White, 1 for Black.
func (s Seat) side() int {
	if s == Black {
		return 1
	}
	return 0
}

// Player is who plays a side: a person or the computer.
type Player struct {
	User  string `json:"user,omitempty"`  // the person's ID, "" for the computer
	Name  string `json:"name"`            // when the game began
	Level int    `json:"level,omitempty"` // the computer's level, from 1 to MaxLevel; 0 for a person
}

// MaxLevel is the computer's highest level.
const MaxLevel = 10

// Computer reports whether the computer plays this side.
func (p Player) Computer() bool { return p.Level > 0 }

func (p Player) check() error {
	switch {
	case p.Level < 0 || p.Level > MaxLevel:
		return refuse(Invalid, "The computer's levels are 1 to %d, not %d.", MaxLevel, p.Level)
	case p.Computer() && p.User != "":
		return refuse(Invalid, "A person and the computer cannot play the same side.")
	case !p.Computer() && p.User == "":
		return refuse(Invalid, "One side has no player.")
	}
	return nil
}
