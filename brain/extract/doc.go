// Package extract is the reader that works without a language model: it finds
// what one English message states, prefers, promises, decides, orders, corrects
// and feels; compares two such findings; and tells what a question wants.
//
//	Read      message → items, each with its words as said and where they stand
//	Conflict  older item, newer item → same, changed value, negation, contradiction or different
//	Ask       question → whom it is about, which attribute, what kind of answer
//	Answer    question, items → the one that answers it, and whether it may be claimed
//
// Everything here is a pure function of its arguments: no clock, no state, no
// calendar. Time phrases are returned raw, with their place in the message.
//
// # How it reads
//
// A message is cut into sentences (token.go) and clauses (clause.go). Each clause
// is tried as an order, promise, decision, preference, feeling, report or
// correction by the words that mark one (order.go, promise.go, decision.go,
// speech.go, feeling.go); what is left
// needs a subject (subject.go) and a verb that says something checkable of it
// (predicate.go, fact.go, being.go). What no rule takes apart is kept as a statement if it holds a name,
// a figure or a date, else it is passed over (weigh.go): the message itself is
// remembered anyway, so a find too many costs more than one too few.
//
// # Attributes
//
// A fact's Attribute is one of residence, moving to, whereabouts, location, origin,
// birthplace, birthday, employer, role, spouse, fiancé, name, owns, price, income,
// amount, date, due, start, end, allergic to, trait; a verb in the third person (buys,
// sells, supplies, imports, exports, produces, speaks, studies, teaches, runs, …);
// a relation (sister, accountant, client, dog), whose Value is the name; or the
// noun after a possessive, in lower case ("our day rate is …": day rate).
// leaving an employer is employer with Negated set.
//
// Subject is "me" for the principal, for "we" and for "our"; a name as written;
// "my sister" or "Ana's husband" for somebody without one; a noun without its
// article ("review") or with its owner ("Acme's price review") for a thing. A
// pronoun is resolved to the one person the same message named before who fits,
// else Subject is empty.
//
// # What is not read
//
// Questions, orders for once, conditions, wishes, jokes taken back, quoted lines,
// code and text in quotation marks. Of other people: health, faith, politics,
// union and sexuality (TRUST, Other people's words), and what they feel. Of
// minors: no name as a subject and no entry in Persons (TRUST, Children); sons,
// nieces and the like count as minors unless the sentence shows an adult. Secrets
// such as a PIN. Somebody who is not the principal makes no promise, rule,
// decision, correction or feeling here: his words are statements, facts and
// preferences with Source set. Other languages find nothing to hold on to and
// mostly yield nothing; the caller should not ask (TRUST, Language).
//
// Only the first Limit bytes of a message are read.
package extract
