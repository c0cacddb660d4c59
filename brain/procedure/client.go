package procedure

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/acquaintance"
	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/graph"
	"citadel/memory/people"
)

// client keeps what a client's business depends on as links of the causal graph: from then on a move of
// the economy that reaches them is told unasked (SPEC §14). Who was never called a client is taken for one
// where the sentence speaks of a business and of a thing that the graph knows; what is said of much else
// too ("needs") counts only of such things.
func client(ctx context.Context, v *visit) (*turn.Reply, error) {
	if v.asks() || v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	told, ok := trade.Read(v.Text)
	if !ok {
		return nil, nil
	}
	known, err := acquaintance.Known(ctx, v.Turn)
	if err != nil {
		return nil, err
	}
	var links []linked
	taken := false // for a client, by what the sentence says of him
	v.Read(func(m memory.View) {
		m.People = known
		who := cmp.Or(told.Affairs[0].Client, buyer(m, told.Affairs[0].Thing))
		for i := range told.Affairs {
			told.Affairs[i].Client = who
		}
		switch {
		case who == "", who == event.OwnBusiness && !told.Business && !hasBusiness(m):
			return
		case who == event.OwnBusiness:
			told.Named = true
		default:
			taken = !told.Named && !isClient(m, who)
		}
		if taken && (!told.Business && !firm(who) || len(m.People.Called(who)) > 0) {
			return
		}
		for _, a := range told.Affairs {
			if a.Supplier && taken && len(links) == 0 {
				continue // anybody's bread comes from somewhere: of who was never called a client it takes goods that are known
			}
			if l := linkOf(m, v.inHomeCurrency(a), v.Now, v.desk.Figures); l.known || a.Supplier && len(links) > 0 || !taken && told.Sure && (told.Named || a.Traded()) {
				links = append(links, l)
			}
		}
	})
	if len(links) == 0 {
		return nil, nil
	}
	reply := says("client")
	for _, l := range links {
		reply.Change(event.EdgeDrawn{
			Source: l.source, Relation: l.Relation, Target: l.target, Mechanism: phrase.Bare(l.Quote), Origin: event.FromConversation, Client: l.name,
			On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(), PassThrough: l.Share,
		})
	}
	confirmable(v, reply, links, taken)
	return reply, nil
}

// inHomeCurrency turns what the principal's own business pays in US dollars round where he lives with others: what it comes to
// falls when the currency at home rises.
func (v *visit) inHomeCurrency(a trade.Affair) trade.Affair {
	home := v.homeCurrency()
	if a.Client != event.OwnBusiness || a.Relation != event.ExposedTo || home == "" || strings.EqualFold(home, "US dollar") {
		return a
	}
	if said := strings.ToLower(a.Thing); said == "us dollars" || said == "dollars" {
		a.Thing, a.Relation = home, event.Constrains
	}
	return a
}

// hasBusiness says whether the principal has a business of his own, by what he said of himself.
func hasBusiness(m memory.View) bool {
	return m.Graph.Client(event.OwnBusiness) != "" ||
		slices.ContainsFunc(m.People.Own().Statements, func(s people.Statement) bool { return !s.Over && trade.Runs(s.Text) })
}

// buyer is who alone buys a thing, of which is said where it comes from; of what nobody was said to buy it is the
// principal's own business, where he has one.
func buyer(m memory.View, thing string) (who string) {
	name, _ := thingOf(m.Graph, thing)
	for _, e := range m.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" && e.Relation == event.ExposedTo }) {
		switch {
		case e.Source != name && shorter(m.Graph, e.Client, thing) != e.Source:
		case who != "" && !strings.EqualFold(who, e.Client):
			return ""
		default:
			who = e.Client
		}
	}
	if who == "" && hasBusiness(m) {
		who = event.OwnBusiness
	}
	return who
}

