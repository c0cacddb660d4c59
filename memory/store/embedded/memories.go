package embedded

import "slices"

// among is where a memory stands, or would, among the heads: for each memory the latest of its parts that arrived, by
// rising number of the memory. A map would take six times the space, and memories come nearly always in order.
func (x *Index) among(seq uint64) (place int, known bool) {
	if n := len(x.heads); n == 0 || x.records[x.heads[n-1]].seq < seq {
		return n, false
	}
	return slices.BinarySearchFunc(x.heads, seq, func(doc uint32, seq uint64) int {
		switch have := x.records[doc].seq; {
		case have < seq:
			return -1
		case have > seq:
			return 1
		}
		return 0
	})
}

// head is the latest part that arrived of a memory, or 0; the others follow as siblings.
func (x *Index) head(seq uint64) uint32 {
	if place, known := x.among(seq); known {
		return x.heads[place]
	}
	return 0
}

// list makes a document the head of its memory's parts.
func (x *Index) list(doc uint32) {
	r := &x.records[doc]
	place, known := x.among(r.seq)
	if known {
		r.sibling, x.heads[place] = x.heads[place], doc
		return
	}
	x.heads = slices.Insert(roomy(x.heads), place, doc)
}

// unlist takes a document off the list of its memory's parts.
func (x *Index) unlist(doc uint32) {
	r := x.records[doc]
	place, _ := x.among(r.seq)
	if head := x.heads[place]; head != doc {
		before := head
		for x.records[before].sibling != doc {
			before = x.records[before].sibling
		}
		x.records[before].sibling = r.sibling
		return
	}
	if r.sibling == 0 {
		x.heads = slices.Delete(x.heads, place, place+1)
	} else {
		x.heads[place] = r.sibling
	}
}
