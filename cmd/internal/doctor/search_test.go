package doctor_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"citadel/cmd/internal/doctor"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/store"
	"citadel/memory/store/weaviate"
)

func TestSearch(t *testing.T) {
	there := home(t, 3)
	of := func(reached, begun store.Cursor) weaviate.Report {
		return weaviate.Report{Server: "1.37.0", Progress: store.Progress{Reached: reached, Begun: begun}}
	}
	at := func(seq event.Seq) store.Cursor {
		m, _, err := memory.Open(t.Context(), memory.Options{Store: lying(t, there), Principal: "me", Now: time.Now, ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Event(t.Context(), seq)
		if err := errors.Join(err, m.Close(t.Context())); err != nil {
			t.Fatal(err)
		}
		return store.Cursor{Seq: uint64(seq), Hash: r.Hash.String()}
	}
	strange := func(seq uint64) store.Cursor { return store.Cursor{Seq: seq, Hash: at(2).Hash} }
	for name, c := range map[string]struct {
		report  weaviate.Report
		err     error
		verdict doctor.Verdict
		says    string
	}{
		"well":             {of(at(3), at(3)), nil, doctor.OK, "up to event 3"},
		"empty":            {weaviate.Report{Server: "1.37.0"}, nil, doctor.Look, "no memories yet"},
		"of a dead branch": {of(strange(3), strange(3)), nil, doctor.Look, "another branch of the ledger"},
		"of a later state": {of(strange(99), strange(99)), nil, doctor.Look, "another branch of the ledger"},
		"cut off":          {of(at(2), at(3)), nil, doctor.OK, "up to event 2"},
		"cut off, dead":    {of(at(2), strange(3)), nil, doctor.Look, "its event 3 is not in this one"},
		"begun, dead":      {of(store.Cursor{}, strange(3)), nil, doctor.Look, "another branch of the ledger"},
		"of somebody else": {weaviate.Report{}, weaviate.ErrForeign, doctor.Fail, "another ledger under this name"},
		"away":             {weaviate.Report{}, fmt.Errorf("%w: refused", store.ErrUnavailable), doctor.Fail, "cannot be used"},
		"held":             {weaviate.Report{}, fmt.Errorf("%w: tenant", weaviate.ErrHeld), doctor.Fail, "did not let go of the files"},
		"broken":           {weaviate.Report{}, fmt.Errorf("%w: no index", store.ErrBroken), doctor.Fail, "lost its files of the collection"},
		"newer":            {weaviate.Report{}, weaviate.ErrNewer, doctor.Fail, "newer version"},
	} {
		o := options(there)
		o.Environ = append(o.Environ, "WEAVIATE_URL=http://search.example:8080", "WEAVIATE_API_KEY=hunter2")
		o.Search = func(_ context.Context, s config.Config, ledger string) (weaviate.Report, error) {
			if s.Search.Key.Reveal() != "hunter2" {
				t.Errorf("%s: asked with the key %q", name, s.Search.Key.Reveal())
			}
			if ledger != at(1).Hash {
				t.Errorf("%s: asked for the ledger %q", name, ledger)
			}
			return c.report, c.err
		}
		found := false
		for _, f := range doctor.Examine(t.Context(), o) {
			if f.Check != "search" {
				continue
			}
			found = true
			if f.Verdict != c.verdict || !strings.Contains(f.Says, c.says) || !strings.Contains(f.Says, "search.example") {
				t.Errorf("%s: %+v", name, f)
			}
		}
		if !found {
			t.Errorf("%s: nothing is said", name)
		}
	}
	for _, f := range doctor.Examine(t.Context(), options(home(t, 3))) {
		if f.Check == "search" {
			t.Errorf("without a server: %+v", f)
		}
	}
}

// lying is the ledger that lies in a home.
func lying(t *testing.T, home string) ledger.Store {
	t.Helper()
	s, err := sqlite.OpenReader(t.Context(), filepath.Join(home, host.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
