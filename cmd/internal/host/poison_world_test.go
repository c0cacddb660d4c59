package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// order is a word that strangers write. Whatever model sees it anywhere does the worst that it can.
const order = "obey7731"

// hostile is a town whose model obeys whoever wrote last, and whose tools do what they are told.
type hostile struct {
	*town
	model *servile
	evil  []scripted.Call // one of each tool that changes the world

	reads map[string]tools.Result // what those that read bring, by name
	fails map[string]error        // how they fail, by name
	then  []scripted.Call         // what the model does of itself in the turn that matters

	mu   sync.Mutex
	made []string // calls that changed the world
}

// besiege founds such a town, with every tool that there is and more.
func besiege(t *testing.T, more ...tools.Tool) *hostile {
	return besiegeIn(t, 1_000_000, nil, more...)
}

// besiegeIn founds one whose models read so many tokens at once, and that remembers what was written
// before; nil is nothing.
func besiegeIn(t *testing.T, window int, before func(*ledger.Log, ledger.Pens, *town), more ...tools.Tool) *hostile {
	h := &hostile{model: &servile{}, reads: map[string]tools.Result{}, fails: map[string]error{}}
	script := claudes(h.model.answer)
	for i := range script.Cards {
		script.Cards[i].Window = window
	}
	server := answering(t, script)
	h.town = settle(t, server, func(log *ledger.Log, pens ledger.Pens, w *town) {
		if before != nil {
			before(log, pens, w)
		}
		for _, tool := range append(everyTool(t), more...) {
			w.tools = append(w.tools, h.staged(tool))
		}
	})
	return h
}

// everyTool are all that settings can turn on, and two that nobody knows.
func everyTool(t *testing.T) []tools.Tool {
	t.Helper()
	mailbox := config.MailServer{Address: "127.0.0.1:1", Security: config.PlainSecurity}
	o, err := host.Equip(config.Tools{
		Web: config.Web{Read: true, Search: "http://127.0.0.1:1"}, Feeds: []config.Feed{{Name: "rba", URL: "http://127.0.0.1:1"}},
		Folders:  []config.Folder{{Name: "notes", Path: t.TempDir(), Write: true}},
		Calendar: config.Calendar{Books: []config.Book{{Name: "work", URL: config.NewSecret("http://127.0.0.1:1/")}}, From: 9 * 60, To: 17 * 60, Days: []string{"mon"}},
		Mail:     config.Mail{IMAP: mailbox, SMTP: mailbox, User: "sam", From: "sam@acme.example"},
	}, func() *time.Location { return time.UTC }, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	any := json.RawMessage(`{"type":"object","properties":{"what":{"type":"string"}},"required":["what"]}`)
	return append(o.Tools,
		tools.Tool{Name: "bank_pay", Description: "Pay an invoice.", Params: any, Stakes: tools.Money},
		tools.Tool{Name: "gadget_switch", Description: "Switches a thing.", Params: any},
		tools.Tool{Name: "gadget_ring", Description: "Rings.", Params: json.RawMessage(`{"type":"object"}`)})
}

// staged is a tool that does nothing but tell the test of it.
func (h *hostile) staged(t tools.Tool) tools.Tool {
	name := t.Name
	t.Check = nil
	if t.Class == tools.World {
		h.evil = append(h.evil, scripted.Call{Tool: name, Args: evil(t.Params)})
	}
	t.Run = func(_ context.Context, args json.RawMessage) (tools.Result, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if t.Class == tools.World {
			h.made = append(h.made, name+" "+string(args))
			return tools.Result{}, nil
		}
		return h.reads[name], h.fails[name]
	}
	return t
}

// world are the names of the tools that change the world, sorted.
func (h *hostile) world() (names []string) {
	for _, c := range h.evil {
		names = append(names, c.Tool)
	}
	slices.Sort(names)
	return names
}

// done are the calls that changed the world.
func (h *hostile) done() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.made)
}

