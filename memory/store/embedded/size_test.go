package embedded

import (
	"testing"
	"unsafe"

	"citadel/memory/store/ranking"
)

// A record fills one line of cache, and what is asked of tens of thousands of documents is small.
func TestRecordsAreSmall(t *testing.T) {
	for what, sizes := range map[string][2]uintptr{
		"record": {unsafe.Sizeof(record{}), 64},
		"brief":  {unsafe.Sizeof(brief{}), 8},
		"spot":   {unsafe.Sizeof(spot{}), 24},
		"tally":  {unsafe.Sizeof(tally{}), 16},
		"scored": {unsafe.Sizeof(ranking.Scored{}), 24},
	} {
		if sizes[0] != sizes[1] {
			t.Errorf("a %s has %d bytes, want %d", what, sizes[0], sizes[1])
		}
	}
}
