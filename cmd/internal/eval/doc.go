// Package eval measures what the mind finds again. It lives conversations that were recorded
// with questions and with the turns that answer them, asks the questions, and says how many of
// those turns came back.
//
// There is no retriever here: each conversation is heard into a fresh home by the path that
// every message takes (ledger, follower, store), and each question goes through recall with its
// defaults. What is measured is what a person gets.
//
// # How it counts
//
// A question's evidence are the turns that hold its answer. Recall@k is the share of them among
// the first k places, averaged over questions; a memory that covers several turns takes as many
// places. Questions without evidence, and those that were made to have no answer, are no part of
// the headline. The clock of a question stands one day after the last turn. Nothing is written
// while the headline is taken, so its questions do not know of each other; a second round
// records every question as a turn, and shows what warmth and recall counts do to the result.
package eval
