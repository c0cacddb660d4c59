package host_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"citadel/brain"
	"citadel/brain/crisis"
	"citadel/brain/model"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/store"
	"citadel/tools"
)

// BenchmarkMind is a turn that a model answers, from what was heard until the answer is queued, in
// a mind with 100,000 memories, more events than that, 500 edges, loops, decisions, rules and
// people. The model answers at once, and the local embedder is the only one.
//
// Every other turn finds nothing in the store of memories: "alone" is a turn without recall,
// "recall" one with it, "search" what of that is spent in the store. None of them counts what is
// written durably, which depends on the disk alone: that is "commit", of all the commits of a turn.
// "cold" is the first turn after another start, once everything can be found. "between" is what collecting the garbage of a turn takes after it, when nobody waits.
// A time with cpu in its name is that of the processor, of all threads together, which a busy
// machine changes least.
func BenchmarkMind(b *testing.B) {
	memories, turns := 100_000, 1000
	if testing.Short() {
		memories, turns = 10_000, 100
	}
	for b.Loop() {
		b.StopTimer()
		m := life(b, memories)
		for n := range mindWarm {
			m.turn(b, n)
		}
		b.StartTimer()
		var alone, recalled []expense
		for n := range turns {
			m.blank = true
			alone = append(alone, m.turn(b, n))
			m.blank = false
			recalled = append(recalled, m.turn(b, n))
		}
		tell := func(name string, all []expense, of func(expense) spent) {
			times := func(name string, of func(expense) time.Duration) {
				took := make([]time.Duration, len(all))
				for i, e := range all {
					took[i] = of(e)
				}
				slices.Sort(took)
				b.ReportMetric(milliseconds(took[len(took)/2]), name+"p50-ms")
				b.ReportMetric(milliseconds(took[len(took)*99/100]), name+"p99-ms")
			}
			times(name+"-", func(e expense) time.Duration { return of(e).wall })
			times(name+"-cpu-", func(e expense) time.Duration { return of(e).cpu })
		}
		own := func(e expense) spent { return spent{e.whole.wall - e.commit.wall, e.whole.cpu - e.commit.cpu} }
		tell("alone", alone, own)
		tell("recall", recalled, own)
		tell("search", recalled, func(e expense) spent { return e.search })
		tell("commit", recalled, func(e expense) spent { return e.commit })
		b.ReportMetric(mean(recalled, func(e expense) int { return e.commits }), "commits")
		b.ReportMetric(mean(recalled, func(e expense) int { return e.searches }), "searches")
		b.ReportMetric(mean(alone, func(e expense) int { return e.allocated }), "alone-allocs")
		b.ReportMetric(mean(recalled, func(e expense) int { return e.allocated }), "recall-allocs")
		b.ReportMetric(mean(append(alone, recalled...), func(e expense) int { return int(e.between.cpu.Microseconds()) })/1000, "between-cpu-ms")
		m.close(b)
		m.open(b)
		m.await(b)
		cold := m.turn(b, 0)
		b.ReportMetric(milliseconds(own(cold).cpu), "cold-cpu-ms")
		b.ReportMetric(milliseconds(own(cold).wall), "cold-ms")
		b.ReportMetric(0, "ns/op") // of so many turns together
	}
}

// mindWarm is how many turns come before those that are measured: what is made once for a process is
// made in them.
const mindWarm = 10

// spent is time, and time of the processor.
type spent struct{ wall, cpu time.Duration }

// expense is what one turn took.
type expense struct {
	whole, search, commit        spent
	between                      spent // the garbage of earlier turns, collected before this one
	searches, commits, allocated int
}

// mean is the mean of a count over turns.
func mean(all []expense, of func(expense) int) float64 {
	sum := 0
	for _, e := range all {
		sum += of(e)
	}
	return float64(sum) / float64(len(all))
}

// measured begins to measure; what it returns ends that and adds to a sum.
func measured(to *spent) func() {
	began, used := time.Now(), used()
	return func() {
		to.wall += time.Since(began)
		to.cpu += usedSince(used)
	}
}

func used() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		panic(err)
	}
	return time.Duration(now.Nano())
}

func usedSince(before time.Duration) time.Duration { return used() - before }

// searched is a store that measures what is looked for in it, unless it finds nothing.
type searched struct {
	store.Store
	m *seasoned
}

