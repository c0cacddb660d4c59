package introspect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/grave"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/predictions"
)

// Why a theory ends.
const (
	unsupported = "what it joined does not hold any more"
	refuted     = "something told since speaks against it"
)

// What came otherwise than was foretold, and is wondered about: how sure it was, and for how long after it is known.
const (
	certain = 0.60
	puzzled = 30 * 24 * time.Hour
)

// byRule is what needs no model.
func byRule(ctx context.Context, in jobs.In) (writes []jobs.Write, err error) {
	var wrong []predictions.Prediction
	in.Read(func(v memory.View) {
		for _, t := range v.Agency.Theories {
			if w, ends := ending(v, in.Now, t); ends {
				writes = append(writes, w)
			}
		}
		for _, p := range v.Predictions.All {
			puzzling := p.Outcome == event.CameWrong && p.P >= certain && !grave.Touched(p.Text)
			if puzzling && !slices.ContainsFunc(v.Agency.Curious, func(c agency.Curiosity) bool { return c.Topic == topic(p) }) {
				wrong = append(wrong, p)
			}
		}
	})
	for _, w := range writes {
		in.Saw(w.From...)
	}
	if len(wrong) == 0 {
		return writes, nil
	}
	sieve, err := jobs.Sift(ctx, in, in.Now.Add(-puzzled))
	if err != nil {
		return nil, err
	}
	for _, p := range wrong {
		word, _, err := in.Event(ctx, p.Resolved)
		if err != nil {
			return nil, err
		}
		made, _, err := in.Event(ctx, p.Seq)
		if err != nil {
			return nil, err
		}
		may, err := sieve.May(ctx, made)
		if err != nil {
			return nil, err
		}
		if may && in.Now.Sub(word.At) <= puzzled {
			writes = append(writes, jobs.Write{Payload: event.CuriosityRaised{Topic: topic(p)}, From: p.Rests(), Because: []event.Seq{p.Resolved}})
		}
	}
	return writes, nil
}

// topic is what is wondered about where a prediction came otherwise.
func topic(p predictions.Prediction) string {
	return fmt.Sprintf("why %q did not come true", strings.TrimRight(p.Text, ". "))
}

// ending ends a theory of which a memory that it joins is over.
func ending(v memory.View, now time.Time, t agency.Theory) (w jobs.Write, ends bool) {
	if v.Beliefs.State(t.Seq).Over {
		return w, false
	}
	i := slices.IndexFunc(t.Of, func(s event.Seq) bool { return v.Beliefs.State(s).Over })
	if i < 0 {
		return w, false
	}
	return jobs.Write{Payload: event.Superseded{Memory: t.Seq, On: now.UTC(), Reason: unsupported}, From: []event.Seq{t.Seq, t.Of[i]}}, true
}
