package mattermost

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/connectors/markup"

	"github.com/mattermost/mattermost/server/public/shared/markdown"
)

// hidden is a space without width: it parts an @ from the name behind it, for the server
// and for every client, and nobody sees it.
const hidden = "\u200b"

// dialect is CommonMark in which nobody is mentioned: what the agent quotes must not ring
// on the phones of a whole channel.
func dialect(escape func(string) string) markup.Dialect {
	d := markup.CommonMark()
	d.Escape = escape
	return d
}

var addresses = regexp.MustCompile(`https?://\S+`)

// quiet parts each @ and ~ from what would make it a mention, outside of the addresses that are spared.
func quiet(spared func(address string) bool) func(string) string {
	return func(text string) string {
		if !strings.ContainsAny(text, "@~") {
			return text
		}
		var b strings.Builder
		last := 0
		for _, span := range addresses.FindAllStringIndex(text, -1) {
			if !spared(text[span[0]:span[1]]) {
				continue
			}
			parted(&b, text[last:span[0]])
			b.WriteString(text[span[0]:span[1]])
			last = span[1]
		}
		parted(&b, text[last:])
		return b.String()
	}
}

func all(string) bool  { return true }
func none(string) bool { return false }

// calls says whether somebody may be mentioned in a post, as the server reads it: much that looks like an address is
// none to it, or ends before the @.
func calls(message string) (found bool) {
	if !addresses.MatchString(message) || !strings.Contains(message, "@") {
		return false
	}
	before := ' '
	markdown.Inspect(message, func(node any) bool {
		text, words := node.(*markdown.Text)
		if !words {
			before = ' '
			return true
		}
		for i, r := range text.Text {
			found = found || mentions(before, r) && !strings.HasPrefix(text.Text[i+1:], hidden)
			before = r
		}
		return false
	})
	return found
}

// mentions says whether r begins a mention behind the rune before it. Behind a letter it is a mail address; behind
// anything else, "_" too, a mention.
func mentions(before, r rune) bool { return r == '@' && (before == '_' || !wordRune(before)) }

func parted(b *strings.Builder, text string) {
	before := ' '
	for i, r := range text {
		b.WriteRune(r)
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		if mentions(before, r) || r == '~' && wordRune(next) {
			b.WriteString(hidden)
		}
		before = r
	}
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_')
}

// mostTried is how many addresses of a post are tried one by one.
const mostTried = 20

// render writes a post's text as Mattermost reads it. An address is left as it is where the server takes it for one.
func render(text string, links map[string]string) string {
	written := func(spared func(string) bool) string {
		return dialect(quiet(spared)).Render(text, func(handle string) (string, bool) {
			url, ok := links[handle]
			return url, ok
		})
	}
	out := written(all)
	if !calls(out) {
		return out
	}
	found := addresses.FindAllString(text, mostTried+1)
	if len(found) <= mostTried {
		safe := map[string]bool{}
		for _, address := range found {
			safe[address] = !calls(written(func(a string) bool { return a == address }))
		}
		if out = written(func(a string) bool { return safe[a] }); !calls(out) {
			return out
		}
	}
	return written(none)
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
	rendered := dialect(quiet(none)).Render(text, func(string) (string, bool) { return longLink, true })
	return max(n, runes(rendered))
}
