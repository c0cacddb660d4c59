package alert

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// letter is something that went out in the principal's name since an alert.
type letter struct {
	seq event.Seq
	rec ledger.Record
	event.ToolCalled
}

// onward words which letters since an alert have the figure that was wrong (MESSAGES 21), as far as the place of the
// alert may show them; nil where none has.
func onward(ctx context.Context, in jobs.In, a alerted, post event.PostQueued, m event.IndicatorMoved) (*phrase.Text, error) {
	back := map[event.Seq]bool{}
	for r, err := range ledger.Each[event.ToolReturned](ctx, in, ledger.Query{After: a.post}) {
		if err != nil {
			return nil, err
		}
		if r.Said.Failed == "" {
			back[r.Cause()] = true
		}
	}
	if len(back) == 0 {
		return nil, nil
	}
	sight := memory.Sight{Place: post.Place, Audience: post.Audience}
	var all []letter
	for r, err := range ledger.Each[event.ToolCalled](ctx, in, ledger.Query{After: a.post}) {
		if err != nil {
			return nil, err
		}
		if !back[r.Seq] || len(r.Said.Reaches) == 0 || !quotes(r.Said.Args, m) {
			continue
		}
		roots, err := in.Roots(ctx, r.Seq)
		if err != nil {
			return nil, err
		}
		if sight.Private() || sight.ShowsAll(roots) {
			all = append(all, letter{r.Seq, r.Record, r.Said})
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	t := new(phrase.Text)
	for i, l := range all[:min(len(all), mostLetters)] {
		if i > 0 {
			t.Say(" ")
		}
		what := "What went"
		if strings.HasPrefix(l.Tool, "mail_") {
			what = "The mail"
		}
		t.Claim([]event.Seq{l.seq}, "%s to %s of %s", what, strings.Join(l.Reaches[:min(len(l.Reaches), mostLetters)], ", "), phrase.Moment(l.rec.At, in.Now))
		if more := len(l.Reaches) - mostLetters; more > 0 {
			t.Claim([]event.Seq{l.seq}, " and %d more", more)
		}
		t.Say(" has the old figure.")
	}
	if more := len(all) - mostLetters; more > 0 {
		var rests []event.Seq
		for _, l := range all[mostLetters:] {
			rests = append(rests, l.seq)
		}
		t.Say(" ").Claim(rests, "So have %d more.", more)
	}
	return t, nil
}

// mostLetters bounds what is named.
const mostLetters = 3

// figures are numbers as people write them.
var figures = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// quotes says whether words have the end of a move, or how far it went. A whole number may count anything, so the words
// have to name what moved, too.
func quotes(words string, m event.IndicatorMoved) bool {
	said := consequence.One(m.To, m.Unit)
	if m.Measure != nil {
		said += " " + consequence.Change(m.Measure.Mode, m.Measure.Change)
	}
	low := strings.ToLower(words)
	names := slices.ContainsFunc(strings.Fields(strings.ToLower(graph.Words(m.Indicator))), func(w string) bool { return len(w) > 2 && strings.Contains(low, w) })
	plain := func(n string) string { return strings.ReplaceAll(n, ",", ".") }
	for _, figure := range figures.FindAllString(said, -1) {
		if !strings.ContainsAny(figure, ".,") && !names {
			continue
		}
		if slices.ContainsFunc(figures.FindAllString(words, -1), func(n string) bool { return plain(n) == plain(figure) }) {
			return true
		}
	}
	return false
}
