package change_test

import (
	"fmt"
	"testing"

	"citadel/memory"
	"citadel/memory/event"
)

// What the agent goes by can be set in plain words, and each of it taken back.
func TestWhatIGoBy(t *testing.T) {
	s := begin(t)
	s.golden("goal-add", "goal add ask before you assume")
	s.golden("keep-in-mind", "keep in mind: the audit is on Friday")
	s.golden("wonder", "wonder about: why freight rates fall")
	s.golden("next-time", "next time we talk: ask me about Porto")
	v := s.view().Agency
	if len(v.Growths) != 1 || len(v.Thoughts) != 1 || len(v.Curious) != 1 || len(v.Intentions) != 1 {
		t.Fatalf("%+v", v)
	}
	s.do("keep in mind: Lena waits")
	if v := s.view().Agency.Thoughts; len(v) != 2 || v[0].Text != "Lena waits" {
		t.Errorf("%+v", v)
	}
	s.golden("goal-drop", "goal drop 1")
	s.golden("goal-drop-missing", "goal drop 7")
	for i, name := range []string{"goal-drop", "mind-second", "next-time", "wonder", "mind", "goal-add"} {
		s.golden(fmt.Sprintf("undo-%d-%s", i, name), "undo")
	}
	v = s.view().Agency
	if len(v.Growths) != 0 || len(v.Thoughts) != 0 || len(v.Wondering()) != 0 || len(v.Intentions) != 0 {
		t.Errorf("after undo: %+v", v)
	}
	for range 5 {
		s.do("goal add be brief")
	}
	s.golden("goal-full", "goal add be briefer")
}

// A promise of the agent's is closed by its handle, and open again by "undo".
func TestPromiseKept(t *testing.T) {
	s := begin(t)
	c := s.write(event.CommitmentMade{Text: "compare freight", On: s.Now}, s.Say("compare freight for me"))
	open := func() (yes bool) {
		s.Mind.Read(func(v memory.View) { _, yes = v.Loops.Commitment(c) })
		return yes
	}
	s.golden("done-promise", fmt.Sprintf("done c%d", c))
	if open() {
		t.Error("still open")
	}
	s.golden("done-promise-again", fmt.Sprintf("done c%d", c))
	s.golden("undo-done-promise", "undo")
	if !open() {
		t.Error("still closed")
	}
}
