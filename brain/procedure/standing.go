package procedure

import (
	"slices"
	"strings"

	"citadel/brain/contest"
	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

// standing takes out of what would be quoted what the principal has said otherwise since, also
// where no memory was made of it yet, and puts the newer statement where the older one stood. Of
// two that cannot both hold and of which neither takes the other's place it picks none
// (SPEC §13.5): where one of them would be quoted first, they are given as rivals, the older one
// first.
func (r *reading) standing(items []recall.Item) (left []recall.Item, rivals []recall.Item) {
	left = slices.Clone(items)
	for i := 0; i < len(left); i++ {
		for k := i + 1; k < len(left); k++ {
			older, newer := i, k
			if left[k].On.Before(left[i].On) || left[k].On.Equal(left[i].On) && left[k].Seq < left[i].Seq {
				older, newer = k, i
			}
			switch r.replaced(left[older], left[newer]) {
			case extract.ChangedValue:
				left[i] = left[newer]
				left = slices.Delete(left, k, k+1)
				k = i
			case extract.Contradiction:
				if i == 0 && rivals == nil {
					rivals = []recall.Item{left[older], left[newer]}
				}
			}
		}
	}
	return left, rivals
}

// replaced says how a newer item stands to an older one: with ChangedValue it takes its place
// altogether, with Contradiction the two cannot both hold, and else nothing is said.
func (r *reading) replaced(older, newer recall.Item) extract.Relation {
	if !plainly(older) || !plainly(newer) || r.agree(older, newer) {
		return extract.Different
	}
	if r.ends(older, newer) { // then both are shown, and the older one as what was before
		return extract.Different
	}
	was, is := r.statement(older), r.statement(newer)
	switch rel := dedupe.Standing(was, is); {
	case rel == extract.Contradiction:
		return rel
	case rel != extract.Negation && rel != extract.ChangedValue, dedupe.Nameless(was) || dedupe.Nameless(is), passing(was.Attribute) && !dedupe.Replaces(was, is):
		return extract.Different
	}
	return extract.ChangedValue
}

// agree says whether the principal said of two statements that both hold.
func (r *reading) agree(a, b recall.Item) bool {
	return r.agreed.On([]event.Seq{a.Seq, a.Memory}, []event.Seq{b.Seq, b.Memory})
}

// holdToo are the statements of which he said that they hold beside a fact.
func (r *reading) holdToo(fact int) (too []recall.Item) {
	for i, other := range r.facts {
		if !other.Superseded && r.agree(r.item(fact), r.item(i)) && !slices.ContainsFunc(too, func(k recall.Item) bool { return k.Seq == r.item(i).Seq }) {
			too = append(too, r.item(i))
		}
	}
	return too
}

// tooHold lists what holds beside a fact that was told.
func (v *visit) tooHold(reply *turn.Reply, r *reading, told event.Seq, too []recall.Item) {
	shown := []event.Seq{told}
	reply.Text.Break().Say("Also:")
	for _, i := range too {
		var line phrase.Text
		v.quote(&line, i, r.excerpt(i.Text), listWords)
		if !addItem(&reply.Text, &line) {
			break
		}
		shown = append(shown, i.Seq)
	}
	reply.Found = r.result.Used(shown...)
}

// plainly says whether an item is one sentence that the principal said himself.
func plainly(i recall.Item) bool {
	return i.Kind == store.Said && i.Speaker == "" && !strings.ContainsAny(strings.TrimRight(i.Text, ".! "), "\n?;") && !strings.Contains(i.Text, ". ")
}

// statement is what an item says: as it was read or, where it was not, in its words.
func (r *reading) statement(i recall.Item) extract.Item {
	for k, f := range r.facts {
		if r.result.Items[r.of[k]].Seq == i.Seq {
			return f
		}
	}
	text := extract.Stated(i.Text)
	return extract.Item{Kind: extract.Statement, At: i.On, Text: text, Quote: text}
}

// rivalry gives two statements that cannot both hold, with the question which does (MESSAGES 16).
func (v *visit) rivalry(reply *turn.Reply, r *reading, rivals []recall.Item) {
	var sides [2]contest.Side
	for k, i := range rivals {
		sides[k] = contest.Side{Memory: i.Seq, Source: i.Seq, Learned: event.Learned{Quote: extract.Stated(i.Text), On: i.On}}
	}
	question, _ := contest.Ask(sides[0], sides[1], v.Now)
	reply.Text.Add(question)
	reply.Buttons = []event.Button{
		{Label: "The first", Says: "no, " + phrase.Bare(extract.Stated(rivals[0].Text))}, {Label: "The second", Says: "no, " + phrase.Bare(extract.Stated(rivals[1].Text))},
		{Label: contest.BothWrong, Says: "wrong " + phrase.Handle('m', rivals[0].Seq) + " " + phrase.Handle('m', rivals[1].Seq)},
	}
	reply.Subject, reply.About = event.SubjectConflict, rivals[1].Seq
	reply.Found = r.result.Used(rivals[0].Seq, rivals[1].Seq)
}
