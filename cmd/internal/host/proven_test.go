package host_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/memory/event"
	"citadel/tools"
)

// What an answer says was done rests on a receipt of the turn that is of the same sort (SPEC §12): that something was
// done does not prove that something else was.
func TestOneReceiptProvesNoOtherDeed(t *testing.T) {
	const (
		booked  = "I've booked the dentist into your calendar at 11:15."
		mailed  = "I've emailed Priya the new address."
		dentist = `{"title":"dentist","at":"11:15"}`
		denied  = "no receipt shows it"
	)
	const note = `{"do":"note","text":"The dentist is at 11:15."}`
	for name, c := range map[string]struct {
		calls  []scripted.Call
		says   string
		fails  bool // the calendar does not take it
		loses  bool // it takes it, and nothing is there afterwards
		untold string
		told   string
	}{
		"it was done":              {[]scripted.Call{{Tool: "event_create", Args: dentist}}, booked, false, false, denied, booked},
		"and something else":       {[]scripted.Call{{Tool: "event_create", Args: dentist}}, booked + "\n\n" + mailed, false, false, "\n\n" + mailed, denied},
		"it failed":                {[]scripted.Call{{Tool: "event_create", Args: dentist}}, booked + " Go early.", true, false, "\n\n" + booked, denied},
		"it is not there":          {[]scripted.Call{{Tool: "event_create", Args: dentist}}, booked + " Go early.", false, true, "\n\n" + booked, denied},
		"it was noted":             {[]scripted.Call{writes(note)}, "I've noted that it fits. Go early.", false, false, denied, "I've noted that it fits."},
		"noted is not mailed":      {[]scripted.Call{writes(note)}, mailed + " Go early.", false, false, "\n\n" + mailed, denied},
		"promised":                 {[]scripted.Call{writes(`{"do":"promise","text":"send the comparison by Friday"}`)}, "It fits. I'll send you the comparison by Friday.", false, false, denied, "I'll send you the comparison by Friday."},
		"promised is not mailed":   {[]scripted.Call{writes(`{"do":"promise","text":"send the comparison by Friday"}`)}, mailed + " Go early.", false, false, "\n\n" + mailed, denied},
		"who knows what it does":   {[]scripted.Call{{Tool: "desk_note", Args: `{"at":"11:15"}`}}, mailed, false, false, denied, mailed},
		"what the diary may write": {[]scripted.Call{{Tool: "event_create", Args: dentist}}, "I've put the dentist in at 11:15, which moves nothing.", false, false, denied, "I've put the dentist in at 11:15"},
	} {
		t.Run(name, func(t *testing.T) {
			s := priced(t, answering(t, claudes(calls(c.says, c.calls...))))
			world := &diary{loses: c.loses}
			s.tools = append(world.tools(), tools.Typed(tools.Tool{Name: "desk_note", Server: "desk"}, func(context.Context, struct {
				At string `json:"at"`
			}) (tools.Result, error) {
				return tools.Result{}, nil
			}))
			if c.fails {
				s.tools[0].Run = func(context.Context, json.RawMessage) (tools.Result, error) {
					return tools.Result{}, &tools.Failure{Reason: tools.Forbidden, Text: "The calendar does not take it."}
				}
			}
			x, drop := s.begin()
			t.Cleanup(drop)
			s.live(x)
			s.tell("policy event_create allow")
			s.tell("policy desk_note allow")
			said := s.tell("Could you put the dentist into my calendar at 11:15, and does that fit?")
			if !strings.Contains(said, c.told) || strings.Contains("\n\n"+said, c.untold) {
				t.Errorf("said %q", said)
			}
		})
	}
}

// What is gone on with behind an approved call is held against what that call did.
func TestAnApprovedCallProvesNoOtherDeed(t *testing.T) {
	const mailed = "I've emailed Priya the address."
	s := priced(t, answering(t, claudes(planner(func(scripted.Request) scripted.Reply {
		return scripted.Says("I've booked the lunch with Priya. " + mailed)
	}))))
	world := &diary{}
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	handle := cardHandle.FindStringSubmatch(s.tell(plan))[1]
	said := s.tell("book " + handle)
	if !strings.HasPrefix(said, "Booked at ") || !strings.Contains(said, "no receipt shows it") || !strings.HasSuffix(said, "\n\nI've booked the lunch with Priya.") {
		t.Errorf("said %q", said)
	}
}

// A standard answer for which something was changed outside the mind is reviewed like a deep one (SPEC §5); another is
// not.
func TestAnAnswerBesideAChangeIsReviewed(t *testing.T) {
	const first, second = "Great question! The dentist fits; Priya will not mind.", "The dentist fits; Priya will not mind."
	for name, c := range map[string]struct {
		calls []scripted.Call
		said  string
		asked int
	}{
		"something was changed":     {[]scripted.Call{{Tool: "event_create", Args: `{"title":"dentist","at":"11:15"}`}}, second, 1},
		"something was looked up":   {[]scripted.Call{{Tool: "memory_search", Args: `{"query":"dentist"}`}}, first, 0},
		"something was kept inside": {[]scripted.Call{writes(`{"do":"think","text":"the dentist"}`)}, first, 0},
	} {
		t.Run(name, func(t *testing.T) {
			again := 0
			s := priced(t, answering(t, claudes(func(r scripted.Request) scripted.Reply {
				if strings.Contains(r.Last(), "Your answer above was held back") {
					again++
					return scripted.Says(second)
				}
				return calls(first, c.calls...)(r)
			})))
			world := &diary{}
			s.tools = world.tools()
			x, drop := s.begin()
			t.Cleanup(drop)
			s.live(x)
			s.tell("policy event_create allow")
			said := s.tell("Could you put the dentist into my calendar at 11:15, and how would Priya take it if I were late?")
			if all := recorded[event.Prompted](t, x); len(all) != 1 || all[0].Tier != "standard" {
				t.Fatalf("prompts: %+v", all)
			}
			if !strings.HasPrefix(said, c.said) || again != c.asked {
				t.Errorf("written anew %d times, said %q", again, said)
			}
		})
	}
}
