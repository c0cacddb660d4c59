package classify_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/brain/classify"
)

type line struct {
	category classify.Category
	tier     string
	text     string
}

func read(t testing.TB, file string) []line {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []line
	for n, s := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		if strings.HasPrefix(s, "#") {
			continue
		}
		f := strings.SplitN(s, "\t", 3)
		if len(f) != 3 || f[2] == "" {
			t.Fatalf("%s:%d: not a category, a tier and a text: %q", file, n+1, s)
		}
		if f[0] == "unknown" {
			f[0] = ""
		}
		out = append(out, line{classify.Category(f[0]), f[1], strings.ReplaceAll(f[2], `\n`, "\n")})
	}
	return out
}

// confusion renders how often each row was taken for each column.
func confusion(rows []string, count map[[2]string]int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s", "written as")
	for _, r := range rows {
		fmt.Fprintf(&b, " %8.8s", r)
	}
	for _, want := range rows {
		fmt.Fprintf(&b, "\n%-16s", want)
		for _, got := range rows {
			if n := count[[2]string{want, got}]; n > 0 {
				fmt.Fprintf(&b, " %8d", n)
			} else {
				fmt.Fprintf(&b, " %8s", ".")
			}
		}
	}
	return b.String()
}

// score classifies every line and returns the shares of categories and tiers
// that come out as written. It logs the confusion, and each difference if told to.
func score(t *testing.T, lines []line, each bool) (category, tier float64) {
	t.Helper()
	categories := []string{"greeting", "acknowledgement", "smalltalk", "factual", "recall", "schedule", "task",
		"technical", "emotional", "people", "decision", "meta", ""}
	tiers := []string{"reflex", "routine", "standard", "deep"}
	byCategory, byTier := map[[2]string]int{}, map[[2]string]int{}
	right, rightTier := 0, 0
	for _, l := range lines {
		got := classify.Classify(l.text, nil)
		byCategory[[2]string{string(l.category), string(got.Category)}]++
		byTier[[2]string{l.tier, got.Tier.String()}]++
		if got.Category == l.category {
			right++
		}
		if got.Tier.String() == l.tier {
			rightTier++
		}
		if each && (got.Category != l.category || got.Tier.String() != l.tier) {
			t.Logf("%s %s, got %s %s: %s", l.category, l.tier, got.Category, got.Tier, l.text)
		}
	}
	category, tier = float64(right)/float64(len(lines)), float64(rightTier)/float64(len(lines))
	t.Logf("%d lines: category %.3f, tier %.3f\n%s\n\n%s", len(lines), category, tier,
		confusion(categories, byCategory), confusion(tiers, byTier))
	return category, tier
}

// The lines the cues were tuned on.
func TestClassifyLines(t *testing.T) {
	category, tier := score(t, read(t, "testdata/lines.tsv"), true)
	if category < 0.90 {
		t.Errorf("category right in %.3f of the lines, want at least 0.90", category)
	}
	if tier < 0.90 {
		t.Errorf("tier right in %.3f of the lines, want at least 0.90", tier)
	}
}

// Lines no cue was tuned on, written after the cues. Their first score was
// category 0.729 and tier 0.829; below the floors the cues have become too
// narrow.
func TestClassifyHeldOut(t *testing.T) {
	category, tier := score(t, read(t, "testdata/heldout.tsv"), false)
	if category < 0.70 {
		t.Errorf("category right in %.3f of the lines, want at least 0.70", category)
	}
	if tier < 0.80 {
		t.Errorf("tier right in %.3f of the lines, want at least 0.80", tier)
	}
}

// Lines as people write them to such a colleague, a few of each sort; the cues were mended by what
// they showed. Their first score, with cues that had never seen them, was category 0.733 and tier
// 0.806.
func TestClassifyTalk(t *testing.T) {
	category, tier := score(t, read(t, "testdata/talk.tsv"), true)
	if category < 0.90 {
		t.Errorf("category right in %.3f of the lines, want at least 0.90", category)
	}
	if tier < 0.90 {
		t.Errorf("tier right in %.3f of the lines, want at least 0.90", tier)
	}
}

