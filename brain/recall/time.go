package recall

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/store"
)

// said gives what was said in the time that the query names, the newest first. It asks nothing
// beside that.
func said(ctx context.Context, t *turn.Turn, q Query) (hits []store.Hit, named store.Result, beside []store.Result, err error) {
	span, ok := when.Period(q.Text, t.Now)
	if !ok {
		return nil, named, nil, nil
	}
	may, phrase := t.Sight().Audiences(), strings.ToLower(q.Text[span.Start:span.End])
	digests := digests{t: t, known: map[uint64]digest{}}
	for i, err := range t.Store.All(ctx) {
		if err != nil {
			return nil, named, nil, err
		}
		if i.Kind == store.Digest && i.Part == 0 && store.Within(i.Audience, may) {
			folded, err := digests.during(ctx, span, i)
			if err != nil {
				return nil, named, nil, err
			}
			for _, i := range folded {
				if q.Skip == nil || !q.Skip(i.Text) {
					hits = append(hits, store.Hit{Item: i, Score: 1, Coverage: 1})
				}
			}
		}
		if i.Part > 0 || i.Kind != store.Said && i.Kind != store.Heard || event.Seq(i.Seq) >= t.Messages[0].Seq || !store.Within(i.Audience, may) {
			continue
		}
		in := !i.On.Before(span.From) && (span.To.IsZero() || i.On.Before(span.To))
		if q.Tells {
			in = near(span, i.On, i.Text, phrase) && tells(span, t.There(i.On), i.Text)
		}
		if in && !(q.Skip != nil && q.Skip(i.Text)) {
			hits = append(hits, store.Hit{Item: i, Score: 1, Coverage: 1})
		}
	}
	slices.SortStableFunc(hits, func(a, b store.Hit) int { return int(b.Item.Seq) - int(a.Item.Seq) })
	return hits[:min(len(hits), q.Limit)], named, nil, nil
}

// bounds are the stretches of time to search: all of it, and before that the one the text
// names, so that it is not crowded out.
func bounds(text string, now time.Time) []when.Span {
	if s, ok := when.Period(text, now); ok {
		return []when.Span{s, {}}
	}
	return []when.Span{{}}
}

// inTime keeps what was said in the time that the query names, or names it itself. Where
// nothing does, the words were not meant as a bound, and all stays.
func inTime(t *turn.Turn, q Query, items []Item) (kept []Item, bounded bool) {
	span, ok := when.Period(q.Text, t.Now)
	if !ok {
		return items, false
	}
	phrase := strings.ToLower(q.Text[span.Start:span.End])
	for _, i := range items {
		in := i.within(span) || namesTime(i.Text, phrase)
		if q.Tells && i.Speaker == "" {
			in = tells(span, t.There(i.On), i.Text)
		}
		if in {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return items, false
	}
	return kept, true
}

// How long before a time people speak of what they plan for it, and how long after they still
// tell of it.
const (
	toldBefore = 45 * 24 * time.Hour
	toldAfter  = 20 * 365 * 24 * time.Hour
)

// within reports whether an item falls into a stretch of time: what the principal or the agent
// said if it was said then, and pasted talk if it may tell of it, since it is asked for what
// happened and not for what was said. Which of that is nearest in time counts in its score.
func (i Item) within(span when.Span) bool {
	before, after := time.Duration(0), time.Duration(0)
	if i.Speaker != "" {
		before, after = toldBefore, toldAfter
	}
	return !i.On.Before(span.From.Add(-before)) && (span.To.IsZero() || i.On.Before(span.To.Add(after)))
}

// namesTime says whether a text holds the month, weekday or year of a phrase of time.
func namesTime(text, phrase string) bool {
	for _, word := range fields(phrase) {
		if calendar(word) && names(text, word) {
			return true
		}
	}
	return false
}

// toldLater is how long after a time it is still told of in words such as "yesterday" and "last month".
const toldLater = 62 * 24 * time.Hour

// near says whether what was said on a day may tell of a time at all: it was said around then, or names
// the time by its month, weekday or year. It spares reading the rest.
func near(span when.Span, on time.Time, text, phrase string) bool {
	around := on.After(span.From.Add(-toldBefore)) && (span.To.IsZero() || on.Before(span.To.Add(toldLater)))
	return around || namesTime(text, phrase)
}

// phrasesOfTime is how many phrases of time are read in one text.
const phrasesOfTime = 4

// tells says whether a text that was said on a day tells of a time: a phrase in it names a part of that
// or, if there is none, it was said then. "In March I ran a marathon" tells of March, whenever that
// was said, and of nothing else.
func tells(span when.Span, on time.Time, text string) bool {
	dated := false
	for range phrasesOfTime {
		past, ok := when.Period(text, on)
		ahead, also := when.Ahead(text, on)
		if also && past.From.IsZero() && present(text) {
			ok = false // "is away until Thursday" tells of nothing before it was said
		}
		if ok && overlap(span, past) || also && overlap(span, ahead) {
			return true
		}
		if !ok && !also {
			break
		}
		dated = true
		text = text[max(past.End, ahead.End):]
	}
	return !dated && !on.Before(span.From) && (span.To.IsZero() || on.Before(span.To))
}

// present says whether a text tells how something is, and not how it was.
func present(text string) bool {
	return slices.ContainsFunc(fields(strings.ToLower(text)), func(word string) bool {
		return slices.Contains([]string{"is", "are", "am", "m", "re", "will", "ll", "stays"}, word)
	})
}

// overlap says whether two stretches have a moment in common.
func overlap(a, b when.Span) bool {
	return (b.To.IsZero() || a.From.Before(b.To)) && (a.To.IsZero() || b.From.Before(a.To))
}

func calendar(word string) bool {
	if len(word) == 4 && (strings.HasPrefix(word, "19") || strings.HasPrefix(word, "20")) {
		return true
	}
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(word, m.String()) {
			return true
		}
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(word, d.String()) {
			return true
		}
	}
	return false
}
