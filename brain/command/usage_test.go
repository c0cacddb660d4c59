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
