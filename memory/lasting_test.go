package memory_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/deployments/test"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
	"citadel/memory/store/weaviate"
)

// line is the way to a real Weaviate server, with whatever can happen on it.
type line struct {
	test.Tenant
	t          *testing.T
	http, grpc *test.Wire
	options    weaviate.Options // through the line
}

func wire(t *testing.T) *line {
	l := &line{t: t, Tenant: test.WeaviateTenant(t), grpc: test.WireTo(t, test.Server(t, test.WeaviateGRPC))}
	var at string
	l.http, at = test.WireToURL(t, test.Server(t, test.WeaviateURL))
	l.options = weaviate.Options{
		URL: at, GRPC: l.grpc.Address, Key: test.Server(t, test.WeaviateKey), Principal: l.Name, Ledger: "of the tests", Now: time.Now,
	}
	return l
}

func (l *line) up() { l.http.Up(); l.grpc.Up() }

func (l *line) down() { l.http.Down(); l.grpc.Down() }

// sick has the server's answers suffer from a toxic, and gives what heals them.
func (l *line) sick(kind, attributes string) (heal func()) {
	for _, w := range []*test.Wire{l.http, l.grpc} {
		w.Disturb(kind, "downstream", attributes)
	}
	return func() { l.http.Heal(); l.grpc.Heal() }
}

func (l *line) store() *weaviate.Store {
	l.t.Helper()
	s, err := weaviate.New(l.options)
	if err != nil {
		l.t.Fatal(err)
	}
	return s
}

// followed is a follower at work on a mind.
type followed struct {
	*memory.Follower
	t    *testing.T
	stop func()
}

func follow(t *testing.T, m *memory.Mind, s store.Store) followed {
	ctx, cancel := context.WithCancel(context.Background())
	f := followed{Follower: memory.NewFollower(m, s), t: t}
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	f.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the follower ended: %v", err)
		}
	}
	return f
}

const soon = 90 * time.Second

// until waits for what a follower does on its own time.
func (f followed) until(what string, done func() bool) {
	f.t.Helper()
	over := time.NewTimer(soon)
	defer over.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-over.C:
			f.t.Fatalf("it never %s; trouble: %v", what, f.Trouble())
		}
	}
}

func (f followed) caughtUp(m *memory.Mind) {
	f.t.Helper()
	f.until("caught up", func() bool { return f.Reached() >= m.Head() && f.Trouble() == nil })
}

func (f followed) troubled() {
	f.t.Helper()
	f.until("noticed", func() bool { return f.Trouble() != nil })
	if err := f.Trouble(); !errors.Is(err, store.ErrUnavailable) {
		f.t.Errorf("trouble: %v", err)
	}
	if err := f.Await(context.Background(), 1<<60); !errors.Is(err, store.ErrUnavailable) {
		f.t.Errorf("who waits is told %v", err)
	}
}

// asRebuilt compares the server with what a store filled from nothing holds.
func asRebuilt(t *testing.T, m *memory.Mind, remote store.Store) {
	t.Helper()
	clean := embedded.New()
	f := follow(t, m, clean)
	if err := f.Await(t.Context(), m.Head()); err != nil {
		t.Fatal(err)
	}
	f.stop()
	want, got := held(t, clean), held(t, remote)
	if len(want) < 20 {
		t.Errorf("only %d items to compare", len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-rebuilt +server):\n%s", diff)
	}
}

func held(t *testing.T, s store.Store) (items []store.Item) {
	t.Helper()
	for item, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// told is life with corrections and something forgotten.
func told(t *testing.T, m *memory.Mind, pens ledger.Pens, r *rand.Rand) {
	t.Helper()
	heard := life(t, m, pens, r, 120)
	edit := pens.For(event.Bot).Write(event.Edited{Message: heard[1], Text: "said otherwise"}).Because(heard[1])
	edit.Trust = event.ByPrincipal
	if _, err := m.Record(t.Context(), edit); err != nil {
		t.Fatal(err)
	}
	plan, err := m.Reach(t.Context(), heard[len(heard)/2])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
}

// Whatever happens to the server or on the way to it, the follower says so, goes on by
// itself, and ends with what a clean rebuild would have written.
func TestServerFaults(t *testing.T) {
	for name, happen := range map[string]func(l *line, f followed, live func()){
		"nothing": func(_ *line, _ followed, live func()) { live() },
		"away": func(l *line, f followed, live func()) {
			l.down()
			live()
			f.troubled()
			l.up()
		},
		"reset": func(l *line, f followed, live func()) {
			heal := l.sick("reset_peer", `{"timeout": 0}`)
			live()
			f.troubled()
			heal()
		},
		"cut off in the middle": func(l *line, f followed, live func()) {
			heal := l.sick("limit_data", `{"bytes": 900}`)
			live()
			f.troubled()
			heal()
		},
		"silent": func(l *line, f followed, live func()) {
			heal := l.sick("timeout", `{"timeout": 300}`)
			live()
			f.troubled()
			heal()
		},
		"slow": func(l *line, f followed, live func()) {
			heal := l.sick("latency", `{"latency": 120, "jitter": 60}`)
			live()
			heal()
		},
		"full": func(l *line, f followed, live func()) {
			l.Full(true)
			live()
			f.troubled()
			l.Full(false)
		},
		"emptied": func(l *line, f followed, live func()) {
			l.Empty()
			live()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := wire(t)
			m, pens := open(t, &inmem.Store{}, -1)
			r := rand.New(rand.NewPCG(7, uint64(len(name))))
			told(t, m, pens, r)
			remote := l.store()
			f := follow(t, m, remote)
			f.caughtUp(m)
			happen(l, f, func() { told(t, m, pens, r) })
			f.caughtUp(m)
			asRebuilt(t, m, remote)
			f.stop()

			// Another process goes on where this one was.
			again := l.store()
			if at, err := again.Progress(t.Context()); err != nil || at.Reached.Seq == 0 {
				t.Fatalf("reached %v, %v", at.Reached, err)
			}
			told(t, m, pens, r)
			f = follow(t, m, again)
			f.caughtUp(m)
			asRebuilt(t, m, again)
			f.stop()
		})
	}
}

