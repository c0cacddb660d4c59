package files

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"citadel/tools"
)

// chosen is a folder "notes" that may be written, and one "books" that may not.
func chosen(t *testing.T, files map[string]string) (tools.Set, string) {
	t.Helper()
	home := t.TempDir()
	for _, d := range []string{"notes/sub", "books", "out"} {
		if err := os.MkdirAll(filepath.Join(home, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := New(Settings{[]Folder{{"notes", filepath.Join(home, "notes"), true}, {"books", filepath.Join(home, "books"), false}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	set, err := tools.NewSet(f.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	return set, home
}

func run(t *testing.T, set tools.Set, name string, in any) (tools.Result, *tools.Failure) {
	t.Helper()
	tool, found := set.Find(name)
	if !found {
		t.Fatalf("no %s", name)
	}
	args, _ := json.Marshal(in)
	got, err := tool.Run(t.Context(), args)
	var failure *tools.Failure
	if err != nil && !errors.As(err, &failure) {
		t.Fatalf("not worded: %v", err)
	}
	return got, failure
}

func TestReadingListingFinding(t *testing.T) {
	long := strings.Repeat("ü", maxRead)
	set, _ := chosen(t, map[string]string{"notes/plan.md": "Bake rye\non Friday", "notes/.env": "KEY=1", "notes/sub/long.txt": long, "notes/bin": "a\x00b", "notes/latin": "caf\xe9", "notes/k.txt": "-----BEGIN PRIVATE KEY-----\nMIIC"})
	if got, failure := run(t, set, "files_read", readArgs{Path: "notes/plan.md"}); failure != nil || got.Text != "Bake rye\non Friday" || got.Of != 0 || len(got.Sources) != 1 || got.Sources[0].On.IsZero() {
		t.Errorf("%+v, %v", got, failure)
	}
	if got, failure := run(t, set, "files_list", listArgs{Path: "notes"}); failure != nil || !strings.Contains(got.Text, `"plan.md" 18 bytes`) || !strings.Contains(got.Text, `"sub"/`) || strings.Contains(got.Text, ".env") || len(got.Sources) != 1 {
		t.Errorf("%+v, %v", got, failure)
	}
	if got, failure := run(t, set, "files_find", findArgs{"FRIDAY on"}); failure != nil || got.Text != "\"notes/plan.md\" line 2: on Friday\n" || len(got.Sources) != 1 {
		t.Errorf("%+v, %v", got, failure)
	}
	whole := ""
	for len(whole) < len(long) {
		got, failure := run(t, set, "files_read", readArgs{Path: "notes/sub/long.txt", From: int64(len(whole))})
		if failure != nil || got.Of != len(long) || got.Text == "" {
			t.Fatalf("%d of %d, %v", len(got.Text), got.Of, failure)
		}
		whole += got.Text
	}
	if whole != long {
		t.Error("the parts are not the whole")
	}
	for _, bad := range []string{"notes/bin", "notes/latin", "notes/k.txt"} {
		if _, failure := run(t, set, "files_read", readArgs{Path: bad}); failure == nil || failure.Reason != tools.Garbled {
			t.Errorf("%s: %v", bad, failure)
		}
	}
	if got, failure := run(t, set, "files_read", readArgs{Path: "notes/k.txt", From: 27}); failure == nil {
		t.Errorf("the rest of a key: %q", got.Text)
	}
}

func TestNothingLeadsOut(t *testing.T) {
	set, home := chosen(t, map[string]string{"out/secret.txt": "canary", "notes/.env": "canary", "notes/server.PEM": "canary", "notes/id_rsa.old": "canary"})
	for link, to := range map[string]string{"away": filepath.Join(home, "out"), "one.txt": "../out/secret.txt", "env.txt": ".env", "here": "sub"} {
		if err := os.Symlink(to, filepath.Join(home, "notes", link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(home, "notes", "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{
		"notes/../out/secret.txt", "notes/away/secret.txt", "notes/one.txt", "notes/env.txt", "notes/.env", "notes/server.PEM",
		"notes/id_rsa.old", "notes/.git/config", "notes//etc/passwd", "/etc/passwd", "..", "notes/pipe", "notes", "", "notes/a\x00b",
	} {
		if got, failure := run(t, set, "files_read", readArgs{Path: p}); failure == nil {
			t.Errorf("%q is read: %q", p, got.Text)
		}
		if _, failure := run(t, set, "files_write", writeArgs{p, "x"}); failure == nil {
			t.Errorf("%q is written", p)
		}
		if _, failure := run(t, set, "files_replace", replaceArgs{p, "x", 6}); failure == nil {
			t.Errorf("%q is replaced", p)
		}
	}
	if got, failure := run(t, set, "files_find", findArgs{"canary"}); failure != nil || got.Text != "Nothing was found.\n" {
		t.Errorf("%+v, %v", got, failure)
	}
	if got, _ := os.ReadFile(filepath.Join(home, "out/secret.txt")); string(got) != "canary" {
		t.Errorf("%q", got)
	}
}

func TestWritingIsReadBack(t *testing.T) {
	set, home := chosen(t, map[string]string{"notes/old.md": "12345"})
	write, _ := set.Find("files_write")
	replace, _ := set.Find("files_replace")
	if write.Class != tools.World || write.Stakes.Has(tools.Deletes) || !replace.Stakes.Has(tools.Deletes) {
		t.Error("classes and stakes")
	}
	args, _ := json.Marshal(writeArgs{"notes/new.md", "words"})
	if found, err := write.Check(t.Context(), args, tools.Result{}); err != nil || found.Holds {
		t.Errorf("before: %+v, %v", found, err)
	}
	if _, err := write.Run(t.Context(), args); err != nil {
		t.Fatal(err)
	}
	if found, err := write.Check(t.Context(), args, tools.Result{}); err != nil || !found.Holds {
		t.Errorf("after: %+v, %v", found, err)
	}
	if _, failure := run(t, set, "files_write", writeArgs{"notes/old.md", "x"}); failure == nil || failure.Reason != tools.Invalid {
		t.Errorf("overwritten: %v", failure)
	}
	if _, failure := run(t, set, "files_replace", replaceArgs{"notes/old.md", "x", 4}); failure == nil || failure.Reason != tools.Invalid {
		t.Errorf("another size: %v", failure)
	}
	if _, failure := run(t, set, "files_write", writeArgs{"books/new.md", "x"}); failure == nil || failure.Reason != tools.Forbidden {
		t.Errorf("read-only: %v", failure)
	}
	in := replaceArgs{"notes/old.md", "1234567", 5}
	args, _ = json.Marshal(in)
	if facts := replace.Card(args).Facts; !slices.Contains(facts, "Size now: 5 bytes, all lost") || !slices.Contains(facts, "New size: 7 bytes") {
		t.Errorf("card %q", facts)
	}
	if _, failure := run(t, set, "files_replace", in); failure != nil {
		t.Fatal(failure)
	}
	if found, err := replace.Check(t.Context(), args, tools.Result{}); err != nil || !found.Holds {
		t.Errorf("%+v, %v", found, err)
	}
	if left, _ := os.ReadDir(filepath.Join(home, "notes")); len(left) != 3 {
		t.Errorf("%v is left", left)
	}
	os.WriteFile(filepath.Join(home, "notes/old.md"), []byte("other"), 0o600)
	if found, err := replace.Check(t.Context(), args, tools.Result{}); err != nil || found.Holds {
		t.Errorf("changed: %+v, %v", found, err)
	}
}

func FuzzReadable(f *testing.F) {
	f.Add([]byte("\xbc words ü\xc3"), true, true)
	f.Fuzz(func(t *testing.T, part []byte, before, after bool) {
		if text, ok := readable(part, before, after); ok && (!utf8.ValidString(text) || len(text)+6 < len(part)) {
			t.Fatalf("%q of %q", text, part)
		}
	})
}
