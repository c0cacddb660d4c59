package integrate_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// memoryWith is the memory whose quote holds some words.
func (w *world) memoryWith(words string) event.Seq {
	w.t.Helper()
	learned, recs := all[event.Learned](w)
	for i, l := range learned {
		if strings.Contains(l.Quote, words) {
			return recs[i].Seq
		}
	}
	w.t.Fatalf("nothing was learned of %q", words)
	return 0
}

func (w *world) held(seq event.Seq) (h beliefs.Held) {
	w.t.Helper()
	ok := false
	w.Mind.Read(func(v memory.View) { h, ok = v.Beliefs.Of(seq) })
	if !ok {
		w.t.Fatalf("%d is not held", seq)
	}
	return h
}

func (w *world) open() (list []beliefs.Dispute) {
	w.Mind.Read(func(v memory.View) { list = v.Beliefs.Disputes() })
	return list
}

func TestWhatIsSaidAgainReinforces(t *testing.T) {
	w := newWorld(t)
	first := w.hear("My sister Ana lives in Porto.")
	w.pass()
	m := w.memoryWith("Ana")
	w.hear("Nothing new today.")
	again := w.hear("Ana lives in Porto.")
	w.pass()
	residence := m
	learned, recs := all[event.Learned](w)
	for i, l := range learned {
		if l.Attribute == "residence" {
			residence = recs[i].Seq
		}
	}
	if h := w.held(residence); h.Count != 2 || !slices.Equal(h.Roots, []event.Seq{first, again}) {
		t.Errorf("said twice: %+v", h)
	}
	if len(learned) != 2 {
		t.Errorf("%d memories of two messages that say the same", len(learned))
	}
	edited := w.edit(again, "Ana lives in Porto!")
	w.pass()
	if h := w.held(residence); h.Count != 2 || slices.Contains(h.Roots, edited) {
		t.Errorf("an edit counts as another message: %+v", h)
	}
}

// Two messages of one batch that say the same are one memory with two roots.
func TestSaidTwiceInOneBatch(t *testing.T) {
	w := newWorld(t)
	w.hear("I live in Porto.")
	w.hear("I live in Porto.")
	w.hear("I live in Porto.")
	w.pass()
	w.pass()
	if h := w.held(w.memoryWith("Porto")); h.Count != 3 {
		t.Errorf("said three times: %+v", h)
	}
	for m, n := range w.integrated() {
		if n != 1 {
			t.Errorf("message %d was integrated %d times", m, n)
		}
	}
}

// What he says himself takes the place of the same thing that was passed on or imported, and is no
// mere repetition of it; the other way round it is.
func TestHisOwnWordIsFirmer(t *testing.T) {
	for _, c := range []struct {
		was   event.Provenance
		hedge bool
		firm  bool
	}{{event.Imported, false, true}, {event.Reported, false, true}, {event.Stated, true, true}, {event.Stated, false, false}} {
		w := newWorld(t)
		from := w.hear("hello")
		w.pass()
		old := w.Record(w.Pens.For(event.Learning).Write(event.Learned{
			Sort: "fact", Text: "Ana lives in Porto.", Quote: "Ana lives in Porto.", Subject: "Ana", Attribute: "residence", Value: "Porto",
			Provenance: c.was, Hedged: c.hedge, On: w.Now, Class: "standard", Importance: 0.5,
		}).Resting(from))[0].Seq
		w.hear("Ana lives in Porto.")
		w.pass()
		learned, _ := all[event.Learned](w)
		gone, _ := all[event.Superseded](w)
		again, _ := all[event.Reinforced](w)
		switch {
		case c.firm && (len(learned) != 2 || len(gone) != 1 || gone[0].Memory != old || gone[0].Reason != event.Firmer || len(again) != 0):
			t.Errorf("%s, unsure %v: %d memories, superseded %+v, said again %+v", c.was, c.hedge, len(learned), gone, again)
		case !c.firm && (len(learned) != 1 || len(gone) != 0 || len(again) != 1 || again[0].Memory != old):
			t.Errorf("%s: %d memories, superseded %+v, said again %+v", c.was, len(learned), gone, again)
		}
	}
}

