package signal_test

import (
	"context"
	"testing"
	"time"

	"citadel/brain/signal"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// today is the moment of every question.
var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// dm is where everything is said that nobody else may know.
var dm = event.Place{Platform: "console", Room: "main"}

// world is a mind that is told things.
type world struct {
	t     testing.TB
	mind  *memory.Mind
	pens  ledger.Pens
	store store.Store
	now   time.Time
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, store: embedded.New(), now: today.AddDate(0, 0, -30)}
	m, pens, err := memory.Open(t.Context(), memory.Options{
		Store: &inmem.Store{}, Principal: "me", CheckpointEvery: -1, Now: func() time.Time { return w.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.mind, w.pens = m, pens
	return w
}

func (w *world) record(es ...ledger.Entry) []ledger.Record {
	w.t.Helper()
	rs, err := w.mind.Record(w.t.Context(), es...)
	if err != nil {
		w.t.Fatal(err)
	}
	return rs
}

// say has the principal say something.
func (w *world) say(text string) event.Seq {
	w.t.Helper()
	e := w.pens.For(event.Bot).Write(event.Heard{Place: dm, Audience: event.Private, Text: text, On: w.now, Person: event.Person{Platform: "console", ID: "sam"}})
	e.Trust = event.ByPrincipal
	return w.record(e)[0].Seq
}

// write records what one of the subsystems makes of what was said.
func (w *world) write(from event.Source, p event.Payload, roots ...event.Seq) event.Seq {
	w.t.Helper()
	return w.record(w.pens.For(from).Write(p).Resting(roots...))[0].Seq
}

// ask has the principal ask for a change, in words that he said.
func (w *world) ask(said event.Seq, a event.Asked) {
	w.t.Helper()
	e := w.pens.For(event.Brain).Write(a).Because(said).Resting(said)
	e.Trust = event.ByPrincipal
	w.record(e)
}

// learn makes a memory, and has it found.
func (w *world) learn(sort, text string) event.Seq {
	w.t.Helper()
	said := w.say(text)
	seq := w.write(event.Learning, event.Learned{Sort: sort, Text: text, Quote: text, Provenance: event.Inferred, Importance: 0.5, On: w.now}, said)
	w.put(seq, store.Kind(sort), text)
	return seq
}

func (w *world) put(seq event.Seq, kind store.Kind, text string) {
	w.t.Helper()
	item := store.Item{Seq: uint64(seq), Kind: kind, Audience: string(event.Private), On: w.now, Text: text, Importance: 0.5, Embedder: hashing.New().Name()}
	made, err := hashing.New().Embed(context.Background(), []string{text})
	if err != nil {
		w.t.Fatal(err)
	}
	item.Vector = made[0]
	if err := w.store.Put(w.t.Context(), item); err != nil {
		w.t.Fatal(err)
	}
}

// gather asks what comes to mind with a message.
func (w *world) gather(q signal.Query) []signal.Signal {
	w.t.Helper()
	q.Now = today
	found, err := w.store.Search(w.t.Context(), signal.Collections(q.Text, q.Sight, q.Now))
	if err != nil {
		w.t.Fatal(err)
	}
	q.Near = found.Hits
	all, err := signal.Gather(w.t.Context(), w.mind, q)
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}
