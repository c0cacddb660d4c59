package dedupe

import (
	"strings"

	"citadel/brain/extract"
)

var auxiliaries = set("is are am was were be been has have had do does did will would can could may might must shall should used ought")

// findVerb gives where the verb and what belongs to it begins; false if no word looks like one.
func findVerb(in []token) (int, bool) {
	for i, t := range in {
		if t.comma || t.value {
			continue
		}
		if auxiliaries[t.low] && (i > 0 || len(in) > 1) && !t.owner && !t.name {
			return back(in, i), true
		}
		if i > 0 && isVerb(in, i) {
			return back(in, i), true
		}
	}
	return 0, false
}

// back takes "never" and "only" before the verb along.
func back(in []token, i int) int {
	for i > 1 && (in[i-1].low == "never" || in[i-1].low == "not") {
		i--
	}
	return i
}

// isVerb says whether a word can be the verb where it stands: "train" in "The train leaves" is
// none, "leaves" is.
func isVerb(in []token, i int) bool {
	w, before := in[i].low, in[i-1]
	if in[i].name || in[i].owner {
		return false
	}
	j := i - 1
	for j > 0 && (fillers[in[j].low] || in[j].low == "never" || in[j].low == "not" || quantities[in[j].low] && j > 0 && !articles[in[j].low]) {
		j--
	}
	if pronouns[in[j].low] && j < i && in[j].low != "that" && in[j].low != "this" {
		return !fillers[w] && !quantities[w] && w != "never" && w != "not" && !prepositions[w]
	}
	if articles[before.low] || owners[before.low] || before.owner || prepositions[before.low] || before.value || quantities[before.low] && j == 0 {
		return false
	}
	verb, ofPast := extract.Verb(w)
	third := len(w) > 3 && w[len(w)-1] == 's' && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us")
	switch {
	case unchanging[w] || verb && !ofPast && !third: // a base form follows what is more than one
		b := in[j].low
		plural := strings.HasSuffix(b, "s") || b == "people" || b == "children" || b == "men" || b == "women" || j > 1 && at(in, j-1) == "and"
		return plural || unchanging[w] && in[j].name || unchanging[w] && j == 0
	case ofPast || third || strings.HasSuffix(w, "ed") && len(w) > 4:
		next := at(in, i+1)
		if auxiliaries[next] && next != "used" {
			return false // the sales figures are
		}
		v, p := extract.Verb(next)
		return !(third && v && p && !strings.Contains(next, "-"))
	}
	return false
}

// verbGroup reads auxiliaries, denials and the verb itself, and gives what follows.
func (s *sense) verbGroup(r *Reader, in []token) []token {
	copula := false
	i := 0
	for ; i < len(in); i++ {
		w := in[i].low
		switch {
		case w == "not":
			s.negated = !s.negated
		case w == "never":
			s.negated, s.never = !s.negated, true
		case w == "is" || w == "are" || w == "am" || w == "be" || w == "been":
			copula = true
		case w == "was" || w == "were":
			copula, s.tense = true, past
		case (w == "has" || w == "have" || w == "had") && at(in, i+1) == "to":
			s.mode += "must"
			if w == "had" {
				s.tense = past
			}
			i++
		case (w == "has" || w == "have" || w == "had") && at(in, i+1) == "got" && !copula:
			s.verb = term{low: "have", root: "have"}
			return in[i+2:]
		case (w == "has" || w == "have" || w == "had") && participle(in, i+1):
			s.tense = past
			if w == "had" {
				s.manner = earlier
			}
		case (w == "do" || w == "does" || w == "did") && infinitive(in, i+1):
			if w == "did" {
				s.tense = past
			}
		case w == "will" || w == "shall":
			s.tense = future
		case w == "used" && at(in, i+1) == "to":
			s.negated, s.tense, s.manner = !s.negated, present, former // what used to be is no more
			i++
		case w == "going" && copula && at(in, i+1) == "to" && infinitive(in, i+2):
			s.tense, copula = future, false
			i++
		case modes[w] != "":
			s.mode += modes[w]
		case copula && w == "able" && at(in, i+1) == "to":
			s.mode, copula = "can", false
			i++
		case copula && (w == "supposed" || w == "meant") && at(in, i+1) == "to":
			s.mode, copula = "should", false
			i++
		case w == "need" && s.mode == "" && at(in, i+1) == "to", w == "needs" && at(in, i+1) == "to":
			s.mode += "must"
			i++
		case fills(in, i) || in[i].comma:
		case quantities[w] && !copula:
			s.core = append(s.core, r.term(in[i])) // lifted out below
		default:
			return s.mainVerb(r, in[i:], copula)
		}
	}
	s.verb = term{low: "be", root: "be"}
	return nil
}

