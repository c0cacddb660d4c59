package inspect

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// why says what lay before me when I said something: the post replied to, or named, or the
// last one. It prints what was recorded then, and nothing that it would have to invent
// (MESSAGES 4). "why more" shows all of it, with scores.
func why(ctx context.Context, l *look) (*turn.Reply, error) {
	switch h := l.cmd.Handle(); h.Letter {
	case 'e':
		return l.explained(ctx, event.Seq(h.N))
	case 'a':
		return l.whyAlerted(ctx, event.Seq(h.N))
	}
	e, refusal, err := l.subject(ctx)
	if err != nil {
		return nil, err
	}
	if refusal != nil {
		return l.says(refusal), nil
	}
	if _, ok := e.payload.(event.PostQueued); !ok {
		text, err := l.unanswered(ctx, e)
		if err != nil {
			return nil, err
		}
		return l.says(text), nil
	}
	if r, err := l.passed(ctx, e); r != nil || err != nil {
		return r, err
	}
	w, err := l.weigh(ctx, e)
	if err != nil {
		return nil, err
	}
	answer := w.receipt
	if l.cmd.Has("more") {
		answer = w.everything
	}
	r, err := answer(ctx, l)
	if err != nil {
		return nil, err
	}
	r.About = e.Seq
	return r, nil
}

// subject finds what is asked about: a post, or a message that got none; otherwise the
// text to answer with.
func (l *look) subject(ctx context.Context) (seen, *phrase.Text, error) {
	var e seen
	switch {
	case len(l.cmd.Handles) > 0:
		h := l.cmd.Handle()
		found, refusal, err := l.at(ctx, h)
		if err != nil || refusal != nil {
			return e, refusal, err
		}
		switch found.payload.(type) {
		case event.PostQueued, event.Heard:
		default: // a memory, a decision, a loop: where it comes from
			text, err := l.whole(ctx, h)
			return e, text, err
		}
		e = found
	case l.replyTo != 0:
		found, ok, err := l.event(ctx, l.replyTo)
		if err != nil {
			return e, nil, err
		}
		if may, err := l.sees(ctx, found); err != nil {
			return e, nil, err
		} else if !ok || !may {
			return e, new(phrase.Text).Say("I no longer have, or can't show here, what you replied to."), nil
		}
		e = found
	default:
		found, ok, err := l.latest(ctx)
		if err != nil {
			return e, nil, err
		}
		if !ok {
			return e, new(phrase.Text).Say("I have said nothing yet. After an answer, `why` shows what it rested on."), nil
		}
		e = found
	}
	if e.Kind == "heard" {
		post, ok, err := l.answerOf(ctx, e.Seq)
		if err != nil || !ok {
			return e, nil, err
		}
		e = post
	}
	behind, err := l.behind(ctx, e)
	if err != nil {
		return e, nil, err
	}
	if may, err := l.sees(ctx, behind); err != nil || !may {
		return e, nil, err // it explains what was said elsewhere
	}
	e, err = l.answered(ctx, behind)
	return e, nil, err
}

// latest is the last thing said, or the last message if the turn over it was silent.
func (l *look) latest(ctx context.Context) (seen, bool, error) {
	post, ok, err := l.lastPost(ctx)
	if err != nil {
		return post, ok, err
	}
	silent := event.Seq(0)
	l.turn.Read(func(v memory.View) {
		if t, ended := v.Thread.Last(); ended && len(t.Posts) == 0 && len(t.Messages) > 0 && t.ID > post.Seq {
			silent = t.Messages[len(t.Messages)-1]
		}
	})
	if silent == 0 || silent >= l.asked {
		return post, ok, nil
	}
	message, found, err := l.event(ctx, silent)
	if err != nil {
		return post, ok, err
	}
	h, _ := message.payload.(event.Heard)
	if may, err := l.sees(ctx, message); err != nil || !found || !may || !l.turn.Here(h.Place) {
		return post, ok, err
	}
	return message, true, nil
}

// unanswered says why a message got no answer.
func (l *look) unanswered(ctx context.Context, e seen) (*phrase.Text, error) {
	h, ok := e.payload.(event.Heard)
	if !ok {
		return new(phrase.Text).Say("`why` is about something I said. That was a record of my own work (%s).", e.Kind), nil
	}
	text, states, err := l.told(ctx, e)
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text).Say("**I said nothing to ").Claim(states, "%s** (%s).", quote(text), stamp(h.On, l.turn.Now)).Break()
	if e.Trust != event.ByPrincipal {
		return t.Say("It was not from you: I answer you alone."), nil
	}
	began, err := l.turnOf(ctx, e.Seq)
	if err != nil {
		return nil, err
	}
	if began == 0 {
		return t.Say("No turn has taken it up yet."), nil
	}
	x, err := l.exchange(ctx, began)
	if err != nil {
		return nil, err
	}
	switch x.outcome.Outcome {
	case event.Stopped:
		t.Say("You stopped that turn.")
	case event.Abandoned:
		if x.outcome.By == "command:lock" {
			t.Say("I did not take it up: the account it came from was locked or unlinked.")
			break
		}
		t.Say("I gave that turn up: it was too old, or failed each time it was tried.")
	case event.Answered:
		t.Say("There was an answer, and it was forgotten since.")
	default:
		made, _, err := l.whatBecame(ctx, e)
		if err != nil {
			return nil, err
		}
		paragraph(t, new(phrase.Text).Say("What you state is kept in silence."), made)
	}
	t.Break()
	if b := x.calls.bill(); len(x.calls) > 0 {
		t.Say("A model took part: ").Claim(x.calls.rests(), "%s, %s", conjoin(append(b.wrote, b.tried...)), b.price()).Say(".")
	} else {
		t.Say("No model took part.")
	}
	if post, ok, err := l.lastPost(ctx); err != nil {
		return nil, err
	} else if ok {
		t.Say(" The last thing I said: `why m%d`.", post.Seq)
	}
	return t, nil
}
