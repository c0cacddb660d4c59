package telegram_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"citadel/connectors/markup"
	"citadel/connectors/telegram"

	"github.com/go-telegram/bot/models"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// set is an entity over the first place where words stand in a text.
func set(t *testing.T, text string, kind models.MessageEntityType, words, detail string) models.MessageEntity {
	t.Helper()
	i := strings.Index(text, words)
	if i < 0 {
		t.Fatalf("%q is not in %q", words, text)
	}
	e := models.MessageEntity{Type: kind, Offset: len(utf16.Encode([]rune(text[:i]))), Length: len(utf16.Encode([]rune(words)))}
	if kind == models.MessageEntityTypeTextLink {
		e.URL = detail
	} else {
		e.Language = detail
	}
	return e
}

func TestEntitiesToCommonMark(t *testing.T) {
	const (
		bold, italic, code, pre = models.MessageEntityTypeBold, models.MessageEntityTypeItalic, models.MessageEntityTypeCode, models.MessageEntityTypePre
		link, quote             = models.MessageEntityTypeTextLink, models.MessageEntityTypeBlockquote
	)
	type part struct {
		kind          models.MessageEntityType
		words, detail string
	}
	for _, c := range []struct {
		name, text string
		parts      []part
		want       string
	}{
		{"nothing", "2 * 3 * 4 _x_ [a](b)", nil, "2 * 3 * 4 _x_ [a](b)"},
		{"bold", "pay it now", []part{{bold, "it", ""}}, "pay **it** now"},
		{"behind emoji", "👍🏽 pay 👩‍👩‍👧 now", []part{{bold, "pay", ""}, {italic, "now", ""}}, "👍🏽 **pay** 👩‍👩‍👧 *now*"},
		{"space within", "pay  it  now", []part{{bold, " it ", ""}}, "pay  **it**  now"},
		{"only space", "a   b", []part{{bold, "  ", ""}}, "a   b"},
		{"nested", "all of it", []part{{bold, "all of it", ""}, {italic, "of", ""}}, "**all *of* it**"},
		{"crossing", "one two three", []part{{bold, "one two", ""}, {italic, "two three", ""}}, "**one *two*** *three*"},
		{"over lines", "one\n\ntwo", []part{{bold, "one\n\ntwo", ""}}, "**one**\n\n**two**"},
		{"code", "say `x` or z", []part{{code, "z", ""}, {code, "`x`", ""}}, "say `` `x` `` or `z`"},
		{"pre", "see\nx := 1\ny\nabove", []part{{pre, "x := 1\ny", "go"}}, "see\n```go\nx := 1\ny\n```\nabove"},
		{"pre in a line", "see x here", []part{{pre, "x", ""}}, "see \n```\nx\n```\n here"},
		{"pre with a fence", "a\n```\nb", []part{{pre, "a\n```\nb", "bad ` word"}}, "````bad\na\n```\nb\n````"},
		{"link", "see the report now", []part{{link, "the report", "https://abs.example/cpi"}}, "see [the report](https://abs.example/cpi) now"},
		{"link with brackets", "see [1] now", []part{{link, "[1]", "https://x.example/a_(b) c"}}, `see [\[1\]](https://x.example/a_%28b%29%20c) now`},
		{"link that is its own", "https://x.example", []part{{link, "https://x.example", "https://x.example"}}, "https://x.example"},
		{"bold link", "see it", []part{{link, "see it", "https://x.example"}, {bold, "it", ""}}, "[see **it**](https://x.example)"},
		{"quote", "He said:\nno\nway\nand left", []part{{quote, "no\nway", ""}}, "He said:\n> no\n> way\n\nand left"},
		{"quote with code", "a\nb", []part{{quote, "a\nb", ""}, {pre, "b", ""}, {bold, "a", ""}}, "> **a**\n> ```\n> b\n> ```"},
		{"two quotes", "a\nb\nc", []part{{quote, "a\n", ""}, {quote, "c", ""}}, "> a\n> \n\nb\n> c"},
		{"stars at brackets", "f(x)g", []part{{bold, "(x)", ""}}, "f(x)g"},
		{"what has no mark", "a b c d", []part{{models.MessageEntityTypeSpoiler, "a", ""}, {models.MessageEntityTypeUnderline, "b", ""}, {"sparkle", "c", ""}, {models.MessageEntityTypeURL, "d", ""}}, "a b c d"},
	} {
		var entities []models.MessageEntity
		for _, p := range c.parts {
			entities = append(entities, set(t, c.text, p.kind, p.words, p.detail))
		}
		if got := telegram.CommonMark(c.text, entities); got != c.want {
			t.Errorf("%s: %q is heard as\n got %q\nwant %q", c.name, c.text, got, c.want)
		}
	}
}

