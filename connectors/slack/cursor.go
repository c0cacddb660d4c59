package slack

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"citadel/connectors"
)

// position is how far was read. Everything that was said anywhere up to base is done; of
// what was said later, done lists what is, by conversation. Whatever else is found in the
// history after base was missed.
//
// A cursor is one line: "1", base, and for each conversation its id and the distances
// of its messages from base, all numbers in base 36 and in microseconds:
//
//	1;fv8s0k1x2c;D024BE91L:1k3s.2f0a
//
// Behind them stand, with a "!", messages that somebody has an emoji on, so that it can
// be told when he took it off while nobody listened: conversation, timestamp, person.
//
// With a "?" stand the conversations that could not be read, and from when on: what was said
// there is missed until it is.
//
// With an "@" stands from when on it has to be looked at what became of messages, where that
// was not done to its end.
//
// With a "%" stands from when on what strangers wrote has still to be read, behind everything else.
//
// What does not fit is left out. It is then handed on again after a restart, under the
// key that it had.
type position struct {
	base   stamp
	behind stamp                  // what became of messages is known up to here, while it is read for later ones; else 0
	done   map[string][]stamp     // ascending, each above from
	on     []face                 // oldest first
	owed   map[string]stamp       // conversations that were not read since
	others stamp                  // what strangers wrote since is still to be read; 0 is nothing
	veiled func(room string) bool // what no cursor tells of, though it is known here; nil is nothing
}

// face is one person's emoji on one message.
type face struct {
	room string
	ts   stamp
	user string
}

const (
	mostDone   = 32       // of one conversation
	mostRooms  = 64       // the newest
	mostFaces  = 24       // the newest
	mostOwed   = 64       // the newest
	mostCursor = 64 << 10 // bytes of a cursor that is read
)

var errCursor = errors.New("a cursor that this connector did not make")

// parseCursor reads a cursor; the empty one is the position zero.
func parseCursor(c connectors.Cursor) (position, error) {
	p := position{done: map[string][]stamp{}, owed: map[string]stamp{}}
	if c == "" {
		return p, nil
	}
	if len(c) > mostCursor {
		return p, errCursor
	}
	parts := strings.Split(string(c), ";")
	if len(parts) < 2 || parts[0] != "1" {
		return p, errCursor
	}
	base, err := strconv.ParseInt(parts[1], 36, 64)
	if err != nil || base < 0 || base > 1<<60 {
		return p, errCursor
	}
	p.base = stamp(base)
	for _, part := range parts[2:] { // a cell that cannot be read is left out, as if it had not fitted
		if f, ok := strings.CutPrefix(part, "!"); ok {
			cells := strings.Split(f, ":")
			if len(cells) != 3 {
				continue
			}
			if ts, err := strconv.ParseInt(cells[1], 36, 64); err == nil && ts >= 0 {
				p.face(face{cells[0], stamp(ts), cells[2]}, true)
			}
			continue
		}
		if f, ok := strings.CutPrefix(part, "@"); ok {
			if ts, err := strconv.ParseInt(f, 36, 64); err == nil && ts > 0 {
				p.behind = min(stamp(ts), p.base)
			}
			continue
		}
		if f, ok := strings.CutPrefix(part, "%"); ok {
			if ts, err := strconv.ParseInt(f, 36, 64); err == nil && ts > 0 {
				p.others = min(stamp(ts), p.base)
			}
			continue
		}
		if f, ok := strings.CutPrefix(part, "?"); ok {
			room, from, _ := strings.Cut(f, ":")
			ts, err := strconv.ParseInt(from, 36, 64)
			if err == nil && ts >= 0 && room != "" && len(p.owed) < mostOwed {
				p.owed[room] = min(stamp(ts), p.base)
				p.prune(room)
			}
			continue
		}
		room, list, ok := strings.Cut(part, ":")
		if !ok || room == "" {
			continue
		}
		for d := range strings.SplitSeq(list, ".") {
			if n, err := strconv.ParseInt(d, 36, 64); err == nil && n <= 1<<60 && n >= -int64(p.base) {
				p.add(room, p.base+stamp(n)) // what the position is past is left out
			}
		}
	}
	return p, nil
}

