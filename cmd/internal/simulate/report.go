package simulate

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// Report is what a life showed. The same options give the same report, to the byte.
type Report struct {
	Days     int      `json:"days"`
	Seed     uint64   `json:"seed"`
	Off      []string `json:"off"` // what was left out
	From     string   `json:"from"`
	To       string   `json:"to"`
	Said     int      `json:"said"`
	Posts    int      `json:"posts"`
	Unasked  int      `json:"unasked"`
	Morning  int      `json:"briefings"`
	Reacted  int      `json:"reactions"`
	Restarts int      `json:"restarts"`
	Forgot   int      `json:"forgotten"`
	Events   int      `json:"events"`
	Bytes    int      `json:"bytes"` // of what the events say

	Checks   int      `json:"checks"`
	Breaches []Breach `json:"breaches"`
	Broken   []Count  `json:"broken"` // how often each invariant did not hold, where one did not

	Recall   []Recall `json:"recall"`
	Memories Memories `json:"memories"`
	Figures  []Figure `json:"figures"`
	Economy  Economy  `json:"economy"`
	Dreams   Dreams   `json:"dreams"`
	Faults   []Count  `json:"faults"`          // errors that were pointed out, by their sort
	Blind    []Count  `json:"blind"`           // what is watched for at the end
	Months   []Month  `json:"months"`          // of 30 days
	Model    *Calls   `json:"model,omitempty"` // nil in a life without one
	Missed   []Miss   `json:"missed"`          // questions that were answered wrongly, the first of each kind

	answers []uint64 // how each question was answered, but for handles
}

// Month is what came in 30 days of a life.
type Month struct {
	Events  int `json:"events"`
	Learned int `json:"learned"`
	Unasked int `json:"unasked"`
}

// Calls is what was asked of the stand-in for a language model.
type Calls struct {
	Calls   int   `json:"calls"`
	Failed  int   `json:"failed"`
	In      int   `json:"in"` // tokens that were not read from a cache
	Cached  int   `json:"cached"`
	Out     int   `json:"out"`
	Cost    int64 `json:"cost"`    // millionths of a US dollar
	Prompts int   `json:"prompts"` // for which signals were chosen
	Offered int   `json:"offered"` // signals that wanted in, over all of them
	Signals int   `json:"signals"` // those that were let in
}

// Count is how often something was.
type Count struct {
	Of string `json:"of"`
	N  int    `json:"n"`
}

// Recall is how questions of one kind, or at one age, were answered.
type Recall struct {
	Of    string `json:"of"`
	Asked int    `json:"asked"`
	First int    `json:"first"` // it stood in the first line
	Found int    `json:"found"` // it stood somewhere in the answer
	Stale int    `json:"stale"` // what held before stood first
}

// Memories is what was made of what was told.
type Memories struct {
	Learned    int `json:"learned"`
	Repeated   int `json:"repeated"`   // what was said again and counted as evidence
	Superseded int `json:"superseded"` // ended by another value, or a denial
	Falsely    int `json:"falsely"`    // of these, what still holds
	Standing   int `json:"standing"`   // holds no more, and was not ended
	Inflated   int `json:"inflated"`   // counts more evidence than there is
	Settled    int `json:"settled"`    // fades more slowly, as it was recalled often
	Digested   int `json:"digests"`    // summaries of what had faded

	Mistaken []string `json:"mistaken"` // the words of what was ended falsely, or stands and holds no more
}

// Miss is a question with its answer.
type Miss struct {
	Day    int    `json:"day"`
	Of     string `json:"of"`
	Age    int    `json:"age"`
	Asked  string `json:"asked"`
	Want   string `json:"want"`
	Answer string `json:"answer"`
}

// mostMisses bounds how many are told of each kind.
const mostMisses = 3

// tally is what is counted while a life is lived.
type tally struct {
	said          int
	reacted       int
	restarts      int
	forgot        int
	forgotAt      time.Time
	unoffered     int
	unasked       int
	unaskedBefore int // until the day before
	heard         int // the day on which something was last said
	briefings     int
	checks        int
	unaskedOn     map[string]int    // by date
	counted       map[event.Seq]int // how much evidence counted for a memory, the day before
	breaches      map[string]int

	months       []Month
	complained   []string        // sorts of error, since the last check
	moves        []move          // what he said of where he is
	settledPosts map[string]bool // questions that he answered, by the key of their post
	recall       map[string]*Recall
	missed       map[string][]Miss
	answers      []uint64
	worried      *beliefs.Held
	weights      string
}

// move is a word of where he is from then on.
type move struct {
	on time.Time
	to *time.Location
}

