package bot_test

import (
	"context"
	"io"
	"slices"
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
	"citadel/memory/ledger"
	"citadel/memory/store/embedded"
)

// What an edited message sets up stands instead of what it set up before; what its new words do nothing like stays.
func TestAnEditSetsUpNothingTwice(t *testing.T) {
	const pay = "Remind me in 3 hours to pay Ana"
	for name, c := range map[string]struct {
		words string
		files []connectors.File
		due   string
		tells bool
	}{
		"another hour":     {words: "Remind me in 4 hours to pay Ana", due: "15:01", tells: true},
		"a file beside it": {words: pay, files: []connectors.File{letter}, due: "14:00"},
		"something else":   {words: "Thank you", due: "14:00"},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				w.bot.Brain.Steps = []brain.Step{change.Answer}
				w.bot.Brain.Else = []brain.Step{procedure.Desk{Ready: func(context.Context) bool { return true }}.Answer}
				m := w.send(pay)
				time.Sleep(time.Minute)
				w.stands(m, c.words, w.now(), c.files...)
				w.say("Remind me in 5 hours to sleep") // another message of his, and not in place of it
				time.Sleep(time.Minute)
				var due []string
				w.mind.Read(func(v memory.View) {
					for _, r := range v.Loops.Due(w.now().Add(24 * time.Hour)) {
						due = append(due, r.Text+" "+r.Next.In(melbourne).Format("15:04"))
					}
				})
				if len(due) != 2 || due[0] != "pay Ana "+c.due || !strings.HasPrefix(due[1], "sleep") {
					t.Errorf("left are %q", due)
				}
				said := w.chat.texts()
				if c.files != nil && !strings.HasPrefix(said[1], `Kept: "letter.txt"`) {
					t.Errorf("said %q", said)
				}
				if tells := strings.HasSuffix(said[1], "\n\nIt replaces the reminder \"pay Ana\", Sat 1 Jan 2000, 14:00 (Melbourne)."); tells != c.tells {
					t.Errorf("said %q", said)
				}
				w.say("undo")
				w.say("undo")
				time.Sleep(time.Minute)
				if c.tells {
					w.mind.Read(func(v memory.View) {
						left := v.Loops.Due(w.now().Add(24 * time.Hour))
						if len(left) != 1 || left[0].Next.In(melbourne).Format("15:04") != "14:00" {
							t.Errorf("after undo: %+v", left)
						}
					})
				}
			})
		})
	}
}

// Whatever a message sets up is replaced by the like of it.
func TestAnEditOfWhatSetsSomethingUp(t *testing.T) {
	for _, c := range [][2]string{
		{"I have decided: we move to Porto", "I have decided: we move to Lisbon"},
		{"I promised to send Ana the contract by Friday", "I promised to send Ben the contract by Friday"},
		{"I owe Max 30 euros", "I owe Max 40 euros"},
		{"goal add be patient", "goal add be calm"},
		{"wonder about: bees", "wonder about: wasps"},
		{"next time we talk: bees", "next time we talk: wasps"},
		{"I bet it rains by March", "I bet it snows by March"},
		{"rule add never write before 9", "rule add never write before 8"},
	} {
		t.Run(c[0], func(t *testing.T) {
			running(t, func(w *world) {
				w.bot.Brain.Steps = []brain.Step{change.Answer}
				w.bot.Brain.Else = []brain.Step{procedure.Desk{Ready: func(context.Context) bool { return true }}.Answer}
				w.bot.Brain.Store = embedded.New()
				w.bot.Brain.Pens = w.pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Outbox, event.Agency)
				m := w.send(c[0])
				time.Sleep(time.Minute)
				w.stands(m, c[1], w.now())
				said := strings.Join(w.chat.texts(), "\n")
				if told, closed := strings.Count(said, "It replaces "), len(w.payloads("loop.closed")); told+closed != 1 { // loops are opened without a word
					t.Errorf("%d loops closed, said %q", closed, said)
				}
			})
		})
	}
}

