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
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/jobs/held"
	"citadel/jobs/outside"
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
	outside.World
	Ask ponder.Asking // nil where there is no model: then it is never due
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
func (o Outside) able() bool { return o.Has(searching) && o.Has(reading) && o.Has(drafting) }

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
	if in.Danger() {
		return nil, nil
	}
	out, err := o.Glance(ctx, in, outside.Look{Job: Name, Tool: searching, Args: map[string]bool{"waits": true}}, func(tools.Result) bool { return false })
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
	out, err = o.Glance(ctx, in, outside.Look{Job: Name, Tool: reading, Args: map[string]string{"id": id}}, func(tools.Result) bool { return true })
	if err != nil || out.Returned == 0 {
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