func (s searched) SearchAll(ctx context.Context, qs ...store.Query) ([]store.Result, error) {
	if s.m.blank {
		return make([]store.Result, len(qs)), nil
	}
	defer measured(&s.m.now.search)()
	s.m.now.searches++
	return s.Store.SearchAll(ctx, qs...)
}

func (s searched) Search(ctx context.Context, q store.Query) (store.Result, error) {
	results, err := s.SearchAll(ctx, q)
	if err != nil {
		return store.Result{}, err
	}
	return results[0], nil
}

// written is a ledger that measures its commits.
type written struct {
	ledger.Store
	now *expense
}

func (w written) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	defer measured(&w.now.commit)()
	w.now.commits++
	return w.Store.Append(ctx, rows, shred)
}

// seasoned is a mind that somebody has seasoned with.
type seasoned struct {
	c     *host.Citadel
	now   expense
	blank bool // nothing is found
	talk  *chatter
	turns []event.Seq // messages of the window, oldest first

	home   *host.Home
	ledger string // its file
	able   []tools.Tool
	close  func(*testing.B)
}

var homeRoom = event.Place{Platform: "room", Room: "1"}

// life makes a mind with so many memories and with tools, that a model at hand answers for.
func life(b *testing.B, memories int, able ...tools.Tool) *seasoned {
	b.Helper()
	m := &seasoned{talk: newChatter(), ledger: filepath.Join(b.TempDir(), host.LedgerName), able: able}
	var err error
	if m.home, err = host.LockHome(b.TempDir()); err != nil {
		b.Fatal(err)
	}
	m.open(b)
	b.Cleanup(func() {
		m.close(b)
		m.home.Close()
	})
	m.live(b, memories)
	m.await(b)
	return m
}

