package brain_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/inspect"
	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

var workplace = event.Place{Platform: "slack", Account: "T1", Room: "D1"}

// A day with feelings, through the whole turn: nothing is kept before he was asked and said
// yes, nothing where others read, and what he ends is ended.
func TestMood(t *testing.T) {
	w := turntest.New(t)
	var log bytes.Buffer
	now := turntest.Today
	b := thinking(t, w, &log)
	b.Now = func() time.Time { return now }
	b.Steps = []brain.Step{brain.Danger, change.Answer, inspect.Desk{}.Answer, procedure.Desk{}.Answer}
	say := func(place event.Place, a event.Audience, text string) string {
		t.Helper()
		now = now.Add(time.Minute)
		w.At(now.Format("2006-01-02 15:04"))
		out, err := b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.SayIn(place, a, 0, text)}})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if len(out.Posts) == 0 {
			return ""
		}
		return said(t, w, out)
	}
	const question = "May I?"
	for i, step := range []struct {
		work  bool
		text  string
		has   string // in the answer
		hides string
		kept  int // feelings, afterwards
	}{
		{text: "mood", has: "don't read your mood"},
		{work: true, text: "I'm furious about the audit.", hides: question}, // others read there
		{text: "I'm a bit tired.", hides: question},                         // it does not matter
		{text: "I'm heartbroken, my mother died.", hides: question},         // not now
		{text: "I'm furious about the audit.", has: question},
		{text: "I'm livid about the audit.", hides: question}, // once
		{text: "mood on", has: "for 30 days"},
		{text: "I'm so proud of Ana.", kept: 1},
		{work: true, text: "I'm very sad about the flat.", kept: 1},
		{work: true, text: "mood", has: "Only where nobody else", hides: "Ana", kept: 1},
		{text: "Priya is furious about the delay.", kept: 1},
		{text: "I'm very worried about the audit.", kept: 2},
		{text: "mood", has: "worried, about \"the audit\"", kept: 2},
		{text: "don't bring that up", has: "won't bring it up: \"the audit\"", kept: 2},
		{text: "mood", has: "ended, it colours nothing any more", kept: 2},
		{text: "forget mood", has: "Forgotten: 2 notes", kept: 0},
		{text: "I'm terrified of the audit.", kept: 1},
		{text: "mood off", has: "don't read your mood", kept: 0},
		{text: "I'm terrified of the audit.", hides: question, kept: 0},
		{text: "mood on", kept: 0},
		{text: "I want to kill myself.", has: "Thank you for telling me", kept: 0},
		{text: "I'm so sad about the flat.", kept: 0}, // for a day
		{text: "fine", kept: 0},
		{text: "I'm so sad about the flat.", kept: 1},
		{text: "By the way, I'm 15.", has: "not an adult", kept: 0},
		{text: "I'm so sad about the flat.", kept: 0},
		{text: "mood on", has: "No:", kept: 0},
	} {
		place, audience := turntest.Console, event.Private
		if step.work {
			place, audience = workplace, event.Work
		}
		answer := say(place, audience, step.text)
		if !strings.Contains(answer, step.has) || step.hides != "" && strings.Contains(answer, step.hides) {
			t.Errorf("%d: %q is answered %q", i, step.text, answer)
		}
		w.Mind.Read(func(v memory.View) {
			if len(v.Mood.Felt) != step.kept {
				t.Errorf("%d: after %q, %d are kept: %+v", i, step.text, len(v.Mood.Felt), v.Mood.Felt)
			}
			if left, ok := v.Mood.Residue(now); step.text == "don't bring that up" && (!ok || left.Feeling != "proud") {
				t.Errorf("what is left is %+v", left)
			}
		})
	}
	if log.Len() > 0 {
		t.Errorf("the log says %s", &log)
	}
}
