package when_test

import (
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"citadel/brain/when"

	"pgregory.net/rapid"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// base is the moment from which the tables were written.
func base(t testing.TB) time.Time {
	return time.Date(2026, 11, 20, 10, 0, 0, 0, zone(t, "Australia/Melbourne")) // a Friday
}

// rows reads a table of tab-separated columns.
func rows(t testing.TB, file string, columns int) [][]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for line := range strings.Lines(string(data)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != columns {
			t.Fatalf("%s: %d columns in %q", file, len(row), line)
		}
		out = append(out, row)
	}
	return out
}

// shown is a match as the tables write it: date, time if it has one, and the
// second reading.
func shown(m when.Match) string {
	layout := "2006-01-02"
	if m.HasTime {
		layout += " 15:04"
	}
	s := m.At.Format(layout)
	if m.Ambiguous() {
		s += " or " + m.Other.Format(layout)
	}
	return s
}

// testdata/find.tsv: moment, rule or "-", phrase ("=" for all of it), text.
func TestFind(t *testing.T) {
	now := base(t)
	table := rows(t, "testdata/find.tsv", 4)
	if len(table) < 180 {
		t.Errorf("only %d phrases", len(table))
	}
	for _, row := range table {
		at, rule, phrase, text := row[0], row[1], row[2], row[3]
		if phrase == "=" {
			phrase = text
		}
		m, ok := when.Find(text, now)
		if !ok {
			t.Errorf("%q: nothing found, want %s", text, at)
			continue
		}
		got := "-"
		if m.Recur != nil {
			got = m.Recur.String()
		}
		if shown(m) != at || got != rule || text[m.Start:m.End] != phrase {
			t.Errorf("%q: got %s %s in %q, want %s %s in %q", text, shown(m), got, text[m.Start:m.End], at, rule, phrase)
		}
	}
}

func TestFindNothing(t *testing.T) {
	now := base(t)
	for _, row := range rows(t, "testdata/none.txt", 1) {
		if m, ok := when.Find(row[0], now); ok {
			t.Errorf("%q: got %s in %q, want nothing", row[0], shown(m), row[0][m.Start:m.End])
		}
	}
}

// testdata/period.tsv: Period, Ahead (each from..to, * for open, ? for
// ambiguous, - for none), phrase, text.
func TestPeriod(t *testing.T) {
	now := base(t)
	bound := func(at time.Time) string {
		switch {
		case at.IsZero():
			return "*"
		case at.Hour() == 0:
			return at.Format("2006-01-02")
		}
		return at.Format("2006-01-02 15:04")
	}
	shown := func(s when.Span, ok bool) string {
		if !ok {
			return "-"
		}
		out := bound(s.From) + ".." + bound(s.To)
		if s.Ambiguous {
			out += " ?"
		}
		return out
	}
	for _, row := range rows(t, "testdata/period.tsv", 4) {
		behind, ahead, phrase, text := row[0], row[1], row[2], row[3]
		if phrase == "=" {
			phrase = text
		}
		s, ok := when.Period(text, now)
		if got := shown(s, ok); got != behind || ok && text[s.Start:s.End] != phrase {
			t.Errorf("Period(%q) = %s in %q, want %s in %q", text, got, text[s.Start:s.End], behind, phrase)
		}
		if got := shown(when.Ahead(text, now)); got != ahead {
			t.Errorf("Ahead(%q) = %s, want %s", text, got, ahead)
		}
	}
}

