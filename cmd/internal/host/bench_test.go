package host_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/ledger/sqlite"
)

// room is a chat platform in this process, in which one person speaks and waits for the
// answer before he speaks again.
type room struct {
	said  chan connectors.Event
	shown chan string
	over  chan struct{}
	count int
}

func newRoom() *room {
	return &room{said: make(chan connectors.Event), shown: make(chan string, 100), over: make(chan struct{}, 100)}
}

func (r *room) Name() string              { return "room" }
func (r *room) Limits() connectors.Limits { return connectors.Limits{} }

func (r *room) Run(ctx context.Context, _ connectors.Cursor, sink connectors.Sink) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-r.said:
			if err := sink(ctx, e); err != nil {
				return err
			}
		}
	}
}

func (r *room) Send(_ context.Context, p connectors.Post) (connectors.MessageID, error) {
	r.shown <- p.Text
	return connectors.MessageID(p.Key), nil
}

func (r *room) Finished(context.Context, connectors.Answer) error {
	r.over <- struct{}{}
	return nil
}

// say gives what was answered, and how long it took from saying to showing; where nothing
// is said, to the end of the turn.
func (r *room) say(t testing.TB, text string) (answer string, took time.Duration) {
	t.Helper()
	r.count++
	id := fmt.Sprintf("%s-%d", t.Name(), r.count)
	began := time.Now()
	r.said <- connectors.Event{
		Key: id, Kind: connectors.Message, Message: connectors.MessageID(id), At: began, Text: text,
		Place: connectors.Place{Platform: "room", Room: "1"}, From: connectors.Person{Platform: "room", ID: "1"},
	}
	select {
	case answer = <-r.shown:
		took = time.Since(began)
		<-r.over
	case <-r.over:
		took = time.Since(began)
		select {
		case answer = <-r.shown: // both were ready
		default:
		}
	case <-time.After(time.Minute):
		t.Fatalf("%q was not answered", text)
	}
	return answer, took
}

// counting is a store that counts durable commits. It has no shelf, so that no saved
// state of the folds, one in five thousand events, is counted to a turn.
type counting struct {
	ledger.Store
	commits atomic.Int64
}

func (c *counting) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	c.commits.Add(1)
	return c.Store.Append(ctx, rows, shred)
}

// inhabited is a running citadel over a store, which remembers everything in it.
func inhabited(t testing.TB, store ledger.Store) *room {
	t.Helper()
	home, err := host.LockHome(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	settings := config.Default()
	settings.Zone = "UTC"
	r := newRoom()
	began, noon := time.Now(), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) // at night a job's commits would be counted, too
	app, err := host.Open(t.Context(), host.Options{
		Home: home, Config: settings, Version: "0", Now: func() time.Time { return noon.Add(time.Since(began)) }, Log: slog.New(slog.DiscardHandler), Store: store,
		Here: []string{"room"}, Connectors: func(string) []connectors.Connector { return []connectors.Connector{r} },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- app.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
		home.Close()
	})
	if err := app.Follower.Await(t.Context(), app.Mind.Head()); err != nil {
		t.Fatal(err)
	}
	return r
}

// A turn's way through the whole product is four durable commits at most: what was heard;
// the turn with all it changes and says; the attempt to show it; the receipt.
func TestCommitsPerTurn(t *testing.T) {
	store := &counting{Store: &inmem.Store{}}
	r := inhabited(t, store)
	for _, c := range []struct {
		text    string
		answers bool
		most    int64
	}{
		{"My sister Ana moved to Porto in March to open a bakery.", false, 2},
		{"loops", true, 4},
		{"Where does Ana live?", true, 4},
		{"I'll send Priya the draft by Friday.", false, 4},
		{"remember the gate code is on the fridge", true, 4},
		{"remind me tomorrow at 9 to call Ana", true, 4},
		{"call me Sam", true, 4},
		{"always answer in metric units", true, 4},
		{"undo", true, 4},
		{"help", true, 4},
		{"What should I charge Henderson?", true, 4},
		{"nice weather today", false, 2},
	} {
		before := store.commits.Load()
		answer, _ := r.say(t, c.text)
		commits := store.commits.Load() - before
		if commits < 2 || commits > 4 {
			t.Errorf("%q took %d commits, want 2 to 4", c.text, commits)
		}
		if answer == "" && commits > 2 {
			t.Errorf("%q, without an answer, took %d commits, want 2", c.text, commits)
		}
		if c.answers && answer == "" {
			t.Errorf("%q is not answered, so it shows nothing", c.text)
		}
	}
}

