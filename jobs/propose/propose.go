// Package propose puts before the principal what was inferred and not heard from him: three things a day, five on
// Sunday, in the thread of the morning's message (TRUST, Confirming). Each is put once by itself; "review" still
// lists what he leaves unanswered, and what he skipped twice nobody asks about again. Only his word confirms.
//
// It asks no model, and counts among what he gets unasked.
package propose

import (
	"context"
	"strings"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/contest"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the job's name.
const Name = "propose"

// How many are put before him.
const (
	aDay     = 3
	onSunday = 5
)

// Job is the job. morning is when the morning's message comes, as configured; quiet are the hours in which
// nothing is said unasked.
func Job(morning jobs.Morning, quiet string) jobs.Job {
	p := proposing{morning}
	j := jobs.Question(jobs.Job{
		Name:   Name,
		Help:   "asks you in the morning whether what I concluded is right",
		Reads:  []event.Kind{event.Learned{}.Kind(), event.Proposed{}.Kind(), event.Judged{}.Kind(), event.Superseded{}.Kind(), event.PostQueued{}.Kind()},
		Writes: []event.Kind{event.PostQueued{}.Kind(), event.Proposed{}.Kind()},
		Run:    run,
	}, quiet, p.open, p.from)
	j.Every = "every morning"
	return j
}

type proposing struct{ morning jobs.Morning }

// today is the slot of a day: one set of things a day, whatever they are.
const today = event.Seq(1)

func (p proposing) open(v memory.View, now time.Time) []event.Seq {
	if at := p.from(v, now); at.IsZero() || at.After(now) {
		return nil
	}
	return []event.Seq{today}
}

// from is behind the morning's message of the day, or half an hour after its time.
func (p proposing) from(v memory.View, now time.Time) time.Time {
	if len(v.Beliefs.Unasked(1)) == 0 {
		return time.Time{}
	}
	morning := p.morning.For(v)
	if morning.Off {
		return jobs.Midnight(now)
	}
	at := morning.On(now)
	if v.Agenda.Jobs[briefing.Job].Last != now.Format(time.DateOnly) {
		at = at.Add(jobs.Beside)
	}
	return at
}

// thing is what he is asked about.
type thing struct {
	seq     event.Seq
	source  event.Seq // what it was made of, or itself
	learned event.Learned
	held    beliefs.Held
}

func (t thing) rests() []event.Seq { return []event.Seq{t.seq, t.source} }

func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	most := aDay
	if in.Now.Weekday() == time.Sunday {
		most = onSunday
	}
	var seqs []event.Seq
	in.Read(func(v memory.View) { seqs = v.Beliefs.Unasked(most * 4) })
	var all []thing
	for _, seq := range seqs {
		rec, p, err := in.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		l, ok := p.(event.Learned)
		if !ok {
			continue
		}
		t := thing{seq: seq, source: contest.SourceOf(seq, rec.From), learned: l}
		if l.Sort == event.SortTheory {
			t.source = seq // none of what it joins says it
		}
		in.Read(func(v memory.View) { t.held, ok = v.Beliefs.Of(seq) })
		_, may, err := jobs.Place(ctx, in, t.rests()...)
		if err != nil {
			return nil, err
		}
		if ok && may && len(all) < most {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	var rests []event.Seq
	for _, t := range all {
		rests = append(rests, t.rests()...)
	}
	place, ok, err := jobs.Place(ctx, in, rests...)
	if err != nil || !ok {
		return nil, err
	}
	reply, err := jobs.UnderMorning(ctx, in, place.Place)
	if err != nil {
		return nil, err
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectProposal)
	if err != nil || wait {
		return nil, err
	}
	text, buttons := word(all, in.Now)
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SubjectProposal))
	}
	post := event.PostQueued{
		Place: place.Place, Audience: place.Audience, Text: text.String(), Cites: text.Cites(), Buttons: buttons,
		Subject: event.SubjectProposal, About: all[0].seq, ReplyTo: reply, Rarer: tell,
	}
	writes := []jobs.Write{{Payload: post, From: text.Rests()}}
	for _, t := range all {
		writes = append(writes, jobs.Write{Payload: event.Proposed{Memory: t.seq}, From: []event.Seq{t.seq}, Because: []event.Seq{ledger.Here(0)}})
	}
	return writes, nil
}

// word is the message: what each says, how sure it is, and the words that judge it.
func word(all []thing, now time.Time) (*phrase.Text, []event.Button) {
	x := new(phrase.Text)
	handle := phrase.Handle('m', all[0].seq)
	if len(all) == 1 {
		t := all[0]
		x.Say("**One thing I did not hear from you yourself waits for your word:** ").Claim(t.rests(), "%s", quoted(t)).Say(".").Break()
		x.Add(doubt(t, now)).Say(" Is it right?")
		return x, []event.Button{
			{Label: "Confirm", Says: "confirm " + handle}, {Label: "Reject", Says: "reject " + handle}, {Label: "Skip", Says: "skip " + handle},
		}
	}
	var rests []event.Seq
	for _, t := range all {
		rests = append(rests, t.rests()...)
	}
	x.Say("**").Claim(rests, "%s I did not hear from you yourself wait for your word.", phrase.Count(len(all), "thing")).Say("**")
	for _, t := range all {
		x.Item().Say("`%s` ", phrase.Handle('m', t.seq)).Claim(t.rests(), "%s", quoted(t)).Say(". ").Add(doubt(t, now))
	}
	x.Break().Say("`confirm %s`, `reject %s` or `skip %s`; what is skipped twice I leave alone.", handle, handle, handle)
	return x, nil
}

// wholeTheory is how many words of a theory are shown: all that it has, since the reason comes last.
const wholeTheory = 40

func quoted(t thing) string {
	most := phrase.MaxQuote
	if t.learned.Sort == event.SortTheory {
		most = wholeTheory
	}
	return phrase.Quote(strings.TrimRight(phrase.Unwrapped(t.learned.Text), "."), most)
}

// doubt says how sure it is, and where it comes from; of a theory, what speaks for it.
func doubt(t thing, now time.Time) *phrase.Text {
	if t.learned.Sort == event.SortTheory {
		return new(phrase.Text).Say("A theory of mine since ").Claim(t.rests(), "%s", phrase.Source(phrase.FullDay(t.learned.On, now), 'm', t.source)).
			Claim(t.held.Roots, "; %s that you told me since %s for it.", phrase.Few(t.held.Count-1, "thing"), speak(t.held.Count-1))
	}
	sure := phrase.Doubt(t.held.Confidence(now))
	if sure == "" {
		sure = "likely"
	}
	from := map[event.Provenance]string{
		event.Reported: "passed on by you on ", event.Imported: "imported with what was written on ",
		event.Observed: "read from the world on ", event.Generated: "a model wrote it on ",
	}[t.learned.Provenance]
	if from == "" {
		from = "I concluded it from what you said on "
	}
	return new(phrase.Text).Claim(t.rests(), "%s", strings.ToUpper(sure[:1])+sure[1:]).Say("; %s", from).
		Claim(t.rests(), "%s", phrase.Source(phrase.FullDay(t.learned.On, now), 'm', t.source)).Say(".")
}

func speak(things int) string {
	if things == 1 {
		return "speaks"
	}
	return "speak"
}