func TestDuration(t *testing.T) {
	now := base(t)
	for text, want := range map[string]string{
		"20 min":              "2026-11-20 10:20",
		"20m":                 "2026-11-20 10:20",
		"2h":                  "2026-11-20 12:00",
		"for 2 hours":         "2026-11-20 12:00",
		"an hour and a half":  "2026-11-20 11:30",
		"half an hour":        "2026-11-20 10:30",
		"1h30":                "2026-11-20 11:30",
		"in an hour":          "2026-11-20 11:00",
		"14d":                 "2026-12-04",
		"3 days":              "2026-11-23",
		"for two weeks":       "2026-12-04",
		"a month":             "2026-12-20",
		"until 16:00":         "2026-11-20 16:00",
		"till noon":           "2026-11-20 12:00",
		"until Monday":        "2026-11-23",
		"until tomorrow at 9": "2026-11-21 09:00",
		"tomorrow":            "2026-11-21",
		"tomorrow morning":    "2026-11-21 09:00",
		"tonight.":            "2026-11-20 20:00",
		"16:00":               "2026-11-20 16:00",
		"next week":           "2026-11-23",
		"":                    "",
		"a bit":               "",
		"20":                  "",
		"every day":           "",
		"until yesterday":     "",
		"20 min please":       "",
		"0 minutes":           "",
	} {
		m, ok := when.Duration(text, now)
		got := ""
		if ok {
			got = shown(m)
		}
		if got != want {
			t.Errorf("Duration(%q) = %q, want %q", text, got, want)
		}
	}
}

// What goes with the principal to another zone and what stays (TRUST, Travel).
func TestFloating(t *testing.T) {
	for text, want := range map[string]bool{
		"every day at 8": true, "Mondays": true, "tomorrow": true, "12 August": true,
		"tomorrow at 3pm": false, "in 20 minutes": false, "every 2 hours": false, "tonight": false,
	} {
		if m, ok := when.Find(text, base(t)); !ok || m.Floating != want {
			t.Errorf("%q: floating %v, found %v; want %v", text, m.Floating, ok, want)
		}
	}
}

func TestClock(t *testing.T) {
	now := base(t)
	for text, want := range map[string]string{
		"tomorrow":           "2026-11-21 09:00",
		"today":              "2026-11-20 09:00", // past: the caller sees it
		"tomorrow at 3pm":    "2026-11-21 15:00", // has its own
		"every Friday":       "2026-11-27 09:00", // nine is over today
		"every other Friday": "2026-11-27 09:00",
		"every day":          "2026-11-21 09:00",
		"every weekday":      "2026-11-23 09:00",
		"3/12":               "2026-12-03 09:00 or 2027-03-12 09:00",
	} {
		m, ok := when.Find(text, now)
		if !ok {
			t.Fatalf("%q: nothing found", text)
		}
		m = m.Clock(9, 0, now)
		if shown(m) != want || !m.HasTime {
			t.Errorf("%q at 09:00: got %s, want %s", text, shown(m), want)
		}
		if m.Recur != nil && (!m.Recur.First().Equal(m.At) || !strings.Contains(m.Recur.String(), "BYHOUR=9;BYMINUTE=0")) {
			t.Errorf("%q: rule %s from %v", text, m.Recur, m.Recur.First())
		}
	}
}

// Summer time: a skipped time is the first instant after the gap, a doubled one
// its first coming, or its second if the first is over.
func TestSummerTime(t *testing.T) {
	for _, c := range []struct{ zone, now, text, want string }{
		{"Australia/Melbourne", "2026-10-03T12:00:00+10:00", "tomorrow at 2:30am", "2026-10-04T03:00:00+11:00"},
		{"Australia/Melbourne", "2026-10-03T12:00:00+10:00", "tomorrow at 1:59am", "2026-10-04T01:59:00+10:00"},
		{"Australia/Melbourne", "2026-10-03T12:00:00+10:00", "tomorrow at 3am", "2026-10-04T03:00:00+11:00"},
		{"Australia/Melbourne", "2027-04-03T12:00:00+11:00", "tomorrow at 2:30am", "2027-04-04T02:30:00+11:00"},
		{"Australia/Melbourne", "2027-04-04T02:45:00+11:00", "at 2:30am", "2027-04-04T02:30:00+10:00"},
		{"Australia/Melbourne", "2027-04-04T02:45:00+11:00", "in 20 minutes", "2027-04-04T02:05:00+10:00"},
		{"Europe/Lisbon", "2027-03-27T12:00:00Z", "tomorrow at 1:30am", "2027-03-28T02:00:00+01:00"},
		{"Europe/Lisbon", "2026-10-24T12:00:00+01:00", "tomorrow at 1:30am", "2026-10-25T01:30:00+01:00"},
		{"America/New_York", "2027-03-13T12:00:00-05:00", "tomorrow at 02:30", "2027-03-14T03:00:00-04:00"},
		{"America/New_York", "2027-03-13T12:00:00-05:00", "in 24 hours", "2027-03-14T13:00:00-04:00"},
		{"America/New_York", "2027-03-13T12:00:00-05:00", "tomorrow at noon", "2027-03-14T12:00:00-04:00"},
		{"America/New_York", "2026-10-31T12:00:00-04:00", "tomorrow at 1:30am", "2026-11-01T01:30:00-04:00"},
		{"America/New_York", "2026-11-01T01:45:00-04:00", "at 1:30am", "2026-11-01T01:30:00-05:00"},
		{"Africa/Cairo", "2027-04-29T12:00:00+02:00", "tomorrow", "2027-04-30T01:00:00+03:00"}, // has no midnight
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		m, ok := when.Find(c.text, now.In(zone(t, c.zone)))
		if got := m.At.Format(time.RFC3339); !ok || got != c.want {
			t.Errorf("%s, %s, %q: got %s, want %s", c.zone, c.now, c.text, got, c.want)
		}
	}
}

