package appointment

import (
	"cmp"
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// mostRead is how many of the newest messages, and of the newest memories, are looked through for what he told.
const mostRead = 5000

// longest is how long a sentence may be that tells of a day, in bytes; of a longer one only what was learned of it does.
const longest = 400

// Source is where what he told is read. Its functions may block.
type Source struct {
	Now    time.Time // in the zone where he is
	Events func(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Record, error]
	Read   func(fn func(v memory.View))
	Shown  func(ctx context.Context, seqs ...event.Seq) (bool, error) // whether the reader may see what stands behind all of them
	There  func(at time.Time) time.Time                               // a moment in the zone where he was then; nil for that of Now
}

// Reads are the kinds of event in which it is read.
func Reads() []event.Kind {
	return []event.Kind{event.Heard{}.Kind(), event.Edited{}.Kind(), event.Transcribed{}.Kind(), event.Learned{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind()}
}

// Statement is a sentence of the principal's own words, as it stands: in the last wording of its message, or as it was
// corrected.
type Statement struct {
	Seq     event.Seq // what says so: a memory, or the message of which none was made
	Message event.Seq
	Text    string
	On      time.Time
	Unsure  bool // he doubts it, or hands it on
	Fixed   bool // a birthday
	Changes bool // it says that something is changed
	Beside  bool // it is told beside what it may change, and names no such day itself

	number event.Seq // its place among the statements, in the order in which they were said
}

// Book is all that the principal told of days, and what he said later of that.
type Book struct {
	source     Source
	statements []Statement // oldest first
	numbered   map[event.Seq]int
	hidden     map[event.Seq]bool // by number: it may not be shown
	withdrawn  []Statement        // told here, and taken back where that may not be shown
	read       map[event.Seq]bool // messages
}

// Events makes a ledger.Source of what reads one.
type events func(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Record, error]

func (e events) Events(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Record, error] {
	return e(ctx, q)
}

// Open reads what the principal told.
func Open(ctx context.Context, s Source) (*Book, error) {
	if s.There == nil {
		s.There = func(at time.Time) time.Time { return at.In(s.Now.Location()) }
	}
	r := reading{source: s, from: events(s.Events), wording: map[event.Seq]event.Seq{}, last: map[event.Seq]worded{}, over: map[event.Seq]event.Superseded{},
		learned: map[event.Seq][]memo{}, amended: map[event.Seq][]memo{}, heard: map[event.Seq]bool{}}
	for _, read := range []func(context.Context) error{r.ends, r.wordings, r.memories, r.messages} {
		if err := read(ctx); err != nil {
			return nil, err
		}
	}
	return r.book(ctx)
}

// reading is what is known while a book is read.
type reading struct {
	source  Source
	from    ledger.Source
	over    map[event.Seq]event.Superseded // what is over since it last held
	wording map[event.Seq]event.Seq        // by wording, and by memory: its message
	last    map[event.Seq]worded           // by message: its last wording
	learned map[event.Seq][]memo           // by message
	amended map[event.Seq][]memo           // by message: what corrects it in part
	heard   map[event.Seq]bool
	all     []candidate
}

type worded struct {
	seq  event.Seq
	text string
}

type memo struct {
	seq     event.Seq
	message event.Seq
	learned event.Learned
	old     bool // of a wording that its message has no more
}

// candidate is a statement with what is known of whether it holds.
type candidate struct {
	Statement
	memory event.Seq // zero where none was made
}

// ends reads what is over.
func (r *reading) ends(ctx context.Context) error {
	seen := map[event.Seq]bool{}
	for e, err := range ledger.Each[event.Payload](ctx, r.from, ledger.Query{Kinds: []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}, Newest: true, Limit: mostRead}) {
		if err != nil {
			return err
		}
		switch p := e.Said.(type) {
		case event.Superseded:
			if before, is := r.over[p.Memory]; !seen[p.Memory] || is && !taken(before) && taken(p) {
				r.over[p.Memory] = p
			}
			seen[p.Memory] = true
		case event.Restored:
			seen[p.Memory] = true
		}
	}
	return nil
}

// taken says whether the principal took something back: it never held.
func taken(o event.Superseded) bool {
	return o.Reason == event.Wrong || o.Reason == event.Corrected || o.Reason == event.Undone
}

// wordings reads which messages were edited, or are recordings.
func (r *reading) wordings(ctx context.Context) error {
	for e, err := range ledger.Each[event.Payload](ctx, r.from, ledger.Query{Kinds: []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}, Newest: true, Limit: mostRead}) {
		if err != nil {
			return err
		}
		var message event.Seq
		var text string
		switch p := e.Said.(type) {
		case event.Edited:
			message, text = p.Message, p.Text
		case event.Transcribed:
			message, text = p.Message, p.Text
		}
		r.wording[e.Seq] = message
		if e.Seq > r.last[message].seq {
			r.last[message] = worded{e.Seq, text}
		}
	}
	return nil
}

