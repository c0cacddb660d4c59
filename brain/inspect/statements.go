package inspect

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/brain/command"
	"citadel/memory/event"
	"citadel/memory/store"
)

const (
	// maxWalk bounds how many statements are read one by one where the index found less than
	// a page. The reply says how far back it looked.
	maxWalk = 20_000
	// lag is how many numbers before the end of the ledger are always read: the index is a
	// follower and may not have come that far.
	lag = 200
	// enough is how many statements the index must give for the walk to be left out.
	enough = maxLines
)

// wanted is what is searched for. Empty fields exclude nothing.
type wanted struct {
	words    string
	person   string // thePrincipal, theAgent, or a name
	from, to time.Time
}

// terms are the wanted words as they are looked for at the beginnings of words. Of signs alone, an emoji, each is looked
// for as it stands.
func (w wanted) terms() []string {
	low := strings.ToLower(w.words)
	if terms := strings.FieldsFunc(low, func(r rune) bool { return !inWord(r) }); len(terms) > 0 {
		return terms
	}
	return strings.Fields(low)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

func (w wanted) during(on time.Time) bool {
	return (w.from.IsZero() || !on.Before(w.from)) && (w.to.IsZero() || on.Before(w.to))
}

// narrowed says whether words of the command were read as a person or a period.
func (w wanted) narrowed() bool { return w.person != "" || !w.from.IsZero() || !w.to.IsZero() }

// by says whether a statement is the wanted person's.
func (w wanted) by(e seen) bool {
	switch p := e.payload.(type) {
	case event.PostQueued:
		return w.person == "" || w.person == theAgent
	case event.Attached:
		return w.person == ""
	case event.Heard:
		if w.person == "" || e.Trust == event.ByPrincipal {
			return w.person == "" || w.person == thePrincipal
		}
		other := w.person != thePrincipal && w.person != theAgent
		return other && containsAll(p.Person.Name, strings.Fields(strings.ToLower(w.person)))
	}
	return false
}

// containsAll says whether every term begins a word of the text.
func containsAll(text string, terms []string) bool {
	text = strings.ToLower(text)
	for _, t := range terms {
		if !beginsAWord(text, t) {
			return false
		}
	}
	return true
}

func beginsAWord(text, term string) bool {
	if !strings.ContainsFunc(term, inWord) {
		return strings.Contains(text, term)
	}
	for at := 0; ; {
		i := strings.Index(text[at:], term)
		if i < 0 {
			return false
		}
		i += at
		before := strings.TrimRightFunc(text[:i], inWord)
		if len(before) == i {
			return true
		}
		at = i + max(1, len(term))
	}
}

// found is the outcome of a search.
type found struct {
	hits  []hit     // newest first
	since time.Time // how far back the statements were read, where not all were; else zero
	near  []event.Seq
}

type hit struct {
	seq event.Seq
	on  time.Time
}

// statements searches the index, and reads the ledger itself where that may have missed
// something.
func (l *look) statements(ctx context.Context, w wanted) (found, error) {
	var got found
	terms := w.terms()
	if strings.ContainsFunc(w.words, inWord) { // signs are in no index
		r, err := l.turn.Store.Search(ctx, store.Query{
			Text: w.words, Audiences: l.sight.Audiences(), Limit: store.MaxLimit, Superseded: true,
			Kinds: []store.Kind{store.Said, store.Heard, store.Answer}, From: w.from, To: w.to,
		})
		if err != nil {
			return got, err
		}
		if err := l.keep(ctx, &got, w, r.Hits); err != nil {
			return got, err
		}
	}
	upTo := event.Seq(0)
	if len(got.hits) >= enough*l.page && l.asked > lag {
		upTo = l.asked - lag
	}
	if err := l.walk(ctx, &got, w, terms, upTo); err != nil {
		return got, err
	}
	slices.SortFunc(got.hits, func(a, b hit) int { return cmp.Or(b.on.Compare(a.on), cmp.Compare(b.seq, a.seq)) })
	got.hits = slices.CompactFunc(got.hits, func(a, b hit) bool { return a.seq == b.seq })
	return got, nil
}

// keep takes over those hits of the index that hold all the words, and the best of the
// others as the nearest.
func (l *look) keep(ctx context.Context, got *found, w wanted, hits []store.Hit) error {
	var full []event.Seq
	for _, h := range hits {
		seq := event.Seq(h.Item.Seq)
		switch {
		case seq >= l.asked:
		case h.Coverage > 0.999:
			full = append(full, seq)
		case h.Coverage > 0.3 && len(got.near) < 5:
			got.near = append(got.near, seq)
		}
	}
	es, err := l.named(ctx, full)
	if err != nil {
		return err
	}
	for _, e := range es {
		if ok, err := l.admits(ctx, w, e); err != nil {
			return err
		} else if ok {
			got.hits = append(got.hits, hit{e.Seq, saidOn(e)})
		}
	}
	return nil
}

// walk reads statements one by one, newest first, down to a number.
func (l *look) walk(ctx context.Context, got *found, w wanted, terms []string, upTo event.Seq) error {
	read := 0
	for e, err := range l.backwards(ctx, l.asked, "heard", "edited", "transcribed", "attached", "post.queued") {
		if err != nil {
			return err
		}
		if e.Seq <= upTo {
			return nil
		}
		if read++; read > maxWalk {
			got.since = saidOn(e)
			return nil
		}
		if !containsAll(wordsOf(e), terms) {
			continue
		}
		if e, err = l.asItStands(ctx, e, terms); err != nil {
			return err
		}
		if ok, err := l.admits(ctx, w, e); err != nil {
			return err
		} else if ok {
			got.hits = append(got.hits, hit{e.Seq, saidOn(e)})
		}
	}
	return nil
}

// asItStands goes from an edit to its message, and gives no payload if the message as it
// stands now lacks the terms: they were edited out.
func (l *look) asItStands(ctx context.Context, e seen, terms []string) (seen, error) {
	about := event.Seq(0)
	switch p := e.payload.(type) {
	case event.Edited:
		about = p.Message
	case event.Transcribed:
		about = p.Message
	}
	if about != 0 {
		message, ok, err := l.event(ctx, about)
		if err != nil || !ok {
			return seen{}, err
		}
		e = message
	}
	if _, ok := e.payload.(event.Heard); !ok {
		return e, nil
	}
	text, _, err := l.told(ctx, e)
	if err != nil || !containsAll(text, terms) {
		return seen{}, err
	}
	return e, nil
}

// admits says whether a statement may be listed at all: the right person and time, seen
// from here, and neither an inspection nor its answer, which would only echo.
func (l *look) admits(ctx context.Context, w wanted, e seen) (bool, error) {
	if e.payload == nil || !w.by(e) || !w.during(saidOn(e)) || echoes(e) {
		return false, nil
	}
	return l.sees(ctx, e)
}

func wordsOf(e seen) string {
	switch p := e.payload.(type) {
	case event.Heard:
		return p.Text
	case event.Edited:
		return p.Text
	case event.Transcribed:
		return p.Text
	case event.Attached:
		return p.Text
	case event.PostQueued:
		return bare(p.Text)
	}
	return ""
}

// saidOn is when something happened, by its own account where it has one.
func saidOn(e seen) time.Time {
	if h, ok := e.payload.(event.Happened); ok {
		return h.When()
	}
	return e.At
}

// echoes says whether a statement is a command that only reads, or what one answered.
func echoes(e seen) bool {
	name := ""
	switch p := e.payload.(type) {
	case event.Heard:
		if e.Trust == event.ByPrincipal {
			c, _ := command.Parse(p.Text)
			name = c.Name
		}
	case event.PostQueued:
		if p.Answer != nil {
			name, _ = strings.CutPrefix(p.Answer.By, "command:")
		}
	}
	row, ok := command.Lookup(name)
	return ok && row.Reads
}