// A mixed text is found where it stands, whatever the runes around it.
func TestBorders(t *testing.T) {
	now := base(t)
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringOf(rapid.RuneFrom([]rune(" éß日本–“”‘’.,;!?(İK"))).Draw(t, "before")
		after := rapid.StringOf(rapid.RuneFrom([]rune(" é日.,;!?)“”"))).Draw(t, "after")
		text := before + " tomorrow at 3pm " + after
		m, ok := when.Find(text, now)
		if !ok || text[m.Start:m.End] != "tomorrow at 3pm" {
			t.Fatalf("%q: %v %q", text, ok, text[m.Start:m.End])
		}
	})
}

var (
	vocabulary = strings.Fields("remind me to on at by in until every each other second first third last next this the " +
		"of and a an half past quarter to day days week weeks month year hour hours minutes min am pm noon midnight tonight " +
		"Christmas Eve New Year's Easter except between weekends nightly today tomorrow morning evening night Monday Tue Fri Sun weekday weekend March may Dec 12 Aug 3rd 24th 31st 2026 2027 " +
		"2026-12-01 3/12 29/2 15:00 3pm 8 9:30 30 2 , . - ( ) end start from now after before week daily monthly Mondays")
	zones = strings.Fields("Australia/Melbourne Europe/Lisbon America/New_York Asia/Kolkata UTC Pacific/Chatham America/St_Johns " +
		"Africa/Cairo Australia/Lord_Howe Pacific/Apia")
)

// anyNow draws a moment within forty years, in any of the zones.
func anyNow(t *rapid.T) time.Time {
	loc, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(rapid.Int64Range(1_700_000_000, 3_000_000_000).Draw(t, "now"), 0).In(loc)
}

