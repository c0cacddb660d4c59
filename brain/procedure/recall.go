package procedure

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/brain/appointment"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
)

// most is how many quotes an answer holds.
const most = 5

// answerFromMemory answers questions about what was said: with the fact where the words say
// it beyond doubt, else with the words themselves. It leaves to shrug what asks for an
// opinion or for knowledge of the world.
func answerFromMemory(ctx context.Context, v *visit) (*turn.Reply, error) {
	if !v.asks() && !asksForMemory(v.Text) || wantsThought(v.Text) {
		return nil, nil
	}
	r, err := v.read(ctx)
	if err != nil {
		return nil, err
	}
	reply := says("recall")
	reply.Direct, reply.To, reply.Among = r.to != memory.Sight{}, r.to, r.result.Among
	if r.question.Expects == extract.List && r.question.Attribute == "" && r.asksForAll() {
		items, err := r.allOf(ctx)
		if err != nil {
			return nil, err
		}
		if len(items) > 0 {
			v.listing(reply, r, items)
			return reply, nil
		}
	}
	if r.question.Attribute == "promise" {
		if done, err := v.due(ctx, reply, r.question); done || err != nil {
			return reply, err
		}
	}
	if r.timed && r.result.Bounded {
		v.period(reply, r)
		return reply, nil
	}
	if r.past != (past{}) && (r.found() || len(r.states(v.Now.Location())) > 0) {
		if states := r.states(v.Now.Location()); len(states) > 0 { // by what it ended, need not say what it was
			if err := r.widen(ctx, r.item(states[0].fact)); err != nil {
				return nil, err
			}
		}
		if v.then(reply, r) {
			return reply, nil
		}
	}
	if done, err := v.report(ctx, reply, r); done || err != nil {
		return reply, err
	}
	if v.namesakes(reply, r) {
		return reply, nil
	}
	if i, away := r.backThen(); away {
		v.until(reply, r, i)
		return reply, nil
	}
	if i, away := r.awayThen(); away {
		v.quote(&reply.Text, i, r.excerpt(i.Text), ownWords)
		reply.Text.Say(".")
		reply.Found = r.result.Used(i.Seq)
		return reply, nil
	}
	best, sure := extract.Answer(r.question, r.contenders())
	if best >= 0 && !sure {
		best = r.ownWord(best)
	}
	if best >= 0 && r.result.Items[r.of[best]].Speaker == "" && r.answers(best) {
		if done, err := v.replaced(ctx, reply, r, best); done || err != nil {
			return reply, err
		}
		if err := r.widen(ctx, r.item(best)); err != nil {
			return nil, err
		}
		if older, newer, disagree := r.disagrees(best); disagree {
			v.both(reply, r, older, newer)
		} else if too := r.holdToo(best); len(too) > 0 {
			v.fact(reply, r, best, sure)
			v.tooHold(reply, r, r.item(best).Seq, too)
		} else if i, since := r.since(r.result.Items[r.of[best]], r.result.Items); since && extract.Several(r.facts[best].Attribute) && !changes(i.Text) && len(r.alsoAnswer(best)) == 0 {
			v.quotes(reply, r, []recall.Item{i, r.item(best)}) // another brother replaces none
		} else if since {
			v.changed(reply, r, i, r.facts[best], r.result.Items[r.of[best]])
		} else {
			v.fact(reply, r, best, sure)
			v.mayBeOff(reply, r, r.item(best))
		}
		return reply, v.alsoToCome(ctx, reply, r)
	}
	if v.allPaid(reply, r) {
		return reply, nil
	}
	items := r.nearest()
	if best >= 0 && r.bears(r.result.Items[r.of[best]]) && r.result.Items[r.of[best]].Speaker == "" {
		fact := r.result.Items[r.of[best]]
		if len(items) == 0 || r.coverage(fact) >= r.coverage(items[0]) { // not drawer 9 where drawer 3 is asked for
			items = first(items, fact)
		}
	}
	if len(items) == 0 || r.covered(items) < nothingBelow {
		if done, err := v.afterwards(ctx, reply, r); !done {
			return nil, err
		}
		return reply, nil
	}
	items = r.fitFirst(r.namedFirst(r.byDoer(items)))
	items, rivals := r.standing(items)
	if rivals != nil {
		v.rivalry(reply, r, rivals)
		return reply, nil
	}
	if err := r.widen(ctx, items[0]); err != nil {
		return nil, err
	}
	if i, since := r.since(items[0], r.result.Items); since {
		items = first(items, i)
	}
	v.quotes(reply, r, items)
	return reply, v.alsoToCome(ctx, reply, r)
}

