package command_test

import (
	"testing"

	"citadel/brain/command"
)

// A command with one letter wrong is told from talk, and nothing that is a command or a sentence is taken
// for one.
func TestSlip(t *testing.T) {
	for text, want := range map[string]string{
		"wieghts": "weights", "forgt Ana": "forget Ana", "remmeber buy milk": "remember buy milk", "revist MYOB": "revisit MYOB", "undoo": "undo",
		"memoreis": "memories", "revisit the MYOB descision": "revisit the MYOB decision", "/wieghts": "weights", "reminder": "reminders", "lops": "loops",
	} {
		if _, should, ok := command.Slip(text); !ok || should != want {
			t.Errorf("%q is %q, want %q", text, should, want)
		}
	}
	for _, text := range []string{
		"weights", "forget Ana", "forgot Ana", "I forgot my keys", "shown to Lena", "the weigths are off", "hello", "spent A$40", "fond of Ana", "finds gold", "mute",
		"My boss is Jo", "model trains", "shop closed", "reminder for Ana", "forgt Ana?", "closed today", "paper is out", "Helga called", "shows up late", "",
	} {
		if word, should, ok := command.Slip(text); ok {
			t.Errorf("%q: %q is taken for %q", text, word, should)
		}
	}
}

// However it is typed, what it gives is a command that exists.
func FuzzSlip(f *testing.F) {
	for _, text := range []string{"wieghts", "forgt Ana", "revisit the descision", "/", "é"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, should, ok := command.Slip(text); ok {
			if c, is := command.Parse(should); !is {
				t.Errorf("%q gives %q, which is no command", text, should)
			} else if row, _ := command.Lookup(c.Name); row.Since == "" {
				t.Errorf("%q gives %q, which does not exist yet", text, should)
			}
		}
	})
}
