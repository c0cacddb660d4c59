package consequence

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// Picture draws ways from what moved down to whom they reach: what is followed solid with the confidence of each
// link, and what else hangs on the same things, which the words leave out, in grey (S1 "The causal graph"). how is what
// is said of the move, "+8.5%". The ways are of one move; there is at least one. The second result is the
// links that are drawn in grey.
func Picture(g *graph.Fold, ways []exposure.Path, moved graph.Sign, how string, now time.Time) (c event.Chart, aside []event.Seq) {
	s := sketch{now: now, at: map[string]int{}}
	for _, p := range ways {
		sign := moved
		s.thing(p.Things[0], sign)
		for i, e := range p.Edges {
			sign *= e.Sign()
			s.thing(p.Things[i+1], sign)
			s.link(p.Things[i], p.Things[i+1], e)
		}
		if p.Own.Seq != 0 {
			s.client(p.Things[len(p.Things)-1], p.Own)
		}
	}
	first, last := ways[0].Things[0], ways[0].Things[len(ways[0].Things)-1]
	s.Things[s.at[first]].Note = how
	for _, e := range others(g, ways, now) {
		from, to := e.Way()
		s.beside(from, to, e)
		aside = append(aside, e.Seq)
	}
	end := graph.Words(last)
	if own := ways[0].Own; own.Seq != 0 {
		end = own.Client
	}
	c = event.Chart{Title: "From " + graph.Words(first) + " to " + end, Ways: &s.Ways}
	if !s.alike(ways) {
		c.Title = "What " + graph.Words(first) + " reaches"
	}
	c.Alt = s.alt(ways, aside)
	return c, aside
}

// Links draws links as a move is handed on, all of them solid.
func Links(title string, edges []graph.Edge, now time.Time) event.Chart {
	s := sketch{now: now, at: map[string]int{}}
	for _, e := range edges {
		from, to := e.Way()
		if e.Client == "" {
			s.thing(from, graph.Unknown)
			s.thing(to, graph.Unknown)
			s.link(from, to, e)
			continue
		}
		own := graph.Name(e.Client)
		if rest, its := strings.CutPrefix(from, own); its && (rest == "" || rest[0] == '_') {
			from = to // what the client does reaches something else
		}
		s.thing(from, graph.Unknown)
		s.client(from, e)
	}
	words := make([]string, len(edges))
	for i, e := range edges {
		words[i] = Link(e) + ", " + phrase.Figure(e.At(now))
	}
	return event.Chart{Title: title, Alt: title + ": " + strings.Join(words, "; ") + ".", Ways: &s.Ways}
}

// Bounds of a picture: more could not be read on a telephone.
const (
	mostAside  = 3 // links that are drawn in grey
	mostBeside = 4 // things beside each other
)

// sketch is a picture under way.
type sketch struct {
	event.Ways
	now time.Time
	at  map[string]int // by name; that of a client begins with a blank
}

func (s *sketch) point(key, label string) *event.Waypoint {
	i, known := s.at[key]
	if !known {
		i = len(s.Things)
		s.at[key], s.Things = i, append(s.Things, event.Waypoint{Label: label})
	}
	return &s.Things[i]
}

func (s *sketch) thing(name string, goes graph.Sign) {
	p := s.point(name, graph.Words(name))
	p.Up, p.Down = p.Up || goes == graph.More, p.Down || goes == graph.Less
}

// client draws the client's own link, from the thing that it hangs on.
func (s *sketch) client(thing string, own graph.Edge) {
	key := " " + strings.ToLower(own.Client)
	s.point(key, own.Client).Whose = true
	s.join(thing, key, own, false)
}

func (s *sketch) link(from, to string, e graph.Edge) { s.join(from, to, e, false) }

// beside draws a link that is not followed.
func (s *sketch) beside(from, to string, e graph.Edge) {
	s.point(to, graph.Words(to))
	s.join(from, to, e, true)
}

