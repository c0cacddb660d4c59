package bot_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
)

// model answers what no step does, as a test tells it to: each time it is asked there is a
// call.
type model struct{ calls chan *call }

// call is one answer under way.
type call struct {
	t    *turn.Turn
	turn event.Seq
	do   chan func() *turn.Reply // in the turn's own goroutine; a reply ends it
}

func newModel() *model { return &model{calls: make(chan *call, 100)} }

// respond is a brain.Responder that ends when its context does.
func (m *model) respond(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	seq, err := t.Begin(ctx)
	if err != nil {
		return nil, nil, err
	}
	c := &call{t: t, turn: seq, do: make(chan func() *turn.Reply)}
	m.calls <- c
	for {
		select {
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		case f := <-c.do:
			if r := f(); r != nil {
				return r, nil, nil
			}
		}
	}
}

// next is the call under way; there has to be one.
func (m *model) next(t *testing.T) *call {
	t.Helper()
	synctest.Wait()
	select {
	case c := <-m.calls:
		return c
	default:
		t.Fatal("the model is not asked")
		return nil
	}
}

// idle fails if the model is asked.
func (m *model) idle(t *testing.T) {
	t.Helper()
	synctest.Wait()
	select {
	case c := <-m.calls:
		t.Errorf("the model is asked about %q", c.t.Text)
	default:
	}
}

// drafts writes more and more of the answer, all texts at once.
func (c *call) drafts(texts ...string) {
	done := make(chan struct{})
	c.do <- func() *turn.Reply {
		for _, text := range texts {
			c.t.Draft(text)
		}
		close(done)
		return nil
	}
	<-done
	synctest.Wait()
}

// doing tells what is being done for the answer.
func (c *call) doing(what string) {
	c.do <- func() *turn.Reply { c.t.Doing(what); return nil }
	synctest.Wait()
}

// joined takes what came since, as between two rounds.
func (c *call) joined(t *testing.T) []string {
	t.Helper()
	texts := make(chan []string, 1)
	c.do <- func() *turn.Reply {
		ms, err := c.t.Joined(t.Context())
		if err != nil {
			t.Error(err)
		}
		var all []string
		for _, m := range ms {
			all = append(all, m.Text)
		}
		texts <- all
		return nil
	}
	got := <-texts
	synctest.Wait()
	return got
}

// answers ends it; with "" it says nothing.
func (c *call) answers(text string) {
	c.do <- func() *turn.Reply {
		r := &turn.Reply{By: "model:test"}
		if text != "" {
			r.Text.Say("%s", text)
		}
		return r
	}
	synctest.Wait()
}

// talking is a world with a model, on a platform that shows drafts.
func talking(t *testing.T) (*world, *model) {
	t.Helper()
	w := newWorld(t)
	w.chat.limits.Drafts = true
	m := newModel()
	w.bot.Brain.Respond = m.respond
	return w, m
}

// reopen takes the mind up again, as the next process does. The platform stays.
func (w *world) reopen(m *model) {
	old := w.chat
	w.open()
	w.chat = old
	w.bot.Connectors = []connectors.Connector{old}
	w.bot.Brain.Respond = m.respond
}

// kept fails if a promise to the platform was broken.
func (w *world) kept(t *testing.T) {
	t.Helper()
	w.chat.mu.Lock()
	defer w.chat.mu.Unlock()
	for _, what := range w.chat.wrong {
		t.Error(what)
	}
}

// in runs a test in a bubble, with a world that converses until the end of it.
func in(t *testing.T, test func(t *testing.T, w *world, m *model)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		stop := w.run()
		test(t, w, m)
		synctest.Wait()
		w.kept(t)
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.kept(t)
	})
}

const soon = 3 * time.Second // later than what is folded in
