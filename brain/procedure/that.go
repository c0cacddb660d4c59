package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

var (
	// dropsThat takes back whatever was said or done just before: "scrap that", "no, cancel it".
	dropsThat = regexp.MustCompile(`^(?:(?:please|no|ok|okay|oh|actually|wait|hm|sorry|can you|could you) )*(?:(?:scrap|cancel|scratch|delete|drop|undo|revert|strike|remove) (?:that|it|this)(?: one| again| reminder)?|` +
		`take (?:that|it|this) back|not that one)(?: (?:please|again|sorry|thanks))*$`)
	// leavesIt is that of what comes again.
	leavesIt = regexp.MustCompile(`^(?:(?:please|no|ok|okay) )*(?:stop|skip|end|leave out) (?:that|it|this)(?: one| reminder)?(?: (?:please|thanks))*$`)
	// drop is that, said in a reply to what it means.
	drop = regexp.MustCompile(`^(?:(?:please|no|ok|okay) )*(?:scrap|cancel|delete|drop|remove)(?: (?:please|thanks))*$`)
	// nevermind is small talk (TRUST), but under a reminder that was set this very moment.
	nevermind = regexp.MustCompile(`^(?:(?:no|oh|ok|okay|actually|sorry) )*never ?mind(?: (?:please|then|sorry|thanks|that))*$`)
	// movesThat gives another time to the reminder that was just set: "move it to Tuesday".
	movesThat = regexp.MustCompile(`(?i)^(?:(?:please|no|ok|okay|oh|actually|wait|sorry|can you|could you),? )*(?:move|change|push|shift|switch|set|reschedule|postpone|make) (?:it|that|this)(?: back| one)?(?: (?:to|until|till|for))? (?P<to>.+)$`)
)

// undoing are the words by which a reply says that the change it tells of can be taken back.
var undoing = []string{"`undo`", "`rule drop ", " undoes it."}

// takesBackThat does what "scrap that" asks for: it calls off the reminder that was just set, takes back the
// change that was just told with the word that undoes it, or has the last statement count no more. Where a model
// answers, the last is its business, and so is everything where the turn before left nothing to take back.
func (v *visit) takesBackThat(ctx context.Context) (*turn.Reply, error) {
	words, replies := plainWords(v.Text), v.Turn.Last().ReplyTo != 0
	leaves := leavesIt.MatchString(words)
	drops := leaves && v.last.reminds() || dropsThat.MatchString(words) || replies && v.last.ofReminder() && drop.MatchString(words)
	if v.Turn.Last().Spoken != nil || v.Turn.Last().Forwarded != "" || replies && v.last.seq == 0 || !drops && !nevermind.MatchString(words) {
		return nil, nil
	}
	var spoke, silent bool
	v.Read(func(view memory.View) {
		t, ended := view.Thread.Last()
		spoke = replies || v.spokeLast(view)
		silent = !replies && ended && len(t.Posts) == 0 && t.By == "procedure:listen"
	})
	switch {
	case spoke && v.last.Subject == subjectRemind:
		w, ok, err := v.reads(ctx, v.last.About)
		if err != nil || !ok {
			return nil, err
		}
		_, set, _, err := v.setBy(ctx, w)
		if err != nil || set == 0 {
			return nil, err
		}
		v.cancels(set)
	case spoke && drops && v.last.Subject == event.SubjectPutOff:
		seq, err := v.onceMore(ctx, v.last.About)
		if err != nil {
			return nil, err
		}
		v.cancels(seq)
	case drops && v.last.Subject == event.SubjectReminder:
		return v.dropsWhatCame(ctx)
	case !drops:
	case v.listed() != nil:
		v.cancels(v.listed().Seq)
	case spoke && v.offered() != nil:
		v.Command = v.offered()
	case spoke && slices.ContainsFunc(undoing, func(words string) bool { return strings.Contains(v.last.Text, words) }):
		v.Command = &command.Command{Name: "undo"}
	case silent && !v.Host.Reasons():
		off, err := recanted(ctx, v)
		if err != nil || off != nil {
			return off, err
		}
		v.Command = &command.Command{Name: "wrong"}
	case spoke && !v.Host.Reasons():
		reply := says("nothing")
		reply.Text.Say("I changed nothing just now that could be taken back. `undo` takes back my last change. A reminder, or what you said, goes by its handle.")
		return reply, nil
	}
	return nil, nil
}

