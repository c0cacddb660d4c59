package hands_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/memory/ledger"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// log writes to a fold as a ledger would.
type log struct {
	*hands.Fold
	seq event.Seq
	now time.Time
}

func begin() *log { return &log{Fold: hands.New(), now: today} }

func (l *log) write(p event.Payload, causes ...event.Seq) event.Seq {
	l.seq++
	l.Apply(ledger.Record{Seq: l.seq, At: l.now, Kind: p.Kind(), Causes: causes}, p)
	return l.seq
}

func (l *log) card(digest string) event.Seq {
	return l.write(event.ApprovalAsked{Tool: "mail_send", Digest: digest, Lapses: l.now.Add(24 * time.Hour)})
}

func (l *log) call(class, digest string, card event.Seq) event.Seq {
	return l.write(event.ToolCalled{Tool: "mail_send", Class: class, Digest: digest, Approval: card})
}

func TestACardWaitsForADay(t *testing.T) {
	l := begin()
	k := l.card("a")
	if open := l.Open(today.Add(24*time.Hour - time.Second)); len(open) != 1 || open[0].Seq != k {
		t.Errorf("within the day: %+v", open)
	}
	if open := l.Open(today.Add(24 * time.Hour)); len(open) != 0 {
		t.Errorf("after it: %+v", open)
	}
	if _, known := l.Card(k); !known {
		t.Error("a card that lapsed is not known, so a late press could not be told")
	}
}

// A card that was put aside is good for longer, until it is shown again and has its day from then on.
func TestACardIsPutAside(t *testing.T) {
	l := begin()
	k, friday := l.card("a"), today.Add(72*time.Hour)
	l.write(event.ApprovalHeld{Approval: k, Until: friday, Lapses: friday.Add(24 * time.Hour)})
	c, _ := l.Card(k)
	if !c.Held || !c.Until.Equal(friday) || !c.Open(friday.Add(23*time.Hour)) || c.Open(friday.Add(24*time.Hour)) {
		t.Errorf("%+v", c)
	}
	l.write(event.PostQueued{Subject: event.SubjectApproval, About: k})
	if c, _ = l.Card(k); c.Held || !c.Shown || !c.Until.IsZero() || !c.Open(today.Add(24*time.Hour-time.Second)) || c.Open(today.Add(24*time.Hour)) {
		t.Errorf("shown again: %+v", c)
	}
	if good := c.Good(today.Add(12 * time.Hour)); !good.Equal(c.Lapses) {
		t.Errorf("looked at once more it is good until %s", good)
	}
}

// A card is good for one call, whatever is said to it later.
func TestACardIsUsedOnce(t *testing.T) {
	l := begin()
	k := l.card("a")
	l.write(event.ApprovalGiven{Approval: k})
	if len(l.Open(today)) != 0 {
		t.Error("it can be answered again")
	}
	l.call("world", "a", k)
	l.write(event.ApprovalGiven{Approval: k})
	if c, known := l.Card(k); known {
		t.Errorf("it is still there: %+v", c)
	}
}

func TestACardThatIsDroppedIsGone(t *testing.T) {
	l := begin()
	k := l.card("a")
	l.write(event.ApprovalDropped{Approval: k, Reason: "refused"})
	if _, known := l.Card(k); known {
		t.Error("it is still there")
	}
}

// A call that died with its process is known, until somebody wrote down what came of it.
func TestCallsUnderWay(t *testing.T) {
	l := begin()
	world, mind := l.call("world", "a", 0), l.call("mind", "b", 0)
	l.call("reads", "c", 0)
	if len(l.Under) != 2 || l.Under[0].Seq != world || l.Under[1].Seq != mind {
		t.Errorf("under way: %+v", l.Under)
	}
	l.write(event.ToolReturned{Text: "done"}, mind)
	if len(l.Under) != 1 || l.Under[0].Seq != world {
		t.Errorf("after one ended: %+v", l.Under)
	}
}

func TestTheSameCallOfLate(t *testing.T) {
	l := begin()
	first := l.call("world", "a", 0)
	l.call("mind", "b", 0)
	for range hands.Late - 1 {
		l.write(event.TurnEnded{})
	}
	if c, found := l.Same("a"); !found || c.Seq != first {
		t.Errorf("nine turns later: %+v, %t", c, found)
	}
	if _, found := l.Same("b"); found {
		t.Error("what only changes the mind may be done again")
	}
	l.write(event.TurnEnded{})
	if _, found := l.Same("a"); found {
		t.Error("ten turns later it still counts")
	}
}

func TestPolicies(t *testing.T) {
	l := begin()
	l.write(event.PolicySet{Tool: "mail_send", Policy: event.PolicyDeny})
	if l.Policies["mail_send"] != event.PolicyDeny {
		t.Errorf("policies %v", l.Policies)
	}
	l.write(event.PolicySet{Tool: "mail_send"})
	if len(l.Policies) != 0 {
		t.Errorf("policies %v", l.Policies)
	}
}

