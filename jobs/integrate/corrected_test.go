package integrate_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// What is corrected while its message is being read holds no more than what is corrected before or
// after, and taking the correction back lets it hold again.
func TestCorrectedWhileItIsRead(t *testing.T) {
	for _, at := range []string{"before", "while read", "while written", "after"} {
		t.Run(at, func(t *testing.T) {
			w := newWorld(t)
			said := w.hear("My sister is Ana.")
			correct := func() {
				correction := w.Say("no, Ana is not my sister")
				w.turn(correction, event.TurnEnded{Outcome: event.Answered, By: "command:correct"},
					event.Learned{
						Sort: "fact", Text: "Ana is not my sister", Quote: "Ana is not my sister", Subject: extract.Me, Attribute: "sister",
						Value: "Ana", Provenance: event.Stated, On: w.Now, Class: "standard", Importance: 0.5,
					},
					event.Superseded{Memory: said, By: correction, On: w.Now, Reason: "corrected"},
					event.Integrated{Messages: []event.Seq{correction}, By: event.ByRules, Learned: 1})
			}
			if at == "before" {
				correct()
			}
			find, looked := w.alike, false
			w.alike = func(ctx context.Context, st *dedupe.Statement, now time.Time) (like []event.Seq, err error) {
				// The message was read. What it may contradict is looked up, and then it is written.
				if at == "while read" && !looked {
					correct()
				}
				like, err = find(ctx, st, now)
				if at == "while written" && !looked {
					correct()
				}
				looked = true
				return like, err
			}
			w.runner = w.newRunner()
			w.pass()
			if at == "after" {
				correct()
			}
			if n := w.integrated()[said]; n != 1 {
				t.Fatalf("the message was read %d times", n)
			}
			held := func() (holding int) {
				all, recs := all[event.Learned](w)
				for i, l := range all {
					if l.Text != "Ana is not my sister" && !w.held(recs[i].Seq).Over {
						holding++
					}
				}
				return holding
			}
			if n := held(); n != 0 {
				t.Errorf("%d memories of it hold", n)
			}
			w.Record(w.Pens.For(event.Learning).Write(event.Restored{Memory: said}).Resting(said))
			if made := at == "while written" || at == "after"; made && held() != 1 {
				t.Errorf("taken back: %d memories hold", held())
			}
		})
	}
}

// Of what was said in one moment, as some platforms tell it in whole seconds, the message that came later is
// the newer: reading the first one through after the second ends nothing of the second.
func TestCorrectedInTheSameMoment(t *testing.T) {
	w := newWorld(t)
	w.hear("Petra lives in Ghent.")
	correction := w.Say("my mistake, Petra lives in Bruges")
	w.turn(correction, event.TurnEnded{Outcome: event.Answered, By: "command:wrong"},
		event.Learned{
			Sort: "fact", Text: "Petra lives in Bruges", Quote: "Petra lives in Bruges", Subject: "Petra", Attribute: "residence",
			Value: "Bruges", Provenance: event.Stated, On: w.Now, Class: "standard", Importance: 0.5,
		},
		event.Integrated{Messages: []event.Seq{correction}, By: event.ByRules, Learned: 1})
	w.pass()
	all, recs := all[event.Learned](w)
	for i, l := range all {
		if over := w.held(recs[i].Seq).Over; over != (l.Value == "Ghent") {
			t.Errorf("%s: over %v", l.Value, over)
		}
	}
}

// Who mends the words beside a recording says nothing anew that was said in it: what he corrected since stays so.
func TestAnEditBesideARecordingSaysNothingAnew(t *testing.T) {
	const said = "My sister Ana lives in Porto."
	w := newWorld(t)
	seq := w.hear("Listen.", func(h *event.Heard, _ *event.TurnEnded) { h.Files = []event.File{{Name: "v.ogg", Voice: true}} })
	file := w.Record(w.Pens.For(event.Bot).Write(event.Attached{Message: seq, Sort: event.SortSound, File: "f"}).Because(seq).Resting(seq))[0].Seq
	heard := w.Pens.For(event.Brain).Write(event.Transcribed{Message: seq, File: file, Text: "Listen.\n" + said, Spoken: said, By: "whisper-1"}).Because(seq).Resting(seq, file)
	heard.Trust = event.ByTool
	transcript := w.Record(heard)[0].Seq
	outbox := w.Pens.For(event.Outbox)
	post := w.Record(outbox.Write(event.PostQueued{Place: turntest.Console, Text: "> " + said}).Because(seq).Resting(transcript))[0].Seq
	w.Record(outbox.Write(event.PostSent{Post: post, Message: "1"}).Because(post))
	w.pass()
	w.hear("Ana lives in Faro now.")
	w.pass()
	before := w.holds()
	words := w.Pens.For(event.Bot).Write(event.Edited{Message: seq, Text: "Listen to this.", On: w.Now}).Because(seq).Resting(seq)
	words.Trust = event.ByPrincipal
	all := w.Pens.For(event.Bot).Write(event.Edited{Message: seq, Text: "Listen to this.\n" + said, On: w.Now}).Because(seq).Resting(transcript, seq)
	all.Trust = event.ByTool
	w.Record(words, all)
	w.pass()
	w.pass()
	if after := w.holds(); !slices.Equal(before, after) {
		t.Errorf("held %q, and now %q", before, after)
	}
}
