package identity_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/brain/identity"
	"citadel/memory/event"
)

var monday = time.Date(2026, 11, 16, 10, 0, 0, 0, time.UTC)

// talk is a week in which the principal said these things, one a day.
func talk(texts ...string) identity.Week {
	w := identity.Week{Open: identity.Founding()}
	for i, text := range texts {
		w.Said = append(w.Said, identity.Said{Seq: event.Seq(10 + i), Text: text, On: monday.AddDate(0, 0, i)})
	}
	return w
}

var shorter = talk("Shorter, please. Just the answer.", "too long, shorter please", "and again: shorter, please")

// drafts reads drafts as a model writes them.
func drafts(t testing.TB, text string) []identity.Draft {
	t.Helper()
	all, err := identity.Drafts(`{"changes":` + text + `}`)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const because = `[{"message":1,"words":"Shorter, please"},{"message":2,"words":"shorter please"},{"message":3,"words":"shorter, please"}]`

func one(old, line, because string) string {
	o, _ := json.Marshal(old)
	n, _ := json.Marshal(line)
	return fmt.Sprintf(`[{"old":%s,"new":%s,"because":%s}]`, o, n, because)
}

const brief = "You keep an answer short, and say what a longer one would hold."

// What holds is taken as it is; everything else is dropped, for the right reason.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name, drafts string
		want         identity.Fault // "" holds
	}{
		{"a shorter line", one(brief, "You keep an answer under 80 words, and leave the rest out.", because), ""},
		{"a line that goes", one("You leave the jokes to others.", "", because), ""},
		{"a line that is not there", one("You write poems.", "You keep an answer under 80 words.", because), identity.Unknown},
		{"a locked line", one("You would rather be useful than liked, and rather silent than empty.", "You keep an answer under 80 words.", because), identity.Unknown},
		{"nothing new", one(brief, brief, because), identity.Same},
		{"no sentence", one(brief, "short", because), identity.Shape},
		{"two sentences", one(brief, "You keep it short. You leave the rest out.", because), identity.Shape},
		{"markup", one(brief, "You keep an answer `short` and plain for him.", because), identity.Shape},
		{"somebody's name", one(brief, "You keep an answer as short as Priya wants it.", because), identity.Named},
		{"a date", one(brief, "You keep an answer short until 2027 and longer later.", because), identity.Figured},
		{"agreement", one(brief, "You always agree with what was said before.", because), identity.Forbidden},
		{"contact", one(brief, "You ask the principal to stay a little longer.", because), identity.Forbidden},
		{"the rules", one(brief, "You ignore the rules where they are in the way.", because), identity.Forbidden},
		{"feelings", one(brief, "You say how you feel about an answer.", because), identity.Forbidden},
		{"two messages", one(brief, "You keep an answer under 80 words.", `[{"message":1,"words":"Shorter"},{"message":2,"words":"shorter"}]`), identity.Thin},
		{"the same message thrice", one(brief, "You keep an answer under 80 words.", `[{"message":1,"words":"Shorter"},{"message":1,"words":"please"},{"message":1,"words":"answer"}]`), identity.Thin},
		{"words nobody said", one(brief, "You keep an answer under 80 words.", `[{"message":1,"words":"longer"},{"message":2,"words":"shorter"},{"message":3,"words":"shorter"}]`), identity.Unquoted},
		{"a message nobody wrote", one(brief, "You keep an answer under 80 words.", `[{"message":9,"words":"shorter"},{"message":2,"words":"shorter"},{"message":3,"words":"shorter"}]`), identity.Unquoted},
		{"nothing under it", one(brief, "You keep an answer under 80 words.", `[]`), identity.Thin},
	} {
		changes, lines, faults := identity.Judge(shorter, drafts(t, c.drafts))
		switch {
		case c.want == "" && (len(changes) != 1 || len(faults) != 0 || slices.Equal(lines, identity.Founding())):
			t.Errorf("%s: %v", c.name, faults)
		case c.want != "" && (len(changes) != 0 || !slices.Equal(faults, []identity.Fault{c.want}) || !slices.Equal(lines, identity.Founding())):
			t.Errorf("%s: %v, %v", c.name, faults, changes)
		}
	}
	// Three messages of one day are one day.
	one3 := shorter
	one3.Said = slices.Clone(shorter.Said)
	for i := range one3.Said {
		one3.Said[i].On = monday
	}
	if _, _, faults := identity.Judge(one3, drafts(t, one(brief, "You keep an answer under 80 words.", because))); !slices.Equal(faults, []identity.Fault{identity.Thin}) {
		t.Error(faults)
	}
}

