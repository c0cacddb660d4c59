package weights_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/weights"
)

var base = time.Date(2026, 8, 1, 9, 0, 0, 0, time.UTC)

var me = event.Person{Platform: "slack", ID: "U1"}

// story is what was recorded, in order, with a clock of its own.
type story struct {
	records  []ledger.Record
	payloads []event.Payload
	now      time.Time
}

func begin() *story { return &story{now: base} }

func (s *story) write(p event.Payload) event.Seq {
	seq := event.Seq(len(s.records) + 1)
	s.records, s.payloads = append(s.records, ledger.Record{Seq: seq, At: s.now}), append(s.payloads, p)
	return seq
}

func (s *story) days(n float64) { s.now = s.now.Add(time.Duration(n * 24 * float64(time.Hour))) }

// react puts an emoji on a message.
func (s *story) react(about event.Seq, sense string, credits ...string) event.Seq {
	emoji := map[string]string{event.Acknowledge: "👍", event.Dismiss: "👎"}[sense]
	return s.write(event.Reacted{About: about, Person: me, Emoji: emoji, Sense: sense, On: s.now, Credits: credits})
}

// many puts so many on as many messages, one each so many days.
func (s *story) many(n int, every float64, sense string, credits ...string) {
	for range n {
		s.days(every)
		s.react(event.Seq(1000+len(s.records)), sense, credits...)
	}
}

func (s *story) fold() *weights.Fold {
	f := weights.New()
	for i, r := range s.records {
		f.Apply(r, s.payloads[i])
	}
	return f
}

