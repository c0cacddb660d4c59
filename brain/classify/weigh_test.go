package classify

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"citadel/brain/linear"
)

var update = flag.Bool("update", false, "make weights.txt anew from testdata/train.tsv")

// class is a category and a tier, as they stand in the files.
type class struct{ category, tier string }

// lesson is what is learned from: messages, and what they are.
type lesson struct {
	school   *linear.School
	messages []*message
	texts    []string
	classes  []class
}

// look takes from a text what its features are made of.
func look(text string) *message {
	words := table.read(text)
	found := table.find(words)
	return &message{words: words, found: &found, question: question(text, words), code: code(text)}
}

// open reads lines to learn from.
func open(t *testing.T, files ...string) *lesson {
	t.Helper()
	l := &lesson{school: linear.NewSchool(outputs)}
	l.school.Times = 4 // once, six lines more or less move a score by 0.02
	l.name()
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			f := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
			if len(f) != 3 || f[0] == "unknown" {
				continue
			}
			for _, w := range written(f[2]) {
				l.school.Name(w, string(stem([]byte(w))))
			}
			m := look(strings.ReplaceAll(f[2], `\n`, "\n"))
			if err := l.school.Add(m.each, f[0], f[1]); err != nil {
				t.Fatalf("%s: %v: %q", file, err, line)
			}
			l.messages = append(l.messages, m)
			l.texts = append(l.texts, f[2])
			l.classes = append(l.classes, class{f[0], f[1]})
		}
	}
	return l
}

// name makes known what features are made of beside the words of the lines.
func (l *lesson) name() {
	l.school.Name("^", "~", "@name", "@person", "0")
	l.school.Name(table.sorts.names...)
	l.school.Name(strings.Fields("asks code light standard deep stakes follows some much most l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 l10")...)
	l.school.Name(outputs...)
	for w := range table.vocabulary {
		l.school.Name(w, string(stem([]byte(w))))
	}
}

// written are the words of a line as the features see them.
func written(text string) (out []string) {
	apart := func(c rune) bool { return !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c > 127) }
	low := strings.ToLower(text)
	for _, w := range strings.FieldsFunc(strings.NewReplacer("'", "", "’", "").Replace(low), apart) {
		out = append(out, w, string(shapeOf([]byte(w))))
	}
	return append(out, strings.FieldsFunc(low, apart)...)
}

const header = `# What each feature of a message speaks for and against: hundredths of a unit of log odds.
#
# Made by "go generate ./brain/classify" from testdata/train.tsv, testdata/company.tsv,
# testdata/lines.tsv, testdata/talk.tsv, testdata/office.tsv, testdata/everyday.tsv and testdata/mixed.tsv; do not edit. A line is a feature (see feature.go) and its
# weights. "answers" is how well a category goes with a tier.

`

var lessons = []string{"testdata/train.tsv", "testdata/company.tsv", "testdata/lines.tsv", "testdata/talk.tsv", "testdata/office.tsv", "testdata/everyday.tsv", "testdata/mixed.tsv"}

func TestWeights(t *testing.T) {
	text := header + open(t, lessons...).school.Learn(func(int) bool { return true })
	if *update {
		if err := os.WriteFile("weights.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != weightsText {
		t.Error("weights.txt is not what its lines teach: go generate ./brain/classify")
	}
}

// Five times a fifth of the lines is judged by what the other four fifths teach. Those of
// company.tsv are long and from another life than the rest, those of office.tsv terse, and both harder: they
// have floors of their own.
func TestFolds(t *testing.T) {
	files := [...]string{"testdata/train.tsv", "testdata/company.tsv", "testdata/office.tsv"}
	l := open(t, files[:]...)
	var of []int // the file of each message
	for i, file := range files {
		of = append(of, slices.Repeat([]int{i}, len(open(t, file).messages))...)
	}
	var sets [len(files)]struct{ n, category, tier float64 }
	for fold := range 5 {
		w, err := readWeights(l.school.Learn(func(i int) bool { return i%5 != fold }))
		if err != nil {
			t.Fatal(err)
		}
		for i := fold; i < len(l.messages); i += 5 {
			set := &sets[of[i]]
			set.n++
			c, tr := w.judge(l.messages[i])
			if string(c) == l.classes[i].category {
				set.category++
			}
			if tr.String() == l.classes[i].tier {
				set.tier++
			}
		}
	}
	for i, floor := range [...]float64{foldsFloor, companyFloor, officeFloor} {
		set := sets[i]
		t.Logf("%s, %v lines in five folds: category %.3f, tier %.3f", files[i], set.n, set.category/set.n, set.tier/set.n)
		if set.category < floor*set.n || set.tier < floor*set.n {
			t.Errorf("want %.2f of both", floor)
		}
	}
}

const (
	foldsFloor   = 0.86
	companyFloor = 0.76
	officeFloor  = 0.80
)
