package inspect

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	"citadel/memory/principal"
)

// told is one alert with what it told of.
type told struct {
	seen
	alert  event.Alerted
	moved  event.IndicatorMoved
	client string
	words  *phrase.Text // what was to be seen, and what came of it
}

// alerts lists what was told of moves of the economy, the newest first, what came of each, and the record of all.
func alerts(ctx context.Context, l *look) (*turn.Reply, error) {
	all, err := l.alerted(ctx)
	if err != nil {
		return nil, err
	}
	if all, err = visible(ctx, l, all, func(t told) []event.Seq { return append([]event.Seq{t.Seq, t.alert.Move}, t.alert.Links...) }); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return l.noAlerts(), nil
	}
	rests := numbers(all, func(t told) event.Seq { return t.Seq })
	head := new(phrase.Text).Claim(rests, "**%s.**", phrase.Count(len(all), "alert"))
	l.turn.Read(func(v memory.View) { scored(head, v.Economy.Record) })
	foot := new(phrase.Text).Say("`why %s` shows what one rests on.", phrase.Handle('a', all[0].Seq))
	if waits := l.untold(all); len(waits) > 0 {
		foot.Say(" Waits for a good moment: ").Add(waits[0])
		if more := len(waits) - 1; more > 0 {
			foot.Say(", and %s more", phrase.Number(more))
		}
		foot.Say(".")
	}
	l.muted(foot)
	return l.list(head, each(all, func(t told) (*phrase.Text, error) {
		line := new(phrase.Text).Say("`%s` ", phrase.Handle('a', t.Seq)).Claim([]event.Seq{t.Seq, t.alert.Move}, "%s, %s: %s %s",
			l.turn.FullDay(t.At), t.client, graph.Words(t.moved.Indicator), consequence.Change(mode(t.moved), change(t.moved)))
		return line.Add(t.words), nil
	}), foot)
}

func mode(m event.IndicatorMoved) string {
	if m.Measure == nil {
		return ""
	}
	return m.Measure.Mode
}

func change(m event.IndicatorMoved) float64 {
	if m.Measure == nil {
		return 0
	}
	return m.Measure.Change
}

// scored words how forecasts came out. A share of a hundred is told from twenty on (TRUST, False precision).
func scored(t *phrase.Text, r economy.Record) {
	if r.All() == 0 {
		return
	}
	rests := []event.Seq{r.Seq}
	t.Claim(rests, " %d of %d forecasts came true", r.True, r.All())
	if r.All() >= economy.Enough {
		t.Claim(rests, " (%d%%)", (r.True*100+r.All()/2)/r.All())
	}
	t.Claim(rests, "; Brier score %s, where 0 is perfect and 0.25 is guessing", phrase.Figure(r.Brier())).Say(".")
}

// muted adds what no alerts come about.
func (l *look) muted(t *phrase.Text) {
	l.turn.Read(func(v memory.View) {
		all := v.Principal.Muted(l.turn.Now)
		if len(all) == 0 {
			return
		}
		names := make([]string, len(all))
		for i, m := range all {
			names[i] = graph.Words(m.What)
			if own := v.Graph.Client(m.What); graph.Name(own) == m.What {
				names[i] = own
			}
			if m.What == principal.Alerts {
				names[i] = "all of them"
			}
		}
		t.Say(" Muted: ").Claim([]event.Seq{v.Principal.Set[event.SettingMuted]}, "%s", strings.Join(names, ", ")).Say("; `unmute` ends it.")
	})
}

// untold words what moved and reaches a client, and was not told of yet: it waits for a good moment, which is none of
// the quiet hours and none just after talk. It is shown where nobody else reads along.
func (l *look) untold(all []told) (waits []*phrase.Text) {
	if !l.sight.Private() {
		return nil
	}
	now := l.turn.Now
	l.turn.Read(func(v memory.View) {
		mutes := v.Principal.Muted(now)
		for _, m := range v.Economy.Moves {
			if m.Measure == nil || m.Measure.Severity == event.LowMove || now.Sub(m.On) > lately {
				continue
			}
			for _, e := range exposure.Of(v.Graph, m.Indicator, consequence.Sign(m.IndicatorMoved), now) {
				r := e.Reaches[0]
				silent := slices.ContainsFunc(mutes, func(o principal.Mute) bool {
					return o.What == principal.Alerts || consequence.Mutes(o.What, e.Client, m.Indicator)
				})
				known := slices.ContainsFunc(all, func(t told) bool {
					return strings.EqualFold(t.client, e.Client) && (t.alert.Move == m.Seq || m.Measure.Confirms != 0 && t.alert.Move == m.Measure.Confirms)
				})
				if silent || known || consequence.Sure(r, now) < consequence.Sayable {
					continue
				}
				rests := append([]event.Seq{m.Seq}, consequence.Rests(e.Reaches[:1])...)
				waits = append(waits, new(phrase.Text).Claim(rests, "%s: %s %s", e.Client, graph.Words(m.Indicator), consequence.Change(m.Measure.Mode, m.Measure.Change)))
			}
		}
	})
	return waits
}

