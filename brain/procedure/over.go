package procedure

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/appointment"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/store"
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

// ends says whether a newer item tells that what an older one says is over: see extract.Over. Of two appointments that one
// word may mean it ends neither.
func (r *reading) ends(old, now recall.Item) bool {
	return newer(now, old) && slices.ContainsFunc(r.stands(old), func(f extract.Item) bool { return r.endsFact(f, now) }) && !r.mayMeanAnother(old, now)
}

// mayMeanAnother says whether what calls an appointment off may be meant for another one as well.
func (r *reading) mayMeanAnother(old, now recall.Item) bool {
	c, ok := appointment.ReadChange(now.Text, now.On)
	if !ok || !c.Off {
		return false
	}
	return slices.ContainsFunc(r.result.Items, func(i recall.Item) bool {
		if i.Seq == old.Seq || !newer(now, i) || i.Speaker != "" || !c.Either(old.Text, i.Text) {
			return false
		}
		_, of := when.Ahead(i.Text, i.On)
		change, is := appointment.ReadChange(i.Text, i.On)
		return of && !(is && change.Off)
	})
}

// mayBeOff tells, under an appointment, the newest word by which it may be off, or another.
func (v *visit) mayBeOff(reply *turn.Reply, r *reading, old recall.Item) {
	var off recall.Item
	for _, i := range r.result.Items {
		if newer(i, old) && i.Speaker == "" && i.Kind == store.Said && r.mayMeanAnother(old, i) && (off.Seq == 0 || newer(i, off)) {
			off = i
		}
	}
	if off.Seq == 0 {
		return
	}
	reply.Text.Break().Say("Since, of it or of another: ")
	v.quote(&reply.Text, off, r.excerpt(off.Text), listWords)
	reply.Text.Say(".")
	for k := range reply.Found {
		reply.Found[k].Used = reply.Found[k].Used || r.result.Items[k].Seq == off.Seq
	}
}

// endsFact says whether an item tells that a fact is over.
func (r *reading) endsFact(f extract.Item, now recall.Item) bool {
	return slices.ContainsFunc(r.stands(now), func(n extract.Item) bool { return n.Source == "" && n.Hedge == "" && extract.Over(f, n) })
}

// closes says whether an item tells that something is over.
func (r *reading) closes(i recall.Item) bool {
	return slices.ContainsFunc(r.stands(i), extract.Closes)
}

// afterwards answers a question that nothing which holds answers with what ended what would have: "Tom retired",
// where it is asked where he works. done is false where nothing of it ever held.
func (v *visit) afterwards(ctx context.Context, reply *turn.Reply, r *reading) (done bool, err error) {
	if r.turn == nil || r.question.Expects == extract.Report || r.question.Expects == extract.Reason {
		return false, nil
	}
	once := *r
	once.result, once.facts, once.of = recall.Result{}, nil, nil
	found, err := recall.Recall(ctx, r.turn, recall.Query{Text: r.turn.Text, Also: wordings(r.question, r.question.Subjects), Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready, History: true, Told: true})
	if err != nil {
		return false, err
	}
	once.result = found
	for _, i := range asSaid(found.Items) {
		once.take(i, found.Items[i])
	}
	for _, old := range found.Items {
		if !old.Superseded && len(old.Gone) == 0 || old.Speaker != "" || old.Kind != store.Said || !once.tellsOf(old) {
			continue
		}
		if err := once.widen(ctx, old); err != nil {
			return false, err
		}
		if now, ok := once.endOf(old); ok {
			v.quote(&reply.Text, now, once.excerpt(now.Text), ownWords)
			reply.Text.Say(".")
			v.was(reply, old, once.excerpt(old.Text))
			reply.Among = found.Among
			reply.Found = once.result.Used(now.Seq, old.Seq)
			return true, nil
		}
	}
	return false, nil
}

// tellsOf says whether an item tells what the question asks for: of the one, and of the matter, or in its words.
func (r *reading) tellsOf(i recall.Item) bool {
	if r.question.Attribute == "" {
		return r.bears(i)
	}
	for k, f := range r.facts {
		if r.item(k).Seq != i.Seq || !alike(r.question.Attribute, f.Attribute) {
			continue
		}
		for _, s := range slices.Concat(r.question.Subjects, r.called()) {
			if strings.EqualFold(s, f.Subject) {
				return true
			}
		}
	}
	return false
}

// alike says whether what is known as one attribute tells of another: for whom somebody works tells what he does.
func alike(asked, known string) bool {
	return extract.Alike(asked, known) || extract.Alike("role", asked) && known == "employer" || asked == "whereabouts" && known == "residence"
}

// endOf is the newest item that tells that what another says is over.
func (r *reading) endOf(old recall.Item) (now recall.Item, ok bool) {
	for _, i := range r.result.Items {
		if i.Speaker == "" && i.Kind == store.Said && !r.handedOn(i) && r.ends(old, i) && (!ok || newer(i, now)) {
			now, ok = i, true
		}
	}
	return now, ok
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
// 1200" of "the rent went up to 1350"; also where that was read through already. What an event between the two
// ended is none.
func (r *reading) replacedBy(fact int) (old int, ok bool) {
	if old = -1; !changes(r.facts[fact].Quote) {
		return old, false
	}
	for k := range r.facts {
		read := r.item(k).Superseded || len(r.item(k).Gone) > 0
		ended := r.facts[k].Superseded && !read
		if !ended && r.tookPlace(fact, k) && (old < 0 || r.later(k, old)) {
			old = k
		}
	}
	return old, old >= 0
}

// formerly gives what was said of a matter before what holds now was, where no rule reads a value of it: the
// newest item that a newer one took the place of, and that newer one.
func (r *reading) formerly() (old, now recall.Item, ok bool) {
	items := slices.DeleteFunc(slices.Clone(r.result.Items), func(i recall.Item) bool {
		return i.Speaker != "" || i.Kind != store.Said || r.closes(i) || !r.bears(i) || r.another(i)
	})
	recall.NewestFirst(items)
	for _, i := range items {
		other := func(f extract.Item) bool {
			return f.Attribute != "" && !alike(r.question.Attribute, f.Attribute) && share(r.question.Attribute, f.Subject) < 1
		}
		if r.question.Attribute != "" && slices.ContainsFunc(r.stands(i), other) && !r.tellsOf(i) {
			continue
		}
		by, since := r.endOf(i)
		if !since {
			by, since = r.since(i, r.result.Items)
		}
		if since {
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
