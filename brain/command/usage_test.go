package command_test

import (
	"testing"

	"citadel/brain/command"
)

func TestIncomplete(t *testing.T) {
	for text, want := range map[string]string{
		"find": "find", "Remember.": "remember", "rule add": "rule add", "rules add:": "-", "rule drop": "rule drop", "forget": "forget", "show": "show",
		"/find": "find", "/done": "done", "/done@citadel_bot": "done", "/rule drop the second": "rule drop", "/amend": "-",
		"done": "-", "call me": "-", "close": "close", "find a plumber": "-", "find?": "-", "remember?": "-", "find overdraft": "-",
		"loops": "-", "/foo": "-", "": "-", "/": "-", "back": "-", "no": "-", "cancel": "cancel",
		"policy": "policy", "policy nothing deny": "policy", "policy mail_send maybe": "policy", "Policy mail_send.": "policy", "policy mail_send deny": "-",
		"show m0": "show", "show m999999999999999999999999": "show", "wrong m0": "wrong", "memories of": "memories", "memories of Ana": "-", "show 5": "-", "wrong way": "-",
		"policy nothing": "-", "policy matters a lot": "-", "our policy is to ask": "-",
	} {
		got := "-"
		if row, ok := command.Incomplete(text); ok {
			got = row.Name
		}
		if got != want {
			t.Errorf("Incomplete(%q) is %q, want %q", text, got, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	for text, want := range map[string]string{
		"/foo bar": "foo", "/foo@citadel_bot": "foo", "/Foo.": "Foo", "/help": "", "/etc/hosts is broken": "", "/ foo": "", "foo": "", "/": "", "/12": "", "//x": "",
	} {
		if got, _ := command.Unknown(text); got != want {
			t.Errorf("Unknown(%q) is %q, want %q", text, got, want)
		}
	}
}

// Questions that a command answers only where there is something to look at are talk to Parse.
func TestAsked(t *testing.T) {
	for text, want := range map[string]string{
		"What's on today?": "agenda", "what is on tomorrow?": "agenda", "What’s in my calendar next week?": "agenda", "what do I have on Friday?": "agenda",
		"what's coming up?": "agenda", "What is coming up this week?": "agenda", "anything coming up?": "agenda", "what's next?": "-", "what's coming up with Tom?": "-",
		"Do I have any meetings on Monday?": "agenda", "do I have a meeting tomorrow?": "agenda", "do I have an appointment for you?": "-", "when am I free on Thursday?": "free", "Am I free tomorrow morning?": "free",
		"am I free tomorrow at 10?": "free", "Am I busy on Thursday at 10?": "free", "do I have anything on Friday at 3pm?": "free", "am I free at 10": "free",
		"am I free on Wednesday at 10 for an hour?": "free", "is my calendar clear on Wednesday afternoon?": "free", "is there anything in my calendar at 10?": "free",
		"do I have time tomorrow at noon?": "free", "am I free for dinner?": "-", "am I busy enough?": "-", "is my calendar clear to you?": "-",
		"What's my next meeting?": "appointment", "when is my next appointment": "appointment", "what's next in my calendar?": "appointment", "what's the next step?": "-",
		"any new mail?": "mail", "do I have mail?": "mail",
		"is there anything in my calendar today?": "agenda", "anything in my diary tomorrow?": "agenda", "what files do I have?": "files", "which files are in notes?": "files",
		"what's in the news?": "news", "what are the latest headlines?": "news", "what's new in Porto?": "-", "what files did Priya send?": "-",
		"is there anything in my coffee today?": "-", "what's in the newsletter?": "-",
		"what's on your mind?": "-", "what's on?": "-", "what do I have to do today?": "-", "am I free to go?": "-", "any mailman around?": "-",
		"what do I have against Friday?": "-", "what's on Friday's list?": "-", "agenda": "-", "what was on yesterday?": "-",
	} {
		c, ok := command.Asked(text)
		if got := map[bool]string{true: c.Name, false: "-"}[ok]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if c, ok := command.Parse(text); ok && want != "-" {
			t.Errorf("%q is the command %q", text, c.Name)
		}
	}
}