// lately is for how long a move is news: publishers are a week late with some.
const lately = 14 * 24 * time.Hour

// mostUntold is how many of what waits are listed.
const mostUntold = 6

// noAlerts says what waits to be told, or else what would bring an alert.
func (l *look) noAlerts() *turn.Reply {
	t := new(phrase.Text)
	if waits := l.untold(nil); len(waits) > 0 {
		t.Say("No alert yet. These wait for a good moment:")
		for _, w := range waits[:min(len(waits), mostUntold)] {
			t.Item().Add(w)
		}
		l.muted(t.Break())
		return l.says(t)
	}
	l.turn.Read(func(v memory.View) {
		clients := v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" })
		switch {
		case len(clients) == 0:
			t.Say("No alert yet. Tell me what a client depends on, as in `my client Acme buys copper`, and I tell you when a figure moves that reaches him.")
		case len(v.Economy.Indicators) == 0 && len(l.desk.Figures) > 0:
			t.Say("No alert yet: I have read none of the ").Claim(l.turn.Heard(), "%s", phrase.Count(len(l.desk.Figures), "figure")).Say(" so far. I look every morning.")
		case len(v.Economy.Indicators) == 0:
			t.Say("No alert yet: I read no figures of the economy. `status` shows why.")
		default:
			t.Say("No alert yet: none of ").Claim([]event.Seq{v.Economy.Pulled.Seq}, "%s", phrase.Count(len(v.Economy.Indicators), "figure")).Say(" moved far enough that reaches a client of yours. I look every morning.")
		}
	})
	l.muted(t)
	return l.says(t)
}

// alerted gives what was told, the newest first.
func (l *look) alerted(ctx context.Context) (all []told, err error) {
	said, err := l.events(ctx, newest(event.Alerted{}.Kind(), mostAlerts))
	if err != nil {
		return nil, err
	}
	outcomes, err := l.outcomes(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range said {
		one, ok, err := l.toldBy(ctx, e)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if one.words = outcomes[one.alert.Move]; one.words == nil {
			one.words = new(phrase.Text)
		}
		all = append(all, one)
	}
	return all, nil
}

const mostAlerts = 100

// toldBy reads one alert; ok is false where its move or its client is forgotten.
func (l *look) toldBy(ctx context.Context, e seen) (t told, ok bool, err error) {
	a, is := e.payload.(event.Alerted)
	if !is {
		return t, false, nil
	}
	move, there, err := l.event(ctx, a.Move)
	if err != nil || !there {
		return t, false, err
	}
	m, is := move.payload.(event.IndicatorMoved)
	t = told{seen: e, alert: a, moved: m}
	l.turn.Read(func(v memory.View) {
		for _, link := range a.Links {
			if edge, known := v.Graph.Edge(link); known {
				t.client = edge.Client
			}
		}
	})
	return t, is && t.client != "", nil
}

// outcomes words what was foretold of moves, by the move.
func (l *look) outcomes(ctx context.Context) (map[event.Seq]*phrase.Text, error) {
	all := map[event.Seq]*phrase.Text{}
	resolved, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{event.ForecastResolved{}.Kind()}, Newest: true, Limit: mostAlerts})
	if err != nil {
		return nil, err
	}
	opened, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{event.ForecastOpened{}.Kind()}, Newest: true, Limit: mostAlerts})
	if err != nil {
		return nil, err
	}
	for _, e := range opened {
		f, ok := e.payload.(event.ForecastOpened)
		if !ok || all[f.Move] != nil {
			continue
		}
		all[f.Move] = l.outcome(e.Seq, f, resolved)
	}
	return all, nil
}

// outcome words what came of one forecast: "; came true: shipping costs rise", "; open until 16 Mar 2027".
func (l *look) outcome(seq event.Seq, f event.ForecastOpened, resolved []seen) *phrase.Text {
	t := new(phrase.Text)
	what := consequence.Goes(f.Thing, f.Up)
	for _, e := range resolved {
		r, ok := e.payload.(event.ForecastResolved)
		if !ok || r.Forecast != seq {
			continue
		}
		rests := []event.Seq{seq, e.Seq}
		switch {
		case r.Why == event.UndoneWhy:
			return t.Claim(rests, "; taken back, counted as wrong")
		case r.Outcome == event.CameTrue:
			return t.Claim(rests, "; came true: %s", what)
		case r.Outcome == event.CameWrong:
			return t.Claim(rests, "; wrong: %s did not follow", graph.Words(f.Thing))
		}
		return t.Claim(rests, "; nothing to be seen")
	}
	if f.Thing == "" {
		return t
	}
	return t.Claim([]event.Seq{seq}, "; open until %s: %s", phrase.FullDay(f.By, l.turn.Now), what)
}