// ownWord is the newest of what the principal said in his own name of the matter of a fact that he handed on of
// somebody else; that fact itself where he said nothing of it. Neither is sure then, but his comes first.
func (r *reading) ownWord(best int) int {
	f, own := r.facts[best], -1
	if f.Source == "" || f.Attribute == "" {
		return best
	}
	for k, o := range r.facts {
		if o.Source == "" && o.Attribute == f.Attribute && o.Subject == f.Subject && !o.Superseded && !o.Negated && r.answers(k) && (own < 0 || o.At.After(r.facts[own].At)) {
			own = k
		}
	}
	if own < 0 {
		return best
	}
	return own
}

// asks says whether the message is a question. One without a question mark that tells
// something is none, however it begins: "had coffee with Olu, he is leaving".
func (v *visit) asks() bool {
	if !v.Question || strings.ContainsAny(v.Text, "?？؟") {
		return v.Question
	}
	first, _, _ := strings.Cut(lead(plainWords(v.Text)), " ")
	switch first {
	case "what", "what's", "whats", "who", "who's", "whom", "whose", "where", "where's", "when", "when's", "why", "how", "how's", "which":
		return true
	}
	return len(v.own()) == 0 && !strings.Contains(first, "'")
}

// asksForMemory says whether a message that is no question asks for what is remembered.
func asksForMemory(text string) bool {
	low := plainWords(text)
	low, _ = cutAny(low, "please ", "citadel ")
	for _, lead := range []string{"tell me about ", "tell me what you know ", "tell me everything ", "tell me what ", "tell me when ", "tell me where ",
		"tell me who ", "remind me what ", "remind me where ", "remind me who ", "remind me when ", "remind me how ", "remind me why ", "remind me which ",
		"remind me again what ", "remind me again where ", "remind me again who ", "remind me again when ", "remind me again how ", "remind me again why ",
		"remind me again which ", "remind me again about ", "remind me of what ",
		"show me ", "list ", "i want to know ", "i'd like to know ", "i need to know ", "give me everything ", "everything about ", "everything on "} {
		if strings.HasPrefix(low, lead) {
			return true
		}
	}
	return false
}

// answers says whether a fact is of the attribute, the kind or the speaker asked for, and
// not merely near.
func (r *reading) answers(fact int) bool {
	q, f := r.question, r.facts[fact]
	switch {
	case q.Attribute == "promise" || q.Attribute == "decision" || q.Attribute == "rule" || q.Attribute == "feeling":
		return string(f.Kind) == q.Attribute || q.Attribute == "feeling" && f.Kind == extract.Emotion
	case q.Expects == extract.Report:
		return (q.Topic == "" || share(q.Topic, f.Quote) > 0) && (q.To == "" || share(q.To, f.Quote) == 1)
	case q.Expects == extract.Reason:
		return f.Reason != ""
	case q.Attribute == "":
		return false
	case f.Attribute == "":
		return false
	}
	// Said without doubt, without a denial and without rivals, would it be claimed? The other facts stay, for
	// they may tell who "my sister" is.
	rest := make([]extract.Item, 0, len(r.facts))
	for i, other := range r.facts {
		if i != fact && extract.Matter(other.Attribute) != extract.Matter(f.Attribute) && !r.ofOneSort(other, f) {
			rest = append(rest, other)
		}
	}
	f.Hedge, f.Source, f.Superseded, f.Negated = "", "", false, false
	best, sure := extract.Answer(q, append(rest, f))
	return sure && best == len(rest)
}

