package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// world is a tool whose world is a file, to which each call adds a line. Before that, after it, and
// while it is looked at, are steps.
func (g *tripwire) world(o walkOrders) []tools.Tool {
	if o.World == "" {
		return nil
	}
	return []tools.Tool{tools.Typed(tools.Tool{
		Name: "event_create", Description: "Put an appointment into the calendar.",
		Card: func(args json.RawMessage) tools.Card {
			in, _ := tools.Read[entry](args)
			return tools.Card{Question: "Book this?", Facts: []string{in.Title, in.At}, Verb: "Book"}
		},
		Check: func(context.Context, json.RawMessage, tools.Result) (found tools.Finding, err error) {
			err = g.around("looking", func() error {
				lines, err := linesOf(o.World)
				found = tools.Finding{Holds: lines > 0, Text: fmt.Sprintf("Read back: it is there %d times.", lines)}
				return err
			})
			return found, err
		},
	}, func(_ context.Context, in entry) (tools.Result, error) {
		return tools.Result{}, g.around("the effect", func() error {
			f, err := os.OpenFile(o.World, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(f, in.Title, in.At)
			return errors.Join(err, f.Close())
		})
	})}
}

// handed is what is left of a life in which a call was made.
type handed struct {
	steps []string
	died  bool
	lines int // what the world has of the call
	calls int // that were claimed
	open  int // whose end is not known
	lost  []event.ToolVerified
	said  string // everything that was shown, but the card
}

// reaches has a call made in a process that dies at a step, and lets the next one finish. Approved it
// waits for a card first; else the principal had allowed it.
func reaches(t *testing.T, approved bool, at string, run func(*testing.T, walkOrders, *tripwire)) (h handed) {
	t.Helper()
	dir := t.TempDir()
	o := walkOrders{
		Home: filepath.Join(dir, "home"), Chat: filepath.Join(dir, "chat"), World: filepath.Join(dir, "world"),
		Start: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
	}
	for _, d := range []string{o.Home, o.Chat} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(o.World, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	g := newTripwire()
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		if g.pass("model reached") != nil {
			return scripted.Fails(scripted.Drop)
		}
		return wants("event_create", `{"title":"dentist","at":"11:15"}`, "It is in your calendar.")(r)
	}))
	o.Environ = []string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}
	if err := os.WriteFile(filepath.Join(o.Home, "config.yaml"), []byte("providers: {anthropic: {forwards: true}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	far := &folder.Far{Dir: o.Chat, Now: func() time.Time { return o.Start }}
	said := func() string {
		posts, err := far.Shown()
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, p := range posts {
			all = append(all, p.Text)
		}
		return strings.Join(all, "\n\n")
	}
	say := func(text string) {
		t.Helper()
		if _, err := far.Say(text); err != nil {
			t.Fatal(err)
		}
	}
	const wish = "Could you put the dentist into my calendar at 11:15, and does that fit?"
	words := wish
	if say("policy event_create allow"); approved {
		say("policy event_create ask")
		say(wish)
	}
	run(t, o, g)
	if approved {
		card := cardHandle.FindStringSubmatch(said())
		if card == nil {
			t.Fatalf("no card: %q", said())
		}
		words = "book " + card[1]
	}
	before := len(said())
	g.again(at)
	o.Start = o.Start.Add(time.Hour)
	say(words)
	run(t, o, g)
	h.steps, h.died = slices.Clone(g.order), g.isDead()
	if h.died {
		g.again("")
		o.Start = o.Start.Add(time.Minute)
		run(t, o, g)
	}
	h.said = said()[before:]
	h.judge(t, o, at)
	return h
}

// judge finds out what became of the call.
func (h *handed) judge(t *testing.T, o walkOrders, at string) {
	t.Helper()
	lines, err := linesOf(o.World)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	h.lines = lines
	m := look(t, o.Home)
	if _, err := m.Verify(t.Context(), nil); err != nil {
		t.Errorf("killed at %q: the ledger is not whole: %v", at, err)
	}
	if diffs, err := m.Rebuild(t.Context(), nil); err != nil || len(diffs) > 0 {
		t.Errorf("killed at %q: a replay gives another state in %d folds: %v", at, len(diffs), err)
	}
	m.Read(func(v memory.View) { h.open = len(v.Hands.Under) })
	lost := false
	for r, err := range m.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		switch p := p.(type) {
		case event.ToolCalled:
			h.calls++
		case event.ToolReturned:
			lost = p.Failed == "lost"
		case event.ToolVerified:
			if lost {
				h.lost = append(h.lost, p)
			}
		}
	}
}

