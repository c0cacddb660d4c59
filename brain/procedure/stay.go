package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/store"
)

// stay is that somebody is to be somewhere else for some days, as it was told: "I'm flying to Lisbon on Thursday and
// back on Sunday".
type stay struct {
	told     recall.Item
	place    string    // empty where it was only said that he is away
	from, to time.Time // whole days, the last one excluded; to is zero where no word was said of coming back
	arrives  bool      // on the first day he is still on his way
	leaves   bool      // on the last one he is on his way again
}

// where answers a question for the place where somebody is on a day to come, from what was told of his journeys. Where
// none of them covers the day, it leaves the question to what else is remembered.
func where(ctx context.Context, v *visit) (*turn.Reply, error) {
	q := extract.Ask(apostrophe(v.Text))
	asked, timed := when.Ahead(v.Text, v.Now)
	if !timed || asked.Ambiguous || asked.From.IsZero() || asked.To.IsZero() || !v.asks() || wasAsked.MatchString(v.Text) || !asksWhere(q, v.Text) {
		return nil, nil
	}
	r, err := v.journeys(ctx, q, asked)
	if err != nil {
		return nil, err
	}
	s, found := covering(r.stays(), asked)
	if !found {
		return nil, nil
	}
	reply := says("where")
	reply.Among = r.result.Among
	if s.place != "" && q.Attribute == "whereabouts" && s.settled(asked) {
		reply.Text.Claim([]event.Seq{s.told.Seq}, "%s: ", s.place)
	}
	v.quote(&reply.Text, s.told, s.told.Text, ownWords)
	reply.Text.Say(".")
	reply.Found = r.result.Used(s.told.Seq)
	return reply, nil
}

// away asks whether somebody is there or elsewhere, without the word "where".
var away = regexp.MustCompile(`^(?:am|are|is|will|'ll)\b.*\b(?:away|abroad|out of town|in town|at home|home|here|travell?ing)\b`)

// asksWhere says whether a question asks for somebody's whereabouts.
func asksWhere(q extract.Question, text string) bool {
	if len(q.Subjects) != 1 {
		return false
	}
	return q.Attribute == "whereabouts" || q.Expects == extract.YesNo && away.MatchString(strings.TrimSpace(plainWords(text)))
}

// allWeek is the days by which most journeys are told.
var allWeek = strings.Fields("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")

// journeys finds what was told of where somebody goes. A day that lies within a journey is seldom named in it, so that
// what is looked for are words of travel, any day of the week, and the month.
func (v *visit) journeys(ctx context.Context, q extract.Question, asked when.Span) (*reading, error) {
	whose := ""
	if q.Subjects[0] != extract.Me {
		whose = q.Subjects[0] + " "
	}
	also := []string{whose + "home back return", whose + "train bus ferry drive", whose + "tomorrow next week"}
	for _, month := range [...]time.Time{asked.From, asked.From.AddDate(0, 0, -31)} {
		also = append(also, whose+month.Format("January"))
	}
	for _, day := range allWeek {
		also = append(also, whose+"to "+day)
	}
	found, err := recall.Recall(ctx, v.Turn, recall.Query{
		Text: whose + "fly flight travel trip going to leave away", Also: also, Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready, Told: true,
	})
	if err != nil {
		return nil, err
	}
	r := &reading{question: q, turn: v.Turn, result: found}
	for _, i := range asSaid(found.Items) {
		r.take(i, found.Items[i])
	}
	return r, nil
}

var (
	// heading is a verb or noun of travel, with what may stand between it and the place.
	heading = regexp.MustCompile(`(?i:\b(?:fly|flies|flying|flight|travel|travels|travell?ing|go|goes|going|drive|drives|driving|head|heads|heading|leave|leaves|leaving|sail|sails|sailing|off|trip|train|bus|ferry|plane|car)` +
		`(?: (?:out|off|over|up|down|on|early|late|home|directly|straight|alone|again|by train|by car|by bus|tomorrow|(?:on )?\w+day(?: morning| afternoon| evening| night)?))* (?:to|for)) ` + properName)
	// staying is where somebody is who is away: "we are away in Faro", "I'm staying in Braga".
	staying = regexp.MustCompile(`(?i:\b(?:away|staying|stay|stays|holiday|vacation|leave)\b(?: [\pL\d]+){0,6}? (?:in|at)) ` + properName)
	// returning is that somebody comes back.
	returning = regexp.MustCompile(`(?i)\b(?:back|home|returns?|returning)\b`)
	// myOwn is a journey of the principal that is told of as a thing: "my flight to Rome leaves on Thursday".
	myOwn = regexp.MustCompile(`(?i)^(?:my|our) (?:flight|train|bus|ferry|trip|plane)\b`)
)

