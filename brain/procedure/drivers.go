package procedure

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/link"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// ofClients begins an answer that may name clients: where others read along it is said where the principal alone does, and
// sight is what may be told there.
func (v *visit) ofClients() (reply *turn.Reply, sight memory.Sight) {
	reply, sight = says("whatif"), v.Sight()
	if v.Audience == event.Shared {
		reply.Direct = true
		if direct := v.Direct(); len(direct) > 0 {
			reply.To, sight = direct[0], direct[0]
		}
	}
	return reply, sight
}

// dependsOn answers what bears on a client, or on a thing: the links to it, the surest first, each with its confidence and
// what speaks for it. Of anybody and anything else it says nothing.
func (v *visit) dependsOn(ctx context.Context, name string) (*turn.Reply, error) {
	var links []graph.Edge
	client, node, touched := "", "", false
	v.Read(func(m memory.View) {
		if client = m.Graph.Client(name); client != "" {
			links = m.Graph.Edges(func(e *graph.Edge) bool { return strings.EqualFold(e.Client, client) })
			return
		}
		node = m.Graph.Resolve(v.currency(name))
		links = m.Graph.Touching(node)
		touched = slices.ContainsFunc(links, func(e graph.Edge) bool { return e.Origin == event.FromWorld && e.Stands() })
		links = slices.DeleteFunc(links, func(e graph.Edge) bool {
			_, to := e.Way()
			return !e.Stands() || e.Client != "" || to != node
		})
	})
	reply, sight := v.ofClients()
	links, err := v.ownShown(ctx, sight, links)
	t := &reply.Text
	switch {
	case err != nil:
		return nil, err
	case len(links) == 0 && touched:
		t.Say("I have nothing that moves ").Claim(v.Heard(), "%s", graph.Words(node)).Say(". `graph %s` shows what it moves.", graph.Words(node))
		return reply, nil
	case len(links) == 0:
		return nil, nil
	}
	if client == "" {
		v.surestFirst(links)
		shown := links[:min(len(links), mostNear)]
		t.Say("**").Claim(seqsOf(links), "What moves %s: %s", graph.Words(node), phrase.Count(len(links), "link")).Say(".**")
		v.linesOf(t, shown)
		t.Break().Say("`graph %s` shows all of it.", graph.Words(node))
		reply.Charts = []event.Chart{consequence.Links("What moves "+graph.Words(node), shown, v.Now)}
		return reply, nil
	}
	t.Say("**").Claim(seqsOf(links), "%s: %s", consequence.Heading(client), phrase.Count(len(links), "link")).Say(".**")
	v.linesOf(t, links[:min(len(links), mostOwn)])
	t.Break().Say("`graph %s` shows all of it, and what moves it.", client)
	return reply, nil
}

// onward answers what a thing moves: what everybody knows of it, the surest first, and which clients it reaches in the end.
func (v *visit) onward(ctx context.Context, thing string) (*turn.Reply, error) {
	thing = v.currency(thing)
	var links []graph.Edge
	var all []exposure.Exposure
	node := ""
	v.Read(func(m memory.View) {
		at, known := m.Graph.Find(thing)
		if !known {
			return
		}
		node = m.Graph.Called(at)
		for _, s := range m.Graph.Steps(at) {
			links = append(links, *m.Graph.Over(s))
		}
		all = exposure.Of(m.Graph, thing, graph.More, v.Now)
	})
	reply, sight := v.ofClients()
	links, err := v.ownShown(ctx, sight, links)
	if err != nil {
		return nil, err
	}
	if all, err = v.shownTo(ctx, sight, all); err != nil || len(links)+len(all) == 0 {
		return nil, err
	}
	v.surestFirst(links)
	t := &reply.Text
	if len(links) > 0 {
		shown := links[:min(len(links), mostNear)]
		t.Say("**").Claim(seqsOf(links), "What %s moves: %s", graph.Words(node), phrase.Count(len(links), "link")).Say(".**")
		v.linesOf(t, shown)
		reply.Charts = []event.Chart{consequence.Links("What "+graph.Words(node)+" moves", shown, v.Now)}
	}
	switch {
	case len(all) > 0:
		names := make([]string, 0, mostExposed)
		for _, e := range all[:min(len(all), mostExposed)] {
			names = append(names, e.Client)
		}
		t.Break().Claim(rests(all), "It reaches %s", strings.Join(names, ", ")).Say(": `what if %s rises?` shows by which ways.", graph.Words(node))
	default:
		t.Break().Say("No client of yours is reached that I know of. `graph %s` shows all of it.", graph.Words(node))
	}
	return reply, nil
}

