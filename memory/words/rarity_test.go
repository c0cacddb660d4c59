package words

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The table is what gen.go writes: levels in order, each stem once and as package words makes
// it, and the reading of it finds every one.
func TestTable(t *testing.T) {
	seen := map[uint64]string{}
	last := -1 << 10
	for line := range strings.Lines(idf1) {
		if line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		level, err := strconv.Atoi(fields[0])
		if err != nil || level <= last || level == 0 || len(fields) < 2 || !slices.IsSorted(fields[1:]) {
			t.Fatalf("not a line of the table: %.60s", line)
		}
		last = level
		for _, stem := range fields[1:] {
			h := hashOf(stem)
			if other, twice := seen[h]; twice {
				t.Errorf("%q and %q are one", stem, other)
			}
			seen[h] = stem
			if got, name := levels().of(h); got != max(level, -level) || name != (level < 0) {
				t.Errorf("%q stands on level %d, read as %d, a name: %v", stem, level, got, name)
			}
		}
	}
	if len(seen) < 10_000 || 3*len(seen) > 2*slots {
		t.Errorf("%d stems in %d slots", len(seen), slots)
	}
	if got, _ := levels().of(hashOf("sesquipedalianism")); got != 0 {
		t.Errorf("an unknown word stands on level %d", got)
	}
	for word, rarer := range map[string]string{"go": "dentist", "dentist": "tourniquet"} {
		a, _ := levels().of(hashOf(New(1).AppendTerms(nil, word)[0]))
		b, _ := levels().of(hashOf(New(1).AppendTerms(nil, rarer)[0]))
		if a == 0 || b == 0 || a >= b {
			t.Errorf("%s %d, %s %d", word, a, rarer, b)
		}
	}
}
