package procedure

import (
	"context"
	"fmt"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
)

// shownFiles is how many names are listed; further ones are counted.
const shownFiles = 5

// files answers a message that is nothing but attachments.
func files(_ context.Context, v *visit) (*turn.Reply, error) {
	if len(v.Last().Files) == 0 || strings.TrimSpace(v.Text) != "" {
		return nil, nil
	}
	reply := says("files")
	v.names(&reply.Text)
	return reply, nil
}

// received adds, to the answer to a message with attachments, what came with it.
func received(v *visit, reply *turn.Reply) *turn.Reply {
	if len(v.Last().Files) == 0 || reply.By == "procedure:files" {
		return reply
	}
	if reply.Text.Empty() {
		reply.By = "procedure:files"
	}
	v.names(reply.Text.Break())
	return reply
}

// names says what came and what becomes of it.
func (v *visit) names(to *phrase.Text) {
	all := v.Last().Files
	to.Say("Received: ")
	for i, f := range all[:min(len(all), shownFiles)] {
		if i > 0 {
			to.Say(", ")
		}
		what := strings.ReplaceAll(f.Name, "`", "'")
		if what == "" {
			what = "a file without a name"
		}
		to.Claim(v.Heard(), "%s", phrase.Quote(what, phrase.MaxQuote))
		if details := fileDetails(f.MIME, f.Size); details != "" {
			to.Claim(v.Heard(), " (%s)", details)
		}
	}
	if more := len(all) - shownFiles; more > 0 {
		to.Claim(v.Heard(), " and %s more", phrase.Count(more, "file"))
	}
	to.Say(". I keep the name and the reference; I can't read what is inside.")
}

func fileDetails(mime string, size int64) string {
	var parts []string
	if mime != "" {
		parts = append(parts, mime)
	}
	switch {
	case size >= 1<<20:
		parts = append(parts, fmt.Sprintf("%.1f MB", float64(size)/(1<<20)))
	case size >= 1<<10:
		parts = append(parts, fmt.Sprintf("%d kB", size>>10))
	case size > 0:
		parts = append(parts, fmt.Sprintf("%d B", size))
	}
	return strings.Join(parts, ", ")
}
