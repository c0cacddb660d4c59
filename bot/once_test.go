package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// What must not come twice is given up once it may have arrived and nobody can tell; where it can
// be looked up it is, and leaves again if it is not there.
func TestOnceInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		once, finds bool
		shown       []string
		failed      int
	}{
		"nobody can tell":                {true, false, []string{}, 1},
		"nobody can tell, and it may":    {false, false, []string{"send it?"}, 0},
		"it is looked up, and not found": {true, true, []string{"send it?"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, echo)
				if c.finds {
					w.bot.Connectors = []connectors.Connector{&finding{chat: w.chat}}
				}
				w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: "send it?", Once: c.once}))
				w.chat.fail = []error{&connectors.Error{Op: "chat", Reason: connectors.Unknown}}
				defer w.run()()
				time.Sleep(time.Hour)
				synctest.Wait()
				differ(t, "shown", c.shown, w.chat.texts())
				differ(t, "given up", c.failed, len(w.payloads("post.failed")))
				differ(t, "receipts of parts, of what has none", 0, len(w.payloads("post.part")))
			})
		})
	}
}

// What surely did not leave is in no doubt for the next process either: it leaves, whole and not said to
// come again, also where it must not come twice. An attempt that may have arrived stays in doubt,
// whatever the ones after it met.
func TestWhatSurelyDidNotLeave(t *testing.T) {
	surely := []error{refuses(connectors.Temporary, 0), refuses(connectors.RateLimited, time.Hour), refuses(connectors.Forbidden, 0)}
	for _, once := range []bool{false, true} {
		for _, doubt := range []bool{false, true} {
			for _, sure := range surely {
				t.Run(fmt.Sprintf("once=%t/doubt=%t/%v", once, doubt, sure), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := newWorld(t)
						post := w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: "send it?", Once: once}))
						w.chat.fail = slices.Repeat([]error{sure}, 100)
						if doubt {
							w.record(w.pens.For(event.Outbox).Write(event.PostAttempted{Post: post, Try: 1}).Because(post))
						}
						stop := w.run()
						synctest.Wait()
						if err := stop(); err != nil {
							t.Fatal(err)
						}
						differ(t, "shown before", []string{}, w.chat.texts())
						w.open()
						defer w.run()()
						time.Sleep(2 * time.Hour)
						synctest.Wait()
						shown := []string{"send it?"}
						if once && doubt {
							shown = []string{}
						}
						differ(t, "shown", shown, w.chat.texts())
						again := slices.ContainsFunc(w.chat.shown, func(p connectors.Post) bool { return p.Again })
						differ(t, "said to come again", doubt && !once, again)
					})
				})
			}
		}
	}
}

// home is the place of the world's direct conversation.
var home = event.Place{Platform: "chat", Room: "home"}

// The emoji that stand for the buttons of a long post, where they have one, are put on its last part, also where a
// process ended between its receipt and that of the whole, which is known by its first.
func TestTheButtonsOfALongPost(t *testing.T) {
	post := event.PostQueued{
		Place: home, Text: strings.Repeat("one more line of what is asked\n\n", 8),
		Buttons: []event.Button{{Label: "Record", Says: "record it", Emoji: "✅"}, {Label: "Later", Says: "not now"}},
	}
	carried := func(t *testing.T, receipts int) (shown int, put []string, sent string) {
		w := newWorld(t)
		w.chat.limits.Buttons, w.chat.limits.Reactions, w.chat.limits.Max = false, true, 100
		a := newAble(w)
		out := w.pens.For(event.Outbox)
		seq := w.record(out.Write(post))
		if receipts > 0 {
			w.record(out.Write(event.PostAttempted{Post: seq, Try: 1}).Because(seq))
		}
		for i := range receipts {
			w.record(out.Write(event.PostPart{Post: seq, Part: i, Message: fmt.Sprintf("x%d", i+1)}).Because(seq))
		}
		stop := w.run()
		time.Sleep(time.Minute)
		synctest.Wait()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		all := w.payloads("post.sent")
		if len(all) != 1 {
			t.Fatalf("%d receipts", len(all))
		}
		return len(w.chat.texts()), a.put, all[0].(event.PostSent).Message
	}
	synctest.Test(t, func(t *testing.T) {
		n, put, sent := carried(t, 0)
		if n < 3 {
			t.Fatalf("it has %d parts", n)
		}
		differ(t, "put", []string{fmt.Sprintf("p%d ✅", n)}, put)
		differ(t, "known by", "p1", sent)
		more, put, sent := carried(t, n)
		differ(t, "parts that left again", 0, more)
		differ(t, "put by the next process", []string{fmt.Sprintf("x%d ✅", n)}, put)
		differ(t, "known by then", "x1", sent)
	})
}

// Of posts that wait for their time each leaves at its own, whichever was queued first.
func TestPostsThatWaitForTheirTime(t *testing.T) {
	for _, hours := range [][]int{{1, 2, 3}, {3, 2, 1}, {2, 3, 1}} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			began := time.Now()
			for _, n := range hours {
				w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: fmt.Sprintf("after %d", n), After: began.Add(time.Duration(n) * time.Hour)}))
			}
			defer w.run()()
			for n := range 3 {
				time.Sleep(time.Hour)
				synctest.Wait()
				texts := w.chat.texts()
				if len(texts) != n+1 || texts[n] != fmt.Sprintf("after %d", n+1) {
					t.Errorf("queued %v: after %d hours %q", hours, n+1, texts)
				}
			}
		})
	}
}
