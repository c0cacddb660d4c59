package respond_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/store"
)

// gated is the receipt of what was noticed for a reply.
func gated(t *testing.T, r *turn.Reply) event.Gated {
	t.Helper()
	for _, x := range r.Writes {
		if g, ok := x.Payload.(event.Gated); ok {
			if x.From == nil || len(x.From) > 0 {
				t.Errorf("the receipt rests on %v", x.From)
			}
			return g
		}
	}
	t.Fatal("there is no receipt of what was noticed")
	return event.Gated{}
}

// A feeling colours the tone where it was let in, and where it was left out, as the receipt says, it does not.
func TestToneAsOnTheReceipt(t *testing.T) {
	seen := map[bool]int{}
	for _, busy := range []bool{false, true} {
		w := turntest.New(t).At("2026-11-20 07:55")
		m := w.Say("mood on")
		yes := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingMood, Text: "on", On: w.Now}).Because(m).Resting(m)
		yes.Trust = event.ByPrincipal
		w.Record(yes)
		w.Write(event.Felt{Feeling: "angry", Valence: -.7, Intensity: .5, On: w.Now}, m)
		for i := range 8 {
			if busy {
				text := "raise the day rate of client " + number(event.Seq(i))
				w.Record(w.Pens.For(event.Loops).Write(event.LoopOpened{Text: text, On: w.Now}).Resting(m))
				w.Record(w.Pens.For(event.Loops).Write(event.ReminderSet{Text: text, At: turntest.Today.Add(time.Hour), On: w.Now, Place: turntest.Console}).Resting(m))
				w.Record(w.Pens.For(event.Decisions).Write(event.DecisionRecorded{Text: text, On: w.Now}).Resting(m))
			}
		}
		large := says("Raise it.")
		reply, _, err := desk(large, large).Answer(t.Context(), ready(w.Turn(w.At("2026-11-20 08:00").Say("Should the day rate of a client be raised?")), "reflex"))
		if err != nil {
			t.Fatal(err)
		}
		kept := false
		for _, s := range gated(t, reply).Signals {
			kept = kept || s.Kind == event.SignalResidue && s.Kept
		}
		seen[kept]++
		if got := strings.Contains(all(large), "something weighs"); got != kept {
			t.Errorf("let in: %v, in the tone: %v", kept, got)
		}
	}
	if len(seen) != 2 {
		t.Errorf("let in or left out: %v", seen)
	}
}

// What is open, promised and decided comes to mind with a message, is cited by its handle, and
// stands on the receipt with what was left out.
func TestWhatComesToMind(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	said := w.Say("I have to revisit the day rate before Christmas")
	loop := w.Record(w.Pens.For(event.Loops).Write(event.LoopOpened{Text: "Revisit the day rate before Christmas", On: w.Now}).Resting(said))[0].Seq
	for i := range 8 {
		w.Record(w.Pens.For(event.Loops).Write(event.ReminderSet{
			Text: "call number " + string(rune('A'+i)), At: turntest.Today.Add(time.Duration(i+1) * time.Hour), On: w.Now, Place: turntest.Console,
		}).Resting(said))
	}
	decision := w.Record(w.Pens.For(event.Decisions).Write(event.DecisionRecorded{Text: "the day rate is A$1,450", Reason: "the market pays it", On: w.Now}).Resting(said))[0].Seq
	asked := w.At("2026-11-20 08:00").Say("What about our day rate next year?")
	link := "[19 Nov 2026](src:l" + number(loop) + ")"
	large := says("You meant to revisit it (" + link + ").")
	reply, _, err := desk(says(""), large).Answer(t.Context(), ready(w.Turn(asked), "standard"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<signal kind="loop" link="` + link + `" note="open">Revisit the day rate before Christmas</signal>`,
		`note="decided">the day rate is A$1,450, because the market pays it</signal>`,
		`note="you will remind him on Fri 20 Nov, 10:00">call number A</signal>`,
	} {
		if !strings.Contains(all(large), want) {
			t.Errorf("not noticed: %s in\n%s", want, large.asked[0].System[1].Text)
		}
	}
	if !slices.Contains(reply.Text.Rests(), loop) {
		t.Errorf("%q rests on %v, not on the loop", reply.Text.String(), reply.Text.Rests())
	}
	g := gated(t, reply)
	if g.Tier != "standard" || g.Places != 9 || len(g.Signals) != 6 {
		t.Fatalf("%+v", g)
	}
	kinds := map[string]event.Noticed{}
	for _, s := range g.Signals {
		kinds[s.Kind] = s
	}
	if s := kinds[event.SignalLoop]; !s.Kept || !slices.Equal(s.Seqs, []event.Seq{loop}) || s.Name != "l"+number(loop) || s.Relevance < 0.4 || s.Base != 0.6 {
		t.Errorf("%+v", s)
	}
	if s := kinds[event.SignalDecision]; !s.Kept || !slices.Equal(s.Seqs, []event.Seq{decision}) {
		t.Errorf("%+v", s)
	}
}

func number(seq event.Seq) string { return strconv.FormatUint(uint64(seq), 10) }

// slow is a store that does not find things in time.
type slow struct{ store.Store }

func (slow) SearchAll(context.Context, ...store.Query) ([]store.Result, error) {
	return nil, store.ErrUnavailable
}

// That the search for signals was late stands on the receipt.
func TestALateSearchIsNoted(t *testing.T) {
	for _, late := range []bool{false, true} {
		w := turntest.New(t)
		tn := ready(w.Turn(w.Say("What about our day rate next year?")), "standard")
		if late {
			tn.Store = slow{tn.Store}
		}
		reply, _, err := desk(says(""), says("It rises.")).Answer(t.Context(), tn)
		if err != nil {
			t.Fatal(err)
		}
		if g := gated(t, reply); g.Late != late {
			t.Errorf("late is %v on the receipt, want %v", g.Late, late)
		}
	}
}
