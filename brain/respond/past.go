package respond

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/brain/compress"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// said is something that was said.
type said struct {
	prompt.Words
	ours  bool
	heard bool // a machine wrote it down
}

// past is the window of the conversation as a place may show it.
type past struct {
	turns   []prompt.Turn // oldest first
	earlier int           // turns that ended before the first of them
	newest  time.Time     // when the last of its messages came; zero where there is none
	posts   []event.Seq   // what the agent said in them
	last    []event.Seq   // the same of the newest of them
	heard   []event.Seq   // messages in them that a machine wrote down
}

// holds says whether a message is among the newest n turns.
func (p past) holds(seq event.Seq, n int) bool {
	for _, t := range p.turns[max(0, len(p.turns)-n):] {
		for _, m := range t.Messages {
			if m.Seq == seq {
				return true
			}
		}
	}
	return false
}

// ends keeps of the past the first two turns and the last three.
func (p past) ends() past {
	if len(p.turns) > 5 {
		p.turns = append(p.turns[:2:2], p.turns[len(p.turns)-3:]...)
	}
	return p
}

// before says whether a turn answered what was said before what this one answers: it may have ended
// after both were heard, as what a step did at once of several messages.
func before(w thread.Turn, t *turn.Turn) bool {
	return !slices.ContainsFunc(w.Messages, func(seq event.Seq) bool {
		return seq >= t.Last().Seq || slices.ContainsFunc(t.Messages, func(m turn.Message) bool { return m.Seq == seq })
	})
}

// window gives what of the window the place of the turn may show, as its messages read now.
// Turns that answered someone in danger are not among it: they are kept out of everything.
func window(ctx context.Context, t *turn.Turn) (past, error) {
	var turns []thread.Turn
	var p past
	t.Read(func(v memory.View) {
		p.earlier = max(0, v.Thread.Turns-len(v.Thread.Window))
		turns = slices.DeleteFunc(slices.Clone(v.Thread.Window), func(w thread.Turn) bool {
			return w.Quiet || !before(w, t)
		})
		for _, h := range v.Thread.Handed { // also what came right behind the question
			at := slices.IndexFunc(turns, func(w thread.Turn) bool { return w.ID > h.ID })
			if at < 0 {
				at = len(turns)
			}
			turns = slices.Insert(turns, at, h)
		}
	})
	var seqs []event.Seq
	for _, w := range turns {
		seqs = append(append(seqs, w.Messages...), w.Posts...)
	}
	words, err := spoken(ctx, t, seqs)
	if err != nil {
		return p, err
	}
	called, err := called(ctx, t, turns)
	if err != nil {
		return p, err
	}
	for _, w := range turns {
		var e prompt.Turn
		for _, s := range w.Messages {
			if m, ok := words[s]; ok {
				e.Messages = append(e.Messages, m.Words)
				p.newest = m.On
				if m.heard {
					p.heard = append(p.heard, s)
				}
			}
		}
		if len(e.Messages) == 0 {
			continue
		}
		p.last = nil
		open := true // a model may have been shown more than a message of the turn tells
		for _, s := range w.Posts {
			m, ok := words[s]
			if open = open && ok; ok {
				p.posts, p.last = append(p.posts, s), append(p.last, s)
				e.Replies = append(e.Replies, prompt.Reply{Text: m.Text, Program: !strings.HasPrefix(w.By, byModel)})
			}
		}
		if open && len(w.Posts) > 0 {
			e.Calls = called[w.ID]
		}
		p.turns = append(p.turns, e)
	}
	return p, nil
}

