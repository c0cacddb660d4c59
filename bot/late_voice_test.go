package bot_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

func clip() connectors.File {
	return connectors.File{Name: "a.ogg", MIME: "audio/ogg", ID: "F1", Size: -1, Voice: true, Seconds: 10}
}

// handedOutAfter hands out a recording after so long.
func handedOutAfter(d time.Duration) func(context.Context, connectors.File, io.Writer) error {
	return func(ctx context.Context, f connectors.File, out io.Writer) error {
		time.Sleep(d)
		return aloud(ctx, f, out)
	}
}

// listening writes a recording down, and counts how often it was asked to.
func listening(times *int) brain.Listener {
	return func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
		*times++
		return event.Transcribed{Spoken: "Ana lives in Porto", By: "whisper-1"}, "", nil
	}
}

// hears has the platform hand out files so, and recordings written down; it gives how often that was asked.
func (w *world) hears(fetch func(context.Context, connectors.File, io.Writer) error) (times *int) {
	times = new(int)
	w.holds(fetch)
	w.bot.Brain.Listen = listening(times)
	return times
}

// A recording that is there only after its message was answered is listened to then, and what he said in it is answered:
// once, whether it is his own or passed on, and also where the process ended between the two.
func TestARecordingThatComesLate(t *testing.T) {
	for name, c := range map[string]struct {
		from  string
		again bool
	}{"his own": {}, "passed on": {from: "Ann"}, "another start": {again: true}} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				listened := 0
				listen := listening(&listened)
				w.holds(handedOutAfter(40 * time.Second))
				w.bot.Brain.Listen = listen
				stop := w.run()
				w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip()}, Forwarded: c.from})
				time.Sleep(30 * time.Second)
				synctest.Wait()
				before := w.chat.texts()
				if len(before) == 0 || !strings.Contains(before[0], "Still loading") {
					t.Errorf("said first %q", before)
				}
				time.Sleep(5 * time.Minute)
				synctest.Wait()
				said := strings.Join(w.chat.texts()[len(before):], "\n")
				if listened != 1 || !strings.Contains(said, "> Ana lives in Porto") {
					t.Errorf("listened %d times, said %q", listened, said)
				}
				w.say("and now?")
				time.Sleep(time.Minute)
				if err := stop(); err != nil {
					t.Error(err)
				}
				if c.again {
					files := w.bot.Files
					w.reopen(newModel())
					w.bot.Files, w.bot.Brain.Listen = files, listen
					stop = w.run()
					time.Sleep(time.Minute)
					if err := stop(); err != nil {
						t.Error(err)
					}
				}
				if listened != 1 || len(w.payloads("came.late")) != 1 {
					t.Errorf("listened %d times, %d came late", listened, len(w.payloads("came.late")))
				}
				w.mind.Read(func(v memory.View) {
					if len(v.Thread.Waiting)+len(v.Attachments.Late()) > 0 {
						t.Errorf("still waiting: %+v, %+v", v.Thread.Waiting, v.Attachments.Late())
					}
				})
			})
		})
	}
}

