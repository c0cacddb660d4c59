package ledger

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"citadel/memory/event"
)

// Anchor remembers the head outside the store, so that a truncated end is seen.
type Anchor interface {
	// Save replaces what is remembered. It need not survive a loss of power: an anchor
	// older than the ledger is what a crash leaves, and is no alarm.
	Save(h Head) error
	// Load gives what is remembered, or ErrNoAnchor.
	Load() (Head, error)
}

// Errors of Load.
var (
	ErrNoAnchor      = errors.New("there is no anchor") // nothing was ever saved
	ErrAnchorDamaged = errors.New("the anchor is damaged")
)

// FileAnchor is a file of one line, "seq hash", as wide for every head, so that Save
// overwrites it in place. Renaming a new file into place each time was measured: it more
// than halves how many events a second become durable, because the file system writes out
// a file that replaces another; a line shorter than a sector is never torn.
type FileAnchor struct {
	Path string

	file *os.File // opened by the first Save, for the life of the process
}

var _ Anchor = (*FileAnchor)(nil)

// Save writes the file.
func (f *FileAnchor) Save(h Head) error {
	if f.file == nil {
		file, err := os.OpenFile(f.Path, os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		f.file = file
	}
	_, err := f.file.WriteAt(fmt.Appendf(nil, "%020d %s\n", h.Seq, h.Hash), 0)
	return err
}

// Load reads the file. An empty file, or one of zeros, is what a loss of power can leave:
// ErrNoAnchor. A file that is damaged otherwise is an error that says so: deleting it is
// safe, at the price of not seeing a truncation that happened before.
func (f *FileAnchor) Load() (Head, error) {
	b, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return Head{}, ErrNoAnchor
	}
	if err != nil {
		return Head{}, err
	}
	line := strings.Trim(string(b), "\x00\n")
	if line == "" {
		return Head{}, ErrNoAnchor
	}
	number, digits, _ := strings.Cut(line, " ")
	seq, err := strconv.ParseUint(number, 10, 63)
	hash, err2 := hex.DecodeString(digits)
	if err != nil || err2 != nil || len(hash) != len(Hash{}) {
		return Head{}, fmt.Errorf("%w: %s", ErrAnchorDamaged, f.Path)
	}
	return Head{Seq: event.Seq(seq), Hash: Hash(hash)}, nil
}
