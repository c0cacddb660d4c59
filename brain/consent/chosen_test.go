package consent_test

import (
	"encoding/json"
	"strings"
	"testing"

	"citadel/brain/consent"
	"citadel/memory/event"
	"citadel/tools"
)

// meeting is a tool with every kind of choice.
var meeting = tools.Tool{Name: "desk_meet", Run: run, Params: json.RawMessage(`{
	"type": "object",
	"properties": {
		"title": {"type": "string"},
		"send_invites": {"type": "boolean"},
		"quiet": {"type": "boolean", "default": true},
		"sendUpdates": {"type": "string", "enum": ["all", "none"], "default": "none"},
		"visibility": {"$ref": "#/$defs/sight"},
		"level": {"type": "integer", "enum": [1, 2, 3]},
		"options": {"type": "object"},
		"end": {"type": ["string", "null"]}
	},
	"$defs": {"sight": {"enum": ["private", "public"]}}
}`)}

// What strangers could have switched is asked for where their words are in view, although every
// text among the arguments is the principal's; without them his policy holds.
func TestSwitchesAreNobodysWords(t *testing.T) {
	said := []string{
		"Book lunch with Priya, all of us go, there are 2 tables, and it is a public place.",
		"Set the visibility to private, and level 3 will do. Send updates to \"none\", please.",
	}
	for args, runs := range map[string]bool{
		`{"title":"lunch with Priya"}`:                               true,
		`{"title":"lunch with Priya","send_invites":true}`:           false,
		`{"title":"lunch with Priya","send_invites":false}`:          false,
		`{"title":"lunch with Priya","quiet":true}`:                  true, // as it is anyway
		`{"title":"lunch with Priya","quiet":false}`:                 false,
		`{"title":"lunch with Priya","sendUpdates":"none"}`:          true,
		`{"title":"lunch with Priya","sendUpdates":"all"}`:           false, // he said it, and not of this
		`{"title":"lunch with Priya","sendUpdates":"ALL"}`:           false,
		`{"title":"lunch with Priya","visibility":"public"}`:         false,
		`{"title":"lunch with Priya","visibility":["public"]}`:       false,
		`{"title":"lunch with Priya","visibility":"private"}`:        true,
		`{"title":"lunch with Priya","level":2}`:                     false,
		`{"title":"lunch with Priya","level":3}`:                     true,
		`{"title":"lunch with Priya","end":null}`:                    false,
		`{"title":"lunch with Priya","options":{"lunch":true}}`:      false,
		`{"title":"lunch with Priya","options":{"lunch":"all"}}`:     true, // both in one text of his
		`{"title":"lunch with Priya","options":{"private":"all"}}`:   false,
		`{"title":"lunch with Priya","options":{"lunch":[[false]]}}`: false,
	} {
		c := consent.Call{Tool: meeting, Args: json.RawMessage(args), Policy: event.PolicyAllow, Requests: []consent.Request{{Texts: said}}, Strangers: page}
		v := consent.Decide(c)
		if got := v.Do == consent.Run; got != runs {
			t.Errorf("%s: %v, want to run %t", args, v, runs)
		}
		if !runs && len(v.Sources) == 0 {
			t.Errorf("%s: the card does not name the strangers", args)
		}
		c.Strangers = nil
		if v := consent.Decide(c); v.Do != consent.Run {
			t.Errorf("%s, with nobody else in view: %v", args, v)
		}
	}
}

// To leave empty what has to be filled empties something: a file that he only named is not to be
// wiped by a page.
func TestEmptyingIsNobodysWord(t *testing.T) {
	write := tools.Tool{Name: "files_write", Run: run, Params: json.RawMessage(`{"type":"object",
		"properties":{"path":{"type":"string"},"text":{"type":"string"},"rows":{"type":"array"},"note":{"type":"string"}},
		"required":["path","text"]}`)}
	for args, runs := range map[string]bool{
		`{"path":"notes/plan.txt","text":"milk"}`:           true,
		`{"path":"notes/plan.txt","text":""}`:               false,
		`{"path":"notes/plan.txt","text":" \n"}`:            false,
		`{"path":"notes/plan.txt","text":[]}`:               false,
		`{"path":"notes/plan.txt","text":{}}`:               false,
		`{"path":"notes/plan.txt","text":"milk","note":""}`: true, // as if it were left out
		`{"path":"notes/plan.txt","text":"milk","rows":[]}`: true,
	} {
		v := consent.Decide(consent.Call{
			Tool: write, Args: json.RawMessage(args), Policy: event.PolicyAllow,
			Requests: asking("Put milk into notes/plan.txt."), Strangers: page,
		})
		if got := v.Do == consent.Run; got != runs {
			t.Errorf("%s: %v, want to run %t", args, v, runs)
		}
	}
}

// No schema and no arguments break it, and with strangers in view nothing is switched on that is
// not so by default, wherever in the arguments that stands.
func FuzzSwitches(f *testing.F) {
	f.Add(string(meeting.Params), `{"title":"lunch"}`)
	f.Add(`{"properties":{"a":{"default":[true]}}}`, `{"a":[true]}`)
	f.Add(`{"properties":[],"enum":3,"const":{}}`, `{"a":{"b":[[{"c":null}]]}}`)
	f.Add(``, `{"a":"b"`)
	f.Add(`{`, `{}`)
	f.Fuzz(func(t *testing.T, params, args string) {
		decide := func(args string) consent.Verdict {
			return consent.Decide(consent.Call{
				Tool: tools.Tool{Name: "x", Run: run, Params: json.RawMessage(params)}, Args: json.RawMessage(args),
				Policy: event.PolicyAllow, Requests: []consent.Request{{Texts: []string{"Book lunch, please.", args}}}, Strangers: page,
			})
		}
		decide(args)
		for _, switched := range []string{`true`, `false`, `null`, `[true]`, `{"lunch":[false]}`} {
			if v := decide(`{"lunch":"lunch","no default":` + switched + `}`); v.Do == consent.Run && !strings.Contains(params, "default") && !strings.Contains(params, `\`) {
				t.Errorf("%s runs", switched)
			}
		}
	})
}
