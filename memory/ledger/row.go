package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"slices"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"citadel/memory/event"
)

// Hash is a link of the chain.
type Hash [sha256.Size]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Row is an event as a Store keeps it: sealed, and encoded as package ledger documents.
type Row struct {
	Principal    string
	Seq          event.Seq
	At           int64
	Source       event.Source
	Kind         event.Kind
	V            int
	Key          string
	Trust        event.Trust
	Causes, From []byte
	Body         []byte
	Prev, Hash   Hash
	Unseal       []byte // opens Body; nil once forgotten; outside the hash
}

// Record is an event that has been read: opened, if it was not forgotten.
type Record struct {
	Seq          event.Seq
	At           time.Time // UTC, to the microsecond
	Source       event.Source
	Kind         event.Kind
	V            int
	Key          string
	Trust        event.Trust
	Causes, From []event.Seq
	Body         []byte // JSON; nil if forgotten
	Hash         Hash
}

// Forgotten says whether the body is gone for good.
func (r Record) Forgotten() bool { return r.Body == nil }

// Payload decodes the body. A forgotten record has none: nil, without an error.
func (r Record) Payload() (event.Payload, error) {
	if r.Body == nil {
		return nil, nil
	}
	return event.Decode(r.Kind, r.V, r.Body)
}

// Cause is the first cause, or zero: by convention the turn or job run an event belongs to.
func (r Record) Cause() event.Seq {
	if len(r.Causes) == 0 {
		return 0
	}
	return r.Causes[0]
}

// chain computes hashes. It holds its scratch memory, so it serves one goroutine.
type chain struct {
	h   hash.Hash
	buf []byte
}

func newChain() *chain { return &chain{h: sha256.New(), buf: make([]byte, 0, 1024)} }

func (c *chain) sum(r *Row) (out Hash) {
	b := c.buf[:0]
	b = appendString(b, r.Principal)
	b = appendUint(b, uint64(r.Seq))
	b = appendUint(b, uint64(r.At))
	b = appendString(b, string(r.Source))
	b = appendString(b, string(r.Kind))
	b = appendUint(b, uint64(r.V))
	b = appendString(b, r.Key)
	b = appendString(b, string(r.Trust))
	b = appendBytes(b, r.Causes)
	b = appendBytes(b, r.From)
	b = appendBytes(b, r.Body)
	b = appendBytes(b, r.Prev[:])
	c.buf = b
	c.h.Reset()
	c.h.Write(b)
	c.h.Sum(out[:0])
	return out
}

// genesis is prev of a ledger's first event.
func genesis(principal string, at int64) Hash {
	return sha256.Sum256(appendUint(appendString(nil, principal), uint64(at)))
}

func appendString(b []byte, s string) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(s)))
	return append(b, s...)
}

func appendBytes(b, s []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(s)))
	return append(b, s...)
}

func appendUint(b []byte, n uint64) []byte {
	b = binary.BigEndian.AppendUint32(b, 8)
	return binary.BigEndian.AppendUint64(b, n)
}

// EncodeSeqs is the stored form of Causes and From.
func EncodeSeqs(seqs []event.Seq) []byte {
	b := make([]byte, 0, 4*len(seqs))
	for _, s := range seqs {
		b = binary.AppendUvarint(b, uint64(s))
	}
	return b
}

var errSeqs = errors.New("list of event numbers is damaged")

// DecodeSeqs is the reverse of EncodeSeqs.
func DecodeSeqs(b []byte) ([]event.Seq, error) {
	if len(b) == 0 {
		return nil, nil
	}
	seqs := make([]event.Seq, 0, 4)
	for len(b) > 0 {
		s, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, errSeqs
		}
		seqs = append(seqs, event.Seq(s))
		b = b[n:]
	}
	return seqs, nil
}

var zeroNonce [chacha20poly1305.NonceSizeX]byte

// additional appends the additional data of a body's seal.
func additional(b []byte, r *Row) []byte {
	b = appendString(b, r.Principal)
	b = appendUint(b, uint64(r.Seq))
	return appendString(b, string(r.Kind))
}

// seal puts body into the row under key, which must be used for nothing else.
func seal(r *Row, body, key []byte) error {
	aead, err := chacha20poly1305.NewX(key)
	if err != nil {
		return err
	}
	r.Unseal = key
	r.Body = aead.Seal(make([]byte, 0, len(body)+aead.Overhead()), zeroNonce[:], body, additional(nil, r))
	return nil
}

// ErrSealed says that a body does not open with the key stored for it.
var ErrSealed = errors.New("the body does not open with its key")

// Open turns a row into a record. The error is ErrSealed, or that of a damaged list.
func Open(r *Row) (Record, error) {
	rec := Record{
		Seq: r.Seq, At: time.UnixMicro(r.At).UTC(), Source: r.Source, Kind: r.Kind, V: r.V,
		Key: r.Key, Trust: r.Trust, Hash: r.Hash,
	}
	var err error
	if rec.Causes, err = DecodeSeqs(r.Causes); err != nil {
		return rec, err
	}
	if rec.From, err = DecodeSeqs(r.From); err != nil {
		return rec, err
	}
	if len(r.Unseal) == 0 {
		return rec, nil
	}
	var o opener
	rec.Body, err = o.open(r)
	return rec, err
}

// opener opens bodies, each into the memory of the one before.
type opener struct{ body, extra []byte }

func (o *opener) open(r *Row) ([]byte, error) {
	aead, err := chacha20poly1305.NewX(r.Unseal)
	if err != nil {
		return nil, ErrSealed
	}
	if o.body == nil {
		o.body = make([]byte, 0, len(r.Body))
	}
	o.extra = additional(o.extra[:0], r)
	body, err := aead.Open(o.body[:0], zeroNonce[:], r.Body, o.extra)
	if err != nil {
		return nil, ErrSealed
	}
	o.body = body
	return body, nil
}

// Clone copies the bytes a driver may reuse.
func (r Row) Clone() Row {
	r.Causes, r.From = bytes.Clone(r.Causes), bytes.Clone(r.From)
	r.Body, r.Unseal = bytes.Clone(r.Body), bytes.Clone(r.Unseal)
	return r
}

// once drops repeated numbers and keeps the order. Lists of causes are short.
func once(seqs []event.Seq) []event.Seq {
	var out []event.Seq
	for _, s := range seqs {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// sorted orders numbers and drops repeated ones.
func sorted(seqs []event.Seq) []event.Seq {
	slices.Sort(seqs)
	return slices.Compact(seqs)
}
