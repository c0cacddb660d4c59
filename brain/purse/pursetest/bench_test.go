package pursetest_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/purse"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// text is as long as an answer usually is.
var text = strings.Repeat("so the mill raised its prices again ", 20)

func bench(b *testing.B) (*memory.Mind, ledger.Case) {
	b.Helper()
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "ledger.db"))
	if err != nil {
		b.Fatal(err)
	}
	m, pens, err := memory.Open(b.Context(), memory.Options{Store: store, Principal: "me", Now: time.Now, CheckpointEvery: -1})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	return m, pens.Case(event.Models)
}

// BenchmarkCall is what the purse adds to a call, against the same three events in two
// commits without looking at any ceiling. The two take turns, so that a busy disk hinders
// both.
func BenchmarkCall(b *testing.B) {
	ours, pens := bench(b)
	bare, with := bench(b)
	p := &purse.Purse{
		Mind: ours, Pens: pens, Now: time.Now, Zone: func() *time.Location { return time.UTC },
		Ceilings: purse.Ceilings{Turn: 1 << 50, Job: 1 << 50, Day: 1 << 50, Month: 1 << 50},
	}
	a := model.Attempt{
		Role: model.Primary, Provider: "anthropic", Model: "claude-sonnet-5-5", Most: 40_000, Bound: 9000, Try: 1, MaxTokens: 900, Digest: text[:64],
	}
	asked := event.ModelAsked{Role: "primary", Provider: a.Provider, Model: a.Model, Day: "2026-11-20", Most: 40_000, Bound: 9000, Try: 1, MaxTokens: 900}
	called := event.ModelCalled{Role: "primary", Provider: a.Provider, Model: a.Model, Day: "2026-11-20", Outcome: purse.OK, Cost: 9000}
	said := event.ModelExchanged{Digest: text[:64], Text: text}
	var spent, plain time.Duration
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		t, err := p.Reserve(b.Context(), a)
		if err != nil {
			b.Fatal(err)
		}
		if err := p.Settle(b.Context(), t, model.Receipt{Outcome: purse.OK, Cost: 9000, Text: text}); err != nil {
			b.Fatal(err)
		}
		between := time.Now()
		rs, err := bare.Record(b.Context(), with.Write(asked))
		if err == nil {
			_, err = bare.Record(b.Context(), with.Write(called).Because(rs[0].Seq), with.Write(said).Because(ledger.Here(0)))
		}
		if err != nil {
			b.Fatal(err)
		}
		spent, plain = spent+between.Sub(began), plain+time.Since(between)
	}
	b.ReportMetric(plain.Seconds()/spent.Seconds(), "of-bare")
	b.ReportMetric(float64(spent.Microseconds())/float64(b.N), "µs/call")
}
