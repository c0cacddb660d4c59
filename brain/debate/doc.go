// Package debate has models weigh a decision that its principal looks at again: what they are
// asked, and what of their answers holds. It asks nobody itself.
//
// Three questions are put, one after the other:
//
//   - Sort: to the model that answers the principal. It puts each piece of evidence on a side, and
//     tells the case to a stranger: position, evidence and question, everybody by a role instead
//     of a name.
//   - Against: to the adversary, who sees that packet and nothing else: no name, no identity, no
//     words of a memory (SPEC §10). What the first model left of a name is taken out by rule.
//   - Weigh: to the first model again. The adversary's words stand there as a debate to be
//     challenged, and it has to say what of them it keeps.
//
// Where there is no adversary the second question is left out, and that is said.
//
// Answers are read strictly in form and loosely in content: what cannot be is dropped, item by
// item, and a date or a number that makes no sense is none.
package debate
