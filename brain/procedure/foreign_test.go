package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// Who asks for a reminder in another language is told each time that none is set, whatever else of
// that language was said that day.
func TestForeignReminder(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "Meine Schwester ist im März nach Porto gezogen.")
	for _, wish := range []string{
		"Erinnere mich morgen um 9 an den Zahnarzt.", "Kannst du mich morgen an den Zahnarzt erinnern?", "Rappelle-moi demain d'appeler le dentiste.",
		"Recuérdame mañana llamar al dentista.", "Ricordami domani di chiamare il dentista.", "Lembra-me amanhã de ligar ao dentista.",
		"Herinner me morgen aan de tandarts.", "Bitte erinnern Sie mich morgen an den Zahnarzt.", "Peux-tu me rappeler d'appeler Marc ce soir ?",
	} {
		one, r := ask(t, w, wish)
		if said := r.Text.String(); !strings.HasPrefix(said, "I set no reminder") || len(r.Writes) > 0 {
			t.Errorf("%q: %q", wish, said)
		}
		w.Apply(one, r)
	}
	for _, plain := range []string{"Ich erinnere mich gern an den Sommer.", "Ich kann mich nicht an den Namen erinnern.", "Je me rappelle de Porto et de la mer.",
		"Isso me lembra o verão de Porto.", "Non riesco a ricordarmi il nome."} {
		if _, r := ask(t, w, plain); strings.Contains(r.Text.String(), "reminder") {
			t.Errorf("%q: %q", plain, r.Text.String())
		}
	}
}

// A name that another language has as a little word makes no sentence foreign.
func TestForeignNames(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	for _, text := range []string{"My daughter Mia (9) loves horses.", "Mia loves Lea.", "is Leo cheating on Mia?"} {
		one, r := ask(t, w, text)
		if said := r.Text.String(); strings.Contains(said, "English") {
			t.Errorf("%q: %q", text, said)
		}
		w.Apply(one, r)
	}
	if _, r := ask(t, w, "Mia madre lavora a Roma."); !strings.Contains(r.Text.String(), "English") {
		t.Errorf("Italian passes for English: %q", r.Text.String())
	}
}
