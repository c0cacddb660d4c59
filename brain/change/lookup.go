package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// mostShown is how many of the things found are quoted in a list to choose from.
const mostShown = 5

// forgetWords looks up what holds the words and lists it, newest first. Nothing is
// destroyed by words: the list says how to go on.
func forgetWords(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	words := cmp.Or(topic(t.Command.Words), t.Command.Period)
	found, near, err := toForget(ctx, t, *t.Command, t.Last().Seq, t.Now)
	if err != nil {
		return nil, err
	}
	how := "hold"
	switch {
	case t.Command.Period != "":
		how = "are of"
	case near:
		how = "come near to"
	}
	r := begin(t)
	x := &r.Text
	if len(found) == 0 {
		x.Say("I have nothing about ").Claim(t.Heard(), "%s", quoted(words, phrase.MaxQuote)).Say(".")
		return r, nil
	}
	var seqs []event.Seq
	var hs []command.Handle
	for _, y := range found {
		seqs = append(seqs, y.seq())
		hs = append(hs, y.handle)
	}
	if len(found) == 1 {
		how = map[string]string{"hold": "holds", "come near to": "comes near to", "are of": "is of"}[how]
	}
	x.Say("**").Claim(seqs, "%s", phrase.Count(len(found), "item")).Say(" %s ", how).Claim(t.Heard(), "%s", quoted(words, phrase.MaxQuote)).Say(".** Nothing is forgotten yet.")
	x.Break()
	for i, y := range found {
		if i == mostShown {
			x.Item().Say("and ").Claim(seqs, "%d more", len(found)-mostShown)
			if len(found) <= mostForgotten {
				x.Say(": %s", list(hs[mostShown:]))
			}
			break
		}
		on, text, _ := saidIn(y.payload)
		x.Item().Claim([]event.Seq{y.seq()}, "%s%s: %s", t.FullDay(on), author(y), quoted(text, phrase.MaxQuote)).Say(" (`%s`)", y.handle)
	}
	if len(found) > mostForgotten {
		x.Break().Say("Choose with `forget %s`, or `forget all of m%d` for all of them with this request.", hs[0], t.Last().Seq)
		if !t.Sure() {
			x.Say(" From a chat I forget ").Claim(t.Heard(), "at most %d", mostForgotten)
			x.Say(" at a time: for more I ask on a second account.")
		}
		r.Buttons = []event.Button{{Label: "All of them", Says: fmt.Sprintf("forget all of m%d", t.Last().Seq)}}
		return r, nil
	}
	x.Break().Say("`forget %s` shows what goes with it.", hs[0])
	if !near {
		// This request holds the words, or is of that time, as well.
		all := append(slices.Clone(hs), messages([]event.Seq{t.Last().Seq})...)
		if len(all) <= mostForgotten {
			x.Say(" With this request they are ").Claim(append(seqs, t.Heard()...), "%d", len(all)).Say(".")
			r.Buttons = []event.Button{{Label: "All of them", Says: "forget " + typed(all)}}
		}
	}
	return r, nil
}

// toForget are the things that a request to forget something means: what he said in a time, else what holds the words. Only
// where nothing told holds them, near says that what comes near to them is offered instead.
func toForget(ctx context.Context, t *turn.Turn, c command.Command, before event.Seq, now time.Time) (found []thing, near bool, err error) {
	if c.Period != "" {
		found, err = saidDuring(ctx, t, c.Period, before, now.In(t.Now.Location()))
		return found, false, err
	}
	exact, close, err := holding(ctx, t, topic(c.Words), before)
	told, asked := toldFirst(exact)
	if len(told) == 0 && len(close) > 0 {
		return close, true, err
	}
	return append(told, asked...), false, err
}

// toldFirst parts what tells something from what only asked the agent to do something: that holds the words, too, and
// goes with them, but is never what is looked for.
func toldFirst(all []thing) (told, asked []thing) {
	for _, y := range all {
		if _, text, ok := saidIn(y.payload); ok && orders(text) {
			asked = append(asked, y)
		} else {
			told = append(told, y)
		}
	}
	return told, asked
}

// saidDuring is what he said here in a time, newest first.
func saidDuring(ctx context.Context, t *turn.Turn, period string, before event.Seq, now time.Time) (found []thing, err error) {
	span, ok := when.Period(period, now)
	if !ok {
		return nil, nil
	}
	for rec, err := range ledger.Each[event.Heard](ctx, t.Mind, ledger.Query{Before: before, Newest: true}) {
		if err != nil {
			return nil, err
		}
		h := rec.Said
		in := !h.On.Before(span.From) && (span.To.IsZero() || h.On.Before(span.To))
		if in && rec.Trust == event.ByPrincipal && t.Sight().Shows(h.Audience, h.Place) {
			found = append(found, thing{command.Handle{Letter: 'm', N: uint64(rec.Seq)}, rec.Record, h})
		}
	}
	told, asked := toldFirst(found)
	return append(told, asked...), nil
}

// author names who said something, where it was not the principal: ", Priya Nair".
func author(y thing) string {
	if h, said := y.payload.(event.Heard); said && y.rec.Trust != event.ByPrincipal && h.Person.Name != "" {
		return ", " + h.Person.Name
	}
	return ""
}

// topic takes the small words off "everything about Acme".
func topic(words string) string {
	words = strings.TrimSpace(words)
	for _, lead := range []string{"everything", "anything", "all", "the thing", "what", "i said", "i told you", "you know", "about", "on", "the", "my", "our"} {
		if len(words) > len(lead) && strings.EqualFold(words[:len(lead)], lead) && words[len(lead)] == ' ' {
			words = strings.TrimSpace(words[len(lead):])
		}
	}
	return strings.Trim(words, `"'“”‘’`)
}

