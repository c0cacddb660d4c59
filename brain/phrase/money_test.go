package phrase_test

import (
	"testing"

	"citadel/brain/phrase"
)

func TestMoney(t *testing.T) {
	for millionths, want := range map[int64][2]string{
		0:             {"US$0.00", "US$0.00"},
		1:             {"under US$0.01", "under US$0.001"},
		499:           {"under US$0.01", "under US$0.001"},
		500:           {"under US$0.01", "US$0.001"},
		4_999:         {"under US$0.01", "US$0.005"},
		5_000:         {"US$0.01", "US$0.005"},
		26_400:        {"US$0.03", "US$0.026"},
		999_400:       {"US$1.00", "US$0.999"},
		999_600:       {"US$1.00", "US$1.000"},
		1_310_000:     {"US$1.31", "US$1.31"},
		19_404_999:    {"US$19.40", "US$19.40"},
		1_234_500_000: {"US$1,234.50", "US$1,234.50"},
	} {
		if got := phrase.Dollars(millionths); got != want[0] {
			t.Errorf("Dollars(%d) = %q, want %q", millionths, got, want[0])
		}
		if got := phrase.Cost(millionths); got != want[1] {
			t.Errorf("Cost(%d) = %q, want %q", millionths, got, want[1])
		}
	}
}
