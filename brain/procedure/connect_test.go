package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// Who asks in a conversation for a chat platform, mail or a calendar is told what to type on the host; what only speaks of
// one stays what it was.
func TestConnect(t *testing.T) {
	const anyOfThem = "`citadel setup slack`, `citadel setup telegram` or `citadel setup mattermost`"
	for text, does := range map[string]string{
		"connect slack":                           "`citadel setup slack`",
		"Link Slack, please.":                     "`citadel setup slack`",
		"add my telegram":                         "`citadel setup telegram`",
		"Set up Telegram":                         "`citadel setup telegram`",
		"setup mattermost":                        "`citadel setup mattermost`",
		"Could you connect to our Slack?":         "`citadel setup slack`",
		"slack setup":                             "`citadel setup slack`",
		"how do I use you on Slack?":              "`citadel setup slack`",
		"How can I connect Telegram?":             "`citadel setup telegram`",
		"how do I add you to Slack":               "`citadel setup slack`",
		"how to set up slack":                     "`citadel setup slack`",
		"Can I talk to you on Telegram?":          "`citadel setup telegram`",
		"do you work with Mattermost?":            "`citadel setup mattermost`",
		"are you on Slack?":                       "`citadel setup slack`",
		"I want to use you on Slack.":             "`citadel setup slack`",
		"I'd like to connect my Telegram account": "`citadel setup telegram`",
		"citadel setup slack":                     "`citadel setup slack`",
		"/setup telegram":                         "`citadel setup telegram`",
		"citadel setup":                           anyOfThem,
		"citadel link":                            anyOfThem,
		"setup":                                   anyOfThem,
		"link":                                    anyOfThem,
		"link an account":                         anyOfThem,
		"How do I link my account?":               anyOfThem,
		"add another account":                     anyOfThem,
		"connect a chat platform":                 anyOfThem,
		"how do I reach you from my phone?":       anyOfThem,
		"can I use you on my phone?":              anyOfThem,
		"connect WhatsApp":                        "not on WhatsApp",
		"can I text you on Signal?":               "not on Signal",
		"connect my calendar":                     "`citadel setup calendar`",
		"how do I connect my Google calendar?":    "`citadel setup calendar`",
		"set up mail":                             "`citadel setup mail`",
		"how can I link my email?":                "`citadel setup mail`",
		"citadel doctor":                          "in a terminal on the host",

		"connect Ana with Priya": "", "I like Slack": "", "Slack is down": "", "connect Ana with Priya on Slack": "", "how do I use Slack?": "", "how do I mute a channel on Slack?": "",
		"add Slack to the invoice list": "", "I connected Slack": "", "set up a meeting": "", "set up Slack for Priya": "", "link to the article": "", "link the bakery to flour prices": "",
		"What did Tom say on Slack?": "", "write to Priya on Slack": "", "We use Telegram at work.": "", "can I call you Sam?": "", "the setup takes a day": "", "Did you see Ana's link?": "",
		"add an account for Henderson": "", "connect the printer": "", "Ben wants to use Slack": "", "is Priya on Slack?": "", "add the bank account": "", "my phone is broken": "", "I need to set up an account": "", "set up a chat with Priya": "", "add an account": "",
		"let's link our calendars": "", "add my email to the list": "", "add it to my calendar": "", "add this to the calendar": "", "add to my calendar": "", "set it up in my calendar": "", "can I write to Ana on Telegram?": "", "set up an account": "",
	} {
		w := turntest.New(t)
		w.At("2026-11-20 08:51")
		_, r := ask(t, w, text)
		got := r.Text.String()
		if does != "" && !strings.Contains(got, does) || does == "" && (r.By == "procedure:connect" || strings.Contains(got, "citadel setup")) {
			t.Errorf("%q: %s: %q; want %q", text, r.By, got, does)
		}
		if does != "" && len(r.Writes) > 0 {
			t.Errorf("%q changes something", text)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}

// With a model it is said as well: it would make up how.
func TestConnectBesideAModel(t *testing.T) {
	w := turntest.New(t)
	one := w.Turn(w.Say("how do I use you on Slack?"))
	understand(one)
	r, err := procedure.Desk{}.Act(t.Context(), one)
	if err != nil || r == nil || !strings.Contains(r.Text.String(), "`citadel setup slack`") {
		t.Errorf("%+v, %v", r, err)
	}
}

// Where an account is linked there already it is said, and how another one is.
func TestConnectAnother(t *testing.T) {
	w := turntest.New(t)
	w.At("2026-11-20 08:51")
	w.Record(w.Pens.For(event.Accounts).Write(event.AccountLinked{Person: event.Person{Platform: "slack", ID: "U04F9"}, Audience: event.Work, How: "setup"}))
	for text, does := range map[string]string{"connect slack": "Slack is connected", "link another account": "`citadel link`", "connect telegram": "`citadel setup telegram`"} {
		_, r := ask(t, w, text)
		if got := r.Text.String(); !strings.Contains(got, does) {
			t.Errorf("%q: %q; want %q", text, got, does)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}

// "Setup" is nobody's name: whoever is asked for his may ask this first.
func TestConnectBeforeTheName(t *testing.T) {
	for _, text := range []string{"setup", "Connect Slack", "link"} {
		if got := tell(t, welcomed(t), text).Text.String(); !strings.Contains(got, "`citadel setup slack`") {
			t.Errorf("%q: %q", text, got)
		}
	}
}
