package enclosure

import (
	"bytes"
	"encoding/binary"
)

// opusRate is how many samples a second of Opus counts, whatever it was recorded with.
const opusRate = 48_000

// Seconds is how long a recording is by its own account; 0 where it gives none that can be
// read here. Whoever pays by the minute should not take it for granted.
func Seconds(mime string, content []byte) float64 {
	switch mime {
	case "audio/ogg":
		return ogg(content)
	case "audio/wav":
		return wav(content)
	}
	return 0
}

// ogg reads the position that the last page names, of Opus or Vorbis.
func ogg(b []byte) float64 {
	rate := 0.0
	head := b[:min(len(b), 512)]
	if i := bytes.Index(head, []byte("\x01vorbis")); i >= 0 && i+16 <= len(head) {
		rate = float64(binary.LittleEndian.Uint32(head[i+12:]))
	} else if bytes.Contains(head, []byte("OpusHead")) {
		rate = opusRate
	}
	at := bytes.LastIndex(b, []byte("OggS"))
	if rate == 0 || at < 0 || at+14 > len(b) {
		return 0
	}
	n := int64(binary.LittleEndian.Uint64(b[at+6:]))
	if n < 0 { // a page on which nothing ends
		return 0
	}
	return float64(n) / rate
}

// wav divides what is there by what a second takes.
func wav(b []byte) float64 {
	at := bytes.Index(b[:min(len(b), 4096)], []byte("fmt "))
	if at < 0 || at+20 > len(b) {
		return 0
	}
	second := binary.LittleEndian.Uint32(b[at+16:])
	if second == 0 {
		return 0
	}
	return float64(len(b)-at) / float64(second)
}
