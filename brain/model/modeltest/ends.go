package modeltest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
)

// ends are about calls that are ended, about size, and about calls at the same time.
var ends = []check{
	{name: "ended in the middle", test: func(b *bench) {
		b.server.Add(scripted.Reply{Text: []string{"one ", "two ", "three"}, Hold: make(chan struct{}), HoldAfter: 2})
		ctx, cancel := context.WithCancel(b.Context())
		r := b.request(secret)
		r.OnText = func(piece string) {
			b.hear(piece)
			if strings.Contains(b.text(), "two") {
				cancel()
			}
		}
		passed := lapse(time.Nanosecond)
		res, err := b.client.Complete(ctx, r)
		if !errors.Is(err, context.Canceled) {
			b.Fatalf("got %v", err)
		}
		if failed := (*model.Error)(nil); errors.As(err, &failed) {
			b.Errorf("the end of ctx comes as %T", failed)
		}
		if passed() {
			b.Error("it went on for a while")
		}
		if res.Text != "one two " || b.text() != res.Text {
			b.Errorf("the text that came is %q, heard was %q", res.Text, b.text())
		}
		if u := res.Usage; u.Exact || u.Out == 0 {
			b.Errorf("usage %+v", u)
		}
		if b.card.Provider == "anthropic" && res.Usage.In == 0 {
			b.Errorf("what was read is known: %+v", res.Usage)
		}
		b.once()
	}},
	{name: "ended while nothing came", test: func(b *bench) {
		b.server.Add(scripted.Fails(scripted.Hang))
		ctx, cancel := context.WithTimeout(b.Context(), 17*time.Second)
		defer cancel()
		before, after := lapse(17*time.Second), lapse(17*time.Second+1)
		res, err := b.client.Complete(ctx, b.request(secret))
		if !errors.Is(err, context.DeadlineExceeded) || !before() || after() {
			b.Errorf("got %v, not when ctx ended", err)
		}
		if res.Usage.Exact || res.Text != "" {
			b.Errorf("got %+v", res)
		}
	}},
	{name: "ended before it began", test: func(b *bench) {
		ctx, cancel := context.WithCancel(b.Context())
		cancel()
		res, err := b.client.Complete(ctx, b.request(secret))
		if !errors.Is(err, context.Canceled) || res.Usage != (model.Usage{}) {
			b.Errorf("got %v, %+v", err, res.Usage)
		}
		if n := len(b.server.Requests()); n > 0 {
			b.Error("it was sent all the same")
		}
	}},
	{name: "a long answer comes whole", test: func(b *bench) {
		piece := strings.Repeat("naïve café 12345 ", 30) + "\n" // 571 bytes
		pieces := make([]string, 1<<20/len(piece)+1)
		for i := range pieces {
			pieces[i] = piece
		}
		b.server.Add(scripted.Says(pieces...))
		if res := b.complete(b.request("Tell me everything")); res.Text != strings.Join(pieces, "") {
			b.Errorf("%d bytes of %d", len(res.Text), len(piece)*len(pieces))
		}
	}},
	{name: "an answer without end is refused", long: true, test: func(b *bench) {
		b.server.Add(scripted.Reply{Text: []string{strings.Repeat("and on ", 20_000)}, Fault: scripted.Fault{Kind: scripted.Endless}})
		r := b.request(secret)
		r.OnText = nil
		res, failed := b.fails(r)
		if failed.Reason != model.Broken {
			b.Errorf("got %v", failed)
		}
		if n := len(res.Text); n > model.MaxStream || n < 1<<20 {
			b.Errorf("%d bytes of it were read", n)
		}
	}},
	{name: "an error without end is read in part", test: func(b *bench) {
		b.server.Add(scripted.Reply{Text: []string{"x"}, Fault: scripted.Fault{Kind: scripted.Garbage, Bytes: []byte("data: " + strings.Repeat("9", 1<<20) + "\n\n")}})
		if _, failed := b.fails(b.request(secret)); failed.Reason != model.Broken && failed.Reason != model.Cut {
			b.Errorf("got %v", failed)
		}
	}},
	{name: "calls at the same time do not meet", test: func(b *bench) {
		const n = 8
		gate := make(chan struct{})
		for range n {
			b.server.Add(scripted.Reply{Text: []string{"a", "b"}, Hold: gate, HoldAfter: 1})
		}
		var started, all sync.WaitGroup
		started.Add(n)
		for range n {
			all.Go(func() {
				var mine strings.Builder
				r := b.request("Hi")
				r.OnText = func(piece string) {
					mine.WriteString(piece)
					if piece == "a" {
						started.Done()
					}
				}
				res, err := b.client.Complete(b.Context(), r)
				if err != nil || res.Text != "ab" || mine.String() != "ab" {
					b.Errorf("got %q, heard %q, %v", res.Text, mine.String(), err)
				}
			})
		}
		started.Wait() // all are in the middle at once
		close(gate)
		all.Wait()
		b.valid()
	}},
	{name: "a client goes on after failures", test: func(b *bench) {
		for _, kind := range []scripted.Kind{scripted.Overloaded, scripted.Reset, scripted.CutShort, scripted.Drop, scripted.HTML} {
			b.server.Add(scripted.Reply{Text: []string{"x"}, Fault: scripted.Fault{Kind: kind}}, scripted.Says("fine"))
			b.fails(b.anew(b.request(secret)))
			if res := b.complete(b.anew(b.request("Hi"))); res.Text != "fine" {
				b.Errorf("after fault %d: %q", kind, res.Text)
			}
		}
		b.valid()
	}},
}

// listing is about the names of models. A client that cannot list has nothing to pass.
var listing = []check{
	{name: "models by name", test: func(b *bench) {
		l, ok := b.client.(model.Lister)
		if !ok {
			return
		}
		got, err := l.Models(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		want := scripted.Cards()
		if len(got) != len(want) {
			b.Fatalf("%d models of %d", len(got), len(want))
		}
		for i, m := range got {
			if m.Name != want[i].Name || m.Window != 0 && m.Window != want[i].Window || m.MaxOut != 0 && m.MaxOut != want[i].MaxOut {
				b.Errorf("got %+v, want %+v", m, want[i])
			}
		}
		if len(b.server.Requests()) > 0 {
			b.Error("it was paid for")
		}
		b.valid()
		b.server.Down(true)
		if _, err := l.Models(b.Context()); b.discreet(err).Reason != model.Unreachable {
			b.Errorf("nobody there: %v", err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		cancel()
		if _, err := l.Models(ctx); !errors.Is(err, context.Canceled) {
			b.Errorf("ended: %v", err)
		}
	}},
}
