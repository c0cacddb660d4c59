package bot_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
)

// tried is a platform that notes every attempt, and fails those that fails has an error for.
type tried struct {
	*chat
	fails func(p connectors.Post) error

	mu  sync.Mutex
	all []string // texts, in order
}

func (d *tried) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	d.mu.Lock()
	d.all = append(d.all, p.Text)
	err := d.fails(p)
	d.mu.Unlock()
	if err != nil {
		return "", err
	}
	return d.chat.Send(ctx, p)
}

// times says how often a text was tried.
func (d *tried) times(text string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.all {
		if s == text {
			n++
		}
	}
	return n
}

// trying runs a bot on such a platform.
func trying(t *testing.T, fails func(p connectors.Post) error, test func(w *world, d *tried)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		d := &tried{chat: w.chat, fails: fails}
		w.bot.Connectors = []connectors.Connector{d}
		defer w.run()()
		test(w, d)
	})
}

// queue has posts delivered in a room.
func (w *world) queue(room string, texts ...string) {
	w.t.Helper()
	for _, text := range texts {
		q := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: room}, Text: text})
		if _, err := w.mind.Record(w.t.Context(), q); err != nil {
			w.t.Fatal(err)
		}
	}
	synctest.Wait()
}

// pass lets time pass.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// A clock that is set back makes no wait longer than it was, counted from then.
func TestALimitByAClockThatIsSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var behind atomic.Int64
		w := newWorld(t)
		w.now = func() time.Time { return time.Now().Add(-time.Duration(behind.Load())) }
		w.open(echo)
		w.chat.fail = []error{refuses(connectors.RateLimited, time.Hour)}
		defer w.run()()
		w.queue("home", "one")
		behind.Store(int64(48 * time.Hour))
		pass(59 * time.Minute)
		differ(t, "shown within the hour", []string{}, w.chat.texts())
		pass(time.Hour + 2*time.Minute)
		differ(t, "shown after another", []string{"one"}, w.chat.texts())
	})
}

// A night in which the computer slept is no night in which a post was tried: it is tried again as
// soon as after any other failure, and the order is kept.
func TestATryAfterASleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var slept atomic.Int64
		w := newWorld(t)
		w.now = func() time.Time { return time.Now().Add(time.Duration(slept.Load())) }
		w.open(echo)
		w.chat.fail = []error{refuses(connectors.Temporary, 0), refuses(connectors.Temporary, 0)}
		defer w.run()()
		w.queue("home", "one", "two")
		slept.Store(int64(9 * time.Hour))
		pass(2 * time.Second)
		differ(t, "shown soon after", []string{"one", "two"}, w.chat.texts())
	})
}

// No platform keeps a post waiting by its word for more than a day.
func TestALimitHasAnEnd(t *testing.T) {
	for _, reason := range []connectors.Reason{connectors.RateLimited, connectors.Temporary} {
		first := true
		trying(t, func(connectors.Post) error {
			if first {
				first = false
				return refuses(reason, 1000*time.Hour)
			}
			return nil
		}, func(w *world, _ *tried) {
			w.queue("home", "one")
			pass(23 * time.Hour)
			differ(t, "shown within a day", []string{}, w.chat.texts())
			pass(2 * time.Hour)
			differ(t, "shown after it", []string{"one"}, w.chat.texts())
		})
	}
}

// What waits since the platform was away goes as soon as anything leaves, in whatever room: also
// what rests.
func TestEverythingGoesOnceThePlatformIsBack(t *testing.T) {
	for _, away := range []time.Duration{4*time.Minute + 3*time.Second, 3*time.Hour + 11*time.Minute} {
		down := true
		trying(t, func(connectors.Post) error {
			if down {
				return errTemporary
			}
			return nil
		}, func(w *world, d *tried) {
			w.queue("one", "a")
			w.queue("two", "b")
			pass(away)
			d.mu.Lock()
			down = false
			d.mu.Unlock()
			w.queue("three", "c")
			got := w.chat.texts()
			slices.Sort(got)
			differ(t, fmt.Sprintf("shown at once after %v", away), []string{"a", "b", "c"}, got)
		})
	}
}

// A post that is not allowed is no more tried when others leave, in its room or elsewhere.
func TestWhatIsNotAllowedIsLeftAlone(t *testing.T) {
	for _, room := range []string{"home", "other"} {
		trying(t, func(p connectors.Post) error {
			if p.Text == "barred" {
				return refuses(connectors.Forbidden, 0)
			}
			return nil
		}, func(w *world, d *tried) {
			w.queue("home", "barred")
			for i := range 5 {
				pass(time.Second)
				w.queue(room, fmt.Sprint("n", i))
			}
			differ(t, "tries in "+room, 1, d.times("barred"))
			differ(t, "others shown", 5, len(w.chat.texts()))
		})
	}
}

