package host_test

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// wire is a protocol with a station whose models speak it.
type wire struct {
	name  string
	cards []string // in the order in which they are asked
	of    func(t *testing.T, server *answerer) *station
}

func wires() []wire {
	return []wire{
		{"anthropic", []string{"claude-sonnet-5-5", "claude-haiku-5-5"}, func(t *testing.T, server *answerer) *station { return priced(t, server) }},
		{"openai", []string{"gpt-6.1-terra", "gpt-6-luna"}, func(t *testing.T, server *answerer) *station {
			s := newStation(t)
			s.notices = new(bytes.Buffer)
			s.environ = []string{"OPENAI_API_KEY=" + planted}
			s.settings("providers: {openai: {url: " + server.URL + "/v1, forwards: true}}\n")
			return s
		}},
	}
}

// script answers as the models of the wire that the settings know.
func (w wire) script(answer func(scripted.Request) scripted.Reply) scripted.Script {
	s := says("", w.cards...)
	s.Answer = answer
	for i := range s.Cards {
		c := &s.Cards[i]
		c.Window, c.MaxOut, c.Temperature = 1_000_000, 128_000, false
		if w.name == "openai" {
			c.ToolsAlone, c.Thinking = true, model.ByEffort
		}
	}
	return s
}

// going is a station with its process, from which everything is taken down that it says.
type going struct {
	*station
	c      *host.Citadel
	logged *lockedBuffer
	end    func() // ends the process as it should
}

// lockedBuffer is a buffer for a log.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// goes starts a process in a station. It ends with the test, or before.
func goes(s *station) *going {
	s.t.Helper()
	l := &going{station: s, logged: new(lockedBuffer)}
	s.log = slog.New(slog.NewTextHandler(l.logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c, drop := s.begin()
	ctx, cancel := context.WithCancel(s.t.Context())
	over := make(chan error, 1)
	go func() { over <- c.Run(ctx) }()
	l.c = c
	l.end = sync.OnceFunc(func() {
		cancel()
		if err := <-over; err != nil {
			s.t.Error(err)
		}
		drop()
	})
	s.t.Cleanup(l.end)
	return l
}

// ask says something, and gives the posts that answer it and everything that was posted
// meanwhile.
func (l *going) ask(text string) (answers []folder.Shown, said string) {
	l.t.Helper()
	far := &folder.Far{Dir: l.chat, Now: l.clock}
	before, err := far.Shown()
	if err != nil {
		l.t.Fatal(err)
	}
	said = l.tell(text)
	after, err := far.Shown()
	if err != nil {
		l.t.Fatal(err)
	}
	for _, p := range after[len(before):] {
		if p.Answers != "" {
			answers = append(answers, p)
		}
	}
	return answers, said
}

// books holds that every call that was begun has ended once, and that what they cost, by
// day and by month, is what is known to be spent. It gives the outcomes, in order.
func books(t *testing.T, c *host.Citadel) []event.ModelCalled {
	t.Helper()
	open := map[event.Seq]event.ModelAsked{}
	var all []event.ModelCalled
	days, months := map[string]int64{}, map[string]int64{}
	kinds := []event.Kind{event.ModelAsked{}.Kind(), event.ModelCalled{}.Kind()}
	for r, err := range c.Mind.Events(t.Context(), ledger.Query{Kinds: kinds}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		switch p := p.(type) {
		case event.ModelAsked:
			open[r.Seq] = p
		case event.ModelCalled:
			asked, ok := open[r.Cause()]
			if !ok || asked.Model != p.Model || p.Cost < 0 || p.Guessed && p.Cost > asked.Most {
				t.Errorf("%+v is the end of %+v", p, asked)
			}
			delete(open, r.Cause())
			all = append(all, p)
			days[p.Day] += p.Cost
			months[p.Day[:7]] += p.Cost
		}
	}
	if len(open) > 0 {
		t.Errorf("%d calls have no end: %+v", len(open), open)
	}
	c.Mind.Read(func(v memory.View) {
		if len(v.Spending.Asides) > 0 {
			t.Errorf("still set aside: %+v", v.Spending.Asides)
		}
		for d, cost := range days {
			if spent, _ := v.Spending.Day(d); spent != cost {
				t.Errorf("on %s %d are spent, %d are recorded", d, spent, cost)
			}
		}
		for m, cost := range months {
			if spent, _ := v.Spending.Month(m); spent != cost {
				t.Errorf("in %s %d are spent, %d are recorded", m, spent, cost)
			}
		}
	})
	return all
}