// past fills a ledger with turns of ten events, two of them memories, until it has at
// least so many events.
func past(t testing.TB, store ledger.Store, events int) {
	t.Helper()
	log, pens, err := ledger.OpenLog(context.Background(), store, ledger.Options{Principal: "me", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	bot, brain, out, learn := pens.For(event.Bot), pens.For(event.Brain), pens.For(event.Outbox), pens.For(event.Learning)
	place := event.Place{Platform: "room", Room: "1"}
	on, turns := time.Now().Add(-time.Duration(events)*time.Minute), 0
	for log.Head().Seq < event.Seq(events) {
		var batches []*ledger.Batch
		for first := log.Head().Seq + 1; len(batches) < 200; first += 10 {
			on = on.Add(10 * time.Minute)
			turns++
			fact, text := moved(turns)
			h := bot.Write(event.Heard{Place: place, Text: text, On: on, Audience: event.Private})
			h.Trust, h.Key = event.ByPrincipal, fmt.Sprintf("past/%d", first)
			learned := func(sort, text string) ledger.Entry {
				return learn.Write(event.Learned{Sort: sort, Text: text, Quote: text, Provenance: event.Stated, Importance: 0.5, On: on}).
					Because(ledger.Here(1)).Resting(ledger.Here(0))
			}
			batches = append(batches, &ledger.Batch{Entries: []ledger.Entry{
				h,
				brain.Write(event.TurnBegan{Messages: []event.Seq{first}}).Because(ledger.Here(0)),
				brain.Write(event.Recalled{}).Because(ledger.Here(1)),
				out.Write(event.PostQueued{Place: place, Text: "Kept: " + fact, Answer: &event.Answer{Message: first}}).Because(ledger.Here(1)).Resting(ledger.Here(0)),
				brain.Write(event.TurnEnded{Outcome: event.Answered, By: "procedure:recall", Category: "people", Tier: "routine"}).Because(ledger.Here(1)),
				out.Write(event.PostAttempted{Post: first + 3, Try: 1}).Because(ledger.Here(3)),
				out.Write(event.PostSent{Post: first + 3, Message: "1"}).Because(ledger.Here(3)),
				learned("fact", fact),
				learned("episode", text),
				learn.Write(event.Integrated{Messages: []event.Seq{first}, By: "rules", Learned: 2, Left: turns >= 40 && turns%10 == 0}).Because(ledger.Here(1)),
			}})
		}
		if err := log.Commit(context.Background(), batches...); err != nil {
			t.Fatal(err)
		}
		for _, b := range batches {
			if b.Err != nil {
				t.Fatal(b.Err)
			}
		}
	}
}

// moved is what was said in the nth turn of the past: each time another name, in words
// that repeat.
func moved(n int) (fact, text string) {
	fact = fmt.Sprintf("%s moved to %s", name(n), name(n%500+7000))
	topics := []string{"to open a bakery", "for the new plant", "because of the rent", "with two dogs", "after the merger"}
	return fact, fmt.Sprintf("%s in March %s, and the %s mill raised its prices again", fact, topics[n%5], name(n%90+3000))
}

// name makes up the nth name; there are 160,000.
func name(n int) string {
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")
	s := syllables[n%20] + syllables[n/20%20] + syllables[n/400%20] + syllables[n/8000%20]
	return strings.ToUpper(s[:1]) + s[1:]
}

// BenchmarkTurn is a turn of a whole citadel with one person at the other end, on a
// ledger with so many events, from saying to showing. "of-bare" compares it with the bare
// commits of SQLite that this takes, on the same disk in turns with it: 1 would be a
// turn that costs nothing but being durable.
func BenchmarkTurn(b *testing.B) {
	for _, events := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint("events=", events), func(b *testing.B) {
			store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), host.LedgerName))
			if err != nil {
				b.Fatal(err)
			}
			past(b, store, events)
			r := inhabited(b, store)
			for _, c := range []struct {
				name    string
				commits int // until it is shown
				text    func(n int) string
				answer  func(n int) string
			}{
				{"command", 3, func(int) string { return "loops" }, func(int) string { return "open" }},
				{"statement", 2, func(n int) string { return fmt.Sprintf("The meeting with %s went well.", name(n+9000)) }, nil},
				{"recall", 3, func(n int) string { return fmt.Sprintf("Where did %s move to?", name(n%(events/10)+1)) },
					func(n int) string { return name((n%(events/10)+1)%500 + 7000) }},
			} {
				b.Run(c.name, func(b *testing.B) {
					var took, bare []time.Duration
					commit := bareCommit(b)
					b.ReportAllocs()
					for b.Loop() {
						answer, d := r.say(b, c.text(len(took)))
						if c.answer != nil && !strings.Contains(answer, c.answer(len(took))) {
							b.Fatalf("%q is answered %q", c.text(len(took)), answer)
						}
						took = append(took, d)
						b.StopTimer()
						bare = append(bare, commit())
						b.StartTimer()
					}
					report(b, took)
					b.ReportMetric(float64(c.commits)*middle(bare).Seconds()/middle(took).Seconds(), "of-bare")
				})
			}
		})
	}
}

// BenchmarkConversation is how a turn's time grows from the hundredth to the ten
// thousandth of one conversation: "late/early" is 1 where it does not. It is in memory,
// because the disk's own moods would drown it.
func BenchmarkConversation(b *testing.B) {
	turns := 10_000
	if testing.Short() {
		turns = 1_000
	}
	for b.Loop() {
		r := inhabited(b, &inmem.Store{})
		var took []time.Duration
		for n := range turns {
			text := "loops"
			switch n % 3 {
			case 1:
				_, text = moved(n)
			case 2:
				text = fmt.Sprintf("Where did %s move to?", name(n-1))
			}
			_, d := r.say(b, text)
			took = append(took, d)
		}
		tenth := turns / 10
		early, late := took[tenth/10:tenth], took[turns-tenth:]
		b.ReportMetric(middle(late).Seconds()/middle(early).Seconds(), "late/early")
		b.ReportMetric(milliseconds(middle(late)), "late-p50-ms")
	}
}

// bareCommit gives a function that times one commit of three rows by SQLite alone, set as
// the ledger sets it.
func bareCommit(b *testing.B) func() time.Duration {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE rows (seq INTEGER PRIMARY KEY, body BLOB)"); err != nil {
		b.Fatal(err)
	}
	body := make([]byte, 500)
	return func() time.Duration {
		began := time.Now()
		if _, err := db.Exec("INSERT INTO rows (body) VALUES (?), (?), (?)", body, body, body); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
}

func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(milliseconds(middle(took)), "p50-ms")
	b.ReportMetric(milliseconds(took[len(took)*99/100]), "p99-ms")
}

func middle(took []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[len(sorted)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
