// Package appointment reads what is said later of something that was told of a day: that it was moved, or is called off.
//
// An appointment is left out only where a change can be meant for no other of those that stand, of whatever day, and names
// no other day than the appointment's own. In all doubt both are told: the appointment, and what was said of it.
package appointment

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/words"
)

// Saying is something that the principal told of a day.
type Saying struct {
	Seq      event.Seq
	Text     string
	From, To time.Time // the day, or days
	Since    int       // how many of the changes were said after it
	Fixed    bool      // nobody can move it or call it off: a birthday

	matter map[string]bool
	hours  *hours
}

// AsTheyStand is what is to be told of a day: of the sayings, which are of all days, those of it without what is not on it
// any more, and beside the rest what was changed of it: another hour, or something that may be meant for one or the other.
// What was called off and is said to be on again stands, with that word. All three lists have the newest first.
func AsTheyStand(said []Saying, changes []Change, from, to time.Time) []event.Seq {
	gone, beside := map[event.Seq]bool{}, map[event.Seq][]event.Seq{}
	off := map[event.Seq]event.Seq{} // by what a saying is off
	ends := map[event.Seq]bool{}
	for _, c := range changes {
		ends[c.Seq] = c.Off
	}
	for n, c := range slices.Backward(changes) {
		var meant, other []*Saying
		for i := range said {
			s := &said[i]
			if n >= s.Since || s.Fixed || ends[s.Seq] || !s.To.After(c.said) || !c.Concerns(s) {
				continue
			}
			if c.Back || gone[s.Seq] {
				if by, was := off[s.Seq]; c.Back && !c.named && was && c.speaksOf(s) { // what names the day tells of it itself
					gone[s.Seq], beside[s.Seq] = false, append(beside[s.Seq], c.Seq)
					if c.unsure {
						gone[by], beside[s.Seq] = false, append(beside[s.Seq], by)
					}
					delete(off, s.Seq)
				}
				continue
			}
			if c.speaksOf(s) {
				meant = append(meant, s)
			} else if !c.loose || s.heads(c) {
				other = append(other, s)
			}
		}
		if one(meant) && c.takes(meant[0]) {
			for _, s := range meant {
				gone[s.Seq] = true
				if c.Off {
					off[s.Seq] = c.Seq
				}
			}
			gone[c.Seq] = gone[c.Seq] || c.Off // "the dinner on Tuesday is cancelled" is then nothing of Tuesday
			continue
		}
		if len(meant) == 0 {
			meant = other
		}
		for _, s := range meant {
			beside[s.Seq] = append(beside[s.Seq], c.Seq)
		}
	}
	out := map[event.Seq]bool{}
	for _, s := range said {
		if gone[s.Seq] || !s.in(from, to) {
			continue
		}
		out[s.Seq] = true
		for _, seq := range beside[s.Seq] {
			out[seq] = !gone[seq]
		}
	}
	maps.DeleteFunc(out, func(_ event.Seq, told bool) bool { return !told })
	return slices.SortedFunc(maps.Keys(out), func(a, b event.Seq) int { return cmp.Compare(b, a) })
}

// few is how long what lasts some days is at most, to be told of each of them: of a week nobody wants to hear every day.
const few = 3 * 25 * time.Hour

// in says whether something is told of some days: it is in them, or lasts a few days of which they are one.
func (s *Saying) in(from, to time.Time) bool {
	if s.To.Sub(s.From) <= few {
		return s.From.Before(to) && s.To.After(from)
	}
	return !s.From.Before(from) && !s.To.After(to)
}

// one says whether sayings are all of one appointment: in the same words, of the same day, and of no two hours.
func one(said []*Saying) bool {
	for _, s := range said {
		first := said[0]
		if !s.From.Equal(first.From) || !maps.Equal(s.about(), first.about()) || !s.at().fits(*first.at()) {
			return false
		}
	}
	return len(said) > 0
}

func (s *Saying) about() map[string]bool {
	if s.matter == nil {
		s.matter = Matter(s.Text)
	}
	return s.matter
}

func (s *Saying) at() *hours {
	if s.hours == nil {
		at := hoursOf(s.Text)
		s.hours = &at
	}
	return s.hours
}

// Concerns says whether a change may be one of what was said: it names nothing that is not in that, but for the part of the
// day in which it is.
func (c Change) Concerns(s *Saying) bool {
	for w := range c.matter {
		if part, is := parts[w]; !s.about()[w] && !(is && s.at().in(part)) {
			return false
		}
	}
	return true
}

// speaksOf says whether a change names no other day or hour than that of what was said.
func (c Change) speaksOf(s *Saying) bool {
	return (!c.named || s.From.IsZero() || c.own.From.Before(s.To) && s.From.Before(c.own.To)) && c.at.fits(*s.at())
}

