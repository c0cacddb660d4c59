package respond_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/attachments"
	"citadel/memory/event"
)

// Of the files of earlier messages a model is told of those that stand there: none that was taken out, before it was
// fetched or after, and none that was forgotten.
func TestFilesOfEarlierMessages(t *testing.T) {
	w := turntest.New(t).At("2026-11-01 09:00")
	files := []event.File{{Name: "kept.txt"}, {Name: "passport.txt"}, {Name: "diary.txt"}, {Name: "letter.txt"}, {Name: "awaited.txt"}}
	heard := w.Pens.For(event.Bot).Write(event.Heard{Text: "my papers", On: w.Now, Place: turntest.Console, Audience: event.Private, Files: files})
	heard.Trust = event.ByPrincipal
	message := w.Record(heard)[0].Seq
	attached := func(index int, fault string) event.Seq {
		e := w.Pens.For(event.Bot).Write(event.Attached{Message: message, Index: index, Fault: fault, Place: turntest.Console, Audience: event.Private}).Because(message).Resting(message)
		e.Trust, e.Key = event.ByThirdParty, attachments.Key(message, index)
		return w.Record(e)[0].Seq
	}
	attached(0, "")
	w.Record(w.Pens.For(event.Bot).Write(event.Unsaid{Message: attached(1, ""), In: message, Index: 1, On: w.Now}).Because(message).Resting(message))
	attached(2, event.FaultTakenOut)
	plan, err := w.Mind.Reach(t.Context(), attached(3, ""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	exchange(w, message, "I have them.")
	answer := says("Two.")
	_, shown := put(t, w, desk(answer, answer), "standard", w.Say("How many papers are there?"), answer)
	for name, stands := range map[string]bool{"kept.txt": true, "awaited.txt": true, "passport.txt": false, "diary.txt": false, "letter.txt": false} {
		if strings.Contains(shown, name) != stands {
			t.Errorf("the model is told of %s: %v", name, !stands)
		}
	}
}
