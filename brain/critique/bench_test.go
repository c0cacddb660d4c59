package critique_test

import (
	"strings"
	"testing"

	"citadel/brain/critique"
)

// answers are long ones, of about a megabyte: plain talk, and what would be slow if anything
// were done twice for what stands before or behind it.
var answers = map[string]string{
	"talk": strings.Repeat("Ana lives in Porto since March ([12 Aug 2026](src:m412)). I think the deposit is `A$1,200`, and you were there. "+
		"My coffee is cold.\n\n- See https://go.dev/doc and **acme**, \"as you wrote\".\n\n", 5500),
	"code":     "```\n" + strings.Repeat("if x < y && z[0] == '`' { return m412 } // https://evil.example\n", 16000),
	"one line": strings.Repeat("I was told that the price moved. ", 32000),
	"I":        strings.Repeat("i ", 500_000),
	"brackets": strings.Repeat("[", 250_000) + strings.Repeat("](x", 250_000),
	"ticks":    strings.Repeat("` `` ``` ", 110_000),
	"angles":   strings.Repeat("<a <think <", 90_000),
	"thoughts": strings.Repeat("<think>x</think>", 62_000),
	"hosts":    strings.Repeat("a.b.c/", 170_000),
	"quotes":   strings.Repeat("\"'“(", 150_000),
	"dots":     strings.Repeat("e.g. ", 200_000),
	"control":  strings.Repeat("REFLECT:{\n}}\n", 80_000),
	"fences":   strings.Repeat("- a\n  ```\n", 100_000),
	"names":    strings.Repeat("(m412, m31) ", 80_000),
	"pictures": strings.Repeat("![a](b) [c](d 'e) ", 55_000),
}

func BenchmarkClean(b *testing.B) {
	for name, raw := range answers {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				critique.Clean(raw, known)
			}
		})
	}
}

// singles are pieces of lines without an end: what a sentence, an address or a thought may
// have to look far for.
var singles = map[string]string{
	"words": "and so on ", "letters": "a", "stops": ".", "ellipses": "…", "marks": "?!", "brackets": "]", "thoughts": "]◁/think▷ ",
	"deeds": "I have sent it to Bob and ", "addresses": "//evil.example/a", "mail": "mailto:a@evil.example ", "quoted": "'a ", "links": "[a](https://evil.example/a) ",
}

// BenchmarkSingleLine cleans a line of 100 KB and one of 1 MB. Ten times the length takes
// about ten times as long.
func BenchmarkSingleLine(b *testing.B) {
	for name, piece := range singles {
		for _, size := range []struct {
			name  string
			bytes int
		}{{"100KB", 100_000}, {"1MB", 1_000_000}} {
			raw := strings.Repeat(piece, size.bytes/len(piece))
			b.Run(name+"/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(len(raw)))
				for b.Loop() {
					critique.Clean(raw, known)
				}
			})
		}
	}
}

// BenchmarkStream writes a megabyte as a model does, a few letters at a time.
func BenchmarkStream(b *testing.B) {
	for _, name := range []string{"talk", "one line", "code", "I", "dots"} {
		raw := answers[name]
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				s := critique.NewStream(known)
				for i := 0; i < len(raw); i += 4 {
					s.Write(raw[i:min(i+4, len(raw))])
				}
				s.Close()
			}
		})
	}
}
