package scripted

import (
	"context"
	"net"
	"sync"
)

// memory is a listener without a socket: its connections are pipes, which a synctest bubble
// can see through.
type memory struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newMemory() *memory {
	return &memory{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (m *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case m.conns <- far:
		return near, nil
	case <-m.closed:
		return nil, &net.OpError{Op: "dial", Net: "pipe", Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for the next connection.
func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.conns:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept, now and later.
func (m *memory) Close() error {
	m.once.Do(func() { close(m.closed) })
	return nil
}

// Addr is a name.
func (m *memory) Addr() net.Addr { return place{} }

type place struct{}

func (place) Network() string { return "pipe" }
func (place) String() string  { return "scripted.test" }
