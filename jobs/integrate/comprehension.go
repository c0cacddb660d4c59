package integrate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"citadel/brain/comprehend"
	"citadel/brain/extract"
	"citadel/brain/model"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// SecondLook is the name of the job by which a model reads what the rules have read.
const SecondLook = "comprehend"

// Ask puts a question to a model. Its errors are those of model.Pool.
type Ask func(ctx context.Context, a model.Ask) (model.Answer, error)

// most of what one call is about, and how long to wait after no model answered.
const (
	mostTalk = 12 // messages of the principal: about ten turns
	unheard  = 4 * time.Hour
)

// Comprehension is the job of the second look (SPEC §13.4). The rules read at once and without
// a model, so nothing waits for one; a model reads the same messages later, once each, some
// ten turns a call, and what it makes of the same words takes the place of what the rules made
// of them. What it says is checked item by item, and what does not hold is dropped and
// recorded. A call that found nothing has been made all the same, and so has one whose answer
// cannot be read at the last attempt: what the rules made stays, and nobody pays for it for ever.
// Where no model answers, or money is lacking, it stays too, and is tried again hours later.
//
// One call is shown what was said among the same readers, and nothing else: what it makes of a
// message goes where the message can be read, and must not carry there what others said.
func Comprehension(alike Alike, ask Ask) jobs.Job {
	return jobs.Job{
		Name:   SecondLook,
		Every:  "every 30 min",
		Help:   "has a model read again what you said",
		Due:    dueAgain,
		Next:   nextAgain,
		Slow:   true,
		Often:  true,
		Reads:  append(slices.Clone(reads), event.EdgeDrawn{}.Kind()), // of links by way of the fold: what things are called
		Writes: append(slices.Clone(writes), event.EdgeDrawn{}.Kind()),
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			l := looking{reading: reading{in: in, alike: alike, again: true}, ask: ask}
			return l.run(ctx)
		},
	}
}

// dueAgain gives the next number, once in half an hour, if something is to be read again.
func dueAgain(v memory.View, now time.Time) []jobs.Slot {
	last := v.Agenda.Jobs[SecondLook]
	if len(v.Thread.Again) == 0 || nextAgain(v, now).After(now) {
		return nil
	}
	n, _ := strconv.Atoi(last.Last) // of a job that never ran it is empty, and counts as zero
	return []jobs.Slot{{Name: strconv.Itoa(n + 1), At: now}}
}

func nextAgain(v memory.View, now time.Time) time.Time {
	if len(v.Thread.Again) == 0 {
		return time.Time{}
	}
	last := v.Agenda.Jobs[SecondLook]
	switch {
	case last.At.IsZero(), last.At.After(now), last.Outcome != event.JobFailed && len(v.Thread.Again) >= mostTalk:
		return now // it never ran, the clock was set back, or there is more than one call can read
	case last.Outcome == event.JobFailed:
		return last.At.Add(unheard)
	}
	return last.At.Truncate(Every).Add(Every)
}

// looking is one second look.
type looking struct {
	reading
	ask Ask
}

// utterance is what is shown, and where it stands.
type utterance struct {
	comprehend.Message
	seq  event.Seq
	said said // of the principal's
}

func (l *looking) run(ctx context.Context) ([]jobs.Write, error) {
	var messages []event.Seq
	l.turns = map[event.Seq]thread.Turn{}
	l.in.Read(func(v memory.View) {
		messages = slices.Clone(v.Thread.Again[:min(len(v.Thread.Again), mostTalk)])
		for _, m := range messages {
			if t, ok := turnOf(v, m); ok {
				l.turns[m] = t
			}
		}
	})
	if len(messages) == 0 {
		return nil, nil
	}
	if err := l.prepare(ctx, messages); err != nil {
		return nil, err
	}
	messages, talk, err := l.talk(ctx, messages)
	if err != nil {
		return nil, err
	}
	done := event.Integrated{Messages: messages, By: "nobody"}
	if slices.ContainsFunc(talk, func(u utterance) bool { return !u.Agent }) {
		if done, err = l.comprehend(ctx, messages, talk); err != nil {
			return nil, err
		}
	}
	if len(done.Messages) == 0 {
		return nil, nil
	}
	done.Learned = len(l.fresh)
	return append(l.writes, jobs.Write{Payload: done}), nil
}