// disagrees finds a statement that says otherwise than a fact, where the newer of the two does not
// say that something changed.
func (r *reading) disagrees(fact int) (older, newer int, ok bool) {
	f := r.facts[fact]
	for i, other := range r.facts {
		if i == fact || other.Superseded || other.Attribute == "" || other.Source != f.Source || other.At.Equal(f.At) {
			continue
		}
		older, newer = i, fact
		if f.At.Before(other.At) {
			older, newer = fact, i
		}
		old, now := r.facts[older], r.facts[newer]
		if r.agree(r.item(older), r.item(newer)) {
			continue
		}
		if now.Value == "" || now.Kind == extract.Correction || changes(now.Quote) || appointment.Shifts(now.Quote) || now.Attribute == "place" && oneOf(now.Quote, " put hid stored hung ") {
			continue
		}
		if c := extract.Conflict(old, now); c == extract.Contradiction || c == extract.ChangedValue && newer == fact {
			return older, newer, true
		}
	}
	return 0, 0, false
}

// fact answers with what the words say: the value first, then the words and whose they are.
func (v *visit) fact(reply *turn.Reply, r *reading, best int, sure bool) {
	f, item := r.facts[best], r.result.Items[r.of[best]]
	rests := []event.Seq{item.Seq}
	value, words := v.value(r.question, f), uncut(item.Text, f)
	several, beside := r.asksForSeveral(best), r.alsoAnswer(best)
	if r.question.Expects == extract.Amount && figuredAfter(item, f) {
		value, words = "", r.excerpt(item.Text)
	}
	switch {
	case value == "" && r.question.Attribute == "age" && f.Attribute == "birthday":
		reply.Text.Say("I don't have the year. ")
	case several && len(beside) > 0:
		if sure {
			v.values(reply, r, append([]int{best}, beside...))
		}
	case limited.MatchString(words) || extract.Adds(words) && !extract.Adds(r.question.Text): // the value alone would say too much, or claim to be the one
	case value == "" || !item.Reversed.IsZero(): // what was reversed is no answer by itself
	case sure:
		reply.Text.Claim(rests, "%s: ", headed(f.Attribute, value))
	case f.Hedge != "":
		reply.Text.Claim(rests, "Possibly %s: ", value)
	}
	v.quote(&reply.Text, item, words, ownWords)
	reply.Text.Say(".")
	shown := []event.Seq{item.Seq}
	if old, ok := r.replacedBy(best); ok {
		v.was(reply, r.item(old), r.facts[old].Quote)
		shown = append(shown, r.item(old).Seq)
	}
	if several || r.question.Expects == extract.List || r.question.Attribute == "promise" || !sure || extract.Adds(f.Quote) && f.Attribute != "" {
		shown = v.others(reply, r, best, shown)
	}
	reply.Found = r.result.Used(shown...)
}

// limited is a statement that takes something of it back: "tea, but not green tea".
var limited = regexp.MustCompile(`(?i)\b(?:but (?:not|no|only|never|hardly)|except|apart from|unless|only if|other than)\b`)

// figuredAfter says whether the same message goes on with another figure of what has been paid or changed since, so that
// the fact alone is not how it stands: "Hugo owes me 80 euros. He gave me 30 back."
func figuredAfter(i recall.Item, f extract.Item) bool {
	at := strings.Index(i.Text, f.Quote)
	if at < 0 || f.Quote == "" {
		return false
	}
	rest := i.Text[at+len(f.Quote):]
	if _, ended := extract.Ends(f.Quote, rest); !ended && !changes(rest) {
		return false
	}
	return figures(rest, i.On) > 0
}

