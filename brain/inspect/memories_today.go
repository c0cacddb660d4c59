package inspect

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
)

// learnedToday lists what was kept since midnight: what was learned, and before that what was said and
// not read through for it yet (MESSAGES 14).
func learnedToday(ctx context.Context, l *look) (*turn.Reply, error) {
	y, m, d := l.turn.Now.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, l.turn.Now.Location())
	var today []remembered
	for one, err := range l.learned(ctx, current) {
		if err != nil {
			return nil, err
		}
		if one.At.Before(midnight) {
			break
		}
		today = append(today, one)
	}
	day := phrase.Day(l.turn.Now, l.turn.Now)
	unread, err := l.unread(ctx, midnight)
	if err != nil {
		return nil, err
	}
	if len(unread) > 0 {
		return l.keptToday(ctx, "on "+day, unread, today)
	}
	if len(today) == 0 {
		text := new(phrase.Text).Say("I have learned nothing on ").Claim(l.turn.Heard(), "%s", day).
			Say(" so far. What you tell me is kept without a word, and listed here.")
		return l.says(text), nil
	}
	head := new(phrase.Text).Claim(append(seqsOf(today), l.turn.Heard()...), "**%s learned on %s.**", phrase.Count(len(today), "thing"), day)
	return l.listed(ctx, head, today)
}

// learnedDuring lists what was learned from what was said in a time, and of messages that were not read through for it yet
// what was said then. What no longer holds is listed with what became of it.
func learnedDuring(ctx context.Context, l *look) (*turn.Reply, error) {
	span, ok := when.Period(l.cmd.Period, l.turn.Now)
	if !ok {
		return l.says(new(phrase.Text).Say("I can't read ").Claim(l.turn.Heard(), "%s", quote(l.cmd.Period)).Say(" as a time, as in `memories last week`.")), nil
	}
	in := func(at time.Time) bool { return !at.Before(span.From) && (span.To.IsZero() || at.Before(span.To)) }
	then, err := l.gather(ctx, func(m remembered) bool { return m.learned != nil && in(m.learned.On) })
	if err != nil {
		return nil, err
	}
	unread, err := l.unread(ctx, span.From)
	if err != nil {
		return nil, err
	}
	unread = slices.DeleteFunc(unread, func(e seen) bool { return !in(saidOn(e)) })
	if len(unread)+len(then) == 0 {
		return l.says(new(phrase.Text).Say("I have learned nothing of ").Claim(l.turn.Heard(), "%s", quote(l.cmd.Period)).
			Say(". `find WORDS %s` looks through everything that was said.", strings.ReplaceAll(title(l.cmd.Period), "`", ""))), nil
	}
	return l.keptToday(ctx, title(l.cmd.Period), unread, then)
}

// keptToday lists what was kept and not read through for facts yet, and below it what was learned.
func (l *look) keptToday(ctx context.Context, day string, unread []seen, today []remembered) (*turn.Reply, error) {
	rests := append(numbers(unread, func(e seen) event.Seq { return e.Seq }), seqsOf(today)...)
	head := new(phrase.Text).Claim(append(rests, l.turn.Heard()...), "**%s kept %s.**", phrase.Count(len(rests), "thing"), day)
	return l.list(head, func(yield func(*phrase.Text, error) bool) {
		for _, e := range unread {
			text, _, err := l.told(ctx, e)
			line := new(phrase.Text).Say("`m%d` ", e.Seq).Claim([]event.Seq{e.Seq}, "%s (you, %s)",
				quote(text), phrase.Source(l.turn.FullDay(saidOn(e)), 'm', e.Seq))
			if !yield(line, err) {
				return
			}
		}
		for line, err := range each(today, func(m remembered) (*phrase.Text, error) { return l.memory(ctx, m) }) {
			if !yield(line, err) {
				return
			}
		}
	}, memoriesFoot())
}

// unread are the messages since a moment that state something and were not read through for facts yet,
// the newest first. What was taken back since is none.
func (l *look) unread(ctx context.Context, since time.Time) ([]seen, error) {
	var waiting []event.Seq
	l.turn.Read(func(v memory.View) { waiting = slices.Clone(v.Thread.Unread) })
	waiting = slices.DeleteFunc(waiting, func(s event.Seq) bool { return s >= l.asked })
	es, err := l.named(ctx, waiting)
	if err != nil {
		return nil, err
	}
	over, err := l.takenBack(ctx, since)
	if err != nil {
		return nil, err
	}
	var kept []seen
	for _, e := range slices.Backward(es) {
		h, ok := e.payload.(event.Heard)
		if !ok || e.Trust != event.ByPrincipal || h.On.Before(since) || over[e.Seq] {
			continue
		}
		text, _, err := l.told(ctx, e)
		if err != nil {
			return nil, err
		}
		if _, is := command.Parse(text); is || len(extract.Read(extract.Utterance{Text: text, At: h.On})) == 0 {
			continue
		}
		if may, err := l.sees(ctx, e); err != nil {
			return nil, err
		} else if may {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

// takenBack are the messages and memories that were marked as not holding since a moment.
func (l *look) takenBack(ctx context.Context, since time.Time) (map[event.Seq]bool, error) {
	over, told := map[event.Seq]bool{}, map[event.Seq]bool{}
	for e, err := range l.backwards(ctx, l.turn.Mind.Head()+1, "superseded", "restored") {
		if err != nil {
			return nil, err
		}
		if e.At.Before(since) {
			break
		}
		switch p := e.payload.(type) {
		case event.Superseded:
			over[p.Memory], told[p.Memory] = over[p.Memory] || !told[p.Memory], true
		case event.Restored:
			told[p.Memory] = true
		}
	}
	return over, nil
}
