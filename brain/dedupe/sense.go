package dedupe

import (
	"slices"
	"strings"
	"unicode"

	"citadel/memory/words"
)

// A sense is what one statement says, taken apart.
type sense struct {
	subject []term
	verb    term
	core    []term  // what follows the verb, up to the first preposition
	chunks  []chunk // the phrases after it, each with its preposition

	negated  bool
	none     bool   // of nobody, of none: the denial of all
	tense    tense  //
	mode     string // may, should, must …: what is not simply so
	never    bool
	hedged   bool   // I think, maybe
	going    bool   // is coming, not comes
	the      bool   // said to be the one, not one of many: the boss, a boss
	manner   string // turning, former, ended, or a verb such as forgot: how it is or is not so
	faint    bool   // denied by "hardly" or "far from"
	question bool
}

// Manners.
const (
	turning = "turning" // moved to, went up to: the value is a new one
	former  = "former"  // used to
	ended   = "ended"   // stopped, gave up
	earlier = "earlier" // had gone, where others have gone
)

type tense uint8

const (
	present tense = iota
	past
	future
	either // read, put: the form does not tell
)

// A term is one word that carries meaning.
type term struct {
	low      string
	root     string // its stem: drives and driving are one
	name     bool   // or a code: one letter makes another of it
	caps     bool   // TED, which is not Ted
	value    bool
	quantity bool // all, most, only, at least: how much of it
}

type chunk struct {
	prep  string
	terms []term
}

// A Reader takes statements apart. The zero value works; one of NewReader remembers the stems of
// recent words, and how recent names are written, which is faster for many. It is not shared between goroutines.
type Reader struct {
	stems words.Analyzer
	names map[string]string // of subjects and attributes, which return, their canonical form; nil where none are kept
}

// remembered is how many words a Reader knows the stems of, about 100 bytes each, and named how many names, of some 100
// bytes at most.
const (
	remembered = 4096
	named      = 256
	longest    = 64
)

// NewReader returns a Reader for many statements.
func NewReader() *Reader { return &Reader{stems: *words.New(remembered), names: map[string]string{}} }

func (r *Reader) root(w string) string {
	switch w {
	case "goes", "went", "gone":
		return "go"
	case "has", "had":
		return "have"
	case "lives":
		return "live"
	case "left", "leaves":
		return "leav"
	case "fell", "fallen":
		return "fall"
	case "rose", "risen":
		return "rise"
	}
	if got := r.stems.AppendTerms(nil, w); len(got) == 1 {
		return got[0]
	}
	return w
}

func (r *Reader) term(t token) term {
	m := term{low: t.low, root: t.low, name: t.name || coded(t.low), caps: t.caps && !t.value, value: t.value, quantity: quantities[t.low]}
	if t.owner {
		m.low += "'s"
		m.root = m.low
	} else if !t.value && !m.name {
		m.root = r.root(t.low)
	}
	return m
}

// coded says that a word is no plain one, but has a figure or a sign in it: 4471a, c++, ½.
func coded(w string) bool {
	return strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '-' }) || strings.HasSuffix(w, "-")
}

// read takes a statement apart. It never fails: what it does not understand stays as words.
func (r *Reader) read(text string) sense {
	var s sense
	s.question = strings.Contains(text, "?")
	in := s.strip(measured(values(scan(text))))
	in = s.fronted(r, in)
	from, ok := findVerb(in)
	if !ok {
		s.core = s.terms(r, in)
		return s
	}
	s.subject = s.terms(r, in[:from])
	rest := s.verbGroup(r, in[from:])
	s.follow(r, rest)
	s.active()
	return s
}

// plainly gives the denial in words that hide one ("lacks", "hardly", "unable") as what it denies with
// "no" or "not", else the word itself, and how many words it stands for. What is hardly so is not
// the same as what is not so, and remembered as that.
func (s *sense) plainly(in []token, i int) (out []token, n int) {
	not := token{low: "not", said: in[i].said}
	switch w := in[i].low; {
	case in[i].name:
	case faintly[w] && i > 0 && i+1 < len(in):
		s.faint = true
		return []token{not}, 1
	case w == "far" && at(in, i+1) == "from" && i > 0 && i+2 < len(in) && isBe[at(in, i-1)]:
		s.faint = true
		return []token{not}, 2
	case w == "unable":
		return []token{not, {low: "able", said: "able"}}, 1
	case has[w] != "" && i > 0 && i+1 < len(in) && !prepositions[at(in, i+1)]:
		return []token{{low: has[w], said: has[w]}, {low: "no", said: "no"}}, 1
	}
	return in[i : i+1], 1
}