// Its message is being answered anew when the recording comes: what he said in it is answered all the same.
func TestARecordingThatComesWhileAnEditIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		listened := w.hears(handedOutAfter(60 * time.Second))
		stop := w.run()
		id := w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip()}})
		time.Sleep(21 * time.Second)
		m.next(t).answers("It is loading.")
		synctest.Wait()
		w.edit(id, "what is the plan there")
		time.Sleep(22 * time.Second)
		c := m.next(t)
		c.drafts("The plan is to ")
		time.Sleep(30 * time.Second)
		synctest.Wait()
		differ(t, "asked", "what is the plan there", c.t.Text)
		c.answers("The plan is to wait.")
		c = m.next(t)
		differ(t, "asked then", "Ana lives in Porto", c.t.Text)
		c.answers("Ana lives there.")
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); *listened != 1 || !strings.Contains(said, "> Ana lives in Porto") || !strings.Contains(said, "Ana lives there.") {
			t.Errorf("listened %d times, said %q", *listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A "stop" ends what was said before it. A recording that came since is said since.
func TestARecordingThatComesAfterStop(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := w.hears(handedOutAfter(5 * time.Minute))
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip()}})
		time.Sleep(time.Minute)
		w.say("tell me of the weather")
		time.Sleep(20 * time.Second)
		w.say("stop")
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); *listened != 1 || !strings.Contains(said, "> Ana lives in Porto") {
			t.Errorf("listened %d times, said %q", *listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// The words beside it were answered before: what they ask for is done once, whether the recording can be heard or not.
func TestWordsBesideARecordingThatComesLate(t *testing.T) {
	for name, why := range map[string]string{"heard": "", "not heard": "the service does not answer"} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				listened := 0
				listen := listening(&listened)
				w.holds(handedOutAfter(5 * time.Minute))
				w.bot.Brain.Steps = []brain.Step{change.Answer}
				w.bot.Brain.Else = []brain.Step{procedure.Desk{Ready: func(context.Context) bool { return true }}.Answer}
				w.bot.Brain.Listen = func(ctx context.Context, t *turn.Turn, m turn.Message, f turn.File) (event.Transcribed, string, error) {
					heard, _, err := listen(ctx, t, m, f)
					heard.Spoken = "Thank you"
					return heard, why, err
				}
				stop := w.run()
				w.must(connectors.Event{Kind: connectors.Message, Text: "Remind me in 3 hours to pay Ana", Files: []connectors.File{clip()}})
				time.Sleep(time.Minute)
				synctest.Wait()
				before := len(w.chat.texts())
				time.Sleep(80 * time.Minute)
				synctest.Wait()
				since := strings.Join(w.chat.texts()[before:], "\n")
				if n := len(w.payloads("reminder.set")); n != 1 || strings.Contains(since, "Nothing is done yet") || strings.Contains(since, "pay Ana") {
					t.Errorf("%d reminders, and said since %q", n, since)
				}
				if tells := map[bool]string{true: "> Thank you", false: why}[why == ""]; listened != 1 || !strings.Contains(since, tells) {
					t.Errorf("listened %d times, and said since %q", listened, since)
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// Another file of its message that is not to be had does not hold it up. Each is told of once.
func TestARecordingDoesNotWaitForOtherFiles(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := 0
		slow := handedOutAfter(40 * time.Second)
		there := w.now().Add(3 * time.Hour)
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			if f.ID == "F2" && w.now().Before(there) {
				return errTemporary
			}
			return slow(ctx, f, out)
		})
		w.bot.Brain.Listen = listening(&listened)
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip(), {Name: "b.pdf", ID: "F2", Size: -1}}})
		time.Sleep(time.Hour)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); listened != 1 || !strings.Contains(said, "> Ana lives in Porto") || strings.Contains(said, "Kept") {
			t.Errorf("listened %d times within the hour, said %q", listened, said)
		}
		time.Sleep(5 * time.Hour)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); listened != 1 || strings.Count(said, "Kept: \"b.pdf\"") != 1 || strings.Contains(said, "Kept: \"a.ogg\"") {
			t.Errorf("listened %d times, said %q", listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A recording that does not come at once is asked for again whatever becomes of the files beside it, and is in the answer
// to its message.
func TestARecordingIsAskedForAgainByItself(t *testing.T) {
	for name, other := range map[string]func(ctx context.Context) error{
		"the others hang": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		"the platform wants pause": func(context.Context) error {
			return &connectors.Error{Reason: connectors.RateLimited, After: time.Hour}
		},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				tries := 0
				w.speaks()
				w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
					if !f.Voice {
						return other(ctx)
					}
					if tries++; tries < 3 {
						return errTemporary
					}
					return aloud(ctx, f, out)
				})
				w.send("", passport, letter, clip())
				time.Sleep(25 * time.Second)
				synctest.Wait()
				if said := w.chat.texts(); len(said) != 1 || !strings.Contains(said[0], "> Ana lives in Porto") {
					t.Errorf("said %q", said)
				}
			})
		})
	}
}

