package procedure

import (
	"strings"

	"citadel/brain/command"
)

// inWords is the command that a message means in other words than the command's own; nil for every other.
func (v *visit) inWords() *command.Command {
	if c := v.Command; c != nil && c.Name == "keep" && plainWords(v.Text) == "keep" {
		return &command.Command{Name: "keep it"} // of the changes that the word answers as well there are none yet
	}
	if c, ok := command.Asked(v.Text); ok && c.Name == "reminders" {
		return &c
	}
	return v.again()
}

// again is the command of a message that wants a decision looked at again in other words than the command's
// own, or that holds on to the one under review; nil for every other. A decision has to be named by words
// of its own: "let's revisit that tomorrow" is talk.
func (v *visit) again() *command.Command {
	if v.Command != nil || v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil
	}
	said := lead(plainWords(v.Text))
	if said == "hold" || said == "hold it" {
		for _, b := range v.last.Buttons {
			if c, ok := command.Parse(b.Says); ok && c.Name == "keep it" && c.Handle().Letter == 'd' {
				return &c
			}
		}
		return nil
	}
	rest, ok := cutAny(strings.TrimPrefix(said, "let's "), "revisit ", "look again at ", "reconsider ", "look at ")
	if !ok || strings.HasPrefix(said, "look at ") && !strings.HasSuffix(rest, " again") {
		return nil
	}
	rest = strings.TrimSuffix(rest, " again")
	about := meaning(strings.NewReplacer("decision", "", "decided", "").Replace(rest))
	if len(about) == 0 {
		return nil
	}
	for _, d := range v.decisionsMadeFor(v.Sight()) {
		if share(rest, d.Text+" "+d.Standing()+" "+d.Reason+" decision") == 1 {
			return &command.Command{Name: "revisit", Words: rest}
		}
	}
	return nil
}