func (s *sense) mainVerb(r *Reader, in []token, copula bool) []token {
	lifted := make([]token, 0, 2)
	for _, t := range s.core {
		lifted = append(lifted, token{low: t.low})
	}
	s.core = nil
	w := in[0].low
	rest := func(n int) []token { return append(lifted, in[n:]...) }
	switch {
	case copula && turns[w] && turnsTo(in):
		s.verb, s.manner, s.tense = term{low: "be", root: "be"}, turning, present
		return turned(rest(1))
	case copula && len(s.subject) == 1 && s.subject[0].low == "there":
		s.verb = term{low: "be", root: "be"}
		return rest(0)
	case copula && strings.HasSuffix(w, "ing") && len(w) > 4 && !in[0].name && !in[0].value:
		s.verb, s.going = r.term(in[0]), true
		return rest(1)
	case copula:
		s.verb = term{low: "be", root: "be"}
		return rest(0)
	case ends[w] && len(in) > 1 && strings.HasSuffix(in[1].low, "ing"):
		s.negated, s.tense, s.manner = !s.negated, present, ended
		s.verb = r.term(in[1])
		return rest(2)
	case (w == "gave" || w == "given") && at(in, 1) == "up" && strings.HasSuffix(at(in, 2), "ing"):
		s.negated, s.tense, s.manner = !s.negated, present, ended
		s.verb = r.term(in[2])
		return rest(3)
	case fails[w] && at(in, 1) == "to" && len(in) > 2:
		s.negated, s.manner = !s.negated, w
		if strings.HasSuffix(w, "ed") || w == "forgot" {
			s.tense = past
		}
		s.verb = r.term(in[2])
		return rest(3)
	case manages[w] && at(in, 1) == "to" && len(in) > 2:
		s.manner, s.tense, s.verb = w, past, r.term(in[2])
		return rest(3)
	case turns[w] && turnsTo(in):
		s.verb, s.manner, s.tense = term{low: "be", root: "be"}, turning, present
		return turned(rest(1))
	}
	s.verb = r.term(in[0])
	if s.tense == present && s.mode == "" {
		_, ofPast := extract.Verb(w)
		switch {
		case unchanging[w]:
			s.tense = either
		case ofPast, strings.HasSuffix(w, "ed") && len(w) > 4, irregular(r, w):
			s.tense = past
		}
	}
	return rest(1)
}

// irregular says that a form is neither the base nor the third person.
func irregular(r *Reader, w string) bool {
	root := r.root(w)
	return !strings.HasSuffix(w, "s") && !strings.HasPrefix(w, root[:min(len(root), 3)])
}

// turnsTo says that what follows is a new value: "moved to Friday", "went up to 950", not
// "moved to Braga".
func turnsTo(in []token) bool {
	for i, t := range in {
		if t.low == "to" && i > 0 && i < 4 {
			return i+1 < len(in) && in[i+1].value
		}
	}
	return false
}

// turned takes the way to the new value's "to" away: up, back, forward. Anything else there
// says more and stays.
func turned(in []token) []token {
	var out []token
	for i, t := range in {
		if t.low == "to" {
			return append(out, in[i+1:]...)
		}
		if !ways[t.low] {
			out = append(out, t)
		}
	}
	return in
}

var ways = set("up down back forward on out over")

func participle(in []token, i int) bool {
	for i < len(in) && (fillers[in[i].low] || in[i].low == "not" || in[i].low == "never" || quantities[in[i].low]) {
		i++
	}
	if i >= len(in) || in[i].value || in[i].name {
		return false
	}
	return done(in[i].low)
}

// done says that a word can be a participle.
func done(w string) bool {
	_, ofPast := extract.Verb(w)
	return ofPast || w == "been" || w == "gone" || unchanging[w] || len(w) > 4 && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en"))
}

// infinitive says that a verb follows, and not an object.
func infinitive(in []token, i int) bool {
	for i < len(in) && (fillers[in[i].low] || in[i].low == "not" || in[i].low == "never" || quantities[in[i].low]) {
		i++
	}
	if i >= len(in) {
		return false
	}
	t := in[i]
	return !t.value && !t.name && !t.owner && !t.comma && !articles[t.low] && !owners[t.low] && !pronouns[t.low] && !prepositions[t.low] && t.low != "no"
}
