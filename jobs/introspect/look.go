package introspect

import (
	"cmp"
	"context"
	"slices"

	"citadel/brain/grave"
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Bounds of what a model is shown: things, and of the theories there are the newest.
const (
	mostThings   = 40
	mostTheories = 12
)

// How a note is that is no thing of jobs.Sieve.
const (
	openBet   = "was foretold"
	cameTrue  = "was foretold and came true"
	cameWrong = "was foretold and did not come true"
	ownTheory = "a theory of yours"
)

// look is what is looked at at once.
type look struct {
	in       jobs.In
	sieve    *jobs.Sieve
	notes    ponder.Notes
	rests    map[event.Seq][]event.Seq // of each thing: itself, and what it was made of
	fresh    map[event.Seq]bool        // came up since the last look
	known    []agency.Theory           // all there ever were, the newest hundred
	wondered []string                  // topics
	open     int                       // how many of them are not shelved
	across   bool                      // something old has to be in what is made of it
	upTo     event.Seq                 // is not looked at again; zero where the other look still does
}

func begin(in jobs.In, sieve *jobs.Sieve) *look {
	l := &look{in: in, sieve: sieve, rests: map[event.Seq][]event.Seq{}, fresh: map[event.Seq]bool{}}
	in.Read(func(v memory.View) {
		l.known = slices.Clone(v.Agency.Theories)
		for _, c := range v.Agency.Curious {
			l.wondered = append(l.wondered, c.Topic)
		}
		l.open = len(v.Agency.Wondering())
	})
	return l
}

// lately is a look at what came up since the last one. Where nothing did, that is found out at once.
func lately(ctx context.Context, in jobs.In) (*look, error) {
	var after event.Seq
	in.Read(func(v memory.View) { after = v.Self.Introspected })
	n := 0
	for _, err := range in.Events(ctx, ledger.Query{After: after, Kinds: append(jobs.Things(), bets...), Limit: fewest, Sealed: true}) {
		if err != nil {
			return nil, err
		}
		n++
	}
	if n < fewest {
		return begin(in, nil), nil
	}
	sieve, err := jobs.Sift(ctx, in, in.Now.Add(-back))
	if err != nil {
		return nil, err
	}
	l := begin(in, sieve)
	things, err := sieve.Lately(ctx, after)
	if err != nil {
		return nil, err
	}
	foretold, err := l.foretold(ctx, after)
	if err != nil {
		return nil, err
	}
	for _, t := range append(foretold, things...) {
		l.upTo = max(l.upTo, t.Seq)
		l.take(t, true)
	}
	l.ponderable()
	return l, nil
}

// bets are the kinds that tell of what the principal foretold.
var bets = []event.Kind{event.PredictionMade{}.Kind(), event.PredictionResolved{}.Kind()}

// foretold is what the principal foretold since, and what he said became of it.
func (l *look) foretold(ctx context.Context, after event.Seq) (all []jobs.Thing, err error) {
	for r, err := range ledger.Each[event.Payload](ctx, l.in, ledger.Query{After: after, Kinds: bets, Newest: true}) {
		if err != nil {
			return nil, err
		}
		if l.in.Now.Sub(r.At) > back {
			break
		}
		t := jobs.Thing{Seq: r.Seq, Rests: append([]event.Seq{r.Seq}, r.From...), On: r.At}
		switch p := r.Said.(type) {
		case event.PredictionMade:
			t.How, t.Text = openBet, p.Text
		case event.PredictionResolved:
			_, made, err := l.in.Event(ctx, p.Prediction)
			if err != nil {
				return nil, err
			}
			if m, ok := made.(event.PredictionMade); ok && p.Outcome != event.Undecided {
				if t.How, t.Text = cameTrue, m.Text; p.Outcome == event.CameWrong {
					t.How = cameWrong
				}
				t.Rests = append(t.Rests, p.Prediction)
			}
		}
		if may, err := l.sieve.May(ctx, r.Record); err != nil {
			return nil, err
		} else if may && t.Text != "" {
			all = append(all, t)
		}
	}
	return all, nil
}

// take shows a thing, unless it is grave.
func (l *look) take(t jobs.Thing, fresh bool) {
	if _, there := l.rests[t.Seq]; there || grave.Heavy(t.Text) {
		return
	}
	l.rests[t.Seq] = t.Rests
	if fresh {
		l.fresh[t.Seq] = true
	}
	l.notes = append(l.notes, ponder.Note{Seq: t.Seq, How: t.How, Text: t.Text})
}

// ponderable puts the things in order, keeps the newest of too many, and shows the theories that hold behind them.
func (l *look) ponderable() {
	slices.SortFunc(l.notes, func(a, b ponder.Note) int { return cmp.Compare(a.Seq, b.Seq) })
	over := max(0, len(l.notes)-mostThings)
	for _, n := range l.notes[:over] {
		delete(l.fresh, n.Seq)
		delete(l.rests, n.Seq)
	}
	l.notes = l.notes[over:]
	var hold []agency.Theory
	l.in.Read(func(v memory.View) {
		for _, t := range l.known {
			if h, ok := v.Beliefs.Of(t.Seq); ok && !h.Over && !h.Contradicted {
				hold = append(hold, t)
			}
		}
	})
	for _, t := range hold[max(0, len(hold)-mostTheories):] {
		l.in.Saw(t.Seq)
		l.notes = append(l.notes, ponder.Note{Seq: t.Seq, How: ownTheory, Text: t.Text})
	}
}

// events are those that some notes are of: what is made of them rests on these alone. None of the
// messages behind them says it.
func events(of []ponder.Note) (all []event.Seq) {
	for _, n := range of {
		all = append(all, n.Seq)
	}
	return all
}

// roots are the messages behind some notes.
func (l *look) roots(of []ponder.Note) (roots []event.Seq) {
	var behind []event.Seq
	for _, n := range of {
		behind = append(behind, l.rests[n.Seq]...)
	}
	l.in.Read(func(v memory.View) { roots = v.Beliefs.Roots(behind...) })
	return roots
}

// sight is who may read what is made of some notes: the strictest of theirs.
func (l *look) sight(ctx context.Context, of []ponder.Note) (memory.Sight, error) {
	seen, err := l.in.Roots(ctx, events(of)...)
	if err != nil || len(seen) == 0 {
		return memory.Sight{Audience: event.Private}, err
	}
	at := seen[0]
	for _, o := range seen[1:] {
		at = at.With(o)
	}
	return at, nil
}
