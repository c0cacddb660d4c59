// Package consequence is how a move of the economy and what it comes to are worded (MESSAGES 2): the
// move with both ends, both dates and who published it, each way to a client with a confidence of its
// own, when and how much where every link of the way says so, and on whose words the last link rests.
//
// The unasked alert and the answers to "graph Acme" and "what if copper rises?" say the same things, so
// they say them in the same words. No figure is made of several ways together (TRUST, False precision),
// a confidence is a bare number and no chance, and no word here is advice to buy, sell or sign.
package consequence

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// Sayable is the confidence below which nothing is said unasked (MESSAGES 17).
const Sayable = 0.45

// Sure is how far a reach can be relied on: as far as its surest way and as the client's own link, of
// which each is a condition of the other.
func Sure(r exposure.Reach, now time.Time) float64 {
	return min(r.Paths[0].Confidence, r.Own.At(now))
}

// Towards words what becomes of the thing at a client, "likely to rise", by how sure that is.
func Towards(d exposure.Direction, sure float64) string {
	word := map[exposure.Direction]string{exposure.Up: "rise", exposure.Down: "fall"}[d]
	switch {
	case d == exposure.Mixed:
		return "could go either way"
	case d == exposure.Risk && sure >= likely:
		return "likely to be affected"
	case d == exposure.Risk:
		return "possibly affected"
	case sure >= likely:
		return "likely to " + word
	case sure >= Sayable:
		return "will possibly " + word
	}
	return "might " + word + " (a guess)"
}

// likely is where "likely" begins (MESSAGES 17). What is still to come is never said as a fact.
const likely = 0.65

// Ways are the ways that are told of a reach: of a mixed one the surest of each sign, of any other the
// surest three.
func Ways(r exposure.Reach) []exposure.Path {
	if r.Direction() == exposure.Mixed {
		return r.Strongest()
	}
	n := min(mostWays, len(r.Paths))
	return r.Paths[:n:n]
}

const mostWays = 3

// Way words one way: "0.74: crude oil WTI → bunker fuel → shipping costs → packaging costs. Fuel for ships
// is …". The reason is that of its weakest link, which is the one to doubt.
func Way(p exposure.Path, now time.Time) *phrase.Text {
	t := Bare(p, now)
	if len(p.Edges) == 0 {
		return t
	}
	weakest := 0
	for i := range p.Edges {
		if p.Edges[i].At(now) < p.Edges[weakest].At(now) {
			weakest = i
		}
	}
	if why := Why(p.Edges[weakest]); why != "" {
		t.Claim([]event.Seq{p.Edges[weakest].Seq}, ". %s", why)
	}
	return t
}

// Why words the reason of a link: what the principal said stands in quotation marks.
func Why(e graph.Edge) string {
	why := strings.TrimSuffix(e.Mechanism, ".")
	if why != "" && (e.Origin == event.FromConversation || e.Origin == event.FromPrincipal) {
		return phrase.Quote(why, 2*phrase.MaxQuote)
	}
	return why
}

// Bare is Way without its reason.
func Bare(p exposure.Path, _ time.Time) *phrase.Text {
	t := new(phrase.Text)
	var rests []event.Seq
	for i := range p.Edges {
		rests = append(rests, p.Edges[i].Seq)
	}
	if len(p.Edges) == 0 {
		return t.Claim([]event.Seq{p.Own.Seq}, "%s: %s itself", phrase.Figure(p.Confidence), graph.Words(p.Things[0]))
	}
	things := make([]string, len(p.Things))
	for i, name := range p.Things {
		things[i] = graph.Words(name)
	}
	return t.Claim(rests, "%s: %s", phrase.Figure(p.Confidence), strings.Join(things, " → "))
}

