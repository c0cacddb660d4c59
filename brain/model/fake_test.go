package model_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"citadel/brain/model"
)

// step is what a scripted client does in one call.
type step struct {
	say    []string // heard piece by piece
	resp   model.Response
	err    error
	panics any
	hangs  bool // until ctx ends
	takes  time.Duration
	before func()
}

// client does one step after another and remembers what it was asked. After the last step
// it answers "fine".
type client struct {
	mu    sync.Mutex
	steps []step
	asked []model.Request
}

func (c *client) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	c.mu.Lock()
	s := says("fine")
	if len(c.asked) < len(c.steps) {
		s = c.steps[len(c.asked)]
	}
	c.asked = append(c.asked, r)
	c.mu.Unlock()
	if s.before != nil {
		s.before()
	}
	if s.takes > 0 {
		time.Sleep(s.takes) // in a bubble, where it takes no time
	}
	for _, piece := range s.say {
		r.OnText(piece)
	}
	if s.panics != nil {
		panic(s.panics)
	}
	if s.hangs {
		<-ctx.Done()
		return s.resp, ctx.Err()
	}
	return s.resp, s.err
}

func (c *client) calls() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asked)
}

// says answers a text, heard in one piece.
func says(text string) step {
	return step{say: []string{text}, resp: model.Response{
		Text: text, Message: model.Says(model.Assistant, text), Stop: model.Done, Usage: model.Usage{In: 100, Out: 10, Exact: true},
	}}
}

func fails(r model.Reason) step { return step{err: &model.Error{Op: "fake: complete", Reason: r}} }

// purse keeps money in memory and counts what is done to each reservation.
type purse struct {
	mu       sync.Mutex
	limit    model.USD // 0: none
	reserved []model.Attempt
	settled  map[model.Ticket][]model.Receipt
	spent    model.USD
	aside    model.USD
	refuse   error // of Settle
	peak     model.USD
}

func (p *purse) Reserve(ctx context.Context, a model.Attempt) (model.Ticket, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.limit > 0 && p.spent+p.aside+a.Most > p.limit {
		return 0, &model.CeilingError{Ceiling: "turn", Limit: p.limit, Spent: p.spent + p.aside, Wanted: a.Most}
	}
	p.aside += a.Most
	p.reserved = append(p.reserved, a)
	return model.Ticket(len(p.reserved)), nil
}

func (p *purse) Settle(ctx context.Context, t model.Ticket, r model.Receipt) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() != nil {
		return errors.New("settled under a context that ended")
	}
	if p.settled == nil {
		p.settled = map[model.Ticket][]model.Receipt{}
	}
	p.settled[t] = append(p.settled[t], r)
	p.aside -= p.reserved[t-1].Most
	p.spent += r.Cost
	p.peak = max(p.peak, p.spent+p.aside)
	return p.refuse
}

// receipt is how a reservation was settled.
func (p *purse) receipt(t testing.TB, n int) model.Receipt {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.settled[model.Ticket(n)]) != 1 {
		t.Fatalf("reservation %d of %d was settled %d times", n, len(p.reserved), len(p.settled[model.Ticket(n)]))
	}
	return p.settled[model.Ticket(n)][0]
}

// balanced fails unless each reservation was settled exactly once.
func (p *purse) balanced(t interface{ Fatalf(string, ...any) }) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.reserved {
		if n := len(p.settled[model.Ticket(i+1)]); n != 1 {
			t.Fatalf("reservation %d was settled %d times", i+1, n)
		}
	}
	if len(p.settled) != len(p.reserved) || p.aside != 0 {
		t.Fatalf("%d reserved, %d settled, %d still aside", len(p.reserved), len(p.settled), p.aside)
	}
}

// records answer by digest, whatever the purpose, and remember the purpose.
type records struct {
	answers map[string]model.Response
	purpose model.Purpose
	err     error
}

func (r *records) Answered(_ context.Context, p model.Purpose, digest string) (model.Response, bool, error) {
	r.purpose = p
	resp, ok := r.answers[digest]
	return resp, ok, r.err
}

// able is a card that can do everything and costs US$1 and US$10 a million.
func able(name string) model.Card {
	return model.Card{
		Name: name, Window: 200_000, MaxOut: 8_000, Temperature: true, Tools: true, Images: true, Schema: true, Cache: true,
		Prices: []model.Price{{In: 1_000_000, Out: 10_000_000}},
	}
}

func provider(name string) model.Provider {
	return model.Provider{Name: name, Title: name, Host: name + ".example"}
}

// target is a model "NAME-1" of the provider NAME with a script.
func target(name string, steps ...step) (model.Target, *client) {
	c := &client{steps: steps}
	return model.Target{Card: able(name + "-1"), Provider: provider(name), Client: c}, c
}

// pool asks the targets as primary. Everybody is named.
func pool(targets ...model.Target) (*model.Pool, *purse) {
	p := &purse{}
	return &model.Pool{
		Roles: map[model.Role][]model.Target{model.Primary: targets},
		Purse: p,
		May:   func(model.Provider) bool { return true },
		Now:   time.Now,
	}, p
}

// question is an ask of the primary.
func question(text string) model.Ask {
	return model.Ask{
		Role: model.Primary, Purpose: model.Purpose{Message: 7},
		Request: model.Request{Messages: []model.Message{model.Says(model.User, text)}, MaxTokens: 1000},
	}
}

// passes words a list of targets that were passed.
func passes(all []model.Passed) []string {
	var out []string
	for _, p := range all {
		out = append(out, fmt.Sprintf("%s: %s", p.Model, p.Reason))
	}
	return out
}

// reason is the reason inside an error; Unknown where there is none.
func reason(err error) model.Reason {
	var e *model.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return model.Unknown
}

// lateClient keeps the ear it was given.
type lateClient struct{ hear func(string) }

func (c *lateClient) Complete(_ context.Context, r model.Request) (model.Response, error) {
	c.hear = r.OnText
	r.OnText("In Porto.")
	return says("In Porto.").resp, nil
}

// stub answers at once, and free is a purse that keeps nothing.
type (
	stub struct{}
	free struct{}
)

func (stub) Complete(context.Context, model.Request) (model.Response, error) {
	return model.Response{Text: "fine", Usage: model.Usage{In: 1, Exact: true}}, nil
}
func (free) Reserve(context.Context, model.Attempt) (model.Ticket, error) { return 1, nil }
func (free) Settle(context.Context, model.Ticket, model.Receipt) error    { return nil }
