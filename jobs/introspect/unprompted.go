package introspect

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

//go:embed unprompted.md
var across string

var joining = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["theories"],"properties":{"theories":{"type":"array","items":{` +
	`"type":"object","additionalProperties":false,"required":["text","notes"],"properties":{"text":{"type":"string"},"notes":{"type":"array","items":{"type":"integer"}}}}}}}`)

// NameUnprompted is the name of the nightly look.
const NameUnprompted = "connect"

const (
	hour    = 4              // of the night: the day is read through by then
	day     = 24 * time.Hour // what came up in it is new
	old     = 30 * day       // and what is older than this is old
	asks    = 8              // of its things, the newest, are looked at
	nearest = 3              // old ones that are like each
)

// Search finds what was learned in the memory store.
type Search = func(ctx context.Context, q store.Query) (store.Result, error)

// Unprompted is the nightly look; it is never due where there is no model.
func Unprompted(ask ponder.Asking, search Search) jobs.Job {
	due, next := jobs.Nightly(hour)
	return jobs.Job{
		Name: NameUnprompted, Every: "every night", Help: "looks from what came up in the day for old things that belong to it",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			if ask == nil || v.Home() == (memory.Sight{}) {
				return nil
			}
			return due(v, now)
		},
		Next: next, Missed: jobs.Policy{Way: jobs.Skip, Age: day / 3}, Slow: true, Often: true,
		Reads: reads(), Writes: []event.Kind{event.Learned{}.Kind(), event.Introspected{}.Kind()},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) { return connect(ctx, in, ask, search) },
	}
}

func connect(ctx context.Context, in jobs.In, ask ponder.Asking, search Search) ([]jobs.Write, error) {
	if in.Danger() || ask == nil {
		return nil, nil
	}
	l, err := dayAndPast(ctx, in, search)
	if err != nil || len(l.fresh) == 0 || len(l.fresh) == len(l.rests) {
		return nil, err
	}
	return l.considered(ctx, ask, ponder.Matter{Job: NameUnprompted, Instructions: across, Schema: joining})
}

// found are the kinds of memory among which old things are looked for.
var found = []store.Kind{store.Fact, store.Belief, store.Decision, store.Loop, "preference", "statement"}

// dayAndPast is a look at the things of the day and at old ones that are like them.
func dayAndPast(ctx context.Context, in jobs.In, search Search) (*look, error) {
	sieve, err := jobs.Sift(ctx, in, in.Now.Add(-day))
	if err != nil {
		return nil, err
	}
	l := begin(in, sieve)
	l.across = true
	things, err := sieve.Lately(ctx, 0)
	if err != nil {
		return nil, err
	}
	for _, t := range things[:min(len(things), asks)] {
		l.take(t, true)
	}
	for _, n := range slices.Clone(l.notes) {
		seqs, err := like(ctx, in, search, n.Text)
		if err != nil {
			return nil, err
		}
		for _, seq := range seqs {
			r, p, err := in.Event(ctx, seq)
			if errors.Is(err, ledger.ErrNoEvent) || err == nil && p == nil {
				continue
			}
			if err != nil {
				return nil, err
			}
			t, err := sieve.Thing(ctx, r, p)
			if err != nil {
				return nil, err
			}
			if t.Text != "" {
				l.take(t, false)
			}
		}
	}
	l.ponderable()
	return l, nil
}

// like are old memories that are like a sentence. A store that is away has none.
func like(ctx context.Context, in jobs.In, search Search, text string) (seqs []event.Seq, err error) {
	q := store.Query{Text: text, Kinds: found, Now: in.Now, To: in.Now.Add(-old), Limit: nearest}
	in.Read(func(v memory.View) { q.Audiences = v.Home().Audiences() })
	r, err := search(ctx, q)
	if errors.Is(err, store.ErrUnavailable) {
		return nil, nil
	}
	for _, h := range r.Hits {
		seqs = append(seqs, event.Seq(h.Item.Seq))
	}
	return seqs, err
}