// What he allowed he allowed as it was; what he denied stays denied whatever it becomes.
func TestAPolicyIsForWhatTheToolWas(t *testing.T) {
	l := begin()
	l.write(event.PolicySet{Tool: "desk_note", Policy: event.PolicyAllow, As: "a"})
	l.write(event.PolicySet{Tool: "desk_burn", Policy: event.PolicyDeny, As: "a"})
	l.write(event.PolicySet{Tool: "old", Policy: event.PolicyAllow})
	for _, x := range []struct {
		tool, as, want string
		changed        bool
	}{
		{"desk_note", "a", event.PolicyAllow, false}, {"desk_note", "b", "", true}, {"desk_burn", "b", event.PolicyDeny, false},
		{"old", "b", event.PolicyAllow, false}, {"none", "b", "", false},
	} {
		if got, changed := l.Policy(x.tool, x.as); got != x.want || changed != x.changed {
			t.Errorf("%+v: %q, %t", x, got, changed)
		}
	}
	l.write(event.PolicySet{Tool: "desk_note"})
	l.write(event.PolicySet{Tool: "desk_note", Policy: event.PolicyAllow})
	if got, changed := l.Policy("desk_note", "b"); got != event.PolicyAllow || changed {
		t.Errorf("set anew: %q, %t", got, changed)
	}
}

func TestDecide(t *testing.T) {
	for _, a := range []event.Asked{
		{What: event.AskApprove, Ref: 7},
		{What: event.AskPolicy, Name: "mail_send", Text: event.PolicyAllow},
		{What: event.AskPolicy, Name: "mail_send"},
	} {
		if p, ok, err := hands.Decide(a); p == nil || !ok || err != nil {
			t.Errorf("%+v: %v, %t, %v", a, p, ok, err)
		}
	}
	for _, a := range []event.Asked{
		{What: event.AskApprove},
		{What: event.AskPolicy, Text: event.PolicyAllow},
		{What: event.AskPolicy, Name: "mail_send", Text: "always"},
	} {
		if _, ok, err := hands.Decide(a); !ok || !errors.Is(err, hands.ErrNotAsked) {
			t.Errorf("%+v: %t, %v", a, ok, err)
		}
	}
	if _, ok, err := hands.Decide(event.Asked{What: event.AskSetting}); ok || err != nil {
		t.Errorf("somebody else's request: %t, %v", ok, err)
	}
}

// Live, replayed, and from a checkpoint with the rest: the state is the same.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := begin()
		type written struct {
			r ledger.Record
			p event.Payload
		}
		var all []written
		seq := rapid.Custom(func(t *rapid.T) event.Seq { return event.Seq(rapid.IntRange(0, 30).Draw(t, "seq")) })
		text := rapid.SampledFrom([]string{"a", "b"})
		n := rapid.IntRange(1, 40).Draw(t, "events")
		half := rapid.IntRange(0, n).Draw(t, "checkpoint")
		var saved []byte
		for i := range n {
			if i == half {
				saved, _ = l.Save()
			}
			l.now = l.now.Add(time.Duration(rapid.IntRange(0, 100).Draw(t, "hours")) * time.Hour)
			p := rapid.OneOf(
				rapid.Just[event.Payload](event.ApprovalAsked{Tool: "t", Digest: text.Draw(t, "digest"), Lapses: l.now.Add(24 * time.Hour)}),
				rapid.Just[event.Payload](event.ApprovalGiven{Approval: seq.Draw(t, "card")}),
				rapid.Just[event.Payload](event.ApprovalDropped{Approval: seq.Draw(t, "card")}),
				rapid.Just[event.Payload](event.ApprovalHeld{Approval: seq.Draw(t, "card"), Until: l.now.Add(time.Hour), Lapses: l.now.Add(25 * time.Hour)}),
				rapid.Just[event.Payload](event.PostQueued{Subject: event.SubjectApproval, About: seq.Draw(t, "card")}),
				rapid.Just[event.Payload](event.ToolCalled{Tool: "t", Class: "world", Digest: text.Draw(t, "digest"), Approval: seq.Draw(t, "card")}),
				rapid.Just[event.Payload](event.ToolReturned{}),
				rapid.Just[event.Payload](event.TurnEnded{}),
				rapid.Just[event.Payload](event.PolicySet{Tool: "t", Policy: event.PolicyAsk, As: "a"}),
				rapid.Just[event.Payload](event.Forgotten{Seqs: []event.Seq{seq.Draw(t, "gone")}}),
			).Draw(t, "event")
			l.seq++
			r := ledger.Record{Seq: l.seq, At: l.now, Kind: p.Kind(), Causes: []event.Seq{seq.Draw(t, "cause")}}
			all = append(all, written{r, p})
			l.Apply(r, p)
		}
		replayed, resumed := hands.New(), hands.New()
		if half < n {
			if err := resumed.Load(saved); err != nil {
				t.Fatal(err)
			}
		}
		for i, w := range all {
			replayed.Apply(w.r, w.p)
			if half == n || i >= half {
				resumed.Apply(w.r, w.p)
			}
		}
		if !reflect.DeepEqual(l.Fold, replayed) || !reflect.DeepEqual(l.Fold, resumed) {
			t.Errorf("live     %+v\nreplayed %+v\nresumed  %+v", l.Fold, replayed, resumed)
		}
	})
}