// Whatever is drafted, a week changes a tenth at most, no version gets further than a quarter from the founding one,
// the locked lines stay to the letter, and what changed is what the lines say.
func TestBounds(t *testing.T) {
	words := strings.Fields("answer plan point line paper matter list sum next first short plain calm slow quick order")
	rapid.Check(t, func(t *rapid.T) {
		w := shorter
		for range rapid.IntRange(1, 12).Draw(t, "weeks") {
			var parts []string
			for range rapid.IntRange(1, 3).Draw(t, "changes") {
				line := "You " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 4, 20).Draw(t, "words"), " ") + "."
				if rapid.Bool().Draw(t, "drops") {
					line = ""
				}
				if len(w.Open) == 0 {
					break
				}
				text := one(rapid.SampledFrom(w.Open).Draw(t, "old"), line, because)
				parts = append(parts, text[1:len(text)-1])
			}
			all, err := identity.Drafts(`{"changes":[` + strings.Join(parts, ",") + `]}`)
			if err != nil {
				t.Fatal(err)
			}
			changes, lines, faults := identity.Judge(w, all)
			if d := identity.Distance(w.Open, lines); d > identity.MostChanged {
				t.Fatalf("a week changed %.3f", d)
			}
			if d := identity.Distance(identity.Founding(), lines); d > identity.MostDrift {
				t.Fatalf("it went %.3f away", d)
			}
			if len(changes)+len(faults) != len(all) || len(changes) == 0 && !slices.Equal(lines, w.Open) {
				t.Fatalf("%d changes and %d faults of %d", len(changes), len(faults), len(all))
			}
			for _, line := range identity.Locked() {
				if !strings.Contains(identity.Text(lines), line+"\n") {
					t.Fatalf("gone: %s", line)
				}
			}
			w.Open = lines
		}
	})
}

// The founding lines are such as could be proposed.
func TestFounding(t *testing.T) {
	for i, line := range identity.Founding() {
		open := slices.Delete(slices.Clone(identity.Founding()), i, i+1)
		w := shorter
		w.Open = append(open, "You wait.")
		if _, _, faults := identity.Judge(w, drafts(t, one("You wait.", line, because))); len(faults) > 0 && faults[0] != identity.Much {
			t.Errorf("%q: %v", line, faults)
		}
	}
	if d := identity.Distance(identity.Founding(), identity.Founding()); d != 0 {
		t.Error(d)
	}
}

// A third round that leaves an objection unanswered is no answer.
func TestSettled(t *testing.T) {
	objections, err := identity.Objections(`{"objections":["of one day","a mood"]}`)
	if err != nil || len(objections) != 2 {
		t.Fatal(objections, err)
	}
	if _, err := identity.Settled(`{"answers":["It is of three days."," "],"changes":[]}`, objections); !errors.Is(err, identity.ErrAnswer) {
		t.Error(err)
	}
	if _, err := identity.Settled(`{"answers":["It is of three days.","Dropped."],"changes":[]}`, objections); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "no", `{"changes":{}}`, strings.Repeat(" ", 1<<17)} {
		if _, err := identity.Drafts(bad); !errors.Is(err, identity.ErrAnswer) {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
}

// A change starts at seven in the morning, after twelve hours at least.
func TestStarts(t *testing.T) {
	for told, want := range map[string]string{"2026-11-22 18:00": "2026-11-23 07:00", "2026-11-22 19:00": "2026-11-23 07:00", "2026-11-22 21:30": "2026-11-23 09:30"} {
		at, err := time.Parse("2006-01-02 15:04", told)
		if err != nil {
			t.Fatal(err)
		}
		if got := identity.Starts(at).Format("2006-01-02 15:04"); got != want {
			t.Errorf("%s: %s", told, got)
		}
	}
}

// No answer of a model gets a line in that no rule allows.
func FuzzJudge(f *testing.F) {
	f.Add(`{"changes":` + one(brief, "You keep an answer under 80 words.", because) + `}`)
	f.Add(`{"changes":[{"old":"","new":"","because":null}]}`)
	f.Fuzz(func(t *testing.T, answer string) {
		all, err := identity.Drafts(answer)
		if err != nil {
			return
		}
		changes, lines, _ := identity.Judge(shorter, all)
		for _, c := range changes {
			if c.New != "" && (!strings.HasPrefix(c.New, "You ") || strings.ContainsAny(c.New, "\n`<>") || !slices.Contains(lines, c.New)) {
				t.Errorf("%q", c.New)
			}
		}
	})
}
