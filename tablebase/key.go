package tablebase

import (
	"encoding/binary"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// appendKey appends to buf what tells a position from all others of its game: all of it but its
// clocks.
func appendKey(buf []byte, s *rules.Setup) []byte {
	k := key(buf)
	k.number(int(s.Turn))
	for sq, pc := range s.Board {
		if pc != 0 {
			k.number(sq + 1)
			k.number(int(pc))
		}
	}
	k.number(0)
	for c := range board.Color(2) {
		k.squares(s.Castling.Rook[c][:])
		k.flag(s.Castling.King[c])
		k.number(int(s.Gating.Gates[c]))
		k.number(s.Gating.Hand[c][0])
		k.number(s.Gating.Hand[c][1])
		k = append(k, s.Hand[c][:]...)
		k.number(s.Checks[c])
	}
	for _, pc := range s.Gating.Imaginary {
		k.number(int(pc))
	}
	k.squares(s.EnPassant)
	k.squares(s.Passers)
	k.number(len(s.Conversions))
	for _, right := range s.Conversions {
		k.number(int(right.Square))
		k.flag(right.Must)
	}
	k.number(s.Series.Left)
	k.number(s.Series.Length)
	k.flag(s.Series.Progress)
	k.aftermath(&s.Aftermath)
	k.fairy(&s.Fairy)
	return k
}

// key is a key that grows.
type key []byte

func (k *key) number(n int) { *k = binary.AppendVarint(*k, int64(n)) }

func (k *key) flag(is bool) {
	if is {
		*k = append(*k, 1)
	} else {
		*k = append(*k, 0)
	}
}

// squares appends how many squares there are, and each of them.
func (k *key) squares(all []board.Square) {
	k.number(len(all))
	for _, sq := range all {
		k.number(int(sq))
	}
}

func (k *key) aftermath(a *rules.AftermathState) {
	k.number(int(a.Pending))
	k.number(int(a.PendingAt))
	k.number(int(a.PendingOn))
	k.number(int(a.Choice))
	k.number(len(a.Below))
	for _, h := range a.Below {
		k.number(int(h.At))
		k.number(int(h.Piece))
	}
	k.squares(a.Origin)
	k.squares(a.Last[:])
}

func (k *key) fairy(f *rules.FairyState) {
	k.number(int(f.From))
	k.number(int(f.To))
	k.number(int(f.Moved))
	for c := range board.Color(2) {
		k.number(f.Budget[c])
		k.number(int(f.Duellist[c]))
		k.squares(f.Fuddled[c][:])
		k.flag(f.Attacked[c])
		k.flag(f.Castled[c])
	}
	k.squares(f.Exchanged[:])
	k.number(f.RolesLeft)
	*k = append(*k, f.Imitators...)
	*k = append(append(*k, ','), f.Captured...)
}