func saved(t interface{ Fatal(...any) }, f *weights.Fold) []byte {
	b, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// at checks a weight to a hundredth.
func (s *story) at(t *testing.T, of string, want float64) {
	t.Helper()
	if got := s.fold().Multiplier(of, s.now); math.Abs(got-want) > 0.005 {
		t.Errorf("%s weighs %.4f, want %.2f", of, got, want)
	}
}

// Fewer than five move nothing; five do, and fade below it again.
func TestFiveAreNeeded(t *testing.T) {
	s := begin()
	s.many(4, 0, event.Dismiss, "joke")
	s.at(t, "joke", 1)
	s.many(1, 0, event.Dismiss, "joke")
	s.at(t, "joke", 0.5)
	s.days(8)
	s.at(t, "joke", 0.5)
	s.days(2)
	s.at(t, "joke", 1)
}

// Up and down weigh as the formula of SPEC §6 says, each by what is left of it.
func TestTheFormula(t *testing.T) {
	s := begin()
	s.many(22, 0, event.Acknowledge, "alert/cost")
	s.many(3, 0, event.Dismiss, "alert/cost")
	s.at(t, "alert/cost", 1.38)
	s.days(60)
	s.at(t, "alert/cost", 1.38)
	s.many(11, 0, event.Dismiss, "alert/cost")
	s.at(t, "alert/cost", formula.AttentionMultiplier(11, 12.5))
}

// What warns is not silenced, however often it is dismissed; what is fixed does not move at all.
func TestAWarningSurvives(t *testing.T) {
	s := begin()
	for _, of := range []string{event.SignalPrediction, event.SignalCommitment, event.SignalThread, event.SubjectDispute, event.SignalBoundary, "correction/price", event.SubjectReminder} {
		s.many(100, 0.01, event.Dismiss, of)
		if got := s.fold().Multiplier(of, s.now); got < formula.ProtectiveMultiplier {
			t.Errorf("%s was dismissed to %v", of, got)
		}
		s.many(300, 0.01, event.Acknowledge, of)
		if got := s.fold().Multiplier(of, s.now); weights.Fixed(of) != (got == 1) {
			t.Errorf("acknowledged, %s weighs %v", of, got)
		}
	}
}

// What he liked for a year and then dislikes turns within a quarter, which it would not if
// nothing faded. Of a liking that was as dense as a reaction a day more is left.
func TestAWeightTurns(t *testing.T) {
	for every, want := range map[float64]float64{365.0 / 200: 0.97, 1: 1.09} {
		s := begin()
		s.many(200, every, event.Acknowledge, "dream")
		s.at(t, "dream", 1.5)
		s.many(30, 3, event.Dismiss, "dream")
		s.at(t, "dream", want)
	}
	if unfaded := formula.AttentionMultiplier(200, 30); unfaded < 1.3 {
		t.Errorf("unfaded it is %v: this shows nothing", unfaded)
	}
}

// A kind that was dismissed enters once in twenty turns, and no more often; any other is never
// due, since it competes.
func TestADismissedKindComesBack(t *testing.T) {
	s := begin()
	s.many(10, 0, event.Dismiss, "joke")
	s.many(10, 0, event.Acknowledge, "loop")
	var entered []int
	for turn := 1; turn <= 100; turn++ {
		f := s.fold()
		if f.Due("loop", s.now) {
			t.Fatalf("turn %d: a kind that is wanted is due", turn)
		}
		due := f.Due("joke", s.now)
		if due {
			entered = append(entered, turn)
		}
		s.write(event.Gated{Signals: []event.Noticed{{Kind: "joke", Kept: due}, {Kind: "loop", Kept: turn%2 == 0}}})
	}
	if d := cmp.Diff([]int{20, 40, 60, 80, 100}, entered); d != "" {
		t.Error(d)
	}
}

// One that says nothing, or is feedback on nothing, moves nothing and is not kept.
func TestNothingMoves(t *testing.T) {
	s := begin()
	empty := saved(t, s.fold())
	s.react(9, "", "joke")
	s.react(9, event.Acknowledge)
	s.write(event.Heard{Text: "thanks"})
	f := s.fold()
	f.Day = 0
	if b := saved(t, f); !bytes.Equal(empty, b) {
		t.Errorf("kept: %s", b)
	}
}

// Of several on one message the newest speaks, and the other again once that is taken off.
func TestTheNewestSpeaks(t *testing.T) {
	s := begin()
	s.many(5, 0, event.Acknowledge, "loop")
	s.react(1, event.Acknowledge, "loop")
	s.react(1, event.Dismiss, "loop")
	s.at(t, "loop", formula.AttentionMultiplier(5, 1))
	if seq, ok := s.fold().Dismissal(1); !ok || seq != 7 {
		t.Error("the newest is not what the message is taken for")
	}
	s.write(event.Unreacted{About: 1, Person: me, Emoji: "👎"})
	s.at(t, "loop", 1.5)
}

// A reason counts in place of what the dismissal was credited to, and goes with it.
func TestAReason(t *testing.T) {
	credits := []string{"alert", "alert/cost", "topic/oil"}
	for reason, p := range map[string]event.Faulted{
		"wrong":      {Reason: event.FaultWrong},
		"bad news":   {Reason: event.FaultBadNews},
		"irrelevant": {Reason: event.FaultIrrelevant, Credits: []string{"topic/oil"}},
		"bad time":   {Reason: event.FaultBadTime, Hour: "14"},
	} {
		s := begin()
		for about := event.Seq(1); about <= 6; about++ {
			s.react(about, event.Dismiss, credits...)
			p.About = about
			s.write(p)
		}
		f := s.fold()
		for _, of := range credits {
			want := 1.0
			if of == "topic/oil" && reason == "irrelevant" {
				want = 0.5
			}
			if got := f.Multiplier(of, s.now); math.Abs(got-want) > 0.001 {
				t.Errorf("%s: %s weighs %v, want %v", reason, of, got, want)
			}
		}
		half := time.Date(2026, 8, 1, 14, 30, 0, 0, time.UTC)
		until, rests := f.Rests(half)
		if rests != (reason == "bad time") || !until.Equal(half.Add(30*time.Minute)) {
			t.Errorf("%s: the hour rests: %v, until %v", reason, rests, until)
		}
		for about := event.Seq(1); about <= 6; about++ {
			s.write(event.Faulted{About: about, Reason: event.FaultWithdrawn})
		}
		if got := s.fold().Multiplier("alert", s.now); math.Abs(got-0.5) > 0.001 {
			t.Errorf("%s taken back: an alert weighs %v", reason, got)
		}
	}
}

// An hour that was once named a bad time rests for sixty days, or until the thumb is taken off.
func TestAnHourRests(t *testing.T) {
	s := begin()
	s.react(1, event.Dismiss, "spending")
	s.write(event.Faulted{About: 1, Reason: event.FaultBadTime, Hour: "09"})
	for days, want := range map[int]bool{0: true, 59: true, 61: false} {
		if _, rests := s.fold().Rests(s.now.AddDate(0, 0, days)); rests != want {
			t.Errorf("after %d days it rests: %v", days, rests)
		}
	}
	if _, rests := s.fold().Rests(s.now.Add(time.Hour)); rests {
		t.Error("another hour rests")
	}
	s.write(event.Unreacted{About: 1, Person: me, Emoji: "👎"})
	if _, rests := s.fold().Rests(s.now); rests {
		t.Error("it rests without the reaction")
	}
}

// A reset ends what was before it, of one thing or all, and is taken back as if it had never been.
func TestReset(t *testing.T) {
	for _, of := range []string{"", "joke"} {
		s := begin()
		s.many(8, 1, event.Dismiss, "joke", "briefing")
		before := s.fold()
		reset := s.write(event.WeightsReset{Of: of})
		s.at(t, "joke", 1)
		s.at(t, "briefing", map[string]float64{"": 1, "joke": 0.5}[of])
		if n := len(s.fold().Behind("joke", s.now)); n != 0 {
			t.Errorf("%d reactions are behind a weight that was reset", n)
		}
		s.write(event.WeightsRestored{Reset: reset})
		if after := s.fold(); !bytes.Equal(saved(t, before), saved(t, after)) {
			t.Errorf("reset and restored:\n%s\nbefore\n%s", saved(t, after), saved(t, before))
		}
		s.write(event.WeightsReset{Of: of})
		s.many(5, 0, event.Acknowledge, "joke")
		s.at(t, "joke", 1.5)
	}
}

// The largest move is that of the weight which is farthest from where it was a month ago.
func TestMoved(t *testing.T) {
	s := begin()
	s.many(10, 0, event.Acknowledge, "loop")
	s.many(6, 0, event.Acknowledge, "joke")
	s.many(4, 0, event.Dismiss, "joke")
	if m := s.fold().Moved(s.now.AddDate(0, 0, 40)); m != (weights.Move{}) {
		t.Errorf("moved without a reaction: %+v", m)
	}
	s.days(40)
	s.many(7, 0, event.Dismiss, "joke")
	m := s.fold().Moved(s.now)
	if m.Of != "joke" || math.Abs(m.From-1.1) > 0.001 || m.To > 0.85 {
		t.Errorf("moved: %+v", m)
	}
	s.write(event.WeightsReset{Of: "loop"})
	if m := s.fold().Moved(s.now); m.Of != "loop" || m.To != 1 {
		t.Errorf("after a reset: %+v", m)
	}
}

// What is too old counts for nothing, and is let go later without changing what was a month ago.
func TestLettingGo(t *testing.T) {
	s := begin()
	s.many(5, 0, event.Acknowledge, "loop")
	for days, want := range map[int]int{599: 5, 601: 0} {
		if n := len(s.fold().Behind("loop", s.now.AddDate(0, 0, days))); n != want {
			t.Errorf("after %d days %d count, want %d", days, n, want)
		}
	}
	s.days(639)
	s.write(event.Started{})
	if n := len(s.fold().Observations); n != 5 {
		t.Errorf("%d are kept", n)
	}
	s.days(2)
	s.write(event.Started{})
	if n := len(s.fold().Observations); n != 0 {
		t.Errorf("%d are kept", n)
	}
}

// history draws a stretch of life: reactions put and taken off, reasons, resets and their
// being taken back, turns of the gate, and days between.
func history(t *rapid.T) *story {
	s := begin()
	var resets []event.Seq
	about := rapid.Custom(func(t *rapid.T) event.Seq { return event.Seq(rapid.IntRange(1, 6).Draw(t, "about")) })
	kind := rapid.SampledFrom([]string{"loop", "joke", "prediction", "boundary", "alert/cost", "topic/oil"})
	for range rapid.IntRange(0, 40).Draw(t, "steps") {
		s.days(rapid.SampledFrom([]float64{0, 0.3, 1, 20, 200}).Draw(t, "days"))
		switch rapid.IntRange(0, 9).Draw(t, "what") {
		case 0, 1, 2, 3:
			s.react(about.Draw(t, "on"), rapid.SampledFrom([]string{event.Acknowledge, event.Dismiss, ""}).Draw(t, "sense"), rapid.SliceOfNDistinct(kind, 0, 3, rapid.ID).Draw(t, "credits")...)
		case 4, 5:
			s.write(event.Unreacted{About: about.Draw(t, "off"), Person: me, Emoji: rapid.SampledFrom([]string{"👍", "👎", ""}).Draw(t, "emoji")})
		case 6:
			s.write(event.Faulted{About: about.Draw(t, "fault"), Reason: rapid.SampledFrom([]string{event.FaultBadTime, event.FaultIrrelevant, event.FaultWithdrawn}).Draw(t, "reason"), Credits: []string{"topic/oil"}, Hour: "09"})
		case 7:
			resets = append(resets, s.write(event.WeightsReset{Of: rapid.SampledFrom([]string{"", "loop", "joke"}).Draw(t, "of")}))
		case 8:
			if len(resets) > 0 {
				s.write(event.WeightsRestored{Reset: rapid.SampledFrom(resets).Draw(t, "reset")})
			}
		case 9:
			s.write(event.Gated{Signals: []event.Noticed{{Kind: kind.Draw(t, "noticed"), Kept: true}, {Kind: kind.Draw(t, "left out")}}})
		}
	}
	return s
}

// The state of a whole history is that of a checkpoint and what came after it.
func TestCheckpointAndTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := history(t)
		cut := rapid.IntRange(0, len(s.records)).Draw(t, "cut")
		f := weights.New()
		for i, r := range s.records {
			if i == cut {
				again := weights.New()
				if err := again.Load(saved(t, f)); err != nil {
					t.Fatal(err)
				}
				f = again
			}
			f.Apply(r, s.payloads[i])
		}
		if a, b := saved(t, s.fold()), saved(t, f); !bytes.Equal(a, b) {
			t.Fatalf("all:\n%s\ncheckpoint and tail:\n%s", a, b)
		}
	})
}

