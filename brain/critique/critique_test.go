package critique_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/critique"
	"citadel/memory/event"
)

// clean is a case: what an answer becomes, and for what reasons.
type clean struct {
	raw, want string
	kinds     string // of what was removed, each once, in order
}

func check(t *testing.T, cases map[string]clean) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			out := critique.Clean(c.raw, known)
			if out.Text != c.want {
				t.Errorf("got\n%s\nwant\n%s", out.Text, c.want)
			}
			var kinds []string
			for _, r := range out.Removed {
				if !slices.Contains(kinds, string(r.Kind)) {
					kinds = append(kinds, string(r.Kind))
				}
			}
			if got := strings.Join(kinds, " "); got != c.kinds {
				t.Errorf("removed %q (%+v), want %q", got, out.Removed, c.kinds)
			}
			hold(t, c.raw, nil)
		})
	}
}

func TestThoughts(t *testing.T) {
	check(t, map[string]clean{
		"a block":             {"<think>He wants a date.</think>1 December.", "1 December.", "thought"},
		"over lines":          {"<thinking>\nA.\n\nB.\n</thinking>\n\n1 December.", "1 December.", "thought"},
		"in the middle":       {"It is late <reasoning>is it?</reasoning> by 3 days.", "It is late by 3 days.", "thought"},
		"nested":              {"<think>a <think>b</think> c</think>1 December.", "1 December.", "thought"},
		"never closed":        {"1 December.\n<think>or not", "1 December.", "thought"},
		"nested, half closed": {"1 December.\n<think>a<think>b</think>c", "1 December.", "thought"},
		"nothing else":        {"<think>I should stop here.", "", "thought"},
		"capitals":            {"<Think>x</THINK>1 December.", "1 December.", "thought"},
		"with a space":        {"< think >x</ think>1 December.", "1 December.", "thought"},
		"square brackets":     {"[THINK]x[/THINK]1 December.", "1 December.", "thought"},
		"triangles":           {"◁think▷x◁/think▷1 December.", "1 December.", "thought"},
		"channels":            {"<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>1 December.", "assistant 1 December.", "thought markup"},
		"a call as text":      {"<tool_call>{\"name\":\"x\"}</tool_call>\n1 December.", "1 December.", "thought"},
		"a fence in it":       {"<think>\n```\n</think>\n1 December.", "1 December.", "thought"},
		"control lines in it": {"<think>\nCOMMIT: x\n</think>\n1 December.", "1 December.", "thought"},
		"in code":             {"Models write `<think>` and `</think>` around it.", "Models write `<think>` and `</think>` around it.", ""},
		"in a block of code":  {"```\n<think>\n```\n1 December.", "```\n<think>\n```\n1 December.", ""},
		"a word":              {"I think <3 of 4> are late.", "I think <3 of 4> are late.", ""},
		"it holds nothing":    {"<think/>1 December.", "1 December.", ""},
		"begun by a template": {"Okay, the user wants a date.\n\nIt is in the notes.\n</think>\n\n1 December.", "1 December.", "thought"},
		"the same, one line":  {"The user wants a date.</think>1 December.", "1 December.", "thought"},
		"an end too many":     {"1 December.</think> Or later.", "1 December. Or later.", ""},
		"begins like one":     {"Okay, so the user table has 3 rows.\n\nDrop one.", "Okay, so the user table has 3 rows.\n\nDrop one.", ""},
		"labelled":            {"Thought: He wants a date.\nIt is in m412.\n\n1 December.", "1 December.", "thought"},
		"a whole ReAct":       {"**Thought:** look it up\nAction: find\nObservation: 1 Dec\nFinal Answer: 1 December.", "1 December.", "thought"},
		"twice":               {"Thought: a\n\nThought: b\n\n1 December.", "1 December.", "thought"},
		"a label later on":    {"1 December.\n\nThought: it may move.", "1 December.\n\nThought: it may move.", ""},
		"an answer's label":   {"Answer: 1 December.", "Answer: 1 December.", ""},
	})
}

