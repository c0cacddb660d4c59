package graph

import (
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Edge is one relation between two things.
type Edge struct {
	Seq       event.Seq `json:"seq"` // what drew it: its handle, and whose words the mechanism is
	Source    string    `json:"source"`
	Relation  string    `json:"relation"`
	Target    string    `json:"target"`
	Client    string    `json:"client,omitempty"` // whose affair it is; no path to another leads over it
	Mechanism string    `json:"mechanism,omitempty"`
	Origin    string    `json:"origin"` // of what drew it
	On        time.Time `json:"on"`     // when that was said or seen

	Confidence float64   `json:"confidence"` // in [0.01, 0.99], at Reinforced; see At
	Reinforced time.Time `json:"reinforced"`
	Confirmed  bool      `json:"confirmed,omitempty"` // by the principal
	Edition    string    `json:"edition,omitempty"`   // of the world that holds it, the newest

	Lag         *Figure `json:"lag,omitempty"`          // weeks; nil where nobody knows
	PassThrough *Figure `json:"pass_through,omitempty"` // share; likewise

	Evidence []Evidence `json:"evidence"` // that counted, oldest first
	Ended    *Ended     `json:"ended,omitempty"`

	Skips    int       `json:"skips,omitempty"` // how often the principal left it without a verdict
	Verdicts []verdict `json:"verdicts,omitempty"`

	Contested bool `json:"-"` // another edge of the same two things says the opposite
}

// Evidence is what made an edge surer.
type Evidence struct {
	Seq    event.Seq `json:"seq"`
	Source string    `json:"source"` // counted once a month
	Month  string    `json:"month"`  // "2026-11", in UTC

	From []event.Seq `json:"from,omitempty"` // of conversation: the messages that say it
}

// Figure is what is known of an edge in numbers, and from where.
type Figure struct {
	event.Bounds
	Seq event.Seq `json:"seq"`
}

// Ended says why an edge no longer stands. It is kept, so that it can stand again.
type Ended struct {
	On  time.Time `json:"on"`
	How string    `json:"how"` // see the constants
}

// How an edge ends.
const (
	pruned    = "pruned"      // it faded
	corrected = "corrected"   // it was superseded
	rejected  = "rejected"    // the principal said that it does not hold
	unsaid    = "edited away" // the message that it rested on was edited, and says something else
)

// verdict is a word of the principal, as what it changed, so that it can be taken back.
type verdict struct {
	On        time.Time `json:"on"`
	Gained    float64   `json:"gained,omitempty"` // of confidence
	Since     time.Time `json:"since"`            // Reinforced before
	Confirmed bool      `json:"confirmed,omitempty"`
	Ended     *Ended    `json:"ended,omitempty"`
	Skip      bool      `json:"skip,omitempty"`
}

// At is how far the edge can be relied on at a moment, in (0, 0.99]: faded since it was last
// reinforced, and never below the floor for use. What an edition of the world holds does not fade while
// it is read every quarter, and what the principal said of a client, or confirmed, not below what it
// needs to be told, unless another edge says the opposite. It is no chance, and is never shown as one.
func (e *Edge) At(now time.Time) float64 {
	faded := formula.EdgeConfidence
	if e.Edition != "" {
		faded = formula.EdgeStanding
	}
	sure := faded(e.Confidence, e.days(now))
	if e.word() && !e.Contested {
		sure = max(sure, formula.EdgeKept(e.Confidence, e.Confirmed))
	}
	return sure
}

// word says whether the principal himself stands for the edge: he confirmed it, or said it of a client.
func (e *Edge) word() bool {
	return e.Confirmed || e.Client != "" && (e.Origin == event.FromConversation || e.Origin == event.FromPrincipal)
}

// Sign is how the edge hands on a move.
func (e *Edge) Sign() Sign { return SignOf(e.Relation) }

// Stands says whether the edge holds; one that was rejected, corrected or pruned is history.
func (e *Edge) Stands() bool { return e.Ended == nil }

// Prunable says whether the edge has faded so far and so long that it may be let go of. What the
// principal confirmed or said of a client and what everybody holds to be so only grows weaker.
func (e *Edge) Prunable(now time.Time) bool {
	kept := e.word() || e.Origin == event.FromWorld || e.Edition != ""
	return e.Stands() && !kept && formula.EdgePrunable(e.Confidence, e.days(now))
}

func (e *Edge) days(now time.Time) float64 { return max(0, now.Sub(e.Reinforced).Hours()/24) }

// begins makes the edge as it is first drawn.
func begins(r ledger.Record, p event.EdgeDrawn) Edge {
	e := Edge{
		Seq: r.Seq, Source: Name(p.Source), Relation: p.Relation, Target: Name(p.Target),
		Client: p.Client, Mechanism: p.Mechanism, Origin: p.Origin, On: p.On,
		Confidence: start(p), Reinforced: p.On, Confirmed: p.Origin == event.FromPrincipal,
		Evidence: []Evidence{evidence(r, p)},
	}
	e.learns(r, p)
	return e
}

// least is the lowest confidence of a new edge: what is told of it are hundredths.
const least = 0.01

// start is the confidence of a new edge.
func start(p event.EdgeDrawn) float64 {
	if p.Confidence > 0 {
		return max(least, min(formula.EdgeTop, p.Confidence))
	}
	switch p.Origin {
	case event.FromWorld:
		return formula.EdgeWorld
	case event.FromData:
		return formula.EdgeData
	case event.FromPrincipal:
		return formula.EdgeConfirmed
	}
	return formula.EdgeConversation
}

// evidence names who says it and in which month. All editions of the world are one source; each who
// publishes figures is one of his own.
func evidence(r ledger.Record, p event.EdgeDrawn) Evidence {
	source := p.Origin
	if p.Origin == event.FromData && p.By != "" {
		source += " " + p.By
	}
	o := Evidence{Seq: r.Seq, Source: source, Month: p.On.UTC().Format("2006-01")}
	if p.Origin == event.FromConversation {
		o.From = slices.Clone(r.From)
	}
	return o
}

// takenUp are words by which a sentence speaks of whom the one before it named.
var takenUp = []string{"they", "it", "he", "she", "their", "its", "we", "our", "us"}

// saidIn says whether a text has the words of an edge, in whatever number and order, and speaks of its client.
func (e *Edge) saidIn(text string) bool {
	said := strings.Split(spoken().key(Name(text)), "_")
	has := func(words string) bool {
		return !slices.ContainsFunc(strings.Split(spoken().key(Name(words)), "_"), func(w string) bool { return !slices.Contains(said, w) })
	}
	named := e.Client == "" || has(e.Client) || slices.ContainsFunc(takenUp, func(w string) bool { return slices.Contains(said, w) })
	return named && has(e.Mechanism)
}

// drawnAgain takes further evidence in. It counts once for a source and month, and of data only where
// the target moved as the edge predicts. The words stay those of the first, which may be nobody
// else's; only the world's own are replaced by its newer ones.
func (e *Edge) drawnAgain(r ledger.Record, p event.EdgeDrawn) {
	e.learns(r, p)
	if p.Origin == event.FromWorld && e.Origin == event.FromWorld && p.Mechanism != "" {
		e.Mechanism = p.Mechanism
	}
	if p.Origin == event.FromData && !e.predicts(p.Seen) {
		return
	}
	news := evidence(r, p)
	if slices.ContainsFunc(e.Evidence, func(o Evidence) bool { return o.Source == news.Source && o.Month == news.Month }) {
		return
	}
	e.Evidence = append(e.Evidence, news)
	e.Confidence = formula.EdgeReinforce(e.Confidence)
	if p.Origin == event.FromPrincipal {
		e.Confidence, e.Confirmed = max(e.Confidence, formula.EdgeConfirmed), true
	}
	e.renew(p.On)
}

// renew sets the clock of decay, which never goes back.
func (e *Edge) renew(on time.Time) {
	if on.After(e.Reinforced) {
		e.Reinforced = on
	}
}

// predicts says whether two moves are as the edge says. A mere risk predicts nothing.
func (e *Edge) predicts(seen *event.Seen) bool {
	return seen != nil && e.Sign() != Unknown && Of(seen.Source)*e.Sign() == Of(seen.Target) && seen.Target != 0
}

// learns takes over what is no matter of how sure the edge is.
func (e *Edge) learns(r ledger.Record, p event.EdgeDrawn) {
	if p.Origin == event.FromWorld {
		e.Edition = p.By
	}
	if usable(p.Lag) {
		e.Lag = &Figure{*p.Lag, r.Seq}
	}
	if usable(p.PassThrough) {
		e.PassThrough = &Figure{*p.PassThrough, r.Seq}
	}
}

func usable(r *event.Bounds) bool { return r != nil && 0 <= r.From && r.From <= r.To }

// ends lets go of an edge that stands.
func (e *Edge) ends(on time.Time, how string) {
	if e.Stands() {
		e.Ended = &Ended{on, how}
	}
}

// restored takes that back; the principal's own verdict only he withdraws.
func (e *Edge) restored() {
	if !e.Stands() && e.Ended.How != rejected {
		e.Ended = nil
	}
}

// revives says whether an edge that ended stands again by this, which then begins it anew: what faded
// by any later evidence, what a correction ended only by later words, and what the principal rejected
// by his own alone, which no model read out of talk.
func (e *Edge) revives(p event.EdgeDrawn) bool {
	switch later := p.On.After(e.Ended.On); e.Ended.How {
	case unsaid:
		return p.Origin == event.FromPrincipal || p.Origin == event.FromConversation
	case pruned:
		return later && (p.Origin != event.FromData || e.predicts(p.Seen))
	case rejected:
		return later && (p.Origin == event.FromPrincipal || p.Origin == event.FromConversation && p.Plain)
	default:
		return later && (p.Origin == event.FromPrincipal || p.Origin == event.FromConversation)
	}
}

// judged takes the principal's word.
func (e *Edge) judged(on time.Time, word string) {
	v := verdict{On: on, Since: e.Reinforced, Confirmed: e.Confirmed, Ended: e.Ended, Skip: word == event.Skipping}
	switch word {
	case event.Confirmed:
		before := e.Confidence
		e.Confidence, e.Confirmed, e.Ended = max(e.Confidence, formula.EdgeConfirmed), true, nil
		v.Gained = e.Confidence - before
		e.renew(on)
	case event.Rejected:
		e.Confirmed, e.Ended = false, &Ended{on, rejected}
	case event.Skipping:
		e.Skips++
	case event.Withdrawn:
		e.unjudged()
		return
	default:
		return
	}
	e.Verdicts = append(e.Verdicts, v)
}

// unjudged takes the last verdict back. What made the edge surer since stays.
func (e *Edge) unjudged() {
	n := len(e.Verdicts) - 1
	if n < 0 {
		return
	}
	v := e.Verdicts[n]
	e.Verdicts = e.Verdicts[:n]
	e.Confidence, e.Confirmed, e.Ended = e.Confidence-v.Gained, v.Confirmed, v.Ended
	if e.Reinforced.Equal(v.On) {
		e.Reinforced = v.Since
	}
	if v.Skip {
		e.Skips--
	}
}
