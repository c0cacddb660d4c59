package brain_test

import (
	"bytes"
	"context"
	"testing"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// A recording that he passes on is written down and repeated like his own; no step and no model is asked, whatever
// it says, and nothing of it is offered to be done.
func TestARecordingIsPassedOn(t *testing.T) {
	for name, c := range map[string]struct{ heard, why, want string }{
		"words":     {"remind me tomorrow to call Ana", "", "\"Priya\", in what you passed on:\n> remind me tomorrow to call Ana"},
		"a command": {"exit", "", "\"Priya\", in what you passed on:\n> exit"},
		"a secret":  {"the card is 4111 1111 1111 1111", "", "\"Priya\", in what you passed on:\n> the card is [card number removed, ends in 1111]\n\nBefore keeping your message I took out what looked like a card number."},
		"no words":  {"", "", "I heard no words in it."},
		"unheard":   {"", "the ceiling for language models is reached", "Kept: \"v.ogg\" (9 B). I can't write down what is said in it: the ceiling for language models is reached."},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t)
			asked := 0
			b := thinking(t, w, new(bytes.Buffer), func(context.Context, *turn.Turn) (*turn.Reply, error) {
				asked++
				return &turn.Reply{By: "procedure:x"}, nil
			})
			b.Respond = func(context.Context, *turn.Turn) (answer, note *turn.Reply, err error) {
				asked++
				return &turn.Reply{By: "model:x"}, nil, nil
			}
			b.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
				return event.Transcribed{Spoken: c.heard, By: "whisper-1"}, c.why, nil
			}
			pen := w.Pens.For(event.Bot)
			e := pen.Write(event.Heard{
				Place: turntest.Console, Audience: event.Private, On: w.Now, Person: event.Person{Platform: "console", ID: "sam"},
				Files: []event.File{{Name: "v.ogg", Size: 9, Voice: true}}, Forwarded: "Priya", Handed: true,
			})
			e.Trust = event.ByThirdParty
			heard := w.Record(e)[0].Seq
			e = pen.Write(event.Attached{Message: heard, Name: "v.ogg", Sort: event.SortSound, Size: 9, File: "f", Key: "k"}).Because(heard).Resting(heard)
			e.Trust = event.ByThirdParty
			w.Record(e)
			out, err := b.Turn(t.Context(), brain.Request{Messages: []event.Seq{heard}})
			if err != nil || asked > 0 {
				t.Fatalf("%v, asked %d times", err, asked)
			}
			if got := said(t, w, out); got != c.want {
				t.Errorf("said %q, want %q", got, c.want)
			}
			w.Mind.Read(func(v memory.View) {
				if len(v.Thread.Window) > 0 || len(v.Thread.Handed) != 1 || v.Attachments.Repeated(heard) != (c.heard == "") {
					t.Errorf("window %v, handed %v, repeated %v", v.Thread.Window, v.Thread.Handed, v.Attachments.Repeated(heard))
				}
			})
		})
	}
}
