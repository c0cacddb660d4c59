package bot_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/inspect"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

var (
	passport = connectors.File{Name: "passport.txt", ID: "F1", Size: -1}
	letter   = connectors.File{Name: "letter.txt", ID: "F2", Size: -1}
)

// named gives of a file what tells which it is, after a while.
func named(takes time.Duration) func(context.Context, connectors.File, io.Writer) error {
	return func(_ context.Context, f connectors.File, out io.Writer) error {
		time.Sleep(takes)
		_, err := io.WriteString(out, "of "+f.Name)
		return err
	}
}

// aloud gives of every file a recording.
func aloud(_ context.Context, f connectors.File, out io.Writer) error {
	_, err := io.WriteString(out, "OggS\x00\x02"+strings.Repeat("\x00", 22)+"OpusHead\x01\x01"+strings.Repeat(f.Name, 200))
	return err
}

// speaks has the platform hold a recording, in which it is heard that Ana lives in Porto.
func (w *world) speaks() connectors.File {
	w.holds(aloud)
	w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
		return event.Transcribed{Spoken: "Ana lives in Porto", By: "whisper-1"}, "", nil
	}
	return connectors.File{Name: "v.ogg", MIME: "audio/ogg", ID: "F1", Size: -1, Voice: true, Seconds: 10}
}

// stands edits a message: these are its words and files from then on.
func (w *world) stands(m connectors.MessageID, text string, at time.Time, files ...connectors.File) {
	w.t.Helper()
	w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: text, Files: files, Whole: true, At: at})
	time.Sleep(5 * time.Minute)
	synctest.Wait()
}

// lastHeard is the newest message.
func (w *world) lastHeard() (seq event.Seq) {
	w.t.Helper()
	for r, err := range w.mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Newest: true, Limit: 1}) {
		if err != nil {
			w.t.Fatal(err)
		}
		seq = r.Seq
	}
	return seq
}

