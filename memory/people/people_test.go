package people_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/people"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// book is a fold and the events it was made of.
type book struct {
	*people.Fold
	now  time.Time
	recs []ledger.Record
	said []event.Payload
}

func begin() *book { return &book{Fold: people.New(), now: today} }

func (b *book) apply(p event.Payload, from ...event.Seq) event.Seq {
	r := ledger.Record{Seq: event.Seq(len(b.recs) + 101), At: b.now, Kind: p.Kind(), From: from}
	b.recs, b.said = append(b.recs, r), append(b.said, p)
	b.Apply(r, p)
	return r.Seq
}

// learn has the principal say something.
func (b *book) learn(subject, attribute, value, text string) event.Seq {
	return b.apply(event.Learned{
		Sort: "fact", Text: text, Quote: text, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated, On: b.now,
	}, event.Seq(len(b.recs)+1))
}

func (b *book) bytes() string {
	s, err := b.Save()
	if err != nil {
		panic(err)
	}
	return string(s)
}

// one finds who is meant, and fails where that is not one.
func (b *book) one(t *testing.T, name string) people.Person {
	t.Helper()
	all := b.Called(name)
	if len(all) != 1 {
		t.Fatalf("%q means %d persons", name, len(all))
	}
	return all[0]
}

// names lists who a text names: "Ana; Tom Baker|Tom Weiss".
func (b *book) names(text string) string {
	var all []string
	for _, m := range b.Named(text) {
		var who []string
		for _, p := range m.Persons {
			who = append(who, p.Name)
		}
		all = append(all, strings.Join(who, "|"))
	}
	return strings.Join(all, "; ")
}

func family() *book {
	b := begin()
	b.learn("me", "sister", "Ana", "Ana is my sister")
	b.learn("Tom Weiss", "employer", "Henderson", "Tom Weiss works at Henderson")
	b.learn("Henderson", "", "", "Henderson pays late")
	b.learn("Priya Nair", "employer", "Acme Foods", "Priya Nair works at Acme Foods")
	b.learn("Will", "role", "a baker", "Will is a baker")
	return b
}

