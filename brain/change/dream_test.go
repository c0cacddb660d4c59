package change_test

import (
	"strings"
	"testing"

	"citadel/brain/change"
	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// Dreams are kept, seldom, told aloud or ended by a word, and each word can be taken back or followed by another.
func TestDreams(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	note := w.Write(event.Learned{Sort: "statement", Text: "The kettle is new.", Provenance: event.Stated, On: w.Now, Audience: event.Private}, w.Say("The kettle is new."))
	dream := w.Write(event.Dreamt{Night: "2026-11-19", Fragment: "Steam writes on the window.\nThe street reads it.", Theme: "warm windows", By: "m", On: w.Now, Art: event.Art{Seed: 3, Palette: event.Warm, Alt: "Abstract picture."}}, note)
	ask := func(text string) string {
		t.Helper()
		tn := w.Turn(w.Say(text))
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
		{"keep dream m1", "There is no such dream", ""},
		{"keep dream m4", "Kept: the dream of Thu 19 Nov", ""},
		{"keep dream m4", "Kept already", ""},
		{"fewer dreams", "Two dreams a week", event.DreamsFewer},
		{"dreams fewer", "It is so already", event.DreamsFewer},
		{"dreams notify", "may ring", event.DreamsNotify},
		{"no dreams", "No more dreams", event.DreamsOff},
		{"undo", "Taken back", event.DreamsNotify},
		{"dreams on", "without a sound", ""},
	} {
		says := strings.ReplaceAll(c.says, "m4", phrase.Handle('m', dream))
		if got := ask(says); !strings.Contains(got, c.want) {
			t.Errorf("%q: %s", says, got)
		}
		var stands string
		w.Mind.Read(func(v memory.View) { stands = v.Principal.Settings[event.SettingDreams] })
		if stands != c.stands {
			t.Errorf("%q leaves %q", says, stands)
		}
	}
}
