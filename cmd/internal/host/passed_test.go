package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What is not from Pass, or is cut, is nothing that was said.
func FuzzPassed(f *testing.F) {
	f.Add([]byte(`{"on":"2026-11-20T09:00:00Z","text":"Ana moved to Lisbon."}`))
	f.Add([]byte(`{"on":"2026-11-20T09:00:00Z"`))
	f.Add([]byte(`{"text":""}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := parsePassed(b)
		if err == nil && (p.Text == "" || len(p.Text) > MaxPassed || p.On.IsZero()) {
			t.Fatalf("%+v", p)
		}
	})
}

// A program that leaves words without end is stopped where nobody takes them up.
func TestPassedWordsAreBounded(t *testing.T) {
	home, now := t.TempDir(), time.Unix(1, 0)
	folder := filepath.Join(home, PassedName)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range mostPassed {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Pass(home, "x", now); !errors.Is(err, ErrFull) {
		t.Errorf("%v", err)
	}
}
