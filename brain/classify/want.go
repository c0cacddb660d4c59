package classify

import "math/bits"

// What a message is, is decided by what it wants: "I've moved my study time to the mornings because
// of the shifts, can you make me a timetable" is about a timetable, however much it tells. So the words
// of what is wanted count a second time, by themselves.

// maxWanted is how many words of what is wanted are looked at.
const maxWanted = 16

// want is where what is wanted begins and ends in words, and where its own words begin, behind "can
// you help me to". They are the same where nothing is asked for.
func (t *cues) want(words []word) (from, head, to int) {
	from, to = len(words), len(words)
	weak := true
	for begin := 0; begin < len(words); {
		end := begin
		for end < len(words)-1 && !words[end].stop {
			end++
		}
		if at, strong := t.asks(words, begin, end+1); at >= 0 && (strong || weak) {
			from, to = at, end+1
			weak = !strong
		}
		begin = end + 1
	}
	for head = from; head < to && t.polite.has(words[head].id); head++ {
	}
	if head == to {
		head = from
	}
	return from, head, to
}

// asks is where in a sentence something is asked for, or -1, and whether in so many words.
func (t *cues) asks(words []word, begin, end int) (at int, strong bool) {
	at = -1
	for i := begin; i < end; i++ {
		id := words[i].id
		fresh := i == begin || words[i-1].rest || t.lead.has(words[i-1].id)
		switch {
		case t.asking.has(id) && (fresh || i+1 < end && t.modal.has(id) && words[i+1].id == t.you):
			return i, true
		case at < 0 && t.wish.has(id):
			at = i
		}
	}
	return at, false
}

// eachWant calls f with what is wanted, and with what is told before.
func (m *message) eachWant(f func(feature)) {
	words := m.words[:min(len(m.words), maxFelt)]
	from, head, to := table.want(words)
	if from == to {
		f(see(setting, edge, 0, 0))
		return
	}
	told := 0
	for told < len(lengths) && from > lengths[told] {
		told++
	}
	if from > 0 {
		f(see(setting, longName[told], 0, 0))
		var kinds [2]uint32
		for i := range min(from, 2) {
			sorts, known := table.sorts.look(words[i])
			kinds[i] = kindOf(words[i], sorts.first, known)
		}
		f(see(setting, kinds[0], kinds[1], edge))
	}
	var open [3]uint32
	for i := head; i < min(to, head+maxWanted); i++ {
		w := words[i]
		sorts, known := table.sorts.look(w)
		if w.stem != 0 {
			f(see(wanted, w.stem, 0, 0))
		}
		for rest := sorts.all; rest != 0; rest &= rest - 1 {
			f(see(ofWanted, table.sorts.keys[bits.TrailingZeros64(rest)], 0, 0))
		}
		if n := i - head; n < len(open) {
			open[n] = kindOf(w, sorts.first, known)
			f(see(wanted, edge, open[0], open[1]))
			if n == 0 {
				f(see(wanted, edge, w.stem, edge))
			}
			if n == 2 {
				f(see(ofWanted, open[0], open[1], open[2]))
			}
		}
	}
}