func TestEchoes(t *testing.T) {
	check(t, map[string]clean{
		"a line of the prompt":   {"1 December.\nAbsolute dates: Wed 4 Mar 2026. Never \"yesterday\", \"soon\" or \"recently\".\nSo it is.", "1 December.\nSo it is.", "echo"},
		"in other clothes":       {"**ABSOLUTE dates: Wed 4 Mar 2026. Never \"yesterday\", \"soon\" or \"recently\"**", "", "echo"},
		"a plain one":            {"- You disagree in plain words when the evidence does, once, with the reason, and then leave the choice to the principal.", "", "echo"},
		"its beginning":          {"You disagree in plain words when the evidence does, once, as you asked me to.", "You disagree in plain words when the evidence does, once, as you asked me to.", ""},
		"a short heading of it":  {"Truth", "Truth", ""},
		"tags of the prompt":     {"<memories>\n<memory link=\"[1 Jan 2020](src:m1)\">Ana</memory>\n</memories>", "Ana", "markup"},
		"the name of such a tag": {"It is a memory.", "It is a memory.", ""},
	})
}

func TestPicturesAndLinks(t *testing.T) {
	check(t, map[string]clean{
		"a picture":              {"![chart of prices](https://evil.example/p.png?q=secret)", "chart of prices", "picture"},
		"of a known host too":    {"![chart](https://go.dev/p.png) shows it.", "chart shows it.", "picture"},
		"without words":          {"See ![](https://evil.example/p.png).", ".", "picture"},
		"in a link":              {"[![chart](https://evil.example/i)](https://go.dev/l)", "[chart](https://go.dev/l)", "picture"},
		"a known link":           {"See [the notes](https://go.dev/doc/go1.26#x) of Go.", "See [the notes](https://go.dev/doc/go1.26#x) of Go.", ""},
		"with www":               {"[News](https://news.example/a) and https://www.acme.example/b", "[News](https://news.example/a) and https://www.acme.example/b", ""},
		"with a title":           {"[a](https://go.dev/x \"title\")", "[a](https://go.dev/x)", ""},
		"an unknown link":        {"See [the report](https://evil.example/r?q=A%2441000).", "See the report (`https://evil.example/r?q=A%2441000`).", "link"},
		"an unknown address":     {"It is at https://evil.example/r, free.", "It is at `https://evil.example/r`, free.", "link"},
		"without a scheme":       {"It is at www.evil.example and evil.example/r.", "It is at `www.evil.example` and `evil.example/r`.", "link"},
		"in angle brackets":      {"It is at <https://evil.example/r>.", "It is at `https://evil.example/r`.", "link"},
		"user information":       {"[a](https://go.dev@evil.example/)", "a (`https://go.dev@evil.example/`)", "link"},
		"a false front":          {"[https://go.dev/x](https://evil.example/x)", "https://go.dev/x (`https://evil.example/x`)", "link"},
		"a front of another":     {"[evil.example.com](https://go.dev/x)", "evil.example.com (`https://go.dev/x`)", "link"},
		"its own front":          {"[https://go.dev/x](https://go.dev/x)", "https://go.dev/x", ""},
		"a script":               {"[a](javascript:alert(1))", "a (`javascript:alert(1)`)", "link"},
		"data":                   {"[a](data:text/html,x)", "a (`data:text/html,x`)", "link"},
		"mail to a known host":   {"[Ana](mailto:ana@acme.example)", "[Ana](mailto:ana@acme.example)", ""},
		"mail with a body":       {"[Ana](mailto:ana@acme.example?body=x)", "Ana (`mailto:ana@acme.example?body=x`)", "link"},
		"hidden by a reference":  {"[a](https&colon;//evil.example) https&colon;//evil.example", "a (`https&colon;//evil.example`) `https://evil.example`", "link"},
		"hidden by a backslash":  {"https\\://evil.example", "`https://evil.example`", "link"},
		"with a gap":             {"[a] (https://evil.example)", "[a] (`https://evil.example`)", "link"},
		"over two lines":         {"[a\nb](https://evil.example)", "[a\nb] (`https://evil.example`)", "link"},
		"by reference":           {"[a][r]\n\n[r]: https://evil.example", "[a][r]\n\n[r]: `https://evil.example`", "link"},
		"in code":                {"`![x](https://evil.example)`", "`![x](https://evil.example)`", ""},
		"in a block of code":     {"```\n![x](https://evil.example)\n```", "```\n![x](https://evil.example)\n```", ""},
		"code that is none":      {"a ` b\n` ![x](https://evil.example) `", "a \\` b\n` ![x](https://evil.example) `", ""},
		"in a quote":             {"> ![x](https://evil.example)", "> x", "picture"},
		"a block that is none":   {"    ```\n![x](https://evil.example)", "x", "picture"},
		"the end of a list":      {"- a\n\n  ```\n  code\n\n![x](https://evil.example)", "- a\n\n  ```\n  code\n\nx", "picture"},
		"of the same scheme":     {"[a](//evil.example/x) //evil.example/y?q=1, //10.0.0.1/z.", "a (`//evil.example/x`) `//evil.example/y?q=1`, `//10.0.0.1/z`.", "link"},
		"the same, known":        {"//go.dev/x and //www.acme.example", "//go.dev/x and //www.acme.example", ""},
		"with a user's name":     {"//go.dev@evil.example/x", "`//go.dev@evil.example/x`", "link"},
		"slashes":                {"7//2 is 3, a//b.c too; // see main.go, /etc//hosts and/or //x.", "7//2 is 3, a//b.c too; // see main.go, /etc//hosts and/or //x.", ""},
		"mail to a stranger":     {"[Ana](mailto:a@evil.example), <mailto:a@evil.example> or mailto:a@evil.example?body=x.", "Ana (`mailto:a@evil.example`), `mailto:a@evil.example` or `mailto:a@evil.example?body=x`.", "link"},
		"bare mail, known":       {"Write to mailto:ana@acme.example.", "Write to mailto:ana@acme.example.", ""},
		"mail, hidden":           {"mailto\\:a@evil.example MAILTO&colon;a@evil.example", "`mailto:a@evil.example` `MAILTO:a@evil.example`", "link"},
		"files":                  {"Look at main.go, brain/act.go and README.md? Version 1.26/27.", "Look at main.go, brain/act.go and README.md? Version 1.26/27.", ""},
		"e-mail by itself":       {"Write to ana@elsewhere.example.", "Write to ana@elsewhere.example.", ""},
		"HTML":                   {"<b>Late</b> by <i>3</i> days<br>or more <img src=x onerror=y>", "Late by 3 days or more", "markup"},
		"a blank to fill in":     {"Dear <name>, if a<b and c>d.", "Dear <name>, if a<b and c>d.", ""},
		"a break":                {"Late.<br/>Very.<br />Indeed", "Late. Very. Indeed", "markup"},
		"HTML in code":           {"Use `<b>`.\n\n```html\n<b>x</b>\n```", "Use `<b>`.\n\n```html\n<b>x</b>\n```", ""},
		"made by taking out":     {"<<b>script>", "", "markup"},
		"headings and tables":    {"# Prices\n\n| a | b |\n|---|---|\n| 1 | 2 |", "# Prices\n\n| a | b |\n|---|---|\n| 1 | 2 |", ""},
		"emphasis, emoji, marks": {"**Late!** 👍🏽 3 × 4 *all* of it, 👨‍👩‍👧 too!!", "**Late!** 👍🏽 3 × 4 *all* of it, 👨‍👩‍👧 too!!", ""},
	})
}

