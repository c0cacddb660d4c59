package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// labels are what often stands before a colon at the start of a message and is nobody's name.
var labels = []string{
	"actually", "address", "agenda", "answer", "appointment", "budget", "buy", "calendar", "call", "email", "event", "file", "groceries", "mail", "message", "phone", "price", "prices", "shopping", "text", "background", "bug", "call", "context", "correction", "corrections", "date", "deadline", "decision", "draft", "edit", "example",
	"fact", "from", "fyi", "goal", "heads", "hint", "idea", "info", "issue", "link", "list", "meeting", "memo", "news", "nb",
	"no", "note", "notes", "option", "plan", "point", "problem", "proposal", "ps", "question", "re", "reason", "reminder", "result",
	"rule", "sorry", "status", "step", "subject", "summary", "task", "thought", "time", "tip", "title", "to", "today", "todo",
	"tomorrow", "tonight", "topic", "update", "wait", "warning", "why", "wrong", "yes", "yesterday",
}

// Speaker reads the attribution at the start of a line of pasted talk: "Priya: we ship on
// Monday" is Priya's. name is empty, and rest the whole text, where there is none. A name
// is one or two capitalised words; words that label a note ("Plan:", "Reminder:") are none.
func Speaker(text string) (name, rest string) {
	colon := strings.IndexByte(text, ':')
	if colon < 2 || colon > 40 || colon+1 >= len(text) || text[colon+1] != ' ' {
		return "", text
	}
	parts := strings.Split(text[:colon], " ")
	if len(parts) > 2 {
		return "", text
	}
	for _, p := range parts {
		first, size := utf8.DecodeRuneInString(p)
		if !unicode.IsUpper(first) || len(p) == size || slices.Contains(labels, strings.ToLower(p)) {
			return "", text
		}
		for _, r := range p[size:] {
			if !unicode.IsLower(r) && r != '\'' && r != '-' && !unicode.IsUpper(r) {
				return "", text
			}
		}
		if strings.ToUpper(p) == p {
			return "", text
		}
	}
	return text[:colon], strings.TrimLeft(text[colon+1:], " ")
}
