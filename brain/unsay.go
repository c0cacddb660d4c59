package brain

import (
	"context"
	"fmt"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Unsay follows a message that its author deleted on the platform: it is forgotten with
// what rests on it alone. If something was done with it already (a reminder, a decision,
// a rule), the principal is asked first (TRUST, Edits and deletions).
func (b *Brain) Unsay(ctx context.Context, message event.Seq) error {
	plan, err := b.Mind.Reach(ctx, message)
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	done, err := b.doneWith(ctx, plan.Seqs)
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	if len(done) == 0 {
		if len(plan.Seqs) == 0 { // forgotten already: all that is left is to note that it was followed
			plan.Seqs = []event.Seq{message}
		}
		_, err := b.Mind.Forget(ctx, plan, "unsaid", message)
		return err
	}
	r, err := b.Mind.Event(ctx, message)
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	p, err := r.Payload()
	if err != nil {
		return fmt.Errorf("brain: unsay %d: %w", message, err)
	}
	var place event.Place
	switch p := p.(type) {
	case event.Heard:
		place = p.Place
	case event.PostQueued:
		place = p.Place
	}
	var text phrase.Text
	handle := phrase.Handle('m', message)
	text.Say("You deleted `%s`, and ", handle)
	text.Claim(done, "%s rest on it.", phrase.Count(len(done), "thing"))
	text.Say(" Forget it with them?")
	_, err = b.Mind.Record(ctx, b.Pens.Outbox.Write(event.PostQueued{
		Place: place, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectUnsaid, About: message,
		Buttons: []event.Button{{Label: "Forget", Says: "forget " + handle}, {Label: "Keep", Says: "keep " + handle}},
	}).Because(message))
	return err
}

// doneWith picks from a plan what the principal may not want to lose unasked.
func (b *Brain) doneWith(ctx context.Context, seqs []event.Seq) ([]event.Seq, error) {
	if len(seqs) == 0 { // a query for none would find all
		return nil, nil
	}
	var done []event.Seq
	kinds := []event.Kind{
		event.ReminderSet{}.Kind(), event.DecisionRecorded{}.Kind(), event.RuleAdded{}.Kind(), event.Configured{}.Kind(),
	}
	for r, err := range b.Mind.Events(ctx, ledger.Query{Seqs: seqs, Kinds: kinds}) {
		if err != nil {
			return nil, err
		}
		done = append(done, r.Seq)
	}
	return done, nil
}
