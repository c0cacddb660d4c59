package model

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// Digest is the hex SHA-256 of a request: the same in every process and every version that
// writes the same form. Its form, byte by byte:
//
//	"citadel request 1" as a text, then every field of Request in the order below
//	a text or a run of bytes  its length as 8 bytes, big endian, then the bytes
//	a list                    its length as 8 bytes, then its items
//	a number, a choice        8 bytes; a temperature is the bits of its float64, after a 1; none is 0
//
// Model; System (text, cache); Messages (side, parts); Tools (name, description, params);
// Schema; MaxTokens, Creativity, Effort, Temperature, Thinking. A part is its kind (0 text,
// 1 picture, 2 call, 3 result) and its fields. What the assistant said is written as one
// text and the other parts after it, and thoughts are left out, because a record keeps no
// more than that: a request that is built again from records has the same digest.
func Digest(r Request) string {
	d := newDigester("citadel request 1")
	d.text(r.Model)
	d.number(len(r.System))
	for _, p := range r.System {
		d.text(p.Text)
		d.flag(p.Cache)
	}
	d.number(len(r.Messages))
	for _, m := range r.Messages {
		d.message(m)
	}
	d.number(len(r.Tools))
	for _, t := range r.Tools {
		d.text(t.Name)
		d.text(t.Description)
		d.bytes(t.Params)
	}
	d.bytes(r.Schema)
	d.number(r.MaxTokens)
	d.number(int(r.Creativity))
	d.number(int(r.Effort))
	d.flag(r.Temperature != nil)
	if r.Temperature != nil {
		d.bits(math.Float64bits(*r.Temperature))
	}
	d.number(int(r.Thinking))
	return d.sum()
}

// digester writes the form of Digest into a hash. A hash does not fail.
type digester struct {
	hash hash.Hash
	out  *bufio.Writer
	word [8]byte
}

func newDigester(form string) *digester {
	h := sha256.New()
	d := &digester{hash: h, out: bufio.NewWriterSize(h, 2048)}
	d.text(form)
	return d
}

func (d *digester) number(n int) { d.bits(uint64(n)) }

func (d *digester) bits(n uint64) {
	binary.BigEndian.PutUint64(d.word[:], n)
	_, _ = d.out.Write(d.word[:])
}

func (d *digester) flag(yes bool) {
	n := 0
	if yes {
		n = 1
	}
	d.number(n)
}

func (d *digester) text(s string) {
	d.number(len(s))
	_, _ = d.out.WriteString(s)
}

func (d *digester) bytes(b []byte) {
	d.number(len(b))
	_, _ = d.out.Write(b)
}

func (d *digester) message(m Message) {
	d.text(string(m.From))
	said, rest := 0, 0
	told := func(p Part) bool { // said together with the assistant's other texts
		return m.From == Assistant && p.Image == nil && p.Call == nil && p.Result == nil
	}
	for _, p := range m.Parts {
		switch {
		case p.Thought != nil:
		case told(p):
			said += len(p.Text)
		default:
			rest++
		}
	}
	if m.From == Assistant {
		d.number(said)
		for _, p := range m.Parts {
			_, _ = d.out.WriteString(p.Text)
		}
	}
	d.number(rest)
	for _, p := range m.Parts {
		if p.Thought == nil && !told(p) {
			d.part(p)
		}
	}
}

func (d *digester) part(p Part) {
	switch {
	case p.Image != nil:
		d.number(1)
		d.text(p.Image.MIME)
		d.bytes(p.Image.Data)
	case p.Call != nil:
		d.number(2)
		d.text(p.Call.ID)
		d.text(p.Call.Tool)
		d.bytes(p.Call.Args)
	case p.Result != nil:
		d.number(3)
		d.text(p.Result.ID)
		d.text(p.Result.Text)
		d.flag(p.Result.Failed)
	default:
		d.number(0)
		d.text(p.Text)
	}
}

func (d *digester) sum() string {
	_ = d.out.Flush() // a hash does not fail
	return hex.EncodeToString(d.hash.Sum(nil))
}