// running runs the bot for the time of a test, from the first event on: what the test sets before is the bot's.
func running(t *testing.T, test func(w *world)) {
	t.Helper()
	bubble(t, func(t *testing.T, w *world) {
		w.holds(named(0))
		stop := func() error { return nil }
		w.first = func() { stop = w.run() }
		test(w)
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A file that he takes out of his message is forgotten as one is that he deletes; where it is not told that no others
// are there, an edit without it takes nothing.
func TestAFileIsTakenOut(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
			_, err := io.WriteString(out, "of "+f.Name)
			return err
		})
		stop := w.run()
		one, two := connectors.File{Name: "passport.txt", ID: "F1", Size: 15}, connectors.File{Name: "letter.txt", ID: "F2", Size: 13}
		m := w.send("my papers", one, two)
		time.Sleep(time.Minute)
		edit := func(text string, whole bool, files ...connectors.File) {
			w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: text, Files: files, Whole: whole})
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		edit("my papers", false)
		edit("my papers, both", true, two, one)
		w.keeps("of passport.txt", "of letter.txt")
		edit("my papers, both", true, two)
		w.keeps("of letter.txt")
		edit("my papers, both", true, two)
		edit("nothing here", true)
		if kept := w.folder(); len(kept) > 0 {
			t.Errorf("what he took off the platform is kept: %v", kept)
		}
		if n := len(w.payloads("unsaid")); n != 2 {
			t.Errorf("%d were taken back", n)
		}
		edit("here again", true, one)
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// With a recording that is taken out of its message goes what was heard in it; the words that stood beside it stay.
func TestARecordingIsTakenOut(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
			_, err := io.WriteString(out, "OggS\x00\x02"+strings.Repeat("\x00", 22)+"OpusHead\x01\x01"+strings.Repeat(f.Name, 200))
			return err
		})
		w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
			return event.Transcribed{Spoken: "Ana lives in Porto", By: "whisper-1"}, "", nil
		}
		stop := w.run()
		clip := connectors.File{Name: "v.ogg", MIME: "audio/ogg", ID: "F1", Size: -1, Voice: true, Seconds: 10}
		m := w.send("Listen.", clip)
		time.Sleep(time.Minute)
		synctest.Wait()
		edit := func(text string, files ...connectors.File) {
			w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: text, Files: files, Whole: true})
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		edit("Listen to this.", clip)
		edit("Listen to this.", clip) // a preview
		if edits := w.payloads("edited"); len(edits) != 2 || edits[0].(event.Edited).Text != "Listen to this." || edits[1].(event.Edited).Text != "Listen to this.\nAna lives in Porto" {
			t.Errorf("edited %+v", edits)
		}
		turns := len(w.payloads("turn.ended"))
		edit("Listen to this.")
		if again := w.payloads("turn.ended")[turns:]; len(again) > 0 {
			t.Errorf("a recording that is taken out is answered: %+v", again)
		}
		if kept := w.folder(); len(kept) > 0 {
			t.Errorf("kept %q", kept)
		}
		if s := fmt.Sprintf("%+v", w.payloads("edited", "transcribed", "attached")); strings.Contains(s, "Porto") || !strings.Contains(s, "Listen to this.") {
			t.Errorf("left: %s", s)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A file that came with an edit beside a recording is none of what was said: it stays when the recording is taken out,
// with the words beside it, and says so whoever asks for the message.
func TestARecordingIsTakenOutBesideAnotherFile(t *testing.T) {
	for name, words := range map[string]string{"the same words": "Listen.", "other words": "Listen, and read."} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				clip := w.speaks()
				m := w.send("Listen.", clip)
				first := w.lastHeard()
				time.Sleep(time.Minute)
				w.stands(m, words, w.now(), clip, letter)
				said := w.chat.texts()
				if len(said) != 2 || !strings.Contains(said[1], "letter.txt") {
					t.Errorf("said %q", said)
				}
				stands := func() turn.Message {
					message, _, err := w.bot.Brain.Message(t.Context(), first)
					if err != nil {
						t.Fatal(err)
					}
					return message
				}
				if is := stands(); is.Text != words+"\nAna lives in Porto" || is.Spoken == nil || len(is.Files) != 2 {
					t.Errorf("before: %q, %d files", is.Text, len(is.Files))
				}
				w.stands(m, words, w.now(), letter)
				if is := stands(); is.Text != words || is.Spoken != nil || len(is.Files) != 1 || is.Files[0].Name != "letter.txt" {
					t.Errorf("after: %q, files %+v", is.Text, is.Files)
				}
				if kept := w.folder(); len(kept) != 1 {
					t.Errorf("kept %d files", len(kept))
				}
				if s := fmt.Sprintf("%+v", w.payloads("edited", "transcribed", "attached")); strings.Contains(s, "Porto") {
					t.Errorf("left: %s", s)
				}
				before := len(w.payloads("edited"))
				w.stands(m, words, w.now(), letter)
				if len(w.payloads("edited")) != before {
					t.Error("the file came again")
				}
			})
		})
	}
}

