package change

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/predictions"
)

// How sure somebody is who says so in a word: the middle of what that word stands for in the one scale of uncertainty,
// where it is in it (ours for the others). The first row that occurs counts, so the longer ones stand first.
var sureness = []struct {
	words string
	p     float64
}{
	{"almost certainly", 0.97}, {"certainly", 0.95}, {"definitely", 0.95}, {"very likely", 0.87}, {"very unlikely", 0.13}, {"unlikely", 0.28},
	{"likely", 0.72}, {"probably", 0.72}, {"perhaps", 0.55}, {"maybe", 0.55}, {"possibly", 0.55},
}

const (
	ofABet        = 0.80 // where he says no more than that
	ofAPrediction = 0.70
	leastSure     = 0.01 // nothing foretold is sure: a share of 0 or 100 is taken as this, or as one less this
	askHour       = 9    // at which one that is due is asked about
)

var percentage = regexp.MustCompile(`(?i)\b(\d{1,3})\s?(?:%|percent\b|per cent\b)`)

// term is where a word stands that a time follows.
var term = regexp.MustCompile(`(?i)\b(?:by|before|until|in|within|on|next|this|tomorrow)\b`)

// foretell notes what the principal says will come.
func foretell(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	text := strings.TrimRight(strings.TrimSpace(t.Command.Words), ".!")
	heard := t.Heard()
	if len(heard) == 0 {
		return says(t, "I note a prediction only as you write it.")
	}
	p := event.PredictionMade{
		Text: text, P: sure(text, t.Command.Has("bet")), Due: dueBy(text, t.Now), Message: heard[len(heard)-1],
		On: t.Last().On, Audience: t.Asked().Audience, Place: t.Asked().Room(),
	}
	var err error
	if p.Because, err = restsOn(ctx, t, text); err != nil {
		return nil, err
	}
	r := begin(t).Change(p)
	r.Text.Say("Noted as your prediction `%s`: ", phrase.Handle('m', p.Message)).Claim(heard, "%s, taken as %s", quoted(text, echo), phrase.Figure(p.P)).Say(".")
	if p.Due.IsZero() {
		r.Text.Say(" It has no date that I can read, so I won't ask; say `came true %[1]s` or `did not happen %[1]s`.", phrase.Handle('m', p.Message))
	} else {
		r.Text.Say(" I'll ask once, on ").Claim(heard, "%s", phrase.Day(p.Due, t.Now)).Say(".")
	}
	if len(p.Because) > 0 {
		r.Text.Say(" It rests on %s: what becomes of it counts for or against that.", handles(p.Because))
	}
	if m := reason.FindStringSubmatch(text); m != nil && len(p.Because) == 0 {
		r.Text.Say(" Under `%s` I have nothing that it could rest on.", strings.ToLower(m[1]))
	}
	undoable(t, &r.Text)
	return r, nil
}

// mostBecause is on how much a prediction rests at most: an answer that shows more is a list, and no reason for one.
const mostBecause = 5

var (
	numbered = regexp.MustCompile(`\bm(\d{1,18})\b`)
	reason   = regexp.MustCompile(`(?i)\b(?:since|because|because of|given) (m\d{1,18})\b`) // and no motorway
)

// restsOn is what a prediction rests on: the memories and messages that it names by their handles ("since m412"), or else
// those that the answer rests on under which he says it.
func restsOn(ctx context.Context, t *turn.Turn, text string) (seqs []event.Seq, err error) {
	var of []command.Handle
	for _, m := range numbered.FindAllStringSubmatch(text, -1) {
		if n, err := strconv.ParseUint(m[1], 10, 64); err == nil {
			of = append(of, command.Handle{Letter: 'm', N: n})
		}
	}
	if to := t.Last().ReplyTo; len(of) == 0 && to != 0 {
		of = append(of, command.Handle{Letter: 'm', N: uint64(to)})
	}
	for _, h := range of {
		x, ok, err := named(ctx, t, h)
		if err != nil {
			return nil, err
		}
		if !ok || x.gone() {
			continue
		}
		for _, seq := range behind(x) {
			known := in(t, func(v memory.View) bool { return len(v.Beliefs.Roots(seq)) > 0 })
			if known && !slices.Contains(seqs, seq) {
				seqs = append(seqs, seq)
			}
		}
	}
	if len(seqs) > mostBecause {
		return nil, nil
	}
	return seqs, nil
}