func TestNamed(t *testing.T) {
	b := family()
	for text, want := range map[string]string{
		"What does Ana think?":                   "Ana",
		"what does ana's shop earn":              "Ana",
		"an analysis of Anaconda":                "",
		"ask Tom":                                "Tom Weiss",
		"TOM WEISS and Weiss and Priya":          "Tom Weiss; Tom Weiss; Priya Nair",
		"I will go":                              "",
		"Will you come?":                         "",
		"Ask Will about it":                      "Will",
		"Henderson called":                       "", // a firm, of which only a statement is held
		"state-of-the-ana work":                  "",
		"":                                       "",
		"Ana, Ana and ana":                       "Ana; Ana; Ana",
		"\"Priya Nair\", she said; (priya nair)": "Priya Nair; Priya Nair",
	} {
		if got := b.names(text); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
	b.learn("Tom Baker", "role", "a plumber", "Tom Baker is a plumber")
	if got := b.names("ask Tom"); got != "Tom Baker|Tom Weiss" {
		t.Errorf("two Toms: %q", got)
	}
	if got := b.names("ask Tom Baker"); got != "Tom Baker" {
		t.Errorf("one of two Toms: %q", got)
	}
	b.apply(event.PersonAliased{Name: "Priya Nair", Alias: "@pn.acme"})
	if got := b.names("cc @pn.acme."); got != "Priya Nair" {
		t.Errorf("a handle: %q", got)
	}
	b.apply(event.PersonGrouped{Name: "Henderson", Group: event.Boundary})
	if got := b.names("henderson called"); got != "Henderson" {
		t.Errorf("a firm with a group: %q", got)
	}
	if p := b.one(t, "Henderson"); len(p.Statements) != 1 {
		t.Errorf("what was said before it had a group: %+v", p.Statements)
	}
}

// A short name goes where it came up after the one full name that has it, and says so itself
// where it came up before.
func TestShortNames(t *testing.T) {
	b := family()
	b.learn("Tom", "likes", "golf", "Tom likes golf")
	if p := b.one(t, "Tom Weiss"); len(p.Statements) != 2 {
		t.Errorf("Tom Weiss: %+v", p.Statements)
	}
	b.learn("Ana Costa", "role", "a dentist", "Ana Costa is a dentist")
	if got := b.names("Ana and Ana Costa"); got != "Ana; Ana Costa" {
		t.Errorf("an Ana from before: %q", got)
	}
	b.learn("Tom Baker", "role", "a plumber", "Tom Baker is a plumber")
	if got := b.names("Tom"); got != "Tom Baker|Tom Weiss" {
		t.Errorf("once there are two Toms: %q", got)
	}
}

func TestWhatEntersAFile(t *testing.T) {
	b := begin()
	b.learn("me", "sister", "Ana", "Ana is my sister")
	for _, p := range []event.Provenance{event.Observed, event.Inferred, event.Generated, event.Imported, event.Unprovided} {
		b.apply(event.Learned{Sort: "fact", Text: "x", Subject: "Ana", Attribute: "residence", Value: "Porto", Provenance: p, On: today}, 7)
	}
	b.apply(event.Learned{Sort: "fact", Text: "from nowhere", Subject: "Ana", Attribute: "role", Value: "x", Provenance: event.Stated, On: today})
	b.apply(event.Learned{Sort: "statement", Text: `Rui said: "Ana is moving"`, Quote: "Ana is moving", Subject: "Ana", Provenance: event.Reported, On: today}, 9)
	p := b.one(t, "Ana")
	if len(p.Statements) != 2 || !p.Statements[1].Passed || p.Statements[1].Text != `Rui said: "Ana is moving"` {
		t.Errorf("%+v", p.Statements)
	}
	for _, name := range []string{"me", "my sister", "Ana's husband", "", "review", strings.Repeat("Long ", 9)} {
		b.learn(name, "amount", "3", "3")
	}
	if n := len(b.List()); n != 1 {
		t.Errorf("%d persons", n)
	}
}

func TestCorrected(t *testing.T) {
	b := family()
	old := b.learn("Ana", "residence", "Porto", "Ana lives in Porto")
	before := b.bytes()
	b.apply(event.Superseded{Memory: old})
	if p := b.one(t, "Ana"); len(p.Statements) != 1 {
		t.Errorf("a superseded statement stands: %+v", p.Statements)
	}
	b.apply(event.Restored{Memory: old})
	if b.bytes() != before {
		t.Error("restoring is not the inverse of superseding")
	}
}

// Of a message that says several things a correction ends the part that it is about, for as long as it
// holds; what else was said stays, and is marked.
func TestCorrectedInPart(t *testing.T) {
	b := begin()
	b.learn("Tom Weiss", "employer", "Henderson", "Tom Weiss is the finance lead at Henderson")
	message := event.Seq(len(b.recs))
	b.apply(event.Learned{
		Sort: "fact", Text: "Tom Weiss is the finance lead at Henderson", Subject: "Tom Weiss", Attribute: "role", Value: "finance lead", Provenance: event.Stated, On: b.now,
	}, message)
	roles := func(f *people.Fold) (all []string) {
		for _, s := range f.Called("Tom Weiss")[0].Statements {
			all = append(all, fmt.Sprint(s.Attribute, " ", s.Value, " ", s.Part))
		}
		return all
	}
	before := roles(b.Fold)
	correction := b.apply(event.Learned{
		Sort: "fact", Text: "Tom Weiss is the head of sales", Subject: "Tom Weiss", Attribute: "role", Value: "head of sales", Provenance: event.Stated, On: b.now,
		Amends: []event.Seq{message},
	}, 77)
	want := []string{"employer Henderson true", "role head of sales false"}
	if diff := cmp.Diff(want, roles(b.Fold)); diff != "" {
		t.Error(diff)
	}
	loaded := people.New()
	if err := loaded.Load([]byte(b.bytes())); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, roles(loaded)); diff != "" {
		t.Errorf("from a checkpoint: %s", diff)
	}
	b.apply(event.Superseded{Memory: correction, On: b.now})
	if diff := cmp.Diff(before, roles(b.Fold)); diff != "" {
		t.Errorf("taken back: %s", diff)
	}
}

func TestGroupsExpire(t *testing.T) {
	b := family()
	b.apply(event.PersonGrouped{Name: "Ana", Group: event.Inner})
	g := b.one(t, "Ana").Group
	if until := g.Until(); !until.Equal(today.AddDate(1, 0, 0)) || g.At(until.Add(-time.Second)) != event.Inner || g.At(until) != event.Untiered {
		t.Errorf("%+v until %v", g, until)
	}
	b.now = today.AddDate(0, 11, 0)
	b.apply(event.PersonGrouped{Name: "Ana", Group: event.Inner})
	if g := b.one(t, "Ana").Group; g.At(today.AddDate(1, 6, 0)) != event.Inner {
		t.Errorf("renewed: %+v", g)
	}
}

