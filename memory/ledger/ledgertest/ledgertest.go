// Package ledgertest is the suite that every driver of package ledger passes: through
// the front door, Log, and on what a Store promises by itself.
package ledgertest

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// opener makes an empty store. The function it gives opens that same store again.
type opener func(t *testing.T) func() ledger.Store

// Run runs the suite. open makes an empty store and gives a function that opens it, as
// often as it is called, also while it is open: what was appended before must be there.
func Run(t *testing.T, open func(t *testing.T) func() ledger.Store) {
	for _, part := range []struct {
		name string
		run  func(*testing.T, opener)
	}{
		{"numbers", testNumbers},
		{"batches", testBatches},
		{"here", testHere},
		{"duplicates", testDuplicates},
		{"conflict", testConflict},
		{"reopening", testReopening},
		{"texts", testTexts},
		{"bad input", testBadInput},
		{"clock going back", testClockBack},
		{"reading while appending", testReadingWhileAppending},
		{"read only", testReadOnly},
		{"foreign principal", testForeign},
		{"queries", testQueries},
		{"random queries", testRandomQueries},
		{"read back", testReadBack},
		{"ownership", testOwnership},
		{"sensitive kinds", testSensitive},
		{"asking", testAsking},
		{"forgetting", testForgetting},
		{"forgetting one of ten", testOneOfTen},
		{"forgetting what grew", testForgettingGrown},
		{"resting on the forgotten", testRestingOnForgotten},
		{"reach", testReach},
		{"reach of what was shown", testReachOfWhatWasShown},
		{"random derivations", testRandomDerivations},
		{"tampering", testTampering},
		{"the last events", testLast},
		{"anchor", testAnchor},
		{"anchor file", testAnchorFile},
		{"keys", testKeys},
		{"index of rests", testRests},
		{"verifying while appending", testVerifyingWhileAppending},
		{"transfer", testTransfer},
		{"transfer of a broken file", testTransferBroken},
		{"store: append", testStoreAppend},
		{"store: load", testStoreLoad},
		{"store: shelf", testStoreShelf},
		{"store: vectors", testStoreVectors},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, open) })
	}
}

const principal = "me"

// clock is a clock that moves a millisecond and a microsecond each time it is read.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.now = c.now.Add(time.Millisecond + time.Microsecond)
	return c.now
}

// book is an open ledger under test.
type book struct {
	*ledger.Log
	t     testing.TB
	pens  ledger.Pens
	store ledger.Store
	clock *clock
}

func openBook(t testing.TB, store ledger.Store, edit ...func(*ledger.Options)) *book {
	t.Helper()
	b, err := tryBook(t, store, edit...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func tryBook(t testing.TB, store ledger.Store, edit ...func(*ledger.Options)) (*book, error) {
	c := newClock()
	o := ledger.Options{Principal: principal, Now: c.Now}
	for _, e := range edit {
		e(&o)
	}
	log, pens, err := ledger.OpenLog(t.Context(), store, o)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { log.Close() })
	return &book{log, t, pens, store, c}, nil
}

// write appends one batch that must be accepted.
func (b *book) write(entries ...ledger.Entry) []ledger.Record {
	b.t.Helper()
	records, err := b.Append(b.t.Context(), entries...)
	if err != nil {
		b.t.Fatal(err)
	}
	return records
}

// one appends one entry that must be accepted and gives its number.
func (b *book) one(e ledger.Entry) event.Seq {
	b.t.Helper()
	return b.write(e)[0].Seq
}

func (b *book) records(q ledger.Query) []ledger.Record {
	b.t.Helper()
	var out []ledger.Record
	for r, err := range b.Read(b.t.Context(), q) {
		if err != nil {
			b.t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func (b *book) forget(seqs ...event.Seq) ledger.Record {
	b.t.Helper()
	plan, err := b.Reach(b.t.Context(), seqs...)
	if err != nil {
		b.t.Fatal(err)
	}
	rec, err := b.Forget(b.t.Context(), plan, "asked")
	if err != nil {
		b.t.Fatal(err)
	}
	return rec
}

func (b *book) verified() ledger.Report {
	b.t.Helper()
	rep, err := b.Verify(b.t.Context(), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return rep
}

func allRows(t testing.TB, s ledger.Store) []ledger.Row {
	t.Helper()
	return rowsOf(t, s, ledger.Query{})
}

func rowsOf(t testing.TB, s ledger.Store, q ledger.Query) []ledger.Row {
	t.Helper()
	var out []ledger.Row
	for r, err := range s.Read(context.Background(), q) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r.Clone())
	}
	return out
}

func (b *book) heard(text string) ledger.Entry {
	e := b.pens.For(event.Bot).Write(event.Heard{
		Place: event.Place{Platform: "console"}, Person: event.Person{Platform: "console", ID: "me"},
		Message: "m", On: b.clock.now, Text: text, Audience: event.Private,
	})
	e.Trust = event.ByPrincipal
	return e
}

func (b *book) learned(text string, from ...event.Seq) ledger.Entry {
	return b.pens.For(event.Learning).Write(event.Learned{
		Sort: "fact", Text: text, Provenance: event.Stated, Importance: 0.5, Class: "fact", On: b.clock.now,
	}).Resting(from...)
}

func (b *book) said(text string, from ...event.Seq) ledger.Entry {
	return b.pens.For(event.Outbox).Write(event.PostQueued{
		Place: event.Place{Platform: "console"}, Text: text, Audience: event.Private,
	}).Resting(from...)
}

func keyed(key string, e ledger.Entry) ledger.Entry {
	e.Key = key
	return e
}

func trusted(by event.Trust, e ledger.Entry) ledger.Entry {
	e.Trust = by
	return e
}

// live writes a short life of n turns, of seven events each, with keys, causes, rests,
// trusts and texts of several kinds.
func (b *book) live(n int) {
	b.t.Helper()
	for i := range n {
		id := b.Head().Seq / 7
		heard := b.heard(fmt.Sprintf("message %d, naïve 猫 𝄞", i))
		heard.Key = fmt.Sprintf("console:%d", id)
		if i%3 == 2 {
			heard.Trust = event.ByThirdParty
		}
		h := b.one(heard)
		brain := b.pens.For(event.Brain)
		turn := b.one(brain.Write(event.TurnBegan{Messages: []event.Seq{h}}).Because(h))
		first := event.Seq(2)
		b.write(
			b.learned(fmt.Sprintf("fact %d", i), h).Because(turn, h),
			b.learned(fmt.Sprintf("fact %d and an old one", i), ledger.Here(0), first).Because(turn),
			brain.Write(event.Recalled{Among: i}).Because(turn),
			keyed(fmt.Sprintf("answer:%d", id), b.said(fmt.Sprintf("answer %d", i), h)).Because(turn),
			brain.Write(event.TurnEnded{Outcome: event.Answered, By: "shrug"}).Because(turn),
		)
	}
}

// diff says how want and got differ; an empty list is as good as none.
func diff(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got, cmpopts.EquateEmpty())
}
