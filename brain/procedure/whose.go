package procedure

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/acquaintance"
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/people"
)

// subjectWhose marks the post that asks of whom something was said.
const subjectWhose = "whose"

// mostWhose is how many persons are asked about: of more nobody chooses.
const mostWhose = 4

// whose asks of whom a plain statement is, where its first name is that of several people (SPEC §9:
// ambiguous, ask): once a day for each name. It is kept whatever the answer is; the answer is a
// statement of its own, with the whole name.
func whose(ctx context.Context, v *visit) (*turn.Reply, error) {
	if v.asks() || v.Audience == event.Shared || v.Last().Forwarded != "" {
		return nil, nil
	}
	var told []extract.Item
	for _, f := range v.own() {
		if f.Kind == extract.Fact && f.Source == "" && f.Subject != "" && f.Subject != extract.Me && !f.Supposed() && !strings.Contains(f.Subject, " ") {
			told = append(told, f)
		}
	}
	if len(told) == 0 {
		return nil, nil
	}
	known, err := acquaintance.Known(ctx, v.Turn)
	if err != nil {
		return nil, err
	}
	for _, f := range told {
		m, ok := unclear(known, f)
		if !ok {
			continue
		}
		if again, err := v.askedWhose(ctx, f.Quote[m.Start:m.End]); again || err != nil {
			return nil, err
		}
		return v.askWhose(f, m), nil
	}
	return nil, nil
}

// unclear finds where the words of a statement name its subject, and several people have that name.
func unclear(known *people.Fold, f extract.Item) (people.Match, bool) {
	for _, m := range known.Named(f.Quote) {
		if strings.EqualFold(f.Quote[m.Start:m.End], f.Subject) {
			return m, len(m.Persons) > 1 && len(m.Persons) <= mostWhose
		}
	}
	return people.Match{}, false
}

// askedWhose says whether it was asked today whom a first name means.
func (v *visit) askedWhose(ctx context.Context, called string) (bool, error) {
	posts, err := v.postsToday(ctx)
	return slices.ContainsFunc(posts, func(p event.PostQueued) bool {
		return p.Subject == subjectWhose && strings.HasPrefix(p.Text, whichOne+called+" ")
	}), err
}

const whichOne = "Which "

// askWhose has no buttons: the label of one, typed out, would be a message that does not say what is
// remembered of it.
func (v *visit) askWhose(f extract.Item, m people.Match) *turn.Reply {
	reply := says("whose")
	reply.Subject = subjectWhose
	var names []string
	var rests []event.Seq
	for _, p := range m.Persons {
		names, rests = append(names, p.Name), append(rests, p.Rests()...)
	}
	called, whole := f.Quote[m.Start:m.End], f.Quote[:m.Start]+names[0]+f.Quote[m.End:]
	reply.Text.Say(whichOne).Claim(v.Heard(), "%s", called).Say(" is that: ").Claim(rests, "%s", strings.Join(names, " or "))
	reply.Text.Say("? I keep it as said of one of them. `remember %s` says of whom.", strings.TrimRight(whole, ".!"))
	return reply
}
