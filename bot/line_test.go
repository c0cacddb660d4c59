package bot_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// What the line says in these tests.
const (
	asked      = "Asked large at 14:02."
	askedLine  = asked + " `stop` ends it."
	askedAgain = "large gave no answer; asked small at 14:03."
	againLine  = askedAgain + " `stop` ends it."
)

// after lets a time pass from when something was said on.
func after(d time.Duration) {
	time.Sleep(d) // of the bubble
	synctest.Wait()
}

// Once 20 seconds have passed without a word of the answer, and not before, one line says what
// is being done for it. It is gone when the answer comes, which is a post of its own.
func TestALineSaysWhatIsDone(t *testing.T) {
	for name, answer := range map[string]func(*testing.T, *world, *call){
		"as it is written": func(t *testing.T, w *world, c *call) {
			c.drafts("Ana lives")
			differ(t, "draft", "Ana lives", w.chat.drafted())
			differ(t, "its turn", uint64(c.turn), w.chat.standing().Turn)
			c.doing(askedAgain)
			differ(t, "draft once there were words", "Ana lives", w.chat.drafted())
			c.answers("Ana lives in Porto.")
		},
		"at once": func(t *testing.T, _ *world, c *call) { c.answers("Ana lives in Porto.") },
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				said := w.say("where does Ana live?")
				c := m.next(t)
				c.doing(asked)
				after(lineAfter - time.Nanosecond)
				differ(t, "too early", "", w.chat.drafted())
				after(time.Nanosecond)
				differ(t, "line", askedLine, w.chat.drafted())
				line := w.chat.standing()
				if line.Turn == 0 || line.Turn >= uint64(c.turn) || line.Place != room || line.Answers == nil || line.Answers.To != said {
					t.Errorf("the line is %+v, and the turn %d", line, c.turn)
				}
				c.doing(askedAgain)
				differ(t, "edited", againLine, w.chat.drafted())
				differ(t, "in place", line.Turn, w.chat.standing().Turn)
				after(time.Minute)
				differ(t, "lines", []string{askedLine, againLine}, w.chat.written())
				answer(t, w, c)
				after(time.Minute)
				differ(t, "posts", []string{"Ana lives in Porto."}, w.chat.texts())
				differ(t, "turn of the post", uint64(c.turn), w.chat.shown[0].Answers.Turn)
				differ(t, "at the end", "", w.chat.drafted())
				differ(t, "withdrawals of their own", 0, count(w.chat.written(), ""))
				differ(t, "over", []connectors.MessageID{said}, w.chat.ended())
			})
		})
	}
}

const lineAfter = 20 * time.Second

// No line is shown where there is nothing to say, or nobody to say it to.
func TestNoLine(t *testing.T) {
	for name, c := range map[string]struct {
		limits connectors.Limits
		place  connectors.Place
		during func(c *call)
	}{
		"words are there":       {connectors.Limits{Drafts: true}, room, func(c *call) { c.doing(asked); c.drafts("Ana") }},
		"nothing is known":      {connectors.Limits{Drafts: true}, room, func(*call) {}},
		"where others read":     {connectors.Limits{Drafts: true}, connectors.Place{Platform: "chat", Room: "acme"}, nil},
		"where nothing changes": {connectors.Limits{}, room, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := talking(t)
				w.chat.limits = c.limits
				stop := w.run()
				w.must(connectors.Event{Kind: connectors.Message, Place: c.place, Direct: c.place == room, Addressed: true, Text: "where does Ana live?"})
				call := m.next(t)
				if c.during != nil {
					c.during(call)
				} else if call.t.Doing != nil {
					t.Error("what is being done is to be told")
				}
				after(time.Minute)
				for _, d := range w.chat.drafts {
					if d.Turn != uint64(call.turn) {
						t.Errorf("shown: %+v", d)
					}
				}
				call.answers("In Porto.")
				differ(t, "posts", []string{"In Porto."}, w.chat.texts())
				if err := stop(); err != nil {
					t.Error(err)
				}
				w.kept(t)
			})
		})
	}
}

// What answers without a model shows none, however long it takes.
func TestNoLineWithoutAModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow()
		w := newWorld(t, s.step)
		w.chat.limits.Drafts = true
		stop := w.run()
		w.say("one")
		after(time.Minute)
		s.goOn <- struct{}{}
		synctest.Wait()
		differ(t, "posts", []string{"heard one"}, w.chat.texts())
		differ(t, "drafts", []string{}, w.chat.written())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// However a turn ends without an answer, its line goes with it.
