package bot

import (
	"context"
	"errors"
	"fmt"

	"citadel/brain/phrase"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/outbox"
	"citadel/memory/thread"
)

// turnedAway settles a post that is meant for an account which may not be reached any more, or which more can read
// by now than it was written for: what the principal would miss goes to where he is reached, if as few can read it
// there, and the rest is not said. One for a shared place that goes on as another goes there, with what
// arrived of it; doubt says that an attempt may have. It reports false, with the place where the post
// belongs now, where there is nothing to settle.
func (b *Bot) turnedAway(ctx context.Context, p outbox.Post, q *event.PostQueued, doubt bool) (bool, error) {
	q.Place = p.Place // it may have been moved
	var why string
	var to event.Place
	var opened bool
	b.Mind.Read(func(v memory.View) {
		why = v.Accounts.Shut(p.Place)
		opened = why == "" && q.Subject != event.SubjectAccount && v.Accounts.Audience(p.Place) == event.Work &&
			!memory.Sight{Audience: event.Work}.Shows(q.Audience, q.Place)
		switch {
		case opened:
			why = "others can read there by now"
		case why == "":
			to = v.Accounts.Now(p.Place)
			return
		}
		if opened || q.Answer == nil && q.Subject != event.SubjectAccount {
			direct, _ := v.DirectFor(p.Place, memory.Sight{Place: q.Place, Audience: q.Audience})
			to = direct.Place
		}
	})
	switch {
	case why == "" && to == p.Place:
		return false, nil
	case why == "":
		return true, b.move(ctx, event.PostMoved{Post: p.Seq, Place: to, Goes: true, Maybe: doubt})
	case to.Platform == "" || to == p.Place:
		if opened {
			if err := b.withheld(ctx, p, *q, "What I had to say here is for you alone, and others can read here by now. There is no place that only you can read; `accounts` says who reads where."); err != nil {
				return true, err
			}
		}
		return true, b.receipt(ctx, event.PostFailed{Post: p.Seq, Reason: why}, "")
	}
	if opened && q.Answer != nil {
		if err := b.withheld(ctx, p, *q, "Others can read here by now, so I answered "+b.where(to.Platform)+"."); err != nil {
			return true, err
		}
	}
	return true, b.move(ctx, event.PostMoved{Post: p.Seq, Place: to})
}

// where names a platform as he knows it.
func (b *Bot) where(platform string) string {
	if b.here(platform) {
		return "in the console"
	}
	return "on " + accounts.Title(platform)
}

// withheld says in a place that something is not said there, once.
func (b *Bot) withheld(ctx context.Context, p outbox.Post, q event.PostQueued, line string) error {
	entry := b.Pens.Write(event.PostQueued{
		Place: p.Place, Audience: event.Work, Text: line, ReplyTo: q.ReplyTo, Subject: event.SubjectAccount,
	}).Because(p.Seq)
	entry.Key = fmt.Sprintf("withheld/%d", p.Seq)
	if _, err := b.Mind.Record(ctx, entry); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: say that post %d is withheld: %w", p.Seq, err)
	}
	return nil
}

// sentElsewhere sends a post that nobody asked for, and that its place will not take, to a direct
// conversation that may show it and can be reached: the agent was blocked there, or the room
// is gone. It says whether it did; what was moved before is not moved again, and what says who
// may speak belongs where it is.
func (b *Bot) sentElsewhere(ctx context.Context, p outbox.Post) (bool, error) {
	if p.Moved {
		return false, nil
	}
	q, err := b.queued(ctx, p.Seq)
	if err != nil || q == nil || q.Answer != nil || q.Subject == event.SubjectAccount {
		return false, err
	}
	var to event.Place
	b.Mind.Read(func(v memory.View) {
		for _, d := range v.Direct(p.Place) {
			if roomOf(d.Place) != roomOf(p.Place) && b.runs(d.Place.Platform) && d.Shows(q.Audience, q.Place) {
				to = d.Place
				return
			}
		}
	})
	if to.Platform == "" {
		return false, nil
	}
	b.Log.Warn("post goes elsewhere", "post", p.Seq, "from", p.Place.Platform, "to", to.Platform)
	return true, b.move(ctx, event.PostMoved{Post: p.Seq, Place: to})
}

