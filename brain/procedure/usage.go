package procedure

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
)

// blank answers a message in which there is nothing to be seen, such as spaces of no width: a
// person who sent one by mistake takes silence for a fault.
func blank(_ context.Context, v *visit) (*turn.Reply, error) {
	enclosed := slices.ContainsFunc(v.Messages, func(m turn.Message) bool { return len(m.Files) > 0 })
	if enclosed || strings.ContainsFunc(v.Text, seen) {
		return nil, nil
	}
	reply := says("blank")
	reply.Text.Say("Your message is empty as far as I can see: it has only characters that cannot be seen.")
	return reply, nil
}

// seen says whether a character leaves a mark. The fillers of Korean are letters that leave none.
func seen(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800:
		return false
	}
	return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Variation_Selector, r) || r == unicode.ReplacementChar
}

// usage answers what is meant as a command and is not complete, or is none, with how to
// type it. Silence would leave it open whether something was done.
func usage(_ context.Context, v *visit) (*turn.Reply, error) {
	reply := says("usage")
	switch plainWords(v.Text) {
	case "forget everything", "forget it all", "forget all", "forget everything now", "delete everything", "erase everything", "wipe everything":
		reply.Text.Say("Not in chat: `forget WORDS` or `forget m412` shows first what would go, and `citadel ledger forget` on the host takes many of them at once. To erase all of it, delete my folder there.")
		return reply, nil
	}
	if row, ok := command.Incomplete(v.Text); ok {
		reply.Text.Say("`%s`: %s.", row.Usage, row.Help)
		if row.Name == "policy" {
			reply.Text.Say(" `tools` lists them. Nothing was changed.")
		}
		return reply, nil
	}
	if name, ok := command.Unknown(v.Text); ok {
		reply.Text.Say("There is no command `/%s`. `help` lists those there are.", strings.ToLower(name))
		return reply, nil
	}
	if word, should, ok := command.Slip(v.Text); ok && v.Last().Spoken == nil && v.Last().Forwarded == "" {
		reply.Text.Say("Nothing was done: ").Claim(v.Heard(), "%s", phrase.Quote(word, 1)).Say(" is no command. Did you mean ")
		reply.Text.Claim(v.Heard(), "`%s`", strings.ReplaceAll(should, "`", "")).Say("?")
		return reply, nil
	}
	return nil, nil
}
