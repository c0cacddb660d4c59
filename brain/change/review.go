package change

import (
	"context"
	"strings"

	"citadel/brain/contest"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
)

// mostProposed is how many proposals one review shows (TRUST, Confirming).
const mostProposed = 5

// review puts what waits for the principal before him: first two statements of which only one
// can hold, one pair at a time, then what was inferred, then one group for somebody.
func review(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	disputes, err := openDisputes(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(disputes) > 0 {
		return askWhich(t, disputes[0]), nil
	}
	asked, err := unanswered(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(asked) > 0 {
		return askStill(t, asked[len(asked)-1]), nil
	}
	list, all, err := proposals(ctx, t)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	switch len(list) {
	case 0:
		if asked, err := proposeGroup(ctx, t); err != nil || asked != nil {
			return asked, err
		}
		r.Text.Say("Nothing waits for your word. What I infer, or hear from others through you, is listed here once there is some; what you tell me counts at once.")
		without, err := unclassified(ctx, t)
		if err != nil {
			return nil, err
		}
		r.Text.Add(without)
		return r, nil
	case 1:
		m := list[0]
		r.Text.Say("**One thing %s waits for your word:** ", uncertain(list)).Claim(m.rests(), "%s", m.words()).Say(".")
		r.Text.Break().Add(m.doubt(t)).Say(" Is it right?")
		r.Buttons = []event.Button{
			{Label: "Confirm", Says: "confirm " + m.handle()}, {Label: "Reject", Says: "reject " + m.handle()}, {Label: "Skip", Says: "skip " + m.handle()},
		}
		r.About = m.seq
	default:
		r.Text.Say("**").Claim(everything(list), "%s %s wait for your word", phrase.Count(all, "thing"), uncertain(list))
		if all > len(list) {
			r.Text.Say("; here are ").Claim(everything(list), "%d", len(list))
		}
		r.Text.Say(".**")
		for _, m := range list {
			r.Text.Item().Say("`%s` ", m.handle()).Claim(m.rests(), "%s", m.within(phrase.MaxQuote)).Say(". ").Add(m.doubt(t))
		}
		first := list[0].handle()
		r.Text.Break().Say("`confirm %s`, `reject %s` or `skip %s`; what is skipped twice I leave alone.", first, first, first)
	}
	for _, m := range list {
		write(r, event.Proposed{Memory: m.seq}, m.seq)
	}
	return r, nil
}

// uncertain says in which way what waits is not certain.
func uncertain(list []opinion) string {
	own := 0
	for _, o := range list {
		if o.doubted() {
			own++
		}
	}
	switch own {
	case 0:
		return "I did not hear from you yourself"
	case len(list):
		return "you were not sure of"
	}
	return "that you were not sure of or did not tell me yourself"
}

// opinion is a memory as it is put before the principal.
type opinion struct {
	seq     event.Seq
	source  event.Seq // what it was made of, or itself
	learned event.Learned
	held    beliefs.Held
}

// doubted says whether the principal said it himself, and that he was not sure of it.
func (o opinion) doubted() bool { return o.learned.Provenance == event.Stated && o.learned.Hedged }

func (o opinion) handle() string     { return phrase.Handle('m', o.seq) }
func (o opinion) rests() []event.Seq { return []event.Seq{o.seq, o.source} }

func everything(list []opinion) (seqs []event.Seq) {
	for _, o := range list {
		seqs = append(seqs, o.rests()...)
	}
	return seqs
}

// words are what it says.
func (o opinion) words() string { return o.within(echo) }

// within are its words, cut to a length.
func (o opinion) within(most int) string {
	if o.doubted() {
		return quoted(o.learned.Quote, most)
	}
	return quoted(phrase.Unwrapped(o.learned.Text), most)
}

// doubt says how sure it is, and where it comes from: "Possibly; I concluded it from what you
// said on 3 Sep 2026."
func (o opinion) doubt(t *turn.Turn) *phrase.Text {
	day := phrase.Source(t.FullDay(o.learned.On), 'm', o.source)
	if o.doubted() {
		return new(phrase.Text).Claim(o.rests(), "You said so, without being sure, on %s", day).Say(".")
	}
	word := phrase.Doubt(o.held.Confidence(t.Now)) // never without one: what waits is below its ceiling
	x := new(phrase.Text).Claim(o.rests(), "%s", strings.ToUpper(word[:1])+word[1:]).Say("; ")
	switch o.learned.Provenance {
	case event.Reported:
		x.Say("passed on by you on ")
	case event.Imported:
		x.Say("imported with what was written on ")
	case event.Observed:
		x.Say("read from the world on ")
	case event.Generated:
		x.Say("a model wrote it on ")
	default:
		x.Say("I concluded it from what you said on ")
	}
	return x.Claim(o.rests(), "%s", day).Say(".")
}

// opinionOf looks a memory up; false if it is none, or was forgotten.
func opinionOf(ctx context.Context, t *turn.Turn, seq event.Seq) (o opinion, ok bool, err error) {
	rec, p, err := t.Event(ctx, seq)
	if err != nil {
		return o, false, err
	}
	l, ok := p.(event.Learned)
	if !ok {
		return o, false, nil
	}
	o = opinion{seq: seq, source: contest.SourceOf(seq, rec.From), learned: l}
	t.Read(func(v memory.View) { o.held, ok = v.Beliefs.Of(seq) })
	return o, ok, nil
}

// proposals are those to be put before the principal now, and how many wait in all.
func proposals(ctx context.Context, t *turn.Turn) (list []opinion, all int, err error) {
	var seqs []event.Seq
	t.Read(func(v memory.View) { seqs = v.Beliefs.Proposals(v.Beliefs.Len()) })
	seqs, err = tellable(ctx, t, seqs, func(s event.Seq) []event.Seq { return []event.Seq{s} })
	if err != nil {
		return nil, 0, err
	}
	for _, s := range seqs[:min(len(seqs), mostProposed)] {
		o, ok, err := opinionOf(ctx, t, s)
		if err != nil {
			return nil, 0, err
		}
		if ok {
			list = append(list, o)
		}
	}
	return list, len(seqs), nil
}

// contested is a dispute with both of its sides.
type contested struct {
	seq   event.Seq
	sides [2]opinion // the older first
}

// openDisputes are those that may be told here, oldest first.
func openDisputes(ctx context.Context, t *turn.Turn) (open []contested, err error) {
	var found []beliefs.Dispute
	t.Read(func(v memory.View) { found = v.Beliefs.Disputes() })
	found, err = tellable(ctx, t, found, func(d beliefs.Dispute) []event.Seq { return d.Between })
	if err != nil {
		return nil, err
	}
	for _, d := range found {
		c := contested{seq: d.Seq}
		known := true
		for i, s := range d.Between {
			var ok bool
			if c.sides[i], ok, err = opinionOf(ctx, t, s); err != nil {
				return nil, err
			}
			known = known && ok
		}
		if known {
			open = append(open, c)
		}
	}
	return open, nil
}

// askWhich asks which of two statements holds, and picks none (MESSAGES 16).
func askWhich(t *turn.Turn, c contested) *turn.Reply {
	r := begin(t)
	text, buttons := contest.Ask(c.sides[0].side(), c.sides[1].side(), t.Now)
	r.Text, r.Buttons, r.About = *text, buttons, c.seq
	write(r, event.Proposed{Dispute: c.seq}, c.seq)
	return r
}

// side is the opinion as one of two that cannot both hold.
func (o opinion) side() contest.Side {
	return contest.Side{Memory: o.seq, Source: o.source, Learned: o.learned}
}
