package redis_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	client "github.com/redis/go-redis/v9"

	"citadel/deployments/test"
	"citadel/memory/event"
	"citadel/memory/hot"
	"citadel/memory/hot/redis"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

func open(t *testing.T, address, principal string) *redis.Place {
	t.Helper()
	p, err := redis.Open(address, principal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// direct is a way to the server past the place.
func direct(t *testing.T, address string) *client.Client {
	t.Helper()
	o, err := client.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	c := client.NewClient(o)
	t.Cleanup(func() { c.Close() })
	return c
}

func kept(t *testing.T, p *redis.Place, seq event.Seq, value []byte) {
	t.Helper()
	n, got, err := p.Get(t.Context())
	if err != nil || n != seq || !bytes.Equal(got, value) {
		t.Errorf("%d, %.20q, %v, want %d, %.20q", n, got, err, seq, value)
	}
}

func TestPlace(t *testing.T) {
	address, ctx := test.Server(t, test.RedisURL), t.Context()
	p := open(t, address, "me-"+rand.Text())
	t.Cleanup(func() { _ = p.Drop(context.Background()) })
	if _, _, err := p.Get(ctx); !errors.Is(err, hot.ErrNothing) {
		t.Errorf("%v, want ErrNothing", err)
	}
	if err := p.Drop(ctx); err != nil {
		t.Errorf("dropping nothing: %v", err)
	}
	put := func(seq event.Seq, value []byte, want error) {
		t.Helper()
		if err := p.Put(ctx, seq, value); !errors.Is(err, want) {
			t.Errorf("%d: %v, want %v", seq, err, want)
		}
	}
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	put(9, all, nil)
	kept(t, p, 9, all)
	put(9, []byte("same"), hot.ErrNewer)
	put(8, []byte("older"), hot.ErrNewer)
	kept(t, p, 9, all)
	put(10, nil, nil)
	kept(t, p, 10, nil)
	put(1<<63-1, []byte("last"), nil)
	kept(t, p, 1<<63-1, []byte("last"))
	if err := p.Drop(ctx); err != nil {
		t.Fatal(err)
	}
	large := bytes.Repeat([]byte{7}, hot.MaxState)
	put(3, large, nil)
	kept(t, p, 3, large)
}

// Somebody else uses the same name.
func TestForeignValues(t *testing.T) {
	address, ctx := test.Server(t, test.RedisURL), t.Context()
	name := "me-" + rand.Text()
	p, c := open(t, address, name), direct(t, address)
	key := "citadel:" + name + ":hot"
	t.Cleanup(func() { c.Del(context.Background(), key) })
	for _, value := range []string{"x", "00000000000000000009", "0000000000000000000xy", "-0000000000000000009y", "99999999999999999999 far", string(make([]byte, 100))} {
		if err := c.Set(ctx, key, value, 0).Err(); err != nil {
			t.Fatal(err)
		}
		if n, got, err := p.Get(ctx); !errors.Is(err, hot.ErrForeign) && len(got) > 0 {
			t.Errorf("%q is taken for %d, %q, %v", value, n, got, err)
		}
		// The one who keeps it puts it right.
		k := hot.New(p, &inmem.Store{}, name)
		head := ledger.Head{Seq: 3}
		if _, err := k.Save(ctx, func() (ledger.Head, []byte, error) { return head, []byte("ours"), nil }); err != nil {
			t.Errorf("%q stays: %v", value, err)
		}
		if got, _, err := k.Load(ctx); err != nil || got != head {
			t.Errorf("%q stays: %v", value, err)
		}
	}
	c.Del(ctx, key)
	c.LPush(ctx, key, "a list")
	if _, _, err := p.Get(ctx); !errors.Is(err, hot.ErrForeign) {
		t.Errorf("a list: %v", err)
	}
	k := hot.New(p, &inmem.Store{}, name)
	if _, err := k.Save(ctx, func() (ledger.Head, []byte, error) { return ledger.Head{Seq: 3}, []byte("ours"), nil }); err != nil {
		t.Errorf("a list stays: %v", err)
	}
}

// After forgetting, no value of the server and, once it has written its log anew, none of its
// files holds what was kept.
func TestNothingLingers(t *testing.T) {
	address, folder := test.Redis(t, "--appendonly", "yes", "--appendfsync", "always")
	ctx, c := t.Context(), direct(t, address)
	shelf := &inmem.Store{}
	k := hot.New(open(t, address, "me"), shelf, "me")
	secret := []byte("the colour of the principal's bicycle is green")
	if _, err := k.Save(ctx, func() (ledger.Head, []byte, error) { return ledger.Head{Seq: 9}, secret, nil }); err != nil {
		t.Fatal(err)
	}
	sealed := c.Get(ctx, "citadel:me:hot").Val()
	tail := []byte(sealed[len(sealed)-40:])
	if !inFiles(t, folder, tail) {
		t.Fatal("it was never in a file, so that it is gone shows nothing")
	}
	if inFiles(t, folder, secret) {
		t.Error("it lies in a file in the clear")
	}
	resume := k.Pause()
	if err := shelf.Drop(ctx, 9); err != nil {
		t.Fatal(err)
	}
	if err := k.Forget(ctx); err != nil {
		t.Fatal(err)
	}
	resume()
	if keys := c.Keys(ctx, "*").Val(); len(keys) != 0 {
		t.Errorf("the server still has %v", keys)
	}
	if err := c.BgRewriteAOF(ctx).Err(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(20 * time.Second)
	for inFiles(t, folder, tail) && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	if inFiles(t, folder, tail) {
		t.Error("it is still in a file")
	}
}

func inFiles(t *testing.T, folder string, needle []byte) (found bool) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return skipGone(err)
		}
		content, err := os.ReadFile(path)
		found = found || bytes.Contains(content, needle)
		return skipGone(err)
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func skipGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func TestFull(t *testing.T) {
	address, _ := test.Redis(t, "--maxmemory", "4mb", "--maxmemory-policy", "noeviction")
	p := open(t, address, "me")
	if err := p.Put(t.Context(), 1, make([]byte, 8<<20)); err != nil && !errors.Is(err, redis.ErrFull) {
		t.Errorf("%v, want ErrFull", err)
	}
	err := p.Put(t.Context(), 2, make([]byte, 8<<20)) // by now it is
	if !errors.Is(err, redis.ErrFull) {
		t.Errorf("%v, want ErrFull", err)
	}
	if err := p.Drop(t.Context()); err != nil {
		t.Errorf("a full server can be emptied: %v", err)
	}
}

// Down, cut in the middle and silent: each call ends, in time, and all is well afterwards.
func TestFaults(t *testing.T) {
	wire, address := test.WireToURL(t, test.Server(t, test.RedisURL))
	p := open(t, address, "me-"+rand.Text())
	t.Cleanup(func() { _ = p.Drop(context.Background()) })
	seq := event.Seq(0)
	each := func(name string, fails bool) {
		t.Helper()
		seq++ // one whose answer was lost may have been kept
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		for i, err := range []error{p.Put(ctx, seq, []byte("x")), p.Drop(ctx), p.Ping(ctx)} {
			if (err != nil) != fails {
				t.Errorf("%s, call %d: %v", name, i, err)
			}
		}
		if _, _, err := p.Get(ctx); (err != nil && !errors.Is(err, hot.ErrNothing)) != fails {
			t.Errorf("%s: %v", name, err)
		}
	}
	// After a few connections that failed the client waits a second before it tries another.
	again := func(name string) {
		t.Helper()
		deadline := time.Now().Add(20 * time.Second)
		for p.Ping(t.Context()) != nil && time.Now().Before(deadline) {
			time.Sleep(20 * time.Millisecond)
		}
		each(name, false)
	}
	each("well", false)
	wire.Down()
	each("down", true)
	wire.Up()
	again("up")
	wire.Disturb("timeout", "downstream", `{"timeout": 0}`)
	each("silent", true)
	wire.Heal()
	again("speaking")
	wire.Disturb("reset_peer", "downstream", `{"timeout": 0}`)
	each("reset", true)
	wire.Heal()
	again("in the end")
}

func TestAddresses(t *testing.T) {
	for _, bad := range []string{"", "x", "http://me:hunter2@x", "redis://:hunter2@%zz", "redis://:hunter2@x/y"} {
		if _, err := redis.Open(bad, "me"); err == nil || bytes.Contains([]byte(err.Error()), []byte("hunter2")) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A value that is longer than any state is somebody else's, and is not taken for one of ours.
func TestTooLongIsForeign(t *testing.T) {
	address, ctx := test.Server(t, test.RedisURL), t.Context()
	name := "me-" + rand.Text()
	p, c := open(t, address, name), direct(t, address)
	key := "citadel:" + name + ":hot"
	t.Cleanup(func() { c.Del(context.Background(), key) })
	if err := c.Set(ctx, key, "00000000000000000009", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if err := c.SetRange(ctx, key, hot.MaxState+4096, "end").Err(); err != nil {
		t.Fatal(err)
	}
	if n, got, err := p.Get(ctx); !errors.Is(err, hot.ErrForeign) {
		t.Errorf("taken for %d, %d bytes, %v", n, len(got), err)
	}
}

// A server that hangs up is tried twice and no more: a turn waits.
func TestTriedTwice(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var calls atomic.Int64
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			calls.Add(1)
			c.Close()
		}
	}()
	p := open(t, "redis://"+l.Addr().String(), "me")
	if _, _, err := p.Get(t.Context()); err == nil {
		t.Error("it answered")
	}
	if n := calls.Load(); n == 0 || n > 2 {
		t.Errorf("tried %d times", n)
	}
}
