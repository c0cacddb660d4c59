package bot_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

func differ(t *testing.T, what string, want, got any, how ...cmp.Option) {
	t.Helper()
	if d := cmp.Diff(want, got, how...); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestAnswersInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		stop := w.run()
		a := w.say("one")
		synctest.Wait()
		b := w.say("two")
		synctest.Wait()
		differ(t, "shown", []string{"heard one", "heard two"}, w.chat.texts())
		differ(t, "finished", []connectors.MessageID{a, b}, w.chat.ended())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// "stop" ends a turn at once, and is answered by itself.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow()
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			if t.Command != nil && t.Command.Name == "stop" {
				return echo(ctx, t)
			}
			return s.step(ctx, t)
		})
		defer w.run()()
		asked := w.say("think hard")
		synctest.Wait()
		differ(t, "begun", "think hard", <-s.began)
		w.say("stop")
		synctest.Wait()
		differ(t, "turns begun after it", 0, len(s.began))
		differ(t, "shown", []string{"heard stop"}, w.chat.texts())
		differ(t, "the first to be over", asked, w.chat.ended()[0])
		differ(t, "outcomes", []string{event.Stopped, event.Answered}, outcomes(w))
	})
}

func outcomes(w *world) []string {
	var out []string
	for _, p := range w.payloads("turn.ended") {
		out = append(out, p.(event.TurnEnded).Outcome)
	}
	return out
}

// However close "stop" follows, it is never folded into the turn that it is to end.
func TestStopIsNeverFoldedIn(t *testing.T) {
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			s := newSlow()
			w := newWorld(t, s.step)
			stop := w.run()
			w.say("think hard")
			synctest.Wait()
			w.say("stop")
			synctest.Wait()
			close(s.goOn)
			synctest.Wait()
			differ(t, "outcomes", []string{event.Stopped, event.Answered}, outcomes(w))
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
		if t.Failed() {
			return
		}
	}
}

// Within two seconds a message joins the turn, which begins again with both (SPEC §4).
func TestFoldedIn(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  []string // turns begun
		shown []string
	}{
		{time.Second, []string{"one", "one", "two"}, []string{"heard one\n\nheard two"}},
		{3 * time.Second, []string{"one", "two"}, []string{"heard one", "heard two"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newSlow()
			w := newWorld(t, s.step)
			stop := w.run()
			w.say("one")
			synctest.Wait()
			time.Sleep(c.after) // the bubble's clock
			w.say("two")
			synctest.Wait()
			close(s.goOn)
			synctest.Wait()
			close(s.began)
			var begun []string
			for text := range s.began {
				begun = append(begun, text)
			}
			differ(t, "begun", c.want, begun)
			differ(t, "shown", c.shown, w.chat.texts())
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// An edit during the turn begins it again with the new words (TRUST, Edits and deletions).
func TestEditDuringTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow()
		w := newWorld(t, s.step)
		defer w.run()()
		m := w.say("send 40")
		synctest.Wait()
		w.edit(m, "send 400")
		synctest.Wait()
		close(s.goOn)
		synctest.Wait()
		differ(t, "shown", []string{"heard send 400"}, w.chat.texts())
	})
}

// An edit that comes when the answer is already being written down is not lost: the
// message is answered once more, in its new words.
func TestEditAfterThinking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w *world
		first := true
		w = newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := echo(ctx, t)
			if first {
				first = false
				// Recorded past the bot, so that nothing begins the turn again.
				e := w.pens.For(event.Bot).Write(event.Edited{Message: t.Last().Seq, Text: "new"}).Because(t.Last().Seq).Resting(t.Last().Seq)
				e.Trust = event.ByPrincipal
				unheard := ctx
				if _, rerr := w.mind.Record(unheard, e); rerr != nil {
					return nil, rerr
				}
			}
			return r, err
		})
		defer w.run()()
		w.say("old")
		synctest.Wait()
		got := w.chat.texts()
		differ(t, "last shown", "heard new", got[len(got)-1])
		w.mind.Read(func(v memory.View) { differ(t, "waiting", 0, len(v.Thread.Waiting)) })
	})
}

// A delete during the turn drops it and forgets the message.
func TestDeleteDuringTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow()
		w := newWorld(t, s.step)
		defer w.run()()
		m := w.say("never mind this")
		synctest.Wait()
		w.remove(m)
		synctest.Wait()
		close(s.goOn)
		synctest.Wait()
		differ(t, "shown", []string{}, w.chat.texts())
		differ(t, "heard", []event.Payload{nil}, w.payloads("heard"))
		differ(t, "turns", 0, len(outcomes(w)))
	})
}