// Last words the client's own link: whose words it is and how far they go. said is the message that
// holds them.
func Last(own graph.Edge, said event.Seq, now time.Time) *phrase.Text {
	t := new(phrase.Text)
	rests := []event.Seq{own.Seq, said}
	words := own.Mechanism
	if words == "" {
		words = Link(own)
	}
	t.Say("The last link is yours: ").Claim(rests, "%s (%s)", phrase.Quote(words, 2*phrase.MaxQuote), phrase.Source(phrase.FullDay(own.On, now), 'm', said))
	if own.Confirmed {
		return t.Say(".")
	}
	return t.Claim([]event.Seq{own.Seq}, ", %s", phrase.Figure(own.At(now))).Say("; `confirm %s` makes it surer.", phrase.Handle('e', own.Seq))
}

// Heading is what a line begins with: a client, or words that begin with one, as "Your business costs".
func Heading(words string) string {
	if rest, own := strings.CutPrefix(words, event.OwnBusiness); own {
		return strings.ToUpper(event.OwnBusiness[:1]) + event.OwnBusiness[1:] + rest
	}
	return words
}

// Link words an edge in the order in which it was drawn: "Kessler depends on natural gas".
func Link(e graph.Edge) string {
	return end(e, e.Source) + " " + verb(e) + " " + end(e, e.Target)
}

// end words one end of an edge: the client as he is written, "Kessler costs", and a thing as it is read.
func end(e graph.Edge, name string) string {
	own := graph.Name(e.Client)
	rest, its := strings.CutPrefix(name, own)
	if own == "" || !its || rest != "" && rest[0] != '_' {
		return written(e, graph.Words(name))
	}
	return e.Client + graph.Words(rest)
}

// written is the name of a supplier or a port as it was written, which the graph keeps in small letters.
func written(e graph.Edge, name string) string {
	at := strings.Index(strings.ToLower(e.Mechanism), name)
	if at < 0 || at+len(name) > len(e.Mechanism) || e.Relation != event.DependsOn && e.Relation != event.ShippedVia {
		return name
	}
	said := e.Mechanism[at : at+len(name)]
	if !strings.EqualFold(said, name) { // letters whose small form has another length stand before it
		return name
	}
	return said
}

// relations are the verbs, after one thing and after several. The driver stands on the left of exposed_to.
var relations = map[string][2]string{
	event.Drives: {"drives", "drive"}, event.Causes: {"causes", "cause"}, event.Amplifies: {"amplifies", "amplify"}, event.Enables: {"enables", "enable"},
	event.ExposedTo: {"bears on", "bear on"}, event.Constrains: {"constrains", "constrain"}, event.Opposes: {"works against", "work against"},
	event.DependsOn: {"depends on", "depend on"}, event.ShippedVia: {"is shipped via", "are shipped via"}, event.Substitutes: {"stands in for", "stand in for"},
}

// many says whether a thing is several: "packaging costs".
func many(thing string) bool {
	return strings.HasSuffix(thing, "s") && !strings.HasSuffix(thing, "ss") && !strings.HasSuffix(thing, "gas")
}

// Goes words which way a thing goes: "pulp price rises", "shipping costs fall".
func Goes(thing string, up bool) string {
	verb := "fall"
	if up {
		verb = "rise"
	}
	if !many(thing) {
		verb += "s"
	}
	return graph.Words(thing) + " " + verb
}

// bases are verbs after several things, by what they are after one where that is more than an s.
var bases = map[string]string{"is": "are", "goes": "go", "crashes": "crash", "reaches": "reach", "has": "have"}

// Does words what a thing does with the verb as it has to be after it, whichever it was said with: "rates rise by 10%".
func Does(thing, said string) string {
	verb, rest, _ := strings.Cut(said, " ")
	if rest != "" {
		rest = " " + rest
	}
	if many(thing) {
		if base, known := bases[verb]; known {
			verb = base
		} else if !strings.HasSuffix(verb, "ss") {
			verb = strings.TrimSuffix(verb, "s")
		}
		return verb + rest
	}
	for one, several := range bases {
		if several == verb {
			return one + rest
		}
	}
	if !strings.HasSuffix(verb, "s") && verb != "rose" && verb != "fell" {
		verb += "s"
	}
	return verb + rest
}

