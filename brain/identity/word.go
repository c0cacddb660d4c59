package identity

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
	kept "citadel/memory/identity"
)

// Word is how a proposal is put before the principal (MESSAGES 10). now is in his zone; base is the version that it
// would follow, on when each quoted message was said.
func Word(p kept.Proposal, base int, on map[event.Seq]time.Time, now time.Time) phrase.Text {
	var t phrase.Text
	own := []event.Seq{p.Seq}
	t.Say("**I'd change ").Claim(own, "%s", phrase.Few(len(p.Changes), "line")).Say(" about how I work with you** ")
	t.Say("(").Claim(own, "version %d to %d, week to %s", base, p.Version, now.Format("Mon 2 Jan 2006")).Say(").")
	for _, c := range p.Changes {
		t.Break().Say("```diff\n").Claim(own, "- %s", c.Old)
		if c.New != "" {
			t.Claim(own, "\n+ %s", c.New)
		}
		t.Say("\n```").Break()
		Because(&t, c, on, now)
	}
	t.Break().Say("Untouched: ").Claim(own, "%s. Distance from version 1: %.2f, alarm at %.2f", phrase.Count(len(Locked()), "locked line"), p.Distance, MostDrift).Say(".")
	t.Break()
	if !p.Alone {
		t.Say("Starts when you say `take it`; until then ").Claim(own, "version %d", base).Say(" stays.")
	} else {
		t.Say("Starts on ").Claim(own, "%s", phrase.Moment(Starts(now), now)).Say(", unless you say `keep`. `revert` works any time after.")
	}
	return t
}

// Because tells what the principal said that a change rests on, with the days on which he did.
func Because(t *phrase.Text, c event.IdentityChange, on map[event.Seq]time.Time, now time.Time) {
	t.Say("Because you wrote ")
	type said struct {
		words string
		seqs  []event.Seq
		days  []string
	}
	var all []said
	for _, q := range c.Quotes {
		k := slices.IndexFunc(all, func(s said) bool { return strings.EqualFold(s.words, q.Words) })
		if k < 0 {
			k, all = len(all), append(all, said{words: q.Words})
		}
		all[k].seqs = append(all[k].seqs, q.Message)
		if at := on[q.Message]; !at.IsZero() {
			if day := at.In(now.Location()).Format("2 Jan"); !slices.Contains(all[k].days, day) {
				all[k].days = append(all[k].days, day)
			}
		}
	}
	for i, s := range all {
		switch {
		case i > 0 && i == len(all)-1:
			t.Say(" and ")
		case i > 0:
			t.Say(", ")
		}
		t.Claim(s.seqs, "%s%s", phrase.Quote(s.words, phrase.MaxQuote), days(s.days))
	}
	t.Say(".")
}

// days are some days in a row of words: " on 10, 12 and 17 Nov".
func days(all []string) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	for i, d := range all {
		day, month, _ := strings.Cut(d, " ")
		next := ""
		if i+1 < len(all) {
			_, next, _ = strings.Cut(all[i+1], " ")
		}
		switch {
		case i > 0 && i == len(all)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(day)
		if month != next {
			b.WriteString(" " + month)
		}
	}
	return " on " + b.String()
}

// Buttons are those under a proposal.
func Buttons() []event.Button {
	return []event.Button{{Label: "Take it", Says: "take it", Emoji: "✅"}, {Label: "Keep the old one", Says: "keep", Emoji: "❌"}, {Label: "Why", Says: "why"}}
}

// Since names a version with the day since when it held first: "version 3, since 23 Nov 2026".
func Since(f *kept.Fold, n int, now time.Time) string {
	v, later := f.Of(n)
	if !later {
		return fmt.Sprintf("version %d, the founding one", kept.Founding)
	}
	return fmt.Sprintf("version %d, since %s", n, phrase.FullDay(v.On, now))
}

// For how long a change was read before it starts, and when in the morning.
const (
	notice  = 12 * time.Hour
	morning = 7
)

// Starts is when a change starts that was shown at a time in the principal's zone: at seven on the next morning, and
// never within twelve hours.
func Starts(told time.Time) time.Time {
	at := time.Date(told.Year(), told.Month(), told.Day()+1, morning, 0, 0, 0, told.Location())
	if soonest := told.Add(notice); at.Before(soonest) {
		return soonest
	}
	return at
}
