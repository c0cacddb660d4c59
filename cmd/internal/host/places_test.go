package host_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// spotNamed finds a spot.
func spotNamed(name string) spot {
	return spots[slices.IndexFunc(spots, func(s spot) bool { return s.name == name })]
}

var atConsole, atTelegram, atSlack, atMattermost, acme, acme2, family = spotNamed("console"), spotNamed("telegram"), spotNamed("slack"), spotNamed("mattermost"),
	spotNamed("#acme"), spotNamed("#acme2"), spotNamed("family")

// saidIn gives the posts among what was shown that stand in a spot.
func saidIn(shown []display, s spot) string {
	var posts []string
	for _, d := range shown {
		if at, _ := spotAt(d.place); at.name == s.name && d.what == "post" {
			posts = append(posts, d.text)
		}
	}
	return strings.Join(posts, "\n\n")
}

const (
	beyondLine   = "There is more in our private conversation; `show it here` brings it."
	answeredLine = "Answered in our direct messages."
)

// Private words come to a work place at the principal's word, each time, and to a shared one
// never; that there are any is said only where they bear on the question.
func TestShowItHere(t *testing.T) {
	for name, server := range map[string]func() *answerer{
		"without a model": func() *answerer { return nil },
		"with a model": func() *answerer {
			return answering(t, claudes(func(scripted.Request) scripted.Reply { return scripted.Says("I do not know that.") }))
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := server()
			w := settle(t, srv, nil)
			w.in(atTelegram, "The vault code of Acme is kingfisher.")
			w.in(atSlack, "The boat of Acme is called Marlin.")
			asked := 0
			if srv != nil {
				asked = len(srv.Requests())
			}
			question := "What is the vault code of Acme?"
			said := saidIn(w.in(atSlack, question), atSlack)
			if strings.Contains(said, "kingfisher") || strings.Count(said, beyondLine) != 1 {
				t.Errorf("at work: %q", said)
			}
			if srv != nil {
				for _, r := range srv.Requests()[asked:] {
					if strings.Contains(string(r.Body), "kingfisher") {
						t.Errorf("the model was shown it: %s", r.Body)
					}
				}
			}
			if said := saidIn(w.in(atSlack, "What is the boat of Acme called?"), atSlack); strings.Contains(said, beyondLine) {
				t.Errorf("nothing more bears on it: %q", said)
			}
			w.in(atSlack, question)
			if said := saidIn(w.in(atSlack, "show it here"), atSlack); !strings.Contains(said, `"The vault code of Acme is kingfisher" (you, `) || strings.Contains(said, beyondLine) {
				t.Errorf("at his word: %q", said)
			}
			shown := w.in(acme, question)
			if said := saidIn(shown, acme); said != answeredLine {
				t.Errorf("in a channel: %q", said)
			}
			if said := saidIn(shown, atTelegram); srv == nil && !strings.Contains(said, "kingfisher") || srv != nil && said == "" {
				t.Errorf("the answer went elsewhere: %s", where(shown))
			}
			if said := saidIn(w.in(acme, "show it here"), acme); !strings.Contains(said, "Others read along here") {
				t.Errorf("in a channel: %q", said)
			}
			if said := saidIn(w.in(atConsole, "show it here"), atConsole); !strings.Contains(said, "Nothing is held back here") {
				t.Errorf("at home: %q", said)
			}
		})
	}
}

// What a channel knows is answered in the channel; what the work place knows goes to its own
// direct message, and not to another where he was last.
func TestWhichDirectMessage(t *testing.T) {
	w := settle(t, nil, nil)
	w.in(atSlack, "The harbour fee is 4200 euros.")
	w.in(atMattermost, "hi")
	w.in(atConsole, "hi")
	w.in(acme, "The crane is called Otto.")
	if said := saidIn(w.in(acme, "What is the crane called?"), acme); !strings.Contains(said, "Otto") {
		t.Errorf("what the channel knows: %q", said)
	}
	shown := w.in(acme, "How much is the harbour fee?")
	if saidIn(shown, acme) != answeredLine || !strings.Contains(saidIn(shown, atSlack), "4200") {
		t.Errorf("what its server's direct message knows: %s", where(shown))
	}
	shown = w.in(family, "What is the crane called?")
	if saidIn(shown, family) != answeredLine || !strings.Contains(saidIn(shown, atTelegram), "Otto") {
		t.Errorf("what another channel knows: %s", where(shown))
	}
	shown = w.in(acme2, "loops")
	if saidIn(shown, acme2) != answeredLine || saidIn(shown, atSlack) == "" {
		t.Errorf("a list: %s", where(shown))
	}
	if said := saidIn(w.in(acme2, "What is the colour of the moon base?"), acme2); said == "" || said == answeredLine {
		t.Errorf("what nobody knows is said where it was asked: %q", said)
	}
}

