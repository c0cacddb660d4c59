package procedure_test

import (
	"testing"

	"citadel/brain/classify"
	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// ask puts a message before the desk as the brain does, and gives the turn and the reply.
func ask(t *testing.T, w *turntest.World, text string) (*turn.Turn, *turn.Reply) {
	t.Helper()
	return answer(t, w, w.Say(text))
}

func answer(t *testing.T, w *turntest.World, seq event.Seq) (*turn.Turn, *turn.Reply) {
	t.Helper()
	one := w.Turn(seq)
	understand(one)
	r, err := procedure.Desk{}.Answer(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	if r == nil {
		t.Fatalf("%q has no reply at all", one.Text)
	}
	return one, r
}

// tell says something, answers it and writes the answer.
func tell(t *testing.T, w *turntest.World, text string) *turn.Reply {
	t.Helper()
	one, r := ask(t, w, text)
	w.Apply(one, r)
	return r
}

func understand(t *turn.Turn) {
	c := classify.Classify(t.Text, nil)
	t.Category, t.Tier, t.Question = string(c.Category), c.Tier.String(), c.Question
}

// A question for a list becomes the command that lists it; one about a thing stays a question.
func TestQuestionsForLists(t *testing.T) {
	for text, want := range map[string]string{
		"show me everything you know about me": "memories", "what have you stored about me?": "memories", "Tell me all you remember of me": "memories",
		"who do you know?": "people", "which people have I told you about?": "people", "list the people you know": "people",
		"who do you know at Acme?": "", "what do you know about Ana?": "",
		"what's open?": "loops", "Which loops are open?": "loops", "what reminders do I have?": "reminders", "Do I have any reminders?": "reminders",
		"what decisions have I made?": "decisions", "please, what are my rules?": "rules",
		"what did you promise me?": "goals", "What are you working on?": "goals", "what's on your mind?": "thoughts", "what are you curious about?": "thoughts",
		"what are you going to remind me of?": "reminders", "how do you know that?": "why", "Where did you get that from?": "why", "which decisions are up for review?": "decisions",
		"what should I do next?": "loops", "are you sure?": "why", "When did I say that?": "why", "can you remember this for me: the key is under bench 4": "remember",
		"forget what Marta's mother said": "forget", "forget what I said": "", "I forget what Marta said": "",
		"what should I do about Ana?": "", "are you sure about Ana?": "", "can you remember Ana?": "", "can you note that?": "",
		"what did I promise?": "", "what is Joost curious about?": "", "how do you know Mirjam?": "", "where did you get that idea for Ana?": "",
		"what moved today?": "indicators", "anything moving in the markets?": "indicators", "which prices do you watch?": "indicators", "what moved you to say that?": "",
		"what did I ask you to remind me of?": "reminders", "What did I ask you to remind me about tomorrow?": "reminders", "is my reminder set?": "reminders",
		"what time is my reminder tomorrow?": "reminders", "when is my reminder?": "reminders", "what did I ask you to do for Ana?": "", "is the alarm clock set?": "",
		"what's open on Sunday?": "", "what did I decide about the retainer?": "", "what reminders do I have for Ana?": "", "my reminders annoy me": "",
	} {
		w := turntest.New(t)
		one := w.Turn(w.Say(text))
		if r, err := (procedure.Desk{}).Resume(t.Context(), one); r != nil || err != nil {
			t.Fatal(r, err)
		}
		got := ""
		if one.Command != nil {
			got = one.Command.Name
		}
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
