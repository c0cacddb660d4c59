package procedure_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// welcomed is a world in which the first message has just been posted.
func welcomed(t *testing.T) *turntest.World {
	t.Helper()
	w := turntest.New(t).At("2026-11-20 08:51")
	r := procedure.Welcome(turn.Host{}, 0)
	w.Record(w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: r.Text.String(), Subject: r.Subject}))
	return w
}

func settings(w *turntest.World) map[string]string {
	got := map[string]string{}
	w.Mind.Read(func(v memory.View) {
		for k, s := range v.Principal.Settings {
			got[k] = s
		}
	})
	return got
}

func TestWelcome(t *testing.T) {
	w := welcomed(t)
	turntest.Golden(t, w.Mind, "welcome", procedure.Welcome(turn.Host{}, 0))
	for _, step := range []struct{ said, golden string }{
		{"Sam.", "welcome-name"}, {"I live in Lisbon", "welcome-zone"}, {"11pm to 6:30", "welcome-hours"},
	} {
		one, r := ask(t, w, step.said)
		turntest.Golden(t, w.Mind, step.golden, r)
		w.Apply(one, r)
	}
	got := settings(w)
	for name, want := range map[string]string{"name": "Sam", "zone": "Europe/Lisbon", "hours": "23:00-06:30", "welcome": "done"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if r := tell(t, w, "Melbourne"); r.By == "procedure:welcome" {
		t.Errorf("after the last question the first conversation goes on: %s", r.Text.String())
	}
}

func TestWelcomeSkipped(t *testing.T) {
	w := welcomed(t)
	for range 3 {
		if r := tell(t, w, "skip"); r.By != "procedure:welcome" {
			t.Fatalf("skip was taken by %s", r.By)
		}
	}
	if got := settings(w); len(got) != 1 || got["welcome"] != "done" {
		t.Errorf("skipping set %v", got)
	}
}

// A command that names the answer is the answer as well, and any other is left alone.
func TestWelcomeCommands(t *testing.T) {
	w := welcomed(t)
	for text, taken := range map[string]bool{"status": false, "help": false, "call me Sam": true} {
		one := w.Turn(w.Say(text))
		understand(one)
		r, err := procedure.Desk{}.Resume(t.Context(), one)
		if err != nil || (r != nil) != taken {
			t.Errorf("%q: %v, %v", text, r, err)
		}
	}
}

// What does not look like an answer is talk: it is answered as such, and the question may
// still be answered after it.
func TestWelcomeTalk(t *testing.T) {
	w := welcomed(t)
	for _, text := range []string{"My sister Ana moved to Porto in March to open a bakery.", "hello", "ok", "why do you ask", "what is this?", "the weather is bad", "no idea"} {
		if _, r := ask(t, w, text); r.By == "procedure:welcome" {
			t.Errorf("%q was taken for a name: %s", text, r.Text.String())
		}
	}
	if r := tell(t, w, "My sister Ana moved to Porto in March to open a bakery."); !r.Text.Empty() {
		t.Errorf("a statement is answered: %s", r.Text.String())
	}
	if r := tell(t, w, "sam"); r.By != "procedure:welcome" || settings(w)["name"] != "Sam" {
		t.Errorf("the name was not taken after talk: %s, %v", r.By, settings(w))
	}
	if r := tell(t, w, "Where does Ana live?"); !strings.HasPrefix(r.Text.String(), "Porto: ") {
		t.Errorf("a question during the first conversation: %s", r.Text.String())
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Sam": "Sam", "sam": "Sam", "I'm Sam": "Sam", "It's Sam, thanks": "Sam", "Maria José": "Maria José", "Jean-Luc Picard": "Jean-Luc Picard",
		"call me Sam please": "Sam", "O'Brien": "O'Brien", "王芳": "王芳",
	} {
		w := welcomed(t)
		if tell(t, w, text); settings(w)["name"] != want {
			t.Errorf("%q gives the name %q, want %q", text, settings(w)["name"], want)
		}
	}
}

// Writes lists what a reply changes, by kind.
func kinds(r *turn.Reply) []event.Kind {
	var ks []event.Kind
	for _, w := range r.Writes {
		ks = append(ks, w.Payload.Kind())
	}
	return slices.Clip(ks)
}