func TestMinors(t *testing.T) {
	b := family()
	b.learn("Leo", "residence", "Porto", "Leo lives in Porto")
	b.apply(event.PersonGrouped{Name: "Leo", Group: event.Inner})
	b.apply(event.MinorNamed{Name: "Leo"})
	b.learn("Leo", "likes", "football", "Leo likes football")
	if got := b.names("Leo and Ana"); got != "Ana" {
		t.Errorf("named: %q", got)
	}
	if len(b.Called("Leo")) != 0 || !b.Minor("leo") || strings.Contains(b.bytes(), "football") || strings.Contains(b.bytes(), "lives in Porto") {
		t.Errorf("a file of a minor: %s", b.bytes())
	}
	for _, p := range b.List() {
		if p.Name == "Leo" {
			t.Error("a minor is listed")
		}
	}
	b.learn("me", "son", "Leo", "my son Leo works at a bank") // read only where the sentence shows an adult
	if p := b.one(t, "Leo"); len(p.Statements) != 1 || b.Minor("Leo") {
		t.Errorf("a grown son: %+v", p)
	}
}

func TestFile(t *testing.T) {
	b := family()
	b.apply(event.PersonNoted{Name: "Priya Nair", Sort: event.Payment, Text: "24 days"})
	b.apply(event.PhraseKept{Name: "Priya Nair", Phrase: "no worries"})
	p := b.one(t, "priya")
	if e, ok := p.Employer(); !ok || e.Value != "Acme Foods" || len(p.Notes) != 1 || p.Notes[0].Text != "24 days" || len(p.Kept) != 1 {
		t.Errorf("%+v", p)
	}
	b.learn("Priya Nair", "employer", "Acme Foods", "Priya Nair left Acme Foods")
	if _, ok := b.one(t, "Priya").Employer(); ok {
		t.Error("she still works there")
	}
	ana := b.one(t, "Ana")
	if r, ok := ana.Relation(); !ok || r.Attribute != "sister" || !ana.Family() || ana.Works() {
		t.Errorf("%+v", ana)
	}
	for i := range 100 {
		b.learn("Ana", "likes", fmt.Sprint(i), fmt.Sprintf("Ana likes number %d", i))
	}
	if n := len(b.one(t, "Ana").Statements); n != 60 {
		t.Errorf("%d statements are held", n)
	}
}

func TestStatementsMove(t *testing.T) {
	b := family()
	golf := b.learn("Tom Weiss", "likes", "golf", "Tom Weiss likes golf")
	before := b.bytes()
	moved := b.apply(event.PersonMoved{Statement: golf, To: "Tom Baker"})
	if n := len(b.one(t, "Tom Weiss").Statements); n != 1 {
		t.Errorf("Tom Weiss has %d", n)
	}
	if p := b.one(t, "Tom Baker"); len(p.Statements) != 1 || p.Statements[0].Seq != golf {
		t.Errorf("Tom Baker has %+v", p.Statements)
	}
	b.apply(event.PersonRestored{Change: moved})
	if b.bytes() != before || len(b.one(t, "Tom Weiss").Statements) != 2 {
		t.Error("taken back, it is not as before")
	}
}

func TestDecide(t *testing.T) {
	for _, a := range []event.Asked{
		{What: event.AskGroup, Name: "Ana", Text: "enemies"}, {What: event.AskGroup, Text: event.Inner}, {What: event.AskAlias, Name: "Ana"},
		{What: event.AskNote, Name: "Ana", Sort: "mood", Text: "x"}, {What: event.AskNote, Name: "Ana", Sort: event.Remark},
		{What: event.AskNote, Name: "Ana", Sort: event.Remark, Text: strings.Repeat("x", 401)}, {What: event.AskRestore},
		{What: event.AskMerge, Name: strings.Repeat("a ", 9), Text: "b"},
	} {
		if p, ok, err := people.Decide(a); err == nil || !ok {
			t.Errorf("%+v is met: %+v", a, p)
		}
	}
	if _, ok, _ := people.Decide(event.Asked{What: event.AskRuleAdd}); ok {
		t.Error("a rule is no request about persons")
	}
}

