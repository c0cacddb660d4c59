package brain_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// Messages that are nothing but files are asked about together; and where a model answers words beside
// them, or beside others that would only be kept, it answers all of them.
func TestBesides(t *testing.T) {
	const picture = "" // a message that is nothing but one
	for name, c := range map[string]struct {
		model bool
		say   []string
		asked []int // how many messages each question to the steps was about
		seen  []int // how many the model was shown
		files bool  // "files" was said of them
	}{
		"an album":                     {true, []string{picture, picture, picture}, []int{3}, nil, true},
		"one with a question":          {true, []string{"which?", picture, picture}, []int{1, 2}, []int{3}, false},
		"the question behind it":       {true, []string{picture, picture, "which?"}, []int{2, 1}, []int{3}, false},
		"a question in the middle":     {true, []string{picture, "which?", picture}, []int{1, 1, 1}, []int{3}, false},
		"without a model":              {false, []string{"which?", picture, picture}, []int{1, 2}, nil, true},
		"what a step takes beside one": {true, []string{"done", picture}, []int{1, 1}, nil, true},
		"what is taken in silence":     {true, []string{"kept", "which?", "kept"}, []int{1, 1, 1}, []int{3}, false},
		"what something is done of":    {true, []string{"done", "which?"}, []int{1, 1}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t)
			var asked, seen []int
			said := false
			step := func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
				asked = append(asked, len(t.Messages))
				r := &turn.Reply{By: "procedure:files"}
				switch t.Text {
				case picture:
					said = true
					return r, nil
				case "done":
					r.Text.Say("Done.")
					return r, nil
				case "kept":
					return r, nil
				}
				return nil, nil
			}
			b := thinking(t, w, new(bytes.Buffer), step)
			if c.model {
				b.Respond = func(_ context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
					seen = append(seen, len(t.Messages))
					r := &turn.Reply{By: "model:x"}
					r.Text.Say("That one.")
					return r, nil, nil
				}
			}
			var heard []event.Seq
			for i, text := range c.say {
				h := event.Heard{Place: turntest.Console, Audience: event.Private, Text: text, On: w.Now, Person: event.Person{Platform: "console", ID: "sam"}}
				if text == picture {
					h.Files = []event.File{{Name: fmt.Sprintf("%d.png", i), Size: 9}}
				}
				e := w.Pens.For(event.Bot).Write(h)
				e.Trust = event.ByPrincipal
				heard = append(heard, w.Record(e)[0].Seq)
			}
			if _, err := b.Turn(t.Context(), brain.Request{Messages: heard}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.asked, asked) + cmp.Diff(c.seen, seen); diff != "" {
				t.Error(diff)
			}
			if taken := said && !slices.Contains(seen, len(c.say)); taken != c.files {
				t.Errorf("files were taken by a step: %v", taken)
			}
		})
	}
}

// A recording that got its words before it was listened to is listened to all the same, once.
func TestWordsBeforeARecordingIsHeard(t *testing.T) {
	w := turntest.New(t)
	b := thinking(t, w, new(bytes.Buffer), func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
		r := &turn.Reply{By: "procedure:x"}
		r.Text.Say("It says %q.", t.Text)
		return r, nil
	})
	listened := 0
	b.Listen = func(_ context.Context, _ *turn.Turn, _ turn.Message, f turn.File) (event.Transcribed, string, error) {
		listened++
		return event.Transcribed{Spoken: "I moved to Porto.", By: "whisper-1"}, "", nil
	}
	bot := w.Pens.For(event.Bot)
	said := func(p event.Payload, from ...event.Seq) event.Seq {
		e := bot.Write(p).Because(from...).Resting(from...)
		e.Trust = event.ByPrincipal
		return w.Record(e)[0].Seq
	}
	heard := said(event.Heard{
		Place: turntest.Console, Audience: event.Private, On: w.Now, Person: event.Person{Platform: "console", ID: "sam"},
		Files: []event.File{{Name: "v.ogg", Size: 9, Voice: true}},
	})
	said(event.Attached{Message: heard, Name: "v.ogg", Sort: event.SortSound, File: "f", Key: "k"}, heard)
	said(event.Edited{Message: heard, Text: "Guess what!", On: w.Now}, heard)
	for range 2 {
		out, err := b.Turn(t.Context(), brain.Request{Messages: []event.Seq{heard}})
		if err != nil || len(out.Posts) != 1 {
			t.Fatalf("%v, %d posts", err, len(out.Posts))
		}
		r, err := w.Mind.Event(t.Context(), out.Posts[0])
		if err != nil {
			t.Fatal(err)
		}
		p, _ := r.Payload()
		if q := p.(event.PostQueued); q.Text != "> I moved to Porto.\n\nIt says \"Guess what!\\nI moved to Porto.\"." || listened != 1 {
			t.Errorf("%q, listened %d times", q.Text, listened)
		}
	}
}
