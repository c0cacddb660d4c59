package outbox_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/outbox"
)

func TestAPostStaysUntilItsReceipt(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	f := outbox.New()
	apply := func(seq event.Seq, p event.Payload) {
		f.Apply(ledger.Record{Seq: seq, At: now, Kind: p.Kind()}, p)
	}
	left := func(want ...event.Seq) {
		t.Helper()
		var got []event.Seq
		for _, p := range f.Posts {
			got = append(got, p.Seq)
		}
		if len(got) != len(want) {
			t.Fatalf("left %v, want %v", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("left %v, want %v", got, want)
			}
		}
	}
	apply(1, event.PostQueued{Answer: &event.Answer{}})
	apply(2, event.PostQueued{Subject: event.SubjectReminder})
	apply(3, event.PostQueued{})
	apply(4, event.PostQueued{})
	if !f.Posts[0].Asked || !f.Posts[1].Asked || f.Posts[2].Asked {
		t.Errorf("an answer and a reminder were asked for, nothing else: %+v", f.Posts)
	}
	apply(5, event.PostAttempted{Post: 1, Try: 1})
	if p := f.Posts[0]; p.Tries != 1 || !p.Attempted.Equal(now) {
		t.Errorf("attempted: %+v", p)
	}
	left(1, 2, 3, 4)
	apply(6, event.PostSent{Post: 1})
	left(2, 3, 4)
	apply(7, event.PostFailed{Post: 3})
	left(2, 4)
	apply(8, event.Forgotten{Seqs: []event.Seq{4}})
	left(2)
	if f.Sent != 1 {
		t.Errorf("%d sent", f.Sent)
	}
}

// The parts of a post count in their order, and each once: behind the last that counts the next
// process goes on.
func TestPartsInOrder(t *testing.T) {
	f := outbox.New()
	f.Apply(ledger.Record{Seq: 1}, event.PostQueued{})
	for i, part := range []int{1, 0, 0, 2, 1} {
		f.Apply(ledger.Record{Seq: event.Seq(i + 2)}, event.PostPart{Post: 1, Part: part, Message: fmt.Sprint("at ", i)})
	}
	if got := fmt.Sprint(f.Posts[0].Parts); got != "[at 1 at 4]" {
		t.Errorf("%s have their receipts", got)
	}
}

// A post that was moved is delivered where it belongs now.
func TestAPostIsMoved(t *testing.T) {
	f := outbox.New()
	apply := func(seq event.Seq, p event.Payload) { f.Apply(ledger.Record{Seq: seq, Kind: p.Kind()}, p) }
	apply(1, event.PostQueued{Place: event.Place{Platform: "telegram"}})
	apply(2, event.PostQueued{Place: event.Place{Platform: "telegram"}})
	apply(3, event.PostMoved{Post: 1, Place: event.Place{Platform: "slack"}})
	if f.Posts[0].Place.Platform != "slack" || f.Posts[1].Place.Platform != "telegram" {
		t.Errorf("%+v", f.Posts)
	}
}

// A post may stand on its platform from its first attempt on, however often it was tried since.
func TestTheFirstAttempt(t *testing.T) {
	f := outbox.New()
	first := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	apply := func(seq event.Seq, at time.Time, p event.Payload) {
		f.Apply(ledger.Record{Seq: seq, At: at, Kind: p.Kind()}, p)
	}
	apply(1, first.Add(-time.Minute), event.PostQueued{})
	for i := range 3 {
		apply(event.Seq(i+2), first.Add(time.Duration(i)*time.Hour), event.PostAttempted{Post: 1, Try: i + 1})
	}
	if p := f.Posts[0]; p.Tries != 3 || !p.Attempted.Equal(first) {
		t.Errorf("attempted: %+v", p)
	}
}

// A post is in doubt from the start of an attempt until that surely failed.
func TestDoubt(t *testing.T) {
	f := outbox.New()
	seq := event.Seq(0)
	for _, step := range []struct {
		p     event.Payload
		doubt bool
	}{
		{event.PostQueued{}, false},
		{event.PostAttempted{Post: 1, Try: 1}, true},
		{event.PostUnsent{Post: 7}, true},
		{event.PostUnsent{Post: 1}, false},
		{event.PostAttempted{Post: 1, Try: 2}, true},
		{event.PostPart{Post: 1, Message: "a"}, true}, // the next part is on its way
		{event.PostMoved{Post: 1, Goes: true, Maybe: true}, true},
		{event.PostMoved{Post: 1}, false},
	} {
		seq++
		f.Apply(ledger.Record{Seq: seq}, step.p)
		if got := f.Posts[0].Doubt; got != step.doubt {
			t.Errorf("after %d %T: in doubt %t", seq, step.p, got)
		}
	}
}

// What a room refuses is known, for each reason, until it takes something again.
func TestARoomThatRefuses(t *testing.T) {
	f := outbox.New()
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	seq := event.Seq(0)
	apply := func(p event.Payload) event.Seq {
		seq++
		f.Apply(ledger.Record{Seq: seq, At: now.Add(time.Duration(seq) * time.Minute), Kind: p.Kind()}, p)
		return seq
	}
	one, thread, other := event.Place{Platform: "telegram", Room: "1"}, event.Place{Platform: "telegram", Room: "1", Thread: "t"}, event.Place{Platform: "slack", Room: "1"}
	fail := func(at event.Place, reason string) event.Seq {
		post := apply(event.PostQueued{Place: at})
		apply(event.PostFailed{Post: post, Reason: reason})
		return post
	}
	fail(one, "forbidden")
	last := fail(thread, "forbidden")
	fail(one, "invalid")
	fail(one, event.PostForgotten)
	fail(other, "gone")
	if len(f.Refused) != 3 || f.Refused[0].Posts != 2 || f.Refused[0].Last != last || !f.Refused[0].Since.Equal(now.Add(2*time.Minute)) || f.Refused[0].Place != one {
		t.Errorf("refused: %+v", f.Refused)
	}
	if !f.Refuses(thread, "forbidden", now) || f.Refuses(one, event.PostForgotten, now) || f.Refuses(other, "forbidden", now) {
		t.Error("the reasons are mixed up")
	}
	apply(event.PostSent{Post: apply(event.PostQueued{Place: thread})})
	if len(f.Refused) != 1 || f.Refused[0].Place != other {
		t.Errorf("after one left: %+v", f.Refused)
	}
	for i := range 100 {
		fail(event.Place{Platform: "slack", Room: fmt.Sprint(i)}, "gone")
	}
	if len(f.Refused) != 20 || f.Refused[19].Place.Room != "99" {
		t.Errorf("%d remembered", len(f.Refused))
	}
}

