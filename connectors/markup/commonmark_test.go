package markup_test

import (
	"strings"
	"testing"
	"unicode"

	"citadel/connectors/markup"

	"github.com/google/go-cmp/cmp"
)

func TestCommonMark(t *testing.T) {
	const want = "**Call the bank about the overdraft.** You asked on [20 Nov](https://chat.example/p/433).\n" +
		"Second line with `show m412` and `m412`.\n\n" +
		"- First point\n- Second point, with *weight*\n\n" +
		"1. One\n2. Two\n\n" +
		"> Hi Priya,\n> can we look at `K7`?\n\n" +
		"```diff\n- old\n+ new\n```\n\n" +
		"See [the report](https://abs.example/cpi) and https://rba.example."
	links := func(h string) (string, bool) { return "https://chat.example/p/" + h[1:], h == "m433" }
	if diff := cmp.Diff(want, markup.CommonMark().Render(reminder, links)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// What is written is what was meant, in the words of CommonMark itself.
func TestCommonMarkCases(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"stars that are words", `\*not bold\* snake_case 2\*3`, `\*not bold\* snake\_case 2\*3`},
		{"code in bold", "**a `b` c**", "**a `b` c**"},
		{"bold in italic", "*a **b** c*", "*a **b** c*"},
		{"italic in bold", "**a *b* c** d", "**a *b* c** d"},
		{"bold over lines", "**a\nb**", "**a**\n**b**"},
		{"link in bold", "**x [a](https://a.example) y**", "**x** [**a**](https://a.example) **y**"},
		{"backticks in code", "``a`b`` and `` `c` ``", "``a`b`` and `` `c` ``"},
		{"a fence in a fence", "````\n```\nx\n```\n````", "````\n```\nx\n```\n````"},
		{"an address keeps its underscores", "see https://a.example/x_y_z?q=1&copy=2, ok_", "see https://a.example/x_y_z?q=1&copy=2, ok\\_"},
		{"a reference written out", "&amp;lt; & co", "&amp;lt; & co"},
		{"html is words", "<b>x</b> 5 < 6", "\\<b>x\\</b> 5 < 6"},
		{"no list by accident", "1986\\. A year\n\\- minus\n\\# no title\n\\> no quote", "1986\\. A year\n\\- minus\n\\# no title\n\\> no quote"},
		{"brackets are words", "\\[x\\](y)", "\\[x\\](y)"},
		{"parentheses in an address", "[x](https://a.example/w_(y))", "[x](https://a.example/w_%28y%29)"},
		{"a mark of exclamation before a link", `a\![x](https://a.example/p) &#33;[y](https://a.example/q)`, `a\![x](https://a.example/p) \![y](https://a.example/q)`},
		{"and a little before it", "a! [x](https://a.example/p)**!**`!`[y](https://a.example/q)!", "a! [x](https://a.example/p)**!**`!`[y](https://a.example/q)!"},
		{"heading", "# Title\ntext", "**Title**\n\ntext"},
		{"table", "a | b\n--- | ---\n1 | 2", "a | b\n--- | ---\n1 | 2"},
	} {
		if got := markup.CommonMark().Render(c.in, nil); got != c.want {
			t.Errorf("%s: Render(%q)\n got %q\nwant %q", c.name, c.in, got, c.want)
		}
	}
}

// Written and read again, no letter is lost or added.
func FuzzCommonMark(f *testing.F) {
	for _, s := range []string{
		reminder, "", "**a *b* c**", "*a **b***c", "`` ` ``", "```\n````\n", "~~~ `\nx\n~~~", "a_b_ c", "> - 1. x\n>   ```\n>   y", "&#42;a&#42;",
		"# `a", "[**a**](b)", "![a](b)", "**a [b *c*](d) e**", "https://a.example/*x*", "-\n=\n+", "    code\n\tx", "\\\\*a", "1) a\n2) b\n\n3. c",
	} {
		f.Add(s)
	}
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return r
			}
			return -1
		}, s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		written := markup.CommonMark().Render(text, nil)
		want, got := letters(markup.Plain().Render(text, nil)), letters(markup.Plain().Render(written, nil))
		if strings.Contains(written, "%") { // an address that had to be changed
			return
		}
		if got != want {
			t.Fatalf("%q is written %q and read\n%q, want\n%q", text, written, got, want)
		}
	})
}
