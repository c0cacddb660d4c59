package doctor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"citadel/cmd/internal/doctor"
	"citadel/config"
	"citadel/memory/store"
	"citadel/memory/store/weaviate"
)

func TestSearch(t *testing.T) {
	for name, c := range map[string]struct {
		report  weaviate.Report
		err     error
		verdict doctor.Verdict
		says    string
	}{
		"well":  {weaviate.Report{Server: "1.37.0", Reached: 42}, nil, doctor.OK, "up to event 42"},
		"empty": {weaviate.Report{Server: "1.37.0"}, nil, doctor.Look, "no memories yet"},
		"away":  {weaviate.Report{}, fmt.Errorf("%w: refused", store.ErrUnavailable), doctor.Fail, "cannot be used"},
		"newer": {weaviate.Report{}, weaviate.ErrNewer, doctor.Fail, "newer version"},
	} {
		o := options(home(t, 3))
		o.Environ = append(o.Environ, "WEAVIATE_URL=http://search.example:8080", "WEAVIATE_API_KEY=hunter2")
		o.Search = func(_ context.Context, s config.Config) (weaviate.Report, error) {
			if s.Search.Key.Reveal() != "hunter2" {
				t.Errorf("%s: asked with the key %q", name, s.Search.Key.Reveal())
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