// dropsWhatCame calls off the reminder that has just come; of one that repeats it is asked whether all of it is meant.
func (v *visit) dropsWhatCame(ctx context.Context) (*turn.Reply, error) {
	seq, _, err := v.cameUp(ctx)
	if err != nil || seq == 0 {
		return nil, err
	}
	m, waits := v.reminder(seq)
	if !waits || m.Rule == "" {
		v.cancels(seq)
		return nil, nil
	}
	reply, handle := says("order"), phrase.Handle('r', seq)
	reply.Text.Say("Nothing is changed yet: ").Claim([]event.Seq{seq}, "%s", phrase.Quote(m.Text, ownWords)).Say(" repeats. `skip %s` leaves out the one on ", handle)
	reply.Text.Claim([]event.Seq{seq}, "%s", phrase.Moment(m.Next, v.Now)).Say(", `cancel %s` ends it.", handle)
	reply.Buttons = []event.Button{{Label: "Skip one", Says: "skip " + handle}, {Label: "End it", Says: "cancel " + handle}}
	return reply, nil
}

// cancels has the message be the command that calls a reminder off.
func (v *visit) cancels(seq event.Seq) {
	c, _ := command.Parse("cancel " + phrase.Handle('r', seq))
	v.Command = &c
}

// ofReminder says whether a post tells of one reminder: that it is set, has come, or is put off.
func (a asked) ofReminder() bool { return a.Subject == subjectRemind || a.reminds() }

// offered is how the decision is dropped that the last post proposes to record; nil where it proposes none.
func (v *visit) offered() *command.Command {
	for _, b := range v.last.Buttons {
		if c, ok := command.Parse(b.Says); ok && c.Name == "record" && len(c.Handles) == 1 {
			drop, _ := command.Parse("not a decision " + c.Handle().String())
			return &drop
		}
	}
	return nil
}

// spokeLast says whether the newest post here is of the last turn.
func (v *visit) spokeLast(view memory.View) bool {
	t, ended := view.Thread.Last()
	return ended && slices.Contains(t.Posts, v.last.seq)
}

// listed is the one reminder there is, where the reminders were listed just before; nil where there are several.
func (v *visit) listed() (only *loops.Reminder) {
	v.Read(func(view memory.View) {
		if t, _ := view.Thread.Last(); !v.spokeLast(view) || t.By != "command:reminders" {
			return
		}
		told := slices.DeleteFunc(slices.Clone(view.Loops.Reminders), func(m loops.Reminder) bool { return !v.tells(m) })
		if len(told) == 1 {
			only = &told[0]
		}
	})
	return only
}

// movedThat is the time to which a message moves the reminder it speaks of as "it".
func movedThat(text string) (to string, ok bool) {
	m := movesThat.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return "", false
	}
	return m[movesThat.SubexpIndex("to")], true
}

// rhythm says how a reminder that repeats gets another time.
func (v *visit) rhythm(m event.ReminderSet, seq event.Seq, to string) *turn.Reply {
	if rest, cut := cutAny(lowered(to), "at ", "on "); cut {
		to = to[len(to)-len(rest):]
	}
	reply, handle := says("order"), phrase.Handle('r', seq)
	reply.Text.Claim([]event.Seq{seq}, "%s", phrase.Quote(m.Text, ownWords)).Say(" repeats. `snooze %s until ", handle).Claim(v.Heard(), "%s", to)
	reply.Text.Say("` moves its next turn; for another rhythm, `cancel %s` and set it anew.", handle)
	return reply
}
