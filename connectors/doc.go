// Package connectors is the vocabulary of chat: what a person did (Event), what
// the mind says (Post), where and by whom (Place, Person), and the small
// interface that each platform's driver fulfils (Connector).
//
// A connector translates and nothing else. It knows messages, not minds: who
// may speak, what an answer is, when to try again, how to cut a long text and
// which of two deliveries is the copy are decided once, above it. What a
// platform cannot do is data (Limits) or an optional interface that the driver
// lacks (Finder, Finisher, Drafter, Heeder); nobody asks a connector which platform it is.
//
// Two promises hold everywhere, and connectortest checks them for each driver:
//
//   - Nothing lost (SPEC §3). An event is acknowledged to the platform only
//     after the Sink returned nil for it, which says that the event is durable.
//     Whatever was not acknowledged comes again, with the same Key.
//   - Sent once (SPEC §3). Send tries once and says honestly how it ended. An
//     attempt that may have arrived is an Error with Reason Unknown, and where
//     the platform allows it a Finder tells afterwards whether it did.
//
// The package imports the standard library only.
package connectors
