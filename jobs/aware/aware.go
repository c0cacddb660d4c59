// Package aware looks every few minutes whether something is worth a word that nothing else says (SPEC §16, the
// awareness scan), by rules and from what is in memory alone: it asks no model, fetches nothing, and where nothing
// is new it has no slot and writes no event. What it notices it means to bring up (event.IntentionSet), and whether
// and when that is said is for package intend and the next answer to decide, by the manners that hold for all.
//
// It notices
//
//   - a call that waits for the principal's yes and will lapse within two hours;
//   - what he said today is due today, two hours before: the morning's message came too early for it;
//   - what falls due while he will be away, at four in the afternoon before.
//
// Each is noticed once in its life. What was closed before it was said is let go of.
package aware

import (
	"context"
	"strconv"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/memory/loops"
)

// Name is the job's name.
const Name = "aware"

const (
	ahead    = 2 * time.Hour // of a deadline
	worth    = 3 * time.Hour // between saying that something is due and that: else he has it in mind
	eve      = 8 * time.Hour // before the first day away begins
	mostSaid = 6             // words of a thing
)

// Job is the job. One slot is one thing noticed, or one that is to be let go of.
func Job() jobs.Job {
	return jobs.Job{
		Name: Name, Every: "when due", Help: "notices what lapses, what is due today and what falls due while you are away",
		Due: func(v memory.View, now time.Time) (slots []jobs.Slot) {
			for _, n := range noticed(v, now) {
				if !n.at.After(now) {
					slots = append(slots, jobs.Slot{Name: n.slot, At: n.at})
				}
			}
			return slots
		},
		Next: func(v memory.View, now time.Time) (next time.Time) {
			for _, n := range noticed(v, now) {
				if n.at.After(now) && (next.IsZero() || n.at.Before(next)) {
					next = n.at
				}
			}
			return next
		},
		Missed: jobs.Policy{Way: jobs.Each},
		Reads:  []event.Kind{event.LoopOpened{}.Kind(), event.ApprovalAsked{}.Kind()},
		Writes: []event.Kind{event.IntentionSet{}.Kind(), event.IntentionEnded{}.Kind()},
		Run:    run,
	}
}

// notice is one thing noticed: the slot that keeps it from being noticed again, when that is, and what to say.
type notice struct {
	slot  string
	at    time.Time
	text  string
	about event.Seq
	rests []event.Seq
	over  event.Seq // the intention to let go of, instead
}

// noticed are all things there are to notice, past their moment or before it.
func noticed(v memory.View, now time.Time) (all []notice) {
	for _, c := range v.Hands.Open(now) {
		if !c.Held {
			all = append(all, lapsing(c, now))
		}
	}
	for _, l := range v.Loops.Loops {
		if n, ok := today(l, now); ok {
			all = append(all, n)
		}
	}
	if n, ok := absence(v, now); ok {
		all = append(all, n)
	}
	for _, i := range v.Agency.Intentions {
		if !v.Stands(i, now) {
			all = append(all, notice{slot: "over/" + number(i.Seq), at: now, over: i.Seq})
		}
	}
	return all
}

func number(seq event.Seq) string { return strconv.FormatUint(uint64(seq), 10) }

// lapsing is a card that waits for his word. It says the tool and none of what the call holds.
func lapsing(c hands.Card, now time.Time) notice {
	handle := phrase.Handle('K', c.Seq)
	return notice{
		slot: handle + "/" + c.Lapses.UTC().Format(time.RFC3339), at: c.Lapses.Add(-ahead), about: c.Seq, rests: []event.Seq{c.Seq},
		text: strings.ReplaceAll(c.Tool, "_", " ") + " (" + handle + ") waits for your word and lapses on " + phrase.Moment(c.Lapses.In(now.Location()), now),
	}
}

// today is a thing that he said on the day it is due on. What is over is not noticed any more.
func today(l loops.Loop, now time.Time) (notice, bool) {
	due, on := l.Due.In(now.Location()), l.On.In(now.Location())
	if l.Due.IsZero() || due.Format(time.DateOnly) != on.Format(time.DateOnly) || due.Sub(on) < worth || !now.Before(due) {
		return notice{}, false
	}
	return notice{
		slot: phrase.Handle('l', l.Seq) + "/" + l.Due.UTC().Format(time.RFC3339), at: due.Add(-ahead), about: l.Seq, rests: []event.Seq{l.Seq},
		text: beginning(l.Text) + " is due on " + phrase.Moment(due, now),
	}, true
}

// absence is what falls due while he will be away.
func absence(v memory.View, now time.Time) (n notice, ok bool) {
	from, to, away := v.Principal.Away(now.Location())
	if !away || !now.Before(from) {
		return n, false
	}
	for _, l := range v.Loops.Loops {
		if !l.Due.IsZero() && !l.Due.Before(from) && l.Due.Before(to.AddDate(0, 0, 1)) {
			n.rests = append(n.rests, l.Seq)
			n.text = beginning(l.Text) + " falls due while you are away, on " + phrase.Day(l.Due.In(now.Location()), now)
		}
	}
	if len(n.rests) > 1 {
		n.text = phrase.Count(len(n.rests), "thing") + " fall due while you are away from " + phrase.Day(from, now) + ": loops lists them"
	} else if len(n.rests) == 1 {
		n.about = n.rests[0]
	}
	n.slot, n.at = "away/"+from.Format(time.DateOnly), from.Add(-eve)
	return n, len(n.rests) > 0
}

// beginning is the beginning of a text, without its full stop.
func beginning(text string) string {
	words := strings.Fields(text)
	if len(words) > mostSaid {
		return strings.Join(words[:mostSaid], " ") + " …"
	}
	return strings.TrimRight(strings.Join(words, " "), ".")
}

// run means to bring up the thing of the slot now, or lets go of it.
func run(_ context.Context, in jobs.In) (writes []jobs.Write, err error) {
	in.Read(func(v memory.View) {
		for _, n := range noticed(v, in.Now) {
			switch {
			case n.slot != in.Slot.Name || n.at.After(in.Now):
			case n.over != 0:
				in.Saw(n.over)
				writes = []jobs.Write{{Payload: event.IntentionEnded{Intention: n.over, Outcome: "dropped"}, From: []event.Seq{n.over}}}
			default:
				in.Saw(n.rests...)
				writes = []jobs.Write{{
					Payload: event.IntentionSet{Text: n.text, At: in.Now.UTC(), On: in.Now.UTC(), About: n.about}, From: n.rests, Because: n.rests,
				}}
			}
		}
	})
	return writes, nil
}
