package dream_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"citadel/brain/dream"
	"citadel/memory/event"
)

func day() *dream.Residue {
	r := &dream.Residue{Night: "2026-11-19"}
	r.Learned(4, event.Learned{Text: "The warehouse in Geelong reopens.", Importance: .6, Provenance: event.Stated})
	r.Opened(6, event.LoopOpened{Text: "Freight comparison for Priya"})
	r.Closed(9, event.LoopClosed{Outcome: "done"}, event.LoopOpened{Text: "Send the invoice to Tom"})
	r.Decided(12, event.DecisionRecorded{Text: "go with two carriers"})
	return r
}

func answer(change map[string]any) string {
	a := map[string]any{
		"theme": "doors left open to water", "narrative": "A warehouse stands with its doors open. The tide takes the boxes, one by one, and brings them back dry.",
		"tone": "Calm", "mood": .4, "links": []any{map[string]any{"a": 1, "b": 3, "why": "both leave by the same door"}}, "forms": []string{"glass", "arches"},
	}
	for k, v := range change {
		a[k] = v
	}
	b, _ := json.Marshal(a)
	return string(b)
}

func TestRead(t *testing.T) {
	d, faults, err := dream.Read(answer(nil), day())
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	if d.Mood != .4 || d.Tone != "calm" || d.Art.Palette != event.Warm || len(d.Links) != 1 || d.Links[0].A != 4 || d.Links[0].B != 9 || strings.Join(d.Art.Forms, " ") != "glass arches" {
		t.Errorf("%+v", d)
	}
	hard, _, err := dream.Read(answer(map[string]any{"mood": -.6, "forms": []string{"slabs", "arches"}}), day())
	if err != nil || hard.Art.Palette != event.Hard || strings.Join(hard.Art.Forms, " ") != "slabs" {
		t.Errorf("%v, %+v", err, hard.Art)
	}
}

// One bad part spoils no other, and why it went is said without its words.
func TestWhatDoesNotHold(t *testing.T) {
	for name, c := range map[string]struct {
		change map[string]any
		want   dream.Fault
	}{
		"a name of the day":         {map[string]any{"theme": "Priya at the harbour"}, dream.Named},
		"a name nobody said":        {map[string]any{"narrative": "The boat waits for Ana at the pier."}, dream.Named},
		"a figure":                  {map[string]any{"narrative": "There are 41 boxes."}, dream.Figured},
		"money":                     {map[string]any{"theme": "a box full of €"}, dream.Figured},
		"grief":                     {map[string]any{"narrative": "A funeral of lamps goes by."}, dream.Sensitive},
		"illness":                   {map[string]any{"narrative": "The hospital has no doors."}, dream.Sensitive},
		"a quarrel":                 {map[string]any{"tone": "furious"}, dream.Sensitive},
		"a secret":                  {map[string]any{"narrative": "the key is sk-ant-api03-abcdefghijklmnopqrstuvwxyzabcdefghijklmnop"}, dream.Secret},
		"no theme":                  {map[string]any{"theme": " "}, dream.Long},
		"a book":                    {map[string]any{"narrative": strings.Repeat("water ", 400)}, dream.Long},
		"a mood out of range":       {map[string]any{"mood": -7}, dream.Moodless},
		"a link to another night":   {map[string]any{"links": []any{map[string]any{"a": 1, "b": 9, "why": "x"}}}, dream.Unlinked},
		"a link of one with itself": {map[string]any{"links": []any{map[string]any{"a": 2, "b": 2, "why": "x"}}}, dream.Unlinked},
	} {
		d, faults, err := dream.Read(answer(c.change), day())
		if err != nil || len(faults) == 0 || faults[0] != c.want {
			t.Errorf("%s: %q, %v, want %q", name, faults, err, c.want)
		}
		if d.Art.Alt == "" || d.Mood < -1 || d.Mood > 1 {
			t.Errorf("%s: %+v", name, d)
		}
	}
	for _, s := range []string{"", "null", "[]", "{}", `{"mood":"dark"}`, "I had a dream", strings.Repeat("[", 80_000), strings.Repeat("x", 1<<17)} {
		if _, _, err := dream.Read(s, day()); !errors.Is(err, dream.ErrAnswer) {
			t.Errorf("%.20q: %v", s, err)
		}
	}
}

