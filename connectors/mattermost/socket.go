package mattermost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"citadel/connectors"

	"github.com/gorilla/websocket"
)

// How much may come on the websocket before it is handled: of more the connection is given
// up, and what is missing is read over REST. The server gives up a client that reads slowly.
const (
	maxFrame       = 8 << 20
	mostFrames     = 8192
	mostFrameBytes = 64 << 20
)

// socket is one connection. What comes is queued at once, in order.
type socket struct {
	conn  *websocket.Conn
	ready chan struct{} // a value: there is something to take
	alive atomic.Bool   // something came since the last look
	ended sync.WaitGroup
	stop  chan struct{}

	mu     sync.Mutex
	frames [][]byte
	size   int
	err    error // why nothing more will come
	writes sync.Mutex
	asked  int64 // number of the last request
}

var (
	errQuiet    = errors.New("the server does not answer any more")
	errFlooded  = errors.New("events come faster than they can be kept")
	errNoHello  = errors.New("the server does not say hello")
	errGap      = errors.New("an event is missing")
	errNotHeard = errors.New("the connection ended")
)

// dial connects. With the id of an earlier connection the server is asked to go on with it
// at an event.
func (m *Mattermost) dial(ctx context.Context, s *self, id string, next int64) (*socket, error) {
	const op = "mattermost: connect"
	base, ok := strings.CutPrefix(strings.TrimRight(m.URL, "/"), "http")
	if !ok {
		return nil, &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("the address does not begin with http:// or https://")}
	}
	address := "ws" + base + "/api/v4/websocket"
	if id != "" {
		address += fmt.Sprintf("?connection_id=%s&sequence_number=%d", url.QueryEscape(id), next)
	}
	d := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: callFor, ReadBufferSize: 4096, WriteBufferSize: 1024}
	conn, resp, err := d.DialContext(ctx, address, http.Header{"Authorization": {"Bearer " + m.Token}})
	if err != nil {
		out := &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
		if resp != nil {
			out.Err = &refused{status: resp.StatusCode}
			if resp.StatusCode == http.StatusTooManyRequests {
				out.Reason, out.After = connectors.RateLimited, retryAfter(resp.Header)
			}
		}
		return nil, out
	}
	k := &socket{conn: conn, ready: make(chan struct{}, 1), stop: make(chan struct{})}
	conn.SetReadLimit(maxFrame)
	pong := conn.PingHandler()
	conn.SetPingHandler(func(data string) error {
		k.alive.Store(true)
		m.hears()
		return pong(data)
	})
	k.ended.Go(func() { k.read(m) })
	k.ended.Go(func() { k.keep(m.pauses.ping) })
	// Not every proxy passes the header on, so it is said again; then a question that is
	// answered behind everything that was missed.
	k.request("authentication_challenge", map[string]any{"token": m.Token})
	k.request("ping", nil)
	return k, nil
}

// read queues what comes until the connection ends.
func (k *socket) read(m *Mattermost) {
	for {
		_, body, err := k.conn.ReadMessage()
		k.alive.Store(true)
		k.mu.Lock()
		if err == nil && (len(k.frames) >= mostFrames || k.size+len(body) > mostFrameBytes) {
			err = errFlooded
		}
		if err != nil {
			if k.err == nil {
				k.err = err
			}
			k.mu.Unlock()
			k.wake()
			_ = k.conn.Close() // nothing more is wanted of it
			return
		}
		k.frames = append(k.frames, body)
		k.size += len(body)
		k.mu.Unlock()
		k.wake()
		m.hears()
	}
}

// keep asks now and then whether the server is there, and ends a connection on which
// nothing came since.
func (k *socket) keep(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-k.stop:
			return
		case <-tick.C:
		}
		if !k.alive.Swap(false) {
			k.fail(errQuiet)
			return
		}
		k.request("ping", nil)
	}
}

func (k *socket) request(action string, data map[string]any) {
	k.writes.Lock()
	defer k.writes.Unlock()
	k.asked++
	body, err := json.Marshal(map[string]any{"seq": k.asked, "action": action, "data": data})
	if err == nil {
		err = k.conn.WriteMessage(websocket.TextMessage, body)
	}
	if err != nil {
		k.fail(err)
	}
}

// fail ends the connection for a reason.
func (k *socket) fail(err error) {
	k.mu.Lock()
	if k.err == nil {
		k.err = err
	}
	k.mu.Unlock()
	_ = k.conn.Close() // the reader notices
}

func (k *socket) wake() {
	select {
	case k.ready <- struct{}{}:
	default: // whoever takes has yet to look
	}
}

// take gives the oldest frame; an error once there is none and will be none.
func (k *socket) take() ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.frames) == 0 {
		return nil, k.err
	}
	body := k.frames[0]
	k.frames[0] = nil
	k.frames = k.frames[1:]
	k.size -= len(body)
	return body, nil
}

// close ends the connection and waits until nothing of it runs.
func (k *socket) close() {
	close(k.stop)
	k.fail(errNotHeard)
	k.ended.Wait()
}
