package host_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors/connectortest/folder"
	"citadel/memory/event"
)

// priced is a station whose models cost what the table says, although they are here. The
// principal was told of them.
func priced(t *testing.T, server *answerer, more ...string) *station {
	t.Helper()
	s := newStation(t)
	s.environ = append([]string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}, more...)
	s.settings("providers: {anthropic: {forwards: true}}\n")
	s.notices = new(bytes.Buffer)
	return s
}

// settings writes the settings of the home.
func (s *station) settings(text string) {
	s.t.Helper()
	if err := os.MkdirAll(s.home, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.home, config.FileName), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// live has the conversation run until the test is over.
func (s *station) live(c *host.Citadel) {
	ctx, cancel := context.WithCancel(s.t.Context())
	over := make(chan error, 1)
	go func() { over <- c.Run(ctx) }()
	s.t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			s.t.Error(err)
		}
	})
}

// tell says something and gives what is said to it, all posts with an empty line between. A minute passes then.
func (s *station) tell(text string) string {
	s.t.Helper()
	defer s.pass(time.Minute)
	return s.answer(text)
}

// answer is what is said to something, while time stands still.
func (s *station) answer(text string) string {
	s.t.Helper()
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	before, err := far.Shown()
	if err != nil {
		s.t.Fatal(err)
	}
	id, err := far.Say(text)
	if err != nil {
		s.t.Fatal(err)
	}
	err = far.Await(s.t.Context(), func() (bool, error) {
		over, err := far.Finished()
		return slices.Contains(over, id), err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	after, err := far.Shown()
	if err != nil {
		s.t.Fatal(err)
	}
	var posts []string
	for _, p := range after[len(before):] {
		posts = append(posts, p.Text)
	}
	return strings.Join(posts, "\n\n")
}

// claudes are models as the settings name them.
func claudes(answer func(scripted.Request) scripted.Reply) scripted.Script {
	s := says("", "claude-sonnet-5-5", "claude-haiku-5-5")
	s.Answer = answer
	for i := range s.Cards {
		s.Cards[i].Window, s.Cards[i].MaxOut, s.Cards[i].Temperature = 1_000_000, 128_000, false
	}
	return s
}

// A question is answered from what was told before, with the date of what it rests on; why
// names the model and its price.
func TestAnsweredByAModel(t *testing.T) {
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		link := between(r.Last(), `<memory link="`, `"`)
		return scripted.Says("You could visit Ana: ", "she moved to Porto in March ("+link+"). ", "I missed you. ", "Book early.")
	}))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	if said := s.tell("My sister Ana moved to Porto in March to open a bakery."); said != "" {
		t.Errorf("a plain statement is answered: %q", said)
	}
	if n := len(server.Requests()); n != 0 {
		t.Errorf("a plain statement asks a model %d times", n)
	}
	for i := range 30 { // the window moves on
		s.tell(fmt.Sprintf("remind me on Friday at 9 to water plant %d", i))
	}
	said := s.tell("Whom could I visit in Portugal, and is Porto worth it?")
	if !strings.Contains(said, "she moved to Porto in March ([20 Nov 2026](src:m") || strings.Contains(said, "missed") || !strings.Contains(said, "Book early.") {
		t.Errorf("said: %q", said)
	}
	posts := recorded[event.PostQueued](t, c)
	answer := posts[len(posts)-1]
	if !strings.HasPrefix(answer.Answer.By, "model:claude-") || len(answer.Cites) != 1 {
		t.Errorf("by %q, cites %v", answer.Answer.By, answer.Cites)
	}
	if why := s.tell("why"); !strings.Contains(why, "Written by claude-") || !strings.Contains(why, "US$0.0") || !strings.Contains(why, "Ana moved to Porto") {
		t.Errorf("why: %q", why)
	}
	if more := s.tell("why more") + s.tell("more"); !strings.Contains(more, "Shown, ") || !strings.Contains(more, " turns of the conversation") {
		t.Errorf("why more: %q", more)
	}
	if spend := s.tell("spend"); !strings.Contains(spend, "US$0.0") && !strings.Contains(spend, "under US$0.01") {
		t.Errorf("spend: %q", spend)
	}
}

