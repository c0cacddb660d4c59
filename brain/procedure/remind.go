package procedure

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
)

// subjectRemind marks what was said about a reminder; About is the message that asked for
// it. The next message may complete it, or give it another time.
const subjectRemind = "remind"

// morning is the time of a reminder for a day without one.
const morning = 9

// maxReminder is the longest text of a reminder, in bytes; a longer one is cut.
const maxReminder = 500

// remind sets a reminder, or asks for what it needs: a time, what to say, which of two
// dates (MESSAGES 14). Its handle carries the number of the message that asked for it,
// because its own is not known before it is written.
func remind(ctx context.Context, v *visit) (_ *turn.Reply, err error) {
	q, ok := readRequest(v.Text)
	if !ok {
		return nil, nil
	}
	if q, err = v.ofThat(ctx, q, v.Text, v.Last().Seq); err != nil {
		return nil, err
	}
	var came time.Time
	if q.stays, came, err = v.unmoved(ctx, q); err != nil {
		return nil, err
	}
	if q.stays.IsZero() && !came.IsZero() {
		reply := says("remind")
		reply.Subject, reply.About = subjectRemind, v.Last().Seq
		reply.Text.Say("That reminder came on ").Claim(v.Heard(), "%s", phrase.Moment(came, v.Now)).Say(", and nothing is set anew. When shall I remind you again: ")
		reply.Text.Claim(v.Heard(), "%s", phrase.Quote(q.what, ownWords)).Say("?")
		return reply, nil
	}
	q, old, err := v.inPlace(ctx, q)
	if err != nil {
		return nil, err
	}
	return replacing(v.set(q, v.Last().Seq, v.Heard()), old), nil
}

// set is the reply to a request: the reminder, or the question for what is missing.
func (v *visit) set(q request, about event.Seq, rests []event.Seq) *turn.Reply {
	reply := says("remind")
	reply.Subject, reply.About = subjectRemind, about
	m, found := q.moment(v.Now)
	switch {
	case !found && q.gone(v.Now) != "":
		reply.Text.Claim(rests, "%s is past.", q.gone(v.Now)).Say(" When shall I remind you?")
	case !found && q.what == "":
		reply.Text.Say("When, and of what?")
	case (!found || q.inDoubt()) && q.occasion != "":
		reply.Text.Say("I can't tell when that is: ").Claim(rests, "%s", phrase.Quote(q.occasion, ownWords))
		reply.Text.Say(". At what time shall I remind you: ").Claim(rests, "%s", phrase.Quote(q.what, ownWords)).Say("?")
	case !found || q.inDoubt() && !m.Unplaced:
		reply.Text.Say("When shall I remind you: ").Claim(rests, "%s", phrase.Quote(q.what, ownWords)).Say("?")
	case m.Unplaced:
		v.askWhoseClock(reply, q, m, rests)
	case m.Several:
		v.askWhichTime(reply, q, m, rests)
	case m.Ambiguous():
		v.askWhichDay(reply, q, m, rests)
	case q.what == "":
		reply.Text.Claim(rests, "%s", v.at(m, true)).Say(". What shall I say then?")
	default:
		v.remindAt(reply, q, m, rests)
	}
	return reply
}

// remindAt sets the reminder and echoes what was understood.
func (v *visit) remindAt(reply *turn.Reply, q request, m when.Match, rests []event.Seq) {
	timed := m.HasTime
	if !timed {
		var ok bool
		if m, ok = daytime(m, v.Now); !ok {
			reply.Text.Say("At what time today? ").Claim(rests, "%s", phrase.Quote(q.what, ownWords)).Say(" waits for it.")
			return
		}
	}
	set := event.ReminderSet{
		Text: q.what, At: m.At.UTC(), Zone: v.zoneOf(m).String(), Floating: m.Floating, Phrase: q.phrase(m),
		Place: v.Place, On: v.Last().On, Audience: v.Audience,
	}
	if m.Recur != nil {
		set.Rule = m.Recur.String()
	}
	reply.Writes = append(reply.Writes, turn.Write{Payload: set, From: rests})
	reply.Text.Claim(rests, "%s: %s.", v.at(m, true), phrase.Quote(q.what, ownWords))
	if !timed {
		reply.Text.Say(" You named no time")
		if hourIn(q.what) {
			reply.Text.Say(" for the reminder")
		}
		reply.Text.Say(", so ").Claim(rests, "%s", m.At.Format("15:04")).Say(".")
	}
	reply.Text.Say(" `cancel %s`, or another time.", reply.Made('r'))
}

