package message

import (
	"context"
	"strconv"
	"time"
)

// Dates are messages as others: "%s %s %s" is day, month and year. Package page marks the keys.

// Day returns a date as people read it, "2 January 2006", or "" for the zero time.
func Day(ctx context.Context, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return Text(ctx, "%s %s %s", strconv.Itoa(t.Day()), Known(ctx, t.Month().String()), strconv.Itoa(t.Year()))
}

// Month returns a month as people read it, "January 2006".
func Month(ctx context.Context, t time.Time) string {
	return Text(ctx, "%s %s", Known(ctx, t.Month().String()), strconv.Itoa(t.Year()))
}

// Moment returns a time of the day in UTC with its date, "2 January, 15:04 UTC".
func Moment(ctx context.Context, t time.Time) string {
	t = t.UTC()
	return Text(ctx, "%s %s, %s UTC", strconv.Itoa(t.Day()), Known(ctx, t.Month().String()), t.Format("15:04"))
}
