package procedure

import (
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/store"
)

// leastShared is how many words with meaning a newer statement shares with the older one whose
// matter it changed, where it does not hold the whole question.
const leastShared = 2

// since finds among items the newest statement that tells by its words of a change in the matter of
// an older one, though the rules read no value of it: "my rent went up to 950" after "my rent is 900"
// (SPEC §13.3: what is newer goes first).
func (r *reading) since(old recall.Item, items []recall.Item) (newest recall.Item, found bool) {
	if old.Speaker != "" || old.Kind != store.Said {
		return newest, false
	}
	for _, i := range items {
		later := i.On.After(old.On) || i.On.Equal(old.On) && i.Seq > old.Seq
		if !later || i.Speaker != "" || i.Kind != store.Said || i.Superseded || r.stale(i) || !changes(i.Text) || strings.Contains(i.Text, "?") || supposes(i.Text) {
			continue
		}
		if found && !i.On.After(newest.On) && i.Seq < newest.Seq {
			continue
		}
		if r.shared(old, i) >= leastShared || r.coverage(i) == 1 && len(r.weights) > 0 {
			newest, found = i, true
		}
	}
	return newest, found
}

// shared counts the words with meaning that two items have in common.
func (r *reading) shared(a, b recall.Item) (n int) {
	have := meaningBy(r.stems, b.Text)
	for term := range meaningBy(r.stems, a.Text) {
		if have[term] {
			n++
		}
	}
	return n
}

// changed answers with the newer statement, and the older one beside it.
func (v *visit) changed(reply *turn.Reply, r *reading, now recall.Item, f extract.Item, before recall.Item) {
	v.quote(&reply.Text, now, r.excerpt(now.Text), ownWords)
	reply.Text.Say(".")
	var line phrase.Text
	line.Say("Before: ")
	v.quote(&line, before, f.Quote, listWords)
	reply.Text.Break().Add(&line)
	reply.Text.Say(".")
	reply.Found = r.result.Used(now.Seq, before.Seq)
}

// uncut is what is quoted for a fact. A denial goes on to the end of its sentence, which often says
// what holds instead: "Marta isn't my boss any more, Pavel is".
func uncut(text string, f extract.Item) string {
	at := strings.Index(text, f.Quote)
	if !f.Negated || f.Quote == "" || at < 0 {
		return f.Quote
	}
	return sentences(text[at:])[0]
}

// supposes says whether a text only wishes or imagines what it says.
func supposes(text string) bool {
	_, yes := cutAny(plainWords(text)+" ", "i wish ", "if only ", "imagine ", "suppose ", "supposing ", "pretend ", "let's pretend ", "what if ")
	return yes
}
