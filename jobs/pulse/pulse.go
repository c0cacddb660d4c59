// Package pulse does a piece of work before it is asked for, and puts it aside (SPEC §16: action pulse): it drafts the
// answer to a mail that waits for one. The draft is a card that is not shown by itself; the morning's message and
// "approvals" list it, and only the word of the card puts it among the principal's drafts, from where he sends it himself.
//
// It works only where there is a model, within the budget of such work, and on one mail at a time: the newest that waits,
// of people and clients whom he deals with before others. Each mail is read for this once in its life, whatever comes of
// it. The draft is made of that mail alone, since it goes to whoever wrote it: nothing that he told is in it. It may name
// nobody and give no figure that the mail does not; what only he can know is left open, in brackets.
package pulse

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/consent"
	"citadel/brain/perform"
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/jobs/held"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// Name is the job's name.
const Name = "pulse"

// The tools by which it works.
const (
	searching = "mail_search"
	reading   = "mail_read"
	drafting  = "mail_draft"
)

const (
	each     = 6 * time.Hour
	mostHeld = 3                   // drafts that wait: more would be a pile
	lasts    = 7 * 24 * time.Hour  // for how long a draft is good: the mail may be answered meanwhile
	lately   = 20 * 24 * time.Hour // mails that wait longer are not found
)

// Outside is by what it works, and with what it thinks.
type Outside struct {
	Tools func() tools.Set // that there are now
	Hands perform.Hands
	Ask   ponder.Asking // nil where there is no model: then it is never due
}

// Job is the job.
func Job(o Outside) jobs.Job {
	due, next := jobs.Every(each)
	return jobs.Job{
		Name: Name, Every: "every 6 h", Help: "drafts an answer to a mail that waits for one, and puts it aside for you",
		Due: func(v memory.View, now time.Time) []jobs.Slot {
			if o.Ask == nil || !o.able() || waiting(v, now) >= mostHeld {
				return nil
			}
			return due(v, now)
		},
		Next: next, Missed: jobs.Policy{Way: jobs.Skip, Age: each / 2}, Slow: true, Often: true, Anytime: true,
		Reads:  []event.Kind{event.ToolCalled{}.Kind()},
		Writes: []event.Kind{event.ApprovalAsked{}.Kind()},
		Run:    o.run,
	}
}

// able says whether there is all that it needs.
func (o Outside) able() bool {
	set := o.Tools()
	for _, name := range []string{searching, reading, drafting} {
		if _, there := set.Find(name); !there {
			return false
		}
	}
	return true
}

// waiting is how many drafts wait for the principal's word.
func waiting(v memory.View, now time.Time) (n int) {
	for _, c := range v.Hands.Open(now) {
		if c.Tool == drafting && c.Held {
			n++
		}
	}
	return n
}

func (o Outside) run(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	if danger(in) {
		return nil, nil
	}
	out, err := o.glance(ctx, in, searching, map[string]any{"waits": true}, false)
	if err != nil {
		return nil, err
	}
	seen, err := read(ctx, in)
	if err != nil {
		return nil, err
	}
	id := first(in, out.Result.Text, seen)
	if id == "" {
		return nil, nil
	}
	out, err = o.glance(ctx, in, reading, map[string]any{"id": id}, true)
	if err != nil || out.Returned == 0 || out.Failure != nil {
		return nil, err
	}
	m, ok := letterOf(out.Result.Text)
	if !ok {
		return nil, nil
	}
	text, err := o.draft(ctx, in, m, out.Returned)
	if err != nil || text == "" {
		return nil, err
	}
	args, err := json.Marshal(map[string]any{"to": []string{m.address}, "subject": m.answers(), "text": text, "reply_to": id})
	if err != nil {
		return nil, err
	}
	tool, _ := o.Tools().Find(drafting)
	work := held.Work{Tool: tool, Args: args, From: []event.Seq{out.Returned}, Because: []event.Seq{out.Returned}}
	for _, s := range out.Result.Sources {
		work.Sources = append(work.Sources, event.ToolSource{What: s.What, Link: s.Link, On: s.On})
	}
	w, err := held.Prepare(in, work)
	card, is := w.Payload.(event.ApprovalAsked)
	if err != nil || !is { // he does not want such calls, or it is too long for a card
		return nil, nil
	}
	card.Lapses = in.Now.Add(lasts)
	w.Payload = card
	return []jobs.Write{w}, nil
}

// danger says whether somebody may be in danger: nothing is made of such a day (TRUST, Crisis).
func danger(in jobs.In) (yes bool) {
	in.Read(func(v memory.View) { yes = v.Thread.Held.After(in.Now) })
	return yes
}

// glance makes a call that changes nothing. It brings nothing where the principal wants to be asked before.
func (o Outside) glance(ctx context.Context, in jobs.In, name string, args any, keep bool) (perform.Outcome, error) {
	tool, there := o.Tools().Find(name)
	raw, err := json.Marshal(args)
	if err != nil || !there {
		return perform.Outcome{}, err
	}
	var policy string
	in.Read(func(v memory.View) { policy = v.Hands.Policies[name] })
	if consent.Decide(consent.Call{Tool: tool, Args: raw, Policy: policy, Unasked: true}).Do != consent.Run {
		return perform.Outcome{}, nil
	}
	out, err := o.Hands.Glance(ctx, perform.Call{Tool: tool, Args: raw, Job: Name}, func(perform.Outcome) bool { return keep })
	if err != nil {
		return out, fmt.Errorf("pulse: %w", err)
	}
	return out, nil
}

// read are the mails that were read for this, by their names.
func read(ctx context.Context, in jobs.In) (map[string]bool, error) {
	all := map[string]bool{}
	for r, err := range ledger.Each[event.ToolCalled](ctx, in, ledger.Query{Newest: true}) {
		if err != nil {
			return nil, err
		}
		if in.Now.Sub(r.At) > lately {
			break
		}
		var args struct{ ID string }
		if c := r.Said; c.Job == Name && c.Tool == reading && json.Unmarshal([]byte(c.Args), &args) == nil {
			all[args.ID] = true
		}
	}
	return all, nil
}

// listed is a mail as a search lists it.
var listed = regexp.MustCompile("^- \\w{3} \\d{1,2} \\w{3} \\d{4} \\d\\d:\\d\\d [+-]\\d{4}, from (.*) \\(\\d+ bytes(?:, unread)?\\) · id `([^`]+)`$")

// first is the mail whose turn it is: the newest of somebody familiar, else the newest.
func first(in jobs.In, list string, seen map[string]bool) (id string) {
	type mail struct{ line, id string }
	var all []mail
	for line := range strings.Lines(list) {
		if m := listed.FindStringSubmatch(strings.TrimSpace(line)); m != nil && !seen[m[2]] {
			all = append(all, mail{m[1], m[2]})
		}
	}
	in.Read(func(v memory.View) {
		i := max(0, slices.IndexFunc(all, func(m mail) bool { return briefing.Familiar(v, m.line) }))
		if len(all) > 0 {
			id = all[i].id
		}
	})
	return id
}
