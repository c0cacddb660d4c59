package inspect

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/weights"
)

// weightsAPage is how many weights are listed at once.
const weightsAPage = 7

// weighing is what "weights" tells.
type weighing struct {
	all   []weights.Weight
	n     int // reactions that count
	since time.Time
	moved weights.Move
	rests []event.Seq // the newest reaction of each weight
}

// weigh shows what reactions have changed: all of it, or one thing with the reactions behind it
// (MESSAGES 7).
func weigh(ctx context.Context, l *look) (*turn.Reply, error) {
	now := l.turn.Now
	var w weighing
	l.turn.Read(func(v memory.View) {
		w.all, w.moved = v.Weights.Weights(now), v.Weights.Moved(now)
		w.n, w.since = v.Weights.Counted(now)
	})
	for _, x := range w.all {
		w.rests = append(w.rests, x.Newest)
	}
	running, err := l.running(ctx) // what the rules are is stated by the version that runs
	if err != nil {
		return nil, err
	}
	switch {
	case l.cmd.Words != "":
		return w.one(ctx, l, running)
	case len(w.all) == 0:
		return l.says(noWeights(running)), nil
	}
	return w.table(l, running), nil
}

// noWeights says what will fill the list.
func noWeights(running []event.Seq) *phrase.Text {
	t := new(phrase.Text).Say("**Your reactions have changed nothing yet.**")
	t.Break().Say("A thumb on an answer counts for what the answer cites; on what I say unasked, for its kind and topic. ")
	t.Claim(running, "From %d of a kind on", formula.ObservationsNeeded).Say(", I notice that kind more or less. Silence counts for nothing.")
	return t
}

// table is the list of all weights, with a picture on its first page.
func (w *weighing) table(l *look, running []event.Seq) *turn.Reply {
	from := min((l.page-1)*weightsAPage, len(w.all))
	page := w.all[from:min(from+weightsAPage, len(w.all))]
	if len(page) == 0 {
		return l.says(new(phrase.Text).Say("That was all of it."))
	}
	t := new(phrase.Text).Claim(w.rests, "**What your %s since %s have changed.**", phrase.Count(w.n, "reaction"), phrase.FullDay(w.since, l.turn.Now))
	if w.n == 1 {
		t = new(phrase.Text).Claim(w.rests, "**What your 1 reaction of %s has changed.**", phrase.FullDay(w.since, l.turn.Now))
	}
	t.Break().Say("```\n%-20s%6s%4s%5s\n", "", "weight", "up", "down")
	for _, x := range page {
		t.Claim([]event.Seq{x.Newest}, "%s%6s%4d%5d", column(phrase.Weighed(x.Of), 20), phrase.Times(x.Multiplier), x.Up, x.Down).Say("\n")
	}
	t.Say("```")
	if from+len(page) < len(w.all) {
		t.Break().Say(onwards)
	}
	if from > 0 {
		return l.says(t)
	}
	t.Break().Claim(running, "×1.00 is neutral, the range is 0.50 to 1.50, and %d reactions are needed before anything moves", formula.ObservationsNeeded)
	w.few(t)
	t.Break().Say("Fixed, whatever you press: your boundaries, your rules, reminders, corrections.")
	w.warned(t, running)
	w.largest(t.Break())
	r := l.says(t)
	r.Charts = []event.Chart{w.chart()}
	return r
}

// column is a name in a fixed width, cut where it is longer.
func column(name string, width int) string {
	if r := []rune(name); len(r) > width {
		name = string(r[:width-1]) + "…"
	}
	return name + strings.Repeat(" ", width-utf8.RuneCountInString(name))
}

// few names what has too few reactions to move, with how many are left of them.
func (w *weighing) few(t *phrase.Text) {
	sep := " ("
	for _, x := range w.all {
		n := int(x.Left + 0.5)
		if n >= formula.ObservationsNeeded {
			continue
		}
		t.Say("%s", sep).Claim([]event.Seq{x.Newest}, "%s: %d", phrase.Weighed(x.Of), n)
		sep = ", "
	}
	if sep == ", " {
		t.Say(")")
	}
	t.Say(".")
}

// warned names what never falls below the middle, of what is listed.
func (w *weighing) warned(t *phrase.Text, running []event.Seq) {
	var names []string
	for _, x := range w.all {
		if weights.Warns(x.Of) {
			names = append(names, phrase.Weighed(x.Of))
		}
	}
	if len(names) > 0 {
		t.Say(" Never below ").Claim(running, "×1.00").Say(": %s.", conjoin(names))
	}
}

