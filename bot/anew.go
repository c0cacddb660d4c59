package bot

import (
	"context"
	"maps"
	"slices"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
	"citadel/memory/principal"
	"citadel/memory/thread"
)

// stillSetUp says whether something stands that an answered message did: a reminder, set, put off, moved or ended, an open
// loop, a watch, a rule, a setting, a group, a prediction, what it asked to have kept, or what it corrected. Who mends such a message, however old, sees other words than those it stands
// by. It is asked of the turns in view alone: what was set up before is not found by who answers anew.
func (b *Bot) stillSetUp(ctx context.Context, message event.Seq) (bool, error) {
	inView := false
	b.Mind.Read(func(v memory.View) {
		inView = slices.ContainsFunc(v.Thread.Window, func(t thread.Turn) bool { return slices.Contains(t.Messages, message) })
	})
	if !inView {
		return false, nil
	}
	became, err := b.Mind.Wordings(ctx, message)
	if err != nil {
		return false, err
	}
	from := slices.AppendSeq([]event.Seq{message}, maps.Keys(became))
	kinds := []event.Kind{event.ReminderSet{}.Kind(), event.LoopOpened{}.Kind(), event.WatchSet{}.Kind(), event.Asked{}.Kind(), event.Learned{}.Kind(),
		event.ReminderMoved{}.Kind(), event.ReminderRestored{}.Kind(), event.ReminderCancelled{}.Kind(), event.PredictionMade{}.Kind()}
	for r, err := range b.Mind.Events(ctx, ledger.Query{From: from, Kinds: kinds}) {
		if err != nil {
			return false, err
		}
		p, err := r.Payload()
		if err != nil {
			return false, err
		}
		if l, is := p.(event.Learned); is && !l.Kept {
			at, err := b.learnedInTurn(ctx, r, l)
			if err != nil {
				return false, err
			}
			if !at {
				continue
			}
		}
		if asked, is := p.(event.Asked); is && asked.What != event.AskRuleAdd {
			set, err := b.setStill(ctx, r.Seq, asked)
			if set || err != nil {
				return set, err
			}
			continue
		}
		if b.stands(r.Seq, p) {
			return true, nil
		}
	}
	return false, nil
}

// setStill says whether a setting or a group is as it was asked for in an event.
func (b *Bot) setStill(ctx context.Context, seq event.Seq, asked event.Asked) (bool, error) {
	var by event.Seq
	b.Mind.Read(func(v memory.View) {
		switch asked.What {
		case event.AskSetting:
			by = v.Principal.Set[asked.Name]
		case event.AskGroup:
			if found := v.People.Called(asked.Name); len(found) == 1 {
				by = found[0].Group.Seq
			}
		}
	})
	if by == 0 || asked.Name == event.SettingWelcome { // how far the first conversation has come is nothing he set
		return false, nil
	}
	r, err := b.Mind.Event(ctx, by)
	return slices.Contains(r.From, seq), err
}

// learnedInTurn says whether what was stated was learned by the answer to it, as of a correction, and not by reading it later.
func (b *Bot) learnedInTurn(ctx context.Context, r ledger.Record, l event.Learned) (bool, error) {
	if l.Provenance != event.Stated {
		return false, nil
	}
	cause, err := b.Mind.Event(ctx, r.Cause())
	return cause.Kind == (event.TurnBegan{}).Kind(), err
}

// stands says whether what an event set up does so still.
func (b *Bot) stands(seq event.Seq, p event.Payload) (stands bool) {
	b.Mind.Read(func(v memory.View) {
		switch p := p.(type) {
		case event.ReminderSet:
			_, stands = v.Loops.Reminder(seq)
		case event.ReminderMoved, event.ReminderRestored, event.ReminderCancelled:
			stands = v.Loops.AsLeft(p)
		case event.PredictionMade:
			_, stands = v.Predictions.Find(seq)
		case event.LoopOpened:
			stands = slices.ContainsFunc(v.Loops.Loops, func(l loops.Loop) bool { return l.Seq == seq })
		case event.WatchSet:
			_, stands = v.Watches.Find(seq)
		case event.Learned:
			held := v.Beliefs.State(seq)
			stands = held.Held && !held.Over
		case event.Asked:
			stands = p.What == event.AskRuleAdd && slices.ContainsFunc(v.Principal.Rules, func(r principal.Rule) bool { return r.Text == p.Text })
		}
	})
	return stands
}