// memories reads what was learned of his own words.
func (r *reading) memories(ctx context.Context) error {
	for e, err := range ledger.Each[event.Learned](ctx, r.from, ledger.Query{Newest: true, Limit: mostRead}) {
		if err != nil {
			return err
		}
		if len(e.From) == 0 || e.Said.Provenance != event.Stated && e.Said.Provenance != event.Reported {
			continue
		}
		other := false
		r.source.Read(func(v memory.View) { other = v.Origins.Other(e.Seq) })
		if other {
			continue
		}
		said := slices.Max(e.From)
		message := cmp.Or(r.wording[said], said)
		last := r.last[message].seq
		r.wording[e.Seq] = message
		m := memo{e.Seq, message, e.Said, last != 0 && !slices.Contains(e.From, last)}
		r.learned[message] = append(r.learned[message], m)
		for _, of := range e.Said.Amends {
			r.amended[of] = append(r.amended[of], m)
		}
	}
	return nil
}

// messages reads his messages.
func (r *reading) messages(ctx context.Context) error {
	for rec, err := range r.source.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Newest: true, Limit: mostRead}) {
		if err != nil {
			return err
		}
		if rec.Trust != event.ByPrincipal {
			continue
		}
		p, err := rec.Payload()
		if err != nil {
			return err
		}
		h, ok := p.(event.Heard)
		if !ok {
			continue
		}
		r.heard[rec.Seq] = true
		text := h.Text
		if last := r.last[rec.Seq]; last.seq != 0 {
			text = last.text
		}
		if h.Forwarded != "" || h.Handed {
			text = ""
		}
		r.message(rec.Seq, text, h.On)
	}
	for message := range r.learned {
		if !r.heard[message] {
			r.message(message, "", time.Time{})
		}
	}
	return nil
}

// message takes the sentences of a message that tell of a day, or change what was told of one.
func (r *reading) message(seq event.Seq, text string, on time.Time) {
	memos := slices.DeleteFunc(slices.Clone(r.learned[seq]), func(m memo) bool { return m.old })
	corrects := slices.ContainsFunc(memos, func(m memo) bool { return m.learned.Quote == "" })
	own, pasted := words.Pasted(text)
	if pasted {
		text = own
	}
	if c, is := command.Parse(text); corrects || is && c.Name != "wrong" || requests.MatchString(text) {
		text = ""
	}
	used := map[event.Seq]bool{}
	for _, sentence := range sentences(text) {
		if !mayTell(sentence) {
			continue
		}
		if ofAnother(sentence) || len(sentence) > longest || opinion.MatchString(sentence) && !timed(sentence, r.source.There(on)) {
			continue
		}
		c := candidate{Statement: Statement{Seq: seq, Message: seq, Text: sentence, On: on}}
		known := false
		for _, m := range memos {
			if q := bare(m.learned.Quote); q == "" || !strings.Contains(bare(sentence), q) && !(strings.Contains(q, bare(sentence)) && strings.Contains(bare(text), q)) {
				continue
			}
			used[m.seq] = true
			if known && !m.learned.Hedged && m.learned.Provenance == event.Stated { // more was learned of it
				continue
			}
			known = true
			r.take(&c, m)
		}
		if !known {
			c.Unsure = doubts.MatchString(sentence)
		}
		if (known || (extract.Asserts(sentence) || noun.MatchString(sentence)) && !greets.MatchString(sentence)) && !r.promised(sentence, c, memos) {
			r.all = append(r.all, c)
		}
	}
	for _, m := range memos {
		if used[m.seq] || m.learned.Sort == "promise" || m.learned.Sort == "decision" {
			continue
		}
		said := cmp.Or(m.learned.Quote, m.learned.Text)
		if on.IsZero() {
			on = m.learned.On
		}
		for _, sentence := range sentences(said) {
			c := candidate{Statement: Statement{Message: seq, Text: sentence, On: on}}
			r.take(&c, m)
			r.all = append(r.all, c)
		}
	}
}

