package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// debts is a question for all that the principal owes: "who do I owe money?", "what do I still owe?". One that
// names somebody is a question of memory.
var debts = regexp.MustCompile(`^(?:(?:so|and|ok|okay) )?(?:(?:who|whom|what|how much)(?: else)?(?: money)? do (?:i|we) (?:still |currently )?owe|` +
	`do (?:i|we) (?:still )?owe (?:anyone|anybody|somebody|someone|people))(?: anything| any money| money)?(?: to)?(?: anyone| anybody| people| others)?` +
	`(?: still| now| right now| today| at the moment| in total| altogether)?$`)

// owed answers what the principal owes, from what is open of it: a debt that he closed is none.
func owed(ctx context.Context, v *visit) (*turn.Reply, error) {
	if !debts.MatchString(strings.TrimSpace(plainWords(v.Text))) {
		return nil, nil
	}
	reader := v.Sight()
	direct := v.Direct()
	shared := v.Audience == event.Shared && len(direct) > 0
	if shared {
		reader = direct[0]
	}
	var open []loops.Loop
	v.Read(func(view memory.View) { open = slices.Clone(view.Loops.Loops) })
	words := oneOf(v.Text, " people anyone anybody someone somebody others ") && !oneOf(v.Text, " money much ") // a promise is owed to somebody
	open = slices.DeleteFunc(open, func(l loops.Loop) bool {
		return !reader.Shows(l.Audience, l.Place) || !owes(l) && !(words && owesWord(l))
	})
	reply := says("owed")
	if shared {
		reply.Direct, reply.To = true, reader
	}
	if len(open) == 0 {
		reply.Text.Say("I know of nothing open that you owe. `loops` lists what else is open.")
		return reply, nil
	}
	return reply, v.stillOpen(ctx, reply, open)
}

// owes says whether a loop is a debt: said as one, or something to be paid.
func owes(l loops.Loop) bool {
	todo := strings.Fields(plainWords(l.Text))
	if len(todo) > 1 && (todo[0] == "pay" || todo[0] == "repay") && !slices.Contains(todo, "attention") {
		return true
	}
	return slices.Contains(strings.Fields(plainWords(l.Quote+" "+l.Text)), "owe")
}

// handing are verbs by which somebody gets what was promised to him.
const handing = " send give call phone ring text email mail write tell show pay repay bring return answer reply lend deliver let get drop forward offer "

// owesWord says whether a loop is something that somebody was promised: said so, or something that is to reach one
// whom it names.
func owesWord(l loops.Loop) bool {
	fields := strings.Fields(l.Text)
	if oneOf(l.Quote, " promised promise ") {
		return true
	}
	if len(fields) < 2 || !isOneOf(handing, strings.ToLower(fields[0])) {
		return false
	}
	return len(names(l.Text)) > 0
}

// allPaid answers who owes the principal something where all that did have paid since, with the words in
// which that was said.
func (v *visit) allPaid(reply *turn.Reply, r *reading) bool {
	if r.question.Attribute != "owes" || r.question.Value != extract.Me {
		return false
	}
	var paid []recall.Item
	for k, f := range r.facts {
		if _, toMe := extract.ToMe(f.Value); f.Attribute != "owes" || !toMe {
			continue
		}
		by, done := r.payment(k)
		if !done {
			return false
		}
		if !slices.ContainsFunc(paid, func(i recall.Item) bool { return i.Seq == by.Seq }) {
			paid = append(paid, by)
		}
	}
	if len(paid) == 0 {
		return false
	}
	recall.NewestFirst(paid)
	seqs := make([]event.Seq, len(paid))
	for k, i := range paid {
		seqs[k] = i.Seq
	}
	reply.Text.Claim(seqs, "Nobody, by what you told me.")
	for _, i := range paid[:min(len(paid), most)] {
		v.quote(reply.Text.Item(), i, r.excerpt(i.Text), listWords)
	}
	reply.Found = r.result.Used(seqs[:min(len(seqs), most)]...)
	return true
}
