package host_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	client "github.com/redis/go-redis/v9"

	"citadel/cmd/internal/host"
	"citadel/deployments/test"
	"citadel/memory"
	"citadel/memory/hot/redis"
	"citadel/memory/ledger/sqlite"
)

// hearth is a Redis server and the way to it.
type hearth struct {
	address string // of the server itself
	folder  string // of its files
	wire    *test.Wire
	client  *client.Client
}

func newHearth(t *testing.T, s *stage, settings ...string) *hearth {
	t.Helper()
	h := &hearth{}
	h.address, h.folder = test.Redis(t, settings...)
	var far string
	h.wire, far = test.WireToURL(t, h.address)
	o, err := client.ParseURL(h.address)
	if err != nil {
		t.Fatal(err)
	}
	h.client = client.NewClient(o)
	t.Cleanup(func() { h.client.Close() })
	s.more = append(s.more, "REDIS_URL="+far)
	return h
}

// set has the server go by a setting from now on.
func (h *hearth) set(s *stage, name, value string) {
	s.t.Helper()
	if err := h.client.ConfigSet(context.Background(), name, value).Err(); err != nil {
		s.t.Fatal(err)
	}
}

// Whatever happens to the server that keeps the state, or on the way to it: everybody is
// answered, status says how it is, and when it is over the state there is what a clean rebuild
// gives.
func TestHotStateFaults(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]struct {
		begin, end func(h *hearth, s *stage)
		atStart    bool
		unseen     bool // it keeps nothing from being kept there
	}{
		"down at start": {atStart: true, begin: func(h *hearth, _ *stage) { h.wire.Down() }, end: func(h *hearth, _ *stage) { h.wire.Up() }},
		"down":          {begin: func(h *hearth, _ *stage) { h.wire.Down() }, end: func(h *hearth, _ *stage) { h.wire.Up() }},
		"silent": {
			begin: func(h *hearth, _ *stage) { h.wire.Disturb("timeout", "downstream", `{"timeout": 0}`) },
			end:   func(h *hearth, _ *stage) { h.wire.Heal() },
		},
		"reset": {
			begin: func(h *hearth, _ *stage) { h.wire.Disturb("reset_peer", "downstream", `{"timeout": 0}`) },
			end:   func(h *hearth, _ *stage) { h.wire.Heal() },
		},
		"cut in the middle": {
			begin: func(h *hearth, _ *stage) { h.wire.Disturb("limit_data", "upstream", `{"bytes": 900}`) },
			end:   func(h *hearth, _ *stage) { h.wire.Heal() },
		},
		"slow": {
			unseen: true,
			begin:  func(h *hearth, _ *stage) { h.wire.Disturb("latency", "downstream", `{"latency": 150, "jitter": 50}`) },
			end:    func(h *hearth, _ *stage) { h.wire.Heal() },
		},
		"full": {
			begin: func(h *hearth, s *stage) { h.set(s, "maxmemory", "1mb") },
			end:   func(h *hearth, s *stage) { h.set(s, "maxmemory", "0") },
		},
		"restarted empty": {
			unseen: true,
			begin: func(h *hearth, s *stage) {
				h.wire.Down()
				if err := h.client.FlushAll(context.Background()).Err(); err != nil {
					s.t.Fatal(err)
				}
				h.wire.Up()
			},
			end: func(*hearth, *stage) {},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, 0)
			h := newHearth(t, s)
			if fault.atStart {
				fault.begin(h, s)
			}
			s.run()
			f := s.fars[0]
			s.link(f)
			s.say(f, f.home(), "My bicycle is chained to the linden tree.")
			if !fault.atStart {
				h.keptUp(s)
				fault.begin(h, s)
			}
			s.say(f, f.home(), "My umbrella hangs in the boathouse.")
			if !fault.unseen {
				s.await("it is noticed", func() bool { heat, _ := s.c.Mind.Heat(); return heat.Err != nil })
				if said := s.say(f, f.home(), "status"); !strings.Contains(said, "Redis: I cannot keep my state there") {
					t.Errorf("status: %s", said)
				}
			}
			if said := s.say(f, f.home(), "Where does my umbrella hang?"); !strings.Contains(said, "boathouse") {
				t.Errorf("meanwhile: %s", said)
			}
			fault.end(h, s)
			h.keptUp(s)
			if said := s.say(f, f.home(), "status"); !strings.Contains(said, "Redis: has my state at event ") {
				t.Errorf("afterwards: %s", said)
			}
			h.keptUp(s)
			h.asRebuilt(s)
		})
	}
}

// keptUp waits until the newest state is kept there.
func (h *hearth) keptUp(s *stage) {
	s.t.Helper()
	s.await("the state is kept there", func() bool {
		heat, _ := s.c.Mind.Heat()
		return s.idle() && heat.Err == nil && heat.UpTo >= s.c.Mind.Head()
	})
}

// asRebuilt takes up what is kept there, as another process would, and compares it with what
// the first to the last event give.
func (h *hearth) asRebuilt(s *stage) {
	s.t.Helper()
	file, err := sqlite.OpenReader(s.t.Context(), filepath.Join(s.home, host.LedgerName))
	if err != nil {
		s.t.Fatal(err)
	}
	place, err := redis.Open(h.address, "me")
	if err != nil {
		s.t.Fatal(err)
	}
	m, _, err := memory.Open(s.t.Context(), memory.Options{Store: file, Principal: "me", Now: s.now, ReadOnly: true, Hot: place})
	if err != nil {
		s.t.Fatal(err)
	}
	defer m.Close(s.t.Context())
	if heat, _ := m.Heat(); heat.Err != nil || heat.UpTo == 0 || heat.UpTo < s.c.Mind.Head() {
		s.t.Errorf("taken up: %+v, and the head is %d", heat, s.c.Mind.Head())
	}
	if diffs, err := m.Rebuild(s.t.Context(), nil); err != nil || len(diffs) > 0 {
		s.t.Errorf("it differs from a rebuild: %v, %v", diffs, err)
	}
}
