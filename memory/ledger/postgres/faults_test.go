package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"citadel/deployments/test"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
)

// The server carries out an append and its answer is lost: the append is not made twice, and
// nobody is told that it failed.
func TestLostAnswer(t *testing.T) {
	m := newMind(t)
	wire, address := test.WireToURL(t, m.db.Address)
	far := openMind(t, m.db, address)
	const turns = 4
	for range turns {
		far.live(1) // so that nothing has to be asked before the next
		events := rowCount(t, m.store)
		wire.Disturb("timeout", "downstream", `{"timeout": 200}`)
		healed := make(chan struct{})
		// The disturbance ends once the server has the rows.
		go func() {
			defer close(healed)
			for rowCount(t, m.store) == events && t.Context().Err() == nil {
			}
			wire.Heal()
		}()
		if err := far.hear("said once"); err != nil {
			t.Fatal(err)
		}
		<-healed
	}
	if rep := far.verified(); rep.Events != 1+4*turns {
		t.Errorf("%d events", rep.Events)
	}
}

func rowCount(t *testing.T, s ledger.Store) (n int) {
	for row, err := range s.Read(t.Context(), ledger.Query{Newest: true, Limit: 1, Sealed: true}) {
		if err != nil {
			t.Error(err)
		}
		n = int(row.Seq)
	}
	return n
}

// The connection breaks before, in the middle of and after everything: once it is back, the
// ledger is what the log says.
func TestBrokenConnections(t *testing.T) {
	m := newMind(t)
	wire, address := test.WireToURL(t, m.db.Address)
	far := openMind(t, m.db, address)
	for range 3 {
		wire.Down()
		up := make(chan struct{})
		timer := time.AfterFunc(200*time.Millisecond, func() { wire.Up(); close(up) })
		far.live(1)
		<-up
		timer.Stop()
		// Connections that broke while nobody used them are not noticed either.
		wire.Down()
		wire.Up()
		if n := rowCount(t, far.store); n != int(far.Head().Seq) {
			t.Errorf("%d rows, want %d", n, far.Head().Seq)
		}
	}
	wire.Disturb("limit_data", "upstream", `{"bytes": 700}`) // in the middle of a statement
	timer := time.AfterFunc(300*time.Millisecond, wire.Heal)
	far.live(1)
	timer.Stop()
	wire.Heal()
	if rep := far.verified(); rep.Events != 1+2*4 {
		t.Errorf("%d events", rep.Events)
	}
}

func TestUnreachable(t *testing.T) {
	m := newMind(t)
	wire, address := test.WireToURL(t, m.db.Address)
	far := openMind(t, m.db, address)
	wire.Down()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := far.store.Append(ctx, nil, []event.Seq{1}); !errors.Is(err, ledger.ErrUnreachable) {
		t.Errorf("append: %v, want ErrUnreachable", err)
	}
	for _, err := range far.Read(ctx, ledger.Query{}) {
		if !errors.Is(err, ledger.ErrUnreachable) {
			t.Errorf("read: %v, want ErrUnreachable", err)
		}
	}
	if _, _, err := far.store.Get(ctx, "x"); !errors.Is(err, ledger.ErrUnreachable) {
		t.Errorf("get: %v, want ErrUnreachable", err)
	}
	if err := far.store.Drop(ctx, 1); !errors.Is(err, ledger.ErrUnreachable) {
		t.Errorf("drop: %v, want ErrUnreachable", err)
	}
	for _, bad := range []string{address, "postgres://citadel:hunter2@127.0.0.1:1/x", "postgres://citadel:hunter2@%zz/x", m.db.Address + "wrong"} {
		_, err := postgres.Open(ctx, bad, "me", nil)
		if err == nil || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v", err)
		}
	}
	wire.Up()
	far.live(1)
	far.verified()
}

// A server that takes connections and never says a word is told of in seconds, without the password.
func TestSilentFromTheStart(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Second, errors.New("it waits for ever"))
	defer cancel()
	for _, mode := range []string{"disable", "prefer"} {
		_, err := postgres.Open(ctx, "postgres://citadel:hunter2@"+test.Silent(t)+"/x?sslmode="+mode, "me", nil)
		if !errors.Is(err, ledger.ErrUnreachable) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, want ErrUnreachable", mode, err)
		} else {
			t.Log(err)
		}
	}
	if ctx.Err() != nil {
		t.Error(context.Cause(ctx))
	}
}

// A server that falls silent, before a read or in the middle of it, does not hold it up for ever.
// A reader who takes his time is not cut off.
func TestSilence(t *testing.T) {
	m := newMind(t)
	for range 40 {
		if err := m.hear(strings.Repeat("a long message ", 10_000)); err != nil {
			t.Fatal(err)
		}
	}
	wire, address := test.WireToURL(t, m.db.Address)
	far := openMind(t, m.db, address)
	const patience = 200 * time.Millisecond
	far.store.Hurry(patience)
	read := func(meanwhile func()) (n int, err error) {
		for _, err := range far.store.Read(t.Context(), ledger.Query{}) {
			if err != nil {
				return n, err
			}
			if n++; n == 1 {
				meanwhile()
			}
		}
		return n, nil
	}
	if n, err := read(func() { time.Sleep(2 * patience) }); err != nil || n != 81 {
		t.Errorf("slowly: %d, %v", n, err)
	}
	if n, err := read(func() { wire.Disturb("timeout", "downstream", `{"timeout": 0}`) }); !errors.Is(err, ledger.ErrUnreachable) || n == 0 || n == 81 {
		t.Errorf("in the middle: %d, %v, want ErrUnreachable", n, err)
	}
	if n, err := read(func() {}); !errors.Is(err, ledger.ErrUnreachable) {
		t.Errorf("before it: %d, %v, want ErrUnreachable", n, err)
	}
	wire.Heal()
	if n, err := read(func() {}); err != nil || n != 81 {
		t.Errorf("afterwards: %d, %v", n, err)
	}
}

// A reader changes nothing.
func TestReader(t *testing.T) {
	m := newMind(t)
	m.live(2)
	r, err := postgres.OpenReader(t.Context(), m.db.Address, "me", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m.live(1)
	if n := rowCount(t, r); n != 7 {
		t.Errorf("%d rows, want 7", n)
	}
	for name, err := range map[string]error{
		"append": r.Append(t.Context(), nil, nil),
		"load":   r.Load(t.Context(), func(func(ledger.Row, error) bool) {}),
		"put":    r.Put(t.Context(), "x", 1, nil),
		"drop":   r.Drop(t.Context(), 1),
	} {
		if !errors.Is(err, ledger.ErrReadOnly) {
			t.Errorf("%s: %v, want ErrReadOnly", name, err)
		}
	}
}