// hourToDay is a text with the time of day that stands at its end, "on Friday to call Tom at 3",
// moved to the day that is named before it.
func hourToDay(text string) string {
	day, found := when.Find(text, reading0)
	if !found || day.HasTime {
		return text
	}
	rest := text[day.End:]
	clock, found := when.Find(rest, reading0)
	if !found || !clock.HasTime || clock.HasDay || clock.Recur != nil || clock.Several || clock.Ambiguous() || clock.Event > 0 {
		return text
	}
	between := rest[:clock.Start]
	if strings.TrimSpace(between) == "" || strings.HasPrefix(strings.TrimSpace(between), "that ") || // "that the shop closes at 6"
		strings.Trim(rest[clock.End:], " .!") != "" {
		return text
	}
	joined := text[:day.End] + " " + rest[clock.Start:clock.End]
	if m, ok := when.Find(joined, reading0); !ok || m.Start != day.Start || m.End != len(joined) {
		return text
	}
	return joined + between
}

// zoneOf is the zone that a moment is tied to: the one that was named for it, or the present one.
func (v *visit) zoneOf(m when.Match) *time.Location {
	if m.Zone != nil {
		return m.Zone
	}
	return v.Now.Location()
}

// at words a moment with its zone: "Tue 24 Nov 2026, 15:00 (Melbourne)"; by both clocks where
// another zone was named for it (MESSAGES, rule 14).
func (v *visit) at(m when.Match, zone bool) string {
	there := m.At.In(v.zoneOf(m))
	s := m.At.Format("Mon 2 Jan 2006")
	switch {
	case m.HasTime && there.Format(time.DateTime) != m.At.Format(time.DateTime):
		s = there.Format("Mon 2 Jan 2006, 15:04") + " " + v.Zone(m.Zone, m.At) + " (" + m.At.Format("15:04") + " " + v.Zone(v.Now.Location(), v.Now)
		if there.YearDay() != m.At.YearDay() {
			s += m.At.Format(", Mon 2 Jan")
		}
		s += ")"
	case m.HasTime && zone:
		s += m.At.Format(", 15:04") + " (" + v.Zone(v.Now.Location(), v.Now) + ")"
	case m.HasTime:
		s += m.At.Format(", 15:04")
	}
	if m.Recur == nil {
		return s
	}
	if words := every(m.Recur.String()); words != "" {
		return words + ", first on " + s
	}
	return "Repeating, first on " + s
}

// daytime puts a time on a match that has none: nine in the morning, or today the next of
// noon and six that is half an hour away at least.
func daytime(m when.Match, now time.Time) (when.Match, bool) {
	for _, hour := range []int{morning, 12, 18} {
		if at := m.Clock(hour, 0, now); at.At.Sub(now) >= 30*time.Minute {
			return at, true
		}
	}
	return m, false
}

// askWhichDay asks which reading of a date such as 3/12 was meant.
func (v *visit) askWhichDay(reply *turn.Reply, q request, m when.Match, rests []event.Seq) {
	a, b := m.At.Format("Mon 2 Jan 2006"), m.Other.Format("Mon 2 Jan 2006")
	label := "2 Jan 2006"
	if m.Zone != nil { // the hour here is another one, and may be what is in doubt
		other := m
		other.At = m.Other
		a, b, label = v.at(m, true), v.at(other, true), "2 Jan 15:04"
	}
	reply.Text.Claim(rests, "%s: %s or %s?", phrase.Quote(q.phrase(m), ownWords), a, b)
	for _, day := range []time.Time{m.At, m.Other} {
		words := "remind me on " + day.Format("2 January 2006")
		if m.HasTime {
			words += day.Format(" at 15:04")
		}
		reply.Buttons = append(reply.Buttons, event.Button{Label: day.Format(label), Says: words + " to " + q.what, Once: true})
	}
}

