package model_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/model"
)

// ordinary is a request of 60 KB as a turn makes it: a cached head, tools, a window of
// messages, memories beside the last one.
func ordinary() model.Request {
	prose := strings.Repeat("Ana moved to Porto in March to open a bakery; the lease runs until 2031 (12 Aug 2026). ", 1000)
	r := model.Request{MaxTokens: 4096, Creativity: model.Medium, Effort: model.MediumEffort}
	r.System = []model.Passage{{Text: prose[:24_000], Cache: true}, {Text: prose[:2_000]}}
	for i := range 10 {
		r.Tools = append(r.Tools, model.Tool{Name: fmt.Sprintf("tool_%d", i), Description: prose[:400], Params: []byte(prose[:600])})
	}
	for range 10 {
		r.Messages = append(r.Messages, model.Says(model.User, prose[:800]), model.Says(model.Assistant, prose[:1_000]))
	}
	r.Messages = append(r.Messages, model.Says(model.User, prose[:6_000]))
	return r
}

// Both lie on the way of each call. They read a request once and copy nothing of it.
func TestBoundAndDigestAllocateLittle(t *testing.T) {
	r := ordinary()
	if n := testing.AllocsPerRun(100, func() { model.Bound(r) }); n > 0 {
		t.Errorf("Bound allocates %v times", n)
	}
	of := func(r model.Request) float64 { return testing.AllocsPerRun(100, func() { model.Digest(r) }) }
	if empty, full := of(model.Request{}), of(r); full > empty {
		t.Errorf("Digest allocates %v times, of an empty request %v", full, empty)
	}
}

func BenchmarkBound(b *testing.B) {
	r := ordinary()
	b.ReportAllocs()
	for b.Loop() {
		model.Bound(r)
	}
}

func BenchmarkDigest(b *testing.B) {
	r := ordinary()
	b.ReportAllocs()
	for b.Loop() {
		model.Digest(r)
	}
}

// BenchmarkComplete is what the pool adds to a call, with three targets.
func BenchmarkComplete(b *testing.B) {
	client := stub{}
	var all []model.Target
	for _, name := range []string{"a", "b", "c"} {
		all = append(all, model.Target{Card: able(name + "-1"), Provider: provider(name), Client: client})
	}
	p, _ := pool(all...)
	p.Purse = free{}
	ask := model.Ask{Role: model.Primary, Request: ordinary()}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Complete(b.Context(), ask); err != nil {
			b.Fatal(err)
		}
	}
}
