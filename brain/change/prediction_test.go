package change_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/memory/event"
)

// What he foretells is noted with how sure he was and from when on it can be told, and each step is taken back.
func TestPredictions(t *testing.T) {
	s := begin(t)
	s.golden("predict", "I bet the Henderson deal closes by March")
	all := s.view().Predictions.All
	if len(all) != 1 || all[0].P != 0.80 || !all[0].Due.After(s.Now) || all[0].Due.Day() != 1 || all[0].Due.Month() != time.April || all[0].Due.Hour() != 9 {
		t.Fatalf("%+v", all)
	}
	handle := fmt.Sprintf("m%d", all[0].Message)
	s.golden("predict-right", "came true "+handle)
	if p := s.view().Predictions.All[0]; p.Outcome != event.CameTrue {
		t.Errorf("%+v", p)
	}
	s.golden("predict-undo-right", "undo")
	if p := s.view().Predictions.All[0]; !p.Open() {
		t.Errorf("%+v", p)
	}
	s.golden("predict-undo", "undo")
	if p := s.view().Predictions.All[0]; p.Outcome != event.Undecided {
		t.Errorf("%+v", p)
	}
	s.golden("predict-none-asked", "came true")
}

func TestHowSureHeWas(t *testing.T) {
	s := begin(t)
	for text, want := range map[string]float64{
		"I bet Priya very likely moves before May":           0.87,
		"I predict it is unlikely that rates fall by May":    0.28,
		"I think rates will fall this year, 65 %":            0.65,
		"I think rates will fall this year, 100 percent":     0.99,
		"I predict the Acme contract is renewed before July": 0.70,
	} {
		s.do(text)
		all := s.view().Predictions.All
		if len(all) == 0 || all[len(all)-1].P != want {
			t.Errorf("%s: %+v", text, all)
		}
	}
}

// From when on it can be told: after the last day of what he named, and for "before" on the first. It is Friday, 20 November 2026.
func TestWhenItCanBeTold(t *testing.T) {
	for text, want := range map[string]string{
		"I bet the deal closes by March":              "2027-04-01",
		"I bet the deal closes before March":          "2027-03-01",
		"I bet the deal closes by 15 December":        "2026-12-16",
		"I bet the deal closes in March":              "2027-04-01",
		"I bet the deal closes by Friday 27 November": "2026-11-28",
		"I bet the deal closes by the end of March":   "2027-04-01",
		"I think the deal will close some day, 70 %":  "0001-01-01",
	} {
		s := begin(t)
		s.do(text)
		all := s.view().Predictions.All
		if len(all) != 1 || all[0].Due.Format(time.DateOnly) != want {
			t.Errorf("%s: want %s: %+v", text, want, all)
		}
	}
}

// A word without a number is on the one that was asked about, or on the only open one; of several it asks which.
func TestWhichPrediction(t *testing.T) {
	s := begin(t)
	s.do("I bet the Henderson deal closes by March")
	s.do("I bet rates fall by May")
	s.golden("predict-which", "did not happen")
	all := s.view().Predictions.All
	s.golden("predict-dropped", fmt.Sprintf("drop prediction m%d", all[1].Message))
	s.golden("predict-wrong", "did not happen")
	all = s.view().Predictions.All
	if all[0].Outcome != event.CameWrong || all[1].Outcome != event.Undecided {
		t.Errorf("%+v", all)
	}
}

// What he names as the reason of a prediction, or answers under which he makes one, loses by it where it comes wrong, and
// has that back with "undo".
func TestWhatAPredictionRestsOn(t *testing.T) {
	s := begin(t)
	said := s.Say("Henderson pays late")
	s.Silence(said)
	m := s.write(event.Learned{Sort: "statement", Text: "Henderson pays late", Quote: "Henderson pays late", Provenance: event.Inferred, On: s.Now, Audience: event.Private}, said)
	base := func() float64 {
		h, _ := s.view().Beliefs.Of(m)
		return h.Base
	}
	before := base()
	s.golden("predict-because", fmt.Sprintf("I bet the Henderson invoice is late by March, since m%d", m))
	all := s.view().Predictions.All
	if len(all) != 1 || len(all[0].Because) != 1 || all[0].Because[0] != m || all[0].Due.IsZero() {
		t.Fatalf("%+v", all)
	}
	s.golden("predict-because-wrong", "did not happen")
	if base() >= before {
		t.Errorf("%.2f, before %.2f", base(), before)
	}
	s.do("undo")
	if base() != before {
		t.Errorf("after undo %.2f, before %.2f", base(), before)
	}
	s.do(fmt.Sprintf("drop prediction m%d", all[0].Message))
	if base() != before {
		t.Errorf("one that counts for nothing made it %.2f", base())
	}
	answer := s.post("model", "Henderson pays late, as you said.", m)
	turn, r := s.reply(answer, "I bet the Henderson deal closes by March")
	s.Apply(turn, r)
	if all = s.view().Predictions.All; len(all) != 2 || len(all[1].Because) != 1 || all[1].Because[0] != m {
		t.Errorf("under an answer: %+v", all)
	}
	s.golden("predict-because-nothing", "I bet it rains by Monday, since m999")
	s.do("drop prediction m" + fmt.Sprint(s.view().Predictions.All[2].Message))
	s.do("I bet the m999 motorway opens by March, unlike m998")
	if all = s.view().Predictions.All; len(all) != 4 || len(all[2].Because)+len(all[3].Because) != 0 {
		t.Errorf("numbers of nothing: %+v", all)
	}
}
