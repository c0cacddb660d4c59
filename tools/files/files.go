// Package files reads and writes text in folders that the principal chose.
//
// A folder is opened once and everything happens inside it (os.Root), so that neither ".." nor a
// link leads out. Links are not followed inside either, and what is hidden or named like a key is
// not there: a link to it would be another name for it. Names of files are strangers' words as
// much as what is in them.
//
// To make a file and to replace one are two tools, as the second loses what was there and is
// therefore asked for whatever the policy says. It names the size of what it replaces, so that the
// principal approves of losing just that.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"citadel/tools"
)

// Folder is one that may be read.
type Folder struct {
	Name  string // the first part of the paths in it
	Path  string // where it is on this machine
	Write bool   // whether files may be written there
}

// Settings are the folders that were chosen.
type Settings struct{ Folders []Folder }

// Files are those folders. It is safe for concurrent use.
type Files struct{ folders []folder }

type folder struct {
	Folder
	root *os.Root
}

// New opens folders, which Close closes. The error names the first that cannot be used.
func New(s Settings) (*Files, error) {
	f := &Files{}
	for _, each := range s.Folders {
		_, twice := f.folder(each.Name)
		if twice || each.Name == "" || strings.ContainsAny(each.Name, "/\\\n") || secret(each.Name) {
			f.Close()
			return nil, fmt.Errorf("files: %q names no folder, or two", each.Name)
		}
		root, err := os.OpenRoot(each.Path)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("files: folder %s: %w", each.Name, err)
		}
		f.folders = append(f.folders, folder{each, root})
	}
	return f, nil
}

// Close lets go of the folders.
func (f *Files) Close() error {
	var all []error
	for _, each := range f.folders {
		all = append(all, each.root.Close())
	}
	return errors.Join(all...)
}

func (f *Files) folder(name string) (folder, bool) {
	i := slices.IndexFunc(f.folders, func(d folder) bool { return d.Name == name })
	if i < 0 {
		return folder{}, false
	}
	return f.folders[i], true
}

// place is a path inside a folder.
type place struct {
	folder
	full   string // as it is asked for
	inside string // below the folder; "." is the folder itself
}

// at finds where a path leads. The error is a *tools.Failure.
func (f *Files) at(full string) (place, error) {
	full = strings.TrimSuffix(full, "/")
	name, inside, below := strings.Cut(full, "/")
	if !below {
		inside = "."
	}
	d, found := f.folder(name)
	switch {
	case !found:
		return place{}, &tools.Failure{Reason: tools.Missing, Text: fmt.Sprintf("There is no folder %q. There are: %s.", name, f.names())}
	case !fs.ValidPath(inside) || strings.ContainsAny(inside, "\\\x00"):
		return place{}, &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf("%q is no path inside a folder.", full)}
	}
	p := place{d, full, inside}
	walked := ""
	for part := range strings.SplitSeq(inside, "/") {
		if part != "." && secret(part) {
			return place{}, &tools.Failure{Reason: tools.Forbidden, Text: fmt.Sprintf("%q is hidden or named like a key; such files are not opened.", full)}
		}
		walked = path.Join(walked, part)
		if info, err := d.root.Lstat(walked); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return place{}, &tools.Failure{Reason: tools.Forbidden, Text: fmt.Sprintf("%q is a link or leads over one; links are not followed.", full)}
		}
	}
	return p, nil
}

func (f *Files) names() string {
	var names []string
	for _, d := range f.folders {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

// keys are names and ends of names of what opens doors, in small letters.
var (
	keyNames = []string{"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "authorized_keys", "credentials", "secrets", "passwords", "shadow", "token", "tokens"}
	keyEnds  = []string{".pem", ".key", ".p12", ".pfx", ".kdbx", ".kdb", ".jks", ".keystore", ".ppk", ".gpg", ".asc", ".age", ".env", ".ovpn"}
)

// secret says whether a name is hidden or like that of a key.
func secret(name string) bool {
	name = strings.ToLower(strings.TrimRight(name, " ."))
	stem, _, _ := strings.Cut(name, ".")
	return name == "" || name[0] == '.' || slices.Contains(keyNames, stem) ||
		slices.ContainsFunc(keyEnds, func(end string) bool { return strings.HasSuffix(name, end) })
}

// open opens a file for reading, and gives what it is. The error is a *tools.Failure.
func (p place) open() (*os.File, fs.FileInfo, error) {
	// What is no file, such as a pipe, must not keep us waiting.
	file, err := p.root.OpenFile(p.inside, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, p.failed(err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf("%q is no file.", p.full)}
	}
	if named, e := p.root.Lstat(p.inside); err == nil && (e != nil || !os.SameFile(info, named)) {
		err = &tools.Failure{Reason: tools.Forbidden, Text: fmt.Sprintf("%q was exchanged while it was opened.", p.full)}
	}
	if err != nil {
		file.Close()
		return nil, nil, p.failed(err)
	}
	return file, info, nil
}

// failed words an error of the file system; one that is worded stays.
func (p place) failed(err error) error {
	var worded *tools.Failure
	switch {
	case errors.As(err, &worded):
		return worded
	case errors.Is(err, fs.ErrNotExist):
		return &tools.Failure{Reason: tools.Missing, Text: fmt.Sprintf("There is no %q.", p.full), Err: err}
	case errors.Is(err, fs.ErrExist):
		return &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf("%q is there already; files_replace replaces it.", p.full), Err: err}
	case errors.Is(err, fs.ErrPermission):
		return &tools.Failure{Reason: tools.Forbidden, Text: fmt.Sprintf("%q may not be opened by this program.", p.full), Err: err}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: fmt.Sprintf("%q cannot be opened.", p.full), Err: err}
}
