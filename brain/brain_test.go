package brain_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

func thinking(t *testing.T, w *turntest.World, log *bytes.Buffer, steps ...brain.Step) *brain.Brain {
	t.Helper()
	return &brain.Brain{
		Mind: w.Mind, Store: w.Store, Steps: steps, Zone: turntest.Zone,
		Now: func() time.Time { return turntest.Today }, Log: slog.New(slog.NewTextHandler(log, nil)),
		Pens: w.Pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Outbox),
	}
}

// said gives the text of a turn's only post.
func said(t *testing.T, w *turntest.World, out brain.Outcome) string {
	t.Helper()
	if len(out.Posts) != 1 {
		t.Fatalf("%d posts, want one", len(out.Posts))
	}
	r, err := w.Mind.Event(t.Context(), out.Posts[0])
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Payload()
	if err != nil {
		t.Fatal(err)
	}
	return p.(event.PostQueued).Text
}

// asks is a step that asks for a change.
func asks(a event.Asked) brain.Step {
	return func(context.Context, *turn.Turn) (*turn.Reply, error) {
		return (&turn.Reply{By: "command:x"}).Change(a), nil
	}
}

// A fault in a step costs its turn, and neither the message nor the process; it is said
// to the person without its innards, which the log has.
func TestAFaultyStepIsSaidAndSurvived(t *testing.T) {
	for name, step := range map[string]brain.Step{
		"an error": func(context.Context, *turn.Turn) (*turn.Reply, error) { return nil, errors.New("inside out") },
		"a panic":  func(context.Context, *turn.Turn) (*turn.Reply, error) { panic("inside out") },
		"a change that is refused": func(context.Context, *turn.Turn) (*turn.Reply, error) {
			return (&turn.Reply{By: "command:x"}).Change(event.RuleAdded{Text: "inside out"}), nil
		},
		"a group that there is not":     asks(event.Asked{What: event.AskGroup, Name: "Ana", Text: "inside out"}),
		"an audience that there is not": asks(event.Asked{What: event.AskAudience, Text: "inside out"}),
		"a setting that there is not":   asks(event.Asked{What: event.AskSetting, Name: "inside out", Text: "x"}),
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t)
			var log bytes.Buffer
			b := thinking(t, w, &log, step)
			out, err := b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.Say("hello")}})
			if err != nil {
				t.Fatal(err)
			}
			if text := said(t, w, out); !strings.Contains(text, "went wrong on my side") || strings.Contains(text, "inside out") {
				t.Errorf("the person reads %q", text)
			}
			if log.Len() == 0 {
				t.Error("the log is silent")
			}
			w.Mind.Read(func(v memory.View) {
				if len(v.Thread.Waiting) > 0 || len(v.Principal.Rules) > 0 {
					t.Errorf("waiting %v, rules %v", v.Thread.Waiting, v.Principal.Rules)
				}
			})
		})
	}
}

// What is about the principal alone is not read out in a channel.
func TestADirectReplyLeavesTheChannel(t *testing.T) {
	w := turntest.New(t)
	channel := event.Place{Platform: "chat", Room: "acme"}
	direct := func(context.Context, *turn.Turn) (*turn.Reply, error) {
		r := &turn.Reply{By: "command:rules", Direct: true}
		r.Text.Say("private words")
		return r, nil
	}
	b := thinking(t, w, &bytes.Buffer{}, direct)
	w.Say("this is our direct conversation")
	out, err := b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.SayIn(channel, event.Shared, 0, "rules")}})
	if err != nil || len(out.Posts) != 2 {
		t.Fatalf("%v, %d posts, want one in each place", err, len(out.Posts))
	}
	for _, seq := range out.Posts {
		r, err := w.Mind.Event(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := r.Payload()
		q := p.(event.PostQueued)
		if private := strings.Contains(q.Text, "private"); private != (q.Place == turntest.Console) {
			t.Errorf("%q was said in %+v", q.Text, q.Place)
		}
	}
}

