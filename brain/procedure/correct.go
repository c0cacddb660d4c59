package procedure

import (
	"context"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// correct takes "actually, Ana lives in Braga" where it is clear what it replaces
// (MESSAGES 15). Where it is not, the message is talk like any other.
func correct(ctx context.Context, v *visit) (*turn.Reply, error) {
	if v.asks() {
		return nil, nil
	}
	for _, f := range v.own() {
		if f.Kind != extract.Correction || f.Attribute == "" || f.Value == "" || f.Subject == "" || f.Hedge != "" || f.Source != "" || f.Negated {
			continue
		}
		old, item, ok, err := v.before(ctx, f)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		reply := says("correct")
		reply.Text.Say("Corrected: ").Claim(v.Heard(), "%s.", capital(corrected(f)))
		reply.Text.Item().Say("Before: ").Claim([]event.Seq{item.Seq}, "%s (you, %s).", old.Value, phrase.Source(phrase.Day(item.On, v.Now), item.Letter, item.Seq))
		reply.Text.Say(" Kept as history, no longer current")
		gone, err := v.made(ctx, item.Seq, old)
		if err != nil {
			return nil, err
		}
		if len(gone) == 0 && len(extract.Read(extract.Utterance{Text: item.Text, At: item.On})) == 1 {
			gone = []event.Seq{item.Seq} // nothing was made of it yet, and it says nothing else
		}
		for _, memory := range gone {
			reply.Change(event.Superseded{Memory: memory, By: v.Last().Seq, On: v.Last().On, Reason: "corrected"})
		}
		return reply, nil
	}
	return nil, nil
}

// corrected is the statement without the words that announce a correction.
func corrected(f extract.Item) string {
	said := clause(f.Quote)
	for _, lead := range []string{"actually, ", "Actually, ", "actually ", "Actually ", "no, ", "No, ", "sorry, ", "Sorry, "} {
		if rest, ok := cutAny(said, lead); ok {
			said = rest
		}
	}
	return said
}

// made gives the memories that were made of a fact in a message.
func (v *visit) made(ctx context.Context, message event.Seq, f extract.Item) ([]event.Seq, error) {
	var seqs []event.Seq
	for r, err := range v.Mind.Events(ctx, ledger.Query{From: []event.Seq{message}, Kinds: []event.Kind{event.Learned{}.Kind()}}) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		if l, ok := p.(event.Learned); ok && l.Attribute == f.Attribute && l.Value == f.Value {
			seqs = append(seqs, r.Seq)
		}
	}
	return seqs, nil
}
