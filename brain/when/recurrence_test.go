package when_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/when"
)

// occurrences lists the first n of what a phrase repeats, with nine as the time
// where it names none.
func occurrences(t *testing.T, text string, now time.Time, n int) string {
	t.Helper()
	m, ok := when.Find(text, now)
	if !ok || m.Recur == nil {
		t.Fatalf("%q: found %v, repeats %v", text, ok, m.Recur != nil)
	}
	m = m.Clock(9, 0, now)
	var out []string
	for at := m.At; !at.IsZero() && len(out) < n; at = m.Recur.Next(at) {
		out = append(out, at.Format("02 Jan 06 15:04"))
	}
	return strings.Join(out, ", ")
}

func TestOccurrences(t *testing.T) {
	for text, want := range map[string]string{
		"every second Monday":              "23 Nov 26 09:00, 07 Dec 26 09:00, 21 Dec 26 09:00, 04 Jan 27 09:00",
		"every other Friday":               "27 Nov 26 09:00, 11 Dec 26 09:00, 25 Dec 26 09:00, 08 Jan 27 09:00",
		"Mondays and Thursdays at 7":       "23 Nov 26 07:00, 26 Nov 26 07:00, 30 Nov 26 07:00, 03 Dec 26 07:00",
		"every weekday at 8:30":            "23 Nov 26 08:30, 24 Nov 26 08:30, 25 Nov 26 08:30, 26 Nov 26 08:30",
		"every month on the 31st":          "30 Nov 26 09:00, 31 Dec 26 09:00, 31 Jan 27 09:00, 28 Feb 27 09:00",
		"every month on the 1st":           "01 Dec 26 09:00, 01 Jan 27 09:00, 01 Feb 27 09:00, 01 Mar 27 09:00",
		"first Monday of the month":        "07 Dec 26 09:00, 04 Jan 27 09:00, 01 Feb 27 09:00, 01 Mar 27 09:00",
		"last Friday of the month at noon": "27 Nov 26 12:00, 25 Dec 26 12:00, 29 Jan 27 12:00, 26 Feb 27 12:00",
		"every 2 months on the 15th":       "15 Dec 26 09:00, 15 Feb 27 09:00, 15 Apr 27 09:00, 15 Jun 27 09:00",
		"every year on 29 February":        "28 Feb 27 09:00, 29 Feb 28 09:00, 28 Feb 29 09:00, 28 Feb 30 09:00",
		"every year on 3 May":              "03 May 27 09:00, 03 May 28 09:00, 03 May 29 09:00, 03 May 30 09:00",
		"every 2 hours":                    "20 Nov 26 12:00, 20 Nov 26 14:00, 20 Nov 26 16:00, 20 Nov 26 18:00",
		"every Monday until 7 December":    "23 Nov 26 09:00, 30 Nov 26 09:00, 07 Dec 26 09:00",
		"every Tuesday from 1 December":    "01 Dec 26 09:00, 08 Dec 26 09:00, 15 Dec 26 09:00, 22 Dec 26 09:00",
		"every day at 8am and 8pm":         "20 Nov 26 20:00, 21 Nov 26 08:00, 21 Nov 26 20:00, 22 Nov 26 08:00",
		"every second Monday at 7 and 9":   "23 Nov 26 07:00, 23 Nov 26 09:00, 07 Dec 26 07:00, 07 Dec 26 09:00",
		"every day at midnight":            "21 Nov 26 00:00, 22 Nov 26 00:00, 23 Nov 26 00:00, 24 Nov 26 00:00",
	} {
		if got := occurrences(t, text, base(t), 4); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// Across a change of the clocks a daily time stays on the clock, comes once a
// day, and moves to the end of a gap.
func TestOccurrencesInSummerTime(t *testing.T) {
	for _, c := range []struct{ zone, now, text, want string }{
		{"Australia/Melbourne", "2026-10-02T12:00:00+10:00", "every day at 8", "03 Oct 26 08:00, 04 Oct 26 08:00, 05 Oct 26 08:00"},
		{"Australia/Melbourne", "2026-10-02T12:00:00+10:00", "every day at 02:30", "03 Oct 26 02:30, 04 Oct 26 03:00, 05 Oct 26 02:30"},
		{"Australia/Melbourne", "2026-10-03T12:00:00+10:00", "every day at 02:30", "04 Oct 26 03:00, 05 Oct 26 02:30, 06 Oct 26 02:30"},
		{"Australia/Melbourne", "2027-04-02T12:00:00+11:00", "every day at 02:30", "03 Apr 27 02:30, 04 Apr 27 02:30, 05 Apr 27 02:30"},
		{"Europe/Lisbon", "2027-03-26T12:00:00Z", "every day at 01:30", "27 Mar 27 01:30, 28 Mar 27 02:00, 29 Mar 27 01:30"},
		{"America/New_York", "2027-03-12T12:00:00-05:00", "every day at 02:30", "13 Mar 27 02:30, 14 Mar 27 03:00, 15 Mar 27 02:30"},
		{"America/New_York", "2026-10-30T12:00:00-04:00", "every day at 01:30", "31 Oct 26 01:30, 01 Nov 26 01:30, 02 Nov 26 01:30"},
		{"America/New_York", "2027-03-14T00:30:00-05:00", "every hour", "14 Mar 27 01:30, 14 Mar 27 03:30, 14 Mar 27 04:30"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := occurrences(t, c.text, now.In(zone(t, c.zone)), 3); got != c.want {
			t.Errorf("%s, %q:\n got %s\nwant %s", c.zone, c.text, got, c.want)
		}
	}
}

// An old rule gives the same as a young one, and keeps its interval.
func TestNextLongAfter(t *testing.T) {
	first := time.Date(2020, 1, 6, 9, 0, 0, 0, zone(t, "Europe/Lisbon")) // a Monday
	for rule, want := range map[string]string{
		"FREQ=DAILY;INTERVAL=3":                                         "2026-11-21",
		"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO":                               "2026-11-30",
		"FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR":                            "2026-11-30",
		"FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=6":                          "2027-02-06",
		"FREQ=MONTHLY;BYDAY=-1FR":                                       "2026-11-27",
		"FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYSETPOS=-1;BYMONTHDAY=28,29": "2028-02-29",
		"FREQ=HOURLY;INTERVAL=5":                                        "2026-11-20",
	} {
		r, err := when.ParseRecurrence(rule, first)
		if err != nil {
			t.Fatal(err)
		}
		after := time.Date(2026, 11, 20, 10, 0, 0, 0, first.Location())
		slow := first
		for !slow.After(after) {
			slow = r.Next(slow)
		}
		got := r.Next(after)
		if got.Format("2006-01-02") != want || !got.Equal(slow) {
			t.Errorf("%s: got %v, step by step %v, want %s", rule, got, slow, want)
		}
	}
}

// A floating rule keeps its clock in another zone.
func TestIn(t *testing.T) {
	m, ok := when.Find("every day at 8", base(t))
	if !ok {
		t.Fatal("nothing found")
	}
	lisbon := m.Recur.In(zone(t, "Europe/Lisbon"))
	after := time.Date(2027, 3, 28, 12, 0, 0, 0, zone(t, "Europe/Lisbon"))
	if got := lisbon.Next(after).Format(time.RFC3339); got != "2027-03-29T08:00:00+01:00" {
		t.Errorf("got %s", got)
	}
}

func TestParseRecurrenceRefuses(t *testing.T) {
	for _, rule := range []string{
		"", "every day", "FREQ=SECONDLY", "FREQ=DAILY;COUNT=3", "FREQ=DAILY;INTERVAL=0;BYEASTER=1", "FREQ=DAILY;INTERVAL=-1",
		"FREQ=DAILY;INTERVAL=1001", "FREQ=HOURLY;BYDAY=MO", "FREQ=DAILY;BYHOUR=8", "FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9;BYMINUTE=0", "FREQ=DAILY;BYHOUR=8,9;BYMINUTE=0,1",
		"FREQ=DAILY;BYHOUR=25;BYMINUTE=0", "FREQ=YEARLY;BYWEEKNO=3", "FREQ=MONTHLY;BYDAY=10FR", "FREQ=MONTHLY;BYDAY=-6MO", "FREQ=WEEKLY\nFREQ=DAILY", strings.Repeat("F", 300),
	} {
		if r, err := when.ParseRecurrence(rule, base(t)); err == nil {
			t.Errorf("%.40q: got %v, want an error", rule, r)
		}
	}
}

// A rule that never comes true ends, and soon.
func TestNeverTrue(t *testing.T) {
	r, err := when.ParseRecurrence("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", base(t))
	if err != nil {
		t.Fatal(err)
	}
	if at := r.Next(base(t).AddDate(1, 0, 0)); !at.IsZero() {
		t.Errorf("30 February is %v", at)
	}
}

func FuzzParseRecurrence(f *testing.F) {
	for _, row := range rows(f, "testdata/find.tsv", 4) {
		if row[1] != "-" {
			f.Add(row[1])
		}
	}
	f.Add("RRULE:FREQ=DAILY;UNTIL=20270101T000000Z")
	f.Add("FREQ=YEARLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=-31")
	first := base(f)
	f.Fuzz(func(t *testing.T, rule string) {
		r, err := when.ParseRecurrence(rule, first)
		if err != nil {
			return
		}
		at := first
		for range 3 {
			next := r.Next(at)
			if next.IsZero() {
				break
			}
			if !next.After(at) {
				t.Fatalf("%q: %v after %v", rule, next, at)
			}
			at = next
		}
		if again, err := when.ParseRecurrence(r.String(), first); err != nil || again.String() != r.String() {
			t.Fatalf("%q: %q, then %v, %v", rule, r, again, err)
		}
	})
}

func BenchmarkNext(b *testing.B) {
	first := time.Date(2020, 1, 6, 9, 0, 0, 0, zone(b, "Europe/Lisbon"))
	r, err := when.ParseRecurrence("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", first)
	if err != nil {
		b.Fatal(err)
	}
	after := first.AddDate(10, 0, 0)
	b.ReportAllocs()
	for b.Loop() {
		r.Next(after)
	}
}
