package brain

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"citadel/brain/change"
	"citadel/brain/feel"
	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// part is what becomes of one message of a turn, or of several that a model answers together.
type part struct {
	turn  *turn.Turn
	reply *turn.Reply // nil as long as nobody took it
}

// think has the turn answered. Messages that came together are asked one by one whether a
// step takes them; what no step took the model answers together, and what it leaves is
// answered one by one.
func (w *undertaking) think(ctx context.Context) (*turn.Reply, error) {
	if w.t.Handed() {
		return w.received(ctx)
	}
	if err := w.listen(ctx); err != nil {
		return nil, err
	}
	parts, err := w.act(ctx)
	if err != nil {
		return nil, err
	}
	if w.Respond != nil {
		besides(parts)
	}
	done, open := divide(parts)
	ended := stopped(ctx)
	switch {
	case ctx.Err() != nil && (!ended || len(done) == 0):
		return nil, context.Cause(ctx)
	case w.began == 0 && len(done) > 0 && len(open) > 0 && (ended || w.Respond != nil):
		// What can be done is done at once; what a model has to answer has a turn of its own.
		w.leave(open)
		w.t.Messages, parts, open = messages(done), done, nil
	}
	if i := slices.IndexFunc(parts, func(p *part) bool { return p.reply != nil && p.reply.By == byCrisis }); i >= 0 { // it stands first, and waits for no model
		crisis := parts[i]
		parts = slices.Insert(slices.Delete(parts, i, i+1), 0, crisis)
		w.danger = true
	}
	w.despite = ended
	w.acted = len(open) == 0 && !slices.ContainsFunc(done, func(p *part) bool { return p.turn.Made != nil })

	var note *turn.Reply
	for _, p := range done {
		if w.despite {
			break
		}
		n, err := w.goOn(ctx, p)
		if err != nil {
			return nil, err
		}
		note = both(note, n)
	}
	var cut *turn.Reply // what is said of the talk that ended with the turn
	if ended && len(open) > 0 {
		cut = w.brokenOff(ctx)
	}
	if w.despite {
		open = nil
	}
	if len(open) > 0 && w.Respond != nil && !w.danger {
		together := gather(open)
		answer, n, err := w.respond(ctx, together)
		switch {
		case stopped(ctx) && len(done) > 0: // who says stop means the talk
			w.despite, cut, n, answer, open = true, w.brokenOff(ctx), nil, nil, nil
			w.did(ctx, cut)
		case err != nil:
			return nil, err
		}
		if note = both(note, n); answer != nil {
			last := open[len(open)-1]
			last.turn, last.reply, open = together, answer, nil
		}
		for _, p := range open {
			p.turn.Lack = together.Lack
		}
	}
	for _, p := range open {
		if p.reply, err = w.answered(ctx, w.Else, p.turn); err != nil {
			return nil, err
		}
		if p.reply == nil {
			p.reply = &turn.Reply{By: "procedure:listen"}
		}
	}
	if w.despite || w.acted { // what is done is completed, too
		deaf, end := unstopped(ctx)
		defer end()
		ctx = deaf
	}
	for _, p := range parts {
		if p.reply == nil {
			continue
		}
		if err := w.complete(ctx, p); err != nil {
			return nil, err
		}
	}
	return w.echoed(w.beside(ctx, noted(noted(w.whole(parts), cut), note))), nil
}

// stopped says whether the principal's word ended what is under way.
func stopped(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrStopped) }

// brokenOff is what is said of the talk that the principal ended, below what was done for him all the same.
func (w *undertaking) brokenOff(ctx context.Context) *turn.Reply {
	r := w.cut(ctx)
	if r.Text.Empty() {
		r.Text.Say("Stopped here.")
	}
	w.stopped = true
	return r
}

// beside adds what has to be said once, where something is said that it can stand beside.
func (w *undertaking) beside(ctx context.Context, r *turn.Reply) *turn.Reply {
	if w.Beside == nil || r.Text.Empty() || r.Forget != nil || r.Quiet || r.By == byCrisis || w.t.Audience == event.Shared {
		return r
	}
	return noted(r, w.Beside(ctx, w.t))
}