// A rule in place of another takes its number: none is told that holds no more.
func TestAnEditedRule(t *testing.T) {
	running(t, func(w *world) {
		w.bot.Brain.Steps = []brain.Step{change.Answer}
		m := w.send("rule add never write before 9")
		time.Sleep(time.Minute)
		w.stands(m, "rule add never write before 8", w.now())
		var rules []string
		w.mind.Read(func(v memory.View) {
			for _, r := range v.Principal.Rules {
				rules = append(rules, r.Text)
			}
		})
		if !slices.Equal(rules, []string{"never write before 8"}) {
			t.Errorf("the rules are %q", rules)
		}
		const told = "Kept as a standing rule: \"never write before 8\". Without a language model I can't apply it: my answers are quotes and fixed words. " +
			"`rules` lists all of them.\n\nIt replaces the rule \"never write before 9\"."
		if said := w.chat.texts(); said[1] != told {
			t.Errorf("said %q", said[1])
		}
	})
}

// A model that answers anew is left to itself: it may repeat what it did before, and what it did may be for another message.
func TestAnEditThatAModelAnswers(t *testing.T) {
	running(t, func(w *world) {
		w.bot.Brain.Steps = nil
		w.bot.Brain.Respond = func(_ context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
			r := &turn.Reply{By: "model:test"}
			r.Text.Say("I will.")
			promises := []string{"look up the train", "ask Ben"}
			if t.Last().Edited != 0 {
				promises = []string{"ask Eve"}
			}
			for _, p := range promises {
				r.Writes = append(r.Writes, turn.Write{Payload: event.CommitmentMade{Text: p, On: t.Now}, From: t.Heard()})
			}
			return r, nil, nil
		}
		m := w.send("look up the train and ask Ben")
		time.Sleep(time.Minute)
		w.stands(m, "look up the train and ask Eve", w.now())
		w.mind.Read(func(v memory.View) {
			if len(v.Loops.Commitments) != 3 {
				t.Errorf("left are %+v", v.Loops.Commitments)
			}
		})
	})
}

// What an edit set up is replaced by the next.
func TestTwoEdits(t *testing.T) {
	running(t, func(w *world) {
		w.bot.Brain.Steps = []brain.Step{change.Answer}
		w.bot.Brain.Else = []brain.Step{procedure.Desk{Ready: func(context.Context) bool { return true }}.Answer}
		m := w.send("Remind me in 3 hours to pay Ana")
		time.Sleep(time.Minute)
		w.stands(m, "Remind me in 4 hours to pay Ana", w.now())
		w.stands(m, "Remind me in 5 hours to pay Ana", w.now())
		w.mind.Read(func(v memory.View) {
			if left := v.Loops.Due(w.now().Add(24 * time.Hour)); len(left) != 1 || left[0].Next.In(melbourne).Format("15:04") != "16:06" {
				t.Errorf("left are %+v, said %q", left, w.chat.texts())
			}
		})
	})
}

// What words were asked for is not done again because a file came to them.
func TestAFileThatComesToACommand(t *testing.T) {
	running(t, func(w *world) {
		w.bot.Brain.Steps = []brain.Step{change.Answer}
		w.bot.Brain.Else = []brain.Step{procedure.Desk{Ready: func(context.Context) bool { return true }}.Answer}
		w.send("Remind me in 3 hours to pay Ana")
		time.Sleep(time.Minute)
		w.send("Remind me in 4 hours to sleep")
		time.Sleep(time.Minute)
		m := w.send("undo")
		time.Sleep(time.Minute)
		w.stands(m, "undo", w.now(), letter)
		w.mind.Read(func(v memory.View) {
			if left := v.Loops.Due(w.now().Add(24 * time.Hour)); len(left) != 1 || left[0].Text != "pay Ana" {
				t.Errorf("left are %+v, said %q", left, w.chat.texts())
			}
		})
		if said := w.chat.texts(); len(said) != 4 || !strings.HasPrefix(said[3], `Kept: "letter.txt"`) {
			t.Errorf("said %q", said)
		}
	})
}

