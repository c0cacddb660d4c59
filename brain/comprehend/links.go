package comprehend

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"citadel/brain/extract"
)

// Link is that one thing bears on another, as the person said it (SPEC §14, Extraction).
type Link struct {
	Message                  int    // index of the message that states it
	Quote                    string // its words
	Kind                     string // one of the four: see the question
	Source, Relation, Target string
	Client                   string // of the person, in whose affairs it holds; empty for nobody's
}

// The faults of links, beside those of items.
const (
	UnknownLink Fault = "it is no relation that a link has"
	NoEnds      Fault = "an end of it is empty, too long, or the other one"
	Unnamed     Fault = "an end that nobody named"
	Taxonomy    Fault = "it says what something is, and not what it does"
	Doubted     Fault = "the person was not sure of it"
)

// linkKinds are the four of SPEC §14.
var linkKinds = []string{"strategic decision", "operational pattern", "financial mechanics", "psychological dynamics"}

// relations are those of the graph, in its order of ends: who depends stands on the left of depends_on and
// shipped_via, and the driver on the left of exposed_to.
var relations = []string{"drives", "causes", "amplifies", "enables", "constrains", "opposes", "exposed_to", "depends_on", "shipped_via", "substitutes"}

const (
	mostLinks  = 20
	longestEnd = 60 // bytes
	mostEnd    = 6  // words
	linkAsk    = "\n\nList beside that, as links, what the person said of how one thing bears on another: non-obvious causes and dependencies of four kinds: \"strategic decision\" (why something was decided), \"operational pattern\" (how work goes, and what holds it up), \"financial mechanics\" (what drives a cost, a price, an income), \"psychological dynamics\" (how the person or those around behave, and what that does). For each:\n" +
		"- message and quote as above, one sentence that says it plainly.\n" +
		"- kind: one of the four.\n" +
		"- source, target: two things as short noun phrases in the words of the person, without articles and without what they do: \"diesel price\", \"late payments\".\n" +
		"- relation: from source to target one of \"drives\", \"causes\", \"amplifies\", \"enables\" (target goes the same way), \"constrains\", \"opposes\" (the other way), \"substitutes\"; \"exposed_to\" with what is bought on the left and the buyer's costs on the right (\"diesel price\" exposed_to \"Henderson costs\"); \"depends_on\", \"shipped_via\" with who depends on the left.\n" +
		"- client: the name of a client or customer of the person, where it holds in that one's affairs; else empty.\n" +
		"- unsure: true where it was a guess, a joke, a supposition, or somebody else's opinion.\n" +
		"What something is (\"X is a Y\", \"X is part of Y\"), what everybody knows, what happened once, and questions are no links. An empty list is a good answer."
	linkSchema = `"links":{"type":"array","items":{"type":"object","additionalProperties":false,` +
		`"required":["message","quote","kind","source","relation","target","client","unsure"],"properties":{` +
		`"message":{"type":"integer"},"quote":{"type":"string"},"kind":{"type":"string"},"source":{"type":"string"},` +
		`"relation":{"type":"string"},"target":{"type":"string"},"client":{"type":"string"},"unsure":{"type":"boolean"}}}}`
)

// Links takes the links out of an answer that Read read, as Read takes the items: what does not hold is left out, with
// its fault. An answer without a list of links holds none.
func Links(answer string, talk []Message) (links []Link, faults []Fault) {
	var list struct {
		Links []json.RawMessage `json:"links"`
	}
	if len(answer) > maxJSON || json.Unmarshal([]byte(answer), &list) != nil {
		return nil, nil
	}
	said := lore(talk, -1)
	for i, raw := range list.Links {
		if i >= mostLinks {
			return links, append(faults, TooMany)
		}
		l, fault := oneLink(raw, talk, said)
		if fault != "" {
			faults = append(faults, fault)
			continue
		}
		links = append(links, l)
	}
	return links, faults
}

// givenLink is a link as a model writes it.
type givenLink struct {
	Message  int    `json:"message"`
	Quote    string `json:"quote"`
	Kind     string `json:"kind"`
	Source   string `json:"source"`
	Relation string `json:"relation"`
	Target   string `json:"target"`
	Client   string `json:"client"`
	Unsure   bool   `json:"unsure"`
}

// isA is how a sentence says what something is.
var isA = regexp.MustCompile(`(?i)\b(?:is|are|was|were)(?: only| just| also)? (?:an?|one of|(?:a )?(?:kind|type|sort|form|part|piece|example|member)s? of)\b`)

func oneLink(raw json.RawMessage, talk []Message, said lexicon) (l Link, fault Fault) {
	var g givenLink
	if json.Unmarshal(raw, &g) != nil {
		return l, Unreadable
	}
	for _, s := range []*string{&g.Quote, &g.Kind, &g.Source, &g.Relation, &g.Target, &g.Client} {
		*s = strings.TrimSpace(strings.ToValidUTF8(*s, ""))
	}
	switch {
	case g.Message < 1 || g.Message > len(talk) || talk[g.Message-1].Agent:
		return l, NoMessage
	case !slices.Contains(linkKinds, g.Kind):
		return l, UnknownKind
	case !slices.Contains(relations, g.Relation):
		return l, UnknownLink
	case g.Unsure:
		return l, Doubted
	case !end(g.Source) || !end(g.Target) || strings.EqualFold(g.Source, g.Target) || len(g.Client) > longestEnd || len(g.Quote) > longestText:
		return l, NoEnds
	case within(g.Source, g.Target) || within(g.Target, g.Source):
		return l, Taxonomy
	}
	text := talk[g.Message-1].Text
	start, stop, ok := find(text, g.Quote)
	if !ok {
		return l, NoQuote
	}
	quote := text[start:stop]
	if isA.MatchString(quote) && len(strings.Fields(quote)) < 2*shortestRule {
		return l, Taxonomy
	}
	if strings.HasSuffix(strings.TrimSpace(quote), "?") {
		return l, Doubted
	}
	for _, s := range []string{g.Source, g.Target, g.Client} {
		if fault := (&given{Text: s}).unsaid(said); fault != "" {
			return l, fault
		}
		for _, w := range fields(s) {
			if !said.has(w) && !slices.Contains(sides, strings.ToLower(w)) {
				return l, Unnamed
			}
		}
	}
	if extract.Delicate(quote) && g.Kind == "psychological dynamics" {
		return l, Delicate
	}
	return Link{g.Message - 1, quote, g.Kind, g.Source, g.Relation, g.Target, g.Client}, ""
}

// shortestRule is how many words a sentence has at least that says what something is and what it does.
const shortestRule = 6

// end says whether words may be an end of a link.
func end(s string) bool {
	n := len(strings.Fields(s))
	return n > 0 && n <= mostEnd && len(s) <= longestEnd && letters(s) >= 2 && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || strings.ContainsRune("<>{}`\"", r)
	})
}

// within says whether one thing is the other with a word before it, as wool is merino wool: that is a kind of it.
func within(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return strings.HasSuffix(a, " "+b) || strings.HasPrefix(a, b+" of ")
}

// sides may be in the name of a thing without having been said: they only say which side of it is meant.
var sides = []string{"price", "cost", "costs", "prices", "revenue", "spot", "of", "for", "and", "the"}
