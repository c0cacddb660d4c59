package host_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/alert"
	"citadel/jobs/feeds"
	"citadel/jobs/jobstest"
	"citadel/jobs/resolve"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	feed "citadel/tools/economy"
)

// exchange publishes one daily price, on which one client depends over one link of what everybody knows.
type exchange struct {
	feed.Indicator
	client        string
	figures       []feed.Figure
	level, wander float64
	shocks        map[int]float64 // by day: by which factor the level goes for good
	slips         map[int]bool    // days of which the figure is wrong, until the next
	unit          float64
}

const (
	runUp   = 400 // days of figures before the first look
	twoYear = 730
)

// open makes an exchange with a run-up of figures.
func open(n int, level float64, from time.Time, r *rand.Rand) *exchange {
	name := fmt.Sprintf("price_%c", 'a'+n)
	x := &exchange{Indicator: feed.Indicator{Name: name, Publisher: "fred", Series: name, Every: feed.Daily, Kind: "price", Counts: feed.Threshold{Mode: feed.Percent, Size: 3}, Unit: "USD/t"},
		client: fmt.Sprintf("Client %c", 'A'+n), level: level, shocks: map[int]float64{}, slips: map[int]bool{}, unit: 1}
	for day := -runUp; day < 0; day++ {
		x.trade(day, from, r)
	}
	return x
}

// trade makes the figure of a day; there is none on weekends and on one day in sixty.
func (x *exchange) trade(day int, from time.Time, r *rand.Rand) {
	if factor, shock := x.shocks[day]; shock {
		x.level *= factor
	}
	x.wander = 0.8*x.wander + 0.25*r.NormFloat64() // percent
	on := from.AddDate(0, 0, day)
	if _, shock := x.shocks[day]; !shock && !x.slips[day] && (on.Weekday() == time.Saturday || on.Weekday() == time.Sunday || r.IntN(60) == 0) {
		return
	}
	value := x.level * (1 + x.wander/100) * x.unit
	if n := len(x.figures) - 1; n >= 0 && x.slips[day-1] {
		x.figures[n].Value = x.level * x.unit // put right
	}
	if x.slips[day] {
		value *= 3
	}
	x.figures = append(x.figures, feed.Figure{On: on, Value: value})
	x.figures = x.figures[max(0, len(x.figures)-330):]
}

// fault does to a table what publishers do: small corrections, a day withdrawn, another unit.
func (x *exchange) fault(r *rand.Rand) {
	last := len(x.figures) - 1
	switch r.IntN(60) {
	case 0:
		x.figures[last-1-r.IntN(3)].Value *= 1.001
	case 1:
		at := last - 1 - r.IntN(5)
		x.figures = append(x.figures[:at:at], x.figures[at+1:]...)
	case 2:
		if r.IntN(6) == 0 {
			factor := []float64{2, 0.5, 1.5}[r.IntN(3)]
			x.unit *= factor
			for i := range x.figures {
				x.figures[i].Value *= factor
			}
		}
	}
}

// years lives two years of mornings with what publishers do, and gives who was told of what on which day, and the posts.
func years(t *testing.T, all []*exchange, from time.Time, r *rand.Rand) (told map[string][]int, w *turntest.World) {
	t.Helper()
	w = turntest.New(t).At(from.Format(time.DateOnly) + " 05:00")
	indicators := make([]feed.Indicator, len(all))
	for i, x := range all {
		indicators[i] = x.Indicator
		w.Write(event.EdgeDrawn{Source: x.Name, Relation: event.Drives, Target: x.Name + "_goods", Origin: event.FromWorld, By: "test", Confidence: 0.8, On: w.Now})
		said := w.Say("my client " + x.client + " buys goods")
		w.Silence(said)
		w.Write(event.EdgeDrawn{Source: x.Name + "_goods", Relation: event.ExposedTo, Target: x.client + " costs", Origin: event.FromConversation, Client: x.client, On: w.Now}, said)
	}
	f := feeds.Feeds{Indicators: indicators, Pull: func(_ context.Context, wanted []feed.Wanted, _ func(feed.Reading)) (out []feed.Reading) {
		for i := range wanted {
			out = append(out, feed.Reading{Indicator: all[i].Indicator, Figures: append([]feed.Figure(nil), all[i].figures...)})
		}
		return out
	}}
	for day := range twoYear {
		for _, x := range all {
			x.trade(day, from, r)
			if _, shock := x.shocks[day]; !shock && !x.slips[day] && !x.slips[day-1] {
				x.fault(r)
			}
		}
		if r.IntN(20) == 0 {
			continue // nobody looked that morning
		}
		today := from.AddDate(0, 0, day)
		if today.Day() == 1 && int(today.Month())%3 == 1 {
			w.At(today.Format(time.DateOnly) + " 04:00")
			w.Write(event.WorldSeeded{Edition: "test", Quarter: today.Format("2006-01"), On: w.Now})
		}
		w.At(today.Format(time.DateOnly) + " 06:30")
		jobstest.Look(t, w, feeds.Job(f))
		jobstest.Look(t, w, resolve.Job())
		w.At(today.Format(time.DateOnly) + " 09:00")
		jobstest.Look(t, w, alert.Job(alert.Terms{Quiet: "22:00-07:00"}))
	}
	told = map[string][]int{}
	for rec, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Alerted{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := rec.Payload()
		if err != nil {
			t.Fatal(err)
		}
		a := p.(event.Alerted)
		day := int(math.Floor((a.On.Sub(from).Hours() + 12) / 24)) // his morning is the evening before in UTC
		w.Mind.Read(func(v memory.View) {
			e, _ := v.Graph.Edge(a.Links[0])
			told[e.Client+" "+a.Direction] = append(told[e.Client+" "+a.Direction], day)
		})
	}
	return told, w
}