func TestALineIsWithdrawn(t *testing.T) {
	for name, end := range map[string]func(*testing.T, *world, *model, *call){
		"nothing to say": func(_ *testing.T, _ *world, _ *model, c *call) { c.answers("") },
		"stopped": func(t *testing.T, w *world, m *model, _ *call) {
			w.say("stop")
			m.next(t)
		},
		"begun again": func(t *testing.T, w *world, m *model, _ *call) {
			w.edit("e1", "where does Ana work?")
			m.next(t)
		},
		"taken back": func(_ *testing.T, w *world, _ *model, _ *call) { w.remove("e1") },
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				w.say("where does Ana live?")
				c := m.next(t)
				c.doing(asked)
				after(lineAfter)
				differ(t, "line", askedLine, w.chat.drafted())
				end(t, w, m, c)
				synctest.Wait()
				differ(t, "line at the end", "", w.chat.drafted())
				differ(t, "drafts", []string{askedLine, ""}, w.chat.written())
				differ(t, "posts", []string{}, w.chat.texts())
			})
		})
	}
}

// A turn that is begun again takes its time anew.
func TestALineOfATurnThatIsBegunAgain(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("where does Ana live?")
		m.next(t).doing(asked)
		after(lineAfter)
		w.edit("e1", "where does Ana work?")
		c := m.next(t)
		c.doing(askedAgain)
		after(lineAfter - time.Nanosecond)
		differ(t, "too early", "", w.chat.drafted())
		after(time.Nanosecond)
		differ(t, "line", againLine, w.chat.drafted())
		c.answers("At the bakery.")
		differ(t, "at the end", "", w.chat.drafted())
	})
}

// A platform that does not take the line back for now shows nothing of the answer twice, and
// one that never does keeps no answer from being said.
func TestALineThatCannotBeWithdrawn(t *testing.T) {
	for name, c := range map[string]struct {
		reason connectors.Reason
		left   string
	}{"for now": {connectors.Temporary, ""}, "for good": {connectors.Forbidden, askedLine}} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				refuse := true
				w.chat.onDraft = func(_ context.Context, d connectors.Draft) error {
					if d.Text == "" && refuse {
						return &connectors.Error{Op: "chat", Reason: c.reason}
					}
					return nil
				}
				w.say("where does Ana live?")
				call := m.next(t)
				call.doing(asked)
				after(lineAfter)
				call.answers("")
				differ(t, "it stays", askedLine, w.chat.drafted())
				w.chat.mu.Lock()
				refuse = false
				w.chat.mu.Unlock()
				after(time.Minute)
				differ(t, "in the end", c.left, w.chat.drafted())
				w.say("and Ben?")
				next := m.next(t)
				next.drafts("In")
				differ(t, "the next", "In", w.chat.drafted())
				next.answers("In Faro.")
				differ(t, "posts", []string{"In Faro."}, w.chat.texts())
				differ(t, "beside it", "", w.chat.drafted())
			})
		})
	}
}

// A process that is killed leaves its line to the next, which withdraws it, whether the answer
// waits to be sent or is yet to be made, and also where the turn was over.
func TestALineOfAProcessThatWasKilled(t *testing.T) {
	for name, last := range map[string]func(*testing.T, *world, *call){
		"before the answer":       func(*testing.T, *world, *call) {},
		"before it was sent":      func(_ *testing.T, _ *world, c *call) { c.answers("In Porto.") },
		"before it was withdrawn": func(_ *testing.T, _ *world, c *call) { c.answers("") },
		"after stop":              func(_ *testing.T, w *world, _ *call) { w.say("stop"); synctest.Wait() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := talking(t)
				w.bot.Brain.Steps = []brain.Step{func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
					if t.Text == "stop" {
						return &turn.Reply{By: "command:stop"}, nil
					}
					return nil, nil
				}}
				stop := w.run()
				w.say("where does Ana live?")
				c := m.next(t)
				c.doing(asked)
				after(lineAfter)
				differ(t, "line", askedLine, w.chat.drafted())
				w.dies(true)
				last(t, w, c)
				_ = stop()
				differ(t, "left", askedLine, w.chat.drafted())
				w.dies(false)
				w.reopen(m)
				for len(m.calls) > 0 {
					<-m.calls
				}
				stop = w.run()
				synctest.Wait()
				differ(t, "after the restart", "", w.chat.drafted())
				if name == "before it was sent" {
					differ(t, "posts", []string{"In Porto."}, w.chat.texts())
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
				w.kept(t)
			})
		})
	}
}

