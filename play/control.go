package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Control is a time control: the settings of one clock that serves every kind of game. The zero
// Control is a game without a clock.
//
// Each side has a bank of time. In its turn, the time beyond Grace is taken from the bank. After
// the turn the bank grows by Extra, and by Bonus if less than BonusWithin was taken. It is then
// raised to Min or cut to Max. A side that needs more than its bank holds has run out of time.
//
// These are the six parts of Game Courier's clock, and the period for its bonus, as its author
// describes them. The usual clocks are special cases: Live has Spare and Extra, Days has Grace
// alone, DaysPlus has Spare, Extra and Max.
type Control struct {
	Spare       time.Duration // in the bank at first, unless Min is more
	Grace       time.Duration // free in every turn, not saved up
	Extra       time.Duration // gained with every turn
	Bonus       time.Duration // gained with a quick turn
	BonusWithin time.Duration // a turn is quick if it takes less than this from the bank; 0: nothing
	Min         time.Duration // at least this is in the bank when a turn begins
	Max         time.Duration // at most this is in the bank when a turn begins; 0 for no limit
}

// Day is 24 hours.
const Day = 24 * time.Hour

// Unlimited is the control of a game without a clock.
var Unlimited Control

// Live returns a bank for the whole game and an increment for each turn.
func Live(base, increment time.Duration) Control { return Control{Spare: base, Extra: increment} }

// Days returns a number of days for each turn.
func Days(n int) Control { return Control{Grace: time.Duration(n) * Day} }

// DaysPlus returns a bank, an increment for each turn, and a limit of the bank (0 for none).
func DaysPlus(base, increment, limit time.Duration) Control {
	return Control{Spare: base, Extra: increment, Max: limit}
}

// MaxTime is the maximum of each part of a control.
const MaxTime = 366 * Day

// IsUnlimited reports whether there is no clock.
func (c Control) IsUnlimited() bool { return c == Unlimited }

// correspondence is how much time for the first turn makes a game a correspondence game.
const correspondence = 6 * time.Hour

// Correspondence reports whether a game is played by correspondence: without a clock, or with six
// hours or more for the first turn. Only such games have vacations and conditional moves. Other
// games are live, and get credit for lag.
func (c Control) Correspondence() bool {
	return c.IsUnlimited() || c.initial()+c.Grace >= correspondence
}

// initial returns what the bank holds at the start.
func (c Control) initial() time.Duration { return max(c.Spare, c.Min) }

// lagGain returns how much a half-move adds to its side's quota of lag credit: a second in games of
// three and a half minutes or more for each side. It is less in shorter games, where a player who
// feigns lag would win too much of the clock. The figures are lichess's, for games of forty moves.
func (c Control) lagGain() time.Duration {
	const moves = 40
	whole := c.initial() + moves*(c.Grace+c.Extra)
	return min(MaxLag, 150*time.Millisecond+whole/250)
}

// drawn returns what a turn takes from the bank.
func (c Control) drawn(took time.Duration) time.Duration { return max(0, took-c.Grace) }

// afterTurn returns the bank after a turn.
func (c Control) afterTurn(bank, drawn time.Duration) time.Duration {
	bank += c.Extra - drawn
	if drawn < c.BonusWithin || drawn == 0 {
		bank += c.Bonus
	}
	bank = max(bank, c.Min)
	if c.Max > 0 {
		bank = min(bank, c.Max)
	}
	return bank
}

// Check returns what is wrong with c, nil for a valid time control.
func (c Control) Check() error {
	for _, part := range c.parts() {
		switch {
		case *part.time < 0:
			return refuse(Invalid, "The clock's %s time is negative.", part.name)
		case *part.time > MaxTime:
			return refuse(Invalid, "The clock's %s time is more than %d days.", part.name, MaxTime/Day)
		case *part.time%time.Millisecond != 0:
			return refuse(Invalid, "The clock's %s time is not whole milliseconds.", part.name)
		}
	}
	switch {
	case c.IsUnlimited():
		return nil
	case c.initial()+c.Grace == 0:
		return refuse(Invalid, "The clock leaves no time for the first move.")
	case c.Max > 0 && c.Max < c.initial():
		return refuse(Invalid, "The clock's max time is less than it starts with.")
	case c.BonusWithin > 0 && c.Bonus == 0:
		return refuse(Invalid, "The clock has a bonus period but no bonus.")
	}
	return nil
}