func (s *sketch) join(from, to string, e graph.Edge, aside bool) {
	l := event.Way{From: s.at[from], To: s.at[to], Label: phrase.Figure(e.At(s.now)), Turns: e.Sign() == graph.Less, Aside: aside}
	if aside {
		l.Label = ""
	}
	if !slices.ContainsFunc(s.Ways.Links, func(o event.Way) bool { return o.From == l.From && o.To == l.To && o.Turns == l.Turns }) {
		s.Ways.Links = append(s.Ways.Links, l)
	}
}

// alike says whether all ways end with the same client, or with the same thing.
func (s *sketch) alike(ways []exposure.Path) bool {
	return !slices.ContainsFunc(ways, func(p exposure.Path) bool {
		if p.Own.Seq == 0 {
			return p.Things[len(p.Things)-1] != ways[0].Things[len(ways[0].Things)-1]
		}
		return !strings.EqualFold(p.Own.Client, ways[0].Own.Client)
	})
}

// alt says what the picture shows: "3 ways from crude oil WTI to Acme: by bunker fuel, shipping costs and packaging
// costs; …".
func (s *sketch) alt(ways []exposure.Path, aside []event.Seq) string {
	t := phrase.Count(len(ways), "way") + " from " + graph.Words(ways[0].Things[0]) + ": "
	for i, p := range ways {
		if i > 0 {
			t += "; "
		}
		steps := make([]string, 0, len(p.Things))
		for _, name := range p.Things[1:] {
			steps = append(steps, graph.Words(name))
		}
		if p.Own.Seq != 0 {
			steps = append(steps, p.Own.Client)
		}
		t += strings.Join(steps, ", ") + " (" + phrase.Figure(p.Confidence) + ")"
	}
	var grey []string
	for _, l := range s.Ways.Links {
		if l.Aside {
			grey = append(grey, s.Things[l.To].Label)
		}
	}
	if len(aside) > 0 {
		t += ". In grey, not followed: " + strings.Join(grey, ", ")
	}
	return t + "."
}

// others are links that leave things of the ways and are not followed: the surest of each thing that lies on the way,
// of what everybody knows alone, so that nothing is shown that was told in confidence.
func others(g *graph.Fold, ways []exposure.Path, now time.Time) (found []graph.Edge) {
	layer, room := layers(ways)
	taken := map[string]bool{}
	for name := range layer {
		taken[name] = true
	}
	asked := map[string]bool{}
	for _, p := range ways {
		for _, name := range p.Things[1:] {
			below := layer[name] + 1
			if asked[name] || len(found) == mostAside || room[below] >= mostBeside {
				continue
			}
			asked[name] = true
			if e := surest(g, name, taken, now); e != nil {
				_, to := e.Way()
				taken[to] = true
				room[below]++
				found = append(found, *e)
			}
		}
	}
	return found
}

// layers tells how deep each thing lies, and how many things and clients lie as deep.
func layers(ways []exposure.Path) (of map[string]int, many map[int]int) {
	of, many = map[string]int{}, map[int]int{}
	clients := map[string]int{}
	for _, p := range ways {
		for i, name := range p.Things {
			of[name] = max(of[name], i)
		}
		if p.Own.Seq != 0 {
			own := strings.ToLower(p.Own.Client)
			clients[own] = max(clients[own], len(p.Things))
		}
	}
	for _, all := range []map[string]int{of, clients} {
		for _, deep := range all {
			many[deep]++
		}
	}
	return of, many
}

// surest is the surest link of what everybody knows that leads from a thing to one that is not taken, the older of
// equals; nil where there is none.
func surest(g *graph.Fold, name string, taken map[string]bool, now time.Time) (best *graph.Edge) {
	t, ok := g.Find(name)
	if !ok {
		return nil
	}
	for _, step := range g.Steps(t) {
		e := g.Over(step)
		if _, to := e.Way(); e.Origin != event.FromWorld || taken[to] || to != g.Called(step.To) {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(e.At(now), best.At(now)), cmp.Compare(best.Seq, e.Seq)) > 0 {
			best = e
		}
	}
	return best
}
