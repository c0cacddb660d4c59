package card

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/tools"
)

// What is shown of a look at once. Ours.
const (
	mostShown = 3000 // bytes of a text
	mostItems = 10   // of a list
)

// Seen is what a call that only looked brought, for the principal to read. Lists lose what only a
// model needs, such as the names by which it could act on an entry; texts of others stand as a
// quotation, so that nothing in them can look as if it were ours. n is how many items a list has, and
// 0 for a text. Rests are the events of the call.
func Seen(tool string, r tools.Result, rests []event.Seq, now time.Time) (text *phrase.Text, n int) {
	list := lists[tool]
	text = new(phrase.Text)
	var items []item
	if list != nil {
		items = list(unmarked.Replace(visible(r.Text)), now)
	}
	for _, i := range items {
		if i.shown {
			n++
		}
	}
	if n == 0 {
		return written(text, tool, r, rests), 0
	}
	shown, day := 0, ""
	for _, i := range items {
		switch {
		case !i.shown && strings.HasPrefix(i.text, "**"): // it stands above what is shown of it
			day = i.text
		case !i.shown && i.text != "":
			text.Break().Claim(rests, "%s", i.text)
		case i.shown && shown < mostItems:
			if day != "" {
				text.Break().Claim(rests, "%s", day)
				day = ""
			}
			shown++
			text.Item().Claim(rests, "%s", i.text)
		case i.shown:
			shown++
		}
	}
	if shown > mostItems {
		text.Break().Claim(rests, "And %s more.", phrase.Thousands(shown-mostItems))
	}
	return text, n
}

// Listed is what a call that only looked brought as a list: its lines as Seen has them, and what stands
// beside them. Where it brought no list, its text is what stands beside.
func Listed(tool string, r tools.Result, now time.Time) (lines, notes []string) {
	text := unmarked.Replace(visible(r.Text))
	list := lists[tool]
	if list == nil {
		list = plainItems
	}
	for _, i := range list(text, now) {
		switch {
		case i.shown:
			lines = append(lines, i.text)
		case i.text != "" && !strings.HasPrefix(i.text, "**"): // a day is no note
			notes = append(notes, i.text)
		}
	}
	return lines, notes
}

// lists read the lists that tools bring.
var lists = map[string]func(string, time.Time) []item{
	"agenda": entries, "free": plainItems, "mail_search": mails, "news": stories, "web_search": hits,
	"files_list": inFolder, "files_find": plainItems,
}

// written shows a text: as it is where it is ours, and else as a quotation.
func written(text *phrase.Text, tool string, r tools.Result, rests []event.Seq) *phrase.Text {
	whole := visible(strings.TrimSpace(r.Text))
	kept := head(whole, mostShown)
	if len(r.Sources) == 0 {
		return text.Claim(rests, "%s", kept)
	}
	text.Break().Claim(rests, "%s", quoted(kept))
	if of := max(r.Of, len(whole)); of > len(kept) {
		text.Break().Claim(rests, "cut: %s of %s bytes", phrase.Thousands(len(kept)), phrase.Thousands(of))
	}
	return text
}

// head is the beginning of a text, cut between two characters.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// unmarked takes from marks what they do to a text, so that a title looks like nothing but a title.
var unmarked = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "<", `\<`)

// Plain is a text of others as it stands in a line of ours: what cannot be seen is written out, and no mark in it does
// anything.
func Plain(text string) string { return unmarked.Replace(visible(text)) }

// item is a line of a list, or one between its lines.
type item struct {
	text  string
	shown bool // it is of the list
}

// named is what a line holds for a model alone.
var named = regexp.MustCompile(" · (?:id|event) \\\\`[^`]*`")

// plainItems are lines as they stand; what is not of a list stands between.
func plainItems(text string, _ time.Time) (all []item) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		rest, marked := strings.CutPrefix(line, "- ")
		all = append(all, item{named.ReplaceAllString(rest, ""), marked || strings.HasPrefix(line, `"`)})
	}
	return all
}

// listed is a file of a list, with its size and the day on which it was changed.
var listed = regexp.MustCompile(`^(".*") ([\d,]+ bytes), (\d{4}-\d\d-\d\d)$`)

// inFolder are the files of a folder, the days written as a person writes them.
func inFolder(text string, now time.Time) (all []item) {
	for _, i := range plainItems(text, now) {
		if m := listed.FindStringSubmatch(i.text); m != nil {
			if on, err := time.ParseInLocation(time.DateOnly, m[3], now.Location()); err == nil {
				i.text = m[1] + ", " + m[2] + ", " + phrase.Day(on, now)
			}
		}
		all = append(all, i)
	}
	return all
}

// entries are those of an agenda, below their days. What an entry says of itself stays in it.
func entries(text string, _ time.Time) (all []item) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch rest, marked := strings.CutPrefix(line, "- "); {
		case marked:
			all = append(all, item{named.ReplaceAllString(rest, ""), true})
		case strings.HasPrefix(line, " ") || line == "":
		case day.MatchString(line):
			all = append(all, item{"**" + line + "**", false})
		default:
			all = append(all, item{line, false})
		}
	}
	return all
}

var (
	day   = regexp.MustCompile(`^\w{3} \d{1,2} \w{3} \d{4}$`)
	found = regexp.MustCompile(`^- (\w{3} \d{1,2} \w{3} \d{4} \d\d:\d\d [+-]\d{4}), from (.*) \(\d+ bytes(, unread)?\) · id \\` + "`[^`]*`$")
)

// mails are those that a search found, numbered from the newest.
func mails(text string, now time.Time) (all []item) {
	for line := range strings.Lines(text) {
		m := found.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		on := m[1]
		if at, err := time.Parse("Mon 2 Jan 2006 15:04 -0700", m[1]); err == nil {
			on = phrase.Moment(at, now)
		}
		all = append(all, item{fmt.Sprintf("%d · %s (%s%s)", len(all)+1, m[2], on, m[3]), true})
	}
	return all
}

// stories are the items of feeds, each with its link.
func stories(text string, now time.Time) (all []item) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch rest, marked := strings.CutPrefix(line, "- "); {
		case marked:
			all = append(all, item{dated(rest, now), true})
		case strings.HasPrefix(line, " "):
			if len(all) > 0 && strings.HasPrefix(trimmed, "http") && !strings.Contains(all[len(all)-1].text, trimmed) {
				all[len(all)-1].text += " " + trimmed
			}
		case trimmed != "":
			all = append(all, item{trimmed, false})
		}
	}
	return all
}

// since is when an item of a feed is from.
var since = regexp.MustCompile(`^(.*, )(\d{4}-\d\d-\d\d \d\d:\d\d UTC)\)$`)

// dated puts the time of an item into the principal's zone.
func dated(line string, now time.Time) string {
	if m := since.FindStringSubmatch(line); m != nil {
		if at, err := time.Parse("2006-01-02 15:04 UTC", m[2]); err == nil {
			return m[1] + phrase.Moment(at, now) + ")"
		}
	}
	return line
}

var numbered = regexp.MustCompile(`^\d+\. (.*)$`)

// hits are the results of a search of the web: title, link, and a few words.
func hits(text string, _ time.Time) (all []item) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch m := numbered.FindStringSubmatch(line); {
		case m != nil:
			all = append(all, item{m[1], true})
		case strings.HasPrefix(line, " ") && len(all) > 0 && all[len(all)-1].shown:
			all[len(all)-1].text += " · " + trimmed
		case trimmed != "":
			all = append(all, item{trimmed, false})
		}
	}
	return all
}