// What is taken out while it is still being fetched is not kept; an older edit that comes late takes out nothing; and
// where something was done with a file he is asked where he can answer.
func TestTakenOutInBadMoments(t *testing.T) {
	one, two := connectors.File{Name: "passport.txt", ID: "F1", Size: -1}, connectors.File{Name: "letter.txt", ID: "F2", Size: -1}
	fetch := func(takes time.Duration) func(context.Context, connectors.File, io.Writer) error {
		return func(_ context.Context, f connectors.File, out io.Writer) error {
			time.Sleep(takes)
			_, err := io.WriteString(out, "of "+f.Name)
			return err
		}
	}
	edit := func(w *world, m connectors.MessageID, text string, at time.Time, files ...connectors.File) {
		w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: text, Files: files, Whole: true, At: at})
		time.Sleep(5 * time.Minute)
		synctest.Wait()
	}
	ended := func(t *testing.T, stop func() error) {
		if err := stop(); err != nil {
			t.Error(err)
		}
	}
	t.Run("while it is fetched", func(t *testing.T) {
		bubble(t, func(t *testing.T, w *world) {
			w.holds(fetch(40 * time.Second))
			stop := w.run()
			m := w.send("my papers", one, two)
			time.Sleep(10 * time.Second)
			edit(w, m, "my papers", w.now(), two)
			w.keeps("of letter.txt")
			ended(t, stop)
		})
	})
	t.Run("an older edit", func(t *testing.T) {
		bubble(t, func(t *testing.T, w *world) {
			w.holds(fetch(0))
			stop := w.run()
			m := w.send("my papers", one)
			time.Sleep(time.Minute)
			then := w.now()
			time.Sleep(time.Minute)
			edit(w, m, "my papers, both", w.now(), one, two)
			w.keeps("of passport.txt", "of letter.txt")
			edit(w, m, "my paper", then, one)
			w.keeps("of passport.txt", "of letter.txt")
			ended(t, stop)
		})
	})
	t.Run("with something done", func(t *testing.T) {
		bubble(t, func(t *testing.T, w *world) {
			w.holds(fetch(0))
			w.bot.Brain.Steps = []brain.Step{func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
				r, err := echo(ctx, t)
				if m := t.Last(); err == nil && len(m.Files) > 0 && m.Edited == 0 {
					r.Writes = append(r.Writes, turn.Write{Payload: event.ReminderSet{Text: "pay", At: t.Now.Add(time.Hour)}, From: []event.Seq{m.Files[0].Seq}})
				}
				return r, err
			}}
			stop := w.run()
			m := w.send("my papers", one)
			time.Sleep(time.Minute)
			edit(w, m, "my papers", w.now())
			asked := false
			for _, text := range w.chat.texts() {
				asked = asked || text == "You took \"passport.txt\" (`m4`) out of a message, and 1 thing rests on it: the reminder \"pay\", Sat 1 Jan 2000, 12:00 (`r6`). Forget it with them?"
			}
			if !asked {
				t.Errorf("said %q", w.chat.texts())
			}
			ended(t, stop)
		})
	})
}

// To take a file out of a message is no word: nothing is answered anew, and nobody is told what he just did himself.
func TestTakingOutIsAnsweredByNobody(t *testing.T) {
	t.Run("what is kept", func(t *testing.T) {
		running(t, func(w *world) {
			m := w.send("my papers", passport, letter)
			time.Sleep(time.Minute)
			w.stands(m, "my papers", w.now(), letter)
			w.stands(m, "my papers", w.now())
			if said := w.chat.texts(); len(said) != 1 || len(w.payloads("edited")) > 0 || len(w.folder()) > 0 {
				t.Errorf("said %q, kept %v", said, w.folder())
			}
		})
	})
	t.Run("what is loading", func(t *testing.T) {
		running(t, func(w *world) {
			w.holds(named(2 * time.Minute))
			m := w.send("my papers", passport, letter)
			time.Sleep(time.Minute)
			w.stands(m, "my papers", w.now(), letter)
			said := w.chat.texts()
			if len(said) != 2 || strings.Contains(said[1], "passport") || !strings.HasPrefix(said[1], `Kept: "letter.txt"`) {
				t.Errorf("said %q", said)
			}
			alone := w.send("and this", passport)
			time.Sleep(time.Minute)
			w.stands(alone, "and this", w.now())
			if said := w.chat.texts()[2:]; len(said) != 1 || len(w.payloads("edited")) > 0 {
				t.Errorf("said %q", said)
			}
			w.keeps("of letter.txt")
		})
	})
	t.Run("what was all of it", func(t *testing.T) {
		running(t, func(w *world) {
			w.bot.Brain.Steps = []brain.Step{echo}
			w.holds(named(time.Minute))
			m := w.send("", passport)
			time.Sleep(10 * time.Second)
			w.stands(m, "", w.now())
			if said := w.chat.texts(); len(said) > 0 {
				t.Errorf("said %q", said)
			}
		})
	})
	t.Run("with other words", func(t *testing.T) {
		running(t, func(w *world) {
			m := w.send("my papers", passport, letter)
			time.Sleep(time.Minute)
			w.stands(m, "my letter", w.now(), letter)
			said := w.chat.texts()
			if len(said) != 2 || strings.Contains(said[1], "passport") || !strings.HasPrefix(said[1], `Kept: "letter.txt"`) {
				t.Errorf("said %q", said)
			}
		})
	})
}

