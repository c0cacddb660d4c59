package slackserver

import (
	"encoding/json"
	"regexp"
	"strings"
)

// emoji are those that this server knows by name, longest first.
var emoji = []struct{ char, name, code string }{
	{"👩‍👩‍👧", "woman-woman-girl", "1f469-200d-1f469-200d-1f467"},
	{"👍🏽", "+1::skin-tone-4", "1f44d-1f3fd"},
	{"❤️", "heart", "2764-fe0f"},
	{"👍", "+1", "1f44d"},
	{"👎", "-1", "1f44e"},
	{"👀", "eyes", "1f440"},
	{"✅", "white_check_mark", "2705"},
	{"❌", "x", "274c"},
	{"🎯", "dart", "1f3af"},
}

// shortName is Slack's name of an emoji; what it does not know is a name already.
func shortName(char string) string {
	for _, e := range emoji {
		if e.char == char {
			return e.name
		}
	}
	return strings.Trim(char, ":")
}

// special is what becomes more than text when a person types it.
var special = regexp.MustCompile(`https?://[^\s<>()\]]+|@citadel\b|` + alternatives())

func alternatives() string {
	var all []string
	for _, e := range emoji {
		all = append(all, regexp.QuoteMeta(e.char))
	}
	return strings.Join(all, "|")
}

var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// typed turns what a person types into what Slack makes of it: the text with
// entities, and the same as rich text.
func typed(words string) (text string, blocks json.RawMessage) {
	var b strings.Builder
	var elements []any
	plain := func(t string) {
		if t != "" {
			b.WriteString(entities.Replace(t))
			elements = append(elements, map[string]any{"type": "text", "text": t})
		}
	}
	at := 0
	for _, m := range special.FindAllStringIndex(words, -1) {
		plain(words[at:m[0]])
		at = m[1]
		switch it := words[m[0]:m[1]]; {
		case strings.HasPrefix(it, "http"):
			b.WriteString("<" + entities.Replace(it) + ">")
			elements = append(elements, map[string]any{"type": "link", "url": it})
		case it == "@citadel":
			b.WriteString("<@" + Bot + ">")
			elements = append(elements, map[string]any{"type": "user", "user_id": Bot})
		default:
			e := named(it)
			b.WriteString(":" + e.name + ":")
			name, _, _ := strings.Cut(e.name, "::")
			elements = append(elements, map[string]any{"type": "emoji", "name": name, "unicode": e.code})
		}
	}
	plain(words[at:])
	block, err := json.Marshal([]any{map[string]any{
		"type": "rich_text", "block_id": "b",
		"elements": []any{map[string]any{"type": "rich_text_section", "elements": elements}},
	}})
	if err != nil {
		panic("slackserver: " + err.Error()) // maps of strings always marshal
	}
	return b.String(), block
}

func named(char string) (found struct{ char, name, code string }) {
	for _, e := range emoji {
		if e.char == char {
			return e
		}
	}
	return found
}
