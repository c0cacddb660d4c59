package inspect_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/inspect"
	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// recalled answers a question from two memories, of which one was used.
func (w *life) recalled() event.Seq {
	return w.told("where does Ana live?", "procedure:recall", func(p *phrase.Text) {
		p.Claim([]event.Seq{w.portoFact, w.porto}, "Porto (you, [15 Mar 2026](src:m%d)).", w.porto)
	}, event.Found{Memory: w.portoFact, Score: 0.82, Used: true}, event.Found{Memory: w.boardFact, Score: 0.31})
}

func TestWhy(t *testing.T) {
	t.Run("answer", func(t *testing.T) {
		w := live(t)
		post := w.recalled()
		r := w.ask("why")
		w.golden("why-answer", r)
		if r.About != post || !r.Direct {
			t.Errorf("about %d, direct %v", r.About, r.Direct)
		}
	})
	t.Run("more", func(t *testing.T) {
		w := live(t)
		w.recalled()
		w.ask("why")
		more := w.ask("why more") // about the answer, not about the receipt
		w.golden("why-more", more)
		w.ask("why")
		if got := w.ask("more").Text.String(); got != more.Text.String() {
			t.Errorf("after why, more is otherwise than why more:\n%s", got)
		}
		says(t, w.ask("more"), "How it was made", "4 events in 1 commit")
		says(t, w.ask("more"), "no more to show")
		says(t, w.ask("why"), `when I said "Porto (you, 15 Mar 2026)."`)
	})
	t.Run("reply", func(t *testing.T) {
		w := live(t)
		post := w.recalled()
		w.ask("loops")
		says(t, w.reply(post, "why did you say that?"), `when I said "Porto`)
		says(t, w.ask(fmt.Sprintf("why m%d", post)), `when I said "Porto`)
		says(t, w.ask(fmt.Sprintf("why more m%d", post)), "Everything behind \"Porto", "score 0.82")
	})
	t.Run("command", func(t *testing.T) {
		w := live(t)
		w.ask("loops")
		w.golden("why-command", w.ask("why"))
		w.ask("status")
		w.golden("why-status", w.ask("why"))
		w.ask("privacy")
		w.golden("why-fixed", w.ask("why"))
	})
	t.Run("many", func(t *testing.T) {
		w := live(t)
		w.told("what do you know?", "procedure:recall", func(p *phrase.Text) {
			for i := range 20 {
				seq := w.Say(fmt.Sprintf("statement number %d about the slow harbour and the ships that wait in it", i))
				p.Item().Claim([]event.Seq{seq}, "number %d", i)
			}
		})
		r := w.ask("why")
		says(t, r, "`why more`", "`more`")
		turntest.Manners(t, r.Text.String())
		turntest.Claims(t, w.Mind, &r.Text)
	})
	t.Run("silence", func(t *testing.T) {
		w := live(t)
		answered := w.recalled()
		w.told("The mill in Geelong closes in May", "procedure:state", func(*phrase.Text) {})
		r := w.ask("why")
		w.golden("why-silence", r)
		says(t, r, fmt.Sprintf("`why m%d`", answered))
	})
	t.Run("reminder", func(t *testing.T) {
		w := live(t)
		job := w.record(event.Jobs, event.JobBegan{Job: "reminders", Slot: "x", Attempt: 1})
		text := new(phrase.Text).Claim([]event.Seq{w.reminder}, "**Call the bank about the overdraft.** You asked for this on Thu 19 Nov, 08:51.")
		e := w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: text.String(), Cites: text.Cites(), About: w.reminder}).Because(job).Resting(w.reminder)
		post := w.Record(e)[0].Seq
		w.record(event.Loops, event.ReminderFired{Reminder: w.reminder, Slot: w.Now}, post)
		w.golden("why-reminder", w.reply(post, "why"))
		w.golden("became-said", w.ask("show "+h('r', w.reminder)))
	})
	t.Run("things", func(t *testing.T) {
		w := live(t)
		says(t, w.ask("why "+h('d', w.decision)), "Decision d5", "they pay late")
		says(t, w.ask("why "+h('m', w.portoFact)), "From `m6`")
		says(t, w.ask("why m2"), "record of my own work")
		says(t, w.ask("why m4000"), "There is no `m4000`")
		says(t, w.ask("why "+h('m', w.june)), "I said nothing to", "No turn has taken it up yet")
	})
	t.Run("forgotten", func(t *testing.T) {
		w := live(t)
		post := w.recalled()
		plan, err := w.Mind.Reach(t.Context(), w.porto)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		r := w.ask(fmt.Sprintf("why m%d", post))
		w.golden("why-forgotten", r)
		says(t, r, "!bakery", "!moved", fmt.Sprintf("`m%d` was forgotten", w.portoFact), fmt.Sprintf("`m%d` was forgotten", w.porto))
		says(t, w.ask(fmt.Sprintf("why more m%d", post)), "!bakery", "!moved", "was forgotten")
	})
	// Down to the messages: what was inferred from several lists each of them, and what rests
	// on the agent's own words says that no message states it.
	t.Run("roots", func(t *testing.T) {
		w := live(t)
		w.At("2026-10-02 09:00")
		other := w.Say("The mills raise their prices every spring")
		edit := w.record(event.Bot, event.Edited{Message: other, Text: "The mills raise their prices every March", On: w.Now}, other)
		step := w.record(event.Learning, event.Learned{Sort: "fact", Text: "The mills raise prices in March", Provenance: event.Stated, On: w.Now}, edit)
		belief := w.record(event.Learning, event.Learned{Sort: "belief", Text: "Acme's costs rise in spring", Provenance: event.Inferred, On: w.Now}, w.board, step)
		echo := w.record(event.Learning, event.Learned{Sort: "belief", Text: "Spring is the season to renew", Provenance: event.Generated, On: w.Now}, w.told("when?", "procedure:recall", func(p *phrase.Text) { p.Say("Renew in spring.") }))
		w.At("2026-11-20 08:30")
		w.told("when do Acme's costs rise?", "procedure:recall", func(p *phrase.Text) {
			p.Claim([]event.Seq{belief, echo}, "In spring, I think.")
		}, event.Found{Memory: belief, Score: 0.71, Used: true}, event.Found{Memory: echo, Score: 0.44, Used: true}, event.Found{Memory: w.portoFact, Score: 0.31})
		r := w.ask("why")
		w.golden("why-roots", r)
		says(t, r, h('m', w.board), h('m', other), "every March", "no message states it", "!every spring", "!reason")
		w.golden("why-roots-more", w.ask("why more"))
	})
	t.Run("many roots", func(t *testing.T) {
		w := live(t)
		var from []event.Seq
		for i := range 9 {
			from = append(from, w.Say(fmt.Sprintf("the ferry was late again, day %d", i)))
		}
		late := w.record(event.Learning, event.Learned{Sort: "pattern", Text: "The ferry is late most days", Provenance: event.Inferred, On: w.Now}, from...)
		w.told("is the ferry late?", "procedure:recall", func(p *phrase.Text) { p.Claim([]event.Seq{late}, "Most days, I think.") })
		says(t, w.ask("why"), h('m', from[2]), "!"+h('m', from[3]), "`why more` lists them")
		pages := w.ask("why more").Text.String() + w.ask("more").Text.String()
		for _, seq := range from {
			if !strings.Contains(pages, h('m', seq)) {
				t.Errorf("%d is on no page:\n%s", seq, pages)
			}
		}
	})
}

