package bot

import (
	"strings"

	"citadel/connectors"
	"citadel/connectors/markup"
	"citadel/memory/outbox"
)

// cut gives the texts of all parts of a post, and at which byte of body each ends. front
// stands before body in the first. What has its receipt stays as it was cut, whatever the limits
// were then: from where it ends the rest is cut by those of now. The texts of such parts are
// empty.
func cut(l connectors.Limits, p outbox.Post, front, body string) (texts []string, ends []int) {
	done := len(p.Parts)
	if done == 0 || len(p.Ends) < done { // nothing arrived, or it is not known how it was cut
		texts, ends = fit(l, front+body)
		for i := range ends {
			ends[i] = max(ends[i]-len(front), 0)
		}
		return texts, ends
	}
	texts, ends = make([]string, done), append(ends, p.Ends[:done]...)
	rest := markup.From(body, ends[done-1])
	if strings.TrimSpace(rest) == "" {
		return texts, ends
	}
	more, at := fit(l, rest)
	for i := range at {
		at[i] = max(len(body)-len(rest)+at[i], ends[done-1])
	}
	return append(texts, more...), append(ends, at...)
}

// fit cuts a text only if it is too long for one message.
func fit(l connectors.Limits, text string) (texts []string, ends []int) {
	if l.Max > 0 && l.Length(text) > l.Max {
		if texts, ends = markup.Cut(text, l.Max, l.Length); len(texts) > 0 {
			return texts, ends
		}
	}
	return []string{text}, []int{len(text)}
}
