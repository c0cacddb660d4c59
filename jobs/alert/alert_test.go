package alert_test

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"citadel/brain/turn/turntest"
	"citadel/jobs/alert"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/ledger"
	seed "citadel/memory/world"
)

var _ = flag.Lookup("update") // of turntest

// world is a mind with a graph, and the job.
type world struct {
	*turntest.World
	t *testing.T
}

func begin(t *testing.T) *world {
	w := &world{turntest.New(t).At("2026-11-18 10:00"), t}
	for _, e := range []struct {
		source, relation, target string
		confidence               float64
		why                      string
	}{
		{"crude_oil_wti", event.Drives, "bunker_fuel", 0.85, "Ships burn what refineries make of crude"},
		{"crude_oil_wti", event.Drives, "energy_costs", 0.75, "Much of a factory's heat is priced off oil"},
		{"crude_oil_wti", event.Drives, "petrochemicals", 0.70, "Naphtha costs what crude costs"},
		{"bunker_fuel", event.Drives, "shipping_costs", 0.80, "Fuel is a large part of a ship's costs"},
		{"energy_costs", event.Amplifies, "pulp_price", 0.70, "Mills live on power"},
		{"petrochemicals", event.Drives, "plastics_resin", 0.72, "Resin is made of them"},
		{"shipping_costs", event.Amplifies, "packaging_costs", 0.60, "Board comes by sea"},
		{"pulp_price", event.Drives, "packaging_costs", 0.65, "Cartons are mostly fibre"},
		{"plastics_resin", event.Drives, "packaging_costs", 0.68, "Films are resin"},
	} {
		w.Write(event.EdgeDrawn{Source: e.source, Relation: e.relation, Target: e.target, Mechanism: e.why, Origin: event.FromWorld, Confidence: e.confidence, By: "test", On: w.Now})
	}
	return w
}

// client links a client to a thing by the principal's own words.
func (w *world) client(name, thing string, confidence float64) event.Seq {
	w.t.Helper()
	said := w.Say("my client " + name + " buys " + thing)
	w.Silence(said)
	return w.Write(event.EdgeDrawn{Source: thing, Relation: event.ExposedTo, Target: name + " costs", Mechanism: "buys " + strings.ReplaceAll(thing, "_", " "),
		Origin: event.FromConversation, Confidence: confidence, Client: name, On: w.Now}, said)
}

// moved writes down a move and the round that found it.
func (w *world) moved(indicator string, from, to float64, change func(*event.Measure)) event.Seq {
	w.t.Helper()
	m := event.Measure{Mode: "pct", Size: 3, Change: (to/from - 1) * 100, Against: event.AgainstLevel, Sigmas: 3.2, Severity: event.HighMove}
	if change != nil {
		change(&m)
	}
	seq := w.Write(event.IndicatorMoved{Indicator: indicator, From: from, To: to, Unit: "USD/bbl", Since: date("2026-10-19"), On: date("2026-11-16"), Feed: "fred", Published: date("2026-11-18"), Read: w.Now.UTC(), Measure: &m})
	w.pulled()
	return seq
}

func (w *world) pulled() {
	w.Write(event.FeedsPulled{On: w.Now.UTC(), Asked: 5, Read: 5})
}

func date(s string) time.Time {
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return d
}

// tick has a new process look, and gives what it said.
func (w *world) tick(at string) []event.PostQueued {
	w.t.Helper()
	w.At(at)
	before := len(w.Unasked())
	jobstest.Look(w.t, w.World, alert.Job(alert.Terms{Quiet: "22:00-07:00"}))
	return w.Unasked()[before:]
}

func one(t *testing.T, posts []event.PostQueued) event.PostQueued {
	t.Helper()
	if len(posts) != 1 {
		t.Fatalf("%d messages: %+v", len(posts), posts)
	}
	return posts[0]
}

