package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// undoKey is the idempotency key of the i-th write that takes a turn back: a turn is taken
// back once. The first of them tells that it was.
func undoKey(turn event.Seq, i int) string { return fmt.Sprintf("undo/%d/%d", turn, i) }

func isUndo(key string) bool { return strings.HasPrefix(key, "undo/") }

// inverse is what takes one event back, and how that is told. Without writes the text
// says what cannot be taken back; without both there is nothing to take back.
type inverse struct {
	writes   []turn.Write
	text     phrase.Text
	reminder event.Seq // the one that it leaves, to be put off or done; else 0
}

func (v *inverse) write(p event.Payload, from ...event.Seq) {
	v.writes = append(v.writes, turn.Write{Payload: p, From: from})
}

// overdue is when a reminder comes that is restored after its time has gone by.
const overdue = 10 * time.Minute

// inverseOf gives what takes back one event of a past turn.
func inverseOf(ctx context.Context, t *turn.Turn, past thread.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	own := []event.Seq{rec.Seq}
	quote := func(words string) string { return quoted(words, phrase.MaxQuote) }
	switch p := p.(type) {
	case event.RuleAdded:
		if rule := ruleNow(t, rec.Seq, p.Text); rule != 0 {
			v.write(event.Asked{What: event.AskRuleDrop, Ref: rule}, rule)
			v.text.Say("the rule ").Claim(own, "%s", quote(p.Text))
		}
	case event.RuleDropped:
		_, old, err := t.Event(ctx, p.Rule)
		if err != nil {
			return v, err
		}
		if old, ok := old.(event.RuleAdded); ok {
			v.write(event.Asked{What: event.AskRuleAdd, Text: old.Text}, p.Rule)
			v.text.Say("the end of the rule ").Claim([]event.Seq{p.Rule}, "%s", quote(old.Text)).Say(", which is a rule again")
			return v, nil
		}
		v.text.Say("the end of a rule that was forgotten since")
	case event.Configured:
		return unconfigured(ctx, t, rec.Seq, p)

	case event.IdentityChosen:
		return unchosen(t, rec.Seq, p), nil
	case event.PolicySet:
		return unpolicied(ctx, t, rec.Seq, p)
	case event.WeightsReset:
		return unreset(t, rec.Seq, p), nil
	case event.Faulted:
		return unfaulted(ctx, t, rec.Seq, p)

	case event.AccountLocked, event.AccountUnlocked, event.AccountUnlinked, event.AudienceSet:
		return unaccount(ctx, t, rec, p)
	case event.ChannelOpened, event.ChannelClosed:
		return unchannel(t, rec, p)

	case event.PersonGrouped, event.PersonAliased, event.PersonMerged, event.PersonMoved, event.PersonNoted, event.PhraseKept, event.PersonRestored:
		return unpersoned(ctx, t, rec, p)

	case event.LoopOpened:
		if in(t, func(m memory.View) bool { _, ok := m.Loops.Loop(rec.Seq); return ok }) {
			v.write(event.LoopClosed{Loop: rec.Seq, Outcome: outcomeDropped}, rec.Seq)
			v.text.Say("the open loop ").Claim(own, "%s", quote(p.Text))
		}
	case event.LoopClosed:
		_, old, err := t.Event(ctx, p.Loop)
		if err != nil {
			return v, err
		}
		closed := !in(t, func(m memory.View) bool { _, ok := m.Loops.Loop(p.Loop); return ok })
		if old, ok := old.(event.LoopOpened); ok && closed {
			v.write(event.LoopReopened{Loop: p.Loop, LoopOpened: old}, p.Loop)
			v.text.Say("`l%d` is open again, ", p.Loop).Claim([]event.Seq{p.Loop}, "%s", quote(old.Text))
		}
	case event.PostQueued:
		return notDone(ctx, t, rec, p)
	case event.ReminderSet, event.ReminderMoved, event.ReminderCancelled, event.ReminderRestored:
		return unreminded(ctx, t, rec, p)

	case event.Learned:
		whose := map[string]string{"command": "your statement ", "model": "my note "}[strings.SplitN(past.By, ":", 2)[0]]
		if whose != "" {
			v.write(event.Superseded{Memory: rec.Seq, On: t.Last().On, Reason: event.Undone}, rec.Seq)
			v.text.Say("%s", whose).Claim(own, "%s", quote(unthat(cmp.Or(p.Quote, p.Text))))
			err = v.rises(ctx, t, rec.Seq, func(s event.Superseded) bool { return s.Reason == event.Changed })
		}
	case event.Superseded:
		v.write(event.Restored{Memory: p.Memory}, p.Memory)
		if err := v.rises(ctx, t, p.Memory, func(s event.Superseded) bool { return s.Reason == p.Reason && s.By == p.By }); err != nil {
			return v, err
		}
		if p.By != 0 { // the message that corrected it
			v.write(event.Superseded{Memory: p.By, On: t.Last().On, Reason: event.Undone}, p.By)
		}
		v.text, err = again(ctx, t, p.Memory)
	case event.Restored:
		return unrestored(ctx, t, rec.Seq, p)

	case event.GrowthSown, event.GrowthEnded, event.ThoughtsSet, event.CuriosityRaised, event.IntentionSet, event.CommitmentMade, event.CommitmentClosed:
		return ungrown(ctx, t, rec, p)
	case event.ApprovalAsked, event.ApprovalHeld, event.ApprovalDropped:
		return unheld(ctx, t, rec, p)
	case event.WatchSet, event.WatchEnded, event.WatchResumed:
		return unwatched(ctx, t, rec, p)

	case event.EdgeDrawn:
		return undrawn(t, rec), nil

	case event.Erred:
		v.write(event.Pardoned{Error: rec.Seq}, rec.Seq)

	case event.Judged:
		return unjudged(ctx, t, p)
	case event.Settled:
		return unsettled(ctx, t, p)

	case event.DecisionRecorded, event.DecisionDeclined, event.DecisionRevised:
		return undecided(ctx, t, rec, p)
	case event.PredictionMade, event.PredictionResolved:
		return unforetold(t, rec.Seq, p), nil
	case event.DecisionProposed:
		if strings.HasPrefix(past.By, "model:") { // what he told of has words of its own for that
			v = unproposed(t, rec.Seq, p)
		}
	}
	return v, err
}

