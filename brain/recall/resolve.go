package recall

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/words"
)

// resolve makes items of hits: memories are led back to the messages they were made from, and
// what was forgotten since the store was written is left out.
func resolve(ctx context.Context, t *turn.Turn, hits []store.Hit) ([]Item, error) {
	if len(hits) == 0 {
		return nil, nil
	}
	seqs := make([]event.Seq, len(hits))
	for i, h := range hits {
		seqs[i] = event.Seq(h.Item.Seq)
	}
	told, err := tell(ctx, t, ledger.Query{Seqs: seqs})
	if err != nil {
		return nil, err
	}
	var roots []event.Seq
	for _, e := range told {
		if _, ok := e.payload.(event.Digested); !ok { // it stands for itself
			roots = append(roots, e.record.From...)
		}
	}
	for range 2 { // a memory may rest on an edit, and that on the message
		missing := slices.DeleteFunc(slices.Clone(roots), func(s event.Seq) bool { _, ok := told[s]; return ok })
		if len(missing) == 0 {
			break
		}
		further, err := tell(ctx, t, ledger.Query{Seqs: missing})
		if err != nil {
			return nil, err
		}
		for s, e := range further {
			told[s] = e
			roots = append(roots, e.record.From...)
		}
	}

	var items []Item
	at := map[event.Seq]int{}
	for _, h := range hits {
		item, ok := itemOf(h, told)
		if ok && item.Kind == store.Decision {
			ok, err = item.decide(ctx, t)
		}
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		item.doubt(t)
		if i, known := at[item.Seq]; known {
			better := item.Score > items[i].Score
			if better {
				items[i].Score = item.Score
			}
			// The receipt names the memory whose words are shown beside the message's, if any are.
			if item.Fact != "" && (better || items[i].Fact == "") || better && items[i].Fact == "" {
				items[i].Memory, items[i].Fact, items[i].Doubt = item.Memory, item.Fact, item.Doubt
			}
			items[i].Coverage = max(items[i].Coverage, item.Coverage)
			if !quotes(told[event.Seq(h.Item.Seq)].payload) {
				items[i].Text = item.Text
			}
			continue
		}
		at[item.Seq] = len(items)
		items = append(items, item)
	}
	return items, nil
}

// entry is an event that was read; payload is nil if it was forgotten.
type entry struct {
	record  ledger.Record
	payload event.Payload
}

func tell(ctx context.Context, t *turn.Turn, q ledger.Query) (map[event.Seq]entry, error) {
	told := map[event.Seq]entry{}
	for r, err := range t.Mind.Events(ctx, q) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		r.From = slices.Clone(r.From)
		told[r.Seq] = entry{r, p}
	}
	return told, nil
}

func itemOf(h store.Hit, told map[event.Seq]entry) (Item, bool) {
	e, ok := told[event.Seq(h.Item.Seq)]
	if !ok || e.payload == nil {
		return Item{}, false
	}
	item := Item{
		Seq: e.record.Seq, Memory: e.record.Seq, Letter: 'm', Kind: h.Item.Kind, Text: h.Item.Text, On: h.Item.On,
		Speaker: h.Item.Speaker, Score: h.Score, Coverage: h.Coverage,
		Superseded: !h.Item.ValidTo.IsZero(),
	}
	switch p := e.payload.(type) {
	case event.Heard:
		item.attribute()
		return item, true
	case event.PostQueued, event.Attached:
		return item, true
	case event.Digested:
		item.Text, item.Speaker = p.Text, ownDigest
		return item, true
	case event.DecisionRecorded:
		item.Letter = 'd'
		return item, true
	case event.LoopOpened:
		item.Letter = 'l'
	case event.Learned:
		if item.Text = p.Text; p.Provenance == event.Generated { // it stands for itself: nobody said so
			item.Speaker = ownNote
			return item, true
		}
		item.Fact = p.Text
		if p.Quote != "" {
			item.Text = p.Quote
			if strings.Contains(p.Text, p.Quote) {
				item.Fact = p.Quote // no other words
			}
		}
	}
	// A memory that quotes nothing stands for a message that does not say it by itself ("no, 300k").
	gone := item.Superseded || !quotes(e.payload)
	if m, ok := message(e, told, 3); ok {
		h := m.payload.(event.Heard)
		item.Seq, item.Letter, item.On, item.Kind = m.record.Seq, 'm', h.On, store.Said
		if text := standing(m.record.Seq, h.Text, told); len(text) <= wholeUpTo && !gone {
			item.Text = text
		}
		if m.record.Trust != event.ByPrincipal {
			item.Kind, item.Speaker = store.Heard, h.Person.Name
		}
		item.attribute()
	}
	if gone || len(item.Text) <= longWords && strings.Contains(item.Text, item.Fact) {
		item.Fact = ""
	}
	return item, true
}

