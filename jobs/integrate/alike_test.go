package integrate_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// learn writes a memory as the gate would keep it.
func (w *world) learn(text string, from event.Seq) event.Seq {
	w.t.Helper()
	it := dedupe.Of(text)
	return w.Record(w.Pens.For(event.Learning).Write(event.Learned{
		Sort: "fact", Text: text, Quote: text, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value, Provenance: event.Stated, On: w.Now,
	}).Resting(from))[0].Seq
}

func (w *world) near(a integrate.Alike, text string) []event.Seq {
	w.t.Helper()
	found, err := a(w.t.Context(), dedupe.Take(dedupe.Of(text)), w.Now)
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

// Among all the statements that are shipped for the gate, it is given those that it would act on.
func TestWhatBearsOnAStatementIsFound(t *testing.T) {
	w := newWorld(t)
	type pair struct {
		A, B string
		a    event.Seq
	}
	var pairs []pair
	said := w.hear("hello")
	for _, set := range []string{"pairs", "holdout", "unseen"} {
		file, err := os.Open("../../brain/dedupe/testdata/" + set + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var p pair
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			p.a = w.learn(p.A, said)
			pairs = append(pairs, p)
		}
	}
	bear, missed, given := 0, 0, 0
	for _, p := range pairs {
		found := w.near(w.alike, p.B)
		given += len(found)
		if !acts(dedupe.Of(p.A), dedupe.Of(p.B)) {
			continue
		}
		if bear++; !slices.Contains(found, p.a) {
			missed++
			t.Logf("not found: %q for %q", p.A, p.B)
		}
	}
	if bear < 400 || missed > bear/100 {
		t.Errorf("%d of %d that bear on each other are missed", missed, bear)
	}
	if given > 5*len(pairs) {
		t.Errorf("%d are given for %d statements; a gate that is given everything needs no index", given, len(pairs))
	}
}

// acts says whether the gate does anything about an old statement because of a new one: of what is not
// known to be the same matter of the same subject, only what is so now replaces.
func acts(old, new extract.Item) bool {
	rel := dedupe.Compare(old, new)
	known := old.Subject != "" && new.Subject != "" && old.Attribute != "" && new.Attribute != ""
	return rel == extract.Same || rel != extract.Different && (known || dedupe.Replaces(old, new))
}

// Who likes forty things is held against the one that he likes again or no longer, not against the others.
func TestWhatManyShareTellsNothing(t *testing.T) {
	w := newWorld(t)
	said := w.hear("hello")
	var liked []event.Seq
	for i := range 40 {
		liked = append(liked, w.learn(fmt.Sprintf("I like film%d.", i), said))
	}
	for text, want := range map[string][]event.Seq{
		"I like film7.":        {liked[7]},
		"I don't like film20.": {liked[20]},
		"I like film40.":       {},
	} {
		if got := w.near(w.alike, text); !slices.Equal(got, want) {
			t.Errorf("%q is held against %d, not %d", text, got, want)
		}
	}
}

// Of a thousand things that were sold none is looked at when another is, but what says that it was there.
func TestWhatIsOverIsSoughtByWhatIsRare(t *testing.T) {
	w := newWorld(t)
	said := w.hear("hello")
	volvo := w.learn("I drive a Volvo.", said)
	w.learn("I saw a Volvo in Braga.", said)
	var drives []event.Seq
	for i := range 1100 {
		w.learn(fmt.Sprintf("I sold the boat%d.", i), said)
		drives = append(drives, w.learn(fmt.Sprintf("I drive the bus%d.", i), said))
	}
	if got, want := w.near(w.alike, "I sold the Volvo."), []event.Seq{volvo}; !slices.Equal(got, want) {
		t.Errorf("that the Volvo was sold is held against %d, not %d", got, want)
	}
	if got := w.near(w.alike, "I no longer drive."); !slices.Contains(got, drives[1099]) {
		t.Errorf("what has nothing rare is held against %d, not the newest", got)
	}
}

// What happened is only ever said again: where other things happened, nothing is read.
func TestOtherThingsThatHappenedAreNotRead(t *testing.T) {
	w := newWorld(t)
	said := w.hear("hello")
	met := w.learn("I met Tom in Braga.", said)
	w.learn("I met Ana in Braga.", said)
	w.learn("I met Tom in Porto.", said)
	report := w.learn("I finished the quarterly report with Tom.", said)
	for text, want := range map[string][]event.Seq{
		"I met Tom in Braga.":                       {met},
		"I think I met Tom in Braga.":               {met},
		"I met Tom in Faro.":                        {},
		"I finished the quaterly report with Tom.":  {report},
		"I finished the quarterly report with Ana.": {},
	} {
		if got := w.near(w.alike, text); !slices.Equal(got, want) {
			t.Errorf("%q is held against %d, not %d", text, got, want)
		}
	}
}

// Whatever is learned, superseded, restored and forgotten: the index that followed gives what a
// new one gives, and nothing that does not hold.
func TestTheIndexFollowsTheLedger(t *testing.T) {
	values := []string{"Porto", "Braga", "Lisbon"}
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t)
		var memories []event.Seq
		holds := map[event.Seq]bool{}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			text := fmt.Sprintf("%s lives in %s.", rapid.SampledFrom([]string{"Ana", "Tom", "My sister"}).Draw(rt, "who"), rapid.SampledFrom(values).Draw(rt, "where"))
			do := rapid.IntRange(0, 4).Draw(rt, "do")
			var m event.Seq
			if len(memories) > 0 {
				m = rapid.SampledFrom(memories).Draw(rt, "which")
			}
			switch {
			case do < 2 || m == 0:
				m = w.learn(text, w.hear(text))
				memories, holds[m] = append(memories, m), true
			case do == 2:
				w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: m, On: w.Now, Reason: event.Changed}))
				holds[m] = false
			case do == 3:
				w.Record(w.Pens.For(event.Learning).Write(event.Restored{Memory: m}))
				holds[m] = slices.Contains(memories, m)
			default:
				plan, err := w.Mind.Reach(t.Context(), m)
				if err == nil {
					_, err = w.Mind.Forget(t.Context(), plan, "asked")
				}
				if err != nil {
					rt.Fatal(err)
				}
				memories = slices.DeleteFunc(memories, func(s event.Seq) bool { return s == m })
				delete(holds, m)
			}
			found := w.near(w.alike, text)
			if d := cmp.Diff(w.near(integrate.InLedger(w.Mind), text), found); d != "" {
				rt.Fatalf("a new index gives something else: %s", d)
			}
			for _, s := range found {
				if !holds[s] {
					rt.Fatalf("%d is given and does not hold", s)
				}
			}
		}
	})
}