// askWhoseClock asks for the time here where a zone was named that cannot be told.
func (v *visit) askWhoseClock(reply *turn.Reply, q request, m when.Match, rests []event.Seq) {
	reply.Text.Say("I can't tell which clock is meant")
	if said := q.phrase(m); said != "" {
		reply.Text.Say(": ").Claim(rests, "%s", phrase.Quote(said, ownWords))
	}
	reply.Text.Say(". At what time here (%s) shall I remind you", v.Zone(v.Now.Location(), v.Now))
	if q.what != "" {
		reply.Text.Say(": ").Claim(rests, "%s", phrase.Quote(q.what, ownWords))
	}
	reply.Text.Say("?")
}

// askWhichTime asks what is meant where several days or times are named that one reminder
// cannot hold.
func (v *visit) askWhichTime(reply *turn.Reply, q request, m when.Match, rests []event.Seq) {
	said := q.phrase(m)
	if said == "" {
		reply.Text.Say("That is more than one time. Which one?")
		return
	}
	reply.Text.Claim(rests, "%s", phrase.Quote(said, ownWords)).Say(" is more than one time. ")
	weekly := "every " + strings.TrimPrefix(strings.TrimPrefix(said, "on "), "On ")
	each, ok := when.Find(weekly, v.Now)
	if !ok || each.Recur == nil || each.Several || each.End != len(weekly) || q.what == "" {
		reply.Text.Say("Which one?")
		return
	}
	reply.Text.Say("Every week, or only on ").Claim(rests, "%s", m.At.Format("Mon 2 Jan 2006")).Say("?")
	once := "remind me on " + m.At.Format("2 January 2006")
	if m.HasTime {
		once += m.At.Format(" at 15:04")
	}
	reply.Buttons = []event.Button{
		{Label: "Every week", Says: "remind me " + weekly + " to " + q.what, Once: true},
		{Label: "Only " + m.At.Format("2 Jan 2006"), Says: once + " to " + q.what, Once: true},
	}
}

// reminded takes the message after a question about a reminder: the time, the day or the
// words that were missing, or another time for one that was set.
func reminded(ctx context.Context, v *visit) (*turn.Reply, error) {
	a := readAnother(v.Text, v.Now)
	// "no, Friday" and "actually, make it 9" are read as corrections, which here they are not of a statement.
	if v.Command != nil && (!a.timely && a.what == "" || v.Command.Name != "wrong") || v.labelled() {
		return nil, nil
	}
	if _, anew := readRequest(v.Text); anew && !a.asked {
		return nil, nil
	}
	if _, order := readOrder(v.Text); order {
		return nil, nil
	}
	w, ok, err := v.reads(ctx, v.last.About)
	if err != nil || !ok {
		return nil, err
	}
	q, asks, err := v.requestIn(ctx, w)
	if err != nil {
		return nil, err
	}
	rests := append([]event.Seq{w.now()}, v.Heard()...)
	old, set, present, err := v.setBy(ctx, w)
	replaced := event.Seq(0)
	if set != 0 && !present && asks && q.what != old.Text { // what it asks for since the edit is not set yet
		replaced, set = set, 0
	}
	switch {
	case err != nil:
		return nil, err
	case set != 0:
		return v.another(ctx, a, old, set, rests)
	case !asks:
		return nil, nil
	}
	if a.asked && (q.what == "" || a.what != "") { // a request of its own
		return nil, nil
	}
	first, had := q.moment(w.on.In(v.Now.Location()))
	switch {
	case a.timely:
		given := a.given
		if had {
			given = completed(first, given, v.Now)
		}
		q.given = &given
		return replacing(v.set(q, v.last.About, rests), replaced), nil
	case had && q.what == "" && !v.Question && len(v.Text) <= maxReminder:
		if first.At.Before(v.Now) && first.HasTime {
			return nil, nil
		}
		q.given, q.what = &first, tidy(v.Text)
		return replacing(v.set(q, v.last.About, rests), replaced), nil
	}
	return nil, nil
}

