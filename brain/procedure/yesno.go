package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/turn"
	"citadel/memory/event"
)

// A question of ours with the buttons Yes and No, asked in an answer, is answered in the words of every day. What weighs more
// than that has other buttons or a subject, and wants its own word (TRUST, Approval by accident).
const (
	labelYes = "Yes"
	labelNo  = "No"
)

// inAnswer stands before a yes or no, and kindly behind it.
const (
	inAnswer = `^(?:(?:oh|well|ah|hm|hmm|please) )*`
	kindly   = `(?: (?:please|thanks|thank you|thx|then|citadel))*$`
)

var (
	saysYes = regexp.MustCompile(inAnswer + `(?:(?:yes|yep|yeah|yup|y|aye|ok|okay|k|sure|right|correct|exactly|of course|alright|all right|fine|definitely|absolutely) ?)+` +
		`(?:(?:please )?(?:do|do it|do that|do so|go ahead|go for it|cancel (?:it|that|this|them)|call it off|skip (?:it|that|this)|all of them|(?:it's|it is|that's|that is) (?:right|correct|off|cancelled|canceled)|it is|you can|you may|(?:it's|it )?(?:off|cancelled|canceled)))?` + kindly +
		`|` + inAnswer + `(?:do it|do that|go ahead|go for it|cancel (?:it|that|this|them)|all of them|confirmed?|(?:it's|it is|that's|that is) (?:right|correct|off|cancelled|canceled)|please do(?: it| that)?)` + kindly)
	saysNo = regexp.MustCompile(inAnswer + `(?:no|nope|nah|n)(?: (?:thanks|thank you))?(?: (?:don't|do not|leave it|keep it|keep (?:that|them)|(?:it's|it is) (?:still )?(?:on|not off)|it isn't|it stands|it still stands|not yet))?` + kindly +
		`|` + inAnswer + `(?:don't|do not|please don't|leave (?:it|that|them)|keep (?:it|that|them)|never ?mind|not yet|not now|(?:it's|it is) (?:still on|on|not off)|it (?:still )?stands)` + kindly)
)

// unchanged answers a no that was not pressed.
func unchanged(err error) (*turn.Reply, error) {
	if err != nil {
		return nil, err
	}
	reply := says("nothing")
	reply.Text.Say("Nothing is changed.")
	return reply, nil
}

// yesOrNo is the label, Yes or No, that an answer to the question before it comes to; "" where that asked for neither, where
// anything was said since, and for all other words.
func (v *visit) yesOrNo(ctx context.Context) (label string, err error) {
	if v.Turn.Last().Spoken != nil || v.Turn.Last().NoYes() != "" || v.last.Subject != "" || v.last.PostQueued.Answer == nil || !asksLast(v.last.Text) {
		return "", nil
	}
	switch said := plainWords(v.Text); {
	case saysYes.MatchString(said):
		label = labelYes
	case saysNo.MatchString(said):
		label = labelNo
	}
	if label == "" || !slices.ContainsFunc(v.last.Buttons, func(b event.Button) bool { return strings.EqualFold(b.Label, label) }) {
		return "", nil
	}
	if v.Turn.Last().ReplyTo == 0 {
		if spoke, err := v.spoke(ctx, v.last.seq, v.Messages[0].Seq); err != nil || spoke {
			return "", err
		}
	}
	return label, nil
}
