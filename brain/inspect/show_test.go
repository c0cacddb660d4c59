package inspect_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

func TestShow(t *testing.T) {
	w := live(t)
	answer := w.told("where does Ana live?", "procedure:recall", func(p *phrase.Text) {
		p.Claim([]event.Seq{w.portoFact, w.porto}, "Porto (you, [15 Mar 2026](src:m%d)).", w.porto)
	})
	overheard := w.overhear(channel, "Priya Nair", "we pay around forty thousand a month for the boards and it will be more next year I am afraid")
	long := w.Say(strings.Repeat("All work and no play makes the ledger a dull read. ", 40) + "\nThe end")
	for name, handles := range map[string]string{
		"message": h('m', w.retainer), "memory": h('m', w.portoFact), "kept": h('m', w.boardFact), "post": h('m', answer),
		"decision": h('d', w.decision), "proposal": h('d', w.proposal), "loop": h('l', w.dueLoop), "reminder": h('r', w.weekly),
		"third-party": h('m', overheard), "long": h('m', long), "machinery": "m2",
		"several":      fmt.Sprintf("m%d, d%d, l%d and r%d", w.porto, w.pricing, w.loop, w.reminder),
		"wrong-letter": h('l', w.decision), "unknown-kind": "e88", "unused": "m18446744073709551615",
	} {
		t.Run(name, func(t *testing.T) { w.golden("show-"+name, w.ask("show "+handles)) })
	}
}

// A digest is shown by its handle, and what was folded into it still by its own.
func TestShowDigest(t *testing.T) {
	w := live(t)
	digest := w.record(event.Learning, event.Digested{Month: "2026-03", Of: []event.Seq{w.porto}, Text: "March 2026, console: 1 message.\n\"Ana\" (you)"}, w.porto)
	says(t, w.ask("show "+h('m', digest)), "my digest of 2026-03", "> March 2026, console: 1 message.", "find WORDS")
	says(t, w.ask("show "+h('m', w.porto)), "Porto")
}

func h(letter byte, seq event.Seq) string { return phrase.Handle(letter, seq) }

// What became of a thing is told with it.
func TestShowWhatBecame(t *testing.T) {
	w := live(t)
	braga := w.Say("no, Ana lives in Braga now")
	heir := w.learn(event.Learned{Sort: "fact", Text: "Ana lives in Braga.", Quote: "Ana lives in Braga now", Supersedes: []event.Seq{w.portoFact}}, braga)
	w.record(event.Learning, event.Superseded{Memory: w.portoFact, By: heir, On: w.Now, Reason: "corrected"}, braga)
	w.record(event.Bot, event.Edited{Message: w.june, Text: "Lena's contract ends in July", On: w.Now}, w.june)
	w.record(event.Loops, event.LoopClosed{Loop: w.dueLoop, Outcome: "done"}, braga)
	w.record(event.Loops, event.ReminderCancelled{Reminder: w.reminder, Outcome: "cancelled"}, braga)
	w.record(event.Decisions, event.DecisionRevised{Decision: w.decision, How: event.Amend, Text: "project work only, half up front", On: w.Now}, braga)
	w.record(event.Decisions, event.DecisionRevised{Decision: w.pricing, How: event.Reverse, On: w.Now}, braga)
	w.record(event.Decisions, event.DecisionDeclined{Proposal: w.proposal}, braga)
	for name, handle := range map[string]string{
		"superseded": h('m', w.portoFact), "edited": h('m', w.june), "closed": h('l', w.dueLoop), "cancelled": h('r', w.reminder),
		"amended": h('d', w.decision), "reversed": h('d', w.pricing), "declined": h('d', w.proposal),
	} {
		t.Run(name, func(t *testing.T) { w.golden("became-"+name, w.ask("show "+handle)) })
	}
	says(t, w.ask("memories"), "Braga", "!Porto")
	says(t, w.ask("decisions"), "project work only", "reversed 20 Nov 2026")
	w.record(event.Learning, event.Restored{Memory: w.portoFact}, braga)
	w.record(event.Learning, event.Superseded{Memory: heir, On: w.Now, Reason: "undo"}, braga)
	says(t, w.ask("memories"), "!Braga", "Porto")
	says(t, w.ask("show "+h('m', w.portoFact)), "counts as current")
}

