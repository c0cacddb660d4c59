package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

func TestAnAnswerIsShownWhileItIsWritten(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		asked := w.say("where does Ana live?")
		c := m.next(t)
		c.drafts("Ana")
		differ(t, "draft", "Ana", w.chat.drafted())
		c.drafts("Ana lives in", "Ana lives in Por", "Ana lives in Porto")
		differ(t, "draft", "Ana lives in Porto", w.chat.drafted())
		d := w.chat.draft
		differ(t, "answers", &connectors.Answer{To: asked, Turn: uint64(c.turn)}, d.Answers)
		differ(t, "place", room, d.Place)
		differ(t, "posts before the answer is whole", []string{}, w.chat.texts())
		c.answers("Ana lives in Porto.")
		differ(t, "posts", []string{"Ana lives in Porto."}, w.chat.texts())
		differ(t, "turn of the post", d.Turn, w.chat.shown[0].Answers.Turn)
		differ(t, "draft at the end", "", w.chat.drafted())
		differ(t, "withdrawn", 0, count(w.chat.written(), ""))
		differ(t, "over", []connectors.MessageID{asked}, w.chat.ended())
	})
}

func count(texts []string, text string) (n int) {
	for _, s := range texts {
		if s == text {
			n++
		}
	}
	return n
}

// Emoji that are put on an answer while it is written are on it when it is whole, and those
// taken off again are not; what stood there is told once, also by who was killed in between.
func TestEmojiOnAnAnswerThatIsBeingWritten(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("where does Ana live?")
		c := m.next(t)
		c.drafts("Ana lives in")
		face := func(kind connectors.EventKind, emoji string, all ...string) {
			w.must(connectors.Event{Kind: kind, Message: "p1", Emoji: emoji, Emojis: all})
		}
		face(connectors.React, "👍")
		face(connectors.React, "❤")
		face(connectors.React, "❤")
		face(connectors.Unreact, "👍")
		face(connectors.React, "🎉")
		w.must(connectors.Event{Kind: connectors.Reactions, Message: "p7", Emojis: []string{"🔥"}})
		differ(t, "placed too early", 0, len(w.payloads("reacted")))
		c.answers("Ana lives in Porto.")
		var got []string
		for _, p := range w.payloads("reacted") {
			r := p.(event.Reacted)
			got = append(got, fmt.Sprint(r.Emoji, r.About == w.payloads("post.sent")[0].(event.PostSent).Post))
		}
		differ(t, "on the answer", []string{"❤true", "🎉true"}, got)
		face(connectors.Reactions, "", "❤", "🎉")
		differ(t, "told again", 2, len(w.payloads("reacted")))
		w.mind.Read(func(v memory.View) {
			if left := v.Reactions.Unplaced; len(left) != 1 || left[0].Message != "p7" {
				t.Errorf("left: %+v", left)
			}
		})
	})
}

// An emoji on an answer that is being written agrees to nothing that the answer will ask, not
// when it is told again later, either.
func TestAnEmojiBeforeTheButton(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.say("what about Acme?")
		c := m.next(t)
		c.drafts("Let me look")
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "✅"})
		c.do <- func() *turn.Reply {
			r := &turn.Reply{By: "model:test", Buttons: []event.Button{{Label: "Forget", Says: "forget m3 now", Emoji: "✅"}}}
			r.Text.Say("Let me look. Shall I forget all of Acme?")
			return r
		}
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.Reactions, Message: "p1", Emojis: []string{"✅"}, Posted: time.Now()})
		synctest.Wait()
		differ(t, "heard", 1, len(w.payloads("heard")))
		differ(t, "on it", 1, len(w.payloads("reacted")))
	})
}

// A platform that takes its time is shown the latest text only, and the model does not wait
// for it; the post waits for the draft that is on its way.
func TestASlowPlatformDoesNotSlowTheModel(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		arrive := make(chan struct{})
		w.chat.onDraft = func(context.Context, connectors.Draft) error { <-arrive; return nil }
		w.say("count")
		c := m.next(t)
		var text strings.Builder
		for i := range 500 {
			fmt.Fprint(&text, i, " ")
			c.drafts(text.String()) // would hang if it waited
		}
		differ(t, "drafts under way", 1, len(w.chat.written()))
		arrive <- struct{}{}
		synctest.Wait()
		differ(t, "the next one", text.String(), w.chat.written()[1])
		c.answers("all of it")
		differ(t, "posts while a draft is on its way", []string{}, w.chat.texts())
		arrive <- struct{}{}
		synctest.Wait()
		differ(t, "posts", []string{"all of it"}, w.chat.texts())
		differ(t, "drafts", 2, len(w.chat.written()))
	})
}

// A platform that does not answer at all holds the post up for a few seconds only.
func TestADraftThatNeverArrives(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.chat.onDraft = func(ctx context.Context, _ connectors.Draft) error {
			<-ctx.Done()
			return &connectors.Error{Op: "chat", Reason: connectors.Unknown, Err: ctx.Err()}
		}
		w.say("count")
		c := m.next(t)
		c.drafts("one")
		began := time.Now()
		c.answers("one two")
		for len(w.chat.texts()) == 0 {
			time.Sleep(100 * time.Millisecond) // of the bubble
		}
		if took := time.Since(began); took > 6*time.Second {
			t.Errorf("the post was held up for %s", took)
		}
	})
}

