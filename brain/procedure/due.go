package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
	"citadel/memory/store"
)

// due answers "what did I promise", "what do I have to do by Friday" from what is open,
// what is due first coming first. It reports false where nothing open fits.
func (v *visit) due(ctx context.Context, reply *turn.Reply, q extract.Question) (bool, error) {
	reader := v.Sight()
	if direct := v.Direct(); v.Audience == event.Shared && len(direct) > 0 {
		reader = direct[0]
	}
	var open []loops.Loop
	v.Read(func(view memory.View) { open = slices.Clone(view.Loops.Loops) })
	span, bounded := when.Ahead(v.Text, v.Now)
	whom, others := promisee(v.Text), 0
	open = slices.DeleteFunc(open, func(l loops.Loop) bool {
		if whom != "" && share(whom, l.Text+" "+l.Quote) == 0 {
			others++
			return true
		}
		late := bounded && !span.To.IsZero() && (l.Due.IsZero() || !l.Due.Before(span.To))
		return !reader.Shows(l.Audience, l.Place) || late || q.Topic != "" && share(q.Topic, l.Text) == 0
	})
	if len(open) == 0 && others > 0 {
		reply.Text.Say("I have no open promise of yours to ").Claim(v.Heard(), "%s", whom).Say(". `loops` lists what is open.")
		return true, nil
	}
	if len(open) == 0 {
		return false, nil
	}
	if v.Audience == event.Shared {
		reply.Direct, reply.To = true, reader
	}
	return true, v.stillOpen(ctx, reply, open)
}

// stillOpen lists what is open, what is due first coming first, with the words it was said in. It orders
// what it is given.
func (v *visit) stillOpen(ctx context.Context, reply *turn.Reply, open []loops.Loop) error {
	slices.SortStableFunc(open, func(a, b loops.Loop) int {
		switch {
		case a.Due.IsZero() != b.Due.IsZero():
			if a.Due.IsZero() {
				return 1
			}
			return -1
		case !a.Due.Equal(b.Due):
			return a.Due.Compare(b.Due)
		}
		return int(b.Seq) - int(a.Seq)
	})
	seqs := make([]event.Seq, len(open))
	for i := range open {
		seqs[i] = open[i].Seq
	}
	reply.Text.Claim(seqs, "Open: %s.", phrase.Count(len(open), "thing"))
	for _, l := range open[:min(len(open), most)] {
		item, err := v.origin(ctx, l)
		if err != nil {
			return err
		}
		said := l.Quote
		if said == "" {
			said = l.Text
		}
		v.quote(reply.Text.Item(), item, said, listWords)
		if !l.Due.IsZero() {
			reply.Text.Claim([]event.Seq{l.Seq}, ", due %s", phrase.Day(l.Due, v.Now))
		}
		reply.Text.Claim([]event.Seq{l.Seq}, " `%s`", phrase.Handle('l', l.Seq))
	}
	reply.Text.Break()
	if len(open) > most {
		reply.Text.Say("`loops` lists all; ")
	}
	reply.Text.Say("`close %s` ends one.", phrase.Handle('l', open[0].Seq))
	return nil
}

var promisedTo = regexp.MustCompile(`(?i)\b(?:promised?|owe) (?:to )?([\p{L}][\p{L}'’-]*)`)

// promisee is to whom something was promised, where a question names him: "what did I promise Lena?".
func promisee(text string) string {
	m := promisedTo.FindStringSubmatch(text)
	if m == nil || len(meaning(m[1])) == 0 || onlyTimed(m[1], reading0) {
		return ""
	}
	switch strings.ToLower(m[1]) {
	case "her", "him", "them", "you", "myself", "to", "about", "for", "by", "do", "people", "others", "last", "next", "today", "yesterday":
		return ""
	}
	return m[1]
}

// origin is the message that a loop rests on, or the loop itself.
func (v *visit) origin(ctx context.Context, l loops.Loop) (recall.Item, error) {
	item := recall.Item{Seq: l.Seq, Memory: l.Seq, Letter: 'l', Kind: store.Loop, Text: l.Text, On: l.On}
	r, err := v.Mind.Event(ctx, l.Seq)
	if err != nil {
		return item, err
	}
	for _, s := range r.From {
		if _, p, err := v.Event(ctx, s); err != nil {
			return item, err
		} else if h, ok := p.(event.Heard); ok {
			item.Seq, item.Letter, item.On = s, 'm', h.On
			break
		}
	}
	return item, nil
}
