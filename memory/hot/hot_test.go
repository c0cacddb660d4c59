package hot_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/hot"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// shelfPlace is a place in memory that a test can look into.
type shelfPlace struct {
	seq   event.Seq
	value []byte
	err   error // of every call, where not nil
}

func (p *shelfPlace) Put(_ context.Context, seq event.Seq, value []byte) error {
	if p.err != nil {
		return p.err
	}
	if p.value != nil && seq <= p.seq {
		return hot.ErrNewer
	}
	p.seq, p.value = seq, slices.Clone(value)
	return nil
}

func (p *shelfPlace) Get(context.Context) (event.Seq, []byte, error) {
	if p.err == nil && p.value == nil {
		return 0, nil, hot.ErrNothing
	}
	return p.seq, p.value, p.err
}

func (p *shelfPlace) Drop(context.Context) error {
	if p.err == nil {
		p.value = nil
	}
	return p.err
}

func (p *shelfPlace) Close() error { return nil }

func state(head ledger.Head, text string) func() (ledger.Head, []byte, error) {
	return func() (ledger.Head, []byte, error) { return head, []byte(text), nil }
}

func at(seq event.Seq) ledger.Head { return ledger.Head{Seq: seq, Hash: ledger.Hash{byte(seq), 7}} }

// kept checks what is found.
func kept(t *testing.T, k *hot.Keeper, head ledger.Head, text string) {
	t.Helper()
	got, data, err := k.Load(t.Context())
	if err != nil || got != head || string(data) != text {
		t.Errorf("%v, %q, %v, want %v, %q", got, data, err, head, text)
	}
}

func save(t *testing.T, k *hot.Keeper, head ledger.Head, text string) {
	t.Helper()
	if _, err := k.Save(t.Context(), state(head, text)); err != nil {
		t.Fatal(err)
	}
}

func TestKeeper(t *testing.T) {
	place, shelf := &shelfPlace{}, &inmem.Store{}
	k := hot.New(place, shelf, "me")
	if _, _, err := k.Load(t.Context()); !errors.Is(err, hot.ErrNothing) {
		t.Errorf("%v, want ErrNothing", err)
	}
	save(t, k, at(5), "a secret of five")
	kept(t, k, at(5), "a secret of five")
	if bytes.Contains(place.value, []byte("secret")) {
		t.Error("it lies there in the clear")
	}
	save(t, k, at(4), "older")
	kept(t, k, at(5), "a secret of five")
	save(t, k, at(6), "")
	kept(t, hot.New(place, shelf, "me"), at(6), "") // another process

	for name, other := range map[string]*hot.Keeper{
		"another principal": hot.New(place, shelf, "you"),
		"another ledger":    hot.New(place, &inmem.Store{}, "me"),
	} {
		if _, data, err := other.Load(t.Context()); !errors.Is(err, hot.ErrForeign) {
			t.Errorf("%s reads %q, %v", name, data, err)
		}
	}
	if _, err := k.Save(t.Context(), state(at(9), string(make([]byte, hot.MaxState+1)))); !errors.Is(err, hot.ErrTooLarge) {
		t.Errorf("%v, want ErrTooLarge", err)
	}
}

// Whatever somebody else writes there, it does not count, and does not stay.
func TestPlanted(t *testing.T) {
	place, shelf := &shelfPlace{}, &inmem.Store{}
	k := hot.New(place, shelf, "me")
	save(t, k, at(5), "ours")
	ours := *place
	planted := map[string]shelfPlace{"nothing": {seq: 9, value: []byte{}}, "another number": {seq: 6, value: ours.value}, "zeros": {seq: 1 << 62, value: make([]byte, 200)}}
	for i := range ours.value {
		value := slices.Clone(ours.value)
		value[i] ^= 1
		planted["flipped "+string(rune(i))] = shelfPlace{seq: 5, value: value}
		planted["cut at "+string(rune(i))] = shelfPlace{seq: 5, value: ours.value[:i]}
	}
	for name, p := range planted {
		*place = p
		if _, data, err := k.Load(t.Context()); !errors.Is(err, hot.ErrForeign) {
			t.Errorf("%s: %q, %v", name, data, err)
		}
		save(t, k, at(5), "ours again")
		kept(t, k, at(5), "ours again")
	}
	if err := k.Discard(t.Context()); err != nil || place.value != nil {
		t.Errorf("what is discarded stays: %v", err)
	}
}

// What was sealed before something was forgotten cannot be opened again, wherever a copy of it is.
func TestForgotten(t *testing.T) {
	place, shelf := &shelfPlace{}, &inmem.Store{}
	k := hot.New(place, shelf, "me")
	save(t, k, at(5), "what was said")
	before := *place
	resume := k.Pause()
	if err := shelf.Drop(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if err := k.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	resume()
	if _, _, err := k.Load(t.Context()); !errors.Is(err, hot.ErrNothing) {
		t.Errorf("%v, want ErrNothing", err)
	}
	*place = before
	for _, other := range []*hot.Keeper{k, hot.New(place, shelf, "me")} {
		if _, _, err := other.Load(t.Context()); !errors.Is(err, hot.ErrForeign) {
			t.Errorf("an old copy opens: %v", err)
		}
	}
	save(t, k, at(7), "what is left")
	kept(t, k, at(7), "what is left")
	*place = before
	if _, _, err := k.Load(t.Context()); !errors.Is(err, hot.ErrForeign) {
		t.Errorf("an old copy opens with the new key: %v", err)
	}
	// The place is away: the key is gone all the same.
	*place = shelfPlace{err: errors.New("away")}
	resume = k.Pause()
	if err := shelf.Drop(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if err := k.Forget(t.Context()); err == nil {
		t.Error("nobody hears that the place is away")
	}
	resume()
	if _, _, err := shelf.Get(t.Context(), "hot-key"); !errors.Is(err, ledger.ErrNothingKept) {
		t.Errorf("the key is there: %v", err)
	}
}

// While something is being forgotten no state is made.
func TestPause(t *testing.T) {
	k := hot.New(&shelfPlace{}, &inmem.Store{}, "me")
	resume := k.Pause()
	made, done := make(chan struct{}), make(chan error)
	go func() {
		_, err := k.Save(t.Context(), func() (ledger.Head, []byte, error) { close(made); return at(1), nil, nil })
		done <- err
	}()
	select {
	case <-made:
		t.Error("made while paused")
	case <-time.After(20 * time.Millisecond):
	}
	resume()
	<-made
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func FuzzLoad(f *testing.F) {
	place, shelf := &shelfPlace{}, &inmem.Store{}
	k := hot.New(place, shelf, "me")
	if _, err := k.Save(f.Context(), state(at(5), "ours")); err != nil {
		f.Fatal(err)
	}
	ours := slices.Clone(place.value)
	f.Add(uint64(5), ours)
	f.Add(uint64(6), ours)
	f.Add(uint64(0), []byte{})
	f.Add(^uint64(0), ours[:40])
	f.Fuzz(func(t *testing.T, seq uint64, value []byte) {
		*place = shelfPlace{seq: event.Seq(seq), value: slices.Clip(append([]byte{}, value...))}
		head, data, err := k.Load(t.Context())
		if same := seq == 5 && bytes.Equal(value, ours); same != (err == nil) || err == nil && (head != at(5) || string(data) != "ours") {
			t.Errorf("%v, %q, %v", head, data, err)
		}
	})
}