// What is delicate does not go in, whoever it is about, and a dream of nothing else is none.
func TestSensitiveResidue(t *testing.T) {
	r := &dream.Residue{Night: "2026-11-19"}
	for i, text := range []string{
		"You have diabetes.", "Ana's mother died on Sunday.", "The funeral is on Friday.", "Ben is a Catholic.", "You shouted at Tom and he shouted back.",
		"You want to end your life.", "Your divorce is through.", "Tom was fired.", "You owe the bank.", "The chemo begins on Monday.", "Henderson sued you.",
	} {
		r.Learned(event.Seq(i+1), event.Learned{Text: text, Provenance: event.Stated})
		r.Opened(event.Seq(i+100), event.LoopOpened{Text: text})
		r.Closed(event.Seq(i+200), event.LoopClosed{Outcome: "done"}, event.LoopOpened{Text: text})
		r.Decided(event.Seq(i+300), event.DecisionRecorded{Text: text})
	}
	r.Learned(50, event.Learned{Text: "A parcel came.", Quote: "a parcel from the hospital", Provenance: event.Stated})
	r.Learned(51, event.Learned{Text: "Lena likes tea.", Provenance: event.Reported})
	r.Felt(52, event.Felt{Feeling: "sad", Cause: "the garden", Grave: true, Valence: -1, Intensity: 1})
	if notes := r.Notes(); len(notes) != 0 || r.Mood() != 0 {
		t.Errorf("%v, %.2f", notes, r.Mood())
	}
}

// No method takes a dream, so that none can go in.
func TestNoDreamCanGoIn(t *testing.T) {
	of := reflect.TypeFor[*dream.Residue]()
	taken := 0
	for i := range of.NumMethod() {
		for j := 1; j < of.Method(i).Type.NumIn(); j++ {
			in := of.Method(i).Type.In(j)
			switch in {
			case reflect.TypeFor[event.Dreamt](), reflect.TypeFor[event.PostQueued](), reflect.TypeFor[string](), reflect.TypeFor[event.Payload]():
				t.Errorf("%s takes a %s", of.Method(i).Name, in)
			}
			taken++
		}
	}
	if taken == 0 {
		t.Error("nothing was looked at")
	}
	s := of.Elem()
	for i := range s.NumField() {
		if f := s.Field(i); f.IsExported() && f.Name != "Night" {
			t.Errorf("anybody can set %s", f.Name)
		}
	}
}

// Of the evening's entry only what would be done differently goes in, and it colours nothing.
func TestJournal(t *testing.T) {
	r := day()
	before := r.Mood()
	r.Journaled(20, event.Journaled{Lines: []event.JournalLine{
		{Part: event.JournalHappened, Text: "Two carriers were chosen."}, {Part: event.JournalDifferently, Text: "I would ask for the day of a rate."},
		{Part: event.JournalDifferently, Text: "I would be shorter."},
	}})
	r.Journaled(21, event.Journaled{Lines: []event.JournalLine{{Part: event.JournalDifferently, Text: "I would not speak of the funeral."}}})
	if notes := r.Notes(); len(notes) != len(day().Notes())+1 {
		t.Errorf("an entry is one note: %v", notes)
	}
	shown := dream.Ask(r).Messages[0].Parts[0].Text
	if r.Mood() != before || !strings.Contains(shown, "the day of a rate") || strings.Contains(shown, "chosen") || strings.Contains(shown, "funeral") {
		t.Errorf("%.2f, before %.2f: %s", r.Mood(), before, shown)
	}
}

