package change_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"citadel/brain/change"
	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// BenchmarkAnswer answers commands over a ledger file of 20,000 turns, each with a message,
// a memory and an answer that quotes it, and 2,000 corrections.
func BenchmarkAnswer(b *testing.B) {
	m, index := long(b, 20_000)
	for _, text := range []string{
		"remember the code is 4411", "forget m2", "forget errand 77", "no, errand 77 is in Braga now", "undo", "rule add never before 9", "quiet hours", "record",
	} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			c, ok := command.Parse(text)
			if !ok {
				b.Fatalf("%q is no command", text)
			}
			t := &turn.Turn{
				Mind: m, Store: index, Text: text, Place: turntest.Console, Now: turntest.Today, Command: &c,
				Messages: []turn.Message{{Seq: m.Head(), Text: text, On: turntest.Today}},
			}
			for b.Loop() {
				if _, err := change.Answer(b.Context(), t); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func long(b *testing.B, turns int) (*memory.Mind, store.Store) {
	b.Helper()
	file, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "mind.db"))
	if err != nil {
		b.Fatal(err)
	}
	now := turntest.Today.Add(-time.Duration(turns) * time.Minute)
	m, pens, err := memory.Open(b.Context(), memory.Options{Store: file, Principal: "me", CheckpointEvery: -1, Now: func() time.Time { return now }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { m.Close(b.Context()) })
	index := embedded.New()
	var batch []ledger.Entry
	var items []store.Item
	flush := func() {
		if _, err := m.Record(b.Context(), batch...); err != nil {
			b.Fatal(err)
		}
		if err := index.Put(b.Context(), items...); err != nil {
			b.Fatal(err)
		}
		batch, items = nil, nil
	}
	for i := range turns {
		now = now.Add(time.Minute)
		here := len(batch)
		text := fmt.Sprintf("errand %d is in Porto", i)
		heard := pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: text, On: now})
		heard.Trust = event.ByPrincipal
		items = append(items, store.Item{
			Seq: uint64(m.Head()) + uint64(here) + 1, Kind: store.Said, Audience: "private", On: now, Session: uint64(i/20) + 1, Turn: uint64(i), Text: text, Importance: 0.5,
		})
		batch = append(batch, heard,
			pens.For(event.Brain).Write(event.TurnBegan{}).Because(ledger.Here(here)),
			pens.For(event.Learning).Write(event.Learned{Sort: "fact", Text: text, Quote: text, Subject: fmt.Sprintf("errand %d", i), Attribute: "location", Value: "Porto", Provenance: event.Stated, On: now}).Resting(ledger.Here(here)),
			pens.For(event.Outbox).Write(event.PostQueued{Text: text, Answer: &event.Answer{By: "procedure:recall"}}).Because(ledger.Here(here+1)).Resting(ledger.Here(here)),
			pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, By: "procedure:recall"}).Because(ledger.Here(here+1)),
		)
		if i%10 == 0 {
			if i > 30 { // the window holds thirty to forty turns
				batch = append(batch, pens.For(event.Learning).Write(event.Integrated{Left: true}))
			}
			batch = append(batch, pens.For(event.Learning).Write(event.Superseded{Memory: event.Seq(1_000_000 + i)}))
		}
		if len(batch) > 2000 {
			flush()
		}
	}
	flush()
	return m, index
}
