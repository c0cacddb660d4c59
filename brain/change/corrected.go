package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/fault"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// mostBefore is how many of the old statements a correction quotes.
const mostBefore = 3

// tellCorrection says what a correction changed and what it left (MESSAGES 15). now is what is
// stated since.
func tellCorrection(ctx context.Context, t *turn.Turn, r *turn.Reply, text string, now []extract.Item, against []statement) error {
	x := &r.Text
	x.Say("Corrected: ").Claim(t.Heard(), "%s", sentence(settled(text)))
	against, err := tellable(ctx, t, against, statement.seqs)
	if err != nil || len(against) == 0 { // what it corrects was said in a more private place
		return err
	}
	x.Break()
	var told []string
	for _, s := range slices.Backward(against) { // of those that said the same, the newest
		was := s.before(now)
		if slices.Contains(told, was) {
			continue
		}
		if told = append(told, was); len(told) > mostBefore {
			break
		}
		x.Item().Say("Before: ").Claim([]event.Seq{s.seq, s.message}, "%s (%s)", was, s.source(t)).Say(". %s", s.afterwards())
	}
	revisit, err := unchanged(ctx, t, x, against)
	if err != nil {
		return err
	}
	if err := myError(ctx, t, r, now, against); err != nil {
		return err
	}
	if revisit != 0 {
		h := phrase.Handle('d', revisit)
		x.Break().Say("Revisit `%s`?", h)
		r.Buttons = []event.Button{{Label: "Revisit", Says: "revisit " + h}}
	}
	return nil
}

// afterwards words what becomes of a statement that was corrected. A message that says more than it,
// and of which no memory was made, cannot end in part.
func (s statement) afterwards() string {
	if s.ends() {
		return "Kept as history, no longer current"
	}
	return "That message says more, so it stays; this is newer"
}

// before words what a statement said: its value where another one took its place, else its words.
func (s statement) before(now []extract.Item) string {
	if _, replaced := s.replacedIn(now); replaced {
		return s.item.Value
	}
	return quoted(s.item.Quote, phrase.MaxQuote)
}

// replacedIn gives the value that the same attribute of the same subject has now, if it is another.
func (s statement) replacedIn(now []extract.Item) (value string, yes bool) {
	i := slices.IndexFunc(now, func(it extract.Item) bool {
		return it.Subject == s.item.Subject && it.Attribute == s.item.Attribute && it.Value != s.item.Value && !it.Negated
	})
	if i < 0 || s.item.Value == "" || s.item.Negated {
		return "", false
	}
	return now[i].Value, true
}

// mostUnchanged is how many things that keep an old value are listed.
const mostUnchanged = 3

// unchanged lists what still says the old value, and gives the first decision among it.
func unchanged(ctx context.Context, t *turn.Turn, x *phrase.Text, against []statement) (decision event.Seq, err error) {
	mentions := func(text string) bool {
		for _, s := range against {
			if len(s.item.Value) > 2 && holds(text, s.item.Value) {
				return true
			}
		}
		return false
	}
	var decided []decisions.Decision
	var set []loops.Reminder
	var open []loops.Loop
	t.Read(func(v memory.View) {
		decided = slicesOf(v.Decisions.Decisions, func(d decisions.Decision) bool { return !d.Reversed() && mentions(d.Standing()) })
		set = slicesOf(v.Loops.Reminders, func(m loops.Reminder) bool { return mentions(m.Text) })
		open = slicesOf(v.Loops.Loops, func(l loops.Loop) bool { return mentions(l.Text) })
	})
	if decided, err = tellable(ctx, t, decided, func(d decisions.Decision) []event.Seq { return matter{decision: d}.seqs() }); err != nil {
		return 0, err
	}
	if set, err = tellable(ctx, t, set, func(m loops.Reminder) []event.Seq { return []event.Seq{m.Seq} }); err != nil {
		return 0, err
	}
	if open, err = tellable(ctx, t, open, func(l loops.Loop) []event.Seq { return []event.Seq{l.Seq} }); err != nil {
		return 0, err
	}
	if len(decided) > 0 {
		decision = decided[0].Seq
	}
	left := mostUnchanged
	for _, d := range decided[:min(left, len(decided))] {
		x.Item().Say("Not changed: your decision of ").Claim(matter{decision: d}.seqs(), "%s: %s",
			phrase.Source(t.Day(d.On), 'd', d.Seq), quoted(d.Standing(), phrase.MaxQuote))
		left--
	}
	for _, m := range set[:min(left, len(set))] {
		x.Item().Say("Not changed: reminder `r%d`, ", m.Seq).Claim([]event.Seq{m.Seq}, "%s", quoted(m.Text, phrase.MaxQuote))
		left--
	}
	for _, l := range open[:min(left, len(open))] {
		x.Item().Say("Not changed: open loop `l%d`, ", l.Seq).Claim([]event.Seq{l.Seq}, "%s", quoted(l.Text, phrase.MaxQuote))
		left--
	}
	return decision, nil
}

// mostReviewed is how many of the newest answers are looked through for the old value.
const mostReviewed = 20

// myError owns up to the newest answer in which the agent stated the old value itself. To quote
// the principal's words is no statement of its own.
func myError(ctx context.Context, t *turn.Turn, r *turn.Reply, now []extract.Item, against []statement) error {
	if o, ok := extract.Object(t.Text); ok && o.Own {
		return nil // he gave the wrong value, and says so
	}
	var from []event.Seq
	for _, s := range against {
		from = append(from, s.seq, s.message)
	}
	posts, err := all(ctx, t, ledger.Query{From: from, Kinds: []event.Kind{event.PostQueued{}.Kind()}, Newest: true, Limit: mostReviewed})
	if err != nil {
		return err
	}
	for _, rec := range posts {
		p, err := rec.Payload()
		if err != nil {
			return err
		}
		q, ok := p.(event.PostQueued)
		asks := q.Subject == event.SubjectConflict || q.Answer == nil // which of two statements holds
		if !ok || asks || strings.HasPrefix(q.Answer.By, "command:") || !t.Sight().Shows(q.Audience, q.Place) {
			continue
		}
		for _, s := range against {
			value, replaced := s.replacedIn(now)
			if !replaced || !claims(q.Text, s.item.Value) {
				continue
			}
			r.Change(event.Erred{Sort: fault.Between(s.item.Attribute, s.item.Value, value), Post: rec.Seq, On: t.Last().On})
			r.Text.Break().Say("My error: I said ").Claim([]event.Seq{rec.Seq, s.message}, "%s on %s, from a message of %s",
				s.item.Value, phrase.Moment(rec.At, t.Now), t.FullDay(s.on)).Say(".")
			return nil
		}
	}
	return nil
}

// claims says whether a text states a value outside of what it quotes.
func claims(text, value string) bool {
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 0 && (len(value) > 2 && holds(part, value) || strings.Contains(" "+strings.NewReplacer(":", " ", ",", " ", ".", " ").Replace(part)+" ", " "+value+" ")) {
			return true
		}
	}
	return false
}
