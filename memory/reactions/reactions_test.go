package reactions_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/reactions"
)

var me, other = event.Person{Platform: "slack", ID: "U1"}, event.Person{Platform: "telegram", ID: "4471"}

// Only so many messages are remembered: of more the oldest go, whole.
func TestMost(t *testing.T) {
	f := reactions.New()
	for i := range event.Seq(reactions.Most + 2) {
		f.Apply(ledger.Record{}, event.Reacted{About: i + 1, Person: me, Emoji: "👍"})
	}
	if n := len(f.Messages); n != reactions.Most {
		t.Errorf("%d messages are remembered", n)
	}
	for about, want := range map[event.Seq]int{1: 0, 2: 0, 3: 1, reactions.Most + 2: 1} {
		if got := f.Of(about, me); len(got) != want {
			t.Errorf("on m%d: %q", about, got)
		}
	}
}

// What an old event tells, without whose reaction it was, can be taken off by whoever does;
// with a name or without, an account is the same.
func TestWithoutAPerson(t *testing.T) {
	f := reactions.New()
	apply := func(p event.Payload) { f.Apply(ledger.Record{}, p) }
	apply(event.Reacted{About: 1, Emoji: "👍"})
	apply(event.Reacted{About: 1, Emoji: "👀"})
	named := me
	named.Name = "Sam"
	apply(event.Reacted{About: 1, Person: named, Emoji: "🎉"})
	apply(event.Reacted{About: 1, Person: other, Emoji: "👍"})
	apply(event.Unreacted{About: 1, Person: me, Emoji: "👍"})
	want := []reactions.On{{About: 1, Person: me, Emojis: []string{"👀", "🎉"}}, {About: 1, Person: other, Emojis: []string{"👍"}}}
	if d := cmp.Diff(want, f.Messages); d != "" {
		t.Error(d)
	}
	apply(event.Forgotten{Seqs: []event.Seq{1}})
	if len(f.Messages) != 0 {
		t.Errorf("of what was forgotten: %v", f.Messages)
	}
}

// What stands on messages that nobody knows is kept of so many, the ones that changed last.
func TestMostUnplaced(t *testing.T) {
	f := reactions.New()
	at := event.Place{Platform: "slack", Room: "D1"}
	put := func(i int, emojis ...string) {
		f.Apply(ledger.Record{}, event.Unplaced{Place: at, Message: fmt.Sprint("m", i), Person: me, Emojis: emojis})
	}
	for i := range reactions.MostUnplaced {
		put(i, "👍")
	}
	put(0, "❤")
	put(reactions.MostUnplaced, "👍")
	if n := len(f.Unplaced); n != reactions.MostUnplaced {
		t.Errorf("%d are kept", n)
	}
	for i, want := range map[int]int{0: 1, 1: 0, 2: 1, reactions.MostUnplaced: 1} {
		if got := f.On(at, fmt.Sprint("m", i)); len(got) != want {
			t.Errorf("on m%d: %v", i, got)
		}
	}
}

// A message that nobody knows is one of its room, whatever thread it is told of in, and no other
// room's.
func TestUnplacedInAThread(t *testing.T) {
	f := reactions.New()
	at := event.Place{Platform: "slack", Room: "D1", Thread: "7"}
	flat, other := event.Place{Platform: "slack", Room: "D1"}, event.Place{Platform: "slack", Room: "D2"}
	put := func(at event.Place, emojis ...string) {
		f.Apply(ledger.Record{}, event.Unplaced{Place: at, Message: "m1", Person: me, Emojis: emojis})
	}
	put(at, "👍")
	for place, want := range map[event.Place]int{at: 1, flat: 1, other: 0} {
		if got := f.On(place, "m1"); len(got) != want {
			t.Errorf("in %+v: %v", place, got)
		}
	}
	put(other, "🎉")
	put(flat)
	if len(f.Unplaced) != 1 || f.Unplaced[0].Place != other {
		t.Errorf("after it was taken off: %+v", f.Unplaced)
	}
}

// What is on the parts of one post is told part by part, and is on the post as long as it is on
// any of them.
func TestParts(t *testing.T) {
	f := reactions.New()
	tells := func(part string, now ...string) (events int) {
		put, taken := f.Changes(1, part, me, now)
		for _, e := range put {
			f.Apply(ledger.Record{}, event.Reacted{About: 1, Message: part, Person: me, Emoji: e})
		}
		for _, e := range taken {
			f.Apply(ledger.Record{}, event.Unreacted{About: 1, Message: part, Person: me, Emoji: e})
		}
		return len(put) + len(taken)
	}
	for i, step := range []struct {
		part   string
		now    []string
		events int
		post   []string
	}{
		{"a", []string{"👍"}, 1, []string{"👍"}},
		{"b", []string{"👍", "🎉"}, 2, []string{"👍", "🎉"}},
		{"a", []string{"👍"}, 0, []string{"👍", "🎉"}},
		{"b", []string{"👍", "🎉"}, 0, []string{"👍", "🎉"}},
		{"a", nil, 1, []string{"👍", "🎉"}},
		{"b", []string{"🎉"}, 1, []string{"🎉"}},
		{"b", nil, 1, nil},
	} {
		if n := tells(step.part, step.now...); n != step.events {
			t.Errorf("step %d: %d events", i, n)
		}
		if d := cmp.Diff(step.post, f.Of(1, me)); d != "" {
			t.Errorf("step %d: %s", i, d)
		}
	}
	if f.Apply(ledger.Record{}, event.Reacted{About: 2, Person: me, Emoji: "👍"}); tells("a") != 0 {
		t.Error("another message's")
	}
}

// What an old event tells, without the part of the post that it is about, is on the part that is
// told of first.
func TestWithoutAPart(t *testing.T) {
	f := reactions.New()
	f.Apply(ledger.Record{}, event.Reacted{About: 1, Person: me, Emoji: "👍"})
	if put, taken := f.Changes(1, "a", me, []string{"👍"}); len(put)+len(taken) != 0 {
		t.Errorf("put %q, taken %q", put, taken)
	}
	f.Apply(ledger.Record{}, event.Reacted{About: 1, Message: "a", Person: me, Emoji: "🎉"})
	f.Apply(ledger.Record{}, event.Unreacted{About: 1, Message: "a", Person: me, Emoji: "👍"})
	want := []reactions.On{{About: 1, Message: "a", Person: me, Emojis: []string{"🎉"}}}
	if d := cmp.Diff(want, f.Messages); d != "" {
		t.Error(d)
	}
}
