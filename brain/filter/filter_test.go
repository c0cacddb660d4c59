package filter_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/brain/classify"
	"citadel/brain/filter"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/people"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// world knows one person of each group, and a sister, an employee and two Toms.
func world() *people.Fold {
	f := people.New()
	seq := event.Seq(100)
	apply := func(p event.Payload) {
		seq++
		f.Apply(ledger.Record{Seq: seq, At: today.AddDate(0, -3, 0), Kind: p.Kind(), From: []event.Seq{1}}, p)
	}
	stated := func(subject, attribute, value, text string) {
		apply(event.Learned{Quote: text, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated, On: today.AddDate(0, 0, -20)})
	}
	for name, group := range map[string]string{"Lena Brandt": event.Inner, "Priya Nair": event.Growth, "Henderson": event.Boundary} {
		apply(event.PersonGrouped{Name: name, Group: group})
	}
	stated("me", "sister", "Ana", "Ana is my sister")
	apply(event.PersonGrouped{Name: "Ana", Group: event.Boundary})
	stated("me", "assistant", "Mia", "Mia is my assistant")
	apply(event.PersonGrouped{Name: "Mia", Group: event.Growth})
	stated("Rui", "role", "a plumber", "Rui is a plumber")
	stated("Tom Weiss", "role", "a banker", "Tom Weiss is a banker")
	stated("Tom Baker", "role", "a baker", "Tom Baker is a baker")
	return f
}

func apply(message string, tier classify.Tier, stakes bool) filter.Out {
	return filter.Apply(filter.In{
		Message: message, Named: world().Named(message), Class: classify.Class{Tier: tier, HighStakes: stakes}, Now: today,
	})
}

func TestDirectives(t *testing.T) {
	for _, c := range []struct {
		message string
		want    string // NAME group slots, in order
		tier    classify.Tier
	}{
		{"Lena asks for a call", "Lena Brandt inner 4", classify.Deep},
		{"What does Priya want?", "Priya Nair growth 2", classify.Standard},
		{"Henderson asks for a call", "Henderson boundary 0", classify.Standard},
		{"Rui wants a meeting", "Rui  2", classify.Standard},
		{"Rui is nice", "", classify.Standard}, // it would change nothing
		{"Ana wants money for the shop", "Ana boundary 0", classify.Standard},
		{"Ana lost her job and asks for money", "", classify.Standard},
		{"Draft a reply to Mia about the report", "Mia growth 2", classify.Standard},
		{"Mia asks for time off for her wedding", "", classify.Standard},
		{"Priya, Lena and Priya again", "Priya Nair growth 2; Lena Brandt inner 4", classify.Deep},
		{"Tom asks for a call", "", classify.Standard},
	} {
		out := apply(c.message, classify.Standard, false)
		var got []string
		for _, d := range out.Directives {
			got = append(got, d.Name+" "+d.Group+" "+string(rune('0'+d.Slots)))
			if strings.ContainsAny(d.Text, "{}\n") || !strings.Contains(d.Text, d.Name) || (d.Group == "") != (len(d.Rests) == 0) {
				t.Errorf("%q: %+v", c.message, d)
			}
		}
		if strings.Join(got, "; ") != c.want || out.Tier != c.tier {
			t.Errorf("%q: %q in tier %v, want %q in %v", c.message, got, out.Tier, c.want, c.tier)
		}
	}
	if out := apply("Tom asks for a call", classify.Standard, false); len(out.Unclear) != 1 || len(out.Unclear[0].Persons) != 2 {
		t.Errorf("two Toms: %+v", out.Unclear)
	}
	if out := apply("thanks Lena", classify.Reflex, false); len(out.Directives) > 0 || out.Tier != classify.Reflex {
		t.Errorf("a reflex: %+v", out)
	}
}

// A group that expired is none.
func TestExpired(t *testing.T) {
	out := filter.Apply(filter.In{
		Message: "Henderson asks for a call", Named: world().Named("Henderson asks for a call"),
		Class: classify.Class{Tier: classify.Standard}, Now: today.AddDate(1, 0, 0),
	})
	if len(out.Directives) != 1 || out.Directives[0].Group != event.Untiered || out.Directives[0].Slots != 2 {
		t.Errorf("%+v", out.Directives)
	}
}

// Stakes set the floor of effort; no group lowers it, and the inner circle raises it by one at
// most.
func TestEffort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tier := classify.Tier(rapid.IntRange(0, 3).Draw(t, "tier"))
		stakes := rapid.Bool().Draw(t, "stakes")
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"Lena", "Priya", "Henderson", "Ana", "Rui", "Tom", "wants", "a", "call", "ill"}), 0, 8).Draw(t, "words")
		out := apply(strings.Join(words, " "), tier, stakes)
		floor := tier
		if stakes {
			floor = classify.Deep
		}
		if out.Tier < floor || out.Tier > min(floor+1, classify.Deep) || out.Tier > floor && out.Raised == "" {
			t.Fatalf("%v with stakes %v becomes %v, raised by %q", tier, stakes, out.Tier, out.Raised)
		}
	})
}

