package prompt

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"citadel/memory/event"
)

// Sentiment is how the message at hand sounds, as a rule or a model reads it. It is the
// only reading of the principal that may touch the tone without being asked for.
type Sentiment string

// The sentiments. Any other counts as none.
const (
	Blunt   Sentiment = "blunt"   // wants it short
	Worn    Sentiment = "worn"    // worn down
	Partner Sentiment = "partner" // wants somebody to think with
)

// Gaps between messages that change the tone (SPEC §8).
const (
	LongAbsence = 48 * time.Hour
	Lively      = 10 * time.Minute
)

// below is what stands below the breakpoint: P12 time, P14 environment, P18 to P80 what was
// noticed, P85 and P86 self-monitoring, P88 scope.
//
// The minute is not in it. It stands beside the message, so that as long as nothing else is
// noticed, all of this and the conversation behind it stay the same, and providers that cache
// what two requests begin with can do so beyond the breakpoint.
func (b *builder) below() string {
	var s section
	tell := func(name, text string, seqs []event.Seq) {
		if text = strings.TrimSpace(text); text != "" {
			s.put(&b.receipt, name, text, seqs)
			b.receipt.Parts[len(b.receipt.Parts)-1].Text = text
		}
	}
	tell("time", b.time(), nil)
	tell("place", b.place(), nil)
	tone, felt := b.tone()
	tell("tone", tone, felt)
	text, seqs := b.noticed()
	s.put(&b.receipt, "noticed", text, seqs)
	tell("correction", b.correction(), nil)
	tell("pattern", b.pattern(), nil)
	tell("scope", b.scope(), nil)
	return s.String()
}

func (b *builder) time() string {
	return fmt.Sprintf("Today is %s, time zone %s (UTC%s). The time stands before each message.",
		b.in.Now.Format(day), cmp.Or(b.in.Zone, b.in.Now.Location().String()), b.in.Now.Format("-07:00"))
}

func (b *builder) place() string {
	var lines []string
	switch b.in.Place.Audience {
	case event.Shared:
		lines = append(lines, "Other people read what you write here.")
	case event.Work:
		lines = append(lines, "Whoever administers this server can read what you write here.")
	}
	if b.in.Place.Longest > 0 {
		lines = append(lines, fmt.Sprintf("A message here holds at most %d characters.", b.in.Place.Longest))
	}
	if b.in.Place.Plain {
		lines = append(lines, "Formatting is not shown here: write plain text.")
	}
	return strings.Join(lines, " ")
}

// tone is the environment: how to sound, never what to say. It comes from the clock, the gap, the
// message at hand, and from what is left of a feeling where the principal wants that to be read.
func (b *builder) tone() (text string, felt []event.Seq) {
	var lines []string
	switch hour := b.in.Now.Hour(); {
	case hour >= 5 && hour < 11:
		lines = append(lines, "morning, ease in")
	case hour >= 11 && hour < 14:
		lines = append(lines, "midday, brisk")
	case hour >= 14 && hour < 18:
		lines = append(lines, "afternoon, matter-of-fact and warm")
	case hour >= 18 && hour < 22:
		lines = append(lines, "evening, easy")
	default:
		lines = append(lines, "night, short and quiet")
	}
	switch {
	case b.in.Gap >= LongAbsence:
		lines = append(lines, "first message in days, begin warmly")
	case b.in.Gap > 0 && b.in.Gap < Lively:
		lines = append(lines, "in the middle of a conversation, match its pace")
	}
	switch b.in.Sentiment {
	case Blunt:
		lines = append(lines, "the message is blunt, be as short")
	case Worn:
		lines = append(lines, "the message sounds worn down, be gentle and ask for nothing")
	case Partner:
		lines = append(lines, "the message wants somebody to think with, reason along")
	}
	for _, t := range b.in.Tone {
		for _, l := range t.Lines {
			lines = append(lines, l.Note)
		}
		felt = append(felt, t.Cites()...)
	}
	return "Tone, never to be mentioned: " + strings.Join(lines, "; ") + ".", felt
}

func (b *builder) scope() string {
	if b.tier.name == Reflex {
		return "" // its primer asks for two sentences
	}
	return scopeText
}
