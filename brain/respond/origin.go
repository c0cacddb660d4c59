package respond

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/consent"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// lineage follows events back to words of somebody else than the principal and the agent.
type lineage struct {
	t *turn.Turn
	// whole lets the way back go through what the agent said itself, and end at a message of the
	// principal's in which others' words were pasted. Without, an utterance ends it (SPEC §2.1): what a
	// model writes of others' words is the agent's. With, what it repeats of them is still theirs.
	whole bool
	known map[event.Seq][]event.Seq // by event that was followed, the words of others it goes back to
}

// roots are the words of others that an event is or goes back to, each once. The ledger is asked only
// about what goes back to some.
func (l *lineage) roots(ctx context.Context, seq event.Seq) ([]event.Seq, error) {
	if found, seen := l.known[seq]; seen {
		return found, nil
	}
	var root, carries bool
	l.t.Read(func(v memory.View) {
		root = v.Origins.Other(seq) || l.whole && v.Origins.Pastes(seq)
		carries = v.Origins.Carries(seq) || l.whole && v.Origins.Passes(seq)
	})
	switch {
	case root:
		return []event.Seq{seq}, nil
	case !carries:
		return nil, nil
	case l.known == nil:
		l.known = map[event.Seq][]event.Seq{}
	}
	r, err := l.t.Mind.Event(ctx, seq)
	if err != nil {
		return nil, err
	}
	var found []event.Seq
	if r.Kind != (event.PostQueued{}).Kind() || l.whole {
		for _, from := range r.From {
			more, err := l.roots(ctx, from)
			if err != nil {
				return nil, err
			}
			for _, root := range more {
				if !slices.Contains(found, root) {
					found = append(found, root)
				}
			}
		}
	}
	l.known[seq] = found
	return found, nil
}

// byPasting names what the principal put into a message of others.
var byPasting = event.ToolSource{What: "what you pasted"}

// others are the events in view that are, or go back to, words of somebody else than the principal
// and the agent. An utterance of the agent ends the way back.
func (w *work) others(ctx context.Context) (found []event.Seq, err error) {
	l := lineage{t: w.t}
	for _, seq := range w.inView() {
		roots, err := l.roots(ctx, seq)
		if err != nil {
			return nil, err
		}
		if len(roots) > 0 && !slices.Contains(found, seq) {
			found = append(found, seq)
		}
	}
	return found, nil
}

// strangers are words of others.
type strangers struct {
	seqs    []event.Seq
	sources []event.ToolSource // what they came from
	texts   []string           // what they are, as far as an address in them is theirs
}

// strangers are the words of others in view, also where the agent repeated them.
func (w *work) strangers(ctx context.Context) (s strangers, err error) {
	more, err := w.with(ctx)
	if err != nil {
		return s, err
	}
	for _, seq := range append(append(w.inView(), w.past.posts...), more...) {
		roots, err := w.whole.roots(ctx, seq)
		if err != nil {
			return s, err
		}
		for _, root := range roots {
			if slices.Contains(s.seqs, root) {
				continue
			}
			r, p, err := w.t.Event(ctx, root)
			if err != nil {
				return s, err
			}
			text, err := w.links(ctx, r, p)
			if err != nil {
				return s, err
			}
			from := source(p)
			switch _, edited := p.(event.Edited); {
			case r.Trust == event.ByPrincipal:
				from = []event.ToolSource{byPasting}
			case r.Trust == event.ByTool && edited: // what was heard in it, with his words above
				from = source(event.Transcribed{})
			}
			s.seqs, s.sources, s.texts = append(s.seqs, root), append(s.sources, from...), append(s.texts, text)
		}
	}
	for _, t := range w.in.Window {
		for _, m := range t.Messages { // as they read now, which an edit may have made them
			if _, some := words.Pasted(m.Text); some && m.From == "" && !slices.Contains(s.seqs, m.Seq) {
				s.seqs, s.sources, s.texts = append(s.seqs, m.Seq), append(s.sources, byPasting), append(s.texts, m.Text)
			}
		}
	}
	for _, m := range w.t.Messages {
		for _, f := range m.Files {
			if f.Seq == 0 && !f.Voice() { // it is still being fetched, and its name is shown
				s.sources = append(s.sources, source(event.Attached{Name: f.Name})...)
			}
		}
	}
	return s, nil
}

// links is what of the words of others may hold addresses that are theirs. What a server of others
// answered could be an echo of what a model wrote.
func (w *work) links(ctx context.Context, r ledger.Record, p event.Payload) (string, error) {
	returned, is := p.(event.ToolReturned)
	if !is || w.Bench == nil {
		return written(p), nil
	}
	_, called, err := w.t.Event(ctx, r.Cause())
	if err != nil {
		return "", err
	}
	call, is := called.(event.ToolCalled)
	if !is {
		return "", nil
	}
	if tool, there := w.Bench.Tools().Find(call.Tool); there && !tool.Foreign {
		return returned.Text, nil
	}
	return consent.Unechoed(returned.Text, json.RawMessage(call.Args)), nil
}

