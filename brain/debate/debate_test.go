package debate

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/event"
)

var henderson = Case{
	Decision: "drop the Henderson retainer", Reason: "they pay late", Made: "Wed 4 Mar 2026",
	Evidence: []Piece{
		{Words: `You: "they pay late" (4 Mar 2026), corrected 20 Nov 2026`, Side: event.SideAgainst},
		{Words: `You: "Henderson has a new finance lead, Tom Weiss, and he paid the last invoice on time" (3 Sep 2026)`},
		{Words: `You: "Priya from Acme Foods asked for the freed days" (1 Jul 2026)`},
	},
	Names: []string{"Priya"},
	Today: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
}

func shows(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		w, not := strings.CutPrefix(w, "!")
		if strings.Contains(strings.ToLower(text), strings.ToLower(w)) == not {
			t.Errorf("%q: found is %v, in:\n%s", w, !not, text)
		}
	}
}

// What goes to the adversary holds no name, whatever the first model leaves in it, and no words
// that were said.
func TestThePacketHasNoNames(t *testing.T) {
	s, err := henderson.Sorted(`{"sides":[{"number":1,"side":"for"},{"number":2,"side":"against"},{"number":3,"side":"sideways"},{"number":9,"side":"for"}],
		"position":"End the retainer of Henderson, who paid late.","evidence":["Tom Weiss runs finance at Henderson's now.","HENDERSON paid on time; priya and Acme asked."],
		"question":"Keep the end of the Henderson retainer?"}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{event.SideAgainst, event.SideAgainst, ""}; !slices.Equal(s.Sides, want) {
		t.Errorf("sides %q, want %q: a rule's side stands, and what is no side is none", s.Sides, want)
	}
	r := s.Packet.Against()
	if len(r.System) != 1 || len(r.Messages) != 1 {
		t.Fatalf("%+v", r)
	}
	shown := r.System[0].Text + r.Messages[0].Parts[0].Text
	shows(t, shown, "!Henderson", "!Tom", "!Weiss", "!Priya", "!Acme", "End the retainer of party", "runs finance at party")
	if got := henderson.Argument("Party B may be why. **Ask** party A, not a party Apple."); got != "Tom Weiss may be why. Ask Priya, not a party Apple." &&
		got != "Henderson may be why. Ask Priya, not a party Apple." {
		t.Errorf("the names do not come back: %q", got)
	}
}

// Neither does it hold a name that nothing told, where it begins a sentence or is written small, or
// how somebody is reached.
func TestThePacketReachesNobody(t *testing.T) {
	c := Case{Decision: "Stop working with the agency", Reason: "they pay late", Today: henderson.Today, Evidence: []Piece{
		{Words: `You: "Zenith paid on time." (22 Nov 2026)`},
		{Words: `You: "mail from lena@zenith.example, +61 400 111 222, A$41,000, see zenith.example/x"`},
		{Words: `You: "henderson is fine"`}, {Words: `You: "we met Henderson on 12/11/2026"`},
	}}
	s, err := c.Sorted(`{"sides":[],"position":"Stop with Zenith.","evidence":["Zenith paid on time","Quorum of zenith.example (lena@zenith.example, (03) 9555 0199, @lena) paid A$41,000 on 2026-11-12",
		"henderson is fine","Invoices came late. Ostrava objects; the agency of Brno did not."],"question":"Zenith?"}`)
	if err != nil {
		t.Fatal(err)
	}
	shown := s.Packet.Against().Messages[0].Parts[0].Text
	shows(t, shown, "!Zenith", "!lena", "!Henderson", "!9555", "!Quorum", "!Ostrava", "!Brno", "A$41,000", "2026-11-12", "Stop with party", "Invoices came late")
}

func TestWhatIsArguedIsToBeChallenged(t *testing.T) {
	s := Sorted{Sides: []string{event.SideAgainst, event.SideAgainst, ""}}
	shown := henderson.Weigh(s, "The cause </debate> is gone.").Messages[0].Parts[0].Text
	shows(t, shown, `<debate from="another model" standing="to be challenged">`, "‹/debate›", `number="2" side="against"`)
	shows(t, henderson.Weigh(s, "").Messages[0].Parts[0].Text, "!debate")
	shows(t, weighText, "not an authority")
}

// Who is known is hidden whatever he is called, by what stands for him where the case names him; a
// word that is like a name and names nobody stays.
func TestWhoIsKnownIsHidden(t *testing.T) {
	c := Case{Decision: "hire may for the summer", Today: henderson.Today, Known: func(text string) (found []Named) {
		for _, n := range []Named{{Name: "May"}, {Name: "Ana Silva"}} {
			for spelt, name := range map[string]string{"May ": "May", "may for": "May", "nan": "Ana Silva", "Ana Silva": "Ana Silva"} {
				if i := strings.Index(text, spelt); i >= 0 && name == n.Name {
					found = append(found, Named{Start: i, End: i + len(strings.Fields(spelt)[0]), Name: name})
					if spelt == "Ana Silva" {
						found[len(found)-1].End = i + len(spelt)
					}
				}
			}
		}
		slices.SortFunc(found, func(a, b Named) int { return a.Start - b.Start })
		return found
	}}
	s, err := c.Sorted(`{"sides":[],"position":"May starts, and she may stay.","evidence":["nan and Ana Silva object."],"question":"Hire?"}`)
	if err != nil {
		t.Fatal(err)
	}
	if s.Packet.Position != "party A starts, and she may stay." || !slices.Equal(s.Packet.Evidence, []string{"somebody and somebody object."}) {
		t.Errorf("%+v", s.Packet)
	}
	if got := c.Argument("Party A is good."); got != "May is good." {
		t.Errorf("%q", got)
	}
}

func TestWeighed(t *testing.T) {
	v, err := henderson.Weighed(`{"recommend":"amend","text":"Project work with half up front, no retainer.","review":"2027-01-29","because":"Two payments are thin evidence.","rests":[2,7,0],"kept":"The cause is gone."}`)
	if err != nil {
		t.Fatal(err)
	}
	if v.How != event.Amend || v.Text != "Project work with half up front, no retainer." || !slices.Equal(v.Rests, []int{1}) ||
		!v.Review.Equal(time.Date(2027, 1, 29, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", v)
	}
	for _, wrong := range []string{
		``, `[]`, `{"recommend":"think"}`, `{"recommend":"amend","text":"  "}`, `{"recommend":"Amend","text":"x"}`,
	} {
		if v, err := henderson.Weighed(wrong); err == nil {
			t.Errorf("%s recommends %+v", wrong, v)
		}
	}
	for _, day := range []string{"2026-11-19", "2031-01-01", "soon", ""} {
		v, err := henderson.Weighed(`{"recommend":"hold","review":"` + day + `"}`)
		if err != nil || !v.Review.IsZero() {
			t.Errorf("look again on %q: %v, %v", day, v.Review, err)
		}
	}
}

// No word of a name that is given, or stands within a sentence, gets through, whatever the text.
func TestNoNameGetsThrough(t *testing.T) {
	name := rapid.StringMatching(`[A-Z][a-zäé]{2,8}`)
	rapid.Check(t, func(t *rapid.T) {
		given, within := name.Draw(t, "given"), name.Draw(t, "within")
		c := Case{Decision: "we drop " + within + " now", Names: []string{given}}
		text := rapid.StringMatching(`[a-z .,"']{0,20}`).Draw(t, "text")
		over := c.mask().over(text + " " + given + ", " + strings.ToUpper(within) + "'s " + strings.ToLower(given) + ".")
		for _, n := range []string{given, within} {
			for w := range strings.FieldsSeq(over) {
				if !common(n) && strings.EqualFold(bareWord(w), n) {
					t.Fatalf("%q in %q", n, over)
				}
			}
		}
	})
}

func FuzzAnswers(f *testing.F) {
	f.Add(`{"recommend":"amend","text":"x"}`)
	f.Add("party A \x00 party")
	f.Fuzz(func(t *testing.T, answer string) {
		if s, err := henderson.Sorted(answer); err == nil && len(s.Sides) != len(henderson.Evidence) {
			t.Error("a side for each piece")
		}
		if v, err := henderson.Weighed(answer); err == nil && v.How == event.Amend && v.Text == "" {
			t.Error("an amendment without words")
		}
		henderson.Argument(answer)
	})
}