// known is the zone that the agent knows of at a moment: nobody keeps the hours of a place that he was not told of.
func (t *tally) known(on time.Time) *time.Location {
	at := lived
	for _, m := range t.moves {
		if !m.on.After(on) {
			at = m.to
		}
	}
	return at
}

func newTally() tally {
	return tally{settledPosts: map[string]bool{}, unaskedOn: map[string]int{}, counted: map[event.Seq]int{}, breaches: map[string]int{}, recall: map[string]*Recall{}, missed: map[string][]Miss{}}
}

// probed notes how a question was answered.
func (t *tally) probed(day int, d *deed, answer string) {
	t.answers = append(t.answers, digest(handle.ReplaceAllString(answer, "")))
	p := d.probe
	line := leading(answer)
	holds := func(text, word string) bool {
		return word != "" && strings.Contains(strings.ToLower(text), strings.ToLower(word))
	}
	at := func(word string) int { return strings.Index(strings.ToLower(line), strings.ToLower(word)) }
	lead := holds(line, p.want) && (!holds(line, p.old) || at(p.want) < at(p.old))
	stale := holds(line, p.old) && !lead
	of := []string{"kind " + p.of}
	if p.age > 0 {
		of = append(of, fmt.Sprintf("age %d", p.age))
	}
	for _, name := range append(of, "all") {
		r := t.recall[name]
		if r == nil {
			r = &Recall{Of: name}
			t.recall[name] = r
		}
		r.Asked++
		if lead {
			r.First++
		}
		if holds(answer, p.want) {
			r.Found++
		}
		if stale {
			r.Stale++
		}
	}
	if !lead && len(t.missed[p.of]) < mostMisses {
		t.missed[p.of] = append(t.missed[p.of], Miss{day, p.of, p.age, d.text, p.want, answer})
	}
}

// handle is what stands for an event, which is another one where more or less was written before it.
var handle = regexp.MustCompile(`\b[a-z][0-9]+\b`)

// leading is the line of an answer that says first what was asked for: a heading above a list is none.
func leading(answer string) string {
	lines := strings.Split(strings.TrimSpace(answer), "\n")
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"`) }); i >= 0 {
		return lines[i]
	}
	return lines[0]
}

// report sums the life up.
func (w *world) report() Report {
	t := &w.tally
	r := Report{
		Days: w.days, Seed: w.Seed, Off: append([]string{}, w.Off...), From: began.Format(time.DateOnly), To: began.AddDate(0, 0, w.days-1).Format(time.DateOnly),
		Said: t.said, Posts: w.person.count(), Unasked: t.unasked, Morning: t.briefings, Reacted: t.reacted, Restarts: t.restarts, Forgot: t.forgot,
		Events: int(w.witness.upTo), Bytes: w.witness.bytes, Checks: t.checks, Breaches: append([]Breach{}, w.breach...),
		Model: w.witness.calls, Broken: []Count{}, Recall: []Recall{}, Missed: []Miss{}, Memories: w.memoriesMade, Figures: w.figures(),
		Economy: w.economy(), Dreams: w.slept, Faults: []Count{}, Blind: w.blindAtLast, Months: t.months, answers: t.answers,
	}
	for _, sort := range order(w.witness.faults) {
		r.Faults = append(r.Faults, Count{sort, w.witness.faults[sort]})
	}
	for _, i := range invariants {
		if n := t.breaches[i.name]; n > 0 {
			r.Broken = append(r.Broken, Count{i.name, n})
		}
	}
	for _, name := range order(t.recall) {
		r.Recall = append(r.Recall, *t.recall[name])
	}
	for _, name := range order(t.missed) {
		r.Missed = append(r.Missed, t.missed[name]...)
	}
	return r
}

// order gives the names, ages by their number and before kinds.
func order[V any](m map[string]V) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		var x, y int
		_, errA := fmt.Sscanf(a, "age %d", &x)
		_, errB := fmt.Sscanf(b, "age %d", &y)
		if errA == nil && errB == nil {
			return x - y
		}
		return strings.Compare(a, b)
	})
	return names
}

// month counts a day to its month.
func (w *world) month() {
	t := &w.tally
	if (w.day-1)%30 == 0 {
		t.months = append(t.months, Month{})
	}
	m := &t.months[len(t.months)-1]
	m.Events += len(w.witness.today)
	for _, e := range w.witness.today {
		if _, learned := e.payload.(event.Learned); learned {
			m.Learned++
		}
	}
	m.Unasked += t.unasked - t.unaskedBefore
	t.unaskedBefore = t.unasked
}

// economy is what became of the moves of the price.
func (w *world) economy() Economy {
	kinds := w.witness.kinds
	e := Economy{Noticed: kinds[event.IndicatorMoved{}.Kind()], Undone: kinds[event.MoveUndone{}.Kind()], Alerts: kinds[event.Alerted{}.Kind()]}
	if w.market != nil {
		e.Moves = len(w.market.moves)
	}
	return e
}

