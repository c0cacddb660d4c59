package procedure

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/appointment"
	"citadel/brain/beyond"
	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
	"citadel/memory/store"
)

// ahead answers "what's on tomorrow?" where no calendar does: with the reminders of those days, what
// is due in them, and what was said of them. A day that nothing is known of is left to a model, where
// there is one.
func ahead(ctx context.Context, v *visit) (*turn.Reply, error) {
	period, ok := dayAsked(v.Text)
	if !ok && !v.Host.Reasons() {
		period, ok = planned(v.Text)
	}
	if !ok {
		return nil, nil
	}
	from, to, ok := v.stretch(period)
	if !ok {
		return nil, nil
	}
	reader := v.Sight()
	reply := says("ahead")
	if direct := v.Direct(); v.Audience == event.Shared && len(direct) > 0 {
		reader, reply.Direct, reply.To = direct[0], true, direct[0]
	}
	var remind []loops.Reminder
	var due []loops.Loop
	v.Read(func(view memory.View) {
		remind, due = slices.Clone(view.Loops.Reminders), slices.Clone(view.Loops.Loops)
	})
	within := func(at time.Time) bool { return !at.Before(from) && at.Before(to) }
	remind = slices.DeleteFunc(remind, func(m loops.Reminder) bool { return !reader.Shows(m.Audience, m.Place) || !within(m.Next) })
	due = slices.DeleteFunc(due, func(l loops.Loop) bool { return !reader.Shows(l.Audience, l.Place) || !within(l.Due) })
	said, hidden, err := v.saidOf(ctx, reader, from, to)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(remind, func(a, b loops.Reminder) int { return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.Seq, b.Seq)) })
	slices.SortStableFunc(due, func(a, b loops.Loop) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Seq, b.Seq)) })
	days := phrase.Days(from, to, v.Now)
	if len(remind)+len(due)+len(said) == 0 {
		reply.Text.Claim(v.Heard(), "%s: no reminder, and nothing that is due.", days)
		more, err := v.aheadBeyond(ctx, reply, hidden)
		if err != nil || !more && v.Host.Reasons() {
			return nil, err
		}
		if !more {
			reply.Text.Say(" No calendar is set up.")
		}
		return reply, nil
	}
	head := days + ": "
	var rests []event.Seq
	for _, m := range remind {
		rests = append(rests, m.Seq)
	}
	for _, l := range due {
		rests = append(rests, l.Seq)
	}
	switch {
	case len(remind) > 0 && len(due) > 0:
		head += phrase.Count(len(remind), "reminder") + ", " + phrase.Count(len(due), "thing") + " due."
	case len(remind) > 0:
		head += phrase.Count(len(remind), "reminder") + "."
	case len(due) > 0:
		head += phrase.Count(len(due), "thing") + " due."
	default:
		head += "no reminder. You told me:"
		rests = v.Heard()
	}
	reply.Text.Claim(rests, "%s", head)
	for _, m := range remind[:min(len(remind), listedReminders)] {
		reply.Text.Item().Claim([]event.Seq{m.Seq}, "%s: %s `%s`", phrase.Moment(m.Next, v.Now), phrase.Quote(m.Text, ownWords), phrase.Handle('r', m.Seq))
	}
	for _, l := range due[:min(len(due), most)] {
		reply.Text.Item().Claim([]event.Seq{l.Seq}, "due %s: %s `%s`", phrase.Day(l.Due, v.Now), phrase.Quote(l.Text, ownWords), phrase.Handle('l', l.Seq))
	}
	for _, i := range said[:min(len(said), most)] {
		v.quote(reply.Text.Item(), i, i.Text, listWords)
	}
	if len(remind) > listedReminders || len(due) > most {
		reply.Text.Break().Say("`reminders` and `loops` list all.")
	}
	_, err = v.aheadBeyond(ctx, reply, hidden)
	return reply, err
}

// aheadBeyond adds to what is ahead, and says, whether the private conversation holds more of it; hidden says that it changes
// something of that.
func (v *visit) aheadBeyond(ctx context.Context, reply *turn.Reply, hidden bool) (bool, error) {
	more, err := beyond.Tell(ctx, v.Turn, reply, func(ctx context.Context, there *turn.Turn) (*turn.Reply, error) {
		return ahead(ctx, &visit{Turn: there, desk: v.desk})
	})
	if err != nil || more || !hidden {
		return more, err
	}
	if _, private := beyond.Private(v.Turn, v.Sight()); !private {
		return false, nil
	}
	beyond.Add(v.Turn, reply)
	return true, nil
}

// dayAsked reads a question for a day; what is due in it is known here alone, whatever the calendars hold.
func dayAsked(text string) (period string, ok bool) {
	if rest, due := cutAny(lead(plainWords(text)), "what's due ", "whats due ", "what is due "); due {
		text = "what's on " + rest
	}
	c, ok := command.Asked(text)
	switch {
	case !ok:
	case c.Name == "agenda":
		return c.Period, true
	case c.Name == "free" && c.Person == "" && c.Period == "": // "when am I free?"
		return "this week", true
	case c.Name == "free" && c.Person == "" && c.Period != "": // what is known of that day is all that can be said
		day, _, _ := strings.Cut(strings.TrimPrefix(c.Period, "on "), " at ")
		return day, true
	}
	return "", false
}

