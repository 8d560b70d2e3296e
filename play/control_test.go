package play

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestControlTexts(t *testing.T) {
	for _, test := range []struct {
		text    string
		control Control
		again   string // as String writes it, "" for the same
		speed   Speed
	}{
		{"unlimited", Unlimited, "", Correspondence},
		{"Unlimited ", Unlimited, "unlimited", Correspondence},
		{"1+0", Live(time.Minute, 0), "", Bullet},
		{"5+3", Live(5*time.Minute, 3*time.Second), "", Blitz},
		{"0.5+1", Live(30*time.Second, time.Second), "", Bullet},
		{"15+10", Live(15*time.Minute, 10*time.Second), "", Rapid},
		{"90+30", Live(90*time.Minute, 30*time.Second), "", Classical},
		{"3d", Days(3), "", Correspondence},
		{"36h", Control{Grace: 36 * time.Hour}, "grace=1d12h", Correspondence},
		{"10d+1d", DaysPlus(10*Day, Day, 0), "", Correspondence},
		{"10d+1d/20d", DaysPlus(10*Day, Day, 20*Day), "", Correspondence},
		{"10d+12h/1d", DaysPlus(10*Day, 12*time.Hour, Day), "error", ""},
		{"spare=7d grace=1d extra=1d bonus=1d within=1d", Control{
			Spare: 7 * Day, Grace: Day, Extra: Day, Bonus: Day, BonusWithin: Day,
		}, "", Correspondence},
		{"min=1d12h max=2d", Control{Min: 36 * time.Hour, Max: 2 * Day}, "", Correspondence},
		{"", Control{}, "error", ""},
		{"0+0", Control{}, "unlimited", Correspondence},
		{"0+1", Control{}, "error", ""},
		{"-1+1", Control{}, "error", ""},
		{"NaN+1", Control{}, "error", ""},
		{"5+Inf", Control{}, "error", ""},
		{"3x", Control{}, "error", ""},
		{"400d", Control{}, "error", ""},
		{"99999999999d", Control{}, "error", ""},
		{"spare=1d spark=2d", Control{}, "error", ""},
		{"within=1d spare=1d", Control{}, "error", ""},
	} {
		c, err := ParseControl(test.text)
		if test.again == "error" {
			if CodeOf(err) != Invalid {
				t.Errorf("%q: %v, %v; want an error", test.text, c, err)
			}
			continue
		}
		if test.again == "" {
			test.again = test.text
		}
		if err != nil || c != test.control || c.String() != test.again || c.Speed() != test.speed {
			t.Errorf("%q: %+v, %v; written %q, %s; want %+v, %q, %s", test.text, c, err, c, c.Speed(), test.control,
				test.again, test.speed)
		}
	}
}

// Every control that may be played reads back as it was written.
func TestControlRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyControl(t)
		again, err := ParseControl(c.String())
		if err != nil || again != c {
			t.Fatalf("%+v is written %q and read %+v, %v", c, c, again, err)
		}
	})
}

func anyControl(t *rapid.T) Control {
	unit := rapid.SampledFrom([]time.Duration{time.Millisecond, time.Second, time.Minute, time.Hour, Day}).Draw(t,
		"unit")
	part := func(name string) time.Duration {
		return time.Duration(rapid.IntRange(0, 20).Draw(t, name)) * unit * time.Duration(
			rapid.IntRange(0, 1).Draw(t, name+" is"))
	}
	c := Control{
		Spare: part("spare"), Grace: part("grace"), Extra: part("extra"), Bonus: part("bonus"),
		BonusWithin: part("within"), Min: part("min"), Max: part("max"),
	}
	if c.Check() != nil {
		c = Control{Spare: 5 * unit, Grace: c.Grace, Extra: c.Extra, Max: 5*unit + c.Max}
	}
	return c
}

// The clocks that were proposed for tournaments at Game Courier, in its words.
func TestParseCourierControl(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Spare Time: 2 weeks\nGrace Time: 12 hours\nMinimum Time: 12 hours\n" +
			"Bonus Time: 6 hours for moving within 1 second\nMaximum Time: 4 weeks",
			"spare=14d grace=12h bonus=6h within=1s min=12h max=28d"},
		{"$sparetime = 7 days; $gracetime = 24 hours; $extratime = 24 hours; " +
			"$bonustime = 24 hours; $bonusperiod = 24 hours",
			"spare=7d grace=1d extra=1d bonus=1d within=1d"},
		{"sparetime=604800&gracetime=86400", "spare=7d grace=1d"},
		{"Grace Time: 1 day 12 hours", "grace=1d12h"},
		{"Spare Time: soon", "error"},
		{"Spare Time: 1 day 12", "error"},
		{"Spare Time: -1 days", "error"},
		{"Spare Time", "error"},
		{"Spur Time: 2 days", "error"},
		{"Max Time: 1 day, Spare Time: 2 days", "error"},
		{" , time", "error"},
	} {
		c, err := ParseControl(test.text)
		if err != nil {
			if CodeOf(err) != Invalid || test.want != "error" {
				t.Errorf("%q: %v", test.text, err)
			}
			continue
		}
		if c.String() != test.want {
			t.Errorf("%q is read as %q, want %q", test.text, c, test.want)
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, text := range []string{"5+3", "3d", "10d+1d/20d", "spare=7d grace=1d12h",
		"Spare Time: 2 weeks, Grace Time: 12 hours"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseControl(text)
		if err != nil {
			return
		}
		if again, err := ParseControl(c.String()); err != nil || again != c {
			t.Fatalf("%q is read as %+v, written %q, and read as %+v, %v", text, c, c, again, err)
		}
	})
}

func TestControlInPGN(t *testing.T) {
	for text, want := range map[string]string{
		"10+5": "600+5", "0.5+0": "30", "3d": "1/259200", "unlimited": "-", "10d+1d": "864000+86400",
		"10d+1d/20d": "10d+1d/20d",
	} {
		c, err := ParseControl(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.PGN(); got != want {
			t.Errorf("%s is %q in PGN, want %q", text, got, want)
		}
	}
}
