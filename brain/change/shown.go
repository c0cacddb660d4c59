package change

import (
	"cmp"
	"context"
	"slices"
	"time"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// How far back the decision is looked for that an answer means, where something else was said since.
const (
	shownPosts  = 6
	shownWithin = time.Hour
)

// shownLately finds the recorded decision that was put to the principal here a little before a post,
// and that nothing else he was asked came after. To end a decision, it has to be the one in view.
func shownLately(ctx context.Context, t *turn.Turn, before event.Seq) (m matter, err error) {
	if t.Command.Name != "keep it" && t.Command.Name != "amend" {
		return m, nil
	}
	posts, err := postsLately(ctx, t, before)
	if err != nil {
		return m, err
	}
	for _, q := range posts {
		if m, err = matterBehind(ctx, t, q.seq); err != nil || !m.none() && !m.proposed() {
			return m, err
		}
		if len(q.Buttons) > 0 || m.proposed() {
			return matter{}, nil
		}
	}
	return matter{}, nil
}

// showing is a post that was put before the principal.
type showing struct {
	event.PostQueued
	seq event.Seq
}

// postsLately gives the last posts here, the newest first, up to one.
func postsLately(ctx context.Context, t *turn.Turn, upTo event.Seq) (posts []showing, err error) {
	recs, err := all(ctx, t, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Before: upTo + 1, Newest: true, Limit: shownPosts})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(recs, func(a, b ledger.Record) int { return cmp.Compare(b.Seq, a.Seq) })
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		q, ok := p.(event.PostQueued)
		switch {
		case !ok || !t.Here(q.Place):
		case t.Now.Sub(rec.At) > shownWithin:
			return posts, nil
		default:
			posts = append(posts, showing{q, rec.Seq})
		}
	}
	return posts, nil
}

// forgetAsked says whether the last question here was whether to forget something.
func forgetAsked(ctx context.Context, t *turn.Turn) (bool, error) {
	if len(t.Command.Handles) > 0 || t.Last().ReplyTo != 0 {
		return false, nil
	}
	posts, err := postsLately(ctx, t, t.Messages[0].Seq)
	if err != nil {
		return false, err
	}
	for _, q := range posts {
		if of := q.Answer; of != nil && of.By == "command:forget" {
			return len(q.Buttons) > 0, nil
		}
		if q.About != 0 || len(q.Buttons) > 0 {
			return false, nil
		}
	}
	return false, nil
}