// A post that is barred is refused from then on, and counts once however it ends. What a room
// refused is named for a month after the last time, and after that it begins anew.
func TestWhatIsRefusedAges(t *testing.T) {
	f := outbox.New()
	start := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	at, now, seq := event.Place{Platform: "telegram", Room: "1"}, start, event.Seq(0)
	apply := func(p event.Payload) event.Seq {
		seq++
		f.Apply(ledger.Record{Seq: seq, At: now, Kind: p.Kind()}, p)
		return seq
	}
	is := func(what string, posts int, since, last time.Time) {
		t.Helper()
		all := f.Refusing(now)
		if len(all) != 1 || all[0].Posts != posts || !all[0].Since.Equal(since) || !all[0].At.Equal(last) {
			t.Errorf("%s: %+v", what, all)
		}
	}
	post := apply(event.PostQueued{Place: at})
	apply(event.PostBarred{Post: post, Reason: "forbidden"})
	if is("barred", 1, start, start); len(f.Posts) != 1 || !f.Posts[0].Barred {
		t.Errorf("on its way: %+v", f.Posts)
	}
	now = start.Add(24 * time.Hour)
	failed := now
	apply(event.PostFailed{Post: post, Reason: "forbidden"})
	is("given up", 1, start, failed)
	now = failed.Add(outbox.RefusedFor - time.Second)
	is("almost a month later", 1, start, failed)
	if !f.Refuses(at, "forbidden", now) {
		t.Error("it refuses nothing any more")
	}
	now = now.Add(time.Second)
	if all := f.Refusing(now); len(all) != 0 || f.Refuses(at, "forbidden", now) {
		t.Errorf("a month later: %+v", all)
	}
	apply(event.PostBarred{Post: apply(event.PostQueued{Place: at}), Reason: "forbidden"})
	is("anew", 1, now, now)
	began := now
	now = now.Add(outbox.RefusedFor - time.Second)
	apply(event.PostBarred{Post: apply(event.PostQueued{Place: at}), Reason: "forbidden"})
	is("and once more", 2, began, now)
}

// Where the parts of a post end is as the last attempt that says so cut it; at another place
// nothing of it stands.
func TestWhereThePartsEnd(t *testing.T) {
	f := outbox.New()
	for i, p := range []event.Payload{
		event.PostQueued{}, event.PostAttempted{Post: 1, Try: 1, Ends: []int{60, 90}}, event.PostAttempted{Post: 1, Try: 2},
	} {
		f.Apply(ledger.Record{Seq: event.Seq(i + 1)}, p)
	}
	if got := fmt.Sprint(f.Posts[0].Ends); got != "[60 90]" {
		t.Errorf("its parts end at %s", got)
	}
	f.Apply(ledger.Record{Seq: 4}, event.PostMoved{Post: 1})
	if got := f.Posts[0].Ends; got != nil {
		t.Errorf("moved, its parts end at %v", got)
	}
}

// What arrived of a post stands where its place goes on, and nowhere else; what may have arrived is in
// doubt there.
func TestAPostFollowsItsPlace(t *testing.T) {
	for name, c := range map[string]struct {
		moved event.PostMoved
		parts int
		tries int
	}{
		"to another place":          {event.PostMoved{}, 0, 0},
		"to where its place is":     {event.PostMoved{Goes: true}, 1, 0},
		"with a part in doubt":      {event.PostMoved{Goes: true, Maybe: true}, 1, 3},
		"doubt of what is not here": {event.PostMoved{Maybe: true}, 0, 0},
	} {
		f := outbox.New()
		first := time.Date(2026, 11, 20, 9, 2, 0, 0, time.UTC)
		apply := func(seq event.Seq, p event.Payload) {
			f.Apply(ledger.Record{Seq: seq, At: first.Add(time.Duration(seq-2) * time.Minute), Kind: p.Kind()}, p)
		}
		apply(1, event.PostQueued{Place: event.Place{Platform: "telegram", Room: "1"}})
		apply(2, event.PostAttempted{Post: 1, Try: 3, Ends: []int{5, 9}})
		apply(3, event.PostPart{Post: 1, Part: 0, Message: "7"})
		c.moved.Post, c.moved.Place = 1, event.Place{Platform: "telegram", Room: "2"}
		apply(4, c.moved)
		if p := f.Posts[0]; len(p.Parts) != c.parts || (len(p.Ends) > 0) != (c.parts > 0) || p.Tries != c.tries || p.Place.Room != "2" || !p.Moved {
			t.Errorf("%s: %+v", name, p)
		}
		if p := f.Posts[0]; p.Attempted.Equal(first) != (c.tries > 0) || p.Attempted.IsZero() != (c.tries == 0) {
			t.Errorf("%s: it may have arrived since %s", name, p.Attempted)
		}
	}
}
