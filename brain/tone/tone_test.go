package tone_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"citadel/brain/tone"
)

func at(h, m int) time.Time { return time.Date(2026, 11, 20, h, m, 0, 0, time.UTC) }

func TestHours(t *testing.T) {
	for _, c := range []struct {
		first, last int // of the hours
		says        string
	}{{5, 10, "morning, ease in"}, {11, 13, "midday, brisk"}, {14, 17, "afternoon, matter-of-fact and warm"}, {18, 21, "evening, easy"}, {22, 28, "night, short and quiet"}} {
		for _, now := range []time.Time{at(c.first, 0), at(c.last, 59)} {
			if got, want := tone.Of(tone.In{Now: now}), "Tone, never to be mentioned: "+c.says+"."; got != want {
				t.Errorf("at %s: %q", now.Format("15:04"), got)
			}
		}
	}
}

// The hour is that of where he is.
func TestZone(t *testing.T) {
	now := at(23, 0) // 08:00 the day after, in Tokyo
	if got := tone.Of(tone.In{Now: now.In(time.FixedZone("JST", 9*3600))}); !strings.Contains(got, "morning") {
		t.Errorf("in Tokyo: %q", got)
	}
}

func TestBoundaries(t *testing.T) {
	for _, c := range []struct {
		in   tone.In
		says string // beside the hour; "" for nothing
	}{
		{tone.In{}, ""},
		{tone.In{Gap: -time.Hour}, ""},
		{tone.In{Gap: 1}, "match its pace"},
		{tone.In{Gap: tone.Lively - 1}, "match its pace"},
		{tone.In{Gap: tone.Lively}, ""},
		{tone.In{Gap: tone.LongAbsence - 1}, ""},
		{tone.In{Gap: tone.LongAbsence}, "begin warmly"},
		{tone.In{Left: -0.1999}, ""},
		{tone.In{Left: -0.2}, "be softer"},
		{tone.In{Left: -1}, "be softer"},
		{tone.In{Left: 0.1999}, ""},
		{tone.In{Left: 0.2}, "good spirits"},
		{tone.In{Left: 1}, "good spirits"},
		{tone.In{Day: tone.Normal}, ""},
		{tone.In{Day: tone.Clear}, "room to breathe"},
		{tone.In{Day: tone.Packed}, "be tighter"},
		{tone.In{Sentiment: tone.Blunt}, "be as short"},
		{tone.In{Sentiment: tone.Worn}, "be gentle"},
		{tone.In{Sentiment: tone.Partner}, "reason along"},
		{tone.In{Sentiment: "hungry"}, ""},
	} {
		c.in.Now = at(9, 0)
		bare := tone.Of(tone.In{Now: c.in.Now})
		got := tone.Of(c.in)
		if c.says == "" && got != bare || !strings.Contains(got, c.says) || strings.Count(got, ";") > 1 {
			t.Errorf("%+v: %q", c.in, got)
		}
	}
	all := tone.Of(tone.In{Now: at(9, 0), Gap: 72 * time.Hour, Left: -.5, Day: tone.Packed, Sentiment: tone.Worn})
	if strings.Count(all, ";") != 4 {
		t.Errorf("of five signals it says %q", all)
	}
}

func TestSentiment(t *testing.T) {
	b, err := os.ReadFile("testdata/sentiment.tsv")
	if err != nil {
		t.Fatal(err)
	}
	confused, right, all := map[string]int{}, 0, 0
	for line := range strings.Lines(string(b)) {
		want, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok {
			t.Fatalf("no label: %q", line)
		}
		got := string(tone.Read(text))
		if got == "" {
			got = "none"
		}
		all++
		if got == want {
			right++
			continue
		}
		confused[fmt.Sprintf("%s for %s", got, want)]++
		t.Logf("%q is %s, wanted %s", text, got, want)
	}
	t.Logf("%d of %d, %v", right, all, confused)
	if share := float64(right) / float64(all); share < .95 {
		t.Errorf("%.2f are right", share)
	}
}

// Whose state it is, and a courtesy, decide where the words alone would not.
func TestWhoseStateItIs(t *testing.T) {
	for text, want := range map[string]tone.Sentiment{
		"I'm just exhausted by this": tone.Worn, "My wife is just exhausted by this": "", "Priya said she is so fed up": "",
		"when?": tone.Blunt, "when? thanks": "", "the number, please": "", "the number": tone.Blunt,
	} {
		if got := tone.Read(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
