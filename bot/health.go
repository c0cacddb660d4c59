package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// silentAfter is how long a platform may give no sign of life before that is told on
// another (TRUST, I was off). lookEvery is how often it is looked at, and lifeEvery how often
// each that is there gives one at least: they ask, or are asked, every minute or less.
const (
	silentAfter = 15 * time.Minute
	lookEvery   = 30 * time.Second
	lifeEvery   = 3 * time.Minute
)

// watch tells when a platform has fallen silent, once, and when it is back. That something
// can be sent proves nothing: only what comes in does.
func (b *Bot) watch(ctx context.Context) error {
	began := b.Now()
	looked := began
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		now := b.Now()
		if now.Round(0).Sub(looked.Round(0)) > lifeEvery { // this computer slept, or its clock was set: nobody could be heard
			began = now
		}
		looked = now
		b.mu.Lock()
		faults := b.faults
		b.mu.Unlock()
		pulses := map[string]Pulse{}
		for _, c := range b.Connectors {
			if p, ok := c.(connectors.Pulse); ok {
				pulses[c.Name()] = Pulse{Heard: p.Heard(), Faults: faults[c.Name()]}
				if err := b.listens(ctx, c, p.Heard(), began); err != nil {
					return err
				}
			}
		}
		if b.Pulses != nil && len(pulses) > 0 {
			b.Pulses(pulses)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}

// listens records and tells that a platform has become silent, or is back.
func (b *Bot) listens(ctx context.Context, c connectors.Connector, heard, began time.Time) error {
	now := b.Now()
	since := heard
	if since.Before(began) {
		since = began
	}
	var known time.Time
	var silent bool
	b.Mind.Read(func(v memory.View) { known, silent = v.Places.Silent[c.Name()] })
	var what event.Payload
	var text phrase.Text
	at, zone := b.elsewhere(c.Name())
	name := strings.ToUpper(c.Name()[:1]) + c.Name()[1:]
	switch {
	case !silent && now.Sub(since) >= silentAfter:
		what = event.ConnectorSilent{Connector: c.Name(), Since: since}
		text.Say("**%s has been silent since %s.** What you write there may not reach me before it is back. I keep trying. ", name, phrase.Moment(since.In(zone), now.In(zone)))
		text.Say("`citadel doctor` on the host says what is wrong.")
		b.Log.Error("a platform is silent", "connector", c.Name(), "since", since)
	case silent && heard.After(known) && now.Sub(heard) < silentAfter:
		what = event.ConnectorBack{Connector: c.Name()}
		text.Say("%s is back (%s). I have read what it kept for me.", name, phrase.Lasted(now.Sub(known)))
		b.Log.Info("a platform is back", "connector", c.Name())
	default:
		return nil
	}
	entries := []ledger.Entry{b.Pens.Write(what)}
	if at.Place.Platform != "" { // in one commit: what is known to be silent is not told again
		post := event.PostQueued{Place: at.Place, Audience: at.Audience, Text: text.String(), Subject: event.SubjectAccount}
		entries = append(entries, b.Pens.Write(post).Because(ledger.Here(0)))
	}
	_, err := b.Mind.Record(ctx, entries...)
	return err
}

// elsewhere is where the principal is reached on another platform that runs, and the zone
// he is in; no place if there is none. One that gives signs of life comes first: an outage
// seldom takes one platform alone.
func (b *Bot) elsewhere(platform string) (at memory.Sight, zone *time.Location) {
	zone = b.Brain.Zone
	now := b.Now()
	b.Mind.Read(func(v memory.View) {
		if z := v.Principal.Zone(); z != nil {
			zone = z
		}
		others := slices.DeleteFunc(v.Direct(event.Place{}), func(s memory.Sight) bool {
			return s.Place.Platform == platform || !b.runs(s.Place.Platform)
		})
		if len(others) == 0 {
			return
		}
		at = others[max(0, slices.IndexFunc(others, func(s memory.Sight) bool { return b.lives(s.Place.Platform, now) }))]
	})
	return at, zone
}

// lives says whether a platform has given a sign of life of late; one that gives none counts as there.
func (b *Bot) lives(platform string, now time.Time) bool {
	return !slices.ContainsFunc(b.Connectors, func(c connectors.Connector) bool {
		p, ok := c.(connectors.Pulse)
		return ok && c.Name() == platform && now.Sub(p.Heard()) > lifeEvery
	})
}

// runs says whether a platform is one that the agent is on.
func (b *Bot) runs(platform string) bool {
	return slices.ContainsFunc(b.Connectors, func(c connectors.Connector) bool { return c.Name() == platform })
}