// longWords is from where on a message does not show at a glance what was found in it, in bytes.
const longWords = 600

// doubt words how sure one can be of what was concluded, or heard of somebody else.
func (i *Item) doubt(t *turn.Turn) {
	if i.Fact == "" {
		return
	}
	t.Mind.Read(func(v memory.View) {
		if h, held := v.Beliefs.Of(i.Memory); held && !h.Confirmed {
			i.Doubt = phrase.Doubt(h.Confidence(t.Now))
		}
	})
}

// quotes says whether the words of an item stand in its message.
func quotes(p event.Payload) bool {
	l, ok := p.(event.Learned)
	return !ok || l.Quote != ""
}

// ownDigest and ownNote are whose words an account of a month, and what a model concluded, are shown as.
const (
	ownDigest = "my digest"
	ownNote   = "my own note"
)

// ownNotes is the kind of what a model concluded.
const ownNotes store.Kind = "note"

// attribute gives pasted talk to whom it names.
func (i *Item) attribute() {
	if name, rest := words.Speaker(i.Text); name != "" && i.Kind == store.Said {
		i.Speaker, i.Text = name, rest
	}
}

// wholeUpTo is the length up to which the store keeps a message in one piece (SPEC §3).
const wholeUpTo = 16 << 10

// standing is the text of a message as far as the events at hand tell of its edits.
func standing(seq event.Seq, text string, told map[event.Seq]entry) string {
	newest := event.Seq(0)
	for s, e := range told {
		if s <= newest {
			continue
		}
		switch p := e.payload.(type) {
		case event.Edited:
			if p.Message == seq {
				newest, text = s, p.Text
			}
		case event.Transcribed:
			if p.Message == seq {
				newest, text = s, p.Text
			}
		}
	}
	return text
}

// message is the first message that an event rests on.
func message(e entry, told map[event.Seq]entry, depth int) (entry, bool) {
	for _, s := range e.record.From {
		root, ok := told[s]
		if !ok {
			continue
		}
		switch p := root.payload.(type) {
		case event.Heard:
			return root, true
		case event.Edited:
			if m, ok := told[p.Message]; ok {
				if _, heard := m.payload.(event.Heard); heard {
					return m, true
				}
			}
		case event.Transcribed:
			if m, ok := told[p.Message]; ok {
				if _, heard := m.payload.(event.Heard); heard {
					return m, true
				}
			}
		}
		if depth > 0 {
			if m, ok := message(root, told, depth-1); ok {
				return m, true
			}
		}
	}
	return entry{}, false
}

// holding gives the best of the items, of which the best come first, as many as are asked for, and marks what of each
// no longer holds. Only of those is read what was made of them, and of so many more as do not hold.
func holding(ctx context.Context, t *turn.Turn, q Query, items []Item) (kept []Item, err error) {
	for len(kept) < q.Limit && len(items) > 0 {
		next := slices.Clone(items[:min(q.Limit-len(kept), len(items))])
		items = items[len(next):]
		if next, err = checked(ctx, t, q, next); err != nil {
			return nil, err
		}
		kept = append(kept, next...)
	}
	return kept, nil
}

// checked marks what no longer holds of the items, and leaves out what the query does not ask for of it.
func checked(ctx context.Context, t *turn.Turn, q Query, items []Item) ([]Item, error) {
	err := markGone(ctx, t, items)
	if err == nil {
		err = outdated(ctx, t, items)
	}
	if err != nil {
		return nil, err
	}
	if q.History {
		return mistaken(ctx, t, items)
	}
	return slices.DeleteFunc(items, func(i Item) bool { return i.Superseded }), nil
}

// markGone notes which memories made from a message no longer hold, and marks a message of
// whose memories none does.
func markGone(ctx context.Context, t *turn.Turn, items []Item) error {
	seqs, err := turned(ctx, t, items)
	if err != nil || len(seqs) == 0 {
		return err
	}
	at := map[event.Seq]int{}
	for i, item := range items {
		at[item.Seq] = i
	}
	became, err := t.Mind.Wordings(ctx, seqs...)
	if err != nil {
		return err
	}
	for wording, message := range became {
		at[wording] = at[message]
		seqs = append(seqs, wording)
	}
	alive := make([]bool, len(items))
	holds := make([]worded, len(items)) // what holds of each, of its newest wording
	var over []event.Seq
	kinds := []event.Kind{event.Learned{}.Kind(), event.DecisionProposed{}.Kind(), event.DecisionRecorded{}.Kind()}
	made := ledger.Query{From: seqs, Kinds: kinds, Sealed: true} // of most the number says enough
	unsaid := make([]bool, len(items))
	for r, err := range t.Mind.Events(ctx, made) {
		if err != nil {
			return err
		}
		if r.Kind != (event.Learned{}).Kind() {
			for _, s := range r.From {
				if i, ok := at[s]; ok {
					unsaid[i] = unsaid[i] || overtaken(t, r.Seq, items[i])
				}
			}
			continue
		}
		var held beliefs.State
		t.Mind.Read(func(v memory.View) { held = v.Beliefs.State(r.Seq) })
		for _, s := range r.From {
			i, ok := at[s]
			switch {
			case !ok || !held.Held || held.Own: // a note is none of what the message says
			case held.Over:
				over = append(over, r.Seq)
			default:
				alive[i] = true
				holds[i] = holds[i].newer(worded{s, r.Seq})
				items[i].Renews = items[i].Renews || held.Renews
			}
		}
	}
	if len(over) > 0 {
		if err := gone(ctx, t, items, at, holds, over); err != nil {
			return err
		}
	}
	for i := range items {
		items[i].Superseded = items[i].Superseded && !alive[i] || len(items[i].Gone) > 0 && !alive[i] || unsaid[i]
	}
	return nil
}