// What is done to a message that was forgotten meanwhile is passed over: the platform
// would otherwise bring it again for ever.
func TestAboutTheForgotten(t *testing.T) {
	for name, e := range map[string]connectors.Event{
		"edit":     {Kind: connectors.Edit, Text: "again"},
		"delete":   {Kind: connectors.Delete},
		"reaction": {Kind: connectors.React, Emoji: "👍"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, echo)
				stop := w.run()
				m := w.say("one")
				synctest.Wait()
				w.remove(m)
				synctest.Wait()
				e.Message = m
				w.must(e)
				synctest.Wait()
				w.say("two")
				synctest.Wait()
				differ(t, "shown", []string{"heard one", "heard two"}, w.chat.texts())
				w.mind.Read(func(v memory.View) {
					differ(t, "posts left", 0, len(v.Outbox.Posts))
					differ(t, "unsaid left", 0, len(v.Thread.Unsaid))
				})
				close(w.chat.in)
				synctest.Wait()
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// Deleted twice before it could be followed once: nothing is asked, least of all about
// what has nothing to do with it.
func TestDeletedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		m := w.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "chat", Room: "home"}, Text: "one"})
		m.Trust = event.ByPrincipal
		heard, err := w.mind.Record(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := w.mind.Reach(t.Context(), heard[0].Seq)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		unrelated := w.pens.For(event.Loops).Write(event.ReminderSet{Text: "labels", At: time.Now().Add(time.Hour)})
		if _, err := w.mind.Record(t.Context(), unrelated); err != nil {
			t.Fatal(err)
		}
		u := w.pens.For(event.Bot).Write(event.Unsaid{Message: heard[0].Seq}).Because(heard[0].Seq)
		if _, err := w.mind.Record(t.Context(), u); err != nil {
			t.Fatal(err)
		}
		defer w.run()()
		synctest.Wait()
		w.mind.Read(func(v memory.View) {
			differ(t, "posts left", 0, len(v.Outbox.Posts))
			differ(t, "unsaid left", 0, len(v.Thread.Unsaid))
		})
		differ(t, "posts", 0, len(w.payloads("post.queued")))
	})
}

// Who names a message by a number that it does not have is told that nothing was changed; of what a
// platform tells of a message that is not known, nobody is.
func TestNoSuchMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		defer w.run()()
		w.must(connectors.Event{Kind: connectors.Edit, Handle: "m900", Text: "Ana lives in Braga"})
		w.must(connectors.Event{Kind: connectors.React, Handle: "m901", Emoji: "👍"})
		w.must(connectors.Event{Kind: connectors.Delete, Message: "never heard of"})
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "shown", []string{
			"I find no message of yours with the number `#900` here, so nothing was changed.", "I find no message `#901` here, so nothing was changed.",
		}, w.chat.texts())
	})
}

// A button stands for the words on it, and its turn is over when they are answered.
func TestPress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := echo(ctx, t)
			r.Buttons = []event.Button{{Label: "Keep", Says: "keep it"}, {Label: "Forget", Says: "forget m2"}}
			return r, err
		})
		defer w.run()()
		w.say("one")
		synctest.Wait()
		shown := w.chat.shown[0]
		pressed := w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: shown.Buttons[1].Token})
		synctest.Wait()
		differ(t, "shown", []string{"heard one", "heard forget m2"}, w.chat.texts())
		differ(t, "over last", pressed, w.chat.ended()[1])
		w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: "no such button"})
		synctest.Wait()
		differ(t, "shown after a press that means nothing", 2, len(w.chat.texts()))
	})
}

// A turn that forgets something changes what waits, and is finished all the same; what
// comes at that moment is answered next.
func TestForgettingWhileMoreComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w *world
		w = newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := echo(ctx, t)
			r.Change(event.LoopOpened{Text: t.Text, On: t.Now})
			if t.Text == "forget it all" {
				plan, rerr := w.mind.Reach(ctx, t.Messages[0].Seq-1)
				if rerr != nil {
					return nil, rerr
				}
				r.Forget = &turn.Forgetting{Plan: plan, Receipt: func(turn.Forgotten) phrase.Text {
					time.Sleep(time.Millisecond) // of the bubble: everybody else notices first
					var text phrase.Text
					text.Say("forgotten")
					return text
				}}
			}
			return r, err
		})
		var heard []ledger.Entry
		for _, text := range []string{"a secret", "forget it all", "one more"} {
			e := w.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "chat", Room: "home"}, Text: text})
			e.Trust = event.ByPrincipal
			heard = append(heard, e)
		}
		if _, err := w.mind.Record(t.Context(), heard...); err != nil {
			t.Fatal(err)
		}
		stop := w.run()
		time.Sleep(time.Second)
		w.say("still there")
		synctest.Wait()
		differ(t, "shown", []string{"forgotten", "heard still there"}, w.chat.texts())
		differ(t, "changes", []event.Payload{
			event.LoopOpened{Text: "forget it all"}, event.LoopOpened{Text: "one more"}, event.LoopOpened{Text: "still there"},
		}, w.payloads("loop.opened"), cmpopts.IgnoreFields(event.LoopOpened{}, "On"))
		w.mind.Read(func(v memory.View) { differ(t, "waiting", 0, len(v.Thread.Waiting)) })
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A change rests on the message that asked for it, not on those that came with it.
func TestChangesRestOnTheirOwnMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := echo(ctx, t)
			return r.Change(event.LoopOpened{Text: t.Text, On: t.Now}), err
		})
		a := w.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "chat", Room: "home"}, Text: "one"})
		b := w.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "chat", Room: "home"}, Text: "two"})
		a.Trust, b.Trust = event.ByPrincipal, event.ByPrincipal
		heard, err := w.mind.Record(t.Context(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		defer w.run()()
		synctest.Wait()
		var from [][]event.Seq
		for r, err := range w.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"loop.opened"}}) {
			if err != nil {
				t.Fatal(err)
			}
			from = append(from, r.From)
		}
		differ(t, "rests on", [][]event.Seq{{heard[0].Seq}, {heard[1].Seq}}, from)
	})
}

// A message that was edited into a request is the principal's own word still.
func TestEditedIntoARequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := echo(ctx, t)
			return r.Change(event.Asked{What: event.AskRuleAdd, Text: t.Text}), err
		})
		stop := w.run()
		m := w.say("no calls before 9")
		synctest.Wait()
		w.edit(m, "no calls before 10")
		synctest.Wait()
		differ(t, "rules", []event.Payload{event.RuleAdded{Text: "no calls before 9"}, event.RuleAdded{Text: "no calls before 10"}}, w.payloads("rule.added"))
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