// Of messages that were answered together the others' doings stay.
func TestAnEditReplacesWhatItsOwnMessageDid(t *testing.T) {
	running(t, func(w *world) {
		w.bot.Brain.Steps = []brain.Step{change.Answer}
		w.bot.Brain.Else = []brain.Step{procedure.Desk{Ready: func(context.Context) bool { return true }}.Answer}
		w.send("Remind me in 3 hours to pay Ana")
		m := w.send("Remind me in 4 hours to sleep")
		time.Sleep(time.Minute)
		w.stands(m, "Remind me in 5 hours to sleep", w.now())
		w.mind.Read(func(v memory.View) {
			left := v.Loops.Due(w.now().Add(24 * time.Hour))
			if len(left) != 2 || left[0].Text != "pay Ana" || left[1].Text != "sleep" || left[1].Next.In(melbourne).Format("15:04") != "16:01" {
				t.Errorf("left are %+v, said %q", left, w.chat.texts())
			}
		})
	})
}

// He takes a recording out and types what he said in it, or what ends with that: those are his words, also while he is
// asked about what rests on the recording.
func TestWhatWasSaidIsTypedInstead(t *testing.T) {
	for name, c := range map[string]struct {
		beside, words string
		files         []connectors.File
	}{
		"the same":          {words: "Ana lives in Porto"},
		"more":              {words: "By the way: Ana lives in Porto"},
		"with what was":     {beside: "Listen.", words: "Listen.\nAna lives in Porto"},
		"with another file": {words: "Ana lives in Porto", files: []connectors.File{letter}},
	} {
		for _, asked := range []bool{false, true} {
			t.Run(map[bool]string{false: name, true: name + ", asked"}[asked], func(t *testing.T) {
				running(t, func(w *world) {
					clip := w.speaks()
					w.bot.Brain.Steps = []brain.Step{echo}
					m := w.send(c.beside, clip)
					heard := w.lastHeard()
					time.Sleep(time.Minute)
					if asked {
						for r, err := range w.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Transcribed{}.Kind()}}) {
							if err != nil {
								t.Fatal(err)
							}
							set := w.pens.For(event.Loops).Write(event.ReminderSet{Text: "pay", At: w.now().Add(24 * time.Hour)}).Because(r.Seq).Resting(r.Seq)
							if _, err := w.mind.Record(t.Context(), set); err != nil {
								t.Fatal(err)
							}
						}
					}
					for _, words := range []string{c.words, c.words + "!"} {
						w.stands(m, words, w.now(), c.files...)
						is, _, err := w.bot.Brain.Message(t.Context(), heard)
						if err != nil {
							t.Fatal(err)
						}
						if is.Text != words || is.Spoken != nil || len(is.Files) != len(c.files) {
							t.Errorf("it says %q, with %d files", is.Text, len(is.Files))
						}
					}
				})
			})
		}
	}
}

// What was heard is told of as heard, and then learned from, whatever becomes of the turn in which it was written down.
func TestWhatWasHeardIsTold(t *testing.T) {
	for name, then := range map[string]func(w *world, m *model, id connectors.MessageID){
		"an edit": func(w *world, m *model, id connectors.MessageID) {
			w.edit(id, "what is the plan there")
			time.Sleep(3 * time.Second)
			m.next(w.t).answers("So.")
		},
		"stop": func(w *world, _ *model, _ connectors.MessageID) { w.say("stop") },
	} {
		for _, drafted := range []bool{false, true} {
			t.Run(map[bool]string{false: name, true: name + ", while it is written"}[drafted], func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w, m := talking(t)
					w.commands()
					w.hears(handedOutAfter(0))
					stop := w.run()
					id := w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip()}})
					time.Sleep(3 * time.Second)
					c := m.next(t)
					if drafted {
						c.drafts("I think ")
						time.Sleep(3 * time.Second)
					}
					then(w, m, id)
					time.Sleep(time.Minute)
					synctest.Wait()
					if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, "> Ana lives in Porto") != 1 {
						t.Errorf("said %q", said)
					}
					w.mind.Read(func(v memory.View) {
						if len(v.Attachments.Unechoed) > 0 {
							t.Errorf("not told: %+v", v.Attachments.Unechoed)
						}
					})
					if err := stop(); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
}