func TestANewValueNeverStrengthensTheOld(t *testing.T) {
	for _, c := range []struct{ old, new string }{
		{"Ana lives in Porto.", "Ana lives in Braga."},
		{"Ana lives in Porto.", "Ana doesn't live in Porto."},
		{"The gate code is 4471.", "The gate code is 4417."},
		{"The rent is 900 euros a month.", "The rent is 950 euros a month."},
		{"The shop ships to Norway.", "The shop doesn't ship to Norway."},
	} {
		w := newWorld(t)
		w.hear(c.old)
		w.pass()
		old := w.memoryWith(c.old[:len(c.old)-1])
		before := w.held(old)
		w.hear(c.new)
		w.pass()
		after := w.held(old)
		if !after.Over || after.Count != before.Count || after.Base != before.Base {
			t.Errorf("%q, then %q: the old one is %+v", c.old, c.new, after)
		}
		if h := w.held(w.memoryWith(c.new[:len(c.new)-1])); h.Over || h.Count != 1 {
			t.Errorf("%q, then %q: the new one is %+v", c.old, c.new, h)
		}
		if said, _ := all[event.Reinforced](w); len(said) > 0 {
			t.Errorf("%q, then %q: %+v", c.old, c.new, said)
		}
	}
}

func TestWhatCannotBeOrderedIsDisputed(t *testing.T) {
	for _, c := range []struct{ name, old, new string }{
		{"less sure, but later", "Lena's contract ends on 31 March.", "I think Lena's contract ends in June."},
		{"opposites", "I love long meetings.", "I hate long meetings."},
		{"passed on", "Bea works at Acme.", "Tom said Bea works at Monzo."},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.hear(c.old)
			w.pass()
			w.hear(c.new)
			w.pass()
			learned, recs := all[event.Learned](w)
			if len(learned) != 2 {
				t.Fatalf("learned %+v", learned)
			}
			open := w.open()
			if len(open) != 1 || !slices.Equal(open[0].Between, []event.Seq{recs[0].Seq, recs[1].Seq}) {
				t.Fatalf("open: %+v", open)
			}
			if h := w.held(recs[0].Seq); h.Over || !h.Contradicted {
				t.Errorf("a winner was picked: %+v", h)
			}
			// What takes one side back ends it, and the outcome is recorded.
			w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: recs[0].Seq, On: w.Now, Reason: "wrong"}))
			w.pass()
			settled, _ := all[event.Settled](w)
			want := []event.Settled{{Dispute: open[0].Seq, Keeps: recs[1].Seq, How: event.Replaced}}
			if d := cmp.Diff(want, settled); d != "" || len(w.open()) != 0 {
				t.Errorf("settled: %s", d)
			}
		})
	}
}

func TestSaidMoreFirmly(t *testing.T) {
	w := newWorld(t)
	w.hear("I think Bea works at Monzo.")
	w.pass()
	w.hear("Bea works at Monzo.")
	w.pass()
	if h := w.held(w.memoryWith("I think")); !h.Over {
		t.Errorf("the unsure one still holds: %+v", h)
	}
	w.hear("I think Bea works at Monzo.")
	w.pass()
	learned, _ := all[event.Learned](w)
	again, _ := all[event.Reinforced](w)
	if len(learned) != 2 || len(again) != 1 || len(again[0].Roots) != 0 {
		t.Errorf("learned %d, reinforced %+v: what is unsure adds nothing to what is firm", len(learned), again)
	}
}

// A conversation that is lived twice: the second time nothing is new, and nothing is learned.
func TestAConversationLivedTwice(t *testing.T) {
	w := newWorld(t)
	lines := []string{
		"My sister Ana lives in Porto.", "Tom works at Acme.", "The rent is 900 euros a month.", "I prefer calls before 11.",
		"My accountant is Priya Nair.", "The gate code is 4471.", "Our day rate is A$1,450.", "I love long train rides.",
		"My dentist is Dr Silva.", "The warehouse is in Rotterdam.",
	}
	live := func() {
		for _, l := range lines {
			w.hear(l)
			w.Now = w.Now.Add(5 * time.Minute)
		}
		w.pass()
	}
	live()
	first, _ := all[event.Learned](w)
	live()
	second, _ := all[event.Learned](w)
	again, _ := all[event.Reinforced](w)
	if len(second) != len(first) || len(again) != len(first) {
		t.Errorf("learned %d, then %d more; %d reinforced", len(first), len(second)-len(first), len(again))
	}
}

