// Package recall finds what was said and learned before that bears on a turn (SPEC §13.3).
//
// The store ranks; this package decides what may come to the turn and in which form:
//
//   - Only what the place of the turn may show (TRUST, Private into public).
//   - Never the message being answered, nor anything after it, nor the agent's own
//     answers: an echo is no evidence.
//   - A memory and the message it was made from are one item: what was said then, and the fact.
//   - Words of time bound the search to what was said then or names that time.
//   - What was found only because of what stood around it is noise and is left out, but for
//     the nearest in pasted talk: "What did you buy?" is answered by "A red bike".
package recall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/words"
)

// Floor is the least coverage (see store.Hit) of an item that is not noise. On the talk of
// this package's tests it keeps every item that answers and drops what shares one of many
// common words.
const Floor = 0.15

// shareFloor is the share of a query's words, each counted alike, that lets an item in as
// well: while little has been said every word is common, and coverage says nothing.
const shareFloor = 1.0 / 3

// DefaultLimit is how many items are brought where a query says nothing (SPEC §13.3).
const DefaultLimit = 10

// stemsOfASearch is how many words are remembered while the hits of one recall are compared.
const stemsOfASearch = 4096

// overfetch is how many times the limit is asked of the store, because memories fall
// together with their messages (SPEC §13.3).
const overfetch = 2.4

// wider is how many times the limit is asked for a second time, where so many of the first did not hold that
// places stay free.
const wider = 10

// alsoFactor is what a further wording counts for: it brings what the question's own words
// do not, and must not outrank what they do.
const alsoFactor = 0.5

// replies is how many of the first hits may come in by what stands around them, in talk
// of several: who answers seldom repeats the words of the question.
const replies = 10

// Query says what is looked for.
type Query struct {
	Text    string   // the turn's text where empty
	Also    []string // further wordings; an item counts with the one it fits best
	Speaker string   // only what this person said, or is reported to have said
	Kinds   []store.Kind
	History bool // also what no longer holds
	All     bool // whatever was said in the time that Text names, whatever its words
	Tells   bool // with All: what tells of that time, whenever it was said
	Limit   int  // DefaultLimit where zero

	// Told leaves out accounts of months: they count words, and state nothing.
	Told bool

	Profile   string // how it is ranked; Default where empty, and else one of Profiles
	WordsOnly bool   // without vectors, for comparison

	// Beside are queries that are asked along with the first wording, and cost little where they
	// have its text. What they find is Result.Beside, as it was found.
	Beside []store.Query

	// Skip drops a message by its text: a question asked before is no evidence.
	Skip func(text string) bool
	// Ready waits for the index as long as the caller has time, and says whether it has
	// caught up. Nil is taken as ready. What the index lacks is read from the ledger.
	Ready func(ctx context.Context) bool

	places int // how many are asked of the store; zero for as many as a limit mostly takes
}

// Item is something that was said, or a memory without a message behind it.
type Item struct {
	Seq     event.Seq // the message; where there is none, the memory itself
	Memory  event.Seq // what the store found: for the receipt
	Letter  byte      // of the handle of Seq: m, d or l
	Kind    store.Kind
	Text    string // as it stands now, without the name before pasted talk; of a very long message the piece that was found
	On      time.Time
	Speaker string // empty for the principal; in pasted talk whoever is named before the colon

	Score    float64
	Coverage float64

	// Fact is the memory that it was found by, where that says it in other words, or the words of a
	// long message that it rests on; Doubt, how sure of it one can be (see phrase.Doubt).
	Fact, Doubt string
	// Renews says that something of it took the place of an older statement of the same fact.
	Renews bool
	// Gone are memories made from this message that no longer hold. Superseded says that
	// nothing of it holds; such items come only where the query asks for History.
	Gone []event.Learned
	// Wrong are those among them that were marked as wrong: they never held. Only where the query asks
	// for History.
	Wrong      []event.Learned
	Superseded bool

	// Reversed is when a decision was reversed; zero while it stands. Was are the words it had before
	// it was amended.
	Reversed time.Time
	Was      string
}

// Result is what was found, by falling relevance.
type Result struct {
	Items     []Item
	Found     []event.Found // the receipt: every item, unused
	Among     int           // how many were candidates
	Late      bool          // the index had not caught up
	Named     []string      // the speakers whom the text names; see store.Result
	Agreement float64       // how far they spoke of it rather than others; see store.Result
	Bounded   bool          // the items come from the time that the query names

	Beside []store.Result // of Query.Beside; nil where the store was away
}