// A server that is away at the start holds nothing up, and is filled when it answers.
func TestServerAwayAtTheStart(t *testing.T) {
	l := wire(t)
	l.down()
	m, pens := open(t, &inmem.Store{}, -1)
	told(t, m, pens, rand.New(rand.NewPCG(1, 2)))
	remote := l.store()
	if err := remote.Check(t.Context()); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("checked: %v", err)
	}
	f := follow(t, m, remote)
	f.troubled()
	if _, err := remote.Search(t.Context(), store.Query{Text: "line", Audiences: []string{"private"}}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("searched: %v", err)
	}
	l.up()
	f.caughtUp(m)
	asRebuilt(t, m, remote)
	f.stop()
}

// A server that knows more than the ledger, which was set back, is filled anew.
func TestServerAheadOfTheLedger(t *testing.T) {
	l := wire(t)
	m, pens := open(t, &inmem.Store{}, -1)
	r := rand.New(rand.NewPCG(3, 4))
	told(t, m, pens, r)
	remote := l.store()
	if err := remote.Put(t.Context(), store.Item{Seq: 9999, Kind: store.Said, Audience: "private", On: base, Text: "not in this ledger"}); err != nil {
		t.Fatal(err)
	}
	if err := remote.Reach(t.Context(), store.Cursor{Seq: 10_000}); err != nil {
		t.Fatal(err)
	}
	f := follow(t, m, remote)
	f.caughtUp(m)
	asRebuilt(t, m, remote)
	f.stop()
}

// A server that followed another branch of the ledger, which an import of an earlier export left
// dead, is filled anew, also where this branch has grown past it.
func TestServerOfADeadBranch(t *testing.T) {
	l := wire(t)
	dead, pens := open(t, &inmem.Store{}, -1)
	told(t, dead, pens, rand.New(rand.NewPCG(3, 4)))
	remote := l.store()
	f := follow(t, dead, remote)
	f.caughtUp(dead)
	f.stop()

	m, pens := open(t, &inmem.Store{}, -1)
	for r := rand.New(rand.NewPCG(9, 10)); m.Head() <= dead.Head(); {
		told(t, m, pens, r)
	}
	remote = l.store()
	f = follow(t, m, remote)
	f.caughtUp(m)
	asRebuilt(t, m, remote)
	f.stop()
}

// cut is a server whose follower was ended after it had written, and before it noted how far it was.
type cut struct{ store.Lasting }

func (c cut) Reach(context.Context, store.Cursor) error { return store.ErrUnavailable }

// What an unfinished round of a dead branch left on a server goes too: be it that nothing was ever
// finished there, or that the branches part only after what was.
func TestServerOfADeadBranchCutOff(t *testing.T) {
	for what, finished := range map[string]bool{"nothing finished": false, "up to where they part": true} {
		t.Run(what, func(t *testing.T) {
			l := wire(t)
			common := &inmem.Store{}
			dead, pens := open(t, common, -1)
			if finished {
				told(t, dead, pens, rand.New(rand.NewPCG(3, 4)))
				f := follow(t, dead, l.store())
				f.until("noted it", func() bool {
					at, err := l.store().Progress(t.Context())
					return err == nil && at.Reached.Seq == uint64(dead.Head())
				})
				f.stop()
			}
			export := &inmem.Store{}
			if err := export.Load(t.Context(), common.Read(t.Context(), ledger.Query{})); err != nil {
				t.Fatal(err)
			}
			told(t, dead, pens, rand.New(rand.NewPCG(5, 6)))
			f := follow(t, dead, cut{l.store()})
			f.until("wrote it all", func() bool { return f.Reached() >= dead.Head() })
			f.stop()

			m, pens := open(t, export, -1)
			for r := rand.New(rand.NewPCG(9, 10)); m.Head() <= dead.Head(); {
				told(t, m, pens, r)
			}
			remote := l.store()
			f = follow(t, m, remote)
			f.caughtUp(m)
			asRebuilt(t, m, remote)
			if f.Refill().Why != memory.DeadBranch {
				t.Errorf("told of %+v", f.Refill())
			}
			f.stop()
		})
	}
}