// A reaction that is taken off leaves what would be there without it, to the bit, whatever else
// happened between, its reason included.
func TestUndoneToTheBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := history(t)
		with := &story{records: append([]ledger.Record(nil), before.records...), payloads: append([]event.Payload(nil), before.payloads...), now: before.now}
		without := &story{records: append([]ledger.Record(nil), before.records...), payloads: append([]event.Payload(nil), before.payloads...), now: before.now}
		both := func(p event.Payload) { with.write(p); without.write(p) }
		step := func() {
			days := rapid.SampledFrom([]float64{0, 0.5, 30, 300}).Draw(t, "days")
			with.days(days)
			without.days(days)
		}
		one := event.Reacted{About: 77, Person: me, Emoji: "👎", Sense: event.Dismiss, On: with.now, Credits: []string{"joke", "topic/oil"}}
		with.write(one)
		without.write(event.Passed{})
		step()
		if rapid.Bool().Draw(t, "reason") {
			with.write(event.Faulted{About: 77, Reason: event.FaultIrrelevant, Credits: []string{"topic/oil"}})
			without.write(event.Passed{})
		}
		both(event.Reacted{About: 78, Person: me, Emoji: "👍", Sense: event.Acknowledge, On: with.now, Credits: []string{"joke"}})
		step()
		with.write(event.Unreacted{About: 77, Person: me, Emoji: "👎"})
		without.write(event.Passed{})
		a, b := with.fold(), without.fold()
		if x, y := saved(t, a), saved(t, b); !bytes.Equal(x, y) {
			t.Fatalf("put and taken off:\n%s\nnever put:\n%s", x, y)
		}
		at := with.now.Add(time.Hour)
		if x, y := fmt.Sprint(a.Weights(at)), fmt.Sprint(b.Weights(at)); x != y {
			t.Fatalf("weights %s and %s", x, y)
		}
	})
}

