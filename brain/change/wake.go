package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// wake is everything that goes with what is forgotten, and what is left behind.
type wake struct {
	targets []thing
	called  string // how a command names them: "m401 m405", "all of m812"
	plan    ledger.Plan
	things  map[string][]thing // by what they are called, in order of their numbers
	quoting []event.Seq        // answers of the agent that repeat some of it
	history []event.Seq        // what it had corrected, which does not hold again
	back    []event.Seq        // what it had replaced, which does
	taught  map[event.Seq]bool // what the things rest on, answers of the agent aside
}

// names are what the things of a wake are called, in the order in which they are told.
var names = []string{"message", "file", "memory", "loop", "reminder", "decision", "rule", "setting", "group", "name", "note", "digest", "answer"}

func nameOf(p event.Payload) (name string, letter byte) {
	switch p.(type) {
	case event.Heard:
		return "message", 'm'
	case event.Attached:
		return "file", 'm'
	case event.Learned:
		return "memory", 'm'
	case event.LoopOpened:
		return "loop", 'l'
	case event.ReminderSet:
		return "reminder", 'r'
	case event.DecisionProposed, event.DecisionRecorded:
		return "decision", 'd'
	case event.RuleAdded:
		return "rule", 0
	case event.Configured:
		return "setting", 0
	case event.PersonGrouped:
		return "group", 0
	case event.PersonAliased, event.PersonMerged, event.PersonMoved:
		return "name", 0
	case event.PersonNoted:
		return "note", 0
	case event.Digested:
		return "digest", 'm'
	case event.PostQueued:
		return "answer", 'm'
	}
	return "", 0
}

// reachOf computes the wake of forgetting the targets. What the agent listed for the sake
// of forgetting goes with them.
func reachOf(ctx context.Context, t *turn.Turn, targets []thing) (*wake, error) {
	w := &wake{targets: targets}
	var seqs []event.Seq
	for _, x := range targets {
		seqs = append(seqs, x.seq())
		if d, ok := x.payload.(event.DecisionRecorded); ok && d.Proposal != 0 {
			seqs = append(seqs, d.Proposal) // or it would be open again
		}
	}
	var err error
	if w.plan, err = t.Mind.Reach(ctx, seqs...); err != nil {
		return nil, err
	}
	lists, err := ownLists(ctx, t, w.plan.Quote)
	if err != nil {
		return nil, err
	}
	if len(lists) > 0 {
		if w.plan, err = t.Mind.Reach(ctx, append(seqs, lists...)...); err != nil {
			return nil, err
		}
	}
	said, err := w.sort(ctx, t, lists)
	if err != nil {
		return nil, err
	}
	over, err := t.Mind.Overruled(ctx, w.plan)
	if err != nil {
		return nil, err
	}
	w.plan.Again = slices.DeleteFunc(w.plan.Again, func(s event.Seq) bool { return slices.Contains(over.Spent, s) })
	if w.plan.Again, err = w.readAgain(ctx, t); err != nil {
		return nil, err
	}
	for _, s := range over.History {
		w.history = append(w.history, s.Memory)
	}
	w.back = over.Back
	w.quoting, err = quoting(ctx, t, w.plan.Quote, said)
	return w, err
}

// readAgain keeps of the roots that stay those from which something lost could be learned
// again: messages, and not because an answer quoted them.
func (w *wake) readAgain(ctx context.Context, t *turn.Turn) ([]event.Seq, error) {
	var again []event.Seq
	for _, root := range w.plan.Again {
		if !w.taught[root] {
			continue
		}
		_, p, err := t.Event(ctx, root)
		if err != nil {
			return nil, err
		}
		if _, heard := p.(event.Heard); heard {
			again = append(again, root)
		}
	}
	return again, nil
}

// ownLists are the posts that were made for the sake of forgetting: previews, and lists of
// what was found.
func ownLists(ctx context.Context, t *turn.Turn, posts []event.Seq) ([]event.Seq, error) {
	var lists []event.Seq
	for _, seq := range posts {
		_, p, err := t.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		if q, ok := p.(event.PostQueued); ok && q.Answer != nil && q.Answer.By == "command:forget" {
			lists = append(lists, seq)
		}
	}
	return lists, nil
}

