package accounts_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

var start = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// some draws an event that the fold heeds.
func some(t *rapid.T) (event.Trust, event.Payload) {
	n := func(name string) int { return rapid.IntRange(1, 3).Draw(t, name) }
	who := event.Person{Platform: "slack", ID: fmt.Sprintf("U%d", n("who"))}
	direct := event.Place{Platform: "slack", Room: "D" + who.ID}
	channel := event.Place{Platform: "slack", Room: fmt.Sprintf("C%d", n("channel"))}
	link := event.Seq(rapid.IntRange(1, 40).Draw(t, "link"))
	hash := fmt.Sprintf("h%d", n("hash"))
	return rapid.SampledFrom([]event.Trust{event.ByPrincipal, event.ByThirdParty}).Draw(t, "trust"), rapid.SampledFrom([]event.Payload{
		event.AccountLinked{Person: who, Place: direct, Audience: event.Work, How: "code"},
		event.AccountLinked{Person: who, Audience: event.Private, How: "config"},
		event.AccountUnlinked{Link: link}, event.AccountLocked{Link: link}, event.AccountUnlocked{Link: link, Since: start.Add(time.Duration(link) * time.Minute)},
		event.AudienceSet{Link: link, Audience: event.Private},
		event.ChannelOpened{Place: channel, Title: "#acme"}, event.ChannelClosed{Place: channel},
		event.PlaceMoved{From: channel, To: event.Place{Platform: "slack", Room: fmt.Sprintf("C%d", n("to"))}},
		event.Skipped{Sender: hash}, event.PairingFailed{Sender: hash}, event.PairingReopened{},
		event.Heard{Person: who, Place: direct, Audience: event.Work},
		event.Heard{Person: who, Place: channel, Audience: event.Shared, Title: "#acme"},
		event.Passed{Sender: hash, Told: true},
	}).Draw(t, "payload")
}

// Whatever happens: the state survives a checkpoint at any moment; each account is linked
// once; nobody is named whose account is not; what is shut is reached by nobody who may speak.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, kept := accounts.New(), accounts.New()
		for i := range rapid.IntRange(0, 40).Draw(t, "events") {
			trust, p := some(t)
			r := ledger.Record{Seq: event.Seq(i + 1), At: start.Add(time.Duration(i) * time.Hour), Kind: p.Kind(), Trust: trust}
			f.Apply(r, p)
			kept.Apply(r, p)
			saved, err := kept.Save()
			if err != nil {
				t.Fatal(err)
			}
			if kept = accounts.New(); kept.Load(saved) != nil {
				t.Fatal("what was saved cannot be loaded")
			}
			if d := cmp.Diff(f, kept); d != "" {
				t.Fatalf("after event %d a checkpoint differs (-live +loaded):\n%s", i+1, d)
			}
		}
		seen := map[event.Person]bool{}
		for _, a := range f.Linked {
			if seen[a.Person] {
				t.Fatalf("%v is linked twice", a.Person)
			}
			seen[a.Person] = true
			if found := f.Named(f.Call(a)); len(found) != 1 || found[0].Link != a.Link {
				t.Fatalf("%q names %v", f.Call(a), found)
			}
			shut := f.Shut(a.Place)
			if a.Place != (event.Place{}) && (shut != "") != a.Locked {
				t.Fatalf("%+v is shut: %q", a, shut)
			}
		}
		for _, at := range f.Former {
			if f.Shut(at) == "" {
				t.Fatalf("%v is of nobody any more, and open", at)
			}
		}
		if f.Barred() != (f.Failed >= accounts.MostFailed) {
			t.Fatal("ten wrong codes do not count")
		}
	})
}

// Linking is barred by the tenth wrong code (TRUST, Taking over a chat account), and the host is told of that one.
func TestTheTenthWrongCode(t *testing.T) {
	f := accounts.New()
	for i := range event.Seq(12) {
		if f.Barred() != (i >= 10) {
			t.Errorf("after %d wrong codes it is barred: %v", i, f.Barred())
		}
		f.Apply(ledger.Record{Seq: i + 1, Trust: event.ByThirdParty}, event.PairingFailed{})
	}
	if f.Last != 10 {
		t.Errorf("it was barred by #%d", f.Last)
	}
	f.Apply(ledger.Record{Seq: 12, Trust: event.ByPrincipal}, event.PairingReopened{})
	if f.Barred() || f.Last != 0 {
		t.Errorf("codes count again, and it is barred: %v, by #%d", f.Barred(), f.Last)
	}
}

