package change_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/weights"
)

// alerted is a mind that told of a move of crude oil that reaches Acme by one link of everybody's and one of its own,
// which the principal said.
func alerted(t *testing.T) (s *scene, post, said, world, own event.Seq) {
	s = begin(t)
	s.At("2026-11-18 10:00")
	said = s.Say("My client Acme buys corrugated board.")
	world = s.write(event.EdgeDrawn{Source: "crude_oil_wti", Relation: event.Drives, Target: "packaging_costs", Mechanism: "Board comes by sea",
		Origin: event.FromWorld, Confidence: 0.7, By: "test", On: s.Now})
	own = s.write(event.EdgeDrawn{Source: "packaging_costs", Relation: event.ExposedTo, Target: "acme_costs", Client: "Acme",
		Mechanism: "buys corrugated board", Origin: event.FromConversation, On: s.Now}, said)
	moved := s.write(event.IndicatorMoved{Indicator: "crude_oil_wti", From: 79.61, To: 86.38, Unit: "USD/bbl",
		Since: time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC), On: time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), Feed: "fred",
		Published: time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC), Read: s.Now,
		Measure: &event.Measure{Mode: "pct", Size: 3, Change: 8.5, Against: event.AgainstLevel, Severity: event.HighMove}})
	s.At("2026-11-20 09:10")
	q := event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "**Acme: packaging costs likely to rise.**", Subject: "alert/cost/crude_oil_wti", About: moved}
	rs := s.Record(
		s.Pens.For(event.Outbox).Write(q).Because(moved).Resting(moved, world, own, said),
		s.Pens.For(event.Learning).Write(event.Alerted{Move: moved, Links: []event.Seq{own}, Direction: "up", On: s.Now}).Because(ledger.Here(0), moved),
	)
	return s, rs[0].Seq, said, world, own
}

// What ends is the link that he names, and no fact of his that the alert merely rests on; all of it is taken back.
func TestWrongOnAnAlert(t *testing.T) {
	s, post, _, world, own := alerted(t)
	stands := func(link event.Seq) bool { e, _ := s.view().Graph.Edge(link); return e.Stands() }
	s.golden("alert-wrong", handles("wrong %m", post))
	s.golden("alert-wrong-price", handles("wrong %m price", post))
	s.golden("alert-wrong-link", handles("wrong %m link", post))
	if over := s.superseded(); len(over) > 0 || !stands(world) || !stands(own) {
		t.Errorf("a word that names no link ends %v, %v, %v", over, stands(world), stands(own))
	}
	if _, fell := s.view().Weights.Dismissal(post); !fell || s.view().Weights.Multiplier("alert/cost", s.Now) != 1 {
		t.Error("what was wrong is no dismissal, or makes such alerts rarer")
	}
	s.golden("alert-wrong-client", handles("wrong %m Acme", post))
	if over := s.superseded(); len(over) > 0 || !stands(world) || stands(own) {
		t.Errorf("named, it ends %v, %v, %v", over, stands(world), stands(own))
	}
	for range 4 {
		s.do("undo")
	}
	if _, fell := s.view().Weights.Dismissal(post); fell || !stands(own) {
		t.Error("taken back, something of it stays")
	}
}

// An alert is meant by its number, by a reply, and by nothing where it is the last thing that was said here; what is
// said of something else is not of it.
func TestWhichAlertIsMeant(t *testing.T) {
	for _, how := range []string{"named", "replied to", "last"} {
		s, post, _, _, _ := alerted(t)
		to, text := event.Seq(0), "wrong"
		switch how {
		case "named":
			text = handles("wrong %m", post)
		case "replied to":
			s.Say("Lunch was good.")
			s.post("procedure:shrug", "I have nothing about that.")
			to = post
		}
		if _, r := s.reply(to, text); r == nil || len(r.Buttons) != 3 {
			t.Errorf("%s: %+v", how, r)
		}
	}
	s, _, said, _, _ := alerted(t)
	s.post("procedure:recall", "You said so.", said)
	if _, r := s.ask("wrong"); r != nil && len(r.Buttons) == 3 {
		t.Error("what was said since is not meant")
	}
}

// The other reasons need no thumb, and act on the topic, the hour and nothing; undone they leave nothing.
func TestReasonsOnAnAlert(t *testing.T) {
	for _, said := range []string{"not relevant", "bad time", "bad news"} {
		s, post, _, _, _ := alerted(t)
		s.golden("alert-"+strings.ReplaceAll(said, " ", "-"), handles(said+" %m", post))
		w := s.view().Weights
		i := slices.IndexFunc(w.Weights(s.Now), func(x weights.Weight) bool { return x.Of == "topic/crude_oil_wti" })
		if (i >= 0) != (said == "not relevant") || len(w.Weights(s.Now)) > 1 {
			t.Errorf("%s counts for %+v", said, w.Weights(s.Now))
		}
		if _, rests := w.Rests(s.Now.AddDate(0, 0, 1)); rests != (said == "bad time") {
			t.Errorf("%s: the hour rests: %v", said, rests)
		}
		s.do(handles("wrong %m", post)) // a second reason takes the place of the first
		s.do("undo")
		if x := s.view().Weights.Observations; len(x) != 1 || x[0].Fault == nil || x[0].Fault.Reason == event.FaultWrong {
			t.Errorf("%s: one step back it is %+v", said, x)
		}
		s.do("undo")
		if x := s.view().Weights.Observations; len(x) > 0 {
			t.Errorf("%s: taken back it is %+v", said, x)
		}
	}
}
