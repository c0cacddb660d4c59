package extract

import "strings"

// unless says whether a condition stands behind what is told: "I live in Porto unless something changes".
func (c *clause) unless() bool { return indexOf(c.toks, "unless") > 0 }

// either says whether a value is one of two that are left open: "I live in Porto or Braga".
func (c *clause) either(it *Item) bool {
	if it.Kind != Fact || it.Value == "" || Several(it.Attribute) {
		return false
	}
	last := strings.ToLower(lastWord(it.Value))
	for i, t := range c.toks {
		if t.low == "or" && i > 0 && c.toks[i-1].low == last && i+1 < len(c.toks) && !about[c.toks[i+1].low] {
			return true
		}
	}
	return false
}

// about follow an "or" that leaves nothing open: ten or so, sooner or later.
var about = words("so less more later not otherwise else")

// mocked says whether the last words of a message take back what it says, or mock it: "I live in Porto - not!", "yeah right".
func mocked(list []sentence) bool {
	if len(list) == 0 || len(list) > 2 {
		return false
	}
	t := list[len(list)-1].tokens
	tail := 0
	switch n := len(t); {
	case n > 0 && t[n-1].low == "not":
		tail = 1
	case n > 1 && t[n-1].low == "right" && (t[n-2].low == "yeah" || t[n-2].low == "yea" || t[n-2].low == "ya"):
		tail = 2
	case n > 2 && t[n-1].low == "right" && t[n-2].kind == comma && t[n-3].low == "yeah":
		tail = 3
	default:
		return false
	}
	if len(list) == 2 {
		return len(t) == tail // a sentence of its own
	}
	return len(t) > tail && t[len(t)-tail-1].kind == comma
}