// What is forgotten of a message is no more on its way, whoever looks at the message.
func TestAForgottenFileIsNotLoading(t *testing.T) {
	running(t, func(w *world) {
		m := w.send("my papers", passport, letter)
		time.Sleep(time.Minute)
		plan, err := w.mind.Reach(t.Context(), 4)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		w.keeps("of letter.txt")
		w.stands(m, "all my papers", w.now(), passport, letter)
		said := w.chat.texts()
		if len(said) != 2 || strings.Contains(said[1], "passport") || !strings.HasPrefix(said[1], `Kept: "letter.txt"`) {
			t.Errorf("said %q", said)
		}
		w.keeps("of letter.txt")
	})
}

// What is put back is kept again, however often, and told of.
func TestAFileIsPutBack(t *testing.T) {
	running(t, func(w *world) {
		m := w.send("my papers", passport)
		time.Sleep(time.Minute)
		for n := range 3 {
			w.stands(m, "my papers", w.now())
			w.keeps()
			w.stands(m, "my papers", w.now(), passport)
			w.keeps("of passport.txt")
			if said := w.chat.texts(); len(said) != n+2 || !strings.HasPrefix(said[n+1], `Kept: "passport.txt"`) {
				t.Errorf("said %q", said)
			}
		}
	})
	t.Run("while it is fetched", func(t *testing.T) {
		running(t, func(w *world) {
			w.holds(named(time.Minute))
			m := w.send("my papers", passport)
			time.Sleep(30 * time.Second)
			w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: "my papers", Whole: true})
			w.stands(m, "my papers", w.now(), passport)
			w.keeps("of passport.txt")
		})
	})
}

// Of a message to which files are added again and again each is told of, also where the others came late before.
func TestEachLateFileIsTold(t *testing.T) {
	running(t, func(w *world) {
		w.holds(named(time.Minute))
		m := w.send("my papers", passport)
		time.Sleep(5 * time.Minute)
		w.say("and another thing")
		w.stands(m, "my papers", w.now(), passport, letter)
		said := w.chat.texts()
		if last := said[len(said)-1]; !strings.Contains(last, "letter.txt") {
			t.Errorf("said %q", said)
		}
	})
	t.Run("of more than are named", func(t *testing.T) {
		running(t, func(w *world) {
			w.holds(named(time.Minute))
			var files []connectors.File
			for i := range 6 {
				files = append(files, connectors.File{Name: fmt.Sprintf("%d.txt", i), ID: fmt.Sprint(i), Size: -1})
			}
			m := w.send("my papers", files...)
			time.Sleep(10 * time.Minute)
			w.say("and another thing")
			before := len(w.chat.texts())
			w.stands(m, "my papers", w.now(), append(files, letter)...)
			time.Sleep(10 * time.Minute)
			synctest.Wait()
			if len(w.chat.texts()) == before {
				t.Error("nothing is said of the seventh")
			}
			w.mind.Read(func(v memory.View) {
				if len(v.Attachments.Late()) > 0 {
					t.Errorf("still to be told of: %+v", v.Attachments.Late())
				}
			})
		})
	})
}

// What was taken out does not count among the files of which ten are kept.
func TestFilesAreExchanged(t *testing.T) {
	running(t, func(w *world) {
		var files []connectors.File
		var want []string
		for i := range 10 {
			files = append(files, connectors.File{Name: fmt.Sprintf("%d.txt", i), ID: fmt.Sprint(i), Size: -1})
			want = append(want, fmt.Sprintf("of %d.txt", i))
		}
		m := w.send("ten", files...)
		time.Sleep(time.Minute)
		for i, name := range []string{"new.txt", "newer.txt"} {
			files[i], want = connectors.File{Name: name, ID: name, Size: -1}, append(want[1:], "of "+name)
			w.stands(m, "ten", w.now(), files...)
			w.keeps(want...)
		}
	})
}

