package compress

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/memory/event"
	"citadel/memory/words"
)

// Bounds of a digest: with them it has at most some 3 KiB.
const (
	maxTopics = 8
	maxPeople = 6
	maxPoint  = 160      // bytes of a decision or an open item
	maxWord   = 32       // bytes of a topic, or of a name
	maxRead   = 1 << 10  // bytes of a message that are read
	maxAll    = 16 << 10 // bytes of all of them: the newest are
	leastWord = 4        // characters of a topic
)

// Said is a message of the old part of the conversation.
type Said struct {
	Seq      event.Seq
	On       time.Time
	Text     string
	From     string // who said it; empty for the principal
	Answered bool
}

// Digest is what is left of it.
type Digest struct {
	Topics    []string // words that came up in more than one message, most often first
	Decisions []Point  // oldest first
	People    []string // by name, in the order of their coming up
	Open      []Point  // what the principal promised or asked and got no answer to; oldest first
	Tone      string   // how he wrote: "short, mostly questions"
	Seqs      []event.Seq
}

// Point is something that was said, in the words in which it was.
type Point struct {
	Seq  event.Seq
	On   time.Time
	Text string
}

// Of makes a digest of messages, oldest first, with at most so many decisions and open items:
// the newest ones. Seqs are the messages of which it holds words, each once, in order.
//
// The tone is that of the messages' form. How somebody feels is not read from them: what of
// that may be kept, and shown where, is not decided here (TRUST, Reading moods).
func Of(said []Said, points int) Digest {
	var d Digest
	held := map[event.Seq]bool{}
	topics := map[string][]event.Seq{}
	var lengths []int // of the principal's messages, in words
	questions := 0
	for _, s := range latest(said) {
		text := cut(s.Text)
		for _, w := range distinct(text) {
			topics[w] = append(topics[w], s.Seq)
		}
		person := func(name string) {
			name = border(clean(name), maxWord)
			if name == "" || slices.Contains(d.People, name) || len(d.People) == maxPeople {
				return
			}
			d.People, held[s.Seq] = append(d.People, name), true
		}
		person(s.From)
		for _, i := range extract.Read(extract.Utterance{Text: text, At: s.On, Speaker: s.From}) {
			for _, name := range i.Persons {
				person(name)
			}
			point := Point{Seq: s.Seq, On: s.On, Text: border(clean(i.Quote), maxPoint)}
			switch {
			case i.Kind == extract.Decision:
				d.Decisions = append(d.Decisions, point)
			case i.Kind == extract.Promise:
				d.Open = append(d.Open, point)
			}
		}
		if s.From != "" {
			continue
		}
		lengths = append(lengths, len(strings.Fields(text)))
		if asked := clean(text); strings.HasSuffix(asked, "?") {
			questions++
			if !s.Answered {
				d.Open = append(d.Open, Point{Seq: s.Seq, On: s.On, Text: border(asked, maxPoint)})
			}
		}
	}
	d.Decisions, d.Open = newest(d.Decisions, points), newest(d.Open, points)
	for _, p := range slices.Concat(d.Decisions, d.Open) {
		held[p.Seq] = true
	}
	for _, w := range most(topics) {
		d.Topics = append(d.Topics, w)
		for _, seq := range topics[w] {
			held[seq] = true
		}
	}
	d.Tone = form(lengths, questions)
	for _, s := range said {
		if held[s.Seq] {
			d.Seqs = append(d.Seqs, s.Seq)
			delete(held, s.Seq)
		}
	}
	return d
}

// latest are the newest messages that may be read.
func latest(said []Said) []Said {
	left := maxAll
	for i, s := range slices.Backward(said) {
		if left -= min(len(s.Text), maxRead); left < 0 {
			return said[i+1:]
		}
	}
	return said
}

// Lengths of a message, in words.
const (
	shortest = 8
	longest  = 60
)

// form says how messages were written, by the one in the middle of their lengths.
func form(lengths []int, questions int) string {
	if len(lengths) == 0 {
		return "none"
	}
	slices.Sort(lengths)
	tone := "of ordinary length"
	switch middle := lengths[len(lengths)/2]; {
	case middle <= shortest:
		tone = "short"
	case middle >= longest:
		tone = "long"
	}
	if 2*questions > len(lengths) {
		tone += ", mostly questions"
	}
	return tone
}

func newest(p []Point, n int) []Point { return p[max(0, len(p)-n):] }

// cut is what is read of a message, in one piece of valid text.
func cut(s string) string {
	if len(s) > maxRead {
		s = s[:maxRead]
	}
	return strings.ToValidUTF8(s, "")
}

// distinct are the words of a text that can be a topic, each once.
func distinct(text string) []string {
	var out []string
	for _, w := range words.Segments(text) {
		w = strings.ToLower(w)
		if utf8.RuneCountInString(w) < leastWord || len(w) > maxWord || words.Stop(w) || slices.Contains(out, w) {
			continue
		}
		if strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		out = append(out, w)
	}
	return out
}

// most are the words that came up in more than one message, most often and latest first.
func most(topics map[string][]event.Seq) []string {
	var all []string
	for w, seqs := range topics {
		if len(seqs) > 1 {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(x, y string) int {
		a, b := topics[x], topics[y]
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(b[len(b)-1], a[len(a)-1]), cmp.Compare(x, y))
	})
	return all[:min(len(all), maxTopics)]
}