// Between two drafts there is as much time as the platform wants, and none before the post.
func TestDraftsAreNotTooMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.chat.limits.DraftEvery = time.Second
		stop := w.run()
		w.say("count")
		c := m.next(t)
		var text strings.Builder
		for i := range 100 {
			fmt.Fprint(&text, i, " ")
			c.drafts(text.String())
			time.Sleep(50 * time.Millisecond) // of the bubble
		}
		if n := len(w.chat.written()); n < 5 || n > 6 {
			t.Errorf("%d drafts in five seconds", n)
		}
		began := time.Now()
		c.answers(text.String() + "end")
		differ(t, "posts", 1, len(w.chat.texts()))
		differ(t, "held up for", time.Duration(0), time.Since(began))
		w.kept(t)
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// Where the first text is what the person is notified of, it is a sentence (MESSAGES 25).
func TestTheFirstDraftIsASentence(t *testing.T) {
	for _, c := range []struct{ drafts, want []string }{
		{[]string{"**Fri", "**Fri 20 Nov: two", "**Fri 20 Nov: two meetings.**\n"}, []string{"**Fri 20 Nov: two meetings.**\n"}},
		{[]string{"Dr. Weiss", "Dr. Weiss left. ", "Dr. Weiss left. She"}, []string{"Dr. Weiss left. ", "Dr. Weiss left. She"}},
		{[]string{"You did. ", "You did. On Fri", "You did. On Friday. ", "You did. On Friday. So"}, []string{"You did. On Friday. ", "You did. On Friday. So"}},
		{[]string{"\n\nYes", "\n\nYes\n"}, []string{"\n\nYes\n"}},
		{[]string{"Yes, on Friday."}, []string{}},
	} {
		synctest.Test(t, func(t *testing.T) {
			w, m := talking(t)
			w.chat.limits.Notifies = true
			stop := w.run()
			w.say("when?")
			call := m.next(t)
			for _, text := range c.drafts {
				call.drafts(text)
			}
			differ(t, "drafts", c.want, w.chat.written())
			call.answers("whatever")
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A text longer than a post may be is drafted as its first part.
func TestALongDraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.chat.limits.Max = 20
		stop := w.run()
		w.say("tell")
		c := m.next(t)
		c.drafts("A first paragraph.\n\nAnd a second one.")
		differ(t, "draft", "A first paragraph.", w.chat.drafted())
		c.answers("A first paragraph.\n\nAnd a second one.")
		differ(t, "posts", []string{"A first paragraph.", "And a second one."}, w.chat.texts())
		differ(t, "draft at the end", "", w.chat.drafted())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What fails in passing is tried again, with the text of that moment; what fails for good
// is left to the post.
func TestDraftsThatFail(t *testing.T) {
	for name, c := range map[string]struct {
		reason connectors.Reason
		fails  int
		want   []string
	}{
		"for now":  {connectors.Temporary, 2, []string{"one", "one two three", "one two three"}},
		"for good": {connectors.Forbidden, 1, []string{"one"}},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				fails := c.fails
				w.chat.onDraft = func(context.Context, connectors.Draft) error {
					if fails--; fails >= 0 {
						return &connectors.Error{Op: "chat", Reason: c.reason}
					}
					return nil
				}
				w.say("count")
				call := m.next(t)
				call.drafts("one")
				call.drafts("one two")
				call.drafts("one two three")
				time.Sleep(time.Minute) // of the bubble
				differ(t, "drafts", c.want, w.chat.written())
				call.answers("one two three four")
				differ(t, "posts", []string{"one two three four"}, w.chat.texts())
			})
		})
	}
}

// A platform that wants to be asked less is left alone for as long as it says, also by what is written meanwhile.
func TestDraftsThatAreTooMany(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		first := true
		w.chat.onDraft = func(context.Context, connectors.Draft) error {
			if first {
				first = false
				return &connectors.Error{Op: "chat", Reason: connectors.RateLimited, After: 10 * time.Minute}
			}
			return nil
		}
		w.say("count")
		call := m.next(t)
		call.drafts("one")
		time.Sleep(time.Minute)
		call.drafts("one two")
		time.Sleep(8 * time.Minute)
		differ(t, "drafts before that is over", []string{"one"}, w.chat.written())
		time.Sleep(2 * time.Minute)
		differ(t, "drafts then", []string{"one", "one two"}, w.chat.written())
		call.answers("one two three")
	})
}

// Nothing is drafted where others read along: whether they may read the answer is known
// only when it is whole (TRUST, Private into public).
func TestNoDraftsWhereOthersRead(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.must(connectors.Event{Kind: connectors.Message, Place: connectors.Place{Platform: "chat", Room: "acme"}, Addressed: true, Text: "what do we know?"})
		c := m.next(t)
		if c.t.Draft != nil {
			t.Error("the answer is to be shown while it is written")
		}
		c.answers("Nothing.")
		differ(t, "drafts", []string{}, w.chat.written())
	})
}

