package change_test

import (
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// dismissals are so many alerts that he put a thumb down on; it gives the last of them.
func (s *scene) dismissals(n int) (post event.Seq) {
	s.t.Helper()
	for range n {
		q := event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "Oil is up.", Subject: "alert/cost/oil"}
		post = s.write(q)
		s.write(event.Reacted{About: post, Person: event.Person{Platform: "console", ID: "sam"}, Emoji: "👎", Sense: event.Dismiss, On: s.Now, Credits: q.Credits()})
	}
	return post
}

// A reset says what it changes and can be taken back; what is unknown or unmoved is said to be.
func TestWeightsReset(t *testing.T) {
	s := begin(t)
	s.At("2026-11-20 08:00")
	s.golden("weights-reset-nothing", "weights reset")
	s.dismissals(7)
	s.golden("weights-reset-unknown", "weights reset gravity")
	s.golden("weights-reset-one", "weights reset cost alerts")
	if m := s.view().Weights.Multiplier("alert/cost", s.Now); m != 1 {
		t.Errorf("reset, cost alerts weigh %v", m)
	}
	s.golden("weights-reset-undo", "undo")
	if m := s.view().Weights.Multiplier("alert/cost", s.Now); m != 0.5 {
		t.Errorf("taken back, cost alerts weigh %v", m)
	}
	s.golden("weights-reset-all", "weights reset")
	s.golden("weights-reset-all-undo", "undo")
}

// A reset stays when the message that asked for it is forgotten.
func TestAResetOutlivesItsWords(t *testing.T) {
	s := begin(t)
	s.At("2026-11-20 08:00")
	s.dismissals(7)
	s.do("weights reset")
	said := s.write(event.Started{}) - 4
	for ; s.kind(said) != "heard"; said-- {
	}
	s.confirm(handles("forget %m now", said))
	if m := s.view().Weights.Multiplier("alert/cost", s.Now); m != 1 {
		t.Errorf("forgotten, cost alerts weigh %v", m)
	}
}

func (s *scene) kind(seq event.Seq) event.Kind {
	s.t.Helper()
	r, err := s.Mind.Event(s.t.Context(), seq)
	if err != nil {
		s.t.Fatal(err)
	}
	return r.Kind
}

// Each reason does what TRUST says, and says it in one line.
func TestReasons(t *testing.T) {
	for name, said := range map[string]string{
		"reason-irrelevant": "not relevant %m", "reason-bad-time": "bad time %m", "reason-bad-news": "bad news %m", "reason-wrong": "wrong %m",
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t)
			s.At("2026-11-20 08:10")
			s.dismissals(9)
			up := event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "Oil is down.", Subject: "alert/cost/oil"}
			for range 4 {
				s.write(event.Reacted{About: s.write(up), Emoji: "👍", Sense: event.Acknowledge, On: s.Now, Credits: up.Credits()})
			}
			post := s.dismissals(1)
			before := s.view().Weights.Without(post)
			s.golden(name, handles(said, post))
			now := s.view().Weights
			for _, of := range up.Credits() {
				moves := of == "topic/oil" && name == "reason-irrelevant"
				if a, b := before.Multiplier(of, s.Now), now.Multiplier(of, s.Now); (a != b) != moves {
					t.Errorf("%s: %v to %v", of, a, b)
				}
			}
			if _, rests := now.Rests(s.Now.AddDate(0, 0, 1).Add(-30 * time.Minute)); rests != (name == "reason-bad-time") {
				t.Errorf("the hour rests: %v", rests)
			}
		})
	}
	s := begin(t)
	s.At("2026-11-20 08:10")
	s.golden("reason-few", handles("not relevant %m", s.dismissals(1)))
	post := s.write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "Oil is up.", Subject: "alert/cost/oil"})
	s.golden("reason-no-thumb", handles("not relevant %m", post))
	s.golden("reason-no-kind", handles("bad news %m", s.post("procedure:recall", "Porto.")))
	s.golden("reason-nothing", "bad time m9999")
}
