package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// alert is a post that told what moves of the economy do to clients.
type alert struct {
	thing
	post event.PostQueued
	told []event.Alerted // in the order in which it told them
}

// mostTold bounds what is looked at behind a post; a digest tells of fewer.
const mostTold = 60

// alertOf is what a thing told as an alert; nil where it is none.
func alertOf(ctx context.Context, t *turn.Turn, x thing) (*alert, error) {
	q, is := x.payload.(event.PostQueued)
	if !is || !strings.HasPrefix(q.Subject, event.SubjectAlert) || !t.Sight().Shows(q.Audience, q.Place) {
		return nil, nil
	}
	a := alert{thing: x, post: q}
	recs, err := all(ctx, t, ledger.Query{After: x.seq(), Kinds: []event.Kind{event.Alerted{}.Kind()}, Limit: mostTold})
	if err != nil {
		return nil, err
	}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		if told, ok := p.(event.Alerted); ok && rec.Cause() == x.seq() {
			a.told = append(a.told, told)
		}
	}
	if len(a.told) == 0 {
		return nil, nil
	}
	return &a, nil
}

// alertMeant is the alert that a word is about: the one that is named or replied to, else the one that was said here
// last, with nothing after it. Nil where that is something else.
func alertMeant(ctx context.Context, t *turn.Turn) (*alert, error) {
	seq := t.Last().ReplyTo
	switch {
	case len(t.Command.Handles) > 1:
		return nil, nil
	case len(t.Command.Handles) == 1:
		x, ok, err := named(ctx, t, t.Command.Handle())
		if err != nil || !ok {
			return nil, err
		}
		return alertOf(ctx, t, x)
	case seq == 0:
		posts, err := postsLately(ctx, t, t.Messages[0].Seq)
		if err != nil || len(posts) == 0 {
			return nil, err
		}
		seq = posts[0].seq
	}
	rec, p, err := t.Event(ctx, seq)
	if err != nil {
		return nil, err
	}
	return alertOf(ctx, t, thing{rec: rec, payload: p})
}

// doubt takes "wrong" on an alert (TRUST, Thumbs teach flattery: it opens a check, and changes no confidence, edge or
// forecast by itself). It asks which part is wrong, and what ends is only the link that is then named. Nil where the
// word is about something else, or says what is right instead.
func doubt(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	a, err := alertMeant(ctx, t)
	if err != nil || a == nil {
		return nil, err
	}
	var clients []string
	var own []graph.Edge
	t.Read(func(v memory.View) {
		for _, told := range a.told {
			for _, link := range told.Links {
				e, ok := v.Graph.Edge(link)
				if !ok || !e.Stands() || slices.ContainsFunc(own, func(o graph.Edge) bool { return o.Seq == e.Seq }) {
					continue
				}
				if own = append(own, e); !slices.Contains(clients, e.Client) {
					clients = append(clients, e.Client)
				}
			}
		}
	})
	switch part := partOf(cmp.Or(t.Command.Correction, t.Command.Words), clients); part {
	case "":
		return nil, nil
	case whole:
		return a.which(t, clients), nil
	case figure:
		return a.doubtFigure(ctx, t)
	case way:
		return a.doubtWay(t), nil
	default:
		own = slices.DeleteFunc(own, func(e graph.Edge) bool { return e.Client != part })
		return a.doubtOwn(t, own), nil
	}
}

// The parts of an alert that may be wrong, besides whose affair it is.
const (
	whole  = "which"
	figure = "price"
	way    = "link"
)

// partOf is the part that words name, or the client; "" for other words.
func partOf(words string, clients []string) string {
	words = strings.ToLower(strings.Trim(words, " .!"))
	for _, article := range []string{"the ", "a ", "one ", "it's ", "its "} {
		words = strings.TrimPrefix(words, article)
	}
	switch words {
	case "":
		return whole
	case figure, "figure", "number", "move", "reading", "figures", "numbers":
		return figure
	case way, "links", "way", "ways", "path", "paths", "edge":
		return way
	case "client":
		if len(clients) == 1 {
			return clients[0]
		}
	}
	for _, c := range clients {
		if strings.EqualFold(c, words) {
			return c
		}
	}
	return ""
}