func TestSecrets(t *testing.T) {
	key := "sk-ant-" + strings.Repeat("a1B2", 8)
	check(t, map[string]clean{
		"in prose":        {"The password is hunter2Xq. Change it.", "The password is [password removed]. Change it.", "secret"},
		"in code":         {"Use `" + key + "`.", "Use `[API key removed]`.", "secret"},
		"in a block":      {"```\nexport KEY=" + key + "\n```", "```\nexport KEY=[API key removed]\n```", "secret"},
		"in a quote":      {"> card 4111 1111 1111 1111", "> card [card number removed, ends in 1111]", "secret"},
		"a private key":   {"Here:\n-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bq\nabc+/=\n-----END RSA PRIVATE KEY-----\nKeep it.", "Here:\n[private key removed]\nKeep it.", "secret"},
		"with headers":    {"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEowIBAAKCAQEA7bq\n-----END RSA PRIVATE KEY-----", "[private key removed]", "secret"},
		"in a code block": {"```\n-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bq\n-----END PRIVATE KEY-----\nls\n```", "```\n[private key removed]\nls\n```", "secret"},
		"never closed":    {"-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bq\nThat was it, all of it.", "[private key removed]\nThat was it, all of it.", "secret"},
		"none":            {"The password is changed on Fri 4 Dec.", "The password is changed on Fri 4 Dec.", ""},
	})
	out := critique.Clean("I missed you, and the password is hunter2Xq. The key: "+key, known)
	if s := fmt.Sprint(out); strings.Contains(s, "hunter2Xq") || strings.Contains(s, key) {
		t.Errorf("a secret is told: %s", s)
	}
}

