package change_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// state is what the folds say, without the numbers and the order that a change taken back
// cannot give again: a rule or proposal restored is a new event.
func (s *scene) state() (lines []string) {
	s.Mind.Read(func(v memory.View) {
		for _, l := range v.Loops.Loops {
			lines = append(lines, fmt.Sprintf("loop %d %s", l.Seq, l.Text))
		}
		for _, m := range v.Loops.Reminders {
			lines = append(lines, fmt.Sprintf("reminder %d %s at %s next %s", m.Seq, m.Text, m.At.UTC(), m.Next.UTC()))
		}
		for _, p := range v.Decisions.Proposals {
			lines = append(lines, "proposed "+p.Text+" "+p.Reason)
		}
		for _, d := range v.Decisions.Decisions {
			lines = append(lines, fmt.Sprintf("decision %d %s reversed %v review %s", d.Seq, d.Standing(), d.Reversed(), d.ReviewAt().UTC()))
		}
		for _, r := range v.Principal.Rules {
			lines = append(lines, "rule "+r.Text)
		}
		for _, w := range v.Weights.Weights(turntest.Today.AddDate(0, 0, 1)) {
			lines = append(lines, fmt.Sprintf("%s ×%v %d %d", w.Of, w.Multiplier, w.Up, w.Down))
		}
		if _, rests := v.Weights.Rests(turntest.Today.Add(35 * time.Hour)); rests {
			lines = append(lines, "the hour rests")
		}
		for name, value := range v.Principal.Settings {
			lines = append(lines, name+" = "+value)
		}
	})
	for _, over := range s.superseded() {
		lines = append(lines, fmt.Sprintf("superseded %d", over))
	}
	slices.Sort(lines)
	return lines
}

// TestUndoReturns: after any commands and as many undos, the mind is as it was; on the way
// each undo gives the state before the command it takes back.
func TestUndoReturns(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := begin(t)
		s.At("2026-11-19 20:00")
		s.Say("Ana lives in Porto.")
		plants := s.remind("water the plants", "2026-11-21 08:00", "FREQ=DAILY")
		bas := s.remind("BAS", "2026-12-07 09:00", "")
		loop := s.write(event.LoopOpened{Text: "send Priya the draft", On: s.Now}, s.Say("I'll send Priya the draft"))
		old := s.write(event.DecisionRecorded{Text: "visit Porto", On: s.Now}, s.Say("we visit Porto"))
		s.propose("Drop Henderson", "they pay late")
		s.dismissals(6)
		oil := s.dismissals(1)
		s.At("2026-11-20 09:00")

		states := [][]string{s.state()}
		for i := range rapid.IntRange(1, 12).Draw(rt, "commands") {
			var proposals []event.Seq
			for _, p := range s.view().Decisions.Proposals {
				proposals = append(proposals, p.Seq)
			}
			decision := rapid.SampledFrom(append(proposals, old)).Draw(rt, "decision")
			reminder := rapid.SampledFrom([]event.Seq{plants, bas}).Draw(rt, "reminder")
			text := rapid.SampledFrom([]string{
				fmt.Sprintf("rule add never number %d", i), "rule drop 1", "rule drop 2",
				"call me Sam", "call me Samuel", "my time zone is Lisbon", "quiet hours 21:00 to 06:00", "quiet hours off", "quiet hours on",
				"my country is PT", "pause", "resume", "away from 4 Dec to 18 Dec", "away until Monday", "back",
				handles("cancel %r", reminder), handles("done %r", reminder), handles("snooze %r 2h", reminder),
				handles("snooze %r until 24 Nov", reminder), handles("skip %r", reminder), handles("close %l", loop),
				handles("done %l and %r", loop, reminder),
				handles("record %d", decision), handles("not a decision %d", decision), handles("keep it %d", decision),
				handles(fmt.Sprintf("amend %%d: visit number %d", i), decision), handles("reverse %d", decision),
				"weights reset", "weights reset oil", "weights reset cost alerts",
				handles("not relevant %m", oil), handles("bad time %m", oil), handles("bad news %m", oil), handles("wrong %m", oil),
				"remember the garage code is 4411", "no, Ana lives in Braga now", fmt.Sprintf("no, Ana lives in Lyon%d now", i),
			}).Draw(rt, "command")
			r, _ := s.do(text)
			turntest.Claims(t, s.Mind, &r.Text)
			// What was said again is evidence: it leaves nothing that could be taken back.
			if slices.ContainsFunc(r.Writes, func(w turn.Write) bool { _, again := w.Payload.(event.Reinforced); return !again }) {
				states = append(states, s.state())
			}
		}
		for i := len(states) - 1; i > 0; i-- {
			r, _ := s.do("undo")
			turntest.Claims(t, s.Mind, &r.Text)
			if d := cmp.Diff(states[i-1], s.state()); d != "" {
				rt.Fatalf("undo of change %d (-before +after):\n%s\nit said: %s", i, d, r.Text.String())
			}
		}
		if r, _ := s.do("undo"); len(r.Writes) != 0 {
			rt.Fatalf("one undo too many changes something: %s", r.Text.String())
		}
		if t.Failed() {
			rt.FailNow()
		}
	})
}