func TestPhrases(t *testing.T) {
	d := apply("Reply to Henderson", classify.Standard, false).Directives[0]
	found := d.Phrases("Hi. No worries, I'm more than happy to help; no rush.", `Tell Henderson "no rush"`)
	var got []string
	for _, p := range found {
		own := ""
		if p.Own {
			own = " own"
		}
		got = append(got, p.Text+own)
	}
	if strings.Join(got, ", ") != "no worries, more than happy, no rush own" {
		t.Errorf("%q", got)
	}
	if found := d.Phrases("The course is of courses and known worries", ""); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	if !filter.Forbids("No worries") || filter.Forbids("see you") {
		t.Error("which phrases are forbidden")
	}
	f := world()
	f.Apply(ledger.Record{Seq: 300, At: today, Kind: event.PhraseKept{}.Kind()}, event.PhraseKept{Name: "Henderson", Phrase: "No rush"})
	d = filter.Apply(filter.In{Message: "Henderson", Named: f.Named("Henderson"), Class: classify.Class{Tier: classify.Standard}, Now: today}).Directives[0]
	if found := d.Phrases("No rush", ""); len(found) > 0 || strings.Contains(d.Text, "no rush") {
		t.Error("what he keeps to is forbidden still")
	}
}

// The set is small and labelled by hand: nothing is seen in a benign line, and nine in ten of the
// others are seen for what they are.
func TestWatch(t *testing.T) {
	b, err := os.ReadFile("testdata/watch.txt")
	if err != nil {
		t.Fatal(err)
	}
	f := world()
	seen, all := 0, 0
	for line := range strings.Lines(string(b)) {
		want, text, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			continue
		}
		s, found := filter.Watch(text, f.Named(text), today)
		if want == "none" {
			if found {
				t.Errorf("%q is seen as %s", text, s.Sort)
			}
			continue
		}
		all++
		switch {
		case !found:
			t.Logf("missed, %s: %q", want, text)
		case s.Sort != want || !strings.Contains(text, s.Quote):
			t.Errorf("%q: %+v, want %s", text, s, want)
		default:
			seen++
		}
	}
	if seen*10 < all*9 {
		t.Errorf("%d of %d are seen", seen, all)
	}
	if _, ok := filter.Watch("Henderson is useless", f.Named("Henderson is useless"), today); ok {
		t.Error("somebody kept at a distance is no matter of harshness")
	}
}

func FuzzWatch(f *testing.F) {
	f.Add("I feel bad saying no\nHenderson’s 'third' free")
	w := world()
	f.Fuzz(func(t *testing.T, text string) {
		if s, ok := filter.Watch(text, w.Named(text), today); ok && !strings.Contains(text, s.Quote) {
			t.Fatalf("%q is not in %q", s.Quote, text)
		}
		filter.Apply(filter.In{Message: text, Named: w.Named(text), Class: classify.Class{Tier: classify.Deep}, Now: today})
	})
}

func TestPropose(t *testing.T) {
	f := people.New()
	seq := event.Seq(0)
	said := func(subject, attribute, value, text string) {
		seq++
		f.Apply(ledger.Record{Seq: 100 + seq, At: today, From: []event.Seq{seq}}, event.Learned{
			Quote: text, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated, On: today,
		})
	}
	said("me", "client", "Henderson", "Henderson is our client")
	said("Henderson", "", "", "Henderson pays late")
	said("Henderson", "", "", "I keep chasing Henderson for the March invoice")
	if _, ok := filter.Propose(f.List(), today); ok {
		t.Fatal("proposed after two cases")
	}
	said("Henderson", "", "", "Henderson has paid the April invoice on time")
	said("Henderson", "", "", "Henderson still owes us for May")
	p, ok := filter.Propose(f.List(), today)
	if !ok || p.Group != event.Boundary || p.Person.Name != "Henderson" {
		t.Fatalf("%v %+v", ok, p)
	}
	for _, s := range p.Evidence {
		if strings.Contains(s.Text, "on time") || strings.Contains(s.Text, "client") {
			t.Errorf("evidence: %q", s.Text)
		}
	}
	f.Apply(ledger.Record{Seq: 200, At: today}, event.GroupProposed{Name: "Henderson", Group: event.Boundary})
	if p, ok := filter.Propose(f.List(), today); ok {
		t.Errorf("proposed twice: %+v", p)
	}
	said("me", "wife", "Nora", "Nora is my wife")
	if p, ok := filter.Propose(f.List(), today); !ok || p.Group != event.Inner {
		t.Errorf("%v %+v", ok, p)
	}
	said("Nora", "", "", "Nora is in hospital")
	if p, ok := filter.Propose(f.List(), today); ok {
		t.Errorf("family in distress: %+v", p)
	}
}

// What was said of somebody's distress holds for 90 days, and of the family alone.
func TestDistressEnds(t *testing.T) {
	f := people.New()
	for i, s := range [][3]string{{"me", "wife", "Nora"}, {"me", "client", "Rui"}, {"Nora", "", ""}, {"Rui", "", ""}} {
		text := s[0] + " is in hospital"
		if s[1] != "" {
			text = s[2] + " is my " + s[1]
		}
		f.Apply(ledger.Record{Seq: event.Seq(101 + i), At: today, From: []event.Seq{event.Seq(1 + i)}}, event.Learned{
			Quote: text, Subject: s[0], Attribute: s[1], Value: s[2], Provenance: event.Stated, On: today,
		})
	}
	const day = 24 * time.Hour
	for _, c := range []struct {
		name  string
		after time.Duration
		want  bool
	}{{"Nora", 0, true}, {"Nora", 90*day - 1, true}, {"Nora", 90 * day, false}, {"Rui", 0, false}} {
		if _, got := filter.Distress(f.Called(c.name)[0], today.Add(c.after)); got != c.want {
			t.Errorf("%s after %v: %v", c.name, c.after, got)
		}
	}
}
