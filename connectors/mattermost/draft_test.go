package mattermost_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"

	"github.com/google/go-cmp/cmp"
)

// drafting is a connector, its server and the clock of both.
type drafting struct {
	*testing.T
	clock *clock
	s     *mattermostserver.Server
	sam   *mattermostserver.Person
	m     *mattermost.Mattermost
	at    connectors.Place
}

func newDrafting(t *testing.T) *drafting {
	c := newClock()
	s := &mattermostserver.Server{Now: c.now}
	s.Start()
	t.Cleanup(s.Close)
	sam := s.AddPerson("sam")
	d := &drafting{T: t, clock: c, s: s, sam: sam, at: home(s, sam)}
	d.restart()
	c.pass(time.Minute)
	d.draft(1, "") // there is none
	return d
}

// restart makes the connector of another process.
func (d *drafting) restart() {
	d.Helper()
	d.m = connector(d.s)
	d.m.Now = d.clock.now
	if _, err := d.m.Identify(d.Context()); err != nil {
		d.Fatal(err)
	}
}

func (d *drafting) tryDraft(turn uint64, text string) error {
	d.clock.tick()
	return draft(d, d.m, d.at, turn, text)
}

func (d *drafting) draft(turn uint64, text string) {
	d.Helper()
	if err := d.tryDraft(turn, text); err != nil {
		d.Fatal(err)
	}
}

// answer is the post of a turn; of turn 0 it answers none.
func (d *drafting) answer(turn uint64, key, text string) connectors.Post {
	d.clock.tick()
	p := connectors.Post{Key: key, Place: d.at, Text: text}
	if turn != 0 {
		p.Answers = &connectors.Answer{To: "x", Turn: turn}
	}
	return p
}

func (d *drafting) send(turn uint64, key, text string) string {
	d.Helper()
	return send(d, d.m, d.answer(turn, key, text))
}

// failing makes one call under faults, and wants it to end for that reason.
func (d *drafting) failing(f mattermostserver.Faults, want connectors.Reason, do func() error) {
	d.Helper()
	f.Rand = rand.New(rand.NewPCG(1, 2))
	d.s.Fail(f)
	err := do()
	d.s.Fail(mattermostserver.Faults{})
	if r := reasonOf(d, err); r != want {
		d.Fatalf("%v, want %v", err, want)
	}
}

// late makes one call that is on its way when it is given up.
func (d *drafting) late(do func() error) {
	d.Helper()
	d.failing(mattermostserver.Faults{Late: 1}, connectors.Unknown, do)
}

func (d *drafting) land() {
	d.Helper()
	d.clock.tick()
	if n := d.s.Land(); n != 1 {
		d.Fatalf("%d calls arrived", n)
	}
}

