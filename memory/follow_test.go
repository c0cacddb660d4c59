package memory_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// diary is a mind that somebody tells things, with a store that follows it.
type diary struct {
	*memory.Mind
	t    *testing.T
	pens ledger.Pens
	at   *embedded.Index
	live followed
}

func keep(t *testing.T) diary {
	d := diary{t: t, at: embedded.New()}
	d.Mind, d.pens = open(t, new(inmem.Store), -1)
	d.live = follow(t, d.Mind, d.at)
	t.Cleanup(d.live.stop)
	return d
}

func (d diary) record(es ...ledger.Entry) event.Seq {
	d.t.Helper()
	rs, err := d.Record(d.t.Context(), es...)
	if err != nil {
		d.t.Fatal(err)
	}
	return rs[0].Seq
}

func (d diary) hear(text string) event.Seq {
	d.t.Helper()
	e := d.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: text, On: base})
	e.Trust = event.ByPrincipal
	return d.record(e)
}

func (d diary) edit(message event.Seq, text string) {
	d.t.Helper()
	d.record(d.pens.For(event.Bot).Write(event.Edited{Message: message, Text: text, On: base}).Because(message).Resting(message))
}

// held is what the store holds of a message, once it has caught up; it must be what a store
// filled from nothing holds.
func (d diary) held(seq event.Seq) (items []store.Item) {
	d.t.Helper()
	rebuilt := embedded.New()
	again := follow(d.t, d.Mind, rebuilt)
	for _, f := range []followed{again, d.live} {
		if err := f.Await(d.t.Context(), d.Head()); err != nil {
			d.t.Fatal(err)
		}
	}
	again.stop()
	if diff := cmp.Diff(held(d.t, rebuilt), held(d.t, d.at)); diff != "" {
		d.t.Errorf("(-rebuilt +live):\n%s", diff)
	}
	for _, i := range held(d.t, d.at) {
		if i.Seq == uint64(seq) {
			items = append(items, i)
		}
	}
	return items
}

// A long message stands apart from the talk around it, which is one sitting with or without it.
func TestALongMessageIsASittingOfItsOwn(t *testing.T) {
	d := keep(t)
	minutes := strings.Repeat("crate nine holds the spare rope. ", 1000)
	first, before, in, after := d.hear(minutes), d.hear("who took the minutes"), d.hear(minutes), d.hear("nobody did")
	for seq, want := range map[event.Seq]event.Seq{first: first, before: before, in: in, after: before} {
		items := d.held(seq)
		for _, i := range items {
			if i.Session != uint64(want) {
				t.Errorf("part %d of %d is in the sitting of %d, want %d", i.Part, seq, i.Session, want)
			}
		}
		if long := seq == first || seq == in; (len(items) > 1) != long {
			t.Errorf("%d has %d parts", seq, len(items))
		}
	}
}

// ending is a store that takes so many calls, and then none.
type ending struct {
	*embedded.Index
	calls, largest int
}

func (e *ending) Put(ctx context.Context, items ...store.Item) error {
	if e.calls--; e.calls < 0 {
		return store.ErrUnavailable
	}
	e.largest = max(e.largest, len(items))
	return e.Index.Put(ctx, items...)
}

// A long message is put in calls of a bounded size, and does not look whole before all of it is there.
func TestALongMessageIsWholeAtLast(t *testing.T) {
	m, pens := open(t, new(inmem.Store), -1)
	e := pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: strings.Repeat("crate nine holds the spare rope. ", 30_000), On: base})
	e.Trust = event.ByPrincipal
	rs, err := m.Record(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	seq := uint64(rs[0].Seq)
	for calls := 1; ; calls++ {
		at := &ending{Index: embedded.New(), calls: calls}
		live := follow(t, m, at)
		err := live.Await(t.Context(), m.Head())
		live.stop()
		parts, _ := at.Get(t.Context(), seq)
		if at.largest > 256 || calls > 10 {
			t.Fatalf("%d parts in one call, after %d calls", at.largest, calls)
		}
		first, _ := at.First(t.Context(), seq)
		if whole := err == nil; memory.Whole(first) != whole {
			t.Errorf("after %d calls, %d parts are there: whole %v", calls, len(parts), memory.Whole(first))
		} else if whole {
			if calls < 3 || int(parts[len(parts)-1].Part) != len(parts)-1 {
				t.Errorf("%d parts after %d calls, the last is %d", len(parts), calls, parts[len(parts)-1].Part)
			}
			return
		}
	}
}