// Until a server was asked whose events it holds, nobody searches it: under the numbers of this
// ledger it may hold what another branch heard.
func TestServerNotYetKnownToBeOurs(t *testing.T) {
	l := wire(t)
	dead, pens := open(t, &inmem.Store{}, -1)
	told(t, dead, pens, rand.New(rand.NewPCG(3, 4)))
	f := follow(t, dead, l.store())
	f.caughtUp(dead)
	f.stop()

	m, pens := open(t, &inmem.Store{}, -1)
	life(t, m, pens, rand.New(rand.NewPCG(9, 10)), 3)
	v := memory.NewVectors(l.store(), hashing.New(), time.Now, slog.New(slog.DiscardHandler))
	memory.NewFollower(m, v)
	every := store.Query{Text: "Kim budget Tuesday", Audiences: []string{"private"}, Now: base, Limit: 10}
	if _, err := v.Search(t.Context(), every); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("one query: %v", err)
	}
	if _, err := v.SearchAll(t.Context(), every); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("several: %v", err)
	}
	f = follow(t, m, v)
	f.caughtUp(m)
	found, err := v.Search(t.Context(), every)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range found.Hits {
		if event.Seq(h.Item.Seq) > m.Head() {
			t.Errorf("found %q", h.Item.Text)
		}
	}
	f.stop()
}

// What was forgotten on the principal's word is in no file of the server any more once the
// follower has caught up, and the rest is there.
func TestForgottenOnTheServer(t *testing.T) {
	l := wire(t)
	m, pens := open(t, &inmem.Store{}, -1)
	r := rand.New(rand.NewPCG(5, 6))
	told(t, m, pens, r)
	canary := fmt.Sprintf("quillfeather%d", time.Now().UnixNano())
	e := pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: "the word is " + canary, On: base})
	e.Trust = event.ByPrincipal
	rs, err := m.Record(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	remote := l.store()
	f := follow(t, m, remote)
	f.caughtUp(m)
	if !inFiles(t, canary) {
		t.Fatal("the canary is in no file before it is forgotten")
	}
	plan, err := m.Reach(t.Context(), rs[0].Seq)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	f.caughtUp(m)
	if inFiles(t, canary) {
		t.Error("the canary is still in a file")
	}
	asRebuilt(t, m, remote)
	f.stop()
}

// So is what a quiet turn had taken out of the store before it was forgotten.
func TestForgottenAfterAQuietTurn(t *testing.T) {
	l := wire(t)
	m, pens := open(t, &inmem.Store{}, -1)
	told(t, m, pens, rand.New(rand.NewPCG(7, 8)))
	canary := fmt.Sprintf("quillfeather%d", time.Now().UnixNano())
	e := pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: "I cannot go on, " + canary, On: base})
	e.Trust = event.ByPrincipal
	rs, err := m.Record(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	message, brain := rs[0].Seq, pens.For(event.Brain)
	remote := l.store()
	f := follow(t, m, remote)
	f.caughtUp(m)
	_, err = m.Record(t.Context(),
		brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message),
		pens.For(event.Outbox).Write(event.PostQueued{Text: "please call somebody", Answer: &event.Answer{Message: message}}).Because(ledger.Here(0)).Resting(message),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: "crisis", Quiet: true}).Because(ledger.Here(0)),
	)
	if err != nil {
		t.Fatal(err)
	}
	f.caughtUp(m)
	if _, err := remote.First(t.Context(), uint64(message)); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("after the quiet turn: %v", err)
	}
	if !inFiles(t, canary) {
		t.Fatal("the canary is in no file before it is forgotten")
	}
	plan, err := m.Reach(t.Context(), message)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	f.caughtUp(m)
	if inFiles(t, canary) {
		t.Error("the canary is still in a file")
	}
	asRebuilt(t, m, remote)
	f.stop()

	// Another process does not take that up again.
	before := f.Refill()
	f = follow(t, m, l.store())
	f.caughtUp(m)
	if again := f.Refill(); before.Why != memory.Forgetting || again.Why != memory.NoCause {
		t.Errorf("filled anew because of %v, then %v", before.Why, again.Why)
	}
	f.stop()
}

// inFiles says whether a file of the server holds some bytes.
func inFiles(t *testing.T, what string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(test.Server(t, test.WeaviateData), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var raw []byte
			raw, err = os.ReadFile(path)
			found = found || bytes.Contains(raw, []byte(what))
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil // moved meanwhile
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
