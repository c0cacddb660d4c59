package digest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// lot is what one account is made of.
type lot struct {
	month   time.Time // its first day
	sight   memory.Sight
	title   string // what people call the room, where it is shared
	of      []event.Seq
	answers int // among them
}

// faded gives what may be folded, by month and room, the oldest first.
func faded(ctx context.Context, in jobs.In) ([]lot, error) {
	edge, zone := edge(in.Now), in.Now.Location()
	if old, err := oldEnough(ctx, in, edge); !old || err != nil {
		return nil, err
	}
	kept, err := kept(ctx, in)
	if err != nil {
		return nil, err
	}
	lots := map[key]*lot{}
	fold := func(seq event.Seq, on time.Time, sight memory.Sight) *lot {
		if !on.Before(edge) || kept[seq] == always || in.Now.Sub(on) < atFloor(kept[seq] == settled) {
			return nil
		}
		on = on.In(zone)
		k := key{on.Year(), on.Month(), sight}
		l := lots[k]
		if l == nil {
			l = &lot{month: time.Date(on.Year(), on.Month(), 1, 0, 0, 0, 0, zone), sight: sight}
			lots[k] = l
		}
		if len(l.of) == mostOf {
			return nil
		}
		l.of = append(l.of, seq)
		return l
	}
	said := ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind(), event.PostQueued{}.Kind()}}
	err = each(ctx, in, said, func(r ledger.Record, p event.Payload) bool {
		switch p := p.(type) {
		case event.Heard:
			if r.Trust == event.ByThirdParty && p.Overheard {
				return false // it is forgotten by itself
			}
			if l := fold(r.Seq, on(p.On, r.At), room(p.Audience, p.Place)); l != nil && p.Title != "" {
				l.title = p.Title
			}
		case event.PostQueued:
			if l := fold(r.Seq, r.At, room(p.Audience, p.Place)); l != nil {
				l.answers++
			}
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	return inOrder(lots), nil
}

// oldEnough says whether anything was said before a moment, by the first message. One that was
// imported may tell of older days; it is folded once the mind itself has the age.
func oldEnough(ctx context.Context, in jobs.In, edge time.Time) (old bool, err error) {
	first := ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Limit: 1}
	for r, err := range in.Events(ctx, first) {
		return r.At.Before(edge), err
	}
	return false, nil
}

// key tells lots apart.
type key struct {
	year  int
	month time.Month
	sight memory.Sight
}

// inOrder gives the lots that are worth an account.
func inOrder(lots map[key]*lot) []lot {
	var all []lot
	for _, l := range lots {
		if len(l.of)-l.answers >= least {
			all = append(all, *l)
		}
	}
	slices.SortFunc(all, func(a, b lot) int {
		return cmp.Or(a.month.Compare(b.month), cmp.Compare(a.of[0], b.of[0]))
	})
	return all
}

func on(said, recorded time.Time) time.Time {
	if said.IsZero() {
		return recorded
	}
	return said
}

// atFloor is the age from which a memory is at its floor.
func atFloor(settled bool) time.Duration {
	return time.Duration(formula.FloorReached(formula.Standard, settled) * float64(day))
}

// Why something is not folded, or not yet.
type reason uint8

const (
	settled reason = iota + 1 // not before its longer half-life
	always
)

// kept says of what was said what keeps it from being folded: that it was recalled lately,
// or what was made of it; that it no longer holds; that a quiet turn kept it out of memory;
// that nobody has read or answered it; or that it was folded before.
func kept(ctx context.Context, in jobs.In) (map[event.Seq]reason, error) {
	out := map[event.Seq]reason{}
	in.Read(func(v memory.View) {
		for m := range v.Warmth.Settled {
			out[m] = settled
		}
		for _, m := range v.Thread.Unread {
			out[m] = always
		}
		for _, w := range v.Thread.Waiting {
			out[w.Message] = always
		}
	})
	var quiet []event.Seq // turns
	over := map[event.Seq]bool{}
	ends := ledger.Query{Kinds: []event.Kind{event.Digested{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.TurnEnded{}.Kind()}}
	err := each(ctx, in, ends, func(r ledger.Record, p event.Payload) bool {
		switch p := p.(type) {
		case event.Digested:
			for _, m := range p.Of {
				out[m] = always
			}
		case event.Superseded:
			over[p.Memory] = true
		case event.Restored:
			delete(over, p.Memory)
		case event.TurnEnded:
			if p.Quiet {
				quiet = append(quiet, r.Cause())
				out[r.Seq-1] = always // its answer
			}
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	for m := range over {
		out[m] = always
	}
	if len(quiet) > 0 {
		err = each(ctx, in, ledger.Query{Seqs: quiet, Kinds: []event.Kind{event.TurnBegan{}.Kind()}}, func(_ ledger.Record, p event.Payload) bool {
			for _, m := range p.(event.TurnBegan).Messages {
				out[m] = always
			}
			return false
		})
		if err != nil {
			return nil, err
		}
	}
	return out, recalled(ctx, in, out)
}

// recalled adds what was recalled lately, and the messages of which it was made.
func recalled(ctx context.Context, in jobs.In, out map[event.Seq]reason) error {
	var used []event.Seq
	newest := ledger.Query{Kinds: []event.Kind{event.Recalled{}.Kind()}, Newest: true}
	err := each(ctx, in, newest, func(r ledger.Record, p event.Payload) bool {
		if in.Now.Sub(r.At) >= Unasked {
			return true
		}
		for _, i := range p.(event.Recalled).Items {
			if i.Used {
				used = append(used, i.Memory)
				out[i.Memory] = always
			}
		}
		return false
	})
	// A memory rests on a message, or on an edit of one.
	for range 2 {
		if err != nil || len(used) == 0 {
			return err
		}
		q := ledger.Query{Seqs: used, Kinds: []event.Kind{event.Learned{}.Kind(), event.Edited{}.Kind(), event.Transcribed{}.Kind()}}
		used = nil
		err = each(ctx, in, q, func(r ledger.Record, _ event.Payload) bool {
			for _, m := range r.From {
				out[m] = always
			}
			used = append(used, r.From...)
			return false
		})
	}
	return err
}
