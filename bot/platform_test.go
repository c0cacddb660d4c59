package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
)

// able is a platform with abilities that not every one has.
type able struct {
	*chat
	mu     sync.Mutex
	edited map[connectors.MessageID]connectors.Post
	put    []string // "p1 ✅", and "-p1 ✅" when it was taken off
	signs  []string // "e1 on", with the time since the start
	began  time.Time
	heard  time.Time
}

func (a *able) Edit(_ context.Context, id connectors.MessageID, p connectors.Post) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.edited[id] = p
	return nil
}

func (a *able) React(_ context.Context, _ connectors.Place, id connectors.MessageID, emoji string, on bool) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	sign := map[bool]string{false: "-"}[on]
	a.put = append(a.put, sign+string(id)+" "+emoji)
	return nil
}

func (a *able) Working(_ context.Context, _ connectors.Place, id connectors.MessageID, on bool) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.signs = append(a.signs, fmt.Sprintf("%s %v at %s", id, on, time.Since(a.began)))
	return nil
}

func (a *able) Link(at connectors.Place, id connectors.MessageID) string {
	return "https://chat.example/" + at.Room + "/" + string(id)
}

func (a *able) Heard() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.heard
}

func (a *able) hears(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.heard = at
}

// newAble makes the world's platform an able one.
func newAble(w *world) *able {
	a := &able{chat: w.chat, edited: map[connectors.MessageID]connectors.Post{}, began: time.Now()}
	w.bot.Connectors = []connectors.Connector{a}
	return a
}

// asks answers with two buttons that are also emoji.
func asks(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if strings.HasPrefix(t.Text, "record") || strings.HasPrefix(t.Text, "drop") {
		r := &turn.Reply{By: "procedure:done"}
		r.Text.Say("done: %s", t.Text)
		if strings.HasPrefix(t.Text, "record") {
			r.Change(event.LoopOpened{Text: t.Text})
		}
		return r, nil
	}
	r := &turn.Reply{By: "procedure:ask", Buttons: []event.Button{{Label: "Record", Says: "record it", Emoji: "✅"}, {Label: "Drop", Says: "drop it", Emoji: "❌"}}}
	r.Text.Say("Shall I?")
	return r, nil
}

// What a platform tells as a set, or twice, is recorded as what changed.
func TestReactionsAsSets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.limits.Reactions = true
		defer w.run()()
		w.say("one")
		synctest.Wait()
		set := func(emojis ...string) {
			w.must(connectors.Event{Kind: connectors.Reactions, Message: "p1", Emojis: emojis})
		}
		set("👍")
		set("👍")
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"})
		set("❤", "👍")
		w.must(connectors.Event{Kind: connectors.Unreact, Message: "p1", Emoji: "👍"})
		w.must(connectors.Event{Kind: connectors.Unreact, Message: "p1", Emoji: "👍"})
		set()
		set()
		var got []string
		for _, p := range w.payloads("reacted", "unreacted") {
			switch p := p.(type) {
			case event.Reacted:
				got = append(got, "+"+p.Emoji)
			case event.Unreacted:
				got = append(got, "-"+p.Emoji)
			}
		}
		differ(t, "recorded", []string{"+👍", "+❤", "-👍", "-❤"}, got)
	})
}

// Where there are no buttons an emoji on the post is the press, by him alone, and no
// feedback; the card then says what was decided.
func TestAnEmojiIsAPress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asks)
		w.chat.limits.Reactions, w.chat.limits.Buttons = true, false
		a := newAble(w)
		w.bot.Sense = func(string, string) string { return "acknowledge" }
		stop := w.run()
		w.say("we go north")
		synctest.Wait()
		if text := w.chat.texts()[0]; !strings.HasSuffix(text, "✅ `record it` · ❌ `drop it`") {
			t.Errorf("the post says %q", text)
		}
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"})
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "✅"})
		synctest.Wait()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		differ(t, "shown after", []string{"done: record it"}, w.chat.texts()[1:])
		var senses []string
		for _, p := range w.payloads("reacted") {
			r := p.(event.Reacted)
			senses = append(senses, r.Emoji+r.Sense)
		}
		differ(t, "feedback", []string{"👍acknowledge", "✅"}, senses)
		differ(t, "emoji of ours", []string{"p1 ✅", "p1 ❌", "-p1 ✅", "-p1 ❌"}, a.put)
		if e := a.edited["p1"]; !strings.HasPrefix(e.Text, "Shall I?\n\n**Record**, ") || len(e.Buttons) > 0 {
			t.Errorf("the card now says %q with %d buttons", e.Text, len(e.Buttons))
		}
	})
}