// S1's figure, told: three ways, the surest first, once, after the quiet hours.
func TestOneAlert(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.90)
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 79.61, 86.38, nil)
	if posts := w.tick("2026-11-20 06:12"); len(posts) > 0 {
		t.Fatalf("in the quiet hours: %+v", posts)
	}
	q := one(t, w.tick("2026-11-20 07:00"))
	if q.Subject != "alert/cost/crude_oil_wti" || q.Asked() {
		t.Errorf("%+v", q)
	}
	if len(q.Charts) != 1 || q.Charts[0].Alt != "3 ways from crude oil WTI: bunker fuel, shipping costs, packaging costs, Acme (0.74); "+
		"petrochemicals, plastics resin, packaging costs, Acme (0.70); energy costs, pulp price, packaging costs, Acme (0.70)." {
		t.Errorf("%+v", q.Charts)
	}
	for r, err := range ledger.Each[event.Alerted](t.Context(), w.Mind, ledger.Query{}) { // the buttons name the post itself
		if want := fmt.Sprintf("wrong m%d", r.Cause()); err != nil || q.Buttons[1].Says != want {
			t.Errorf("%+v, want %q (%v)", q.Buttons, want, err)
		}
	}
	jobstest.Golden(t, w.World, "alert", alert.Name, q)
	for _, at := range []string{"2026-11-20 12:00", "2026-11-21 09:00", "2026-11-26 09:00", "2026-12-20 09:00"} {
		if posts := w.tick(at); len(posts) > 0 {
			t.Errorf("%s: told again: %s", at, posts[0].Text)
		}
	}
}

// What was said of a client once is told of for as long as nothing contradicts it: for a year in which
// nobody speaks of it, on whatever day of a quarter the world was read. It is told with its doubt until it is
// confirmed. Where the world is not read any more, what it held fades, and with it the alert.
func TestAYearInWhichNobodySpoke(t *testing.T) {
	for name, c := range map[string]struct {
		confirmed, unread bool
		want              []string // what the first line says in each month
	}{
		"said":      {want: slices.Repeat([]string{"will possibly rise"}, 12)},
		"confirmed": {confirmed: true, want: slices.Repeat([]string{"likely to rise"}, 12)},
		"unread":    {confirmed: true, unread: true, want: append([]string{"likely to rise", "likely to rise", "likely to rise", "will possibly rise", "will possibly rise"}, make([]string, 7)...)},
	} {
		w := begin(t)
		link := w.client("Acme", "packaging_costs", 0)
		if c.confirmed {
			w.Write(event.Judged{Memory: link, Verdict: event.Confirmed})
		}
		first := w.Now
		quarter := seed.Quarter(first)
		for month, want := range c.want {
			w.At(first.AddDate(0, 0, 29+30*month).Format(time.DateOnly) + " 06:00")
			if q := seed.Quarter(w.Now); q != quarter && !c.unread {
				quarter = q
				w.Write(event.WorldSeeded{Edition: "test", Quarter: q, On: w.Now})
			}
			w.moved("crude_oil_wti", 79.61, 86.38, nil)
			posts := w.tick(w.Now.Format(time.DateOnly) + " 09:00")
			if want == "" {
				if len(posts) > 0 {
					t.Errorf("%s, month %d: %s", name, month+1, posts[0].Text)
				}
				continue
			}
			if text := one(t, posts).Text; !strings.HasPrefix(text, "**Acme: packaging costs "+want+".**") {
				t.Errorf("%s, month %d: %s", name, month+1, text)
			}
		}
	}
}

