package mattermost

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"citadel/connectors"
)

// margin is how much later than its time an event may become visible, in milliseconds: so
// much is read again.
const margin = 60_000

// resolution is how exactly the server's clock is known, in milliseconds: it tells whole seconds.
const resolution = 1_000

// mark is how far everything was handed on; see the doc of the package.
type mark struct {
	at     int64 // milliseconds of the server's clock; 0 is the beginning
	told   int64 // the time of the youngest that was handed on: what is younger is news
	upto   int64 // how far at may move, as there may be gaps behind; 0 is no limit
	recent []done
	owed   []debt // the one owed longest first
	others int64  // from when on the rooms that were put off are to be read; 0 where none is
	unsure int64  // from when on it is read again what was said and what changed; 0 where all is known
}

// done is one event that was handed on.
type done struct {
	key string // the beginning of its hash
	at  int64
}

const (
	keyLength  = 8  // characters of a hash in a cursor: 48 bits
	mostRecent = 64 // of them; of more, the oldest may come again
)

func short(key string) string {
	sum := sha256.Sum256([]byte(key))
	return base64.RawURLEncoding.EncodeToString(sum[:keyLength*6/8])
}

// note adds an event. now is the server's time: what claims to be of the future moves
// nothing.
func (m *mark) note(key string, at, now int64) {
	if at <= now+margin {
		m.told = max(m.told, at)
		to := at
		if m.upto > 0 {
			to = min(at, m.upto)
		}
		m.at = max(m.at, to)
	}
	m.recent = append(m.recent, done{short(key), max(at, m.at-margin)})
	m.recent = slices.DeleteFunc(m.recent, func(d done) bool { return d.at < m.at-margin })
	if over := len(m.recent) - mostRecent; over > 0 {
		m.recent = slices.Clone(m.recent[over:])
	}
}

func (m *mark) has(key string) bool {
	k := short(key)
	return slices.ContainsFunc(m.recent, func(d done) bool { return d.key == k })
}

// cursor writes the mark down.
func (m *mark) cursor() connectors.Cursor {
	var b strings.Builder
	b.WriteString("1." + base36(m.at) + ".")
	for _, d := range m.recent {
		b.WriteString(d.key)
	}
	var rest [4]string
	if m.told > m.at {
		rest[0] = base36(m.told)
	}
	rest[1] = writeOwed(m.owed)
	if m.others > 0 {
		rest[2] = base36(m.others)
	}
	if m.unsure > 0 {
		rest[3] = base36(m.unsure)
	}
	b.WriteString(strings.TrimRight("."+strings.Join(rest[:], "."), "."))
	return connectors.Cursor(b.String())
}

// parse reads a cursor. What of its keys is how old is not in it: all count as new. What a later version wrote behind what
// is known here is passed over: who goes back to this one hears on.
func parse(c connectors.Cursor) (mark, error) {
	if c == "" {
		return mark{}, nil
	}
	wrong := fmt.Errorf("cursor %.40q is not one of this connector", c)
	parts := strings.Split(string(c), ".")
	if len(parts) < 3 || parts[0] != "1" || len(parts[2])%keyLength != 0 || len(parts[2]) > keyLength*mostRecent ||
		len(parts) > 3 && parts[len(parts)-1] == "" {
		return mark{}, wrong
	}
	at, ok := moment(parts[1])
	if !ok {
		return mark{}, wrong
	}
	m := mark{at: at, told: at}
	rest := append(parts[3:], "", "", "", "")
	if rest[0] != "" {
		if m.told, ok = moment(rest[0]); !ok || m.told <= at {
			return mark{}, wrong
		}
	}
	if rest[1] != "" {
		if m.owed, ok = parseOwed(rest[1]); !ok {
			return mark{}, wrong
		}
	}
	if rest[2] != "" {
		if m.others, ok = moment(rest[2]); !ok || m.others == 0 {
			return mark{}, wrong
		}
	}
	if rest[3] != "" {
		if m.unsure, ok = moment(rest[3]); !ok || m.unsure == 0 || m.unsure > at {
			return mark{}, wrong
		}
	}
	for k := range slices.Chunk([]byte(parts[2]), keyLength) {
		if _, err := base64.RawURLEncoding.DecodeString(string(k)); err != nil {
			return mark{}, wrong
		}
		m.recent = append(m.recent, done{string(k), at})
	}
	return m, nil
}

func base36(at int64) string { return strconv.FormatInt(at, 36) }

// moment reads milliseconds as cursor writes them.
func moment(text string) (int64, bool) {
	at, err := strconv.ParseInt(text, 36, 64)
	return at, err == nil && at >= 0 && base36(at) == text
}

// lately is a map that forgets what was put into it long ago: it holds the last size
// entries at least, and twice as many at most.
type lately[V any] struct {
	size     int
	now, old map[string]V
}

func (l *lately[V]) put(key string, v V) {
	if l.now == nil || len(l.now) >= l.size {
		l.now, l.old = map[string]V{}, l.now
	}
	l.now[key] = v
}

func (l *lately[V]) get(key string) (V, bool) {
	if v, ok := l.now[key]; ok {
		return v, true
	}
	v, ok := l.old[key]
	return v, ok
}
