package scripted

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash"
	"strings"
)

// past is what stood before a thought: the model and all messages, without the thoughts in
// them, which the services drop by themselves, and without cache_controls, which move on.
type past struct {
	model string
	h     hash.Hash
}

func newPast(model string) *past { return &past{model: model, h: sha256.New()} }

func (p *past) add(role string, list []block) {
	for _, b := range list {
		if b.Type == "thinking" || b.Type == "redacted_thinking" {
			continue
		}
		text := ""
		if b.Text != nil {
			text = *b.Text
		}
		var source imageSource
		if b.Source != nil {
			source = *b.Source
		}
		fmt.Fprintf(p.h, "%q %q %q %q %q %q %q %q %q\n", role, b.Type, text, source.Data, b.ID, b.Name, compact(b.Input), b.ToolUseID, compact(b.Content))
	}
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// sign gives the signature of a thought that comes after the past.
func (p *past) sign(thought string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %x %q", p.model, p.h.Sum(nil), thought)
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// redact gives the data of a redacted thought, which is signed as a whole.
func (p *past) redact(data string) string { return data + "." + p.sign(data) }

// genuine says whether a thought comes back as it was sent: the same words and signature,
// from the same model, after the same messages.
func (p *past) genuine(b block) bool {
	if b.Type == "redacted_thinking" {
		i := strings.LastIndexByte(b.Data, '.')
		return i >= 0 && p.redact(b.Data[:i]) == b.Data
	}
	return b.Thinking != nil && b.Signature == p.sign(*b.Thinking)
}