// A room that fails is left alone longer and longer, and as long as the platform asks for.
func TestARoomIsLeftAloneLongerAndLonger(t *testing.T) {
	trying(t, func(connectors.Post) error { return errTemporary }, func(w *world, d *tried) {
		w.queue("home", "one")
		pass(time.Second)
		differ(t, "tries within a second", 3, d.times("one"))
		pass(30 * time.Second)
		differ(t, "within half a minute more", 8, d.times("one"))
	})
	trying(t, func(connectors.Post) error { return refuses(connectors.Temporary, time.Minute) }, func(w *world, d *tried) {
		w.queue("home", "one")
		pass(59 * time.Second)
		differ(t, "tries within the minute that was asked for", 1, d.times("one"))
		pass(2 * time.Second)
		differ(t, "after it", 2, d.times("one"))
	})
}

// Where nobody can tell whether a post arrived, another of its room goes before it is risked
// once more.
func TestACopyIsRiskedLast(t *testing.T) {
	trying(t, func(p connectors.Post) error {
		if p.Text == "doubt" {
			return refuses(connectors.Unknown, 0)
		}
		return nil
	}, func(w *world, d *tried) {
		w.queue("home", "doubt")
		pass(40 * time.Second) // it rests
		before := len(d.all)
		w.queue("home", "next")
		if got := d.all[before]; got != "next" {
			t.Errorf("tried first: %q", got)
		}
	})
}

// Where the platform can tell, the order is kept.
func TestWhatCanBeFoundGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		f := &finding{chat: w.chat, lose: true}
		w.bot.Connectors = []connectors.Connector{f}
		defer w.run()()
		w.queue("home", "one")
		pass(2*time.Hour + 11*time.Minute)
		f.down.Store(false)
		w.queue("home", "two")
		var order []event.Seq
		for _, p := range w.payloads("post.sent") {
			order = append(order, p.(event.PostSent).Post)
		}
		if len(order) != 2 || order[0] > order[1] {
			t.Errorf("sent in the order %v", order)
		}
	})
}

// What is under way when the process is stopped has a moment to end.
func TestAnAnswerUnderWayIsGiven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, pausing(time.Second))
		stop := w.run()
		w.say("one")
		pass(500 * time.Millisecond)
		if err := stop(); err != nil {
			t.Error(err)
		}
		differ(t, "shown", []string{"heard one"}, w.chat.texts())
	})
}

// When a platform has said its last, what it said is answered however long that takes, and what
// is to be delivered on this computer is, although it failed once.
func TestTheLastIsAnswered(t *testing.T) {
	for name, c := range map[string]struct {
		thinks time.Duration
		fail   []error
	}{
		"a long turn":      {time.Minute, nil},
		"it failed once":   {0, []error{refuses(connectors.Temporary, 5*time.Second)}},
		"it was too early": {0, []error{refuses(connectors.RateLimited, 5*time.Second)}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, pausing(c.thinks))
				w.bot.Brain.Host.Here = []string{"chat"}
				w.chat.fail = c.fail
				over := make(chan error, 1)
				go func() { over <- w.bot.Run(t.Context()) }()
				w.say("one")
				close(w.chat.in)
				if err := <-over; err != nil {
					t.Error(err)
				}
				differ(t, "shown", []string{"heard one"}, w.chat.texts())
			})
		})
	}
}

// An emoji in a channel, on what nobody knows, may be on words that are none of our business;
// one that is told twice counts once, whatever came in between.
func TestEmojiThatAreNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.limits.Reactions = true
		defer w.run()()
		among := connectors.Place{Platform: "chat", Room: "acme"}
		w.must(connectors.Event{Kind: connectors.React, Message: "p7", Emoji: "👍", Place: among})
		differ(t, "kept of a channel", 0, len(w.payloads("unplaced")))
		put := connectors.Event{Key: "put", Kind: connectors.React, Message: "p7", Emoji: "👍"}
		w.must(put)
		w.must(connectors.Event{Key: "taken", Kind: connectors.Unreact, Message: "p7", Emoji: "👍"})
		w.must(put)
		var stands []int
		for _, p := range w.payloads("unplaced") {
			stands = append(stands, len(p.(event.Unplaced).Emojis))
		}
		differ(t, "told", []int{1, 0}, stands)
	})
}

// A platform that asks for a long pause before a file is fetched again gets hours, not weeks.
func TestAFileIsAskedForWithinHours(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		var tries atomic.Int64
		w.holds(fetchedAt(&tries, 2, refuses(connectors.RateLimited, 1000*time.Hour)))
		defer w.run()()
		w.send("look", connectors.File{Name: "a.txt", ID: "F1", Size: 17})
		pass(5 * time.Hour)
		differ(t, "tries in five hours", int64(1), tries.Load())
		pass(2 * time.Hour)
		if got := w.chat.texts(); len(got) != 2 || !strings.HasPrefix(got[1], "Kept: ") {
			t.Errorf("after %d tries it is told %q", tries.Load(), got)
		}
	})
}

// pausing answers like echo, after a while.
func pausing(d time.Duration) brain.Step {
	return func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(d):
			return echo(ctx, t)
		}
	}
}

// fetchedAt brings a file with the n-th try, and counts them.
func fetchedAt(tries *atomic.Int64, n int64, err error) func(context.Context, connectors.File, io.Writer) error {
	return func(_ context.Context, _ connectors.File, out io.Writer) error {
		if tries.Add(1) < n {
			return err
		}
		_, err := io.WriteString(out, hello)
		return err
	}
}

