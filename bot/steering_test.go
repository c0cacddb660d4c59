package bot_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// turns lists what the turns that ended answered, in the words of the messages, and how.
func turns(t *testing.T, w *world) (out []ended) {
	t.Helper()
	w.mind.Read(func(v memory.View) {
		for _, turn := range v.Thread.Window {
			out = append(out, ended{outcome: turn.Outcome, messages: slices.Clone(turn.Messages)})
		}
	})
	for i := range out {
		for _, m := range out[i].messages {
			r, err := w.mind.Event(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Payload()
			if err != nil {
				t.Fatal(err)
			}
			if h, ok := p.(event.Heard); ok {
				out[i].texts = append(out[i].texts, h.Text)
			}
		}
	}
	return out
}

type ended struct {
	outcome  string
	messages []event.Seq
	texts    []string
}

// answered fails unless these are the turns: the messages of each, in order.
func answered(t *testing.T, w *world, want ...[]string) {
	t.Helper()
	got := [][]string{}
	for _, e := range turns(t, w) {
		got = append(got, e.texts)
	}
	differ(t, "turns", want, got)
	w.mind.Read(func(v memory.View) { differ(t, "waiting", 0, len(v.Thread.Waiting)) })
}

// What follows within two seconds begins the turn again with both, until something of the
// answer was written; after that, and later, it joins at the next round (SPEC §4).
func TestWhatFollowsATurn(t *testing.T) {
	for _, c := range []struct {
		name    string
		drafted bool
		after   time.Duration
		again   bool
	}{
		{"at once, nothing written", false, time.Second, true},
		{"at once, something written", true, time.Second, false},
		{"later, nothing written", false, soon, false},
		{"later, something written", true, soon, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				one := w.say("one")
				call := m.next(t)
				if c.drafted {
					call.drafts("fir")
				}
				time.Sleep(c.after) // of the bubble
				two := w.say("two")
				want := []string{"two"}
				if c.again {
					call, want = m.next(t), nil
					differ(t, "asked", "one\ntwo", call.t.Text)
				} else {
					m.idle(t)
				}
				differ(t, "joined", want, call.joined(t))
				differ(t, "joined again", []string(nil), call.joined(t))
				call.answers("first and second")
				m.idle(t)
				answered(t, w, []string{"one", "two"})
				differ(t, "posts", []string{"first and second"}, w.chat.texts())
				differ(t, "withdrawn", 0, count(w.chat.written(), ""))
				differ(t, "over", []connectors.MessageID{one, two}, w.chat.ended())
			})
		})
	}
}

// Nobody has to take what came since: it forms the next turn.
func TestWhatDoesNotJoinIsAnsweredNext(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("one")
		c := m.next(t)
		c.drafts("fir")
		w.say("two")
		m.idle(t)
		c.answers("first")
		m.next(t).answers("second")
		answered(t, w, []string{"one"}, []string{"two"})
		differ(t, "posts", []string{"first", "second"}, w.chat.texts())
	})
}

// A command is never answered with anything else, and what came after it waits for it.
// What is said in another place is answered there.
func TestWhatCannotJoin(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("one")
		c := m.next(t)
		c.drafts("fir")
		elsewhere := event.Heard{Place: event.Place{Platform: "chat", Room: "elsewhere"}, Text: "elsewhere"}
		e := w.pens.For(event.Bot).Write(elsewhere)
		e.Trust = event.ByPrincipal
		if _, err := w.mind.Record(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		w.say("two")
		w.say("loops") // a command
		w.say("three")
		differ(t, "joined", []string{"two"}, c.joined(t))
		c.answers("first and second")
		m.next(t).answers("there")
		m.next(t).answers("the loops") // no step takes it here
		m.next(t).answers("third")
		answered(t, w, []string{"one", "two"}, []string{"elsewhere"}, []string{"loops"}, []string{"three"})
	})
}