// What was heard is told in the answer to it, and not in that to what he wrote behind it, which is done first.
func TestWhatWasHeardIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.bot.Brain.Steps = []brain.Step{func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			if t.Text != "remind me" {
				return nil, nil
			}
			r := &turn.Reply{By: "procedure:remind", Writes: []turn.Write{{Payload: event.ReminderSet{Text: "pay", At: t.Now.Add(3 * time.Hour)}, From: t.Heard()}}}
			r.Text.Say("I do.")
			return r, nil
		}}
		w.hears(handedOutAfter(0))
		stop := w.run()
		w.send("", clip())
		time.Sleep(time.Second)
		w.say("remind me")
		time.Sleep(3 * time.Second)
		m.next(t) // it is begun again, with what he wrote behind it
		m.next(t).answers("So.")
		time.Sleep(time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, "> Ana lives in Porto") != 1 || !strings.Contains(said, "> Ana lives in Porto\n\nSo.") {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

func never(context.Context, connectors.File, io.Writer) error { return errTemporary }

// A file that was promised is told of, whatever ends the answer that would have: a "stop", or a week in which nobody was here.
func TestAPromisedFileIsToldOf(t *testing.T) {
	t.Run("stop", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w, m := talking(t)
			w.commands()
			w.hears(handedOutAfter(time.Minute))
			stop := w.run()
			id := w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{letter}})
			time.Sleep(21 * time.Second)
			m.next(t).answers("It is loading.")
			time.Sleep(30 * time.Second)
			w.edit(id, "what is the plan there")
			time.Sleep(15 * time.Second)
			m.next(t)
			w.say("stop")
			time.Sleep(time.Hour)
			synctest.Wait()
			if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, "letter.txt") != 1 {
				t.Errorf("said %q", said)
			}
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	})
	for name, there := range map[string]bool{"a week, and it is there": true, "a week, and it is not": false} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				w.holds(never)
				stop := w.run()
				w.send("see", letter)
				time.Sleep(time.Minute)
				if err := stop(); err != nil {
					t.Error(err)
				}
				time.Sleep(8 * 24 * time.Hour)
				files := w.bot.Files
				w.reopen(newModel())
				w.bot.Files = files
				if w.holds(never); there {
					w.holds(named(0))
				}
				stop = w.run()
				time.Sleep(time.Hour)
				synctest.Wait()
				want := map[bool]string{true: `Kept: "letter.txt"`, false: `Not kept: "letter.txt"`}[there]
				if said := w.chat.texts(); !strings.HasPrefix(said[len(said)-1], want) {
					t.Errorf("said %q", said)
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// The words beside a recording are his: when the recording is forgotten, those stay that he wrote last.
func TestWordsBesideARecordingStay(t *testing.T) {
	running(t, func(w *world) {
		clip := w.speaks()
		m := w.send("Listen.", clip)
		heard := w.lastHeard()
		time.Sleep(time.Minute)
		w.stands(m, "Listen to this.", w.now(), clip)
		for r, err := range w.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Attached{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			plan, err := w.mind.Reach(t.Context(), r.Seq)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
				t.Fatal(err)
			}
		}
		is, _, err := w.bot.Brain.Message(t.Context(), heard)
		if err != nil || is.Text != "Listen to this." || len(is.Files) > 0 {
			t.Errorf("it says %q, with %d files: %v", is.Text, len(is.Files), err)
		}
	})
}

// A secret that is taken out of what an edit brings, or out of what was heard before it, is told.
func TestTakenOutOfAnEditBesideARecording(t *testing.T) {
	const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	for name, c := range map[string]struct {
		spoken string
		file   connectors.File
	}{
		"the name of a file": {"Ana lives in Porto", connectors.File{Name: key + ".txt", ID: "F2", Size: -1}},
		"what was heard":     {"the key is " + key, letter},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				clip := w.speaks()
				w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
					return event.Transcribed{Spoken: c.spoken, By: "whisper-1"}, "", nil
				}
				m := w.send("look here", clip)
				time.Sleep(time.Minute)
				w.stands(m, "look there", w.now(), clip, c.file)
				if said := w.chat.texts(); len(said) != 2 || !strings.Contains(said[1], "took out") {
					t.Errorf("said %q", said)
				}
			})
		})
	}
}

// Where a turn fails after something was written down, he is told what was heard all the same.
func TestWhatWasHeardIsToldOfAFailure(t *testing.T) {
	running(t, func(w *world) {
		clip := w.speaks()
		w.bot.Brain.Steps = []brain.Step{func(context.Context, *turn.Turn) (*turn.Reply, error) { return nil, io.ErrUnexpectedEOF }}
		w.send("my brother is called Tom", clip)
		time.Sleep(time.Minute)
		if said := w.chat.texts(); len(said) != 1 || !strings.HasPrefix(said[0], "> Ana lives in Porto\n\nI could not do that") {
			t.Errorf("said %q", said)
		}
		w.mind.Read(func(v memory.View) {
			if len(v.Attachments.Unechoed) > 0 {
				t.Errorf("not told: %+v", v.Attachments.Unechoed)
			}
		})
	})
}

