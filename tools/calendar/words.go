package calendar

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"citadel/tools"
)

// words tells of events, one below the other, and keeps whose words they are.
type words struct {
	strings.Builder
	home    *time.Location
	foreign func(occurrence) bool
	last    string // day that was named
	sources []tools.Source
	left    int // bytes that were left out
}

func (w *words) Printf(format string, a ...any) { fmt.Fprintf(w, format, a...) }

func (w *words) day(t time.Time) string { return t.In(w.home).Format("Mon 2 Jan 2006") }

// between words a stretch: by its days, or by its hours where it begins or ends within one.
func (w *words) between(from, to time.Time) string {
	from, to = from.In(w.home), to.In(w.home)
	if from.Equal(clock(from, 0)) && to.Equal(clock(to, 0)) {
		return "between " + w.day(from) + " and " + w.day(to.Add(-time.Second))
	}
	const form = "Mon 2 Jan 2006 15:04"
	return "between " + from.Format(form) + " and " + to.Format(form)
}

// event adds one.
func (w *words) event(o occurrence) {
	if d := w.day(o.start); d != w.last {
		w.Printf("%s\n", d)
		w.last = d
	}
	w.WriteString(w.describe(o))
	if len(o.text) > 0 {
		kept := head(o.text, maxText)
		w.left += len(o.text) - len(kept)
		w.Printf("  %s\n", strings.ReplaceAll(kept, "\n", "\n  "))
	}
	w.source(o)
}

func (w *words) source(o occurrence) {
	if w.foreign(o) {
		w.sources = append(w.sources, tools.Source{What: fmt.Sprintf("the calendar entry “%s” of %s", line(o.title, 60), w.day(o.start)), On: modified(o)})
	}
}

// describe is the line of an event.
func (w *words) describe(o occurrence) string {
	parts := []string{w.span(o) + " " + strings.TrimSpace(o.title)}
	if o.place != "" {
		parts = append(parts, "at "+o.place)
	}
	if o.organiser != "" {
		parts = append(parts, "organised by "+line(o.organiser, 100))
	}
	if len(o.attendees) > 0 {
		parts = append(parts, "with "+line(strings.Join(o.attendees, ", "), 500))
	}
	if o.recurrence != "" {
		parts = append(parts, "one of a series")
	}
	if !o.busy {
		parts = append(parts, "takes no time")
	}
	parts = append(parts, "calendar "+o.calendar.Name, "event `"+handle(o)+"`")
	return "- " + strings.Join(parts, " · ") + "\n"
}

// span is when an event is, in the zone at home, and in its own where that shows something else.
func (w *words) span(o occurrence) string {
	if o.day {
		last := o.end.Add(-time.Second)
		if w.day(last) == w.day(o.start) {
			return "all day"
		}
		return "all day until " + w.day(last)
	}
	s := between(o.start.In(w.home), o.end.In(w.home))
	if z := o.from.zone; z.loc == nil || differs(o.start, z.loc, w.home) && z.loc != time.UTC {
		own := o.from.zone.wall(o.start)
		if own.Format(minute) != o.start.In(w.home).Format(minute) {
			s += " (" + own.Format("Mon 2 Jan 15:04") + " " + z.label() + ")"
		}
	}
	return s
}

const minute = "2006-01-02 15:04"

// between words a stretch whose day is known.
func between(start, end time.Time) string {
	switch {
	case start.Equal(end):
		return start.Format("15:04")
	case start.Format(time.DateOnly) == end.Format(time.DateOnly):
		return start.Format("15:04") + "–" + end.Format("15:04")
	}
	return start.Format("15:04") + "–" + end.Format("Mon 2 Jan 15:04")
}

// differs says whether two zones show different times at a moment.
func differs(t time.Time, a, b *time.Location) bool {
	return t.In(a).Format(minute) != t.In(b).Format(minute)
}

func (z zone) label() string {
	if z.loc != nil {
		return place(z.loc)
	}
	return line(z.name, 60)
}

// place is the city a zone is called after.
func place(l *time.Location) string {
	name := l.String()
	return strings.ReplaceAll(name[strings.LastIndex(name, "/")+1:], "_", " ")
}

func (w *words) result() tools.Result {
	r := tools.Result{Text: w.String(), Sources: w.sources}
	if w.left > 0 {
		r.Of = w.Len() + w.left
	}
	return r
}

// line is a text on one line, cut at most bytes.
func line(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
	return head(strings.Join(strings.Fields(s), " "), most)
}

// head is the beginning of a text, cut between two characters.
func head(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// modified is when an event was last changed, as far as it says so.
func modified(o occurrence) time.Time {
	for _, name := range []string{"LAST-MODIFIED", "DTSTAMP"} {
		if t, err := time.Parse("20060102T150405Z", value(o.event.Props.Get(name))); err == nil {
			return t
		}
	}
	return time.Time{}
}
