package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory"
)

// rulesAfter says something and gives the rules that then stand.
func rulesAfter(t *testing.T, w *turntest.World, said string) (texts []string) {
	t.Helper()
	tell(t, w, said)
	w.Mind.Read(func(v memory.View) {
		for _, r := range v.Principal.Rules {
			texts = append(texts, r.Text)
		}
	})
	return texts
}

// A subject that is not to be brought up is a rule, in whatever words.
func TestUnwanted(t *testing.T) {
	for _, said := range []string{
		"Don't bring up my mother again", "Please stop bringing up my weight", "Let's not talk about the accident again", "let's not mention the lawsuit",
		"I don't want to talk about my father", "I don't want to hear about my ex", "I'd rather not talk about the accident", "Can we not talk about work?",
		"No more talk about the diet", "Not another word about the divorce", "Leave my mother out of this", "Don't remind me of the miscarriage",
		"Please avoid the topic of my weight", "Quit mentioning the merger", "Drop the subject of Ana", "Stay off the topic of money",
		"I don't want you to bring up my job", "You shouldn't mention my brother", "Keep quiet about Lena", "My knee is off limits", "Stop reminding me of Priya",
		"I'd like you not to mention Ana", "I want you to stop talking about Leo",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		if got := rulesAfter(t, w, said); len(got) != 1 {
			t.Errorf("%q is no rule: %q", said, got)
		}
	}
	for _, said := range []string{
		"Don't mention it", "Let's not talk about that", "I'd rather not talk about work tonight", "I don't want to talk about it", "Ana doesn't want to talk about her father",
		"We talked about the accident", "I never talk about work with Ben", "Drop the parcel at Ana's", "Leave the keys out of the drawer", "What don't you mention?",
		"I can't hear about half of what he says", "I'd like you to mention Ana", "No word about the invoice yet", "The garden is off limits", "I want you to bring up the invoice",
		"Not a word about the job from Ben", "You can ask me about Ana",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		if len(rulesAfter(t, w, said)) > 0 {
			t.Errorf("%q became a rule", said)
		}
	}
}

// It ends when he says that the subject may be talked about, and no other does.
func TestWantedAgain(t *testing.T) {
	for _, said := range []string{
		"You may talk about Ana again", "you can mention Ana again", "Feel free to bring up Ana", "It's ok to talk about Ana again", "We can talk about Ana again", "Let's talk about Ana again",
		"You're allowed to mention Ana now", "I don't mind if you bring up Ana",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		for _, rule := range []string{"Don't talk about Ana", "Never mention the divorce"} {
			tell(t, w, rule)
		}
		if left := rulesAfter(t, w, said); len(left) != 1 || !strings.Contains(left[0], "divorce") {
			t.Errorf("after %q there stands %q", said, left)
		}
	}
	for _, said := range []string{"We can talk about Ana", "Let's talk about Ana's birthday", "You may talk about Tom again"} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, "Don't talk about Ana")
		if len(rulesAfter(t, w, said)) != 1 {
			t.Errorf("%q ended the rule", said)
		}
	}
}