// A correction that is said again changes nothing, and leaves nothing to take back: the undo after it
// is that of the correction.
func TestUndoOfACorrectionSaidTwice(t *testing.T) {
	s := begin(t)
	s.At("2026-11-19 20:00").Say("Ana lives in Porto.")
	s.At("2026-11-20 09:00")
	before := s.state()
	if r, _ := s.do("no, Ana lives in Braga now"); len(r.Writes) == 0 {
		t.Fatal(r.Text.String())
	}
	if r, _ := s.do("no, Ana lives in Braga now"); len(r.Writes) > 0 {
		t.Errorf("said again it writes %+v", r.Writes)
	}
	s.do("undo")
	if d := cmp.Diff(before, s.state()); d != "" {
		t.Error(d)
	}
}

// The promise of 24 h does not end with the turns that are at hand.
func TestUndoFarBack(t *testing.T) {
	s := begin(t)
	s.do("call me Sam")
	s.do("rule add never before 9")
	for range 60 {
		s.post("procedure:recall", "Porto.")
	}
	for _, want := range []struct {
		rules int
		name  string
	}{{0, "Sam"}, {0, ""}} {
		if r, _ := s.do("undo"); len(r.Writes) == 0 {
			t.Fatal(r.Text.String())
		}
		if v := s.view().Principal; len(v.Rules) != want.rules || v.Called() != want.name {
			t.Errorf("%d rules, called %q; want %+v", len(v.Rules), v.Called(), want)
		}
	}
	if r, _ := s.do("undo"); len(r.Writes) != 0 {
		t.Errorf("taken back twice: %s", r.Text.String())
	}
	s.At("2026-11-22 09:00")
	if r, _ := s.do("undo"); len(r.Writes) != 0 {
		t.Errorf("after two days: %s", r.Text.String())
	}
}

func TestUndoWithin24Hours(t *testing.T) {
	s := begin(t)
	s.do("rule add never before 9")
	s.At("2026-11-21 09:01")
	if r, _ := s.do("undo"); len(r.Writes) != 0 {
		t.Error(r.Text.String())
	}
	if n := len(s.view().Principal.Rules); n != 1 {
		t.Errorf("%d rules", n)
	}
}

func TestUndoSkipsForgetting(t *testing.T) {
	s := begin(t)
	s.do("rule add never before 9")
	m := s.Say("the code is 4411")
	s.confirm(handles("forget %m now", m))
	if r, _ := s.do("undo"); len(r.Writes) != 0 {
		t.Error(r.Text.String())
	}
	s.golden("undo-past-forgetting", "undo")
	if n := len(s.view().Principal.Rules); n != 0 {
		t.Errorf("%d rules", n)
	}
}

func TestUndoOfSettings(t *testing.T) {
	s := begin(t)
	for _, text := range []string{"call me Sam", "call me Samuel", "quiet hours 21:00 to 06:00", "pause", "away from 4 Dec to 18 Dec", "my country is PT", "rule add never before 9", "rule drop 1"} {
		s.do(text)
	}
	for i := range 8 {
		s.golden(fmt.Sprintf("undo-setting-%d", i+1), "undo")
	}
}

// What undo writes again is forgotten with what it came from.
func TestUndoneIsForgotten(t *testing.T) {
	s := begin(t)
	m := s.Say("I'll send Priya the draft")
	loop := s.write(event.LoopOpened{Text: "send Priya the draft", On: s.Now}, m)
	p := s.propose("Drop Henderson", "")
	s.do(handles("close %l", loop))
	s.do(handles("not a decision %d", p))
	s.do("undo")
	s.do("undo")
	s.confirm(handles("forget %m %m now", m, p-1))
	if v := s.view(); len(v.Loops.Loops)+len(v.Decisions.Proposals) != 0 {
		t.Errorf("%+v %+v", v.Loops.Loops, v.Decisions.Proposals)
	}
}
