package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"citadel/memory/ledger"
)

// Home is the folder that holds everything local, held by this process alone.
type Home struct {
	Path string
	lock *os.File
}

// ErrHeld: another process works in this home.
var ErrHeld = errors.New("another citadel is running in this home")

// LockHome makes the folder if need be, readable by its owner only, and takes it for
// writing. A second process gets ErrHeld, one that may not write ledger.ErrReadOnly;
// readers need no lock.
func LockHome(path string) (*Home, error) {
	f, err := makeHome(path)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		err = fmt.Errorf("%w: %w", ledger.ErrReadOnly, err)
	}
	if err != nil {
		return nil, fmt.Errorf("home: %w", err)
	}
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, errors.Join(ErrHeld, f.Close())
	case err != nil:
		return nil, fmt.Errorf("home: lock: %w", errors.Join(err, f.Close()))
	}
	return &Home{Path: path, lock: f}, nil
}

// makeHome makes the folder and opens its lock.
func makeHome(path string) (*os.File, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o700); err != nil { //nolint:gosec // a directory needs the x
		return nil, err
	}
	return os.OpenFile(filepath.Join(path, LockName), os.O_CREATE|os.O_RDWR, 0o600)
}

// Held says whether a process works in a home, without waiting for it. A home that is
// not there is not held. To find out it takes the lock for an instant: a process that
// starts just then is told that another one runs, and has to be started again.
func Held(path string) (bool, error) {
	f, err := os.Open(filepath.Join(path, LockName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("home: %w", err)
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("home: %w", err)
	}
	return false, nil
}

// Close lets go of the home.
func (h *Home) Close() error { return h.lock.Close() }

// Alive is when a process last said that it lived in a home; zero if none ever did.
func Alive(path string) time.Time {
	b, err := os.ReadFile(filepath.Join(path, AliveName))
	if err != nil {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, string(b))
	if err != nil {
		return time.Time{}
	}
	return t
}

// aliveEvery is how exactly an outage can be dated afterwards.
const aliveEvery = time.Minute

// keepAlive says once a minute that this process lives, so that the next one can tell
// from when on nobody was there.
func (h *Home) keepAlive(ctx context.Context, now func() time.Time) error {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		// Failing to say so is not worth dying for.
		_ = os.WriteFile(filepath.Join(h.Path, AliveName), []byte(now().UTC().Format(time.RFC3339)), 0o600)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