// with are the events that a prompt shows with its messages and does not count among what it holds:
// what they reply to, what a machine wrote down of recordings, and the files that came with them,
// whose names are shown whatever is in them.
func (w *work) with(ctx context.Context) (seqs []event.Seq, err error) {
	var messages []event.Seq
	for _, t := range w.in.Window {
		for _, m := range t.Messages {
			messages = append(messages, m.Seq)
		}
	}
	for _, m := range w.t.Messages {
		messages = append(messages, m.Seq)
		if m.ReplyTo != 0 {
			messages, seqs = append(messages, m.ReplyTo), append(seqs, m.ReplyTo)
		}
	}
	q := ledger.Query{From: messages, Kinds: []event.Kind{event.Attached{}.Kind(), event.Transcribed{}.Kind()}}
	var written []event.Seq // files that are the message: what is heard in them stands for them
	err = each(ctx, w.t, q, func(r ledger.Record, p event.Payload) {
		if t, is := p.(event.Transcribed); is {
			written = append(written, t.File)
		}
		seqs = append(seqs, r.Seq)
	})
	return slices.DeleteFunc(seqs, func(s event.Seq) bool { return slices.Contains(written, s) }), err
}

// written is the text of an event; empty where it has none of its own.
func written(p event.Payload) string {
	switch p := p.(type) {
	case event.ToolReturned:
		return p.Text
	case event.Heard:
		return p.Text
	case event.Edited:
		return p.Text
	case event.Transcribed:
		return p.Text
	}
	return ""
}

// source names what words of others came from, as a card names it.
func source(p event.Payload) []event.ToolSource {
	one := func(format string, args ...any) []event.ToolSource {
		return []event.ToolSource{{What: fmt.Sprintf(format, args...)}}
	}
	switch p := p.(type) {
	case event.ToolReturned:
		return p.Sources
	case event.Heard:
		switch {
		case p.Forwarded != "":
			return one("a message of %s that you passed on", p.Forwarded)
		case p.Person.Name != "":
			return one("a message of %s", p.Person.Name)
		}
		return one("somebody's message")
	case event.Attached:
		return one("the file %q", p.Name)
	case event.Transcribed:
		return one("a recording")
	}
	return one("somebody's words")
}

// ownWords are the texts in view that the principal wrote himself, without what he quotes and what a
// machine wrote down for him: it may have heard wrongly, and somebody else. The moments that they name
// are among them as tools write them.
func (w *work) ownWords() []string {
	var own []string
	take := func(r consent.Request) { own = append(append(own, r.Texts...), r.Times...) }
	for _, t := range w.in.Window {
		take(w.saidBefore(t))
	}
	take(w.saidNow())
	return own
}

// requests are what of the principal's words may ask for a call: what this turn says; the same with what
// it plainly answers; and where the turn goes on from a call that he approved, what led to that. What
// he said before asks for nothing by itself: it was answered then.
func (w *work) requests(ctx context.Context) (all []consent.Request, err error) {
	now := w.saidNow()
	all = append(all, now)
	turn, plain, err := w.answers(ctx)
	if err != nil {
		return nil, err
	}
	if plain {
		before := w.saidBefore(turn)
		all = append(all, consent.Request{Texts: append(before.Texts, now.Texts...), Times: append(before.Times, now.Times...)})
	}
	if made := w.t.Made; made != nil {
		if t, found := w.holding(made.Message); found {
			all = append(all, w.saidBefore(t))
		}
	}
	return all, nil
}

// answers gives the turn that this one plainly answers: the one with a message of his that he replies
// to, or the last one, where that ended with a question that no stranger had a part in. A question
// that strangers may have wanted could make of a name the missing half of their order.
func (w *work) answers(ctx context.Context) (before prompt.Turn, plain bool, err error) {
	for _, m := range w.t.Messages {
		if before, plain = w.holding(m.ReplyTo); plain {
			return before, true, nil
		}
	}
	if len(w.in.Window) == 0 || len(w.foreign) > 0 || len(w.past.last) == 0 {
		return before, false, nil
	}
	before = w.in.Window[len(w.in.Window)-1]
	if len(before.Replies) == 0 || !strings.HasSuffix(strings.TrimSpace(before.Replies[len(before.Replies)-1].Text), "?") {
		return before, false, nil
	}
	for _, post := range w.past.last {
		roots, err := w.whole.roots(ctx, post)
		if err != nil || len(roots) > 0 {
			return before, false, err
		}
	}
	return before, true, nil
}

// holding is the turn of the window with a message.
func (w *work) holding(message event.Seq) (prompt.Turn, bool) {
	at := slices.IndexFunc(w.in.Window, func(t prompt.Turn) bool {
		return message != 0 && slices.ContainsFunc(t.Messages, func(m prompt.Words) bool { return m.Seq == message })
	})
	if at < 0 {
		return prompt.Turn{}, false
	}
	return w.in.Window[at], true
}

// saidBefore is what the principal wrote himself in a turn of the window.
func (w *work) saidBefore(t prompt.Turn) (r consent.Request) {
	for _, m := range t.Messages {
		if m.From == "" && !slices.Contains(w.past.heard, m.Seq) {
			w.add(&r, m.Text, m.On)
		}
	}
	return r
}

// saidNow is what he wrote himself in this turn.
func (w *work) saidNow() (r consent.Request) {
	for _, m := range w.t.Messages {
		if m.Forwarded == "" && m.Spoken == nil {
			w.add(&r, m.Text, m.On)
		}
	}
	return r
}

// add puts to a request what a text says, but for what is pasted in it.
func (w *work) add(r *consent.Request, text string, on time.Time) {
	said, _ := words.Pasted(text)
	r.Texts, r.Times = append(r.Texts, said), append(r.Times, moments(said, on.In(w.t.Now.Location()))...)
}