// called are the tools that models called in turns, by turn. What was forgotten is not there.
func called(ctx context.Context, t *turn.Turn, turns []thread.Turn) (map[event.Seq][]compress.Call, error) {
	if len(turns) == 0 {
		return nil, nil
	}
	of := map[event.Seq]event.Seq{} // by message, the turn that answered it
	for _, w := range turns {
		for _, m := range w.Messages {
			of[m] = w.ID
		}
	}
	used := map[event.Seq][]compress.Call{} // by model.called; hardly any call of a model uses tools
	q := ledger.Query{After: turns[0].ID, Kinds: []event.Kind{event.ModelExchanged{}.Kind()}}
	err := each(ctx, t, q, func(r ledger.Record, p event.Payload) {
		if p, ok := p.(event.ModelExchanged); ok {
			for _, c := range p.Calls {
				if c.Tool != prompt.ThinkHarder {
					used[r.Cause()] = append(used[r.Cause()], compress.Call{Tool: c.Tool, Args: c.Args})
				}
			}
		}
	})
	if err != nil || len(used) == 0 {
		return nil, err
	}
	out := map[event.Seq][]compress.Call{}
	err = each(ctx, t, ledger.Query{Seqs: slices.Sorted(maps.Keys(used))}, func(r ledger.Record, p event.Payload) {
		if p, ok := p.(event.ModelCalled); ok && p.Job == "" {
			if w, ok := of[p.Message]; ok {
				out[w] = append(out[w], used[r.Seq]...)
			}
		}
	})
	return out, err
}

// byModel begins what is said to have answered a turn that a model did.
const byModel = "model:"

// spoken looks up what was said in events, as it reads now; what was forgotten or may not be
// shown in the place of the turn is left out.
func spoken(ctx context.Context, t *turn.Turn, seqs []event.Seq) (map[event.Seq]said, error) {
	if len(seqs) == 0 {
		return nil, nil // a query that lists nothing asks for everything
	}
	reader := t.Sight()
	out := make(map[event.Seq]said, len(seqs))
	came, overheard := map[event.Seq]attachments.Files{}, map[event.Seq]bool{}
	err := each(ctx, t, ledger.Query{Seqs: seqs}, func(r ledger.Record, p event.Payload) {
		switch p := p.(type) {
		case event.Heard:
			if reader.Shows(p.Audience, p.Place) {
				out[r.Seq] = said{Words: prompt.Words{Seq: r.Seq, Text: p.Text, On: p.On, From: p.Forwarded}}
				came[r.Seq], overheard[r.Seq] = attachments.Files(nil).Came(0, p.Files), p.Overheard
			}
		case event.PostQueued:
			if reader.Shows(p.Audience, p.Place) {
				out[r.Seq] = said{Words: prompt.Words{Seq: r.Seq, Text: p.Text, On: r.At}, ours: true}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	// There are few since then, and a hundred other things rest on what was said.
	edits := ledger.Query{After: slices.Min(seqs), Kinds: append(attachments.Changes(), event.Transcribed{}.Kind())}
	err = each(ctx, t, edits, func(r ledger.Record, p event.Payload) {
		for _, message := range r.From {
			if files, shown := came[message]; shown {
				came[message] = files.After(message, r.Seq, p)
			}
		}
		var message event.Seq
		var text string
		heard := false // by a machine: words that stand below it since do not make it his
		switch p := p.(type) {
		case event.Edited:
			message, text = p.Message, p.Text
		case event.Transcribed:
			message, text, heard = p.Message, p.Text, true
		default:
			return
		}
		if w, shown := out[message]; shown {
			w.Text, w.heard = text, heard || w.heard
			out[message] = w
		}
	})
	t.Read(func(v memory.View) {
		for seq, files := range came {
			stand := files.Standing(v.Attachments.Left(seq))
			if overheard[seq] { // of what was said to somebody else none is fetched
				stand = slices.DeleteFunc(files, func(f attachments.File) bool { return f.Out })
			}
			w := out[seq]
			for _, f := range stand {
				w.Files = append(w.Files, prompt.File{Name: f.Name, MIME: f.MIME, Size: f.Size})
			}
			out[seq] = w
		}
	})
	return out, err
}

// each calls fn with every event of a query that is not forgotten.
func each(ctx context.Context, t *turn.Turn, q ledger.Query, fn func(ledger.Record, event.Payload)) error {
	for e, err := range ledger.Each[event.Payload](ctx, t.Mind, q) {
		if err != nil {
			return err
		}
		fn(e.Record, e.Said)
	}
	return nil
}