// firms are words by which a name says that it is a firm's.
var firms = strings.Fields(`foods food bakery bakeries brewing brewery breweries steel metals mining glass glas homes textiles couriers freight logistics transport creamery dairy
	coffee roasters auto motors motor energy power gas oil chemicals plastics packaging paper print printing press timber lumber furniture builders building construction concrete
	engineering electric electronics industries group holdings partners brothers bros sons co company corp inc ltd limited pty llc plc gmbh ag kg sa bv catch seafood seafoods farms farm
	vineyards wines hotels airlines shipping marine boats works manufacturing supplies supply trading imports exports systems tech technologies pharma cosmetics apparel clothing fashion`)

// firm says whether a name is plainly a firm's.
func firm(name string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(name)), func(w string) bool { return slices.Contains(firms, strings.Trim(w, ".,")) })
}

// confirmable words what was kept, and how it is confirmed. Of several links each has a line.
func confirmable(v *visit, reply *turn.Reply, links []linked, taken bool) {
	t := &reply.Text
	fresh := slices.DeleteFunc(slices.Clone(links), func(l linked) bool { return l.old.Seq != 0 })
	if len(fresh) == 0 {
		for _, l := range links {
			t.Break().Say("For %s I have that already: ", l.name).Claim([]event.Seq{l.old.Seq}, "%s (`%s`, %s)", l.words(), phrase.Handle('e', l.old.Seq), phrase.Figure(l.old.At(v.Now))).Say(".")
		}
		return
	}
	who := links[0].name
	if taken {
		who += ", which I take for a client of yours"
	}
	if len(links) == 1 {
		l := links[0]
		t.Say("Kept for %s: ", who).Claim(v.Heard(), "%s", l.words()).Say(" (`%s`), ", reply.Made('e')).Claim(v.Heard(), "%s", phrase.Figure(formula.EdgeConversation)).Say(" until you confirm it. ")
		l.watch(v, t)
		reply.Buttons = []event.Button{{Label: "Confirm", Says: "confirm " + reply.Made('e')}}
	} else {
		t.Say("Kept for %s, at ", who).Claim(v.Heard(), "%s", phrase.Figure(formula.EdgeConversation)).Say(" each until you confirm them:")
		watched := map[string]bool{}
		for i, l := range links {
			t.Item()
			if l.old.Seq != 0 {
				t.Claim([]event.Seq{l.old.Seq}, "%s (`%s`): I have that already", l.words(), phrase.Handle('e', l.old.Seq))
				continue
			}
			t.Claim(v.Heard(), "%s", l.words()).Say(" (`%s`): ", event.Unnumbered('e', i))
			for _, name := range l.watched {
				watched[name] = true
			}
			switch {
			case len(l.watched) > 0:
				t.Claim(v.Heard(), "%s watched", phrase.Count(len(l.watched), "figure"))
			case l.Supplier:
				t.Say("its supplier")
			case !l.known:
				t.Say("nothing that I know of moves it")
			default:
				t.Say("no figure that I read reaches it")
			}
		}
		if len(watched) > 0 {
			t.Break()
			watching(v, t, links[0].name, len(watched))
		}
	}
	t.Break().Say("`undo` within ").Claim(v.Heard(), "24 h").Say(" takes it back.")
}

// linked is a link to be drawn.
type linked struct {
	trade.Affair
	name           string // of the client, as it was written first
	source, target string // as the graph names them
	known          bool   // the graph knows the thing that it begins or ends at
	old            graph.Edge
	watched        []string // figures of the economy whose moves reach it
	figures        bool     // any are read
}

// isClient says whether somebody was called a client, or has links of his own.
func isClient(m memory.View, name string) bool {
	if m.Graph.Client(name) != "" {
		return true
	}
	for _, p := range m.People.Called(name) {
		for _, s := range p.Statements {
			if !s.Over && slices.Contains(strings.Fields(plainWords(s.Text)), "client") {
				return true
			}
		}
	}
	return false
}

