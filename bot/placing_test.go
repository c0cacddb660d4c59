package bot_test

import (
	"context"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// interrupted is a store at which something happens between two reads: whoever looked a message
// up, for the n-th time, has what was there before.
type interrupted struct {
	*inmem.Store
	looked atomic.Int64
	nth    int64
	then   func()
}

// SeesReads implements ledger.Witness.
func (*interrupted) SeesReads() {}

func (s *interrupted) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	if len(q.Keys) != 2 || s.looked.Add(1) != s.nth {
		return s.Store.Read(ctx, q)
	}
	var rows []ledger.Row
	for r := range s.Store.Read(ctx, q) {
		rows = append(rows, r)
	}
	s.then()
	return func(yield func(ledger.Row, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// A post becomes known while somebody's emoji on it is found to be on nothing that is known: it
// is on the post all the same, whenever that happens.
func TestAPostBecomesKnownMeanwhile(t *testing.T) {
	for nth := range int64(4) {
		store := &interrupted{Store: &inmem.Store{}, nth: nth + 1}
		w := &world{t: t, store: store, now: time.Now}
		w.open(echo)
		w.chat.limits.Reactions = true
		sent := func(within time.Duration) bool {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			for {
				head := w.mind.Head()
				if len(w.payloads("post.sent")) > 0 {
					return true
				}
				select {
				case <-w.mind.Past(head):
				case <-ctx.Done():
					return false
				}
			}
		}
		queue := func() {
			q := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "news"})
			if _, err := w.mind.Record(t.Context(), q); err != nil {
				t.Error(err)
			}
		}
		store.then = func() {
			queue()
			sent(50 * time.Millisecond) // as long as its receipt waits for the emoji it does not come
		}
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"})
		if store.looked.Load() < store.nth {
			queue()
		}
		if !sent(time.Minute) {
			t.Fatal("the post did not leave")
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
		put := slices.ContainsFunc(w.payloads("reacted"), func(p event.Payload) bool { return p.(event.Reacted).Emoji == "👍" })
		w.mind.Read(func(v memory.View) {
			if !put || len(v.Reactions.Unplaced) > 0 {
				t.Errorf("between the looks %d: on the post %v, left %+v", nth+1, put, v.Reactions.Unplaced)
			}
		})
	}
}

// Of a long post that is given up on its way, what left is known: a reaction on it and a reply to it
// are about the post.
func TestAPartOfWhatWasGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "procedure:long"}
			r.Text.Say("first part.\n\nsecond part.\n\nthird part.")
			return r, nil
		})
		w.chat.limits.Max = 14
		w.chat.limits.Reactions = true
		w.chat.fail = []error{nil, &connectors.Error{Op: "chat", Reason: connectors.Invalid}}
		stop := w.run()
		w.say("one")
		time.Sleep(time.Minute) // of the bubble
		synctest.Wait()
		differ(t, "shown", []string{"first part."}, w.chat.texts())
		differ(t, "given up", 1, len(w.payloads("post.failed")))
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"})
		w.must(connectors.Event{Kind: connectors.Message, Text: "why?", ReplyTo: "p1"})
		synctest.Wait()
		differ(t, "reacted", 1, len(w.payloads("reacted")))
		heard := w.payloads("heard")
		if heard[len(heard)-1].(event.Heard).ReplyTo == 0 {
			t.Error("a reply to it is a reply to nothing")
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// meddled is a store at which something happens just before the edits of a message are read.
type meddled struct {
	*inmem.Store
	done atomic.Bool
	then func()
}

// SeesReads implements ledger.Witness.
func (*meddled) SeesReads() {}

func (s *meddled) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	if len(q.From) == 1 && slices.Contains(q.Kinds, event.Edited{}.Kind()) {
		if s.done.CompareAndSwap(false, true) {
			s.then()
		}
	}
	return s.Store.Read(ctx, q)
}

// A message that is edited while its turn looks it up is answered in its new words once: by that
// turn, or after it.
func TestEditedWhileItIsLookedUp(t *testing.T) {
	store := &meddled{Store: &inmem.Store{}}
	w := &world{t: t, store: store, now: time.Now}
	w.open(echo)
	write := func(p event.Payload, causes ...event.Seq) event.Seq {
		e := w.pens.For(event.Bot).Write(p).Because(causes...).Resting(causes...)
		e.Trust = event.ByPrincipal
		rs, err := w.mind.Record(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return rs[0].Seq
	}
	seq := write(event.Heard{Place: event.Place{Platform: "chat", Room: "home"}, Text: "one"})
	store.then = func() { write(event.Edited{Message: seq, Text: "two"}, seq) }
	if _, err := w.bot.Brain.Turn(t.Context(), brain.Request{Messages: []event.Seq{seq}}); err != nil {
		t.Fatal(err)
	}
	posts := w.payloads("post.queued")
	said := posts[len(posts)-1].(event.PostQueued).Text
	var waits bool
	w.mind.Read(func(v memory.View) { waits = len(v.Thread.Waiting) > 0 })
	if waits != (said == "heard one") {
		t.Errorf("said %q, and the message waits for another turn: %v", said, waits)
	}
}

// lagging is a store after whose taking of a receipt something happens, before anything but the
// ledger knows of it.
type lagging struct {
	*inmem.Store
	then  func() // set before the receipt comes
	once  sync.Once
	reads chan struct{} // for each read since
}

// SeesReads implements ledger.Witness.
func (*lagging) SeesReads() {}

func (s *lagging) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if err := s.Store.Append(ctx, rows, shred); err != nil {
		return err
	}
	if slices.ContainsFunc(rows, func(r ledger.Row) bool { return r.Kind == event.PostSent{}.Kind() }) {
		s.once.Do(s.then)
	}
	return nil
}

func (s *lagging) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	select {
	case s.reads <- struct{}{}:
	default:
	}
	return s.Store.Read(ctx, q)
}

// An emoji that was put on a post before its receipt came, and is told of once more, under another
// name, while the receipt is written down, is put there once.
func TestAnEmojiIsToldOfTwiceAroundItsReceipt(t *testing.T) {
	store := &lagging{Store: &inmem.Store{}, reads: make(chan struct{}, 2)}
	w := &world{t: t, store: store, now: time.Now}
	w.open(echo)
	w.chat.limits.Reactions = true
	told := make(chan struct{})
	store.then = func() {
		for len(store.reads) > 0 {
			<-store.reads
		}
		go func() {
			defer close(told)
			w.must(connectors.Event{Kind: connectors.Reactions, Message: "p1", Emojis: []string{"👍"}})
		}()
		<-store.reads // it is found
		<-store.reads // and looked at
	}
	stop := w.run()
	w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"})
	q := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "news"})
	if _, err := w.mind.Record(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	<-told
	differ(t, "reactions", 1, len(w.payloads("reacted")))
	if err := stop(); err != nil {
		t.Error(err)
	}
}