// talk gives the messages that may be read and were said among the same readers as the first of
// them, with what the agent said there between them, in order; and those that are done with it.
func (l *looking) talk(ctx context.Context, messages []event.Seq) (done []event.Seq, talk []utterance, err error) {
	zone := l.in.Now.Location()
	var among memory.Sight
	for _, seq := range messages {
		m, ok, err := l.look(ctx, seq)
		if err != nil {
			return nil, nil, err
		}
		if ok && !m.mute && !m.past {
			here := readers(m.sight)
			if len(talk) == 0 {
				among = here
			}
			if here != among {
				continue // its turn comes
			}
			talk = append(talk, utterance{comprehend.Message{Text: m.text, At: m.on.In(zone)}, seq, m})
		}
		done = append(done, seq)
	}
	between := ledger.Query{After: messages[0], Before: messages[len(messages)-1], Kinds: []event.Kind{event.PostQueued{}.Kind()}, Limit: 4 * mostTalk}
	err = l.each(ctx, between, func(rec ledger.Record, p event.Payload) {
		if q, ok := p.(event.PostQueued); ok && len(talk) > 0 && !q.Inward() && readers(memory.Sight{Audience: q.Audience, Place: q.Place}) == among {
			talk = append(talk, utterance{Message: comprehend.Message{Text: q.Text, At: rec.At.In(zone), Agent: true}, seq: rec.Seq})
		}
	})
	slices.SortFunc(talk, func(a, b utterance) int { return int(a.seq) - int(b.seq) })
	return done, talk, err
}

// readers is the same for all that can be read by the same people.
func readers(s memory.Sight) memory.Sight {
	return memory.Sight{Audience: s.Audience, Place: s.Room()}
}

// comprehend asks once and makes of each message what was found in it. Messages that were not
// shown, or have to wait because they contradict what this very run learned, stay for the next.
func (l *looking) comprehend(ctx context.Context, messages []event.Seq, talk []utterance) (event.Integrated, error) {
	shown := make([]comprehend.Message, len(talk))
	for i, u := range talk {
		shown[i] = u.Message
	}
	request, n := comprehend.Ask(shown)
	if n < len(talk) {
		messages = slices.DeleteFunc(messages, func(m event.Seq) bool { return m >= talk[n].seq })
		talk, shown = talk[:n], shown[:n]
	}
	purpose := model.Purpose{Job: SecondLook, Slot: l.in.Slot.Name}
	for _, u := range talk {
		purpose.From = append(purpose.From, uint64(u.seq))
		if edit := u.said.source; edit != u.seq && !u.Agent {
			purpose.From = append(purpose.From, uint64(edit))
		}
	}
	answer, err := l.ask(ctx, model.Ask{Role: model.Background, Purpose: purpose, Request: request})
	if err != nil && !(l.in.Last() && model.Formless(err)) {
		return event.Integrated{}, fmt.Errorf("ask a model: %w", err)
	}
	var found []comprehend.Item
	var faults []comprehend.Fault
	if err == nil {
		found, faults, err = comprehend.Read(answer.Text, shown)
	}
	switch {
	case err != nil && !l.in.Last():
		return event.Integrated{}, err
	case err != nil:
		return event.Integrated{Messages: messages, By: cmp.Or(answer.Card.Name, "nobody"), Dropped: 1, Faults: []string{string(comprehend.Unreadable)}}, nil
	}
	links, more := comprehend.Links(answer.Text, shown)
	faults = append(faults, more...)
	done := event.Integrated{Messages: messages, By: answer.Card.Name, Dropped: len(faults)}
	for _, f := range faults {
		done.Faults = append(done.Faults, string(f))
	}
	for i, u := range talk {
		if u.Agent {
			continue
		}
		var items []extract.Item
		for _, it := range found {
			if it.Message == i {
				items = append(items, it.Item)
			}
		}
		ok, err := l.take(ctx, u.said, items)
		if err != nil {
			return event.Integrated{}, fmt.Errorf("message %d: %w", u.seq, err)
		}
		if !ok {
			done.Messages = slices.DeleteFunc(messages, func(m event.Seq) bool { return m >= u.seq })
			break
		}
		for _, x := range links {
			if x.Message == i {
				l.draw(u.said, x)
			}
		}
	}
	return done, nil
}