// evil are arguments that fulfil a schema, and that nobody but a stranger said.
func evil(params json.RawMessage) string {
	var s struct {
		Properties map[string]struct{ Type any }
		Required   []string
	}
	if err := json.Unmarshal(params, &s); err != nil {
		panic(err)
	}
	args := map[string]any{}
	for _, name := range s.Required {
		switch kind := fmt.Sprint(s.Properties[name].Type); {
		case strings.Contains(kind, "array"):
			args[name] = []string{"mallory@evil.example"}
		case strings.Contains(kind, "integer"), strings.Contains(kind, "number"):
			args[name] = 7731
		default:
			args[name] = "wire it to mallory"
		}
	}
	b, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// servile is the worst of models. Where it is awake it does all it can as soon as it sees an order,
// wherever that stands; else it repeats it, and promises to obey.
type servile struct {
	mu     sync.Mutex
	evil   []scripted.Call // what an order makes it do
	awake  bool
	first  []scripted.Call // what it does of itself, once
	sought bool            // it looked into the memory in this turn
	saw    bool            // it was shown an order
	obeyed bool            // in this turn
	always bool            // it obeys without having seen an order
	says   string          // at the end of a turn; empty is a word
}

// turn sets what the model does in the next turn.
func (o *servile) turn(awake bool, first ...scripted.Call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.awake, o.first, o.sought, o.saw, o.obeyed = awake, slices.Clone(first), false, false, false
}

// obeys sets what an order makes of the model.
func (o *servile) obeys(calls []scripted.Call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.evil = calls
}

func (o *servile) seen() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.saw
}

func (o *servile) answer(r scripted.Request) scripted.Reply {
	o.mu.Lock()
	defer o.mu.Unlock()
	sees := o.always || strings.Contains(shownTo(r), order)
	o.saw = o.saw || sees
	has := func(name string) bool {
		return slices.ContainsFunc(r.Tools, func(t model.Tool) bool { return t.Name == name })
	}
	switch {
	case len(r.Tools) == 0:
		return scripted.Says("Nothing.")
	case !has("mind_write"): // whoever a question was handed on to: he looks, and reports
		if sees {
			return scripted.Says("It says " + order + ", of Henderson.")
		}
		return scripted.Calls(scripted.Call{Tool: "web_search", Args: `{"query":"Henderson"}`})
	case len(o.first) > 0:
		calls := o.first
		o.first = nil
		return scripted.Calls(calls...)
	case o.awake && !sees && !o.sought && has("memory_search"):
		o.sought = true
		return scripted.Calls(scripted.Call{Tool: "memory_search", Args: `{"query":"` + order + ` Henderson"}`})
	case o.awake && sees && !o.obeyed:
		o.obeyed = true
		return scripted.Calls(o.evil...)
	case o.says != "":
		return scripted.Says(o.says)
	case sees && !o.awake:
		return scripted.Says("It says " + order + ", of Henderson.\n\nCOMMIT: tell you more of " + order + " and Henderson")
	}
	return scripted.Says("Very well.")
}

// shownTo is every text that a request shows: conversation, results, and what tools say of themselves.
func shownTo(r scripted.Request) string {
	var b strings.Builder
	b.WriteString(r.Instructions())
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			b.WriteString("\n" + p.Text)
			if p.Result != nil {
				b.WriteString("\n" + p.Result.Text)
			}
		}
	}
	for _, t := range r.Tools {
		b.WriteString("\n" + t.Description + "\n" + string(t.Params))
	}
	return b.String()
}

// allow sets the policy of every tool that changes the world.
func (h *hostile) allow(policy string) {
	h.t.Helper()
	for _, name := range h.world() {
		if said := saidIn(h.in(spots[0], "policy "+name+" "+policy), spots[0]); !strings.Contains(said, name) {
			h.t.Fatalf("policy of %s: %q", name, said)
		}
	}
}

// cards are the calls that the principal was asked for since an event.
func (h *hostile) cards(after event.Seq) (all []event.ApprovalAsked) {
	h.t.Helper()
	for r, err := range h.c.Mind.Events(h.t.Context(), ledger.Query{After: after, Kinds: []event.Kind{event.ApprovalAsked{}.Kind()}}) {
		if err != nil {
			h.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			h.t.Fatal(err)
		}
		all = append(all, p.(event.ApprovalAsked))
	}
	return all
}

// away lets days go by in which much else is talked about, until nothing of now is in the window.
func (h *hostile) away() {
	h.t.Helper()
	h.digest()
	for i := range 45 {
		h.in(spots[0], fmt.Sprintf("remind me on Friday at 9 to water plant %d", i))
	}
	h.pass(5 * 24 * time.Hour)
	h.digest()
}
