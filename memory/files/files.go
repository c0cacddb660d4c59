// Package files keeps the bytes of what came with messages, each file sealed with a key of
// its own. The keys are not here: they lie in the ledger, so that whatever is forgotten
// there can be read no more, here or in a later copy of the folder.
//
// A file is 24 bytes of nonce and then the bytes, sealed with XChaCha20-Poly1305; the text
// "citadel file 1" is sealed with them. Its name is the hex SHA-256 of all that: it tells
// nothing of what is inside. What is being written has a name that begins with ".new-".
package files

import (
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"
)

// Max is how many bytes one file may have. A file of the folder that is larger is damaged.
const Max = 64 << 20

// Errors that callers test for.
var (
	ErrMissing = errors.New("the file is not there any more")
	ErrDamaged = errors.New("the file was changed, or its key is another's")
	ErrTooLong = errors.New("the file is longer than is kept")
)

const (
	form      = "citadel file 1"
	unwritten = ".new-"
)

// Store is the folder. Its fields are set before it is used; its methods may be called by
// any goroutine, but for Sweep: whoever sweeps sees to it that nobody puts meanwhile what he
// does not know of.
type Store struct {
	Dir    string    // made, for its owner only, when the first file is put
	Random io.Reader // of keys and nonces; crypto/rand where nil
}

// Put keeps bytes and gives the name and the key under which they are got again. They are
// on the disk when it returns. The error is ErrTooLong, or that of the file system; then
// nothing is kept. It blocks as long as the disk does.
func (s *Store) Put(plain []byte) (name, key string, err error) {
	if len(plain) > Max {
		return "", "", fmt.Errorf("files: put %d bytes: %w", len(plain), ErrTooLong)
	}
	name, key, err = s.put(plain)
	if err != nil {
		return "", "", fmt.Errorf("files: put: %w", err)
	}
	return name, key, nil
}

func (s *Store) put(plain []byte) (name, key string, err error) {
	random := s.Random
	if random == nil {
		random = rand.Reader
	}
	secret := make([]byte, chacha20poly1305.KeySize)
	sealed := make([]byte, chacha20poly1305.NonceSizeX, chacha20poly1305.NonceSizeX+len(plain)+chacha20poly1305.Overhead)
	for _, b := range [][]byte{secret, sealed} {
		if _, err := io.ReadFull(random, b); err != nil {
			return "", "", err
		}
	}
	seal, err := chacha20poly1305.NewX(secret)
	if err != nil {
		return "", "", err
	}
	sealed = seal.Seal(sealed, sealed, plain, []byte(form))
	sum := sha256.Sum256(sealed)
	name = hex.EncodeToString(sum[:])
	return name, hex.EncodeToString(secret), s.write(name, sealed)
}

// write puts a file into its place whole or not at all.
func (s *Store) write(name string, sealed []byte) (err error) {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.Dir, unwritten) // readable by its owner only
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(sealed)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), filepath.Join(s.Dir, name)); err != nil {
		return err
	}
	return s.sync()
}

// sync makes what was renamed or removed in the folder last.
func (s *Store) sync() error {
	d, err := os.Open(s.Dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Get gives the bytes kept under a name, opened with their key. The error is ErrMissing,
// ErrDamaged, or that of the file system.
func (s *Store) Get(name, key string) ([]byte, error) {
	plain, err := s.get(name, key)
	if err != nil {
		return nil, fmt.Errorf("files: get: %w", err)
	}
	return plain, nil
}

func (s *Store) get(name, key string) ([]byte, error) {
	if !named(name) {
		return nil, ErrMissing
	}
	open, err := opener(key)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(s.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = chacha20poly1305.NonceSizeX + Max + chacha20poly1305.Overhead
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most || info.Size() < chacha20poly1305.NonceSizeX {
		return nil, ErrDamaged
	}
	sealed := make([]byte, info.Size())
	if _, err := io.ReadFull(f, sealed); err != nil {
		return nil, err
	}
	nonce, body := sealed[:chacha20poly1305.NonceSizeX], sealed[chacha20poly1305.NonceSizeX:]
	plain, err := open.Open(body[:0], nonce, body, []byte(form))
	if err != nil {
		return nil, ErrDamaged
	}
	return plain, nil
}

func opener(key string) (cipher.AEAD, error) {
	secret, err := hex.DecodeString(key)
	if err != nil || len(secret) != chacha20poly1305.KeySize {
		return nil, ErrDamaged
	}
	return chacha20poly1305.NewX(secret)
}

// Sweep removes every file that keep does not want, and what was never written to its end.
// What is in the folder and is none of ours stays. It gives how many files are gone, also
// beside an error, and goes on after one.
func (s *Store) Sweep(keep func(name string) bool) (gone int, err error) {
	all, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("files: sweep: %w", err)
	}
	var errs []error
	for _, e := range all {
		ours := named(e.Name()) && !keep(e.Name()) || strings.HasPrefix(e.Name(), unwritten)
		if !ours || !e.Type().IsRegular() {
			continue
		}
		if err := os.Remove(filepath.Join(s.Dir, e.Name())); err != nil {
			errs = append(errs, err)
			continue
		}
		gone++
	}
	if gone > 0 {
		errs = append(errs, s.sync())
	}
	if err := errors.Join(errs...); err != nil {
		return gone, fmt.Errorf("files: sweep: %w", err)
	}
	return gone, nil
}

// named says whether a name is one that Put gives.
func named(name string) bool {
	return len(name) == 2*sha256.Size && strings.Trim(name, "0123456789abcdef") == ""
}