// Where two messages were read by different people, the question which holds is asked where
// both may be read: in private (TRUST, Private into public).
func TestADisputeAcrossPlacesIsPrivate(t *testing.T) {
	work := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	shared := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	at := func(a event.Audience, p event.Place) func(*event.Heard, *event.TurnEnded) {
		return func(h *event.Heard, _ *event.TurnEnded) { h.Audience, h.Place = a, p }
	}
	type told struct {
		audience event.Audience
		place    event.Place
	}
	for _, c := range []struct {
		name          string
		first, second told
		want          event.Audience
	}{
		{"work, then private", told{event.Work, work}, told{event.Private, event.Place{Platform: "console"}}, event.Private},
		{"private, then work", told{event.Private, event.Place{Platform: "console"}}, told{event.Work, work}, event.Private},
		{"private, then shared", told{event.Private, event.Place{Platform: "console"}}, told{event.Shared, shared}, event.Private},
		{"work, then shared", told{event.Work, work}, told{event.Shared, shared}, event.Private},
		{"two rooms", told{event.Shared, shared}, told{event.Shared, event.Place{Platform: "slack", Account: "T1", Room: "C2"}}, event.Private},
		{"one room", told{event.Shared, shared}, told{event.Shared, shared}, event.Shared},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.hear("I love long meetings.", at(c.first.audience, c.first.place))
			w.pass()
			w.hear("I hate long meetings.", at(c.second.audience, c.second.place))
			w.pass()
			disputed, _ := all[event.Disputed](w)
			if len(disputed) != 1 {
				t.Fatalf("disputed: %+v", disputed)
			}
			if d := disputed[0]; d.Audience != c.want || c.want == event.Private && d.Place != (event.Place{}) {
				t.Errorf("asked where %q may read, in %+v; want %q", d.Audience, d.Place, c.want)
			}
		})
	}
}

// Who forgets a message takes with it what it added to a memory of another.
func TestWhatReinforcesRestsOnItsMessage(t *testing.T) {
	w := newWorld(t)
	first := w.hear("The gate code is 4471.")
	w.pass()
	m := w.memoryWith("4471")
	again := w.hear("The gate code is 4471!")
	w.pass()
	_, recs := all[event.Reinforced](w)
	if len(recs) != 1 || !slices.Equal(recs[0].From, []event.Seq{m, again}) || recs[0].Cause() != again {
		t.Fatalf("reinforced: %+v", recs)
	}
	twice := w.held(m)
	plan, err := w.Mind.Reach(t.Context(), again)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	once := w.held(m)
	if twice.Count != 2 || once.Count != 1 || !slices.Equal(once.Roots, []event.Seq{first}) || once.Confidence(w.Now) >= twice.Confidence(w.Now) {
		t.Errorf("%+v, and without the second message %+v", twice, once)
	}
}

// A newer statement takes the place of an older one only if it is as firm: plainly stated,
// before what he was not sure of, before what he passed on.
func TestHowFirmAStatementIs(t *testing.T) {
	plain := func(v string) string { return "Bea works at " + v + "." }
	unsure := func(v string) string { return "I think Bea works at " + v + "." }
	passed := func(v string) string { return "Tom said Bea works at " + v + "." }
	kinds := []struct {
		name string
		say  func(string) string
	}{{"passed on", passed}, {"unsure", unsure}, {"plain", plain}}
	for older := range kinds {
		for newer := range kinds {
			t.Run(kinds[older].name+", then "+kinds[newer].name, func(t *testing.T) {
				w := newWorld(t)
				w.hear(kinds[older].say("Acme"))
				w.pass()
				w.hear(kinds[newer].say("Monzo"))
				w.pass()
				_, recs := all[event.Learned](w)
				if len(recs) != 2 {
					t.Fatalf("%d memories", len(recs))
				}
				replaces := newer >= older
				if h := w.held(recs[0].Seq); h.Over != replaces {
					t.Errorf("the older one: %+v", h)
				}
				if open := len(w.open()); (open == 1) == replaces {
					t.Errorf("%d disputes", open)
				}
			})
		}
	}
}

