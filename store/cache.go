package store

import (
	"container/list"
	"sync"

	"github.com/kirke-chess/kirke/play"
)

// cache keeps games in memory as they were last seen. A game that was taken
// belongs to the taker alone until it is put back.
type cache struct {
	mu    sync.Mutex
	most  int
	games map[string]*list.Element
	order *list.List // of *play.Game, the last used at the front
}

func newCache(most int) *cache {
	return &cache{most: most, games: make(map[string]*list.Element), order: list.New()}
}

// take takes a game out, nil when it is not there.
func (c *cache) take(id string) *play.Game {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.games[id]
	if !ok {
		return nil
	}
	delete(c.games, id)
	return c.order.Remove(e).(*play.Game)
}

// put puts a game in, unless one that knows more is there.
func (c *cache) put(g *play.Game) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.games[g.ID()]; ok {
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
