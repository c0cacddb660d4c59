package procedure_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "Why did I decide that?" asks for the reason of what the newest post shows. A reason was given for the words of then:
// where a decision got others since, both are told.
func TestWhyThatWasDecided(t *testing.T) {
	w := turntest.New(t).At("2026-11-17 09:00")
	decide := func(text, reason string) event.Seq {
		said := w.Say(text + ", because " + reason)
		w.Silence(said)
		return w.Write(event.DecisionRecorded{Text: text, Reason: reason, On: w.Now, Audience: event.Private}, said)
	}
	kept := decide("Keep the Porto bakery", "it pays its way")
	changed := decide("Drop the Henderson retainer", "they pay late")
	w.At("2026-11-18 09:00")
	word := w.Say("amend the Henderson decision")
	w.Silence(word)
	w.Write(event.DecisionRevised{Decision: changed, How: event.Amend, Text: "Project work for Henderson only", On: w.Now}, word)
	w.At("2026-11-20 09:00")
	show := func(all ...event.Seq) {
		text := "Nothing of that sort."
		if len(all) > 0 {
			text = phrase.Count(len(all), "decision") + "."
		}
		for _, d := range all {
			text += fmt.Sprintf("\n\n- `%s` so it was", phrase.Handle('d', d))
		}
		w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: text})
	}
	const (
		pays = `"it pays its way": "Keep the Porto bakery, because it pays its way" (you, [17 Nov 2026](src:d`
		late = `"they pay late": "Drop the Henderson retainer" (you, [17 Nov 2026](src:d`
		now  = `Since 18 Nov 2026 it reads "Project work for Henderson only".`
	)
	for _, c := range []struct {
		shown []event.Seq
		says  string
		want  []string
	}{
		{[]event.Seq{kept}, "why did I decide that?", []string{pays}},
		{[]event.Seq{changed}, "Why did we decide this?", []string{late, now}},
		{[]event.Seq{kept, changed}, "why did I decide so?", []string{pays, late, now}},
		{nil, "why did we drop the Henderson retainer?", []string{late, now}},
		{nil, "why did I decide that?", nil},
		{[]event.Seq{kept}, "why did I decide that Eva was wrong?", nil},
	} {
		show(c.shown...)
		_, r := ask(t, w, c.says)
		said := r.Text.String()
		for _, part := range c.want {
			if !strings.Contains(said, part) {
				t.Errorf("%q after %d: %q, want %q", c.says, len(c.shown), said, part)
			}
		}
		if c.want == nil && (strings.Contains(said, pays) || strings.Contains(said, late)) {
			t.Errorf("%q after %d: %q", c.says, len(c.shown), said)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}
