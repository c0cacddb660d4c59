package places_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/places"
)

// The principal is reached where he spoke last, and not on an account that was locked or
// unlinked: then the one before counts again.
func TestReached(t *testing.T) {
	f := places.New()
	seq := event.Seq(0)
	apply := func(p event.Payload) event.Seq {
		seq++
		f.Apply(ledger.Record{Seq: seq, Kind: p.Kind(), Trust: event.ByPrincipal}, p)
		saved, err := f.Save()
		if err != nil {
			t.Fatal(err)
		}
		if f = places.New(); f.Load(saved) != nil {
			t.Fatal("what was saved cannot be loaded")
		}
		return seq
	}
	is := func(platform string, audience event.Audience) {
		t.Helper()
		if f.Last.Platform != platform || f.Audience != audience || f.Last.Thread != "" {
			t.Errorf("reached at %+v (%s), want %s (%s)", f.Last, f.Audience, platform, audience)
		}
	}
	sam := func(platform string) event.Person { return event.Person{Platform: platform, ID: "sam"} }
	says := func(platform string, audience event.Audience) {
		named := sam(platform)
		named.Name = "Sam"
		apply(event.Heard{Place: event.Place{Platform: platform, Room: "1", Thread: "t"}, Person: named, Audience: audience})
	}
	is("", "")
	slack := apply(event.AccountLinked{Person: sam("slack"), Place: event.Place{Platform: "slack", Room: "1"}, Audience: event.Work})
	is("slack", event.Work)
	telegram := apply(event.AccountLinked{Person: sam("telegram"), Place: event.Place{Platform: "telegram", Room: "1"}, Audience: event.Private})
	is("slack", event.Work)
	says("telegram", event.Private)
	is("telegram", event.Private)
	says("slack", event.Shared) // a channel
	is("telegram", event.Private)
	apply(event.AudienceSet{Link: telegram, Audience: event.Work})
	is("telegram", event.Work)
	apply(event.AccountLocked{Link: telegram})
	is("slack", event.Work)
	apply(event.AccountUnlocked{Link: telegram})
	is("slack", event.Work)
	says("telegram", event.Private)
	is("telegram", event.Private)
	apply(event.AccountUnlinked{Link: telegram})
	is("slack", event.Work)
	apply(event.AccountUnlinked{Link: slack})
	is("", "")
	says("console", event.Private)
	apply(event.AccountUnlinked{Link: 99})
	is("console", event.Private)
	if d := cmp.Diff([]places.Spot{{Place: event.Place{Platform: "console", Room: "1"}, Audience: event.Private, Person: sam("console")}}, f.Direct); d != "" {
		t.Error(d)
	}
}