// every gives all that holds.
func (w *world) every() integrate.Alike {
	return func(ctx context.Context, _ *dedupe.Statement, _ time.Time) (seqs []event.Seq, err error) {
		over := map[event.Seq]bool{}
		gone, _ := all[event.Superseded](w)
		for _, s := range gone {
			over[s.Memory] = true
		}
		_, recs := all[event.Learned](w)
		for _, r := range recs {
			if !over[r.Seq] {
				seqs = append(seqs, r.Seq)
			}
		}
		return seqs, nil
	}
}

// The gate writes the same, to the letter, whether a statement is held against what the index
// gives or against everything.
func TestTheIndexChangesNoVerdict(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(of ...string) string { return rapid.SampledFrom(of).Draw(rt, "word") }
		var talk []string
		for range rapid.IntRange(2, 30).Draw(rt, "messages") {
			who, where := draw("Ana", "Tom", "My sister", "I"), draw("Porto", "Braga", "Faro")
			talk = append(talk, draw(
				fmt.Sprintf("%s moved to %s.", who, where), fmt.Sprintf("The rent in %s is %s euros.", where, draw("900", "950")),
				fmt.Sprintf("I think Tom works at %s.", draw("Acme", "Bosch")), fmt.Sprintf("Tom works at %s.", draw("Acme", "Bosch")),
				fmt.Sprintf("I %s %s.", draw("like", "don't like", "hate"), draw("olives", "trains", "early mornings")),
				fmt.Sprintf("The gate is %s.", draw("open", "closed", "red")), fmt.Sprintf("The gate code is %s.", draw("4471", "4417")),
				fmt.Sprintf("Karin %s a report about %s.", draw("reads", "doesn't read"), where),
			))
		}
		written := func(alike func(*world) integrate.Alike) (lines []string) {
			w := newWorld(t)
			w.runner.Jobs = []jobs.Job{integrate.Job(alike(w), false)}
			for i, said := range talk {
				w.hear(said)
				if i%3 == 0 {
					w.pass()
				}
			}
			w.pass()
			w.pass()
			for r, err := range w.Mind.Events(t.Context(), ledger.Query{}) {
				if err != nil {
					rt.Fatal(err)
				}
				lines = append(lines, fmt.Sprintf("%d %s %v %v %s", r.Seq, r.Kind, r.Causes, r.From, r.Body))
			}
			return lines
		}
		if d := cmp.Diff(written((*world).every), written(func(w *world) integrate.Alike { return w.alike })); d != "" {
			rt.Fatalf("%q: -everything +index\n%s", talk, d)
		}
	})
}

// What was looked for just before is entered under what it is itself: "she" may be somebody else in the next message.
func TestTheSameWordsOfSomebodyElse(t *testing.T) {
	w := newWorld(t)
	said := w.hear("hello")
	lives := func(who, where string) extract.Item {
		text := "She lives in " + where + "."
		return extract.Item{Kind: extract.Fact, Quote: text, Text: text, Subject: who, Attribute: "home", Value: where}
	}
	near := func(it extract.Item) []event.Seq {
		t.Helper()
		found, err := w.alike(t.Context(), dedupe.Take(it), w.Now)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	near(lives("Ana", "Porto"))
	it := lives("Bea", "Porto")
	bea := w.Record(w.Pens.For(event.Learning).Write(event.Learned{
		Sort: "fact", Text: it.Text, Quote: it.Quote, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value, Provenance: event.Stated, On: w.Now,
	}).Resting(said))[0].Seq
	if got := near(lives("Ana", "Braga")); len(got) > 0 {
		t.Errorf("where Ana lives is held against %v", got)
	}
	if got := near(lives("Bea", "Braga")); !slices.Equal(got, []event.Seq{bea}) {
		t.Errorf("where Bea lives is held against %v, want %d", got, bea)
	}
}
