package procedure_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// Of what somebody may have several of, all is told: to hear of the cats alone may cost a life.
func TestAllOfSeveral(t *testing.T) {
	expect(t, []string{"I'm allergic to nuts.", "I'm allergic to cats."}, map[string]string{
		"what am I allergic to?":               `^Cats and nuts: "I'm allergic to cats"|- "I'm allergic to nuts"`,
		"what are my allergies?":               `^Cats and nuts: `,
		"which allergies do I have?":           `^Cats and nuts: `,
		"what allergies do I have?":            `^Cats and nuts: `,
		"do I have any allergies?":             `^Cats and nuts: `,
		"am I allergic to anything?":           `^Cats and nuts: `,
		"am I allergic to nuts?":               `^Yes: |!cats`,
		"list my allergies":                    `^Cats and nuts: `,
		"tell me about my allergies":           `^Cats and nuts: `,
		"what do you know about my allergies?": `^Cats and nuts: `,
	})
	expect(t, []string{"I like tea", "I like jazz", "I like dogs"}, map[string]string{"what do I like?": "^Dogs, jazz and tea: "})
	expect(t, []string{"My favourite music is fado", "I love hiking", "I used to like jazz but now I prefer classical", "I hate mud"}, map[string]string{
		"what do I like?":             "^Classical, hiking and fado: |!jazz:|!mud",
		"what do I prefer?":           "^Classical: |!hiking",
		"what is my favourite music?": "^Fado: |!hiking",
		"what do I hate?":             "^Mud: |!hiking",
	})
	expect(t, []string{"my friend is Tom", "my friend is Ben"}, map[string]string{
		"who is my friend?":   "^Ben and Tom: ",
		"who are my friends?": "^Ben and Tom: ",
	})
	expect(t, []string{"I'm allergic to nuts", "I'm allergic to cats", "I'm not allergic to cats"}, map[string]string{
		"what am I allergic to?": `nuts|not allergic to cats|!Cats and`,
	})
	expect(t, []string{"I'm allergic to nuts", "my brother is Tom", "I own a house"}, map[string]string{
		"what allergies do I have?": `^Nuts: |!house`,
	})
}

// An allergy is read in whichever of its forms it is told.
func TestAllergiesInOtherForms(t *testing.T) {
	expect(t, []string{"I have a penicillin allergy.", "I have an allergy to latex.", "my allergies are pollen and dust", "I'm allergic to nuts, bees and cats"}, map[string]string{
		"what am I allergic to?": "penicillin|latex|pollen|dust|nuts|bees|cats",
		"what are my allergies?": "penicillin|latex|pollen|dust|nuts|bees|cats",
	})
}

// More than a message holds is counted, and none is passed over in silence.
func TestMoreOfSeveralThanFit(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	for i := range 30 {
		tell(t, w, fmt.Sprintf("I like long walks along the quiet bank of river %d", i+101))
	}
	_, r := ask(t, w, "what do I like?")
	said := r.Text.String()
	shown := strings.Count(said, `"I like long walks along`)
	if shown < 3 || !strings.Contains(said, fmt.Sprintf("And %d more", 30-shown)) {
		t.Errorf("%d shown of 30: %s", shown, said)
	}
	turntest.Claims(t, w.Mind, &r.Text)
}
