package weaviate_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"citadel/deployments/test"
	"citadel/memory/store"
	"citadel/memory/store/storetest"
)

// What was removed is not found any more, by no question and no neighbour. The server's files
// hold its bytes until the server merges them, which it does when it sees fit; they are gone
// at once when the store is cleared, after which the follower fills it again without them.
func TestForgetting(t *testing.T) {
	o := options(t)
	s := open(t, o)
	canary := fmt.Sprintf("quillfeather%d", time.Now().UnixNano())
	talk := storetest.Talk(7, 1, "the parrot is asleep", "its name is "+canary, "a strange name")
	talk[1].Speaker = "Keeper " + canary
	talk[1].Kind = store.Heard
	if err := s.Put(t.Context(), talk...); err != nil {
		t.Fatal(err)
	}
	s = settled(t, o)
	if kept := holding(t, o.Principal, canary); len(kept) == 0 {
		t.Fatal("the canary is in no file before it was removed")
	}
	if err := s.Remove(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	for _, again := range []store.Store{s, settled(t, o)} {
		if _, err := again.Get(t.Context(), 2); !errors.Is(err, store.ErrUnknown) {
			t.Errorf("get: %v", err)
		}
		found, err := again.Search(t.Context(), store.Query{Text: canary, Audiences: []string{"private"}})
		if err != nil || len(found.Hits)+len(found.Named) > 0 {
			t.Errorf("found %v, %v", found, err)
		}
		for item, err := range again.All(t.Context()) {
			if err != nil || item.Seq == 2 {
				t.Errorf("walked over %v, %v", item, err)
			}
		}
	}
	t.Logf("after Remove the canary is in %d files, until the server merges them", len(holding(t, o.Principal, canary)))
	if err := s.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), talk[0], talk[2]); err != nil {
		t.Fatal(err)
	}
	settled(t, o)
	if kept := holding(t, "", canary); len(kept) > 0 {
		t.Errorf("after Clear the canary is still in %q", kept)
	}
}

// holding are the server's files, of one tenant or of all, that hold some bytes.
func holding(t *testing.T, tenant, what string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(test.Server(t, test.WeaviateData), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // moved meanwhile
		}
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && bytes.Contains(raw, []byte(what)) && (tenant == "" || bytes.Contains([]byte(path), []byte(tenant))) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
