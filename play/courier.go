package play

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// ParseCourierControl reads the time control of a Game Courier preset or tournament: parts by their
// names there, with times in words, on lines of their own or separated by commas, semicolons or
// "&".
//
//	Spare Time: 2 weeks
//	Grace Time: 12 hours
//	Min Time: 12 hours
//	Bonus Time: 6 hours for moving within 1 second
//	Max Time: 4 weeks
//
// It also reads "sparetime=604800&gracetime=86400", where plain numbers are seconds. The parts are
// spare, grace, extra, bonus, min and max time, and bonus period. The error names the part that was
// not understood.
func ParseCourierControl(text string) (Control, error) {
	if len(text) > maxCourierText {
		return Control{}, refuse(Invalid, "This text is too long for a time control.")
	}
	var c Control
	found := false
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n\r,;&?", r) }) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := c.courierPart(line); err != nil {
			return Control{}, err
		}
		found = true
	}
	if !found {
		return Control{}, refuse(Invalid, "There is no time control.")
	}
	if err := c.Check(); err != nil {
		return Control{}, err
	}
	return c, nil
}

const maxCourierText = 1000

// courierPart reads one part into c.
func (c *Control) courierPart(line string) error {
	i := strings.IndexAny(line, ":=")
	if i < 0 {
		return refuse(Invalid, "%q is not a part of a clock. Example: Spare Time: 2 weeks.", strings.TrimSpace(line))
	}
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, line[:i])
	part := c.courierNames()[name]
	if part == nil {
		return refuse(Invalid, "Game Courier's clock has no part %q. "+
			"It has spare, grace, extra, bonus, min and max time, and bonus period.", strings.TrimSpace(line[:i]))
	}
	amount, within, quick := strings.Cut(line[i+1:], "within")
	var err error
	if *part, err = parseAmount(strings.TrimSuffix(strings.TrimSpace(amount), "for moving")); err != nil {
		return err
	}
	if quick && part == &c.Bonus {
		c.BonusWithin, err = parseAmount(within)
	}
	return err
}

func (c *Control) courierNames() map[string]*time.Duration {
	return map[string]*time.Duration{
		"sparetime": &c.Spare, "gracetime": &c.Grace, "extratime": &c.Extra,
		"bonustime": &c.Bonus, "bonusperiod": &c.BonusWithin,
		"mintime": &c.Min, "minimumtime": &c.Min, "maxtime": &c.Max, "maximumtime": &c.Max,
	}
}

// parseAmount reads a time in words, "1 day 12 hours".
func parseAmount(text string) (time.Duration, error) {
	words := strings.Fields(text)
	wrong := refuse(Invalid, "%q is not a time. Examples: 2 weeks, 12 hours.", strings.TrimSpace(text))
	var sum time.Duration
	if len(words) == 1 {
		words = append(words, "seconds")
	}
	if len(words) == 0 || len(words)%2 != 0 {
		return 0, wrong
	}
	for i := 0; i < len(words); i += 2 {
		n, err := strconv.ParseInt(words[i], 10, 32)
		unit := unitNamed(words[i+1])
		if err != nil || n < 0 || unit == 0 || time.Duration(n) > MaxTime/unit {
			return 0, wrong
		}
		sum += time.Duration(n) * unit
	}
	return sum, nil
}

// unitNamed returns the length of a unit by its name, 0 for an unknown name.
func unitNamed(word string) time.Duration {
	word = strings.TrimSuffix(strings.ToLower(word), "s")
	if word == "week" {
		return 7 * Day
	}
	for _, u := range units {
		if word == u.long {
			return u.length
		}
	}
	return 0
}