// What nobody is reached by, what does not stand out, what is too thin to be said unasked and what is
// weeks old is not told.
func TestSilence(t *testing.T) {
	for name, c := range map[string]func(w *world){
		"nobody's affair": func(w *world) { w.moved("crude_oil_wti", 80, 90, nil) },
		"low": func(w *world) {
			w.client("Acme", "packaging_costs", 0.9)
			w.moved("crude_oil_wti", 80, 90, func(m *event.Measure) { m.Severity = event.LowMove })
		},
		"another thing": func(w *world) {
			w.client("Acme", "helium", 0.9)
			w.moved("crude_oil_wti", 80, 90, nil)
		},
		"a thin link": func(w *world) {
			w.client("Acme", "packaging_costs", 0.45)
			w.moved("crude_oil_wti", 80, 90, nil)
		},
		"a correction of figures": func(w *world) {
			w.client("Acme", "packaging_costs", 0.9)
			w.moved("crude_oil_wti", 80, 90, func(m *event.Measure) { m.Revised = true })
		},
		"rejected": func(w *world) {
			w.Write(event.Judged{Memory: w.client("Acme", "packaging_costs", 0.9), Verdict: event.Rejected})
			w.moved("crude_oil_wti", 80, 90, nil)
		},
		"old": func(w *world) {
			w.client("Acme", "packaging_costs", 0.9)
			w.moved("crude_oil_wti", 80, 90, nil)
			w.At("2026-11-28 06:00")
			w.pulled()
		},
	} {
		w := begin(t)
		c(w)
		if posts := w.tick("2026-11-28 09:00"); len(posts) > 0 {
			t.Errorf("%s: %s", name, posts[0].Text)
		}
	}
}

// mutes is what "mute" does.
func (w *world) mutes(what string) {
	said := w.Say("mute it")
	w.Silence(said)
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingMuted, Text: what}).Because(said).Resting(said)
	ask.Trust = event.ByPrincipal
	w.Record(ask, w.Pens.For(event.Principal).Write(event.Configured{Name: event.SettingMuted, Value: what}).Because(ledger.Here(0)).Resting(said))
}

// What is muted, a client, a thing, a word of its name or all of it, is not told of until it is over.
func TestMuted(t *testing.T) {
	for what, told := range map[string]bool{
		"acme": false, "crude_oil_wti": false, "oil": false, "alerts": false, "acme/2026-11-21T00:00:00Z": false, "acme/2026-11-19T00:00:00Z": true, "copper_price": true, "wt": true,
	} {
		w := begin(t)
		w.client("Acme", "packaging_costs", 0.9)
		w.mutes("zinc " + what)
		w.At("2026-11-20 06:00")
		w.moved("crude_oil_wti", 80, 90, nil)
		if posts := w.tick("2026-11-20 09:00"); len(posts) > 0 != told {
			t.Errorf("%s: %+v", what, posts)
		}
	}
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	w.mutes("acme/2026-11-22T00:00:00Z")
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 80, 90, nil)
	if posts := w.tick("2026-11-20 09:00"); len(posts) > 0 {
		t.Errorf("%+v", posts)
	}
	one(t, w.tick("2026-11-23 09:00")) // it is still news
}

// A client who is named after the move hears of it, as long as it is news.
func TestAClientWhoCameLater(t *testing.T) {
	w := begin(t)
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 80, 90, nil)
	w.tick("2026-11-20 09:00")
	w.client("Acme", "packaging_costs", 0.9)
	if q := one(t, w.tick("2026-11-21 09:00")); !strings.Contains(q.Text, "Acme: packaging costs likely to rise") {
		t.Error(q.Text)
	}
}

// All that moved for a client is one message; from the fourth of a week on several share one.
func TestFewMessages(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	w.client("Acme", "copper_price", 0.9)
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 80, 90, nil)
	w.moved("copper_price", 9000, 9500, nil)
	if q := one(t, w.tick("2026-11-20 09:00")); !strings.Contains(q.Text, "and 1 more move") || !strings.Contains(q.Text, "- copper price +5.6%: directly, 0.90") {
		t.Error(q.Text)
	}
	for i := range 4 {
		w.client(fmt.Sprintf("Bolt%d", i), "packaging_costs", 0.9)
	}
	q := one(t, w.tick("2026-11-21 09:00"))
	if q.Subject != event.SubjectAlert || strings.Count(q.Text, "Bolt") < 4 {
		t.Errorf("%+v", q)
	}
	jobstest.Golden(t, w.World, "digest", alert.Name, q)
	if posts := w.tick("2026-11-22 09:00"); len(posts) > 0 {
		t.Errorf("told again: %s", posts[0].Text)
	}
}