// Used is the receipt with those items marked that the reply shows.
func (r Result) Used(shown ...event.Seq) []event.Found {
	found := slices.Clone(r.Found)
	for i := range found {
		found[i].Used = slices.Contains(shown, r.Items[i].Seq)
	}
	return found
}

// Newest gives the most relevant items, at most n of them, newest first.
func (r Result) Newest(n int) []Item {
	items := slices.Clone(r.Items[:min(n, len(r.Items))])
	NewestFirst(items)
	return items
}

// NewestFirst puts items in the order in which they are shown.
func NewestFirst(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int {
		if c := b.On.Compare(a.On); c != 0 {
			return c
		}
		return int(b.Seq) - int(a.Seq)
	})
}

// evidence are the kinds that state something: all but the agent's answers.
var evidence = []store.Kind{
	store.Said, store.Heard, store.Fact, store.Belief, store.Episode, store.Decision, store.Loop,
	"preference", "statement", "correction", "promise", "emotion", "imported", store.Digest, ownNotes,
}

// Recall finds. It reads the store and the ledger and writes nothing. The errors are
// theirs, and that of ctx.
func Recall(ctx context.Context, t *turn.Turn, q Query) (Result, error) {
	if q.Text == "" {
		q.Text = t.Text
	}
	if q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	if len(q.Kinds) == 0 {
		q.Kinds = evidence
	}
	q.Skip = once(q.Skip)
	how, err := chosen(t, q)
	if err != nil {
		return Result{}, fmt.Errorf("recall: %w", err)
	}
	late := q.Ready != nil && !q.Ready(ctx)
	var missed []Item
	if late { // before the search: what enters the index after it would be found by neither
		if missed, err = unindexed(ctx, t, q, false); err != nil {
			return Result{}, fmt.Errorf("recall: %w", err)
		}
	}
	find := search
	if q.All {
		find = said
	}
	hits, named, beside, err := find(ctx, t, q)
	away := errors.Is(err, store.ErrUnavailable)
	if err != nil && !away {
		return Result{}, fmt.Errorf("recall: %w", err)
	}
	if away { // the turn goes on with what the ledger holds
		hits, named, late = nil, store.Result{}, true
		if missed, err = unindexed(ctx, t, q, true); err != nil {
			return Result{}, fmt.Errorf("recall: %w", err)
		}
	}
	if !q.All {
		rank(how, t, hits)
	}
	if hits, err = unfold(ctx, t, q, hits); err != nil {
		return Result{}, fmt.Errorf("recall: %w", err)
	}
	items, err := resolve(ctx, t, hits)
	if err != nil {
		return Result{}, fmt.Errorf("recall: %w", err)
	}
	for _, m := range missed {
		if !slices.ContainsFunc(items, func(i Item) bool { return i.Seq == m.Seq }) {
			items = append(items, m)
		}
	}
	// What no longer holds may not count as what a time names, and of history all is looked at.
	_, timed := when.Period(q.Text, t.Now)
	if timed || q.History {
		if items, err = checked(ctx, t, q, items); err != nil {
			return Result{}, fmt.Errorf("recall: %w", err)
		}
	}
	r := Result{Among: len(items), Late: late, Named: named.Named, Agreement: named.Agreement, Beside: beside}
	items = slices.DeleteFunc(items, func(i Item) bool { return !admits(t, q, i) })
	items, r.Bounded = inTime(t, q, items)
	slices.SortStableFunc(items, func(a, b Item) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return int(b.Seq) - int(a.Seq)
	})
	if !timed && !q.History {
		most := min(q.Limit, len(items))
		if items, err = holding(ctx, t, q, items); err != nil {
			return Result{}, fmt.Errorf("recall: %w", err)
		}
		if len(items) < most && q.places == 0 && !late { // what no longer holds stood where others do
			q.places = wider * q.Limit
			return Recall(ctx, t, q)
		}
	}
	r.Items = items[:min(len(items), q.Limit)]
	for _, i := range r.Items {
		r.Found = append(r.Found, event.Found{Memory: i.Memory, Score: i.Score})
	}
	return r, nil
}