// sort puts the events of the plan under the names they are told by, and gives the words
// that will be gone.
func (w *wake) sort(ctx context.Context, t *turn.Turn, unnamed []event.Seq) (said []string, err error) {
	w.things, w.taught = map[string][]thing{}, map[event.Seq]bool{}
	recorded := map[event.Seq]bool{}
	for rec, err := range ledger.Each[event.Payload](ctx, t.Mind, ledger.Query{Seqs: w.plan.Seqs}) {
		if err != nil {
			return nil, err
		}
		p := rec.Said
		switch p := p.(type) {
		case event.Heard:
			said = append(said, p.Text)
		case event.Edited:
			said = append(said, p.Text)
		case event.Transcribed:
			said = append(said, p.Text)
		case event.Attached:
			said = append(said, strings.ToValidUTF8(p.Text[:min(len(p.Text), mostCompared)], ""))
		case event.Learned:
			said = append(said, p.Text)
		case event.PersonNoted:
			said = append(said, p.Text)
		case event.DecisionRecorded:
			recorded[p.Proposal] = true
		case event.Reinforced: // who said it too may teach it again
			for _, root := range rec.From {
				w.taught[root] = true
			}
		}
		name, letter := nameOf(p)
		if name == "" || slices.Contains(unnamed, rec.Seq) {
			continue
		}
		h := command.Handle{}
		if letter != 0 {
			h = command.Handle{Letter: letter, N: uint64(rec.Seq)}
		}
		w.things[name] = append(w.things[name], thing{h, rec.Record, p})
		for _, root := range rec.From {
			w.taught[root] = w.taught[root] || name != "answer"
		}
	}
	// A proposal and the decision it became are one.
	w.things["decision"] = slices.DeleteFunc(w.things["decision"], func(x thing) bool { return recorded[x.seq()] })
	return said, nil
}

// mostCompared is how much of the text of a file is looked for in answers, in bytes.
const mostCompared = 64 << 10

// items counts what a person would count.
func (w *wake) items() (n int) {
	for _, xs := range w.things {
		n += len(xs)
	}
	return n
}

func (w *wake) seqs() (seqs []event.Seq) {
	for _, name := range names {
		for _, x := range w.things[name] {
			seqs = append(seqs, x.seq())
		}
	}
	return seqs
}

// handles are those of the targets.
func (w *wake) handles() []command.Handle { return handlesOf(w.targets) }

func handlesOf(things []thing) (hs []command.Handle) {
	for _, x := range things {
		hs = append(hs, x.handle)
	}
	return hs
}

// mostNamed is how many handles one sentence names; of more it says only how many there are.
const mostNamed = 8

// typed writes handles as in a command: "m401 m405".
func typed(hs []command.Handle) string {
	var words []string
	for _, h := range hs {
		words = append(words, h.String())
	}
	return strings.Join(words, " ")
}

// counts claims "2 memories (`m402`, `m403`) and 1 open loop (`l22`)" for the things that
// keep lets through; handles are left out where bare is set.
func (w *wake) counts(x *phrase.Text, bare bool, keep func(thing) bool) {
	var parts []phrase.Text
	for _, name := range names {
		var seqs []event.Seq
		var hs []command.Handle
		for _, y := range w.things[name] {
			if keep(y) {
				seqs = append(seqs, y.seq())
				if y.handle.N != 0 {
					hs = append(hs, y.handle)
				}
			}
		}
		if len(seqs) == 0 {
			continue
		}
		var part phrase.Text
		part.Claim(seqs, "%s", phrase.Count(len(seqs), name))
		if len(hs) > 0 && len(hs) <= mostNamed && !bare {
			part.Say(" (%s)", list(hs))
		}
		parts = append(parts, part)
	}
	for i := range parts {
		switch {
		case i == 0:
		case i == len(parts)-1 && !bare:
			x.Say(" and ")
		default:
			x.Say(", ")
		}
		x.Add(&parts[i])
	}
}
