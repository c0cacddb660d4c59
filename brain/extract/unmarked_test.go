package extract

import "testing"

// Short forms without their mark are read as with it, and other words that look like one are left.
func TestWithoutApostrophes(t *testing.T) {
	for said, want := range map[string]string{
		"Im a nurse.":                       "me/role=nurse",
		"im a nurse":                        "me/role=nurse",
		"Ive moved to Bonn.":                "me/residence=Bonn",
		"Ana doesnt live in Bonn.":          "Ana/residence=Bonn (denied)",
		"Shes my boss.":                     "",
		"Im Januar ziehen wir um.":          "",
		"Im Haus":                           "",
		"My brother is ill since Christmas": "",
	} {
		if got := facts(said); got != want {
			t.Errorf("%q is read as %q, want %q", said, got, want)
		}
	}
	for said, promised := range map[string]string{
		"Ill call Tom tomorrow.":      "call Tom",
		"Ill health kept him at home": "",
	} {
		got := ""
		for _, it := range Read(Utterance{Text: said}) {
			if it.Kind == Promise {
				got = it.Value
			}
		}
		if got != promised {
			t.Errorf("%q promises %q, want %q", said, got, promised)
		}
	}
	old := Read(Utterance{Text: "I like olives."})[0]
	if over := Read(Utterance{Text: "I dont like olives any more."}); len(over) == 0 || !Over(old, over[0]) {
		t.Errorf("olives are still liked: %v", over)
	}
}