// planned reads a wish for a plan of some days, which a model makes where there is one. Without one what
// is known of those days is what can be said.
func planned(text string) (period string, ok bool) {
	rest, ok := cutAny(lead(plainWords(text)), "what should i do ", "what should i work on ", "what should i focus on ", "what do i need to do ", "what do i have to do ",
		"what shall i do ", "plan ", "help me plan ")
	if !ok {
		rest, ok = cutAny(lead(plainWords(text)), "how does ", "how is ", "how's ", "what's ", "whats ", "what does ", "what is ")
		tail := slices.IndexFunc(looks, func(tail string) bool { return strings.HasSuffix(rest, tail) })
		if !ok || tail < 0 { // "what is the day" asks for the date
			return "", false
		}
		rest = strings.TrimSuffix(rest, looks[tail])
	}
	rest, _ = cutAny(rest, "my ", "the ")
	switch rest {
	case "day", "today":
		return "today", true
	case "week", "this week":
		return "this week", true
	case "weekend":
		return "this weekend", true
	case "tomorrow", "this weekend", "next week":
		return rest, true
	}
	return "", false
}

// looks are how a question for the look of a day ends, the longest first.
var looks = []string{" looking like", " look like", " looking", " look", " like"}

// stretch is what is asked for: today where no day is named. ok is false where none can be told, and
// for what is over.
func (v *visit) stretch(period string) (from, to time.Time, ok bool) {
	y, m, d := v.Now.Date()
	today := time.Date(y, m, d, 0, 0, 0, 0, v.Now.Location())
	if period == "" {
		return today, today.AddDate(0, 0, 1), true
	}
	span, found := when.Ahead(period, v.Now)
	if !found || span.To.IsZero() {
		return from, to, false
	}
	if from = span.From; from.Before(today) {
		from = today
	}
	return from, span.To, true
}

// longestStretch is how many days are looked for by name in what was said.
const longestStretch = 7

// saidOf gives what was said of some days, the newest first: a statement that names one. What asked for a reminder is there
// as the reminder, or is not there any more; so is a promise that is due. hidden says that what the reader may not see
// changes something of it.
func (v *visit) saidOf(ctx context.Context, reader memory.Sight, from, to time.Time) (said []recall.Item, hidden bool, err error) {
	book, err := v.book(ctx, reader)
	if err != nil {
		return nil, false, err
	}
	day := book.On(from, to)
	for _, s := range day.Told {
		said = append(said, itemOf(s))
	}
	names := []string{"tomorrow", "tonight", "today"}
	for day := from; day.Before(to) && len(names) < 3*longestStretch; day = day.AddDate(0, 0, 1) {
		names = append(names, day.Format("Monday"), day.Format("2 January"), day.Format("2 Jan"))
	}
	there := *v.Turn
	if reader != v.Sight() {
		there.Place, there.Audience, there.Was, there.Reader = reader.Place, reader.Audience, event.Place{}, memory.Sight{}
	}
	found, err := recall.Recall(ctx, &there, recall.Query{Text: "on", Also: names, Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready})
	if err != nil {
		return nil, false, err
	}
	for _, i := range found.Items { // of others, or said long ago
		if (i.Speaker != "" || !book.Read(i.Seq)) && v.saidOfDay(i, from, to) {
			said = append(said, i)
		}
	}
	recall.NewestFirst(said)
	return said, day.Beyond, nil
}

// book is what he told of days, as a reader may see it.
func (v *visit) book(ctx context.Context, reader memory.Sight) (*appointment.Book, error) {
	return appointment.Open(ctx, appointment.Source{
		Now: v.Now, Events: v.Mind.Events, Read: v.Read, There: v.There,
		Shown: func(ctx context.Context, seqs ...event.Seq) (bool, error) {
			roots, err := v.Mind.Roots(ctx, seqs...)
			return len(roots) > 0 && reader.ShowsAll(roots), err
		},
	})
}

// itemOf is a statement as what recall finds of it.
func itemOf(s appointment.Statement) recall.Item {
	return recall.Item{Seq: s.Message, Memory: s.Seq, Letter: 'm', Kind: store.Said, Text: s.Text, On: s.On}
}

// saidOfDay says whether an item is a statement that names one of some days.
func (v *visit) saidOfDay(i recall.Item, from, to time.Time) bool {
	if _, asked := readRequest(i.Text); asked || i.Letter != 'm' || i.Superseded || promised(i.Text) || !states(i.Text) {
		return false
	}
	day, ok := when.Ahead(i.Text, v.There(i.On))
	return ok && !day.From.Before(from) && day.From.Before(to)
}

// promised says whether a text is a promise of the principal's, which stands among what is due.
func promised(text string) bool {
	return slices.ContainsFunc(extract.Read(extract.Utterance{Text: text}), func(f extract.Item) bool { return f.Kind == extract.Promise })
}
