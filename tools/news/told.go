package news

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/tools"
)

// told words what feeds had: what is wanted of it, each story once, the newest first. It fails
// only where no feed has anything at all.
func (n *News) told(states []state, since time.Time, words []string) (tools.Result, error) {
	var result tools.Result
	var notes strings.Builder
	type story struct {
		item
		feed string
	}
	var wanted []story
	seen := make(map[string]bool)
	silent, undated := 0, 0
	for _, s := range states {
		if s.failed != nil {
			notes.WriteString(note(s))
			if s.read.IsZero() {
				silent++
			}
		}
		for _, i := range s.items {
			key := cmp.Or(i.link, s.name+"\n"+i.id)
			if seen[key] || !holds(i, words) || !i.on.IsZero() && i.on.Before(since) {
				continue
			}
			seen[key] = true
			if i.on.IsZero() && !since.IsZero() {
				undated++
				continue
			}
			wanted = append(wanted, story{i, s.name})
		}
	}
	if silent == len(states) {
		return tools.Result{}, &tools.Failure{Reason: tools.Unavailable, Text: strings.TrimSpace(notes.String())}
	}
	slices.SortStableFunc(wanted, func(a, b story) int { return b.on.Compare(a.on) })

	var b strings.Builder
	for i, w := range wanted {
		if i == MaxItems {
			fmt.Fprintf(&notes, "Shown are the newest %d of %d.\n", MaxItems, len(wanted))
			break
		}
		b.WriteString(worded(w.item, w.feed))
		result.Sources = append(result.Sources, tools.Source{What: "the feed " + w.feed, Link: w.link, On: w.on})
	}
	if len(wanted) == 0 {
		b.WriteString("Nothing new that fits.\n")
	}
	if undated > 0 {
		fmt.Fprintf(&notes, "Left out as they have no date: %d.\n", undated)
	}
	result.Text = b.String() + notes.String()
	for _, w := range wanted[min(len(wanted), MaxItems):] {
		result.Of += len(worded(w.item, w.feed))
	}
	if result.Of > 0 {
		result.Of += len(result.Text)
	}
	return result, nil
}

// holds says whether an item has all of some words, which are in small letters.
func holds(i item, words []string) bool {
	text := strings.ToLower(i.title + " " + i.text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

func worded(i item, feed string) string {
	on := "no date"
	if !i.on.IsZero() {
		on = i.on.Format("2006-01-02 15:04") + " UTC"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "- %s (%s, %s)\n", cmp.Or(i.title, "without a title"), feed, on)
	for _, line := range []string{i.link, i.text} {
		if line != "" {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	return b.String()
}

// note says that a feed could not be read, and how old what is told of it is.
func note(s state) string {
	why := s.failed.Error()
	if f, ok := s.failed.(*tools.Failure); ok {
		why = f.Text
	}
	had := ""
	if !s.read.IsZero() {
		had = fmt.Sprintf(" What is told of it was read at %s UTC.", s.read.UTC().Format("2006-01-02 15:04"))
	}
	return fmt.Sprintf("The feed %s could not be read: %s%s It is asked again from %s UTC.\n", s.name, why, had, s.next.UTC().Format("Mon 2 Jan 2006, 15:04"))
}