// cursor writes the position.
func (p *position) cursor() connectors.Cursor {
	var b strings.Builder
	b.WriteString("1;" + strconv.FormatInt(int64(p.base), 36))
	if p.behind != 0 {
		b.WriteString(";@" + strconv.FormatInt(int64(p.behind), 36))
	}
	if p.others != 0 {
		b.WriteString(";%" + strconv.FormatInt(int64(p.others), 36))
	}
	owed := make([]string, 0, len(p.owed))
	for room := range p.owed {
		owed = append(owed, room)
	}
	slices.Sort(owed)
	for _, room := range owed { // before the lists, which may reach back to it
		b.WriteString(";?" + room + ":" + strconv.FormatInt(int64(p.owed[room]), 36))
	}
	rooms := make([]string, 0, len(p.done))
	for room := range p.done {
		if p.veiled == nil || !p.veiled(room) {
			rooms = append(rooms, room)
		}
	}
	slices.Sort(rooms)
	for _, room := range rooms {
		for i, ts := range p.done[room] {
			sep := "."
			if i == 0 {
				sep = ";" + room + ":"
			}
			b.WriteString(sep + strconv.FormatInt(int64(ts-p.base), 36))
		}
	}
	for _, f := range p.on {
		b.WriteString(";!" + f.room + ":" + strconv.FormatInt(int64(f.ts), 36) + ":" + f.user)
	}
	return connectors.Cursor(b.String())
}

// from is the moment up to which everything that was said in a conversation is done.
func (p *position) from(room string) stamp {
	if ts, ok := p.owed[room]; ok {
		return min(ts, p.base)
	}
	return p.base
}

// newest is the youngest message that the position knows of.
func (p *position) newest() stamp {
	at := p.base
	for _, list := range p.done {
		at = max(at, list[len(list)-1])
	}
	for _, f := range p.on {
		at = max(at, f.ts)
	}
	return at
}

// looks begins to look at what became of messages; looked ends it.
func (p *position) looks() {
	if p.behind == 0 {
		p.behind = p.base
	}
}

func (p *position) looked() { p.behind = 0 }

// known is the moment up to which it is known what became of the messages of a conversation.
func (p *position) known(room string) stamp {
	if p.behind != 0 {
		return min(p.behind, p.from(room))
	}
	return p.from(room)
}

// owe notes that a conversation could not be read: the position does not move past it.
func (p *position) owe(room string) {
	if _, ok := p.owed[room]; ok {
		return
	}
	p.owed[room] = p.base
	if len(p.owed) > mostOwed {
		oldest := room
		for r, ts := range p.owed {
			if ts < p.owed[oldest] {
				oldest = r
			}
		}
		delete(p.owed, oldest)
		p.prune(oldest)
	}
}

// paid notes that conversations were read, and what was said there is done.
func (p *position) paid(rooms []string) {
	for _, room := range rooms {
		if _, ok := p.owed[room]; ok {
			delete(p.owed, room)
			p.prune(room)
		}
	}
}

// prune forgets what lies before the position.
func (p *position) prune(room string) {
	list, base := p.done[room], p.from(room)
	i, found := slices.BinarySearch(list, base)
	if found {
		i++
	}
	if list = list[i:]; len(list) == 0 {
		delete(p.done, room)
	} else {
		p.done[room] = slices.Clone(list)
	}
}

// has says whether a message is done.
func (p *position) has(room string, ts stamp) bool {
	if ts <= p.from(room) {
		return true
	}
	_, found := slices.BinarySearch(p.done[room], ts)
	return found
}

// add notes that a message is done.
func (p *position) add(room string, ts stamp) {
	list := p.done[room]
	i, found := slices.BinarySearch(list, ts)
	if ts <= p.from(room) || found {
		return
	}
	list = slices.Insert(list, i, ts)
	if len(list) > mostDone {
		list = slices.Delete(list, 0, len(list)-mostDone)
	}
	p.done[room] = list
	if len(p.done) > mostRooms {
		oldest := room
		for r, l := range p.done {
			if l[len(l)-1] < p.done[oldest][len(p.done[oldest])-1] {
				oldest = r
			}
		}
		delete(p.done, oldest)
	}
}

// reach notes that everything up to a moment is done.
func (p *position) reach(base stamp) {
	if base <= p.base {
		return
	}
	p.base = base
	for room := range p.done {
		p.prune(room)
	}
}

// face notes whether somebody has any emoji on a message.
func (p *position) face(f face, on bool) {
	p.on = slices.DeleteFunc(p.on, func(x face) bool { return x == f })
	if on {
		p.on = append(p.on, f)
	}
	if len(p.on) > mostFaces {
		p.on = slices.Delete(p.on, 0, len(p.on)-mostFaces)
	}
}
