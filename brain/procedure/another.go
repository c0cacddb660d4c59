package procedure

import (
	"cmp"
	"context"
	"regexp"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// What is said to a reminder that was just set, or to the question for what it lacks: another time for it, other words, one
// more of it, or that a turn of it is not wanted.

// another is what a message gives to the reminder before it.
type another struct {
	given  when.Match
	timely bool   // given is a time
	said   string // it, as it was said
	what   string // the words it is to have, or those it is named by
	asked  bool   // in the form of a request of its own: "remind me at 10 instead"
	moves  bool   // it says that it takes the place of what was there: "no", "instead", "make it"
	more   bool   // it is wanted beside it: "and at 11"
	except bool   // that time is not wanted: "not tomorrow"
	wrong  bool   // the time is not right, and no other is given
}

var (
	// corrects stands before what takes the place of something that was said.
	corrects = regexp.MustCompile(`(?i)^(?:(?:no|nope|sorry|oh|oops|wait|actually|rather|better|well|hmm?|on second thoughts?|let's say|i meant|i mean|correction)(?:,|\b) *)+(?:to say )?`)
	// preferred stands behind it.
	preferred = regexp.MustCompile(`(?i),? (?:is|would be|works|suits me) (?:better|best)[.!]*$`)
	// notThis stands before it and names what is not meant: "not 9, 10".
	notThis = regexp.MustCompile(`(?i)^not (?:at |on )?[^,;.]{1,30}[,;.] *(?:but )?`)
	// beside stands before what is wanted as well.
	beside = regexp.MustCompile(`(?i)^(?:and|also|plus)(?: also| again)*,? +`)
	// asksAnew is a request that may only give another time to the one before it.
	asksAnew = regexp.MustCompile(`(?i)^(?:(?:please|can you|could you),? )*remind me (?P<rest>.+?)(?P<instead>,? (?:instead|rather))?[.!]*$`)
	// leavesDay says that a repeating one is not to come on a day.
	leavesDay = regexp.MustCompile(`(?i)^(?:but )?(?:not|except|except for|skip|leave out) (?P<day>.+?)[.!]*$`)
	// onlyOn narrows a rhythm: "only on weekdays".
	onlyOn = regexp.MustCompile(`(?i)^(?:but )?only (?P<on>.+?)[.!]*$`)
	// startsOn stands before the day from which a repeating one is to come.
	startsOn = regexp.MustCompile(`(?i)^(?:but )?(?:from|starting|beginning)(?: on| from)? `)
	// wrongTime says that the time is not right.
	wrongTime = regexp.MustCompile(`^(?:that's |that is |it's )?(?:the )?wrong (?:day|time|date|hour)$`)
	// otherWords are those that are to be said: "no, to call Rob".
	otherWords = regexp.MustCompile(`^(?i:to|about|of) .{2,}`)
)

// readAnother reads what a message gives to the reminder before it.
func readAnother(text string, now time.Time) (a another) {
	said := strings.TrimSpace(strings.ReplaceAll(text, "’", "'"))
	if strings.Contains(said, "\n") || len(said) > maxReminder {
		return a
	}
	if to, moves := movedThat(said); moves {
		a.moves, said = true, to
	}
	if !strings.HasSuffix(said, "?") {
		if at := beside.FindString(said); at != "" {
			a.more, said = true, said[len(at):]
		}
	}
	meant := false
	if at := corrects.FindString(said); at != "" {
		a.moves, said = true, said[len(at):]
		meant = strings.Contains(strings.ToLower(at), "i mean") // "I meant to ask about Ana"
	}
	if at := startsOn.FindString(said); at != "" {
		a.moves, said = true, said[len(at):]
	}
	if at := notThis.FindString(said); at != "" {
		a.moves, said = true, said[len(at):]
	}
	said = preferred.ReplaceAllString(strings.TrimPrefix(strings.TrimPrefix(said, "again "), "again, "), "")
	if m := asksAnew.FindStringSubmatch(said); m != nil {
		a.asked, said = true, m[asksAnew.SubexpIndex("rest")]
		instead := m[asksAnew.SubexpIndex("instead")] != ""
		a.moves = a.moves || instead
		if q, ok := readRequest("remind me " + said); ok && q.what != "" && q.occasion == "" && instead {
			if at, timely := q.moment(now); timely && !q.inDoubt() {
				return another{given: at, timely: true, said: q.phrase(at), what: q.what, asked: true, moves: true}
			}
		}
	}
	switch plain := plainWords(said); {
	case wrongTime.MatchString(plain):
		a.wrong = true
		return a
	case leavesDay.MatchString(said):
		day := leavesDay.FindStringSubmatch(said)[1]
		if given, timely := onlyTime(day, now); timely {
			return another{given: given, said: clause(day), except: true}
		}
	case onlyOn.MatchString(said):
		on := onlyOn.FindStringSubmatch(said)[1]
		if given, timely := onlyTime(on, now); timely && given.Recur != nil {
			return another{given: given, timely: true, said: clause(on), moves: true}
		}
	}
	for _, hour := range []string{said, "at " + said} { // "9 in the evening"
		if given, timely := onlyTime(hour, now); timely {
			a.given, a.timely, a.said = given, true, clause(hour[given.Start:given.End])
			return a
		}
	}
	if a.more && !a.asked { // "and at 11 to call Ana"
		if q, ok := readRequest("remind me " + said); ok && q.what != "" && !q.inDoubt() && q.occasion == "" {
			if at, timely := q.moment(now); timely && at.Start == len("remind me ") && strings.HasPrefix(q.text[at.End:], " to ") {
				return another{given: at, timely: true, said: q.phrase(at), what: q.what, more: true}
			}
		}
	}
	if a.moves && !a.asked && !meant && otherWords.MatchString(said) {
		a.what = tidy(said)
	}
	return a
}

// another gives a reminder that is set what was said to it; nil where that is nothing for it.
func (v *visit) another(ctx context.Context, a another, old event.ReminderSet, set event.Seq, rests []event.Seq) (*turn.Reply, error) {
	if !a.timely && a.what == "" && !a.except && !a.wrong || a.asked && !a.moves {
		return nil, nil
	}
	if told, err := v.toldTime(ctx); err != nil || told { // it corrects that
		return nil, err
	}
	same := a.what == "" || mentions(old.Text, a.what) && mentions(a.what, old.Text)
	switch {
	case a.more:
		q := request{text: v.Text, what: old.Text, given: v.beside(old, a.given)}
		if a.what != "" {
			q.what = a.what
		}
		return v.set(q, v.Last().Seq, append(v.Heard(), set)), nil
	case a.asked && !same: // "remind me at 10 to take the bus instead"
		return nil, nil
	case a.except && old.Rule != "":
		reply := says("order")
		m, _ := v.reminder(set)
		if m.Next.In(v.Now.Location()).Format(time.DateOnly) == a.given.At.Format(time.DateOnly) {
			v.offer(reply, []loops.Reminder{m}, true)
			return reply, nil
		}
		if v.onlyNext(reply, old.Text) {
			return reply, nil
		}
		return nil, nil
	case a.wrong, a.except:
		reply := says("remind")
		reply.Subject, reply.About = subjectRemind, v.last.About
		reply.Text.Say("When shall I remind you: ").Claim([]event.Seq{set}, "%s", phrase.Quote(old.Text, ownWords)).Say("?")
		return reply, nil
	case a.what != "" && !a.timely: // "no, to call Rob"
		m, ok := v.momentOf(old)
		if !ok {
			return nil, nil
		}
		return replacing(v.set(request{text: v.Text, what: a.what, given: &m}, v.last.About, rests), set), nil
	case a.given.Recur != nil && !a.given.Several && !a.given.Ambiguous() && !a.given.Unplaced: // "every second day", "only on weekdays"
		return replacing(v.set(request{text: v.Text, what: old.Text, given: v.beside(old, a.given)}, v.last.About, rests), set), nil
	case old.Rule != "":
		reply := v.rhythm(old, set, a.said)
		reply.Subject, reply.About = subjectRemind, v.last.About
		return reply, nil
	}
	return v.move(old, set, a.given, v.last.About, rests), nil
}

// reminder is one that is to come.
func (v *visit) reminder(seq event.Seq) (m loops.Reminder, ok bool) {
	v.Read(func(view memory.View) { m, ok = view.Loops.Reminder(seq) })
	return m, ok
}

// beside is a time given after another, with what it leaves out as it was there: the day of an hour, the hour of a day.
func (v *visit) beside(old event.ReminderSet, m when.Match) *when.Match {
	was := old.At.In(v.Now.Location())
	switch {
	case !m.HasTime:
		m = m.Clock(was.Hour(), was.Minute(), v.Now)
	case !m.HasDay && m.Recur == nil && old.Rule == "":
		if at := onDay(was, m.At, m.Zone); at.After(v.Now) {
			m.At = at
		}
	}
	return &m
}

// toldTime says whether he told of another time here since what the message answers was said: then that is what a time
// corrects.
func (v *visit) toldTime(ctx context.Context) (told bool, err error) {
	if v.Turn.Last().ReplyTo != 0 {
		return false, nil
	}
	q := ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, After: v.last.seq, Before: v.Messages[0].Seq}
	for r, err := range ledger.Each[event.Heard](ctx, v.Mind, q) {
		if err != nil {
			return false, err
		}
		if _, alone := onlyTime(r.Said.Text, v.Now); v.Here(r.Said.Place) && !alone && len(when.Traces(r.Said.Text, reading0)) > 0 {
			return true, nil
		}
	}
	return false, nil
}

