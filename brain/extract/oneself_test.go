package extract

import "testing"

// How somebody says that he is and lives is learned though no name, figure or date is in it, a denial as one.
func TestOneself(t *testing.T) {
	for text, negated := range map[string]bool{
		"I'm vegetarian.": false, "I wear glasses.": false, "I have diabetes.": false, "I never drink alcohol.": true, "I'm left-handed.": false,
		"I don't eat pork.": true, "I'm a vegan.": false, "I have asthma.": false, "I don't have a driving licence.": true, "I'm an only child.": false,
		"I'm divorced.": false, "I snore.": false, "I am not religious.": true, "I've got high blood pressure.": false,
		"I don't drink any more.": true, "I'm a lifelong vegetarian and I have type 2 diabetes.": false,
	} {
		got := Read(Utterance{Text: text})
		if len(got) == 0 || got[0].Kind != Fact || got[0].Subject != Me || got[0].Negated != negated || got[0].Class != Permanent {
			t.Errorf("%q: %+v", text, got)
		}
	}
	for _, text := range []string{
		"I can't swim.", "I can't drive you.", "I don't eat this.", "I'm blind to that.", "I can't find my keys.", "I don't know.", "I don't have time.",
		"I'm single-minded about it.", "If I never drink alcohol, I sleep well.", "Do I wear glasses?", "I would never smoke.", "I'm done.", "I can't come.",
	} {
		if got := Read(Utterance{Text: text}); len(got) > 0 && got[0].Kind == Fact {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
