package host_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model/scripted"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// A process is dropped at every single step of a turn, once at each: before and after every
// commit, everything that reaches the platform or a model, and each question who answers. The
// next process answers each message once, shows and does nothing twice, and knows of all that
// was spent.
func TestKilledAtEachStep(t *testing.T) {
	t.Run("walks", func(t *testing.T) { // the group waits for them, so that what it took is told
		for _, s := range walks {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.walk(t, dropped)
			})
		}
	})
}

// The same, by SIGKILL.
func TestSoakKilledAtEachStep(t *testing.T) {
	if testing.Short() || os.Getenv("CITADEL_SOAK") == "" {
		t.Skip("a soak test")
	}
	for _, s := range walks {
		t.Run(s.name, func(t *testing.T) { s.walk(t, shot) })
	}
}

// walkway is something said, whose steps are walked.
type walkway struct {
	name, said string
	model      func(scripted.Request) scripted.Reply // nil: there is none
	least      int                                   // steps that it has, at least
}

var walks = []walkway{
	{name: "reflex", said: "remind me on Friday at 9 to call the bank", least: 20},
	{name: "recall", said: "What did I say about the boiler?", least: 20},
	{name: "shrug", said: "Should I keep the Henderson retainer, or is it better to drop it before Christmas?", least: 20},
	{name: "model", said: "Whom could I ask about the boiler, and is it worth it?", least: 30, model: func(scripted.Request) scripted.Reply {
		r := scripted.Says("Ask the man who put it in. ", "He knows the valve. ", "It is worth the call.")
		r.Pace = 5 * time.Millisecond
		return r
	}},
	{name: "rewrite", said: "Should I keep the Henderson retainer, or is it better to drop it before Christmas?", least: 35, model: func(r scripted.Request) scripted.Reply {
		if len(r.Tools) > 0 {
			return scripted.Says("Great question! You could keep it, or you could drop it. It depends. Let me know if you'd like me to dig deeper!")
		}
		return scripted.Says("Drop it after the December invoice is paid: the work is worth less than it costs. What speaks against it: you lose their reviews.")
	}},
	{name: "background", said: "background compare the offers of the three carriers", least: 40, model: func(scripted.Request) scripted.Reply {
		return scripted.Says("I have no offers of carriers. Send me the three quotes.")
	}},
	{name: "key-refused", said: "compare the offers of the three carriers", least: 30, model: func(scripted.Request) scripted.Reply {
		return scripted.Fails(scripted.BadKey)
	}},
}

// walk has one process after another begin where nothing was said yet, die at a step, and the
// next one go on. The first lives, and shows which steps there are.
func (s walkway) walk(t *testing.T, run func(*testing.T, walkOrders, *tripwire)) {
	whole := s.live(t, "", run)
	if len(whole.steps) < s.least {
		t.Errorf("it has %d steps, at least %d were expected: %q", len(whole.steps), s.least, whole.steps)
	}
	met := 0
	for _, step := range whole.steps {
		cut := s.live(t, step, run)
		if !cut.died {
			continue // what other work wrote in between does not come each time
		}
		met++
		if d := cmp.Diff(whole.told, cut.told); d != "" {
			t.Errorf("killed at %q (-undisturbed +then):\n%s", step, d)
		}
		if cut.calls > whole.calls+1 {
			t.Errorf("killed at %q: models are asked %d times, undisturbed %d times", step, cut.calls, whole.calls)
		}
	}
	if met*10 < len(whole.steps)*9 {
		t.Errorf("of %d steps %d were met again", len(whole.steps), met)
	}
	t.Logf("killed at %d of %d steps", met, len(whole.steps))
}

// walked is what is left of a life.
type walked struct {
	steps []string // that were passed
	died  bool
	told  []string // what was said and done, sorted
	calls int      // that reached a model
}

