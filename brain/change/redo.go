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
	redo, refusal, err := questionBefore(ctx, t, none)
	if err != nil || refusal != nil {
		return refusal, err
	}
	r := begin(t)
	r.Redo = &redo
	if t.Command.Has("deep") {
		r.Redo.Tier = "deep"
	}
	return r, nil
}

// mostPosts is how many of the newest posts are looked through for an answer.
const mostPosts = 200

// none is what is given again beside answers where nothing is.
func none(string) bool { return false }

// questionBefore finds the message whose answer is to be given again, or the refusal. What
// lists takes is given again as well.
func questionBefore(ctx context.Context, t *turn.Turn, lists func(by string) bool) (turn.Redo, *turn.Reply, error) {
	if to := t.Last().ReplyTo; to != 0 {
		return repliedTo(ctx, t, to, lists)
	}
	q := ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Before: max(t.UpTo+1, t.Messages[0].Seq), Newest: true, Limit: mostPosts}
	for rec, err := range ledger.Each[event.PostQueued](ctx, t.Mind, q) {
		if err != nil {
			return turn.Redo{}, nil, err
		}
		post := rec.Said
		if post.Answer == nil || !t.Here(post.Place) {
			continue
		}
		list := lists(post.Answer.By)
		if !list && !answers(post.Answer.By) {
			continue
		}
		message, ok, err := asked(ctx, t, post.Answer.Message, list)
		if err != nil || ok {
			return turn.Redo{Message: message, List: list}, nil, err
		}
	}
	r, err := says(t, "There is no answer here that I could give again.")
	return turn.Redo{}, r, err
}

// repliedTo finds the question behind an answer, or takes a message that is one.
func repliedTo(ctx context.Context, t *turn.Turn, to event.Seq, lists func(by string) bool) (turn.Redo, *turn.Reply, error) {
	none, list := turn.Redo{}, false
	rec, p, err := t.Event(ctx, to)
	if err != nil {
		return none, nil, err
	}
	if may, err := t.Mind.Shown(ctx, t.Sight(), to); err != nil {
		return none, nil, err
	} else if !may {
		r, err := says(t, "That is from a more private place: `redo` there answers it again.")
		return none, r, err
	}
	switch p := p.(type) {
	case event.PostQueued:
		list = p.Answer != nil && lists(p.Answer.By)
		if p.Answer == nil || !list && !answers(p.Answer.By) {
			r, err := says(t, "That was no answer to a question, so I can't give it again. `redo` is for answers.")
			return none, r, err
		}
		to = p.Answer.Message
	case event.Heard:
		if rec.Trust != event.ByPrincipal {
			r, err := says(t, "That was not from you: I answer you alone.")
			return none, r, err
		}
	}
	message, ok, err := asked(ctx, t, to, list)
	if err != nil || ok {
		return turn.Redo{Message: message, List: list}, nil, err
	}
	r, err := says(t, "What that answered is forgotten, or was a command.")
	return none, r, err
}

// mostAgain is how often a question may have been asked again and still be found.
const mostAgain = 20

// asked is the message itself if it is there and no command. Behind a "redo" that replied
// to something stands what that was about. The command of a list is taken where one is wanted.
func asked(ctx context.Context, t *turn.Turn, message event.Seq, list bool) (event.Seq, bool, error) {
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
		if !is || list && command.Lists(c.Name) {
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
