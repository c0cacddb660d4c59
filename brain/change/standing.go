package change

import (
	"context"
	"slices"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// lasting are the kinds of what an answer does that goes on until something ends it.
var lasting = []event.Kind{
	event.ReminderSet{}.Kind(), event.ReminderMoved{}.Kind(), event.ReminderRestored{}.Kind(), event.ReminderCancelled{}.Kind(),
	event.Configured{}.Kind(), event.PersonGrouped{}.Kind(), event.PredictionMade{}.Kind(), event.WatchSet{}.Kind(), event.RuleAdded{}.Kind(),
	event.DecisionRecorded{}.Kind(), event.Learned{}.Kind(),
}

// Standing gives what earlier answers to the mended messages of a turn did that holds still, and that a reply neither takes
// back nor does anew: their author sees other words than those it was done by. The errors are those of the ledger.
func Standing(ctx context.Context, t *turn.Turn, r *turn.Reply) (seqs []event.Seq, err error) {
	all, err := doings(ctx, t, lasting)
	if err != nil {
		return nil, err
	}
	for _, d := range all {
		if d.past.By == r.By && len(r.Writes) == 0 && !r.Text.Empty() { // it says how that stands
			continue
		}
		p, err := d.rec.Payload()
		if err != nil {
			return nil, err
		}
		if p == nil || touches(r, d.rec.Seq, p) || !goesOn(t, d.rec.Seq, p) {
			continue
		}
		back, err := inverseOf(ctx, t, d.past, d.rec, p)
		if err != nil {
			return nil, err
		}
		if len(back.writes) > 0 {
			seqs = append(seqs, d.rec.Seq)
		}
	}
	return seqs, nil
}

// goesOn says whether nothing else took the place of what was done since, of what its inverse does not look for.
func goesOn(t *turn.Turn, seq event.Seq, p event.Payload) bool {
	return in(t, func(v memory.View) bool {
		switch p := p.(type) {
		case event.Learned: // what was only told is read anew
			held := v.Beliefs.State(seq)
			return p.Kept && held.Held && !held.Over
		case event.ReminderMoved, event.ReminderRestored:
			return v.Loops.AsLeft(p)
		case event.Configured:
			return v.Principal.Set[p.Name] == seq
		case event.PersonGrouped:
			found := v.People.Called(p.Name)
			return len(found) != 1 || found[0].Group.Seq == seq
		}
		return true
	})
}

// touches says whether a reply takes back what an event did, or does it anew.
func touches(r *turn.Reply, seq event.Seq, p event.Payload) bool {
	reminder := seq
	if of, is := event.OfReminder(p); is {
		reminder = of
	}
	return slices.ContainsFunc(r.Writes, func(w turn.Write) bool {
		asked, _ := w.Payload.(event.Asked)
		switch p := p.(type) {
		case event.Configured:
			if asked.What == event.AskSetting && asked.Name == p.Name && !addsUp(p.Name) {
				return true
			}
		case event.PersonGrouped:
			if asked.What == event.AskGroup && asked.Name == p.Name {
				return true
			}
		}
		return asked.Ref == seq || slices.Contains(w.From, seq) || slices.Contains(w.From, reminder)
	})
}

// addsUp says whether what is set under a name has parts, each of which is set by itself: another is no replacement.
func addsUp(setting string) bool {
	return setting == event.SettingJobs || setting == event.SettingBriefing || setting == event.SettingMuted
}