// completed is the time given as an answer with what it leaves out of the time asked for: the hour,
// on the clock that was named for it, or the day, where whose hour it is could not be told.
func completed(first, given when.Match, now time.Time) when.Match {
	switch {
	case first.Unplaced && first.HasDay && first.Recur == nil && given.HasTime && !given.HasDay:
		given.At, given.HasDay = onDay(first.At, given.At, given.Zone), true
	case first.Unplaced || !first.HasTime || given.HasTime:
	case first.Zone == nil:
		given = given.Clock(first.At.Hour(), first.At.Minute(), now)
	case given.Recur != nil || given.Ambiguous():
		given.Unplaced = true
	default:
		given.At, given.HasTime, given.Floating, given.Zone = onDay(given.At, first.At, first.Zone), true, false, first.Zone
	}
	return given
}

// onDay is the hour on a day, by the clock of the zone that was named for it; nil is the day's own.
func onDay(day, hour time.Time, named *time.Location) time.Time {
	loc := day.Location()
	if named != nil {
		hour, loc = hour.In(named), named
	}
	y, m, d := day.Date()
	return time.Date(y, m, d, hour.Hour(), hour.Minute(), 0, 0, loc).In(day.Location())
}

// move gives a reminder another time. One that repeats is not moved by a bare time: it
// might be meant for once.
func (v *visit) move(old event.ReminderSet, seq event.Seq, m when.Match, about event.Seq, rests []event.Seq) *turn.Reply {
	if old.Rule != "" || m.Recur != nil || m.Ambiguous() || m.Several || m.Unplaced {
		return nil
	}
	was := old.At.In(v.Now.Location())
	if !m.HasTime {
		m = m.Clock(was.Hour(), was.Minute(), v.Now)
	} else if !m.HasDay { // a bare time leaves the day as it was
		if at := onDay(was, m.At, m.Zone); at.After(v.Now) {
			m.At = at
		}
	}
	if !m.At.After(v.Now) {
		return nil
	}
	reply := says("remind")
	reply.Subject, reply.About = subjectRemind, about
	rests = append(slices.Clone(rests), seq)
	reply.Writes = append(reply.Writes, turn.Write{Payload: event.ReminderMoved{Reminder: seq, To: m.At.UTC()}, From: rests})
	reply.Text.Claim(rests, "%s, moved from %s: %s.", v.at(m, true), was.Format("Mon 2 Jan, 15:04"), phrase.Quote(old.Text, ownWords))
	reply.Text.Say(" `cancel %s`, or another time.", phrase.Handle('r', seq))
	return reply
}

// request is what somebody asks to be reminded of.
type request struct {
	text  string // the whole message
	what  string // without the time
	given *when.Match
	wakes bool // the time is one to get up at

	stays time.Time // when it comes, where an earlier wording had it come at the same words; else zero

	occasion string // what is to happen first, of which nobody tells: "I get home"
	doubtful bool   // more of it may be of when it is to be said than its time
}

// inDoubt is whether its time is still to be asked for, although one was found.
func (q request) inDoubt() bool { return q.doubtful && q.given == nil }

// moment is the time asked for.
func (q request) moment(now time.Time) (when.Match, bool) {
	if q.given != nil {
		return *q.given, true
	}
	m, ok := when.Find(timely(q.text), now)
	if ok && q.wakes && m.HasTime && m.At.Hour() >= 13 && !strings.Contains(strings.ToLower(q.text), "pm") && !strings.Contains(q.text, m.At.Format("15:")) {
		// "at 6:30" is read as half past six in the evening; nobody is woken then.
		if m.At = m.At.Add(-12 * time.Hour); m.At.Before(now) {
			m.At = m.At.AddDate(0, 0, 1)
		}
	}
	if !q.stays.IsZero() {
		m.At = q.stays
	}
	return m, ok
}

// phrase is the time as said.
func (q request) phrase(m when.Match) string {
	if q.given != nil || m.End > len(q.text) || m.Start >= m.End {
		return ""
	}
	return q.text[m.Start:m.End]
}

