package procedure

import (
	"context"
	"strings"

	"citadel/brain/enclosure"
	"citadel/brain/phrase"
	"citadel/brain/turn"
)

// files answers a message that is nothing but attachments.
func files(_ context.Context, v *visit) (*turn.Reply, error) {
	if len(v.Last().Files) == 0 || strings.TrimSpace(v.Text) != "" {
		return nil, nil
	}
	reply := says("files")
	v.received(&reply.Text)
	return reply, nil
}

// received adds, to the answer to a message with attachments, what became of them.
func received(v *visit, reply *turn.Reply) *turn.Reply {
	if len(v.Last().Files) == 0 || reply.By == "procedure:files" {
		return reply
	}
	silent := reply.Text.Empty()
	v.received(&reply.Text)
	if silent && !reply.Text.Empty() {
		reply.By = "procedure:files"
	}
	return reply
}

// received says what became of the attachments.
func (v *visit) received(to *phrase.Text) {
	m := v.Last()
	m.Files = nil
	for _, one := range v.Messages { // several only where all of them are nothing but files
		m.Files = append(m.Files, one.Files...)
	}
	if m.Spoken != nil && m.Spoken.Spoken == "" {
		to.Say("I heard no words in it.")
	}
	enclosure.Told(to, m, v.Host, v.Heard(), false)
}