// What is answered anew joins no answer under way, nor does what he said after it: that may speak of it.
func TestARecordingThatComesLateJoinsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.hears(handedOutAfter(time.Minute))
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip()}})
		time.Sleep(21 * time.Second)
		m.next(t).answers("It is loading.")
		time.Sleep(10 * time.Second)
		w.say("what is the capital of Peru")
		time.Sleep(2 * time.Second)
		c := m.next(t)
		c.drafts("The capital ")
		time.Sleep(time.Minute)
		w.say("and what of Ana")
		if got := c.joined(t); len(got) > 0 {
			t.Errorf("%q joined", got)
		}
		c.answers("Lima.")
		c = m.next(t)
		differ(t, "asked", "Ana lives in Porto", c.t.Text)
		c.answers("Ana lives there.")
		c = m.next(t)
		differ(t, "asked then", "and what of Ana", c.t.Text)
		c.answers("In Porto.")
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// The answer to what he said in it is there at once: the files beside it are told of by themselves.
func TestTheAnswerToARecordingWaitsForNoOtherFile(t *testing.T) {
	running(t, func(w *world) {
		slow := handedOutAfter(40 * time.Second)
		w.speaks()
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			if !f.Voice {
				time.Sleep(90 * time.Second)
			}
			return slow(ctx, f, out)
		})
		w.send("", passport, clip())
		time.Sleep(41 * time.Second)
		synctest.Wait()
		if said := w.chat.texts(); len(said) != 2 || !strings.Contains(said[1], "> Ana lives in Porto") {
			t.Errorf("said %q", said)
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if said := w.chat.texts(); len(said) != 3 || !strings.HasPrefix(said[2], `Kept: "passport.txt"`) {
			t.Errorf("said %q", said)
		}
	})
}

// What he deleted is not listened to, also while he is asked whether to forget what rests on it.
func TestADeletedMessageIsNotListenedTo(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := w.hears(handedOutAfter(5 * time.Minute))
		w.bot.Brain.Steps = []brain.Step{func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := echo(ctx, t)
			if m := t.Last(); err == nil && len(m.Files) > 0 && m.Files[0].Loading() {
				r.Writes = append(r.Writes, turn.Write{Payload: event.ReminderSet{Text: "pay", At: t.Now.Add(24 * time.Hour)}, From: []event.Seq{m.Seq}})
			}
			return r, err
		}}
		stop := w.run()
		id := w.must(connectors.Event{Kind: connectors.Message, Text: "Remind me to pay Ana", Files: []connectors.File{clip()}})
		time.Sleep(time.Minute)
		w.say("and now?")
		time.Sleep(time.Minute)
		w.remove(id)
		time.Sleep(80 * time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); *listened != 0 || !strings.Contains(said, "You deleted") || strings.Contains(said, "Porto") {
			t.Errorf("listened %d times, said %q", *listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// It is there while its message is answered without it, and then another message joins the answer: of it the answer knew
// nothing all the same.
func TestAFileThatCameBeforeAnotherMessageJoined(t *testing.T) {
	for _, voice := range []bool{false, true} {
		t.Run(map[bool]string{false: "a document", true: "a recording"}[voice], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := talking(t)
				listened := w.hears(handedOutAfter(30 * time.Second))
				stop := w.run()
				f := clip()
				f.Voice = voice
				w.must(connectors.Event{Kind: connectors.Message, Text: "what does it say about the plan", Files: []connectors.File{f}})
				time.Sleep(21 * time.Second)
				c := m.next(t)
				c.drafts("I can not ")
				time.Sleep(time.Minute)
				synctest.Wait()
				w.say("and what of the other")
				if got := c.joined(t); len(got) != 1 {
					t.Fatalf("%q joined", got)
				}
				c.answers("I can not see it yet.")
				if voice {
					m.next(t).answers("Ana lives there.")
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				said := strings.Join(w.chat.texts(), "\n")
				if tells := map[bool]string{true: "> Ana lives in Porto", false: "Kept: \"a.ogg\""}[voice]; strings.Count(said, tells) != 1 {
					t.Errorf("listened %d times, said %q", *listened, said)
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// An edit that changes nothing is none, also where characters in the words cannot be seen.
func TestAnEditOfNothingBesideARecording(t *testing.T) {
	for name, text := range map[string]string{"plain": "look here", "invisible": "look\u200b here\u2060", "joined": "look \U0001F468\u200d\U0001F469\u200d\U0001F467 here"} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				c := w.speaks()
				m := w.send(text, c)
				time.Sleep(time.Minute)
				synctest.Wait()
				before := len(w.chat.texts())
				w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: text, Files: []connectors.File{c}, Whole: true})
				time.Sleep(time.Minute)
				synctest.Wait()
				if now := w.chat.texts(); len(now) != before {
					t.Errorf("answered anew: %q", now[before:])
				}
			})
		})
	}
}

