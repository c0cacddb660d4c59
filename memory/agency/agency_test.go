package agency_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// log writes to a fold as a ledger would.
type log struct {
	*agency.Fold
	seq event.Seq
	now time.Time
}

func (l *log) write(p event.Payload) event.Seq {
	l.seq++
	l.Apply(ledger.Record{Seq: l.seq, At: l.now, Kind: p.Kind()}, p)
	return l.seq
}

func begin() *log { return &log{Fold: agency.New(), now: today} }

func TestThoughtsAreTenAtMost(t *testing.T) {
	l := begin()
	var many []string
	for i := range 14 {
		many = append(many, fmt.Sprint(i))
	}
	l.write(event.ThoughtsSet{Thoughts: many})
	if n := len(l.Thoughts); n != 10 || l.Thoughts[0].Text != "0" {
		t.Errorf("%d thoughts, the first %q", n, l.Thoughts[0].Text)
	}
	l.write(event.ThoughtsSet{})
	if len(l.Thoughts) != 0 {
		t.Error("an empty list leaves something in mind")
	}
}

func TestGrowthMovesOnByThree(t *testing.T) {
	l := begin()
	g := l.write(event.GrowthSown{Text: "ask before I assume"})
	for n, want := range []agency.Stage{agency.Seed, agency.Seed, agency.Seed, agency.Growing, agency.Growing, agency.Growing, agency.Integrating} {
		if got := l.Growths[0].Stage(); got != want {
			t.Errorf("with %d pieces of evidence: %s, want %s", n, got, want)
		}
		l.write(event.GrowthFed{Growth: g, Text: "did"})
	}
	l.now = today.AddDate(0, 0, 60)
	if len(l.Growing(l.now)) != 1 {
		t.Error("archived on the 60th day")
	}
	if len(l.Growing(l.now.Add(time.Hour))) != 0 {
		t.Error("idle for longer than 60 days, and still there")
	}
	l.write(event.GrowthEnded{Growth: g})
	l.write(event.GrowthRestored{Growth: g})
	if len(l.Growths) != 1 || l.Growths[0].Stage() != agency.Integrating {
		t.Errorf("put back: %+v", l.Growths)
	}
	for range 9 {
		l.write(event.GrowthSown{Text: "more"})
	}
	if len(l.Growths) != agency.MostGrowth {
		t.Errorf("%d growth threads", len(l.Growths))
	}
}

func TestIntentions(t *testing.T) {
	l := begin()
	l.write(event.IntentionSet{Text: "ask about the audit", At: today.Add(time.Hour), On: today})
	next := l.write(event.IntentionSet{Text: "ask about Porto", On: today})
	due := func(now time.Time, begins bool) string {
		s := ""
		for _, i := range l.Due(now, begins) {
			s += i.Text + ";"
		}
		return s
	}
	if got := due(today, false) + "|" + due(today, true) + "|" + due(today.Add(time.Hour), false); got != "|ask about Porto;|ask about the audit;" {
		t.Error(got)
	}
	l.write(event.IntentionEnded{Intention: next, Outcome: "done"})
	if due(today, true) != "" {
		t.Error("what was brought up is due again")
	}
}

func TestWondering(t *testing.T) {
	l := begin()
	fresh := l.write(event.CuriosityRaised{Topic: "fresh"})
	l.write(event.CuriosityRaised{Topic: "other"})
	l.write(event.CuriosityShelved{Curiosity: fresh})
	if len(l.Wondering()) != 1 {
		t.Errorf("wondering about %+v", l.Wondering())
	}
	l.write(event.CuriosityFollowed{Curiosity: fresh})
	if len(l.Wondering()) != 2 {
		t.Error("what is followed again stays shelved")
	}
}

// Evidence that was forgotten counts no more: the thread steps back, wherever it stands.
func TestForgettingEvidence(t *testing.T) {
	l := begin()
	g := l.write(event.GrowthSown{Text: "ask before I assume"})
	var fed []event.Seq
	for range 3 {
		fed = append(fed, l.write(event.GrowthFed{Growth: g, Text: "did"}))
	}
	l.write(event.Forgotten{Seqs: fed[:1]})
	if got := l.Growths[0]; got.Stage() != agency.Seed || len(got.Evidence) != 2 {
		t.Errorf("%+v", got)
	}
	l.write(event.GrowthEnded{Growth: g})
	l.write(event.Forgotten{Seqs: fed[1:]})
	if got := l.Ended[0]; len(got.Evidence) != 0 {
		t.Errorf("ended: %+v", got)
	}
}
