package inspect

import (
	"testing"
	"unicode/utf8"
)

func TestRepeats(t *testing.T) {
	for rule, want := range map[string]string{
		"FREQ=DAILY": "every day",
		"FREQ=DAILY;INTERVAL=2;BYHOUR=9;BYMINUTE=0":    "every 2 days",
		"FREQ=WEEKLY;BYDAY=MO":                         "every Monday",
		"FREQ=WEEKLY;BYDAY=MO,TH":                      "every Monday and Thursday",
		"FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR":             "every weekday",
		"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR":  "every 2 weeks on weekdays",
		"RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU,WE":  "every 2 weeks on Saturday, Sunday and Wednesday",
		"FREQ=WEEKLY;UNTIL=20261218T000000Z":           "every week until 18 Dec 2026",
		"FREQ=MONTHLY":                                 "every month",
		"FREQ=MONTHLY;BYMONTHDAY=1":                    "on the 1st of every month",
		"FREQ=MONTHLY;BYMONTHDAY=11,22,-1":             "on the 11th, 22nd and last day of every month",
		"FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR":           "on the last Friday of every 3 months",
		"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1": "on the 1st weekday of every month",
		"FREQ=MONTHLY;BYDAY=2TU":                       "on the 2nd Tuesday of every month",
		"FREQ=YEARLY":                                  "every year",
		"FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=12":          "every year on the 12th of March",
		"FREQ=YEARLY;BYMONTH=4,10":                     "every year in April and October",
		"FREQ=HOURLY;INTERVAL=6":                       "every 6 hours",
		"FREQ=MINUTELY;INTERVAL=1":                     "every minute",
		"FREQ=SECONDLY":                                "repeating by the rule `FREQ=SECONDLY`",
		"FREQ=MONTHLY;BYDAY=MO":                        "repeating by the rule `FREQ=MONTHLY;BYDAY=MO`",
		"FREQ=WEEKLY;BYDAY=XX":                         "repeating by the rule `FREQ=WEEKLY;BYDAY=XX`",
		"FREQ=DAILY;INTERVAL=0":                        "repeating by the rule `FREQ=DAILY;INTERVAL=0`",
		"nonsense `with` ticks":                        "repeating by the rule `nonsense with ticks`",
	} {
		if got := repeats(rule); got != want {
			t.Errorf("%s: %q, want %q", rule, got, want)
		}
	}
}

func FuzzRepeats(f *testing.F) {
	for _, s := range []string{"FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=2", ";;=;BYDAY=,", "FREQ=YEARLY;BYMONTH=13"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rule string) {
		if got := repeats(rule); got == "" || utf8.ValidString(rule) && !utf8.ValidString(got) {
			t.Errorf("%q: %q", rule, got)
		}
	})
}

// What is quoted stays within its bounds and is the beginning of what was said.
func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "a", "two  words\nhere", `he said "no"`, "\xff\xfe", "    "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, said string) {
		for _, got := range []string{quote(said), excerpt(said, []string{"w"}), `"` + title(said) + `"`} {
			if n := utf8.RuneCountInString(got); n > quoteRunes+8 {
				t.Errorf("%d runes: %q", n, got)
			}
		}
		bare(said)
		firstLine(said)
	})
}