// follow sends a post where its shared place goes on, as the platform says that refused it. maybe says
// that an earlier attempt may have arrived.
func (b *Bot) follow(ctx context.Context, c connectors.Connector, p outbox.Post, to event.Place, maybe bool) error {
	if _, err := b.Mind.Record(ctx, b.goesOn(c, p.Place, to, "")); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: follow a place: %w", err)
	}
	return b.move(ctx, event.PostMoved{Post: p.Seq, Place: roomOf(to), Goes: true, Maybe: maybe})
}

func (b *Bot) move(ctx context.Context, p event.PostMoved) error {
	if _, err := b.Mind.Record(ctx, b.Pens.Write(p).Because(p.Post)); err != nil {
		return fmt.Errorf("bot: move post %d: %w", p.Post, err)
	}
	return nil
}

// barredFrom picks from messages to be answered those of accounts that may not speak any
// more: they were locked or unlinked after they spoke.
func (b *Bot) barredFrom(ctx context.Context, batch []thread.Waiting) (barred []event.Seq, err error) {
	for _, w := range batch {
		if b.here(w.Place.Platform) {
			continue
		}
		r, err := b.Mind.Event(ctx, w.Message)
		if err != nil {
			return nil, fmt.Errorf("bot: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return nil, fmt.Errorf("bot: %w", err)
		}
		h, heard := p.(event.Heard)
		b.Mind.Read(func(v memory.View) {
			a, linked := v.Accounts.Of(h.Person)
			if heard && h.Person.ID != "" && (!linked || a.Locked) || v.Accounts.Shut(w.Place) != "" {
				barred = append(barred, w.Message)
			}
		})
	}
	return barred, nil
}

// missed records that a platform may have dropped something, and tells the principal if it
// may have been his.
func (b *Bot) missed(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	entry := b.Pens.Write(event.Missed{Connector: c.Name(), Since: e.Since, Until: e.At, Cursor: string(e.Cursor)})
	entry.Key = inKey(c.Name(), e)
	records, err := b.record(ctx, entry)
	var seq event.Seq
	switch {
	case err == nil:
		seq = records[0].Seq
	case !errors.Is(err, ledger.ErrDuplicate):
		return fmt.Errorf("bot: take %s: %w", e.Kind, err)
	default: // whoever recorded it may have died before it was told
		for r, err := range b.Mind.Events(ctx, ledger.Query{Keys: []string{entry.Key}}) {
			if err != nil {
				return fmt.Errorf("bot: take %s: %w", e.Kind, err)
			}
			seq = r.Seq
		}
	}
	if err := b.tellMissed(ctx, c, e, seq); err != nil {
		return fmt.Errorf("bot: take %s: %w", e.Kind, err)
	}
	b.owe(c, e, 0)
	return nil
}

func (b *Bot) tellMissed(ctx context.Context, c connectors.Connector, e connectors.Event, seq event.Seq) error {
	var at memory.Sight
	now, zone := b.Now(), b.Brain.Zone
	b.Mind.Read(func(v memory.View) {
		if z := v.Principal.Zone(); z != nil {
			zone = z
		}
		for _, a := range v.Accounts.Linked { // it may have been his only if he could write there
			if a.Person.Platform == c.Name() && !a.Locked && a.Since.Before(e.At) {
				at = v.Home()
			}
		}
	})
	if at.Place.Platform == "" || seq == 0 {
		return nil
	}
	now = now.In(zone)
	var text phrase.Text
	text.Say("**%s did not keep everything for me.** What you wrote there ", accounts.Title(c.Name()))
	if !e.Since.IsZero() {
		text.Claim([]event.Seq{seq}, "between %s and %s", phrase.Moment(e.Since, now), phrase.Moment(e.At, now))
	} else {
		text.Claim([]event.Seq{seq}, "before %s", phrase.Moment(e.At, now))
	}
	text.Say(" may be lost: what matters of it, please say again.")
	post := b.Pens.Write(event.PostQueued{
		Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectAccount,
	}).Because(seq).Resting(seq)
	post.Key = fmt.Sprintf("missed/%d", seq)
	if _, err := b.Mind.Record(ctx, post); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return err
	}
	return nil
}