// once asks a predicate once for each text: the same items come for several wordings.
func once(skip func(string) bool) func(string) bool {
	if skip == nil {
		return nil
	}
	known := map[string]bool{}
	return func(text string) bool {
		drop, ok := known[text]
		if !ok {
			drop = skip(text)
			known[text] = drop
		}
		return drop
	}
}

// search asks the store with each wording and keeps of each hit its best score, and whom the
// text itself names.
func search(ctx context.Context, t *turn.Turn, q Query) (hits []store.Hit, named store.Result, beside []store.Result, err error) {
	ask := store.Query{
		Audiences: t.Sight().Audiences(), Kinds: q.Kinds, Now: t.Now, Superseded: q.History,
		Limit: max(q.places, int(float64(q.Limit)*overfetch)),
	}
	if q.WordsOnly {
		ask.Vectors = []store.Vector{}
	}
	type one struct {
		seq  uint64
		part uint32 // of a digest, whose parts are of different days; else the best of all parts counts
	}
	at := map[one]int{}
	stems := words.New(stemsOfASearch)
	for n, text := range append([]string{q.Text}, q.Also...) {
		if n > 0 {
			ask.Limit = q.Limit // enough, for what it finds comes after
		}
		wanted := terms(stems, text)
		bounds := bounds(q.Text, t.Now)
		var asks []store.Query
		for _, bound := range bounds {
			ask.Text, ask.From, ask.To = text, bound.From, bound.To
			asks = append(asks, ask)
		}
		if n == 0 {
			asks = append(asks, q.Beside...)
		}
		results, err := t.Store.SearchAll(ctx, asks...)
		if err != nil {
			return nil, named, nil, err
		}
		if n == 0 {
			beside = results[len(bounds):]
		}
		for i, bound := range bounds {
			found := results[i]
			if n == 0 {
				named.Named, named.Agreement = found.Named, found.Agreement
			}
			found.Hits, err = withoutEchoes(ctx, t, q, found.Hits)
			if err != nil {
				return nil, named, nil, err
			}
			for k, h := range found.Hits {
				if n > 0 || h.Item.Speaker != "" && bound != (when.Span{}) {
					h.Score *= alsoFactor // the best within a short time is often not much
				}
				reply := n == 0 && k < replies && h.Item.Speaker != ""
				if !reply && h.Likeness < formula.Neighbouring && h.Coverage < Floor && (h.Parts.Terms == 0 || held(stems, wanted, h.Item.Text) < shareFloor) {
					continue
				}
				key := one{seq: h.Item.Seq}
				if h.Item.Kind == store.Digest {
					key.part = h.Item.Part
				}
				i, known := at[key]
				if !known {
					at[key] = len(hits)
					hits = append(hits, h)
				} else if h.Score > hits[i].Score {
					hits[i] = h
				}
			}
		}
	}
	return hits, named, beside, nil
}

// withoutEchoes drops the message being answered, what came after it, and what the query
// skips. The store left out whatever nearly repeats a hit: what a dropped question hid that
// way ("Does Ana live in Porto?" before "Ana lives in Porto") takes its place, and of what
// reads the same, as the same question on other days, the best.
func withoutEchoes(ctx context.Context, t *turn.Turn, q Query, hits []store.Hit) ([]store.Hit, error) {
	echo := func(i store.Item) bool {
		return event.Seq(i.Seq) >= t.Messages[0].Seq ||
			i.Kind == store.Said && i.Speaker == "" && q.Skip != nil && q.Skip(i.Text)
	}
	var kept []store.Hit
	told := map[string]bool{}
	for _, h := range hits {
		if !echo(h.Item) {
			kept = append(kept, h)
			continue
		}
		for _, twin := range h.Twins {
			item, err := t.Store.First(ctx, twin)
			if absent(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if reads := item.Speaker + ": " + item.Text; !echo(item) && !told[reads] {
				told[reads] = true
				h.Item, h.Twins = item, nil
				kept = append(kept, h)
			}
		}
	}
	return kept, nil
}

func admits(t *turn.Turn, q Query, i Item) bool {
	switch {
	case i.Seq >= t.Messages[0].Seq:
		return false
	case i.Kind == store.Digest && q.Told:
		return false
	case q.Speaker != "" && !strings.EqualFold(i.Speaker, q.Speaker) && !names(i.Text, q.Speaker):
		return false
	}
	return i.Kind == store.Decision || i.Speaker != "" || q.Skip == nil || !q.Skip(i.Text)
}
