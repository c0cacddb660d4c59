package integrate_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
)

// current lists the words of what is known and not superseded.
func (w *world) current() (out []string) {
	w.t.Helper()
	over := map[event.Seq]bool{}
	gone, _ := all[event.Superseded](w)
	for _, s := range gone {
		over[s.Memory] = true
	}
	learned, recs := all[event.Learned](w)
	for i, l := range learned {
		if !over[recs[i].Seq] {
			out = append(out, l.Quote)
		}
	}
	return out
}

// What tells that something is over, or has another value, is learned, and what was before is current no
// more. What it does not speak of stays.
func TestOver(t *testing.T) {
	say := func(texts ...string) []string { return texts }
	for _, c := range []struct{ said, want []string }{
		{say("My doctor is Dr. Weber.", "I changed doctors, it's Dr. Klein now."), say("I changed doctors, it's Dr. Klein now.")},
		{say("Tom works at Eni.", "Tom likes wine.", "Tom lives in Rome.", "Tom retired.", "Tom gave up wine.", "Tom isn't in Rome any more."),
			say("Tom retired.", "Tom gave up wine.", "Tom isn't in Rome any more.")},
		{say("Tom likes beer.", "Tom gave up wine."), say("Tom likes beer.", "Tom gave up wine.")},
		{say("My salary is 4000 euros.", "I got a raise, I earn 4500 euros now."), say("I earn 4500 euros now.")},
		{say("My mother is a nurse.", "My mother retired last year."), say("My mother retired last year.")},
		{say("My brother Leo is a pilot.", "Leo got fired."), say("My brother Leo is a pilot.", "Leo got fired.")}, // he is still the brother
		{say("I met my new colleague Priya today.", "Priya resigned."), say("Priya resigned.")},
		{say("My colleague is Priya.", "Priya resigned."), say("Priya resigned.")},
		{say("My favourite restaurant is Da Mario.", "Da Mario closed down."), say("Da Mario closed down.")},
		{say("The rent is 1200 euros.", "The rent went up to 1350 euros."), say("The rent went up to 1350 euros.")},
		{say("I work at Bosch.", "I retired."), say("I retired.")},
		{say("I wear glasses.", "I don't wear glasses any more, I got laser surgery."), say("I don't wear glasses any more")},
		{say("My car is a Golf.", "My car is a Tesla now."), say("My car is a Tesla now.")},
		{say("My car is a Golf.", "I sold the Golf."), say("I sold the Golf.")},
		{say("I'm married to Eva.", "Eva and I got divorced."), say("Eva and I got divorced.")},
		{say("I run on Tuesdays.", "I don't run on Mondays any more."), say("I run on Tuesdays.", "I don't run on Mondays any more.")},
		{say("Ana works at Eni.", "Tom works at Eni.", "Tom got fired."), say("Ana works at Eni.", "Tom got fired.")},
		{say("My exam is on 4 May.", "My exam was moved to 11 May."), say("My exam was moved to 11 May.")},
		{say("Nils's number is 445 566.", "Nils has an office number too: 778 899."), say("Nils's number is 445 566.", "Nils has an office number too: 778 899.")},
		{say("Ben owes me 50 euros.", "Ben paid me back."), say("Ben paid me back.")},
		{say("Tom works at Eni.", "Tom wants to retire in May."), say("Tom works at Eni.", "Tom wants to retire in May.")},
		{say("My accountant is Lara.", "My other accountant is Jule."), say("My accountant is Lara.", "My other accountant is Jule.")},
	} {
		for _, together := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, together %v", c.said, together), func(t *testing.T) {
				w := newWorld(t)
				for _, text := range c.said {
					w.hear(text)
					if !together {
						w.pass()
					}
				}
				w.pass()
				if d := cmp.Diff(c.want, w.current()); d != "" {
					t.Error(d)
				}
			})
		}
	}
}
