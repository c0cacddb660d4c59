package digest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// Bounds of an account.
const (
	mostText   = 1200 // characters
	mostWords  = 24   // that came up most
	mostQuotes = 3
	mostNames  = 5
	ownWords   = 30 // of the principal in one quote; of others phrase.MaxQuote
)

// note is a message as it stands now.
type note struct {
	seq  event.Seq
	on   time.Time
	text string
	who  string // empty for the principal

	worded event.Seq // the edit or transcript that it reads as; zero where it is as it was heard
}

// read looks up the messages of a lot, as they were edited or written down since. Commands
// are left out: they tell nothing of the month.
func read(ctx context.Context, in jobs.In, l lot) (notes []note, err error) {
	at := map[event.Seq]int{}
	err = each(ctx, in, ledger.Query{Seqs: l.of, Kinds: []event.Kind{event.Heard{}.Kind()}}, func(r ledger.Record, p event.Payload) bool {
		h := p.(event.Heard)
		n := note{seq: r.Seq, on: on(h.On, r.At).In(in.Now.Location()), text: h.Text}
		if r.Trust != event.ByPrincipal {
			n.who = cmp.Or(h.Forwarded, h.Person.Name, "somebody else")
		}
		at[r.Seq] = len(notes)
		notes = append(notes, n)
		return false
	})
	if err != nil {
		return nil, err
	}
	changes := ledger.Query{From: l.of, Kinds: []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}}
	err = each(ctx, in, changes, func(r ledger.Record, p event.Payload) bool {
		reword := func(message event.Seq, text string) {
			if i, ok := at[message]; ok {
				notes[i].text, notes[i].worded = text, r.Seq
			}
		}
		switch p := p.(type) {
		case event.Edited:
			reword(p.Message, p.Text)
		case event.Transcribed:
			reword(p.Message, p.Text)
		}
		return false
	})
	for i := range notes {
		if name, rest := words.Speaker(notes[i].text); name != "" && notes[i].who == "" {
			notes[i].who, notes[i].text = name, rest
		}
	}
	notes = slices.DeleteFunc(notes, func(n note) bool {
		_, isCommand := command.Parse(n.text)
		return isCommand || strings.TrimSpace(n.text) == ""
	})
	slices.SortStableFunc(notes, func(a, b note) int { return a.on.Compare(b.on) })
	return notes, err
}

// account words a lot: how much and when, who spoke, what of, and what was said.
func account(l lot, notes []note) string {
	a := weigh(notes)
	head, quotes := heading(l, notes), ""
	for _, s := range a.telling() {
		if line := "\n" + quoted(s); length(head+quotes+line) <= mostText {
			quotes += line
		}
	}
	topics := ""
	for i, t := range a.most() {
		more := topics + ", " + t.word
		if i == 0 {
			more = "\nMost spoken of: " + t.word
		}
		if t.notes > 1 {
			more += fmt.Sprintf(" (%d)", t.notes)
		}
		if i == mostWords || length(head+more+"."+quotes) > mostText {
			break
		}
		topics = more
	}
	if topics != "" {
		topics += "."
	}
	return head + topics + quotes
}

func length(s string) int { return utf8.RuneCountInString(s) }

// heading counts.
func heading(l lot, notes []note) string {
	days, by := map[string]bool{}, map[string]int{}
	for _, n := range notes {
		days[n.on.Format(time.DateOnly)] = true
		by[n.who]++
	}
	where := l.title
	if where == "" {
		where = l.sight.Place.Platform
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s", l.month.Format("January 2006"), where, phrase.Count(len(l.of)-l.answers, "message"))
	if len(notes) > 0 {
		first, last := notes[0].on, notes[len(notes)-1].on
		fmt.Fprintf(&b, " on %s, %s to %s", phrase.Count(len(days), "day"), first.Format("2 Jan"), last.Format("2 Jan 2006"))
	}
	if l.answers > 0 {
		fmt.Fprintf(&b, ", and %s of mine", phrase.Count(l.answers, "post"))
	}
	b.WriteString(".")
	if len(by) == 0 || len(by) == 1 && by[""] > 0 {
		return b.String()
	}
	names := slices.SortedFunc(maps.Keys(by), func(x, y string) int { return cmp.Or(by[y]-by[x], cmp.Compare(x, y)) })
	for i, name := range names {
		if i == mostNames {
			fmt.Fprintf(&b, ", %d more", len(names)-i)
			break
		}
		start := ", "
		if i == 0 {
			start = " Said by "
		}
		fmt.Fprintf(&b, "%s%s (%d)", start, cmp.Or(cut(name), "you"), by[name])
	}
	return b.String() + "."
}

// cut bounds a name, which somebody else chose.
func cut(name string) string {
	const longest = 40
	if utf8.RuneCountInString(name) > longest {
		return string([]rune(name)[:longest]) + "…"
	}
	return strings.Join(strings.Fields(name), " ")
}

func quoted(s sentence) string {
	most := ownWords
	if s.note.who != "" {
		most = phrase.MaxQuote
	}
	return fmt.Sprintf("%s (%s, %s, `%s`)", phrase.Quote(s.text, most), cmp.Or(cut(s.note.who), "you"),
		s.note.on.Format("2 Jan 2006"), phrase.Handle('m', s.note.seq))
}
