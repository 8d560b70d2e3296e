package store

import (
	"container/list"
	"sync"

	"github.com/kirke-chess/kirke/play"
)

// cache keeps the games used last in memory. A game in it is shared and never changes: who
// wants to change one changes a clone and puts that in.
type cache struct {
	mu    sync.Mutex
	most  int
	games map[string]*list.Element
	order *list.List // of *play.Game, the last used at the front
}

func newCache(most int) *cache {
	return &cache{most: most, games: make(map[string]*list.Element), order: list.New()}
}

// get returns a game, nil when it is not there.
func (c *cache) get(id string) *play.Game {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.games[id]
	if !ok {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*play.Game)
}

// put puts a game in, unless a later state of it is there.
func (c *cache) put(g *play.Game) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.games[g.ID()]; ok {
		c.order.MoveToFront(e)
		if e.Value.(*play.Game).Seq() < g.Seq() {
			e.Value = g
		}
		return
	}
	c.games[g.ID()] = c.order.PushFront(g)
	for c.order.Len() > c.most {
		delete(c.games, c.order.Remove(c.order.Back()).(*play.Game).ID())
	}
}