// handles lists messages and memories: "`m12` and `m15`".
func handles(seqs []event.Seq) string {
	names := make([]string, len(seqs))
	for i, s := range seqs {
		names[i] = "`" + phrase.Handle('m', s) + "`"
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

// sure is the number for how sure he says to be.
func sure(text string, bet bool) float64 {
	if m := percentage.FindStringSubmatch(text); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n <= 100 {
			return min(max(float64(n)/100, leastSure), 1-leastSure)
		}
	}
	low := " " + strings.ToLower(text) + " "
	for _, w := range sureness {
		if strings.Contains(low, " "+w.words+" ") {
			return w.p
		}
	}
	if bet {
		return ofABet
	}
	return ofAPrediction
}

// dueBy is the morning from which on it can be told whether it came: after the last day that is named, and for "before" on
// the first. It is zero where no time to come is named, or where a date has two readings.
func dueBy(text string, now time.Time) (due time.Time) {
	for _, at := range term.FindAllStringIndex(text, -1) {
		word, tail := strings.ToLower(text[at[0]:at[1]]), strings.TrimLeft(text[at[1]:], " ")
		readings := []string{text[at[0]:]}
		if word == "by" || word == "before" || word == "within" { // which say nothing of where a stretch ends
			readings = []string{"in " + tail, "on " + tail, tail}
		}
		for _, reading := range readings {
			if day, ok := dayAfter(reading, word == "before", now); ok {
				due = morning(day, now)
				break
			}
		}
	}
	if !due.After(now) {
		return time.Time{}
	}
	return due
}

// dayAfter is the first day after the time that a text begins with, or the first of it.
func dayAfter(text string, first bool, now time.Time) (day time.Time, ok bool) {
	if s, ok := when.Ahead(text, now); ok && s.Start == 0 {
		if first || s.To.IsZero() {
			return s.From, !s.Ambiguous
		}
		return s.To, !s.Ambiguous
	}
	m, ok := when.Find(text, now)
	if !ok || m.Start > 0 || m.Recur != nil || m.Ambiguous() {
		return time.Time{}, false
	}
	if first {
		return m.At, true
	}
	return m.At.AddDate(0, 0, 1), true
}

func morning(day, now time.Time) time.Time {
	y, m, d := day.In(now.Location()).Date()
	return time.Date(y, m, d, askHour, 0, 0, 0, now.Location())
}

// resolve takes the principal's word on what became of a prediction: of the one named, else of the one asked about
// last, or of the only one that is open. Of several it asks which.
func resolve(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	p, found := predictionMeant(t)
	open := openPredictions(t)
	switch {
	case !found && t.Command.Handle().N == 0 && len(open) > 1:
		r := begin(t)
		r.Text.Say("Which one?")
		for _, x := range open[:min(len(open), mostMeant)] {
			r.Text.Item().Say("`%s %s`: ", t.Command.Name, phrase.Handle('m', x.Message)).Claim([]event.Seq{x.Seq}, "%s", quoted(x.Text, echo))
		}
		return r, nil
	case !found:
		return says(t, "I know no such prediction. `predictions` lists them with their numbers.")
	}
	outcome, told := event.CameTrue, "came true"
	switch t.Command.Name {
	case "did not happen":
		outcome, told = event.CameWrong, "did not come true"
	case "drop prediction":
		outcome, told = event.Undecided, "counts for nothing"
	}
	handle := phrase.Handle('m', p.Message)
	if p.Outcome == outcome {
		return says(t, "`%s` is noted so already.", handle)
	}
	r := begin(t)
	write(r, event.PredictionResolved{Prediction: p.Seq, Outcome: outcome, On: t.Last().On}, append([]event.Seq{p.Seq}, t.Heard()...)...)
	r.Text.Say("Noted: `%s` %s, ", handle, told).Claim([]event.Seq{p.Seq}, "%s", quoted(p.Text, echo)).Say(".")
	if len(p.Because) > 0 && outcome != event.Undecided {
		r.Text.Say(" That counts %s %s, which it rested on.", map[string]string{event.CameTrue: "for", event.CameWrong: "against"}[outcome], handles(p.Because))
	}
	r.Text.Say(" `predictions` has your record.")
	undoable(t, &r.Text)
	return r, nil
}

func predictionMeant(t *turn.Turn) (p predictions.Prediction, found bool) {
	t.Read(func(v memory.View) {
		if h := t.Command.Handle(); h.N != 0 {
			p, found = v.Predictions.Find(event.Seq(h.N))
			return
		}
		for _, x := range v.Predictions.All {
			if x.Open() && !x.Asked.IsZero() && (!found || x.Asked.After(p.Asked)) {
				p, found = x, true
			}
		}
	})
	if open := openPredictions(t); !found && t.Command.Handle().N == 0 && len(open) == 1 {
		return open[0], true
	}
	return p, found
}

// mostMeant is among how many predictions it is asked which one is meant.
const mostMeant = 5

// openPredictions are those of which nobody said what came of them, newest first.
func openPredictions(t *turn.Turn) (open []predictions.Prediction) {
	t.Read(func(v memory.View) {
		for _, x := range slices.Backward(v.Predictions.All) {
			if x.Open() {
				open = append(open, x)
			}
		}
	})
	return open
}

// unforetold takes back that something was noted as a prediction, or the word on one.
func unforetold(t *turn.Turn, seq event.Seq, p event.Payload) (v inverse) {
	t.Read(func(m memory.View) {
		for _, x := range m.Predictions.All {
			_, made := p.(event.PredictionMade)
			switch {
			case made && x.Seq == seq && x.Open():
				v.write(event.PredictionResolved{Prediction: seq, Outcome: event.Undecided, On: t.Last().On}, seq)
				v.text.Say("the prediction ").Claim([]event.Seq{seq}, "%s", quoted(x.Text, phrase.MaxQuote))
			case !made && x.Resolved == seq:
				v.write(event.PredictionReopened{Prediction: x.Seq}, seq)
				v.text.Say("what became of the prediction ").Claim([]event.Seq{x.Seq}, "%s", quoted(x.Text, phrase.MaxQuote))
			}
		}
	})
	return v
}