// open starts it, over whatever its ledger holds.
func (m *seasoned) open(b *testing.B) {
	b.Helper()
	settings, err := config.Load(m.home.Path, []string{"TZ=UTC", "ANTHROPIC_API_KEY=none", "ANTHROPIC_BASE_URL=http://127.0.0.1:1"})
	if err != nil {
		b.Fatal(err)
	}
	log, err := sqlite.Open(b.Context(), m.ledger)
	if err != nil {
		b.Fatal(err)
	}
	m.c, err = host.Open(b.Context(), host.Options{
		Home: m.home, Config: settings, Version: "0", Now: time.Now, Log: slog.New(slog.DiscardHandler), Store: written{log, &m.now},
		Here: []string{"room"}, Connectors: func(string) []connectors.Connector { return nil }, Notices: io.Discard, CheckpointEvery: -1,
		Tools: m.able,
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, targets := range m.c.Models.Pool.Roles {
		for i := range targets {
			targets[i].Client = atHand{}
		}
	}
	m.c.Brain.Store = searched{m.c.Vectors, m}
	ctx, stop := context.WithCancel(context.Background())
	followed := make(chan error, 1)
	go func() { followed <- m.c.Follower.Run(ctx) }()
	m.close = func(b *testing.B) {
		stop()
		<-followed
		if err := m.c.Close(); err != nil {
			b.Error(err)
		}
	}
}

// await waits until everything can be found.
func (m *seasoned) await(b *testing.B) {
	if err := m.c.Follower.Await(b.Context(), m.c.Mind.Head()); err != nil {
		b.Fatal(err)
	}
}

// turn has the nth question asked, and gives what answering it took.
func (m *seasoned) turn(b *testing.B, n int) expense {
	b.Helper()
	text := m.talk.question(n)
	for danger(text) { // words drawn by chance may say anything
		text = m.talk.question(n)
	}
	m.await(b)
	var between spent
	end := measured(&between)
	host.Collect() // as the program does as soon as nobody waits
	end()
	m.now = expense{between: between}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	end = measured(&m.now.whole)
	seq := m.hear(b, text, time.Now())
	out, err := m.c.Brain.Turn(b.Context(), brain.Request{Messages: []event.Seq{seq}, Draft: func(event.Seq, string) {}})
	end()
	runtime.ReadMemStats(&after)
	if err != nil || len(out.Posts) != 1 || !strings.HasPrefix(out.Ended.By, "model:") {
		b.Fatalf("%q became %+v, %v", text, out, err)
	}
	now := m.now
	now.allocated = int(after.Mallocs - before.Mallocs) //nolint:gosec // of one turn
	m.turns = append(m.turns, seq)
	m.left(b)
	return now
}

// danger says whether a message gets the fixed answer of crisis, which no model gives.
func danger(text string) bool {
	_, is := crisis.Check(text)
	return is
}

// hear records a message of the principal.
func (m *seasoned) hear(b *testing.B, text string, on time.Time) event.Seq {
	b.Helper()
	e := m.c.Bot.Pens.Write(event.Heard{Place: homeRoom, Person: event.Person{Platform: "room", ID: "1"}, Audience: event.Private, Text: text, On: on})
	e.Trust = event.ByPrincipal
	return m.record(b, e)[0].Seq
}

func (m *seasoned) record(b *testing.B, es ...ledger.Entry) []ledger.Record {
	b.Helper()
	rs, err := m.c.Mind.Record(b.Context(), es...)
	if err != nil {
		b.Fatal(err)
	}
	return rs
}

// left has what leaves the window read through, as the job would that does so.
func (m *seasoned) left(b *testing.B) {
	for len(m.turns) >= formula.WindowTrigger {
		batch := slices.Clone(m.turns[:formula.WindowBatch])
		m.record(b, m.c.Brain.Pens.Write(event.Integrated{Messages: batch, By: event.ByRules, Left: true}).Because(batch...))
		m.turns = slices.Clone(m.turns[formula.WindowBatch:])
	}
}

// live fills the mind: each turn of the past left four memories, of which one in seven is of those
// that are noticed (beliefs, patterns and their like).
func (m *seasoned) live(b *testing.B, memories int) {
	b.Helper()
	write, on := m.c.Brain.Pens.Write, time.Now().Add(-time.Duration(memories/4)*time.Hour)
	sorts := append(slices.Repeat([]string{"fact", "fact", "preference", "fact", "statement", "episode"}, 4), "belief", "pattern", "intent", "prediction")
	for made := 0; made < memories; {
		var es []ledger.Entry
		next := m.c.Mind.Head() + 1
		for range 20 { // turns that are written together
			at, first := len(es), next+event.Seq(len(es)) //nolint:gosec // a few hundred
			on = on.Add(time.Hour)
			h := m.c.Bot.Pens.Write(event.Heard{Place: homeRoom, Audience: event.Private, Text: m.talk.words(30), On: on})
			h.Trust = event.ByPrincipal
			es = append(es, h,
				write(event.TurnBegan{Messages: []event.Seq{first}}).Because(ledger.Here(at)),
				write(event.PostQueued{Place: homeRoom, Text: m.talk.words(40), Answer: &event.Answer{Message: first}}).Because(ledger.Here(at+1)).Resting(ledger.Here(at)),
				write(event.TurnEnded{Outcome: event.Answered, By: "model:other", Category: "planning", Tier: "standard"}).Because(ledger.Here(at+1)),
				m.c.Bot.Pens.Write(event.PostAttempted{Post: first + 2, Try: 1}).Because(ledger.Here(at+2)),
				m.c.Bot.Pens.Write(event.PostSent{Post: first + 2, Message: "1"}).Because(ledger.Here(at+2)))
			for range 4 {
				l := event.Learned{Sort: sorts[made%len(sorts)], Text: m.talk.words(15), Provenance: event.Stated, Importance: 0.5, On: on}
				es = append(es, write(l).Because(ledger.Here(at+1)).Resting(ledger.Here(at)))
				made++
			}
			es = append(es, write(event.Integrated{Messages: []event.Seq{first}, By: event.ByRules, Learned: 4}).Because(ledger.Here(at+1)))
			m.turns = append(m.turns, first)
		}
		m.record(b, es...)
		m.left(b)
	}
	m.own(b)
}

// own adds what is not searched for but looked through in each turn.
func (m *seasoned) own(b *testing.B) {
	now, write := time.Now(), m.c.Brain.Pens.Write
	said := m.hear(b, "all of that", now.AddDate(0, 0, -1))
	var es []ledger.Entry
	add := func(p event.Payload) { es = append(es, write(p).Because(said).Resting(said)) }
	for i := range 500 {
		add(event.LoopOpened{Text: m.talk.words(8), Due: now.AddDate(0, 0, i%40-20), On: now})
		add(event.EdgeDrawn{Source: m.talk.words(3), Relation: "drives", Target: m.talk.words(3), Mechanism: m.talk.words(6), Origin: "conversation", Confidence: 0.7, On: now})
	}
	for range 300 {
		add(event.DecisionRecorded{Text: m.talk.words(10), Reason: m.talk.words(6), On: now})
	}
	for i := range 60 {
		for range 5 {
			add(event.Learned{Sort: "fact", Text: acquaintance(i) + " " + m.talk.words(8), Subject: acquaintance(i), Attribute: "employer", Value: name(i + 200), Provenance: event.Stated, On: now})
		}
	}
	for range 20 {
		add(event.CuriosityRaised{Topic: m.talk.words(6)})
		add(event.IntentionSet{Text: m.talk.words(6), At: now.AddDate(0, 1, 0), On: now})
	}
	rs := m.record(b, es...)
	es = nil
	for i := range 20 {
		between := []event.Seq{rs[len(rs)-340+i].Seq, rs[len(rs)-300+i].Seq}
		es = append(es, write(event.Disputed{Between: between}).Resting(between...))
	}
	for range 40 {
		e := write(event.Asked{What: event.AskRuleAdd, Text: m.talk.words(8)}).Because(said).Resting(said)
		e.Trust = event.ByPrincipal
		es = append(es, e)
	}
	m.record(b, append(es, write(event.Integrated{Messages: []event.Seq{said}, By: event.ByRules}).Because(said))...)
}

// acquaintance is the name of the ith of those whom the principal deals with.
func acquaintance(i int) string { return name(i+1) + " " + name(i*37+4000) }

// atHand is a model that answers at once, with the first two memories that it is shown.
type atHand struct{}

// cited is how a memory beside the message says by what to cite it.
var cited = regexp.MustCompile(`<memory link="([^"]+)"`)

func (atHand) Complete(_ context.Context, r model.Request) (model.Response, error) {
	text := "That is how it was told."
	links := map[string]bool{}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			for _, memory := range cited.FindAllStringSubmatch(p.Text, -1) {
				if link := memory[1]; len(links) < 2 && !links[link] {
					links[link] = true
					text += " It was said then (" + link + ")."
				}
			}
		}
	}
	if len(r.Schema) > 0 {
		text = `{"items":[],"links":[]}`
	}
	if r.OnText != nil {
		r.OnText(text)
	}
	return model.Response{Text: text, Stop: model.Done, Message: model.Says(model.Assistant, text), Usage: model.Usage{In: 4000, Out: 40, Exact: true}}, nil
}

