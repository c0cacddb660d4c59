package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What the README promises a newcomer: something said is known after a restart.
func TestANewcomerIsRemembered(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "My sister Ana moved to Porto in March to open a bakery.\n")
	c := citadel(t, home, "Where does Ana live?\n")
	if c.code != 0 || !strings.Contains(c.out, "Porto") || !strings.Contains(c.out, "bakery") {
		t.Errorf("after a restart: %+v", c)
	}
	if c = citadel(t, home, "Where does Ana live?\n", "--json"); !strings.Contains(c.out, `"by":"procedure:recall"`) {
		t.Errorf("who answered: %s", c.out)
	}
}

// What was forgotten is in no file of the home, journals and free pages included, though
// it was in an answer, a loop, a rule, a reminder, a file that came with a message and two
// checkpoints; the rest is there.
func TestForgottenWordsAreInNoFile(t *testing.T) {
	home := newHome(t)
	const secret = "Zanzibar"
	notes := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(notes, []byte("The keeper of the lighthouse of "+secret+" is called Asha.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	citadel(t, home, strings.Join([]string{
		"/image " + notes + " notes from the harbour",
		"always mention " + secret,
		"remind me tomorrow at 9 to call " + secret,
		"I'll write to " + secret + " by Friday",
		"remember the " + secret + " account",
		"the mill closes at noon",
		"what do you know about " + secret + "?",
	}, "\n")+"\n")
	if where := holding(t, home, secret); len(where) == 0 {
		t.Fatal("no file holds the words before they are forgotten: the test sees nothing")
	}
	if c := citadel(t, home, "forget "+secret+"\n"); !strings.Contains(c.out, "Nothing is forgotten yet") {
		t.Errorf("by words alone: %s", c.out)
	}
	if n := len(sealed(t, home)); n != 1 {
		t.Fatalf("%d files are kept, want the one that came", n)
	}
	named := regexp.MustCompile(`"seq":([0-9]+).*"kind":"(?:heard|post.queued|attached)"`)
	for range 3 { // looking says the words again, so what was said meanwhile is looked at too
		var handles []string
		for _, m := range named.FindAllStringSubmatch(citadel(t, home, "", "ledger", "export").out, -1) {
			handles = append(handles, "m"+m[1])
		}
		c := citadel(t, home, "show "+strings.Join(handles, "\nshow ")+"\n", "--json")
		forget := []string{"ledger", "forget", "--yes"}
		for i, line := range strings.Split(strings.TrimSpace(c.out), "\n") {
			if strings.Contains(line, secret) {
				forget = append(forget, handles[i])
			}
		}
		if len(forget) > 3 {
			if c := citadel(t, home, "", forget...); c.code != 0 {
				t.Fatalf("%v: %+v", forget, c)
			}
		}
	}
	if where := holding(t, home, secret); len(where) > 0 {
		t.Errorf("%q is still in %v", secret, where)
	}
	c := citadel(t, home, "find mill\nrules\nreminders\nloops\nmemories\n")
	if left := sealed(t, home); len(left) > 0 {
		t.Errorf("files that nothing opens any more are still kept: %v", left)
	}
	if strings.Contains(c.out, secret) || !strings.Contains(c.out, "the mill closes at noon") {
		t.Errorf("afterwards: %s", c.out)
	}
	if c = citadel(t, home, "", "ledger", "verify"); c.code != 0 || !regexp.MustCompile(`[0-9]+ forgotten as [0-9]+ receipts? of it say`).MatchString(c.out) {
		t.Errorf("the chain: %+v", c)
	}
	if c = citadel(t, home, "", "ledger", "rebuild", "--verify"); c.code != 0 {
		t.Errorf("the state: %+v", c)
	}
}

// sealed lists the files that came with messages and are kept.
func sealed(t *testing.T, home string) (names []string) {
	t.Helper()
	in, err := os.ReadDir(filepath.Join(home, "files"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, f := range in {
		names = append(names, f.Name())
	}
	return names
}

// holding lists the files of a folder that hold some words.
func holding(t *testing.T, folder, words string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(words)) {
			files = append(files, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// An export goes into an empty home, whole, and only there.
func TestExportAndImport(t *testing.T) {
	home, other := newHome(t), newHome(t)
	citadel(t, home, "My sister Ana moved to Porto in March.\nremember the gate code is blue\n")
	head := regexp.MustCompile(`Head: .*`)
	file := filepath.Join(t.TempDir(), "export.jsonl")
	if c := citadel(t, home, "", "ledger", "export", file); c.code != 0 {
		t.Fatalf("export: %+v", c)
	}
	was := head.FindString(citadel(t, home, "", "ledger", "verify").out)
	c := citadel(t, other, "", "ledger", "import", file)
	if c.code != 0 || head.FindString(c.out) != was {
		t.Fatalf("import: %+v, want %s", c, was)
	}
	if c = citadel(t, other, "Where does Ana live?\n"); !strings.Contains(c.out, "Porto") {
		t.Errorf("the imported mind: %+v", c)
	}
	if c = citadel(t, other, "", "ledger", "import", file); c.code == 0 {
		t.Errorf("into a home that has a ledger: %+v", c)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	third := newHome(t)
	if c = citadel(t, third, string(b[:len(b)/2]), "ledger", "import"); c.code == 0 {
		t.Errorf("half an export: %+v", c)
	}
	if _, err := os.Stat(filepath.Join(third, "ledger.db")); err == nil {
		t.Error("half an export left a ledger")
	}
}

// A ledger that lost its anchor is taken up, and that it did is told for ever after.
func TestALostAnchorIsTold(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "hello\n")
	citadel(t, home, "hello again\n")
	if c := citadel(t, home, "", "ledger", "verify"); strings.Contains(c.out, "without an anchor") {
		t.Fatalf("nothing was lost: %s", c.out)
	}
	if err := os.Remove(filepath.Join(home, "head")); err != nil {
		t.Fatal(err)
	}
	citadel(t, home, "and again\n")
	citadel(t, home, "and once more\n")
	if c := citadel(t, home, "", "ledger", "verify"); c.code != 0 || !strings.Contains(c.out, "it was started without an anchor") {
		t.Errorf("after the loss: %+v", c)
	}
}

// A bare "yes" under a preview of forgetting forgets nothing, and says what would.
func TestYesForgetsNothing(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "the garage code is taped to the door\n")
	handle := regexp.MustCompile("`(m[0-9]+)`").FindStringSubmatch(citadel(t, home, "find garage\n").out)
	if handle == nil {
		t.Fatal("the message has no handle")
	}
	for _, yes := range []string{"yes", "ok", "do it"} {
		c := citadel(t, home, "forget "+handle[1]+"\n"+yes+"\n")
		if !strings.Contains(c.out, "`forget "+handle[1]+" now`") {
			t.Errorf("%q is answered: %s", yes, c.out)
		}
		if c = citadel(t, home, "show "+handle[1]+"\n"); !strings.Contains(c.out, "taped to the door") {
			t.Errorf("after %q: %s", yes, c.out)
		}
	}
}
