package critique

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/lens"
)

// Unnamed is an answer without the names of mental models, but for those that stand in what was
// said to it: "Using Occam's razor, begin with the printer." becomes "Begin with the printer.". A
// sentence that is about the model alone goes, as long as another one is left; else the name does.
// Code, block quotes and quotations stay as they are. It is pure, and does nothing to its own result.
func Unnamed(text string, said ...string) string {
	if len(lens.Named(text, said...)) == 0 {
		return text
	}
	left := len(written(text, false))
	var out strings.Builder
	fenced := false
	for raw := range strings.Lines(text) {
		line := strings.TrimSuffix(raw, "\n")
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		fenced = fenced != fence
		prefix, body := split(line)
		if fence || fenced || strings.Contains(prefix, ">") {
			out.WriteString(raw)
			continue
		}
		now := ""
		end := 0
		for _, s := range sentences(body) {
			kept := unnamed(body[s.start:s.end], left == 1, said)
			if kept == "" {
				left--
			} else {
				now += body[end:s.start] + kept
			}
			end = s.end
		}
		if now += body[end:]; strings.TrimSpace(now) == "" && strings.TrimSpace(body) != "" {
			continue
		}
		out.WriteString(prefix + strings.TrimLeft(now, " ") + raw[len(line):])
	}
	return strings.TrimRight(out.String(), " \n")
}

// unnamed is one sentence; empty where it goes as a whole.
func unnamed(s string, last bool, said []string) string {
	names := func(s string) []lens.Naming {
		return lens.Named(strings.ToLower(unquoted(s)), said...)
	}
	if len(names(s)) == 0 {
		return s
	}
	if k := byMethod.FindStringIndex(s); k != nil && len(names(s[k[1]:])) == 0 {
		first, n := utf8.DecodeRuneInString(s[k[1]:])
		return string(unicode.ToUpper(first)) + s[k[1]+n:]
	}
	if !last {
		return ""
	}
	for _, n := range names(s) {
		s = spelled(n.Name).ReplaceAllString(s, "that reasoning")
	}
	return s
}

// byMethod is how a sentence begins that names by what it goes: "By Occam's razor and second-order
// thinking, ...".
var byMethod = regexp.MustCompile(`(?i)^[*_]*(?:using|use|by|applying|with|through|via|following|under|according to|from|in terms of|thinking in|based on|as|in)\b[^,;:.]{1,160}[,:][*_]* +`)

// spelled finds a name as it may be written: with or without its marks, and as a plural.
func spelled(name string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?i)\b(?:the )?`)
	for _, r := range name {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteString(regexp.QuoteMeta(string(r)) + `['’‘]?`)
		case r != '\'' && r != '’' && r != '‘':
			b.WriteString(`[^\pL\pN]+`)
		}
	}
	return regexp.MustCompile(b.String() + `s?\b`)
}