// gone words a time that was named and is past; "" if none was.
func (q request) gone(now time.Time) string {
	span, ok := when.Period(q.text, now)
	if !ok || span.Ambiguous || span.From.IsZero() || span.To.IsZero() || span.To.After(now) {
		return ""
	}
	if ahead, ok := when.Ahead(q.text, now); ok && !ahead.To.IsZero() && ahead.To.After(now) {
		return "" // "an hour before 3 December": to come, and yet no moment
	}
	return fmt.Sprintf("%s (%s)", phrase.Quote(q.text[span.Start:span.End], ownWords), span.From.Format("Mon 2 Jan 2006"))
}

// triggers are the words that ask for a reminder. A timed one counts only with a time in
// the message, because "tell me to …" and "wake me" are talk without one.
var triggers = []struct {
	words string
	timed bool
	what  string // what is said where nothing follows
}{
	{"remind me", false, ""}, {"set a reminder", false, ""}, {"set me a reminder", false, ""}, {"set up a reminder", false, ""},
	{"give me a reminder", false, ""}, {"i need a reminder", false, ""}, {"i want a reminder", false, ""}, {"add a reminder", false, ""},
	{"create a reminder", false, ""}, {"make a reminder", false, ""}, {"new reminder", false, ""}, {"reminder to", false, ""}, {"reminder:", false, ""},
	{"set an alarm", false, "alarm"}, {"set the alarm", false, "alarm"}, {"set my alarm", false, "alarm"}, {"set alarm", false, "alarm"},
	{"set a timer", false, "timer"}, {"set the timer", false, "timer"}, {"set timer", false, "timer"}, {"start a timer", false, "timer"}, {"timer for", true, "timer"},
	{"don't let me forget", false, ""}, {"do not let me forget", false, ""}, {"dont let me forget", false, ""},
	{"wake me up", true, "wake up"}, {"wake me", true, "wake up"}, {"ping me", true, ""}, {"nudge me", true, ""}, {"notify me", true, ""},
	{"alert me", true, ""}, {"tell me", true, ""},
}

// readRequest reads a request for a reminder. It reports false for anything else, "remind
// me what Ana said" among it. The answer does not depend on the time it is now.
func readRequest(text string) (request, bool) {
	if len(text) > when.Examined {
		text = text[:when.Examined]
	}
	text = strings.ReplaceAll(text, "’", "'")
	if behind, ok := requestBehind(text); ok {
		text = behind
	}
	low := lowered(text)
	for _, t := range triggers {
		at := strings.Index(low, t.words)
		if at < 0 || !wordsEnd(low, at, at+len(t.words)) || !preface(text[:at]) {
			continue
		}
		if t.what == "timer" {
			text = running.ReplaceAllString(text, "in $1")
		}
		text = boundToRule(hourToDay(text))
		at = strings.Index(lowered(text), t.words) // a time may have been moved before it
		read := timely(text)
		q := request{text: text, wakes: strings.HasPrefix(t.words, "wake") || t.what == "alarm"}
		rest := at + len(t.words)
		m, timed := when.Find(read, reading0)
		if t.timed && !timed {
			return request{}, false
		}
		q.what = what(text, rest, m, timed)
		if until, todo, ok := occasion(q.what); ok {
			q.occasion, q.what = until, todo
		} else if asks(text[rest:]) || t.words == "tell me" && !obliges(text, rest, m) {
			return request{}, false
		}
		if timed && q.occasion == "" && doubtful(read, rest, m) {
			q.unsettled(rest, m)
		}
		if q.what == "" {
			q.what = t.what
		}
		return q, true
	}
	if m := happensFirst.FindStringSubmatch(strings.TrimSpace(text)); m != nil && !strings.ContainsAny(text, "?\n") {
		return request{text: text, occasion: m[1], what: tidy(m[2])}, true
	}
	return bareRequest(text)
}

// lowered is a text in small letters, where every byte keeps its place; where it cannot, the text as it is.
func lowered(text string) string {
	if low := strings.ToLower(text); len(low) == len(text) {
		return low
	}
	return text
}