// What he passes on joins no turn, and is no word in it.
func TestWhatIsPassedOnJoinsNothing(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("one")
		call := m.next(t)
		call.drafts("fir")
		time.Sleep(soon)
		w.passes("do what this says")
		differ(t, "joined", []string(nil), call.joined(t))
		call.answers("first")
		m.idle(t)
		differ(t, "posts", []string{"first"}, w.chat.texts())
	})
}

// A joined message that was edited before the answer was whole is answered in its new
// words, and one that was taken back not at all; the draft is withdrawn.
func TestChangesToWhatIsBeingAnswered(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(w *world, one, two connectors.MessageID)
		again  []string // the turns after it
	}{
		{"the first is edited", func(w *world, one, _ connectors.MessageID) { w.edit(one, "uno") }, []string{"uno", "two"}},
		{"the one that joined is edited", func(w *world, _, two connectors.MessageID) { w.edit(two, "due") }, []string{"one", "due"}},
		{"the first is taken back", func(w *world, one, _ connectors.MessageID) { w.remove(one) }, []string{"two"}},
		{"the one that joined is taken back", func(w *world, _, two connectors.MessageID) { w.remove(two) }, []string{"one"}},
		{"both are taken back", func(w *world, one, two connectors.MessageID) { w.remove(one); w.remove(two) }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				one := w.say("one")
				call := m.next(t)
				call.drafts("fir")
				time.Sleep(soon)
				two := w.say("two")
				call.joined(t)
				call.drafts("first and sec")
				c.change(w, one, two)
				synctest.Wait()
				differ(t, "draft", "", w.chat.drafted())
				if len(c.again) == 0 && len(m.calls) > 0 {
					<-m.calls // about the second, before that was taken back too
				}
				for _, text := range c.again {
					call := m.next(t)
					differ(t, "asked", text, call.t.Text)
					call.answers("answer to " + call.t.Text)
				}
				m.idle(t)
				w.mind.Read(func(v memory.View) {
					differ(t, "waiting", 0, len(v.Thread.Waiting))
					differ(t, "turns", len(c.again), v.Thread.Turns)
				})
				differ(t, "posts", len(c.again), len(w.chat.texts()))
				differ(t, "over", w.chat.n, len(w.chat.ended()))
			})
		})
	}
}

// When the platform has said its last, a turn whose message was taken back is not waited for.
func TestEndOfInputAfterATurnThatCameToNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		over := make(chan error, 1)
		go func() { over <- w.bot.Run(t.Context()) }()
		said := w.say("one")
		m.next(t).drafts("fir")
		w.remove(said)
		close(w.chat.in)
		synctest.Wait()
		select {
		case err := <-over:
			if err != nil {
				t.Error(err)
			}
		default:
			t.Fatal("the bot waits for a turn that nobody needs")
		}
		differ(t, "draft", "", w.chat.drafted())
	})
}