// What is put above a recording commands nothing, as talk does not, but a cry for help is heard. What was said in it is no
// word of his own by that.
func TestWordsAboveARecording(t *testing.T) {
	const danger = "I want to kill myself"
	for name, c := range map[string]struct {
		words, spoken string
		alone         bool
	}{
		"a command":        {words: "stop", spoken: "Ana lives in Porto"},
		"in danger":        {words: danger, spoken: "Ana lives in Porto", alone: true},
		"in danger, below": {words: "listen to me", spoken: danger, alone: true},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				clip := w.speaks()
				w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
					return event.Transcribed{Spoken: c.spoken, By: "whisper-1"}, "", nil
				}
				w.bot.Brain.Respond = func(context.Context, *turn.Turn) (answer, note *turn.Reply, err error) { return nil, nil, nil }
				m := w.send("Listen.", clip)
				time.Sleep(time.Minute)
				w.stands(m, c.words, w.now(), clip)
				var trust []event.Trust
				for e, err := range ledger.Each[event.Edited](t.Context(), w.mind, ledger.Query{Kinds: []event.Kind{event.Edited{}.Kind()}}) {
					if err != nil {
						t.Fatal(err)
					}
					if trust = append(trust, e.Trust); e.Said.Alone != c.alone {
						t.Errorf("%q stands alone: %t", e.Said.Text, e.Said.Alone)
					}
				}
				differ(t, "trust", []event.Trust{event.ByPrincipal, event.ByTool}, trust)
			})
		})
	}
}

// What becomes of a file is told also where its words are a command, which says nothing of it, or only offered to be done.
func TestFilesBesideACommand(t *testing.T) {
	gone := func(context.Context, connectors.File, io.Writer) error {
		return &connectors.Error{Reason: connectors.Gone}
	}
	t.Run("typed", func(t *testing.T) {
		running(t, func(w *world) {
			w.holds(gone)
			w.bot.Brain.Steps = []brain.Step{change.Answer}
			w.send("rule add always read what I attach", letter)
			time.Sleep(time.Minute)
			if said := w.chat.texts(); len(said) != 1 || strings.Count(said[0], `Not kept: "letter.txt"`) != 1 {
				t.Errorf("said %q", said)
			}
		})
	})
	t.Run("spoken", func(t *testing.T) {
		running(t, func(w *world) {
			w.bot.Brain.Steps = []brain.Step{change.Answer}
			clip := w.speaks()
			w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
				return event.Transcribed{Spoken: "rule add always read", By: "whisper-1"}, "", nil
			}
			w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
				if f.Voice {
					return aloud(ctx, f, out)
				}
				return gone(ctx, f, out)
			})
			w.send("", clip, letter)
			time.Sleep(time.Minute)
			if said := w.chat.texts(); len(said) != 1 || strings.Count(said[0], `Not kept: "letter.txt"`) != 1 || !strings.Contains(said[0], "Nothing is done yet") {
				t.Errorf("said %q", said)
			}
		})
	})
}

// Stopped before it was listened to, a recording that was promised is there all the same, and told of.
func TestStopOfARecordingThatCameLate(t *testing.T) {
	running(t, func(w *world) {
		w.hears(handedOutAfter(40 * time.Second))
		w.commands()
		w.bot.Brain.Listen = func(ctx context.Context, _ *turn.Turn, _ turn.Message, _ turn.File) (event.Transcribed, string, error) {
			<-ctx.Done()
			return event.Transcribed{}, "", ctx.Err()
		}
		w.send("", clip())
		time.Sleep(time.Minute)
		w.say("stop")
		time.Sleep(time.Hour)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, `Kept: "a.ogg"`) != 1 || !strings.Contains(said, "you stopped me") {
			t.Errorf("said %q", said)
		}
	})
}

