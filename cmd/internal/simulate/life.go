package simulate

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
)

// Where a life is lived, and where its journeys go.
var (
	lived   = zone("Australia/Melbourne")
	visited = zone("Europe/Lisbon")
)

// began is the first day of every life.
var began = time.Date(2026, time.March, 2, 0, 0, 0, 0, lived)

// moves is how he says where he is now.
const moves = "my time zone is "

func zone(name string) *time.Location {
	l, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the program carries the zones it names
	}
	return l
}

// deed is one thing that the person does.
type deed struct {
	on     time.Time
	what   act
	at     connectors.Place
	text   string           // what is said
	pick   []*regexp.Regexp // what is then said, one after the other: the command the answer offers that looks so
	truth  *truth           // what it tells
	probe  *probe           // what it asks
	secret *secret          // what it tells, or from when on it is forgotten
	due    time.Time        // when it is to be reminded of
	sort   string           // of the error that it points out
}

type act uint8

const (
	says     act = iota
	edits        // the message told last
	likes        // the newest answer
	dislikes     // the newest post that nobody asked for
	settles      // answers the newest question that nobody asked for
	other        // somebody else says it, in the shared place
	restarts     // the process ends, and another takes up what it left
)

// truth is a statement of the person's, and for how long it holds.
type truth struct {
	text  string // as it was said
	day   int    // when
	until int    // when something else was said to hold instead; 0 if never
	wrong bool   // it never held: he corrected himself
	times int    // how often it was said
	said  []connectors.MessageID
}

// probe is a question, and what it is known to be answered with.
type probe struct {
	of   string // what kind of thing it asks for
	want string
	old  string // what held before, where something did
	age  int    // how many days ago it was told; see ages
}

// ages are after how many days it is asked what was told.
var ages = []int{1, 30, 180, 700}

// secret is a word that occurs nowhere else.
type secret struct {
	word    string
	private bool // told at home alone, and asked for where others read
	gone    int  // the day on which he had it forgotten; 0 if never
}

// span is a number of days, the last excluded.
type span struct{ from, to int }

func (s span) holds(day int) bool { return s.from <= day && day < s.to }

// life is what the person does, written down before it begins.
type life struct {
	days     int
	deeds    []deed
	truths   []*truth
	secrets  []*secret
	away     []span
	abroad   []span
	silences []span
	worry    *truth // said once, and asked about for a month
	echoed   span
}

// write writes a life of so many days.
func write(seed uint64, days int) *life {
	w := &writer{life: &life{days: days}, dice: rand.New(rand.NewPCG(seed, 1)), next: map[int]time.Duration{}, used: map[string]bool{}}
	w.calendar()
	w.once()
	for day := 1; day <= days; day++ {
		w.day(day)
	}
	for day := 30; day < days; day += 30 {
		w.add(day, deed{what: restarts})
	}
	w.dice = rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // and so what is added changes nothing of the rest
	w.add(w.talking(tradedOn), deed{text: "my client " + trader + " buys packaging"})
	w.complain()
	slices.SortStableFunc(w.deeds, func(a, b deed) int { return a.on.Compare(b.on) })
	return w.life
}

// writer writes a life.
type writer struct {
	*life
	dice *rand.Rand
	next map[int]time.Duration // of each day: when something can be done in it
	used map[string]bool       // what was drawn already
}

// The calendar of a life, by days: a fortnight away, a journey and, at random, days without a word.
const (
	firstAway, awayEvery     = 32, 300
	firstAbroad, abroadEvery = 20, 180
	abroadFor                = 5
	awayFor                  = 14
	worriedOn, echoFor       = 1, 30
)

func (w *writer) calendar() {
	for day := firstAway; day < w.days; day += awayEvery {
		w.away = append(w.away, span{day, day + awayFor})
	}
	for day := firstAbroad; day < w.days; day += abroadEvery {
		w.abroad = append(w.abroad, span{day, day + abroadFor})
	}
	for day := 55 + w.dice.IntN(20); day < w.days; day += 30 + w.dice.IntN(25) {
		w.silences = append(w.silences, span{day, day + 3 + w.dice.IntN(3)})
	}
}