// unproposed declines a decision that nobody has recorded yet.
func unproposed(t *turn.Turn, seq event.Seq, p event.DecisionProposed) (v inverse) {
	if in(t, func(m memory.View) bool { _, open := m.Decisions.Proposal(seq); return open }) {
		v.write(event.DecisionDeclined{Proposal: seq}, seq)
		v.text.Say("the proposal ").Claim([]event.Seq{seq}, "%s", quoted(p.Text, phrase.MaxQuote))
	}
	return v
}

// rises restores what was made history, as it was read through, because of a statement alone: what stood
// against it, if it goes, and what was made of it, if it holds again. so tells which of both.
func (v *inverse) rises(ctx context.Context, t *turn.Turn, statement event.Seq, so func(event.Superseded) bool) error {
	ended, err := all(ctx, t, ledger.Query{From: []event.Seq{statement}, Kinds: []event.Kind{event.Superseded{}.Kind()}})
	if err != nil || len(ended) == 0 {
		return err
	}
	over, err := superseded(ctx, t)
	if err != nil {
		return err
	}
	for _, rec := range ended {
		p, err := rec.Payload()
		if err != nil {
			return err
		}
		s, ok := p.(event.Superseded)
		// It rests on what it ends only where it was written with it.
		if ok && so(s) && s.Memory != statement && slices.Contains(rec.From, s.Memory) && len(over[s.Memory]) == 1 && over[s.Memory][0] == rec.Seq {
			v.write(event.Restored{Memory: s.Memory}, s.Memory)
		}
	}
	return nil
}

