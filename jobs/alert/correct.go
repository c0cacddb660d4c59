package alert

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// corrections take back what was told of moves that are none: one for each alert, in its place.
func corrections(ctx context.Context, in jobs.In, told past) (writes []jobs.Write, err error) {
	if len(told.alerts) == 0 {
		return nil, nil
	}
	undone, err := undone(ctx, in, told.alerts[len(told.alerts)-1].Move)
	if err != nil {
		return nil, err
	}
	done := map[event.Seq]bool{}
	for _, a := range slices.Backward(told.alerts) { // oldest first
		u, gone := undone[a.Move]
		if !gone || done[a.post] {
			continue
		}
		done[a.post] = true
		w, ok, err := correction(ctx, in, a, u.MoveUndone, u.seq)
		if err != nil {
			return nil, err
		}
		if ok {
			writes = append(writes, w)
		}
	}
	return writes, nil
}

type undoing struct {
	event.MoveUndone
	seq event.Seq
}

// undone finds what took moves back, by the move, since one of them.
func undone(ctx context.Context, in jobs.In, since event.Seq) (map[event.Seq]undoing, error) {
	all := map[event.Seq]undoing{}
	for r, err := range ledger.Each[event.MoveUndone](ctx, in, ledger.Query{After: since}) {
		if err != nil {
			return nil, err
		}
		u := undoing{r.Said, r.Seq}
		all[u.Move] = u
		_, p, err := in.Event(ctx, u.Move)
		if err != nil {
			return nil, err
		}
		if m, known := p.(event.IndicatorMoved); known && m.Measure != nil && m.Measure.Confirms != 0 {
			all[m.Measure.Confirms] = u // which was told, and only this stood for it
		}
	}
	return all, nil
}

// correction is the reply to one alert; ok is whether there is still something to say.
func correction(ctx context.Context, in jobs.In, a alerted, u event.MoveUndone, seq event.Seq) (w jobs.Write, ok bool, err error) {
	rec, p, err := in.Event(ctx, a.post)
	post, told := p.(event.PostQueued)
	if err != nil || !told {
		return w, false, err
	}
	key := fmt.Sprintf("alert.corrected/%d", a.post)
	for _, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Keys: []string{key}}) {
		return w, false, err
	}
	_, p, err = in.Event(ctx, a.Move)
	m, known := p.(event.IndicatorMoved)
	if err != nil || !known {
		return w, false, err
	}
	client := ""
	in.Read(func(v memory.View) {
		for _, link := range a.Links {
			if e, ok := v.Graph.Edge(link); ok {
				client = e.Client
			}
		}
	})
	in.Saw(a.Links...)
	rests := []event.Seq{a.post, seq}
	of := client + " alert"
	if client == event.OwnBusiness || client == "" {
		of = strings.TrimSuffix("alert on "+client, " on ")
	}
	t := new(phrase.Text).Say("**Ignore my ").Claim(append(rests, a.Links...), "%s of %s", of, phrase.Day(rec.At, in.Now)).Say(".** ")
	mode, little := "", "which is too little to matter"
	switch {
	case m.Measure == nil:
	case math.Abs(u.Change) >= m.Measure.Size:
		mode, little = m.Measure.Mode, "which is the other way"
	default:
		mode = m.Measure.Mode
		little = "below my " + consequence.Threshold(mode, m.Measure.Size) + " threshold"
	}
	switch u.Why {
	case event.UndoneRevised:
		t.Claim([]event.Seq{a.Move, seq}, "%s revised the figure of %s from %s: %s, %s.", consequence.Publisher(u.Feed),
			phrase.Dated(m.On), consequence.Ends(m.To, u.To, m.Unit), consequence.Change(mode, u.Change), little)
	default:
		t.Claim([]event.Seq{a.Move, seq}, "The next figure does not bear out that of %s, %s: it is %s (%s).", phrase.Dated(m.On),
			consequence.One(m.To, m.Unit), consequence.One(u.To, m.Unit), consequence.Publisher(u.Feed))
	}
	t.Say(" I count it as wrong")
	if record, counted := record(in, a.Move, u.Move); counted {
		t.Say(": ").Claim([]event.Seq{seq, record.Seq}, "%d of %d", record.True, record.All()).Say(" came true")
	}
	t.Say(".")
	letters, err := onward(ctx, in, a, post, m)
	if err != nil {
		return w, false, err
	}
	if letters != nil {
		t.Say(" ").Add(letters)
	}
	return jobs.Write{
		Payload: event.PostQueued{
			Place: post.Place, Audience: post.Audience, Text: t.String(), Cites: t.Cites(), ReplyTo: a.post, Subject: event.SubjectUntrue, About: a.post,
		},
		From: t.Rests(), Because: []event.Seq{a.post, seq}, Key: key,
	}, true, nil
}
