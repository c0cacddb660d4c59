package weaviate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-openapi/strfmt"
	"github.com/weaviate/weaviate/entities/models"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// A home is where an item belongs: to the sitting it was said in or, if it stands alone, to
// a shelf with others like it. The same sitting under two audiences is two homes.
type home struct {
	audience string
	number   uint64
	shelf    bool
}

// shelfSize is how many seqs share a shelf.
const shelfSize = 128

func homeOf(i store.Item) home {
	if i.Session != 0 {
		return home{audience: i.Audience, number: i.Session}
	}
	return home{audience: i.Audience, number: i.Seq / shelfSize, shelf: true}
}

func (h home) id() strfmt.UUID {
	sum := sha256.Sum256(fmt.Appendf(nil, "%t|%d|%s", h.shelf, h.number, h.audience))
	return uuid(0, binary.BigEndian.Uint64(sum[:])|1<<63)
}

// A group is what is known of a home without reading its items: who belongs to it, how long
// they are, who spoke, and which terms occur.
type group struct {
	home
	members  []key // in the order of talk
	told     totals
	answers  totals // the agent's own words apart: most queries ask for the others
	weight   int64  // of the sitting, in tenths
	speakers map[string]uint32
	vectors  map[string]uint32 // by the name of their index
	terms    []mention         // by term
	arrived  uint32            // its number in the outline
}

// totals are what rarity and mean lengths are worked out from.
type totals struct {
	items  int64
	length int64 // terms
	around int64 // of neighbourhoods, in tenths
}

func (t *totals) add(o totals) {
	t.items += o.items
	t.length += o.length
	t.around += o.around
}

// A mention is a term in a group: how many items hold it, and how often, in tenths, they do
// together.
type mention struct {
	term          string
	told, answers uint32 // items
	tenths        uint32
}

// groupOf sums up the items of a home, which are in the order of talk.
func groupOf(h home, items []*whole) *group {
	g := &group{home: h, speakers: map[string]uint32{}, vectors: map[string]uint32{}}
	held := map[string]mention{}
	for _, w := range items {
		g.members = append(g.members, keyOf(w.item))
		answer := w.item.Kind == store.Answer
		of := &g.told
		if answer {
			of = &g.answers
		}
		of.add(totals{1, int64(w.length), int64(w.around)})
		word := ranking.Word(answer)
		g.weight += int64(word) * int64(w.length)
		if w.item.Speaker != "" {
			g.speakers[w.item.Speaker]++
		}
		if w.size > 0 {
			g.vectors[vectorName(w.item.Embedder, w.size)]++
		}
		each(w.own, func(term string, n uint32) {
			m := held[term]
			if answer {
				m.answers++
			} else {
				m.told++
			}
			m.tenths += word * n
			held[term] = m
		})
	}
	for _, term := range slices.Sorted(maps.Keys(held)) {
		m := held[term]
		m.term = term
		g.terms = append(g.terms, m)
	}
	return g
}

func (g *group) encode() string {
	members := make([]string, len(g.members))
	for i, m := range g.members {
		members[i] = fmt.Sprintf("%d.%d", m.seq, m.part)
	}
	speakers := map[string]uint32{}
	for name, n := range g.speakers {
		speakers[url.QueryEscape(name)] = n
	}
	terms := make([]string, len(g.terms))
	for i, m := range g.terms {
		terms[i] = fmt.Sprintf("%s:%d:%d:%d", m.term, m.told, m.answers, m.tenths)
	}
	line := []string{url.QueryEscape(g.audience), strconv.FormatUint(g.number, 10), strconv.FormatBool(g.shelf)}
	for _, n := range []int64{g.told.items, g.told.length, g.told.around, g.answers.items, g.answers.length, g.answers.around, g.weight} {
		line = append(line, strconv.FormatInt(n, 10))
	}
	return strings.Join(append(line, strings.Join(members, " "), encodeBag(speakers), encodeBag(g.vectors), strings.Join(terms, " ")), "|")
}

func decodeGroup(line string) (*group, error) {
	f := fields{rest: line}
	g := &group{speakers: map[string]uint32{}, vectors: map[string]uint32{}}
	g.audience, g.number, g.shelf = f.name(), f.uint(64), f.bool()
	for _, n := range []*int64{&g.told.items, &g.told.length, &g.told.around, &g.answers.items, &g.answers.length, &g.answers.around, &g.weight} {
		*n = f.int()
	}
	for _, m := range strings.Fields(f.text()) {
		seq, part, _ := strings.Cut(m, ".")
		of := fields{rest: seq + "|" + part}
		g.members = append(g.members, key{of.uint(64), uint32(of.uint(32))})
		f.fail(of.err)
	}
	each(f.text(), func(name string, n uint32) {
		name, err := url.QueryUnescape(name)
		f.fail(err)
		g.speakers[name] = n
	})
	each(f.text(), func(name string, n uint32) { g.vectors[name] = n })
	each(f.text(), func(rest string, tenths uint32) {
		each(rest, func(rest string, answers uint32) {
			each(rest, func(term string, told uint32) { g.terms = append(g.terms, mention{term, told, answers, tenths}) })
		})
	})
	return g, f.err
}

func (g *group) object(tenant string) *models.Object {
	return &models.Object{
		Class: Collection, Tenant: tenant, ID: g.id(), Properties: map[string]any{"line": g.encode()},
	}
}

// arrange puts the items of a home in the order of talk and works out their neighbourhoods.
// Items of a shelf have none.
func arrange(h home, items []*whole) {
	slices.SortFunc(items, func(a, b *whole) int {
		if h.shelf {
			return cmp.Or(cmp.Compare(a.item.Seq, b.item.Seq), cmp.Compare(a.item.Part, b.item.Part))
		}
		return cmp.Or(cmp.Compare(a.item.Turn, b.item.Turn), cmp.Compare(a.item.Seq, b.item.Seq), cmp.Compare(a.item.Part, b.item.Part))
	})
	for i, w := range items {
		w.around = ranking.WholeWord * w.length
		near := map[string]uint32{}
		for j := max(0, i-ranking.Reach); j <= min(len(items)-1, i+ranking.Reach) && !h.shelf; j++ {
			if j == i {
				continue
			}
			word := ranking.Near(items[j].item.Kind == store.Answer, max(i-j, j-i))
			w.around += word * items[j].length
			each(items[j].own, func(term string, n uint32) { near[term] += word * n })
		}
		w.near = encodeBag(near)
	}
}