// happensFirst is a request that begins with what it waits for: "when Falk answers, remind me to ask about the VAT".
var happensFirst = regexp.MustCompile(`(?i)^(?:please )?(?:when|whenever|once|if|as soon as|the next time|next time) (.{3,80}?),? (?:please |could you |can you )?remind me (?:to|about|of|that) (.{3,})$`)

// running is how long a timer is to run, as it is asked for.
var running = regexp.MustCompile(`\bfor ((?:\d+|an?|one|two|three|five|ten|fifteen|twenty|thirty|half an)[ -](?:seconds?|minutes?|mins?|hours?)\b)`)

// imperatives are what a note such as "tomorrow 3pm call bank" may ask for. Words that are
// more often something else are left out: a wrong reminder is worse than none.
const imperatives = " bring buy call cancel check clean collect email feed fetch file finish fix get invoice mail order pack pay phone pick post " +
	"prepare print renew reply return ring send sign submit take tidy transfer wash water write "

// longestNote is how many words a note may have behind its time.
const longestNote = 7

// bareRequest reads a note that is a time and what is to be done then, and no more.
func bareRequest(text string) (request, bool) {
	said := strings.TrimSpace(text)
	m, ok := when.Find(said, reading0)
	if !ok || m.Start != 0 || len(said) > maxReminder || strings.ContainsAny(said, "?\n") {
		return request{}, false
	}
	rest := strings.TrimLeft(said[m.End:], " ,:-–")
	words := strings.Fields(plainWords(rest))
	if len(words) < 2 || len(words) > longestNote || !strings.Contains(imperatives, " "+words[0]+" ") || strings.HasPrefix(said[m.End:], "'") {
		return request{}, false
	}
	if _, timed := when.Find(rest, reading0); timed {
		return request{}, false // which of the two is meant is anybody's guess
	}
	for _, w := range words { // "in March pay rises were announced"
		switch w {
		case "is", "are", "was", "were", "has", "had", "will":
			return request{}, false
		}
	}
	switch words[1] { // "tomorrow call with Tom"
	case "with", "at", "from", "by", "in", "went", "care", "place", "and", "or", "that", "of":
		return request{}, false
	}
	return request{text: said, what: tidy(rest)}, true
}

// reading0 is a moment to find phrases of time by, where only their place matters.
var reading0 = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

func wordsEnd(s string, from, to int) bool {
	letter := func(i int) bool { return i >= 0 && i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= 0x80) }
	return !letter(from-1) && !letter(to)
}

// preface says whether what stands before the request is manners or a time, and not a
// sentence: "you could remind me" asks for nothing.
func preface(before string) bool {
	before = strings.Trim(before, " ,.:;!-\n")
	if m, ok := when.Find(before, reading0); ok {
		before = before[:m.Start] + before[m.End:]
	}
	for w := range strings.FieldsSeq(strings.TrimSuffix(plainWords(before), "don't forget to")) {
		switch w {
		case "hey", "hi", "hello", "ok", "okay", "please", "citadel", "can", "could", "would", "will", "you", "and", "also", "so", "then", "good", "morning",
			"thanks", "pls", "kindly", "now", "just", "i'd", "like", "to", "want", "need", "yes", "oh", "no", "actually",
			"great", "perfect", "nice", "cool", "fine", "right", "sure", "lovely", "brilliant":
		default:
			return false
		}
	}
	words := plainWords(before)
	return !strings.HasPrefix(words, "you ") && words != "to"
}

// asks says whether "remind me" is followed by a question.
func asks(rest string) bool {
	switch first, _, _ := strings.Cut(plainWords(rest), " "); first {
	case "what", "who", "whom", "whose", "where", "why", "how", "which", "when", "if", "whether", "again":
		return true
	}
	return false
}

