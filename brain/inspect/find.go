package inspect

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
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

// find lists what was said, by anyone whose words may be shown here, newest first. A
// statement is found if it has all the words: in any inflection that the index knows, or
// as the beginnings of words in it.
func find(ctx context.Context, l *look) (*turn.Reply, error) {
	w := wanted{words: l.cmd.Words}
	if l.cmd.Period != "" {
		var ok bool
		if l.desk.Period != nil {
			w.from, w.to, ok = l.desk.Period(l.cmd.Period, l.turn.Now)
		}
		if !ok {
			text := new(phrase.Text).Say("I can't read ").Claim(l.turn.Heard(), "%s", phrase.Quote(l.cmd.Period, 8)).
				Say(" as a time. What works: `in March 2026`, `since 3 May`, `last week`.")
			return l.says(text), nil
		}
	}
	w.person = l.person(l.cmd.Person)
	got, err := l.statements(ctx, w)
	if err != nil {
		return nil, err
	}
	if len(got.hits) == 0 && w.person != "" && w.person != thePrincipal && w.person != theAgent {
		// "find letter from bank": the bank may be no person.
		w.words, w.person = strings.TrimSpace(w.words+" "+w.person), ""
		if got, err = l.statements(ctx, w); err != nil {
			return nil, err
		}
	}
	if len(got.hits) == 0 {
		return l.nothingFound(ctx, w, got)
	}
	return l.findings(ctx, w, got)
}

// thePrincipal and theAgent stand for the two whose words are not told by a name.
const (
	thePrincipal = "you"
	theAgent     = "me"
)

// person reads who is meant by "from WHOM": as the principal says it, so that "me" is him.
func (l *look) person(named string) string {
	switch strings.ToLower(named) {
	case "me", "myself", "i":
		return thePrincipal
	case "you", "yourself", "citadel":
		return theAgent
	}
	called := ""
	l.turn.Read(func(v memory.View) { called = v.Principal.Called() })
	if called != "" && strings.EqualFold(named, called) {
		return thePrincipal
	}
	return named
}

// wanted is what is searched for. Empty fields exclude nothing.
type wanted struct {
	words    string
	person   string // thePrincipal, theAgent, or a name
	from, to time.Time
}

