package procedure

import (
	"context"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// recede takes out of the facts those whose place was taken by one that was denied since and is no
// memory any more: of it only the history tells. It looks there where a denial of another value is
// newer than a fact.
func (r *reading) recede(ctx context.Context, t *turn.Turn) error {
	for d := range r.facts {
		if !r.facts[d].Negated || r.facts[d].Superseded || !strings.EqualFold(r.facts[d].Attribute, r.question.Attribute) {
			continue
		}
		for k := range r.facts {
			if !r.otherBefore(k, d) {
				continue
			}
			between, err := r.deniedBetween(ctx, t, k, d)
			if err != nil {
				return err
			}
			r.facts[k].Superseded = between
		}
	}
	return nil
}

// otherBefore says whether a fact still stands that gives another value to what a later denial is of.
func (r *reading) otherBefore(fact, denial int) bool {
	f, d := r.facts[fact], r.facts[denial]
	return !f.Negated && !f.Superseded && f.Attribute != "" && f.Source == d.Source && strings.EqualFold(f.Subject, d.Subject) &&
		strings.EqualFold(f.Attribute, d.Attribute) && r.later(denial, fact)
}

// deniedBetween says whether history holds what the denial is of, said after the fact and in its place.
func (r *reading) deniedBetween(ctx context.Context, t *turn.Turn, fact, denial int) (bool, error) {
	f, d := r.facts[fact], r.facts[denial]
	found, err := recall.Recall(ctx, t, recall.Query{Text: d.Quote, Limit: rivals, Skip: noEvidence, History: true})
	if err != nil {
		return false, err
	}
	after, before := r.result.Items[r.of[fact]].Seq, r.result.Items[r.of[denial]].Seq
	within := func(s event.Seq) bool { return after < s && s < before }
	for _, item := range found.Items {
		if !within(item.Seq) {
			continue
		}
		for _, p := range extract.Read(extract.Utterance{Text: item.Text, At: item.On, Speaker: item.Speaker}) {
			if extract.Conflict(p, d) == extract.Negation && extract.Conflict(f, p) == extract.ChangedValue {
				return true, nil
			}
		}
	}
	return false, nil
}
