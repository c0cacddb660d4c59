package procedure

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// about answers what Citadel is and what time it is.
func about(ctx context.Context, v *visit) (*turn.Reply, error) {
	reply := says("about")
	switch words := lead(courtesy(v.Text)); words {
	case "what time is it", "what's the time", "whats the time", "what is the time", "time", "the time", "tell me the time", "what time is it now", "current time":
		reply.Text.Claim(v.Heard(), "%s, %s", v.Now.Format("15:04"), v.Now.Format("Mon 2 Jan 2006"))
		reply.Text.Say(" (%s).", v.Zone(v.Now.Location(), v.Now))
	case "what day is it", "what day is it today", "what's the date", "whats the date", "what is the date", "what's today's date", "what is today's date",
		"what date is it", "what date is it today", "what's the date today", "today's date", "which day is it", "what is the day", "what's the day", "what's today":
		reply.Text.Claim(v.Heard(), "%s", v.Now.Format("Mon 2 Jan 2006"))
		reply.Text.Say(" (%s).", v.Zone(v.Now.Location(), v.Now))
	case "who are", "who are you", "what are", "what are you", "who is this", "what is this", "what is citadel", "are you human", "are human", "are you a bot", "are a bot",
		"are you an ai", "are an ai", "are you a person", "are a person", "are you real", "are real", "introduce yourself":
		reply.Text.Say("I'm Citadel: software that remembers what you tell me, word for word, and reminds you. ")
		if err := v.reasons(ctx, &reply.Text); err != nil {
			return nil, err
		}
		reply.Text.Say(" `help` shows what I can do.")
	case "what can do", "what can you do", "what do do", "what do you do", "how do work", "how do you work", "how does this work", "what can i do here", "what can i ask",
		"help me", "how can you help", "how can help", "how can you help me", "how can help me", "what can i say":
		reply.Text.Say("I keep what you tell me and answer from it, remind you, and keep your decisions. `help` shows the commands.")
		reply.Text.Break().Say("Try: `remind me on Monday at 9 to call the bank`, or ask about something you told me.")
	case "how are", "how are you", "how are you doing", "how are doing", "how are things", "how is it going", "how's it going", "what's up", "whats up", "sup", "how do feel",
		"how do you feel", "how do feel today", "how are today", "how are doing today", "are", "are still", "are alive", "are you alive", "are awake", "are you awake", "are you there", "you there", "are you still there", "are you ok", "are ok", "hi how are", "hi how are you", "hello how are", "hello how are you":
		reply.Text.Say("I'm running. I'm software, so there is no more to it.")
	default:
		return nil, nil
	}
	return reply, nil
}

// reasons says which model reasons, if any.
func (v *visit) reasons(ctx context.Context, to *phrase.Text) error {
	var chosen string
	v.Read(func(view memory.View) { chosen = view.Principal.Model() })
	model, ok := v.Host.Answers(chosen)
	if !ok {
		to.Say("No language model is set up, so I can't reason.")
		return nil
	}
	rests := v.Heard()
	for r, err := range v.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Started{}.Kind()}, Newest: true, Limit: 1}) {
		if err != nil {
			return err
		}
		rests = []event.Seq{r.Seq}
	}
	to.Say("Where that takes reasoning, ").Claim(rests, "%s from %s", model.Name, model.At()).Say(" writes what I answer.")
	return nil
}
