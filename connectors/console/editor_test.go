package console_test

import (
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/connectors/console"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// hardTexts have characters of several runes, which editors like to cut.
var hardTexts = []string{
	"nö 😀🇵🇹 👨‍👩‍👧", "cafe\u0301", "नमस्ते", "👍🏽", "❤️", "a\u200db\ufe0f", "สวัสดี", "한글", "e\u0301\u0323x",
	"\u202bעברית", "tab\there", strings.Repeat("wide 漢字 ", 300), strings.Repeat("x", 5000),
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		want       []string
	}{
		{"two lines", "one\rtwo\r", []string{"one", "two"}},
		{"typed ahead of raw mode", "one\ntwo\n", []string{"one", "two"}},
		{"backspace by characters", "a👨‍👩‍👧cafe\u0301\x7f\x7f\x7f\x7f\x7fb\r", []string{"ab"}},
		{"left by characters", "x🇵🇹👍🏽\x1b[D\x1b[Dy\r", []string{"xy🇵🇹👍🏽"}},
		{"right", "🇵🇹b\x01\x1b[Ca\r", []string{"🇵🇹ab"}},
		{"home and end", "bc\x1b[Ha\x1b[Fd\r", []string{"abcd"}},
		{"arrows in application mode", "ac\x1bODb\r", []string{"abc"}},
		{"words", "one two three\x1b[1;5D\x1b[1;5D2 \x1b[1;5C!\r", []string{"one 2 two! three"}},
		{"cut a word", "one two \x17three\r", []string{"one three"}},
		{"cut before and after", "one two\x1b[1;5D\x15\x06\x0b\r", []string{"t"}},
		{"delete", "ab\x01\x1b[3~\r", []string{"b"}},
		{"Ctrl-D deletes in a line", "ab\x01\x04\r\x04", []string{"b", "^D"}},
		{"Ctrl-C drops the line", "ab\x03c\r", []string{"^C", "c"}},
		{"backspace at the start", "\x7f\x1b[D\x1b[Ca\r", []string{"a"}},
		{"Escape takes no letter", "a\x1bb\x1bOh\x1b\r", []string{"abOh"}},
		{"unknown sequences", "a\x1b[15~\x1b[1;2Pb\x1b[\r", []string{"ab"}},
		{"older", "\x1b[A\x1b[A\r", []string{"first"}},
		{"older and back", "dra\x1b[A\x1b[A\x1b[A\x1b[B\x1b[B\x1b[Bft\r", []string{"draft"}},
		{"said is older", "new\r\x1b[A!\r", []string{"new", "new!"}},
		{"Ctrl-C forgets where it looked", "\x1b[A\x03\x1b[A\r", []string{"^C", "last"}},
		{"paste", "a\x1b[200~\x1b[A1\r\n2\r3\n\t\x1b[201~b\r", []string{"a\x1b[A1\n2\n3\n\tb"}},
		{"paste in the middle", "ad\x1b[D\x1b[200~b\rc\x1b[201~\r", []string{"ab\ncd"}},
		{"backspace over a break", "\x1b[200~a\rb\x1b[201~\x1b[D\x7f\r", []string{"ab"}},
		{"paste without an end", "\x1b[200~abc\x03d\r", []string{"^C", "d"}},
		{"bytes that are no UTF-8", "a\xffb\xe2\r", []string{"a\uFFFDb\uFFFD"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			past := []string{"first", "last"}
			if diff := cmp.Diff(c.want, console.Type(io.Discard, past, []byte(c.keys))); diff != "" {
				t.Errorf("in one go (-want +got)\n%s", diff)
			}
			single := slices.Collect(slices.Chunk([]byte(c.keys), 1))
			if diff := cmp.Diff(c.want, console.Type(io.Discard, past, single...)); diff != "" {
				t.Errorf("byte by byte (-want +got)\n%s", diff)
			}
		})
	}
}

func TestEveryRuneIsKept(t *testing.T) {
	var all strings.Builder
	for r := rune(' '); r <= utf8.MaxRune; r++ {
		if r != 0x7f && utf8.ValidRune(r) && all.Len() < 1<<19 {
			all.WriteRune(r)
		}
	}
	if got := console.Type(io.Discard, nil, []byte(all.String()+"\r")); len(got) != 1 || got[0] != all.String() {
		t.Error("a rune of the first planes was lost or changed")
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r >= ' ' && r != 0x7f })).Draw(t, "text")
		keys, chunks := []byte(text+"\r"), [][]byte(nil)
		for len(keys) > 0 {
			n := rapid.IntRange(1, len(keys)).Draw(t, "n")
			chunks, keys = append(chunks, keys[:n]), keys[n:]
		}
		if diff := cmp.Diff([]string{text}, console.Type(io.Discard, nil, chunks...)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestPasteBeyondTheLongestMessage(t *testing.T) {
	got := console.Type(io.Discard, nil, []byte("\x1b[200~"+strings.Repeat("a", 3<<20)+"\x1b[201~\r"))
	if len(got) != 1 || len(got[0]) <= 1<<20 {
		t.Errorf("%d messages; it has to be seen that the first is too long", len(got))
	}
}

func TestDrawing(t *testing.T) {
	for _, c := range []struct{ name, keys, want string }{
		{"letter by letter", "a|b|\r", "> ab\r\n> "},
		{"in the middle", "ac|\x1b[D|b", "> ac\r\x1b[J> ac\r> a\r\x1b[J> abc\r> ab"},
		{"long", strings.Repeat("x", 78), "> " + strings.Repeat("x", 77) + "\r\n  x"},
		{"paste cannot steer", "\x1b[200~\x1b[2J\x1b[201~", "> ^[[2J"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			var chunks [][]byte
			for s := range strings.SplitSeq(c.keys, "|") {
				chunks = append(chunks, []byte(s))
			}
			console.Type(&out, nil, chunks...)
			if diff := cmp.Diff(c.want, out.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func FuzzKeys(f *testing.F) {
	f.Add([]byte("one\rtwo\x1b[D\x7f\x1b[200~a\rb\x1b[201~\r"), 3)
	f.Add([]byte("\x1b[200~\x1b[20\x03\x1bO\x1b[1;5D\xff\x17\x15\x0b\x0c"), 1)
	for _, text := range hardTexts {
		if len(text) < 100 {
			f.Add([]byte(text+"\x1b[D\x7f\x1b[A\r"), 7)
		}
	}
	f.Fuzz(func(t *testing.T, keys []byte, size int) {
		size = min(max(size, 1), len(keys)+1)
		past := []string{"before"}
		whole := console.Type(io.Discard, past, keys)
		parts := console.Type(io.Discard, past, slices.Collect(slices.Chunk(keys, size))...)
		for _, text := range whole {
			if !utf8.ValidString(text) {
				t.Errorf("%q is no UTF-8", text)
			}
		}
		if diff := cmp.Diff(whole, parts); diff != "" {
			t.Errorf("in one go and in parts differ (-whole +parts)\n%s", diff)
		}
	})
}

// One operation is one letter typed at the end of a line of 60.
func BenchmarkLetter(b *testing.B) {
	chunks := slices.Collect(slices.Chunk([]byte(strings.Repeat("letters ", 7)+"four\r"), 1))
	b.ReportAllocs()
	for range b.N/len(chunks) + 1 {
		console.Type(io.Discard, nil, chunks...)
	}
}
