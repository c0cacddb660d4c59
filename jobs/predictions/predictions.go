// Package predictions asks the principal what became of what he said would come (SPEC §16), once, when the time that he
// named is over. No answer leaves it open: his record counts only what he tells. It asks no model, and goes to no place
// where the prediction may not be read. What is grave, or goes back to words of others, is not asked about.
package predictions

import (
	"context"
	"slices"
	"time"

	"citadel/brain/grave"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/predictions"
)

// Name is the job's name.
const Name = "predictions"

// Job is the job. quiet are the hours in which nothing is said unasked; see jobs.Question.
func Job(quiet string) jobs.Job {
	return jobs.Question(jobs.Job{
		Name: Name,
		Help: "asks you once whether what you foretold has come",
		Reads: []event.Kind{
			event.PredictionMade{}.Kind(), event.PredictionResolved{}.Kind(), event.PredictionReopened{}.Kind(), event.PostQueued{}.Kind(),
		},
		Writes: []event.Kind{event.PostQueued{}.Kind()},
		Run:    run,
	}, quiet, open, from)
}

// waiting are those that are to be asked about one day, first those that are due first.
func waiting(v memory.View) []predictions.Prediction {
	all := slices.Clone(v.Predictions.All)
	all = slices.DeleteFunc(all, func(p predictions.Prediction) bool {
		return !p.Open() || !p.Asked.IsZero() || p.Due.IsZero() || v.Origins.Other(p.Seq) || grave.Heavy(p.Text)
	})
	slices.SortStableFunc(all, func(a, b predictions.Prediction) int { return a.Due.Compare(b.Due) })
	return all
}

// open gives the one that is due longest; the next one has another day.
func open(v memory.View, now time.Time) []event.Seq {
	today := jobs.Midnight(now)
	if slices.ContainsFunc(v.Predictions.All, func(p predictions.Prediction) bool { return !p.Asked.IsZero() && !p.Asked.Before(today) }) {
		return nil
	}
	if all := waiting(v); len(all) > 0 && !all[0].Due.After(now) {
		return []event.Seq{all[0].Seq}
	}
	return nil
}

func from(v memory.View, _ time.Time) time.Time {
	if all := waiting(v); len(all) > 0 {
		return all[0].Due
	}
	return time.Time{}
}

// run asks about the one of the slot, if it is still to be asked about.
func run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var p predictions.Prediction
	in.Read(func(v memory.View) {
		if s := open(v, in.Now); len(s) > 0 && in.About(s[0]) {
			p, _ = v.Predictions.Find(s[0])
		}
	})
	if p.Seq == 0 {
		return nil, nil
	}
	in.Saw(p.Seq)
	at, ok, err := jobs.Place(ctx, in, p.Seq)
	if err != nil || !ok {
		return nil, err
	}
	wait, tell, err := jobs.Seldom(ctx, in, event.SubjectPrediction)
	if err != nil || wait {
		return nil, err
	}
	handle, rests := phrase.Handle('m', p.Message), []event.Seq{p.Seq}
	text := new(phrase.Text).Say("On ").Claim(rests, "%s", phrase.Source(phrase.Day(p.On, in.Now), 'm', p.Message)).
		Say(" you foretold: ").Claim(rests, "%s", phrase.Quote(p.Text, phrase.MaxQuote)).Say(". Its time is over, and I ask this once. Did it come true?")
	if tell {
		text.Break().Say("%s", phrase.Seldom(event.SubjectPrediction))
	}
	return []jobs.Write{{
		Payload: event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: text.String(), Cites: text.Cites(), Subject: event.SubjectPrediction, About: p.Seq, Rarer: tell,
			Buttons: []event.Button{
				{Label: "Came true", Says: "came true " + handle}, {Label: "It did not", Says: "did not happen " + handle}, {Label: "Drop it", Says: "drop prediction " + handle},
			},
		},
		From: text.Rests(), Because: rests,
	}}, nil
}