// Who has the same id on another server is somebody else.
func TestTheSameIDElsewhere(t *testing.T) {
	f := accounts.New()
	me := event.Person{Platform: "slack", Account: "T1", ID: "U1"}
	f.Apply(ledger.Record{Seq: 1, Trust: event.ByPrincipal}, event.AccountLinked{Person: me, How: "setup"})
	for account, mine := range map[string]bool{"T1": true, "T2": false, "": false} {
		me.Account = account
		if _, linked := f.Of(me); linked != mine {
			t.Errorf("on %q linked: %v", account, linked)
		}
	}
}

// The principal is reached where nobody else reads, whatever he says among others.
func TestWhereHeIsReached(t *testing.T) {
	f := accounts.New()
	me := event.Person{Platform: "slack", ID: "U1"}
	direct, channel := event.Place{Platform: "slack", Room: "D1"}, event.Place{Platform: "slack", Room: "C1"}
	for i, p := range []event.Payload{
		event.AccountLinked{Person: me, Audience: event.Private, How: "setup"},
		event.Heard{Person: me, Place: event.Place{Platform: "slack", Room: "D1", Thread: "7"}, Audience: event.Private},
		event.Heard{Person: me, Place: channel, Audience: event.Shared},
	} {
		f.Apply(ledger.Record{Seq: event.Seq(i + 1), Trust: event.ByPrincipal}, p)
	}
	if a, _ := f.Of(me); a.Place != direct {
		t.Errorf("reached in %+v", a.Place)
	}
}

// The conversation of an account that is linked once more is open again.
func TestLinkedOnceMore(t *testing.T) {
	f := accounts.New()
	link := event.AccountLinked{Person: event.Person{Platform: "slack", ID: "U1"}, Place: event.Place{Platform: "slack", Room: "D1"}, How: "setup"}
	for i, c := range []struct {
		p    event.Payload
		shut bool
	}{{link, false}, {event.AccountUnlinked{Link: 1}, true}, {link, false}, {event.AccountUnlinked{Link: 3}, true}} {
		f.Apply(ledger.Record{Seq: event.Seq(i + 1), Trust: event.ByPrincipal}, c.p)
		if shut := f.Shut(link.Place); (shut != "") != c.shut {
			t.Errorf("after event %d it is shut: %q", i+1, shut)
		}
	}
	if len(f.Former) != 1 {
		t.Errorf("it is kept %d times that it was of somebody", len(f.Former))
	}
}

// What people call a room is kept where the principal spoke, and of nobody else.
func TestTitles(t *testing.T) {
	for trust, want := range map[event.Trust]string{event.ByPrincipal: "#acme", event.ByThirdParty: ""} {
		f := accounts.New()
		at := event.Place{Platform: "slack", Room: "C1"}
		f.Apply(ledger.Record{Seq: 1, Trust: trust}, event.Heard{Person: event.Person{Platform: "slack", ID: "U1"}, Place: at, Audience: event.Shared, Title: "#acme"})
		if got := f.TitleOf(at); got != want {
			t.Errorf("said by %v it is called %q", trust, got)
		}
	}
}

// Decide answers the principal's requests and nothing else, and never makes a direct
// conversation one that everybody reads.
func TestDecide(t *testing.T) {
	at := event.Place{Platform: "slack", Room: "C1", Thread: "t"}
	room := event.Place{Platform: "slack", Room: "C1"}
	for _, c := range []struct {
		asked event.Asked
		want  event.Payload
		ours  bool
	}{
		{event.Asked{What: event.AskUnlink, Ref: 3}, event.AccountUnlinked{Link: 3}, true},
		{event.Asked{What: event.AskLock, Ref: 3}, event.AccountLocked{Link: 3}, true},
		{event.Asked{What: event.AskUnlock, Ref: 3}, event.AccountUnlocked{Link: 3}, true},
		{event.Asked{What: event.AskLock}, nil, true},
		{event.Asked{What: event.AskAudience, Ref: 3, Text: "work"}, event.AudienceSet{Link: 3, Audience: event.Work}, true},
		{event.Asked{What: event.AskAudience, Ref: 3, Text: "shared"}, nil, true},
		{event.Asked{What: event.AskChannel, Place: at, Text: "#acme"}, event.ChannelOpened{Place: room, Title: "#acme"}, true},
		{event.Asked{What: event.AskNoChannel, Place: at}, event.ChannelClosed{Place: room}, true},
		{event.Asked{What: event.AskChannel}, nil, true},
		{event.Asked{What: event.AskRuleAdd, Text: "x"}, nil, false},
	} {
		got, ours, err := accounts.Decide(c.asked)
		if got != c.want || ours != c.ours || (err == nil) != (c.want != nil || !c.ours) {
			t.Errorf("%+v: %v, %v, %v", c.asked, got, ours, err)
		}
	}
}

