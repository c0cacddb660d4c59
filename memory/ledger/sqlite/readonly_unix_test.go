//go:build unix

package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// nobody is a user to whom permissions apply; to root they do not.
const nobody = 65534

// unprivileged runs the named test again in a process that permissions apply to, with
// dir in its environment, and says whether this is that process.
func unprivileged(t *testing.T, dir string) (string, bool) {
	t.Helper()
	const key = "CITADEL_TEST_FOLDER"
	if dir := os.Getenv(key); dir != "" {
		if os.Getuid() == 0 {
			if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
				t.Fatal(err)
			}
		}
		return dir, true
	}
	for _, open := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(open, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	child.Env = append(os.Environ(), key+"="+dir)
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
	return dir, false
}

func TestReadOnlyFolder(t *testing.T) {
	dir := ""
	if os.Getenv("CITADEL_TEST_FOLDER") == "" {
		dir = t.TempDir()
		for _, part := range []string{"closed", "with"} {
			if err := os.Mkdir(filepath.Join(dir, part), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		m := openMind(t, filepath.Join(dir, "with", "mind.db"))
		m.live(1)
		m.Close()
		for _, part := range []string{"with/mind.db", "with", "closed"} {
			if err := os.Chmod(filepath.Join(dir, part), 0o555); err != nil {
				t.Fatal(err)
			}
		}
		defer os.Chmod(filepath.Join(dir, "closed"), 0o755)
		defer os.Chmod(filepath.Join(dir, "with"), 0o755)
	}
	dir, child := unprivileged(t, dir)
	if !child {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, "closed", "x"), nil, 0o600); err == nil {
		t.Fatal("the folder can be written, so the test shows nothing")
	}
	if _, err := os.Stat(filepath.Join(dir, "with", "mind.db")); err != nil {
		t.Fatal("the folder cannot be seen, so the test shows nothing: ", err)
	}
	for _, path := range []string{"closed/mind.db", "with/mind.db"} {
		s, err := sqlite.Open(t.Context(), filepath.Join(dir, path))
		if !errors.Is(err, ledger.ErrReadOnly) {
			t.Errorf("%s: %v, want ErrReadOnly", path, err)
		}
		if s != nil {
			s.Close()
		}
	}
}

// A disk that refuses to grow: the limit on a file's size stands in for it.
func TestFileSizeLimit(t *testing.T) {
	dir := ""
	if os.Getenv("CITADEL_TEST_FOLDER") == "" {
		dir = t.TempDir()
	}
	dir, child := unprivileged(t, dir)
	if !child {
		return
	}
	m := openMind(t, filepath.Join(dir, "mind.db"))
	m.live(3)
	limit := func(cur uint64) {
		t.Helper()
		var l syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
			t.Fatal(err)
		}
		l.Cur = min(cur, l.Max)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
			t.Fatal(err)
		}
	}
	limit(200 << 10)
	head := m.Head()
	var err error
	for i := 0; err == nil && i < 200; i++ {
		head = m.Head()
		err = m.hear(fmt.Sprintf("%3000d", i))
	}
	if !errors.Is(err, ledger.ErrNoSpace) {
		t.Errorf("%v, want ErrNoSpace", err)
	}
	if rep := m.verified(); rep.Head != head || m.Head() != head {
		t.Errorf("the file ends at %d, the log at %d, want %d", rep.Head.Seq, m.Head().Seq, head.Seq)
	}
	limit(1 << 40)
	m.live(2)
	m.verified()
	m.Close()
	m = openMind(t, filepath.Join(dir, "mind.db"))
	if rep := m.verified(); rep.Head.Seq != head.Seq+4 {
		t.Errorf("opened again it ends at %d, want %d", rep.Head.Seq, head.Seq+4)
	}
}
