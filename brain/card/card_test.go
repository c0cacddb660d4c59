package card_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"citadel/brain/card"
	"citadel/memory/event"
	"citadel/tools"
)

var now = time.Date(2026, 11, 20, 9, 14, 0, 0, time.UTC)

func mail(json.RawMessage) tools.Card {
	return tools.Card{
		Question: "Send this mail?", Facts: []string{"To: priya@acme.example", "Subject: Prices", "no attachment"},
		Quote: "Hi Priya,\n> as you said\n\nSam", After: "Mail can't be recalled.", Verb: "Send",
	}
}

func TestAsk(t *testing.T) {
	c := card.Of(tools.Tool{Name: "mail_send", Card: mail}, nil)
	text, buttons, fits := card.Ask(c, "K7", []string{"It may come from the page evil.example, not from you."}, now.Add(card.Lasts), now)
	want := "**Send this mail?** `K7`\n\nTo: priya@acme.example · Subject: Prices · no attachment\n\n> Hi Priya,\n> > as you said\n> \n> Sam\n\n" +
		"It may come from the page evil.example, not from you.\n\nNothing is done until you press Send or reply `send K7`. Lapses on Sat 21 Nov, 09:14."
	if text.String() != want {
		t.Errorf("card:\n%s\nwant:\n%s", text, want)
	}
	if !fits || len(buttons) != 2 || buttons[0].Says != "send K7" || buttons[0].Emoji != "✅" || buttons[1].Says != "drop K7" {
		t.Errorf("fits %t, buttons %+v", fits, buttons)
	}
}

// A tool that shows nothing of itself is shown as it would run, to the last byte.
func TestPlainArguments(t *testing.T) {
	c := card.Of(tools.Tool{Name: "sheet_write"}, json.RawMessage("{\"b\": \"x`y\\u200b\",\n \"a\": [1, {\"c\": null}]}"))
	if c.Question != "Run `sheet_write`?" || c.Verb != "Run" {
		t.Errorf("%+v", c)
	}
	if got := strings.Join(c.Facts, "|"); got != "a: `[1,{\"c\":null}]`|b: `` \"x`y\\u200b\" ``" {
		t.Errorf("facts %s", got)
	}
}

func TestACardHasAWordThatAnswersIt(t *testing.T) {
	c := card.Of(tools.Tool{Name: "x", Card: func(json.RawMessage) tools.Card { return tools.Card{Question: "Obey?", Verb: "yes"} }}, nil)
	if c.Verb != "Run" {
		t.Errorf("a tool made the word %q", c.Verb)
	}
	if len(card.Verbs()) < 5 || card.Verbs()[0] > card.Verbs()[1] {
		t.Errorf("verbs %v", card.Verbs())
	}
}

// An address that only looks like one he knows is not shown as if it were.
func TestNothingHidesOnACard(t *testing.T) {
	c := tools.Card{Question: "Send?", Verb: "Send", Facts: []string{"To: priya\u202eelpmaxe@\u200bacme"}, Quote: "a\x00b\r\nc"}
	text, _, _ := card.Ask(c, "K7", nil, now, now)
	for _, want := range []string{`priya\u202Eelpmaxe@\u200Bacme`, `a\u0000b`, "\n> c"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q does not show %q", text, want)
		}
	}
}

func TestWhatIsTooLongIsNotAsked(t *testing.T) {
	c := tools.Card{Question: "Send?", Verb: "Send", Quote: strings.Repeat("word ", card.Longest)}
	if _, _, fits := card.Ask(c, "K7", nil, now, now); fits {
		t.Error("a card of 30 kB can be pressed unread")
	}
}

func TestTold(t *testing.T) {
	c := mail(nil)
	unsure := &tools.Failure{Reason: tools.Unsure, Text: "The line broke."}
	for want, got := range map[string]string{
		"Sent at 09:14. Read back from your Sent folder: same text. Mail can't be recalled.": card.Told(c, tools.Result{}, nil,
			&event.ToolVerified{Outcome: event.VerifiedHolds, Text: "Read back from your Sent folder: same text."}, now).String(),
		"Sent at 09:14. To 1 address. Not verified: there is no way to look. Mail can't be recalled.": card.Told(c, tools.Result{Text: "To 1 address."}, nil,
			&event.ToolVerified{Outcome: event.VerifiedNot}, now).String(),
		"Sent at 09:14. I could not look whether it holds. Mail can't be recalled.": card.Told(c, tools.Result{}, nil,
			&event.ToolVerified{Outcome: event.VerifiedUnknown}, now).String(),
		"**Not as it was meant.** The subject differs.": card.Told(c, tools.Result{}, nil,
			&event.ToolVerified{Outcome: event.VerifiedDiffers, Text: "The subject differs."}, now).String(),
		"**Not done.** There is no such mailbox.": card.Told(c, tools.Result{}, &tools.Failure{Reason: tools.Missing, Text: "There is no such mailbox."},
			&event.ToolVerified{Outcome: event.VerifiedDiffers}, now).String(),
		"Sent at 09:14. It is in your Sent folder.": card.Told(c, tools.Result{}, unsure,
			&event.ToolVerified{Outcome: event.VerifiedHolds, Text: "It is in your Sent folder."}, now).String(),
		"**Not done.** The line broke. Looking afterwards: it is not there.": card.Told(c, tools.Result{}, unsure,
			&event.ToolVerified{Outcome: event.VerifiedDiffers, Text: "it is not there."}, now).String(),
		"**I don't know whether it was done.** The line broke. I can't see it from here: look yourself before you try again.": card.Told(c, tools.Result{}, unsure,
			&event.ToolVerified{Outcome: event.VerifiedNot}, now).String(),
	} {
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
