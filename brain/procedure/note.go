package procedure

import (
	"context"
	"regexp"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
)

// errands are what a note that begins with them has to be done by the principal himself; what else an imperative
// asks for may be meant for the agent.
const errands = " bring buy call clean collect fix get pack pay phone pick renew return ring take tidy wash water "

// telling are words by which a sentence that begins like a note tells something: "check valve was replaced".
const telling = " is are was were isn't aren't has have had will would can could did does do went rose fell gets got costs seems looks feels "

// onList is a wish to have something on a list.
var onList = regexp.MustCompile(`(?i)^(?:please\s+)?(?:add|put)\s+(.{1,120}?)\s+(?:to|on|onto)\s+(?:the|my|our)\s+(?:(shopping|grocery|groceries)|to-?\s?do|todo)?\s*list[.!]?$`)

// note takes "call Tina tomorrow at 10" for a reminder, and "buy milk" or "add milk to the shopping list" for an open
// loop. With a model such words may be an order, and are left to it.
func note(_ context.Context, v *visit) (*turn.Reply, error) {
	text := strings.Trim(strings.TrimSpace(v.Text), ".!")
	if len(text) > maxReminder || strings.ContainsAny(text, "?\n") || v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	if m := onList.FindStringSubmatch(text); m != nil {
		thing := m[1]
		if m[2] != "" {
			thing = "buy " + thing
		}
		return v.noteDown(thing), nil
	}
	words := strings.Fields(plainWords(text))
	if len(words) < 2 || len(words) > longestNote+3 || !isOneOf(imperatives, words[0]) || isOneOf(" with at from by in went care place and or that of me us ", words[1]) || oneOf(text, telling) {
		return nil, nil
	}
	m, timed := when.Find(text, v.Now)
	switch {
	case timed && m.End == len(text) && m.Start > 0 && !m.Ambiguous() && !strings.HasPrefix(strings.ToLower(text[m.Start:]), "by "):
		what := strings.TrimRight(text[:m.Start], " ,")
		if len(strings.Fields(what)) < 2 {
			return nil, nil
		}
		return v.set(request{text: text, what: what}, v.Last().Seq, v.Heard()), nil
	case !timed && isOneOf(errands, words[0]) && len(words) <= longestNote:
		return v.noteDown(text), nil
	}
	return nil, nil
}

// noteDown opens a loop.
func (v *visit) noteDown(what string) *turn.Reply {
	reply := says("note")
	reply.Writes = append(reply.Writes, turn.Write{
		Payload: event.LoopOpened{Text: capital(what), Quote: v.Text, On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room()}, From: v.Heard(),
	})
	reply.Text.Say("Open: ").Claim(v.Heard(), "%s", phrase.Quote(capital(what), ownWords)).Say(" `%s`. `loops` lists what is open.", reply.Made('l'))
	return reply
}