func TestNames(t *testing.T) {
	const porto = "Ana lives in Porto"
	check(t, map[string]clean{
		"in the form of the house": {porto + " ([12 Aug 2026](src:m412)).", porto + " ([12 Aug 2026](src:m412)).", ""},
		"never shown":              {porto + " ([12 Aug 2026](src:m999)).", porto + " (12 Aug 2026).", "citation"},
		"worded as a name":         {porto + " ([m412](src:m412)).", porto + " ([12 Aug 2026](src:m412)).", ""},
		"a name never shown":       {porto + " ([m999](src:m999)).", porto + ".", "citation"},
		"two in one":               {porto + " ([12 Aug 2026](src:m412, src:m31)).", porto + " ([12 Aug 2026](src:m412), [3 Jul 2025](src:m31)).", ""},
		"one of two known":         {porto + " ([12 Aug 2026](src:m999,m412)).", porto + " ([12 Aug 2026](src:m412)).", ""},
		"in round brackets":        {porto + " (m412).", porto + " ([12 Aug 2026](src:m412)).", "handle"},
		"in square ones":           {porto + " [m412].", porto + " ([12 Aug 2026](src:m412)).", "handle"},
		"with the scheme":          {porto + " (src:m412).", porto + " ([12 Aug 2026](src:m412)).", "handle"},
		"with a word":              {porto + " (see m412, m31).", porto + " ([12 Aug 2026](src:m412), [3 Jul 2025](src:m31)).", "handle"},
		"bare":                     {"According to m412, Ana lives in Porto.", "According to [12 Aug 2026](src:m412), Ana lives in Porto.", "handle"},
		"bare, never shown":        {"According to m999, Ana lives in Porto.", "Ana lives in Porto.", "handle"},
		"in a list":                {"- m412: Ana\n- m999: Tom", "- [12 Aug 2026](src:m412): Ana\n- : Tom", "handle"},
		"linked already":           {porto + " ([12 Aug 2026](src:m412)) [m412].", porto + " ([12 Aug 2026](src:m412)).", "handle"},
		"without a date":           {"It is open (l18).", "It is open.", "handle"},
		"as code":                  {porto + " `m412`.", porto + " [12 Aug 2026](src:m412).", "handle"},
		"to be typed":              {"Type `forget m412` or `revisit d31`. Decision `d31` holds.", "Type `forget m412` or `revisit d31`. Decision `d31` holds.", ""},
		"brackets of others":       {"See (m999) and [m999], then go.", "See and, then go.", "handle"},
		"roads, paper, chess":      {"The M4 and the A4 sheet: e4, c99, r2, 25 m2, m4 bolts, K2.", "The M4 and the A4 sheet: e4, c99, r2, 25 m2, m4 bolts, K2.", ""},
		"parts of words":           {"foo_m412 m412-x x/m412 m4121a", "foo_m412 m412-x x/m412 m4121a", ""},
		"a beginning that changes": {"<b>COMMIT: x</b>", "", "markup tangle"},
	})
}

