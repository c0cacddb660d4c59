package inspect

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// show quotes things by their handles, each with its date, its place and what became of
// it. One thing has the whole message; of several each is a line.
func show(ctx context.Context, l *look) (*turn.Reply, error) {
	if len(l.cmd.Handles) == 1 {
		e, refusal, err := l.at(ctx, l.cmd.Handle())
		if err != nil {
			return nil, err
		}
		if refusal != nil {
			return l.says(refusal), nil
		}
		text, err := l.whole(ctx, l.cmd.Handle())
		if err != nil {
			return nil, err
		}
		r := l.says(text)
		r.About = e.Seq
		return r, nil
	}
	head := new(phrase.Text).Say("**What you asked for:**")
	return l.list(head, each(l.cmd.Handles, func(h command.Handle) (*phrase.Text, error) { return l.brief(ctx, h) }), nil)
}

// whole shows one thing in full.
func (l *look) whole(ctx context.Context, h command.Handle) (*phrase.Text, error) {
	e, refusal, err := l.at(ctx, h)
	if err != nil || refusal != nil {
		return refusal, err
	}
	switch p := e.payload.(type) {
	case event.Heard:
		return l.showMessage(ctx, e, p)
	case event.Edited:
		return l.whole(ctx, command.Handle{Letter: 'm', N: uint64(p.Message)})
	case event.Transcribed:
		return l.whole(ctx, command.Handle{Letter: 'm', N: uint64(p.Message)})
	case event.Attached:
		return l.showFile(e, p), nil
	case event.PostQueued:
		return l.showPost(e, p), nil
	case event.Learned:
		return l.showMemory(ctx, e, p)
	case event.Digested:
		return l.showDigest(e, p), nil
	case event.DecisionRecorded, event.DecisionProposed:
		return l.showDecision(ctx, e)
	case event.LoopOpened:
		return l.showLoop(ctx, e, p)
	case event.ReminderSet:
		return l.showReminder(ctx, e, p)
	case event.CommitmentMade:
		return l.showPromise(e, p), nil
	case event.WatchSet:
		return l.showWatch(ctx, e, p)
	case event.Forgotten:
		return l.showReceipt(ctx, e, p)
	}
	return new(phrase.Text).Say("`%s` is a record of my own work (%s) of ", h, e.Kind).
		Claim([]event.Seq{e.Seq}, "%s", stamp(e.At, l.turn.Now)).Say(": nothing that was said or kept."), nil
}

// brief shows one thing in a line.
func (l *look) brief(ctx context.Context, h command.Handle) (*phrase.Text, error) {
	e, refusal, err := l.at(ctx, h)
	if err != nil || refusal != nil {
		return refusal, err
	}
	line, err := l.evidence(ctx, e)
	if err != nil {
		return nil, err
	}
	if line == nil {
		return new(phrase.Text).Say("`%s`: a record of my own work (%s)", h, e.Kind), nil
	}
	if letterOf(e.payload) == 'm' {
		return new(phrase.Text).Say("`%s` ", h).Add(line), nil
	}
	return line, nil
}