// An edit of an older message, of which only the recording that came late is being answered, has nothing else of it answered.
func TestAnEditWhileALateRecordingIsHeard(t *testing.T) {
	for name, files := range map[string][]connectors.File{"its words": {clip()}, "a file": {clip(), letter}} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				listened := w.hears(handedOutAfter(2 * time.Minute))
				listen := w.bot.Brain.Listen
				w.bot.Brain.Listen = func(ctx context.Context, t *turn.Turn, m turn.Message, f turn.File) (event.Transcribed, string, error) {
					time.Sleep(20 * time.Second)
					return listen(ctx, t, m, f)
				}
				w.bot.Brain.Steps = []brain.Step{change.Answer, reminds}
				m := w.send("remind me", clip())
				time.Sleep(time.Minute)
				w.say("thank you")
				time.Sleep(70 * time.Second)
				w.stands(m, "remind me, please", w.now(), files...)
				said := strings.Join(w.chat.texts(), "\n")
				if *listened == 0 || strings.Contains(said, "Nothing is done yet") || len(w.payloads("reminder.set")) != 1 || strings.Count(said, "> Ana lives in Porto") != 1 {
					t.Errorf("listened %d times, said %q", *listened, said)
				}
			})
		})
	}
}

// A file that is there is told of soon, however long the others of its message hang.
func TestAFileIsToldOfWhileOthersHang(t *testing.T) {
	running(t, func(w *world) {
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			if f.ID == letter.ID {
				time.Sleep(30 * time.Second)
				return named(0)(ctx, f, out)
			}
			<-ctx.Done()
			return errTemporary
		})
		other := passport
		other.ID = "F3"
		w.send("see", letter, other, clip())
		time.Sleep(7 * time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, `Kept: "letter.txt"`) != 1 {
			t.Errorf("said %q", said)
		}
	})
}

