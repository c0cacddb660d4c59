package brief

import (
	"context"
	"strings"
	"time"

	"citadel/brain/briefing"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// absence is the one that ended since the briefing before this one; nil where there was none.
func (t Terms) absence(ctx context.Context, in jobs.In) (*briefing.Absence, error) {
	var before time.Time
	morning := t.At
	in.Read(func(v memory.View) { before, morning = v.Agenda.Jobs[Name].Worked, t.At.For(v) })
	a, err := last(ctx, in)
	if err != nil || a == nil {
		return nil, err
	}
	over := a.To.AddDate(0, 0, 1)
	if !over.After(before) || in.Now.Before(over) || a.To.Before(a.From) {
		return nil, nil
	}
	a.Next = morning.On(jobs.Midnight(in.Now).AddDate(0, 0, 1))
	for r, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Newest: true}) {
		if err != nil {
			return nil, err
		}
		if r.At.Before(a.From) || r.Seq < a.Said {
			break
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		if q, ok := p.(event.PostQueued); ok && r.At.Before(over) && !q.Asked() {
			a.Sent = append(a.Sent, r.Seq)
		}
	}
	return a, nil
}

// last is the newest absence, as far as it lasted: "back" on its third day makes that the last but one.
func last(ctx context.Context, in jobs.In) (*briefing.Absence, error) {
	var ended time.Time
	for r, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Configured{}.Kind()}, Newest: true}) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		c, ok := p.(event.Configured)
		if !ok || c.Name != event.SettingAway {
			continue
		}
		if c.Value == "" {
			if !ended.IsZero() {
				return nil, nil
			}
			ended = r.At.In(in.Now.Location())
			continue
		}
		from, to, _ := strings.Cut(c.Value, "/")
		a := &briefing.Absence{Said: r.Seq}
		var err1, err2 error
		a.From, err1 = time.ParseInLocation(time.DateOnly, from, in.Now.Location())
		a.To, err2 = time.ParseInLocation(time.DateOnly, to, in.Now.Location())
		if err1 != nil || err2 != nil { // it was readable when it was set
			return nil, nil
		}
		if day := jobs.Midnight(ended).AddDate(0, 0, -1); !ended.IsZero() && day.Before(a.To) {
			a.To = day
		}
		return a, nil
	}
	return nil, nil
}
