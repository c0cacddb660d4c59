// Package graph is what bears on what: edges between things, each with how far it can be relied on
// and on what it rests (SPEC §14).
//
// An edge is the same source, relation and target for the same client. Each event.EdgeDrawn is one
// piece of evidence for it: the first draws it, each later one reinforces it by the one rule, once
// for a source and month. So what was forgotten is missing from the count and nothing else, and no
// writer can make an edge surer than its evidence. Edges that contradict each other both stand, for
// the principal to choose; a word of his (event.Judged, event.Superseded) names an edge by any of
// the events that count for it, as it names a memory. What rests on one message alone ends with an edit that
// no longer says it.
//
// A graph has few things and many walks over it, so what a walk needs, who is next to whom and with
// which sign, is kept ready as numbers and changed with every edge. How far an edge can be relied on
// depends on the moment and is computed when it is asked for.
package graph

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Fold is the state. Read it by its methods; what they give is valid inside memory.Mind.Read, and
// edges that were copied also after it.
type Fold struct {
	edges []Edge // in the order in which they were first drawn; those that ended are among them
	seed  seed

	wordings map[event.Seq]event.Seq // what a message became by an edit → the message

	byID  map[identity]int
	bySeq map[event.Seq]int // by what counts for them
	links
}

// identity is what makes two drawings the same edge.
type identity struct{ source, relation, target, client string }

// seed is which edition of the world was read last, and in which quarter.
type seed struct {
	Edition string `json:"edition,omitempty"`
	Quarter string `json:"quarter,omitempty"`
}

// New gives the state without any edge.
func New() *Fold {
	return &Fold{wordings: map[event.Seq]event.Seq{}, byID: map[identity]int{}, bySeq: map[event.Seq]int{}, links: newLinks()}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "graph" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 3 }

// Apply implements memory.Fold. What has no relation of SPEC §14, no name at an end, or leads from a
// thing to itself draws nothing; a word about an edge that is not there changes nothing.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.EdgeDrawn:
		f.drawn(r, p)
	case event.WorldSeeded:
		f.seeded(p)
	case event.EdgesPruned:
		for _, seq := range p.Edges {
			f.change(seq, func(e *Edge) { e.ends(p.On, pruned) })
		}
	case event.Judged:
		f.change(p.Memory, func(e *Edge) { e.judged(r.At, p.Verdict) })
	case event.Superseded:
		f.change(p.Memory, func(e *Edge) { e.ends(p.On, corrected) })
	case event.Restored:
		f.change(p.Memory, (*Edge).restored)
	case event.Edited:
		f.edited(r.Seq, p)
	}
}

// edited ends what rests on nothing but the message, where it says something else now.
func (f *Fold) edited(seq event.Seq, p event.Edited) {
	f.wordings[seq] = p.Message
	for i := range f.edges {
		if e := &f.edges[i]; e.Stands() && !e.Confirmed && f.restsOn(e, p.Message) && !e.saidIn(p.Text) {
			f.change(e.Seq, func(e *Edge) { e.ends(p.On, unsaid) })
		}
	}
}

// RestingOn gives the edges that stand and rest on nothing but what the principal said in one message.
func (f *Fold) RestingOn(message event.Seq) []Edge {
	return f.Edges(func(e *Edge) bool { return f.restsOn(e, message) })
}

// restsOn says whether all that speaks for an edge is what the principal said in one message.
func (f *Fold) restsOn(e *Edge, message event.Seq) bool {
	return !slices.ContainsFunc(e.Evidence, func(o Evidence) bool {
		elsewhere := slices.ContainsFunc(o.From, func(s event.Seq) bool { return s != message && f.wordings[s] != message })
		return o.Source != event.FromConversation || len(o.From) == 0 || elsewhere
	})
}

func (f *Fold) drawn(r ledger.Record, p event.EdgeDrawn) {
	id := identity{Name(p.Source), p.Relation, Name(p.Target), strings.ToLower(p.Client)}
	if !Relates(id.relation) || id.source == "" || id.target == "" || id.source == id.target {
		return
	}
	i, known := f.byID[id]
	if !known {
		i = len(f.edges)
		f.byID[id] = i
		f.edges = append(f.edges, begins(r, p))
		f.bySeq[r.Seq] = i
		f.links.add(f.edges, i)
		return
	}
	e := &f.edges[i]
	switch {
	case e.Stands():
		e.drawnAgain(r, p)
	case e.revives(p):
		for _, old := range e.Evidence {
			delete(f.bySeq, old.Seq)
		}
		*e = begins(r, p)
		f.links.add(f.edges, i)
	default:
		return
	}
	for _, one := range e.Evidence {
		f.bySeq[one.Seq] = i
	}
}

