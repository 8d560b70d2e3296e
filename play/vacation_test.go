package play

import (
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
)

func TestTakeVacation(t *testing.T) {
	day := func(year, n int) time.Time { return time.Date(year, 1, n, 0, 0, 0, 0, time.UTC) }
	taken := []Vacation{{day(2025, 360), day(2025, 370)}, {day(2026, 40), day(2026, 55)}}
	if got := VacationLeft(taken, 2025); got != 24*Day {
		t.Errorf("2025 leaves %s", got)
	}
	if got := VacationLeft(taken, 2026); got != (30-15-4)*Day {
		t.Errorf("2026 leaves %s", got)
	}
	for _, test := range []struct {
		from, until time.Time
		want        Code
	}{
		{day(2026, 100), day(2026, 111), ""},
		{day(2026, 100), day(2026, 111).Add(time.Millisecond), NotAllowed},
		{day(2026, 100), day(2026, 100), Invalid},
		{day(2026, 100), day(2026, 90), Invalid},
		{day(2026, 54), day(2026, 57), NotNow},
		{day(2026, 362), day(2027, 8), ""}, // 4 days of one year and 7 of the next
		{day(2026, 100), day(2026, 131), Invalid},
		{day(2026, 100), day(9999, 1), Invalid},
		{day(2026, 360), day(2027, 25), ""},
		{day(2026, 351), day(2027, 15), NotAllowed},
	} {
		v, err := TakeVacation(taken, test.until, test.from)
		if CodeOf(err) != test.want || err == nil && v != (Vacation{test.from, test.until}) {
			t.Errorf("from %s until %s: %v, %v; want %q", test.from, test.until, v, err, test.want)
		}
	}
}

// The key of a position does not depend on how long it took to get there, and on
// everything else.
func TestPositionKey(t *testing.T) {
	v, _ := kirke.Lookup("sissa")
	key := func(fen string) string {
		p, err := kirke.FromFEN(v, fen)
		if err != nil {
			t.Fatal(err)
		}
		return PositionKey(p)
	}
	start, _ := kirke.Start(v)
	a := key(start.FEN())
	after := kirke.NewGame(start)
	for _, text := range []string{"Nc3", "Nc7", "Nb1", "Nb9"} {
		if err := after.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	if got := PositionKey(after.Position()); got != a || len(a) != 16 {
		t.Errorf("after going there and back the key is %s, before it was %s", got, a)
	}
	if err := after.PlayText("Nc3"); err != nil {
		t.Fatal(err)
	}
	if PositionKey(after.Position()) == a {
		t.Error("another position has the same key")
	}
}
