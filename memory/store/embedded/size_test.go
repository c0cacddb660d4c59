package embedded

import (
	"testing"
	"unsafe"
)

// A record lies in two lines of cache, and what ranking reads of it in the first.
func TestRecordsAreAligned(t *testing.T) {
	const line = 64
	var r record
	if size := unsafe.Sizeof(r); size != 2*line {
		t.Errorf("a record has %d bytes", size)
	}
	if end := unsafe.Offsetof(r.settled) + unsafe.Sizeof(r.settled); end > line {
		t.Errorf("what ranking reads ends after %d bytes", end)
	}
}
