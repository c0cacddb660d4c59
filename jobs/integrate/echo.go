package integrate

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"citadel/brain/extract"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Whoever takes up what the agent has just told him, "oh, Ana lives in Faro", tells nothing of it: that is the
// agent's own word come back, and an echo adds no evidence (SPEC §13.5).

// post is what the agent said, and who could read it.
type post struct {
	seq   event.Seq
	among memory.Sight
	text  string
}

const (
	echoed   = 3        // the last posts that a message may echo
	postsFor = 4 * most // how many posts are looked up for a batch
)

// lookUpPosts looks up what was said to the principal before and between the messages.
func (r *reading) lookUpPosts(ctx context.Context, messages []event.Seq) error {
	r.posts = nil
	keep := func(rec ledger.Record, p event.Payload) {
		// Who is asked something answers in the words of the question.
		if q, ok := p.(event.PostQueued); ok && !strings.Contains(q.Text, "?") {
			r.posts = append(r.posts, post{rec.Seq, readers(memory.Sight{Audience: q.Audience, Place: q.Place}), running(q.Text)})
		}
	}
	kinds := []event.Kind{event.PostQueued{}.Kind()}
	if err := r.each(ctx, ledger.Query{Before: messages[0], Kinds: kinds, Newest: true, Limit: lookedBack}, keep); err != nil {
		return err
	}
	slices.SortFunc(r.posts, func(a, b post) int { return int(a.seq) - int(b.seq) })
	return r.each(ctx, ledger.Query{After: messages[0], Before: messages[len(messages)-1], Kinds: kinds, Limit: postsFor}, keep)
}

// echoes says whether a message only gives back what one of the last posts there told. Of himself the principal knows
// best, and who corrects or denies says more than was told.
func (r *reading) echoes(m said, it extract.Item) bool {
	if it.Kind == extract.Correction || it.Source != "" || it.Subject == extract.Me {
		return false
	}
	words, among, n := running(told(it)), readers(m.sight), 0
	for _, p := range slices.Backward(r.posts) {
		if p.seq > m.seq || p.among != among {
			continue
		}
		if strings.Contains(p.text, words) {
			return true
		}
		if n++; n == echoed {
			break
		}
	}
	return false
}

// told are the words of an item that tell it: of a fact those from whom it is about to its value.
func told(it extract.Item) string {
	quote := extract.Stated(it.Quote)
	if it.Attribute == "" || it.Negated || it.Value == "" {
		return quote
	}
	if end := strings.LastIndex(quote, it.Value); end >= 0 {
		quote = quote[:end+len(it.Value)]
	}
	if start := strings.Index(quote, it.Subject); start > 0 {
		quote = quote[start:]
	}
	return quote
}

// running is a text as its words, each with a blank on both sides.
func running(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsNumber(c) })
	return " " + strings.Join(words, " ") + " "
}
