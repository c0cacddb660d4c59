// Package hot keeps the newest state of the folds in a fast place outside the ledger, so that
// a start has next to nothing to replay (SPEC §2.3). Nothing depends on it: what it holds is
// derived, and where it is missing, older, foreign or damaged, a start takes the checkpoint on
// the ledger's shelf instead.
//
// The place is not trusted, and may be a server that others read and write. A state is sealed
// (XChaCha20-Poly1305) with a key that lies on the ledger's shelf and nowhere else, under the
// principal, the number and the hash of the newest event in it. So nobody else can read one or
// make one, and one of another ledger, or of an event that the chain does not have, does not
// count. Forgetting drops what covers an event from the shelf, and the key covers everything:
// it goes first, and what was sealed with it, wherever copies of it are, cannot be opened any
// more. Then the state is dropped from its place, too.
package hot

import (
	"context"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"golang.org/x/crypto/chacha20poly1305"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// MaxState is the largest state that is kept, in bytes. A larger one takes longer to carry than
// a start saves by it.
const MaxState = 32 << 20

// Place keeps one value for one principal. Its methods may be called by any number of
// goroutines; none may block for longer than a few seconds.
type Place interface {
	// Put keeps a value under a number. Where one of that number or a later one is kept, it
	// changes nothing and the error is ErrNewer; where something else is, it may be ErrForeign.
	Put(ctx context.Context, seq event.Seq, value []byte) error
	// Get gives what is kept, or ErrNothing.
	Get(ctx context.Context) (seq event.Seq, value []byte, err error)
	// Drop removes what is kept, if there is anything.
	Drop(ctx context.Context) error
	// Close ends all use.
	Close() error
}

// Errors of this package.
var (
	ErrNothing = errors.New("nothing is kept there")
	ErrNewer   = errors.New("something newer is kept there")
	// ErrForeign: what is kept there was not made by this ledger, or before it forgot something.
	ErrForeign = errors.New("what is kept there does not open with the ledger's key")
	// ErrTooLarge: the state is larger than MaxState.
	ErrTooLarge = errors.New("the state is too large to be kept there")
)

// keyPlace is where the key lies on the ledger's shelf: under a number that every event comes
// before, so that any forgetting takes it along.
const keyPlace = "hot-key"

const keyCovers = math.MaxInt64

// Keeper saves and finds states. Its methods may be called by any number of goroutines.
type Keeper struct {
	place     Place
	shelf     ledger.Shelf
	principal string

	mu  sync.Mutex // held while a state is made and put; see Pause
	key []byte     // nil until it is needed, and after something was forgotten
}

// New makes a Keeper of a ledger's shelf. It takes the place over: Close closes it.
func New(place Place, shelf ledger.Shelf, principal string) *Keeper {
	return &Keeper{place: place, shelf: shelf, principal: principal}
}

// Save keeps the state that make gives, with the newest event in it. While a Pause lasts it
// waits, and make is called after it. A state that is older than the one kept there changes
// nothing, without an error.
func (k *Keeper) Save(ctx context.Context, make func() (ledger.Head, []byte, error)) (ledger.Head, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	head, state, err := make()
	if err == nil {
		err = k.save(ctx, head, state)
	}
	if err != nil {
		return ledger.Head{}, fmt.Errorf("hot: save: %w", err)
	}
	return head, nil
}

func (k *Keeper) save(ctx context.Context, head ledger.Head, state []byte) error {
	if len(state) > MaxState {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(state), MaxState)
	}
	aead, err := k.aead(ctx, true)
	if err != nil {
		return err
	}
	value := append(make([]byte, 0, len(head.Hash)+aead.NonceSize()+len(state)+aead.Overhead()), head.Hash[:]...)
	nonce := value[len(value) : len(value)+aead.NonceSize()]
	if _, err := io.ReadFull(rand.Reader, nonce); err != nil {
		return err
	}
	value = value[:len(value)+len(nonce)]
	value = aead.Seal(value, nonce, state, k.stamp(head))
	err = k.place.Put(ctx, head.Seq, value)
	if !errors.Is(err, ErrNewer) && !errors.Is(err, ErrForeign) {
		return err
	}
	if _, _, err := k.load(ctx); !errors.Is(err, ErrForeign) {
		return err
	}
	// Whoever else writes there must not keep us out.
	if err := k.place.Drop(ctx); err != nil {
		return err
	}
	return k.place.Put(ctx, head.Seq, value)
}