// between gives what stands between two marks, "" where they are missing.
func between(s, from, to string) string {
	_, rest, _ := strings.Cut(s, from)
	in, _, _ := strings.Cut(rest, to)
	return in
}

// A provider that fails is told of once, and once when it is back; the question is answered
// by another model, or without one.
func TestTheUsualModelFails(t *testing.T) {
	down, all := true, false
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		if all || down && r.Model == "claude-sonnet-5-5" {
			return scripted.Fails(scripted.Overloaded)
		}
		return scripted.Says("I would keep it.")
	}))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	const question = "Should I keep the Henderson retainer, or is it better to drop it before Christmas?"
	first := s.tell(question)
	if !strings.HasPrefix(first, "I would keep it.") || !strings.Contains(first, "**Anthropic is overloaded or out of order (since") || !strings.Contains(first, "claude-haiku-5-5 answered instead") {
		t.Errorf("the first answer: %q", first)
	}
	if again := s.tell(question); again != "I would keep it." {
		t.Errorf("told twice: %q", again)
	}
	all = true
	none := s.tell(question)
	if strings.Contains(none, "**") || !strings.Contains(none, "can't weigh that") || strings.Contains(none, "no language model is set up") {
		t.Errorf("nobody answers: %q", none)
	}
	down, all = false, false
	s.pass(3 * time.Minute) // the breaker closes
	back := s.tell(question)
	if !strings.HasPrefix(back, "I would keep it.") || !strings.Contains(back, "**Back to normal at") {
		t.Errorf("back: %q", back)
	}
	if again := s.tell(question); again != "I would keep it." {
		t.Errorf("told twice: %q", again)
	}
}

// At a ceiling the mind goes on without a model and says so, once at length.
func TestAtTheCeiling(t *testing.T) {
	server := answering(t, claudes(func(scripted.Request) scripted.Reply { return scripted.Says("Keep it.") }))
	s := priced(t, server)
	s.settings("providers: {anthropic: {forwards: true}}\nceilings: {day: 0.01}\n")
	c, drop := s.begin()
	t.Cleanup(drop)
	c.Brain.Host.Here = []string{"folder"}
	s.live(c)
	const question = "Should I keep the Henderson retainer, or is it better to drop it before Christmas?"
	said := ""
	for range 5 {
		if said = s.tell(question); !strings.HasPrefix(said, "Keep it.") {
			break
		}
	}
	if !strings.Contains(said, "US$0.01 for Fri 20 Nov 2026 are spent") || !strings.Contains(said, "Until 00:00 I work without a model") {
		t.Errorf("at the ceiling: %q", said)
	}
	if again := s.tell(question); strings.Contains(again, "**") || !strings.Contains(again, "can't weigh that") {
		t.Errorf("after it: %q", again)
	}
	before := len(server.Requests())
	s.tell(question)
	if after := len(server.Requests()); after != before {
		t.Error("the model is asked although the ceiling is reached")
	}
	s.tell("allow 1.00")
	if said := s.tell(question); !strings.HasPrefix(said, "Keep it.") {
		t.Errorf("after more was allowed: %q", said)
	}
}

// What is said where others read, or to someone in danger, reaches no model.
func TestDangerAsksNobody(t *testing.T) {
	server := answering(t, claudes(func(scripted.Request) scripted.Reply { return scripted.Says("hm") }))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	if said := s.tell("I want to kill myself tonight"); !strings.Contains(said, "call") || len(server.Requests()) > 0 {
		t.Errorf("%q, %d requests", said, len(server.Requests()))
	}
	s.tell("fine")
	s.tell("What do you think of the weather in Porto at this time of the year?")
	for _, r := range server.Requests() {
		if strings.Contains(string(r.Body), "kill myself") {
			t.Error("it stands in a prompt")
		}
	}
	if len(server.Requests()) == 0 {
		t.Error("nothing was asked at all")
	}
}

