package contest_test

import (
	"testing"

	"citadel/brain/contest"
)

// "Which holds?" can be answered without naming either; what only begins so is talk.
func TestAnswered(t *testing.T) {
	for want, all := range map[contest.Answer][]string{
		contest.First: {"the first", "The first one.", "first", "the former", "the older one", "the earlier one holds", "the first one is right", "go with the first",
			"the second is wrong", "not the second one", "well, the first one I think", "keep the old one", "the latter is no longer true"},
		contest.Second: {"the second", "second one", "the latter", "the newer one", "The last one, please.", "the second one is correct", "it's the second",
			"the first one is wrong", "not the first", "the first is outdated", "the newer"},
		contest.Both: {"both", "Both!", "both hold", "both are true", "both of them", "they both hold", "they're both right", "Both of them are right, actually", "keep both", "yes, both", "both apply"},
		contest.Neither: {"neither", "Neither one.", "neither of them", "none of them", "both wrong", "both are wrong", "they are both wrong", "neither is true", "neither holds",
			"both of them are false", "they're both outdated", "no, neither"},
		contest.None: {"the first time I went there", "both?", "both of my sisters live there", "neither do I", "the second half was better", "first, call Ana",
			"both were late", "the last train leaves at nine", "none of your business", "I like both", "the old one broke", "not the first time", "second thoughts", ""},
	} {
		for _, said := range all {
			if got := contest.Answered(said); got != want {
				t.Errorf("%q: %d, want %d", said, got, want)
			}
		}
	}
}
