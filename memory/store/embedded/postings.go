package embedded

import (
	"encoding/binary"
	"iter"
)

// postings lists the documents that hold one term, by rising number. Each is
// written as the distance from the one before, shifted left by one, with the low
// bit set when the term occurs more than once; then the count follows.
type postings struct {
	term  string
	data  []byte
	last  uint32
	count uint32
}

// add appends a document, which must be greater than all in the list.
func (p *postings) add(doc, count uint32) {
	distance := uint64(doc-p.last) << 1
	if count == 1 {
		p.data = binary.AppendUvarint(p.data, distance)
	} else {
		p.data = binary.AppendUvarint(p.data, distance|1)
		p.data = binary.AppendUvarint(p.data, uint64(count))
	}
	p.last = doc
	p.count++
}

// posting is one document and how often it holds the term.
type posting struct{ doc, count uint32 }

// appendAll appends the list, decoded, to dst.
func (p *postings) appendAll(dst []posting) []posting {
	data, doc := p.data, uint32(0)
	for i := 0; i < len(data); {
		var distance uint64
		distance, i = uvarint(data, i)
		count := uint64(1)
		if distance&1 != 0 {
			count, i = uvarint(data, i)
		}
		doc += uint32(distance >> 1)
		dst = append(dst, posting{doc, uint32(count)})
	}
	return dst
}

// uvarint decodes the number at data[i] and returns what follows it. Most are
// one byte.
func uvarint(data []byte, i int) (uint64, int) {
	if b := data[i]; b < 0x80 {
		return uint64(b), i + 1
	}
	n, size := binary.Uvarint(data[i:])
	return n, i + size
}

// rewrite replaces the list by its members for which keep holds. The old bytes
// are overwritten.
func (p *postings) rewrite(keep func(doc uint32) bool) {
	old := p.data
	all := p.appendAll(nil)
	*p = postings{term: p.term}
	for _, m := range all {
		if keep(m.doc) {
			p.add(m.doc, m.count)
		}
	}
	clear(old[:cap(old)])
}

// lexicon numbers the terms.
type lexicon struct {
	ids   map[string]uint32
	lists []postings
	free  []uint32
}

// id returns the number of a term, a new one if need be.
func (l *lexicon) id(term string) uint32 {
	if id, ok := l.ids[term]; ok {
		return id
	}
	var id uint32
	if n := len(l.free); n > 0 {
		id, l.free = l.free[n-1], l.free[:n-1]
		l.lists[id] = postings{term: term}
	} else {
		id = uint32(len(l.lists))
		l.lists = append(l.lists, postings{term: term})
	}
	if l.ids == nil {
		l.ids = make(map[string]uint32)
	}
	l.ids[term] = id
	return id
}

// remove takes documents out of the lists of the given terms, and terms without
// documents out of the lexicon.
func (l *lexicon) remove(terms iter.Seq[uint32], gone func(doc uint32) bool) {
	for id := range terms {
		list := &l.lists[id]
		list.rewrite(func(doc uint32) bool { return !gone(doc) })
		if list.count == 0 {
			delete(l.ids, list.term)
			*list = postings{}
			l.free = append(l.free, id)
		}
	}
}
