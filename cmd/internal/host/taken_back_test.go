package host_test

import (
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// What somebody else takes back, by "skip me" or by deleting the message, stands nowhere
// any more: also not in what was answered with it. The rest of the channel stays.
func TestWhatOthersTakeBackIsNotRepeated(t *testing.T) {
	for name, back := range map[string]func(*connectors.Event){
		"skip me": func(e *connectors.Event) { e.Addressed, e.Text = true, "skip me" },
		"deleted": func(e *connectors.Event) { e.Kind, e.Message = connectors.Delete, "zebra" },
	} {
		t.Run(name, func(t *testing.T) {
			w := settle(t, nil, nil)
			w.in(acme, "observe")
			by := func(who string) func(*connectors.Event) {
				return func(e *connectors.Event) { e.From.ID, e.From.Name, e.Addressed = who, who, false }
			}
			w.in(acme, "Our packaging spend is zebra thousand a month.", by("eve"), func(e *connectors.Event) { e.Message = "zebra" })
			w.in(acme, "The meeting room is called heron.", by("ann"))
			for question, answer := range map[string]string{"what is the packaging spend?": "zebra", "what is the meeting room called?": "heron"} {
				if said := where(w.in(acme, question)); !strings.Contains(said, answer) {
					t.Fatalf("%s: %s", question, said)
				}
			}
			w.in(acme, "", by("eve"), back)
			heron := false
			for r, err := range w.c.Mind.Events(t.Context(), ledger.Query{}) {
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(string(r.Body), "zebra") && !strings.Contains(r.Key, "zebra") {
					t.Errorf("event %d, %s, repeats it: %s", r.Seq, r.Kind, r.Body)
				}
				heron = heron || r.Kind == event.PostQueued{}.Kind() && strings.Contains(string(r.Body), "heron")
			}
			if !heron {
				t.Error("the answer with what another said is gone, too")
			}
			if said := saidIn(w.in(atTelegram, "find spend"), atTelegram); strings.Contains(said, "packaging spend is") {
				t.Errorf("found: %s", said)
			}
		})
	}
}
