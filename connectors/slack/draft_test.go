package slack_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"

	"github.com/google/go-cmp/cmp"
)

// drafting is a connector, its server and the clock of both.
type drafting struct {
	*testing.T
	clock *handClock
	s     *slackserver.Server
	c     *slack.Slack
}

func newDrafting(t *testing.T) *drafting {
	clock := &handClock{at: now()}
	d := &drafting{t, clock, serve(t, func(s *slackserver.Server) { s.Now = clock.now }), nil}
	d.restart()
	clock.pass(time.Minute)
	d.well(d.draft(1, "")) // there is none
	return d
}

// restart makes the connector of another process.
func (d *drafting) restart() {
	d.c = connector(d.s)
	d.c.Now, d.c.Lag = d.clock.now, 0
	must[connectors.Self](d)(d.c.Identify(d.Context()))
}

func (d *drafting) draft(turn uint64, text string) error {
	return d.c.Draft(d.Context(), connectors.Draft{Place: home, Turn: turn, Answers: &connectors.Answer{Turn: turn}, Text: text})
}

// answer is the post of a turn; of turn 0 it answers none.
func answer(turn uint64, key, text string) connectors.Post {
	p := post(key, text)
	if turn != 0 {
		p.Answers = &connectors.Answer{Turn: turn}
	}
	return p
}

func (d *drafting) send(turn uint64, key, text string) connectors.MessageID {
	d.Helper()
	return must[connectors.MessageID](d)(d.c.Send(d.Context(), answer(turn, key, text)))
}

func (d *drafting) well(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// failing makes one call under faults, and wants it to end for that reason.
func (d *drafting) failing(f slackserver.Faults, want connectors.Reason, do func() error) {
	d.Helper()
	f.Rand = seeded(1)
	d.s.SetFaults(f)
	err := do()
	d.s.SetFaults(slackserver.Faults{})
	expect(d, "under faults", err, want)
}

// late makes one call that is on its way when it is given up.
func (d *drafting) late(do func() error) {
	d.Helper()
	d.failing(slackserver.Faults{Late: 1}, connectors.Unknown, do)
}

func (d *drafting) land() {
	d.Helper()
	if n := d.s.Land(); n != 1 {
		d.Fatalf("%d calls arrived", n)
	}
}

func (d *drafting) shows(when string, want ...string) {
	d.Helper()
	var got []string
	for _, m := range d.s.Shown(room) {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		d.Errorf("%s (-want +got)\n%s", when, diff)
	}
}

// Where a workspace lets nobody change a message after some time, an answer that is being written shows how it begins, and
// the whole takes the place of that.
func TestADraftThatMayNotBeChanged(t *testing.T) {
	for _, code := range []string{"edit_window_closed", "cant_update_message"} {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprint(code, ", only when it ends ", late), func(t *testing.T) {
				d := newDrafting(t)
				d.well(d.draft(7, "One."))
				if late {
					d.well(d.draft(7, "One two."))
				}
				d.s.Interpose("chat.update", http.StatusOK, 1, fmt.Sprintf(`{"ok":false,"error":%q}`, code))
				if !late {
					d.well(d.draft(7, "One two."))
					d.well(d.draft(7, "One two three."))
					d.shows("while it is written", "One.")
				}
				must[connectors.MessageID](d)(d.c.Send(d.Context(), answer(7, "k", "One two three four.")))
				d.shows("said", "One two three four.")
			})
		}
	}
}

// A draft that arrives while its answer is being written stands beside none, however often the
// place was searched before.
func TestADraftArrivesBesideItsNext(t *testing.T) {
	d := newDrafting(t)
	d.late(func() error { return d.draft(7, "One.") })
	d.well(d.draft(7, "One two."))
	d.well(d.draft(7, "One two three."))
	d.clock.pass(8 * time.Second)
	d.land()
	d.shows("both", "One two three.", "One.")
	d.well(d.draft(7, "One two three four."))
	d.shows("with the next text", "One two three four.")
	id := d.send(7, "post/9", "All.")
	d.shows("then", "All.")
	if got := d.s.Shown(room)[0]; got.TS != string(id) {
		t.Errorf("shown %+v", got)
	}
}

