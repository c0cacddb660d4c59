package propose_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/jobstest"
	"citadel/jobs/propose"
	"citadel/memory"
	"citadel/memory/event"
)

func look(t *testing.T, w *turntest.World, at string) {
	t.Helper()
	w.At(at)
	jobstest.Look(t, w, propose.Job(jobs.Morning{At: 7 * time.Hour}, "22:00-07:00"))
}

// infer writes n things that nobody said.
func infer(w *turntest.World, n int) {
	for i := range n {
		said := w.Say(fmt.Sprintf("Something about supplier %d.", i))
		w.Silence(said)
		w.Write(event.Learned{Sort: "belief", Text: fmt.Sprintf("Supplier %d is late in winter.", i), Provenance: event.Inferred, Importance: .5, On: w.Now, Audience: event.Private}, said)
	}
}

// Three a day stand in the thread of the morning's message, five on Sunday, and none twice.
func TestThreeADay(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 15:00")
	infer(w, 12)
	look(t, w, "2026-11-20 06:59")
	jobstest.Want(t, w, 0, "before the morning")
	w.At("2026-11-20 07:00")
	brief := w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "Fri 20 Nov", Subject: event.SubjectBriefing})
	w.Write(event.JobRan{Job: briefing.Job, Slot: "2026-11-20", Outcome: event.JobDone})
	look(t, w, "2026-11-20 07:01")
	jobstest.Want(t, w, 1, "at seven")
	q := w.Unasked()[0]
	if q.ReplyTo != brief || q.Subject != event.SubjectProposal {
		t.Errorf("%+v", q)
	}
	jobstest.Golden(t, w, "three", propose.Name, q)
	look(t, w, "2026-11-20 12:00")
	look(t, w, "2026-11-21 08:00")
	jobstest.Want(t, w, 2, "on Saturday")
	look(t, w, "2026-11-22 08:00")
	jobstest.Want(t, w, 3, "on Sunday")
	jobstest.Golden(t, w, "sunday", propose.Name, w.Unasked()[2])
	look(t, w, "2026-11-23 08:00")
	look(t, w, "2026-11-24 08:00")
	jobstest.Want(t, w, 4, "the last one, once")
	jobstest.Golden(t, w, "one", propose.Name, w.Unasked()[3])
}

// What he said himself is no proposal, and where nothing was inferred nothing is said.
func TestNothing(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 15:00")
	said := w.Say("The kettle is new.")
	w.Silence(said)
	w.Write(event.Learned{Sort: "fact", Text: "The kettle is new.", Provenance: event.Stated, On: w.Now, Audience: event.Private}, said)
	look(t, w, "2026-11-20 08:00")
	jobstest.Want(t, w, 0, "nothing inferred")
}

// What stands against another statement is not put as well: which of the two holds is asked already.
func TestNotWhatIsDisputed(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 15:00")
	infer(w, 1)
	var guess event.Seq
	w.Mind.Read(func(v memory.View) { guess = v.Beliefs.Unasked(1)[0] })
	said := w.Say("Supplier 0 is never late.")
	w.Silence(said)
	held := w.Write(event.Learned{Sort: "fact", Text: "Supplier 0 is never late.", Provenance: event.Stated, On: w.Now, Audience: event.Private}, said)
	dispute := w.Write(event.Disputed{Between: []event.Seq{guess, held}}, guess, held)
	look(t, w, "2026-11-20 08:00")
	jobstest.Want(t, w, 0, "disputed")
	w.Write(event.Settled{Dispute: dispute}, dispute)
	look(t, w, "2026-11-21 08:00")
	jobstest.Want(t, w, 1, "settled")
}

// A theory is put once three things speak for it that he told afterwards, with all its words; before that it is a guess,
// and nobody is asked about it.
func TestTheory(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 15:00")
	tell := func(text string) event.Seq {
		said := w.Say(text)
		w.Silence(said)
		return w.Write(event.Learned{Sort: "fact", Text: text, Provenance: event.Stated, On: w.Now, Audience: event.Private}, said)
	}
	theory := w.Write(event.Learned{
		Sort: event.SortTheory, Text: "Henderson pays late because a new finance lead, who wants every invoice twice, began in September and was ill for most of October.",
		Provenance: event.Generated, Importance: .5, On: w.Now, Audience: event.Private,
	}, tell("Henderson pays late."), tell("Henderson has a new finance lead."))
	for i := range 3 {
		look(t, w, fmt.Sprintf("2026-11-2%d 08:00", i))
		jobstest.Want(t, w, 0, "a guess")
		said := w.Say("Another invoice came back.")
		w.Silence(said)
		w.Write(event.Reinforced{Memory: theory, Roots: []event.Seq{said}, As: event.Again}, theory, said)
	}
	look(t, w, "2026-11-23 08:00")
	jobstest.Want(t, w, 1, "borne out")
	jobstest.Golden(t, w, "theory", propose.Name, w.Unasked()[0])
}
