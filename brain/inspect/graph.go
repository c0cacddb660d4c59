package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// causes shows what bears on what: all of it in numbers, one thing, one client, or one link with what
// speaks for it (SPEC §14). Each link has a confidence of its own, a bare number. Of what was said or kept it shows the thread.
func causes(ctx context.Context, l *look) (*turn.Reply, error) {
	switch h := l.cmd.Handle(); h.Letter {
	case 0:
	case 'e':
		return l.explained(ctx, event.Seq(h.N))
	default:
		return l.thread(ctx, h)
	}
	words := strings.TrimSpace(l.cmd.Words)
	if words == "" || words == "stats" {
		return l.graphed(ctx)
	}
	var edges []graph.Edge
	client := ""
	l.turn.Read(func(v memory.View) {
		if client = v.Graph.Client(words); client != "" {
			edges = v.Graph.Edges(func(e *graph.Edge) bool { return strings.EqualFold(e.Client, client) })
			return
		}
		edges = slices.DeleteFunc(v.Graph.Touching(words), func(e graph.Edge) bool { return !e.Stands() })
	})
	edges, err := visible(ctx, l, edges, alone(func(e graph.Edge) event.Seq { return e.Seq }))
	if err != nil {
		return nil, err
	}
	if len(edges) == 0 {
		t := new(phrase.Text).Say("I have no link at ").Claim(l.turn.Heard(), "%s", quote(words))
		if graph.Ours(words) {
			return l.says(new(phrase.Text).Say("I have no link of your own business. Say what it depends on, as in `our business depends on copper`.")), nil
		}
		if unicode.IsUpper([]rune(words)[0]) { // it may be whom the answer is about
			return l.says(t.Say(". Say what a client depends on, as in `my client %s buys copper`.", words)), nil
		}
		return l.says(t.Say(". Say who depends on it, as in `my client Acme buys %s`.", words)), nil
	}
	slices.SortStableFunc(edges, func(a, b graph.Edge) int { return cmp.Compare(b.At(l.turn.Now), a.At(l.turn.Now)) })
	rests := numbers(edges, func(e graph.Edge) event.Seq { return e.Seq })
	if client != "" {
		return l.clientGraph(client, edges)
	}
	name := ""
	l.turn.Read(func(v memory.View) { name = graph.Words(v.Graph.Resolve(words)) })
	head := new(phrase.Text).Claim(rests, "**%s at %s.**", phrase.Count(len(edges), "link"), name)
	foot := new(phrase.Text).Say("`graph explain %s` shows what speaks for one.", phrase.Handle('e', edges[0].Seq))
	r, err := l.list(head, each(edges, l.edge), foot)
	if err == nil {
		r.Charts = []event.Chart{l.around(name, edges)}
	}
	return r, err
}

// clientGraph is what a client depends on, and by how many figures each of it is watched.
func (l *look) clientGraph(client string, edges []graph.Edge) (*turn.Reply, error) {
	rests := numbers(edges, func(e graph.Edge) event.Seq { return e.Seq })
	head := new(phrase.Text).Claim(rests, "**%s: %s.**", consequence.Heading(client), phrase.Count(len(edges), "link"))
	foot := new(phrase.Text).Say("`reject %s` ends one, `confirm %s` makes it surer.", phrase.Handle('e', edges[0].Seq), phrase.Handle('e', edges[0].Seq))
	r, err := l.list(head, each(edges, func(e graph.Edge) (*phrase.Text, error) {
		t, err := l.edge(e)
		if err != nil {
			return nil, err
		}
		n := 0
		l.turn.Read(func(v memory.View) {
			thing, _ := e.Way()
			n = len(consequence.Watching(v.Graph, l.figures(v), thing, l.turn.Now))
		})
		if n == 0 {
			return t.Say("; no figure that I read reaches it"), nil
		}
		return t.Say("; watched by ").Claim([]event.Seq{e.Seq}, "%s", phrase.Count(n, "figure")), nil
	}), foot)
	if err == nil {
		r.Charts = []event.Chart{l.towards(client, edges)}
	}
	return r, err
}

// figures are the names of those of the economy that are read; before the first came, of those that will be.
func (l *look) figures(v memory.View) []string {
	if len(v.Economy.Indicators) == 0 {
		return l.desk.Figures
	}
	names := make([]string, len(v.Economy.Indicators))
	for i, x := range v.Economy.Indicators {
		names[i] = x.Name
	}
	return names
}

// Bounds of a picture: more could not be read on a telephone.
const (
	mostDrawn = 4 // things beside each other
	mostMoved = 2 // that move one
)