// random draws an event about a few names.
func random(t *rapid.T, b *book, made []event.Seq) (event.Payload, []event.Seq) {
	names := []string{"Ana", "Tom", "Tom Weiss", "Tom Baker", "Weiss", "PN", "Priya Nair", "Leo"}
	name := rapid.SampledFrom(names)
	past := func() event.Seq {
		if len(made) == 0 {
			return 1
		}
		return rapid.SampledFrom(made).Draw(t, "past")
	}
	switch rapid.IntRange(0, 13).Draw(t, "what") {
	case 0, 1, 2:
		return event.Learned{
			Amends: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) event.Seq { return event.Seq(rapid.IntRange(1, 20).Draw(t, "amended")) }), 0, 2).Draw(t, "amends"),
			Text:   "x", Quote: "says", Subject: name.Draw(t, "subject"), Attribute: rapid.SampledFrom([]string{"employer", "likes", "", "husband"}).Draw(t, "attribute"),
			Value: name.Draw(t, "value"), Provenance: event.Stated, On: b.now,
		}, []event.Seq{event.Seq(rapid.IntRange(1, 20).Draw(t, "message"))}
	case 3:
		return event.Learned{
			Text: "y", Quote: "is", Subject: "me", Attribute: rapid.SampledFrom([]string{"sister", "son", "client"}).Draw(t, "relation"),
			Value: name.Draw(t, "value"), Provenance: event.Stated, On: b.now,
		}, []event.Seq{3}
	case 4:
		return event.Superseded{Memory: past()}, nil
	case 5:
		return event.Restored{Memory: past()}, nil
	case 6:
		return event.PersonGrouped{Name: name.Draw(t, "name"), Group: rapid.SampledFrom([]string{event.Inner, event.Boundary, ""}).Draw(t, "group")}, nil
	case 7:
		return event.PersonAliased{Name: name.Draw(t, "name"), Alias: name.Draw(t, "alias")}, nil
	case 8:
		return event.PersonMerged{Into: name.Draw(t, "into"), From: name.Draw(t, "from")}, nil
	case 9:
		return event.PersonMoved{Statement: past(), To: name.Draw(t, "to")}, nil
	case 10:
		return event.PersonNoted{Name: name.Draw(t, "name"), Sort: event.Remark, Text: "n"}, nil
	case 11:
		return event.PersonRestored{Change: past()}, nil
	case 12:
		return event.MinorNamed{Name: "Leo"}, nil
	}
	return event.GroupProposed{Name: name.Draw(t, "name"), Group: event.Inner, Evidence: []event.Seq{past()}}, nil
}

// told is all that the fold says, for comparing two that should be one.
func told(f *people.Fold) string {
	return fmt.Sprintf("%+v\n%+v", f.List(), f.Named("Ana, Tom, Tom Weiss, Weiss, PN, Priya, Tom Baker, Nair and Leo"))
}

// A fold that was saved and taken up again, at any point, says the same as one that was not, to
// the byte.
func TestCheckpointAndTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		live, again := begin(), people.New()
		var made []event.Seq
		n := rapid.IntRange(1, 40).Draw(t, "events")
		at := rapid.IntRange(0, n).Draw(t, "checkpoint")
		for i := range n {
			p, from := random(t, live, made)
			made = append(made, live.apply(p, from...))
			again.Apply(live.recs[i], p)
			if i != at {
				continue
			}
			saved, err := again.Save()
			if err != nil {
				t.Fatal(err)
			}
			again = people.New()
			if err := again.Load(saved); err != nil {
				t.Fatal(err)
			}
		}
		saved, err := again.Save()
		if err != nil || string(saved) != live.bytes() {
			t.Fatalf("%v\n%s\n%s", err, saved, live.bytes())
		}
		if d := cmp.Diff(told(live.Fold), told(again)); d != "" {
			t.Fatalf("it answers otherwise: %s", d)
		}
	})
}