// A message holds what it was edited to, and nothing of what it said before.
func TestAnEditLeavesNothingBehind(t *testing.T) {
	d := keep(t)
	seq := d.hear(strings.Repeat("crate nine holds the spare rope. ", 1000))
	d.hear("so it is")
	if was := len(d.held(seq)); was < 2 {
		t.Fatalf("%d parts before the edit", was)
	}
	d.edit(seq, "crate nine is empty")
	if items := d.held(seq); len(items) != 1 || items[0].Text != "crate nine is empty" {
		t.Errorf("held after the edit: %+v", items)
	}
}

// What a message was edited to has the vector of its new words.
func TestAnEditHasAVectorOfItsOwn(t *testing.T) {
	m, pens := open(t, new(inmem.Store), -1)
	said := func(p event.Payload, of ...event.Seq) event.Seq {
		e := pens.For(event.Bot).Write(p).Because(of...).Resting(of...)
		e.Trust = event.ByPrincipal
		rs, err := m.Record(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return rs[0].Seq
	}
	filled := func(x *embedded.Index) followed {
		return follow(t, m, memory.NewVectors(x, hashing.New(), time.Now, slog.New(slog.DiscardHandler)))
	}
	at, rebuilt := embedded.New(), embedded.New()
	live := filled(at)
	message := said(event.Heard{Place: event.Place{Platform: "console"}, Text: "crate nine holds the spare rope", On: base})
	if err := live.Await(t.Context(), m.Head()); err != nil {
		t.Fatal(err)
	}
	said(event.Edited{Message: message, Text: "Ana bakes bread in Porto", On: base}, message)
	again := filled(rebuilt)
	for _, f := range []followed{live, again} {
		if err := f.Await(t.Context(), m.Head()); err != nil {
			t.Fatal(err)
		}
		f.stop()
	}
	items := held(t, at)
	if diff := cmp.Diff(held(t, rebuilt), items); diff != "" || len(items) != 1 || items[0].Vector == nil {
		t.Errorf("(-rebuilt +live):\n%s", diff)
	}
}

// A quiet turn takes its message and its answer out of the store, and the files that came with it;
// nothing else goes.
func TestAQuietTurnTakesItsFiles(t *testing.T) {
	d := keep(t)
	other := d.hear("the ferry leaves at nine")
	message := d.hear("I cannot go on")
	file := d.record(d.pens.For(event.Bot).Write(event.Attached{
		Message: message, Name: "letter.txt", Sort: event.SortText, File: "f", Text: "to whom it may concern",
	}).Because(message).Resting(message))
	if len(d.held(file)) != 1 {
		t.Fatal("the file is not in the store")
	}
	brain := d.pens.For(event.Brain)
	began := d.record(
		brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message),
		d.pens.For(event.Outbox).Write(event.PostQueued{Text: "please call somebody", Answer: &event.Answer{Message: message}}).Because(ledger.Here(0)).Resting(message),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: "crisis", Quiet: true}).Because(ledger.Here(0)),
	)
	for _, gone := range []event.Seq{message, file, began + 1} {
		if items := d.held(gone); len(items) > 0 {
			t.Errorf("still there: %q", items[0].Text)
		}
	}
	if len(d.held(other)) != 1 {
		t.Error("what was said before is gone")
	}
}