// seeded renews what an edition holds. Reading the same edition again is no new evidence: the edges
// keep the confidence they had, and fade from this moment on.
func (f *Fold) seeded(p event.WorldSeeded) {
	f.seed = seed{p.Edition, p.Quarter}
	for i := range f.edges {
		if e := &f.edges[i]; e.Stands() && e.Edition != "" && e.Edition == p.Edition {
			e.renew(p.On)
		}
	}
}

// change changes an edge that something counts for, and the links with it.
func (f *Fold) change(seq event.Seq, how func(*Edge)) {
	i, ok := f.bySeq[seq]
	if !ok {
		return
	}
	stood := f.edges[i].Stands()
	how(&f.edges[i])
	switch stands := f.edges[i].Stands(); {
	case stood && !stands:
		f.links.remove(f.edges, i)
	case !stood && stands:
		f.links.add(f.edges, i)
	}
}

// Seeded says whether an edition of the world was read in a quarter, and is the newest that was.
func (f *Fold) Seeded(edition, quarter string) bool { return f.seed == seed{edition, quarter} }

// Holds says whether the edges of an edition were drawn, and no other edition's since.
func (f *Fold) Holds(edition string) bool { return edition != "" && f.seed.Edition == edition }

// Edge gives the edge for which an event counts, whether it stands or ended.
func (f *Fold) Edge(seq event.Seq) (Edge, bool) {
	i, ok := f.bySeq[seq]
	if !ok {
		return Edge{}, false
	}
	return f.edges[i], true
}

// Len is how many edges stand.
func (f *Fold) Len() int { return f.standing }

// Client gives a client as he was written first: under this name, in whatever case, or by the first words of it, as Acme
// is Acme Foods, where no other client begins so; "us" is the principal's own business. It is empty where there is none.
func (f *Fold) Client(name string) string {
	short, known := "", false
	key := Name(name)
	if Ours(name) {
		key = Name(event.OwnBusiness)
	}
	for i := range f.edges {
		e := &f.edges[i]
		if e.Client == "" || !e.Stands() || key == "" {
			continue
		}
		switch own := Name(e.Client); {
		case own == key:
			return e.Client
		case !strings.HasPrefix(own, key+"_"):
		case known && !strings.EqualFold(short, e.Client):
			short = ""
		case !known:
			short, known = e.Client, true
		}
	}
	return short
}

// ours are the words for the principal's own business.
var ours = []string{"us", "we", "ours", "our_business", "my_business", "our_own_business", "my_own_business", "our_company", "my_company", "our_firm", "my_firm", "your_company", "your_firm"}

// Ours says whether words name the principal's own business.
func Ours(words string) bool { return slices.Contains(ours, Name(words)) }

// Edges gives those that stand and pass a test, in the order in which they were first drawn.
func (f *Fold) Edges(may func(*Edge) bool) []Edge {
	var found []Edge
	for i := range f.edges {
		if e := &f.edges[i]; e.Stands() && may(e) {
			found = append(found, *e)
		}
	}
	return found
}

// Knew says whether an edge was ever drawn from one thing to another, in the affairs of a client or, where he is empty, in
// nobody's: also one that no longer stands.
func (f *Fold) Knew(source, target, client string) bool {
	return slices.ContainsFunc(f.edges, func(e Edge) bool {
		return e.Source == source && e.Target == target && strings.EqualFold(e.Client, client)
	})
}

// Prunable gives the edges that may be let go of, by an event.EdgesPruned.
func (f *Fold) Prunable(now time.Time) []Edge {
	return f.Edges(func(e *Edge) bool { return e.Prunable(now) })
}

// saved is the form of the state in a checkpoint; all else is computed from it.
type saved struct {
	Edges    []Edge                  `json:"edges"`
	Seed     seed                    `json:"seed,omitzero"`
	Wordings map[event.Seq]event.Seq `json:"wordings,omitempty"`
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(saved{f.edges, f.seed, f.wordings}) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	var s saved
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*f = *New()
	f.edges, f.seed = s.Edges, s.Seed
	for seq, message := range s.Wordings {
		f.wordings[seq] = message
	}
	for i := range f.edges {
		e := &f.edges[i]
		f.byID[identity{e.Source, e.Relation, e.Target, strings.ToLower(e.Client)}] = i
		for _, one := range e.Evidence {
			f.bySeq[one.Seq] = i
		}
		if e.Stands() {
			f.links.add(f.edges, i)
		} else {
			f.links.meet(f.edges, i)
		}
	}
	return nil
}
