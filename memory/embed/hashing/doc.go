// Package hashing makes vectors in this process, without a model: words and pieces of words
// are hashed to places among Size numbers and add a signed weight there. Texts that share
// rare words are alike, those that share only common ones hardly, and a word that is spelt or
// inflected otherwise still shares its stem or its pieces.
//
// It is lexical: it knows no meaning, and two ways of saying one thing without a word in
// common are as far apart as any two texts. What it is for is a second opinion beside the
// term index, likeness between statements, and a Citadel that needs nobody else.
//
// # What is hashed
//
//   - the stem of every word that is no stop word (memory/words);
//   - pieces of three and four bytes of each, with its ends marked, which together weigh less
//     than it does;
//   - every two neighbouring stems, which weigh little;
//   - that something is denied, whichever word denies it. The two words after it count in
//     part as others, so that "drives" and "does not drive" come apart. They stay nearer to
//     each other than many a paraphrase: whoever merges statements looks at their polarity
//     (brain/dedupe) and not at this.
//
// # How rare a word is
//
// A numbered table that is part of the program (words.Rarity) says how rare English stems are in
// talk. Rarity counts up to a bound: beyond it a word is not more telling in one person's
// memory. What the table does not know, and names, weigh little: most of it is the names of
// people around the principal, which stand in a great many of his memories, however rare
// they are elsewhere.
//
// # The same everywhere, for ever
//
// A vector is a function of text and table alone. All is added up in whole numbers, and what
// is rounded is rounded once, by a division or a root, which are exact on every processor:
// no order of additions and no fused multiplication can show. A change to any of this, or to
// package words, is a new table number, and golden vectors fail until it is.
package hashing