// Who puts the same emoji on another part of a long card has pressed once.
func TestAnEmojiOnTwoPartsIsOnePress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := asks(ctx, t)
			if len(r.Buttons) > 0 {
				r.Text.Say("\n\nIt was said on Monday, and again on Tuesday.\n\nNobody was against it.")
			}
			return r, err
		})
		w.chat.limits.Reactions, w.chat.limits.Buttons, w.chat.limits.Max = true, false, 60
		stop := w.run()
		w.say("we go north")
		synctest.Wait()
		parts := len(w.chat.texts())
		if parts < 2 {
			t.Fatalf("shown in one: %q", w.chat.texts())
		}
		for i := range parts {
			w.must(connectors.Event{Kind: connectors.React, Message: connectors.MessageID(fmt.Sprintf("p%d", i+1)), Emoji: "✅"})
			synctest.Wait()
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		differ(t, "shown after", []string{"done: record it"}, w.chat.texts()[parts:])
		differ(t, "emoji", parts, len(w.payloads("reacted")))
	})
}

// A press that the mind refuses decided nothing, and the card does not say so.
func TestALatePress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asks)
		a := newAble(w)
		stop := w.run()
		w.say("we go north")
		synctest.Wait()
		buttons := w.chat.shown[0].Buttons
		for _, b := range buttons {
			w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: b.Token})
			synctest.Wait()
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if e := a.edited["p1"]; !strings.HasPrefix(e.Text, "Shall I?\n\n**Record**, ") {
			t.Errorf("the card now says %q", e.Text)
		}
	})
}

// A press counts for the post it was made under, and no other.
func TestAPressUnderAnotherPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asks)
		defer w.run()()
		w.say("one")
		synctest.Wait()
		w.say("two")
		synctest.Wait()
		token := w.chat.shown[0].Buttons[0].Token
		w.must(connectors.Event{Kind: connectors.Press, Message: "p2", Button: token})
		for _, bad := range []string{"", "x", token + "9", "0/0", "-1/0", "99999/0", strings.Replace(token, "/0", "/-1", 1), strings.Replace(token, "/0", "/v0x", 1),
			"0" + token, token + "/0", strings.Replace(token, "/0", "/00", 1), strings.Replace(token, "/0", "/+0", 1)} {
			w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: bad})
		}
		synctest.Wait()
		differ(t, "shown", []string{"Shall I?", "Shall I?"}, w.chat.texts())
		w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: token})
		synctest.Wait()
		differ(t, "shown", []string{"Shall I?", "Shall I?", "done: record it"}, w.chat.texts())
	})
}

// Platforms report edits that are none: a preview was added, somebody reacted.
func TestAnEditThatChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		defer w.run()()
		m := w.say("one")
		synctest.Wait()
		w.edit(m, "one")
		w.edit(m, "two")
		synctest.Wait()
		w.edit(m, "two")
		w.edit(m, "one")
		synctest.Wait()
		differ(t, "edits", 2, len(w.payloads("edited")))
		differ(t, "shown", []string{"heard one", "heard two", "heard one"}, w.chat.texts())
	})
}

// What is no longer in a stretch that was read whole was taken back, once.
func TestWhatIsNoLongerThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(context.Context, *turn.Turn) (*turn.Reply, error) { return &turn.Reply{By: "x"}, nil })
		defer w.run()()
		w.say("before")
		time.Sleep(time.Hour)
		since := w.now()
		kept := w.say("kept")
		time.Sleep(time.Minute)
		w.say("gone")
		synctest.Wait()
		time.Sleep(time.Minute)
		w.say("then") // in the moment up to which it was read
		synctest.Wait()
		for range 3 {
			w.must(connectors.Event{Kind: connectors.Remaining, Since: since, Still: []connectors.MessageID{kept}})
		}
		synctest.Wait()
		var texts []string
		for _, p := range w.payloads("heard") {
			if h, ok := p.(event.Heard); ok {
				texts = append(texts, h.Text)
			}
		}
		differ(t, "left", []string{"before", "kept", "then"}, texts)
		differ(t, "taken back", 1, len(w.payloads("unsaid")))
	})
}

