package host

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"testing"
	"testing/synctest"

	"citadel/memory/event"
)

// Garbage is collected when everything has settled after something was written, once, and not while
// somebody waits for an answer.
func TestGarbageIsCollectedBetweenTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		var head event.Seq
		written, answered, done := make(chan struct{}), make(chan error), 0
		past := func(event.Seq) <-chan struct{} { return written }
		settled := func(context.Context) error { return <-answered }
		ended := make(chan error, 1)
		go func() {
			ended <- wheneverSettled(ctx, func() event.Seq { return head }, past, settled, func() { done++ })
		}()
		then := func(what string, want int) {
			t.Helper()
			if synctest.Wait(); done != want {
				t.Errorf("%s: collected %d times, not %d", what, done, want)
			}
		}
		then("while a turn runs", 0)
		answered <- nil
		then("once it was answered", 1)
		written <- struct{}{}
		then("while the next runs", 1)
		answered <- errors.New("the store is away")
		then("where nothing settles", 1)
		written <- struct{}{}
		answered <- nil
		then("once it does", 2)
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestGarbageIsCollectedWhereThereIsEnoughOfIt(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	collections := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumForcedGC
	}
	runtime.GC()
	before := collections()
	if Collect(); collections() != before {
		t.Error("nothing came together, and it was collected")
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	garbage := make([]byte, m.HeapAlloc) // as much as there is
	runtime.KeepAlive(garbage)
	if Collect(); collections() == before {
		t.Error("as much came together as there was, and it was not collected")
	}
}
