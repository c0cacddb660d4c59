package critique

import "sort"

// span is a stretch of a line: bytes start to end.
type span struct{ start, end int }

type spans []span

// around gives the span that a byte lies in, or nil.
func (s spans) around(at int) *span {
	i := sort.Search(len(s), func(i int) bool { return s[i].end > at })
	if i < len(s) && s[i].start <= at {
		return &s[i]
	}
	return nil
}

// ticks finds the runs of backticks of a line and their pairs, in linear time.
type ticks struct {
	line string
	last map[int]int // length of a run → where its last one begins
}

func newTicks(line string) *ticks {
	t := &ticks{line: line}
	for i := 0; i < len(line); i++ {
		if line[i] != '`' {
			continue
		}
		n := run(line, i)
		if t.last == nil {
			t.last = map[int]int{}
		}
		t.last[n] = i
		i += n - 1
	}
	return t
}

// run is how many backticks stand at i.
func run(line string, i int) int {
	n := 0
	for i+n < len(line) && line[i+n] == '`' {
		n++
	}
	return n
}

// pair gives the end of the code span that the run of n backticks at i opens: that of the
// next run of the same length.
func (t *ticks) pair(i, n int) (end int, ok bool) {
	if t.last[n] <= i {
		return 0, false
	}
	for j := i + n; j < len(t.line); j++ {
		if t.line[j] != '`' {
			continue
		}
		k := run(t.line, j)
		if k == n {
			return j + k, true
		}
		j += k - 1
	}
	return 0, false
}

// codeSpans are the code spans of a line, marks included.
func codeSpans(line string) (s spans) {
	var t *ticks
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '`':
			if t == nil {
				t = newTicks(line)
			}
			n := run(line, i)
			if end, ok := t.pair(i, n); ok {
				s = append(s, span{i, end})
				i = end - 1
			} else {
				i += n - 1
			}
		}
	}
	return s
}
