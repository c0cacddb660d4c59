package slack

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"citadel/connectors"
	"citadel/connectors/markup"
)

// A post is a Markdown block, which Slack translates itself, with the same words as plain
// text beside it: that is what a notification shows and a screen reader says.

// calls would notify people beyond the post: Slack's own notation, and the words for all.
var (
	callNotation = regexp.MustCompile(`<([!@#])`)
	callWord     = regexp.MustCompile(`(?i)(https?://[^\s@]+/|[\pL\pN])?@(channel|here|everyone|group)[\w-]*(\.\pL)?`)
)

// apart is a character without a width: it keeps what it stands in from being a call.
const apart = "\u200b"

// silent keeps text from calling anybody. Nobody sees the difference.
func silent(text string) string {
	if !strings.ContainsAny(text, "@<") {
		return text
	}
	text = callNotation.ReplaceAllString(text, "<"+apart+"$1")
	return callWord.ReplaceAllStringFunc(text, func(call string) string {
		before, word, _ := strings.Cut(call, "@")
		if strings.Contains(before, "/") || before != "" && strings.Contains(word, ".") { // an address, of the web or of mail
			return call
		}
		return before + "@" + apart + word
	})
}

// markdown writes a text for a Markdown block.
func markdown(text string, links map[string]string) string {
	return dialect().Render(text, address(links))
}

// dialect is CommonMark that calls nobody.
func dialect() markup.Dialect {
	d := markup.CommonMark()
	d.Escape, d.EscapeCode = silent, silent
	return d
}

func address(links map[string]string) markup.Links {
	return func(handle string) (string, bool) {
		url, ok := links[handle]
		return url, ok && url != ""
	}
}

// mostPlain is how much of the plain text goes along, in characters.
const mostPlain = 3000

var encode = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// notification writes the plain text: first what has to be known at a glance.
func notification(text string) string {
	d := markup.Plain()
	d.Link = nil
	plain := strings.TrimSpace(d.Render(text, nil))
	if utf8.RuneCountInString(plain) > mostPlain {
		plain = string([]rune(plain)[:mostPlain-1]) + "…"
	}
	return encode.Replace(silent(plain))
}

// longLink stands for a permalink that is not known yet; few are longer.
var longLink = "https://" + strings.Repeat("x", 152)

// Measure counts a text as Slack counts what it is written as, in UTF-16 units, or more:
// every character that may need an escape as two, so that a longer text is never the shorter one.
func Measure(text string) int {
	n := strings.Count(text, "](src:") * len(longLink)
	for _, r := range text {
		switch {
		case r == '&':
			n += 5
		case strings.ContainsRune("\\`*_[]~<>#@\n", r):
			n += 2
		case r >= 0x10000:
			n += 2
		default:
			n++
		}
	}
	return max(n, utf16(dialect().Render(text, func(string) (string, bool) { return longLink, true })))
}

// utf16 is the length of what is sent, as Slack counts.
func utf16(text string) int {
	n := 0
	for _, r := range text {
		if n++; r >= 0x10000 {
			n++
		}
	}
	return n
}

// label is a button's, within what Slack takes.
func label(b connectors.Button) string {
	const most = 75
	if r := []rune(b.Label); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return cmp.Or(b.Label, "…")
}
