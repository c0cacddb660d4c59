package phrase

import (
	"slices"
	"strconv"
	"strings"

	"citadel/memory/event"
	"citadel/memory/formula"
)

// weighed words the kinds that reactions weigh: in a list, and where another is shorter, as they
// are typed.
var weighed = []struct{ of, name, short string }{
	{event.SignalBoundary, "boundaries", ""}, {event.SignalRelationship, "people", ""}, {event.SignalLoop, "open loops", "loops"},
	{event.SignalCommitment, "promises", ""}, {event.SignalDecision, "decisions", ""}, {event.SignalCausal, "causes", ""},
	{event.SignalModel, "mental models", ""}, {event.SignalBelief, "beliefs", ""}, {event.SignalTheory, "theories", ""},
	{event.SignalPattern, "patterns", ""}, {event.SignalPrediction, "forecasts", ""}, {event.SignalResidue, "moods", ""},
	{event.SignalCalendar, "calendar", ""}, {event.SignalJoke, "inside jokes", "jokes"}, {event.SignalThought, "active thoughts", "thoughts"},
	{event.SignalGrowth, "growth threads", "growth"}, {event.SignalCuriosity, "curiosities", ""}, {event.SignalIntention, "intentions", ""},
	{event.SignalThread, "lines of thought", "threads"}, {event.SignalDream, "dreams", ""}, {event.SignalEconomy, "economy", ""},
	{event.SignalExposure, "exposures", ""}, {event.SignalLocation, "places", ""},
	{"alert", "alerts", ""}, {"briefing", "briefings", ""}, {"rule", "rules", ""}, {"correction", "corrections", ""},
	{event.SubjectReminder, "reminders", ""}, {event.SubjectSpending, "spending", ""}, {event.SubjectDispute, "contradictions", ""}, {event.SubjectProposal, "proposals", ""}, {event.SubjectReview, "reviews of decisions", "reviews"},
	{event.SubjectFollowUp, "follow-ups", ""}, {event.SubjectPrediction, "your predictions", "predictions"},
	{event.SubjectOutreach, "finds outside", "outreach"}, {event.SubjectAudit, "notes that disagree", "notes"}, {event.SubjectIntel, "weekly pages", "pages"},
}

// Weighed words what a weight is of: "open loops", "cost alerts" for the section "alert/cost",
// "oil" for the topic "topic/oil".
func Weighed(of string) string {
	kind, rest, part := strings.Cut(of, "/")
	switch {
	case part && kind == "topic":
		return strings.ReplaceAll(rest, "_", " ")
	case part:
		return rest + " " + Weighed(kind)
	}
	for _, w := range weighed {
		if w.of == of {
			return w.name
		}
	}
	return of
}

// WeighedShort is what is typed for it: "jokes" for "inside jokes".
func WeighedShort(of string) string {
	for _, w := range weighed {
		if w.of == of && w.short != "" {
			return w.short
		}
	}
	return Weighed(of)
}

// WeighedAs finds what words name, among what is known by its kind and among others; false
// if it is none of them.
func WeighedAs(words string, others []string) (of string, ok bool) {
	words = strings.ToLower(strings.Join(strings.Fields(words), " "))
	all := slices.Clone(others)
	for _, w := range weighed {
		all = append(all, w.of)
	}
	for _, of := range all {
		if words == strings.ToLower(Weighed(of)) || words == WeighedShort(of) || words == of {
			return of, true
		}
	}
	return "", false
}

// Times writes a weight: "×1.38".
func Times(weight float64) string { return "×" + Figure(weight) }

// Figure writes a weight, a score or a strength with two digits, halves rounded up (MESSAGES 7):
// "0.63" for 0.625, where fmt says 0.62.
func Figure(x float64) string {
	return strconv.FormatFloat(float64(formula.Hundredths(x))/100, 'f', 2, 64)
}
