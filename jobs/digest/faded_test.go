package digest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/digest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// What was recalled ninety days ago, to the moment, is folded again; a day before that it is not.
func TestFoldedAgainAfterNinetyDays(t *testing.T) {
	for _, c := range []struct {
		at     time.Duration
		folded bool
	}{{digest.Unasked - 24*time.Hour, false}, {digest.Unasked, true}, {digest.Unasked + 24*time.Hour, true}} {
		w := newWorld(t)
		seqs := w.march()
		looked := time.Date(2026, 12, 2, 4, 0, 0, 0, turntest.Zone)
		w.At(looked.Add(-c.at).In(turntest.Zone).Format("2006-01-02 15:04"))
		w.recalled(seqs[0])
		w.At("2026-12-02 04:00")
		w.tick()
		all := w.accounts()
		if len(all) != 1 {
			t.Fatalf("%d accounts", len(all))
		}
		if got := slices.Contains(all[0].Of, seqs[0]); got != c.folded {
			t.Errorf("recalled %v before: folded %v", c.at, got)
		}
	}
}

// What nobody has read or answered yet is not folded, however old it is: it was imported, or the process was
// away when it came.
func TestWhatWaitsIsNotFolded(t *testing.T) {
	w := newWorld(t)
	seqs := w.march()
	w.At("2026-03-29 10:00")
	unread := w.Say("Nobody has read this for what it teaches.")
	w.Silence(unread)
	waits := w.Say("Nobody has answered this.")
	w.Record(w.Pens.For(event.Learning).Write(event.Integrated{Messages: []event.Seq{waits}, By: event.ByRules}).Because(waits))
	w.At("2026-12-02 10:00")
	w.tick()
	all := w.accounts()
	if len(all) != 1 || !slices.Contains(all[0].Of, seqs[0]) {
		t.Fatalf("%+v", all)
	}
	for _, seq := range []event.Seq{unread, waits} {
		if slices.Contains(all[0].Of, seq) {
			t.Errorf("%d is folded", seq)
		}
	}
}

// A message belongs to the month in which it was said, not to that in which it came: talk of January
// that was imported in March is of January.
func TestTheMonthInWhichItWasSaid(t *testing.T) {
	w := newWorld(t)
	w.march()
	w.At("2026-03-29 10:00")
	january := time.Date(2026, 1, 12, 9, 0, 0, 0, turntest.Zone)
	for i := range 5 {
		w.say(turntest.Console, event.Private, fmt.Sprintf("The ferry number %d was late.", i), func(h *event.Heard, _ *ledger.Entry, _ *event.TurnEnded) {
			h.On = january.Add(time.Duration(i) * time.Hour)
		})
	}
	undated := w.say(turntest.Console, event.Private, "The tram was on time.", func(h *event.Heard, _ *ledger.Entry, _ *event.TurnEnded) { h.On = time.Time{} })
	w.At("2026-12-02 10:00")
	w.tick()
	all := w.accounts()
	if len(all) != 2 || all[0].Month != "2026-01" || all[1].Month != "2026-03" || !strings.Contains(all[0].Text, "ferry") {
		t.Fatalf("%+v", all)
	}
	if !slices.Contains(all[1].Of, undated) {
		t.Error("what has no date of its own is not of the month in which it came")
	}
}

// Of rooms that were talked in in one month the one that was begun first comes first; a month before another
// comes before it, whatever came first. A room keeps the name that people last gave it.
func TestOrderOfAccounts(t *testing.T) {
	w := newWorld(t)
	titled := func(title string) func(*event.Heard, *ledger.Entry, *event.TurnEnded) {
		return func(h *event.Heard, _ *ledger.Entry, _ *event.TurnEnded) { h.Title = title }
	}
	for i := range 5 {
		w.At(fmt.Sprintf("2026-03-%02d 10:00", 2+i))
		title := ""
		if i < 3 {
			title = "#harbour"
		}
		w.say(channel, event.Shared, fmt.Sprintf("The crane number %d works.", i), titled(title))
		w.say(turntest.Console, event.Private, fmt.Sprintf("The boiler number %d works.", i))
	}
	february := time.Date(2026, 2, 12, 9, 0, 0, 0, turntest.Zone)
	for i := range 5 {
		w.say(work, event.Work, fmt.Sprintf("The invoice number %d is paid.", i), func(h *event.Heard, _ *ledger.Entry, _ *event.TurnEnded) {
			h.On = february.Add(time.Duration(i) * time.Hour)
		})
	}
	w.At("2026-12-02 10:00")
	w.tick()
	all := w.accounts()
	if len(all) != 3 || all[0].Month != "2026-02" || all[1].Place != channel || all[2].Place.Platform != "" && all[2].Place != turntest.Console {
		t.Fatalf("%+v", all)
	}
	if !strings.HasPrefix(all[1].Text, "March 2026, #harbour: ") {
		t.Errorf("%s", all[1].Text)
	}
}

// One account stands for two thousand events; what is left over has one of its own the next time.
func TestABusyMonth(t *testing.T) {
	w := newWorld(t)
	var es []ledger.Entry
	const more = 10
	for i := range 2000 + more {
		e := w.Pens.For(event.Bot).Write(event.Heard{
			Place: turntest.Console, Audience: event.Private, Text: fmt.Sprintf("Crane number %d works.", i), On: w.Now,
			Person: event.Person{Platform: "console", ID: "sam"},
		})
		e.Trust = event.ByImport
		es = append(es, e)
	}
	w.Record(es...)
	w.until("2026-10-02 10:00")
	all := w.accounts()
	if len(all) != 2 || len(all[0].Of) != 2000 || len(all[1].Of) != more {
		for _, a := range all {
			t.Errorf("%s of %d", a.Month, len(a.Of))
		}
		t.Fatalf("%d accounts", len(all))
	}
}

// A mind younger than its memories folds nothing of what was imported before it has the age itself.
func TestAYoungMindFoldsNothing(t *testing.T) {
	w := newWorld(t)
	w.At("2026-11-20 09:00")
	for i := range 6 {
		w.say(turntest.Console, event.Private, fmt.Sprintf("The ferry number %d was late.", i), func(h *event.Heard, _ *ledger.Entry, _ *event.TurnEnded) {
			h.On = time.Date(2020, 1, 12, 9, i, 0, 0, turntest.Zone)
		})
	}
	w.At("2026-12-02 10:00")
	w.tick()
	if all := w.accounts(); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	w.At("2027-12-02 10:00")
	w.tick()
	if all := w.accounts(); len(all) != 1 || all[0].Month != "2020-01" {
		t.Errorf("%+v", all)
	}
}
