package phrase_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n     int
		thing string
		want  string
	}{
		{1, "message", "1 message"}, {0, "loop", "0 loops"}, {2, "day", "2 days"}, {2, "memory", "2 memories"},
		{48211, "event", "48,211 events"}, {3, "entry", "3 entries"}, {2, "key", "2 keys"},
	} {
		if got := phrase.Count(c.n, c.thing); got != c.want {
			t.Errorf("Count(%d, %q) = %q, want %q", c.n, c.thing, got, c.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -999: "-999"} {
		if got := phrase.Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestDayLeavesTheYearOutOnlyNearby(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for days, want := range map[int]string{
		0: "Fri 20 Nov", -59: "Tue 22 Sep", -61: "Sun 20 Sep 2026", 13: "Thu 3 Dec", 14: "Fri 4 Dec 2026", -365: "Thu 20 Nov 2025",
	} {
		if got := phrase.Day(now.AddDate(0, 0, days), now); got != want {
			t.Errorf("%d days: %q, want %q", days, got, want)
		}
	}
}

func TestQuoteIsOneLineAndBounded(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"they pay late", `"they pay late"`},
		{"she said \"no\"\nand left", `"she said 'no' and left"`},
		{"one two three four five six", `"one two three four five …"`},
	} {
		if got := phrase.Quote(c.words, 5); got != c.want {
			t.Errorf("Quote(%q) = %s, want %s", c.words, got, c.want)
		}
	}
}

func TestClaimsStayOnTheirWords(t *testing.T) {
	var inner, text phrase.Text
	inner.Say("Reason: ").Claim([]event.Seq{7}, "%s", `"they pay late"`)
	text.Say("Decided on ").Claim([]event.Seq{5, 7}, "%s", "4 Mar").Say(".").Break().Add(&inner)
	text.Item().Claim([]event.Seq{9}, "one").Item().Say("two")
	var cited []string
	for _, c := range text.Cites() {
		cited = append(cited, text.String()[c.Start:c.End])
	}
	if d := cmp.Diff([]string{"4 Mar", `"they pay late"`, "one"}, cited); d != "" {
		t.Errorf("claims:\n%s", d)
	}
	if d := cmp.Diff([]event.Seq{5, 7, 9}, text.Rests()); d != "" {
		t.Errorf("rests:\n%s", d)
	}
	if want := "Decided on 4 Mar.\n\nReason: \"they pay late\"\n\n- one\n- two"; text.String() != want {
		t.Errorf("text %q, want %q", text.String(), want)
	}
}

func TestDoubt(t *testing.T) {
	for confidence, want := range map[float64]string{1: "", 0.8: "", 0.79: "likely", 0.65: "likely", 0.64: "possibly", 0.45: "possibly", 0.44: "a guess"} {
		if got := phrase.Doubt(confidence); got != want {
			t.Errorf("Doubt(%v) = %q, want %q", confidence, got, want)
		}
	}
}
