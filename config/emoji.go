package config

import (
	"strings"
	"unicode"
)

const (
	joiner = '\u200d' // glues emoji into one: 👩 + joiner + 🚀
	keycap = '\u20e3' // turns a digit into a key: 1 + keycap
)

// parseEmoji accepts exactly one emoji and returns it without variation
// selectors, which platforms add and drop as they please (TRUST, Emoji).
func parseEmoji(text string) (string, error) {
	bad := fault{quoted(text) + " is not a single emoji", "write the character itself, such as 👍"}
	text = strings.TrimSpace(text)
	if len(text) > 64 { // the longest family of four takes 25 bytes, a tagged flag 28
		return "", bad
	}
	text = strings.NewReplacer("\ufe0e", "", "\ufe0f", "").Replace(text)
	pictures, flags, joined := 0, 0, false
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case r == joiner:
			if i == 0 || joined || i == len(runes)-1 {
				return "", bad
			}
			joined = true
			continue
		case r == keycap:
			if i != 1 || !strings.ContainsRune("0123456789#*", runes[0]) {
				return "", bad
			}
			pictures++
		case i == 0 && len(runes) == 2 && runes[1] == keycap:
			// the digit below a keycap, judged with it
		case 0x1f1e6 <= r && r <= 0x1f1ff: // a flag is two letters of this block
			flags++
		case 0x1f3fb <= r && r <= 0x1f3ff, 0xe0020 <= r && r <= 0xe007f: // skin tones, tags of flags
			if i == 0 || joined {
				return "", bad
			}
		case isPicture(r):
			if !joined {
				pictures++
			}
		default:
			return "", bad
		}
		joined = false
	}
	if pictures+flags/2 != 1 || flags%2 != 0 {
		return "", bad
	}
	return text, nil
}

// isPicture holds for the symbols of Unicode beyond letters and punctuation,
// and for the few emoji that are filed elsewhere.
func isPicture(r rune) bool {
	return r > 0x7f && (unicode.Is(unicode.So, r) || unicode.Is(unicode.Sm, r)) || strings.ContainsRune("‼⁉〰", r)
}