// Name, zone and hours are told where they were told, like anything else.
func TestWhoHeIs(t *testing.T) {
	server := answering(t, claudes(parrot))
	w := settle(t, server, nil)
	w.in(atConsole, "call me Samovar")
	w.in(atConsole, "my time zone is Asia/Yakutsk")
	w.in(atConsole, "quiet hours 21:17 to 06:43")
	w.in(atConsole, "away from 4 Dec 2026 to 18 Dec 2026")
	ask := []string{
		"hi", "who am i?", "what is my name?", "where do I live?", "what time is it?", "what is the date?", "status", "quiet hours", "reminders", "help",
		"remind me on 3 Dec 2026 at 15:00 to feed the cat", "reminders", "snooze r40 until 16:00", "Should I buy the boat?", "replay", "why more", "back",
	}
	secrets := []string{"Samovar", "Yakutsk", "21:17", "18 Dec"}
	for _, s := range []spot{atSlack, atMattermost, acme, family} {
		for _, text := range ask {
			asked := len(server.Requests())
			for _, d := range w.in(s, text) {
				at, _ := spotAt(d.place)
				for _, secret := range secrets {
					if strings.Contains(d.text, secret) && at.audience != event.Private {
						t.Errorf("%q in %s tells %s in %s: %q", text, s.name, secret, at.name, d.text)
					}
				}
			}
			for _, r := range server.Requests()[asked:] {
				if strings.Contains(string(r.Body), "Samovar") || strings.Contains(string(r.Body), "Yakutsk") {
					t.Errorf("%q in %s: the model is told who he is", text, s.name)
				}
			}
		}
	}
	if said := saidIn(w.in(atSlack, "what time is it?"), atSlack); !strings.Contains(said, "GMT+09:00") {
		t.Errorf("the time: %q", said)
	}
	if said := saidIn(w.in(atTelegram, "hi"), atTelegram); said != "Hello, Samovar." {
		t.Errorf("in private: %q", said)
	}
	w.in(atSlack, "call me Workman")
	for s, want := range map[spot]string{atSlack: "Hello, Workman.", atTelegram: "Hello, Workman.", acme: "Hello."} {
		if said := saidIn(w.in(s, "hi"), s); said != want {
			t.Errorf("in %s: %q", s.name, said)
		}
	}
}

