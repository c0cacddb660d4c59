package markup_test

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"citadel/connectors/markup"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name, in string
		max      int
		want     []string
	}{
		{"blank", " \n ", 10, nil},
		{"fits", "a\n\nb", 10, []string{"a\n\nb"}},
		{"no limit", "a b", 0, []string{"a b"}},
		{"paragraphs", "aaaa\n\nbbbb\n\ncccc", 10, []string{"aaaa\n\nbbbb", "cccc"}},
		{"list items", "- aaaa\n- bbbb\n- cccc", 14, []string{"- aaaa\n- bbbb", "- cccc"}},
		{"words", "aaaa bbbb cccc", 10, []string{"aaaa bbbb", "cccc"}},
		{"one long word", "aaaaaaaaaaaa", 5, []string{"aaaaa", "aaaaa", "aa"}},
		{"no list made of a minus", "aaaa bb - cccc", 9, []string{"aaaa", "bb - cccc"}},
		{"a code block moves whole", "aaaa\n```\nb\n\nc\n```\nd", 14, []string{"aaaa", "```\nb\n\nc\n```", "d"}},
		{"a long code block is fenced again", "```go\naaaaaa\nbbbbbb\ncccccc\n```", 26,
			[]string{"```go\naaaaaa\nbbbbbb\n```", "```go\ncccccc\n```"}},
		{"a fence inside a longer one", "````\n```\naaaaaaaaaa\n```\nbb\n````\n\nx", 24,
			[]string{"````\n```\naaaaaaaaaa\n````", "````\n```\nbb\n````\n\nx"}},
		{"a block left open", "```\naaaa\nbbbb\ncccc", 17, []string{"```\naaaa\nbbbb\n```", "```\ncccc\n```"}},
		{"a quoted block ends with its quote", "> ```\n> aaaa\nbbbb\n\ncccc", 18, []string{"> ```\n> aaaa\n\nbbbb", "cccc"}},
		{"tildes", "~~~\naaaa\n\nbbbb\n~~~\n\ncc", 18, []string{"~~~\naaaa\n\nbbbb\n~~~", "cc"}},
	} {
		if diff := cmp.Diff(c.want, markup.Split(c.in, c.max, nil)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

func TestSplitNeverCutsACharacter(t *testing.T) {
	text := strings.Repeat("👩‍👩‍👧", 20)
	for _, p := range markup.Split(text, 20, units) {
		if strings.Trim(p, "👩‍👧") != "" || !strings.HasPrefix(p, "👩") || !strings.HasSuffix(p, "👧") {
			t.Errorf("a family was parted: %q", p)
		}
	}
}

func TestSplitProperty(t *testing.T) {
	measures := map[string]func(string) int{
		"bytes": func(s string) int { return len(s) }, "runes": utf8.RuneCountInString, "units": units,
	}
	word := rapid.StringMatching(`[a-zé東👍]{1,30}`)
	para := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 1, 30).Draw(t, "words"), " ")
	})
	block := rapid.Custom(func(t *rapid.T) string {
		lines := rapid.SliceOfN(rapid.StringMatching(`[a-z ]{0,30}`), 0, 12).Draw(t, "code")
		return "```go\n" + strings.Join(lines, "\n") + "\n```"
	})
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.OneOf(para, block), 1, 12).Draw(t, "parts")
		text := strings.Join(parts, "\n\n")
		measure := measures[rapid.SampledFrom([]string{"bytes", "runes", "units"}).Draw(t, "measure")]
		limit := rapid.IntRange(64, 600).Draw(t, "max")
		pieces := markup.Split(text, limit, measure)
		for _, p := range pieces {
			if n := measure(p); n > limit {
				t.Fatalf("piece of %d, want at most %d: %q", n, limit, p)
			}
		}
		if got, want := content(strings.Join(pieces, "\n")), content(text); got != want {
			t.Fatalf("words lost\n got %q\nwant %q", got, want)
		}
		resumed(t, text, limit, rapid.IntRange(64, 600).Draw(t, "another max"), measure)
		for _, b := range parts {
			if strings.HasPrefix(b, "```") && measure(b) <= limit && !anyContains(pieces, b) {
				t.Fatalf("a code block that fits was cut: %q", b)
			}
		}
	})
}

// resumed cuts text, and from each cut on once more for another limit: no word is lost or comes
// twice, and code stays code.
func resumed(t interface{ Fatalf(string, ...any) }, text string, limit, other int, measure func(string) int) {
	pieces, ends := markup.Cut(text, limit, measure)
	if len(ends) != len(pieces) || len(ends) > 0 && ends[len(ends)-1] != len(text) {
		t.Fatalf("%d pieces end at %v of %d", len(pieces), ends, len(text))
	}
	for i, at := range ends {
		more, ends := markup.Cut(markup.From(text, at), other, measure)
		if got, want := content(strings.Join(append(pieces[:i+1:i+1], more...), "\n")), content(text); got != want {
			t.Fatalf("resumed at %d:\n got %q\nwant %q", at, got, want)
		}
		for j, p := range more {
			if strings.Count(p, "```")%2 != 0 {
				t.Fatalf("resumed at %d (%d), a fence is open: %q", at, ends[j], p)
			}
		}
	}
}