// chatter makes up talk: everyday words by Zipf's law, among them rare ones that stand for names.
type chatter struct {
	random *rand.Rand
	common *rand.Zipf
	rare   *rand.Zipf
}

func newChatter() *chatter {
	random := rand.New(rand.NewPCG(4, 9))
	return &chatter{random, rand.NewZipf(random, 1.1, 8, uint64(len(everyday)-1)), rand.NewZipf(random, 1.07, 20, 40_000-1)}
}

func (c *chatter) words(n int) string {
	out := make([]string, n)
	for i := range out {
		if out[i] = everyday[c.common.Uint64()]; i%3 == 2 {
			out[i] = name(int(c.rare.Uint64())) //nolint:gosec // below 40,000
		}
	}
	return strings.Join(out, " ")
}

// question is the nth, each of another kind and about somebody else.
func (c *chatter) question(n int) string {
	asks := []string{"What did %s say about %s?", "Should we raise %[2]s before the review with %[1]s?", "Why did we decide on %[2]s and not on what %[1]s wanted?", "How do I tell %s that %s is late again?"}
	return fmt.Sprintf(asks[n%len(asks)], acquaintance(n%60), c.words(4)) + " " + c.words(5)
}

// everyday are words of talk, the most frequent first.
var everyday = strings.Fields(`the and to of that is we it for in on with was they have not this but be are at as will about from more
	price week meeting customer order call month project work time team plan contract invoice supplier rent budget review delivery
	office draft question answer problem report offer account friend family doctor school house car train flight holiday dinner coffee
	market product design test release server database backup printer phone letter email deadline quarter tax insurance loan bank
	interest rate margin cost profit loss growth risk partner lawyer builder teacher neighbour garden kitchen roof window boiler
	ticket hotel passport luggage museum concert guitar piano novel recipe bread cheese olive tomato garlic pepper fish chicken
	cycle run swim yoga sleep headache allergy dentist vaccine salary raise promotion interview candidate training course exam
	warehouse truck port container customs shipment pallet inventory shelf label barcode refund complaint discount campaign
	brochure logo website domain password router cable battery charger screen keyboard camera microphone speaker`)
