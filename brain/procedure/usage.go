package procedure

import (
	"context"
	"strings"

	"citadel/brain/command"
	"citadel/brain/turn"
)

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
		return reply, nil
	}
	if name, ok := command.Unknown(v.Text); ok {
		reply.Text.Say("There is no command `/%s`. `help` lists those there are.", strings.ToLower(name))
		return reply, nil
	}
	return nil, nil
}