func TestMood(t *testing.T) {
	good, hard, plain := &dream.Residue{}, &dream.Residue{}, &dream.Residue{}
	for i := range event.Seq(4) {
		good.Closed(i+1, event.LoopClosed{Outcome: "done"}, event.LoopOpened{Text: fmt.Sprint("thing ", i)})
		hard.Felt(i+1, event.Felt{Feeling: fmt.Sprint("worn down ", i), Valence: -.8, Intensity: .9})
		plain.Learned(i+1, event.Learned{Text: fmt.Sprint("fact ", i), Provenance: event.Stated})
	}
	if good.Mood() < .4 || hard.Mood() > -.4 || plain.Mood() != 0 {
		t.Errorf("%.2f, %.2f, %.2f", good.Mood(), hard.Mood(), plain.Mood())
	}
	for r, want := range map[*dream.Residue]string{good: event.Warm, plain: event.Warm, hard: event.Hard} {
		if d := dream.Alone(r); d.Art.Palette != want || d.Fragment+d.Narrative+d.Theme+d.By != "" {
			t.Errorf("%+v", d)
		}
	}
}

// A huge day shows a model no more than a full one, and wins are not lost in it.
func TestHugeDay(t *testing.T) {
	r := &dream.Residue{}
	for i := range event.Seq(1500) {
		r.Learned(i+1, event.Learned{Text: fmt.Sprint(i, strings.Repeat(" long", 500)), Importance: .5, Provenance: event.Stated})
	}
	r.Closed(9000, event.LoopClosed{Outcome: "done"}, event.LoopOpened{Text: "the roof"})
	if n := len(dream.Ask(r).Messages[0].Parts[0].Text); n > 16<<10 {
		t.Errorf("%d bytes are shown", n)
	}
	if notes := r.Notes(); len(notes) > 30 || notes[len(notes)-1] != 9000 {
		t.Errorf("%v", notes)
	}
}

func TestFragment(t *testing.T) {
	const good = "A warehouse with its doors open to the tide.\nThe boxes leave in order of address.\nSomeone wrote *paid* on the water, and it holds."
	if got, why := dream.ReadFragment("```\n> "+strings.ReplaceAll(good, "\n", "\n\n- ")+"\n```", day()); got != good || why != "" {
		t.Errorf("%q, %q", got, why)
	}
	for answer, want := range map[string]dream.Fault{
		"One line alone.": dream.Long, "": dream.Long, strings.Repeat("water\n", 6): dream.Long,
		"The tide comes in.\nPriya waits.": dream.Named, "The tide comes in\nfor Geelong": dream.Named, "The tide comes in.\nIt takes 3 boxes.": dream.Figured,
		"The tide comes in.\nEverybody is dead.": dream.Sensitive, "a\n" + strings.Repeat("b", 200): dream.Long,
	} {
		if got, why := dream.ReadFragment(answer, day()); got != "" || why != want {
			t.Errorf("%q: %q, %q, want %q", answer, got, why, want)
		}
	}
}

// Whatever a model answers, what is taken of it holds no name of the day, no figure and nothing grave.
func FuzzRead(f *testing.F) {
	f.Add(answer(nil))
	f.Add("A warehouse with its doors open.\nPriya waits.")
	f.Fuzz(func(t *testing.T, s string) {
		d, _, err := dream.Read(s, day())
		if err != nil && !errors.Is(err, dream.ErrAnswer) {
			t.Fatal(err)
		}
		fragment, _ := dream.ReadFragment(s, day())
		for _, text := range []string{d.Theme, d.Narrative, d.Tone, fragment} {
			if strings.Contains(text, "Priya") || strings.ContainsAny(text, "0123456789") || strings.Contains(text, "funeral") {
				t.Fatalf("%q", text)
			}
		}
		if !(d.Mood >= -1 && d.Mood <= 1) {
			t.Fatal(d.Mood)
		}
	})
}
