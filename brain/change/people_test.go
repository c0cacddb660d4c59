package change_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/extract"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
)

// learn has the principal say something, and learned from it.
func (s *scene) learn(text, subject, attribute, value string) event.Seq {
	s.t.Helper()
	m := s.Say(text)
	s.write(event.Learned{
		Sort: "fact", Text: text, Quote: text, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated, On: s.Now,
	}, m)
	return m
}

// known is a mind that knows some people.
func known(t *testing.T) *scene {
	s := begin(t)
	s.At("2026-08-12 14:05")
	s.learn("Priya Nair works at Acme Foods", "Priya Nair", "employer", "Acme Foods")
	s.learn("Ana is my sister", extract.Me, "sister", "Ana")
	s.learn("Tom Weiss is the finance lead at Henderson", "Tom Weiss", "employer", "Henderson")
	s.At("2026-09-03 11:00")
	s.learn("Priya prefers calls before 11", "Priya", "prefers", "calls before 11")
	return s
}

func (s *scene) one(name string) (p people.Person) {
	s.t.Helper()
	s.Mind.Read(func(v memory.View) {
		if all := v.People.Called(name); len(all) == 1 {
			p = all[0]
		}
	})
	return p
}

func TestGroup(t *testing.T) {
	s := known(t)
	s.At("2026-11-20 09:00")
	s.golden("group", "group Priya growth")
	s.golden("group-again", "group Priya Nair as boundary")
	if g := s.one("Priya").Group; g.Name != event.Boundary {
		t.Errorf("%+v", g)
	}
	s.golden("undo-group", "undo")
	if g := s.one("Priya").Group; g.Name != event.Growth {
		t.Errorf("taken back: %+v", g)
	}
	s.golden("group-none", "group Priya none")
	s.golden("group-none-again", "group Priya none")
	s.golden("group-unknown", "group Lena Brandt inner circle")
	s.golden("renew", "renew Lena Brandt")
	s.golden("renew-none", "renew Ana")
	s.learn("Tom Baker is our plumber", extract.Me, "plumber", "Tom Baker")
	r := s.golden("group-which", "group Tom inner")
	s.golden("group-which-then", r.Buttons[1].Says)
}

// Of minors and of family in distress there are no groups.
func TestNoGroup(t *testing.T) {
	s := known(t)
	s.At("2026-11-15 09:00")
	s.Say("My son Leo starts school in March")
	s.learn("Ana lost her job and is struggling", "Ana", "", "")
	s.golden("group-minor", "group Leo inner")
	s.golden("group-distress", "group Ana boundary")
	if g := s.one("Ana").Group; g.Name != event.Untiered || s.one("Leo").Name != "" {
		t.Errorf("%+v", g)
	}
	s.do("group Ana none") // there is nothing to refuse
}

func TestNames(t *testing.T) {
	s := known(t)
	s.At("2026-11-20 09:00")
	s.golden("alias", "people Priya is also @pn")
	s.golden("alias-again", "people Priya Nair is also @pn")
	s.learn("Weiss plays golf", "T Weiss", "plays", "golf")
	s.golden("merge", "merge T Weiss and Tom Weiss")
	if p := s.one("Tom Weiss"); len(p.Statements) != 2 {
		t.Errorf("%+v", p.Statements)
	}
	s.golden("merge-again", "merge Tom Weiss and T Weiss")
	s.golden("split", "split Tom Weiss")
	if p := s.one("Tom Weiss"); len(p.Statements) != 1 {
		t.Errorf("%+v", p.Statements)
	}
	s.golden("undo-split", "undo")
	if p := s.one("Tom Weiss"); len(p.Statements) != 2 {
		t.Errorf("%+v", p.Statements)
	}
	s.golden("undo-merge", "undo")
	s.golden("split-nothing", "split Ana")
	s.golden("merge-unknown", "merge Zed and Zoe Smith")
	s.golden("merge-new-name", "merge Nan and Ana")
	if p := s.one("Nan"); p.Name != "Ana" {
		t.Errorf("%+v", p)
	}
	s.golden("undo-new-name", "undo")
	s.golden("alias-known", "people Tom Weiss is also T Weiss")
}

