package host_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/connectors/connectortest/folder"
	"citadel/memory/event"
)

// planner wants an appointment, and once it is told what came of that, says what is left.
func planner(then func(scripted.Request) scripted.Reply) func(scripted.Request) scripted.Reply {
	return func(r scripted.Request) scripted.Reply {
		if strings.Contains(r.Last(), "That approved one call of `event_create`") {
			return then(r)
		}
		return wants("event_create", `{"title":"Lunch with Priya","at":"Tue 24 Nov 2026, 12:30"}`, "Booked.")(r)
	}
}

const plan = "Can you plan a lunch with Priya for me for next Tuesday, and is noon a good time for it?"

// What the principal approved is made, told, and gone on from; exactly that call, once.
func TestAModelGoesOnFromWhatWasApproved(t *testing.T) {
	var seen string
	server := answering(t, claudes(planner(func(r scripted.Request) scripted.Reply {
		seen = r.Last()
		return scripted.Says("Noon suits both of you; the table is yours to reserve.")
	})))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	handle := cardHandle.FindStringSubmatch(s.tell(plan))[1]
	said := s.tell("book " + handle)
	if !strings.HasPrefix(said, "Booked at ") || !strings.Contains(said, "Read back from your calendar: it is there.\n\nNoon suits both of you") {
		t.Errorf("said %q", said)
	}
	for _, part := range []string{`{"title":"Lunch with Priya","at":"Tue 24 Nov 2026, 12:30"}`, "Verified: Read back from your calendar: it is there."} {
		if !strings.Contains(seen, part) {
			t.Errorf("the model was shown %q, without %q", seen, part)
		}
	}
	if len(world.written()) != 1 || len(recorded[event.ToolCalled](t, c)) != 1 {
		t.Errorf("written %v", world.written())
	}
	if why := s.tell("why"); !strings.Contains(why, "claude-") {
		t.Errorf("why: %q", why)
	}
}

// Whatever becomes of the model, what was done is told.
func TestTheReceiptDoesNotWaitForAModel(t *testing.T) {
	for name, then := range map[string]scripted.Reply{
		"it says nothing":  scripted.Says(""),
		"it has no credit": scripted.Fails(scripted.NoCredit),
		"it is overloaded": scripted.Fails(scripted.Overloaded),
		"it wants another": scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"Lunch with Priya","at":"Tue 24 Nov 2026, 12:30"}`}),
	} {
		t.Run(name, func(t *testing.T) {
			server := answering(t, claudes(planner(func(scripted.Request) scripted.Reply { return then })))
			world := &diary{}
			s := priced(t, server)
			s.tools = world.tools()
			c, drop := s.begin()
			t.Cleanup(drop)
			s.live(c)
			handle := cardHandle.FindStringSubmatch(s.tell(plan))[1]
			said := s.tell("book " + handle)
			if !strings.HasPrefix(said, "Booked at ") || strings.Count(said, "Booked at ") != 1 || len(world.written()) != 1 {
				t.Errorf("said %q, written %v", said, world.written())
			}
			if name == "it wants another" && (!strings.Contains(said, "The same was begun in") || !strings.Contains(said, "**Book this?**")) {
				t.Errorf("the same once more: %q", said)
			}
		})
	}
}

// The process dies while the model goes on, or while the call is made: the call was made once, and the
// next process tells of it and goes on.
func TestADeathBehindAnApproval(t *testing.T) {
	died, release := make(chan struct{}), make(chan struct{})
	var first sync.Once
	server := answering(t, claudes(planner(func(scripted.Request) scripted.Reply {
		first.Do(func() {
			close(died)
			<-release
		})
		return scripted.Says("Noon suits both of you.")
	})))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- c.Run(ctx) }()
	handle := cardHandle.FindStringSubmatch(s.tell(plan))[1]
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	if _, err := far.Say("book " + handle); err != nil {
		t.Fatal(err)
	}
	<-died
	drop()
	cancel()
	close(release)
	<-over

	c, drop = s.begin()
	t.Cleanup(drop)
	s.live(c)
	said := ""
	err := far.Await(t.Context(), func() (bool, error) {
		shown, err := far.Shown()
		for _, p := range shown {
			if strings.Contains(p.Text, "Noon suits both of you.") && p.Key != "" {
				said = p.Text
			}
		}
		return said != "", err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(said, "Booked at ") || strings.Contains(said, "twice") {
		t.Errorf("said %q", said)
	}
	if len(world.written()) != 1 || len(recorded[event.ToolCalled](t, c)) != 1 {
		t.Errorf("written %v", world.written())
	}
}

// Words of strangers in what was approved keep their mark in the turn that goes on: what they want is
// asked for.
func TestWhatWasApprovedMayBringWordsOfStrangers(t *testing.T) {
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		switch {
		case len(r.Results()) > 0:
			return scripted.Says("Done.")
		case strings.Contains(r.Last(), "That approved one call of `web_page`"):
			return scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"Wire money","at":"10:00"}`})
		}
		return scripted.Calls(scripted.Call{Tool: "web_page", Args: `{"url":"https://evil.example"}`})
	}))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("policy event_create allow")
	s.tell("policy web_page ask")
	handle := cardHandle.FindStringSubmatch(s.tell("What are the opening hours on evil.example, and do they suit me?"))[1]
	said := s.tell("run " + handle)
	if !strings.Contains(said, "It may come from the page evil.example, not from you.") || len(world.written()) != 0 {
		t.Errorf("said %q, written %v", said, world.written())
	}
}

// What was done without a card is told although the process dies before the answer, and although the model
// of the next one says nothing of it.
func TestADeathBehindACall(t *testing.T) {
	died, release := make(chan struct{}), make(chan struct{})
	var first, second sync.Once
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		reply := scripted.Says("It fits.")
		if len(r.Tools) == 0 {
			return reply
		}
		first.Do(func() {
			reply = scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"dentist","at":"11:15"}`})
		})
		if len(r.Results()) > 0 {
			second.Do(func() {
				close(died)
				<-release
			})
		}
		return reply
	}))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- c.Run(ctx) }()
	s.tell("policy event_create allow")
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	if _, err := far.Say("Could you put the dentist into my calendar at 11:15, and does that fit?"); err != nil {
		t.Fatal(err)
	}
	<-died
	drop()
	cancel()
	close(release)
	<-over

	c, drop = s.begin()
	t.Cleanup(drop)
	s.live(c)
	said := ""
	err := far.Await(t.Context(), func() (bool, error) {
		shown, err := far.Shown()
		for _, p := range shown {
			if strings.Contains(p.Text, "It fits.") {
				said = p.Text
			}
		}
		return said != "", err
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(said, "Booked at ") != 1 || len(world.written()) != 1 {
		t.Errorf("said %q, written %v", said, world.written())
	}
	if again := s.tell("thanks, and does it still fit, what do you think?"); strings.Contains(again, "Booked at") {
		t.Errorf("told twice: %q", again)
	}
}