// content is the words, with neither fences nor space.
func content(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "```") {
			b.WriteString(squeeze(line))
		}
	}
	return b.String()
}

func anyContains(pieces []string, s string) bool {
	for _, p := range pieces {
		if strings.Contains(p, s) {
			return true
		}
	}
	return false
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{
		reminder, "```\na\n```\nb", "> ```\n> x\ny", "   \n\n\n  x", "a```b\n~~~", strings.Repeat("z", 300),
		strings.Repeat("a ", 200), "```000000000000\n```", "- ```\n  a\n\n  b\n  ```\nc", "> - ~~~\n>   x\ny", strings.Repeat("> ", 40) + "```\nx", "```" + strings.Repeat("i", 100) + "\nx\n```", "e" + strings.Repeat("\u0301", 200),
		"\xff\xfe", "\r\n\r\na\r\n```\r\nb\r\n```",
	} {
		f.Add(s, uint16(40))
	}
	f.Fuzz(func(t *testing.T, text string, limit uint16) {
		n := int(limit)%200 + 4
		pieces := markup.Split(text, n, nil)
		for _, p := range pieces {
			if len(p) > n {
				t.Fatalf("piece of %d bytes, want at most %d: %q", len(p), n, p)
			}
		}
		// The fence of a block may be another one, and go where the block has ended.
		words := strings.NewReplacer("`", "", "~", "").Replace(strings.ToValidUTF8(text, "\uFFFD"))
		if rest := missing(words, strings.Join(pieces, "\n")); rest != "" {
			t.Fatalf("lost from here on: %q\nof %q\nin %q", rest, text, pieces)
		}
		_, ends := markup.Cut(text, n, nil)
		for i, at := range ends[:min(len(ends), 12)] {
			more := markup.Split(markup.From(text, at), 2*n, nil)
			if rest := missing(words, strings.Join(append(pieces[:i+1:i+1], more...), "\n")); rest != "" {
				t.Fatalf("resumed at %d, lost from here on: %q\nof %q\nin %q", at, rest, text, more)
			}
		}
	})
}

// missing is what remains of want's words, byte by byte, once they were looked
// for in got in order.
func missing(want, got string) string {
	want, got = squeeze(want), squeeze(got)
	for ; want != ""; want = want[1:] {
		i := strings.IndexByte(got, want[0])
		if i < 0 {
			return want
		}
		got = got[i+1:]
	}
	return ""
}

func BenchmarkSplit(b *testing.B) {
	text := strings.Repeat(reminder+"\n\n", 40)
	b.ReportAllocs()
	for b.Loop() {
		markup.Split(text, 4000, units)
	}
}

// What is code in a text is code in its pieces, and what is none is none, wherever its fence stands.
func TestCodeStaysCode(t *testing.T) {
	const long = "make all; make install; make clean\n"
	block := func(before, indent string) string {
		return before + "```sh\n" + strings.Repeat(indent+long, 12) + indent + "```\n"
	}
	for name, head := range map[string]string{
		"with the bullet":   "Do this:\n\n" + block("- ", "  "),
		"with the number":   "Do this:\n\n" + block("1. ", "   ") + "2. then go on\n",
		"below the number":  "1. Do this:\n\n" + block("   ", "   "),
		"in an item's item": "- Do this:\n  - and that:\n\n" + block("    ", "    "),
		"quoted":            block("> ", "> "),
		"quoted item":       block("> - ", ">   "),
		"quote in an item":  block("- > ", "  > "),
		"left open":         "- ```sh\n  " + long + "- ```\n  x\n",
		"shown as it is":    "A fence is written so:\n\n    ```\n\nand that is all.\n",
		"in a code span":    "Write ``` three times.\n\n```` is four.\n",
	} {
		text := head + "\n" + strings.Repeat("This is a sentence of **plain** prose, which is no code at all.\n\n", 20)
		code := func(text string) string {
			plain, ranges := markup.Styled(text, nil)
			var b strings.Builder
			for _, r := range ranges {
				if r.Kind == markup.Pre {
					b.WriteString(squeeze(plain[r.Start:r.End]))
				}
			}
			return b.String()
		}
		for _, limit := range []int{150, 300, 1000} {
			got := ""
			for _, p := range markup.Split(text, limit, nil) {
				got += code(p)
			}
			if want := code(text); got != want {
				t.Errorf("%s, cut at %d: code is\n%q, want\n%q\nin %q", name, limit, got, want, markup.Split(text, limit, nil))
			}
			pieces, ends := markup.Cut(text, limit, nil)
			for i := range pieces {
				got := ""
				for _, p := range append(pieces[:i+1:i+1], markup.From(text, ends[i])) {
					got += code(p)
				}
				if want := code(text); got != want {
					t.Errorf("%s, cut at %d, resumed at %d: code is\n%q, want\n%q\nin %q", name, limit, ends[i], got, want, markup.From(text, ends[i]))
					break
				}
			}
		}
	}
}
