package procedure

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/store"
	"citadel/memory/words"
)

// How much of a question, its words counted by their rarity, the nearest items must hold.
const (
	nothingBelow = 0.15 // below it nothing was said about it
	nearestBelow = 0.40 // below it what is shown is called no more than the nearest
)

// leastAgreement is the agreement (see store.Result) below which the one who is named is
// taken not to have spoken of it. Of questions about what somebody else had said it catches
// a quarter, of others one in thirty.
const leastAgreement = 0.35

// A question of so many words with meaning is long, and an item that holds so much of it
// has to do with it.
const (
	longQuestion = 4
	longHeld     = 0.3
)

// What moves an item in the store's order, of scores from 0 to 1.
const (
	kindRank  = 0.1 // added where it holds something of the kind that is asked for
	askedRank = 0.8 // a factor where somebody only asks
)

// The parts of the best score below which an item is not shown beside it: any, and one that
// holds nothing of the question itself.
const (
	outright = 0.5
	aside    = 0.6
)

// weight is what a word of a question weighs.
type weight struct {
	term string
	of   float64
}

// weigh gives the words of a question their weights: the rarer in what was said, the
// heavier, and heaviest what nobody ever said. The names of those who spoke weigh nothing:
// they say who is meant, not what. They come by their letters: what items hold of a question is
// compared to the last digit, so that it has to be added up in one order.
func weigh(ctx context.Context, t *turn.Turn, found recall.Result, stems *words.Analyzer) ([]weight, error) {
	all, err := t.Store.Len(ctx)
	if errors.Is(err, store.ErrUnavailable) {
		all, err = found.Among, nil // all there is to find now
	}
	if err != nil {
		return nil, err
	}
	asked := meaning(unasked(t.Text))
	for _, name := range found.Named {
		for term := range meaning(name) {
			delete(asked, term)
		}
	}
	holds := map[string]int{}
	for _, i := range found.Items {
		for term := range meaningBy(stems, i.Text) {
			if asked[term] {
				holds[term]++
			}
		}
	}
	weights := make([]weight, 0, len(asked))
	for _, term := range slices.Sorted(maps.Keys(asked)) {
		n := float64(holds[term])
		weights = append(weights, weight{term, math.Log1p((math.Max(float64(all), n) - n + 0.5) / (n + 0.5))})
	}
	return weights, nil
}

// coverage is the part of the question that an item holds, from 0 to 1; 1 if the question
// asks for nothing but a person.
func (r *reading) coverage(i recall.Item) float64 {
	held, total := 0.0, 0.0
	have := meaningBy(r.stems, r.spelled(i))
	for _, w := range r.weights {
		total += w.of
		switch {
		case have[w.term]:
			held += w.of
		case r.otherwise(have, w.term):
			held += w.of / 2
		}
	}
	if total == 0 {
		return 1
	}
	return held / total
}

// covered is the most that one of the items shown holds of the question.
func (r *reading) covered(items []recall.Item) float64 {
	best := 0.0
	for _, i := range items[:min(len(items), most)] {
		best = max(best, r.coverage(i))
	}
	return best
}

// nearest are the items that may be shown, best first. The order is that of the store,
// which was measured; sorting by the words shared was found to be far worse. What the
// principal said himself must hold a good part of the question: his notes stand alone,
// while in talk an answer seldom repeats it.
func (r *reading) nearest() []recall.Item {
	wish := oneOf(r.question.Text, " wish wished imagine imagined suppose supposed pretend ")
	items := slices.DeleteFunc(slices.Clone(r.result.Items), func(i recall.Item) bool {
		return r.stale(i) || !wish && i.Speaker == "" && supposes(i.Text) || i.Speaker == "" && !r.bears(i) && !r.bearsLong(i) || r.foreign(i) || r.another(i) || r.others(i) ||
			i.Speaker == "" && slices.Contains(r.question.Subjects, extract.Me) && phrase.Pasted(i.Text)
	})
	items = r.reported(items)
	for k := range items {
		if r.holdsKind(items[k].Text) {
			items[k].Score += kindRank
		}
		if items[k].Speaker != "" && asksOnly(items[k].Text) {
			items[k].Score *= askedRank
		}
	}
	slices.SortStableFunc(items, func(a, b recall.Item) int { return cmp.Compare(b.Score, a.Score) })
	if len(items) == 0 {
		return nil
	}
	best := items[0].Score
	return slices.DeleteFunc(items, func(i recall.Item) bool {
		return i.Score < outright*best || i.Score < aside*best && r.coverage(i) == 0
	})
}

// namedFirst puts the best of what the principal said of all whom the question names before what he said
// of others: the shop in Bern before the one in Basel.
func (r *reading) namedFirst(items []recall.Item) []recall.Item {
	named := strings.Join(names(r.question.Text), " ")
	holds := func(i recall.Item) bool { return i.Speaker == "" && share(named, i.Text) == 1 }
	if k := slices.IndexFunc(items, holds); k > 0 && items[0].Speaker == "" {
		return first(items, items[k])
	}
	return items
}