// A corrected file takes the place of the one of the same name, kind and size; of two like that the one goes that was taken
// out. What the platform only names anew stays, and is not fetched again.
func TestACorrectedFile(t *testing.T) {
	invoice := func(id, unique string) connectors.File {
		return connectors.File{Name: "invoice.csv", MIME: "text/csv", ID: id, Unique: unique, Size: 9}
	}
	for name, c := range map[string]struct {
		was, stands []connectors.File
		keeps       string
	}{
		"exchanged, where names last":        {[]connectors.File{invoice("F1", "")}, []connectors.File{invoice("F2", "")}, "amount;F2"},
		"one of two taken out":               {[]connectors.File{invoice("F1", ""), invoice("F2", "")}, []connectors.File{invoice("F2", "")}, "amount;F2"},
		"exchanged, where all is named anew": {[]connectors.File{invoice("F1", "U1")}, []connectors.File{invoice("F2", "U2")}, "amount;F2"},
		"named anew":                         {[]connectors.File{invoice("F1", "U1")}, []connectors.File{invoice("F2", "U1")}, "amount;F1"},
		"heard before that name was kept":    {[]connectors.File{invoice("F1", "")}, []connectors.File{invoice("F2", "U1")}, "amount;F1"},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(w *world) {
				w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
					_, err := io.WriteString(out, "amount;"+f.ID)
					return err
				})
				m := w.send("please pay", c.was...)
				time.Sleep(time.Minute)
				w.stands(m, "please pay", w.now(), c.stands...)
				w.keeps(c.keeps)
			})
		})
	}
}

// The newest state of a message that was ever seen holds, also where it changed nothing, and where the message was
// heard only as it reads since then.
func TestAnOlderStateChangesNothing(t *testing.T) {
	t.Run("after one that changed nothing", func(t *testing.T) {
		running(t, func(w *world) {
			m := w.send("pay on Monday", passport)
			time.Sleep(time.Minute)
			then := w.now()
			w.stands(m, "pay on Monday", w.now().Add(time.Minute), passport)
			w.stands(m, "pay on Friday", then)
			w.keeps("of passport.txt")
			if edited := w.payloads("edited"); len(edited) > 0 {
				t.Errorf("edited %+v", edited)
			}
		})
	})
	t.Run("after one that took a file out", func(t *testing.T) {
		running(t, func(w *world) {
			m := w.send("pay on Monday", passport, letter)
			time.Sleep(time.Minute)
			then := w.now()
			w.stands(m, "pay on Monday", w.now().Add(time.Minute), letter)
			w.stands(m, "pay on Friday", then, passport)
			w.keeps("of letter.txt")
			if edited := w.payloads("edited"); len(edited) > 0 {
				t.Errorf("edited %+v", edited)
			}
		})
	})
	for what, known := range map[string]bool{"after it was heard, and when it was edited is known": true, "after it was heard": false} {
		t.Run(what, func(t *testing.T) {
			running(t, func(w *world) {
				said, first, second := w.now(), w.now().Add(time.Minute), w.now().Add(2*time.Minute)
				time.Sleep(3 * time.Minute)
				heard := connectors.Event{Kind: connectors.Message, Text: "both", Files: []connectors.File{passport, letter}, At: said, Edited: true}
				if known {
					heard.Stands = second
				}
				m := w.must(heard)
				time.Sleep(time.Minute)
				w.stands(m, "one", first, passport)
				if edited := w.payloads("edited"); known && len(edited) > 0 {
					t.Errorf("edited %+v", edited)
				}
				w.stands(m, "both", second, passport, letter)
				w.keeps("of passport.txt", "of letter.txt")
				w.stands(m, "both", w.now(), letter)
				w.keeps("of letter.txt")
			})
		})
	}
	t.Run("while a file that was added since is loading", func(t *testing.T) {
		running(t, func(w *world) {
			w.holds(named(time.Minute))
			m := w.send("both", passport)
			time.Sleep(2 * time.Minute)
			then := w.now()
			w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: "both", Files: []connectors.File{passport, letter}, Whole: true, At: then.Add(time.Second)})
			w.stands(m, "one", then, passport)
			w.keeps("of passport.txt", "of letter.txt")
		})
	})
	t.Run("among others' words", func(t *testing.T) {
		drilled(t, func(t *testing.T, d *drill) {
			d.link("slack", "U1", event.Work)
			e := within("slack", "acme", "U1")
			e.Addressed, e.Text = true, "observe"
			d.hear(e)
			o := within("slack", "acme", "U2")
			o.Text = "pay on Monday"
			id := d.hear(o)
			before := d.count("edited")
			o.Kind, o.Message, o.Key, o.At = connectors.Edit, id, "newest", time.Now().Add(time.Minute)
			d.hear(o)
			o.Text, o.Key, o.At = "pay on Friday", "older", time.Now()
			d.hear(o)
			if n := d.count("edited"); n != before {
				t.Error("an older edit counts")
			}
		})
	})
}