// terms are the wanted words as they are looked for at the beginnings of words.
func (w wanted) terms() []string {
	return strings.FieldsFunc(strings.ToLower(w.words), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

func (w wanted) during(on time.Time) bool {
	return (w.from.IsZero() || !on.Before(w.from)) && (w.to.IsZero() || on.Before(w.to))
}

// by says whether a statement is the wanted person's.
func (w wanted) by(e seen) bool {
	switch p := e.payload.(type) {
	case event.PostQueued:
		return w.person == "" || w.person == theAgent
	case event.Heard:
		if w.person == "" || e.Trust == event.ByPrincipal {
			return w.person == "" || w.person == thePrincipal
		}
		return containsAll(p.Person.Name, strings.Fields(strings.ToLower(w.person)))
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
	for at := 0; ; {
		i := strings.Index(text[at:], term)
		if i < 0 {
			return false
		}
		i += at
		before := strings.TrimRightFunc(text[:i], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
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
	if len(terms) > 0 {
		r, err := l.turn.Store.Search(ctx, store.Query{
			Text: w.words, Audiences: l.sight.audiences(), Limit: store.MaxLimit, Superseded: true,
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
	for e, err := range l.backwards(ctx, l.asked, "heard", "post.queued") {
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
		if ok, err := l.admits(ctx, w, e); err != nil {
			return err
		} else if ok {
			got.hits = append(got.hits, hit{e.Seq, saidOn(e)})
		}
	}
	return nil
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

func (l *look) findings(ctx context.Context, w wanted, got found) (*turn.Reply, error) {
	all := numbers(got.hits, func(h hit) event.Seq { return h.seq })
	head := new(phrase.Text).Say("**").Add(l.sought(w)).Say(": ").
		Claim(all, "%s", phrase.Thousands(len(all))).Say(" found")
	if len(all) > 1 {
		head.Say(", newest first")
	}
	head.Say(".**")
	foot := new(phrase.Text)
	if !got.since.IsZero() {
		foot.Say("I looked back to ").Claim(l.turn.Heard(), "%s", fullDay(got.since, l.turn.Now)).Say(", not further.")
	}
	terms := w.terms()
	return l.list(head, each(got.hits, func(h hit) (*phrase.Text, error) { return l.finding(ctx, h, terms) }), foot)
}

// finding words one statement: handle, date, who, and the words around the one sought.
func (l *look) finding(ctx context.Context, h hit, terms []string) (*phrase.Text, error) {
	e, _, err := l.event(ctx, h.seq)
	if err != nil {
		return nil, err
	}
	text, states := wordsOf(e), []event.Seq{e.Seq}
	if _, ok := e.payload.(event.Heard); ok {
		if text, states, err = l.told(ctx, e); err != nil {
			return nil, err
		}
	}
	return new(phrase.Text).Say("`m%d` ", e.Seq).
		Claim(states, "%s, %s: %s", phrase.Source(phrase.FullDay(h.on, l.turn.Now), 'm', e.Seq), speaker(e), excerpt(text, terms)), nil
}

// sought repeats what was searched for.
func (l *look) sought(w wanted) *phrase.Text {
	t, heard := new(phrase.Text), l.turn.Heard()
	if w.words != "" {
		t.Claim(heard, "%s", quote(w.words))
	} else {
		t.Say("Anything")
	}
	switch w.person {
	case "":
	case thePrincipal:
		t.Say(" from you")
	case theAgent:
		t.Say(" from me")
	default:
		t.Say(" from ").Claim(heard, "%s", w.person)
	}
	now := l.turn.Now
	last := w.to.Add(-time.Second) // the end does not belong to the period
	switch {
	case w.from.IsZero() && w.to.IsZero():
	case w.to.IsZero():
		t.Claim(heard, " since %s", phrase.FullDay(w.from, now))
	case w.from.IsZero():
		t.Claim(heard, " until %s", phrase.FullDay(last, now))
	case phrase.FullDay(w.from, now) == phrase.FullDay(last, now):
		t.Claim(heard, " on %s", phrase.FullDay(w.from, now))
	default:
		t.Claim(heard, " from %s to %s", phrase.FullDay(w.from, now), phrase.FullDay(last, now))
	}
	return t
}

// nothingFound says so, with the nearest that there is (MESSAGES, rule 17).
func (l *look) nothingFound(ctx context.Context, w wanted, got found) (*turn.Reply, error) {
	text := new(phrase.Text).Say("Nothing was said").Say(" with ").Add(l.sought(w))
	if w.words == "" {
		text = new(phrase.Text).Say("Nothing found: ").Add(l.sought(w))
	}
	if l.sight.audience == event.Shared {
		text.Say(" in this channel")
	}
	text.Say(".")
	near, err := l.nearest(ctx, w, got.near)
	if err != nil {
		return nil, err
	}
	for item, err := range near {
		if err != nil {
			return nil, err
		}
		text.Say(" Nearest: ").Add(item)
		break
	}
	if !got.since.IsZero() {
		text.Say(" I looked back to ").Claim(l.turn.Heard(), "%s", fullDay(got.since, l.turn.Now)).Say(".")
	}
	return l.says(text), nil
}

func (l *look) nearest(ctx context.Context, w wanted, near []event.Seq) (iter.Seq2[*phrase.Text, error], error) {
	var hits []hit
	for _, seq := range near {
		e, ok, err := l.event(ctx, seq)
		if err != nil || !ok {
			return nil, err
		}
		if ok, err := l.admits(ctx, w, e); err != nil {
			return nil, err
		} else if ok {
			hits = append(hits, hit{seq, saidOn(e)})
		}
	}
	return each(hits, func(h hit) (*phrase.Text, error) { return l.finding(ctx, h, w.terms()) }), nil
}