func TestCites(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		want []string // "claim: numbers"
	}{
		"a sentence":             {"It rains. Ana lives in Porto ([12 Aug 2026](src:m412)). Tom not.", []string{"Ana lives in Porto ([12 Aug 2026](src:m412)): 412"}},
		"clauses":                {"Ana lives in Porto ([12 Aug 2026](src:m412)) and bakes ([3 Jul 2025](src:m31)).", []string{"Ana lives in Porto ([12 Aug 2026](src:m412)): 412", "and bakes ([3 Jul 2025](src:m31)): 31"}},
		"two for one":            {"Ana lives in Porto ([12 Aug 2026](src:m412), [3 Jul 2025](src:m31)).", []string{"Ana lives in Porto ([12 Aug 2026](src:m412): 412", "Ana lives in Porto ([12 Aug 2026](src:m412), [3 Jul 2025](src:m31)): 31"}},
		"behind the full stop":   {"Ana lives in Porto. ([12 Aug 2026](src:m412))", []string{"Ana lives in Porto. ([12 Aug 2026](src:m412)): 412"}},
		"before the claim":       {"[12 Aug 2026](src:m412): Ana lives in Porto.", []string{"[12 Aug 2026](src:m412): Ana lives in Porto.: 412"}},
		"with an abbreviation":   {"Ana, e.g. in Mar. 2026, lived in Porto ([12 Aug 2026](src:m412)).", []string{"Ana, e.g. in Mar. 2026, lived in Porto ([12 Aug 2026](src:m412)): 412"}},
		"in a list":              {"Two:\n\n- Ana in Porto ([12 Aug 2026](src:m412))\n- a decision, `d31`", []string{"Ana in Porto ([12 Aug 2026](src:m412)): 412", "a decision, `d31`: 31"}},
		"a name that became one": {"Ana lives in Porto (m412).", []string{"Ana lives in Porto ([12 Aug 2026](src:m412)): 412"}},
		"a quote":                {"> Ana é de Porto ([12 Aug 2026](src:m412))", []string{"Ana é de Porto ([12 Aug 2026](src:m412)): 412"}},
		"after something went":   {"I missed you. Ana lives in Porto ([12 Aug 2026](src:m412)).", []string{"Ana lives in Porto ([12 Aug 2026](src:m412)): 412"}},
		"never shown":            {"Ana lives in Porto ([12 Aug 2026](src:m999)).", nil},
		"code":                   {"```\n[12 Aug 2026](src:m412)\n```\n`[12 Aug 2026](src:m412)`", nil},
		"none":                   {"Ana lives in Porto.", nil},
	} {
		t.Run(name, func(t *testing.T) {
			out := critique.Clean(c.raw, known)
			var got []string
			for _, k := range out.Cites {
				seqs := ""
				for _, s := range k.Seqs {
					seqs += fmt.Sprint(" ", s)
				}
				got = append(got, out.Text[k.Start:k.End]+":"+seqs)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s\n%s", out.Text, d)
			}
			hold(t, c.raw, nil)
		})
	}
	if seqs := critique.Clean("Ana ([12 Aug 2026](src:m412)).", known).Cites[0].Seqs; !slices.Equal(seqs, []event.Seq{412}) {
		t.Error(seqs)
	}
}