// What is shown as the same weight stands by how many reactions are behind it: in every pair of
// things with up to sixteen reactions each way.
func TestOrder(t *testing.T) {
	s := begin()
	for up := range 17 {
		for down := range 17 {
			of := fmt.Sprintf("topic/%02d up, %02d down", up, down)
			for range up {
				s.react(event.Seq(1000+len(s.records)), event.Acknowledge, of)
			}
			for range down {
				s.react(event.Seq(1000+len(s.records)), event.Dismiss, of)
			}
		}
	}
	all := s.fold().Weights(s.now)
	for i := 1; i < len(all); i++ {
		a, b := all[i-1], all[i]
		above := formula.Hundredths(a.Multiplier) - formula.Hundredths(b.Multiplier)
		if above < 0 || above == 0 && a.Up+a.Down < b.Up+b.Down {
			t.Errorf("%+v stands before %+v", a, b)
		}
	}
}

// A weight never leaves its range, one for all is the one for each, and asking changes nothing.
func TestRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := history(t)
		f := s.fold()
		before := saved(t, f)
		for _, w := range f.Weights(s.now) {
			if w.Multiplier < 0.5 || w.Multiplier > 1.5 || weights.Warns(w.Of) && w.Multiplier < 1 || weights.Fixed(w.Of) {
				t.Fatalf("%+v", w)
			}
			if m := f.Multiplier(w.Of, s.now); m != w.Multiplier {
				t.Fatalf("%s weighs %v among all and %v alone", w.Of, w.Multiplier, m)
			}
			if n := len(f.Behind(w.Of, s.now)); n != w.Up+w.Down {
				t.Fatalf("%d reactions are behind %+v", n, w)
			}
		}
		f.Moved(s.now)
		f.Without(1)
		f.If(ledger.Record{Seq: 999, At: s.now}, event.Faulted{About: 1, Reason: event.FaultBadNews})
		if after := saved(t, f); !bytes.Equal(before, after) {
			t.Fatalf("asking changed\n%s\nto\n%s", before, after)
		}
	})
}

// A platform whose clock is ahead of ours gives a reaction no later day than that on which it came.
func TestAReactionOfTheFuture(t *testing.T) {
	s := begin()
	s.write(event.Reacted{About: 1000, Person: me, Emoji: "👍", Sense: event.Acknowledge, On: s.now.AddDate(1, 0, 0), Credits: []string{"loop"}})
	if o := s.fold().Observations; len(o) != 1 || !o[0].On.Equal(s.now) {
		t.Errorf("%+v", o)
	}
}
