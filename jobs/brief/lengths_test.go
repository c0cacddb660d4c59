package brief_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/jobs/brief"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
	"citadel/tools"
)

// less makes a section of the briefing so long.
func (w *morning) less(section string, l principal.Length) {
	w.t.Helper()
	var setting string
	w.Mind.Read(func(v memory.View) { setting = v.Principal.Lengths(section, l) })
	said := w.Say("less")
	w.Silence(said)
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingBriefing, Text: setting}).Because(said).Resting(said)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
}

// next is the briefing of the morning after.
func (w *morning) next() event.PostQueued {
	w.t.Helper()
	before := len(w.said())
	y, m, d := w.Now.Date()
	w.Now = turntest.Today.AddDate(y-2026, int(m)-11, d+1-20).Add(-2 * 3600e9) // seven of the next day
	w.look()
	if all := w.said(); len(all) > before {
		return all[len(all)-1]
	}
	return event.PostQueued{}
}

// A section that he wants less of gets shorter the less he wants of it, until it is gone. What is due
// stays as a number at least, and what is dropped is no reason for a message.
func TestLessAndMore(t *testing.T) {
	w := begin(t, "2026-11-19 15:00")
	mails := "5 of 5 in INBOX\n"
	for _, who := range []string{"Ada", "Ben", "Cem", "Dua", "Eli"} {
		mails += "- Thu 19 Nov 2026 17:42 +1100, from " + who + ": a question (2100 bytes, unread) · id `i7`\n"
	}
	w.brings["mail_search"] = tools.Result{Text: mails}
	for _, c := range []struct {
		length     principal.Length
		has, lacks string
	}{
		{principal.Full, "Eli", "more"},
		{principal.Short, "3 more", "Cem"},
		{principal.Counted, "Mail waiting for you: 5, `unanswered mail`", "Ada"},
		{principal.Dropped, "", ""},
		{principal.Full, "Eli", "more"},
	} {
		w.less(principal.Mail, c.length)
		got := w.next().Text
		if !strings.Contains(got, c.has) || c.lacks != "" && strings.Contains(got, c.lacks) || c.has == "" && got != "" {
			t.Errorf("at length %d:\n%s", c.length, got)
		}
	}
	delete(w.brings, "mail_search")
	w.owe("Draft for Priya", "tomorrow", w.Now.AddDate(0, 0, 1).Format("2006-01-02"))
	w.less(principal.Due, principal.Dropped)
	if got := w.next().Text; !strings.Contains(got, "**Due:** 1, `loops`") {
		t.Error(got)
	}
}

// "Too long" makes all of it shorter.
func TestTooLong(t *testing.T) {
	w := begin(t, "2026-11-19 15:00")
	for range 9 {
		w.owe("Ring somebody who has waited for long", "tomorrow", "2026-11-20")
	}
	first := w.next()
	if len(first.Buttons) != 1 || first.Buttons[0].Says != "less briefing" {
		t.Fatalf("%+v", first.Buttons)
	}
	w.less(principal.Whole, principal.Short)
	for range 9 {
		w.owe("Ring somebody else", "tomorrow", "2026-11-21")
	}
	second := w.next()
	if a, b := strings.Count(first.Text, "\n"), strings.Count(second.Text, "\n"); b >= a || b == 0 {
		t.Errorf("%d lines, then %d", a, b)
	}
}

// What he corrected the day before, and what was prepared, are told beside news.
func TestCorrectionsAndDrafts(t *testing.T) {
	w := begin(t, "2026-11-19 15:00")
	w.owe("Draft for Priya", "tomorrow", "2026-11-20")
	w.Write(event.Erred{Sort: event.ErrFigure, On: w.Now})
	w.Write(event.Erred{Sort: event.ErrFigure, On: w.Now})
	w.Write(event.Erred{Sort: event.ErrName, On: w.Now})
	w.lookAt("2026-11-20 07:00")
	w.want(1, "at seven")
	jobstest.Golden(t, w.World, "corrected", brief.Name, w.said()[0])
}

// After an absence there is one message, with what needs him, also where that is nothing; then mornings are as before.
func TestReturn(t *testing.T) {
	for name, c := range map[string]struct {
		back string
		want []string
	}{
		"as he said": {"", []string{"**21 to 24 Nov 2026: two things need you.**", "I sent nothing that you had not asked for in those 4 days. The next briefing comes on Thu 26 Nov, 07:00."}},
		"earlier":    {"2026-11-23 09:00", []string{"**21 to 22 Nov 2026: two things need you.**", "those 2 days"}},
	} {
		w := begin(t, "2026-11-20 15:00")
		w.owe("Draft for Priya", "on Sunday", "2026-11-22")
		w.owe("Ring the bank", "on Monday", "2026-11-23")
		w.away("2026-11-21/2026-11-24")
		for _, day := range []string{"21", "22", "23"} {
			w.lookAt("2026-11-" + day + " 07:00")
		}
		w.want(0, "away")
		if c.back != "" {
			w.At(c.back)
			w.away("")
		}
		w.lookAt("2026-11-24 07:00")
		if c.back == "" {
			w.want(0, "the last day")
			w.lookAt("2026-11-25 07:00")
		}
		w.want(1, "back: "+name)
		for _, want := range c.want {
			if got := w.said()[0].Text; !strings.Contains(got, want) {
				t.Errorf("%s: %q is not in\n%s", name, want, got)
			}
		}
		w.lookAt("2026-11-26 07:00")
		w.want(1, "what is overdue is no news the day after")
	}
	w := begin(t, "2026-11-20 15:00")
	w.away("2026-11-21/2026-11-21")
	w.lookAt("2026-11-22 07:00")
	w.want(1, "back, and nothing needs him")
	jobstest.Golden(t, w.World, "back", brief.Name, w.said()[0])
}

// away says from when to when he is, or that he is back.
func (w *morning) away(value string) {
	said := w.Say("away")
	w.Silence(said)
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingAway, Text: value}).Because(said).Resting(said)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
}
