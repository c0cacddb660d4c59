package signal_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/signal"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// BenchmarkGather is what a turn pays for noticing, in a mind with so many memories, as many
// events and more, 500 open loops, 300 decisions, 40 rules and 20 contradictions: "sources" is
// Gather alone, "search" the search of the collections before it.
func BenchmarkGather(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		w, words := crowded(b, n)
		q := signal.Query{Text: words(14), Tail: words(20), Now: today, Shown: map[event.Seq]bool{}, Kept: new(signal.Kept)}
		found, err := w.store.Search(b.Context(), signal.Collections(q.Text, q.Sight, q.Now))
		if err != nil {
			b.Fatal(err)
		}
		q.Near = found.Hits
		shared := q
		shared.Sight = memory.Sight{Audience: event.Work, Place: event.Place{Platform: "chat", Room: "dm"}}
		for name, q := range map[string]signal.Query{"sources": q, "sources-for-others": shared} {
			b.Run(fmt.Sprintf("%s/memories=%d", name, n), func(b *testing.B) {
				measure(b, func() error {
					_, err := signal.Gather(b.Context(), w.mind, q)
					return err
				})
			})
		}
		b.Run(fmt.Sprintf("search/memories=%d", n), func(b *testing.B) {
			measure(b, func() error {
				_, err := w.store.Search(b.Context(), signal.Collections(words(14), memory.Sight{}, today))
				return err
			})
		})
	}
}

func measure(b *testing.B, do func() error) {
	b.Helper()
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		if err := do(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "p99-ms")
}

// crowded is a mind of n memories, and words as they were said in it.
func crowded(b *testing.B, n int) (*world, func(int) string) {
	random := rand.New(rand.NewPCG(4, 9))
	zipf := rand.NewZipf(random, 1.07, 20, 40_000-1)
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")
	words := func(n int) string {
		var out []string
		for range n {
			i := int(zipf.Uint64()) //nolint:gosec // below 40,000
			out = append(out, syllables[i%20]+syllables[i/20%20]+syllables[i/400%20]+syllables[i/8000%20])
		}
		return strings.Join(out, " ")
	}
	w := newWorld(b)
	w.store = memory.NewVectors(embedded.New(), hashing.New(), func() time.Time { return w.now }, slog.New(slog.DiscardHandler))
	said := w.say(words(20))
	learning := w.pens.For(event.Learning)
	var entries []ledger.Entry
	var items []store.Item
	flush := func() {
		for i, r := range w.record(entries...) {
			items[i].Seq = uint64(r.Seq)
		}
		if err := w.store.Put(b.Context(), items...); err != nil {
			b.Fatal(err)
		}
		entries, items = nil, nil
	}
	for i := range n {
		sort, text := []string{"fact", "fact", "fact", "belief", "pattern", "intent", "fact"}[i%7], words(15)
		entries = append(entries, learning.Write(event.Learned{Sort: sort, Text: text, Provenance: event.Stated, Importance: 0.5, On: w.now}).Resting(said))
		items = append(items, store.Item{Kind: store.Kind(sort), Audience: string(event.Private), On: w.now, Text: text, Importance: 0.5})
		if len(entries) == 500 {
			flush()
		}
	}
	if len(entries) > 0 {
		flush()
	}
	for i := range 500 {
		l := w.write(event.Loops, event.LoopOpened{Text: words(8), Due: today.AddDate(0, 0, i%40-20), On: w.now}, said)
		w.put(l, store.Loop, words(8))
	}
	for range 300 {
		w.put(w.write(event.Decisions, event.DecisionRecorded{Text: words(10), On: w.now}, said), store.Decision, words(10))
	}
	for range 40 {
		rule := words(8)
		w.ask(w.say(rule), event.Asked{What: event.AskRuleAdd, Text: rule})
	}
	for range 20 {
		one, two := w.learn("fact", words(10)), w.learn("fact", words(10))
		w.write(event.Learning, event.Disputed{Between: []event.Seq{one, two}}, one, two)
	}
	return w, words
}
