package inspect

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// maxTurn bounds how many numbers a turn's events are looked for in: other writers may
// come between them, but a turn is short.
const maxTurn = 500

// exchange is one turn as the ledger has it.
type exchange struct {
	began, ended seen // ended has no payload if the turn did not end
	outcome      event.TurnEnded
	recalls      []recall
	prompted     *prompted // where a model was asked
	gated        *gated    // likewise
	compressed   []seen    // likewise, where less of the conversation was shown
	posts        []seen
	calls        calls         // of language models
	events       []event.Seq   // all of the turn, oldest first
	commits      int           // in how many commits they were written
	took         time.Duration // from the recording of the newest message to the end
}

// recall is the receipt of one search.
type recall struct {
	seq event.Seq
	event.Recalled
}

// prompted is the receipt of a prompt.
type prompted struct {
	seq event.Seq
	event.Prompted
}

// gated is the receipt of what was noticed.
type gated struct {
	seq event.Seq
	event.Gated
}

// exchange reads a turn from the event that began it. Every event of a turn names that
// one as its first cause, but for the calls of models; one turn runs at a time. What answers a
// message that was set aside has its calls before it.
func (l *look) exchange(ctx context.Context, began event.Seq) (exchange, error) {
	var x exchange
	var last time.Time
	var messages []event.Seq
	for r, err := range l.turn.Mind.Events(ctx, ledger.Query{After: began - 1, Before: began + maxTurn}) {
		if err != nil {
			return x, err
		}
		switch {
		case r.Seq == began:
		case r.Kind == "turn.began":
			return x, nil // the turn never ended
		case r.Cause() != began && !strings.HasPrefix(string(r.Kind), "model."):
			continue
		}
		p, err := r.Payload()
		if err != nil {
			return x, err
		}
		e := seen{r, p}
		if strings.HasPrefix(string(r.Kind), "model.") && !x.calls.take(e, began, messages) {
			continue
		}
		if !r.At.Equal(last) {
			x.commits++
		}
		last = r.At
		x.events = append(x.events, r.Seq)
		switch p := p.(type) {
		case event.TurnBegan:
			x.began, messages = e, p.Messages
			if err := l.before(ctx, &x, messages); err != nil {
				return x, err
			}
		case event.Prompted:
			x.prompted = &prompted{r.Seq, p}
		case event.Gated:
			x.gated = &gated{r.Seq, p}
		case event.Compressed:
			x.compressed = append(x.compressed, e)
		case event.Recalled:
			x.recalls = append(x.recalls, recall{r.Seq, p})
		case event.PostQueued:
			x.posts = append(x.posts, e)
		case event.TurnEnded:
			x.ended, x.outcome = e, p
			return x, l.timed(ctx, &x)
		}
	}
	return x, nil
}

// before gathers the calls for a turn that was thought before it began: its message had been set
// aside.
func (l *look) before(ctx context.Context, x *exchange, messages []event.Seq) error {
	asides, err := l.events(ctx, ledger.Query{From: messages, Kinds: []event.Kind{event.Deferred{}.Kind()}, Before: x.began.Seq})
	if err != nil || len(asides) == 0 {
		return err
	}
	calls, err := l.events(ctx, ledger.Query{After: asides[0].Seq, Before: x.began.Seq, Kinds: []event.Kind{
		event.ModelAsked{}.Kind(), event.ModelCalled{}.Kind(), event.ModelExchanged{}.Kind(),
	}})
	for _, e := range calls {
		if x.calls.take(e, asides[0].Seq, messages) {
			x.events = append(x.events, e.Seq)
		}
	}
	return err
}

// timed says how long the newest message of an ended turn waited for its end. What a turn
// writes is one commit, so the time between its own events says nothing.
func (l *look) timed(ctx context.Context, x *exchange) error {
	p, ok := x.began.payload.(event.TurnBegan)
	if !ok || len(p.Messages) == 0 {
		return nil
	}
	newest, ok, err := l.event(ctx, slices.Max(p.Messages))
	if ok {
		x.took = x.ended.At.Sub(newest.At)
	}
	return err
}