// A platform that shows no drafts is asked for none.
func TestNoDraftsWhereThePlatformHasNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.chat.limits.Drafts = false
		stop := w.run()
		w.say("one")
		c := m.next(t)
		if c.t.Draft != nil {
			t.Error("the answer is to be shown while it is written")
		}
		c.answers("whole")
		differ(t, "posts", []string{"whole"}, w.chat.texts())
		differ(t, "drafts", []string{}, w.chat.written())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// Answers keep their order: while one has yet to leave the next is not drafted.
func TestADraftDoesNotOvertakeAPost(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		w.chat.fail = []error{errTemporary, errTemporary}
		w.say("one")
		m.next(t).answers("first")
		w.say("two")
		c := m.next(t)
		c.drafts("sec")
		differ(t, "drafts", []string{}, w.chat.written())
		time.Sleep(time.Minute) // of the bubble: the platform takes posts again
		synctest.Wait()
		differ(t, "posts", []string{"first"}, w.chat.texts())
		differ(t, "drafts", []string{"sec"}, w.chat.written())
		c.answers("second")
		differ(t, "posts", []string{"first", "second"}, w.chat.texts())
	})
}

// A draft whose post does not come is withdrawn.
func TestADraftWithoutAPost(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, w *world, c *call){
		"nothing to say": func(_ *testing.T, _ *world, c *call) { c.answers("") },
		"refused": func(_ *testing.T, w *world, c *call) {
			w.chat.fail = []error{&connectors.Error{Op: "chat", Reason: connectors.Gone}}
			c.answers("half of it")
		},
		"forgotten before it left": func(t *testing.T, w *world, c *call) {
			w.chat.fail = []error{errTemporary}
			c.answers("half of it")
			var post event.Seq
			w.mind.Read(func(v memory.View) { post = v.Outbox.Posts[0].Seq })
			plan, err := w.mind.Reach(t.Context(), post)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				w.say("tell")
				c := m.next(t)
				c.drafts("half")
				end(t, w, c)
				differ(t, "drafts", []string{"half", ""}, w.chat.written())
				differ(t, "posts", []string{}, w.chat.texts())
				differ(t, "over", 1, len(w.chat.ended()))
			})
		})
	}
}

// What cannot be withdrawn at once is withdrawn later; other answers do not wait for it.
func TestAWithdrawalIsTriedAgain(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		refuse := true
		w.chat.onDraft = func(_ context.Context, d connectors.Draft) error {
			if d.Text == "" && refuse {
				return errTemporary
			}
			return nil
		}
		said := w.say("tell")
		m.next(t).drafts("half")
		w.edit(said, "tell all")
		c := m.next(t)
		differ(t, "still there", "half", w.chat.drafted())
		c.drafts("all")
		differ(t, "the next draft takes its place", "all", w.chat.drafted())
		c.answers("")
		time.Sleep(10 * time.Second) // of the bubble
		differ(t, "still there", "all", w.chat.drafted())
		w.chat.mu.Lock()
		refuse = false
		w.chat.mu.Unlock()
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "in the end", "", w.chat.drafted())
	})
}

// An answer that begins again takes back what it had said, and goes on: however late the
// first of that arrives, the second stays.
func TestAnAnswerThatBeginsAgain(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		fails := 0
		w.chat.onDraft = func(_ context.Context, d connectors.Draft) error {
			if d.Text == "" && fails < 3 {
				fails++
				return errTemporary
			}
			return nil
		}
		w.say("tell")
		c := m.next(t)
		c.drafts("")
		differ(t, "drafts of nothing", []string{}, w.chat.written())
		c.drafts("half")
		c.drafts("")
		c.drafts("another")
		time.Sleep(time.Minute) // of the bubble
		synctest.Wait()
		differ(t, "draft", "another", w.chat.drafted())
		c.answers("another answer")
		differ(t, "posts", []string{"another answer"}, w.chat.texts())
		differ(t, "withdrawn", 1, count(w.chat.written(), ""))
	})
}

func TestManyTurnsLeaveNothingBehind(t *testing.T) {
	in(t, func(t *testing.T, w *world, m *model) {
		var want []string
		for i := range 60 { // more than the window holds
			w.say(fmt.Sprint("question ", i))
			c := m.next(t)
			c.drafts("ans")
			c.answers(fmt.Sprint("answer ", i))
			want = append(want, fmt.Sprint("answer ", i))
			time.Sleep(soon)
		}
		differ(t, "posts", want, w.chat.texts())
		differ(t, "withdrawn", 0, count(w.chat.written(), ""))
	})
}

// Who put an emoji on a message that is not known learns that it was dealt with.
func TestAnEmojiThatWaitsIsDealtWith(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.limits.Reactions = true
		defer w.run()()
		w.say("hi")
		synctest.Wait()
		id := w.must(connectors.Event{Kind: connectors.React, Message: "p99", Emoji: "👍"})
		time.Sleep(time.Minute)
		if ended := w.chat.ended(); !slices.Contains(ended, id) {
			t.Errorf("over: %v, without %v", ended, id)
		}
	})
}
