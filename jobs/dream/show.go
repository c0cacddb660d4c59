package dream

import (
	"context"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/dream"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/dreams"
	"citadel/memory/event"
)

// Showing is the name of the job that shows a dream in the morning.
const Showing = "fragment"

// fresh is until when a dream is of last night.
const fresh = 20 * time.Hour

// Show is the job that shows it: in the thread of the morning's message, where there is one, else by itself, and
// without a sound unless the principal wants to hear it. morning is when that message comes, as configured; quiet
// are the hours in which nothing is said unasked.
func Show(morning jobs.Morning, quiet string) jobs.Job {
	s := showing{morning}
	j := jobs.Question(jobs.Job{
		Name:   Showing,
		Help:   "shows you the night's picture",
		Reads:  []event.Kind{event.Dreamt{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.DreamsDrifted{}.Kind()},
		Run:    run,
	}, quiet, s.open, s.from)
	j.Every = "every morning after a dream"
	return j
}

type showing struct{ morning jobs.Morning }

// open gives last night's dream until it was shown.
func (s showing) open(v memory.View, now time.Time) []event.Seq {
	if at := s.from(v, now); at.IsZero() || at.After(now) {
		return nil
	}
	return []event.Seq{v.Dreams.Last.Seq}
}

// from is when it may be shown: once the morning's message of the day was told or had nothing to tell, and half an
// hour after its time at the latest.
func (s showing) from(v memory.View, now time.Time) time.Time {
	d := v.Dreams.Last
	if d.Seq == 0 || v.Dreams.Told == d.Seq || now.Sub(d.On) > fresh || v.Principal.Settings[event.SettingDreams] == event.DreamsOff {
		return time.Time{}
	}
	morning := s.morning.For(v)
	if morning.Off || v.Agenda.Jobs[briefing.Job].Last == now.Format(time.DateOnly) {
		return d.On
	}
	return morning.On(now).Add(jobs.Beside)
}

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var seq event.Seq
	var first, drifted, rests bool
	var drift dreams.Drift
	var wants string
	in.Read(func(v memory.View) {
		if v.Dreams.Told != v.Dreams.Last.Seq && in.About(v.Dreams.Last.Seq) {
			seq = v.Dreams.Last.Seq
		}
		first, rests, wants = v.Dreams.Told == 0, v.Dreams.Rests != 0, v.Principal.Settings[event.SettingDreams]
		drift, drifted = v.Dreams.Drift()
	})
	if seq == 0 {
		return nil, nil
	}
	rec, p, err := in.Event(ctx, seq)
	d, ok := p.(event.Dreamt)
	if err != nil || !ok {
		return nil, err
	}
	at, reply, ok, err := place(ctx, in, append(rec.From, seq))
	if err != nil || !ok {
		return nil, err
	}
	text := dream.Word(d, seq, rec.From, in.Now)
	if first {
		text.Break().Say("Not advice, not a mood of mine: a nightly picture from your notes. `no dreams` ends them.")
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SignalDream)
	if err != nil || wait {
		return nil, err
	}
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SignalDream))
	}
	alarm := drifted && !rests
	if alarm {
		text.Break().Say("From tonight on there are pictures without words: over ").Claim([]event.Seq{seq}, "%d nights", drift.Nights)
		text.Say(" the words became %s than your days were. `dreams on` brings them back.", direction(drift.Away))
	}
	post := event.PostQueued{
		Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectDream, About: seq,
		ReplyTo: reply, Art: &d.Art, Aloud: wants == event.DreamsNotify, Rarer: tell, Buttons: dream.Buttons(seq),
	}
	writes := []jobs.Write{{Payload: post, From: text.Rests(), Because: []event.Seq{seq}}}
	if alarm {
		writes = append(writes, jobs.Write{Payload: event.DreamsDrifted{Nights: drift.Nights, Slope: drift.Slope, Away: drift.Away, On: in.Now.UTC()}, Because: []event.Seq{seq}})
	}
	return writes, nil
}

func direction(away float64) string {
	if away < 0 {
		return "darker"
	}
	return "brighter"
}

// place is where a dream is shown, and the message under which: the morning's, where that was said a moment ago.
func place(ctx context.Context, in jobs.In, rests []event.Seq) (at memory.Sight, reply event.Seq, ok bool, err error) {
	seen, err := in.Roots(ctx, rests...)
	if err != nil {
		return at, 0, false, err
	}
	in.Read(func(v memory.View) { at = v.Home() })
	if at == (memory.Sight{}) || !at.ShowsAll(seen) {
		return at, 0, false, nil
	}
	reply, err = jobs.UnderMorning(ctx, in, at.Place)
	return at, reply, err == nil, err
}