// A draft that arrives behind its answer goes with whatever is shown next in its place, no
// matter when that is.
func TestADraftArrivesBehindItsAnswer(t *testing.T) {
	next := map[string]struct {
		do    func(*drafting)
		shows []string
	}{
		"a draft":         {func(d *drafting) { d.well(d.draft(8, "Another.")) }, []string{"Before.", "All.", "Another."}},
		"an answer":       {func(d *drafting) { d.send(8, "post/10", "Another.") }, []string{"Before.", "All.", "Another."}},
		"the second part": {func(d *drafting) { d.send(7, "post/9/1", "And more.") }, []string{"Before.", "All.", "And more."}},
		"a reminder":      {func(d *drafting) { d.send(0, "post/10", "Remember.") }, []string{"Before.", "All.", "Remember."}},
		"a withdrawal":    {func(d *drafting) { d.well(d.draft(8, "")) }, []string{"Before.", "All."}},
	}
	answered := map[string]func(*drafting){
		"with a post":        func(d *drafting) { d.send(7, "post/9", "All.") },
		"over another draft": func(d *drafting) { d.well(d.draft(7, "One two.")); d.send(7, "post/9", "All.") },
		"with one between":   func(d *drafting) { d.send(7, "post/9", "All."); d.send(0, "post/8", "Between.") },
		"by another process": func(d *drafting) { d.restart(); d.well(d.draft(7, "")); d.send(7, "post/9", "All.") },
		"after a withdrawal": func(d *drafting) { d.well(d.draft(7, "")); d.send(7, "post/9", "All.") },
		"in doubt, and found": func(d *drafting) {
			d.well(d.draft(7, "One two."))
			p, began := answer(7, "post/9", "All."), d.clock.now()
			d.s.SetFaults(slackserver.Faults{Rand: seeded(3), HangUp: 0.5}) // the search goes well, and the edit not
			_, err := d.c.Send(d.Context(), p)
			d.s.SetFaults(slackserver.Faults{})
			expect(d, "settled", err, connectors.Unknown)
			if _, found, err := d.c.Find(d.Context(), p, began); !found || err != nil {
				d.Fatalf("found %v, %v", found, err)
			}
		},
		"begun again and all": func(d *drafting) { d.well(d.draft(7, "")); d.well(d.draft(7, "One two.")); d.send(7, "post/9", "All.") },
	}
	for how, first := range answered {
		for what, then := range next {
			for _, passes := range []time.Duration{0, time.Hour} {
				t.Run(how+", "+what+", "+passes.String(), func(t *testing.T) {
					d := newDrafting(t)
					d.send(0, "post/1", "Before.")
					d.late(func() error { return d.draft(7, "One.") })
					first(d)
					d.clock.pass(3 * time.Second)
					d.land()
					d.clock.pass(passes)
					then.do(d)
					want := then.shows
					if how == "with one between" {
						want = append(append([]string{}, want[:2]...), append([]string{"Between."}, want[2:]...)...)
					}
					d.shows("then", want...)
				})
			}
		}
	}
}

// A draft that was withdrawn before it arrived is withdrawn with what is said next; one of the
// same turn that was begun again is gone on with.
func TestADraftArrivesWithdrawn(t *testing.T) {
	d := newDrafting(t)
	d.late(func() error { return d.draft(7, "One.") })
	d.well(d.draft(7, ""))
	d.land()
	d.send(0, "post/9", "Remember.")
	d.shows("then", "Remember.")
	d.clock.pass(time.Minute)
	d.well(d.draft(7, ""))
	d.late(func() error { return d.draft(7, "One.") })
	d.land()
	first := d.s.Shown(room)[1].TS
	d.well(d.draft(7, "One two."))
	d.shows("begun again", "Remember.", "One two.")
	if got := d.s.Shown(room)[1].TS; got != first {
		t.Error("it is shown anew")
	}
}

