package procedure

import (
	"context"
	"slices"
	"time"

	"citadel/brain/acquaintance"
	"citadel/brain/consequence"
	"citadel/brain/link"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/graph"
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
		var drawn []link.Link
		drawn, taken = link.Affairs(m, told, v.homeCurrency())
		for _, l := range drawn {
			links = append(links, watchedBy(m, l, v.Now, v.desk.Figures))
		}
	})
	if len(links) == 0 {
		return nil, nil
	}
	reply := says("client")
	for _, l := range links {
		reply.Change(event.EdgeDrawn{
			Source: l.Source, Relation: l.Relation, Target: l.Target, Mechanism: phrase.Bare(l.Quote), Origin: event.FromConversation, Plain: true, Client: l.Name,
			On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(), PassThrough: l.Share,
		})
	}
	confirmable(v, reply, links, taken)
	return reply, nil
}

// confirmable words what was kept, and how it is confirmed. Of several links each has a line.
func confirmable(v *visit, reply *turn.Reply, links []linked, taken bool) {
	t := &reply.Text
	fresh := slices.DeleteFunc(slices.Clone(links), func(l linked) bool { return l.Old.Seq != 0 })
	if len(fresh) == 0 {
		for _, l := range links {
			t.Break().Say("For %s I have that already: ", l.Name).Claim([]event.Seq{l.Old.Seq}, "%s (`%s`, %s)", l.words(), phrase.Handle('e', l.Old.Seq), phrase.Figure(l.Old.At(v.Now))).Say(".")
		}
		return
	}
	who := links[0].Name
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
			if l.Old.Seq != 0 {
				t.Claim([]event.Seq{l.Old.Seq}, "%s (`%s`): I have that already", l.words(), phrase.Handle('e', l.Old.Seq))
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
			case !l.Known:
				t.Say("nothing that I know of moves it")
			default:
				t.Say("no figure that I read reaches it")
			}
		}
		if len(watched) > 0 {
			t.Break()
			watching(v, t, links[0].Name, len(watched))
		}
	}
	t.Break().Say("`undo` within ").Claim(v.Heard(), "24 h").Say(" takes it back.")
}

// linked is a link to be drawn.
type linked struct {
	link.Link
	watched []string // figures of the economy whose moves reach it
	figures bool     // any are read
}

// watchedBy finds the figures that reach a link. figures are the names of those that are read every morning; before
// the first of them came nothing else says so.
func watchedBy(m memory.View, l link.Link, now time.Time, figures []string) linked {
	if len(m.Economy.Indicators) > 0 {
		figures = figures[:0:0]
		for _, i := range m.Economy.Indicators {
			figures = append(figures, i.Name)
		}
	}
	return linked{Link: l, figures: len(figures) > 0, watched: consequence.Watching(m.Graph, figures, l.Node, now)}
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
		return l.Name + " depends on " + l.Thing
	}
	return consequence.Link(graph.Edge{Source: l.Source, Relation: l.Relation, Target: l.Target, Client: l.Name})
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
		watching(v, t, l.Name, len(l.watched))
	case !l.Known:
		t.Say("I know of nothing yet that moves %s.", l.Thing)
	case l.figures:
		t.Say("None of the figures that I read reaches it.")
	default:
		t.Say("I read no figures of the economy: `status` shows why.")
	}
}
