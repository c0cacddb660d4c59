package change

import (
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// learn writes the new statements and ends the old ones. Of a message that says more only the part ends
// that a new statement is about.
func learn(t *turn.Turn, r *turn.Reply, items []extract.Item, against []statement) {
	var old, parts []event.Seq
	for _, s := range against {
		if s.ends() && !slices.Contains(old, s.seq) {
			old = append(old, s.seq)
		}
		if !s.sole {
			parts = append(parts, s.message)
		}
		parts = append(parts, s.amends...) // what took the place of a part of those goes, and this stands there
	}
	slices.Sort(parts)
	parts = slices.Compact(parts)
	for _, it := range items {
		sort := "fact"
		if it.Attribute == "" {
			sort = "statement"
		}
		r.Change(event.Learned{
			Sort: sort, Text: it.Text, Quote: it.Quote, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value,
			Provenance: event.Stated, Importance: it.Importance, Class: string(it.Class), On: t.Last().On,
			Hedged: it.Hedge != "", Audience: t.Audience, Place: t.Asked().Room(), Supersedes: old, Amends: parts,
		})
	}
	for _, seq := range old {
		r.Change(event.Superseded{Memory: seq, By: t.Last().Seq, On: t.Last().On, Reason: reasonCorrected})
	}
	// The message is read with this, and need not be read again.
	r.Change(event.Integrated{Messages: []event.Seq{t.Last().Seq}, By: byRules, Learned: len(items)})
}

// ownWords is the answer of a model that the message corrects: the one it replies to, or the last
// thing said; zero for none.
func ownWords(t *turn.Turn) (post event.Seq) {
	t.Read(func(v memory.View) {
		last, ok := v.Thread.Last()
		to := t.Last().ReplyTo
		if ok && strings.HasPrefix(last.By, "model:") && len(last.Posts) > 0 && (to == 0 || slices.Contains(last.Posts, to)) {
			post = last.Posts[0]
		}
	})
	return post
}

// distinct keeps the first of the statements of each event and attribute, and of what has none each sentence.
func distinct(all []statement) []statement {
	type id struct {
		seq            event.Seq
		subject, about string
	}
	seen := map[id]bool{}
	return slicesOf(all, func(s statement) bool {
		k := id{s.seq, s.item.Subject, s.item.Attribute}
		if k.subject == "" && k.about == "" {
			k.about = s.item.Quote
		}
		first := !seen[k]
		seen[k] = true
		return first
	})
}

func slicesOf[T any](all []T, keep func(T) bool) []T {
	var out []T
	for _, x := range all {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}
