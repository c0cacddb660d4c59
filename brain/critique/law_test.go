package critique_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gm "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"pgregory.net/rapid"

	"citadel/brain/critique"
	"citadel/brain/redact"
)

var known = critique.Known{
	Handles: map[string]string{"m412": "12 Aug 2026", "m31": "3 Jul 2025", "d31": "4 Mar 2026", "l18": "", "K7": "20 Nov 2026"},
	Hosts:   []string{"go.dev", "acme.example", "www.news.example"},
	Tags:    []string{"memories", "memory", "quoted"},
	Lines: []string{
		"- Absolute dates: Wed 4 Mar 2026. Never \"yesterday\", \"soon\" or \"recently\".",
		"You disagree in plain words when the evidence does, once, with the reason, and then leave the choice to the principal.",
		"# Truth",
	},
}

// pieces are what answers are made of when the laws are tried.
var pieces = []string{
	"Acme pays late. ", "Ana lives in Porto.", " ", "  ", "\n", "\n\n", "\t", "\r\n", "\r", "- ", "* ", "1. ", "12) ", "> ", ">", "# ", "   ", "    ", "---", "a", "I", "i ",
	"<think>", "</think>", "<THINKING>", "</reasoning >", "<reasoning", "[THINK]", "[/THINK]", "◁think▷", "◁/think▷", "<|channel|>analysis<|message|>", "<|end|>", "<think/>", "<thi", "nk>",
	"Okay, so the user wants a date. ", "Okay. ", "Thought: ", "Thought: I need it.\n", "Action: look\n", "Final answer: ", "Answer: It is late.",
	"COMMIT: send it", "COMMIT:", "CLOSE: c12", "CLOSE: 45.20", "CLAIM:memory={\"a\":1}", "CLAIM:memory={", "REFLECT:{\n", "}", "{", "\"", "REF: m412", "**COMMIT:** x",
	"[12 Aug 2026](src:m412)", "[12 Aug 2026](src:m999)", "(src:m412)", "[m412]", "(m412)", "m412", "m999", "`m412`", "`m999`", "`d31`", "d31", "(see m412, d31)", "[m412](src:m412)", "src:m31",
	"[x](src:m412, src:m31)", "According to m999, ", "l18", "K7", "[](src:m412)", "([3 Jul 2025](src:m31), [4 Mar 2026](src:d31))",
	"![alt](https://evil.example/?q=1)", "![", "](", "[", "]", "(", ")", "[text](https://evil.example/a)", "[text](https://go.dev/a)", "[https://go.dev](https://evil.example)", "https://evil.example/x",
	"https://go.dev/doc", "www.evil.example/", "evil.example/x?y", "<https://evil.example>", "<https://go.dev/`>", "[a](<https://evil.example/ x>)", "[a](https&colon;//evil.example)", "://", "//evil.example/x",
	"[a](javascript:alert(1))", "[![x](https://evil.example/i)](https://go.dev/l)", "[a]\n(https://evil.example)", "[a\nb](https://evil.example)", "[a](https://evil.example 'x", "\\", "\\[", "\\`", "\\<", "!",
	"mailto:a@evil.example", "MAILTO:", "a.b+c@evil.example?body=x", "mailto:ana@acme.example", "//", "/", "//0.A!", "//go.dev/x", "[a](//evil.example/x)", "[a](//go.dev/x)", "(//evil.example)", "mailto&colon;a@evil.example", "<a@evil.example>", "[m](mailto:ana@acme.example)", "https://go.dev@evil.example/", "https://go.dev\\@evil.example/", "[r]: https://evil.example", "[r]",
	"<b>", "</b>", "<br>", "<img src=x onerror=alert(1)>", "<name>", "<a href=\"https://evil.example\">", "<!-- x -->", "<memories>", "</memory>", "<quoted from=\"x\">", "<", ">", "<foo bar=1>",
	"`", "``", "```", "```go\n", "\n```\n", "~~~\n", "`code`", "`https://evil.example`", "- ```\n", "> ```\n", "  ```\n", "    ```\n", "\n   code\n", "lazy\n",
	"https\\://evil.example", "https&colon;//evil.example/", "&#104;ttps://evil.example", "www&period;evil.example", "&#", "&amp;", "https:/\\/evil.example",
	"I missed you. ", "I missed\nyou.", "I have sent it to Bob. ", "I'll remind you", "Done: ", "I ordered", " them by date. ", "Stay a bit longer. ", "My coffee is cold. ", "I was driving. ", "You wrote \"my coffee\". ", "'I missed you'", "(I missed you.) ", "**I missed you.** ", "*smiles* ",
	"my password is hunter2Xq", "password:", " hunter2Xq", "sk-ant-" + strings.Repeat("a1B2", 8), "4111 1111 1111 1111", "4111111111111111", "-----BEGIN RSA PRIVATE KEY-----\n", "MIIEowIBAAKCAQEA7bq\n", "-----END RSA PRIVATE KEY-----",
	"Proc-Type: 4,ENCRYPTED\n", "card ", "order ", "the key ", "Absolute dates: Wed 4 Mar 2026. Never \"yesterday\", \"soon\" or \"recently\".", "You disagree in plain words when the evidence does, once, with the reason, ",
	"and then leave the choice to the principal.", "**", "*", "_", "e.g. ", "No. ", "5\" ", "“", "”", "’s ", "…", "? ", "! ", ". ", ".", ":", ", ", "é", "\xff", "\xe2\x82", "\u200b", "\x1a", "\u2028", "\u202e",
}