// Load gives the state that is kept there and the newest event in it. Whether the ledger has
// that event is for the caller to see, and to Discard it if not. The error is ErrNothing or ErrForeign where there is
// nothing to be used.
func (k *Keeper) Load(ctx context.Context) (ledger.Head, []byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	head, state, err := k.load(ctx)
	if err != nil {
		return ledger.Head{}, nil, fmt.Errorf("hot: load: %w", err)
	}
	return head, state, nil
}

func (k *Keeper) load(ctx context.Context) (head ledger.Head, state []byte, err error) {
	seq, value, err := k.place.Get(ctx)
	if err != nil {
		return head, nil, err
	}
	aead, err := k.aead(ctx, false)
	if errors.Is(err, ledger.ErrNothingKept) {
		err = ErrForeign
	}
	if err != nil {
		return head, nil, err
	}
	n := len(head.Hash)
	if len(value) < n+aead.NonceSize()+aead.Overhead() {
		return head, nil, ErrForeign
	}
	head = ledger.Head{Seq: seq, Hash: ledger.Hash(value[:n])}
	nonce, sealed := value[n:n+aead.NonceSize()], value[n+aead.NonceSize():]
	if state, err = aead.Open(nil, nonce, sealed, k.stamp(head)); err != nil {
		return ledger.Head{}, nil, ErrForeign
	}
	return head, state, nil
}

// Pause keeps states from being made until it is resumed, and waits for one that is being made.
// Whoever forgets pauses first: no state from before may be sealed with a key from after.
func (k *Keeper) Pause() (resume func()) {
	k.mu.Lock()
	return k.mu.Unlock
}

// Forget drops what is kept there. It is for whoever has paused the keeper and has had the
// ledger drop its shelf: the key is gone, and what was sealed with it with it, also where the
// place cannot be reached, which the error says.
func (k *Keeper) Forget(ctx context.Context) error {
	k.key = nil
	if err := k.place.Drop(ctx); err != nil {
		return fmt.Errorf("hot: forget: %w", err)
	}
	return nil
}

// Discard drops what is kept there: a state of events that the ledger does not have.
func (k *Keeper) Discard(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.place.Drop(ctx); err != nil {
		return fmt.Errorf("hot: discard: %w", err)
	}
	return nil
}

// Close closes the place.
func (k *Keeper) Close() error { return k.place.Close() }

// aead seals and opens with the key on the shelf, which it draws if there is none and it may.
func (k *Keeper) aead(ctx context.Context, draw bool) (cipher.AEAD, error) {
	if k.key == nil {
		_, key, err := k.shelf.Get(ctx, keyPlace)
		if errors.Is(err, ledger.ErrNothingKept) && draw || err == nil && len(key) != chacha20poly1305.KeySize {
			key = make([]byte, chacha20poly1305.KeySize)
			if _, err := io.ReadFull(rand.Reader, key); err != nil {
				return nil, err
			}
			err = k.shelf.Put(ctx, keyPlace, keyCovers, key)
		}
		if err != nil {
			return nil, err
		}
		k.key = key
	}
	return chacha20poly1305.NewX(k.key)
}

// stamp is what a state is sealed under.
func (k *Keeper) stamp(head ledger.Head) []byte {
	b := append([]byte(k.principal), 0)
	b = binary.BigEndian.AppendUint64(b, uint64(head.Seq))
	return append(b, head.Hash[:]...)
}