// What was done before an account was linked by a code, or while it was locked, is too early,
// and what was said before a channel was opened; a clock that is a second off does not count.
func TestTooEarly(t *testing.T) {
	f, seq := accounts.New(), event.Seq(0)
	at := func(minutes int) time.Time { return start.Add(time.Duration(minutes) * time.Minute) }
	apply := func(minutes int, p event.Payload) event.Seq {
		seq++
		f.Apply(ledger.Record{Seq: seq, At: at(minutes), Kind: p.Kind(), Trust: event.ByPrincipal}, p)
		return seq
	}
	who := event.Person{Platform: "slack", ID: "U1"}
	from := func(want time.Time) {
		t.Helper()
		a, _ := f.Of(who)
		for off, early := range map[time.Duration]bool{-time.Hour: true, -3 * time.Second: true, -time.Second: false, 0: false, time.Hour: false} {
			if a.TooEarly(want.Add(off)) != early {
				t.Errorf("%s from %s on is too early: %v", off, want, !early)
			}
		}
	}
	apply(0, event.AccountLinked{Person: who, How: "config"})
	if a, _ := f.Of(who); a.TooEarly(at(-1000)) {
		t.Error("the host named it, and it is too early")
	}
	apply(5, event.AccountLinked{Person: who, How: "code"})
	from(at(5))
	link := apply(10, event.AccountLinked{Person: who, How: "code", Since: at(7)})
	from(at(7))
	apply(11, event.AccountUnlocked{Link: link}) // it was not locked
	from(at(7))
	apply(12, event.AccountLocked{Link: link})
	apply(20, event.AccountUnlocked{Link: link, Since: at(18)})
	from(at(18))

	channel := event.Place{Platform: "slack", Room: "C1"}
	for range 2 { // the second time it is open already
		apply(30+int(seq), event.ChannelOpened{Place: channel, Since: at(29).Add(500 * time.Millisecond)})
		c, _ := f.Reads(channel)
		if c.TooEarly(at(29)) || !c.TooEarly(at(29).Add(-time.Millisecond)) {
			t.Errorf("read since %s", c.Since)
		}
	}
	apply(50, event.ChannelOpened{Place: channel, Since: at(49)})
	if c, _ := f.Reads(channel); c.TooEarly(at(30)) {
		t.Errorf("asked for again, it is read since %s", c.Since)
	}
}

// A shared place that goes on as another is read along there, and called what it was.
func TestMoved(t *testing.T) {
	f, seq := accounts.New(), event.Seq(0)
	apply := func(p event.Payload) {
		seq++
		f.Apply(ledger.Record{Seq: seq, At: start.Add(time.Duration(seq) * time.Hour), Kind: p.Kind(), Trust: event.ByPrincipal}, p)
	}
	was, is := event.Place{Platform: "telegram", Room: "-1"}, event.Place{Platform: "telegram", Room: "-1001"}
	apply(event.PlaceMoved{From: was, To: is})
	if f.Knows(was) || f.Knows(is) {
		t.Errorf("nobody spoke there, and it knows %+v", f)
	}
	apply(event.Heard{Place: was, Audience: event.Shared, Title: "Acme"})
	apply(event.ChannelOpened{Place: was, Title: "Acme"})
	for range 2 {
		apply(event.PlaceMoved{From: was, To: is})
		c, open := f.Reads(is)
		if !open || c.Title != "Acme" || !c.Since.Equal(start.Add(3*time.Hour)) || f.TitleOf(is) != "Acme" || f.Knows(was) || len(f.Channels) != 1 || len(f.Rooms) != 1 {
			t.Errorf("it has %+v and %+v", f.Channels, f.Rooms)
		}
	}
	if found := f.Called("acme"); len(found) != 1 || found[0].Place != is {
		t.Errorf("called so are %+v", found)
	}
	apply(event.ChannelClosed{Place: is})
	if _, open := f.Reads(is); open {
		t.Error("it is still read")
	}
}