// What was answered with a file in view stays, as it does where the whole message is deleted: he decides about that.
func TestAnswersThatRestOnAFile(t *testing.T) {
	for what, whole := range map[string]bool{"the message is deleted": true, "it is taken out": false} {
		t.Run(what, func(t *testing.T) {
			running(t, func(w *world) {
				w.bot.Brain.Steps = []brain.Step{func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
					r := &turn.Reply{By: "model:x"}
					r.Text.Say("Porto is lovely in May, and ").Claim([]event.Seq{t.Last().Files[0].Seq}, "the bill is paid.")
					return r, nil
				}}
				m := w.send("How is Porto in May? And my bill?", passport)
				time.Sleep(time.Minute)
				if whole {
					w.remove(m)
				} else {
					w.stands(m, "How is Porto in May? And my bill?", w.now())
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				w.keeps()
				answers := w.payloads("post.queued")
				if q, is := answers[0].(event.PostQueued); !is || len(answers) != 1 || !strings.HasPrefix(q.Text, "Porto is lovely") {
					t.Errorf("left: %+v", answers)
				}
			})
		})
	}
}

// Who is asked whether what rests on a file is to be forgotten with it can answer with either button, or by typing it.
func TestWhetherToForgetATakenOutFile(t *testing.T) {
	for answer, goes := range map[string]bool{"press Forget": true, "press Keep": false, "forget m4 now": true, "keep m4": false} {
		t.Run(answer, func(t *testing.T) {
			running(t, func(w *world) {
				w.bot.Brain.Steps = []brain.Step{change.Answer, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
					r, err := echo(ctx, t)
					if m := t.Last(); err == nil && m.Text == "my papers" {
						r.Writes = append(r.Writes, turn.Write{Payload: event.ReminderSet{Text: "pay", At: t.Now.Add(time.Hour)}, From: []event.Seq{m.Files[0].Seq}})
					}
					return r, err
				}}
				m := w.send("my papers", passport)
				time.Sleep(time.Minute)
				w.stands(m, "my papers", w.now())
				press := func(label string) {
					asked := w.chat.shown[len(w.chat.shown)-1]
					for _, b := range asked.Buttons {
						if b.Label == label {
							w.must(connectors.Event{Kind: connectors.Press, Message: connectors.MessageID(fmt.Sprintf("p%d", len(w.chat.shown))), Button: b.Token})
							time.Sleep(time.Minute)
							synctest.Wait()
							return
						}
					}
					t.Fatalf("no %q below %q", label, asked.Text)
				}
				if label, pressed := strings.CutPrefix(answer, "press "); pressed {
					if press(label); goes { // it shows what goes
						press("Forget")
					}
				} else {
					w.say(answer)
					time.Sleep(time.Minute)
					synctest.Wait()
				}
				if kept := len(w.folder()) > 0; kept == goes {
					t.Errorf("kept: %v; said %q", kept, w.chat.texts())
				}
			})
		})
	}
}

