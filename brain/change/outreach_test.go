package change_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/change"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// Whether he is told of what was found outside is his word alone, and can be taken back.
func TestOutreach(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:00")
	w.Silence(w.Say("hello"))
	has := []string{"agenda", "news"}
	ask := func(text string) string {
		t.Helper()
		tn := w.Turn(w.Say(text))
		tn.Host.Tools = func() []string { return slices.Clone(has) }
		r, err := change.Answer(t.Context(), tn)
		if err != nil || r == nil {
			t.Fatalf("%q is answered with %v, %v", text, r, err)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
		w.Apply(tn, r)
		return r.Text.String()
	}
	for _, c := range []struct{ says, want, stands string }{
		{"outreach off", "It is so already", ""},
		{"outreach on", "Once a day at most", "on"},
		{"outreach on", "It is so already", "on"},
		{"outreach off", "the briefing still has it", ""},
		{"undo", "Taken back", "on"},
	} {
		if got := ask(c.says); !strings.Contains(got, c.want) || strings.Contains(got, "set up") {
			t.Errorf("%q: %s", c.says, got)
		}
		var stands string
		w.Mind.Read(func(v memory.View) { stands = v.Principal.Settings[event.SettingOutreach] })
		if stands != c.stands {
			t.Errorf("%q leaves %q", c.says, stands)
		}
	}
	ask("outreach off")
	has = []string{"agenda"}
	if got := ask("outreach on"); !strings.Contains(got, "Neither feeds nor a search are set up") {
		t.Errorf("without either: %s", got)
	}
}