// Every change of the principal, taken back, leaves exactly what was there before.
func TestTakingBackIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := begin()
		var made []event.Seq
		for range rapid.IntRange(0, 30).Draw(t, "events") {
			p, from := random(t, b, made)
			made = append(made, b.apply(p, from...))
		}
		before, said := b.bytes(), told(b.Fold)
		var changes []event.Seq
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			p, from := random(t, b, made)
			switch p.(type) {
			case event.PersonGrouped, event.PersonAliased, event.PersonMerged, event.PersonMoved, event.PersonNoted:
				changes = append(changes, b.apply(p, from...))
			}
		}
		for _, c := range rapid.Permutation(changes).Draw(t, "order") {
			b.apply(event.PersonRestored{Change: c})
		}
		if d := cmp.Diff(before, b.bytes()); d != "" {
			t.Fatalf("the state: %s", d)
		}
		if d := cmp.Diff(said, told(b.Fold)); d != "" {
			t.Fatalf("what it says: %s", d)
		}
	})
}

func FuzzNamed(f *testing.F) {
	b := family()
	b.apply(event.PersonMerged{Into: "Ana", From: "Will"})
	for _, s := range []string{"Ask Tom's sister", "a\xffna", "’s", "-", "Tom.Weiss@x", "Tom\u200bWeiss"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range b.Named(text) {
			if m.Start < end || m.End <= m.Start || m.End > len(text) || len(m.Persons) == 0 {
				t.Fatalf("%q: %+v after %d", text, m, end)
			}
			end = m.End
		}
	})
}

func BenchmarkNamed(b *testing.B) {
	k := begin()
	for i := range 10_000 {
		name := fmt.Sprintf("%s%c Family%d", []string{"Ana", "Tom", "Priya", "Lena", "Rui"}[i%5], 'a'+i%26, i)
		k.learn(name, "employer", "Acme", name+" works at Acme")
	}
	text := strings.Repeat("Could you ask Anaa Family0 and family9999 whether Tomb or the others want to meet on Friday? ", 5)
	b.ReportAllocs()
	for b.Loop() {
		if len(k.Named(text)) == 0 {
			b.Fatal("nobody")
		}
	}
}

func BenchmarkLearned(b *testing.B) {
	k := begin()
	i := 0
	for b.Loop() {
		i++
		k.Apply(ledger.Record{Seq: event.Seq(i), From: []event.Seq{event.Seq(i)}}, event.Learned{
			Subject: fmt.Sprintf("Name%d Family", i%10_000), Attribute: "likes", Value: "tea", Quote: "likes tea", Provenance: event.Stated,
		})
	}
}

// Who is called by a full name is meant by a part of it that was said later, though the memory of the
// full name is the younger one; what was said before stays apart, for then nobody was known.
func TestAPartSaidLater(t *testing.T) {
	for _, later := range []bool{true, false} {
		b := begin()
		first, second := event.Seq(10), event.Seq(20)
		if !later {
			first, second = second, first
		}
		said := func(message event.Seq, subject, attribute, value, text string) {
			b.apply(event.Learned{
				Sort: "fact", Text: text, Quote: text, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated, On: b.now,
			}, message)
		}
		said(second, "Priya", "birthday", "3 May", "Priya's birthday is on 3 May")
		said(first, "Priya Nair", "employer", "Acme Foods", "Priya Nair works at Acme Foods")
		if n := len(b.List()); (n == 1) != later {
			t.Errorf("later %v: %d persons", later, n)
		}
		if p := b.one(t, "Priya"); (p.Name == "Priya Nair") != later {
			t.Errorf("later %v: Priya means %s", later, p.Name)
		}
		again := people.New()
		if err := again.Load([]byte(b.bytes())); err != nil {
			t.Fatal(err)
		}
		if len(again.List()) != len(b.List()) || len(again.Called("Priya")) != len(b.Called("Priya")) {
			t.Errorf("later %v: loaded, it says something else", later)
		}
	}
}

// What is said of something that somebody has stands in his file, and makes nobody a person.
func TestWhatSomebodyHas(t *testing.T) {
	b := begin()
	b.learn("Acme Foods's price review", "date", "1 December", "Acme Foods's price review is on 1 December")
	if p := b.one(t, "Acme Foods"); len(p.Statements) != 1 {
		t.Errorf("%+v", p)
	}
	if len(b.List()) != 0 {
		t.Errorf("persons: %+v", b.List())
	}
}

