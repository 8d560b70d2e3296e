package bitboard

// perft counts the leaves under w.at[ply] to a depth of at least 1: at the last
// ply by counting packs, which are what the moves are listed from.
func (w *worker) perft(ply, depth int) uint64 {
	p, ps := &w.at[ply], &w.ps
	w.scan(p, ps)
	if depth == 1 {
		return ps.count()
	}
	base := len(w.list)
	w.list = w.moves(p, ps, w.list)
	end := len(w.list)
	var n uint64
	for i := base; i < end; i++ {
		w.play(p, w.list[i], &w.at[ply+1])
		n += w.perft(ply+1, depth-1)
	}
	w.list = w.list[:base]
	return n
}
