package host_test

import (
	"regexp"
	"strings"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/memory/event"
)

var preparedHandle = regexp.MustCompile("`release (K[0-9]+)`")

// A model prepares a call: nothing is done, it is listed, it is no card until it is released, its word then does it
// once, and what was prepared is taken back by one word.
func TestWhatIsPreparedWaits(t *testing.T) {
	const args = `{"tool":"event_create","args":{"title":"Lunch with Priya","at":"Tue 24 Nov 2026, 12:30"}}`
	server := answering(t, claudes(wants("prepare", args, "I have put it together.")))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("policy event_create allow")
	plan := "Can you prepare a lunch with Priya for me for next Tuesday, so that I can look at it later?"
	said := s.tell(plan)
	handle := preparedHandle.FindStringSubmatch(said)
	if handle == nil || !strings.Contains(said, "Prepared, and not done: Book this? · Lunch with Priya") || len(world.written()) != 0 {
		t.Fatalf("said %q, written %v, %+v", said, world.written(), recorded[event.ToolReturned](t, c))
	}
	k := handle[1]
	if listed := s.tell("approvals"); !strings.Contains(listed, "Lunch with Priya") || !strings.Contains(listed, "put aside") || !strings.Contains(listed, "`release "+k+"` · `drop") {
		t.Errorf("approvals: %q", listed)
	}
	if status := s.tell("status"); !strings.Contains(status, "Prepared or put aside: 1") {
		t.Errorf("status: %q", status)
	}
	for _, no := range []string{"yes", "ok", "release K1", "release it"} {
		if said := s.tell(no); len(world.written()) != 0 || strings.Contains(said, "**Book this?**") {
			t.Fatalf("%q: %q, written %v", no, said, world.written())
		}
	}
	if unseen := s.tell("book " + k); !strings.Contains(unseen, "Look at it first") || !strings.Contains(unseen, "**Book this?**") || !strings.Contains(unseen, "Lapses on Sat 21 Nov") || len(world.written()) != 0 {
		t.Errorf("nobody saw what it does: %q, written %v", unseen, world.written())
	}
	if aside := s.tell("hold " + k + " until Friday"); !strings.Contains(aside, "Put aside: I show you `"+k+"` again on Fri") {
		t.Errorf("hold: %q", aside)
	}
	if back := s.tell("undo"); !strings.Contains(back, "as it was before it was put aside") {
		t.Errorf("undo of the hold: %q", back)
	}
	if shown := s.tell("release " + k); !strings.Contains(shown, "**Book this?**") || len(world.written()) != 0 {
		t.Errorf("release: %q", shown)
	}
	if done := s.tell("book " + k); !strings.Contains(done, "Booked at ") || len(world.written()) != 1 {
		t.Errorf("book: %q", done)
	}
	if again := s.tell("release " + k); strings.Contains(again, "**Book this?**") || len(world.written()) != 1 {
		t.Errorf("released twice: %q", again)
	}
}

// What was prepared is dropped, waits again after undo, and is gone for good by undoing that it was prepared.
func TestWhatIsPreparedIsTakenBack(t *testing.T) {
	const args = `{"tool":"event_create","args":{"title":"Dentist","at":"11:15"},"until":"2026-11-24T09:00:00+11:00"}`
	server := answering(t, claudes(wants("prepare", args, "It is ready.")))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	said := s.tell("Can you prepare the dentist at 11:15 for me, to be looked at on Tuesday morning, and is that wise?")
	handle := preparedHandle.FindStringSubmatch(said)
	if handle == nil || !strings.Contains(said, "I show it on Tue 24 Nov") {
		t.Fatalf("said %q", said)
	}
	if dropped := s.tell("drop " + handle[1]); !strings.Contains(dropped, "Not done") {
		t.Errorf("drop: %q", dropped)
	}
	if back := s.tell("undo"); !strings.Contains(back, "waits again, as a new card") {
		t.Errorf("undo of the drop: %q", back)
	}
	if listed := s.tell("approvals"); !strings.Contains(listed, "1 thing waits") || !strings.Contains(listed, "Dentist") {
		t.Errorf("approvals: %q", listed)
	}
	if back := s.tell("undo"); !strings.Contains(back, "Taken back") && !strings.Contains(back, "nothing to take back") {
		t.Errorf("undo of what was prepared: %q", back)
	}
	if len(world.written()) != 0 {
		t.Errorf("written %v", world.written())
	}
}

// A bad preparation is refused and said to the model; nothing waits.
func TestBadPreparations(t *testing.T) {
	for name, args := range map[string]string{
		"no such tool":     `{"tool":"wire","args":{}}`,
		"it only looks":    `{"tool":"web_page","args":{"url":"https://acme.example"}}`,
		"it does not fit":  `{"tool":"event_create","args":{"title":7}}`,
		"over":             `{"tool":"event_create","args":{"title":"a","at":"b"},"until":"2020-01-01T00:00:00Z"}`,
		"no moment":        `{"tool":"event_create","args":{"title":"a","at":"b"},"until":"soon"}`,
		"upon nothing":     `{"tool":"event_create","args":{"title":"a","at":"b"},"upon":"l999"}`,
		"itself":           `{"tool":"prepare","args":{"tool":"prepare"}}`,
		"both conditions":  `{"tool":"event_create","args":{"title":"a","at":"b"},"until":"2026-12-01T00:00:00Z","upon":"l1"}`,
		"twice named args": `{"tool":"event_create","args":{"title":"a","at":"b","at":"c"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			failed := ""
			server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
				if all := r.Results(); len(all) > 0 {
					failed = all[0].Text
					return scripted.Says("I could not.")
				}
				return scripted.Calls(scripted.Call{Tool: "prepare", Args: args})
			}))
			world := &diary{}
			s := priced(t, server)
			s.tools = world.tools()
			c, drop := s.begin()
			t.Cleanup(drop)
			s.live(c)
			s.tell(railPlan)
			if n := len(recorded[event.ApprovalAsked](t, c)); n != 0 || failed == "" || len(world.written()) != 0 {
				t.Errorf("%d wait; the model was told %q", n, failed)
			}
		})
	}
}
