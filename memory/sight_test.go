package memory_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
)

// someSight is a sight of any kind; rooms are few and alike, so that they meet.
func someSight() *rapid.Generator[memory.Sight] {
	return rapid.Custom(func(t *rapid.T) memory.Sight {
		if rapid.IntRange(0, 9).Draw(t, "nowhere") == 0 {
			return memory.Sight{Audience: rapid.SampledFrom([]event.Audience{"", event.Work, event.Shared, "friends"}).Draw(t, "audience")}
		}
		s := memory.Sight{
			Audience: rapid.SampledFrom([]event.Audience{"", event.Private, event.Work, event.Shared, event.Shared, "friends"}).Draw(t, "audience"),
			Place: event.Place{
				Platform: rapid.SampledFrom([]string{"slack", "telegram"}).Draw(t, "platform"),
				Account:  rapid.SampledFrom([]string{"", "T1", `T"1`, "T1/C1"}).Draw(t, "account"),
				Room:     rapid.SampledFrom([]string{"", "C1", "C1/2", "C12", `C1"`, `"`}).Draw(t, "room"),
				Thread:   rapid.SampledFrom([]string{"", "7"}).Draw(t, "thread"),
			},
		}
		if s.Audience == event.Shared && s.Place.Room == "C12" { // each goes on from C1
			s.Was = s.Place
			s.Was.Room, s.Was.Thread = "C1", ""
		}
		return s
	})
}

// Words from a room and from where it goes on belong where it goes on, and are searched there.
func TestARoomThatGoesOn(t *testing.T) {
	was := memory.Sight{Place: event.Place{Platform: "telegram", Room: "-1"}, Audience: event.Shared}
	is := memory.Sight{Place: event.Place{Platform: "telegram", Room: "-1001"}, Audience: event.Shared, Was: was.Place}
	for _, both := range []memory.Sight{was.With(is), is.With(was)} {
		if both != is {
			t.Errorf("from both is %+v", both)
		}
	}
	want := []string{memory.Readers(event.Shared, is.Place), memory.Readers(event.Shared, was.Place)}
	if got := is.Audiences(); !slices.Equal(got, want) {
		t.Errorf("searched is %q", got)
	}
}

// What a place shows, word for word as it is laid down.
func TestShows(t *testing.T) {
	at := func(room, thread string) event.Place {
		return event.Place{Platform: "slack", Account: "T1", Room: room, Thread: thread}
	}
	private, work := memory.Sight{Place: at("D1", ""), Audience: event.Private}, memory.Sight{Place: at("D2", ""), Audience: event.Work}
	room := memory.Sight{Place: at("C1", ""), Audience: event.Shared}
	next := memory.Sight{Place: at("C3", ""), Audience: event.Shared, Was: at("C1", "")} // where that room goes on
	for _, c := range []struct {
		reader memory.Sight
		said   memory.Sight
		want   bool
	}{
		{private, private, true}, {private, work, true}, {private, room, true}, {private, memory.Sight{Audience: event.Shared}, true},
		{memory.Sight{}, work, true},
		{work, private, false}, {work, work, true}, {work, room, true}, {work, memory.Sight{}, false}, {work, memory.Sight{Audience: "friends"}, false},
		{work, memory.Sight{Audience: event.Shared}, false}, // nobody noted where: of an old ledger
		{room, private, false}, {room, work, false}, {room, room, true}, {room, memory.Sight{}, false},
		{room, memory.Sight{Place: at("C1", "9"), Audience: event.Shared}, true},
		{room, memory.Sight{Place: at("C2", ""), Audience: event.Shared}, false},
		{room, memory.Sight{Place: at("C1", ""), Audience: event.Work}, false},
		{next, next, true}, {next, room, true}, {room, next, false}, {next, work, false},
		{next, memory.Sight{Place: at("C2", ""), Audience: event.Shared}, false},
		{memory.Sight{Audience: event.Shared}, memory.Sight{Audience: event.Shared}, false},
		{memory.Sight{Place: at("C1", ""), Audience: "friends"}, private, false},
	} {
		if got := c.reader.Shows(c.said.Audience, c.said.Place); got != c.want {
			t.Errorf("%+v shows %+v: %v, want %v", c.reader, c.said, got, c.want)
		}
	}
}

// The search brings what may be shown, and nothing else: the names that the store goes by say
// the same as Shows.
func TestSearchesWhatIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reader, said := someSight().Draw(t, "reader"), someSight().Draw(t, "said")
		found := store.Within(memory.Readers(said.Audience, said.Place), reader.Audiences())
		if shown := reader.Shows(said.Audience, said.Place); shown != found {
			t.Fatalf("%+v shows %+v: %v, and finds it: %v", reader, said, shown, found)
		}
	})
}

// What rests on two is as strict as both: whoever may see it may see either.
func TestWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, reader := someSight().Draw(t, "a"), someSight().Draw(t, "b"), someSight().Draw(t, "reader")
		both := a.With(b)
		if reader.Shows(both.Audience, both.Place) && !reader.ShowsAll([]memory.Sight{a, b}) {
			t.Fatalf("%+v shows %+v, made of %+v and %+v", reader, both, a, b)
		}
		if other := b.With(a); reader.Shows(both.Audience, both.Place) != reader.Shows(other.Audience, other.Place) {
			t.Fatalf("%+v and %+v", both, other)
		}
	})
}

