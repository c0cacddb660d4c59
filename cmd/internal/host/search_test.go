package host_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/deployments/test"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// library is the memories of one principal on a Weaviate server, and the way to it.
type library struct {
	test.Tenant
	t    *testing.T
	wire *test.Wire
}

func newLibrary(t *testing.T, s *stage) *library {
	t.Helper()
	l := &library{t: t, Tenant: test.WeaviateTenant(t)}
	var far string
	l.wire, far = test.WireToURL(t, test.Server(t, test.WeaviateURL))
	s.more = append(s.more, "WEAVIATE_URL="+far, "WEAVIATE_API_KEY="+test.Server(t, test.WeaviateKey), "CITADEL_PRINCIPAL="+l.Name)
	return l
}

// caughtUp waits until everything is there.
func (l *library) caughtUp(s *stage) {
	l.t.Helper()
	s.await("the memories are all there", func() bool {
		return s.idle() && s.c.Follower.Trouble() == nil && s.c.Follower.Reached() >= s.c.Mind.Head()
	})
}

// asRebuilt compares what is there with what the ledger gives a store that was empty.
func (l *library) asRebuilt(s *stage) {
	l.t.Helper()
	clean := memory.NewVectors(embedded.New(), hashing.New(), s.now, slog.New(slog.DiscardHandler))
	fill(l.t, s.c.Mind, clean)
	if diff := cmp.Diff(held(l.t, clean), held(l.t, s.c.Vectors)); diff != "" {
		l.t.Errorf("(-rebuilt +server):\n%s", diff)
	}
}

// fill fills an empty store from the ledger.
func fill(t *testing.T, m *memory.Mind, s store.Store) {
	t.Helper()
	f, over := memory.NewFollower(m, s), make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { over <- f.Run(ctx) }()
	err := f.Await(t.Context(), m.Head())
	stop()
	if err := errors.Join(err, <-over); err != nil {
		t.Fatal(err)
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

// Whatever happens to the server on which memories are searched, or on the way to it: everybody
// is answered with what is left, status says how it is, and when it is over the server has what
// a clean rebuild gives.
func TestSearchFaults(t *testing.T) {
	t.Parallel()
	const silence, nothingNew = "the memory store does not answer", "takes nothing new now"
	down, up := func(l *library) { l.wire.Down() }, func(l *library) { l.wire.Up() }
	heal := func(l *library) { l.wire.Heal() }
	for name, fault := range map[string]struct {
		begin, end func(l *library)
		atStart    bool
		says       string // status; empty where there is nothing to say
	}{
		"down at start": {atStart: true, begin: down, end: up, says: silence},
		"down":          {begin: down, end: up, says: silence},
		"silent": {
			begin: func(l *library) { l.wire.Disturb("timeout", "downstream", `{"timeout": 0}`) }, says: silence,
			end: func(l *library) { l.wire.Heal(); l.wire.Down(); l.wire.Up() }, // what hangs is cut
		},
		"reset": {
			begin: func(l *library) { l.wire.Disturb("reset_peer", "downstream", `{"timeout": 0}`) }, end: heal, says: silence,
		},
		"slow": {
			begin: func(l *library) { l.wire.Disturb("latency", "downstream", `{"latency": 40, "jitter": 20}`) }, end: heal,
		},
		"full":            {begin: func(l *library) { l.Full(true) }, end: func(l *library) { l.Full(false) }, says: nothingNew},
		"restarted empty": {begin: (*library).Empty, end: func(*library) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, 0)
			l := newLibrary(t, s)
			if fault.atStart {
				fault.begin(l)
			}
			s.run()
			f := s.fars[0]
			s.link(f)
			asked := func(when, question string, words ...string) {
				t.Helper()
				answer := s.say(f, f.home(), question)
				for _, w := range words {
					if !strings.Contains(answer, w) {
						t.Errorf("%s, %q: %q lacks %q", when, question, answer, w)
					}
				}
			}
			s.say(f, f.home(), "My bicycle is chained to the linden tree.")
			if !fault.atStart {
				l.caughtUp(s)
				asked("at first", "Where is my bicycle chained?", "linden tree")
				asked("at first", "status", "Memory search: by words")
				l.caughtUp(s)
				fault.begin(l)
			}
			s.say(f, f.home(), "My umbrella hangs in the boathouse.")
			asked("meanwhile", "Where does my umbrella hang?", "boathouse")
			if fault.says != "" {
				s.await("it is noticed", func() bool {
					_, err := s.c.Vectors.Len(t.Context())
					return s.c.Follower.Trouble() != nil && (err == nil) == (fault.says == nothingNew)
				})
			}
			if fault.says != "" {
				asked("meanwhile", "status", fault.says)
			}
			if fault.says == silence {
				asked("meanwhile", "find umbrella", silence, "status says")
			}
			if fault.says != "" {
				asked("meanwhile", "Where is my bicycle chained?", "linden tree")
			}
			fault.end(l)
			l.caughtUp(s)
			asked("afterwards", "Where does my umbrella hang?", "boathouse")
			asked("afterwards", "Where is my bicycle chained?", "linden tree")
			asked("afterwards", "status", "Memory search: by words and likeness, ")
			l.caughtUp(s)
			l.asRebuilt(s)
			if fault.says != "" {
				for _, once := range []string{"I search less well since", "Back to normal at"} {
					if said := everything(s); strings.Count(said, once) != 1 {
						t.Errorf("%q is not told once: %s", once, said)
					}
				}
			}
		})
	}
}

// everything is all that stands in the room.
func everything(s *stage) (said string) {
	for _, p := range settled(s.fars[0], s.fars[0].home()) {
		said += p.text + "\n"
	}
	return said
}

// A server that was never there keeps nobody from leaving.
func TestLeavingWithoutTheSearchServer(t *testing.T) {
	t.Parallel()
	s := newStage(t, 0)
	s.more = append(s.more, "WEAVIATE_URL=http://127.0.0.1:1")
	stop := s.run()
	s.link(s.fars[0])
	s.await("that it is away is known", func() bool { return s.c.Follower.Trouble() != nil })
	left := make(chan struct{})
	go func() {
		defer close(left)
		stop()
	}()
	select {
	case <-left:
	case <-time.After(30 * time.Second):
		t.Fatal("it does not leave")
	}
}