// Six voices that nothing was ever fitted to; their single lines are not printed.
func TestClassifyVoices(t *testing.T) {
	category, tier := score(t, read(t, "testdata/voices.tsv"), false)
	if category < voicesFloor {
		t.Errorf("category right in %.3f of the lines", category)
	}
	if tier < voicesFloor {
		t.Errorf("tier right in %.3f of the lines", tier)
	}
}

const voicesFloor = 0.89

// Five more voices, written when the weights were finished.
func TestClassifyLater(t *testing.T) {
	category, tier := score(t, read(t, "testdata/later.tsv"), false)
	if category < laterFloor {
		t.Errorf("category right in %.3f of the lines", category)
	}
	if tier < laterFloor {
		t.Errorf("tier right in %.3f of the lines", tier)
	}
}

const laterFloor = 0.82

// A busy professional to a colleague, written before the model that it measures was begun, and judged
// once: .818/.886 with a table of half the size, .803/.879 with this one, .735/.765 by the model before.
func TestClassifyColleague(t *testing.T) {
	category, tier := score(t, read(t, "testdata/colleague.tsv"), false)
	if category < colleagueFloor {
		t.Errorf("category right in %.3f of the lines", category)
	}
	if tier < colleagueFloor {
		t.Errorf("tier right in %.3f of the lines", tier)
	}
}

const colleagueFloor = 0.82

// One person through a week, written before the model that it measures was touched. Every other line is printed where it
// goes wrong; the rest is held out. Before mixed.tsv was learned from it was .934/.947 and .895/.908.
func TestClassifyWeek(t *testing.T) {
	var halves [2][]line
	for i, l := range read(t, "testdata/week.tsv") {
		halves[i%2] = append(halves[i%2], l)
	}
	for i, lines := range halves {
		category, tier := score(t, lines, i == 0)
		if category < weekFloor[i] || tier < weekFloor[i] {
			t.Errorf("half %d: category right in %.3f of the lines, tier in %.3f", i, category, tier)
		}
	}
}

var weekFloor = [2]float64{0.93, 0.91}

func TestHistory(t *testing.T) {
	deep := classify.Turn{Category: classify.Decision, Tier: classify.Deep}
	idle := classify.Turn{Category: classify.Greeting, Tier: classify.Reflex}
	tests := []struct {
		name   string
		text   string
		recent []classify.Turn
		want   classify.Tier
	}{
		{"a follow-up keeps the effort", "and what about Poland?", []classify.Turn{deep}, classify.Deep},
		{"a bare why", "why?", []classify.Turn{idle, deep}, classify.Deep},
		{"thanks end it", "thanks", []classify.Turn{deep}, classify.Reflex},
		{"yes ends it", "ok", []classify.Turn{deep}, classify.Reflex},
		{"a new matter starts afresh", "what is the capital of Mongolia", []classify.Turn{deep}, classify.Routine},
		{"history never lowers", "should we raise prices in January", []classify.Turn{idle, idle}, classify.Deep},
		{"the same matter one below", "what is the VAT rate in Denmark",
			[]classify.Turn{{Category: classify.Factual, Tier: classify.Deep}, idle}, classify.Standard},
		{"long ago does not count", "what is the VAT rate in Denmark",
			[]classify.Turn{{Category: classify.Factual, Tier: classify.Deep}, idle, idle, idle}, classify.Routine},
		{"another language follows up as well", "Wie wird das Wetter morgen?", []classify.Turn{deep}, classify.Standard},
	}
	for _, tt := range tests {
		if got := classify.Classify(tt.text, tt.recent).Tier; got != tt.want {
			t.Errorf("%s: %q runs %s, want %s", tt.name, tt.text, got, tt.want)
		}
	}
}

// Stakes set the floor whatever else a message is.
func TestStakes(t *testing.T) {
	for _, text := range []string{
		"thanks, Acme's lawyer just sent a letter",
		"ok they are suing us",
		"remind me of the court date",
		"lol we got a cease and desist",
		"quick one: can the landlord take us to court over the deposit?",
	} {
		if c := classify.Classify(text, nil); !c.HighStakes || c.Tier != classify.Deep {
			t.Errorf("%q: high stakes %v, %s", text, c.HighStakes, c.Tier)
		}
	}
	for _, text := range []string{"thanks", "the tennis court is booked", "order more printer paper", "what is the price of copper", "sign the birthday card"} {
		if c := classify.Classify(text, nil); c.HighStakes {
			t.Errorf("%q: high stakes", text)
		}
	}
}