func answer(t *rapid.T) string {
	piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.SampledFrom(pieces), rapid.SampledFrom(pieces), rapid.String())
	return strings.Join(rapid.SliceOfN(piece, 0, 24).Draw(t, "pieces"), "")
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// hold checks everything that is true of every answer. Cuts are where a stream cuts it.
func hold(t fataler, raw string, cuts []int) {
	t.Helper()
	out := critique.Clean(raw, known)
	if !utf8.ValidString(out.Text) || strings.ContainsRune(out.Text, 0x1a) {
		t.Fatalf("not clean text: %q became %q", raw, out.Text)
	}
	if strings.TrimSpace(out.Text) == "" && !out.Empty {
		t.Fatalf("empty is %v: %q", out.Empty, out.Text)
	}
	if again := critique.Clean(out.Text, known); again.Text != out.Text {
		t.Fatalf("cleaned again:\n%q became\n%q and then\n%q (%+v)", raw, out.Text, again.Text, again.Removed)
	} else if len(again.Cites) != len(out.Cites) || len(again.Controls) != 0 {
		t.Fatalf("cleaned again: %+v, %+v, of %q", again.Cites, again.Controls, out.Text)
	}
	streamed(t, raw, cuts, out.Text)
	for _, c := range out.Cites {
		if c.Start < 0 || c.Start >= c.End || c.End > len(out.Text) || len(c.Seqs) == 0 || !utf8.ValidString(out.Text[c.Start:c.End]) {
			t.Fatalf("%+v is no claim of %q", c, out.Text)
		}
	}
	harmless(t, raw, out.Text)
}

// streamed writes an answer in pieces: what is shown never shrinks, and is a beginning of
// the clean answer at every moment.
func streamed(t fataler, raw string, cuts []int, want string) {
	t.Helper()
	s := critique.NewStream(known)
	shown, at := "", 0
	for _, n := range append(cuts, len(raw)) {
		n = min(max(n, at), len(raw))
		now := s.Write(raw[at:n])
		if !strings.HasPrefix(now, shown) || !strings.HasPrefix(want, now) {
			t.Fatalf("after %q of\n%q\nit shows %q, before %q, in the end\n%q", raw[:n], raw, now, shown, want)
		}
		shown, at = now, n
	}
	if got := s.Close().Text; got != want {
		t.Fatalf("streamed with cuts %v, %q became\n%q, at once\n%q", cuts, raw, got, want)
	}
}

