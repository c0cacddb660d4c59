package procedure

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/extract"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/link"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// whatIf answers what happens if something of the economy moves, and who is exposed to it: the ways in
// words, each with its confidence, or that there is none (SPEC §14). Nothing is forecast.
func whatIf(ctx context.Context, v *visit) (*turn.Reply, error) {
	q, ok := trade.Ask(v.Text)
	if !ok {
		return nil, nil
	}
	switch {
	case q.All:
		return v.exposures(ctx)
	case q.Thing == "":
		return v.dependsOn(ctx, q.To)
	case q.Onward:
		return v.onward(ctx, q.Thing)
	}
	if told, err := v.toldWho(ctx); err != nil || told {
		return nil, err
	}
	q.Thing = v.currency(q.Thing)
	var all []exposure.Exposure
	var ways, near []exposure.Path
	var known, toKnown, toClient bool
	var now economy.Indicator // of what is supposed to end somewhere
	if q.Level > 0 {
		v.Read(func(m memory.View) { now = m.Economy.Of(m.Graph.Resolve(q.Thing)) })
		if last, ok := now.Last(); ok && trade.Unsaid(q.Move) {
			q.Falls = q.Level < last.Value
		}
	}
	sign := graph.More
	if q.Falls {
		sign = graph.Less
	}
	v.Read(func(m memory.View) {
		_, known = m.Graph.Find(q.Thing)
		if !known {
			return
		}
		if q.Listed && passage(m.Graph, q.Thing) {
			q.Listed, q.Falls, q.Move, sign = false, true, "closes", graph.Less
		}
		all = exposure.Of(m.Graph, q.Thing, sign, v.Now)
		for _, other := range link.Also(q.Thing) {
			all = joined(all, exposure.Of(m.Graph, other, sign, v.Now))
		}
		if q.To == "" {
			near = nearest(m.Graph, q.Thing, sign, v.Now)
			return
		}
		if own := m.Graph.Client(q.To); own != "" {
			q.To = own
		}
		toClient = link.IsClient(m, q.To)
		_, toKnown = m.Graph.Find(q.To)
		all = slices.DeleteFunc(all, func(e exposure.Exposure) bool { return !strings.EqualFold(e.Client, q.To) })
		if toKnown && !toClient {
			ways = exposure.Between(m.Graph, q.Thing, q.To, sign, v.Now)
			for _, other := range link.Also(q.Thing) {
				if len(ways) == 0 {
					ways = exposure.Between(m.Graph, other, q.To, sign, v.Now)
				}
			}
		}
	})
	if !known && !toClient && !v.speaksOfClients() {
		return nil, nil // it may be about anything
	}
	reply, sight := v.ofClients()
	all, err := v.shownTo(ctx, sight, all)
	if err != nil {
		return nil, err
	}
	told := pictured(ways, all)
	if len(all) == 0 && q.To == "" {
		told = near
	}
	if len(told) > 0 {
		how := q.Move
		if q.Listed {
			how = ""
		}
		v.Read(func(m memory.View) {
			c, _ := consequence.Picture(m.Graph, told, sign, how, v.Now)
			reply.Charts = []event.Chart{c}
		})
	}
	t := &reply.Text
	if last, ok := now.Last(); ok {
		v.stands(t, now, last)
		t.Break()
	}
	switch {
	case len(ways) > 0:
		t.Say("**").Claim(v.Heard(), "%s", supposition(q)).Say(".** ").Claim(consequence.Rests([]exposure.Reach{{Own: ways[0].Edges[0], Paths: ways}}), "%s to %s, %s:", phrase.Count(len(ways), "way"), q.To, confidences(len(ways))).Break()
		for _, p := range ways[:min(mostWaysTold, len(ways))] {
			t.Item().Add(consequence.Way(p, v.Now)).Say(": %s", goes(p.Sign))
		}
	case len(all) == 0 && q.To != "" && !known:
		t.Say("I have nothing about ").Claim(v.Heard(), "%s", phrase.Quote(q.Thing, ownWords)).Say(": no link begins or ends there. `graph` shows what there is.")
	case len(all) == 0 && q.To != "" && !toKnown && !toClient:
		t.Say("I have nothing about ").Claim(v.Heard(), "%s", phrase.Quote(q.To, ownWords)).Say(". Tell me what they depend on, as in `my client %s buys copper`.", q.To)
	case len(all) == 0 && q.To != "":
		t.Say("I have nothing between ").Claim(v.Heard(), "%s and %s", phrase.Quote(q.Thing, ownWords), phrase.Quote(q.To, ownWords))
		t.Say(": no way of at most three links that is sure enough. `graph %s` shows what I have.", q.Thing)
	case len(all) == 0 && len(near) > 0:
		t.Say("**").Claim(v.Heard(), "%s", supposition(q)).Say(": no client of yours is reached.** It bears on:").Break()
		for _, p := range near {
			t.Item().Claim([]event.Seq{p.Edges[0].Seq}, "%s, %s", towards(p), phrase.Figure(p.Confidence))
			if why := consequence.Why(p.Edges[0]); why != "" {
				t.Claim([]event.Seq{p.Edges[0].Seq}, ": %s", why)
			}
		}
		t.Break().Say("Tell me who depends on one of these, as in `my client Acme is exposed to %s`.", graph.Words(near[0].Things[1]))
	case len(all) == 0 && strings.EqualFold(q.Thing, link.Dollar):
		t.Say("I don't know which dollar you mean: ask with `the Australian dollar` or `the US dollar`.")
	case len(all) == 0:
		t.Say("I have nothing between ").Claim(v.Heard(), "%s", phrase.Quote(q.Thing, ownWords)).Say(" and a client of yours. Tell me what they depend on, as in `my client Acme buys copper`.")
	default:
		t.Say("**").Claim(v.Heard(), "%s", supposition(q)).Say(": ").Claim(rests(all), "%s reached", reached(all)).Say(".**")
		if err := v.exposed(ctx, t, all); err != nil {
			return nil, err
		}
	}
	return reply, nil
}

