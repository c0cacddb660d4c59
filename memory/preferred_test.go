package memory_test

import (
	"context"
	"testing"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger/inmem"
)

// What nobody asked for goes to the platform that is preferred, if the principal is reached
// there, else where he was heard last. Which that is depends on no earlier start.
func TestPreferred(t *testing.T) {
	store := &inmem.Store{}
	at := func(platform string) event.Place {
		return event.Place{Platform: platform, Account: "A", Room: "D"}
	}
	for i, step := range []struct {
		preferred, heard, want string
		audience               event.Audience
	}{
		{"telegram", "", "", ""},
		{"telegram", "console", "console", event.Private},
		{"telegram", "telegram", "telegram", event.Private},
		{"telegram", "slack", "telegram", event.Private},
		{"", "", "slack", event.Work},
		{"mattermost", "", "slack", event.Work},
		{"slack", "telegram", "slack", event.Work},
	} {
		m, pens, err := memory.Open(t.Context(), memory.Options{
			Store: store, Principal: "me", Now: func() time.Time { return time.Unix(1_795_000_000, 0) }, Preferred: step.preferred, CheckpointEvery: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		if step.heard != "" {
			audience := event.Private
			if step.heard == "slack" {
				audience = event.Work
			}
			p := at(step.heard)
			p.Thread = "t"
			e := pens.For(event.Bot).Write(event.Heard{Place: p, Person: event.Person{Platform: step.heard, Account: "A", ID: "1"}, Text: "hello", Audience: audience})
			e.Trust = event.ByPrincipal
			if _, err := m.Record(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		var home memory.Sight
		m.Read(func(v memory.View) { home = v.Home() })
		want := event.Place{}
		if step.want != "" {
			want = at(step.want)
		}
		if home.Place != want || home.Audience != step.audience {
			t.Errorf("step %d: %+v, want %+v, %q", i, home, want, step.audience)
		}
		if err := m.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}