func (d *drafting) shows(when string, want ...string) {
	d.Helper()
	var got []string
	for _, p := range d.s.Shown(d.at.Room) {
		got = append(got, p.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		d.Errorf("%s (-want +got)\n%s", when, diff)
	}
}

// A draft of the process before that arrives beside the next text of its turn is withdrawn with what
// is shown a second later.
func TestADraftArrivesBesideItsNext(t *testing.T) {
	d := newDrafting(t)
	d.late(func() error { return d.tryDraft(7, "One.") })
	d.restart()
	d.draft(7, "One two.")
	d.draft(7, "One two three.")
	d.land()
	d.shows("both", "One two three.", "One.")
	d.clock.pass(time.Second)
	d.draft(7, "One two three four.")
	d.shows("with the next text", "One two three four.")
	d.send(7, "post/9", "All.")
	d.shows("then", "All.")
}

// A draft that arrives behind its answer goes with whatever is shown next in its room, no
// matter when that is.
func TestADraftArrivesBehindItsAnswer(t *testing.T) {
	next := map[string]struct {
		do    func(*drafting)
		shows []string
	}{
		"a draft":         {func(d *drafting) { d.draft(8, "Another.") }, []string{"Before.", "All.", "Another."}},
		"an answer":       {func(d *drafting) { d.send(8, "post/10", "Another.") }, []string{"Before.", "All.", "Another."}},
		"the second part": {func(d *drafting) { d.send(7, "post/9/1", "And more.") }, []string{"Before.", "All.", "And more."}},
		"a reminder":      {func(d *drafting) { d.send(0, "post/10", "Remember.") }, []string{"Before.", "All.", "Remember."}},
		"a withdrawal":    {func(d *drafting) { d.draft(8, "") }, []string{"Before.", "All."}},
	}
	answered := map[string]func(*drafting){
		"with a post":        func(d *drafting) { d.send(7, "post/9", "All.") },
		"by another process": func(d *drafting) { d.restart(); d.draft(7, ""); d.send(7, "post/9", "All.") },
		"after a withdrawal": func(d *drafting) { d.draft(7, ""); d.send(7, "post/9", "All.") },
		"behind much": func(d *drafting) {
			d.send(7, "post/9", "All.")
			d.land()
			for i := range 250 {
				d.clock.tick()
				d.sam.Say(fmt.Sprint(i))
			}
		},
	}
	for how, first := range answered {
		for what, then := range next {
			for _, passes := range []time.Duration{0, time.Hour} {
				t.Run(how+", "+what+", "+passes.String(), func(t *testing.T) {
					d := newDrafting(t)
					d.send(0, "post/1", "Before.")
					d.late(func() error { return d.tryDraft(7, "One.") })
					first(d)
					d.clock.pass(20 * time.Second)
					if how != "behind much" {
						d.land()
					}
					d.clock.pass(passes)
					then.do(d)
					d.shows("then", then.shows...)
				})
			}
		}
	}
}

// A draft that was withdrawn before it arrived is withdrawn with what is said next; one of the
// same turn that was begun again is gone on with.
func TestADraftArrivesWithdrawn(t *testing.T) {
	d := newDrafting(t)
	d.late(func() error { return d.tryDraft(7, "One.") })
	d.draft(7, "")
	d.land()
	d.send(0, "post/9", "Remember.")
	d.shows("then", "Remember.")
	d.clock.pass(time.Minute)
	d.draft(7, "")
	d.late(func() error { return d.tryDraft(7, "One.") })
	d.land()
	first := d.s.Shown(d.at.Room)[1].ID
	d.draft(7, "One two.")
	d.shows("begun again", "Remember.", "One two.")
	if d.s.Shown(d.at.Room)[1].ID != first {
		t.Error("it is shown anew")
	}
	d.draft(7, "")
	d.late(func() error { return d.tryDraft(7, "One.") })
	d.draft(7, "")
	d.land()
	d.draft(7, "One two.")
	d.shows("withdrawn, and begun again", "Remember.", "One two.")
}

// The room is read for drafts until nothing can be on its way any more, and then not.
func TestARoomIsReadUntilItIsSure(t *testing.T) {
	d := newDrafting(t)
	d.late(func() error { return d.tryDraft(7, "One.") })
	for range 2 {
		d.clock.pass(14 * time.Second)
		d.draft(7, "One two.")
		d.failing(mattermostserver.Faults{Garble: 1}, connectors.Temporary, func() error { return d.tryDraft(7, "One.") })
	}
	d.clock.pass(14 * time.Second)
	d.draft(7, "One two.")
	d.s.Fail(mattermostserver.Faults{Rand: rand.New(rand.NewPCG(1, 2)), Garble: 1})
	d.draft(7, "One two three.")
}

// A draft that may have become its post is left alone while that may still happen. One that did
// not goes.
func TestADraftThatMayBecomeItsPost(t *testing.T) {
	for _, arrives := range []bool{true, false} {
		d := newDrafting(t)
		d.draft(7, "One.")
		p := d.answer(7, "post/9", "All.")
		d.late(func() error { _, err := d.m.Send(t.Context(), p); return err })
		d.draft(8, "Another.")
		d.draft(8, "Another one.")
		d.shows("while it may", "One.", "Another one.")
		if arrives {
			d.land()
		}
		d.draft(8, "Another one yet.")
		d.clock.pass(31 * time.Second)
		d.draft(8, "Another one, again.")
		if arrives {
			d.shows("it arrived", "All.", "Another one, again.")
		} else {
			d.shows("it did not arrive", "Another one, again.")
		}
	}
}

// An answer in two parts: the first took the place of its draft, in doubt, and was found.
func TestTheSecondPartIsAPostOfItsOwn(t *testing.T) {
	d := newDrafting(t)
	d.draft(7, "One.")
	began := d.clock.now()
	p := d.answer(7, "post/9", "All.")
	d.failing(mattermostserver.Faults{HangUp: 1}, connectors.Unknown, func() error { _, err := d.m.Send(t.Context(), p); return err })
	if _, found, err := d.m.Find(t.Context(), p, began); !found || err != nil {
		t.Fatalf("found %v, %v", found, err)
	}
	d.send(7, "post/9/1", "And more.")
	d.shows("both", "All.", "And more.")
}

// A change of a draft that may still be on its way changes no answer; one that surely did not
// arrive, or was given up long ago, does not keep the answer from taking its place.
func TestALateChangeOfADraft(t *testing.T) {
	for name, c := range map[string]struct {
		faults mattermostserver.Faults
		reason connectors.Reason
		passes time.Duration
		anew   bool
	}{
		"on its way":  {mattermostserver.Faults{Late: 1}, connectors.Unknown, 0, true},
		"arrived":     {mattermostserver.Faults{HangUp: 1}, connectors.Unknown, 0, true},
		"before that": {mattermostserver.Faults{Late: 1}, connectors.Unknown, 29 * time.Second, true},
		"long ago":    {mattermostserver.Faults{Break: 1}, connectors.Unknown, 31 * time.Second, false},
		"too many":    {mattermostserver.Faults{Limit: 1}, connectors.RateLimited, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDrafting(t)
			d.draft(7, "One.")
			first := d.s.Shown(d.at.Room)[0].ID
			d.failing(c.faults, c.reason, func() error { return d.tryDraft(7, "One two.") })
			d.clock.pass(c.passes)
			id := d.send(7, "post/9", "All.")
			d.s.Land()
			d.shows("the answer alone", "All.")
			if anew := id != first; anew != c.anew {
				t.Errorf("a post of its own: %v", anew)
			}
		})
	}
}

