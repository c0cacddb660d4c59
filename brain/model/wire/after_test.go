package wire_test

import (
	"net/http"
	"testing"
	"time"

	"citadel/brain/model/wire"
)

func TestAfter(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	date := func(d time.Duration) []string { return []string{now.Add(d).Format(http.TimeFormat)} }
	for name, c := range map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"none":           {nil, 0},
		"seconds":        {http.Header{"Retry-After": {"7"}}, 7 * time.Second},
		"a fraction":     {http.Header{"Retry-After": {"0.25"}}, 250 * time.Millisecond},
		"milliseconds":   {http.Header{"Retry-After-Ms": {"1500"}, "Retry-After": {"9"}}, 1500 * time.Millisecond},
		"a date":         {http.Header{"Retry-After": date(time.Minute), "Date": date(0)}, time.Minute},
		"a past date":    {http.Header{"Retry-After": date(-time.Minute), "Date": date(0)}, 0},
		"a distant date": {http.Header{"Retry-After": date(1000 * time.Hour), "Date": date(0)}, 24 * time.Hour},
		"a lonely date":  {http.Header{"Retry-After": date(0)}, 0},
		"negative":       {http.Header{"Retry-After": {"-5"}}, 0},
		"no number":      {http.Header{"Retry-After": {"soon"}}, 0},
		"NaN":            {http.Header{"Retry-After": {"NaN"}}, 0},
		"for ever":       {http.Header{"Retry-After": {"1e300"}}, 24 * time.Hour},
	} {
		if got := wire.After(c.header); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Whatever a service says, nobody waits longer than a day, nor less than not at all.
func FuzzAfter(f *testing.F) {
	const date = "Fri, 20 Nov 2026 12:00:00 GMT"
	for _, s := range []string{"", "7", "0.5", "-1", "NaN", "Inf", "-Inf", "1e400", "0x1p70", date, "Mon, 01 Jan 0001 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(s, "", date)
		f.Add("", s, date)
		f.Add(s, "", "Mon, 01 Jan 0001 00:00:00 GMT")
	}
	f.Fuzz(func(t *testing.T, after, ms, date string) {
		h := http.Header{"Retry-After": {after}, "Retry-After-Ms": {ms}, "Date": {date}}
		if d := wire.After(h); d < 0 || d > 24*time.Hour {
			t.Errorf("%q: %v", h, d)
		}
	})
}
