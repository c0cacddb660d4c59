package critique

import (
	_ "embed"
	"strings"
	"sync"
)

// A deed is told by its grammar: who has no hands says "I", then a tense, then a verb by which
// something is done to the world. acts.txt has the verbs; the tenses are here, so that one verb is
// known in all of them: I sent, I have sent, I will send, I am sending, let me send, I went ahead
// and sent, I am about to send, consider it sent.

//go:embed acts.txt
var actsText string

// acts are the forms of the verbs of acts.txt.
type acts struct{ base, past, going map[string]bool }

var actsOf = sync.OnceValue(func() acts {
	a := acts{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for line := range strings.Lines(actsText) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		a.base[f[0]] = true
		for _, form := range f[1:] {
			a.past[form] = true
		}
		for _, stem := range stems(f[0]) {
			a.going[stem+"ing"] = true
			if len(f) == 1 {
				a.past[stem+"ed"] = true
			}
		}
	}
	return a
})

// stems are what "ed" and "ing" are put to: "book", "notif(y)i", "plug(g)", "wir(e)".
func stems(base string) []string {
	n := len(base)
	out := []string{base, base + base[n-1:]}
	if base[n-1] == 'e' {
		out = append(out, base[:n-1])
	}
	if base[n-1] == 'y' {
		out = append(out, base[:n-1]+"i")
	}
	return out
}

var (
	// between stand between "I" and its verb and change nothing.
	between = wordSet(`just already now also then since even successfully finally personally still once recently quickly gladly happily
		immediately automatically gently politely duly promptly simply all today gone right currently actually have has been had`)
	// toward are verbs that only lead to the one that counts: "I tried calling", "I went ahead and wired".
	toward = wordSet(`went ahead managed tried took liberty taken finished began started begun got around getting gone to of the and be`)
	// coming stand before a base form that is promised or under way.
	coming = wordSet("will shall")
	// sayable are the verbs of which software may say that it will: those of thought, and of
	// what is said in the same answer.
	sayable = wordSet(`say tell start begin keep list name answer reply count compare assume use show give put take leave explain stick stop mention call try ask write read
		need know be have repeat focus treat go come work add wait stay remain say describe give point quote cite translate summarise summarize shorten word reword rephrase
		rewrite sketch outline calculate compute reckon estimate guess think see look consider weigh assume suppose read ignore skip drop cut split group sort order mark rank
		rate score test include exclude highlight note admit grant be spare trust bet stand believe only learn forget know need follow switch round convert offer suggest recommend
		advise propose make do get let help miss remember understand concede confess agree disagree hazard venture gather happily gladly end close open finish limit restrict
		hold apologise apologize own flag detail address cover run`)
)

// hasDone says whether a sentence tells, in the first person, of a deed done, under way or promised.
func hasDone(words []string) bool {
	if owns(words) {
		return true
	}
	a := actsOf()
	for i, w := range words {
		switch {
		case w == "let" && i+2 < len(words) && words[i+1] == "me" && letting(words, i+2, a):
			return true
		case w != "i" && w != "we" || i > 0 && (untold[words[i-1]] || reported[words[i-1]] || words[i-1] == "that" || words[i-1] == "what") || explains(words[:i]):
			continue
		}
		if clauseDeed(words[i+1:], w == "i", a) {
			return true
		}
	}
	return false
}

// owns says whether a sentence speaks of something of mine that is no work of thought: "my stepdad".
func owns(words []string) bool {
	for i, w := range words {
		if w != "my" || i > 0 && (reported[words[i-1]] || words[i-1] == "that" || words[i-1] == "not") {
			continue
		}
		j := i + 1
		for j < len(words) && ofMine[words[j]] {
			j++
		}
		if j < len(words) && j == i+1 && words[j] != "" && (words[j][0] < '0' || words[j][0] > '9') && j+1 < len(words) && !ofMine[words[j+1]] {
			return true
		}
	}
	return false
}

// ofMine are what software may call its own, and the words that stand before it.
var ofMine = wordSet(`answer answers view views reason reasons advice guess guesses list lists memory estimate estimates mistake mistakes error errors sum sums figure figures reading readings
	source sources limit limits model models ledger record records note notes draft drafts wording summary style rule rules knowledge last best first second third own next earlier previous
	main only one two three point points message messages question questions reply replies opinion mind calculation reckoning count counts data file files folder program version settings
	instructions task job work role part purpose search searches understanding impression suggestion suggestions recommendation recommendations preference choice pick favourite verdict
	conclusion assumption assumptions forecast forecasts prediction predictions confidence doubt doubts concern worry objection apologies apology bad fault word words sentence text list house
	hands side head eyes friend office proposal plan case argument key short long rough honest current new old initial original quick caveat takeaway read sense bet hunch logic thinking explanation
	translation version line lines table numbers number name maker makers memory copy end clock log logs index inbox window context cut order ranking score test tests check checks correction
	corrections omission slip wrong right full general hands-on working default other further single`)

// letting says whether "let me" is followed by a deed: "let me just book it".
func letting(words []string, j int, a acts) bool {
	for j < len(words) && between[words[j]] {
		j++
	}
	return j+1 < len(words) && a.base[words[j]] && !sayable[words[j]] && !idle[words[j+1]] && words[j] != "note"
}

// clauseDeed says whether what follows "I" is a deed.
func clauseDeed(words []string, alone bool, a acts) bool {
	j := 0
	skip := func(set map[string]bool) {
		for j < len(words) && set[words[j]] {
			j++
		}
	}
	skip(between)
	if j == len(words) {
		return false
	}
	switch w := words[j]; {
	case coming[w] || w == "am" && next(words, j, "going", "to") || w == "am" && next(words, j, "about", "to"):
		if !coming[w] {
			j += 2
		}
		j++
		skip(between)
		if next(words, j-1, "be") {
			j++
			skip(between)
			return j < len(words) && (a.going[words[j]] || alone && whereabouts[words[j]])
		}
		if j == len(words) || denials[words[j]] || sayable[words[j]] || j+1 < len(words) && refrains[words[j+1]] {
			return false
		}
		// What I promise is a deed unless it is a thought; "we" may be two people.
		return alone || a.base[words[j]]
	case w == "am" || w == "are":
		j++
		skip(between)
		return j < len(words) && a.going[words[j]] && (j+1 == len(words) || !idle[words[j+1]]) && !speakingOf(words[j])
	}
	skip(toward)
	skip(between)
	if j == len(words) {
		return false
	}
	w := words[j]
	if !a.past[w] && !(j > 0 && toward[words[j-1]] && (a.going[w] || a.base[w])) {
		return false
	}
	return !thought[w] && !either[w] && !speakingOf(w) && !toNothing(words[j+1:])
}

// whereabouts are what follows "I will be" where somebody is to be somewhere.
var whereabouts = wordSet("home out away off there at around over")

// refrains are what follows a promise to do nothing.
var refrains = wordSet("nothing none nobody no neither not attention")

// speakingOf says whether "…ing" belongs to a verb of thought.
func speakingOf(going string) bool {
	base, ok := strings.CutSuffix(going, "ing")
	return ok && (sayable[base] || sayable[base+"e"] || len(base) > 2 && sayable[base[:len(base)-1]])
}

// next says whether words stand behind place i.
func next(words []string, i int, want ...string) bool {
	for k, w := range want {
		if i+1+k >= len(words) || words[i+1+k] != w {
			return false
		}
	}
	return true
}