// fitFirst puts what the principal said in his own name before what he handed on of others, how something is before
// how it was, what could answer the question before what only names its matter, and where it is asked who somebody is
// what he is to others before what he does: each where it holds as much of the question.
func (r *reading) fitFirst(items []recall.Item) []recall.Item {
	lead := items[0]
	if lead.Speaker != "" || lead.Kind != store.Said {
		return items
	}
	kind := !r.ofKind(lead)
	who := r.question.Attribute == "who" && !introduces(lead.Text, r.question.Subjects)
	was := bygone(lead.Text) && !wasAsked.MatchString(r.question.Text) && !wantsHistory(r.question.Text)
	if !kind && !who && !was && !r.handedOn(lead) {
		return items
	}
	if k := slices.IndexFunc(items, func(i recall.Item) bool { return r.settles(lead, i) }); k > 0 {
		return first(items, items[k])
	}
	fits := func(i recall.Item) bool {
		return i.Kind == store.Said && i.Speaker == "" && r.coverage(i) >= r.coverage(lead) && !r.handedOn(i) && !r.stale(i) &&
			(!kind || r.ofKind(i)) && (!who || introduces(i.Text, r.question.Subjects)) && (!was || !unsettled(i.Text))
	}
	if k := slices.IndexFunc(items, fits); k > 0 {
		return first(items, items[k])
	}
	return items
}

// settles says whether the principal said later, of what somebody else is reported to have said of a thing, how it
// is with that, where it is asked whether it is so: "the order is confirmed" after "Lena said it may be cancelled".
func (r *reading) settles(rumour, own recall.Item) bool {
	if r.question.Expects != extract.YesNo || !r.handedOn(rumour) || own.Kind != store.Said || own.Speaker != "" || !newer(own, rumour) ||
		r.handedOn(own) || r.stale(own) || unsettled(own.Text) {
		return false
	}
	was, is, shared := meaningBy(r.stems, rumour.Text), meaningBy(r.stems, own.Text), 0
	for _, w := range r.weights {
		if was[w.term] && is[w.term] {
			shared++
		}
	}
	return shared >= leastShared && shared >= len(r.weights)-1
}

// ofKind says whether an item holds what could answer the question: a day where one is asked for, a place, an amount, a
// colour.
func (r *reading) ofKind(i recall.Item) bool {
	switch {
	case i.Speaker == "" && r.onlyMeasures(i.Text):
		return false
	case i.Speaker != "" || i.Kind == store.Decision: // in talk an answer is often told without its kind, and what was reversed answers all
		return true
	case oneOf(r.question.Text, " colour color "):
		return oneOf(i.Text, colours)
	case r.question.Expects == extract.Date:
		return dates(i)
	case r.question.Expects == extract.Place:
		return placed(i.Text) || namesPlace(i.Text)
	case r.question.Expects == extract.Amount:
		return figures(i.Text, i.On) > 0
	}
	return true
}

// onlyMeasures says whether a text names whom the question asks about only as a measure of another: "Mia is two years
// older than Leo", where it is asked how old Leo is.
func (r *reading) onlyMeasures(text string) bool {
	if len(r.question.Subjects) != 1 || !somebody(r.question.Subjects[0]) || oneOf(r.question.Text, " than ") {
		return false
	}
	name := strings.ToLower(r.question.Subjects[0])
	low := " " + plainWords(text) + " "
	return strings.Contains(low, " than "+name+" ") && strings.Count(low, " "+name+" ") == 1
}

const colours = " red blue green yellow black white grey gray brown orange purple violet pink silver gold golden beige turquoise teal navy crimson ivory colour color "

// dates says whether an item names a day, an hour, or a part of a year.
func dates(i recall.Item) bool {
	m, ok := when.Find(i.Text, i.On)
	return ok && (m.HasDay || m.HasTime) || partOfYear.MatchString(i.Text)
}

// partOfYear is a time that is said of a year without naming a month.
var partOfYear = regexp.MustCompile(`(?i)\b(?:spring|summer|autumn|fall|winter|early|late|mid|q[1-4]|(?:first|second|third|fourth|last) (?:half|quarter)|(?:start|middle|end)|(?:next|this|in|to|until|till|by|for))[ -](?:of )?(?:spring|summer|autumn|winter|q[1-4]|(?:early |late |mid-?)?(?:19|20)\d\d|(?:next|this) year)\b`)

// foreign says whether somebody else says "I" where the principal asks about himself.
func (r *reading) foreign(i recall.Item) bool {
	return i.Kind == store.Heard && slices.Contains(r.question.Subjects, extract.Me)
}

// reported keeps, of what others wrote where they could be read along, only what is about the
// topic of a question for their words, if anything is.
func (r *reading) reported(items []recall.Item) []recall.Item {
	q := r.question
	if q.Expects != extract.Report || q.Topic == "" {
		return items
	}
	told := func(i recall.Item) bool { return i.Kind == store.Heard && share(q.Topic, i.Text) > 0 }
	if !slices.ContainsFunc(items, told) {
		return items
	}
	return slices.DeleteFunc(items, func(i recall.Item) bool { return i.Kind == store.Heard && !told(i) })
}

// bearsLong says whether an item holds enough of a question of many words, of which nothing
// that was ever said may hold half.
func (r *reading) bearsLong(i recall.Item) bool {
	if len(r.weights) < longQuestion {
		return false
	}
	held, have := 0, meaningBy(r.stems, i.Text)
	for _, w := range r.weights {
		if have[w.term] {
			held++
		}
	}
	return held >= longQuestion-1 || r.coverage(i) >= longHeld
}

// unsaid names the one person whose words a question asks for, if none of those shown first
// are hers and the others spoke of it instead.
func (r *reading) unsaid(items []recall.Item) string {
	if len(r.result.Named) != 1 || r.result.Agreement >= leastAgreement {
		return ""
	}
	name := r.result.Named[0]
	if by := items[0].Speaker; by == "" || by == name {
		return ""
	}
	return name
}

// asksOnly says whether a text is questions and nothing else.
func asksOnly(text string) bool {
	for _, s := range sentences(text) {
		if !strings.HasSuffix(s, "?") && len(strings.Fields(s)) > 3 {
			return false
		}
	}
	return true
}
