package storetest

import (
	"slices"
	"testing"

	"citadel/memory/store"
)

// weighsQuestions: what somebody by name only asks counts for less than what states as much,
// and what the principal asks does not.
func weighsQuestions(t *testing.T, s store.Store) {
	asked, stated, mine := Said(3, "Is the ferry to Aros late?"), Said(2, "The ferry to Aros is late."), Said(1, "the ferry to Aros, is it late?")
	asked.Kind, asked.Speaker, stated.Kind, stated.Speaker = store.Heard, "Bodil", store.Heard, "Sven"
	quoted := asked
	quoted.Seq, quoted.Text, quoted.Speaker = 4, "(Is the ferry to Aros late?)\n", "Tove"
	broken := asked
	broken.Seq, broken.Text, broken.Speaker = 5, "Is the \xff ferry to Aros late?", "Ulf"
	put(t, s, asked, stated, mine, quoted, broken)
	for _, hit := range search(t, s, private("ferry to Aros")).Hits {
		asks := slices.Contains([]uint64{3, 4, 5}, hit.Item.Seq)
		if less := hit.Parts.Kind < 1; less != asks {
			t.Errorf("%q counts %v for its kind", hit.Item.Text, hit.Parts.Kind)
		}
	}
	first(t, s, private("is the ferry to Aros late"), 2)
}
