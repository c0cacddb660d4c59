package extract

// handsBack says whether a sentence gives the agent its own words back: "as you said, Ana lives in Porto",
// "thanks, Tom lives in Porto then". That is no word of the principal's on the matter, whatever the answer
// rested on: an echo adds no evidence (SPEC §13.5).
func handsBack(t []token) bool {
	if n := len(t); n > 3 && receiving[t[0].low] && t[n-1].low == "then" {
		return true
	}
	for i := range t {
		if (i == 0 || t[i-1].kind >= comma || thanking[t[i-1].low]) && yourWords(t[i:]) {
			return true
		}
	}
	return false
}

var (
	receiving = words("thanks thank ok okay so right great good nice oh ah hm hmm well cool alright perfect")
	thanking  = words("and but so well yes yeah ok okay right because since")
	saying    = words("said say told tell mentioned mention wrote explained noted reminded pointed put recalled remembered answered replied confirmed")
)

// yourWords says whether a clause names the agent as the source of what it stands beside.
func yourWords(t []token) bool {
	at := func(i int) string {
		if i < len(t) {
			return t[i].low
		}
		return ""
	}
	switch at(0) {
	case "as", "like":
		i := 1
		if at(i) == "per" && at(i+1) == "your" {
			return true
		}
		if at(i) != "you" {
			return false
		}
		for i++; adverbs[at(i)] || at(i) == "have" || at(i) == "'ve" || at(i) == "once" || at(i) == "already"; {
			i++
		}
		return saying[at(i)]
	case "according", "going", "judging", "based":
		i := 2
		return (at(1) == "to" || at(1) == "by" || at(1) == "from" || at(1) == "on") && (at(i) == "you" || at(i) == "your" || at(i) == "what" && at(i+1) == "you")
	case "from":
		return at(1) == "what" && at(2) == "you" && saying[at(3)]
	}
	return false
}