// A draft that could not be withdrawn, as far as is known, is no post in doubt.
func TestAWithdrawalInDoubt(t *testing.T) {
	d := newDrafting(t)
	d.draft(7, "One.")
	d.late(func() error { return d.tryDraft(7, "One two.") })
	p := d.answer(7, "post/9", "All.")
	d.failing(mattermostserver.Faults{HangUp: 1}, connectors.Temporary, func() error { _, err := d.m.Send(t.Context(), p); return err })
	d.send(7, "post/9", "All.")
	d.shows("then", "All.")
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
		"a withdrawal":           {func(d *drafting) { d.draft(7, "") }, []string{"Before."}},
		"that of a later one":    {func(d *drafting) { d.draft(9, "") }, []string{"Before."}},
		"that of an earlier one": {func(d *drafting) { d.draft(6, "") }, []string{"Before.", "One."}},
	} {
		for _, down := range []time.Duration{time.Second, 60 * time.Hour} {
			if down > 24*time.Hour { // nobody writes so long
				c.shows = slices.DeleteFunc(slices.Clone(c.shows), func(text string) bool { return text == "One." })
			}
			t.Run(what+", after "+down.String(), func(t *testing.T) {
				d := newDrafting(t)
				d.send(0, "post/1", "Before.")
				d.draft(7, "One.")
				d.clock.pass(down)
				d.restart()
				c.do(d)
				d.shows("then", c.shows...)
			})
			t.Run(what+", arriving "+down.String()+" later", func(t *testing.T) {
				d := newDrafting(t)
				d.send(0, "post/1", "Before.")
				d.late(func() error { return d.tryDraft(7, "One.") })
				d.restart()
				d.draft(6, "")
				d.land()
				d.clock.pass(down)
				c.do(d)
				d.shows("then", c.shows...)
			})
		}
	}
}
