package extract

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

type labelled struct {
	line    int
	message string
	want    []string
}

func loadMessages(t testing.TB, path string) []labelled {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []labelled
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		line := scan.Text()
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			last := &out[len(out)-1]
			last.want = append(last.want, strings.TrimSpace(line))
		default:
			out = append(out, labelled{line: n, message: strings.ReplaceAll(line, `\n`, "\n")})
		}
	}
	return out
}

// fits reports whether an item is what a label asks for.
func fits(label string, it Item) bool {
	fields := strings.Split(label, "|")
	for i, f := range fields {
		f = strings.TrimSpace(f)
		if i < 4 {
			have := []string{string(it.Kind), it.Subject, it.Attribute, it.Value}[i]
			if f == "-" && have != "" || f != "-" && f != "" && !strings.EqualFold(f, have) {
				return false
			}
			continue
		}
		for _, flag := range strings.Split(f, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(flag), "=")
			ok := true
			switch name {
			case "neg":
				ok = it.Negated
			case "hedge":
				ok = it.Hedge != ""
			case "via":
				ok = it.Source == value
			case "when":
				ok = it.When.Text == value
			case "because":
				ok = it.Reason == value
			case "class":
				ok = string(it.Class) == value
			case "persons":
				ok = strings.Join(it.Persons, ", ") == value
			case "":
			default:
				panic("unknown flag " + name)
			}
			if !ok {
				return false
			}
		}
	}
	if !strings.Contains(label, "neg") && it.Negated && (it.Kind == Fact || it.Kind == Preference || it.Kind == Correction) {
		return false
	}
	return true
}

type score struct{ hit, extra, missed int }

func (s score) precision() float64 { return float64(s.hit) / float64(max(s.hit+s.extra, 1)) }
func (s score) recall() float64    { return float64(s.hit) / float64(max(s.hit+s.missed, 1)) }

// scoreMessages tells each miss of the messages that may be tuned on, and only
// the totals of those that may not.
func scoreMessages(t testing.TB, path string) (score, map[string]score, int, int) {
	var total score
	kinds := map[string]score{}
	bump := func(kind string, f func(*score)) {
		s := kinds[kind]
		f(&s)
		kinds[kind] = s
		f(&total)
	}
	list := loadMessages(t, path)
	silent := 0
	tell := t.Logf
	if strings.Contains(path, "heldout") {
		tell = func(string, ...any) {}
	}
	for _, l := range list {
		if len(l.want) == 0 {
			silent++
		}
		items := Read(Utterance{Text: l.message})
		used := make([]bool, len(items))
	labels:
		for _, w := range l.want {
			kind, _, _ := strings.Cut(w, " ")
			for i, it := range items {
				if !used[i] && fits(w, it) {
					used[i] = true
					bump(kind, func(s *score) { s.hit++ })
					continue labels
				}
			}
			bump(kind, func(s *score) { s.missed++ })
			tell("%s:%d: %q: missed %s", path, l.line, l.message, w)
		}
		for i, it := range items {
			if !used[i] {
				bump(string(it.Kind), func(s *score) { s.extra++ })
				tell("%s:%d: %q: unasked for %s", path, l.line, l.message, show(it))
			}
		}
	}
	return total, kinds, len(list), silent
}

func show(it Item) string {
	s := fmt.Sprintf("%s | %s | %s | %s", it.Kind, it.Subject, it.Attribute, it.Value)
	if it.Negated {
		s += " | neg"
	}
	if it.Hedge != "" {
		s += " | hedge " + it.Hedge
	}
	if it.Source != "" {
		s += " | via=" + it.Source
	}
	if it.When.Text != "" {
		s += " | when=" + it.When.Text
	}
	return s
}

func TestReadOnLabelledMessages(t *testing.T) {
	for _, path := range []string{"testdata/messages.txt", "testdata/messages-second.txt", "testdata/messages-third.txt", "testdata/messages-heldout.txt"} {
		total, kinds, n, silent := scoreMessages(t, path)
		t.Logf("%s: %d messages, %d silent; precision %.3f, recall %.3f", path, n, silent, total.precision(), total.recall())
		for _, k := range []Kind{Statement, Fact, Preference, Promise, Decision, Rule, Correction, Emotion} {
			s := kinds[string(k)]
			t.Logf("  %-11s hit %3d  extra %2d  missed %2d", k, s.hit, s.extra, s.missed)
		}
		if total.precision() < .95 || total.recall() < .80 {
			t.Errorf("%s: precision %.3f, recall %.3f; at least .95 and .80 are wanted", path, total.precision(), total.recall())
		}
	}
}

// Rules are for English; other languages should fall through, not be guessed at.
func TestOtherLanguagesYieldNothing(t *testing.T) {
	for _, message := range []string{
		"Meine Schwester wohnt jetzt in Porto und arbeitet bei Acme.",
		"Ma sœur Ana habite à Porto depuis mars.",
		"Mi hermana se mudó a Oporto en marzo.",
		"A minha irmã vive no Porto.",
		"Ich rufe morgen die Bank an.",
		"Моя сестра живёт в Порту.",
		"妹は三月にポルトへ引っ越しました。",
		"Jeg bor i Bergen nå.",
	} {
		if items := Read(Utterance{Text: message}); len(items) > 0 {
			t.Errorf("%q: %s", message, show(items[0]))
		}
	}
}

// A season is a time with its year, and behind a word that makes it one.
func TestSeasons(t *testing.T) {
	for text, want := range map[string]string{
		"The fair moved to autumn 2027.": "to autumn 2027", "The fair is in spring of 2028.": "in spring of 2028", "The fair is in summer.": "in summer",
		"The spring broke.": "",
	} {
		got := ""
		for _, i := range Read(Utterance{Text: text}) {
			got = i.When.Text
		}
		if got != want && "to "+got != want {
			t.Errorf("%q is when %q, want %q", text, got, want)
		}
	}
}