var (
	faintly = set("barely hardly scarcely")
	isBe    = set("is are was were am 's 'm 're")
	has     = map[string]string{"lack": "have", "lacks": "has", "lacked": "had"} // what a lack is a denial of
)

// strip takes away what says how sure the speaker is, and remembers that it was there.
func (s *sense) strip(in []token) []token {
	var out []token
	for i := 0; i < len(in); i++ {
		if n := phraseAt(in, i, unsure); n > 0 {
			s.hedged = true
			i += n - 1
			if at(in, i+1) == "that" {
				i++
			}
			continue
		}
		if n := phraseAt(in, i, empty); n > 0 {
			i += n - 1
			continue
		}
		if maybes[in[i].low] || in[i].low == "likely" && at(in, i-1) != "is" {
			s.hedged = true
			continue
		}
		plain, n := s.plainly(in, i)
		out = append(out, plain...)
		i += n - 1
	}
	for len(out) > 0 && out[0].comma {
		out = out[1:]
	}
	return out
}

func phraseAt(in []token, i int, phrases [][]string) int {
	for _, p := range phrases {
		n := 0
		for n < len(p) && at(in, i+n) == p[n] {
			n++
		}
		if n == len(p) {
			return n
		}
	}
	return 0
}

// measured makes one token each of the words that bound a number, and of spans of time.
func measured(in []token) []token {
	var out []token
	for i := 0; i < len(in); i++ {
		w, next := in[i].low, at(in, i+1)
		valued := i+1 < len(in) && in[i+1].value
		switch {
		case w == "at" && (next == "least" || next == "most"), w == "up" && next == "to" && i+2 < len(in) && in[i+2].value && !turns[at(in, i-1)],
			(w == "more" || w == "less" || w == "fewer") && next == "than":
			out = append(out, token{low: w + " " + next, value: true})
			i++
		case (w == "over" || w == "under") && valued && !dayLike(next):
			out = append(out, token{low: map[string]string{"over": "more than", "under": "less than"}[w], value: true})
		case w == "a" && next == "few":
			out = append(out, token{low: "a-few"}) // few friends are not a few friends
			i++
		case (w == "about" || w == "around") && valued:
			out = append(out, token{low: "approximately", value: true})
		case (w == "a" || w == "an" || w == "per" || w == "every" || w == "each") && i > 0 && period(next) && (w != "a" && w != "an" || in[i-1].value || i > 1 && in[i-2].value):
			out = append(out, token{low: "per " + unitOf(next), value: true})
			i++
		case w == "daily" || w == "weekly" || w == "monthly" || w == "yearly" || w == "annually" || w == "hourly":
			unit := map[string]string{"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year", "hourly": "hour"}[w]
			out = append(out, token{low: "per " + unit, value: true})
		case w == "on" && next == "time":
			out = append(out, token{low: "punctual"})
			i++
		case w == "below" && next == "0":
			out = append(out, token{low: "below zero", value: true})
			i++
		case w == "no" && next == "longer", w == "any" && (next == "more" || next == "longer"):
			if w == "no" {
				out = append(out, token{low: "not"})
			}
			i++
		case w == "anymore":
		default:
			out = append(out, in[i])
		}
	}
	return out
}

func period(w string) bool {
	switch unitOf(w) {
	case "hour", "day", "week", "month", "year", "minute", "second":
		return !strings.HasSuffix(w, "s")
	}
	return false
}

// dayLike says that a value is a moment rather than an amount.
func dayLike(v string) bool {
	return strings.HasPrefix(v, "day") || strings.HasPrefix(v, "month") || strings.HasPrefix(v, "year") || strings.Contains(v, ":") ||
		len(v) == 5 && v[2] == '-' && isDigit(v[0])
}

// fronted moves a phrase of time or place from before the subject to the others.
func (s *sense) fronted(r *Reader, in []token) []token {
	if len(in) < 3 || !prepositions[in[0].low] && !(in[0].value && dayLike(in[0].low)) {
		return in
	}
	n := 0
	prep := "when"
	if prepositions[in[0].low] {
		prep, n = in[0].low, 1
	}
	start := n
	for n < len(in) && n < 8 && !in[n].comma {
		n++
	}
	if n >= len(in) || !in[n].comma { // no comma: one thing
		n = start
		for n < len(in) && (articles[in[n].low] || owners[in[n].low]) {
			n++
		}
		if n < len(in) && in[n].value {
			for n < len(in) && in[n].value {
				n++
			}
		} else {
			n++
		}
	}
	if n >= len(in) {
		return in
	}
	c := chunk{prep: prep, terms: s.terms(r, in[start:n])}
	if in[n].comma {
		n++
	}
	s.chunks = append(s.chunks, c.timed())
	return in[n:]
}

