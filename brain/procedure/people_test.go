package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// What the principal says of how he deals with somebody, in a sentence of its own, is the command.
func TestDealings(t *testing.T) {
	for text, want := range map[string]string{
		"Priya is in my inner circle.":                "group Priya inner",
		"Priya is inner circle":                       "group Priya inner",
		"Put Priya Nair into my inner circle":         "group Priya Nair inner",
		"Keep Henderson at a distance":                "group Henderson boundary",
		"please keep Henderson at arm's length":       "group Henderson boundary",
		"I want to keep Henderson at a distance!":     "group Henderson boundary",
		"Henderson is a boundary for me":              "group Henderson boundary",
		"Put Acme in the growth group":                "group Acme growth",
		"Priya is no longer in my inner circle":       "group Priya none",
		"Take Priya out of my inner circle":           "group Priya none",
		"T Weiss and Tom Weiss are the same person":   "merge T Weiss / Tom Weiss",
		"Priya Nair is also known as @pn":             "alias Priya Nair / @pn",
		"Priya goes by Pri":                           "alias Priya / Pri",
		"Pri is what we call Priya":                   "alias Priya / Pri",
		"Pri is what everybody calls Priya Nair.":     "alias Priya Nair / Pri",
		"We all call Priya Nair Pri":                  "alias Priya Nair / Pri",
		"Pri is short for Priya":                      "alias Priya / Pri",
		"Pri is Priya's nickname":                     "alias Priya / Pri",
		"Priya’s nickname is Pri":                     "alias Priya / Pri",
		"by Pri I mean Priya Nair":                    "alias Priya Nair / Pri",
		"When I say PN, I mean Priya Nair":            "alias Priya Nair / PN",
		"we call Priya Tuesday":                       "",
		"We call Priya May":                           "",
		"we call Priya when it rains":                 "",
		"Pri is what they call Priya at home, I hear": "",
		"Pri is short for time":                       "",
		"Tom's nickname is funny":                     "",
		"Treat Tom as boundary":                       "group Tom boundary",
		"please treat Acme as growth":                 "group Acme growth",
		"move Priya to the growth group":              "group Priya growth",
		"set Rita to inner circle":                    "group Rita inner",
		"Treat Tom as a guest":                        "",
		"set Rita to mute":                            "",
		"who is Ana?":                                 "people Ana",
		"Who's ana":                                   "people ana",
		"who is Zoe?":                                 "",
		"who is coming to dinner?":                    "",
		"She is in my inner circle":                   "",
		"Everyone is in my inner circle":              "",
		"Is Priya in my inner circle?":                "",
		"Keep the dog at a distance":                  "",
		"Priya is in my inner circle, I think":        "",
		"Priya said Tom is in my inner circle":        "",
		"I keep Henderson at a distance these days":   "",
		"Henderson is also late":                      "",
		"Priya is in the office. Put Tom in my group": "",
	} {
		w := turntest.New(t)
		w.At("2026-11-01 10:00")
		learn(t, w, w.Say("Ana is my sister"), "me", "sister", "Ana", "Ana is my sister")
		turn := w.Turn(w.Say(text))
		if _, err := (procedure.Desk{}).Resume(t.Context(), turn); err != nil {
			t.Fatal(err)
		}
		got := ""
		if c := turn.Command; c != nil {
			parts := append([]string{c.Name, c.Person}, c.Options...)
			if c.Words != "" {
				parts = append(parts, "/", c.Words)
			}
			got = strings.Join(parts, " ")
		}
		if got != want {
			t.Errorf("%q comes to %q, want %q", text, got, want)
		}
	}
}

func TestWatched(t *testing.T) {
	w := turntest.New(t)
	w.At("2026-11-20 08:00")
	say := func(text string, a event.Audience) string {
		turn := w.Turn(w.SayIn(turntest.Console, a, 0, text))
		r := procedure.Watch(turn)
		if r == nil {
			return ""
		}
		turntest.Golden(t, w.Mind, "watch", r)
		w.Apply(turn, r)
		return r.Text.String()
	}
	const text = "I feel bad saying no, so they get a fourth revision"
	if got := say(text, event.Private); got != "" {
		t.Errorf("unasked: %q", got)
	}
	m := w.Say("watch me on")
	e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingWatch, Text: "yes"}).Because(m).Resting(m)
	e.Trust = event.ByPrincipal
	w.Record(e)
	if got := say(text, event.Work); got != "" {
		t.Errorf("where others read: %q", got)
	}
	if got := say(text, event.Private); got == "" {
		t.Error("asked for, and not told")
	}
	if got := say(text, event.Private); got != "" {
		t.Errorf("told twice: %q", got)
	}
}

// Who is worn down as well is told all the same what he asked to be told.
func TestWatchedBeforeFeelings(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:00")
	m := w.Say("watch me on")
	e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingWatch, Text: "yes"}).Because(m).Resting(m)
	e.Trust = event.ByPrincipal
	w.Record(e)
	r, err := procedure.Desk{}.Answer(t.Context(), w.Turn(w.SayIn(turntest.Console, event.Private, 0, "I am exhausted and feel guilty, so I'll give them another month for free")))
	if err != nil || r == nil || r.By != "procedure:watch" {
		t.Errorf("%+v, %v", r, err)
	}
}