// It goes to the reader it was gathered for; where that one is gone, to another that may show
// as much, and to none that may not.
func TestWhoReadsADirectReply(t *testing.T) {
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	work := memory.Sight{Place: event.Place{Platform: "slack", Account: "T1", Room: "D1"}, Audience: event.Work}
	home := memory.Sight{Place: turntest.Console, Audience: event.Private}
	gone := memory.Sight{Place: event.Place{Platform: "telegram", Room: "77"}, Audience: event.Private}
	for name, c := range map[string]struct {
		to     memory.Sight
		hosted bool
		want   event.Place // of the answer; zero where there is none
	}{
		"nobody in particular": {memory.Sight{}, true, work.Place}, "the private reader": {home, true, home.Place}, "the work place": {work, true, work.Place},
		"one that is gone": {gone, true, home.Place}, "one that is gone, and only a work place is left": {gone, false, event.Place{}},
	} {
		w := turntest.New(t)
		b := thinking(t, w, &bytes.Buffer{}, func(context.Context, *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "command:loops", Direct: true, To: c.to}
			r.Text.Say("the answer")
			return r, nil
		})
		w.SayIn(work.Place, event.Work, 0, "hi")
		if c.hosted {
			w.Say("hi")
		}
		out, err := b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.SayIn(channel, event.Shared, 0, "loops")}})
		if err != nil {
			t.Fatal(err)
		}
		var answered event.Place
		for _, seq := range out.Posts {
			_, p, err := w.Turn(w.SayIn(channel, event.Shared, 0, "x")).Event(t.Context(), seq)
			if err != nil {
				t.Fatal(err)
			}
			if q := p.(event.PostQueued); q.Text == "the answer" {
				answered = q.Place
			} else if q.Place != channel {
				t.Errorf("%s: %q in %+v", name, q.Text, q.Place)
			}
		}
		if answered != c.want {
			t.Errorf("%s: answered in %+v, want %+v", name, answered, c.want)
		}
	}
}

// Danger is answered first, kept out of memory, and holds back what nobody asked for.
func TestDangerComesFirst(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:59")
	b := thinking(t, w, &bytes.Buffer{}, brain.Danger, func(context.Context, *turn.Turn) (*turn.Reply, error) {
		return &turn.Reply{By: "procedure:listen"}, nil
	})
	out, err := b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.Say("I want to kill myself")}})
	if err != nil {
		t.Fatal(err)
	}
	if out.Ended.By != "crisis" || !out.Ended.Quiet || !strings.Contains(said(t, w, out), "emergency number") {
		t.Fatalf("%+v: %s", out.Ended, said(t, w, out))
	}
	held := func() (until time.Time) {
		w.Mind.Read(func(v memory.View) { until = v.Thread.Held })
		return until
	}
	if want := turntest.Today.Add(24 * time.Hour); !held().Equal(want) {
		t.Errorf("unasked messages are held until %s, want %s", held(), want)
	}
	out, err = b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.Say("Australia")}})
	if err != nil || !strings.Contains(said(t, w, out), "000") {
		t.Fatalf("asked for the country: %v, %s", err, said(t, w, out))
	}
	all := func(text string) {
		t.Helper()
		if _, err = b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.Say(text)}}); err != nil || held().After(turntest.Today) {
			t.Errorf("after the all-clear: %v, held until %s", err, held())
		}
	}
	all("fine")
	out, err = b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.Say("I want to kill myself")}})
	if err != nil || !strings.Contains(said(t, w, out), "call 000") || strings.Contains(said(t, w, out), "Which country") {
		t.Errorf("asked for the country again: %v, %s", err, said(t, w, out))
	}
	all("fine")
	for _, talk := range []string{"fine", "My brother lives in Spain", "I live in Spain"} {
		if out, err = b.Turn(t.Context(), brain.Request{Messages: []event.Seq{w.Say(talk)}}); err != nil || out.Ended.By == "crisis" || out.Ended.Quiet {
			t.Errorf("%q after the all-clear: %v, %+v", talk, err, out.Ended)
		}
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.Thread.Unread) != 3 {
			t.Errorf("%v would be read into memory, want only what was said after the all-clear", v.Thread.Unread)
		}
	})
}

// What was done without a model is done and told, although "stop" comes before that is written; what is to
// be begun again is not.
func TestStopComesTooLate(t *testing.T) {
	for cause, want := range map[error]string{brain.ErrStopped: event.Answered, brain.ErrAgain: ""} {
		w := turntest.New(t)
		b := thinking(t, w, &bytes.Buffer{}, func(context.Context, *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "command:remember"}
			r.Text.Say("Kept.")
			return r, nil
		})
		ctx, cancel := context.WithCancelCause(t.Context())
		b.Beside = func(context.Context, *turn.Turn) *turn.Reply { cancel(cause); return nil }
		out, err := b.Turn(ctx, brain.Request{Messages: []event.Seq{w.Say("remember the milk")}})
		if out.Ended.Outcome != want || want == "" && !errors.Is(err, cause) {
			t.Errorf("%v: %+v, %v", cause, out.Ended, err)
		}
	}
}
