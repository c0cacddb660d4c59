package host_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
)

// mending is a message that did something, and what becomes of it.
type mending struct {
	before       []string // said first; "=15m" lets time pass
	said, mended string
	told         []string // in the answer to the edit; none: it is answered with nothing
	list         string   // a command that shows how it stands then
	stands, gone string   // in what that shows
}

// play has it said, mended at once or after another message, and asked how it stands.
func (c mending) play(t *testing.T, w *town, later bool, kind connectors.EventKind) (told, list string) {
	t.Helper()
	for _, b := range c.before {
		if pause, is := strings.CutPrefix(b, "="); is {
			d, err := time.ParseDuration(pause)
			if err != nil {
				t.Fatal(err)
			}
			w.pass(d)
			w.c.Jobs.Tick(t.Context())
			continue
		}
		w.in(atTelegram, b)
	}
	said := w.event(atTelegram, c.said)
	if did := saidIn(w.burst(said), atTelegram); did == "" {
		t.Fatalf("%q did nothing", c.said)
	}
	if later {
		w.in(atTelegram, "The printer is out of toner.")
	}
	told = saidIn(w.in(atTelegram, c.mended, func(e *connectors.Event) { e.Kind, e.Message = kind, said.Message }), atTelegram)
	if c.list != "" {
		list = saidIn(w.in(atTelegram, c.list), atTelegram)
	}
	return told, list
}

// Reminders that have just come.
var (
	came  = []string{"remind me in 10 minutes to call mum", "=15m"}
	daily = []string{"remind me every day at 20:10 to stretch", "=15m"}
)

// What was done because of a message follows it when that is mended, at once or after other messages: the new is done
// instead of the old.
func TestAnEditOfWhatWasDoneIsFollowed(t *testing.T) {
	for name, c := range map[string]mending{
		"another time": {[]string{"remind me tomorrow at 9 to call Bob"}, "at 10", "at 11", []string{"11:00", "call Bob"}, "reminders", "Sat 21 Nov, 11:00", "10:00"},
		"put off":      {came, "in an hour", "in two hours", []string{"22:1", "call mum"}, "reminders", "Fri 20 Nov, 22:1", "21:16"},
		"done":         {came, "in an hour", "done", []string{"Done", "call mum"}, "reminders", "No reminder is set", "21:16"},
		"not done":     {came, "done", "not done", []string{"21:1", "call mum"}, "reminders", "Fri 20 Nov, 21:1", "No reminder"},
		"away":         {nil, "away from 4 Dec to 18 Dec", "away from 4 Dec to 11 Dec", []string{"11 Dec"}, "am I away?", "11 Dec", "18 Dec"},
		"the briefing": {nil, "briefing at 8", "briefing at 9", []string{"09:00"}, "briefing at 9", "It is so already", "From the next one"},
		"a group":      {[]string{"My sister Ana lives in Porto."}, "group Ana boundary", "group Ana growth", []string{"growth"}, "people", "Growth", "Boundary"},
		"a prediction": {nil, "I bet it rains by March", "I bet it snows by March", []string{"snows", "It replaces the prediction \"it rains by March\""}, "predictions", "snows", "rains"},
		"of each day":  {daily, "in an hour", "in two hours", []string{"22:1", "stretch"}, "reminders", "22:1", "21:16"},
		"once more":    {daily, "on Sunday at 9", "on Sunday at 10", []string{"10:00", "once more", "It replaces"}, "reminders", "10:00", "09:00"},
	} {
		for _, later := range []bool{false, true} {
			w := settle(t, nil, nil)
			told, list := c.play(t, w, later, connectors.Edit)
			if !strings.Contains(list, c.stands) || strings.Contains(list, c.gone) {
				t.Errorf("%s, later %v: the list %q", name, later, list)
			}
			if slices.ContainsFunc(c.told, func(s string) bool { return !strings.Contains(told, s) }) || strings.Contains(told, "does not take back") {
				t.Errorf("%s, later %v: told %q", name, later, told)
			}
		}
	}
}

