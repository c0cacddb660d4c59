package beliefs

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"citadel/memory/event"
)

// Save implements memory.Fold. Numbers are variable-length and written as their distance from
// the one before, since a mind holds hundreds of thousands of memories: about 8 bytes each.
//
//	outside   count, then distances
//	alias     count, then distance and message each
//	cells     count, then distance, source, flags, skips, root (distance back, 0 for none), last (signed distance)
//	more      count, then distance, count, roots, agreed, verdicts (gained, before, skip)
//	the rest  disputes and forecasts as JSON, to the end
func (f *Fold) Save() ([]byte, error) {
	w := writer{}
	w.uint(uint64(f.outside.count()))
	for s := range f.outside.each {
		w.seq(s)
	}
	w.uint(uint64(len(f.alias)))
	w.prev = 0
	for _, s := range slices.Sorted(maps.Keys(f.alias)) {
		w.seq(s)
		w.uint(uint64(f.alias[s]))
	}
	w.list(f.Fallen())
	w.uint(uint64(len(f.cells)))
	w.prev = 0
	last := int64(0)
	for _, c := range f.cells {
		w.seq(c.seq)
		w.b = append(w.b, c.source, byte(c.flags), c.skips)
		back := uint64(0)
		if c.root != 0 {
			back = uint64(c.seq - c.root)
		}
		w.uint(back)
		w.int(c.last - last)
		last = c.last
	}
	w.uint(uint64(len(f.more)))
	w.prev = 0
	for _, s := range slices.Sorted(maps.Keys(f.more)) {
		m := f.more[s]
		w.seq(s)
		w.uint(uint64(m.count))
		w.list(m.roots)
		w.list(m.agreed)
		w.uint(uint64(len(m.verdicts)))
		for _, v := range m.verdicts {
			w.int(int64(v.gained))
			skip := byte(0)
			if v.skip {
				skip = 1
			}
			w.b = append(w.b, byte(v.before), skip)
		}
	}
	disputes := f.disputes
	if len(disputes) == 0 {
		disputes = nil // none is none, whether there was one before or not
	}
	open, err := json.Marshal(rest{disputes, f.forecasts})
	if err != nil {
		return nil, err
	}
	return json.Marshal(append(w.b, open...))
}

// mostEvents bounds what a damaged checkpoint can ask for: a thousand events an hour for
// thirty years, in 32 MB.
const mostEvents = 1 << 28

// errShort is a checkpoint that ends in the middle, or names what it cannot hold.
var errShort = errors.New("beliefs: the saved state is damaged")

// Load implements memory.Fold.
func (f *Fold) Load(saved []byte) error {
	*f = *New()
	var b []byte
	if err := json.Unmarshal(saved, &b); err != nil {
		return err
	}
	r := reader{b: b}
	for range r.length() {
		s := r.seq()
		if s >= mostEvents {
			return errShort
		}
		f.outside.add(s)
	}
	r.prev = 0
	for range r.length() {
		s := r.seq()
		f.alias[s] = event.Seq(r.uint())
	}
	for _, s := range r.list() {
		f.fallen[s] = true
	}
	r.prev = 0
	last := int64(0)
	n := r.length()
	f.cells = make([]cell, 0, n)
	for range n {
		c := cell{seq: r.seq(), source: r.byte(), flags: flags(r.byte()), skips: r.byte()}
		if int(c.source) >= len(sources) {
			return errShort
		}
		if back := event.Seq(r.uint()); back != 0 {
			c.root = c.seq - back
		}
		last += r.int()
		c.last = last
		f.cells = append(f.cells, c)
	}
	r.prev = 0
	for range r.length() {
		s := r.seq()
		m := &more{count: int(r.uint()), roots: r.list(), agreed: r.list()}
		for range r.length() {
			m.verdicts = append(m.verdicts, verdict{gained: int(r.int()), before: flags(r.byte()), skip: r.byte() == 1})
		}
		f.more[s] = m
	}
	if r.short {
		return errShort
	}
	var open rest
	if err := json.Unmarshal(r.b, &open); err != nil {
		return err
	}
	f.disputes, f.forecasts = open.Disputes, open.Forecasts
	f.indexForecasts()
	f.turn()
	return nil
}

// rest is the part of a checkpoint of which there is little.
type rest struct {
	Disputes  []Dispute  `json:"disputes,omitempty"`
	Forecasts []forecast `json:"forecasts,omitempty"`
}

type writer struct {
	b    []byte
	prev event.Seq
}

func (w *writer) uint(v uint64)   { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) int(v int64)     { w.b = binary.AppendVarint(w.b, v) }
func (w *writer) seq(s event.Seq) { w.uint(uint64(s - w.prev)); w.prev = s }

func (w *writer) list(seqs []event.Seq) {
	w.uint(uint64(len(seqs)))
	before := event.Seq(0)
	for _, s := range seqs {
		w.uint(uint64(s - before))
		before = s
	}
}

type reader struct {
	b     []byte
	prev  event.Seq
	short bool
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.short = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) int() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.short = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.short = true
		return 0
	}
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

func (r *reader) seq() event.Seq {
	r.prev += event.Seq(r.uint())
	return r.prev
}

// length reads how many things follow. Each takes a byte at least, so there cannot be more
// than bytes are left.
func (r *reader) length() int {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.short = true
		return 0
	}
	return int(n)
}

func (r *reader) list() []event.Seq {
	var out []event.Seq
	before := event.Seq(0)
	for range r.length() {
		before += event.Seq(r.uint())
		out = append(out, before)
	}
	return out
}