// Moves words where the target of a link goes when its source goes up, or down: "Henderson import costs rise".
func Moves(e graph.Edge, up bool) string {
	return end(e, e.Target) + strings.TrimPrefix(Goes(e.Target, up == (e.Sign() == graph.More)), graph.Words(e.Target))
}

// Becomes is Moves for what is still to come, by how sure that is: "Henderson import costs will possibly rise".
func Becomes(e graph.Edge, up bool, sure float64) string {
	d := exposure.Down
	if up == (e.Sign() == graph.More) {
		d = exposure.Up
	}
	return end(e, e.Target) + " " + Towards(d, sure)
}

// verb is that of a link: a client is one, and "packaging costs" are several.
func verb(e graph.Edge) string {
	if many(e.Source) && e.Source != graph.Name(e.Client) {
		return relations[e.Relation][1]
	}
	return relations[e.Relation][0]
}

// When words after how long and how much of a move reaches the client, or that nobody said so.
func When(p exposure.Path) *phrase.Text {
	t := new(phrase.Text)
	rests := []event.Seq{p.Own.Seq}
	for _, e := range p.Edges {
		rests = append(rests, e.Seq)
	}
	lag, timed := p.Lag()
	share, sized := p.PassThrough()
	switch {
	case timed && sized:
		return t.Claim(rests, "%s, and %s of it arrives.", Delay(lag), Share(share))
	case timed:
		return t.Claim(rests, "%s. ", Delay(lag)).Say("I don't know how much of it arrives.")
	case sized:
		return t.Claim(rests, "Of it %s arrives. ", Share(share)).Say("I don't know when.")
	}
	if reached, lag := begun(p); reached > 0 {
		return t.Claim(rests[1:reached+1], "%s to %s. ", Delay(lag), graph.Words(p.Things[reached])).Say("Beyond that I don't know when or how much.")
	}
	return t.Say("I don't know when or how much: I have neither the usual delay nor the terms of the contract.")
}

// begun is how many links of a way, from its beginning, say how long they take, and how long that is in all.
func begun(p exposure.Path) (links int, weeks event.Bounds) {
	for _, e := range p.Edges {
		if e.Lag == nil {
			break
		}
		links, weeks = links+1, event.Bounds{From: weeks.From + e.Lag.From, To: weeks.To + e.Lag.To}
	}
	return links, weeks
}

// Delay words after how many weeks something follows, as a sentence: "It takes 6 to 8 weeks".
func Delay(weeks event.Bounds) string { return "It takes " + Weeks(weeks) }

// Weeks words how long something takes: "6 to 8 weeks", "up to 6 weeks", "no time".
func Weeks(b event.Bounds) string {
	unit := " weeks"
	if b.To == 1 && (b.From == 0 || b.From == 1) {
		unit = " week"
	}
	switch {
	case b.To == 0:
		return "no time"
	case b.From == 0:
		return "up to " + Number(b.To) + unit
	}
	return between(b) + unit
}

// Share words how much of a move arrives, in whole percent: "30 to 50%".
func Share(of event.Bounds) string {
	return between(event.Bounds{From: math.Round(of.From * 100), To: math.Round(of.To * 100)}) + "%"
}

func between(b event.Bounds) string {
	from, to := Number(b.From), Number(b.To)
	if from == to {
		return from
	}
	return from + " to " + to
}

// Number writes a figure with the digits that it has, four behind the point at most, and separators.
func Number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 4, 64)
	s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	whole, part, cut := strings.Cut(s, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n > -1000 && n < 1000 {
		return s
	}
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	if whole = sign + phrase.Thousands(n); cut {
		return whole + "." + part
	}
	return whole
}

// Rests are the events that an exposure is told by besides the move: all links of the ways that are told.
func Rests(reaches []exposure.Reach) []event.Seq {
	var all []event.Seq
	for _, r := range reaches {
		all = append(all, r.Own.Seq)
		for _, p := range Ways(r) {
			for _, e := range p.Edges {
				all = append(all, e.Seq)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
