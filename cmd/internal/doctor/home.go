package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
)

// folder looks at the home itself.
func (x *examination) folder(context.Context) Finding {
	info, err := os.Stat(x.Home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ok("There is no home yet. The first run of `citadel` makes it.")
	case err != nil:
		return fail("It cannot be looked at: "+reason(err)+". What lies in it was not examined.",
			"Run this as the user whose home it is, or name another folder with --home.")
	case !info.IsDir():
		return fail("It is not a folder.", "Move that file away, or name another folder with --home.")
	}
	x.there = true
	x.closed = info.Mode().Perm()&0o077 == 0
	if _, err := os.ReadDir(x.Home); err != nil {
		return fail("It cannot be read: "+reason(err)+". What lies in it was not examined.",
			"Run this as the user whose home it is, or name another folder with --home.")
	}
	x.readable, x.owner = true, owner(info)
	switch mode := info.Mode().Perm(); {
	case x.owner != x.User:
		return fail(fmt.Sprintf("It belongs to user %d, and you are user %d.", x.owner, x.User),
			"Run citadel as that user, or make the home yours: chown -R.")
	case !x.closed:
		return fail(fmt.Sprintf("Other users of this machine may open it: its permissions are %04o.", mode),
			"Close it: chmod 700 "+x.Home)
	case mode != 0o700:
		return fail(fmt.Sprintf("You may not write to it: its permissions are %04o.", mode), "Open it to yourself: chmod 700 "+x.Home)
	}
	return ok("It is yours, and nobody else may open it.")
}

// mostNamed is how many files of one kind are named.
const mostNamed = 5

// files looks at the permissions of what lies in the home.
func (x *examination) files(context.Context) Finding {
	var open, foreign []string
	n := 0
	err := filepath.WalkDir(x.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == x.Home {
			return err
		}
		info, err := os.Stat(path) // of what a link leads to
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone meanwhile: a running citadel tidies up
		}
		if err != nil {
			return err
		}
		if !info.IsDir() {
			n++
		}
		name, _ := filepath.Rel(x.Home, path)
		if owner(info) != x.owner {
			foreign = append(foreign, name)
		}
		if info.Mode().Perm()&0o077 != 0 {
			open = append(open, name)
		}
		return nil
	})
	switch {
	case err != nil:
		return fail("They cannot all be looked at: "+reason(err)+".", "Give them back to yourself: chown -R and chmod -R u+rwX.")
	case len(foreign) > 0:
		return fail("Not of the user to whom the home belongs: "+few(foreign)+". Citadel may be unable to write there.", "Give them to the user who runs citadel: chown.")
	case len(open) > 0 && x.closed:
		return look("Others could read "+few(open)+" if the home were ever opened.", "Close what is in it: chmod -R go= "+x.Home)
	case len(open) > 0:
		return fail("Other users of this machine can read "+few(open)+".", "Close what is in it: chmod -R go= "+x.Home)
	case n == 0:
		return ok("The home is empty.")
	}
	return ok(phrase.Count(n, "file") + ", readable by you alone.")
}

// few names the first of some files and counts the rest.
func few(names []string) string {
	if rest := len(names) - mostNamed; rest > 0 {
		return strings.Join(names[:mostNamed], ", ") + fmt.Sprintf(" and %d more", rest)
	}
	return strings.Join(names, ", ")
}

// Free space below which a home is in danger, and soon will be. A day's talk needs about
// a megabyte; SQLite stops at the last byte, safely, but then nothing more is taken in.
const (
	tightSpace = 64 << 20
	smallSpace = 1 << 30
)

// space looks at what is left on the disk.
func (x *examination) space(context.Context) Finding {
	free, err := x.Free(x.Home)
	switch {
	case err != nil:
		return look("How much is free on the disk could not be found out: "+reason(err)+".", "")
	case free < tightSpace:
		return fail(size(free)+" free on the disk. When it is full, nothing more is taken in.", "Make room.")
	case free < smallSpace:
		return look(size(free)+" free on the disk.", "Make room before it runs out.")
	}
	return ok(size(free) + " free on the disk.")
}

// FreeSpace asks the system for Options.Free.
func FreeSpace(folder string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(folder, &st); err != nil {
		return 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}

// lateAlive is after how long a process that works in the home should have said so again;
// it does every minute.
const lateAlive = 5 * time.Minute

// process looks for one that works in the home.
func (x *examination) process(context.Context) Finding {
	held, err := host.Held(x.Home)
	if err != nil {
		return fail("Whether one is running could not be found out: "+reason(err)+".", "Give the file `"+host.LockName+"` back to yourself, or delete it while no citadel runs.")
	}
	x.held = held
	alive := host.Alive(x.Home)
	late := x.Now().Sub(alive)
	switch {
	case held && alive.IsZero():
		return ok("One works in this home. I only read beside it.")
	case held && late > lateAlive:
		return look("One holds this home, but last said that it lives at "+x.moment(alive)+". I only read beside it.",
			"It may be an import or a rebuild. If not, it hangs: stop it and start it again; nothing acknowledged is lost.")
	case held:
		return ok("One is running in this home. I only read beside it.")
	case alive.IsZero():
		return ok("None is running, and none ever was.")
	}
	return ok("None is running. The last one was alive at " + x.moment(alive) + ".")
}

func owner(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}

// reason is why a file could not be used, without the operation and the path.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// size writes a number of bytes for people.
func size(n uint64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return phrase.Count(int(n), "byte")
}
