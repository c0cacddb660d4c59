package volition

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"citadel/brain/critique"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// What a call can wish for beside what a control line can: each is one of what the agent goes by
// itself, and a proposal is nothing until the principal says so.
const (
	Note   critique.Verb = "note"   // something to be remembered
	Intend critique.Verb = "intend" // something to bring up: at a time, or when they talk next
	Think  critique.Verb = "think"  // something to have in mind, before all else
	Wonder critique.Verb = "wonder" // a topic to know more of
	Grow   critique.Verb = "grow"   // something to become better at
	Decide critique.Verb = "decide" // a decision that the principal seems to have made
)

// Bounds of what is wished for by a call; of our own but for those of package agency.
const (
	longestWish = 500 // bytes
	mostNotes   = 10  // of one answer
	noted       = 0.5 // the importance of a note: that of a statement nobody judged
)

// mind makes a change of what a call wished for.
func (w *weighing) mind(c critique.Control) (event.Payload, string) {
	text := strings.Join(strings.Fields(c.Text), " ")
	switch {
	case !slices.Contains([]critique.Verb{Note, Intend, Think, Wonder, Grow, Decide}, c.Verb):
		return nil, "there is no such line"
	case text == "":
		return nil, "it says nothing"
	case len(text) > longestWish:
		return nil, "it is too long"
	case w.noted == mostNotes:
		return nil, "it keeps too much at once"
	}
	p, fault := w.kept(c, text)
	if fault == "" {
		w.noted++
	}
	return p, fault
}

func (w *weighing) kept(c critique.Control, text string) (event.Payload, string) {
	switch c.Verb {
	case Note:
		return event.Learned{
			Sort: "note", Text: text, Provenance: event.Generated, Importance: noted, Class: string(formula.Standard), On: w.now,
		}, ""
	case Intend:
		return w.intend(c.JSON, text)
	case Think:
		return w.think(text), ""
	case Wonder:
		if slices.ContainsFunc(w.view.Agency.Curious, func(x agency.Curiosity) bool { return strings.EqualFold(x.Topic, text) && !x.Shelved }) {
			return nil, "it is a topic already"
		}
		return event.CuriosityRaised{Topic: text}, ""
	case Grow:
		return w.grow(text)
	}
	return event.DecisionProposed{Text: text, Quote: quoteOf(c.JSON), On: w.now}, ""
}

// intend wants something brought up: at a time still to come, where one is given.
func (w *weighing) intend(more json.RawMessage, text string) (event.Payload, string) {
	var in struct{ At time.Time }
	switch {
	case len(more) > 0 && json.Unmarshal(more, &in) != nil:
		return nil, "its time is none"
	case !in.At.IsZero() && !in.At.After(w.now):
		return nil, "its time is over"
	case slices.ContainsFunc(w.view.Agency.Intentions, func(i agency.Intention) bool { return strings.EqualFold(i.Text, text) }):
		return nil, "it is meant already"
	}
	return event.IntentionSet{Text: text, At: in.At, On: w.now}, ""
}

// think puts something before all else that the agent has in mind.
func (w *weighing) think(text string) event.Payload {
	same := func(s string) bool { return strings.EqualFold(s, text) }
	w.thoughts = slices.Insert(slices.DeleteFunc(w.thoughts, same), 0, text)
	all := slices.Clone(w.thoughts)
	for _, t := range w.view.Agency.Thoughts {
		if !slices.ContainsFunc(all, func(s string) bool { return strings.EqualFold(s, t.Text) }) {
			all = append(all, t.Text)
		}
	}
	return event.ThoughtsSet{Thoughts: all[:min(len(all), agency.MostThoughts)]}
}

// grow sows a goal or, where it is one already, notes that something was done for it: once an answer.
func (w *weighing) grow(text string) (event.Payload, string) {
	same := func(s string) bool { return strings.EqualFold(s, text) }
	if slices.ContainsFunc(w.grew, same) {
		return nil, ""
	}
	growing := w.view.Agency.Growing(w.now)
	if i := slices.IndexFunc(growing, func(g agency.Growth) bool { return same(g.Text) }); i >= 0 {
		w.grew = append(w.grew, text)
		return event.GrowthFed{Growth: growing[i].Seq, Text: text}, ""
	}
	if len(growing)+w.sown >= agency.MostGrowth {
		return nil, "there are as many goals as can be kept in view"
	}
	w.grew, w.sown = append(w.grew, text), w.sown+1
	return event.GrowthSown{Text: text}, ""
}

// quoteOf is what the principal said of a decision, as the call repeats it.
func quoteOf(more json.RawMessage) string {
	var in struct{ Quote string }
	_ = json.Unmarshal(more, &in) // without one there is none: whoever needs it looks
	return in.Quote
}
