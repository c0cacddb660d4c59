package host_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/tools"
)

// A call died with its process, and the server that could tell what came of it is silent: the next
// process talks all the same while it asks, and makes nothing twice.
func TestALostCallKeepsNobodyWaiting(t *testing.T) {
	var once sync.Once
	server := answering(t, claudes(func(scripted.Request) (r scripted.Reply) {
		r = scripted.Says("I have looked.")
		once.Do(func() {
			r = scripted.Calls(scripted.Call{Tool: "event_create", Args: `{"title":"dentist","at":"11:15"}`})
		})
		return r
	}))
	made, looked, answered, release := make(chan struct{}, 9), make(chan struct{}), make(chan struct{}), make(chan struct{})
	tool := tools.Typed(tools.Tool{
		Name: "event_create", Description: "Put an appointment into the calendar.",
		Check: func(context.Context, json.RawMessage, tools.Result) (tools.Finding, error) {
			close(looked)
			<-answered
			return tools.Finding{Text: "It is not there."}, nil
		},
	}, func(context.Context, entry) (tools.Result, error) {
		made <- struct{}{}
		<-release
		return tools.Result{}, nil
	})
	s := priced(t, server)
	s.tools = []tools.Tool{tool}
	c, drop := s.begin()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- c.Run(ctx) }()
	s.tell("policy event_create allow")
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	if _, err := far.Say("Could you put the dentist into my calendar at 11:15, and does that fit?"); err != nil {
		t.Fatal(err)
	}
	if err := far.Await(t.Context(), func() (bool, error) { return len(made) > 0, nil }); err != nil {
		t.Fatal(err)
	}
	drop() // the ledger is closed under the call
	cancel()
	close(release)
	<-over

	c, drop = s.begin()
	t.Cleanup(drop)
	under := 0
	c.Mind.Read(func(v memory.View) { under = len(v.Hands.Under) })
	if under != 1 {
		t.Fatalf("%d calls are open", under)
	}
	s.live(c)
	<-looked
	if said := s.tell("help"); !strings.Contains(said, "help all") {
		t.Errorf("said %q", said)
	}
	close(answered)
	if len(made) != 1 {
		t.Errorf("made %d times", len(made))
	}
}