// value words what a fact says, as an answer to the question; "" where the quote must
// speak for itself.
func (v *visit) value(q extract.Question, f extract.Item) string {
	switch {
	case q.Expects == extract.YesNo && f.Negated:
		return "No"
	case f.Negated: // the words say who or what it is not
		return ""
	case q.Expects == extract.YesNo && q.Value != "" && share(q.Value, f.Value) == 1:
		return "Yes"
	case q.Expects == extract.Reason && f.Reason != "":
		return f.Reason
	case f.Kind == extract.Decision || f.Kind == extract.Promise || f.Kind == extract.Rule || f.Kind == extract.Emotion || f.Kind == extract.Statement:
		return ""
	case q.Attribute == "who" && f.Subject == extract.Me:
		return "Your " + f.Attribute
	case q.Attribute == "who" && f.Attribute == "employer":
		return "" // a firm is not who somebody is
	case q.Attribute == "who" && f.Attribute != "role":
		return f.Subject + "'s " + f.Attribute
	case q.Value != "" && len(q.Subjects) == 0 && strings.Contains(strings.ToLower(f.Quote), " and "+strings.ToLower(f.Subject)+" "):
		return "" // who else it is, the words say
	case q.Value != "" && len(q.Subjects) == 0:
		return f.Subject
	case q.Attribute == "age" && f.Attribute == "birthday":
		return v.age(f)
	case q.Expects == extract.Date:
		return v.date(f)
	case f.Attribute == "owes":
		what, _ := extract.ToMe(f.Value)
		return what
	}
	return f.Value
}

// age is how many years ago a birth was, today: "74 or 75" where only a month or a year of it was said that the
// birthday of this year may still be in; "" where its year was not said.
func (v *visit) age(born extract.Item) string {
	day, ok := when.Period(born.Value, v.There(born.At))
	if year := strings.TrimSpace(born.Value); !ok && len(year) == len("2006") {
		if from, err := time.ParseInLocation("2006", year, v.Now.Location()); err == nil {
			day, ok = when.Span{From: from, To: from.AddDate(1, 0, 0)}, true
		}
	}
	if !ok || !strings.Contains(born.Value, strconv.Itoa(day.From.Year())) {
		return ""
	}
	oldest, youngest := yearsSince(day.From, v.Now), yearsSince(day.To.AddDate(0, 0, -1), v.Now)
	if oldest != youngest {
		return fmt.Sprintf("%d or %d", youngest, oldest)
	}
	return strconv.Itoa(oldest)
}

// yearsSince is how many years are full between a day and now.
func yearsSince(day, now time.Time) int {
	years := now.Year() - day.Year()
	if now.Before(day.AddDate(years, 0, 0)) {
		years--
	}
	return years
}

// date is the value of a fact that is a day, made absolute where it was said relative to
// the day it was said on (MESSAGES 13).
func (v *visit) date(f extract.Item) string {
	on := v.There(f.At)
	said := f.Value
	if m, ok := when.Find(said, on); f.When.Text != "" && !(ok && m.HasDay && extract.Alike("date", f.Attribute)) {
		said = f.When.Text
	}
	if appointment.Shifts(f.Quote) { // an hour later than what?
		return ""
	}
	if lasts.MatchString(f.Quote) && !displaced.MatchString(f.Quote) {
		return "" // of the days of a stretch the first is no better an answer than the last
	}
	m, ok := when.Find(said, on)
	if !ok || m.Ambiguous() || m.Recur != nil || namesDay(said) {
		return f.Value
	}
	if !m.HasDay { // "at 8:30" names no day, and gets none
		return f.Value
	}
	// What takes place tells which nine o'clock is meant, and stands beside the time.
	if whole, ok := when.Find(f.Quote, on); ok && m.HasTime && whole.HasTime && whole.At.Format(time.DateOnly) == m.At.Format(time.DateOnly) {
		m = whole
	}
	if m.HasTime {
		return m.At.Format("Mon 2 Jan 2006, 15:04")
	}
	return m.At.Format("Mon 2 Jan 2006")
}

// namesDay says whether a phrase of time names a month or is written in figures, and so
// means the same on any day.
func namesDay(said string) bool {
	for word := range strings.FieldsSeq(plainWords(said)) {
		if len(word) >= 3 && strings.Contains(" january february march april may june july august september october november december ", " "+word) {
			return true
		}
	}
	return strings.ContainsAny(said, "/-") && strings.ContainsAny(said, "0123456789")
}

// both answers with two statements that disagree (MESSAGES 17).
func (v *visit) both(reply *turn.Reply, r *reading, older, newer int) {
	a, b := r.facts[older], r.facts[newer]
	v.disagreement(reply, r.result.Items[r.of[older]], a, r.result.Items[r.of[newer]], b)
	reply.Found = r.result.Used(r.result.Items[r.of[older]].Seq, r.result.Items[r.of[newer]].Seq)
}

