package store

import (
	"cmp"
	"slices"
)

// NewestFirst puts hits in the order in which they are shown: by falling date,
// then by falling Seq, the parts of one memory in their own order.
func NewestFirst(hits []Hit) {
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(
			b.Item.On.Compare(a.Item.On),
			cmp.Compare(b.Item.Seq, a.Item.Seq),
			cmp.Compare(a.Item.Part, b.Item.Part),
		)
	})
}
