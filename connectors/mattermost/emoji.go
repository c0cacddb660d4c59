package mattermost

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// emojiOf gives the emoji behind a name, normalised. A name that Unicode knows nothing of
// stays a name, ":party_parrot:".
func emojiOf(name string) string {
	code, ok := model.SystemEmojis[name]
	if !ok {
		return ":" + name + ":"
	}
	var b strings.Builder
	for part := range strings.SplitSeq(code, "-") {
		r, err := strconv.ParseUint(part, 16, 21)
		if err != nil {
			return ":" + name + ":" // Mattermost's own, "mattermost"
		}
		b.WriteRune(rune(r))
	}
	if e := connectors.NormalEmoji(b.String()); e != "" {
		return e
	}
	return ":" + name + ":" // a skin tone alone
}

// nameOf gives the name of an emoji, false where the platform has none.
func nameOf(emoji string) (string, bool) {
	emoji = connectors.NormalEmoji(emoji)
	if n := len(emoji); n > 2 && emoji[0] == ':' && emoji[n-1] == ':' {
		name := emoji[1 : n-1]
		return name, strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_+-") == ""
	}
	name, ok := names()[emoji]
	return name, ok
}

// usual are the names to choose where there are several.
var usual = []string{"+1", "-1", "heart", "white_check_mark", "x", "eyes", "pray", "tada", "fire", "smile", "laughing", "thinking", "ok_hand", "wave"}

var names = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	all := make([]string, 0, len(model.SystemEmojis))
	for n := range model.SystemEmojis {
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(rank(a)-rank(b), len(a)-len(b), strings.Compare(a, b))
	})
	for _, n := range all {
		if e := emojiOf(n); e[0] != ':' && out[e] == "" {
			out[e] = n
		}
	}
	return out
})

// rank is the lower the likelier a name is the one that people know.
func rank(name string) int {
	switch {
	case slices.Contains(usual, name):
		return 0
	case strings.HasSuffix(name, "_skin_tone"):
		return 2
	}
	return 1
}
