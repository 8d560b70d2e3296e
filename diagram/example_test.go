package diagram_test

import (
	"fmt"
	"os"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/piece"
)

// A diagram is filled in and drawn: here where a Hawk goes on a small board.
func Example() {
	d := diagram.Diagram{
		Size:   board.Size{Files: 5, Ranks: 5},
		Pieces: make([]diagram.Piece, 25),
		Marks:  map[board.Square]diagram.Mark{},
	}
	centre := d.Size.At(2, 2)
	d.Pieces[centre] = diagram.Piece{Type: &piece.Hawk, Color: board.White}
	movement, err := piece.Hawk.Movement()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, path := range movement {
		if squares, ok := path.From(d.Size, board.White, centre, nil); ok {
			d.Marks[squares[len(squares)-1]] |= diagram.Target
		}
	}
	if err := d.Text(os.Stdout, diagram.Letters); err != nil {
		fmt.Println(err)
	}
	// Output:
	//    +-----------+
	//  5 | * * . * * |
	//  4 | * * . * * |
	//  3 | . . H . . |
	//  2 | * * . * * |
	//  1 | * * . * * |
	//    +-----------+
	//     a b c d e
}
