package slack

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
	"time"
)

// edition is one wording of a message that was edited. Slack itself says only in which second an edit was made; of two
// within one the later is told by what else is known of them.
type edition struct {
	second stamp     // in which it was made
	live   stamp     // when the connection told of it; 0 where it was found in the history
	print  uint16    // of its words
	was    *uint16   // of the words before; nil where they are not told
	at     time.Time // when its words were written, as it was handed on
	seen   time.Time // when the message was seen to read so, likewise
}

// outdated says whether an edition is older than another that is known: what comes late of it is not news.
func (e edition) outdated(known edition) bool {
	switch {
	case e.second != known.second:
		return e.second < known.second
	case e.live == 0: // the history holds the last
		return false
	case known.live != 0:
		return e.live < known.live
	}
	return e.was != nil && *e.was != known.print // it led to what the history held, and not on from there
}

// saw has an edit tell that the message was seen to read so at a later moment than its words were written: what is told
// of is something else, as a file that was deleted.
func (r *reading) saw(words, at time.Time) {
	r.event.At, r.event.Stands, r.at = words, at, at
	r.edit.at, r.edit.seen = words, at
}

// worded is when the words of a message were written, as far as it tells: somewhen in the second of its edit.
func (m *message) worded() stamp {
	ts, _ := parseStamp(m.TS)
	if m.Edited != nil {
		if edited, ok := parseStamp(m.Edited.TS); ok {
			return max(edited.end(), ts)
		}
	}
	return ts
}

// found notes an edition that the history holds, unless the connection told of one of that second, which may be later:
// what the history holds may be behind. heard says that the connection told of this one last.
func (h *hearing) found(of string, e edition) (heard bool) {
	known, ok := h.edits.at[of]
	if !ok || known.second < e.second || known.second == e.second && known.live == 0 {
		h.edits.put(of, e)
		return false
	}
	return known.second == e.second && known.print == e.print
}

// print tells what stands in a message from what stood there a moment before, and too little of it to guess it by.
func (m *message) print() uint16 {
	sum := sha256.New()
	_, _ = io.WriteString(sum, m.TS+"\x00"+m.Text) // a hash takes everything
	for _, f := range files(m.Files) {
		_, _ = io.WriteString(sum, "\x00"+f.ID)
	}
	return binary.BigEndian.Uint16(sum.Sum(nil))
}