// He takes it out again before it was listened to: there is nothing to answer, and nobody is asked.
func TestALateRecordingThatIsTakenOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		listened := w.hears(handedOutAfter(time.Minute))
		stop := w.run()
		id := w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip()}})
		time.Sleep(21 * time.Second)
		m.next(t).answers("It is loading.")
		time.Sleep(30 * time.Second)
		w.say("what is the capital of Peru")
		time.Sleep(2 * time.Second)
		c := m.next(t)
		c.drafts("The capital ")
		time.Sleep(time.Minute) // it is there, and waits
		w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "what is the plan here", Whole: true})
		time.Sleep(time.Minute)
		c.answers("Lima.")
		time.Sleep(time.Minute)
		m.idle(t)
		if said := w.chat.texts(); *listened != 0 || said[len(said)-1] != "Lima." {
			t.Errorf("listened %d times, said %q", *listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What is done beside the conversation is done, and what is said in a recording of the same message answered after it.
func TestARecordingBesideWhatIsSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		listened := w.hears(handedOutAfter(5 * time.Minute))
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Text: "background write the long letter", Files: []connectors.File{clip()}})
		time.Sleep(time.Minute)
		c := m.next(t)
		differ(t, "asked", "write the long letter", c.t.Text)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		c.answers("Dear Ana, and so on.")
		c = m.next(t)
		differ(t, "asked then", "Ana lives in Porto", c.t.Text)
		c.answers("Noted.")
		time.Sleep(time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); *listened != 1 || !strings.Contains(said, "Dear Ana, and so on.") || w.aside() != 0 {
			t.Errorf("listened %d times, said %q, %d set aside", *listened, said, w.aside())
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// "stop" ends an answer. Where the message is edited and answered anew, its files are of interest again.
func TestARecordingOfWhatIsAnsweredAfterStop(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := w.hears(handedOutAfter(10 * time.Minute))
		stop := w.run()
		id := w.must(connectors.Event{Kind: connectors.Message, Text: "what do you think of this", Files: []connectors.File{clip()}})
		time.Sleep(5 * time.Second)
		ended := w.say("stop")
		time.Sleep(time.Minute)
		w.remove(ended)
		time.Sleep(time.Second)
		w.edit(id, "what do you think of that")
		time.Sleep(time.Hour)
		synctest.Wait()
		edited := len(w.payloads("turn.began"))
		if said := strings.Join(w.chat.texts(), "\n"); *listened != 1 || !strings.Contains(said, "> Ana lives in Porto") {
			t.Errorf("listened %d times in %d turns, said %q", *listened, edited, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A file of a message that waits for its answer is not told of before that.
func TestAFileOfAMessageThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.holds(named(0))
		stop := w.run()
		w.say("what is the capital of Peru")
		time.Sleep(2 * time.Second)
		c := m.next(t)
		c.drafts("The capital ")
		time.Sleep(time.Minute)
		id := w.send("what does it say", passport)
		time.Sleep(time.Minute)
		w.say("background write the long letter")
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "what does it say", Files: []connectors.File{letter}, Whole: true})
		time.Sleep(time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Contains(said, "Kept") {
			t.Errorf("said %q", said)
		}
		c.answers("Lima.")
		c = m.next(t)
		if files := c.t.Last().Files; len(files) != 1 || files[0].Name != letter.Name {
			t.Errorf("asked %q about %+v", c.t.Text, files)
		}
		c.answers("It says nothing.")
		go func() {
			for c := range m.calls {
				c.answers("So.")
			}
		}()
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Contains(said, "Kept") {
			t.Errorf("said in the end %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
		close(m.calls)
	})
}

// What was taken out of the words beside it was told with their answer, and is not told again.
func TestWhatWasTakenOutIsToldOnce(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := w.hears(handedOutAfter(5 * time.Minute))
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Text: "my password for the bank is Tulpe!93x, and listen", Files: []connectors.File{clip()}})
		time.Sleep(time.Hour)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); *listened != 1 || strings.Count(said, "took out") != 1 {
			t.Errorf("listened %d times, said %q", *listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// Nor does it wait while others of its message are being fetched, however slow they are.
func TestARecordingIsFetchedFirst(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := 0
		slow := handedOutAfter(25 * time.Second)
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			if f.ID != "F1" {
				time.Sleep(100 * time.Second)
				return errTemporary
			}
			return slow(ctx, f, out)
		})
		w.bot.Brain.Listen = listening(&listened)
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{{Name: "b.pdf", ID: "F2", Size: -1}, {Name: "c.pdf", ID: "F3", Size: -1}, clip()}})
		time.Sleep(time.Minute)
		synctest.Wait()
		if listened != 1 {
			t.Errorf("listened %d times, said %q", listened, w.chat.texts())
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A document that comes with it is told of by itself, once.
func TestADocumentBesideALateRecording(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := 0
		slow := handedOutAfter(5 * time.Minute)
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			if f.ID == "F2" {
				return named(0)(ctx, f, out)
			}
			return slow(ctx, f, out)
		})
		w.bot.Brain.Steps = nil
		w.bot.Brain.Else = []brain.Step{procedure.Desk{Ready: func(context.Context) bool { return true }}.Answer}
		listen := listening(&listened)
		w.bot.Brain.Listen = func(ctx context.Context, t *turn.Turn, m turn.Message, f turn.File) (event.Transcribed, string, error) {
			heard, why, err := listen(ctx, t, m, f)
			heard.Spoken = "Thank you"
			return heard, why, err
		}
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{letter, clip()}})
		time.Sleep(time.Hour)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, "Kept: \"letter.txt\"") != 1 || !strings.Contains(said, "> Thank you") {
			t.Errorf("listened %d times, said %q", listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// An edit of what was answered by its recording is answered whole.
func TestAnEditAfterALateRecording(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.hears(handedOutAfter(time.Minute))
		stop := w.run()
		id := w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip()}})
		time.Sleep(21 * time.Second)
		m.next(t).answers("It is loading.")
		time.Sleep(2 * time.Minute)
		m.next(t).answers("Ana lives there.")
		w.edit(id, "what is the plan there")
		time.Sleep(time.Minute)
		c := m.next(t)
		differ(t, "asked", "what is the plan there\nAna lives in Porto", c.t.Text)
		c.answers("So.")
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// each hands out a file after as long as its id takes.
func each(takes map[string]time.Duration) func(context.Context, connectors.File, io.Writer) error {
	return func(ctx context.Context, f connectors.File, out io.Writer) error {
		time.Sleep(takes[f.ID])
		if f.Voice {
			return aloud(ctx, f, out)
		}
		return named(0)(ctx, f, out)
	}
}

