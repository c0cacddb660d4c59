package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// nobody is an account that owns nothing.
const nobody = 65534

// A home that cannot be written is said so, whoever owns it.
func TestHomeCannotBeWritten(t *testing.T) {
	for name, prepare := range map[string]func(home string) error{
		"not there, in a folder of others": func(home string) error { return nil },
		"there, and of others":             func(home string) error { return os.Mkdir(home, 0o755) },
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			home := filepath.Join(parent, "home")
			if err := prepare(home); err != nil {
				t.Fatal(err)
			}
			for dir, mode := range map[string]os.FileMode{parent: 0o555, filepath.Dir(parent): 0o755} {
				if err := os.Chmod(dir, mode); err != nil { //nolint:gosec // others are to look in
					t.Fatal(err)
				}
			}
			if os.Getuid() == 0 { // to whom nothing is forbidden: this thread looks at files as another
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				if err := syscall.Setfsuid(nobody); err != nil {
					t.Fatal(err)
				}
				defer func() { _ = syscall.Setfsuid(0) }() // it was root's
			} else if name == "there, and of others" {
				t.Skip("only root can make a folder of others")
			}
			c := citadel(t, home, "hello\n")
			if c.code != 1 || !strings.Contains(c.err, home+" cannot be written") {
				t.Errorf("%+v", c)
			}
		})
	}
}

// A home on a medium that cannot be written, a backup for instance, can be looked at.
func TestReadingAHomeThatCannotBeWritten(t *testing.T) {
	parent := t.TempDir()
	home := filepath.Join(parent, "home")
	if c := citadel(t, home, "remember the gate code is blue\n"); c.code != 0 {
		t.Fatalf("%+v", c)
	}
	err := filepath.WalkDir(filepath.Dir(parent), func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o555)
		}
		return os.Chmod(path, 0o444)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(home, 0o700)   //nolint:errcheck // so that the test's folder can be removed
	defer os.Chmod(parent, 0o700) //nolint:errcheck
	if os.Getuid() == 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = syscall.Setfsuid(0) }()
	}
	for _, args := range [][]string{{"ledger", "verify"}, {"ledger", "rebuild", "--verify"}, {"ledger", "export"}} {
		if c := citadel(t, home, "", args...); c.code != 0 {
			t.Errorf("%v: %+v", args, c)
		}
	}
}
