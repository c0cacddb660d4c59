package slack

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// words turns what Slack holds of a message into CommonMark. What a person typed arrives
// as it was typed: nothing is escaped, since a mark that Slack did not understand was
// meant as one or as itself.
type words struct {
	self string                 // the agent's id
	user func(id string) string // names, by what Slack shows; "" where it is not known
	room func(id string) string

	named bool // the agent was named
}

// of reads a message: its rich text if there is nothing else in it, else its text.
func (w *words) of(m *message) string {
	if text, ok := w.rich(m.Blocks); ok {
		return w.unaddressed(text)
	}
	return w.unaddressed(w.mrkdwn(m.Text, 0))
}

// me stands for the agent until it is known whether that is the front of the text. No text
// holds it: what is read is made valid UTF-8 first.
const me = "\xff"

// unaddressed takes the agent's name off the front, and writes it where else it stands.
func (w *words) unaddressed(text string) string {
	for {
		rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\n"), me)
		if !ok {
			break
		}
		text = strings.TrimLeft(rest, " \t\n,:")
	}
	if strings.Contains(text, me) {
		text = strings.ReplaceAll(text, me, "@"+cmp.Or(w.user(w.self), "citadel"))
	}
	return text
}

// entities are those that Slack writes in text, and no others.
var entities = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")

func (w *words) mention(id string) string {
	if id == w.self {
		w.named = true
		return me
	}
	return "@" + cmp.Or(w.user(id), id)
}

func (w *words) channel(id, label string) string {
	return "#" + strings.TrimPrefix(cmp.Or(label, w.room(id), id), "#")
}

// token writes what stands between < and >.
func (w *words) token(inner string, code bool) string {
	body, label, _ := strings.Cut(inner, "|")
	body, label = entities.Replace(body), entities.Replace(label)
	switch {
	case body == "":
		return "<" + entities.Replace(inner) + ">"
	case body[0] == '@':
		return w.mention(body[1:])
	case body[0] == '#':
		return w.channel(body[1:], label)
	case body[0] == '!':
		switch name, rest, _ := strings.Cut(body[1:], "^"); name {
		case "here", "channel", "everyone":
			return "@" + name
		case "date":
			return cmp.Or(label, rest)
		case "subteam":
			return cmp.Or(label, "@"+rest)
		default:
			return cmp.Or(label, "@"+name)
		}
	}
	if code {
		return cmp.Or(label, body)
	}
	return link(label, body)
}

// link writes an address, with its label where that says something else.
func link(label, url string) string {
	shown := url
	for _, scheme := range []string{"mailto:", "tel:"} {
		shown = strings.TrimPrefix(shown, scheme)
	}
	if label == "" || label == url || label == shown || "http://"+label == url || "https://"+label == url {
		if shown != url {
			return shown
		}
		return cmp.Or(label, url)
	}
	return "[" + label + "](" + strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29").Replace(url) + ")"
}

var emojiName = regexp.MustCompile(`^:([a-z0-9_+'-]{1,64})(?:::skin-tone-([2-6]))?:`)

// deepest is how far marks within marks are followed.
const deepest = 4

// mrkdwn reads Slack's own dialect.
func (w *words) mrkdwn(text string, depth int) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	var b strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		switch c := text[i]; {
		case strings.HasPrefix(rest, "```"):
			if end := strings.Index(rest[3:], "```"); end >= 0 {
				b.WriteString(fence(&b, w.verbatim(rest[3:3+end])))
				i += end + 6
				if i < len(text) && text[i] != '\n' {
					b.WriteByte('\n')
				}
				continue
			}
		case c == '`':
			if end := strings.IndexAny(rest[1:], "`\n"); end > 0 && rest[1+end] == '`' {
				b.WriteString("`" + w.verbatim(rest[1:1+end]) + "`")
				i += end + 2
				continue
			}
		case c == '<':
			if end := strings.IndexAny(rest[1:], "<>\n"); end > 0 && rest[1+end] == '>' {
				b.WriteString(w.token(rest[1:1+end], false))
				i += end + 2
				continue
			}
		case c == '&':
			for _, e := range []string{"&amp;", "&lt;", "&gt;"} {
				if strings.HasPrefix(rest, e) {
					b.WriteString(entities.Replace(e))
					i += len(e)
				}
			}
			if text[i:] != rest {
				continue
			}
		case c == ':':
			if m := emojiName.FindStringSubmatch(rest); m != nil {
				if char := emojiOf(m[1]); char != "" {
					b.WriteString(toned(char, m[2]))
					i += len(m[0])
					continue
				}
			}
		case c == '*' || c == '~':
			if n := pair(text, i); n > 0 && depth < deepest {
				mark := strings.Repeat(string(c), 2)
				b.WriteString(mark + w.mrkdwn(rest[1:n], depth+1) + mark)
				i += n + 1
				continue
			}
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

// pair is the distance to the mark that ends what the one at i begins, by Slack's rules:
// neither inside a word, nor beside a space or another such mark. 0 is none.
func pair(text string, i int) int {
	c := text[i]
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+1:])
	if i > 0 && (inWord(before) || before == rune(c)) || i+1 == len(text) || unicode.IsSpace(after) || after == rune(c) {
		return 0
	}
	for n := 1; n < 4000 && i+n < len(text) && text[i+n] != '\n'; n++ {
		if text[i+n] != c {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(text[:i+n])
		next, _ := utf8.DecodeRuneInString(text[i+n+1:])
		if n == 1 || unicode.IsSpace(last) || i+n+1 < len(text) && (inWord(next) || next == rune(c)) {
			return 0
		}
		return n
	}
	return 0
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// verbatim is the content of code: entities and addresses are written out, no mark is one.
func (w *words) verbatim(text string) string {
	var b strings.Builder
	for text != "" {
		i := strings.IndexByte(text, '<')
		end := -1
		if i >= 0 {
			end = strings.IndexByte(text[i:], '>')
		}
		if end < 0 {
			break
		}
		b.WriteString(entities.Replace(text[:i]) + w.token(text[i+1:i+end], true))
		text = text[i+end+1:]
	}
	return b.String() + entities.Replace(text)
}

// fence sets code between marks of its own lines, behind what b holds.
func fence(b *strings.Builder, code string) string {
	marks := "```"
	for strings.Contains(code, marks) {
		marks += "`"
	}
	before := ""
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		before = "\n"
	}
	return before + marks + "\n" + strings.Trim(code, "\n") + "\n" + marks
}