func (s *scene) folded() string {
	b, err := s.view().People.Save()
	if err != nil {
		s.t.Fatal(err)
	}
	return string(b)
}

// A merge that was undone leaves the very state that was there before.
func TestUndoOfAMergeIsExact(t *testing.T) {
	s := known(t)
	s.At("2026-11-20 09:00")
	s.do("group Ana inner")
	s.do("note Tom Weiss: likes golf")
	for _, text := range []string{"merge Ana and Tom Weiss", "group Priya boundary", "people Ana is also Annie", "note payment Priya: pays on time", `keep "no rush" for Ana`} {
		before := s.folded()
		s.do(text)
		if s.folded() == before {
			t.Errorf("%q changes nothing", text)
		}
		s.do("undo")
		if s.folded() != before {
			t.Errorf("%q, undone:\n%s\nbefore:\n%s", text, s.folded(), before)
		}
	}
}

func TestNotes(t *testing.T) {
	s := known(t)
	s.At("2026-11-20 09:00")
	s.golden("note", "note Priya: knows the mill owners, ask her first")
	s.golden("note-leverage", "note leverage Tom Weiss: needs our sign-off by June")
	s.golden("note-long", "note Priya: "+strings.Repeat("very ", 100))
	s.golden("undo-note", "undo")
	s.golden("keep-phrase", `keep "no worries" for Tom Weiss`)
	s.golden("keep-phrase-free", `keep "see you on Monday" for Tom Weiss`)
	m := s.learn("Tom Weiss likes football", "Tom Weiss", "likes", "football")
	s.golden("split-statement", handles("split %m as Tom Baker", m))
	if p := s.one("Tom Baker"); len(p.Statements) != 1 {
		t.Errorf("%+v", p)
	}
	s.golden("undo-split-statement", "undo")
	s.golden("split-statement-missing", "split m1 as Tom Baker")
}

func TestWatchMe(t *testing.T) {
	s := begin(t)
	s.golden("watch-off-already", "watch me off")
	s.golden("watch-on", "watch me on")
	s.golden("watch-on-already", "watch me on")
	if !s.view().Principal.Watched() {
		t.Error("not switched on")
	}
	s.golden("watch-off", "watch me off")
	s.golden("undo-watch", "undo")
}

// "forget PERSON" takes all that his file holds, also what does not name him.
func TestForgetAFile(t *testing.T) {
	s := known(t)
	s.At("2026-11-18 09:00")
	s.do("group Priya growth")
	s.do("people Priya is also pn")
	s.do("note Priya: likes tea")
	s.learn("PN plays chess", "pn", "plays", "chess")
	s.At("2026-11-20 08:30")
	r := s.golden("forget-file", "forget Priya Nair")
	preview, _ := s.do(r.Buttons[0].Says)
	turntest.Golden(t, s.Mind, "forget-file-preview", preview)
	_, receipt := s.confirm(preview.Buttons[0].Says)
	turntest.Golden(t, s.Mind, "forget-file-receipt", receipt)
	if state := s.folded(); strings.Contains(state, "Priya") || strings.Contains(state, "chess") || strings.Contains(state, "tea") {
		t.Errorf("still held: %s", state)
	}
}

// A group is proposed with the principal's own words, and once; without his word there is none.
func TestGroupProposed(t *testing.T) {
	s := known(t)
	s.At("2026-11-10 09:00")
	s.golden("review-people", "review")
	s.learn("Henderson is our client", extract.Me, "client", "Henderson")
	for _, text := range []string{"Henderson pays late", "Henderson still owes us for May", "I keep chasing Henderson for the invoice"} {
		s.learn(text, "Henderson", "", "")
	}
	r := s.golden("group-proposed", "review")
	if g := s.one("Henderson").Group; g.Name != event.Untiered {
		t.Errorf("a proposal sets a group: %+v", g)
	}
	if again, _ := s.do("review"); strings.Contains(again.Text.String(), "Henderson") {
		t.Errorf("proposed twice: %s", again.Text.String())
	}
	s.do(r.Buttons[0].Says)
	if g := s.one("Henderson").Group; g.Name != event.Boundary {
		t.Errorf("%+v", g)
	}
}

