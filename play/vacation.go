package play

import (
	"slices"
	"time"
)

// Vacation is a time in which a person's clocks in correspondence games stand still.
type Vacation struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

// VacationAllowance is how much vacation a person has in a calendar year (UTC).
const VacationAllowance = 30 * Day

// VacationLeft returns how much of a year's allowance is left after a person's vacations.
func VacationLeft(taken []Vacation, year int) time.Duration {
	from := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
	whole := interval{from, from.AddDate(1, 0, 0)}
	left := VacationAllowance
	for _, v := range taken {
		left -= whole.overlap(v.From, v.Until)
	}
	return left
}

// TakeVacation returns the vacation from now until a time. The error says why it is not allowed
// after those taken before.
func TakeVacation(taken []Vacation, until, now time.Time) (Vacation, error) {
	v := Vacation{eventTime(now), eventTime(until)}
	if !v.Until.After(v.From) {
		return Vacation{}, refuse(Invalid, "A vacation ends after it begins.")
	}
	for _, other := range taken {
		if other.Until.After(v.From) {
			return Vacation{}, refuse(NotNow, "You are on vacation already.")
		}
	}
	if v.Until.Sub(v.From) > VacationAllowance {
		return Vacation{}, refuse(Invalid, "A vacation lasts at most %d days.", VacationAllowance/Day)
	}
	all := append(slices.Clone(taken), v)
	for _, year := range []int{v.From.Year(), v.Until.Year()} {
		if VacationLeft(all, year) < 0 {
			return Vacation{}, refuse(NotAllowed, "This is more than the %d days of vacation in %d.",
				VacationAllowance/Day, year)
		}
	}
	return v, nil
}
