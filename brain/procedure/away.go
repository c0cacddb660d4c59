package procedure

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/store"
)

// awayThen finds that somebody is away, where it is asked whether something can be done with him on a day that
// falls in it: "can I call Birgit tomorrow?" after "Birgit is on holiday until 3 December". It finds the newest.
func (r *reading) awayThen() (newest recall.Item, found bool) {
	asked, timed := when.Ahead(r.question.Text, r.now())
	verb, _, _ := strings.Cut(strings.TrimSpace(plainWords(r.question.Text)), " ")
	if !timed || asked.Ambiguous || asked.From.IsZero() || !isOneOf(" can could may shall should will would is are does do ", verb) {
		return newest, false
	}
	for _, i := range r.result.Items {
		if i.Kind != store.Said || i.Speaker != "" || i.Superseded || r.stale(i) || !oneOf(i.Text, absent) || unsettled(i.Text) || found && !newer(i, newest) {
			continue
		}
		span, ok := when.Ahead(i.Text, r.turn.There(i.On))
		whom := slices.ContainsFunc(names(r.question.Text), func(name string) bool { return share(name, i.Text) == 1 })
		if whom && ok && !span.Ambiguous && !asked.From.Before(span.From) && asked.From.Before(span.To) {
			newest, found = i, true
		}
	}
	return newest, found
}

// back is a question for the day on which somebody can be reached again.
var back = regexp.MustCompile(`^(?:when|what day|since when|until when|till when|how long)\b.*\b(?:back|returns?|away|off|out|gone|ill|sick|on (?:holiday|vacation|leave))(?: again| for| until)?$`)

// backThen finds the newest that the principal said of how long somebody is away, where it is asked when he is back,
// and nothing that he said of him later speaks of that: "when is Tina back?" after "Tina is off sick until Thursday".
func (r *reading) backThen() (newest recall.Item, found bool) {
	whom := names(r.question.Text)
	if len(whom) == 0 || !back.MatchString(strings.TrimSpace(plainWords(r.question.Text))) {
		return newest, false
	}
	for _, i := range r.result.Items {
		if i.Kind != store.Said || i.Speaker != "" || i.Superseded || r.stale(i) || unsettled(i.Text) || share(strings.Join(whom, " "), i.Text) < 1 {
			continue
		}
		if oneOf(i.Text, absent+"back ") && (newest.Seq == 0 || newer(i, newest)) {
			newest = i
		}
	}
	if newest.Seq == 0 {
		return newest, false
	}
	span, ok := when.Ahead(newest.Text, r.turn.There(newest.On))
	return newest, ok && !span.Ambiguous && !span.To.IsZero() && oneOf(newest.Text, " until till ")
}

// until answers with how long somebody is away, and the words in which that was said.
func (v *visit) until(reply *turn.Reply, r *reading, i recall.Item) {
	if span, ok := when.Ahead(i.Text, v.There(i.On)); ok && !namesDay(i.Text[span.Start:span.End]) {
		reply.Text.Claim([]event.Seq{i.Seq}, "Until %s: ", span.To.Add(-time.Second).Format("2 Jan 2006"))
	}
	v.quote(&reply.Text, i, r.excerpt(i.Text), ownWords)
	reply.Text.Say(".")
	reply.Found = r.result.Used(i.Seq)
}

// absent are words in which it is told that somebody cannot be reached.
const absent = " holiday holidays vacation away leave out off ill sick hospital abroad travelling traveling closed unavailable honeymoon "
