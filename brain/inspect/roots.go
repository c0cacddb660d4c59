package inspect

import (
	"context"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// How many of the messages behind one thing a receipt lists: a few, or all but for a bound.
const (
	fewRoots  = 3
	mostRoots = 64
)

// grounds words one source of an answer with the messages it rests on: the source, and under
// it each message with its date and its handle. What was made from one message stands in one
// line with it. A score, where there is one, stands behind the source. Only From is followed, never what merely came before (SPEC §2.1). It gives
// nothing for a record of the machinery, and for what may not be shown.
func (l *look) grounds(ctx context.Context, e seen, most int, score *phrase.Text) ([]*phrase.Text, error) {
	if e.payload == nil {
		return l.gone(e), nil
	}
	line, err := l.evidence(ctx, e)
	if line == nil || err != nil {
		return nil, err
	}
	switch e.payload.(type) {
	case event.Heard:
		return []*phrase.Text{line.Say(", `m%d`", e.Seq).Add(score)}, nil
	case event.Learned, event.Digested, event.DecisionRecorded, event.DecisionProposed, event.LoopOpened:
	default:
		return []*phrase.Text{line.Add(score)}, nil
	}
	roots, err := l.roots(ctx, e, most+1)
	if err != nil {
		return nil, err
	}
	p, learned := e.payload.(event.Learned)
	switch {
	case len(roots) == 0 && learned:
		return []*phrase.Text{line.Say(", `m%d`; no message states it", e.Seq).Add(score)}, nil
	case len(roots) == 1 && learned && p.Quote != "" && roots[0].payload != nil:
		return []*phrase.Text{line.Say(", `m%d`; kept as `m%d`", roots[0].Seq, e.Seq).Add(score)}, nil
	case len(roots) == 1 && !learned && roots[0].payload != nil:
		return []*phrase.Text{line.Say(", from `m%d`", roots[0].Seq).Add(score)}, nil
	}
	if learned {
		who, err := l.said(ctx, e, p)
		if err != nil {
			return nil, err
		}
		line = new(phrase.Text).Say("`m%d` ", e.Seq).Claim([]event.Seq{e.Seq}, "%s (%s, %s)", title(p.Text), who, l.turn.FullDay(p.On))
	}
	return l.under(ctx, line.Add(score).Say(", from:"), roots, most)
}

// under lists the messages below what was made from them.
func (l *look) under(ctx context.Context, line *phrase.Text, roots []seen, most int) ([]*phrase.Text, error) {
	lines := []*phrase.Text{line}
	for i, root := range roots {
		if i == most {
			return append(lines, new(phrase.Text).Say("and more: `why more` lists them")), nil
		}
		below, err := l.evidence(ctx, root)
		switch {
		case err != nil:
			return nil, err
		case root.payload == nil:
			lines = append(lines, l.gone(root)...)
		case below != nil:
			lines = append(lines, below.Say(", `m%d`", root.Seq))
		}
	}
	return lines, nil
}

// gone says of something forgotten that it was there. Where more people read, that is not told
// either.
func (l *look) gone(e seen) []*phrase.Text {
	letter := byte('m')
	switch e.Kind {
	case "heard", "edited", "transcribed", "attached", "learned", "digested", "post.queued":
	case "decision.recorded", "decision.proposed":
		letter = 'd'
	case "loop.opened":
		letter = 'l'
	case "reminder.set":
		letter = 'r'
	default:
		return nil
	}
	if !l.sight.Private() {
		return nil
	}
	return []*phrase.Text{new(phrase.Text).Say("`%s` was forgotten; nothing of it is left", phrase.Handle(letter, e.Seq))}
}

// roots gives what was said or sent from outside that an event rests on, in the order in which
// it is named, each once and at most so many. The agent's own words end the walk.
func (l *look) roots(ctx context.Context, e seen, most int) ([]seen, error) {
	var found []seen
	met := map[event.Seq]bool{}
	from := e.From
	for range maxDepth {
		var next []event.Seq
		for _, seq := range from {
			if met[seq] || len(found) >= most {
				continue
			}
			met[seq] = true
			r, ok, err := l.event(ctx, seq)
			if err != nil {
				return nil, err
			}
			about := event.Seq(0)
			switch p := r.payload.(type) {
			case event.Edited:
				about = p.Message
			case event.Transcribed:
				about = p.Message
			case event.PostQueued:
				continue
			case event.Heard, event.Attached, nil:
				if ok {
					found = append(found, r)
				}
				continue
			}
			if about != 0 {
				next = append(next, about)
			} else {
				next = append(next, r.From...)
			}
		}
		from = next
	}
	return found, nil
}
