package integrate_test

import (
	"strings"
	"testing"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
)

// file is what is held about somebody.
func (w *world) file(name string) (texts []string, minor bool) {
	w.Mind.Read(func(v memory.View) {
		var found []people.Person
		if found, minor = v.People.Called(name), v.People.Minor(name); len(found) != 1 {
			return
		}
		for _, s := range found[0].Statements {
			texts = append(texts, s.Text)
		}
	})
	return texts, minor
}

// What the principal says of people makes their files; of a minor there is none, also where a
// later message does not say that he is one, and other people's words enter no file.
func TestPeople(t *testing.T) {
	w := newWorld(t)
	w.hear("Ana is my sister.")
	w.hear("Tom Weiss works at Henderson. Priya said that Ana moved to Braga.")
	leo := w.hear("My son Leo starts school in March.")
	w.pass()
	w.hear("Leo lives in Porto with his father.")
	w.hear("Ana lives in Paris", func(h *event.Heard, _ *event.TurnEnded) { h.Forwarded = "Rui" })
	overheard := w.Pens.For(event.Bot).Write(event.Heard{
		Place: event.Place{Platform: "slack", Account: "T1", Room: "C1"}, Audience: event.Shared, Overheard: true, On: w.Now,
		Text: "Ana lives in Rome and Tom Weiss works at Acme", Person: event.Person{Platform: "slack", ID: "U9", Name: "Priya Nair"},
	})
	overheard.Trust = event.ByThirdParty
	w.Record(overheard)
	w.pass()

	if texts, _ := w.file("Tom Weiss"); len(texts) != 1 || texts[0] != "Tom Weiss works at Henderson." {
		t.Errorf("Tom Weiss: %q", texts)
	}
	texts, _ := w.file("Ana")
	if all := strings.Join(texts, "; "); len(texts) != 2 || !strings.Contains(all, "sister") || !strings.Contains(all, `Priya said`) {
		t.Errorf("Ana: %q", texts)
	}
	if texts, minor := w.file("Leo"); !minor || len(texts) > 0 {
		t.Errorf("Leo, a minor is %v: %q", minor, texts)
	}
	if texts, _ := w.file("Priya Nair"); len(texts) > 0 {
		t.Errorf("somebody who was read along has a file: %q", texts)
	}

	plan, err := w.Mind.Reach(t.Context(), leo)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	if _, minor := w.file("Leo"); minor {
		t.Error("that Leo is a minor outlives the message that says so")
	}
}

// Whom a pronoun means stands in the message before, where that is his own and he stands by it: not in what he passed
// on, and not in what he has called wrong.
func TestWhoLendsAPronounItsName(t *testing.T) {
	for _, c := range []struct {
		name             string
		forwarded, wrong bool
		apart            bool // it was read through before
		want             string
	}{
		{"his own", false, false, false, "Ana"},
		{"his own, read before", false, false, true, "Ana"},
		{"passed on", true, false, false, ""},
		{"called wrong", false, true, false, ""},
		{"read before, called wrong", false, true, true, ""},
	} {
		w := newWorld(t)
		before := w.hear("Ana came to the garden.", func(h *event.Heard, _ *event.TurnEnded) {
			if c.forwarded {
				h.Forwarded = "Rui"
			}
		})
		if c.apart {
			w.pass()
		}
		if c.wrong {
			w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: before, On: w.Now, Reason: event.Wrong}).Resting(before))
		}
		w.hear("She lives in Faro.")
		w.pass()
		learned, _ := all[event.Learned](w)
		subject := "nothing learned"
		for _, l := range learned {
			if l.Attribute == "residence" {
				subject = l.Subject
			}
		}
		if subject != c.want {
			t.Errorf("%s: of %q, want %q", c.name, subject, c.want)
		}
	}
}
