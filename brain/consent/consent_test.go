package consent_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/consent"
	"citadel/memory/event"
	"citadel/tools"
)

var run = func(context.Context, json.RawMessage) (tools.Result, error) { return tools.Result{}, nil }

var (
	book   = tools.Tool{Name: "event_create", Run: run}
	send   = tools.Tool{Name: "mail_send", Run: run, Stakes: tools.Recipient, Reaches: func(json.RawMessage) []string { return []string{"priya@acme.example"} }}
	alone  = tools.Tool{Name: "event_move", Run: run, Stakes: tools.Recipient, Reaches: func(json.RawMessage) []string { return nil }}
	pay    = tools.Tool{Name: "pay", Run: run, Stakes: tools.Money}
	remove = tools.Tool{Name: "remove", Run: run, Stakes: tools.Deletes}
	note   = tools.Tool{Name: "note", Run: run, Class: tools.Mind}
	look   = tools.Tool{Name: "look", Run: run, Class: tools.Reads}
	page   = []event.ToolSource{{What: "the page evil.example"}}
)

func TestFates(t *testing.T) {
	for _, c := range []struct {
		name string
		call consent.Call
		do   consent.Do
		why  string // of the first reason
	}{
		{"a world call is asked for", consent.Call{Tool: book}, consent.Ask, ""},
		{"a policy may allow it", consent.Call{Tool: book, Policy: event.PolicyAllow}, consent.Run, ""},
		{"a policy may deny it", consent.Call{Tool: book, Policy: event.PolicyDeny}, consent.Deny, "is denied"},
		{"a denial since is stronger than a yes", consent.Call{Tool: book, Policy: event.PolicyDeny, Approved: true}, consent.Deny, "denied since"},
		{"his yes runs it", consent.Call{Tool: pay, Approved: true, Strangers: page, Again: 3}, consent.Run, ""},
		{"looking needs nothing", consent.Call{Tool: look, Strangers: page}, consent.Run, ""},
		{"the mind's own is written, with the mark", consent.Call{Tool: note, Strangers: page}, consent.Run, ""},
		{"unless he wants to be asked", consent.Call{Tool: note, Policy: event.PolicyAsk}, consent.Ask, ""},
		{"looking too", consent.Call{Tool: look, Policy: event.PolicyAsk}, consent.Ask, ""},
		{"looking can be denied", consent.Call{Tool: look, Policy: event.PolicyDeny}, consent.Deny, "is denied"},
		{"money is always asked for", consent.Call{Tool: pay, Policy: event.PolicyAllow}, consent.Ask, "moves money"},
		{"what is gone for good too", consent.Call{Tool: remove, Policy: event.PolicyAllow}, consent.Ask, "can't be undone"},
		{"a new address too", consent.Call{Tool: send, Policy: event.PolicyAllow}, consent.Ask, "You haven't written to priya@acme.example"},
		{"not one he wrote to", consent.Call{Tool: send, Policy: event.PolicyAllow, Known: []string{" Priya@Acme.example"}}, consent.Run, ""},
		{"one that could reach somebody and reaches nobody", consent.Call{Tool: alone, Policy: event.PolicyAllow}, consent.Run, ""},
		{"the same once more", consent.Call{Tool: book, Policy: event.PolicyAllow, Again: 7}, consent.Ask, "`m7`"},
		{"what a stranger may have wanted", consent.Call{Tool: book, Policy: event.PolicyAllow, Strangers: page, Args: json.RawMessage(`{"title":"lunch"}`)}, consent.Ask, "the page evil.example"},
		{"not what he said himself", consent.Call{
			Tool: book, Policy: event.PolicyAllow, Strangers: page, Args: json.RawMessage(`{"title":"lunch"}`), Requests: asking("Put lunch, please."),
		}, consent.Run, ""},
		{"a job prepares it", consent.Call{Tool: book, Policy: event.PolicyAllow, Unasked: true}, consent.Hold, ""},
		{"a job may look", consent.Call{Tool: look, Unasked: true}, consent.Run, ""},
	} {
		if len(c.call.Args) == 0 {
			c.call.Args = json.RawMessage(`{}`)
		}
		v := consent.Decide(c.call)
		if v.Do != c.do {
			t.Errorf("%s: %d, want %d (%v)", c.name, v.Do, c.do, v.Why)
		}
		if c.why != "" && (len(v.Why) == 0 || !strings.Contains(v.Why[0], c.why)) {
			t.Errorf("%s: reasons %q, want %q", c.name, v.Why, c.why)
		}
		if c.why == "" && len(v.Why) > 0 {
			t.Errorf("%s: reasons %q, want none", c.name, v.Why)
		}
	}
}