// A redo asks the same question again, deeper where that is asked for.
func TestRedo(t *testing.T) {
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply { return scripted.Says("By " + r.Model + ".") }))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("How do I get red wine out of a white shirt?")
	first := server.Requests()[0]
	if said := s.tell("redo deep"); said != "By claude-sonnet-5-5." {
		t.Errorf("redo: %q", said)
	}
	again := server.Requests()[len(server.Requests())-1]
	if !strings.Contains(again.Last(), "red wine out of a white shirt") || again.MaxTokens <= first.MaxTokens {
		t.Errorf("asked again: %q with %d tokens, after %d", again.Last(), again.MaxTokens, first.MaxTokens)
	}
	s.tell("model haiku")
	if said := s.tell("redo deep"); said != "By claude-haiku-5-5." {
		t.Errorf("after the model was chosen: %q", said)
	}
}

// The head of the prompt stays the same to the byte, turn after turn.
func TestTheHeadStays(t *testing.T) {
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply { return scripted.Says("Yes.") }))
	s := priced(t, server)
	s.settings("providers: {anthropic: {forwards: true}}\nceilings: {day: 50, month: 100}\n")
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	heads := map[string]int{}
	for i := range 60 {
		s.tell(fmt.Sprintf("Should I take offer number %d, or is it better to wait until January?", i))
		s.pass(7 * time.Hour)
	}
	answers := 0
	for _, r := range server.Requests() {
		if len(r.Tools) > 0 { // a job, such as that of Sundays, has none
			heads[r.System[0].Text+fmt.Sprint(r.Tools)]++
			answers++
		}
	}
	if len(heads) != 1 || answers < 60 {
		t.Errorf("%d heads in %d answers", len(heads), answers)
	}
}

// A model that cannot think in a call that may call tools is asked for one or the other.
func TestToolsAlone(t *testing.T) {
	script := says("Keep it.", "gpt-6.1-terra", "gpt-6-luna")
	for i := range script.Cards {
		c := &script.Cards[i]
		c.Window, c.MaxOut, c.Temperature, c.ToolsAlone, c.Thinking = 1_000_000, 128_000, false, true, model.ByEffort
	}
	server := answering(t, script)
	s := newStation(t)
	s.notices = new(bytes.Buffer)
	s.environ = []string{"OPENAI_API_KEY=" + planted}
	s.settings("providers: {openai: {url: " + server.URL + "/v1, forwards: true}}\n")
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	for _, q := range []string{"How do I get red wine out of a white shirt?", "Should I keep the Henderson retainer, or drop it before Christmas?", "redo deep"} {
		if said := s.tell(q); said != "Keep it." {
			t.Errorf("%s: %q", q, said)
		}
	}
	efforts := map[string]bool{}
	for _, r := range server.Requests() {
		efforts[fmt.Sprintf("%s with %v", r.Effort, len(r.Tools) > 0)] = true
	}
	if !efforts["none with true"] || !efforts["high with false"] {
		t.Errorf("asked: %v", efforts)
	}
}