// What one person is reported to have said neither ends what another did nor repeats it; what the
// same person says later takes the place of what he said before.
func TestOnePersonsWordDoesNotEndAnothers(t *testing.T) {
	w := newWorld(t)
	w.hear("Vera said the opening is on 14 May.")
	w.pass()
	w.hear("Nils said the opening is on 12 May.")
	w.pass()
	for _, words := range []string{"14 May", "12 May"} {
		if h := w.held(w.memoryWith(words)); h.Over || h.Count != 1 {
			t.Errorf("%s: %+v", words, h)
		}
	}
	w.hear("Nils said the opening is on 14 May.")
	w.pass()
	if vera, nils := w.held(w.memoryWith("14 May")), w.held(w.memoryWith("12 May")); vera.Over || vera.Count != 1 || !nils.Over {
		t.Errorf("Nils thought better of it: Vera's %+v, his %+v", vera, nils)
	}
}

// A denial in passing takes the place of what it denies; of opposites neither does.
func TestAHabitDenied(t *testing.T) {
	w := newWorld(t)
	w.hear("Bob drives to work.")
	w.hear("Henderson always pays late.")
	w.pass()
	w.hear("Bob does not drive to work.")
	w.hear("Henderson never pays late.")
	w.pass()
	if h := w.held(w.memoryWith("Bob drives")); !h.Over {
		t.Errorf("denied: %+v", h)
	}
	if h := w.held(w.memoryWith("Bob does not")); h.Over {
		t.Errorf("the denial: %+v", h)
	}
	want := []event.Seq{w.memoryWith("always"), w.memoryWith("never")}
	if open := w.open(); len(open) != 1 || !slices.Equal(open[0].Between, want) {
		t.Errorf("open: %+v", open)
	}
}

// Of what no attribute is known another thing may be true beside it.
func TestAnotherThingStandsBesideTheFirst(t *testing.T) {
	for _, c := range [][2]string{
		{"Nora uses Figma at work.", "Nora uses Sketch at work."},
		{"Nora visits Tom on Mondays.", "Nora visits Lea on Mondays."},
	} {
		w := newWorld(t)
		for _, said := range c {
			w.hear(said)
			w.pass()
		}
		learned, recs := all[event.Learned](w)
		if len(learned) != 2 || w.held(recs[0].Seq).Over || len(w.open()) != 0 {
			t.Errorf("%q: %+v", c, learned)
		}
	}
}

// One statement lends support to three beliefs at most.
func TestSupportIsBounded(t *testing.T) {
	w := newWorld(t)
	for _, teller := range []string{"Tom", "Max", "Ida", "Leo", "Eva"} {
		w.hear(teller + " said that Ana likes olives.")
		w.pass()
	}
	before, _ := all[event.Reinforced](w)
	w.hear("Lena said that Ana likes olives.")
	w.pass()
	lent, _ := all[event.Reinforced](w)
	for _, r := range lent {
		if r.As != event.Agreeing {
			t.Errorf("%+v", r)
		}
	}
	if n := len(lent) - len(before); n != 3 {
		t.Errorf("support lent to %d of five", n)
	}
}

// Another value of the same matter bears nothing out: five things that Ana likes as well leave what Tom said of tea
// where it was.
func TestAnotherValueLendsNothing(t *testing.T) {
	w := newWorld(t)
	w.hear("Tom said that Ana likes tea.")
	w.pass()
	_, recs := all[event.Learned](w)
	for _, taste := range []string{"coffee", "wine", "chess", "jazz", "dogs"} {
		w.hear("Ana likes " + taste + ".")
		w.pass()
	}
	fresh := formula.NewBelief(formula.ThirdParty)
	if h := w.held(recs[0].Seq); h.Base != fresh.Base || h.Count != 1 {
		t.Errorf("%+v, want that of one who said it once: %+v", h.Belief, fresh)
	}
}