// live has something said to a process that dies at a step, and lets the next one finish.
func (s walkway) live(t *testing.T, at string, run func(*testing.T, walkOrders, *tripwire)) walked {
	t.Helper()
	dir := t.TempDir()
	o := walkOrders{Home: filepath.Join(dir, "home"), Chat: filepath.Join(dir, "chat"), Start: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	for _, d := range []string{o.Home, o.Chat} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	g := newTripwire()
	if s.model != nil {
		server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
			g.calls.Add(1)
			if g.pass("model reached") != nil {
				return scripted.Fails(scripted.Drop)
			}
			return s.model(r)
		}))
		o.Environ = []string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}
		if err := os.WriteFile(filepath.Join(o.Home, "config.yaml"), []byte("providers: {anthropic: {forwards: true}}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	far := &folder.Far{Dir: o.Chat, Now: func() time.Time { return o.Start }}
	say := func(text string) {
		t.Helper()
		if _, err := far.Say(text); err != nil {
			t.Fatal(err)
		}
	}
	say("The boiler valve was replaced on Tuesday by the boiler man.")
	run(t, o, g)
	g.again(at)
	o.Start = o.Start.Add(time.Hour)
	say(s.said)
	run(t, o, g)
	w := walked{steps: slices.Clone(g.order), died: g.isDead()}
	if w.died {
		g.again("")
		o.Start = o.Start.Add(time.Minute)
		run(t, o, g)
	}
	w.told, w.calls = left(t, o, far, at, int(g.calls.Load())), int(g.calls.Load())
	return w
}

// left is what was said and done, sorted, after it has been found sound.
func left(t *testing.T, o walkOrders, far *folder.Far, at string, calls int) (told []string) {
	t.Helper()
	m := look(t, o.Home)
	if _, err := m.Verify(t.Context(), nil); err != nil {
		t.Errorf("killed at %q: the ledger is not whole: %v", at, err)
	}
	diffs, err := m.Rebuild(t.Context(), nil)
	if err != nil || len(diffs) > 0 {
		t.Errorf("killed at %q: a replay gives another state in %d folds: %v", at, len(diffs), err)
	}
	asked, called, cost := 0, 0, int64(0)
	for r, err := range m.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		switch p := p.(type) {
		case event.ModelAsked:
			asked++
		case event.ModelCalled:
			called++
			cost += p.Cost
		case event.Heard:
			told = append(told, "heard "+p.Text)
		case event.TurnEnded:
			told = append(told, fmt.Sprintf("ended %s %s", p.Outcome, p.By))
		case event.ReminderSet, event.Deferred, event.ProviderDegraded, event.PostFailed, event.LoopOpened, event.Recalled:
			told = append(told, "did "+string(p.Kind()))
		}
	}
	if asked != called || calls > asked {
		t.Errorf("killed at %q: models were asked %d times; the ledger knows of %d calls and the end of %d", at, calls, asked, called)
	}
	m.Read(func(v memory.View) {
		var days int64
		for _, spent := range v.Spending.Days {
			days += spent
		}
		if days != cost || len(v.Spending.Open()) > 0 {
			t.Errorf("killed at %q: the calls cost %d, spent are %d, set aside %v", at, cost, days, v.Spending.Open())
		}
	})
	if d, err := far.Drafted(); err != nil || d.Text != "" {
		t.Errorf("killed at %q: a draft is left standing: %q (%v)", at, d.Text, err)
	}
	posts, err := far.Shown()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range posts {
		if p.Answers != "" {
			told = append(told, "shown "+shifts.ReplaceAllString(p.Text, "#"))
		}
		if p.Again {
			t.Errorf("killed at %q: %q is shown again", at, p.Text)
		}
	}
	slices.Sort(told)
	return told
}

// shifts is what a kill may change in a text: a handle counts what jobs wrote, too, and the next
// process finds out a minute later.
var shifts = regexp.MustCompile(`\b[cdlmrK][0-9]+\b|\b[0-9][0-9]:0[01]\b`)

// dropped runs a process in this one. One that dies is dropped where it stands: nothing of it
// reaches the ledger, the platform or a model any more.
func dropped(t *testing.T, o walkOrders, g *tripwire) {
	t.Helper()
	if err := g.serve(t.Context(), o); err != nil && !g.isDead() {
		t.Fatal(err)
	}
}

// walkEnv holds the orders of a child process that is killed at a step.
const walkEnv = "CITADEL_WALK_CHILD"

// shot runs a child process, which kills itself at the step.
func shot(t *testing.T, o walkOrders, g *tripwire) {
	t.Helper()
	g.mu.Lock()
	o.At, o.Passed = g.at, filepath.Join(filepath.Dir(o.Home), "passed")
	g.mu.Unlock()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), walkEnv+"="+string(text))
	var said strings.Builder
	cmd.Stderr = &said
	g.kill(func() { _ = cmd.Process.Kill() }) // for the steps that the model's server sees; it may be gone already
	err = cmd.Run()
	g.kill(nil)
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if !cmd.ProcessState.Exited() {
		g.die()
	} else if err != nil {
		t.Fatalf("a child: %v\n%s", err, said.String())
	}
	passed, err := os.ReadFile(o.Passed)
	if err != nil {
		t.Fatal(err)
	}
	g.saw(strings.Split(strings.TrimSpace(string(passed)), "\n"))
}