// take has a statement stand by a memory of it.
func (r *reading) take(c *candidate, m memo) {
	c.Seq, c.memory = m.seq, m.seq
	c.Unsure = m.learned.Hedged || m.learned.Provenance != event.Stated
	c.Fixed = m.learned.Attribute == "birthday"
}

// promised says whether a sentence is a promise, which stands among what is due, or a decision.
func (r *reading) promised(sentence string, c candidate, memos []memo) bool {
	if c.memory != 0 {
		i := slices.IndexFunc(memos, func(m memo) bool { return m.seq == c.memory })
		return memos[i].learned.Sort == "promise" || memos[i].learned.Sort == "decision"
	}
	return slices.ContainsFunc(extract.Read(extract.Utterance{Text: sentence}), func(f extract.Item) bool { return f.Kind == extract.Promise })
}

// book keeps of the sentences those that hold.
func (r *reading) book(ctx context.Context) (*Book, error) {
	slices.SortStableFunc(r.all, func(a, b candidate) int { return cmp.Or(a.On.Compare(b.On), cmp.Compare(a.Message, b.Message)) })
	b := &Book{source: r.source, numbered: map[event.Seq]int{}, hidden: map[event.Seq]bool{}, read: r.heard}
	told := r.all[:0]
	tells := map[event.Seq]bool{} // messages
	for _, c := range r.all {
		c.Fixed = c.Fixed || strings.Contains(strings.ToLower(c.Text), "birthday is ")
		_, c.Changes = ReadChange(c.Text, r.source.There(c.On))
		if !c.Changes && !r.tells(c.Statement) {
			continue
		}
		tells[c.Message] = true
		told = append(told, c)
	}
	for _, c := range told {
		seen, err := r.source.Shown(ctx, c.Seq)
		if err != nil {
			return nil, err
		}
		if o, over := r.ended(c); over {
			by := cmp.Or(r.wording[o.By], o.By)
			if taken(o) {
				shown, err := r.source.Shown(ctx, by)
				if err != nil {
					return nil, err
				}
				if by != 0 && seen && !shown {
					b.withdrawn = append(b.withdrawn, c.Statement)
				}
				continue
			}
			if by == 0 || o.Reason != event.Changed || !tells[by] && !r.doubted(by) {
				continue
			}
		}
		c.number = event.Seq(len(b.statements) + 1)
		b.hidden[c.number] = !seen
		b.statements = append(b.statements, c.Statement)
	}
	return b, nil
}

// tells says whether a statement names a day that is to come from when it was said.
func (r *reading) tells(s Statement) bool {
	day, named := when.Ahead(s.Text, r.source.There(s.On))
	return named && (s.Fixed || toComeOn(s.Text, day))
}

// toComeOn says whether a sentence speaks of what is to be on a day that it names, if not all of it then the part with that:
// "the meeting went well, the next one is on Tuesday".
func toComeOn(text string, day when.Span) bool {
	if ToCome(text) {
		return len(Matter(text)) > 0
	}
	from, to := 0, len(text)
	for _, at := range parting.FindAllStringIndex(text, -1) {
		if at[1] <= day.Start {
			from = at[1]
		} else if at[0] >= day.End {
			to = min(to, at[0])
		}
	}
	part := flat(text[from:to])
	return (from > 0 || to < len(text)) && ToCome(part) && slices.ContainsFunc(coming, func(w string) bool { return strings.Contains(part, w) })
}