func TestACardNamesTheStrangers(t *testing.T) {
	many := append([]event.ToolSource{{What: "the page a"}, {What: "the page a"}}, event.ToolSource{What: "a mail from b"}, event.ToolSource{What: "the file c"}, event.ToolSource{What: "d"})
	for n, want := range map[int]string{
		2: "It may come from the page a, not from you.",
		3: "It may come from the page a or a mail from b, not from you.",
		5: "It may come from the page a, a mail from b, the file c or 1 more, not from you.",
	} {
		v := consent.Decide(consent.Call{Tool: book, Args: json.RawMessage(`{"x":"y"}`), Strangers: many[:n]})
		if len(v.Why) != 1 || v.Why[0] != want {
			t.Errorf("of %d: %q, want %q", n, v.Why, want)
		}
		if len(v.Sources) != n {
			t.Errorf("of %d: %d sources", n, len(v.Sources))
		}
	}
}

// No policy, no stranger and no order of things runs a world call that strangers may have wanted,
// without the principal's yes; and none of those that are asked for whatever he set.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := consent.Call{
			Tool:     rapid.SampledFrom([]tools.Tool{book, send, alone, pay, remove, note, look}).Draw(t, "tool"),
			Args:     json.RawMessage(rapid.SampledFrom([]string{`{}`, `{"title":"lunch"}`, `{"title":"drop all"}`, `{"n":5}`}).Draw(t, "args")),
			Policy:   rapid.SampledFrom([]string{"", event.PolicyAsk, event.PolicyAllow, event.PolicyDeny}).Draw(t, "policy"),
			Approved: rapid.Bool().Draw(t, "approved"),
			Unasked:  rapid.Bool().Draw(t, "unasked"),
			Requests: asking(rapid.SliceOf(rapid.SampledFrom([]string{
				"Book lunch.", "Put 5, please.", "Could you drop all?", "Should I drop all?", "Don't book lunch.", "lunch",
			})).Draw(t, "requests")...),
			Strangers: rapid.SampledFrom([][]event.ToolSource{nil, page}).Draw(t, "strangers"),
			Known:     rapid.SampledFrom([][]string{nil, {"priya@acme.example"}}).Draw(t, "known"),
			Again:     event.Seq(rapid.IntRange(0, 1).Draw(t, "again")),
		}
		v := consent.Decide(c)
		world := c.Tool.Class == tools.World
		switch {
		case v.Do != consent.Run:
		case c.Policy == event.PolicyDeny:
			t.Fatal("denied, and it runs")
		case c.Approved || !world:
		case c.Policy != event.PolicyAllow:
			t.Fatal("nobody allowed it, and it runs")
		case c.Unasked:
			t.Fatal("nobody asked for it, and it runs")
		case len(c.Strangers) > 0 && !wanted(c):
			t.Fatal("a stranger's words run it")
		case c.Tool.Stakes.Has(tools.Money) || c.Tool.Stakes.Has(tools.Deletes) || c.Again != 0:
			t.Fatal("what is always asked for runs")
		case c.Tool.Stakes.Has(tools.Recipient) && len(c.Tool.Reaches(c.Args)) > 0 && len(c.Known) == 0:
			t.Fatal("it reaches a new address")
		}
		if v.Do == consent.Ask && world && len(c.Strangers) > 0 && !wanted(c) && len(v.Sources) == 0 {
			t.Fatal("the card does not name the strangers")
		}
	})
}

// wanted says whether one request of the principal's asks for a call of these tests.
func wanted(c consent.Call) bool {
	return slices.ContainsFunc(c.Requests, func(r consent.Request) bool {
		text := r.Texts[0]
		return consent.Own(c.Args, r.Texts) && text != "lunch" && !strings.HasPrefix(text, "Should") && !strings.HasPrefix(text, "Don't")
	})
}

// asking are requests of one message each.
func asking(texts ...string) (all []consent.Request) {
	for _, text := range texts {
		all = append(all, consent.Request{Texts: []string{text}})
	}
	return all
}