// Each part of a long post has its receipt: what arrived is not sent again, and every part
// is known as the post.
func TestPartsHaveReceipts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "procedure:long"}
			r.Text.Say("first part.\n\nsecond part.\n\nthird part.")
			return r, nil
		})
		w.chat.limits.Max = 14
		w.chat.fail = []error{nil, &connectors.Error{Op: "chat", Reason: connectors.Unknown}}
		defer w.run()()
		w.say("one")
		synctest.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "shown", []string{"first part.", "second part.", "third part."}, w.chat.texts())
		differ(t, "again", []bool{false, true, false}, []bool{w.chat.shown[0].Again, w.chat.shown[1].Again, w.chat.shown[2].Again})
		w.must(connectors.Event{Kind: connectors.React, Message: "p3", Emoji: "👍"})
		queued := w.payloads("post.sent")[0].(event.PostSent).Post
		differ(t, "reacted to", queued, w.payloads("reacted")[0].(event.Reacted).About)
	})
}

// What must not be said twice is not said again in doubt, where nobody can tell.
func TestAtMostOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.fail = []error{&connectors.Error{Op: "chat", Reason: connectors.Unknown}}
		once := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "send it?", Once: true})
		if _, err := w.mind.Record(t.Context(), once); err != nil {
			t.Fatal(err)
		}
		defer w.run()()
		time.Sleep(time.Hour)
		synctest.Wait()
		differ(t, "shown", []string{}, w.chat.texts())
		differ(t, "given up", 1, len(w.payloads("post.failed")))
	})
}

// A post that is not allowed holds up no other, is tried again, and given up after a day.
func TestNotAllowed(t *testing.T) {
	forbidden := &connectors.Error{Op: "chat", Reason: connectors.Forbidden}
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.fail = []error{forbidden, nil, forbidden, nil}
		defer w.run()()
		w.say("one")
		synctest.Wait()
		w.say("two")
		synctest.Wait()
		differ(t, "shown", []string{"heard two"}, w.chat.texts())
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		differ(t, "shown", []string{"heard two", "heard one"}, w.chat.texts())
		for range 60 {
			w.chat.fail = append(w.chat.fail, forbidden)
		}
		w.say("three")
		time.Sleep(25 * time.Hour)
		synctest.Wait()
		differ(t, "shown", 2, len(w.chat.texts()))
		differ(t, "given up", 1, len(w.payloads("post.failed")))
	})
}

// A place gets no more posts a minute than its platform allows.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.limits.PerMinute = 5
		defer w.run()()
		for i := range 12 {
			w.say(fmt.Sprint("n", i))
			time.Sleep(3 * time.Second)
		}
		synctest.Wait()
		differ(t, "in 36 seconds", 5, len(w.chat.texts()))
		time.Sleep(30 * time.Second)
		synctest.Wait()
		differ(t, "in 66 seconds", true, len(w.chat.texts()) <= 10 && len(w.chat.texts()) > 5)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		differ(t, "in the end", 12, len(w.chat.texts()))
	})
}

// What takes a moment shows that it is being worked on, and stops showing it.
func TestASignOfWork(t *testing.T) {
	for name, c := range map[string]struct {
		every time.Duration
		takes time.Duration
		want  []string
	}{
		"at once":       {0, 100 * time.Millisecond, nil},
		"until ended":   {0, 9 * time.Second, []string{"e1 true at 700ms", "e1 false at 9s"}},
		"kept up":       {4 * time.Second, 9 * time.Second, []string{"e1 true at 700ms", "e1 true at 4.7s", "e1 true at 8.7s", "e1 false at 9s"}},
		"barely a sign": {4 * time.Second, time.Second, []string{"e1 true at 700ms", "e1 false at 1s"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSlow()
				w := newWorld(t, s.step)
				w.chat.limits.WorkingEvery = c.every
				a := newAble(w)
				stop := w.run()
				w.say("one")
				time.Sleep(c.takes)
				s.goOn <- struct{}{}
				synctest.Wait()
				if err := stop(); err != nil {
					t.Fatal(err)
				}
				differ(t, "signs", c.want, a.signs)
			})
		})
	}
}

// A platform that falls silent is told on another one, once, and so is its return.
func TestAPlatformFallsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		second := &able{chat: newChat(), began: time.Now()}
		w.bot.Connectors = append(w.bot.Connectors, namedOther{second})
		second.hears(time.Now())
		defer w.run()()
		w.say("one")
		time.Sleep(10 * time.Minute)
		second.hears(time.Now())
		time.Sleep(14 * time.Minute)
		synctest.Wait()
		differ(t, "told so far", 1, len(w.chat.texts()))
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		texts := w.chat.texts()
		if len(texts) != 2 || !strings.HasPrefix(texts[1], "**Other has been silent since ") {
			t.Fatalf("told %q", texts)
		}
		second.hears(time.Now())
		time.Sleep(time.Minute)
		synctest.Wait()
		if texts = w.chat.texts(); len(texts) != 3 || !strings.HasPrefix(texts[2], "Other is back (3 h)") {
			t.Fatalf("told %q", texts)
		}
	})
}