type part struct {
	name string
	time *time.Duration
}

func (c *Control) parts() []part {
	return []part{
		{"spare", &c.Spare}, {"grace", &c.Grace}, {"extra", &c.Extra}, {"bonus", &c.Bonus},
		{"within", &c.BonusWithin}, {"min", &c.Min}, {"max", &c.Max},
	}
}

// String returns the control as ParseControl reads it, in the shortest form: "unlimited", "5+3",
// "3d", "10d+1d", "10d+1d/20d", or its parts that are not zero, "spare=7d grace=1d extra=1d
// bonus=1d within=1d".
func (c Control) String() string {
	switch {
	case c.IsUnlimited():
		return "unlimited"
	case c.Grace > 0 && c.Grace%Day == 0 && c == (Control{Grace: c.Grace}):
		return formatTime(c.Grace)
	case c == Live(c.Spare, c.Extra) && !c.Correspondence():
		return formatMinutes(c.Spare) + "+" + strconv.FormatFloat(c.Extra.Seconds(), 'f', -1, 64)
	case c == DaysPlus(c.Spare, c.Extra, c.Max) && c.Spare > 0:
		s := formatTime(c.Spare) + "+" + formatTime(c.Extra)
		if c.Max > 0 {
			s += "/" + formatTime(c.Max)
		}
		return s
	}
	var words []string
	for _, part := range c.parts() {
		if *part.time > 0 {
			words = append(words, part.name+"="+formatTime(*part.time))
		}
	}
	return strings.Join(words, " ")
}

// PGN returns the control as a tag TimeControl of PGN says it, in seconds: "600+5" for a bank and an
// increment, "1/259200" for three days for each move, "-" without a clock. Others, which PGN cannot
// say, are as String returns them.
func (c Control) PGN() string {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	switch {
	case c.IsUnlimited():
		return "-"
	case c == (Control{Grace: c.Grace}):
		return "1/" + seconds(c.Grace)
	case c == Live(c.Spare, 0):
		return seconds(c.Spare)
	case c == Live(c.Spare, c.Extra):
		return seconds(c.Spare) + "+" + seconds(c.Extra)
	}
	return c.String()
}

func formatMinutes(d time.Duration) string {
	return strconv.FormatFloat(d.Minutes(), 'f', -1, 64)
}

// formatTime returns a time in the units d, h, m, s and ms, the largest first.
func formatTime(d time.Duration) string {
	if d == 0 {
		return "0d"
	}
	var b strings.Builder
	for _, u := range units {
		if n := d / u.length; n > 0 {
			fmt.Fprintf(&b, "%d%s", n, u.short)
			d %= u.length
		}
	}
	return b.String()
}

var units = []struct {
	short  string
	long   string
	length time.Duration
}{
	{"d", "day", Day}, {"h", "hour", time.Hour}, {"m", "minute", time.Minute}, {"s", "second", time.Second},
	{"ms", "millisecond", time.Millisecond},
}

// ParseControl reads a time control: "unlimited"; "5+3", minutes and seconds; "3d", time for each
// turn; "10d+1d" and "10d+1d/20d", a bank, an increment and a limit; or named parts, "spare=7d
// grace=12h". Times are numbers with the units d, h, m, s and ms, as in "1d12h". ParseControl also
// reads the texts that ParseCourierControl does. The error says what was not understood.
func ParseControl(text string) (Control, error) {
	text = strings.TrimSpace(text)
	if strings.Contains(strings.ToLower(text), "time") {
		return ParseCourierControl(text)
	}
	c, err := parseControl(text)
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		return Control{}, err
	}
	return c, nil
}

