// Package linear tells what a text is by what is to be seen in it: every feature has weights that
// were learned from examples, the weights are added up, and the answer with the most wins. What the
// features are its users know; what all of them share is here: how weights are kept, read, added up
// and learned. The weights are a text with a line a feature, so that a change can be read.
//
// A log-linear model is what small tables of examples bear. It judges in microseconds, it can be
// asked why, and it comes out the same on every machine.
package linear

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Feature is one thing to be seen in a text: of what sort, and in which words or classes, by their
// hashes. Where there are fewer than three, the rest are 0.
type Feature struct {
	Sort    byte // a printable letter
	A, B, C uint32
}

// Hash is FNV-1a, of 32 bits.
func Hash[T string | []byte](word T) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h
}

// key is a feature in one number. Two features of a table with the same one are found when it is
// read; one that is not in it has the key of one that is about once in 10¹⁵.
func (f Feature) key() uint64 {
	x := (uint64(f.A)<<32|uint64(f.B))*0x9e3779b97f4a7c15 ^ bits.RotateLeft64((uint64(f.C)<<8|uint64(f.Sort))*0xd6e8feb86659fd93, 29)
	return (x ^ x>>32) * 0xff51afd7ed558ccd
}

// scale is what a point of weight is worth: a hundredth of a unit of log odds.
const scale = 100

// Bounds of a model, so that a tally of it can be kept on the stack.
const (
	maxFeatures = 1 << 14
	maxOutputs  = 16
)

// Model is a table of weights. It is never written after Read.
//
// Features speak for outputs, and an answer is one output or several that go together: a category
// and a tier. An answer that was never seen cannot be given.
type Model struct {
	slots   []slot  // an open table, a power of two of them, at least half empty
	rows    []int16 // for every feature the weights of all outputs; the first row is no feature's
	width   int
	answers []answer
}

// slot is a feature by its key, and the number of its row; row 0 is no feature's.
type slot struct {
	key uint64
	row uint16
}

// answer is what can be given as an answer.
type answer struct {
	name    string
	outputs []int
	points  int32 // what speaks for it whatever is seen
}

// row is where the weights of a feature stand, 0 if it has none.
func (m *Model) row(f Feature) uint16 {
	k := f.key()
	for i := k >> 40; ; i++ {
		s := &m.slots[i&uint64(len(m.slots)-1)]
		if s.row == 0 || s.key == k {
			return s.row
		}
	}
}

// add makes a row for a feature; false if it has one already.
func (m *Model) add(f Feature, row []int16) bool {
	if m.row(f) != 0 {
		return false
	}
	k := f.key()
	i := k >> 40
	for m.slots[i&uint64(len(m.slots)-1)].row != 0 {
		i++
	}
	m.slots[i&uint64(len(m.slots)-1)] = slot{k, uint16(len(m.rows) / m.width)}
	m.rows = append(m.rows, row...)
	return true
}

// Answers are the names of what can be answered, by number: "technical/routine".
func (m *Model) Answers() []string {
	out := make([]string, len(m.answers))
	for i, a := range m.answers {
		out[i] = a.name
	}
	return out
}

// Tally is what was seen of one text. It is for one goroutine.
type Tally struct {
	m       *Model
	sum     [maxOutputs]int32
	counted [maxFeatures / 64]uint64
}

// Tally begins one.
func (m *Model) Tally() Tally { return Tally{m: m} }

// Count counts a feature, the first time that it is seen, and says whether it did: false too for
// one without weights.
func (t *Tally) Count(f Feature) bool {
	n := int(t.m.row(f))
	if n == 0 || t.counted[n>>6]&(1<<(n&63)) != 0 {
		return false
	}
	t.counted[n>>6] |= 1 << (n & 63)
	for i, v := range t.m.rows[n*t.m.width : (n+1)*t.m.width] {
		t.sum[i] += int32(v)
	}
	return true
}

// Points is how much speaks for an answer, in hundredths of a unit of log odds.
func (t *Tally) Points(number int) int32 {
	a := &t.m.answers[number]
	points := a.points
	for _, o := range a.outputs {
		points += t.sum[o]
	}
	return points
}

// Best is the number of the answer that most speaks for; of several the first.
func (t *Tally) Best() int {
	best, most := 0, int32(-1<<31)
	for i := range t.m.answers {
		if p := t.Points(i); p > most {
			best, most = i, p
		}
	}
	return best
}

// Read reads what School.Learn wrote for these outputs. Blank lines and comments ("#") are nothing.
func Read(text string, outputs []string) (*Model, error) {
	n := strings.Count(text, "\n")
	width := len(outputs)
	if width == 0 || width > maxOutputs {
		return nil, fmt.Errorf("linear: %d outputs", width)
	}
	m := &Model{slots: make([]slot, 1<<bits.Len(uint(2*n))), rows: make([]int16, width, (n+1)*width), width: width}
	row := make([]int16, width)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		name, values, ok := strings.Cut(line, "\t")
		if !ok || name == "" || len(m.rows)/width == maxFeatures {
			return nil, fmt.Errorf("linear: cannot read %q", line)
		}
		clear(row)
		for v := range strings.SplitSeq(values, " ") {
			label, number, _ := strings.Cut(v, "=")
			points, err := strconv.ParseInt(number, 10, 16)
			if err != nil {
				return nil, fmt.Errorf("linear: cannot read %q", line)
			}
			if name == answersLine {
				a := answer{name: label, points: int32(points)}
				for o := range strings.SplitSeq(label, "/") {
					a.outputs = append(a.outputs, slices.Index(outputs, o))
				}
				if slices.Contains(a.outputs, -1) {
					return nil, fmt.Errorf("linear: %q is no answer", label)
				}
				m.answers = append(m.answers, a)
				continue
			}
			o := slices.Index(outputs, label)
			if o < 0 {
				return nil, fmt.Errorf("linear: %q is no output", label)
			}
			row[o] = int16(points)
		}
		if name == answersLine {
			continue
		}
		f, err := parse(name)
		if err != nil {
			return nil, err
		}
		if !m.add(f, row) {
			return nil, fmt.Errorf("linear: %q stands there twice", name)
		}
	}
	if len(m.answers) == 0 {
		return nil, fmt.Errorf("linear: no answers")
	}
	return m, nil
}

// answersLine is the line of the answers.
const answersLine = "answers"

// parse reads the name of a feature: its sort, and its words, "-" for none and "?7" for the one with
// that hash.
func parse(name string) (Feature, error) {
	f := Feature{Sort: name[0]}
	parts := [...]*uint32{&f.A, &f.B, &f.C}
	rest := strings.TrimPrefix(name[1:], " ")
	for i := 0; rest != ""; i++ {
		var p string
		p, rest, _ = strings.Cut(rest, " ")
		if i == len(parts) {
			return f, fmt.Errorf("linear: %q has too many words", name)
		}
		number, raw := strings.CutPrefix(p, "?")
		switch {
		case raw:
			h, err := strconv.ParseUint(number, 10, 32)
			if err != nil {
				return f, fmt.Errorf("linear: cannot read %q", name)
			}
			*parts[i] = uint32(h)
		case p != "-":
			*parts[i] = Hash(p)
		}
	}
	return f, nil
}
