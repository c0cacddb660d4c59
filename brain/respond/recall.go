package respond

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/brain/classify"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/signal"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

// look reads the window and finds what bears on the message. Neither needs the other, so they go
// side by side.
func (w *work) look(ctx context.Context) (found recall.Result, err error) {
	var beside sync.WaitGroup
	var unread error
	var fell any
	beside.Go(func() {
		defer func() { fell = recover() }() // it ends the turn, as if it had happened in it, and not the program
		w.past, unread = window(ctx, w.t)
	})
	found, err = w.find(ctx)
	if beside.Wait(); fell != nil {
		panic(fell)
	}
	return found, cmp.Or(unread, err)
}

// find looks for what bears on the message. One search looks for what may be noticed, too.
func (w *work) find(ctx context.Context) (recall.Result, error) {
	return recall.Recall(ctx, w.t, recall.Query{
		Limit: w.mind.memories + w.mind.sees, Ready: w.Ready,
		Beside: []store.Query{signal.Collections(w.t.Text, w.t.Sight(), w.t.Now)},
	})
}

// askedBefore is what the score of a question of the principal's is worth beside what was told: it is nearer
// to a question than its answer is, and tells nothing (ours).
const askedBefore = 0.5

// remember keeps of what was found what may stand beside the message: as many memories as the
// tier has room for, none of which the conversation shows anyway.
func (w *work) remember(found recall.Result) recall.Result {
	items := slices.Clone(found.Items)
	for i := range items {
		if onlyAsked(items[i]) {
			items[i].Score *= askedBefore
		}
	}
	slices.SortStableFunc(items, func(a, b recall.Item) int { return cmp.Compare(b.Score, a.Score) })
	found.Items, found.Found = nil, nil
	for _, item := range items {
		if len(found.Items) < w.mind.memories && !w.past.holds(item.Seq, w.mind.sees) {
			found.Items, found.Found = append(found.Items, item), append(found.Found, event.Found{Memory: item.Memory, Score: item.Score})
		}
	}
	return found
}

// onlyAsked says whether something is a question of the principal's that tells nothing besides.
func onlyAsked(i recall.Item) bool {
	return i.Kind == store.Said && i.Speaker == "" && classify.Question(i.Text) && len(extract.Read(extract.Utterance{Text: i.Text, At: i.On})) == 0
}

// searched is how many memories one search of the model brings.
const searched = 12

// line is a memory as a tool shows it.
func line(i recall.Item, t *turn.Turn) string {
	who := "you were told"
	if i.Speaker != "" {
		who = i.Speaker + " said"
	}
	text := i.Text
	if len(text) > mostOfAMemory {
		text = strings.ToValidUTF8(text[:mostOfAMemory], "") + "…"
	}
	state := ""
	switch {
	case !i.Reversed.IsZero():
		state = " (reversed " + phrase.FullDay(i.Reversed, t.Now) + ")"
	case i.Superseded:
		state = " (no longer current)"
	case i.Renews:
		state = " (current)"
	}
	var s strings.Builder
	fmt.Fprintf(&s, "- %s, %s%s: %q", phrase.Source(phrase.FullDay(i.On, t.Now), i.Letter, i.Seq), who, state, text)
	if i.Fact != "" {
		fmt.Fprintf(&s, "; noted of it")
		if i.Doubt != "" {
			s.WriteString(", " + i.Doubt)
		}
		fmt.Fprintf(&s, ": %q", i.Fact)
	}
	if !i.Superseded {
		for _, f := range former(i) {
			fmt.Fprintf(&s, "; no longer current of it: %q", f)
		}
	}
	s.WriteByte('\n')
	return s.String()
}

// former are the words of a message, each once, that no longer hold.
func former(i recall.Item) (words []string) {
	if i.Was != "" {
		words = append(words, i.Was)
	}
	for _, g := range i.Gone {
		said := cmp.Or(g.Quote, g.Text)
		if !slices.Contains(words, said) {
			words = append(words, said)
		}
	}
	return words
}

// mostOfAMemory is how much of a memory is shown, in bytes.
const mostOfAMemory = 1200

// evidence collects what the model was shown, for the receipt and for what it cites. A model may
// search for several things at once.
type evidence struct {
	mu    sync.Mutex // for add and shown; who else reads does so between the rounds
	found []event.Found
	of    map[event.Seq]recall.Item // by Found.Memory
	among int
}

func (e *evidence) add(r recall.Result) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.of == nil {
		e.of = map[event.Seq]recall.Item{}
	}
	e.among += r.Among
	for i, item := range r.Items {
		if _, known := e.of[item.Memory]; !known {
			e.of[item.Memory] = item
			e.found = append(e.found, r.Found[i])
		}
	}
}

// shown are the events that stand behind what was shown.
func (e *evidence) shown() (seqs []event.Seq) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, f := range e.found {
		seqs = append(seqs, f.Memory, e.of[f.Memory].Seq)
	}
	return seqs
}

// handles are what may be cited, everything that was shown, with the dates it was shown by.
func (e *evidence) handles(now time.Time) map[string]string {
	all := make(map[string]string, len(e.of))
	for _, item := range e.of {
		all[phrase.Handle(item.Letter, item.Seq)] = phrase.FullDay(item.On, now)
	}
	return all
}

// receipt marks what the answer cites.
func (e *evidence) receipt(cites []event.Cite) []event.Found {
	found := slices.Clone(e.found)
	for i, f := range found {
		seq := e.of[f.Memory].Seq
		found[i].Used = slices.ContainsFunc(cites, func(c event.Cite) bool { return slices.Contains(c.Seqs, seq) })
	}
	return found
}