// exposures answers what each client is exposed to, by his own links.
func (v *visit) exposures(ctx context.Context) (*turn.Reply, error) {
	var links []graph.Edge
	v.Read(func(m memory.View) { links = m.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" }) })
	reply, sight := v.ofClients()
	links, err := v.ownShown(ctx, sight, links)
	if err != nil {
		return nil, err
	}
	t := &reply.Text
	if len(links) == 0 {
		t.Say("I have no client of yours with a link to anything. Tell me what one depends on, as in `my client Acme buys copper`.")
		return reply, nil
	}
	v.surestFirst(links)
	var clients []string // in the order of their surest links
	of := map[string][]graph.Edge{}
	for _, e := range links {
		key := strings.ToLower(e.Client)
		if of[key] == nil {
			clients = append(clients, key)
		}
		of[key] = append(of[key], e)
	}
	t.Say("**").Claim(seqsOf(links), "%s with a link to something", phrase.Count(len(clients), "client")).Say(".**")
	for _, key := range clients[:min(len(clients), mostClients)] {
		its := of[key]
		t.Item().Claim(seqsOf(its), "%s: ", consequence.Heading(its[0].Client))
		for i, e := range its[:min(len(its), mostNear)] {
			if i > 0 {
				t.Say(", ")
			}
			t.Claim([]event.Seq{e.Seq}, "%s %s", graph.Words(other(e)), phrase.Figure(e.At(v.Now)))
		}
		if more := len(its) - mostNear; more > 0 {
			t.Claim(seqsOf(its), " and %d more", more)
		}
	}
	if more := len(clients) - mostClients; more > 0 {
		t.Item().Claim(seqsOf(links), "and %s", phrase.Count(more, "more client"))
	}
	t.Break().Say("`graph %s` shows one, with what moves it.", of[clients[0]][0].Client)
	return reply, nil
}

// other is the end of a client's link that is not his own.
func other(e graph.Edge) string {
	from, to := e.Way()
	own := graph.Name(e.Client)
	if rest, its := strings.CutPrefix(from, own); its && (rest == "" || rest[0] == '_') {
		return to
	}
	return from
}

// linesOf adds a line for each link: "crude oil WTI drives bunker fuel, 0.85: Fuel for ships …".
func (v *visit) linesOf(t *phrase.Text, links []graph.Edge) {
	for _, e := range links {
		own := []event.Seq{e.Seq}
		t.Item().Claim(own, "%s, %s", consequence.Link(e), phrase.Figure(e.At(v.Now)))
		switch {
		case e.Mechanism == "":
		case e.Origin == event.FromWorld:
			t.Claim(own, ": %s", consequence.Why(e))
		default:
			t.Claim(own, ": %s (%s)", phrase.Quote(e.Mechanism, ownWords), v.FullDay(e.On))
		}
	}
}

// ownShown keeps the links that a reader may see.
func (v *visit) ownShown(ctx context.Context, sight memory.Sight, own []graph.Edge) (kept []graph.Edge, err error) {
	if sight.Private() {
		return own, nil
	}
	for _, e := range own {
		if e.Origin == event.FromWorld { // everybody's
			kept = append(kept, e)
			continue
		}
		roots, err := v.Mind.Roots(ctx, e.Seq)
		if err != nil {
			return nil, err
		}
		if sight.ShowsAll(roots) {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

func (v *visit) surestFirst(links []graph.Edge) {
	slices.SortStableFunc(links, func(a, b graph.Edge) int { return cmp.Compare(b.At(v.Now), a.At(v.Now)) })
}

// currency is a thing as the graph may know it: "the dollar" is that of the country that the principal lives in.
func (v *visit) currency(thing string) string {
	if own := v.homeCurrency(); strings.EqualFold(thing, link.Dollar) && own != "" {
		return own
	}
	return thing
}

func seqsOf(links []graph.Edge) (seqs []event.Seq) {
	for _, e := range links {
		seqs = append(seqs, e.Seq)
	}
	slices.Sort(seqs)
	return slices.Compact(seqs)
}

// Bounds of a list that is read on a telephone.
const (
	mostOwn     = 6 // links of one client
	mostClients = 6 // of all
)