// at looks up what a handle names, or words why nothing is shown.
func (l *look) at(ctx context.Context, h command.Handle) (e seen, refusal *phrase.Text, err error) {
	if strings.IndexByte("mdlrcw", h.Letter) < 0 {
		return e, new(phrase.Text).Say("There is no `%s`: nothing of that kind exists in this version.", h), nil
	}
	seq := event.Seq(h.N)
	ok := false
	if seq < 1<<62 { // beyond, no ledger has a number
		e, ok, err = l.event(ctx, seq)
	}
	if err != nil {
		return e, nil, err
	}
	if !ok {
		return e, new(phrase.Text).Say("There is no `%s`.", h), nil
	}
	if e.Forgotten() {
		return e, new(phrase.Text).Say("`%s` was forgotten; nothing of it is left.", h), nil
	}
	if may, err := l.sees(ctx, e); err != nil {
		return e, nil, err
	} else if !may {
		return e, new(phrase.Text).Say("I can't show `%s` here.", h), nil
	}
	if d, ok := l.decision(e.Seq); ok {
		if may, err := l.shows(ctx, d.Rests()...); err != nil {
			return e, nil, err
		} else if !may { // it was amended where fewer read
			return e, new(phrase.Text).Say("I can't show `%s` here.", h), nil
		}
	}
	if want := letterOf(e.payload); want != 0 && want != h.Letter {
		return e, new(phrase.Text).Say("There is no `%s`. That number is `%s`.", h, phrase.Handle(want, e.Seq)), nil
	}
	if letterOf(e.payload) == 0 && h.Letter != 'm' {
		return e, new(phrase.Text).Say("There is no `%s`.", h), nil
	}
	return e, nil, nil
}

// Bounds of what one message quotes in full.
const (
	verbatimRunes = 500
	digestRunes   = 700
	verbatimLines = 6
)

// verbatim quotes a text as it was said, as a block, and gives the sentence that says what
// was cut, if something was.
func verbatim(t *phrase.Text, rests []event.Seq, text string, runes int) *phrase.Text {
	all := utf8.RuneCountInString(text)
	cut := false
	if all > runes {
		text, cut = string([]rune(text)[:runes]), true
	}
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if len(lines) == verbatimLines {
			cut = true
			break
		}
		lines = append(lines, "> "+line)
	}
	block := strings.Join(lines, "\n")
	t.Break().Claim(rests, "%s", block)
	if !cut {
		return nil
	}
	shown := utf8.RuneCountInString(block) - 2*len(lines)
	return new(phrase.Text).Claim(rests, "Cut: %s of %s characters.", phrase.Thousands(shown), phrase.Thousands(all))
}

func (l *look) showMessage(ctx context.Context, e seen, p event.Heard) (*phrase.Text, error) {
	text, states, err := l.told(ctx, e)
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text)
	t.Claim(states, "**`m%d`: %s, %s**", e.Seq, capital(speaker(e)), phrase.Source(stamp(p.On, l.turn.Now), 'm', e.Seq)).
		Claim(states, " (%s)", where(p.Place))
	if p.Forwarded != "" {
		t.Claim(states, ", passing on %s", p.Forwarded)
	}
	most := verbatimRunes
	if e.Trust != event.ByPrincipal {
		// Other people's words: at most so many of them (MESSAGES, rule 16).
		text, most = strings.Trim(quote(text), `"`), quoteRunes+2
	}
	cut, edited := verbatim(t, states, text, most), new(phrase.Text)
	if len(states) > 1 {
		edit, _, err := l.event(ctx, states[len(states)-1])
		if err != nil {
			return nil, err
		}
		if heard, ok := edit.payload.(event.Transcribed); ok {
			edited = writtenDown(heard, edit.Seq, p.Forwarded != "")
		} else {
			edited.Claim(states, "Edited on %s; before: %s.", phrase.Moment(saidOn(edit), l.turn.Now), quote(p.Text))
		}
	}
	attached, err := l.attached(ctx, e)
	if err != nil {
		return nil, err
	}
	made, answer, err := l.whatBecame(ctx, e)
	return paragraph(t, cut, edited, attached, made, answer), err
}

func (l *look) showPost(e seen, p event.PostQueued) *phrase.Text {
	t, rests := new(phrase.Text), []event.Seq{e.Seq}
	t.Claim(rests, "**`m%d`: me, %s**", e.Seq, phrase.Source(stamp(e.At, l.turn.Now), 'm', e.Seq)).Claim(rests, " (%s)", where(p.Place))
	cut := verbatim(t, rests, bare(p.Text), verbatimRunes)
	to := new(phrase.Text).Say("Nobody asked for it at that moment.")
	if p.Answer != nil {
		to = new(phrase.Text).Say("An answer to `m%d`.", p.Answer.Message)
	}
	return paragraph(t, cut, to, new(phrase.Text).Say("`why m%d` says what it rests on.", e.Seq))
}

