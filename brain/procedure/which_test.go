package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/store"
)

// recorded has a decision recorded as a world's first.
func recorded(t *testing.T, w *turntest.World, text string) event.Seq {
	t.Helper()
	message := w.Say(text)
	w.Silence(message)
	return w.Write(event.DecisionRecorded{Text: text, On: w.Now, Audience: event.Private}, message)
}

// How a decision stands may be asked in words that are no command, and by words that are not its own.
func TestWhichDecision(t *testing.T) {
	for text, want := range map[string]string{
		"Is the Falk decision still on?":             "revisit",
		"what speaks against the Falk decision?":     "revisit",
		"should we reconsider the Falk decision?":    "revisit",
		"what has changed since the Falk decision?":  "revisit",
		"revisit the accountant decision":            "revisit d",
		"Is the accountant decision still on?":       "revisit d",
		"revisit the plumber decision":               "revisit",
		"Is the Falk decision of the court known?":   "",
		"Is the court's decision on Falk final?":     "",
		"what did we decide about the accountant?":   "",
		"The Falk decision still stands, I suppose.": "",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, "I'm thinking about switching our accountant, Bremer charges too much.")
		recorded(t, w, "Drop Bremer and go with Falk Tax")
		tell(t, w, "The plumber, Otto, was late.")
		one := w.Turn(w.Say(text))
		understand(one)
		if _, err := (procedure.Desk{}).Resume(t.Context(), one); err != nil {
			t.Fatal(err)
		}
		got := ""
		if one.Command != nil {
			if got = one.Command.Name; len(one.Command.Handles) > 0 {
				got += " d"
			}
		}
		if got != want {
			t.Errorf("%q comes to %q, want %q", text, got, want)
		}
	}
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "I'm thinking about switching our accountant, Bremer charges too much.")
	recorded(t, w, "Drop Bremer and go with Falk Tax")
	_, r := ask(t, w, "what did we decide about the accountant?")
	if said := r.Text.String(); !strings.HasPrefix(said, `"Drop Bremer and go with Falk Tax" (you, `) || !strings.Contains(said, `You said: "I'm thinking about switching our accountant`) {
		t.Error(said)
	}
	turntest.Claims(t, w.Mind, &r.Text)
}

// A decision that is to be dropped is named, and asked about; one that was never recorded is dropped as a proposal.
func TestDropsADecision(t *testing.T) {
	for text, want := range map[string]string{
		"drop the ski decision":                                   `"Against the ski trip this winter" was never recorded. Drop it?|not a decision d`,
		"reverse my decision about Bremer":                        `Does that reverse your decision "Drop Bremer and go with Falk Tax"|reverse d`,
		"I was wrong about the ski trip, we're going after all.":  `"Against the ski trip this winter" was never recorded. Drop it?|not a decision d`,
		"I was wrong about Falk, we're keeping Bremer after all.": `Does that reverse your decision "Drop Bremer and go with Falk Tax"|reverse d`,
		"let's reverse the Bremer decision":                       `Does that reverse your decision "Drop Bremer and go with Falk Tax"|reverse d`,
		"I'd like to undo the Falk decision.":                     `Does that reverse your decision "Drop Bremer and go with Falk Tax"|reverse d`,
		"I want to go back on my decision about Falk":             `Does that reverse your decision "Drop Bremer and go with Falk Tax"|reverse d`,
		"drop the court's decision about Otto":                    ``,
		"They want us to drop the ski decision":                   ``,
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		recorded(t, w, "Drop Bremer and go with Falk Tax")
		tell(t, w, "I decided against the ski trip this winter.")
		tell(t, w, "The plumber, Otto, was late.")
		_, r := ask(t, w, text)
		said, says, _ := strings.Cut(want, "|")
		if !strings.HasPrefix(r.Text.String(), said) || (r.By == "procedure:recanted") != (want != "") {
			t.Errorf("%q: %s %q", text, r.By, r.Text.String())
		}
		if want != "" && (len(r.Buttons) != 2 || !strings.HasPrefix(r.Buttons[0].Says, says)) {
			t.Errorf("%q offers %v", text, r.Buttons)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}

// That a decision is off after all is asked before the words are taken for a correction of something.
func TestAfterAllIsNoCorrection(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	recorded(t, w, "Against the ski trip this winter")
	one := w.Turn(w.Say("I was wrong about the ski trip, we're going after all."))
	r, err := procedure.Desk{}.Resume(t.Context(), one)
	if err != nil || r == nil || !strings.HasPrefix(r.Text.String(), `Does that reverse your decision "Against the ski trip this winter"`) {
		t.Errorf("%v %v", r, err)
	}
}

// The reason of a decision may have been told after it, of "it"; and a decision is quoted once, not also as the
// message that led to it.
func TestReasonToldLater(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "Carla wants to postpone the second shop to next year")
	tell(t, w, "Let's postpone the second shop to next year")
	var p decisions.Proposal
	w.Mind.Read(func(v memory.View) { p = v.Decisions.Proposals[0] })
	word := w.Say("record it")
	w.Silence(word)
	made := w.Write(event.DecisionRecorded{Proposal: p.Seq, Text: p.Text, On: w.Now, Audience: event.Private}, word)
	if err := w.Store.Put(t.Context(), store.Item{Seq: uint64(made), Kind: store.Decision, Audience: memory.Readers(event.Private, event.Place{}), On: w.Now, Text: p.Text, Importance: 0.7}); err != nil {
		t.Fatal(err)
	}
	w.At("2026-11-20 09:01")
	_, r := ask(t, w, "why did we postpone the second shop?")
	if said := r.Text.String(); !strings.HasPrefix(said, "You gave no reason that I have. Recorded: ") || strings.Count(said, "postpone") != 1 {
		t.Error(said)
	}
	tell(t, w, "why did we postpone the second shop?")
	w.At("2026-11-20 09:02")
	tell(t, w, "We postponed it because the oven repair ate the budget.")
	w.At("2026-11-20 09:03")
	_, r = ask(t, w, "why did we postpone the second shop?")
	if said := r.Text.String(); !strings.HasPrefix(said, `"We postponed it because the oven repair ate the budget"`) || strings.Count(said, "second shop") != 1 {
		t.Error(said)
	}
	_, r = ask(t, w, "should we open the second shop?")
	if said := r.Text.String(); strings.Count(said, "et's postpone the second shop") != 1 || !strings.Contains(said, "Carla wants to postpone") || len(r.Found) == 0 {
		t.Error(said, r.Found)
	}
}

// What only nods, orders or asks for a list is not told as something he said of a day.
func TestTalkIsNoEvidence(t *testing.T) {
	expect(t, []string{"The oven is fixed.", "never mind", "put Carla in growth", "cancel that"}, map[string]string{
		"what did I tell you today?": `"The oven is fixed"|!never mind|!growth|!cancel`,
		"what do I know of Carla?":   `!growth`,
	})
}