func within(spans []span, day int) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return s.holds(day) })
}

// still says whether nothing is said on a day.
func (l *life) still(day int) bool { return within(l.away, day) || within(l.silences, day) }

// zone is where the person is on a day.
func (l *life) zone(day int) *time.Location {
	if within(l.abroad, day) {
		return visited
	}
	return lived
}

// midnight is when a day begins where the person is.
func (l *life) midnight(day int) time.Time {
	b := began.AddDate(0, 0, day-1)
	return time.Date(b.Year(), b.Month(), b.Day(), 0, 0, 0, 0, l.zone(day))
}

// talking is the first day from one on on which he talks.
func (l *life) talking(day int) int {
	for l.still(day) {
		day++
	}
	return day
}

// add has something done on a day, a while after what is done before it.
func (w *writer) add(day int, d deed) time.Time {
	if day > w.days {
		return time.Time{}
	}
	at := w.next[day]
	if at == 0 {
		at = 8*time.Hour + 30*time.Minute
	}
	at += time.Duration(3+w.dice.IntN(20)) * time.Minute
	w.next[day] = at + time.Duration(len(d.pick))*time.Minute
	d.on = w.midnight(day).Add(at)
	if d.at == (connectors.Place{}) {
		d.at = home
	}
	w.deeds = append(w.deeds, d)
	return d.on
}

// tell has something said, and gives what it told.
func (w *writer) tell(day int, text string) *truth {
	t := &truth{text: text, day: day, times: 1}
	w.truths = append(w.truths, t)
	w.add(day, deed{text: text, truth: t})
	return t
}

// chance is true in so many of a hundred cases.
func (w *writer) chance(percent int) bool { return w.dice.IntN(100) < percent }

// draw gives one of the words that was not drawn for this purpose; "" where none is left.
func (w *writer) draw(of string, words []string) string {
	for _, i := range w.dice.Perm(len(words)) {
		if key := of + ":" + words[i]; !w.used[key] {
			w.used[key] = true
			return words[i]
		}
	}
	return ""
}

// any gives one of the words, whichever, but not the other one.
func (w *writer) any(words []string, but string) string {
	for {
		if word := words[w.dice.IntN(len(words))]; word != but {
			return word
		}
	}
}

// coin makes a word that nobody has used.
func (w *writer) coin() string {
	for {
		var b strings.Builder
		for range 4 {
			b.WriteByte("bdfgklmnprstvz"[w.dice.IntN(14)])
			b.WriteByte("aeiou"[w.dice.IntN(5)])
		}
		if word := b.String(); !w.used["coin:"+word] {
			w.used["coin:"+word] = true
			return word
		}
	}
}

// once is what happens at certain times of every life.
func (w *writer) once() {
	w.add(1, deed{text: "Hello"})
	w.add(1, deed{text: "mood on"})
	w.worry = w.tell(worriedOn, "The firm owes the tax office 4000 euros.")
	w.echoed = span{worriedOn + 1, worriedOn + 1 + echoFor}
	for day := w.echoed.from; day < w.echoed.to; day++ {
		w.add(day, deed{text: "What does the firm owe the tax office?", probe: &probe{of: "worry", want: "4000", age: -1}})
	}
	if over := w.talking(w.echoed.to + 1); over <= w.days {
		w.worry.until = over
		w.tell(over, "The firm has paid the tax office.")
		w.add(w.talking(over+2), deed{text: "Has the firm paid the tax office?", probe: &probe{of: "worry resolved", want: "has paid", age: -1}})
	}
	w.change(2, 12)
	for _, s := range w.away {
		from, to := w.midnight(s.from), w.midnight(s.to-1)
		w.add(s.from-1, deed{text: fmt.Sprintf("away from %s to %s", from.Format("2 Jan 2006"), to.Format("2 Jan 2006"))})
	}
	for _, s := range w.abroad {
		w.add(s.from, deed{text: moves + visited.String()})
		w.add(s.to, deed{text: moves + lived.String()})
	}
	for day := 3; day+5 <= w.days; day += 45 {
		w.forgotten(w.talking(day))
	}
}

