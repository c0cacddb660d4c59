package integrate_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"citadel/brain/extract"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/store/embedded"
)

// listener is a mind on a file in which messages become memories that are found.
type listener struct {
	*memory.Mind
	b      *testing.B
	pens   ledger.Pens
	now    time.Time
	said   int
	random *rand.Rand
}

func newListener(b *testing.B) *listener {
	b.Helper()
	r := &listener{b: b, random: rand.New(rand.NewPCG(1, 2)), now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	file, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "ledger.db"))
	if err != nil {
		b.Fatal(err)
	}
	r.Mind, r.pens, err = memory.Open(b.Context(), memory.Options{Store: file, Principal: "me", CheckpointEvery: -1, Now: func() time.Time { return r.now }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { r.Close(context.Background()) })
	return r
}

func (r *listener) record(es ...ledger.Entry) []ledger.Record {
	r.b.Helper()
	rs, err := r.Record(r.b.Context(), es...)
	if err != nil {
		r.b.Fatal(err)
	}
	return rs
}

// statement makes up something that the principal may say: half of it about himself, with words
// that return and words that are rare.
func (r *listener) statement() string {
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")
	word := func() string {
		n := r.random.IntN(8000)
		return syllables[n%20] + syllables[n/20%20] + syllables[n/400]
	}
	name := func() string { w := word(); return strings.ToUpper(w[:1]) + w[1:] }
	switch r.random.IntN(8) {
	case 0:
		return fmt.Sprintf("%s lives in %s.", name(), name())
	case 1:
		return fmt.Sprintf("%s works at %s.", name(), name())
	case 2:
		return fmt.Sprintf("The %s costs %d euros.", word(), 1+r.random.IntN(900))
	case 3:
		return fmt.Sprintf("The %s meeting is on %d May.", word(), 1+r.random.IntN(31))
	case 4:
		return fmt.Sprintf("I like %s.", word())
	case 5:
		return fmt.Sprintf("I met %s in %s.", name(), name())
	case 6:
		return fmt.Sprintf("I bought a %s in %s.", word(), name())
	}
	return fmt.Sprintf("We sold the %s to %s.", word(), name())
}

// hear records n statements in one commit, as an import does, and their turns in another.
func (r *listener) hear(n int) (messages []event.Seq) {
	r.b.Helper()
	var heard, turns []ledger.Entry
	for range n {
		r.said++
		e := r.pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: r.statement(), On: r.now})
		e.Trust, e.Key = event.ByPrincipal, fmt.Sprint("console:", r.said)
		heard = append(heard, e)
	}
	for i, rec := range r.record(heard...) {
		messages = append(messages, rec.Seq)
		turns = append(turns,
			r.pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{rec.Seq}}).Because(rec.Seq),
			r.pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Silent}).Because(ledger.Here(2*i)))
	}
	r.record(turns...)
	return messages
}

// memories are n of them as they are written in the end, resting on one message.
func (r *listener) memories(n int, message event.Seq) (learned []ledger.Entry) {
	for range n {
		text := r.statement()
		l := event.Learned{Sort: "statement", Text: text, Quote: text, Provenance: event.Stated, Importance: 0.5, Class: "standard", On: r.now}
		for _, it := range extract.Read(extract.Utterance{Text: text, At: r.now}) {
			l.Sort, l.Subject, l.Attribute, l.Value = string(it.Kind), it.Subject, it.Attribute, it.Value
		}
		learned = append(learned, r.pens.For(event.Learning).Write(l).Resting(message))
	}
	return learned
}

// attempts counts what passed the gate: what was learned, and what was known.
func (r *listener) attempts() (n int) {
	r.b.Helper()
	for _, err := range r.Events(r.b.Context(), ledger.Query{Kinds: []event.Kind{event.Learned{}.Kind(), event.Reinforced{}.Kind()}}) {
		if err != nil {
			r.b.Fatal(err)
		}
		n++
	}
	return n
}

// A memory on its whole way: heard, read by the rules, held against what is known, written,
// embedded, and entered into the search, against the least that makes it last: the same events
// in the same commits, with nobody who reads them.
func BenchmarkIngest(b *testing.B) {
	for _, known := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("known=%d", known), func(b *testing.B) { ingest(b, known) })
	}
}

func ingest(b *testing.B, known int) {
	const at = 500 // messages in a commit
	r, bare := newListener(b), newListener(b)
	follower := memory.NewFollower(r.Mind, memory.NewVectors(embedded.New(), hashing.New(), time.Now, slog.New(slog.DiscardHandler)))
	ctx, stop := context.WithCancel(b.Context())
	followed := make(chan error, 1)
	go func() { followed <- follower.Run(ctx) }()
	runner := &jobs.Runner{
		Mind: r.Mind, Jobs: []jobs.Job{integrate.Job(integrate.InLedger(r.Mind), false)}, Now: func() time.Time { return r.now }, Zone: time.UTC,
		Log:  slog.New(slog.DiscardHandler),
		Pens: r.pens.Case(event.Jobs, event.Learning, event.Loops, event.Decisions, event.Outbox),
	}
	read := func() {
		for unread := 1; unread > 0; { // what the window still holds waits for its half hour
			r.now = r.now.Add(integrate.Every)
			if _, err := runner.Tick(b.Context()); err != nil {
				b.Fatal(err)
			}
			r.Read(func(v memory.View) { unread = len(v.Thread.Unread) })
		}
		if err := follower.Await(b.Context(), r.Head()); err != nil {
			b.Fatal(err)
		}
	}
	before := r.hear(1)[0]
	read()
	for range known / 1000 {
		r.record(r.memories(1000, before)...)
	}
	r.hear(1) // the index is made of the ledger now, once
	read()
	attempts, said := r.attempts(), r.said
	earlier := bare.hear(1)[0]
	var took, used, least time.Duration
	for b.Loop() {
		began, busy := time.Now(), processor(b)
		r.hear(at)
		read()
		took, used = took+time.Since(began), used+processor(b)-busy

		b.StopTimer()
		memories := bare.memories(at, earlier)
		began = time.Now()
		messages := bare.hear(at)
		bare.record(append(memories, bare.pens.For(event.Learning).Write(event.Integrated{Messages: messages, By: event.ByRules, Learned: at}))...)
		least += time.Since(began)
		b.StartTimer()
	}
	stop()
	if err := <-followed; err != nil {
		b.Fatal(err)
	}
	made := r.attempts() - attempts
	if made < r.said-said {
		b.Fatalf("%d messages became %d memories", r.said-said, made)
	}
	b.ReportMetric(float64(made)/took.Seconds(), "memories/s")
	b.ReportMetric(float64(used.Microseconds())/float64(made), "cpu-µs/memory")
	b.ReportMetric(least.Seconds()/took.Seconds(), "of-bare")
}

// processor is how much time of the processor all threads have had together, which other work on
// the machine hardly changes.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		b.Fatal(err)
	}
	return time.Duration(now.Nano())
}
