package host_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// lines are what the person says. Those that begin with "test" are answered by staged,
// so that each kind of event is written whatever the commands of the day are.
var lines = []string{
	"We signed the lease for Acme on Monday.",
	"When is the Acme lease due?",
	"remember the gate code is with Ana",
	"remind me to order labels on Friday at 9",
	"rule add always give dates with the weekday",
	"call me Sam",
	"I have to send Priya the figures by Thursday.",
	"We decided to stay with the blue boxes.",
	"thanks",
	"stop",
	"why",
	"loops",
	"test learn Acme pays on Fridays",
	"test remind water the plants",
	"test rule never call before nine",
	"test name Sam",
	"test open send the figures",
	"test decide blue boxes",
	"test hold",
	"test recall",
	"test forget",
	"test silent",
	"test silent",
	"test model what is due at Acme",
	"test model who is Priya",
	"test model write to Henderson",
}

// say says n things: mostly messages, and what one can do to those that have arrived.
func (p *person) say(t *testing.T, n int) {
	t.Helper()
	for range n {
		p.n++
		s := p.next(t)
		switch s.kind {
		case connectors.Message:
			s.text = fmt.Sprintf("%s (%d)", lines[p.dice.IntN(len(lines))], p.n)
			if bare := s.text[:strings.LastIndex(s.text, " (")]; !strings.Contains(bare, " ") {
				s.text = bare // a command of one word has to stand alone
			}
		case connectors.Edit:
			s.text = fmt.Sprintf("%s, edited (%d)", lines[p.dice.IntN(len(lines))], p.n)
		}
		p.do(t, s)
	}
}

// do does one thing on the platform, and remembers it.
func (p *person) do(t *testing.T, s saying) {
	t.Helper()
	var err error
	switch s.kind {
	case connectors.Message:
		s.id, err = p.far.Say(s.text)
	case connectors.Edit:
		s.id, err = p.far.Edit(s.about, s.text)
	case connectors.Delete:
		s.id, err = p.far.Delete(s.about)
	case connectors.React:
		s.id, err = p.far.React(s.about, "👍")
	case connectors.Unreact:
		s.id, err = p.far.Unreact(s.about, "👍")
	}
	if err != nil {
		t.Fatal(err)
	}
	p.said = append(p.said, s)
}

// causes are lines that make the child write a kind of event.
var causes = map[event.Kind]string{
	"asked": "test rule", "rule.added": "test rule", "configured": "test name", "recalled": "test recall", "held": "test hold",
	"learned": "test learn", "loop.opened": "test open", "reminder.set": "test remind", "decision.recorded": "test decide",
	"forgotten": "test forget", shelfDrop: "test forget", "turn.joined": "test model and one more",
}

// cause says what leads to a death, as often as it takes, if saying something does.
func (p *person) cause(t *testing.T, d death) {
	t.Helper()
	for range d.Nth {
		s := saying{kind: connectors.Message, text: causes[d.Kind]}
		switch d.Kind {
		case "edited", "unsaid", "reacted", "unreacted", "passed":
			s = p.done(t, d.Kind)
		default:
			if s.text == "" {
				return
			}
			p.n++
			s.text = fmt.Sprintf("%s (%d)", s.text, p.n)
		}
		if s.kind != "" {
			p.do(t, s)
		}
	}
}

// done is something done to a message, so that a kind of event is written.
func (p *person) done(t *testing.T, kind event.Kind) saying {
	own, shown := p.known(t)
	switch {
	case kind == "passed":
		return saying{kind: connectors.React, about: "said-999999"}
	case kind == "edited" && len(own) > 0:
		return saying{kind: connectors.Edit, about: own[len(own)-1], text: fmt.Sprintf("edited (%d)", len(p.said))}
	case kind == "unsaid" && len(own) > 0:
		return saying{kind: connectors.Delete, about: own[len(own)-1]}
	case kind == "reacted" && len(shown) > 0:
		return saying{kind: connectors.React, about: shown[len(shown)-1]}
	case kind == "unreacted" && len(shown) > 0:
		return saying{kind: connectors.Unreact, about: shown[len(shown)-1]}
	}
	return saying{}
}

// known lists the own messages and the posts that something can be done to. Only what has
// arrived can be edited, deleted or reacted to: a platform does not tell of a change
// before it has told of the message.
func (p *person) known(t *testing.T) (own, shown []connectors.MessageID) {
	t.Helper()
	acked, err := p.far.Acked()
	if err != nil {
		t.Fatal(err)
	}
	known := unique(acked)
	for _, s := range p.said {
		if s.kind == connectors.Message && known[string(s.id)] {
			own = append(own, s.id)
		}
	}
	posts, err := p.far.Shown()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range posts {
		shown = append(shown, s.ID)
	}
	return own, shown
}