// change has something said to be otherwise some days later, in every life.
func (w *writer) change(day, changed int) {
	where := "Where does Bronwyn live?"
	t := w.tell(day, "Bronwyn lives in Lugano.")
	w.add(day+3, deed{text: where, probe: &probe{of: "city", want: "Lugano", age: -1}})
	if changed > w.days {
		return
	}
	t.until = changed
	w.tell(changed, "Bronwyn moved to Trieste.")
	w.add(changed+1, deed{text: where, probe: &probe{of: "changed", want: "Trieste", old: "Lugano", age: -1}})
}

var (
	forgets   = regexp.MustCompile(`^forget( [a-z]?m[0-9]+)+$`)
	reallySo  = regexp.MustCompile(`^forget .* now$`)
	records   = regexp.MustCompile(`^record d[0-9]+$`)
	closes    = regexp.MustCompile(`^close l[0-9]+$`)
	settled   = regexp.MustCompile(`^(keep it d|confirm m)[0-9]+$`)
	confirmed = regexp.MustCompile(`^confirm `)
)

// forgotten is something told and, some days later, erased.
func (w *writer) forgotten(day int) {
	s := &secret{word: w.coin()}
	w.add(day, deed{text: fmt.Sprintf("The word for the gate of the %s is %s.", w.any(rooms, ""), s.word), secret: s})
	w.add(day, deed{text: "What is the word for the gate?"})
	w.add(w.talking(day+5), deed{text: "forget " + s.word, pick: []*regexp.Regexp{forgets, forgets, reallySo}, secret: s}) // the second time with the answers that repeat it
	w.secrets = append(w.secrets, s)
}

// day is what happens on one.
func (w *writer) day(day int) {
	if w.still(day) {
		return
	}
	if w.chance(70) {
		w.add(day, deed{text: w.chatter()})
	}
	if w.chance(55) {
		w.fact(day)
	}
	if w.chance(7) {
		w.confided(day)
	}
	if w.chance(10) {
		w.shared(day)
	}
	if w.chance(14) {
		w.add(day, deed{text: w.any(moods, "")})
	}
	if w.chance(11) {
		w.reminder(day)
	}
	if w.chance(8) {
		w.promise(day)
	}
	if w.chance(5) {
		w.decision(day)
	}
	if w.chance(2) {
		if client := w.draw("client", clients); client != "" {
			w.add(day, deed{text: fmt.Sprintf("%s is a client of mine and depends on %s.", client, w.any(inputs, "")), pick: []*regexp.Regexp{confirmed}})
		}
	}
	if w.chance(20) {
		w.add(day, deed{what: likes})
	}
	if w.chance(10) {
		w.add(day, deed{what: dislikes})
	}
	if w.chance(25) {
		w.add(day, deed{what: settles})
	}
}

// fact tells something about somebody or something, and asks for it later. It may change, be said again,
// be corrected at once, or be contradicted by somebody.
func (w *writer) fact(day int) {
	k := kinds[w.dice.IntN(len(kinds))]
	who := w.draw(k.name, k.of)
	if who == "" {
		return
	}
	value := w.any(k.values, "")
	say := func(form, value string) string { return fmt.Sprintf(form, who, value) }
	ask := func(from int, value, old string, of string) {
		for _, age := range ages {
			if w.chance(60) || age == ages[len(ages)-1] {
				w.add(w.talking(from+age), deed{text: fmt.Sprintf(k.asks, who), probe: &probe{of: of, want: value, old: old, age: age}})
			}
		}
	}
	if k.corrects != "" && w.chance(10) {
		wrong := w.any(k.values, value)
		w.tell(day, say(k.says, wrong)).wrong = true
		w.tell(day, say(k.corrects, value))
		ask(day, value, wrong, "corrected")
		return
	}
	t := w.tell(day, say(k.says, value))
	if k.changes != "" && w.chance(40) {
		changed := w.talking(day + 6 + w.dice.IntN(40))
		if changed <= w.days {
			newer := w.any(k.values, value)
			w.add(w.talking(day+4), deed{text: fmt.Sprintf(k.asks, who), probe: &probe{of: k.name, want: value, age: -1}})
			t.until = changed
			w.tell(changed, say(k.changes, newer))
			ask(changed, newer, value, "changed")
			return
		}
	}
	ask(day, value, "", k.name)
	switch again := w.talking(day + 10 + w.dice.IntN(50)); {
	case again > w.days:
	case w.chance(12):
		t.times++
		w.add(again, deed{text: say(k.says, value), truth: t})
	case k.corrects != "" && w.chance(8):
		w.add(again, deed{text: w.any(people, who) + " says " + say(k.says, w.any(k.values, value))})
	}
}