// Once nothing can be on its way any more, the place is not searched.
func TestAPlaceIsSearchedUntilItIsSure(t *testing.T) {
	d := newDrafting(t)
	searches := func(do func() error) int {
		t.Helper()
		before := d.s.Calls("conversations.history")
		d.well(do())
		return d.s.Calls("conversations.history") - before
	}
	write := func() error { return d.draft(7, "One.") }
	for i := range 2 {
		if n := searches(write); n != 0 {
			t.Errorf("draft %d: %d searches", i, n)
		}
	}
	d.well(d.draft(7, ""))
	d.failing(slackserver.Faults{Refuse: 1}, connectors.Unknown, func() error { return d.draft(8, "Two.") })
	for i, want := range []int{1, 1, 1, 1, 0} {
		if n := searches(write); n != want {
			t.Errorf("draft %d after one in doubt: %d searches", i, n)
		}
		d.clock.pass(4 * time.Second)
	}
}

// A draft that may have become its post is left alone while that may still happen. One that did
// not goes.
func TestADraftThatMayBecomeItsPost(t *testing.T) {
	for _, arrives := range []bool{true, false} {
		d := newDrafting(t)
		d.well(d.draft(7, "One."))
		d.late(func() error { _, err := d.c.Send(t.Context(), answer(7, "post/9", "All.")); return err })
		d.well(d.draft(8, "Another."))
		d.well(d.draft(8, "Another one."))
		d.shows("while it may", "One.", "Another one.")
		if arrives {
			d.land()
		}
		d.well(d.draft(8, "Another one yet."))
		d.clock.pass(11 * time.Second)
		d.well(d.draft(8, "Another one, again."))
		if arrives {
			d.shows("it arrived", "All.", "Another one, again.")
		} else {
			d.shows("it did not arrive", "Another one, again.")
		}
	}
}

// An edit that makes a draft the answer may be on its way as long as a post may: it is not taken
// for lost before.
func TestAnAnswerByEditInDoubt(t *testing.T) {
	d := newDrafting(t)
	d.well(d.draft(7, "One."))
	p, began := answer(7, "post/9", "All."), d.clock.now()
	d.clock.pass(time.Minute)
	d.late(func() error { _, err := d.c.Send(t.Context(), p); return err })
	_, _, err := d.c.Find(t.Context(), p, began)
	expect(t, "too soon", err, connectors.Temporary)
	d.land()
	if _, found, err := d.c.Find(t.Context(), p, began); !found || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
}

// A draft that could not be withdrawn, as far as is known, is no post in doubt.
func TestAWithdrawalInDoubt(t *testing.T) {
	d := newDrafting(t)
	d.well(d.draft(7, "One."))
	d.late(func() error { return d.draft(7, "One two.") })
	d.clock.pass(11 * time.Second) // the change was lost; the next is
	d.late(func() error { return d.draft(7, "One two three.") })
	d.failing(slackserver.Faults{HangUp: 1}, connectors.Temporary, func() error { _, err := d.c.Send(t.Context(), answer(7, "post/9", "All.")); return err })
	d.send(7, "post/9", "All.")
	d.shows("then", "All.")
}

// An answer in two parts: the first took the place of its draft, in doubt, and was found.
func TestTheSecondPartIsAMessageOfItsOwn(t *testing.T) {
	d := newDrafting(t)
	d.well(d.draft(7, "One."))
	began := d.clock.now()
	p := answer(7, "post/9", "All.")
	d.failing(slackserver.Faults{HangUp: 1}, connectors.Unknown, func() error { _, err := d.c.Send(t.Context(), p); return err })
	if _, found, err := d.c.Find(t.Context(), p, began); !found || err != nil {
		t.Fatalf("found %v, %v", found, err)
	}
	d.send(7, "post/9/1", "And more.")
	d.shows("both", "All.", "And more.")
}

// A change of a draft that may still be on its way changes no answer; one that surely did not
// arrive, or was given up long ago, does not keep the answer from taking its place.
func TestALateChangeOfADraft(t *testing.T) {
	for name, c := range map[string]struct {
		faults slackserver.Faults
		reason connectors.Reason
		passes time.Duration
		anew   bool
	}{
		"on its way":  {slackserver.Faults{Late: 1}, connectors.Unknown, 0, true},
		"arrived":     {slackserver.Faults{HangUp: 1}, connectors.Unknown, 0, true},
		"long ago":    {slackserver.Faults{Refuse: 1}, connectors.Unknown, 11 * time.Second, false},
		"too many":    {slackserver.Faults{TooMany: 1}, connectors.RateLimited, 0, false},
		"before that": {slackserver.Faults{Late: 1}, connectors.Unknown, 9 * time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDrafting(t)
			d.well(d.draft(7, "One."))
			first := d.s.Shown(room)[0].TS
			d.failing(c.faults, c.reason, func() error { return d.draft(7, "One two.") })
			d.clock.pass(c.passes)
			id := d.send(7, "post/9", "All.")
			d.s.Land()
			d.shows("the answer alone", "All.")
			if anew := string(id) != first; anew != c.anew {
				t.Errorf("a message of its own: %v", anew)
			}
		})
	}
}

