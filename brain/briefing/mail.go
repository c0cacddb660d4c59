package briefing

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/principal"
)

// fewestToSort is how many mails there are before anybody is asked which of them press: two are read at a glance.
const fewestToSort = 3

// mail is what was written to the principal, asks something and is not answered: what presses first, then what is of
// somebody he deals with, and the newest first among each. The numbers are those of "unanswered mail".
func mail(ctx context.Context, s Source) (Section, error) {
	b, err := s.look(ctx, mailSearch, "I couldn't read your mail. `unanswered mail` tries again.", map[string]bool{"waits": true})
	if err != nil {
		return Section{}, err
	}
	section := Section{Name: Mail, Title: "Mail waiting for you", Lines: s.sorted(ctx, b), More: "unanswered mail", Rests: b.rests, others: b.others}
	if n := len(b.lines); n > 0 {
		section.Head, section.News = phrase.Few(n, "mail")+" to answer", true
	}
	section.Notes = b.notes
	return section, nil
}

// sorted puts mails in the order in which they are told.
func (s Source) sorted(ctx context.Context, b brought) []*phrase.Text {
	if len(b.lines) < fewestToSort {
		return b.lines
	}
	var lines []string
	for _, l := range b.lines {
		lines = append(lines, l.String())
	}
	var order []int
	if s.Presses != nil && s.length(Mail) < principal.Counted {
		order = s.Presses(ctx, lines, b.rests)
	}
	s.Read(func(v memory.View) {
		for i, line := range lines {
			if _, of, _ := strings.Cut(line, " · "); !slices.Contains(order, i) && Familiar(v, of) {
				order = append(order, i)
			}
		}
	})
	for i := range lines {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	var out []*phrase.Text
	for _, i := range order {
		out = append(out, b.lines[i])
	}
	return out
}

// Familiar says whether a mail, as "Lena Brandt: contract dates", is of somebody whom the principal deals with, or names
// a client.
func Familiar(v memory.View, of string) bool {
	sender, _, _ := strings.Cut(of, ":")
	if sender != "" && len(v.People.Called(sender)) > 0 {
		return true
	}
	low := graph.Name(of) + "_"
	return slices.ContainsFunc(v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" && e.Client != event.OwnBusiness }), func(e graph.Edge) bool {
		return strings.Contains("_"+low, "_"+graph.Name(e.Client)+"_")
	})
}
