package procedure

import (
	"context"
	"strings"

	"citadel/brain/turn"
	"citadel/memory/event"
)

// greeting answers a greeting or a goodbye with its like, and thanks or an acknowledgement
// with silence (MESSAGES 4, 11).
func greeting(ctx context.Context, v *visit) (*turn.Reply, error) {
	words := courtesy(v.Text)
	answer, known := greetings[words]
	if !known && !thanks(words) && !nods(words) {
		return nil, nil
	}
	reply := says("greeting")
	if answer == "" {
		return reply, nil
	}
	name, rests, err := v.called(ctx)
	if err != nil {
		return nil, err
	}
	reply.Text.Say("%s", answer)
	if name != "" {
		reply.Text.Say(", ").Claim(rests, "%s", name)
	}
	reply.Text.Say(".")
	return reply, nil
}

// maxCourtesy is the longest message that can be nothing but a greeting, in bytes.
const maxCourtesy = 60

// courtesy is a short message in plain words without those that address somebody.
func courtesy(text string) string {
	if len(text) > maxCourtesy {
		return ""
	}
	var kept []string
	for w := range strings.FieldsSeq(plainWords(text)) {
		switch w {
		case "citadel", "there", "again", "everyone", "all", "you":
			if len(kept) > 0 || w == "citadel" {
				continue
			}
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}

// greetings gives the answer to each greeting and goodbye.
var greetings = map[string]string{
	"hi": "Hello", "hello": "Hello", "hey": "Hello", "hiya": "Hello", "howdy": "Hello", "yo": "Hello", "hi hi": "Hello", "hello hello": "Hello",
	"greetings": "Hello", "good day": "Good day", "g'day": "Good day", "gday": "Good day",
	"morning": "Good morning", "good morning": "Good morning", "hi good morning": "Good morning", "hello good morning": "Good morning", "gm": "Good morning",
	"afternoon": "Good afternoon", "good afternoon": "Good afternoon", "evening": "Good evening", "good evening": "Good evening",
	"bye": "Goodbye", "goodbye": "Goodbye", "bye bye": "Goodbye", "good bye": "Goodbye", "see": "Goodbye", "see you": "Goodbye", "see ya": "Goodbye",
	"see later": "Goodbye", "see tomorrow": "Goodbye", "later": "Goodbye", "talk later": "Goodbye", "cheerio": "Goodbye", "ciao": "Goodbye",
	"good night": "Good night", "goodnight": "Good night", "night": "Good night", "night night": "Good night", "ok bye": "Goodbye", "thanks bye": "Goodbye",
	"have a good day": "Goodbye", "have a nice day": "Goodbye", "have a good evening": "Goodbye", "have a good one": "Goodbye",
}

// thanks says whether a message only thanks or takes note.
func thanks(words string) bool {
	switch words {
	case "thanks", "thank", "thank you", "thx", "ty", "cheers", "ta", "thanks a lot", "thank so much", "thank very much", "many thanks", "much appreciated",
		"thanks so much", "ok thanks", "okay thanks", "great thanks", "perfect thanks", "cool thanks", "no thanks", "no thank", "thanks for that", "thanks for the help",
		"ok", "okay", "k", "kk", "right", "sure", "yes", "yep", "yeah", "yup", "no", "nope", "great", "good", "nice", "cool", "perfect", "fine by me",
		"got it", "understood", "noted", "makes sense", "i see", "alright", "all right", "sounds good", "will do", "ok great", "ok cool", "ok good",
		"well done", "good job", "never mind", "nevermind", "forget it", "wow", "lol", "haha", "hm", "hmm", "ah", "oh", "ah ok", "oh ok", "interesting", "true", "exactly":
		return true
	}
	return false
}

// called is the name the principal gave, with the event that says so. In a channel it is
// not given away (MESSAGES 9), nor where it was not told.
func (v *visit) called(ctx context.Context) (string, []event.Seq, error) {
	if v.Audience == event.Shared {
		return "", nil, nil
	}
	name, made, err := v.Setting(ctx, event.SettingName)
	if err != nil || name == "" {
		return "", nil, err
	}
	return name, []event.Seq{made}, nil
}
