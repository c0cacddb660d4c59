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
	length   int64 // terms
	around   int64 // of neighbourhoods, in tenths
	weight   int64 // of the sitting, in tenths
	speakers map[string]uint32
	terms    []mention // by term
	arrived  uint32    // its number in the outline
}

// A mention is a term in a group: how many items hold it, and how often, in tenths, they do
// together.
type mention struct {
	term          string
	items, tenths uint32
}

// groupOf sums up the items of a home, which are in the order of talk.
func groupOf(h home, items []*whole) *group {
	g := &group{home: h, speakers: map[string]uint32{}}
	held := map[string]mention{}
	for _, w := range items {
		g.members = append(g.members, keyOf(w.item))
		g.length += int64(w.length)
		g.around += int64(w.around)
		word := ranking.Word(w.item.Kind == store.Answer)
		g.weight += int64(word) * int64(w.length)
		if w.item.Speaker != "" {
			g.speakers[w.item.Speaker]++
		}
		each(w.own, func(term string, n uint32) {
			m := held[term]
			m.items++
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
	var members, speakers, terms []string
	for _, m := range g.members {
		members = append(members, fmt.Sprintf("%d.%d", m.seq, m.part))
	}
	for _, name := range slices.Sorted(maps.Keys(g.speakers)) {
		speakers = append(speakers, fmt.Sprintf("%s:%d", url.QueryEscape(name), g.speakers[name]))
	}
	for _, m := range g.terms {
		terms = append(terms, m.term+":"+strconv.FormatUint(uint64(m.items), 10)+":"+strconv.FormatUint(uint64(m.tenths), 10))
	}
	return strings.Join([]string{
		url.QueryEscape(g.audience), strconv.FormatUint(g.number, 10), strconv.FormatBool(g.shelf),
		strconv.FormatInt(g.length, 10), strconv.FormatInt(g.around, 10), strconv.FormatInt(g.weight, 10),
		strings.Join(members, " "), strings.Join(speakers, " "), strings.Join(terms, " "),
	}, "|")
}

func decodeGroup(line string) (*group, error) {
	f := fields{rest: line}
	g := &group{speakers: map[string]uint32{}}
	g.audience, g.number = f.name(), f.uint(64)
	shelf, err := strconv.ParseBool(f.text())
	f.fail(err)
	g.shelf = shelf
	g.length, g.around, g.weight = f.int(), f.int(), f.int()
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
	each(f.text(), func(held string, tenths uint32) {
		each(held, func(term string, items uint32) { g.terms = append(g.terms, mention{term, items, tenths}) })
	})
	return g, f.err
}

func (g *group) object(tenant string) *models.Object {
	return &models.Object{
		Class: collection, Tenant: tenant, ID: g.id(), Properties: map[string]any{"line": g.encode()},
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
			word := ranking.Word(items[j].item.Kind == store.Answer)
			w.around += word * items[j].length
			each(items[j].own, func(term string, n uint32) { near[term] += word * n })
		}
		w.near = encodeBag(near)
	}
}
