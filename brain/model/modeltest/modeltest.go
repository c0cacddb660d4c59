// Package modeltest is the suite that every driver of language models passes: the promises
// of package model, as tests against a scripted server that speaks the driver's wire for
// real. What a model cannot do the suite takes from its card; nothing is skipped for any
// other reason but -short.
//
// Most of it runs in a testing/synctest bubble, where a wait that never ends fails at once,
// a goroutine that is left behind fails the test, and no time passes that nobody waits for.
package modeltest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/scripted"

	"go.uber.org/goleak"
)

// Key is the only one that the server of the suite takes. It is planted: no error may hold it.
const Key = "sk-planted-4f1d9c0b7e"

// secret are words that the server hears, and repeats in its errors. No error may hold them.
const secret = "the heron that I saw in Lisbon"

// Maker makes the client under test. It reaches the server with s.Client(), at s.URL, and
// has to present the key.
type Maker func(t testing.TB, s *scripted.Server, key string) model.Client

// Run runs the suite with one model of scripted.Cards, which make's client is to be asked
// for. make is called once for each test.
func Run(t *testing.T, name string, make Maker) {
	var card model.Card
	for _, c := range scripted.Cards() {
		if c.Name == name {
			card = c
		}
	}
	if card.Name == "" {
		t.Fatalf("modeltest: there is no card %q", name)
	}
	for _, group := range [][]check{answers, tools, forms, ends, listing, faults(card)} {
		for _, c := range group {
			if c.needs != nil && !c.needs(card) || c.long && testing.Short() {
				continue
			}
			t.Run(c.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b := start(t, card, make, scripted.Script{InMemory: true})
					defer b.close()
					c.test(b)
				})
			})
		}
	}
	t.Run("any answer comes through", func(t *testing.T) { anyAnswer(t, card, make) })
	t.Run("any conversation is accepted", func(t *testing.T) { anyConversation(t, card, make) })
	t.Run("nothing is left behind on a real network", func(t *testing.T) { overTCP(t, card, make) })
}

// check is one test of the suite.
type check struct {
	name  string
	needs func(model.Card) bool // nil: every model
	long  bool
	test  func(*bench)
}

// bench is a client with the server it speaks to.
type bench struct {
	*testing.T
	card   model.Card
	server *scripted.Server
	client model.Client

	mu    sync.Mutex
	heard []string
}

func start(t *testing.T, card model.Card, make Maker, script scripted.Script) *bench {
	t.Helper()
	script.Key = Key
	s, err := scripted.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{T: t, card: card, server: s, client: make(t, s, Key)}
}

func (b *bench) close() {
	if err := b.server.Close(); err != nil {
		b.Errorf("closing the server: %v", err)
	}
}

// request asks for an answer to one text, and listens.
func (b *bench) request(text string) model.Request {
	return b.fit(model.Request{Messages: []model.Message{model.Says(model.User, text)}, MaxTokens: 500, OnText: b.hear})
}

// fit fills in what whoever knows the card fills in.
func (b *bench) fit(r model.Request) model.Request {
	r.Model, r.Thinking = b.card.Name, b.card.Thinking
	switch b.card.Thinking {
	case model.NoThinking:
		r.Effort = model.NoEffort
	case model.Always:
		r.Effort = max(r.Effort, model.LowEffort)
	}
	r.Temperature = nil
	if b.card.Temperature && r.Effort == model.NoEffort {
		r.Temperature = new(0.3)
	}
	return r
}

func (b *bench) hear(piece string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heard = append(b.heard, piece)
}

// anew is the request with ears that have heard nothing, for another answer on this bench.
func (b *bench) anew(r model.Request) model.Request {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heard = nil
	r.OnText = b.hear
	return r
}

// text is what was heard so far.
func (b *bench) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.heard, "")
}

// complete expects an answer, and that what was heard is its text.
func (b *bench) complete(r model.Request) model.Response {
	b.Helper()
	res, err := b.client.Complete(b.Context(), r)
	if err != nil {
		b.Fatalf("no answer: %v (the server found wrong: %q)", err, b.server.Invalid())
	}
	if r.OnText != nil && b.text() != res.Text {
		b.Errorf("heard %s, but the answer is %s", short(b.text()), short(res.Text))
	}
	if res.Model == "" {
		b.Error("the answer does not say which model it is from")
	}
	return res
}

// fails expects an *model.Error, and that nothing in it was to be kept to itself.
func (b *bench) fails(r model.Request) (model.Response, *model.Error) {
	b.Helper()
	res, err := b.client.Complete(b.Context(), r)
	if err == nil {
		b.Fatalf("an answer instead of an error: %s", short(res.Text))
	}
	return res, b.discreet(err)
}

// discreet checks what an error says.
func (b *bench) discreet(err error) *model.Error {
	b.Helper()
	for e := err; e != nil; e = errors.Unwrap(e) {
		for _, said := range []string{e.Error(), fmt.Sprintf("%+v", e), fmt.Sprintf("%#v", e)} {
			if strings.Contains(said, Key) || strings.Contains(said, secret) || strings.Contains(said, "heron") {
				b.Errorf("the error holds the key, or words of the conversation: %s", said)
			}
		}
	}
	var failed *model.Error
	if !errors.As(err, &failed) {
		b.Fatalf("%T instead of *model.Error: %v", err, err)
	}
	if failed.Op == "" || len(failed.Error()) > 500 || strings.Contains(failed.Error(), "\n") {
		b.Errorf("not one line with an operation: %q", failed.Error())
	}
	return failed
}

// valid expects that the server found nothing wrong.
func (b *bench) valid() {
	b.Helper()
	if bad := b.server.Invalid(); len(bad) > 0 {
		b.Errorf("the service would refuse this: %q", bad)
	}
}

// once expects that the script was asked once: drivers do not try again.
func (b *bench) once() scripted.Request {
	b.Helper()
	asked := b.server.Requests()
	if len(asked) != 1 {
		b.Fatalf("%d requests for one call", len(asked))
	}
	return asked[0]
}

func short(text string) string {
	if len(text) > 200 {
		return fmt.Sprintf("%q… (%d bytes)", text[:200], len(text))
	}
	return fmt.Sprintf("%q", text)
}

// lapse says, when it is asked, whether so much of the bubble's time has passed.
func lapse(d time.Duration) func() bool {
	timer := time.NewTimer(d)
	return func() bool {
		select {
		case <-timer.C:
			return true
		default:
			timer.Stop()
			return false
		}
	}
}

// overTCP repeats some of the suite over a socket, where goroutines are counted.
func overTCP(t *testing.T, card model.Card, make Maker) {
	before := goleak.IgnoreCurrent()
	for _, kind := range []scripted.Kind{
		scripted.None, scripted.Overloaded, scripted.CutShort, scripted.Reset, scripted.Drop, scripted.Garbage, scripted.HTML,
	} {
		b := start(t, card, make, scripted.Queue(scripted.Reply{
			Text: []string{"so ", "far"}, Fault: scripted.Fault{Kind: kind, Bytes: []byte("data: {\n\n")},
		}))
		_, err := b.client.Complete(t.Context(), b.request(secret))
		if (err == nil) != (kind == scripted.None) {
			t.Errorf("fault %d: %v", kind, err)
		}
		if err != nil {
			b.discreet(err)
		}
		b.once()
		b.valid()
		b.close()
	}
	b := start(t, card, make, scripted.Queue())
	b.close()
	if _, failed := b.fails(b.request(secret)); failed.Reason != model.Unreachable {
		t.Errorf("nobody listens: %v", failed)
	}
	goleak.VerifyNone(t, before)
}