// showDigest shows an account of a month whole: each of its lines names what it rests on.
func (l *look) showDigest(e seen, p event.Digested) *phrase.Text {
	t, rests := new(phrase.Text), []event.Seq{e.Seq}
	t.Claim(rests, "**`m%d`: my digest of %s**", e.Seq, p.Month).Claim(rests, ", made on %s", phrase.Source(l.turn.FullDay(e.At), 'm', e.Seq))
	cut := verbatim(t, rests, p.Text, digestRunes)
	return paragraph(t, cut, new(phrase.Text).Say("The words themselves are kept: `find WORDS` searches them."))
}

func (l *look) showMemory(ctx context.Context, e seen, p event.Learned) (*phrase.Text, error) {
	who, err := l.said(ctx, e, p)
	if err != nil {
		return nil, err
	}
	letter, seq, err := l.origin(ctx, e.Seq, 'm')
	if err != nil {
		return nil, err
	}
	rests := []event.Seq{e.Seq, seq}
	t := new(phrase.Text).Claim(rests, "**`m%d`: %s** (%s, %s)", e.Seq, title(p.Text), who,
		phrase.Source(l.turn.FullDay(p.On), letter, seq))
	var cut *phrase.Text
	if p.Quote != "" {
		cut = verbatim(t, rests, p.Quote, verbatimRunes)
	}
	how := new(phrase.Text)
	if seq != e.Seq {
		how.Say("From `%s`", phrase.Handle(letter, seq))
		if p.Kept {
			how.Say(", kept because you asked for it")
		}
		if p.Hedged {
			how.Say(", said with doubt")
		}
		again, err := l.besideRoot(ctx, e.Seq, seq)
		if err != nil {
			return nil, err
		}
		how.Add(again).Say(".")
	}
	standing, err := l.standing(ctx, e)
	return paragraph(t, cut, how, standing), err
}

// besideRoot names the other messages that a memory rests on, oldest first, as far as they may be told here.
func (l *look) besideRoot(ctx context.Context, memory, first event.Seq) (*phrase.Text, error) {
	roots := slices.DeleteFunc(slices.Clone(l.held(memory).Roots), func(s event.Seq) bool { return s == first || s == memory })
	roots, err := visible(ctx, l, roots, alone(func(s event.Seq) event.Seq { return s }))
	t := new(phrase.Text)
	if err != nil || len(roots) == 0 {
		return t, err
	}
	slices.Sort(roots)
	var names []string
	for _, s := range roots[:min(len(roots), mostRoots)] {
		names = append(names, "`"+phrase.Handle('m', s)+"`")
	}
	t.Say("; it rests on ").Claim(roots, "%s", conjoin(names)).Say(" as well")
	if len(roots) > mostRoots {
		t.Say(" and ").Claim(roots, "%d more", len(roots)-mostRoots)
	}
	return t, nil
}

func (l *look) showDecision(ctx context.Context, e seen) (*phrase.Text, error) {
	d, recorded := l.decision(e.Seq)
	if p, ok := e.payload.(event.DecisionProposed); ok && !recorded {
		t := new(phrase.Text).Claim([]event.Seq{e.Seq}, "**Proposed decision `d%d`: %s.** You, %s.", e.Seq, title(p.Text),
			phrase.Source(fullDay(p.On, l.turn.Now), 'd', e.Seq))
		waits := false
		l.turn.Read(func(v memory.View) { _, waits = v.Decisions.Proposal(e.Seq) })
		if waits {
			return t.Break().Say("It counts for nothing until you say `record d%d`; `not a decision d%d` drops it.", e.Seq, e.Seq), nil
		}
		return t.Break().Say("It no longer waits for your word."), nil
	}
	if !recorded {
		p := e.payload.(event.DecisionRecorded)
		return new(phrase.Text).Claim([]event.Seq{e.Seq}, "**`d%d`: %s.** Recorded on %s", e.Seq, title(p.Text), fullDay(p.On, l.turn.Now)).
			Say(" and withdrawn since."), nil
	}
	t := l.decisionHead(d)
	for _, r := range d.Revisions {
		t.Item().Add(l.revision(r))
	}
	t.Break()
	if at := d.ReviewAt(); !at.IsZero() && !d.Reversed() {
		t.Claim([]event.Seq{d.Seq}, "To be looked at again on %s. ", phrase.Day(at, l.turn.Now))
	}
	return t.Say("`revisit d%d` shows what was said since.", d.Number()), nil
}

