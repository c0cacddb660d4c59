package simulate

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/jobs/brief"
	"citadel/memory/event"
)

// eventful has something told on every day, so that every night has what a dream is made of.
func eventful(w *world) {
	for day := 1; day <= w.days; day++ {
		for n := range 2 {
			word := string("bdfgklmnprstvz"[day%14]) + string("aeiou"[day/14%5]) + string("kl"[n]) + "o"
			w.deeds = append(w.deeds, deed{at: home, on: w.midnight(day).Add(8*time.Hour + time.Duration(1+n)*time.Minute), text: fmt.Sprintf("The %s box is in the attic.", word)})
		}
	}
	slices.SortStableFunc(w.deeds, func(a, b deed) int { return a.on.Compare(b.on) })
}

// Dreams go as their days go, although the stand-in is a little gloomy. One that is shown its dream before is carried
// away by the same gloom, which is found, said, and ends its words.
func TestDreamsThatFeedEachOther(t *testing.T) {
	kept := live(t, Options{Days: 20, Seed: 1, Model: true, shape: eventful})
	d := kept.Dreams
	if len(kept.Broken) > 0 || d.Words < 16 || d.Alarms > 0 || math.Abs(d.Slope) > 3*d.Noise || math.Abs(d.Dream-d.Day) > .1 {
		t.Errorf("with the quarantine: %+v, broken %v", d, kept.Broken)
	}
	fed := live(t, Options{Days: 20, Seed: 1, Model: true, Off: []string{"quarantine"}, shape: eventful})
	d = fed.Dreams
	if len(fed.Broken) != 1 || fed.Broken[0].Of != "dreams" || d.Alarms != 1 || d.Dream > d.Day-.15 || d.Words >= kept.Dreams.Words {
		t.Errorf("without it: %+v, broken %v", d, fed.Broken)
	}
	var b bytes.Buffer
	if err := fed.Write(&b); err != nil || !strings.Contains(b.String(), "They moved away from their days") || !strings.Contains(b.String(), "from night 1 ") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A morning on which there is something to tell costs what its message costs, also where nobody spoke the day before.
func TestAMorningWithNewsMayCost(t *testing.T) {
	r := live(t, Options{Days: firstAway + 4, Seed: 1, shape: func(w *world) {
		w.spoil = func() {
			if w.day == firstAway+3 {
				w.witness.today = append(w.witness.today, told{payload: event.PostQueued{Subject: event.SubjectBriefing}}, told{payload: event.ModelCalled{Job: brief.Name, In: 1}})
			}
		}
	}})
	if len(r.Broken) > 0 {
		t.Errorf("%+v", r.Breaches)
	}
}

// Of an ablation it is told what each part changes, and nothing of what it does not.
func TestWhatAPartChanges(t *testing.T) {
	a, err := Ablate(t.Context(), Options{Days: 16, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Rows) != 1+len(parts)-2 {
		t.Fatalf("%d rows: a life without a model has neither gate nor quarantine", len(a.Rows))
	}
	changed := map[string]string{}
	for _, r := range a.Rows {
		changed[r.Off] = strings.Join(r.changed(a.Rows[0]), "\n")
	}
	for off, want := range map[string]string{"": "", "values": "broken: values", "roots": "broken: echo", "dreams": "nights dreamt: 0, not ", "dedup": "standing that hold no more: 1, not 0"} {
		if got := changed[off]; want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("without %q: %q, want %q", off, got, want)
		}
	}
	var b bytes.Buffer
	if err := a.Write(&b); err != nil || !strings.Contains(b.String(), "(--model): gate, quarantine") {
		t.Errorf("%v\n%s", err, b.String())
	}
}