// unrestored says anew what ended a memory that had come back.
func unrestored(ctx context.Context, t *turn.Turn, back event.Seq, p event.Restored) (v inverse, err error) {
	recs, err := all(ctx, t, ledger.Query{Before: back, Kinds: []event.Kind{event.Superseded{}.Kind()}, Newest: true})
	if err != nil {
		return v, err
	}
	for _, rec := range recs {
		said, err := rec.Payload()
		if err != nil {
			return v, err
		}
		if s, ok := said.(event.Superseded); ok && s.Memory == p.Memory {
			v.write(s, p.Memory)
			return v, nil
		}
	}
	return v, nil
}

// unjudged takes a verdict on a memory or a link back.
func unjudged(ctx context.Context, t *turn.Turn, p event.Judged) (v inverse, err error) {
	_, old, err := t.Event(ctx, p.Memory)
	if _, drawn := old.(event.EdgeDrawn); drawn {
		return unjudgedEdge(t, p), err
	}
	l, ok := old.(event.Learned)
	if err != nil || !ok || p.Verdict == event.Withdrawn {
		return v, err
	}
	v.write(event.Judged{Memory: p.Memory, Verdict: event.Withdrawn}, p.Memory)
	if p.Verdict != event.Rejected { // that it counts again is told by itself
		v.text.Say("your word on `m%d`, ", p.Memory).Claim([]event.Seq{p.Memory}, "%s", quoted(l.Text, phrase.MaxQuote)).Say(", which waits for it again")
	}
	return v, nil
}

// unsettled opens a dispute again.
func unsettled(ctx context.Context, t *turn.Turn, p event.Settled) (v inverse, err error) {
	rec, old, err := t.Event(ctx, p.Dispute)
	if d, ok := old.(event.Disputed); ok && err == nil && (p.How == event.Chosen || p.How == event.BothHold) {
		v.write(d, rec.From...)
		v.text.Say("which of the two holds is open again")
	}
	return v, err
}

// ruleNow is the number under which a rule is in force: a rule that was dropped and put in
// force again by undo has a new one. Zero if it is not.
func ruleNow(t *turn.Turn, seq event.Seq, text string) (now event.Seq) {
	rules, _ := rulesNow(t)
	for _, r := range rules {
		if r.Seq == seq || now == 0 && r.Text == text {
			now = r.Seq
		}
	}
	return now
}

// in asks one question of the folds.
func in(t *turn.Turn, ask func(memory.View) bool) (yes bool) {
	t.Read(func(v memory.View) { yes = ask(v) })
	return yes
}

// again tells that a memory holds once more.
func again(ctx context.Context, t *turn.Turn, seq event.Seq) (x phrase.Text, err error) {
	_, p, err := t.Event(ctx, seq)
	if _, text, ok := saidIn(p); ok {
		if l, learned := p.(event.Learned); learned && l.Quote != "" {
			text = l.Quote
		}
		x.Claim([]event.Seq{seq}, "%s", quoted(text, phrase.MaxQuote)).Say(" counts again")
	}
	return x, err
}

// unconfigured gives a setting the value it had before.
func unconfigured(ctx context.Context, t *turn.Turn, seq event.Seq, c event.Configured) (v inverse, err error) {
	if c.Name == event.SettingWelcome {
		return v, nil // how far the first conversation has come is nothing the principal set
	}
	recs, err := all(ctx, t, ledger.Query{Before: seq, Kinds: []event.Kind{event.Configured{}.Kind()}, Newest: true})
	if err != nil {
		return v, err
	}
	before, from := "", []event.Seq{seq}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return v, err
		}
		if old, ok := p.(event.Configured); ok && old.Name == c.Name {
			before, from = old.Value, []event.Seq{rec.Seq}
			break
		}
	}
	v.write(event.Asked{What: event.AskSetting, Name: c.Name, Text: before}, from...)
	what := map[string]string{
		event.SettingName: "what I call you", event.SettingZone: "your time zone", event.SettingHours: "quiet hours",
		event.SettingCountry: "your country", event.SettingPaused: "the pause", event.SettingAway: "your absence",
		event.SettingIdentity: "how I work with you",
		event.SettingModel:    "the choice of a model", event.SettingDreams: "which dreams you want", event.SettingPreviews: "what first lines show", event.SettingOutreach: "whether I tell you of what I found", event.SettingQuiet: "until when I keep quiet", event.SettingBriefing: "how long the briefing is", event.SettingMorning: "when the briefing comes", event.SettingCeiling: "the ceiling of a day",
	}[c.Name]
	switch {
	case c.Name == event.SettingPaused && before == "":
		v.text.Say("the pause")
	case c.Name == event.SettingPaused:
		v.text.Say("the end of the pause: I am paused again")
	case c.Name == event.SettingJobs:
		v.text.Say("which jobs rest: ").Claim([]event.Seq{seq}, "%s", orNone(before))
	case c.Name == event.SettingMuted:
		v.text.Say("what is muted: ").Claim([]event.Seq{seq}, "%s", orNone(mutedAs(before)))
	case c.Name == event.SettingWatch && before == "":
		v.text.Say("watching you")
	case c.Name == event.SettingWatch:
		v.text.Say("the end of watching you: I watch again")
	case before == "":
		v.text.Say("%s, ", what).Claim([]event.Seq{seq}, "%s", shown(c)).Say("; no longer set")
	default:
		v.text.Say("%s, ", what).Claim(from, "%s", shown(event.Configured{Name: c.Name, Value: before})).Say(" again")
	}
	return v, nil
}

