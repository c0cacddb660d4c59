package host_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/memory/event"
)

// A decision that was overheard counts once it is recorded; looked at again, two models weigh
// what was said since, the second without a name; nothing changes before a word says so; and
// that is taken back by another.
func TestADecisionIsLookedAtAgain(t *testing.T) {
	script := claudes(func(r scripted.Request) scripted.Reply {
		switch {
		case strings.Contains(r.Instructions(), "You argue the other side"):
			return scripted.Says("The cause is gone: party A's new finance lead pays on time.")
		case strings.Contains(string(r.Schema), `"recommend"`):
			return scripted.Says(`{"recommend":"amend","text":"Project work with half up front, no retainer","review":"2027-06-25",` +
				`"because":"One payment is thin evidence.","rests":[1],"kept":"The cause may be gone."}`)
		case len(r.Schema) > 0:
			return scripted.Says(`{"sides":[{"number":1,"side":"against"}],"position":"End the retainer of Henderson, a client that pays late.",` +
				`"evidence":["Tom Weiss, their new finance lead, paid on time."],"question":"Does it still hold?"}`)
		}
		return scripted.Says("I see.")
	})
	server := answering(t, script)
	s := priced(t, server)
	s.settings("providers: {anthropic: {forwards: true}}\nmodels: {adversary: [claude-haiku-5-5]}\nceilings: {turn: 2, day: 20}\n")
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	says := func(text string, want ...string) string {
		t.Helper()
		said := s.tell(text)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%q is answered without %q:\n%s", text, w, said)
			}
		}
		return said
	}
	card := says("We decided to drop the Henderson retainer because they pay late.", "Shall I record a decision?", "I'd ask on")
	if len(recorded[event.DecisionRecorded](t, c)) > 0 {
		t.Fatalf("it counts before it is recorded: %q", card)
	}
	says("record it", "Recorded: `d")
	s.pass(24 * time.Hour)
	s.tell("Henderson has a new finance lead, Tom Weiss, and he paid the last invoice of the retainer on time.")
	review := says("revisit the Henderson decision", "Reason then: \"they pay late\"", "Against it: You: \"Henderson has a new finance lead",
		"(argued by claude-haiku-5-5, to be challenged): The cause is gone", "**I'd amend it:** Project work with half up front", "25 Jun 2027")
	for _, r := range server.Requests() {
		if strings.Contains(r.Instructions(), "You argue the other side") && (bytes.Contains(r.Body, []byte("Henderson")) || bytes.Contains(r.Body, []byte("Weiss"))) {
			t.Errorf("the other side is told a name: %s", r.Body)
		}
	}
	if n := len(recorded[event.DecisionRevised](t, c)); n > 0 {
		t.Errorf("%d changes before a word was said: %q", n, review)
	}
	says("why", "This was the command `revisit`. Written by claude-sonnet-5-5 and claude-haiku-5-5", "not prove what swayed it")
	says("why more", "tier `deep`", "the case without names, to the other side")
	says("more", "adversary, claude-haiku-5-5")
	says("yes")
	says("amend as above", "No decision waits for an answer")
	says("revisit", "I'd amend it")
	says("amend as above", "amended", "Project work with half up front", "I'll ask again on Fri 25 Jun 2027", "`undo`")
	says("undo", "Taken back", "Drop the Henderson retainer")
	says("revisit", "I'd amend it")
	says("reverse the decision", "reversed, Sat 21 Nov 2026", "`undo`")
	tiers := func(e event.TurnEnded) bool { return e.By == "command:revisit" && e.Tier == "deep" }
	if !slices.ContainsFunc(recorded[event.TurnEnded](t, c), tiers) {
		t.Error("no turn that looks again is a deep one")
	}
}