// properName is a name of one word or several.
const properName = `(\p{Lu}[\pL'’-]*(?: \p{Lu}[\pL'’-]*)*)`

// stays are those that the principal told of whom the question is about, in the order in which he told them.
func (r *reading) stays() (all []stay) {
	for k, f := range r.facts {
		s, ok := r.stay(k)
		i := r.item(k)
		switch {
		case !r.tells(k, i):
		case f.Negated:
			span, ahead := when.Ahead(f.Quote, r.turn.There(i.On))
			nowhere := ahead && oneOf(f.Quote, " anywhere away ") // "we're not going anywhere in February"
			all = slices.DeleteFunc(all, func(s stay) bool {
				return s.place != "" && share(s.place, f.Quote) == 1 || nowhere && during(span, s.from)
			})
		case ok:
			all = append(all, s)
		case returning.MatchString(f.Quote) && len(all) > 0: // told by itself: "I'm back on Sunday"
			last := &all[len(all)-1]
			span, ahead := when.Ahead(f.Quote, r.turn.There(i.On))
			if last.to.IsZero() && ahead && !span.Ambiguous && !span.To.IsZero() && span.To.After(last.from) {
				last.to, last.leaves = span.To, true
			}
		}
	}
	return slices.DeleteFunc(all, func(s stay) bool {
		return slices.ContainsFunc(r.result.Items, func(i recall.Item) bool {
			return newer(i, s.told) && i.Speaker == "" && oneOf(i.Text, " cancelled canceled ") && s.place != "" && share(s.place, i.Text) == 1
		})
	})
}

// tells says whether a fact is what the principal said for sure of whom the question is about.
func (r *reading) tells(fact int, i recall.Item) bool {
	f, whom := r.facts[fact], r.question.Subjects[0]
	about := strings.EqualFold(f.Subject, whom) || whom == extract.Me && myOwn.MatchString(f.Subject)
	return about && i.Kind == store.Said && i.Speaker == "" && f.Source == "" && f.Hedge == "" && !f.Superseded &&
		!supposes(f.Quote) && !wasAsked.MatchString(f.Quote) && !oneOf(f.Quote, " maybe perhaps might may possibly probably would could should want wants like ")
}

// stay reads one out of a fact.
func (r *reading) stay(fact int) (s stay, ok bool) {
	f, i := r.facts[fact], r.item(fact)
	s.told = i
	span, ok := when.Ahead(f.Quote, r.turn.There(i.On))
	if !ok || span.Ambiguous {
		return s, false
	}
	to := heading.FindStringSubmatch(f.Quote)
	switch in := staying.FindStringSubmatch(f.Quote); {
	case f.Attribute == "whereabouts":
		s.place = f.Value
	case to != nil:
		s.place, s.arrives = to[1], true
	case in != nil:
		s.place = in[1]
	case !oneOf(f.Quote, absent):
		return s, false
	}
	s.from, s.to = span.From, span.To
	whole := !s.to.IsZero() && s.to.Sub(s.from) > 25*time.Hour // "next week", "from Thursday to Sunday"
	if rest := f.Quote[span.End:]; returning.MatchString(rest) {
		back, ahead := when.Ahead(rest, span.From)
		if !ahead || back.Ambiguous || back.To.IsZero() {
			return s, false
		}
		s.to, s.leaves = back.To, true
	} else if s.arrives && !whole {
		s.to = time.Time{}
	}
	return s, true
}

// covering is the stay that covers the time that is asked for: of several the one told last, for plans change. Of journeys
// without an end the last that has begun counts.
func covering(all []stay, asked when.Span) (best stay, found bool) {
	for _, s := range all {
		if asked.From.Before(s.from) && asked.To.Before(s.from.Add(time.Hour)) || !s.to.IsZero() && !asked.From.Before(s.to) {
			continue
		}
		if found && s.to.IsZero() && s.from.Before(best.from) {
			continue
		}
		best, found = s, true
	}
	return best, found
}

// settled says whether somebody is at the place for all of a time, and not on his way there or back. Of who goes there
// "next week" that is not known.
func (s stay) settled(asked when.Span) bool {
	if s.arrives && !s.leaves {
		return false
	}
	from, to := s.from, s.to
	if s.arrives {
		from = from.AddDate(0, 0, 1)
	}
	if s.leaves {
		to = to.AddDate(0, 0, -1)
	}
	return !to.IsZero() && !asked.From.Before(from) && !asked.To.After(to)
}