// shown is a setting's value as it is said.
func shown(c event.Configured) string {
	switch c.Name {
	case event.SettingHours:
		return spoken(c.Value)
	case event.SettingAway:
		from, to, _ := strings.Cut(c.Value, "/")
		return longDay(from) + " to " + longDay(to)
	case event.SettingCountry:
		_, name, _ := countryNamed(c.Value)
		return name
	case event.SettingQuiet:
		if at, err := time.Parse(time.RFC3339, c.Value); err == nil {
			return at.Format("2 Jan 2006, 15:04 MST")
		}
	case event.SettingBriefing:
		var parts []string
		for _, part := range strings.Fields(c.Value) {
			name, _, _ := strings.Cut(part, "=")
			parts = append(parts, "less "+name)
		}
		if len(parts) > 0 {
			return strings.Join(parts, ", ")
		}
	case event.SettingCeiling:
		day, amount, _ := strings.Cut(c.Value, "/")
		return "US$" + amount + " on " + longDay(day)
	}
	if c.Value == "" {
		return "not set"
	}
	return c.Value
}

// longDay words a stored day: "4 Dec 2026".
func longDay(stored string) string {
	day, err := time.Parse(time.DateOnly, stored)
	if err != nil {
		return stored
	}
	return day.Format("2 Jan 2006")
}

// unreminded takes back what was done to a reminder.
func unreminded(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	seq := rec.Seq
	if of, is := event.OfReminder(p); is {
		seq = of
	}
	was, err := reminderBefore(ctx, t, seq, rec.Seq)
	if err != nil {
		return v, err
	}
	now, waits := was, false
	t.Read(func(m memory.View) { now, waits = m.Loops.Reminder(seq) })
	own := []event.Seq{seq}
	switch p := p.(type) {
	case event.ReminderSet:
		if waits {
			v.write(event.ReminderCancelled{Reminder: seq, Outcome: outcomeCancelled}, seq)
			v.text.Say("the reminder ").Claim(own, "%s, %s", quoted(now.Text, phrase.MaxQuote), at(now.Next, t))
		}
	case event.ReminderRestored:
		put, err := cameBefore(ctx, t, seq, rec.Seq)
		switch {
		case err != nil || !waits:
			return v, err
		case put: // off, after it had been said
			v.write(event.ReminderCancelled{Reminder: seq, Outcome: event.ReminderSaid}, seq)
			v.text.Say("`r%d` is not put off any more, ", seq).Claim(own, "%s", quoted(now.Text, phrase.MaxQuote)).Say(": said, and not marked done")
		default:
			v.write(event.ReminderCancelled{Reminder: seq, Outcome: outcomeCancelled}, seq)
			v.text.Say("the reminder ").Claim(own, "%s, %s", quoted(now.Text, phrase.MaxQuote), at(now.Next, t))
		}
	case event.ReminderMoved:
		if waits && !was.Next.IsZero() {
			v.write(event.ReminderMoved{Reminder: seq, To: was.Next, Once: p.Once}, seq)
			v.reminder = seq
			v.text.Say("`r%d` is back on ", seq).Claim(own, "%s: %s", at(was.Next, t), quoted(now.Text, phrase.MaxQuote))
		}
	case event.ReminderCancelled:
		if waits || was.Seq == 0 {
			return v, nil
		}
		said, err := cameBefore(ctx, t, seq, rec.Seq)
		if err != nil {
			return v, err
		}
		if said { // it is not to come at once
			v.write(event.ReminderCancelled{Reminder: seq, Outcome: event.ReminderSaid}, seq)
			v.reminder = seq
			v.text.Say("`r%d` is open again, ", seq).Claim(own, "%s", quoted(was.Text, phrase.MaxQuote)).Say(": said, and not marked done")
			return v, nil
		}
		next := was.Next
		if !next.After(t.Now) {
			next = t.Now.Add(overdue).Truncate(time.Minute)
		}
		v.write(event.ReminderRestored{Reminder: seq, Next: next, ReminderSet: was.ReminderSet}, seq)
		v.text.Say("`r%d` is set again, ", seq).Claim(own, "%s: %s", at(next, t), quoted(was.Text, phrase.MaxQuote))
	}
	return v, nil
}

