// Package weaviate is a store in a Weaviate server: one collection, in it one tenant for each
// principal. It answers as the embedded store does, from the same counts and with the same
// ranking; a test compares them to the last digit.
//
// # What is where
//
// An item is an object. Its stems, and those of its neighbourhood, are text that the server
// cuts at white space and ranks with BM25, so that both stores agree on what a word is;
// audience, kind, speaker and times are there to be filtered by; and one line holds what
// ranking reads of it (see entry). The items of a sitting, or of a shelf for those that stand
// alone, are summed up in a group: which terms they hold and how often, how long they are, who
// spoke. The groups are read at the start and kept (see outline), about as much memory as the
// names of all terms in each sitting: rarity, mean lengths, the words of sittings and the
// names of speakers come from there, exactly and without asking. Ids follow from seq and
// part. The vectors of an embedder are a named vector of their own, so that those of the old
// and of the new one stand side by side in one object's life, are filtered by the same
// properties and go with the object; a collection for each embedder would have to repeat all
// of that.
//
// # A search
//
// The server gives lists of candidates, asked for at once: by own words, by those of the
// neighbourhood, and by likeness, one for each embedder whose vectors the query has. Here they
// are joined with what was just written (see fresh), counted anew, and ranked by package
// ranking. Only the choice of candidates is the server's.
//
// # What lies outside a query's audiences
//
// It is filtered out by the server and once more here, and scores, rarity, mean lengths,
// sittings and names come from the audiences of the query alone. One trace remains: where more
// items match than a list brings, which of them come depends on the server's own BM25, whose
// rarity and mean length are those of the whole tenant. So the presence of words elsewhere can
// move an item at the far end of a list in or out. It cannot change a score, and it shows
// nothing of what lies elsewhere. How long a search takes depends on the whole tenant, too.
//
// # Faults
//
// A call that may succeed later is made up to three times; all writes can be repeated. What
// the server does not grant is a store.ErrUnavailable, after which it is left alone for five
// seconds by whoever reads. A write that failed in the middle is mended by the same write: it
// works out what has to be there from what is there. The tenant holds the follower's cursor
// and the fingerprint of its ledger; one that was emptied, set back, or written with another
// recipe is filled anew by the follower, and one of another ledger is refused.
//
// # Forgetting
//
// Remove takes an item out of its object, its neighbours and its group. Weaviate keeps the old
// bytes in its files until it merges them, on its own time. Clear drops the tenant and with it
// its files, at once: the follower does that when the principal has something forgotten, and
// fills the tenant again.
//
// # The client
//
// It is version 4 of Weaviate's own. Objects are written over gRPC where an address for that is
// given and the server is reached over plain HTTP: over TLS the client's gRPC does not check
// certificates, so that there everything goes by REST, which does. It was used with server
// 1.37.0.
package weaviate
