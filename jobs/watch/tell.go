package watch

import (
	"context"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/watch"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/watches"
)

// Telling is the name of the job that tells.
const Telling = "watched"

// Bounds of ours: a server that is away for a night is no news.
const (
	patience   = 24 * time.Hour // until it is told that a watch cannot be looked at
	mostAtOnce = 3              // watches in one message
)

// Tell is the job that tells. quiet are the hours in which nothing is said unasked; see jobs.Question.
func Tell(quiet string) jobs.Job {
	return jobs.Question(jobs.Job{
		Name:   Telling,
		Help:   "tells you what changed of what you have watched, and when that cannot be looked at",
		Reads:  []event.Kind{event.ToolReturned{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.WatchTold{}.Kind(), event.WatchSeen{}.Kind()},
		Run:    run,
	}, quiet, open, from)
}

// what is to be told of a watch now; "" for nothing.
func what(w watches.Watch, now time.Time) string {
	switch at := when(w); {
	case at.IsZero() || at.After(now):
		return ""
	case w.News():
		return event.WatchNew
	case !now.Before(w.Until):
		return event.WatchOver
	}
	return event.WatchAway
}

// when something of a watch is to be told; zero where nothing is. News wait for the day after the last that were told.
func when(w watches.Watch) (at time.Time) {
	if !w.Rests.IsZero() {
		return at
	}
	at = w.Until
	if !w.Failing.IsZero() && !w.Away && w.Failing.Add(patience).Before(at) {
		at = w.Failing.Add(patience)
	}
	if w.News() {
		if at = w.ShowsAt; w.Told > 0 && w.ToldAt.Add(watches.CoolDown).After(at) {
			at = w.ToldAt.Add(watches.CoolDown)
		}
	}
	return at
}

func open(v memory.View, now time.Time) (seqs []event.Seq) {
	for _, w := range v.Watches.All {
		if what(w, now) != "" {
			seqs = append(seqs, w.Seq)
		}
	}
	return seqs
}

func from(v memory.View, _ time.Time) (earliest time.Time) {
	for _, w := range v.Watches.All {
		if at := when(w); !at.IsZero() && (earliest.IsZero() || at.Before(earliest)) {
			earliest = at
		}
	}
	return earliest
}

// run tells of the watch of the slot, and of those beside it that are to be told and may be where that is.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var all []watches.Watch
	in.Read(func(v memory.View) {
		for _, w := range v.Watches.All {
			if what(w, in.Now) != "" {
				all = append(all, w)
			}
		}
	})
	first := slices.IndexFunc(all, func(w watches.Watch) bool { return in.About(w.Seq) })
	if first < 0 {
		return nil, nil
	}
	one := all[first]
	at, ok, err := jobs.Place(ctx, in, one.Seq)
	if err != nil || !ok {
		return nil, err
	}
	told := []watches.Watch{one}
	for _, w := range slices.Delete(all, first, first+1) {
		seen, err := in.Roots(ctx, w.Seq)
		if err != nil {
			return nil, err
		}
		if len(told) < mostAtOnce && at.ShowsAll(seen) {
			told = append(told, w)
		}
	}
	return tell(ctx, in, at, told)
}

// tell is one message about some watches, and the record that they were told.
func tell(ctx context.Context, in jobs.In, at memory.Sight, of []watches.Watch) ([]jobs.Write, error) {
	text := new(phrase.Text)
	var buttons []event.Button
	var silent, writes []jobs.Write
	for _, w := range of {
		part, record, err := word(ctx, in, w)
		if err != nil {
			return nil, err
		}
		if part == nil {
			silent = append(silent, record)
			continue
		}
		if !text.Empty() {
			text.Break()
		}
		text.Add(part)
		record.Because = append([]event.Seq{ledger.Here(0)}, record.Because...)
		writes = append(writes, record)
		if t, is := record.Payload.(event.WatchTold); is && t.Rests && buttons == nil {
			handle := phrase.Handle('w', w.Seq)
			buttons = []event.Button{{Label: "Keep watching", Says: "keep watching " + handle}, {Label: "End it", Says: "unwatch " + handle}}
		}
	}
	if text.Empty() {
		return silent, nil
	}
	post := jobs.Write{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectWatch, About: of[0].Seq, Buttons: buttons,
		},
		From: text.Rests(), Because: []event.Seq{of[0].Seq},
	}
	return append(append([]jobs.Write{post}, writes...), silent...), nil
}

