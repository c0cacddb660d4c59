package openai_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/model/openai"
)

func TestThinkingInTheText(t *testing.T) {
	for name, c := range map[string]struct{ said, text string }{
		"none":                    {"Hello, <b>you</b> [here].", "Hello, <b>you</b> [here]."},
		"first":                   {"<think>\nhm\n</think>\n\nHello", "Hello"},
		"white space before":      {"\n<think>hm</think>Hello", "Hello"},
		"empty":                   {"<think></think>\n\nHello", "Hello"},
		"in the middle":           {"Hello<think>hm</think>, you", "Hello, you"},
		"in the middle, on lines": {"Hello\n<think>\nhm\n</think>\nyou", "Hello\n\nyou"},
		"twice":                   {"<think>a</think>Hello<think>b</think> you", "Hello you"},
		"twice at the beginning":  {"<think>a</think>\n<think>b</think>\nHello", "Hello"},
		"never ended":             {"Hello<think>hm, and so on", "Hello"},
		"nothing else":            {"<think>hm", ""},
		"nothing after it":        {"<think>hm</think>\n", ""},
		"a tag within":            {"<think>a <think> b</think>Hello", "Hello"},
		"another's end within":    {"<think>a [/THINK] b</think>Hello", "Hello"},
		"the beginning left out":  {"hm\n</think>\n\nHello", "Hello"},
		"ended twice":             {"<think>I write </think> now</think>Hello", "Hello"},
		"half a tag":              {"Hello <thin", "Hello <thin"},
		"half an end":             {"<think>hm</thin", ""},
		"something like a tag":    {"<thinker> < think> <THINK> </ think>", "<thinker> < think> <THINK> </ think>"},
		"spoken of":               {"Between `<think>` and `</think>` it thinks.", "Between `<think>` and `</think>` it thinks."},
		"thinking":                {"<thinking>hm</thinking>Hello", "Hello"},
		"Mistral":                 {"[THINK]hm[/THINK]Hello", "Hello"},
		"gpt-oss":                 {"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello", "Hello"},
		"characters":              {"<think>ä…</think>ö…<think>", "ö…"},
	} {
		for how, cut := range map[string]func(string) []string{
			"whole": func(s string) []string { return []string{s} },
			"singly": func(s string) []string {
				return strings.Split(s, "")
			},
		} {
			text, _ := split(t, local, cut(c.said))
			if text != c.text {
				t.Errorf("%s, %s: %q, want %q", name, how, text, c.text)
			}
		}
		if text, heard := split(t, openai.Options{}, []string{c.said}); text != c.said || heard != c.said {
			t.Errorf("%s: of OpenAI %q was heard, the text is %q", name, heard, text)
		}
	}
	// What was heard before nobody could know is not part of the answer.
	if text, heard := split(t, local, []string{"hm", "</think>", "Hello"}); text != "Hello" || heard != "hmHello" {
		t.Errorf("text %q, heard %q", text, heard)
	}
}

// split gives the text of an answer that came in pieces, and what was heard of it.
func split(t rapid.TB, o openai.Options, pieces []string) (text, heard string) {
	var events []string
	for _, p := range pieces {
		events = append(events, says(p))
	}
	r := plain("x")
	h := listen(&r)
	got, err := answers(o, 200, asStream, strings.NewReader(stream(append(events, stop)...))).Complete(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return got.Text, h.String()
}

var bits = []string{
	"<think>", "</think>", "<thinking>", "</thinking>", "[THINK]", "[/THINK]", "<|channel|>analysis<|message|>", "<|channel|>final<|message|>",
	"<", "</", "[", "think", ">", "`", " ", "\n", "a", "ä", "Hello", "\u00a0",
}

// However a text is cut up, what is left of it is the same, and no tag stays in it.
func TestCutting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := strings.Join(rapid.SliceOf(rapid.SampledFrom(bits)).Draw(t, "said"), "")
		sameHoweverCut(t, said, rapid.SliceOfN(rapid.IntRange(0, 12), 0, 40).Draw(t, "cuts"))
	})
}

func FuzzThinking(f *testing.F) {
	f.Add("<think>hm</think>Hello", []byte{3, 4, 9})
	f.Add("hm</think>\n`<think>`[THINK]", []byte{1})
	f.Add(strings.Join(bits, ""), []byte{0, 1, 2, 3, 4, 5, 6})
	f.Fuzz(func(t *testing.T, said string, at []byte) {
		if len(said) > 4000 || len(at) > 1000 {
			t.Skip("long")
		}
		var cuts []int
		for _, b := range at {
			cuts = append(cuts, int(b%16))
		}
		sameHoweverCut(t, strings.ToValidUTF8(said, "?"), cuts)
	})
}

// sameHoweverCut cuts a text into pieces of so many characters and a rest.
func sameHoweverCut(t rapid.TB, said string, cuts []int) {
	text, heard := split(t, local, []string{said})
	var pieces []string
	left := []rune(said)
	for _, n := range cuts {
		n = min(n, len(left))
		pieces = append(pieces, string(left[:n]))
		left = left[n:]
	}
	pieces = append(pieces, string(left))
	text2, heard2 := split(t, local, pieces)
	if text != text2 || !strings.HasSuffix(heard, text) || !strings.HasSuffix(heard2, text) {
		t.Errorf("%q: the text is %q (heard %q), in pieces %q it is %q (heard %q)", said, text, heard, pieces, text2, heard2)
	}
	if slices.ContainsFunc(bits[:8], func(tag string) bool {
		i := strings.Index(text, tag)
		return i == 0 || i > 0 && text[i-1] != '`'
	}) {
		t.Errorf("%q: a tag is left in %q", said, text)
	}
}