// mostPosts is how many of the newest posts are looked through for one of this room.
const mostPosts = 60

// lastPost is the newest thing said before the message with the command: in the room where
// that was typed or, where nothing was, in another. That there was no more to show is passed
// over: it tells nothing.
func (l *look) lastPost(ctx context.Context) (newest seen, ok bool, err error) {
	posts, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{"post.queued"}, Before: l.asked, Newest: true, Limit: mostPosts})
	if err != nil {
		return seen{}, false, err
	}
	for _, e := range posts {
		p, said := e.payload.(event.PostQueued)
		here := l.turn.Here(p.Place)
		if !said || ok && !here || p.Answer != nil && p.Answer.By == "command:more" && p.About == 0 {
			continue
		}
		if may, err := l.sees(ctx, e); err != nil {
			return seen{}, false, err
		} else if may && here {
			return e, true, nil
		} else if may {
			newest, ok = e, true
		}
	}
	return newest, ok, nil
}

// answered goes from the line that says where an answer went (MESSAGES 24) to that answer.
func (l *look) answered(ctx context.Context, e seen) (seen, error) {
	p, ok := e.payload.(event.PostQueued)
	if !ok || p.Audience != event.Shared || p.Answer == nil {
		return e, nil
	}
	x, err := l.exchange(ctx, e.Cause())
	if err != nil {
		return e, err
	}
	for _, post := range x.posts {
		if may, err := l.sees(ctx, post); err != nil {
			return e, err
		} else if may {
			return post, nil
		}
	}
	return e, nil
}

// behind goes from a receipt of "why" to the post that it explains, and leaves any other
// post as it is.
func (l *look) behind(ctx context.Context, e seen) (seen, error) {
	for range maxDepth {
		p, ok := e.payload.(event.PostQueued)
		if !ok || p.Answer == nil || p.About == 0 {
			return e, nil
		}
		about, ok, err := l.event(ctx, p.About)
		if err != nil || !ok {
			return e, err
		}
		switch name, _ := strings.CutPrefix(p.Answer.By, "command:"); {
		case name == "why" && about.Kind == "post.queued":
			e = about
		case name == "more" && asksWhy(about):
			// A further page names the message that asked; its answer names the post.
			receipt, ok, err := l.answerOf(ctx, about.Seq)
			if err != nil || !ok {
				return e, err
			}
			e = receipt
		default:
			return e, nil
		}
	}
	return e, nil
}

func asksWhy(e seen) bool {
	h, ok := e.payload.(event.Heard)
	if !ok {
		return false
	}
	c, _ := command.Parse(h.Text)
	return c.Name == "why"
}

// turnOf finds the last turn that answered a message: zero if none has ended, or is that
// far away that it answered something else first.
func (l *look) turnOf(ctx context.Context, message event.Seq) (event.Seq, error) {
	found := event.Seq(0)
	l.turn.Read(func(v memory.View) {
		for _, t := range slices.Backward(v.Thread.Window) {
			if found == 0 && slices.Contains(t.Messages, message) {
				found = t.ID
			}
		}
	})
	if found != 0 {
		return found, nil
	}
	const most = 20
	began, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{"turn.began"}, After: message, Limit: most})
	if err != nil {
		return 0, err
	}
	for _, e := range began {
		if p, ok := e.payload.(event.TurnBegan); ok && slices.Contains(p.Messages, message) {
			found = e.Seq
		}
	}
	return found, nil
}

// answerOf finds the post that answered a message.
func (l *look) answerOf(ctx context.Context, message event.Seq) (seen, bool, error) {
	began, err := l.turnOf(ctx, message)
	if err != nil || began == 0 {
		return seen{}, false, err
	}
	x, err := l.exchange(ctx, began)
	if err != nil {
		return seen{}, false, err
	}
	for _, post := range x.posts { // the answer stands before the line that says where it went
		if may, err := l.sees(ctx, post); err != nil || may {
			return post, may, err
		}
	}
	return seen{}, false, nil
}