// What a process that was killed left of an answer goes with the next answer in its place, and
// with a withdrawal of its turn or of a later one, whenever it was written or arrives.
func TestADraftOfAnEarlierProcess(t *testing.T) {
	for what, c := range map[string]struct {
		do    func(*drafting)
		shows []string
	}{
		"the next answer":        {func(d *drafting) { d.send(8, "post/10", "Another.") }, []string{"Before.", "Another."}},
		"its own":                {func(d *drafting) { d.send(7, "post/10", "Another.") }, []string{"Before.", "Another."}},
		"a withdrawal":           {func(d *drafting) { d.well(d.draft(7, "")) }, []string{"Before."}},
		"that of a later one":    {func(d *drafting) { d.well(d.draft(9, "")) }, []string{"Before."}},
		"that of an earlier one": {func(d *drafting) { d.well(d.draft(6, "")) }, []string{"Before.", "One."}},
	} {
		for _, down := range []time.Duration{time.Second, 60 * time.Hour} {
			if down > 24*time.Hour { // nobody writes so long
				c.shows = slices.DeleteFunc(slices.Clone(c.shows), func(text string) bool { return text == "One." })
			}
			t.Run(what+", after "+down.String(), func(t *testing.T) {
				d := newDrafting(t)
				d.send(0, "post/1", "Before.")
				d.well(d.draft(7, "One."))
				d.clock.pass(down)
				d.restart()
				c.do(d)
				d.shows("then", c.shows...)
			})
			t.Run(what+", arriving "+down.String()+" later", func(t *testing.T) {
				d := newDrafting(t)
				d.send(0, "post/1", "Before.")
				d.late(func() error { return d.draft(7, "One.") })
				d.restart()
				d.well(d.draft(6, ""))
				d.land()
				d.clock.pass(down)
				c.do(d)
				d.shows("then", c.shows...)
			})
		}
	}
}

// A draft that Slack does not let go of keeps no answer from being said.
func TestADraftThatMayNotBeDeleted(t *testing.T) {
	d := newDrafting(t)
	d.well(d.draft(7, "One."))
	d.restart()
	d.s.Interpose("chat.delete", http.StatusOK, 1, `{"ok":false,"error":"compliance_exports_prevent_deletion"}`)
	d.send(8, "post/10", "Another.")
	d.shows("then", "One.", "Another.")
}

// A post takes the place of its own draft, unless that stands so far back that nobody sees it.
func TestAnOldDraftMakesNoPost(t *testing.T) {
	for down, same := range map[time.Duration]bool{time.Hour: true, 60 * time.Hour: false} {
		d := newDrafting(t)
		d.well(d.draft(7, "One."))
		first := d.s.Shown(room)[0].TS
		d.clock.pass(down)
		d.restart()
		id := d.send(7, "post/9", "All.")
		d.shows("then", "All.")
		if got := string(id) == first; got != same {
			t.Errorf("after %s in its place: %v", down, got)
		}
	}
}

// A history that still shows an answer as the draft that it was does not have it withdrawn.
func TestAHistoryThatIsBehind(t *testing.T) {
	d := newDrafting(t)
	d.failing(slackserver.Faults{Refuse: 1}, connectors.Unknown, func() error { return d.draft(7, "One.") })
	d.well(d.draft(7, "One."))
	id := d.send(7, "post/9", "All.")
	d.s.Interpose("conversations.history", http.StatusOK, 1, fmt.Sprintf(`{"ok":true,"has_more":false,"messages":[{"type":"message","user":%q,
		"ts":%q,"text":"One.","metadata":{"event_type":"citadel_post","event_payload":{"draft":"turn/7"}}}]}`, slackserver.Bot, id))
	d.send(7, "post/9/1", "And more.")
	d.shows("then", "All.", "And more.")
}
