package magic

import "testing"

// TestAttacks compares the tables with a walk along the lines, for every way to occupy their inner
// squares, and with all squares beside the lines occupied too.
func TestAttacks(t *testing.T) {
	var tables Tables
	tables.Fill()
	for sq := range squares {
		for _, c := range []struct {
			along  [4]step
			attack func(int, uint64) uint64
		}{{rooks, tables.Rook}, {bishops, tables.Bishop}} {
			in := inner(sq, c.along)
			beside := ^walk(sq, c.along, 0)
			for occ := uint64(0); ; {
				want := walk(sq, c.along, occ)
				if got := c.attack(sq, occ); got != want {
					t.Fatalf("from %d with %#x occupied: %#x, want %#x", sq, occ, got, want)
				}
				if got := c.attack(sq, occ|beside); got != want {
					t.Fatalf("from %d with %#x occupied: %#x, want %#x", sq, occ|beside, got, want)
				}
				if occ = (occ - in) & in; occ == 0 {
					break
				}
			}
		}
	}
}

func BenchmarkFill(b *testing.B) {
	tables := new(Tables)
	for b.Loop() {
		tables.Fill()
	}
}