// Two years of figures with shocks, gaps, corrections, other units and mornings without a look, from the table of the
// publisher to the client's alert: what was planted is told within days, nearly all that is told was planted, and where
// nothing was planted nothing is told.
func TestTwoYearsOfAlerts(t *testing.T) {
	from := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	planted, hit, right, alerts := 0, 0, 0, 0
	for _, quiet := range []bool{true, false} {
		r := rand.New(rand.NewPCG(7, 11)) //nolint:gosec // a simulation
		var all []*exchange
		for n := range 6 {
			x := open(n, []float64{80, 3, 9000, 0.7, 1200, 25}[n], from, r)
			for day := 30 + 7*n; day < twoYear-20 && !quiet; day += 55 + r.IntN(12) {
				x.shocks[day] = []float64{1.08, 0.92, 1.12, 1 / 1.1}[r.IntN(4)]
				planted++
			}
			all = append(all, x)
		}
		told, _ := years(t, all, from, r)
		for _, x := range all {
			got := map[int]bool{}
			for _, way := range []string{"up", "down", "mixed", "risk"} {
				for _, day := range told[x.client+" "+way] {
					alerts++
					for shock, factor := range x.shocks {
						if since := day - shock; since >= 0 && since <= 10 && factor > 1 == (way == "up") {
							got[shock] = true
							right++
						}
					}
				}
			}
			hit += len(got)
		}
		if quiet && alerts > 0 {
			t.Errorf("nothing happened, and this was told: %v", told)
		}
	}
	recall, precision := float64(hit)/float64(planted), float64(right)/float64(max(1, alerts))
	t.Logf("%d shocks: recall %.3f; %d alerts, precision %.3f", planted, recall, alerts, precision)
	if planted < 60 || recall < 0.95 || precision < 0.90 {
		t.Errorf("%d shocks: recall %.3f; %d alerts, precision %.3f", planted, recall, alerts, precision)
	}
}

// A figure that was mistyped is told at most once, as one reading, and taken back once; the day after everything is as
// it was.
func TestSlipsAreTakenBack(t *testing.T) {
	from := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	r := rand.New(rand.NewPCG(3, 5)) //nolint:gosec // a simulation
	x := open(0, 80, from, r)
	for day := 36; day < twoYear-20; day += 70 { // a Tuesday each
		x.slips[day] = true
	}
	_, w := years(t, []*exchange{x}, from, r)
	told, back := 0, map[event.Seq]int{}
	for _, q := range w.Unasked() {
		if q.Subject == event.SubjectUntrue {
			back[q.About]++
			continue
		}
		if told++; !strings.Contains(q.Text, "(one unconfirmed reading)") {
			t.Errorf("told as if it were so: %s", q.Text)
		}
	}
	if told == 0 || told > len(x.slips) || len(back) != told {
		t.Errorf("%d slips, %d told, %d taken back", len(x.slips), told, len(back))
	}
	for post, n := range back {
		if n != 1 {
			t.Errorf("%d was taken back %d times", post, n)
		}
	}
}