// worded is a memory, and the wording of its message that it was made of.
type worded struct{ wording, memory event.Seq }

// newer is the one of two that was made of the later wording.
func (w worded) newer(other worded) worded {
	if other.wording > w.wording {
		return other
	}
	return w
}

// gone notes with their messages what no longer holds of them. What was made of an earlier wording than what holds went
// with that wording, and is nothing of the message as it stands. Where only an earlier wording holds, since what the message
// says now was taken back, the item has the words of that.
func gone(ctx context.Context, t *turn.Turn, items []Item, at map[event.Seq]int, holds []worded, over []event.Seq) error {
	back := map[event.Seq]int{} // memories of an earlier wording that hold again: the item
	told, err := tell(ctx, t, ledger.Query{Seqs: over})
	if err != nil {
		return err
	}
	for _, seq := range slices.Sorted(maps.Keys(told)) {
		e := told[seq]
		for _, s := range e.record.From {
			learned, ok := e.payload.(event.Learned)
			i, is := at[s]
			switch {
			case !ok || !is || s < holds[i].wording:
			case s > holds[i].wording && holds[i].memory != 0 && learned.Kept:
				back[holds[i].memory] = i
			default:
				items[i].Gone = append(items[i].Gone, learned)
			}
		}
	}
	if len(back) == 0 {
		return nil // a query for none would be one for all
	}
	if told, err = tell(ctx, t, ledger.Query{Seqs: slices.Sorted(maps.Keys(back))}); err != nil {
		return err
	}
	for seq, e := range told {
		if learned, ok := e.payload.(event.Learned); ok && learned.Quote != "" {
			items[back[seq]].Text = learned.Quote
		}
	}
	return nil
}

// turned are the items of which something may have ceased to hold or been renewed, by their numbers: of most nothing
// did, and what was made of these need not be read.
func turned(ctx context.Context, t *turn.Turn, items []Item) (seqs []event.Seq, err error) {
	var revised []event.Seq
	t.Mind.Read(func(v memory.View) {
		for _, i := range items {
			if i.Superseded || v.Beliefs.Turned(i.Seq) {
				seqs = append(seqs, i.Seq)
			}
		}
		for _, d := range v.Decisions.Decisions {
			if len(d.Revisions) > 0 {
				revised = append(revised, d.Seq)
				if d.Proposal != 0 {
					revised = append(revised, d.Proposal)
				}
			}
		}
	})
	if len(revised) == 0 {
		return seqs, nil // a query for none would be one for all
	}
	for r, err := range t.Mind.Events(ctx, ledger.Query{Seqs: revised, Sealed: true}) {
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, r.From...)
	}
	rest := func(s event.Seq) bool { return !slices.ContainsFunc(items, func(i Item) bool { return i.Seq == s }) }
	slices.Sort(seqs)
	return slices.Compact(slices.DeleteFunc(seqs, rest)), nil
}

// recent is how many of the newest messages are read when the index is late. It comes to
// that after an import or a restart; by then the rest is nearly always there.
const recent = 200

// recentAlone is the same while the store is away and nothing else finds anything: as many as
// are read in a moment.
const recentAlone = 4000

// absent says that the store does not have a memory, or cannot tell now.
func absent(err error) bool {
	return errors.Is(err, store.ErrUnknown) || errors.Is(err, store.ErrUnavailable)
}