// act asks the steps about each message.
func (w *undertaking) act(ctx context.Context) ([]*part, error) {
	doing := ctx
	if w.Respond != nil || w.stopped { // "stop" is meant for the model, or the listening: what is to be done without is done
		doing = context.WithoutCancel(ctx)
	}
	var parts []*part
	for _, some := range albums(w.t.Messages) {
		one := *w.t
		one.Messages, one.Text = some, some[0].Text
		understand(&one)
		if some[0].Emptied { // there is nothing to answer
			parts = append(parts, &part{&one, &turn.Reply{By: "procedure:files"}})
			continue
		}
		reply, err := w.answered(doing, w.Steps, &one)
		if err != nil {
			return nil, err
		}
		p := &part{&one, reply}
		parts = append(parts, p)
		if reply == nil || reply.Redo == nil {
			continue
		}
		again, err := w.again(ctx, &one, *reply.Redo)
		if err != nil {
			return nil, err
		}
		p.turn, p.reply = again, nil
		switch {
		case reply.Redo.Text != "": // asked for the first time: what does not need a model is done
			p.reply, err = w.answered(doing, w.Steps, again)
		case again.Reader != (memory.Sight{}):
			if reply.Redo.List {
				p.reply, err = w.ask(ctx, w.Steps, again)
			}
			if p.reply == nil && err == nil {
				p.reply, err = w.ask(ctx, w.Else, again)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// albums puts messages that are nothing but files, one behind the other, together: Telegram sends each
// picture of an album as a message of its own.
func albums(messages []turn.Message) (all [][]turn.Message) {
	for i, m := range messages {
		if last := len(all) - 1; i > 0 && m.OnlyFiles() && messages[i-1].OnlyFiles() {
			all[last] = append(all[last], m)
			continue
		}
		all = append(all, []turn.Message{m})
	}
	return all
}

// besides leaves to the model that answers a message what came beside it and would only be kept: files,
// which the words are about, and what was said in the same breath.
func besides(parts []*part) {
	if !slices.ContainsFunc(parts, func(p *part) bool { return p.reply == nil }) {
		return
	}
	for _, p := range parts {
		if p.reply != nil && (p.turn.Last().OnlyFiles() || p.reply.Idle()) {
			p.reply = nil
		}
	}
}

// divide tells what was taken from what is open.
func divide(parts []*part) (done, open []*part) {
	for _, p := range parts {
		if p.reply != nil {
			done = append(done, p)
		} else {
			open = append(open, p)
		}
	}
	return done, open
}

// leave takes messages out of the turn that are answered in another: what was heard in them is told there.
func (w *undertaking) leave(open []*part) {
	left := numbers(messages(open))
	w.spoken = slices.DeleteFunc(w.spoken, func(m turn.Message) bool { return slices.Contains(left, m.Seq) })
}

func messages(parts []*part) []turn.Message {
	var ms []turn.Message
	for _, p := range parts {
		ms = append(ms, p.turn.Messages...)
	}
	return ms
}

// complete adds to a reply what follows from it, whoever gave it.
func (w *undertaking) complete(ctx context.Context, p *part) error {
	p.reply = w.intended(ctx, watched(p.turn, p.reply), p.turn)
	rest(p.turn, p.reply)
	enclosed(p)
	if err := change.Instead(ctx, p.turn, p.reply); err != nil {
		return err
	}
	return w.stands(ctx, p)
}

// whole puts the replies of a turn into one.
func (w *undertaking) whole(parts []*part) *turn.Reply {
	var all *turn.Reply
	for _, p := range parts {
		if p.reply == nil {
			continue // answered together with a later one
		}
		feel.Note(p.turn, p.reply)
		tellRemoved(p.turn, p.reply)
		w.t.Category, w.t.Tier = p.turn.Category, p.turn.Tier
		all = join(all, p.reply)
	}
	return all
}

// watched adds to a model's answer what the principal asked to be told of himself. Where no model
// answers that is an answer of its own.
func watched(t *turn.Turn, r *turn.Reply) *turn.Reply {
	if !byModel(r) || r.Text.Empty() {
		return r
	}
	return noted(r, procedure.Watch(t))
}

// byModel says whether a model wrote the whole of a reply.
func byModel(r *turn.Reply) bool { return strings.HasPrefix(r.By, "model:") }

// gather makes one turn of the messages that are left, as demanding as the most demanding
// of them.
func gather(open []*part) *turn.Turn {
	t := *open[len(open)-1].turn
	if len(open) == 1 {
		return &t
	}
	t.Messages, t.Text = messages(open), ""
	for _, p := range open {
		if t.Text != "" && p.turn.Text != "" {
			t.Text += "\n"
		}
		t.Text += p.turn.Text
		t.Question = t.Question || p.turn.Question
		if tier(p.turn.Tier) > tier(t.Tier) {
			t.Category, t.Tier = p.turn.Category, p.turn.Tier
		}
	}
	return &t
}

// again makes the turn that answers an old message once more, in the place and at the time
// of the message that asked for it. What comes of it rests on the old one.
func (w *undertaking) again(ctx context.Context, t *turn.Turn, r turn.Redo) (*turn.Turn, error) {
	old, _, err := w.message(ctx, r.Message, w.upTo)
	if err != nil {
		return nil, fmt.Errorf("answer message %d again: %w", r.Message, err)
	}
	one := *t
	m := t.Last()
	if err := w.hear(ctx, &old); err != nil {
		return nil, err
	}
	m.Text, m.Files, m.Edited, m.Spoken = old.Text, old.Files, max(old.Seq, old.Edited), old.Spoken
	if r.Text != "" {
		m.Text = r.Text
	}
	one.Messages, one.Text, one.Command = []turn.Message{m}, m.Text, nil
	understand(&one)
	one.Reader = r.Reader
	if tier(r.Tier) > tier(one.Tier) {
		one.Tier = r.Tier
	}
	return &one, nil
}

// noted adds what has to be said beside an answer. Where nothing is said, nothing is.
func noted(r, note *turn.Reply) *turn.Reply {
	if note == nil {
		return r
	}
	by, buttons, subject, about := r.By, r.Buttons, r.Subject, r.About
	r = join(r, note)
	r.By = by
	if len(buttons) > 0 || subject != "" {
		r.Buttons, r.Subject, r.About = buttons, subject, about
	}
	return r
}

// ask asks each step in turn. A step that panics has met an impossible state: the turn
// fails, the person is told, and the process goes on.
func (w *undertaking) ask(ctx context.Context, steps []Step, t *turn.Turn) (reply *turn.Reply, err error) {
	defer caught(&err)
	for _, step := range steps {
		reply, err := step(ctx, t)
		if err != nil || reply != nil {
			return reply, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return nil, nil
}

func (w *undertaking) respond(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	defer caught(&err)
	return w.Respond(ctx, t)
}

func caught(err *error) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("panic: %v\n%s", x, debug.Stack())
	}
}

// rest has the changes of a reply rest on the message that it answers, where they name
// nothing else.
func rest(t *turn.Turn, r *turn.Reply) {
	for i := range r.Writes {
		if r.Writes[i].From == nil {
			r.Writes[i].From = t.Heard()
		}
	}
}