// undecided takes back what was done to a decision or proposal.
func undecided(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	reopen := func(seq event.Seq) (event.DecisionProposed, error) {
		_, old, err := t.Event(ctx, seq)
		proposed, ok := old.(event.DecisionProposed)
		if ok {
			v.write(event.DecisionReopened{Proposal: seq, DecisionProposed: proposed}, seq)
		}
		return proposed, err
	}
	switch p := p.(type) {
	case event.DecisionRecorded:
		if in(t, func(m memory.View) bool { _, ok := m.Decisions.Decision(rec.Seq); return ok }) {
			v.write(event.DecisionRevised{Decision: rec.Seq, How: event.Withdraw, On: t.Last().On}, rec.Seq)
			v.text.Say("the decision ").Claim([]event.Seq{rec.Seq}, "%s", quoted(p.Text, phrase.MaxQuote))
			if p.Proposal == 0 {
				return v, nil
			}
			if _, err = reopen(p.Proposal); len(v.writes) > 1 {
				v.text.Say("; it is a proposal again")
			}
		}
	case event.DecisionDeclined:
		old, err := reopen(p.Proposal)
		if len(v.writes) > 0 {
			v.text.Claim([]event.Seq{p.Proposal}, "%s", quoted(old.Text, phrase.MaxQuote)).Say(" is a proposal again")
		}
		return v, err
	case event.DecisionRevised:
		return unrevised(t, rec.Seq, p), nil
	}
	return v, err
}

// unrevised takes back what came of looking at a decision again: it is then as if it had not been
// looked at, so that no word of the principal's is made of it.
func unrevised(t *turn.Turn, seq event.Seq, p event.DecisionRevised) (v inverse) {
	var now, was decisions.Decision
	var ok bool
	t.Read(func(m memory.View) { now, ok = m.Decisions.Decision(p.Decision) })
	if !ok || !slices.ContainsFunc(now.Revisions, func(r decisions.Revision) bool { return r.Seq == seq }) {
		return v
	}
	was = now
	was.Revisions = nil
	for _, r := range now.Revisions {
		if r.Seq < seq {
			was.Revisions = append(was.Revisions, r)
		}
	}
	rests := matter{decision: was}.seqs()
	v.write(event.DecisionRestored{Decision: p.Decision, Revision: seq}, rests...)
	v.text.Say("`%s` says again ", matter{decision: was}.handle()).Claim(rests, "%s", quoted(was.Standing(), phrase.MaxQuote))
	if was.Reversed() {
		v.text.Say(" and is reversed")
	}
	if at := was.ReviewAt(); !at.IsZero() && !at.Equal(now.ReviewAt()) {
		v.text.Say("; I'll ask again on ").Claim(rests, "%s", phrase.Day(at, t.Now))
	}
	return v
}
