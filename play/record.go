package play

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/kirke-chess/kirke"
)

// Record returns the game as it is written down: a copy with the tags of PGN, and
// with what was left on the clock after each half-move as its comment ("[%clk
// 0:02:32]"). The site is where it was played, "" for nowhere in particular.
func (g *Game) Record(site string) (*kirke.Game, error) {
	c, err := g.Clone()
	if err != nil {
		return nil, err
	}
	out, control := c.chess, g.Terms().Control
	kind := "casual"
	if g.Terms().Rated {
		kind = "rated"
	}
	tags := []kirke.Tag{
		{Name: "Event", Value: fmt.Sprintf("%s %s game", kind, control.Speed())},
		{Name: "Site", Value: site},
		{Name: "Date", Value: g.createdAt.Format("2006.01.02")},
		{Name: "White", Value: g.Player(White).Name},
		{Name: "Black", Value: g.Player(Black).Name},
		{Name: "UTCTime", Value: g.createdAt.Format("15:04:05")},
		{Name: "TimeControl", Value: control.pgn()},
	}
	if r := g.ratings; r != nil {
		tags = append(tags,
			kirke.Tag{Name: "WhiteElo", Value: strconv.Itoa(int(math.Round(r.Before[0])))},
			kirke.Tag{Name: "BlackElo", Value: strconv.Itoa(int(math.Round(r.Before[1])))})
	}
	if g.ending != nil && g.ending.Reason == Aborted {
		tags = append(tags, kirke.Tag{Name: "Termination", Value: Aborted})
	}
	for _, t := range tags {
		if t.Value != "" {
			out.SetTag(t.Name, t.Value)
		}
	}
	if !control.IsUnlimited() {
		i := 0
		for n := range out.Line() {
			n.Comments = append(n.Comments, "[%clk "+clockText(g.moves[i].Left.Duration()+control.Grace)+"]")
			i++
		}
	}
	return out, nil
}

// pgn returns the control as the tag TimeControl has it, "?" where PGN has no words
// for it.
func (c Control) pgn() string {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	switch c {
	case Unlimited:
		return "-"
	case Live(c.Spare, 0):
		return seconds(c.Spare)
	case Live(c.Spare, c.Extra):
		return seconds(c.Spare) + "+" + seconds(c.Extra)
	case Control{Grace: c.Grace}:
		return "1/" + seconds(c.Grace)
	}
	return "?"
}

// clockText writes a time as hours, minutes and seconds, "0:02:32".
func clockText(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