func parseControl(text string) (c Control, err error) {
	if len(text) > maxControlText {
		return c, refuse(Invalid, "This text is too long for a time control.")
	}
	bank, gain, both := strings.Cut(text, "+")
	switch {
	case strings.EqualFold(text, "unlimited"):
		return Unlimited, nil
	case strings.Contains(text, "="):
		return parseParts(text)
	case both && !strings.ContainsAny(text, "dhms"):
		minutes, err := strconv.ParseFloat(bank, 64)
		seconds, err2 := strconv.ParseFloat(gain, 64)
		if err != nil || err2 != nil || !(minutes >= 0 && minutes < 1e6 && seconds >= 0 && seconds < 1e6) {
			return c, notControl(text)
		}
		return Live(milliseconds(minutes*60), milliseconds(seconds)), nil
	case both:
		gain, limit, capped := strings.Cut(gain, "/")
		if c.Spare, err = parseTime(bank); err != nil {
			return c, err
		}
		if c.Extra, err = parseTime(gain); err != nil {
			return c, err
		}
		if capped {
			c.Max, err = parseTime(limit)
		}
		return c, err
	}
	if c.Grace, err = parseTime(text); err != nil {
		return c, notControl(text)
	}
	return c, nil
}

const maxControlText = 200

func notControl(text string) error {
	return refuse(Invalid, "%q is not a time control. Examples: 5+3, 3d, 10d+1d/20d, unlimited.", text)
}

func milliseconds(seconds float64) time.Duration {
	return time.Duration(seconds*1000+0.5) * time.Millisecond
}

func parseParts(text string) (c Control, err error) {
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		found := false
		for _, part := range c.parts() {
			if part.name == name {
				found = true
				if *part.time, err = parseTime(value); err != nil {
					return c, err
				}
			}
		}
		if !found {
			return c, refuse(Invalid, "A clock has no part %q. It has spare, grace, extra, bonus, within, min and max.",
				name)
		}
	}
	return c, nil
}

// parseTime reads what formatTime writes.
func parseTime(text string) (time.Duration, error) {
	var sum time.Duration
	rest := text
	for rest != "" {
		digits := strings.TrimLeft(rest, "0123456789")
		n, err := strconv.ParseInt(rest[:len(rest)-len(digits)], 10, 32)
		word := strings.TrimLeft(digits, "dhms")
		unit := time.Duration(0)
		for _, u := range units {
			if u.short == digits[:len(digits)-len(word)] {
				unit = u.length
			}
		}
		if err != nil || unit == 0 || sum > 10*MaxTime || time.Duration(n) > 10*MaxTime/unit {
			return 0, refuse(Invalid, "%q is not a time. Examples: 3d, 12h, 1m30s.", text)
		}
		sum += time.Duration(n) * unit
		rest = word
	}
	if text == "" {
		return 0, refuse(Invalid, "A time is missing. Examples: 3d, 12h, 1m30s.")
	}
	return sum, nil
}

// MarshalText returns String.
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what ParseControl reads.
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControl(string(text))
	return err
}

// Speed classifies time controls, for ratings and lists.
type Speed string

// The speeds, by the time that forty turns take: under 3 minutes, under 8, under 25, and longer.
// Correspondence is as Control.Correspondence says.
const (
	Bullet         Speed = "bullet"
	Blitz          Speed = "blitz"
	Rapid          Speed = "rapid"
	Classical      Speed = "classical"
	Correspondence Speed = "correspondence"
)

// Speed returns the speed of c.
func (c Control) Speed() Speed {
	if c.Correspondence() {
		return Correspondence
	}
	const turns = 40
	switch total := c.initial() + turns*(c.Extra+c.Grace); {
	case total < 3*time.Minute:
		return Bullet
	case total < 8*time.Minute:
		return Blitz
	case total < 25*time.Minute:
		return Rapid
	}
	return Classical
}
