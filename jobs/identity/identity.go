// Package identity has how the agent works with its principal rewritten, a line or two on a Sunday evening, by what
// he said that week (SPEC §16; TRUST, Identity rewriting itself; MESSAGES 10).
//
// A model drafts, tears the draft apart and settles it, in three rounds; what of that holds is checked by rules
// (package brain/identity), put before the principal as a difference, and starts twelve hours later at the earliest
// unless he refuses: in the first eight weeks only when he takes it. A week without a change sends nothing, and one in
// which little was said asks no model. Without a model nothing of it ever changes.
package identity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"citadel/brain/command"
	"citadel/brain/identity"
	"citadel/brain/model"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Name is the name of the job that proposes.
const Name = "identity"

const (
	day    = time.Sunday
	hour   = 18            // of the evening
	late   = 4 * time.Hour // after it the week has no change any more
	week   = 7 * 24 * time.Hour
	young  = 8 * week // for so long only his word starts a change
	fewest = 8        // messages of a week that a model is asked about
	most   = 200      // that it is shown, the newest
)

// Terms are what it is done with.
type Terms struct {
	Ask func(ctx context.Context, a model.Ask) (model.Answer, error) // nil where there is no model
}

// Job is the one that proposes. One slot is one Sunday.
func Job(t Terms) jobs.Job {
	due, next := jobs.Weekly(day, hour)
	return jobs.Job{
		Name: Name, Every: "every Sunday evening", Help: "drafts a change to how I work with you, by what you said",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			slots := due(v, now)
			if t.Ask == nil || !wanted(v) || len(slots) == 0 || now.Sub(slots[0].At) > late {
				return nil
			}
			return slots
		},
		Next: next, Missed: jobs.Policy{Way: jobs.Skip, Age: late}, Slow: true,
		Reads:  []event.Kind{event.Heard{}.Kind(), event.Erred{}.Kind(), event.Journaled{}.Kind()},
		Writes: []event.Kind{event.IdentityProposed{}.Kind()},
		Run:    t.run,
	}
}

// wanted says whether a change may be proposed.
func wanted(v memory.View) bool {
	return !v.Identity.Frozen && v.Principal.Settings[event.SettingMinor] == "" && v.Home() != (memory.Sight{}) &&
		(v.Identity.Pending == nil || !v.Identity.Pending.Alone)
}

func (t Terms) run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var highest int
	var open, errors []string
	times := map[string]int{}
	in.Read(func(v memory.View) {
		highest, open = v.Identity.Highest, identity.Open(v.Identity.Lines())
		for _, e := range v.Self.Errors {
			times[e.Sort]++
			in.Saw(e.Seq)
		}
	})
	for _, sort := range slices.Sorted(maps.Keys(times)) {
		errors = append(errors, fmt.Sprintf("%s, %d in 30 days", sort, times[sort]))
	}
	said, err := heard(ctx, in)
	if err != nil || len(said) < fewest {
		return nil, err
	}
	journal, err := journal(ctx, in)
	if err != nil {
		return nil, err
	}
	w := identity.Week{Open: open, Said: said, Errors: errors, Journal: journal}
	drafts, by, err := t.rounds(ctx, in, w)
	if err != nil {
		return nil, err
	}
	changes, lines, _ := identity.Judge(w, drafts)
	if len(changes) == 0 {
		return nil, nil
	}
	alone, err := grown(ctx, in)
	if err != nil {
		return nil, err
	}
	p := event.IdentityProposed{
		Version: highest + 1, Changes: changes, Lines: lines, Distance: identity.Distance(identity.Founding(), lines), Alone: alone, By: by, On: in.Now.UTC(),
	}
	return []jobs.Write{{Payload: p, From: quoted(p)}}, nil
}

// quoted are the messages that a proposal rests on.
func quoted(p event.IdentityProposed) (seqs []event.Seq) {
	for _, c := range p.Changes {
		for _, q := range c.Quotes {
			seqs = append(seqs, q.Message)
		}
	}
	return seqs
}

// rounds are the three, unless the first finds nothing to change.
func (t Terms) rounds(ctx context.Context, in jobs.In, w identity.Week) (drafts []identity.Draft, by string, err error) {
	purpose := model.Purpose{Job: Name, Slot: in.Slot.Name, Line: model.Pulses}
	for _, s := range slices.Concat(w.Said, w.Journal) {
		if seq := uint64(s.Seq); !slices.Contains(purpose.From, seq) { // an entry has several lines
			purpose.From = append(purpose.From, seq)
		}
	}
	ask := func(r model.Request) (string, error) {
		a, err := t.Ask(ctx, model.Ask{Role: model.Background, Purpose: purpose, Request: r})
		if err != nil {
			return "", fmt.Errorf("ask a model: %w", err)
		}
		by = a.Card.Name
		return a.Text, nil
	}
	answer, err := ask(identity.Propose(w))
	if err != nil {
		return nil, by, err
	}
	if drafts, err = identity.Drafts(answer); err != nil || len(drafts) == 0 {
		return nil, by, err
	}
	if answer, err = ask(identity.Criticise(w, drafts)); err != nil {
		return nil, by, err
	}
	objections, err := identity.Objections(answer)
	if err != nil {
		return nil, by, err
	}
	if answer, err = ask(identity.Settle(w, drafts, objections)); err != nil {
		return nil, by, err
	}
	drafts, err = identity.Settled(answer, objections)
	return drafts, by, err
}

// heard is what the principal himself said in the last week, oldest first: no commands, nothing that he passed on.
func heard(ctx context.Context, in jobs.In) (all []identity.Said, err error) {
	for h, err := range ledger.Each[event.Heard](ctx, in, ledger.Query{Newest: true}) {
		if err != nil {
			return nil, err
		}
		if in.Now.Sub(h.At) > week || len(all) == most {
			break
		}
		if h.Trust != event.ByPrincipal || h.Said.Overheard || h.Said.Forwarded != "" || len(h.From) > 1 {
			continue
		}
		if _, is := command.Parse(h.Said.Text); is {
			continue
		}
		all = append(all, identity.Said{Seq: h.Seq, Text: h.Said.Text, On: h.At.In(in.Now.Location())})
	}
	slices.Reverse(all)
	return all, nil
}

// mostJournal is how many lines of a week's journal a model is shown, the newest.
const mostJournal = 30

// journal is what the agent wrote down that week of what it got wrong and would do differently, oldest first.
func journal(ctx context.Context, in jobs.In) (lines []identity.Said, err error) {
	for j, err := range ledger.Each[event.Journaled](ctx, in, ledger.Query{Newest: true}) {
		if err != nil {
			return nil, err
		}
		if in.Now.Sub(j.At) > week || len(lines) >= mostJournal {
			break
		}
		for _, l := range slices.Backward(j.Said.Lines) {
			if l.Part != event.JournalHappened && len(lines) < mostJournal {
				lines = append(lines, identity.Said{Seq: j.Seq, Text: l.Text, On: j.At.In(in.Now.Location())})
			}
		}
	}
	slices.Reverse(lines)
	return lines, nil
}

// grown says whether the first eight weeks are over.
func grown(ctx context.Context, in jobs.In) (bool, error) {
	for h, err := range ledger.Each[event.Heard](ctx, in, ledger.Query{Limit: 1}) {
		return err == nil && in.Now.Sub(h.At) >= young, err
	}
	return false, nil
}
