package change

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/amend"
	"citadel/brain/extract"
	"citadel/brain/fault"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// By whom, and why, a memory was superseded.
const (
	byRules         = "rules"
	reasonCorrected = "corrected"
	reasonWrong     = "wrong"
	reasonUndone    = "undone"
)

// wrong takes a correction. The old statement stops counting at once; the answer says what
// changed with it and what did not (MESSAGES 15).
func wrong(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if c, ok := amend.Read(t.Text); ok && len(t.Command.Handles) == 0 {
		return shortly(ctx, t, c)
	}
	named, refusal, err := corrected(ctx, t)
	if err != nil || refusal != nil {
		return refusal, err
	}
	near, err := statements(ctx, t, named)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(t.Command.Correction) == "" {
		r, err := withdraw(ctx, t, near)
		if err != nil {
			return nil, err
		}
		return markedWrong(ctx, t, r)
	}
	return correct(ctx, t, near)
}

// corrected gives the messages and memories that the command is about: those it names,
// else those of the exchange it replies to, else those of the last one.
func corrected(ctx context.Context, t *turn.Turn) (seqs []event.Seq, refusal *turn.Reply, err error) {
	for _, h := range t.Command.Handles {
		x, ok, err := named(ctx, t, h)
		switch {
		case err != nil:
			return nil, nil, err
		case !ok:
			refusal, err = unknown(t, h)
		case x.gone():
			refusal, err = says(t, "`%s` was forgotten; there is nothing to correct.", h)
		case h.Letter == 'd':
			refusal, err = says(t, "`%s` is a decision: `amend %s: TEXT` changes it, `reverse %s` ends it.", h, h, h)
		case h.Letter == 'r':
			refusal, err = says(t, "`%s` is a reminder: `snooze %s TIME` moves it, `cancel %s` calls it off.", h, h, h)
		case h.Letter == 'l':
			refusal, err = says(t, "`%s` is an open loop: `close %s` closes it.", h, h)
		default:
			seqs = append(seqs, behind(x)...)
		}
		if err != nil || refusal != nil {
			return nil, refusal, err
		}
	}
	if len(t.Command.Handles) > 0 {
		return seqs, nil, nil
	}
	seqs, err = lately(ctx, t)
	return seqs, nil, err
}

// behind is what a message or memory says, or what an answer rests on.
func behind(x thing) []event.Seq {
	if _, post := x.payload.(event.PostQueued); post {
		return x.rec.From
	}
	return []event.Seq{x.seq()}
}

// withdraw takes statements back without saying what is right.
func withdraw(ctx context.Context, t *turn.Turn, near []statement) (*turn.Reply, error) {
	explicit := len(t.Command.Handles) > 0
	switch {
	case len(near) == 0 && explicit:
		return withdrawMessage(ctx, t)
	case len(near) == 0:
		return says(t, "I can't tell which statement is wrong. What is right? As in `no, Ana lives in Braga now`.")
	case len(near) > 1 && !explicit:
		r := begin(t)
		r.Text.Say("Which of these is wrong?")
		for i, s := range near {
			if i == mostShown {
				break
			}
			r.Text.Item().Claim([]event.Seq{s.seq, s.message}, "%s (%s)", s.told(), s.source(t)).Say(": `wrong m%d`", s.seq)
		}
		return r, nil
	}
	r := begin(t)
	r.Text.Say("Marked wrong, no longer counted: ")
	for i, s := range near {
		if i > 0 {
			r.Text.Say("; ")
		}
		r.Change(event.Superseded{Memory: s.seq, On: t.Last().On, Reason: reasonWrong})
		r.Text.Claim([]event.Seq{s.seq, s.message}, "%s (%s)", s.told(), s.source(t))
	}
	r.Text.Say(".")
	undoable(t, &r.Text)
	r.Text.Say(" What is right?")
	return r, nil
}

// withdrawMessage takes back messages in which no statement was recognised.
func withdrawMessage(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	over, err := superseded(ctx, t)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	for _, h := range t.Command.Handles {
		x, ok, err := named(ctx, t, h)
		if err != nil {
			return nil, err
		}
		on, text, said := saidIn(x.payload)
		if !ok || !said {
			continue
		}
		if !r.Text.Empty() {
			r.Text.Say(" ")
		}
		if over[x.seq()] {
			r.Text.Say("`%s` does not count any more.", h)
			continue
		}
		r.Change(event.Superseded{Memory: x.seq(), On: t.Last().On, Reason: reasonWrong})
		r.Text.Say("Marked wrong, no longer counted: ").Claim([]event.Seq{x.seq()}, "%s (you, %s)", quoted(text, phrase.MaxQuote),
			phrase.Source(phrase.Day(on, t.Now), 'm', x.seq())).Say(".")
	}
	if len(r.Writes) == 0 {
		if r.Text.Empty() {
			return says(t, "That answer rests on no statement of yours that I could take back. What is right? As in `no, Ana lives in Braga now`.")
		}
		return r, nil
	}
	undoable(t, &r.Text)
	r.Text.Say(" What is right?")
	return r, nil
}

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
	items := stated(text, t.Last().On, resolved)
	known, err := knownNear(ctx, t, text, near)
	if err != nil {
		return nil, err
	}
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
		against, same = append(against, a...), append(same, b...)
	}
	if len(against) == 0 && len(t.Command.Handles) > 0 {
		against = near // named outright
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
	return distinct(append(append(slices.Clone(near), known...), bare...)), err
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

// learn writes the new statements and ends the old ones.
func learn(t *turn.Turn, r *turn.Reply, items []extract.Item, against []statement) {
	var old []event.Seq
	for _, s := range against {
		if (s.memory || s.sole) && !slices.Contains(old, s.seq) {
			old = append(old, s.seq)
		}
	}
	for _, it := range items {
		sort := "fact"
		if it.Attribute == "" {
			sort = "statement"
		}
		r.Change(event.Learned{
			Sort: sort, Text: it.Text, Quote: it.Quote, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value,
			Provenance: event.Stated, Importance: it.Importance, Class: string(it.Class), On: t.Last().On,
			Hedged: it.Hedge != "", Audience: t.Audience, Place: t.Asked().Room(), Supersedes: old,
		})
	}
	for _, seq := range old {
		r.Change(event.Superseded{Memory: seq, By: t.Last().Seq, On: t.Last().On, Reason: reasonCorrected})
	}
	// The message is read with this, and need not be read again.
	r.Change(event.Integrated{Messages: []event.Seq{t.Last().Seq}, By: byRules, Learned: len(items)})
}

// ownWords is the answer of a model that the message corrects: the one it replies to, or the last
// thing said; zero for none.
func ownWords(t *turn.Turn) (post event.Seq) {
	t.Read(func(v memory.View) {
		last, ok := v.Thread.Last()
		to := t.Last().ReplyTo
		if ok && strings.HasPrefix(last.By, "model:") && len(last.Posts) > 0 && (to == 0 || slices.Contains(last.Posts, to)) {
			post = last.Posts[0]
		}
	})
	return post
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

// distinct keeps the first of the statements of each event and attribute.
func distinct(all []statement) []statement {
	type id struct {
		seq            event.Seq
		subject, about string
	}
	seen := map[id]bool{}
	return slicesOf(all, func(s statement) bool {
		k := id{s.seq, s.item.Subject, s.item.Attribute}
		first := !seen[k]
		seen[k] = true
		return first
	})
}

func slicesOf[T any](all []T, keep func(T) bool) []T {
	var out []T
	for _, x := range all {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}
