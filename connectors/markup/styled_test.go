package markup_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/connectors/markup"

	"github.com/google/go-cmp/cmp"
)

// shown writes a styled text as "words", each range as kind[what it covers].
func shown(t *testing.T, plain string, ranges []markup.Range) string {
	t.Helper()
	out := plain
	for _, r := range ranges {
		out += fmt.Sprintf("\n  %s", r.Kind)
		if r.URL != "" {
			out += "(" + r.URL + ")"
		}
		if r.Language != "" {
			out += "(" + r.Language + ")"
		}
		out += fmt.Sprintf("[%s]", strings.ReplaceAll(plain[r.Start:r.End], "\n", "⏎"))
	}
	return out
}

func TestStyled(t *testing.T) {
	links := func(h string) (string, bool) { return "https://chat.example/p/" + h, h == "m412" }
	for _, c := range []struct{ name, in, want string }{
		{"words", "plain *words*, **bold**, `code`", "plain words, bold, code\n  italic[words]\n  bold[bold]\n  code[code]"},
		{"blank", " \n\t", ""},
		{"bold and italic", "**a _b_ c**", "a b c\n  bold[a b c]\n  italic[b]"},
		{"code is only code", "**a `b` c**", "a b c\n  bold[a ]\n  code[b]\n  bold[ c]"},
		{"lines", "**a\nb**\nc", "a\nb\nc\n  bold[a]\n  bold[b]"},
		{"a link", "on [12 Aug](src:m412).", "on 12 Aug.\n  link(https://chat.example/p/m412)[12 Aug]"},
		{"a link to nowhere", "on [12 Aug](src:m1).", "on 12 Aug."},
		{"a link of code", "[`m412`](src:m412)", "m412\n  link(https://chat.example/p/m412)[m412]"},
		{"bold over a link's edge", "**a [b](https://x.example)** c", "a b c\n  bold[a ]\n  link(https://x.example)[b]\n  bold[b]"},
		{"an empty link", "a [](https://x.example) b", "a  b"},
		{"an address", "<https://x.example>", "https://x.example"},
		{"a list", "Due:\n\n- one\n- two `x`\n  more\n\n3. three\n4. four", "Due:\n\n• one\n• two x\n  more\n\n3. three\n4. four\n  code[x]"},
		{"a loose list", "- a\n\n- b", "• a\n\n• b"},
		{"an empty item", "-\n- b", "•\n• b"},
		{"a quote", "He said:\n\n> one **two**\n> three\n\nDone", "He said:\n\none two\nthree\n\nDone\n  quote[one two⏎three]\n  bold[two]"},
		{"a quote in a quote", "> a\n>\n> > b", "a\n\nb\n  quote[a⏎⏎b]"},
		{"a code block", "x\n\n```go\na\n\n b\n```\n\ny", "x\n\na\n\n b\n\ny\n  pre(go)[a⏎⏎ b]"},
		{"a code block in a list", "- a\n\n  ```\n  x\n   y\n  ```", "• a\n\nx\n y\n  pre[x⏎ y]"},
		{"a quote in a list", "- > a\n  > b", "•\n  a\n  b\n  quote[  a⏎  b]"},
		{"an empty code block", "a\n\n```\n```\n\nb", "a\n\nb"},
		{"a heading", "# A `b`\nc", "A b\n\nc\n  bold[A ]\n  code[b]"},
		{"a rule", "a\n\n---\n\nb", "a\n\n———\n\nb"},
		{"escapes", `\*a\* &lt;`, "*a* <"},
		{"an image", "![a chart](https://x.example/i.png)", "a chart\n  link(https://x.example/i.png)[a chart]"},
	} {
		plain, ranges := markup.Styled(c.in, links)
		if diff := cmp.Diff(c.want, shown(t, plain, ranges)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

// Whatever the text, no word is lost, and the ranges keep what they promise.
func FuzzStyled(f *testing.F) {
	for _, s := range []string{
		reminder, "", "**a [b** c](https://x.example)", "- > ```\n  > x\n- \n\n  # h", "[`a` *b*](x)[](y)", "> - 1. a\n>\n> ```x\n> y",
		"**[a](https://a.example)[b](https://b.example)**", "***a** b*", "<https://x.example> <a@b.example>", "👍**🏽**", "&#0;\x00", "\n\n---\n\n- \n",
	} {
		f.Add(s)
	}
	links := func(h string) (string, bool) { return "https://x.example/" + h, len(h) > 1 }
	bare := markup.Dialect{Bullet: "• ", Rule: "———"}
	f.Fuzz(func(t *testing.T, text string) {
		plain, ranges := markup.Styled(text, links)
		if want := squeeze(bare.Render(text, links)); squeeze(plain) != want {
			t.Fatalf("words changed:\n got %q\nwant %q", plain, want)
		}
		if strings.Trim(plain, "\n") != plain {
			t.Fatalf("line breaks around %q", plain)
		}
		for i, r := range ranges {
			if r.Start < 0 || r.Start >= r.End || r.End > len(plain) || !between(plain, r.Start) || !between(plain, r.End) {
				t.Fatalf("range %+v of %q", r, plain)
			}
			for _, s := range ranges[i+1:] {
				switch {
				case s.Start < r.Start || s.Start == r.Start && s.End > r.End:
					t.Fatalf("%+v comes before %+v", r, s)
				case s.Start < r.End && s.End > r.End:
					t.Fatalf("%+v crosses %+v", r, s)
				case s.Start < r.End && (r.Kind == markup.Code || r.Kind == markup.Pre):
					t.Fatalf("%+v within %+v", s, r)
				case s.Start < r.End && r.Kind == s.Kind:
					t.Fatalf("%+v within its like, %+v", s, r)
				}
			}
		}
	})
}

// between reports whether i lies between two characters of s.
func between(s string, i int) bool { return i == len(s) || utf8.RuneStart(s[i]) }

func BenchmarkStyled(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		markup.Styled(reminder, nil)
	}
}