// stale says that everything read in an item was superseded.
func (r *reading) stale(i recall.Item) bool {
	n := 0
	for k, f := range r.facts {
		if r.result.Items[r.of[k]].Seq == i.Seq {
			if !f.Superseded {
				return false
			}
			n++
		}
	}
	return n > 0
}

// asksForAll says whether a question asks for nothing about those whom it names but what
// there is.
func (r *reading) asksForAll() bool {
	subjects := meaning(strings.Join(r.question.Subjects, " "))
	for _, w := range r.weights {
		if !subjects[w.term] && w.term != "list" && w.term != "show" && w.term != "give" {
			return false
		}
	}
	return true
}

// gatheredOfAll is how many messages are gathered to count those of a matter, and to find the newest, where there are more than
// are gathered for any other question.
const gatheredOfAll = 400

// allOf is all of what may lie outside what was gathered, too: by what fits best, the newest would be missing.
func (r *reading) allOf(ctx context.Context) ([]recall.Item, error) {
	items := r.all()
	if len(r.result.Items) < gathered {
		return items, nil
	}
	q := r.query
	q.Limit = gatheredOfAll
	found, err := recall.Recall(ctx, r.turn, q)
	if err != nil {
		return nil, err
	}
	if err := r.takeAll(ctx, found); err != nil {
		return nil, err
	}
	return r.all(), nil
}

// all are the items about whom or what the question names.
func (r *reading) all() []recall.Item {
	names := slices.Concat(r.question.Subjects, r.called())
	var items []recall.Item
	for k, i := range r.result.Items {
		about := slices.ContainsFunc(names, func(n string) bool { return n != extract.Me && share(n, i.Speaker+" "+i.Text) == 1 })
		for f := range r.facts {
			about = about || r.of[f] == k && slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, r.facts[f].Subject) })
		}
		if about && !r.stale(i) {
			items = append(items, i)
		}
	}
	return items
}

// first puts an item in front.
func first(items []recall.Item, one recall.Item) []recall.Item {
	rest := slices.DeleteFunc(slices.Clone(items), func(i recall.Item) bool { return i.Seq == one.Seq })
	return append([]recall.Item{one}, rest...)
}

// quotes answers with words as they were said: the nearest in the first line, the others
// newest first. Where little of the question is found in any of them, or the one who is
// asked about never spoke of it, the line says so.
func (v *visit) quotes(reply *turn.Reply, r *reading, items []recall.Item) {
	items = items[:min(len(items), most)]
	wrote := false
	switch name := r.unsaid(items); {
	case name != "":
		reply.Text.Say("I have nothing about this from ").Claim(v.Heard(), "%s", name).Say(". Nearest: ")
	case r.covered(items) < nearestBelow, !r.ofKind(items[0]), r.doneBy(r.doer(), items[0]) == otherDoer:
		reply.Text.Say("Nearest: ")
	case v.Audience == event.Shared && !reply.Direct:
		reply.Text.Say("From this channel: ")
		wrote = items[0].Speaker != ""
	case r.question.Expects == extract.Person && items[0].Speaker == "":
		if who := extract.HasSince(items[0].Text, r.question.Text); who != "" {
			reply.Text.Claim([]event.Seq{items[0].Seq}, "%s: ", who)
		}
	}
	v.dated(reply, r, items[0])
	if wrote {
		v.wrote(&reply.Text, items[0], r.excerpt(items[0].Text))
	} else {
		v.quote(&reply.Text, items[0], r.lead(items[0]), ownWords)
	}
	reply.Text.Say("%s.", standing(items[0], items))
	shown := []event.Seq{items[0].Seq}
	var over []recall.Item // by what is told first
	rest := slices.DeleteFunc(slices.Clone(items[1:]), func(i recall.Item) bool {
		if r.ends(i, items[0]) {
			over = append(over, i)
			return true
		}
		return false
	})
	recall.NewestFirst(rest)
	if recall.NewestFirst(over); len(over) > 0 {
		v.was(reply, over[0], r.excerpt(over[0].Text))
		shown = append(shown, over[0].Seq)
	}
	for k, i := range rest {
		if k == 0 {
			reply.Text.Break().Say("Also:")
		}
		var line phrase.Text
		v.quote(&line, i, r.excerpt(i.Text), listWords)
		line.Say("%s", standing(i, items))
		if !addItem(&reply.Text, &line) {
			break
		}
		shown = append(shown, i.Seq)
	}
	reply.Found = r.result.Used(shown...)
}