// largest tells the largest move of a month, and how it is looked at and undone.
func (w *weighing) largest(t *phrase.Text) {
	of := w.all[0].Of
	if w.moved != (weights.Move{}) {
		of = w.moved.Of
		t.Say("Largest move this month: ").Claim(w.behind(of), "%s, %s to %s", phrase.Weighed(of), phrase.Times(w.moved.From), phrase.Times(w.moved.To)).Say(". ")
	} else {
		t.Say("Nothing moved this month. ")
	}
	t.Say("`weights %s` lists the reactions, `weights reset %s` undoes them.", phrase.WeighedShort(of), phrase.WeighedShort(of))
}

// behind is the newest reaction on one thing; of what none is left on, the newest of all.
func (w *weighing) behind(of string) []event.Seq {
	for _, x := range w.all {
		if x.Of == of {
			return []event.Seq{x.Newest}
		}
	}
	return w.rests
}

// chart is the same as a picture.
func (w *weighing) chart() event.Chart {
	c := event.Chart{
		Title: "What your reactions have changed", Parts: []string{"weight"},
		Around: &event.Around{Low: 50, Middle: 100, High: 150},
	}
	var sides [3][]string
	for _, x := range w.all {
		n, name := formula.Hundredths(x.Multiplier), phrase.Weighed(x.Of)
		c.Rows = append(c.Rows, event.Row{Label: name, Bars: []event.Bar{{Label: phrase.Times(x.Multiplier), Counts: []int{n}}}})
		switch {
		case n > 100:
			sides[0] = append(sides[0], name)
		case n == 100:
			sides[1] = append(sides[1], name)
		default:
			sides[2] = append(sides[2], name)
		}
	}
	var said []string
	for i, where := range []string{"above neutral", "neutral", "below"} {
		if len(sides[i]) > 0 {
			said = append(said, conjoin(sides[i])+" "+where)
		}
	}
	c.Alt = "Bars: " + strings.Join(said, "; ") + "."
	return c
}

// one shows the weight of one thing and the reactions that move it, newest first.
func (w *weighing) one(ctx context.Context, l *look, running []event.Seq) (*turn.Reply, error) {
	var known []string
	for _, x := range w.all {
		known = append(known, x.Of)
	}
	of, ok := phrase.WeighedAs(l.cmd.Words, known)
	name := phrase.Weighed(of)
	switch {
	case !ok:
		return l.says(new(phrase.Text).Say("I know no weight by that name. `weights` lists those that your reactions have to do with.")), nil
	case weights.Fixed(of):
		return l.says(new(phrase.Text).Say("%s: fixed at ", capital(name)).Claim(running, "×1.00").Say(", whatever you press.")), nil
	}
	var all []weights.Observation
	multiplier := 1.0
	l.turn.Read(func(v memory.View) {
		all, multiplier = v.Weights.Behind(of, l.turn.Now), v.Weights.Multiplier(of, l.turn.Now)
	})
	if len(all) == 0 {
		return l.says(new(phrase.Text).Say("%s: ", capital(name)).Claim(running, "×1.00").Say(". No reaction of yours counts for them.")), nil
	}
	up, down := 0, 0
	for _, o := range all {
		if o.Dismissed {
			down++
		} else {
			up++
		}
	}
	head := new(phrase.Text).Claim(numbers(all, func(o weights.Observation) event.Seq { return o.Seq }), "**%s: %s, from %d up and %d down.**", capital(name), phrase.Times(multiplier), up, down)
	foot := new(phrase.Text).Say("Each counts half as much after ").Claim(running, "%d days", formula.ObservationHalfLife)
	foot.Say(", and not at all once you take it off. `weights reset %s` ends them all.", phrase.WeighedShort(of))
	shown, err := visible(ctx, l, all, alone(func(o weights.Observation) event.Seq { return o.About }))
	if err != nil {
		return nil, err
	}
	return l.list(head, each(shown, func(o weights.Observation) (*phrase.Text, error) { return l.reaction(ctx, o) }), foot)
}

// reasons words why something was dismissed.
var reasons = map[string]string{
	event.FaultWrong: "wrong", event.FaultIrrelevant: "not relevant", event.FaultBadTime: "a bad time", event.FaultBadNews: "bad news",
}

// reaction words one reaction: which way, when, and on what.
func (l *look) reaction(ctx context.Context, o weights.Observation) (*phrase.Text, error) {
	at := []event.Seq{o.Seq, o.About}
	way := "Up"
	if o.Dismissed {
		way = "Down"
	}
	if o.Fault != nil {
		way = fmt.Sprintf("%s, %s", way, reasons[o.Fault.Reason])
	}
	t := new(phrase.Text).Claim(at, "%s, %s: ", way, phrase.Source(l.turn.FullDay(o.On), 'm', o.About))
	e, ok, err := l.event(ctx, o.About)
	if err != nil {
		return nil, err
	}
	q, post := e.payload.(event.PostQueued)
	if !ok || !post {
		return t.Say("a message that was forgotten"), nil
	}
	return t.Claim(at, "%s", quote(firstLine(q.Text))), nil
}
