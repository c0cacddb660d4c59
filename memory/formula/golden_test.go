package formula_test

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"citadel/memory/formula"
)

// TestGolden works every row of the golden file out again. A figure agrees when
// it is within 1e-9 (1e-12 for edges and rank fusion) of what the file prints,
// beyond the half unit that printing rounded away. A row with a formula the test
// does not know fails.
func TestGolden(t *testing.T) {
	file, err := os.Open("testdata/golden.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = rows[1:]
	if len(rows) != 350 {
		t.Fatalf("%d rows, want 350", len(rows))
	}
	formulas := goldenFormulas()
	used := map[string]bool{}
	for i, row := range rows {
		name, in, want := row[0], row[1], row[2]
		work, known := formulas[name]
		if !known {
			t.Errorf("row %d: no formula %q", i+2, name)
			continue
		}
		used[name] = true
		if got := work(t, inputs{in}); !agree(name, got, want) {
			t.Errorf("row %d: %s(%s) = %v, want %s", i+2, name, in, got, want)
		}
	}
	if len(used) != len(formulas) {
		t.Errorf("%d formulas known, only %d used", len(formulas), len(used))
	}
}

// agree compares numbers as described above and anything else as text; "a->b" is
// two numbers.
func agree(name string, got any, want string) bool {
	switch got := got.(type) {
	case string:
		return got == want
	case bool:
		return strconv.FormatBool(got) == want
	case [2]float64:
		before, after, ok := strings.Cut(want, "->")
		return ok && agree(name, got[0], before) && agree(name, got[1], after)
	case int:
		return strconv.Itoa(got) == want
	case float64:
		printed, err := strconv.ParseFloat(want, 64)
		if err != nil {
			return false
		}
		_, digits, _ := strings.Cut(want, ".")
		tolerance := 1e-9
		if strings.HasPrefix(name, "edge") || strings.HasPrefix(name, "rrf") {
			tolerance = 1e-12
		}
		if len(digits) > 0 {
			tolerance += 0.5 * math.Pow10(-len(digits))
		}
		return math.Abs(got-printed) <= tolerance
	}
	return false
}

// inputs is the second column: "a=1;b=2 (remark)" or a sentence.
type inputs struct{ text string }

func (in inputs) field(t *testing.T, name string) string {
	t.Helper()
	for part := range strings.SplitSeq(in.text, ";") {
		if key, value, ok := strings.Cut(strings.TrimSpace(part), "="); ok && key == name {
			value, _, _ = strings.Cut(value, " ")
			return value
		}
	}
	t.Fatalf("no %q in %q", name, in.text)
	return ""
}

func (in inputs) number(t *testing.T, name string) float64 {
	t.Helper()
	return parse(t, in.field(t, name))
}

func (in inputs) count(t *testing.T, name string) int {
	t.Helper()
	return int(in.number(t, name))
}

// rank reads a rank, "None" being no rank.
func (in inputs) rank(t *testing.T, name string) int {
	t.Helper()
	if in.field(t, name) == "None" {
		return 0
	}
	return in.count(t, name)
}

// after reads the number that follows word in a sentence.
func (in inputs) after(t *testing.T, word string) float64 {
	t.Helper()
	_, rest, ok := strings.Cut(in.text, word)
	if !ok {
		t.Fatalf("no %q in %q", word, in.text)
	}
	rest = strings.TrimLeft(rest, " =")
	end := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("0123456789.", r) })
	if end < 0 {
		end = len(rest)
	}
	return parse(t, strings.TrimRight(rest[:end], "."))
}

func parse(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func class(name string) formula.Class {
	if name == "standard" {
		return formula.Standard
	}
	return formula.Class(name)
}

func name(class formula.Class) string {
	if class == formula.Standard {
		return "standard"
	}
	return string(class)
}
