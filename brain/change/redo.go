package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// redo has a question answered again: that of the answer replied to, else the last one that
// was answered in this place. "redo deep" gives it the most thought. Only answers are given
// again; what a message made me do is not done twice.
func redo(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if len(t.Host.Models) == 0 {
		return says(t, "No language model is set up, so the answer would be the same. %s", turn.SetUp)
	}
	message, refusal, err := questionBefore(ctx, t)
	if err != nil || refusal != nil {
		return refusal, err
	}
	r := begin(t)
	r.Redo = &turn.Redo{Message: message}
	if t.Command.Has("deep") {
		r.Redo.Tier = "deep"
	}
	return r, nil
}

// mostPosts is how many of the newest posts are looked through for an answer.
const mostPosts = 200

// questionBefore finds the message whose answer is to be given again, or the refusal.
func questionBefore(ctx context.Context, t *turn.Turn) (event.Seq, *turn.Reply, error) {
	if to := t.Last().ReplyTo; to != 0 {
		return repliedTo(ctx, t, to)
	}
	q := ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Before: max(t.UpTo+1, t.Messages[0].Seq), Newest: true, Limit: mostPosts}
	for rec, err := range ledger.Each[event.PostQueued](ctx, t.Mind, q) {
		if err != nil {
			return 0, nil, err
		}
		post := rec.Said
		if post.Answer == nil || !answers(post.Answer.By) || !t.Here(post.Place) {
			continue
		}
		message, ok, err := asked(ctx, t, post.Answer.Message)
		if err != nil || ok {
			return message, nil, err
		}
	}
	r, err := says(t, "There is no answer here that I could give again.")
	return 0, r, err
}

// repliedTo finds the question behind an answer, or takes a message that is one.
func repliedTo(ctx context.Context, t *turn.Turn, to event.Seq) (event.Seq, *turn.Reply, error) {
	rec, p, err := t.Event(ctx, to)
	if err != nil {
		return 0, nil, err
	}
	if may, err := t.Mind.Shown(ctx, t.Sight(), to); err != nil {
		return 0, nil, err
	} else if !may {
		r, err := says(t, "That is from a more private place: `redo` there answers it again.")
		return 0, r, err
	}
	switch p := p.(type) {
	case event.PostQueued:
		if p.Answer == nil || !answers(p.Answer.By) {
			r, err := says(t, "That was no answer to a question, so I can't give it again. `redo` is for answers.")
			return 0, r, err
		}
		to = p.Answer.Message
	case event.Heard:
		if rec.Trust != event.ByPrincipal {
			r, err := says(t, "That was not from you: I answer you alone.")
			return 0, r, err
		}
	}
	message, ok, err := asked(ctx, t, to)
	if err != nil || ok {
		return message, nil, err
	}
	r, err := says(t, "What that answered is forgotten, or was a command.")
	return 0, r, err
}

// mostAgain is how often a question may have been asked again and still be found.
const mostAgain = 20

// asked is the message itself if it is there and no command. Behind a "redo" that replied
// to something stands what that was about.
func asked(ctx context.Context, t *turn.Turn, message event.Seq) (event.Seq, bool, error) {
	for range mostAgain {
		_, p, err := t.Event(ctx, message)
		if err != nil {
			return 0, false, err
		}
		h, ok := p.(event.Heard)
		if !ok || !t.Sight().Shows(h.Audience, h.Place) {
			return 0, false, nil
		}
		c, is := command.Parse(h.Text)
		if !is {
			return message, true, nil
		}
		if c.Name != "redo" || h.ReplyTo == 0 {
			return 0, false, nil
		}
		message = h.ReplyTo
		_, p, err = t.Event(ctx, message)
		if err != nil {
			return 0, false, err
		}
		if post, ok := p.(event.PostQueued); ok && post.Answer != nil {
			message = post.Answer.Message
		}
	}
	return 0, false, nil
}

// answering are the procedures that answer a question and do nothing else.
var answering = []string{"recall", "foreign", "name", "home", "about", "feelings", "files"}

// answers says whether what was said was an answer, and not the receipt of something done.
func answers(by string) bool {
	kind, name, _ := strings.Cut(by, ":")
	return kind == "model" || kind == "shrug" || by == event.ByStop || kind == "procedure" && slices.Contains(answering, name)
}