// next chooses what to do.
func (p *person) next(t *testing.T) saying {
	t.Helper()
	own, shown := p.known(t)
	pick := func() connectors.MessageID { return own[max(0, len(own)-1-p.dice.IntN(4))] }
	switch roll := p.dice.IntN(20); {
	case roll < 13 || len(own) == 0:
		return saying{kind: connectors.Message}
	case roll < 15:
		return saying{kind: connectors.Edit, about: pick()}
	case roll < 17:
		return saying{kind: connectors.Delete, about: pick()}
	case roll < 19 && len(shown) > 0:
		return saying{kind: connectors.React, about: shown[p.dice.IntN(len(shown))]}
	case len(shown) > 0:
		return saying{kind: connectors.Unreact, about: shown[p.dice.IntN(len(shown))]}
	}
	return saying{kind: connectors.React, about: "said-999999"} // unknown: passed over
}

// staged answers the lines that begin with "test" by writing one kind of event.
func staged(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	rest, ok := strings.CutPrefix(t.Text, "test ")
	if !ok {
		return nil, nil
	}
	what, rest, _ := strings.Cut(rest, " ")
	if what == "model" {
		return nil, nil
	}
	r := &turn.Reply{By: "procedure:test"}
	switch what {
	case "learn":
		r.Change(event.Learned{Sort: "fact", Text: rest, Provenance: event.Stated, Importance: 0.5, Class: "standard", On: t.Now})
	case "remind":
		r.Change(event.ReminderSet{Text: rest, At: t.Now.Add(48 * time.Hour), Zone: "Australia/Melbourne", Place: t.Place, On: t.Now})
	case "rule":
		r.Change(event.Asked{What: event.AskRuleAdd, Text: rest})
	case "name":
		r.Change(event.Asked{What: event.AskSetting, Name: event.SettingName, Text: "Sam"})
	case "open":
		r.Change(event.LoopOpened{Text: rest, On: t.Now})
	case "decide":
		r.Change(event.DecisionRecorded{Text: rest, On: t.Now})
	case "hold":
		r.Hold = time.Hour
	case "recall":
		r.Found, r.Among = []event.Found{{Memory: t.Last().Seq, Score: 0.5}}, 1
	case "forget":
		if err := forgetting(ctx, t, r); err != nil {
			return nil, err
		}
	case "silent":
		return r, nil
	}
	r.Text.Say("Done: ").Claim(t.Heard(), "%q.", t.Text)
	return r, nil
}

// forgetting has the reply forget an old message, if there is one.
func forgetting(ctx context.Context, t *turn.Turn, r *turn.Reply) error {
	for rec, err := range t.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Before: t.Last().Seq}) {
		if err != nil {
			return err
		}
		if rec.Forgotten() {
			continue
		}
		plan, err := t.Mind.Reach(ctx, rec.Seq)
		if err != nil {
			return err
		}
		r.Forget = &turn.Forgetting{Plan: plan}
		break
	}
	return nil
}

// modelled answers what no step does, as a model would: word by word, and with what came
// meanwhile.
func modelled(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	if _, err := t.Begin(ctx); err != nil {
		return nil, nil, err
	}
	heard := t.Heard()
	r := &turn.Reply{By: "model:test"}
	for _, word := range strings.Fields("I have thought about all of this and here is what I have found:") {
		select {
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		case <-time.After(time.Millisecond):
		}
		r.Text.Say("%s ", word)
		if t.Draft != nil {
			t.Draft(r.Text.String())
		}
		more, err := t.Joined(ctx)
		if err != nil {
			return nil, nil, err
		}
		for _, m := range more {
			heard = append(heard, m.Seq)
		}
	}
	r.Text.Claim(heard, "%d messages.", len(heard))
	return r, nil, nil
}

// echo answers what nobody else does, and leaves to the model what is for it.
func echo(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if strings.HasPrefix(t.Text, "test model ") {
		return nil, nil
	}
	r := &turn.Reply{By: "procedure:echo"}
	r.Text.Say("You said ").Claim(t.Heard(), "%q.", t.Text)
	return r, nil
}

// linesOf counts the whole lines of a file.
func linesOf(path string) (int, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return bytes.Count(b, []byte{'\n'}), err
}
