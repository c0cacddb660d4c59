package alert

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// tell gives one message for each client, or one for all of them where there would be a fourth in the week.
// at is how many writes lie before these in the run.
func (p past) tell(ctx context.Context, in jobs.In, notices []notice, at int) (writes []jobs.Write, err error) {
	room, err := jobs.Room(ctx, in)
	if err != nil {
		return nil, err
	}
	sent := p.posts()
	share := sent+len(notices) > alone
	opened := map[prospect]bool{}
	for _, group := range groups(notices, share) {
		var rests []event.Seq
		for _, n := range group {
			rests = append(rests, n.rests()...)
		}
		place, ok, err := jobs.Place(ctx, in, rests...)
		if err != nil {
			return nil, err
		}
		if !ok || room == 0 {
			continue // another day, as long as it is news
		}
		text := digest(in, group)
		if !share {
			if text, group[0].asks, err = worded(ctx, in, group[0], place); err != nil {
				return nil, err
			}
		}
		said := posted(in, place, text, group, at+len(writes), opened)
		post := said[0].Payload.(event.PostQueued)
		post.Charts = pictured(in, group[0])
		if post.ReplyTo, err = jobs.UnderMorning(ctx, in, place.Place); err != nil {
			return nil, err
		}
		said[0].Payload = post
		writes = append(writes, said...)
		room--
	}
	return writes, nil
}

// groups are those who share a message: all, or nobody.
func groups(all []notice, share bool) (out [][]notice) {
	if share {
		return [][]notice{all}
	}
	for i := range all {
		out = append(out, all[i:i+1:i+1])
	}
	return out
}

// posted is a message and the record of what it told and foretold, which is noted in opened.
func posted(in jobs.In, place memory.Sight, text *phrase.Text, of []notice, at int, opened map[prospect]bool) []jobs.Write {
	first := of[0].hits[0].move
	post := event.PostQueued{
		Place: place.Place, Audience: place.Audience, Text: text.String(), Cites: text.Cites(), Subject: subject(first), About: first.Seq,
	}
	for _, does := range []struct{ label, says string }{{"Not relevant", "not relevant"}, {"Wrong", "wrong"}, {"Why", "why"}} {
		post.Buttons = append(post.Buttons, event.Button{Label: does.label, Says: does.says + " " + event.Unnumbered('m', at)})
	}
	if len(of) > 1 {
		post.Subject = event.SubjectAlert
	}
	writes := []jobs.Write{{Payload: post, From: text.Rests(), Because: []event.Seq{first.Seq}}}
	for _, n := range of {
		for _, h := range n.hits {
			a := event.Alerted{Move: h.move.Seq, Direction: string(h.reaches[0].Direction()), On: in.Now.UTC(), Asks: n.asks}
			for _, r := range h.reaches {
				a.Links = append(a.Links, r.Own.Seq)
			}
			writes = append(writes, jobs.Write{Payload: a, Because: []event.Seq{ledger.Here(at), h.move.Seq}})
			var f event.ForecastOpened
			known := false
			in.Read(func(v memory.View) {
				f = foretold(v, h, in.Now)
				known = v.Economy.Foretold(f.Move, f.Thing)
			})
			if what := (prospect{f.Move, f.Thing}); !known && !opened[what] {
				opened[what] = true
				writes = append(writes, jobs.Write{Payload: f, Because: []event.Seq{h.move.Seq, ledger.Here(at)}})
			}
		}
	}
	return writes
}

// prospect is what makes two forecasts the same: clients who hang on the same thing have one.
type prospect struct {
	move  event.Seq
	thing string
}

// mostReaches bounds what of one move is drawn, and mostBesides what is told in a line each; what is left out is counted,
// and "graph NAME" shows it.
const (
	mostReaches = 2
	mostBesides = 2
	mostRunes   = 900 // of a message (MESSAGES 2)
)

// worded is the message for one client (MESSAGES 2): the surest thing that it comes to by all its ways, with reasons
// where there is room, and the rest in a line each. asks says that it asks when and how much.
func worded(ctx context.Context, in jobs.In, n notice, sight memory.Sight) (t *phrase.Text, asks bool, err error) {
	h := n.hits[0]
	own := h.reaches[0].Own
	rec, _, err := in.Event(ctx, own.Seq)
	if err != nil {
		return nil, false, err
	}
	said := own.Seq
	if len(rec.From) > 0 {
		said = slices.Max(rec.From) // of two messages the later one holds the words
	}
	next, ahead, err := n.next(ctx, in, sight)
	if err != nil {
		return nil, false, err
	}
	question, err := wanting(ctx, in, n.client, h.reaches[0])
	if err != nil {
		return nil, false, err
	}
	for _, with := range []struct { // the fullest that there is room for
		way  func(exposure.Path, time.Time) *phrase.Text
		asks bool
	}{{consequence.Way, true}, {consequence.Bare, true}, {consequence.Bare, false}} {
		t, asks = head(in, n), with.asks && question != ""
		t.Break().Add(consequence.Moved(h.move.Seq, h.move.IndicatorMoved, in.Now)).Say(".")
		ways(t, in, n.client, h.reaches[0], with.way)
		t.Break().Add(consequence.Last(own, said, in.Now)).Say(" ").Add(consequence.When(h.reaches[0].Paths[0]))
		if asks {
			t.Say(" %s", question)
		}
		n.besides(t, in)
		if ahead {
			next.tell(t, in.Now)
		}
		in.Read(func(v memory.View) { outlook(t, foretold(v, h, in.Now), v.Economy.Record, in.Now) })
		if utf8.RuneCountInString(t.String()) <= mostRunes {
			break
		}
	}
	return t, asks, nil
}