// What a person set off in words is set off the same way when it is shown again.
func TestEntitiesThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé東👍]{1,6}`), 1, 12).Draw(t, "words")
		text := strings.Join(words, " ")
		var want []markup.Range
		at := 0
		for i := 0; i < len(words); {
			n := min(rapid.IntRange(1, 3).Draw(t, "run"), len(words)-i)
			end := at
			for _, w := range words[i : i+n] {
				end += len(w) + 1
			}
			r := markup.Range{Kind: rapid.SampledFrom([]markup.Kind{"", markup.Bold, markup.Italic, markup.Code, markup.Link}).Draw(t, "kind"), Start: at, End: end - 1}
			if r.Kind == markup.Link {
				r.URL = fmt.Sprintf("https://x.example/%d", i)
			}
			if r.Kind != "" {
				want = append(want, r)
			}
			i, at = i+n, end
		}
		heard := telegram.CommonMark(text, telegram.Entities(text, want))
		plain, got := markup.Styled(heard, nil)
		if diff := cmp.Diff(want, got); diff != "" || plain != text {
			t.Fatalf("%q came back as %q by way of %q (-want +got)\n%s", text, plain, heard, diff)
		}
	})
}

// Whatever the entities claim, every character arrives, in order.
func FuzzEntities(f *testing.F) {
	f.Add("bold and more", 0, 4, "bold", 2, 8, "italic", 5, 3, "pre")
	f.Add("👍\n> a\n\nb `c`", -3, 100, "blockquote", 1, 1, "code", 4, 2, "text_link")
	f.Add("``` \n[x] *", 0, 5, "pre", 3, 9, "pre", 0, 99, "bold")
	f.Add("\n\n a\n", 0, 1, "blockquote", 1, 2, "blockquote", 2, 2, "pre")
	f.Fuzz(func(t *testing.T, text string, o1, l1 int, k1 string, o2, l2 int, k2 string, o3, l3 int, k3 string) {
		if !utf8.ValidString(text) {
			return // JSON has no other
		}
		got := telegram.CommonMark(text, []models.MessageEntity{
			{Type: models.MessageEntityType(k1), Offset: o1, Length: l1, URL: "https://x.example/" + k2, Language: k2},
			{Type: models.MessageEntityType(k2), Offset: o2, Length: l2, URL: text, Language: text},
			{Type: models.MessageEntityType(k3), Offset: o3, Length: l3, URL: "tg://user?id=1"},
		})
		rest := got
		for _, r := range text {
			i := strings.IndexRune(rest, r)
			if i < 0 {
				t.Fatalf("%q of %q is lost in %q", r, text, got)
			}
			rest = rest[i+utf8.RuneLen(r):]
		}
		if !utf8.ValidString(got) {
			t.Fatalf("%q is not UTF-8", got)
		}
	})
}

// shown writes a text and its entities as one string.
func shown(text string, entities []models.MessageEntity) string {
	units := utf16.Encode([]rune(text))
	out := text
	for _, e := range entities {
		out += fmt.Sprintf("\n  %s[%s]%s%s", e.Type, string(utf16.Decode(units[e.Offset:e.Offset+e.Length])), e.URL, e.Language)
	}
	return out
}