// dies has nothing more arrive on the platform, or everything again.
func (w *world) dies(dead bool) {
	w.chat.mu.Lock()
	defer w.chat.mu.Unlock()
	w.chat.dead = dead
}

// The line stands where it was asked, and only there: who asks elsewhere meanwhile has his own
// time.
func TestALineOfTwoPlaces(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		study := connectors.Place{Platform: "chat", Room: "study"}
		link := w.pens.For(event.Accounts).Write(event.AccountLinked{
			Person: event.Person{Platform: "chat", ID: "sam"}, Place: event.Place{Platform: "chat", Room: "study"}, Audience: event.Private, How: "setup",
		})
		if _, err := w.mind.Record(t.Context(), link); err != nil {
			t.Fatal(err)
		}
		w.say("where does Ana live?")
		c := m.next(t)
		c.doing(asked)
		after(10 * time.Second)
		w.must(connectors.Event{Kind: connectors.Message, Place: study, Direct: true, Text: "and Ben?"})
		after(20 * time.Second)
		differ(t, "drafts", 1, len(w.chat.written()))
		differ(t, "place", room, w.chat.standing().Place)
		c.answers("In Porto.")
		next := m.next(t)
		next.doing(asked)
		after(lineAfter - time.Nanosecond)
		differ(t, "drafts, too early", 1, len(w.chat.written()))
		after(time.Nanosecond)
		differ(t, "its place", study, w.chat.standing().Place)
		next.answers("In Faro.")
		differ(t, "posts", []string{"In Porto.", "In Faro."}, w.chat.texts())
		differ(t, "at the end", "", w.chat.drafted())
	})
}

// What is put on a line is put on nothing.
func TestReactionsOnALine(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("where does Ana live?")
		c := m.next(t)
		c.doing(asked)
		after(lineAfter)
		w.must(connectors.Event{Kind: connectors.React, Message: "line", Emoji: "👎"})
		c.answers("In Porto.")
		after(time.Hour)
		differ(t, "reacted", 0, len(w.payloads("reacted")))
	})
}

// A recording that takes long to write down is what is being done, too; after that it is the
// answer.
func TestALineOverARecording(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		heard := make(chan struct{})
		w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
			<-heard
			return event.Transcribed{Spoken: "where does Ana live?", By: "ear"}, "", nil
		}
		rs, err := w.mind.Record(t.Context(), w.recording()...)
		if err != nil {
			t.Fatal(err)
		}
		at := rs[0].At.In(melbourne).Format("15:04")
		synctest.Wait()
		after(lineAfter)
		differ(t, "line", "Took up the recording at "+at+", to write it down. `stop` ends it.", w.chat.drafted())
		close(heard)
		c := m.next(t)
		c.doing(asked)
		differ(t, "then", askedLine, w.chat.drafted())
		c.answers("In Porto.")
		differ(t, "at the end", "", w.chat.drafted())
		differ(t, "posts", 1, len(w.chat.texts()))
	})
}

// recording is a message that is a recording, and that it is kept.
func (w *world) recording() []ledger.Entry {
	at := event.Place{Platform: "chat", Room: "home"}
	pen := w.pens.For(event.Bot)
	said := pen.Write(event.Heard{
		Place: at, Person: event.Person{Platform: "chat", ID: "sam"}, Audience: event.Private,
		Message: "e1", On: w.now(), Files: []event.File{{Name: "v.ogg", Voice: true}},
	})
	said.Trust = event.ByPrincipal
	kept := pen.Write(event.Attached{
		Message: w.mind.Head() + 1, Name: "v.ogg", MIME: "audio/ogg", Sort: event.SortSound, Size: 9, File: "f", Key: "00", Audience: event.Private, Place: at,
	}).Because(ledger.Here(0)).Resting(ledger.Here(0))
	kept.Trust = event.ByPrincipal
	return []ledger.Entry{said, kept}
}