// What moves for a client whom an alert was just about waits for the next day, and is told with what moved then.
func TestOneMessageADayForAClient(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	w.client("Acme", "copper_price", 0.9)
	w.client("Bolt", "copper_price", 0.9)
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 80, 90, nil)
	one(t, w.tick("2026-11-20 09:00"))
	w.At("2026-11-20 15:00")
	w.moved("copper_price", 9000, 9500, nil)
	if q := one(t, w.tick("2026-11-20 16:00")); !strings.HasPrefix(q.Text, "**Bolt: copper price rose") {
		t.Error(q.Text)
	}
	w.At("2026-11-21 06:00")
	w.moved("crude_oil_wti", 90, 100, nil)
	if q := one(t, w.tick("2026-11-21 07:00")); !strings.HasPrefix(q.Text, "**Acme: ") || !strings.Contains(q.Text, "1 more move") {
		t.Error(q.Text)
	}
}

// However much reaches a client, a message keeps to the size of one: reasons go first, then what is told besides is counted.
func TestNoMessageIsTooLong(t *testing.T) {
	for _, things := range [][]string{{"packaging_costs"}, {"packaging_costs", "construction_input_costs", "shipping_costs", "glass_container_price", "aluminium_price"}} {
		w := &world{turntest.New(t).At("2026-11-18 10:00"), t}
		var known []event.Payload
		w.Mind.Read(func(v memory.View) { known = seed.Newest().Load(v.Graph, w.Now) })
		for _, p := range known {
			w.Write(p)
		}
		for _, thing := range things {
			w.client("Bergmann & Sons Construction", thing, 0)
		}
		w.figures("shipping_costs", "2026-10-01")
		w.At("2026-11-20 06:00")
		for _, moved := range []string{"crude_oil_wti", "natural_gas_spot", "usd_broad_index"} {
			w.moved(moved, 79.61, 86.38, nil)
		}
		q := one(t, w.tick("2026-11-20 09:00"))
		lines := 0
		for line := range strings.Lines(q.Text) {
			lines += min(1, len(strings.TrimSpace(line)))
		}
		if n := utf8.RuneCountInString(q.Text); n > 950 || lines > 12 {
			t.Errorf("%d characters, %d lines: %s", n, lines, q.Text)
		}
	}
}

// Three messages a day that nobody asked for are the most.
func TestThreeADay(t *testing.T) {
	w := begin(t)
	for i := range 3 {
		w.client(fmt.Sprintf("Bolt%d", i), "packaging_costs", 0.9)
	}
	w.At("2026-11-20 08:00")
	w.Write(event.PostQueued{Place: turntest.Console, Text: "Something else.", Subject: event.SubjectReview, About: 1})
	w.moved("crude_oil_wti", 80, 90, nil)
	if posts := w.tick("2026-11-20 09:00"); len(posts) != 2 {
		t.Errorf("%d messages beside one", len(posts))
	}
	if posts := w.tick("2026-11-21 09:00"); len(posts) != 1 {
		t.Errorf("%d messages the next day", len(posts))
	}
}

