// Package ranking is what every store does with what it found: the constants of the
// recipe, what a word is worth, how the parts of a score are weighed, and which
// near-duplicates stand back. The stores differ in where documents and counts come from
// and in nothing else, so that the same memory ranks the same in each of them.
//
// A score is the sum of eight parts, each brought to 0..1 by the best candidate where it
// has no bound of its own, weighed (recipe.go), and divided by the weights that apply to
// the query:
//
//   - Terms: BM25 of the item's own words;
//   - Neighbour: BM25 of the item's words pooled with those of the two turns
//     before and after it, since an answer is found by its question;
//   - Session: BM25 of all words of its session;
//   - Speaker: somebody the query names said it, in part only if it bears on the query;
//   - Date: it is from a month or year the query names, or from the weeks after;
//   - Sort: it holds a day, a number, a name or a reason, where the query asks for one, and bears on
//     the query;
//   - Phrase: words that stand near each other in the query do so in it (phrase.go);
//   - Likeness: its vector is like the query's, weighed by what the embedder knows that words
//     do not; where it holds none of the query's words, at least by WordlessWeight;
//
// times a factor for the kind and one, never far from 1, for freshness. What words found and
// what vectors found are brought together here, too (fuse.go). Rarity is that among
// what the query may find (Answers). Beside its own words a query is answered, at less weight,
// by everyday words of the same field (KinOf).
package ranking