// which asks what is wrong with an alert, and notes that something is.
func (a *alert) which(t *turn.Turn, clients []string) *turn.Reply {
	r := a.marked(t)
	handle := phrase.Handle('m', a.seq())
	r.Text.Say("Marked wrong. Which part: the price, a link")
	r.Buttons = []event.Button{{Label: "The price", Says: "wrong " + handle + " price"}, {Label: "A link", Says: "wrong " + handle + " link"}}
	for _, c := range clients[:min(len(clients), mostButtons-len(r.Buttons))] {
		r.Text.Say(", or ").Claim([]event.Seq{a.seq()}, "%s", c)
		r.Buttons = append(r.Buttons, event.Button{Label: c, Says: "wrong " + handle + " " + c})
	}
	r.Text.Say("? Until you say, nothing else changes.")
	return r
}

// marked begins a reply that notes that an alert was wrong.
func (a *alert) marked(t *turn.Turn) *turn.Reply {
	r := begin(t)
	write(r, event.Faulted{About: a.seq(), Reason: event.FaultWrong, Alone: !thumbed(t, a.seq())}, a.seq())
	return r
}

// doubtFigure says whose the figures are, and what becomes of the alert if they change: they are not the principal's
// to correct, and not the agent's.
func (a *alert) doubtFigure(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := a.marked(t)
	r.Text.Say("Marked wrong: the price. The figures are not mine:")
	seen := map[event.Seq]bool{}
	for _, told := range a.told {
		if seen[told.Move] {
			continue
		}
		seen[told.Move] = true
		_, p, err := t.Event(ctx, told.Move)
		if err != nil {
			return nil, err
		}
		if m, ok := p.(event.IndicatorMoved); ok {
			r.Text.Item().Add(consequence.Moved(told.Move, m, t.Now)).Say(".")
		}
	}
	r.Text.Break().Say("If the next figures or a revision say otherwise, I correct the alert where it stands and count it as wrong.")
	undoable(t, &r.Text)
	return r, nil
}

// doubtWay lists the links of the ways that an alert told, the one to doubt first.
func (a *alert) doubtWay(t *turn.Turn) *turn.Reply {
	var links []graph.Edge
	t.Read(func(v memory.View) {
		for _, seq := range a.rec.From {
			if e, ok := v.Graph.Edge(seq); ok && e.Stands() && e.Client == "" {
				links = append(links, e)
			}
		}
	})
	slices.SortStableFunc(links, func(x, y graph.Edge) int { return cmp.Compare(x.At(t.Now), y.At(t.Now)) })
	if len(links) == 0 {
		r := a.marked(t)
		r.Text.Say("Marked wrong. No link lies between what moved and the client but the client's own.")
		undoable(t, &r.Text)
		return r
	}
	return a.choice(t, "Marked wrong: a link. Which? The least sure first:", links)
}

// doubtOwn ends the client's own link that an alert rested on; of several it asks which.
func (a *alert) doubtOwn(t *turn.Turn, own []graph.Edge) *turn.Reply {
	if len(own) > 1 {
		return a.choice(t, fmt.Sprintf("Marked wrong: what I have of %s. Which?", own[0].Client), own)
	}
	r := rejectEdges(t, own)
	write(r, event.Faulted{About: a.seq(), Reason: event.FaultWrong, Alone: !thumbed(t, a.seq())}, a.seq())
	return r
}

// choice lists links, with a button for each that ends it.
func (a *alert) choice(t *turn.Turn, head string, links []graph.Edge) *turn.Reply {
	r := a.marked(t)
	r.Text.Say("%s", head)
	for _, e := range links[:min(len(links), mostShown)] {
		handle := phrase.Handle('e', e.Seq)
		r.Text.Item().Claim([]event.Seq{e.Seq}, "%s, %s", consequence.Link(e), phrase.Figure(e.At(t.Now))).Say(" (`%s`)", handle)
		if len(r.Buttons) < mostButtons {
			r.Buttons = append(r.Buttons, event.Button{Label: consequence.Link(e), Says: "reject " + handle})
		}
	}
	if n := len(links) - mostShown; n > 0 {
		r.Text.Item().Claim(a.rec.From, "%d more", n).Say(": `why %s`", phrase.Handle('m', a.seq()))
	}
	r.Text.Break().Say("`reject %s` ends one; the alert's other ways stand.", phrase.Handle('e', links[0].Seq))
	undoable(t, &r.Text)
	return r
}
