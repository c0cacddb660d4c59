package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"

	"citadel/memory/event"
)

// digest is that of a receipt; empty for no events.
func (l *Log) digest(ctx context.Context, seqs []event.Seq) (string, error) {
	if len(seqs) == 0 {
		return "", nil
	}
	r := newReceipt()
	for row, err := range l.store.Read(ctx, Query{Seqs: seqs, Sealed: true}) {
		if err != nil {
			return "", err
		}
		r.add(row.Seq, row.Hash)
	}
	return r.sum(), nil
}

// receipt sums up which events were destroyed. They are added in ascending order.
type receipt struct{ h hash.Hash }

func newReceipt() receipt { return receipt{sha256.New()} }

func (r receipt) add(seq event.Seq, hash Hash) {
	r.h.Write(binary.BigEndian.AppendUint64(nil, uint64(seq)))
	r.h.Write(hash[:])
}

func (r receipt) sum() string { return hex.EncodeToString(r.h.Sum(nil)) }

// claim is what a record of forgetting says was destroyed.
type claim struct {
	by     event.Seq
	seqs   []event.Seq
	digest string
}

// holds says whether the digest is that of what lies there.
func (c claim) holds(of map[event.Seq]Hash) bool {
	r := newReceipt()
	for _, s := range c.seqs {
		hash, there := of[s]
		if !there {
			return false
		}
		r.add(s, hash)
	}
	return r.sum() == c.digest
}
