package host_test

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// gate stands before a server at an address that stays the same: shut, it hangs up on
// whoever comes; open, it leads to the server.
type gate struct {
	URL string

	mu     sync.Mutex
	closed bool
	to     string
	open   map[net.Conn]bool
}

func newGate(t *testing.T, url string) *gate {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{URL: "http://" + l.Addr().String(), open: map[net.Conn]bool{}}
	g.lead(url)
	var work sync.WaitGroup
	work.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			work.Go(func() { g.carry(in) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		g.shut(true)
		work.Wait()
	})
	return g
}

// lead makes new connections go to another server, and ends the old ones.
func (g *gate) lead(url string) {
	g.shut(true)
	g.mu.Lock()
	g.closed, g.to = false, url[len("http://"):]
	g.mu.Unlock()
}

// shut hangs up on everybody, or no longer.
func (g *gate) shut(shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed = shut; shut {
		for c := range g.open {
			c.Close()
		}
	}
}

func (g *gate) carry(in net.Conn) {
	defer in.Close()
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return
	}
	to := g.to
	g.open[in] = true
	g.mu.Unlock()
	out, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer out.Close()
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, _ = io.Copy(out, in) // ends when either end hangs up
		_ = out.SetDeadline(time.Unix(1, 0))
	}()
	_, _ = io.Copy(in, out)
	in.Close()
	<-over
	g.mu.Lock()
	delete(g.open, in)
	g.mu.Unlock()
}
