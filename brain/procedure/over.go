package procedure

import (
	"slices"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
)

// stands are the facts that were read in an item, or else its words as they were meant.
func (r *reading) stands(i recall.Item) (all []extract.Item) {
	for k, f := range r.facts {
		if r.item(k).Seq == i.Seq {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		all = []extract.Item{{Kind: extract.Statement, At: i.On, Quote: r.meant(i)}}
	}
	return all
}

// ends says whether a newer item tells that what an older one says is over: see extract.Over.
func (r *reading) ends(old, now recall.Item) bool {
	return newer(now, old) && slices.ContainsFunc(r.stands(old), func(f extract.Item) bool { return r.endsFact(f, now) })
}

// endsFact says whether an item tells that a fact is over.
func (r *reading) endsFact(f extract.Item, now recall.Item) bool {
	return slices.ContainsFunc(r.stands(now), func(n extract.Item) bool { return n.Source == "" && n.Hedge == "" && extract.Over(f, n) })
}

// was tells what was so before, under what holds now or says that it is over.
func (v *visit) was(reply *turn.Reply, i recall.Item, words string) {
	var line phrase.Text
	line.Say("Before: ")
	v.quote(&line, i, words, listWords)
	reply.Text.Break().Add(&line)
	reply.Text.Say(".")
}

// tookPlace says whether a fact took the place of an older one: another value of the same.
func (r *reading) tookPlace(now, old int) bool {
	return now != old && r.later(now, old) && r.facts[old].Source == r.facts[now].Source && extract.Conflict(r.facts[old], r.facts[now]) == extract.ChangedValue
}

// replacedBy finds the newest fact whose place another took that tells of a change by its words: "the rent is
// 1200" of "the rent went up to 1350".
func (r *reading) replacedBy(fact int) (old int, ok bool) {
	if old = -1; !changes(r.facts[fact].Quote) {
		return old, false
	}
	for k := range r.facts {
		if !r.facts[k].Superseded && r.tookPlace(fact, k) && (old < 0 || r.later(k, old)) {
			old = k
		}
	}
	return old, old >= 0
}

// formerly gives what was said of a matter before what holds now was, where no rule reads a value of it: the
// newest item that a newer one took the place of, and that newer one.
func (r *reading) formerly() (old, now recall.Item, ok bool) {
	items := r.nearest()
	recall.NewestFirst(items)
	for _, i := range items {
		if by, since := r.since(i, r.result.Items); since {
			return i, by, true
		}
	}
	return old, now, false
}

// asItWas answers how something was before with the words in which that was told, and with what was said since.
func (v *visit) asItWas(reply *turn.Reply, r *reading, old, now recall.Item) {
	v.quote(&reply.Text, old, r.excerpt(old.Text), ownWords)
	reply.Text.Say(".").Break().Say("Since: ")
	v.quote(&reply.Text, now, r.excerpt(now.Text), listWords)
	reply.Text.Say(".")
	reply.Found = r.result.Used(old.Seq, now.Seq)
}