// "stop" ends a turn at once, whatever it is doing. What could be read of the answer was
// said, and stays.
func TestStopInEveryPhase(t *testing.T) {
	for _, c := range []struct {
		name  string
		until func(t *testing.T, w *world, m *model)
		posts []string
	}{
		{"begun", func(t *testing.T, _ *world, m *model) { m.next(t) }, []string{"nothing more"}},
		{"writing", func(t *testing.T, _ *world, m *model) { m.next(t).drafts("half an ans") },
			[]string{"half an ans\n\nStopped here.", "nothing more"}},
		{"joined", func(t *testing.T, w *world, m *model) {
			call := m.next(t)
			time.Sleep(soon)
			w.say("and also")
			call.joined(t)
		}, []string{"nothing more"}},
		{"with another that waits", func(t *testing.T, w *world, m *model) {
			m.next(t).drafts("half an ans")
			time.Sleep(soon)
			w.say("and also")
		}, []string{"half an ans\n\nStopped here.", "nothing more"}},
		{"with drafts that do not leave", func(t *testing.T, w *world, m *model) {
			w.chat.onDraft = func(ctx context.Context, _ connectors.Draft) error {
				<-ctx.Done()
				return &connectors.Error{Op: "chat", Reason: connectors.Unknown, Err: ctx.Err()}
			}
			m.next(t).drafts("half an ans")
		}, []string{"half an ans\n\nStopped here.", "nothing more"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				w.say("think hard")
				c.until(t, w, m)
				w.say("stop")
				stop := m.next(t)
				differ(t, "asked about", "stop", stop.t.Text)
				for _, e := range turns(t, w) {
					differ(t, "outcome", event.Stopped, e.outcome)
				}
				stop.answers("nothing more")
				m.idle(t)
				time.Sleep(time.Minute)
				synctest.Wait()
				differ(t, "posts", c.posts, w.chat.texts())
				differ(t, "draft", "", w.chat.drafted())
				w.mind.Read(func(v memory.View) {
					differ(t, "waiting", 0, len(v.Thread.Waiting))
					if v.Thread.Open != nil {
						t.Errorf("turn %d is open", v.Thread.Open.ID)
					}
				})
			})
		})
	}
}

// What is done before a turn (making room in the window) ends at "stop" too.
func TestStopBeforeTheTurn(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		first := true
		w.bot.Before = func(ctx context.Context) error {
			if !first {
				return nil
			}
			first = false
			<-ctx.Done()
			return ctx.Err()
		}
		w.say("think hard")
		m.idle(t)
		w.say("stop")
		m.next(t).answers("stopped")
		differ(t, "outcomes", []string{event.Stopped, event.Answered}, outcomes(w))
	})
}

// "stop" speaks of what was said before it. What follows it is answered.
func TestAfterStop(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("stop") // nothing is running
		m.next(t).answers("nothing is running")
		said := w.say("think hard")
		m.next(t)
		w.say("stop")
		m.next(t).answers("stopped")
		w.say("think again")
		m.next(t).answers("thought")
		w.edit(said, "think a little") // not the latest: not answered
		m.idle(t)
		differ(t, "outcomes", []string{event.Answered, event.Stopped, event.Answered, event.Answered}, outcomes(w))
	})
}

// A process that is to end does not wait for a model: the message is answered by the next,
// and of the draft nothing is left.
func TestShutdownWhileTheModelWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		stop := w.run()
		w.say("think hard")
		m.next(t).drafts("half an ans")
		began := time.Now()
		if err := stop(); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("ended after %s", took)
		}
		differ(t, "draft", "", w.chat.drafted())
		w.mind.Read(func(v memory.View) { differ(t, "waiting", 1, len(v.Thread.Waiting)) })

		w.reopen(m)
		stop = w.run()
		c := m.next(t)
		differ(t, "asked", "think hard", c.t.Text)
		c.drafts("half")
		c.answers("whole")
		differ(t, "posts", []string{"whole"}, w.chat.texts())
		differ(t, "over", 0, len(w.chat.ended())) // it did not hear this one
		answered(t, w, []string{"think hard"})
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.kept(t)
	})
}

// A process that ends before its platform could be told, or is killed, leaves a draft: the
// next one withdraws it before it does anything else.
func TestADraftOfADeadProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		dead := false
		w.chat.onDraft = func(ctx context.Context, _ connectors.Draft) error {
			if dead {
				<-ctx.Done()
				return &connectors.Error{Op: "chat", Reason: connectors.Unknown, Err: ctx.Err()}
			}
			return nil
		}
		stop := w.run()
		w.say("think hard")
		m.next(t).drafts("half an ans")
		w.chat.mu.Lock()
		dead = true
		w.chat.mu.Unlock()
		began := time.Now()
		if err := stop(); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("ended after %s", took)
		}
		differ(t, "draft", "half an ans", w.chat.drafted())
		dead = false

		w.reopen(m)
		var e ledger.Entry // taken back meanwhile
		for r, err := range w.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			e = w.pens.For(event.Bot).Write(event.Unsaid{Message: r.Seq}).Because(r.Seq)
		}
		if _, err := w.mind.Record(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		stop = w.run()
		m.idle(t)
		differ(t, "draft", "", w.chat.drafted())
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.kept(t)
	})
}

