package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/model"
	"citadel/memory/event"
)

// below is what stands below the breakpoint: P12 time, P14 environment, P15 how to go about tools,
// whom it is about and what to watch for, P18 to P80 what was noticed, P85 and P86 self-monitoring, P88 scope.
//
// The minute is not in it. It stands beside the message, so that as long as nothing else is
// noticed, all of this and the conversation behind it stay the same, and providers that cache
// what two requests begin with can do so beyond the breakpoint.
func (b *builder) below() string {
	var s section
	tell := func(name, text string) {
		if text = strings.TrimSpace(text); text != "" {
			s.put(&b.receipt, name, text, nil)
			b.receipt.Parts[len(b.receipt.Parts)-1].Text = text
		}
	}
	tell("time", b.time())
	tell("place", b.place())
	tell("tone", b.in.Tone)
	tell("stance", b.stance())
	text, seqs := b.people()
	s.put(&b.receipt, "people", text, seqs) // it names them: the receipt holds nobody's name
	tell("blind spots", strings.Join(b.in.Blind, "\n"))
	text, seqs = b.noticed()
	s.put(&b.receipt, "noticed", text, seqs)
	tell("correction", b.correction())
	tell("pattern", b.pattern())
	tell("scope", b.scope())
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

// stance is how to go about tools. Where there is none but to ask for more thought, there is nothing to say.
func (b *builder) stance() string {
	if !slices.ContainsFunc(b.sent, func(t model.Tool) bool { return t.Name != ThinkHarder }) {
		return ""
	}
	return stanceText
}

// people is how the principal deals with those whom the messages name. It stands here whatever was
// noticed: of a person only the file competes for a place.
func (b *builder) people() (text string, seqs []event.Seq) {
	var lines []string
	for _, p := range b.in.People {
		lines, seqs = append(lines, "- "+oneLine(p.Text)), append(seqs, p.Seqs...)
	}
	if len(lines) == 0 {
		return "", nil
	}
	return "Whom the message names:\n" + strings.Join(lines, "\n"), seqs
}

// oneLine keeps a name from beginning a line of its own, or a tag.
func oneLine(text string) string { return strings.Join(strings.Fields(escape(text)), " ") }

func (b *builder) scope() string {
	if b.tier.name == Reflex {
		return "" // its primer asks for two sentences
	}
	return scopeText
}