func anyText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 9).Draw(t, "words"), " ")
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lawful(t, anyText(t), anyNow(t))
	})
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// lawful checks what holds for every text and every moment.
func lawful(t failer, text string, now time.Time) {
	t.Helper()
	borders := func(start, end int) {
		if start < 0 || end > len(text) || start >= end || !utf8.ValidString(text[start:end]) && utf8.ValidString(text) {
			t.Fatalf("%q: bytes %d to %d", text, start, end)
		}
	}
	behind := 0
	for _, x := range when.Traces(text, now) {
		if borders(x.Start, x.End); x.Start < behind {
			t.Fatalf("%q: a trace at %d within one to %d", text, x.Start, behind)
		}
		behind = x.End
	}
	ahead := func(at time.Time, hasTime bool) {
		y, m, d := now.Date()
		if hasTime && !at.After(now) || at.Before(time.Date(y, m, d, 0, 0, 0, 0, now.Location()).Add(-2*time.Hour)) {
			t.Fatalf("%q at %v: %v is past", text, now, at)
		}
		if at.Location() != now.Location() {
			t.Fatalf("%q: %v is in %v", text, at, at.Location())
		}
	}
	m, ok := when.Find(text, now)
	if ok {
		borders(m.Start, m.End)
		ahead(m.At, m.HasTime)
		if m.Ambiguous() {
			ahead(m.Other, m.HasTime)
		}
		if again, ok := when.Find(text, now); !ok || shown(again) != shown(m) {
			t.Fatalf("%q: %s, then %s", text, shown(m), shown(again))
		}
		if m.Recur != nil {
			repeats(t, text, m.Clock(9, 0, now), now)
		}
	}
	if m, ok := when.Duration(text, now); ok {
		borders(m.Start, m.End)
		ahead(m.At, m.HasTime)
	}
	for _, find := range []func(string, time.Time) (when.Span, bool){when.Period, when.Ahead} {
		if s, ok := find(text, now); ok {
			borders(s.Start, s.End)
			if s.From.IsZero() && s.To.IsZero() || !s.From.IsZero() && !s.To.IsZero() && !s.From.Before(s.To) {
				t.Fatalf("%q at %v: %v to %v", text, now, s.From, s.To)
			}
		}
	}
}

// repeats checks that a repetition goes forward and survives being stored.
func repeats(t failer, text string, m when.Match, now time.Time) {
	t.Helper()
	if got := m.Recur.Next(m.At.Add(-time.Hour)); !got.Equal(m.At) {
		t.Fatalf("%q at %v: %s begins %v, not %v", text, now, m.Recur, got, m.At)
	}
	stored, err := when.ParseRecurrence(m.Recur.String(), m.At)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	at := m.At
	for range 5 {
		next := m.Recur.Next(at)
		if !next.Equal(stored.Next(at)) {
			t.Fatalf("%q: %v, stored %v", text, next, stored.Next(at))
		}
		if next.IsZero() {
			return
		}
		if !next.After(at) {
			t.Fatalf("%q: %v after %v", text, next, at)
		}
		at = next
	}
}

func FuzzFind(f *testing.F) {
	for _, row := range rows(f, "testdata/find.tsv", 4) {
		f.Add(row[3], int64(1_795_129_200))
	}
	for _, row := range rows(f, "testdata/none.txt", 1) {
		f.Add(row[0], int64(1_800_000_000))
	}
	for _, row := range rows(f, "testdata/period.tsv", 4) {
		f.Add(row[3], int64(1_700_000_000))
	}
	f.Add("tomorrow\xff 3pm\xe6", int64(0))
	loc := zone(f, "Australia/Melbourne")
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		if unix < 0 || unix > 4_000_000_000 {
			return
		}
		lawful(t, text, time.Unix(unix, 0).In(loc))
	})
}

// Only the beginning of a long text is examined, and a rune is never cut.
func TestLongText(t *testing.T) {
	now := base(t)
	long := strings.Repeat("é", when.Examined/2)
	if _, ok := when.Find(long+" tomorrow", now); ok {
		t.Error("found behind what is examined")
	}
	if m, ok := when.Find("x"+long[:when.Examined-20]+" tomorrow "+long, now); !ok || shown(m) != "2026-11-21" {
		t.Errorf("not found within what is examined: %v %v", m, ok)
	}
}

func BenchmarkFind(b *testing.B) {
	now := base(b)
	for name, text := range map[string]string{
		"reminder": "remind me to call the bank tomorrow at 3pm about the overdraft",
		"none":     "My sister Ana moved to Porto to open a bakery, and she seems happy there so far.",
		"repeated": "remind me every second Monday at 9 to send the timesheet",
		"1MiB":     strings.Repeat("two weeks and 3 to 4 days of the second ", 1<<20/40),
		"nested":   strings.Repeat("2 weeks from ", 1<<20/13),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				when.Find(text, now)
			}
		})
	}
}

func BenchmarkPeriod(b *testing.B) {
	now := base(b)
	b.ReportAllocs()
	for b.Loop() {
		when.Period("what did Priya say about board prices in March?", now)
	}
}