// What nobody asked for and a platform will not take goes to another that may show it.
func TestBlocked(t *testing.T) {
	for name, c := range map[string]struct {
		audience event.Audience // of the other place
		subject  string
		shown    bool
	}{
		"a reminder":                     {event.Private, event.SubjectReminder, true},
		"where the other place is wider": {event.Work, event.SubjectReminder, false},
		"what says who may speak":        {event.Private, event.SubjectAccount, false},
	} {
		for _, why := range []connectors.Reason{connectors.Forbidden, connectors.Gone} {
			t.Run(fmt.Sprint(name, ", ", why), func(t *testing.T) {
				drilled(t, func(t *testing.T, d *drill) {
					d.link("slack", "U1", c.audience)
					d.link("telegram", "4471", event.Private)
					d.says("telegram", "4471", "hello")
					d.end()
					d.instead = map[string]connectors.Connector{"telegram": refusing{d.lines["telegram"], why}}
					d.begin()
					told := d.after("slack", func() {
						if _, err := d.mind.Record(t.Context(), d.bot.Pens.Write(event.PostQueued{
							Place:    event.Place{Platform: "telegram", Account: "T1", Room: direct("telegram", "4471").Place.Room},
							Audience: event.Private, Text: "Take the pills.", Subject: c.subject,
						})); err != nil {
							t.Fatal(err)
						}
						time.Sleep(time.Minute)
						synctest.Wait()
					})
					if c.shown { // and nobody is told that it could not be shown
						differ(t, "shown on the other platform", []string{"Take the pills."}, told)
						return
					}
					again := ""
					if why == connectors.Forbidden {
						again = "I try again for a day. "
					}
					if len(told) != 1 || !strings.HasPrefix(told[0], "**I could not deliver a message on Telegram (") || !strings.HasSuffix(told[0], " reads it where it may be shown. "+again+
						"`citadel doctor` on the host says what is wrong. I tell you this once, until Telegram takes something there again or has refused nothing for 30 days.") {
						t.Errorf("told on the other platform: %q", told)
					}
				})
			})
		}
	}
}

// refusing takes no post, always for the same reason.
type refusing struct {
	*line
	why connectors.Reason
}

func (r refusing) Send(context.Context, connectors.Post) (connectors.MessageID, error) {
	return "", &connectors.Error{Op: "refusing: send", Reason: r.why}
}

// What a platform limits is limited in the whole room, in all its threads.
func TestALimitIsThatOfTheRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.chat.fail = []error{&connectors.Error{Op: "chat", Reason: connectors.RateLimited, After: 10 * time.Minute}}
		for _, thread := range []string{"a", "b"} {
			w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home", Thread: thread}, Text: "in " + thread}))
		}
		defer w.run()()
		time.Sleep(9 * time.Minute)
		synctest.Wait()
		differ(t, "shown within the limit", []string{}, w.chat.texts())
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		differ(t, "shown after it", []string{"in a", "in b"}, w.chat.texts())
	})
}

// Where posts can be looked up, none is a copy, however often nobody said whether it arrived: it is tried until it
// does.
func TestDoubtThatIsSettledIsNoCopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.bot.Connectors = []connectors.Connector{&finding{chat: w.chat}}
		for range 3 * 10 {
			w.chat.fail = append(w.chat.fail, &connectors.Error{Op: "chat", Reason: connectors.Unknown})
		}
		w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: "one"}))
		defer w.run()()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		differ(t, "shown", []string{"one"}, w.chat.texts())
		differ(t, "given up", 0, len(w.payloads("post.failed")))
	})
}

// An outage that is over is over: the next one begins with short waits again.
func TestWaitsBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		send := func(text string, failures int) (took time.Duration) {
			w.chat.mu.Lock()
			for range failures {
				w.chat.fail = append(w.chat.fail, errTemporary)
			}
			shown := len(w.chat.shown)
			w.chat.mu.Unlock()
			began := time.Now()
			w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: text}))
			for len(w.chat.texts()) == shown {
				time.Sleep(10 * time.Millisecond)
				synctest.Wait()
			}
			return time.Since(began)
		}
		defer w.run()()
		first := send("one", 1)
		if long := send("two", 6); long < 4*first {
			t.Errorf("after one failure %s, after six %s", first, long)
		}
		if again := send("three", 1); again > 2*first {
			t.Errorf("after one failure %s, and %s behind an outage", first, again)
		}
	})
}

// Older posts that were let rest leave first when the platform is back, also where none can be looked up.
func TestOrderWhereNoneCanBeLookedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.chat.die()
		queue := func(text string) {
			w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: text}))
		}
		queue("one")
		defer w.run()()
		time.Sleep(2*time.Hour + 11*time.Minute)
		synctest.Wait()
		w.chat.mu.Lock()
		w.chat.dead = false
		w.chat.mu.Unlock()
		queue("two")
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		differ(t, "order", []string{"one", "two"}, w.chat.texts())
	})
}