// parting stands between two parts of a sentence, each of which may tell something.
var parting = regexp.MustCompile(`(?i)[,;:] |,? (?:and|but) `)

// ofAnother says whether a sentence is told as somebody's words. A day before a colon is none: "Wednesday: dentist at 10".
func ofAnother(sentence string) bool {
	name, _ := words.Speaker(sentence)
	if name == "" {
		return false
	}
	_, day := when.Ahead(name, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	return !day
}

var (
	// noun begins what is no order although its first word may be one: "call with Ana on Tuesday".
	noun = regexp.MustCompile(`(?i)^\pL+ (?:with|club)\b`)
	// opinion is in what says how somebody finds a day, or what there is on it.
	opinion = regexp.MustCompile(`(?i)^\pL+ (?:really |also |do |don't |doesn't |quite )?(?:like|love|hate|prefer|enjoy|adore)s?\b|\bfavou?rites?\b`)
	// greets begins what names a day and tells nothing of it.
	greets = regexp.MustCompile(`(?i)^(?:happy|merry|good|have a|enjoy|done|weather|forecast)\b`)
)

// timed says whether a sentence names an hour.
func timed(sentence string, on time.Time) bool {
	at, ok := when.Find(sentence, on)
	return ok && at.HasTime
}

// ended gives by what a statement is over.
func (r *reading) ended(c candidate) (event.Superseded, bool) {
	for _, seq := range []event.Seq{c.memory, c.Message} {
		if o, over := r.over[seq]; over && seq != 0 && (seq == c.memory || taken(o)) {
			return o, true
		}
	}
	for _, m := range r.amended[c.Message] {
		if _, over := r.over[m.seq]; !over && shares(Matter(m.learned.Text), Matter(c.Text)) {
			return event.Superseded{Memory: c.Message, By: m.message, Reason: event.Corrected}, true
		}
	}
	return event.Superseded{}, false
}

// doubted says whether all that was learned of a message is in doubt.
func (r *reading) doubted(message event.Seq) bool {
	memos := r.learned[message]
	return len(memos) > 0 && !slices.ContainsFunc(memos, func(m memo) bool { return !m.learned.Hedged })
}

func shares(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return true
		}
	}
	return false
}

// Day is what is told of some days.
type Day struct {
	Told   []Statement // newest first
	Beyond bool        // what may not be shown says more of it
}

// Read says whether a message is one of those that were read.
func (b *Book) Read(message event.Seq) bool { return b.read[message] }

// On gives what is to be told of some days, of which from is the first and to the one behind the last.
func (b *Book) On(from, to time.Time) Day {
	var said []Saying
	var changes, hidden []Change // newest first
	kept := map[string]event.Seq{}
	for _, s := range slices.Backward(b.statements) {
		there := b.source.There(s.On)
		c, changed := ReadChange(s.Text, there)
		if changed {
			c.Seq, c.unsure = s.number, c.unsure || s.Unsure
		}
		x, tells := b.saying(s, c, changed, from)
		x.Since = len(changes)
		same := bare(s.Text) + x.From.Format(time.RFC3339)
		if again := kept[same]; tells && (again == 0 || b.hidden[again] && !b.hidden[s.number]) {
			kept[same] = s.number
			said = append(said, x)
		}
		switch {
		case !changed:
		case b.hidden[s.number]:
			hidden = append(hidden, c)
		default:
			changes = append(changes, c)
		}
	}
	var day Day
	for _, number := range AsTheyStand(said, changes, from, to) {
		s := b.statements[number-1]
		s.Beside = !slices.ContainsFunc(said, func(x Saying) bool { return x.Seq == number })
		if !b.hidden[number] {
			day.Told = append(day.Told, s)
		}
	}
	for i := range said {
		of := &said[i]
		in := !of.From.Before(from) && of.From.Before(to)
		day.Beyond = day.Beyond || in && !b.hidden[of.Seq] && slices.ContainsFunc(hidden, func(c Change) bool { return c.Seq > of.Seq && c.Concerns(of) })
	}
	for _, s := range b.withdrawn {
		x, tells := b.saying(s, Change{}, false, from)
		day.Beyond = day.Beyond || tells && !x.From.Before(from) && x.From.Before(to)
	}
	return day
}

