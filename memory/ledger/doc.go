// Package ledger is the append-only, hash-chained log under the mind. Everything else
// can be rebuilt from it (SPEC §2).
//
// # Stored form
//
// An event is one Row. Its hash is SHA-256 over twelve fields in this order, each
// preceded by its length as four bytes, big end first:
//
//	 1 principal   the bytes of the name
//	 2 seq         8 bytes, big end first
//	 3 at          8 bytes, big end first: microseconds since 1970 UTC, two's complement
//	 4 source      the bytes of the name
//	 5 kind        the bytes of the name
//	 6 v           8 bytes, big end first
//	 7 key         the bytes; empty where the event has none
//	 8 trust       the bytes of the name
//	 9 causes      each seq as an unsigned varint (encoding/binary), in the order given
//	10 from        likewise, ascending
//	11 body        the sealed bytes, as stored
//	12 prev        the 32 bytes of the hash before
//
// prev of the first event is SHA-256 over the principal and the first event's time, in
// the same length-prefixed way. No stored column lies outside the hash but the key that
// opens the body, which must be able to go.
//
// A body is JSON (package event), sealed with XChaCha20-Poly1305 under a random key of
// its own that seals nothing else, so the nonce is all zeros. The additional data are
// principal, seq and kind, length-prefixed as above. Destroying the key forgets the body;
// the chain, which was built over the sealed bytes, still holds.
//
// # Two relations
//
// Causes are what made an event happen: they serve explanations and recovery. From is
// whose words or figures it carries or rests on: forgetting, taint and evidence walk From
// and nothing else. An utterance of the agent ends that walk.
//
// # Receipts
//
// A record of forgetting names the events whose keys went, and a digest of them: hex SHA-256
// over the seq and the hash of each, in ascending order, 8 bytes big end first and 32 bytes.
// The sealed bodies stay, so anybody who has the ledger can compute it again; Verify does, and
// holds that exactly the named keys are gone.
//
// # Who writes
//
// An Entry can be made only with a Pen, and a Pen writes for one source. The catalogue
// of package event says which source owns a kind; it is checked again here, at append. A
// refused batch leaves a violation in the log. Sensitive kinds must cite a request of the
// principal in their causes.
//
// # Drivers
//
// A Store keeps rows and knows nothing of what they mean: sealing, chaining, checking
// and forgetting are written once, in Log. Every driver passes package ledgertest.
package ledger