func TestRevisit(t *testing.T) {
	t.Run("handle", func(t *testing.T) {
		w := live(t)
		r := w.ask(fmt.Sprintf("revisit d%d", w.decision))
		w.golden("revisit", r)
		if r.About != w.decision {
			t.Errorf("about %d", r.About)
		}
		says(t, w.reply(w.lastPost(), "revisit"), "Decision d5") // in reply to a post about it
		says(t, w.reply(w.retainer, "revisit"), "Decision d5")   // in reply to the message that made it
	})
	t.Run("words", func(t *testing.T) {
		w := live(t)
		says(t, w.ask("revisit the pricing decision"), "Decision d9", "Victoria")
		says(t, w.ask("revisit the Henderson decision"), "Decision d5")
		bare := w.record(event.Decisions, event.DecisionRecorded{Text: "cycle on Wednesdays", On: w.Now}, w.june)
		says(t, w.ask("revisit "+h('d', bare)), "nothing that shares its words", "!That is the evidence")
		w.golden("revisit-unknown", w.ask("revisit the hiring decision"))
		w.golden("revisit-which", w.ask("revisit"))
	})
	t.Run("several", func(t *testing.T) {
		w := live(t)
		w.record(event.Decisions, event.DecisionRecorded{Text: "hourly pricing for Henderson", On: w.Now}, w.june)
		w.golden("revisit-several", w.ask("revisit the pricing decision"))
	})
	t.Run("against", func(t *testing.T) {
		w := live(t)
		fix := w.Say("no, Henderson pays on time now")
		w.record(event.Learning, event.Superseded{Memory: w.late, On: w.Now, Reason: "corrected"}, fix)
		w.golden("revisit-against", w.ask("revisit "+h('d', w.decision)))
	})
	t.Run("disputed and repeated", func(t *testing.T) {
		w := live(t)
		again := w.Say("Henderson paid late once more")
		w.record(event.Learning, event.Reinforced{Memory: w.late, Roots: []event.Seq{again}, As: event.Again}, again)
		on := w.Say("Henderson is the promptest payer we have")
		other := w.learn(event.Learned{Sort: "fact", Text: "Henderson pays promptly", Quote: "Henderson is the promptest payer", Subject: "Henderson"}, on)
		w.record(event.Learning, event.Disputed{Between: []event.Seq{w.late, other}}, w.late, other)
		w.golden("revisit-disputed", w.ask("revisit "+h('d', w.decision)))
	})
	t.Run("thread", func(t *testing.T) {
		w := live(t)
		thread := event.Place{Platform: "slack", Account: "T1", Room: "D1", Thread: "17"}
		said := w.SayIn(thread, event.Work, 0, "We decided to cycle on Wednesdays")
		d := w.record(event.Decisions, event.DecisionRecorded{Text: "cycle on Wednesdays", On: w.Now, Audience: event.Work}, said)
		w.SayIn(thread, event.Work, 0, "The weather is fine")
		says(t, w.in(thread, event.Work, 0, "revisit"), "Decision "+h('d', d))
		more := w.SayIn(thread, event.Work, 0, "We decided to walk on Fridays")
		w.record(event.Decisions, event.DecisionRecorded{Text: "walk on Fridays", On: w.Now, Audience: event.Work}, more)
		thread.Thread = "18"
		says(t, w.in(thread, event.Work, 0, "revisit"), "Which one?")
	})
	t.Run("reversed", func(t *testing.T) {
		w := live(t)
		w.record(event.Decisions, event.DecisionRevised{Decision: w.pricing, How: event.Reverse, On: w.Now}, w.june)
		w.golden("revisit-reversed", w.ask("revisit "+h('d', w.pricing)))
	})
	t.Run("proposal", func(t *testing.T) {
		w := live(t)
		says(t, w.ask("revisit "+h('d', w.proposal)), "`record d25`")
	})
	t.Run("withdrawn", func(t *testing.T) {
		w := live(t)
		w.record(event.Decisions, event.DecisionRevised{Decision: w.pricing, How: event.Withdraw, On: w.Now}, w.june)
		says(t, w.ask("revisit "+h('d', w.pricing)), "withdrawn since")
	})
	t.Run("no decision", func(t *testing.T) {
		w := live(t)
		says(t, w.ask("revisit "+h('d', w.loop)), "That number is `l13`")
	})
	t.Run("buttons", func(t *testing.T) {
		w := live(t)
		for _, b := range w.ask("revisit " + h('d', w.decision)).Buttons {
			tn := w.Turn(w.Say(b.Says))
			if tn.Command == nil || len(tn.Command.Handles) != 1 {
				t.Errorf("pressing %q says %q, which is no command about it", b.Label, b.Says)
			}
			if r, err := (inspect.Desk{}).Answer(t.Context(), tn); r != nil || err != nil {
				t.Errorf("%q is answered by what only reads", b.Says)
			}
		}
	})
}
