package mcp

import (
	"errors"
	"io"
	"sync/atomic"
)

// errTooMuch: a server said more than MaxTalk without having been asked.
var errTooMuch = errors.New("it sends without end")

// meter counts what a server sends from one call to the next.
type meter struct{ n atomic.Int64 }

func (m *meter) reset() { m.n.Store(0) }

// metered is a stream that ends with an error where its server has sent too much.
type metered struct {
	io.ReadCloser
	m *meter
}

func (r metered) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if r.m.n.Add(int64(n)) > MaxTalk {
		return 0, errTooMuch
	}
	return n, err
}

// framed is a body that is one message, and may be as long as one.
type framed struct {
	io.ReadCloser
	left int
}

func (r *framed) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if r.left -= n; r.left < 0 {
		return 0, errTooMuch
	}
	return n, err
}