// "stop" ends the answer to a recording that came late, and not what was promised of the other files of its message.
func TestStopOfTheAnswerToALateRecording(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		w.hears(each(map[string]time.Duration{"F1": time.Minute, "F2": 5 * time.Minute}))
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip(), letter}})
		time.Sleep(21 * time.Second)
		m.next(t).answers("It is loading.")
		time.Sleep(time.Minute)
		m.next(t).drafts("Ana lives ")
		time.Sleep(2 * time.Second)
		w.say("stop")
		time.Sleep(time.Hour)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, "Kept: \"letter.txt\"") != 1 {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What he passed on is edited while its recording waits to be listened to: the document beside it is told of all the same.
func TestPassedOnAndEditedWhileItsRecordingWaits(t *testing.T) {
	for name, edited := range map[string]bool{"as it was": false, "edited": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := talking(t)
				listened := w.hears(each(map[string]time.Duration{"F1": time.Minute, "F2": 20 * time.Second}))
				stop := w.run()
				id := w.must(connectors.Event{Kind: connectors.Message, Text: "see this", Forwarded: "Ann", Files: []connectors.File{clip(), letter}})
				time.Sleep(25 * time.Second)
				w.say("what is the capital of Peru")
				time.Sleep(2 * time.Second)
				c := m.next(t)
				c.drafts("The capital ")
				time.Sleep(3 * time.Minute)
				if edited {
					w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "see that", Forwarded: "Ann"})
				}
				time.Sleep(time.Second)
				c.answers("Lima.")
				time.Sleep(time.Hour)
				synctest.Wait()
				if said := strings.Join(w.chat.texts(), "\n"); *listened != 1 || strings.Count(said, "Kept: \"letter.txt\"") != 1 {
					t.Errorf("listened %d times, said %q", *listened, said)
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// Of two recordings the one that came is listened to, and nothing of either is still to be told in the end.
func TestTheLateOneOfTwoRecordings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		var heard []string
		listened, tries := 0, 0
		listen := listening(&listened)
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			if f.ID == "F1" {
				if tries++; tries < 10 {
					return errTemporary
				}
			} else {
				time.Sleep(40 * time.Second)
			}
			return aloud(ctx, f, out)
		})
		w.bot.Brain.Listen = func(ctx context.Context, t *turn.Turn, m turn.Message, f turn.File) (event.Transcribed, string, error) {
			heard = append(heard, f.Name)
			return listen(ctx, t, m, f)
		}
		stop := w.run()
		second := clip()
		second.ID, second.Name = "F2", "b.ogg"
		w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip(), second}})
		time.Sleep(21 * time.Second)
		m.next(t).answers("It is loading.")
		time.Sleep(5 * time.Second)
		w.say("what is the capital of Peru")
		time.Sleep(2 * time.Second)
		c := m.next(t)
		c.drafts("The capital ")
		time.Sleep(30 * time.Minute)
		synctest.Wait()
		c.answers("Lima.")
		time.Sleep(time.Second)
		m.next(t).answers("Noted.")
		time.Sleep(time.Hour)
		synctest.Wait()
		late := 0
		w.mind.Read(func(v memory.View) { late = len(v.Attachments.Late()) })
		if said := strings.Join(w.chat.texts(), "\n"); late != 0 || len(heard) != 1 || heard[0] != "b.ogg" || !strings.Contains(said, "a.ogg") {
			t.Errorf("heard %q, %d still late, said %q", heard, late, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A recording beside "stop" is listened to when it comes, and the word stops nothing again.
func TestARecordingBesideStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		listened := w.hears(handedOutAfter(5 * time.Minute))
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Text: "stop", Files: []connectors.File{clip()}})
		time.Sleep(time.Minute)
		w.say("background write the long letter")
		time.Sleep(time.Minute)
		slow := m.next(t)
		time.Sleep(10 * time.Minute)
		m.next(t).answers("Noted.")
		slow.answers("Dear Ana, and so on.")
		time.Sleep(time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); *listened != 1 || !strings.Contains(said, "Dear Ana, and so on.") || !strings.Contains(said, "Noted.") {
			t.Errorf("listened %d times, said %q", *listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
