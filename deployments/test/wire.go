package test

import (
	"context"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// Wire is a way to a server that a test can disturb.
type Wire struct {
	Address string // host:port, to be used instead of the server's

	t     testing.TB
	proxy *toxiproxy.Proxy
}

// WireTo makes a way to a server on this machine, given as host:port.
func WireTo(t testing.TB, server string) *Wire {
	t.Helper()
	// A port of its own, which stays the same when the wire goes down and up again.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	s := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	w := &Wire{Address: address, t: t, proxy: toxiproxy.NewProxy(s, "wire", address, server)}
	w.Up()
	t.Cleanup(w.proxy.Stop)
	return w
}

// WireToURL is WireTo the server of an address, and gives the address over that wire.
func WireToURL(t testing.TB, address string) (*Wire, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	w := WireTo(t, u.Host)
	u.Host = w.Address
	return w, u.String()
}

// Down ends all connections and takes no more.
func (w *Wire) Down() { w.proxy.Stop() }

// Up takes connections again.
func (w *Wire) Up() {
	w.t.Helper()
	if err := w.proxy.Start(); err != nil {
		w.t.Fatal(err)
	}
}

// Disturb adds a toxic, as toxiproxy names them, to what the server sends (stream
// "downstream") or is sent ("upstream"): "timeout" {"timeout": 100} swallows everything and
// ends the connection after so many milliseconds, never where it is zero.
func (w *Wire) Disturb(kind, stream, attributes string) {
	w.t.Helper()
	toxic := `{"name": "` + kind + stream + `", "type": "` + kind + `", "stream": "` + stream + `", "attributes": ` + attributes + `}`
	if _, err := w.proxy.Toxics.AddToxicJson(strings.NewReader(toxic)); err != nil {
		w.t.Fatal(err)
	}
}

// Heal ends all disturbances.
func (w *Wire) Heal() { w.proxy.Toxics.ResetToxics(context.Background()) }

// Silent is a server, as host:port, that takes connections and never says a word.
func Silent(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var held []net.Conn
	var over bool
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			if held = append(held, c); over {
				c.Close()
			}
			mu.Unlock()
		}
	}()
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		defer mu.Unlock()
		over = true
		for _, c := range held {
			c.Close()
		}
	})
	return l.Addr().String()
}
