package gamelog

import (
	"container/list"
	"sync"

	"github.com/kirke-chess/kirke/play"
)

// Log has the games of a database. It keeps the games used last in memory. Such a game is shared and
// never changes: who wants to change one changes a clone and puts that in.
type Log struct {
	mu    sync.Mutex
	most  int
	games map[string]*list.Element
	order *list.List // of *play.Game, the last used at the front
}

// New returns a Log that keeps so many games in memory at most.
func New(most int) *Log {
	return &Log{most: most, games: make(map[string]*list.Element), order: list.New()}
}

// get returns a game, nil when it is not there.
func (l *Log) get(id string) *play.Game {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.games[id]
	if !ok {
		return nil
	}
	l.order.MoveToFront(e)
	return e.Value.(*play.Game)
}

// Put puts a game in, unless a later state of it is there.
func (l *Log) Put(g *play.Game) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.games[g.ID()]; ok {
		l.order.MoveToFront(e)
		if e.Value.(*play.Game).Seq() < g.Seq() {
			e.Value = g
		}
		return
	}
	l.games[g.ID()] = l.order.PushFront(g)
	for l.order.Len() > l.most {
		delete(l.games, l.order.Remove(l.order.Back()).(*play.Game).ID())
	}
}
