package graph_test

import (
	"testing"
	"time"

	"citadel/memory/event"
)

// The principal's word on an edge, and taking it back.
func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		words      []string
		confidence float64
		stands     bool
		confirmed  bool
		skips      int
	}{
		"confirmed":            {[]string{event.Confirmed}, 0.90, true, true, 0},
		"confirmed, withdrawn": {[]string{event.Confirmed, event.Withdrawn}, 0.80, true, false, 0},
		"rejected":             {[]string{event.Rejected}, 0.80, false, false, 0},
		"rejected, withdrawn":  {[]string{event.Rejected, event.Withdrawn}, 0.80, true, false, 0},
		"rejected, confirmed":  {[]string{event.Rejected, event.Confirmed}, 0.90, true, true, 0},
		"skipped twice":        {[]string{event.Skipping, event.Skipping}, 0.80, true, false, 2},
		"skipped, withdrawn":   {[]string{event.Skipping, event.Withdrawn}, 0.80, true, false, 0},
		"nothing to withdraw":  {[]string{event.Withdrawn}, 0.80, true, false, 0},
		"no verdict":           {[]string{"perhaps"}, 0.80, true, false, 0},
	} {
		h := drawn("a>b")
		for _, w := range c.words {
			h.add(event.Judged{Memory: 1, Verdict: w})
		}
		e, ok := h.Edge(1)
		if !ok || !near(e.Confidence, c.confidence) || e.Stands() != c.stands || e.Confirmed != c.confirmed || e.Skips != c.skips {
			t.Errorf("%s: %+v", name, e)
		}
		if reached := len(h.Around([]string{"a"}, 1)) == 1; reached != c.stands {
			t.Errorf("%s: walked over: %v", name, reached)
		}
	}
}

// What made an edge surer after a verdict stays when that is taken back.
func TestWithdrawingKeepsWhatCameSince(t *testing.T) {
	h := drawn("a>b")
	h.add(event.Judged{Memory: 1, Verdict: event.Confirmed})
	january := day.AddDate(0, 2, 0)
	h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromConversation, On: january})
	h.add(event.Judged{Memory: 1, Verdict: event.Withdrawn})
	if e := h.only(t); !near(e.Confidence, 0.85) || !e.Reinforced.Equal(january) || e.Confirmed {
		t.Errorf("%+v", e)
	}
}

// A word about an edge may name any event that counts for it.
func TestAWordNamesAnyEvidence(t *testing.T) {
	h := drawn("a>b")
	later := h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromConversation, On: day.AddDate(0, 1, 0)})
	h.add(event.Judged{Memory: later, Verdict: event.Confirmed})
	if e := h.only(t); !e.Confirmed || e.Seq != 1 {
		t.Errorf("%+v", e)
	}
}

// Which evidence makes an edge stand again that ended, and that Restored does.
func TestWhatEndedStandsAgain(t *testing.T) {
	again := func(origin string, days int) event.EdgeDrawn {
		return event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: origin, On: day.AddDate(0, 0, days)}
	}
	plainly := func(days int) event.EdgeDrawn {
		p := again(event.FromConversation, days)
		p.Plain = true
		return p
	}
	corrected := event.Superseded{Memory: 1, Reason: "wrong", On: day.AddDate(0, 0, 10)}
	pruned := event.EdgesPruned{Edges: []event.Seq{1}, On: corrected.On}
	rejected := event.Judged{Memory: 1, Verdict: event.Rejected}
	for name, c := range map[string]struct {
		end, then event.Payload
		stands    bool
	}{
		"pruned, in the world":       {pruned, again(event.FromWorld, 20), true},
		"pruned, said again":         {pruned, again(event.FromConversation, 20), true},
		"pruned, a mere reading":     {pruned, again(event.FromData, 20), false},
		"pruned, said before":        {pruned, again(event.FromConversation, 5), false},
		"pruned, restored":           {pruned, event.Restored{Memory: 1}, true},
		"wrong, said again":          {corrected, again(event.FromConversation, 20), true},
		"wrong, read again late":     {corrected, again(event.FromConversation, 5), false},
		"wrong, in the world":        {corrected, again(event.FromWorld, 20), false},
		"wrong, restored":            {corrected, event.Restored{Memory: 1}, true},
		"rejected, said again":       {rejected, again(event.FromConversation, 20), false},
		"rejected, in the world":     {rejected, again(event.FromWorld, 20), false},
		"rejected, his own drawing":  {rejected, again(event.FromPrincipal, 20), true},
		"rejected, his own words":    {rejected, plainly(20), true},
		"rejected, his words before": {rejected, plainly(-5), false},
		"rejected, restored":         {rejected, event.Restored{Memory: 1}, false},
	} {
		h := drawn("a>b")
		h.add(c.end)
		h.add(c.then)
		if got := h.Len() == 1; got != c.stands || (len(h.Around([]string{"b"}, 1)) == 1) != c.stands {
			t.Errorf("%s: stands %v, want %v", name, got, c.stands)
		}
	}
}

