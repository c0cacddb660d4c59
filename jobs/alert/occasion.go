package alert

import (
	"context"
	"regexp"
	"slices"
	"time"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/brain/when"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// soon is how far ahead an occasion to speak of an alert may lie.
const soon = 60 * day

// occasion is something with a client that lies ahead, as the principal told of it.
type occasion struct {
	seq  event.Seq // of the message, or of the loop
	text string
	said time.Time
	on   time.Time
}

// next is what lies ahead with the client first; ok is false where no such day is known, or where its words are not for
// who reads along there.
func (n notice) next(ctx context.Context, in jobs.In, sight memory.Sight) (first occasion, ok bool, err error) {
	var all []occasion
	in.Read(func(v memory.View) {
		ahead := func(on time.Time) bool { return on.After(in.Now) && on.Sub(in.Now) < soon }
		for _, p := range v.People.Called(n.client) {
			for _, s := range p.Statements {
				if span, ok := when.Ahead(s.Text, s.On.In(in.Now.Location())); ok && ahead(span.From) && !s.Over && !s.Passed {
					all = append(all, occasion{s.Message, s.Text, s.On, span.From})
				}
			}
		}
		name := regexp.MustCompile(`(?i)(?:^|[^\pL\pN])` + regexp.QuoteMeta(n.client) + `(?:$|[^\pL\pN])`)
		for _, l := range v.Loops.Loops {
			if name.MatchString(l.Text) && ahead(l.Due) {
				all = append(all, occasion{l.Seq, l.Text, l.On, l.Due})
			}
		}
	})
	slices.SortStableFunc(all, func(a, b occasion) int { return a.on.Compare(b.on) })
	for _, o := range all {
		roots, err := in.Roots(ctx, o.seq)
		if err != nil {
			return o, false, err
		}
		if sight.Private() || sight.ShowsAll(roots) {
			return o, true, nil
		}
	}
	return first, false, nil
}

// tell says that an alert may be raised then (MESSAGES 2): "Worth raising before Tue 1 Dec: …".
func (o occasion) tell(t *phrase.Text, now time.Time) {
	own := []event.Seq{o.seq}
	t.Break().Say("Worth raising before ").Claim(own, "%s", phrase.Day(o.on, now)).Say(": ")
	t.Claim(own, "%s (you, %s)", phrase.Quote(o.text, phrase.MaxQuote), phrase.Source(phrase.FullDay(o.said, now), 'm', o.seq)).Say(".")
}

// wanting is how to tell when a move reaches a client, and how much of it, where nobody said it; empty where it is known,
// and where it was asked before (TRUST, When and how much: once for each client). The answer is read wherever it comes:
// see package trade.
func wanting(ctx context.Context, in jobs.In, client string, r exposure.Reach) (question string, err error) {
	if _, known := r.Paths[0].Lag(); known {
		return "", nil
	}
	for a, err := range ledger.Each[event.Alerted](ctx, in, ledger.Query{}) {
		if err != nil {
			return "", err
		}
		asked := false
		in.Read(func(v memory.View) { asked = a.Said.Asks && alerted{Alerted: a.Said}.of(v.Graph, client) })
		if asked {
			return "", nil
		}
	}
	feels, whose := client+" feels", client+"'s"
	if client == event.OwnBusiness {
		feels, whose = "we feel", "our"
	}
	if len(r.Paths[0].Edges) == 0 {
		return "`" + feels + " it after 6 weeks` would tell me.", nil
	}
	return "`when " + consequence.Goes(r.Paths[0].Things[0], true) + ", " + whose + " costs follow within 6 weeks` would tell me.", nil
}