// What was given to one of two names while they were taken for one person goes with that name when
// they are taken apart: its other names, its notes and its group.
func TestSplitLeavesEachItsOwn(t *testing.T) {
	s := known(t)
	s.At("2026-11-20 09:00")
	s.learn("Weiss plays golf", "T Weiss", "plays", "golf")
	s.do("merge T Weiss and Tom Weiss")
	s.do("people T Weiss is also Toto")
	s.do("note T Weiss: likes tea")
	s.do("note Tom Weiss: likes wine")
	s.do("group T Weiss inner")
	if p := s.one("Toto"); p.Name != "Tom Weiss" || len(p.Notes) != 2 || p.Group.Name != event.Inner {
		t.Fatalf("one person: %+v", p)
	}
	s.golden("split-names", "split Tom Weiss")
	for _, name := range []string{"T Weiss", "Toto"} {
		if p := s.one(name); p.Name != "T Weiss" || len(p.Notes) != 1 || p.Notes[0].Text != "likes tea" || p.Group.Name != event.Inner {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if p := s.one("Tom Weiss"); len(p.Names) != 0 || len(p.Notes) != 1 || p.Notes[0].Text != "likes wine" || p.Group.Name != event.Untiered {
		t.Errorf("%+v", p)
	}
	s.do("undo")
	if p := s.one("Toto"); p.Name != "Tom Weiss" || len(p.Notes) != 2 {
		t.Errorf("one again: %+v", p)
	}
	s.golden("split-by-name", "split Toto") // the one that is named, not the one that was merged last
	if p := s.one("T Weiss"); p.Name != "Tom Weiss" || len(s.called("Toto")) != 0 {
		t.Errorf("%+v", p)
	}
}

// Whoever was one of two for a while is somebody when they are taken apart, also where nothing that was said with his name
// alone would have made a person of him. Undone, all of it is as it was.
func TestSplitLeavesTwo(t *testing.T) {
	s := known(t)
	s.At("2026-11-20 09:00")
	names := func() (all []string) {
		for _, p := range s.view().People.List() {
			all = append(all, p.Name)
		}
		return all
	}
	before := names()
	s.learn("Sammy brought cake today", "Sammy", "", "")
	if got := names(); !slices.Equal(got, before) {
		t.Fatalf("cake alone makes %q of %q", got, before)
	}
	s.do("merge Tom Weiss and Sammy")
	s.do("split Tom Weiss")
	if got := names(); !slices.Contains(got, "Sammy") || len(got) != len(before)+1 {
		t.Errorf("taken apart: %q, before: %q", got, before)
	}
	s.do("undo")
	if got := names(); !slices.Equal(got, before) || s.one("Sammy").Name != "Tom Weiss" {
		t.Errorf("one again: %q, before: %q", got, before)
	}
	s.do("undo")
	if got := names(); !slices.Equal(got, before) {
		t.Errorf("never one: %q, before: %q", got, before)
	}
	s.do("people Tom Weiss is also Weisso") // under which nothing was ever said
	s.do("split Weisso")
	if got := names(); !slices.Equal(got, before) {
		t.Errorf("without a name of his own: %q, before: %q", got, before)
	}
}

func (s *scene) called(name string) []people.Person { return s.view().People.Called(name) }

// With two of a first name, a statement that says only that name makes no third person of it, and a
// command asks which of them is meant.
func TestWhichOfTwo(t *testing.T) {
	s := known(t)
	s.learn("Priya Shah is my dentist", extract.Me, "dentist", "Priya Shah")
	s.learn("Priya was born on 3 May", "Priya", "birthday", "3 May")
	s.learn("Priya Shah likes tea", "Priya Shah", "likes", "tea")
	s.At("2026-11-20 09:00")
	for _, command := range []string{"group Priya inner", "note Priya: likes tea", "people Priya is also P", "split Priya"} {
		r, _ := s.do(command)
		if len(r.Buttons) != 2 || !strings.Contains(r.Text.String(), "Nothing was changed") {
			t.Errorf("%s: %s", command, r.Text.String())
		}
	}
}