// saidIn gives when something was said, and its words.
func saidIn(p event.Payload) (on time.Time, text string, ok bool) {
	switch p := p.(type) {
	case event.Heard:
		return p.On, p.Text, true
	case event.Learned:
		return p.On, p.Text, true
	}
	return time.Time{}, "", false
}

// holding finds the messages and memories that hold the words as they are, and those that
// the search finds near them; newest first, and all from before an event. Where the words are
// somebody's name, whatever he said himself is among the first (TRUST, Other people's words), and
// all that his file rests on. A
// memory is left out where the message it rests on is found: it goes with it.
func holding(ctx context.Context, t *turn.Turn, words string, before event.Seq) (exact, near []thing, err error) {
	res, err := t.Store.Search(ctx, store.Query{Text: words, Audiences: t.Sight().Audiences(), Limit: store.MaxLimit, Superseded: true})
	if errors.Is(err, store.ErrUnavailable) {
		res.Hits, err = recall.InLedger(ctx, t, words, store.MaxLimit, t.Sight().Shows)
	}
	if err != nil {
		return nil, nil, err
	}
	store.NewestFirst(res.Hits)
	seen := map[event.Seq]bool{}
	for _, s := range t.Heard() {
		seen[s] = true
	}
	for _, hit := range res.Hits {
		// The text at hand spares reading what cannot be meant. What a twin says is not at hand.
		if !holds(hit.Item.Text, words) && hit.Coverage < nearEnough && len(hit.Twins) == 0 {
			continue
		}
		for _, n := range append([]uint64{hit.Item.Seq}, hit.Twins...) {
			if seen[event.Seq(n)] || event.Seq(n) >= before {
				continue
			}
			seen[event.Seq(n)] = true
			y, ok, err := named(ctx, t, command.Handle{Letter: 'm', N: n})
			if err != nil {
				return nil, nil, err
			}
			if !ok || y.gone() {
				continue
			}
			if h, said := y.payload.(event.Heard); said && !t.Sight().Shows(h.Audience, h.Place) {
				continue
			}
			_, text, ok := saidIn(y.payload)
			switch {
			case !ok:
			case holds(text, words):
				exact = append(exact, y)
			case hit.Coverage >= nearEnough && len(near) < mostShown && !orders(text):
				near = append(near, y)
			}
		}
	}
	besides, err := outright(ctx, t, words, before)
	if err != nil {
		return nil, nil, err
	}
	for _, y := range besides {
		if !slices.ContainsFunc(exact, func(x thing) bool { return x.seq() == y.seq() }) {
			exact = append(exact, y)
		}
	}
	file, err := ofPerson(ctx, t, words, before)
	if err != nil {
		return nil, nil, err
	}
	for _, y := range file {
		if !slices.ContainsFunc(exact, func(x thing) bool { return x.seq() == y.seq() }) {
			exact = append(exact, y)
		}
	}
	slices.SortStableFunc(exact, func(a, b thing) int { return cmp.Compare(b.seq(), a.seq()) })
	return withoutDerived(exact), withoutDerived(near), nil
}

// outright finds, message by message, what the search store does not show: whatever somebody of that
// name said himself, and what holds the words and is kept out of the store, as what was said in danger
// is. Newest first. It reads every message there is, which nothing but forgetting is worth.
func outright(ctx context.Context, t *turn.Turn, words string, before event.Seq) (found []thing, err error) {
	for rec, err := range ledger.Each[event.Heard](ctx, t.Mind, ledger.Query{Before: before, Newest: true}) {
		if err != nil {
			return nil, err
		}
		if slices.Contains(t.Heard(), rec.Seq) {
			continue
		}
		h := rec.Said
		his := rec.Trust != event.ByPrincipal && holds(h.Person.Name, words)
		if (his || holds(h.Text, words)) && t.Sight().Shows(h.Audience, h.Place) {
			found = append(found, thing{command.Handle{Letter: 'm', N: uint64(rec.Seq)}, rec.Record, h})
		}
	}
	return found, nil
}

// orders says whether a message was a command that tells nothing: it is only erased with the words that stand in it.
func orders(text string) bool {
	c, is := command.Parse(text)
	switch c.Name {
	case "remember", "wrong", "note", "keep in mind", "predict":
		return false
	}
	return is
}

// nearEnough is the share of the words that something must hold to be offered.
const nearEnough = 0.3

// withoutDerived leaves out what rests on another of the things.
func withoutDerived(things []thing) []thing {
	has := map[event.Seq]bool{}
	for _, y := range things {
		has[y.seq()] = true
	}
	return slices.DeleteFunc(things, func(y thing) bool {
		return slices.ContainsFunc(y.rec.From, func(s event.Seq) bool { return has[s] })
	})
}

// holds says whether the words stand in the text, letter case and what ends them aside.
func holds(text, words string) bool {
	text, words = " "+plain(text)+" ", " "+plain(words)+" "
	return words != "  " && strings.Contains(text, words)
}

// plain is the text's words in lower case, set apart by single spaces.
func plain(text string) string {
	var b strings.Builder
	for _, f := range strings.Fields(strings.ToLower(text)) {
		f = strings.Trim(f, "\"'`.,:;!?()[]“”‘’*_")
		f = strings.TrimSuffix(strings.TrimSuffix(f, "'s"), "’s")
		if f == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(f)
	}
	return b.String()
}
