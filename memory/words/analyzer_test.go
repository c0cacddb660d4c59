package words_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	uax29 "github.com/clipperhouse/uax29/v2/words"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/words"
)

func TestTerms(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"  ...!? ", ""},
		{"The ships were running late", "ship run late"},
		{"She went and bought three bottles", "go buy three bottl"},
		{"We don't sell it, and won't. You cannot, you can't!", "not sell not not not"},
		{"We don’t sell it", "not sell"},
		{"never without nothing, no nor neither", "never without noth no nor neither"},
		{"Anna's boss's letter; they'll read it", "anna boss letter read"},
		{"1,000 crates at 3.50 on the 5th, 22nd", "1000 crate 3.50 5 22"},
		{"3com 10am 2nd-hand", "3com 10am 2 hand"},
		{"user_id report.final.pdf a:b", "user id report final pdf b"},
		{"Café, CAFE\u0301 and cafe", "cafe cafe cafe"},
		{"ﬁnal Ｔokyo ½", "final tokyo 1⁄2"},
		{"naïve coöperation", "naiv cooper"},
		{"Привет, Мир", "привет мир"},
		{"東京", "東 京"},
		{"emoji 🙂 only ❤️", "emoji"},
		{"a\xffb \xff", "b"},
		{"children's teeth", "child tooth"},
		{"Fußball", "fußball"},
	} {
		a := words.New(100)
		got := strings.Join(a.AppendTerms(nil, test.text), " ")
		if got != test.want {
			t.Errorf("terms of %q: %q, want %q", test.text, got, test.want)
		}
		if again := strings.Join(a.AppendTerms(nil, test.text), " "); again != got {
			t.Errorf("terms of %q: %q the second time", test.text, again)
		}
	}
}

func TestNegationsAreNoStopWords(t *testing.T) {
	for _, word := range strings.Fields("no not never none nobody nothing nowhere neither nor without") {
		if words.Stop(word) {
			t.Errorf("%q is dropped", word)
		}
	}
}

func TestLongWordsAreCut(t *testing.T) {
	var a words.Analyzer
	for _, letter := range []string{"k", "é", "ж", "👍x"} {
		for _, term := range a.AppendTerms(nil, strings.Repeat(letter, 10_000)) {
			if len(term) > words.MaxWord {
				t.Errorf("a term of %d bytes from %q", len(term), letter)
			}
		}
	}
}

func TestMemoryDoesNotChangeTheAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`([a-zA-Z']{1,8}[ .,]){0,12}`), 1, 8).Draw(t, "texts")
		a := words.New(rapid.IntRange(0, 5).Draw(t, "limit"))
		for _, text := range texts {
			var fresh words.Analyzer
			if diff := cmp.Diff(fresh.AppendTerms(nil, text), a.AppendTerms(nil, text)); diff != "" {
				t.Fatal(diff)
			}
			if rapid.IntRange(0, 9).Draw(t, "reset") == 0 {
				a.Reset()
			}
		}
	})
}

// The hand-written segmenter must find the words that the general one finds.
func TestSegmentsAreThoseOfUnicode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(
			rapid.RuneFrom([]rune("abcXYZ019 _'.,:;-/\n")),
			rapid.RuneFrom([]rune("abcXYZ019 _'.,:;-/\n\"’éΩж東カ한\u0301\u200d🙂")),
		)).Draw(t, "text")
		sameSegments(t, text)
	})
}

func FuzzSegments(f *testing.F) {
	for _, seed := range []string{
		"", "it's 3.14, a.b.c and x_1", "don’t e\u0301 ½", "a\xff.b", "1.a:2;3", "東京tower カタカナ", "_._ __ a_",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) { // the standard says nothing of broken text
			sameSegments(t, text)
		}
		var a words.Analyzer
		for _, term := range a.AppendTerms(nil, text) {
			if term == "" || len(term) > words.MaxWord {
				t.Fatalf("term %q", term)
			}
		}
	})
}

func sameSegments(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) {
	t.Helper()
	var want []string
	for tokens := uax29.FromString(text); tokens.Next(); {
		if strings.IndexFunc(tokens.Value(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0 {
			want = append(want, tokens.Value())
		}
	}
	if got := words.Segments(text); !cmp.Equal(got, want) {
		t.Fatalf("segments of %q: %q, want %q", text, got, want)
	}
}

// prose is a text of common words in a fixed jumble, with some rare ones.
func prose(n int) string {
	common := strings.Fields("the supplier said that we are waiting for three late shipments from a port and I don't think they will arrive before Friday because nobody has called")
	var b strings.Builder
	state := uint32(1)
	for i := range n {
		state = state*1664525 + 1013904223
		if state>>28 == 0 {
			b.WriteString("rare")
			b.WriteByte('a' + byte(state>>20%26))
			b.WriteByte('a' + byte(state>>12%26))
		} else {
			b.WriteString(common[state>>8%uint32(len(common))])
		}
		if i%12 == 11 {
			b.WriteString(". ")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func BenchmarkAppendTerms(b *testing.B) {
	text := prose(1000)
	a := words.New(8192)
	terms := a.AppendTerms(nil, text)
	b.ReportAllocs()
	for b.Loop() {
		terms = a.AppendTerms(terms[:0], text)
	}
	b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "words/s")
}

func BenchmarkAppendTermsWithoutMemory(b *testing.B) {
	text := prose(1000)
	var a words.Analyzer
	var terms []string
	b.ReportAllocs()
	for b.Loop() {
		terms = a.AppendTerms(terms[:0], text)
	}
	b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "words/s")
}