// saying is what a statement tells of a day.
func (b *Book) saying(s Statement, c Change, changed bool, from time.Time) (Saying, bool) {
	x := Saying{Seq: s.number, Text: s.Text, Fixed: s.Fixed}
	if changed && c.Comes {
		y, m, d := c.Day.Date()
		x.From = time.Date(y, m, d, 0, 0, 0, 0, c.Day.Location())
		x.To = x.From.AddDate(0, 0, 1)
		return x, true
	}
	day, named := when.Ahead(s.Text, b.source.There(s.On))
	if !named || !s.Fixed && !toComeOn(s.Text, day) {
		return x, false
	}
	if s.Fixed { // of every year
		morning := from.Add(-time.Minute)
		again, is := when.Ahead(s.Text, morning)
		if is && again.From.Month() == day.From.Month() && again.From.Day() == day.From.Day() {
			day = again
		}
	}
	if day.Ambiguous || day.From.IsZero() || day.To.IsZero() {
		return x, false
	}
	x.From, x.To = day.From, day.To
	return x, true
}

// requests are messages that want something set, which is told as such.
var requests = regexp.MustCompile(`(?i)\b(?:remind (?:me|us)|reminders?|snooze)\b`)

// sentences are the sentences of a text.
func sentences(text string) (all []string) {
	for _, line := range strings.Split(text, "\n") {
		start := 0
		for _, end := range ends.FindAllStringIndex(line, -1) {
			next := strings.TrimLeft(line[end[1]:], `"'(`)
			if abbreviated.MatchString(line[start:end[0]+1]) || next != "" && !unicode.IsUpper([]rune(next)[0]) {
				continue
			}
			all, start = append(all, line[start:end[1]]), end[1]
		}
		all = append(all, line[start:])
	}
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

var (
	ends        = regexp.MustCompile(`[.!?]+\s+`)
	abbreviated = regexp.MustCompile(`(?i)\b(?:dr|mr|mrs|ms|st|prof|a\.m|p\.m|e\.g|i\.e|etc|[a-z])\.$`)
)

// bare is a sentence without what ends it, in small letters.
func bare(text string) string {
	return strings.ToLower(strings.Trim(strings.TrimSpace(text), ".!"))
}

// mayTell says, at a glance, whether a sentence may tell of a day or change what was told of one. Most do not.
func mayTell(sentence string) bool {
	low := strings.ToLower(sentence)
	if slices.ContainsFunc(changing, func(sign string) bool { return strings.Contains(low, sign) }) {
		return true
	}
	for word := range strings.FieldsFuncSeq(low, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		if word[0] >= '0' && word[0] <= '9' || len(word) >= len("mon") && dated[word[:len("mon")]] || mends.MatchString(word) {
			return true
		}
	}
	return false
}

var (
	// changing stand in whatever ReadChange reads, beside the words that mend.
	changing = []string{
		"cancel", "off", "fell through", "happen", "take place", "to go", "to come", "to be", "to attend", "moved", "moves", "postpon", "reschedul", "shift", "delay",
		"put back", "push", "forward", "changed", "instead", "now", "later", "earlier", "back on", "on again", "after all", "still on", "going ahead",
	}
	// dated are how the words begin by which package when knows a day.
	dated = beginnings(`mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec tod ton tom day wee nex thi fir sec las end eas chr new
		ten one two thr fou fiv six sev eig nin ele twe yea mid noo mor eve aft hol bir`)
)

func beginnings(words string) map[string]bool {
	all := map[string]bool{}
	for begin := range strings.FieldsSeq(words) {
		all[begin] = true
	}
	return all
}