// Where an edit is forgotten, or what was heard in a recording, its message holds what it reads as now, as in a store
// that is filled anew.
func TestNewerWordsAreForgotten(t *testing.T) {
	m, pens := open(t, new(inmem.Store), -1)
	record := func(e ledger.Entry) event.Seq {
		rs, err := m.Record(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return rs[0].Seq
	}
	said := func(p event.Payload, of ...event.Seq) event.Seq {
		e := pens.For(event.Bot).Write(p).Because(of...).Resting(of...)
		e.Trust = event.ByPrincipal
		return record(e)
	}
	filled := func() (*embedded.Index, followed) {
		x := embedded.New()
		return x, follow(t, m, x)
	}
	at, live := filled()
	console := event.Place{Platform: "console"}
	spoken := said(event.Heard{Place: console, On: base, Files: []event.File{{Name: "v.ogg", Voice: true}}})
	file := said(event.Attached{Message: spoken, Name: "v.ogg", Sort: event.SortSound, File: "f"}, spoken)
	record(pens.For(event.Brain).Write(event.Transcribed{Message: spoken, File: file, Text: "Ana lives in Porto", Spoken: "Ana lives in Porto"}).Because(spoken).Resting(spoken, file))
	captioned := said(event.Heard{Place: console, Text: "Who is this?", On: base, Files: []event.File{{Name: "w.ogg", Voice: true}}})
	other := said(event.Attached{Message: captioned, Name: "w.ogg", Sort: event.SortSound, File: "g"}, captioned)
	heard := record(pens.For(event.Brain).Write(event.Transcribed{Message: captioned, File: other, Text: "Who is this?\nBen owes me", Spoken: "Ben owes me"}).Because(captioned).Resting(captioned, other))
	said(event.Edited{Message: captioned, Text: "And this?\nBen owes me", On: base}, captioned, heard)
	if err := live.Await(t.Context(), m.Head()); err != nil {
		t.Fatal(err)
	}
	if n := len(held(t, at)); n != 2 {
		t.Fatalf("%d items", n)
	}
	for _, gone := range []event.Seq{file, other} {
		if _, err := m.ForgetQuoted(t.Context(), []event.Seq{gone}, "unsaid", gone); err != nil {
			t.Fatal(err)
		}
	}
	rebuilt, again := filled()
	for _, f := range []followed{live, again} {
		if err := f.Await(t.Context(), m.Head()); err != nil {
			t.Fatal(err)
		}
		f.stop()
	}
	items, numbers := held(t, at), cmpopts.IgnoreFields(store.Item{}, "Turn") // what is gone was counted
	if diff := cmp.Diff(held(t, rebuilt), items, numbers); diff != "" || len(items) != 1 || items[0].Text != "Who is this?" {
		t.Errorf("(-rebuilt +live):\n%s", diff)
	}
}

// What the agent made up of its days is no fact, and is not searched.
func TestInwardPostsAreNotSearched(t *testing.T) {
	d := keep(t)
	d.hear("the ferry leaves at nine")
	for subject, want := range map[string]int{event.SubjectDream: 0, event.SubjectJournal: 0, "": 1} {
		post := d.record(d.pens.For(event.Outbox).Write(event.PostQueued{Text: "I dreamt of a ferry", Subject: subject}))
		if items := d.held(post); len(items) != want {
			t.Errorf("a post about %q: %d items", subject, len(items))
		}
	}
}

// An account of which nothing is left that was said is not found.
func TestADigestOfNothing(t *testing.T) {
	d := keep(t)
	a := d.hear("The lawyer is Dr Kranz.")
	digest := d.fold([]event.Seq{a})
	if len(d.held(digest)) == 0 {
		t.Fatal("the digest is not in the store")
	}
	d.edit(a, " ")
	if items := d.held(digest); len(items) > 0 {
		t.Errorf("an account of nothing: %+v", items)
	}
}
