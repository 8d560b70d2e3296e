// This file holds the methods of rules.Foresight, and selections that look ahead.

package position

import (
	"slices"

	"github.com/kirke-chess/kirke/bitboard/internal/narrow/foresight"
	"github.com/kirke-chess/kirke/rules"
)

// ahead lends a foresight; doneAhead takes it back.
func (q *position) ahead() *foresight.Foresight { return q.g.foresights.Get().(*foresight.Foresight) }

func (q *position) doneAhead(f *foresight.Foresight) { q.g.foresights.Put(f) }

// selectAhead is Select for moves that are judged by the replies to them.
func (q *position) selectAhead(which rules.Selection, buf []rules.Move) []rules.Move {
	f := q.ahead()
	defer q.doneAhead(f)
	switch which {
	case rules.Checks:
		return f.Checks(&q.p, q.mem, buf)
	case rules.Mates:
		return f.Mates(&q.p, q.mem, buf)
	case rules.Stalemates:
		return f.Stalemates(&q.p, q.mem, false, buf)
	}
	first := len(buf)
	buf = f.Stalemates(&q.p, q.mem, true, buf)
	double := slices.DeleteFunc(buf[first:], func(m rules.Move) bool {
		return q.Play(m).Play(rules.NullMove).HasLegalMove()
	})
	return buf[:first+len(double)]
}

func (q *position) Forces(what rules.Forced) (m rules.Move, ok bool) {
	f := q.ahead()
	defer q.doneAhead(f)
	return f.Forces(&q.p, q.mem, what)
}

func (q *position) ForcesAfter(m rules.Move, passed bool, what rules.Forced) bool {
	f := q.ahead()
	defer q.doneAhead(f)
	return f.ForcesAfter(&q.p, q.mem, m, passed, what)
}

func (q *position) OnlyMates() bool {
	f := q.ahead()
	defer q.doneAhead(f)
	return f.OnlyMates(&q.p, q.mem)
}

func (q *position) CountReplies(moves []rules.Move, buf []int) []int {
	f := q.ahead()
	defer q.doneAhead(f)
	return f.CountReplies(&q.p, q.mem, moves, buf)
}

func (q *position) BeforeStalemate(moves []rules.Move) []rules.Move {
	f := q.ahead()
	defer q.doneAhead(f)
	return f.BeforeStalemate(&q.p, q.mem, moves)
}

func (q *position) BeforeMate(moves []rules.Move) []rules.Move {
	f := q.ahead()
	defer q.doneAhead(f)
	return f.BeforeMate(&q.p, q.mem, moves)
}

func (q *position) KeyAfter(m rules.Move, passed bool) (key uint64, known bool) {
	if key, known = q.g.KeyChangeAfter(&q.p, m, passed); !known {
		return 0, false
	}
	return key ^ q.Key(), true
}