func TestControlLines(t *testing.T) {
	const answer = "Send it on Friday.\n\n"
	for name, c := range map[string]struct {
		raw  string
		want []critique.Control
	}{
		"a promise":        {"COMMIT: compare the carriers", []critique.Control{{Verb: critique.Commit, Text: "compare the carriers"}}},
		"bold, in a list":  {"- **COMMIT:** compare", []critique.Control{{Verb: critique.Commit, Text: "compare"}}},
		"an empty one":     {"COMMIT:", []critique.Control{{Verb: critique.Commit, Fault: "it says nothing"}}},
		"a long one":       {"COMMIT: " + strings.Repeat("a", 501), []critique.Control{{Verb: critique.Commit, Text: strings.Repeat("a", 500), Fault: "it is too long"}}},
		"closing":          {"CLOSE: c12", []critique.Control{{Verb: critique.Close, Text: "c12"}}},
		"closing nothing":  {"CLOSE: the Henderson thing", []critique.Control{{Verb: critique.Close, Text: "the Henderson thing", Fault: "it names no promise or loop"}}},
		"a claim":          {`CLAIM:memory={"a":1}`, []critique.Control{{Verb: critique.Claim, Type: "memory", JSON: json.RawMessage(`{"a":1}`)}}},
		"without a type":   {`CLAIM: {"a":1}`, []critique.Control{{Verb: critique.Claim, Fault: "it has no type"}}},
		"broken JSON":      {`CLAIM:memory={"a":`, []critique.Control{{Verb: critique.Claim, Type: "memory", Fault: "it is not JSON"}}},
		"reflection":       {`REFLECT:{"intent":"x"}`, []critique.Control{{Verb: critique.Reflect, JSON: json.RawMessage(`{"intent":"x"}`)}}},
		"over lines":       {"REFLECT:{\n  \"intent\": \"}\",\n  \"next\": [1]\n}", []critique.Control{{Verb: critique.Reflect, JSON: json.RawMessage("{\n\"intent\": \"}\",\n\"next\": [1]\n}")}}},
		"not an object":    {`REFLECT:[1]`, []critique.Control{{Verb: critique.Reflect, Fault: "it is not an object"}}},
		"too long":         {`REFLECT:{"a":"` + strings.Repeat("a", 9000) + `"}`, []critique.Control{{Verb: critique.Reflect, Fault: "it is too long"}}},
		"a reference":      {"REF: home#123", []critique.Control{{Verb: critique.Ref, Text: "home#123"}}},
		"several":          {"COMMIT: a\nCLOSE: l3\nREF: x", []critique.Control{{Verb: critique.Commit, Text: "a"}, {Verb: critique.Close, Text: "l3"}, {Verb: critique.Ref, Text: "x"}}},
		"none of the kind": {"OPEN: 44.10", nil},
	} {
		t.Run(name, func(t *testing.T) {
			raw := answer + c.raw
			out := critique.Clean(raw, known)
			if d := cmp.Diff(c.want, out.Controls); d != "" {
				t.Error(d)
			}
			if want := strings.TrimSpace(answer); c.want != nil && out.Text != want {
				t.Errorf("said %q", out.Text)
			}
			hold(t, raw, nil)
		})
	}
	for _, prose := range []string{"Commit: the team agreed.", "CLOSE: 45.20", "The COMMIT: line", "`COMMIT: x`", "```\nCOMMIT: x\n```", "> COMMIT: x", "CLOSED: yes", "REFERENCE: x"} {
		if out := critique.Clean(prose, known); out.Text != prose || len(out.Controls) != 0 {
			t.Errorf("%q became %q with %+v", prose, out.Text, out.Controls)
		}
	}
}

func TestEmpty(t *testing.T) {
	for raw, want := range map[string]bool{
		"": true, " \n\n": true, "<think>x": true, "I missed you.": true, "COMMIT: x": true, "- I missed you.\n\n- My coffee is cold.": true, "**": true,
		"👍": false, "Yes.": false, "2": false, "```\nx\n```": false,
	} {
		if out := critique.Clean(raw, known); out.Empty != want {
			t.Errorf("%q is empty: %v (%q)", raw, out.Empty, out.Text)
		}
	}
}

