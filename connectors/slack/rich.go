package slack

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
)

// richBlock is a block of a message that a person wrote.
type richBlock struct {
	Type     string          `json:"type"`
	Elements json.RawMessage `json:"elements"`
}

// richElement is a part of rich text: a section, a list, or something within one.
type richElement struct {
	Type     string          `json:"type"`
	Elements json.RawMessage `json:"elements"`
	Style    json.RawMessage `json:"style"` // a word for lists, a set for the rest
	Indent   int             `json:"indent"`
	Offset   int             `json:"offset"`

	Text     string `json:"text"`
	URL      string `json:"url"`
	User     string `json:"user_id"`
	Channel  string `json:"channel_id"`
	Group    string `json:"usergroup_id"`
	Range    string `json:"range"`
	Name     string `json:"name"`
	Unicode  string `json:"unicode"`
	Value    string `json:"value"`
	Fallback string `json:"fallback"`
}

type richStyle struct {
	Bold   bool `json:"bold"`
	Italic bool `json:"italic"`
	Strike bool `json:"strike"`
	Code   bool `json:"code"`
}

// rich reads the blocks of a message; false if there is anything in them that it does not
// know, so that nothing is left out.
func (w *words) rich(raw json.RawMessage) (string, bool) {
	var blocks []richBlock
	if len(raw) == 0 || json.Unmarshal(raw, &blocks) != nil || len(blocks) == 0 {
		return "", false
	}
	named := w.named
	var parts []string
	var flat []bool
	for _, block := range blocks {
		var elements []richElement
		if block.Type != "rich_text" || json.Unmarshal(block.Elements, &elements) != nil {
			w.named = named
			return "", false
		}
		for _, e := range elements {
			text, ok := w.part(e)
			if !ok {
				w.named = named
				return "", false
			}
			parts, flat = append(parts, text), append(flat, e.Type == "rich_text_section")
		}
	}
	if len(parts) == 1 {
		return parts[0], true
	}
	var b strings.Builder
	for i, p := range parts {
		if i == 0 {
			b.WriteString(strings.TrimRight(p, "\n"))
			continue
		}
		if nested(parts[i-1], p, flat[i-1], flat[i]) {
			b.WriteString("\n")
		} else {
			b.WriteString("\n\n")
		}
		b.WriteString(strings.Trim(p, "\n"))
	}
	return b.String(), true
}

// nested says whether two lists, one after the other, are one with another level in it:
// Slack writes a list for each stretch of one level.
func nested(before, after string, flatBefore, flatAfter bool) bool {
	isItem := func(s string) bool {
		s = strings.TrimLeft(s, " ")
		digits := strings.TrimLeft(s, "0123456789")
		return strings.HasPrefix(s, "- ") || len(digits) < len(s) && strings.HasPrefix(digits, ". ")
	}
	return !flatBefore && !flatAfter && isItem(before) && isItem(after)
}

func (w *words) part(e richElement) (string, bool) {
	switch e.Type {
	case "rich_text_section":
		return w.inline(e.Elements, false)
	case "rich_text_quote":
		text, ok := w.inline(e.Elements, false)
		return "> " + strings.ReplaceAll(text, "\n", "\n> "), ok
	case "rich_text_preformatted":
		text, ok := w.inline(e.Elements, true)
		var none strings.Builder
		return fence(&none, text), ok
	case "rich_text_list":
		return w.list(e)
	}
	return "", false
}

func (w *words) list(e richElement) (string, bool) {
	var items []richElement
	if json.Unmarshal(e.Elements, &items) != nil {
		return "", false
	}
	ordered := loose[string](e.Style) == "ordered"
	indent := strings.Repeat("  ", min(max(e.Indent, 0), 8))
	if ordered {
		indent = strings.Repeat("   ", min(max(e.Indent, 0), 8))
	}
	var lines []string
	for i, it := range items {
		text, ok := w.part(it)
		if !ok {
			return "", false
		}
		marker := "- "
		if ordered {
			marker = strconv.Itoa(max(e.Offset, 0)+i+1) + ". "
		}
		lines = append(lines, indent+marker+strings.ReplaceAll(text, "\n", "\n"+indent+strings.Repeat(" ", len(marker))))
	}
	return strings.Join(lines, "\n"), true
}

// inline reads what stands in a section; bare leaves the marks out.
func (w *words) inline(raw json.RawMessage, bare bool) (string, bool) {
	var elements []richElement
	if json.Unmarshal(raw, &elements) != nil {
		return "", false
	}
	var b strings.Builder
	for _, e := range elements {
		text, ok := w.element(e, bare)
		if !ok {
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

func (w *words) element(e richElement, bare bool) (string, bool) {
	style := loose[richStyle](e.Style)
	text := ""
	switch e.Type {
	case "text":
		text = strings.ToValidUTF8(e.Text, "\ufffd")
	case "link":
		if text = cmp.Or(e.Text, e.URL); !bare {
			text = link(e.Text, e.URL)
		}
	case "emoji":
		return emojiElement(e), true
	case "user":
		text = w.mention(e.User)
	case "channel":
		text = w.channel(e.Channel, "")
	case "usergroup":
		text = "@" + e.Group
	case "broadcast":
		text = "@" + e.Range
	case "color":
		text = e.Value
	case "date":
		if text = cmp.Or(e.Fallback, e.Text); text == "" {
			return "", false
		}
	default:
		return "", false
	}
	if bare {
		return text, true
	}
	return styled(text, style), true
}

// styled sets each line of a text between the marks of its style, none of which may stand
// beside a space.
func styled(text string, s richStyle) string {
	marks := ""
	if s.Bold {
		marks += "**"
	}
	if s.Italic {
		marks += "_"
	}
	if s.Strike {
		marks += "~~"
	}
	if marks == "" && !s.Code {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		core := strings.TrimSpace(l)
		if core == "" {
			continue
		}
		at := strings.Index(l, core)
		set := core
		if s.Code {
			ticks := "`"
			for strings.Contains(core, ticks) {
				ticks += "`"
			}
			set = ticks + core + ticks
			if strings.HasPrefix(core, "`") || strings.HasSuffix(core, "`") {
				set = ticks + " " + core + " " + ticks
			}
		}
		lines[i] = l[:at] + marks + set + mirrored(marks) + l[at+len(core):]
	}
	return strings.Join(lines, "\n")
}

func mirrored(marks string) string {
	b := []byte(marks)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// emojiElement is an emoji as itself: by its code points, else by its name.
func emojiElement(e richElement) string {
	var b strings.Builder
	for code := range strings.SplitSeq(e.Unicode, "-") {
		n, err := strconv.ParseInt(code, 16, 32)
		if err != nil || n <= 0 || n > 0x10FFFF || n >= 0xD800 && n < 0xE000 {
			b.Reset()
			break
		}
		b.WriteRune(rune(n))
	}
	if b.Len() > 0 {
		return b.String()
	}
	return cmp.Or(emojiOf(e.Name), ":"+e.Name+":")
}
