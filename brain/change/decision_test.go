package change_test

import (
	"slices"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

func TestDecisions(t *testing.T) {
	s := begin(t)
	s.golden("record-nothing", "record")
	p := s.propose("Drop the Henderson retainer", "they pay late")
	s.golden("record", "record it")
	ds := slices.Clone(s.view().Decisions.Decisions)
	if len(ds) != 1 || ds[0].Proposal != p || ds[0].Text != "Drop the Henderson retainer" ||
		!ds[0].Review.Equal(time.Date(2027, 5, 21, 9, 0, 0, 0, turntest.Zone)) {
		t.Fatalf("%+v", ds)
	}
	s.golden("record-again", handles("record %d", p))
	s.golden("keep", handles("keep it %d", p))
	s.golden("amend", handles("amend %d: project work only, half up front", ds[0].Seq))
	s.golden("amend-empty", handles("amend %d", p))
	s.golden("reverse", handles("reverse %d", p))
	s.golden("reverse-again", handles("reverse %d", p))
	s.golden("undo-reverse", "undo")
	s.golden("undo-amend", "undo")
	d, _ := s.view().Decisions.Decision(ds[0].Seq)
	if d.Reversed() || d.Standing() != ds[0].Text || len(d.Revisions) != 1 || d.Revisions[0].How != event.Hold {
		t.Errorf("%+v", d)
	}
	s.golden("undo-keep", "undo")
	s.golden("undo-record", "undo")
	v := s.view().Decisions
	if len(v.Decisions) != 0 || len(v.Proposals) != 1 || v.Proposals[0].Seq != p || v.Proposals[0].Text != "Drop the Henderson retainer" {
		t.Errorf("%+v", v)
	}
	s.golden("undo-nothing", "undo")
	s.golden("decision-gone", handles("reverse %d", ds[0].Seq))
	s.golden("decision-unknown", "record d999")
	s.golden("decision-letter", handles("record %m", p-1))
}

// What was recommended is done at a press, and at nothing else; it can be taken back.
func TestAmendAsAdvised(t *testing.T) {
	s := begin(t)
	p := s.propose("Drop the Henderson retainer", "they pay late")
	s.do(handles("record %d", p))
	d := s.view().Decisions.Decisions[0]
	s.golden("amend-no-advice", handles("amend %d as above", p))
	advise := func(a event.DecisionAdvised) {
		a.Decision, a.By, a.On = d.Seq, "claude-sonnet-5-5", s.Now
		s.Record(s.Pens.For(event.Decisions).Write(a).Resting(d.Seq))
	}
	advise(event.DecisionAdvised{How: event.Amend, Text: "Project work only, half up front", Review: time.Date(2027, 1, 29, 9, 0, 0, 0, turntest.Zone)})
	if now, _ := s.view().Decisions.Decision(d.Seq); now.Standing() != d.Text || now.Advice == nil {
		t.Fatalf("advice changes a decision: %+v", now)
	}
	s.golden("amend-as-advised", handles("amend %d as above", p))
	now, _ := s.view().Decisions.Decision(d.Seq)
	if now.Standing() != "Project work only, half up front" || now.ReviewAt().Day() != 29 || now.Advice != nil {
		t.Errorf("%+v", now)
	}
	s.golden("amend-advised-before", handles("amend %d as above", p))
	s.golden("undo-as-advised", "undo")
	if now, _ := s.view().Decisions.Decision(d.Seq); now.Standing() != d.Text {
		t.Errorf("%+v", now)
	}
	advise(event.DecisionAdvised{How: event.Hold, Review: time.Date(2027, 2, 26, 9, 0, 0, 0, turntest.Zone)})
	s.golden("keep-as-advised", handles("keep it %d", p))
}

func TestProposals(t *testing.T) {
	s := begin(t)
	a := s.propose("Drop Henderson", "they pay late")
	b := s.propose("Raise the day rate", "")
	s.golden("record-which", "record")
	s.golden("not-now", handles("not now %d", a))
	s.golden("decline", handles("not a decision %d", a))
	s.golden("undo-decline", "undo")
	if v := s.view().Decisions; len(v.Proposals) != 2 || v.Proposals[0].Seq != a || v.Proposals[1].Seq != b {
		t.Errorf("a proposal is known by another number once it is one again: %+v", v)
	}
	s.do(handles("not a decision %d", a))
	s.golden("amend-proposal", handles("amend %d: raise the day rate to A$1,600", b))
	if v := s.view().Decisions; len(v.Decisions) != 1 || len(v.Proposals) != 0 || v.Decisions[0].Text != "Raise the day rate to A$1,600" {
		t.Errorf("%+v", v)
	}
	s.golden("decline-recorded", handles("not a decision %d", b))

	c := s.propose("Move to Lisbon", "")
	s.propose("Buy a boat", "")
	card := s.Record(s.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: "Shall I record it?", About: c}).Resting(c))[0].Seq
	turn, r := s.reply(card, "record")
	s.Apply(turn, r)
	if v := s.view().Decisions; len(v.Decisions) != 2 || v.Decisions[1].Proposal != c {
		t.Errorf("%+v", v)
	}
}

// Words that are common in talk settle nothing that was not shown just before.
func TestNotByAccident(t *testing.T) {
	s := begin(t)
	p := s.propose("Drop Henderson", "")
	for _, text := range []string{"keep it", "reverse it", "amend it to x", "not now"} {
		if _, r := s.ask(text); r != nil && len(r.Writes) > 0 {
			t.Errorf("%q changes something: %s", text, r.Text.String())
		}
	}
	other := s.post("procedure:recall", "Nothing of that kind.", p)
	if _, r := s.reply(other, "record"); len(r.Writes) > 0 {
		t.Errorf("an answer to something else records: %s", r.Text.String())
	}
	if _, r := s.reply(p-1, "record"); len(r.Writes) != 1 {
		t.Errorf("an answer to the message that says it does not: %s", r.Text.String())
	}
	r, _ := s.do(handles("record %d %d", p, p))
	if len(r.Writes) > 0 {
		t.Error("two at once")
	}
}

// Forgetting a decision forgets the proposal it came from, or that would be open again.
func TestForgetDecision(t *testing.T) {
	s := begin(t)
	p := s.propose("Drop Henderson", "they pay late")
	s.do(handles("record %d", p))
	d := s.view().Decisions.Decisions[0].Seq
	s.golden("forget-decision", handles("forget %d", d))
	s.confirm(handles("forget %d now", d))
	if v := s.view().Decisions; len(v.Decisions)+len(v.Proposals) != 0 {
		t.Errorf("%+v", v)
	}
}

// Whoever asks why an answer says that a decision stands, or reads otherwise, is shown the decision. In his own words it
// begins like any sentence.
func TestAnAnswerToADecisionRestsOnIt(t *testing.T) {
	s := begin(t)
	s.propose("Drop the Henderson retainer", "they pay late")
	s.do("record it")
	d := s.view().Decisions.Decisions[0].Seq
	for _, text := range []string{"keep it %d", "amend %d: project work only", "reverse %d"} {
		r, _ := s.do(handles(text, d))
		if !slices.Contains(r.Text.Rests(), d) {
			t.Errorf("%q rests on %v, without %d", text, r.Text.Rests(), d)
		}
	}
	for said, want := range map[string]string{"project work only": "Project work only", "iPhones for all": "iPhones for all", "50% up front": "50% up front", "über Porto": "Über Porto"} {
		s.do(handles("amend %d: "+said, d))
		if now, _ := s.view().Decisions.Decision(d); now.Standing() != want {
			t.Errorf("%q stands as %q", said, now.Standing())
		}
	}
}