// That a group was proposed once is remembered over a restart, and of whoever the person turns out to be.
func TestAGroupIsOfferedOnce(t *testing.T) {
	b := family()
	b.apply(event.GroupProposed{Name: "Priya Nair", Group: event.Growth})
	b.apply(event.PersonMerged{Into: "Will", From: "Priya Nair"})
	again := people.New()
	if err := again.Load([]byte(b.bytes())); err != nil {
		t.Fatal(err)
	}
	for _, f := range []*people.Fold{b.Fold, b.Clone(), again} {
		if !f.Called("Will")[0].Offered || f.Called("Ana")[0].Offered {
			t.Errorf("%+v", f.List())
		}
	}
}

// A first name that came up when two had it is neither's and nobody else's: whoever asks is told both,
// until the principal says which, or that they are one.
func TestOneOfTwo(t *testing.T) {
	b := begin()
	b.learn("Priya Nair", "employer", "Acme Foods", "Priya Nair works at Acme Foods")
	b.learn("Priya Shah", "employer", "Norton", "Priya Shah works at Norton")
	b.learn("Priya", "birthday", "3 May", "Priya was born on 3 May")
	again := people.New()
	if err := again.Load([]byte(b.bytes())); err != nil {
		t.Fatal(err)
	}
	for _, f := range []*people.Fold{b.Fold, b.Clone(), again} {
		if two := f.Called("Priya"); len(two) != 2 || two[0].Name != "Priya Nair" || two[1].Name != "Priya Shah" {
			t.Errorf("%+v", two)
		}
	}
	merged := b.Clone()
	merged.Apply(ledger.Record{Seq: 90, Kind: event.PersonMerged{}.Kind()}, event.PersonMerged{Into: "Priya Nair", From: "Priya Shah"})
	if one := merged.Called("Priya"); len(one) != 1 || one[0].Name != "Priya Nair" || len(one[0].Statements) != 3 {
		t.Errorf("merged: %+v", one)
	}
	merged.Apply(ledger.Record{Seq: 91}, event.PersonRestored{Change: 90})
	if two := merged.Called("Priya"); len(two) != 2 {
		t.Errorf("taken apart: %+v", two)
	}
	late := begin()
	late.learn("Priya Nair", "employer", "Acme Foods", "Priya Nair works at Acme Foods")
	late.learn("Priya Shah", "employer", "Norton", "Priya Shah works at Norton")
	late.apply(event.PersonMerged{Into: "Priya Nair", From: "Priya Shah"})
	late.learn("Priya", "birthday", "3 May", "Priya was born on 3 May")
	for _, f := range []*people.Fold{late.Fold, late.Clone()} {
		if one := f.Called("Priya"); len(one) != 1 || len(one[0].Statements) != 3 {
			t.Errorf("merged before: %+v", one)
		}
	}
	b.apply(event.PersonAliased{Name: "Priya Shah", Alias: "Priya"})
	if one := b.Called("Priya"); len(one) != 1 || one[0].Name != "Priya Shah" || len(one[0].Statements) != 2 {
		t.Errorf("said which: %+v", one)
	}
}

// What the principal said of himself is a file as well: without what he took back, what he passed on
// and what he said of others, and never longer than its bound.
func TestOwn(t *testing.T) {
	b := family()
	nuts := b.learn("me", "allergic to", "nuts", "I'm allergic to nuts")
	b.apply(event.Learned{Sort: "fact", Text: "Priya says I'm late", Subject: "me", Attribute: "role", Value: "late", Provenance: event.Reported, On: b.now}, 90)
	b.learn("me", "residence", "Perth", "I live in Perth")
	b.apply(event.Superseded{Memory: nuts})
	own := func() (said []string) {
		for _, s := range b.Own().Statements {
			said = append(said, s.Text)
		}
		return said
	}
	if diff := cmp.Diff([]string{"Ana is my sister", "I live in Perth"}, own()); diff != "" {
		t.Error(diff)
	}
	loaded := people.New()
	if err := loaded.Load([]byte(b.bytes())); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.Own(), loaded.Own()); diff != "" {
		t.Errorf("from a checkpoint: %s", diff)
	}
	b.Deny("me", "residence", "Perth")
	if diff := cmp.Diff([]string{"Ana is my sister"}, own()); diff != "" {
		t.Errorf("denied: %s", diff)
	}
	for n := range 500 {
		b.learn("me", "likes", fmt.Sprint(n), fmt.Sprint("I like ", n))
	}
	if said := own(); len(said) != 400 || said[399] != "I like 499" {
		t.Errorf("%d statements, %q the newest", len(said), said[len(said)-1])
	}
}
