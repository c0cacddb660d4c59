package ledger

import "citadel/memory/event"

// Columns are the columns of a row as a database gives them: drivers scan into them and take the
// Row. The byte slices may be the driver's own, until the next row. The zero Columns is ready
// for use, by one goroutine.
type Columns struct {
	Seq, At, V                             int64
	Principal, Source, Kind, Trust, Key    []byte
	Causes, From, Body, Prev, Hash, Unseal []byte

	names map[string]string
}

// mostNames bounds how many different names are kept: a ledger has a few dozen.
const mostNames = 256

// Row puts the row together. The few names that repeat in every row are kept once. A hash of
// another length stays zero, and so matches nothing.
func (c *Columns) Row() Row {
	r := Row{
		Principal: c.name(c.Principal), Seq: event.Seq(c.Seq), At: c.At, Source: event.Source(c.name(c.Source)), Kind: event.Kind(c.name(c.Kind)), V: int(c.V),
		Key: string(c.Key), Trust: event.Trust(c.name(c.Trust)), Causes: c.Causes, From: c.From, Body: c.Body, Unseal: c.Unseal,
	}
	if len(c.Prev) == len(r.Prev) {
		r.Prev = Hash(c.Prev)
	}
	if len(c.Hash) == len(r.Hash) {
		r.Hash = Hash(c.Hash)
	}
	return r
}

func (c *Columns) name(b []byte) string {
	if n, ok := c.names[string(b)]; ok {
		return n
	}
	n := string(b)
	if c.names == nil {
		c.names = map[string]string{}
	}
	if len(c.names) < mostNames {
		c.names[n] = n
	}
	return n
}
