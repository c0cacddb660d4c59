package web

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"citadel/tools"
)

// names answers every question for an address with the next of some, and with the last for ever. Asked counts them.
func names(t *testing.T, addresses ...[4]byte) (asked *atomic.Int64) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = new(atomic.Int64)
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Header.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				at := min(int(asked.Add(1)), len(addresses)) - 1
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: addresses[at]},
				}}
			}
			if b, err := m.Pack(); err == nil {
				_, _ = server.WriteTo(b, from)
			}
		}
	}()
	was := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() { net.DefaultResolver = was; _ = server.Close() })
	return asked
}

// A name is whatever its owner says at the moment. That it was a public address a moment ago, when somebody looked it up
// or robots.txt was read, opens nothing: the address that is connected to is the one that counts.
func TestANameThatTurnsPrivate(t *testing.T) {
	var reached atomic.Int64
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { reached.Add(1) }))
	t.Cleanup(inside.Close)
	_, port, _ := strings.Cut(inside.Listener.Addr().String(), ":")
	was := ports
	ports = append(slices.Clone(ports), port) // so that the address alone decides
	t.Cleanup(func() { ports = was })

	asked := names(t, [4]byte{93, 184, 216, 34}, [4]byte{127, 0, 0, 1})
	first, err := net.DefaultResolver.LookupNetIP(t.Context(), "ip4", "rebind.example")
	if err != nil || len(first) != 1 || !public(first[0]) {
		t.Fatalf("at first it is %v, %v", first, err)
	}
	w := New(Settings{Now: time.Now})
	at := "http://rebind.example:" + port
	if _, failure := open(t, w, at+"/keys"); failure == nil || failure.Reason != tools.Forbidden {
		t.Errorf("robots.txt: %v", failure)
	}
	u, err := address(at + "/keys")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.get(t.Context(), u, MaxBytes); err == nil || !strings.Contains(err.Error(), "not on the public web") {
		t.Errorf("the page itself: %v", err)
	}
	if res, err := Client().Get(at); err == nil {
		_ = res.Body.Close()
		t.Error("what reads feeds reaches it")
	}
	if asked.Load() < 4 || reached.Load() != 0 {
		t.Errorf("asked for the name %d times, reached it %d times", asked.Load(), reached.Load())
	}
}