// joined adds what another thing reaches over links that are not reached already.
func joined(all, more []exposure.Exposure) []exposure.Exposure {
	for _, e := range more {
		at := slices.IndexFunc(all, func(o exposure.Exposure) bool { return strings.EqualFold(o.Client, e.Client) })
		if at < 0 {
			all = append(all, e)
			continue
		}
		for _, r := range e.Reaches {
			if !slices.ContainsFunc(all[at].Reaches, func(o exposure.Reach) bool { return o.Own.Seq == r.Own.Seq }) {
				all[at].Reaches = append(all[at].Reaches, r)
			}
		}
	}
	return all
}

// passage says whether goods are shipped through a thing: a canal does not rise, it closes.
func passage(g *graph.Fold, thing string) bool {
	name := g.Resolve(thing)
	if slices.ContainsFunc([]string{"_canal", "_strait"}, func(end string) bool { return strings.HasSuffix(name, end) }) {
		return true
	}
	return slices.ContainsFunc(g.Touching(name), func(e graph.Edge) bool { return e.Stands() && e.Relation == event.ShippedVia && e.Target == name })
}

const mostWaysTold = 3

// nearest are the surest links that lead on from a thing and are what everybody knows.
func nearest(g *graph.Fold, thing string, sign graph.Sign, now time.Time) (near []exposure.Path) {
	t, ok := g.Find(thing)
	if !ok {
		return nil
	}
	steps := g.Steps(t)
	for _, s := range steps {
		mere := s.Sign == graph.Unknown && slices.ContainsFunc(steps, func(o graph.Step) bool { return o.To == s.To && o.Sign != graph.Unknown })
		if e := g.Over(s); e.Origin == event.FromWorld && !mere { // a mere risk says less than a way
			near = append(near, exposure.Path{Things: []string{g.Called(t), g.Called(s.To)}, Edges: []graph.Edge{*e}, Sign: sign * s.Sign, Confidence: e.At(now)})
		}
	}
	slices.SortStableFunc(near, func(a, b exposure.Path) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return near[:min(len(near), mostNear)]
}

const mostNear = 4

// towards words what becomes of the thing at the end of a way.
func towards(p exposure.Path) string {
	d := map[graph.Sign]exposure.Direction{graph.More: exposure.Up, graph.Less: exposure.Down, graph.Unknown: exposure.Risk}[p.Sign]
	return graph.Words(p.Things[len(p.Things)-1]) + " " + consequence.Towards(d, p.Confidence)
}

// pictured are the ways that the picture shows: all that are told of a thing or of one client, and the surest to each
// of several.
func pictured(ways []exposure.Path, all []exposure.Exposure) (told []exposure.Path) {
	if len(ways) > 0 {
		return ways[:min(mostWaysTold, len(ways))]
	}
	for _, e := range all[:min(mostExposed, len(all))] {
		for _, r := range e.Reaches[:min(mostReached, len(e.Reaches))] {
			if len(all) == 1 {
				told = append(told, consequence.Ways(r)...)
			} else {
				told = append(told, r.Paths[0])
			}
		}
	}
	return told
}

// speaksOfClients says whether the question itself is about the principal's business.
func (v *visit) speaksOfClients() bool {
	said := " " + plainWords(v.Text) + " "
	for _, ours := range []string{" clients ", " customers ", "exposed to", "happens to us ", "mean for us ", "affect us "} {
		if strings.Contains(said, ours) {
			return true
		}
	}
	return false
}

// supposition is what is supposed, as a heading, in the words of the question.
func supposition(q trade.Question) string {
	thing := q.Thing
	if strings.HasSuffix(thing, " "+link.Dollar) {
		thing = "the " + thing
	}
	if q.Listed {
		return "If " + consequence.Goes(thing, true)
	}
	if slices.Contains([]string{"rba", "fed"}, strings.ToLower(thing)) || strings.Contains(strings.ToLower(thing), "reserve") {
		thing = "the " + thing
	}
	return "If " + thing + " " + consequence.Does(thing, q.Move)
}

func confidences(ways int) string {
	if ways == 1 {
		return "with its confidence"
	}
	return "with the confidence of each"
}

func goes(s graph.Sign) string {
	switch s {
	case graph.More:
		return "it rises"
	case graph.Less:
		return "it falls"
	}
	return "it is affected"
}

func reached(all []exposure.Exposure) string {
	if len(all) == 1 {
		return all[0].Client + " is"
	}
	return phrase.Count(len(all), "client") + " are"
}

func rests(all []exposure.Exposure) (seqs []event.Seq) {
	for _, e := range all {
		seqs = append(seqs, consequence.Rests(e.Reaches)...)
	}
	slices.Sort(seqs)
	return slices.Compact(seqs)
}

// shownTo keeps the reaches that rest on nothing but what a reader may see.
func (v *visit) shownTo(ctx context.Context, sight memory.Sight, all []exposure.Exposure) (kept []exposure.Exposure, err error) {
	if sight.Private() {
		return all, nil
	}
	for _, e := range all {
		var reaches []exposure.Reach
		for _, r := range e.Reaches {
			roots, err := v.Mind.Roots(ctx, consequence.Rests([]exposure.Reach{r})...)
			if err != nil {
				return nil, err
			}
			if sight.ShowsAll(roots) {
				reaches = append(reaches, r)
			}
		}
		if e.Reaches = reaches; len(reaches) > 0 {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

const (
	mostExposed = 4 // clients of one answer
	mostReached = 2 // things of each
)

// exposed lists what becomes of each client, by the surest way, and on whose words the last link rests.
func (v *visit) exposed(ctx context.Context, t *phrase.Text, all []exposure.Exposure) error {
	for _, e := range all[:min(mostExposed, len(all))] {
		for _, r := range e.Reaches[:min(mostReached, len(e.Reaches))] {
			links := consequence.Rests([]exposure.Reach{r})
			if len(r.Paths[0].Edges) == 0 {
				what := consequence.Link(r.Own)
				if r.Own.Sign() != graph.Unknown {
					what = consequence.Becomes(r.Own, r.Paths[0].Sign == graph.More, consequence.Sure(r, v.Now))
				}
				t.Item().Claim(links, "%s: directly, %s", consequence.Heading(what), phrase.Figure(r.Paths[0].Confidence))
				continue
			}
			t.Item().Claim(links, "%s: %s %s. ", consequence.Heading(e.Client), graph.Words(r.Thing), consequence.Towards(r.Direction(), consequence.Sure(r, v.Now)))
			t.Add(consequence.Way(r.Paths[0], v.Now))
			if more := len(r.Paths) - 1; more > 0 {
				t.Say("; ").Claim(consequence.Rests([]exposure.Reach{r}), "%s", phrase.Count(more, "other way"))
			}
		}
	}
	if more := len(all) - mostExposed; more > 0 {
		t.Item().Claim(rests(all), "and %s", phrase.Count(more, "more client"))
	}
	first := all[0].Reaches[0]
	said, err := v.saidIn(ctx, first.Own.Seq)
	if err != nil {
		return err
	}
	t.Break().Add(consequence.Last(first.Own, said, v.Now)).Say(" ").Add(consequence.When(first.Paths[0]))
	return nil
}

// saidIn is the message whose words a link rests on, or the link itself.
func (v *visit) saidIn(ctx context.Context, link event.Seq) (event.Seq, error) {
	rec, err := v.Mind.Event(ctx, link)
	if err != nil || len(rec.From) == 0 {
		return link, err
	}
	return slices.Max(rec.From), nil // of two the later one holds the words; the earlier says whom "they" means
}

// toldWho says whether a message asks who does something that somebody was told to do: "who buys steel?".
func (v *visit) toldWho(ctx context.Context) (bool, error) {
	if first, _, _ := strings.Cut(lead(plainWords(v.Text)), " "); first != "who" && first != "whom" {
		return false, nil
	}
	r, err := v.read(ctx)
	if err != nil || r.question.Attribute == "" {
		return false, err
	}
	_, sure := extract.Answer(r.question, r.contenders())
	return sure, nil
}
