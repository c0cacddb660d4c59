package connectortest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"citadel/connectors"

	"go.uber.org/goleak"
)

// backlog holds that however much was said while nobody listened is heard in its order, each
// under one key, though the process is killed in the middle: what came before that may come
// again, and what did not is not lost. Where nothing comes again after a restart, it is the same
// process that goes on.
func backlog(t *testing.T, b Bench) {
	n := cmp.Or(b.Queued, 10_000)
	if testing.Short() {
		n /= 10
	}
	c := b.Connector
	e := listen(t, c, "", nil)
	seen := keys{}
	b.Say("before")
	cursor := seen.take(e, "before")
	e.stop()
	var texts []string
	for i := range n {
		texts = append(texts, fmt.Sprint("n", i))
		b.Say(texts[i])
	}
	take := func(e *ear, texts ...string) {
		t.Helper()
		for _, text := range texts {
			cursor = seen.take(e, text)
		}
	}
	e = listen(t, c, cursor, func(ev connectors.Event) error {
		if ev.Text == texts[n/2] {
			return errFull
		}
		return nil
	})
	take(e, texts[:n/2]...)
	if err := <-e.done; !errors.Is(err, errFull) {
		t.Fatalf("Run = %v, want the sink's error", err)
	}
	if b.Restart != nil {
		c = b.Restart()
	}
	e = listen(t, c, cursor, nil)
	defer e.stop()
	take(e, texts[n/2:]...)
	b.Say("after")
	take(e, "after")
}

// Reconnects holds that a thousand connections that break lose nothing and leave nothing behind:
// neither goroutines nor memory grow with them. It is no part of Run, since how a connection breaks
// is the driver's to say: cut does so with the one that there is, or has the next one break; i counts
// from 0. kept is about what one message leaves in the fake, in bytes.
func Reconnects(t *testing.T, b Bench, kept int, cut func(i int)) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	n := 1000
	if testing.Short() {
		n /= 5
	}
	e := listen(t, b.Connector, "", nil)
	seen := keys{}
	b.Say("before")
	seen.take(e, "before")
	var early usage
	for i := range n {
		if i == n/10 {
			early = used()
		}
		cut(i)
		b.Say(fmt.Sprint("n", i))
		seen.take(e, fmt.Sprint("n", i))
	}
	late := used()
	if grown := late.memory - early.memory - kept*(n-n/10); grown > 2<<20 {
		t.Errorf("after %d connections %d KiB more are in use than after a tenth of them", n, grown>>10)
	}
	if late.goroutines > early.goroutines+20 { // some come and go with a connection
		t.Errorf("%d goroutines after %d connections, %d after a tenth of them", late.goroutines, n, early.goroutines)
	}
	if err := e.stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v, want the context's error", err)
	}
	if b.Close != nil {
		b.Close()
	}
	goleak.VerifyNone(t, before)
}

// keys are those of the messages that were heard, with their words.
type keys map[string]string

// take waits for the next message that is no copy, and has it say text.
func (k keys) take(e *ear, text string) connectors.Cursor {
	e.t.Helper()
	for {
		ev := e.next()
		was, copied := k[ev.Key]
		switch {
		case copied && was == ev.Text:
			continue
		case copied:
			e.t.Fatalf("%s was %q, and comes again as %q", ev.Key, was, ev.Text)
		case ev.Kind != connectors.Message || ev.Text != text:
			e.t.Fatalf("heard %s %q (%s), want %q", ev.Kind, ev.Text, ev.Key, text)
		}
		k[ev.Key] = ev.Text
		return ev.Cursor
	}
}

// usage is what a process has in use.
type usage struct{ memory, goroutines int }

func used() usage {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{int(m.HeapAlloc), runtime.NumGoroutine()}
}