// Two others who tell of one home two places are no support for each other: it is disputed which holds.
func TestHearsayAgainstHearsay(t *testing.T) {
	w := newWorld(t)
	w.hear("Tom said that Ana lives in Porto.")
	w.pass()
	w.hear("Lena said that Ana lives in Braga.")
	w.pass()
	learned, recs := all[event.Learned](w)
	disputed, _ := all[event.Disputed](w)
	if len(learned) != 2 || len(disputed) != 1 || disputed[0].Between[0] != recs[0].Seq {
		t.Fatalf("learned %+v, disputed %+v", learned, disputed)
	}
	if lent, _ := all[event.Reinforced](w); len(lent) > 0 {
		t.Errorf("lent %+v", lent)
	}
	for _, r := range recs {
		if h := w.held(r.Seq); h.Base != formula.NewBelief(formula.ThirdParty).Base || !h.Contradicted {
			t.Errorf("%+v", h)
		}
	}
}

// Of "it" nobody knows whether it is the same thing twice.
func TestWhatIsNotNamedReplacesNothing(t *testing.T) {
	for _, c := range [][2]string{
		{"It costs 40 euros a month.", "It costs 50 euros a month."},
		{"It costs 40 euros a month.", "The gym costs 50 euros a month."},
		{"The gym costs 40 euros a month.", "It costs 50 euros a month."},
	} {
		w := newWorld(t)
		w.alike = w.every()
		w.runner = w.newRunner()
		w.hear(c[0])
		w.pass()
		w.hear(c[1])
		w.pass()
		learned, _ := all[event.Learned](w)
		if gone, _ := all[event.Superseded](w); len(learned) != 2 || len(gone) != 0 {
			t.Errorf("%q: %d memories, superseded %+v", c, len(learned), gone)
		}
	}
}

// knows records a memory of something said at a moment, as a correction would have it written.
func (w *world) knows(text, subject, attribute, value string, on time.Time, edit func(*event.Learned), from ...event.Seq) event.Seq {
	w.t.Helper()
	l := event.Learned{
		Sort: "fact", Text: text, Quote: text, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated, On: on,
		Class: "standard", Importance: 0.5,
	}
	if edit != nil {
		edit(&l)
	}
	return w.Write(l, from...)
}

// What was said before what is known already is history as it is written, for as long as the newer one
// stands, and neither questions nor supports anything; unless it is the firmer of the two.
func TestReadAfterWhatIsNewer(t *testing.T) {
	hedged := func(l *event.Learned) { l.Hedged = true }
	inferred := func(l *event.Learned) { l.Provenance = event.Inferred }
	later := func(w *world) time.Time { return w.Now.Add(time.Minute) }
	begin := func(t *testing.T, text string) (w *world, said, newer event.Seq) {
		w = newWorld(t)
		w.alike = w.every()
		w.runner = w.newRunner()
		said = w.hear(text)
		newer = w.Say("and then")
		w.turn(newer, event.TurnEnded{Outcome: event.Answered, By: "command:wrong"}, event.Integrated{Messages: []event.Seq{newer}, By: event.ByRules})
		return w, said, newer
	}
	t.Run("history", func(t *testing.T) {
		w, said, newer := begin(t, "Bea works at Acme.")
		firm := w.knows("Bea works at Monzo.", "Bea", "employer", "Monzo", later(w), nil, newer)
		w.knows("I think Bea works at Apex.", "Bea", "employer", "Apex", later(w), hedged, newer)
		w.pass()
		past := w.memoryWith("Acme")
		asked, _ := all[event.Disputed](w)
		if h := w.held(past); !h.Over || w.held(firm).Over || len(asked) != 0 {
			t.Errorf("%+v, firm %+v, disputed %+v", h, w.held(firm), asked)
		}
		gone, recs := all[event.Superseded](w)
		if len(gone) != 1 || gone[0].Memory != past || gone[0].By != newer || gone[0].Reason != event.Changed || !slices.Equal(recs[0].From, []event.Seq{said, firm, past}) {
			t.Fatalf("%+v resting on %v", gone, recs)
		}
		plan, err := w.Mind.Reach(t.Context(), newer)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		if h := w.held(past); h.Over {
			t.Errorf("what took its place is forgotten: %+v", h)
		}
	})
	t.Run("supports nothing", func(t *testing.T) {
		w, _, newer := begin(t, "Ana likes herring.")
		w.knows("Ana likes olives.", "Ana", "likes", "olives", w.Now, inferred, newer)
		w.knows("Ana doesn't like herring.", "Ana", "likes", "herring", later(w), func(l *event.Learned) { l.Sort = "preference" }, newer)
		w.pass()
		if again, _ := all[event.Reinforced](w); len(again) != 0 || !w.held(w.memoryWith("Ana likes herring")).Over {
			t.Errorf("%+v", again)
		}
	})
	t.Run("the firmer one", func(t *testing.T) {
		w, _, newer := begin(t, "Bea works at Acme.")
		unsure := w.knows("I think Bea works at Monzo.", "Bea", "employer", "Monzo", later(w), hedged, newer)
		w.pass()
		firm := w.memoryWith("Acme")
		if open := w.open(); len(open) != 1 || !slices.Equal(open[0].Between, []event.Seq{unsure, firm}) || w.held(firm).Over || w.held(unsure).Over {
			t.Errorf("open %+v", open)
		}
		_, recs := all[event.Disputed](w)
		if !slices.Equal(recs[0].From, []event.Seq{unsure, firm}) {
			t.Errorf("resting on %v", recs[0].From)
		}
	})
	t.Run("of one moment, of several messages", func(t *testing.T) {
		w := newWorld(t)
		w.alike = w.every()
		w.runner = w.newRunner()
		first := w.Say("About Bea.")
		w.turn(first, event.TurnEnded{Outcome: event.Silent}, event.Integrated{Messages: []event.Seq{first}, By: event.ByRules})
		w.hear("Bea works at Acme.")
		last := w.Say("no")
		w.turn(last, event.TurnEnded{Outcome: event.Silent}, event.Integrated{Messages: []event.Seq{last}, By: event.ByRules})
		w.knows("Bea works at Monzo.", "Bea", "employer", "Monzo", w.Now, nil, first, last)
		w.pass()
		if h := w.held(w.memoryWith("Acme")); !h.Over {
			t.Errorf("%+v", h)
		}
	})
	t.Run("of one moment, of no message", func(t *testing.T) {
		w, _, _ := begin(t, "Bea works at Acme.")
		own := w.knows("Bea works at Monzo.", "Bea", "employer", "Monzo", w.Now, nil)
		w.pass()
		if h := w.held(own); !h.Over {
			t.Errorf("%+v", h)
		}
	})
}

