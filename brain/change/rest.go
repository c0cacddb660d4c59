package change

import (
	"context"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// pause stops everything unasked until "resume" (TRUST, Pause, away, snooze, mute).
func pause(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if setting(t, event.SettingPaused) != "" {
		since, err := configured(ctx, t, event.SettingPaused)
		if err != nil || since == 0 {
			return nil, err
		}
		rec, _, err := t.Event(ctx, since)
		if err != nil {
			return nil, err
		}
		r := begin(t)
		r.Text.Say("Paused since ").Claim([]event.Seq{since}, "%s", phrase.Moment(rec.At, t.Now)).Say(". `resume` ends it.")
		return r, nil
	}
	r := set(t, event.SettingPaused, "yes")
	r.Text.Say("Paused: nothing unasked, and no job runs, until `resume`. I answer what you write, and reminders you set still come.")
	return r, nil
}

func resume(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if setting(t, event.SettingPaused) == "" {
		return says(t, "Nothing is paused.")
	}
	since, err := configured(ctx, t, event.SettingPaused)
	if err != nil {
		return nil, err
	}
	r := set(t, event.SettingPaused, "")
	r.Text.Say("Resumed.")
	if since != 0 {
		rec, _, err := t.Event(ctx, since)
		if err != nil {
			return nil, err
		}
		r.Text.Say(" The pause began on ").Claim([]event.Seq{since}, "%s", phrase.Moment(rec.At, t.Now)).Say(".")
	}
	return r, nil
}

// longestAway is the longest absence that is believed, in days: an end before the start
// reads as one in the year after.
const longestAway = 120

// goAway notes an absence. Whole days are stored, the last one included.
func goAway(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	span, ok := when.Ahead(t.Command.Period, t.Now)
	if ok && span.From.IsZero() {
		span.From = t.Now
	}
	if !ok || span.To.IsZero() {
		return says(t, "I can't read those days. From when to when? As in `away from 4 Dec to 18 Dec`.")
	}
	first, last := span.From, span.To.Add(-time.Second)
	if days := int(span.To.Sub(span.From).Hours()/24 + 0.5); days > longestAway {
		r := begin(t)
		r.Text.Say("From ").Claim(t.Heard(), "%s to %s it would be %d days", first.Format("2 Jan 2006"), last.Format("2 Jan 2006"), days)
		r.Text.Say(": I noted nothing. For so long, `pause` stops everything unasked. From when to when are you away?")
		return r, nil
	}
	r := set(t, event.SettingAway, first.Format(time.DateOnly)+"/"+last.Format(time.DateOnly))
	r.Text.Say("Away from ").Claim(t.Heard(), "%s to %s", phrase.Day(first, t.Now), phrase.Day(last, t.Now))
	r.Text.Say(".").Break().Say("No briefing and no alerts then, and approvals wait instead of lapsing. You get one message when you are back.")
	if t.Command.Except != "" {
		r.Text.Say(" I can't make exceptions yet: ").Claim(t.Heard(), "%s", quoted(t.Command.Except, phrase.MaxQuote)).Say(" waits too.")
	}
	dueWhileAway(t, r, span)
	r.Text.Break().Say("`back` ends it early.")
	undoable(t, &r.Text)
	return r, nil
}

// mostDue is how many reminders that fall into an absence are listed.
const mostDue = 4

// dueWhileAway lists the reminders that will come in an absence, so that they can be moved
// beforehand.
func dueWhileAway(t *turn.Turn, r *turn.Reply, span when.Span) {
	var due []loops.Reminder
	t.Read(func(v memory.View) {
		for _, m := range v.Loops.Due(span.To.Add(-time.Second)) {
			if !m.Next.Before(span.From) {
				due = append(due, m)
			}
		}
	})
	if len(due) == 0 {
		return
	}
	var seqs []event.Seq
	for _, m := range due {
		seqs = append(seqs, m.Seq)
	}
	r.Text.Break().Claim(seqs, "%s", phrase.Count(len(due), "reminder")).Say(" will still come; `snooze %s TIME` moves one:", phrase.Handle('r', due[0].Seq))
	for i, m := range due {
		if i == mostDue {
			r.Text.Item().Say("and ").Claim(seqs, "%d more", len(due)-mostDue).Say(", in `reminders`")
			break
		}
		r.Text.Item().Claim([]event.Seq{m.Seq}, "%s: %s", phrase.Moment(m.Next, t.Now), quoted(m.Text, phrase.MaxQuote))
		r.Text.Say(" (`%s`)", phrase.Handle('r', m.Seq))
	}
}

// comeBack ends an absence before its last day.
func comeBack(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	var from, to time.Time
	away := false
	t.Read(func(v memory.View) { from, to, away = v.Principal.Away(t.Now.Location()) })
	if !away && t.Command.Has("back") {
		return nil, nil // "I'm back" is talk when nobody was away
	}
	if !away {
		return says(t, "You are not away, as far as I know.")
	}
	since, err := configured(ctx, t, event.SettingAway)
	if err != nil {
		return nil, err
	}
	r := set(t, event.SettingAway, "")
	r.Text.Say("You are back. You were to be away from ").Claim([]event.Seq{since}, "%s to %s", phrase.Day(from, t.Now), phrase.Day(to, t.Now))
	r.Text.Say("; briefing and alerts go on from now.")
	undoable(t, &r.Text)
	return r, nil
}

// stop speaks after the fact: a running turn was ended the moment the word arrived.
func stop(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	word := t.Last()
	rec, _, err := t.Event(ctx, max(word.Seq, word.Edited)) // what it was before it was mended stopped nothing
	if err != nil {
		return nil, err
	}
	stopped, said := false, false
	t.Read(func(v memory.View) {
		last, ok := v.Thread.Last()
		stopped = ok && last.Outcome == event.Stopped && !last.Ended.Before(rec.At)
		said = len(last.Posts) > 0
	})
	switch {
	case stopped && said: // what was shown of the answer ends by saying so
		return begin(t), nil
	case stopped:
		return says(t, "Stopped.")
	}
	return says(t, "Nothing is running.")
}

// exit answers goodbye with goodbye; whoever runs the console ends it.
func exit(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Place.Platform != "console" {
		return says(t, "There is nothing to leave here. `pause` stops everything unasked.")
	}
	r := begin(t)
	r.Text.Say("Goodbye.")
	r.Leave = true
	return r, nil
}