type namedOther struct{ *able }

func (namedOther) Name() string { return "other" }

// One platform that refuses us does not silence the others.
func TestARefusalOfOnePlatform(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		second := namedOther{&able{chat: newChat(), began: time.Now()}}
		w.bot.Connectors = append(w.bot.Connectors, second)
		stop := w.run()
		synctest.Wait()
		second.reruns <- &connectors.Error{Op: "other: run", Reason: connectors.Forbidden, Err: errors.New("token revoked")}
		w.say("one")
		synctest.Wait()
		differ(t, "shown", []string{"heard one"}, w.chat.texts())
		time.Sleep(6 * time.Minute)
		synctest.Wait()
		differ(t, "runs of the other", 2, second.started())
		if err := stop(); err != nil {
			t.Fatal(err)
		}
	})
}

// Links of a post lead to the originals on the same platform.
func TestLinksToOriginals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var first event.Seq
		w := newWorld(t, func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			if first == 0 {
				first = t.Last().Seq
			}
			r := &turn.Reply{By: "procedure:quote"}
			r.Text.Say("you said so on [12 Aug](src:m%d), and [then](src:m99999)", first)
			return r, nil
		})
		newAble(w)
		defer w.run()()
		w.say("one")
		synctest.Wait()
		differ(t, "links", map[string]string{fmt.Sprintf("m%d", first): "https://chat.example/home/e1"}, w.chat.shown[0].Links)
	})
}

// No link leads where those who read the post may not look.
func TestLinksNowhereElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		newAble(w)
		hear := func(room string, a event.Audience) event.Seq {
			e := w.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "chat", Room: room}, Audience: a, Text: "x", Message: "e1"})
			e.Trust = event.ByPrincipal
			rs, err := w.mind.Record(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			return rs[0].Seq
		}
		private, there := hear("home", event.Private), hear("acme", event.Shared)
		post := w.pens.For(event.Outbox).Write(event.PostQueued{
			Place: event.Place{Platform: "chat", Room: "acme"}, Audience: event.Shared, Text: fmt.Sprintf("[12 Aug](src:m%d) and [13 Aug](src:m%d)", private, there),
		})
		if _, err := w.mind.Record(t.Context(), post); err != nil {
			t.Fatal(err)
		}
		defer w.run()()
		synctest.Wait()
		shown := w.chat.shown[slices.IndexFunc(w.chat.shown, func(p connectors.Post) bool { return p.Place.Room == "acme" })]
		differ(t, "links", map[string]string{fmt.Sprintf("m%d", there): "https://chat.example/acme/e1"}, shown.Links)
	})
}

// Where reactions may not arrive, what nobody asked for carries buttons that do the same.
func TestFeedbackByButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		post := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "Oil is up.", Subject: "alert"})
		if _, err := w.mind.Record(t.Context(), post); err != nil {
			t.Fatal(err)
		}
		w.bot.Sense = func(_, emoji string) string { return "sense of " + emoji }
		defer w.run()()
		synctest.Wait()
		var labels []string
		for _, b := range w.chat.shown[0].Buttons {
			labels = append(labels, b.Label)
		}
		differ(t, "buttons", []string{"Useful", "Not useful"}, labels)
		press := func(i int) {
			w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: w.chat.shown[0].Buttons[i].Token})
		}
		press(0)
		press(0)
		press(1)
		if _, err := w.mind.Record(t.Context(), w.pens.For(event.Outbox).Write(post.Payload())); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		own := w.chat.shown[0].Buttons[0].Token
		for _, bad := range []string{w.chat.shown[1].Buttons[0].Token, own + "0", strings.Replace(own, "v0", "v00", 1), strings.Replace(own, "v0", "v2", 1), strings.Replace(own, "v0", "v-1", 1)} {
			w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: bad})
		}
		synctest.Wait()
		var got []string
		for _, p := range w.payloads("reacted", "unreacted", "heard") {
			switch p := p.(type) {
			case event.Reacted:
				got = append(got, p.Sense)
			case event.Unreacted:
				got = append(got, "-"+p.Emoji)
			default:
				t.Errorf("%T", p)
			}
		}
		differ(t, "recorded", []string{"sense of 👍", "sense of 👎", "-👍"}, got)
	})
}

