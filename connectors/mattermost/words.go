package mattermost

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/connectors/markup"
)

// hidden is a space without width: it parts an @ from the name behind it, for the server
// and for every client, and nobody sees it.
const hidden = "\u200b"

// dialect is CommonMark in which nobody is mentioned: what the agent quotes must not ring
// on the phones of a whole channel.
func dialect() markup.Dialect {
	d := markup.CommonMark()
	d.Escape = quiet
	return d
}

var addresses = regexp.MustCompile(`https?://\S+`)

// quiet parts each @ and ~ from what would make it a mention, outside of addresses.
func quiet(text string) string {
	if !strings.ContainsAny(text, "@~") {
		return text
	}
	var b strings.Builder
	last := 0
	for _, span := range addresses.FindAllStringIndex(text, -1) {
		parted(&b, text[last:span[0]])
		b.WriteString(text[span[0]:span[1]])
		last = span[1]
	}
	parted(&b, text[last:])
	return b.String()
}

func parted(b *strings.Builder, text string) {
	before := ' '
	for i, r := range text {
		b.WriteRune(r)
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		// Behind a letter it is a mail address; behind anything else, "_" too, a mention.
		if r == '@' && (before == '_' || !wordRune(before)) || r == '~' && wordRune(next) {
			b.WriteString(hidden)
		}
		before = r
	}
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_')
}

// render writes a post's text as Mattermost reads it.
func render(text string, links map[string]string) string {
	return dialect().Render(text, func(handle string) (string, bool) {
		url, ok := links[handle]
		return url, ok
	})
}

// longLink stands for a link whose address is not known yet; no permalink is longer.
var longLink = "https://" + strings.Repeat("x", 248)

// measure counts the runes of a text once it is rendered, or more: every character that may
// need an escape is counted with it, so that a longer text is never the shorter one.
func measure(text string) int {
	n := 0
	for _, r := range text {
		n++
		switch r {
		case '\\', '`', '*', '_', '[', ']', '<', '\n':
			n++
		case '@', '~':
			n += 2
		case '&':
			n += 4
		}
	}
	n += strings.Count(text, "](src:") * len(longLink)
	rendered := dialect().Render(text, func(string) (string, bool) { return longLink, true })
	return max(n, runes(rendered))
}