// A proposal that was recorded is the decision, under the number it had from the start; what
// was amended and taken back reads as it was decided.
func TestShowRecordedProposal(t *testing.T) {
	w := live(t)
	d := w.record(event.Decisions, event.DecisionRecorded{Proposal: w.proposal, Text: "go with the Geelong mill", On: w.Now}, w.proposal)
	known := h('d', w.proposal)
	w.golden("show-recorded", w.ask("show "+known))
	amended := w.record(event.Decisions, event.DecisionRevised{Decision: d, How: event.Amend, Text: "go with the Bendigo mill", On: w.Now}, d)
	says(t, w.ask("decisions"), "`"+known+"` go with the Bendigo mill", "; amended")
	says(t, w.ask("show "+known), "You amended it", known, "!`"+h('d', d)+"`")
	w.record(event.Decisions, event.DecisionRestored{Decision: d, Revision: amended}, d)
	says(t, w.ask("revisit "+known), "!amended", "!kept")
	says(t, w.ask("decisions"), "`"+known+"` go with the Geelong mill", "!amended", "!Bendigo")
	w.told("where do the boards come from?", "procedure:recall", func(p *phrase.Text) {
		p.Claim([]event.Seq{d}, "The Geelong mill.")
	}, event.Found{Memory: d, Score: 0.9, Used: true})
	says(t, w.ask("why"), "Decision `"+known+"`", "!`"+h('d', d)+"`")
}

func TestShowForgotten(t *testing.T) {
	w := live(t)
	plan, err := w.Mind.Reach(t.Context(), w.porto)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	w.golden("show-forgotten", w.ask(fmt.Sprintf("show m%d", w.porto)))
	says(t, w.ask(fmt.Sprintf("show m%d and m%d", w.portoFact, w.board)), "was forgotten", "Acme", "!Porto")
}

// The receipt of a forgetting can be checked: its numbers, its digest, its place in the chain,
// and which copies have followed. It repeats nothing.
func TestShowReceipt(t *testing.T) {
	w := live(t)
	asked := w.Say("forget " + h('m', w.porto) + " now")
	plan, err := w.Mind.Reach(t.Context(), w.porto, w.board)
	if err != nil {
		t.Fatal(err)
	}
	done, err := w.Mind.Forget(t.Context(), plan, "asked", asked)
	if err != nil {
		t.Fatal(err)
	}
	followed := event.Seq(0)
	show := func() *turn.Reply {
		tn := w.Turn(w.Say("show " + h('m', done.Seq)))
		tn.Host.Copies = []turn.Copy{
			{Name: "the search store", Await: func(context.Context, event.Seq) error { return nil }},
			{Name: "the hot checkpoint", Await: func(ctx context.Context, seq event.Seq) error {
				if seq <= followed {
					return nil
				}
				<-ctx.Done()
				return ctx.Err()
			}},
		}
		r, err := desk.Answer(t.Context(), tn)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := show()
	w.golden("show-receipt-behind", r)
	says(t, r, "!Porto", "!bakery", "!Victoria")
	followed = done.Seq
	w.golden("show-receipt", show())
	w.Apply(w.Turn(w.Say("show "+h('m', done.Seq))), show())
	says(t, w.ask("why"), "Receipt `"+h('m', done.Seq)+"`")
	work := event.Place{Platform: "slack", Room: "D1"}
	says(t, w.in(work, event.Work, 0, "show "+h('m', done.Seq)), "!Numbers", "can't show")
}
