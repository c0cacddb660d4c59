package embedded

// slabSize is how many bytes of text share one allocation.
const slabSize = 1 << 18

// texts keeps the words of items in slabs, so that they can be overwritten.
type texts struct{ slabs [][]byte }

// span is where a text lies.
type span struct{ slab, start, size uint32 }

func (t *texts) add(text string) span {
	n := len(t.slabs)
	if n == 0 || cap(t.slabs[n-1])-len(t.slabs[n-1]) < len(text) {
		t.slabs = append(t.slabs, make([]byte, 0, max(slabSize, len(text))))
		n++
	}
	slab := &t.slabs[n-1]
	at := span{slab: uint32(n - 1), start: uint32(len(*slab)), size: uint32(len(text))}
	*slab = append(*slab, text...)
	return at
}

func (t *texts) at(s span) string {
	if s.size == 0 {
		return ""
	}
	return string(t.slabs[s.slab][s.start : s.start+s.size])
}

// is compares without copying.
func (t *texts) is(s span, text string) bool {
	return s.size == 0 && text == "" ||
		s.size > 0 && string(t.slabs[s.slab][s.start:s.start+s.size]) == text
}

// erase overwrites a text with zeros.
func (t *texts) erase(s span) {
	if s.size > 0 {
		clear(t.slabs[s.slab][s.start : s.start+s.size])
	}
}