// Where the words of an edit do nothing of the kind, what was done stands, and it is said, with what changes it.
func TestAnEditThatTakesNothingBackSaysSo(t *testing.T) {
	const stands = "does not take back what came of it before: "
	for name, c := range map[string]mending{
		"talk":             {nil, "remind me tomorrow at 9 to call Bob", "Bob called.", []string{stands + "the reminder \"call Bob\"", "`cancel r"}, "reminders", "call Bob", "No reminder"},
		"never mind":       {nil, "remind me tomorrow at 9 to call Bob", "never mind", []string{stands, "`cancel r"}, "reminders", "call Bob", "No reminder"},
		"half a command":   {nil, "remind me tomorrow at 9 to call Bob", "cancel", []string{stands, "`cancel r"}, "reminders", "call Bob", "No reminder"},
		"put off":          {came, "tomorrow", "tomorrow I see Bob", []string{stands + "another time for `r", "Sat 21 Nov 2026, 09:00", "`cancel r"}, "reminders", "Sat 21 Nov, 09:00", "No reminder"},
		"another time":     {[]string{"remind me tomorrow at 9 to call Bob"}, "at 10", "at ten past ten I go", []string{stands + "another time for `r", "Sat 21 Nov 2026, 10:00"}, "reminders", "10:00", "09:00"},
		"done":             {came, "done", "Tom is done", []string{stands + "that `r", "is done"}, "reminders", "No reminder", "`r9` Sat"},
		"what is kept":     {nil, "remember the key is under the mat", "thanks", []string{stands + "\"the key is under the mat\", kept at your word", "`forget m"}, "memories", "mat", "zzz"},
		"away":             {nil, "away from 4 Dec to 18 Dec", "It was a long day", []string{stands + "the setting `away`"}, "am I away?", "18 Dec", "not away"},
		"somebody else":    {[]string{"My sister Ana lives in Porto.", "Tom is my brother."}, "group Ana boundary", "group Tom boundary", []string{stands + "that Ana is in the group boundary", "`group Ana none`"}, "people", "Ana", "zzz"},
		"a prediction":     {nil, "I bet it rains by March", "It rains in March", []string{stands + "the prediction \"it rains by March\"", "`forget m"}, "predictions", "rains", "zzz"},
		"what adds up":     {nil, "less mail", "less news", []string{stands + "the setting `briefing`"}, "", "", "zzz"},
		"another reminder": {nil, "cancel the passport reminder", "cancel the oven reminder", []string{"clean the oven", stands + "that `r", "is called off"}, "reminders", "No reminder", "passport"},
	} {
		if name == "another reminder" {
			c.before = []string{"remind me tomorrow at 9 to renew my passport", "remind me tomorrow at 10 to clean the oven"}
		}
		for _, how := range []struct{ later, model bool }{{false, false}, {true, false}, {true, true}} {
			var server *answerer
			if how.model {
				server = answering(t, claudes(parrot))
			}
			w := settle(t, server, nil)
			told, list := c.play(t, w, how.later, connectors.Edit)
			if slices.ContainsFunc(c.told, func(s string) bool { return !strings.Contains(told, s) }) {
				t.Errorf("%s, %+v: told %q", name, how, told)
			}
			if !strings.Contains(list, c.stands) || strings.Contains(list, c.gone) {
				t.Errorf("%s, %+v: the list %q", name, how, list)
			}
		}
	}
}

// A word that leaves out the next of what repeats leaves out no second one where it is mended, and mended back.
func TestAnEditLeavesOutNoSecondOne(t *testing.T) {
	w := settle(t, nil, nil)
	w.in(atTelegram, "remind me every day at 9 to stretch")
	handle := regexp.MustCompile(`r\d+`).FindString(saidIn(w.in(atTelegram, "reminders"), atTelegram))
	said := w.event(atTelegram, "skip "+handle)
	w.burst(said)
	for _, mended := range []string{"thanks", "skip " + handle} {
		w.in(atTelegram, mended, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
	}
	if list := saidIn(w.in(atTelegram, "reminders"), atTelegram); !strings.Contains(list, "Sun 22 Nov, 09:00") {
		t.Errorf("the list %q", list)
	}
}

// An edit by which the same is asked for in other words is told that it is so, and nothing besides.
func TestAnEditThatAsksForTheSame(t *testing.T) {
	for name, c := range map[string]mending{
		"the briefing": {nil, "briefing at 8", "briefing at 08:00", []string{"It is so already"}, "", "", ""},
		"done":         {came, "done", "I did it", []string{"Done"}, "", "", ""},
		"a group":      {[]string{"My sister Ana lives in Porto."}, "group Ana boundary", "put Ana in the boundary group", nil, "", "", ""},
	} {
		for _, later := range []bool{false, true} {
			w := settle(t, nil, nil)
			told, _ := c.play(t, w, later, connectors.Edit)
			if slices.ContainsFunc(c.told, func(s string) bool { return !strings.Contains(told, s) }) || strings.Contains(told, "does not take back") {
				t.Errorf("%s, later %v: told %q", name, later, told)
			}
		}
	}
}

// What stood no longer is not spoken of, and neither is what the edit leaves to be asked.
func TestAnEditOfWhatIsOverIsSilent(t *testing.T) {
	for name, c := range map[string]mending{
		"undone":    {nil, "remind me tomorrow at 9 to call Bob", "Bob called.", nil, "", "", ""},
		"overtaken": {came, "in an hour", "I am out for an hour", nil, "", "", ""},
	} {
		w := settle(t, nil, nil)
		for _, b := range c.before {
			if b[0] == '=' {
				w.pass(15 * time.Minute)
				w.c.Jobs.Tick(t.Context())
			} else {
				w.in(atTelegram, b)
			}
		}
		said := w.event(atTelegram, c.said)
		w.burst(said)
		if name == "undone" {
			w.in(atTelegram, "undo")
		} else {
			w.in(atTelegram, "cancel the mum reminder")
		}
		if told := saidIn(w.in(atTelegram, c.mended, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message }), atTelegram); told != "" {
			t.Errorf("%s: told %q", name, told)
		}
	}
}

// A message by which something was done is not taken back in silence: what goes with it is asked first.
func TestADeletionOfWhatWasDoneAsks(t *testing.T) {
	for name, c := range map[string]mending{
		"put off":      {came, "in an hour", "", []string{"another time for `r", "21:1", "Forget it with them?"}, "", "", ""},
		"done":         {came, "done", "", []string{"that `r", "is done", "Forget it with them?"}, "", "", ""},
		"another time": {[]string{"remind me tomorrow at 9 to call Bob"}, "at 10", "", []string{"another time for `r", "Sat 21 Nov 2026, 10:00"}, "", "", ""},
		"called off":   {[]string{"remind me tomorrow at 9 to call Bob"}, "cancel the Bob reminder", "", []string{"that `r", "is called off"}, "", "", ""},
		"away":         {nil, "away from 4 Dec to 18 Dec", "", []string{"the setting `away`"}, "", "", ""},
	} {
		w := settle(t, nil, nil)
		c.play(t, w, true, connectors.Delete)
		told := w.askedWhetherToForget()
		if slices.ContainsFunc(c.told, func(s string) bool { return !strings.Contains(told, s) }) {
			t.Errorf("%s: told %q", name, told)
		}
	}
}
