package procedure

import (
	"regexp"

	"citadel/brain/command"
)

var (
	// keepsThem and forgetsThem answer whether what rests on a deleted message is forgotten with it.
	keepsThem = regexp.MustCompile(`^(?:(?:no|nope|nah|please) )*(?:no|nope|nah|no thanks|no thank you|keep(?: (?:it|them|that|this|both|all|everything))?|leave (?:it|them|that)|` +
		`(?:don't|do not)(?: (?:forget|delete) (?:it|them|that))?)(?: (?:please|thanks|thank you))*$`)
	forgetsThem = regexp.MustCompile(`^(?:(?:yes|yep|yeah|ok|okay|sure|please) )*(?:yes|yep|yeah|yup|ok|okay|sure|do it|do that|go ahead|` +
		`(?:forget|delete|drop|erase|remove)(?: (?:it|them|that|this|both|all|everything))?)(?: (?:please|thanks|thank you|with (?:it|them)))*$`)
)

// onUnsaid takes the answer to the question what becomes of what rests on a deleted message for the button it
// stands for; nil for everything else. That which forgets shows what goes, and asks again.
func (v *visit) onUnsaid() *command.Command {
	said, last := plainWords(v.Text), v.Turn.Last()
	verb := ""
	switch {
	case last.Spoken != nil || last.NoYes() != "":
		return nil
	case keepsThem.MatchString(said):
		verb = "Keep"
	case forgetsThem.MatchString(said):
		verb = "Forget"
	}
	for _, b := range v.last.Buttons {
		if b.Label != verb {
			continue
		}
		if c, ok := command.Parse(b.Says); ok {
			v.Text = b.Says
			return &c
		}
	}
	return nil
}