func TestQuestion(t *testing.T) {
	for _, text := range []string{
		"what time is it", "Is Ben reliable", "so how do we do this", "You sent it?", "(really?)", "can you move the call",
		"Send it. Or should I?", "what's up", "今日は？", "ok, why",
	} {
		if !classify.Question(text) {
			t.Errorf("Question(%q) = false", text)
		}
	}
	for _, text := range []string{"", "send it", "I know what you mean", "https://example.com/?id=3", "the plan is fine", "x := a ?b : c", "thanks"} {
		if classify.Question(text) {
			t.Errorf("Question(%q) = true", text)
		}
	}
}

func TestEnglish(t *testing.T) {
	for _, text := range []string{
		"", "Acme?", "42", "thanks", "Meet José at the café in São Paulo", "what does Schadenfreude mean",
		"book a table at La Cabaña", "remind me to call Jürgen", "👍", "SELECT * FROM orders", "lunch w/ Søren tmrw",
		"My daughter Mia loves horses.", "My daughter Mia (9) loves horses.", "Mia loves Lea.", "is Leo cheating on Mia?", "Mia is nine.",
		"Mia and Lea play chess", "Ask Mia", "I saw Mia. Mia left early.",
	} {
		if !classify.English(text) {
			t.Errorf("English(%q) = false", text)
		}
	}
	for _, text := range []string{
		"Wo ist der Vertrag?", "où est le contrat", "dónde está el contrato", "dov'è il contratto di Marco", "contract を送って",
		"Mia madre lavora a Roma", "Mia moglie si chiama Anna", "la mia macchina", "ICH BIN MORGEN DA", "Buenos Días Marco", "hva er klokken", "ik ben morgen niet op kantoor", "merhaba, bugün hava ne kadar güzel",
	} {
		if classify.English(text) {
			t.Errorf("English(%q) = true", text)
		}
	}
}

func FuzzClassify(f *testing.F) {
	for _, l := range read(f, "testdata/lines.tsv") {
		f.Add(l.text, byte(0))
	}
	f.Add("\xff’s ’’ É\u200b", byte(7))
	f.Fuzz(func(t *testing.T, text string, history byte) {
		alone := classify.Classify(text, nil)
		recent := []classify.Turn{
			{Category: classify.Decision, Tier: classify.Tier(history & 3)},
			{Category: classify.Task, Tier: classify.Tier(history >> 2 & 3)},
		}
		with := classify.Classify(text, recent)
		if with.Tier < alone.Tier {
			t.Fatalf("history lowers %q from %s to %s", text, alone.Tier, with.Tier)
		}
		if with.Category != alone.Category || with.HighStakes != alone.HighStakes {
			t.Fatalf("history changes more than the tier of %q: %+v, %+v", text, alone, with)
		}
		if alone.HighStakes && alone.Tier != classify.Deep {
			t.Fatalf("%q has high stakes and runs %s", text, alone.Tier)
		}
		if !alone.English && alone.Tier < classify.Standard {
			t.Fatalf("%q is not English and runs %s", text, alone.Tier)
		}
		if classify.Question(text) != alone.Question && utf8.ValidString(text) {
			t.Fatalf("Question(%q) differs from Class.Question", text)
		}
	})
}

func BenchmarkClassify(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"short", "can you move the call with Priya to Thursday at 3"},
		{"message", "Hi, I went through the draft from the agency and I think the pricing page still says the old thing. He said he would fix it by Friday but I am not sure they will. Can you write to him and ask what is going on, and put a reminder in for Monday?"},
		{"1MiB", strings.Repeat("i think he said that they will not want to be here again and ", 1<<20/61)},
		{"1MiB one word", strings.Repeat("x", 1<<20)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bb.text)))
			for b.Loop() {
				classify.Classify(bb.text, nil)
			}
		})
	}
}
