package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"citadel/cmd/internal/simulate"
)

// A life is lived in a home of its own, told as one JSON object or as text, and its talk as it was.
func TestSimulate(t *testing.T) {
	home, talk := newHome(t), filepath.Join(t.TempDir(), "talk.txt")
	c := citadel(t, home, "", "simulate", "--days", "9", "--seed", "3", "--json", "--talk", talk)
	var r simulate.Report
	if err := json.Unmarshal([]byte(c.out), &r); c.code != 0 || err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	if r.Days != 9 || r.Seed != 3 || r.Said == 0 || r.Checks == 0 || len(r.Broken) > 0 {
		t.Errorf("told: %+v", r)
	}
	said, err := os.ReadFile(talk)
	if err != nil || !strings.Contains(string(said), "sam: Bronwyn lives in Lugano.") {
		t.Errorf("the talk: %v\n%s", err, said)
	}
	if c = citadel(t, home, "", "simulate", "--days", "9", "--off", "gate,digest"); c.code != 0 || !strings.Contains(c.out, "without gate, digest") {
		t.Errorf("without two parts: %+v", c)
	}
	if _, err := os.Stat(filepath.Join(home, "ledger.db")); err == nil {
		t.Error("the home in use was touched")
	}
}

// What cannot be lived is refused, with what can.
func TestSimulateWhatCannotBe(t *testing.T) {
	for _, args := range [][]string{{"--days", "0"}, {"--days", "99999"}, {"--off", "sleep"}, {"--off", "gate", "--ablate"}} {
		c := citadel(t, newHome(t), "", append([]string{"simulate"}, args...)...)
		if c.code == 0 || c.out != "" || c.err == "" {
			t.Errorf("%q: %+v", args, c)
		}
	}
}