// Where the principal is spoken to alone: never where others read, never on an account that
// is locked or was unlinked; near what was asked, else where he last was.
func TestDirect(t *testing.T) {
	w := newMind(t)
	sam := func(platform, account, id string) event.Person {
		return event.Person{Platform: platform, Account: account, ID: id}
	}
	at := func(platform, account, room string) event.Place {
		return event.Place{Platform: platform, Account: account, Room: room}
	}
	link := func(p event.Person, place event.Place, a event.Audience) event.Seq {
		return w.write(w.pens.For(event.Accounts).Write(event.AccountLinked{Person: p, Place: place, Audience: a, How: "code"}))
	}
	say := func(p event.Person, place event.Place, a event.Audience) event.Seq {
		e := w.pens.For(event.Bot).Write(event.Heard{Person: p, Place: place, Audience: a, Text: "x"})
		e.Trust = event.ByPrincipal
		return w.write(e)
	}
	ask := func(message event.Seq, a event.Asked) {
		e := w.pens.For(event.Brain).Write(a).Because(message).Resting(message)
		e.Trust = event.ByPrincipal
		w.write(e)
	}
	direct := func(near event.Place) (rooms []string) {
		w.mind.Read(func(v memory.View) {
			for _, s := range v.Direct(near) {
				rooms = append(rooms, fmt.Sprintf("%s %s", s.Place.Room, s.Audience))
			}
		})
		return rooms
	}
	expect := func(when string, near event.Place, want ...string) {
		t.Helper()
		if got := direct(near); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	channel, elsewhere := at("slack", "T1", "C1"), event.Place{}
	expect("at first", elsewhere)
	console := say(sam("console", "", "owner"), at("console", "", "main"), event.Private)
	slack := link(sam("slack", "T1", "U1"), at("slack", "T1", "D1"), event.Work)
	expect("linked, never heard", elsewhere, "main private", "D1 work")
	expect("asked in its channel", channel, "D1 work", "main private")
	telegram := link(sam("telegram", "b", "77"), event.Place{}, event.Private)
	expect("linked, and nobody knows where", elsewhere, "main private", "D1 work")
	say(sam("telegram", "b", "77"), at("telegram", "b", "77"), event.Private)
	say(sam("slack", "T1", "U1"), channel, event.Shared)
	expect("spoke in private, then in a channel", elsewhere, "77 private", "D1 work", "main private")
	ask(console, event.Asked{What: event.AskAudience, Ref: telegram, Text: string(event.Work)})
	expect("others can read it now", elsewhere, "77 work", "D1 work", "main private")
	w.mind.Read(func(v memory.View) {
		if s, ok := v.DirectFor(channel, memory.Sight{Audience: event.Private}); !ok || s.Place.Room != "main" {
			t.Errorf("private words go to %+v", s)
		}
	})
	ask(console, event.Asked{What: event.AskLock, Ref: telegram})
	expect("locked", elsewhere, "main private", "D1 work")
	ask(console, event.Asked{What: event.AskUnlink, Ref: slack})
	expect("unlinked", channel, "main private")
	w.mind.Read(func(v memory.View) {
		for room, want := range map[event.Place]bool{channel: false, at("slack", "T2", "C1"): true, at("telegram", "b", "-100"): false} {
			if got := v.Reaches(memory.Sight{Place: room, Audience: event.Shared}); got != want {
				t.Errorf("%v reaches him: %v", room, got)
			}
		}
		if v.Reaches(memory.Sight{Place: at("telegram", "b", "77"), Audience: event.Private}) {
			t.Error("a locked account reaches him")
		}
	})
	ask(console, event.Asked{What: event.AskUnlock, Ref: telegram})
	expect("unlocked", elsewhere, "main private", "77 work")
}

// Who could read the words behind something: those of all that it was made of.
func TestRoots(t *testing.T) {
	w := newMind(t)
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	hear := func(place event.Place, a event.Audience) event.Seq {
		e := w.pens.For(event.Bot).Write(event.Heard{Place: place, Audience: a, Text: "x"})
		e.Trust = event.ByPrincipal
		return w.write(e)
	}
	private, shared := hear(event.Place{Platform: "console"}, event.Private), hear(channel, event.Shared)
	edit := w.pens.For(event.Bot).Write(event.Edited{Message: private, Text: "y"}).Because(private).Resting(private)
	edit.Trust = event.ByPrincipal
	edited := w.write(edit)
	learn := func(from ...event.Seq) event.Seq {
		return w.write(w.pens.For(event.Learning).Write(event.Learned{
			Sort: "fact", Text: "x", Provenance: event.Stated, Audience: event.Shared, Place: channel,
		}).Resting(from...))
	}
	gone := hear(channel, event.Shared)
	lost := learn(shared, gone)
	plan, err := w.mind.Reach(t.Context(), gone)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	began := w.write(w.pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{private}}).Because(private))
	room := memory.Sight{Place: channel, Audience: event.Shared}
	for what, c := range map[string]struct {
		seq  event.Seq
		want bool
	}{
		"said there": {shared, true}, "said in private": {private, false}, "an edit of that": {edited, false}, "made of what was said there": {learn(shared), true},
		"made of both, whatever it says of itself": {learn(shared, private), false}, "made of an edit": {learn(edited), false},
		"the machinery": {began, false}, "what does not exist": {9999, false}, "made of what is forgotten": {lost, false}, "forgotten": {gone, false},
	} {
		shown, err := w.mind.Shown(t.Context(), room, c.seq)
		if err != nil || shown != c.want {
			t.Errorf("%s: shown is %v, %v", what, shown, err)
		}
	}
}

// mind is one to write to.
type mind struct {
	t    *testing.T
	mind *memory.Mind
	pens ledger.Pens
}

func newMind(t *testing.T) *mind {
	t.Helper()
	m, pens := open(t, &inmem.Store{}, -1)
	return &mind{t, m, pens}
}

func (w *mind) write(e ledger.Entry) event.Seq {
	w.t.Helper()
	rs, err := w.mind.Record(w.t.Context(), e)
	if err != nil {
		w.t.Fatal(err)
	}
	return rs[0].Seq
}