// unindexed finds, among the newest messages, those that the store does not have yet. They
// are matched by the share of the query's words they hold.
func unindexed(ctx context.Context, t *turn.Turn, q Query, away bool) ([]Item, error) {
	sight := t.Sight()
	var items []Item
	stems := words.New(stemsOfASearch)
	wanted := terms(stems, q.Text)
	var others []map[string]bool
	for _, also := range q.Also {
		others = append(others, terms(stems, also))
	}
	over, err := lately(ctx, t)
	if err != nil {
		return nil, err
	}
	query := ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind(), event.Learned{}.Kind()}, Before: t.Messages[0].Seq, Newest: true, Limit: recent}
	if away {
		query.Limit = recentAlone
	}
	for r, err := range t.Mind.Events(ctx, query) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		item, ok := fresh(r, p, sight)
		if !ok || over[r.Seq] && !q.History {
			continue
		}
		if !away {
			if first, err := t.Store.First(ctx, uint64(r.Seq)); err == nil && memory.Whole(first) {
				continue
			} else if err != nil && !absent(err) {
				return nil, err
			}
		}
		whole := item.Text
		var share float64
		item.Text, share = fittest(stems, wanted, whole)
		item.Score, item.Coverage = share, share
		for _, also := range others {
			if part, s := fittest(stems, also, whole); s*alsoFactor > item.Score && share < shareFloor {
				item.Text, item.Score = part, s*alsoFactor
			}
		}
		if item.Score < shareFloor {
			continue
		}
		item.Superseded = over[r.Seq]
		item.attribute()
		items = append(items, item)
	}
	return items, nil
}

// fittest is the part of a text that holds the largest share of the wanted words, as the index would
// find it: who goes on with a whole megabyte reads it for seconds.
func fittest(stems *words.Analyzer, wanted map[string]bool, text string) (part string, share float64) {
	for _, piece := range memory.Pieces(text) {
		if s := held(stems, wanted, piece); s > share || part == "" {
			part, share = piece, s
		}
	}
	return part, share
}

// fresh is an item of what may not be in the index yet: a message, or a memory that stands for
// one that does not say it by itself.
func fresh(r ledger.Record, p event.Payload, sight memory.Sight) (Item, bool) {
	switch p := p.(type) {
	case event.Heard:
		item := Item{Seq: r.Seq, Memory: r.Seq, Letter: 'm', Kind: store.Said, Text: p.Text, On: p.On}
		if r.Trust != event.ByPrincipal {
			item.Kind, item.Speaker = store.Heard, p.Person.Name
		}
		return item, sight.Shows(p.Audience, p.Place)
	case event.Learned:
		if quotes(p) || len(r.From) == 0 || p.Provenance != event.Stated {
			return Item{}, false
		}
		return Item{Seq: slices.Max(r.From), Memory: r.Seq, Letter: 'm', Kind: store.Said, Text: p.Text, On: p.On}, sight.Shows(p.Audience, p.Place)
	}
	return Item{}, false
}

// outdated marks what ceased to hold a moment ago: the index may not know of it yet, and a job
// that read the message just then may have made a memory of it, which falls with it.
func outdated(ctx context.Context, t *turn.Turn, items []Item) error {
	over, err := lately(ctx, t)
	if err != nil {
		return err
	}
	for i := range items {
		items[i].Superseded = items[i].Superseded || over[items[i].Seq]
	}
	return nil
}

// corrected is how many of the newest corrections are looked at.
const corrected = 40

// lately are the events that ceased to hold among what happened last, of which the index may
// not know yet.
func lately(ctx context.Context, t *turn.Turn) (over map[event.Seq]bool, err error) {
	over = map[event.Seq]bool{}
	seen := map[event.Seq]bool{}
	kinds := []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, t.Mind, ledger.Query{Kinds: kinds, Before: t.Messages[0].Seq, Newest: true, Limit: corrected}) {
		if err != nil {
			return nil, err
		}
		switch p := r.Said.(type) {
		case event.Superseded:
			over[p.Memory] = over[p.Memory] || !seen[p.Memory]
			seen[p.Memory] = true
		case event.Restored:
			seen[p.Memory] = true
		}
	}
	return over, nil
}

// held is the share of the wanted terms that a text holds.
func held(stems *words.Analyzer, wanted map[string]bool, text string) float64 {
	if len(wanted) == 0 {
		return 0
	}
	have, n := terms(stems, text), 0
	for term := range wanted {
		if have[term] {
			n++
		}
	}
	return float64(n) / float64(len(wanted))
}

func terms(stems *words.Analyzer, text string) map[string]bool {
	set := map[string]bool{}
	for _, term := range stems.AppendTerms(nil, text[:min(len(text), wholeUpTo)]) {
		set[term] = true
	}
	return set
}

// names says whether a text holds a word, whatever its case.
func names(text, word string) bool {
	want := fields(word)
	have := fields(text)
	for i := 0; i+len(want) <= len(have) && len(want) > 0; i++ {
		if slices.EqualFunc(have[i:i+len(want)], want, strings.EqualFold) {
			return true
		}
	}
	return false
}

func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