// count looks at what was made of what was told, at the end.
func (w *world) count() {
	m, t := &w.memoriesMade, w.witness
	m.Mistaken = []string{}
	w.blindAtLast = []Count{}
	m.Learned, m.Repeated, m.Superseded, m.Digested = t.kinds[event.Learned{}.Kind()], t.repeats, t.kinds[event.Superseded{}.Kind()], t.kinds[event.Digested{}.Kind()]
	now := w.clock.Now().In(w.zone(w.day))
	w.slept = w.dreams()
	w.c.Mind.Read(func(v memory.View) {
		m.Settled = len(v.Warmth.Settled)
		for _, b := range v.Self.BlindSpots(now) {
			w.blindAtLast = append(w.blindAtLast, Count{b.Sort, b.Count})
		}
		for _, truth := range w.truths {
			for _, seq := range w.memories(truth) {
				h, held := v.Beliefs.Of(seq)
				if !held {
					continue
				}
				if h.Count > max(truth.times, formula.NewBelief(formula.Principal).Count) {
					m.Inflated++
				}
				ended := truth.until > 0 || truth.wrong
				switch {
				case h.Over && !ended:
					m.Falsely++
				case !h.Over && ended:
					m.Standing++
				default:
					continue
				}
				m.Mistaken = append(m.Mistaken, truth.text)
			}
		}
	})
}

// WriteJSON writes the report as one JSON object.
func (r Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Write writes the report for a person.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	off := ""
	if len(r.Off) > 0 {
		off = ", without " + strings.Join(r.Off, ", ")
	}
	fmt.Fprintf(&b, "A life of %d days, seed %d%s: %s to %s.\n\n", r.Days, r.Seed, off, r.From, r.To)
	fmt.Fprintf(&b, "  said %d, reacted %d, forgotten %d, restarted %d\n", r.Said, r.Reacted, r.Forgot, r.Restarts)
	fmt.Fprintf(&b, "  posts %d, of these unasked %d and briefings %d\n", r.Posts, r.Unasked, r.Morning)
	fmt.Fprintf(&b, "  events %d, %d bytes of words\n\n", r.Events, r.Bytes)
	fmt.Fprintf(&b, "%d checks of %d invariants: ", r.Checks, len(invariants))
	if len(r.Broken) == 0 {
		b.WriteString("all held.\n")
	} else {
		b.WriteString("not all held.\n")
		for _, c := range r.Broken {
			fmt.Fprintf(&b, "  %s, %d times\n", c.Of, c.N)
		}
		for _, x := range r.Breaches {
			fmt.Fprintf(&b, "  day %d, %s: %s\n", x.Day, x.Invariant, x.What)
		}
	}
	fmt.Fprintf(&b, "\n%-22s %7s %7s %7s %7s\n", "What was told is found", "asked", "first", "found", "stale")
	for _, x := range r.Recall {
		fmt.Fprintf(&b, "  %-20s %7d %7d %7d %7d\n", x.Of, x.Asked, x.First, x.Found, x.Stale)
	}
	m := r.Memories
	fmt.Fprintf(&b, "\nMemories: %d learned, %d repeated, %d superseded (%d falsely), %d standing that hold no more, %d inflated, %d fade more slowly, %d digests.\n",
		m.Learned, m.Repeated, m.Superseded, m.Falsely, m.Standing, m.Inflated, m.Settled, m.Digested)
	for _, text := range m.Mistaken {
		fmt.Fprintf(&b, "  %q stands wrongly, or ended so\n", text)
	}
	if c := r.Model; c != nil {
		fmt.Fprintf(&b, "The stand-in for a model: %d calls, %d failed; %d tokens in, %d from a cache, %d out; US$%.2f. Signals let in: %d of %d, in %d prompts.\n",
			c.Calls, c.Failed, c.In, c.Cached, c.Out, float64(c.Cost)/1e6, c.Signals, c.Offered, c.Prompts)
	}
	fmt.Fprintf(&b, "Economy: a price moved %d times for good; %d moves noticed, %d taken back, %d clients told of.\n", r.Economy.Moves, r.Economy.Noticed, r.Economy.Undone, r.Economy.Alerts)
	r.Dreams.write(&b)
	r.charts(&b)
	r.Dreams.chart(&b)
	fmt.Fprintf(&b, "\n%-46s %-38s %s\n", "Beside the figures of the design it comes from", "S1", "here")
	for _, f := range r.Figures {
		fmt.Fprintf(&b, "  %-44s %-38s %s", f.Of, f.S1, f.Here)
		if f.Apart != "" {
			fmt.Fprintf(&b, " (%s)", f.Apart)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