// A statement lends support to what was concluded of the same matter of the same subject, said or denied as
// it is; not to what was stated.
func TestWhatLendsSupport(t *testing.T) {
	for _, c := range []struct {
		name                            string
		was                             event.Provenance
		text, subject, attribute, value string
		said                            string
		lends                           bool
	}{
		{"concluded", event.Inferred, "Olives go down well with Ana.", "Ana", "likes", "olives", "Ana likes olives.", true},
		{"concluded, of another value", event.Inferred, "Ana likes olives.", "Ana", "likes", "olives", "Ana likes herring.", false},
		{"stated", event.Stated, "Olives go down well with Ana.", "Ana", "likes", "olives", "Ana likes olives.", false},
		{"denied", event.Inferred, "Ana doesn't like olives.", "Ana", "likes", "olives", "Ana likes herring.", false},
		{"of another", event.Inferred, "Tom likes olives.", "Tom", "likes", "olives", "Ana likes herring.", false},
		{"of another matter", event.Inferred, "Ana speaks Greek.", "Ana", "speaks", "Greek", "Ana likes herring.", false},
		{"of no subject", event.Inferred, "It costs A$40 a month.", "", "price", "A$40 a month", "It costs A$900 a year.", false},
		{"of no matter", event.Inferred, "Nora is fond of olives.", "Nora", "", "", "Nora visits Tom on Mondays.", false},
	} {
		w := newWorld(t)
		w.alike = w.every()
		w.runner = w.newRunner()
		from := w.hear("hello")
		w.pass()
		w.knows(c.text, c.subject, c.attribute, c.value, w.Now, func(l *event.Learned) { l.Provenance = c.was }, from)
		w.hear(c.said)
		w.pass()
		if learned, _ := all[event.Learned](w); len(learned) != 2 {
			t.Errorf("%s: learned %+v", c.name, learned)
		}
		if lent, _ := all[event.Reinforced](w); (len(lent) == 1 && lent[0].As == event.Agreeing) != c.lends || len(lent) > 1 {
			t.Errorf("%s: %+v", c.name, lent)
		}
	}
}
