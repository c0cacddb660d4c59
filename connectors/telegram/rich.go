package telegram

import (
	"encoding/json"
	"strings"

	"github.com/go-telegram/bot/models"
)

// rich are the words of a rich message, whatever its blocks are called, without their marks.
func rich(m *models.RichMessage) string {
	body, err := json.Marshal(m.Blocks)
	if err != nil {
		return ""
	}
	var blocks any
	if json.Unmarshal(body, &blocks) != nil {
		return ""
	}
	var b strings.Builder
	collect(&b, blocks, "blocks")
	return strings.TrimSpace(b.String())
}

// spoken are the fields of a block or a piece of text that hold words, in the order read.
var spoken = []string{"label", "summary", "text", "alternative_text", "expression", "blocks", "items", "cells", "caption", "credit"}

func collect(b *strings.Builder, v any, field string) {
	switch v := v.(type) {
	case string:
		b.WriteString(v)
	case []any:
		for _, x := range v {
			collect(b, x, field)
			switch field {
			case "blocks", "items", "caption":
				b.WriteByte('\n')
			case "cells":
				b.WriteByte(' ')
			}
		}
	case map[string]any:
		for _, f := range spoken {
			if x, ok := v[f]; ok {
				collect(b, x, f)
				if f == "label" || f == "summary" {
					b.WriteByte(' ')
				}
			}
		}
	}
}