// An unconfirmed reading says so; what bears it out is not told again, and what does not is taken back in
// its place, once, also on a day that had its three messages.
func TestUnconfirmed(t *testing.T) {
	for name, borne := range map[string]bool{"borne out": true, "not borne out": false} {
		w := begin(t)
		w.client("Acme", "packaging_costs", 0.9)
		w.At("2026-11-20 06:00")
		m := w.moved("crude_oil_wti", 79.61, 126, func(m *event.Measure) { m.Unconfirmed = true })
		q := one(t, w.tick("2026-11-20 07:00"))
		if !strings.Contains(q.Text, "likely to rise (one unconfirmed reading).**") {
			t.Errorf("%s: %s", name, q.Text)
		}
		w.At("2026-11-21 06:00")
		if borne {
			w.moved("crude_oil_wti", 79.61, 124, func(x *event.Measure) { x.Confirms = m })
			if posts := w.tick("2026-11-21 07:00"); len(posts) > 0 {
				t.Errorf("told again: %s", posts[0].Text)
			}
			continue
		}
		for range 3 {
			w.Write(event.PostQueued{Place: turntest.Console, Text: "Something else.", Subject: event.SubjectReview, About: 1})
		}
		w.Write(event.MoveUndone{Move: m, Indicator: "crude_oil_wti", Why: event.UndoneUnconfirmed, From: 79.61, To: 80.1, Change: 0.6, Feed: "fred", On: w.Now})
		w.pulled()
		c := one(t, w.tick("2026-11-21 07:00"))
		if c.ReplyTo == 0 || c.ReplyTo != c.About {
			t.Errorf("%+v", c)
		}
		jobstest.Golden(t, w.World, "correction", alert.Name, c)
		if posts := w.tick("2026-11-22 07:00"); len(posts) > 0 {
			t.Errorf("taken back again: %s", posts[0].Text)
		}
	}
}

func TestRevised(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	w.At("2026-11-20 06:00")
	m := w.moved("crude_oil_wti", 79.61, 86.38, nil)
	one(t, w.tick("2026-11-20 07:00"))
	w.At("2026-11-21 06:00")
	w.Write(event.MoveUndone{Move: m, Indicator: "crude_oil_wti", Why: event.UndoneRevised, From: 79.61, To: 81.02, Change: 1.8, Feed: "fred", On: w.Now})
	w.pulled()
	jobstest.Golden(t, w.World, "revised", alert.Name, one(t, w.tick("2026-11-21 07:00")))
}

// What went out since with the figure that is none is named, if it may be read where the alert stands.
func TestLettersWithTheOldFigure(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	w.At("2026-11-20 06:00")
	m := w.moved("crude_oil_wti", 79.61, 86.38, nil)
	one(t, w.tick("2026-11-20 07:00"))
	for _, l := range []struct{ at, to, text, failed string }{
		{"2026-11-20 09:16", "priya@acme.example", "crude is up 8.5% since October", ""},
		{"2026-11-20 09:20", "lena@brandt.example", "we paid 8.4% and 186.38 for oil", ""},
		{"2026-11-20 09:30", "tom@weiss.example", "crude is at 86.38", "refused"},
		{"2026-11-20 09:40", "ana@home.example", "no figure of oil", ""},
	} {
		w.At(l.at)
		asked := w.Say("send it")
		w.Silence(asked)
		hands := w.Pens.For(event.Hands)
		call := w.Record(hands.Write(event.ToolCalled{Tool: "mail_send", Class: "world", Args: fmt.Sprintf(`{"to":[%q],"text":%q}`, l.to, l.text), Reaches: []string{l.to}}).Because(asked))[0].Seq
		w.Record(hands.Write(event.ToolReturned{Text: "sent", Failed: l.failed}).Because(call))
	}
	w.At("2026-11-21 06:00")
	w.Write(event.MoveUndone{Move: m, Indicator: "crude_oil_wti", Why: event.UndoneRevised, From: 79.61, To: 81.02, Change: 1.8, Feed: "fred", On: w.Now})
	w.pulled()
	jobstest.Golden(t, w.World, "letters", alert.Name, one(t, w.tick("2026-11-21 07:00")))
}

// What the principal's reactions made light is told only where it stands out far.
func TestReactionsTeach(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	for range 8 {
		post := w.Write(event.PostQueued{Place: turntest.Console, Text: "An alert.", Subject: "alert/cost/crude_oil_wti"})
		w.Write(event.Reacted{About: post, Emoji: "👎", Sense: event.Dismiss, Credits: []string{"alert", "alert/cost", "topic/crude_oil_wti"}, On: w.Now})
	}
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 80, 85, func(m *event.Measure) { m.Severity = event.MediumMove })
	if posts := w.tick("2026-11-20 07:00"); len(posts) > 0 {
		t.Errorf("told: %s", posts[0].Text)
	}
	w.At("2026-11-21 06:00")
	w.moved("crude_oil_wti", 80, 95, nil)
	one(t, w.tick("2026-11-21 07:00"))
}