// A place is known by every one that went on as it, also where it moves again, and back.
func TestGoesOn(t *testing.T) {
	f, seq := accounts.New(), event.Seq(0)
	at := func(room string) event.Place { return event.Place{Platform: "telegram", Room: room} }
	for _, c := range []struct {
		from, to string
		now, was map[string]string
	}{
		{"a", "b", map[string]string{"a": "b", "b": "b", "x": "x"}, map[string]string{"b": "a", "a": "", "x": ""}},
		{"b", "c", map[string]string{"a": "c", "b": "c", "c": "c"}, map[string]string{"c": "b", "b": ""}},
		{"c", "a", map[string]string{"a": "a", "b": "a", "c": "a"}, map[string]string{"a": "c", "c": ""}},
	} {
		seq++
		f.Apply(ledger.Record{Seq: seq, At: start, Kind: "place.moved"}, event.PlaceMoved{From: at(c.from), To: at(c.to)})
		for room, want := range c.now {
			in := at(room)
			in.Thread = "7"
			if got := f.Now(in); got.Room != want || (got.Thread == "7") != (room == want) {
				t.Errorf("after %s became %s, %s goes on as %+v", c.from, c.to, room, got)
			}
		}
		for room, want := range c.was {
			if got := f.Was(at(room)); got.Room != want {
				t.Errorf("after %s became %s, %s was %+v", c.from, c.to, room, got)
			}
		}
	}
	for i := range 300 {
		f.Apply(ledger.Record{Kind: "place.moved"}, event.PlaceMoved{From: at(fmt.Sprint("f", i)), To: at(fmt.Sprint("t", i))})
	}
	if len(f.Moves) != 200 || f.Now(at("f299")) != at("t299") {
		t.Errorf("%d moves are remembered", len(f.Moves))
	}
}

// The host's clock may be minutes off the platforms': what is said once the account was unlocked is the
// principal's all the same, and what was said while it was locked is not, whoever unlocked it.
func TestUnlockedByAnotherClock(t *testing.T) {
	me := event.Person{Platform: "slack", ID: "U1"}
	for _, ahead := range []time.Duration{0, 5 * time.Minute, -5 * time.Minute} {
		for by, asked := range map[string]time.Duration{"the host": ahead, "another platform": 0} {
			f := accounts.New()
			n := event.Seq(0)
			apply := func(at time.Time, p event.Payload) { // at: by the platform's clock
				n++
				f.Apply(ledger.Record{Seq: n, At: at.Add(ahead), Kind: p.Kind(), Trust: event.ByPrincipal}, p)
			}
			apply(start, event.AccountLinked{Person: me, Audience: event.Work, How: "setup"})
			for i := range 3 {
				said := start.Add(time.Duration(i) * time.Minute)
				apply(said.Add(300*time.Millisecond), event.Heard{Person: me, On: said, Audience: event.Work})
			}
			apply(start.Add(10*time.Minute), event.AccountLocked{Link: 1})
			unlocked := start.Add(20 * time.Minute)
			apply(unlocked, event.AccountUnlocked{Link: 1, Since: unlocked.Add(asked)})
			a, _ := f.Of(me)
			if a.TooEarly(unlocked.Add(time.Second)) {
				t.Errorf("ahead by %s, unlocked by %s: what is said then is dropped", ahead, by)
			}
			if !a.TooEarly(unlocked.Add(-10 * time.Second)) {
				t.Errorf("ahead by %s, unlocked by %s: what was said before is heard", ahead, by)
			}
		}
	}
}