// The first line of what nobody asked for is what a telephone shows: where that is wanted
// it tells nothing.
func TestNeutralPreviews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.bot.Neutral = true
		post := w.pens.For(event.Outbox).Write(event.PostQueued{
			Place: event.Place{Platform: "chat", Room: "home"}, Text: "**Call Dr. Weiss.**", Subject: event.SubjectReminder,
		})
		if _, err := w.mind.Record(t.Context(), post); err != nil {
			t.Fatal(err)
		}
		defer w.run()()
		synctest.Wait()
		w.say("one")
		synctest.Wait()
		differ(t, "shown", []string{"A reminder.\n\n**Call Dr. Weiss.**", "heard one"}, w.chat.texts())
	})
}

// He may want it, or not, in a word of his: that counts more than what is configured. A notification says no more than the
// first line.
func TestNeutralPreviewsAtHisWord(t *testing.T) {
	for word, neutral := range map[string]bool{"previews neutral": true, "previews normal": false} {
		running(t, func(w *world) {
			w.bot.Neutral = !neutral
			w.bot.Brain.Steps = []brain.Step{change.Answer}
			w.say(word)
			synctest.Wait()
			post := w.pens.For(event.Outbox).Write(event.PostQueued{
				Place: event.Place{Platform: "chat", Room: "home"}, Text: "**Call Dr. Weiss.**", Subject: event.SubjectReminder,
			})
			if _, err := w.mind.Record(t.Context(), post); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			synctest.Wait()
			last := w.chat.newest()
			if said := strings.HasPrefix(last.Text, "A reminder.\n\n"); said != neutral || (last.Banner == "A reminder.") != neutral {
				t.Errorf("%s: shown %q, the banner %q", word, last.Text, last.Banner)
			}
		})
	}
}

// lossy is a platform on which everything arrives and every answer is lost.
type lossy struct{ *chat }

func (l lossy) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	if _, err := l.chat.Send(ctx, p); err != nil {
		return "", err
	}
	return "", &connectors.Error{Op: "chat: send", Reason: connectors.Unknown, Err: errors.New("the answer was lost")}
}

// In doubt a post comes again, but not for ever.
func TestCopiesAreNotEndless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.bot.Connectors = []connectors.Connector{&lossy{w.chat}}
		defer w.run()()
		w.say("one")
		time.Sleep(72 * time.Hour)
		synctest.Wait()
		if n := len(w.chat.texts()); n < 3 || n > 10 {
			t.Errorf("%d copies", n)
		}
		differ(t, "given up", 1, len(w.payloads("post.failed")))
	})
}

// poisoned is a platform that breaks down over one post.
type poisoned struct{ *chat }

func (p poisoned) Send(ctx context.Context, post connectors.Post) (connectors.MessageID, error) {
	if strings.Contains(post.Text, "poison") {
		return "", errTemporary
	}
	return p.chat.Send(ctx, post)
}

// A post that never leaves does not hold up the others for ever.
func TestOnePostHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.bot.Connectors = []connectors.Connector{&poisoned{w.chat}}
		defer w.run()()
		w.say("poison")
		time.Sleep(time.Minute)
		w.say("two")
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "at first, in order", []string{}, w.chat.texts())
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		differ(t, "then", []string{"heard two"}, w.chat.texts())
	})
}

// The parts of one long post keep to the pace, too.
func TestPaceWithinAPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "procedure:long"}
			r.Text.Say("%s", strings.Repeat("many words stand here. ", 40))
			return r, nil
		})
		w.chat.limits.Max, w.chat.limits.PerMinute = 100, 5
		defer w.run()()
		w.say("one")
		synctest.Wait()
		differ(t, "at once", 5, len(w.chat.texts()))
		time.Sleep(61 * time.Second)
		synctest.Wait()
		differ(t, "after a minute", 10, len(w.chat.texts()))
	})
}

// An edit that comes after a later one does not bring its words back.
func TestAnEditThatComesLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		defer w.run()()
		m := w.say("one")
		synctest.Wait()
		early := w.now()
		time.Sleep(time.Minute)
		w.edit(m, "newest")
		synctest.Wait()
		late := spoken{connectors.Event{
			Key: "late", Kind: connectors.Edit, Message: m, Text: "older", At: early, Place: room, Direct: true, From: connectors.Person{Platform: "chat", ID: "sam"},
		}, make(chan error, 1)}
		w.chat.in <- late
		if err := <-late.taken; err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		differ(t, "shown", []string{"heard one", "heard newest"}, w.chat.texts())
	})
}