// around draws the surest links to a thing, and from it.
func (l *look) around(name string, edges []graph.Edge) event.Chart {
	var shown []graph.Edge
	sides := map[bool]int{}
	for _, e := range edges {
		_, to := e.Way()
		if in := graph.Words(to) == name; sides[in] < mostDrawn {
			sides[in]++
			shown = append(shown, e)
		}
	}
	return consequence.Links("What bears on "+name, shown, l.turn.Now)
}

// towards draws a client's links, and the surest of what everybody knows to move what he depends on.
func (l *look) towards(client string, own []graph.Edge) event.Chart {
	shown := slices.Clone(own[:min(mostDrawn, len(own))])
	l.turn.Read(func(v memory.View) {
		room := mostDrawn
		for _, e := range slices.Clone(shown) {
			thing, _ := e.Way()
			near := slices.DeleteFunc(v.Graph.Touching(thing), func(o graph.Edge) bool {
				_, to := o.Way()
				return to != thing || o.Client != "" || o.Origin != event.FromWorld || !o.Stands()
			})
			slices.SortStableFunc(near, func(a, b graph.Edge) int { return cmp.Compare(b.At(l.turn.Now), a.At(l.turn.Now)) })
			near = near[:min(len(near), room, mostMoved)]
			room -= len(near)
			shown = append(shown, near...)
		}
	})
	return consequence.Links("What "+client+" depends on", shown, l.turn.Now)
}

// edge is the line of a link: "`e88` crude oil WTI drives bunker fuel, 0.85: Fuel for ships … (general
// knowledge)".
func (l *look) edge(e graph.Edge) (*phrase.Text, error) {
	own := []event.Seq{e.Seq}
	t := new(phrase.Text).Say("`%s` ", phrase.Handle('e', e.Seq)).Claim(own, "%s, %s", consequence.Link(e), phrase.Figure(e.At(l.turn.Now)))
	if e.Mechanism != "" {
		words, cut := clip(e.Mechanism, phrase.MaxQuote, quoteRunes)
		if e.Origin == event.FromWorld {
			t.Claim(own, ": %s", strings.TrimRight(words, "."))
		} else {
			t.Say(": ").Claim(own, "%s", phrase.Quote(words, cut))
		}
	}
	t.Say(" (").Claim(own, "%s", l.whence(e)).Say(")")
	if f := e.Lag; f != nil {
		t.Claim([]event.Seq{e.Seq, f.Seq}, ", %s later", consequence.Weeks(f.Bounds))
	}
	if f := e.PassThrough; f != nil {
		t.Claim([]event.Seq{e.Seq, f.Seq}, ", %s of it", consequence.Share(f.Bounds))
	}
	return t, nil
}

// whence says where a link comes from.
func (l *look) whence(e graph.Edge) string {
	switch {
	case e.Confirmed:
		return "you confirmed it"
	case e.Origin == event.FromWorld:
		return "general knowledge, not from you"
	case e.Origin == event.FromData:
		return "figures, " + l.turn.FullDay(e.On)
	}
	return "you, " + l.turn.FullDay(e.On)
}

// graphed is the graph in numbers.
func (l *look) graphed(ctx context.Context) (*turn.Reply, error) {
	t := new(phrase.Text)
	counted, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	l.turn.Read(func(v memory.View) {
		if v.Graph.Len() == 0 {
			t.Say("Nothing bears on anything yet. Say what a client depends on (`my client Acme buys copper`); with the figures of the economy comes what everybody knows of them.")
			return
		}
		var clients []string
		var rests []event.Seq
		for _, e := range v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" }) {
			rests = append(rests, e.Seq)
			if !slices.ContainsFunc(clients, func(c string) bool { return strings.EqualFold(c, e.Client) }) {
				clients = append(clients, e.Client)
			}
		}
		t.Claim(counted, "**%s between %s.**", phrase.Count(v.Graph.Len(), "link"), phrase.Count(len(v.Graph.Things()), "thing"))
		if !l.sight.Private() {
			return // whose they are is nobody else's affair
		}
		for _, c := range clients[:min(len(clients), mostFeeds)] {
			t.Item().Claim(rests, "%s", c)
		}
		if more := len(clients) - mostFeeds; more > 0 {
			t.Item().Claim(rests, "and %d more", more)
		}
		l.contradictions(t, v.Graph.Contradictions())
		t.Break().Say("`graph NAME` shows a client or a thing.")
	})
	return l.says(t), nil
}

// mostPairs is how many contradictions are listed.
const mostPairs = 3

