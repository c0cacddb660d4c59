package host_test

import (
	"strings"
	"testing"
)

// A list of a work place does not say that there is nothing where the private conversation holds
// something: it says that there is more, tells nothing of it, and brings it at his word.
func TestAListSaysThatThereIsMoreInPrivate(t *testing.T) {
	lists := []struct{ set, ask, secret string }{
		{"remind me tomorrow at 15:00 to call zebra", "reminders", "zebra"},
		{"remind me tomorrow at 15:00 to call zebra", "What are my reminders?", "zebra"},
		{"remind me tomorrow at 15:00 to call zebra", "what is due tomorrow?", "zebra"},
		{"remind me tomorrow at 15:00 to call zebra", "agenda tomorrow", "zebra"},
		{"remind me today at 23:00 to call zebra", "briefing", "zebra"},
		{"I'll send zebra the contract by tomorrow", "loops", "zebra"},
		{"We decided to fire zebra because he is late.", "decisions", "zebra"},
		{"remember my salary is 4000 euros", "memories", "4000"},
		{"rule add never mention the zebra", "rules", "zebra"},
		{"keep in mind: the zebra is ill", "active thoughts", "zebra"},
		{"goal add ask about the zebra", "goals", "zebra"},
		{"My friend Zebra lives in Porto.", "people", "Zebra"},
	}
	try := func(t *testing.T, server func(t *testing.T) *answerer) {
		for _, l := range lists {
			t.Run(l.ask, func(t *testing.T) {
				w := settle(t, server(t), nil)
				before := saidIn(w.in(atSlack, l.ask), atSlack)
				if strings.Contains(before, beyondLine) || before == "" {
					t.Errorf("before there is any: %q", before)
				}
				w.in(atTelegram, l.set)
				if said := saidIn(w.in(atSlack, l.ask), atSlack); strings.Contains(said, l.secret) || !strings.HasSuffix(said, beyondLine) || said == before+"\n\n"+beyondLine {
					t.Errorf("at work: %q", said)
				}
				shown := w.in(acme, l.ask)
				if said := saidIn(shown, acme); strings.Contains(said, beyondLine) || strings.Contains(said, l.secret) {
					t.Errorf("in a channel: %q", said)
				}
				w.in(atSlack, l.ask)
				if said := saidIn(w.in(atSlack, "show it here"), atSlack); !strings.Contains(said, l.secret) || strings.Contains(said, beyondLine) {
					t.Errorf("at his word: %q", said)
				}
				if said := saidIn(w.in(atTelegram, l.ask), atTelegram); !strings.Contains(said, l.secret) || strings.Contains(said, beyondLine) {
					t.Errorf("in private: %q", said)
				}
			})
		}
	}
	t.Run("without a model", func(t *testing.T) { try(t, func(*testing.T) *answerer { return nil }) })
	t.Run("with a model", func(t *testing.T) { try(t, func(t *testing.T) *answerer { return answering(t, claudes(parrot)) }) })
}

// Where a work place shows all that there is, its list says nothing of the private conversation.
func TestAListThatIsAll(t *testing.T) {
	w := settle(t, nil, nil)
	w.in(atSlack, "remind me tomorrow at 15:00 to call the bank")
	w.in(atTelegram, "I'll send zebra the contract by tomorrow")
	if said := saidIn(w.in(atSlack, "reminders"), atSlack); strings.Contains(said, beyondLine) || !strings.Contains(said, "call the bank") {
		t.Errorf("all is here: %q", said)
	}
	w.in(atTelegram, "remind me in a week at 15:00 to feed the zebra")
	if said := saidIn(w.in(atSlack, "reminders tomorrow"), atSlack); strings.Contains(said, beyondLine) || !strings.Contains(said, "call the bank") {
		t.Errorf("all of that day is here: %q", said)
	}
	if said := saidIn(w.in(atSlack, "reminders"), atSlack); !strings.Contains(said, "call the bank") || !strings.HasSuffix(said, beyondLine) {
		t.Errorf("some of it is here: %q", said)
	}
}
