package host_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/command"
	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/connectors/connectortest/folder"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Whole turns, told in files: what the ledger holds of before, a message, what the models say to
// it, and what has to come of it in the ledger and in the room. A file has these sections:
//
//	settings   of the home; the providers are named already
//	told       lines that were said an hour and more before
//	message    what is said now; a line `\pass 3m` lets time pass before it
//	model      what models answer to it, line by line (see lines); none in the whole file: there is no model
//	events     what the turn leaves in the ledger
//	posts      what is to be said
//
// The last four repeat. With -update, events and posts are written as they come.
func TestTurns(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "turns", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	covered := map[string]bool{}
	for _, file := range files {
		want := readTxtar(t, file)
		for _, line := range ended.FindAllString(want.String(), -1) {
			for word := range strings.FieldsSeq(line) {
				covered[word] = true
			}
			if m := byCommand.FindStringSubmatch(line); m != nil {
				covered[m[1]] = true
			}
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			got := act(t, want)
			if flag.Lookup("update").Value.String() == "true" { // package turntest has it
				if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(want.String(), "\n"), strings.Split(got.String(), "\n")); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
	for _, what := range []string{"reflex", "routine", "standard", "deep", "model:claude-sonnet-5-5", "model:claude-haiku-5-5", "shrug"} {
		if !covered[what] {
			t.Errorf("no turn ends by %s", what)
		}
	}
	for _, row := range command.Rows() {
		if !covered["command:"+row.Name] && !slices.Contains(elsewhere, row.Name) {
			t.Errorf("no turn ends by the command %s", row.Name)
		}
		if covered["command:"+row.Name] && slices.Contains(elsewhere, row.Name) {
			t.Errorf("a turn ends by the command %s, which is told to be tested elsewhere", row.Name)
		}
	}
}

// elsewhere are the commands whose answer names the moment, the folder or the work of jobs, which no
// file can hold, and those that end the process or answer somebody in danger.
var elsewhere = []string{"diag", "exit", "export", "fine", "jobs", "privacy", "replay", "status"}

// byCommand is how the end of a turn names the command that it was.
var byCommand = regexp.MustCompile(`(command:[a-z' ]+) [a-z]+ [a-z]+$`)

var ended = regexp.MustCompile(`(?m)^turn\.ended .*$`)

// act plays a file, and gives it with what came of it.
func act(t *testing.T, a txtar) txtar {
	t.Helper()
	var s *station
	p := &prompter{t: t}
	if slices.ContainsFunc(a.sections, func(s section) bool { return s.name == "model" }) {
		s = priced(t, answering(t, claudes(p.answer)))
	} else {
		s = newStation(t)
	}
	out := txtar{comment: a.comment}
	var c *host.Citadel
	begin := func() {
		if c == nil {
			var drop func()
			c, drop = s.begin()
			t.Cleanup(drop)
			c.Brain.Host.Here = []string{"folder"}
			c.Jobs.Jobs = slices.DeleteFunc(c.Jobs.Jobs, func(j jobs.Job) bool { return j.Slow }) // they ask models by the clock, and not for a turn
			s.live(c)
		}
	}
	var leaves *wake
	finish := func() {
		if leaves != nil {
			out.sections = append(out.sections, leaves.sections(p)...)
			leaves = nil
		}
	}
	for i, x := range a.sections {
		switch x.name {
		case "settings":
			s.settings("providers: {anthropic: {forwards: true}}\n" + x.text)
		case "told":
			begin()
			for line := range strings.Lines(x.text) {
				s.tell(strings.TrimRight(line, "\n"))
			}
			s.pass(time.Hour)
			s.readUp(c)
		case "message":
			finish()
			begin()
			said := strings.TrimRight(x.text, "\n")
			if pause, rest, ok := strings.Cut(said, "\n"); ok && strings.HasPrefix(pause, `\pass `) {
				d, err := time.ParseDuration(strings.TrimPrefix(pause, `\pass `))
				if err != nil {
					t.Fatal(err)
				}
				s.pass(d)
				said = rest
			}
			if i+1 < len(a.sections) && a.sections[i+1].name == "model" {
				p.script(a.sections[i+1].text)
			} else {
				p.script("")
			}
			leaves = &wake{t: t, c: c, from: c.Mind.Head()}
			s.answer(said)
			s.settled(c) // what is thought about beside is done by then, too
			s.pass(time.Minute)
		case "model":
		case "events", "posts":
			continue // they are what came of it
		default:
			t.Fatalf("a section %q", x.name)
		}
		out.sections = append(out.sections, x)
	}
	finish()
	return out
}

// settled waits until nothing is left to be answered, thought about or delivered.
func (s *station) settled(c *host.Citadel) {
	s.t.Helper()
	if err := (&folder.Far{Dir: s.chat}).Await(s.t.Context(), func() (bool, error) { return unfinished(c.Mind) == "", nil }); err != nil {
		s.t.Fatal(err)
	}
}

// readUp has everything said so far read for what it teaches.
func (s *station) readUp(c *host.Citadel) {
	s.t.Helper()
	if err := c.Jobs.Do(s.t.Context(), integrate.Name); err != nil {
		s.t.Fatal(err)
	}
	if err := c.Follower.Await(s.t.Context(), c.Mind.Head()); err != nil {
		s.t.Fatal(err)
	}
}

// wake is what a turn leaves behind.
type wake struct {
	t    *testing.T
	c    *host.Citadel
	from event.Seq
}

// spoken are handles and other numbers that depend on what jobs wrote in between.
var spoken = regexp.MustCompile(`\b[cdlmrK][0-9]+\b`)

// sections are what was recorded and said since it began. Handles are numbered in their order
// of appearance.
func (x *wake) sections(p *prompter) []section {
	x.t.Helper()
	p.over()
	var events, posts strings.Builder
	names := map[string]string{}
	for r, err := range x.c.Mind.Events(x.t.Context(), ledger.Query{After: x.from}) {
		if err != nil {
			x.t.Fatal(err)
		}
		payload, err := r.Payload()
		if err != nil {
			x.t.Fatal(err)
		}
		if line := wakeLine(r.Kind, payload); line != "" {
			events.WriteString(line + "\n")
		}
		q, ok := payload.(event.PostQueued)
		if !ok {
			continue
		}
		text := q.Text
		for _, b := range q.Buttons {
			text += fmt.Sprintf("\n[%s: %s]", b.Label, b.Says)
		}
		posts.WriteString(spoken.ReplaceAllStringFunc(text, func(h string) string {
			if names[h] == "" {
				names[h] = fmt.Sprintf("%s#%d", h[:1], len(names)+1)
			}
			return names[h]
		}) + "\n\n")
	}
	return []section{{"events", events.String()}, {"posts", posts.String()}}
}

// wakeLine words an event of a turn; those of jobs and of delivery are not part of it.
func wakeLine(kind event.Kind, payload event.Payload) string {
	switch e := payload.(type) {
	case event.TurnEnded:
		return strings.Join([]string{string(kind), e.Outcome, e.By, e.Category, e.Tier}, " ")
	case event.ModelAsked:
		return fmt.Sprintf("%s %s %s for=%s try=%d tokens=%d effort=%s tools=%d", kind, e.Role, e.Model, e.For, e.Try, e.MaxTokens, e.Effort, e.Tools)
	case event.ModelCalled:
		return fmt.Sprintf("%s %s", kind, e.Outcome)
	case event.PostQueued:
		if e.Answer == nil {
			return string(kind) + " " + e.Subject
		}
		return string(kind) + " by " + e.Answer.By
	case event.Heard, event.Learned, event.Integrated, event.JobBegan, event.JobRan, event.PostAttempted, event.PostPart, event.PostSent:
		return ""
	}
	return string(kind)
}

// prompter says what models answer, step by step.
type prompter struct {
	t     *testing.T
	mu    sync.Mutex
	lines []line
}

// line is one answer: `[every] [MODEL] says TEXT`, `… calls TOOL ARGUMENTS` or `… fails HOW [TEXT]`.
// One with "every" answers all that reach it, others one request each; one with a model only
// what that model is asked.
type line struct {
	every       bool
	model       string
	verb, words string
	used        bool
}

func (p *prompter) script(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lines = nil
	for raw := range strings.Lines(text) {
		var l line
		rest := strings.TrimRight(raw, "\n")
		for l.verb == "" {
			word, after, _ := strings.Cut(rest, " ")
			switch word {
			case "every":
				l.every = true
			case "says", "calls", "fails":
				l.verb, l.words = word, strings.ReplaceAll(after, `\n`, "\n")
			case "":
				p.t.Fatalf("what does the model do? %q", raw)
			default:
				l.model = word
			}
			rest = after
		}
		p.lines = append(p.lines, l)
	}
}

// over holds that everything was asked for.
func (p *prompter) over() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.lines {
		if !l.used {
			p.t.Errorf("nobody asked for: %s %q", l.verb, l.words)
		}
	}
}

func (p *prompter) answer(r scripted.Request) scripted.Reply {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.lines {
		l := &p.lines[i]
		if l.used && !l.every || !strings.Contains(r.Model, l.model) {
			continue
		}
		l.used = true
		first, rest, _ := strings.Cut(l.words, " ")
		switch l.verb {
		case "says":
			return scripted.Says(l.words)
		case "calls":
			return scripted.Calls(scripted.Call{Tool: first, Args: rest})
		}
		how, ok := failures[first]
		if !ok {
			p.t.Errorf("no way to fail: %q", first)
		}
		reply := scripted.Fails(how)
		if rest != "" {
			reply.Text = []string{rest}
		}
		return reply
	}
	p.t.Errorf("the script has nothing to say to %s: %.300s", r.Model, r.Last())
	return scripted.Fails(scripted.Internal)
}

var failures = map[string]scripted.Kind{
	"overloaded": scripted.Overloaded, "internal": scripted.Internal, "bad-key": scripted.BadKey, "no-credit": scripted.NoCredit,
	"no-model": scripted.NoModel, "too-long": scripted.TooLong, "refused": scripted.Refusal, "cut-short": scripted.CutShort,
	"overloaded-late": scripted.OverloadedLate, "page": scripted.Page, "empty": scripted.EmptyAnswer, "drop": scripted.Drop,
}
