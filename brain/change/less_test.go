package change_test

import (
	"strings"
	"testing"

	"citadel/brain/change"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/principal"
)

// A part of the briefing gets one step shorter at each word, down to what it is at least, and comes back at one.
func TestLess(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	for _, c := range []struct {
		says, want, of string
		stands         principal.Length
	}{
		{"less mail", "Mail, from the next briefing on: two lines at most.", "mail", principal.Short},
		{"less mail", "only how many there are", "mail", principal.Counted},
		{"less mail", "left out. `more mail` brings it back", "mail", principal.Dropped},
		{"less mail", "shorter than that it does not get", "mail", principal.Dropped},
		{"more mail", "all of it", "mail", principal.Full},
		{"more mail", "nothing of it is left out", "mail", principal.Full},
		{"less due", "two lines", "due", principal.Short},
		{"less due", "only how many", "due", principal.Counted},
		{"less due", "shorter than that", "due", principal.Counted},
		{"less alerts", "Overnight", "overnight", principal.Short},
		{"undo", "Taken back", "overnight", principal.Full},
		{"less briefing", "eight lines at most", "briefing", principal.Short},
		{"less", "five lines at most", "briefing", principal.Counted},
		{"more briefing", "all of it", "briefing", principal.Full},
		{"less weather", "no such part", "weather", principal.Full},
		{"less dreams", "Two dreams a week", "due", principal.Counted},
	} {
		tn := w.Turn(w.Say(c.says))
		r, err := change.Answer(t.Context(), tn)
		if err != nil || r == nil {
			t.Fatalf("%q is answered with %v, %v", c.says, r, err)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
		w.Apply(tn, r)
		var stands principal.Length
		w.Mind.Read(func(v memory.View) { stands = v.Principal.Length(c.of) })
		if got := r.Text.String(); !strings.Contains(got, c.want) || stands != c.stands {
			t.Errorf("%q leaves %d: %s", c.says, stands, got)
		}
	}
}
