package host_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/connectors"
	"citadel/memory"
)

// What he passed on is shown to the model that he asks about it next, also within the same breath, in
// either order: the words as somebody else's, the picture, and what a file says.
func TestAskedAboutWhatWasPassedOn(t *testing.T) {
	var w *town
	awaited := 0 // messages that are to be looked at before the model answers
	server := answering(t, claudes(func(scripted.Request) scripted.Reply {
		for head := w.c.Mind.Head(); w.handed() < awaited; head = w.c.Mind.Head() {
			<-w.c.Mind.Past(head)
		}
		return scripted.Says("I would not.")
	}))
	w = settle(t, server, nil)
	at := spots[0]
	parts := func(i int) []connectors.Event {
		from := func(e *connectors.Event) { e.Forwarded = "Priya" }
		picture := w.hold(fmt.Sprintf("van%d.png", i), "image/png", string(photo(t, 40+i)))
		text := w.hold(fmt.Sprintf("terms%d.txt", i), "text/plain", fmt.Sprintf("The deposit is %d dollars.", 700+i))
		return []connectors.Event{
			w.event(at, fmt.Sprintf("Can you lend me the blue van on %d May for the Geelong fair?", i+1), from),
			w.event(at, "", from, func(e *connectors.Event) { e.Files = []connectors.File{picture, text} }),
		}
	}
	const question = "What does she want from me, what is on it, and should I agree?"
	for i, ask := range []func([]connectors.Event) []display{
		func(handed []connectors.Event) []display {
			said := w.burst(handed...)
			if len(said) != 1 || !strings.HasPrefix(said[0].text, "Kept: ") || !strings.HasSuffix(said[0].text, "Ask about it, and I look.") {
				t.Errorf("said %+v", said)
			}
			return w.in(at, question)
		},
		func(handed []connectors.Event) []display { return w.burst(append(handed, w.event(at, question))...) },
		func(handed []connectors.Event) []display {
			return w.burst(append([]connectors.Event{w.event(at, question)}, handed...)...)
		},
	} {
		awaited += 2
		said := ask(parts(i))
		asked := server.Requests()
		var shown strings.Builder
		pictures := 0
		for _, m := range asked[len(asked)-1].Messages {
			for _, p := range m.Parts {
				if shown.WriteString(p.Text + "\n"); p.Image != nil {
					pictures++
				}
			}
		}
		for _, want := range []string{
			fmt.Sprintf("<quoted from=\"Priya\">\nCan you lend me the blue van on %d May", i+1), fmt.Sprintf("The deposit is %d dollars.", 700+i), fmt.Sprintf("van%d.png", i), question,
		} {
			if !strings.Contains(shown.String(), want) {
				t.Errorf("%d: %q is not shown: %s", i, want, shown.String())
			}
		}
		if pictures == 0 {
			t.Errorf("%d: the picture is not shown", i)
		}
		answers := 0
		for _, d := range said {
			if d.what == "post" && d.text == "I would not." {
				answers++
			}
			if d.what == "post" && i == 2 && strings.Contains(d.text, "Ask about it") {
				t.Errorf("%d: what he asked is asked for: %q", i, d.text)
			}
		}
		if answers != 1 {
			t.Errorf("%d: %d answers: %+v", i, answers, said)
		}
	}
}

// handed counts the messages that were passed on and looked at.
func (w *town) handed() (n int) {
	w.c.Mind.Read(func(v memory.View) {
		for _, t := range v.Thread.Handed {
			n += len(t.Messages)
		}
	})
	return n
}