// What comes while a model works joins its turn only if it is talk. A request is acted on
// for itself, and someone in danger is answered at once, by no model.
func TestWhatMayJoin(t *testing.T) {
	for name, c := range map[string]struct {
		typed string
		says  string // in a post of its own
		joins bool
		first bool // it does not wait for the turn under way
	}{
		"talk":      {"and what about the mill in Geelong", "", true, false},
		"a request": {"remind me on Friday at 9 to water the ferns", `"water the ferns"`, false, false},
		"danger":    {"I want to kill myself", "call", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			hold := make(chan struct{})
			server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
				if len(r.Results()) > 0 {
					return scripted.Says("The mills are forty.")
				}
				reply := scripted.Calls(scripted.Call{Tool: "memory_search", Args: `{"query":"mills"}`})
				reply.Text, reply.Hold, reply.HoldAfter = []string{"I look. "}, hold, 1
				return reply
			}))
			s := priced(t, server)
			c0, drop := s.begin()
			t.Cleanup(drop)
			s.live(c0)
			far := &folder.Far{Dir: s.chat, Now: s.clock}
			first, err := far.Say("How many mills are there in Victoria, and is that a lot?")
			if err != nil {
				t.Fatal(err)
			}
			if err := far.Await(t.Context(), func() (bool, error) { return len(server.Requests()) == 1, nil }); err != nil {
				t.Fatal(err)
			}
			s.pass(5 * time.Second)
			second, err := far.Say(c.typed)
			if err != nil {
				t.Fatal(err)
			}
			if err := far.Await(t.Context(), func() (bool, error) {
				return len(recorded[event.Heard](t, c0)) == 2, nil
			}); err != nil {
				t.Fatal(err)
			}
			if err := far.Await(t.Context(), func() (bool, error) {
				over, err := far.Finished()
				return !c.first || slices.Contains(over, second), err
			}); err != nil {
				t.Fatal(err)
			}
			close(hold)
			if err := far.Await(t.Context(), func() (bool, error) {
				over, err := far.Finished()
				return slices.Contains(over, first) && slices.Contains(over, second), err
			}); err != nil {
				t.Fatal(err)
			}
			joined := len(recorded[event.TurnJoined](t, c0)) > 0
			own := slices.ContainsFunc(recorded[event.PostQueued](t, c0), func(p event.PostQueued) bool {
				return c.says != "" && strings.Contains(p.Text, c.says) && !strings.Contains(p.Text, "forty")
			})
			if joined != c.joins || own != (c.says != "") {
				t.Errorf("joined %v, answered by itself %v: %+v", joined, own, recorded[event.PostQueued](t, c0))
			}
			for _, r := range server.Requests() {
				if !c.joins && strings.Contains(string(r.Body), c.typed) {
					t.Error("the model was shown it")
				}
			}
		})
	}
}

// A key that the program was given is not kept, should somebody type it, whatever its shape.
func TestATypedKeyIsNotKept(t *testing.T) {
	server := answering(t, claudes(func(scripted.Request) scripted.Reply { return scripted.Says("That is a key.") }))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	if said := s.tell("What do you think of " + planted + " as a name?"); !strings.Contains(said, "I took out what looked like an API key") {
		t.Errorf("said: %q", said)
	}
	for _, r := range server.Requests() {
		if strings.Contains(string(r.Body), planted) {
			t.Error("it was sent")
		}
	}
	for _, h := range recorded[event.Heard](t, c) {
		if strings.Contains(h.Text, planted) {
			t.Error("it was kept")
		}
	}
}

// "stop" ends what a model is about to say. What was asked for and needs none is done.
func TestStopSparesRequests(t *testing.T) {
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	server := answering(t, claudes(func(scripted.Request) scripted.Reply {
		return scripted.Reply{Text: []string{"I would think. ", "Twice."}, Hold: hold, HoldAfter: 1}
	}))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	if _, err := far.Say("Should I keep the Henderson retainer, or drop it before Christmas?"); err != nil {
		t.Fatal(err)
	}
	if err := far.Await(t.Context(), func() (bool, error) { return len(server.Requests()) == 1, nil }); err != nil {
		t.Fatal(err)
	}
	s.pass(5 * time.Second)
	if _, err := far.Say("remind me on Friday at 9 to water the ferns"); err != nil {
		t.Fatal(err)
	}
	last, err := far.Say("stop")
	if err != nil {
		t.Fatal(err)
	}
	if err := far.Await(t.Context(), func() (bool, error) {
		over, err := far.Finished()
		return slices.Contains(over, last), err
	}); err != nil {
		t.Fatal(err)
	}
	if set := recorded[event.ReminderSet](t, c); len(set) != 1 {
		t.Errorf("reminders: %+v", set)
	}
	if len(server.Requests()) != 1 {
		t.Errorf("%d requests", len(server.Requests()))
	}
}
