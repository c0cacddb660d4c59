package change_test

import (
	"strings"
	"testing"

	"citadel/brain/change"
	"citadel/brain/turn/turntest"
	"citadel/memory"
)

func TestQuiet(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	for _, c := range []struct{ says, want, until string }{
		{"quiet off", "Nothing is held", ""},
		{"quiet until 16:00", "Quiet until Fri 20 Nov, 16:00", "20 16:00"},
		{"quiet", "Quiet until Sat 21 Nov, 00:00", "21 00:00"},
		{"undo", "Taken back", "20 16:00"},
		{"quiet for three hours", "Quiet until Fri 20 Nov, 12:0", "20 12:0"},
		{"quiet until 1 March", "longer than a week", "20 12:0"},
		{"quiet off", "No longer quiet", ""},
	} {
		tn := w.Turn(w.Say(c.says))
		r, err := change.Answer(t.Context(), tn)
		if err != nil || r == nil {
			t.Fatalf("%q is answered with %v, %v", c.says, r, err)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
		w.Apply(tn, r)
		until := ""
		w.Mind.Read(func(v memory.View) {
			if at, ok := v.Principal.Quiet(w.Now.In(turntest.Zone)); ok {
				until = at.Format("2 15:04")
			}
		})
		if got := r.Text.String(); !strings.Contains(got, c.want) || !strings.HasPrefix(until, c.until) || c.until == "" && until != "" {
			t.Errorf("%q leaves %q: %s", c.says, until, got)
		}
	}
}