func TestWhatIsToldIsBounded(t *testing.T) {
	out := critique.Clean(strings.Repeat("<b>x</b>\n", 5000)+strings.Repeat("COMMIT: x\n", 500)+"<think>"+strings.Repeat("y", 5000), known)
	if len(out.Removed) != 200 || len(out.Controls) != 100 {
		t.Errorf("%d removed, %d controls", len(out.Removed), len(out.Controls))
	}
	if out := critique.Clean("<think>"+strings.Repeat("é", 5000), known); len(out.Removed[0].Text) > 300 {
		t.Errorf("%d bytes are told", len(out.Removed[0].Text))
	}
}

func TestAStreamShowsSentencesAsTheyEnd(t *testing.T) {
	s := critique.NewStream(known)
	for _, c := range []struct{ piece, shown string }{
		{"Ana lives", ""},
		{" in Porto.", ""},
		{" She has a bakery in the old town since March. She", "Ana lives in Porto. She has a bakery in the old town since March."},
		{" moved. I missed you.", "Ana lives in Porto. She has a bakery in the old town since March. She moved."},
		{" My", "Ana lives in Porto. She has a bakery in the old town since March. She moved."},
		{" coffee is cold.\n", "Ana lives in Porto. She has a bakery in the old town since March. She moved."},
		{"\n- It opened ([12 Aug", "Ana lives in Porto. She has a bakery in the old town since March. She moved."},
		{" 2026](src:m412)).\n<thi", "Ana lives in Porto. She has a bakery in the old town since March. She moved.\n\n- It opened ([12 Aug 2026](src:m412))."},
		{"nk>no\n", "Ana lives in Porto. She has a bakery in the old town since March. She moved.\n\n- It opened ([12 Aug 2026](src:m412))."},
	} {
		if got := s.Write(c.piece); got != c.shown {
			t.Errorf("after %q it shows\n%q, want\n%q", c.piece, got, c.shown)
		}
	}
	if out := s.Close(); len(out.Cites) != 1 || len(out.Removed) != 3 {
		t.Errorf("%+v", out)
	}
}

func TestAStreamHoldsBackWhatMayBeAThought(t *testing.T) {
	s := critique.NewStream(known)
	for _, piece := range []string{"Okay", ". So", " the user wants a date. ", "It is in the notes. ", "Yes.\n\nIt is.\n"} {
		if got := s.Write(piece); got != "" {
			t.Errorf("after %q it shows %q", piece, got)
		}
	}
	if got := s.Write("</think>\n1 December. And so on, as you wrote on that day in the mail. "); got != "" {
		t.Errorf("it shows %q", got)
	}
	if got := s.Write("\n"); got != "1 December. And so on, as you wrote on that day in the mail." {
		t.Errorf("it shows %q", got)
	}
	s.Close()
}

func TestHosts(t *testing.T) {
	got := critique.Hosts("See https://WWW.Go.dev/x and ana@acme.example, 10.0.0.1 or localhost:8080.", "go.dev again; e.g. main.go")
	if d := cmp.Diff([]string{"go.dev", "acme.example", "10.0.0.1", "localhost", "main.go"}, got); d != "" {
		t.Error(d)
	}
}

// What is read of a conversation word by word names the same hosts as what is read in one piece.
func FuzzHosts(f *testing.F) {
	for _, seed := range []string{"See www.go.dev.\nLOCALHOST:80, localhoſt and .x. a.b", "10.0.0.1\u00a0or\u2003Ana@acme.example!", "a\xff.b c..d -e.f-"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.Join(strings.Fields(text), " ")
		got, whole := critique.Hosts(text), critique.Hosts(strings.ReplaceAll(text, " ", "/localhost/"))
		whole = slices.DeleteFunc(whole, func(h string) bool { return h == "localhost" })
		if got = slices.DeleteFunc(got, func(h string) bool { return h == "localhost" }); !slices.Equal(got, whole) {
			t.Errorf("%q: %q, in one piece %q", text, got, whole)
		}
	})
}