// linkOf is the link that an affair makes. figures are the names of those that are read every morning; before
// the first of them came nothing else says so.
func linkOf(m memory.View, a trade.Affair, now time.Time, figures []string) linked {
	if own := m.Graph.Client(a.Client); own != "" {
		a.Client = own
	}
	l := linked{Affair: a, name: a.Client, source: graph.Name(a.Source()), target: graph.Name(a.Target())}
	thing, known := graph.Name(a.Thing), false // a supplier's name is no thing that the graph may know by its last word
	if !a.Supplier {
		thing, known = thingOf(m.Graph, a.Thing)
	}
	if own := shorter(m.Graph, l.name, a.Thing); !known && own != "" {
		thing, known = own, true
	}
	if l.known = known; a.Source() == a.Thing { // the other end is the client's own
		l.source = thing
	} else {
		l.target = thing
	}
	for _, e := range m.Graph.Touching(l.source) {
		if e.Stands() && e.Source == l.source && e.Relation == a.Relation && e.Target == l.target && strings.EqualFold(e.Client, l.name) {
			l.old = e
		}
	}
	if len(m.Economy.Indicators) > 0 {
		figures = figures[:0:0]
		for _, i := range m.Economy.Indicators {
			figures = append(figures, i.Name)
		}
	}
	l.figures, l.watched = len(figures) > 0, consequence.Watching(m.Graph, figures, thing, now)
	return l
}

// thingOf gives the name of a thing in the graph, by all of its words or by the last of them: "merino wool" is
// wool where nothing is known of merino.
func thingOf(g *graph.Fold, said string) (name string, known bool) {
	words := strings.Fields(said)
	for i := range words {
		as := strings.Join(words[i:], " ")
		if t, ok := g.Find(as); ok {
			return g.Called(t), true
		}
		if usual := g.Resolve(as); usual != graph.Name(as) { // it has a name before anything is known of it
			return usual, true
		}
	}
	return g.Resolve(said), false
}

// shorter is the thing of which a client's own link speaks in more words: his "board" is the "corrugated board" that he
// buys. Empty where there is none.
func shorter(g *graph.Fold, client, said string) string {
	for _, e := range g.Edges(func(e *graph.Edge) bool { return strings.EqualFold(e.Client, client) && e.Relation == event.ExposedTo }) {
		bought, _, _ := strings.Cut(e.Mechanism, " from ")
		if strings.HasSuffix(" "+strings.ToLower(bought), " "+strings.ToLower(said)) {
			return e.Source
		}
	}
	return ""
}

// comparison is when figures are read next: every morning at six.
func comparison(now time.Time) time.Time {
	next := time.Date(now.Year(), now.Month(), now.Day(), 6, 0, 0, 0, now.Location())
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// words is the link as it is told.
func (l linked) words() string {
	if l.Supplier { // as his name is written
		return l.name + " depends on " + l.Thing
	}
	return consequence.Link(graph.Edge{Source: l.source, Relation: l.Relation, Target: l.target, Client: l.name})
}

// watching words how many figures are watched for a client, and when they are first compared.
func watching(v *visit, t *phrase.Text, client string, n int) {
	t.Say("I'll watch ").Claim(v.Heard(), "%s", phrase.Count(n, "figure")).Say(" for %s from now; first comparison by ", client)
	t.Claim(v.Heard(), "%s", phrase.Day(comparison(v.Now), v.Now)).Say(".")
}

// watch words by how many figures a link is watched.
func (l linked) watch(v *visit, t *phrase.Text) {
	switch {
	case len(l.watched) > 0:
		watching(v, t, l.name, len(l.watched))
	case !l.known:
		t.Say("I know of nothing yet that moves %s.", l.Thing)
	case l.figures:
		t.Say("None of the figures that I read reaches it.")
	default:
		t.Say("I read no figures of the economy: `status` shows why.")
	}
}