// Of several recordings in one message each is named: what was said in the first is repeated.
func TestTwoRecordingsInOneMessage(t *testing.T) {
	for what, from := range map[string]string{"own": "", "passed on": "Ann"} {
		t.Run(what, func(t *testing.T) {
			running(t, func(w *world) {
				w.holds(aloud)
				w.bot.Brain.Listen = func(_ context.Context, _ *turn.Turn, _ turn.Message, f turn.File) (event.Transcribed, string, error) {
					return event.Transcribed{Spoken: "words of " + f.Name, By: "whisper-1"}, "", nil
				}
				clip := func(n string) connectors.File {
					return connectors.File{Name: n, MIME: "audio/ogg", ID: n, Size: -1, Voice: true, Seconds: 10}
				}
				w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip("a.ogg"), clip("b.ogg")}, Forwarded: from})
				time.Sleep(time.Minute)
				synctest.Wait()
				said := strings.Join(w.chat.texts(), "\n")
				for _, want := range []string{"> words of a.ogg", `Kept: "b.ogg"`, "Of several recordings in a message I write down the first."} {
					if !strings.Contains(said, want) {
						t.Errorf("%q is not said: %q", want, said)
					}
				}
			})
		})
	}
}

// A recording that is put back is heard again, and words that stood above it stay.
func TestARecordingIsPutBack(t *testing.T) {
	running(t, func(w *world) {
		clip := w.speaks()
		m := w.send("Listen.", clip)
		time.Sleep(time.Minute)
		w.stands(m, "Listen to this.", w.now(), clip)
		before := len(w.chat.texts())
		w.stands(m, "Listen to this.", w.now())
		if said := w.chat.texts()[before:]; len(said) > 0 {
			t.Errorf("to what was taken out is said %q", said)
		}
		w.stands(m, "Listen to this.", w.now(), clip)
		if said := w.chat.texts()[before:]; len(said) != 1 || !strings.HasPrefix(said[0], "> Ana lives in Porto") {
			t.Errorf("to what was put back is said %q", said)
		}
		var now turn.Message
		now, _, err := w.bot.Brain.Message(t.Context(), 3)
		if err != nil || now.Text != "Listen to this.\nAna lives in Porto" || now.Spoken == nil {
			t.Errorf("it reads %q, %v", now.Text, err)
		}
	})
}

// What he writes where a recording stood stays, also before it was followed that he took that out.
func TestWordsInPlaceOfARecording(t *testing.T) {
	running(t, func(w *world) {
		clip := w.speaks()
		m := w.send("Listen.", clip)
		time.Sleep(time.Minute)
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: "Listen.", Whole: true})
		w.stands(m, "Meet me at nine.", w.now())
		if now, _, err := w.bot.Brain.Message(t.Context(), 3); err != nil || now.Text != "Meet me at nine." {
			t.Errorf("it reads %q, %v", now.Text, err)
		}
		if s := fmt.Sprintf("%+v", w.payloads("edited", "transcribed")); strings.Contains(s, "Porto") {
			t.Errorf("left: %s", s)
		}
	})
	t.Run("of which he is asked", func(t *testing.T) {
		running(t, func(w *world) {
			clip := w.speaks()
			m := w.send("Listen.", clip)
			time.Sleep(time.Minute)
			synctest.Wait()
			e := w.pens.For(event.Loops).Write(event.ReminderSet{Text: "pay", At: w.now().Add(time.Hour)}).Because(3).Resting(4)
			w.record(e)
			w.stands(m, "Listen.", w.now())
			w.stands(m, "Meet me at nine.", w.now())
			if now, _, err := w.bot.Brain.Message(t.Context(), 3); err != nil || now.Text != "Meet me at nine." {
				t.Errorf("it reads %q, %v", now.Text, err)
			}
		})
	})
}

