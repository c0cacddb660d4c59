// Package formula is the arithmetic of the mind: how memories fade, how much a
// belief is worth, how edges of the causal graph are reinforced, how search
// scores are put together. Every function is pure and every number has a name.
//
// Ages are in days unless a name says otherwise, and a negative age, which a
// skewed clock can produce, counts as zero. Scores, strengths, confidences and
// weights lie in [0, 1] unless a comment says otherwise.
//
// Folds use these functions, and a fold must come to the same bits on every
// processor. So products are rounded before they are added (float64(x*y) + z,
// which forbids a fused multiply-add), and powers and logarithms come from this
// package's own exact.go instead of package math, which has assembly on some
// processors and not on others.
//
// The numbers are those of SPEC §6, §8, §13, §14 and §16; where its sources
// contradict each other SPEC §22 has decided. testdata/golden.csv holds 350
// values worked out independently of this code.
package formula
