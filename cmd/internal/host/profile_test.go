package host_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// A ledger says from its first start on by which recipe its memories are recalled, also where
// nobody chose one; a start that changes nothing says nothing.
func TestALedgerSaysItsProfile(t *testing.T) {
	s := newStation(t)
	for i, start := range []struct {
		setting string
		want    []string
	}{
		{"", []string{"default"}},
		{"", []string{"default"}},
		{"citadel", []string{"default", "citadel"}},
		{"citadel", []string{"default", "citadel"}},
		{"default", []string{"default", "citadel", "default"}},
	} {
		if start.setting != "" {
			if err := os.WriteFile(filepath.Join(s.home, "config.yaml"), []byte("recall:\n  profile: "+start.setting+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c, drop := s.begin()
		var named []string
		for r, err := range c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Profiled{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Payload()
			if err != nil {
				t.Fatal(err)
			}
			named = append(named, p.(event.Profiled).Name)
		}
		if !slices.Equal(named, start.want) {
			t.Errorf("after start %d the ledger names %q, want %q", i+1, named, start.want)
		}
		drop()
	}
}