// takes says whether a change that can be meant for nothing else takes what was said from its day.
func (c Change) takes(s *Saying) bool {
	if c.unsure || c.loose && !s.heads(c) {
		return false
	}
	return c.Off || !c.Day.IsZero() && (c.Day.Before(s.From) || !c.Day.Before(s.To))
}

// heads says whether a change names what the appointment is, and not only with whom or of what: the lunch with Priya, the
// service of the car.
func (s *Saying) heads(c Change) bool {
	text := hasIt.ReplaceAllString(strings.ReplaceAll(s.Text, "’", "'"), "")
	end := joint.FindStringIndex(text)
	if end == nil {
		return false
	}
	fields := strings.Fields(text[:end[0]])
	if len(fields) == 0 {
		return false
	}
	head := fields[len(fields)-1]
	if r, _ := utf8.DecodeRuneInString(head); unicode.IsUpper(r) && (len(fields) > 1 || !strings.EqualFold(strings.TrimSpace(text[end[0]:end[1]]), "with")) {
		return false // a name
	}
	for term := range Matter(head) {
		if c.matter[term] {
			return true
		}
	}
	return false
}

var (
	// hasIt begins a sentence that goes on with what the appointment is, and joint stands behind that.
	hasIt = regexp.MustCompile(`(?i)^(?:i|we)(?:'ve| have)(?: got)? |^there(?:'s| is) `)
	joint = regexp.MustCompile(`(?i) (?:with|for|from|of|about|to|at|in|on|every|is|are|will|comes?|starts?|begins?|today|tomorrow|next|this)\b`)
)

// Matter are the words of a text that say what it is about, and none of time.
func Matter(text string) map[string]bool {
	has := map[string]bool{}
	for _, term := range new(words.Analyzer).AppendTerms(nil, text) {
		if words.Stop(term) || strings.ContainsAny(term, "0123456789") {
			continue
		}
		if _, timely := when.Ahead("on "+term, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)); !timely {
			has[term] = true
		}
	}
	return has
}

// untimed is a text without the days that it names.
func untimed(text string, said time.Time) string {
	for _, read := range []func(string, time.Time) (when.Span, bool){when.Ahead, when.Period} {
		for day, named := read(text, said); named; day, named = read(text, said) {
			text = text[:day.Start] + " " + text[day.End:]
		}
	}
	return text
}

// ToCome says whether a sentence speaks of what is or will be. What speaks of what was may name a day as well, which is
// over then.
func ToCome(text string) bool {
	low := flat(text)
	if past(text) {
		return false
	}
	if slices.ContainsFunc(coming, func(w string) bool { return strings.Contains(low, w) }) {
		return true
	}
	if strings.HasPrefix(low, " got ") {
		return hoursOf(text).known() // "got the dentist on Tuesday at 10", and not "got paid on Tuesday"
	}
	return !slices.ContainsFunc(strings.Fields(low), func(w string) bool { return bygone[w] || ended(w) })
}

// ended says whether a word has the ending of what was: "Priya's flight landed".
func ended(w string) bool {
	return len(w) > len("need") && strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed")
}

// past says whether a sentence speaks of what was.
func past(text string) bool {
	low := flat(text)
	return slices.ContainsFunc(before, func(w string) bool { return strings.Contains(low, w) })
}

var (
	before = []string{" was ", " were ", " had ", " did ", " didn't ", " wasn't ", " weren't ", " went "}
	coming = []string{
		" is ", " are ", " am ", " will ", " have ", " has ", "'ll ", "'m ", "'re ", "'ve got ", " going to ", " arrives ", " arrive ", " comes ", " come ", " leaves ", " leave ", " lands ",
		" flies ", " fly ", " visits ", " visit ", " starts ", " start ", " begins ", " begin ", " ends ", " end ", " meet ", " meets ", " opens ", " closes ", " moves ", " returns ",
	}
	// bygone are verbs as they stand for what was, where nothing else says when it is.
	bygone = map[string]bool{}
)

func init() {
	for _, w := range strings.Fields(`met saw had got bought took made ate spoke told sent wrote left came said gave paid slept ran drove flew swam felt
		found lost won forgot heard knew kept thought sold spent stood wore began drank woke fell rang sang broke chose taught caught brought built led held
		hid sat used went did was were been became grew drew threw tore swore stole sank shot shook rode rose hung fought dealt understood meant`) {
		bygone[w] = true
	}
}

// flat is a text in small letters, its words between spaces.
func flat(text string) string {
	fields := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(c rune) bool { return !unicode.IsLetter(c) && c != '\'' })
	return " " + strings.Join(fields, " ") + " "
}
