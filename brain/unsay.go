package brain

import (
	"context"
	"fmt"

	"citadel/brain/enclosure"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Unsay follows a message that its author deleted on the platform: it is forgotten with
// what rests on it alone. If something was done with it already (a reminder, a decision,
// a rule, a watch, a group), the principal is asked first (TRUST, Edits and deletions).
func (b *Brain) Unsay(ctx context.Context, message event.Seq) error {
	plan, err := b.Mind.Reach(ctx, message)
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	r, err := b.Mind.Event(ctx, message)
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	done, err := b.deeds(ctx, plan.Seqs)
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	trust := r.Trust
	if r.Kind == (event.Attached{}).Kind() { // whose file it is tells the message that it came with
		m, err := b.Mind.Event(ctx, r.Cause())
		if err != nil {
			return fmt.Errorf("brain: unsay %d: %w", message, err)
		}
		trust = m.Trust
	}
	if len(done) == 0 && trust == event.ByThirdParty { // what others take back is not repeated either
		_, err := b.Mind.ForgetQuoted(ctx, []event.Seq{message}, "unsaid", message)
		return err
	}
	if len(done) == 0 {
		if len(plan.Seqs) == 0 { // forgotten already: all that is left is to note that it was followed
			plan.Seqs = []event.Seq{message}
		}
		if err := b.uncorrect(ctx, plan); err != nil {
			return fmt.Errorf("brain: unsay %d: %w", message, err)
		}
		_, err := b.Mind.Forget(ctx, plan, "unsaid", message)
		return err
	}
	p, err := r.Payload()
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	var place event.Place
	var audience event.Audience
	who, handle := "You", phrase.Handle('m', message)
	did := "deleted `" + handle + "`"
	switch p := p.(type) {
	case event.Heard:
		place, audience = p.Place, p.Audience
		if trust != event.ByPrincipal {
			who = "Its author"
		}
	case event.PostQueued:
		place, audience = p.Place, p.Audience
	case event.Attached:
		place, audience, did = p.Place, p.Audience, "took "+enclosure.Name(p.Name)+" (`"+handle+"`) out of a message"
		if trust != event.ByPrincipal {
			who = "Its author"
		}
	}
	if audience == event.Shared { // what became of it is nothing for those who read along there
		b.Mind.Read(func(v memory.View) {
			if to, ok := v.DirectFor(place, memory.Sight{Place: place, Audience: audience}); ok {
				place, audience = to.Place, to.Audience
			}
		})
	}
	var text phrase.Text
	text.Say("%s %s, and ", who, did)
	rests := "rest"
	if len(done) == 1 {
		rests = "rests"
	}
	text.Claim(numbersOf(done), "%s %s on it", phrase.Count(len(done), "thing"), rests).Say(": ")
	b.tellDeeds(&text, done)
	text.Say(". Forget it with them?")
	_, err = b.Mind.Record(ctx, b.Pens.Write(event.PostQueued{
		Place: place, Audience: audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectUnsaid, About: message, Once: true,
		Buttons: []event.Button{{Label: "Forget", Says: "forget " + handle, Emoji: "✅"}, {Label: "Keep", Says: "keep " + handle, Emoji: "❌"}},
	}).Because(message))
	return err
}

// uncorrect has what a plan takes the correction from count again, as "undo" does: who takes back that something
// is wrong does not want it gone. Where it is only forgotten that stays history; see memory.Overruled.
func (b *Brain) uncorrect(ctx context.Context, plan ledger.Plan) error {
	over, err := b.Mind.Overruled(ctx, plan)
	if err != nil || len(over.History) == 0 {
		return err
	}
	var writes []ledger.Entry
	for _, said := range over.History {
		writes = append(writes, b.Pens.Write(event.Restored{Memory: said.Memory}).Resting(said.Memory))
	}
	_, err = b.Mind.Record(ctx, writes...)
	return err
}
