package slack

import (
	"strings"
	"sync"

	"citadel/connectors"
)

// emoji are the two directions of the table.
var emoji = sync.OnceValue(func() (both struct{ char, name map[string]string }) {
	both.char, both.name = map[string]string{}, map[string]string{}
	for pair := range strings.SplitSeq(emojiTable, ",") {
		name, char, ok := strings.Cut(strings.TrimSpace(pair), " ")
		if !ok {
			continue // the end of the table
		}
		both.char[name] = char
		if normal := connectors.NormalEmoji(char); both.name[normal] == "" {
			both.name[normal] = name
		}
	}
	for alias, name := range map[string]string{
		"thumbsup": "+1", "thumbsdown": "-1", "raised_hand": "hand", "poop": "hankey", "simple_smile": "slightly_smiling_face",
	} {
		both.char[alias] = both.char[name]
	}
	return both
})

// emojiOf is the emoji of a name; "" if it is not in the table.
func emojiOf(name string) string { return emoji().char[name] }

// nameOf is Slack's name of an emoji, which may also be given as ":name:"; "" if there is none.
func nameOf(char string) string {
	if name, ok := strings.CutPrefix(char, ":"); ok && strings.HasSuffix(name, ":") && len(name) > 1 {
		return strings.TrimSuffix(name, ":")
	}
	return emoji().name[connectors.NormalEmoji(char)]
}

// reactionOf is what a reaction's name stands for, without its tone: an emoji or, for those of
// a workspace's own, ":name:".
func reactionOf(name string) string {
	name, _, _ = strings.Cut(name, "::")
	if char := emojiOf(name); char != "" {
		return connectors.NormalEmoji(char)
	}
	return ":" + connectors.NormalEmoji(name) + ":"
}

// toned adds a skin tone, 2 to 6 as Slack counts them, to an emoji.
func toned(char, tone string) string {
	if tone == "" {
		return char
	}
	return strings.TrimSuffix(char, "\ufe0f") + string(rune(0x1F3FB+int(tone[0]-'2')))
}
