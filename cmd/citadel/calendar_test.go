package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
)

// secretary is a model that looks into the calendar, and then wants one change of an event in it.
type secretary struct {
	event  string                          // a part of its title
	change func(name string) (t, a string) // of the event that the agenda names so
}

func (s *secretary) answer(r scripted.Request) scripted.Reply {
	results := r.Results()
	if s.change == nil {
		return scripted.Says("All right.")
	}
	if len(results) == 0 {
		return scripted.Calls(scripted.Call{Tool: "agenda", Args: `{"from":"2026-11-20","to":"2026-12-10"}`})
	}
	named := regexp.MustCompile(regexp.QuoteMeta(s.event) + ".*event `([^`]+)`").FindStringSubmatch(results[0].Text)
	if named == nil {
		return scripted.Says("It is not there.")
	}
	tool, args := s.change(named[1])
	s.change = nil
	return scripted.Calls(scripted.Call{Tool: tool, Args: args})
}

// A meeting is moved and cancelled by a word of the principal, each once, and read back; what somebody changed while the
// card waited, or organises himself, is left as it is, and said to be.
func TestACalendarIsChangedByWord(t *testing.T) {
	d := outside(t)
	home := furnish(t, d.settings())
	s := &secretary{}
	claude := slices.DeleteFunc(scripted.Cards(), func(c model.Card) bool { return c.Provider != "anthropic" })
	server, err := scripted.Start(scripted.Script{Cards: claude, Answer: s.answer})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	say := func(text string) string {
		t.Helper()
		c := citadelIn(t, []string{"ANTHROPIC_API_KEY=sk-ant-x", "ANTHROPIC_BASE_URL=" + server.URL, "CITADEL_ECONOMY_OFF=all"}, home, text+"\n", "chat")
		if c.code != 0 || strings.Contains(c.err, "level=ERROR") {
			t.Fatalf("%s: status %d: %s", text, c.code, c.err)
		}
		t.Logf("> %s\n%s", text, c.out)
		return c.out
	}
	wants := func(event, tool, more string) {
		s.event, s.change = event, func(name string) (string, string) {
			return tool, fmt.Sprintf(`{"event":%q,"title":%q%s}`, name, event, more)
		}
	}
	card := func(said, question string) string {
		t.Helper()
		k := regexp.MustCompile("K[0-9]+").FindString(said)
		if !strings.Contains(said, question) || k == "" {
			t.Fatalf("no card that asks %q:\n%s", question, said)
		}
		return k
	}
	const bas, call, fair = "/cal/home/e1.ics", "/cal/home/e0.ics", "/cal/home/e2.ics"
	before := d.shelf.held(bas)

	wants("Quarterly BAS", "event_move", `,"start":"2026-11-24T15:00"`)
	k := card(say("Can you move the BAS on Tuesday to three in the afternoon, and does anything collide with that then?"), "Move this event?")
	for _, no := range []string{"yes", "ok, do it", "cancel " + k} {
		if say(no); d.shelf.held(bas) != before {
			t.Fatalf("%q moved it", no)
		}
	}
	if said := say("move " + k); !strings.Contains(said, "Moved at 20:00. “Quarterly BAS” was on Tue 24 Nov 2026, 10:00.") || !strings.Contains(said, "it begins on Tue 24 Nov 2026, 15:00") || !strings.Contains(d.shelf.held(bas), "20261124T150000") {
		t.Fatalf("%s\n%s", said, d.shelf.held(bas))
	}
	moved := d.shelf.held(bas)
	if said := say("move " + k); !strings.Contains(said, "not done twice") || d.shelf.held(bas) != moved {
		t.Errorf("again: %s", said)
	}

	wants("Quarterly BAS", "event_move", `,"start":"2026-11-25T09:00"`)
	k = card(say("Hm, could you put the BAS on Wednesday at nine instead, or is that too early for the accountant?"), "Move this event?")
	d.shelf.mu.Lock()
	d.shelf.objects[bas] = strings.Replace(moved, "Quarterly BAS", "Quarterly BAS with Ana", 1)
	d.shelf.mu.Unlock()
	if said := say("move " + k); !strings.Contains(said, "Not done.") || !strings.Contains(said, "Somebody changed") || strings.Contains(d.shelf.held(bas), "20261125") {
		t.Errorf("changed meanwhile: %s\n%s", said, d.shelf.held(bas))
	}

	wants("Call with Melbourne Board Mills", "event_cancel", "")
	k = card(say("Would you cancel the call with the board mills tonight, and what should I tell them then?"), "Cancel this event?")
	if said := say("cancel " + k); !strings.Contains(said, "Not done.") || !strings.Contains(said, "Somebody else organises") || d.shelf.held(call) == "" {
		t.Errorf("of somebody else: %s", said)
	}

	wants("Quarterly BAS with Ana", "event_cancel", "")
	k = card(say("Please cancel the BAS with Ana altogether, and is there anything else that I should drop?"), "Cancel this event?")
	if said := say("cancel " + k); !strings.Contains(said, "Cancelled at ") || !strings.Contains(said, "it is not there any more") || d.shelf.held(bas) != "" || d.shelf.held(fair) == "" {
		t.Errorf("%s\n%s", said, d.shelf.held(bas))
	}
	if said := citadel(t, home, "when is the BAS?\nwhen is the fair?\n", "chat").out; strings.Contains(said, "15:00–") || !strings.Contains(said, "09:00–16:00 Trade fair") {
		t.Errorf("without a model: %s", said)
	}
}
