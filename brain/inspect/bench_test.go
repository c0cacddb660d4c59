package inspect_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// BenchmarkAnswer answers commands over a ledger file of 100,000 events. The slowest of a
// hundred is reported beside the mean.
func BenchmarkAnswer(b *testing.B) {
	m, index, last := long(b, 100_000)
	for _, text := range []string{
		"why", "why more", "status", "loops", "reminders", "decisions", "rules", "diag", "memories", "memories today",
		"memories about errand", fmt.Sprintf("show m%d", last.learned), fmt.Sprintf("revisit d%d", last.decision),
		fmt.Sprintf("why m%d", last.oldPost), fmt.Sprintf("show l%d", last.loop), "accounts", "spend", "help", "replay", "find errand 77", "find nowhere",
	} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			t := last.turn(b, m, index, text)
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if _, err := desk.Answer(b.Context(), t); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkSpend adds up a month of 5,000 calls.
func BenchmarkSpend(b *testing.B) {
	w := turntest.New(b).At("2026-11-02 09:00")
	message := w.Say("and?")
	pen := w.Pens.For(event.Models)
	for range 5000 {
		w.Record(
			pen.Write(event.ModelAsked{Role: "primary", Provider: "anthropic", Model: "x", Day: "2026-11-20", Message: message, Most: 900}).Because(message),
			pen.Write(event.ModelCalled{Role: "primary", Provider: "anthropic", Model: "x", Day: "2026-11-20", Message: message, Outcome: "ok", Cost: 900}).Because(ledger.Here(0)),
		)
	}
	w.Models = models
	for _, text := range []string{"spend", "privacy"} {
		b.Run(text, func(b *testing.B) {
			t := w.Turn(w.Say(text))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := desk.Answer(b.Context(), t); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// ends are numbers of a long ledger that the benchmark asks about.
type ends struct{ learned, decision, oldPost, loop event.Seq }

func (e ends) turn(b *testing.B, m *memory.Mind, index store.Store, text string) *turn.Turn {
	b.Helper()
	c, ok := command.Parse(text)
	if !ok {
		b.Fatalf("%q is no command", text)
	}
	return &turn.Turn{
		Mind: m, Store: index, Text: text, Place: turntest.Console, Now: turntest.Today, Command: &c,
		Messages: []turn.Message{{Seq: m.Head(), Text: text, On: turntest.Today}}, Host: turn.Host{Version: "0.1.0"},
	}
}

// long writes a ledger of n events: turns with a message, a recall, a memory and a post.
func long(b *testing.B, n int) (*memory.Mind, store.Store, ends) {
	b.Helper()
	file, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "mind.db"))
	if err != nil {
		b.Fatal(err)
	}
	now := turntest.Today.AddDate(-2, 0, 0)
	m, pens, err := memory.Open(b.Context(), memory.Options{Store: file, Principal: "me", CheckpointEvery: -1, Now: func() time.Time { return now }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { m.Close(b.Context()) })
	index := embedded.New()
	var last ends
	brain, bot, out := pens.For(event.Brain), pens.For(event.Bot), pens.For(event.Outbox)
	for i := 0; int(m.Head()) < n; i++ {
		now = now.Add(80 * time.Minute)
		said := fmt.Sprintf("errand %d: ask the harbour office about container %d and its papers", i, i*7)
		heard := bot.Write(event.Heard{Place: turntest.Console, Text: said, On: now, Person: event.Person{Platform: "console", ID: "sam"}})
		heard.Trust = event.ByPrincipal
		es := []ledger.Entry{heard, brain.Write(event.TurnBegan{Messages: []event.Seq{m.Head() + 1}}).Because(ledger.Here(0))}
		add := func(e ledger.Entry) int { es = append(es, e); return len(es) - 1 }
		learned := add(pens.For(event.Learning).Write(event.Learned{Sort: "fact", Text: said, Quote: said, Provenance: event.Stated, On: now}).
			Because(ledger.Here(1)).Resting(ledger.Here(0)))
		add(brain.Write(event.Recalled{Among: 9, Items: []event.Found{{Memory: m.Head() + event.Seq(learned) + 1, Score: 0.5, Used: true}}}).Because(ledger.Here(1)))
		if i%400 == 0 {
			add(pens.For(event.Loops).Write(event.LoopOpened{Text: said, On: now}).Because(ledger.Here(1)).Resting(ledger.Here(0)))
		}
		if i%400 == 1 {
			add(pens.For(event.Loops).Write(event.ReminderSet{Text: said, At: now.AddDate(3, 0, 0), On: now}).Because(ledger.Here(1)).Resting(ledger.Here(0)))
			add(pens.For(event.Decisions).Write(event.DecisionRecorded{Text: said, On: now}).Because(ledger.Here(1)).Resting(ledger.Here(0)))
		}
		text := new(phrase.Text).Claim([]event.Seq{m.Head() + event.Seq(learned) + 1, m.Head() + 1}, "%s", said)
		post := add(out.Write(event.PostQueued{Place: turntest.Console, Text: text.String(), Cites: text.Cites(),
			Answer: &event.Answer{Message: m.Head() + 1, By: "procedure:recall"}}).Because(ledger.Here(1)).Resting(ledger.Here(learned)))
		add(brain.Write(event.TurnEnded{Outcome: event.Answered, By: "procedure:recall", Category: "recall", Tier: "routine"}).Because(ledger.Here(1)))
		add(out.Write(event.PostAttempted{Post: m.Head() + event.Seq(post) + 1, Try: 1}).Because(ledger.Here(post)))
		add(out.Write(event.PostSent{Post: m.Head() + event.Seq(post) + 1}).Because(ledger.Here(post)))
		add(pens.For(event.Learning).Write(event.Integrated{Messages: []event.Seq{m.Head() + 1}, By: "rules", Left: i%10 == 9 && i > 40}).Because(ledger.Here(0)))
		rs, err := m.Record(b.Context(), es...)
		if err != nil {
			b.Fatal(err)
		}
		if err := index.Put(b.Context(), store.Item{Seq: uint64(rs[0].Seq), Kind: store.Said, Audience: "private", On: now, Session: uint64(i / 10), Turn: uint64(i), Text: said},
			store.Item{Seq: uint64(rs[learned].Seq), Kind: store.Fact, Audience: "private", On: now, Text: said}); err != nil {
			b.Fatal(err)
		}
		for _, r := range rs {
			switch {
			case r.Kind == "learned" && i == 3000:
				last.learned = r.Seq
			case r.Kind == "post.queued" && i == 500:
				last.oldPost = r.Seq
			case r.Kind == "decision.recorded":
				last.decision = max(last.decision, 0)
				if last.decision == 0 {
					last.decision = r.Seq
				}
			case r.Kind == "loop.opened":
				last.loop = r.Seq
			}
		}
	}
	return m, index, last
}
