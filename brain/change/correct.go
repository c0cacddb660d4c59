package change

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/extract"
	"citadel/brain/fault"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// correct replaces what is held against the new statement. Where nothing is, the statement is kept
// if it stands by itself; else the message is talk, and nothing of it is kept.
func correct(ctx context.Context, t *turn.Turn, near []statement) (*turn.Reply, error) {
	text := t.Command.Correction
	if garbled(text) {
		r := begin(t)
		r.Text.Say("I can't make sense of ").Claim(t.Heard(), "%s", quoted(text, phrase.MaxQuote)).Say(", and changed nothing. What is right?")
		return r, nil
	}
	near, err := tellable(ctx, t, near, statement.seqs)
	if err != nil {
		return nil, err
	}
	text, resolved := withSubject(text, near)
	known, err := knownNear(ctx, t, text, near)
	if err != nil {
		return nil, err
	}
	now, of := appointed(t, text, known)
	text, resolved = now, resolved || now != text
	items := stated(text, t.Last().On, resolved)
	// What is held against the new statement is all there is; what it is worded by, only what
	// may be told here.
	here, err := tellable(ctx, t, known, statement.seqs)
	if err != nil {
		return nil, err
	}
	var against, same []statement
	for i := range items {
		items[i] = completed(items[i], near)
		a, b := conflicting(known, items[i])
		if len(a)+len(b) == 0 {
			items[i] = lengthened(items[i], here)
			a, b = conflicting(known, items[i])
		}
		if len(a)+len(b) == 0 {
			items[i], a = refigured(items[i], near, known)
		}
		against, same = append(against, a...), append(same, b...)
	}
	if len(against) == 0 && len(t.Command.Handles) > 0 {
		against = near // named outright
	}
	if len(against)+len(same) == 0 {
		against = of
	}
	if same, err = tellable(ctx, t, same, statement.seqs); err != nil {
		return nil, err
	}
	switch {
	case len(against) > 0:
	case len(same) > 0:
		return asIs(t, same[len(same)-1]), nil
	case resolved || !slices.ContainsFunc(items, standsAlone):
		return notKept(t, text)
	}
	r := begin(t)
	against = distinct(against)
	learn(t, r, items, against)
	if len(against) == 0 {
		if post := ownWords(t); post != 0 {
			r.Change(event.Erred{Sort: cmp.Or(fault.Told(text), fault.Between("", "", text)), Post: post, On: t.Last().On})
		}
		r.Text.Say("Kept: ").Claim(t.Heard(), "%s", sentence(settled(text)))
		r.Text.Say(" I found nothing that says otherwise. `forget %s` undoes it.", phrase.Handle('m', t.Last().Seq))
		return r, nil
	}
	return r, tellCorrection(ctx, t, r, text, items, against)
}

// pointing says whether a correction only points at something that it does not name: "the second one", "the other".
// What it would replace, and by what, nobody can tell from it. "The second" may be a day, and "one" an hour; "I mean
// it" is no correction.
func pointing(text string) bool {
	fields := strings.Fields(plain(text))
	if len(fields) == 1 && fields[0] == "it" {
		return false
	}
	points := false
	for _, w := range fields {
		switch w {
		case "one", "ones":
			points = points || len(fields) > 1
		case "other", "others", "another", "latter", "former", "both", "it", "this", "that", "these", "those", "him", "her", "them":
			points = true
		case "i", "meant", "mean", "the", "a", "an", "first", "second", "third", "last", "next", "previous", "same":
		default:
			return false
		}
	}
	return points
}

// stated reads what a correction states. Words that are not all the principal's are no quote.
func stated(text string, on time.Time, reworded bool) []extract.Item {
	items := slicesOf(extract.Read(extract.Utterance{Text: text, At: on}), func(it extract.Item) bool {
		return it.Attribute != "" || it.Kind == extract.Correction || it.Kind == extract.Statement
	})
	if len(items) == 0 {
		items = []extract.Item{{Kind: extract.Statement, Text: text, Quote: text, Importance: keptImportance}}
	}
	for i := range items {
		if reworded {
			items[i].Text, items[i].Quote = phrase.Bare(text), ""
		}
	}
	return items
}

// knownNear gives what is known near the words of a correction, with what is in view.
func knownNear(ctx context.Context, t *turn.Turn, text string, near []statement) ([]statement, error) {
	wide, err := nearTo(ctx, t, text)
	if err != nil {
		return nil, err
	}
	known, err := statements(ctx, t, wide)
	if err != nil {
		return nil, err
	}
	bare, err := unread(ctx, t, wide)
	return distinct(append(append(slices.Clone(near), known...), clauses(bare)...)), err
}

// joint is where one sentence may go on with another: "Luca is 7 and Mia is 4".
var joint = regexp.MustCompile(`(?i),? and |; |, (?:but|while) `)

// clauses are sentences of which no memory was made, each taken apart where every part can state something by itself.
func clauses(bare []statement) (all []statement) {
	for _, s := range bare {
		parts := joint.Split(s.item.Quote, -1)
		if len(parts) < 2 || slices.ContainsFunc(parts, func(part string) bool { return !extract.Asserts(part) || len(strings.Fields(part)) < 3 }) {
			all = append(all, s)
			continue
		}
		for _, part := range parts {
			one := s
			one.item.Text, one.item.Quote, one.sole = part, part, false
			all = append(all, one)
		}
	}
	return all
}

// standsAlone says whether an item says by itself what it is about: it can be kept although it
// corrects nothing.
func standsAlone(it extract.Item) bool {
	return it.Subject != "" && (it.Value != "" || it.Kind == extract.Statement || it.Kind == extract.Correction)
}

// notKept leaves a correction that corrects nothing and says nothing by itself: to others, or, if
// it only says that something was wrong, with the question what is right.
func notKept(t *turn.Turn, text string) (*turn.Reply, error) {
	said := " " + plain(text) + " "
	denies := strings.HasPrefix(said, " that ") || strings.HasPrefix(said, " that's ") || strings.HasPrefix(said, " this ") || strings.HasPrefix(said, " it ")
	meant := strings.Contains(said, "n't what i ") || strings.Contains(said, " not what i ") || strings.Contains(said, " not right ") || strings.Contains(said, " not correct ") || strings.Contains(said, " not true ")
	if denies && meant && !t.Host.Reasons() {
		r := correcting(t)
		r.Text.Say("I can't tell which statement is wrong. What is right? As in `no, Ana lives in Braga now`.")
		return r, nil
	}
	t.Command = nil
	return nil, nil
}

// settled is a statement without the words that only oppose it to an older one.
func settled(text string) string {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	for _, tail := range []string{" now", " actually", " these days", " any more", " anymore", " instead"} {
		text = strings.TrimRight(strings.TrimSuffix(text, tail), " ,")
	}
	for _, head := range []string{"actually, ", "Actually, ", "actually ", "Actually "} {
		text = strings.TrimPrefix(text, head)
	}
	return text
}