func (l *look) showLoop(ctx context.Context, e seen, p event.LoopOpened) (*phrase.Text, error) {
	letter, seq, err := l.origin(ctx, e.Seq, 'l')
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text).Claim([]event.Seq{e.Seq, seq}, "**`l%d`: %s** (you, %s)", e.Seq, quote(p.Text),
		phrase.Source(l.turn.FullDay(p.On), letter, seq))
	t.Add(l.due(e.Seq, p)).Say(".").Break()
	open := false
	l.turn.Read(func(v memory.View) { _, open = v.Loops.Loop(e.Seq) })
	if open {
		return t.Say("Still open. `close l%d` closes it.", e.Seq), nil
	}
	for c, err := range l.ended(ctx, e.Seq, "loop.closed") {
		if err != nil {
			return nil, err
		}
		if p, ok := c.payload.(event.LoopClosed); ok && p.Loop == e.Seq {
			return t.Claim([]event.Seq{c.Seq}, "Closed on %s: %s.", phrase.Moment(c.At, l.turn.Now), p.Outcome), nil
		}
	}
	return t.Say("It is no longer open."), nil
}

func (l *look) showReminder(ctx context.Context, e seen, p event.ReminderSet) (*phrase.Text, error) {
	letter, seq, err := l.origin(ctx, e.Seq, 'r')
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text).Claim([]event.Seq{e.Seq, seq}, "**`r%d`: %s** (you, %s)", e.Seq, quote(p.Text),
		phrase.Source(l.turn.FullDay(p.On), letter, seq)).Say(".").Break()
	set := false
	l.turn.Read(func(v memory.View) {
		if r, ok := v.Loops.Reminder(e.Seq); ok {
			set = true
			t.Say("Next: ").Add(l.next(r)).Say(". `cancel r%d`, or another time.", e.Seq)
		}
	})
	if set {
		return t, nil
	}
	for c, err := range l.ended(ctx, e.Seq, "reminder.cancelled", "reminder.fired") {
		if err != nil {
			return nil, err
		}
		switch p := c.payload.(type) {
		case event.ReminderCancelled:
			if p.Reminder == e.Seq && p.Outcome != event.ReminderSaid {
				return t.Claim([]event.Seq{c.Seq}, "Ended on %s: %s.", phrase.Moment(c.At, l.turn.Now), p.Outcome), nil
			}
		case event.ReminderFired:
			if p.Reminder == e.Seq && p.Next.IsZero() {
				return t.Claim([]event.Seq{c.Seq}, "Said on %s.", phrase.Moment(c.At, l.turn.Now)), nil
			}
		}
	}
	return t.Say("It is no longer set."), nil
}

func (l *look) showPromise(e seen, p event.CommitmentMade) *phrase.Text {
	t := new(phrase.Text).Claim([]event.Seq{e.Seq}, "**`c%d`, promised by me: %s** (%s).", e.Seq, quote(p.Text), l.turn.FullDay(p.On)).Break()
	open := false
	l.turn.Read(func(v memory.View) { _, open = v.Loops.Commitment(e.Seq) })
	if open {
		return t.Say("Still open. `done c%d` closes it.", e.Seq)
	}
	return t.Say("It is no longer open.")
}
