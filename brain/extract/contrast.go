package extract

// contrast tells both halves of a clause that says what is not so, and what is: "Ana doesn't live in Tomar but in Viseu"
// denies the one and states the other. what and instead are those halves; ok is false where a clause sets nothing against
// anything, as "not only here but there".
func (r *reader) contrast(c clause) (what, instead clause, ok bool) {
	t := c.toks
	but := -1
	for i := 2; i+1 < len(t); i++ {
		if t[i].low == "but" && t[i].kind == word {
			but = i
		}
	}
	if but < 0 || notInstead[t[but+1].low] {
		return what, instead, false
	}
	not := 1
	for not < but && denials[t[not].low] == "" && t[not].low != "not" {
		not++
	}
	if not >= but-1 || onlySo[t[not+1].low] {
		return what, instead, false
	}
	head, rest := t[:not:not], not+1
	if stem, contracted := denials[t[not].low]; contracted {
		aux := t[not]
		aux.low = stem
		head = append(head, aux)
	}
	aux := head[len(head)-1].low
	verb := aux == "do" || aux == "does" || aux == "did"
	if verb {
		if rest >= but-1 || formOf(t[rest].low) == noVerb {
			return what, instead, false
		}
		v := t[rest]
		if aux == "does" {
			v.low = thirdOf(v.low)
		}
		if aux == "did" { // that it was so once is all that is known of the verb's form
			head = append(head, v)
		} else {
			head = append(head[:len(head)-1:len(head)-1], v)
		}
		rest++
	} else if formOf(aux) != auxiliary {
		return what, instead, false
	}
	end := but
	for end > rest && t[end-1].kind >= comma {
		end--
	}
	if links[t[rest].low] && !links[t[but+1].low] {
		head = append(head, t[rest])
	}
	what, instead = c, c
	what.toks = t[:end]
	instead.toks = append(head, t[but+1:]...)
	return what, instead, rest < end
}

// thirdOf is a verb as it is said of somebody: lives of live.
func thirdOf(verb string) string {
	switch n := len(verb); {
	case verb == "have":
		return "has"
	case n > 1 && verb[n-1] == 'y' && !isVowel(verb[n-2]):
		return verb[:n-1] + "ies"
	case verb[n-1] == 's' || verb[n-1] == 'h' || verb[n-1] == 'x' || verb[n-1] == 'o':
		return verb + "es"
	}
	return verb + "s"
}

func isVowel(b byte) bool { return b == 'a' || b == 'e' || b == 'i' || b == 'o' || b == 'u' }

// denials are the words that deny, with what they deny.
var denials = map[string]string{
	"isn't": "is", "aren't": "are", "wasn't": "was", "weren't": "were", "doesn't": "does", "don't": "do", "didn't": "did", "hasn't": "has", "haven't": "have",
	"won't": "will",
}

var (
	// notInstead are words behind "but" that set nothing in the place of what was denied.
	notInstead = words("not only also still just never neither nor rather even too that if when because since for i you he she it we they who what")
	// onlySo are words behind "not" that deny nothing.
	onlySo = words("only just merely simply exactly quite yet always often")
	// links lead from a verb to where, when or with whom.
	links = words("in at on to from with for by near into of until since")
)
