package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// What was said on Wed 13 May 2026 relative to that day is dated in the answer; what names
// no day beyond doubt is not.
func TestRelativeDay(t *testing.T) {
	for _, test := range []struct{ said, want string }{
		{"the regatta was yesterday", "12 May 2026"},
		{"the regatta is today", "13 May 2026"},
		{"the regatta starts tomorrow", "14 May 2026"},
		{"the regatta ended three days ago", "10 May 2026"},
		{"the regatta took all of last week", "4 to 10 May 2026"},
		{"the regatta was last Friday", "8 May 2026"},
		{"we won the regatta last month", "Apr 2026"},
		{"we lost the regatta last year", "2025"},
		{"we sail the regatta next month", "Jun 2026"},
		{"the regatta was wet", ""},
		{"we sailed the regatta on Friday", ""}, // this one or the one before?
		{"I have dreamt of the regatta since May", ""},
		{"the regatta was a while ago", ""},
		{"the regatta is on 3 June", ""}, // says it itself
	} {
		w := turntest.New(t).At("2026-05-13 18:30")
		w.Say("Ivo: " + test.said)
		w.At("2026-11-20 09:00")
		_, r := ask(t, w, "When was the regatta?")
		day, quote, _ := strings.Cut(r.Text.String(), `"`)
		if got := strings.TrimSuffix(day, ": "); got != test.want || !strings.HasPrefix(quote, test.said+`" (Ivo, `) {
			t.Errorf("%q is answered by %s", test.said, r.Text.String())
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}