// An answer that was whole when its process died takes the place of its draft; where the
// next process cannot send it either, the draft is withdrawn.
func TestADraftWhosePostTheNextProcessSends(t *testing.T) {
	for name, c := range map[string]struct {
		fail   []error
		posts  []string
		drafts []string
	}{
		"sent":    {nil, []string{"the whole answer"}, []string{"the whole"}},
		"refused": {[]error{&connectors.Error{Op: "chat", Reason: connectors.Gone}}, []string{}, []string{"the whole", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := talking(t)
				stop := w.run()
				w.say("tell")
				call := m.next(t)
				call.drafts("the whole")
				w.chat.die()
				call.answers("the whole answer")
				if err := stop(); err != nil {
					t.Error(err)
				}
				w.chat.dead, w.chat.fail = false, c.fail
				w.reopen(m)
				stop = w.run()
				time.Sleep(time.Minute)
				synctest.Wait()
				differ(t, "posts", c.posts, w.chat.texts())
				differ(t, "drafts", c.drafts, w.chat.written())
				differ(t, "draft", "", w.chat.drafted())
				if err := stop(); err != nil {
					t.Error(err)
				}
				w.kept(t)
			})
		})
	}
}

// quietly answers one text with silence, and leaves the others to the model.
func quietly(text string) brain.Step {
	return func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
		if t.Text != text {
			return nil, nil
		}
		return &turn.Reply{By: "procedure:quiet"}, nil
	}
}

// A process that begins withdraws nothing of answers that have arrived, and nothing where none was
// drafted.
func TestAStartLeavesWhatIsSettledAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.bot.Brain.Steps = []brain.Step{quietly("thanks")}
		stop := w.run()
		w.say("tell")
		call := m.next(t)
		call.drafts("the whole")
		call.answers("the whole answer")
		w.say("thanks")
		synctest.Wait()
		differ(t, "turns", 2, len(w.payloads("turn.ended")))
		before := w.chat.written()
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.reopen(m)
		stop = w.run()
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "drafts", before, w.chat.written())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A draft of an answer that came to nothing, which could not be withdrawn before the process died, is
// withdrawn by the next.
func TestADraftOfNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		stop := w.run()
		w.say("tell")
		call := m.next(t)
		call.drafts("the whole")
		w.chat.die()
		call.answers("")
		synctest.Wait()
		differ(t, "turns", 1, len(w.payloads("turn.ended")))
		if err := stop(); err != nil {
			t.Error(err)
		}
		differ(t, "draft", "the whole", w.chat.drafted())
		w.chat.dead = false
		w.reopen(m)
		stop = w.run()
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "draft", "", w.chat.drafted())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A turn that asks a model is written down first; when it is begun again or its process
// dies, its messages wait on, and the one that answers them ends.
func TestABegunTurnKeepsItsMessagesWaiting(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		one := w.say("one")
		first := m.next(t)
		w.edit(one, "uno")
		second := m.next(t)
		if first.turn == second.turn {
			t.Error("the turn was not begun again")
		}
		w.mind.Read(func(v memory.View) {
			differ(t, "open", second.turn, v.Thread.Open.ID)
			differ(t, "waiting", 1, len(v.Thread.Waiting))
		})
		second.answers("due")
		var begun, over []event.Seq
		for r, err := range w.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"turn.began", "turn.ended"}}) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Kind == "turn.began" {
				begun = append(begun, r.Seq)
			} else {
				over = append(over, r.Cause())
			}
		}
		differ(t, "begun", []event.Seq{first.turn, second.turn}, begun)
		differ(t, "ended", []event.Seq{second.turn}, over)
	})
}
