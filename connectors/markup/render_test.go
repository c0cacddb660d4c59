package markup_test

import (
	"strings"
	"testing"
	"unicode"

	"citadel/connectors/markup"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

const reminder = "**Call the bank about the overdraft.** You asked on [20 Nov](src:m433).\n" +
	"Second line with `show m412` and `m412`.\n\n" +
	"- First point\n- Second point, with *weight*\n\n" +
	"1. One\n2. Two\n\n" +
	"> Hi Priya,\n> can we look at `K7`?\n\n" +
	"```diff\n- old\n+ new\n```\n\n" +
	"See [the report](https://abs.example/cpi) and <https://rba.example>."

func TestPlain(t *testing.T) {
	const want = "Call the bank about the overdraft. You asked on 20 Nov.\n" +
		"Second line with `show m412` and `m412`.\n\n" +
		"- First point\n- Second point, with weight\n\n" +
		"1. One\n2. Two\n\n" +
		"> Hi Priya,\n> can we look at `K7`?\n\n" +
		"    - old\n    + new\n\n" +
		"See the report (https://abs.example/cpi) and https://rba.example."
	if diff := cmp.Diff(want, markup.Plain().Render(reminder, nil)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTerminal(t *testing.T) {
	const want = "\x1b[1mCall the bank about the\x1b[22m\n" +
		"\x1b[1moverdraft.\x1b[22m You asked on 20\nNov.\n" +
		"Second line with \x1b[36mshow m412\x1b[39m and\n" +
		"\x1b[2mm412\x1b[22m.\n\n" +
		"• First point\n• Second point, with \x1b[3mweight\x1b[23m\n\n" +
		"1. One\n2. Two\n\n" +
		"\x1b[2m│ \x1b[22mHi Priya,\n\x1b[2m│ \x1b[22mcan we look at \x1b[2mK7\x1b[22m?\n\n" +
		"    - old\n    + new\n\n" +
		"See the report\n\x1b[2m(https://abs.example/cpi)\x1b[22m and\nhttps://rba.example."
	got := markup.Terminal(30, true).Render(reminder, nil)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := markup.Terminal(30, false).Render(reminder, nil); strings.Contains(got, "\x1b") {
		t.Errorf("without colour there are escape sequences: %q", got)
	}
}

func TestRenderCases(t *testing.T) {
	links := func(h string) (string, bool) {
		if h == "m412" {
			return "https://chat.example/p/412", true
		}
		return "", false
	}
	for _, c := range []struct{ name, in, want string }{
		{"blank", " \n\t\n", ""},
		{"handle with an address", "on [12 Aug 2026](src:m412)", "on 12 Aug 2026 (https://chat.example/p/412)"},
		{"handle without one", "on [12 Aug 2026](src:m1)", "on 12 Aug 2026"},
		{"lines stay lines", "a\nb  \nc\\\nd", "a\nb\nc\nd"},
		{"heading", "# Title\ntext", "Title\n\ntext"},
		{"html is words", "<b>x</b>\n\n<div>\ny\n</div>", "<b>x</b>\n\n<div>\ny\n</div>"},
		{"reference definition is words", "[todo]: call Ana", "[todo]: call Ana"},
		{"hanging indent", "- a\n  b\n- c\n\n  d", "- a\n  b\n\n- c\n\n  d"},
		{"nested list", "- a\n  - b\n- c", "- a\n  - b\n- c"},
		{"list from seven", "7. a\n8. b", "7. a\n8. b"},
		{"quote in list", "- > a\n  > b", "- > a\n  > b"},
		{"escapes", `\*not bold\* &amp; &lt;3 &nope; 5 < 6 & 7`, "*not bold* & <3 &nope; 5 < 6 & 7"},
		{"escaped reference", `\&lt;`, "&lt;"},
		{"written-out escape", "&#27;[31mred &#x9b;31m &#10;x", "[31mred 31m  x"},
		{"escape in code", "`\x1b[31m`\n\n```\n\x1b]0;title\x07\n```", "`[31m`\n\n    ]0;title"},
		{"escape in an address", "[x](https://a.example/\x1b[2J)", "x (https://a.example/[2J)"},
		{"carriage return", "a\rb\r\nc", "a\nb\nc"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
		{"bidirectional override", "pay\u202Eevil\u202C", "payevil"},
		{"image", "![a chart](https://a.example/i.png)", "a chart (https://a.example/i.png)"},
		{"code span across lines", "`a\nb`", "`a b`"},
		{"rule", "a\n\n---\n\nb", "a\n\n---\n\nb"},
		{"deep nesting is shown as it stands", strings.Repeat("> ", 40) + "x", strings.Repeat("> ", 40) + "x"},
	} {
		if got := markup.Plain().Render(c.in, links); got != c.want {
			t.Errorf("%s: Render(%q)\n got %q\nwant %q", c.name, c.in, got, c.want)
		}
	}
}

func TestTerminalWrapsByColumns(t *testing.T) {
	for _, c := range []struct {
		name, in string
		width    int
		want     string
	}{
		{"hanging indent", "- alpha beta gamma delta", 14, "• alpha beta\n  gamma delta"},
		{"wide characters", "東京都庁舎第一本庁舎展望室", 12, "東京都庁舎第\n一本庁舎展望\n室"},
		{"emoji of several code points", "👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧", 12, "👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧\n👩‍👩‍👧"},
		{"combining marks", strings.Repeat("e\u0301", 12), 12, strings.Repeat("e\u0301", 12)},
		{"a long word", strings.Repeat("x", 30), 12, strings.Repeat("x", 12) + "\n" + strings.Repeat("x", 12) + "\nxxxxxx"},
		{"quote", "> one two three four", 14, "│ one two\n│ three four"},
		{"a word of two styles", "aaaaaaa **bbb**ccc ddd", 12, "aaaaaaa\nbbbccc ddd"},
		{"code is never broken", "```\n" + strings.Repeat("y", 40) + "\n```", 12, "    " + strings.Repeat("y", 40)},
	} {
		if got := markup.Terminal(c.width, false).Render(c.in, nil); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// No line of words is wider than asked, and wrapping loses no character but
// space.
func TestWrapProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z東é👍,.\-]{1,20}`), 1, 40).Draw(t, "words")
		width := rapid.IntRange(12, 60).Draw(t, "width")
		text := "x" + strings.Join(words, " ")
		got := markup.Terminal(width, false).Render(text, nil)
		for line := range strings.SplitSeq(got, "\n") {
			if w := uniseg.StringWidth(line); w > width {
				t.Fatalf("line of %d columns, want at most %d: %q", w, width, line)
			}
		}
		if squeeze(got) != squeeze(text) {
			t.Fatalf("text changed:\n got %q\nwant %q", got, text)
		}
	})
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

func FuzzRender(f *testing.F) {
	for _, s := range []string{
		reminder, "", "&#27;[0m", "\x1b[2J", "\u009b31m", "`\x1b`", "[\x1b](\x1b)", "<x:\x1b>", "> - 1. > ```\n\x07",
		"```\x1b\n\x1b\n", "![&#155;](src:m1)", "~~~ a\n&#27;", "a\r\x1bb", "\xff\xc2\x9b", "**&#x1b;**", "- \t-\n\t\t+",
	} {
		f.Add(s, uint8(20))
	}
	links := func(string) (string, bool) { return "https://x.example/\x1b[31m", true }
	f.Fuzz(func(t *testing.T, text string, width uint8) {
		for _, colour := range []bool{false, true} {
			got := markup.Terminal(int(width), colour).Render(text, links)
			if colour {
				for _, seq := range []string{"1", "2", "3", "22", "23", "36", "39"} {
					got = strings.ReplaceAll(got, "\x1b["+seq+"m", "")
				}
			}
			if bad := control(got); bad >= 0 {
				t.Fatalf("control character U+%04X reaches the terminal: %q", bad, got)
			}
		}
		if bad := control(markup.Plain().Render(text, links)); bad >= 0 {
			t.Fatalf("control character U+%04X reaches the pipe", bad)
		}
		once := markup.Clean(text)
		if twice := markup.Clean(once); twice != once {
			t.Fatalf("Clean is not idempotent: %q, %q", once, twice)
		}
	})
}

func control(s string) rune {
	for _, r := range s {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return r
		}
	}
	return -1
}

func BenchmarkRenderTerminal(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		markup.Terminal(80, true).Render(reminder, nil)
	}
}

// What goldmark finds hard must stay bearable.
func BenchmarkRenderHostile(b *testing.B) {
	for _, s := range []string{"[", "*a ", "**a ", "`a", "> ", "- ", "&", "![", "a**b"} {
		b.Run(s, func(b *testing.B) {
			text := strings.Repeat(s, (1<<20)/len(s))
			for b.Loop() {
				markup.Plain().Render(text, nil)
			}
		})
	}
}
