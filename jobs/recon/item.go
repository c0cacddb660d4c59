package recon

import (
	"context"
	"iter"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/grave"
	"citadel/brain/redact"
	"citadel/jobs"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
	"citadel/tools"
)

// item is one thing that a look brought.
type item struct {
	title, text string
	source      event.ToolSource
}

// longest is how long a title may be, in bytes; what is longer is none.
const longest = 200

// first is how an entry of a list begins, of feeds and of a search.
var first = map[string]*regexp.Regexp{
	feeds:  regexp.MustCompile(`^- (.*) \([^()]*\)$`),
	search: regexp.MustCompile(`^\d+\. (.*)$`),
}

// items are the entries of a list, each with its source. A tool gives both in the same order; where it does not, there is
// nothing that could be said of any.
func items(tool string, r tools.Result) (all []item) {
	for line := range strings.Lines(words.Visible(r.Text)) {
		line = strings.TrimRight(line, "\r\n")
		switch m := first[tool].FindStringSubmatch(line); {
		case m != nil:
			all = append(all, item{title: strings.Join(strings.Fields(m[1]), " ")})
		case strings.HasPrefix(line, " ") && len(all) > 0 && !strings.HasPrefix(strings.TrimSpace(line), "http"):
			all[len(all)-1].text += " " + strings.TrimSpace(line)
		}
	}
	if len(all) != len(r.Sources) {
		return nil
	}
	for i, s := range r.Sources {
		all[i].source = event.ToolSource{What: s.What, Link: s.Link, On: s.On}
	}
	return all
}

// candidate is an item that is of a subject.
type candidate struct {
	item
	of subject
}

// candidates are the items of which something may be made, each of the first subject that it is of, in the order of the
// subjects and then of the items. What has no date is no news; what is old the tool leaves out.
func candidates(of []subject, all []item, known past, now time.Time) (may []candidate) {
	taken := past{}
	for _, s := range of {
		for _, i := range all {
			link := i.source.Link
			switch age := now.Sub(i.source.On); {
			case i.source.On.IsZero() || age < -day:
			case known.has(i.title, link) || taken.has(i.title, link) || !s.in(i.title, i.text) || !i.fit():
			default:
				taken.add(i.title, link)
				may = append(may, candidate{i, s})
			}
		}
	}
	return may
}

// fit says whether an item may be told: a title of a few plain words, and nothing grave.
func (i item) fit() bool {
	if len(i.title) > longest || !utf8.ValidString(i.title) || len(strings.Fields(i.title)) < 2 {
		return false
	}
	_, secrets := redact.Secrets(i.title)
	return len(secrets) == 0 && !grave.Heavy(i.title+" "+i.text)
}

// discovered is what was found before, newest first.
func discovered(ctx context.Context, in jobs.In) iter.Seq2[ledger.Told[event.Discovered], error] {
	return ledger.Each[event.Discovered](ctx, in, ledger.Query{Newest: true})
}