// "reject" writes both a verdict and a Superseded, and "undo" takes both back in either order.
func TestUndoOfARejection(t *testing.T) {
	for _, undo := range [][]event.Payload{
		{event.Restored{Memory: 1}, event.Judged{Memory: 1, Verdict: event.Withdrawn}},
		{event.Judged{Memory: 1, Verdict: event.Withdrawn}, event.Restored{Memory: 1}},
	} {
		h := drawn("a>b")
		h.add(event.Judged{Memory: 1, Verdict: event.Rejected})
		h.add(event.Superseded{Memory: 1, Reason: "rejected", On: day})
		for _, p := range undo {
			h.add(p)
		}
		if e := h.only(t); !near(e.Confidence, 0.8) {
			t.Errorf("%+v", e)
		}
	}
}

// An edition that is read again renews what it holds and makes nothing surer.
func TestAnEditionReadAgain(t *testing.T) {
	h := begin()
	draw := func(source, edition string, on time.Time) {
		h.add(event.EdgeDrawn{Source: source, Relation: event.Drives, Target: "b", Origin: event.FromWorld, By: edition, Confidence: 0.7, On: on})
	}
	draw("left out", "1", day)
	h.add(event.WorldSeeded{Edition: "1", Quarter: "2026-Q4", On: day})
	next := day.AddDate(0, 3, 0)
	draw("kept", "2", next)
	h.add(event.WorldSeeded{Edition: "2", Quarter: "2027-Q1", On: next})
	later := next.AddDate(0, 3, 0)
	h.add(event.WorldSeeded{Edition: "2", Quarter: "2027-Q2", On: later})
	if !h.Seeded("2", "2027-Q2") || h.Seeded("2", "2027-Q1") || h.Seeded("1", "2027-Q2") || !h.Holds("2") || h.Holds("1") {
		t.Error("which edition was read when")
	}
	for _, e := range h.Edges(all) {
		want := map[string]time.Time{"left_out": day, "kept": later}[e.Source]
		if !near(e.Confidence, 0.7) || !e.Reinforced.Equal(want) {
			t.Errorf("%s: %g since %s, want 0.7 since %s", e.Source, e.Confidence, e.Reinforced, want)
		}
	}
}

// A lag or a share is taken over from whoever says it, whether or not he makes the edge surer.
func TestWhenAndHowMuch(t *testing.T) {
	h := drawn("a>b")
	if e := h.only(t); e.Lag != nil || e.PassThrough != nil {
		t.Errorf("from nowhere: %+v", e)
	}
	said := h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromConversation, On: day, Lag: &event.Bounds{From: 6, To: 10}})
	h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromConversation, On: day,
		Lag: &event.Bounds{From: 9, To: 3}, PassThrough: &event.Bounds{From: -1, To: 1}})
	e := h.only(t)
	if e.Lag == nil || e.Lag.Seq != said || e.Lag.Bounds != (event.Bounds{From: 6, To: 10}) || e.PassThrough != nil || !near(e.Confidence, 0.8) {
		t.Errorf("%+v", e)
	}
}

// What one message said ends with an edit that no longer says it, and stands again where it is said again. Another
// wording of the same keeps it, and so does whatever else speaks for it.
func TestAnEditTakesWhatItSaidAlong(t *testing.T) {
	draw := event.EdgeDrawn{Source: "copper_price", Relation: event.ExposedTo, Target: "kessler_costs", Client: "Kessler", Mechanism: "buys copper", Origin: event.FromConversation, On: day}
	for name, c := range map[string]struct {
		edit   string
		more   event.Payload // since it was drawn
		from   event.Seq
		stands bool
	}{
		"another thing":           {edit: "my client Kessler buys zinc"},
		"another client":          {edit: "my client Tolliver buys copper"},
		"nothing":                 {edit: ""},
		"another wording":         {edit: "My client Kessler buys more copper than ever", stands: true},
		"of one who was named":    {edit: "They buy copper", stands: true},
		"confirmed":               {edit: "my client Kessler buys zinc", more: event.Judged{Memory: 2, Verdict: event.Confirmed}, stands: true},
		"said in another message": {edit: "my client Kessler buys zinc", more: event.EdgeDrawn{Source: "copper_price", Relation: event.ExposedTo, Target: "kessler_costs", Client: "Kessler", Origin: event.FromConversation, On: day.AddDate(0, 1, 0)}, from: 9, stands: true},
	} {
		h := begin()
		h.add(event.Heard{Text: "my client Kessler buys copper"})
		h.rests(draw, 1)
		if c.more != nil {
			h.rests(c.more, c.from)
		}
		edited := h.add(event.Edited{Message: 1, Text: c.edit, On: day.AddDate(0, 0, 1)})
		if got := h.Len() == 1; got != c.stands {
			t.Errorf("%s: stands %v", name, got)
		}
		saved, err := h.Save()
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Load(saved); err != nil {
			t.Fatal(err)
		}
		h.rests(draw, edited) // the message is answered anew
		if h.Len() != 1 {
			t.Errorf("%s: said again, and %d stand", name, h.Len())
		}
		h.add(event.Edited{Message: 1, Text: "never mind", On: day.AddDate(0, 0, 2)})
		if gone := c.more == nil; h.Len() == 0 != gone {
			t.Errorf("%s: edited twice, and %d stand", name, h.Len())
		}
	}
}