// whyAlerted is what one alert rests on: the figures, every link with its confidence, and the gates that it passed.
func (l *look) whyAlerted(ctx context.Context, seq event.Seq) (*turn.Reply, error) {
	e, ok, err := l.event(ctx, seq)
	if err != nil {
		return nil, err
	}
	if may, err := l.sees(ctx, e); err != nil || !ok || !may {
		return l.says(new(phrase.Text).Say("I have nothing under `%s`.", phrase.Handle('a', seq))), err
	}
	one, ok, err := l.toldBy(ctx, e)
	if err != nil {
		return nil, err
	}
	if !ok {
		return l.says(new(phrase.Text).Say("I have nothing under `%s`.", phrase.Handle('a', seq))), nil
	}
	post, ok, err := l.event(ctx, e.Cause())
	if err != nil {
		return nil, err
	}
	q, is := post.payload.(event.PostQueued)
	if may, err := l.sees(ctx, post); err != nil || !ok || !is || !may {
		return l.says(new(phrase.Text).Say("I have nothing under `%s`.", phrase.Handle('a', seq))), err
	}
	return l.restsOn(ctx, []told{one}, post, q)
}

// passed is the same for a post that holds alerts; nil for any other.
func (l *look) passed(ctx context.Context, post seen) (*turn.Reply, error) {
	q, ok := post.payload.(event.PostQueued)
	if !ok || !strings.HasPrefix(q.Subject, event.SubjectAlert) || l.cmd.Has("more") {
		return nil, nil
	}
	said, err := l.events(ctx, ledger.Query{After: post.Seq, Kinds: []event.Kind{event.Alerted{}.Kind()}, Limit: mostAlerts})
	if err != nil {
		return nil, err
	}
	var of []told
	for _, e := range said {
		if e.Cause() != post.Seq {
			continue
		}
		if one, ok, err := l.toldBy(ctx, e); err != nil {
			return nil, err
		} else if ok {
			of = append(of, one)
		}
	}
	if len(of) == 0 {
		return nil, nil
	}
	return l.restsOn(ctx, of, post, q)
}

// restsOn words what alerts of one post rest on.
func (l *look) restsOn(_ context.Context, of []told, post seen, q event.PostQueued) (*turn.Reply, error) {
	t := new(phrase.Text)
	moves := map[event.Seq]bool{}
	for _, one := range of {
		if moves[one.alert.Move] {
			continue
		}
		moves[one.alert.Move] = true
		t.Break().Add(consequence.Moved(one.alert.Move, one.moved, l.turn.Now)).Say(".")
		if m := one.moved.Measure; m != nil {
			rests := []event.Seq{one.alert.Move}
			t.Claim(rests, " It counts from %s on", consequence.Change(m.Mode, m.Size))
			if m.Sigmas > 0 {
				t.Claim(rests, ", and was %s times its usual change", phrase.Figure(m.Sigmas))
			}
			t.Say(".")
		}
	}
	t.Break().Say("The links, each with its confidence then; `why` and its handle shows what speaks for one:")
	l.turn.Read(func(v memory.View) {
		var cited []event.Seq
		for _, c := range q.Cites {
			cited = append(cited, c.Seqs...)
		}
		slices.Sort(cited)
		var edges []graph.Edge
		for _, seq := range slices.Compact(cited) {
			if e, ok := v.Graph.Edge(seq); ok && e.Seq == seq {
				edges = append(edges, e)
			}
		}
		slices.SortStableFunc(edges, func(a, b graph.Edge) int { return strings.Compare(b.Client, a.Client) })
		for _, e := range edges[:min(len(edges), mostLinks)] {
			t.Item().Say("`%s` ", phrase.Handle('e', e.Seq)).Claim([]event.Seq{e.Seq}, "%s, %s", consequence.Link(e), phrase.Figure(e.At(post.At)))
		}
		if more := len(edges) - mostLinks; more > 0 {
			t.Item().Claim([]event.Seq{post.Seq}, "and %d more", more)
		}
	})
	t.Break().Say("It was told because a way to the client has a mean of ").Claim([]event.Seq{post.Seq}, "%s", phrase.Figure(consequence.Sayable))
	t.Say(" or more, and the client's own link ").Claim([]event.Seq{post.Seq}, "%s", phrase.Figure(formula.ClientEdgeLeast)).Say(".")
	r := l.says(t)
	r.About = post.Seq
	return r, nil
}

const mostLinks = 7