// reader reads CommonMark as this program renders it.
var reader = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100), util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300), util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500), util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700), util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000)),
	parser.WithInlineParsers(
		util.Prioritized(parser.NewCodeSpanParser(), 100), util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300), util.Prioritized(parser.NewEmphasisParser(), 500)),
)

var allowed = regexp.MustCompile(`^(?:https?://(?:www\.)?(?:go\.dev|acme\.example|news\.example)(?:[:/?#].*)?|mailto:.*@(?:go\.dev|acme\.example|news\.example)|src:(?:m412|m31|d31|K7|l18))$`)

// atHome are addresses in the middle of a text that lead to a host that was spoken of.
var atHome = regexp.MustCompile(`^(?:https?://|//|mailto:[^@]*@)?(?:www\.)?(?:go\.dev|acme\.example|news\.example)(?:[^A-Za-z0-9.@-]|$)`)

// harmless reads the answer as a renderer would, and wants no picture in it, no link to a
// place that was not spoken of, no address outside of code, and no secret.
func harmless(t fataler, raw, text string) {
	t.Helper()
	src := []byte(text)
	err := ast.Walk(reader.Parse(gm.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image:
			t.Fatalf("a picture of %q in\n%q, from\n%q", n.Destination, text, raw)
		case *ast.Link:
			if to := string(n.Destination); !allowed.MatchString(to) {
				t.Fatalf("a link to %q in\n%q, from\n%q", to, text, raw)
			}
		case *ast.AutoLink:
			if to := string(n.URL(src)); !allowed.MatchString(to) {
				t.Fatalf("an address %q in\n%q, from\n%q", to, text, raw)
			}
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
			words := said(n, src)
			for _, at := range addresses.FindAllStringSubmatch(words, -1) {
				if to := strings.TrimRight(at[1], ".,;:!?'*_"); !atHome.MatchString(to) {
					t.Fatalf("the address %q in %q of\n%q, from\n%q", to, words, text, raw)
				}
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	for line := range strings.Lines(text) {
		if _, found := redact.Secrets(strings.TrimSuffix(line, "\n")); found != nil {
			t.Fatalf("a secret in\n%q, from\n%q", text, raw)
		}
	}
}

// addresses are what chat platforms make links of by themselves.
var addresses = regexp.MustCompile(`(?i)(?:^|[^\pL\pN\pM])((?:[a-z][a-z0-9+.-]*://|www\.[a-z0-9-]+\.|//[a-z0-9-]+\.[a-z]|mailto:[^\s@]*@)[^\s<>)\]]+)`)

// said is the text of a block as it is shown, without its code.
func said(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.CodeSpan:
			b.WriteString(" ` ")
		case *ast.Text:
			words := util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(c.Segment.Value(src))))
			b.Write(words)
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte('\n')
			}
		default: // a link or emphasis, which ends what stands before it
			b.WriteString(" " + said(c, src) + " ")
		}
	}
	return b.String()
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := answer(t)
		cuts := rapid.SliceOfN(rapid.IntRange(0, max(1, len(raw))), 0, 12).Draw(t, "cuts")
		hold(t, raw, cuts)
		var every []int
		for i := range raw {
			every = append(every, i)
		}
		streamed(t, raw, every, critique.Clean(raw, known).Text)
	})
}

func FuzzClean(f *testing.F) {
	for _, p := range pieces {
		f.Add(p+p, 1, 2)
		f.Add("Acme pays late. "+p+"\nAna. "+p+" [12 Aug 2026](src:m412)\n\n"+p, 3, 20)
	}
	f.Fuzz(func(t *testing.T, raw string, a, b int) {
		hold(t, raw, []int{min(a, b), max(a, b)})
	})
}
