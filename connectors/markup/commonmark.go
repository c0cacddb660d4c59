package markup

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// CommonMark writes CommonMark again, for platforms that read it themselves: what was a mark
// stays one, what was a word stays a word, whatever characters it has. Addresses that stand
// in the text are left as they are, since platforms find them by themselves, and so are the
// lines of a table.
func CommonMark() Dialect {
	return Dialect{
		Nested:    true,
		Bold:      Marks{"**", "**"},
		Italic:    Marks{"*", "*"},
		Code:      Marks{"`", "`"},
		Handle:    Marks{"`", "`"},
		Block:     Marks{"```", "```"},
		QuoteLine: "> ",
		Bullet:    "- ",
		Rule:      "---",
		Link: func(label, url string) (before, after string) {
			if url == label || url == "mailto:"+label {
				return "", ""
			}
			return "[", "](" + strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\\", "%5C").Replace(url) + ")"
		},
	}
}

// nested writes a line whose marks are CommonMark's: the marks of neighbours are written
// once around both, none has a space inside of it, and words are escaped.
func (d *Dialect) nested(line []span) string {
	var b strings.Builder
	var open []style // from the outside in
	space := ""      // held back: it stands outside of the marks that end before it
	shut := func(keep style) {
		for len(open) > 0 && slices.ContainsFunc(open, func(s style) bool { return s&keep == 0 }) {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			b.WriteString(d.emphasis(last).After)
		}
	}
	all := joined(line)
	for i, s := range all {
		want := s.style & (bold | italic)
		text := s.text
		if s.style&(literal|code) == 0 {
			rest := strings.TrimLeft(text, " ")
			lead := text[:len(text)-len(rest)]
			text = strings.TrimRight(rest, " ")
			if text == "" {
				space += lead
				continue
			}
			shut(want)
			b.WriteString(space + lead)
			space = rest[len(text):]
		} else {
			shut(want)
			b.WriteString(space)
			space = ""
		}
		for _, mark := range []style{bold, italic} {
			if want&mark != 0 && !slices.Contains(open, mark) {
				b.WriteString(d.emphasis(mark).Before)
				open = append(open, mark)
			}
		}
		text = d.words(s.style, text, b.Len() == 0)
		if picture := i+1 < len(all) && all[i+1].style&literal != 0 && strings.HasPrefix(all[i+1].text, "["); picture && space == "" && s.style&(literal|code) == 0 {
			if rest, is := strings.CutSuffix(text, "!"); is { // with what follows it would be one, loaded by whoever reads
				text = rest + "\\!"
			}
		}
		b.WriteString(text)
	}
	shut(0)
	return b.String()
}

// joined makes one span of neighbours of one style: goldmark cuts words at what might have
// been a mark.
func joined(line []span) []span {
	var out []span
	for _, s := range line {
		if n := len(out); n > 0 && out[n-1].style == s.style && s.style&(literal|code) == 0 {
			out[n-1].text += s.text
			continue
		}
		out = append(out, s)
	}
	return out
}

func (d *Dialect) emphasis(s style) Marks {
	if s == bold {
		return d.Bold
	}
	return d.Italic
}

// words writes the text of one span as CommonMark. first says that it begins its line.
func (d *Dialect) words(s style, text string, first bool) string {
	switch {
	case s&literal != 0:
		return text
	case s&code != 0:
		if d.EscapeCode != nil {
			text = d.EscapeCode(text)
		}
		return codeSpan(text)
	}
	if d.Escape != nil {
		text = d.Escape(text)
	}
	if first {
		return escapeStart(text)
	}
	return escapeWords(text)
}

// codeSpan sets text between as many backticks as it takes.
func codeSpan(text string) string {
	marks := strings.Repeat("`", longestRun(text, '`')+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") ||
		strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") && strings.TrimSpace(text) != "" {
		text = " " + text + " "
	}
	return marks + text + marks
}

// fenced is a code block between marks that none of its lines closes.
func (d *Dialect) fenced(b block, lines []string) []string {
	mark := d.Block.Before
	if n := longestRun(b.code, '`') + 1; n > len(mark) {
		mark = strings.Repeat("`", n)
	}
	info := strings.ReplaceAll(b.info, "`", "")
	if d.EscapeCode != nil {
		info = d.EscapeCode(info)
	}
	return enclose(Marks{mark + info, mark}, lines)
}

func longestRun(text string, of rune) int {
	longest, run := 0, 0
	for _, r := range text {
		if run++; r != of {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// escapeStart escapes words at the beginning of a line, where more characters are marks.
func escapeStart(text string) string {
	digits := strings.TrimLeft(text, "0123456789")
	number := text[:len(text)-len(digits)]
	switch {
	case number != "" && digits != "" && (digits[0] == '.' || digits[0] == ')') && ends(digits[1:]):
		return number + "\\" + digits[:1] + escapeWords(digits[1:])
	case text == "":
		return ""
	case text[0] == '>', strings.IndexByte("-+", text[0]) >= 0 && ends(text[1:]), text[0] == '#' && ends(strings.TrimLeft(text, "#")):
		return "\\" + text[:1] + escapeWords(text[1:])
	case text[0] == '-' && strings.Trim(text, "- ") == "", text[0] == '=' && strings.Trim(text, "= ") == "":
		return "\\" + text[:1] + escapeWords(text[1:])
	}
	return escapeWords(text)
}

// ends says whether nothing or a space follows.
func ends(rest string) bool { return rest == "" || rest[0] == ' ' || rest[0] == '\t' }

// escapeWords sets a backslash before what would be a mark. Addresses are left alone: a
// backslash would become part of them.
func escapeWords(text string) string {
	if !strings.ContainsAny(text, "\\`*_[]~<&") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if n := address(text[i:]); n > 0 && (i == 0 || !wordByte(text[i-1])) {
			b.WriteString(text[i : i+n])
			i += n
			continue
		}
		c := text[i]
		switch c {
		case '\\', '`', '*', '_', '[', ']', '~':
			b.WriteByte('\\')
		case '<':
			if i+1 < len(text) && (wordByte(text[i+1]) || strings.IndexByte("/!?", text[i+1]) >= 0) {
				b.WriteByte('\\')
			}
		case '&':
			if reference([]byte(text[i:])) > 1 {
				b.WriteString("&amp;")
				i++
				continue
			}
		}
		b.WriteByte(c)
		i++
	}
	return b.String()
}

// address is the length of the web address at the start of text, 0 if there is none.
func address(text string) int {
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return 0
	}
	n := 0
	for {
		end := strings.IndexFunc(text[n:], func(r rune) bool { return r <= ' ' || strings.ContainsRune("<>\"`\\*[]~", r) })
		if end < 0 {
			n = len(text)
			break
		}
		n += end
		if pages := text[n] == '~' && text[n-1] == '/' && n+1 < len(text) && wordByte(text[n+1]); !pages { // of somebody: /~bob/
			break
		}
		n++
	}
	for n > 0 && strings.IndexByte("_&", text[n-1]) >= 0 {
		n--
	}
	return n
}

func wordByte(c byte) bool {
	return c >= utf8.RuneSelf || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
