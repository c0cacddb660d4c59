package change

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// figureAlone is a figure and nothing else: "300k", "-3%", "€1,200", "~50k".
var figureAlone = regexp.MustCompile(`^[~<>≤≥±+\-−]*[$€£]?\d[\d.,:]*(?:%|°|[a-zA-Z]{1,3})?$`)

// isShort says whether a correction is a value alone: "no, 300k". More words than one may be
// anything, and are read as a sentence.
func isShort(correction string) bool { return figureAlone.MatchString(settled(correction)) }

// valueAlone takes a value as the right one for what was said or answered last. It gives nil
// where no statement of that exchange has a value that this could stand for, and asks where
// more than one has.
func valueAlone(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	value := settled(t.Command.Correction)
	exchanges, err := lately(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, seqs := range exchanges {
		near, err := statements(ctx, t, seqs)
		if err != nil {
			return nil, err
		}
		more, err := unread(ctx, t, seqs)
		if err != nil {
			return nil, err
		}
		if near, err = tellable(ctx, t, append(near, more...), statement.seqs); err != nil {
			return nil, err
		}
		var fitting []statement
		var right []extract.Item
		for _, s := range near {
			if it, ok := withValue(s.item, value); ok && !slices.ContainsFunc(fitting, func(f statement) bool { return f.seq == s.seq && f.item.Attribute == s.item.Attribute }) {
				fitting, right = append(fitting, s), append(right, it)
			}
		}
		switch {
		case len(fitting) == 0:
			continue
		case !oneThing(fitting):
			return whichOne(t, value, fitting), nil
		}
		r := begin(t)
		learn(t, r, right[len(right)-1:], fitting)
		return r, tellCorrection(ctx, t, r, right[len(right)-1:], right[len(right)-1].Text, fitting)
	}
	return nil, nil
}

// withValue is a statement with another value in the place of its own; false where that would
// not be one.
func withValue(it extract.Item, value string) (extract.Item, bool) {
	old := it.Value
	if it.Attribute == "" {
		old = onlyFigure(it.Quote)
	}
	at := strings.LastIndex(it.Quote, old)
	figures := func(s string) bool { return strings.ContainsAny(s, "0123456789") }
	if strings.HasSuffix(strings.TrimSpace(it.Quote), "?") { // he asked, and said nothing
		return it, false
	}
	if old == "" || at < 0 || figures(old) != figures(value) || strings.EqualFold(old, value) || it.Negated {
		return it, false
	}
	said := it.Quote[:at] + value + it.Quote[at+len(old):]
	for _, again := range extract.Read(extract.Utterance{Text: said, At: it.At}) {
		if again.Subject != it.Subject || again.Attribute != it.Attribute {
			continue
		}
		if it.Attribute == "" || plain(again.Value) == plain(value) {
			// These are not his words as he wrote them, so they are no quote.
			again.Text, again.Quote = phrase.Bare(said), ""
			return again, true
		}
	}
	if it.Attribute == "" {
		return extract.Item{Kind: extract.Statement, Text: phrase.Bare(said), Importance: keptImportance}, true
	}
	return it, false
}

// onlyFigure is the one word of a sentence that holds a digit, if there is but one.
func onlyFigure(said string) (word string) {
	for w := range strings.FieldsSeq(said) {
		if !strings.ContainsAny(w, "0123456789") {
			continue
		}
		if word != "" {
			return ""
		}
		word = strings.TrimRight(w, ".,;:!)")
	}
	return word
}

// oneThing says whether statements are all about the same of the same.
func oneThing(all []statement) bool {
	return !slices.ContainsFunc(all, func(s statement) bool {
		return s.item.Subject != all[0].item.Subject || s.item.Attribute != all[0].item.Attribute || s.item.Attribute == "" && s.seq != all[0].seq
	})
}

// whichOne asks which of several statements a value is for.
func whichOne(t *turn.Turn, value string, fitting []statement) *turn.Reply {
	r := begin(t)
	r.Text.Say("Which of these is ").Claim(t.Heard(), "%s", echoed(value)).Say(" Say it in full, as in `no, Ana lives in Braga now`.")
	for _, s := range fitting[:min(len(fitting), mostShown)] {
		r.Text.Item().Claim(s.seqs(), "%s (%s)", s.told(), s.source(t))
	}
	return r
}

// mostLately is how many exchanges a value alone may reach back: behind the last one nobody
// knows what it is for.
const mostLately = 1

// lately gives what the last exchange in this room was about: what the answer rests on and what
// he said. A reply names its exchange.
func lately(ctx context.Context, t *turn.Turn) (exchanges [][]event.Seq, err error) {
	type exchange struct{ posts, messages []event.Seq }
	var last []exchange
	if to := t.Last().ReplyTo; to != 0 {
		last = append(last, exchange{posts: []event.Seq{to}})
	} else {
		t.Read(func(v memory.View) {
			for _, turn := range slices.Backward(v.Thread.Window) {
				if len(last) == mostLately {
					break
				}
				last = append(last, exchange{slices.Clone(turn.Posts), slices.Clone(turn.Messages)})
			}
		})
	}
	for _, e := range last {
		var seqs []event.Seq
		for _, seq := range append(e.posts, e.messages...) {
			rec, p, err := t.Event(ctx, seq)
			if err != nil {
				return nil, err
			}
			place := t.Place
			switch p := p.(type) {
			case event.PostQueued:
				place = p.Place
			case event.Heard:
				place = p.Place
			}
			if p != nil && place.SharesRoom(t.Place) {
				seqs = append(seqs, behind(thing{rec: rec, payload: p})...)
			}
		}
		exchanges = append(exchanges, seqs)
	}
	return exchanges, nil
}

// garbled says whether a correction makes no sense: it says the same words twice, ends with what
// it began with, or breaks off.
func garbled(text string) bool {
	words := strings.Fields(plain(text))
	for n := 2; 2*n <= len(words); n++ {
		for i := 0; i+2*n <= len(words); i++ {
			if slices.Equal(words[i:i+n], words[i+n:i+2*n]) {
				return true
			}
		}
	}
	if len(words) < 3 {
		return false
	}
	last := words[len(words)-1]
	return last == words[0] || slices.Contains([]string{"the", "a", "an", "my", "our", "of", "and", "or", "is", "are"}, last)
}