// Also while he is asked whether to forget what was done with a recording that he took out, the message says nothing of it
// any more, and another one in its place is listened to.
func TestARecordingInPlaceOfOneHeIsAskedAbout(t *testing.T) {
	running(t, func(w *world) {
		var heard []string
		w.holds(aloud)
		w.bot.Brain.Listen = func(_ context.Context, _ *turn.Turn, _ turn.Message, f turn.File) (event.Transcribed, string, error) {
			heard = append(heard, f.Name)
			return event.Transcribed{Spoken: "words of " + f.Name, By: "whisper-1"}, "", nil
		}
		clip := func(name string) connectors.File {
			return connectors.File{Name: name, MIME: "audio/ogg", ID: name, Size: -1, Voice: true, Seconds: 10}
		}
		reads := func(want string) {
			t.Helper()
			if now, _, err := w.bot.Brain.Message(t.Context(), 3); err != nil || now.Text != want {
				t.Errorf("it reads %q, want %q (%v)", now.Text, want, err)
			}
		}
		m := w.send("Listen.", clip("a.ogg"))
		time.Sleep(time.Minute)
		synctest.Wait()
		reads("Listen.\nwords of a.ogg")
		w.record(w.pens.For(event.Loops).Write(event.ReminderSet{Text: "pay", At: w.now().Add(time.Hour)}).Because(3).Resting(4))
		w.stands(m, "Listen.", w.now())
		reads("Listen.")
		w.stands(m, "Listen.", w.now(), clip("b.ogg"))
		reads("Listen.\nwords of b.ogg")
		differ(t, "heard", []string{"a.ogg", "b.ogg"}, heard)
	})
}

// Words that come while the recording below them is being written down stand above what was said in it.
func TestWordsWhileARecordingIsWrittenDown(t *testing.T) {
	running(t, func(w *world) {
		w.holds(aloud)
		clip := connectors.File{Name: "v.ogg", MIME: "audio/ogg", ID: "F1", Size: -1, Voice: true, Seconds: 10}
		edited := false
		w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
			if !edited {
				edited = true
				w.must(connectors.Event{Kind: connectors.Edit, Message: "e1", Text: "new words", Files: []connectors.File{clip}, Whole: true})
			}
			return event.Transcribed{Spoken: "Ana lives in Porto", By: "whisper-1"}, "", nil
		}
		w.send("old words", clip)
		time.Sleep(time.Minute)
		synctest.Wait()
		if now, _, err := w.bot.Brain.Message(t.Context(), 3); err != nil || now.Text != "new words\nAna lives in Porto" {
			t.Errorf("it reads %q, %v", now.Text, err)
		}
	})
}

// A "stop" counts also where he takes a file out of what it stopped, and it was not followed yet.
func TestStopBeforeAFileIsTakenOut(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(named(0))
		m := newModel()
		w.bot.Brain.Steps, w.bot.Brain.Respond = nil, m.respond
		stop := w.run()
		id := w.send("What does my passport say?", passport, letter)
		time.Sleep(30 * time.Second)
		m.next(t)
		if err := stop(); err != nil {
			t.Error(err)
		}
		files := w.bot.Files
		w.reopen(m)
		w.bot.Files = files
		take := func(e connectors.Event) {
			e.Place, e.Direct, e.At, e.From = room, true, w.now(), connectors.Person{Platform: "chat", ID: "sam"}
			if err := w.bot.Take(t.Context(), w.chat, e); err != nil {
				t.Fatal(err)
			}
		}
		take(connectors.Event{Kind: connectors.Message, Key: "s", Message: "s", Text: "stop"})
		take(connectors.Event{Kind: connectors.Edit, Key: "x", Message: id, Text: "What does my passport say?", Files: []connectors.File{letter}, Whole: true})
		stop = w.run()
		time.Sleep(time.Minute)
		if c := m.next(t); c.t.Text != "stop" { // which nothing answers here but the model
			t.Errorf("the model is asked about %q", c.t.Text)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What was taken out of a message while it was loading is not shown as something that came with it.
func TestShowsTheFilesThatStandInAMessage(t *testing.T) {
	running(t, func(w *world) {
		w.holds(named(2 * time.Minute))
		w.bot.Brain.Steps = []brain.Step{change.Answer, inspect.Desk{}.Answer}
		m := w.send("my papers", passport, letter)
		time.Sleep(30 * time.Second)
		w.stands(m, "my papers", w.now(), letter)
		before := len(w.chat.texts())
		w.say("show m3")
		time.Sleep(10 * time.Second)
		if said := strings.Join(w.chat.texts()[before:], "\n"); !strings.Contains(said, `With it came "letter.txt"`) || strings.Contains(said, "passport") {
			t.Error(said)
		}
	})
}
