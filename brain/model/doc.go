// Package model is the vocabulary of language models: what is asked (Request), what comes
// back (Response), what a model can do and what it costs (Card), and the one-method
// interface that every driver fulfils (Client). On it stands the one policy of this
// program for using them: roles with an ordered fail-over, a second try where it may help,
// a breaker where it does not, and money set aside before each call (Pool).
//
// Three promises hold everywhere, and modeltest checks them for each driver:
//
//   - A driver tries once. Whether to try again is decided here, in sight of the money.
//   - A stream that was cut short is a failure, whatever had come of it.
//   - A call costs what the provider says it does; where it says nothing although it may
//     have worked, the call costs all that was set aside for it.
//
// What differs between models is data on their cards, never code: nobody asks a client
// which provider it is.
package model
