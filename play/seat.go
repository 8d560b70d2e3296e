package play

import "github.com/kirke-chess/kirke"

// Seat is the place from which somebody acts in a game.
type Seat string

// The seats.
const (
	White   Seat = "white"
	Black   Seat = "black"
	Watcher Seat = "watcher" // a person who is not playing
	Server  Seat = "server"  // nobody: time, the rules
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

// Other returns the opponent's seat; for those who do not play, s itself.
func (s Seat) Other() Seat {
	switch s {
	case White:
		return Black
	case Black:
		return White
	}
	return s
}

// Color returns the side that plays from s; White for those who do not play.
func (s Seat) Color() kirke.Color {
	if s == Black {
		return kirke.Black
	}
	return kirke.White
}

// String returns the seat as a sentence names it: "White", "Black", "a watcher".
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

// side is an index for what each of the two has.
func (s Seat) side() int {
	if s == Black {
		return 1
	}
	return 0
}

// Player is who plays a side: a person or the computer.
type Player struct {
	User  string `json:"user,omitempty"`  // the person's ID, "" for the computer
	Name  string `json:"name"`            // as it was when the game began
	Level int    `json:"level,omitempty"` // the computer's, from 1 to MaxLevel; 0 for a person
}

// MaxLevel is the computer's best level.
const MaxLevel = 10

// Computer reports whether no person plays this side.
func (p Player) Computer() bool { return p.Level > 0 }

func (p Player) check() error {
	switch {
	case p.Level < 0 || p.Level > MaxLevel:
		return refuse(Invalid, "The computer's levels are 1 to %d, not %d.", MaxLevel, p.Level)
	case p.Computer() && p.User != "":
		return refuse(Invalid, "A side is played by a person or by the computer, not by both.")
	case !p.Computer() && p.User == "":
		return refuse(Invalid, "Nobody plays one of the sides.")
	}
	return nil
}
