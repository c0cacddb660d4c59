package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Files of conversations may follow one --data or have one each; each set in them is told for itself.
func TestEvalRecallOfSeveralFiles(t *testing.T) {
	var files []string
	for _, set := range []string{"harbour", "orchard"} {
		file := filepath.Join(t.TempDir(), set+".jsonl")
		line := fmt.Sprintf(`{"set":%q,"id":"1","turns":[{"id":"a","at":"2026-03-02T10:00:00Z","session":1,"speaker":"Sam","role":"user","text":"Ana lives in Porto."},`+
			`{"id":"b","at":"2026-03-02T10:01:00Z","session":1,"speaker":"Sam","role":"user","text":"The boiler is broken."}],`+
			`"questions":[{"text":"Where does Ana live?","category":"one","evidence":["a"]}]}`+"\n", set)
		if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	for _, args := range [][]string{
		{"--data", files[0], files[1]},
		{"--data", files[0], "--data", files[1]},
		{"--data", files[0] + "," + files[1]},
	} {
		c := citadel(t, newHome(t), "", append([]string{"eval", "recall", "--json"}, args...)...)
		var told struct {
			Sets []struct {
				Set string
				R10 float64
			}
		}
		if err := json.Unmarshal([]byte(c.out), &told); err != nil || c.code != 0 {
			t.Fatalf("%q: %v: %+v", args, err, c)
		}
		var sets []string
		for _, s := range told.Sets {
			sets = append(sets, s.Set)
			if s.R10 != 1 {
				t.Errorf("%q: %s finds %v of what there is", args, s.Set, s.R10)
			}
		}
		if !slices.Equal(sets, []string{"harbour", "orchard"}) {
			t.Errorf("%q: sets %q", args, sets)
		}
	}
}