// fair says what is wrong with such a life.
func (h handed) fair() (wrong []string) {
	is := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	is(h.lines > 1, "it was done %d times", h.lines)
	is(h.calls > 1, "it was claimed %d times", h.calls)
	is(h.open > 0, "%d calls are open", h.open)
	is(len(h.lost) > 1, "%d calls were lost", len(h.lost))
	is(h.calls == 0 && h.lines > 0, "it was done, and never claimed")
	told := 0
	for _, outcome := range []string{"Booked at ", "**Not done.**", "I don't know whether it was done", "I don't know yet what came of it"} {
		told += strings.Count(h.said, outcome)
	}
	is(told > 1, "what came of it was told %d times", told)
	for _, v := range h.lost {
		want := event.VerifiedDiffers
		if h.lines > 0 {
			want = event.VerifiedHolds
		}
		is(v.Outcome != want, "it is there %d times, and looking gave %q", h.lines, v.Outcome)
		is(!strings.Contains(h.said, "I was stopped while I made a call"), "nobody was told that it was lost")
		is(!strings.Contains(h.said, fmt.Sprintf("it is there %d times", h.lines)), "nobody was told what was seen")
	}
	if len(h.lost) == 0 {
		is(h.calls > 0 && h.lines == 0, "it was claimed, not done, and not lost")
		is(h.lines > 0 && !strings.Contains(h.said, "Booked at") && !strings.Contains(h.said, "The same was begun"), "nobody was told that it was done")
	}
	return wrong
}

// Around a call that changes the world a process is dropped at every single step. It is done once at
// most; what was cut off is looked at by the next process, and told.
func TestKilledAroundACall(t *testing.T) {
	t.Run("ways", func(t *testing.T) { // the group waits for them, so that what it took is told
		for _, way := range []string{"allowed", "approved"} {
			t.Run(way, func(t *testing.T) {
				t.Parallel()
				killedAroundACall(t, way == "approved")
			})
		}
	})
}

func killedAroundACall(t *testing.T, approved bool) {
	whole := reaches(t, approved, "", dropped)
	if wrong := whole.fair(); len(wrong) > 0 || whole.lines != 1 || len(whole.lost) != 0 {
		t.Fatalf("undisturbed: %+v, %q", whole, wrong)
	}
	met, done, lost := 0, 0, 0
	for _, step := range whole.steps {
		cut := reaches(t, approved, step, dropped)
		if !cut.died {
			continue
		}
		met, done, lost = met+1, done+cut.lines, lost+len(cut.lost)
		if wrong := cut.fair(); len(wrong) > 0 {
			t.Errorf("killed at %q: %q; said %q", step, wrong, cut.said)
		}
	}
	if met*10 < len(whole.steps)*9 || lost < 3 {
		t.Errorf("of %d steps %d were met again, and %d calls were lost", len(whole.steps), met, lost)
	}
	t.Logf("killed at %d of %d steps: done %d times, never twice; %d calls were lost, looked at and told", met, len(whole.steps), done, lost)
}

// The same by SIGKILL, at the steps next to the call.
func TestShotAroundACall(t *testing.T) {
	for _, way := range []string{"allowed", "approved"} {
		whole := reaches(t, way == "approved", "", dropped)
		n := 0
		for _, step := range whole.steps {
			if !strings.Contains(step, "tool.") && !strings.Contains(step, "the effect") && !strings.Contains(step, "looking") {
				continue
			}
			cut := reaches(t, way == "approved", step, shot)
			if n++; !cut.died {
				t.Errorf("%s: %q was not met", way, step)
			}
			if wrong := cut.fair(); len(wrong) > 0 {
				t.Errorf("%s, killed at %q: %q; said %q", way, step, wrong, cut.said)
			}
		}
		if n < 8 {
			t.Errorf("%s: %d steps: %q", way, n, whole.steps)
		}
		t.Logf("%s: killed at %d steps", way, n)
	}
}