// Messages that came hours late tell nothing of the clocks: a moment of the host's is taken as it is.
func TestUnlockedBehindLateMessages(t *testing.T) {
	me := event.Person{Platform: "slack", ID: "U1"}
	for _, late := range []time.Duration{90 * time.Minute, -90 * time.Minute} {
		f := accounts.New()
		unlocked := start.Add(4 * time.Hour)
		for i, e := range []struct {
			at time.Time
			p  event.Payload
		}{
			{start, event.AccountLinked{Person: me, Audience: event.Work, How: "setup"}},
			{start.Add(2 * time.Hour), event.Heard{Person: me, On: start.Add(2*time.Hour - late), Audience: event.Work}},
			{start.Add(3 * time.Hour), event.AccountLocked{Link: 1}},
			{unlocked, event.AccountUnlocked{Link: 1, Since: unlocked}},
		} {
			f.Apply(ledger.Record{Seq: event.Seq(i + 1), At: e.at, Kind: e.p.Kind(), Trust: event.ByPrincipal}, e.p)
		}
		if a, _ := f.Of(me); a.TooEarly(unlocked) || !a.TooEarly(unlocked.Add(-10*time.Second)) {
			t.Errorf("late by %s: it speaks from %s on", late, a.Speaks)
		}
	}
}

// The host's clock was wrong when an account last spoke, and was set since, as the messages of another tell:
// what is said once the first is unlocked is the principal's, and what was said before is not.
func TestUnlockedAfterTheClockWasSet(t *testing.T) {
	me, elsewhere := event.Person{Platform: "mattermost", ID: "U1"}, event.Person{Platform: "telegram", ID: "7"}
	for _, off := range []time.Duration{40 * time.Minute, -40 * time.Minute} {
		f := accounts.New()
		n := event.Seq(0)
		apply := func(host time.Time, p event.Payload) {
			n++
			f.Apply(ledger.Record{Seq: n, At: host, Kind: p.Kind(), Trust: event.ByPrincipal}, p)
		}
		apply(start, event.AccountLinked{Person: me, Audience: event.Work, How: "setup"})
		apply(start, event.AccountLinked{Person: elsewhere, Audience: event.Private, How: "setup"})
		for i := range 3 {
			said := start.Add(time.Duration(i) * time.Minute)
			apply(said.Add(off), event.Heard{Person: me, On: said, Audience: event.Work})
			apply(said.Add(off), event.Heard{Person: elsewhere, On: said, Audience: event.Private})
		}
		apply(start.Add(10*time.Minute+off), event.AccountLocked{Link: 1})
		for i := range 8 { // the clock is right from here on
			said := start.Add(time.Duration(20+i) * time.Minute)
			apply(said, event.Heard{Person: elsewhere, On: said, Audience: event.Private})
		}
		unlocked := start.Add(30 * time.Minute)
		apply(unlocked, event.AccountUnlocked{Link: 1, Since: unlocked})
		a, _ := f.Of(me)
		if a.TooEarly(unlocked.Add(time.Second)) {
			t.Errorf("it was off by %s: what is said then is dropped, as it speaks from %s on", off, a.Speaks)
		}
		if !a.TooEarly(unlocked.Add(-10 * time.Second)) {
			t.Errorf("it was off by %s: what was said before is heard, as it speaks from %s on", off, a.Speaks)
		}
	}
}

// What an account itself said since the host's clock was set tells how far it is off now.
func TestUnlockedByAClockThatWasSet(t *testing.T) {
	me := event.Person{Platform: "mattermost", ID: "U1"}
	f := accounts.New()
	n := event.Seq(0)
	apply := func(at time.Time, ahead time.Duration, p event.Payload) {
		n++
		f.Apply(ledger.Record{Seq: n, At: at.Add(ahead), Kind: p.Kind(), Trust: event.ByPrincipal}, p)
	}
	const was, is = -40 * time.Minute, 5 * time.Minute
	apply(start, was, event.AccountLinked{Person: me, Audience: event.Work, How: "setup"})
	for i := range 11 {
		said, ahead := start.Add(time.Duration(i)*time.Minute), was
		if i >= 3 {
			ahead = is
		}
		apply(said, ahead, event.Heard{Person: me, On: said, Audience: event.Work})
	}
	apply(start.Add(15*time.Minute), is, event.AccountLocked{Link: 1})
	unlocked := start.Add(20 * time.Minute)
	apply(unlocked, is, event.AccountUnlocked{Link: 1, Since: unlocked.Add(is)})
	if a, _ := f.Of(me); a.TooEarly(unlocked.Add(time.Second)) || !a.TooEarly(unlocked.Add(-10*time.Second)) {
		t.Errorf("it speaks from %s on, and was unlocked at %s", a.Speaks, unlocked)
	}
}