// terms are the words that count. A denial among them turns the sense.
func (s *sense) terms(r *Reader, in []token) []term {
	var out []term
	for i, t := range in {
		switch {
		case t.comma || articles[t.low] || fills(in, i) || t.low == "that" && i > 0:
		case t.low == "never":
			s.negated, s.never = !s.negated, true
		case t.low == "not" || t.low == "no":
			s.negated = !s.negated
		case t.low == "nobody":
			s.negated, s.none = !s.negated, true
			out = append(out, term{low: "someone", root: "someone"})
		case t.low == "anyone":
			out = append(out, term{low: "someone", root: "someone"})
		case t.low == "everyone":
			out = append(out, term{low: "all", root: "all", quantity: true}, term{low: "someone", root: "someone"})
		case t.low == "none" || t.low == "neither":
			s.negated, s.none = !s.negated, true
		case t.low == "nothing":
			s.negated, s.none = !s.negated, true
			out = append(out, term{low: "something", root: "something"})
		case t.low == "each" || t.low == "every":
			out = append(out, term{low: "all", root: "all", quantity: true})
		default:
			out = append(out, r.term(t))
		}
	}
	for i := 0; i < len(out) && out[i].value && !dayLike(out[i].low); i++ {
		out[i].quantity = true // twelve people, at least twenty
	}
	// Two things joined by "and" have no order.
	if n := len(out); n == 3 && out[1].low == "and" && out[0].low > out[2].low {
		out[0], out[2] = out[2], out[0]
	}
	return out
}

// fills says whether a word adds nothing: "too" does so at the end of a phrase, and not in "too cold".
func fills(in []token, i int) bool {
	return fillers[in[i].low] && !(in[i].low == "too" && i+1 < len(in) && !in[i+1].comma && !prepositions[in[i+1].low])
}

// follow reads what stands behind the verb, phrase by phrase.
func (s *sense) follow(r *Reader, in []token) {
	cur := chunk{}
	var run []token
	isCore := true
	flush := func() {
		got := s.terms(r, run)
		run = nil
		switch {
		case isCore:
			s.core = got
			isCore = false
		case cur.prep != "" || len(got) > 0:
			cur.terms = got
			s.chunks = append(s.chunks, cur.timed())
		}
	}
	s.the = s.verb.root == "be" && len(in) > 0 && in[0].low == "the"
	in = slices.DeleteFunc(slices.Clone(in), func(t token) bool { return articles[t.low] })
	for i, t := range in {
		switch {
		case t.comma:
			flush()
			cur = chunk{}
		case prepositions[t.low]:
			flush()
			cur = chunk{prep: t.low}
		case t.value && dayLike(t.low) && !(i > 0 && in[i-1].value && dayLike(in[i-1].low)) && !(len(run) == 0 && cur.prep != "") && at(in, i-1) != "and":
			flush()
			cur = chunk{prep: "when"}
			run = append(run, t)
		default:
			run = append(run, t)
		}
	}
	flush()
	s.chunks = slices.DeleteFunc(s.chunks, func(c chunk) bool { return c.prep == "" && len(c.terms) == 0 })
}

// timed gives a phrase of time one preposition: on Monday, at 14:00, in May.
func (c chunk) timed() chunk {
	if len(c.terms) > 0 && c.terms[0].value && dayLike(c.terms[0].low) {
		switch c.prep {
		case "on", "at", "in", "":
			c.prep = "when"
		case "till":
			c.prep = "until"
		}
	}
	return c
}

// active turns "Acme was bought by Bosch" round.
func (s *sense) active() {
	if s.verb.root != "be" || len(s.core) == 0 || len(s.subject) == 0 || s.going {
		return
	}
	by := slices.IndexFunc(s.chunks, func(c chunk) bool { return c.prep == "by" && len(c.terms) > 0 && !c.terms[0].value })
	if by < 0 || !done(s.core[0].low) {
		return
	}
	who := s.chunks[by].terms
	s.verb = s.core[0]
	s.core = append(slices.Clone(s.subject), s.core[1:]...)
	s.subject = who
	s.chunks = slices.Delete(s.chunks, by, by+1)
}