// requestIn reads a request out of a message that was said before, as it was understood then.
func (v *visit) requestIn(ctx context.Context, w reworded) (q request, ok bool, err error) {
	if q, ok = readRequest(w.text); ok {
		q, err = v.ofThat(ctx, q, w.text, w.wordings[0])
	}
	return q, ok, err
}

var (
	// ofThatWords names as what one is to be reminded of what was just told.
	ofThatWords = regexp.MustCompile(`(?i)\bremind me (?:[^.!?]* )?(?:of|about) (?:it|this|that)\b`)
	// spanBefore is how long before what was just told one is to be reminded.
	spanBefore = regexp.MustCompile(`(?i)\bremind me (?:(?:of|about) (?:it|this|that) |(?P<todo>to [^.!?]+?) )?(?P<span>(?:an?|one|two|three|\d+|half an|a few) (?:minutes?|mins?|hours?|days?|weeks?)|the (?:day|evening|night)) before(?: (?:it|that|this|then))?(?: please)?[.!]*$`)
)

// toldWithin is how long before a request that was said which it means by "that".
const toldWithin = time.Hour

// ofThat puts what was told just before a request in the place of the word that points to it: "remind me of that at 9",
// "remind me an hour before".
func (v *visit) ofThat(ctx context.Context, q request, text string, message event.Seq) (_ request, err error) {
	before := spanBefore.FindStringSubmatch(q.text)
	if before == nil && (q.what != "" || !ofThatWords.MatchString(q.text)) {
		return q, nil
	}
	on := v.Now
	told := clause(strings.TrimSuffix(strings.ReplaceAll(text, "’", "'"), q.text)) // in the same message
	if told == text || !states(told) {
		if told, on, err = v.toldBefore(ctx, message); err != nil || told == "" {
			return q, err
		}
	}
	if before == nil {
		q.what, q.doubtful, q.occasion = told, false, ""
		return q, nil
	}
	m, ok := when.Find(told, on)
	todo := tidy(before[spanBefore.SubexpIndex("todo")])
	if !ok || !m.HasDay && !m.HasTime {
		if todo == "" {
			q.what, q.doubtful, q.occasion = told, true, "" // until its hour is known
		}
		return q, nil
	}
	q.what, q.doubtful, q.occasion = cmp.Or(todo, told), true, ""
	day := m.At.Format("2 January 2006")
	if m.HasTime {
		day += m.At.Format(" at 15:04")
	}
	if at, ok := when.Find(before[spanBefore.SubexpIndex("span")]+" before "+day, on); ok {
		q.given = &at
	}
	return q, nil
}

// toldBefore is what he told here right before a message, and when; "" where that was nothing to be reminded of.
func (v *visit) toldBefore(ctx context.Context, message event.Seq) (text string, on time.Time, err error) {
	q := ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Before: message, Newest: true, Limit: answersAfter}
	for r, err := range ledger.Each[event.Heard](ctx, v.Mind, q) {
		if err != nil {
			return "", on, err
		}
		h := r.Said
		if !v.Here(h.Place) || r.Trust != event.ByPrincipal {
			continue
		}
		on = h.On.In(v.Now.Location())
		if _, request := readRequest(h.Text); request || asksLast(h.Text) || v.Now.Sub(h.On) > toldWithin || len(h.Text) > maxReminder || !states(h.Text) {
			return "", on, nil
		}
		return clause(h.Text), on, nil
	}
	return "", on, nil
}
