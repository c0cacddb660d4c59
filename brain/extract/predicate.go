package extract

import "strings"

// predicate is what stands between a subject and the words that say something
// of it: "has never been living", "doesn't work".
type predicate struct {
	i           int    // token after the auxiliaries
	verb        string // base form, "be" for the copula
	negated     bool
	future      bool
	perfect     bool // has lived: still true
	former      bool // lived, used to live: no longer true
	progressive bool
	modal       bool
}

var verbOf = map[string]string{
	"moved": "move", "moving": "move", "relocated": "move", "relocating": "move", "relocates": "move", "relocate": "move", "lived": "live", "living": "live", "lives": "live",
	"worked": "work", "working": "work", "works": "work", "joined": "join", "joining": "join", "left": "leave", "leaving": "leave",
	"quit": "quit", "got": "get", "started": "start", "starting": "start", "owned": "own", "married": "marry", "costs": "cost",
	"charges": "charge", "earns": "earn", "pays": "pay", "has": "have", "have": "have", "'ve": "have", "ended": "end", "ends": "end", "finishes": "end", "finish": "end",
	"expires": "end", "expire": "end", "closes": "end", "starts": "start", "begins": "start", "begin": "start", "opens": "start", "based": "live", "located": "live", "situated": "live", "employed": "work", "reside": "live", "resides": "live", "resided": "live", "staying": "stay",
	"stays": "stay", "born": "born", "selling": "sell", "buying": "buy", "running": "run", "studying": "study", "teaching": "teach",
	"comes": "come", "goes": "go", "going": "go", "owes": "owe", "studies": "study", "teaches": "teach",
}

// holds are verbs whose object is worth a fact of its own, with the name of
// the attribute.
var holds = map[string]string{
	"own": "owns", "buy": "buys", "sell": "sells", "supply": "supplies", "import": "imports", "export": "exports", "produce": "produces",
	"manufacture": "produces", "speak": "speaks", "drive": "drives", "study": "studies", "teach": "teaches", "run": "runs", "manage": "manages",
	"lease": "leases", "rent": "rents", "owe": "owes", "play": "plays", "grow": "grows", "represent": "represents", "handle": "handles",
}

// placing are participles that tell where somebody or something is, or by whom he is kept.
var placing = words("based located situated employed")

// predicateAt reads the auxiliaries and the verb; ok is false for what might be
// or would be.
func predicateAt(toks []token, i int) (p predicate, hedge string, ok bool) {
	copula := false
	for ; i < len(toks); i++ {
		w := toks[i].low
		switch {
		case w == "would" || w == "could" || w == "'d" || w == "wouldn't" || w == "couldn't" || w == "should" || w == "shouldn't":
			return p, "", false
		case w == "will" || w == "'ll" || w == "won't" || w == "shall":
			p.future, copula = true, false
		case w == "might" || w == "may":
			hedge, p.future = w, true
		case w == "must" || w == "can" || w == "can't" || w == "cannot":
			p.modal = true
		case w == "is" || w == "are" || w == "am" || w == "'m" || w == "'re" || w == "isn't" || w == "aren't" || w == "'s" || w == "ain't":
			copula = true
		case w == "was" || w == "were" || w == "wasn't" || w == "weren't":
			copula, p.former = true, true
		case w == "been" || w == "be":
			copula = true
		case w == "used" && i+1 < len(toks) && toks[i+1].low == "to":
			p.former = true
			i++
		case w == "had" || w == "hadn't" || w == "did" || w == "didn't":
			p.former = true
		case (w == "has" || w == "have" || w == "'ve") && i+1 < len(toks) && toks[i+1].low == "got":
			p.verb, p.i = "have", i+2
			return p, hedge, true
		case (w == "has" || w == "have" || w == "'ve" || w == "hasn't" || w == "haven't") && i+1 < len(toks) && participleFollows(toks, i+1):
			p.perfect = true
		case w == "do" || w == "does" || w == "don't" || w == "doesn't":
		case w == "no" && i+1 < len(toks) && toks[i+1].low == "longer":
			p.negated = true
			i++
			continue
		case hedgeWords[w]:
			hedge = w
			continue
		case w == "not" || w == "never":
		case adverbs[w]:
			continue
		default:
			goto verb
		}
		p.negated = p.negated || negations[w]
	}
verb:
	p.i = i
	if i >= len(toks) {
		p.verb = "be"
		return p, hedge, true
	}
	w := toks[i].low
	v, listed := verbOf[w]
	switch {
	case copula && w == "born", copula && placing[w] && i+1 < len(toks), copula && strings.HasSuffix(w, "ing") && len(w) > 4 && formOf(ingBase(w)) == base:
		p.progressive = w != "born" && !placing[w]
		if !listed {
			v = ingBase(w)
		}
		p.verb = v
		p.i++
	case copula && p.perfect && strings.HasSuffix(w, "ing"):
		p.progressive, p.verb = true, v
		p.i++
	case copula:
		p.verb = "be"
	default:
		if !listed {
			v = w
			if formOf(w) == third {
				v = stem(w)
			}
		}
		if formOf(w) == past && w != "quit" && !p.perfect && !presentVerbs[w] {
			p.former = true
		}
		p.verb = v
		p.i++
	}
	return p, hedge, true
}

func participleFollows(toks []token, i int) bool {
	for i < len(toks) && (adverbs[toks[i].low] || toks[i].low == "not" || toks[i].low == "never") {
		i++
	}
	return i < len(toks) && (formOf(toks[i].low) == past || toks[i].low == "been" || toks[i].low == "gone")
}

func ingBase(w string) string {
	b := strings.TrimSuffix(w, "ing")
	switch {
	case presentVerbs[b]:
		return b
	case presentVerbs[b+"e"]:
		return b + "e"
	case len(b) > 2 && b[len(b)-1] == b[len(b)-2] && presentVerbs[b[:len(b)-1]]:
		return b[:len(b)-1]
	}
	return b
}