func TestCompose(t *testing.T) {
	links := map[string]string{"m412": "https://chat.example/412", "m9": "file:///etc/passwd"}
	for _, c := range []struct {
		name, text   string
		group, again bool
		want         string
	}{
		{"words", "**Due 👍.** See `m412`, [12 Aug](src:m412) and [then](src:m1).\n\n- one\n- _two_\n\n> said\n> so\n\n```go\nx\n```", false, false,
			"Due 👍. See m412, 12 Aug and then.\n\n• one\n• two\n\nsaid\nso\n\nx\n  bold[Due 👍.]\n  code[m412]\n  text_link[12 Aug]https://chat.example/412\n  italic[two]\n  blockquote[said\nso]\n  pre[x]go"},
		{"no address of the web", "[here](src:m9) [there](mailto:a@b.example)", false, false, "here there"},
		{"again", "**Due**", false, true, "(again) Due\n  bold[Due]"},
		{"a quote again", "> said", false, true, "(again)\nsaid\n  blockquote[said]"},
		{"names in private", "ask @sam_lee and @here", false, false, "ask @sam_lee and @here"},
		{"names in a group", "ask @sam_lee, (@everyone) **@ana x** `@bob`", true, false, "ask @\u2060sam_lee, (@\u2060everyone) @\u2060ana x @bob\n  bold[@\u2060ana x]\n  code[@bob]"},
		{"no names", "a@b.example https://x.example/@sam 5 @ 3 @", true, false, "a@b.example https://x.example/@sam 5 @ 3 @"},
		{"marks around nothing", "[](https://x.example)", false, false, "[](https://x.example)"},
		{"nothing to show", "```\n```", false, false, "```\n```"},
	} {
		if diff := cmp.Diff(c.want, shown(telegram.Compose(c.text, links, c.group, c.again))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

// Whatever is posted, its entities stand where Telegram takes them, and no more words are
// there than were measured.
func FuzzCompose(f *testing.F) {
	for _, s := range []string{
		"**Due 👍.** [12 Aug](src:m412)", "> @sam **@ana** `@bob`", "@@sam @\u2060x 👍@ab", "```\n👍\n```\n\n> 👍\n\n1. x", "[a](https://x.example)[**b**](http://y.example)", "\n\n@ab", "&#0;\x00\xff",
	} {
		f.Add(s, true, true)
	}
	f.Fuzz(func(t *testing.T, text string, group, again bool) {
		plain, entities := telegram.Compose(text, map[string]string{"m412": "https://x.example"}, group, again)
		units := utf16.Encode([]rune(plain))
		limits := (&telegram.Telegram{}).Limits()
		if n := len(units); strings.TrimSpace(text) != "" && n > limits.Length(text)+len("(again) ") {
			t.Fatalf("%d units of a text that measures %d", n, limits.Length(text))
		}
		splits := func(i int) bool {
			return i > 0 && i < len(units) && utf16.IsSurrogate(rune(units[i])) && units[i] >= 0xDC00
		}
		for _, e := range entities {
			if e.Offset < 0 || e.Length <= 0 || e.Offset+e.Length > len(units) || splits(e.Offset) || splits(e.Offset+e.Length) {
				t.Fatalf("entity %+v of %q", e, plain)
			}
		}
		if !again && !group {
			want, _ := markup.Styled(text, func(string) (string, bool) { return "", false })
			if strings.TrimSpace(want) != "" && plain != want {
				t.Fatalf("shown %q, want %q", plain, want)
			}
		}
		if group && strings.ReplaceAll(plain, "\u2060", "") != strings.ReplaceAll(alone(text, again), "\u2060", "") {
			t.Fatalf("shown %q", plain)
		}
	})
}

func alone(text string, again bool) string {
	plain, _ := telegram.Compose(text, nil, false, again)
	return plain
}