// besides adds what else it comes to, in a line each.
func (n notice) besides(t *phrase.Text, in jobs.In) {
	told, left := 0, 0
	for i, h := range n.hits {
		for j, r := range h.reaches {
			switch {
			case i == 0 && j == 0:
				continue
			case told == mostBesides:
				left++
				continue
			}
			if told++; told == 1 {
				t.Break().Say("Besides:")
			}
			t.Item()
			rests := append([]event.Seq{h.move.Seq}, consequence.Rests([]exposure.Reach{r})...)
			if i > 0 {
				t.Claim(rests, "%s %s: ", graph.Words(h.move.Indicator), consequence.Change(h.move.Measure.Mode, h.move.Measure.Change))
			}
			if len(r.Paths[0].Edges) == 0 {
				t.Claim(rests, "directly, %s", phrase.Figure(r.Paths[0].Confidence))
			} else {
				t.Claim(rests, "%s %s, %s", graph.Words(r.Thing), consequence.Towards(r.Direction(), consequence.Sure(r, in.Now)), phrase.Figure(r.Paths[0].Confidence))
			}
		}
	}
	if left > 0 {
		t.Item().Claim(n.rests(), "%d more", left).Say(", in `graph %s`", n.client)
	}
}

// head is the first line, which is all that a telephone shows.
func head(in jobs.In, n notice) *phrase.Text {
	h := n.hits[0]
	t := new(phrase.Text).Say("**").Add(outcome(in, n.client, h))
	if len(n.hits) > 1 {
		t.Say(", and ").Claim(n.rests(), "%s", phrase.Count(len(n.hits)-1, "more move")).Say(" that may reach it")
	}
	return t.Say(".**")
}

// outcome is what becomes of the client: "Acme Foods: packaging costs likely to rise".
func outcome(in jobs.In, client string, h hit) *phrase.Text {
	t, r := new(phrase.Text), h.reaches[0]
	rests := append([]event.Seq{h.move.Seq}, consequence.Rests(h.reaches[:1])...)
	if itself := len(r.Paths[0].Edges) == 0; itself {
		went := map[graph.Sign]string{graph.More: "rose", graph.Less: "fell"}[consequence.Sign(h.move.IndicatorMoved)]
		t.Claim(rests, "%s: %s %s", consequence.Heading(client), graph.Words(r.Thing), went)
	} else {
		t.Claim(rests, "%s: %s %s", consequence.Heading(client), graph.Words(r.Thing), consequence.Towards(r.Direction(), consequence.Sure(r, in.Now)))
	}
	if h.move.Measure.Unconfirmed {
		t.Say(" (one unconfirmed reading)")
	}
	return t
}

// pictured draws the ways of the first move to a client.
func pictured(in jobs.In, n notice) (charts []event.Chart) {
	h := n.hits[0]
	var ways []exposure.Path
	for _, r := range h.reaches[:min(mostReaches, len(h.reaches))] {
		ways = append(ways, consequence.Ways(r)...)
	}
	how := consequence.Change(h.move.Measure.Mode, h.move.Measure.Change)
	in.Read(func(v memory.View) {
		c, aside := consequence.Picture(v.Graph, ways, consequence.Sign(h.move.IndicatorMoved), how, in.Now)
		in.Saw(aside...)
		charts = append(charts, c)
	})
	return charts
}

// ways lists the ways to one thing of the client.
func ways(t *phrase.Text, in jobs.In, client string, r exposure.Reach, way func(exposure.Path, time.Time) *phrase.Text) {
	all := consequence.Ways(r)
	rests := consequence.Rests([]exposure.Reach{r})
	t.Break()
	if len(all) == 1 {
		t.Say("One way to %s, with its confidence:", client)
	} else {
		ways := phrase.Few(len(all), "way")
		t.Claim(rests, "%s", strings.ToUpper(ways[:1])+ways[1:]).Say(" to %s, with the confidence of each:", client)
	}
	for _, p := range all {
		t.Item().Add(way(p, in.Now))
	}
}

// digest is one message for several clients: what moved, whom it reaches, and which word shows more.
func digest(in jobs.In, all []notice) *phrase.Text {
	var rests, moves []event.Seq
	lines := map[event.Seq]*phrase.Text{}
	n := 0
	for _, one := range all {
		rests = append(rests, one.rests()...)
		for _, h := range one.hits {
			if n++; n > mostLines {
				continue
			}
			if lines[h.move.Seq] == nil {
				moves = append(moves, h.move.Seq)
				lines[h.move.Seq] = new(phrase.Text).Break().Add(consequence.Moved(h.move.Seq, h.move.IndicatorMoved, in.Now)).Say(":")
			}
			lines[h.move.Seq].Item().Add(outcome(in, one.client, h))
		}
	}
	t := new(phrase.Text).Say("**Moved: ").Claim(rests, "what may reach %s", phrase.Count(len(all), "client")).Say(".**")
	for _, m := range moves {
		t.Break().Add(lines[m])
	}
	t.Break()
	if n > mostLines {
		t.Claim(rests, "%d more", n-mostLines).Say(" are not listed. ")
	}
	return t.Say("`graph %s` shows the ways.", all[0].client)
}

// mostLines bounds a digest.
const mostLines = 6
