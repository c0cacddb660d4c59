package files_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"citadel/memory/files"
)

func TestPutAndGet(t *testing.T) {
	s := &files.Store{Dir: filepath.Join(t.TempDir(), "a", "files")}
	if _, err := s.Get(strings.Repeat("0", 64), strings.Repeat("0", 64)); !errors.Is(err, files.ErrMissing) {
		t.Errorf("from a folder that is not there: %v", err)
	}
	if n, err := s.Sweep(func(string) bool { return false }); n != 0 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	for _, plain := range [][]byte{nil, []byte("hello"), bytes.Repeat([]byte{7}, 1<<20)} {
		name, key, err := s.Put(plain)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Get(name, key)
		if err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes came back as %d, %v", len(plain), len(got), err)
		}
		again, other, err := s.Put(plain)
		if err != nil || again == name || other == key {
			t.Errorf("the same twice is %s, %s and %s, %s, %v", name, key, again, other, err)
		}
		if _, err := s.Get(name, other); !errors.Is(err, files.ErrDamaged) {
			t.Errorf("with another's key: %v", err)
		}
	}
	if _, _, err := s.Put(make([]byte, files.Max+1)); !errors.Is(err, files.ErrTooLong) {
		t.Errorf("too long: %v", err)
	}
}

func TestDamage(t *testing.T) {
	s := &files.Store{Dir: t.TempDir()}
	name, key, err := s.Put([]byte("hello"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.Dir, name)
	sealed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(sealed)
	flipped[len(flipped)-1] ^= 1
	for what, content := range map[string][]byte{"a flipped bit": flipped, "cut": sealed[:len(sealed)-1], "short": sealed[:5], "nothing": nil} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(name, key); !errors.Is(err, files.ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := os.Truncate(path, files.Max+1000); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(name, key); !errors.Is(err, files.ErrDamaged) {
		t.Errorf("grown: %v", err)
	}
	if _, err := s.Get(name, "no key"); !errors.Is(err, files.ErrDamaged) {
		t.Errorf("without a key: %v", err)
	}
	for _, odd := range []string{"", ".", "..", "../" + name, "/etc/passwd", name + "/", strings.ToUpper(name[:63]) + "G"} {
		if _, err := s.Get(odd, key); !errors.Is(err, files.ErrMissing) {
			t.Errorf("%q: %v", odd, err)
		}
	}
}

func TestSweep(t *testing.T) {
	s := &files.Store{Dir: t.TempDir()}
	keep, _, err := s.Put([]byte("keep"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Put([]byte("drop")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".new-123", "README"} {
		if err := os.WriteFile(filepath.Join(s.Dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(s.Dir, strings.Repeat("a", 64)), 0o700); err != nil {
		t.Fatal(err)
	}
	gone, err := s.Sweep(func(name string) bool { return name == keep })
	if err != nil || gone != 2 {
		t.Errorf("%d are gone, %v", gone, err)
	}
	left, err := os.ReadDir(s.Dir)
	if err != nil || len(left) != 3 || !slices.ContainsFunc(left, func(e os.DirEntry) bool { return e.Name() == keep }) {
		t.Errorf("left: %v, %v", left, err)
	}
}

// noDice gives no chance at all.
type noDice struct{}

func (noDice) Read([]byte) (int, error) { return 0, errors.New("no chance") }

func TestNothingIsKeptWithoutAKey(t *testing.T) {
	s := &files.Store{Dir: t.TempDir(), Random: noDice{}}
	if _, _, err := s.Put([]byte("x")); err == nil {
		t.Error("it is kept")
	}
	if left, err := os.ReadDir(s.Dir); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestTogether(t *testing.T) {
	s := &files.Store{Dir: filepath.Join(t.TempDir(), "files")}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			plain := bytes.Repeat([]byte{byte(i)}, 1000)
			name, key, err := s.Put(plain)
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := s.Get(name, key); err != nil || !bytes.Equal(got, plain) {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