// contradictions lists links that contradict each other, and how the principal chooses: none of both wins by itself.
func (l *look) contradictions(t *phrase.Text, pairs []graph.Contradiction) {
	if len(pairs) == 0 {
		return
	}
	var rests []event.Seq
	for _, c := range pairs {
		rests = append(rests, c.With.Seq, c.Against.Seq)
	}
	t.Break().Claim(rests, "**%s:**", phrase.Count(len(pairs), "contradiction")).Break()
	for _, c := range pairs[:min(len(pairs), mostPairs)] {
		t.Item()
		for i, e := range []graph.Edge{c.With, c.Against} {
			if i > 0 {
				t.Say(", and ")
			}
			t.Say("`%s` ", phrase.Handle('e', e.Seq)).Claim([]event.Seq{e.Seq}, "%s, %s (%s)", consequence.Link(e), phrase.Figure(e.At(l.turn.Now)), l.whence(e))
		}
	}
	if more := len(pairs) - mostPairs; more > 0 {
		t.Item().Claim(rests, "and %d more", more)
	}
	t.Break().Say("Which of the two holds? `reject %s` or `reject %s`; until then both stand.", phrase.Handle('e', pairs[0].With.Seq), phrase.Handle('e', pairs[0].Against.Seq))
}

// explained is one link with all that speaks for it.
func (l *look) explained(ctx context.Context, seq event.Seq) (*turn.Reply, error) {
	var e graph.Edge
	var ok bool
	l.turn.Read(func(v memory.View) { e, ok = v.Graph.Edge(seq) })
	if ok {
		seen, err := visible(ctx, l, []graph.Edge{e}, alone(func(e graph.Edge) event.Seq { return e.Seq }))
		if err != nil {
			return nil, err
		}
		ok = len(seen) > 0
	}
	if !ok {
		return l.says(new(phrase.Text).Say("I have nothing under `%s`.", phrase.Handle('e', seq))), nil
	}
	t, err := l.edge(e)
	if err != nil {
		return nil, err
	}
	for _, x := range e.Evidence[max(0, len(e.Evidence)-mostFeeds):] {
		t.Item().Claim([]event.Seq{x.Seq}, "%s, %s", sources(x.Source), month(x.Month))
	}
	if err := l.opposing(ctx, t, e); err != nil {
		return nil, err
	}
	if !e.Stands() {
		t.Break().Claim([]event.Seq{e.Seq}, "It does not count: %s on %s.", e.Ended.How, l.turn.FullDay(e.Ended.On))
	}
	return l.says(t), nil
}

// opposing adds which links contradict one, since when that is an open thread, and how it is settled.
func (l *look) opposing(ctx context.Context, t *phrase.Text, e graph.Edge) error {
	var others []graph.Edge
	l.turn.Read(func(v memory.View) {
		for _, c := range v.Graph.Contradictions() {
			if c.With.Source == e.Source && c.With.Target == e.Target && strings.EqualFold(c.With.Client, e.Client) {
				others = append(others, c.With, c.Against)
			}
		}
	})
	others = slices.DeleteFunc(others, func(o graph.Edge) bool { return o.Seq == e.Seq || o.Sign() == e.Sign() })
	others, err := visible(ctx, l, others, alone(func(e graph.Edge) event.Seq { return e.Seq }))
	if err != nil {
		return err
	}
	for _, o := range others {
		t.Break().Say("Contradicted by `%s`: ", phrase.Handle('e', o.Seq)).Claim([]event.Seq{o.Seq}, "%s, %s", consequence.Link(o), phrase.Figure(o.At(l.turn.Now)))
		opened, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{event.EdgesOpposed{}.Kind()}, From: []event.Seq{o.Seq}})
		if err != nil {
			return err
		}
		for _, x := range opened {
			if p, ok := x.payload.(event.EdgesOpposed); ok && (p.With == e.Seq || p.Against == e.Seq) {
				t.Say("; open since ").Claim([]event.Seq{x.Seq}, "%s", l.turn.FullDay(p.On))
			}
		}
		t.Say(". Both stand until you `reject` one.")
	}
	return nil
}

func sources(of string) string {
	name := map[string]string{event.FromWorld: "general knowledge", event.FromConversation: "you", event.FromPrincipal: "you, drawn by yourself"}[of]
	if name == "" {
		return fmt.Sprintf("figures (%s)", strings.TrimPrefix(of, event.FromData+" "))
	}
	return name
}

// month is a month of evidence as it is read: "Nov 2026".
func month(of string) string {
	t, err := time.Parse("2006-01", of)
	if err != nil {
		return of
	}
	return t.Format("Jan 2006")
}