// word says what there is of one watch, and the record of that. Without a text there is nothing to be said.
func word(ctx context.Context, in jobs.In, w watches.Watch) (t *phrase.Text, record jobs.Write, err error) {
	of, handle := what(w, in.Now), phrase.Handle('w', w.Seq)
	in.Saw(w.Seq)
	own := []event.Seq{w.Seq}
	told := event.WatchTold{Watch: w.Seq, Of: of}
	record = jobs.Write{Payload: told, From: own, Because: own}
	t = new(phrase.Text)
	switch of {
	case event.WatchAway:
		t.Say("**I can't look at what you have watched: ").Claim(own, "%s", watch.Named(w.WatchSet)).Say(".** `%s`", handle).Break().
			Say("Since ").Claim(own, "%s", phrase.Moment(w.Failing.In(in.Now.Location()), in.Now)).Say(": ").Claim(own, "%s", w.Why).
			Say(" I go on trying, and say no more of that. `unwatch %s` ends it.", handle)
	case event.WatchOver:
		told.Rests = true
		record.Payload = told
		if w.Due && w.Told > 0 {
			return nil, record, nil
		}
		t.Add(over(w, own, in.Now))
	case event.WatchNew:
		return changed(ctx, in, w)
	}
	return t, record, nil
}

// over says that the time of a watch is up.
func over(w watches.Watch, own []event.Seq, now time.Time) *phrase.Text {
	t, handle := new(phrase.Text), phrase.Handle('w', w.Seq)
	until := phrase.Moment(w.Until.In(now.Location()), now)
	if w.Due {
		t.Say("**Nothing came: ").Claim(own, "%s", watch.Named(w.WatchSet)).Say(".** `%s`", handle).Break().Say("You wanted to know by ").Claim(own, "%s", until)
		if !w.Failing.IsZero() {
			t.Say("; I could not look since ").Claim(own, "%s", phrase.Moment(w.Failing.In(now.Location()), now))
		}
		return t.Say(". `keep watching %s` goes on.", handle)
	}
	t.Say("**Watched for 90 days: ").Claim(own, "%s", watch.Named(w.WatchSet)).Say(".** `%s`", handle).Break()
	if w.Told == 0 {
		t.Claim(own, "Nothing changed.")
	} else {
		t.Claim(own, "I told you of %s.", phrase.Count(w.Told, "change"))
	}
	return t.Say(" I stop looking; `keep watching %s` goes on.", handle)
}

// changed says what is something else than what he knows.
func changed(ctx context.Context, in jobs.In, w watches.Watch) (t *phrase.Text, record jobs.Write, err error) {
	known, err := brought(ctx, in, w.Known)
	if err != nil {
		return nil, record, err
	}
	shows, err := brought(ctx, in, w.Shows)
	if err != nil {
		return nil, record, err
	}
	own := []event.Seq{w.Seq}
	c := watch.Between(w.WatchSet, known, shows)
	if c.None() {
		return nil, jobs.Write{Payload: event.WatchSeen{Watch: w.Seq, Seen: w.Known}, From: own, Because: own}, nil
	}
	rests := []event.Seq{w.Seq, w.Shows}
	handle := phrase.Handle('w', w.Seq)
	t = new(phrase.Text)
	if w.What == event.WatchPage {
		rests = append(rests, w.Known)
		t.Say("**Changed: ").Claim(own, "%s", watch.Named(w.WatchSet)).Say(".** `%s`", handle)
	} else {
		t.Say("**New: ").Claim(own, "%s", watch.Named(w.WatchSet)).Say(".** `%s`", handle)
	}
	t.Break().Add(watch.Told(w, c, rests, in.Now)).Break().
		Say("Seen on ").Claim(rests, "%s", phrase.Moment(w.ShowsAt.In(in.Now.Location()), in.Now))
	if w.What == event.WatchPage {
		t.Say("; before, as of ").Claim(rests, "%s", phrase.Moment(w.KnownAt.In(in.Now.Location()), in.Now))
	}
	told := event.WatchTold{Watch: w.Seq, Of: event.WatchNew, Seen: w.Shows, Rests: w.Told+1 >= watches.Firings}
	if told.Rests {
		t.Say(". That is the ").Claim(own, "third").Say(" time, so I stop looking: `keep watching %s` goes on.", handle)
	} else {
		t.Say(". `unwatch %s` ends it.", handle)
	}
	return t, jobs.Write{Payload: told, From: own, Because: own}, nil
}