// standing says of a quote whether all of it still holds and, beside one of which part does not,
// that this is how things are now (SPEC §13.3).
func standing(i recall.Item, among []recall.Item) string {
	switch {
	case len(i.Gone) > 0:
		return ", in part no longer current"
	case i.Renews && slices.ContainsFunc(among, func(o recall.Item) bool { return len(o.Gone) > 0 }):
		return ", current"
	}
	return ""
}

// dated puts before the quote that answers "when" the day that its own words name, made
// absolute by the day they were said on: "I went yesterday" (MESSAGES 13).
func (v *visit) dated(reply *turn.Reply, r *reading, i recall.Item) {
	if r.question.Expects != extract.Date || r.unsaid([]recall.Item{i}) != "" || r.coverage(i) < nearestBelow {
		return
	}
	said, on := whereTo(r.excerpt(i.Text)), v.There(i.On)
	day := relativeDay(said, on)
	if day == "" {
		day = weekdayAhead(said, on)
	}
	if day != "" {
		if m, ok := when.Find(said, on); ok && m.HasDay && m.HasTime && !m.Ambiguous() && m.Recur == nil {
			day = m.At.Format("Mon 2 Jan 2006, 15:04")
		}
		reply.Text.Claim([]event.Seq{i.Seq}, "%s: ", day)
	}
}

// listing answers "what do you know about X", newest first.
func (v *visit) listing(reply *turn.Reply, r *reading, items []recall.Item) {
	seqs := make([]event.Seq, len(items))
	for i := range items {
		seqs[i] = items[i].Seq
	}
	count := phrase.Count(len(items), "message")
	if len(r.result.Items) >= gatheredOfAll { // more may have lain outside what was gathered
		count = "at least " + count
	}
	name := strings.Join(r.question.Subjects, " and ")
	if rest, ok := cutAny(name, "my ", "our "); ok {
		name = "your " + rest
	}
	recall.NewestFirst(items)
	shown := items[:min(len(items), most)]
	reply.Text.Claim(seqs, "About %s I have %s.", withArticle(v.Text, name), count)
	for _, i := range shown {
		v.quote(reply.Text.Item(), i, r.excerpt(i.Text), listWords)
		reply.Text.Say("%s", standing(i, shown))
	}
	if len(items) > len(shown) {
		reply.Text.Break().Say("`find %s` shows the rest.", strings.TrimPrefix(name, "your "))
	}
	for i := range shown {
		seqs[i] = shown[i].Seq
	}
	reply.Found = r.result.Used(seqs[:len(shown)]...)
}

// period answers "what did I say in September?", newest first.
func (v *visit) period(reply *turn.Reply, r *reading) {
	items := r.result.Items
	seqs := make([]event.Seq, len(items))
	for i := range items {
		seqs[i] = items[i].Seq
	}
	ordered := slices.Clone(items)
	recall.NewestFirst(ordered)
	from, to := ordered[len(ordered)-1].On.In(v.Now.Location()), ordered[0].On.In(v.Now.Location())
	days := from.Format("2 Jan 2006")
	if last := to.Format("2 Jan 2006"); last != days {
		days += " to " + last
	}
	count := phrase.Count(len(items), "message")
	if len(items) == gathered {
		count = "more than " + phrase.Count(gathered-1, "message")
	}
	reply.Text.Claim(seqs, "%s: %s.", days, count)
	for _, i := range ordered[:min(len(ordered), most)] {
		v.quote(reply.Text.Item(), i, i.Text, phrase.MaxQuote)
		reply.Text.Say("%s", standing(i, ordered))
	}
	if len(items) > most {
		reply.Text.Break().Say("`find WORDS` searches the rest.")
	}
	shown := make([]event.Seq, 0, most)
	for _, i := range ordered[:min(len(ordered), most)] {
		shown = append(shown, i.Seq)
	}
	reply.Found = r.result.Used(shown...)
}