// What redo writes down of a recording is told as well.
func TestWhatRedoHearsIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		w.hears(handedOutAfter(0))
		listen, away := w.bot.Brain.Listen, true
		w.bot.Brain.Listen = func(ctx context.Context, t *turn.Turn, x turn.Message, f turn.File) (event.Transcribed, string, error) {
			if away {
				return event.Transcribed{}, "the model is away", nil
			}
			return listen(ctx, t, x, f)
		}
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip()}})
		time.Sleep(3 * time.Second)
		m.next(t).answers("So.")
		time.Sleep(time.Minute)
		away = false
		w.say("redo")
		time.Sleep(3 * time.Second)
		m.next(t).answers("So then.")
		time.Sleep(time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); strings.Count(said, "> Ana lives in Porto") != 1 {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A cry for help in a recording beside another message is answered first, waits for no model, and nothing stands before that.
func TestSpokenDangerBesideAnotherMessage(t *testing.T) {
	for _, first := range []bool{true, false} {
		t.Run(map[bool]string{true: "said first", false: "said second"}[first], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := talking(t)
				w.bot.Brain.Steps = []brain.Step{brain.Danger}
				w.holds(handedOutAfter(0))
				w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
					time.Sleep(time.Second) // the other message is there by then
					return event.Transcribed{Spoken: "I want to kill myself", By: "whisper-1"}, "", nil
				}
				var messages []connectors.Event
				messages = append(messages, connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip()}}, connectors.Event{Kind: connectors.Message, Text: "what is the plan here"})
				if !first {
					slices.Reverse(messages)
				}
				stop := w.run()
				for _, e := range messages {
					w.must(e)
				}
				time.Sleep(5 * time.Second)
				if first {
					m.idle(t)
				} // else the model may have been asked before the recording was there
				if said := w.chat.texts(); len(said) != 1 || !strings.HasPrefix(said[0], "Thank you for telling me.") {
					t.Errorf("said %q", said)
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A turn that fails has told of no files by that: they are told of with it.
func TestFilesOfATurnThatFails(t *testing.T) {
	running(t, func(w *world) {
		w.holds(func(context.Context, connectors.File, io.Writer) error {
			return &connectors.Error{Reason: connectors.Gone}
		})
		w.bot.Brain.Steps = []brain.Step{func(context.Context, *turn.Turn) (*turn.Reply, error) { return nil, io.ErrUnexpectedEOF }}
		w.send("what about this", letter)
		time.Sleep(time.Minute)
		if said := w.chat.texts(); len(said) != 1 || !strings.Contains(said[0], `Not kept: "letter.txt"`) {
			t.Errorf("said %q", said)
		}
	})
}

// The third wording replaces what the second set up, and nothing is replaced twice.
func TestThreeWordingsOfAGoal(t *testing.T) {
	running(t, func(w *world) {
		w.bot.Brain.Pens = w.pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Outbox, event.Agency)
		w.bot.Brain.Steps = []brain.Step{change.Answer}
		m := w.send("goal add be patient")
		time.Sleep(time.Minute)
		w.stands(m, "goal add be calm", w.now())
		w.stands(m, "goal add be kind", w.now())
		said := w.chat.texts()
		if len(said) != 3 || !strings.HasSuffix(said[2], "It replaces the goal \"be calm\".") {
			t.Errorf("said %q", said)
		}
	})
}

// "stop" above a cry for help is none: what is under way for another message goes on.
func TestStopAboveACryForHelp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.bot.Brain.Steps = []brain.Step{change.Answer}
		w.holds(handedOutAfter(0))
		w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
			return event.Transcribed{Spoken: "she said I want to kill myself", By: "whisper-1"}, "", nil
		}
		stop := w.run()
		id := w.must(connectors.Event{Kind: connectors.Message, Text: "listen", Files: []connectors.File{clip()}})
		time.Sleep(3 * time.Second)
		m.next(t).answers("So.")
		time.Sleep(time.Minute)
		w.say("what is the plan here")
		time.Sleep(3 * time.Second)
		c := m.next(t)
		w.edit(id, "stop")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		select {
		case again := <-m.calls: // it was begun again
			c = again
		default:
		}
		c.answers("The plan.")
		time.Sleep(time.Minute)
		if said := strings.Join(w.chat.texts(), "\n"); !strings.Contains(said, "The plan.") {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What was asked for beside a recording is done, whatever ends the listening or the thinking about that.
func TestAStopBesideWhatIsToBeDone(t *testing.T) {
	for name, c := range map[string]struct {
		heard time.Duration // after which the recording is; 0 is never
		says  string
	}{
		"a model thinks of it":   {time.Nanosecond, "I do.\n> Ana lives in Porto\n\nStopped here."},
		"a model thinks of both": {time.Second, "> Ana lives in Porto\n\nI do.\n\nStopped here."},
		"the recording is heard": {0, "I do.\n\nStopped here."},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				clip := w.speaks()
				spoken := w.bot.Brain.Listen
				w.bot.Brain.Listen = func(ctx context.Context, t *turn.Turn, m turn.Message, f turn.File) (event.Transcribed, string, error) {
					if c.heard == 0 {
						<-ctx.Done()
						return event.Transcribed{}, "", context.Cause(ctx)
					}
					time.Sleep(c.heard)
					return spoken(ctx, t, m, f)
				}
				w.bot.Brain.Steps = []brain.Step{change.Answer, reminds}
				w.bot.Brain.Respond = func(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
					if _, err := t.Begin(ctx); err != nil {
						return nil, nil, err
					}
					<-ctx.Done()
					return nil, nil, context.Cause(ctx)
				}
				w.send("", clip)
				time.Sleep(time.Millisecond)
				synctest.Wait() // it is listened to, or thought about
				w.say("remind me")
				time.Sleep(time.Minute)
				w.say("stop")
				time.Sleep(time.Hour)
				synctest.Wait()
				said := strings.Join(w.chat.texts(), "\n")
				if n := len(w.payloads("reminder.set")); n != 1 || said != c.says {
					t.Errorf("%d reminders, said %q", n, said)
				}
				w.mind.Read(func(v memory.View) {
					if len(v.Thread.Waiting) > 0 {
						t.Errorf("waiting: %+v", v.Thread.Waiting)
					}
				})
			})
		})
	}
}

// reminds sets a reminder where it is asked to.
func reminds(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if !strings.HasPrefix(t.Text, "remind") {
		return nil, nil
	}
	r := &turn.Reply{By: "procedure:remind", Writes: []turn.Write{{Payload: event.ReminderSet{Text: "pay", At: t.Now.Add(24 * time.Hour)}, From: t.Heard()}}}
	r.Text.Say("I do.")
	return r, nil
}