// figures lets a figure be read to a date.
func (w *world) figures(name, to string) {
	w.Write(event.FiguresRead{Indicator: name, Feed: "fred", Every: "M", Due: 75, On: w.Now, Figures: event.FiguresOf([]event.Figure{{On: event.DayOf(date(to)), Value: 100}})})
}

// An alert opens one forecast: of the figure nearest to the client on the surest way that has one, by when its links
// say or within a term. What came of earlier ones stands in the next, and one that is taken back counts as wrong.
func TestWhatIsForetold(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	w.client("Bolt", "packaging_costs", 0.9)
	w.figures("shipping_costs", "2026-10-01")
	w.figures("bunker_fuel", "2026-10-01")
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 79.61, 86.38, nil)
	posts := w.tick("2026-11-20 09:00")
	if len(posts) != 2 || !strings.Contains(posts[0].Text, "I check whether shipping costs rise by 16 Mar 2027.") || strings.Contains(posts[0].Text, "came true") {
		t.Fatalf("%+v", posts)
	}
	var open []economy.Forecast
	w.Mind.Read(func(v memory.View) { open = v.Economy.Forecasts })
	if len(open) != 1 || open[0].Thing != "shipping_costs" || !open[0].Up || open[0].Timed || math.Abs(open[0].P-math.Sqrt(0.85*0.8)) > 1e-9 || len(open[0].Links) != 2 {
		t.Fatalf("%+v", open)
	}
	w.Write(event.ForecastResolved{Forecast: open[0].Seq, Outcome: event.CameTrue, Why: event.FollowedWhy, On: w.Now})
	w.At("2026-12-01 06:00")
	m := w.moved("crude_oil_wti", 86, 95, nil)
	if q := w.tick("2026-12-01 09:00")[0]; !strings.Contains(q.Text, "Of my earlier cost alerts, 1 of 1 came true.") {
		t.Error(q.Text)
	}
	w.At("2026-12-02 06:00")
	w.Write(event.MoveUndone{Move: m, Indicator: "crude_oil_wti", Why: event.UndoneRevised, From: 86, To: 87, Change: 1.2, Feed: "fred", On: w.Now})
	w.pulled()
	posts = w.tick("2026-12-02 09:00")
	if len(posts) != 2 || !strings.Contains(posts[0].Text, "I count it as wrong: 1 of 2 came true.") {
		t.Errorf("%+v", posts)
	}
}

// What was told of an unconfirmed reading is taken back where what bore it out is revised away.
func TestRevisedAfterItWasBorneOut(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	w.At("2026-11-20 06:00")
	m := w.moved("crude_oil_wti", 79.61, 126, func(m *event.Measure) { m.Unconfirmed = true })
	q := one(t, w.tick("2026-11-20 07:00"))
	w.At("2026-11-21 06:00")
	again := w.moved("crude_oil_wti", 79.61, 124, func(x *event.Measure) { x.Confirms = m })
	if posts := w.tick("2026-11-21 07:00"); len(posts) > 0 {
		t.Fatalf("told again: %s", posts[0].Text)
	}
	w.At("2026-11-22 06:00")
	w.Write(event.MoveUndone{Move: again, Indicator: "crude_oil_wti", Why: event.UndoneRevised, From: 79.61, To: 80.2, Change: 0.7, Feed: "fred", On: w.Now})
	w.pulled()
	if c := one(t, w.tick("2026-11-22 07:00")); c.ReplyTo == 0 || c.Place != q.Place || !strings.Contains(c.Text, "from US$126 to US$80.20 a barrel") {
		t.Errorf("%+v", c)
	}
	w.pulled()
	if posts := w.tick("2026-11-23 07:00"); len(posts) > 0 {
		t.Errorf("taken back again: %s", posts[0].Text)
	}
}
