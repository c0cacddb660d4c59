// Package words turns text into index terms: the words by which a memory can
// be found.
//
// A text is cut at the word borders of Unicode (UAX #29), and each word is
// lower-cased, freed of accents and compatibility forms, mapped from an
// irregular form to its base ("bought" to "buy") and cut to its Snowball
// English stem. Possessives and contractions lose their ending, except that a
// negation never does: "don't", "won't" and "cannot" all yield the term "not".
// Stop words (see Stop) yield nothing.
//
// Stop words and stems are worth nine points of recall and the irregular forms
// one more on long conversations, more than any other single step.
//
// Rarity says how rare a term is in English, whatever this or that memory holds of it.
//
// The same text always yields the same terms in the same order, whatever the
// Analyzer has seen before.
package words
