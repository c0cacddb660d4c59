package inspect

import (
	"context"
	"iter"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
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
	if len(got.hits) == 0 && w.narrowed() {
		// "find letter from bank", "find ends in June": it may be what was said.
		whole := wanted{words: l.cmd.Args}
		all, err := l.statements(ctx, whole)
		if err != nil {
			return nil, err
		}
		if len(all.hits) > 0 {
			w, got = whole, all
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
	l.turn.Read(func(v memory.View) { called = v.Principal.Called() }) // only compared
	if called != "" && strings.EqualFold(named, called) {
		return thePrincipal
	}
	return named
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
		Claim(states, "%s, %s: %s", phrase.Source(l.turn.FullDay(h.on), 'm', e.Seq), speaker(e), excerpt(text, terms)), nil
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
	if l.sight.Audience == event.Shared {
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
