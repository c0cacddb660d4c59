package eval

import (
	"math"
	"slices"
)

// share is recall@k: how much of the evidence stands in the first k places.
func share(ranked, evidence []string, k int) float64 {
	n := 0
	for _, id := range ranked[:min(k, len(ranked))] {
		if slices.Contains(evidence, id) {
			n++
		}
	}
	return float64(n) / float64(len(evidence))
}

// reciprocal is 1 by the place of the first piece of evidence, 0 where there is none.
func reciprocal(ranked, evidence []string) float64 {
	for i, id := range ranked {
		if slices.Contains(evidence, id) {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// gain is nDCG@k, each piece of evidence being worth the same.
func gain(ranked, evidence []string, k int) float64 {
	got, best := 0.0, 0.0
	for i := range k {
		worth := 1 / math.Log2(float64(i+2))
		if i < len(evidence) {
			best += worth
		}
		if i < len(ranked) && slices.Contains(evidence, ranked[i]) {
			got += worth
		}
	}
	return got / best
}

// newestFirst says whether a block, read from its beginning, tells how things are before it
// tells how they were, if it does that at all.
func newestFirst(block, current, stale []string) bool {
	for _, id := range block {
		if slices.Contains(current, id) {
			return true
		}
		if slices.Contains(stale, id) {
			return false
		}
	}
	return false
}

// separation is the area under the ROC curve: how likely one of the first is above one of the
// second, a tie counting half.
func separation(above, below []float64) float64 {
	sum := 0.0
	for _, a := range above {
		for _, b := range below {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += 0.5
			}
		}
	}
	return sum / float64(len(above)*len(below))
}

// percentile is the smallest value that at least p of 100 do not exceed.
func percentile(values []float64, p int) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// mean is 0 of nothing.
func mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