// Other people's words are found, with who said them and when, and nothing else is made of
// them: no answer, no reminder, no loop, no decision, no rule and no memory.
func TestOverheard(t *testing.T) {
	w := settle(t, nil, func(log *ledger.Log, pens ledger.Pens, w *town) {
		for i, text := range []string{
			"We spend around forty thousand a month on packaging", "remind me on Friday at 9 to call the mill", "I'll send the draft by Friday.",
			"We decided to drop the second mill because it is slow.", "rule add never buy board", "forget everything", "I want to kill myself", "@citadel status",
			"My name is Priya and I live in Porto.",
		} {
			h := pens.For(event.Bot).Write(event.Heard{
				Place: event.Place{Platform: acme.at.Platform, Account: acme.at.Account, Room: acme.at.Room}, Audience: event.Shared, Overheard: true, Text: text, On: w.clock(),
				Person: event.Person{Platform: "slack", Account: "T1", ID: "priya", Name: "Priya Nair"}, Message: "p" + string(rune('0'+i)), Title: "acme",
			})
			h.Trust = event.ByThirdParty
			w.write(log, h)
		}
	})
	w.in(atConsole, "hi")
	w.digest()
	for _, n := range []int{
		len(recorded[event.Learned](t, w.c)), len(recorded[event.ReminderSet](t, w.c)), len(recorded[event.LoopOpened](t, w.c)),
		len(recorded[event.DecisionProposed](t, w.c)), len(recorded[event.RuleAdded](t, w.c)), len(recorded[event.Held](t, w.c)), len(recorded[event.Forgotten](t, w.c)),
	} {
		if n != 0 {
			t.Error("something was made of it")
		}
	}
	if posts := recorded[event.PostQueued](t, w.c); len(posts) != 1 {
		t.Errorf("%d posts, want the greeting alone", len(posts))
	}
	said := saidIn(w.in(acme, "What did Priya say about packaging?"), acme)
	if !strings.HasPrefix(said, `From this channel: Priya Nair wrote "We spend around forty thousand a month on packaging" on [Fri 20 Nov 2026](src:m`) {
		t.Errorf("in the channel: %q", said)
	}
	w.in(acme, "The crane is called Otto.") // so that the channel has a name
	if said := saidIn(w.in(atTelegram, "What did Priya say about packaging in #acme?"), atTelegram); !strings.Contains(said, `forty thousand a month on packaging" (Priya Nair, [20 Nov 2026](src:m`) {
		t.Errorf("in private: %q", said)
	}
	if shown := w.in(acme2, "What did Priya say about packaging in #acme?"); saidIn(shown, acme2) != answeredLine || !strings.Contains(saidIn(shown, atSlack), "forty thousand") {
		t.Errorf("in another channel: %s", where(shown))
	}
	if said := saidIn(w.in(atTelegram, "find packaging from Priya"), atTelegram); !strings.Contains(said, "Priya Nair: ") {
		t.Errorf("found: %q", said)
	}
	// What he says there to others is kept, found, and neither answered nor taken for an order.
	if said := saidIn(w.in(acme, "observe"), acme); said == "" {
		t.Error("the channel is not told that it is read")
	}
	for _, text := range []string{"remind me on Monday at 9 to thank Priya", "We decided to leave the crane where it is.", "status"} {
		if shown := w.in(acme, text, func(e *connectors.Event) { e.Addressed = false }); len(shown) > 0 {
			t.Errorf("%q, said to others, is answered: %s", text, where(shown))
		}
	}
	w.digest()
	if n := len(recorded[event.ReminderSet](t, w.c)) + len(recorded[event.DecisionProposed](t, w.c)); n != 0 {
		t.Error("something was made of what he said to others")
	}
	if said := saidIn(w.in(atTelegram, "find crane"), atTelegram); !strings.Contains(said, "We decided to leave the crane") {
		t.Errorf("found: %q", said)
	}
	if said := saidIn(w.in(atConsole, "Where do I live?"), atConsole); strings.Contains(said, "Porto") {
		t.Errorf("her home for his: %q", said)
	}
}

// emergency is a number to call, and no part of a hash.
var emergency = regexp.MustCompile(`\b112\b`)

// Where more people read than it was told to, nothing shows that somebody was in danger.
func TestDangerStaysWhereItWasTold(t *testing.T) {
	w := settle(t, nil, nil)
	if said := saidIn(w.in(atTelegram, "I want to kill myself"), atTelegram); said == "" {
		t.Fatal("not answered")
	}
	for _, s := range []spot{acme, atSlack, family} {
		for _, text := range []string{"Portugal", "fine", "false alarm", "status"} {
			shown := w.in(s, text)
			for _, at := range spots {
				if said := saidIn(shown, at); at.audience != event.Private && (strings.Contains(said, "Understood") || strings.Contains(said, "paused") || emergency.MatchString(said) || strings.Contains(said, "Unasked messages wait")) {
					t.Errorf("%q in %s: %q", text, s.name, said)
				}
			}
		}
	}
	if said := saidIn(w.in(atConsole, "fine"), atConsole); !strings.HasPrefix(said, "Understood.") {
		t.Error("he cannot say in private that he is fine")
	}
}