// occasion reads a request that waits for something to happen: "when I get home to feed the cat". What
// asks when something is has no "to" of its own: "when to call Tom", "when I have to be there".
func occasion(said string) (until, todo string, ok bool) {
	low := strings.ToLower(said)
	if len(low) != len(said) {
		return "", "", false
	}
	first, rest, _ := strings.Cut(low, " ")
	if first != "when" && first != "whenever" && first != "if" {
		return "", "", false
	}
	at := strings.Index(rest, " to ")
	if at < 0 || strings.HasPrefix(rest, "to ") {
		return "", "", false
	}
	words := strings.Fields(rest[:at])
	switch words[len(words)-1] {
	case "have", "has", "had", "need", "needs", "want", "wants", "going", "supposed", "got", "ought", "used", "is", "are", "am", "was", "were", "get", "go",
		"goes", "come", "comes", "back", "moved", "moves", "talk", "talked", "spoke", "speak", "said", "wrote", "promised", "agreed", "close", "due", "able", "ready":
		return "", "", false
	}
	if len(words) < 2 {
		return "", "", false
	}
	start := len(first) + 1
	return said[start : start+at], tidy(said[start+at:]), true
}

// obliges says whether "tell me" is followed, the time aside, by "to": tell me at three to
// call.
func obliges(text string, rest int, m when.Match) bool {
	if m.Start >= rest && strings.TrimSpace(text[rest:m.Start]) == "" {
		return strings.HasPrefix(strings.TrimSpace(text[m.End:]), "to ")
	}
	return strings.HasPrefix(strings.TrimSpace(text[rest:]), "to ")
}

// what is the text behind the request without its time.
func what(text string, rest int, m when.Match, timed bool) string {
	said := text[rest:]
	owned := m.End < len(text) && text[m.End] == '\''
	that := strings.HasPrefix(strings.TrimSpace(said), "that ") && !strings.HasPrefix(strings.TrimSpace(said), "that i ") && !strings.HasPrefix(strings.TrimSpace(said), "that I ")
	if timed && m.Start >= rest && !owned && !that {
		said = text[rest:m.Start] + " " + text[m.End:]
	}
	if at := inPassing.FindStringIndex(strings.TrimSpace(said)); at != nil && timed {
		said = strings.TrimSpace(said)[at[1]:]
	}
	if said = tidy(said); said == "" && timed && m.Event >= rest {
		return tidy(text[m.Event:m.End])
	}
	return said
}

// inPassing stands beside a time and tells nothing more of it: "tonight before bed to lock the door".
var inPassing = regexp.MustCompile(`(?i)^,? *(?:before bed|before i go to bed|before going to bed|first thing),? (?:to|about|that) `)

// tidy takes off what joins a reminder to its request.
func tidy(said string) string {
	said = strings.Join(strings.Fields(said), " ")
	for _, mark := range []string{" ,", " .", " :"} {
		said = strings.ReplaceAll(said, mark, mark[1:])
	}
	for {
		said = strings.Trim(said, " ,.:;-!?\"")
		rest, ok := cutAny(said, "to ", "about ", "that I should ", "that I need to ", "that I have to ", "that I must ", "that i should ", "that i need to ",
			"that i have to ", "that ", "of ", "for ", "and ", "please ")
		if !ok {
			break
		}
		said = rest
	}
	for _, end := range []string{" please", ", please", " thanks", ", thanks", " thank you", " to", " about", " that", " of", " for", " at"} {
		said = strings.TrimSuffix(said, end)
	}
	switch said {
	case "to", "about", "that", "it", "please", "instead", "rather":
		said = ""
	}
	if len(said) > maxReminder {
		cut := strings.ToValidUTF8(said[:maxReminder], "")
		said = cut + " …"
	}
	return said
}

// onlyTime reads a message that is nothing but a time, with "at", "make it" or the like
// before it.
func onlyTime(text string, now time.Time) (when.Match, bool) {
	said := strings.TrimSpace(text)
	if len(said) > 100 {
		return when.Match{}, false
	}
	m, ok := when.Find(said, now)
	if !ok {
		m, ok = when.Find("at "+said, now)
		if ok {
			m.Start, m.End = max(0, m.Start-3), m.End-3
		}
	}
	if !ok {
		return when.Match{}, false
	}
	for w := range strings.FieldsSeq(plainWords(said[:m.Start] + " " + said[m.End:])) {
		switch w {
		case "at", "on", "make", "it", "ok", "okay", "please", "no", "better", "rather", "let's", "say", "actually", "the", "then", "instead", "for", "thanks", "in", "and", "from":
		default:
			return when.Match{}, false
		}
	}
	return m, true
}
