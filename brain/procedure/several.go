package procedure

import (
	"slices"
	"strings"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// headWords bounds the values that stand before the first quote; those beyond it are in the quotes, or counted.
const headWords = 300

// asksForSeveral says whether a fact is one of several that the question asks for: whoever asks what he is allergic to
// is to hear all of it.
func (r *reading) asksForSeveral(fact int) bool {
	return (extract.Several(r.facts[fact].Attribute) || extract.Several(r.question.Attribute)) && r.question.Expects != extract.YesNo && r.question.Value == ""
}

// ofOneSort says whether two facts are of one attribute and kind, or both tell of what he likes, where that is asked.
func (r *reading) ofOneSort(a, b extract.Item) bool {
	taste := func(f extract.Item) bool {
		return r.question.Attribute == "likes" && extract.Alike("likes", f.Attribute)
	}
	return a.Kind == b.Kind && a.Attribute == b.Attribute || taste(a) && taste(b)
}

// alsoAnswer are the facts that answer beside one that does, of the same attribute and kind, the newest first. One item
// gives no more than one.
func (r *reading) alsoAnswer(best int) (facts []int) {
	seen := []event.Seq{r.item(best).Seq}
	for i, f := range r.facts {
		seq := r.item(i).Seq
		if f.Superseded || !r.ofOneSort(f, r.facts[best]) || slices.Contains(seen, seq) || r.tookPlace(best, i) || !r.answers(i) || r.paid(i) {
			continue
		}
		seen, facts = append(seen, seq), append(facts, i)
	}
	slices.SortFunc(facts, func(a, b int) int {
		switch {
		case r.later(a, b):
			return -1
		case r.later(b, a):
			return 1
		}
		return 0
	})
	return facts
}

// values puts at the head of an answer what the facts say, each value once. It says nothing where a value alone would
// say too much, or where there is none: the words follow.
func (v *visit) values(reply *turn.Reply, r *reading, facts []int) {
	type value struct {
		said string
		by   event.Seq
	}
	var all []value
	size := 0
	for _, k := range facts {
		f := r.facts[k]
		if f.Negated || r.takenBack(k, facts) {
			continue
		}
		said := v.value(r.question, f)
		if said == "" || f.Hedge != "" || f.Source != "" || limited.MatchString(uncut(r.item(k).Text, f)) || !r.item(k).Reversed.IsZero() {
			return
		}
		if !slices.ContainsFunc(all, func(o value) bool { return strings.EqualFold(o.said, said) }) {
			all, size = append(all, value{said, r.item(k).Seq}), size+utf8.RuneCountInString(said)
		}
	}
	if len(all) == 0 || size > headWords {
		return
	}
	for k, one := range all {
		said := one.said
		switch {
		case k == 0:
			said = headed(r.facts[facts[0]].Attribute, said)
		case k == len(all)-1:
			reply.Text.Say(" and ")
		default:
			reply.Text.Say(", ")
		}
		reply.Text.Claim([]event.Seq{one.by}, "%s", said)
	}
	reply.Text.Say(": ")
}

// takenBack says whether a newer one of the facts denies one: he is not allergic to cats after all.
func (r *reading) takenBack(fact int, by []int) bool {
	return slices.ContainsFunc(by, func(k int) bool {
		return r.facts[k].Negated && r.later(k, fact) && extract.Conflict(r.facts[fact], r.facts[k]) == extract.Negation
	})
}

// others adds further facts of the kind asked for, newest first: as many as there is room for of what somebody may have
// several of, and else a few.
func (v *visit) others(reply *turn.Reply, r *reading, best int, shown []event.Seq) []event.Seq {
	more := slices.DeleteFunc(r.alsoAnswer(best), func(k int) bool { return slices.Contains(shown, r.item(k).Seq) })
	if !r.asksForSeveral(best) {
		more = more[:min(len(more), most-1)]
	}
	for n, k := range more {
		var line phrase.Text
		v.quote(&line, r.item(k), r.facts[k].Quote, listWords)
		if n == 0 {
			reply.Text.Break().Say("Also:")
		}
		if !addItem(&reply.Text, &line) {
			seqs := []event.Seq{}
			for _, k := range more[n:] {
				seqs = append(seqs, r.item(k).Seq)
			}
			reply.Text.Break().Claim(seqs, "And %d more", len(seqs)).Say(": `find WORDS` searches the rest.")
			break
		}
		shown = append(shown, r.item(k).Seq)
	}
	return shown
}
