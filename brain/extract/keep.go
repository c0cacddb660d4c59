package extract

// AsksToKeep says whether a message begins with words that ask for what follows to be kept: "don't forget …", "note to
// self: …", "keep this: …", "I forgot to tell you that …".
func AsksToKeep(text string) bool {
	list := sentences(text[:min(len(text), Limit)])
	if len(list) == 0 || list[0].question {
		return false
	}
	t := list[0].tokens
	r := &reader{text: text}
	return r.keeping(t) > 0 || len(t) > 2 && unforgetting(t) > 0 && t[2].kind < comma
}

// keeping is the length in words of what asks at the head of t for what follows to be kept; 0 where nothing does, or
// where what follows is told to somebody ("don't forget to call").
func (r *reader) keeping(t []token) int {
	if n := unforgetting(t); n > 0 {
		behind := n
		for behind < len(t) && (t[behind].kind >= comma || t[behind].low == "that") {
			behind++
		}
		if behind < len(t) && (behind > n || r.verbAfter(t, behind)) {
			return behind
		}
		return 0
	}
	for _, lead := range [...]string{"note to self", "keep this", "save this", "store this", "record this", "note this", "write this down", "jot this down", "make a note", "remember this"} {
		if _, n := phraseOf(t, []string{lead}); n > 0 && n+1 < len(t) && (t[n].kind >= comma || t[n].low == "that" && r.verbAfter(t, n+1)) {
			return n + 1
		}
	}
	return r.telling(t)
}

// unforgetting is the length of "don't forget".
func unforgetting(t []token) int {
	i := 0
	if i < len(t) && t[i].low == "please" {
		i++
	}
	switch {
	case i+1 < len(t) && (t[i].low == "don't" || t[i].low == "dont" || t[i].low == "never") && t[i+1].low == "forget":
		return i + 2
	case i+2 < len(t) && t[i].low == "do" && t[i+1].low == "not" && t[i+2].low == "forget":
		return i + 3
	}
	return 0
}

// telling is the length of "I forgot to tell you that" before what is told.
func (r *reader) telling(t []token) int {
	if len(t) < 5 || t[0].low != "i" && t[0].low != "let" && t[0].low != "we" {
		return 0
	}
	i := 1
	for i < len(t) && i < 6 && preludes[t[i].low] {
		i++
	}
	if i >= len(t) || !tells[t[i].low] || i == 1 {
		return 0
	}
	i++
	if i+1 < len(t) && t[i].low == "to" && t[i+1].low == "you" {
		i++
	}
	if i < len(t) && t[i].low == "you" {
		i++
	} else if t[i-1].low == "tell" || t[i-1].low == "told" { // "I have to tell Ana that …" is done to somebody else
		return 0
	}
	if i < len(t) && (t[i].low == "that" || t[i].kind >= comma) {
		i++
	}
	if i < len(t) && r.verbAfter(t, i) {
		return i
	}
	return 0
}

var (
	preludes = words("me just also still almost completely totally forgot wanted meant need needed have had ought should must never haven't didn't did not to i like 'd yet")
	tells    = words("tell told mention mentioned say add")
)