// confided is something told at home that is asked for where others read.
func (w *writer) confided(day int) {
	s := &secret{word: w.coin(), private: true}
	room := w.any(rooms, "")
	w.secrets = append(w.secrets, s)
	w.add(day, deed{text: fmt.Sprintf("The alarm word of the %s is %s.", room, s.word), secret: s})
	for _, after := range []int{1, 20} {
		w.add(w.talking(day+after), deed{at: shared, text: fmt.Sprintf("What is the alarm word of the %s?", room)})
	}
	w.add(w.talking(day+2), deed{text: fmt.Sprintf("What is the alarm word of the %s?", room), probe: &probe{of: "confided", want: s.word, age: -1}})
}

// shared is talk where others read.
func (w *writer) shared(day int) {
	thing := w.draw("place", things) // a thing stands in one place
	if thing == "" {
		return
	}
	room := w.any(rooms, "")
	w.add(day, deed{at: shared, what: other, text: "Has anybody seen the " + thing + "?"})
	w.add(day, deed{at: shared, text: fmt.Sprintf("The %s stands in the %s.", thing, room)})
	w.add(w.talking(day+3), deed{at: shared, text: fmt.Sprintf("Where is the %s?", thing), probe: &probe{of: "shared", want: room, age: -1}})
}

// reminder has him reminded of something some days later.
func (w *writer) reminder(day int) {
	due := w.midnight(day + 1 + w.dice.IntN(6)).Add(time.Duration(7+w.dice.IntN(13))*time.Hour + 30*time.Minute)
	for n := range 8 {
		if within(w.abroad, day+n) { // whose clock is meant is another question
			return
		}
	}
	w.add(day, deed{text: fmt.Sprintf("remind me on %s at %s to %s", due.Format("2 January 2006"), due.Format("15:04"), w.any(errands, "")), due: due})
}

// promise is one, that is kept some days later.
func (w *writer) promise(day int) {
	who, what := w.any(people, ""), w.any(papers, "")
	w.add(day, deed{text: fmt.Sprintf("I'll send %s the %s by Friday.", who, what)})
	w.add(w.talking(day+3), deed{text: fmt.Sprintf("What did I promise %s?", who), pick: []*regexp.Regexp{closes}, probe: &probe{of: "promise", want: what, age: -1}})
}

// decision is one, that is asked for later.
func (w *writer) decision(day int) {
	project := w.draw("decision", projects)
	if project == "" {
		return
	}
	firm := w.any(firms, "")
	w.add(day, deed{text: fmt.Sprintf("We decided to use %s for the %s.", firm, project), pick: []*regexp.Regexp{records}})
	for _, age := range ages[:3] {
		w.add(w.talking(day+age), deed{text: fmt.Sprintf("What did we decide about the %s?", project), probe: &probe{of: "decision", want: firm, age: age}})
	}
}

// chatter is talk about a day.
func (w *writer) chatter() string {
	f := chatters[w.dice.IntN(len(chatters))]
	switch strings.Count(f, "%s") {
	case 2:
		return fmt.Sprintf(f, w.any(people, ""), w.any(things, ""))
	case 1:
		return fmt.Sprintf(f, w.any(rooms, ""))
	}
	return f
}
